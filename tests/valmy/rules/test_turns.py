"""The turn: activations, recovery, army morale, arrivals, victory (4, 10, 11)."""

from __future__ import annotations

from contextlib import nullcontext

import msgspec
import pytest

from engines.core.errors import StateError
from engines.core.events import ChapterBegun, GameOver, PhaseBegun
from engines.valmy.checks import check
from engines.valmy.combat.frames import NOTES, Battle, Board, Combat, Deploying, Stage
from engines.valmy.events import Arrived, BaseLost, Checked, CutOff, MoraleChanged, Passed, Rejoined
from engines.valmy.frames import Activations, SetUp
from engines.valmy.phases.recovery import recoverable, supplied
from engines.valmy.score import halves, marched_out, outcome, provisional_outcome
from engines.valmy.state import Leader, State, Unit, army_morale, put_leaders, put_units
from engines.valmy.view import view
from tests.valmy.builder import Given, Table, given, ids, small


def idle(*options: str) -> Given:
    """Both commanders at their bases, in the Recovery phase with nobody to recover."""
    return given(*options).force("dumouriez", "sedan").force("brunswick", "verdun").phase("recovery")


def morale(position: Given, *faces: int) -> Table:
    """The Army Morale phase of a position, and what follows up to the next turn's bids."""
    return position.table().go_on(*faces)


@pytest.mark.case("Y-4.0-a", "Y-4.3-a", "Y-4.3-b", "Y-4.3-c", "Y-4.0-b", "A-4.3-1", "Y-4.4-a", "I-28")
def test_activations_alternate_until_both_pass_running_and_the_phases_follow() -> None:
    position = given().force("dumouriez", "sedan", "f1").force("leveneur", "sedan", "f2", "dumouriez")
    position.force("brunswick", "verdun", "g1").force("courbiere", "verdun", "", "brunswick")
    position.units("sedan", "f3", reduced=True)
    table = position.table()
    assert table.refused("bid 1") == "4.0"
    assert table.refused("recover f3") == "4.0"
    table.act("pass").act("activate courbiere").act("end").act("activate leveneur").act("end")
    assert table.asked[0] == "allied"
    table.act("pass").act("pass")
    assert [event.phase for event in table.told(PhaseBegun)] == ["recovery"]
    assert table.asked == ("french", "recovery")
    table.act("end")
    assert table.asked == ("allied", "recovery")
    assert table.refused("end", "french") == "4.0"
    assert table.why == "The game waits for the Allies"
    table.act("end")
    assert [event.phase for event in table.told(PhaseBegun)] == ["army-morale", "initiative"]
    assert not any(known.spent for known in table.state.leaders.values())
    assert table.state.turn == 3


@pytest.mark.case("Y-4.3-b", "A-4.3-3")
def test_who_has_nobody_left_is_asked_to_pass_and_who_has_nobody_at_all_is_not() -> None:
    position = given().force("dumouriez", "sedan", "", None).leader("brunswick", "verdun", spent=True)
    table = position.force("courbiere", "metz").table()
    table.act("activate dumouriez").act("end").act("activate courbiere").act("end")
    assert (table.asked, table.legal) == (("french", "activation"), ["pass"])
    table.act("pass")
    assert (table.asked, table.legal) == (("allied", "activation"), ["pass"])
    table.act("pass")
    assert [event.forced for event in table.told(Passed)] == [False]
    assert table.state.phase != "activations"
    alone = given().force("dumouriez", "sedan").table().act("activate dumouriez").act("end")
    assert [event.forced for event in alone.told(Passed)] == [True]
    assert alone.asked == ("french", "activation")


@pytest.mark.case("A-4.3-3", "Y-2.3-d")
def test_no_pass_tells_whether_who_stayed_behind_can_still_be_activated() -> None:
    position = given().force("leveneur", "sedan", "f1-f2").leader("dumouriez", "sedan", spent=True)
    table = position.force("brunswick", "verdun").table()
    # One was left on the march, the other was not activated: both stand in Sedan.
    dropped = Table(table.state).act("activate leveneur").act("move sedan > stenay with all but f2")
    spared = Table(table.state).act("activate leveneur with f1").act("move sedan > stenay")
    for board in (dropped, spared):
        board.act("end").act("end").act("activate brunswick").act("end")
        assert board.asked == ("french", "activation")
    assert (dropped.state.units["f2"].spent, spared.state.units["f2"].spent) == (True, False)
    assert view(small(), dropped.state, "allied") == view(small(), spared.state, "allied")
    assert not dropped.told(Passed)


@pytest.mark.case("A-4.4-2")
def test_a_side_is_asked_who_recovers_where_none_that_lies_hidden_has_lost_a_step() -> None:
    position = given().force("dumouriez", "sedan", "f1").force("brunswick", "verdun", "g1")
    for reduced in (False, True):
        table = position.units("sedan", "f1", "dumouriez", reduced=reduced).table().act("pass").act("pass")
        assert table.asked == ("french", "recovery")
        assert (table.legal == ["end"]) != reduced
        assert table.act("end").asked == ("allied", "recovery")


@pytest.mark.case("A-4.4-2")
def test_a_side_without_leaders_hides_nobody_and_recovers_nobody() -> None:
    position = given().units("sedan", "f1").force("brunswick", "verdun", "g1")
    assert position.table().act("pass").act("pass").asked == ("allied", "recovery")


@pytest.mark.case("Y-5.3-a", "F-11")
def test_on_turn_one_the_french_have_the_initiative_for_nothing() -> None:
    position = (
        given().having(turn=1, initiative="allied").force("dumouriez", "sedan").force("brunswick", "verdun")
    )
    table = position.phase("set-up", SetUp(("french", "allied"))).table()
    table.act("arrange auto").act("arrange auto", seat="allied")
    assert (table.asked, table.state.initiative) == (("french", "activation"), "french")
    assert table.state.chits == {"french": (1, 2, 3), "allied": (1, 2, 3)}
    table.act("pass").act("pass").act("end").act("end")
    assert (table.state.turn, table.asked) == (2, ("french", "bid"))


@pytest.mark.case(
    "Y-3.0-g", "Y-10.0-a", "Y-10.1-a", "Y-10.1-b", "Y-10.1-c", "Y-4.4-a", "A-4.4-1", "Y-4.5-a", "A-4.5-1"
)
def test_reduced_units_try_once_against_their_reduced_morale_and_before_the_army_tests() -> None:
    position = idle().units("sedan", "f1-f3", reduced=True).units("verdun", "g1", reduced=True)
    position.gone("f4").units("sedan", "f5").phase("activations").having(initiative="allied")
    table = position.table().go_on()
    assert table.asked == ("allied", "recovery")
    table.act("recover auto", 3, 4)
    assert table.asked == ("french", "recovery")
    assert table.refused("recover f4") == "10.1"
    assert table.refused("recover f5") == "10.1"
    assert table.refused("recover g1") == "10.1"
    table.act("recover f1 f2", 2, 3, 3, 3)
    assert [table.state.units[id].reduced for id in ("f1", "f2", "f3", "g1")] == [False, True, True, False]
    assert table.state.units["f4"].fate == "eliminated"
    assert [(event.faces, event.total) for event in table.told(Checked)] == [([2, 3], 5), ([3, 3], 6)]


@pytest.mark.case("Y-10.2-e", "Y-10.2-f", "A-10.2-6", "A-9.7-8", "Y-2.2-b", "F-9")
def test_recovery_needs_an_enemy_free_chain_to_the_base_of_the_units_own_army() -> None:
    position = idle().units("clermont", "f1", reduced=True).units("clermont", "k1", reduced=True)
    box = small()
    assert supplied(box, position.state, "f1")
    assert supplied(box, position.state, "k1")
    position.units("stenay", "g1").units("grandpre", "g2")
    assert not supplied(box, position.state, "f1")
    assert supplied(box, position.state, "k1")
    position.units("chalons", "g3")
    assert not supplied(box, position.state, "k1")
    assert recoverable(box, position.state, "french") == []
    # A leader without units bars nothing, an enemy in the unit's own box does.
    free = idle().units("clermont", "f1", reduced=True).leader("kohler", "grandpre").leader("borch", "stenay")
    assert recoverable(box, free.state, "french") == ["f1"]
    assert recoverable(box, free.units("clermont", "g1").state, "french") == []


@pytest.mark.case("E-10.2-2", "Y-10.2-a", "Y-10.2-b", "Y-10.2-c", "A-10.2-1", "F-8")
def test_the_number_to_pass_falls_with_every_five_units() -> None:
    box = small()
    wanted = {"french": [9, 9, 8, 8, 7, 7, 6], "allied": [11, 11, 10, 10, 9, 9, 8]}
    for side, numbers in wanted.items():
        for lost, number in zip((0, 4, 5, 9, 10, 14, 15), numbers, strict=True):
            state = idle().having(lost={"french": 0, "allied": 0, side: lost}).state
            assert army_morale(box, state, side) == number  # type: ignore[arg-type]
    assert morale(idle().having(lost={"french": 4, "allied": 4})).told(Checked) == []


@pytest.mark.case("E-10.2-1", "Y-10.2-d", "A-10.2-2", "A-10.2-3", "Y-10.2.1-d", "A-10.2-8")
def test_an_army_that_lost_ten_units_passes_on_seven_and_is_steady_again_next_turn() -> None:
    position = idle().having(lost={"french": 10, "allied": 0})
    passed = morale(position, 3, 4)
    assert [event.highest for event in passed.told(Checked)] == [7]
    assert passed.told(MoraleChanged) == []
    failed = morale(position, 4, 4)
    assert [event.state for event in failed.told(MoraleChanged)] == ["shaken", "steady"]
    assert failed.state.lost == {"french": 0, "allied": 0}
    assert failed.state.morale == {"french": "steady", "allied": "steady"}


@pytest.mark.case("E-10.2.1-1", "Y-10.2.1-a", "Y-10.2.1-c", "Y-11.1-a", "Y-11.1.2-a")
def test_a_shaken_army_that_loses_five_more_tests_again_and_may_break() -> None:
    position = idle().units("verdun", "g1-g6", reduced=True).having(lost={"french": 0, "allied": 6})
    # 11 fails; five of six units fail their checks; 9 is needed now.
    faces = (5, 6, *(6, 6) * 5, 1, 1)
    broken = morale(position, *faces, 5, 5)
    assert [event.state for event in broken.told(MoraleChanged)] == ["shaken", "broken"]
    result = outcome(small(), broken.state)
    assert result is not None
    assert (result.winner, result.level, broken.state.phase) == ("french", "automatic", "over")
    assert broken.told(GameOver) == [GameOver("automatic", "11.1.2")]
    assert broken.refused("pass", "french") == "11.1"
    held = morale(position, *faces, 4, 5)
    assert (held.state.phase, held.state.turn) == ("initiative", 3)
    assert [held.state.units[id].fate for id in ids("g1-g6")] == ["eliminated"] * 5 + ["map"]
    few = morale(position, 5, 6, *(6, 6) * 4, 1, 1, 1, 1)
    assert len(few.told(Checked)) == 7


@pytest.mark.case("Y-11.1.1-a")
def test_when_the_french_break_the_allies_win() -> None:
    position = idle().morale("french", "shaken").having(lost={"french": 5, "allied": 0})
    result = outcome(small(), morale(position, 6, 6).state)
    assert result is not None
    assert (result.winner, result.case) == ("allied", "11.1.1")


@pytest.mark.case("E-10.2.1-2", "Y-10.2.1-b")
def test_lost_bases_weigh_on_the_checks_of_a_shaken_army() -> None:
    position = given().force("dumouriez", "grandpre").force("brunswick", "verdun").phase("recovery")
    position.units("valmy", "h1", reduced=True).units("sedan", "g1").units("chalons", "g2").units(
        "grandpre", "f9"
    )
    position.having(lost={"french": 5, "allied": 0})
    stays, goes = (morale(position, 6, 6, 1, 3), morale(position, 6, 6, 2, 3))
    assert [event.total for event in stays.told(Checked)] == [12, 6]
    assert [table.state.units["h1"].fate for table in (stays, goes)] == ["map", "eliminated"]
    allied = given().force("dumouriez", "sedan").leader("brunswick", "metz").units("metz", "g1", reduced=True)
    allied.units("verdun", "f1").phase("recovery").having(lost={"french": 0, "allied": 5})
    assert [event.total for event in morale(allied, 6, 6, 2, 2).told(Checked)] == [12, 6]


@pytest.mark.case("Y-10.2.1-b", "A-8.0-1")
def test_a_leader_whose_last_unit_fails_its_check_among_enemies_has_to_go() -> None:
    position = idle().leader("stengel", "valmy").units("valmy", "h1", reduced=True).units("valmy", "g1")
    table = morale(position.having(lost={"french": 5, "allied": 0}), 6, 6, 6, 6)
    assert table.state.units["h1"].fate == "eliminated"
    assert table.asked == ("french", "displaced")


@pytest.mark.case("Y-10.2-g", "A-10.2-4", "A-10.2-5")
def test_a_lost_base_cuts_its_own_army_for_good_and_checks_its_units_once() -> None:
    position = given().force("dumouriez", "grandpre").force("brunswick", "verdun").phase("activations")
    position.units("grandpre", "f1", reduced=True).units("chalons", "k1", reduced=True).units("sedan", "g1")
    table = position.table().go_on()
    assert [event.army for event in table.told(BaseLost)] == ["adn"]
    assert table.refused("recover f1") == "10.2"
    assert [event.purpose for event in table.act("recover k1", 6, 6).told(Checked)] == ["recovery of k1"]
    # The Armée du Nord's reduced unit was checked; one base of two leaves the marker as it is.
    assert [event.purpose for event in table.act("end", 2, 2).told(Checked)] == ["shaken f1"]
    assert (table.state.morale["french"], table.state.fallen) == ("steady", ["adn"])
    both = position.units("chalons", "g2").having(turn=2)
    both.gone("k1")
    table = both.table().go_on().act("end").act("end", 1, 1)
    assert (table.state.morale["french"], table.state.just_fallen) == ("shaken", [])
    later = table.state
    assert later.turn == 3
    steady = later.copy()
    steady.morale = {**later.morale, "french": "steady"}
    with pytest.raises(StateError, match="shaken for good"):
        check(small(), steady)
    # Shaken it stays after a recapture, and the next failure breaks it.
    again = Given()
    again.state = later
    again.state.stack, again.state.phase = [], "recovery"
    again.having(lost={"french": 5, "allied": 0}).gone("g1 g2")
    assert morale(again, 1, 1).state.morale["french"] == "shaken"
    assert morale(again, 6, 6).state.phase == "over"


@pytest.mark.case("A-10.2-4")
def test_a_garrison_keeps_a_base_against_an_enemy_beside_it() -> None:
    position = given().force("dumouriez", "grandpre").force("brunswick", "verdun").phase("activations")
    position.units("sedan", "g1").units("sedan", "f1")
    assert position.table().go_on().state.fallen == []


@pytest.mark.case("Y-10.2.2-a", "E-10.2.2-1", "A-10.2-9", "A-10.2-3")
def test_by_option_an_army_breaks_in_a_later_phase_at_the_earliest() -> None:
    position = idle("falling-morale").units("verdun", "g1-g6", reduced=True)
    position.having(lost={"french": 0, "allied": 6})
    assert army_morale(small(), idle().having(lost={"french": 0, "allied": 5}).state, "allied") == 10
    table = morale(position, 6, 6, *(6, 6) * 6)
    assert (table.state.phase, table.state.morale["allied"]) == ("initiative", "shaken")
    twin = position.morale("allied", "shaken").having(lost={"french": 0, "allied": 5})
    assert morale(twin, 6, 6).state.phase == "over"
    assert morale(twin, 1, 1).state.morale["allied"] == "steady"
    assert morale(position.having(lost={"french": 0, "allied": 0})).state.morale["allied"] == "steady"


@pytest.mark.case("A-10.2-7")
def test_where_both_break_points_decide() -> None:
    position = idle().morale("french", "shaken").morale("allied", "shaken")
    table = morale(position.having(lost={"french": 5, "allied": 5}), 6, 6, 6, 6)
    result = outcome(small(), table.state)
    assert result is not None
    assert (result.winner, result.level, result.score) == ("french", "points", 8)


@pytest.mark.case("A-3.0-4")
def test_forces_arrive_before_the_initiative_or_a_turn_later_beside() -> None:
    position = idle().having(turn=1)
    table = morale(position)
    assert [(event.force, event.box) for event in table.told(Arrived)] == [("late", "metz")]
    assert table.state.leaders["valence"].superior == "kellermann"
    assert table.state.units["k1"].leader == "valence"
    assert table.asked[1] == "bid"
    met = morale(position.units("metz", "g1"))
    assert met.told(Arrived) == []
    again = Given()
    again.state = met.state
    again.state.stack, again.state.phase = [], "recovery"
    assert [event.box for event in morale(again).told(Arrived)] == ["verdun"]
    again.units("verdun", "g2")
    assert morale(again).told(Arrived) == []


@pytest.mark.case("A-9.4.5-3")
def test_pursuers_come_back_when_the_turn_ends() -> None:
    position = idle()
    put_units(position.state, {"h1": Unit("pursuing", "clermont")})
    put_units(position.state, {"h2": Unit("pursuing", "stenay", reduced=True)})
    position.units("stenay", "g1")
    table = morale(position)
    assert {event.unit: event.box for event in table.told(Rejoined)} == {"h1": "clermont", "h2": "sedan"}
    assert table.state.units["h2"].reduced


@pytest.mark.case("E-11.1.2-1", "Y-11.1.2-b", "A-11.1.2-1")
def test_verdun_held_at_two_turn_ends_running_wins() -> None:
    position = given().force("dumouriez", "sedan").leader("brunswick", "metz").phase("recovery")
    position.units("verdun", "f1").having(control={**small().cities, "verdun": "french"}, fallen=["allied"])
    first = morale(position)
    assert (first.state.verdun, first.state.phase) == (1, "initiative")

    def then(state: State, *, garrison: bool) -> State:
        again = Given()
        again.state = state.copy()
        again.state.stack, again.state.phase = [], "recovery"
        if garrison:
            again.units("verdun", "g1")
        else:
            again.gone("g1")
        return morale(again).state

    won = outcome(small(), then(first.state, garrison=False))
    assert won is not None
    assert (won.winner, won.case) == ("french", "11.1.2")
    disputed = then(first.state, garrison=True)
    assert disputed.verdun == 0
    assert then(disputed, garrison=False).phase == "initiative"


def marching(*, units: int, left: tuple[str, ...] = ("brunswick",)) -> Given:
    """The commands of Courbière (12 with Borch), Kalckreuth (5) and Köhler (5) have left with some units."""
    position = given().force("dumouriez", "sedan").having(left=list(left), gates=["reims"])
    for leader in ("brunswick", "courbiere", "borch", "kalckreuth", "kohler"):
        put_leaders(position.state, {leader: Leader("exited")})
    names = ["g1-g8", "s1", *[f"u{nth}" for nth in range(1, units - 8)]]
    return position.gone(" ".join(names), "exited")


@pytest.mark.case(
    "E-11.1.1-1", "Y-11.1.1-b", "Y-11.1.1-c", "A-11.1.1-1", "A-11.1.1-3", "A-11.1.1-4", "A-11.1.1-5", "F-5"
)
def test_the_allies_win_by_marching_out_in_strength_with_a_free_line_behind_them() -> None:
    box = small()
    # The living leaders of the three commands have 6 + 6 + 5 + 5 = 22: eleven units are needed.
    assert marched_out(box, marching(units=11).state)
    assert not marched_out(box, marching(units=10).state)
    # With Borch's post gone it is 16: eight are enough.
    fewer = marching(units=9)
    put_leaders(fewer.state, {"borch": Leader("eliminated")})
    assert marched_out(box, fewer.gone("g8", "waiting").state)
    assert not marched_out(box, fewer.gone("g7", "waiting").state)
    # Borch counts as long as he lives, wherever he is; Brunswick has to leave in this very turn.
    stays = marching(units=11)
    stays.leader("borch", "verdun")
    assert marched_out(box, stays.state)
    assert not marched_out(box, stays.gone("u1", "waiting").state)
    assert not marched_out(box, marching(units=11, left=("kohler",)).state)
    cut = marching(units=11).units("valmy", "f1").units("vouziers", "f2")
    assert not marched_out(box, cut.state)
    assert marched_out(box, cut.gone("f2", "eliminated").state)
    # A free line from where nobody went out is not theirs.
    assert not marched_out(box, marching(units=11).having(gates=[]).state)
    two = marching(units=11)
    two.leader("kalckreuth", "verdun").gone("s1", "waiting")
    assert not marched_out(box, two.state)
    result = outcome(box, morale(marching(units=11).phase("recovery")).state)
    assert result is not None
    assert (result.winner, result.case) == ("allied", "11.1.1")


@pytest.mark.case("E-11.2-1", "E-11.2-2", "Y-11.2-b", "Y-11.2-c", "Y-11.2-d", "Y-11.2-e", "Y-11.2-g")
@pytest.mark.case("A-11.2-1", "A-11.2-4", "A-11.2-5", "A-11.2-6")
def test_points_are_counted_in_halves() -> None:
    box = small()
    assert halves(box, given().having(control={}).gone("l1").state, "allied") == 2
    position = given().gone("f1-f2 r1 l1 x1").units("sedan", "f3 l2", reduced=True).gone("f9", "exited")
    position.leader("leveneur", "sedan", replaced=True)
    position.having(control={"sedan": "allied", "verdun": "allied", "reims": "allied", "chalons": "french"})
    assert halves(box, position.state, "allied") == 29
    put_leaders(position.state, {"leveneur": Leader("eliminated", replaced=True)})
    assert halves(box, position.state, "allied") == 29 + 4


@pytest.mark.case("Y-11.2-a", "Y-11.2-f", "A-11.2-2", "A-11.2-3")
def test_after_the_last_turn_points_decide_and_a_city_is_its_last_sole_occupiers() -> None:
    box = small()
    assert box.cities == {"sedan": "french", "verdun": "allied", "chalons": "french", "reims": "french"}
    position = idle().having(turn=6)
    table = morale(position)
    result = outcome(box, table.state)
    assert result is not None
    assert (result.winner, result.level, result.score, table.told(ChapterBegun)) == (
        "french",
        "points",
        8,
        [],
    )
    even = idle().having(turn=6, control={"sedan": "french", "verdun": "allied"})
    drawn = outcome(box, morale(even).state)
    assert drawn is not None
    assert (drawn.winner, drawn.score) == (None, 0)
    march = given().leader("brunswick", "valmy").force("courbiere", "valmy", "g1").hand("allied")
    march.leader("dumouriez", "sedan").units("chalons", "k1")
    held = march.table().act("activate courbiere").act("move valmy > chalons")
    assert held.state.control["chalons"] == "french"
    free = march.gone("k1").table().act("activate courbiere").act("move valmy > chalons")
    assert free.state.control["chalons"] == "allied"


@pytest.mark.case("A-9.7-8", "Y-10.2-e")
def test_what_cuts_a_unit_off_unseen_is_found_out_when_it_tries_to_recover() -> None:
    def tried(held: str) -> Table:
        position = idle().units("clermont", "f1", reduced=True).units("stenay", "g9")
        position.force("kohler", "grandpre", held).phase("activations")
        return position.table().go_on()

    free, cut = tried(""), tried("u1")
    assert free.legal == cut.legal == ["recover auto", "end", "recover f1"]
    assert not free.act("recover f1", 1, 1).state.units["f1"].reduced
    assert cut.act("recover f1").told(CutOff) == [CutOff("french", "f1")]
    assert cut.state.units["f1"].reduced
    assert CutOff.reveals
    assert CutOff("french", "f1").owner == "french"


@pytest.mark.case("A-10.2-4", "A-10.2-5")
def test_by_option_an_enemy_beside_a_garrison_takes_a_base_and_shakes_the_side() -> None:
    position = given("base-entered").force("dumouriez", "grandpre").force("brunswick", "verdun")
    position.phase("activations").units("sedan", "g1").units("sedan", "f1")
    state = position.table().go_on().state
    assert (state.fallen, state.morale["french"]) == (["adn"], "shaken")


@pytest.mark.case("A-11.1.1-1")
def test_by_option_the_march_out_counts_at_the_end_of_any_turn_after_brunswick_left() -> None:
    def out(*options: str) -> Given:
        position = marching(units=11).having(left=[])
        position.state.options = {**position.state.options, **dict.fromkeys(options, True)}
        return position

    assert not marched_out(small(), out().state)
    assert marched_out(small(), out("exit-any-turn").state)
    assert not marched_out(small(), out("exit-any-turn").units("verdun", "f1").state)
    stays = out("exit-any-turn").leader("brunswick", "verdun")
    assert not marched_out(small(), stays.state)


@pytest.mark.case("Y-11.2-b", "Y-11.2-d", "Y-11.2-e")
def test_the_score_says_whose_gain_each_figure_is() -> None:
    position = given().gone("g1").units("sedan", "f1")
    put_leaders(position.state, {"stengel": Leader("eliminated")})
    lines = {str(line.label): line.value for line in provisional_outcome(small(), position.state).working}
    assert lines["French gain: Allied steps of line and cavalry shattered"] == 4
    assert lines["Allied gain: French leaders eliminated"] == -2
    assert all(label.startswith("French") == (value > 0) for label, value in lines.items())


def test_no_loaded_battle_is_deployed_for_where_one_side_alone_stands() -> None:
    position = given().force("dumouriez", "sedan", "f1").force("brunswick", "grandpre", "g1")
    position.units("grandpre", "f2").units("vouziers", "g2")
    for place, refused in (("grandpre", False), ("sedan", True), ("vouziers", True)):
        battle = Battle(place, "allied", kind="major", step=1, board=Board())
        position.phase("activations", Activations("allied"), Combat("allied"), battle, Deploying("french"))
        with pytest.raises(StateError, match="both sides are there") if refused else nullcontext():
            check(small(), position.state)


def test_notes_on_a_battle_board_keep_their_text_and_are_refused_where_they_can_not_be() -> None:
    note = NOTES["french", Stage.CHARGE, "left"]
    stored = msgspec.json.encode(Board(named={note: "DR"}))
    assert b'"named":{"french left False":"DR"}' in stored
    assert msgspec.json.decode(stored, type=Board).named == {note: "DR"}
    for key in ("french left Maybe", "french main pursued", "nobody left False", "lead left french"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"named": {key: "DR"}}, Board)
