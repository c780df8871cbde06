"""What `/vendee` looks up: generals, areas and events, as far as whoever asks may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.games.vendee.names import FATES, TERRAIN, Names, combat_points, face_down
from data.vendee.schema import Area, Event, General, Side
from engines.vendee.box import Step
from engines.vendee.frames import SIDES
from engines.vendee.movement.step import halves
from engines.vendee.state import total
from engines.vendee.view import StackView, View

WINDOWS = {
    "reinforcement": "among the reinforcements",
    "any-time": "in any decision of its side",
    "entry": "when Republicans are about to enter bocage",
    "end": "at the end of a turn",
}
WAYS = {"land": "", "bridge": "by the bridge", "loire": "over the Loire", "gois": "by the Gois"}
OBJECTIVES = {"primary": "primary objective", "secondary": "secondary objective"}
READY = {"fresh": "may still be activated", "activated": "was activated", "routed": "is routed"}


def general(names: Names, view: View, id: str) -> list[str]:
    """A general's ratings and history, and where he is as far as the view knows."""
    known = names.box.general[id]
    return [
        f"## {known.name}",
        f"-# {_service(names, known)}",
        f"**Strategic** {known.strategic} · **Tactical** {known.tactical}",
        *([f"*{known.life}*"] if known.life else []),
        *_habits(known),
        f"**Now** {_whereabouts(names, view, id)}",
    ]


def _service(names: Names, known: General) -> str:
    army = f", {names.box.army[known.army].name}" if known.army else ", of whichever army he joins"
    status = f" · {known.status}" if known.status else ""
    enters = "at the start" if known.enters == "setup" else f"with {names.marker(known.enters)}"
    leaves = f", leaves with {names.marker(known.leaves)}" if known.leaves else ""
    return f"{known.side.title()}s{army}{status} · comes {enters}{leaves}"


def _habits(known: General) -> Iterator[str]:
    if known.alone:
        yield "Stands with no other general (3.5)."
    if known.quota:
        yield f"Wants at least {known.quota}% of his army's combat points (3.5)."
    if known.bold:
        yield "May try to join Anjou and the Centre (3.5)."


def _whereabouts(names: Names, view: View, id: str) -> str:
    seen = view.officers.get(id)
    if seen is None:
        return "on the map, face down to you."
    army = f" Serves with {names.box.army[seen.army].name}." if seen.army else ""
    if seen.area is None:
        due = f", due in {names.month(seen.due)}" if seen.due else ""
        return f"{FATES[seen.fate]}{due}.{army if seen.fate in ('light', 'serious', 'arriving') else ''}"
    stack = view.areas[seen.area][names.box.general[id].side]
    ready = (stack.generals or {}).get(id)
    return f"in {names.name(seen.area)}{f'; {READY[ready]}' if ready else ''}.{army}"


def area(names: Names, view: View, eyes: str | None, id: str) -> list[str]:
    """An area's ground, who stands there as far as the view knows, and the ways out of it."""
    ground = names.box.ground
    place = ground.area[id]
    lines = [f"## {place.name}", f"-# {', '.join(_ground(names, place))}"]
    if holder := view.holder.get(id):
        lines.append(f"**Held by** the {holder.title()}s")
    stacks = view.areas.get(id, {})
    lines += [f"**{side.title()}s** {_stack(names, stack)}" for side, stack in stacks.items()]
    if not stacks:
        lines.append("Nobody is there.")
    sides = [side for side in SIDES if eyes in (None, side)]
    lines.append("**Ways out**" + ("" if len(sides) == 1 else ", for Republicans and Royalists"))
    lines += [_way(names, ground.step[id, near], near, sides) for near in ground.neighbours[id]]
    return lines


def _ground(names: Names, place: Area) -> Iterator[str]:
    yield TERRAIN[place.terrain].capitalize()
    if place.zone == "gatine":
        yield "in la Gâtine, which joins the zone of Anjou with E2"
    elif place.zone:
        yield f"in the zone of {names.army(place.zone)}"
    if place.stronghold:
        yield "stronghold"
    if place.objective:
        yield OBJECTIVES[place.objective]
    if place.base:
        yield f"supply base of {names.of_army(place.base)}"
    if landing := names.box.ground.landing.get(place.id):
        yield f"port where the English land {combat_points(landing.points)}"
    if place.south:
        yield "access to the south"


def _stack(names: Names, stack: StackView) -> str:
    if stack.points is None or stack.generals is None:
        return face_down(stack.counters)
    points = {kind: condition.total for kind, condition in stack.points.items()}
    spent = total(points) - sum(condition.fresh for condition in stack.points.values())
    done = f" ({combat_points(spent)} activated or routed)" if spent else ""
    return f"{names.troops(points, stack.generals)}{done}"


def _way(names: Names, step: Step, near: str, sides: Iterable[Side]) -> str:
    costs = [step.cost(side) for side in sides]
    price = " and ".join("none" if cost is None else halves(cost) for cost in costs)
    if costs == [None]:
        price = "not for your side"
    else:
        price += f" action {'point' if costs in ([1], [2]) else 'points'}"
    how = [
        price,
        *([f"{step.road} road"] if step.road else []),
        *([WAYS[step.way]] if WAYS[step.way] else []),
    ]
    return f"- {names.name(near)}: {', '.join(how)}"


def events(names: Names, view: View) -> list[str]:
    """Every event marker: how many are left, what it does, and when it may be played."""
    lines = []
    for side in SIDES:
        lines.append(f"### {side.title()}s")
        for event in names.box.event.values():
            if event.side == side:
                left = view.markers.get(event.id, 0)
                count = f"{left} of {event.copies} left" if event.copies > 1 else "left" if left else "gone"
                head = f"**{names.marker(event.id)}** · {count}"
                lines.append(f"{head} · {when(names, event)}\n-# {event.text}" if left else f"~~{head}~~")
    return lines


def when(names: Names, event: Event) -> str:
    """When an event may be played."""
    if event.window == "occupation":
        window = f"when its side first enters {names.name(event.occupied or '')}"
    else:
        window = WINDOWS[event.window]
    if event.to_turn < len(names.months):
        return f"{window}, {names.month(event.from_turn)} to {names.month(event.to_turn)}"
    return f"{window}, from {names.month(event.from_turn)} on" if event.from_turn > 1 else window
