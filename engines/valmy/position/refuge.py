"""Refuges of counters that have to leave a box: retreats (9.7) and leaders who are alone (8.0)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from data.valmy.schema import SIDE, Army
from engines.valmy.box import Box, enemy
from engines.valmy.state import State, held, plays, units_in


def barred(box: Box, state: State, here: str, army: Army, *, in_sight: bool = False) -> Set[str]:
    """Boxes in which no retreat ends: enemies are there, or came from there (Y-9.7-c).

    The retreating side may not know it in advance: it finds out by trying what a holding box hides (A-9.7-8).

    :param in_sight: only those of which the retreating side knows in advance.
    """
    other = enemy(SIDE[army])
    came, veiled = (lines.get(here, {}).get(other, ()) for lines in (state.came, state.veiled))
    return held(box, state, other, in_sight=in_sight) | (set(came) - set(veiled if in_sight else ()))


def open_boxes(box: Box, state: State, here: str, army: Army, tried: Sequence[str] = ()) -> list[str]:
    """Adjacent boxes that may be open, as far as their side sees, before the rule against going forward.

    :param tried: boxes that turned out to be barred.
    """
    shut = {*barred(box, state, here, army, in_sight=True), *tried}
    return [near for near in box.cost[here] if near not in shut]


def backward(box: Box, here: str, army: Army, open_: Sequence[str]) -> list[str]:
    """The open boxes not farther from the base, else the least far ones (9.7, no retreat forward)."""
    base = box.bases[army]
    near = [place for place in open_ if box.apart(place, base) <= box.apart(here, base)]
    if near:
        return near
    least = min((box.apart(place, base) for place in open_), default=0)
    return [place for place in open_ if box.apart(place, base) == least]


def destinations(
    box: Box, state: State, here: str, army: Army, *, attacker: bool, tried: Sequence[str] = ()
) -> list[str]:
    """Boxes to which a unit may try to retreat (9.7): an attacker by a line by which his side came."""
    open_ = open_boxes(box, state, here, army, tried)
    if plays(state, "any-retreat"):
        return open_
    if attacker:
        came = state.came.get(here, {}).get(SIDE[army], ())
        back = [place for place in open_ if place in came]
        if back:
            return back
    return backward(box, here, army, open_)


def through(box: Box, state: State, here: str, army: Army, tried: Sequence[str] = ()) -> list[str]:
    """Boxes behind one that enemies hold, for units that have passed the check (Y-9.7-d, A-9.7-1).

    The check is made where no adjacent box is open, so that each of them is the one to pass.
    """
    shut = {*barred(box, state, here, army, in_sight=True), *tried}
    behind = {far for near in box.cost[here] for far in box.cost[near] if far != here and far not in shut}
    return [place for place in box.boxes if place in behind]


def havens(box: Box, state: State, leader: str, tried: Sequence[str] = ()) -> list[str]:
    """Boxes where a leader alone among enemies may try to go, nearest to his base first (A-8.0-1)."""
    counter, card = state.leaders[leader], box.leader[leader]
    assert counter.box is not None
    shut = {*held(box, state, enemy(card.side), in_sight=True), *tried}
    open_ = [near for near in box.cost[counter.box] if near not in shut]
    own = [place for place in open_ if units_in(box, state, place, card.side)]
    places = backward(box, counter.box, card.army, own or open_)
    base = box.bases[card.army]
    return sorted(places, key=lambda id: box.apart(id, base))
