"""Phase 2: each side plays events, then places what arrives (2.2); the first turn is the set-up (7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from data.vendee.schema import Army, Side
from engines.core.contract import Decision
from engines.vendee import event_play, isolated
from engines.vendee.actions import DONE, PLACE_AUTO, Action, Place, Play
from engines.vendee.box import Box, share
from engines.vendee.english import look_out, sail_by
from engines.vendee.events import Lost, Placed
from engines.vendee.frames import Condition, Kind, Points, Reinforce, enemy
from engines.vendee.groups import Group, choose, is_empty
from engines.vendee.occupation import settle
from engines.vendee.placement import company_refusal, open_areas, place_refusal
from engines.vendee.raising import add_arrivals, roll_armies
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.sight import fewest, lies_hidden
from engines.vendee.stacking import armies
from engines.vendee.state import (
    State,
    by_kind,
    generals_in,
    kinds_of,
    leads,
    on_map,
    points_in,
    sorted_points,
    total,
)
from engines.vendee.turn import Turn
from engines.vendee.words import exactly


def asks(box: Box, state: State, frame: Reinforce) -> Decision:
    """Events, placement, done."""
    if state.turn == 1:
        return Decision(frame.side, "reinforcements", "Place your first counters", "7.1")
    return Decision(
        frame.side, "reinforcements", "Play events and place reinforcements, then say done", "2.2"
    )


def arriving(box: Box, state: State, side: Side) -> list[str]:
    """Generals of a side who are to be placed now."""
    return [
        id
        for id, officer in state.officers.items()
        if officer.fate == "arriving" and (officer.due or 0) <= state.turn and box.general[id].side == side
    ]


def legal(box: Box, state: State, frame: Reinforce) -> list[Action]:
    """Every event, some of every army or a general in every area that is open to them."""
    found: list[Action] = [*event_play.options(box, state, frame)]
    placed = _placings(box, state, frame)
    if placed:
        found += [*placed, PLACE_AUTO]
    if done_refusal(box, state, frame) is None:
        found.append(DONE)
    return found


def _placings(box: Box, state: State, frame: Reinforce) -> list[Place]:
    """Some of every kind, and every general, in each area where they may be placed."""
    quotas = _quotas(box, state)
    found: list[Place] = []
    for kind, count in state.arrivals.items():
        some = sorted({1, count // 2, count} - {0})
        for area in _open_to(box, state, frame, ({kind: 1}, ())):
            groups: list[Group] = [({kind: part}, ()) for part in some]
            found += [
                Place(exactly(*group), area)
                for group in groups
                if quota_refusal(state, quotas, group, area) is None
            ]
    for general in arriving(box, state, frame.side):
        found += [
            Place(exactly({}, (general,)), area) for area in _open_to(box, state, frame, ({}, (general,)))
        ]
    return found


def _open_to(box: Box, state: State, frame: Reinforce, group: Group) -> list[str]:
    """Areas where counters of one army may be placed, quotas aside."""
    return [
        area
        for army in armies(state, *group)
        for area in open_areas(box, state, army)
        if company_refusal(box, state, frame.side, *group, area) is None
    ]


def refusal(box: Box, state: State, frame: Reinforce, action: Action) -> Refusal | None:
    """Judged by the rules, also for what was not listed."""
    match action:
        case Play():
            return event_play.refusal(box, state, frame, action)
        case Place(who, area):
            group = choose(who, state.arrivals, arriving(box, state, frame.side))
            if isinstance(group, Refusal):
                return Refusal("V-2.2-a", f"Of what arrives: {group.message[0].lower()}{group.message[1:]}")
            return _place_refusal(box, state, frame, group, area)
        case _ if action == PLACE_AUTO:
            if not _placings(box, state, frame):
                return Refusal("V-2.2-a", "There is nothing left that could be placed")
            return None
        case _ if action == DONE:
            return done_refusal(box, state, frame)
        case _:
            return out_of_place("events, places, or done")


def done_refusal(box: Box, state: State, frame: Reinforce) -> Refusal | None:
    """Whatever can be placed has to be; only what finds no place is lost, or waits (A-08, A-09)."""
    if (state.arrivals or arriving(box, state, frame.side)) and _placings(box, state, frame):
        return Refusal("V-2.2-a", "There are counters to be placed first; place auto does it for you")
    return None


def _place_refusal(box: Box, state: State, frame: Reinforce, group: Group, area: str) -> Refusal | None:
    if is_empty(group):
        return Refusal("V-2.2-a", "There is nothing to be placed")
    reason = place_refusal(box, state, frame.side, *group, area)
    return reason or quota_refusal(state, _quotas(box, state), group, area)


class Quota(NamedTuple):
    """What La Cathelinière is still to be given of his army (V-3.5-n)."""

    general: str
    name: str
    army: Army
    area: str | None
    """Where he is; None while he is to be placed."""
    missing: int


def _quotas(box: Box, state: State) -> list[Quota]:
    """One for each general with a quota who can be given combat points now (A-27)."""
    found: list[Quota] = []
    for id, general in box.general.items():
        army = general.army
        if not general.quota or army is None or not state.arrivals.get(army):
            continue
        officer = state.officers[id]
        due = share(on_map(state, army) + state.arrivals[army], general.quota)
        if officer.fate == "map" and officer.area in open_areas(box, state, army):
            due -= by_kind(state, officer.area, general.side).get(army, 0)
        elif id not in arriving(box, state, general.side) or not any(
            company_refusal(box, state, general.side, {}, (id,), area) is None
            for area in open_areas(box, state, army)
        ):
            continue
        found.append(Quota(id, general.name, army, officer.area, max(0, due)))
    return found


def quota_refusal(state: State, quotas: Sequence[Quota], group: Group, area: str) -> Refusal | None:
    """Why combat points may not go elsewhere: too few would be left for him."""
    for quota in quotas:
        count = group[0].get(quota.army, 0)
        if not count or quota.general in group[1] or quota.area == area:
            continue
        if state.arrivals[quota.army] - count < quota.missing:
            return Refusal(
                "V-3.5-n", f"{quota.name} has to be given {quota.missing} more combat points of his army"
            )
    return None


def act(turn: Turn, frame: Reinforce, action: Action) -> None:
    """Carry it out."""
    match action:
        case Play():
            event_play.play(turn, action)
        case Place(who, area):
            group = choose(who, turn.state.arrivals, arriving(turn.box, turn.state, frame.side))
            assert not isinstance(group, Refusal)
            _place(turn, frame.side, group, area)
        case _ if action == PLACE_AUTO:
            place_all(turn, frame)
        case _:
            _close(turn, frame)


def _place(turn: Turn, side: Side, group: Group, area: str) -> None:
    state = turn.state
    points, generals = group
    for kind, count in points.items():
        turn.put(area, kind, Condition(fresh=count))
        state.arrivals = sorted_points({**state.arrivals, kind: state.arrivals[kind] - count})
    for general in generals:
        turn.set_officer(general, fate="map", area=area, due=None, ready="fresh")
    state.shown.pop(area, None)
    hidden = lies_hidden(turn.box, state, side, area)
    turn.say(Placed(side, area, points, generals, fewest(points) + len(generals), hidden))
    settle(turn, area)
    if points:
        # Enemy generals alone do not close an area: they make room (V-2.2-o).
        isolated.settle(turn, area, enemy(side))


def place_all(turn: Turn, frame: Reinforce) -> None:
    """Place the rest: those with a quota first, then each army with its generals where its friends are."""
    box, state = turn.box, turn.state
    for general in sorted(arriving(box, state, frame.side), key=lambda id: -box.general[id].quota):
        army = state.officers[general].army
        assert army is not None
        quota = share(on_map(state, army) + state.arrivals.get(army, 0), box.general[general].quota)
        escort: Points = {army: min(quota, state.arrivals.get(army, 0))}
        _place_best(turn, frame, (sorted_points(escort), (general,)))
    for kind in tuple(state.arrivals):
        for count in range(state.arrivals.get(kind, 0), 0, -1):
            if _place_best(turn, frame, ({kind: count}, ())):
                break
        if state.arrivals.get(kind):
            _place_best(turn, frame, ({kind: state.arrivals[kind]}, ()))


def _place_best(turn: Turn, frame: Reinforce, group: Group) -> bool:
    box, state = turn.box, turn.state
    homes = armies(state, *group)
    areas = [
        area
        for army in sorted(homes)
        for area in open_areas(box, state, army)
        if _place_refusal(box, state, frame, group, area) is None
    ]
    if not areas:
        return False
    _place(turn, frame.side, group, max(areas, key=lambda area: _worth(box, state, frame.side, group, area)))
    return True


def _worth(box: Box, state: State, side: Side, group: Group, area: str) -> tuple[int, int, int]:
    """Generals of the army first, then friends, then how near the war is."""
    leaders = sum(
        any(leads(state, id, kind) for kind in group[0]) for id in generals_in(box, state, area, side)
    )
    place = box.ground.area[area]
    front = (
        -box.ground.to_any_zone[False][area] if side == "republican" else int(place.objective == "primary")
    )
    return leaders, points_in(state, area, side), front


def _close(turn: Turn, frame: Reinforce) -> None:
    """The step is over, unless the gift of E2 is still to be placed (V-6-E2-b)."""
    box, state = turn.box, turn.state
    if state.gift:
        state.gift = False
        if "e1" not in state.played:
            add_arrivals(turn, "anjou", box.event["e2"].gift)
            turn.replace(msgspec.structs.replace(frame, closed=True))
            if _placings(box, state, frame):
                return
    _lose_the_rest(turn, frame)
    turn.pop()
    if frame.side == "royalist":
        sail_by(turn)


def _lose_the_rest(turn: Turn, frame: Reinforce) -> None:
    """V-2.2-n, A-08, A-09: combat points without a place are lost, generals come a turn later."""
    state = turn.state
    if total(state.arrivals):
        turn.say(Lost(frame.side, None, state.arrivals, "no place", "2.2", hidden=True))
        state.arrivals = {}
    for general in arriving(turn.box, state, frame.side):
        turn.set_officer(general, due=state.turn + 1)


def go_on(turn: Turn, frame: Reinforce) -> bool:
    """First what comes by itself; a step without any choice is over at once."""
    box, state = turn.box, turn.state
    if not frame.begun:
        turn.replace(msgspec.structs.replace(frame, begun=True))
        _begin(turn, frame.side)
        return False
    if legal(box, state, frame) == [DONE]:
        _close(turn, frame)
        return False
    return True


def _begin(turn: Turn, side: Side) -> None:
    state = turn.state
    if state.turn == 1:
        kinds: tuple[Kind, ...] = kinds_of(side)
        rolls = turn.box.scenario[state.scenario].rolls
        roll_armies(
            turn,
            {
                army: column
                for army, column in rolls.items()
                if army in kinds and (army != "bas-poitou" or state.options["bas-poitou"])
            },
        )
    elif side == "republican":
        sailing, state.at_sea = state.at_sea, []
        for army in sailing:
            event_play.voyage(turn, army)
    else:
        look_out(turn)


def fallback(box: Box, state: State, frame: Reinforce) -> Action | None:
    """Place all at the first legal area; no event (I-24)."""
    return PLACE_AUTO if _placings(box, state, frame) else DONE


def ordered(box: Box, state: State, frame: Reinforce, order: str) -> Action | None:
    """`auto`."""
    return fallback(box, state, frame)
