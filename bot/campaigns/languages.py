"""The language of a person, for what they alone read, and of a server, for what everybody reads there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeVar

from bot.store import Store, rows

K = TypeVar("K")
V = TypeVar("V")

SPOKEN: Final = {"en": "English", "fr": "Français"}
"""The languages that can be chosen, each by its own name."""
DISCORDS: Final = ("discord", "as set on Discord")
"""The choice of none."""
KEPT = timedelta(minutes=1)
"""How long a choice is believed: another process may have changed it."""
MOST = 4096
"""Choices of people and servers, and servers of campaigns, that are remembered."""


class Languages:
    """What people and servers have chosen; where they have not, what Discord says of them.

    :param locale_of: Discord's language of a server that the bot is on.
    """

    def __init__(self, store: Store, locale_of: Callable[[int], str] = lambda _guild: "en") -> None:
        self._store = store
        self._locale_of = locale_of
        self._chosen: OrderedDict[tuple[str, int], tuple[datetime, str]] = OrderedDict()
        self._homes: OrderedDict[int, int] = OrderedDict()

    async def of_person(self, user_id: int, locale: str = "en") -> str:
        """The language of a person; `locale` is what Discord says of them."""
        return await self._choice("person", user_id) or locale

    async def of_server(self, guild_id: int) -> str:
        """The language in which everybody reads on a server."""
        return await self._choice("guild", guild_id) or self._locale_of(guild_id)

    async def of_campaign(self, campaign_id: int) -> str:
        """The language of a campaign's server; English for a campaign that is unknown."""
        if campaign_id not in self._homes:
            head = await self._store.campaign_head(campaign_id)
            if head is None:
                return "en"
            _remember(self._homes, campaign_id, head.guild_id)
        return await self.of_server(self._homes[campaign_id])

    def changed(self, kind: str, id: int) -> None:
        """Forget what a person or a server had chosen."""
        self._chosen.pop((kind, id), None)

    async def _choice(self, kind: str, id: int) -> str:
        now, known = self._store.now(), self._chosen.get((kind, id))
        if known is not None and abs(now - known[0]) < KEPT:
            return known[1]
        read = rows.people.language_of_person if kind == "person" else rows.people.language_of_guild
        chosen = await self._store.look(partial(read, id=id))
        _remember(self._chosen, (kind, id), (now, chosen))
        return chosen


def _remember(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST:
        known.popitem(last=False)
