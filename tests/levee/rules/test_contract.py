"""What the contract leaves to a title, as *Levée en Masse* has it."""

from __future__ import annotations

from engines.core.events import Event
from engines.core.game import Game
from engines.levee.state import State
from engines.levee.title import Levee

TITLE = Levee()


def test_the_pass_ends_the_turn() -> None:
    game = Game(TITLE, seed="seed")
    (decision,) = game.decisions
    assert isinstance(game.state, State)
    pass_ = TITLE.fallback(game.state, decision)
    assert pass_ is not None
    assert TITLE.notation(pass_) == "end"
    assert TITLE.order_kinds == ()


def test_an_event_is_told_to_everybody() -> None:
    game = Game(TITLE, seed="seed")
    told: list[Event] = game.opening_events
    assert TITLE.redact_all(told, None) == TITLE.redact_all(told, "france") == told
    assert isinstance(game.state, State)
    assert TITLE.given(game.state) == []
