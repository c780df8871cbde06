"""Games of others as they lie in an installation: metadata here, found once the folder is on the path."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]


def install() -> None:
    """Let this process find them, from before it first asks for a game."""
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))


def seen() -> dict[str, str]:
    """The variable by which a child process finds them, and the packages that they name."""
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), str(FOLDER)])}
