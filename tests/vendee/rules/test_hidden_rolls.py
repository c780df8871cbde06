"""What others are told of counters that lie face down: the dice that they roll (A-92), a group of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from data.vendee.schema import Army, Side
from engines.core.events import Roll, TableRoll
from engines.vendee import events
from engines.vendee.combat.events import GunsHeard
from engines.vendee.frames import Condition, enemy
from engines.vendee.state import put_force
from engines.vendee.view import ActivationView
from tests.vendee.battles import attack
from tests.vendee.builder import Given, Table, given, title

OTHERS = ("republican", None)
"""Those who see the Royalists' backs in their zones."""


def heard(table: Table, eyes: str | None) -> list[str]:
    """The types of what somebody is told of the last action."""
    return [type(event).__name__ for event in title().redact_all(table.events, eyes)]


def waiting() -> Given:
    """Charette next to the Centre, both face down in their zones."""
    position = given().more().hand("royalist").points("rocheserviere", bas_poitou=4)
    return position.points("montaigu", centre=2).general("charette", "rocheserviere")


@pytest.mark.case("A-92", "V-2.4-g", "V-3.6-a")
@pytest.mark.parametrize(("face", "verdict"), [(1, "yes"), (6, "no")])
def test_of_a_pre_emption_others_are_told_the_die_and_its_verdict(face: int, verdict: str) -> None:
    position = given().hand("republican").points("saumur", saumur=4).points("cholet", anjou=8)
    position.general("bonchamps", "cholet").having(initiative="royalist")
    table = position.table().act("activate saumur with all")
    table.act("preempt cholet", face)
    (rolled,) = table.told(TableRoll)
    for eyes in OTHERS:
        told = title().redact_for(rolled, eyes)
        assert isinstance(told, TableRoll)
        assert (told.faces, told.column, told.result) == ([face], None, verdict)
    assert title().redact_for(rolled, "royalist") == rolled
    assert str(rolled.column).startswith("1 to ")


@pytest.mark.case("A-92", "V-2.4-g")
def test_of_a_stack_face_up_the_whole_pre_emption_is_told() -> None:
    position = given().hand("royalist").points("cholet", anjou=8).points("bressuire", saumur=4)
    # Once La Gâtine has risen it is a zone: there Republicans lie face up.
    position.general("menou", "bressuire").past("e2").having(initiative="republican")
    table = position.table().act("activate cholet with all")
    table.act("preempt bressuire", 6)
    rolled = table.told(TableRoll)[0]
    assert title().redact_for(rolled, None) == rolled


@pytest.mark.case("A-92", "V-3.5-o", "V-3.6-d")
def test_nobody_else_learns_that_charette_was_tried_on_the_way_nor_why_he_stays() -> None:
    table = waiting().table().act("activate rocheserviere with all", 1, 1)
    table.act("move rocheserviere > montaigu", 4)
    assert [type(event) for event in table.events] == [Roll, events.TestFailed]
    for eyes in OTHERS:
        assert heard(table, eyes) == []
        assert title().view(table.state, eyes).tested == []
    assert title().redact_all(table.events, "royalist") == table.events
    table = waiting().table().act("activate rocheserviere with all", 1, 1)
    table.act("move rocheserviere > montaigu", 5)
    for eyes in OTHERS:
        assert Roll.__name__ not in heard(table, eyes)
        assert events.Stepped.__name__ in heard(table, eyes)


@pytest.mark.case("A-92", "V-4.2-h", "V-3.6-b")
def test_who_can_not_bring_himself_to_march_is_seen_to_have_tried_like_any_other() -> None:
    position = given().points("les-essarts", centre=6).points("belleville", bas_poitou=5)
    position.general("charette", "belleville")
    fray = attack(position, "les-essarts", "bournezeau", la_rochelle=6)
    fray.do("guns belleville with all", 4, 4, 3, incidents=("t11", "t2"))
    (tried,) = fray.told(GunsHeard)
    for eyes in OTHERS:
        assert heard(fray, eyes)[0] == GunsHeard.__name__
        told = title().redact_for(tried, eyes)
        assert isinstance(told, GunsHeard)
        assert (told.face, told.success, told.below, told.generals) == (4, False, None, None)
        assert not {Roll.__name__, events.TestFailed.__name__} & set(heard(fray, eyes))


@pytest.mark.case("V-3.6-a", "V-3.6-b")
@pytest.mark.parametrize(
    ("side", "area", "army", "general", "hidden"),
    [
        ("royalist", "cholet", "anjou", "d-elbee", True),
        ("royalist", "doue", "anjou", "d-elbee", False),
        ("republican", "coron", "saumur", "menou", False),
        ("republican", "saumur", "saumur", "menou", True),
    ],
)
def test_who_is_in_a_group_under_way_is_told_where_it_lies_face_up_and_its_points_are_its_owners(
    side: Side, area: str, army: Army, general: str, hidden: bool
) -> None:
    position = given().past("e2").hand(side).more().general(general, area)
    put_force(title().box, position.state, area, army, Condition(fresh=4))
    state = position.table().act(f"activate {area} with all", 4, 4).state
    other = enemy(side)
    shown = ActivationView(side, area, {army: 4}, (general,), None)
    backs = ActivationView(side, area, None, None, None)
    assert title().view(state, side).activation == replace(shown, left=2 * 5)
    assert title().view(state, other).activation == (backs if hidden else shown)
    assert title().view(state, None).activation == (backs if hidden else shown)
