"""A lesson: what to do next and why, told above the controls of the campaign that is played on its deal.

Nothing is kept of it: the journal says how far its learner has come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from bot.campaigns.lessons import followed, lesson_of
from bot.campaigns.service import Campaigns
from bot.games.contract import MORE, AnyPresenter, Choice, Group
from bot.games.registry import presenter_of
from bot.posts.card.face import SELECT_FROM, Guide
from bot.store import Campaign
from bot.surface import custom_ids
from data.catalogue import _
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError


async def guide(campaigns: Campaigns, campaign: Campaign) -> Guide | None:
    """What the learner is told now; None where the campaign is no lesson, or it is over."""
    title = campaigns.title_of(campaign)
    found = lesson_of(title, campaign)
    if found is None or campaign.status != "running":
        return None
    state = campaigns.state_of(campaign)
    chapter = title.chapter(state)[0]
    if chapter > found.step[-1].turn:
        return None
    left, other = followed(found, await campaigns.store.journal(campaign.id), chapter)
    if not left:
        return Guide(f"🎓 {found.end}")
    if found.seat not in {decision.seat for decision in title.decisions(state)}:
        return None
    kind, back = "", ""
    if other:
        kind = _("↪️ You went another way than the lesson, which is allowed. ")
        back = custom_ids.lesson_back(campaign.id, campaign.version)
    for number, step in enumerate(left, len(found.step) - len(left) + 1):
        if step.turn == chapter and _can(title, state, found.seat, step.do):
            how = way(presenter_of(title), state, found.seat, step.do)
            cases = f" ({', '.join(step.cases)})" if step.cases else ""
            return Guide(
                _(
                    "📖 **{number} of {number_2}** · {kind}{how}\n{why}{cases}",
                    number=number,
                    number_2=len(found.step),
                    kind=kind,
                    how=how,
                    why=step.why,
                    cases=cases,
                ),
                back,
            )
    ahead = next((step.turn for step in left if step.turn > chapter), None)
    if ahead is None:
        return Guide(f"🎓 {kind}{found.end}", back)
    return Guide(
        _("📖 {kind}Play this turn as you like: the lesson goes on in turn {ahead}.", kind=kind, ahead=ahead),
        back,
    )


def _can(title: AnyTitle, state: Any, seat: str, action: str) -> bool:
    with suppress(EngineError):
        return title.is_legal(state, seat, title.parse(state, action, seat))
    return False


def way(words: AnyPresenter, state: Any, seat: str, action: str) -> str:
    """How an action is pressed or typed, as the controls stand now."""
    said = next(
        _ways(words, state, seat, words.groups(state, seat), action),
        _("Type `/play {action}`", action=action),
    )
    preview = words.preview(state, seat, words.title.parse(state, action, seat))
    return _("{said}, then press **{label}**.", said=said, label=preview.label) if preview else f"{said}."


def _ways(words: AnyPresenter, state: Any, seat: str, groups: Sequence[Group], action: str) -> Iterator[str]:
    for group in groups:
        for choice in group.choices:
            if choice.notation == action:
                yield _pressed(group, choice)
            elif choice.notation.startswith(MORE):
                inside = words.within(state, seat, choice.notation.removeprefix(MORE))
                for then in _ways(words, state, seat, inside, action):
                    yield _(
                        "{group}, then {then}",
                        group=_pressed(group, choice),
                        then=then[:1].lower() + then[1:],
                    )


def _pressed(group: Group, choice: Choice) -> str:
    if len(group.choices) > SELECT_FROM:
        return _("Choose **{label}** in *{prompt}*", label=choice.label, prompt=group.prompt)
    return _("Press **{label}**", label=choice.label)
