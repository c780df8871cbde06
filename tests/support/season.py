"""A house of thirty over a season: waiting lists, a league, substitutes, people who come and go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.store import Campaign, rows
from data.games import half
from tests.support.club import DAY, Club
from tests.support.table import Control, Table, controls
from tests.support.transcript import Transcript

NAMES = (
    "Adèle", "Bastien", "Capucine", "Denis", "Élodie", "Fabrice", "Gaëlle", "Hector", "Inès", "Jules",
    "Katell", "Loïc", "Mathilde", "Noé", "Océane", "Paul", "Alice", "Bob", "Carol", "Dave", "Erin", "Frank",
    "Grace", "Heidi", "Ivan", "Judy", "Ken", "Laura", "Mallory", "Niaj",
)  # fmt: skip
STEP = 0.96
"""Hours from a sweep to the next."""
FRENCH = 16
"""So many of them have a French Discord; the others an English one."""


class Season(Club):
    """Thirty people of two languages, with all that they do and read written down.

    :ivar everybody: the thirty, those with a French Discord first.
    :ivar silent: people who do nothing any more.
    :ivar zones: time zones of those who sleep from ten to eight.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.book = Transcript(self.env)
        self.locales: dict[int, str] = {}
        self.server = "en-US"
        self.tables, self.news, self.archive, self.cup = (
            self.guild.create_text_channel(name) for name in ("tables", "news", "archive", "cup")
        )
        self.halls = (self.hall, self.tables, self.news, self.archive, self.cup)
        self.silent: set[int] = set()
        self.zones: dict[int, ZoneInfo] = {}
        self.everybody = [self._person(f"p{n}", name) for n, name in enumerate(NAMES)]
        self.people = {each.id: each for each in self.everybody}
        self.locales = {each.id: "fr" for each in self.everybody[:FRENCH]}
        emit = self.env.backend.emit

        def emitted(event: str, payload: Any) -> Any:
            # SimCord gives every interaction an American client.
            if event == "INTERACTION_CREATE":
                user = int((payload.get("member") or payload)["user"]["id"])
                payload["locale"], payload["guild_locale"] = self.locales.get(user, "en-US"), self.server
            return emit(event, payload)

        self.env.backend.emit = emitted  # type: ignore[method-assign]

    def language(self, user_id: int) -> str:
        """The language of a person's Discord."""
        return self.locales.get(user_id, "en-US")[:2]

    async def slash(self, actor: MemberActor, command: str, **options: Any) -> InteractionResult:
        given = " ".join(f"{key}:{getattr(value, 'name', value)}" for key, value in options.items())
        self.book.note(f"{self._named(actor)} in #{self.hall.name}: /{command} {given}")
        result = await super().slash(actor, command, **options)
        self.book.answered(actor, result)
        return result

    async def _take(self, actor: MemberActor, shown: Any, control: Control) -> InteractionResult:
        self.book.note(f"{self._named(actor)} presses [{control.label}]")
        result = await super()._take(actor, shown, control)
        self.book.answered(actor, result)
        return result

    def _named(self, actor: MemberActor) -> str:
        return f"{self.book.name(actor.id)} ({self.language(actor.id)})"

    async def wait(self, hours: float) -> None:
        while hours > 0:
            # Two sweeps that are more than an hour apart have an outage between them.
            await self.table.sweep(min(hours, STEP) * 3600)
            self.book.look()
            hours -= STEP

    def place(self, channel_id: int) -> ChannelHandle:
        """A channel or thread of the server."""
        every = [*self.halls, *(thread for hall in self.halls for thread in hall.threads)]
        return next(each for each in every if each.id == channel_id)

    thread = place

    async def at(self, place: ChannelHandle, actor: MemberActor, command: str, **options: Any) -> Any:
        """What comes of a command in a place."""
        hall, self.hall = self.hall, place
        try:
            return await self.slash(actor, command, **options)
        finally:
            self.hall = hall

    async def presses_where(self, actor: MemberActor, place: ChannelHandle, part: str) -> InteractionResult:
        """Press the newest button in a place whose id has this part."""
        for message in reversed(self.public(place)):
            for control in controls(message):
                if part in control.custom_id:
                    return await self._take(actor, message, control)
        raise AssertionError(f"no button {part} in {place.name}")

    async def goes_through(self, actor: MemberActor, result: InteractionResult) -> InteractionResult:
        """Press what is asked once more under an answer, if anything is."""
        for asked in (result.response, *result.followups):
            for control in [] if asked is None else controls(asked.message):
                if control.custom_id.split(":")[1] in ("go", "do", "forget"):
                    assert asked is not None
                    return await self._take(actor, asked.message, control)
        return result

    async def campaigns(self, *status: str) -> list[Campaign]:
        """The campaigns of the server in one of these states."""
        number, found = 1, []
        while (campaign := await self.table.bot.store.campaign(number)) is not None:
            found += [campaign] if campaign.status in status else []
            number += 1
        return found

    async def lobby_rooms(self) -> Mapping[int, list[int]]:
        """Who is asked by which lobby, by its campaign."""
        found: dict[int, list[int]] = {}
        for campaign in await self.campaigns("lobby"):
            row = await self.table.bot.store.look(partial(rows.openings.of_campaign, campaign_id=campaign.id))
            if row is not None:
                asked = await self.table.bot.store.look(partial(rows.seekers.asked, opening_id=row.id))
                found[campaign.id] = [each.user_id for each in asked]
        return found

    async def plays_some(self, campaign: Campaign, moves: int, chooser: Random) -> None:
        """Whoever owes a decision and is there takes some actions, one after the other."""
        title = self.table.bot.campaigns.title_of(campaign)
        policy = half(title.id, "player").policies["greedy"]
        for _move in range(moves):
            now = await self.table.campaign(campaign.id)
            if now.status != "running":
                return
            state = self.table.bot.campaigns.state_of(now)
            owed = [
                (decision.seat, self.people[now.seats[decision.seat]])
                for decision in title.decisions(state)
                if now.seats.get(decision.seat) in self.people and now.seats[decision.seat] not in self.silent
            ]
            if not owed:
                return
            seat, actor = chooser.choice(owed)
            action = policy(title, state, title.legal_actions(state, seat), chooser)
            typed = await self.at(
                self.place(now.channel_id), actor, "play", action=title.notation(action), seat=seat
            )
            await self.goes_through(actor, typed)

    async def days(self, number: int) -> None:
        """Let days go by in which the bot is there."""
        await self.wait(number * DAY / 3600)
