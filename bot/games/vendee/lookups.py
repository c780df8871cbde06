"""The look-ups of `/vendee`: generals, areas and events, as far as the asking player may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.games.vendee.names import OBJECTIVES, STATUSES, TERRAIN, Names, combat_points, face_down
from bot.games.wording import in_history
from data.catalogue import N_, _
from data.nouns import labelled, listed
from data.vendee.schema import Area, Event, General, Side
from data.vendee.texts import FATES, PEOPLE
from engines.vendee.box import Step
from engines.vendee.frames import SIDES
from engines.vendee.movement.step import halves
from engines.vendee.state import total
from engines.vendee.view import StackView, View

WINDOWS = {
    "reinforcement": N_("among the reinforcements"),
    "any-time": N_("in any decision of its side"),
    "entry": N_("when Republicans are about to enter bocage"),
    "end": N_("at the end of a turn"),
}
WAYS = {"land": "", "bridge": N_("by the bridge"), "loire": N_("over the Loire"), "gois": N_("by the Gois")}
READY = {"fresh": N_("may still be activated"), "activated": N_("was activated"), "routed": N_("is routed")}


def general(names: Names, view: View, id: str) -> list[str]:
    """A general's ratings, history, and place as far as the view knows."""
    known = names.box.general[id]
    return [
        f"## {known.name}",
        f"-# {_service(names, known)}",
        _(
            "**Strategic** {strategic} · **Tactical** {tactical}",
            strategic=known.strategic,
            tactical=known.tactical,
        ),
        *([in_history(known.life)] if known.life else []),
        *_habits(known),
        _("**Now** {id}", id=_whereabouts(names, view, id)),
    ]


def _service(names: Names, known: General) -> str:
    army = f", {names.box.army[known.army].name}" if known.army else _(", of whichever army he joins")
    status = f" · {str(STATUSES[known.status]).lower()}" if known.status else ""
    enters = (
        _("at the start")
        if known.enters == "setup"
        else _("with {enters}", enters=names.marker(known.enters))
    )
    leaves = _(", leaves with {leaves}", leaves=names.marker(known.leaves)) if known.leaves else ""
    return _(
        "{side}{army}{status} · comes {enters}{leaves}",
        side=PEOPLE[known.side],
        army=army,
        status=status,
        enters=enters,
        leaves=leaves,
    )


def _habits(known: General) -> Iterator[str]:
    if known.alone:
        yield _("Stands with no other general (3.5).")
    if known.quota:
        yield _("Wants at least {quota}% of his army's combat points (3.5).", quota=known.quota)
    if known.bold:
        yield _("May try to join Anjou and the Centre (3.5).")


def _whereabouts(names: Names, view: View, id: str) -> str:
    seen = view.officers.get(id)
    if seen is None:
        return _("on the map, face down to you.")
    army = _(" Serves with {name}.", name=names.box.army[seen.army].name) if seen.army else ""
    if seen.area is None:
        due = _(", due in {due}", due=names.month(seen.due)) if seen.due else ""
        return f"{FATES[seen.fate]}{due}.{army if seen.fate in ('light', 'serious', 'arriving') else ''}"
    stack = view.areas[seen.area][names.box.general[id].side]
    ready = (stack.generals or {}).get(id)
    return _(
        "in {area}{ready}.{army}",
        area=names.name(seen.area),
        ready=f"; {READY[ready]}" if ready else "",
        army=army,
    )


def area(names: Names, view: View, viewer: str | None, id: str) -> list[str]:
    """An area's ground, its counters as far as the view knows, and the ways out of it."""
    ground = names.box.ground
    place = ground.area[id]
    lines = [f"## {place.name}", f"-# {', '.join(_ground(names, place))}"]
    if holder := view.holder.get(id):
        lines.append(_("**Held by** {holder}", holder=names.they(holder)))
    stacks = view.areas.get(id, {})
    lines += [f"{names.side(side)} {_stack(names, stack)}" for side, stack in stacks.items()]
    if not stacks:
        lines.append(_("Nobody is there."))
    sides = [side for side in SIDES if viewer in (None, side)]
    lines.append(_("**Ways out**") + ("" if len(sides) == 1 else _(", for Republicans and Royalists")))
    lines += [_way(names, ground.step[id, near], near, sides) for near in ground.neighbours[id]]
    return lines


def _ground(names: Names, place: Area) -> Iterator[str]:
    yield str(TERRAIN[place.terrain]).capitalize()
    if place.zone == "gatine":
        yield _("in la Gâtine, which joins the zone of Anjou with E2")
    elif place.zone:
        yield _("in the zone of {zone}", zone=names.army(place.zone))
    if place.stronghold:
        yield _("stronghold")
    if place.objective:
        yield str(OBJECTIVES[place.objective])
    if place.base:
        yield _("supply base of {base}", base=names.of_army(place.base))
    if landing := names.box.ground.landing.get(place.id):
        yield _("port where the English land {points}", points=combat_points(landing.points))
    if place.south:
        yield _("access to the south")


def _stack(names: Names, stack: StackView) -> str:
    if stack.points is None or stack.generals is None:
        return face_down(stack.counters)
    points = {kind: condition.total for kind, condition in stack.points.items()}
    spent = total(points) - sum(condition.fresh for condition in stack.points.values())
    done = _(" ({spent} activated or routed)", spent=combat_points(spent)) if spent else ""
    return f"{names.troops(points, stack.generals)}{done}"


ROADS = {"royal": N_("royal road"), "major": N_("major road")}


def _way(names: Names, step: Step, near: str, sides: Iterable[Side]) -> str:
    costs = [step.cost(side) for side in sides]
    price = listed([_("none") if cost is None else halves(cost) for cost in costs])
    if costs == [None]:
        price = _("not for your side")
    else:
        one = costs in ([1], [2])
        price = _("{price} action point", price=price) if one else _("{price} action points", price=price)
    how = [
        price,
        *([str(ROADS[step.road])] if step.road else []),
        *([str(WAYS[step.way])] if WAYS[step.way] else []),
    ]
    return f"- {labelled(names.name(near), ', '.join(how))}"


def events(names: Names, view: View) -> list[str]:
    """Every event marker: the number left, its effect, and the time when it may be played."""
    lines = []
    for side in SIDES:
        lines.append(f"### {PEOPLE[side]}")
        for event in names.box.event.values():
            if event.side == side:
                left = view.markers.get(event.id, 0)
                count = (
                    _("{left} of {copies} left", left=left, copies=event.copies)
                    if event.copies > 1
                    else _("left")
                    if left
                    else _("gone")
                )
                head = f"**{names.marker(event.id)}** · {count}"
                lines.append(f"{head} · {when(names, event)}\n-# {event.text}" if left else f"~~{head}~~")
    return lines


def when(names: Names, event: Event) -> str:
    """The time when an event may be played."""
    if event.window == "occupation":
        window = _("when its side first enters {name}", name=names.name(event.occupied or ""))
    else:
        window = str(WINDOWS[event.window])
    if event.to_turn < len(names.months):
        return _(
            "{window}, {from_turn} to {to_turn}",
            window=window,
            from_turn=names.month(event.from_turn),
            to_turn=names.month(event.to_turn),
        )
    return (
        _("{window}, from {from_turn} on", window=window, from_turn=names.month(event.from_turn))
        if event.from_turn > 1
        else window
    )
