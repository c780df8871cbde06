"""Actions as they are typed and written, by the declarations of their structs."""

from __future__ import annotations

from time import process_time

import pytest

from data.grande_armee.hexes import Hex
from engines.core import declared
from engines.core.dice import Dice
from engines.core.errors import AmbiguousNotation, IllegalAction, NotationError
from engines.core.game import Game
from engines.grande_armee import TITLE
from engines.grande_armee.actions import CREATE_ALL, LOSE_AUTO, RETREAT_AUTO, March, Move, Triple

TITLE_ = TITLE()
STATE = TITLE_.setup("1805", {}, Dice("notation")).state


@pytest.mark.parametrize(
    "text",
    [
        "combine french-2-5-1, french-2-5-2",
        "break french-5-4-1",
        "move davout > 0434",
        "move davout > 0434 > 0435 with french-supply-1",
        "march davout > 0434 / 0435 > 0436",
        "march davout > 0434 /",
        "triple french-5-4-1 > 0434",
        "onward davout > 0435",
        "eliminate 1439 by french-5-4-1, french-2-5-1 under davout, ney with french-supply-1",
        "spend french-supply-1 for 1439, 1440",
        "destroy french-2-5-1",
        "attack 1439, 1440 by french-5-4-1 under davout",
        "call off 1439",
        "retreat french-5-4-1 > 0434 > 0435",
        "retreat auto",
        "supply-first austrian-4-3-1",
        "resolve 1439",
        "resolve 1439 2",
        "lose french-2-5-1, french-2-5-2",
        "lose auto",
        "advance french-5-4-1, davout > 1439",
        "create french-depot-1, french-depot-2",
        "create all",
        *("end", "pass", "roll", "halt", "rest", "stand"),
    ],
)
def test_what_is_written_is_read_back(text: str) -> None:
    assert TITLE_.notation(TITLE_.parse(STATE, text)) == text


def test_supply_for_a_march_that_it_can_not_feed_is_read_so_that_a_rule_refuses_it() -> None:
    for text in ("march davout > 0434 / 0435", "triple french-5-4-1 > 0434"):
        fed = TITLE_.parse(STATE, f"{text} with french-supply-1")
        assert isinstance(fed, March | Triple)
        assert fed.supply == "french-supply-1"
        # It is no option of a command, as it never helps.
        assert "supply" not in {option.field for option in declared.options(type(fed))}


def test_towns_and_loose_typing_are_understood() -> None:
    move = TITLE_.parse(STATE, "MOVE Davout>Würzburg")
    assert move == Move("davout", (TITLE_.box.place["wurzburg"],))
    assert TITLE_.parse(STATE, "march davout > ulm/ 1440") == March("davout", ("1441",), ("1440",))  # type: ignore[arg-type]
    assert [TITLE_.parse(STATE, text) for text in ("retreat auto", "lose auto", "create all")] == [
        RETREAT_AUTO,
        LOSE_AUTO,
        CREATE_ALL,
    ]


def test_a_refusal_names_what_is_nearest_as_people_read_it() -> None:
    with pytest.raises(NotationError, match="perhaps 'Austrian 2-5"):
        TITLE_.parse(TITLE_.setup("1809", {}, Dice("notation")).state, "move 2-5 > ulm", "allied")
    with pytest.raises(NotationError, match=r"perhaps 'Ingolstadt \(2238\)'"):
        TITLE_.parse(STATE, "move mack > ingolstad t", "allied")


def test_the_names_that_people_read_can_be_typed() -> None:
    box = TITLE_.box
    for id in STATE.pieces:
        assert TITLE_.parse(STATE, f"move {box.unit(id)} > 0434", "french") == Move(id, (Hex("0434"),))
    for hex in (*box.towns, *sorted(box.terrain)[::50]):
        assert TITLE_.parse(STATE, f"move davout > {box.hex(hex)}", "french") == Move("davout", (hex,))
    # Lists leave the nation out; of what two nations have, a side that is asked means its own.
    assert TITLE_.parse(STATE, "move 5-4 (2) > Regensburg", "french") == Move("french-5-4-2", (Hex("2637"),))
    assert TITLE_.deciding(STATE) == ["allied"]
    supply = TITLE_.parse(STATE, "move supply unit 1 > 0434", "allied")
    assert supply == Move("austrian-supply-1", (Hex("0434"),))
    mack = box.hex(STATE.pieces["mack"].hex)
    text = f"attack {mack} by French 5-4 (1), French 5-4 (2) under Davout, Ney"
    assert TITLE_.notation(TITLE_.parse(STATE, text, "french")) == (
        f"attack {STATE.pieces['mack'].hex} by french-5-4-1, french-5-4-2 under davout, ney"
    )


def test_a_town_that_could_be_several_names_all_in_order() -> None:
    with pytest.raises(AmbiguousNotation) as error:
        TITLE_.parse(STATE, "move davout > l")
    assert len(error.value.choices) > 4
    assert [*error.value.choices] == sorted(error.value.choices)


@pytest.mark.parametrize(
    "text",
    [
        *("move", "move davout", "move davout > 9999", "eliminate 1439", "move nobody > 0434"),
        *("move davout > 0434 with", "attack 1439 by french-5-4-1 under", "spend french-supply-1 for"),
        *("retreat davout", "retreat davout >", "retreat auto > 0434", "call off", "call"),
    ],
)
def test_what_is_not_whole_is_refused_with_suggestions(text: str) -> None:
    with pytest.raises(NotationError):
        TITLE_.parse(STATE, text, "allied")


@pytest.mark.parametrize(
    "text",
    [
        "," * 3999,
        "end" * 1333,
        "break " * 660,
        "attack " + "0139," * 790,
        "move french-5-4-1 > " + " > ".join(["0139"] * 560),
        "move " + "a" * 3900 + " > 0139",
        "resolve 0139 " + "9" * 3900,
    ],
)
def test_what_is_long_and_means_nothing_is_refused_at_once_with_what_is_near(text: str) -> None:
    game = Game(TITLE_, scenario="1805", seed="long")
    while (game.decisions[0].seat, game.decisions[0].kind) != ("french", "movement"):
        seat = game.decisions[0].seat
        game.act(seat, "end" if "end" in game.legal(seat) else "create all")
    assert len(game.legal("french")) > 2000
    began = process_time()
    with pytest.raises((NotationError, IllegalAction)) as refusal:
        game.act("french", text)
    # The event loop waits for it.
    assert process_time() - began < 0.1
    assert len(refusal.value.message) < 300


def test_a_unit_is_numbered_in_figures_that_the_table_uses() -> None:
    with pytest.raises(NotationError):
        TITLE_.parse(STATE, "break french-5-4-\N{ARABIC-INDIC DIGIT ONE}")
