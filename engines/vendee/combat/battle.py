"""Combat in the order of 4.1, from the entry of the attacker to its end.

This module handles `Battle`; modules of their own handle marches and T6 while it waits.
"""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import marked
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.events import TableRoll
from engines.vendee.box import share
from engines.vendee.combat import incidents, march, pursuit, retreat, withdrawal
from engines.vendee.combat.encounter import group_goes_on
from engines.vendee.combat.events import BattleEnded, Fought
from engines.vendee.combat.frames import Battle, Contingent, Losses, Stage, Verdict
from engines.vendee.combat.reckoning import clash_of, code, contingents_of, generals_of, reckon
from engines.vendee.frames import SIDES, Points, enemy
from engines.vendee.handler import Automatic, Handler
from engines.vendee.position import groups, occupation
from engines.vendee.resolution import Resolution
from engines.vendee.state import total
from engines.vendee.tracks import powder


def _to(ctx: Resolution, stage: Stage) -> None:
    battle = ctx.state.stack[-1]
    assert isinstance(battle, Battle)
    ctx.replace(replace(battle, stage=stage))


_MARCH, _WITHDRAWAL = march.MarchToTheGuns(), withdrawal.Withdrawing()


class Combat(Automatic[Battle]):
    """A combat in the order of 4.1."""

    def stage(self, frame: Battle) -> Handler[Battle]:
        """The handler of its present stage."""
        match frame.stage:
            case "guns" | "answer":
                return _MARCH
            case "powder":
                return _WITHDRAWAL
            case _:
                return self

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        """The next part of the procedure (V-4.1-c)."""
        match frame.stage:
            case "draw":
                incidents.draw(ctx, frame)
            case "dice":
                _fight(ctx, frame)
            case "loser" | "winner":
                _lose(ctx, frame)
            case "retreat":
                _retreat(ctx, frame)
            case "spoils":
                _spoils(ctx, frame)
            case "fates":
                _to(ctx, "end")
                incidents.after_combat(ctx, frame)
            case "end":
                _end(ctx, frame)
        return False


def _fight(ctx: Resolution, battle: Battle) -> None:
    """Odds, dice and result (V-4.1-d to p)."""
    box, state = ctx.box, ctx.state
    clash = clash_of(battle)
    sums = reckon(box, state, clash, battle.incidents)
    column = box.charts.shifted(sums.ratio, sums.shift)
    white, coloured = ctx.pair("combat")
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
    ctx.say(TableRoll("combat", [white, coloured], box.charts.columns[column], printed, "4.1"))
    ctx.say(
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
    # Republican generals who have fought need not fear the Committee (V-2.6-b).
    fought = {*state.fought, *generals["republican"]}
    state.fought = [general for general in box.general if general in fought]
    verdict = Verdict(loser, result.rout, result.areas, owed, began, generals)
    ctx.replace(replace(battle, stage="loser", verdict=verdict))


def _verdict(battle: Battle) -> Verdict:
    assert battle.verdict is not None
    return battle.verdict


def _lose(ctx: Resolution, battle: Battle) -> None:
    """Losses, the loser's first (A-37)."""
    verdict = _verdict(battle)
    side = verdict.loser if battle.stage == "loser" else enemy(verdict.loser)
    _to(ctx, "winner" if battle.stage == "loser" else "retreat")
    ctx.push(Losses(side, battle.area, verdict.losses[side], "4.1"))


def _retreat(ctx: Resolution, battle: Battle) -> None:
    verdict = _verdict(battle)
    _to(ctx, "spoils")
    retreat.start(ctx, battle, verdict.loser, verdict.areas, rout=verdict.rout)


def _spoils(ctx: Resolution, battle: Battle) -> None:
    """Morale, then arms and powder (5.1, 5.2)."""
    box, verdict = ctx.box, _verdict(battle)
    winner, loser = enemy(verdict.loser), verdict.loser
    name = box.name(battle.area)
    rout = powder.rout(name)
    gain, shame = box.charts.morale(sum(total(points) for points in verdict.began.values()))
    ctx.change_morale(winner, gain, _l("Victory, combat in {area}", area=name), "5.1")
    if verdict.rout:
        ctx.change_morale(loser, shame, rout, "5.1")
    if verdict.began[loser].get("mayence") and not ctx.state.mayence_beaten:
        ctx.state.mayence_beaten = True
        change = box.charts.tables.morale.royalist.mayence_first_beaten
        ctx.change_morale("royalist", change, marked("First defeat of the Mayençais"), "5.1")
    incidents.marie_jeanne(ctx, battle)
    _to(ctx, "fates")
    if verdict.rout:
        amount, single = box.charts.powder(total(verdict.began[loser]))
        sign = 1 if winner == "royalist" else -1
        engaged = verdict.began["royalist"]
        powder.deal(ctx, sign * amount, engaged, single=single, reason=rout, case="5.2")


def _end(ctx: Resolution, battle: Battle) -> None:
    """The holder of the area, the rest of the active group, and the pursuit."""
    ctx.pop()
    if battle.verdict is None:
        _withdrawn(ctx, battle)
        return
    winner = enemy(battle.verdict.loser)
    ctx.say(BattleEnded(battle.area, winner))
    victors = tuple(_survivors(ctx, part) for part in contingents_of(battle, winner))
    if battle.active and winner == battle.attacker:
        group_goes_on(ctx, victors, at=battle.area if battle.pursuit else None)
    elif battle.active:
        groups.after_combat(ctx, won=False, points={}, generals=())
    else:
        groups.recount(ctx)
    if battle.verdict.rout:
        active = battle.active and winner == battle.attacker
        pursuit.offer(ctx, winner, battle.area, victors, battle.paths, active=active)
    occupation.settle(ctx, battle.area, taken=winner == battle.attacker)


def _survivors(ctx: Resolution, part: Contingent) -> Contingent:
    survivors = tuple(general for general in part.generals if ctx.state.officers[general].fate == "map")
    return replace(part, generals=survivors)


def _withdrawn(ctx: Resolution, battle: Battle) -> None:
    """The Royalists are gone, and neither side has won; an attacker keeps his activation (V-4.3-T6-c, d)."""
    ctx.say(BattleEnded(battle.area, None))
    if battle.active and battle.attacker == "republican":
        # There was no fight: a group that came by road may go on by it, as through any area.
        at = battle.area if battle.pursuit else None
        group_goes_on(ctx, battle.attacking, at=at, fought=battle.pursuit)
    elif battle.active:
        # The group has one way, to where it stands now.
        (group,) = (part for part in battle.attacking if not part.joined)
        group_goes_on(ctx, [group], at=group.origin)
    else:
        groups.recount(ctx)
    occupation.settle(ctx, battle.area, taken=battle.attacker == "republican")
