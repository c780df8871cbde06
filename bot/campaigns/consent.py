"""Requests for consent: a message in the channel, whose buttons let the other players agree or refuse.

A request is for an act of `bot.campaigns.proposals`, which is done when all the other players have agreed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import discord
import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.proposals import Deal, End, Seating, Wanted
from bot.campaigns.service import Campaigns
from bot.clock import notation
from bot.clock.hours import due
from bot.clock.notation import Clock
from bot.errors import BusyError, NotSeatedError, PoliteError, StaleError
from bot.store import Campaign, CampaignHead, Request, Write, rows
from data.catalogue import N_, _
from data.nouns import labelled, listed, upper
from data.sentences import Phrase, Sentence, _l

KEPT = timedelta(days=7)
"""How long a request waits for its answers."""
AGAIN = timedelta(days=1)
"""The time after which a person may ask again for something that was refused or that they withdrew."""
MOST_PATIENT = timedelta(days=6)
"""The most time to answer if a majority has agreed, vacations or not."""
UNCLOCKED, SHORTEST, LONGEST = timedelta(days=3), timedelta(days=1), timedelta(days=5)
"""The time to answer without a clock, the least and the most."""
UNKNOWN = N_("I don't know that request.")
SETTLED = N_("That request is already settled.")
LATE = N_("That is no longer possible. {refusal}")

_DECODER: msgspec.json.Decoder[Wanted] = msgspec.json.Decoder(Wanted)


class Answer(NamedTuple):
    """The effect of one answer on a request."""

    told: Phrase
    """Text for the person who answered."""
    shown: str
    """New text of the request; empty if it is not known."""
    settled: bool
    """Whether no other answer is awaited."""


class Agreed(NamedTuple):
    """An act that all have agreed to, and that is to be done."""

    wanted: Wanted
    campaign: Campaign
    """The campaign when the last person agreed."""
    asker: int | None
    """The person in whose name it is done."""
    presser: int
    """The person who agreed last, and so knows of it."""
    settling: Write
    """Settles the request; written in the same transaction as the act, so that it happens once."""
    silent: Sequence[int] = ()
    """The people who did not answer in time."""

    @property
    def as_asked(self) -> str:
        """The end of a sentence that tells what was done."""
        if self.asker is None:
            return _(", as {why}", why=_why(self.silent))
        how = f": {_why(self.silent)}" if self.silent else _(" and all agreed")
        return _(", as <@{asker}> asked{how}", asker=self.asker, how=how)

    @property
    def noted(self) -> str:
        """Text for the audit log."""
        return _("{silent} silent", silent=_people(self.silent)) if self.silent else _("agreed by all")

    @property
    def told(self) -> list[int]:
        """The asker, who is told of the result unless they pressed last."""
        return [] if self.asker in (None, self.presser) else [self.asker]


CarryOut = Callable[[Agreed], Awaitable[None]]


def _why(silent: Sequence[int]) -> str:
    """How it was agreed on, as a clause; `silent` are the people who did not answer in time."""
    if not silent:
        return _("all have agreed")
    if len(silent) > 1:
        still = _("{silent} have not answered", silent=_people(silent))
    else:
        still = _("{silent} has not answered", silent=_people(silent))
    return _("{silent} and nobody has refused", silent=still)


def _people(users: Iterable[int]) -> str:
    return listed(_mentions(users))


def _mentions(users: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"<@{user}>" for user in users)


def patience(clock: Clock) -> timedelta:
    """The time to answer a request without which the game could not go on: as long as for a decision.

    It is a day at least, and less than a request is kept.
    """
    time = UNCLOCKED if clock.kind == "none" else clock.time
    return min(max(time, SHORTEST), LONGEST)


def others_of(campaign: Campaign, wanted: Wanted | type[Wanted], user_id: int | None) -> list[int]:
    """The people other than the caller who have to agree, each once."""
    if isinstance(wanted, Seating):
        # A person who no longer plays has nothing to agree to; the newcomer has, and does not play yet.
        playing = {*campaign.people, wanted.newcomer}
        return [user for user in wanted.asked if user in playing]
    if isinstance(wanted, Deal):
        return [wanted.asked] if campaign.seats.get(wanted.payee) == wanted.asked else []
    asked = campaign.owners if wanted.of_owners else campaign.opponents_of(user_id)
    return [user for user in asked if user != user_id]


def lapsed(request: Request, campaign: CampaignHead, last_seq: int, now: datetime) -> bool:
    """Whether an open request can no longer be agreed to.

    :param last_seq: the last entry of the journal.
    """
    if campaign.is_over or now - request.at >= KEPT:
        return True
    wanted = read(request)
    return (wanted.seq is not None and last_seq != wanted.seq) or bool(wanted.moot(campaign))


def is_heard(request: Request, campaign: CampaignHead, last_seq: int, now: datetime) -> bool:
    """Whether a request is open, and people may hear of it who are not asked: not of a private room's."""
    return read(request).room is None and not lapsed(request, campaign, last_seq, now)


def read(request: Request) -> Wanted:
    """The act that a request asks for."""
    return _DECODER.decode(request.body)


def quorum(asked: int) -> int:
    """The number of people that is a majority of those who are asked."""
    return asked // 2 + 1


class Consent:
    """Asks the people of a campaign, and keeps their answers."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def ask(self, wanted: Wanted, what: str, *lines: str, user_id: int) -> int:
        """Ask all the other players to agree, in the channel; returns the request's id.

        :param what: as in "Camille asks to {what}".
        :param lines: further lines about it.
        :raises PoliteError: there is no other player, or the request is already open.
        """
        async with self._campaigns.writing(wanted.campaign):
            return await self.put(
                await self._campaigns.by_id(wanted.campaign), wanted, what, *lines, user_id=user_id
            )

    async def put(self, campaign: Campaign, wanted: Wanted, what: str, *lines: str, user_id: int) -> int:
        """Ask like `ask`; the caller is already the campaign's only writer."""
        others = others_of(campaign, wanted, user_id)
        if not others:
            raise PoliteError(_l("Nobody else plays in this campaign, so there is nobody to ask."))
        for pending in await self._store.look(partial(rows.requests.open_of, campaign_id=campaign.id)):
            asked = read(pending)
            if asked.alike(wanted) and not lapsed(pending, campaign, campaign.last_seq, self._store.now()):
                raise StaleError(_l("The others have already been asked. Wait for their answers."))
        await self._see_not_asked_lately(campaign, wanted, user_id)
        if wanted.of_board or (isinstance(wanted, End) and wanted.how == "drawn" and len(others) == 1):
            # Between two players, a draw is offered for the present board only.
            wanted = msgspec.structs.replace(wanted, seq=campaign.last_seq)
        said = await self._said(campaign, wanted, _("asks to {what}", what=what), lines, others, user_id)
        made = 0

        def write(connection: Connection) -> None:
            nonlocal made
            now = self._store.now()
            body = msgspec.json.encode(msgspec.structs.replace(wanted, said=said))
            made = rows.requests.ask(connection, campaign.id, campaign.version, user_id, body, now)
            asking = messages.say(said, people=others, request=made, topic=topic(made), room=wanted.room)
            rows.outbox.add(connection, campaign.id, [asking], now)

        await self._store.transact(write, campaign_id=campaign.id)
        return made

    async def _see_not_asked_lately(self, campaign: Campaign, wanted: Wanted, user_id: int) -> None:
        """Check that a person does not repeat a request shortly after it was refused or withdrawn.

        The other players would be pinged again and again.

        :raises StaleError: that was a short time ago; for a request about the board, on the same board.
        """
        since = self._store.now() - AGAIN
        lately = partial(rows.requests.settled_since, campaign_id=campaign.id, since=since)
        for request in await self._store.look(lately):
            asked = read(request)
            stands = asked.seq in (None, campaign.last_seq)
            if not stands or request.asker_id != user_id or not asked.alike(wanted):
                continue
            # A withdrawn request pinged the others once, when it was made.
            at = request.settled_at if asked.refused else request.at
            if (asked.refused or asked.withdrawn) and at is not None and at + AGAIN > self._store.now():
                raise StaleError(_why_not_again(asked, discord.utils.format_dt(at + AGAIN, "R")))

    async def _said(
        self,
        campaign: Campaign,
        wanted: Wanted,
        asks: str,
        lines: Sequence[str],
        others: Sequence[int],
        user_id: int,
    ) -> str:
        """The text of the request."""
        now, words = self._store.now(), wanted.words
        by_majority = wanted.by_majority and len(others) > 1
        ends = await self.ends(campaign, wanted, others, now) if wanted.by_silence or by_majority else {}
        until = _("lapses after {days} days", days=KEPT.days)
        if wanted.seq is not None:
            until = _("lapses when the game goes on")
        elif wanted.room is not None:
            until = _("lapses when this room closes")
        silence = ""
        if by_majority:
            silence = _(
                " Once {most} of the {number} have agreed, silence after {by} no longer blocks it: "
                "<@{user_id}> can then press Agree.",
                most=quorum(len(others)),
                number=len(others),
                by=discord.utils.format_dt(max(ends.values()), "f"),
                user_id=user_id,
            )
        elif ends and max(ends.values()) < now + KEPT:
            by = discord.utils.format_dt(max(ends.values()), "f")
            silence = _(
                " After {by}, players who have neither answered nor played no longer block it: "
                "<@{user_id}> can then press Agree.",
                by=by,
                user_id=user_id,
            )
        foot = _(
            "-# Once everyone has agreed, {done}.{silence} The request {until}.",
            done=words.done,
            silence=silence,
            until=until,
        )
        head = labelled(f"{words.emoji} {_people(others)}", f"<@{user_id}> {asks}")
        return "\n".join(line for line in (head, *lines, foot) if line)

    async def ends(
        self, campaign: Campaign, wanted: Wanted, people: Sequence[int], since: datetime
    ) -> dict[int, datetime]:
        """The end of the time to answer, by person, outside their quiet hours and vacation.

        With a majority, a vacation does not keep the other players waiting.
        """
        time = patience(notation.read(campaign.clock))
        hours = await self._campaigns.timekeeper.hours_of_people(people)
        latest = since + MOST_PATIENT
        by = {user: due(hours[user], since, time) for user in people}
        return {user: min(at, latest) for user, at in by.items()} if wanted.by_majority else by

    async def answer(
        self, request_id: int, user_id: int, answer: str, *, guild_id: int | None, carry_out: CarryOut
    ) -> Answer:
        """Keep a person's `agree`, `refuse` or `withdraw`; the last consent carries the act out.

        :param carry_out: does what all have agreed to.
        :raises PoliteError: the request is settled, or this person was not asked.
        """
        unlocked = await self._store.look(partial(rows.requests.by_id, request_id=request_id))
        if unlocked is None:
            raise StaleError(UNKNOWN)
        async with self._campaigns.writing(unlocked.campaign_id, wait=True):
            # Read again: another person may have answered while this waited.
            request = await self._store.look(partial(rows.requests.by_id, request_id=request_id))
            campaign = await self._campaigns.by_id(unlocked.campaign_id)
            if request is None or campaign.guild_id != guild_id:
                raise StaleError(UNKNOWN)
            wanted = read(request)
            answered = await self._noted(request, wanted, campaign, user_id, answer)
        if isinstance(answered, Answer):
            return answered

        async with self._campaigns.languages.aloud(campaign):
            why = f"{wanted.words.emoji} {upper(_why(answered))}"
            done = _closed(wanted, f"{labelled(why, wanted.words.done)}.")
        settle = self._settling(request, done)

        def settling(connection: Connection) -> None:
            if not settle(connection):
                raise StaleError(SETTLED)

        agreed = Agreed(wanted, campaign, request.asker_id, user_id, settling, answered)
        verdict = _("Nobody has refused") if answered else _("You have agreed")
        try:
            await carry_out(agreed)
        except PoliteError as refusal:
            if isinstance(refusal, BusyError) or campaign.stands_still:
                # The consent is kept: the same button may be pressed again, or once the campaign goes on.
                raise
            async with self._campaigns.languages.aloud(campaign):
                shown = _closed(wanted, f"{why}. {LATE(refusal=refusal)}")
            if not await self._settle(request, shown):
                raise  # Somebody else's press has done it, and says so.
            return Answer(f"{verdict}. {LATE(refusal=refusal)}", shown, settled=True)
        # Most acts have written it with them, so that a crash leaves no button.
        await self._settle(request, done)
        return Answer(_("{told}, and {done}.", told=verdict, done=wanted.words.done), done, settled=True)

    async def _noted(
        self, request: Request, wanted: Wanted, campaign: Campaign, user_id: int, answer: str
    ) -> Answer | list[int]:
        """Keep an answer; if the act is to be done now, returns the people who did not answer in time."""
        if request.settled_at is not None:
            raise StaleError(SETTLED)
        asked = others_of(campaign, wanted, request.asker_id)
        if user_id not in (*asked, request.asker_id):
            raise NotSeatedError(_l("Only those who hold a seat in this campaign are asked."))
        emoji, _done, refused = wanted.words
        if lapsed(request, campaign, campaign.last_seq, self._store.now()):
            why = _gone_by(wanted, campaign)
            shown = _closed(wanted, f"{emoji} {why}")
            await self._settle(request, shown)
            return Answer(why, shown, settled=True)
        if user_id == request.asker_id:
            if answer == "agree":
                return await self._silent(request, wanted, campaign, asked)
            line = _(
                "{emoji} <@{user_id}> has withdrawn the request: {refused}.",
                emoji=emoji,
                user_id=user_id,
                refused=refused,
            )
            shown = _closed(wanted, line)
            await self._settle(request, shown or line, msgspec.structs.replace(wanted, withdrawn=True))
            return Answer(_l("You have withdrawn your request."), shown, settled=True)
        if answer == "withdraw":
            raise PoliteError(_l("Only the player who made a request can withdraw it; you can refuse it."))
        if answer == "refuse":
            line = _(
                "{emoji} <@{user_id}> has refused: {refused}.", emoji=emoji, user_id=user_id, refused=refused
            )
            shown = _closed(wanted, line)
            await self._settle(request, shown, msgspec.structs.replace(wanted, refused=True))
            return Answer(_l("You have refused."), shown, settled=True)
        agreed: list[int] = []

        def write(connection: Connection) -> None:
            nonlocal agreed
            agreed = rows.requests.agree(connection, request, user_id)

        await self._store.transact(write, campaign_id=campaign.id)
        awaited = [user for user in asked if user not in agreed]
        if not awaited:
            return []
        still = _l("Still to answer: {awaited}.", awaited=_mentions(awaited))
        already = _people(user for user in asked if user in agreed)
        so_far = _("✅ Agreed: {people}. {still}", people=already, still=still)
        return Answer(_l("You have agreed. {still}", still=still), _open(wanted, so_far), settled=False)

    async def _silent(
        self, request: Request, wanted: Wanted, campaign: Campaign, asked: Sequence[int]
    ) -> list[int]:
        """The people who neither answered in time nor played, if the act can be done without them.

        :raises PoliteError: the request still waits for a person.
        """
        asks = _l("You made this request yourself. The others have to agree.")
        awaited = [user for user in asked if user not in request.agreed]
        if request.agreed and not awaited:
            # The last person who was awaited no longer plays.
            return []
        if not wanted.by_silence and not (wanted.by_majority and len(asked) > 1):
            raise PoliteError(asks)
        if wanted.by_majority and len(asked) - len(awaited) < quorum(len(asked)):
            most = quorum(len(asked))
            raise PoliteError(
                _l(
                    "{asks} At least {most} of them have to agree, even if the others are silent.",
                    asks=asks,
                    most=most,
                )
            )
        ends, now = await self.ends(campaign, wanted, awaited, request.at), self._store.now()
        if ends and max(ends.values()) > now:
            by = discord.utils.format_dt(max(ends.values()), "f")
            raise PoliteError(_l("{asks} The request waits for answers until {by}.", asks=asks, by=by))
        if wanted.by_majority:
            # A person who plays on has seen the request and can refuse it.
            return awaited
        played = {row.user_id for row in await self._store.journal(campaign.id) if row.at > request.at}
        if here := [user for user in awaited if user in played]:
            raise PoliteError(
                _l("{asks} {here} has played since, so an answer is needed.", asks=asks, here=_mentions(here))
            )
        return awaited

    async def _settle(self, request: Request, shown: str = "", kept: Wanted | None = None) -> bool:
        """Settle a request, as `_settling` says; False if it was settled before."""
        # A server may have it run again: the last counts.
        settled: list[bool] = []
        write = self._settling(request, shown, kept)
        await self._store.transact(lambda c: settled.append(write(c)), campaign_id=request.campaign_id)
        return settled[-1]

    def _settling(
        self, request: Request, shown: str, kept: Wanted | None = None
    ) -> Callable[[Connection], bool]:
        """Settles a request, whose message loses its buttons; gives False if it was settled before.

        :param shown: new text of the message.
        :param kept: new body of the request, if it has changed.
        """
        about, room = topic(request.id), read(request).room
        said = [messages.say(shown, request=request.id, topic=about, room=room)] if shown else []
        body = None if kept is None else msgspec.json.encode(kept)

        def write(connection: Connection) -> bool:
            now = self._store.now()
            settled = rows.requests.settle(connection, request.id, now, body)
            if settled:
                rows.outbox.add(connection, request.campaign_id, said, now)
                for key in (reminded(request.id), *(() if said else (about,))):
                    rows.people.unnote(connection, key)
            return settled

        return write

    async def expire(self, campaign: Campaign, rooms: Collection[int] = ()) -> bool:
        """Settle the lapsed requests of a campaign, and remove their buttons; whether there were any.

        The caller is the campaign's only writer.

        :param rooms: private threads that are about to close; what is asked there lapses with them.
        """
        any_lapsed = False
        for request in await self._store.look(partial(rows.requests.open_of, campaign_id=campaign.id)):
            wanted = read(request)
            if wanted.room in rooms or lapsed(request, campaign, campaign.last_seq, self._store.now()):
                line = f"{wanted.words.emoji} {_gone_by(wanted, campaign)}"
                await self._settle(request, _closed(wanted, line))
                any_lapsed = True
        return any_lapsed


def topic(request_id: int) -> str:
    """The key under which the store keeps the place of a request's message."""
    return f"request:{request_id}"


def reminded(request_id: int) -> str:
    """The key under which the store keeps which reminder a request has had."""
    return f"reminded:{request_id}"


def _why_not_again(asked: Wanted, again: str) -> Sentence:
    """Why a person can't ask for the same thing again at once, and when they can."""
    why = _l("That was refused.") if asked.refused else _l("You asked for that and withdrew it.")
    if asked.seq is None:
        return _l("{why} You can ask again {again}.", why=why, again=again)
    return _l("{why} You can ask again after the next action, or {again}.", why=why, again=again)


def _gone_by(wanted: Wanted, campaign: CampaignHead) -> Sentence:
    """Why a request can no longer be agreed to."""
    if campaign.is_over:
        return _l("The campaign is over: the request has lapsed.")
    late = _l("The game has gone on since") if wanted.seq is not None else _l("It was not answered in time")
    why = wanted.moot(campaign) or late
    return _l("{why}: the request has lapsed.", why=why)


def _open(wanted: Wanted, line: str) -> str:
    """Text of a request that still waits for answers."""
    *asked, foot = wanted.said.splitlines() or [""]
    return "\n".join([*asked, line, foot]) if foot else ""


def _closed(wanted: Wanted, line: str) -> str:
    """Text of a settled request."""
    return "\n".join([*wanted.said.splitlines()[:-1], line]) if wanted.said else ""
