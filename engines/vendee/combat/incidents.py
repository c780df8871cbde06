"""Tactical incidents: their number, their effect, and the incidents after a combat (4.3)."""

from __future__ import annotations

from msgspec.structs import replace

from data.sentences import Phrase, _l
from data.vendee.schema import IncidentId, Side
from engines.core import cards
from engines.core.events import TableRoll
from engines.vendee.box import Box
from engines.vendee.combat.events import DesertersJoined, IncidentsDrawn, IncidentSpent
from engines.vendee.combat.frames import Battle, Stage, Verdict
from engines.vendee.combat.reckoning import Clash, clash_of, incident_effect
from engines.vendee.frames import Condition
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, total

POOL = "incidents"
"""The pool that incidents are drawn from."""
LOTS = "generals"
"""The lots by which a general is picked."""


def routed(box: Box, general: str) -> Phrase:
    """The general for whom dice are rolled after a rout, with its change to them."""
    return _l("{general}, rout {change}", general=box.name(general), change=box.charts.tables.wounds.routed)


def draw(ctx: Resolution, battle: Battle) -> None:
    """The attacker draws, without putting back (V-4.3-a, V-1.5-b); T6 asks the Royalists at once."""
    clash = clash_of(battle)
    pool = list(ctx.state.incidents)
    most = ctx.box.charts.incidents(clash.attackers + clash.defenders)
    drawn = [cards.draw(ctx.dice, POOL, "incident", pool) for _time in range(min(len(pool), most))]
    ctx.say(IncidentsDrawn(battle.area, tuple(drawn), _idle(ctx.box, clash, drawn)))
    stage: Stage = "powder" if "t6" in drawn else "dice"
    ctx.replace(replace(battle, incidents=tuple(drawn), stage=stage))


def _idle(box: Box, clash: Clash, drawn: list[IncidentId]) -> tuple[IncidentId, ...]:
    """Incidents without effect here: second copies but of T1, and those whose subject is absent."""
    idle: list[IncidentId] = []
    concerned: dict[IncidentId, Side] = {"t1": "royalist", "t7": "republican", "t8": "republican"}
    for index, id in enumerate(drawn):
        again = id in drawn[:index] and not box.incident[id].adds_up
        nobody = id in concerned and not clash.forces[concerned[id]].generals
        empty = box.incident[id].favours is not None and box.incident[id].stage != "after"
        if again or nobody or (empty and incident_effect(box, clash, id) == (0, 0)):
            idle.append(id)
    return tuple(idle)


def after_combat(ctx: Resolution, battle: Battle) -> None:
    """T2, then generals: T1, T7, T8 (A-80). T5 was applied with morale."""
    verdict = battle.verdict
    assert verdict is not None
    if "t2" in battle.incidents:
        _deserters(ctx, battle.area, verdict)
    for _time in range(battle.incidents.count("t1")):
        _struck(ctx, "t1", "royalist", verdict)
    if "t7" in battle.incidents:
        _struck(ctx, "t7", "republican", verdict)
    if "t8" in battle.incidents and verdict.loser == "republican":
        general = _lot(ctx, "t8", "republican", verdict)
        if general is not None:
            ctx.send_off(general, "tribunal", "4.3 T8")


def marie_jeanne(ctx: Resolution, battle: Battle) -> None:
    """T5: the cannon is taken, and the marker leaves the pool (V-4.3-T5-a)."""
    verdict = battle.verdict
    assert verdict is not None
    if "t5" in battle.incidents and verdict.rout and verdict.loser == "republican":
        change = ctx.box.charts.tables.morale.royalist.marie_jeanne
        ctx.change_morale("royalist", change, ctx.box.incident["t5"].name, "4.3 T5")
        _spend(ctx, "t5")


def joining(box: Box, state: State, began: int) -> int:
    """The deserters who would join when `began` Republicans are routed (V-4.3-T2-b, d, A-45)."""
    return min(box.charts.deserters(began), box.charts.tables.deserters.most - state.deserters)


def _deserters(ctx: Resolution, area: str, verdict: Verdict) -> None:
    state = ctx.state
    if not verdict.rout or verdict.loser != "republican" or state.morale["republican"] > 0:
        return
    count = joining(ctx.box, state, total(verdict.began["republican"]))
    if count <= 0:
        return
    ctx.put(area, "deserters", Condition(fresh=count))
    state.deserters += count
    ctx.say(DesertersJoined(area, count))
    if state.deserters >= ctx.box.charts.tables.deserters.most:
        _spend(ctx, "t2")


def _spend(ctx: Resolution, id: IncidentId) -> None:
    """Every marker of a kind leaves the pool."""
    ctx.state.incidents = [known for known in ctx.state.incidents if known != id]
    ctx.say(IncidentSpent(id))


def _lot(ctx: Resolution, id: IncidentId, side: Side, verdict: Verdict) -> str | None:
    """One of those that took part and are still on the map (V-4.3-T1-f, A-44, A-48)."""
    present = [general for general in verdict.generals[side] if ctx.state.officers[general].fate == "map"]
    if not present:
        return None
    return present[0] if len(present) == 1 else ctx.dice.draw(LOTS, id, present)


def _struck(ctx: Resolution, id: IncidentId, side: Side, verdict: Verdict) -> None:
    """T1 and T7: dead or wounded, worse after a rout (V-4.3-T1-a, V-4.3-T7-a)."""
    general = _lot(ctx, id, side, verdict)
    if general is None:
        return
    box, state = ctx.box, ctx.state
    case = f"4.3 {id.upper()}"
    in_rout = verdict.rout and verdict.loser == side
    faces = ctx.pair(id)
    fate = box.charts.fate(sum(faces), in_rout)
    name = box.name(general)
    column = routed(box, general) if in_rout else name
    ctx.say(TableRoll(id, list(faces), column, fate, case))
    if fate == "killed":
        ctx.send_off(general, "killed", case)
        great = box.general[general].tactical >= box.charts.tables.morale.great_general
        if id == "t1" and great:
            change = box.charts.tables.morale.royalist.great_general_killed
            ctx.change_morale("royalist", change, _l("{general} killed", general=name), case)
        return
    months = len(box.scenario[state.scenario].months)
    # The turn track has no ninth box, so a wound in the last turn takes him out.
    if state.turn >= months:
        ctx.send_off(general, "removed", case)
    else:
        ctx.send_off(general, fate, case, due=state.turn + 1)
