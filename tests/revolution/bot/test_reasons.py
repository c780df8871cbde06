"""A line of the story names who paid or won what, and for which of several reasons."""

from __future__ import annotations

import pytest

from bot.games.revolution.names import WHYS
from bot.games.revolution.presenter import RevolutionPresenter
from engines.revolution.answers import Objective, Purpose
from engines.revolution.events import FameChanged
from engines.revolution.politics.events import LawInForce
from engines.revolution.title import Revolution
from tests.revolution.builder import At, Table

WORDS = RevolutionPresenter(Revolution())


def lines(table: Table) -> list[str]:
    return WORDS.tell(table.all)


def test_the_kings_action_names_who_pays_how_much_also_where_purses_are_private() -> None:
    open_ = At("king").play().do("feuillant", "royal with-marker")
    assert "👑 🏛️ **Feuillant** pays 100 ₶ for the King's action (R-KING-04)." in lines(open_)
    private = At("king", "private-cash").tracks(economy=9).play().do("feuillant", "royal with-marker")
    seen = Revolution().redact_all(private.all, "gironde")
    assert "👑 🏛️ **Feuillant** pays 200 ₶ for the King's action (R-KING-04)." in WORDS.tell(seen)


def test_a_current_that_loses_fame_twice_reads_each_time_what_for() -> None:
    at = At("fame").set(
        objectives={
            "government": Purpose("arrest", "marat"),
            "feuillant": Objective("plot", "brest"),
        }
    )
    told = lines(at.play())
    first = next(place for place, line in enumerate(told) if line.startswith("⭐"))
    assert told[first] == (
        "⭐ **Fame** Government −1 (9, objective) · Feuillant −1 (11, the Government's objective) · "
        "Feuillant −1 (10, objective)"
    )


def test_a_law_names_who_pays_and_is_what_its_fame_is_for() -> None:
    told = WORDS.tell([LawInForce("civic", "gironde", 50), FameChanged("gironde", 1, 12, "POL", "civic")])
    assert told == [
        "📗 **Civic law** is in force; the Government pays 50 ₶ for it.",
        "⭐ **Fame** Gironde +1 (12, Civic law)",
    ]
    # As it was told of campaigns that were begun before.
    old = WORDS.tell([LawInForce("civic", "gironde"), FameChanged("gironde", 1, 12, "POL")])
    assert old == ["📗 **Civic law** is in force.", "⭐ **Fame** Gironde +1 (12, politics)"]


@pytest.mark.parametrize("why", sorted(WHYS))
def test_each_reason_is_told(why: str) -> None:
    (told,) = WORDS.tell([FameChanged("gironde", -1, 9, "POL", why)])
    assert told == f"⭐ **Fame** Gironde −1 (9, {WHYS[why]})"
