"""The attacks that a side writes before they are declared: odds, supply, and what has been done since."""

from __future__ import annotations

import pytest

from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.shown import THEN, Closing, Does, Sheet
from engines.core.errors import IllegalAction
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table

UNITS = {
    "french-5-4-1": "0612",
    "french-supply-1": "0613",
    "french-5-4-2": "1012",
    "austrian-4-3-1": "0611",
    "austrian-4-3-2": "1011",
}


def sheet(table: Table, text: str | None = None) -> Sheet:
    """What the French are writing."""
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", text, {})
    assert made is not None
    return made


def changes(made: Sheet) -> list[str]:
    """What can be written down, in order."""
    offered = [choice for group in made.groups for choice in group.choices]
    return [choice.notation for choice in offered if choice.does is Does.WRITE]


def test_attacks_are_written_together_each_with_its_odds_before_any_is_declared() -> None:
    table = Table(UNITS)
    words, text = GrandeArmeePresenter(table.title), ""
    for target in ("0611", "1011"):
        change = next(each for each in changes(sheet(table, text)) if f"attack {target}" in each)
        text = words.written(table.state, "french", text, change)
    made = sheet(table, text)
    assert [line[3:].partition(" ")[0] for line in made.lines[made.needed :]] == [
        "Scatter:",
        "Half",
        "Retreat",
    ]
    assert made.closing == Closing("declare", "end")
    assert "- **0611** by 5-4 (1): 5 to 2, column 200 %: " in "\n".join(made.lines)
    assert "- **1011** by 5-4 (2): 2 to 2, column 100 %: " in "\n".join(made.lines)
    # Of the second nobody is supplied, and that is told.
    assert sum("No supply: 5-4 (2) at half strength" in line for line in made.lines) == 1
    offered = {choice.control for group in made.groups for choice in group.choices}
    assert {Does.HAND_IN.value, Does.FINISH.value} <= offered
    assert "end" not in offered
    table.do(*made.text.split(THEN), "end")
    assert [attack.targets for attack in table.state.attacks] == [("0611",), ("1011",)]


def test_a_unit_of_strength_one_is_not_told_to_fight_at_half_strength() -> None:
    for unit, halved in (("french-1-8-1", False), ("french-5-4-1", True)):
        table = Table({unit: "0612", "austrian-1-5-1": "0611"})
        assert ("No supply" in "\n".join(sheet(table, f"attack 0611 by {unit}").lines)) is halved


def test_an_attack_on_supply_alone_is_fought_and_one_on_nobody_is_cancelled() -> None:
    table = Table({**UNITS, "austrian-supply-1": "0611"})
    table.do(
        "attack 0611 by french-5-4-1", "attack 1011 by french-5-4-2", "end", "retreat austrian-4-3-1 > 0510"
    )
    words = GrandeArmeePresenter(table.title)

    def told() -> str:
        stands = words.standing(table.title.view(table.state, None))
        return next(line for line in stands if line.startswith("**Attack on"))

    assert told().endswith("2 to 0, column 400 %: 100% defenders eliminated")
    table.do("retreat austrian-supply-1 > 0510")
    assert told().endswith("the target is empty. The attack is cancelled if it stays empty")
    table.do("end")
    assert told().endswith(" · cancelled: the enemy fell back")


def test_an_attack_is_offered_with_the_supply_that_helps_it_the_best_odds_first() -> None:
    table = Table(UNITS)
    first, second = [each for each in changes(sheet(table)) if "attack 0611" in each]
    assert first == f"attack 0611 by french-5-4-1{THEN}spend french-supply-1"
    assert second == "attack 0611 by french-5-4-1"
    words, far = GrandeArmeePresenter(table.title), first.replace("0611", "1011")
    with pytest.raises(IllegalAction):
        words.written(table.state, "french", "", far)


def test_what_results_mean_is_told_before_an_attack_is_written_where_one_can_be() -> None:
    before = sheet(Table(UNITS)).lines
    assert [line[3:].partition(" ")[0] for line in before] == ["No", "Scatter:", "Half", "Retreat"]


def test_an_attack_says_its_odds_first_and_supply_is_offered_where_it_changes_them() -> None:
    table = Table({**UNITS, "french-supply-2": "0512"})
    (attacks,) = [group for group in sheet(table).groups if group.id == "attack"]
    assert attacks.prompt == "Attack (📦 also spends a supply unit)"
    assert [choice.label for choice in attacks.choices if "0611" in choice.notation] == [
        "5 to 2: 0611 by 5-4 (1) 📦",
        "2 to 2: 0611 by 5-4 (1)",
    ]
    results = "17% defenders scatter, 17% half exchange, 67% defenders eliminated"
    assert attacks.choices[0].reason == results
    hungry = sheet(table, "attack 0611 by french-5-4-1")
    (supply,) = [group for group in hungry.groups if group.id == "spend"]
    assert [choice.reason for choice in supply.choices] == ["0611: 5 to 2 instead of 2 to 2"] * 2
    fed = sheet(table, f"attack 0611 by french-5-4-1{THEN}spend french-supply-1")
    assert "spend french-supply-2" in table.legal("spend") or table.legal("spend") == []
    assert not [group for group in fed.groups if group.id == "spend"]


def test_what_was_declared_since_is_written_no_more_and_can_be_called_off() -> None:
    text = f"attack 0611 by french-5-4-1{THEN}attack 1011 by french-5-4-2"
    table = Table(UNITS).do("attack 0611 by french-5-4-1")
    made = sheet(table, text)
    assert made.text == "attack 1011 by french-5-4-2"
    assert "call off 0611" in {choice.notation for group in made.groups for choice in group.choices}
    assert not any("Skipped" in line for line in made.lines)
    words = GrandeArmeePresenter(table.title)
    assert words.written(table.state, "french", made.text, "drop french-5-4-2") == ""
    assert words.written(table.state, "french", made.text, "clear") == ""


def test_what_the_defenders_can_do_is_told_before_an_attack_is_declared() -> None:
    fed = UNITS | {"austrian-supply-1": "0610", "austrian-1-8-1": "1011"}
    table = Table(fed)
    words = GrandeArmeePresenter(table.title)
    attack = "attack 0611 by french-5-4-1"
    text = THEN.join([attack, "spend french-supply-1", "attack 1011 by french-5-4-2"])
    lines = "\n".join(sheet(table, text).lines)
    assert "- **0611** by 5-4 (1): 5 to 2, column 200 %: " in lines
    assert (
        "-# Without supply, at half strength: 4-3 (1). If they spend supply: 5 to 4, column 120 %: " in lines
    )
    assert lines.count("If they spend supply") == 1
    assert lines.count("All can retreat before combat.") == 2
    shown = words.preview(table.state, "french", table.title.parse(table.state, attack, "french"))
    assert shown is not None
    assert any("If they spend supply: 2 to 4, column below 80 %: " in line for line in shown.lines)
    # What was foretold is what the defender is offered.
    table.do(attack, "spend french-supply-1", "end")
    assert {text.split()[1] for text in table.legal("retreat")} == {"austrian-4-3-1"}
    assert table.legal("spend") == ["spend austrian-supply-1"]


def test_a_further_attack_on_a_hex_is_called_a_separate_battle() -> None:
    at = {"french-5-4-1": "0612", "french-5-4-2": "0612", "french-supply-1": "0612", "austrian-4-3-1": "0611"}
    table = Table(at).do("spend french-supply-1")
    for written in ("", "attack 0611 by french-5-4-1"):
        (attacks,) = [group for group in sheet(table, written).groups if group.id == "attack"]
        assert {each.label.endswith(" · a separate battle") for each in attacks.choices} == {bool(written)}


def test_who_can_not_retreat_from_an_attack_is_told_before_it_is_declared() -> None:
    at = {**{f"french-5-4-{nth}": "0612" for nth in range(1, 6)}, "french-supply-1": "0612"}
    table = Table(at | {"austrian-4-3-1": "0611", "austrian-1-8-1": "0611"}).do("spend french-supply-1")
    attack = f"attack 0611 by {', '.join(f'french-5-4-{nth}' for nth in range(1, 6))}"
    lines = "\n".join(sheet(table, attack).lines)
    half = "-# Without supply, at half strength: 4-3 (1). "
    assert f"{half}These can retreat before combat: 1-8 (1)." in lines
    crushed = Table(at | {"austrian-4-3-1": "0611"}).do("spend french-supply-1")
    assert any(line.endswith("Nobody can retreat before combat.") for line in sheet(crushed, attack).lines)


@pytest.mark.case("G-FOR-D-2", "G-FOR-D-3", "E-v-37")
def test_chances_against_a_fortress_are_those_of_its_walls() -> None:
    units = {"french-5-4-1": "0612", "french-supply-1": "0612", "austrian-1-5-1": "0611"}
    table = Table(units, plain(fortresses=["0611"]), allied=["0611"])
    made = sheet(table, f"attack 0611 by french-5-4-1{THEN}spend french-supply-1")
    (attack,) = [line for line in made.lines if line.startswith("- ")]
    assert attack.endswith("5 to 3, column 160 %: 83% no effect, 17% half exchange, attackers alone")
    assert [line[3:].partition(" ")[0] for line in made.lines[made.needed :]] == ["Half", "Retreat"]
