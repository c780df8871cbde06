"""Chits and dice for the initiative (5, 4.1)."""

from __future__ import annotations

import pytest

from engines.valmy.events import InitiativeWon
from engines.valmy.frames import Bid
from tests.valmy.builder import Given, given


def bidding(**chits: tuple[int, ...]) -> Given:
    position = given().force("dumouriez", "sedan").force("brunswick", "verdun")
    position.state.chits.update(chits)  # type: ignore[arg-type]
    return position.phase("initiative", Bid("french"))


@pytest.mark.case("Y-4.1-a", "Y-5.1-a", "Y-5.1-b", "Y-5.1-c", "Y-5.1-e", "E-5.1-1", "A-5.1-2")
def test_the_holder_announces_and_the_other_outbids_and_loses_his_chit_alone() -> None:
    table = bidding().table()
    assert table.asked == ("french", "bid")
    assert "Bid a chit" in table.prompt
    assert table.legal == ["bid 1", "bid 2", "bid 3", "no-bid"]
    table.act("bid 2")
    assert "Outbid the 2" in table.prompt
    assert table.asked == ("allied", "bid")
    table.act("bid 3")
    assert table.told(InitiativeWon) == [InitiativeWon("allied", 3, "5.1")]
    assert table.state.chits == {"french": (1, 2, 3), "allied": (1, 2)}
    assert (table.state.phase, table.asked) == ("activations", ("allied", "activation"))


@pytest.mark.case("E-5.1-2", "Y-5.1-g")
def test_a_bid_that_is_let_pass_wins_and_is_spent() -> None:
    table = bidding().table().act("bid 2").act("no bid")
    assert table.state.chits == {"french": (1, 3), "allied": (1, 2, 3)}
    assert table.asked == ("french", "activation")
    assert table.refused("bid 1") == "4.0"


@pytest.mark.case("E-5.1-3", "Y-5.1-d")
def test_an_answer_has_to_be_higher_and_not_spent() -> None:
    table = bidding(allied=(1, 2)).table()
    assert bidding(french=(3,)).table().refused("bid 2") == "5.1"
    table.act("bid 1")
    assert table.refused("bid 1") == "5.1"
    assert table.refused("bid 3") == "5.1"
    assert table.legal == ["bid 2", "no-bid"]


@pytest.mark.case("Y-5.1-f")
def test_a_chit_that_cannot_be_beaten_is_not_answered() -> None:
    assert bidding().table().act("bid 3").asked == ("french", "activation")
    assert bidding(allied=(1,)).table().act("bid 2").asked == ("french", "activation")


@pytest.mark.case("A-5.1-1")
def test_when_the_holder_declines_any_chit_of_the_other_wins_outright() -> None:
    table = bidding().table().act("no bid").act("bid 1")
    assert table.asked == ("allied", "activation")
    assert table.state.chits["allied"] == (2, 3)


@pytest.mark.case("Y-4.1-b", "Y-5.2-a", "Y-8.5-b")
def test_without_chits_each_rolls_and_adds_the_rating_of_the_overall_leader() -> None:
    table = bidding().table().act("no bid").act("no bid", 4, 4)
    assert table.told(InitiativeWon) == [InitiativeWon("french", None, "5.2")]
    assert table.state.chits == {"french": (1, 2, 3), "allied": (1, 2, 3)}


@pytest.mark.case("E-5.2-1", "Y-4.1-c", "A-5.2-1", "A-5.2-2")
def test_a_tie_goes_to_who_did_not_have_it_and_a_replacement_has_his_own_rating() -> None:
    # Dumouriez adds 4 and Brunswick 3; his replacement adds 1.
    assert bidding().table().act("no bid").act("no bid", 3, 4).asked[0] == "allied"
    position = bidding().leader("brunswick", "verdun", replaced=True)
    assert position.table().act("no bid").act("no bid", 3, 6).asked[0] == "allied"
    assert position.table().act("no bid").act("no bid", 3, 5).asked[0] == "french"


@pytest.mark.case("Y-5.1-a")
def test_who_has_no_chit_left_is_not_asked() -> None:
    position = bidding(french=())
    position.state.stack = [Bid("allied")]
    assert position.table().act("no bid", 6, 1).asked[0] == "french"
