"""What is no choice is done without its player, who has not said otherwise."""

from __future__ import annotations

from functools import partial

import msgspec

from bot.campaigns.lessons import lesson_of
from bot.campaigns.progress import MOST_ANSWERS, Progress
from bot.store import Store, rows


async def go_on(store: Store, progress: Progress, user_id: int) -> None:
    """After somebody has acted, do in their seats what alone is left, until there is a choice."""
    if not _once(progress, user_id, dry=True):
        return
    people = await store.look(partial(rows.people.persons, ids=[user_id]))
    if people[user_id].goes_on:
        for _ in range(MOST_ANSWERS):
            if not _once(progress, user_id):
                return


def _once(progress: Progress, user_id: int, *, dry: bool = False) -> bool:
    """Whether there was such an action.

    :param dry: it is not taken.
    """
    title, own = progress.title, progress.campaign.held_by(user_id)
    for decision in title.decisions(progress.state):
        action = title.forced(progress.state, decision) if decision.seat in own else None
        if action is not None and not _taught(progress, action):
            if not dry:
                progress.take(decision.seat, action, user_id=user_id, source="forced")
            return True
    return False


def _taught(progress: Progress, action: msgspec.Struct) -> bool:
    """Whether a lesson has its learner do it, to see what comes of it."""
    course, chapter = lesson_of(progress.title, progress.campaign), progress.title.chapter(progress.state)[0]
    written = progress.title.notation(action)
    return course is not None and any((step.turn, step.do) == (chapter, written) for step in course.step)
