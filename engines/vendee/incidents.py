"""Tactical incidents: how many are drawn, which of them count, and what follows a combat (4.3)."""

from __future__ import annotations

import msgspec

from data.vendee.schema import IncidentId, Side
from engines.core.events import Modifier, TableRoll
from engines.vendee.box import Box
from engines.vendee.combat_events import DesertersJoined, IncidentsDrawn, IncidentSpent
from engines.vendee.combat_frames import Battle, Verdict
from engines.vendee.frames import Condition
from engines.vendee.reckoning import Clash, clash_of, incident_effect
from engines.vendee.state import State, total
from engines.vendee.turn import Turn

POOL = "incidents"
"""The pool that incidents are drawn from."""
LOTS = "generals"
"""The lots by which a general is picked."""


def draw(turn: Turn, battle: Battle) -> None:
    """The attacker draws, without putting back (V-4.3-a, V-1.5-b); T6 asks the royalists at once."""
    clash = clash_of(battle)
    pool = list(turn.state.incidents)
    drawn: list[IncidentId] = []
    for _ in range(min(len(pool), turn.box.charts.incidents(clash.attackers + clash.defenders))):
        card = turn.dice.draw(POOL, "incident", pool)
        id = next(known for known in pool if known == card)
        pool.remove(id)
        drawn.append(id)
    turn.say(IncidentsDrawn(battle.area, tuple(drawn), _idle(turn.box, clash, drawn)))
    stage = "powder" if "t6" in drawn else "dice"
    changes: dict[str, object] = {"incidents": tuple(drawn), "stage": stage}
    turn.replace(msgspec.structs.replace(battle, **changes))


def _idle(box: Box, clash: Clash, drawn: list[IncidentId]) -> tuple[IncidentId, ...]:
    """Those that change nothing here: second copies but of T1, and those without whom they concern."""
    idle: list[IncidentId] = []
    concerned: dict[IncidentId, Side] = {"t1": "royalist", "t7": "republican", "t8": "republican"}
    for index, id in enumerate(drawn):
        again = id in drawn[:index] and not box.incident[id].adds_up
        nobody = id in concerned and not clash.forces[concerned[id]].generals
        empty = box.incident[id].favours is not None and box.incident[id].stage != "after"
        if again or nobody or (empty and incident_effect(box, clash, id) == (0, 0)):
            idle.append(id)
    return tuple(idle)


def after_combat(turn: Turn, battle: Battle) -> None:
    """T2, then generals: T1, T7, T8 (A-80). T5 went with morale."""
    verdict = battle.verdict
    assert verdict is not None
    if "t2" in battle.incidents:
        _deserters(turn, battle.area, verdict)
    for _ in range(battle.incidents.count("t1")):
        _struck(turn, "t1", "royalist", verdict)
    if "t7" in battle.incidents:
        _struck(turn, "t7", "republican", verdict)
    if "t8" in battle.incidents and verdict.loser == "republican":
        general = _lot(turn, "t8", "republican", verdict)
        if general is not None:
            turn.send_off(general, "tribunal", "4.3 T8")


def marie_jeanne(turn: Turn, battle: Battle) -> None:
    """T5: the cannon is taken, and the marker leaves the pool (V-4.3-T5-a)."""
    verdict = battle.verdict
    assert verdict is not None
    if "t5" in battle.incidents and verdict.rout and verdict.loser == "republican":
        change = turn.box.charts.tables.morale.royalist.marie_jeanne
        turn.change_morale("royalist", change, turn.box.incident["t5"].name, "4.3 T5")
        _spend(turn, "t5")


def joining(box: Box, state: State, began: int) -> int:
    """Deserters who would join when so many Republicans are routed (V-4.3-T2-b, d, A-45)."""
    return min(box.charts.deserters(began), box.charts.tables.deserters.most - state.deserters)


def _deserters(turn: Turn, area: str, verdict: Verdict) -> None:
    state = turn.state
    if not verdict.rout or verdict.loser != "republican" or state.morale["republican"] > 0:
        return
    count = joining(turn.box, state, total(verdict.began["republican"]))
    if count <= 0:
        return
    turn.put(area, "deserters", Condition(fresh=count))
    state.deserters += count
    turn.say(DesertersJoined(area, count))
    if state.deserters >= turn.box.charts.tables.deserters.most:
        _spend(turn, "t2")


def _spend(turn: Turn, id: IncidentId) -> None:
    """Every marker of a kind leaves the pool."""
    turn.state.incidents = [known for known in turn.state.incidents if known != id]
    turn.say(IncidentSpent(id))


def _lot(turn: Turn, id: IncidentId, side: Side, verdict: Verdict) -> str | None:
    """One of those who took part and are still on the map (V-4.3-T1-f, A-44, A-48)."""
    there = [general for general in verdict.generals[side] if turn.state.officers[general].fate == "map"]
    if not there:
        return None
    return there[0] if len(there) == 1 else turn.dice.draw(LOTS, id, there)


def _struck(turn: Turn, id: IncidentId, side: Side, verdict: Verdict) -> None:
    """T1 and T7: dead or wounded, worse after a rout (V-4.3-T1-a, V-4.3-T7-a)."""
    general = _lot(turn, id, side, verdict)
    if general is None:
        return
    box, state = turn.box, turn.state
    case = f"4.3 {id.upper()}"
    routed = verdict.rout and verdict.loser == side
    faces = turn.pair(id)
    fate = box.charts.fate(sum(faces), routed)
    term = Modifier("Rout", box.charts.tables.wounds.routed)
    column = f"{box.name(general)}, {term.label.lower()} {term.value}" if routed else box.name(general)
    turn.say(TableRoll(id, list(faces), column, fate, case))
    if fate == "killed":
        turn.send_off(general, "killed", case)
        great = box.general[general].tactical >= box.charts.tables.morale.great_general
        if id == "t1" and great:
            change = box.charts.tables.morale.royalist.great_general_killed
            turn.change_morale("royalist", change, f"{box.name(general)} killed", case)
        return
    months = len(box.scenario[state.scenario].months)
    # There is no ninth box on the turn track, so that a wound in the last turn takes him out.
    if state.turn >= months:
        turn.send_off(general, "removed", case)
    else:
        turn.send_off(general, fate, case, due=state.turn + 1)
