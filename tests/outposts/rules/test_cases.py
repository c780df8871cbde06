"""The test title plays by its own cases, so that what it proves of the contract is worth something."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engines.core.contract import Title
from engines.core.errors import AmbiguousNotation, IllegalAction, NotationError
from engines.core.events import Roll, TableRoll
from engines.core.game import Game
from engines.core.simulate import Study, simulate
from tests.outposts.game.data.pack import Units
from tests.outposts.game.engine.actions import Action, Guns, Lose, Retreat, Stand
from tests.outposts.game.engine.events import Committed, Fought, Marched, Revealed, Settled, UnitLost
from tests.outposts.game.engine.state import Commitment, Stack, State, held
from tests.outposts.game.engine.title import Outposts

TITLE = Outposts()


def begun(incident: str = "guides", *, blue: int = 6, white: int = 1) -> Game:
    """A game in its first march; guides take a stack three areas far."""
    game = Game(TITLE, seed="outposts")
    game.dice.stack("incidents", [incident])
    game.act("blue", f"commit {blue} clisson")
    game.act("white", f"commit {white} mortagne")
    return game


def attacked() -> Game:
    """Blue's three foot from Clisson enter Mortagne, where White has three foot."""
    game = begun()
    game.act("blue", "move clisson > mortagne with foot:3")
    return game


def state_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def owed(game: Game) -> list[tuple[str, str, bool]]:
    return [(decision.seat, decision.kind, decision.interrupt) for decision in game.decisions]


def test_both_commit_at_once_and_are_revealed_together() -> None:
    game = Game(TITLE, seed="outposts")
    assert owed(game) == [("blue", "commit", False), ("white", "commit", False)]
    events = game.act("white", "commit 5 cholet")
    assert events == [Committed("white", Commitment(5, "cholet"))]
    assert TITLE.redact_all(events, "blue") == TITLE.redact_all(events, None) == [Committed("white", None)]
    assert TITLE.redact_all(events, "white") == events
    assert [decision.seat for decision in TITLE.given(state_of(game))] == ["white"]
    assert owed(game) == [("blue", "commit", False)]
    revealed = next(event for event in game.act("blue", "commit 2 nantes") if isinstance(event, Revealed))
    assert revealed.commitments == {"blue": Commitment(2, "nantes"), "white": Commitment(5, "cholet")}
    assert (revealed.first, list(revealed.commitments)) == ("white", ["blue", "white"])
    assert owed(game) == [("white", "march", False)]


def test_a_commitment_can_be_changed_until_all_are_in_and_nobody_else_learns_of_it() -> None:
    game = Game(TITLE, seed="outposts")
    game.act("white", "commit 5 cholet")
    assert game.act("white", "commit 6 cholet") == []
    assert TITLE.view(state_of(game), "white").commitment == Commitment(6, "cholet")
    assert [decision.seat for decision in TITLE.changeable(state_of(game))] == ["white"]
    with pytest.raises(IllegalAction, match="Chit 7 is not in hand") as refusal:
        game.act("white", "commit 7 cholet")
    assert refusal.value.case == "3.2"
    game.act("blue", "commit 2 nantes")
    assert TITLE.changeable(state_of(game)) == []


@pytest.mark.parametrize(("face", "first"), [(3, "white"), (4, "blue")])
def test_a_die_decides_between_equal_chits(face: int, first: str) -> None:
    game = Game(TITLE, seed="outposts")
    game.dice.feed([face])
    game.act("blue", "commit 3 nantes")
    events = game.act("white", "commit 3 cholet")
    assert [event.faces for event in events if isinstance(event, Roll)] == [[face]]
    assert owed(game)[0][0] == first


def test_an_attack_interrupts_for_the_other_side_alone() -> None:
    game = attacked()
    assert owed(game) == [("white", "answer", True)]
    assert game.legal("blue") == []
    with pytest.raises(IllegalAction, match="The game waits for White"):
        game.act("blue", "pass")
    assert set(game.legal("white")) == {
        "stand", "guns", "retreat montaigu", "retreat beaupreau", "retreat cholet",
    }  # fmt: skip


def test_only_the_owner_is_told_how_many_march() -> None:
    game = begun()
    events = game.act("blue", "move clisson > mortagne with foot:2")
    for eyes, units in (("blue", {"foot": 2, "horse": 0}), ("white", None), (None, None)):
        marched = [event for event in TITLE.redact_all(events, eyes) if isinstance(event, Marched)]
        assert [event.units for event in marched] == [units]


def test_a_retreat_gives_the_area_up() -> None:
    game = attacked()
    events = game.act("white", "retreat cholet")
    assert Settled("mortagne", "blue") in events
    assert "mortagne" in held(state_of(game), "blue")
    assert owed(game) == [("white", "march", False)]


def test_the_dice_of_a_combat_are_read_one_by_one() -> None:
    game = attacked()
    game.dice.feed([6, 1])
    events = game.act("white", "stand")
    table = next(event for event in events if isinstance(event, TableRoll))
    assert (table.faces, table.column, table.result) == ([6, 1], "1:1", "attacker 0, defender 0")
    fought = next(event for event in TITLE.redact_all(events, None) if isinstance(event, Fought))
    assert (fought.attackers, fought.defenders) == ({"foot": 3, "horse": 0}, {"foot": 3, "horse": 0})
    assert "clisson" in held(state_of(game), "blue")


def test_guns_that_are_heard_shift_the_column() -> None:
    game = attacked()
    game.dice.feed([4, 6, 6])
    events = game.act("white", "guns")
    assert [event.column for event in events if isinstance(event, TableRoll)] == ["1:2"]
    assert state_of(game).guns == {"blue": 2, "white": 1}


def outnumbered(white: Units) -> Game:
    """Four foot of Blue's attack these units in Mortagne; the dice will be a pair of sixes."""
    game = attacked()
    state = state_of(game)
    assert state.attack is not None
    state.attack.units = {"foot": 4, "horse": 0}
    state.areas["mortagne"] = Stack("white", white)
    game.dice.feed([6, 6])
    return game


def test_losses_are_taken_one_by_one_or_at_once() -> None:
    by_hand, at_once = (outnumbered({"foot": 2, "horse": 1}) for _ in range(2))
    for game in (by_hand, at_once):
        game.act("white", "stand")
        assert owed(game) == [("white", "loss", True)]
        assert game.legal("white") == ["lose foot", "lose horse", "lose auto"]
    events = by_hand.act("white", "lose foot")
    assert events == [UnitLost("white", "mortagne", "foot")]
    assert TITLE.redact_all(events, "blue") == [UnitLost("white", "mortagne", None)]
    assert by_hand.legal("white") == ["lose foot", "lose horse", "lose auto"]
    by_hand.act("white", "lose foot")
    at_once.act("white", "lose auto")
    assert by_hand.journal[-1].digest == at_once.journal[-1].digest
    assert state_of(at_once).areas["mortagne"] == Stack("white", {"foot": 0, "horse": 1})


def test_losses_without_a_choice_are_taken_by_themselves() -> None:
    game = outnumbered({"foot": 4, "horse": 0})
    events = game.act("white", "stand")
    assert [event for event in events if isinstance(event, UnitLost)] == [
        UnitLost("white", "mortagne", "foot")
    ] * 2
    assert owed(game) == [("white", "march", False)]


ORDERS: list[tuple[str, Action]] = [
    ("stand", Stand()),
    ("guns", Guns()),
    ("retreat", Retreat("montaigu")),
    ("retreat below 4", Retreat("montaigu")),
    ("retreat below 3", Stand()),
]


@pytest.mark.parametrize(("order", "action"), ORDERS)
def test_a_standing_order_answers_beforehand(order: str, action: Action) -> None:
    game = attacked()
    (decision,) = game.decisions
    assert TITLE.ordered(state_of(game), decision, TITLE.read_order("answer", order)) == action
    assert TITLE.fallback(state_of(game), decision) == Stand()


def test_the_guns_that_are_spent_leave_the_order_standing() -> None:
    game = attacked()
    state_of(game).guns["white"] = 0
    assert TITLE.ordered(state_of(game), game.decisions[0], "guns") == Stand()


@pytest.mark.parametrize("order", ["retreat below 0", "retreat below", "auto"])
def test_an_order_is_of_its_kind(order: str) -> None:
    with pytest.raises(NotationError, match="standing order for answer"):
        TITLE.read_order("answer", order)


REFUSED = [
    ("retreat cholet", "2.1"),
    ("move nantes > mortagne with foot:1", "5.2"),
    ("move clisson > nantes > clisson with foot:1", "5.2"),
    ("move nantes > vallet > clisson > montaigu > mortagne with foot:1", "5.3"),
    ("move clisson > mortagne > cholet with foot:1", "5.4"),
    ("move clisson > montaigu with foot:4", "5.5"),
    ("move cholet > mortagne with foot:1", "5.1"),
]


@pytest.mark.parametrize(("action", "case"), REFUSED)
def test_a_march_that_the_rules_forbid_is_refused_by_its_case(action: str, case: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        begun().act("blue", action)
    assert refusal.value.case == case


def test_a_word_may_be_cut_short_but_not_to_two() -> None:
    state = state_of(begun())
    assert TITLE.parse(state, "mov nan>cli with horse:1 foot : 2") == TITLE.parse(
        state, "move nantes > clisson with foot:2 horse:1"
    )
    with pytest.raises(AmbiguousNotation) as refusal:
        TITLE.parse(state, "retreat mo")
    assert refusal.value.choices == ("montaigu", "mortagne")


def test_the_game_ends_when_a_side_holds_nothing() -> None:
    game = outnumbered({"foot": 1, "horse": 0})
    state_of(game).areas.update(cholet=None, beaupreau=None)
    game.act("white", "stand")
    assert held(state_of(game), "white") == []
    assert game.decisions == []
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.case) == ("blue", "8.2")


def any_legal(title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random) -> Any:
    """The policy of whoever knows nothing."""
    return rng.choice(legal)


def test_many_games_are_counted_with_winners_on_both_sides() -> None:
    study = Study(
        {"random": any_legal}, ("blue-wins", "draw", "white-wins"), ("turns",), lambda state: "turns"
    )
    summary = simulate(TITLE, study, "random", 40, "outposts")
    assert sum(summary.levels.values()) == 40
    assert summary.levels["blue-wins"] > 0
    assert summary.levels["white-wins"] > 0
    assert summary.won == summary.levels["blue-wins"] + summary.levels["white-wins"]
    assert summary.losses == {"turns": summary.levels["draw"]}


def test_losing_all_at_once_is_an_action_of_its_own() -> None:
    assert TITLE.notation(Lose()) == "lose auto"
    assert TITLE.parse(state_of(begun()), "lose auto") == Lose()
