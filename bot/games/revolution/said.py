"""The words of an answer in any position: on a button, in a list, on a form and in the story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

import msgspec

from bot.games.parts.story import tag_of
from bot.games.revolution.names import Names
from data.catalogue import N_, _
from data.nouns import labelled, upper
from data.revolution.choices import ANSWERS, DEEDS
from engines.core.errors import EngineError
from engines.revolution import actions, war_answers
from engines.revolution import answers as a
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.words import words_of

Either: TypeAlias = (
    a.Decide
    | a.Vote
    | a.Veto
    | a.Tie
    | a.Verdict
    | war_answers.Escort
    | war_answers.Pin
    | war_answers.Hide
    | war_answers.Wish
)
"""Yes or no to one question, or to all."""


TARGET = ("person", "region")
"""Fields of a deed that say whom or where."""


class Pair(NamedTuple):
    """The words of yes and no."""

    yes: N_
    no: N_
    tones: tuple[str, str] = ("secondary", "secondary")


FOR = ("success", "danger")
GUILT = Pair(N_("Break a tie on {of}: guilty"), N_("Break a tie on {of}: innocent"))
EITHER: Mapping[type, Pair] = {
    a.Decide: Pair(N_("Give way: {of}"), N_("Stand firm: {of}"), FOR),
    a.Vote: Pair(N_("Yes to {of}"), N_("No to {of}"), FOR),
    a.Veto: Pair(N_("Veto {of}"), N_("No veto of {of}")),
    a.Tie: Pair(N_("Break a tie on {of}: yes"), N_("Break a tie on {of}: no")),
    a.Verdict: Pair(N_("Guilty: {of}"), N_("Innocent: {of}"), FOR[::-1]),
    war_answers.Escort: Pair(N_("The King goes with the {of}"), N_("The King does not go with the {of}")),
    war_answers.Pin: Pair(N_("Hold the enemy in {of}"), N_("Let the enemy leave {of}")),
    war_answers.Hide: Pair(N_("Refuse combat in {of}"), N_("Stand and fight in {of}")),
    war_answers.Wish: Pair(N_("Attack in {of}"), N_("Wait in {of}")),
}


def deed(names: Names, answer: AnyAnswer, several: Sequence[AnyAnswer] = ()) -> str | None:
    """The deed that is rolled for, without the number of rolls; None for other answers.

    :param several: deeds of the same kind that are named together.
    """
    template = DEEDS.get(tag_of(answer))
    named = [field for field in TARGET if hasattr(answer, field)]
    targets = {field: [*dict.fromkeys(getattr(one, field) for one in several)] for field in named}
    return names.formatter.describe(template, answer, **targets if len(several) > 1 else {}) or None


def pair(names: Names, answer: Either) -> Pair:
    """The words of yes and no to a question; a person's guilt has other words than a law."""
    return GUILT if isinstance(answer, a.Tie) and names.tried(answer.about) else EITHER[type(answer)]


def agrees(answer: Either) -> bool:
    """Whether the answer is yes."""
    return bool(msgspec.structs.astuple(answer)[-1])


def said(names: Names, answer: AnyAnswer) -> str:
    """An answer in words."""
    if isinstance(answer, Either):
        both = pair(names, answer)
        return (both.yes if agrees(answer) else both.no)(of=names.question(answer.about))
    rolled = deed(names, answer)
    if rolled is not None:
        rolls = getattr(answer, "rolls", 1)
        return rolled if rolls == 1 else f"{rolled} × {rolls}"
    if isinstance(answer, a.Purpose):
        return _("The Government's objective: {goal}", goal=names.aim(answer.aim, answer.of))
    if isinstance(answer, a.Objective):
        return _("Your objective: {goal}", goal=names.aim(answer.aim, answer.of))
    return names.formatter.describe(ANSWERS[tag_of(answer)], answer)


def read(names: Names, notation: str) -> str:
    """An answer in words, from its notation; a placement names each person's region."""
    with suppress(EngineError):
        answer = actions.parse(words_of(names.box), notation, list)
        if isinstance(answer, a.Place):
            return placed(names, answer)
        if not isinstance(answer, File | a.Give):
            return said(names, answer)
    return upper(names.told(notation))


def question_of(names: Names, notation: str) -> str:
    """The kind of question that an answer is for, from its notation."""
    return str(getattr(actions.parse(words_of(names.box), notation, list), "question", ""))


def written(names: Names, notation: str) -> Counter[str]:
    """The entries of a form in their notation, with the number of times that each stands in it."""
    answer = actions.parse(words_of(names.box), notation, list)
    entries = answer.answers if isinstance(answer, File) else (answer,)
    return Counter(map(actions.notation, entries))


def by_region(names: Names, where: Iterable[tuple[str, str]]) -> list[str]:
    """People by regions: `Lille: Marat and Danton`."""
    people: dict[str, list[str]] = {}
    for person, region in where:
        people.setdefault(region, []).append(person)
    return [labelled(names.name(region), names.listed(those)) for region, those in people.items()]


def placed(names: Names, answer: a.Place) -> str:
    """`Marat: Paris, Danton: Lyon`."""
    return ", ".join(labelled(names.name(person), names.name(region)) for person, region in answer.where)
