"""The open question of one seat, as its player types an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from bot.games.contract import AnyPresenter
from bot.games.parts.completion import Fold, Offer, like, offer
from bot.games.shown import Choice
from data.nouns import labelled
from engines.core import declared
from render import CloseUp

S = TypeVar("S")


class Asked(Generic[S]):
    """One seat in one state. Of the others it reads only the seat's own view.

    :param words: a presenter that has `names`, and words for any action as its `choice`.
    """

    fold: Fold

    def __init__(self, words: Any, state: S, side: str) -> None:
        self.words, self.title = words, words.title
        self.state = state
        self.side = side

    @property
    def names(self) -> Any:
        """The names of the game's things."""
        return self.words.names

    @property
    def box(self) -> Any:
        """The box that the game is played with."""
        return self.title.box

    @cached_property
    def is_asked(self) -> bool:
        """Whether the seat owes a decision."""
        return any(decision.seat == self.side for decision in self.title.decisions(self.state))

    def is_of(self, action: Any, kinds: tuple[type, ...]) -> bool:
        """Whether an action is of these kinds."""
        return isinstance(action, kinds)

    def legal(self, *kinds: type) -> list[Any]:
        """Legal actions of these kinds, the likely ones first."""
        return [action for action in self._likely_first if self.is_of(action, kinds)]

    @cached_property
    def _likely_first(self) -> list[Any]:
        shown: AnyPresenter = self.words
        order = [choice.notation for choice in shown.choices(self.state, self.side)]
        rank = {text: place for place, text in enumerate(order)}
        return sorted(
            self.title.legal_actions(self.state, self.side),
            key=lambda action: rank.get(self.title.notation(action), len(rank)),
        )

    def actions(self, kinds: tuple[type, ...], typed: str, *, whole: bool) -> Iterator[Offer]:
        """Legal actions of these kinds that are like the typed text, whole or the part behind the verb."""
        for action in self.legal(*kinds):
            text = self.title.notation(action)
            if like(typed, text, self.names.told(text), fold=self.fold):
                choice: Choice = self.words.choice(self.state, self.side, action)
                said = labelled(choice.label, choice.reason) if choice.reason else choice.label
                yield offer(said, text if whole else text.partition(" ")[2])

    def values(self, kind: type[msgspec.Struct], name: str, options: Any, typed: str) -> Iterator[Offer]:
        """Values for a field of a declared verb, by legal actions that agree with the other options.

        :param options: the typed values of the verb's fields, by name.
        """
        fields = declared.fields(kind)
        others = [
            (other, field, getattr(options, field.option or other, None))
            for other, field in fields.items()
            if other != name
        ]
        offered: dict[str, str] = {}
        for action in self.legal(kind):
            value = getattr(action, name)
            text = fields[name].write(value)
            agrees = all(
                self._agrees(field.write(getattr(action, other)), typed) for other, field, typed in others
            )
            if agrees and value not in (None, ()) and text not in offered:
                said = ", ".join(map(self.names.name, value)) if isinstance(value, tuple) else None
                offered[text] = said or self.names.name(str(value))
        # Values that begin with the typed text come before those that match only by name.
        begun = self.fold(typed)
        for text, said in sorted(offered.items(), key=lambda each: not self.fold(each[1]).startswith(begun)):
            if like(typed, text, said, fold=self.fold):
                yield offer(said, text)

    def _agrees(self, written: str, typed: str | None) -> bool:
        return not typed or self.fold(typed) == self.fold(written)

    def filled(self, kind: type[msgspec.Struct], typed: Mapping[str, str | int]) -> msgspec.Struct:
        """The action of a declared verb, by what was typed for its fields.

        :raises EngineError: it can't be read.
        """
        made: msgspec.Struct = self.title.filled(self.state, kind, typed, self.side)
        return made

    def forecast(self, typed: Mapping[str, str | None], plan: Mapping[str, str]) -> tuple[list[str], CloseUp]:
        """The results of a planned action, as lines, and the part of the map for it.

        :param typed: the options of the command.
        :param plan: the standing orders of the side.
        :raises EngineError: it can't be read, or can't happen.
        """
        raise NotImplementedError

    def more(self, pool: Iterable[str], typed: str) -> Iterator[Offer]:
        """Names that continue the typed ones, each with them before it."""
        *before, last = typed.replace(",", " ").split(" ") or [""]
        named = [self.fold(word) for word in before if word]
        for id in pool:
            if id not in named and like(last, id, self.names.name(id), fold=self.fold):
                whole = " ".join([*named, id])
                yield offer(", ".join(map(self.names.name, [*named, id])), whole)
