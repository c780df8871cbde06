"""How the posts of one chapter share its lines: what an older post tells, a newer one does not tell again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from bot.games.telling import Lines
from bot.store import CardRow
from bot.surface import layout

FEW = 8
"""Lines that are too few for a post of their own: a card that tells no more stays where it hangs."""
LENGTH = 16
"""Characters of a digest."""


class Shares(NamedTuple):
    """What the posts of a chapter tell of the lines that it has now."""

    above: int
    """Lines that older posts tell."""
    shown: int
    """Lines that those and the post that hangs tell for good."""
    news: bool
    """There is something that none of them tells as it is now."""
    much: bool
    """With that, the post that hangs would tell more than a few lines."""

    @classmethod
    def of(cls, posted: CardRow, lines: Sequence[str]) -> Shares:
        """What the posts tell of these lines; what was taken back, or is told otherwise, counts as new."""
        above = posted.above if digest(lines[: posted.above]) == posted.above_digest else 0
        stands = digest(lines[: posted.shown]) == posted.shown_digest
        shown = max(posted.shown, above) if stands else above
        # A heading and its first line, or a line and its small print, stand on one post.
        while above < shown < len(lines) and _joined(lines[shown - 1], lines[shown]):
            shown -= 1
        return cls(above, shown, digest(lines) != posted.lines_digest, len(lines) - above > FEW)


def _joined(line: str, following: str) -> bool:
    return line.startswith(layout.HEAD) or following.startswith(layout.SMALL)


def telling_from(posted: CardRow, story: Lines, above: int) -> CardRow:
    """A card that tells the lines of its chapter from one on."""
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
    """Tells lines from others; empty for none."""
    return sha256("\n".join(lines).encode()).hexdigest()[:LENGTH] if lines else ""
