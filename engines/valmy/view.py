"""The view of a side, or of the public (2.3)."""

from __future__ import annotations

import msgspec

from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.valmy.box import Box
from engines.valmy.combat.frames import Battle, Board, Combat
from engines.valmy.combat.major import case_of
from engines.valmy.position.command import out_of_command, unit_out_of_command
from engines.valmy.score import halves
from engines.valmy.state import (
    Leader,
    Phase,
    State,
    Unit,
    army_morale,
    face,
    leaders_in,
    ratings,
    steps,
    units_in,
)


class SideView(msgspec.Struct, frozen=True):
    """Counters of one side in a box: on the map, and in holding boxes as far as the viewer knows."""

    leaders: list[str]
    units: list[str]
    held: int | None
    """Units in holding boxes; None where the viewer may not know."""


class UnitView(msgspec.Struct, frozen=True):
    """A unit whose place the viewer may know."""

    side: Side
    leader: str | None
    """The leader in whose holding box it is; None also where the viewer may not know."""
    steps: int
    strength: int
    morale: int
    allowance: int
    position: str
    army: str
    box: str | None
    spent: bool
    out_of_command: bool


class LeaderView(msgspec.Struct, frozen=True):
    """A leader; of one in a holding box others know only his ratings."""

    side: Side
    rank: int
    offence: int
    command: int
    defence: int
    initiative: int
    box: str | None
    superior: str | None
    spent: bool
    replaced: bool
    out_of_command: bool


class MoraleView(msgspec.Struct, frozen=True):
    """An army's morale."""

    rating: int
    eliminated: int
    state: str


class BattleView(msgspec.Struct, frozen=True):
    """The battle under way."""

    box: str
    kind: str | None
    round: int
    step: str
    attacker: Side
    places: dict[str, str]
    """Units and leaders on the battle board, with those that were eliminated there."""
    boosts: dict[str, int]


class View(msgspec.Struct, frozen=True):
    """The view of one seat or of the public."""

    scenario: str
    turn: int
    phase: Phase
    initiative: Side | None
    chits: dict[Side, tuple[int, ...]]
    morale: dict[Side, MoraleView]
    cities: dict[str, Side]
    score: dict[Side, float]
    boxes: dict[str, dict[Side, SideView]]
    units: dict[str, UnitView]
    leaders: dict[str, LeaderView]
    battle: BattleView | None
    arranging: list[str]
    """Seats that still have to set up."""
    exited: list[str]
    """Units and leaders who have left by the west edge."""


def battle_of(state: State) -> Battle | None:
    """The battle under way."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Battle)), None)


def fight_of(state: State) -> tuple[object, ...] | None:
    """What tells the battle under way from all others, from its first question to its last."""
    battle = battle_of(state)
    if battle is None:
        return None
    combat = next(frame for frame in reversed(state.stack) if isinstance(frame, Combat))
    return state.turn, battle.box, battle.attacker, battle.overrun, combat.entered, combat.units


def shown_units(box: Box, state: State, seat: str | None) -> set[str]:
    """Units whose place a seat may know: its own, those on the map, and those that fight (A-2.3-1)."""
    battle = battle_of(state)
    # Until both have set up neither sees the counters that the other puts on the map (A-3.0-3).
    hidden = state.phase == "set-up"
    return {
        id
        for id, counter in state.units.items()
        if box.unit[id].side == seat
        or counter.fate in ("eliminated", "exited")
        or (counter.fate in ("map", "pursuing") and counter.leader is None and not hidden)
        or (battle is not None and counter.box == battle.box and fights(battle, id))
    }


def fights(battle: Battle, unit: str) -> bool:
    """Whether all see a unit in a battle's box: it stands on the board, or fires (A-2.3-1)."""
    return battle.kind == "minor" if battle.board is None else unit in battle.board.places


def view(box: Box, state: State, seat: str | None) -> View:
    """The table as `seat` sees it; None is the public."""
    shown = shown_units(box, state, seat)
    battle = battle_of(state)
    boxes: dict[str, dict[Side, SideView]] = {}
    for place in box.boxes:
        by_side: dict[Side, SideView] = {}
        for side in SIDES:
            leaders, units = leaders_in(box, state, place, side), units_in(box, state, place, side)
            held = [id for id in units if state.units[id].leader is not None]
            # Without a leader there is no holding box.
            knows = side == seat or not leaders or (battle is not None and battle.box == place)
            by_side[side] = SideView(
                [id for id in leaders if state.leaders[id].superior is None],
                [id for id in units if id not in held and (knows or state.phase != "set-up")],
                len(held) if knows else None,
            )
        boxes[place] = by_side
    return View(
        scenario=state.scenario,
        turn=state.turn,
        phase=state.phase,
        initiative=None if state.phase in ("set-up", "initiative") else state.initiative,
        chits=dict(state.chits),
        morale={
            side: MoraleView(army_morale(box, state, side), state.lost[side], state.morale[side])
            for side in SIDES
        },
        cities=dict(state.control),
        score={side: halves(box, state, side) / 2 for side in SIDES},
        boxes=boxes,
        units={id: _unit(box, state, seat, id) for id in state.units if id in shown},
        leaders={id: _leader(box, state, seat, id) for id in state.leaders},
        battle=None if battle is None else _battle(state, battle),
        arranging=[seat for part in state.stack[-1:] for seat in _arranging(part)],
        exited=[
            id for pieces in (state.leaders, state.units) for id, at in pieces.items() if at.fate == "exited"
        ],
    )


def _arranging(frame: object) -> list[str]:
    seats = getattr(frame, "seats", ())
    given = getattr(frame, "given", {})
    return [seat for seat in seats if seat not in given]


def _unit(box: Box, state: State, seat: str | None, id: str) -> UnitView:
    card, counter, up = box.unit[id], state.units[id], face(box, state, id)
    own = card.side == seat
    return UnitView(
        side=card.side,
        leader=counter.leader if own else None,
        steps=steps(box, state, id),
        strength=up.strength,
        morale=up.morale,
        allowance=card.allowance,
        position=card.position,
        army=card.army,
        box=counter.box,
        spent=counter.spent if own else False,
        out_of_command=counter.fate == "map" and unit_out_of_command(box, state, id),
    )


def _leader(box: Box, state: State, seat: str | None, id: str) -> LeaderView:
    card, counter, rated = box.leader[id], state.leaders[id], ratings(box, state, id)
    sees = card.side == seat or counter.superior is None
    return LeaderView(
        side=card.side,
        rank=card.rank,
        offence=rated.offence,
        command=rated.command,
        defence=rated.defence,
        initiative=rated.initiative,
        box=counter.box if sees else None,
        superior=counter.superior if card.side == seat else None,
        spent=counter.spent if sees else False,
        replaced=counter.replaced,
        out_of_command=sees and counter.fate == "map" and out_of_command(box, state, id),
    )


def _battle(state: State, frame: Battle) -> BattleView:
    board = frame.board or Board()
    known: list[tuple[str, Unit | Leader]] = [*state.units.items(), *state.leaders.items()]
    # A unit that pursues or retreats has left the board; one that fell stays where it fell.
    left = {id for id, now in known if now.fate != "eliminated" and (now.fate, now.box) != ("map", frame.box)}
    return BattleView(
        frame.box,
        frame.kind,
        board.round,
        case_of(frame),
        frame.attacker,
        {id: place for id, place in board.places.items() if id not in left},
        dict(frame.boosts),
    )
