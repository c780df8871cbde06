"""Standing orders outside combat: how they are typed and kept, and what they come to (section I)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from engines.core.dice import Dice
from engines.core.errors import AmbiguousNotation, NotationError
from engines.vendee.combat.frames import Battle, Contingent
from engines.vendee.foresight import what_if
from engines.vendee.foresight.odds import battle_forecast
from engines.vendee.frames import (
    Condition,
    EndOfTurn,
    Initiative,
    Lechelle,
    Operations,
    Plan,
    Powder,
    Refuge,
    Reinforce,
    Sail,
)
from tests.vendee.battles import attack
from tests.vendee.builder import Given, Table, given, title
from tests.vendee.rules.test_operations import both

KINDS = {order.kind: order for order in title().order_kinds}
NAMED = {"AREA": "cholet", "GENERAL": "bonchamps", "ARMY": "anjou"}
"""A name for each word in capitals."""
FORMS = [(kind, form) for kind, order in KINDS.items() for form in order.forms]


def ordered(table: Table, order: str) -> str | None:
    """What an order for the decision that is owed comes to; it is never refused."""
    decision = title().decisions(table.state)[0]
    action = title().ordered(table.state, decision, title().read_order(decision.kind, order))
    if action is None:
        return None
    title().apply(table.state, decision.seat, action, Dice("any"))
    return title().notation(action)


def named(form: str) -> str:
    """A form with names for its capitals."""
    return re.sub("[A-Z]{2,}", lambda word: NAMED[word[0]], form)


# How they are typed and kept


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_summed_up_in_a_line_that_fits(kind: str) -> None:
    order = KINDS[kind]
    assert 0 < len(f"{order.summary} ({order.case})" + f": {order.note}" * bool(order.note)) <= 100
    assert 0 < len(order.forms) <= 20
    assert len(set(order.forms)) == len(order.forms)


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_every_form_is_read_and_kept_as_it_will_be_read_again(kind: str, form: str) -> None:
    kept = title().read_order(kind, named(form))
    assert len(named(form)) <= 100
    assert title().read_order(kind, kept) == kept


@pytest.mark.parametrize(
    ("kind", "typed", "kept"),
    [
        (
            "preemption",
            "with bonch against St. Fulgent, Menou",
            "with bonchamps against saint-fulgent, menou",
        ),
        ("preemption", "with les herbiers near Châtillon", "with les-herbiers near chatillon"),
        ("fortify", "play in chantonnay, chol if at least 2:1", "play in chantonnay, cholet if at least 2:1"),
        ("committee", "spare menou canclaux", "spare menou, canclaux"),
        ("committee", "spare d'Ayat, Boulard", "spare d-ayat, boulard"),
        ("powder-tie", "centre, bas-poitou", "centre, bas-poitou"),
        ("refuge", "towards stofflet", "towards stofflet"),
        (
            "march",
            "never from chol, st-fulgent; always leave 2",
            "never from cholet, saint-fulgent; always leave 2",
        ),
        ("pursuit", "pursue 2 holding Vihiers in zones", "pursue 2 holding vihiers in zones"),
        (
            "operations",
            "on turn 3 move chol>mortagne; hand over",
            "on turn 3 move cholet > mortagne with all; hand over",
        ),
        (
            "reinforcements",
            "event E5 from turn 3; place anjou in chol 2,mortagne",
            "event e5 from turn 3; place anjou in cholet 2, mortagne",
        ),
        ("reinforcements", "place bas-poitou in machecoul; auto", "place bas-poitou in machecoul; auto"),
        ("landing", "Saint-Gilles on turn 6", "saint-gilles on turn 6"),
    ],
)
def test_names_may_be_cut_short_and_are_kept_in_full(kind: str, typed: str, kept: str) -> None:
    assert title().read_order(kind, typed) == kept


@pytest.mark.parametrize("kind", [*KINDS, "no-such-kind"])
@pytest.mark.parametrize("text", ["", "dance", ";", "auto; auto", "with nowhere", "x" * 5000])
def test_what_is_no_order_is_refused_with_the_forms(kind: str, text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        title().read_order(kind, text)
    assert refusal.value.choices == (KINDS[kind].forms if kind in KINDS else ())


def test_a_name_that_could_be_several_is_ambiguous() -> None:
    with pytest.raises(AmbiguousNotation):
        title().read_order("retreat", "towards saint")


@pytest.mark.parametrize("text", ["hand over; move cholet > mortagne", "move cholet", "desert auto"])
def test_in_hand_moves_come_first_and_the_pass_last(text: str) -> None:
    with pytest.raises(NotationError):
        title().read_order("operations", text)


@for_all(st.sampled_from([*KINDS]), st.text(max_size=60))
def test_any_text_is_kept_or_refused(kind: str, text: str) -> None:
    try:
        kept = title().read_order(kind, text)
    except NotationError:
        return
    assert title().read_order(kind, kept) == kept


# Before and between combats


@pytest.mark.case("I-01")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("with bonchamps", "preempt cholet"),
        ("with royrand", "decline"),
        ("with cholet near saumur", "preempt cholet"),
        ("with cholet near doue, nantes", "preempt cholet"),
        ("with cholet near nantes", "decline"),
        ("with cholet against nantes, saumur", "preempt cholet"),
    ],
)
def test_a_stack_pre_empts_by_its_general_and_by_who_is_near(order: str, answer: str) -> None:
    table = both().having(initiative="royalist").table().act("activate saumur with all")
    assert ordered(table, order) == answer


@pytest.mark.case("I-01", "V-3.6-a")
@pytest.mark.parametrize(("where", "answer"), [("chemille", "preempt cholet"), ("saumur", "decline")])
def test_an_enemy_general_is_pre_empted_where_he_is_seen(where: str, answer: str) -> None:
    """In a zone Menou lies face up, in Saumur face down."""
    position = given().points(where, saumur=4).general("menou", where).points("cholet", anjou=8)
    position.general("bonchamps", "cholet").having(initiative="royalist")
    assert ordered(position.table().act(f"activate {where} with all"), "with cholet against menou") == answer


def entering(origin: str = "chemille", points: int = 8) -> Table:
    """Republicans are about to enter Coron, where four points of Anjou are."""
    position = given().more().points(origin, saumur=points).points("coron", anjou=4)
    return position.table().roll_on(f"move {origin} > coron with all")


@pytest.mark.case("I-03")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("decline", "decline"),
        ("play", "event e6"),
        ("play in coron", "event e6"),
        ("play in cholet", "decline"),
        ("play if at least 8", "event e6"),
        ("play if at least 9", "decline"),
        ("play if at least 2:1", "event e6"),
        ("play if at least 3:1", "decline"),
        ("play in cholet, coron if at least 8", "event e6"),
    ],
)
def test_e6_is_played_where_and_against_how_many(order: str, answer: str) -> None:
    assert ordered(entering(), order) == answer


@pytest.mark.case("I-03", "V-3.6-a")
def test_e6_is_not_played_by_numbers_that_are_not_seen() -> None:
    assert ordered(entering("vihiers"), "play if at least 1") == "decline"
    assert ordered(entering("vihiers"), "play") == "event e6"


def going_on() -> Table:
    """Kléber's four go on into the bocage; the six of Nantes have no general, and no action points for it."""
    position = given().more().having(attached="nantes").points("nantes", nantes=6, mayence=4)
    position.general("kleber", "nantes").points("rocheserviere", bas_poitou=2)
    table = position.table().act("move nantes > reze > aigrefeuille with all", 3, 3)
    return table.act("move aigrefeuille > rocheserviere")


@pytest.mark.case("I-03", "A-20")
def test_e6_is_not_played_for_those_who_stay_behind() -> None:
    table = going_on()
    assert table.asked == ("royalist", "fortify")
    assert ordered(table, "play if at least 4") == "event e6"
    assert ordered(table, "play if at least 5") == "decline"
    assert ordered(table, "play if at least 2:1") == "event e6"
    assert ordered(table, "play if at least 3:1") == "decline"


@pytest.mark.case("A-20")
def test_the_chance_to_hold_is_against_those_who_enter() -> None:
    state, box = going_on().state, title().box
    four = what_if.contingent("aigrefeuille", {"mayence": 4}, ("kleber",))
    battle = Battle("rocheserviere", "republican", (four,), (Contingent(None, {"bas-poitou": Condition(2)}),))
    combat = battle_forecast(box, state, "royalist", battle)
    assert combat.win is not None
    assert what_if.fortified(box, state, "royalist", played=False) == 1 - combat.win


def fleeing() -> Table:
    """Stofflet, in Vihiers with the enemy, can flee to Chanzeaux or Coron."""
    position = given().more().points("vihiers", saumur=2).general("stofflet", "vihiers")
    position.points("jallais", anjou=1).general("d-elbee", "maulevrier").general("menou", "bressuire")
    return position.phase(
        "operations", Operations("republican"), Refuge("royalist", "vihiers", ("stofflet",))
    ).table()


@pytest.mark.case("I-12")
@pytest.mark.parametrize(
    ("order", "area"),
    [
        ("prefer cholet, coron", "coron"),
        ("prefer chanzeaux", "chanzeaux"),
        ("towards cholet", "coron"),
        ("towards d-elbee", "coron"),
        ("towards angers", "chanzeaux"),
        ("towards menou", "chanzeaux"),
    ],
)
def test_generals_flee_where_they_are_ordered(order: str, area: str) -> None:
    assert areas_of(fleeing()) == {"flee chanzeaux", "flee coron"}
    assert ordered(fleeing(), order) == f"flee {area}"


def areas_of(table: Table) -> set[str]:
    """Where they may flee."""
    return {text for text in table.legal if text.startswith("flee")}


@pytest.mark.case("I-12")
@pytest.mark.parametrize(("friends", "area"), [("maulevrier", "coron"), ("chalonnes", "chanzeaux")])
def test_silence_flees_to_where_friends_are_nearest(friends: str, area: str) -> None:
    position = given().points("coueron", nantes=1).points("vihiers", saumur=2).general("stofflet", "vihiers")
    position.points(friends, anjou=1)
    refuge = Refuge("royalist", "vihiers", ("stofflet",))
    table = position.phase("operations", Operations("republican"), refuge).table()
    action = title().fallback(table.state, title().decisions(table.state)[0])
    assert action is not None
    assert title().notation(action) == f"flee {area}"
    assert ordered(table, "auto") == f"flee {area}"


@pytest.mark.case("I-21")
@pytest.mark.parametrize(
    ("order", "turn", "answer"),
    [
        ("begin", 2, "begin"),
        ("yield", 2, "yield"),
        ("yield on turn 3", 2, "begin"),
        ("yield on turns 2, 5", 2, "yield"),
        ("yield on turns 2, 5", 5, "yield"),
    ],
)
def test_the_initiative_may_be_yielded_on_some_turns(order: str, turn: int, answer: str) -> None:
    assert ordered(both().turn(turn).phase("initiative", Initiative("royalist")).table(), order) == answer


@pytest.mark.case("I-02")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("hand over", "pass"),
        ("hand over unless it ends the phase", "pass"),
        ("hand over if the enemy has nothing left", None),
        ("move saumur > doue with all; hand over", "move saumur > doue with all"),
        ("move angers > brissac with all; activate nantes with all", "activate nantes with all"),
        ("on turn 3 move saumur > doue with all", None),
        ("on turn 2 move saumur > doue with all but 1", "move saumur > doue with all but 1"),
    ],
)
def test_in_hand_stacks_move_in_order_and_then_one_passes(order: str, answer: str | None) -> None:
    assert ordered(both().table(), order) == answer


@pytest.mark.case("I-02", "A-12")
def test_a_careful_order_does_not_end_the_phase() -> None:
    table = both().hand("republican", passed=True).table()
    assert ordered(table, "hand over unless it ends the phase") is None
    assert ordered(table, "hand over") == "pass"
    table.act("activate saumur with all", 1, 1).act("stop")
    assert ordered(table, "hand over unless it ends the phase") == "pass"


@pytest.mark.case("I-02")
def test_that_the_enemy_has_nothing_left_has_to_be_seen() -> None:
    seen = given().points("saumur", saumur=2).points("doue", ready="activated", anjou=2)
    assert ordered(seen.table(), "hand over if the enemy has nothing left") == "pass"
    face_down = given().points("saumur", saumur=2).points("cholet", ready="activated", anjou=2)
    assert ordered(face_down.table(), "hand over if the enemy has nothing left") is None
    fresh = given().points("saumur", saumur=2).points("doue", anjou=2)
    assert ordered(fresh.table(), "hand over if the enemy has nothing left") is None


@pytest.mark.case("I-02", "V-2.4-h")
def test_the_stack_that_pre_empted_is_not_handed_over() -> None:
    assert ordered(both().hand("royalist", bound="cholet").table(), "hand over") is None


@pytest.mark.case("I-02")
def test_a_group_stops_at_the_end_of_its_path_and_not_before() -> None:
    table = both().table().act("activate saumur with all", 1, 1)
    assert ordered(table, "stop") is None
    assert ordered(table.act("move saumur > doue"), "stop") == "end"


# Reinforcements and small choices


def arriving(**arrivals: int) -> Given:
    """Royalists place reinforcements on turn 3."""
    return given().turn(3).more().points("cholet", anjou=2).reinforcing("royalist", **arrivals)


def placed(table: Table, order: str) -> list[str]:
    """All that an order does in the step."""
    done: list[str] = []
    while table.asked == ("royalist", "reinforcements"):
        found = ordered(table, order)
        if found is None:
            break
        done.append(found)
        table.roll_on(found)
    return done


@pytest.mark.case("I-24")
def test_an_army_is_placed_by_shares_of_what_each_area_holds_then() -> None:
    done = placed(arriving(anjou=10).table(), "place anjou in cholet 2, beaupreau 1, jallais")
    assert done == ["place anjou:4 cholet", "place anjou:3 beaupreau", "place anjou:3 jallais"]


@pytest.mark.case("I-24", "V-2.2-l")
def test_what_is_closed_gets_no_share_and_the_rest_is_left_to_the_default() -> None:
    position = arriving(anjou=6, centre=3).points("mortagne", saumur=1)
    done = placed(position.table(), "place anjou in mortagne, beaupreau; auto")
    assert done[0] == "place anjou:6 beaupreau"
    assert done[1] == "place auto"


@pytest.mark.case("I-24")
def test_a_general_is_placed_in_the_first_area_that_is_open() -> None:
    position = arriving(anjou=3).fate("stofflet", "arriving", 3).points("mortagne", saumur=1)
    assert placed(position.table(), "place stofflet in mortagne, beaupreau") == ["place stofflet beaupreau"]


@pytest.mark.case("I-24", "V-3.5-n")
def test_shares_leave_la_catheliniere_his_part() -> None:
    position = arriving(bas_poitou=10).fate("la-catheliniere", "arriving", 3)
    done = placed(position.table(), "place bas-poitou in challans; auto")
    assert done[0] == "place bas-poitou:8 challans"


@pytest.mark.case("I-16", "I-24", "V-6-E5-a")
def test_events_are_played_once_a_turn_from_the_turn_that_is_named() -> None:
    order = "event e5 from turn 3; event e1; auto"
    done = placed(arriving(anjou=3).table(), order)
    assert done[:2] == ["event e5", "event e1"]
    assert done.count("event e1") == 1
    early = arriving(anjou=3).turn(2)
    assert placed(early.table(), "event e5 from turn 3; auto")[0] == "place auto"


@pytest.mark.case("I-24", "V-2.2-r")
def test_an_event_of_the_republic_may_name_its_army() -> None:
    table = given().turn(7).reinforcing("republican").table()
    assert ordered(table, "event e12 nantes; auto") == "event e12 nantes"


@pytest.mark.case("I-24", "V-6-E5-c")
def test_the_landing_is_noted_while_it_is_still_to_come() -> None:
    table = given().turn(3).phase("wounded", Plan()).table()
    assert ordered(table, "pornic on turn 5") == "note pornic 5"
    assert ordered(table, "pornic on turn 3") is None
    assert ordered(table, "cholet on turn 5") is None


@pytest.mark.case("I-24", "V-6-E5-f")
@pytest.mark.parametrize(
    ("order", "army"), [("centre", "centre"), ("bas-poitou, anjou", "anjou"), ("auto", "centre")]
)
def test_the_second_marker_is_filled_in_order(order: str, army: str) -> None:
    position = given().powder(anjou=0, centre=-1)
    table = position.phase("reinforcements", Reinforce("royalist", begun=True), Powder()).table()
    assert ordered(table, order) == f"choose {army}"


@pytest.mark.case("I-24", "V-6-E15-b")
@pytest.mark.parametrize(("order", "area"), [("cholet, pornic", "pornic"), ("auto", "paimboeuf")])
def test_a_point_at_sea_lands_in_the_first_port_that_is_open(order: str, area: str) -> None:
    sailing = (Reinforce("royalist"), Reinforce("republican", begun=True), Sail("nantes"))
    table = given().phase("reinforcements", *sailing).table()
    assert ordered(table, order) == f"land {area}"
    table = given().points("pornic", bas_poitou=1).phase("reinforcements", *sailing).table()
    assert ordered(table, "pornic, les-sables") == "land les-sables"


@pytest.mark.case("I-24", "A-75")
@pytest.mark.parametrize(("order", "army"), [("saumur", "saumur"), ("mayence", "nantes"), ("auto", "nantes")])
def test_a_general_without_an_army_joins_the_one_that_is_named(order: str, army: str) -> None:
    table = given().phase("reinforcements", Lechelle("lechelle")).table()
    assert ordered(table, order) == f"choose {army}"


@pytest.mark.case("I-25", "V-6-E14-a")
@pytest.mark.parametrize(("order", "answer"), [("play", "event e14"), ("decline", "decline")])
def test_e14_is_played_or_not(order: str, answer: str) -> None:
    position = given().morale(royalist=-2)
    for area in title().box.ground.primary:
        position.points(area, saumur=1)
    assert ordered(position.phase("end", EndOfTurn()).table(), order) == answer


@pytest.mark.case("I-17")
@pytest.mark.parametrize(
    ("order", "army"), [("centre", "centre"), ("bas-poitou, anjou", "anjou"), ("auto", "centre")]
)
def test_who_is_first_when_armies_tie_goes_by_the_list(order: str, army: str) -> None:
    position = given().more().hand("royalist").points("argenton", anjou=3, centre=3).powder(anjou=-1)
    table = position.table().roll_on("move argenton > thouars with all")
    while table.asked[1] == "occupation":
        table.act("decline")
    assert table.asked == ("royalist", "powder-tie")
    assert ordered(table, order) == f"choose {army}"


@pytest.mark.case("I-17", "A-36", "V-4.1-t")
def test_in_combat_the_better_marker_of_those_that_tie_counts_unasked() -> None:
    position = given().powder(anjou=-2, centre=-1).points("vihiers", saumur=4)
    fray = attack(position, "vihiers", "coron", 3, 4, incidents=("t11",), anjou=2, centre=2)
    assert fray.events
    assert -1 in {term.value for event in fray.events for term in getattr(event, "modifiers", None) or ()}
