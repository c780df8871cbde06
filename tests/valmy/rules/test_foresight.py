"""Foresight: exact chances of a throw, and a battle played out without what its asker may not know."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from data.valmy.tables import Side
from engines.core.odds import die, two_dice
from engines.valmy.actions import parse
from engines.valmy.combat import melee, shock
from engines.valmy.combat.frames import Battle, Board, Combat
from engines.valmy.foresight import battle, odds
from engines.valmy.frames import Activations, Recovery
from engines.valmy.state import State
from engines.valmy.words import words_of
from tests.valmy.builder import Given, given, small


def chance(state: State, text: str) -> Fraction | None:
    """The chance of what is typed."""
    found = odds.of_action(small(), state, parse(words_of(small()), text, list))
    return None if found is None else found.chance


@pytest.mark.case("Y-6.0-c", "Y-6.1-d", "Y-6.1-e", "Y-10.1-a")
def test_the_chance_of_an_activation_is_that_of_its_die() -> None:
    position = given().leader("dumouriez", "chalons").force("stengel", "sedan", "f1-f3").units("stenay", "f4")
    position.units("verdun", "f6")
    assert chance(position.state, "activate stengel") == Fraction(3, 6)
    assert chance(position.state, "activate dumouriez") is None
    assert chance(position.state, "activate f4 through stengel") == Fraction(3, 6)
    assert chance(position.state, "activate f6 through dumouriez") == Fraction(3, 6)
    weak = given().units("sedan", "f1", reduced=True).phase("recovery", Recovery("french"))
    assert chance(weak.state, "recover f1") == Fraction(10, 36)
    assert chance(weak.state, "recover auto") is None


def field() -> Given:
    """A Minor Battle's box with its units on the map."""
    position = given().leader("dumouriez", "chalons").leader("brunswick", "metz")
    return position.units("grandpre", "f1-f3 h1").units("grandpre", "g1-g2 u1")


@pytest.mark.case("Y-9.3.2-a", "Y-9.3.3-a", "Y-9.4.3-a", "Y-9.5F-a")
def test_volleys_charges_and_melees_have_the_chances_of_their_dice() -> None:
    box, state = small(), field().state
    hits = odds.volley(box, state, ["g1"], {})
    by_hand = [box.fire("8", white + red) for white, red in product(range(1, 7), repeat=2)]
    assert hits.mean(int) == Fraction(sum(by_hand), 36)
    two = odds.volley(box, state, ["g1", "g2"], {})
    assert two.mean(int) == 2 * hits.mean(int)
    assert odds.at_least(two, 1) == 1 - (1 - odds.at_least(hits, 1)) ** 2
    major = field().phase("activations", Combat("french"), Battle("grandpre", "french", kind="major")).state
    places = {"f1": "main", "f2": "main", "g1": "main", "g2": "main", "h1": "left", "u1": "left"}
    board = Board(places=places, melee="french")  # type: ignore[arg-type]
    major.stack[-1] = Battle("grandpre", "french", kind="major", board=board, step=13)
    charged = odds.charge(box, shock.reckon(box, major, "french", "left", ["h1"], ["u1"], counter=False))
    assert charged.total == 6
    assert charged.weights == die().map(lambda face: box.charge("2:1", face - 1)).weights
    fought = odds.melee(box, melee.reckon(box, major, "french", {"french": "f1", "allied": "g1"}))
    assert fought.chance(lambda lost: lost == box.melee("1:2", 12 - 2)) >= Fraction(1, 36)
    assert fought.weights == two_dice().map(lambda faces: box.melee("1:2", sum(faces) - 2)).weights


def test_a_battle_is_played_out_with_its_error() -> None:
    state = field().hand("french").state
    found = battle.before(small(), state, "french", "grandpre", ((), ()), games=60, seed="one")
    assert found is not None
    assert (found.attackers, found.defenders, found.reckoned, found.games) == (4, 3, 0, 60)
    assert sum(end.value for end in found.holds.values()) == pytest.approx(1)
    assert all(0 <= end.error < 0.13 for end in found.holds.values())
    assert found.steps["french"].value > found.steps["allied"].value
    again = battle.before(small(), state, "french", "grandpre", ((), ()), games=60, seed="one")
    assert again == found
    assert battle.before(small(), state, "french", "vouziers", ((), ())) is None


def test_a_plan_makes_a_difference_and_more_games_a_smaller_error() -> None:
    state = field().units("grandpre", "g3-g9 f4-f8").hand("french").state
    runs = {"french": {"withdrawal": "always"}, "allied": {"withdrawal": "stay"}}
    few = battle.before(small(), state, "french", "grandpre", ((), ()), games=20, plans=runs)  # type: ignore[arg-type]
    many = battle.before(small(), state, "french", "grandpre", ((), ()), games=80)
    assert few is not None
    assert many is not None
    assert few.holds["allied"].value > many.holds["allied"].value
    assert many.holds["both"].value > 0
    assert few.steps["french"].error > many.steps["french"].error


def test_what_is_in_the_enemys_holding_boxes_makes_no_difference() -> None:
    def outlook(*names: str) -> battle.Outlook | None:
        position = given().leader("dumouriez", "chalons").units("grandpre", "f1-f4")
        position.force("courbiere", "grandpre", names[0]).force("kohler", "metz", names[1])
        position.units("metz", names[2], "kohler").leader("brunswick", "verdun").hand("french")
        state = position.units("verdun", names[3], "brunswick").state
        return battle.before(small(), state, "french", "grandpre", ((), ()), games=8)

    first = outlook("g1-g4", "u1-u2", "u3", "s1")
    assert first is not None
    assert first.reckoned > 0
    assert outlook("g1", "u1", "u2-u3", "g2-g4 s1") == first
    given_number = given().units("grandpre", "f1-f4").force("courbiere", "grandpre", "g1-g4").hand("french")
    six = battle.before(small(), given_number.state, "french", "grandpre", ((), ()), hidden=2, games=4)
    assert six is not None
    assert (six.defenders, six.reckoned) == (2, 2)


@pytest.mark.case("A-9.7-7")
def test_unseen_lines_of_the_enemys_leaders_make_no_difference() -> None:
    near = tuple(small().cost["grandpre"])

    def outlook(*lines: str, seen: bool) -> battle.Outlook | None:
        position = given().leader("dumouriez", "chalons").units(near[0], "f1-f3")
        position.units("grandpre", "g1-g2").force("courbiere", "grandpre", "g3-g4 u1-u3")
        position.came("grandpre", "allied", *lines).hand("french")
        if not seen:
            position.state.veiled["grandpre"] = {"allied": lines}
        group = (("f1", "f2", "f3"), ())
        plans: dict[Side, dict[str, str]] = {
            "french": {"kind-of-battle": "major"},
            "allied": {"kind-of-battle": "major"},
        }
        return battle.before(
            small(), position.state, "french", "grandpre", group, origin=near[0], plans=plans, games=40
        )

    unmoved = outlook(seen=True)
    assert outlook(*near, seen=False) == unmoved
    # Boxes from which all saw enemies come are no way out of the battle.
    assert outlook(*near, seen=True) != unmoved


def test_a_battle_under_way_is_played_on_from_the_choice_that_is_asked() -> None:
    position = field().leader("courbiere", "grandpre")
    position.phase("activations", Activations("allied"), Combat("french", touched=("grandpre",)))
    table = position.table().go_on()
    found = battle.under_way(small(), table.state, "allied", games=20)
    assert found is not None
    assert (found.box, found.attacker, found.reckoned) == ("grandpre", "french", 0)
    assert battle.under_way(small(), given().hand("french").state, "french") is None
