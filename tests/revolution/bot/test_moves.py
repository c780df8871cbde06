"""What the picture is told of what happened: marches, fights, regions in other hands, the last vote."""

from __future__ import annotations

from bot.games.revolution.moves import moves
from bot.games.revolution.names import Names
from engines.core.events import Event
from engines.revolution.events import ControlChanged
from engines.revolution.politics.events import Counted, TieBroken
from engines.revolution.war.events import ArmyMoved, Fought
from render.revolution import Change, Move, Vote
from tests.revolution.builder import BOX

NAMES = Names(BOX)


def vote(*events: Event) -> Vote | None:
    return next((each for each in moves(NAMES, events) if isinstance(each, Vote)), None)


def test_marches_fights_and_regions_are_told_once_each() -> None:
    marched = ArmyMoved("coburg", ("lille", "amiens"))
    fought = Fought("amiens", False, "enemy", 1, 2, 7, [], 7, "B")
    taken = ControlChanged("amiens", None, "MIL")
    assert moves(NAMES, [marched, fought, taken, taken]) == [
        Move("allied", ("lille", "amiens")),
        Move("allied", ("amiens",), "battle"),
        Change("amiens"),
    ]


def test_the_last_vote_is_shown_with_the_word_that_fits_it() -> None:
    law = Counted("vote", "civic/marais", {"marais": 1, "gironde": 0, "feuillant": None}, 10, 4)
    assert vote(law) == Vote(
        "Civic law (Marais)", (("marais", True), ("gironde", False), ("feuillant", False)), 10, 4, "carried"
    )
    assert hash(vote(law)), "pictures are kept by what they show"
    judged = Counted("verdict", "charette", {"marais": 0}, 4, 10)
    said = vote(law, judged)
    assert said is not None
    assert (said.title, said.result) == ("Charette", "innocent")


def test_a_tie_is_what_it_was_broken_to() -> None:
    even = Counted("vote", "civic/marais", {"marais": 1, "gironde": 0}, 5, 5)
    assert [
        said.result for said in (vote(even), vote(even, TieBroken("feuillant", "civic", True))) if said
    ] == [
        "rejected",
        "carried",
    ]
