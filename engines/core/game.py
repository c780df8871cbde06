"""A game being played: a title, a state, dice, and the record that grows with each action."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engines.core.contract import AnyTitle, Decision, Outcome, Step
from engines.core.dice import Dice, Draw, commitment
from engines.core.events import Event
from engines.core.record import Entry, Record, digest


class Game:
    """What plays a title in memory: the referee, the fuzzer, the tests and the simulation.

    :ivar state: the present state.
    :ivar journal: one entry per accepted action.
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

    def act(self, seat: str, action: str | msgspec.Struct) -> list[Event]:
        """Take an action, given as a value or in its notation.

        :raises EngineError: it was refused; nothing has changed and no die was used up.
        """
        read = self.title.parse(self.state, action, seat) if isinstance(action, str) else action
        before = self.dice.pending(), self.dice.counter
        try:
            step = self.title.apply(self.state, seat, read, self.dice)
        except Exception:
            self.dice.restore(*before)
            raise
        self.state = step.state
        self.journal.append(Entry(seat, self.title.notation(read), self.dice.take(), digest(step.state)))
        return step.events

    @property
    def decisions(self) -> list[Decision]:
        """Who must decide what now."""
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
