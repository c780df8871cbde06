"""Checks between the files of a pack of *La Grande Armée*: every rule here adds a Fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from data.catalogue import _
from data.faults import Faults, repeated
from data.grande_armee.faults import check_side
from data.grande_armee.hexes import Hex, hex_at, neighbours, sharers
from data.grande_armee.schema import (
    GROUND,
    NATIONS,
    NOWHERE,
    Board,
    Nation,
    Parts,
    Prize,
    Scenario,
    Side,
    Troop,
)
from data.grande_armee.tables import Terrain
from data.schema import Fault

BOARD, RIVERS, TOWNS, UNITS, SCENARIOS = (
    *("board.toml", "rivers.toml", "towns.toml", "units.toml", "scenarios.toml"),
)


def terrain(board: Board) -> dict[Hex, Terrain]:
    """The kind of every hex in play."""
    return {
        hex_at(column, row): kind
        for row, line in enumerate(board.ground)
        for column, letter in enumerate(line)
        if (kind := GROUND[letter]) is not None
    }


def regions(board: Board) -> dict[Hex, str]:
    """The region of every hex in play that lies in one."""
    named = {region.letter: region.id for region in board.region}
    return {
        hex: named[letter]
        for hex in terrain(board)
        if (letter := board.land[int(hex[2:])][int(hex[:2])]) in named
    }


def sides(parts: Parts) -> dict[Nation, Side]:
    """The side of each nation."""
    return {army.id: army.side for army in parts.units.nation}


def check(parts: Parts, into: list[Fault]) -> None:
    """Check all references from one file to another."""
    if into:
        return
    ground = terrain(parts.board)
    _check_ground(parts, ground, into)
    _check_rivers(parts, ground, into)
    _check_towns(parts, ground, into)
    _check_units(parts, into)
    for scenario in parts.scenarios.scenario:
        _check_scenario(parts, scenario, into)
    _check_forces(parts, ground, into)
    _check_actions(parts, ground, into)


def _check_ground(parts: Parts, ground: Mapping[Hex, Terrain], into: list[Fault]) -> None:
    board = parts.board
    faults = Faults(BOARD, "", into)
    letters = {region.letter for region in board.region}
    faults.unless(
        len(letters) == len(board.region), "region", _("expected a letter of its own for each region")
    )
    stray = {letter for line in board.land for letter in line} - letters - {NOWHERE}
    faults.unless(
        not stray,
        "land",
        _("expected no letter without a region, found {stray}", stray=min(stray, default="")),
    )
    regions, scenarios = ({each.id for each in known} for known in (board.region, parts.scenarios.scenario))
    for cession in board.cession:
        on = Faults(BOARD, f"cession {cession.id}", into)
        on.unless(cession.land in regions, "land", _("expected a region"))
        on.unless(scenarios.issuperset(cession.scenarios), "scenarios", _("expected scenarios of the pack"))
    for range in board.range:
        _hexes(range.hexes, ground, "hexes", Faults(BOARD, f"range {range.id}", into))
    for road in board.road:
        on = Faults(BOARD, f"road {road.id}", into)
        fits = all(ground.get(hex) == "pass" for hex in road.hexes)
        on.unless(fits, "hexes", _("expected mountain passes"))
    starts = next(iter(ground), None)
    faults.unless(starts is not None, "ground", _("expected one hex in play at least"))
    fortresses = {hex for hex, kind in ground.items() if kind == "fortress"}
    for hex in sorted(fortresses):
        near = fortresses.intersection(neighbours(hex).values())
        expected = _("expected no two fortresses side by side (A-120), found {hex}", hex=hex)
        faults.unless(not near, "ground", expected)


def _hexes(hexes: Iterable[Hex], ground: Mapping[Hex, Terrain], field: str, faults: Faults) -> None:
    for hex in hexes:
        faults.unless(hex in ground, field, _("expected hexes in play, found {hex}", hex=hex))


def _check_rivers(parts: Parts, ground: Mapping[Hex, Terrain], into: list[Fault]) -> None:
    rivers = {river.id: river for river in parts.rivers.river}
    lakes = set(parts.board.lakes)
    for index, side in enumerate(parts.board.lakes):
        _hexes(sharers(side), ground, f"lakes[{index}]", Faults(BOARD, "", into))
    for river in parts.rivers.river:
        faults = Faults(RIVERS, f"river {river.id}", into)
        fits = river.into is None or (river.into in rivers and river.into != river.id)
        faults.unless(fits, "into", _("expected another river"))
        for index, side in enumerate(river.sides):
            if check_side(side, f"sides[{index}]", faults):
                _hexes(sharers(side), ground, f"sides[{index}]", faults)
                faults.unless(side not in lakes, f"sides[{index}]", _("expected no shore of a lake"))
    for bridge in parts.rivers.bridge:
        faults = Faults(RIVERS, f"bridge {bridge.id}", into)
        fits = bridge.river in rivers and bridge.side in rivers[bridge.river].sides
        faults.unless(fits, "side", _("expected a side of the river {river!r}", river=bridge.river))
    for side in repeated(bridge.side for bridge in parts.rivers.bridge):
        Faults(RIVERS, "", into).unless(False, "bridge", _("expected one bridge on {side}", side=side))


def _check_towns(parts: Parts, ground: Mapping[Hex, Terrain], into: list[Fault]) -> None:
    fortresses: list[Hex] = []
    for town in parts.towns.town:
        faults = Faults(TOWNS, f"town {town.id}", into)
        _hexes((town.hex,), ground, "hex", faults)
        if town.kind == "fortress":
            fortresses.append(town.hex)
            faults.unless(ground.get(town.hex) == "fortress", "hex", _("expected a fortress hex"))
    faults = Faults(TOWNS, "", into)
    faults.unless(not repeated(fortresses), "town", _("expected one fortress in a hex"))
    bare = {hex for hex, kind in ground.items() if kind == "fortress"}.difference(fortresses)
    faults.unless(not bare, "town", _("expected a fortress for hex {hex}", hex=min(bare, default="")))


def _check_units(parts: Parts, into: list[Fault]) -> None:
    units, scenarios = parts.units, {scenario.id for scenario in parts.scenarios.scenario}
    faults = Faults(UNITS, "", into)
    fits = {army.id for army in units.nation} == set(NATIONS)
    faults.unless(fits, "nation", _("expected {nations}", nations=", ".join(NATIONS)))
    troops = {troop.id: troop for troop in units.troop}
    named = [(troop.id, troop.scenarios) for troop in units.troop]
    named += [(leader.id, leader.scenarios) for leader in units.leader]
    named += [(f"{swap.whole} = {swap.piece}", swap.scenarios) for swap in units.swap]
    for handle, ids in named:
        of = Faults(UNITS, handle, into)
        for id in ids:
            of.unless(id in scenarios, "scenarios", _("expected a scenario, found {id!r}", id=id))
    for swap in units.swap:
        faults = Faults(UNITS, f"swap {swap.whole}", into)
        whole, piece = troops.get(swap.whole), troops.get(swap.piece)
        faults.unless(whole is not None, "whole", _("expected a kind of troops"))
        faults.unless(piece is not None, "piece", _("expected a kind of troops"))
        if whole is not None and piece is not None:
            _check_swap(whole, piece, swap.number, faults)


def _check_swap(whole: Troop, piece: Troop, number: int, faults: Faults) -> None:
    fits = (whole.nation, whole.kind) == (piece.nation, piece.kind)
    faults.unless(fits, "piece", _("expected the same nation and arm as the whole"))
    fits = number * piece.strength <= whole.strength and piece.allowance > whole.allowance
    faults.unless(fits, "piece", _("expected pieces that are faster, and together no stronger (CB 3)"))


def _check_scenario(parts: Parts, scenario: Scenario, into: list[Fault]) -> None:
    faults = Faults(SCENARIOS, f"scenario {scenario.id}", into)
    known = {region.id for region in parts.board.region}
    for id in scenario.closed:
        faults.unless(id in known, "closed", _("expected a region, found {id!r}", id=id))
    prussia = parts.scenarios.prussia
    prizes, shut = list(scenario.fortress), set(scenario.closed) - {scenario.opening}
    if prussia is not None and prussia.scenario == scenario.id:
        prizes += prussia.fortress
        faults.unless(shut.issuperset(prussia.joining), "joining", _("expected closed regions"))
        shut.difference_update(prussia.joining)
        for id in (prussia.ground, *prussia.border):
            faults.unless(id in known, "prussia", _("expected a region, found {id!r}", id=id))
    _check_prizes(parts, prizes, faults)
    held = {prize.town for prize in prizes}
    lands = regions(parts.board)
    for town in parts.towns.town:
        fits = town.kind != "fortress" or town.id in held or lands.get(town.hex) in shut
        expected = _("expected who holds {id}, which may be entered (A-124)", id=town.id)
        faults.unless(fits, "fortress", expected)


def _check_prizes(parts: Parts, prizes: Sequence[Prize], faults: Faults) -> None:
    fortresses = {town.id for town in parts.towns.town if town.kind == "fortress"}
    for prize in prizes:
        fits = prize.town in fortresses
        faults.unless(fits, "fortress", _("expected a fortress, found {id!r}", id=prize.town))
    for id in repeated(prize.town for prize in prizes):
        faults.unless(False, "fortress", _("expected {id} once", id=id))


def _check_forces(parts: Parts, ground: Mapping[Hex, Terrain], into: list[Fault]) -> None:
    troops = {troop.id: troop for troop in parts.units.troop}
    leaders = {leader.id: leader for leader in parts.units.leader}
    side = sides(parts)
    held: dict[tuple[str, Hex], Side] = {}
    placed: list[tuple[str, str]] = []
    length = {scenario.id: len(scenario.turn) for scenario in parts.scenarios.scenario}
    for force in parts.scenarios.force:
        faults = Faults(SCENARIOS, f"force {force.id}", into)
        fits = force.scenario in length
        faults.unless(fits, "scenario", _("expected a scenario, found {id!r}", id=force.scenario))
        faults.unless(
            force.turn <= length.get(force.scenario, 0), "turn", _("expected a turn of the scenario")
        )
        for index, post in enumerate(force.place):
            field = f"place[{index}]"
            _hexes((post.hex,), ground, f"{field}.hex", faults)
            fits = not post.troops or ground.get(post.hex) != "mountain"
            faults.unless(fits, f"{field}.hex", _("expected no mountain"))
            for kind, known, ids in (("troops", troops, post.troops), ("leaders", leaders, post.leaders)):
                for id in ids:
                    unit = known.get(id)
                    fits = (
                        unit is not None and unit.nation == force.nation and force.scenario in unit.scenarios
                    )
                    expected = _(
                        "expected {nation} of {scenario}, found {id!r}",
                        nation=force.nation,
                        scenario=force.scenario,
                        id=id,
                    )
                    faults.unless(fits, f"{field}.{kind}", expected)
            placed += [(force.scenario, id) for id in post.leaders]
            if force.turn == 0 and not force.called:
                own = side.get(force.nation)
                fits = held.setdefault((force.scenario, post.hex), own or "allied") == own
                faults.unless(fits, f"{field}.hex", _("expected no hex that the enemy starts on"))
    for scenario, id in repeated(placed):
        Faults(SCENARIOS, f"scenario {scenario}", into).unless(
            False, "leaders", _("expected {id} once", id=id)
        )


def _check_actions(parts: Parts, ground: Mapping[Hex, Terrain], into: list[Fault]) -> None:
    known = {scenario.id for scenario in parts.scenarios.scenario}
    for action in parts.scenarios.action:
        faults = Faults(SCENARIOS, f"action {action.id}", into)
        fits = action.scenario in known
        faults.unless(fits, "scenario", _("expected a scenario, found {id!r}", id=action.scenario))
        if action.hex is not None:
            _hexes((action.hex,), ground, "hex", faults)
