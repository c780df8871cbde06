"""Checks of the stack in a state that came from outside, frame by frame.

Each frame lies on a frame that can carry it and names counters of the box; the topmost waits for a choice
that exists.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import singledispatch

from data.catalogue import _
from data.nouns import listed
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.checks import require
from engines.core.dice import Dice
from engines.valmy.actions import Arrange
from engines.valmy.box import OUT, Box, enemy
from engines.valmy.combat import frames as combat
from engines.valmy.combat.battle import kind_of
from engines.valmy.combat.charges import FROM
from engines.valmy.combat.frames import Battle, Board, Combat, Note, Stage
from engines.valmy.combat.major import LAST, MELEE, STEPS
from engines.valmy.combat.melee import fighting
from engines.valmy.frames import (
    Activation,
    Activations,
    Bid,
    Displaced,
    Mover,
    Overrun,
    Reaction,
    Recovery,
    SetUp,
    Surplus,
)
from engines.valmy.movement.activation import first_step
from engines.valmy.movement.step import present
from engines.valmy.phases.placement import arrangement_refusal
from engines.valmy.procedure import PROCEDURE
from engines.valmy.resolution import Resolution
from engines.valmy.state import AnyFrame, Phase, State, leaders_in, units_in

_FIRST: dict[type[AnyFrame], Phase] = {
    SetUp: "set-up",
    Bid: "initiative",
    Activations: "activations",
    Recovery: "recovery",
}
"""Frames that a phase begins with."""
_UPON: dict[type[AnyFrame], tuple[type[AnyFrame], ...]] = {
    Combat: (Activations,),
    Activation: (Combat,),
    Reaction: (Combat,),
    Overrun: (Activation, Reaction),
    Battle: (Combat, Activation, Reaction),
    Recovery: (Recovery,),
    **dict.fromkeys(
        (
            combat.KindOfBattle,
            combat.Boosting,
            combat.Deploying,
            combat.Announcing,
            combat.Deciding,
            combat.Adding,
            combat.Reinforcing,
            combat.Withdrawal,
        ),
        (Battle,),
    ),
}
"""The frames on which a frame lies, unless it begins a phase."""
_ANYWHERE = (Displaced, Surplus)
_STEPS: dict[str, tuple[type[AnyFrame], ...]] = {
    "9.0": (combat.KindOfBattle,),
    "9.2.1": (combat.Deploying,),
    "8.1": (combat.Boosting,),
    "9.2.3": (combat.Losses,),
    "9.3.1": (combat.Committing,),
    "9.2.5": (combat.Announcing,),
    "9.2.6": (combat.Announcing,),
    "9.2.7": (combat.CallingOff,),
    "9.2.8": (combat.Naming, combat.Losses, combat.Sacrifice, combat.Retreat, combat.Aftermath),
    "9.2.9": (combat.Losses,),
    "9.2.10": (combat.Losses,),
    "9.2.11": (combat.Deciding,),
    "9.2.12": (combat.Adding, combat.Withdrawal, combat.Retreat),
    "9.5": (combat.Reinforcing, combat.Committing, combat.Naming, combat.Losses, combat.Retreat),
}
"""The questions of each step of the battle board."""
_MINOR: tuple[tuple[type[AnyFrame], ...], ...] = (
    (),
    (combat.Boosting,),
    (combat.Boosting,),
    (combat.Losses,),
    (combat.Losses,),
    (),
    (combat.Withdrawal, combat.Retreat),
    (combat.Withdrawal, combat.Retreat),
)
"""The questions that are possible in a Minor Battle after each number of steps."""
_ROUNDS = 2


def check_stack(box: Box, state: State) -> None:
    """Check the stack.

    :raises StateError: names it, with the condition that holds in every possible state.
    """
    below: AnyFrame | None = None
    battle: Battle | None = None
    for frame in state.stack:
        _place(state, frame, below, battle)
        _frame(frame, box, state)
        if isinstance(frame, Battle):
            battle = frame
        elif battle is not None and type(frame) not in _ANYWHERE:
            _stack(
                _called_for(battle, frame),
                _("this step of a battle asks for no {name}", name=type(frame).__name__),
            )
            _in_battle(frame, box, state, battle)
        if type(frame) not in _ANYWHERE:
            below = frame
    if state.stack:
        _waits(box, state)


def _stack(fits: bool, expected: str) -> None:
    require(fits, "stack", expected)


def _place(state: State, frame: AnyFrame, below: AnyFrame | None, battle: Battle | None) -> None:
    kind = type(frame)
    if kind in _ANYWHERE:
        _stack(state.phase not in ("set-up", "over"), _("nobody is there yet, or any more"))
    elif below is None:
        _stack(_FIRST.get(kind) == state.phase, _("no {name} begins this phase", name=kind.__name__))
    elif kind in _UPON:
        fits = isinstance(below, _UPON[kind])
        _stack(
            fits,
            _(
                "{name} lies on {kind}",
                name=kind.__name__,
                kind=listed((each.__name__ for each in _UPON[kind]), "or"),
            ),
        )
    else:
        _stack(battle is not None, _("{name} lies on a battle", name=kind.__name__))


def _called_for(battle: Battle, frame: AnyFrame) -> bool:
    if battle.kind is None:
        return isinstance(frame, combat.KindOfBattle)
    if battle.kind == "minor":
        return isinstance(frame, _MINOR[battle.step] if battle.step < len(_MINOR) else ())
    # A step whose pushed frames are not resolved yet is still the next.
    cases = {STEPS[step][0] for step in (battle.step - 1, battle.step) if 0 <= step <= LAST}
    return any(isinstance(frame, _STEPS.get(case, ())) for case in cases)


def _waits(box: Box, state: State) -> None:
    """Check that the topmost frame waits, and nothing goes on by itself."""
    top = state.stack[-1]
    if isinstance(top, Activations | Recovery | SetUp):
        return
    dice = Dice("nobody")
    ctx = Resolution(box, state.copy(), dice)
    fits = PROCEDURE.handler(top).go_on(ctx, top) and not dice.draws and ctx.state == state
    _stack(fits, _("the topmost frame waits for a choice"))


@singledispatch
def _frame(frame: AnyFrame, box: Box, state: State) -> None:
    """Check the names in one frame, and the conditions on every frame of its kind."""


@_frame.register
def _set_up(frame: SetUp, box: Box, state: State) -> None:
    _stack(
        frame.seats == SIDES and set(frame.given) < set(SIDES), _("both sides set up, and one is still to")
    )
    for seat, action in frame.given.items():
        fits = isinstance(action, Arrange)
        _stack(fits, _("what is given is an arrangement"))
        boxes = action.boxes or () if isinstance(action, Arrange) else ()
        _stack(all(leader in box.leader for leader, _ in boxes), _("there is no such leader"))
        _known(box, [id for _, units in boxes for id in units])
        _stack(arrangement_refusal(box, state, seat, dict(boxes), boxes) is None, _("it can be set up so"))


@_frame.register
def _bid(frame: Bid, box: Box, state: State) -> None:
    fits = frame.against is None or frame.against in state.chits[enemy(frame.side)]
    _stack(fits, _("the chit that is announced is there"))


@_frame.register
def _recovery(frame: Recovery, box: Box, state: State) -> None:
    sides = [each.side for each in state.stack if isinstance(each, Recovery)]
    _stack(len(set(sides)) == len(sides), _("each side recovers once"))


@_frame.register
def _combat(frame: Combat, box: Box, state: State) -> None:
    _places(box, (*frame.touched, *frame.entered, *frame.fought))
    _units(box, frame.side, frame.units)
    _units(box, enemy(frame.side), frame.tired)
    _units(box, enemy(frame.side), [id for id in frame.drawn if id not in box.leader])
    _leaders(box, enemy(frame.side), [id for id in frame.drawn if id in box.leader])


@_frame.register
def _activation(frame: Activation, box: Box, state: State) -> None:
    _places(box, frame.entered)
    _places(box, [place for place in frame.plan if place != OUT])
    _stack(0 <= frame.moving < len(frame.movers), _("somebody moves"))
    everybody = [id for mover in frame.movers for id in (*mover.leaders, *mover.units)]
    _stack(len(set(everybody)) == len(everybody), _("each moves in one stack"))
    for mover in frame.movers:
        _mover(box, state, frame.side, mover)
    if frame.leader is not None:
        _leaders(box, frame.side, [frame.leader])
        return
    only = frame.movers[0]
    _stack(
        len(frame.movers) == 1 and len(only.units) < 2 and not only.leaders, _("a single unit moves alone")
    )
    if not only.steps:
        here = present(state, only).units
        _stack(
            bool(here) and first_step(box, state, only.at, here[0]), _("a single unit has somewhere to go")
        )


def _mover(box: Box, state: State, side: Side, mover: Mover) -> None:
    _places(box, [mover.origin, *(place for line in mover.first for place in line)])
    _units(box, side, mover.units)
    _leaders(box, side, mover.leaders)
    _stack(
        mover.at in box.boxes or (mover.at == OUT and not (mover.units or mover.leaders)),
        _("it is somewhere"),
    )
    _stack(mover.at != OUT or mover.done, _("who is out moves no more"))
    _stack(mover.spent >= 0 and mover.steps >= 0, _("nothing is less than nothing"))
    fates = {state.units[id].fate for id in mover.units} | {state.leaders[id].fate for id in mover.leaders}
    _stack(fates <= {"map", "eliminated"}, _("who moves is on the map"))


@_frame.register
def _reaction(frame: Reaction, box: Box, state: State) -> None:
    _places(box, frame.entered)
    _units(box, frame.side, [id for id in frame.reacted if id not in box.leader])
    _leaders(box, frame.side, [id for id in frame.reacted if id in box.leader])


@_frame.register
def _overrun(frame: Overrun, box: Box, state: State) -> None:
    _places(box, [frame.box])
    _units(box, frame.side, frame.units)
    met = units_in(box, state, frame.box, enemy(frame.side))
    standing = set(frame.units) & set(units_in(box, state, frame.box, frame.side))
    _stack(len(met) == 1 and bool(standing), _("a stack has met a single unit"))


@_frame.register
def _displaced(frame: Displaced, box: Box, state: State) -> None:
    _leaders(box, frame.side, [frame.leader])
    _places(box, [frame.box, *frame.found])


@_frame.register
def _surplus(frame: Surplus, box: Box, state: State) -> None:
    _leaders(box, frame.side, [frame.leader])


@_frame.register
def _battle(frame: Battle, box: Box, state: State) -> None:
    _places(box, [frame.box])
    _stack(frame.overrun <= (frame.kind == "minor"), _("an overrun is a Minor Battle"))
    last = len(_MINOR) - 1 if frame.kind == "minor" else LAST + 1 if frame.kind else 0
    _stack(0 <= frame.step <= last, _("a battle has so many steps"))
    _stack((frame.board is not None) == (frame.kind == "major"), _("a Major Battle has its board"))
    _units(box, None, frame.boosts)
    fits = all(0 < points <= box.figures.morale_cap for points in frame.boosts.values())
    _stack(fits, _("morale is raised by a point or more"))
    _leaders(box, None, frame.exposed)
    if frame.board is not None:
        _board(box, state, frame, frame.board)


def _board(box: Box, state: State, battle: Battle, board: Board) -> None:
    _stack(1 <= board.round <= _ROUNDS, _("there are two rounds"))
    _known(box, [id for id in board.places if id not in box.leader])
    for id, place in board.places.items():
        fits = place in _STANDS[box.unit[id].position] if id in box.unit else place != "skirmish"
        _stack(fits, _("everybody stands where he may"))
    deployed = (*((enemy(battle.attacker),) * (battle.step > 1)), *((battle.attacker,) * (battle.step > 2)))
    for side in deployed:
        fighters = {*units_in(box, state, battle.box, side), *leaders_in(box, state, battle.box, side)}
        _stack(fighters <= set(board.places), _("who is in a battle stands on its board"))
    for side, declared in board.declared.items():
        places = [place for place, _ in declared]
        _stack(
            set(places) <= set(FROM) and len(set(places)) == len(places), _("charges start there, each once")
        )
        riders = [id for _, who in declared for id in who]
        _units(box, side, [id for id in riders if id not in box.leader])
        _leaders(box, side, [id for id in riders if id in box.leader])
    for side, riding in board.riding.items():
        _units(box, side, riding)
    for what, value in board.named.items():
        _stack(_noted(box, what, value), _("what is noted on the board has a name"))
    _units(box, None, board.joined)
    _stack(set(board.joined.values()) <= {1, 2}, _("cavalry counts once or twice"))
    for units in (board.doubled, board.ready, board.from_flank, board.flipped):
        _units(box, None, units)


_STANDS = {
    "S": ("skirmish", "main", "reserve"),
    "M": ("main", "reserve"),
    "F": ("left", "right", "main", "reserve"),
}
"""The places that a unit can get to by its position (Y-9.2.1-c, Y-9.3.1-c, Y-9.4.5-c)."""


def _noted(box: Box, what: Note, value: str) -> bool:
    match what.stage:
        case Stage.FIRE:
            return value == "yes"
        case Stage.CHARGE | Stage.COUNTER:
            return any(value in row for row in box.tables.charge.rows)
        case Stage.LEAD | Stage.PURSUER | Stage.PURSUIT:
            return value in box.unit and box.unit[value].side == what.side
        case _:
            return value in box.unit


@singledispatch
def _in_battle(frame: AnyFrame, box: Box, state: State, battle: Battle) -> None:
    """Check a frame against the battle that it lies on."""


def _of(battle: Battle, side: Side, place: str, attacks: bool) -> None:
    _stack(place == battle.box, _("it is of the battle's box"))
    _stack(attacks == (side == battle.attacker), _("it is the attacker who attacks"))


@_in_battle.register
def _kind_of_battle(frame: combat.KindOfBattle, box: Box, state: State, battle: Battle) -> None:
    _of(battle, frame.side, frame.box, attacks=False)
    counts = [len(units_in(box, state, battle.box, side)) for side in SIDES]
    _stack(min(counts) > 0 and kind_of(box, *counts) is None, _("the defender has a choice"))


@_in_battle.register
def _boosting(frame: combat.Boosting, box: Box, state: State, battle: Battle) -> None:
    _of(battle, frame.side, frame.box, frame.attacks)


@_in_battle.register
def _deploying(frame: combat.Deploying, box: Box, state: State, battle: Battle) -> None:
    _stack(all(units_in(box, state, battle.box, side) for side in SIDES), _("both sides are there"))


@_in_battle.register
def _losses(frame: combat.Losses, box: Box, state: State, battle: Battle) -> None:
    _units(box, frame.side, frame.units)
    _stack(frame.owed > 0 and bool(frame.units), _("somebody loses a step"))
    _stack(frame.lead is None or frame.lead in frame.units, _("who leads is among them"))
    _stack(frame.case in ("9.1", "9.3.1", "9.3.2", "9.5.1"), _("these are no losses"))


@_in_battle.register
def _withdrawal(frame: combat.Withdrawal, box: Box, state: State, battle: Battle) -> None:
    _of(battle, frame.side, frame.box, frame.attacks)
    _stack(all(units_in(box, state, battle.box, side) for side in SIDES), _("both sides are there"))


@_in_battle.register
def _retreat(frame: combat.Retreat, box: Box, state: State, battle: Battle) -> None:
    _of(battle, frame.side, frame.box, frame.attacks)
    _units(box, frame.side, frame.units)
    _leaders(box, frame.side, frame.leaders)
    _places(box, frame.found)
    _stack(set(frame.passed) <= set(frame.units), _("who has passed a check retreats"))


@_in_battle.register
def _naming(frame: combat.Naming, box: Box, state: State, battle: Battle) -> None:
    _units(box, frame.side, frame.units)
    _stack(len(frame.units) > 1, _("one of several is named"))
    _stack(_noted(box, frame.what, frame.units[0]), _("what is noted on the board has a name"))
    _stack(frame.case in ("9.4.2", "9.4.5", "9.5"), _("nobody is named for that"))
    if frame.case == "9.5":
        # The attack is announced before the other side fills an empty Main.
        sides = (frame.side,) if battle.step == MELEE else SIDES
        _stack(all(fighting(box, state, side) for side in sides), _("both sides have somebody in the melee"))


@_in_battle.register
def _sacrifice(frame: combat.Sacrifice, box: Box, state: State, battle: Battle) -> None:
    _units(box, frame.side, frame.units)


@_in_battle.register
def _aftermath(frame: combat.Aftermath, box: Box, state: State, battle: Battle) -> None:
    _units(box, frame.side, frame.units)
    standing = units_in(box, state, battle.box, frame.side)
    _stack(bool(frame.units) and set(frame.units) <= set(standing), _("who was held is there"))


@_in_battle.register
def _reinforcing(frame: combat.Reinforcing, box: Box, state: State, battle: Battle) -> None:
    _of(battle, frame.side, frame.box, attacks=False)


@_in_battle.register
def _committing(frame: combat.Committing, box: Box, state: State, battle: Battle) -> None:
    _units(box, frame.side, frame.units)
    _stack(0 < frame.most <= len(frame.units), _("somebody is in Reserve"))
    _stack(frame.case in ("9.3.1", "9.5"), _("nobody is moved up for that"))
    if frame.case == "9.5" and battle.board is not None:
        own = bool(fighting(box, state, frame.side))
        first = frame.side == battle.board.melee
        ready = first or bool(fighting(box, state, enemy(frame.side)))
        _stack(frame.empty != own and ready, _("it is known whether Main is empty"))


def _places(box: Box, places: Iterable[str]) -> None:
    for place in places:
        _stack(place in box.boxes, _("there is no box {place!r}", place=place))


def _known(box: Box, units: Iterable[str]) -> None:
    for id in units:
        _stack(id in box.unit, _("there is no unit {id!r}", id=id))


def _units(box: Box, side: Side | None, units: Collection[str]) -> None:
    _known(box, units)
    _stack(all(side in (None, box.unit[id].side) for id in units), _("they are units of that side"))
    _stack(len(set(units)) == len(units), _("a unit is there once"))


def _leaders(box: Box, side: Side | None, leaders: Collection[str]) -> None:
    for id in leaders:
        fits = id in box.leader and side in (None, box.leader[id].side)
        _stack(fits, _("there is no leader {id!r} on that side", id=id))
    _stack(len(set(leaders)) == len(leaders), _("a leader is there once"))
