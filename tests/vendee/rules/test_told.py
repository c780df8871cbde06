"""What the title tells a seat and the public of what happened (3.6)."""

from __future__ import annotations

import pytest

from engines.core.events import Edited, Event
from engines.vendee.combat.events import GunsHeard
from engines.vendee.events import Deserted, Raised
from engines.vendee.frames import Desertion, Kind
from tests.vendee.battles import attack
from tests.vendee.builder import Table, given, title


def failed_march() -> GunsHeard:
    """Sapinaud, face down in Les Essarts, does not come to Chantonnay."""
    position = given().powder(centre=0).points("chantonnay", centre=6).points("les-essarts", centre=2)
    position.general("sapinaud", "les-essarts").points("bournezeau", centre=1)
    position.general("royrand", "bournezeau")
    fray = attack(position, "chantonnay", "sainte-hermine", force={"la_rochelle": 6})
    return fray.do("guns les-essarts with all", 6).told(GunsHeard)[0]


@pytest.mark.case("V-3.6-b", "V-3.6-d")
@pytest.mark.parametrize("seat", ["republican", None])
def test_a_march_that_failed_does_not_tell_who_lies_face_down(seat: str | None) -> None:
    known = title().redact_for(failed_march(), seat)
    assert isinstance(known, GunsHeard)
    assert (known.points, known.generals, known.below) == (None, None, None)


@pytest.mark.case("V-3.6-b")
def test_its_owner_is_told_all_of_a_march_that_failed() -> None:
    heard = failed_march()
    assert title().redact_for(heard, "royalist") == heard


@pytest.mark.case("V-3.6-a", "V-2.2-a")
@pytest.mark.parametrize(("kind", "owner"), [("anjou", "royalist"), ("saumur", "republican")])
def test_how_many_an_army_receives_is_for_its_own_side(kind: Kind, owner: str) -> None:
    raised = Raised(kind, 5, "6 E1")
    for seat in (None, "republican", "royalist"):
        known = title().redact_for(raised, seat)
        assert isinstance(known, Raised)
        assert known.points == (5 if seat == owner else None)


@pytest.mark.case("V-3.6-a")
@pytest.mark.parametrize("text", ["points cholet anjou 7", "general stofflet cholet"])
def test_where_a_moderator_puts_counters_their_owner_alone_is_told(text: str) -> None:
    told = {seat: title().redact_for(Edited(text), seat) for seat in ("royalist", "republican", None)}
    verb = Edited(text.split(maxsplit=1)[0])
    assert told == {"royalist": Edited(text), "republican": verb, None: verb}


@pytest.mark.parametrize("text", ["morale royalist 1", "powder anjou -1", "event e6 0"])
def test_edits_of_what_lies_open_are_told_to_all(text: str) -> None:
    assert {title().redact_for(Edited(text), seat) for seat in ("royalist", "republican", None)} == {
        Edited(text)
    }


@pytest.mark.parametrize("text", ["", "points", "po cholet anjou 7", "general", "dance"])
def test_an_edit_that_was_never_made_tells_the_public_one_word_at_most(text: str) -> None:
    assert title().redact_for(Edited(text), None) == Edited(text.partition(" ")[0])


def going_home(text: str) -> Table:
    """Nine of Anjou go home: two from Doué, which is clear and outside all zones, the rest from within."""
    position = given().points("doue", anjou=2).points("cholet", anjou=9).points("jallais", anjou=4)
    return position.phase("desertion", Desertion({"anjou": 9})).table().go_on().act(text)


@pytest.mark.case("V-2.5-e", "A-31")
def test_who_goes_home_is_told_once_for_each_area() -> None:
    assert going_home("desert auto").told(Deserted) == [
        Deserted("jallais", True, {"anjou": 3}),
        Deserted("cholet", True, {"anjou": 4}),
    ]


@pytest.mark.case("A-31", "V-3.6-d")
def test_the_order_in_which_men_go_home_does_not_tell_their_armies() -> None:
    position = given().points("cholet", anjou=5).points("jallais", anjou=9).points("mortagne", centre=5)
    table = position.phase("desertion", Desertion({"anjou": 1, "centre": 1})).table().act("desert auto")
    assert [event.area for event in table.told(Deserted)] == ["mortagne", "cholet"]


@pytest.mark.case("A-31", "V-3.6-d")
@pytest.mark.parametrize("seat", ["republican", None])
def test_as_many_events_are_told_of_a_face_down_stack_however_many_leave_it(seat: str | None) -> None:
    def told(points: int) -> list[Event]:
        position = given().points("cholet", anjou=20).points("jallais", anjou=1)
        table = position.phase("desertion", Desertion({"anjou": points})).table()
        table.act(f"desert anjou:{points - 1} cholet").act("desert anjou:1 cholet")
        return title().redact_all(table.told(Deserted), seat)

    assert told(3) == told(9) == [Deserted("cholet", True)]


@pytest.mark.case("A-31", "V-3.6-d")
@pytest.mark.parametrize("seat", ["republican", None])
def test_as_many_events_are_told_of_a_face_down_stack_of_however_many_armies(seat: str | None) -> None:
    def told(anjou: int, centre: int) -> list[Event]:
        position = given().points("cholet", anjou=anjou, centre=centre).points("jallais", anjou=1)
        frame = Desertion({"anjou": 2, "centre": 1} if centre else {"anjou": 2})
        table = position.phase("desertion", frame).table().act("desert anjou:2 cholet")
        return title().redact_all(table.told(Deserted), seat)

    assert told(anjou=9, centre=0) == told(anjou=5, centre=4) == [Deserted("cholet", True)]


@pytest.mark.case("V-2.5-e")
def test_the_owner_is_told_of_every_army_that_leaves_an_area() -> None:
    position = given().points("cholet", anjou=5, centre=4).points("jallais", anjou=1)
    frame = Desertion({"anjou": 2, "centre": 1})
    table = position.phase("desertion", frame).table().act("desert anjou:2 cholet")
    told = [Deserted("cholet", True, {"anjou": 2, "centre": 1})]
    assert title().redact_all(table.told(Deserted), "royalist") == told


@pytest.mark.case("V-2.5-e", "V-3.6-a")
def test_of_those_who_lie_face_up_all_are_told_how_many_go_home() -> None:
    position = given().points("doue", anjou=5).points("vihiers", anjou=5)
    table = position.phase("desertion", Desertion({"anjou": 3})).table().go_on()
    assert title().redact_all(table.told(Deserted), None) == [Deserted("doue", False, {"anjou": 3})]
