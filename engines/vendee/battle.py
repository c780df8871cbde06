"""Combat in the order of 4.1, from the entry of the attacker to its end.

This module handles `Battle`; marches and T6 are decided in modules of their own while it waits.
"""

from __future__ import annotations

from typing import Any

import msgspec

from data.vendee.schema import Side
from engines.core.contract import Decision
from engines.core.events import TableRoll
from engines.vendee import groups, incidents, march, occupation, powder, pursuit, retreat, withdrawal
from engines.vendee.actions import Action
from engines.vendee.box import Box, share
from engines.vendee.combat_events import BattleEnded, Fought
from engines.vendee.combat_frames import Battle, Contingent, Losses, Stage, Verdict
from engines.vendee.encounter import group_goes_on
from engines.vendee.frames import SIDES, Points, enemy
from engines.vendee.reckoning import clash_of, code, contingents_of, generals_of, reckon
from engines.vendee.refusals import Refusal
from engines.vendee.state import State, total
from engines.vendee.turn import Turn


def _to(turn: Turn, stage: Stage) -> None:
    battle = turn.state.stack[-1]
    assert isinstance(battle, Battle)
    turn.replace(msgspec.structs.replace(battle, stage=stage))


def _waiting(frame: Battle) -> Any:
    """The module that decides what the combat waits for."""
    return withdrawal if frame.stage == "powder" else march


def asks(box: Box, state: State, frame: Battle) -> Decision:
    """Marches, or T6."""
    decision: Decision = _waiting(frame).asks(box, state, frame)
    return decision


def legal(box: Box, state: State, frame: Battle) -> list[Action]:
    """Marches, or T6."""
    found: list[Action] = _waiting(frame).legal(box, state, frame)
    return found


def refusal(box: Box, state: State, frame: Battle, action: Action) -> Refusal | None:
    """Marches, or T6."""
    reason: Refusal | None = _waiting(frame).refusal(box, state, frame, action)
    return reason


def act(turn: Turn, frame: Battle, action: Action) -> None:
    """Marches, or T6."""
    _waiting(frame).act(turn, frame, action)


def fallback(box: Box, state: State, frame: Battle) -> Action | None:
    """No march; fight."""
    action: Action | None = _waiting(frame).fallback(box, state, frame)
    return action


def ordered(box: Box, state: State, frame: Battle, order: str) -> Action | None:
    """Marches, or T6."""
    action: Action | None = _waiting(frame).ordered(box, state, frame, order)
    return action


def go_on(turn: Turn, frame: Battle) -> bool:
    """The next part of the procedure (V-4.1-c)."""
    match frame.stage:
        case "guns" | "answer":
            return march.go_on(turn, frame)
        case "powder":
            return withdrawal.go_on(turn, frame)
        case "draw":
            incidents.draw(turn, frame)
        case "dice":
            _fight(turn, frame)
        case "loser" | "winner":
            _lose(turn, frame)
        case "retreat":
            _retreat(turn, frame)
        case "spoils":
            _spoils(turn, frame)
        case "fates":
            _to(turn, "end")
            incidents.after_combat(turn, frame)
        case "end":
            _end(turn, frame)
    return False


def _fight(turn: Turn, battle: Battle) -> None:
    """Odds, dice and result (V-4.1-d to p)."""
    box, state = turn.box, turn.state
    clash = clash_of(battle)
    sums = reckon(box, state, clash, battle.incidents)
    column = box.charts.shifted(sums.ratio, sums.shift)
    white, coloured = turn.pair("combat")
    reached = white + coloured + sums.modifier
    result = box.charts.combat(column, reached)
    loser: Side = battle.attacker if result.loser == "attacker" else enemy(battle.attacker)
    began: dict[Side, Points] = {side: clash.forces[side].points for side in SIDES}
    smaller = min(total(points) for points in began.values())
    owed: dict[Side, int] = {
        side: share(total(began[side]), result.percent)
        if side == loser
        else share(smaller, box.charts.winner_percent(white, coloured))
        for side in SIDES
    }
    generals: dict[Side, tuple[str, ...]] = {
        side: generals_of(contingents_of(battle, side)) for side in SIDES
    }
    printed = code(result)
    turn.say(
        TableRoll("combat", [white, coloured], box.charts.columns[column], printed, "4.1"),
        Fought(
            battle.area,
            battle.attacker,
            began,
            generals,
            box.charts.columns[sums.ratio],
            list(sums.shifts),
            box.charts.columns[column],
            white,
            coloured,
            list(sums.modifiers),
            reached,
            printed,
            loser,
            result.rout,
            owed,
        ),
    )
    _remember(turn, generals["republican"])
    verdict = Verdict(loser, result.rout, result.areas, owed, began, generals)
    turn.replace(msgspec.structs.replace(battle, stage="loser", verdict=verdict))


def _remember(turn: Turn, generals: tuple[str, ...]) -> None:
    """Republican generals who have fought need not fear the Committee (V-2.6-b)."""
    fought = {*turn.state.fought, *generals}
    turn.state.fought = [general for general in turn.box.general if general in fought]


def _verdict(battle: Battle) -> Verdict:
    assert battle.verdict is not None
    return battle.verdict


def _lose(turn: Turn, battle: Battle) -> None:
    """Losses, the loser's first (A-37)."""
    verdict = _verdict(battle)
    side = verdict.loser if battle.stage == "loser" else enemy(verdict.loser)
    _to(turn, "winner" if battle.stage == "loser" else "retreat")
    turn.push(Losses(side, battle.area, verdict.losses[side], "4.1"))


def _retreat(turn: Turn, battle: Battle) -> None:
    verdict = _verdict(battle)
    _to(turn, "spoils")
    retreat.start(turn, battle, verdict.loser, verdict.areas, rout=verdict.rout)


def _spoils(turn: Turn, battle: Battle) -> None:
    """Morale, then arms and powder (5.1, 5.2)."""
    box, verdict = turn.box, _verdict(battle)
    winner, loser = enemy(verdict.loser), verdict.loser
    name = f"combat in {box.name(battle.area)}"
    gain, shame = box.charts.morale(sum(total(points) for points in verdict.began.values()))
    turn.change_morale(winner, gain, f"Victory, {name}", "5.1")
    if verdict.rout:
        turn.change_morale(loser, shame, f"Rout, {name}", "5.1")
    if verdict.began[loser].get("mayence") and not turn.state.mayence_beaten:
        turn.state.mayence_beaten = True
        change = box.charts.tables.morale.royalist.mayence_first_beaten
        turn.change_morale("royalist", change, "First defeat of the Mayençais", "5.1")
    incidents.marie_jeanne(turn, battle)
    _to(turn, "fates")
    if verdict.rout:
        amount, single = box.charts.powder(total(verdict.began[loser]))
        sign = 1 if winner == "royalist" else -1
        engaged = verdict.began["royalist"]
        powder.deal(turn, sign * amount, engaged, single=single, reason=f"Rout, {name}", case="5.2")


def _end(turn: Turn, battle: Battle) -> None:
    """Who holds the area, what is left of the active group, and the pursuit."""
    turn.pop()
    if battle.verdict is None:
        _withdrawn(turn, battle)
        return
    winner = enemy(battle.verdict.loser)
    turn.say(BattleEnded(battle.area, winner))
    victors = tuple(_survivors(turn, part) for part in contingents_of(battle, winner))
    if battle.active and winner == battle.attacker:
        group_goes_on(turn, victors, at=battle.area if battle.pursuit else None)
    elif battle.active:
        groups.after_combat(turn, won=False, points={}, generals=())
    if battle.verdict.rout:
        active = battle.active and winner == battle.attacker
        pursuit.offer(turn, winner, battle.area, victors, battle.paths, active=active)
    occupation.settle(turn, battle.area)


def _survivors(turn: Turn, part: Contingent) -> Contingent:
    there = tuple(general for general in part.generals if turn.state.officers[general].fate == "map")
    return msgspec.structs.replace(part, generals=there)


def _withdrawn(turn: Turn, battle: Battle) -> None:
    """The royalists are gone, and nobody has won; an attacker keeps his activation (V-4.3-T6-c, d)."""
    turn.say(BattleEnded(battle.area, None))
    if battle.active and battle.attacker == "republican":
        group_goes_on(turn, battle.attacking, at=battle.area if battle.pursuit else None)
    elif battle.active:
        group = [part for part in battle.attacking if not part.joined]
        group_goes_on(turn, group, at=group[0].origin)
    occupation.settle(turn, battle.area)
