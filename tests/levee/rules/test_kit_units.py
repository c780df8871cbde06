"""The Expansion Kit: its cards and units, and who can be fought on a shared track (X-1, X-3, X-5, X-7.2)."""

from __future__ import annotations

import msgspec
import pytest

import data.levee
from data.levee.schema import KIT, Grant, Napoleon, Place, Remove
from data.sentences import Phrase
from engines.core.dice import Dice
from engines.levee.events import (
    ArmyMoved,
    ArmyRemoved,
    ArmyStayed,
    LiberationReturned,
    NapoleonMoved,
    ParisFell,
    UnitPlaced,
)
from engines.levee.state import State, control
from engines.levee.title import Levee
from tests.levee.builder import KIT_UNITS, Result, card, plain_kit, position, with_kit


def set_up(scenario: str, title: Levee | None = None) -> State:
    return (title or Levee()).setup(scenario, {}, Dice("any")).state


def enters(unit: str, box: int) -> Place:
    (kind,) = [known for known in KIT if known == unit]
    return Place(kind, box)


@pytest.mark.case("X-1.0-a")
def test_the_kit_fills_every_gap_with_twelve_cards() -> None:
    pack = data.levee.load()
    decks = Levee().box.decks[True]

    assert [len(decks[colour]) for colour in ("blue", "white", "red")] == [21, 24, 15]
    assert [card.number for card in pack.cards] == list(range(1, 61))
    assert sum(card.set == "kit" for card in pack.cards) == 12


@pytest.mark.case("X-3.0-a", "X-12.1-a")
def test_new_cards_join_the_deck_of_their_colour_and_flags_stay_first_and_last() -> None:
    title = Levee(plain_kit())
    state = set_up("extended", title)

    assert (state.headline, len(state.pile)) == ("1", 20)
    assert {"19", "20"} <= set(state.pile)
    assert state.pile[-1] == "21"
    assert [len(deck) - 2 for deck in title.box.decks[True].values()] == [19, 22, 13]


@pytest.mark.case("X-3.0-b")
def test_the_new_counters_stay_out_until_their_card() -> None:
    state = set_up("extended")

    assert [state.boxes[unit] for unit in KIT] == [None] * 4
    assert state.napoleon == "out"
    assert state.markers["liberation-3"] == "out"
    assert set(KIT) & set(set_up("base").boxes) == set()


@pytest.mark.case("X-5.0-a", "X-5.0-h", "E-X-5-b")
def test_a_stationary_army_is_placed_whatever_is_there() -> None:
    here = with_kit().army("austria", 2).army("piedmont", 4).liberated("brussels", "piedmont")
    result = here.reveal(card(special=[enters("korsakov", 2), enters("suvorov", 4)]))

    assert (result.boxes["korsakov"], result.boxes["austria"]) == (2, 2)
    assert (result.boxes["suvorov"], result.boxes["piedmont"]) == (4, 4)
    assert result.rolls == []
    assert [(event.army, event.space) for event in result.of(UnitPlaced)] == [
        ("korsakov", "brussels"),
        ("suvorov", "piedmont"),
    ]


@pytest.mark.case("X-5.0-b")
@pytest.mark.parametrize("boxes", [1, -1])
def test_a_stationary_army_does_not_march(boxes: int) -> None:
    result = with_kit().army("suvorov", 4).reveal(card(("suvorov", boxes)))

    assert result.boxes["suvorov"] == 4
    assert [(event.army, event.reason) for event in result.of(ArmyStayed)] == [("suvorov", "stationary")]


@pytest.mark.case("X-5.0-c", "A-32")
@pytest.mark.parametrize(("unit", "box"), [("suvorov", 4), ("korsakov", 2), ("support", 3)])
def test_a_stationary_army_beaten_leaves_the_map(unit: str, box: int) -> None:
    (kind,) = [known for known in KIT if known == unit]
    here = with_kit().army(kind, box).start()

    won = here.play(f"military {unit}", faces=[6])
    assert won.boxes[kind] is None
    assert [event.army for event in won.of(ArmyRemoved)] == [unit]
    assert here.play(f"military {unit}", faces=[2]).boxes[kind] == box


@pytest.mark.case("X-5.0-d")
def test_a_marker_beside_a_stationary_army_is_conquered() -> None:
    result = with_kit().army("korsakov", 2).liberated("brussels").play("end")

    assert [event.space for event in result.of(LiberationReturned)] == ["brussels"]


@pytest.mark.case("X-5.0-e", "E-X-5-a")
def test_the_spanish_share_the_track_of_the_vendee_and_act_like_any_army() -> None:
    here = with_kit().army("vendee", 4)
    entered = here.reveal(card(special=[enters("spain", 4)]))
    assert (entered.boxes["spain"], entered.boxes["vendee"]) == (4, 4)

    marched = entered.state
    result = Result(entered.title, marched).play("military spain", faces=[4])
    assert result.boxes["spain"] == 5


@pytest.mark.case("X-5.0-f")
def test_the_spanish_in_paris_end_the_game() -> None:
    result = with_kit().army("spain", 0).play("end")

    assert [event.armies for event in result.of(ParisFell)] == [["spain"]]
    assert result.outcome is not None


@pytest.mark.case("X-5.0-g")
@pytest.mark.parametrize("before", [None, 2, 5])
def test_the_support_is_placed_anew_from_anywhere(before: int | None) -> None:
    here = with_kit() if before is None else with_kit().army("support", before)
    result = here.reveal(card(special=[enters("support", 4)]))

    assert result.boxes["support"] == 4
    origin = None if before is None else result.title.box.at["support"][before]
    assert [event.origin for event in result.of(UnitPlaced)] == [origin]


@pytest.mark.case("X-5.0-i", "A-36")
def test_new_units_cost_a_point_each_and_what_their_square_says() -> None:
    here = with_kit().deck("red", 0).border("nantes", "red")
    without = here.play("end").outcome
    beside = here.army("support", 2).army("suvorov", 4).play("end").outcome
    assert without is not None
    assert beside is not None

    assert [line.value for line in without.working[5:]] == [-5, 0, 0]
    assert [line.value for line in beside.working[5:]] == [-7, -3, 0]


@pytest.mark.case("X-5.0-j")
def test_orders_to_units_that_are_not_in_play_are_ignored() -> None:
    orders = card(
        ("spain", 1), special=[Remove("spain"), Remove("suvorov"), Napoleon(), Grant(1, "liberation-3")]
    )
    for here in (with_kit(), position(plain_kit())):
        result = here.reveal(orders)
        assert result.boxes.get("spain") is None
        assert result.of(ArmyMoved) == []
    assert result.state.napoleon == "out"
    assert result.held == 0


@pytest.mark.case("X-5.0-k")
def test_the_spanish_leave_the_map_by_a_card_alone() -> None:
    here = with_kit().army("spain", 4).start()
    beaten = here.play("military spain", faces=[6])
    assert beaten.boxes["spain"] == 5
    assert beaten.refused("military spain").case == "7.2"

    assert with_kit().army("spain", 2).reveal(card(special=[Remove("spain")])).boxes["spain"] is None


@pytest.mark.case("A-33")
def test_number_50_brings_suvorov_and_number_52_korsakov() -> None:
    cards = Levee().box.cards
    placed = {
        number: [
            (special.unit, special.box) for special in cards[number].special if isinstance(special, Place)
        ]
        for number in ("19", "32", "47", "50", "52")
    }

    assert placed["19"] == [("spain", 4)]
    assert placed["50"] == [("suvorov", 4)]
    assert placed["52"] == [("korsakov", 2)]
    assert [unit for unit, _ in placed["32"] + placed["47"]] == ["support"] * 2
    assert Napoleon() in cards["44"].special


@pytest.mark.case("A-34")
def test_an_order_moves_the_army_that_it_names_alone() -> None:
    result = with_kit().army("spain", 4).army("vendee", 4).reveal(card(("vendee", 1)))

    assert (result.boxes["vendee"], result.boxes["spain"]) == (3, 4)


@pytest.mark.case("A-35")
def test_box_5_is_the_limit_of_the_spanish_and_box_4_none() -> None:
    assert with_kit().army("spain", 4).reveal(card(("spain", -2))).boxes["spain"] == 5
    assert "military spain" in with_kit().army("spain", 4).legal


@pytest.mark.case("X-7.2-a", "E-d-18")
def test_only_the_unit_nearest_paris_can_be_fought() -> None:
    here = with_kit().army("vendee", 3).army("support", 4).start()

    assert "military vendee" in here.legal
    assert here.refused("military support").case == "7.2"
    assert "Vendéan" in here.refused("military support").message


@pytest.mark.case("X-7.2-b", "E-d-18")
def test_a_bracketed_unit_is_beaten_before_others_in_its_box() -> None:
    here = with_kit().army("vendee", 2).army("support", 2).start()
    assert here.refused("military vendee").case == "7.2"

    freed = here.play("military support", faces=[5])
    assert "military vendee" in freed.legal


@pytest.mark.case("X-7.2-c")
def test_between_two_unbracketed_units_the_player_chooses() -> None:
    here = with_kit().army("vendee", 2).army("spain", 2)

    assert {"military vendee", "military spain"} <= set(here.legal)


@pytest.mark.case("X-7.2-d")
def test_an_attack_hits_one_unit() -> None:
    result = with_kit().army("vendee", 2).army("spain", 2).play("military spain", faces=[4])

    assert (result.boxes["spain"], result.boxes["vendee"]) == (3, 2)
    assert [roll.needed for roll in result.rolls] == [4]


@pytest.mark.case("X-7.2-e")
def test_with_the_nearest_in_box_5_nobody_on_the_track_can_be_fought() -> None:
    here = with_kit().army("spain", 5)

    assert not {"military vendee", "military spain"} & set(here.legal)


@pytest.mark.case("A-39", "E-d-19")
def test_control_goes_by_the_unit_nearest_paris() -> None:
    start = with_kit().army("suvorov", 4).army("piedmont", 2).start()
    spaces = start.title.box.at["piedmont"]

    assert [control(start.title.box, start.state, space) for space in spaces[1:]] == [
        "french",
        "contested",
        "allied",
        "contested",
        "allied",
    ]


@pytest.mark.case("A-39", "A-20", "L-7.4-g")
def test_a_unit_in_front_conquers_nothing_behind_it_where_the_tracks_own_army_controls() -> None:
    behind = with_kit().army("korsakov", 2).army("austria", 5).liberated("liege").holding()
    strict, words = behind.start(), behind.option("own-army-controls").start()
    assert "liberate freiburg" not in strict.legal
    assert "liberate freiburg" in words.legal
    assert strict.play("end").liberated == set()
    assert words.play("end").liberated == {"liege"}
    # The space that it is in is contested all the same, and so is conquered.
    assert words.refused("liberate brussels").case == "7.4"
    inside = with_kit().option("own-army-controls").army("korsakov", 2).liberated("brussels")
    assert inside.play("end").liberated == set()
    # The track's own Army controls what lies behind it, and no Army leaves all to France.
    passed = behind.option("own-army-controls").army("austria", 1)
    assert passed.play("end").liberated == set()
    gone = with_kit().option("own-army-controls").army("korsakov", 2).off("austria").liberated("liege")
    assert gone.play("end").liberated == {"liege"}


@pytest.mark.case("L-7.4-b", "A-39")
def test_who_contests_or_controls_a_space_is_named() -> None:
    here = with_kit().army("korsakov", 2).army("austria", 5).holding()
    assert str(here.refused("liberate brussels")).startswith("Brussels is contested: Korsakov is there")
    assert str(here.refused("liberate liege")).startswith("Liège is under Allied control, behind Korsakov")


@pytest.mark.case("A-40")
def test_two_armies_of_a_track_in_paris_have_a_free_attack_each() -> None:
    here = with_kit().army("vendee", 0).army("spain", 0).actions(0).start()
    both = here.play("military spain", "military vendee", faces=[4, 4])

    assert (both.boxes["spain"], both.boxes["vendee"]) == (1, 1)


@pytest.mark.case("A-41", "A-59")
def test_the_spirit_fights_whom_an_attack_could() -> None:
    behind = with_kit().option("spirit-of-89").army("austria", 1).army("korsakov", 2).liberated("brussels")
    assert behind.refused("spirit brussels").case == "7.2"

    before = (
        with_kit().option("spirit-of-89").army("austria", 2).army("korsakov", 2).liberated("brussels").start()
    )
    won = before.play("spirit brussels", faces=[5])
    assert (won.boxes["korsakov"], won.boxes["austria"]) == (None, 2)


@pytest.mark.case("X-7.2-c", "A-41")
def test_the_spirit_names_its_foe_where_two_could_be() -> None:
    board = plain_kit().board
    units = [
        msgspec.structs.replace(unit, track="austria") if unit.id == "spain" else unit
        for unit in board.unit or []
    ]
    pack = msgspec.structs.replace(plain_kit(), board=msgspec.structs.replace(board, unit=units))
    here = position(pack).scenario("extended").option("spirit-of-89")
    start = here.army("austria", 3).army("spain", 3).liberated("liege").start()

    assert {"spirit liege against austria", "spirit liege against spain"} <= set(start.legal)
    assert start.refused("spirit liege").case == "7.2"
    # Who is as near to Paris on another track is not there.
    assert (
        here.army("austria", 3)
        .army("britain", 3)
        .liberated("liege")
        .refused("spirit liege against britain")
        .case
        == "10.2"
    )
    assert start.play("spirit liege against spain", faces=[4]).boxes["spain"] == 4


@pytest.mark.case("X-5.N-a")
def test_a_card_brings_napoleon_to_the_holding_box() -> None:
    result = with_kit().army("austria", 2).reveal(card(special=[Napoleon()]))

    assert result.state.napoleon == "holding"
    assert [event.army for event in result.of(NapoleonMoved)] == [None]
    odds = result.odds("military austria")
    assert odds is not None
    assert odds.modifiers == []


def napoleon_on(unit: str, box: int) -> Result:
    (kind,) = [known for known in ("austria", "suvorov", "piedmont", "vendee", "britain") if known == unit]
    return with_kit().army(kind, box).napoleon(unit).start()


@pytest.mark.case("X-5.N-b")
def test_he_goes_free_to_any_army_on_the_map() -> None:
    here = (
        with_kit().napoleon("holding").army("suvorov", 4).army("vendee", 0).off("prussia").actions(0).start()
    )
    assert [action for action in here.legal if action.startswith("napoleon")] == [
        "napoleon britain",
        "napoleon austria",
        "napoleon piedmont",
        "napoleon vendee",
        "napoleon suvorov",
    ]

    later = here.play("military vendee", "napoleon suvorov", faces=[1])
    assert (later.state.napoleon, later.state.actions_left) == ("suvorov", 0)
    assert here.refused("napoleon prussia").case == "5"


def modifiers(result: Result, action: str) -> dict[Phrase, int]:
    odds = result.odds(action)
    assert odds is not None
    return dict(odds.modifiers)


@pytest.mark.case("X-5.N-c", "A-37", "A-29")
def test_he_helps_attacks_on_his_army_alone_beyond_the_limit_of_the_french_army() -> None:
    here = with_kit().napoleon("austria").army("austria", 3).army("britain", 1).army("piedmont", 3)
    here = here.card(card(military_drm=2)).tracks(m=0, d=0, r=2).holding().disorder().liberated("liege")
    start = here.option("spirit-of-89").start()

    assert sum(modifiers(start, "military austria").values()) == 3
    assert sum(modifiers(start, "military piedmont").values()) == 2
    for action in ("naval", "liberate brussels", "restore-order", "spirit liege"):
        assert "Napoleon" not in modifiers(start, action)


@pytest.mark.case("X-5.N-c")
def test_he_does_not_help_his_army_against_a_marker() -> None:
    here = with_kit().army("austria", 4).napoleon("austria").liberated("liege")
    result = here.reveal(card(("austria", 1)), faces=[2])

    assert [(roll.needed, roll.modifiers) for roll in result.rolls] == [(3, [])]


@pytest.mark.case("X-5.N-d")
def test_he_costs_every_political_action_one_until_he_is_back() -> None:
    here = with_kit().napoleon("holding").army("piedmont", 4).start()
    assert modifiers(here, "political republic") == {}
    sent = here.play("napoleon piedmont")
    assert modifiers(sent, "political republic") == {"Napoleon": -1}

    later = sent.play("end")
    assert modifiers(later, "political despotism") == {"Napoleon": -1}
    assert modifiers(later.play("recall"), "political despotism") == {}


@pytest.mark.case("X-5.N-e")
def test_he_moves_along_with_his_army() -> None:
    result = napoleon_on("piedmont", 3).play("military piedmont", faces=[3])
    assert (result.boxes["piedmont"], result.state.napoleon) == (4, "piedmont")

    marched = with_kit().army("piedmont", 4).napoleon("piedmont").reveal(card(("piedmont", 2)))
    assert (marched.boxes["piedmont"], marched.state.napoleon) == (2, "piedmont")


@pytest.mark.case("X-5.N-f")
def test_he_is_recalled_at_the_start_of_a_turn_from_box_4_or_5() -> None:
    for box in range(1, 6):
        here = napoleon_on("austria", box)
        if box < 4:
            assert here.refused("recall").case == "5"
        else:
            assert here.play("recall").state.napoleon == "holding"

    acted = napoleon_on("austria", 4).play("political republic", faces=[1])
    assert acted.refused("recall").case == "5"
    assert acted.play("end", "recall").state.napoleon == "holding"


@pytest.mark.case("X-5.N-g")
def test_he_is_not_sent_again_in_the_turn_of_his_recall() -> None:
    back = napoleon_on("austria", 4).play("recall")

    assert back.refused("napoleon austria").case == "5"
    assert back.play("end", "napoleon austria").state.napoleon == "austria"


@pytest.mark.case("X-5.N-h", "E-d-20")
def test_an_army_pushed_to_box_4_keeps_him_until_the_next_turn() -> None:
    pushed = napoleon_on("austria", 3).play("military austria", faces=[4])
    assert pushed.boxes["austria"] == 4
    assert pushed.refused("recall").case == "5"

    still = pushed.play("end", "recall")
    assert still.refused("napoleon austria").case == "5"
    assert "napoleon austria" in still.play("end").legal

    come_on = with_kit().army("austria", 3).napoleon("austria").next(card(("austria", 1)))
    assert come_on.play("military austria", "end", faces=[4]).refused("recall").case == "5"


@pytest.mark.case("X-5.N-i")
def test_he_does_not_change_armies_without_a_recall() -> None:
    assert napoleon_on("austria", 4).refused("napoleon piedmont").case == "5"


@pytest.mark.case("X-5.N-j")
def test_by_an_option_he_fights_where_he_was() -> None:
    here = with_kit().option("napoleon-historical").napoleon("holding").army("suvorov", 4).start()

    assert [action for action in here.legal if action.startswith("napoleon")] == [
        "napoleon austria",
        "napoleon piedmont",
        "napoleon suvorov",
    ]
    assert here.refused("napoleon britain").case == "5"


@pytest.mark.case("X-5.N-k")
def test_a_natural_face_decides_beside_him_and_he_is_no_hostile_piece() -> None:
    assert napoleon_on("austria", 3).play("military austria", faces=[1]).boxes["austria"] == 3

    here = with_kit().deck("red", 0).napoleon("austria").play("end").outcome
    assert here is not None
    assert here.working[5].value == -5


@pytest.mark.case("A-38")
def test_he_comes_back_when_his_army_is_removed() -> None:
    beaten = napoleon_on("suvorov", 4).play("military suvorov", faces=[6])
    assert (beaten.boxes["suvorov"], beaten.state.napoleon) == (None, "holding")
    assert beaten.refused("napoleon austria").case == "5"
    assert "napoleon austria" in beaten.play("end").legal

    peace = with_kit().army("austria", 3).napoleon("austria").reveal(card(special=[Remove("austria")]))
    assert peace.state.napoleon == "holding"
    assert peace.refused("napoleon britain").case == "5"


@pytest.mark.case("A-38")
def test_he_may_be_sent_again_at_once_where_the_campaign_has_it_so() -> None:
    rule = with_kit().option("napoleon-at-once")
    beaten = rule.army("suvorov", 4).napoleon("suvorov").play("military suvorov", faces=[6])
    assert beaten.play("napoleon austria").state.napoleon == "austria"
    # A recall takes its time in any case (X-5.N-g).
    recalled = rule.army("austria", 4).napoleon("austria").play("recall")
    assert recalled.refused("napoleon austria").case == "5"


@pytest.mark.case("X-5.0-c")
def test_everybody_sees_which_units_are_stationary() -> None:
    armies = with_kit().army("korsakov", 2).start().view.armies
    kit = {unit: armies[unit].stationary for unit in KIT_UNITS}
    assert kit == {unit: unit != "spain" for unit in KIT_UNITS}
    assert not armies["austria"].stationary
