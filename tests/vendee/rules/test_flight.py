"""Who falls back: by the true board, through the enemy together, taking nothing (4.5, 4.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.vendee.combat.events import FellBack
from engines.vendee.combat.frames import Battle, Contingent, Losses, Party, Retreat, Verdict
from engines.vendee.events import Fled, Lost, PlaceTaken, PowderChanged
from engines.vendee.frames import SIDES, Activation, Condition, Kind, Operations, Points, Refuge
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from engines.vendee.state import AnyFrame
from tests.vendee.battles import attack, kinds, place
from tests.vendee.builder import Given, Table, areas, given, title
from tests.vendee.rules.test_combat import level
from tests.vendee.rules.test_retreat import ways


def falling_back(
    position: Given, side: Side, *parties: tuple[str, str, dict[str, int], tuple[str, ...]], left: int = 1
) -> Table:
    """Parties out of one area: first area, army, combat points and generals of each."""
    state, found = position.state, []
    area = "coron"
    for to, army, points, generals in parties:
        place(position, area, points)
        for general in generals:
            position.general(general, area)
        held: dict[Kind, Condition] = {kind: Condition(fresh=count) for kind, count in kinds(points).items()}
        known = next(known for known in title().box.army if known == army)
        found.append(Party(known, to, held, generals, left, (area,)))
    state.stack = [*_combat(position, area, side), Retreat(side, False, (), tuple(found))]
    return Table(state)


def _combat(position: Given, area: str, attacker: Side) -> list[AnyFrame]:
    """A combat that the attacker has lost to a single point, and in which nobody is the active group."""
    victor: Kind = "nantes" if attacker == "royalist" else "bas-poitou"
    place(position, area, {victor: 1})
    beaten = (Contingent(None, {}),)
    victors = (Contingent(None, {victor: Condition(fresh=1)}),)
    group = Activation(attacker, area, {}, (), area, rolled=True)
    began: dict[Side, Points] = {side: {} for side in SIDES}
    verdict = Verdict(attacker, False, 1, dict.fromkeys(SIDES, 0), began, dict.fromkeys(SIDES, ()))
    battle = Battle(
        area, attacker, beaten, victors, stage="spoils", active=False, pursuit=True, verdict=verdict
    )
    return [Operations(attacker, acted=True), group, battle]


def until_asked(table: Table) -> Table:
    """Go on to the first choice of losses, or to where all have arrived."""
    ctx = Resolution(title().box, table.state.copy(), Dice(None))
    while isinstance(top := ctx.state.stack[-1], Retreat | Losses):
        if PROCEDURE.handler(top).go_on(ctx, top):
            break
    table.state, table.events = ctx.state, ctx.events
    return table


@pytest.mark.case("A-94", "V-4.5-e", "V-3.4-b")
def test_a_face_down_general_neither_holds_nor_controls_what_a_retreat_goes_to() -> None:
    position = level()
    for area in ("chanzeaux", "martigne", "concourson", "argenton"):
        position.points(area, anjou=5)
    assert ways(position.general("stofflet", "coron"), "republican", "saumur", "vihiers") == ["coron"]
    # Coron is now controlled, by whoever lies in Trémentines, but nobody's combat points are in it.
    position.points("trementines", anjou=1)
    assert ways(position, "republican", "saumur", "vihiers") == ["coron"]
    position.points("coron", anjou=1)
    assert ways(position, "republican", "saumur", "vihiers") == ["argenton"]


@pytest.mark.case("A-94", "V-3.7-e", "V-3.4-b")
@pytest.mark.parametrize(("hidden", "flights"), [(0, {"angers"}), (1, {"chalonnes", "chanzeaux"})])
def test_a_flight_heeds_whom_combat_points_alone_control(hidden: int, flights: set[str]) -> None:
    """Over the bridge Angers is out of control, but for whoever lies in La Ménitré."""
    position = (
        given().points("brissac", saumur=3).general("stofflet", "brissac").general("menou", "la-menitre")
    )
    if hidden:
        position.points("la-menitre", saumur=hidden)
    frame = Refuge("royalist", "brissac", ("stofflet",))
    table = position.phase("operations", Operations("republican"), frame).table()
    assert areas(table.legal, "flee") == flights


@pytest.mark.case("A-94", "A-88", "V-4.3-T6-a")
@pytest.mark.parametrize(("held", "asked"), [(False, True), (True, False)])
def test_out_of_powder_one_may_withdraw_to_where_a_general_lies_hidden_alone(held: bool, asked: bool) -> None:
    position = level().points("noirmoutier", bas_poitou=1).points("paimboeuf", bas_poitou=6)
    position.points("vue", nantes=2).general("beysser", "pornic")
    if held:
        position.points("pornic", nantes=1)
    fray = attack(position, "paimboeuf", "vue", 3, 4, incidents=("t6",), nantes=3)
    assert (fray.asked == ("royalist", "withdraw")) is asked
    if asked:
        fray.do("withdraw 1")
        assert fray.points("pornic") == {"bas-poitou": 6}


@pytest.mark.case("A-96", "V-4.6-a", "V-4.6-c", "I-07")
def test_armies_that_run_through_the_same_enemy_pay_his_toll_once_together() -> None:
    position = level().points("trementines", saumur=3)
    through = [("trementines", "anjou", {"anjou": 12}, ()), ("trementines", "centre", {"centre": 8}, ())]
    table = until_asked(falling_back(position, "royalist", *through))
    assert table.asked == ("royalist", "losses")
    assert table.points("trementines") == {"anjou": 12, "centre": 8, "saumur": 3}
    assert table.refused("lose anjou:4") == "1.2"
    table.act("lose centre:3")
    assert [(lost.points, lost.reason) for lost in table.told(Lost)] == [({"centre": 3}, "retreat")]


@pytest.mark.case("A-96", "V-4.6-b", "V-4.6-c")
@pytest.mark.parametrize(("paid", "missing"), [(0, 9), (7, 2), (9, 0)])
def test_whoever_comes_later_pays_what_is_missing_of_the_toll(paid: int, missing: int) -> None:
    table = falling_back(
        level().points("trementines", anjou=3),
        "republican",
        ("trementines", "saumur", {"saumur": 12}, ()),
    )
    frame = table.state.stack[-1]
    assert isinstance(frame, Retreat)
    if paid:
        table.state.stack[-1] = replace(frame, tolls={"trementines": paid})
    until_asked(table)
    assert sum(sum((lost.points or {}).values()) for lost in table.told(Lost)) == missing


@pytest.mark.case("A-96", "V-3.7-i")
def test_generals_whose_own_are_used_up_go_with_the_rest_of_the_force() -> None:
    position = level().points("trementines", saumur=3)
    through = [
        ("trementines", "anjou", {"anjou": 3}, ("stofflet",)),
        ("trementines", "centre", {"centre": 8}, ()),
    ]
    table = until_asked(falling_back(position, "royalist", *through)).act("lose anjou:3")
    assert not table.told(Fled)
    frame = table.state.stack[-1]
    assert isinstance(frame, Retreat)
    # Who is no more has not arrived.
    assert not frame.gone
    table.act("retreat auto")
    where = table.where("stofflet")
    assert where not in (None, "trementines", "coron")
    assert table.points(str(where)) == {"centre": 8}


@pytest.mark.case("A-95", "V-4.5-d", "V-3.7-e")
def test_a_general_without_escort_never_flees_the_way_the_attacker_came() -> None:
    """Chanzeaux is held too, so that by class and distance Coron would be his way."""
    position = level().points("vihiers", anjou=1).general("stofflet", "vihiers").points("chanzeaux", saumur=1)
    fray = attack(position, "vihiers", "coron", 6, 6, 6, incidents=("t11", "t2"), saumur=10).settle()
    assert fray.told(Fled)
    assert "coron" not in {step.end for step in fray.told(Fled)}


@pytest.mark.case("A-95", "V-4.5-c")
def test_attackers_without_escort_first_flee_to_where_they_came_from() -> None:
    position = level().points("vihiers", anjou=8)
    fray = attack(
        position, "vihiers", "coron", 1, 1, 6, generals=("menou",), incidents=("t11",), saumur=1
    ).settle()
    assert fray.told(Fled)[0].end == "coron"


@pytest.mark.case("A-95", "A-52", "V-4.5-c", "V-3.7-i")
@pytest.mark.parametrize("held", [(), ("varades",)])
def test_whose_escort_ends_on_the_way_neither_begins_anew_nor_goes_back(held: tuple[str, ...]) -> None:
    """Mauves has but one way on but back to the victors in Nantes, and the enemy holds it."""
    position = given().points("ancenis", nantes=3)
    for area in held:
        position.points(area, nantes=1)
    fray = attack(
        position.points("nantes", saumur=15),
        "nantes",
        "mauves",
        *(4, 4, 2, *(2 for _ in held[:1])),
        generals=("joly",),
        incidents=("t8", "t10"),
        loroux=3,
    ).settle()
    assert [step.end for step in fray.told(FellBack)] == ["mauves", "ancenis"]
    ends = [step.end for step in fray.told(Fled)]
    assert ends[0] == "varades"
    assert "mauves" not in ends


@pytest.mark.case("A-95", "V-4.5-h")
def test_where_there_is_no_other_way_the_bar_yields() -> None:
    position = level().points("noirmoutier", bas_poitou=4).general("charette", "noirmoutier")
    fray = attack(
        position, "noirmoutier", "beauvoir", 5, 6, 2, incidents=("t11", "t2", "t5"), nantes=20
    ).settle()
    assert [step.end for step in fray.told(Fled)] == ["beauvoir"]


@pytest.mark.case("A-101", "V-3.7-e")
def test_nobody_changes_places_with_those_who_drive_him_off() -> None:
    """By the way home Rezé would be as good as the right bank; from an island there is but one way."""
    position = given().having(preempted=True).hand("royalist").more().points("reze", anjou=8)
    table = position.general("d-elbee", "reze").general("canclaux", "nantes").table()
    table.act("activate reze with all", 3, 3).act("move reze > nantes")
    assert areas(table.legal, "flee") == {"coueron", "mauves"}

    position = given().more().points("beauvoir", nantes=3).general("charette", "noirmoutier")
    table = position.table().act("activate beauvoir with all").act("move beauvoir > noirmoutier")
    assert table.where("charette") == "beauvoir"


@pytest.mark.case("A-101", "V-4.5-m")
def test_neither_does_he_with_pursuers() -> None:
    position = level().points("reze", nantes=3).general("canclaux", "nantes")
    fray = attack(position, "reze", "vertou", 6, 6, incidents=("t11",), anjou=6)
    fray.do("retreat auto").do("pursue nantes")
    assert areas(fray.legal, "flee") == {"coueron", "mauves"}


@pytest.mark.case("A-99", "A-60", "V-5.2-e")
@pytest.mark.parametrize("left", [1, 2])
def test_a_rout_takes_no_base_neither_in_passing_nor_at_its_end(left: int) -> None:
    position = level().points("thouars", anjou=6)
    state = position.state
    party = Party("anjou", "thouars", {"anjou": Condition(routed=6)}, (), left, ("argenton",))
    state.forces = {"argenton": {"anjou": Condition(routed=6)}}
    retreat = Retreat("royalist", True, (), (party,), chosen=True)
    state.stack = [*_combat(position, "argenton", "royalist"), retreat]
    table = until_asked(Table(state))
    assert "thouars" in {step.end for step in table.told(FellBack)}
    assert table.state.holder["thouars"] == "republican"
    assert not table.told(PlaceTaken)
    assert not table.told(PowderChanged)


@pytest.mark.case("A-99", "A-60", "V-5.2-e")
def test_who_has_fled_into_a_place_does_not_take_it_by_defending_it() -> None:
    position = level().points("thouars", anjou=9)
    fray = attack(position, "thouars", "montreuil", 1, 1, incidents=("t11", "t2"), saumur=3).settle()
    assert set(fray.points("thouars")) == {"anjou"}
    assert fray.state.holder["thouars"] == "republican"


@pytest.mark.case("A-99", "A-60", "V-QA-18")
def test_driving_out_republicans_who_fled_into_a_lost_base_takes_it_again() -> None:
    position = level().points("thouars", saumur=2)
    position.state.holder["thouars"] = "royalist"
    fray = attack(position, "thouars", "argenton", 5, 6, incidents=("t11", "t2"), anjou=12).settle()
    assert [taken.side for taken in fray.told(PlaceTaken)] == ["republican", "royalist"]
    assert fray.told(PowderChanged)


@pytest.mark.case("A-104", "V-3.7-e", "V-4.5-f")
def test_generals_who_are_driven_off_go_home_army_by_army() -> None:
    position = given().more().points("trementines", saumur=5).general("menou", "trementines")
    for general in ("stofflet", "bonchamps", "royrand"):
        position.general(general, "cholet")
    table = position.table().act("move trementines > cholet with all", 3, 3)
    assert areas(table.legal, "flee") == {"montfaucon", "beaupreau", "jallais", "maulevrier"}
    table.act("flee jallais")
    assert [table.where(id) for id in ("stofflet", "bonchamps", "royrand")] == [
        "jallais",
        "jallais",
        "mortagne",
    ]


@pytest.mark.case("A-104", "V-3.7-i", "A-33")
def test_so_do_those_whose_escort_is_lost() -> None:
    position = level().points("cholet", anjou=1).general("stofflet", "cholet").general("royrand", "cholet")
    fray = attack(position, "cholet", "trementines", 6, 6, 2, 2, incidents=("t11", "t7"), saumur=12)
    fray.do("flee jallais")
    assert (fray.where("stofflet"), fray.where("royrand")) == ("jallais", "mortagne")


@pytest.mark.case("V-4.5-j", "V-7.1-i", "V-3.7-e")
@pytest.mark.parametrize(
    ("turn", "ways"),
    [(1, {"bourgneuf", "challans", "saint-jean-de-monts"}), (2, set[str]())],
)
def test_in_march_no_general_flees_from_his_zone_while_he_can_stay_in_it(turn: int, ways: set[str]) -> None:
    position = given().turn(turn).more().points("machecoul", nantes=5).general("canclaux", "machecoul")
    table = position.general("charette", "beauvoir").table().act("move machecoul > beauvoir with all", 6, 6)
    assert areas(table.legal, "flee") == ways
    # Noirmoutier alone is out of control, and from April on he has to go there.
    assert table.where("charette") == ("beauvoir" if ways else "noirmoutier")
