"""What these chapters begin, ask and resolve."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.procedure import Frame
from engines.revolution.asking import Remark
from engines.revolution.handler import Handler
from engines.revolution.resolution import Resolution

BEGIN: Mapping[str, Callable[[Resolution], None]] = {}
"""By stages of the sequence, what begins them."""
MATTERS: tuple[Remark, ...] = ()
HANDLERS: Mapping[type[Frame], Handler[Any]] = {}
