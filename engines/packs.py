"""The search for packs, by one rule for campaigns, records and programs.

A game is played with the exact pack that it began with: one that is installed, or that was stored with the
campaign or carried by the record. Older games without a stored pack go on with the present edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET, UnsetType

import data.packs
from data.catalogue import _
from data.games import games
from data.kept import unpacked
from data.library import Library
from engines import titles, with_pack
from engines.core.contract import AnyTitle
from engines.core.errors import UsageError
from engines.core.record import Record


class PackRegistry:
    """The installed packs.

    :param titles: the installed titles; the first of an id is for new games.
    """

    def __init__(self, titles: Iterable[AnyTitle]) -> None:
        self.titles: dict[str, AnyTitle] = {}
        self._packs: dict[tuple[str, str], AnyTitle] = {}
        self._kept: dict[tuple[str, str], bytes] = {}
        for title in titles:
            self.titles.setdefault(title.id, title)
            self._packs[title.id, title.pack] = title

    def find(self, title_id: str, pack: str) -> AnyTitle | None:
        """The title with that exact pack, by id and digest; None where it is not here.

        :raises PackError: the stored pack is damaged.
        :raises UsageError: the stored pack is another, or of a game that is not here.
        """
        if (title_id, pack) in self._kept:
            kept = self._kept[title_id, pack]
            self._packs[title_id, pack] = opened(title_id, pack, unpacked(kept))
            del self._kept[title_id, pack]
        return self._packs.get((title_id, pack))

    def keep(self, title_id: str, pack: str, whole: bytes) -> None:
        """Have a pack, as `data.kept` packs it, for when it is asked for."""
        if not self.has(title_id, pack):
            self._kept[title_id, pack] = whole

    def has(self, title_id: str, pack: str) -> bool:
        """Whether that very pack is here."""
        return (title_id, pack) in self._packs or (title_id, pack) in self._kept

    def edition(self, title_id: str, pack: str) -> AnyTitle | None:
        """A pack by its full id; if it was corrected since, the pack that has its name now."""
        name = pack.partition("@")[0]
        alike = (
            title
            for (known, present), title in self._packs.items()
            if known == title_id and present.partition("@")[0] == name
        )
        return self.find(title_id, pack) or next(alike, None)

    def of_record(self, record: Record) -> AnyTitle | None:
        """A record's title: with its exact pack, or with the present pack of its id, which may be another.

        :raises PackError: the pack that it carries is faulty.
        :raises UsageError: the pack that it carries is another than it names.
        """
        exact = self.find(record.title, record.pack)
        if exact is None and record.files is not UNSET:
            return opened(record.title, record.pack, record.files)
        return exact or self.edition(record.title, record.pack)


def opened(title_id: str, pack: str, files: Mapping[str, str]) -> AnyTitle:
    """The title with the pack that these files are.

    :param pack: its id and digest, as they were promised.
    :raises PackError: it is faulty.
    :raises UsageError: it is another pack, or of a game that is not here.
    """
    if title_id not in games():
        raise UsageError(
            _(
                "There is no title {title_id!r}; there are {games}",
                title_id=title_id,
                games=", ".join(games()),
            )
        )
    title = with_pack(data.packs.library(title_id).unfolded(files))
    if title.pack != pack:
        raise UsageError(_("The pack that came with it is {pack}, not {named}", pack=title.pack, named=pack))
    return title


def carried(title: AnyTitle, pack: str) -> dict[str, str] | UnsetType:
    """The files that a record of that pack takes along: none where it is the project's own of today."""
    kept = whole(title) if title.pack == pack else None
    return UNSET if kept is None or titles()[title.id].pack == pack else unpacked(kept)


def whole(title: AnyTitle) -> bytes | None:
    """All files of the pack that a title is played with, as `data.kept` packs them; None where unknown."""
    library = data.packs.library(title.id) if title.id in games() else None
    return library.whole(title.data) if isinstance(library, Library) else None
