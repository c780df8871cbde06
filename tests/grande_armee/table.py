"""A table of La Grande Armée in a phase: units on a plain, and actions as they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Prize, Side
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.core.events import Event
from engines.grande_armee.box import ORDER, Box
from engines.grande_armee.events import BattleFought
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.state import PHASES, SEQUENCE, Phase, State
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.builder import plain, stand

E = TypeVar("E", bound=Event)
Units = Mapping[str, str] | Mapping[str, str | tuple[str, int]]


def title_of(box: Box, allied: Iterable[str] = ()) -> GrandeArmee:
    """The game on a map of the tests, whose Fortresses score 6 each and are French unless named."""
    pack = box.pack
    prizes = [
        Prize(town=town, points=6, control="allied" if hex in set(allied) else "french")
        for hex, town in box.fortress.items()
    ]
    charts = [replace(chart, fortress=prizes, closed=[], opening=None) for chart in pack.scenarios.scenario]
    scenarios = replace(pack.scenarios, scenario=charts, force=[], action=[], prussia=None)
    return GrandeArmee(replace(pack, scenarios=scenarios))


FAR = "1526"


def moving(units: Units, box: Box | None = None, *, side: Side = "french", **options: Any) -> Table:
    """A Movement Phase past its swaps; a depot far off has still to move, so that it goes on."""
    anchor = "french-depot-9" if side == "french" else "austrian-depot-9"
    return Table({**units, anchor: FAR}, box, side=side, phase="movement", **options).march()


class Table:
    """A game that stands at the start of a phase.

    :param side: the phasing player.
    :param phase: which of his phases.
    :param allied: Fortresses that the Allies control.
    """

    def __init__(
        self,
        units: Units,
        box: Box | None = None,
        *,
        side: Side = "french",
        phase: Phase = "combat",
        allied: Iterable[str] = (),
        scenario: str = "1806",
        turn: int = 2,
        doomed: Iterable[str] = (),
        **options: bool,
    ) -> None:
        ground = plain() if box is None else box
        self.title = title_of(ground, allied)
        self.dice = Dice("a table of the tests")
        pieces = stand(ground, units).pieces
        made: dict[str, int] = {}
        for id, piece in pieces.items():
            number = id.rpartition("-")[2]
            if number.isdigit():
                made[piece.kind] = max(made.get(piece.kind, 0), int(number))
        before = (turn - 1) * 2 * PHASES + ORDER.index(side) * PHASES + SEQUENCE.index(phase) - 1
        state = State(
            scenario=scenario,
            options=self.title.chosen({name.replace("_", "-"): on for name, on in options.items()}),
            index=before,
            pieces=dict(pieces),
            made=made,
            control={prize.town: prize.control for prize in self.title.box.prizes(scenario).values()},
            doomed=tuple(doomed),
        )
        now = self.title.resolution(state, self.dice)
        PROCEDURE.resolve(now)
        self.state: State = now.state
        self.events: list[Event] = now.events
        self.battles: list[BattleFought] = []
        """All that were fought."""

    @property
    def asked(self) -> tuple[str, str] | None:
        """The seat that is asked, and its question; None when the game is over."""
        owed = self.title.decisions(self.state)
        return (owed[0].seat, owed[0].kind) if owed else None

    def do(self, *actions: str, faces: Iterable[int] = ()) -> Table:
        """Type actions for the seat that is asked; `events` are then those of all of them."""
        self.dice.feed(faces)
        self.events = []
        for text in actions:
            assert self.asked is not None
            seat = self.asked[0]
            action = self.title.parse(self.state, text, seat)
            step = self.title.apply(self.state, seat, action, self.dice)
            self.state = step.state
            self.events += step.events
        self.battles += self.told(BattleFought)
        return self

    def march(self) -> Table:
        """Pass over the swaps at the start of a Movement Phase."""
        return self.do("end") if self.asked is not None and self.asked[1] == "swap" else self

    def stand(self) -> Table:
        """Let all attacked units stand, without supply."""
        return self.do("end") if self.asked is not None and self.asked[1] == "defence" else self

    def refused(self, text: str) -> str:
        """The case by which an action is refused."""
        assert self.asked is not None
        seat = self.asked[0]
        with pytest.raises(IllegalAction) as refusal:
            self.title.apply(self.state, seat, self.title.parse(self.state, text, seat), self.dice)
        return refusal.value.case or ""

    def legal(self, verb: str = "") -> list[str]:
        """What the seat that is asked may do, of a verb."""
        assert self.asked is not None
        actions = self.title.legal_actions(self.state, self.asked[0])
        return [text for text in map(self.title.notation, actions) if text.startswith(verb)]

    def at(self, unit: str) -> str | None:
        """Where a unit stands; None when it is off the map."""
        piece = self.state.pieces.get(unit)
        return None if piece is None else piece.hex

    def on(self, hex: str) -> list[str]:
        """The units on a hex."""
        return sorted(id for id, piece in self.state.pieces.items() if piece.hex == Hex(hex))

    def disrupted(self) -> list[str]:
        """The units that are disrupted."""
        return sorted(id for id, piece in self.state.pieces.items() if piece.disrupted is not None)

    def told(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def half_exchange() -> Table:
    """A battle at 25 to 7 that came to a half exchange; the attacker is about to pay for it."""
    units = {
        **{f"french-5-4-{nth}": "0612" for nth in (1, 2)},
        "french-2-5-1": "0612",
        "french-3-7-1": "0612",
        "davout": "0612",
        "french-supply-1": "0612",
        "austrian-5-4-1": "0611",
        "mack": "0611",
        "austrian-supply-1": "0610",
    }
    table = Table(units).do("spend french-supply-1")
    table.do("attack 0611 by french-5-4-1, french-5-4-2, french-2-5-1, french-3-7-1 under davout", "end")
    return table.do("spend austrian-supply-1", "resolve 0611", faces=[1])
