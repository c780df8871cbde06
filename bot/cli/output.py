"""What the command line prints, and how."""

from __future__ import annotations

from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """A line on standard output, as it is."""
    out.print(text, markup=False)


def complain(text: str) -> None:
    """A line on standard error."""
    err.print(text, markup=False, style="red")
