"""A server on which four play Outposts, and one of two moderators plays with them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from simcord import MemberActor
from simcord.backend.serializers import guild_create_payload

from engines.core.contract import AnyTitle
from tests.outposts.game.data.pack import LIBRARY
from tests.outposts.game.engine.title import Outposts
from tests.support.life import HOUR, PARIS, Life
from tests.support.table import Table

PACK = Path(__file__).parents[1] / "outposts" / "four"
NIGHT = "22:00-08:00"


def four_sides() -> AnyTitle:
    """Outposts with the pack for four."""
    return Outposts(LIBRARY.load(PACK))


class Four(Life):
    """Camille has Blue, Maxime White, Lucien Green and Olympe, who moderates too, Red; Joseph has no seat.

    :ivar rung: who was pinged when.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.referees = self.guild.create_role("Referees")
        self.olympe = self._person("olympe", "Olympe", self.referees)
        self.joseph = self._person("joseph", "Joseph")
        self.archive = self.guild.create_text_channel("archive")
        self.rung: list[tuple[datetime, int]] = []
        self._looked = 0

    async def wait(self, hours: float) -> None:
        """Let time go by, and note who was pinged meanwhile."""
        while hours > 0:
            self.look()
            await self.table.sweep(min(hours, 1) * HOUR)
            hours -= 1
        self.look()

    def look(self) -> None:
        """Note who was pinged at this moment."""
        posts = [body for body in self.table.bodies("POST", "/channels/") if "allowed_mentions" in body]
        now, new = self.env.now(), posts[self._looked :]
        self._looked = len(posts)
        self.rung += [(now, int(user)) for body in new for user in body["allowed_mentions"].get("users", [])]

    def rung_at_night(self, *sleepers: MemberActor) -> list[str]:
        """Pings of people in the night of Paris."""
        ids = {sleeper.id for sleeper in sleepers}
        local = [at.astimezone(PARIS) for at, user in self.rung if user in ids]
        return [f"{at:%a %H:%M}" for at in local if not 8 <= at.hour < 22]

    def pinged_by(self, part: str) -> set[int]:
        """Whom the newest layout in the hall with these words pings."""
        posts = self.table.bodies("POST", f"/channels/{self.hall.id}/messages")
        body = [post for post in posts if part in str(post.get("components"))][-1]
        return {int(user) for user in body["allowed_mentions"].get("users", [])}

    async def plays_on(self, *people: MemberActor) -> None:
        """Each of these, in turn, takes the least choice that is offered to them, if any."""
        for player in people:
            campaign = await self.table.campaign()
            title = self.table.bot.campaigns.title_of(campaign)
            owed = [decision.seat for decision in title.decisions(await self.table.state())]
            if any(campaign.seats.get(seat) == player.id for seat in owed):
                await self.plays(player, await self.least(player))

    async def least(self, player: MemberActor) -> str:
        """The last of what is legal for somebody."""
        campaign = await self.table.campaign()
        title, state = self.table.bot.campaigns.title_of(campaign), await self.table.state()
        seats = [decision.seat for decision in title.decisions(state)]
        seat = next(seat for seat in seats if campaign.seats.get(seat) == player.id)
        return title.notation(title.legal_actions(state, seat)[-1])

    async def kicked(self) -> None:
        """The bot is put off the server."""
        self.env.backend.emit("GUILD_DELETE", {"id": str(self.guild.id)})
        await self.env.settle()
        await self.table.bot.outbox.drain()

    async def invited(self) -> None:
        """The bot is back on the server."""
        payload = guild_create_payload(self.env.backend, self.env.backend.get_guild(self.guild.id))
        # With that word Discord tells of a server that the bot was on all the time.
        del payload["unavailable"]
        self.env.backend.emit("GUILD_CREATE", payload)
        await self.env.settle()
        await self.table.bot.outbox.drain()
