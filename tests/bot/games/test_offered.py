"""What is offered ahead is what the rules accept: choices, parts of a form, suggestions, advice, defaults.

By day a few positions of a game, by night some hundred of other games. What a form offers is put on it part
by part, at random, and the form is handed in when it says that it can be.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import THEN, Choice, Does, Group
from data.games import GAMES
from engines.core.contract import AnyTitle
from engines.core.fuzz import random_options
from engines.core.game import Game
from tests.core.play import TITLES
from tests.support.depth import depth, seed

SHEETS = depth(3, 6)
"""In one position of so many a form is filled in too."""
DEEP = 4
"""How far further choices are opened one within another."""
PARTS = 6
"""Parts that are put on a form one after another."""
CHANGES = 6
"""Changes of what is written that are tried at each, of those that are offered."""


def opened(
    words: AnyPresenter, state: Any, seat: str, groups: Iterable[Group], deep: int
) -> Iterator[Choice]:
    """Every choice of some groups, in place of one that opens further ones these."""
    for group in groups:
        for choice in group.choices:
            if choice.does is not Does.OPEN:
                yield choice
            elif deep:
                inside = words.within(state, seat, choice.notation)
                yield from opened(words, state, seat, inside, deep - 1)


def accepted(title: AnyTitle, state: Any, seat: str, notation: str) -> None:
    """See that the rules take what was offered."""
    # What is done after it is asked about when it is due.
    action = title.parse(state, notation.partition(THEN)[0], seat)
    assert title.is_legal(state, seat, action), (notation, state)


def see_choices(words: AnyPresenter, state: Any, seat: str) -> None:
    """Each choice, and each part of a form that takes the place of choices."""
    title: AnyTitle = words.title
    for choice in opened(words, state, seat, words.groups(state, seat), DEEP):
        if choice.does is Does.TAKE:
            accepted(title, state, seat, choice.notation)


def see_sheet(words: AnyPresenter, state: Any, seat: str, chooser: random.Random) -> int:
    """Put parts on a form as they are offered; gives how many were. It is handed in where that is offered."""
    if not words.has_sheets or (sheet := words.sheet(state, seat, None, {})) is None:
        return 0
    text = sheet.text
    for number in range(PARTS):
        sheet = words.sheet(state, seat, text, {})
        assert sheet is not None
        offered = [choice for group in sheet.groups for choice in group.choices]
        keys = [each.notation for each in offered if each.does is Does.OPEN]
        for key in chooser.sample(keys, min(2, len(keys))):
            inside = words.sheet(state, seat, text, {}, key)
            assert inside is not None
            offered += [choice for group in inside.groups for choice in group.choices]
        if any(choice.does is Does.HAND_IN for choice in offered):
            accepted(words.title, state, seat, sheet.text)
        changes = [choice.notation for choice in offered if choice.does is Does.WRITE]
        if not changes:
            return number
        # Each change that is offered can be made; one of them is.
        text = [
            words.written(state, seat, text, change)
            for change in chooser.sample(changes, min(CHANGES, len(changes)))
        ][-1]
    return PARTS


def see_players(title: AnyTitle, state: Any, seat: str, chooser: random.Random) -> None:
    """What the automatic player, the adviser and the default would do."""
    suggested = title.suggest(state, seat, chooser)
    assert suggested is None or title.is_legal(state, seat, suggested), (suggested, state)
    for decision in title.decisions(state):
        if decision.seat == seat:
            for usual in (title.fallback(state, decision), title.forced(state, decision)):
                assert usual is None or title.is_legal(state, seat, usual), (usual, state)


def see(words: AnyPresenter, state: Any, seat: str, chooser: random.Random) -> None:
    """All that is offered to a seat in a position."""
    see_choices(words, state, seat)
    if not chooser.randrange(SHEETS):
        see_sheet(words, state, seat, chooser)
    see_players(words.title, state, seat, chooser)


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize("title_id", GAMES)
def test_what_is_offered_is_accepted(title_id: str) -> None:
    title = TITLES[title_id]
    words = presenter_of(title)
    looked = 0
    for number in range(depth(2, 4)):
        name = seed(f"offered {title_id} {number}")
        chooser = random.Random(name)
        game = Game(title, chooser.choice(title.scenarios).id, random_options(title, name), seed=name)
        for _ in range(depth(60, 500)):
            seats = title.deciding(game.state)
            if not seats:
                break
            at: Any = game.state
            if chooser.random() < 1 / depth(8, 16):
                see(words, at, chooser.choice(seats), chooser)
                looked += 1
            seat = chooser.choice(seats)
            sensible = chooser.random() < 0.4
            suggested = title.suggest(at, seat, chooser) if sensible else None
            game.act(seat, suggested or chooser.choice(title.legal_actions(at, seat)))
    assert looked > 5
