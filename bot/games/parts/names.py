"""Names of the things on a table, as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from bot.games.wording import minus
from data.catalogue import _
from data.nouns import listed
from data.sentences import Phrase, rendered

_A_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")


class Names:
    """The names of one box by their ids."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def name(self, id: str) -> str:
        """The name of an id; the id where there is none."""
        return self._names.get(id, id)

    def knows(self, id: str) -> bool:
        """Whether an id has a name."""
        return id in self._names

    def listed(self, ids: Iterable[str]) -> str:
        """`Cholet, Mortagne and Tiffauges`."""
        return listed([self.name(id) for id in ids])

    def way(self, areas: Sequence[str]) -> str:
        """`from Cholet by Mortagne to Tiffauges`."""
        start, *via, end = areas
        by = _(" by {via}", via=self.listed(via)) if via else ""
        return _("from {start}{by} to {end}", start=self.name(start), by=by, end=self.name(end))

    def told(self, text: Phrase) -> str:
        """A text of the engine with names for ids and real minus signs."""
        return minus(_A_WORD.sub(lambda word: self._names.get(word[0], word[0]), rendered(text)))
