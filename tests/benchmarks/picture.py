"""The maps at 1600 pixels, from view to bytes, against only encoding the same image.

Each measurement draws another view, met in random play, with its own pieces and arrows, so that no kept
picture can answer; what the program keeps between pictures for good (the static sheet, the counters) is
there after the warm-up, as it is in a bot that runs. The baseline is given the finished image and the
encoder, format and budget of the bot. How long the static sheet of the Vendée takes is measured apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import engines
import render
from bot.games import presenter
from bot.pictures import FORMAT
from bot.settings import Settings
from engines.core.contract import AnyTitle
from engines.core.game import Game
from render.encode import encode
from render.facade import ARTISTS
from render.theme import THEMES
from render.vendee import plan
from render.vendee.base import base
from tests.benchmarks.measure import Figure, Report, Stopwatch, by_turns, milliseconds

ROUNDS = 40
WARM_UP = 5
WIDTH = 1600
MOST = 2.0
MOST_KIB = 400
MOST_COLD = 1000
"""Milliseconds for a static sheet that nobody has asked for before, with the layout of its names."""
APART = 12
"""Actions from view to view, so that they are of all a game's stages."""
KIB = 1024
MAPS = {"levee": "map", "vendee": "map of the Vendée"}


class Shown(NamedTuple):
    """What a picture is made from."""

    view: Any
    moves: Sequence[Any]


def run() -> Report:
    """Measure."""
    reports = [_drawn(engines.find(id), name) for id, name in MAPS.items()]
    figures = [figure for report in reports for figure in report.figures]
    return Report([*figures, _cold()], tuple(note for report in reports for note in report.notes))


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
        image = ARTISTS[title.id].draw(view, title.data, moves=moves, width=WIDTH)
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


def _cold() -> Figure:
    """The static sheet of the Vendée, whole and close up, in both themes, each drawn for the first time."""
    key = plan.key(engines.find("vendee").data)
    spent: list[float] = []
    for theme in THEMES:
        for around in (None, "cholet", "noirmoutier"):
            base.cache_clear()
            plan.plan.cache_clear()
            # The processor's time: there is no baseline that a busy machine would slow down as well.
            begun = process_time()
            base(key, theme, WIDTH, around, False)
            spent.append(process_time() - begun)
    middle = median(spent)
    name = "map of the Vendée, cold sheet"
    return Figure(name, milliseconds(middle), "", middle * 1e3, MOST_COLD, unit="ms")


def _met(title: AnyTitle, count: int) -> Iterator[Shown]:
    """Different views met in random play, each with the arrows of what has just happened."""
    words, chooser = presenter(title), Random("map")
    seen: set[str] = set()
    while True:
        options = {option.id: True for option in title.options}
        game = Game(title, options=options, seed=f"map {chooser.random()}")
        while game.decisions:
            seat = game.decisions[0].seat
            events = game.act(seat, chooser.choice(title.legal_actions(game.state, seat)))
            if len(game.journal) % APART:
                continue
            view = title.view(game.state, None)
            if repr(view) not in seen:
                seen.add(repr(view))
                yield Shown(view, words.moves(events))
            if len(seen) == count:
                return
