"""Standing orders in sentences."""

from __future__ import annotations

import re

import pytest

import engines
from bot.games.registry import presenter_of
from data.games import GAMES
from engines.core.game import Game

NAMES = {"cholet": "Cholet", "fusilier-renouard": "Füsilier Renouard", "dillon": "Dillon"}


def test_an_order_is_told_in_sentences_with_names_and_left_as_it_is_where_there_are_none() -> None:
    for game, kind, order, sentences in (
        (
            "vendee",
            "march",
            "if at most 1:1 leave 2",
            "Do it only at odds of 1:1 or worse. Leave as many points behind: 2.",
        ),
        (
            "vendee",
            "fortify",
            "play in cholet if at least 8",
            "Play it. Do it only in Cholet. Do it only against as many points or more: 8.",
        ),
        ("vendee", "fortify", "play if at least 2:1", "Play it. Do it only at odds of 2:1 or better."),
        (
            "vendee",
            "pursuit",
            "pursue 2 if at most 5",
            (
                "Pursue as far as may be, and count the areas at most: 2."
                " Do it only against as many points or fewer: 5."
            ),
        ),
        ("vendee", "march", "never from cholet; always", "Never march from Cholet. Always do it."),
        (
            "valmy",
            "deployment",
            "line 6 horse left not in my own attacks",
            (
                "In line stand the strongest, as many as 6; the rest waits in Reserve."
                " The cavalry stands on the left. In your own attacks you are asked."
            ),
        ),
        ("valmy", "calling-off", "cancel if below 1:1", "Call it off. Do it only at odds below 1:1."),
        ("valmy", "charges", "always and morale 0", "Always do it. The morale must be no worse."),
        ("valmy", "charges", "always and morale 1", "Always do it. The morale must be better by as much: 1."),
        ("valmy", "losses", "spare fusilier-renouard", "Spare Füsilier Renouard."),
        ("valmy", "reaction", "with dillon", "Do it with Dillon."),
        (
            "revolution",
            "votes",
            "verdict all innocent ; veto all no ; kidnap yes",
            "Find everybody innocent. Veto nothing. Kidnap the King where you can.",
        ),
        ("revolution", "votes", "veto all no ; vote civic yes", ""),
        ("vendee", "landing", "cholet on turn 6", "They land in Cholet. They land on turn 6."),
    ):
        title = engines.titles()[game]
        assert title.read_order(kind, order) == order
        assert title.describe_order(kind, order, lambda id: NAMES.get(id, id)) == sentences


@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_a_set_has_its_sentence(game: str) -> None:
    title = engines.titles()[game]
    for orders in title.order_sets:
        for kind, order in orders.orders.items():
            kept = title.read_order(kind, order)
            assert kept == "done" or presenter_of(title).describe_order(kind, kept), (kind, order)


FRAGMENT = re.compile(
    r"(?:^|\. )(?:Always|Never|Only|In|On|At|With|From|Towards|Against|Near|Into|To|By)\b[^.]*"
)
"""A sentence that may have no verb."""
VERBS = re.compile(r"\b(?:do|march|waits?|stands?|comes?|are asked)\b")


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_that_is_offered_has_a_verb(game: str) -> None:
    title = engines.titles()[game]
    state = Game(title, seed="orders").state
    read = 0
    for seat in title.seats:
        for kind in (each.kind for each in title.order_kinds if each.concerns(seat)):
            for order in title.order_choices(state, seat, kind, ""):
                said = presenter_of(title).describe_order(kind, order)
                read += bool(said)
                bare = [part[0] for part in FRAGMENT.finditer(said) if not VERBS.search(part[0])]
                assert bare == [], (kind, order)
    assert read or not title.order_kinds
