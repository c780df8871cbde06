"""States of La Grande Armée that come from outside, and what a moderator puts right."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, Literal

import msgspec
import pytest

from data.grande_armee.hexes import Hex
from engines.core.dice import Dice
from engines.core.errors import EngineError, IllegalAction, StateError
from engines.core.record import read_state
from engines.grande_armee.combat.frames import Advancing
from engines.grande_armee.frames import Moving, Option
from engines.grande_armee.state import Late, Progress, State
from tests.grande_armee.builder import plain
from tests.grande_armee.combat.test_retreats import EVEN, beaten
from tests.grande_armee.rules.test_random import TITLE, choose
from tests.grande_armee.table import Table, moving
from tests.support.depth import depth, seed
from tests.support.mutation import mutated

PAIR = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
FORTRESS = plain(fortresses=["0609"])


@cache
def met() -> tuple[dict[str, Any], ...]:
    """States of a game, in plain values."""
    rng, dice = random.Random("met"), Dice("met")
    state, states = TITLE.setup("1805", {}, dice).state, []
    for number in range(700):
        decision = TITLE.decisions(state)[0]
        if decision.kind != "movement" or number % 25 == 0:
            TITLE.check(state)
            states.append(msgspec.to_builtins(state, str_keys=True))
        action = choose(state, TITLE.legal_actions(state, decision.seat), rng)
        state = TITLE.apply(state, decision.seat, action, dice).state
    return tuple(states)


@pytest.mark.deep(seconds=10)
def test_every_state_of_a_game_is_taken_and_one_that_was_changed_is_refused_or_played() -> None:
    rng = random.Random(seed("mutated"))
    played = refused = 0
    for _ in range(depth(60, 3000)):
        plain_values = mutated(rng, met())
        try:
            state = read_state(TITLE, plain_values)
        except StateError:
            refused += 1
            continue
        assert isinstance(state, State)
        for number in range(4):
            seats = TITLE.deciding(state)
            if not seats:
                break
            legal = TITLE.legal_actions(state, seats[0])
            state = TITLE.apply(state, seats[0], choose(state, legal, rng), Dice(str(number))).state
            TITLE.check(state)
        played += 1
    assert played
    assert refused > played


def spoiled(table: Table, **changes: Any) -> str:
    """The field by which a state is refused."""
    with pytest.raises(StateError) as error:
        table.title.check(msgspec.structs.replace(table.state, **changes))
    return error.value.message.partition(":")[0]


@pytest.mark.parametrize(("by", "most"), [(None, 4), ("double", 4), ("supply", 8)])
def test_a_unit_has_not_spent_more_than_its_leg_allows(
    by: Literal["supply", "double"] | None, most: int
) -> None:
    table = moving(PAIR)
    for spent in (most, most + 1):
        known = Progress(began=Hex("0612"), by=by, spent=spent, leg=2 if by == "double" else 1)
        state = msgspec.structs.replace(table.state, marches={"french-5-4-1": known})
        if spent > most:
            with pytest.raises(StateError, match="it spends at most"):
                table.title.check(state)
        else:
            table.title.check(state)


def test_a_state_that_cannot_be_is_refused_by_its_field() -> None:
    table = Table(PAIR, FORTRESS).do("attack 0611 by french-5-4-1")
    pieces, attack = table.state.pieces, table.state.attacks[0]
    corps = pieces["french-5-4-1"]
    together = {**pieces, "french-5-4-1": msgspec.structs.replace(corps, hex="0611")}
    nowhere = {**pieces, "french-5-4-1": msgspec.structs.replace(corps, hex="9999")}
    for_ever = {**pieces, "french-5-4-1": msgspec.structs.replace(corps, disrupted=99)}
    for field, changes in (
        ("index", {"index": -1}),
        ("stack", {"stack": []}),
        ("attacks.0", {"stack": [Advancing(side="french")]}),
        ("stack", {"over": True}),
        ("stack", {"stack": [*table.state.stack, table.state.stack[-1]]}),
        ("pieces", {"pieces": together}),
        ("pieces.french-5-4-1", {"pieces": nowhere}),
        ("pieces.french-5-4-1", {"pieces": for_ever}),
        ("pieces.french-5-4-1", {"made": {}}),
        ("made.napoleon", {"made": {**table.state.made, "napoleon": 1}}),
        ("control", {"control": {}}),
        ("doomed", {"doomed": ("austrian-4-3-1",)}),
        ("bound", {"bound": ("austrian-4-3-1",)}),
        ("bound", {"bound": ("nobody",)}),
        ("waiting", {"waiting": (Late("x", 0),)}),
        ("ledger", {"ledger": {"munich": 1}}),
        ("called", {"called": 3}),
        ("attacks.0", {"attacks": [msgspec.structs.replace(attack, side="allied")]}),
        ("attacks.0", {"attacks": [attack, attack]}),
        ("attacks.0", {"pieces": {"french-5-4-1": corps}}),
        ("attacks.0", {"attacks": [msgspec.structs.replace(attack, die=3)]}),
        ("first", {"first": ("nobody",)}),
    ):
        assert spoiled(table, **changes) == field, (field, changes)


def test_only_a_unit_on_the_march_rolls_again() -> None:
    table = moving(PAIR)
    frame = Option(side="french", unit="french-5-4-1", march="double", die=3)
    stack = [*table.state.stack, frame]
    assert spoiled(table, stack=stack) == "stack"
    known = Progress(began=Hex("0612"), by="double", spent=0)
    table.title.check(msgspec.structs.replace(table.state, stack=stack, marches={"french-5-4-1": known}))


@pytest.mark.parametrize("stray", ["prussian-3-3-1", "austrian-4-3-1", "russian-depot-1", "mack"])
def test_units_that_a_scenario_does_not_have_are_refused(stray: str) -> None:
    state = TITLE.setup("1809", {}, Dice("stray")).state
    kind = stray.removesuffix("-1")
    made = {**state.made, kind: 1} if kind != stray else state.made
    pieces = {**state.pieces, stray: msgspec.structs.replace(state.pieces["napoleon"], kind=kind)}
    with pytest.raises(StateError, match=f"pieces.{stray}|made.{kind}"):
        TITLE.check(msgspec.structs.replace(state, pieces=pieces, made=made))


def test_a_retreat_that_cannot_be_is_refused() -> None:
    table = beaten(EVEN, 6)
    assert table.asked == ("allied", "retreat")
    table.title.check(table.state)
    for changes in (
        {"units": ("austrian-5-4-1", "austrian-5-4-1")},
        {"units": ("french-5-4-1",)},
        {"owner": "french"},
        {"hexes": 0},
        {"hexes": 3},
        {"manner": "scattered"},
        {"manner": "before-combat"},
    ):
        assert stacked(table, **changes) == "stack", changes


def test_who_is_destroyed_for_want_of_supply_stands_on_the_map() -> None:
    units = {"french-5-4-1": "0612", "french-2-5-1": "0612", **FAR}
    table = Table(units)
    assert table.asked == ("allied", "destroy")
    table.title.check(table.state)
    assert stacked(table, hex="9999") == "stack"


def test_a_half_exchange_that_cannot_be_is_refused() -> None:
    units = {f"french-{kind}": "0612" for kind in ("5-4-1", "5-4-2", "2-5-1", "3-7-1", "supply-1")}
    defence = {"austrian-5-4-1": "0611", "austrian-supply-1": "0610"}
    table = Table({**units, "davout": "0612", "mack": "0611", **defence}).do("spend french-supply-1")
    table.do("attack 0611 by french-5-4-1, french-5-4-2, french-2-5-1, french-3-7-1 under davout", "end")
    table.do("spend austrian-supply-1", "resolve 0611", faces=[1])
    assert table.asked == ("french", "exchange")
    table.title.check(table.state)
    for changes in ({"owed": -1}, {"units": ()}, {"units": ("austrian-supply-1",)}):
        assert stacked(table, **changes) == "stack", changes


def test_an_attack_has_targets_and_attackers_on_the_map() -> None:
    table = Table(PAIR).do("attack 0611 by french-5-4-1")
    attack = table.state.attacks[0]
    for changes in ({"targets": ()}, {"stands": ()}, {"stands": ("9999",)}, {"targets": ("9999",)}):
        other = msgspec.structs.replace(attack, **changes)
        assert spoiled(table, attacks=[other]) == "attacks.0", changes


def test_nobody_attacks_in_a_movement_phase() -> None:
    attack = Table(PAIR).do("attack 0611 by french-5-4-1", "end").state.attacks[0]
    table = Table(PAIR, phase="movement")
    table.title.check(table.state)
    assert spoiled(table, attacks=[attack]) == "attacks.0"


def stacked(table: Table, **changes: Any) -> str:
    """The field by which a state is refused whose topmost step is another."""
    *below, top = table.state.stack
    return spoiled(table, stack=[*below, msgspec.structs.replace(top, **changes)])


def test_the_keys_of_a_state_from_outside_come_into_order() -> None:
    table = Table({**PAIR, "french-supply-1": "0612"}, FORTRESS)
    made = table.state.made
    state = msgspec.structs.replace(table.state, made=dict(sorted(made.items(), reverse=True)))
    assert [*state.made] != sorted(made)
    assert [*table.title.canonical(state).made] == sorted(made)


def test_nothing_waits_where_nothing_can_be_chosen() -> None:
    table = Table(PAIR)
    away = {id: msgspec.structs.replace(piece) for id, piece in table.state.pieces.items()}
    away["austrian-4-3-1"] = msgspec.structs.replace(away["austrian-4-3-1"], hex="0602")
    assert spoiled(table, pieces=away) == "stack"


# ---- edits


def test_a_moderator_puts_units_control_and_disruption_right() -> None:
    table = Table(PAIR, FORTRESS)
    title, state = table.title, table.state
    edits: tuple[tuple[str, Callable[[State], bool]], ...] = (
        ("unit french-5-4-1 0711", lambda after: after.pieces["french-5-4-1"].hex == "0711"),
        ("new french-2-5 0612", lambda after: after.pieces["french-2-5-1"].hex == "0612"),
        ("order austrian-4-3-1 disrupted", lambda after: after.pieces["austrian-4-3-1"].disrupted == 16),
        ("control f0609 allied", lambda after: after.control == {"f0609": "allied"}),
    )
    for text, check in edits:
        step = title.edit(state, text)
        assert check(step.state), text
        assert title.edit_choices(state, text)[0] == text
    assert "unit french-5-4-1 0711" in title.edit_choices(state, "unit french-5-4-1 071")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("unit french-5-4-1 0612", "Nothing would change"),
        ("unit french-5-4-1 0611", "enemies stand together"),
        ("unit french-5-4-9 0612", "not on the map"),
        ("order austrian-4-3-1 ready", "Nothing would change"),
    ],
)
def test_edits_that_cannot_be_are_refused(text: str, reason: str) -> None:
    table = Table(PAIR)
    with pytest.raises(IllegalAction, match=reason):
        table.title.edit(table.state, text)


def test_a_move_goes_on_while_another_unit_is_put_right() -> None:
    table = moving({"french-5-4-1": "0612", "french-5-4-2": "0616"}).do("move french-5-4-1 > 0613")

    def on_move(text: str) -> str | None:
        top = table.title.edit(table.state, text).state.stack[-1]
        assert isinstance(top, Moving)
        return top.unit

    assert on_move("unit french-5-4-2 0716") == "french-5-4-1"
    assert on_move("unit french-5-4-1 0616") is None


FAR = {"french-5-4-2": "0616", "austrian-1-8-1": "0602", "austrian-supply-1": "0602"}


def test_units_that_attack_or_are_attacked_are_not_edited_and_all_others_are() -> None:
    table = Table({**PAIR, **FAR, "austrian-4-3-2": "0712", "french-1-8-1": "0713"}, FORTRESS)
    table.do("attack 0611 by french-5-4-1", "attack 0712 by french-1-8-1")
    steps = []
    for act in ("end", "stand", "end", "resolve 0611"):
        steps.append(table.asked)
        for text, reason in (
            ("unit french-5-4-1 0711", "takes part in an attack"),
            ("order french-5-4-1 disrupted", "takes part in an attack"),
            ("unit austrian-4-3-1 off", "is under attack"),
        ):
            with pytest.raises(IllegalAction, match=reason):
                table.title.edit(table.state, text)
        for text in ("unit french-5-4-2 0617", "order austrian-1-8-1 disrupted", "new french-2-5 0612"):
            table.title.check(table.title.edit(table.state, text).state)
        table.title.edit(table.state, "control f0609 allied")
        if table.asked is not None and table.asked[1] not in ("declare", "defence"):
            break
        table.do(act)
    assert steps == [("french", "declare"), ("allied", "defence"), ("french", "resolve")]
    table = Table({**PAIR, "french-depot-1": "0616"}).do("attack 0611 by french-5-4-1", "end", "stand")
    table.do("resolve 0611", "retreat auto", "retreat auto", faces=[3])
    assert table.state.phase == "supply"
    table.title.edit(table.state, "unit french-5-4-1 0619")  # units that have attacked are free again


def test_units_wait_for_what_interrupts_a_step_and_for_an_elimination() -> None:
    table = Table({"french-5-4-1": "0606", **FAR}, phase="movement").march()
    table.do("march french-5-4-1 > 0607", faces=[4])
    assert table.asked == ("french", "option")
    with pytest.raises(IllegalAction, match="finished first"):
        table.title.edit(table.state, "unit french-5-4-2 0617")
    table = Table({**FAR, "austrian-1-8-2": "0612"}, phase="movement", doomed=["austrian-1-8-2"]).march()
    with pytest.raises(IllegalAction, match="eliminated automatically"):
        table.title.edit(table.state, "unit austrian-1-8-2 0613")
    table.title.edit(table.state, "unit austrian-1-8-1 0613")


def test_what_was_typed_wrong_is_answered_with_what_is_near() -> None:
    table = Table(PAIR)
    with pytest.raises(EngineError) as error:
        table.title.edit(table.state, "unitt frenchh-5-4-1 0711")
    assert "unit french-5-4-1 0711" in error.value.choices
