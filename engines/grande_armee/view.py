"""The board as a seat sees it: all but the standing orders is open to everybody (G-GEN-8)."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Nation, Side
from data.grande_armee.tables import Result
from engines.grande_armee.box import ENEMY, Arm, Box, Crossing
from engines.grande_armee.combat.attack import Attack, crossing
from engines.grande_armee.combat.frames import Defending, Destroying, Exchanging, Retreating
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.frames import NextLeg, Option, Phased, Step
from engines.grande_armee.movement.plan import left, progress
from engines.grande_armee.position import Piece, UnitId
from engines.grande_armee.score import action_points, fortress_points, prizes
from engines.grande_armee.state import Phase, State

Status = Literal["ready", "moving", "done", "bound", "doomed", "used"]
Need = Literal["option", "plan", "retreat", "scatter", "exchange", "destroy"]


class Score(msgspec.Struct, frozen=True):
    """What the French have scored."""

    total: float
    fortresses: float
    actions: int


class FortressView(msgspec.Struct, frozen=True):
    """A Fortress of the scenario."""

    hex: Hex
    value: int
    control: Side
    besieged: bool


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is in play."""

    side: Side
    nation: Nation
    kind: Arm
    strength: int
    parenthesised: bool
    allowance: int
    offence: int | None = None
    defence: int | None = None
    hex: Hex | None
    disrupted: int | None = None
    """Index of the phase at whose end it recovers."""
    left: int | None = None
    """Movement points left in its leg."""
    march: Literal["supply", "double", "triple"] | None = None
    leg: int = 1
    status: Status = "ready"


class SupplyView(msgspec.Struct, frozen=True, rename={"hexes": "for"}):
    """What a supply unit was used for in this phase."""

    spent: Literal["march", "elimination", "combat"] | None = None
    hexes: tuple[Hex, ...] | None = None


class AttackView(msgspec.Struct, frozen=True, kw_only=True):
    """An attack of this Combat Phase."""

    target: tuple[Hex, ...]
    by: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    river: Literal["bridged", "unbridged"] | None = None
    printed: float | None
    """Odds against what is printed, in percent; None against nothing."""
    attack: int
    defence: int
    odds: float | None
    column: int | None
    """The lower edge of the column; None without a die: the target is empty, or the river decides."""
    state: Literal["declared", "lapsed", "fought", "moot"]
    die: int | None = None
    result: Result | None = None


class Pending(msgspec.Struct, frozen=True):
    """A question beside the step itself."""

    seat: Side
    kind: Need
    unit: str | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The board as a seat sees it."""

    scenario: str
    turn: int
    turns: int
    player: Side
    phase: Phase
    index: int
    step: Step
    score: Score
    fortresses: dict[str, FortressView]
    units: dict[str, UnitView]
    supply: dict[str, SupplyView] = {}
    attacks: tuple[AttackView, ...] = ()
    pending: Pending | None = None
    orders: dict[Side, str | None] = {}
    """The standing orders of the seat that looks; other seats' orders are left out."""


def view(box: Box, state: State, seat: Side | None) -> View:
    """The table as a seat sees it; its own orders are the only secret."""
    fortresses, actions = fortress_points(box, state), action_points(box, state)
    top = state.stack[-1] if state.stack else None
    return View(
        scenario=state.scenario,
        turn=state.turn,
        turns=len(box.scenarios[state.scenario].turn),
        player=state.side,
        phase=state.phase,
        index=state.index,
        step="over" if top is None else top.step,
        score=Score(float(fortresses + actions), float(fortresses), actions),
        fortresses={
            town: FortressView(box.place[town], prize.points, state.control[town], town in state.besieged)
            for town, prize in prizes(box, state).items()
        },
        units={id: _unit(box, state, id, piece, top) for id, piece in state.pieces.items()},
        supply={
            id: SupplyView(spent.use, spent.hexes) if (spent := state.spent.get(id)) else SupplyView()
            for id, piece in state.pieces.items()
            if box.kinds[piece.kind].arm == "supply"
        },
        attacks=tuple(_attack(box, state, attack) for attack in state.attacks),
        pending=_pending(top),
        orders={} if seat is None else {seat: None},
    )


def _unit(box: Box, state: State, id: UnitId, piece: Piece, top: Phased | None) -> UnitView:
    kind, known = box.kinds[piece.kind], progress(state, id)
    leads = kind.arm == "leader"
    moves = state.phase == "movement" and kind.side == state.side
    return UnitView(
        side=kind.side,
        nation=kind.nation,
        kind=kind.arm,
        strength=kind.strength,
        parenthesised=kind.arm in ("leader", "depot"),
        allowance=kind.allowance,
        offence=kind.offence if leads else None,
        defence=kind.defence if leads else None,
        hex=piece.hex,
        disrupted=piece.disrupted,
        left=left(box, state, id) if moves else None,
        march=known.by,
        leg=known.leg,
        status=_status(state, id, top),
    )


def _status(state: State, id: UnitId, top: Phased | None) -> Status:
    known = progress(state, id)
    if id in state.doomed:
        return "doomed"
    if id in state.bound:
        return "bound"
    if id in state.spent or any(id in attack.involved for attack in state.attacks):
        return "used"
    if known.done or known.stopped:
        return "done"
    if known.stepped:
        return "moving" if getattr(top, "unit", None) == id else "done"
    return "ready"


def _attack(box: Box, state: State, attack: Attack) -> AttackView:
    """An attack as it was fought, or as it stands now."""
    on = field(box, state)
    over = attack.state != "declared"
    odds = attack.odds or (None if over else on.odds(attack))
    printed = attack.printed or (None if over else on.printed(attack))
    dice = odds is not None and not on.drowned(attack, odds) and (over or bool(on.defenders(attack)))
    river = crossing(box, attack.stands, attack.targets)
    return AttackView(
        target=attack.targets,
        by=attack.units,
        leaders=attack.leaders,
        river=_RIVERS[river] if river else None,
        printed=_percent(printed),
        attack=odds.attack if odds else 0,
        defence=odds.defence if odds else 0,
        odds=_percent(odds),
        column=odds.column(box.tables) if odds is not None and dice else None,
        state=attack.state,
        die=attack.die,
        result=attack.result,
    )


_RIVERS: dict[Crossing, Literal["bridged", "unbridged"]] = {
    Crossing.BRIDGE: "bridged",
    Crossing.RIVER: "unbridged",
}


def _percent(odds: Odds | None) -> float | None:
    return None if odds is None or odds.percent is None else float(odds.percent)


def _pending(top: Phased | None) -> Pending | None:
    """The question beside the step itself, and the seat that it goes to."""
    match top:
        case Option() | NextLeg():
            return Pending(top.side, "option", top.unit)
        case Destroying():
            return Pending(ENEMY[top.side], "destroy")
        case Defending():
            return Pending(ENEMY[top.side], "plan")
        case Exchanging():
            return Pending(top.side, "exchange")
        case Retreating():
            return Pending(top.owner, "scatter" if top.manner == "scattered" else "retreat")
        case _:
            return None
