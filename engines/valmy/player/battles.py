"""The automatic player's choices on the battle board, where both sides are seen (A-2.3-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data.valmy.tables import Side
from engines.valmy.actions import Action
from engines.valmy.box import Box, enemy
from engines.valmy.combat import frames
from engines.valmy.combat.actions import (
    DEPLOY_AUTO,
    HALT,
    HOLD,
    KEEP,
    MAJOR,
    MELEE,
    MINOR,
    NO_CHARGE,
    RIDE,
    STAY,
    TO_MAIN,
    WITHDRAW,
    Cancel,
    Charge,
    Deploy,
    Lose,
    Retreat,
)
from engines.valmy.combat.board import battle_of, board_of, by_default, foot, standing
from engines.valmy.combat.charges import cavalry, declared, riders
from engines.valmy.combat.frames import FLANKS, Place
from engines.valmy.combat.losses import usual
from engines.valmy.combat.melee import fighting, led
from engines.valmy.combat.retreat import open_to
from engines.valmy.player.forces import NOBODY, Force, clash, fails, force_of, troops_of
from engines.valmy.player.outlook import Outlook
from engines.valmy.state import State, face, units_in

_CHARGED = 0.25
"""Points from which a charge is worth it."""
_COMMITTED = 3
"""Units of a Reserve that are likely to come into a melee."""
_MELEE = 0.15
"""Points from which a melee is worth it."""
_BEATEN = -1.0
"""Expected loss in points from which a side leaves the field."""


def kind(outlook: Outlook, frame: frames.KindOfBattle, legal: Sequence[Action]) -> Action | None:
    """Take the board with the larger side, except against cavalry alone, which meets no line there."""
    box, state = outlook.box, outlook.state
    ours, theirs = (units_in(box, state, frame.box, side) for side in (outlook.side, outlook.foe))
    riders_alone = all(state.units[id].leader is None and _mounted(box, id) for id in theirs)
    return MAJOR if len(ours) > len(theirs) and not riders_alone else MINOR


def deploy(outlook: Outlook, frame: frames.Deploying, legal: Sequence[Action]) -> Action | None:
    """Put cavalry on the flank where it does most, or in Reserve where it would be ridden down."""
    box, state, side = outlook.box, outlook.state, outlook.side
    usual_ = by_default(box, state, side)
    horse = [id for id, place in usual_.items() if place in FLANKS]
    if not horse:
        return DEPLOY_AUTO
    theirs = {place: standing(box, state, enemy(side), place) for place in FLANKS}
    ways: list[dict[str, Place]] = [dict.fromkeys(horse, place) for place in (*FLANKS, "reserve")]
    ways.append({id: usual_[id] for id in horse})
    if not any(theirs.values()) and side != battle_of(state).attacker:
        chosen = ways[3] if _faces(outlook, force_of(box, state, horse)) else ways[2]
    else:

        def worth(way: Mapping[str, Place]) -> float:
            gain = 0.0
            for place in FLANKS:
                mine = [id for id in horse if way[id] == place]
                gain += max(0.0, charge(box, state, mine, theirs[place]))
                gain -= max(0.0, charge(box, state, theirs[place], mine))
            return gain

        chosen = max((ways[3], *ways[:3]), key=worth)
    places: dict[str, Place] = {**usual_, **chosen}
    boxes: dict[str, list[str]] = {}
    for id, place in places.items():
        boxes.setdefault(place, []).append(id)
    return Deploy(tuple((place, tuple(who)) for place, who in boxes.items()))


def _faces(outlook: Outlook, horse: Force) -> bool:
    """Whether the defender's cavalry withstands a charge of all that may come, or a counter-charge on it.

    The attacker is not on the board yet: his number is known, and his arms are estimated.
    """
    place, troops = battle_of(outlook.state).box, outlook.troops
    guess = outlook.enemy[place].force
    number = len(units_in(outlook.box, outlook.state, place, outlook.foe))
    foes = NOBODY.plus(guess, number / guess.units) if guess.units else NOBODY
    lost, taken = troops.charged(foes, horse)
    costs, wins = troops.charged(horse, foes, doubled=False)
    return taken <= lost or wins >= costs > 0


def _mounted(box: Box, id: str) -> bool:
    return box.unit[id].arm == "cavalry"


def _points(box: Box, state: State, units: Sequence[str]) -> int:
    return sum(face(box, state, id).strength for id in units)


def charge(
    box: Box, state: State, ours: Sequence[str], theirs: Sequence[str], *, counter: bool = False
) -> float:
    """Points that a charge on a flank wins, with the check before it; 0 without an opponent."""
    if not ours or not theirs:
        return 0.0
    forces = force_of(box, state, ours), force_of(box, state, theirs)
    lost, taken = troops_of(box).charged(*forces, doubled=not counter)
    return taken - lost


def announce(outlook: Outlook, frame: frames.Announcing, legal: Sequence[Action]) -> Action | None:
    """Announce charges that win more than they cost, and counter-charges to save standing cavalry."""
    box, state, side = outlook.box, outlook.state, outlook.side
    charges: list[tuple[str, tuple[str, ...]]] = []
    for place in FLANKS:
        ours = cavalry(box, state, side, place)
        theirs = standing(box, state, enemy(side), place)
        if not ours:
            continue
        coming = [id for id in declared(state, enemy(side), place) if id in theirs]
        if coming:
            answer = charge(box, state, ours, coming, counter=True)
            worth = answer + max(0.0, charge(box, state, coming, ours))
        elif theirs:
            worth = charge(box, state, ours, theirs)
        else:
            worth = _through(outlook, ours)
        if worth > _CHARGED:
            charges.append((place, tuple(ours)))
    return Charge(tuple(charges)) if charges else NO_CHARGE


def _through(outlook: Outlook, riding: Sequence[str]) -> float:
    """Points won by riding past an empty flank into Main: its volley first, then the melee, doubled."""
    box, state, side = outlook.box, outlook.state, outlook.side
    troops, table = outlook.troops, outlook.troops.unit
    line = foot(box, standing(box, state, enemy(side), "main"))
    if not line or not foot(box, standing(box, state, side, "main")):
        return 0.0
    hits = sum(
        troops.shot(
            "SK" if box.unit[id].position == "S" else box.fire_column(face(box, state, id).morale),
            at_chargers=True,
        )
        for id in line
    )
    frail = sum(table[id, state.units[id].reduced].frail for id in riding) / len(riding)
    with_them = _in_melee(outlook, side, more=2 * _points(box, state, riding), drm=2)
    without = max(0.0, _in_melee(outlook, side))
    return (with_them - without) * (1 - fails(face(box, state, riding[0]).morale)) - hits * frail


def call_off(outlook: Outlook, frame: frames.CallingOff, legal: Sequence[Action]) -> Action | None:
    """Call a charge off if too few units have passed."""
    box, state, side = outlook.box, outlook.state, outlook.side
    off: list[str] = []
    for place in FLANKS:
        ours = riders(box, state, side, place)
        theirs = standing(box, state, enemy(side), place)
        coming = riders(box, state, enemy(side), place)
        if ours and theirs and not coming and charge(box, state, ours, theirs) < 0:
            off.append(place)
    return Cancel(tuple(off)) if off else RIDE


def _in_melee(outlook: Outlook, attacker: Side, *, more: int = 0, drm: int = 0) -> float:
    """Points that a melee wins for its attacker, with the likely additions from the Reserves."""
    box, state = outlook.box, outlook.state
    joined = board_of(state).joined
    table = outlook.troops.unit
    strength: dict[Side, int] = {}
    frail: dict[Side, float] = {}
    best: dict[Side, int] = {}
    sides: tuple[Side, Side] = (attacker, enemy(attacker))
    for side in sides:
        units = fighting(box, state, side)
        fresh = foot(box, standing(box, state, side, "reserve"))[:_COMMITTED]
        everybody = [*units, *fresh]
        if not everybody:
            return 0.0 if side == attacker else 1.0
        strength[side] = sum(face(box, state, id).strength * joined.get(id, 1) for id in everybody)
        frail[side] = sum(table[id, state.units[id].reduced].frail for id in everybody) / len(everybody)
        best[side] = max(face(box, state, id).morale for id in units or fresh)
    other = sides[1]
    drm += sum(led(box, state, attacker, attacks=True).values())
    drm -= sum(led(box, state, other, attacks=False).values())
    drm += 2 * ((best[attacker] > best[other]) - (best[attacker] < best[other]))
    ours, theirs = outlook.troops.melee(strength[attacker] + more, strength[other], drm)
    return theirs * frail[other] - ours * frail[attacker]


def melee(outlook: Outlook, frame: frames.Deciding, legal: Sequence[Action]) -> Action | None:
    """Attack where that wins more than it costs."""
    if MELEE in legal and _in_melee(outlook, outlook.side) > _MELEE:
        return MELEE
    return HALT if frame.answers else HOLD


def rally(outlook: Outlook, frame: frames.Aftermath, legal: Sequence[Action]) -> Action | None:
    """Join the melee where the side's line attacks or is attacked, else stay on the flank."""
    return TO_MAIN if _in_melee(outlook, outlook.side, drm=2) > _MELEE else KEEP


def lose(outlook: Outlook, frame: frames.Losses, legal: Sequence[Action]) -> Action | None:
    """Take the steps from the units whose loss costs least."""
    state, table = outlook.state, outlook.troops.unit

    def cost(id: str) -> float:
        unit = table[id, state.units[id].reduced]
        return unit.frail + unit.hits

    return Lose(usual(outlook.box, state, frame, sorted(frame.units, key=cost)))


def both(outlook: Outlook, place: str) -> tuple[Force, Force]:
    """The own force in a battle's box, and the enemy's."""
    box, state = outlook.box, outlook.state
    mine = force_of(
        box, state, units_in(box, state, place, outlook.side), outlook.sight.leaders.get(place, ())
    )
    theirs = force_of(box, state, units_in(box, state, place, outlook.foe))
    return mine, theirs


def stay(outlook: Outlook, frame: frames.Withdrawal, legal: Sequence[Action]) -> Action | None:
    """Withdraw where another fight costs more than it is worth, if there is a way back."""
    box, state, side = outlook.box, outlook.state, outlook.side
    ours, theirs = both(outlook, frame.box)
    units = tuple(units_in(box, state, frame.box, side))
    retreat = frames.Retreat(side, frame.box, units, (), frame.attacks)
    if not all(open_to(box, state, retreat, id) for id in units):
        return STAY
    ours = ours.plus(outlook.support(frame.box, "", ours), 0.5)
    if frame.attacks:
        met = clash(outlook.troops, ours, theirs)
        net, win = met.net, met.win
    else:
        met = clash(outlook.troops, theirs, ours)
        net, win = -met.net, 1 - met.win
    worth = net + win * outlook.place(frame.box)
    return WITHDRAW if worth < _BEATEN else STAY


def retreat(outlook: Outlook, frame: frames.Retreat, legal: Sequence[Action]) -> Action | None:
    """Retreat to the box where the units are safest, with others rather than alone."""
    ways: dict[Action, float] = {}
    group = force_of(outlook.box, outlook.state, frame.units, frame.leaders)
    for action in legal:
        if isinstance(action, Retreat) and action.box is not None:
            others = outlook.own.get(action.box, Force())
            ways[action] = outlook.joined(action.box, group, others, frame.box)
    return max(ways, key=lambda action: ways[action], default=None)


RULES: Mapping[type, Any] = {
    frames.KindOfBattle: kind,
    frames.Deploying: deploy,
    frames.Announcing: announce,
    frames.CallingOff: call_off,
    frames.Deciding: melee,
    frames.Aftermath: rally,
    frames.Losses: lose,
    frames.Withdrawal: stay,
    frames.Retreat: retreat,
}
