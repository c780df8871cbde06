"""What a side is told before it attacks: exact, and from its own knowledge only."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import msgspec
import pytest

from data.vendee.schema import Side
from engines.vendee.box import share
from engines.vendee.combat.frames import Battle, Contingent
from engines.vendee.combat.reckoning import Clash, Force, reckon
from engines.vendee.foresight import what_if
from engines.vendee.foresight.odds import Forecast, as_odds, battle_forecast, forecast, of_action
from engines.vendee.frames import Condition
from tests.vendee.battles import attack
from tests.vendee.builder import Given, title
from tests.vendee.rules.test_combat import level


def asked(position: Given, generals: tuple[str, ...] = ("chalbos",), **points: int) -> Forecast | None:
    """La Rochelle asks about Chantonnay from Sainte-Hermine."""
    count = points.get("la_rochelle", 11)
    return forecast(
        title().box, position.state, "republican", "vouvant", "fontenay", {"la-rochelle": count}, generals
    )


def position() -> Given:
    """Anjou in Vouvant, outside every zone, so face up."""
    return (
        level().points("vouvant", anjou=6).general("stofflet", "vouvant").points("fontenay", la_rochelle=11)
    )


@pytest.mark.case("V-4.1-c", "V-4.3-a", "V-4.3-c")
def test_chances_are_those_of_all_draws_and_throws_one_by_one() -> None:
    found = asked(position())
    assert found is not None
    box, state = title().box, position().state
    clash = Clash(
        "vouvant",
        "republican",
        {
            "republican": Force({"la-rochelle": 11}, ("chalbos",)),
            "royalist": Force({"anjou": 6}, ("stofflet",)),
        },
        ("fontenay",),
    )
    counted: Counter[str] = Counter()
    lost = {"republican": 0, "royalist": 0}
    draws = list(combinations(range(len(state.incidents)), 2))
    known: dict[frozenset[str], tuple[int, int]] = {}
    for draw in draws:
        ids = [state.incidents[index] for index in draw]
        key = frozenset(map(str, ids))
        if key not in known:
            sums = reckon(box, state, clash, ids)
            known[key] = (box.charts.shifted(sums.ratio, sums.shift), sums.modifier)
        column, modifier = known[key]
        for white in range(1, 7):
            for coloured in range(1, 7):
                result = box.charts.combat(column, white + coloured + modifier)
                code = (
                    f"{result.loser[0].upper()}{'D' if result.rout else 'R'}{result.areas}-{result.percent}"
                )
                counted[code] += 1
                winner = share(6, box.charts.winner_percent(white, coloured))
                beaten = result.loser == "attacker"
                lost["republican"] += share(11, result.percent) if beaten else winner
                lost["royalist"] += winner if beaten else share(6, result.percent)
    ways = 36 * len(draws)
    assert {chance.result: chance.chance for chance in found.results} == {
        code: Fraction(number, ways) for code, number in counted.items()
    }
    assert found.losses == {side: Fraction(number, ways) for side, number in lost.items()}
    assert found.out_of_powder == Fraction(2, 17)
    assert found.incidents == 2


@pytest.mark.case("V-4.1-k")
def test_chances_add_up_and_go_from_worst_to_best() -> None:
    found = asked(position())
    assert found is not None
    assert sum((chance.chance for chance in found.results), Fraction(0)) == 1
    losers = [chance.loser for chance in found.results]
    assert losers == sorted(losers, key=lambda side: side != "republican")
    assert found.win == sum((c.chance for c in found.results if c.loser == "royalist"), Fraction(0))


@pytest.mark.case("V-T-DRM", "V-T-COL")
def test_every_term_comes_with_its_reason() -> None:
    found = asked(position())
    assert found is not None
    assert [(term.label, term.value) for term in found.modifiers] == [("Chalbos", 2), ("Stofflet", -2)]
    assert (found.ratio, found.column, found.attackers, found.defenders) == ("3:2", "3:2", 11, 6)


@pytest.mark.case("V-3.6-a", "V-3.6-d")
def test_nothing_is_told_of_who_lies_face_down() -> None:
    def hidden(strength: int, general: bool) -> bytes:
        place = level().points("chantonnay", centre=strength)
        if general:
            place.general("royrand", "chantonnay")
        found = forecast(
            title().box, place.state, "republican", "chantonnay", "sainte-hermine", {"la-rochelle": 5}, ()
        )
        assert found is not None
        assert found.win is None
        assert found.defenders is None
        return msgspec.json.encode(
            {"notes": found.notes, "losses": len(found.losses), "results": len(found.results)}
        )

    assert hidden(1, True) == hidden(9, False)


def test_where_nobody_fights_there_is_nothing_to_tell() -> None:
    assert asked(level()) is None
    assert asked(level().general("stofflet", "vouvant")) is None


@pytest.mark.case("V-4.4-b")
def test_face_down_royalists_on_the_road_are_taken_to_cut_it_without_telling() -> None:
    def terms(place: Given) -> tuple[list[str], list[str]]:
        place.points("chantonnay", la_rochelle=1)
        found = forecast(
            title().box, place.state, "republican", "bazoges", "chantonnay", {"la-rochelle": 5}, ()
        )
        return ([], []) if found is None else ([str(term.label) for term in found.shifts], found.notes)

    assert terms(level().points("bazoges", centre=3)) == terms(level().general("royrand", "bazoges"))


@pytest.mark.case("V-6-E6-a")
def test_it_says_that_fortifications_may_come() -> None:
    place = level().points("la-chataigneraie", anjou=4)
    found = forecast(
        title().box, place.state, "republican", "la-chataigneraie", "vouvant", {"la-rochelle": 8}, ()
    )
    assert found is not None
    assert "The Royalists may still fortify (E6)." in found.notes


@pytest.mark.case("V-4.3-T6-a")
def test_in_a_combat_the_markers_drawn_count() -> None:
    fray = attack(
        level().points("chantonnay", centre=6),
        "chantonnay",
        "sainte-hermine",
        incidents=("t6", "t3"),
        la_rochelle=6,
    )
    battle = fray.state.stack[-1]
    assert isinstance(battle, Battle)
    found = battle_forecast(title().box, fray.state, "royalist", battle)
    assert found.out_of_powder == 1
    assert {str(term.label): term.value for term in found.modifiers}["T6 Out of Powder!"] == 2


@pytest.mark.case("V-4.4-b", "V-3.6-a")
def test_in_a_combat_too_face_down_royalists_are_taken_to_cut_the_supply() -> None:
    """Only the Republicans may not know it: who lies there knows whether they are supplied."""

    def terms(position: Given, side: Side) -> list[str]:
        position.points("machecoul", bas_poitou=6)
        attackers = Contingent("saint-philbert", {"la-rochelle": Condition(activated=8)})
        defenders = Contingent(None, {"bas-poitou": Condition(fresh=6)})
        battle = Battle("machecoul", "republican", (attackers,), (defenders,))
        found = battle_forecast(title().box, position.state, side, battle)
        return [*(str(term.label) for term in found.shifts), *found.notes]

    def held() -> Given:
        return level().points("saint-fulgent", centre=3)

    def free() -> Given:
        return level().general("royrand", "saint-fulgent")

    assert terms(held(), "republican") == terms(free(), "republican")
    assert "No supply" in terms(free(), "republican")
    assert ("No supply" in terms(held(), "royalist"), "No supply" in terms(free(), "royalist")) == (
        True,
        False,
    )


def test_the_words_of_the_contract() -> None:
    found = asked(position())
    assert found is not None
    odds = as_odds(title().box, found)
    assert odds is not None
    assert odds.chance == found.win
    assert odds.needed == 7


def test_it_is_fast() -> None:
    asked(position())
    place = position()
    # Of this process alone: what else the machine does is no fault of the forecast.
    begun = time.process_time()
    for _ in range(10):
        asked(place)
    assert (time.process_time() - begun) / 10 < 0.05


@pytest.mark.case("V-4.2-c", "V-4.2-h")
def test_the_chance_of_a_march() -> None:
    place = level().points("les-essarts", centre=6).points("belleville", bas_poitou=5)
    place.general("charette", "belleville").points("chantonnay", centre=2).general("sapinaud", "chantonnay")
    fray = attack(place, "les-essarts", "bournezeau", la_rochelle=6)

    def chance(text: str) -> Fraction | None:
        odds = of_action(title().box, fray.state, title().parse(fray.state, text))
        return None if odds is None else odds.chance

    assert chance("guns chantonnay with all") == Fraction(3, 6)
    assert chance("guns belleville with all") == Fraction(2, 6) * Fraction(1, 6)
    assert chance("decline") is None


def test_the_chance_of_a_path_is_that_of_the_first_combat_on_it() -> None:
    place = position().hand("republican").general("chalbos", "fontenay")
    odds = of_action(title().box, place.state, title().parse(place.state, "move fontenay > vouvant with all"))
    found = asked(position())
    assert odds is not None
    assert found is not None
    assert odds.chance == found.win
    away = title().parse(place.state, "move fontenay > l-hermenault with all")
    assert of_action(title().box, place.state, away) is None


@pytest.mark.case("V-4.1-d", "V-4.3-a")
@pytest.mark.parametrize("attackers", [3, 8, 20])
def test_more_defenders_are_less_of_a_danger_only_by_another_incident(attackers: int) -> None:
    position = level().general("chalbos", "sainte-hermine")
    attack_by = what_if.contingent("sainte-hermine", {"la-rochelle": attackers}, ("chalbos",))
    seen: list[Forecast] = []
    for defenders in range(1, 33):
        held = (Contingent(None, {"centre": Condition(defenders)}),)
        battle = Battle("chantonnay", "republican", (attack_by,), held)
        seen.append(battle_forecast(title().box, position.state, "republican", battle))
    rises = [(less, more) for less, more in pairwise(seen) if (less.win or 0) < (more.win or 0)]
    assert all(less.incidents != more.incidents for less, more in rises)
