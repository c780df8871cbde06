"""People, and not only seats, know secrets: nobody plays against somebody else whose side they have seen.

Nor does anybody play who has ruled on the game, without leave that was given after the last ruling.

Random people leave, take, lend, swap, replace, look and rule as moderators, by the real services.
What each of them was shown, and what each has agreed to, is noted here from what they were told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select

from bot.campaigns.consent import Consent
from bot.campaigns.messages import Say
from bot.errors import PoliteError
from bot.interactions.consent import carry_out
from bot.people import privacy
from bot.seats.change import By, Forewarned
from bot.seats.handover import Seats
from bot.seats.lapses import OFFERED, settle
from bot.store import Audit, Campaign, rows
from bot.store.schema import outbox
from tests.support.bot_fixtures import Tables
from tests.support.depth import depth, seed
from tests.support.table import Table

PEOPLE = tuple(10**17 + number for number in range(5))
MODERATOR = PEOPLE[-1]
"""One of them who may do everything at once, and may play as well."""
LIVES = depth(8, 150)
"""Campaigns that are lived through."""
DEEDS = 60

_RULED = re.compile(r"<@(\d+)>, who would play (\w+), has ruled on this game")
_KNOWN = re.compile(r"<@(\d+)>, who would play (\w+), has seen ([\w ,]+?)(?=,? and <@|[.;]|, <@)")


class People:
    """Everybody of one campaign, what they were shown, and what they have agreed to.

    :ivar done: how often each deed came to something.
    """

    def __init__(self, table: Table, campaign: Campaign, chooser: Random, done: Counter[str]) -> None:
        self.bot = table.bot
        self.table = table
        self.id = campaign.id
        self.chooser = chooser
        self.done = done
        self.seating = Seats(self.bot.campaigns)
        self.title = self.bot.campaigns.titles["outposts"]
        self.seen: set[tuple[int, str]] = set()
        self.looked: set[int] = set()
        """Who has looked as a moderator."""
        self.agreed: set[tuple[int, str, int]] = set()
        """Who, having seen which seat, is played against by whom."""
        self.ruled: Counter[int | None] = Counter()
        """How often who has ruled."""
        self.leave: set[tuple[int, str, int]] = set()
        """Who, having ruled, plays which seat by whose leave."""

    async def live(self) -> None:
        """Do something, and see that the law holds."""
        user, other = self.chooser.sample(PEOPLE, 2)
        seat, against = self.chooser.sample(list(self.title.seats), 2)
        holder = (await self.campaign()).seats.get(seat, user)
        if holder != other and self.chooser.random() < 0.5:
            user = holder
        deeds: dict[str, Callable[[], Awaitable[object]]] = {
            "take": partial(self.seating.take, self.id, user, seat),
            "leave": partial(self.seating.leave, self.id, user, seat),
            "lend": partial(self.seating.lend, self.id, user, seat, other, None),
            "back": partial(self.seating.back, self.id, user, seat),
            "sit": partial(self._sit, user, seat),
            "decline": partial(self.seating.decline, self.id, user, seat),
            "swap": partial(self.seating.offer_swap, self.id, user, seat, against),
            "offer": partial(self._impartially, self.seating.offer, seat, other, By(MODERATOR)),
            "seat": partial(self._impartially, self.seating.seat_now, seat, other, By(MODERATOR)),
            "swap now": partial(self._impartially, self.seating.swap_now, seat, against, By(MODERATOR)),
            "vacate": partial(self._impartially, self.seating.vacate, seat, By(MODERATOR)),
            "look": partial(self._look, user, seat),
            "rule": partial(self._rule, user),
            "forget": partial(privacy.forget, self.bot.campaigns, user),
            "answer": self._answer,
            "lapse": partial(settle, self.bot.campaigns, self.bot.store.now() + OFFERED),
        }
        # Often enough that somebody sits, and that somebody answers.
        usual = ["take", "take", "sit", "sit", "sit", "answer", "answer", "answer", "lend", "leave", "swap"]
        deed = self.chooser.choice([*deeds, *usual])
        with suppress(PoliteError):
            try:
                await deeds[deed]()
            except Forewarned as why:
                self.agree(str(why), why.wanted.user)
                await self.seating.do(why.wanted)
            self.done[deed] += 1
        await self.check(deed)

    async def check(self, deed: str) -> None:
        """Whoever sits has seen; nobody plays, or is to, who has seen another side or ruled without leave."""
        seating = (await self.campaign()).seating
        ruled = Counter(
            row.actor_id
            for row in await self.bot.store.look(
                partial(rows.audits.of_guild, guild_id=self.table.guild.id, campaign_id=self.id, limit=999)
            )
            if row.act in rows.sights.RULINGS
        )
        for moderator in PEOPLE:
            if ruled[moderator] > self.ruled[moderator]:
                self.leave = {each for each in self.leave if each[0] != moderator}
                self.ruled[moderator] = ruled[moderator]
        for name, sitting in seating.items():
            self.seen |= {(user, name) for user in (sitting.user_id, sitting.owner_id) if user is not None}
        for name, sitting in seating.items():
            # Whoever is offered a swap has read what it means, and has not come to sit yet.
            awaited = sitting.reserved_for if sitting.in_exchange is None else None
            if awaited in self.looked:
                # They may have looked since, and are asked about it when they sit down.
                awaited = None
            against = {
                user
                for each in seating.values()
                if each.seat != name
                for user in (each.user_id, each.owner_id)
                if user is not None
            }
            for user in {sitting.user_id, sitting.owner_id} - {None}:
                lacking = {other for other in against - {user} if (user, name, other) not in self.leave}
                assert not self.ruled[user] or not lacking, f"{deed}: {user} in {name} has ruled: {lacking}"
            for user in {sitting.user_id, sitting.owner_id, awaited} - {None}:
                for who, known in self.seen:
                    if who == user and known != name:
                        lacking = {
                            other for other in against - {user} if (user, known, other) not in self.agreed
                        }
                        assert not lacking, f"{deed}: {user} plays {name} and has seen {known}: {lacking}"

    async def campaign(self) -> Campaign:
        """As it stands."""
        return await self.bot.campaigns.by_id(self.id)

    def agree(self, text: str, by: int) -> None:
        """Somebody goes through with what they have read."""
        ids = {name: seat for seat, name in self.title.seat_names.items()}
        for user, _, names in _KNOWN.findall(text):
            for name in re.split(r", | and ", names):
                if name in ids:
                    self.agreed.add((int(user), ids[name], by))
        self.leave |= {(int(user), ids[name], by) for user, name in _RULED.findall(text)}

    def _wish(self, newcomer: int, by: int) -> None:
        self.agreed |= {(newcomer, seat, by) for seat in self.title.seats}

    async def _sit(self, user: int, seat: str) -> None:
        before = (await self.campaign()).seating[seat]
        if before.in_exchange is not None and before.user_id is not None:
            # Each has read that the other would see what they know.
            self._wish(user, before.user_id)
            self._wish(before.user_id, user)
        await self.seating.sit(self.id, user, seat)

    async def _players(self) -> set[int | None]:
        seating = (await self.campaign()).seating.values()
        return {each for sitting in seating for each in (sitting.user_id, sitting.owner_id)}

    async def _impartially(self, deed: Callable[..., Awaitable[object]], *wanted: Any) -> None:
        """Do what only a moderator who does not play may do."""
        if MODERATOR in await self._players():
            raise PoliteError("Who plays asks the others.")
        await deed(self.id, *wanted)

    async def _rule(self, user: int) -> None:
        if user in await self._players():
            raise PoliteError("Who plays asks the others.")
        ruling = Audit.on(await self.campaign(), user, "set")
        await self.bot.store.transact(partial(rows.audits.put, noted=ruling, now=self.bot.store.now()))

    async def _look(self, user: int, seat: str) -> None:
        if user in await self._players():
            raise PoliteError("Who plays does not look as a moderator while another could.")
        look = partial(rows.sights.look, campaign_id=self.id, user_id=user, seats=[seat])
        await self.bot.store.transact(look)
        self.seen.add((user, seat))
        self.looked.add(user)
        self.agreed = {each for each in self.agreed if each[:2] != (user, seat)}

    async def _answer(self) -> None:
        requests = await self.bot.store.look(partial(rows.requests.open_of, campaign_id=self.id))
        texts = {
            read.request: read.text
            for read in (msgspec.json.decode(each, type=Say) for each in await self.said("say"))
        }
        if not requests:
            raise PoliteError("Nobody is asked anything.")
        request = self.chooser.choice(requests)
        user = self.chooser.choice(PEOPLE)
        answer = self.chooser.choice(["agree", "agree", "agree", "refuse"])
        if answer == "agree":
            # Who asks for a change agrees to what the request says of it, also a moderator who plays since.
            for agreeing in (request.asker_id or user, user):
                self.agree(texts[request.id], agreeing)
        await Consent(self.bot.campaigns).answer(
            request.id,
            user,
            answer,
            guild_id=self.table.guild.id,
            carry_out=partial(carry_out, self.bot.campaigns),
        )

    async def said(self, kind: str) -> Iterator[bytes]:
        """What was to be said in the channel, in order."""

        def look(connection: Connection) -> list[bytes]:
            query = select(outbox.c.payload).where(outbox.c.campaign_id == self.id, outbox.c.kind == kind)
            return list(connection.scalars(query.order_by(outbox.c.id)))

        return iter(await self.bot.store.look(look))


@pytest.mark.deep(seconds=80)
async def test_nobody_who_plays_a_side_has_seen_the_other_without_leave(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    chooser, done = Random(seed("people")), Counter[str]()
    for _ in range(LIVES):
        lobby = await table.bot.campaigns.new(
            table.wish("people", lobby=True, images="never")._replace(title="outposts")
        )
        sitting = {
            name: msgspec.structs.replace(each, user_id=user)
            for (name, each), user in zip(lobby.seating.items(), PEOPLE, strict=False)
        }
        campaign = await table.bot.campaigns.begin(lobby, sitting, user_id=PEOPLE[0])
        people = People(table, campaign, chooser, done)
        for _ in range(DEEDS):
            await people.live()
        campaign = await people.campaign()
        await table.bot.campaigns.end(campaign, version=campaign.version)
    assert {"take", "leave", "lend", "sit", "answer", "seat", "look", "rule", "forget", "swap"} <= set(done)
