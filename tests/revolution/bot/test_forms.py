"""A form says what each choice leads to, and whole what counts if nothing else is submitted."""

from __future__ import annotations

import re
from itertools import product

import pytest
from discord import ui
from msgspec.structs import replace

from bot.campaigns import opening
from bot.desk import panel, panel_face
from bot.games.shown import Does
from bot.surface.custom_ids import Stamp
from data.revolution.tables import SEATS
from engines.revolution import actions
from engines.revolution.phases.placement import available
from engines.revolution.player.greedy import usual_form
from engines.revolution.state import State
from render import CloseUp
from tests.revolution.bot.test_panels import TITLE, WORDS, forms
from tests.revolution.builder import BOX, At


def reasons(state: State, seat: str, key: str) -> dict[str, str]:
    """The choices of a list that a form opens, with what each leads to."""
    sheet = WORDS.sheet(state, seat, "file auto", {}, key)
    assert sheet is not None
    return {choice.notation: choice.reason for group in sheet.groups for choice in group.choices}


def test_a_choice_says_what_it_costs_whose_fame_it_moves_and_whether_that_is_good() -> None:
    state = At("deputies", "-letter").set(filed=["talk", "plan", "people", "regions"]).play().state
    assert reasons(state, "feuillant", "only king") == {
        "royal with-marker": "100 ₶: Fame of the Gironde −1, Coalition −1 (R-KING-04)",
        "royal without": "100 ₶: Fame of the Gironde −1 (R-KING-04)",
    }
    dearer = reasons(At("deputies", "-letter").tracks(economy=9).play().state, "feuillant", "only king")
    assert dearer["royal without"].startswith("200 ₶: ")
    laws = reasons(state, "gironde", "only propose")
    assert laws["propose maximum"] == (
        "50 ₶ to propose · 100 ₶ of the Government · your Fame −1 · Economy −5 (prices fall) · Commune +3"
    )
    votes = At("laws", "-letter").set(bills=["civic/gironde"]).play().state
    assert reasons(votes, "marais", "only vote")["vote civic/gironde yes"] == (
        "If it passes: 50 ₶ of the Government · Fame of the Gironde +1"
    )
    falls = "If more deputies criticise than support, the Gironde governs; on a tie nothing changes"
    assert reasons(votes, "marais", "only critics") == {
        "declare support": falls,
        "declare neutral": "Your deputies count for neither side (R-REGIME-10)",
        "declare criticise": falls,
    }


def test_an_opened_list_says_what_its_entries_take_for_granted() -> None:
    plan = At("government-objective", "-letter").set(filed=["talk"]).play().state
    laws = At("deputies", "-letter").set(filed=["talk", "plan", "people", "regions"]).play().state
    for state, key, hint in (
        (plan, "put roland", "People act only in the region where they stand."),
        (plan, "objective plot", "Your choice replaces the objective on the form, and its second one too."),
        (laws, "only propose", "**Economy** up: prices double at 9, triple at 17."),
    ):
        opened, closed = (WORDS.sheet(state, "gironde", "file auto", {}, each) for each in (key, ""))
        assert opened is not None
        assert closed is not None
        # The second line, as a long form is cut at its end.
        assert any(hint in line for line in opened.lines[1:3])
        assert not any(hint in line for line in closed.lines)
    assert "influence: +2 to rolls there" in reasons(plan, "gironde", "put roland")["put roland in lyon"]


def test_a_regime_says_what_it_takes_and_a_removal_what_it_keeps_somebody_from() -> None:
    regions = At("plots", "-letter").play().state
    sheet = WORDS.sheet(regions, "mountain", "file install convention", {})
    assert sheet is not None
    takes = "The Gironde governs; you must lead the raised Commune, with an enemy at Paris or 12 regions lost"
    assert takes in "\n".join(sheet.lines)
    people = At("arrests", "-letter").people("danton paris").region("paris", control="mountain").play().state
    (out,) = (why for what, why in reasons(people, "mountain", "").items() if what == "remove danton")
    assert out.startswith("1 roll, 100 ₶ · ")
    assert "off the map for a turn: can't act or be arrested" in out


def test_choices_of_which_each_leads_to_something_are_a_list_that_says_so_even_of_a_few() -> None:
    talk = At("talk", "-letter").set(filed=[]).play().state
    politics = At("deputies", "-letter").set(filed=["talk", "plan", "people", "regions"])
    votes = At("laws", "-letter").play().state
    for state, seat, kind, reason in (
        (talk, "royalist", "ally", "Made if both declare it; it is not binding (R-SEQ-06)"),
        (
            talk,
            "royalist",
            "event-army",
            "If an event asks for an army of the Government: this one is lost, or falls back",
        ),
        (politics.play().state, "feuillant", "king", "100 ₶: Fame of the Gironde −1 (R-KING-04)"),
        (votes, "royalist", "land", "In foreign war, once the Convention or the Terror has come (R-MIL-10)"),
        (votes, "royalist", "kidnap", "200 ₶, once royalist or Coalition armies hold Paris (R-KING-07)"),
    ):
        sheet = WORDS.sheet(state, seat, None, {})
        assert sheet is not None
        (group,) = (group for group in sheet.groups if group.id == kind)
        assert group.weighed
        assert reason in [choice.reason for choice in group.choices]


def test_an_empty_proposal_is_said_to_be_one() -> None:
    at = At("deputies", "-letter").set(filed=["talk", "plan", "people", "regions"]).purse(marais=0)
    state = at.play().state
    told = {seat: sheet.lines[0] for seat in SEATS if (sheet := WORDS.sheet(state, seat, None, {}))}
    nothing = "-# **Proposed: nothing.** Not submitted yet. You do only what is on the form."
    assert told["marais"] == nothing
    assert told["feuillant"] == "-# **Proposed, not submitted yet:**"
    taken_off = WORDS.sheet(state, "feuillant", "file", {})
    assert taken_off is not None
    assert taken_off.lines[0] != nothing
    comes = {seat: sheet.otherwise for seat in SEATS if (sheet := WORDS.sheet(state, seat, None, {}))}
    assert comes["marais"] == "the bot's proposed form counts, which is empty"
    assert comes["feuillant"] == ""


def test_a_proposal_of_a_law_says_the_type_that_an_objective_may_name() -> None:
    at = At("deputies", "-letter").set(filed=["talk", "plan", "people", "regions"])
    sheet = WORDS.sheet(at.play().state, "gironde", "file propose maximum", {}, "only propose")
    assert sheet is not None
    labels = {choice.notation: choice.label for group in sheet.groups for choice in group.choices}
    assert labels["propose civic"].endswith(" (a Political law)")
    assert any(
        line.startswith("- **Propose: Maximum of prices and wages (an Economic law)** · 50 ₶")
        for line in sheet.lines
    )


def test_who_alone_may_be_in_paris_for_the_government_is_said_to_stay_there() -> None:
    state = At("government-objective", "-letter").people("barnave paris").set(filed=["talk"]).play().state
    people = [id for id in available(state, "feuillant") if id != "barnave"]
    stays = "-# Barnave stays in Paris: the Government must have somebody there (R-SEQ-12)."
    for others, bound in (("metz", True), ("paris", False)):
        where = ", ".join(["barnave in paris", *(f"{id} in {others}" for id in people)])
        sheet = WORDS.sheet(state, "feuillant", f"file place {where}", {})
        assert sheet is not None
        moved = {choice.notation for group in sheet.groups for choice in group.choices}
        assert (stays in sheet.lines, "put barnave" not in moved) == (bound, bound)
        opened = WORDS.sheet(state, "feuillant", sheet.text, {}, "put barnave")
        assert opened is not None
        assert any(choice.notation == "put barnave in lyon" for choice in opened.groups[0].choices) != bound


def test_only_answers_that_may_still_count_are_said_to_be_for_later() -> None:
    papers = [("objective", "objective raise"), ("keep", "keep 1"), ("vote", "vote civic/gironde yes")]
    for stage, filed, kept in (
        ("deputies", ["talk", "plan", "people", "regions"], ["vote"]),
        ("arrests", ["talk", "plan"], ["keep", "vote"]),
        ("laws", ["talk", "plan", "people", "regions", "politics"], ["vote"]),
    ):
        state = At(stage, "-letter").set(filed=filed, bills=["civic/gironde"]).play().state
        answers = tuple(actions.parse(TITLE.words, text, list) for _kind, text in papers)
        state = replace(state, papers={"feuillant": answers})
        lines = WORDS.private(TITLE.view(state, "feuillant"), "feuillant")
        (line,) = (line for line in lines if line.startswith("**Your answers for later**"))
        told = {"objective": "Your objective", "keep": "Keep roll", "vote": "Yes to"}
        assert [kind for kind, words in told.items() if words in line] == kept, (stage, line)


def test_volunteers_are_proposed_only_where_a_law_may_bring_them() -> None:
    at = At("government-arrival", "-letter")
    filed = ["talk", "plan", "people", "regions", "politics", "votes"]
    for laws, number in (([], 0), (["conscription"], 1)):
        state = at.set(filed=filed, laws=laws).play().state
        levies = [one for one in usual_form(BOX, state, state.government).answers if one.question == "levy"]
        assert len(levies) == number
    fast = At("laws", "-letter", "fast").set(filed=["talk", "plan", "people", "regions", "politics"])
    for bills, number in ((["civic/gironde"], 0), (["conscription/gironde"], 1)):
        state = fast.set(bills=bills).play().state
        levies = [one for one in usual_form(BOX, state, state.government).answers if one.question == "levy"]
        assert len(levies) == number


def test_a_form_that_a_phone_has_no_room_for_is_told_whole_in_brief() -> None:
    told = odds = 0
    for state, seat, close in product(forms(), SEATS, (CloseUp(), None)):
        sheet = WORDS.sheet(state, seat, None, {})
        if sheet is None or not sheet.brief:
            continue
        # A mark is explained, and what takes a line off does not say so twice.
        assert any("; ⚠️ " in line or line.startswith("-# ⚠️ ") for line in sheet.brief[1:]) == (
            "-# ⚠️ would be skipped now, unless it becomes possible." in sheet.brief
        )
        off = [choice for group in sheet.groups if group.id == "off" for choice in group.choices]
        assert not any(choice.reason for choice in off)
        made = panel.Panel(
            *("", (), "", opening.Opening(), sheet.groups, Stamp(1, 1, seat), (), close),
            writing=sheet.lines,
            brief=sheet.brief,
            needed=sheet.needed,
        )
        parts = [part for part in panel_face.build(made).walk_children() if isinstance(part, ui.TextDisplay)]
        (shown,) = (part.content for part in parts if sheet.lines[0] in part.content)
        lines = shown.split("\n")
        if lines != sheet.lines:
            # All of it is there, whatever room there is: only what is left open may be on the view alone.
            assert lines[: sheet.needed] == sheet.brief[: sheet.needed]
            told += 1
            odds += len(re.findall(r" \(\d+%( each time)?\)", lines[sheet.needed - 1]))
    assert odds > told > 10


def test_a_veto_is_offered_against_laws_that_can_be_vetoed_with_what_it_does() -> None:
    """The Mountain's law is economic: nothing that is offered can meet it."""
    held, spared = (
        ["maximum/mountain", "emigres/marais", "worship/marais"],
        ["maximum/mountain", "civic/marais"],
    )
    at = At("laws", "-letter")
    offered = reasons(at.set(bills=held).play().state, "feuillant", "rest veto")
    moved = "law void, Commune +3, Clergy −3"
    assert offered["veto all/marais yes"] == (
        "Anti-Privilege, Anti-Clerical: void, Commune +3, Clergy −3; the latter: Fame −2"
    )
    assert not any("mountain" in answer for answer in offered)
    listed = reasons(at.set(bills=held).play().state, "feuillant", "only veto")
    assert listed["veto emigres/marais yes"] == f"If it passes: {moved}"
    assert listed["veto worship/marais yes"] == f"If it passes: {moved}, your Fame −2"
    none = at.set(bills=spared).play().state
    assert not any("veto" in notation for notation in reasons(none, "feuillant", ""))
    # An order or a typed line may still have one: the form says that it comes to nothing.
    sheet = WORDS.sheet(none, "feuillant", "file veto all yes", {})
    assert sheet is not None
    assert any("The King vetoes Anti-Privilege and Anti-Clerical laws alone" in line for line in sheet.lines)


def test_a_choice_says_what_it_takes_off_the_form() -> None:
    state = (
        At("arrests", "-letter", "fast")
        .people("barnave lameth paris")
        .set(filed=["talk", "plan"])
        .play()
        .state
    )
    text = "file plot paris by barnave x 3 ; propose civic"
    sheet = WORDS.sheet(state, "feuillant", text, {})
    assert sheet is not None
    told = {choice.notation: choice.reason for group in sheet.groups for choice in group.choices}
    once = "Each person acts once: this replaces plot for Paris by Barnave × 3 · "
    assert told["turn marais by barnave"].startswith(once)
    assert "replaces" not in told["turn marais by lameth"]
    # Another number of rolls is the same deed.
    assert "replaces" not in told["plot paris by barnave"]
    (law,) = {told[notation] for notation in told if notation == "propose worship"}
    assert law.startswith("You propose one law: this replaces propose: Civic law · ")


def test_a_form_that_may_cost_too_much_says_that_it_is_skipped_only_then() -> None:
    at = At("arrests", "-letter").people("barnave paris", "marat paris", "roux paris")
    state = at.purse(government=150).play().state
    sheet = WORDS.sheet(state, "feuillant", "file arrest marat ; arrest roux", {})
    assert sheet is not None
    assert sheet.lines[1] == (
        "⚠️ Costs up to 200 ₶ of 150 ₶ in the Government's purse: only if all of it is done, you are 50 ₶ "
        "short and the last actions are skipped (R-ACT-10)"
    )


@pytest.mark.parametrize("stage", ["arrests", "laws"])
def test_money_can_be_given_beside_a_later_form_and_one_reads_that_it_is_paid_at_once(stage: str) -> None:
    state = At(stage, "-letter").set(filed=[]).purse(marais=130, royalist=1300).play().state
    assert reasons(state, "marais", "")["give"] == "Not part of the form; you have 130 ₶"
    given = reasons(state, "marais", "give")
    assert {"give gironde 100", "give mountain 50"} < {*given}
    assert not any("200" in notation for notation in given)
    # The Royalist and the Mountain give each other nothing.
    royal = WORDS.sheet(state, "royalist", "file auto", {}, "give")
    assert royal is not None
    assert not any("mountain" in choice.notation for group in royal.groups for choice in group.choices)
    assert all(choice.does is Does.TAKE for group in royal.groups for choice in group.choices)


def test_war_answers_and_verdicts_say_what_they_do_and_what_happens_without_them() -> None:
    votes = next(state for state in forms() if state.stage == "laws")
    for kind, said in {
        "wish": ("without an order only the larger attacks", "if both wait, the larger side attacks"),
        "pin": ("It can't leave, and there is combat", "It may march away"),
        "shift": ("without an order the most",),
    }.items():
        told = {*reasons(votes, "feuillant", f"rest {kind}").values()}
        assert all(any(part in reason for reason in told) for part in said), kind
    judged = reasons(votes, "feuillant", "only verdict")
    assert judged["verdict marat guilty"] == "Stays in prison, to be judged again"
    assert judged["verdict marat innocent"] == "Goes free"


def test_the_kings_guilt_says_what_becomes_of_him() -> None:
    state = At("laws", "-letter").regime("convention").set(bills=["trial/mountain"]).play().state
    told = reasons(state, "mountain", "")
    gains = "Coalition +5 · Clergy +5 · Fame: Sans-Culotte +3, Mountain +3, Gironde −2, Feuillant −2"
    assert told["vote king yes"] == f"Guilty, he dies: {gains}"
    assert told["vote king no"].startswith(
        "Innocent, he is free: Coalition −5 · Clergy −5 · Fame: Sans-Culotte −3"
    )
