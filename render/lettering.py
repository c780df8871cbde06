"""Texts that have to fit a place of a given width, and numbers and sentences as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from render.fonts import Role
from render.pen import Pen

LEAST = 10.0
"""The smallest readable letters."""
SLACK = 1.06
"""The share of its room that a fitted text may take: letters come in whole pixels."""
ALT = 1024
"""Most characters of a picture in words: Discord's limit."""


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


def wrapped(pen: Pen, text: str, role: Role, size: float, width: float) -> list[str]:
    """The text in lines of at most that width, broken between words; a longer word has its own."""
    lines, used, space = [""], 0.0, pen.length(" ", role, size)
    for word in text.split():
        wide = pen.length(word, role, size)
        if lines[-1] and used + space + wide > width:
            lines.append(word)
            used = wide
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
            used += space + wide
    return lines


def squeezed(
    pen: Pen, text: str, role: Role, size: float, width: float, most: int
) -> tuple[list[str], float]:
    """The text in at most `most` lines, none wider than `width`, and the size of letters for it."""
    while True:
        lines = wrapped(pen, text, role, size, width)
        if size <= LEAST or (
            len(lines) <= most and all(pen.length(line, role, size) <= width for line in lines)
        ):
            return lines[:most], size
        size -= 1


def signed(value: int) -> str:
    """A number with its sign: `−1`, `0`, `+2`."""
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"


def plain(value: float) -> str:
    """A number as short as possible, with a typographic minus."""
    return f"{value:g}".replace("-", "−")


def halved(halves: int) -> str:
    """A number of halves as people write it: `4½`, `½`, `0`, `−1½` with a real minus sign."""
    whole, half = divmod(abs(halves), 2)
    minus = "−" if halves < 0 else ""
    return f"{minus}{whole or ''}½" if half else f"{minus}{whole}"


def fitting(sentences: Iterable[str], *, skip: bool = False) -> str:
    """The sentences in at most 1024 characters; from the first that does not fit on they are left out,
    or with `skip` only those that don't fit.
    """
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) <= ALT:
            text = longer
        elif not skip:
            break
    return text


def stopped(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own."""
    return text if not text or text[-1] in ".!?…" else f"{text}."


def bare(name: str) -> str:
    """A name without its particle, which does not distinguish it from others."""
    plain = name.removeprefix("d'").removeprefix("von ").removeprefix("La ").replace(" ", "")
    return plain[0].upper() + plain[1:]


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """The shortest beginning of each name, three letters or more, that no other one has."""
    short: dict[str, str] = {}
    for id, name in names.items():
        others = [other for known, other in names.items() if known != id]
        lengths = (n for n in range(3, len(name)) if not any(o.startswith(name[:n]) for o in others))
        short[id] = name[: next(lengths, len(name))]
    return short
