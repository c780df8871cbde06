"""Standing orders that share a form, a line each: `losses: auto`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from data.catalogue import _
from engines.core.errors import NotationError

ID = "plan"
"""The form's id; no other has it."""
ASK = "ask me"
"""The text that stands for no order."""


def lines(texts: Iterable[str]) -> Iterator[str]:
    """The lines of fields, without those that are empty."""
    return (line.strip() for text in texts for line in text.splitlines() if line.strip())


def read(texts: Iterable[str], kinds: Collection[str]) -> Iterator[tuple[str, str]]:
    """Kinds of decisions with their orders.

    :raises NotationError: a line is of no kind.
    """
    for line in lines(texts):
        kind, colon, order = line.partition(":")
        name = kind.strip().casefold()
        if not colon or name not in kinds:
            raise NotationError(
                _(
                    "A line of the plan is {kinds}, a colon and the order: {line!r}",
                    kinds=_(" or ").join(kinds),
                    line=line[:40],
                )
            )
        yield name, " ".join(order.casefold().split()) or ASK
