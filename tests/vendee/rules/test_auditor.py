"""The auditor finds nothing in whole games, and each of its laws finds what is made wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from data.vendee.schema import Side
from engines.core.events import Event, PhaseBegun, Roll, TableRoll
from engines.core.simulate import play
from engines.vendee.combat.events import BattleEnded, FellBack, Fought, IncidentsDrawn
from engines.vendee.events import (
    Announced,
    Deserted,
    Dropped,
    EventPlayed,
    Fled,
    Lost,
    MoraleChanged,
    Placed,
    PlaceTaken,
    PointsRolled,
    PowderChanged,
    Raised,
    Sailed,
    Spared,
    Stepped,
    Tried,
)
from engines.vendee.frames import Operations
from engines.vendee.player.policy import STUDY
from engines.vendee.state import State
from tests.support.depth import seed
from tests.vendee.auditor.audit import LAWS, Audited, audit, rest
from tests.vendee.auditor.scene import Law, Scene
from tests.vendee.auditor.sense import Sense
from tests.vendee.battles import stacked
from tests.vendee.builder import Given, given, title

GAMES, CHUNKS = 20, 10
"""Games of a night, and how many tests share them out."""
SENSELESS = 3
"""Of them, in how many an automatic player may go to and fro: one in sixty does."""


def audited(name: str, policy: str) -> list[str]:
    """The faults of a whole game."""
    game = Audited(*([Sense] if policy == "greedy" else []))
    play(game, STUDY, policy, name)
    return game.faults


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_a_whole_game_is_clean(policy: str) -> None:
    assert audited(f"audit {policy}", policy) == []


@pytest.mark.nightly(seconds=38)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_two_hundred_games_are_clean(chunk: int) -> None:
    senseless = 0
    for number in range(GAMES):
        faults = audited(seed(f"audit {chunk} {number}"), "greedy")
        assert [fault for fault in faults if ": sense:" not in fault] == [], number
        senseless += bool(faults)
    assert senseless <= SENSELESS


def found(position: Given, events: Sequence[Event], laws: Sequence[type[Law]] = LAWS) -> list[str]:
    """What the laws find in events that begin with a position, and at rest after them."""
    scene, judges = Scene(position.state), [law() for law in laws]
    return [*audit(judges, scene, events), *rest(judges, scene)]


def before_the_fight() -> Given:
    """Twenty-five Royalists next to ten Republicans."""
    position = given().hand("royalist").points("trementines", saumur=10).general("quetineau", "trementines")
    position.points("cholet", anjou=20, centre=5).general("bonchamps", "cholet")
    return position.general("royrand", "cholet").more()


@cache
def fight() -> tuple[Event, ...]:
    """A whole activation as the rules tell it: a march, a combat, a rout and what it moves."""
    dice = stacked((3, 4, 6, 5), ("t11", "t3", "t10", "t9"))
    state: State = before_the_fight().state
    told: list[Event] = []
    actions = ["activate cholet with all", "move cholet > trementines with all"]
    while actions or not isinstance(state.stack[-1], Operations):
        owed = title().decisions(state)[0]
        text = actions.pop(0) if actions and owed.kind != "march" else ""
        action = title().parse(state, text, owed.seat) if text else title().fallback(state, owed)
        assert action is not None
        step = title().apply(state, owed.seat, action, dice)
        state, told = step.state, [*told, *step.events]
    assert dice.pending() == ((), {})
    return tuple(told)


def test_a_fight_by_the_rules_is_clean_and_ends_as_it_was_told() -> None:
    assert found(before_the_fight(), fight()) == []
    scene = Scene(before_the_fight().state)
    assert list(audit((), scene, fight()[:-3])) == []
    assert list(scene.differs(before_the_fight().state))


Change = Callable[[Any], Event | None]
"""What becomes of an event; None: it is not told."""


@pytest.mark.parametrize(
    ("kind", "nth", "change", "words"),
    [
        (PointsRolled, 0, lambda e: replace(e, halves=e.halves + 2), "3.1"),
        (Stepped, 0, lambda e: replace(e, cost=2), "costs 1 halves, not 2"),
        (Stepped, 0, lambda e: replace(e, left=0), "halves are left"),
        (Stepped, 0, lambda e: replace(e, end="ancenis"), "nobody goes"),
        (IncidentsDrawn, 0, lambda e: replace(e, drawn=e.drawn[:3]), "3 incidents"),
        (Fought, 0, lambda e: replace(e, total=e.total + 1), "the dice come to"),
        (Fought, 0, lambda e: replace(e, column="4:1"), "should be 3:1"),
        (Fought, 0, lambda e: replace(e, result="DD4-60"), "the result is DD4-60"),
        (Fought, 0, lambda e: replace(e, losses={**e.losses, "royalist": 3}), "are to be lost"),
        (Fought, 0, lambda e: replace(e, points={**e.points, "royalist": {"anjou": 20}}), "fight in"),
        (Lost, 0, lambda _: None, "still 5 to lose"),
        (FellBack, 1, lambda e: replace(e, end="chemille"), "fell back from"),
        (FellBack, 3, lambda _: None, "a retreat of 4 areas ended"),
        (MoraleChanged, 0, lambda e: replace(e, change=2, after=2), "nothing moves morale"),
        (MoraleChanged, 1, lambda _: None, "should have moved by -3"),
        (PowderChanged, 0, lambda e: replace(e, after=0), "left the markers"),
        (PowderChanged, 1, lambda _: None, "left the markers"),
    ],
)
def test_what_is_made_wrong_in_a_fight_is_found(
    kind: type[Event], nth: int, change: Change, words: str
) -> None:
    events = list(fight())
    at = [index for index, event in enumerate(events) if isinstance(event, kind)][nth]
    wrong = change(events[at])
    events[at : at + 1] = [wrong] if wrong else []

    assert any(words in fault for fault in found(before_the_fight(), events))


def announced(area: str, general: str = "", **points: int) -> list[Event]:
    """A group that is activated, with five action points if a general of rating 2 leads it, else two."""
    kinds: Any = {kind.replace("_", "-"): count for kind, count in points.items()}
    side = title().box.general[general].side if general else "republican"
    group = Announced(side, area, kinds, (general,) if general else (), False)
    rolled = PointsRolled(side, area, (3, 3), 2, 10, False) if general else PointsRolled(
        side, area, (), None, 4, False
    )  # fmt: skip
    return [group, rolled]


def step(start: str, end: str, cost: int, left: int, *generals: str, **points: int) -> Stepped:
    """A step; the side is that of the first who goes."""
    kinds: Any = {kind.replace("_", "-"): count for kind, count in points.items()}
    royal = set(points) & {"anjou", "centre", "loroux", "bas_poitou"} or set(generals) & {
        "charette",
        "d-elbee",
    }
    side: Side = "royalist" if royal else "republican"
    return Stepped(side, start, end, kinds, generals, 1, cost, left, True, False)


def test_who_goes_the_same_way_twice_for_nothing_is_found() -> None:
    there, back = step("nantes", "reze", 1, 3, nantes=2), step("reze", "nantes", 1, 2, nantes=2)
    position = given().points("nantes", nantes=2)
    assert found(position, [*announced("nantes", nantes=2), there, back], [Sense]) == []
    assert found(position, [*announced("nantes", nantes=2), there, back, there], [Sense])


RIDE = [
    *announced("saumur", "canclaux", nantes=1),
    step("saumur", "doue", 1, 9, "canclaux", nantes=1),
    step("doue", "concourson", 1, 8, "canclaux", nantes=1),
]
"""By the royal road, from one controlled area to the other."""


def riders() -> Given:
    """A rider, Royalists who control his road and friends whom he meets on it."""
    position = given().points("saumur", nantes=1).general("canclaux", "saumur").points("doue", nantes=6)
    return position.points("martigne", anjou=3)


def test_who_rides_by_road_passes_and_who_is_picked_up_on_it_does_not() -> None:
    joined = Dropped("republican", "doue", {"nantes": 6}, (), True, False)
    with_friends = step("doue", "concourson", 1, 8, "canclaux", nantes=7)

    assert found(riders(), RIDE) == []
    assert any("3.4" in fault for fault in found(riders(), [*RIDE[:3], joined, with_friends]))


ALARM = EventPlayed("royalist", "e1", "Alarm")


def arrived(side: Side, area: str, **points: int) -> Placed:
    """Combat points that are placed."""
    kinds: Any = {kind.replace("_", "-"): count for kind, count in points.items()}
    return Placed(side, area, kinds, (), 1, False)


GOING_HOME = [TableRoll("desertion of anjou", [3, 4], "", "20%", "2.5")]
COMMITTEE = PhaseBegun("committee", "2.6")


@pytest.mark.parametrize(
    ("position", "events", "words"),
    [
        pytest.param(
            given().points("reze", nantes=3, saumur=2).general("canclaux", "reze"),
            [
                *announced("reze", "canclaux", nantes=3),
                Dropped("republican", "reze", {"saumur": 2}, (), True, False),
            ],
            "generals of other armies",
            id="cost: picked up by a stranger",
        ),
        pytest.param(
            given().points("angers", saumur=3),
            [
                *announced("angers", saumur=3),
                step("angers", "brissac", 2, 2, saumur=3),
                step("brissac", "gennes", 4, 0, saumur=3),
            ],
            "6 of 4 halves were spent",
            id="cost: beyond what there is",
        ),
        pytest.param(
            given().turn(1).points("cholet", anjou=2).general("d-elbee", "cholet"),
            [*announced("cholet", "d-elbee", anjou=2), step("cholet", "mortagne", 1, 9, "d-elbee", anjou=2)],
            "7.1",
            id="zones: away from home in March",
        ),
        pytest.param(
            given().points("reze", nantes=3).points("aigrefeuille", saumur=1),
            [*announced("reze", nantes=3), step("reze", "aigrefeuille", 1, 3, nantes=3)],
            "rest in aigrefeuille",
            id="stacking: two armies of the Republic",
        ),
        pytest.param(
            given().points("lege", bas_poitou=3).general("charette", "lege").points("palluau", anjou=1),
            [
                *announced("lege", "charette", bas_poitou=3)[:1],
                PointsRolled("royalist", "lege", (3, 3), 1, 8, False),
                Roll("join", [4], [], 4, 5, False, "3.5"),
                step("lege", "palluau", 2, 6, "charette", bas_poitou=3),
            ],
            "without a test passed",
            id="stacking: Charette against his will",
        ),
        pytest.param(
            given().points("cholet", anjou=3).points("mortagne", bas_poitou=1),
            [arrived("royalist", "mortagne", anjou=2)],
            "where Bas-Poitou is",
            id="stacking: placed with Bas-Poitou",
        ),
        pytest.param(
            given().points("vihiers", anjou=3).general("menou", "vihiers"),
            [Fled("republican", ("menou",), "vihiers", "chanzeaux", False)],
            "fled from vihiers",
            id="flight: away from home",
        ),
        pytest.param(
            given().points("vihiers", anjou=3).general("menou", "vihiers"), [], "alone", id="flight: none"
        ),
        pytest.param(
            given().points("cholet", saumur=3).general("stofflet", "cholet").general("royrand", "cholet"),
            [Fled("royalist", ("stofflet", "royrand"), "cholet", "jallais", False)],
            "fled together",
            id="flight: two armies as one",
        ),
        pytest.param(
            given().points("cholet", saumur=1), [], "occupied for the first time", id="morale: an objective"
        ),
        pytest.param(
            given().points("saumur", anjou=1),
            [PlaceTaken("saumur", "royalist"), MoraleChanged("royalist", 0, 1, 1, "Saumur taken", "5.1")],
            "saumur taken left the markers",
            id="powder: a base",
        ),
        pytest.param(
            given(),
            [PowderChanged("centre", -2, -1, "luck", "5.2")],
            "nothing moves the powder",
            id="powder: luck",
        ),
        pytest.param(
            given().past("e2").points("cholet", anjou=20, chouans=4),
            [ALARM, TableRoll("reinforcements of anjou", [3, 4], "", "24", "2.2"), Raised("anjou", 0, "2.2")],
            "0 of anjou come, and 4 should",
            id="arrivals: the Chouans counted",
        ),
        pytest.param(
            given().past("e2").points("cholet", anjou=20),
            [EventPlayed("royalist", "e2", "La Gâtine"), ALARM, Raised("anjou", 4, "2.2")],
            "4 of anjou come, and 0 should",
            id="arrivals: a gift beside the alarm",
        ),
        pytest.param(
            given().points("nantes", nantes=28),
            [
                EventPlayed("republican", "e15", "Maritime Move"),
                Sailed("nantes", "delayed", None, "nantes"),
                EventPlayed("republican", "e10", "The Homeland Endangered"),
                TableRoll("reinforcements of nantes", [1, 1], "", "8", "2.2"),
                Raised("nantes", 3, "2.2"),
            ],
            "3 of nantes come, and 2 should",
            id="arrivals: the counter at sea",
        ),
        pytest.param(
            given().points("thouars", anjou=1),
            [arrived("republican", "bouille", saumur=2), arrived("republican", "doue", saumur=1)],
            "saumur arrives in doue",
            id="arrivals: next to no lost base",
        ),
        pytest.param(
            given().points("vertou", centre=1),
            [arrived("royalist", "montaigu", loroux=1)],
            "loroux arrives in montaigu",
            id="arrivals: next to a zone with room",
        ),
        pytest.param(
            given().points("cholet", anjou=8).points("doue", anjou=2),
            [*GOING_HOME, Deserted("cholet", True, {"anjou": 2}), COMMITTEE],
            "anjou stays in doue",
            id="desertion: from home before the plain",
        ),
        pytest.param(
            given().points("cholet", anjou=8).points("doue", anjou=2),
            [*GOING_HOME, Deserted("doue", False, {"anjou": 1}), COMMITTEE],
            "1 of anjou should still",
            id="desertion: too few",
        ),
        pytest.param(
            given().general("canclaux", "nantes").general("beysser", "nantes"),
            [COMMITTEE, Spared("canclaux", "nantes"), PhaseBegun("end", "2.7")],
            "['beysser'] should have been",
            id="committee: nobody tried",
        ),
        pytest.param(
            given().general("canclaux", "nantes").general("beysser", "nantes"),
            [COMMITTEE, Tried("canclaux", True), Tried("beysser", True), PhaseBegun("end", "2.7")],
            "of nantes set() were spared",
            id="committee: nobody spared",
        ),
    ],
)
def test_each_law_finds_what_breaks_it(position: Given, events: list[Event], words: str) -> None:
    assert any(words in fault for fault in found(position, events)), found(position, events)


@pytest.mark.parametrize(("paid", "clean"), [(3, True), (6, False), (0, False)])
def test_a_toll_is_taken_once_for_all_who_run_through_the_same_enemies(paid: int, clean: bool) -> None:
    """Two armies rout past three; nobody has another way, and they lose three in bocage and not six."""
    armies: list[dict[Any, int]] = [{"anjou": 10}, {"centre": 10}]
    position = given().points("cholet", anjou=10, centre=10, saumur=40).points("mortagne", saumur=3)
    entered: list[Event] = [
        FellBack("royalist", "cholet", "mortagne", points, (), True, False) for points in armies
    ]
    shares = [min(paid, 3), max(0, paid - 3)]
    lost = [
        Lost("royalist", "mortagne", dict.fromkeys(points, share), "retreat", "4.6")
        for points, share in zip(armies, shares, strict=True)
    ]
    events = [*entered, *lost, BattleEnded("cholet", "republican")]
    tolls = [fault for fault in found(position, events) if "4.6" in fault]

    assert (tolls == []) == clean
