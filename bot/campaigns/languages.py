"""The language of a person, for what they alone read, and of a campaign or server, for what all read."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Literal

from bot.store import CampaignHead, Store, rows
from data.catalogue import speaking

SPOKEN: Final = {"en": "English", "fr": "Français", "fr-an": "Français, calendrier républicain"}
"""The languages that can be chosen, by their own names; `fr-an` dates by the years of the Republic."""
DISCORDS: Final = ("discord", "as set on Discord")
"""The choice of none."""
SERVERS: Final = ("server", "as on this server")
"""The choice of none for a campaign."""
MOST = 4096
"""Choices that are remembered."""

Whose = Literal["person", "guild"]


class Languages:
    """What people, campaigns and servers have chosen; where they have not, what Discord says of them.

    Choices are remembered until they change: each answer and each post asks for them. A person's may
    change in the bot of other shards, and is then read again each time.

    :param locale_of: Discord's language of a server that the bot is on.
    """

    def __init__(self, store: Store, locale_of: Callable[[int], Awaitable[str]] | None = None) -> None:
        self._store = store
        self._locale_of = locale_of
        self._chosen: OrderedDict[tuple[Whose, int], str] = OrderedDict()
        self._locales: OrderedDict[int, str] = OrderedDict()
        self._campaigns: OrderedDict[int, tuple[int, str]] = OrderedDict()

    async def of_person(self, user_id: int, locale: str) -> str:
        """The language of a person; `locale` is what Discord says of them."""
        self._locales[user_id] = locale
        self._locales.move_to_end(user_id)
        if len(self._locales) > MOST:
            self._locales.popitem(last=False)
        return await self._choice("person", user_id) or locale

    async def of_reader(self, user_id: int, otherwise: str) -> str:
        """The language for a message to a person who has not just done anything.

        :param otherwise: where neither they nor, since the program began, Discord has said it.
        """
        return await self._choice("person", user_id) or self._locales.get(user_id, otherwise)

    async def of_server(self, guild_id: int) -> str:
        """The language in which everybody reads on a server."""
        chosen = await self._choice("guild", guild_id)
        return chosen or ("en" if self._locale_of is None else await self._locale_of(guild_id))

    async def of(self, campaign: CampaignHead) -> str:
        """The language in which everybody reads of a campaign: its own, or its server's."""
        return campaign.language or await self.of_server(campaign.guild_id)

    async def of_campaign(self, campaign_id: int) -> str:
        """The language of a campaign by its number; English for a campaign that is unknown."""
        if campaign_id not in self._campaigns:
            head = await self._store.campaign_head(campaign_id)
            if head is None:
                return "en"
            self._campaigns.setdefault(campaign_id, (head.guild_id, head.language))
            if len(self._campaigns) > MOST:
                self._campaigns.popitem(last=False)
        guild_id, chosen = self._campaigns[campaign_id]
        return chosen or await self.of_server(guild_id)

    @asynccontextmanager
    async def aloud(self, campaign: CampaignHead) -> AsyncIterator[None]:
        """Within, texts are for everybody who reads of a campaign."""
        with speaking(await self.of(campaign)):
            yield

    def changed(self, whose: Whose, id: int, chosen: str) -> None:
        """Note what a person or a server has chosen, once it is stored."""
        self._chosen[whose, id] = chosen

    def changed_in(self, campaign: CampaignHead, chosen: str) -> None:
        """Note what was chosen for a campaign, once it is stored."""
        self._campaigns[campaign.id] = campaign.guild_id, chosen

    async def _choice(self, whose: Whose, id: int) -> str:
        key = whose, id
        if whose == "person" and not self._store.shards.every:
            return await self._store.look(partial(rows.people.language_of_person, id=id))
        if key not in self._chosen:
            read = rows.people.language_of_person if whose == "person" else rows.people.language_of_guild
            stored = await self._store.look(partial(read, id=id))
            # What was chosen in the meantime is newer than what was read.
            chosen = self._chosen.setdefault(key, stored)
            if len(self._chosen) > MOST:
                self._chosen.popitem(last=False)
            return chosen
        self._chosen.move_to_end(key)
        return self._chosen[key]
