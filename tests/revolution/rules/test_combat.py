"""Combat (R-MIL-30 to 40, R-REGIME-39)."""

from __future__ import annotations

import pytest

from engines.revolution.answers import Objective, Purpose
from engines.revolution.events import CommuneEnded, FameChanged, Settled, WarChanged
from engines.revolution.procedure import REGISTRY
from engines.revolution.war.events import CombatRolled, Fought
from engines.revolution.war_answers import Carry
from tests.revolution.builder import BOX, At, Table


def at_lille(ours: int, theirs: int, *options: str) -> At:
    """So many armies of each side in Lille, in foreign war."""
    at = At("battles", *options).tracks(coalition=20).set(war=True, entered=True)
    at.army("regular-lille regular-metz regular-strasbourg regular-marseille paris")
    at.army(*(f"volunteer-{number} lille" for number in range(1, ours + 1)))
    return at.army(*(f"{id} lille" for id in ("coburg", "york", "brunswick")[:theirs]), "fleet marseille")


def wishes(table: Table, royalist: str, ours: str, *faces: int, region: str = "lille") -> Table:
    assert table.asked == [("royalist", "wish"), (table.state.government, "wish")]
    table.do("royalist", f"wish {region} {royalist}")
    return table.do(table.state.government, f"wish {region} {ours}", *faces)


def standing(table: Table, region: str) -> list[str]:
    return [id for id, army in table.state.armies.items() if army.region == region]


@pytest.mark.case("E-44", "R-MIL-32", "R-MIL-34", "R-MIL-33", "R-FAME-04", "A-90")
def test_two_against_one() -> None:
    aimed = at_lille(2, 1).set(objectives={"government": Purpose("defeat", "lille")})
    table = wishes(aimed.play(), "no", "yes", 5, 3)
    assert table.asked == [("feuillant", "shift")]
    assert table.last(CombatRolled).faces == (5, 3)
    table.refused("feuillant", "shift lille +2", "R-MIL-32")
    table.do("feuillant", "shift lille +1")
    fought = table.last(Fought)
    assert (fought.ours, fought.theirs, fought.total, fought.result) == (2, 1, 9, "A")
    assert standing(table, "lille") == ["volunteer-1", "volunteer-2"]
    assert table.state.armies["coburg"].gone
    assert table.last(Settled).met
    even = wishes(at_lille(2, 1).play(), "no", "yes", 5, 1).do("feuillant", "shift lille 0")
    assert even.last(Fought).result == "B"
    assert len(standing(even, "lille")) == 3
    down = wishes(at_lille(2, 1).play(), "no", "yes", 5, 1).do("feuillant", "shift lille -1")
    assert (down.last(Fought).total, down.last(Fought).result) == (5, "C")


@pytest.mark.case("E-44", "A-55", "A-53", "R-MIL-34")
def test_three_against_three() -> None:
    table = wishes(at_lille(3, 3).play(), "yes", "yes", 3, 2)
    fought = table.last(Fought)
    assert (fought.attacker, fought.modifiers, fought.result) == ("revolutionary", [], "C")
    assert standing(table, "lille") == ["coburg", "brunswick", "york"]
    # Volunteers can be raised again.
    assert not table.state.armies["volunteer-1"].gone
    one = wishes(at_lille(3, 3, "-combat-losses").play(), "yes", "yes", 3, 2)
    assert len(standing(one, "lille")) == 5


@pytest.mark.case("R-MIL-30", "R-MIL-31", "A-55", "A-56", "A-100")
@pytest.mark.parametrize(
    ("ours", "theirs", "royalist", "government", "attacker", "shift"),
    [
        (1, 1, "yes", "no", "enemy", 0),
        (3, 1, "yes", "no", "enemy", 0),
        (1, 3, "no", "yes", "revolutionary", 0),
        (1, 3, "yes", "yes", "enemy", 2),
        (3, 1, "yes", "yes", "revolutionary", 2),
        (1, 1, "no", "no", "revolutionary", 0),
        (1, 2, "no", "no", "enemy", 1),
    ],
)
def test_who_attacks(
    ours: int, theirs: int, royalist: str, government: str, attacker: str, shift: int
) -> None:
    table = wishes(at_lille(ours, theirs).play(), royalist, government, 4, 3)
    assert table.last(CombatRolled).attacker == attacker
    owner = "feuillant" if attacker == "revolutionary" else "royalist"
    assert (table.asked == [(owner, "shift")]) == bool(shift)
    if shift:
        table.refused(owner, f"shift lille {shift + 1:+d}", "R-MIL-32")
        table.do(owner, f"shift lille {-shift:+d}")
        assert table.last(Fought).total == 7 - shift


@pytest.mark.case("A-58", "A-100")
def test_an_army_that_rests_defends() -> None:
    table = wishes(at_lille(2, 1).set(resting=["lille"]).play(), "no", "yes", 4, 3)
    assert table.last(CombatRolled).attacker == "enemy"


@pytest.mark.case("R-MIL-33", "R-MIL-35", "A-57")
def test_combat_knows_no_fame_and_its_total_has_ends() -> None:
    table = wishes(at_lille(3, 1).fame(government=1, feuillant=1).play(), "no", "yes", 6, 6)
    table.do("feuillant", "shift lille +2")
    assert (table.last(Fought).total, table.last(Fought).result) == (12, "A")
    low = wishes(at_lille(1, 1).play(), "no", "yes", 1, 1)
    assert low.last(Fought).result == "C"
    assert [event for event in low.told(FameChanged) if event.case != "FAME"] == []
    assert [BOX.result(BOX.tables.result.combat, total) for total in (5, 6, 8, 9)] == ["C", "B", "B", "A"]


@pytest.mark.case("R-EVENT-11", "R-EVENT-16")
def test_where_generals_went_over_ours_fight_worse() -> None:
    at = at_lille(1, 1).set(shaken=["lille"])
    assert wishes(at.play(), "no", "yes", 5, 4).last(Fought).result == "B"
    assert wishes(at.play(), "yes", "no", 4, 4).last(Fought).result == "A"


@pytest.mark.case("R-MIL-30")
def test_one_round_in_each_region_with_both_sides() -> None:
    at = at_lille(1, 1).army("regular-marseille marseille")
    table = wishes(at.play(), "no", "yes", 4, 3)
    wishes(table, "no", "yes", 4, 3, region="marseille")
    assert [event.region for event in table.told(Fought)] == ["lille", "marseille"]


@pytest.mark.case("R-REGIME-39", "A-88")
def test_carnot_shifts_a_combat_under_the_terror() -> None:
    at = at_lille(1, 1).regime("terror").people("carnot lille")
    table = wishes(at.play(), "yes", "no", 5, 4)
    assert table.asked == [("mountain", "carnot")]
    table.refused("mountain", "carnot lille 2", "R-REGIME-39")
    silent = [
        REGISTRY.of["carnot"].default(BOX, wishes(at.play(), *wanted, 5, 4).state, "mountain", "lille")
        for wanted in (("yes", "no"), ("no", "yes"))
    ]
    assert silent == [Carry("lille", -1), Carry("lille", 1)]
    table.do("mountain", "carnot lille -1")
    assert (table.last(Fought).modifiers, table.last(Fought).result) == ([("Carnot", -1)], "B")
    for away in (at.person("carnot", region=None), at.person("carnot", region=None, state="prison")):
        assert ("mountain", "carnot") not in wishes(away.play(), "yes", "no", 5, 4).asked
    # He commands the armies that he is with.
    for option, asked in ((), False), (("generals-act-on",), True):
        acted = at_lille(1, 1, *option).regime("terror").people("carnot lille", used=True)
        assert (("mountain", "carnot") in wishes(acted.play(), "yes", "no", 5, 4).asked) is asked
    elsewhere = at_lille(1, 1).regime("terror").people("carnot nevers")
    assert ("mountain", "carnot") not in wishes(elsewhere.play(), "yes", "no", 5, 4).asked
    other = at_lille(1, 1).people("carnot lille")
    assert ("feuillant", "carnot") not in wishes(other.play(), "yes", "no", 5, 4).asked


def in_vendee(*armies: str) -> At:
    at = At("battles").people("charette cholet").region("cholet", control="royalist")
    at.army("regular-metz regular-lille cholet", "army-retz cholet", *armies)
    now = at.set(civil=True)
    return now.set(laws=["conscription"])


@pytest.mark.case("R-MIL-36", "R-MIL-05", "A-35")
def test_catholic_armies_refuse_combat_and_lose_the_region() -> None:
    table = in_vendee().play()
    assert table.asked == [("royalist", "hide")]
    table.do("royalist", "hide cholet yes")
    assert table.told(Fought) == []
    assert table.state.regions["cholet"].control is None
    assert not table.told(WarChanged)[0].on
    assert table.state.armies["army-retz"].region == "cholet"
    assert table.asked[0] == ("royalist", "talk")
    # Whom nobody leads can't hide, nor whoever is elsewhere.
    assert in_vendee().people("charette angers").play().asked[0] == ("royalist", "wish")
    abroad = At("battles").people("charette tours").army("regular-metz army-retz tours").play()
    assert abroad.asked[0] == ("royalist", "wish")
    allied = in_vendee("quiberon cholet").play().do("royalist", "hide cholet yes")
    wishes(allied, "no", "yes", 4, 3, region="cholet").do("feuillant", "shift cholet 0")
    assert allied.last(Fought).theirs == 1


@pytest.mark.case("R-MIL-36", "R-MIL-05", "A-35")
def test_who_hid_is_seen_again_in_the_next_turn_and_begins_no_civil_war_anew() -> None:
    for rising, civil in ((), False), (("lyon", "caen", "nimes"), True):
        table = (
            At("fame")
            .army("army-retz cholet", hidden=True)
            .region(*rising, revolt=True)
            .set(civil=civil)
            .play()
        )
        assert (table.state.armies["army-retz"].hidden, table.state.civil) == (False, civil)


@pytest.mark.case("R-MIL-40")
@pytest.mark.parametrize(("allied", "fame"), [((), 9), (("quiberon cholet",), 8)])
def test_the_royalist_wins_fame_alone(allied: tuple[str, ...], fame: int) -> None:
    table = in_vendee(*allied).play().do("royalist", "hide cholet no")
    wishes(table, "no", "yes", 1, 2, region="cholet")
    if table.asked == [("feuillant", "shift")]:
        table.do("feuillant", "shift cholet 0")
    assert table.last(Fought).result == "C"
    assert table.state.fame["royalist"] == fame
    assert "regular-metz" not in standing(table, "cholet")


def in_paris(*armies: str, commune: bool = True) -> At:
    at = At("battles").tracks(coalition=20).set(war=True, entered=True, commune=commune, leader="mountain")
    at.army("regular-lille regular-metz regular-strasbourg regular-marseille bordeaux", "fleet marseille")
    if not commune:
        at.set(leader=None)
    return at.army(*armies)


@pytest.mark.case("R-MIL-37", "R-MIL-38", "R-ACT-64", "A-51", "A-101")
def test_the_commune_fights_as_an_army() -> None:
    aimed = in_paris("coburg paris").set(objectives={"government": Purpose("defeat", "paris")})
    table = wishes(aimed.play(), "no", "yes", 5, 4, region="paris")
    fought = table.last(Fought)
    assert (fought.ours, fought.theirs, fought.result) == (1, 1, "A")
    # No army of the Government's was there to defeat anybody.
    assert not table.last(Settled).met
    lost = wishes(in_paris("coburg paris").play(), "no", "yes", 1, 2, region="paris")
    assert lost.last(CommuneEnded).control == "gironde"
    assert lost.state.barred == 1
    barred = At("commune").set(barred=1).people("roux paris")
    barred.forbids("sans-culotte", "raise by roux", "R-ACT-64")


@pytest.mark.case("R-MIL-38", "A-54", "R-MIL-40")
@pytest.mark.parametrize(
    ("spared", "left", "commune"), [("commune", [], True), ("armies", ["volunteer-1"], False)]
)
def test_in_paris_the_armies_or_the_commune_are_lost(spared: str, left: list[str], commune: bool) -> None:
    at = in_paris("coburg york paris", "volunteer-1 paris")
    table = wishes(at.play(), "no", "yes", 1, 2, region="paris")
    assert table.asked == [("feuillant", "spare")]
    table.do("feuillant", f"spare {spared}")
    ours = [id for id in standing(table, "paris") if id.startswith("volunteer")]
    assert (ours, table.state.commune) == (left, commune)


@pytest.mark.case("R-MIL-40", "R-MIL-38")
@pytest.mark.parametrize(
    ("armies", "spared", "fame"),
    [
        ("army-retz paris; volunteer-1 paris", "armies", 1),
        ("army-retz paris; volunteer-1 paris", "commune", 1),
        ("army-retz coburg paris; volunteer-1 paris", "armies", 0),
        ("army-retz paris", "", 0),
    ],
)
def test_catholics_who_beat_an_army_in_paris_win_fame_whatever_is_given_up(
    armies: str, spared: str, fame: int
) -> None:
    at = in_paris(*armies.split("; "))
    table = wishes(at.play(), "no", "yes", 1, 2, region="paris")
    if table.asked == [("feuillant", "shift")]:
        table.do("feuillant", "shift paris 0")
    if spared:
        table.do("feuillant", f"spare {spared}")
    assert table.last(Fought).result == "C"
    assert table.state.commune == (spared == "commune")
    assert table.state.fame["royalist"] == at.state.fame["royalist"] + fame


@pytest.mark.case("A-101", "R-MIL-38", "A-51")
@pytest.mark.parametrize(
    ("underneath", "after"), [("mountain", None), (None, None), ("sans-culotte", "sans-culotte")]
)
def test_nobody_controls_a_paris_whose_commune_is_lost_with_its_leaders_marker_underneath(
    underneath: str | None, after: str | None
) -> None:
    at = in_paris("coburg paris").region("paris", control=underneath)
    lost = wishes(at.play(), "no", "yes", 1, 2, region="paris")
    assert lost.last(CommuneEnded).control == after
    assert (lost.state.leader, lost.state.commune) == (None, False)


@pytest.mark.case("A-106", "R-MIL-29", "R-MIL-30")
def test_with_the_commune_down_the_army_of_the_box_fights_the_enemy_in_paris() -> None:
    at = in_paris("coburg paris").army("volunteer-1 paris", box=True)
    table = wishes(at.play(5, 5), "no", "yes", 1, 2, region="paris")
    assert [(event.box, event.ours, event.result) for event in table.told(Fought)] == [
        (True, 1, "A"),
        (False, 1, "C"),
    ]
    assert table.asked == [("feuillant", "capital")]


@pytest.mark.case("E-45", "R-MIL-39", "R-MIL-29", "A-51", "A-52")
def test_the_paris_box() -> None:
    at = in_paris().army("volunteer-1 volunteer-2 paris", box=True).tracks(commune=20)
    table = at.play(5, 3)
    assert table.asked == [("feuillant", "shift")]
    table.refused("feuillant", "shift paris +2", "R-MIL-32")
    won = table.do("feuillant", "shift paris +1")
    assert (won.last(Fought).total, won.state.commune) == (9, False)
    # Paris goes back to whoever had it before the rising.
    assert won.last(CommuneEnded).control == "gironde"
    assert at.play(5, 3).do("feuillant", "shift paris 0").state.commune
    lost = at.play(3, 1).do("feuillant", "shift paris 1")
    assert (lost.last(Fought).result, standing(lost, "paris"), lost.state.commune) == ("C", [], True)
    drawn = at.play(4, 2).do("feuillant", "shift paris 1")
    assert len(standing(drawn, "paris")) == 2
    assert (drawn.state.commune, drawn.state.tracks["commune"]) == (True, 20)
    own = at.region("paris", control="mountain").play(5, 3).do("feuillant", "shift paris 1")
    assert own.last(CommuneEnded).control is None


@pytest.mark.case("R-FAME-08", "R-MIL-38", "A-109")
@pytest.mark.parametrize(("dice", "met"), [((6, 6), True), ((1, 1), False)])
def test_a_commune_that_an_army_puts_down_counts_for_whoever_has_named_that(
    dice: tuple[int, int], met: bool
) -> None:
    at = in_paris().army("volunteer-1 paris", box=True).set(objectives={"feuillant": Objective("quell")})
    assert at.play(*dice).last(Settled).met == met


@pytest.mark.case("R-MIL-39", "R-MIL-37")
def test_armies_in_the_box_are_not_in_the_region() -> None:
    at = in_paris("coburg paris").army("volunteer-1 paris", box=True)
    table = wishes(at.play(4, 3), "no", "yes", 4, 3, region="paris")
    assert [(event.box, event.ours) for event in table.told(Fought)] == [(True, 1), (False, 1)]
