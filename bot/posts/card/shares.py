"""How the posts of one chapter share its lines: a newer post does not repeat an older one's."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from bot.games.telling import Lines
from bot.store import CardRow
from bot.surface import layout

FEW = 8
"""Most lines that are too few for a new post: such a card stays in its place."""
LENGTH = 16
"""Characters of a digest."""


class Shares(NamedTuple):
    """How the posts of a chapter have covered its present lines."""

    above: int
    """Number of lines on older posts."""
    shown: int
    """Number of final lines on those and the live post."""
    news: bool
    """Whether a line is new, or has changed since it was posted."""
    much: bool
    """Whether the live post would then have more than a few lines."""

    @classmethod
    def of(cls, posted: CardRow, lines: Sequence[str]) -> Shares:
        """How the posts cover these lines; lines that were taken back or have changed count as new."""
        above = posted.above if digest(lines[: posted.above]) == posted.above_digest else 0
        stands = digest(lines[: posted.shown]) == posted.shown_digest
        shown = max(posted.shown, above) if stands else above
        # A heading and its first line, or a line and its small print, stay on one post.
        while above < shown < len(lines) and _joined(lines[shown - 1], lines[shown]):
            shown -= 1
        return cls(above, shown, digest(lines) != posted.lines_digest, len(lines) - above > FEW)


def _joined(line: str, following: str) -> bool:
    return line.startswith(layout.HEAD) or following.startswith(layout.SMALL)


def telling_from(posted: CardRow, story: Lines, above: int) -> CardRow:
    """The row of a card that has the lines of its chapter from line `above` on."""
    settled = max(story.settled, above)
    return msgspec.structs.replace(
        posted,
        above=above,
        above_digest=digest(story.lines[:above]),
        shown=settled,
        shown_digest=digest(story.lines[:settled]),
        lines_digest=digest(story.lines),
    )


def digest(lines: Sequence[str]) -> str:
    """A digest that distinguishes lines; empty for no lines."""
    return sha256("\n".join(lines).encode()).hexdigest()[:LENGTH] if lines else ""
