"""Checks of a state that came from outside: what it names is in the box, and it waits for what it says."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from data.catalogue import _
from data.grande_armee.schema import Leader, Troop
from engines.core.checks import require
from engines.core.dice import Dice
from engines.grande_armee.box import ENEMY, ORDER, Box, Kind, depot_of, supply_of, unit_id
from engines.grande_armee.combat import frames as combat
from engines.grande_armee.combat.attack import Attack
from engines.grande_armee.frames import Combining, Moving, NextLeg, Option, Phased, Swapping
from engines.grande_armee.movement.plan import left
from engines.grande_armee.position import Piece, UnitId
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.score import halves, prizes
from engines.grande_armee.state import PHASES, Phase, State, position

_FIRST: Mapping[Phase, tuple[type[Phased], ...]] = {
    "movement": (Combining, Moving, Swapping),
    "combat": tuple(reversed(combat.COMBAT)),
    "supply": (combat.Creating,),
    "over": (),
}
"""The steps of a phase as they lie on the stack when it begins."""
_UPON: Mapping[type[Phased], type[Phased]] = {
    Option: Moving,
    NextLeg: Moving,
    combat.Destroying: combat.Declaring,
    combat.Exchanging: combat.Resolving,
    combat.Retreating: combat.Resolving,
}
"""What interrupts a step."""
_MOST = 999
"""A number that is higher than that of the units of any kind in a game."""


def check(box: Box, state: State) -> None:
    """Check that a state from outside is one that the game can have.

    :raises StateError: names the field.
    """
    turns = len(box.scenarios[state.scenario].turn)
    require(
        0 <= state.index < turns * len(ORDER) * PHASES, "index", _("there are {turns} turns", turns=turns)
    )
    require(state.over != bool(state.stack), "stack", _("somebody has a choice until the game is over"))
    kinds = _in_play(box, state.scenario)
    for kind, number in state.made.items():
        known = kind in kinds and box.kinds[kind].arm != "leader"
        require(
            known and 0 <= number <= _MOST, f"made.{kind}", _("it counts units of a kind of the scenario")
        )
    for field in ("doomed", "besieged", "waiting", "bound", "first"):
        _once(field, getattr(state, field))
    units = {id: box.kinds[id] for id in kinds if box.kinds[id].arm == "leader"}
    for kind, number in state.made.items():
        units |= {unit_id(kind, nth): box.kinds[kind] for nth in range(1, number + 1)}
    _pieces(box, state, units)
    _control(box, state)
    _movement(box, state, units)
    for nth, attack in enumerate(state.attacks):
        _attack(box, state, units, f"attacks.{nth}", attack)
    _spent(box, state, units)
    _stack(box, state, units)
    if state.stack:
        _waits(box, state)


def canonical(state: State) -> State:
    """A state with keys in the engine's own order."""
    state.pieces = dict(sorted(state.pieces.items()))
    for known in (state.made, state.control, state.marches, state.spent, state.ledger):
        _reorder(known)
    return state


def _reorder(known: dict) -> None:  # type: ignore[type-arg]
    for key in sorted(known):
        known[key] = known.pop(key)


def _pieces(box: Box, state: State, units: Mapping[UnitId, Kind]) -> None:
    for id, piece in state.pieces.items():
        _piece(box, state, units, id, piece)
    at = position(box, state)
    for id in state.doomed:
        fits = id in at.pieces and at.kind(id).combat and at.kind(id).side == ENEMY[state.side]
        require(
            fits and state.phase == "movement", "doomed", _("enemy combat units are, while units still move")
        )
    for hex, stack in at.at.items():
        sides = {at.kind(id).side for id in stack if id not in state.doomed}
        require(len(sides) < len(ORDER), "pieces", _("enemies stand together on {hex}", hex=hex))


def _piece(box: Box, state: State, units: Mapping[UnitId, Kind], id: UnitId, piece: Piece) -> None:
    field = f"pieces.{id}"
    kind = units.get(id)
    named = kind is not None and kind.id == piece.kind
    require(named, field, _("a unit is called by its kind and a number that was used"))
    assert kind is not None
    require(piece.hex in box.terrain, field, _("there is no hex {hex!r}", hex=piece.hex))
    mountain = kind.arm == "cavalry" and box.terrain[piece.hex] == "mountain"
    require(not mountain, field, _("cavalry never stands on a mountain"))
    if piece.disrupted is not None:
        left = piece.disrupted - state.index
        fits = (0 if state.stack else 1) <= left <= box.figures.recovery
        require(fits, field, _("it recovers in one of the next phases"))


def _control(box: Box, state: State) -> None:
    rules = box.pack.scenarios.prussia
    at_war = rules is not None and rules.scenario == state.scenario
    require(state.called is None or at_war, "called", _("Prussia does not enter this war"))
    require(at_war or not (state.border or state.trespass), "border", _("Prussia does not enter this war"))
    last = len(box.scenarios[state.scenario].turn) + (rules.delay if rules else 0)
    require(state.called is None or 1 <= state.called <= last, "called", _("it is a turn of the game"))
    known = prizes(box, state)
    require(
        set(state.control) == set(known), "control", _("the Fortresses are {towns}", towns=", ".join(known))
    )
    require(set(state.besieged) <= set(known), "besieged", _("it names Fortresses that score"))
    deeds = {deed.id for deed in box.deeds(state.scenario)}
    require(set(state.ledger) <= deeds, "ledger", _("it counts the further actions of the scenario"))
    require(all(count >= 0 for count in state.ledger.values()), "ledger", _("nothing is counted below 0"))
    forces = {force.id: force for force in box.forces(state.scenario)}
    for late in state.waiting:
        fits = late.force in forces and 0 <= late.post < len(forces[late.force].place)
        require(fits, "waiting", _("it names posts of forces of the scenario"))
    top = state.stack[-1] if state.stack else None
    if top is None:
        require(state.halves == halves(box, state), "halves", _("it is the total in half points"))


def _movement(box: Box, state: State, units: Mapping[UnitId, Kind]) -> None:
    for id, known in state.marches.items():
        field = f"marches.{id}"
        kind = units.get(id)
        require(kind is not None, field, _("there is no such unit"))
        require(known.began in box.terrain, field, _("there is no hex {hex!r}", hex=known.began))
        require(known.leg in (1, 2), field, _("a march has two legs"))
        assert kind is not None
        most = known.spent + left(box, state, id) if id in state.pieces else 2 * kind.allowance
        require(0 <= known.spent <= most, field, _("it spends at most {most} points in this leg", most=most))
        tripled = known.by == "triple" and kind.arm != "infantry"
        require(not tripled, field, _("infantry alone makes a Triple Forced March"))
    for id in state.bound:
        kind = units.get(id)
        fits = kind is not None and kind.side == state.side
        require(fits, "bound", _("units of the phasing player are bound"))


def _in_play(box: Box, scenario: str) -> set[str]:
    """The kinds of units that a scenario has, with what supplies their nations."""
    every: tuple[Troop | Leader, ...] = (*box.pack.units.troop, *box.pack.units.leader)
    known = [each for each in every if scenario in each.scenarios]
    nations = {each.nation for each in known}
    return {each.id for each in known} | {of(nation) for nation in nations for of in (supply_of, depot_of)}


def _attack(box: Box, state: State, units: Mapping[UnitId, Kind], field: str, attack: Attack) -> None:
    require(state.phase != "movement", field, _("nobody attacks while units move"))
    fits = bool(attack.targets) and set(attack.targets) | set(attack.stands) <= box.terrain.keys()
    require(fits and bool(attack.stands), field, _("targets and attackers are on hexes of the map"))
    _once(field, attack.targets)
    beside = all(any(target in box.crossings[here] for here in attack.stands) for target in attack.targets)
    require(beside, field, _("targets lie beside the attackers"))
    require(bool(attack.units), field, _("combat units attack"))
    require(set(attack.fled) <= set(attack.targets), field, _("units flee from targets"))
    everybody = [id for each in state.attacks for id in each.involved]
    require(all(everybody.count(id) == 1 for id in attack.involved), field, _("a unit attacks once"))
    require(attack.side == state.side, field, _("the phasing player attacks"))
    waits = attack.state == "declared" and any(isinstance(top, combat.Advancing) for top in state.stack[-1:])
    require(not waits, field, _("all battles are over before units advance"))
    for id in attack.involved:
        kind = units.get(id)
        leads = id in attack.leaders
        fits = kind is not None and kind.side == attack.side
        fits = fits and kind is not None and (kind.arm == "leader" if leads else kind.combat)
        require(fits, field, _("combat units attack, under leaders"))
        if attack.state == "declared":
            stands = id in state.pieces and state.pieces[id].hex in attack.stands
            require(stands and state.pieces[id].disrupted is None, field, _("attackers stand where they did"))
    fought = attack.state == "fought"
    require(fought == (attack.result is not None), field, _("a battle that was fought has a result"))
    require(fought == (attack.odds is not None), field, _("a battle that was fought has odds"))
    faces = range(1, 7)
    require(attack.die is None or (fought and attack.die in faces), field, _("it is the face of a die"))
    drowned = fought and attack.die is None and attack.result != "Ae"
    require(not drowned, field, _("a river alone decides without a die"))
    declaring = isinstance(state.stack[-1], combat.Declaring) if state.stack else False
    held = position(box, state).camp(ENEMY[attack.side]).stacks.keys()
    require(not declaring or held >= set(attack.targets), field, _("enemies stand on what is attacked"))
    closed = attack.printed is not None
    require(closed != declaring, field, _("the printed odds stand when declarations have closed"))
    for odds in (attack.odds, attack.printed):
        require(odds is None or min(odds) >= 0, field, _("no strength is below 0"))


def _spent(box: Box, state: State, units: Mapping[UnitId, Kind]) -> None:
    for id, spent in state.spent.items():
        field = f"spent.{id}"
        kind = units.get(id)
        fits = kind is not None and kind.arm == "supply" and kind.side == spent.side
        require(fits, field, _("a supply unit is spent by its side"))
        hexes = {spent.hex, *(spent.hexes or ())}
        require(hexes <= box.terrain.keys(), field, _("it served hexes of the map"))
        use = spent.use == "combat" if state.phase == "combat" else spent.use != "combat"
        require(use and state.phase in ("movement", "combat"), field, _("it was spent in this phase"))
    for id in state.first:
        require(units.get(id) is not None, "first", _("there is no such unit"))
    require(not state.first or state.phase == "combat", "first", _("only in combat is supply shared out"))


def _once(field: str, names: Collection[object]) -> None:
    require(len(set(names)) == len(names), field, _("each is listed once"))


def _stack(box: Box, state: State, units: Mapping[UnitId, Kind]) -> None:
    steps = _FIRST[state.phase]
    base = 0
    for frame in state.stack:
        require(frame.side == state.side, "stack", _("the steps are the phasing player's"))
        kind, stray = type(frame), _("no {name} is asked here", name=frame.__struct_config__.tag)
        if kind in _UPON:
            top = steps[base - 1] if base else None
            require(top is _UPON[kind], "stack", stray)
        else:
            require(base < len(steps) and steps[base] is kind, "stack", stray)
            base += 1
        _frame(box, state, units, frame)


def _frame(box: Box, state: State, units: Mapping[UnitId, Kind], frame: Phased) -> None:
    own = {id for id, piece in state.pieces.items() if box.kinds[piece.kind].side == frame.side}
    match frame:
        case Moving(unit=str() as unit):
            require(units.get(unit) is not None, "stack", _("there is no such unit"))
        case Option() | NextLeg():
            marching = frame.unit in own & state.marches.keys()
            require(marching, "stack", _("a unit of the phasing player marches"))
            require(isinstance(frame, NextLeg) or 1 <= frame.die <= 6, "stack", _("it is the face of a die"))
        case combat.Destroying():
            require(frame.hex in box.terrain, "stack", _("there is no such hex"))
        case combat.Exchanging():
            require(set(frame.units) <= own, "stack", _("the attacker pays"))
            require(bool(frame.units) and frame.owed >= 0, "stack", _("the attacker pays"))
        case combat.Retreating():
            side = own if frame.owner == frame.side else state.pieces.keys() - own
            fits = set(frame.units) <= side and len(set(frame.units)) == len(frame.units)
            require(fits, "stack", _("units of one side retreat"))
            hexes = frame.hexes in (1, 2) if frame.manner == "hexes" else frame.hexes == 0
            require(hexes and frame.manner != "before-combat", "stack", _("they go one hex or two"))
            sound = all(state.pieces[id].disrupted is None for id in frame.units)
            require(sound or not frame.begun, "stack", _("the disrupted do not retreat"))
        case combat.Creating():
            depots = set(frame.done) <= own and all(
                box.kinds[state.pieces[id].kind].arm == "depot" for id in frame.done
            )
            require(depots, "stack", _("depots create supply units"))


def _waits(box: Box, state: State) -> None:
    """The topmost step waits for a choice that there is, and has nothing to do before it."""
    ctx = Resolution(box, state.copy(), Dice(None))
    top = ctx.state.stack[-1]
    waits = PROCEDURE.handler(top).go_on(ctx, top)
    require(waits and ctx.state == state, "stack", _("nothing is left to choose there"))
