"""The games. `titles()` is the one list of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from data.levee.schema import Pack as LeveePack
from data.packs import AnyPack
from engines.core.contract import AnyTitle
from engines.core.errors import UsageError
from engines.levee.title import Levee
from engines.vendee.title import Vendee


@cache
def titles() -> Mapping[str, AnyTitle]:
    """Every title by id, played with the project's own data."""
    return {title.id: title for title in (Levee(), Vendee())}


def with_pack(pack: AnyPack) -> AnyTitle:
    """The title that a pack is for, played with that pack."""
    return Levee(pack) if isinstance(pack, LeveePack) else Vendee(pack)


def find(title: str) -> AnyTitle:
    """The title of that id.

    :raises UsageError: there is none.
    """
    known = titles()
    if title not in known:
        raise UsageError(f"There is no title {title!r}; there are {', '.join(known)}")
    return known[title]
