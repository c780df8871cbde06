"""What is done for a seat whose time is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from bot.campaigns import messages
from bot.campaigns.progress import Progress
from bot.campaigns.service import Campaigns
from bot.clock.notation import Clock
from bot.errors import incident
from bot.store import Campaign, Deadline, rows
from engines.core.contract import AnyTitle, Decision
from engines.core.errors import EngineError
from engines.core.events import Source

MOST = 50
"""Actions of one turn that the automatic player takes before the table is looked at again."""

_TOLD: dict[Source, str] = {
    "default": "The time of {who} is over: the default was taken.",
    "automatic": "The time of {who} is over: the automatic player has decided.",
}


async def play(campaigns: Campaigns, campaign: Campaign, clock: Clock, late: Iterable[Deadline]) -> bool:
    """Decide for seats whose time is over, as the campaign's clock has it; False where nothing can be done.

    An interrupt gets the title's default, so does a turn that is passed. The automatic player goes on until
    its turn is over. All is one commit; the caller is the campaign's one writer.

    :raises StaleError: another process has moved the campaign on.
    """
    title = campaigns.title_of(campaign)
    progress = Progress(title, campaign)
    # Of the campaign and not of the machine, so that a sweep which is killed here decides the same again.
    rng = random.Random(f"{campaign.seed}:{campaign.version}")  # noqa: S311 - a way to play, no secret
    lines = []
    missed = []
    for row in late:
        decision = _owed(progress, row)
        source = None if decision is None else await _decide(progress, decision, clock, rng)
        if source is None:
            continue
        holder = campaign.seats.get(row.seat)
        name = f"**{title.seat_names[row.seat]}**"
        lines.append(_TOLD[source].format(who=name if holder is None else f"<@{holder}> ({name})"))
        missed.append(row)
    if not lines:
        return False
    # As the commit does, so that it is known who is asked in the end.
    progress.answer(await campaigns.store.look(partial(rows.orders.of_campaign, campaign_id=campaign.id)))
    owed = {(decision.seat, decision.kind) for decision in title.decisions(progress.state)}
    # Whoever is asked for something else at once is pinged by that, and by that alone.
    called = {seat for seat, kind in owed - {(row.seat, row.kind) for row in missed}}
    people = [campaign.seats[row.seat] for row in missed if row.seat in campaign.seats.keys() - called]
    await campaigns.commit(
        progress, user_id=None, say=[messages.say("⏳ " + "\n".join(lines), people=people)]
    )
    return True


def _owed(progress: Progress, row: Deadline) -> Decision | None:
    return next(
        (d for d in progress.title.decisions(progress.state) if (d.seat, d.kind) == (row.seat, row.kind)),
        None,
    )


async def _decide(progress: Progress, decision: Decision, clock: Clock, rng: random.Random) -> Source | None:
    """Take what is to be taken in place of a seat; None where there is nothing."""
    chosen = _choice(progress.title, progress.state, decision, clock, rng)
    if chosen is None:
        return None
    action, source = chosen
    chapter = progress.chapter
    try:
        progress.take(decision.seat, action, user_id=None, source=source)
    except EngineError as error:
        # A fault of the title: moderators are called, as where there is no default.
        incident(error, f"deciding for {decision.seat} in campaign {progress.campaign.id}")
        return None
    for _ in range(MOST if source == "automatic" else 0):
        # A turn may be many actions, and each alone would give a seat that nobody plays its whole clock anew.
        again = progress.title.decisions(progress.state)
        if progress.chapter != chapter or [(d.seat, d.kind) for d in again] != [
            (decision.seat, decision.kind)
        ]:
            break
        await asyncio.sleep(0)
        chosen = _choice(progress.title, progress.state, again[0], clock, rng)
        if chosen is None:
            break
        progress.take(decision.seat, chosen[0], user_id=None, source=chosen[1])
    return source


def _choice(
    title: AnyTitle, state: Any, decision: Decision, clock: Clock, rng: random.Random
) -> tuple[msgspec.Struct, Source] | None:
    source: Source = "default"
    if decision.interrupt or clock.overtime == "pass":
        action = title.fallback(state, decision)
    elif clock.overtime == "player":
        action, source = title.suggest(state, decision.seat, rng), "automatic"
    else:
        return None
    return None if action is None else (action, source)
