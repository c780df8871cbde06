"""Retreats (9.7): to a box beside, or through one that enemies hold, at the risk of a check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from data.catalogue import N_, _, marked
from data.sentences import _l
from data.valmy.schema import SIDE
from engines.core.refusals import Refusal
from engines.valmy.box import OUT, Box
from engines.valmy.combat import actions
from engines.valmy.combat.actions import RETREAT_AUTO
from engines.valmy.combat.frames import Retreat
from engines.valmy.events import Barred
from engines.valmy.handler import Handler
from engines.valmy.orders.battle import RETREAT
from engines.valmy.position.refuge import barred, destinations, open_boxes, through
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face
from engines.valmy.words import ALL, Party


def open_to(box: Box, state: State, frame: Retreat, id: str) -> list[str]:
    """Boxes to which a unit or a leader of a retreat may go."""
    army = (box.unit.get(id) or box.leader[id]).army
    if id in frame.passed:
        return through(box, state, frame.box, army, frame.found)
    return destinations(box, state, frame.box, army, attacker=frame.attacks, tried=frame.found)


def left(state: State, frame: Retreat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Units and leaders that have not left yet."""
    units = tuple(id for id in frame.units if state.units[id].box == frame.box)
    return units, tuple(id for id in frame.leaders if state.leaders[id].box == frame.box)


class Retreating(Handler[Retreat, actions.Retreat]):
    """One box may take some and another others (A-9.7-2); leaders go with any units."""

    kind, case = "retreat", "9.7"
    wants = N_("the box to retreat to")
    usual = RETREAT_AUTO

    def question(self, box: Box, state: State, frame: Retreat) -> str:
        return _("Choose where to retreat from {box}", box=box.name(frame.box))

    def legal(self, box: Box, state: State, frame: Retreat) -> list[actions.Retreat]:
        units, leaders = left(state, frame)
        retreats: list[actions.Retreat] = [RETREAT_AUTO]
        ways = {id: open_to(box, state, frame, id) for id in units or leaders}
        for place in box.boxes:
            able = [id for id, ends in ways.items() if place in ends]
            if able:
                everybody = len(able) == len(ways)
                retreats.append(actions.Retreat(place, ALL if everybody else Party(names=tuple(able))))
        return retreats

    def refusal(self, box: Box, state: State, frame: Retreat, action: actions.Retreat) -> Refusal | None:
        place = action.box
        if place is None:
            return None
        units, leaders = left(state, frame)
        going = action.party.of((*units, *leaders))
        if place == OUT:
            return Refusal("Y-9.7-b", _l("A retreat ends in a box of the map"))
        if not going or set(action.party.names) - {*units, *leaders}:
            return Refusal("Y-9.7-b", _l("They are not among those who retreat"))
        for id in [id for id in going if id in box.unit] or going:
            if place in open_to(box, state, frame, id):
                continue
            name, army = box.name(id), (box.unit.get(id) or box.leader[id]).army
            if id not in frame.passed and place not in box.cost[frame.box]:
                return Refusal(
                    "Y-9.7-b",
                    _l("No line joins {box} and {place}", box=box.name(frame.box), place=box.name(place)),
                )
            if place in box.cost[frame.box] and place not in open_boxes(
                box, state, frame.box, army, frame.found
            ):
                return Refusal(
                    "Y-9.7-c", _l("Enemies are in {place}, or came from there", place=box.name(place))
                )
            return Refusal(
                "A-9.7-6",
                _l("{name} has a way back and does not retreat to {place}", name=name, place=box.name(place)),
            )
        return None

    def ordered(self, box: Box, state: State, frame: Retreat, order: str) -> actions.Retreat:
        """The first box of the order that is open to any of them; the rest is asked again."""
        heading = RETREAT.one(order)
        ways = [way for way in self.legal(box, state, frame) if isinstance(way, actions.Retreat)]
        wanted = (way for place in (heading.boxes if heading else ()) for way in ways if way.box == place)
        return next(wanted, RETREAT_AUTO)

    def act(self, ctx: Resolution, frame: Retreat, action: actions.Retreat) -> None:
        units, leaders = left(ctx.state, frame)
        if action.box is None:
            ways = nearest(ctx.box, ctx.state, frame, units)
            while ways and (shut := self._shut(ctx, frame, ways)):
                frame = self._find(ctx, frame, shut)
                ways = nearest(ctx.box, ctx.state, frame, units)
            for place, those in ways.items():
                self._go(ctx, frame, place, those)
            return
        self._go(ctx, frame, action.box, action.party.of((*units, *leaders)))

    def _shut(self, ctx: Resolution, frame: Retreat, places: Iterable[str]) -> list[str]:
        """The places that are barred, visibly or not."""
        army = next(army for army, side in SIDE.items() if side == frame.side)
        shut = barred(ctx.box, ctx.state, frame.box, army)
        return [place for place in places if place in shut]

    def _find(self, ctx: Resolution, frame: Retreat, shut: Sequence[str]) -> Retreat:
        """Tell of boxes that turned out to be barred; the units have to try others (A-9.7-8)."""
        for place in shut:
            ctx.say(Barred(frame.side, place))
        frame = replace(frame, found=(*frame.found, *shut))
        ctx.replace(frame)
        return frame

    def _go(self, ctx: Resolution, frame: Retreat, place: str, who: Iterable[str]) -> None:
        state = ctx.state
        if shut := self._shut(ctx, frame, [place]):
            self._find(ctx, frame, shut)
            return
        chosen = tuple(who)
        units, leaders = left(state, frame)
        going = tuple(id for id in units if id in chosen)
        # Leaders don't stay behind alone: with the last units all leaders go.
        last = len(going) == len(units)
        chiefs = tuple(id for id in leaders if last or id in chosen or _all_his(state, frame, id, going))
        ctx.carry(frame.side, frame.box, place, going, chiefs, "retreat")

    def go_on(self, ctx: Resolution, frame: Retreat) -> bool:
        box, state = ctx.box, ctx.state
        units, _ = left(state, frame)
        for unit in units:
            if open_to(box, state, frame, unit):
                continue
            if unit in frame.passed:
                # Two boxes of enemies are too many (Y-9.7-e).
                ctx.eliminate(unit, "9.7")
                return False
            highest = face(box, state, unit).morale
            modifiers = {marked("No box is open"): box.modifiers.cut_off}
            if ctx.test(Purpose.of("retreat", unit), 2, highest, "9.7", frame.side, modifiers):
                ctx.replace(replace(frame, passed=(*frame.passed, unit)))
            else:
                ctx.eliminate(unit, "9.7")
            return False
        if not units:
            # Leaders whose units are gone are displaced when the battle ends (A-8.0-1).
            ctx.pop()
            return False
        ways = [open_to(box, state, frame, unit) for unit in units]
        if all(len(way) == 1 for way in ways) and len({way[0] for way in ways}) == 1:
            self._go(ctx, frame, ways[0][0], units)
            return False
        return True


def _all_his(state: State, frame: Retreat, leader: str, going: Iterable[str]) -> bool:
    """Whether all of a leader's units go, and there are some."""
    his = [unit for unit in frame.units if state.units[unit].leader == leader]
    return bool(his) and set(his) <= set(going)


def nearest(box: Box, state: State, frame: Retreat, units: tuple[str, ...]) -> dict[str, list[str]]:
    """Each to the open box nearest to its base (I-14); none where a unit has no such box."""
    if not all(open_to(box, state, frame, unit) for unit in units):
        return {}
    by_box: dict[str, list[str]] = {}
    for unit in units:
        base = box.bases[box.unit[unit].army]
        place = min(open_to(box, state, frame, unit), key=lambda id: box.apart(id, base))
        by_box.setdefault(place, []).append(unit)
    return by_box
