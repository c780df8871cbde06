"""What a defender is asked, what silence comes to, and what is said beside the choices."""

from __future__ import annotations

import msgspec
import pytest
import sqlalchemy as sa

from bot.campaigns.opening import silence
from bot.clock.notation import read
from bot.games.grande_armee.forms import PLAN
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.store.schema import campaign as campaigns
from data.grande_armee.hexes import Hex
from engines.core.dice import Dice
from engines.grande_armee.events import Retreated
from engines.grande_armee.position import Piece
from engines.grande_armee.procedure import PROCEDURE
from tests.grande_armee.bot.test_table import TITLE, begun, state
from tests.grande_armee.builder import RING, plain
from tests.grande_armee.table import Table
from tests.support.clocked import contents, hours_pass
from tests.support.life import Life

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
            "3 units will retreat to 3 hexes",
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
        table.do(table.title.notation(usual))
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
    unfed, scatter, retreat = words.barred(table.state, "allied")
    assert unfed == "⚠️ Defenders without supply at 0611: 4-3 (1) at half strength (COM D)."
    assert scatter.startswith("Scatter: ")
    assert retreat.startswith("Retreat disrupts a unit: ")
    table.do("end")
    scatter, retreat = words.barred(table.state, "french")
    assert scatter.startswith("Scatter: ")
    assert retreat.startswith("Retreat disrupts a unit: ")


def test_an_opened_retreat_says_what_becomes_of_its_own_unit_by_default() -> None:
    table = Table(UNITS | {"french-5-4-2": "1012", "austrian-1-8-1": "1011"})
    table.do("attack 0611 by french-5-4-1", "attack 1011 by french-5-4-2", "end")
    words = GrandeArmeePresenter(table.title)
    (stands,) = words.beside(table.state, "allied", "retreat austrian-4-3-1")
    assert stands == "By default Austrian 4-3 (1) stands and fights."
    assert words.beside(table.state, "allied", "spend austrian-4-3-1") == []
    (goes,) = words.beside(table.state, "allied", "retreat austrian-1-8-1")
    usual = table.title.fallback(table.state, table.title.decisions(table.state)[0])
    assert usual is not None
    table.do(table.title.notation(usual))
    assert goes == f"By default: 1-8 (1) → {table.at('austrian-1-8-1')}."


@pytest.mark.case("G-RET-1", "I-06")
def test_who_is_beaten_is_told_where_each_unit_goes_by_default() -> None:
    horse = "austrian-1-8-1", "austrian-1-8-2"
    table = attacked(HORSE | {"austrian-1-8-2": "0611"}).stand().do("resolve 0611", faces=[4])
    assert table.asked == ("allied", "retreat")
    words = GrandeArmeePresenter(table.title)
    told, *_meaning = words.barred(table.state, "allied")
    alone = [words.beside(table.state, "allied", f"retreat {unit}") for unit in horse]
    table.do("retreat auto")
    went = {event.unit: event.route[-1] for event in table.told(Retreated)}
    first, second = map(went.__getitem__, horse)
    # It is no answer to time that runs out: in your turn a clock may call a moderator.
    way = "The default way: 1-8"
    assert alone == [[f"{way} (1) → {first}."], [f"{way} (2) → {second}."]]
    one, other = f"{way} (1, 2) → {first}.", f"{way} (1) → {first}; 1-8 (2) → {second}."
    assert told == (one if first == second else other)


async def test_the_retreats_of_a_silent_defender_have_one_clock(life: Life) -> None:
    await begun(life, clock="48h interrupts 6h")
    stood, horse = await state(life), ("prussian-1-8-1", "prussian-1-8-2")
    placed = {"french-5-4-1": "2126", **dict.fromkeys(horse, "2125")}
    pieces = {id: Piece(kind=stood.pieces[id].kind, hex=Hex(hex)) for id, hex in placed.items()}
    # The phase before the French combat of the first turn.
    ctx = TITLE.resolution(
        msgspec.structs.replace(stood, pieces=pieces, stack=[], index=3), Dice("one clock")
    )
    PROCEDURE.resolve(ctx)
    stands = sa.update(campaigns).where(campaigns.c.id == 1).values(state=msgspec.json.encode(ctx.state))
    await life.table.bot.store.transact(lambda connection: connection.execute(stands), campaign_id=1)
    for action in ("attack 2125 by french-5-4-1", "end"):
        await life.table.bot.campaigns.take(1, life.camille.id, action)
    await life.table.bot.outbox.drain()

    asked = await state(life)
    (decision,) = TITLE.decisions(asked)
    words = GrandeArmeePresenter(TITLE)
    assert words.by_default(asked, decision.kind).startswith("2 units will retreat")
    told, *_others = words.barred(asked, decision.seat)
    assert told.startswith("By default: 1-8 (1")
    await hours_pass(life.table, 6)
    gone = await state(life)
    assert not any(gone.pieces[id].hex == "2125" for id in horse)
    (said,) = [said for said in contents(life.table) if said.startswith("⏳")]
    assert said.endswith("ran out of time. The default was used.")
