"""The language of a person, for what they alone read, and of a server, for what everybody reads there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection

from bot.store import Store, rows

SPOKEN: Final = {"en": "English", "fr": "Français"}
"""The languages that can be chosen, each by its own name."""
DISCORDS: Final = ("discord", "as set on Discord")
"""The choice of none."""


class Languages:
    """What people and servers have chosen; where they have not, what Discord says of them.

    Nothing is kept: another process may change it, and each answer takes as many reads as any other.

    :param locale_of: Discord's language of a server that the bot is on.
    """

    def __init__(self, store: Store, locale_of: Callable[[int], str] = lambda _guild: "en") -> None:
        self._store = store
        self._locale_of = locale_of

    async def of_person(self, user_id: int, locale: str) -> str:
        """The language of a person; `locale` is what Discord says of them."""
        return await self._store.look(partial(rows.people.language_of_person, id=user_id)) or locale

    async def of_both(self, user_id: int, locale: str, guild_id: int) -> tuple[str, str]:
        """The languages of a person and of the server where they are, by one read."""

        def read(connection: Connection) -> tuple[str, str]:
            own = rows.people.language_of_person(connection, user_id)
            return own or locale, rows.people.language_of_guild(connection, guild_id)

        own, chosen = await self._store.look(read)
        return own, chosen or self._locale_of(guild_id)

    async def of_server(self, guild_id: int) -> str:
        """The language in which everybody reads on a server."""
        chosen = await self._store.look(partial(rows.people.language_of_guild, id=guild_id))
        return chosen or self._locale_of(guild_id)

    async def of_campaign(self, campaign_id: int) -> str:
        """The language of a campaign's server; English for a campaign that is unknown."""
        home = await self._store.look(partial(rows.people.home_of, campaign_id=campaign_id))
        return "en" if home is None else home[1] or self._locale_of(home[0])
