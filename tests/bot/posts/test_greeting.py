"""The greeting begins with the game that its channel is named after."""

from __future__ import annotations

import pytest
from discord import ui

from bot.posts import greeting
from data.games import GAMES
from tests.core.play import TITLES

OWN = {id: TITLES[id] for id in GAMES}


def shown(channel: str) -> list[str]:
    """The first values of all lists and the texts of all buttons, from top to bottom."""
    view = greeting.build(OWN.values(), channel=channel)
    return [
        each.options[0].value if isinstance(each, ui.Select) else str(each.label)
        for each in view.walk_children()
        if isinstance(each, ui.Select | ui.Button)
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("channel", ["{}", "our-{}-campaign"])
def test_a_channel_named_after_a_game_begins_with_it(game: str, channel: str) -> None:
    for name in (game, OWN[game].name.replace(" ", "-").lower()):
        first, *rest = shown(channel.format(name))
        if len(OWN[game].seats) == 1:
            assert first == f"Play {OWN[game].name}"
        else:
            assert rest[-1].startswith("Play ")
            assert [value.partition(" ")[0] for value in [first, *rest]].count(game) >= 3


def test_another_channel_begins_with_the_game_for_one() -> None:
    assert shown("general")[0] == "Play Levée en Masse"
