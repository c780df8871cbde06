"""The Major Battle in the order of the battle board (9.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from data.valmy.tables import Side
from engines.core import procedure
from engines.valmy.box import Box, enemy
from engines.valmy.combat.battle import MinorBattle, close, lose_leaders, offer_withdrawal, withdraw
from engines.valmy.combat.board import (
    battle_of,
    board_of,
    foot,
    line,
    put,
    set_board,
    standing,
    withdraws,
)
from engines.valmy.combat.charges import check, riders
from engines.valmy.combat.events import Stands
from engines.valmy.combat.fire import volley
from engines.valmy.combat.frames import (
    NOTES,
    Adding,
    Announcing,
    Battle,
    Board,
    Boosting,
    Committing,
    Deciding,
    Deploying,
    Place,
    Stage,
)
from engines.valmy.combat.losses import check as check_morale
from engines.valmy.combat.melee import commit, draw_up, fight, lead_of
from engines.valmy.combat.shock import OVER, WON, clash, expose, join_main, note, pursue, strike_main
from engines.valmy.handler import Automatic
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, steps, units_in

Step = Callable[[Resolution, Battle], bool]
"""Does a step of the board; True when the step is over."""


def _skirmish(ctx: Resolution, battle: Battle, *, attacks: bool) -> bool:
    """Skirmishers fire at skirmishers, else at Main (Y-9.2.3-a, b)."""
    box, state = ctx.box, ctx.state
    side = battle.attacker if attacks else enemy(battle.attacker)
    targets = standing(box, state, enemy(side), "skirmish") or standing(box, state, enemy(side), "main")
    volley(ctx, standing(box, state, side, "skirmish"), enemy(side), targets, battle.boosts, "9.3.1")
    return True


def _to_reserve(ctx: Resolution, battle: Battle) -> bool:
    """Remaining skirmishers go to the Reserve (Y-9.2.4-a)."""
    for side in (enemy(battle.attacker), battle.attacker):
        units = tuple(standing(ctx.box, ctx.state, side, "skirmish"))
        if units:
            put(ctx, units, "reserve")
            ctx.say(Stands(side, units, "reserve"))
    return True


def _bring_up(ctx: Resolution, battle: Battle, *, attacks: bool) -> bool:
    """Ask which skirmishers go to Main in the second round (Y-9.3.1-c, A-9.3.1-1)."""
    side = battle.attacker if attacks else enemy(battle.attacker)
    units = tuple(
        id for id in standing(ctx.box, ctx.state, side, "reserve") if ctx.box.unit[id].position == "S"
    )
    if units and board_of(ctx.state).round > 1:
        ctx.push(Committing(side, units, len(units), False, "9.3.1"))
    return True


def _flank(ctx: Resolution, battle: Battle, place: Place) -> bool:
    """Counter-charge, defensive fire, charge, pursuit, one after the other (9.2.8, 9.2.9, A-9.2.7-1)."""
    for side in (battle.attacker, enemy(battle.attacker)):
        other = enemy(side)
        match _due(ctx.box, ctx.state, battle, side, place):
            case None:
                continue
            case Stage.COUNTER:
                clash(ctx, other, place, counter=True)
            case Stage.FIRE:
                note(ctx, NOTES[other, Stage.FIRE, place], "yes")
                expose(ctx, side, place)
                shooters = foot(ctx.box, standing(ctx.box, ctx.state, other, place))
                chargers = riders(ctx.box, ctx.state, side, place)
                volley(ctx, shooters, side, chargers, battle.boosts, "9.3.2", at_chargers=True)
            case Stage.CHARGE:
                clash(ctx, side, place, counter=False)
            case Stage.PURSUIT:
                pursue(ctx, side, place)
        return False
    return True


_Due: TypeAlias = Literal[Stage.COUNTER, Stage.FIRE, Stage.CHARGE, Stage.PURSUIT]


def _due(box: Box, state: State, battle: Battle, side: Side, place: Place) -> _Due | None:
    """The next stage of a side's charge from a flank; None when it is over, or there is none."""
    known, other = board_of(state).named, enemy(side)
    riding = bool(riders(box, state, side, place))
    result = known.get(NOTES[side, Stage.CHARGE, place])
    if result is not None:
        pursues = riding and result in WON and NOTES[side, Stage.PURSUIT, place] not in known
        return Stage.PURSUIT if pursues else None
    met = standing(box, state, other, place)
    if not riding or not met or NOTES[side, Stage.COUNTER, place] in known:
        return None
    counter = known.get(NOTES[other, Stage.COUNTER, place])
    if counter is None:
        # The attacker's charge may be answered; the defender's own may not (A-9.2.6-1).
        if side == battle.attacker and riders(box, state, other, place):
            return Stage.COUNTER
    elif counter not in OVER:
        return None
    fires = foot(box, met) and NOTES[other, Stage.FIRE, place] not in known
    return Stage.FIRE if fires else Stage.CHARGE


def _thin(ctx: Resolution, battle: Battle) -> bool:
    """A side with units only on flanks withdraws before an enemy who has a line (A-9.2.12-3)."""
    side = withdraws(ctx.box, ctx.state)
    if side is not None:
        withdraw(ctx, side, battle.box, attacks=side == battle.attacker)
    elif not line(ctx.box, ctx.state, battle.attacker):
        set_board(ctx, halted=True)
    return True


def _fire(ctx: Resolution, battle: Battle, *, attacks: bool) -> bool:
    """All in Main but cavalry fire at Main (Y-9.3-b, Y-9.3.2-a, b)."""
    box, state = ctx.box, ctx.state
    side = battle.attacker if attacks else enemy(battle.attacker)
    targets = standing(box, state, enemy(side), "main")
    shooters = foot(box, standing(box, state, side, "main"))
    volley(ctx, shooters, enemy(side), targets, battle.boosts, "9.3.2")
    return True


def _melee(step: Callable[[Resolution, Battle], bool]) -> Step:
    """A step that belongs to a melee, if there is one."""
    return lambda ctx, battle: board_of(ctx.state).melee is None or step(ctx, battle)


def _role(step: Callable[[Resolution, str], object], *, attacks: bool) -> Step:
    """A step of the attacker or of the defender in a melee."""

    def done(ctx: Resolution, battle: Battle) -> bool:
        side = board_of(ctx.state).melee
        assert side is not None
        return step(ctx, side if attacks else enemy(side)) is not False

    return _melee(done)


def _check(ctx: Resolution, side: str) -> None:
    """Units that lost steps in the melee check their morale (Y-9.2.12-d)."""
    for unit in board_of(ctx.state).flipped:
        if ctx.box.unit[unit].side == side and steps(ctx.box, ctx.state, unit):
            check_morale(ctx, unit, battle_of(ctx.state))


def _next(ctx: Resolution, battle: Battle) -> bool:
    """A second round, and no third (Y-9.2.12-f)."""
    board = board_of(ctx.state)
    if board.round > 1:
        return True
    ready = board.doubled
    in_main = [id for id in ready if board.places.get(id) == "main"]
    fresh = Board(round=2, places=board.places, ready=ready, doubled=ready, joined=dict.fromkeys(in_main, 2))
    ctx.replace(replace(battle_of(ctx.state), board=fresh, step=ROUND))
    return True


def _withdrawal(ctx: Resolution, battle: Battle, *, attacks: bool) -> bool:
    """Ask after the first round whether a side withdraws, the attacker before the defender (Y-9.2.12-e)."""
    side = battle.attacker if attacks else enemy(battle.attacker)
    if board_of(ctx.state).round == 1:
        offer_withdrawal(ctx, battle, side)
    return True


def _pushed(make: Callable[[Battle], procedure.Frame]) -> Step:
    def step(ctx: Resolution, battle: Battle) -> bool:
        ctx.push(make(battle))  # type: ignore[arg-type]
        return True

    return step


def _done(do: Callable[[Resolution, Battle], object]) -> Step:
    def step(ctx: Resolution, battle: Battle) -> bool:
        do(ctx, battle)
        return True

    return step


STEPS: tuple[tuple[str, Step], ...] = (
    ("9.2.1", _pushed(lambda battle: Deploying(enemy(battle.attacker)))),
    ("9.2.1", _pushed(lambda battle: Deploying(battle.attacker))),
    ("8.1", _pushed(lambda battle: Boosting(enemy(battle.attacker), battle.box, attacks=False))),
    ("8.1", _pushed(lambda battle: Boosting(battle.attacker, battle.box, attacks=True))),
    ("9.2.3", lambda ctx, battle: _skirmish(ctx, battle, attacks=False)),
    ("9.2.3", lambda ctx, battle: _skirmish(ctx, battle, attacks=True)),
    ("9.2.4", _to_reserve),
    ("9.3.1", lambda ctx, battle: _bring_up(ctx, battle, attacks=True)),
    ("9.3.1", lambda ctx, battle: _bring_up(ctx, battle, attacks=False)),
    ("9.2.5", _pushed(lambda battle: Announcing(battle.attacker))),
    ("9.2.6", _pushed(lambda battle: Announcing(enemy(battle.attacker)))),
    ("9.2.7", _done(lambda ctx, battle: check(ctx, battle.attacker))),
    ("9.2.7", _done(lambda ctx, battle: check(ctx, enemy(battle.attacker)))),
    ("9.2.8", lambda ctx, battle: _flank(ctx, battle, "left")),
    ("9.2.8", lambda ctx, battle: _flank(ctx, battle, "right")),
    ("9.2.9", lambda ctx, battle: strike_main(ctx, battle.attacker)),
    ("9.2.9", lambda ctx, battle: strike_main(ctx, enemy(battle.attacker))),
    ("9.2.9", _done(lambda ctx, battle: join_main(ctx, battle.attacker))),
    ("9.2.9", _done(lambda ctx, battle: join_main(ctx, enemy(battle.attacker)))),
    ("9.2.12", _thin),
    ("9.2.10", lambda ctx, battle: _fire(ctx, battle, attacks=False)),
    ("9.2.10", lambda ctx, battle: _fire(ctx, battle, attacks=True)),
    ("9.2.11", _pushed(lambda battle: Deciding(battle.attacker, answers=False))),
    ("9.2.12", _role(lambda ctx, side: ctx.push(Adding(side)), attacks=True)),  # type: ignore[arg-type]
    ("9.2.12", _role(lambda ctx, side: ctx.push(Adding(side)), attacks=False)),  # type: ignore[arg-type]
    ("9.5", _role(draw_up, attacks=True)),  # type: ignore[arg-type]
    ("9.5", _role(commit, attacks=True)),  # type: ignore[arg-type]
    ("9.5", _role(commit, attacks=False)),  # type: ignore[arg-type]
    ("9.5", _role(lambda ctx, side: lead_of(ctx, side) is not None, attacks=True)),  # type: ignore[arg-type]
    ("9.5", _role(lambda ctx, side: lead_of(ctx, side) is not None, attacks=False)),  # type: ignore[arg-type]
    ("9.5", _melee(_done(lambda ctx, battle: fight(ctx)))),
    ("9.6", _role(_check, attacks=True)),
    ("9.6", _role(_check, attacks=False)),
    ("9.2.12", _thin),
    ("9.2.12", lambda ctx, battle: _withdrawal(ctx, battle, attacks=True)),
    ("9.2.12", lambda ctx, battle: _withdrawal(ctx, battle, attacks=False)),
    ("9.2.12", _next),
    ("9.5.2", _done(lose_leaders)),
)
"""The steps of the board, in order; the second round begins again at `ROUND`."""
ROUND = 7
MELEE = next(nth for nth, (case, _) in enumerate(STEPS) if case == "9.5")
"""The step in which the attacker names his lead unit, before the Reserves come up (Y-9.5A-a)."""
LAST = len(STEPS) - 1
ALONE = ("9.2.8", "9.6")
"""Steps that a side takes with no enemy left: pursuit, and morale after a melee (Y-9.4.5-b, Y-9.5H-a)."""


def case_of(battle: Battle) -> str:
    """The case of the step that was begun last."""
    if battle.kind != "major":
        return "9.1" if battle.kind else "9.0"
    return STEPS[min(max(battle.step - 1, 0), LAST)][0]


def too_late(state: State, seat: str) -> bool:
    """Whether a side has missed the announcements of a round (Y-9.4-b)."""
    battle = next((frame for frame in state.stack if isinstance(frame, Battle)), None)
    if battle is None or battle.board is None or isinstance(state.stack[-1], Announcing):
        return False
    announced = "9.2.5" if seat == battle.attacker else "9.2.6"
    return battle.step > next(nth for nth, (case, _) in enumerate(STEPS) if case == announced)


class MajorBattle(Automatic[Battle]):
    """One step after the other; what is left when a side is gone is in `ALONE`, and 9.5.2 is always left."""

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        if frame.board is None:
            ctx.replace(replace(frame, board=Board()))
            return False
        if frame.step > LAST:
            close(ctx, frame)
            return False
        gone = any(
            not units_in(ctx.box, ctx.state, frame.box, side)
            for side in (frame.attacker, enemy(frame.attacker))
        )
        over = frame.board.halted or (gone and STEPS[frame.step][0] not in ALONE)
        if over and frame.step < LAST:
            ctx.replace(replace(frame, step=LAST))
            return False
        step = STEPS[frame.step][1]
        ctx.replace(replace(frame, step=frame.step + 1))
        before = frame.step
        if not step(ctx, frame):
            _again(ctx, before)
        return False


def _again(ctx: Resolution, step: int) -> None:
    """The step goes on when the frames that it has pushed are resolved."""
    stack = ctx.state.stack
    nth = max(nth for nth, frame in enumerate(stack) if isinstance(frame, Battle))
    stack[nth] = replace(battle_of(ctx.state), step=step)


class AnyBattle(Automatic[Battle]):
    """A battle by its kind."""

    def __init__(self) -> None:
        self._kinds = {"minor": MinorBattle(), "major": MajorBattle()}

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        assert frame.kind is not None
        return self._kinds[frame.kind].go_on(ctx, frame)
