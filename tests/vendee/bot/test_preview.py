"""What a side of *For God and For the King* sees before it goes through with something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from bot.games.shown import Preview
from bot.games.vendee.forecast import HOPELESS
from bot.games.vendee.preview import Previews
from bot.games.wording import percent
from bot.surface import layout
from data.vendee.schema import Army
from engines.vendee.actions import HAND_OVER, Move, Play
from engines.vendee.combat.actions import Pursue
from engines.vendee.combat.frames import Pursuit
from engines.vendee.foresight import odds
from engines.vendee.foresight.arrivals import raisings
from engines.vendee.foresight.what_if import contingent
from engines.vendee.frames import Activation, Committee, Condition, Fortify, Operations
from engines.vendee.phases.committee import acquittal
from engines.vendee.position.supply import supplied
from engines.vendee.state import State, put_officer
from render import WHOLE
from tests.support.depth import depth
from tests.vendee.bot.games import IDS, TITLE, WORDS, Moment, games, twins
from tests.vendee.builder import Given, Table, given

MOST = 1500
"""Characters of a preview."""


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """Moments of several whole games."""
    return games()


def shown(table: Table | State, text: str) -> Preview | None:
    """The preview of what somebody types who is asked."""
    state = table.state if isinstance(table, Table) else table
    seat = TITLE.decisions(state)[0].seat
    return WORDS.preview(state, seat, TITLE.parse(state, text, seat))


def lines(table: Table | State, text: str) -> list[str]:
    found = shown(table, text)
    assert found is not None
    return found.lines


def told(table: Table | State, text: str) -> str:
    return "\n".join(lines(table, text))


def duel(royalist: int = 12, republican: int = 9, **options: bool) -> Given:
    """Royalists in Cholet, Republicans face up in Coron, two steps by royal road."""
    return (
        given(**options)
        .hand("royalist")
        .having(initiative="republican")
        .points("cholet", anjou=royalist)
        .general("d-elbee", "cholet")
        .points("coron", saumur=republican)
        .general("menou", "coron")
        .more()
    )


@pytest.fixture(scope="module")
def previews(moments: list[Moment]) -> list[tuple[State, str, Any, Preview]]:
    """All previews of what is offered in some games, with state, seat and action."""
    return list(_previews(moments))


def _previews(moments: list[Moment]) -> Iterator[tuple[State, str, Any, Preview]]:
    for moment in moments[:: depth(17, 3)]:
        for decision in TITLE.decisions(moment.state):
            for choice in WORDS.choices(moment.state, decision.seat):
                action = TITLE.parse(moment.state, choice.notation, decision.seat)
                found = WORDS.preview(moment.state, decision.seat, action)
                if found is not None:
                    yield moment.state, decision.seat, action, found


@pytest.mark.deep(seconds=7)
def test_previews_are_short_and_in_names(previews: list[tuple[State, str, Any, Preview]]) -> None:
    found = 0
    for _, _, _, preview in previews:
        assert 0 < len(preview.label) <= layout.LABEL
        assert len("\n".join(preview.lines)) <= MOST
        for line in (*preview.lines, preview.label):
            assert not IDS.search(line), line
        found += 1
    assert found > 350


def test_only_marches_pursuits_events_and_hand_overs_are_shown_first(
    previews: list[tuple[State, str, Any, Preview]],
) -> None:
    kinds = {type(action) for _, _, action, _ in previews}
    assert kinds <= {Move, Pursue, Play, type(HAND_OVER)}
    assert {Move, Play} <= kinds


def test_what_an_event_does_is_shown_first() -> None:
    position = given().reinforcing("republican").points("nantes", nantes=5)
    found = shown(position.table(), "event e7 nantes nantes")
    assert found is not None
    assert found.label == "Play E7 Isolating the Coast"
    told = " ".join(found.lines)
    assert told.startswith("🃏 **E7 Isolating the Coast**: −1 Nantes army, in Nantes ")
    assert TITLE.box.event["e7"].text in told
    assert "This is the last marker of it." in told


def test_an_alarm_says_who_comes_and_what_could_go_first() -> None:
    """Anjou rolls at −2 while La Gâtine is quiet (V-T-REINF-b), and E2 may be played before."""
    position = given().turn(3).morale(royalist=1).reinforcing("royalist").points("cholet", anjou=10)
    alarm = told(position.table(), "event e1")
    (anjou,) = raisings(TITLE.box, position.state, {"anjou": "anjou"})
    assert f"{TITLE.box.army['anjou'].short} {float(anjou.mean):.1f} ({anjou.least} to {anjou.most})" in alarm
    assert "roll at −2: La Gâtine is quiet." in alarm
    assert "💡 Play E2 La Gâtine first" in alarm
    assert "Play E2" not in told(position.morale(royalist=0).table(), "event e1")
    assert "roll at" not in told(position.past("e2").table(), "event e1")


def test_an_alarm_is_foreseen_as_it_is_rolled() -> None:
    """All sums of two dice by hand: the total that the army is filled up to, less who is there."""
    position = given().turn(3).past("e2").reinforcing("royalist").points("cholet", anjou=10)
    (anjou,) = raisings(TITLE.box, position.state, {"anjou": "anjou"})
    figures = [
        max(0, TITLE.box.charts.reinforcements("anjou", white + red) - 10)
        for white in range(1, 7)
        for red in range(1, 7)
    ]
    assert (anjou.least, anjou.most, anjou.mean) == (min(figures), max(figures), Fraction(sum(figures), 36))


def test_whom_the_committee_would_acquit_is_said_of_each() -> None:
    """Two dice of 7 or more, a noble at −2, a sans-culotte at +2; and who is tried then (V-2.6-d)."""
    accused: dict[Army, tuple[str, ...]] = {"saumur": ("menou", "quetineau")}
    position = given().phase("committee", Committee(accused, ("canclaux",)))
    labels = {choice.notation: choice for choice in WORDS.choices(position.state, "republican")}
    chances = {id: percent(acquittal(TITLE.box, id)) for id in ("menou", "quetineau", "canclaux")}
    assert TITLE.decisions(position.state)[0].prompt == "Spare one general of the Army of Saumur"
    accused["nantes"] = ("canclaux", "beysser")
    assert TITLE.decisions(given().phase("committee", Committee(accused)).state)[0].prompt == (
        "Spare one general of each accused army"
    )
    assert labels["spare menou"].reason.endswith(f"acquitted {chances['menou']}")
    # Of all at once, beside the choices: a choice has no room for the whole of a tribunal.
    (line,) = WORDS.barred(position.state, "republican")
    assert f"Saumur army: Menou {chances['menou']}, Quétineau {chances['quetineau']}" in line
    assert "The condemned leave the game." in line
    assert line.endswith(f"Tried in any case: Canclaux {chances['canclaux']}")
    assert WORDS.barred(position.state, "royalist") == []
    status = {general.status or "neutral": id for id, general in TITLE.box.general.items()}
    assert {kind: acquittal(TITLE.box, id) for kind, id in status.items()} == {
        "noble": Fraction(10, 36),
        "neutral": Fraction(21, 36),
        "sans-culotte": Fraction(30, 36),
    }


def test_that_all_counters_are_placed_is_told_to_their_side_alone() -> None:
    """What is asked is read by both sides, and the armies of the Royalists lie face down (V-2.2-a)."""
    arriving = given().points("cholet", anjou=4).reinforcing("royalist", anjou=2).state
    placed = given().points("cholet", anjou=4).reinforcing("royalist").state
    assert TITLE.decisions(arriving) == TITLE.decisions(placed)
    assert WORDS.barred(placed, "royalist") == ["No counters are left to place."]
    assert WORDS.barred(arriving, "royalist") == WORDS.barred(placed, "republican") == []


def test_an_event_that_is_asked_for_by_name_is_played_at_once() -> None:
    position = given().points("maulevrier", anjou=6).more().points("coron", saumur=9)
    table = position.table().roll_on("move coron > maulevrier with all")
    assert isinstance(table.state.stack[-1], Fortify)
    assert shown(table, "event e6") is None


def test_every_combat_that_is_gone_into_is_shown_first(
    previews: list[tuple[State, str, Any, Preview]],
) -> None:
    fights = 0
    for state, _, action, preview in previews:
        if isinstance(action, Move):
            found = odds.path_forecast(TITLE.box, state, action)
            if found is not None and found.win is not None:
                assert f"**victory {percent(found.win)}**" in "\n".join(preview.lines)
                assert preview.label.startswith("Attack ")
                assert preview.close.around == found.area
                fights += 1
    assert fights > 10


def test_no_preview_depends_on_what_its_reader_may_not_know(
    previews: list[tuple[State, str, Any, Preview]],
) -> None:
    found = 0
    for state, seat, action, preview in previews[::3]:
        for twin in twins(state, seat):
            assert WORDS.preview(twin, seat, action) == preview
            found += 1
    assert found > 50


def test_a_single_step_without_an_enemy_is_done_at_once() -> None:
    assert shown(duel().table(), "move cholet > mortagne with anjou 11 d-elbee") is None
    assert shown(duel().table(), "activate cholet with all") is None


def test_a_single_step_that_leaves_an_objective_empty_is_shown_first() -> None:
    preview = shown(duel().table(), "move cholet > mortagne with all")
    assert preview is not None
    assert preview.lines[-1] == "⚠️ Cholet, a primary objective, is left without combat points."


def test_a_way_is_told_step_by_step_with_its_sum() -> None:
    state = duel().table().roll_on("activate cholet with all").roll_on("decline").state
    top = state.stack[-1]
    assert isinstance(top, Activation)
    preview = shown(state, "move cholet > maulevrier > chatillon")
    assert preview is not None
    assert preview.lines[0] == "🥾 **Cholet to Châtillon**: Anjou 12, d'Elbée"
    assert re.fullmatch(
        r"-# Cholet → Maulévrier 1 by road → Châtillon [\d½]+.* = \*\*[\d½]+\*\* of [\d½]+ action points",
        preview.lines[1],
    )
    assert preview.label == "Go to Châtillon"
    assert preview.close.around == "chatillon"
    assert [area for area, _ in preview.close.reach] == ["maulevrier", "chatillon"]


def test_before_the_roll_a_way_has_the_chance_to_get_there() -> None:
    text = told(
        given().points("coron", saumur=9).general("menou", "coron").more().table(),
        "move coron > maulevrier > mortagne with all",
    )
    assert "= **6 action points** in all" in text
    assert "🎲 Action points 4 (28%) · 5 (44%) · 6 (28%)" in text
    assert "Chance to get as far as Mortagne 28%" in text


def test_a_way_that_breaks_off_says_at_which_step_and_why() -> None:
    state, path = duel().table().state, "move cholet > maulevrier > les-aubiers with all"
    previews = Previews(WORDS.names, state, "royalist", TITLE.view(state, "royalist"))
    text = "\n".join(previews.plan(cast("Move", TITLE.parse(state, path, "royalist"))).lines)
    assert shown(state, path) is None
    assert "⛔ Step 2: The enemy controls both Maulévrier and Les Aubiers; one may not pass (3.4)." in text
    assert "They stop in Maulévrier." in text


@pytest.mark.case("V-3.5-c", title="vendee")
def test_a_way_on_which_nobody_would_set_out_says_so_first() -> None:
    table = given().points("thouars", saumur=3).points("argenton", nantes=1).more().table()
    preview = shown(table, "move thouars > argenton with all")
    assert preview is not None
    assert preview.label == "Activate Thouars"
    assert preview.lines[1:] == [
        (
            "⛔ Step 1: Two armies of the Republic may pass through Argenton but not stay there together "
            "(3.5). They stop in Thouars."
        ),
    ]
    table.act("move thouars > argenton with all")
    assert table.points("thouars") == {"saumur": 3}


def test_an_attack_is_told_with_every_term() -> None:
    assert lines(duel().table(), "move cholet > trementines > coron with all") == [
        "🥾 **Cholet to Coron**: Anjou 12, d'Elbée",
        "-# Cholet → Trémentines ½ by road → Coron ½ by road = **1 action point** in all",
        "-# 🎲 Action points 4 (28%) · 5 (44%) · 6 (28%): enough in any case.",
        "-# The other side has the initiative and may pre-empt a stack that you activate (2.4).",
        "⚔️ **Combat in Coron**: 12 against 9, **victory 28%**.",
        "-# Odds 12 to 9: column 1:1 +1 (Bocage ground) = **3:2**",
        (
            "-# 🎲 Two dice +1 (d'Elbée) −1 (Menou) −2 (Arms and powder of Anjou) = −2; "
            "7 or more wins without incidents"
        ),
        "**Republicans** retreat 1 area 11% · retreat 2 areas 15% · rout 3 areas 2% · rout 4 areas under 1%",
        "**You** retreat 1 area 25% · retreat 2 areas 44% · rout 3 areas 3%",
        "**Losses on average** 3.2 of yours, 2.0 of theirs",
        (
            "-# 🎴 The chances count 3 incidents. Out of powder (T6) 18%: then the Royalists may withdraw. "
            "Marches to the guns are not counted."
        ),
        "⚠️ Cholet, a primary objective, is left without combat points.",
    ]


def test_a_hopeless_attack_is_warned_of() -> None:
    table = duel(royalist=4).table()
    found = odds.path_forecast(TITLE.box, table.state, Move(("cholet", "trementines", "coron")))
    assert found is not None
    assert found.win is not None
    assert found.win < HOPELESS
    assert "⚠️ **Poor odds**" in told(table, "move cholet > trementines > coron with all")
    assert "Poor odds" not in told(duel().table(), "move cholet > trementines > coron with all")


@pytest.mark.case("V-4.3-a", title="vendee")
@pytest.mark.parametrize(("attackers", "said"), [(8, True), (12, False)])
def test_why_more_defenders_may_be_less_of_a_danger_is_said(attackers: int, said: bool) -> None:
    """Eight win against 15 as against 10, at 12 or more, and draw a third incident."""
    position = (
        given().more().points("sainte-hermine", la_rochelle=attackers).general("chalbos", "sainte-hermine")
    )
    text = told(position.points("chantonnay", centre=3).table(), "move sainte-hermine > chantonnay with all")
    assert ("One more incident can outweigh the odds (4.3)." in text) == said
    if said:
        assert "against 10: 53% · against 15: 54%" in text


def test_of_defenders_face_down_it_is_said_what_is_only_supposed() -> None:
    table = given().points("coron", saumur=9).general("menou", "coron").points("cholet", anjou=2).table()
    text = told(table, "move coron > trementines > cholet with all")
    assert "❔ **Cholet**: 1 counter face down. There is combat only if some are combat points." in text
    assert re.search(r"\*\*Your 9 win\*\* against 2: \d+% · against 5: \d+% · against 10: \d+%$", text, re.M)
    assert "This assumes men of Anjou without a general" in text
    assert "may still fortify (E6)" in text


def test_more_counters_may_be_more_men() -> None:
    table = given().points("coron", saumur=9).points("cholet", anjou=3).table()
    assert "against 15:" in told(table, "move coron > trementines > cholet with all")


@pytest.mark.case("V-3.6-d", title="vendee")
def test_whether_face_down_counters_cut_the_supply_is_not_told() -> None:
    """A general alone on the road to Beaupréau does not cut it; combat points do."""
    position = given().points("jallais", saumur=9).points("beaupreau", anjou=2).general("bonchamps", "cholet")
    state = position.more().state
    twin = state.copy()
    put_officer(
        twin, "bonchamps", msgspec.structs.replace(state.officers["bonchamps"], fate="pool", area=None)
    )
    twin.forces = {**twin.forces, "cholet": {"anjou": Condition(2)}}
    assert supplied(TITLE.box, state, {"saumur": 9}, "beaupreau")
    assert not supplied(TITLE.box, twin, {"saumur": 9}, "beaupreau")
    text = "move jallais > beaupreau with all"
    assert told(twin, text) == told(state, text)


def test_what_is_beyond_a_combat_hangs_on_victory() -> None:
    text = told(duel().table(), "move cholet > trementines > coron > vihiers with all")
    assert "➡️ They go on to Vihiers only after a victory." in text


def test_who_is_left_behind_is_told() -> None:
    state = duel().table().roll_on("activate cholet with all").roll_on("decline").state
    text = told(state, "move cholet > maulevrier > chatillon with anjou:9 d-elbee")
    assert "📌 Anjou 3 stay in Cholet; their activation is over." in text


@pytest.mark.case("A-20", title="vendee")
def test_who_falls_behind_for_want_of_points_is_told() -> None:
    position = given().hand("royalist").points("cholet", anjou=4, centre=3).general("cathelineau", "cholet")
    text = told(position.table(), "move cholet > jallais > beaupreau > montrevault with all")
    assert "📌 Centre 3 stay in Beaupréau: no action points of theirs are left (3.1)." in text


@pytest.mark.case("V-3.7-a", title="vendee")
def test_a_general_who_stays_alone_next_to_the_enemy_is_cautioned_about() -> None:
    position = duel().general("royrand", "trementines").points("trementines", anjou=3)
    text = told(position.table(), "move trementines > coron with anjou:3")
    assert "⚠️ Royrand stays in Trémentines alone, next to the enemy." in text


@pytest.mark.case("V-3.5-o", title="vendee")
def test_the_test_of_charette_is_shown_first() -> None:
    position = given().hand("royalist").points("challans", bas_poitou=6).general("charette", "challans")
    text = told(position.points("lege", anjou=3).more().table(), "move challans > lege with all")
    assert "🎲 Charette goes on to Legé on a die of 5 or more. Otherwise they stay (3.5)." in text


@pytest.mark.case("V-3.7-b", title="vendee")
def test_generals_alone_are_told_what_face_down_counters_may_be() -> None:
    position = given().general("menou", "coron").points("cholet", anjou=2).points("coron", saumur=1).more()
    text = told(position.table(), "move coron > trementines > cholet with menou")
    assert (
        "❔ Cholet: 1 counter face down. If some are combat points, your stack stays in Trémentines (3.7)."
        in text
    )


@pytest.mark.case("V-2.4-e", "A-12", title="vendee")
def test_a_hand_over_that_ends_the_operations_while_somebody_could_march_says_so_first() -> None:
    last = shown(duel().hand("royalist", passed=True).table(), "hand over")
    assert last is not None
    assert last.label == "End the operations"
    assert "This ends the operations of April" in last.lines[0]
    assert "**Not activated yet** Cholet (Anjou 12, d'Elbée)" in last.lines[1]
    assert last.close == WHOLE
    assert shown(duel().table(), "hand over") is None


def test_a_hand_over_that_is_no_pass_is_done_at_once() -> None:
    table = duel(late_passes=True).hand("royalist", acted=True).table()
    assert isinstance(table.state.stack[-1], Operations)
    assert shown(table, "hand over") is None


@pytest.mark.case("V-4.5-n", title="vendee")
def test_a_pursuit_into_the_enemy_is_shown_first() -> None:
    position = given().hand("royalist", acted=True).points("coron", ready="activated", anjou=6)
    state = position.points("concourson", saumur=3).more().state
    victors = contingent("cholet", {"anjou": 6}, ())
    state.stack.append(Pursuit("royalist", "coron", (victors,), (("vihiers", "concourson"),), False))
    assert shown(state, "pursue vihiers") is None
    preview = shown(state, "pursue vihiers > concourson")
    assert preview is not None
    assert preview.label == "Attack Concourson"
    assert preview.close.around == "concourson"
    assert preview.lines[0] == "🐎 **Pursuit to Vihiers and Concourson**: Anjou 6"
    (told,) = WORDS.barred(state, "royalist")
    assert told.startswith("🐎 A pursuit costs no action points. The victors take areas that they enter")


def test_a_pursuit_that_leaves_an_objective_empty_is_shown_first() -> None:
    position = given().hand("republican", acted=True).points("mortagne", ready="activated", saumur=6)
    state = position.points("chemille", anjou=2).more().state
    victors = contingent("cholet", {"saumur": 6}, ())
    state.stack.append(Pursuit("republican", "mortagne", (victors,), (("tiffauges",),), True))
    preview = shown(state, "pursue tiffauges")
    assert preview is not None
    assert preview.label == "Pursue to Tiffauges"
    assert preview.lines == [
        "🐎 **Pursuit to Tiffauges**: Saumur army 6",
        "⚠️ Mortagne, a primary objective, is left without combat points.",
    ]
    assert shown(position.points("mortagne", saumur=1).state, "pursue tiffauges") is None


@pytest.mark.case("V-4.1-h", title="vendee")
def test_two_grounds_of_one_case_are_told_apart() -> None:
    war = given().hand("republican").points("thouars", saumur=2)
    war = war.points("saint-varent", anjou=9).points("argenton", anjou=11).more()
    barred = WORDS.barred(war.table().act("activate thouars with all").state, "republican")
    assert "⛔ 2 against 11 in Argenton is worse than one to three (4.1)." in barred
    assert not any("Argenton" in line and "Saint-Varent" in line for line in barred)


@pytest.mark.case("V-3.3-c", title="vendee")
@pytest.mark.parametrize(("faces", "told"), [((1, 1), False), ((6, 6), True)])
def test_no_landing_is_said_to_be_barred_that_action_points_do_not_reach(
    faces: tuple[int, int], told: bool
) -> None:
    """From Ancenis it is an area to Varades, and there four action points over the Loire."""
    war = given().hand("republican").points("ancenis", nantes=4).general("beysser", "ancenis")
    war = war.points("saint-florent", anjou=1).more()
    barred = WORDS.barred(war.table().act("activate ancenis with all", *faces).state, "republican")
    assert any("no landing from the Loire" in line for line in barred) == told


@pytest.mark.deep(seconds=10)
def test_why_areas_beside_those_in_reach_are_not_open_is_said(moments: list[Moment]) -> None:
    told, alike = 0, 0
    for moment in moments[:: depth(11, 1)]:
        state = moment.state
        for seat in {decision.seat for decision in TITLE.decisions(state)}:
            barred = WORDS.barred(state, seat)
            assert len(barred) <= 3
            assert not any(IDS.search(line) or "T-COST" in line for line in barred)
            told += bool(barred)
            for twin in twins(state, seat) if barred else ():
                assert WORDS.barred(twin, seat) == barred
                alike += 1
        assert WORDS.barred(state, "royalist") == [] or TITLE.decisions(state)[0].seat == "royalist"
    assert told > 20
    assert alike > 20


def test_who_may_not_stop_reads_why_and_is_not_told_that_he_may() -> None:
    position = given().points("saumur", saumur=4).general("menou", "saumur").points("doue", nantes=2).more()
    table = position.having(preempted=True).table().act("move saumur > doue with all", 5, 5)
    assert "end" not in table.legal
    assert "stop" not in TITLE.decisions(table.state)[0].prompt
    assert WORDS.barred(table.state, "republican")[0] == (
        "⛔ They may not stop here: "
        "Two armies of the Republic may pass through Doué but not stay there together (3.5)."
    )
    assert not any("stop" in line for line in WORDS.barred(table.state, "royalist"))


def test_in_the_first_month_a_royalist_reads_why_he_can_not_go_to_angers() -> None:
    table = duel().table()
    assert table.state.turn > 1
    early = replace(table.roll_on("activate cholet with all").roll_on("decline").state, turn=1)
    [line, *_] = WORDS.barred(early, "royalist")
    assert "In the first turn no royalist leaves the zone of his army" in line
    assert "(7.1)" in line


def test_a_rule_is_not_blamed_where_no_action_points_are_left_to_go_on_with() -> None:
    table = duel().table().roll_on("activate cholet with all").roll_on("decline")
    *below, top = replace(table.state, turn=1).stack
    assert isinstance(top, Activation)
    spent = [replace(top, ap=top.spent + halves) for halves in (2, 4)]
    tired, fresh = (
        WORDS.barred(replace(table.state, turn=1, stack=[*below, each]), "royalist") for each in spent
    )
    assert tired == ["⛔ In the first turn no royalist leaves the zone of his army for Mortagne (7.1)."]
    assert "The same holds for Tiffauges" in fresh[0]


@pytest.mark.case("V-3.4-g", title="vendee")
def test_face_down_counters_bar_a_step_to_them_only_where_no_combat_points_are_among_them() -> None:
    position = given().points("vihiers", saumur=4).points("coron", anjou=3).points("chemille", anjou=5)
    text = told(position.more().table(), "move vihiers > coron")
    assert "❔ If Coron has no combat points, but other face-down counters control both" in text
