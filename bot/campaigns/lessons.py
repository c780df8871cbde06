"""Campaigns that are lessons: a lesson has its own seed, and the journal shows how far the learner is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.campaigns.progress import Progress
from bot.store import Campaign, JournalRow, Store
from data.lessons import Lesson, Step, lesson
from engines.core.contract import AnyTitle


def lesson_of(title: AnyTitle, campaign: Campaign) -> Lesson | None:
    """The lesson that a campaign is; None for any other campaign."""
    course = lesson(title.id)
    if course is None or campaign.seed != course.seed or title.data.digest != title.library.load().digest:
        return None
    return course


def is_on(title: AnyTitle, campaign: Campaign, chapter: int) -> bool:
    """Whether a campaign is a lesson with steps in this chapter or a later one."""
    course = lesson_of(title, campaign)
    return course is not None and chapter <= course.step[-1].turn


def followed(course: Lesson, rows: Iterable[JournalRow], chapter: int) -> tuple[Sequence[Step], bool]:
    """The steps that are left, and whether the learner's last action was not the lesson's.

    :param rows: the whole journal.
    :param chapter: the campaign's present chapter; steps of earlier ones are over.
    """
    left, other = list(course.step), False
    for row in rows:
        if not is_own(course, row):
            continue
        left = [step for step in left if step.turn >= row.chapter_before]
        taken = next((at for at, step in enumerate(left) if step.do), len(left))
        due = taken < len(left) and left[taken].turn == row.chapter_before
        parts = list(left[taken].do) if due else []
        other = due and row.action not in parts
        if due and not other:
            parts.remove(row.action)
            # Of several actions in one step, the others are still to do.
            left[: taken + 1] = [*left[:taken], replace(left[taken], do=parts)] if parts else []
    return [step for step in left if step.turn >= chapter], other


def played_on(course: Lesson, rows: Iterable[JournalRow]) -> bool:
    """Whether the learner has acted after the lesson's last turn: since then the game is their own."""
    last = course.step[-1].turn
    return any(is_own(course, row) and row.chapter_before > last for row in rows)


def is_own(course: Lesson, row: JournalRow) -> bool:
    """Whether an entry is an action of the learner that was not taken back."""
    return (row.kind, row.seat, row.source, row.undone_by) == ("act", course.seat, "player", None)


def begin(progress: Progress) -> None:
    """Set the automatic player's actions before the lesson's first step."""
    course = lesson_of(progress.title, progress.campaign)
    if course is not None and not progress.campaign.last_seq and not progress.entries:
        progress.script = list(course.first)


async def deal(store: Store, progress: Progress, seat: str, action: Any) -> None:
    """Set the lesson's cards and dice; a learner who strays from its course later meets the same cards.

    :raises EngineError: the action can't be read.
    """
    title, campaign, state = progress.title, progress.campaign, progress.before
    course = lesson_of(title, campaign)
    chapter = title.chapter(state)[0]
    if course is None or not is_on(title, campaign, chapter):
        return
    if chapter <= len(course.cards) and course.cards[chapter - 1] in title.may_come(state, course.deck):
        progress.dice.stack(course.deck, [course.cards[chapter - 1]])
    left, _ = followed(course, await store.journal(campaign.id), chapter)
    read = title.parse(state, action, seat) if isinstance(action, str) else action
    step = next((step for step in left if step.do), None)
    if step is not None and step.turn == chapter and title.notation(read) in step.do:
        progress.dice.feed(step.faces)
        progress.script = list(step.then)
