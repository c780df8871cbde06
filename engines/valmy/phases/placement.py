"""Setting up (3.0) and arrivals (A-3.0-4): units spread over the leaders of their force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.catalogue import N_, _
from data.nouns import counted
from data.sentences import _l
from data.valmy.tables import Side
from engines.core import procedure
from engines.core.refusals import Refusal
from engines.valmy.actions import ARRANGE_AUTO, Arrange
from engines.valmy.box import Box, as_side, enemy
from engines.valmy.events import Arranged, Arrived, SetUpDone
from engines.valmy.frames import SetUp
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import Leader, State, Unit, held_by, units_in


def spread(box: Box, leaders: Sequence[str], units: Sequence[str]) -> dict[str, str]:
    """Units under leaders who may command them, own division first; units without room are left out."""
    room = {leader: box.leader[leader].ratings.command for leader in leaders}
    under: dict[str, str] = {}
    for unit in units:
        free = [leader for leader in leaders if room[leader] and box.may_command(leader, unit)]
        if free:
            chief = min(free, key=lambda id: (box.leader[id].command != box.unit[unit].command, -room[id]))
            under[unit] = chief
            room[chief] -= 1
    return under


class Arranging(procedure.Secretly[Resolution, Box, State, SetUp, Arrange]):
    """Each side spreads its units, neither seeing the other's (Y-3.0-e, A-3.0-3)."""

    kind, case = "set-up", "3.0"
    prompt = N_("Spread your units over your leaders")
    usual = ARRANGE_AUTO

    def legal(self, box: Box, state: State, frame: SetUp) -> list[Arrange]:
        return [ARRANGE_AUTO, filled(box, state, as_side(frame.seat))]

    def unlisted(self, box: Box, frame: SetUp) -> Refusal:
        return out_of_place(_("how units are spread over their leaders"))

    def refusal(self, box: Box, state: State, frame: SetUp, action: Arrange) -> Refusal | None:
        return arrangement_refusal(box, state, frame.seat, dict(action.boxes or ()), action.boxes or ())

    def ordered(self, box: Box, state: State, frame: SetUp, order: str) -> Arrange:
        """`auto` or `filled`."""
        return filled(box, state, as_side(frame.seat)) if order == "filled" else ARRANGE_AUTO

    def noted(self, ctx: Resolution, frame: SetUp, action: Arrange) -> None:
        """The arrangement stands at once; the other side sees nothing of it before it has set up too."""
        side = as_side(frame.seat)
        if action.boxes is not None:
            ctx.release(ctx.box.units_of[side])
            for leader, units in action.boxes:
                for unit in units:
                    ctx.set_unit(unit, leader=leader)
        held = {id: tuple(held_by(ctx.state, id)) for id in ctx.box.leaders_of[side]}
        ctx.say(Arranged(side, {leader: units for leader, units in held.items() if units}))

    def shown(self, ctx: Resolution, frame: SetUp) -> None:
        ctx.say(SetUpDone())


def filled(box: Box, state: State, side: Side) -> Arrange:
    """One holding box filled after the other, that of the highest leader first."""
    left = [id for id in box.units_of[side] if state.units[id].fate == "map"]
    boxes = []
    for leader in sorted(box.leaders_of[side], key=lambda id: -box.leader[id].rank):
        counter = state.leaders[leader]
        able = [id for id in left if leader in box.commanders[id] and state.units[id].box == counter.box]
        units = able[: box.leader[leader].ratings.command] if counter.fate == "map" else []
        if units:
            boxes.append((leader, tuple(units)))
        left = [id for id in left if id not in units]
    return Arrange(tuple(boxes))


def arrangement_refusal(
    box: Box,
    state: State,
    seat: str,
    boxes: Mapping[str, Sequence[str]],
    typed: Sequence[tuple[str, Sequence[str]]],
) -> Refusal | None:
    """The refusal of an arrangement of units (Y-3.0-c, f)."""
    named = [unit for _, units in typed for unit in units]
    if len(boxes) < len(typed) or len(set(named)) < len(named):
        return Refusal("Y-3.0-e", _l("Each leader and each unit is named once"))
    for leader, units in boxes.items():
        card, counter = box.leader[leader], state.leaders[leader]
        if card.side != seat or counter.fate != "map":
            return Refusal("Y-3.0-a", _l("{name} is not yours to set up", name=box.name(card.id)))
        limit = card.ratings.command
        if len(units) > limit:
            return Refusal(
                "Y-3.0-f",
                _l(
                    "{name} can hold {units} by his command rating; {count} are named, {over} too many",
                    name=box.name(card.id),
                    units=counted(limit, "unit"),
                    count=len(units),
                    over=len(units) - limit,
                ),
            )
        for unit in units:
            theirs = state.units[unit]
            if box.unit[unit].side != seat or theirs.fate != "map":
                return Refusal("Y-3.0-a", _l("{name} is not yours to set up", name=box.name(unit)))
            if theirs.box != counter.box:
                return Refusal(
                    "Y-2.3-g",
                    _l("{name} is not in {chief}'s box", name=box.name(unit), chief=box.name(card.id)),
                )
            if not box.may_command(leader, unit):
                return Refusal(
                    "Y-2.1-i",
                    _l(
                        "{chief} does not lead the command of {name}",
                        chief=box.name(card.id),
                        name=box.name(unit),
                    ),
                )
    return None


def lay_out(box: Box) -> tuple[dict[str, Unit], dict[str, Leader]]:
    """All counters at the start: those of the first turn in their boxes, the rest waiting (Y-3.0-a, b)."""
    units = {id: Unit("waiting") for id in box.unit}
    leaders = {id: Leader("waiting") for id in box.leader}
    for force in box.force.values():
        if force.turn > 1:
            continue
        chiefs, theirs = box.members(force)
        under = spread(box, chiefs, theirs)
        leaders.update({id: Leader("map", force.box) for id in chiefs})
        units.update({id: Unit("map", force.box, under.get(id)) for id in theirs})
    for id, known in leaders.items():
        # A leader with a superior in his box is in the superior's holding box (Y-2.3-e).
        above = [
            chief
            for chief, other in leaders.items()
            if known.box is not None and other.box == known.box and box.may_lead(chief, id)
        ]
        if above:
            nearest = min(above, key=lambda chief: box.leader[chief].rank)
            leaders[id] = Leader("map", known.box, nearest)
    return units, leaders


def arrive(ctx: Resolution) -> None:
    """Forces come at the start of the turn, before enemies a turn later in a box beside (A-3.0-4)."""
    box, state = ctx.box, ctx.state
    for force in box.force.values():
        if not 1 < force.turn <= state.turn:
            continue
        members, theirs = box.members(force)
        chiefs = [id for id in members if state.leaders[id].fate == "waiting"]
        units = [id for id in theirs if state.units[id].fate == "waiting"]
        if not chiefs and not units:
            continue
        first = chiefs[0] if chiefs else units[0]
        side = (box.leader.get(first) or box.unit[first]).side
        place = force.box
        host = state.leaders[force.joins] if force.joins is not None else None
        if host is not None and host.fate == "map" and host.box is not None:
            place = host.box
        if units_in(box, state, place, enemy(side)) and not (host is not None and place == host.box):
            beside = [
                near
                for near in sorted(box.cost[place], key=lambda id: box.cost[place][id])
                if not units_in(box, state, near, enemy(side))
            ]
            if force.turn == state.turn or not beside:
                continue
            place = beside[0]
        under = spread(box, chiefs, units)
        ctx.set_leader(*chiefs, fate="map", box=place)
        for unit in units:
            ctx.set_unit(unit, fate="map", box=place, leader=under.get(unit))
        ctx.nest(place, side)
        ctx.say(Arrived(side, force.id, place))
        # A leader who joins a superior among enemies has to go with him.
        ctx.displace(place, side)
        ctx.occupy(place)
        if units:
            ctx.displace(place, enemy(side))
