"""The contract's common implementation for games with a box; a game adds its facts and a few hooks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from data.catalogue import _, english
from engines.core import hidden
from engines.core.cards import left_after
from engines.core.contract import Step, Title
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.edits import EditGrammar, possible, refuse_impossible
from engines.core.errors import IllegalAction, UsageError
from engines.core.events import (
    TABLE_EVENTS,
    ChapterBegun,
    Edited,
    Event,
    GameOver,
    PhaseBegun,
    Roll,
    TableRoll,
    events_in,
)
from engines.core.notation import Grammar
from engines.core.procedure import Procedure
from engines.core.refusals import Refusal, illegal
from engines.core.resolution import Resolution
from engines.core.state import GameState

A = TypeVar("A", bound=msgspec.Struct)
B = TypeVar("B")
S = TypeVar("S", bound=GameState)
R = TypeVar("R", bound=Resolution[Any, Any])
V = TypeVar("V", bound=msgspec.Struct)


class BoxTitle(Title[S, A], Generic[B, R, S, A, V]):
    """A game that is played with a box."""

    event_modules: ClassVar[tuple[ModuleType, ...]]
    """The modules that define the game's own events."""

    grammar: Grammar[Any, A]
    """All actions that can be typed."""

    @cached_property
    def box(self) -> B:
        """The pack, opened and sorted for play."""
        return self.opened(self.data)

    @cached_property
    def edits(self) -> EditGrammar:
        """The edits, with the names of the box."""
        return self.edit_grammar()

    @abstractmethod
    def opened(self, pack: Any) -> B:
        """The box of a pack."""

    @abstractmethod
    def edit_grammar(self) -> EditGrammar:
        """The grammar that reads and writes edits."""

    @abstractmethod
    def resolution(self, state: S, dice: Dice) -> R:
        """The context that phases work on."""

    @abstractmethod
    def laid_out(self, scenario: str, options: dict[str, bool]) -> S:
        """The table before anything has happened."""

    @abstractmethod
    def begin(self, ctx: R) -> None:
        """Begin, up to the first choice."""

    @abstractmethod
    def refusal(self, state: S, seat: str, action: A) -> Refusal | None:
        """The refusal of a seat's action now, or None."""

    def writable(self, state: S, action: A) -> S:
        """A copy of the state on which an accepted action is carried out."""
        return state.copy()

    @abstractmethod
    def carry_out(self, ctx: R, seat: str, action: A) -> None:
        """Carry out an action that was not refused, up to the next choice."""

    @abstractmethod
    def vocabulary(self, state: S) -> Any:
        """The words by which typed text is read."""

    def in_place(self, state: S, action: A, text: str, seat: str | None) -> A:
        """The meaning of an action where it was typed; by default the action itself."""
        return action

    def notation(self, action: A) -> str:
        """An action as its verb writes it."""
        return self.grammar.notation(action)

    def parse(self, state: S, text: str, seat: str | None = None) -> A:
        """Read an action; suggestions are the typing seat's own."""
        action = self.grammar.parse(self.vocabulary(state), text, lambda: self.offered(state, seat))
        return self.in_place(state, action, text, seat)

    def filled(self, state: S, verb: type[A], typed: Mapping[str, str | int], seat: str) -> A:
        """Read the fields of a verb; suggestions are the typing seat's own."""
        words = self.vocabulary(state)
        action = self.grammar.filled(words, verb, typed, lambda: self.offered(state, seat))
        return self.in_place(state, action, "", seat)

    @abstractmethod
    def seen(self, state: S, seat: str | None) -> V:
        """The view of one of the title's seats; None is the public."""

    @abstractmethod
    def put_right(self, state: S, words: tuple[str, ...]) -> list[Event]:
        """Carry out an edit on the state itself, and return its events.

        :raises IllegalAction: it is impossible now.
        """

    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[S]:
        """Lay the table out and begin."""
        ctx = self.resolution(self.laid_out(self.scenario(scenario).id, self.chosen(options)), dice)
        with english():
            self.begin(ctx)
        return Step(ctx.state, ctx.events)

    def is_legal(self, state: S, seat: str, action: A) -> bool:
        """Whether an action has no refusal."""
        return seat in self.seats and self.refusal(state, seat, action) is None

    def apply(self, state: S, seat: str, action: A, dice: Dice) -> Step[S]:
        """Carry out an action, up to the next choice."""
        self.seated(seat)
        refusal = self.refusal(state, seat, action)
        if refusal is not None:
            raise illegal(refusal)
        ctx = self.resolution(self.writable(state, action), dice)
        # Events are stored in English; a refusal is given in the current language.
        with english():
            self.carry_out(ctx, seat, action)
        return Step(ctx.state, ctx.events)

    def view(self, state: S, seat: str | None) -> V:
        """The table as a seat sees it."""
        if seat is not None:
            self.seated(seat)
        return self.seen(state, seat)

    def offered(self, state: S, seat: str | None) -> list[str]:
        """A seat's legal actions in notation, to suggest where a text can't be read."""
        return [] if seat is None else [*map(self.notation, self.legal_actions(state, seat))]

    def redact_for(self, event: Event, seat: str | None) -> Event | None:
        """An event without what only its owner knows."""
        return self.redact_edit(event, seat) if isinstance(event, Edited) else hidden.redact_for(event, seat)

    def redact_edit(self, edited: Edited, seat: str | None) -> Edited:
        """An edit as a seat may know it."""
        return edited

    def edit(self, state: S, text: str) -> Step[S]:
        """Carry out an edit; with secrets, `put_right` decides whether to say that nothing would change."""
        words = self.edits.parse(text)
        if not self.decisions(state):
            raise IllegalAction(_("The game is over; an undo goes back before its end"))
        reason = self.closed(state, words[0])
        if reason:
            raise IllegalAction(reason)
        after = state.copy()
        events = self.put_right(after, words)
        refuse_impossible(self, after)
        after = self.canonical(after)
        if not self.secrets and after == state:
            raise IllegalAction(_("Nothing would change: {words!r} is so already", words=" ".join(words)))
        return Step(after, events)

    def edit_choices(self, state: S, typed: str) -> list[str]:
        """Edits that are possible now."""
        if not self.decisions(state):
            return []
        verbs = [form.verb for form in self.edits.forms if not self.closed(state, form.verb)]
        return possible(self, state, self.edits.of(verbs).near(typed))

    def closed(self, state: S, verb: str) -> str | None:
        """The reason why edits of a verb have to wait, or None."""
        return None

    def event_types(self) -> Sequence[type[Event]]:
        """Shared events and the game's own."""
        shared = (ChapterBegun, PhaseBegun, Roll, TableRoll, GameOver)
        return (*shared, *TABLE_EVENTS, *events_in(*self.event_modules))

    def may_come(self, state: S | None, deck: str, before: Sequence[str] = ()) -> Sequence[str]:
        """Cards that can come next, off the first pile that has any left."""
        if deck not in self.decks:
            names = ", ".join(map(repr, self.decks)) or _("none")
            raise UsageError(
                _("{name} has no deck {deck!r}; it has {names}", name=self.name, deck=deck, names=names)
            )
        return next((left for pile in self.piles(state, deck) if (left := left_after(pile, before))), ())

    def piles(self, state: S | None, deck: str) -> Iterable[Sequence[str]]:
        """The cards left of a deck, pile by pile in the order of drawing; None before set-up."""
        return ()


class FramedTitle(BoxTitle[B, R, S, A, V]):
    """A game whose state has frames on a stack, which its procedure resolves."""

    procedure: Procedure[Any, B, Any, A]

    def begin(self, ctx: R) -> None:
        self.procedure.resolve(ctx)

    def decisions(self, state: S) -> list[Decision]:
        """The decisions that the topmost frame waits for."""
        return self.procedure.asked(self.box, state)

    def deciding(self, state: S) -> list[str]:
        """The seats that the topmost frame waits for."""
        return self.procedure.deciding(self.box, state)

    def given(self, state: S) -> list[Decision]:
        """Secret choices that wait for the others."""
        return self.procedure.given(self.box, state)

    def changeable(self, state: S) -> list[Decision]:
        """The secret choices that their seats may still change."""
        return self.procedure.changeable(self.box, state)

    def legal_actions(self, state: S, seat: str) -> Sequence[A]:
        """The actions that the seat may choose now; those that are too many to list can be typed."""
        self.seated(seat)
        return self.procedure.legal(self.box, state, seat)

    def refusal(self, state: S, seat: str, action: A) -> Refusal | None:
        return self.procedure.refusal(self.box, state, seat, action)

    def carry_out(self, ctx: R, seat: str, action: A) -> None:
        self.procedure.act(ctx, seat, action)

    def ordered(self, state: S, decision: Decision, order: str) -> A | None:
        """The action that an order gives."""
        return self.procedure.ordered(self.box, state, decision, order)

    def fallback(self, state: S, decision: Decision) -> A | None:
        """The default answer."""
        return self.procedure.fallback(self.box, state, decision)
