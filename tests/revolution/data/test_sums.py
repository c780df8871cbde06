"""The data of the box in their sums, against the rulebook and the readings of its summary."""

from __future__ import annotations

import pytest

from data.revolution.links import neighbours
from data.revolution.pack import load
from data.revolution.schema import TABLES
from data.revolution.tables import REGIMES, SEATS

PACK = load()
REGION = {region.id: region for region in PACK.board.region}
PERSON = {person.id: person for person in PACK.people.person}
CURRENT = {current.id: current for current in PACK.setup.current}


@pytest.mark.case("R-SETUP-01", "E-01", "A-73")
def test_regions_and_incomes() -> None:
    assert (len(REGION), sum(region.income for region in REGION.values())) == (26, 5000)
    assert sum(region.hot for region in REGION.values()) == 14
    sums = {seat: sum(REGION[id].income for id in CURRENT[seat].regions) for seat in SEATS}
    assert list(sums.values()) == [400, 1400, 800, 1400, 300, 200]
    held = {id for current in CURRENT.values() for id in current.regions}
    assert sum(region.income for id, region in REGION.items() if id not in held) == 500
    money = PACK.tables.money
    least = {
        seat: money.base + money.person * sum(p.start == seat for p in PERSON.values()) for seat in SEATS
    }
    assert all(CURRENT[seat].cash == max(sums[seat], least[seat]) for seat in SEATS)


def test_borders_and_routes() -> None:
    near = neighbours(PACK)
    assert sum(map(len, near.values())) == 2 * len(PACK.board.border) == 2 * 56
    assert "lyon" not in near["paris"]
    for army in PACK.setup.army:
        for one, other in zip(army.route, army.route[1:], strict=False):
            assert other in near[one], army.id


@pytest.mark.case("R-SETUP-12", "R-SETUP-13", "R-SETUP-15")
def test_people_and_armies() -> None:
    assert [sum(p.start == seat for p in PERSON.values()) for seat in SEATS] == [5, 6, 5, 5, 5, 5]
    # The King has his second Current as his first holder; thirteen others have a second face.
    assert sum(bool(person.secondary) for person in PERSON.values()) == 14
    assert (PERSON["louis"].start, PERSON["louis"].primary) == ("feuillant", "royalist")
    kinds = [army.kind for army in PACK.setup.army if army.kind != "temporary"]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "regular": 4,
        "volunteer": 16,
        "catholic": 3,
        "first-wave": 3,
        "second-wave": 4,
        "third-wave": 2,
    }


@pytest.mark.case("E-10")
def test_chances_of_the_result_table() -> None:
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    rows = PACK.tables.result.rows
    chances = [
        tuple(sum(ways[2 + nth] for nth, row in enumerate(rows) if row[column] == letter) for letter in "ABC")
        for column in range(10)
    ]
    assert chances == [
        *((1, 9, 26), (3, 7, 26), (3, 12, 21), (6, 9, 21), (6, 15, 15)),
        *((10, 11, 15), (10, 16, 10), (15, 11, 10), (15, 15, 6), (21, 9, 6)),
    ]


@pytest.mark.case("R-EVENT-15", "R-EVENT-16", "R-EVENT-17", "R-EVENT-18")
def test_what_events_cost_is_what_the_regions_yield() -> None:
    assert len({(row.regime, row.table) for row in PACK.events.row}) == len(REGIMES) * len(TABLES)
    for row in PACK.events.row:
        for text in row.effects:
            verb, *rest = text.split()
            if verb == "pay":
                assert int(rest[1]) == REGION[rest[0]].income, row.id


@pytest.mark.case("R-EVENT-14", "A-71")
def test_counter_revolution_rows_raise_what_the_rulebook_says() -> None:
    raised: dict[str, set[int]] = {"coalition": set(), "clergy": set()}
    for row in PACK.events.row:
        if (row.regime, row.table) == ("legislative", "counter-revolution"):
            for track, rolls in raised.items():
                if any(text.startswith(f"track {track} ") and "-" not in text for text in row.effects):
                    rolls.update(row.rolls)
    assert raised == {"coalition": {2, 3, 4, 5}, "clergy": {4, 9, 10, 12}}
    assert "track coalition 1" in next(r for r in PACK.events.row if r.id == "legislative-politics-4").effects


def test_every_place_is_a_permutation_but_the_royalists() -> None:
    for ranks in PACK.tables.ranks:
        if ranks.winner == "royalist":
            assert ranks.places == [1, 5, 6, 6, 6, 6]
        else:
            assert sorted(ranks.places) == [1, 2, 3, 4, 5, 6]
            assert ranks.places[SEATS.index(ranks.winner)] == 1
