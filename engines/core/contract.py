"""The contract between a game and everything that plays it.

A title is a set of pure functions over a state: the decisions owed, the legal actions, their results,
the view of each seat, the outcome. It holds no game of its own, does no I/O, reads no clock.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from data.catalogue import _
from data.library import AnyPack, Library
from data.nouns import listed
from data.sentences import Phrase
from engines.core.advice import Advised
from engines.core.decisions import Decision, Together
from engines.core.dice import Dice
from engines.core.errors import EngineError, IllegalAction, StateError, UsageError
from engines.core.events import Event
from engines.core.ordered import Ordered
from engines.core.setting import Option, Preset, Scenario, chosen


class EditForm(msgspec.Struct, frozen=True):
    """One way in which a moderator can put the table right."""

    verb: str
    form: str
    """The edit as it is typed, with what stands for a choice in capitals: `army ARMY BOX`."""
    summary: str


class Working(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score's working."""

    label: Phrase
    value: int
    case: str
    part: Phrase = ""
    """The item counted, in a word or two that don't depend on its value; by default the label."""

    @property
    def of(self) -> Phrase:
        """The item counted, by which two workings are compared."""
        return self.part or self.label


class Outcome(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    winner: str | None
    """Winning seat, or None when no seat won."""
    level: str
    title: Phrase
    """The level in words, for people; a text where it was stored by an early version."""
    score: int | None
    """The leader's, or with a sign that names the winner; None where the game counts no score."""
    case: str
    working: list[Working]
    """The lines of the score, which add up to it."""
    facts: dict[str, bool] = {}


IN_SIGHT = "in-sight"
"""Fact of a provisional outcome that omits what the viewer may not know."""


class Odds(msgspec.Struct, frozen=True):
    """The exact chance that an action succeeds, and why."""

    chance: Fraction
    needed: int
    """Lowest sum of die and modifiers that succeeds."""
    modifiers: list[tuple[Phrase, int]]
    note: str = ""

    @property
    def percent(self) -> int:
        """The chance in whole per cent, rounded half up."""
        return int(self.chance * 100 + Fraction(1, 2))


S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """A new state and what happened on the way to it."""

    state: S
    events: list[Event]


class Title(Together[S, A], Ordered[S, A], Advised[S, A], ABC):
    """One game. Subclasses have no state except the data they were made with.

    :param pack: the data to play with; None means the game's own, read at first use.
    """

    id: str
    name: str
    designers: tuple[str, ...]
    publisher: str
    seats: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...] = ()
    library: Library[Any]
    """The packs of the game."""
    state_type: type[S]
    decks: tuple[str, ...] = ()
    """Ids of the decks and pools that can be stacked."""
    secrets: bool = False
    """True where seats know different things: a seat's legal actions are shown to that seat only."""
    shares: ClassVar[Mapping[str, int]] = {}
    """What a seat gets of a game between equal players, a win being 1000 and a draw of two 500, as the game's
    `BALANCE.md` has it; empty where it was not counted."""
    edit_forms: tuple[EditForm, ...] = ()
    """The edits that `edit` accepts, one entry per verb."""

    @property
    @abstractmethod
    def seat_names(self) -> Mapping[str, str]:
        """The seats as people read them."""

    def __init__(self, pack: AnyPack | None = None) -> None:
        self._own_pack = pack

    @cached_property
    def data(self) -> Any:
        """The data that the game is played with, also for callers that draw or explain it."""
        return self.library.load() if self._own_pack is None else self._own_pack

    @cached_property
    def pack(self) -> str:
        """Id and digest of that data."""
        return f"{self.data.about.id}@{self.data.digest[:16]}"

    @abstractmethod
    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[S]:
        """The state of a new game, at its first decision.

        :raises UsageError: scenario or option unknown.
        """

    @abstractmethod
    def legal_actions(self, state: S, seat: str) -> Sequence[A]:
        """Actions that `seat` may take now; never empty where it owes a decision.

        All of them. Where paths and parts are too many to list, a selection by which the game can be
        played; `apply` takes the others too. They don't depend on what the seat may not know.
        """

    @abstractmethod
    def apply(self, state: S, seat: str, action: A, dice: Dice) -> Step[S]:
        """Carry out an action; `state` itself is left as it was. Its events are always in English.

        :raises IllegalAction: the rules forbid it; no die was rolled. The reason tells the seat nothing
            that it may not know.
        """

    def is_legal(self, state: S, seat: str, action: A) -> bool:
        """Whether `apply` accepts an action now; no die affects the answer."""
        try:
            self.apply(state, seat, action, Dice("tried"))
        except EngineError:
            return False
        return True

    @abstractmethod
    def notation(self, action: A) -> str:
        """One line that a person can type and read; `parse` reads it back."""

    @abstractmethod
    def parse(self, state: S, text: str, seat: str | None = None) -> A:
        """Read an action from its notation.

        :param seat: who typed it; where seats have secrets, only its own legal choices are named.
        :raises NotationError: it can't be read; the error has the nearest legal choices.
        :raises AmbiguousNotation: it could mean several.
        """

    def filled(self, state: S, verb: type[A], typed: Mapping[str, str | int], seat: str) -> A:
        """Read an action from what was typed, or chosen, for the fields of its verb; errors as in `parse`.

        Only a title whose verbs have forms or slash commands needs it.
        """
        raise NotImplementedError

    @abstractmethod
    def view(self, state: S, seat: str | None) -> msgspec.Struct:
        """The view of `seat`; None stands for the public."""

    def alike(self, state: S, seat: str | None) -> Iterable[S]:
        """Other states that look the same to `seat`, or to the public, but differ in what it may not know.

        A title with secrets yields some wherever something is hidden, each one reachable by the rules.
        They show whether an action reveals anything.
        """
        return ()

    def published(self, state: S, seat: str | None) -> Any:
        """The view that programs get, under stable names; by default `view` itself."""
        return self.view(state, seat)

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game goes on."""

    def provisional_outcome(self, state: S) -> Outcome | None:
        """The result if the game ended now, secrets included; the final result when it is over.

        None where there is no such result. By default there is only a final result.
        """
        return self.outcome(state)

    def known_outcome(self, state: S, seat: str | None) -> Outcome | None:
        """The result if the game ended now, as far as `seat` or the public may know it.

        Where it omits a secret it has the fact `IN_SIGHT`. By default a title with secrets gives only its
        final result.
        """
        return self.outcome(state) if self.secrets else self.provisional_outcome(state)

    @abstractmethod
    def odds(self, state: S, action: A) -> Odds | None:
        """Exact chance of success, natural faces included; None where no die decides, or a secret does."""

    def rolled(self, before: S, after: S, event: Event) -> tuple[str, Sequence[int]] | None:
        """The seat whose dice an event reports, and their faces, where several seats' actions run together.

        The seat is empty where the dice belong to no seat; None where the event reports no dice.
        """
        return None

    @abstractmethod
    def chapter(self, state: S) -> tuple[int, str]:
        """Number and title of the chapter of history that the state belongs to."""

    @abstractmethod
    def check(self, state: S) -> None:
        """Check a state that came from outside.

        :raises StateError: names the field that is impossible.
        """

    def can_be(self, state: S) -> bool:
        """Whether a state passes `check`."""
        try:
            self.check(state)
        except StateError:
            return False
        return True

    def canonical(self, state: S) -> S:
        """The state in the engine's own order of keys and cards: equal digests have to play on alike.

        It is called with a state that passes `check`, and it may change that state in place.
        """
        return state

    @abstractmethod
    def event_types(self) -> Sequence[type[Event]]:
        """Every type of event the game can give, for reading a journal back."""

    def redact_for(self, event: Event, seat: str | None) -> Event | None:
        """An event as `seat`, or the public (None), may know it; None where it learns nothing of it.

        By default every seat sees every event. All events that leave the engine for people go through here.
        """
        return event

    def redact_all(self, events: Iterable[Event], seat: str | None) -> list[Event]:
        """The events as `seat`, or the public, may know them, in order."""
        return [seen for seen in (self.redact_for(event, seat) for event in events) if seen is not None]

    def fallback(self, state: S, decision: Decision) -> A | None:
        """The legal action for a seat whose time has run out; None where the game has to wait for it.

        An interrupt always has one. For a seat's own turn it is the pass. It uses nothing that the seat may
        not know, just as an order does.
        """
        return None

    def forced(self, state: S, decision: Decision) -> A | None:
        """The only action left for a decision, so that its player need not be asked.

        None where there is a choice, and where acting at once would tell others that there was none.
        """
        return None

    def open_ended(self, decision: Decision) -> bool:
        """Whether a decision has other answers than the legal actions that are listed."""
        return False

    def suggest(self, state: S, seat: str, rng: random.Random) -> A | None:
        """The legal action that an automatic player would take; None where there is none.

        It uses nothing that the seat may not know. By default it does what `fallback` does.
        """
        for decision in self.decisions(state):
            if decision.seat == seat:
                return self.fallback(state, decision)
        return None

    def edit(self, state: S, text: str) -> Step[S]:
        """Correct something on the table, as a moderator; `state` itself is left as it was.

        An edit can't change chance. The new state passes `check`, and the first event is `Edited` with the
        edit in its notation. Neither choices nor refusals depend on what the public may not know.

        :raises NotationError: it can't be read; the error has the nearest forms.
        :raises IllegalAction: it leads to an impossible state, or changes nothing and all can see that.
        :raises UsageError: the title has no edits.
        """
        raise UsageError(_("{name} has nothing that can be edited", name=self.name))

    def edit_choices(self, state: S, typed: str) -> list[str]:
        """Complete edits that are possible now and near what was typed, best first; 25 at most."""
        return []

    def agreed(self, state: S) -> tuple[str, dict[str, bool]]:
        """Scenario and options that a state is played with; every title's state has both by these names."""
        return state.scenario, state.options  # type: ignore[attr-defined]

    def may_come(self, state: S | None, deck: str, before: Sequence[str] = ()) -> Sequence[str]:
        """Cards that can come off a deck next, for a moderator who stacks it.

        :param state: None before set-up.
        :param before: cards that are stacked already and come off earlier.
        """
        raise UsageError(_("{name} has no deck {deck}", name=self.name, deck=deck))

    def scenario(self, scenario: str) -> Scenario:
        """The scenario of that id.

        :raises UsageError: there is none.
        """
        for known in self.scenarios:
            if known.id == scenario:
                return known
        names = ", ".join(known.id for known in self.scenarios)
        raise UsageError(
            _(
                "{name} has no scenario {scenario!r}; it has {names}",
                name=self.name,
                scenario=scenario,
                names=names,
            )
        )

    def chosen(self, options: Mapping[str, bool]) -> dict[str, bool]:
        """The options with the values chosen, defaults filled in; later ones where they part from them.

        :raises UsageError: an option is unknown, not true or false, or excluded by another.
        """
        return chosen(self.name, self.options, options)

    def check_setting(self, scenario: str, options: Mapping[str, bool]) -> None:
        """Check the scenario and options of a state that came from outside.

        :raises StateError: there is no such scenario, or the options are others.
        """
        if scenario not in {known.id for known in self.scenarios}:
            raise StateError(_("scenario: there is no scenario {scenario!r}", scenario=scenario))
        try:
            whole = self.chosen(options)
        except UsageError as error:
            raise StateError(_("options: {error}", error=error)) from None
        if dict(options) != whole:
            raise StateError(
                _("options: they are {options}", options=", ".join(option.id for option in self.options))
            )

    def seated(self, seat: str) -> None:
        """Check that a seat is one of the title's.

        :raises UsageError: it is not.
        """
        if seat not in self.seats:
            raise UsageError(
                _(
                    "{name} has no seat {seat!r}; it has {seats}",
                    name=self.name,
                    seat=seat,
                    seats=", ".join(self.seats),
                )
            )

    def owes(self, state: S, seat: str) -> Decision:
        """The decision that `seat` owes.

        :raises UsageError: no such seat.
        :raises IllegalAction: the game is over, or it waits for another seat.
        """
        self.seated(seat)
        decisions = self.decisions(state)
        if not decisions:
            raise IllegalAction(_("The game is over"))
        for decision in decisions:
            if decision.seat == seat:
                return decision
        waiting = listed(self.seat_names[decision.seat] for decision in decisions)
        raise IllegalAction(
            _(
                "{seat} has nothing to decide now; the game waits for {waiting}",
                seat=self.seat_names[seat],
                waiting=waiting,
            )
        )


AnyTitle = Title[Any, Any]
