"""A whole game of each order of play, one with every rule that goes together, in the channel to its end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engines.core.game import Game
from engines.core.record import digest
from engines.levee.actions import Action, Commit, Deploy, Levy, Liberate, Recall, Spirit
from engines.levee.player.greedy import greedy
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from tests.core.play import all_on
from tests.support.clocked import hours_pass
from tests.support.depth import depth, seed
from tests.support.plays import typed
from tests.support.table import Table, controls, said, text, whispered

TITLE = Levee()
RARE = {"levy", "spirit", "reroll", "keep", "commit", "napoleon", "recall"}


def played(name: str, scenario: str, options: dict[str, bool]) -> Game:
    """A game by the greedy policy in which what is rare is done when it can be."""
    chooser = Random(name)
    game = Game(TITLE, scenario, options, seed=name)
    while game.decisions:
        state = game.state
        assert isinstance(state, State)
        legal = TITLE.legal_actions(state, SEAT)
        rare: list[Action] = [action for action in legal if isinstance(action, Spirit | Liberate | Recall)]
        if any(box is not None and box <= 1 for box in state.boxes.values()):
            rare += [action for action in legal if isinstance(action, Levy | Commit)]
        rare += [action for action in legal if isinstance(action, Deploy)]
        if state.pending is not None:
            game.act(SEAT, chooser.choice(legal))
        elif rare and chooser.random() < 0.5:
            game.act(SEAT, chooser.choice(rare))
        else:
            game.act(SEAT, greedy(TITLE.box, state, legal))
    return game


def wanted(scenario: str, options: dict[str, bool], verbs: set[str]) -> Game:
    """By day the shortest game of four with these actions in it; by night the longest of many, any."""
    names = [seed(f"fleurus {number}") for number in range(depth(4, 12))]
    games = [played(name, scenario, options) for name in names]
    fit = [game for game in games if verbs <= {entry.action.split(" ")[0] for entry in game.journal}]
    choose: Callable[..., Game] = max if depth(0, 1) else min
    return choose(fit, key=lambda game: len(game.journal))


@pytest.mark.deep(seconds=60)
@pytest.mark.parametrize(
    ("scenario", "options", "ways", "says"),
    [
        ("base-puree", {}, ("typed",), "Chronological Puree"),
        ("base-historical", {}, ("pressed",), "The Historical Game"),
        ("extended-puree", all_on(TITLE), ("pressed", "typed"), "The Extended Game: Chronological Puree · "),
    ],
)
async def test_a_whole_game_goes_through_the_channel_as_by_the_rules_alone(
    table: Table, scenario: str, options: dict[str, bool], ways: tuple[str, ...], says: str
) -> None:
    game = wanted(scenario, options, RARE if options else set())
    await table.new(game.seed, scenario=scenario, options=options)
    assert f"\n-# {says}" in text(table.card())
    for number, entry in enumerate(game.journal):
        offered = {control.action: control for control in controls(table.card())}
        assert sorted(offered) == sorted(await table.legal())
        if "keep" in offered:
            # The die waits: nothing else can be done than to answer it.
            assert offered.keys() <= {"keep", "reroll", "commit"}
            assert "🎲" in text(table.card())
        if ways[number % len(ways)] == "typed":
            assert "incident" not in await typed(table, entry.action)
        else:
            assert whispered(await table.press(offered[entry.action])) == ""
    assert (await table.campaign()).status == "finished"
    assert digest(await table.state()) == digest(game.state)
    assert (await table.verify()).outcome == game.outcome
    assert game.outcome is not None
    assert str(game.outcome.title) in text(table.cards()[-1])


async def test_a_die_that_waits_stands_when_time_runs_out_and_is_taken_back_like_any_roll(
    table: Table,
) -> None:
    await table.new("jemappes-0", options={"single-battalion": True}, clock="24h overtime pass")
    for action in ("end", "military vendee"):
        (control,) = (each for each in controls(table.card()) if each.action == action)
        await table.press(control)
    assert [each.action for each in controls(table.card())] == ["keep", "reroll"]
    assert "**Accept the die against the Vendée, or change it**" in text(table.card())
    turn = (await table.state()).turn
    await hours_pass(table, 24)
    assert await table.actions() == ["end", "military vendee", "keep"]
    assert (await table.state()).turn == turn
    assert ": the default was taken" in text(table.card())
    asked = said(await table.camille.slash(table.channel, "campaign undo"))
    assert "dice were rolled or cards drawn" in asked
    await table.verify()
