"""The pictures in words, for those who don't see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from data.valmy.schema import SIDES, Pack
from data.valmy.tables import Side
from engines.valmy.view import SideView, View
from render.errors import RenderError
from render.lettering import fitting, halved
from render.valmy.layout import held, key, laid_out
from render.valmy.liveries import SIDES as NAMES
from render.valmy.moves import Blow, Manner, Move
from render.valmy.sheets import Roll, owner, roll, sheet_of

PHASES: dict[str, str] = {
    "set-up": "The armies are being arranged",
    "initiative": "Initiative",
    "activations": "Activations",
    "recovery": "Recovery",
    "army-morale": "Army morale is tested",
    "over": "The game is over",
}
VERBS: dict[Manner, str] = {
    "march": "marched",
    "attack": "attacked",
    "reaction": "reacted",
    "retreat": "retreated",
    "exit": "left the map",
}
PLACES: tuple[tuple[str, str], ...] = (
    ("skirmish", "Skirmish"),
    ("left", "left Flank"),
    ("main", "Main"),
    ("right", "right Flank"),
    ("reserve", "Reserve"),
)
WHO: dict[Side, str] = {"french": "French", "allied": "Allies"}


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move | Blow] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; what does not fit is left out.

    :param around: the box in the middle of a close-up, of which only what it shows is told.
    :param reach: boxes that are ringed, each with what it costs to go there.
    :param sheet: the sheet that is told of, as for `draw`.
    :raises RenderError: the box is not on the map, or there is no such sheet now.
    """
    names = roll(pack)
    match sheet_of(view, sheet, around):
        case "board":
            blows = [move for move in moves if isinstance(move, Blow)]
            return fitting(_board(view, pack, names, blows), skip=True)
        case "command":
            return fitting(_command(view, pack, names), skip=True)
        case _:
            marches = [move for move in moves if isinstance(move, Move)]
            return fitting(_theatre(view, pack, names, marches, around, reach or {}), skip=True)


def dates(view: View, pack: Pack) -> list[str]:
    """The days of each turn of the view's scenario."""
    return next(
        [turn.dates for turn in found.turn] for found in pack.setup.scenario if found.id == view.scenario
    )


def when(view: View, pack: Pack) -> str:
    """The days of the view's turn."""
    days = dates(view, pack)
    return f"{days[min(view.turn, len(days)) - 1]} 1792, turn {view.turn}"


def situation(view: View, pack: Pack) -> str:
    """What is being done, in a line."""
    if view.battle is None:
        return PHASES[view.phase]
    where = next(box.name for box in pack.board.box if box.id == view.battle.box)
    kind = {"major": "Major Battle", "minor": "Minor Battle", None: "Battle"}[view.battle.kind]
    second = ", second round" if view.battle.round > 1 else ""
    return f"{kind} at {where}{second}"


def _theatre(
    view: View, pack: Pack, names: Roll, moves: Sequence[Move], around: str | None, reach: Mapping[str, str]
) -> Iterator[str]:
    called = {box.id: box.name for box in pack.board.box}
    if around is not None and around not in called:
        raise RenderError(f"There is no box {around} on the map")
    around = held(key(pack), around, reach)
    what = (
        "Map of the Argonne from the Meuse to the Marne"
        if around is None
        else f"Close-up around {called[around]}"
    )
    yield f"{what}, {when(view, pack)}."
    yield f"{situation(view, pack)}."
    if view.initiative is not None:
        yield f"{NAMES[view.initiative]} initiative."
    if reach:
        ways = ", ".join(f"{called.get(box, box)} {cost}" for box, cost in reach.items())
        yield f"Ringed, with movement points: {ways}."
    shown = set(called if around is None else laid_out(key(pack), around).shown)
    seen = [move for move in moves if shown.intersection(move.path)]
    if seen:
        yield f"Last: {'; '.join(dict.fromkeys(_move(move, called) for move in seen))}."
    if around is None:
        yield " ".join(_standing(view, side) for side in SIDES)
        yield from _cities(view, called)
    stacks = [list(_side(view, names, side, called, shown)) for side in SIDES]
    for row in zip_longest(*stacks):
        yield from (line for line in row if line)


def _standing(view: View, side: Side) -> str:
    morale = view.morale[side]
    chits = ", ".join(map(str, view.chits[side])) or "none"
    points = halved(round(view.score[side] * 2))
    return (
        f"{WHO[side]}: {points} points, army morale {morale.rating} {morale.state},"
        f" {morale.eliminated} units lost this turn, chits {chits}."
    )


def _cities(view: View, called: Mapping[str, str]) -> Iterator[str]:
    for side in SIDES:
        held = [called[city] for city, holder in view.cities.items() if holder == side]
        if held:
            yield f"{NAMES[side]} cities: {', '.join(held)}."


def _side(view: View, names: Roll, side: Side, called: Mapping[str, str], shown: set[str]) -> Iterator[str]:
    """A sentence for each box with counters of a side, the strongest first."""
    found = [(box, sides[side]) for box, sides in view.boxes.items() if box in shown]
    found = [(box, seen) for box, seen in found if seen.leaders or seen.units or seen.held]
    if not found:
        yield f"No {NAMES[side]} counter is {'in it' if len(shown) < len(called) else 'on the map'}."
    for box, seen in sorted(
        found, key=lambda one: -(len(one[1].units) + (one[1].held or 0) + len(one[1].leaders))
    ):
        yield f"{NAMES[side]} at {called[box]}: {_stack(view, names, seen)}."


def _stack(view: View, names: Roll, seen: SideView) -> str:
    chiefs = sorted(seen.leaders, key=lambda id: -view.leaders[id].rank)
    told = [names.leader[id].name for id in chiefs]
    if seen.held is not None:
        return ", ".join([*told, _units(len(seen.units) + seen.held)])
    if seen.units:
        told.append(f"{_units(len(seen.units))} seen")
    return ", ".join(told)


def _units(count: int) -> str:
    return f"{count} unit{'' if count == 1 else 's'}"


def _move(move: Move, called: Mapping[str, str]) -> str:
    path = [called[box] for box in move.path if box in called]
    who = f"{WHO[move.side]} {VERBS[move.manner]}"
    if len(path) < 2:
        return f"{who} at {path[-1]}" if path else who
    return f"{who} from {path[0]} to {path[-1]}"


def _board(view: View, pack: Pack, names: Roll, blows: Sequence[Blow]) -> Iterator[str]:
    battle = view.battle
    assert battle is not None
    yield f"Battle board: {situation(view, pack)}, {when(view, pack)}; the {WHO[battle.attacker]} attack."
    if blows:
        yield f"Last: {'; '.join(told(blow, names) for blow in blows)}."
    for place, called in PLACES:
        for side in SIDES:
            there = [id for id, where in battle.places.items() if where == place and names.side(id) == side]
            units = [id for id in there if id in view.units and view.units[id].steps]
            chiefs = [names.leader[id].name for id in there if id in names.leader]
            if units or chiefs:
                strength = sum(view.units[id].strength for id in units)
                force = [f"{_units(len(units))} of strength {strength}"] if units else []
                yield f"{NAMES[side]} {called}: {', '.join(force + chiefs)}."
    for side in SIDES:
        lost = [id for id in battle.places if id in view.units and names.side(id) == side]
        lost = [names.unit[id].name for id in lost if not view.units[id].steps]
        if lost:
            yield f"{NAMES[side]} units lost: {', '.join(lost)}."


def told(blow: Blow, names: Roll) -> str:
    """A blow in words."""
    joint = " against " if blow.deed == "melee" else ", "
    who = joint.join(names.unit[id].name for id in blow.who[:3] if id in names.unit)
    more = f" and {len(blow.who) - 3} more" if len(blow.who) > 3 else ""
    if blow.deed == "loss":
        return f"{NAMES[blow.side]} losses: {who}{more}"
    # What came of it is worth more than who of many did it, and the line is short.
    result = f": {blow.text}" if blow.text else ""
    return f"{NAMES[blow.side]} {blow.deed}, {f'{len(blow.who)} units' if more else who}{result}"


def _command(view: View, pack: Pack, names: Roll) -> Iterator[str]:
    side = owner(view)
    called = {box.id: box.name for box in pack.board.box}
    yield f"Chart of the {NAMES[side]} command, {when(view, pack)}."
    for id, known in view.leaders.items():
        if known.side != side or known.box is None:
            continue
        under = sum(unit.leader == id for unit in view.units.values())
        where = f"with {names.leader[known.superior].name}" if known.superior else f"at {called[known.box]}"
        spent = ", activated" if known.spent else ""
        yield f"{names.leader[id].name} {where}: {under} of {known.command} units{spent}."
