"""March to the guns by both sides (4.2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engines.core.events import Roll
from engines.core.hidden import redact_for
from engines.vendee import events
from engines.vendee.combat.actions import Guns
from engines.vendee.combat.events import Fought, GunsHeard
from engines.vendee.events import Met
from engines.vendee.foresight import what_if
from engines.vendee.stacks import exactly
from engines.vendee.state import Officer
from engines.vendee.words import ALL
from tests.vendee.battles import Fray, attack
from tests.vendee.builder import Given, given, title


def defended(*, sapinaud: str = "les-essarts") -> Given:
    """The Centre in Chantonnay, and Sapinaud with two points next to it."""
    return (
        given()
        .powder(anjou=0, centre=0, bas_poitou=0)
        .points("chantonnay", centre=6)
        .points("les-essarts", centre=2)
        .general("sapinaud", sapinaud)
    )


def attacked(position: Given, **points: int) -> Fray:
    """La Rochelle's men enter Chantonnay from Sainte-Hermine."""
    return attack(position, "chantonnay", "sainte-hermine", force=points or {"la_rochelle": 6})


@pytest.mark.case("V-4.2-a", "V-ER-3", "V-4.2-b")
def test_defenders_may_be_joined_from_next_to_the_combat() -> None:
    fray = attacked(defended())
    assert fray.asked == ("royalist", "march")
    fray.do("guns les-essarts with all", 3, 3, 4, incidents=("t11", "t2"))
    assert fray.told(Fought)[0].points["royalist"] == {"centre": 8}


@pytest.mark.case("V-4.2-a", "V-ER-3", "A-40")
def test_attackers_may_be_joined_too_and_declare_first() -> None:
    position = defended().points("bazoges", la_rochelle=4).general("boulard", "bazoges")
    fray = attacked(position)
    assert fray.asked == ("republican", "march")
    fray.do("guns bazoges with all", 2)
    assert fray.points("chantonnay") == {"centre": 6, "la-rochelle": 10}
    assert fray.asked == ("royalist", "march")


@pytest.mark.case("V-4.2-c", "D-03")
@pytest.mark.parametrize(("face", "comes"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_rating_of_two_needs_one_to_three(face: int, comes: bool) -> None:
    fray = attacked(defended().points("bournezeau", centre=1).general("royrand", "bournezeau"))
    fray.do("guns les-essarts with all", face)
    assert fray.told(GunsHeard)[0].success is comes
    assert (fray.where("sapinaud") == "chantonnay") is comes


@pytest.mark.case("V-4.2-c", "D-03")
@pytest.mark.parametrize(("rating", "limit"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8)])
def test_the_die_is_below_twice_the_rating(rating: int, limit: int) -> None:
    assert title().box.charts.tables.tests.guns_factor * rating == limit


@pytest.mark.case("V-4.2-d", "A-41")
def test_who_fails_stays_and_may_not_try_again() -> None:
    fray = attacked(defended().points("bournezeau", centre=1).general("royrand", "bournezeau"))
    fray.do("guns les-essarts with all", 6)
    assert fray.points("les-essarts") == {"centre": 2}
    assert fray.refused("guns les-essarts with all") == "4.2"


@pytest.mark.case("V-4.2-e", "V-4.2-f")
def test_activated_and_routed_counters_march_and_keep_their_state() -> None:
    position = defended().points("les-essarts", ready="activated", centre=1)
    position.points("les-essarts", ready="routed", centre=1)
    fray = attacked(position.points("bournezeau", centre=1).general("royrand", "bournezeau"))
    fray.do("guns les-essarts with all", 1)
    held = fray.state.forces["chantonnay"]["centre"]
    assert (held.fresh, held.activated, held.routed) == (8, 1, 1)


@pytest.mark.case("V-4.2-e", "V-3.4-k")
def test_zones_of_control_do_not_stop_a_march() -> None:
    fray = attacked(defended().points("bournezeau", la_rochelle=1))
    assert "guns les-essarts with all" in fray.legal


@pytest.mark.case("V-4.2-f")
def test_a_fresh_stack_that_marched_may_still_be_activated() -> None:
    fray = attacked(defended()).do("guns les-essarts with all", 1, 1, 1, incidents=("t11", "t2"))
    assert fray.state.officers["sapinaud"].ready == "fresh"


@pytest.mark.case("V-4.2-g")
def test_nobody_marches_over_the_gois() -> None:
    position = given().points("beauvoir", bas_poitou=6).points("noirmoutier", nantes=3)
    position.general("canclaux", "noirmoutier").points("challans", nantes=1).general("beysser", "challans")
    fray = attack(position, "beauvoir", "machecoul", nantes=4)
    assert fray.asked == ("republican", "march")
    assert fray.refused("guns noirmoutier with all") == "4.2"
    assert not any("noirmoutier" in text for text in fray.legal)


@pytest.mark.case("V-4.2-g")
def test_the_bridge_is_refused_by_its_case() -> None:
    position = given().points("nantes", nantes=4).general("canclaux", "nantes").points("reze", anjou=6)
    position.points("vue", nantes=1).general("beysser", "vue")
    fray = attack(position, "reze", "aigrefeuille", nantes=4)
    assert fray.refused("guns nantes with all") == "4.2"


@pytest.mark.case("V-4.2-b", "A-41", "A-42")
def test_a_stack_marches_under_any_general_and_a_part_of_it_under_its_own() -> None:
    position = defended().points("bournezeau", anjou=3).general("royrand", "bournezeau")
    fray = attacked(position)
    assert fray.refused("guns bournezeau with anjou:2 royrand") == "4.2"
    assert "guns bournezeau with all" in fray.legal
    assert fray.refused("guns les-essarts with centre:2") == "4.2"
    assert fray.refused("guns les-essarts with sapinaud") == "4.2"


@pytest.mark.case("V-4.2-b", "V-3.2-c", "A-41")
def test_angevins_part_under_a_general_of_theirs_alone() -> None:
    """Sapinaud brings the Centre and all Angevins, or the Centre alone, but no part of the Angevins (3.2)."""
    position = defended(sapinaud="bournezeau").points("bournezeau", anjou=5, centre=3)
    fray = attacked(position)
    assert fray.refused("guns bournezeau with anjou:2 centre:3 sapinaud") == "4.2"
    assert "Army of Anjou" in fray.reason("guns bournezeau with anjou:2 centre:3 sapinaud")
    assert "guns bournezeau with centre:3 sapinaud" in fray.legal
    fray.do("guns bournezeau with anjou:5 centre:2 sapinaud", 6, 3, 4, incidents=("t11", "t2"))
    assert fray.told(GunsHeard)[0].points == {"anjou": 5, "centre": 2}


@pytest.mark.case("V-4.2-h", "V-3.5-q")
def test_republican_armies_do_not_join_one_another() -> None:
    position = defended().points("bazoges", saumur=4).general("menou", "bazoges")
    position.points("bournezeau", la_rochelle=2).general("boulard", "bournezeau")
    fray = attacked(position)
    assert fray.asked == ("republican", "march")
    assert fray.refused("guns bazoges with all") == "4.2"
    merged = defended().past("e13").points("bazoges", saumur=4).general("menou", "bazoges")
    assert "guns bazoges with all" in attacked(merged).legal


def charette(**changes: int) -> Fray:
    """Charette next to the Centre, which is attacked in Les Essarts."""
    position = given().points("les-essarts", centre=6).points("belleville", bas_poitou=5)
    position.general("charette", "belleville")
    return attack(position, "les-essarts", "bournezeau", la_rochelle=6)


@pytest.mark.case("E-15", "V-4.2-h", "V-3.5-o", "V-3.5-p", "A-39", "I-05")
def test_charette_first_has_to_bring_himself_to_join_the_centre() -> None:
    fray = charette().do("guns belleville with all", 5, 1, 4, 3, incidents=("t11", "t2"))
    assert fray.told(Roll)[0].needed == 5
    assert fray.told(Fought)[0].points["royalist"] == {"centre": 6, "bas-poitou": 5}
    assert fray.state.tested == ["charette"]


@pytest.mark.case("E-15", "V-4.2-h")
def test_charette_who_can_not_bring_himself_stays_and_has_had_his_try() -> None:
    fray = charette().do("guns belleville with all", 4, 4, 3, incidents=("t11", "t2"))
    assert fray.told(events.TestFailed)
    assert fray.told(Fought)[0].points["royalist"] == {"centre": 6}


@pytest.mark.case("A-97", "V-4.2-h", "V-3.5-p", "A-41")
def test_when_charette_can_not_bring_himself_joly_and_the_loroux_still_may() -> None:
    position = given().points("les-essarts", centre=6).points("belleville", bas_poitou=5, loroux=2)
    position.general("charette", "belleville").general("joly", "belleville").general("lyrot", "belleville")
    fray = attack(position, "les-essarts", "bournezeau", la_rochelle=6)
    fray.do("guns belleville with bas-poitou:3 charette", 4)
    assert fray.refused("guns belleville with bas-poitou:3 charette") == "4.2"
    assert "guns belleville with bas-poitou:5 joly" in fray.legal
    lyrot = "guns belleville with loroux:2 lyrot"
    alone = "The Centre and the Loroux stay together in Les Essarts only with Anjou"
    assert fray.reason(lyrot) == alone
    fray.do("guns belleville with bas-poitou:2 joly", 5, 6, 4, 3, incidents=("t11", "t2"))
    assert [heard.success for heard in fray.told(GunsHeard)] == [False]
    assert fray.state.tested == ["charette", "joly"]
    position = given().points("les-essarts", centre=6, anjou=1).points("belleville", bas_poitou=5, loroux=2)
    position.general("charette", "belleville").general("lyrot", "belleville")
    fray = attack(position, "les-essarts", "bournezeau", la_rochelle=6)
    fray.do("guns belleville with bas-poitou:5 charette", 4).do(lyrot, 1, 4, 3, incidents=("t11", "t2"))
    assert fray.told(Fought)[0].points["royalist"] == {"anjou": 1, "centre": 6, "loroux": 2}


@pytest.mark.case("V-4.2-h", "V-3.5-k")
def test_anjou_does_not_march_to_bas_poitou() -> None:
    position = given().points("la-roche", bas_poitou=6).points("les-essarts", centre=3)
    position.general("sapinaud", "les-essarts").points("belleville", bas_poitou=1).general(
        "joly", "belleville"
    )
    fray = attack(position, "la-roche", "moutiers", la_rochelle=6)
    assert fray.refused("guns les-essarts with all") == "4.2"


@pytest.mark.case("V-4.2-i", "V-7.1-i")
def test_on_the_first_turn_no_royalist_marches_out_of_his_zone() -> None:
    position = given().turn(1).points("chantonnay", centre=6).points("bazoges", centre=2)
    position.general("sapinaud", "bazoges").points("pouzauges", anjou=2).general("bonchamps", "pouzauges")
    fray = attacked(position)
    assert (
        fray.refused("guns pouzauges with all") == "7.1" or fray.refused("guns pouzauges with all") == "4.2"
    )
    assert "guns bazoges with all" in fray.legal


@pytest.mark.case("V-4.2-j")
def test_who_marched_in_does_not_go_on_with_the_group() -> None:
    position = given().points("vihiers", anjou=2).points("martigne", saumur=3).general("menou", "martigne")
    fray = attack(position, "vihiers", "concourson", saumur=6)
    fray.do("guns martigne with all", 1, 6, 6, incidents=("t11", "t2"))
    while fray.asked[1] in ("losses", "retreat", "pursuit"):
        fray.do({"losses": "lose auto", "retreat": "retreat auto", "pursuit": "decline"}[fray.asked[1]])
    assert fray.group.generals == ()
    assert fray.group.points["saumur"] <= 6


@pytest.mark.case("V-4.2-d", "V-3.6-b")
def test_who_comes_lies_face_up_and_who_fails_stays_face_down() -> None:
    position = defended().points("bournezeau", centre=1).general("royrand", "bournezeau")
    fray = attacked(position).do("guns les-essarts with all", 6)
    heard = fray.told(GunsHeard)[0]
    assert heard.hidden
    assert heard.below == 4
    fray = attacked(defended().points("bournezeau", centre=1).general("royrand", "bournezeau"))
    fray.do("guns les-essarts with all", 1)
    assert not fray.told(GunsHeard)[0].hidden
    assert fray.told(Met)


@pytest.mark.case("V-3.6-d")
def test_a_hidden_stack_is_asked_whatever_it_holds() -> None:
    able = attacked(defended())
    unable = attacked(defended(sapinaud="chantonnay").points("les-essarts", centre=1))
    assert able.asked == unable.asked == ("royalist", "march")
    assert unable.legal[0] == "decline"


@pytest.mark.case("V-4.2-b")
def test_a_lone_face_down_counter_is_not_asked() -> None:
    position = given().powder(anjou=0, centre=0).points("chantonnay", centre=6)
    fray = attack(
        position.general("bonchamps", "les-essarts"), "chantonnay", "sainte-hermine", 3, 4,
        incidents=("t11", "t2"), la_rochelle=6,
    )  # fmt: skip
    assert fray.told(Fought)


def ordered(fray: Fray, order: str) -> str | None:
    """What an order comes to."""
    decision = title().decisions(fray.state)[0]
    action = title().ordered(fray.state, decision, title().read_order(decision.kind, order))
    return None if action is None else title().notation(action)


@pytest.mark.case("V-4.2-a", "I-04")
@pytest.mark.parametrize(
    ("order", "action"),
    [
        ("never", "decline"),
        ("always", "guns les-essarts with all"),
        ("always leave 1", "guns les-essarts with centre:1 sapinaud"),
        ("if at most 1:1", "guns les-essarts with all"),
        ("if at most 1:2", "decline"),
        ("always from Bournezeau", "decline"),
        ("always from les-essarts", "guns les-essarts with all"),
    ],
)
def test_standing_orders_to_march(order: str, action: str) -> None:
    assert ordered(attacked(defended()), order) == action


@pytest.mark.case("V-3.5-o", "V-4.2-h", "I-05")
def test_charette_spends_his_test_only_where_the_order_says_so() -> None:
    assert ordered(charette(), "always") == "decline"
    assert ordered(charette(), "always with test") == "guns belleville with all"


@pytest.mark.case("V-4.2-d", "I-04")
def test_silence_is_no_march() -> None:
    fray = attacked(defended())
    decision = title().decisions(fray.state)[0]
    action = title().fallback(fray.state, decision)
    assert decision.interrupt
    assert action is not None
    assert title().notation(action) == "decline"


def test_officers_stay_where_they_are_when_nobody_marches() -> None:
    fray = attacked(defended()).do("decline", 3, 4, incidents=("t11", "t2"))
    assert fray.state.officers["sapinaud"] == Officer("map", "les-essarts", None, "fresh", "centre")


@pytest.mark.case("V-3.6-b", "V-3.6-d")
def test_the_enemy_is_told_the_die_of_a_march_that_failed_and_no_more() -> None:
    position = defended().points("bournezeau", centre=1).general("royrand", "bournezeau")
    heard = attacked(position).do("guns les-essarts with all", 6).told(GunsHeard)[0]
    for seat in ("republican", None):
        known = redact_for(heard, seat)
        assert isinstance(known, GunsHeard)
        assert (known.face, known.below, known.points, known.generals) == (6, None, None, None)
    assert redact_for(heard, "royalist") == heard


def test_areas_in_an_order_are_kept_in_full() -> None:
    assert title().read_order("march", "always from bourn, les-ess leave 2") == (
        "always from bournezeau, les-essarts leave 2"
    )
    assert title().read_order("retreat", "towards chol") == "towards cholet"
    assert title().read_order("withdraw", "withdraw 2 if at most 1:1") == "withdraw 2 if at most 1:1"


@pytest.mark.case("A-39", "V-3.5-p")
def test_who_has_tried_to_join_in_this_phase_does_not_try_again_at_the_sound_of_the_guns() -> None:
    position = given().points("les-essarts", centre=6).points("belleville", bas_poitou=5)
    position.general("charette", "belleville").having(tested=["charette"])
    position.points("bournezeau", centre=1).general("sapinaud", "bournezeau")
    fray = attack(position, "les-essarts", "chantonnay", la_rochelle=6)
    assert fray.refused("guns belleville with all") == "4.2"
    joined = position.general("joly", "belleville")
    assert "guns belleville with all" in attack(joined, "les-essarts", "chantonnay", la_rochelle=1).legal


@pytest.mark.case("A-39", "V-3.5-p")
def test_a_try_at_the_sound_of_the_guns_is_the_one_of_the_phase() -> None:
    position = given().hand("royalist").points("les-essarts", centre=6).points("belleville", bas_poitou=5)
    position.general("charette", "belleville").having(tested=charette().do(
        "guns belleville with all", 4, 4, 3, incidents=("t11", "t2")
    ).state.tested)  # fmt: skip
    assert position.table().refused("move belleville > les-essarts with all") == "3.5"


@pytest.mark.case("A-40", "I-04")
def test_a_side_declares_its_marches_in_any_order_and_the_attacker_all_of_his_first() -> None:
    position = defended().points("bazoges", la_rochelle=2).general("boulard", "bazoges")
    position.points("bournezeau", la_rochelle=2).general("biron", "bournezeau")
    fray = attacked(position).do("guns bazoges with all", 1)
    assert fray.asked == ("republican", "march")
    fray.do("guns bournezeau with all", 1)
    assert fray.asked == ("royalist", "march")
    backwards = attacked(
        defended()
        .points("bazoges", la_rochelle=2)
        .general("boulard", "bazoges")
        .points("bournezeau", la_rochelle=2)
        .general("biron", "bournezeau")
    )
    assert {"guns bazoges with all", "guns bournezeau with all"} <= set(backwards.legal)
    assert backwards.do("guns bournezeau with all", 1).do("guns bazoges with all", 1).asked[0] == "royalist"


@pytest.mark.case("A-41")
def test_a_part_marches_and_its_area_has_had_its_one_try() -> None:
    position = defended().points("les-essarts", centre=1).general("royrand", "les-essarts")
    fray = attacked(position.points("bournezeau", centre=1).general("lyrot", "bournezeau"))
    fray.do("guns les-essarts with centre:1 sapinaud", 1)
    assert fray.points("les-essarts") == {"centre": 2}
    assert fray.points("chantonnay")["centre"] == 7
    assert fray.refused("guns les-essarts with centre:2 royrand") == "4.2"


@pytest.mark.case("A-42")
def test_a_lone_general_does_not_march_and_a_foreign_one_leads() -> None:
    """Angevins march under Sapinaud: 4.2 asks for the best general of the stack, of whatever army."""
    position = defended().general("royrand", "bournezeau")
    assert attacked(position).refused("guns bournezeau with royrand") == "4.2"
    position = defended(sapinaud="bournezeau").points("bournezeau", anjou=3)
    fray = attacked(position).do("guns bournezeau with all", 3, 3, 4, incidents=("t11", "t2"))
    assert (fray.told(GunsHeard)[0].below, fray.told(GunsHeard)[0].success) == (4, True)
    # Royrand alone would succeed on 1, d'Elbée beside him on 1 to 3.
    position = defended(sapinaud="chantonnay").general("royrand", "les-essarts")
    position.general("d-elbee", "les-essarts").points("bournezeau", centre=1).general("lyrot", "bournezeau")
    fray = attacked(position).do("guns les-essarts with all", 2)
    assert (fray.told(GunsHeard)[0].below, fray.told(GunsHeard)[0].success) == (4, True)


@pytest.mark.case("A-43", "V-4.2-e")
def test_who_has_routed_in_this_phase_may_still_march() -> None:
    position = given().powder(anjou=0, centre=0).points("chantonnay", centre=6)
    position.points("les-essarts", ready="routed", centre=2).general(
        "sapinaud", "les-essarts", ready="routed"
    )
    fray = attacked(position).do("guns les-essarts with all", 3, 3, 4, incidents=("t11", "t2"))
    assert fray.told(Fought)[0].points["royalist"] == {"centre": 8}


@pytest.mark.case("V-4.2-a")
def test_a_chance_counts_whom_a_march_brings_and_nobody_who_is_not_there() -> None:
    state, box = attacked(defended()).state, title().box

    def chance(march: Guns | None = None) -> Fraction:
        return what_if.victory(box, state, "royalist", march)

    assert chance(Guns("les-essarts", ALL)) > chance()
    assert chance(Guns("les-essarts", exactly({"anjou": 1}, ()))) == chance()
