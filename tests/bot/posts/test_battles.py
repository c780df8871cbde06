"""The picture of a fight shows its ground when it was decided, as everybody could see it then."""

from __future__ import annotations

import pytest

import render
from bot.games.registry import presenter_of
from bot.posts.battles import decided, ground_of
from bot.replays import playback
from engines.core.events import ChapterBegun, Event
from tests.core.play import TITLES, usual_walk
from tests.support.depth import depth
from tests.support.fixture import fixture_of

STAGED = [game for game in TITLES if fixture_of(game).winners and presenter_of(TITLES[game]).has_scenes]
"""Games whose fights have posts of their own."""


@pytest.mark.deep(seconds=4)
@pytest.mark.parametrize("game", STAGED[: depth(2, 9)])
def test_a_fight_has_a_close_up_of_the_moment_when_it_was_decided(game: str) -> None:
    title = TITLES[game]
    words = presenter_of(title)
    record = usual_walk(game)[0].record()
    steps = playback.replayed(title, record).steps
    chapters: dict[int, list[Event]] = {}
    begun = steps[0].chapter
    for step in steps:
        for event in title.redact_all(step.events, None):
            begun = event.number if isinstance(event, ChapterBegun) else begun
            chapters.setdefault(begun, []).append(event)
    chapter, fights = next(
        (number, found) for number, events in reversed(chapters.items()) if (found := decided(words, events))
    )
    ground = ground_of(title, record, chapter, len(fights) - 1)
    assert ground is not None
    assert ground.view in [title.view(step.state, None) for step in steps]
    close, whole = ground.sheets
    assert whole == words.card
    drawn = render.picture(title.id, ground.view, title.data, moves=ground.moves, close=close)
    assert drawn.alt
    assert ground_of(title, record, chapter, len(fights)) is None
