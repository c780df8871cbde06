"""The pictures in words, for readers who can't see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from data.catalogue import N_, _, ngettext
from data.nouns import clauses, numbered
from data.valmy.schema import SIDES, Pack
from data.valmy.tables import Side
from engines.valmy.view import SideView, View
from render.errors import RenderError
from render.lettering import fitting, halved
from render.parts.went import went
from render.valmy.layout import held, key, laid_out
from render.valmy.liveries import INITIATIVE
from render.valmy.liveries import SIDES as NAMES
from render.valmy.moves import Blow, Deed, Move
from render.valmy.sheets import Roll, owner, roll, sheet_of

PHASES: Mapping[str, N_] = {
    "set-up": N_("The armies are being arranged"),
    "initiative": N_("Initiative"),
    "activations": N_("Activations"),
    "recovery": N_("Recovery"),
    "army-morale": N_("Army morale is tested"),
    "over": N_("The game is over"),
}
PLACES: Mapping[str, N_] = {
    "skirmish": N_("{side}, Skirmish: {who}."),
    "left": N_("{side}, left Flank: {who}."),
    "main": N_("{side}, Main: {who}."),
    "right": N_("{side}, right Flank: {who}."),
    "reserve": N_("{side}, Reserve: {who}."),
}
BATTLES: Mapping[str | None, N_] = {
    "major": N_("Major Battle at {place}"),
    "minor": N_("Minor Battle at {place}"),
    None: N_("Battle at {place}"),
}
ROUNDS: Mapping[str | None, N_] = {
    "major": N_("Major Battle at {place}, second round"),
    "minor": N_("Minor Battle at {place}, second round"),
    None: N_("Battle at {place}, second round"),
}
DEEDS: Mapping[Deed, N_] = {
    "fire": N_("{side} fire, {who}"),
    "charge": N_("{side} charge, {who}"),
    "counter-charge": N_("{side} counter-charge, {who}"),
    "melee": N_("{side} melee, {who}"),
    "loss": N_("{side} losses: {who}"),
}
MORALE: Mapping[str, N_] = {
    "steady": N_("steady"),
    "shaken": N_("shaken"),
    "broken": N_("broken"),
}
CITIES: Mapping[Side, N_] = {
    "french": N_("French cities: {cities}."),
    "allied": N_("Allied cities: {cities}."),
}
NOBODY: Mapping[Side, N_] = {
    "french": N_("No French counter is on the map."),
    "allied": N_("No Allied counter is on the map."),
}
NOBODY_NEAR: Mapping[Side, N_] = {
    "french": N_("No French counter is in it."),
    "allied": N_("No Allied counter is in it."),
}
ATTACKS: Mapping[Side, N_] = {
    "french": N_("Battle board: {battle}, {time}; the French attack."),
    "allied": N_("Battle board: {battle}, {time}; the Allies attack."),
}
LOST: Mapping[Side, N_] = {
    "french": N_("French units lost: {units}."),
    "allied": N_("Allied units lost: {units}."),
}
CHARTS: Mapping[Side, N_] = {
    "french": N_("Chart of the French command, {time}."),
    "allied": N_("Chart of the Allied command, {time}."),
}


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move | Blow] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; text beyond that is left out.

    :param around: the box in the middle of a close-up; only the boxes that it shows are described.
    :param reach: boxes that are ringed, each with the cost to go there.
    :param sheet: the sheet to describe, as for `draw`.
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
        [turn.dates for turn in scenario.turn]
        for scenario in pack.setup.scenario
        if scenario.id == view.scenario
    )


def when(view: View, pack: Pack) -> str:
    """The days of the view's turn."""
    days = dates(view, pack)
    return _("{days} 1792, turn {turn}", days=days[min(view.turn, len(days)) - 1], turn=view.turn)


def situation(view: View, pack: Pack) -> str:
    """The present step, in a line."""
    if view.battle is None:
        return str(PHASES[view.phase])
    where = next(box.name for box in pack.board.box if box.id == view.battle.box)
    kinds = ROUNDS if view.battle.round > 1 else BATTLES
    return kinds[view.battle.kind](place=where)


def _theatre(
    view: View, pack: Pack, names: Roll, moves: Sequence[Move], around: str | None, reach: Mapping[str, str]
) -> Iterator[str]:
    called = {box.id: box.name for box in pack.board.box}
    if around is not None and around not in called:
        raise RenderError(f"There is no box {around} on the map")
    around = held(key(pack), around, reach)
    time = when(view, pack)
    if around is None:
        yield _("Map of the Argonne from the Meuse to the Marne, {time}.", time=time)
    else:
        yield _("Close-up around {place}, {time}.", place=called[around], time=time)
    yield f"{situation(view, pack)}."
    if view.initiative is not None:
        yield f"{INITIATIVE[view.initiative]}."
    if reach:
        ways = ", ".join(f"{called.get(box, box)} {cost}".rstrip() for box, cost in reach.items())
        if any(reach.values()):
            yield _("Ringed, with movement points: {ways}.", ways=ways)
        else:
            yield _("Ringed: {ways}.", ways=ways)
    shown = set(called if around is None else laid_out(key(pack), around).shown)
    seen = [move for move in moves if shown.intersection(move.path)]
    if seen:
        moved = clauses(dict.fromkeys(_move(move, called) for move in seen))
        yield _("Last: {moves}.", moves=moved)
    if around is None:
        yield " ".join(_standing(view, side) for side in SIDES)
        yield from _cities(view, called)
    stacks = [list(_side(view, names, side, called, shown)) for side in SIDES]
    for row in zip_longest(*stacks):
        yield from (line for line in row if line)


def _standing(view: View, side: Side) -> str:
    morale = view.morale[side]
    return _(
        "{side}: {points} points, army morale {rating} {state}, {lost} units lost this turn, chits {chits}.",
        side=NAMES[side],
        points=halved(round(view.score[side] * 2)),
        rating=morale.rating,
        state=MORALE[morale.state],
        lost=morale.eliminated,
        chits=", ".join(map(str, view.chits[side])) or _("none"),
    )


def _cities(view: View, called: Mapping[str, str]) -> Iterator[str]:
    for side in SIDES:
        held = [called[city] for city, holder in view.cities.items() if holder == side]
        if held:
            yield CITIES[side](cities=", ".join(held))


def _side(view: View, names: Roll, side: Side, called: Mapping[str, str], shown: set[str]) -> Iterator[str]:
    """A sentence for each box with counters of a side, the strongest first."""
    stacks = [(box, sides[side]) for box, sides in view.boxes.items() if box in shown]
    stacks = [(box, seen) for box, seen in stacks if seen.leaders or seen.units or seen.held]
    if not stacks:
        yield str((NOBODY if len(shown) == len(called) else NOBODY_NEAR)[side])
    for box, seen in sorted(
        stacks, key=lambda one: -(len(one[1].units) + (one[1].held or 0) + len(one[1].leaders))
    ):
        yield _(
            "{side} at {place}: {who}.",
            side=NAMES[side],
            place=called[box],
            who=_stack(view, names, seen),
        )


def _stack(view: View, names: Roll, seen: SideView) -> str:
    chiefs = sorted(seen.leaders, key=lambda id: -view.leaders[id].rank)
    who = [names.leader[id].name for id in chiefs]
    if seen.held is not None:
        return ", ".join([*who, numbered(len(seen.units) + seen.held, "unit")])
    if seen.units:
        who.append(ngettext("{n} unit seen", "{n} units seen", len(seen.units)))
    return ", ".join(who)


def _move(move: Move, called: Mapping[str, str]) -> str:
    path = [called[box] for box in move.path if box in called]
    return went(move.manner, NAMES[move.side], path)


def _board(view: View, pack: Pack, names: Roll, blows: Sequence[Blow]) -> Iterator[str]:
    battle = view.battle
    assert battle is not None
    yield ATTACKS[battle.attacker](battle=situation(view, pack), time=when(view, pack))
    if blows:
        yield _("Last: {moves}.", moves=clauses(told(blow, names) for blow in blows))
    for place, sentence in PLACES.items():
        for side in SIDES:
            present = [id for id, where in battle.places.items() if where == place and names.side(id) == side]
            units = [id for id in present if id in view.units and view.units[id].steps]
            chiefs = [names.leader[id].name for id in present if id in names.leader]
            if units or chiefs:
                strength = sum(view.units[id].strength for id in units)
                force = [forces(len(units), strength)] if units else []
                yield sentence(side=NAMES[side], who=", ".join(force + chiefs))
    for side in SIDES:
        lost = [id for id in battle.places if id in view.units and names.side(id) == side]
        lost = [names.unit[id].name for id in lost if not view.units[id].steps]
        if lost:
            yield LOST[side](units=", ".join(lost))


def forces(count: int, strength: int) -> str:
    """A number of units, and their strength."""
    return ngettext(
        "{n} unit, strength {strength}", "{n} units, strength {strength}", count, strength=strength
    )


def told(blow: Blow, names: Roll) -> str:
    """A blow in words."""
    called = [names.unit[id].name for id in blow.who[:3] if id in names.unit]
    more = len(blow.who) - 3
    if blow.deed == "melee" and len(called) == 2:
        who = _("{unit} against {enemy}", unit=called[0], enemy=called[1])
    elif more > 0 and blow.deed == "loss":
        who = _("{units} and {number} more", units=", ".join(called), number=more)
    elif more > 0:
        # The effect is more important than the units, and the line is short.
        who = numbered(len(blow.who), "unit")
    else:
        who = ", ".join(called)
    deed = DEEDS[blow.deed](side=NAMES[blow.side], who=who)
    if blow.deed == "loss" or not blow.text:
        return deed
    return _("{deed}: {result}", deed=deed, result=blow.text)


def _command(view: View, pack: Pack, names: Roll) -> Iterator[str]:
    side = owner(view)
    called = {box.id: box.name for box in pack.board.box}
    yield CHARTS[side](time=when(view, pack))
    for id, known in view.leaders.items():
        if known.side != side or known.box is None:
            continue
        under = sum(unit.leader == id for unit in view.units.values())
        if known.superior:
            where = _("with {leader}", leader=names.leader[known.superior].name)
        else:
            where = _("at {place}", place=called[known.box])
        sentence = (
            N_("{leader} {where}: {number} of {most} units, activated.")
            if known.spent
            else N_("{leader} {where}: {number} of {most} units.")
        )
        yield sentence(leader=names.leader[id].name, where=where, number=under, most=known.command)
