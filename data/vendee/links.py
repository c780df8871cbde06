"""Checks between the files of a Vendée pack: every rule here adds a Fault."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection

from data.catalogue import _
from data.faults import Faults
from data.rings import OpenOutline, holds, ring
from data.schema import Fault
from data.vendee.outlines import by_area
from data.vendee.schema import BANDS, BLUE_ARMIES, EVENTS, INCIDENTS, ROYAL_ARMIES, Area, Army, Parts, Side

BOARD, BORDERS, ARMIES_FILE = "board.toml", "borders.toml", "armies.toml"
SIDE: dict[Army, Side] = {
    **dict.fromkeys(ROYAL_ARMIES, "royalist"),
    **dict.fromkeys(BLUE_ARMIES, "republican"),
}


def check(parts: Parts, into: list[Fault]) -> None:
    """Check all references from one file to another."""
    areas = {area.id: area for area in parts.board.area}
    before = len(into)
    _check_borders(parts, areas, into)
    _check_crossings(parts, areas, into)
    if len(into) == before:
        _check_neighbours(parts, areas, into)
        _check_outlines(parts, areas, into)
    _check_places(parts, into)
    _check_counters(parts, into)
    _check_generals(parts, areas, into)
    _check_markers(parts, areas, into)
    _check_setup(parts, into)


def _check_borders(parts: Parts, areas: dict[str, Area], into: list[Fault]) -> None:
    for border in parts.borders.border:
        faults = Faults(BORDERS, _("border {between}", between=" – ".join(border.between)), into)
        for id in border.between:
            faults.unless(id in areas, "between", _("expected an area of the board, found {id!r}", id=id))
        banks = {areas[id].bank for id in border.between if id in areas}
        faults.unless(
            len(border.between) == 1 or "island" not in banks,
            "between",
            _("expected no border with an island, which a causeway joins"),
        )
    drawn = {id for border in parts.borders.border for id in border.between}
    for id in areas:
        Faults(BOARD, f"area {id}", into).unless(id in drawn, "id", _("expected a border in borders.toml"))


def _check_crossings(parts: Parts, areas: dict[str, Area], into: list[Fault]) -> None:
    islands = {area.id for area in areas.values() if area.bank == "island"}
    for bridge in parts.board.bridge:
        faults = Faults(BOARD, f"bridge {bridge.town}", into)
        for field, id in (("town", bridge.town), ("far", bridge.far)):
            faults.unless(id in areas, field, _("expected an area of the board, found {id!r}", id=id))
        if bridge.town in areas and bridge.far in areas:
            banks = {areas[bridge.town].bank, areas[bridge.far].bank}
            faults.unless(banks == {"left", "right"}, "far", _("expected the other bank of the Loire"))
    for causeway in parts.board.causeway:
        faults = Faults(BOARD, f"causeway {causeway.island}", into)
        faults.unless(causeway.island in islands, "island", _("expected an area whose bank is island"))
        fits = causeway.mainland in areas and causeway.mainland not in islands
        faults.unless(fits, "mainland", _("expected an area of the mainland"))
    joined = {causeway.island for causeway in parts.board.causeway}
    for id in islands - joined:
        Faults(BOARD, f"area {id}", into).unless(False, "bank", _("expected a causeway to the island"))


def neighbours(parts: Parts) -> dict[str, set[str]]:
    """Areas joined in any way, by area: open borders, the Loire among them, and causeways."""
    joined: dict[str, set[str]] = defaultdict(set)
    pairs = [border.between for border in parts.borders.border if border.outer is None and not border.closed]
    pairs += [[causeway.island, causeway.mainland] for causeway in parts.board.causeway]
    for a, b in pairs:
        joined[a].add(b)
        joined[b].add(a)
    return dict(joined)


def _check_neighbours(parts: Parts, areas: dict[str, Area], into: list[Fault]) -> None:
    joined = neighbours(parts)
    for road in parts.board.road:
        faults = Faults(BOARD, f"road {road.id}", into)
        for a, b in zip(road.through, road.through[1:], strict=False):
            fits = b in joined.get(a, ())
            faults.unless(fits, "through", _("expected neighbours, found {a!r} and {b!r}", a=a, b=b))
            if fits and areas[a].bank != areas[b].bank:
                bridged = any({bridge.town, bridge.far} == {a, b} for bridge in parts.board.bridge)
                faults.unless(bridged, "through", _("expected a bridge from {a!r} to {b!r}", a=a, b=b))
    for bridge in parts.board.bridge:
        fits = bridge.far in joined.get(bridge.town, ())
        Faults(BOARD, f"bridge {bridge.town}", into).unless(
            fits, "far", _("expected a neighbour of the town")
        )
    start = next(iter(areas), None)
    if start is not None:
        lost = areas.keys() - _reached(start, joined)
        for id in sorted(lost):
            Faults(BOARD, f"area {id}", into).unless(
                False, "id", _("expected a way to it from {start}", start=start)
            )


def _reached(start: str, joined: dict[str, set[str]]) -> Collection[str]:
    seen, queue = {start}, deque([start])
    while queue:
        fresh = joined.get(queue.popleft(), set()) - seen
        seen |= fresh
        queue.extend(fresh)
    return seen


def _check_outlines(parts: Parts, areas: dict[str, Area], into: list[Fault]) -> None:
    for id, lines in by_area(parts.borders.border).items():
        faults = Faults(BOARD, f"area {id}", into)
        try:
            outline = ring(lines)
        except OpenOutline as error:
            faults.unless(False, "id", _("expected borders that join; they stop at {error}", error=error))
            continue
        faults.unless(holds(outline, areas[id].at), "at", _("expected a place inside the area's borders"))


def _check_places(parts: Parts, into: list[Fault]) -> None:
    faults = Faults(BOARD, "", into)
    bases = Counter(area.base for area in parts.board.area)
    for base in ("nantes", "saumur", "la-rochelle"):
        faults.unless(bases[base] > 0, "area", _("expected a base of {base}", base=base))
    for zone in ROYAL_ARMIES:
        fits = any(area.zone == zone and area.objective for area in parts.board.area)
        faults.unless(
            fits,
            "area",
            _("expected an objective in the zone of {zone}, where it is raised (7.1)", zone=zone),
        )
    primary = any(area.objective == "primary" for area in parts.board.area)
    faults.unless(primary, "area", _("expected a primary objective"))


def _check_counters(parts: Parts, into: list[Fault]) -> None:
    faults = Faults(ARMIES_FILE, "", into)
    armies = {army.id: army for army in parts.armies.army}
    for id, side in SIDE.items():
        faults.unless(id in armies, "army", _("expected an army {id}", id=id))
        if id in armies:
            fits = armies[id].side == side
            Faults(ARMIES_FILE, f"army {id}", into).unless(fits, "side", _("expected {side}", side=side))
    for band in BANDS:
        fits = any(entry.id == band for entry in parts.armies.band)
        faults.unless(fits, "band", _("expected a band {band}", band=band))
    letters: Counter[str] = Counter(army.letter for army in parts.armies.army)
    letters.update(band.letter for band in parts.armies.band)
    for letter, count in letters.items():
        faults.unless(
            count == 1,
            "army",
            _("expected a letter for each, found {letter!r} {count} times", letter=letter, count=count),
        )
    for entry in parts.tables.stacking:
        fits = entry.enters in armies and entry.where in armies
        expected = _(
            "expected armies, found {enters!r} and {where!r}", enters=entry.enters, where=entry.where
        )
        Faults("tables.toml", "", into).unless(fits, "stacking", expected)


def _check_generals(parts: Parts, areas: dict[str, Area], into: list[Fault]) -> None:
    for general in parts.generals.general:
        faults = Faults("generals.toml", f"general {general.id}", into)
        if general.army is not None:
            fits = SIDE[general.army] == general.side
            faults.unless(fits, "army", _("expected an army of the {side} side", side=general.side))
        known = ("setup", *EVENTS)
        faults.unless(general.enters in known, "enters", _("expected one of {known}", known=", ".join(known)))
        if general.at is not None:
            faults.unless(
                general.at in areas, "at", _("expected an area of the board, found {at!r}", at=general.at)
            )


def _check_markers(parts: Parts, areas: dict[str, Area], into: list[Fault]) -> None:
    generals = {general.id for general in parts.generals.general}
    for event in parts.events.event:
        faults = Faults("events.toml", f"event {event.id}", into)
        if event.occupied is not None:
            fits = event.occupied in areas
            faults.unless(
                fits,
                "occupied",
                _("expected an area of the board, found {occupied!r}", occupied=event.occupied),
            )
        for army in event.rolls:
            faults.unless(
                SIDE[army] == event.side,
                f"rolls.{army}",
                _("expected an army of the {side}s", side=event.side),
            )
        if event.late is not None:
            fits = event.late.general in generals
            faults.unless(
                fits, "late.general", _("expected a general, found {general!r}", general=event.late.general)
            )
    events = {event.id for event in parts.events.event}
    faults = Faults("events.toml", "", into)
    faults.unless(
        events == set(EVENTS), "event", _("expected one entry each for {events}", events=", ".join(EVENTS))
    )
    incidents = {incident.id for incident in parts.incidents.incident}
    faults = Faults("incidents.toml", "", into)
    faults.unless(
        incidents == set(INCIDENTS),
        "incident",
        _("expected one each for {incidents}", incidents=", ".join(INCIDENTS)),
    )
    fits = sum(incident.copies for incident in parts.incidents.incident) >= max(
        parts.tables.incidents.markers
    )
    faults.unless(fits, "incident", _("expected as many markers as the greatest combat draws"))


def _check_setup(parts: Parts, into: list[Fault]) -> None:
    Faults("setup.toml", "", into).unless(
        bool(parts.setup.scenario), "scenario", _("expected one scenario at least")
    )
    columns = parts.tables.reinforcement.columns
    used = {column for scenario in parts.setup.scenario for column in scenario.rolls.values()}
    used |= {column for event in parts.events.event for column in event.rolls.values()}
    used |= {army.column for army in parts.armies.army if army.column is not None}
    for column in sorted(used - columns.keys()):
        Faults("tables.toml", "", into).unless(
            False, "reinforcement.columns", _("expected a column {column}", column=column)
        )
