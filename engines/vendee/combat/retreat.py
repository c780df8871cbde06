"""Retreat and rout, army by army and area by area (4.5, 4.6); also the withdrawal of T6.

This module handles `Retreat` (I-08, I-09, I-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from data.catalogue import N_, _
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import Army, Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import Action
from engines.vendee.box import Box
from engines.vendee.combat.actions import RETREAT_AUTO, Retire
from engines.vendee.combat.events import FellBack
from engines.vendee.combat.frames import Battle, Contingent, Losses, Party, Retreat
from engines.vendee.combat.reckoning import contingents_of
from engines.vendee.events import Lost, Stated
from engines.vendee.frames import Condition, Kind, Points, enemy
from engines.vendee.handler import Handler
from engines.vendee.orders.combat import RETREAT
from engines.vendee.position import isolated, occupation
from engines.vendee.position.refuge import Fugitives, fresh_ways, heading, refuges
from engines.vendee.position.sight import look
from engines.vendee.position.stacking import leaves_home
from engines.vendee.position.supply import supplied
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, controlled, gatine, generals_in, points_in

_ROUT = N_("{name}, in rout from {path}: choose the next area ({left} left)")
_WITHDRAWAL = N_("{name}, in withdrawal from {path}: choose the next area ({left} left)")
_RETREAT = N_("{name}, in retreat from {path}: choose the next area ({left} left)")


def parties(
    state: State, area: str, contingents: Iterable[Contingent], areas: int, *, group_together: bool = False
) -> tuple[Party, ...]:
    """Contingents as parties that keep together: one army from one origin (A-55).

    :param group_together: an active group that withdraws stays one group (A-106).
    """
    grouped: dict[tuple[Army | None, str | None, bool], Party] = {}
    stray: list[str] = []
    for part in contingents:
        one = group_together and part.origin is not None and not part.joined
        armies = _armies(part)
        for kind, condition in part.points.items():
            army = armies[kind]
            key = (None if one else army, part.origin, group_together and part.joined)
            party = grouped.get(key) or Party(army, part.origin, {}, (), areas, (area,), part.joined)
            summed = party.points.get(kind, Condition()).plus(condition)
            grouped[key] = replace(party, points={**party.points, kind: summed})
        for general in part.generals:
            with_whom = _company(state, general, grouped, part)
            if with_whom is None:
                stray.append(general)
                continue
            party = grouped[with_whom]
            grouped[with_whom] = replace(party, generals=(*party.generals, general))
    if stray and grouped:
        largest = max(grouped, key=lambda key: points_of(grouped[key]))
        party = grouped[largest]
        grouped[largest] = replace(party, generals=(*party.generals, *stray))
    return tuple(grouped.values())


def points_of(party: Party) -> int:
    """Combat points of a party."""
    return sum(condition.total for condition in party.points.values())


def _armies(part: Contingent) -> dict[Kind, Army]:
    """The army with which each kind goes: bands without one go with the most numerous (A-02)."""
    armies: dict[Kind, Army] = {}
    for kind in part.points:
        match kind:
            case "chouans":
                armies[kind] = "anjou"
            case "deserters" | "emigres":
                continue
            case _:
                armies[kind] = kind
    host: Army = "anjou"
    if armies:
        host = armies[max(armies, key=lambda kind: part.points[kind].total)]
    for kind in part.points:
        armies.setdefault(kind, host)
    return armies


def _company(
    state: State, general: str, grouped: dict[tuple[Army | None, str | None, bool], Party], part: Contingent
) -> tuple[Army | None, str | None, bool] | None:
    """The party of his own army and origin, else the largest of his origin (A-105)."""
    near = [
        key for key, party in grouped.items() if party.origin == part.origin and party.joined == part.joined
    ]
    near = near or [key for key in grouped if key[1] == part.origin]
    if not near:
        return None
    own = [key for key in near if grouped[key].army == state.officers[general].army]
    return own[0] if own else max(near, key=lambda key: points_of(grouped[key]))


def ways_out(box: Box, state: State, frame: Retreat) -> list[str]:
    """The areas between which the present party may choose, by class and tie-break (V-4.5-e, f)."""
    party = frame.parties[0]
    if len(party.path) == 1 and party.origin is not None:
        return [party.origin]
    here = party.path[-1]
    near = [area for area in box.ground.ways[here] if area not in frame.barred]
    if frame.withdrawal:
        foe = enemy(frame.side)
        near = [area for area in near if not points_in(state, area, foe) and area not in party.path]
    near = _preferred(box, state, frame, near)
    who = Fugitives(frame.side, (party.army,), counted(party), party.generals, passing=party.left > 1)
    return refuges(box, state, who, near)


def _preferred(box: Box, state: State, frame: Retreat, near: list[str]) -> list[str]:
    """No party goes back (A-52), nor a royalist from home on the first turn (V-4.5-j), unless it must."""
    party = frame.parties[0]
    fresh = fresh_ways(near, party.path, free=_free(state, frame))
    if frame.side == "royalist" and state.turn == 1:
        home = [area for area in near if not leaves_home(box, state, party.points, party.generals, area)]
        battle = party.path[0]
        return [area for area in fresh if area in home] or [area for area in home if area != battle] or fresh
    return fresh


def _free(state: State, frame: Retreat) -> bool:
    """Whether the present party stands where no enemy combat point is, so that it may end there."""
    return not points_in(state, frame.parties[0].path[-1], enemy(frame.side))


def counted(party: Party) -> Points:
    """The combat points of a party by kind."""
    return {kind: condition.total for kind, condition in party.points.items()}


def start(ctx: Resolution, battle: Battle, side: Side, areas: int, *, rout: bool) -> None:
    """Begin the retreat of a side from a combat; on an island its defenders are lost (V-4.5-h)."""
    contingents = contingents_of(battle, side)
    if rout:
        contingents = _routed(ctx, battle.area, contingents)
    gone = parties(ctx.state, battle.area, contingents, areas)
    barred: tuple[str, ...] = ()
    if side != battle.attacker:
        barred = tuple(part.origin for part in battle.attacking if part.origin is not None)
        if ctx.box.ground.area[battle.area].bank == "island":
            for party in gone:
                _eliminate(ctx, side, party)
            gone = ()
    ctx.push(Retreat(side, rout, barred, gone))


def _routed(ctx: Resolution, area: str, contingents: Sequence[Contingent]) -> tuple[Contingent, ...]:
    """Mark routed counters, which are not activated any more in this phase (V-4.5-l)."""
    beaten: list[Contingent] = []
    for part in contingents:
        points: dict[Kind, Condition] = {}
        for kind, condition in part.points.items():
            points[kind] = Condition(routed=condition.total)
            ctx.mark(area, kind, condition, points[kind])
        for general in part.generals:
            ctx.set_officer(general, ready="routed")
        beaten.append(replace(part, points=points))
    return tuple(beaten)


def _eliminate(ctx: Resolution, side: Side, party: Party) -> None:
    """Eliminate a party without a way left (V-4.5-h, A-54)."""
    here = party.path[-1]
    for kind, condition in party.points.items():
        ctx.take(here, kind, condition)
    ctx.say(Lost(side, here, counted(party), "no way out", "4.5"))


class Retreating(Handler[Retreat]):
    """Losers go back area by area (I-08, I-09, I-20)."""

    usual = RETREAT_AUTO
    """Fewest losses, then friends, a road, supply, own country, and the first in map order."""

    def asks(self, box: Box, state: State, frame: Retreat) -> Decision:
        party = frame.parties[0]
        how = _ROUT if frame.rout else _WITHDRAWAL if frame.withdrawal else _RETREAT
        prompt = how(name=box.army[party.army].short, path=box.name(party.path[-1]), left=party.left)
        return Decision(frame.side, "retreat", prompt, "4.5")

    def legal(self, box: Box, state: State, frame: Retreat) -> list[Action]:
        """The next area, or the rest by default."""
        return [RETREAT_AUTO, *(Retire(area) for area in ways_out(box, state, frame))]

    def refusal(self, box: Box, state: State, frame: Retreat, action: Action) -> Refusal | None:
        if not isinstance(action, Retire):
            return out_of_place(_("where to, as in retreat AREA or retreat auto"))
        ways = ways_out(box, state, frame)
        if action.area is None or action.area in ways:
            return None
        name, best = box.name(action.area), listed((box.name(area) for area in ways), "or")
        here = frame.parties[0].path[-1]
        if action.area in frame.barred:
            return Refusal(
                "V-4.5-d",
                _l(
                    "The attacker came from {name}, so no defender retreats there but to {best}",
                    name=name,
                    best=best,
                ),
            )
        step = box.ground.step.get((here, action.area))
        if step is None:
            return Refusal(
                "V-4.5-e",
                _l(
                    "{name} does not border on {here}; the way is {best}",
                    name=name,
                    here=box.name(here),
                    best=best,
                ),
            )
        if step.way == "loire":
            return Refusal(
                "V-4.5-g",
                _l("No retreat crosses the Loire but by a bridge; the way is {best}", best=best),
            )
        return Refusal("V-4.5-e", _l("By the priorities of a retreat they go to {best}", best=best))

    def act(self, ctx: Resolution, frame: Retreat, action: Action) -> None:
        assert isinstance(action, Retire)
        if action.area is None:
            ctx.replace(replace(frame, chosen=True))
            return
        _step(ctx, frame, action.area)

    def go_on(self, ctx: Resolution, frame: Retreat) -> bool:
        """Go while there is but one way."""
        box, state, side = ctx.box, ctx.state, frame.side
        if not frame.parties:
            if frame.halted:
                _run_through(ctx, frame, frame.halted)
            else:
                _finish(ctx, frame)
            return False
        party = frame.parties[0]
        here = party.path[-1]
        if not party.points:
            frame = _taken_along(frame)
            _drop(ctx, frame, arrived=False)
            if len(party.path) > 1:
                isolated.escort_lost(ctx, here, side, frame.barred, crossed=party.path[:-1])
            return False
        free = _free(state, frame)
        ways = [] if free and party.left <= 0 else ways_out(box, state, frame)
        if not ways and (free or frame.withdrawal):
            _drop(ctx, frame, arrived=True)
            occupation.settle(ctx, here, taken=False)
        elif not ways:
            _eliminate(ctx, side, party)
            ctx.replace(replace(frame, parties=(replace(party, points={}), *frame.parties[1:])))
        elif len(ways) == 1:
            _step(ctx, frame, ways[0])
        elif frame.chosen:
            _step(ctx, frame, by_default(box, state, frame, ways))
        else:
            return True
        return False

    def ordered(self, box: Box, state: State, frame: Retreat, order: str) -> Action | None:
        """`auto`, `prefer AREA, …`, or `towards` an area or a general."""
        wanted = RETREAT.one(order)
        ways = ways_out(box, state, frame)
        if wanted is None or not ways:
            return RETREAT_AUTO
        return Retire(heading(box, state, frame.side, wanted, ways) or by_default(box, state, frame, ways))


def _drop(ctx: Resolution, frame: Retreat, *, arrived: bool) -> None:
    """Remove a party that has arrived, or is lost."""
    party, *rest = frame.parties
    gone = (*frame.gone, party) if arrived else frame.gone
    ctx.replace(replace(frame, parties=tuple(rest), gone=gone, paths=(*frame.paths, party.path)))


def _taken_along(frame: Retreat) -> Retreat:
    """Let generals who lost their points go with others of the stack there; returns the frame after it."""
    lost, *rest = frame.parties
    hosts = [party for party in rest if party.points and party.path[-1] == lost.path[-1]]
    if not lost.generals or not hosts:
        return frame
    host = max(hosts, key=points_of)
    joined = replace(host, generals=(*host.generals, *lost.generals))
    parties = tuple(joined if party is host else party for party in rest)
    return replace(frame, parties=(replace(lost, generals=()), *parties))


def _run_through(ctx: Resolution, frame: Retreat, halted: tuple[Party, ...]) -> None:
    """All parties that ran into the enemy in an area pay the loss together, and go on (V-4.6-a, b, A-96)."""
    area = halted[0].path[-1]
    together = tuple(party for party in halted if party.path[-1] == area)
    others = tuple(party for party in halted if party.path[-1] != area)
    tolls = frame.tolls or {}
    foes = points_in(ctx.state, area, enemy(frame.side))
    whole = foes * toll(ctx.box, frame.side, area) - tolls.get(area, 0)
    owed = min(whole, sum(map(points_of, together)))
    tolls = {**tolls, area: tolls.get(area, 0) + owed}
    ctx.replace(replace(frame, parties=together, halted=others or UNSET, tolls=tolls))
    ctx.push(Losses(frame.side, area, owed, "4.6"))


def _finish(ctx: Resolution, frame: Retreat) -> None:
    """Give the combat below the ways that they took, and the areas of those that withdrew."""
    ctx.pop()
    battle = ctx.state.stack[-1]
    assert isinstance(battle, Battle)
    paths = tuple(path for path in dict.fromkeys(frame.paths) if len(path) > 1)
    battle = replace(battle, paths=paths)
    if frame.withdrawal and frame.side == battle.attacker:
        battle = replace(
            battle,
            attacking=tuple(
                Contingent(party.path[-1], party.points, party.generals, party.joined) for party in frame.gone
            ),
        )
    ctx.replace(battle)
    came = {
        general: part.origin
        for part in contingents_of(battle, frame.side)
        for general in part.generals
        if part.origin is not None
    }
    isolated.escort_lost(ctx, battle.area, frame.side, frame.barred, origins=came)


def _step(ctx: Resolution, frame: Retreat, area: str) -> None:
    """One area further."""
    box, state, side = ctx.box, ctx.state, frame.side
    party = frame.parties[0]
    here = party.path[-1]
    known = look(box, state, side).controlled(area)
    ctx.carry(here, area, party.points, party.generals)
    ctx.say(FellBack(side, here, area, counted(party), party.generals, frame.rout, frame.withdrawal))
    if known == "maybe":
        ctx.say(Stated(side, area, controlled(box, state, area, enemy(side))))
    party = replace(party, path=(*party.path, area), left=party.left - 1)
    if points_in(state, area, enemy(side)):
        isolated.meet(ctx, area)
        halted = (*(frame.halted or ()), party)
        ctx.replace(replace(frame, parties=frame.parties[1:], halted=halted))
        return
    ctx.replace(replace(frame, parties=(party, *frame.parties[1:])))
    if generals_in(box, state, area, enemy(side)):
        isolated.meet(ctx, area)
        isolated.settle(ctx, area, enemy(side), here)


def toll(box: Box, side: Side, area: str) -> int:
    """The factor of the enemy's combat points for the losses of running through them (V-4.6-a, b, A-58)."""
    table = box.charts.tables.retreat
    rates = table.royalist if side == "royalist" else table.republican
    return rates.on(box.ground.area[area].terrain)


def by_default(box: Box, state: State, frame: Retreat, ways: Sequence[str]) -> str:
    """The default area, by what the side sees (I-08, I-09).

    Fewest foreseeable losses, no dead end, then friends, a road, supply, own country, map order.
    """
    sight, party, side = look(box, state, frame.side), frame.parties[0], frame.side
    here, points = party.path[-1], counted(party)
    cut = [area for area in box.ground.area if sight.enemy(area) in ("points", "backs")]

    def dead(area: str) -> int:
        seen = sight.enemy(area)
        foes = points_in(state, area, enemy(side)) if seen == "points" else int(seen == "backs")
        return foes * toll(box, side, area)

    def stuck(area: str) -> bool:
        """Whether they would have to go on from there, and could only run into the enemy."""
        onward = set(box.ground.ways[area]) - {*frame.barred, *party.path}
        return party.left > 1 and bool(onward) and all(sight.enemy(near) == "points" for near in onward)

    def rank(area: str) -> tuple[int, bool, bool, bool, bool, bool]:
        homely = box.ground.zones(gatine(state)).army[area]
        return (
            dead(area),
            stuck(area),
            not points_in(state, area, side),
            area not in box.ground.roads[here],
            side == "republican" and not supplied(box, state, points, area, cut),
            homely not in points if side == "royalist" else homely is not None,
        )

    return min(ways, key=rank)


def can_withdraw(box: Box, state: State, battle: Battle) -> bool:
    """Whether all Royalists in a combat have a way out without running into the enemy (A-88)."""
    side: Side = "royalist"
    frame = withdrawal(state, battle, 1)
    if side != battle.attacker and box.ground.area[battle.area].bank == "island":
        return False
    return all(ways_out(box, state, replace(frame, parties=(party,))) for party in frame.parties)


def withdrawal(state: State, battle: Battle, areas: int) -> Retreat:
    """The withdrawal of the Royalists from a combat (A-46)."""
    attacks = battle.attacker == "royalist"
    contingents = contingents_of(battle, "royalist")
    barred = () if attacks else tuple(part.origin for part in battle.attacking if part.origin is not None)
    withdrawing = parties(state, battle.area, contingents, areas, group_together=attacks)
    return Retreat("royalist", False, barred, withdrawing, withdrawal=True)
