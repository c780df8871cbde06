"""What another process comes to, where Python orders sets of words otherwise."""

from __future__ import annotations

import os
import subprocess
import sys


def printed_elsewhere(code: str) -> str:
    """What a program prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=150,
    ).stdout
