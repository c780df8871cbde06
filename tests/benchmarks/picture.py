"""The maps at 1600 pixels, from view to bytes, against only encoding the same image.

Each measurement draws another view, met in random play, with its own pieces and arrows, so that no kept
picture can answer; what the program keeps between pictures for good (the static sheet, the counters) is
there after the warm-up, as it is in a bot that runs. The baseline is given the finished image and the
encoder, format and budget of the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import engines
import render
from bot.games.registry import presenter_of
from bot.settings import Settings
from bot.surface.pictures import FORMAT
from data.games import GAMES
from engines.core.contract import AnyTitle
from engines.core.events import Event
from engines.core.fuzz import random_options
from engines.core.game import Game
from render.encode import encode
from render.facade import artist_of
from tests.benchmarks.measure import Figure, Report, Stopwatch, by_turns, milliseconds

ROUNDS = 40
WARM_UP = 5
WIDTH = 1600
MOST = 2.0
MOST_KIB = 400
APART = 12
"""Actions from view to view, so that they are of all a game's stages."""
KIB = 1024


class Shown(NamedTuple):
    """What a picture is made from."""

    view: Any
    moves: Sequence[Any]


def run() -> Report:
    """Measure."""
    reports = [_drawn(title, f"map of {title.name}") for title in map(engines.find, GAMES)]
    figures = [figure for report in reports for figure in report.figures]
    return Report(figures, tuple(note for report in reports for note in report.notes))


def _drawn(title: AnyTitle, name: str) -> Report:
    """One title's map, from view to bytes."""
    budget = Settings().picture_budget
    shown = list(_met(title, WARM_UP + ROUNDS))
    watch = Stopwatch()
    sizes: list[int] = []

    def ours(number: int) -> float:
        view, moves = shown[number]
        with watch.timed():
            picture = render.picture(
                title.id, view, title.data, moves=moves, width=WIDTH, budget=budget, format=FORMAT
            )
        assert picture.width == WIDTH
        sizes.append(len(picture.data))
        return watch.spent

    def theirs(number: int) -> float:
        view, moves = shown[number]
        image = artist_of(title.id).draw(view, title.data, moves=moves, width=WIDTH)
        with watch.timed():
            encode(image, budget, FORMAT)
        return watch.spent

    pair = by_turns(ours, theirs, rounds=ROUNDS, warm_up=WARM_UP)
    largest, least = max(sizes) / KIB, min(sizes) / KIB
    return Report(
        [
            Figure(name, milliseconds(pair.ours), milliseconds(pair.theirs), pair.ratio, MOST),
            Figure(f"{name}, size", f"{largest:.0f} KiB", "", largest, MOST_KIB, unit="KiB"),
        ],
        (f"{name}: {FORMAT}, {WIDTH} pixels, {least:.0f} to {largest:.0f} KiB",),
    )


def _met(title: AnyTitle, count: int) -> Iterator[Shown]:
    """Different views met in random play, each with the arrows of its chapter, as the bot draws them."""
    words, chooser = presenter_of(title), Random("map")
    seen: set[str] = set()
    while True:
        seed = f"map {chooser.random()}"
        game = Game(title, options=random_options(title, seed), seed=seed)
        chapter: list[Event] = []
        while game.decisions:
            seat, before = game.decisions[0].seat, title.chapter(game.state)
            events = game.act(seat, chooser.choice(title.legal_actions(game.state, seat)))
            chapter = [*chapter, *events] if title.chapter(game.state) == before else events
            if len(game.journal) % APART:
                continue
            view = title.view(game.state, None)
            if repr(view) not in seen:
                seen.add(repr(view))
                yield Shown(view, words.moves(title.redact_all(chapter, None)))
            if len(seen) == count:
                return
