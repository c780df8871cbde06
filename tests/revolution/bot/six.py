"""A server on which six play La Révolution Française, in three time zones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from simcord import MemberActor

from bot.store.rows import campaigns
from engines.core.contract import AnyTitle
from engines.revolution.state import State
from tests.support.life import Life
from tests.support.table import Table

CURRENTS = ("royalist", "feuillant", "marais", "gironde", "mountain", "sans-culotte")
ZONES = ("Europe/Paris", "America/New_York", "Asia/Tokyo")


class Six(Life):
    """Six people, a seat each in the order of the Currents; Thérèse moderates, Théroigne has no seat."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.olympe, self.joseph = self._person("olympe", "Olympe"), self._person("joseph", "Joseph")
        self.manon, self.theroigne = self._person("manon", "Manon"), self._person("theroigne", "Théroigne")
        players = (self.camille, self.maxime, self.lucien, self.olympe, self.joseph, self.manon)
        self.of: dict[str, MemberActor] = dict(zip(CURRENTS, players, strict=True))

    @property
    def title(self) -> AnyTitle:
        """The game."""
        return self.table.bot.campaigns.titles["revolution"]

    async def state(self) -> State:
        """How it stands."""
        state: State = await self.table.state()
        return state

    async def stands(self, state: State) -> None:
        """Let the campaign stand otherwise, as by an edit."""
        stands = partial(campaigns.alter, campaign_id=1, state=msgspec.json.encode(state))
        await self.table.bot.store.transact(stands, campaign_id=1)

    async def gathers(self, people: Sequence[str] = CURRENTS, **options: Any) -> None:
        """The Royalist opens a lobby; these Currents are people's, the automatic player has the rest."""
        settings = {"images": "never", "clock": "24h interrupts 6h", "rules": "not fast", **options}
        await self.slash(self.camille, "campaign new", game="revolution", **settings)
        for seat in (each for each in CURRENTS if each not in people):
            await self.types(self.camille, "seat automatic", seat=seat, strength="easy")
        for seat in people:
            await self.types(self.of[seat], "seat take", seat=seat)
        if (await self.table.campaign()).status == "lobby":
            await self.press(self.camille, self.newest("Begin"), "Begin")

    async def files(self, seat: str, text: str = "file auto") -> str:
        """A Current hands a form in, by typing."""
        return await self.types(self.of[seat], "play", action=text)

    async def clears(self, *seats: str) -> None:
        """Currents take off their forms what the automatic player proposes."""
        for seat in seats:
            await self.types(self.of[seat], "revolution form clear")

    async def owing(self) -> list[str]:
        """Who has still to answer."""
        return [decision.seat for decision in self.title.decisions(await self.state())]

    def threads(self) -> dict[str, Any]:
        """The private threads by name."""
        return {str(c.name): c for c in self.env.backend.channels.values() if c.type == 12}

    def posted(self) -> str:
        """All that was ever posted or put right in public."""
        hidden = {c.id for c in self.env.backend.channels.values() if c.type in (1, 12)}
        found = []
        for entry in self.env.http_requests:
            at = re.match(r"/channels/(\d+)/messages", entry.path)
            if at and entry.method in ("POST", "PATCH") and int(at[1]) not in hidden:
                found.append(str(entry.json))
        return "\n".join(found)
