"""Forced steps are done without the seat's player, unless the player has switched that off."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec

from bot.campaigns import autopilot, deputies
from bot.campaigns.lessons import lesson_of
from bot.campaigns.progress import MOST_ANSWERS, Progress
from bot.campaigns.table import Around
from bot.campaigns.thinking import Thinking
from bot.clock.notation import Overtime
from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.learnt import unspoken


def go_on(progress: Progress, around: Around, user_id: int) -> None:
    """Take the forced actions of a person's seats after their action, until there is a choice."""
    if around.people[user_id].goes_on:
        for _ in range(MOST_ANSWERS):
            if not _once(progress, user_id):
                return


def may_go_on(progress: Progress) -> bool:
    """Whether the campaign may go on by itself after these entries; then the sweep has to look at it."""
    automatic = any(sitting.automatic for sitting in progress.campaign.seating.values())
    owed = progress.title.decisions(progress.state)
    ordered = any((each.seat, each.kind) in progress.ordered for each in owed)
    return ordered or automatic or any(_may_answer_itself(progress, each) for each in owed)


def only_answer(title: AnyTitle, state: Any, decision: Decision) -> Any | None:
    """The only possible answer to a question that may be asked all the same, to reveal nothing."""
    if title.open_ended(decision):
        return None
    if decision.interrupt:
        legal = title.legal_actions(state, decision.seat)
        return legal[0] if len(legal) == 1 else None
    return title.forced(state, decision) if title.secrets else None


def _may_answer_itself(progress: Progress, decision: Decision) -> bool:
    """Whether a question may have only one possible answer, and is asked only to reveal nothing."""
    title = progress.title
    return decision.interrupt or (title.secrets and title.forced(progress.state, decision) is not None)


async def follow(
    progress: Progress, around: Around, overtime: Overtime, now: datetime, thinking: Thinking
) -> None:
    """Let standing orders, the automatic player and forced actions go on, until a person is asked.

    :param overtime: the rule for a seat whose time runs out, which holds also for a vacant seat.
    """
    on_vacation = _deputised(progress, around, now)
    going = True
    while going:
        progress.answer(around.orders)
        await autopilot.play_out(progress, around.orders, overtime, thinking, on_vacation)
        # No commit grows without bound: the sweep does the rest.
        going = len(progress.entries) < MOST_ANSWERS and _at_once(progress, around)


def _deputised(progress: Progress, around: Around, now: datetime) -> Collection[str]:
    """The seats whose players are on vacation, and for which the automatic player decides."""
    campaign = progress.campaign
    if campaign.stands_still:
        return ()
    return deputies.deputised(campaign, deputies.hours_by_seat(campaign, around.hours), now)


def _at_once(progress: Progress, around: Around) -> bool:
    """If several seats decide at once, answer for players who have no choice, after an action of any seat.

    :returns: whether there was such an answer.
    """
    title, seats = progress.title, progress.campaign.seats
    if not title.at_once(progress.state):
        return False
    asked = [decision for decision in title.decisions(progress.state) if seats.get(decision.seat) is not None]
    left = {
        each.seat: action for each in asked if (action := unspoken(title, progress.state, each)) is not None
    }
    taken = False
    for seat, action in left.items():
        user_id = seats[seat]
        assert user_id is not None
        if around.people[user_id].goes_on:
            progress.take(seat, action, user_id=user_id, source="forced")
            taken = True
    return taken


def _once(progress: Progress, user_id: int) -> bool:
    """Take one forced action of a person's seats; returns whether there was one."""
    title, own = progress.title, progress.campaign.held_by(user_id)
    for decision in title.decisions(progress.state):
        action = unspoken(title, progress.state, decision) if decision.seat in own else None
        if action is not None and not _taught(progress, action):
            progress.take(decision.seat, action, user_id=user_id, source="forced")
            return True
    return False


def _taught(progress: Progress, action: msgspec.Struct) -> bool:
    """Whether a lesson has the learner take this action, to see its effect."""
    course, chapter = lesson_of(progress.title, progress.campaign), progress.title.chapter(progress.state)[0]
    written = progress.title.notation(action)
    return course is not None and any((step.turn, step.do) == (chapter, [written]) for step in course.step)
