"""The seats that the automatic player plays at once: its own, and those whose players are away."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any

import msgspec

from bot.campaigns import lessons
from bot.campaigns.progress import Progress
from bot.campaigns.thinking import Thinking
from bot.campaigns.thought import thought
from bot.clock.notation import Overtime
from bot.errors import incident
from bot.store import Absence, Campaign, CampaignHead, Seat, rows
from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.errors import EngineError
from engines.core.record import digest

MISSED = rows.seats.LAPSED
"""Missed turns in a row after which a seat is on autopilot until its player plays."""
LEFT = 100
"""The number of missed turns that is noted for a player who left the server: no present player gets there."""
MOST = 500
"""Most actions that the automatic player takes in one go.

After that a player's seat waits for its clock again, and the automatic player's own seat for the next sweep.
"""


class Pending(Enum):
    """Stands in place of an action that is being searched for."""

    PENDING = 0


def absence(seat: Seat) -> Absence:
    """The missed turns of a seat."""
    return Absence(seat.missed, seat.played_in)


def away(absent: Absence) -> bool:
    """Whether a seat is on autopilot."""
    return absent.missed >= MISSED


def missed(before: Absence, chapter: int) -> Absence:
    """The absence of a seat after its time ran out; several times in one chapter count once."""
    return before if before.played_in == chapter else Absence(before.missed + 1, chapter)


def gone(chapter: int) -> Absence:
    """The absence of a seat whose player left the server: it is on autopilot at once."""
    return Absence(LEFT, chapter)


def left(absent: Absence) -> bool:
    """Whether a seat's player has left the server."""
    return absent.missed >= LEFT


def nobody_plays(campaign: CampaignHead, changed: Mapping[str, Absence] = {}) -> bool:
    """Whether all seats are on autopilot or vacant, so that no player is left.

    :param changed: new absences, by seat.
    """
    return all(
        seat.user_id is None or away(changed.get(name, absence(seat)))
        for name, seat in campaign.seating.items()
    )


def chance(campaign: Campaign) -> random.Random:
    """A generator from seed and version, so that a bot that was killed decides the same again."""
    return random.Random(f"{campaign.seed}:{campaign.version}")  # noqa: S311 - a way to play, no secret


async def best(title: AnyTitle, state: Any, seat: str, rng: random.Random) -> msgspec.Struct | None:
    """The action for a seat: the adviser's best where the title deliberates, or the automatic player's.

    An adviser thinks for up to a second, off the event loop.
    """
    if not (title.advises and title.deliberates):
        return title.suggest(state, seat, rng)
    advice = await asyncio.to_thread(title.advise, state, seat, rng)
    return advice[0].action if advice else None


async def of_strength(
    progress: Progress, sitting: Seat, rng: random.Random, thinking: Thinking
) -> msgspec.Struct | Pending | None:
    """The action for a seat of the automatic player, by its strength; `Pending` while it is searched for.

    The quick player decides where a search has failed.
    """
    title, state, seat = progress.title, progress.state, sitting.seat
    # What the other side does in a lesson is set, and what is not set has always been the quick player's.
    if not title.strengths or lessons.is_on(title, progress.campaign, progress.chapter):
        return await best(title, state, seat, rng)
    known, made = title.known(state, seat), None
    if title.searches(known, seat, sitting.strength):
        searched = thinking.take(progress.campaign.id, thought(title, known, seat, sitting.strength))
        if searched is None:
            return Pending.PENDING
        made = searched.action
    else:
        try:
            made = await asyncio.to_thread(title.decide, known, seat, sitting.strength, digest(known))
        except Exception as error:  # noqa: BLE001 - whatever it is, the quick player plays on
            incident(error, f"deciding for {seat} in campaign {progress.campaign.id}")
    if made is not None and title.is_legal(state, seat, made):
        return made
    return title.suggest(state, seat, rng)


async def play_turn(progress: Progress, seat: str, user_id: int) -> None:
    """Play a seat's turn as the adviser would, to its end or until another seat is asked.

    :param user_id: the player of the seat, who asked for it.
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
    thinking: Thinking,
    deputised: Collection[str] = (),
) -> None:
    """Let the automatic player decide for its seats, and deal with vacant seats.

    It stops at a decision that is searched for: the campaign goes on when that is found.

    :param orders: standing orders; they answer first.
    :param overtime: with `player` it also decides for vacant seats, for seats on autopilot and for seats
        whose turn it plays out; with `pass` a vacant seat, or one whose player has left, gets the default.
    :param deputised: seats whose players are on vacation, for which it decides in the meantime.
    """
    if overtime == "call" and not progress.campaign.automatic and not deputised:
        return
    rng = chance(progress.campaign)
    for _ in range(MOST):
        decision = _its_own(progress, overtime, deputised)
        if decision is None:
            return
        sitting = progress.campaign.seating[decision.seat]
        its_own = sitting.automatic or decision.seat in deputised
        passes = overtime == "pass" and not its_own
        # One turn may take a hundred actions: let other work run between them.
        await asyncio.sleep(0)
        try:
            action: msgspec.Struct | Pending | None = _scripted(progress, decision)
            if action is None and passes:
                action = progress.title.fallback(progress.state, decision)
            elif action is None and sitting.automatic:
                action = await of_strength(progress, sitting, rng, thinking)
            elif action is None:
                action = await best(progress.title, progress.state, decision.seat, rng)
            if action is None or action is Pending.PENDING:
                return
            progress.take(decision.seat, action, user_id=None, source="default" if passes else "automatic")
        except Exception as error:  # noqa: BLE001 - an error here must not lose a player's action
            # The fault is the title's: its player is asked, then a moderator, as without an automatic player.
            incident(error, f"deciding for {decision.seat} in campaign {progress.campaign.id}")
            return
        progress.answer(orders)


def _its_own(progress: Progress, overtime: Overtime, deputised: Collection[str]) -> Decision | None:
    """A decision that is made at once in place of a player."""
    # If no player is left, nothing goes on by itself.
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
    """The next scripted action of a lesson; None if none is left or the learner went another way."""
    if progress.script:
        title, state = progress.title, progress.state
        with suppress(EngineError):
            action: msgspec.Struct = title.parse(state, progress.script.pop(0), decision.seat)
            if title.is_legal(state, decision.seat, action):
                return action
        progress.script.clear()
    return None
