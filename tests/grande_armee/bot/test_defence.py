"""What a defender is asked, what silence comes to, and what is said beside the choices."""

from __future__ import annotations

import pytest

from bot.campaigns.opening import silence
from bot.clock.notation import read
from bot.games.grande_armee.forms import PLAN
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from tests.grande_armee.builder import RING, plain
from tests.grande_armee.table import Table

UNITS = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
HORSE = {"french-5-4-1": "0612", "austrian-1-8-1": "0611"}
FED = {"austrian-supply-1": "0610"}
CROWD = {"austrian-1-8-2": "0611", "mack": "0611"}


def attacked(units: dict[str, str]) -> Table:
    return Table(units).do("attack 0611 by french-5-4-1", "end")


@pytest.mark.case("I-01", "I-03")
@pytest.mark.parametrize(
    ("units", "asked", "silent"),
    [
        (UNITS, "Retreat before combat, or stand", "all will stand"),
        (
            UNITS | FED,
            "Retreat before combat, stand, or spend supply",
            "all will stand, spending 1 supply unit",
        ),
        (
            HORSE,
            "Retreat before combat, or stand",
            "1-8 (1) will retreat to 0006",
        ),
        (
            HORSE | CROWD,
            "Retreat before combat, or stand",
            "1 of 3 units will retreat",
        ),
    ],
)
def test_a_defender_is_asked_for_what_he_can_do_and_told_what_silence_comes_to(
    units: dict[str, str], asked: str, silent: str
) -> None:
    table = attacked(units)
    (decision,) = table.title.decisions(table.state)
    words = GrandeArmeePresenter(table.title)
    assert decision.prompt == asked
    assert words.by_default(table.state, decision.kind) == silent
    form = words.form(table.state, "allied", PLAN)
    assert form is not None
    assert [field.id for field in form.fields] == ["going", "supply"][: 1 + ("austrian-supply-1" in units)]
    # What is foretold is what comes of silence.
    while table.asked == ("allied", "defence"):
        usual = table.title.fallback(table.state, table.title.decisions(table.state)[0])
        assert usual is not None
        before = [table.at(id) for id in units]
        table.do(table.title.notation(usual))
        # Silence lets one go at a time; then the clock starts again.
        assert sum(was != table.at(id) for was, id in zip(before, units, strict=True)) <= 1
    gone = [id for id in units if id.startswith(("austrian-1", "mack")) and table.at(id) != units[id]]
    assert len(gone) == (0 if "stand" in silent else len(units) - 1)
    assert ("austrian-supply-1" in table.state.spent) is ("spending" in silent)


def test_after_the_retreats_only_what_is_left_is_asked() -> None:
    table = attacked(UNITS | FED).do("stand")
    (decision,) = table.title.decisions(table.state)
    assert decision.prompt == "Spend supply, or fight without"
    units = {"french-5-4-1": "0611", "austrian-18-2-1": "0612", "austrian-5-4-1": "0612"}
    box = plain(fortresses=["0612"], mountains=[hex for hex in RING if hex != "0611"])
    table = Table(units, box, allied=["0612"]).do("attack 0612 by french-5-4-1", "end")
    (decision,) = table.title.decisions(table.state)
    assert decision.prompt == "Choose which units your overfull Fortress supplies"


def test_everybody_reads_the_same_default_of_a_defence() -> None:
    table = attacked(HORSE)
    for itself in (None, False):
        told = silence(table.title, table.state, read("2d"), ["allied"], itself=itself)
        assert told == "Otherwise 1-8 (1) will retreat to 0006."


def test_beside_a_defence_stands_what_its_battle_may_bring() -> None:
    table = attacked(UNITS)
    words = GrandeArmeePresenter(table.title)
    scatter, retreat = words.barred(table.state, "allied")
    assert scatter.startswith("Scatter: ")
    assert retreat.startswith("A unit that retreats is disrupted: ")
    table.do("end")
    assert words.barred(table.state, "french") == []
