"""Checks between the files of a pack: every rule here adds a Fault."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping

from data.catalogue import _
from data.faults import Faults, repeated
from data.revolution import effects
from data.revolution.schema import TABLES, Parts, Row
from data.revolution.tables import REGIMES, SEATS
from data.schema import Fault

BOARD, PEOPLE, SETUP = "board.toml", "people.toml", "setup.toml"
REGIMES_FILE, EVENTS = "regimes.toml", "events.toml"
CAPITAL = "paris"
"""The one region that the rules know by its id."""
_REGIONAL = ("neutral", "uprising", "riot", "revolt", "take", "pay")


def check(parts: Parts, into: list[Fault]) -> None:
    """Check all references from one file to another."""
    regions = {region.id for region in parts.board.region}
    people = {person.id for person in parts.people.person}
    _check_board(parts, regions, into)
    for person in parts.people.person:
        known(Faults(PEOPLE, f"person {person.id}", into), "influence", person.influence, regions)
    _check_setup(parts, regions, into)
    for regime in parts.regimes.regime:
        faults = Faults(REGIMES_FILE, f"regime {regime.id}", into)
        known(faults, "arrests.named", regime.arrests.named, people)
    ids = [regime.id for regime in parts.regimes.regime]
    Faults(REGIMES_FILE, "", into).unless(
        ids == list(REGIMES), "regime", _("expected {regimes}", regimes=", ".join(REGIMES))
    )
    _check_events(parts, regions, people, into)


def known(faults: Faults, field: str, named: Iterable[str], ids: Collection[str]) -> None:
    """Check that all named ids exist."""
    for id in named:
        faults.unless(id in ids, field, _("expected one that the pack has, found {id!r}", id=id))


def neighbours(parts: Parts) -> Mapping[str, set[str]]:
    """The neighbours of each region."""
    borders: dict[str, set[str]] = defaultdict(set)
    for border in parts.board.border:
        if len(border.between) == 2:
            one, other = border.between
            borders[one].add(other)
            borders[other].add(one)
    return borders


def _check_board(parts: Parts, regions: set[str], into: list[Fault]) -> None:
    faults = Faults(BOARD, "", into)
    faults.unless(
        CAPITAL in regions, "region", _("expected {capital}, where the Assembly sits", capital=CAPITAL)
    )
    for border in parts.board.border:
        known(
            Faults(BOARD, _("border {between}", between=" – ".join(border.between)), into),
            "between",
            border.between,
            regions,
        )
    pairs = repeated(frozenset(border.between) for border in parts.board.border)
    faults.unless(not pairs, "border", _("expected each once"))
    joined = neighbours(parts)
    seen, queue = {CAPITAL}, deque([CAPITAL])
    while queue:
        fresh = joined.get(queue.popleft(), set()) - seen
        seen |= fresh
        queue.extend(fresh)
    for id in sorted(regions - seen):
        Faults(BOARD, f"region {id}", into).unless(
            False, "id", _("expected a way to {capital}", capital=CAPITAL)
        )


def _check_setup(parts: Parts, regions: set[str], into: list[Fault]) -> None:
    setup = parts.setup
    ids = [current.id for current in setup.current]
    Faults(SETUP, "", into).unless(
        ids == list(SEATS), "current", _("expected {seats}, in this order", seats=", ".join(SEATS))
    )
    for current in setup.current:
        known(Faults(SETUP, f"current {current.id}", into), "regions", current.regions, regions)
    taken = repeated(region for current in setup.current for region in current.regions)
    Faults(SETUP, "", into).unless(
        not taken, "current", _("expected one Current for {taken}", taken=", ".join(taken))
    )
    for scenario in setup.scenario:
        known(Faults(SETUP, f"scenario {scenario.id}", into), "revolts", scenario.revolts, regions)
    joined = neighbours(parts)
    for army in setup.army:
        faults = Faults(SETUP, f"army {army.id}", into)
        landing = [army.landing] if army.landing else []
        known(faults, "enters", [*army.enters, *army.route, *landing], regions)
        for one, other in zip(army.route, army.route[1:], strict=False):
            faults.unless(
                other in joined[one],
                "route",
                _("expected a border of {one} with {other}", one=one, other=other),
            )


def _check_events(parts: Parts, regions: set[str], people: set[str], into: list[Fault]) -> None:
    faults = Faults(EVENTS, "", into)
    armies = {army.id for army in parts.setup.army}
    for regime in REGIMES:
        for table in TABLES:
            rows = [row for row in parts.events.row if (row.regime, row.table) == (regime, table)]
            rolls = sorted(roll for row in rows for roll in row.rolls)
            faults.unless(
                rolls == list(range(2, 13)), f"{regime} {table}", _("expected each sum of two dice once")
            )
            mods = [mods for mods in parts.events.mods if (mods.regime, mods.table) == (regime, table)]
            faults.unless(len(mods) == 1, f"{regime} {table}", _("expected its modifiers once"))
    for row in parts.events.row:
        faults = Faults(EVENTS, f"row {row.id}", into)
        known(faults, "needs", [row.needs] if row.needs else [], people)
        for effect in read(row):
            if effect.verb in _REGIONAL:
                known(faults, "effects", [effect.of], regions)
            elif effect.verb in ("kill", "move"):
                known(faults, "effects", [effect.of], people)
            elif effect.verb == "withdraw":
                known(faults, "effects", [effect.of], armies)


def read(row: Row) -> list[effects.Effect]:
    """All possible effects of a row."""
    read_effects = []
    for text in (*row.effects, *row.yes, *row.no, *row.later):
        try:
            read_effects.append(effects.read(text))
        except ValueError:
            continue  # `check_row` has reported it.
    return read_effects
