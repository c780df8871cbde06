"""Dates in the calendar of the Republic: whole, right, and all that its variant of French changes."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.campaigns.languages import SPOKEN
from data.catalogue import speaking, translations
from data.packs import library
from data.search import search
from data.told import told
from tests.architecture.republican import FILE, dates, republican, span, written
from tests.architecture.test_french import texts


@pytest.mark.parametrize(
    ("day", "text"),
    [
        (date(1792, 9, 22), "1er vendémiaire an I"),
        (date(1793, 10, 24), "3 brumaire an II"),
        (date(1794, 7, 27), "9 thermidor an II"),
        (date(1795, 9, 22), "6e jour compl. an III"),
        (date(1795, 9, 23), "1er vendémiaire an IV"),
        (date(1795, 10, 5), "13 vendémiaire an IV"),
        (date(1797, 9, 4), "18 fructidor an V"),
        (date(1799, 11, 9), "18 brumaire an VIII"),
        (date(1800, 12, 24), "3 nivôse an IX"),
        (date(1804, 12, 2), "11 frimaire an XIII"),
        (date(1805, 12, 2), "11 frimaire an XIV"),
        (date(1805, 12, 31), "10 nivôse an XIV"),
    ],
)
def test_a_day_is_that_of_the_republic(day: date, text: str) -> None:
    assert written(day) == text


def test_a_span_says_its_year_once_if_there_is_one() -> None:
    assert span(date(1792, 10, 1), date(1793, 3, 31)) == "10 vendémiaire – 11 germinal an I"
    assert span(date(1793, 4, 1), date(1793, 9, 30)) == "12 germinal an I – 9 vendémiaire an II"


def test_each_day_of_the_calendar_is_one_of_it_and_follows_the_day_before() -> None:
    days = [republican(date.fromordinal(day)) for day in range(*_ERA)]
    assert len(set(days)) == len(days)
    # The thirtieth of a month is followed by the first of the next, or by the days after the months.
    for (day, month, _year), (following, then, _) in pairwise(days):
        if month != then:
            assert following == "1er"
            assert day in ("30", "5e", "6e")


_ERA = date(1792, 9, 22).toordinal(), date(1806, 1, 1).toordinal()


def test_the_file_has_each_date_of_the_packs_and_nothing_else() -> None:
    with FILE.open("rb") as source:
        kept = {message.id: message.string for message in read_po(source) if message.id}
    assert kept == dict(dates())
    french = {text.ids[0] for text in texts()}
    assert kept.keys() <= french


def test_its_french_differs_in_dates_alone() -> None:
    french, dated = translations("fr"), translations("fr-an")
    assert french is not None
    assert dated is not None
    changed = dict(dates())
    for text in texts():
        same = french.gettext(text.ids[0]) == dated.gettext(text.ids[0])
        assert same != (text.ids[0] in changed)
    assert "fr-an" in SPOKEN


def test_a_turn_is_dated_as_its_reader_chose_and_rules_are_found_alike() -> None:
    pack: Any = library("grande-armee").load()
    asked = "grande-armee", "marche forcée"
    with speaking("fr"):
        french = told(pack).scenarios.scenario[0].turn[-1].dates
        found = [each.id for each in search(*asked)]
    with speaking("fr-an"):
        assert told(pack).scenarios.scenario[0].turn[-1].dates == "29 frimaire – 8 nivôse an XIV"
        # After the calendar was given up, the date is French alone.
        assert told(pack).scenarios.scenario[1].turn[0].dates == "5 octobre – 14 octobre 1806"
        assert [each.id for each in search(*asked)] == found != []
    assert french == "20 décembre – 29 décembre 1805"
