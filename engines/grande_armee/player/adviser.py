"""What is best in a position, with the chance to win after it: each die that follows is weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import erf, sqrt
from typing import NamedTuple

from data.grande_armee.outlooks import OUTLOOKS, Course
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core.advice import Advice
from engines.core.dice import Dice
from engines.grande_armee import actions
from engines.grande_armee.actions import Action, Eliminate, March, Move, Onward
from engines.grande_armee.box import Box
from engines.grande_armee.branches import branches
from engines.grande_armee.combat import frames as combat
from engines.grande_armee.combat.ground import field
from engines.grande_armee.frames import Moving
from engines.grande_armee.player.fights import promising
from engines.grande_armee.player.greedy import greedy, moves
from engines.grande_armee.player.march import Plan, planned
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.score import halves
from engines.grande_armee.state import PHASES, State

BEST = 3
"""How many actions are recommended."""
_SURE = 0.99
"""The highest chance to win that is told before the game is over."""


class Option(NamedTuple):
    """An action that may be recommended.

    :ivar promise: points that the side still hopes for in this turn after it.
    """

    action: Action
    promise: float
    reason: str


def advise(box: Box, state: State, side: Side) -> list[Advice[Action]]:
    """The best actions of a side that is asked, best first; the automatic player's is among them."""
    legal = PROCEDURE.legal(box, state, side)
    if not legal:
        return []
    options = list(islice(_options(box, state, side, legal), BEST))
    known = [
        Advice(option.action, float(_expected(box, state, side, option)), option.reason) for option in options
    ]
    return sorted(known, key=lambda advice: -advice.expected)


def chance(box: Box, state: State, side: Side, promise: float = 0.0) -> float:
    """The chance of a side to win: it follows from the points, from the strengths, and from how games went on
    from there.

    :param promise: points that the side hopes for in the rest of its turn.
    """
    scenario = box.scenarios[state.scenario]
    total = halves(box, state) / 2
    if state.over:
        won = total >= scenario.threshold
    else:
        outlook = OUTLOOKS[state.scenario]
        course = usual(state)
        hoped = total + (promise if side == "french" else -promise)
        expected = outlook.end + course.holds * (hoped - course.points)
        expected += outlook.strength * (balance(box, state) - course.balance)
        sure = 0.5 * (1 + erf((expected - scenario.threshold + 0.25) / course.spread / sqrt(2)))
        french = min(_SURE, max(1 - _SURE, sure))
        return french if side == "french" else 1 - french
    return float(won == (side == "french"))


def usual(state: State) -> Course:
    """The typical course of games at the moment that a state has reached."""
    turns = OUTLOOKS[state.scenario].turns
    begun = min(state.turn, len(turns) - 1)
    share = state.index / (2 * PHASES) - (begun - 1)
    between = zip(turns[begun - 1], turns[begun], strict=True)
    return Course(*(now + share * (then - now) for now, then in between))


def balance(box: Box, state: State) -> float:
    """The French lead in strength as a share of all strength on the map, from -1 to 1."""
    strength = {"french": 0, "allied": 0}
    for piece in state.pieces.values():
        kind = box.kinds[piece.kind]
        if kind.combat:
            strength[kind.side] += 2 * kind.strength if piece.disrupted is None else kind.strength
    total = sum(strength.values())
    return (strength["french"] - strength["allied"]) / total if total else 0.0


def _expected(box: Box, state: State, side: Side, option: Option) -> Fraction:
    """The chance to win after an action, over all faces of the dice that it throws."""

    def run(dice: Dice) -> Fraction:
        ctx = Resolution(box, state.copy(), dice)
        frame = ctx.state.stack[-1]
        PROCEDURE.handler(frame).act(ctx, frame, option.action)
        return Fraction(chance(box, ctx.state, side, option.promise))

    return sum((share * value for value, share in branches(run).items()), Fraction(0))


# ---- what is recommended


def _options(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Iterator[Option]:
    chosen = greedy(box, state, side, legal)
    match state.stack[-1]:
        case Moving():
            plan = planned(box, state, side)
            hoped = _hoped(plan, state)
            others = {_who(action): action for action in (chosen, *islice(moves(box, state, side), 9))}
            for action in others.values():
                yield Option(action, hoped, _why_moved(box, plan, action))
        case combat.Declaring():
            declared = sum(gain for gain, _action in promising(box, state, side, legal))
            yield Option(chosen, declared, _why_fought(box, state, side, chosen))
            for _gain, action in promising(box, state, side, legal):
                if action != chosen:
                    yield Option(action, declared, _why_fought(box, state, side, action))
        case combat.Resolving():
            for action in dict.fromkeys((chosen, *legal)):
                yield Option(action, 0.0, _why_resolved(box, action))
        case _:
            yield Option(chosen, 0.0, str(Text.ADVISE_USUAL))


def _who(action: Action) -> object:
    """What an action is grouped by: of each unit that moves, only one action is recommended."""
    return action.unit if isinstance(action, Move | March) else action


def _hoped(plan: Plan, state: State) -> float:
    """Points that the rest of the plan may bring: battles, and Fortresses that are walked into."""
    scene = plan.scene
    hoped = plan.gain
    for id, aim in plan.aims.items():
        taken = aim.kind in ("take", "visit") and plan.intents[id].end == aim.hex
        if taken and id in state.pieces and state.pieces[id].hex != aim.hex:
            hoped += scene.points.get(aim.hex, scene.deeds.get(aim.hex, 0.0))
    return hoped


_AIMS = {
    "take": Text.ADVISE_TAKE,
    "hold": Text.ADVISE_HOLD,
    "beat": Text.ADVISE_BEAT,
    "visit": Text.ADVISE_VISIT,
}


def _why_moved(box: Box, plan: Plan, action: Action) -> str:
    if isinstance(action, Eliminate):
        return Text.ADVISE_ELIMINATE(end=box.hex(action.targets[0]))
    if not isinstance(action, Move | March | Onward):
        return str(Text.ADVISE_MOVED)
    id = action.unit
    if id in plan.struck:
        return Text.ADVISE_STRIKE(end=box.hex(plan.struck[id]))
    if id in plan.aims:
        return _AIMS[plan.aims[id].kind](end=box.hex(plan.aims[id].hex))
    beside = plan.intents[id].beside
    if beside is not None:
        return Text.ADVISE_BESIDE(unit=box.unit(beside))
    return str(Text.ADVISE_ALONG)


def _why_fought(box: Box, state: State, side: Side, action: Action) -> str:
    if not isinstance(action, actions.Attack):
        spends = isinstance(action, actions.Spend)
        return str(Text.ADVISE_SPEND if spends else Text.ADVISE_NO_MORE)
    on = field(box, state)
    odds = on.odds(on.attack(side, action))
    return Text.ADVISE_ATTACK(attack=odds.attack, defence=odds.defence, end=box.hex(action.targets[0]))


def _why_resolved(box: Box, action: Action) -> str:
    if isinstance(action, actions.Resolve):
        return Text.ADVISE_BATTLE(end=box.hex(action.target))
    return str(Text.ADVISE_USUAL)
