"""What serves one seat alone is made of what that seat may know: completions, forecasts, previews, hints.

Each is asked of a board and of its twins, which differ only in what the seat may not know; the answers must
be the same. In the options of a command any name of either side may be typed.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any

import msgspec
import pytest
from discord import app_commands

from bot.games.registry import presenter_of
from bot.games.shown import Does
from bot.games.valmy import battles
from bot.interactions import talk
from bot.interactions.games import Completion, Names
from data.games import half
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError
from tests.core.play import TITLES, Position, notations, of_each_kind
from tests.support.depth import depth, seed, tonight
from tests.support.fixture import fixture_of

HIDING = [title.id for title in TITLES.values() if title.secrets and fixture_of(title.id).hides]
BOARDS = depth(1, 6)
"""Boards of each kind of decision."""
COMPLETED, FORETOLD, SERVED = 80, 60, 400
"""Boards with a seat that a night has time for: where all is completed, where forecasts are made, and
where panels are compared."""
NAMES = depth(1, 12)
"""Names that are typed into the other options at each of them, in turn over all boards."""
SEATS = depth(1, 2)
"""Seats that look at each: one that is asked first, then one that is not."""
KINDS = 4
"""Kinds of standing order that are completed at each by night."""
TWINS = depth(1, 4)
"""Twins of each, at most."""
FORECASTS = depth(8, 60)
ACTIONS = depth(6, 40)
TYPED = ("{}", "{} ", "{} > ", "all but {}", "nobody {}")
"""What is typed so far of an option, besides nothing: a name, and what goes on from it."""


class Typed(dict[str, str | None]):
    """Options of a command, each with one of some names: all with the same where there is but one."""

    def __init__(self, *names: str | None) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, option: str) -> str | None:
        return self._names[zlib.crc32(option.encode()) % len(self._names)]

    def __getattr__(self, option: str) -> str | None:
        return self[option]


@pytest.fixture(params=HIDING)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title whose boards hide something, in turn."""
    return TITLES[request.param]


def boards(title: AnyTitle, most: int) -> Iterator[tuple[str, msgspec.Struct, list[Any]]]:
    """Seats at boards of each kind of decision, with twins that look alike to them.

    :param most: boards that are looked at by night.
    """
    chooser = random.Random(seed(f"served {title.id}"))
    looking = [
        (seat, position.state)
        for position in of_each_kind(title, BOARDS, chooser)
        for seat in looking_at(title, position, chooser)
    ]
    for seat, state in tonight(looking, most, chooser):
        twins = list(fixture_of(title.id).twins(state, seat))
        if twins:
            yield seat, state, chooser.sample(twins, min(TWINS, len(twins)))


def looking_at(title: AnyTitle, position: Position, chooser: random.Random) -> list[str]:
    """A seat that is asked and one that is not."""
    others = [seat for seat in title.seats if seat not in position.seats]
    return [chooser.choice(position.seats), *chooser.sample(others, min(1, len(others)))][:SEATS]


@cache
def completing(title: AnyTitle) -> dict[str, Any]:
    """What completes each option of a game's commands: an object, or a function."""
    commands = half(title.id, "commands")
    return {
        f"{command.qualified_name} {name}": getattr(option.autocomplete, "__self__", option.autocomplete)
        for command in ([] if commands is None else commands().walk_commands())
        if isinstance(command, app_commands.Command)
        for name, option in command._params.items()
        if option.autocomplete
    }


def completions(title: AnyTitle) -> dict[str, Completion[Any]]:
    """Those that depend on what a seat is asked."""
    return {option: made for option, made in completing(title).items() if isinstance(made, Completion)}


def looked_up(title: AnyTitle, command: str) -> dict[str, Names]:
    """The options of a command that are completed by names of the box."""
    before = f"{command} "
    return {
        option.removeprefix(before): made
        for option, made in completing(title).items()
        if option.startswith(before) and isinstance(made, Names)
    }


@cache
def names(title: AnyTitle) -> Sequence[str]:
    """Counters of either side, places, seats: what the commands complete by name, and words of notations."""
    words = {word for text in notations(title.id) for word in text.split()[1:] if len(word) > 1}
    box: Any = getattr(title, "box", None)
    for made in completing(title).values():
        if isinstance(made, Names):
            words.update(made.ids(box))
    return sorted(words)


@pytest.mark.parametrize("game", [title.id for title in TITLES.values() if title.secrets])
def test_each_completion_of_a_game_with_secrets_is_looked_at(game: str) -> None:
    """It is made of what a seat is asked, which is compared here, of the box alone, or of who has a seat."""
    for option, made in completing(TITLES[game]).items():
        assert isinstance(made, (Completion, Names)) or made is talk.partners, option


def test_each_game_with_completions_of_a_seats_own_is_looked_at() -> None:
    assert sum(bool(completions(TITLES[id])) for id in HIDING) >= 3


@pytest.mark.deep(seconds=40)
def test_completions_tell_nothing_of_others(title: AnyTitle) -> None:
    """With each name of each side in the other options, and as what is typed so far."""
    words, known, chooser = presenter_of(title), names(title), random.Random(seed(title.id))
    turns = cycle(chooser.sample(known, len(known)))
    for seat, state, twins in boards(title, COMPLETED) if completions(title) else ():
        for name in (None, *islice(turns, NAMES)):
            options = chooser.choice([Typed(name), Typed(name, None, *chooser.sample(known, 2))])
            begun = chooser.choice(TYPED).format(name or "")
            kinds = tonight([kind.kind for kind in title.order_kinds], KINDS, chooser)
            expected = offered(title, words, state, (seat, name), options, begun, kinds)
            for twin in twins:
                served = offered(title, words, twin, (seat, name), options, begun, kinds)
                assert served == expected, (name, begun)


def offered(
    title: AnyTitle,
    words: Any,
    state: Any,
    who: tuple[str, str | None],
    options: Typed,
    begun: str,
    kinds: Sequence[str],
) -> dict[str, Any]:
    """What each completion, and some kinds of standing order, offer a seat: to nothing and to a beginning."""
    all_of = completions(title)
    here = {seats: seats.make(words, state, *who) for seats in {made.seats for made in all_of.values()}}
    return {
        option: [made.offered(here[made.seats], options, typed) for typed in dict.fromkeys(("", begun))]
        for option, made in all_of.items()
    } | {kind: title.order_choices(state, who[0], kind, begun) for kind in kinds}


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
    make, grow = next(iter(found.values())).seats.make, found.get(f"{title.id} forecast path")
    forms = [text.partition(" ")[2].partition(" with ") for text in notations(title.id)]
    chooser, known, told = random.Random(seed(title.id)), names(title), 0
    for seat, state, twins in boards(title, FORETOLD):
        for _ in range(FORECASTS):
            path, _with, who = chooser.choice(forms)
            here = make(words, state, seat, None)
            grown = [] if grow is None else grow.offered(here, Typed(None), f"{chooser.choice(known)} > ")
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
    for seat, state, twins in boards(title, SERVED):
        expected = served(title, state, seat)
        for twin in twins:
            assert served(title, twin, seat) == expected


def served(title: AnyTitle, state: Any, seat: str) -> list[Any]:
    """All that a panel shows of a seat's choices, what comes of them as it is foreseen, and the hint."""
    words = presenter_of(title)
    groups = words.groups(state, seat)
    inside = [
        words.within(state, seat, choice.notation)
        for group in groups
        for choice in group.choices
        if choice.does is Does.OPEN
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
