"""Phase 5: peasants go home (2.5)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from data.catalogue import Plural, _
from data.nouns import counted
from data.sentences import _l, say_by
from data.vendee.schema import ROYAL_ARMIES, RoyalArmy
from engines.core.decisions import Decision
from engines.core.events import TableRoll
from engines.core.refusals import Refusal
from engines.vendee.actions import DESERT_AUTO, Action, Desert
from engines.vendee.box import Box, share
from engines.vendee.events import Deserted
from engines.vendee.frames import Condition, Desertion, Points
from engines.vendee.handler import Handler
from engines.vendee.position.sight import lies_hidden
from engines.vendee.purposes import Purpose
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, gatine, generals_in, on_map, points_in, sorted_points


def roll(ctx: Resolution) -> None:
    """A roll for each army, royalist morale added (V-2.5-b to d, A-16); Chouans and bands stay."""
    box, state = ctx.box, ctx.state
    owed: dict[RoyalArmy, int] = {}
    for army in ROYAL_ARMIES:
        purpose = Purpose.of("desertion", army)
        faces = ctx.pair(purpose)
        percent = box.charts.desertion(sum(faces) + state.morale["royalist"])
        morale = _l("morale {morale:+d}", morale=state.morale["royalist"])
        ctx.say(TableRoll(purpose, list(faces), morale, str(percent), "2.5"))
        count = share(on_map(state, army), percent)
        if count:
            owed[army] = count
    ctx.push(Desertion(owed))


def places(box: Box, state: State, army: RoyalArmy) -> list[str]:
    """Areas from which the army deserts now: the first class that has some of it (V-2.5-e, f)."""
    risen = gatine(state)
    classes: dict[int, list[str]] = {}
    for area, kinds in state.forces.items():
        if army not in kinds:
            continue
        zone = box.ground.zone_of(area, risen)
        if box.ground.area[area].terrain == "clear":
            rank = 1
        elif zone is None:
            rank = 2
        else:
            rank = 4 if zone == army else 3
        classes.setdefault(rank, []).append(area)
    return classes[min(classes)]


def without_choice(box: Box, state: State, frame: Desertion) -> Desert | None:
    """The next desertion that leaves no choice: an army has only one area, or all of its class have to go."""
    for army, owed in frame.owed.items():
        areas = places(box, state, army)
        by_area = {area: state.forces[area][army].total for area in areas}
        if len(areas) == 1 or sum(by_area.values()) <= owed:
            return Desert(army, min(owed, by_area[areas[0]]), areas[0])
    return None


class GoingHome(Handler[Desertion]):
    """Royalists choose the combat points that go home (2.5)."""

    usual = DESERT_AUTO

    def asks(self, box: Box, state: State, frame: Desertion) -> Decision:
        """Asks who goes home. The prompt names no army or number: only the Royalists' view has them."""
        prompt = _("Choose who deserts")
        return Decision("royalist", "desertion", prompt, "2.5")

    def legal(self, box: Box, state: State, frame: Desertion) -> list[Action]:
        """Points of each army from each area of its class."""
        desertions: list[Action] = []
        for army, owed in frame.owed.items():
            for area in places(box, state, army):
                most = min(owed, state.forces[area][army].total)
                desertions += [Desert(army, count, area) for count in sorted({1, most})]
        return [*desertions, DESERT_AUTO]

    def refusal(self, box: Box, state: State, frame: Desertion, action: Action) -> Refusal | None:
        if action == DESERT_AUTO:
            return None
        if not isinstance(action, Desert):
            return out_of_place(_("who deserts, as in desert anjou:2 cholet, or desert auto"))
        owed = frame.owed.get(action.army, 0)
        if action.count > owed:
            left = say_by(
                Plural(
                    "{points} of {army} must still desert",
                    "{points} of {army} must still desert",
                ),
                n=owed,
                points=counted(owed, "combat point"),
                army=box.whose(action.army),
            )
            return Refusal("V-2.5-b", left)
        open_to = places(box, state, action.army)
        if action.area not in open_to:
            names = ", ".join(map(box.name, open_to))
            return Refusal("V-2.5-e", _l("The first deserters come from {names}", names=names))
        present = state.forces[action.area][action.army].total
        if action.count > present:
            return Refusal(
                "V-2.5-e",
                say_by(
                    Plural("There is {points} of {army} in {area}", "There are {points} of {army} in {area}"),
                    n=present,
                    points=counted(present, "combat point"),
                    army=box.whose(action.army),
                    area=box.name(action.area),
                ),
            )
        return None

    def act(self, ctx: Resolution, frame: Desertion, action: Action) -> None:
        if isinstance(action, Desert):
            _desert(ctx, frame, action.army, action.count, action.area)
            return
        for gone in least_harm(ctx.box, ctx.state, frame.owed):
            frame = _desert(ctx, frame, gone.army, gone.count, gone.area)

    def go_on(self, ctx: Resolution, frame: Desertion) -> bool:
        """Let points without a choice go at once; at the end generals who are left alone go too."""
        bound_to = without_choice(ctx.box, ctx.state, frame)
        if bound_to is not None:
            _desert(ctx, frame, bound_to.army, bound_to.count, bound_to.area)
            return False
        if frame.owed:
            return True
        ctx.pop()
        for area in frame.stripped:
            for general in generals_in(ctx.box, ctx.state, area, "royalist"):
                ctx.send_off(general, "arriving", "2.5", ctx.state.turn + 1)
        return False


def least_harm(box: Box, state: State, owed: Mapping[RoyalArmy, int]) -> list[Desert]:
    """Deserters who leave the fewest generals alone, then areas empty; smallest stacks first (I-23)."""
    open_to = {army: places(box, state, army) for army in owed}
    left = {(army, area): state.forces[area][army].total for army in open_to for area in open_to[army]}
    stay = {army: sum(left[army, area] for area in open_to[army]) - owed[army] for army in open_to}
    size = {area: points_in(state, area, "royalist") for _, area in left}
    at = {area: [army for army in owed if (army, area) in left] for area in size}
    bare = [area for area in size if size[area] == sum(left[army, area] for army in at[area])]
    kept: dict[str, RoyalArmy] = {}

    def keep(area: str, full: set[RoyalArmy]) -> bool:
        """Keep a point there; of an army that has no more to stay, one elsewhere may change places."""
        for army in at[area]:
            if army not in full:
                full.add(army)
                own = [other for other in kept if kept[other] == army]
                if len(own) < stay[army] or any(keep(other, full) for other in own):
                    kept[area] = army
                    return True
        return False

    for area in sorted(bare, key=lambda area: (-len(generals_in(box, state, area, "royalist")), -size[area])):
        keep(area, set())
    for area, army in kept.items():
        left[army, area] -= 1
    gone: list[Desert] = []
    for army, areas in open_to.items():
        due = owed[army]
        for area in sorted(areas, key=size.__getitem__):
            gone.append(Desert(army, min(due, left[army, area]), area))
            due -= gone[-1].count
    return [desert for desert in gone if desert.count]


def _desert(ctx: Resolution, frame: Desertion, army: RoyalArmy, count: int, area: str) -> Desertion:
    state = ctx.state
    hidden = lies_hidden(ctx.box, state, "royalist", area)
    ctx.take(area, army, Condition(fresh=count))
    _tell(ctx, army, area, count, hidden)
    owed = {other: left - (count if other == army else 0) for other, left in frame.owed.items()}
    stripped = frame.stripped
    if not points_in(state, area, "royalist") and area not in stripped:
        stripped = (*stripped, area)
    after = replace(frame, owed={other: left for other, left in owed.items() if left}, stripped=stripped)
    ctx.replace(after)
    return after


def _tell(ctx: Resolution, army: RoyalArmy, area: str, count: int, hidden: bool) -> None:
    """Merge an area's desertions: single events would tell how many face-down points or armies go."""
    by_area = {event.area: event for event in ctx.events if isinstance(event, Deserted)}
    gone: Points = dict(by_area[area].gone or {}) if area in by_area else {}
    gone[army] = gone.get(army, 0) + count
    by_area[area] = Deserted(area, hidden, sorted_points(gone))
    before = [event for event in ctx.events if not isinstance(event, Deserted)]
    ctx.events[:] = [*before, *sorted(by_area.values(), key=lambda event: ctx.box.ground.order[event.area])]
