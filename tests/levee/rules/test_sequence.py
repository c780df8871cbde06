"""The sequence of play (4)."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.core.events import Event, PhaseBegun
from engines.core.fuzz import random_game
from engines.levee.events import (
    ArmyMoved,
    CardRevealed,
    DeckBuilt,
    FrenchArmyReset,
    FrenchArmySet,
    LiberationReturned,
    MarkerMoved,
    ParisFell,
)
from engines.levee.title import Levee
from tests.levee.builder import card, frozen, plain, position


def order(events: list[Event], *types: type[Event]) -> list[type[Event]]:
    """The types of those events that are of one of the types, in order."""
    return [type(event) for event in events if isinstance(event, types)]


@pytest.mark.case("L-4.0-a")
def test_a_turn_is_headline_french_army_actions_housekeeping() -> None:
    result = position().next(card(), card()).play("end", "political republic", "end", faces=[6])

    assert [event.phase for event in result.of(PhaseBegun)] == [
        "housekeeping",
        *("headline", "french-army", "actions", "housekeeping"),
        *("headline", "french-army", "actions"),
    ]


@pytest.mark.case("L-4.0-a")
def test_the_card_is_carried_out_before_the_french_army_is_set() -> None:
    result = position().tracks(m=0, d=0, r=1).reveal(card(("austria", 1), political={"monarchy": 2}))

    assert order(result.events, ArmyMoved, MarkerMoved, FrenchArmySet) == [
        ArmyMoved,
        MarkerMoved,
        FrenchArmySet,
    ]
    assert result.state.french_army == -1


@pytest.mark.case("L-4.0-b")
def test_a_game_has_48_turns_when_paris_holds_out() -> None:
    state = position(plain()).deck("blue", 18).start()
    turns = 1
    while (following := state.play("end")).outcome is None:
        state, turns = following, turns + 1

    assert turns == state.state.turn == 48


@pytest.mark.case("L-4.0-b")
@pytest.mark.parametrize("seed", range(12))
def test_no_game_has_more_than_48_turns(seed: int) -> None:
    title = Levee(frozen())
    game = random_game(title, f"turns-{seed}")

    assert 1 <= title.chapter(game.state)[0] <= 48  # type: ignore[arg-type]


@pytest.mark.case("L-4.1-a")
def test_the_top_card_becomes_the_current_event() -> None:
    before = position().start()
    top = before.state.pile[0]
    result = before.play("end")

    assert result.state.headline == top
    assert result.state.pile == before.state.pile[1:]
    assert [str(event.number) for event in result.of(CardRevealed)] == [top]


@pytest.mark.case("L-4.1-a")
def test_the_new_current_event_replaces_the_former_one() -> None:
    result = position().card(card(military_drm=2, actions=5)).reveal(card(military_drm=-1, actions=1))

    assert result.state.french_army == -1
    assert result.state.actions_left == 1


@pytest.mark.case("L-4.1-b", "L-5.6-a")
@pytest.mark.parametrize(("colour", "following", "first"), [("blue", "white", "22"), ("white", "red", "46")])
def test_an_empty_pile_is_rebuilt_and_revealed_from_in_the_same_turn(
    colour: str, following: str, first: str
) -> None:
    before = position().deck(colour, left=0).start()  # type: ignore[arg-type]
    result = before.play("end")

    assert (result.state.colour, result.state.headline) == (following, first)
    assert result.state.turn == before.state.turn + 1
    assert order(result.events, DeckBuilt, CardRevealed) == [DeckBuilt, CardRevealed]


@pytest.mark.case("L-4.1-b")
def test_the_next_deck_is_not_built_while_a_card_is_left() -> None:
    result = position().deck("blue", left=1).play("end")

    assert (result.state.colour, result.state.headline, result.state.pile) == ("blue", "21", [])
    assert not result.of(DeckBuilt)


@pytest.mark.case("L-4.1-c", "L-5.6-a")
def test_the_game_ends_when_the_red_deck_is_exhausted() -> None:
    result = position().deck("red", left=0).play("end")

    assert result.state.phase == "over"
    assert result.outcome is not None
    assert result.outcome.score is not None
    assert not result.of(CardRevealed)
    assert result.legal == []


@pytest.mark.case("L-4.2-a")
@pytest.mark.parametrize(
    ("m", "d", "r", "drm", "value"), [(0, 0, 2, 1, 2), (2, 0, 0, 1, 0), (0, 2, 0, 1, 1), (1, 1, 1, -2, -2)]
)
def test_the_french_army_is_set_from_card_and_tracks(m: int, d: int, r: int, drm: int, value: int) -> None:
    result = position().tracks(m, d, r).reveal(card(military_drm=drm))

    assert result.state.french_army == value
    assert [event.value for event in result.of(FrenchArmySet)] == [value]


@pytest.mark.case("L-4.3-a")
@pytest.mark.parametrize("count", range(5))
def test_the_card_says_how_many_actions_there_are(count: int) -> None:
    result = position().reveal(card(actions=count))
    assert result.state.actions_left == count

    for left in reversed(range(count)):
        result = result.play("political republic", faces=[1])
        assert result.state.actions_left == left
    assert result.legal == ["end"]
    assert result.refused("political republic").case == "4.3"


KINDS = ("political monarchy", "military austria", "naval", "liberate savoy")


@pytest.mark.case("L-4.3-a")
@pytest.mark.parametrize(
    "mix", [*permutations(KINDS, 3), ("naval",) * 3, ("naval", "military austria", "naval")]
)
def test_actions_come_in_any_order_and_mix(mix: tuple[str, ...]) -> None:
    start = position().army("austria", 2).army("britain", 2).holding().start()
    result = start.play(*mix, faces=[1] * 3)

    assert result.state.actions_left == 0


@pytest.mark.case("L-4.3-b")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_the_player_may_stop_at_any_time(left: int) -> None:
    result = position().actions(left).play("end")

    assert result.state.turn == 3


@pytest.mark.case("L-4.3-b")
@pytest.mark.parametrize(
    "action", ["political republic", "military prussia", "naval", "liberate savoy", "restore-order"]
)
def test_without_actions_only_what_is_free_remains(action: str) -> None:
    here = position().army("austria", 0).army("prussia", 2).army("britain", 2).holding().disorder().actions(0)

    assert here.legal == ["military austria", "end"]
    refusal = here.refused(action)
    assert (refusal.case, refusal.message) == ("4.3", "No action is left this turn")


@pytest.mark.case("L-4.3-c")
def test_there_are_five_kinds_of_action() -> None:
    here = position().army("austria", 2).army("britain", 2).holding().disorder()

    assert {action.split()[0] for action in here.legal} == {
        *("political", "military", "naval", "liberate", "restore-order"),
        "end",
    }


@pytest.mark.case("A-01")
def test_liberation_and_order_are_two_actions_of_one_point_each() -> None:
    here = position().tracks(m=0, d=0, r=3).holding().disorder().actions(2)

    once = here.play("restore-order")
    assert (once.state.disorder, once.held, once.state.actions_left) == (False, 1, 1)
    twice = once.play("liberate savoy", faces=[6])
    assert (twice.held, twice.state.actions_left) == (0, 0)


@pytest.mark.case("A-02")
def test_unspent_actions_are_lost() -> None:
    result = position().card(card(actions=4)).reveal(card(actions=2))

    assert result.state.actions_left == 2


@pytest.mark.case("L-4.4-a", "L-8.0-a")
def test_housekeeping_is_disorder_then_conquest_then_reset() -> None:
    here = position().army("austria", 3).liberated("liege").disorder().tracks(m=0, d=0, r=2)
    result = here.play("end")
    own = (ParisFell, MarkerMoved, LiberationReturned, FrenchArmyReset, CardRevealed)

    assert order(result.events, *own) == [MarkerMoved, LiberationReturned, FrenchArmyReset, CardRevealed]


@pytest.mark.case("L-4.4-a", "L-8.0-a")
def test_the_fall_of_paris_comes_first_in_housekeeping() -> None:
    here = position().army("austria", 3).army("piedmont", 0).liberated("liege").disorder()
    result = here.play("end")
    own = (ParisFell, MarkerMoved, LiberationReturned, FrenchArmyReset, CardRevealed)

    assert order(result.events, *own) == [ParisFell]


@pytest.mark.case("L-4.4-b")
def test_turns_repeat_until_paris_falls() -> None:
    standing = position().army("austria", 1).play("end")
    fallen = position().army("austria", 0).play("end")

    assert standing.outcome is None
    assert standing.state.turn == 3
    assert fallen.outcome is not None
    assert fallen.legal == []


@pytest.mark.case("L-4.4-b", "A-24")
def test_the_last_card_is_played_to_the_end_of_housekeeping_before_the_score() -> None:
    here = position().deck("red", left=1).army("austria", 4).liberated("liege", "savoy").tracks(m=0, d=0, r=2)
    revealed = here.next(card(("austria", 1), journee=True)).play("end", faces=[3])
    assert revealed.outcome is None
    assert revealed.state.actions_left == 3
    assert (revealed.mdr, revealed.liberated) == ((0, 0, 2), {"liege", "savoy"})

    over = revealed.play("end")
    assert over.outcome is not None
    assert (over.mdr, over.liberated) == ((0, 0, 1), {"savoy"})
    assert over.outcome.score == 3 + 3 - 6
