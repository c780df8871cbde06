"""The rulebook's worked examples, and vectors derived from its rules, played as they stand.

Those about one phase only are beside the other tests of that phase.
"""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data.levee
from data.levee.schema import ARMIES, Drm, Grant
from engines.core.dice import Dice
from engines.core.events import Roll
from engines.levee.events import FrenchArmySet
from engines.levee.score import level_of
from engines.levee.state import control
from engines.levee.title import SEAT, Levee
from tests.levee.builder import Position, Result, card, plain, position, with_card


@pytest.mark.case("E-3.0-a")
@given(seed=st.text(max_size=12))
def test_the_blue_deck(seed: str) -> None:
    title, dice = Levee(), Dice(seed)
    state = title.setup("base", {}, dice).state
    numbers = [int(state.headline)]
    while state.pile:
        # Only the pile is looked at, so that nobody takes Paris on the way.
        state = msgspec.structs.replace(state, boxes=dict.fromkeys(ARMIES))
        state = title.apply(state, SEAT, title.parse(state, "end"), dice).state
        numbers.append(int(state.headline))

    assert (numbers[0], numbers[-1], len(numbers)) == (1, 21, 19)
    assert len(set(numbers)) == 19
    assert set(numbers[1:-1]) <= {*range(2, 21)}


@pytest.mark.case("E-5.1-a")
def test_an_advance_to_box_3() -> None:
    assert position().army("prussia", 4).reveal(card(("prussia", 1))).boxes["prussia"] == 3


@pytest.mark.case("E-5.1-b")
def test_prussia_against_a_free_republic() -> None:
    here = position().army("prussia", 4).liberated("coblenz")
    beside = here.reveal(card(("prussia", 1)), faces=[3])
    assert (beside.boxes["prussia"], beside.liberated) == (3, {"coblenz"})

    pushed = beside.play("military prussia", "end", faces=[6])
    assert (pushed.boxes["prussia"], pushed.liberated) == (4, {"coblenz"})
    left = beside.play("end")
    assert (left.boxes["prussia"], left.liberated, left.held) == (3, set(), 1)


@pytest.mark.case("E-5.1-b")
def test_the_base_packs_markers_lose_to_a_3_as_in_the_example() -> None:
    assert all(marker.battle_value <= 2 for marker in data.levee.load().board.liberation)


@pytest.mark.case("E-5.2-a")
def test_monarchy_down_republic_up() -> None:
    moved = position().tracks(m=4, d=2, r=-1).reveal(card(political={"monarchy": -1, "republic": 1}))

    assert moved.mdr == (3, 2, 0)


def prussia_invades() -> Result:
    """Card 12, with Monarchy 3, Despotism 0 and Republic 2."""
    return position().tracks(m=3, d=0, r=2).reveal(card(military_drm=-1))


@pytest.mark.case("E-6.2-a")
def test_the_army_under_a_reigning_monarchy() -> None:
    result = prussia_invades()

    (event,) = result.of(FrenchArmySet)
    assert [term.value for term in event.terms] == [-1, -1]
    assert event.value == result.state.french_army == -2


@pytest.mark.case("E-6.2-a", "E-7.1-a")
def test_card_12_of_the_base_pack_has_the_modifiers_of_the_example() -> None:
    box = Levee().box

    assert box.cards["12"].title == "Prussia Invades France!"
    assert box.military_drm["12"] == -1
    assert not [drm for drm in box.cards["12"].drm if drm.roll == "political"]


@pytest.mark.case("E-7.1-a")
def test_raising_the_republic_to_a_tie() -> None:
    result = prussia_invades().play("political republic", faces=[3])

    assert result.mdr == (3, 0, 3)
    assert result.view.reigning is None
    assert result.state.french_army == -1


@pytest.mark.case("E-7.1-b")
@pytest.mark.parametrize("action", ["political monarchy", "political republic"])
def test_either_way_to_let_the_republic_reign(action: str) -> None:
    tied = prussia_invades().play("political republic", faces=[3])

    assert tied.play(action, faces=[3]).mdr == (3, 0, 3)
    won = tied.play(action, faces=[4])
    assert won.view.reigning == "republic"
    assert won.state.french_army == 0
    assert tied.odds("political monarchy") == tied.odds("political republic")


def stern_days() -> Result:
    """Austria and Piedmont in Paris in Disorder, the Republic reigning, the British near."""
    here = position().army("austria", 0).army("piedmont", 0).army("britain", 1).disorder()
    return here.tracks(m=1, d=1, r=2).start()


@pytest.mark.case("E-7.2-a")
def test_to_the_barricades_against_austria_with_a_natural_1() -> None:
    before = stern_days()
    assert before.state.french_army == 1
    result = before.play("military austria", faces=[1])

    assert result.boxes["austria"] == 0
    assert result.state.actions_left == before.state.actions_left


@pytest.mark.case("E-7.2-b")
def test_to_the_barricades_against_piedmont() -> None:
    before = stern_days()
    result = before.play("military austria", "military piedmont", faces=[1, 3])

    assert result.rolls[-1].total == 4
    assert result.boxes["piedmont"] == 1
    assert result.title.box.at["piedmont"][1] == "troyes"
    assert result.state.actions_left == before.state.actions_left


@pytest.mark.case("E-7.2-c")
def test_the_second_attack_on_austria_is_paid_for_and_paris_may_fall() -> None:
    before = stern_days().play("military austria", "military piedmont", faces=[1, 3])
    paid = before.play("military austria", faces=[2])
    assert paid.state.actions_left == before.state.actions_left - 1
    assert paid.boxes["austria"] == 0

    assert paid.play("end").state.paris_fell
    assert paid.play("military austria", "end", faces=[6]).outcome is None


@pytest.mark.case("E-7.3-a")
def test_the_british_flee_from_rouen_to_dunkirk() -> None:
    result = position().army("britain", 1).play("naval", faces=[5])

    (roll,) = result.of(Roll)
    assert (roll.needed, roll.modifiers) == (5, [])
    assert result.boxes["britain"] == 3
    assert result.view.armies["britain"].space == "dunkirk"


@pytest.mark.case("E-7.4-a")
def test_control_of_the_austrian_track() -> None:
    start = position().army("austria", 3).holding().start()
    box = start.title.box

    assert [control(box, start.state, box.at["austria"][number]) for number in range(1, 6)] == [
        *("french", "french", "contested", "allied", "allied")
    ]
    austrian = [action for action in start.legal if action.split()[-1] in box.at["austria"]]
    assert austrian == ["liberate brussels"]


@pytest.mark.case("E-7.4-b")
def test_the_colonies_can_be_liberated() -> None:
    here = position().army("britain", 5).holding()
    assert "liberate at-sea" in here.legal

    assert here.play("liberate at-sea", faces=[6]).liberated == {"at-sea"}


def score(here: Position) -> int | None:
    start = here.start()
    outcome = start.title.outcome(msgspec.structs.replace(start.state, phase="over"))
    assert outcome is not None
    return outcome.score


LAST = position().deck("red", left=0).off(*ARMIES)


@pytest.mark.case("E-9.3-a")
def test_a_marker_in_a_2_space() -> None:
    assert score(LAST.liberated("brussels")) == 2
    assert score(LAST.liberated("trier")) == 2


@pytest.mark.case("E-9.3-b")
def test_despotism_at_its_lowest() -> None:
    assert score(LAST.tracks(m=0, d=-1, r=0)) == 4


@pytest.mark.case("E-9.3-c", "E-9.3-d")
@pytest.mark.parametrize(
    ("here", "steps"),
    [(LAST.army("britain", 1), [-1, -3, 0]), (LAST.army("vendee", 1), [-1, 0, -1])],
)
def test_armies_on_bordered_spaces(here: Position, steps: list[int]) -> None:
    outcome = here.play("end").outcome

    assert outcome is not None
    assert [line.value for line in outcome.working[-3:]] == steps


@pytest.mark.case("E-9.3-e")
def test_the_historical_score() -> None:
    outcome = LAST.tracks(m=1, d=4, r=1).liberated("brussels", "savoy").play("end").outcome

    assert outcome is not None
    assert [line.value for line in outcome.working] == [3, 5, -16, -5, 0, 0, 0, 0]
    assert (outcome.score, str(outcome.title)) == (-13, "Minor victory")
    assert outcome.facts == {"paris-fell": False}


@pytest.mark.case("E-d-01")
def test_the_board_as_set_up() -> None:
    here = position().deck("red", left=0).tracks(m=4, d=-1, r=-1)
    outcome = here.play("end").outcome

    assert outcome is not None
    assert [line.value for line in outcome.working] == [-3, 0, 4, -20, 0, -5, 0, 0]
    assert (outcome.score, outcome.level) == (-24, "minor-defeat")


@pytest.mark.case("E-d-02")
def test_every_score_has_the_level_of_its_band() -> None:
    bands = {
        "triumph": range(1, 60),
        "substantive-victory": range(-7, 1),
        "minor-victory": range(-15, -7),
        "minor-defeat": range(-25, -15),
        "substantive-defeat": range(-90, -25),
    }

    for level, values in bands.items():
        assert {level_of(value) for value in values} == {level}


@pytest.mark.case("E-d-03")
def test_paris_falls_in_the_red_deck() -> None:
    here = position().deck("red", left=4).tracks(m=0, d=3, r=2).liberated("savoy").disorder()
    here = here.off("prussia").army("austria", 0).army("britain", 1)
    result = here.play("end")
    outcome = result.outcome

    assert outcome is not None
    assert [line.value for line in outcome.working] == [6, 3, -12, 0, -4, -5, -3, 0]
    assert (outcome.score, outcome.level, outcome.facts) == (-15, "minor-defeat", {"paris-fell": True})
    assert result.mdr == (0, 3, 2)


@pytest.mark.case("E-d-06")
def test_political_thresholds_with_modifiers() -> None:
    here = position().tracks(m=4, d=0, r=0).card(card(drm=[Drm("political", -1)]))
    assert here.play("political monarchy", faces=[5]).mdr == (4, 0, 0)
    assert here.play("political monarchy", faces=[6]).mdr == (3, 0, 0)

    easy = position().tracks(m=4, d=0, r=-1).card(card(drm=[Drm("political", 2)]))
    assert easy.play("political republic", faces=[1]).mdr == (4, 0, -1)


@pytest.mark.case("E-d-07")
def test_military_actions_against_the_british() -> None:
    ashore = position().army("britain", 1)
    assert ashore.play("military britain", faces=[3]).boxes["britain"] == 1
    assert ashore.play("military britain", faces=[4]).boxes["britain"] == 2

    assert position().army("britain", 4).refused("military britain").case == "7.2"
    assert "military britain" in position().army("britain", 3).legal
    assert position().army("britain", 3).refused("naval").case == "7.3"


@pytest.mark.case("E-d-08")
@pytest.mark.parametrize(
    ("box", "drm", "republic", "face", "after"),
    [
        (2, 0, 0, 5, 4),
        (4, 0, 0, 5, 5),
        (4, 0, 0, 4, 4),
        (4, 1, 0, 4, 5),
        (4, -3, 0, 6, 5),
        (4, 0, 1, 4, 4),
    ],
)
def test_naval_actions(box: int, drm: int, republic: int, face: int, after: int) -> None:
    event = card(military_drm=1 if republic else 0, drm=[Drm("naval", drm)] if drm else [])
    here = position().army("britain", box).tracks(m=0, d=0, r=republic).card(event)
    assert here.start().state.french_army == 2 * republic

    assert here.play("naval", faces=[face]).boxes["britain"] == after


@pytest.mark.case("E-d-09")
def test_restoring_order() -> None:
    assert not position().disorder().tracks(m=2, d=0, r=3).play("restore-order").state.disorder
    for tracks in ((4, 0, 4), (1, 0, 2)):
        here = position().disorder().tracks(*tracks)
        assert here.play("restore-order", faces=[3]).state.disorder
        assert not here.play("restore-order", faces=[4]).state.disorder
    assert position().refused("restore-order").case == "7.5"


@pytest.mark.case("E-d-10")
def test_two_free_attacks_on_a_card_without_actions() -> None:
    here = position().army("austria", 0).army("piedmont", 0).card(card(actions=0))
    result = here.play("military austria", "military piedmont", faces=[2, 2])

    assert (result.boxes["austria"], result.boxes["piedmont"]) == (0, 0)
    assert result.refused("military austria").case == "4.3"
    assert result.refused("military piedmont").case == "4.3"


@pytest.mark.case("E-d-11")
def test_journees_in_two_turns_running() -> None:
    here = position().tracks(m=0, d=0, r=3).next(card(journee=True), card(journee=True), card())

    assert [here.play(*["end"] * turns).mdr[2] for turns in (1, 2, 3)] == [3, 2, 1]


@pytest.mark.case("E-d-13")
def test_the_spirit_of_89() -> None:
    here = position().option("spirit-of-89").tracks(m=0, d=0, r=2).card(card(military_drm=1))
    here = here.army("piedmont", 3).liberated("savoy")
    assert here.start().state.french_army == 2

    failed = here.play("spirit savoy", faces=[3])
    assert (failed.boxes["piedmont"], failed.liberated, failed.held, failed.mdr) == (3, set(), 1, (0, 0, 1))
    won = here.play("spirit savoy", faces=[4])
    assert (won.boxes["piedmont"], won.liberated, won.mdr) == (4, {"savoy"}, (0, 0, 2))


@pytest.mark.case("E-d-22")
@pytest.mark.parametrize(
    ("colour", "left", "headline", "level"),
    [
        ("blue", 1, "18", "crushing-defeat"),
        ("blue", 0, "21", "decisive-defeat"),
        ("white", 0, "45", "decisive-defeat"),
    ],
)
def test_when_paris_falls(colour: str, left: int, headline: str, level: str) -> None:
    start = position().deck(colour, left).army("austria", 0).start()  # type: ignore[arg-type]
    assert start.state.headline == headline
    outcome = start.play("end").outcome

    assert outcome is not None
    assert (outcome.level, outcome.score) == (level, None)


@pytest.mark.case("E-d-22")
def test_when_paris_falls_on_the_first_red_card() -> None:
    start = position().deck("red", left=11).army("austria", 0).start()
    assert start.state.headline == "46"
    outcome = start.play("end").outcome

    assert outcome is not None
    assert [line.value for line in outcome.working if "Red" in str(line.label)] == [-11]
    assert outcome.score == -11 - 5


@pytest.mark.case("E-d-25")
def test_a_levee_en_masse_without_actions_left() -> None:
    here = position().option("levee-en-masse").holding().army("britain", 2).actions(0)
    attacked = here.play("levy holding", "military britain", faces=[4])
    assert (attacked.boxes["britain"], attacked.held) == (3, 0)
    assert attacked.state.actions_left == 0

    granted = here.next(card(special=[Grant(2)])).play("levy holding", "military britain", "end", faces=[4])
    assert granted.view.liberation.spent == 1
    assert granted.held == 1


@pytest.mark.case("E-d-26")
def test_two_boxes_forward_through_a_free_republic() -> None:
    here = position().army("austria", 3).liberated("brussels").next(card(("austria", 2)))
    assert here.play("end", faces=[2]).boxes["austria"] == 3

    through = here.play("end", faces=[3])
    assert (through.boxes["austria"], through.liberated) == (1, {"brussels"})
    ended = through.play("end")
    assert (ended.liberated, ended.held) == (set(), 1)


@pytest.mark.case("E-d-12")
def test_rotated_prussia_at_the_frontier() -> None:
    here = position().rotated("prussia").army("prussia", 2)

    assert here.reveal(card(("prussia", 1))).boxes["prussia"] == 2
    assert here.army("prussia", 3).reveal(card(("prussia", 1))).boxes["prussia"] == 2
    assert here.reveal(card(("prussia", -1))).boxes["prussia"] == 3


@pytest.mark.case("E-d-04")
def test_the_army_at_set_up_with_a_good_first_card() -> None:
    title = Levee(with_card(plain(), card(number=1, flag=True, military_drm=1)))

    assert title.setup("base", {}, Dice("any")).state.french_army == 0
