"""Checks of each entry of a pack by itself: every rule here adds a Fault."""

from __future__ import annotations

from collections.abc import Iterable

from data.catalogue import _
from data.faults import Faults, repeated
from data.revolution import effects
from data.revolution.schema import (
    Army,
    Border,
    Current,
    Law,
    Mods,
    Order,
    Person,
    Region,
    Row,
    Scenario,
)
from data.revolution.tables import REGIMES, SEATS, TRACKS, Tables
from data.schema import Fault

RESERVED = (
    *("all", "and", "calm", "government", "if", "in", "no", "nobody", "none", "on", "pass", "to", "with"),
    *("yes", *SEATS, *REGIMES, *TRACKS),
)
"""Words that stand beside ids in typed text."""
TURNS = 20
FAME = (1, 20)
RICHEST = 10_000


def _check_id(id: str, faults: Faults) -> None:
    faults.id(id, "id")
    faults.unless(id not in RESERVED, "id", _("expected no word that stands beside ids"))


def check_region(region: Region, faults: Faults) -> None:
    """One region by itself."""
    _check_id(region.id, faults)
    faults.words(region.name, "name", 30)
    faults.words(region.about, "about", 200)
    faults.within(region.income, 0, RICHEST, "income")
    faults.place(region.at, "at")


def check_border(border: Border, faults: Faults) -> None:
    """One border by itself."""
    fits = len(border.between) == len(set(border.between)) == 2
    faults.unless(fits, "between", _("expected two different regions"))


def check_person(person: Person, faults: Faults) -> None:
    """One personality by himself."""
    _check_id(person.id, faults)
    faults.words(person.name, "name", 30)
    faults.words(person.life, "life", 240)
    faces = {person.primary, *person.secondary}
    faults.unless(person.start in faces, "start", _("expected a Current that may have him"))
    faults.unless(person.primary not in person.secondary, "secondary", _("expected others than the first"))
    for field in ("secondary", "influence", "groups"):
        _once(getattr(person, field), field, faults)


def check_law(law: Law, faults: Faults) -> None:
    """One law by itself."""
    _check_id(law.id, faults)
    faults.words(law.name, "name", 50)
    faults.words(law.summary, "summary", 120)
    faults.within(law.cost, 0, RICHEST, "cost")
    faults.within(law.fame, -5, 5, "fame")
    faults.within(law.armies, 0, 16, "armies")
    for track, by in law.tracks.items():
        faults.within(by, -19, 19, f"tracks.{track}")


def check_regime(regime: Order, faults: Faults) -> None:
    """One regime by itself."""
    faults.words(regime.name, "name", 30)
    faults.words(regime.summary, "summary", 120)
    faults.unless(bool(regime.government), "government", _("expected a Current at least"))
    faults.unless(
        set(regime.government) <= set(regime.seated), "government", _("expected Currents that are seated")
    )
    fits = not set(regime.seated) & set(regime.hidden)
    faults.unless(fits, "hidden", _("expected Currents that are not seated"))
    faults.within(regime.fame, *FAME, "fame")
    for seat, level in regime.commune.items():
        faults.within(level, 1, 3, f"commune.{seat}")


def check_army(army: Army, faults: Faults) -> None:
    """One army by itself."""
    _check_id(army.id, faults)
    faults.words(army.name, "name", 30)
    placed = army.kind == "volunteer" or bool(army.enters)
    faults.unless(placed, "enters", _("expected a region where it comes in"))


def check_current(current: Current, faults: Faults) -> None:
    """One Current by itself."""
    faults.words(current.name, "name", 20)
    faults.words(current.about, "about", 120)
    faults.within(current.fame, *FAME, "fame")
    faults.within(current.cash, 0, RICHEST, "cash")
    faults.within(current.deputies, 0, 100, "deputies")
    faults.unless(current.id not in current.turns, "turns", _("expected other Currents"))


def check_scenario(scenario: Scenario, faults: Faults) -> None:
    """One scenario by itself."""
    faults.id(scenario.id, "id")
    faults.words(scenario.name, "name", 60)
    faults.words(scenario.summary, "summary", 200)
    faults.within(len(scenario.turn), 1, TURNS, "turn")
    faults.within(scenario.government_fame, *FAME, "government_fame")
    faults.within(scenario.government_cash, 0, RICHEST, "government_cash")
    for index, turn in enumerate(scenario.turn):
        faults.words(turn.dates, f"turn[{index}].dates", 40)
        faults.words(turn.history, f"turn[{index}].history", 200)
    faults.unless(
        set(scenario.tracks) == set(TRACKS), "tracks", _("expected {tracks}", tracks=", ".join(TRACKS))
    )
    for track, at in scenario.tracks.items():
        faults.within(at, 1, 20, f"tracks.{track}")


def check_mods(mods: Mods, faults: Faults) -> None:
    """Modifiers of a table by themselves."""
    faults.id(mods.id, "id")


def check_row(row: Row, faults: Faults) -> None:
    """One row by itself."""
    faults.id(row.id, "id")
    faults.words(row.title, "title", 60)
    fits = bool(row.rolls) and all(2 <= roll <= 12 for roll in row.rolls)
    faults.unless(fits, "rolls", _("expected sums of two dice"))
    faults.unless(bool(row.yes) == bool(row.no), "no", _("expected both where there is a choice"))
    faults.unless(bool(row.unless) == bool(row.later), "later", _("expected both, or neither"))
    for field in ("effects", "yes", "no", "later"):
        for index, text in enumerate(getattr(row, field)):
            try:
                effects.read(text)
            except ValueError as error:
                faults.unless(False, f"{field}[{index}]", str(error))


def check_tables(tables: Tables, name: str, into: list[Fault]) -> None:
    """The tables by themselves."""
    rows = tables.result.rows
    faults = Faults(name, "result", into)
    faults.unless(len(rows) == 11, "rows", _("expected a row for each sum of two dice"))
    faults.unless(all(len(row) == 10 for row in rows), "rows", _("expected ten columns of Fame"))
    faults.within(tables.result.combat, 0, 9, "combat")
    ranks = "CBA"
    fits = all(
        [*map(ranks.index, line)] == sorted(map(ranks.index, line))
        for line in (*rows, *zip(*rows, strict=False))
    )
    faults.unless(fits, "rows", _("expected results that more Fame and higher dice make no worse"))
    levels = tables.levels
    fits = 1 < levels.second < levels.third <= levels.highest
    Faults(name, "levels", into).unless(fits, "third", _("expected levels that follow each other"))
    commune = tables.commune
    three = len(commune.raised) == len(commune.quelled) == 3
    Faults(name, "commune", into).unless(three, "raised", _("expected three levels"))
    _check_seats(tables, name, into)
    for part in ("result", "levels", "costs", "modifiers", "commune", "money", "trial"):
        table = getattr(tables, part)
        Faults(name, part, into).source(table.source, type(table))
    for field in ("tally", "winner", "ranks"):
        for index, line in enumerate(getattr(tables, field)):
            Faults(name, f"{field} {index + 1}", into).source(line.source, type(line))


def _check_seats(tables: Tables, name: str, into: list[Fault]) -> None:
    faults = Faults(name, "", into)
    seats = [tally.seat for tally in tables.tally]
    faults.unless(seats == list(SEATS), "tally", _("expected {seats}, in this order", seats=", ".join(SEATS)))
    regimes = [winner.regime for winner in tables.winner]
    faults.unless(
        regimes == list(REGIMES), "winner", _("expected {regimes}, in this order", regimes=", ".join(REGIMES))
    )
    fits = all(len(ranks.places) == len(SEATS) for ranks in tables.ranks)
    faults.unless(fits, "ranks", _("expected a place for each seat"))


def _once(items: Iterable[str], field: str, faults: Faults) -> None:
    faults.unless(not repeated(items), field, _("expected each once"))
