"""The counters that go with a leader: by rank, command and rating (2.1, 8.2, 8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.catalogue import Plural
from data.nouns import counted, listed
from data.sentences import _l, say_by
from data.valmy.tables import Side
from engines.core.refusals import Refusal
from engines.valmy.box import OVERALL, Box
from engines.valmy.state import State, held_by, leaders_in, ratings
from engines.valmy.words import Party

_SUBORDINATES = 2
"""Leaders of rank 1 that an overall leader controls at most (Y-8.4-b)."""


class Called(NamedTuple):
    """The counters that go with a leader."""

    leaders: tuple[str, ...]
    """The leader himself first."""
    units: tuple[str, ...]
    under: dict[str, str]
    """The leader of each unit."""


def usual(box: Box, state: State, leader: str, fresh: bool) -> tuple[list[str], list[str]]:
    """His holding box, and the leaders in it that he may control, with theirs.

    :param fresh: whether only counters that were not activated yet count.
    """
    held: dict[str, Sequence[str]] = {}

    def below(chief: str, rank: int) -> list[str]:
        leaders = [
            id
            for id, counter in state.leaders.items()
            if counter.superior == chief and box.leader[id].rank == rank and not (fresh and counter.spent)
        ]
        return sorted(leaders, key=lambda id: -len(units(id)))

    def units(chief: str) -> Sequence[str]:
        if chief not in held:
            his = held_by(state, chief)
            held[chief] = [id for id in his if not state.units[id].spent] if fresh else his
        return held[chief]

    rank = box.leader[leader].rank
    ways: list[list[str]] = [[]]
    if rank == OVERALL:
        ways.append(below(leader, 1)[:_SUBORDINATES])
        ways.extend([second, *below(second, 1)[:1]] for second in below(leader, OVERALL - 1)[:1])
    elif rank > 1:
        ways.append(below(leader, 1)[:1])
    best = max(ways, key=lambda way: (sum(len(units(id)) for id in way), len(way)))
    return [leader, *best], [unit for id in (leader, *best) for unit in units(id)]


def called(
    box: Box, state: State, leader: str, party: Party, *, fresh: bool, reach: Sequence[str]
) -> Called | Refusal:
    """The counters that go with a leader, or the refusal.

    :param fresh: whether only counters that were not activated yet may go.
    :param reach: boxes from which units may come besides his own.
    """
    usual_leaders, usual_units = usual(box, state, leader, fresh)
    if party.every:
        leaders = [leader, *(id for id in usual_leaders[1:] if id not in party.names)]
        units = [id for id in usual_units if id not in party.names and state.units[id].leader in leaders]
    else:
        others = [id for id in party.names if id in box.leader and id != leader]
        leaders = [leader, *others]
        units = [id for id in party.names if id in box.unit]
        # A list of leaders only includes his own holding box, and theirs.
        for other in leaders if others and not units else others:
            mine = [id for id in held_by(state, other) if not (fresh and state.units[id].spent)]
            if not set(mine) & set(units):
                units.extend(mine)
    refusal = _leaders_refusal(box, state, leaders, fresh)
    if refusal is None:
        refusal = _units_refusal(box, state, leaders, units, fresh, reach)
    if refusal is not None:
        return refusal
    return _under(box, state, leaders, units)


def _leaders_refusal(box: Box, state: State, leaders: Sequence[str], fresh: bool) -> Refusal | None:
    leader, *others = leaders
    card, counter = box.leader[leader], state.leaders[leader]
    for other in others:
        theirs = state.leaders[other]
        name = box.name(other)
        if box.leader[other].side != card.side or theirs.fate != "map":
            return Refusal("Y-2.1-a", _l("{name} is not yours to move now", name=name))
        if theirs.box != counter.box:
            return Refusal(
                "Y-8.4-a", _l("{name} is not in {chief}'s box", name=name, chief=box.name(card.id))
            )
        if not box.may_lead(leader, other):
            if box.leader[other].rank >= card.rank:
                return Refusal(
                    "Y-2.1-j",
                    _l("{name} is not of lower rank than {chief}", name=name, chief=box.name(card.id)),
                )
            return Refusal(
                "Y-2.1-g", _l("{name} is of another command than {chief}", name=name, chief=box.name(card.id))
            )
        if fresh and theirs.spent:
            return Refusal("Y-8.4-e", _l("{name} was activated, or tried to be, this turn", name=name))
    seconds = [id for id in others if box.leader[id].rank == OVERALL - 1]
    firsts = [id for id in others if box.leader[id].rank == 1]
    if card.rank == OVERALL and seconds:
        apart = [id for id in firsts if not box.may_lead(seconds[0], id)]
        if len(seconds) > 1 or apart or len(firsts) > 1:
            return Refusal(
                "Y-8.4-b",
                _l(
                    "{chief} controls one leader of rank 2, who brings one of rank 1 of his own "
                    "command, or two of rank 1; {others} are too many",
                    chief=box.name(card.id),
                    others=listed(map(box.name, others)),
                ),
            )
    elif len(firsts) > (_SUBORDINATES if card.rank == OVERALL else 1):
        limit = _SUBORDINATES if card.rank == OVERALL else 1
        return Refusal(
            "Y-8.4-b" if card.rank == OVERALL else "Y-8.4-c",
            _l(
                "{chief} controls {leaders} of rank 1, not {count}",
                chief=box.name(card.id),
                leaders=counted(limit, "leader"),
                count=len(firsts),
            ),
        )
    return None


def _units_refusal(
    box: Box, state: State, leaders: Sequence[str], units: Sequence[str], fresh: bool, reach: Sequence[str]
) -> Refusal | None:
    card, here = box.leader[leaders[0]], state.leaders[leaders[0]].box
    for unit in units:
        counter, name = state.units[unit], box.name(unit)
        if box.unit[unit].side != card.side or counter.fate != "map":
            return Refusal("Y-2.1-a", _l("{name} is not yours to move now", name=name))
        if fresh and counter.spent:
            return Refusal("Y-6.1-a", _l("{name} was activated, or tried to be, this turn", name=name))
        if counter.box != here and counter.box not in reach:
            return Refusal(
                "Y-7.0-b",
                _l("{name} is not in {chief}'s box or next to it", name=name, chief=box.name(card.id)),
            )
        if not any(box.may_command(leader, unit) for leader in leaders):
            return Refusal(
                "Y-2.1-i",
                _l("{name} is of a command that {chief} does not lead", name=name, chief=box.name(card.id)),
            )
    return None


def _under(box: Box, state: State, leaders: Sequence[str], units: Sequence[str]) -> Called | Refusal:
    """Each unit under a leader within his rating; a unit stays with its own where he goes too.

    A unit with the fewest possible leaders is placed first, so that none is refused for which there is room.
    """
    here = state.leaders[leaders[0]].box
    room = {leader: ratings(box, state, leader).command for leader in leaders}
    under: dict[str, str] = {}
    own = [unit for unit in units if state.units[unit].leader in room]
    rest = [unit for unit in units if unit not in own]
    for unit in own:
        chief = state.units[unit].leader
        assert chief is not None
        under[unit] = chief
        room[chief] -= 1
    staying = {leader: sum(1 for id in held_by(state, leader) if id not in under) for leader in leaders}
    choices = {unit: [leader for leader in leaders if box.may_command(leader, unit)] for unit in rest}
    for unit in sorted(rest, key=lambda id: len(choices[id])):
        # A unit that enters the holding box shares it with those that stay behind; one outside does not.
        joins = state.units[unit].box == here
        free = [leader for leader in choices[unit] if room[leader] - (staying[leader] if joins else 0) > 0]
        if not free:
            limit = sum(ratings(box, state, leader).command for leader in leaders)
            names = listed(map(box.name, leaders))
            held = say_by(
                Plural(
                    "{names} may control {units}, with those in his holding box; {unit} is one too many",
                    "{names} may control {units}, with those in their holding boxes; {unit} is one too many",
                ),
                n=len(leaders),
                names=names,
                units=counted(limit, "unit"),
                unit=box.name(unit),
            )
            return Refusal("Y-7.1.3.1-b", held)
        # The leader who may command fewest takes first: commands lie within one another.
        chief = min(free, key=lambda id: (box.commanded(id), -room[id], leaders.index(id)))
        under[unit] = chief
        room[chief] -= 1
    return Called(tuple(leaders), tuple(units), {unit: under[unit] for unit in units})


def uncontrolled(box: Box, state: State, leaders: Sequence[str], units: Sequence[str]) -> str | None:
    """A unit of a stack for which its leaders have no room, or which none may command (Y-7.1.3.1-b).

    Units from adjacent boxes go without the activated leader, and were counted then (A-7.0-2).
    """
    if not leaders:
        return None
    room = {leader: ratings(box, state, leader).command for leader in leaders}
    able = {unit: [leader for leader in leaders if box.may_command(leader, unit)] for unit in units}
    for unit in sorted(units, key=lambda id: len(able[id])):
        free = [leader for leader in able[unit] if room[leader]]
        if not free:
            return unit
        room[min(free, key=box.commanded)] -= 1
    return None


def superiors(box: Box, state: State, place: str, side: Side) -> dict[str, str]:
    """Leaders who stand openly with a superior, and the one in whose holding box they belong (Y-2.3-e)."""
    leaders = leaders_in(box, state, place, side)
    by_leader = {}
    for leader in leaders:
        if state.leaders[leader].superior is None:
            chiefs = [id for id in leaders if box.may_lead(id, leader)]
            if chiefs:
                by_leader[leader] = min(chiefs, key=lambda id: box.leader[id].rank)
    return by_leader


def room_in(box: Box, state: State, leader: str) -> int:
    """How many more units a leader's holding box may hold (Y-3.0-c)."""
    return ratings(box, state, leader).command - len(held_by(state, leader))


def reach_of(box: Box, state: State, leader: str) -> tuple[str, ...]:
    """Boxes beside a leader's, from which units may be activated with him (Y-7.0-a)."""
    here = state.leaders[leader].box
    return () if here is None else tuple(box.cost[here])


def in_range(box: Box, state: State, chief: str, *boxes: str | None) -> bool:
    """Whether boxes are within the range of a leader (Y-6.0-b)."""
    here = state.leaders[chief].box
    if here is None or state.leaders[chief].fate != "map":
        return False
    return all(place is not None and box.apart(here, place) <= box.figures.range for place in boxes)


def out_of_command(box: Box, state: State, leader: str) -> bool:
    """Whether a leader has to roll (Y-8.5-c, d): beyond the range of his army's overall leader."""
    card = box.leader[leader]
    if card.rank == OVERALL:
        return False
    chief = box.overall[card.army]
    return chief is None or not in_range(box, state, chief, state.leaders[leader].box)


def unit_out_of_command(box: Box, state: State, unit: str) -> bool:
    """Whether a unit is beyond the range of its army's overall leader (Y-8.5-c)."""
    chief = box.overall[box.unit[unit].army]
    return chief is None or not in_range(box, state, chief, state.units[unit].box)
