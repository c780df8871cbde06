"""The rivers of La Grande Armée: unbroken, on the right side of every town, and crossed where they were."""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict, deque
from collections.abc import Iterable
from pathlib import Path

import pytest

from data.grande_armee.hexes import Hex, distance, hexside, neighbours, sharers
from tests.grande_armee.data.country import (
    BRIDGED,
    LAKES,
    PACK,
    RIVERS,
    TERRAIN,
    TOWN,
    WET,
    middle,
    neighbours_in_play,
)

BANKS = tomllib.loads(Path(__file__).with_name("banks.toml").read_text(encoding="utf-8"))["bank"]
TOWARDS = {
    "N": (0.0, 1.0),
    "S": (0.0, -1.0),
    "E": (1.0, 0.0),
    "W": (-1.0, 0.0),
    "NE": (0.7, 0.7),
    "NW": (-0.7, 0.7),
    "SE": (0.7, -0.7),
    "SW": (-0.7, -0.7),
}
"""The way from a town that stands on that bank away from the river."""
ALONG_THE_EDGE = {"rhine", "weser", "salzach", "march", "warthe", "oder", "isar", "danube", "elbe"}
"""Rivers that leave the country in play and come back into it."""
STANDS_ON = {
    "danube": "ulm ingolstadt ratisbon passau linz vienna donauworth straubing krems pressburg",
    "elbe": "dresden magdeburg wittenberg torgau hamburg",
    "rhine": "mainz mannheim strasbourg",
    "main": "wurzburg bamberg frankfurt",
    "saale": "jena saalfeld naumburg halle",
    "oder": "stettin kustrin frankfurt-oder glogau breslau",
    "inn": "passau braunau innsbruck kufstein rosenheim",
    "lech": "augsburg landsberg",
    "isar": "munich landshut",
    "enns": "enns steyr",
    "march": "olmutz goding marchegg",
    "weser": "hameln minden nienburg",
    "moldau": "prague budweis",
    "spree": "berlin",
    "havel": "berlin potsdam brandenburg",
    "salzach": "salzburg",
    "iller": "memmingen kempten",
    "mulde": "dessau",
    "neisse": "gorlitz",
    "eger": "eger theresienstadt",
}
Corner = tuple[int, int]


def corners(hex: Hex) -> list[Corner]:
    """The corners of a hex, in steps of two kilometres: they lie 8.7 kilometres apart or more."""
    x, y = middle(hex)
    far = 15 / math.sqrt(3)
    turns = [math.radians(60 * k) for k in range(6)]
    return [(round((x + far * math.cos(a)) / 2), round((y + far * math.sin(a)) / 2)) for a in turns]


def near_enough(one: Corner, other: Corner) -> bool:
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def ends(side: str) -> list[Corner]:
    """The two corners between which a hexside runs."""
    one, other = sharers(side)  # type: ignore[arg-type]
    return [corner for corner in corners(one) if any(near_enough(corner, far) for far in corners(other))]


class Joined:
    """Corners of a river's sides, those that are the same told as one."""

    def __init__(self, sides: Iterable[str]) -> None:
        self.known: list[Corner] = []
        self.ways: dict[Corner, set[Corner]] = defaultdict(set)
        for side in sides:
            here, there = (self.same(corner) for corner in ends(side))
            self.ways[here].add(there)
            self.ways[there].add(here)

    def same(self, corner: Corner) -> Corner:
        for known in self.known:
            if near_enough(known, corner):
                return known
        self.known.append(corner)
        return corner

    def parts(self) -> int:
        seen: set[Corner] = set()
        number = 0
        for start in self.ways:
            if start in seen:
                continue
            number += 1
            queue = [start]
            while queue:
                here = queue.pop()
                if here not in seen:
                    seen.add(here)
                    queue.extend(self.ways[here])
        return number


JOINED = {river: Joined(sides) for river, sides in RIVERS.items()}


@pytest.mark.case("F-05")
def test_river_sides_are_1077_of_which_194_are_bridged() -> None:
    assert (len(WET), len(BRIDGED), len(PACK.rivers.bridge)) == (1077, 194, 194)
    assert BRIDGED <= WET
    assert not WET & LAKES


@pytest.mark.parametrize("side", sorted(WET)[::40])
def test_a_side_runs_between_two_corners(side: str) -> None:
    assert len(ends(side)) == 2


@pytest.mark.parametrize("river", RIVERS)
def test_a_river_is_one_line_that_never_forks(river: str) -> None:
    joined = JOINED[river]
    assert joined.parts() == 1 or river in ALONG_THE_EDGE
    assert all(len(ways) <= 2 for ways in joined.ways.values())


def test_every_tributary_meets_the_river_that_it_falls_into() -> None:
    for river in PACK.rivers.river:
        if river.into is not None:
            met = [
                corner
                for corner in JOINED[river.id].ways
                if any(near_enough(corner, other) for other in JOINED[river.into].ways)
            ]
            assert met, river.id


def over(town: str, river: str) -> list[Hex]:
    """The hexes across a river from a town's."""
    hex = TOWN[town].hex
    return [near for near in neighbours_in_play(hex) if hexside(hex, near) in RIVERS[river]]


@pytest.mark.parametrize("row", BANKS, ids=lambda row: f"{row['town']}-{row['river']}")
def test_a_town_stands_on_its_bank_and_has_its_bridge(row: dict[str, str]) -> None:
    across = over(row["town"], row["river"])
    assert across
    hex = TOWN[row["town"]].hex
    x, y = middle(hex)
    east = sum(middle(near)[0] - x for near in across)
    north = sum(middle(near)[1] - y for near in across)
    away = TOWARDS[row["bank"]]
    assert east * away[0] + north * away[1] <= 0
    if row["bridge"]:
        assert any(hexside(hex, near) in BRIDGED for near in across)


@pytest.mark.parametrize("river", STANDS_ON)
def test_places_stand_on_their_rivers(river: str) -> None:
    assert [town for town in STANDS_ON[river].split() if not over(town, river)] == []


@pytest.mark.parametrize(
    ("rivers", "one", "other"),
    [
        ("danube", "ulm dillingen donauworth ingolstadt", "gunzburg augsburg neuburg munich"),
        ("danube", "cham freistadt krems wagram", "ratisbon linz enns vienna st-polten"),
        ("elbe", "wittenberg berlin bautzen", "dresden torgau magdeburg leipzig"),
        ("rhine", "strasbourg mainz", "rastatt frankfurt mannheim"),
        ("oder", "stettin frankfurt-oder breslau", "kustrin landsberg-warthe"),
        ("inn danube", "munich passau rosenheim", "braunau scharding salzburg"),
        ("saale", "jena auerstedt weimar merseburg", "gera leipzig halle"),
        ("march danube", "wagram nikolsburg marchegg", "pressburg goding"),
    ],
)
def test_no_short_way_leads_from_bank_to_bank_round_a_river(rivers: str, one: str, other: str) -> None:
    barred = frozenset().union(*(RIVERS[river] for river in rivers.split()))
    for left in one.split():
        for right in other.split():
            assert not walks(TOWN[left].hex, TOWN[right].hex, barred), (left, right)


def walks(start: Hex, end: Hex, barred: frozenset[str]) -> bool:
    """Whether a way at most three hexes longer than the straight one crosses none of the sides."""
    most = distance(start, end) + 3
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        here, gone = queue.popleft()
        if here == end:
            return True
        if gone < most:
            for near in neighbours(here).values():
                if near in TERRAIN and near not in seen and hexside(here, near) not in barred:
                    seen.add(near)
                    queue.append((near, gone + 1))
    return False
