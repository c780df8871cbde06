"""Actions carried out, up to the next choice."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.events import ChapterBegun, Event, GameOver, Modifier, PhaseBegun, Roll, TableRoll
from tests.titles.outposts import actions
from tests.titles.outposts.actions import Action, Commit, Guns, Lose, Move, Pass, Retreat, Stand
from tests.titles.outposts.events import (
    Answered,
    Attacked,
    Committed,
    Fought,
    IncidentDrawn,
    Marched,
    Passed,
    Revealed,
    Settled,
    UnitLost,
)
from tests.titles.outposts.pack import SEATS, UNITS, Pack, Unit, Units
from tests.titles.outposts.score import outcome
from tests.titles.outposts.state import (
    Attack,
    Commitment,
    Stack,
    State,
    enemy,
    held,
    total,
    units_in_battle,
)

DECK = "incidents"


class Turn:
    """State, dice and events of one application of the rules."""

    def __init__(self, pack: Pack, state: State, dice: Dice) -> None:
        self.pack = pack
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def say(self, *events: Event) -> None:
        """Add to what happened."""
        self.events.extend(events)


def act(turn: Turn, seat: str, action: Action) -> None:
    """Carry out an action that the rules allow."""
    state = turn.state
    match action:
        case Commit(chit, area):
            state.commitments[seat] = Commitment(chit, area)
            turn.say(Committed(seat, state.commitments[seat]))
            if all(state.commitments.values()):
                _reveal(turn)
        case Pass():
            turn.say(Passed(seat))
            _marched(turn)
        case Move():
            _move(turn, seat, action)
        case Retreat(area):
            turn.say(Answered(seat, actions.notation(action)))
            attack = state.attack
            assert attack is not None
            units = units_in_battle(state, seat)
            state.areas[attack.target] = None
            _join(state, area, seat, units)
            turn.say(Marched(seat, [attack.target, area], units))
            _settle(turn)
        case Stand() | Guns():
            turn.say(Answered(seat, actions.notation(action)))
            _fight(turn, shift=int(isinstance(action, Guns) and _call_guns(turn, seat)))
        case Lose(unit):
            for _ in range(state.owed[seat] if unit is None else 1):
                units = units_in_battle(state, seat)
                _lose(turn, seat, next(kind for kind in UNITS if units[kind]) if unit is None else unit)
            _take_losses(turn)


def begin(turn: Turn) -> None:
    """Begin a turn: both sides are to commit."""
    turn.state.phase = "commit"
    turn.say(ChapterBegun(turn.state.turn, f"Day {turn.state.turn}"), PhaseBegun("commit", "3.1"))


def _reveal(turn: Turn) -> None:
    """Reveal the commitments, place the recruits, find who is first, draw the incident (3, 4)."""
    state, pack = turn.state, turn.pack
    given = {seat: given for seat, given in state.commitments.items() if given is not None}
    chits = {seat: given[seat].chit for seat in SEATS}
    first = max(SEATS, key=lambda seat: chits[seat])
    if len(set(chits.values())) == 1:
        face = turn.dice.roll("initiative")
        turn.say(Roll("initiative", [face], [], face, 4, face >= 4, "3.5"))
        first = SEATS[face < 4]
    turn.say(Revealed({seat: given[seat] for seat in SEATS}, first))
    for seat in SEATS:
        state.chits[seat].remove(chits[seat])
        _join(state, given[seat].area, seat, {"foot": 1, "horse": 0})
        state.commitments[seat] = None
    state.marching = [first, enemy(first)]
    drawn = pack.incidents[turn.dice.draw(DECK, "incident", state.pool)]
    state.pool.remove(drawn.id)
    state.incident = drawn.id
    state.guns[first] += drawn.guns
    turn.say(IncidentDrawn(drawn.id, drawn.title, drawn.reach), PhaseBegun("march", "5.1"))
    state.phase = "march"


def _move(turn: Turn, seat: str, action: Move) -> None:
    state = turn.state
    start, origin, target = action.path[0], action.path[-2], action.path[-1]
    stack = state.areas[start]
    assert stack is not None
    for unit in UNITS:
        stack.units[unit] -= action.units[unit]
    if not total(stack.units):
        state.areas[start] = None
    turn.say(Marched(seat, list(action.path), action.units))
    found = state.areas[target]
    if found is None or found.seat == seat:
        _join(state, target, seat, action.units)
        _marched(turn)
        return
    state.attack = Attack(seat, origin, target, action.units)
    state.phase = "answer"
    turn.say(Attacked(seat, origin, target), PhaseBegun("answer", "6.1"))


def _call_guns(turn: Turn, seat: str) -> bool:
    """Spend a call and roll for it (O-6.3-a)."""
    assert turn.state.attack is not None
    turn.state.guns[seat] -= 1
    modifiers = guns_modifiers(turn.pack, turn.state, seat)
    face = turn.dice.roll("guns")
    reached = face + sum(modifier.value for modifier in modifiers)
    turn.say(Roll("guns", [face], modifiers, reached, 4, reached >= 4, "6.3"))
    return reached >= 4


def guns_modifiers(pack: Pack, state: State, seat: str) -> list[Modifier]:
    """What helps the guns."""
    at_home = state.attack is not None and state.attack.target == pack.home(seat)
    return [Modifier("At home", 1)] if at_home else []


def _fight(turn: Turn, shift: int) -> None:
    """Combat: two dice, each read by itself (7)."""
    state, pack, attack = turn.state, turn.pack, turn.state.attack
    assert attack is not None
    attackers, defenders = attack.units, units_in_battle(state, enemy(attack.seat))
    column = pack.odds_column(pack.weight(attackers), pack.weight(defenders), shift)
    faces = [turn.dice.roll("combat"), turn.dice.roll("combat")]
    losses = {
        attack.seat: min(total(attackers), column.attacker[faces[0] - 1]),
        enemy(attack.seat): min(total(defenders), column.defender[faces[1] - 1]),
    }
    result = f"attacker {losses[attack.seat]}, defender {losses[enemy(attack.seat)]}"
    turn.say(
        TableRoll("combat", faces, column.name, result, "7.2"),
        Fought(attack.target, dict(attackers), dict(defenders), {seat: losses[seat] for seat in SEATS}),
    )
    state.owed = {seat: losses[seat] for seat in SEATS}
    _take_losses(turn)


def _take_losses(turn: Turn) -> None:
    """Take losses that leave no choice; stop at the first that does (O-7.3-a)."""
    state = turn.state
    assert state.attack is not None
    for seat in (enemy(state.attack.seat), state.attack.seat):
        units = units_in_battle(state, seat)
        kinds = [unit for unit in UNITS if units[unit]]
        if len(kinds) > 1 and 0 < state.owed[seat] < total(units):
            state.phase = "loss"
            return
        for unit in kinds:
            for _ in range(min(units[unit], state.owed[seat])):
                _lose(turn, seat, unit)
    _settle(turn)


def _lose(turn: Turn, seat: str, unit: Unit) -> None:
    assert turn.state.attack is not None
    units_in_battle(turn.state, seat)[unit] -= 1
    turn.state.owed[seat] -= 1
    turn.say(UnitLost(seat, turn.state.attack.target, unit))


def _settle(turn: Turn) -> None:
    """Whose the area is now (O-7.4-a)."""
    state, attack = turn.state, turn.state.attack
    assert attack is not None
    stack = state.areas[attack.target]
    if stack is not None and not total(stack.units):
        stack = state.areas[attack.target] = None
    if total(attack.units):
        _join(state, attack.target if stack is None else attack.origin, attack.seat, attack.units)
    state.attack = None
    holder = state.areas[attack.target]
    turn.say(Settled(attack.target, None if holder is None else holder.seat))
    _marched(turn)


def _marched(turn: Turn) -> None:
    """A march is over: the other side's, the next turn, or the end (5.1, 8)."""
    state = turn.state
    state.marching.pop(0)
    if not all(held(state, seat) for seat in SEATS) or (not state.marching and state.turn == turn.pack.turns):
        state.phase, state.marching = "over", []
        result = outcome(turn.pack, state)
        assert result is not None
        turn.say(GameOver(result.level, result.case))
    elif state.marching:
        state.phase = "march"
    else:
        state.turn += 1
        begin(turn)


def _join(state: State, area: str, seat: str, units: Units) -> None:
    stack = state.areas[area]
    before: Units = dict.fromkeys(UNITS, 0) if stack is None else stack.units
    state.areas[area] = Stack(seat, {unit: before[unit] + units[unit] for unit in UNITS})
