"""Texts that have to fit a place of a given width."""

from __future__ import annotations

from render.fonts import Role
from render.pen import Pen


def shortened(pen: Pen, text: str, role: Role, size: float, width: float) -> str:
    """The text in one line at most `width` sheet units wide, its end an ellipsis where it is cut."""
    text = " ".join(text.split())
    if pen.length(text, role, size) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if pen.length(f"{text[:middle].rstrip()}…", role, size) <= width:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…" if low else ""
