"""Objectives that are met or out of reach are known before the end of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.revolution.presenter import RevolutionPresenter
from engines.revolution.answers import Objective, Purpose
from engines.revolution.hopes import decided
from engines.revolution.title import Revolution
from render.revolution.words import objective
from tests.revolution.builder import BOX, At

TITLE = Revolution()
PLOT, LAW = Objective("plot", "nimes"), Objective("law", "economic")


@pytest.mark.case("R-FAME-06", "R-FAME-08", "R-ACT-37", "R-ACT-39")
@pytest.mark.parametrize(
    ("stage", "aim", "changes", "hope"),
    [
        ("placement", PLOT, {}, None),
        ("convincing", PLOT, {}, None),
        ("plots", PLOT, {}, False),
        ("plots", PLOT, {"people": ["barere nimes"]}, None),
        ("plots", PLOT, {"people": ["barnave nimes"]}, False),
        ("plots", PLOT, {"people": ["barere nimes"], "army": ["coburg nimes"]}, False),
        ("revolts", PLOT, {"people": ["barere nimes"]}, False),
        ("revolts", PLOT, {"achieved": ["plot nimes by marais"], "control": "marais"}, True),
        # What was brought about and is lost again may come back.
        ("justice", PLOT, {"achieved": ["plot nimes by marais"]}, None),
        ("justice", PLOT, {"achieved": ["plot nimes by mountain"], "control": "marais"}, False),
        ("revolts", Objective("convince", "danton"), {}, False),
        ("suppressions", Objective("revolt", "nimes"), {}, False),
        ("suppressions", Objective("suppress", "nimes"), {}, None),
        ("laws", LAW, {}, None),
        ("justice", LAW, {}, False),
        ("justice", LAW, {"achieved": ["law maximum by marais"]}, True),
        ("removals", Purpose("arrest", "marat"), {}, False),
        ("kidnapping", Purpose("defeat", "metz"), {}, False),
        # An enemy who comes to Paris raises the Commune, and a fight there may end it.
        ("justice", Objective("raise"), {}, None),
        ("government-movement", Objective("raise"), {}, False),
        ("over", LAW, {}, None),
    ],
)
def test_what_is_done_or_out_of_reach(
    stage: str, aim: Objective | Purpose, changes: dict[str, Any], hope: bool | None
) -> None:
    who = "marais" if isinstance(aim, Objective) else "government"
    at = At(stage).people(*changes.get("people", ())).army(*changes.get("army", ()))
    at.region("nimes", control=changes.get("control"))
    state = at.set(objectives={who: aim}, achieved=changes.get("achieved", [])).state
    assert decided(BOX, state) == ({} if hope is None else {who: hope})
    view = TITLE.view(state, "marais")
    told = RevolutionPresenter(TITLE).own(view, "marais") + objective(view, who, TITLE.data)
    marks = ("done", "in vain") if who == "government" else ("done so far", "out of reach")
    assert [mark in told for mark in marks] == [hope is True, hope is False]
