"""Whole games played beside the bot: by the greedy policy, but with every kind of action in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import engines
from engines.core.game import Game
from engines.levee.actions import Action, Levy, Liberate, Spirit
from engines.levee.player.policy import choose_greedy
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from tests.support.table import Table, said

VALUED = {
    "political": "marker",
    "military": "army",
    "liberate": "space",
    "levy": "marker",
    "spirit": "space",
    "napoleon": "army",
}
NAMED = {"end": "done"}
"""Actions whose command has another name."""
ALL_OPTIONS = {"levee-en-masse": True, "spirit-of-89": True}


def choose(title: Levee, state: State, legal: Sequence[Action]) -> Action:
    """The greedy choice, but what is rare is done when it can be, and a levy when Paris is in danger."""
    danger = any(box is not None and box <= 1 for box in state.boxes.values())
    for action in legal:
        if isinstance(action, Spirit | Liberate) or (isinstance(action, Levy) and danger):
            return action
    return choose_greedy(title, state, legal, Random(0))


def played(options: Mapping[str, bool], seed: str) -> Game:
    """The game of a seed, to its end."""
    title = engines.titles()["levee"]
    assert isinstance(title, Levee)
    game = Game(title, options=options, seed=seed)
    while game.decisions:
        assert isinstance(game.state, State)
        game.act(SEAT, choose(title, game.state, title.legal_actions(game.state, SEAT)))
    return game


def verbs(game: Game) -> set[str]:
    """The kinds of action in a game."""
    return {entry.action.split(" ")[0] for entry in game.journal}


@cache
def long_game() -> Game:
    """A base game that reaches its final score, with every kind of action in it."""
    wanted = {"political", "military", "naval", "liberate", "restore-order", "end"}
    return next(
        game
        for game in (played({}, f"valmy-{number}") for number in range(1, 200))
        if game.outcome is not None and game.outcome.score is not None and wanted <= verbs(game)
    )


@cache
def game_with_options() -> Game:
    """The shortest of the first games with both optional rules in which both are used."""
    games = (played(ALL_OPTIONS, f"jemappes-{number}") for number in range(1, 60))
    return min((game for game in games if {"levy", "spirit"} <= verbs(game)), key=lambda g: len(g.journal))


async def typed(table: Table, notation: str) -> str:
    """Type an action as its command, its value picked from what autocomplete offers; gives the answer."""
    verb, _, target = notation.partition(" ")
    command = f"levee {NAMED.get(verb, verb)}"
    if verb not in VALUED:
        return said(await table.camille.slash(table.channel, command))
    offered = await table.camille.autocomplete(table.channel, command, VALUED[verb], "")
    assert target in [choice["value"] for choice in offered]
    return said(await table.camille.slash(table.channel, command, **{VALUED[verb]: target}))
