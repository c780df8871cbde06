"""What finds answers: the nearest wording, whatever slips, endings and other names a question has."""

from __future__ import annotations

import pytest

from data.glossary import Same
from data.nearest import Entry, Nearest

ENTRIES = [
    Entry(["how far can my men walk", "movement points of a unit"], "Infantry walks two boxes."),
    Entry(["can my general die", "death of a leader"], "Two dice are rolled after each battle."),
    Entry(["who goes first", "initiative"], "The side that wins the bid."),
    Entry(["how do I cross a river", "is there a bridge"], "Rivers cost one point more."),
]
NEAREST = Nearest(ENTRIES, [Same(words=["general", "marshal"])])


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("how far do my men walk", 0),
        ("walking distance", 0),
        ("can a genral dye", 1),
        ("does a marshal die", 1),
        ("initi", 2),
        ("Initiative?!", 2),
        ("crossing rivers", 3),
        ("brigde", 3),
        ("infantry", 0),
    ],
)
def test_the_nearest_wording_comes_first(asked: str, first: int) -> None:
    assert NEAREST.search(asked, 1)[0] == first


def test_words_that_every_question_has_count_less_than_its_matter() -> None:
    assert NEAREST.search("who can cross", 1) == [3]
    assert NEAREST.search("who can", 4)[0] == 2


def test_an_entry_has_to_have_enough_of_a_question() -> None:
    question = "river zebra pancake umbrella"
    assert NEAREST.search(question, 4) == [3]
    assert NEAREST.search(question, 4, 0.5) == []
    assert NEAREST.search("", 4) == []


def test_an_entry_has_to_have_a_word_that_tells_the_question_from_others() -> None:
    assert NEAREST.search("how do my men zebra", 4, 0.2) == [0]
    assert NEAREST.search("how far can my zebra", 4, 0.2) == [0]
    assert NEAREST.search("how do I can my zebra", 4) != []
    assert NEAREST.search("how do I can my zebra", 4, 0.2) == []
    assert NEAREST.search("how", 4, 0.2) != []


def test_no_more_are_found_than_asked_for() -> None:
    assert len(NEAREST.search("how do I go first can my general", 4)) > 2
    assert len(NEAREST.search("how do I go first can my general", 2)) == 2
