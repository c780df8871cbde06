"""A form says what each choice leads to, and whole what counts if nothing else is submitted."""

from __future__ import annotations

from discord import ui

from bot.campaigns import opening
from bot.desk import panel, panel_face
from bot.surface.custom_ids import Stamp
from data.revolution.tables import SEATS
from engines.revolution.state import State
from render import CloseUp
from tests.revolution.bot.test_panels import WORDS, forms
from tests.revolution.builder import At


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
        (laws, "only propose", "**Economy** up: prices double at 9, triple at 17."),
    ):
        opened, closed = (WORDS.sheet(state, "gironde", "file auto", {}, each) for each in (key, ""))
        assert opened is not None
        assert closed is not None
        # The second line, as a long form is cut at its end.
        assert any(hint in line for line in opened.lines[1:3])
        assert not any(hint in line for line in closed.lines)
    assert "influence: +2 to rolls there" in reasons(plan, "gironde", "put roland")["put roland in lyon"]


def test_a_form_that_a_phone_has_no_room_for_is_told_whole_in_brief() -> None:
    told: set[bool] = set()
    for state, seat in ((state, seat) for state in forms() for seat in SEATS):
        sheet = WORDS.sheet(state, seat, None, {})
        if sheet is None or not sheet.brief:
            continue
        made = panel.Panel(
            *("", (), "", opening.Opening(), sheet.groups, Stamp(1, 1, seat), (), CloseUp()),
            writing=sheet.lines,
            brief=sheet.brief,
        )
        parts = [part for part in panel_face.build(made).walk_children() if isinstance(part, ui.TextDisplay)]
        (shown,) = (part.content for part in parts if sheet.lines[0] in part.content)
        lines = shown.split("\n")
        if lines == sheet.brief:
            told.add(True)
        elif lines != sheet.lines:
            # The view behind the map has as many lines more as the note counts.
            *first, note = lines
            entries = [line for line in sheet.lines if not line.startswith("-#")]
            left = len(entries) - sum(not line.startswith("-#") for line in first)
            assert note == panel_face.UNSEEN(max(left, 1)), (note, sheet.lines)
            told.add(False)
    assert True in told
