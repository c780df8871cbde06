"""One way to ask a table: a request in the channel, which those who play agree to or refuse by buttons.

What is asked for is an act of `bot.campaigns.proposals`. It is done when all others have agreed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import msgspec
from discord import ButtonStyle, ui
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.proposals import Seating, Wanted
from bot.campaigns.service import Campaigns
from bot.errors import BusyError, NotSeatedError, PoliteError, StaleError
from bot.games.wording import listed
from bot.store import Campaign, CampaignHead, Request, Write, rows
from bot.surface import custom_ids, layout

KEPT = timedelta(days=7)
"""How long a request waits for its answers."""
UNKNOWN = "That request is not known here."
SETTLED = "That request is settled already."

_DECODER: msgspec.json.Decoder[Wanted] = msgspec.json.Decoder(Wanted)


class Answer(NamedTuple):
    """What became of a request by somebody's answer."""

    told: str
    """For whoever answered."""
    settled: str | None
    """For everybody, in place of the request; None while others are awaited."""


class Agreed(NamedTuple):
    """Something that all have agreed to, and that is to be done."""

    wanted: Wanted
    campaign: Campaign
    """As it stood when the last one agreed."""
    asker: int | None
    """In whose name it is done."""
    presser: int
    """Who agreed last, and knows of it."""
    settling: Write
    """Settles the request; to be written with what is done, so that it happens once."""

    @property
    def as_asked(self) -> str:
        """What is added to a sentence that tells what was done."""
        return ", as all have agreed" if self.asker is None else f", as <@{self.asker}> asked and all agreed"

    @property
    def told(self) -> list[int]:
        """Whoever asked is told what came of it, unless they know."""
        return [] if self.asker in (None, self.presser) else [self.asker]


CarryOut = Callable[[Agreed], Awaitable[None]]


def others_of(campaign: Campaign, wanted: Wanted | type[Wanted], user_id: int | None) -> list[int]:
    """Those who have to agree to something beside whoever asks, each once."""
    if isinstance(wanted, Seating):
        return wanted.asked
    asked = campaign.owners if wanted.of_owners else dict.fromkeys(campaign.seats.values())
    return [user for user in asked if user != user_id]


def lapsed(request: Request, campaign: CampaignHead, now: datetime) -> bool:
    """Whether a request that is not settled can be agreed to no more."""
    if campaign.is_over or now - request.at > KEPT:
        return True
    return _DECODER.decode(request.body).of_board and campaign.version != request.version


class Consent:
    """Asks the people of a campaign, and notes what they answer."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def ask(self, wanted: Wanted, what: str, *lines: str, user_id: int) -> int:
        """Ask all others who play to agree, in the channel; gives the request's id.

        :param what: what is asked for, as in "Camille asks to {what}".
        :param lines: more about it.
        :raises PoliteError: there is nobody to ask, or they are being asked already.
        """
        async with self._campaigns.writing(wanted.campaign):
            return await self.put(
                await self._campaigns.by_id(wanted.campaign), wanted, what, *lines, user_id=user_id
            )

    async def put(self, campaign: Campaign, wanted: Wanted, what: str, *lines: str, user_id: int) -> int:
        """As `ask`, for whoever is the campaign's one writer already."""
        others = others_of(campaign, wanted, user_id)
        if not others:
            raise PoliteError("There is nobody to ask: nobody else plays in this campaign.")
        for pending in await self._store.look(partial(rows.requests.open_of, campaign_id=campaign.id)):
            asked = _DECODER.decode(pending.body)
            if asked.alike(wanted) and not lapsed(pending, campaign, self._store.now()):
                raise StaleError("The others are being asked already; their answers are awaited.")
        words = wanted.words
        until = "lapses when the game goes on" if wanted.of_board else f"lapses after {KEPT.days} days"
        text = "\n".join(
            line
            for line in (
                f"{words.emoji} {listed([f'<@{user}>' for user in others])}: <@{user_id}> asks to {what}",
                *lines,
                f"-# When all have agreed, {words.done}. The request {until}.",
            )
            if line
        )
        made = 0

        def write(connection: Connection) -> None:
            nonlocal made
            now, body = self._store.now(), msgspec.json.encode(wanted)
            made = rows.requests.ask(connection, campaign.id, campaign.version, user_id, body, now)
            said = messages.say(text, people=others, request=made)
            rows.outbox.add(connection, campaign.id, [said], now)

        await self._store.transact(write, campaign_id=campaign.id)
        return made

    async def answer(
        self, request_id: int, user_id: int, answer: str, *, guild_id: int | None, carry_out: CarryOut
    ) -> Answer:
        """Note somebody's `agree`, `refuse` or `withdraw`; with the last consent it is carried out.

        :param carry_out: does what all have agreed to.
        :raises PoliteError: the request is settled, or it is not theirs to answer.
        """
        unlocked = await self._store.look(partial(rows.requests.by_id, request_id=request_id))
        if unlocked is None:
            raise StaleError(UNKNOWN)
        async with self._campaigns.writing(unlocked.campaign_id, wait=True):
            # Read anew: somebody may have answered while we waited for the others.
            request = await self._store.look(partial(rows.requests.by_id, request_id=request_id))
            campaign = await self._campaigns.by_id(unlocked.campaign_id)
            if request is None or campaign.guild_id != guild_id:
                raise StaleError(UNKNOWN)
            wanted = _DECODER.decode(request.body)
            settled = await self._noted(request, wanted, campaign, user_id, answer)
        if settled is not None:
            return settled

        def settling(connection: Connection) -> None:
            if not rows.requests.settle(connection, request_id, self._store.now()):
                raise StaleError(SETTLED)

        try:
            await carry_out(Agreed(wanted, campaign, request.asker_id, user_id, settling))
        except BusyError:
            # All have agreed, which is noted: the same button may be pressed again.
            raise
        except PoliteError as why:
            if campaign.stands_still:
                # It may be done when the campaign goes on.
                raise
            await self._settle(request)
            late = f"It can't be done any more. {why}"
            return Answer(f"You have agreed. {late}", f"{wanted.words.emoji} All have agreed. {late}")
        await self._settle(request)
        emoji, done, _ = wanted.words
        return Answer(f"You have agreed, and {done}.", f"{emoji} All have agreed: {done}.")

    async def _noted(
        self, request: Request, wanted: Wanted, campaign: Campaign, user_id: int, answer: str
    ) -> Answer | None:
        """Note an answer; None where all have agreed, so that it is to be done."""
        if request.settled_at is not None:
            raise StaleError(SETTLED)
        asked = others_of(campaign, wanted, request.asker_id)
        if user_id not in (*asked, request.asker_id):
            raise NotSeatedError("Only those who hold a seat in this campaign are asked.")
        emoji, _, refused = wanted.words
        if lapsed(request, campaign, self._store.now()):
            await self._settle(request)
            why = "The game has gone on since" if wanted.of_board else "It was not answered in time"
            return Answer(f"{why}: the request has lapsed.", f"{emoji} {why}: the request has lapsed.")
        if user_id == request.asker_id:
            if answer == "agree":
                raise PoliteError("You have asked for this yourself; the others have to agree.")
            await self._settle(request)
            withdrawn = f"{emoji} <@{user_id}> has withdrawn the request: {refused}."
            return Answer("You have withdrawn your request.", withdrawn)
        if answer == "withdraw":
            raise PoliteError("Only whoever asked can withdraw a request; you can refuse it.")
        if answer == "refuse":
            await self._settle(request)
            return Answer("You have refused.", f"{emoji} <@{user_id}> has refused: {refused}.")
        agreed = sorted({*request.agreed, user_id})
        await self._store.transact(
            partial(rows.requests.agree, request_id=request.id, agreed=agreed), campaign_id=campaign.id
        )
        awaited = [user for user in asked if user not in agreed]
        if not awaited:
            return None
        return Answer(
            f"You have agreed. Still to answer: {listed([f'<@{user}>' for user in awaited])}.", None
        )

    async def _settle(self, request: Request) -> None:
        await self._store.transact(
            partial(rows.requests.settle, request_id=request.id, now=self._store.now()),
            campaign_id=request.campaign_id,
        )


def request_view(text: str, request_id: int) -> ui.LayoutView:
    """The message in which the others are asked."""
    agree = custom_ids.request("agree", request_id)
    refuse = custom_ids.request("refuse", request_id)
    return layout.question(
        text,
        ui.Button(label="Agree", style=ButtonStyle.success, custom_id=agree),
        ui.Button(label="Refuse", style=ButtonStyle.danger, custom_id=refuse),
    )


def asked_view(wanted: Wanted, request_id: int) -> ui.LayoutView:
    """What whoever asked is told, with the button that withdraws the request."""
    withdraw = custom_ids.request("withdraw", request_id)
    return layout.question(
        f"The others are asked in the channel. When all have agreed, {wanted.words.done}.",
        ui.Button(label="Withdraw", style=ButtonStyle.secondary, custom_id=withdraw),
    )
