"""Initiative, hands, passes and pre-emption (2.3, 2.4)."""

from __future__ import annotations

import msgspec
import pytest

from engines.core.dice import Dice
from engines.vendee.events import HandedOver, Stepped
from engines.vendee.frames import Initiative, Reinforce
from engines.vendee.state import State
from tests.vendee.builder import Given, given, title


def both() -> Given:
    """Two stacks each, with a general."""
    return (
        given()
        .points("saumur", saumur=4)
        .points("nantes", nantes=3)
        .general("menou", "saumur")
        .points("cholet", anjou=8)
        .points("les-herbiers", centre=3)
        .general("bonchamps", "cholet")
    )


@pytest.mark.case("V-2.3-a", "A-11")
def test_initiative_is_a_die_and_the_best_rating_and_morale_and_ties_are_rolled_again() -> None:
    position = both().morale(royalist=1).phase("reinforcements", Reinforce("royalist", begun=True))
    position.state.arrivals = {"anjou": 1}
    table = position.table().act("place anjou:1 cholet").act("done", 4, 3, 3, 3)
    assert table.asked == ("royalist", "initiative")
    assert table.state.initiative == "royalist"


@pytest.mark.case("V-2.3-b", "A-13", "I-21")
def test_the_winner_begins_or_yields_and_to_yield_is_no_pass() -> None:
    position = both().phase("initiative", Initiative("royalist"))
    table = position.table().act("yield")
    assert table.asked == ("republican", "operations")
    table.act("hand over")
    assert table.state.phase == "operations"
    assert both().phase("initiative", Initiative("royalist")).table().act("begin").asked[0] == "royalist"


@pytest.mark.case("V-2.4-b", "V-2.4-c")
def test_a_side_may_activate_one_stack_after_another() -> None:
    table = both().table().act("activate saumur with all", 1, 1).act("stop")
    assert table.asked == ("republican", "operations")
    table.act("activate nantes with all").act("stop")
    assert table.asked[0] == "royalist"


@pytest.mark.case("A-12")
def test_by_option_a_hand_over_after_an_activation_is_a_pass() -> None:
    position = both()
    position.state.options = {**position.state.options, "late-passes": False}
    table = position.table().act("activate saumur with all", 1, 1).act("stop").act("hand over")
    assert "hand over to end the operations" in title().decisions(table.state)[0].prompt
    table.roll_on("hand over")
    assert table.state.phase != "operations"


@pytest.mark.case("V-2.4-e", "A-12")
def test_only_an_idle_hand_passes() -> None:
    assert both().state.options["late-passes"]
    table = both().table().act("activate saumur with all", 1, 1).act("stop").act("hand over")
    table.act("hand over")
    assert table.asked == ("republican", "operations")
    table.roll_on("hand over")
    assert table.state.phase != "operations"


@pytest.mark.case("V-2.4-e", "A-14")
def test_a_side_with_nobody_left_passes_by_itself() -> None:
    position = given().points("saumur", saumur=4).points("cholet", anjou=2).points("beaupreau", anjou=2)
    table = position.having(preempted=True).table()
    table.act("activate saumur with all").act("stop")
    assert table.told(HandedOver) == [HandedOver("republican", True, False)]
    table.act("activate cholet with all").act("stop").act("hand over")
    # Nobody of the Republicans is left: they pass, and the Royalists have the hand again.
    assert table.told(HandedOver)[-1] == HandedOver("republican", True, False)
    table.roll_on("hand over")
    assert table.state.phase != "operations"


@pytest.mark.case("V-2.4-d", "V-3.2-k", "V-4.5-l")
def test_nobody_is_activated_twice_or_after_a_rout() -> None:
    table = both().points("angers", ready="routed", saumur=2).table()
    assert table.refused("activate angers with all") == "2.4"
    table.act("activate saumur with all", 1, 1).act("stop")
    assert table.refused("activate saumur with all") == "2.4"


@pytest.mark.case("V-2.4-f", "V-2.4-g", "V-2.4-h", "V-2.4-i", "V-2.4-j", "D-04", "V-2.3-c", "A-15", "V-QA-09")
@pytest.mark.parametrize(("face", "jumps"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_winner_of_the_initiative_may_pre_empt_once(face: int, jumps: bool) -> None:
    position = both().having(initiative="royalist")
    table = position.table().act("activate saumur with all")
    assert table.asked == ("royalist", "preemption")
    if not jumps:
        # The opponent carries on: his two dice for action points follow.
        table.act("preempt cholet", face, 1, 1)
        assert table.asked == ("republican", "activation")
        assert table.state.forces["cholet"]["anjou"].fresh == 8
        table.act("stop").act("activate nantes with all")
        assert table.asked == ("republican", "activation")
        return
    table.act("preempt cholet", face)
    assert table.asked == ("royalist", "operations")
    assert table.refused("hand over") == "2.4"
    assert table.refused("activate les-herbiers with all") == "2.4"
    assert table.state.forces["saumur"]["saumur"].fresh == 4
    table.act("activate cholet with all", 1, 1).act("stop").act("hand over")
    table.act("activate nantes with all")
    assert table.asked == ("republican", "activation")


@pytest.mark.case("V-2.4-k", "I-01")
def test_pre_emption_needs_a_stack_with_a_fresh_general_and_silence_declines() -> None:
    table = both().having(initiative="royalist").table().act("activate saumur with all")
    assert table.refused("preempt les-herbiers") == "2.4"
    decision = title().decisions(table.state)[0]
    assert decision.interrupt
    fallback = title().fallback(table.state, decision)
    assert fallback is not None
    assert title().notation(fallback) == "decline"
    table.act("decline", 1, 1)
    assert not table.state.preempted


@pytest.mark.case("I-01")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("with cholet", "preempt cholet"),
        ("with cholet against saumur", "preempt cholet"),
        ("with cholet against nantes", "decline"),
        ("with les-herbiers", "decline"),
        ("decline", "decline"),
        ("ask me", None),
        ("ask me near", None),
    ],
)
def test_pre_emption_can_be_ordered(order: str, answer: str | None) -> None:
    table = both().having(initiative="royalist").table().act("activate saumur with all")
    decision = title().decisions(table.state)[0]
    found = title().ordered(table.state, decision, title().read_order("preemption", order))
    assert answer == (None if found is None else title().notation(found))


def is_asked_to_pre_empt(position: Given, announced: str) -> bool:
    """Whether the royalist without an order is asked when a stack is announced."""
    table = position.having(initiative="royalist").table().act(f"activate {announced} with all")
    (decision,) = title().decisions(table.state)
    assert decision.kind == "preemption"
    unsaid = next(kind.implicit for kind in title().order_kinds if kind.kind == decision.kind)
    return title().answered(table.state, decision, unsaid) is None


@pytest.mark.case("I-01")
@pytest.mark.parametrize(
    ("area", "asked"), [("vihiers", True), ("cholet", True), ("saint-florent", False), ("pouzauges", False)]
)
@pytest.mark.parametrize("anjou", [1, 20])
@pytest.mark.parametrize("leader", ["menou", None])
def test_without_an_order_pre_emption_is_asked_for_where_they_could_come(
    area: str, asked: bool, anjou: int, leader: str | None
) -> None:
    """Cholet is five areas from Saumur, and three action points by road: an attack there can be pre-empted.

    That nobody was asked is seen, so it tells nothing but where counters lie, and of theirs no more either.
    """
    position = given().points("saumur", saumur=4).points(area, anjou=anjou).general("bonchamps", area)
    if leader:
        position = position.general(leader, "saumur")
    assert is_asked_to_pre_empt(position, "saumur") == asked


@pytest.mark.case("I-01")
@pytest.mark.parametrize(("leader", "asked"), [("menou", True), (None, False)])
def test_those_whose_faces_are_seen_come_no_farther_than_their_general_leads_them(
    leader: str | None, asked: bool
) -> None:
    position = given().points("coron", saumur=4)
    position = position.points("chantonnay", centre=3).general("sapinaud", "chantonnay")
    if leader:
        position = position.general(leader, "coron")
    assert is_asked_to_pre_empt(position, "coron") == asked


@pytest.mark.case("V-2.3-c")
def test_the_loser_of_the_initiative_is_not_asked() -> None:
    table = both().having(initiative="republican").table().act("activate saumur with all", 1, 1)
    assert table.asked == ("republican", "activation")


@pytest.mark.case("V-2.4-a", "V-3.2-a")
def test_a_whole_path_is_given_in_one_go() -> None:
    table = both().table().act("move saumur > doue > concourson with all but 3", 3, 3)
    assert table.points("saumur") == {"saumur": 3}
    assert table.points("concourson") == {"saumur": 1}
    assert [step.end for step in table.told(Stepped)] == ["doue", "concourson"]


@pytest.mark.case("A-12")
def test_a_game_that_was_begun_by_the_harsher_reading_keeps_it() -> None:
    """A state names all its options, so that another default changes no game that goes on."""
    begun = title().setup("campaign", {"late-passes": False}, Dice("old")).state
    kept = msgspec.json.decode(msgspec.json.encode(begun), type=State)
    assert kept.options["late-passes"] is False
    assert title().setup("campaign", {}, Dice("new")).state.options["late-passes"] is True
