"""Positions in a line or two on the small pack, and a table at which they are played with fed dice."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import pytest

from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.core.events import Event
from engines.core.refusals import illegal
from engines.valmy import actions
from engines.valmy.frames import Activations
from engines.valmy.procedure import PROCEDURE
from engines.valmy.resolution import Resolution
from engines.valmy.state import AnyFrame, Leader, Morale, Phase, State, Unit, put_leaders, put_units
from engines.valmy.words import words_of
from tests.valmy.small import small

E = TypeVar("E", bound=Event)
OPTIONS = ("all-battles", "mounted-fire", "morale-difference", "falling-morale")
LATER = ("any-line", "any-retreat", "exit-any-turn", "base-entered")
"""Those that a state names only where they are on."""


class Given:
    """A position in the making; without more it is turn 2, the French in hand, nobody on the map."""

    def __init__(self, *options: str) -> None:
        box = small()
        assert set(options) <= {*OPTIONS, *LATER}
        self.state = State(
            scenario="campaign",
            options={name: name in options for name in OPTIONS}
            | dict.fromkeys(set(options) & {*LATER}, True),
            turn=2,
            phase="activations",
            stack=[Activations("french")],
            units={id: Unit("waiting") for id in box.unit},
            leaders={id: Leader("waiting") for id in box.leader},
            chits={side: tuple(box.figures.chits) for side in SIDES},
            initiative="french",
            traffic=dict.fromkeys(SIDES, ()),
            came={},
            lost=dict.fromkeys(SIDES, 0),
            morale=dict.fromkeys(SIDES, "steady"),
            fallen=[],
            control=dict(box.cities),
        )

    def units(self, box: str, names: str, leader: str | None = None, **more: Any) -> Given:
        """Units in a box, openly or in a holding box: `f1-f4 h1`."""
        put_units(self.state, {id: Unit("map", box, leader, **more) for id in ids(names)})
        return self

    def leader(self, id: str, box: str, superior: str | None = None, **more: Any) -> Given:
        """A leader on the map, or in a holding box."""
        put_leaders(self.state, {id: Leader("map", box, superior, **more)})
        return self

    def force(self, leader: str, box: str, names: str = "", superior: str | None = None) -> Given:
        """A leader with units in his holding box."""
        return self.leader(leader, box, superior).units(box, names, leader)

    def came(self, box: str, side: Side, *lines: str) -> Given:
        """By which lines a side came into a box."""
        self.state.came[box] = {**self.state.came.get(box, {}), side: lines}
        return self

    def gone(self, names: str, fate: Any = "eliminated") -> Given:
        """Units that are out of the game, or off the map."""
        put_units(self.state, {id: Unit(fate) for id in ids(names)})
        return self

    def hand(self, side: Side, **more: Any) -> Given:
        """Whose turn it is to activate."""
        self.state.stack = [Activations(side, **more)]
        return self

    def phase(self, phase: Phase, *stack: AnyFrame) -> Given:
        """Another phase; the last frame is the topmost."""
        self.state.phase, self.state.stack = phase, list(stack)
        return self

    def morale(self, side: Side, morale: Morale) -> Given:
        """An army's morale."""
        self.state.morale[side] = morale
        return self

    def having(self, **fields: object) -> Given:
        """Anything else of the state."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def table(self) -> Table:
        """Play from here."""
        return Table(self.state)


class Table:
    """A game under way whose every die is fed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @property
    def asked(self) -> tuple[str, str]:
        """Seat and kind of the first decision that is owed."""
        decision = PROCEDURE.asked(small(), self.state)[0]
        return decision.seat, decision.kind

    @property
    def prompt(self) -> str:
        """What the first decision that is owed is asked with."""
        return str(PROCEDURE.asked(small(), self.state)[0].prompt)

    def act(self, text: str, *faces: int, seat: str | None = None) -> Table:
        """The seat that is asked does something, and exactly these faces come up."""
        seat = seat or self.asked[0]
        action = actions.parse(words_of(small()), text, list)
        assert actions.parse(words_of(small()), actions.notation(action), list) == action
        refusal = PROCEDURE.refusal(small(), self.state, seat, action)
        if refusal is not None:
            raise illegal(refusal)
        return self._resolve(faces, lambda now: PROCEDURE.act(now, seat, action))

    def roll_on(self, text: str, *faces: int, seed: str = "seed") -> Table:
        """The same, with dice of a seed after those that are fed."""
        seat = self.asked[0]
        action = actions.parse(words_of(small()), text, list)
        refusal = PROCEDURE.refusal(small(), self.state, seat, action)
        if refusal is not None:
            raise illegal(refusal)
        dice = Dice(seed)
        dice.feed(faces)
        ctx = Resolution(small(), self.state.copy(), dice)
        PROCEDURE.act(ctx, seat, action)
        self.state, self.events = ctx.state, ctx.events
        return self

    def go_on(self, *faces: int) -> Table:
        """Resolve up to the next choice, with exactly these faces."""
        return self._resolve(faces, PROCEDURE.resolve)

    def _resolve(self, faces: tuple[int, ...], done: Any) -> Table:
        dice = Dice(None)
        dice.feed(faces)
        ctx = Resolution(small(), self.state.copy(), dice)
        done(ctx)
        assert not dice.pending()[0], f"not all of {faces} came up"
        self.state, self.events = ctx.state, ctx.events
        # What was resolved survives being written and read.
        assert msgspec.json.decode(msgspec.json.encode(self.state), type=State) == self.state
        return self

    def refused(self, text: str, seat: str | None = None) -> str:
        """The number of the case by which an action is refused; nothing changes and no die is rolled."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalAction) as refusal:
            self.act(text, seat=seat)
        assert msgspec.json.encode(self.state) == before
        self.why = refusal.value.message
        return refusal.value.case

    @property
    def legal(self) -> list[str]:
        """What is listed for the seat that is asked; all of it may be done."""
        seat = self.asked[0]
        listed = PROCEDURE.legal(small(), self.state, seat)
        assert all(PROCEDURE.refusal(small(), self.state, seat, action) is None for action in listed)
        return [actions.notation(action) for action in listed]

    def where(self, *ids: str) -> list[str | None]:
        """The boxes of units and leaders."""
        units, leaders = self.state.units, self.state.leaders
        return [units[id].box if id in units else leaders[id].box for id in ids]

    def told(self, kind: type[E]) -> list[E]:
        """Events of a kind in the last action."""
        return [event for event in self.events if isinstance(event, kind)]


def ids(names: str) -> list[str]:
    """`f1-f3 h1` as four ids."""
    found: list[str] = []
    for word in names.split():
        first, dash, last = word.partition("-")
        numbers = range(int(first[1:]), int(last[1:]) + 1) if dash else [int(first[1:])]
        found.extend(f"{first[0]}{number}" for number in numbers)
    return found


def given(*options: str) -> Given:
    """A position in the making."""
    return Given(*options)


__all__ = ["Given", "Table", "given", "ids", "small"]
