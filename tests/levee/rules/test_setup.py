"""Scope, components and set-up (1 to 3)."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data.levee
from data.levee.schema import ARMIES, COLOURS, Drm
from engines.core.dice import Dice
from engines.core.fuzz import random_game
from engines.levee.box import Box
from engines.levee.events import CardRevealed, DeckBuilt, FrenchArmySet
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from tests.levee.builder import card, frozen, plain, position, with_card


def set_up(seed: str = "any", title: Levee | None = None) -> State:
    return (title or Levee(plain())).setup("base", {}, Dice(seed)).state


@pytest.mark.case("L-1.0-a")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_france_decides_everything_that_is_decided(seed: str) -> None:
    title = Levee(frozen())
    game = random_game(title, seed)
    state = title.setup("base", game.options, Dice(seed)).state

    assert title.seats == (SEAT,)
    assert {entry.seat for entry in game.journal} == {SEAT}
    assert [decision.seat for decision in title.decisions(state)] == [SEAT]


@pytest.mark.case("L-1.0-a")
def test_no_army_moves_towards_paris_but_by_a_card() -> None:
    result = position().army("austria", 2).play("political republic", "military austria", faces=[6, 1])

    assert result.boxes["austria"] == 2


@pytest.mark.case("L-2.0-a")
def test_the_box_has_twelve_counters() -> None:
    board = data.levee.load().board
    state = set_up(title=Levee())
    french_army, disorder = 1, 1

    assert {track.army for track in board.track} == {"britain", "prussia", "austria", "piedmont", "vendee"}
    assert set(state.boxes) == {track.army for track in board.track}
    assert set(state.tracks) == {"monarchy", "despotism", "republic"}
    assert len(state.markers) == sum(marker.set != "kit" for marker in board.liberation) == 2
    assert len(state.boxes) + len(state.tracks) + len(state.markers) + french_army + disorder == 12


@pytest.mark.case("L-2.0-b")
def test_the_base_game_has_48_cards() -> None:
    decks = Levee().box.decks[False]

    assert {colour: len(decks[colour]) for colour in COLOURS} == {"blue": 19, "white": 17, "red": 12}


@pytest.mark.case("L-2.0-b")
def test_a_card_belongs_to_the_deck_of_its_colour_whatever_its_number() -> None:
    deck = Box(with_card(plain(), card(number=10, deck="white"))).decks[False]

    assert "10" in deck["white"]
    assert "10" not in deck["blue"]


@pytest.mark.case("L-2.0-c")
def test_card_numbers_have_gaps_and_are_sorted_as_numbers() -> None:
    numbers = [card.number for card in data.levee.load().cards if card.set != "kit"]
    cards = plain().cards[:]
    random.Random(5).shuffle(cards)
    blue = Box(msgspec.structs.replace(plain(), cards=cards)).decks[False]["blue"]

    assert not {19, 32, 44, 47, 50, 52} & set(numbers)
    assert blue.index("9") + 1 == blue.index("10")
    assert list(blue) == sorted(blue, key=int)


@pytest.mark.case("L-2.0-d")
@pytest.mark.parametrize("army", ARMIES)
def test_each_track_runs_from_box_5_to_the_same_paris(army: str) -> None:
    track = next(track for track in data.levee.load().board.track if track.army == army)
    box = Levee().box

    assert sorted((space.box for space in track.space), reverse=True) == [5, 4, 3, 2, 1]
    assert [space.shape for space in track.space if space.box == 5] == ["start"]
    assert box.at[track.army][0] == "paris"
    assert not any(
        set(box.at[other]) & set(box.at[track.army]) - {"paris"} for other in ARMIES if other != army
    )


@pytest.mark.case("L-2.0-e")
def test_round_spaces_and_no_others_can_be_liberated() -> None:
    start = position().off(*ARMIES).holding().start()
    round_spaces = {space.id for space in start.title.box.space.values() if space.shape == "round"}
    offered = {action.split()[1] for action in start.legal if action.startswith("liberate")}

    assert offered == round_spaces
    for space in {*start.title.box.space, "paris"} - round_spaces:
        assert start.refused(f"liberate {space}").case == "7.4"


@pytest.mark.case("L-2.0-e")
def test_the_shapes_that_the_rulebook_states() -> None:
    space = Levee().box.space

    assert {space[id].shape for id in ("rouen", "versailles")} == {"square"}
    assert {space[id].shape for id in ("brussels", "savoy", "at-sea")} == {"round"}


@pytest.mark.case("L-2.0-f")
def test_chance_is_one_die_and_the_shuffle() -> None:
    game = random_game(Levee(frozen()), "chance")
    draws = [draw for entry in game.journal for draw in entry.draws]

    assert {draw.of for draw in draws} == {"d6", "headlines"}
    assert {draw.value for draw in draws if draw.of == "d6"} <= set("123456")


@pytest.mark.case("L-2.0-g")
def test_more_than_five_modifiers_can_be_in_force() -> None:
    tied = [Drm("military", 1, army=army) for army in ARMIES]
    others = [Drm("political", 1), Drm("naval", 1), Drm("restore-order", 1), Drm("liberation", 1)]
    here = position().disorder().holding().card(card(drm=[*tied, *others]))
    for army in ARMIES:
        here = here.army(army, 2)
    start = here.start()

    for army in ARMIES:
        odds = start.odds(f"military {army}")
        assert odds is not None
        assert [value for _, value in odds.modifiers] == [1]
    for action in ("political republic", "naval", "restore-order", "liberate savoy"):
        odds = start.odds(action)
        assert odds is not None
        assert [value for _, value in odds.modifiers] == [1]


@pytest.mark.case("L-3.0-a")
def test_every_army_starts_in_box_5() -> None:
    assert set_up().boxes == dict.fromkeys(ARMIES, 5)


@pytest.mark.case("L-3.0-b")
def test_the_political_markers_at_the_start() -> None:
    assert set_up().tracks == {"monarchy": 4, "despotism": -1, "republic": -1}


@pytest.mark.case("L-3.0-c")
@pytest.mark.parametrize(("drm", "value"), [(0, -1), (1, 0), (2, 1), (-1, -2)])
def test_the_french_army_starts_at_0(drm: int, value: int) -> None:
    """Its first value is 0, plus the first card's modifier, minus 1 for the reigning Monarchy."""
    title = Levee(with_card(plain(), card(number=1, flag=True, military_drm=drm)))
    step = title.setup("base", {}, Dice("any"))

    assert step.state.french_army == value
    assert [event.value for event in step.events if isinstance(event, FrenchArmySet)] == [value]


@pytest.mark.case("L-3.0-d")
def test_paris_begins_in_order() -> None:
    assert set_up().disorder is False


@pytest.mark.case("L-3.0-e")
def test_liberation_markers_begin_out_of_play() -> None:
    title = Levee(plain())
    state = set_up(title=title)
    view = title.view(state, None)

    assert view.liberation.out_of_play == 2
    assert view.liberation.holding == 0
    assert view.liberation.spaces == {}
    assert not any(
        title.notation(action).startswith("liberate") for action in title.legal_actions(state, SEAT)
    )


@pytest.mark.case("L-3.0-f", "L-3.0-g")
def test_the_draw_pile_is_blue_and_white_and_red_stay_aside() -> None:
    title = Levee(plain())
    state = set_up(title=title)

    assert state.colour == "blue"
    assert [state.headline, *state.pile] == list(title.box.decks[False]["blue"])
    assert title.view(state, None).deck.left == 18


@pytest.mark.case("L-3.0-f", "L-3.0-g")
@given(seed=st.text(max_size=12))
def test_any_seed_reveals_1_first_and_21_last_of_the_blue_deck(seed: str) -> None:
    revealed = reveal_all(seed, 19)

    assert revealed[0] == 1
    assert revealed[-1] == 21
    assert sorted(revealed[1:-1]) == [*range(2, 19)]


@pytest.mark.case("L-3.0-f")
def test_the_middle_of_the_deck_is_shuffled() -> None:
    seeds = range(150)
    second = {reveal_all(str(seed), 2)[1] for seed in seeds}
    orders = {tuple(reveal_all(str(seed), 19)) for seed in seeds}

    assert second == {*range(2, 19)}
    assert len(orders) == len(seeds)


def reveal_all(seed: str, count: int) -> list[int]:
    """Numbers of the first cards that a seed reveals."""
    title, dice = Levee(plain()), Dice(seed)
    state = title.setup("base", {}, dice).state
    revealed = [int(state.headline)]
    while len(revealed) < count:
        state = title.apply(state, SEAT, title.parse(state, "end"), dice).state
        revealed.append(int(state.headline))
    return revealed


@pytest.mark.case("L-3.0-h")
def test_first_and_last_card_of_each_deck_bear_the_flag() -> None:
    flags = [card.number for card in data.levee.load().cards if card.flag]

    assert sorted(flags) == [1, 21, 22, 45, 46, 60]


@pytest.mark.case("L-3.0-i")
def test_no_card_lies_on_the_action_pile_before_the_first_reveal() -> None:
    title = Levee(with_card(plain(), card(("austria", 1), number=1, flag=True)))
    step = title.setup("base", {}, Dice("any"))
    first, second, *_ = (event for event in step.events if isinstance(event, DeckBuilt | CardRevealed))

    assert step.events[0] == first == DeckBuilt("blue", 19)
    assert isinstance(second, CardRevealed)
    assert (second.number, second.left) == (1, 18)
    assert step.state.turn == 1
    assert step.state.boxes["austria"] == 4
