"""Positions in a line or two, and a table at which they are played with fed dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
import pytest
from _pytest.mark import ParameterSet

from data.vendee.schema import EventId, RoyalArmy, Side
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.core.events import Event
from engines.vendee.frames import KINDS, Activation, Condition, Operations, Reinforce
from engines.vendee.position.occupation import first_holders
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from engines.vendee.state import AnyFrame, Fate, Officer, Phase, Readiness, State, put_force, put_officer
from engines.vendee.title import Vendee

E = TypeVar("E", bound=Event)


def rows(table: Mapping[str, tuple[object, ...]]) -> list[ParameterSet]:
    """Rows of a test by their names: the statements that it proves, in one text, then its figures."""
    return [
        pytest.param(*figures, id=name, marks=pytest.mark.case(*str(cases).split()))
        for name, (cases, *figures) in table.items()
    ]


@cache
def title() -> Vendee:
    """The title with the project's own pack."""
    return Vendee()


class Given:
    """A position in the making; without more it is turn 2, Republicans in hand, nobody on the map."""

    def __init__(self, **options: bool) -> None:
        box = title().box
        self.state = State(
            scenario="campaign",
            options=title().chosen({name.replace("_", "-"): value for name, value in options.items()}),
            turn=2,
            phase="operations",
            stack=[Operations("republican")],
            morale={"republican": 0, "royalist": 0},
            powder=dict.fromkeys(box.powder, -2),
            forces={},
            officers={
                id: Officer("pool", None, None, "fresh", general.army) for id, general in box.general.items()
            },
            arrivals={},
            markers={id: event.copies for id, event in box.event.items()},
            played=[],
            past=[],
            incidents=list(box.incident_pool),
            holder=first_holders(box),
            entered=[],
            initiative="republican",
        )

    def turn(self, turn: int) -> Given:
        """The turn that it is."""
        self.state.turn = turn
        return self

    def points(self, area: str, *, ready: Readiness = "fresh", **points: int) -> Given:
        """Combat points in an area: `anjou=8, bas_poitou=2`."""
        for name, count in points.items():
            kind = next(kind for kind in KINDS if kind == name.replace("_", "-"))
            conditions = {
                "fresh": Condition(fresh=count),
                "activated": Condition(activated=count),
                "routed": Condition(routed=count),
            }
            present = self.state.forces.get(area, {}).get(kind, Condition())
            put_force(title().box, self.state, area, kind, present.plus(conditions[ready]))
        return self

    def more(self) -> Given:
        """Somebody on both sides, far away, who keeps the phase from ending."""
        return self.points("coueron", nantes=1).points("les-herbiers", centre=1)

    def general(self, id: str, area: str, *, ready: Readiness = "fresh") -> Given:
        """A general on the map."""
        army = self.state.officers[id].army
        put_officer(self.state, id, Officer("map", area, None, ready, army))
        return self

    def fate(self, id: str, fate: Fate, due: int | None = None) -> Given:
        """A general off the map."""
        put_officer(self.state, id, Officer(fate, None, due, "fresh", self.state.officers[id].army))
        return self

    def morale(self, *, republican: int = 0, royalist: int = 0) -> Given:
        """Morale of both sides."""
        self.state.morale = {"republican": republican, "royalist": royalist}
        return self

    def powder(self, **markers: int) -> Given:
        """Markers of arms and powder."""
        powder: dict[RoyalArmy, int] = self.state.powder
        for army, value in powder.items():
            powder[army] = markers.get(army.replace("-", "_"), value)
        return self

    def past(self, *events: EventId) -> Given:
        """Events that were played in earlier turns."""
        self.state.past.extend(events)
        return self

    def hand(self, side: Side, **changes: Any) -> Given:
        """Operations, with that side in hand, which has won the initiative: nobody may pre-empt it."""
        self.state.stack, self.state.initiative = [Operations(side, **changes)], side
        return self

    def phase(self, phase: Phase, *stack: AnyFrame) -> Given:
        """Another phase; the last frame is the topmost."""
        self.state.phase, self.state.stack = phase, list(stack)
        return self

    def reinforcing(self, side: Side, **arrivals: int) -> Given:
        """The reinforcement step of a side with combat points to be placed."""
        below = [Reinforce("royalist")] if side == "republican" else []
        self.state.arrivals = {
            kind: arrivals[kind.replace("-", "_")] for kind in KINDS if kind.replace("-", "_") in arrivals
        }
        return self.phase("reinforcements", *below, Reinforce(side, begun=True))

    def having(self, **fields: object) -> Given:
        """Anything else of the state."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def table(self) -> Table:
        """Play from here."""
        title().check(self.state)
        return Table(self.state)


class Table:
    """A game under way whose every die is fed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @property
    def asked(self) -> tuple[str, str]:
        """Seat and kind of the decision that is owed."""
        decision = title().decisions(self.state)[0]
        return decision.seat, decision.kind

    def act(self, text: str, *faces: int) -> Table:
        """The seat that is asked does something, and exactly these faces come up."""
        seat = self.asked[0]
        dice = Dice(None)
        dice.feed(faces)
        step = title().apply(self.state, seat, title().parse(self.state, text, seat), dice)
        assert not dice.pending()[0], f"{text} did not use all of {faces}"
        title().check(step.state)
        self.state, self.events = step.state, step.events
        return self

    def roll_on(self, text: str, seed: str = "seed") -> Table:
        """The same with dice of a seed, where they don't matter."""
        seat = self.asked[0]
        step = title().apply(self.state, seat, title().parse(self.state, text, seat), Dice(seed))
        self.state, self.events = step.state, step.events
        return self

    def go_on(self, *faces: int) -> Table:
        """Let the topmost frame do what needs no choice, once, with exactly these faces."""
        dice = Dice(None)
        dice.feed(faces)
        ctx = Resolution(title().box, self.state.copy(), dice)
        frame = ctx.state.stack[-1]
        PROCEDURE.handler(frame).go_on(ctx, frame)
        assert not dice.pending()[0], f"not all of {faces} came up"
        self.state, self.events = ctx.state, ctx.events
        return self

    def refused(self, text: str) -> str:
        """The number of the case by which an action is refused; nothing changes and no die is rolled."""
        return self._refusal(text).case

    def reason(self, text: str) -> str:
        """The sentence by which it is refused."""
        return self._refusal(text).message

    def _refusal(self, text: str) -> IllegalAction:
        seat = self.asked[0]
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalAction) as refusal:
            title().apply(self.state, seat, title().parse(self.state, text, seat), Dice(None))
        assert msgspec.json.encode(self.state) == before
        return refusal.value

    @property
    def legal(self) -> list[str]:
        """What is listed for the seat that is asked."""
        return [title().notation(action) for action in title().legal_actions(self.state, self.asked[0])]

    def points(self, area: str) -> Mapping[str, int]:
        """Combat points in an area by kind."""
        return {kind: held.total for kind, held in self.state.forces.get(area, {}).items()}

    def where(self, general: str) -> str | None:
        """The area of a general."""
        return self.state.officers[general].area

    def fate(self, general: str) -> str:
        """What has become of him."""
        return self.state.officers[general].fate

    @property
    def group(self) -> Activation:
        """The activation under way."""
        return next(frame for frame in reversed(self.state.stack) if isinstance(frame, Activation))

    def told(self, kind: type[E]) -> list[E]:
        """Events of a kind in the last action."""
        return [event for event in self.events if isinstance(event, kind)]


def given(**options: bool) -> Given:
    """A position in the making."""
    return Given(**options)


def areas(texts: Iterable[str], verb: str) -> set[str]:
    """The last word of each notation that begins with a verb."""
    return {text.split()[-1] for text in texts if text.startswith(verb)}
