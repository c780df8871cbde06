"""Whom a group picks up, drops and leaves behind, and when its activation is over (3.2, 3.4, 3.5)."""

from __future__ import annotations

import pytest

from data.vendee.schema import Side
from engines.vendee.events import Stated, Stopped
from engines.vendee.frames import Activation, Operations
from tests.vendee.battles import kinds, place
from tests.vendee.builder import Given, Table, given


def under_way(
    position: Given, side: Side, at: str, *generals: str, ap: int = 12, spent: int = 2, **points: int
) -> Table:
    """A group that has gone a step with these generals, all of whose action points but these are left."""
    place(position, at, points, "activated")
    for general in generals:
        position.general(general, at, ready="activated")
    leading = [army for army in kinds(points) if any(_of(position, general) == army for general in generals)]
    group = Activation(
        side, at, kinds(points), generals, at, ap=ap, rolled=True, spent=spent, led=tuple(leading), steps=1
    )
    position.more().state.stack = [Operations(side, acted=True), group]
    return position.table()


def _of(position: Given, general: str) -> str | None:
    return position.state.officers[general].army


def held_road() -> Given:
    """Royalists control Doué, Concourson and Vihiers from beside the royal road; six points wait there."""
    position = given().past("e2").more().points("bouille", anjou=1).points("argenton", anjou=1)
    return position.points("vihiers", saumur=6)


@pytest.mark.case("A-100", "V-3.4-h", "V-ER-2")
def test_who_is_picked_up_on_the_road_is_not_carried_from_control_to_control() -> None:
    position = held_road().points("saumur", saumur=1).general("quetineau", "saumur")
    table = position.table().act("move saumur > doue > concourson > vihiers with all", 4, 4)
    table.act("pick up saumur:6")
    assert table.refused("move vihiers > concourson") == "3.4"
    assert table.refused("move vihiers > concourson with saumur:2 quetineau") == "3.4"
    assert "move vihiers > concourson with all" not in table.legal
    # Whoever rode in rides out; and the combat point that goes on may be any of them.
    table.act("move vihiers > concourson with saumur:1 quetineau")
    assert table.points("vihiers") == {"saumur": 6}


@pytest.mark.case("A-100", "V-3.4-h", "V-3.7-d")
def test_a_general_who_came_alone_has_brought_no_combat_point_by_road() -> None:
    position = held_road().general("quetineau", "concourson")
    table = position.table().act("move concourson > vihiers with quetineau", 6, 6)
    table.act("pick up saumur:6")
    assert table.refused("move vihiers > concourson") == "3.4"
    table.act("move vihiers > concourson with quetineau")


@pytest.mark.case("A-93", "V-3.5-r", "A-20", "V-3.5-e")
def test_mayencais_are_not_left_behind_where_they_may_not_stay() -> None:
    position = given().having(attached="nantes").points("brissac", saumur=2)
    table = under_way(position, "republican", "brissac", "canclaux", spent=4, nantes=3, mayence=4)
    assert table.refused("move brissac > gennes") == "3.5"
    assert "left behind" in table.reason("move brissac > gennes")
    with_room = under_way(
        given().having(attached="nantes"), "republican", "brissac", "canclaux", spent=4, nantes=3, mayence=4
    )
    with_room.act("move brissac > gennes")
    assert with_room.points("brissac") == {"mayence": 4}


@pytest.mark.case("A-93", "V-3.5-c")
@pytest.mark.parametrize(("mayence", "refused"), [(4, True), (0, False)])
def test_nobody_enters_where_only_a_part_could_go_on_and_the_rest_not_stay(
    mayence: int, refused: bool
) -> None:
    position = given().having(attached="nantes").points("brissac", saumur=2)
    points = {"nantes": 3} | ({"mayence": mayence} if mayence else {})
    table = under_way(position, "republican", "angers", "canclaux", spent=2, **points)
    if refused:
        assert table.refused("move angers > brissac") == "3.5"
    else:
        table.act("move angers > brissac")
        assert table.refused("stop") == "3.5"


@pytest.mark.case("A-93", "V-3.5-m", "V-3.5-o")
@pytest.mark.parametrize(("ap", "open_to"), [(4, False), (6, True)])
def test_a_way_on_that_a_test_may_close_is_none(ap: int, open_to: bool) -> None:
    """To Montaigu, where the Centre is, Joly would have to bring himself; he may not stay in Aigrefeuille."""
    position = given().general("la-catheliniere", "aigrefeuille").points("montaigu", centre=2)
    table = under_way(position, "royalist", "reze", "joly", ap=ap, bas_poitou=2)
    assert ("move reze > aigrefeuille with all" in table.legal) is open_to
    if not open_to:
        assert table.refused("move reze > aigrefeuille") == "3.5"


@pytest.mark.case("A-93", "V-3.5-c", "V-3.6-e")
@pytest.mark.parametrize("hidden", ["points", "general"])
def test_where_face_down_counters_close_every_way_on_the_area_is_not_entered(hidden: str) -> None:
    """In Challans, another army's, one point is left: to Machecoul, as Challans controlled from Légé."""
    position = given().points("challans", saumur=2).general("charette", "lege")
    if hidden == "points":
        position.points("lege", bas_poitou=1)
    table = under_way(position, "republican", "beauvoir", "westermann", ap=8, la_rochelle=8)
    table.act("move beauvoir > challans")
    if hidden == "general":
        assert table.points("challans") == {"saumur": 2, "la-rochelle": 8}
        return
    assert (table.group.at, table.group.spent) == ("beauvoir", 2)
    assert {stated.area for stated in table.told(Stated)} == {"challans", "machecoul", "palluau"}
    assert "move beauvoir > challans with all" not in table.legal
    assert table.refused("move beauvoir > challans") == "3.5"


@pytest.mark.case("A-93", "V-3.5-r", "V-3.5-i")
def test_the_centre_is_neither_left_nor_dropped_with_the_loroux() -> None:
    position = given().points("vallet", loroux=2)
    table = under_way(position, "royalist", "vallet", "cathelineau", spent=4, anjou=3, centre=4)
    assert table.refused("move vallet > montfaucon") == "3.5"
    table.act("drop anjou:1").act("move vallet > montfaucon")
    assert table.points("vallet") == {"anjou": 1, "centre": 4, "loroux": 2}
    position = given().points("vallet", loroux=2)
    table = under_way(position, "royalist", "vallet", "cathelineau", "royrand", anjou=3, centre=4)
    assert table.refused("drop centre:4") == "3.5"
    assert not any(text.startswith("drop centre") for text in table.legal)
    table.act("drop anjou:1").act("drop centre:4")
    both = under_way(
        given(), "royalist", "vallet", "cathelineau", "royrand", "lyrot", anjou=3, centre=4, loroux=2
    )
    assert both.refused("drop centre:4 loroux:2") == "3.5"
    both.act("drop centre:4")
    assert both.refused("drop loroux:2") == "3.5"


@pytest.mark.case("V-3.5-i", "V-3.5-d")
def test_the_centre_and_the_loroux_part_when_anjou_was_lost_on_the_way() -> None:
    table = under_way(given(), "royalist", "vallet", "royrand", centre=4, loroux=2)
    assert table.refused("move vallet > montfaucon") == "3.5"
    table.act("move vallet > montfaucon with loroux:2")


@pytest.mark.case("V-3.5-r", "V-3.5-m", "V-3.2-d")
def test_nobody_is_in_the_way_of_his_own_group() -> None:
    position = given().more().hand("royalist").points("bourgneuf", bas_poitou=4)
    table = position.general("la-catheliniere", "bourgneuf").table()
    table.act("move bourgneuf > machecoul with all", 6, 6).act("drop la-catheliniere")
    assert (table.where("la-catheliniere"), table.group.generals) == ("machecoul", ())


@pytest.mark.case("V-3.2-m", "V-3.2-d")
def test_of_generals_who_go_alone_one_may_be_dropped() -> None:
    table = under_way(given(), "royalist", "cholet", "stofflet", "bonchamps")
    assert "drop bonchamps" in table.legal
    assert table.refused("drop stofflet bonchamps") == "3.2"
    table.act("move cholet > beaupreau with stofflet")
    assert (table.where("stofflet"), table.where("bonchamps")) == ("beaupreau", "cholet")
    led_by_nobody = under_way(given(), "royalist", "cholet", "royrand", anjou=3)
    assert led_by_nobody.refused("drop royrand") == "3.2"


@pytest.mark.case("V-3.2-l", "V-3.2-e")
def test_an_activation_goes_on_while_a_pick_up_would_give_it_a_step() -> None:
    """A general alone among enemies, whom he may not enter; with who waits there he may attack."""
    position = given().past("e2").points("chatillon", anjou=9)
    for area in ("les-epesses", "maulevrier", "les-aubiers", "cerizay"):
        position.points(area, saumur=3)
    table = under_way(position, "royalist", "chatillon", "stofflet").go_on()
    assert not table.told(Stopped)
    assert set(table.legal) >= {"pick-up anjou:9", "end"}
    table.act("pick up anjou:9")
    assert "move chatillon > cerizay with all" in table.legal


@pytest.mark.case("V-3.2-l", "V-3.2-e")
@pytest.mark.parametrize(("waiting", "over"), [(9, False), (0, True)])
def test_face_up_it_ends_by_itself_unless_a_pick_up_would_give_it_a_step(waiting: int, over: bool) -> None:
    position = given().points("noirmoutier", anjou=waiting).points("beauvoir", saumur=3)
    table = under_way(position, "royalist", "noirmoutier", "stofflet").go_on()
    assert bool(table.told(Stopped)) is over
    if not over:
        assert not [text for text in table.legal if text.startswith("move")]
        assert "pick-up anjou:9" in table.legal


@pytest.mark.case("V-3.2-l", "V-3.2-d")
@pytest.mark.parametrize(("general", "over"), [("canclaux", False), ("menou", True)])
def test_face_up_it_ends_by_itself_unless_a_drop_would_give_it_a_step(general: str, over: bool) -> None:
    """Between two controlled areas a general may ride on without his men, if they are his."""
    position = given().points("pornic", anjou=30).points("reze", anjou=30)
    table = under_way(position, "republican", "vue", general, nantes=1).go_on()
    assert bool(table.told(Stopped)) is over
    if not over:
        assert not [text for text in table.legal if text.endswith("with all")]
        assert "drop nantes:1" in table.legal


@pytest.mark.case("V-3.2-l", "V-3.2-d", "V-3.7-c")
@pytest.mark.parametrize(("spent", "over"), [(2, False), (11, True)])
def test_an_activation_goes_on_while_a_drop_would_give_it_a_step(spent: int, over: bool) -> None:
    """Controlled all around, a general may ride on where his men may not follow."""
    position = given().points("montrevault", nantes=30).points("cholet", saumur=30)
    table = under_way(position, "royalist", "beaupreau", "stofflet", spent=spent, anjou=1).go_on()
    # Face down, they end it themselves: whether anything is left is theirs alone.
    assert not table.told(Stopped)
    assert ("drop anjou:1" in table.legal or "drop stofflet" in table.legal) or over
    if not over:
        assert table.refused("move beaupreau > jallais") == "3.4"
        table.act("move beaupreau > jallais with stofflet")
        assert table.where("stofflet") == "jallais"
