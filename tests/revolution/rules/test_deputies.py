"""Turning deputies, and Critics and Supporters (R-POL-01 to 07, R-REGIME-08 to 11)."""

from __future__ import annotations

import pytest

from engines.revolution.answers import Purpose
from engines.revolution.events import Settled, Thrown
from engines.revolution.politics.events import Cast, Counted, DeputiesReturned, GovernmentChanged
from engines.revolution.state import deputies
from tests.revolution.builder import BOX, TITLE, At, Table


def in_paris(*options: str) -> At:
    return At("deputies", *options).people("sieyes barere paris", "brissot paris", "carnot lille")


def votes(table: Table) -> list[int]:
    return [deputies(table.state, seat) for seat in TITLE.seats]


@pytest.mark.case("E-25", "R-POL-01", "R-POL-03", "R-POL-05", "R-POL-06", "R-ACT-08", "R-ACT-12")
def test_three_or_five_are_turned_and_whoever_did_it_is_spent() -> None:
    table = in_paris().play()
    # Who has nobody in Paris is not asked.
    assert table.asked == [("gironde", "deputies")]
    table.done("gironde").do("marais", "turn feuillant by sieyes", 4, 4)
    assert (table.last(Thrown).result, votes(table)) == ("B", [2, 5, 13, 4, 1, 1])
    assert (table.state.purses["marais"], table.state.spent) == (700, 100)
    table.refused("marais", "turn feuillant by sieyes", "R-POL-05")
    table.refused("marais", "turn feuillant by carnot", "R-POL-05")
    table.do("marais", "turn gironde by barere", 5, 5)
    # Only four are left to be turned.
    assert (table.last(Thrown).result, votes(table)) == ("A", [2, 5, 17, 0, 1, 1])
    assert list(table.state.deputies.values()) == [2, 8, 10, 4, 1, 1]


@pytest.mark.case("R-POL-03", "R-POL-04", "R-POL-02")
def test_whose_deputies_and_none_twice() -> None:
    at = in_paris().people("danton roux paris").deputies(2, 3, 10, 4, 1, 1)
    table = at.play().do("gironde", "turn marais by brissot", 1, 2)
    assert (table.last(Thrown).result, votes(table)) == ("C", [2, 3, 10, 4, 1, 1])
    table.refused("marais", "turn royalist by sieyes", "R-POL-02")
    table.do("marais", "turn feuillant by sieyes", 6, 4)
    assert votes(table) == [2, 0, 13, 4, 1, 1]
    table.refused("marais", "turn feuillant by barere", "R-POL-04")
    table.done("marais").do("mountain", "turn sans-culotte by danton", 4, 5)
    # What the Marais has turned is not the Marais's to lose.
    table.refused("sans-culotte", "turn gironde by roux", "R-POL-02")
    table.do("sans-culotte", "turn marais by roux", 6, 6)
    assert votes(table) == [2, 0, 8, 4, 2, 5]
    lists = {seat: BOX.current[seat].turns for seat in TITLE.seats}
    assert lists == {
        "royalist": ["feuillant", "marais"],
        "feuillant": ["royalist", "marais"],
        "marais": ["feuillant", "gironde"],
        "gironde": ["marais"],
        "mountain": ["sans-culotte", "marais"],
        "sans-culotte": ["mountain", "marais"],
    }


@pytest.mark.case("R-POL-07", "R-POL-05", "R-ACT-13")
def test_tracks_and_events_help_and_the_king_does_not() -> None:
    at = At("deputies").people("cadoudal paris", "barnave paris").tracks(clergy=17)
    table = at.set(bonuses={"turn-convince-feuillant": 2}).play()
    table.refused("feuillant", "turn marais by louis", "R-POL-05")
    table.do("feuillant", "turn marais by barnave", 1, 2)
    assert table.last(Thrown).modifiers == [("event", 2)]
    table.do("royalist", "turn marais by cadoudal", 1, 1)
    assert (table.last(Thrown).modifiers, table.state.fame["royalist"]) == ([("tracks", 2)], 7)


@pytest.mark.case("R-POL-01", "R-POL-05")
@pytest.mark.parametrize("regime", ["convention", "terror"])
def test_nobody_turns_deputies_where_laws_are_rolled_for(regime: str) -> None:
    table = in_paris().regime(regime).play()
    assert not any(kind == "deputies" for _, kind in table.asked)
    table = in_paris("-letter").regime("legislative").play()
    table.refused("gironde", "file turn mountain by brissot", "R-POL-02")
    at = At("plots", "-letter").regime(regime)
    at.play().refused("gironde", "file turn marais by brissot", "R-POL-01")


@pytest.mark.case("R-POL-01")
def test_a_purse_that_is_too_small_turns_nobody() -> None:
    table = in_paris().purse(gironde=99).tracks(economy=9).play()
    assert table.asked == [("marais", "deputies")]
    table.do("marais", "turn gironde by sieyes", 1, 2)
    assert table.state.purses["marais"] == 600


def critics(*options: str) -> At:
    return At("critics", *options)


def said(table: Table, stands: dict[str, str]) -> Table:
    for seat, stand in stands.items():
        table.do(seat, f"declare {stand}")
    return table


SPLIT = {"gironde": "criticise", "royalist": "neutral", "mountain": "criticise"}


@pytest.mark.case("E-31", "R-REGIME-08", "R-REGIME-10", "R-REGIME-11", "A-21", "R-SEQ-18")
@pytest.mark.parametrize(
    ("numbers", "seat"), [((1, 12, 13, 0, 0, 0), "feuillant"), ((0, 12, 14, 0, 0, 0), "gironde")]
)
def test_more_critics_than_supporters(numbers: tuple[int, ...], seat: str) -> None:
    at = critics().deputies(*numbers).set(objectives={"government": Purpose("arrest", "marat")})
    table = at.play().do("feuillant", "declare support").do("marais", "declare criticise")
    if numbers[0]:
        table.do("royalist", "declare support")
    counted = table.last(Counted)
    assert (counted.yes, counted.no) == (12 + numbers[0], numbers[2])
    assert table.state.government == seat
    assert len(table.told(GovernmentChanged)) == (seat == "gironde")
    # An objective of the Government that has fallen lapses: nothing is won or lost by it.
    settled = "government" in [event.actor for event in table.told(Settled)]
    standing = table.state.objectives.get("government") is not None
    assert (settled or standing) == (seat == "feuillant")
    assert table.state.ousted is False


@pytest.mark.case("R-REGIME-10", "R-REGIME-06", "R-REGIME-08")
def test_the_gironde_is_voted_out_and_the_purse_stays_with_the_government() -> None:
    at = critics().set(government="gironde").fame(government=13)
    table = said(at.play(), {"feuillant": "criticise", "gironde": "support", "marais": "criticise"})
    assert table.asked == [(seat, "critics") for seat in ("royalist", "mountain", "sans-culotte")]
    said(table, dict.fromkeys(("royalist", "mountain", "sans-culotte"), "neutral"))
    assert (table.state.government, table.state.ousted) == ("feuillant", True)
    assert table.state.fame["government"] == 13


@pytest.mark.case("A-21", "R-REGIME-11")
def test_silence_of_the_government_and_of_its_rival() -> None:
    table = critics().play()
    silent = {
        decision.seat: TITLE.fallback(table.state, decision) for decision in TITLE.decisions(table.state)
    }
    stands = {seat: TITLE.notation(answer) for seat, answer in silent.items() if answer is not None}
    assert (stands["feuillant"], stands["gironde"]) == ("declare support", "declare criticise")
    assert {stands[seat] for seat in ("royalist", "marais", "mountain")} == {"declare neutral"}
    for regime in ("convention", "terror", "thermidor"):
        assert not At("critics").regime(regime).play().told(Counted)
    at = At("laws", "-letter").regime("convention").set(bills=["civic/marais"])
    at.play().refused("gironde", "file declare support", "R-REGIME-11")


@pytest.mark.case("R-SEQ-18", "R-POL-06")
def test_turned_deputies_vote_in_the_debates_and_then_go_back() -> None:
    turned = in_paris().play().do("gironde", "turn marais by brissot", 6, 5)
    assert votes(turned) == [2, 8, 5, 9, 1, 1]
    table = critics().set(turned=turned.state.turned).play()
    for seat in table.state.order:
        if deputies(table.state, seat):
            table.do(seat, "declare criticise" if seat in ("gironde", "marais") else "declare support")
    counted = table.last(Counted)
    assert (counted.yes, counted.no) == (12, 14)
    assert (votes(table), len(table.told(DeputiesReturned))) == ([2, 8, 10, 4, 1, 1], 1)


@pytest.mark.case("A-22")
def test_secret_votes_are_asked_at_once_and_open_ones_in_turn_order() -> None:
    assert len(critics().play().asked) == 6
    table = critics("open-votes").play()
    assert table.asked == [("feuillant", "critics")]
    table.do("feuillant", "declare neutral")
    assert (table.last(Cast).value, table.asked) == (0, [("gironde", "critics")])
