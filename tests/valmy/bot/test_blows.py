"""What the battle board shows of the last exchange."""

from __future__ import annotations

from bot.games.valmy.moves import blows
from data.valmy.tables import Side
from engines.core.events import Event
from engines.valmy.combat.events import BattleBegun, BattleEnded, Charged, Fired, Fought
from engines.valmy.events import StepLost
from engines.valmy.title import Valmy
from render.valmy import Blow

BOX = Valmy().box
BEGUN = BattleBegun("valmy", "allied", 9, 9, False)


def shot(side: Side, number: int, hits: int, case: str) -> Fired:
    return Fired(BOX.units_of[side][number], "7", [6, 5], [], 11, hits, case)


def named(*numbers: int, side: Side = "french") -> tuple[str, ...]:
    return tuple(BOX.units_of[side][number] for number in numbers)


def test_shots_of_a_side_are_one_volley_with_its_losses_and_the_next_begins_anew() -> None:
    skirmish: list[Event] = [BEGUN, shot("french", 0, 1, "9.3.1"), shot("french", 1, 0, "9.3.1")]
    hurt = named(3, side="allied")
    skirmish.append(StepLost("allied", hurt[0], False, "9.3.4"))
    assert blows(BOX, skirmish) == [
        Blow("french", "fire", named(0, 1), "1 hit", "skirmish"),
        Blow("allied", "loss", hurt),
    ]
    line = [*skirmish, shot("french", 1, 0, "9.3.2"), shot("french", 2, 2, "9.3.2")]
    assert blows(BOX, line) == [Blow("french", "fire", named(1, 2), "2 hits")]
    again = [*skirmish[:3], shot("french", 2, 0, "9.3.2")]
    assert blows(BOX, again) == [Blow("french", "fire", named(2), "no hit")]


def test_a_charge_and_a_melee_say_how_they_ended_and_nothing_outlives_the_battle() -> None:
    french, allied = named(0), named(0, side="allied")
    charge = Charged("allied", True, allied, french, (4, 2), "2:1", 3, [], 3, "DR")
    assert blows(BOX, [BEGUN, charge]) == [Blow("allied", "counter-charge", allied, "drives them off")]
    melee = Fought("allied", {"french": french[0], "allied": allied[0]}, (4, 2), "2:1", [3, 3], [], 6, (1, 2))
    fought = Blow("allied", "melee", (*allied, *french), "1 step lost for 2")
    assert blows(BOX, [BEGUN, charge, melee]) == [fought]
    assert blows(BOX, [BEGUN, charge, melee, BattleEnded("valmy")]) == []
