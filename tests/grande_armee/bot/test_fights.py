"""Battles as they are told: story, headlines, history and what their picture is given."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from bot.games.grande_armee.presenter import GrandeArmeePresenter
from data.grande_armee.hexes import Hex
from data.grande_armee.tables import Result
from engines.core.dice import Dice
from engines.core.events import Event, PhaseBegun, TableRoll
from engines.grande_armee import events
from engines.grande_armee.combat import frames
from engines.grande_armee.title import GrandeArmee
from render.battle import Chief

TITLE = GrandeArmee()
WORDS = GrandeArmeePresenter(TITLE)
BOX = TITLE.box
MEMMINGEN = Hex("1444")


def fought(at: Hex = MEMMINGEN) -> list[Event]:
    """A battle with its die, a retreat, a loss; then an advance, and the die of another battle."""
    battle = events.BattleFought(
        side="french",
        targets=(at,),
        units=("french-5-4-1", "french-5-4-2"),
        leaders=("ney",),
        defenders=("austrian-1-5-1", "mack"),
        attack=15,
        defence=5,
        die=3,
        result="Drs",
    )
    return [
        TableRoll("combat", [3], "300", "Drs", "G-CRT-1"),
        battle,
        events.Eliminated("mack", at, "disruption"),
        events.Scattered("austrian-1-5-1", at, (Hex("1539"),)),
        events.Disrupted("austrian-1-5-1", 9, "battle"),
        events.Advanced("french-5-4-1", Hex("1341"), at),
    ]


@pytest.mark.parametrize("result", get_args(Result))
def test_every_result_of_a_battle_has_its_history_and_its_winner(result: Result) -> None:
    (_, battle, *_) = fought()
    assert isinstance(battle, events.BattleFought)
    told = WORDS.chronicle([msgspec.structs.replace(battle, result=result)])
    assert told.startswith("The French ")
    assert "Memmingen" in told
    (scene,) = WORDS.scenes([msgspec.structs.replace(battle, result=result), PhaseBegun("supply", "")])
    (headline,) = scene.headlines
    winner = {"A": "allied", "D": "french"}.get(result[0], "")
    assert headline.winner == ("" if result == "Ar1Drs" else winner)
    assert headline.title[0].isupper()
    assert "Memmingen" in headline.title


@pytest.mark.case("G-FOR-D-2", "G-FOR-D-3")
@pytest.mark.parametrize(
    ("result", "title", "said", "history"),
    [
        ("Ar1Drs", "The French are thrown back from", "attackers back 1 hex", "were thrown back"),
        ("Dr1", "The French attack Ulm (1441) in vain", "no effect", "in vain"),
        ("Dr2", "The French attack Ulm (1441) in vain", "no effect", "in vain"),
        ("Drs", "The French attack Ulm (1441) in vain", "no effect", "in vain"),
        ("1/2ex", "The French lose units before Ulm", "half exchange, attackers alone", "did not get in"),
        ("De", "The French destroy the Allies at Ulm", "defenders eliminated", "destroyed"),
    ],
)
def test_a_storm_is_told_by_what_a_fortress_lets_happen(
    result: Result, title: str, said: str, history: str
) -> None:
    (_, battle, *_) = fought(BOX.place["ulm"])
    stormed = [msgspec.structs.replace(battle, result=result), PhaseBegun("supply", "")]
    (scene,) = WORDS.scenes(stormed)
    (headline,) = scene.headlines
    assert headline.title.startswith(title)
    assert headline.winner == ("french" if result == "De" else "allied")
    assert ("The Allies hold Ulm" in headline.told) == (result != "De")
    assert ("No unit is lost" in headline.told) == (result != "1/2ex")
    assert scene.close.battle is not None
    assert scene.close.battle.result.lower() == said
    assert f": {said}." in scene.close.battle.told
    assert said in " ".join(WORDS.tell(stormed))
    assert history in WORDS.chronicle(stormed)


@pytest.mark.case("G-DIS-C-1", "G-RET-6")
@pytest.mark.parametrize(
    ("result", "title"),
    [
        ("Ar1Drs", "The French destroy the Allies at Memmingen (1444), and fall back"),
        ("Drs", "The French destroy the Allies at Memmingen (1444)"),
    ],
)
def test_defenders_who_cannot_retreat_do_not_fall_back_in_the_headline(result: Result, title: str) -> None:
    (_, battle, *_) = fought()
    gone = [events.Eliminated(unit, MEMMINGEN, "disruption") for unit in ("austrian-1-5-1", "mack")]
    told = [msgspec.structs.replace(battle, result=result), *gone, PhaseBegun("supply", "")]
    ((headline,),) = (scene.headlines for scene in WORDS.scenes(told))
    assert headline.title == title
    assert "leave" not in headline.told


@pytest.mark.case("G-FOR-F-1")
def test_a_battle_out_of_a_fortress_is_a_sortie_and_holds_no_hex() -> None:
    (_, battle, *_) = fought(BOX.place["ulm"])
    ring = tuple(sorted(BOX.crossings[BOX.place["ulm"]]))[:3]
    sortie = msgspec.structs.replace(
        battle, targets=ring, stands=(BOX.place["ulm"],), result="Ars", attack=7, defence=15
    )
    (scene,) = WORDS.scenes([sortie, PhaseBegun("supply", "")])
    assert scene.title == "Sortie from Ulm (1441)"
    assert scene.close.battle is not None
    assert scene.close.battle.title == scene.title
    assert scene.close.battle.told == (
        "Sortie from Ulm (1441): the French attack, 7 to 15: attackers scatter."
    )
    (headline,) = scene.headlines
    # A defender may have left a hex before the sortie, so that nobody stands there.
    assert headline.winner == "allied"
    assert headline.told == "No unit is lost. The French attacked, 7 to 15, and rolled 3."


def test_a_battle_counts_the_counters_that_were_lost() -> None:
    lost: list[Event] = [events.Eliminated("french-5-4-2", Hex("1443"), "battle")]
    (scene,) = WORDS.scenes([*fought()[:2], *lost])
    assert scene.close.battle is not None
    ours, theirs = scene.close.battle.forces
    assert (ours.points, ours.fallen) == ((("french-5-4", 2),), (("french-5-4", 1),))
    assert theirs.fallen == ()


def test_the_chronicle_tells_battles_of_one_result_in_a_sentence() -> None:
    (battle,) = [event for event in fought() if isinstance(event, events.BattleFought)]
    other = msgspec.structs.replace(battle, targets=(Hex("2243"),))
    assert WORDS.chronicle([battle, other]) == "The French scattered the Allies at Memmingen and Munich."


def test_swords_are_drawn_where_attackers_stood() -> None:
    battle = events.BattleFought(
        side="french",
        targets=(Hex("1441"),),
        stands=(Hex("1440"), Hex("1541")),
        units=("french-5-4-1", "french-5-4-2"),
        defenders=("mack",),
        attack=10,
        defence=3,
        die=3,
        result="De",
    )
    made = WORDS.moves([battle, events.Advanced("french-5-4-1", Hex("1440"), Hex("1441"))])
    assert [(move.manner, move.path) for move in made] == [
        ("advance", (Hex("1440"), Hex("1441"))),
        ("attack", (Hex("1440"), Hex("1441"))),
        ("attack", (Hex("1541"), Hex("1441"))),
    ]


def test_that_prussia_comes_in_is_a_headline() -> None:
    said = [headline.title for headline in WORDS.headlines([events.PrussiaEntered(6)])]
    assert said == ["Prussia enters the war"]


def test_a_battle_has_a_post_with_its_picture_and_is_a_line_elsewhere() -> None:
    (scene,) = WORDS.scenes(fought())
    assert scene.title == "Battle at Memmingen (1444)"
    assert scene.over
    assert scene.close.around == MEMMINGEN
    battle = scene.close.battle
    assert battle is not None
    ours, theirs = battle.forces
    assert ours.points == (("french-5-4", 2),)
    assert ours.total == 15
    assert theirs.chiefs == (Chief("Mack", "killed"),)
    assert theirs.went == "Back to 1539 (SE of Heidenheim)"
    assert battle.dice == (3,)
    assert "Advance" not in " ".join(scene.lines)
    runs = WORDS.runs(fought())
    ground = "The Allies leave Memmingen (1444). The Allies lose Mack."
    assert [run.summary for run in runs] == [
        [
            "⚔️ **The French rout the Allies at Memmingen (1444).**",
            f"-# {ground} The French attacked, 15 to 5, and rolled 3.",
        ],
        None,
    ]
    assert WORDS.on_card(fought()).lines[0] == "⚔️ **The French rout the Allies at Memmingen (1444).**"


def test_defenders_who_fall_back_before_combat_are_a_headline_for_each_side() -> None:
    places = [("mack", "ulm"), ("davout", "ulm"), ("mack", "ingolstadt"), ("mack", "ulm")]
    away = [events.Retreated(unit, BOX.place[place], (), before_combat=True) for unit, place in places]
    assert {headline.title for headline in WORDS.headlines(away)} == {
        "The Allies fall back from Ulm (1441) and Ingolstadt (2238) before combat",
        "The French fall back from Ulm (1441) before combat",
    }
    # It comes after what the march before it took.
    took = [events.Controlled("ulm", "french", "davout"), *away]
    assert next(each.title for each in WORDS.headlines(took)) == "The French take Ulm"
    away.append(events.Retreated("mack", BOX.place["augsburg"], (), before_combat=True))
    many = next(each for each in WORDS.headlines(away) if each.title.startswith("The Allies"))
    assert many.title == "The Allies fall back from 3 hexes before combat"
    assert many.told == "They left Ulm (1441), Ingolstadt (2238) and Augsburg (1941)."


def test_a_fortress_is_taken_in_the_battle_for_it_and_in_no_other() -> None:
    taken = {town: events.Controlled(town, "french", "french-5-4-1") for town in ("ulm", "ingolstadt")}
    lines = {town: WORDS.tell([event])[0] for town, event in taken.items()}
    for town, told in (("ulm", True), ("ingolstadt", False)):
        (scene,) = WORDS.scenes([*fought(BOX.place["ulm"])[:2], taken[town]])
        assert (lines[town] in " ".join(scene.lines)) is told
    # It is told all the same, between the battles.
    between = WORDS.runs([*fought(BOX.place["ulm"])[:2], taken["ingolstadt"]])[-1]
    assert (between.summary, between.events) == (None, [taken["ingolstadt"]])


def test_a_battle_after_which_somebody_is_asked_goes_on_until_something_else_happens() -> None:
    (scene,) = WORDS.scenes(fought()[:2])
    assert not scene.over
    (scene,) = WORDS.scenes(fought())
    assert scene.over
    first, second = WORDS.scenes([*fought()[:5], *fought()])
    assert first.over
    assert second.events == fought()[:5]


@pytest.mark.parametrize("frame", [frames.Advancing, frames.Resolving])
def test_what_follows_on_a_battle_closes_its_post(frame: type[frames.Advancing | frames.Resolving]) -> None:
    begun = TITLE.setup("1805", {}, Dice("closes")).state
    after = msgspec.structs.replace(begun, stack=(frame(side="french"),))
    # Whether anybody advances, and even if the step only ends.
    assert WORDS.is_scene(after, fought()[-1:])
    assert WORDS.is_scene(after, [PhaseBegun("supply", "")])
    # An advance is no part of the battle: a film shows it by itself.
    assert not WORDS.is_scene(after, ())
    assert not WORDS.is_scene(begun, fought()[-1:])
