"""The map of *Levée en Masse* at 1600 pixels, from view to bytes, against only encoding the same image.

Each measurement draws another view, met in random play, with its own headline, pieces and arrows, so
that no kept picture can answer; what the program keeps between pictures for good (the static sheet, the
counters) is there after the warm-up, as it is in a bot that runs. The baseline is given the finished
image and the encoder, format and budget of the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import engines
import render
from bot.games import presenter
from bot.pictures import FORMAT
from bot.settings import Settings
from engines.core.game import Game
from render.encode import encode
from render.facade import ARTISTS
from render.levee import Move
from tests.benchmarks.measure import Figure, Report, Stopwatch, by_turns, milliseconds

ROUNDS = 40
WARM_UP = 5
WIDTH = 1600
MOST = 2.0
MOST_KIB = 400
KIB = 1024


class Shown(NamedTuple):
    """What a picture is made from."""

    view: Any
    moves: Sequence[Move]


def run() -> Report:
    """Measure."""
    title = engines.find("levee")
    budget = Settings().picture_budget
    shown = list(_met(WARM_UP + ROUNDS))
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
        image = ARTISTS[title.id].draw(view, title.data, moves=moves, width=WIDTH)
        with watch.timed():
            encode(image, budget, FORMAT)
        return watch.spent

    pair = by_turns(ours, theirs, rounds=ROUNDS, warm_up=WARM_UP)
    largest, least = max(sizes) / KIB, min(sizes) / KIB
    return Report(
        [
            Figure("map", milliseconds(pair.ours), milliseconds(pair.theirs), pair.ratio, MOST),
            Figure("map, size", f"{largest:.0f} KiB", "", largest, MOST_KIB, unit="KiB"),
        ],
        (f"map: {FORMAT}, {WIDTH} pixels, {least:.0f} to {largest:.0f} KiB",),
    )


def _met(count: int) -> Iterator[Shown]:
    """Different views met in random play, each with the arrows of what has just happened."""
    title = engines.find("levee")
    words, chooser = presenter(title), Random("map")
    seen: set[str] = set()
    while True:
        options = {option.id: True for option in title.options}
        game = Game(title, options=options, seed=f"map {chooser.random()}")
        while game.decisions:
            seat = game.decisions[0].seat
            events = game.act(seat, chooser.choice(title.legal_actions(game.state, seat)))
            view = title.view(game.state, None)
            if repr(view) not in seen:
                seen.add(repr(view))
                yield Shown(view, words.moves(events))
            if len(seen) == count:
                return
