"""How *For God and For the King* stands, as one pair of eyes sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.vendee.names import FATES, Names, action_points, combat_points
from bot.games.wording import level, listed
from data.vendee.schema import Side
from engines.vendee.frames import SIDES, Condition
from engines.vendee.state import total
from engines.vendee.view import ActivationView, StackView, View
from render import Series


class Standing:
    """Tells views; what a view has not, is not told."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def lines(self, view: View, seat: str | None) -> list[str]:
        """Tracks, events and the counters on the map but for those of `seat`."""
        names, box = self.names, self.names.box
        morale = " · ".join(f"{side.title()}s {level(view.morale[side])}" for side in SIDES)
        powder = " · ".join(f"{names.army(army)} {level(at)}" for army, at in view.powder.items())
        lines = [f"**Morale** {morale}", f"**Arms and powder** {powder}", self._objectives(view)]
        if view.played:
            lines.append(f"**Events this month** {', '.join(map(names.marker, view.played))}")
        if view.initiative:
            lines.append(f"**Initiative** {view.initiative.title()}s")
        lines += [
            f"{names.side(side)} {self._stacks(view, side) or 'nobody on the map'}"
            for side in SIDES
            if side != seat
        ]
        if view.attached:
            lines.append(f"**Mayençais** with {box.army[view.attached].name}")
        if view.at_sea:
            lines.append(f"**At sea** {combat_points(view.at_sea)} of the Republic")
        lines += self._activation(view, seat)
        return [*lines, *self._off_map(view, seat)]

    def _objectives(self, view: View) -> str:
        ground = self.names.box.ground
        held = [self.names.name(area) for area in (*ground.primary, *ground.secondary) if _holds(view, area)]
        taken = [
            self.names.name(area)
            for area, side in view.holder.items()
            if side == "royalist" and (ground.area[area].base or ground.area[area].stronghold)
        ]
        return (
            f"**Objectives of the Republic** {listed(held) or 'none'} · "
            f"**Royalist towns** {listed(taken) or 'none'}"
        )

    def _stacks(self, view: View, side: Side) -> str:
        return " · ".join(
            f"{self.names.name(area)}: {self._stack(stacks[side])}"
            for area, stacks in view.areas.items()
            if side in stacks
        )

    def _stack(self, stack: StackView) -> str:
        """With what of it can no longer be activated in this phase."""
        if stack.points is None or stack.generals is None:
            return f"{stack.counters} face down"
        spent = [condition.activated == condition.total for condition in stack.points.values()]
        spent += [ready == "activated" for ready in stack.generals.values()]
        if len(spent) > 1 and all(spent):
            points = {kind: condition.total for kind, condition in stack.points.items()}
            return f"{self.names.troops(points, stack.generals)} (all activated)"
        told = [
            f"{self.names.army(kind)} {condition.total}{_spent(condition)}"
            for kind, condition in stack.points.items()
        ]
        for id, ready in stack.generals.items():
            note = "" if ready == "fresh" else f" ({ready})"
            told.append(f"{self.names.name(id)}{note}")
        return ", ".join(told)

    def _activation(self, view: View, seat: str | None) -> Iterator[str]:
        group = view.activation
        if group is None or group.side == seat or _is_gone(group):
            return
        who = (
            "counters face down"
            if group.points is None
            else self.names.troops(group.points, group.generals or ())
        )
        yield f"**Active** {group.side.title()}s in {self.names.name(group.at)}: {who}"

    def _off_map(self, view: View, seat: str | None) -> Iterator[str]:
        """Generals who are wounded, waiting or before the Committee; the dead are history."""
        found: dict[str, list[str]] = {}
        own = [] if seat is None else self._arriving(view, seat)
        for id, officer in view.officers.items():
            if id not in own and officer.fate in ("light", "serious", "tribunal", "arriving"):
                later = officer.due is not None and officer.due > view.turn
                month = f" ({self.names.month(officer.due or 0)})" if later else ""
                found.setdefault(FATES[officer.fate], []).append(f"{self.names.name(id)}{month}")
        if found:
            told = " · ".join(f"{fate}: {', '.join(who)}" for fate, who in found.items())
            yield f"**Off the map** {told}"

    def _arriving(self, view: View, side: str) -> list[str]:
        """Generals whom a side places among its reinforcements of the month."""
        if view.phase != "reinforcements":
            return []
        return [
            id
            for id, officer in view.officers.items()
            if officer.fate == "arriving"
            and (officer.due or 0) <= view.turn
            and self.names.box.general[id].side == side
        ]

    def private(self, view: View, side: Side) -> list[str]:
        """What a side has in hand, its plans, and its own counters by place."""
        names, box = self.names, self.names.box
        lines: list[str] = []
        group = view.activation
        own = group if group is not None and group.side == side and not _is_gone(group) else None
        if own is not None and own.left is not None and own.points is not None:
            who = names.troops(own.points, own.generals or ())
            lines.append(f"**Your activation** {names.name(own.at)}: {who}; {action_points(own.left)} left")
        arriving = self._arriving(view, side)
        if view.arrivals or arriving:
            lines.append(f"**To be placed** {names.troops(view.arrivals or {}, arriving)}")
        if view.leaving:
            lines.append(f"**To go home** {names.troops(view.leaving)}")
        hand = [
            names.marker(id) + (f" ×{count}" if count > 1 else "")
            for id, count in view.markers.items()
            if count and box.event[id].side == side
        ]
        lines.append(f"**Your events** {', '.join(hand) or 'none left'}")
        if side == "royalist" and view.landing is not None:
            where = f"{names.name(view.landing.area)} in {names.month(view.landing.turn)}"
            lines.append(f"**The English** land in secret: {where}")
        elif side == "royalist" and view.messengers:
            lines.append("**The English** have not answered your messengers yet")
        lines.append(f"**Your counters** {self._stacks(view, side) or 'none on the map'}")
        return lines


def series(names: Names, views: Sequence[View]) -> list[Series]:
    """Morale and powder."""
    tracks = [Series(f"Morale, {side.title()}s", [view.morale[side] for view in views]) for side in SIDES]
    tracks += [
        Series(f"Powder, {names.army(army)}", [view.powder[army] for view in views])
        for army in names.box.powder
    ]
    return tracks[:5]


def _holds(view: View, area: str) -> bool:
    """Whether an area is the Republic's; while a combat in it is undecided it is nobody's (A-60)."""
    return _has_points(view, area, "republican") and not _has_points(view, area, "royalist")


def _has_points(view: View, area: str, side: Side) -> bool:
    stack = view.areas.get(area, {}).get(side)
    return stack is not None and bool(stack.points)


def _is_gone(group: ActivationView) -> bool:
    """Whether the group that was active is beaten, and nobody of it goes on."""
    return group.points is not None and not total(group.points) and not group.generals


def _spent(condition: Condition) -> str:
    notes = []
    if condition.activated:
        notes.append(
            "activated" if condition.activated == condition.total else f"{condition.activated} activated"
        )
    if condition.routed:
        notes.append("routed" if condition.routed == condition.total else f"{condition.routed} routed")
    return f" ({', '.join(notes)})" if notes else ""
