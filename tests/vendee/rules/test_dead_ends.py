"""Dead ends of the map, of attackers and of captures: who stands free in one of them stays (A-52)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from data.vendee.schema import Army, Side
from engines.vendee.combat import retreat
from engines.vendee.combat.events import FellBack, OutOfPowder
from engines.vendee.combat.frames import Party, Retreat
from engines.vendee.events import Fled, Lost
from engines.vendee.frames import Condition, Refuge
from engines.vendee.position import isolated
from tests.vendee.battles import IDLE, Fray, attack, place
from tests.vendee.builder import Given, title
from tests.vendee.rules.test_combat import level

GROUND = title().box.ground


def leads_on(battle: str, area: str, closed: set[str]) -> set[str]:
    """Where an area leads but back into the combat, and to what is closed."""
    return set(GROUND.ways[area]) - {battle} - closed


def entered() -> Iterator[tuple[str, str | None, str]]:
    """Each combat, whence its attackers came if that closes a way, and each area next to it."""
    for battle in GROUND.area:
        for area in GROUND.ways[battle]:
            yield battle, None, area
            for origin in GROUND.ways[battle]:
                if origin != area and origin in GROUND.ways[area]:
                    yield battle, origin, area


DEAD_ENDS = [
    (battle, origin, area) for battle, origin, area in entered() if not leads_on(battle, area, {origin or ""})
]
CAPTURES = [
    (battle, closing, area)
    for battle, origin, area in entered()
    if origin is None and len(closing := leads_on(battle, area, set())) == 1
]
"""Areas that lead on to one other, which the enemy may have taken."""


def fallen_back(
    position: Given, side: Side, army: Army, battle: str, area: str, barred: tuple[str, ...], *, t6: bool
) -> list[str]:
    """Where those may go on who fell back from a combat into an area, and have one area to go."""
    party = Party(army, None, {army: Condition(fresh=3)}, (), 1, (battle, area))
    frame = Retreat(side, False, barred, (party,), withdrawal=t6)
    return retreat.ways_out(title().box, position.state, frame)


@pytest.mark.case("A-52")
def test_the_dead_ends_of_the_map_and_of_attackers_are_these() -> None:
    assert {(battle, origin, area) for battle, origin, area in DEAD_ENDS} == {
        ("beauvoir", None, "noirmoutier"),
        ("nantes", None, "coueron"),
        ("pornic", "vue", "paimboeuf"),
        ("vue", "pornic", "paimboeuf"),
    }
    assert {(battle, area, *closing) for battle, closing, area in CAPTURES} == {
        ("nantes", "mauves", "ancenis"),
        ("ancenis", "mauves", "nantes"),
        ("mauves", "ancenis", "varades"),
        ("varades", "ancenis", "mauves"),
        ("ancenis", "varades", "saint-georges"),
        ("saint-georges", "varades", "ancenis"),
        ("varades", "saint-georges", "angers"),
        ("angers", "saint-georges", "varades"),
        ("angers", "la-menitre", "vivy"),
        ("vivy", "la-menitre", "angers"),
        ("la-menitre", "vivy", "saumur"),
        ("saumur", "vivy", "la-menitre"),
        ("pornic", "paimboeuf", "vue"),
        ("vue", "paimboeuf", "pornic"),
    }


@pytest.mark.case("A-52", "V-4.5-b")
@pytest.mark.parametrize(("battle", "origin", "area"), DEAD_ENDS)
@pytest.mark.parametrize(("side", "army"), [("republican", "nantes"), ("royalist", "bas-poitou")])
@pytest.mark.parametrize("t6", [False, True])
def test_a_retreat_ends_in_a_free_area_from_which_it_could_only_turn_back(
    battle: str, origin: str | None, area: str, side: Side, army: Army, t6: bool
) -> None:
    barred = (origin,) if origin else ()
    foe: Army = "bas-poitou" if side == "republican" else "nantes"
    position = level()
    place(position, battle, {foe: 2})
    ways = fallen_back(position, side, army, battle, area, barred, t6=t6)
    assert ways == []
    # With the enemy there it is no free area, and nothing else leads on (V-4.5-b).
    place(position, area, {foe: 1})
    ways = fallen_back(position, side, army, battle, area, barred, t6=False)
    assert ways == [battle]


@pytest.mark.case("A-52", "V-4.5-e", "A-88")
@pytest.mark.parametrize(("battle", "closing", "area"), CAPTURES)
def test_a_captured_way_on_is_run_through_by_the_beaten_and_never_without_powder(
    battle: str, closing: set[str], area: str
) -> None:
    (captured,) = closing
    position = level().points(battle, nantes=2).points(captured, nantes=1)
    assert fallen_back(position, "royalist", "anjou", battle, area, (), t6=False) == [captured]
    assert fallen_back(position, "royalist", "anjou", battle, area, (), t6=True) == []


def driven_to_the_island() -> Given:
    """Around Beauvoir nothing but Noirmoutier is out of the Republicans' control."""
    return level().points("challans", nantes=1).points("bourgneuf", nantes=1)


def ended(fray: Fray) -> list[str]:
    assert not [lost for lost in fray.told(Lost) if lost.case == "4.5"]
    return [step.end for step in fray.told(FellBack)]


@pytest.mark.case("A-52", "V-4.5-a", "V-4.5-e")
@pytest.mark.parametrize("faces", [(4, 5), (6, 6)])
def test_a_retreat_and_a_rout_from_beauvoir_end_on_noirmoutier(faces: tuple[int, int]) -> None:
    position = driven_to_the_island().points("beauvoir", bas_poitou=8)
    fray = attack(
        position, "beauvoir", "machecoul", *faces, incidents=("t11", "t2", "t5", "t8"), nantes=22
    ).settle()
    assert ended(fray) == ["noirmoutier"]
    assert fray.points("noirmoutier")["bas-poitou"] > 0


@pytest.mark.case("A-52", "V-4.5-c")
def test_attackers_from_the_island_end_on_it() -> None:
    position = level().points("beauvoir", nantes=12)
    fray = attack(
        position, "beauvoir", "noirmoutier", 1, 2, incidents=IDLE[:1] + IDLE[2:3], bas_poitou=6
    ).settle()
    assert ended(fray) == ["noirmoutier"]


@pytest.mark.case("A-52", "A-46", "V-4.3-T6-a")
def test_a_withdrawal_of_two_areas_ends_on_the_island_as_well() -> None:
    position = driven_to_the_island().points("beauvoir", bas_poitou=4)
    fray = attack(position, "beauvoir", "machecoul", incidents=("t6", "t2"), nantes=12)
    fray.do("withdraw 2").settle()
    assert [told.areas for told in fray.told(OutOfPowder)] in ([], [2])
    assert fray.points("noirmoutier") == {"bas-poitou": 4}


@pytest.mark.case("A-52", "V-3.7-e", "V-3.7-f")
def test_generals_who_flee_end_in_the_first_free_area_and_turn_back_only_from_the_enemy() -> None:
    position = driven_to_the_island().points("beauvoir", nantes=1)
    box, refuge = title().box, Refuge("royalist", "noirmoutier", ("charette",), ("beauvoir",))
    # The only way on from the island: they stand with the enemy there, or they would not flee.
    assert isolated.ways_out(box, position.state, refuge) == ["beauvoir"]
    onward = isolated.ways_out(
        box, position.state, replace(refuge, area="beauvoir", crossed=("noirmoutier",))
    )
    assert onward
    assert "noirmoutier" not in onward


@pytest.mark.case("A-52", "V-3.7-e")
def test_a_general_driven_from_beauvoir_stays_on_the_island() -> None:
    position = driven_to_the_island().hand("republican").points("machecoul", nantes=4).more()
    position.general("canclaux", "machecoul").general("charette", "beauvoir").having(initiative="republican")
    table = position.table().act("move machecoul > beauvoir with all", 3, 3)
    assert [fled.end for fled in table.told(Fled)] == ["noirmoutier"]
