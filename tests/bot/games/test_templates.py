"""Templates of stories, chronicles and edits are found by the tags of events and by verbs."""

from __future__ import annotations

from importlib import import_module

import pytest

import engines
from data.games import GAMES

TEXTS = {game: vars(import_module(f"data.{game.replace('-', '_')}.texts")) for game in GAMES}


@pytest.mark.parametrize("game", [game for game, texts in TEXTS.items() if "STORY" in texts])
def test_each_template_is_of_an_event_that_the_game_has(game: str) -> None:
    tags = {kind.__struct_config__.tag for kind in engines.find(game).event_types()}
    kept = [TEXTS[game][name] for name in ("STORY", "CHRONICLE", "HEADLINE", "CLOSE") if name in TEXTS[game]]
    assert all(kept)
    assert [tag for templates in kept for tag in templates if tag not in tags] == []


@pytest.mark.parametrize("game", [game for game, texts in TEXTS.items() if "EDITS" in texts])
def test_each_edit_of_a_game_has_its_template(game: str) -> None:
    assert set(TEXTS[game]["EDITS"]) == {form.verb for form in engines.find(game).edit_forms}
