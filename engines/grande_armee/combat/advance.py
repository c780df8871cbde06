"""Segment (e): units of an attack advance into the hex that it struck (COM K)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from data.grande_armee.hexes import Hex
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.actions import END, Action, Advance
from engines.grande_armee.box import ENEMY, Box, Crossing
from engines.grande_armee.combat.attack import BEATEN, Attack
from engines.grande_armee.combat.frames import Advancing
from engines.grande_armee.events import Advanced
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.orders.kinds import ADVANCE
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.prussia import closed
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position


class Held(Enum):
    """Why units may not advance: the statement that says so, and the sentence."""

    NO_ATTACK = "G-COM-K-4", Text.ADVANCE_NO_ATTACK
    BEATEN = "G-COM-K-3", Text.ADVANCE_BEATEN
    ENEMY = "A-115", Text.ADVANCE_ENEMY
    OPEN = "G-COM-K-2", Text.ADVANCE_OPEN
    """No river, no Fortress, and the defenders did not retreat before combat."""


def held(at: Position, attack: Attack, end: Hex) -> Held | None:
    """Why no unit of an attack may advance into a hex, or None (G-COM-K-1)."""
    if end not in attack.targets or attack.state == "moot":
        return Held.NO_ATTACK
    if attack.result in BEATEN:
        return Held.BEATEN
    if at.stack(end, ENEMY[attack.side]):
        return Held.ENEMY
    crossings = at.box.crossings
    river = any(crossings[here][end].river for here in attack.stands if end in crossings[here])
    return None if river or end in at.box.fortress or end in attack.fled else Held.OPEN


def may_go(at: Position, attack: Attack, id: UnitId, end: Hex) -> bool:
    """Whether a unit of the attack can make the step (A-49, A-115): no cavalry into mountains, no lake."""
    piece = at.pieces.get(id)
    if id not in attack.involved or piece is None or piece.hex not in attack.stands:
        return False
    if at.kind(id).arm == "cavalry" and at.box.terrain[end] == "mountain":
        return False
    return at.box.crossings[piece.hex].get(end, Crossing.LAKE) is not Crossing.LAKE


class Advances(Handler[Advancing]):
    """The attacker advances any units or none (G-COM-K-4)."""

    kind = "advance"
    prompt = Text.ASK_ADVANCE
    case = "G-COM-K-1"
    usual = END

    def waits(self, ctx: Resolution, frame: Advancing) -> bool:
        return any(True for _ in _open(ctx.box, ctx.state))

    def legal(self, box: Box, state: State, frame: Advancing) -> list[Action]:
        ways: dict[Action, None] = {}
        for units, end in _open(box, state):
            ways |= dict.fromkeys((Advance(units, end), *(Advance((id,), end) for id in units)))
        return [*ways, END]

    def refusal(self, box: Box, state: State, frame: Advancing, action: Action) -> Refusal | None:
        if not isinstance(action, Advance):
            return None if action == END else self.misplaced(box, state, frame, action)
        for units, end in _open(box, state):
            known = len(set(action.units)) == len(action.units)
            if end == action.target and known and set(action.units) <= set(units):
                return None
        return _why(box, state, action)

    def act(self, ctx: Resolution, frame: Advancing, action: Action) -> None:
        if not isinstance(action, Advance):
            ctx.pop()
            return
        for id in action.units:
            start = ctx.state.pieces[id].hex
            ctx.enter(id, action.target)
            ctx.say(Advanced(id, start, action.target))

    def ordered(self, box: Box, state: State, frame: Advancing, order: str) -> Action | None:
        wish = ADVANCE.one(order)
        if wish is None:
            return None
        for units, end in _open(box, state):
            if wish.all or (wish.fortresses and end in box.fortress):
                return Advance(units, end)
        return END


def _open(box: Box, state: State) -> Iterator[tuple[tuple[UnitId, ...], Hex]]:
    """The hexes that may be advanced into, with the units that can, attack by attack."""
    at = position(box, state)
    shut = closed(box, state, state.side)
    for attack in state.attacks:
        for end in attack.targets:
            units = tuple(id for id in attack.involved if may_go(at, attack, id, end))
            if units and end not in shut and held(at, attack, end) is None:
                yield units, end


def is_last(box: Box, state: State, action: Advance) -> bool:
    """Whether nobody could advance after an advance."""
    return all({*units} <= {*action.units} for units, _end in _open(box, state))


def left_alone(box: Box, state: State) -> list[Hex]:
    """The hexes attacked that are empty, and into which the rules let nobody advance."""
    at = position(box, state)
    targets = [(attack, end) for attack in state.attacks for end in attack.targets]
    return [end for attack, end in targets if held(at, attack, end) is Held.OPEN]


def _why(box: Box, state: State, action: Advance) -> Refusal:
    at, end = position(box, state), box.hex(action.target)
    if action.target in closed(box, state, state.side):
        return forbidden("A-97", Text.CLOSED, end=end)
    for id in action.units:
        if action.units.count(id) > 1:
            return forbidden("G-COM-K-4", Text.TWICE, unit=box.unit(id))
        attack = next((each for each in state.attacks if id in each.involved), None)
        reason = Held.NO_ATTACK if attack is None else held(at, attack, action.target)
        if reason is not None:
            return forbidden(*reason.value, unit=box.unit(id), end=end)
        if attack is not None and not may_go(at, attack, id, action.target):
            return _no_step(at, id, action.target)
    return forbidden("G-COM-K-4", Text.ADVANCE_TOGETHER, end=end)


def _no_step(at: Position, id: UnitId, end: Hex) -> Refusal:
    """Why a unit of an attack that may advance cannot make the step (A-49, A-115)."""
    if id not in at.pieces:
        return forbidden("G-COM-K-4", Text.NO_UNIT, unit=at.box.unit(id))
    if at.kind(id).arm == "cavalry" and at.box.terrain[end] == "mountain":
        return forbidden("G-MOV-F-1", Text.MOUNTAIN, end=at.box.hex(end))
    return forbidden("G-COM-K-4", Text.NOT_BESIDE, unit=at.box.unit(id), end=at.box.hex(end))
