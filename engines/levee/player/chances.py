"""The chances of a turn's actions: the engine's own tests, each computed once."""

from __future__ import annotations

import msgspec

from data.levee.schema import MARKERS, Marker
from engines.levee.actions import Action, Liberate, Military, Naval, Political, RestoreOrder, Spirit
from engines.levee.box import HOLDING, OUT, Box
from engines.levee.odds import Test, french_army_terms, passes, test_of
from engines.levee.player.board import REPUBLIC, Board, Rest
from engines.levee.state import Fight, State, reigning


class Chances:
    """The tests of one turn."""

    def __init__(self, box: Box, state: State) -> None:
        self.box = box
        self.state = state
        self.units = box.units(state.setting.kit)
        self._tests: dict[tuple[object, ...], Test] = {}
        self._chances: dict[tuple[object, ...], float] = {}
        self._reigns: dict[tuple[int, ...], tuple[int, int | None]] = {}

    def reign(self, tracks: tuple[int, ...]) -> tuple[int, int | None]:
        """The French Army under a government, and the marker that reigns by its place."""
        known = self._reigns.get(tracks)
        if known is None:
            named = dict(zip(MARKERS, tracks, strict=True))
            army, _ = french_army_terms(self.box, msgspec.structs.replace(self.state, tracks=named))
            marker = reigning(named)
            known = self._reigns[tracks] = army, None if marker is None else MARKERS.index(marker)
        return known

    def naval(self) -> float:
        """The chance of an attack on the Royal Navy."""
        return self._chance(("naval",), Naval())

    def order(self, tracks: tuple[int, ...]) -> float:
        """The chance to restore order in Paris."""
        if tracks[REPUBLIC] >= 3 and self.reign(tracks)[1] == REPUBLIC:
            return 1.0
        return self._chance(("order",), RestoreOrder(), tracks=dict.fromkeys(MARKERS, 0))

    def political(self, i: int, at: int, rest: Rest) -> float:
        """The chance of an action on a political marker that is in a box."""
        led = rest.napoleon not in (OUT, HOLDING)
        marker: Marker = MARKERS[i]
        return self._chance(
            ("political", i, at, led),
            Political(marker),
            tracks={**self.state.tracks, marker: at},
            napoleon=rest.napoleon if led else OUT,
        )

    def liberation(self, space: str, marker: str) -> float:
        """The chance to place a marker in a space."""
        held = {**self.state.markers, marker: HOLDING}
        return self._chance(("liberate", space, marker), Liberate(space, marker), markers=held)

    def attack(self, board: Board, fight: Fight, unit: int) -> Test:
        """The test of an attack on a unit."""
        name, at = self.units[unit], board.boxes[unit]
        if fight == "spirit":
            return self._test(("spirit", unit), Spirit(self.box.at[name][at], name))
        army, _ = self.reign(board.tracks)
        led = board.rest.napoleon == name
        return self._test(
            ("military", unit, at, army, led, unit in board.rest.rotated),
            Military(name),
            boxes={**self.state.boxes, name: at},
            french_army=army,
            napoleon=name if led else OUT,
            rotated=[name] if unit in board.rest.rotated else [],
        )

    def _chance(self, key: tuple[object, ...], action: Action, **changes: object) -> float:
        known = self._chances.get(key)
        if known is None:
            known = self._chances[key] = share(self._test(key, action, **changes))
        return known

    def _test(self, key: tuple[object, ...], action: Action, **changes: object) -> Test:
        known = self._tests.get(key)
        if known is None:
            test = test_of(self.box, msgspec.structs.replace(self.state, **changes), action)
            assert test is not None
            known = self._tests[key] = test
        return known


def share(test: Test) -> float:
    """The chance of a test."""
    return sum(passes(test, face) for face in range(1, 7)) / 6
