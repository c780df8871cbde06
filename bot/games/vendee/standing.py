"""The position of *For God and For the King*, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.vendee.names import Names, action_points, combat_points, face_down
from bot.games.wording import level, signed
from data.catalogue import N_, _
from data.nouns import labelled, listed
from data.vendee.schema import Side
from data.vendee.texts import FATES, PEOPLE
from engines.vendee.frames import SIDES, Condition
from engines.vendee.state import total
from engines.vendee.view import ActivationView, StackView, View
from render import Series

SPENT = {"activated": N_("activated"), "routed": N_("routed")}


class Standing:
    """Describes views, and only facts that a view has."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def lines(self, view: View, seat: str | None) -> list[str]:
        """Tracks, events and the counters on the map except those of `seat`."""
        names, box = self.names, self.names.box
        morale = " · ".join(f"{PEOPLE[side]} {level(view.morale[side])}" for side in SIDES)
        powder = " · ".join(f"{names.army(army)} {level(at)}" for army, at in view.powder.items())
        lines = [
            _("**Morale** {morale}", morale=morale),
            _("**Arms and powder** {powder}", powder=powder),
            self._objectives(view),
        ]
        if view.played:
            lines.append(
                _("**Events this month** {played}", played=", ".join(map(names.marker, view.played)))
            )
        if view.initiative:
            lines.append(_("**Initiative** {side}", side=names.side(view.initiative).strip("*")))
        lines += [
            f"{names.side(side)} {self._stacks(view, side) or _('nobody on the map')}"
            for side in SIDES
            if side != seat
        ]
        if view.attached:
            lines.append(_("**Mayençais** with {name}", name=box.army[view.attached].name))
        if view.at_sea:
            lines.append(_("**At sea** {at_sea} of the Republic", at_sea=combat_points(view.at_sea)))
        lines += self._activation(view, seat)
        return [*lines, *self._off_map(view, seat)]

    def changes(self, began: View, ended: View) -> list[str]:
        """The changes of a month in morale, towns and objectives, with their holders at its end."""
        moved = {side: ended.morale[side] - began.morale[side] for side in SIDES}
        morale = " · ".join(
            _(
                "{side} {now} ({by} this month)",
                side=PEOPLE[side],
                now=level(ended.morale[side]),
                by=signed(by),
            )
            if by
            else _("{side} {now}, as before", side=PEOPLE[side], now=level(ended.morale[side]))
            for side, by in moved.items()
        )
        lines = [_("**Morale** {morale}", morale=morale)]
        before, after = self._republican(began), self._republican(ended)
        if won := listed(self.names.name(area) for area in after if area not in before):
            lines.append(_("**Won by the Republic** {areas}", areas=won))
        if lost := listed(self._lost(ended, area) for area in before if area not in after):
            lines.append(_("**Lost by the Republic** {areas}", areas=lost))
        return [*lines, self._objectives(ended)]

    def _lost(self, ended: View, area: str) -> str:
        """An area that the Republic held, and whether it is only empty now."""
        name = self.names.name(area)
        empty = not any(ended.areas.get(area, {}).values()) and ended.holder.get(area) != "royalist"
        return _("{area} (left without troops)", area=name) if empty else name

    def _republican(self, view: View) -> list[str]:
        """Objectives and towns that the Republic holds."""
        ground = self.names.box.ground
        held = [area for area in (*ground.primary, *ground.secondary) if _holds(view, area)]
        return [
            *dict.fromkeys([*held, *(area for area, side in view.holder.items() if side == "republican")])
        ]

    def _objectives(self, view: View) -> str:
        ground = self.names.box.ground
        held = [self.names.name(area) for area in (*ground.primary, *ground.secondary) if _holds(view, area)]
        taken = [
            self.names.name(area)
            for area, side in view.holder.items()
            if side == "royalist" and (ground.area[area].base or ground.area[area].stronghold)
        ]
        return _(
            "**Objectives of the Republic** {held} · **Royalist towns** {taken}",
            held=listed(held) or _("none"),
            taken=listed(taken) or _("none"),
        )

    def _stacks(self, view: View, side: Side) -> str:
        return " · ".join(
            labelled(self.names.name(area), self._stack(stacks[side]))
            for area, stacks in view.areas.items()
            if side in stacks
        )

    def _stack(self, stack: StackView) -> str:
        """A stack, with the counters that can no longer be activated in this phase."""
        if stack.points is None or stack.generals is None:
            return face_down(stack.counters)
        spent = [condition.activated == condition.total for condition in stack.points.values()]
        spent += [ready == "activated" for ready in stack.generals.values()]
        if len(spent) > 1 and all(spent):
            points = {kind: condition.total for kind, condition in stack.points.items()}
            return _("{points} (all activated)", points=self.names.troops(points, stack.generals))
        counters = [
            f"{self.names.army(kind)} {condition.total}{_spent(condition)}"
            for kind, condition in stack.points.items()
        ]
        for id, ready in stack.generals.items():
            note = "" if ready == "fresh" else f" ({SPENT[ready]})"
            counters.append(f"{self.names.name(id)}{note}")
        return ", ".join(counters)

    def _activation(self, view: View, seat: str | None) -> Iterator[str]:
        group = view.activation
        if group is None or group.side == seat or _is_gone(group):
            return
        who = (
            _("counters face down")
            if group.points is None
            else self.names.troops(group.points, group.generals or ())
        )
        yield _(
            "**Active** {side} in {at}: {who}",
            side=PEOPLE[group.side],
            at=self.names.name(group.at),
            who=who,
        )

    def _off_map(self, view: View, seat: str | None) -> Iterator[str]:
        """Generals who are wounded, waiting or before the Committee; the dead are left out."""
        by_fate: dict[str, list[str]] = {}
        own = [] if seat is None else self._arriving(view, seat)
        for id, officer in view.officers.items():
            if id not in own and officer.fate in ("light", "serious", "tribunal", "arriving"):
                later = officer.due is not None and officer.due > view.turn
                month = f" ({self.names.month(officer.due or 0)})" if later else ""
                by_fate.setdefault(str(FATES[officer.fate]), []).append(f"{self.names.name(id)}{month}")
        if by_fate:
            fates = " · ".join(labelled(fate, ", ".join(who)) for fate, who in by_fate.items())
            yield _("**Off the map** {told}", told=fates)

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
        """A side's activation and markers, its plans, and its own counters by place."""
        names, box = self.names, self.names.box
        lines: list[str] = []
        group = view.activation
        own = group if group is not None and group.side == side and not _is_gone(group) else None
        if own is not None and own.left is not None and own.points is not None:
            who = names.troops(own.points, own.generals or ())
            lines.append(
                _(
                    "**Your activation** {at}: {who}; {left} left",
                    at=names.name(own.at),
                    who=who,
                    left=action_points(own.left),
                )
            )
        arriving = self._arriving(view, side)
        if view.arrivals or arriving:
            lines.append(
                _("**To be placed** {arriving}", arriving=names.troops(view.arrivals or {}, arriving))
            )
        if view.leaving:
            lines.append(_("**Deserting** {leaving}", leaving=names.troops(view.leaving)))
        hand = [
            names.marker(id) + (f" ×{count}" if count > 1 else "")
            for id, count in view.markers.items()
            if count and box.event[id].side == side
        ]
        lines.append(_("**Your events** {hand}", hand=", ".join(hand) or _("none left")))
        if side == "royalist" and view.landing is not None:
            where = _(
                "{area} in {turn}", area=names.name(view.landing.area), turn=names.month(view.landing.turn)
            )
            lines.append(_("**The English** land in secret: {where}", where=where))
        elif side == "royalist" and view.messengers:
            lines.append(_("**The English** have not answered your messengers yet"))
        lines.append(_("**Your counters** {side}", side=self._stacks(view, side) or _("none on the map")))
        return lines


def series(names: Names, views: Sequence[View]) -> list[Series]:
    """Morale and powder."""
    tracks = [
        Series(_("Morale, {side}", side=PEOPLE[side]), [view.morale[side] for view in views])
        for side in SIDES
    ]
    tracks += [
        Series(_("Powder, {army}", army=names.army(army)), [view.powder[army] for view in views])
        for army in names.box.powder
    ]
    return tracks[:5]


def _holds(view: View, area: str) -> bool:
    """Whether an area is the Republic's; while a combat in it is undecided it is neither side's (A-60)."""
    return _has_points(view, area, "republican") and not _has_points(view, area, "royalist")


def _has_points(view: View, area: str, side: Side) -> bool:
    stack = view.areas.get(area, {}).get(side)
    return stack is not None and bool(stack.points)


def _is_gone(group: ActivationView) -> bool:
    """Whether the active group is beaten, and none of it goes on."""
    return group.points is not None and not total(group.points) and not group.generals


def _spent(condition: Condition) -> str:
    notes = []
    if condition.activated:
        notes.append(
            str(SPENT["activated"])
            if condition.activated == condition.total
            else _("{activated} activated", activated=condition.activated)
        )
    if condition.routed:
        notes.append(
            str(SPENT["routed"])
            if condition.routed == condition.total
            else _("{routed} routed", routed=condition.routed)
        )
    return f" ({', '.join(notes)})" if notes else ""
