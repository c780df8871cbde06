"""A game being played: a title, a state, dice, and the record that grows with each action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from engines.core.contract import AnyTitle, Outcome, Step
from engines.core.decisions import Decision
from engines.core.dice import Dice, Draw, commitment
from engines.core.events import Edited, Event, Source, Undone
from engines.core.record import Entry, Record, digest, given_for
from engines.core.table import Kind, Line, roll, roll_notation, undo_notation


def applied(
    title: AnyTitle, state: msgspec.Struct, seat: str, action: msgspec.Struct, dice: Dice
) -> Step[Any]:
    """Carry out an action; where it fails, its draws are given back, so that others can act.

    :raises EngineError: it was refused.
    """
    fed, drawn = dice.pending(), dice.counter
    try:
        return title.apply(state, seat, action, dice)
    except BaseException:
        dice.restore(fed, drawn)
        raise


class Game:
    """A title played in memory, for the referee, the fuzzer, the tests and the simulation.

    :ivar state: the present state.
    :ivar journal: one entry per accepted action, undo, edit or roll for the table.
    :ivar line: the entries that still stand.
    """

    def __init__(
        self,
        title: AnyTitle,
        scenario: str | None = None,
        options: Mapping[str, bool] | None = None,
        *,
        seed: str | None = None,
        dice: Dice | None = None,
        state: msgspec.Struct | None = None,
    ) -> None:
        """Set up a new game, or go on from `state`, which has been checked and has its own options."""
        self.title = title
        self.seed = seed
        self.dice = dice or Dice(seed)
        self._start = state
        if state is None:
            step = title.setup(scenario or title.scenarios[0].id, title.chosen(options or {}), self.dice)
        else:
            step = Step(state, [])
        self.state: msgspec.Struct = step.state
        self.scenario, self.options = title.agreed(step.state)
        self.opening: list[Draw] = self.dice.take()
        self.opening_digest = digest(self.state)
        self.opening_events: list[Event] = step.events
        self.journal: list[Entry] = []
        self.line = Line()
        self._states: dict[int, msgspec.Struct] = {0: self.state}

    def act(self, seat: str, action: str | msgspec.Struct, *, source: Source = "player") -> list[Event]:
        """Take an action, given as a value or in its notation.

        :raises EngineError: it was refused; nothing has changed and no die was used up.
        """
        read = self.title.parse(self.state, action, seat) if isinstance(action, str) else action
        given = given_for(self.title, self.state, seat, source)
        step = applied(self.title, self.state, seat, read, self.dice)
        self._write(seat, self.title.notation(read), step.state, source=source)
        return [*given, *step.events]

    def undo(self, to: int) -> list[Event]:
        """Restore the state after entry `to`; 0 is the set-up. Chance goes on from where it was.

        :raises UsageError: the entry does not stand, or nothing stands after it.
        """
        back = self.line.undo(to)
        self._write("", undo_notation(to), self._states[to], kind="undo")
        for number in back:
            del self._states[number]
        return [Undone(to, len(back))]

    def edit(self, text: str) -> list[Event]:
        """Correct something on the table by one of the title's edits.

        :raises EngineError: it was refused; nothing has changed.
        """
        step = self.title.edit(self.state, text)
        edited = next(event.text for event in step.events if isinstance(event, Edited))
        self._write("", edited, step.state, kind="edit")
        return step.events

    def roll(self, count: int, reason: str = "") -> list[Event]:
        """Roll six-sided dice for the table; the state is left as it is.

        :raises EngineError: no such number of dice, a reason that is not one short line, or no die to roll.
        """
        text = roll_notation(count, reason)
        with self.kept():
            rolled = roll(text, self.dice)
        self._write("", text, self.state, kind="roll")
        return [rolled]

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Restore the game and its dice where the action in it, or a later step of the caller, fails.

        It is for actions and rolls: an undo succeeds, or is refused before anything has changed.
        """
        state, entries = self.state, len(self.journal)
        dice = self.dice.pending(), self.dice.counter
        try:
            yield
        except Exception:
            self.state = state
            for number in range(entries + 1, len(self.journal) + 1):
                del self._states[number]
                self.line.numbers.remove(number)
            del self.journal[entries:]
            self.dice.restore(*dice)
            raise

    def _write(
        self, seat: str, text: str, state: msgspec.Struct, *, kind: Kind = "act", source: Source = "player"
    ) -> None:
        self.state = state
        self.journal.append(Entry(seat, text, self.dice.take(), digest(state), kind, source))
        if kind != "undo":
            number = len(self.journal)
            self._states[number] = state
            self.line.add(number, self.journal[-1])

    @property
    def decisions(self) -> list[Decision]:
        """The decisions that seats owe now."""
        return self.title.decisions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.title.outcome(self.state)

    def legal(self, seat: str) -> list[str]:
        """Notations of all legal actions of a seat."""
        return [self.title.notation(action) for action in self.title.legal_actions(self.state, seat)]

    def record(self, *, reveal_seed: bool = True) -> Record:
        """The game as a record that replays anywhere."""
        return Record(
            title=self.title.id,
            pack=self.title.pack,
            scenario=self.scenario,
            options=self.options,
            seed=self.seed if reveal_seed else None,
            commitment=None if self.seed is None else commitment(self.seed),
            start=None if self._start is None else msgspec.to_builtins(self._start, str_keys=True),
            opening=self.opening,
            opening_digest=self.opening_digest,
            journal=list(self.journal),
        )
