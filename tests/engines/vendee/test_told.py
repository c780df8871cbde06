"""What the title tells a seat and the public of what happened (3.6)."""

from __future__ import annotations

import pytest

from engines.core.events import Edited
from engines.vendee.combat_events import GunsHeard
from tests.engines.vendee.battles import attack
from tests.engines.vendee.builder import given, title


def failed_march() -> GunsHeard:
    """Sapinaud, face down in Les Essarts, does not come to Chantonnay."""
    position = given().powder(center=0).points("chantonnay", center=6).points("les-essarts", center=2)
    position.general("sapinaud", "les-essarts").points("bournezeau", center=1)
    position.general("royrand", "bournezeau")
    fray = attack(position, "chantonnay", "sainte-hermine", force={"la_rochelle": 6})
    return fray.do("guns les-essarts with all", 6).told(GunsHeard)[0]


@pytest.mark.case("V-3.6-b", "V-3.6-d")
@pytest.mark.parametrize("seat", ["republican", None])
def test_a_march_that_failed_does_not_tell_who_lies_face_down(seat: str | None) -> None:
    known = title().told(failed_march(), seat)
    assert isinstance(known, GunsHeard)
    assert (known.points, known.generals, known.below) == (None, None, None)


@pytest.mark.case("V-3.6-b")
def test_its_owner_is_told_all_of_a_march_that_failed() -> None:
    heard = failed_march()
    assert title().told(heard, "royalist") == heard


@pytest.mark.case("V-3.6-a")
@pytest.mark.parametrize("text", ["points cholet anjou 7", "general stofflet cholet"])
def test_where_a_moderator_puts_counters_their_owner_alone_is_told(text: str) -> None:
    told = {seat: title().told(Edited(text), seat) for seat in ("royalist", "republican", None)}
    verb = Edited(text.split(maxsplit=1)[0])
    assert told == {"royalist": Edited(text), "republican": verb, None: verb}


@pytest.mark.parametrize("text", ["morale royalist 1", "powder anjou -1", "event e6 0"])
def test_edits_of_what_lies_open_are_told_to_all(text: str) -> None:
    assert {title().told(Edited(text), seat) for seat in ("royalist", "republican", None)} == {Edited(text)}


@pytest.mark.parametrize("text", ["", "points", "po cholet anjou 7", "general", "dance"])
def test_an_edit_that_was_never_made_tells_the_public_one_word_at_most(text: str) -> None:
    assert title().told(Edited(text), None) == Edited(text.partition(" ")[0])
