"""Whose turns the automatic player takes at once: its own seats, and those whose players are away."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from bot.campaigns.progress import Progress
from bot.clock.notation import Overtime
from bot.errors import incident
from bot.store import Absence, Campaign, CampaignHead, Seat
from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.errors import EngineError

MISSED = 2
"""Turns in a row after which a seat is on autopilot until its player plays."""
LEFT = 100
"""What is noted as missed of a seat whose player has left the server: more than anybody can miss."""
MOST = 500
"""Actions that the automatic player takes at once.

A game that asks it for more waits for a clock again, or in a seat of its own for the next sweep.
"""


def absence(seat: Seat) -> Absence:
    """What a seat has missed."""
    return Absence(seat.missed, seat.played_in)


def away(absent: Absence) -> bool:
    """Whether a seat is on autopilot."""
    return absent.missed >= MISSED


def missed(before: Absence, chapter: int) -> Absence:
    """What a seat has missed that let its time run out in a chapter, which counts once."""
    return before if before.played_in == chapter else Absence(before.missed + 1, chapter)


def gone(chapter: int) -> Absence:
    """Of a seat whose player has left: it is on autopilot without missing anything first."""
    return Absence(LEFT, chapter)


def left(absent: Absence) -> bool:
    """Whether a seat's player has left the server."""
    return absent.missed >= LEFT


def nobody_plays(campaign: CampaignHead, changed: Mapping[str, Absence] = {}) -> bool:
    """Whether all seats are on autopilot or vacant, so that there is nobody left to play for.

    :param changed: seats of which that has changed.
    """
    return all(
        seat.user_id is None or away(changed.get(name, absence(seat)))
        for name, seat in campaign.seating.items()
    )


def chance(campaign: Campaign) -> random.Random:
    """Of the campaign and not of the machine, so that a bot that is killed decides the same again."""
    return random.Random(f"{campaign.seed}:{campaign.version}")  # noqa: S311 - a way to play, no secret


async def best(title: AnyTitle, state: Any, seat: str, rng: random.Random) -> msgspec.Struct | None:
    """What is played for a seat: what the title's adviser thinks best, or what its automatic player does.

    An adviser thinks for up to a second, off the event loop.
    """
    if not title.advises:
        return title.suggest(state, seat, rng)
    advice = await asyncio.to_thread(title.advise, state, seat, rng)
    return advice[0].action if advice else None


async def play_turn(progress: Progress, seat: str, user_id: int) -> None:
    """Play a seat's turn as well as is known, to its end or until somebody else is asked.

    :param user_id: who sits there, and has wished it.
    """
    rng = chance(progress.campaign)
    began = progress.chapter
    for _ in range(MOST):
        if seat not in progress.title.deciding(progress.state) or progress.chapter != began:
            return
        action = await best(progress.title, progress.state, seat, rng)
        if action is None:
            return
        progress.take(seat, action, user_id=user_id, source="automatic")


async def play_out(
    progress: Progress,
    orders: Mapping[tuple[str, str], str],
    overtime: Overtime,
    deputised: Collection[str] = (),
) -> None:
    """Let the automatic player decide for the seats that it has, and see to those in which nobody sits.

    :param orders: standing orders, which answer first.
    :param overtime: `player` has it decide also for vacant seats, those on autopilot and those whose turn it
        plays out; `pass` takes the default for a seat that is vacant, or whose player has left.
    :param deputised: seats whose players are on vacation, and for which it decides meanwhile.
    """
    if overtime == "call" and not progress.campaign.automatic and not deputised:
        return
    rng = chance(progress.campaign)
    for _ in range(MOST):
        decision = _its_own(progress, overtime, deputised)
        if decision is None:
            return
        its_own = progress.campaign.seating[decision.seat].automatic or decision.seat in deputised
        passes = overtime == "pass" and not its_own
        # One turn may be some hundred actions: others are answered between them.
        await asyncio.sleep(0)
        try:
            action = _scripted(progress, decision)
            if action is None and passes:
                action = progress.title.fallback(progress.state, decision)
            elif action is None:
                action = await best(progress.title, progress.state, decision.seat, rng)
            if action is None:
                return
            progress.take(decision.seat, action, user_id=None, source="default" if passes else "automatic")
        except Exception as error:  # noqa: BLE001 - what somebody else has played must not be lost by it
            # A fault of the title: its player is asked, and then a moderator, as without an automatic player.
            incident(error, f"deciding for {decision.seat} in campaign {progress.campaign.id}")
            return
        progress.answer(orders)


def _its_own(progress: Progress, overtime: Overtime, deputised: Collection[str]) -> Decision | None:
    """A decision that is made at once in place of a player."""
    # Where nobody is left to play for, nothing goes on by itself.
    somebody = not nobody_plays(progress.campaign, progress.absences)
    for decision in progress.title.decisions(progress.state):
        sitting = progress.campaign.seating[decision.seat]
        its_own = sitting.automatic or decision.seat in deputised
        if its_own and not progress.campaign.stands_still:
            return decision
        absent = progress.absences.get(decision.seat) or absence(sitting)
        vacant = sitting.user_id is None and somebody and not progress.campaign.stands_still
        if overtime == "player" and (vacant or away(absent) or absent.played_in == progress.chapter):
            return decision
        if overtime == "pass" and (vacant or (left(absent) and somebody)):
            return decision
    return None


def _scripted(progress: Progress, decision: Decision) -> msgspec.Struct | None:
    """What a lesson has it do; None where it has no more, or its learner has gone another way."""
    if progress.script:
        title, state = progress.title, progress.state
        with suppress(EngineError):
            action: msgspec.Struct = title.parse(state, progress.script.pop(0), decision.seat)
            if title.is_legal(state, decision.seat, action):
                return action
        progress.script.clear()
    return None
