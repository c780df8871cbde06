"""Positions in a line or two, and a table at which they are played by the letter with fed dice."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import pytest

from data.revolution.tables import SEATS, Track
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.core.events import Event
from engines.revolution import actions
from engines.revolution.answers import Give
from engines.revolution.facts import Fact
from engines.revolution.forms import seats, to_file
from engines.revolution.frames import Form, Opening
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State, put_army, put_person, put_region
from engines.revolution.title import Revolution

E = TypeVar("E", bound=Event)
TITLE = Revolution()
BOX = TITLE.box
GOVERNED = {"legislative": "feuillant", "convention": "gironde", "terror": "mountain", "thermidor": "marais"}


class At:
    """A position before a stage, or the form before it: turn 1, everybody still off the map.

    :param options: switched on, or with `-` before it off; `letter` is on unless `-letter` is said.
    """

    def __init__(self, stage: str, *options: str) -> None:
        chosen = {"letter": True, **{name.lstrip("-"): name[0] != "-" for name in options}}
        self.state: State = TITLE.setup("historical", chosen, Dice("position")).state
        self.state.stack = [Opening()]
        self.state.stage = stage
        self.state.filed = ["talk"]
        self.state.order = ["feuillant", "gironde", "marais", "royalist", "mountain", "sans-culotte"]

    def set(self, **changes: Any) -> At:
        """Fields of the state."""
        for field, value in changes.items():
            setattr(self.state, field, msgspec.convert(value, list[Fact]) if field == "achieved" else value)
        return self

    def regime(self, regime: Any, **changes: Any) -> At:
        """Another regime, with who usually governs."""
        self.set(regime=regime, government=GOVERNED[regime])
        if regime == "thermidor":
            self.set(former="mountain")
        return self.set(**changes)

    def people(self, *where: str, **changes: Any) -> At:
        """People in regions: `marat danton paris`."""
        for line in where:
            *names, region = line.split()
            for name in names:
                put_person(self.state, name, region=region, **changes)
        return self

    def person(self, id: str, **changes: Any) -> At:
        """Somebody, as he is."""
        put_person(self.state, id, **changes)
        return self

    def region(self, *ids: str, **changes: Any) -> At:
        """Regions, all of them alike."""
        for id in ids:
            put_region(self.state, id, **changes)
        return self

    def army(self, *lines: str, **changes: Any) -> At:
        """Armies in regions: `brunswick coburg metz`."""
        for line in lines:
            *ids, region = line.split()
            for id in ids:
                put_army(self.state, id, region=region, **changes)
        return self

    def fame(self, **fame: int) -> At:
        """Fame, `sans_culotte` for the Sans-Culotte."""
        self.state.fame.update({who.replace("_", "-"): value for who, value in fame.items()})
        return self

    def purse(self, **purses: int) -> At:
        """Assignats."""
        self.state.purses.update({who.replace("_", "-"): value for who, value in purses.items()})
        return self

    def tracks(self, **at: int) -> At:
        """Where tracks stand."""
        names: dict[str, Track] = {"economy": "economy", "clergy": "clergy"}
        names |= {"coalition": "coalition", "commune": "commune"}
        self.state.tracks.update({names[track]: value for track, value in at.items()})
        return self

    def deputies(self, *numbers: int) -> At:
        """Of all seats, in their order."""
        self.state.deputies.update(zip(SEATS, numbers, strict=True))
        return self

    def forbids(self, seat: str, text: str, statement: str) -> str:
        """What is said against an answer when its question comes, whoever is asked now."""
        answer = actions.parse(TITLE.words, text, list)
        assert not isinstance(answer, actions.File | Give)
        refusal = REGISTRY.of[answer.question].refusal(BOX, self.state, seat, answer.about, answer)
        assert refusal is not None, text
        assert refusal.statement == statement, refusal
        return refusal.message

    def play(self, *faces: int) -> Table:
        """Sit down; the first of these faces come now."""
        state = self.state.copy()
        form = to_file(state, state.stage)
        if form is not None:
            kind, covers = form
            state.stack.append(Form(seats(state, kind), form=kind, covers=covers))
        return Table(state, faces)


class Table:
    """A game that is played with fed dice."""

    def __init__(self, state: State, faces: tuple[int, ...] = ()) -> None:
        dice = Dice("table")
        dice.feed(faces)
        ctx = TITLE.resolution(state.copy(), dice)
        TITLE.procedure.resolve(ctx)
        self.state: State = ctx.state
        self.events: list[Event] = ctx.events
        self.all: list[Event] = [*ctx.events]

    def do(self, seat: str, text: str, *faces: int) -> Table:
        """A seat acts; the first faces that are needed are these, and by chance what steps behind need."""
        dice = Dice("table")
        dice.feed(faces)
        action = TITLE.parse(self.state, text, seat)
        assert TITLE.parse(self.state, TITLE.notation(action), seat) == action
        step = TITLE.apply(self.state, seat, action, dice)
        self.state, self.events = step.state, step.events
        assert not dice.pending()[0], "faces are left over"
        self.all += self.events
        return self

    def done(self, *seats: str) -> Table:
        """Seats that leave what they are asked."""
        for seat in seats:
            self.do(seat, "done")
        return self

    def refused(self, seat: str, text: str, statement: str) -> str:
        """What is said when an action is refused, by the statement that forbids it."""
        action = TITLE.parse(self.state, text, seat)
        refusal = TITLE.procedure.refusal(BOX, self.state, seat, action)
        assert refusal is not None, text
        assert refusal.statement == statement, refusal
        with pytest.raises(IllegalAction):
            TITLE.apply(self.state, seat, action, Dice(None))
        return refusal.message

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.kind) for decision in TITLE.decisions(self.state)]

    def told(self, kind: type[E]) -> list[E]:
        """Events of a kind since the table was laid."""
        return [event for event in self.all if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return self.told(kind)[-1]
