"""A game in memory: it grows with what is accepted and is left alone by what is refused."""

from __future__ import annotations

import msgspec
import pytest

from engines.core.contract import AnyTitle
from engines.core.dice import Dice, commitment
from engines.core.errors import DiceError, EngineError, IllegalAction, NotationError, UsageError
from engines.core.game import Game
from engines.core.record import digest
from engines.levee.title import Levee
from tests.levee.builder import frozen

TITLE: AnyTitle = Levee(frozen())


@pytest.fixture
def game() -> Game:
    """A new game with faces and cards laid out."""
    new = Game(TITLE, seed="seed")
    new.dice.feed([6, 2])
    new.dice.stack("headlines", ["5", "2"])
    return new


@pytest.mark.parametrize(
    ("seat", "action", "error"),
    [
        ("france", "political despotism", IllegalAction),
        ("france", "military austria", IllegalAction),
        ("france", "dance", NotationError),
        ("france", "", NotationError),
        ("prussia", "end", UsageError),
    ],
)
def test_a_refusal_leaves_state_dice_and_journal_alone(
    game: Game, seat: str, action: str, error: type[EngineError]
) -> None:
    state, encoded = game.state, msgspec.json.encode(game.state)
    pending, counter = game.dice.pending(), game.dice.counter
    with pytest.raises(error):
        game.act(seat, action)
    assert game.state is state
    assert msgspec.json.encode(state) == encoded
    assert (game.dice.pending(), game.dice.counter) == (pending, counter)
    assert (game.journal, game.dice.draws) == ([], [])


def test_a_card_that_cannot_come_refuses_the_whole_action(game: Game) -> None:
    game.dice.restore(((4,), {"headlines": ("60",)}), 0)
    before = digest(game.state)
    with pytest.raises(DiceError):
        game.act("france", "end")
    assert digest(game.state) == before
    assert game.dice.pending() == ((4,), {"headlines": ("60",)})
    assert game.journal == []


def test_an_action_may_be_a_value_or_its_notation(game: Game) -> None:
    other = Game(TITLE, seed="seed", dice=Dice("seed"))
    other.dice.feed([6])
    game.act("france", "political republic")
    other.act("france", TITLE.parse(other.state, "political republic"))
    assert game.journal == other.journal


def test_the_journal_holds_seat_notation_draws_and_digest(game: Game) -> None:
    game.act("france", "POLITICAL  rep")
    (entry,) = game.journal
    assert (entry.seat, entry.action, entry.digest) == ("france", "political republic", digest(game.state))
    assert [(draw.value, draw.fed) for draw in entry.draws] == [("6", True)]


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    def play(seed: str) -> list[str]:
        played = Game(TITLE, seed=seed)
        for _ in range(3):
            played.act("france", "political monarchy")
            played.act("france", "end")
        return [entry.digest for entry in played.journal]

    assert play("one") == play("one")
    assert play("one") != play("two")


def test_legal_gives_notations(game: Game) -> None:
    assert game.legal("france") == ["political monarchy", "political republic", "end"]


def test_decisions_and_outcome_are_the_titles(game: Game) -> None:
    assert game.decisions == TITLE.decisions(game.state)
    assert [decision.seat for decision in game.decisions] == ["france"]
    assert game.outcome is None


def test_options_left_out_have_their_defaults() -> None:
    assert Game(TITLE, seed="seed").options == {"levee-en-masse": False, "spirit-of-89": False}
    chosen = Game(TITLE, options={"spirit-of-89": True}, seed="seed").options
    assert chosen == {"levee-en-masse": False, "spirit-of-89": True}


def test_a_game_without_a_seed_has_no_commitment() -> None:
    dice = Dice(None)
    record = Game(TITLE, dice=dice).record()
    assert (record.seed, record.commitment) == (None, None)
    assert Game(TITLE, seed="seed").record().commitment == commitment("seed")


def test_the_record_is_a_snapshot(game: Game) -> None:
    record = game.record()
    game.act("france", "end")
    assert record.journal == []


def test_going_on_from_a_state_has_no_opening(game: Game) -> None:
    going_on = Game(TITLE, seed="seed", state=game.state)
    assert (going_on.opening, going_on.opening_events) == ([], [])
    assert going_on.opening_digest == digest(game.state)


def test_a_refused_roll_gives_the_dice_back() -> None:
    game = Game(TITLE, state=Game(TITLE, seed="seed").state)
    game.dice.feed([3])
    with pytest.raises(DiceError):
        game.roll(2)
    assert game.dice.pending() == ((3,), {})
    assert (game.journal, game.dice.draws) == ([], [])


def test_dice_go_on_where_they_were_after_an_undo() -> None:
    """The same action again meets the next die of the seed, not the same one."""
    game = Game(TITLE, seed="seed")
    game.roll(1)
    counter = game.dice.counter
    game.undo(0)
    game.roll(1)
    assert game.dice.counter == counter + 1


def test_an_undo_takes_no_fed_face() -> None:
    game = Game(TITLE, seed="seed")
    game.act("france", "end")
    game.dice.feed([3])
    game.undo(0)
    assert game.dice.pending() == ((3,), {})
