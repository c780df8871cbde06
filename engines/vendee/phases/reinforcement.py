"""Phase 2: each side plays events, then places arrivals (2.2); the first turn is the set-up (7.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from data.catalogue import _
from data.nouns import counted
from data.sentences import _l
from data.vendee.schema import Army, Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import DONE, PLACE_AUTO, Action, Place, Play, parse
from engines.vendee.box import Box, least
from engines.vendee.events import Lost, Placed
from engines.vendee.frames import Condition, Kind, Reinforce, enemy
from engines.vendee.handler import Handler
from engines.vendee.markers import anytime
from engines.vendee.markers import play as event_play
from engines.vendee.markers.england import look_out, sail_by
from engines.vendee.orders.outside import REINFORCEMENTS, PlaceOrder, PlayOrder, RestOrder
from engines.vendee.phases.placement import (
    Openings,
    counters,
    open_areas,
    place_refusal,
    preferred,
)
from engines.vendee.position import isolated
from engines.vendee.position.groups import Group, choose, is_empty
from engines.vendee.position.occupation import settle
from engines.vendee.position.sight import lies_hidden
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import State, by_kind, kinds_of, leads, on_map, sorted_points, total
from engines.vendee.tracks.raising import add_arrivals, roll_armies
from engines.vendee.view import counters as lying
from engines.vendee.words import words_of


class Reinforcements(Handler[Reinforce]):
    """Events are played, then counters placed (2.2)."""

    def asks(self, box: Box, state: State, frame: Reinforce) -> Decision:
        prompt, case = _("Place reinforcements, if any are left; play events"), "2.2"
        if state.turn == 1:
            prompt, case = _("Place your first counters, if any are left; play events"), "7.1"
        return Decision(frame.side, "reinforcements", prompt, case)

    def seat(self, box: Box, state: State, frame: Reinforce) -> str:
        return frame.side

    def legal(self, box: Box, state: State, frame: Reinforce) -> list[Action]:
        """Every event, some of every army or a general in every area that is open to them."""
        plays: list[Action] = [*event_play.options(box, state, frame)]
        placed = list(_placings(box, state, frame))
        # Every arrival that has a place must be placed before the step ends.
        return [*plays, *placed, PLACE_AUTO] if placed else [*plays, DONE]

    def refusal(self, box: Box, state: State, frame: Reinforce, action: Action) -> Refusal | None:
        match action:
            case Play():
                return event_play.refusal(box, state, frame, action)
            case Place(who, area):
                group = choose(box, who, state.arrivals, arriving(box, state, frame.side))
                if isinstance(group, Refusal):
                    return Refusal(
                        "V-2.2-a",
                        _l("Of what arrives: {why}", why=group.message[0].lower() + group.message[1:]),
                    )
                return _place_refusal(box, state, frame, group, area)
            case _ if action == PLACE_AUTO:
                if not can_place(box, state, frame):
                    return Refusal("V-2.2-a", _l("There is nothing left that could be placed"))
                return None
            case _ if action == DONE:
                return done_refusal(box, state, frame)
            case _:
                return out_of_place(_("events, places, or done"))

    def act(self, ctx: Resolution, frame: Reinforce, action: Action) -> None:
        match action:
            case Play():
                event_play.play(ctx, action)
            case Place(who, area):
                group = choose(ctx.box, who, ctx.state.arrivals, arriving(ctx.box, ctx.state, frame.side))
                assert not isinstance(group, Refusal)
                _place(ctx, frame.side, group, area)
            case _ if action == PLACE_AUTO:
                place_all(ctx, frame)
            case _:
                _close(ctx, frame)

    def go_on(self, ctx: Resolution, frame: Reinforce) -> bool:
        """First the automatic arrivals; a step without any choice is over at once."""
        box, state = ctx.box, ctx.state
        if not frame.begun:
            ctx.replace(replace(frame, begun=True))
            _begin(ctx, frame.side)
            return False
        if not can_place(box, state, frame) and not event_play.options(box, state, frame):
            _close(ctx, frame)
            return False
        return True

    def fallback(self, box: Box, state: State, frame: Reinforce) -> Action | None:
        """Place all, each army at the first legal area of its list; no event (I-24)."""
        return PLACE_AUTO if can_place(box, state, frame) else DONE

    def ordered(self, box: Box, state: State, frame: Reinforce, order: str) -> Action | None:
        """Events that may be played, then placements by their shares, then `auto` (I-16, I-24)."""
        wanted = REINFORCEMENTS.read(order)
        for clause in wanted:
            if isinstance(clause, PlayOrder) and state.turn >= clause.since:
                play = parse(words_of(box), clause.event, list)
                if isinstance(play, Play) and _playable(box, state, frame, play):
                    return play
        for clause in wanted:
            action = self._by_shares(box, state, frame, clause) if isinstance(clause, PlaceOrder) else None
            if action is not None:
                return action
        return self.fallback(box, state, frame) if RestOrder() in wanted else None

    def _by_shares(self, box: Box, state: State, frame: Reinforce, wanted: PlaceOrder) -> Place | None:
        """The next placement: the area that lacks most of its share."""
        if wanted.who in arriving(box, state, frame.side):
            open_to = (Place(exactly({}, (wanted.who,)), area) for area, _ in wanted.where)
            return next((place for place in open_to if self.refusal(box, state, frame, place) is None), None)
        for kind, left in state.arrivals.items():
            if kind != wanted.who:
                continue
            by_area = {area: by_kind(state, area, frame.side).get(kind, 0) for area, _ in wanted.where}
            shares = {
                area: share
                for area, share in wanted.where
                if _place_refusal(box, state, frame, ({kind: 1}, ()), area) is None
            }
            whole = left + sum(by_area[area] for area in shares)
            missing = {
                area: -(-whole * share // sum(shares.values())) - by_area[area]
                for area, share in shares.items()
            }
            for area in sorted(missing, key=lambda area: -missing[area]):
                for count in range(min(left, max(1, missing[area])), 0, -1):
                    if _place_refusal(box, state, frame, ({kind: count}, ()), area) is None:
                        return Place(exactly({kind: count}), area)
        return None


def arriving(box: Box, state: State, side: Side) -> list[str]:
    """Generals of a side that are to be placed now."""
    return [
        id
        for id, officer in state.officers.items()
        if officer.fate == "arriving" and (officer.due or 0) <= state.turn and box.general[id].side == side
    ]


def _placings(box: Box, state: State, frame: Reinforce) -> Iterator[Place]:
    """Some of every kind, and every general, in each area where they may be placed."""
    quotas = _quotas(box, state)
    openings = Openings(box, state, frame.side)
    for kind, count in state.arrivals.items():
        groups: list[Group] = [({kind: part}, ()) for part in sorted({1, count // 2, count} - {0})]
        whos = [exactly(*group) for group in groups]
        for area in openings.to(({kind: 1}, ())):
            for group, who in zip(groups, whos, strict=True):
                if quota_refusal(state, quotas, group, area) is None:
                    yield Place(who, area)
    for general in arriving(box, state, frame.side):
        who = exactly({}, (general,))
        for area in openings.to(({}, (general,))):
            yield Place(who, area)


def can_place(box: Box, state: State, frame: Reinforce) -> bool:
    """Whether any arriving counter finds a place."""
    return next(_placings(box, state, frame), None) is not None


def done_refusal(box: Box, state: State, frame: Reinforce) -> Refusal | None:
    """Every arrival with a place must be placed; only one without is lost, or waits (A-08, A-09)."""
    if can_place(box, state, frame):
        return Refusal("V-2.2-a", _l("There are counters to be placed first; place auto does it for you"))
    return None


def _place_refusal(box: Box, state: State, frame: Reinforce, group: Group, area: str) -> Refusal | None:
    if is_empty(group):
        return Refusal("V-2.2-a", _l("You have nothing to place"))
    reason = place_refusal(box, state, frame.side, *group, area)
    return reason or quota_refusal(state, _quotas(box, state), group, area)


class Quota(NamedTuple):
    """The combat points that La Cathelinière must still get from his army (V-3.5-n)."""

    general: str
    name: str
    army: Army
    area: str | None
    """His area; None while he is to be placed."""
    missing: int


def _quotas(box: Box, state: State) -> list[Quota]:
    """One for each general with a quota who can be given combat points now (A-27)."""
    quotas: list[Quota] = []
    for id, general in box.general.items():
        army = general.army
        if not general.quota or army is None or not state.arrivals.get(army):
            continue
        officer = state.officers[id]
        due = least(on_map(state, army) + state.arrivals[army], general.quota)
        if officer.fate == "map" and officer.area in open_areas(box, state, army):
            due -= by_kind(state, officer.area, general.side).get(army, 0)
        elif id not in arriving(box, state, general.side) or not any(
            place_refusal(box, state, general.side, {army: 1}, (id,), area) is None
            for area in open_areas(box, state, army, id)
        ):
            continue
        quotas.append(Quota(id, general.name, army, officer.area, max(0, due)))
    return quotas


def quota_refusal(state: State, quotas: Sequence[Quota], group: Group, area: str) -> Refusal | None:
    """The refusal of combat points elsewhere: too few would be left for him."""
    for quota in quotas:
        count = group[0].get(quota.army, 0)
        if not count or quota.general in group[1] or quota.area == area:
            continue
        if state.arrivals[quota.army] - count < quota.missing:
            missing = counted(quota.missing, "more combat point")
            return Refusal(
                "V-3.5-n",
                _l("{name} has to be given {missing} of his army", name=quota.name, missing=missing),
            )
    return None


def _place(ctx: Resolution, side: Side, group: Group, area: str) -> None:
    state = ctx.state
    points, generals = group
    before = lying(ctx.box, state, side, area)
    for kind, count in points.items():
        ctx.put(area, kind, Condition(fresh=count))
        state.arrivals = sorted_points({**state.arrivals, kind: state.arrivals[kind] - count})
    for general in generals:
        ctx.set_officer(general, fate="map", area=area, due=None, ready="fresh")
    hidden = lies_hidden(ctx.box, state, side, area)
    ctx.say(Placed(side, area, points, generals, lying(ctx.box, state, side, area) - before, hidden))
    settle(ctx, area)
    if points:
        # Enemy generals alone do not close an area: they make room (V-2.2-o).
        isolated.settle(ctx, area, enemy(side))


def place_all(ctx: Resolution, frame: Reinforce) -> None:
    """Place the rest: generals with a quota, then points at their army's home, then other generals."""
    box, state = ctx.box, ctx.state
    for general in arriving(box, state, frame.side):
        army, quota = state.officers[general].army, box.general[general].quota
        if quota and army is not None:
            left = state.arrivals.get(army, 0)
            escort = min(least(on_map(state, army) + left, quota), left)
            _place_first(ctx, frame, (sorted_points({army: escort}), (general,)))
    for kind in tuple(state.arrivals):
        while _place_most(ctx, frame, kind):
            pass
    for general in arriving(box, state, frame.side):
        _place_first(ctx, frame, ({}, (general,)))


def _place_first(ctx: Resolution, frame: Reinforce, group: Group) -> bool:
    """All of a group in the first area of the list that takes it; generals go to most points of their army.

    A general with a full quota is given more last: others of his army may not join him, and need points too.
    """
    box, state = ctx.box, ctx.state
    areas = [area for counter in counters(state, *group) for area in preferred(box, state, *counter)]
    if group[0]:
        served = {quota.area for quota in _quotas(box, state) if quota.army in group[0] and not quota.missing}
        areas.sort(key=lambda area: area in served)
    else:
        areas.sort(key=lambda area: -_led(box, state, frame.side, group[1], area))
    for area in areas:
        if _place_refusal(box, state, frame, group, area) is None:
            _place(ctx, frame.side, group, area)
            return True
    return False


def _place_most(ctx: Resolution, frame: Reinforce, kind: Kind) -> bool:
    """Place as many combat points as one area takes; False where none are left, or none has a place."""
    left = ctx.state.arrivals.get(kind, 0)
    return any(_place_first(ctx, frame, ({kind: count}, ())) for count in range(left, 0, -1))


def _led(box: Box, state: State, side: Side, generals: Sequence[str], area: str) -> int:
    """Combat points in an area that one of the generals leads."""
    kinds = by_kind(state, area, side).items()
    return sum(count for kind, count in kinds if any(leads(state, general, kind) for general in generals))


def _close(ctx: Resolution, frame: Reinforce) -> None:
    """The step is over, unless the gift of E2 is still to be placed (V-6-E2-b)."""
    box, state = ctx.box, ctx.state
    if state.gift:
        state.gift = False
        if "e1" not in state.played:
            add_arrivals(ctx, "anjou", box.event["e2"].gift)
            ctx.replace(replace(frame, closed=True))
            if can_place(box, state, frame):
                return
    _lose_the_rest(ctx, frame)
    ctx.pop()
    if frame.side == "royalist":
        sail_by(ctx)


def _lose_the_rest(ctx: Resolution, frame: Reinforce) -> None:
    """Give up combat points without a place; such generals come a turn later (V-2.2-n, A-08, A-09)."""
    state = ctx.state
    if total(state.arrivals):
        ctx.say(Lost(frame.side, None, state.arrivals, "no place", "2.2", hidden=True))
        state.arrivals = {}
    for general in arriving(ctx.box, state, frame.side):
        ctx.set_officer(general, due=state.turn + 1)


def _begin(ctx: Resolution, side: Side) -> None:
    state = ctx.state
    if state.turn == 1:
        kinds: tuple[Kind, ...] = kinds_of(side)
        rolls = ctx.box.scenario[state.scenario].rolls
        roll_armies(
            ctx,
            {
                army: column
                for army, column in rolls.items()
                if army in kinds and (army != "bas-poitou" or state.options["bas-poitou"])
            },
        )
    elif side == "republican":
        sailing, state.at_sea = state.at_sea, []
        for army in sailing:
            event_play.voyage(ctx, army)
    else:
        look_out(ctx)


def _playable(box: Box, state: State, frame: Reinforce, play: Play) -> bool:
    """Whether an event may be played now."""
    if anytime.is_anytime(play):
        return anytime.refusal(box, state, frame.side, play) is None
    return event_play.refusal(box, state, frame, play) is None
