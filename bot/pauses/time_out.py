"""The decisions for a seat whose time is over."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from bot.campaigns import autopilot, messages
from bot.campaigns.awaited import closes
from bot.campaigns.progress import MOST_ANSWERS, Orders, Progress
from bot.campaigns.service import Campaigns
from bot.clock.notation import Clock
from bot.errors import incident
from bot.pauses import absences
from bot.store import Absence, Campaign, Deadline
from data.catalogue import N_
from data.nouns import several
from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.events import Source

_TOLD: dict[Source, N_] = {
    "default": N_("⏳ {who} ran out of time. The default was used."),
    "automatic": (
        N_(
            "⏳ {who} ran out of time. The automatic player has decided, and plays the rest of the "
            "turn until they play here again."
        )
    ),
}
_AWAY = N_(
    "🤖 {who} missed two turns in a row. Until they play here again, the automatic player answers "
    "for them at once and they get no reminders."
)
_GONE_PASSED = N_("🚪 {who} left the server. From now on their decisions get the default at once.")
_GONE = N_("🚪 {who} left the server. From now on the automatic player decides for them at once.")


async def play(
    campaigns: Campaigns,
    campaign: Campaign,
    clock: Clock,
    late: Iterable[Deadline],
    gone: Collection[int] = (),
) -> bool:
    """Decide for seats whose time is over, by the campaign's clock; False if nothing can be decided.

    An interrupt gets the title's default, and so do the interrupts of its kind that follow before another
    seat decides or dice are rolled: a whole retreat has one clock. A turn that is passed, or a decision that
    closes for all seats at once, gets the default too. The automatic player plays a turn to its end; after
    two missed turns in a row it answers at once. If that holds for every seat, the campaign pauses. All is
    one commit; the caller is the campaign's only writer.

    :param gone: people who have left the server.
    :raises StaleError: another process has moved the campaign on.
    """
    title = campaigns.title_of(campaign)
    progress = await campaigns.progress(campaign)
    rng = autopilot.chance(campaign)
    late = [row for row in late if _owed(progress, row) is not None]
    missed = {row.seat: absent for row in late if (absent := _missed(progress, row, clock, gone)) is not None}
    if missed and autopilot.nobody_plays(campaign, missed):
        await absences.fall_asleep(campaigns, campaign, missed)
        return True
    by_text: dict[N_, list[str]] = {}
    played = []
    for row in late:
        decision = _owed(progress, row)
        source = None if decision is None else await _decide(progress, decision, clock, rng)
        if source is None:
            continue
        orders = (await progress.look_around(campaigns.store)).orders
        while decision := _goes_on(progress, row, orders):
            if await _decide(progress, decision, clock, rng) is None:
                break
        if row.seat in missed:
            progress.absences[row.seat] = missed[row.seat]
        holder = campaign.seats.get(row.seat)
        name = f"**{title.seat_names[row.seat]}**"
        who = name if holder is None else f"<@{holder}> ({name})"
        words = _told(source, missed.get(row.seat), clock, left=holder in gone)
        by_text.setdefault(words, []).append(who)
        played.append(row)
    if not played:
        return False
    # Before the commit, so that it is known which seats are asked in the end.
    await campaigns.follow(progress)
    asked = {(decision.seat, decision.kind) for decision in title.decisions(progress.state)}
    # A player who is asked for something else at once is pinged only by that notice.
    called = {seat for seat, kind in asked - {(row.seat, row.kind) for row in played}}
    people = [campaign.seats[row.seat] for row in played if row.seat in campaign.seats.keys() - called]
    # A player who is asked for the same once more is told only by this message.
    again = [row.seat for row in played if (row.seat, row.kind) in asked]
    # Seats whose time is over together share one line.
    lines = [words(who=several(who)) for words, who in by_text.items()]
    said = messages.say("\n".join(lines), people=people, asked=again)
    await campaigns.commit(progress, user_id=None, say=[said])
    return True


def _owed(progress: Progress, row: Deadline) -> Decision | None:
    return next(
        (d for d in progress.title.decisions(progress.state) if (d.seat, d.kind) == (row.seat, row.kind)),
        None,
    )


def _goes_on(progress: Progress, row: Deadline, orders: Orders) -> Decision | None:
    """The interrupt that goes on with the one just decided, if the seat's orders do not answer it.

    Dice or another seat's decision may change what the seat would choose: then it has a new clock.
    """
    decided = len(progress.entries) - 1
    decision = _owed(progress, row)
    if decision is None or not decision.interrupt or decided >= MOST_ANSWERS:
        return None
    progress.answer(orders)
    since = progress.entries[decided:]
    if any(entry.draws or entry.seat != row.seat for entry in since):
        return None
    return _owed(progress, row)


def _missed(progress: Progress, row: Deadline, clock: Clock, gone: Collection[int]) -> Absence | None:
    """The absence of a seat after its time is over; None if that does not count."""
    if clock.overtime == "call" and not closes(progress.title, progress.state):
        return None
    sitting = progress.campaign.seating[row.seat]
    if sitting.user_id in gone:
        return autopilot.gone(progress.chapter)
    return None if row.interrupt else autopilot.missed(autopilot.absence(sitting), progress.chapter)


def _told(source: Source, absent: Absence | None, clock: Clock, *, left: bool) -> N_:
    if absent is not None and left and clock.overtime != "call":
        return _GONE if clock.overtime == "player" else _GONE_PASSED
    if absent is None or clock.overtime != "player":
        return _TOLD[source]
    return _AWAY if autopilot.away(absent) else _TOLD[source]


async def _decide(progress: Progress, decision: Decision, clock: Clock, rng: random.Random) -> Source | None:
    """Take the action in place of a seat; returns its source, or None if there is no action."""
    try:
        chosen = await _choice(progress.title, progress.state, decision, clock, rng)
        if chosen is None:
            return None
        action, source = chosen
        progress.take(decision.seat, action, user_id=None, source=source)
    except Exception as error:  # noqa: BLE001 - other seats whose time is over must not wait for it
        # A fault of the title: moderators are called, as if there were no default.
        incident(error, f"deciding for {decision.seat} in campaign {progress.campaign.id}")
        return None
    return source


async def _choice(
    title: AnyTitle, state: Any, decision: Decision, clock: Clock, rng: random.Random
) -> tuple[msgspec.Struct, Source] | None:
    source: Source = "default"
    if decision.interrupt or clock.overtime == "pass":
        action = title.fallback(state, decision)
    elif clock.overtime == "player":
        action, source = await autopilot.best(title, state, decision.seat, rng), "automatic"
    elif closes(title, state):
        action = title.fallback(state, decision)
    else:
        return None
    return None if action is None else (action, source)
