"""Purposes of rolls: with the target as their subject, or without one as `kidnapping`."""

from __future__ import annotations

from typing import get_args

from data.revolution.tables import Deed
from engines.core.purposes import Purposes

BY = " by "
_OTHERS = ("verdict on {}", "law {}", "turn {}")
PURPOSES = Purposes(*(f"{deed} of {{}}" for deed in get_args(Deed) if deed != "turn"), *_OTHERS)


def aim(region: str, person: str) -> str:
    """The subject of a deed in a region, with the person in charge of it: `nimes by barnave`."""
    return f"{region}{BY}{person}" if region and person else region or person


def aimed(subject: str) -> tuple[str, str]:
    """The target of a deed, and the person in charge of it, if any."""
    target, _by, person = subject.partition(BY)
    return target, person
