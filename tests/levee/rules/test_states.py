"""States from outside: each field is refused beyond its bounds, and taken at them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.core.errors import StateError
from engines.core.record import read_state
from engines.levee.box import Box
from tests.levee.builder import Position, Result, card, plain, plain_kit, position, with_kit

DECISIVE = with_kit().option("decisive-outcomes").army("austria", 3)
FEARED = position().option("he-who-fears")
ATTACKED = position().option("single-battalion").army("austria", 3).play("military austria", faces=[2])
STILL = position().start().state.pile


def changed(at: Position | Result, path: str, value: Any) -> Result:
    """The position with another value at a path, read from outside."""
    result = at if isinstance(at, Result) else at.start()
    plain_state = msgspec.to_builtins(result.state, str_keys=True)
    *fields, last = path.split(".")
    part = plain_state
    for field in fields:
        part = part[field]
    part[last] = value
    state: Any = read_state(result.title, plain_state)
    return Result(result.title, state)


@pytest.mark.parametrize(
    ("at", "path", "value"),
    [
        (position(), "turn", 1),
        (position(), "actions_left", 0),
        (position(), "actions_left", 12),
        (position().tracks(4, 0, 0).card(card(military_drm=-1)), "french_army", -2),
        (position().tracks(0, 0, 4).card(card(military_drm=1)), "french_army", 2),
        (position(), "tracks.monarchy", -1),
        (position().tracks(0, 4, 0), "tracks.monarchy", 4),
        (position(), "boxes.austria", 0),
        (with_kit(), "boxes.spain", 0),
        (with_kit(), "boxes.korsakov", 1),
        (with_kit(), "boxes.korsakov", 5),
        (with_kit(), "napoleon", "holding"),
        (DECISIVE, "conditions", {"austria": 2}),
        (FEARED, "extra", 6),
        (ATTACKED, "pending.face", 6),
    ],
)
def test_a_state_at_its_bounds_is_taken(at: Position | Result, path: str, value: Any) -> None:
    assert changed(at, path, value).legal


@pytest.mark.parametrize(
    ("at", "path", "value", "field"),
    [
        (position(), "turn", 0, "turn"),
        (position(), "headline", "99", "headline"),
        (position(), "actions_left", -1, "actions_left"),
        (position(), "actions_left", 13, "actions_left"),
        (position(), "french_army", -3, "french_army"),
        (position(), "french_army", 3, "french_army"),
        (position(), "tracks.monarchy", -2, "tracks.monarchy"),
        (position(), "tracks.monarchy", 5, "tracks.monarchy"),
        (position(), "boxes.austria", -1, "boxes.austria"),
        (position(), "boxes.austria", 6, "boxes.austria"),
        (with_kit(), "boxes.korsakov", 0, "boxes.korsakov"),
        (with_kit(), "boxes.support", 0, "boxes.support"),
        (position(), "boxes.spain", 4, "boxes"),
        (position(), "stormed", ["austria", "austria"], "stormed"),
        (position(), "rallied", ["spain"], "rallied"),
        (position(), "rotated", ["austria", "austria"], "rotated"),
        (position().off("prussia"), "rotated", ["prussia"], "rotated"),
        (with_kit().army("korsakov", 2), "rotated", ["korsakov"], "rotated"),
        (position(), "markers.liberation-1", "lyon", "markers.liberation-1"),
        (position(), "markers.liberation-1", "paris", "markers.liberation-1"),
        (position().liberated("liege"), "markers.liberation-2", "liege", "markers.liberation-2"),
        (position(), "pile", ["99"], "pile"),
        (position(), "pile", [STILL[0], STILL[0]], "pile"),
        (position(), "pile", [position().start().state.headline], "pile"),
        (position(), "phase", "over", "phase"),
        (position().deck("red", 0), "phase", "emergency", "phase"),
        (position(), "paris_fell", True, "paris_fell"),
        (position(), "crowned", "9.1", "crowned"),
        (position(), "napoleon", "holding", "napoleon"),
        (with_kit().off("austria"), "napoleon", "austria", "napoleon"),
        (with_kit(), "recalled", True, "recalled"),
        (with_kit().army("austria", 3), "conditions", {"austria": 1}, "conditions"),
        (DECISIVE, "conditions", {"austria": 0}, "conditions"),
        (DECISIVE, "conditions", {"austria": 3}, "conditions"),
        (DECISIVE.army("korsakov", 2), "conditions", {"korsakov": 1}, "conditions"),
        (DECISIVE.rotated("prussia"), "conditions", {"prussia": 1}, "conditions"),
        (DECISIVE.off("prussia"), "conditions", {"prussia": 1}, "conditions"),
        (position(), "phase", "die", "pending"),
        (position(), "committed", "austria", "committed"),
        (position(), "weary", True, "weary"),
        (position(), "extra", 1, "extra"),
        (FEARED, "extra", 7, "extra"),
        (ATTACKED, "pending.face", 0, "pending"),
        (ATTACKED, "pending.face", 7, "pending"),
        (ATTACKED, "pending.army", "spain", "pending"),
    ],
)
def test_a_state_beyond_its_bounds_is_refused_by_its_field(
    at: Position | Result, path: str, value: Any, field: str
) -> None:
    with pytest.raises(StateError, match=f"^{field}: "):
        changed(at, path, value)


def test_headlines_of_the_historical_game_come_in_their_order() -> None:
    at = with_kit("extended-historical").start()
    earlier = str(int(at.state.headline) - 1)
    with pytest.raises(StateError, match=r"^pile: "):
        changed(at, "pile", [earlier, *at.state.pile])


def test_a_pack_has_the_expansion_kit_where_it_has_units_and_cards_of_it() -> None:
    replace = msgspec.structs.replace
    kit, base = plain_kit(), plain()
    assert Box(kit).kit
    assert not Box(base).kit
    assert not Box(replace(kit, cards=base.cards)).kit
    assert not Box(replace(kit, board=replace(kit.board, unit=[]))).kit


def test_a_turn_ends_by_itself_where_nothing_else_is_left_and_no_sooner() -> None:
    for at, ends in ((position().actions(0), True), (position().actions(1), False)):
        result = at.start()
        (decision,) = result.title.decisions(result.state)
        assert (result.title.forced(result.state, decision) is not None) == ends
