"""What people do with a campaign's clocks: stop and restart them, give more time, send a reminder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import discord
import msgspec

from bot.campaigns import autopilot, guards, messages
from bot.campaigns.consent import Agreed
from bot.campaigns.service import Campaigns
from bot.clock import deadlines, notation, rings
from bot.clock.hours import is_open, next_open
from bot.errors import PoliteError
from bot.store import Absence, Audit, Campaign, CampaignHead, DeadlineRow, Message, Write, rows
from bot.surface import layout
from data.catalogue import N_, _, alone
from data.nouns import listed, numbered
from data.sentences import _l

NUDGE_EVERY = timedelta(hours=12)
UNITS = (N_("{n} d"), N_("{n} h"), N_("{n} min"))


async def pause(
    campaigns: Campaigns,
    campaign_id: int,
    *,
    user_id: int | None,
    reason: str,
    moderator: bool = False,
    agreed: Agreed | None = None,
) -> None:
    """Stop the clocks of a campaign, and announce it.

    :param moderator: the user is a moderator who does not play, and only moderators can resume it.
    :param agreed: the request that all have agreed to.
    :raises StaleError: the campaign can't be played now anyway.
    """
    async with campaigns.writing(campaign_id):
        campaign = await campaigns.by_id(campaign_id)
        guards.playable(campaign)
        now = campaigns.store.now()
        by = (
            _("<@{user_id}> has paused the campaign", user_id=user_id)
            if agreed is None
            else _("The campaign is paused{as_asked}", as_asked=agreed.as_asked)
        )
        until = _("a moderator resumes it with `/campaign resume`") if moderator else _("`/campaign resume`")
        said = (
            _(
                "⏸️ {by} as a moderator{reason}\n-# Clocks are stopped until {until}.",
                by=by,
                reason=layout.why(reason),
                until=until,
            )
            if moderator
            else _(
                "⏸️ {by}{reason}\n-# Clocks are stopped until {until}.",
                by=by,
                reason=layout.why(reason),
                until=until,
            )
        )
        await campaigns.store.transact(
            *_settling(agreed),
            partial(
                rows.campaigns.alter,
                campaign_id=campaign_id,
                paused_at=now,
                paused_by=user_id,
                paused_as="moderator" if moderator else "player",
            ),
            *await stop_clocks(campaigns, campaign),
            _noting(Audit.on(campaign, user_id, "pause", reason, _noted(agreed)), now),
            *saying(
                campaigns,
                campaign,
                [
                    messages.say(said, people=[] if agreed is None else agreed.told),
                    # Notices with the old deadlines no longer hold.
                    messages.notice((), None),
                ],
                now,
            ),
            campaign_id=campaign_id,
        )


async def resume(
    campaigns: Campaigns, campaign_id: int, *, user_id: int | None, agreed: Agreed | None = None
) -> None:
    """Restart the clocks of a paused campaign, and tell the seats that are awaited.

    :param agreed: the request that all have agreed to.
    :raises PoliteError: it is not paused.
    """
    async with campaigns.writing(campaign_id):
        campaign = await campaigns.by_id(campaign_id)
        paused_at = paused(campaign)
        now = campaigns.store.now()
        by = (
            _("<@{user_id}> resumes the campaign", user_id=user_id)
            if agreed is None
            else _("The campaign resumes{as_asked}", as_asked=agreed.as_asked)
        )
        said = messages.say(
            _(
                "▶️ {by}, after a pause since {paused_at}.",
                by=by,
                paused_at=discord.utils.format_dt(paused_at, "f"),
            )
        )
        decisions = campaigns.title_of(campaign).decisions(campaigns.state_of(campaign))
        presser = user_id if agreed is None else agreed.presser
        notices = await campaigns.timekeeper.notices((), decisions, campaign.seating, presser)
        # A campaign that is also parked waits for its new channel.
        going = [] if campaign.parked_at else await start_clocks(campaigns, campaign, user_id=user_id)
        await campaigns.store.transact(
            *_settling(agreed),
            partial(
                rows.campaigns.alter, campaign_id=campaign_id, paused_at=None, paused_by=None, paused_as=None
            ),
            # If all players were away, all are asked again; otherwise an absent player stays absent.
            partial(
                rows.seats.absent,
                campaign_id=campaign_id,
                absences=dict.fromkeys(campaign.seating, Absence())
                if autopilot.nobody_plays(campaign)
                else {},
            ),
            *going,
            _noting(Audit.on(campaign, user_id, "resume", detail=_noted(agreed)), now),
            *saying(campaigns, campaign, [said, *notices], now),
            campaign_id=campaign_id,
        )
        campaigns.presence.changed()


def paused(campaign: CampaignHead) -> datetime:
    """Since when a campaign has been paused.

    :raises PoliteError: it is not paused.
    """
    if campaign.paused_at is None and campaign.parked_at is not None and campaign.status == "running":
        raise PoliteError(guards.PARKED)
    if campaign.paused_at is None or campaign.status != "running":
        raise PoliteError(_l("This campaign is not paused."))
    return campaign.paused_at


async def stop_clocks(campaigns: Campaigns, campaign: Campaign) -> list[Write]:
    """Writes that stop the clocks of a campaign; clocks that are stopped stay so."""
    owed = await campaigns.store.deadlines_of(campaign.id)
    hours = await campaigns.timekeeper.hours_of(campaign.seating)
    now = campaigns.store.now()
    still = [deadlines.stopped(row, hours[row.seat], now) for row in owed]
    return [partial(rows.deadlines.replace, campaign_id=campaign.id, deadlines=still)] if owed else []


async def start_clocks(campaigns: Campaigns, campaign: Campaign, *, user_id: int | None) -> list[Write]:
    """Writes that restart the stopped clocks of a campaign.

    :param user_id: the person who restarts them, and knows what they owe.
    """
    owed = await campaigns.store.deadlines_of(campaign.id)
    hours = await campaigns.timekeeper.hours_of(campaign.seating)
    clock, now = notation.read(campaign.clock), campaigns.store.now()
    going = [
        deadlines.resumed(
            clock,
            row,
            hours[row.seat],
            now,
            knows=user_id is not None and campaign.seating[row.seat].user_id == user_id,
        )
        for row in owed
    ]
    return [partial(rows.deadlines.replace, campaign_id=campaign.id, deadlines=going)] if owed else []


async def extend(
    campaigns: Campaigns,
    campaign_id: int,
    more: timedelta,
    seats: Sequence[str],
    *,
    user_id: int | None,
    by_right: bool,
    agreed: Agreed | None = None,
) -> list[DeadlineRow]:
    """Give seats more time for what they owe, and announce it; returns the deadlines that were moved.

    :param by_right: for example by a moderator or by agreement, so that it is in the audit log; the time that
        players give each other is limited.
    :param agreed: the request that all have agreed to.
    :raises PoliteError: none of them owes a decision with a deadline, or it is too much time.
    """
    async with campaigns.writing(campaign_id):
        campaign = await campaigns.by_id(campaign_id)
        running(campaign)
        title, store = campaigns.title_of(campaign), campaigns.store
        clock, now = notation.read(campaign.clock), store.now()
        hours = await campaigns.timekeeper.hours_of(campaign.seating)
        before = await store.deadlines_of(campaign_id)
        after = [
            deadlines.extended(clock, row, more, hours[row.seat], now) if row.seat in seats else row
            for row in before
        ]
        moved = [row for row, was in zip(after, before, strict=True) if row != was]
        if not moved:
            raise PoliteError(
                _l(
                    "Nothing was extended: no seat that you can give time to has a deadline now. "
                    "`/campaign deadline` shows all deadlines."
                )
            )
        with alone():
            gifts = [] if by_right else [await _gift(campaigns, campaign, clock, moved, more)]
        names = listed([f"**{title.seat_names[seat]}**" for seat in dict.fromkeys(r.seat for r in moved)])
        length = numbered(more // timedelta(hours=1), "hour")
        ends = [row.due_at for row in moved if row.due_at]
        until = _(", now until {ends}", ends=discord.utils.format_dt(min(ends), "f")) if ends else ""
        said = _(
            "⏳ <@{user_id}> gives {names} {length} more{until}.",
            user_id=user_id,
            names=names,
            length=length,
            until=until,
        )
        if agreed is not None:
            said = _(
                "⏳ {length} more for {names}{as_asked}{until}.",
                length=length,
                names=names,
                as_asked=agreed.as_asked,
                until=until,
            )
        detail = _(
            "{length} for {moved}", length=length, moved=", ".join(dict.fromkeys(row.seat for row in moved))
        )
        detail = ", ".join(filter(None, (detail, _noted(agreed))))
        noting = [_noting(Audit.on(campaign, user_id, "extend", detail=detail), now)] if by_right else []
        await store.transact(
            *_settling(agreed),
            partial(rows.deadlines.replace, campaign_id=campaign_id, deadlines=after),
            *noting,
            *gifts,
            *saying(
                campaigns, campaign, [messages.say(said, people=[] if agreed is None else agreed.told)], now
            ),
            campaign_id=campaign_id,
        )
    return moved


class Given(msgspec.Struct, frozen=True, array_like=True):
    """The time that players have given a seat for one decision."""

    seq: int
    """The last journal entry at that time: a seat that has acted since owes another decision."""
    time: timedelta


async def _gift(
    campaigns: Campaigns,
    campaign: Campaign,
    clock: notation.Clock,
    moved: Sequence[DeadlineRow],
    more: timedelta,
) -> Write:
    """The write that records a player's gift: at most the whole time of a decision, and twice that in all.

    :raises PoliteError: it is more.
    """
    store, key = campaigns.store, f"given:{campaign.id}"
    noted = await store.look(partial(rows.people.noted, key=key))
    given = {} if noted is None else msgspec.json.decode(noted, type=dict[str, Given])
    names = campaigns.title_of(campaign).seat_names
    for row in moved:
        earlier = given.get(row.seat)
        since = [] if earlier is None else await store.journal(campaign.id, earlier.seq + 1)
        acted = any(entry.seat == row.seat for entry in since)
        before = timedelta() if earlier is None or acted else earlier.time
        whole = rings.allowance(clock, interrupt=row.interrupt, bank=None) or timedelta()
        if more > whole or before + more > 2 * whole:
            raise PoliteError(
                _l(
                    "Players can give {seat} at most {whole} at once, and {length} more in all. A "
                    "moderator who does not play can give more.",
                    seat=names[row.seat],
                    whole=length(whole),
                    length=length(2 * whole - before),
                )
            )
        given[row.seat] = Given(campaign.last_seq, before + more)
    return partial(rows.people.note, key=key, value=msgspec.json.encode(given).decode())


def length(time: timedelta) -> str:
    """A length of time to the minute: `2 d 4 h`, `35 min`."""
    days, rest = divmod(time // timedelta(minutes=1), 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = zip(UNITS, (days, hours, minutes), strict=True)
    return " ".join(unit(n=count) for unit, count in parts if count) or _("nothing")


async def ring(campaigns: Campaigns, campaign_id: int, seats: Sequence[str] | None) -> dict[str, datetime]:
    """Send a reminder by hand to awaited seats, all if none is named; returns when each is sent.

    Quiet hours are respected.

    :raises PoliteError: none of them is awaited or wants reminders, or a reminder was sent just now.
    """
    async with campaigns.writing(campaign_id):
        campaign = await campaigns.by_id(campaign_id)
        guards.playable(campaign)
        store, now = campaigns.store, campaigns.store.now()
        key = f"nudged:{campaign_id}"
        before = await store.look(partial(rows.people.noted, key=key))
        again = now if before is None else datetime.fromisoformat(before) + NUDGE_EVERY
        if again > now + NUDGE_EVERY:
            # The clock was ahead at the last reminder.
            again = now
        if again > now:
            raise PoliteError(
                _l(
                    "A reminder was sent by hand not long ago. The next one can be sent {again}.",
                    again=discord.utils.format_dt(again, "R"),
                )
            )
        with alone():
            asked = _awaited(campaigns, campaign, seats)
        muted = {(row.seat, row.kind) for row in await store.deadlines_of(campaign_id) if row.muted}
        heard = {seat: kind for seat, kind in asked.items() if (seat, kind) not in muted}
        if not heard:
            raise PoliteError(
                _l("No reminder was sent: the players who have to decide have muted this turn's reminders.")
            )
        hours = await campaigns.timekeeper.hours_of(campaign.seating)
        times = {seat: now if is_open(hours[seat], now) else next_open(hours[seat], now) for seat in heard}
        # A player who holds several seats is pinged once, about all of them.
        rung = {campaign.seats[seat]: seat for seat in reversed(heard)}
        nudges = [
            msgspec.structs.replace(
                messages.nudge(seat, heard[seat], "nudge"),
                not_before=None if times[seat] == now else times[seat],
            )
            for seat in rung.values()
        ]
        await store.transact(
            partial(rows.people.note, key=key, value=now.isoformat()),
            partial(rows.outbox.add, campaign_id=campaign_id, messages=nudges, now=now),
            campaign_id=campaign_id,
        )
    return times


def _awaited(campaigns: Campaigns, campaign: Campaign, seats: Sequence[str] | None) -> dict[str, str]:
    """Kinds of the decisions that are owed, by seat.

    :raises PoliteError: none of these seats owes one, or it is vacant.
    """
    title = campaigns.title_of(campaign)
    asked = {d.seat: d.kind for d in title.decisions(campaigns.state_of(campaign))}
    if seats is not None:
        asked = {seat: kind for seat, kind in asked.items() if seat in seats}
    if not asked:
        raise PoliteError(_l("That seat has nothing to decide now, so it gets no reminder."))
    sitting = {seat: kind for seat, kind in asked.items() if seat in campaign.seats}
    if not sitting:
        names = listed([title.seat_names[seat] for seat in asked])
        raise PoliteError(
            _l(
                "Nobody plays {names}, so nobody can be reminded. `/seat take` fills the seat.",
                names=names,
            )
        )
    return sitting


def running(campaign: Campaign) -> None:
    """Check that a campaign has clocks, running or stopped.

    :raises PoliteError: it has none; the text says why.
    """
    if campaign.paused_at is None:
        guards.playable(campaign)
    if campaign.clock.startswith("none"):
        raise PoliteError(_l("This campaign has no deadlines."))


def _noted(agreed: Agreed | None) -> str:
    """Text for the audit log."""
    return "" if agreed is None else agreed.noted


def _settling(agreed: Agreed | None) -> list[Write]:
    """The first write: a request that was settled in the meantime is not carried out again."""
    return [] if agreed is None else [agreed.settling]


def _noting(act: Audit, now: datetime) -> Write:
    return partial(rows.audits.put, noted=act, now=now)


def saying(campaigns: Campaigns, campaign: Campaign, said: Sequence[Message], now: datetime) -> list[Write]:
    """The write that adds these messages and updates the card, which shows the deadlines."""
    card = messages.card(campaigns.chapter_of(campaign))
    return [partial(rows.outbox.add, campaign_id=campaign.id, messages=[card, *said], now=now)]
