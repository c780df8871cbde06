"""Plots, revolts, suppressions and the Commune (R-ACT-37 to 64)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.revolution.events import Paid, Thrown
from engines.revolution.state import control
from tests.revolution.builder import At, Table
from tests.revolution.rules.test_convince import turn_of


def thrown(table: Table) -> Any:
    last = table.last(Thrown)
    return last.fame + sum(by for _, by in last.modifiers)


@pytest.mark.case("E-19", "R-ACT-37", "R-ACT-38", "R-ACT-41", "R-ACT-42", "R-ACT-02")
@pytest.mark.parametrize(("faces", "holder"), [((4, 4), "feuillant"), ((4, 2), None), ((4, 1), None)])
def test_a_plot_for_a_neutral_region(faces: tuple[int, int], holder: str | None) -> None:
    table = At("plots").people("barnave nimes").play().do("feuillant", "plot nimes by barnave", *faces)
    assert (thrown(table), control(table.state, "nimes")) == (16, holder)
    assert table.state.people["barnave"].used


@pytest.mark.case("E-19", "R-ACT-40", "R-ACT-43")
def test_where_no_plot_is_possible() -> None:
    at = At("plots").people("barnave bourges", "lameth dijon", "la-fayette paris", "dandre nimes")
    at.set(commune=True)
    table = at.play()
    table.refused("feuillant", "plot bourges by barnave", "R-ACT-40")
    table.refused("feuillant", "plot dijon by lameth", "R-ACT-43")
    table.refused("feuillant", "plot paris by la-fayette", "R-ACT-43")
    table.refused("feuillant", "plot nimes by barnave", "R-ACT-37")
    table.refused("feuillant", "plot nimes by louis", "R-KING-01")
    table.refused("feuillant", "plot nimes by marat", "R-ACT-37")


@pytest.mark.case("R-ACT-42", "R-ACT-12")
def test_half_a_plot_makes_the_region_neutral_and_uses_who_plotted() -> None:
    table = At("plots").people("barnave lyon", "lameth nimes").play()
    table.do("feuillant", "plot lyon by barnave", 4, 3)
    assert (table.last(Thrown).result, control(table.state, "lyon")) == ("B", None)
    table.refused("feuillant", "plot lyon by barnave", "R-ACT-12")


@pytest.mark.case("A-43", "R-ACT-38")
@pytest.mark.parametrize(
    ("options", "text", "fame"),
    [
        ((), "plot marseille by barnave", 16),
        (("influence-named",), "plot marseille by barnave", 14),
        (("influence-named",), "plot marseille by barnave with dandre", 16),
    ],
)
def test_all_who_are_influential_there_help(options: tuple[str, ...], text: str, fame: int) -> None:
    at = At("plots", *options).people("barnave dandre lameth marseille")
    table = at.play().do("feuillant", text, 1, 2)
    assert thrown(table) == fame
    assert table.state.people["dandre"].used == ("with" in text)


@pytest.mark.case("R-ACT-38")
def test_nobody_is_named_to_help_by_the_usual_rule() -> None:
    at = At("plots").people("barnave dandre marseille")
    at.play().refused("feuillant", "plot marseille by barnave with dandre", "R-ACT-38")


@pytest.mark.case("E-20", "R-ACT-44", "R-ACT-45", "R-ACT-46", "R-ACT-48", "R-ACT-49")
def test_a_revolt_in_a_hot_region() -> None:
    at = turn_of(At("revolts"), "royalist").people("cadoudal chouan caen", "charette lille", "roux paris")
    at.forbids("royalist", "revolt lille by charette", "R-ACT-46")
    at.forbids("sans-culotte", "revolt paris by roux", "R-ACT-46")
    at.forbids("feuillant", "revolt caen by barnave", "R-ACT-45")
    table = at.play().do("royalist", "revolt caen by cadoudal", 5, 4)
    caen = table.state.regions["caen"]
    assert (thrown(table), caen.control, caen.revolt) == (14, "royalist", True)
    assert [paid.amount for paid in table.told(Paid)] == [150]
    at.set(regions=table.state.regions).forbids("royalist", "revolt caen by chouan", "R-ACT-46")


@pytest.mark.case("R-ACT-49", "R-ACT-45")
def test_half_a_revolt_is_nobodys_and_who_is_seated_raises_none() -> None:
    at = turn_of(At("revolts"), "royalist").people("charette caen", "barnave nimes")
    table = at.play().do("royalist", "revolt caen by charette", 4, 4)
    assert (table.state.regions["caen"].control, table.state.regions["caen"].revolt) == (None, True)
    assert "revolt" not in {kind for seat, kind in table.asked if seat == "feuillant"}


@pytest.mark.case("R-ACT-39", "R-ACT-47", "A-46", "A-47", "A-87")
def test_where_enemies_are_the_royalist_alone_acts() -> None:
    at = turn_of(At("revolts"), "royalist").people("charette metz", "hebert metz").army("brunswick metz")
    at.army("regular-metz lille")
    table = at.play().do("royalist", "revolt metz by charette", 1, 2)
    assert thrown(table) == 10
    at = At("plots").people("barnave metz", "charette metz").region("metz", control=None, coalition=True)
    at.forbids("feuillant", "plot metz by barnave", "R-ACT-39")
    table = turn_of(at, "royalist").play().do("royalist", "plot metz by charette", 1, 2)
    assert thrown(table) == 10
    assert table.state.regions["metz"].coalition


@pytest.mark.case("E-21", "R-ACT-51", "R-ACT-52", "R-ACT-53", "A-48")
@pytest.mark.parametrize(("faces", "revolt"), [((4, 4), False), ((4, 3), True)])
def test_the_government_suppresses_from_afar(faces: tuple[int, int], revolt: bool) -> None:
    table = At("pacification").play().do("feuillant", "pacify bourges", *faces)
    region = table.state.regions["bourges"]
    assert (thrown(table), region.revolt, region.control) == (8, revolt, None)
    assert [paid.amount for paid in table.told(Paid) if paid.for_ == "pacify"] == [150]


@pytest.mark.case("R-ACT-52", "R-ACT-39")
def test_an_enemy_army_bars_the_government_and_a_marker_alone_does_not() -> None:
    at = At("pacification").region("lyon", revolt=True).army("wurmser lyon").region("bourges", coalition=True)
    table = at.play()
    table.refused("feuillant", "pacify lyon", "R-ACT-52")
    table.do("feuillant", "pacify bourges", 6, 5)
    assert not table.state.regions["bourges"].revolt


@pytest.mark.case("R-ACT-54", "R-ACT-55", "R-ACT-51")
@pytest.mark.parametrize(
    ("faces", "revolt", "holder"),
    [((5, 5), False, "marais"), ((4, 4), False, None), ((2, 2), True, None)],
)
def test_a_current_suppresses_for_itself(faces: tuple[int, int], revolt: bool, holder: str | None) -> None:
    at = turn_of(At("suppressions"), "marais").people("sieyes bourges")
    table = at.play().do("marais", "suppress bourges by sieyes", *faces)
    region = table.state.regions["bourges"]
    assert (thrown(table), region.revolt, region.control) == (10, revolt, holder)


@pytest.mark.case("E-22", "R-ACT-56", "R-ACT-58", "R-ACT-59", "R-ACT-60", "R-SEQ-05")
@pytest.mark.parametrize(("faces", "leader"), [((5, 5), "sans-culotte"), ((5, 4), None)])
def test_the_commune_at_the_first_level(faces: tuple[int, int], leader: str | None) -> None:
    at = turn_of(At("commune"), "sans-culotte").people("roux paris")
    table = at.play().do("sans-culotte", "raise by roux", *faces)
    assert (thrown(table), table.state.commune, table.state.leader) == (10, leader is not None, leader)
    assert control(table.state, "paris") == (leader or "gironde")


@pytest.mark.case("E-23", "R-ACT-58", "R-ACT-59", "R-ACT-61")
def test_the_commune_without_a_leader() -> None:
    at = turn_of(At("commune"), "mountain").people("danton desmoulins paris").tracks(commune=10)
    table = at.play().do("mountain", "raise by danton", 4, 4)
    assert (thrown(table), table.state.commune, table.state.leader) == (11, True, None)
    assert control(table.state, "paris") is None


@pytest.mark.case("E-23", "R-ACT-56", "R-ACT-57", "R-ACT-64")
def test_who_may_not_raise_the_commune() -> None:
    At("commune").people("sieyes paris").forbids("marais", "raise by sieyes", "R-ACT-56")
    At("commune").people("charette paris").forbids("royalist", "raise by charette", "R-ACT-56")
    at = At("commune").people("roux paris").set(commune=True)
    at.forbids("sans-culotte", "raise by roux", "R-ACT-57")
    at = At("commune").people("roux paris").army("brunswick paris")
    at.forbids("sans-culotte", "raise by roux", "R-ACT-57")
    at = At("commune").people("roux paris").set(barred=1)
    at.forbids("sans-culotte", "raise by roux", "R-ACT-64")
    at = At("commune").people("roux lille")
    at.forbids("sans-culotte", "raise by roux", "R-ACT-37")


@pytest.mark.case("E-24", "R-ACT-62", "R-ACT-63", "A-49")
@pytest.mark.parametrize(
    ("commune", "faces", "raised", "holder"),
    [
        (4, (4, 4), False, "feuillant"),
        (9, (4, 4), False, None),
        (9, (6, 5), False, "feuillant"),
        (17, (4, 4), True, "sans-culotte"),
        (17, (6, 5), False, "feuillant"),
    ],
)
def test_putting_the_commune_down(
    commune: int, faces: tuple[int, int], raised: bool, holder: str | None
) -> None:
    at = At("commune").people("la-fayette paris").set(commune=True, leader="sans-culotte")
    table = at.tracks(commune=commune).play().do("feuillant", "quell by la-fayette", *faces)
    assert (thrown(table), table.state.commune) == (12, raised)
    assert control(table.state, "paris") == holder


@pytest.mark.case("A-49", "R-ACT-14")
def test_by_option_those_alone_put_it_down_who_may_raise_it() -> None:
    at = At("commune", "-commune-suppress-open").people("la-fayette paris").set(commune=True)
    assert ("feuillant", "commune") not in at.play().asked
