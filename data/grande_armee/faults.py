"""Checks of each entry of a Grande Armée pack by itself: every rule here adds a Fault."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from data.catalogue import _
from data.faults import Faults
from data.grande_armee.hexes import SPAN, Hexside, sharers
from data.grande_armee.schema import (
    GROUND,
    NOWHERE,
    Action,
    Army,
    Board,
    Bridge,
    Cession,
    Depot,
    Force,
    Leader,
    Prussia,
    Range,
    Region,
    River,
    Road,
    Scenario,
    Scenarios,
    Supply,
    Swap,
    Town,
    Troop,
    Units,
)
from data.grande_armee.tables import MarchTable, Tables, Terrain
from data.schema import Fault

STRENGTH = (1, 30)
ALLOWANCE = (0, 20)
BONUS = (0, 30)
POINTS = (0, 50)
TURNS = 40
MEN = (1000, 500_000)
MARCHES = 8
"""Modified dice of a forced march, 0 to 7 (G-FM-1)."""
FACES = 6
RESERVED = (
    *("all", "auto", "by", "create", "end", "for", "halt", "map", "none", "onward", "pass", "rest"),
    *("roll", "stand", "under", "with"),
)
"""Words that stand beside ids in commands."""


def check_board(board: Board, file: str, into: list[Fault]) -> None:
    """The hexes and the lakes."""
    faults = Faults(file, "", into)
    faults.unless(0 < len(board.ground) <= SPAN, "ground", _("expected 1 to {span} rows", span=SPAN))
    width = len(board.ground[0]) if board.ground else 0
    faults.unless(0 < width <= SPAN, "ground", _("expected 1 to {span} columns", span=SPAN))
    fits = len(board.land) == len(board.ground)
    faults.unless(fits, "land", _("expected {rows} rows, as many as ground has", rows=len(board.ground)))
    for field, rows in (("ground", board.ground), ("land", board.land)):
        for index, row in enumerate(rows):
            expected = _("expected {width} characters, found {found}", width=width, found=len(row))
            faults.unless(len(row) == width, f"{field}[{index}]", expected)
    known = "".join(GROUND)
    for index, row in enumerate(board.ground):
        stray = "".join(sorted(set(row) - set(GROUND)))
        expected = _("expected characters of {known}, found {stray}", known=known, stray=stray)
        faults.unless(not stray, f"ground[{index}]", expected)
    for index, side in enumerate(board.lakes):
        check_side(side, f"lakes[{index}]", faults)
    faults.source(board.source, Board)


def check_side(side: Hexside, field: str, faults: Faults) -> bool:
    """A hexside by itself."""
    try:
        sharers(side)
    except ValueError:
        faults.unless(False, field, _("expected a hexside such as 0139/0239, found {side}", side=side))
        return False
    return True


def check_region(region: Region, faults: Faults) -> None:
    """One region by itself."""
    check_named(region, faults)
    fits = len(region.letter) == 1 and region.letter.isalpha() and region.letter != NOWHERE
    faults.unless(fits, "letter", _("expected one letter"))


def check_cession(cession: Cession, faults: Faults) -> None:
    """One cession by itself."""
    check_named(cession, faults)
    for field, bounds in (("columns", cession.columns), ("rows", cession.rows)):
        fits = 0 <= bounds[0] <= bounds[1] < SPAN
        faults.unless(fits, field, _("expected a first and a last, 0 to {last}", last=SPAN - 1))


def check_named(
    entry: Region | Cession | Range | Road | River | Bridge | Town | Army | Leader, faults: Faults
) -> None:
    """The id and the name of an entry."""
    _check_id(entry.id, faults)
    faults.words(entry.name, "name", 40)


def check_town(town: Town, faults: Faults) -> None:
    """One town by itself."""
    check_named(town, faults)
    faults.place(town.at, "at")
    if town.note:
        faults.words(town.note, "note", 200)


def check_army(army: Army, faults: Faults) -> None:
    """One nation by itself."""
    check_named(army, faults)
    faults.within(army.march, -1, 1, "march")
    faults.within(army.depot_allowance, *ALLOWANCE, "depot_allowance")
    for field, value in (("supplies", army.supplies), ("depots", army.depots)):
        faults.within(value, 0, 99, field)


def check_troop(troop: Troop, faults: Faults) -> None:
    """One kind of combat unit by itself."""
    expected = f"{troop.nation}-{troop.strength}-{troop.allowance}"
    faults.unless(troop.id == expected, "id", _("expected {id}, what is printed on it", id=expected))
    faults.within(troop.strength, *STRENGTH, "strength")
    faults.within(troop.allowance, 1, ALLOWANCE[1], "allowance")
    faults.within(troop.count, 1, 99, "count")


def check_swap(swap: Swap, faults: Faults) -> None:
    """One line of the chart by itself."""
    faults.unless(swap.whole != swap.piece, "piece", _("expected another unit than the whole"))
    faults.within(swap.number, 2, 12, "number")


def check_leader(leader: Leader, faults: Faults) -> None:
    """One Leader by himself."""
    check_named(leader, faults)
    faults.within(leader.offence, *BONUS, "offence")
    faults.within(leader.defence, *BONUS, "defence")
    faults.within(leader.strength, *STRENGTH, "strength")
    faults.within(leader.allowance, *ALLOWANCE, "allowance")


def check_units(units: Units, file: str, into: list[Fault]) -> None:
    """The counters without a list."""
    supply, depot = Faults(file, "supply", into), Faults(file, "depot", into)
    supply.unless(units.supply.strength == 0, "strength", _("expected 0 (Combat N)"))
    supply.within(units.supply.allowance, *ALLOWANCE, "allowance")
    supply.source(units.supply.source, Supply)
    depot.within(units.depot.strength, *STRENGTH, "strength")
    depot.source(units.depot.source, Depot)


def check_scenario(scenario: Scenario, faults: Faults) -> None:
    """One scenario chart by itself."""
    _check_id(scenario.id, faults)
    faults.words(scenario.name, "name", 60)
    faults.words(scenario.summary, "summary", 200)
    turns = len(scenario.turn)
    faults.unless(1 <= turns <= TURNS, "turn", _("expected 1 to {turns} turns", turns=TURNS))
    for index, turn in enumerate(scenario.turn):
        faults.words(turn.dates, f"turn[{index}].dates", 40)
        faults.words(turn.history, f"turn[{index}].history", 200)
    for index, prize in enumerate(scenario.fortress):
        faults.within(prize.points, *POINTS, f"fortress[{index}].points")
    fits = scenario.opening is None or scenario.opening in scenario.closed
    faults.unless(fits, "opening", _("expected one of the closed regions"))
    faults.within(scenario.leaving, 0, turns, "leaving")


def check_scenarios(scenarios: Scenarios, file: str, into: list[Fault]) -> None:
    """The entry of Prussia, where she enters."""
    prussia = scenarios.prussia
    if prussia is None:
        return
    faults = Faults(file, "prussia", into)
    for field in ("border_needed", "beaten_needed"):
        faults.within(getattr(prussia, field), 0, FACES, field)
    faults.within(prussia.beaten, 1, 99, "beaten")
    faults.within(prussia.delay, 1, 9, "delay")
    for index, prize in enumerate(prussia.fortress):
        faults.within(prize.points, *POINTS, f"fortress[{index}].points")
    faults.source(prussia.source, Prussia)


def check_action(action: Action, faults: Faults) -> None:
    """One scoring action by itself."""
    _check_id(action.id, faults)
    faults.words(action.text, "text", 200)
    faults.within(action.points, 1, POINTS[1], "points")
    faults.within(action.most, action.points, POINTS[1], "most")
    faults.within(action.each, 0, 99, "each")
    fits = (action.hex is None) != (action.each == 0)
    faults.unless(fits, "hex", _("expected either a hex or losses (each)"))


def check_force(force: Force, faults: Faults) -> None:
    """One force by itself."""
    _check_id(force.id, faults)
    faults.words(force.name, "name", 60)
    faults.within(force.turn, 0, TURNS, "turn")
    fits = not (force.called and force.turn)
    faults.unless(fits, "turn", _("expected none for a force that is called"))
    if force.men is not None:
        faults.within(force.men, *MEN, "men")
    faults.unless(bool(force.place), "place", _("expected one hex at least"))
    for index, post in enumerate(force.place):
        for field, value in (("supplies", post.supplies), ("depots", post.depots)):
            faults.within(value, 0, 9, f"place[{index}].{field}")
        fits = bool(post.troops or post.leaders or post.supplies or post.depots)
        faults.unless(fits, f"place[{index}]", _("expected somebody there"))


def check_tables(tables: Tables, file: str, into: list[Fault]) -> None:
    """`tables.toml`."""
    faults = Faults(file, "", into)
    faults.unless(
        set(tables.terrain) == set(get_args(Terrain)),
        "terrain",
        _("expected {kinds}", kinds=", ".join(get_args(Terrain))),
    )
    for kind, ground in tables.terrain.items():
        faults.within(ground.cost, 1, 9, f"terrain.{kind}.cost")
        faults.within(ground.defence, 1, 9, f"terrain.{kind}.defence")
    for field in ("river", "bridge"):
        faults.within(getattr(tables.sides, field), 0, 9, f"sides.{field}")
    _check_march(tables.double, "double", faults)
    _check_march(tables.triple, "triple", faults)
    columns = tables.combat.columns
    fits = columns[:1] == [0] and all(low < high for low, high in pairwise(columns))
    faults.unless(fits, "combat.columns", _("expected rising bounds from 0"))
    rows = tables.combat.rows
    faults.unless(len(rows) == FACES, "combat.rows", _("expected {faces} rows", faces=FACES))
    for index, row in enumerate(rows):
        fits = len(row) == len(columns)
        faults.unless(fits, f"combat.rows[{index}]", _("expected {width} results", width=len(columns)))
    for field in ("stacking", "swap", "leaving", "doomed"):
        faults.within(getattr(tables.figures, field), 0, 9, f"figures.{field}")
    faults.within(tables.figures.elimination, 100, 999, "figures.elimination")
    faults.within(tables.figures.river, 0, 999, "figures.river")
    faults.within(tables.figures.fortress, 0, 99, "figures.fortress")
    faults.within(tables.figures.recovery, 1, 99, "figures.recovery")
    faults.source(tables.source, Tables)


def _check_march(table: MarchTable, field: str, faults: Faults) -> None:
    rows = [
        (f"{field}.first", table.first),
        *((f"{field}.again.{key}", row) for key, row in table.again.items()),
    ]
    for name, row in rows:
        faults.unless(len(row) == MARCHES, name, _("expected {width} results", width=MARCHES))
    open_ = {str(die) for die, result in enumerate(table.first) if result == "op"}
    fits = set(table.again) == open_
    faults.unless(fits, f"{field}.again", _("expected a row for each op of the first roll"))
    for key, row in table.again.items():
        faults.unless("op" not in row, f"{field}.again.{key}", _("expected no op of a second roll"))


def _check_id(id: str, faults: Faults) -> None:
    faults.id(id, "id")
    reserved = ", ".join(RESERVED)
    faults.unless(id not in RESERVED, "id", _("expected another id than {reserved}", reserved=reserved))
