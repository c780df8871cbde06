"""Who decides what, and what follows: a handler for each kind of frame."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, product
from typing import TypeAlias, TypeVar

from data.sentences import Sentence
from engines.core import procedure
from engines.core.decisions import Decision
from engines.core.events import ChapterBegun, GameOver, Modifier, PhaseBegun, Roll, TableRoll
from engines.core.procedure import Frame, Procedure
from engines.core.refusals import Refusal
from engines.core.resolution import StackedResolution
from tests.outposts.game.data.pack import UNITS, Pack, Unit, Units
from tests.outposts.game.engine import actions
from tests.outposts.game.engine.actions import Action, Commit, Guns, Lose, Move, Pass, Retreat, Stand
from tests.outposts.game.engine.events import (
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
from tests.outposts.game.engine.score import outcome
from tests.outposts.game.engine.state import (
    Answering,
    Attack,
    Commitment,
    Committing,
    Losing,
    Marching,
    Stack,
    State,
    attacked,
    held,
    total,
    units_in_battle,
)

DECK = "incidents"
BELOW = re.compile(r"retreat below ([1-9][0-9]?)")

Resolution: TypeAlias = StackedResolution[Pack, State, Frame]
F = TypeVar("F", bound=Frame)
Handler: TypeAlias = procedure.Handler[Resolution, Pack, State, F, Action]


def _out_of_place(wanted: str) -> Refusal:
    return Refusal("O-2.1-a", Sentence(f"What is asked for now is {wanted}"))


def _where(pack: Pack, state: State, prompt: str) -> str:
    """A prompt with the area in which a battle is under way."""
    return prompt if state.attack is None else f"{prompt} in {pack.area[state.attack.target].name}"


class Commitments(procedure.Secretly[Resolution, Pack, State, Committing, Action]):
    """All sides commit a chit and the area of a recruit (3)."""

    def asks(self, box: Pack, state: State, frame: Committing) -> Decision:
        return Decision(frame.seat, "commit", "Commit a chit and the area of a recruit", "3.1")

    def legal(self, box: Pack, state: State, frame: Committing) -> list[Action]:
        return [Commit(*pair) for pair in product(state.chits[frame.seat], held(state, frame.seat))]

    def refusal(self, box: Pack, state: State, frame: Committing, action: Action) -> Refusal | None:
        if not isinstance(action, Commit):
            return _out_of_place("a commitment")
        if action.chit not in state.chits[frame.seat]:
            return Refusal("O-3.2-a", Sentence(f"Chit {action.chit} is not in hand"))
        if action.area not in held(state, frame.seat):
            return Refusal("O-3.3-a", Sentence(f"{box.area[action.area].name} is not held"))
        return None

    def noted(self, ctx: Resolution, frame: Committing, action: Action) -> None:
        assert isinstance(action, Commit)
        ctx.say(Committed(frame.seat, Commitment.of(action)))

    def shown(self, ctx: Resolution, frame: Committing) -> None:
        """Reveal the commitments, place the recruits, find who is first, draw the incident (3, 4)."""
        state, pack = ctx.state, ctx.box
        chits = {seat: given.chit for seat, given in frame.given.items()}
        order = _order(ctx, chits)
        first = order[0]
        ctx.say(Revealed({seat: Commitment.of(given) for seat, given in frame.given.items()}, first))
        for seat in pack.seats:
            state.chits[seat].remove(chits[seat])
            _join(state, frame.given[seat].area, seat, {"foot": 1, "horse": 0})
        drawn = pack.incidents[ctx.dice.draw(DECK, "incident", state.pool)]
        state.pool.remove(drawn.id)
        state.incident = drawn.id
        state.guns[first] += drawn.guns
        ctx.say(IncidentDrawn(drawn.id, drawn.title, drawn.reach))
        ctx.say(PhaseBegun("march", "5.1"))
        ctx.push(Marching(tuple(order)))

    def fallback(self, box: Pack, state: State, frame: Committing) -> Action:
        """The lowest chit."""
        return Commit(min(state.chits[frame.seat]), held(state, frame.seat)[0])

    def ordered(self, box: Pack, state: State, frame: Committing, order: str) -> None:
        return None


class Marches(Handler[Marching]):
    """The side in hand marches with one stack, or passes (5)."""

    def asks(self, box: Pack, state: State, frame: Marching) -> Decision:
        return Decision(frame.in_hand, "march", "March with one stack or pass", "5.1")

    def legal(self, box: Pack, state: State, frame: Marching) -> list[Action]:
        moves = (
            move for move in _moves(box, state, frame.in_hand) if not _forbidden(box, state, frame, move)
        )
        return [*moves, Pass()]

    def refusal(self, box: Pack, state: State, frame: Marching, action: Action) -> Refusal | None:
        if isinstance(action, Move):
            return _forbidden(box, state, frame, action)
        return None if action == Pass() else _out_of_place("a march or a pass")

    def act(self, ctx: Resolution, frame: Marching, action: Action) -> None:
        if isinstance(action, Move):
            _move(ctx, frame.in_hand, action)
        else:
            ctx.say(Passed(frame.in_hand))
            _marched(ctx)

    def fallback(self, box: Pack, state: State, frame: Marching) -> Action:
        return Pass()

    def ordered(self, box: Pack, state: State, frame: Marching, order: str) -> None:
        return None


class Answers(Handler[Answering]):
    """The side attacked gives way, stands, or calls the guns (6)."""

    def asks(self, box: Pack, state: State, frame: Answering) -> Decision:
        return Decision(
            attacked(state), "answer", _where(box, state, "Retreat, stand or call the guns"), "6.1"
        )

    def legal(self, box: Pack, state: State, frame: Answering) -> list[Action]:
        every: list[Action] = [Stand(), Guns(), *map(Retreat, box.area)]
        return [action for action in every if self.refusal(box, state, frame, action) is None]

    def refusal(self, box: Pack, state: State, frame: Answering, action: Action) -> Refusal | None:
        match action:
            case Stand():
                return None
            case Guns():
                spent = not state.guns[attacked(state)]
                return Refusal("O-6.3-a", Sentence("No call for the guns is left")) if spent else None
            case Retreat(area):
                return _no_retreat(box, state, area)
            case _:
                return _out_of_place("an answer to the attack")

    def act(self, ctx: Resolution, frame: Answering, action: Action) -> None:
        state, seat = ctx.state, attacked(ctx.state)
        ctx.pop()
        ctx.say(Answered(seat, actions.notation(action)))
        if not isinstance(action, Retreat):
            _fight(ctx, shift=int(isinstance(action, Guns) and _call_guns(ctx, seat)))
            return
        attack = state.attack
        assert attack is not None
        units = units_in_battle(state, seat)
        state.areas[attack.target] = None
        _join(state, action.area, seat, units)
        ctx.say(Marched(seat, [attack.target, action.area], units))
        _settle(ctx)

    def fallback(self, box: Pack, state: State, frame: Answering) -> Action:
        return Stand()

    def ordered(self, box: Pack, state: State, frame: Answering, order: str) -> Action:
        """A stack that can't do as ordered stands."""
        seat = attacked(state)
        if order == "guns":
            return Guns() if state.guns[seat] else Stand()
        below = BELOW.fullmatch(order)
        strength = box.weight(units_in_battle(state, seat))
        if order == "retreat" or (below and strength < int(below[1])):
            ways = (way for way in self.legal(box, state, frame) if isinstance(way, Retreat))
            return next(ways, Stand())
        return Stand()


class LossesTaken(Handler[Losing]):
    """Each side chooses the units that it loses, the side attacked first (7.3)."""

    def asks(self, box: Pack, state: State, frame: Losing) -> Decision:
        return Decision(_loser(state), "loss", _where(box, state, "Choose the units to lose"), "7.3")

    def legal(self, box: Pack, state: State, frame: Losing) -> list[Action]:
        units = units_in_battle(state, _loser(state))
        return [*(Lose(unit) for unit in UNITS if units[unit]), Lose()]

    def refusal(self, box: Pack, state: State, frame: Losing, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return _out_of_place("losses")
        if action in self.legal(box, state, frame):
            return None
        return Refusal("O-7.3-a", Sentence(f"There is no {action.unit} to lose"))

    def act(self, ctx: Resolution, frame: Losing, action: Action) -> None:
        assert isinstance(action, Lose)
        seat = _loser(ctx.state)
        for _ in range(ctx.state.owed[seat] if action.unit is None else 1):
            units = units_in_battle(ctx.state, seat)
            first = next(kind for kind in UNITS if units[kind])
            _lose(ctx, seat, first if action.unit is None else action.unit)

    def go_on(self, ctx: Resolution, frame: Losing) -> bool:
        """Take losses that leave no choice; stop at the first that does (O-7.3-a)."""
        state = ctx.state
        assert state.attack is not None
        for seat in (attacked(state), state.attack.seat):
            units = units_in_battle(state, seat)
            kinds = [unit for unit in UNITS if units[unit]]
            if len(kinds) > 1 and 0 < state.owed[seat] < total(units):
                return True
            for unit in kinds:
                for _ in range(min(units[unit], state.owed[seat])):
                    _lose(ctx, seat, unit)
        ctx.pop()
        _settle(ctx)
        return False

    def fallback(self, box: Pack, state: State, frame: Losing) -> Action:
        return Lose()


class Days(Procedure[Resolution, Pack, State, Action]):
    """Six days of commitments and marches (2)."""

    def next_phase(self, ctx: Resolution) -> bool:
        """The next turn, or the end (8)."""
        state = ctx.state
        if state.turn == ctx.box.turns or not all(held(state, seat) for seat in ctx.box.seats):
            result = outcome(ctx.box, state)
            assert result is not None
            ctx.say(GameOver(result.level, result.case))
            return False
        state.turn += 1
        ctx.say(ChapterBegun(state.turn, f"Day {state.turn}"))
        ctx.say(PhaseBegun("commit", "3.1"))
        ctx.push(Committing(ctx.box.seats))
        return True

    def waits(self, box: Pack, state: State, seat: str) -> Refusal:
        if not state.stack:
            return Refusal("O-2.2-a", Sentence("The game is over"))
        waiting = " and ".join(str(box.seat[asked.seat]["name"]) for asked in self.asked(box, state))
        return Refusal("O-2.1-a", Sentence(f"The game waits for {waiting}"))


DAYS = Days({Committing: Commitments(), Marching: Marches(), Answering: Answers(), Losing: LossesTaken()})


def _order(ctx: Resolution, chits: Mapping[str, int]) -> Sequence[str]:
    """Sides in the order of their marches (O-3.5-a)."""
    order: list[str] = []
    for _, equal in groupby(sorted(chits, key=lambda seat: -chits[seat]), key=lambda seat: chits[seat]):
        tied = list(equal)
        stay = len(tied) == 1 or ctx.die("initiative", 4, "3.5")
        order += tied if stay else reversed(tied)
    return order


def _loser(state: State) -> str:
    return next(seat for seat in (attacked(state), state.marching[0]) if state.owed[seat])


def _moves(pack: Pack, state: State, seat: str) -> Iterator[Move]:
    for area in held(state, seat):
        stack = state.areas[area]
        assert stack is not None
        splits = list(product(*(range(stack.units[unit] + 1) for unit in UNITS)))
        for path in _paths(pack, state, seat, (area,)):
            for foot, horse in splits:
                yield Move(path, foot, horse)


def _paths(pack: Pack, state: State, seat: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(path) > pack.incidents[state.incident].reach:
        return
    for area in pack.area[path[-1]].borders:
        if area not in path:
            yield (*path, area)
            stack = state.areas[area]
            if stack is None or stack.seat == seat:
                yield from _paths(pack, state, seat, (*path, area))


def _forbidden(pack: Pack, state: State, frame: Marching, action: Move) -> Refusal | None:
    path, seat = action.path, frame.in_hand
    stack = state.areas[path[0]]
    if stack is None or stack.seat != seat:
        return Refusal("O-5.1-a", Sentence(f"There is no stack of that side in {pack.area[path[0]].name}"))
    for here, there in pairwise(path):
        if there not in pack.area[here].borders:
            names = pack.area[here].name, pack.area[there].name
            return Refusal("O-5.2-a", Sentence(f"{names[0]} does not border on {names[1]}"))
    if len(set(path)) < len(path):
        return Refusal("O-5.2-a", Sentence("A march enters no area twice"))
    if len(path) - 1 > pack.incidents[state.incident].reach:
        return Refusal(
            "O-5.3-a", Sentence(f"Marches enter {pack.incidents[state.incident].reach} areas this turn")
        )
    for area in path[1:-1]:
        found = state.areas[area]
        if found is not None and found.seat != seat:
            return Refusal("O-5.4-a", Sentence(f"The march would have to end in {pack.area[area].name}"))
    if total(action.units) == 0:
        return Refusal("O-5.5-a", Sentence("At least one unit marches"))
    for unit, count in action.units.items():
        if count > stack.units[unit]:
            return Refusal(
                "O-5.5-a", Sentence(f"There are {stack.units[unit]} {unit} in {pack.area[path[0]].name}")
            )
    return None


def _no_retreat(pack: Pack, state: State, area: str) -> Refusal | None:
    attack = state.attack
    assert attack is not None
    name = pack.area[area].name
    if area not in pack.area[attack.target].borders:
        return Refusal("O-6.2-a", Sentence(f"{name} does not border on {pack.area[attack.target].name}"))
    stack = state.areas[area]
    if area == attack.origin or (stack is not None and stack.seat != attacked(state)):
        return Refusal("O-6.2-a", Sentence(f"The enemy is in {name} or came from there"))
    return None


def _move(ctx: Resolution, seat: str, action: Move) -> None:
    state = ctx.state
    start, origin, target = action.path[0], action.path[-2], action.path[-1]
    stack = state.areas[start]
    assert stack is not None
    for unit in UNITS:
        stack.units[unit] -= action.units[unit]
    if not total(stack.units):
        state.areas[start] = None
    ctx.say(Marched(seat, list(action.path), action.units))
    found = state.areas[target]
    if found is None or found.seat == seat:
        _join(state, target, seat, action.units)
        _marched(ctx)
        return
    state.attack = Attack(seat, origin, target, action.units)
    ctx.say(Attacked(seat, origin, target))
    ctx.say(PhaseBegun("answer", "6.1"))
    ctx.push(Answering())


def _call_guns(ctx: Resolution, seat: str) -> bool:
    """Spend a call and roll for it (O-6.3-a)."""
    assert ctx.state.attack is not None
    ctx.state.guns[seat] -= 1
    modifiers = guns_modifiers(ctx.box, ctx.state, seat)
    face = ctx.dice.roll("guns")
    reached = face + sum(modifier.value for modifier in modifiers)
    ctx.say(Roll("guns", [face], modifiers, reached, 4, reached >= 4, "6.3"))
    return reached >= 4


def guns_modifiers(pack: Pack, state: State, seat: str) -> list[Modifier]:
    """What helps the guns."""
    at_home = state.attack is not None and state.attack.target == pack.home(seat)
    return [Modifier("At home", 1)] if at_home else []


def _fight(ctx: Resolution, shift: int) -> None:
    """Combat: two dice, each read by itself (7)."""
    state, pack, attack = ctx.state, ctx.box, ctx.state.attack
    assert attack is not None
    defender = attacked(state)
    attackers, defenders = attack.units, units_in_battle(state, defender)
    column = pack.odds_column(pack.weight(attackers), pack.weight(defenders), shift)
    faces = [ctx.dice.roll("combat"), ctx.dice.roll("combat")]
    lost = {
        attack.seat: min(total(attackers), column.attacker[faces[0] - 1]),
        defender: min(total(defenders), column.defender[faces[1] - 1]),
    }
    losses = {seat: lost[seat] for seat in pack.seats if seat in lost}
    result = f"attacker {losses[attack.seat]}, defender {losses[defender]}"
    ctx.say(TableRoll("combat", faces, column.name, result, "7.2"))
    ctx.say(Fought(attack.target, dict(attackers), dict(defenders), losses))
    state.owed = {seat: losses.get(seat, 0) for seat in pack.seats}
    ctx.push(Losing())


def _lose(ctx: Resolution, seat: str, unit: Unit) -> None:
    assert ctx.state.attack is not None
    units_in_battle(ctx.state, seat)[unit] -= 1
    ctx.state.owed[seat] -= 1
    ctx.say(UnitLost(seat, ctx.state.attack.target, unit))


def _settle(ctx: Resolution) -> None:
    """Whose the area is now (O-7.4-a)."""
    state, attack = ctx.state, ctx.state.attack
    assert attack is not None
    stack = state.areas[attack.target]
    if stack is not None and not total(stack.units):
        stack = state.areas[attack.target] = None
    if total(attack.units):
        _join(state, attack.target if stack is None else attack.origin, attack.seat, attack.units)
    state.attack = None
    holder = state.areas[attack.target]
    ctx.say(Settled(attack.target, None if holder is None else holder.seat))
    _marched(ctx)


def _marched(ctx: Resolution) -> None:
    """A march is over: the next side's follows, while all hold something (5.1, 8)."""
    frame = ctx.pop()
    assert isinstance(frame, Marching)
    if frame.seats[1:] and all(held(ctx.state, seat) for seat in ctx.box.seats):
        ctx.push(Marching(frame.seats[1:]))


def _join(state: State, area: str, seat: str, units: Units) -> None:
    stack = state.areas[area]
    before: Units = dict.fromkeys(UNITS, 0) if stack is None else stack.units
    state.areas[area] = Stack(seat, {unit: before[unit] + units[unit] for unit in UNITS})
