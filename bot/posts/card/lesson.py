"""A lesson: what to do next and why, above the controls of its campaign.

Nothing is stored of it: the journal shows how far the learner is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from bot.campaigns import sheets
from bot.campaigns.lessons import followed, lesson_of, played_on
from bot.campaigns.service import Campaigns
from bot.campaigns.table import Around
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import THEN, Choice, Does, Group
from bot.posts.card.face import Guide, most_rows, shown_as_list
from bot.store import Campaign
from bot.surface import custom_ids
from data.catalogue import _
from data.lessons import Step
from engines.core.errors import EngineError


async def guide(campaigns: Campaigns, campaign: Campaign, around: Around | None = None) -> Guide | None:
    """The text for the learner now; None if the campaign is no lesson, or the lesson is over.

    :param around: what stands beside the board, if it was read with the campaign.
    """
    title = campaigns.title_of(campaign)
    course = lesson_of(title, campaign)
    if course is None or campaign.status != "running":
        return None
    state = campaigns.state_of(campaign)
    chapter = title.chapter(state)[0]
    left, other = followed(course, rows := await campaigns.store.journal(campaign.id), chapter)
    if chapter > course.step[-1].turn and played_on(course, rows):
        return None
    if not left:
        return Guide(f"🎓 {course.end}")
    if course.seat not in title.deciding(state):
        return None
    kind, back = "", ""
    if other:
        kind = _("↪️ You left the lesson's path. That is allowed. ")
        back = custom_ids.lesson_back(campaign.id, campaign.version)
    words = presenter_of(title)
    writing = await sheets.sheet(campaigns, campaign, course.seat, around=around)
    mapped = title.secrets and campaign.images != "never"
    most = most_rows(beside_map=mapped, writing=writing is not None and bool(writing.lines))
    stamp = custom_ids.Stamp(campaign.id, campaign.version, course.seat)
    here = Here(words, state, course.seat, None if writing is None else writing.text, most, stamp)
    # It looks into each choice that opens others, which takes too long for the event loop.
    due = await asyncio.to_thread(_next, here, [step for step in left if step.turn == chapter])
    if due is not None:
        step, how = due
        cases = f" ({', '.join(step.cases)})" if step.cases else ""
        return Guide(
            _(
                "📖 **{number} of {number_2}** · {kind}{how}\n{why}{cases}",
                number=len(course.step) - len(left) + 1 + left.index(step),
                number_2=len(course.step),
                kind=kind,
                how=how,
                why=step.why,
                cases=cases,
            ),
            back,
        )
    ahead = next((step.turn for step in left if step.turn > chapter), None)
    if ahead is None:
        return Guide(f"🎓 {kind}{course.end}", back)
    return Guide(
        _(
            "📖 {kind}Play this turn as you like. The lesson continues in turn {ahead}.",
            kind=kind,
            ahead=ahead,
        ),
        back,
    )


class Here(NamedTuple):
    """A learner's position, with the form that they are filling in."""

    words: AnyPresenter
    state: Any
    seat: str
    text: str | None
    """The text of the form; None if the decision has no form."""
    most: int
    """Most rows on a phone for the buttons of a group; a wider group is a list."""
    stamp: custom_ids.Stamp

    def groups(self, key: str = "") -> Sequence[Group]:
        """The choices that are offered, or those that one of them opens."""
        words, state, seat = self.words, self.state, self.seat
        if self.text is None:
            return words.within(state, seat, key) if key else words.groups(state, seat)
        writing = words.sheet(state, seat, self.text, {}, key)
        return [] if writing is None else writing.groups


def _next(here: Here, steps: Sequence[Step]) -> tuple[Step, str] | None:
    """The first of these steps that can be done, and how to do it."""
    step = next((step for step in steps if _is_next(here, step)), None)
    return None if step is None else (step, way(here, step))


def _is_next(here: Here, step: Step) -> bool:
    """Whether a step can be done, and is not on the form already."""
    title = here.words.title
    with suppress(EngineError):
        if step.do:
            action = title.parse(here.state, step.do[0], here.seat)
            return title.is_legal(here.state, here.seat, action)
        return here.text is not None and (
            here.words.written(here.state, here.seat, here.text, step.write) != here.text
        )
    return False


def way(here: Here, step: Step) -> str:
    """How to press or type a step with the present controls."""
    groups = here.groups()
    text = THEN.join(step.do)
    control = text or Does.WRITE.control(step.write)
    said = _offered(here, groups, control)
    if said is None and here.text is not None and step.do:
        # An action that is not offered is on the form, which only has to be handed in.
        said = _offered(here, groups, Does.HAND_IN.control())
        if said is not None:
            return f"{said}."
    if said is None:
        said = next(
            _opened(here, groups, control, set()), _("Type `/play {action}`", action=text or step.write)
        )
    if not step.do:
        return f"{said}."
    action = here.words.title.parse(here.state, step.do[0], here.seat)
    preview = here.words.preview(here.state, here.seat, action)
    return _("{said}, then press **{label}**.", said=said, label=preview.label) if preview else f"{said}."


def _offered(here: Here, groups: Sequence[Group], control: str) -> str | None:
    """How to press a control that is offered at once."""
    return next(
        (
            _pressed(here, group, choice)
            for group in groups
            for choice in group.choices
            if choice.control == control
        ),
        None,
    )


def _opened(here: Here, groups: Sequence[Group], control: str, opened: set[str]) -> Iterator[str]:
    """How to reach a control behind a choice that opens others.

    :param opened: choices that were looked into already: one may open another that leads back to it.
    """
    for group in groups:
        for choice in group.choices:
            if choice.does is not Does.OPEN or choice.notation in opened:
                continue
            opened.add(choice.notation)
            inside = here.groups(choice.notation)
            if inside == groups:
                # Nothing new is behind it.
                continue
            then = _offered(here, inside, control)
            for way in [then] if then is not None else _opened(here, inside, control, opened):
                yield _(
                    "{group}, then {then}",
                    group=_pressed(here, group, choice),
                    then=way[:1].lower() + way[1:],
                )


def _pressed(here: Here, group: Group, choice: Choice) -> str:
    surface: custom_ids.Surface = "panel" if here.words.title.secrets else "card"
    if shown_as_list(group, here.stamp, surface, here.most):
        return _("Choose **{label}** in *{prompt}*", label=choice.label, prompt=group.prompt)
    return _("Press **{label}**", label=choice.label)
