"""Checks of each entry of a Valmy pack by itself: every rule here adds a Fault."""

from __future__ import annotations

import re
from itertools import pairwise

from data.catalogue import _
from data.faults import Faults, repeated
from data.nouns import listed
from data.schema import Fault
from data.valmy.schema import (
    MAP,
    SIDES,
    Box,
    Command,
    Force,
    Forest,
    Kind,
    Leader,
    Line,
    Ratings,
    River,
    Scenario,
    Unit,
)
from data.valmy.tables import Charge, Melee, Tables

RESERVED = (
    *("all", "and", "auto", "but", "exit", "map", "none", "rest", "through", "to", "under", "with"),
    *("left", "main", "reserve", "right", "skirmish"),
)
"""Words that stand beside ids in commands."""
TURNS = 40
MORALE = (2, 12)
"""Two dice: at 12 a check never fails, at 1 it is never passed."""
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_ODDS = re.compile(r"1:[1-9]|[2-9]:1")


def check_box(box: Box, faults: Faults) -> None:
    """One box by itself."""
    _check_id(box.id, faults)
    faults.words(box.name, "name", 40)
    faults.unless(
        len(box.short) <= 16 and box.short.isprintable(), "short", _("expected at most 16 characters")
    )
    faults.words(box.about, "about", 200)
    fits = box.base is None or box.city is not None
    faults.unless(
        fits, "base", _("expected a city where there is a base: what a side holds at the start (11.2)")
    )
    if box.gap is not None:
        faults.within(box.gap, 1, 9, "gap")
    faults.place(box.at, "at")
    if box.drawn is not None:
        fits = all(0 <= value <= most for value, most in zip(box.drawn, MAP, strict=True))
        faults.unless(
            fits,
            "drawn",
            _("expected a place on a map of {width:g} by {height:g}", width=MAP[0], height=MAP[1]),
        )


def check_line(line: Line, faults: Faults) -> None:
    """One line by itself."""
    faults.unless(
        len(line.between) == 2, "between", _("expected two boxes, found {number}", number=len(line.between))
    )
    faults.unless(len(set(line.between)) == len(line.between), "between", _("expected two different boxes"))
    faults.within(line.cost, 1, 9, "cost")


def check_river(river: River, faults: Faults) -> None:
    """One river by itself."""
    _check_id(river.id, faults)
    faults.words(river.name, "name", 40)
    faults.unless(len(river.course) >= 1, "course", _("expected one stretch at least"))
    for index, stretch in enumerate(river.course):
        faults.unless(len(stretch) >= 2, f"course[{index}]", _("expected two points at least"))
        for point, place in enumerate(stretch):
            faults.place(place, f"course[{index}][{point}]")


def check_forest(forest: Forest, faults: Faults) -> None:
    """One forest by itself."""
    _check_id(forest.id, faults)
    faults.words(forest.name, "name", 40)
    faults.unless(len(forest.outline) >= 3, "outline", _("expected three points at least"))
    for index, place in enumerate(forest.outline):
        faults.place(place, f"outline[{index}]")


def check_command(command: Command, faults: Faults) -> None:
    """One command by itself."""
    _check_id(command.id, faults)
    faults.words(command.name, "name", 60)
    faults.words(command.short, "short", 10)
    fits = _COLOUR.fullmatch(command.colour) is not None
    faults.unless(fits, "colour", _("expected a colour such as #2c62b3"))
    fits = not command.exits or command.army == "allied"
    faults.unless(fits, "exits", _("expected of Allied commands only (11.1.1)"))


def check_leader(leader: Leader, faults: Faults) -> None:
    """One Leader by himself."""
    _check_id(leader.id, faults)
    faults.words(leader.name, "name", 30)
    _check_ratings(leader.face, "face", faults)
    _check_ratings(leader.replacement, "replacement", faults)
    faults.words(leader.life, "life", 240)


def _check_ratings(ratings: Ratings, field: str, faults: Faults) -> None:
    faults.within(ratings.offence, 0, 5, f"{field}.offence")
    faults.within(ratings.command, 0, 20, f"{field}.command")
    faults.within(ratings.defence, 0, 5, f"{field}.defence")
    faults.within(ratings.initiative, 0, 6, f"{field}.initiative")


def check_kind(kind: Kind, faults: Faults) -> None:
    """One kind of troops by itself."""
    _check_id(kind.id, faults)
    faults.words(kind.name, "name", 40)
    faults.within(kind.strength, 1, 9, "strength")
    faults.within(kind.morale, *MORALE, "morale")
    fits = kind.position != "S" or kind.arm == "infantry"
    faults.unless(fits, "position", _("expected M or F for cavalry, which has no place in the Skirmish box"))
    if kind.reduced is not None:
        faults.within(kind.reduced.strength, 1, kind.strength, "reduced.strength")
        faults.within(kind.reduced.morale, MORALE[0] - 1, kind.morale - 1, "reduced.morale")


def check_unit(unit: Unit, faults: Faults) -> None:
    """One unit by itself."""
    _check_id(unit.id, faults)
    faults.words(unit.name, "name", 30)


def check_scenario(scenario: Scenario, faults: Faults) -> None:
    """One scenario by itself."""
    _check_id(scenario.id, faults)
    faults.words(scenario.name, "name", 60)
    faults.words(scenario.summary, "summary", 200)
    turns = len(scenario.turn)
    faults.unless(
        1 <= turns <= TURNS,
        "turn",
        _("expected 1 to {turns} turns, found {found}", turns=TURNS, found=turns),
    )
    for index, turn in enumerate(scenario.turn):
        faults.words(turn.dates, f"turn[{index}].dates", 40)
        faults.words(turn.history, f"turn[{index}].history", 200)


def check_force(force: Force, faults: Faults) -> None:
    """One start group or arrival by itself."""
    _check_id(force.id, faults)
    faults.words(force.name, "name", 60)
    faults.within(force.turn, 1, TURNS, "turn")
    fits = force.joins is None or force.turn > 1
    faults.unless(fits, "joins", _("expected of a force that arrives after turn 1 only"))


def _check_id(id: str, faults: Faults) -> None:
    faults.id(id, "id")
    faults.unless(
        id not in RESERVED, "id", _("expected another id than {reserved}", reserved=", ".join(RESERVED))
    )


def check_tables(tables: Tables, file: str, into: list[Fault]) -> None:
    """`tables.toml`."""
    faults = Faults(file, "", into)
    morale = tables.fire.morale
    faults.unless(
        len(morale) >= 1 and list(morale) == sorted(set(morale)), "fire.morale", _("expected rising")
    )
    _check_rows(tables.fire.rows, len(morale) + 1, "fire", faults)
    for row, steps in enumerate(tables.fire.rows):
        for column, step in enumerate(steps):
            faults.within(step, 0, 9, f"fire.rows[{row}][{column}]")
    _check_odds(tables.charge, "charge", faults)
    _check_odds(tables.melee, "melee", faults)
    for row, results in enumerate(tables.melee.rows):
        for column, losses in enumerate(results):
            for side, step in enumerate(losses):
                faults.within(step, 0, 9, f"melee.rows[{row}][{column}][{side}]")
    _check_figures(tables, faults)
    faults.source(tables.source, Tables)


def _check_odds(table: Charge | Melee, field: str, faults: Faults) -> None:
    for index, odds in enumerate(table.odds):
        fits = _ODDS.fullmatch(odds) is not None
        faults.unless(fits, f"{field}.odds[{index}]", _("expected odds such as 1:2 or 3:1"))
    if all(_ODDS.fullmatch(odds) for odds in table.odds):
        ratios = [int(a) / int(b) for a, b in (odds.split(":") for odds in table.odds)]
        faults.unless(
            all(a < b for a, b in pairwise(ratios)), f"{field}.odds", _("expected from the worst up")
        )
    _check_rows(table.rows, len(table.odds), field, faults)


def _check_rows(
    rows: list[list[int]] | list[list[str]] | object, width: int, field: str, faults: Faults
) -> None:
    assert isinstance(rows, list)
    faults.unless(len(rows) >= 1, f"{field}.rows", _("expected one row at least"))
    faults.unless(width >= 1, f"{field}.odds", _("expected one column at least"))
    for row, results in enumerate(rows):
        expected = _("expected {wanted} results, found {found}", wanted=width, found=len(results))
        faults.unless(len(results) == width, f"{field}.rows[{row}]", expected)


def _check_figures(tables: Tables, faults: Faults) -> None:
    modifiers, figures, victory = tables.modifiers, tables.figures, tables.victory
    for name in ("reduced_fire", "defensive_fire", "melee_charge", "melee_morale", "far_unit", "cut_off"):
        faults.within(getattr(modifiers, name), -5, 5, f"modifiers.{name}")
    both = ("modifiers.base_lost", modifiers.base_lost), ("figures.army_morale", figures.army_morale)
    for field, by_side in both:
        faults.unless(set(by_side) == set(SIDES), field, _("expected {sides}", sides=listed(SIDES)))
        for side, value in by_side.items():
            faults.within(value, 0, 12, f"{field}.{side}")
    fits = set(figures.overall) == set(SIDES)
    faults.unless(fits, "figures.overall", _("expected {sides}", sides=listed(SIDES)))
    fits = set(figures.allowance) == {"infantry", "cavalry"}
    faults.unless(fits, "figures.allowance", _("expected infantry and cavalry"))
    for arm, points in figures.allowance.items():
        faults.within(points, 1, 9, f"figures.allowance.{arm}")
    for name, low, high in (
        ("leader_allowance", 1, 9),
        ("traffic", 0, 9),
        ("exit", 0, 9),
        ("range", 0, 20),
        ("morale_cap", *MORALE),
        ("overrun", 1, 99),
        ("minor", 0, 99),
        ("eliminated", 1, 99),
    ):
        faults.within(getattr(figures, name), low, high, f"figures.{name}")
    fits = list(figures.chits) == sorted(set(figures.chits)) and all(1 <= chit <= 9 for chit in figures.chits)
    faults.unless(fits, "figures.chits", _("expected rising numbers from 1 to 9"))
    for name in ("step", "skirmish_step", "city", "rank", "exits"):
        faults.within(getattr(victory, name), 0, 20, f"victory.{name}")
    for name, count in tables.markers.items():
        faults.within(count, 0, 99, f"markers.{name}")


def repeated_pairs(lines: list[Line]) -> list[frozenset[str]]:
    """Pairs of boxes that more than one line joins."""
    return repeated(frozenset(line.between) for line in lines)
