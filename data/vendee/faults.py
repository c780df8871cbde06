"""Checks of each entry of a Vendée pack by itself: every rule here adds a Fault."""

from __future__ import annotations

import re
from operator import attrgetter

import msgspec

from data.catalogue import _
from data.faults import Faults, repeated
from data.schema import Fault
from data.vendee.schema import (
    Area,
    ArmyCounters,
    BandCounters,
    Border,
    Event,
    General,
    Incident,
    Road,
    Scenario,
)
from data.vendee.tables import Tables

RESERVED = ("all", "but", "sea", "sheet", "setup", "with")
"""Words that stand beside ids in commands and files."""
TURNS = 8
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_ODDS = re.compile(r"[1-9]:[1-9]")
_RESULT = re.compile(r"[AD](?:R[12]|D[34])-[1-9]0")


_ROWS = (
    "action_points.points",
    "desertion.percent",
    "combat.results",
    "morale.winner",
    "morale.routed",
    "morale.royalist.fraud.change",
    "powder.change",
    "powder.single",
    "incidents.markers",
    "wounds.fate",
    "deserters.points",
    "voyage.fate",
)
"""Columns with a row for each total of `up_to` beside them, and one more."""


def check_area(area: Area, faults: Faults) -> None:
    """One area by itself."""
    faults.id(area.id, "id")
    faults.unless(
        area.id not in RESERVED, "id", _("expected another id than {reserved}", reserved=", ".join(RESERVED))
    )
    faults.words(area.name, "name", 40)
    faults.place(area.at, "at")
    fits = area.zone is None or area.bank == "left"
    faults.unless(fits, "zone", _("expected a zone on the left bank only (0.2)"))
    fits = area.base != "mayence"
    faults.unless(fits, "base", _("expected nantes, saumur or la-rochelle: the Mayençais have no base (1.3)"))


def check_road(road: Road, faults: Faults) -> None:
    """One road by itself."""
    faults.id(road.id, "id")
    faults.words(road.name, "name", 60)
    faults.unless(len(road.through) >= 2, "through", _("expected two areas at least"))
    for id in repeated(road.through):
        faults.unless(False, "through", _("expected {id} once", id=id))


def check_border(border: Border, faults: Faults) -> None:
    """One border by itself."""
    sides = len(border.between)
    faults.unless(1 <= sides <= 2, "between", _("expected one area or two, found {sides}", sides=sides))
    fits = (border.outer is None) == (sides == 2)
    faults.unless(fits, "outer", _("expected sea or sheet where there is one area, else nothing"))
    faults.unless(sides != 2 or len(set(border.between)) == 2, "between", _("expected two different areas"))
    faults.unless(border.closed == "" or sides == 2, "closed", _("expected between two areas only"))
    faults.unless(len(border.closed) <= 200, "closed", _("expected at most 200 characters"))
    faults.unless(len(border.line) >= 2, "line", _("expected two points at least"))
    for index, place in enumerate(border.line):
        faults.place(place, f"line[{index}]")


def check_army(army: ArmyCounters, faults: Faults) -> None:
    """One army by itself."""
    _check_dress(army, faults)
    fits = (army.column is not None) == (army.side == "royalist")
    faults.unless(fits, "column", _("expected for royalist armies, and for them only"))
    faults.unless(
        not army.powder or army.side == "royalist", "powder", _("expected with Royalists only (1.6)")
    )
    if army.pool is not None:
        faults.within(army.pool, 1, 999, "pool")


def check_band(band: BandCounters, faults: Faults) -> None:
    """One band by itself."""
    _check_dress(band, faults)
    if band.most is not None:
        faults.within(band.most, 1, 99, "most")


def _check_dress(counters: ArmyCounters | BandCounters, faults: Faults) -> None:
    faults.words(counters.name, "name", 60)
    faults.words(counters.short, "short", 20)
    faults.words(counters.letter, "letter", 2)
    fits = _COLOUR.fullmatch(counters.colour) is not None
    faults.unless(fits, "colour", _("expected a colour such as #2c62b3"))


def check_general(general: General, faults: Faults) -> None:
    """One general by himself."""
    faults.id(general.id, "id")
    faults.words(general.name, "name", 30)
    faults.within(general.strategic, 0, 5, "strategic")
    faults.within(general.tactical, 0, 5, "tactical")
    fits = (general.status is not None) == (general.side == "republican")
    faults.unless(fits, "status", _("expected for Republicans, and for them only (1.1)"))
    fits = general.army is not None or general.side == "republican"
    faults.unless(fits, "army", _("expected an army; only a Republican may be given one on arrival"))
    faults.within(general.quota, 0, 100, "quota")
    faults.words(general.life, "life", 240)


def check_event(event: Event, faults: Faults) -> None:
    """One event by itself."""
    faults.words(event.name, "name", 40)
    faults.within(event.copies, 0, 9, "copies")
    faults.within(event.from_turn, 1, TURNS, "from_turn")
    faults.within(event.to_turn, event.from_turn, TURNS, "to_turn")
    fits = (event.occupied is not None) == (event.window == "occupation")
    faults.unless(fits, "occupied", _("expected with the window occupation, and with it only"))
    faults.within(event.gift, 0, 99, "gift")
    faults.within(event.drm, 0, 5, "drm")
    if event.late is not None:
        faults.within(event.late.at_once, 1, 6, "late.at_once")
    faults.words(event.text, "text", 400)
    faults.words(event.history, "history", 240)


def check_incident(incident: Incident, faults: Faults) -> None:
    """One incident by itself."""
    faults.words(incident.name, "name", 40)
    faults.within(incident.copies, 0, 9, "copies")
    faults.within(incident.drm, 0, 5, "drm")
    faults.within(incident.shift, 0, 7, "shift")
    if incident.drm_clear is not None:
        faults.within(incident.drm_clear, 0, 5, "drm_clear")
    helps = incident.drm or incident.drm_clear or incident.shift
    faults.unless(not helps or incident.favours is not None, "favours", _("expected a side to favour"))
    faults.words(incident.text, "text", 400)
    faults.words(incident.history, "history", 240)


def check_scenario(scenario: Scenario, faults: Faults) -> None:
    """One scenario by itself."""
    faults.id(scenario.id, "id")
    faults.words(scenario.name, "name", 60)
    faults.words(scenario.summary, "summary", 200)
    faults.unless(len(scenario.months) == TURNS, "months", _("expected {turns} turns", turns=TURNS))
    for index, month in enumerate(scenario.months):
        faults.words(month, f"months[{index}]", 20)
    faults.unless(len(scenario.morale) == 2, "morale", _("expected royalist and republican"))
    for side, level in scenario.morale.items():
        faults.within(level, -2, 2, f"morale.{side}")
    faults.within(scenario.powder, -2, 2, "powder")


def check_tables(tables: Tables, file: str, into: list[Fault]) -> None:
    """`tables.toml`."""
    faults = Faults(file, "", into)
    rows = [(field, *attrgetter(f"{field.rpartition('.')[0]}.up_to", field)(tables)) for field in _ROWS]
    for column, values in tables.reinforcement.columns.items():
        rows.append((f"reinforcement.columns.{column}", tables.reinforcement.up_to, values))
    for field, up_to, values in rows:
        expected = _(
            "expected {wanted} rows, one more than up_to has, found {found}",
            wanted=len(up_to) + 1,
            found=len(values),
        )
        faults.unless(len(values) == len(up_to) + 1, field, expected)
        ascending = list(up_to) == sorted(set(up_to))
        faults.unless(ascending, f"{field.split('.')[0]}.up_to", _("expected ascending totals"))
    _check_combat(tables, faults)
    _check_figures(tables, faults)
    faults.source(tables.source, Tables)


def _check_combat(tables: Tables, faults: Faults) -> None:
    columns = tables.combat.columns
    for index, odds in enumerate(columns):
        fits = _ODDS.fullmatch(odds) is not None
        faults.unless(fits, f"combat.columns[{index}]", _("expected odds such as 3:2"))
    for row, results in enumerate(tables.combat.results):
        field = f"combat.results[{row}]"
        faults.unless(
            len(results) == len(columns), field, _("expected {number} results", number=len(columns))
        )
        for column, result in enumerate(results):
            fits = _RESULT.fullmatch(result) is not None
            faults.unless(fits, f"{field}[{column}]", _("expected a result such as AR2-40 or DD3-50"))


def _check_figures(tables: Tables, faults: Faults) -> None:
    for side in ("royalist", "republican"):
        rates = msgspec.to_builtins(getattr(tables.costs, side))
        for kind, cost in rates.items():
            if cost is not None:
                faults.within(cost, 1, 40, f"costs.{side}.{kind}")
        for terrain, times in msgspec.to_builtins(getattr(tables.retreat, side)).items():
            faults.within(times, 0, 9, f"retreat.{side}.{terrain}")
    for index, percent in enumerate(tables.desertion.percent):
        faults.within(percent, 0, 100, f"desertion.percent[{index}]")
    for name, percent in msgspec.to_builtins(tables.winner_losses).items():
        faults.within(percent, 0, 100, f"winner_losses.{name}")
    faults.unless(len(tables.modifiers.powder) == 5, "modifiers.powder", _("expected five, for -2 to +2"))
    fits = tables.victory.tactical < tables.victory.strategic
    faults.unless(fits, "victory.tactical", _("expected less than strategic"))
