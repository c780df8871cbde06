"""What a moderator can put right in *Outposts* without being told, or telling, a secret."""

from __future__ import annotations

import pytest

from engines.core.errors import IllegalAction
from engines.core.events import Edited
from engines.core.game import Game
from tests.outposts.game.engine.state import Stack, State
from tests.outposts.game.engine.title import Outposts

TITLE = Outposts()


def begun() -> Game:
    return Game(TITLE, seed="outposts")


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def attacked() -> Game:
    """Blue's three foot from Clisson enter Mortagne."""
    game = begun()
    game.dice.stack("incidents", ["guides"])
    game.act("blue", "commit 6 clisson")
    game.act("white", "commit 1 mortagne")
    game.act("blue", "move clisson > mortagne with foot:3")
    return game


def test_a_stack_is_put_where_it_should_be() -> None:
    game = begun()
    game.edit("stack blue nantes foot:3 horse:0")
    game.edit("stack white montaigu foot:0 horse:2")
    assert state_of(game).areas["nantes"] == Stack("blue", {"foot": 3, "horse": 0})
    assert state_of(game).areas["montaigu"] == Stack("white", {"foot": 0, "horse": 2})


def test_what_is_in_a_stack_only_its_owner_is_told() -> None:
    events = begun().edit("stack blue nantes foot:3 horse:0")
    assert TITLE.redact_all(events, "blue") == [Edited("stack blue nantes foot:3 horse:0")]
    for eyes in ("white", None):
        assert TITLE.redact_all(events, eyes) == [Edited("stack blue nantes")]


def test_that_a_stack_is_so_already_is_not_told() -> None:
    game = begun()
    before = state_of(game).areas["nantes"]
    game.edit("stack blue nantes foot:2 horse:1")
    assert state_of(game).areas["nantes"] == before


def test_other_edits_are_told_to_all() -> None:
    game = begun()
    for edit in ("empty vallet", "guns white 5", "day 3"):
        assert TITLE.redact_all(game.edit(edit), None) == [Edited(edit)]
    state = state_of(game)
    assert (state.areas["vallet"], state.guns["white"], state.turn) == (None, 5, 3)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ("stack blue nantes foot:0 horse:0", "A stack has units"),
        ("empty montaigu", "Nothing would change"),
        ("guns blue 2", "Nothing would change"),
        ("day 1", "Nothing would change"),
    ],
)
def test_an_edit_that_cannot_be_is_refused(edit: str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        begun().edit(edit)


def test_the_last_area_of_a_side_stays() -> None:
    game = begun()
    game.edit("empty nantes")
    game.edit("empty vallet")
    with pytest.raises(IllegalAction, match="It is the last area that Blue holds"):
        game.edit("empty clisson")
    with pytest.raises(IllegalAction, match="It is the last area that Blue holds"):
        game.edit("stack white clisson foot:1 horse:0")


def test_a_side_that_has_committed_loses_no_area() -> None:
    """Else the refusal would tell which area the recruit was committed to."""
    game = begun()
    game.act("blue", "commit 6 clisson")
    for area in ("clisson", "nantes"):
        with pytest.raises(IllegalAction, match="Blue has committed"):
            game.edit(f"empty {area}")
    game.edit("empty mortagne")


def test_a_battle_is_settled_before_its_stacks_are_edited() -> None:
    game = attacked()
    for area in ("clisson", "mortagne"):
        with pytest.raises(IllegalAction, match="The attack on Mortagne has to be settled first"):
            game.edit(f"stack blue {area} foot:1 horse:0")
    game.edit("stack blue nantes foot:1 horse:0")


def test_a_day_that_chits_do_not_last_for_does_not_come_again() -> None:
    game = attacked()
    game.act("white", "stand")
    while state_of(game).turn == 1:
        decision = game.decisions[0]
        action = TITLE.fallback(state_of(game), decision)
        assert action is not None
        game.act(decision.seat, action)
    assert state_of(game).phase == "commit"
    with pytest.raises(IllegalAction, match="There are not chits and incidents enough"):
        game.edit("day 1")
    game.edit("day 6")
