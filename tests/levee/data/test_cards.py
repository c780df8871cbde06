"""The Headline deck: its composition, and every card that anything is known about."""

from __future__ import annotations

import re
from datetime import datetime
from importlib.resources import files
from statistics import fmean

import pytest

import data.levee
from data.levee.schema import KIT, Card, Colour, Drm, Grant, Remove, Restore, Rotate
from data.schema import Origin
from engines.levee.box import START

PACK = data.levee.load()
CARDS = {card.number: card for card in PACK.cards}
BY_TITLE = {card.title: card for card in PACK.cards}


def deck(colour: Colour) -> list[Card]:
    return [card for card in PACK.cards if card.deck == colour]


def advances(card: Card) -> dict[str, int]:
    return {march.army: march.boxes for march in card.military}


@pytest.mark.case("L-2.0-b", "F-11", title="levee")
@pytest.mark.parametrize(
    ("colour", "count", "lowest", "highest"),
    [("blue", 19, 1, 21), ("white", 17, 22, 45), ("red", 12, 46, 60)],
)
def test_deck_composition(colour: Colour, count: int, lowest: int, highest: int) -> None:
    numbers = [card.number for card in deck(colour) if card.set != "kit"]
    assert len(numbers) == count
    assert (numbers[0], numbers[-1]) == (lowest, highest)


@pytest.mark.case("L-2.0-c", title="levee")
def test_numbers_have_gaps_and_cards_are_sorted_by_them() -> None:
    numbers = [card.number for card in PACK.cards if card.set != "kit"]
    assert numbers == sorted(set(numbers))
    assert set(range(1, 61)) - set(numbers) == {19, 20, 25, 28, 29, 32, 33, 37, 44, 47, 50, 52}


@pytest.mark.case("F-12", "F-15", title="levee")
def test_numbers_known_to_be_the_expansion_kits_are_its_own() -> None:
    assert all(CARDS[number].set == "kit" for number in (19, 32, 44, 47, 50, 52))
    red = [card.number for card in deck("red") if card.set != "kit"]
    assert red == [46, 48, 49, 51, *range(53, 61)]


@pytest.mark.case("L-3.0-h", title="levee")
def test_flags_are_on_the_first_and_last_card_of_each_deck() -> None:
    assert [card.number for card in PACK.cards if card.flag] == [1, 21, 22, 45, 46, 60]


@pytest.mark.case("F-13", title="levee")
@pytest.mark.parametrize(
    ("number", "title"),
    [
        (1, "The Tennis Court Oath"),
        (12, "Prussia Invades France!"),
        (21, "The Fate of King Louis XVI"),
        (22, "Reign of Terror Begins!"),
        (45, "The Treaty of Campo Formio"),
        (46, "Directory Sends Napoleon to Egypt"),
        (60, "Napoleon Declares Himself Consul for Life"),
    ],
)
def test_titles_of_the_rulebook(number: int, title: str) -> None:
    assert CARDS[number].title == title
    assert CARDS[number].source["title"].origin == "rulebook"


def test_the_tennis_court_oath_is_as_published() -> None:
    card = CARDS[1]
    assert card.military == []
    assert card.political == {"monarchy": -1, "republic": 1}
    assert (card.reaction, card.journee) == (False, False)
    assert card.drm == [Drm("political", 1)]
    assert card.actions == 2


@pytest.mark.case("F-14", title="levee")
def test_pillnitz_is_as_published() -> None:
    card = CARDS[9]
    assert card.deck == "blue"
    assert "Pillnitz" in card.title
    assert advances(card) == {"vendee": 1, "prussia": 1}
    assert (card.political, card.reaction, card.journee) == ({}, True, False)
    assert card.special == [Rotate("prussia")]
    assert not [drm for drm in card.drm if drm.roll == "military"]
    assert card.actions == 3


@pytest.mark.case("F-14", title="levee")
def test_the_prussian_invasion_has_the_modifiers_of_the_example() -> None:
    card = CARDS[12]
    assert [drm for drm in card.drm if drm.roll == "military"] == [Drm("military", -1)]
    assert not [drm for drm in card.drm if drm.roll == "political"]
    assert card.actions >= 2


def test_the_fate_of_the_king_is_as_published() -> None:
    card = CARDS[21]
    assert advances(card) == {"britain": 1, "prussia": 1, "vendee": 1}
    assert card.journee
    assert not [drm for drm in card.drm if drm.roll == "military"]
    assert card.actions == 4


def test_brunswicks_declaration_is_as_published() -> None:
    card = BY_TITLE["Duke of Brunswick Declaration"]
    assert card.deck == "blue"
    assert 9 < card.number < 12
    assert advances(card) == {"vendee": 1, "prussia": 1}
    assert card.political == {"despotism": 1}
    assert card.journee
    assert card.drm == [Drm("military", 1)]
    assert card.actions == 4


def test_girondins_and_jacobins_is_as_published() -> None:
    card = BY_TITLE["Girondins and Jacobins"]
    assert card.deck == "blue"
    assert advances(card) == {"vendee": 1}
    assert card.political == {"monarchy": -1, "despotism": 1}
    assert card.journee
    assert next(drm.value for drm in card.drm if drm.roll == "political") <= -2
    assert card.actions >= 2


def test_the_title_seen_in_a_photograph_is_in_the_deck() -> None:
    assert BY_TITLE["Let Them Eat Cake"].source["title"].origin == "published"


def test_a_red_card_has_four_actions_and_an_army_that_needs_natural_sixes() -> None:
    value = {track.army: track.battle_value for track in PACK.board.track}
    hopeless = [
        card
        for card in deck("red")
        if card.actions == 4
        and sum(drm.value for drm in card.drm if drm.roll == "military" and not (drm.army or drm.space)) == -2
    ]
    assert hopeless
    # A 5 less 2 has to fail against both.
    assert min(value["austria"], value["prussia"]) >= 3


def test_a_blue_card_grants_a_marker_and_each_set_of_cards_grants_its_own() -> None:
    grants = {
        card.number: special.markers
        for card in PACK.cards
        for special in card.special
        if isinstance(special, Grant)
    }
    kit = {number for number in grants if CARDS[number].set == "kit"}
    assert any(CARDS[number].deck == "blue" for number in grants)
    assert sum(markers for number, markers in grants.items() if number not in kit) == 2
    assert (sum(grants[number] for number in kit), len(PACK.board.liberation)) == (1, 3)


@pytest.mark.case("F-16", title="levee")
def test_one_late_card_takes_britain_austria_and_prussia_off_the_map() -> None:
    removed = {
        card.number: {(special.army, special.last) for special in card.special if isinstance(special, Remove)}
        for card in PACK.cards
    }
    assert removed[60] == {("britain", True), ("austria", True), ("prussia", True)}
    # Before the last moment only units of the kit leave the map for good, so that no card decides the game.
    assert all(army in KIT for number in removed if number != 60 for army, _ in removed[number])
    home = {march.army for march in CARDS[59].military if march.boxes == -START}
    assert home == {"britain", "austria", "prussia"}


def test_the_rotation_is_lifted_by_cards_of_every_deck() -> None:
    restoring = [card for card in PACK.cards if Restore("prussia") in card.special]
    assert {card.deck for card in restoring} == {"blue", "white", "red"}


@pytest.mark.case("F-17", title="levee")
def test_every_kind_of_modifier_occurs() -> None:
    drms = [drm for card in PACK.cards for drm in card.drm]
    assert {drm.roll for drm in drms} == {"military", "political", "naval", "liberation", "restore-order"}
    assert any(drm.army for drm in drms)
    assert any(drm.space for drm in drms)


@pytest.mark.case("F-18", title="levee")
@pytest.mark.parametrize("card", PACK.cards, ids=lambda card: str(card.number))
def test_every_card_stays_within_what_is_known_of_cards(card: Card) -> None:
    assert 2 <= card.actions <= 4
    assert sum(march.boxes > 0 for march in card.military) <= 3
    assert all(march.boxes in (-START, -2, -1, 1, 2) for march in card.military)


@pytest.mark.case("F-19", title="levee")
def test_the_kings_flight_is_told_before_his_end() -> None:
    assert BY_TITLE["The Flight to Varennes"].number < 21


def test_dates_ascend_with_the_numbers() -> None:
    dates = [datetime.strptime(card.date, "%d %B %Y").date() for card in PACK.cards]  # noqa: DTZ007
    assert dates == sorted(dates)


RULEBOOK: dict[int, set[str]] = {
    1: {"number", "deck", "flag", "title"},
    9: {"number", "deck", "special"},
    12: {"number", "deck", "title", "drm"},
    19: {"number", "set", "deck", "special"},
    21: {"number", "deck", "flag", "title"},
    22: {"number", "deck", "flag", "title"},
    32: {"number", "set", "deck", "special"},
    44: {"number", "set", "deck", "special[0]"},
    45: {"number", "deck", "flag", "title"},
    46: {"number", "deck", "flag", "title"},
    47: {"number", "set", "deck", "special"},
    50: {"number", "set", "deck", "special"},
    52: {"number", "set", "deck", "special"},
    60: {"number", "deck", "flag", "title"},
}
PUBLISHED: dict[int, set[str]] = {
    1: {"political", "drm", "actions"},
    5: {"title"},
    9: {"title", "military", "political", "reaction", "actions"},
    11: {"deck", "title", "military", "drm", "actions"},
    16: {"deck", "title", "military", "journee"},
    21: {"military", "journee", "actions"},
}
OURS_IN_WHAT_IS_STATED: dict[int, set[str]] = {
    1: {"drm[0].marker"},
    32: {"special[0].box"},
    44: {"special[1]"},
    47: {"special[0].box"},
    50: {"special[0].unit"},
    52: {"special[0].unit"},
}


def of_origin(card: Card, origin: Origin) -> set[str]:
    return {name for name, provenance in card.source.items() if provenance.origin == origin}


@pytest.mark.parametrize("card", PACK.cards, ids=lambda card: str(card.number))
def test_each_field_of_a_card_claims_to_be_known_from_where_it_is_known(card: Card) -> None:
    assert of_origin(card, "rulebook") == RULEBOOK.get(card.number, set())
    assert of_origin(card, "published") == PUBLISHED.get(card.number, set())
    parts = {name for name in of_origin(card, "reconstructed") if "[" in name}
    assert parts == OURS_IN_WHAT_IS_STATED.get(card.number, set())


def test_no_note_of_a_fact_that_is_stated_says_that_a_part_of_it_is_ours() -> None:
    for card in PACK.cards:
        for name, provenance in card.source.items():
            if provenance.origin != "reconstructed":
                assert not re.search(r"\bours?\b|inferred", provenance.note), (card.number, name)


def test_the_board_cites_the_case_that_states_a_fact() -> None:
    tracks = PACK.board.track
    assert {track.source["army"].note for track in tracks} == {"named in 2.0"}
    boxes = {space.source["box"].note for track in tracks for space in track.space}
    assert boxes == {"tracks run from the starting 5 (3.0) to Paris, which is 0 (9.1)"}


def test_the_figures_of_the_balance_that_are_of_the_cards_are_those_of_the_cards() -> None:
    text = " ".join(files("data.levee").joinpath("BALANCE.md").read_text(encoding="utf-8").split())
    orders = {
        kit: fmean(len(card.military) for card in PACK.cards if (card.set == "kit") is kit)
        for kit in (True, False)
    }
    assert f"twelve cards have {orders[True]:.2f} orders to Armies a card" in text
    assert f"those of the base game {orders[False]:.2f}" in text
    assert sum(card.reaction for card in PACK.cards) == 6
    assert "Reaction! is on six cards" in text
    assert {card.deck for card in PACK.cards if card.actions == 2} == {"blue", "white", "red"}
    assert "each deck has cards of two actions" in text
    assert len(PACK.board.unit or ()) == 4
    assert "four units" in text
    homeward = {card.number: card for card in PACK.cards if min(advances(card).values(), default=0) == -START}
    assert {"vendee", "piedmont"} <= {army for number in (55, 56) for army in advances(homeward[number])}
