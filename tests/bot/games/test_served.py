"""What serves one seat alone is made of what that seat may know: completions, forecasts, previews, hints.

Each is asked of a board and of its twins, which differ only in what the seat may not know; the answers must
be the same. In the options of a command any name of either side may be typed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from discord import app_commands

from bot.games.registry import presenter_of
from bot.games.shown import MORE
from bot.games.valmy import battles
from bot.interactions.games import Completion
from data.games import half
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError
from tests.core.play import TITLES, Position, notations, positions
from tests.support.depth import depth, seed
from tests.support.fixture import fixture_of

HIDING = [title.id for title in TITLES.values() if title.secrets]
BOARDS = depth(1, 6)
"""Boards of each kind of decision."""
NAMES = depth(2, 30)
"""Names that are typed into the other options at each of them."""
OTHERS = depth(0, 1)
"""Seats that are not asked and look too."""
FORECASTS = depth(8, 120)
ACTIONS = depth(12, 60)


class Same(dict[str, str | None]):
    """Options of a command, in each of which the same was typed."""

    def __init__(self, typed: str | None) -> None:
        super().__init__()
        self.typed = typed

    def __missing__(self, option: str) -> str | None:
        return self.typed

    def __getattr__(self, option: str) -> str | None:
        return self.typed


@pytest.fixture(params=HIDING)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title with secrets in turn."""
    return TITLES[request.param]


def boards(title: AnyTitle) -> Iterator[tuple[str, msgspec.Struct, list[Any]]]:
    """Seats at boards of each kind of decision, with twins that look alike to them."""
    chooser = random.Random(seed(f"served {title.id}"))
    by_kind: dict[str, list[Position]] = {}
    for position in positions(title.id):
        for decision in title.decisions(position.state)[:1]:
            by_kind.setdefault(decision.kind, []).append(position)
    for alike in by_kind.values():
        for position in chooser.sample(alike, min(BOARDS, len(alike))):
            others = [seat for seat in title.seats if seat not in position.seats]
            for seat in (chooser.choice(position.seats), *chooser.sample(others, min(OTHERS, len(others)))):
                twins = list(fixture_of(title.id).twins(position.state, seat))
                if twins:
                    yield seat, position.state, twins


def completions(title: AnyTitle) -> list[tuple[str, Completion[Any]]]:
    """The completions of a game's commands, each with the option that it is for."""
    commands = half(title.id, "commands")
    walked = [] if commands is None else list(commands().walk_commands())
    found = []
    for command in walked:
        if isinstance(command, app_commands.Command):
            for name, option in command._params.items():
                made = getattr(option.autocomplete, "__self__", None)
                if isinstance(made, Completion):
                    found.append((f"{command.qualified_name} {name}", made))
    return found


def names(title: AnyTitle) -> list[str]:
    """Words that stand for something in a notation: counters of either side, places, seats."""
    return sorted({word for text in notations(title.id) for word in text.split()[1:] if len(word) > 1})


def test_each_game_with_completions_of_a_seats_own_is_looked_at() -> None:
    assert sum(bool(completions(TITLES[id])) for id in HIDING) >= 3


@pytest.mark.deep(seconds=60)
def test_completions_tell_nothing_of_others(title: AnyTitle) -> None:
    """With each name of each side in the other options, and as what is typed so far."""
    words, known, found = presenter_of(title), names(title), completions(title)
    chooser = random.Random(seed(title.id))
    for seat, state, twins in boards(title):
        for name in [None, *chooser.sample(known, min(NAMES, len(known)))]:
            for option, completion in found:
                for typed in ("", name) if name else ("",):
                    offered = [
                        completion.offered(completion.seats.make(words, board, seat, name), Same(name), typed)
                        for board in (state, *twins)
                    ]
                    assert all(each == offered[0] for each in offered), (option, name)


def answer(made: Any, typed: dict[str, str | None]) -> Any:
    """A forecast, or why there is none."""
    try:
        return made.forecast(typed, {})
    except EngineError as error:
        return error.message
    except NotImplementedError:
        return None


@pytest.mark.deep(seconds=60)
def test_forecasts_tell_nothing_of_others(title: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battles, "GAMES", 2)
    words, found = presenter_of(title), completions(title)
    if not found:
        return
    make, grow = found[0][1].seats.make, dict(found).get(f"{title.id} forecast path")
    forms = [text.partition(" ")[2].partition(" with ") for text in notations(title.id)]
    chooser, known, told = random.Random(seed(title.id)), names(title), 0
    for seat, state, twins in boards(title):
        for _ in range(FORECASTS):
            path, _with, who = chooser.choice(forms)
            here = make(words, state, seat, None)
            grown = [] if grow is None else grow.offered(here, Same(None), f"{chooser.choice(known)} > ")
            typed = {
                "path": chooser.choice(grown).value if grown else path,
                "box": path.split(" > ")[-1],
                "with": chooser.choice([None, who or None, chooser.choice(known)]),
            }
            foretold = answer(here, typed)
            told += isinstance(foretold, tuple)
            for twin in twins:
                assert answer(make(words, twin, seat, None), typed) == foretold, typed
    assert told or grow is None


@pytest.mark.deep(seconds=60)
def test_choices_forms_previews_and_hints_tell_nothing_of_others(title: AnyTitle) -> None:
    for seat, state, twins in boards(title):
        expected = served(title, state, seat)
        for twin in twins:
            assert served(title, twin, seat) == expected


def served(title: AnyTitle, state: Any, seat: str) -> list[Any]:
    """All that a panel shows of a seat's choices, what comes of them as it is foreseen, and the hint."""
    words = presenter_of(title)
    groups = words.groups(state, seat)
    inside = [
        words.within(state, seat, choice.notation.removeprefix(MORE))
        for group in groups
        for choice in group.choices
        if choice.notation.startswith(MORE)
    ]
    listed = title.legal_actions(state, seat)
    tried = [*listed, *fixture_of(title.id).typed(state, listed)] if title.decisions(state) else listed
    chosen = random.Random(len(tried)).sample(tried, min(ACTIONS, len(tried)))
    typed = [text for kind in title.order_kinds for text in title.order_choices(state, seat, kind.kind, "")]
    return [
        groups,
        inside,
        words.forms(state, seat),
        words.sheet(state, seat, None, {}),
        words.close(state, seat),
        words.barred(state, seat),
        words.due(state, seat),
        words.standing(title.view(state, seat), seat),
        [previewed(title, state, seat, action) for action in chosen],
        typed,
        title.edit_choices(state, ""),
        title.suggest(state, seat, random.Random("hint")),
    ]


def previewed(title: AnyTitle, state: Any, seat: str, action: Any) -> Any:
    """What has to be seen before an action is confirmed, or why it is refused."""
    try:
        return presenter_of(title).preview(state, seat, action)
    except EngineError as error:
        return error.message
