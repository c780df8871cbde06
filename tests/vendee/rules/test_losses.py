"""Losses: how many, of whom, and who chooses (4.1, I-07)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from engines.vendee.box import share
from engines.vendee.combat.actions import Lose
from engines.vendee.combat.encounter import sorted_out
from engines.vendee.combat.frames import Battle, Contingent, Losses
from engines.vendee.combat.losses import share_out, units
from engines.vendee.events import Lost
from engines.vendee.frames import Condition
from engines.vendee.stacks import exactly
from engines.vendee.words import Who
from tests.vendee.battles import Fray, attack
from tests.vendee.builder import given, title
from tests.vendee.laws import as_typed


@pytest.mark.case("E-24", "V-QA-19", "V-QA-20", "V-4.1-p")
@pytest.mark.parametrize(
    ("points", "percent", "lost"), [(1, 40, 0), (2, 20, 0), (1, 60, 1), (7, 50, 4), (12, 40, 5), (11, 40, 4)]
)
def test_losses_are_rounded_to_the_nearest(points: int, percent: int, lost: int) -> None:
    assert share(points, percent) == lost


@pytest.mark.case("D-06", "V-4.1-p")
@pytest.mark.parametrize(
    ("points", "percent", "lost"),
    [(1, 50, 1), (2, 30, 1), (1, 30, 0), (3, 20, 1), (5, 10, 1), (4, 10, 0), (5, 50, 3), (10, 70, 7)],
)
def test_halves_go_up(points: int, percent: int, lost: int) -> None:
    assert share(points, percent) == lost


@pytest.mark.case("D-06", "V-4.1-m")
@for_all(st.integers(1, 200), st.integers(1, 200), st.sampled_from([10, 20, 30]))
def test_no_winner_is_wiped_out(winner: int, loser: int, percent: int) -> None:
    assert share(min(winner, loser), percent) < winner


@pytest.mark.case("V-4.1-n")
@pytest.mark.parametrize(("white", "coloured", "percent"), [(3, 4, 10), (4, 3, 20), (5, 5, 30)])
def test_the_dice_say_what_the_winner_pays(white: int, coloured: int, percent: int) -> None:
    assert title().box.charts.winner_percent(white, coloured) == percent


def losing() -> Fray:
    """Royalists of two armies have lost: 40% of ten."""
    position = (
        given().powder(anjou=0, centre=0).points("vihiers", anjou=7, centre=3).general("bonchamps", "vihiers")
    )
    position.morale(republican=2)
    fray = attack(position, "vihiers", "concourson", 5, 5, incidents=("t11", "t5", "t2"), saumur=15)
    assert fray.asked == ("royalist", "losses")
    return fray


def owed(fray: Fray) -> int:
    """What is still to be paid."""
    frame = fray.state.stack[-1]
    assert isinstance(frame, Losses)
    return frame.owed


@pytest.mark.case("V-4.1-q", "V-4.1-l", "I-07")
def test_the_owner_pays_with_whom_he_likes_bit_by_bit() -> None:
    fray = losing()
    due = owed(fray)
    fray.do("lose centre:2")
    assert owed(fray) == due - 2
    fray.do(f"lose anjou:{due - 2}")
    assert fray.asked[1] != "losses"


@pytest.mark.case("V-4.1-q", "I-07")
def test_auto_pays_all_in_proportion() -> None:
    fray = losing()
    due = owed(fray)
    fray.do("lose auto")
    paid = next(event.points for event in fray.told(Lost) if event.side == "royalist")
    assert paid is not None
    assert sum(paid.values()) == due
    assert set(paid) == {"anjou", "centre"}


@pytest.mark.case("V-1.2-b", "V-4.1-q")
def test_nobody_pays_more_than_is_owed_or_with_what_is_not_there() -> None:
    fray = losing()
    assert fray.refused(f"lose anjou:{owed(fray) + 1}") == "1.2"
    assert fray.refused("lose loroux:1") == "4.1"
    assert fray.refused("lose centre:4") == "4.1"
    assert fray.refused("lose 2") == "4.1"
    assert fray.refused("decline") == "2"


@pytest.mark.case("V-1.2-c", "A-31")
def test_change_may_be_made_in_the_middle_of_losses_and_lasts_as_far_as_there_are_points() -> None:
    fray = losing().do("show vihiers 10")
    due = owed(fray)
    assert fray.do("lose centre:1").state.shown == {"vihiers": {"royalist": 9}}
    assert owed(fray) == due - 1


@pytest.mark.case("V-4.1-q")
def test_legal_losses_are_a_short_list() -> None:
    assert [text for text in losing().legal if text.startswith("lose")] == [
        "lose auto",
        "lose anjou:1",
        "lose centre:1",
    ]


@pytest.mark.case("V-4.1-q")
def test_those_who_came_to_the_guns_are_told_apart_by_where_they_came_from() -> None:
    position = given().powder(centre=0).points("chantonnay", centre=6).points("les-essarts", centre=4)
    position.general("sapinaud", "les-essarts").morale(republican=2)
    fray = attack(position, "chantonnay", "sainte-hermine", la_rochelle=30)
    fray.do("guns les-essarts with all", 1, 6, 5, incidents=("t11", "t5", "t2", "t10"))
    assert fray.asked == ("royalist", "losses")
    due = owed(fray)
    fray.do("lose centre:1 from les-essarts")
    fray.do("lose centre:1")
    assert owed(fray) == due - 2
    assert fray.refused("lose centre:1 from bournezeau") == "4.1"


def both_from_saint_fulgent() -> Fray:
    """Six of Anjou attacked from Saint-Fulgent, and six more of those they left there marched to the guns."""
    position = given().powder(anjou=0).points("saint-fulgent", anjou=6).general("bonchamps", "saint-fulgent")
    position.points("chantonnay", la_rochelle=9).morale(republican=2)
    fray = attack(position, "chantonnay", "saint-fulgent", anjou=6, generals=("stofflet",))
    fray.do("guns saint-fulgent with all", 1, 1, 2, incidents=("t11", "t5", "t2"))
    assert fray.asked == ("royalist", "losses")
    return fray


def by_part(fray: Fray) -> list[int]:
    """Combat points of each contingent of the Royalists."""
    battle = next(frame for frame in reversed(fray.state.stack) if isinstance(frame, Battle))
    return [sum(held.total for held in part.points.values()) for part in battle.attacking]


@pytest.mark.case("V-4.1-q", "V-4.2-j")
def test_the_group_and_those_who_marched_from_where_it_came_are_told_apart() -> None:
    fray = both_from_saint_fulgent()
    listed = ["lose anjou:1 from group", "lose anjou:1 from saint-fulgent"]
    assert [text for text in fray.legal if text.startswith("lose anjou")] == listed
    assert fray.refused("lose centre:1 from group") == "4.1"
    assert by_part(fray.do("lose anjou:1 from group")) == [5, 6]
    assert by_part(both_from_saint_fulgent().do("lose anjou:1 from saint-fulgent")) == [6, 5]


@pytest.mark.case("V-4.1-q", "V-4.2-j")
def test_those_who_marched_from_elsewhere_are_told_apart_by_where_they_came_from() -> None:
    position = given().powder(anjou=0).points("pouzauges", anjou=6).general("bonchamps", "pouzauges")
    position.points("chantonnay", la_rochelle=9).morale(republican=2)
    fray = attack(position, "chantonnay", "saint-fulgent", anjou=6, generals=("stofflet",))
    fray.do("guns pouzauges with all", 1, 1, 2, incidents=("t11", "t5", "t2"))
    assert fray.asked == ("royalist", "losses")
    listed = [text for text in fray.legal if text.startswith("lose anjou")]
    assert listed == ["lose anjou:1 from saint-fulgent", "lose anjou:1 from pouzauges"]


@pytest.mark.case("V-4.1-q", "I-07")
def test_an_order_names_the_group_that_pays_first() -> None:
    fray = both_from_saint_fulgent().do("lose anjou:1 from group")
    decision = title().decisions(fray.state)[0]
    action = title().ordered(fray.state, decision, title().read_order("losses", "smallest first"))
    assert action is not None
    assert title().notation(action) == f"lose anjou:{owed(fray)} from group"


@pytest.mark.case("V-4.1-q", "I-07")
def test_what_is_lost_by_rote_can_be_typed() -> None:
    as_typed(title(), both_from_saint_fulgent().state, "royalist")
    as_typed(title(), losing().state, "royalist")


@pytest.mark.case("V-4.1-q", "V-4.5-n")
def test_pursuers_from_one_area_are_one_contingent_but_for_who_marched_to_the_guns() -> None:
    one, other = contingent(("bonchamps",), anjou=2), contingent(("stofflet",), anjou=1, centre=4)
    joined = [msgspec.structs.replace(part, joined=True) for part in (one, other)]
    kept, merged = sorted_out([one, *joined])
    assert kept == one
    assert merged.joined
    assert merged.points == {"anjou": Condition(fresh=3), "centre": Condition(fresh=4)}
    assert merged.generals == ("bonchamps", "stofflet")


@pytest.mark.case("V-4.1-q")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "lose centre:4",
            "3 combat points of the Catholic and Royal Army of the Centre can be lost there, not 4",
        ),
        ("lose anjou:7", "3 combat points are lost, not 7; change is free"),
        ("lose 1", "Say of which army the combat point is: anjou, centre"),
        ("lose 2", "Say of which army the 2 combat points are: anjou, centre"),
    ],
)
def test_a_loss_that_is_refused_says_how_many_it_may_be(text: str, told: str) -> None:
    assert losing().reason(text) == told


@pytest.mark.case("V-4.1-q")
def test_no_general_is_a_loss() -> None:
    general: Who = exactly({}, ("bonchamps",))
    refusal = title().refusal(losing().state, "royalist", Lose(general))
    assert refusal is not None
    assert refusal.statement == "V-4.1-q"


@pytest.mark.case("V-4.1-q", "I-07")
@pytest.mark.parametrize(
    ("order", "first"),
    [("auto", "lose auto"), ("smallest first", "lose centre:3"), ("spare anjou", "lose centre:3")],
)
def test_standing_orders_for_losses(order: str, first: str) -> None:
    fray = losing()
    decision = title().decisions(fray.state)[0]
    action = title().ordered(fray.state, decision, title().read_order("losses", order))
    assert action is not None
    assert title().notation(action) == first


def contingent(generals: tuple[str, ...] = (), **points: int) -> Contingent:
    """Fresh combat points."""
    named = {"anjou": points.get("anjou", 0), "centre": points.get("centre", 0)}
    return Contingent(
        None,
        {kind: Condition(fresh=named[kind]) for kind in ("anjou", "centre") if named[kind]},
        generals,
    )


@pytest.mark.case("V-4.5-p", "I-07")
def test_a_combat_point_stays_with_each_general_as_long_as_may_be() -> None:
    state = given().state
    parts = [contingent(("sapinaud",), anjou=5, centre=1)]
    paid = share_out(state, parts, 5, [units(parts)])
    assert [(unit.kind, unit.size) for unit in paid] == [("anjou", 5)]
    paid = share_out(state, parts, 6, [units(parts)])
    assert sum(unit.size for unit in paid) == 6


@pytest.mark.case("V-4.1-l", "V-4.1-q")
@for_all(st.integers(1, 30), st.integers(1, 30), st.data())
def test_shares_add_up_to_what_is_owed(anjou: int, centre: int, data: st.DataObject) -> None:
    state = given().state
    parts = [contingent(("sapinaud", "bonchamps"), anjou=anjou, centre=centre)]
    due = data.draw(st.integers(0, anjou + centre))
    paid = share_out(state, parts, due, [units(parts)])
    assert sum(unit.size for unit in paid) == due
    assert all(0 < unit.size <= {"anjou": anjou, "centre": centre}[unit.kind] for unit in paid)


@pytest.mark.case("V-4.1-q")
def test_those_go_first_who_can_do_least() -> None:
    assert Condition(3, 2, 1).worst(4) == Condition(1, 2, 1)
