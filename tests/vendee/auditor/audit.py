"""The auditor at work: a title that lets its laws look at all that happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.actions import Action
from engines.vendee.combat.frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.events import Stopped
from engines.vendee.frames import Activation, Fortify, Leaders, Occupied, Powder, Preempt, Refuge
from engines.vendee.state import State
from engines.vendee.title import Vendee
from tests.vendee.auditor import (
    arrivals,
    combat,
    cost,
    flight,
    morale,
    phases,
    powder,
    retreats,
    stacking,
    zones,
)
from tests.vendee.auditor.scene import Law, Scene

LAWS: tuple[type[Law], ...] = (
    cost.Cost,
    zones.Zones,
    stacking.Stacking,
    combat.Combat,
    combat.Losses,
    retreats.Retreats,
    flight.Flight,
    morale.Morale,
    powder.Powder,
    arrivals.Arrivals,
    phases.Desertion,
    phases.Committee,
)
_UNDER_WAY = (
    Activation, Battle, Fortify, Leaders, Losses, Occupied, Powder, Preempt, Pursuit, Refuge, Retreat
)  # fmt: skip


def audit(laws: Iterable[Law], scene: Scene, events: Iterable[Event]) -> Iterator[str]:
    """Follow events on the table, and give the faults that the laws find in them."""
    laws = tuple(laws)
    for event in events:
        for law in laws:
            yield from law.before(scene, event)
        scene.follow(event)
        for law in laws:
            yield from law.after(scene, event)
        if isinstance(event, Stopped):
            yield from rest(laws, scene)


def rest(laws: Iterable[Law], scene: Scene) -> Iterator[str]:
    """The faults of a table on which nothing is under way."""
    for law in laws:
        yield from law.at_rest(scene)


class Audited(Vendee):
    """The title, whose games are audited; one game at a time.

    :param more: laws beside those of the rulebook.
    :ivar faults: what was found in the game, with the action in which it happened.
    """

    def __init__(self, *more: type[Law]) -> None:
        super().__init__()
        self.more = more

    def setup(self, scenario: str, options, dice: Dice):  # type: ignore[no-untyped-def]
        step = super().setup(scenario, options, dice)
        self.laws = [law() for law in (*LAWS, *self.more)]
        self.scene = Scene(step.state)
        self.faults: list[str] = []
        return step

    def apply(self, state: State, seat: str, action: Action, dice: Dice):  # type: ignore[no-untyped-def]
        """Apply, then audit."""
        step = super().apply(state, seat, action, dice)
        self._note(action, audit(self.laws, self.scene, step.events))
        self.scene.attend(step.state)
        self._note(action, self.scene.differs(step.state))
        if not any(isinstance(frame, _UNDER_WAY) for frame in step.state.stack):
            self._note(action, rest(self.laws, self.scene))
        return step

    def _note(self, action: Action, faults: Iterable[str]) -> None:
        self.faults += [f"turn {self.scene.turn}, {self.notation(action)}: {fault}" for fault in faults]


def clean(faults: Sequence[str]) -> None:
    """Fail with the first faults."""
    assert not faults, "\n".join(faults[:10])
