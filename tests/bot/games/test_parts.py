"""What the words of games are made of: stories, paths that grow, sums of ways, commands from data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from types import SimpleNamespace
from typing import Any, Literal

from bot.games.parts.completion import Path, PathTyping, actions, fitting, like, named, offer
from bot.games.parts.lines import LONG, joined, packed
from bot.games.parts.names import Names
from bot.games.parts.story import Line, Story, tells
from bot.games.shown import Choice
from bot.games.wording import says_number
from bot.interactions.games import Field, command
from bot.interactions.host import Interaction
from bot.surface import layout
from engines.core.events import Event, PhaseBegun


class Walked(Event, frozen=True, tag="walked"):
    """Somebody went a step."""

    who: str
    end: str


class Rested(Event, frozen=True, tag="rested"):
    """Somebody went no farther."""

    who: str


class Walks(Story):
    """A story of people who walk."""

    phases = {"dawn": "Dawn", "dusk": "Dusk"}

    @tells(Walked, lambda before, event: before.who == event.who)
    def _walks(self, steps: list[Walked]) -> str:
        return f"{steps[0].who} goes to {' and '.join(step.end for step in steps)}."

    def line(self, event: Event) -> Line:
        return f"{event.who} rests." if isinstance(event, Rested) else None

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        rests = isinstance(before, Walked) and isinstance(event, Rested) and before.who == event.who
        return "second" if rests else None


def test_what_belongs_together_is_one_line_and_a_phase_without_news_is_left_out() -> None:
    events = [
        PhaseBegun("dawn", "1"),
        Walked("Anne", "the well"),
        Walked("Anne", "the mill"),
        Rested("Anne"),
        Walked("Jean", "the well"),
        PhaseBegun("noon", "2"),
        PhaseBegun("dusk", "3"),
        Event(),
        PhaseBegun("dawn", "1"),
        Rested("Jean"),
    ]
    assert Walks().told(events).lines == [
        "__Dawn__",
        "Anne goes to the well and the mill.",
        "Jean goes to the well.",
        "__Dawn__",
        "Jean rests.",
    ]


def test_a_long_line_is_one_line_and_discord_breaks_it() -> None:
    told = f"Anne goes to {' and '.join(['far'] * 40)}."
    assert Walks().told([Walked("Anne", "far")] * 40).lines == [told]
    assert joined("Areas ", ["a" * 60, "b" * 60]) == f"Areas {'a' * 60} · {'b' * 60}"


def test_a_list_that_is_very_long_goes_on_in_a_line_with_its_head() -> None:
    assert packed("Areas ", ["a", "b"]) == ["Areas a · b"]
    told = packed("Areas ", [f"{number} {'x' * 90}" for number in range(9)])
    assert len(told) == 3
    assert all(line.startswith("Areas ") and len(line) <= LONG for line in told)
    assert " · ".join(line.removeprefix("Areas ") for line in told).count("x" * 90) == 9


ROADS = {
    "mill": ["well", "wood"],
    "well": ["mill", "town"],
    "wood": ["mill", "town"],
    "town": ["well", "wood"],
}


class Walk(PathTyping[int]):
    """Paths on four roads; the way through the wood is barred, and a step costs as much as its letters."""

    def __init__(self, at: str | None = None) -> None:
        super().__init__(ROADS)
        self._at = at

    def area(self, typed: str | None) -> str | None:
        return typed if typed in ROADS else None

    def like(self, typed: str, area: str) -> bool:
        return like(typed, area)

    def under_way(self) -> str | None:
        return self._at

    def starts(self) -> Iterable[str]:
        return ("mill", "town")

    def walked(self, areas: tuple[str, ...]) -> Path[int] | None:
        return None if "wood" in areas else Path(areas, sum(map(len, areas)))

    def cost(self, way: int) -> int:
        return way

    def far(self, areas: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        return [(*areas, "well", "town")] if areas == ("mill",) else []


def grown(typed: str, at: str | None = None) -> list[tuple[str, ...]]:
    """The paths that are offered."""
    return [path.areas for path in Walk(at).paths(typed)]


def test_a_path_grows_from_where_one_can_begin_to_where_one_can_go() -> None:
    assert grown("") == [("mill",), ("town",)]
    # One that is meant for sure is walked on from at once, and nobody walks through the wood.
    assert grown("mi") == [("mill",), ("mill", "well")]
    assert grown("mill > ") == [("mill", "well")]
    assert grown("mill > town") == [("mill", "well", "town")]
    assert grown("mill > well > ") == [("mill", "well", "town")]
    assert grown("mill > nowhere > ") == []


def test_whoever_is_under_way_need_not_say_from_where() -> None:
    assert grown("", at="well") == [("well", "mill"), ("well", "town")]
    assert grown("to", at="well") == grown("well > to", at="well") == [("well", "town")]
    assert Walk("well").known("town > ") == ("well", "town")


def test_no_more_is_offered_than_can_be_shown() -> None:
    names = [(f"area-{number}", f"Área {number}") for number in range(40)]
    offered = named(names, "AREA 3")
    assert [one.value for one in offered][:2] == ["area-3", "area-30"]
    assert len(named(names, "")) == layout.PER_SELECT
    assert fitting([offer("long", "x" * (layout.DETAIL + 1)), offer("short", "x")]) == [offer("short", "x")]


def test_actions_are_offered_whole_or_as_what_follows_their_verb() -> None:
    go = Choice("go town", "Town", "a fair", chance="50%")
    (whole,) = actions([go, Choice("stay", "Stay", "at home")], "TOWN go")
    assert (whole.name, whole.value) == ("go town: 50%: a fair", "go town")
    (target,) = actions([go], "", "go")
    assert (target.name, target.value) == ("Town: a fair", "town")


def test_names_stand_for_ids_in_what_the_engine_says() -> None:
    names = Names({"saint-fulgent": "Saint-Fulgent", "vue": "Vue"})
    assert names.told("From vue by -2 to saint-fulgent") == "From Vue by −2 to Saint-Fulgent"
    assert names.way(["vue", "paris", "saint-fulgent"]) == "from Vue by paris to Saint-Fulgent"


class _Desk:
    """Carries out whatever comes to it, and tells nobody."""

    async def answer(self, _: Interaction, handler: Callable[[], Awaitable[object]], *, public: bool) -> None:
        assert not public
        await handler()


async def test_a_command_gets_what_was_typed_by_the_names_of_its_fields() -> None:
    got: list[Any] = []

    async def run(_: Interaction, typed: Any) -> None:
        got.append(dict(typed))

    made = command("walk", "Walk.", run, Field("path", "Where"), Field("with", "With whom", keyword="with"))
    told = [(option.display_name, option.description, option.required) for option in made.parameters]
    assert told == [("path", "Where", True), ("with", "With whom", False)]
    callback: Any = made.callback
    await callback(SimpleNamespace(client=SimpleNamespace(desk=_Desk())), path="mill", with_=None)
    assert got == [{"path": "mill", "with": None}]


def test_a_chapter_is_numbered_unless_its_name_is_so_already() -> None:
    assert says_number("Day 3", 3)
    for dates, turn in (
        ("25 October – 3 November 1806", 3),
        ("1 to 10 October", 1),
        ("Varennes", 2),
        ("Day 30", 3),
    ):
        assert not says_number(dates, turn)
