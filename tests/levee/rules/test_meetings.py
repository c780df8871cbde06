"""Where two rules meet: what comes of both, by the words of the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.levee.builder import Position, Result, card, position, with_kit

FREE, BATTALION, FEARS, DECISIVE = "nothing-is-free", "single-battalion", "he-who-fears", "decisive-outcomes"
LEVY, SPIRIT = "levee-en-masse", "spirit-of-89"
ON_LIEGE = position().army("austria", 3).liberated("liege")
RALLIED = ON_LIEGE.option(SPIRIT)
INVADED = position().army("austria", 0)
PRUSSIA = position().army("prussia", 4).liberated("coblenz")


def at(*armies: str) -> Callable[[Result], Any]:
    """Where Armies stand."""
    return lambda result: tuple(result.boxes[army] for army in armies)  # type: ignore[index]


def mdr(result: Result) -> Any:
    return result.mdr


def markers(result: Result) -> Any:
    return result.liberated, result.held


def left(result: Result) -> Any:
    return result.state.actions_left


def conditions(result: Result) -> Any:
    return result.state.conditions


def french(result: Result) -> Any:
    return result.state.french_army


@pytest.mark.parametrize(
    ("start", "actions", "faces", "of", "expected"),
    [
        # A marker in each of two boxes is fought in each (5.1).
        (
            position().army("prussia", 4).liberated("coblenz", "trier").next(card(("prussia", 2))),
            ["end"],
            [3, 1],
            at("prussia"),
            (3,),
        ),
        # No die of an Army is lost or won by nature (5.1, 7.0), and no modifier counts for it.
        (
            PRUSSIA.values(liberation=[6, 6]).next(card(("prussia", 1), military_drm=2)),
            ["end"],
            [6],
            at("prussia"),
            (4,),
        ),
        # Who is sent back into a liberated space fights nobody, and conquers it at the end (5.1, 8.3).
        (
            position().army("prussia", 2).liberated("coblenz").next(card(("prussia", -1)), card()),
            ["end", "end"],
            [],
            markers,
            (set(), 1),
        ),
        # The rotated Prussian Army goes as far as the border (5.5.2).
        (
            position().army("prussia", 3).rotated("prussia").next(card(("prussia", 2))),
            ["end"],
            [],
            at("prussia"),
            (2,),
        ),
        (PRUSSIA.rotated("prussia").next(card(("prussia", 1))), ["end"], [2], at("prussia"), (4,)),
        # Britain driven from Rouen stands in liberated Dunkirk, which falls (7.3.2, 8.3).
        (position().army("britain", 1).liberated("dunkirk"), ["naval", "end"], [5], markers, (set(), 1)),
        # What political success does to the reign counts for order and for the French Army at once.
        (position().tracks(2, 0, 2).disorder(), ["political republic", "restore"], [3], left, 1),
        (position().tracks(1, 0, 2).disorder(), ["end"], [], french, 0),
        (
            position().tracks(3, 0, 2).next(card(military_drm=-2)),
            ["end", "political republic"],
            [3],
            french,
            -2,
        ),
        # The first attack on an Army in Paris is free, whatever came before it, and free once (7.2, 10.6.2).
        (
            position().option(DECISIVE).army("austria", 1),
            ["military austria"] * 2,
            [1, 1, 2],
            left,
            2,
        ),
        (INVADED.option(DECISIVE), ["military austria"] * 3, [5, 1, 1, 2], left, 1),
        # The price of the barricades: once for a reroll, not for a paid attack, and at once (10.3, 10.4).
        (INVADED.option(FREE, BATTALION), ["military austria", "reroll"], [2, 5], mdr, (1, 0, 0)),
        (INVADED.option(FREE), ["military austria"] * 2, [2, 5], mdr, (0, 0, 0)),
        (INVADED.option(FREE, FEARS), ["military austria", "commit"], [4], mdr, (1, 0, 0)),
        (INVADED.option(FREE, DECISIVE).tracks(0, 0, 2), ["military austria"], [6], mdr, (1, 0, 3)),
        (
            INVADED.option(FREE).army("piedmont", 1),
            ["military austria", "military piedmont"],
            [5, 4],
            at("austria", "piedmont"),
            (1, 1),
        ),
        # A die that is rolled anew has done nothing (10.4 with 10.6 and 10.2); +1 goes on the new one (10.5).
        (
            position().option(BATTALION, DECISIVE).tracks(0, 0, 2).army("austria", 3),
            ["military austria", "reroll"],
            [1, 3],
            mdr,
            (0, 0, 2),
        ),
        (
            RALLIED.option(BATTALION).tracks(0, 0, 2),
            ["spirit liege", "reroll"],
            [2, 5],
            mdr,
            (0, 0, 2),
        ),
        (
            position().option(BATTALION, FEARS).army("austria", 1),
            ["military austria", "reroll", "commit"],
            [1, 4],
            at("austria"),
            (2,),
        ),
        (
            position().option(BATTALION).deck("blue", 0).army("austria", 3),
            ["military austria", "reroll", "end"],
            [2, 5],
            french,
            -1,
        ),
        # A failure in the Spirit of '89 ends a reign at once (10.2, 6.2).
        (RALLIED.tracks(1, 0, 2), ["spirit liege"], [2], french, 0),
        # What is given up for a levée is not there to be conquered (10.1, 8.3).
        (
            ON_LIEGE.option(LEVY),
            ["levy liege", "military austria", "end"],
            [2],
            markers,
            (set(), 0),
        ),
        # Decisive outcomes: two orders are two recoveries; who recovers fights no marker (10.6.1, 5.1).
        (
            position().option(DECISIVE).army("austria", 3).condition("austria", 2).next(card(("austria", 2))),
            ["end"],
            [],
            conditions,
            {},
        ),
        (
            position()
            .option(DECISIVE)
            .army("austria", 4)
            .condition("austria", 1)
            .liberated("liege")
            .next(card(("austria", 1))),
            ["end"],
            [],
            at("austria"),
            (4,),
        ),
        # An Army that comes on after a natural 1 fights the marker in its way (10.6.2, 5.1).
        (
            position().option(DECISIVE).army("austria", 4).liberated("liege"),
            ["military austria"],
            [1, 2, 1],
            at("austria"),
            (4,),
        ),
        (position().option(DECISIVE), ["military austria"], [1, 5], at("austria"), (4,)),
        # Those that do not move have the political part alone (X-5.0, 10.6).
        (
            with_kit().option(DECISIVE).tracks(0, 0, 2).army("korsakov", 2),
            ["military korsakov"],
            [1],
            mdr,
            (0, 0, 1),
        ),
        # Napoleon wins by a 5 whatever the modifiers, and Despotism by him.
        (
            with_kit()
            .option(DECISIVE)
            .tracks(0, 0, 2)
            .napoleon("austria")
            .values(austria=6)
            .army("austria", 3)
            .card(card(military_drm=-2)),
            ["military austria"],
            [5],
            mdr,
            (0, 1, 2),
        ),
        # An Army marches past a unit that blocks attacks on it (X-7.2, 5.1).
        (
            with_kit().army("vendee", 3).army("support", 2).next(card(("vendee", 2))),
            ["end"],
            [],
            at("vendee"),
            (1,),
        ),
        # The game ends before Disorder counts where Paris falls, and after it with the last card (8.1, 8.2).
        (INVADED.deck("red", 0).tracks(0, 0, 2).disorder(), ["end"], [], mdr, (0, 0, 2)),
        (
            ON_LIEGE.deck("red", 0).tracks(0, 0, 2).disorder(),
            ["end"],
            [],
            mdr,
            (0, 0, 1),
        ),
    ],
)
def test_two_rules_meet(
    start: Position, actions: list[str], faces: list[int], of: Callable[[Result], Any], expected: Any
) -> None:
    assert of(start.play(*actions, faces=faces)) == expected


@pytest.mark.parametrize(
    ("start", "actions", "faces", "legal", "barred"),
    [
        # What was thrown back, or beaten off, opens a space in the same turn (10.2, X-7.2, 7.4).
        (RALLIED, ["spirit liege"], [2], ["liberate brussels"], ["spirit liege"]),
        (
            with_kit().holding().army("korsakov", 2),
            ["military korsakov"],
            [5],
            ["liberate liege", "liberate brussels"],
            ["military korsakov"],
        ),
        # Order that is restored can be given up again (10.5, 7.5).
        (
            position().option(FEARS).tracks(0, 0, 3).army("austria", 1).army("piedmont", 1),
            ["commit", "military austria", "restore"],
            [2],
            ["commit"],
            ["restore"],
        ),
        # The Spirit of '89 is a Military Action: not at sea, and not against who stands behind (7.3, X-7.2).
        (
            position().option(SPIRIT).army("britain", 4).liberated("at-sea"),
            [],
            [],
            ["naval"],
            ["spirit at-sea"],
        ),
        (
            with_kit().option(SPIRIT).army("korsakov", 2).army("austria", 3).liberated("liege"),
            [],
            [],
            ["military korsakov"],
            ["spirit liege", "military austria"],
        ),
        # Napoleon whose Army has left the map waits for another turn.
        (
            with_kit().napoleon("korsakov").army("korsakov", 2),
            ["military korsakov"],
            [5],
            ["political republic"],
            ["napoleon austria", "recall"],
        ),
    ],
)
def test_what_may_follow_where_two_rules_meet(
    start: Position, actions: list[str], faces: list[int], legal: list[str], barred: list[str]
) -> None:
    offered = {*start.play(*actions, faces=faces).legal}
    assert {*legal} <= offered
    assert not {*barred} & offered


def test_an_army_is_named_in_the_spirit_where_there_is_a_choice_and_left_out_where_there_is_none() -> None:
    alone = RALLIED.start()
    assert (
        alone.title.notation(alone.title.parse(alone.state, "spirit liege against austria")) == "spirit liege"
    )
    both = with_kit().option(SPIRIT).army("vendee", 3).army("spain", 3).liberated("liege").start()
    named = "spirit la-rochelle against spain"
    assert both.title.notation(both.title.parse(both.state, named)) == named


def test_the_sum_that_is_needed_is_one_more_than_the_battle_value() -> None:
    odds = position().values(austria=4).army("austria", 3).start().odds("military austria")
    assert odds is not None
    assert odds.needed == 5
