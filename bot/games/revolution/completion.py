"""Completions for one Current of *La Révolution Française* while its player types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.games.parts import asked as parts
from bot.games.parts.completion import Offer, like, offer
from bot.games.revolution.choices import Choices
from bot.games.revolution.labels import Labels
from bot.games.revolution.presenter import RevolutionPresenter
from bot.games.revolution.sheet import Sheets
from data.catalogue import _
from data.nouns import labelled
from data.revolution.texts import TYPES
from engines.core import declared
from engines.core.errors import EngineError
from engines.core.notation import Grammar
from engines.revolution import actions
from engines.revolution.actions import Action, AnyAnswer, File
from engines.revolution.answers import DONE, Give
from engines.revolution.foreseen import foreseen
from engines.revolution.phases.placement import available
from engines.revolution.state import State
from engines.revolution.title import Revolution
from engines.revolution.words import LAW_TYPES, fold


class Asked(parts.Asked[State]):
    """The open question of one Current, on a form or by itself, for its player."""

    fold = staticmethod(fold)
    title: Revolution
    words: RevolutionPresenter

    def __init__(self, words: RevolutionPresenter, state: State, side: str) -> None:
        super().__init__(words, state, side)
        self.labels = Labels(words.names, state, side)
        self.choices = Choices(self.labels)
        self.sheets = Sheets(words.title, self.labels)

    @cached_property
    def is_asked(self) -> bool:
        """Whether the Current owes a decision, or may still change a form that it has handed in."""
        return self.sheets.open or super().is_asked

    def answers(self, *words: str) -> list[AnyAnswer]:
        """The answers that these verbs can give now."""
        offered: Iterable[Action]
        if self.sheets.form is not None:
            asked = self.sheets.asked
            # Answers that may become legal come after those that are.
            offered = chain(
                (one for note in asked for one in self.choices.possible(note)),
                (one for note in asked for one in foreseen(self.sheets.box, self.state, self.side, note)),
            )
        else:
            offered = self.title.legal_actions(self.state, self.side)
        said = (one for one in offered if not isinstance(one, File | Give) and one != DONE)
        return [*dict.fromkeys(one for one in said if _verb(one) in words)]

    def whole(self, words: tuple[str, ...], typed: str) -> Iterator[Offer]:
        """The whole rest behind a verb, with its cost and chance."""
        for answer in self.answers(*words):
            rest = actions.notation(answer).partition(" ")[2]
            label = self.labels.of(answer)
            if like(typed, rest, label.text, fold=fold):
                yield offer(labelled(label.text, label.reason) if label.reason else label.text, rest)

    def named(self, word: str, field: str, typed: str) -> Iterator[Offer]:
        """The possible subjects of a verb: the values of one field of its answers, with chance and price."""
        seen: set[str] = set()
        for answer in self.answers(word):
            value = str(getattr(answer, field))
            name = self.names.name(value)
            if value in seen or not like(typed, value, name, fold=fold):
                continue
            seen.add(value)
            yield offer(labelled(name, self.labels.of(answer).reason), value)

    def doers(self, word: str, region: str | None, typed: str) -> Iterator[Offer]:
        """The Current's people who can do it, in a region where one was typed."""
        for answer in self.answers(word):
            where, person = getattr(answer, "region", ""), str(getattr(answer, "person", ""))
            if region and where and fold(region) not in (where, fold(self.names.name(where))):
                continue
            name = self.names.name(person)
            if like(typed, person, name, fold=fold):
                yield offer(labelled(name, self.labels.of(answer).reason), person)

    def rolls(self, word: str, typed_before: str, typed: str) -> Iterator[Offer]:
        """The number of rolls: the number first, then price and chance."""
        for answer in self.answers(word):
            text = actions.notation(replace(answer, rolls=1)).partition(" ")[2]
            if not like(typed_before, text, self.names.told(text), fold=fold):
                continue
            for number in self.choices.rolls(answer):
                rolls = getattr(number, "rolls", 1)
                if like(typed, str(rolls), fold=fold):
                    yield offer(self.labels.of(number).reason, str(rolls))
            return

    def doer(self, word: str, region: str) -> str | None:
        """The first of the Current's people who can do an action in a region.

        Where none can, one who stands there, else any: the refusal then says why not.
        """
        for answer in self.answers(word):
            where = getattr(answer, "region", region)
            if where == region:
                return str(getattr(answer, "person", ""))
        own = available(self.state, self.side)
        return next((one for one in own if self.state.people[one].region == region), next(iter(own), None))

    def people(self, typed: str) -> Iterator[Offer]:
        """The Current's people who are placed."""
        for person in available(self.state, self.side):
            name = self.names.name(person)
            at = self.state.people[person].region
            if like(typed, person, name, fold=fold):
                where = self.names.name(at) if at else _("not placed yet")
                yield offer(labelled(name, where), person)

    def types(self, typed: str) -> Iterator[Offer]:
        """Types of laws."""
        for kind in LAW_TYPES:
            if like(typed, kind, fold=fold):
                yield offer(str(TYPES[kind]), kind)

    def filled(self, kind: type[msgspec.Struct], typed: Mapping[str, str | int]) -> msgspec.Struct:
        """The first of the Current's people who can acts where none is named; a form takes bare answers."""
        doer = declared.fields(kind).get("person")
        if doer is not None and doer.optional and "person" not in typed and self.is_asked:
            region = self.region(str(typed.get("region", "paris")))
            person = self.doer(declared.word(kind), region)
            typed = typed if person is None else {**typed, "person": person}
        if self.sheets.form is None:
            return super().filled(kind, typed)
        grammar: Grammar[Any, Any] = self.title.grammar
        made: msgspec.Struct = grammar.filled(self.title.words, kind, typed, list)
        return made

    def region(self, typed: str) -> str:
        """The region that was typed; the text itself where it means none."""
        try:
            return self.title.words.region(fold(typed))
        except EngineError:
            return typed


def _verb(answer: AnyAnswer) -> str:
    return actions.notation(answer).partition(" ")[0]
