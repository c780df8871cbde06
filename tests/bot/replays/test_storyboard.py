"""A campaign as a story: nothing that is told gets lost, and each thing that happens is a beat."""

from __future__ import annotations

import pytest

from bot.games.registry import presenter_of
from bot.replays.films import captioned
from bot.replays.playback import replayed
from bot.replays.storyboard import plain, sentence, storyboard
from render.fonts import face
from tests.support.plays import long_game


def test_whatever_is_left_out_is_told_with_its_neighbours() -> None:
    game = long_game()
    replay = replayed(game.title, game.record())
    words = presenter_of(game.title)
    told = [line for step in replay.steps for line in words.tell(step.events)]
    for most in (1000, 40, 1):
        beats = storyboard(game.title, replay, None, most)
        assert len(beats) <= most
        assert [line for beat in beats for line in beat.lines] == told
        assert beats[-1].state == replay.steps[-1].state
        assert [beat.chapter for beat in beats] == sorted(beat.chapter for beat in beats)
        assert all(beat.caption for beat in beats)
    moves = [move for step in replay.steps for move in words.moves(step.events)]
    assert [move for beat in storyboard(game.title, replay, None, 40) for move in beat.moves] == moves


def test_each_turn_has_a_beat_that_opens_it() -> None:
    game = long_game()
    replay = replayed(game.title, game.record())
    beats = storyboard(game.title, replay, None, 2 * len(replay.turns))
    assert {beat.chapter for beat in beats} == {turn.chapter for turn in replay.turns}
    assert beats[3].heading == f"{beats[3].chapter} · {beats[3].name}"
    assert beats[3]._replace(name="Day 3", chapter=3).heading == "Day 3"
    assert beats[3]._replace(name="1–2 September", chapter=1).heading == "1 · 1–2 September"


def test_the_caption_of_a_die_has_only_signs_that_the_letters_have() -> None:
    game = long_game()
    beat = storyboard(game.title, replayed(game.title, game.record()), None, 1)[0]
    die = captioned(game.title, beat._replace(caption=["🎲 **4**, needs 3 → success"]))
    assert (die.faces, die.throw) == ([4], "needs 3 › success")
    letters = face("text", 40)
    missing = bytes(letters.getmask("\uffff"))
    assert not [letter for letter in die.throw if bytes(letters.getmask(letter)) == missing]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("⬇️ **Austria** advances to *Arras* (1).", "Austria advances to Arras (1)."),
        ("-# 🎲 **3+6** −1 (Lyrot) = 8", "3+6 −1 (Lyrot) = 8."),
        ("__Initiative__ · 2½ points left", "Initiative · 2½ points left."),
    ],
)
def test_a_line_is_told_without_its_markdown(line: str, said: str) -> None:
    assert sentence(line) == said == f"{plain(line).rstrip('.')}."
