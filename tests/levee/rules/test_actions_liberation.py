"""7.4: Liberation Actions and control."""

from __future__ import annotations

import msgspec
import pytest

from data.levee.schema import ARMIES, Army, Drm
from engines.levee.events import LiberationPlaced
from tests.levee.builder import Position, card, plain, position

ROUND: dict[Army, dict[int, str]] = {
    "britain": {4: "at-sea", 3: "dunkirk"},
    "prussia": {4: "cologne", 3: "coblenz", 2: "trier"},
    "austria": {4: "freiburg", 3: "liege", 2: "brussels"},
    "piedmont": {4: "piedmont", 3: "savoy"},
    "vendee": {},
}
"""Round spaces by track and box."""


def open_for(legal: list[str]) -> set[str]:
    """Spaces that can be liberated."""
    return {action.removeprefix("liberate ") for action in legal if action.startswith("liberate ")}


@pytest.mark.case("L-7.4-a")
def test_without_a_marker_in_the_holding_box_nothing_can_be_liberated() -> None:
    refusal = position().refused("liberate brussels")
    assert refusal.case == "7.4"
    assert "Holding Box" in refusal.message
    assert position().spent(2).refused("liberate brussels").case == "7.4"


@pytest.mark.case("L-7.4-b")
def test_every_round_space_in_front_of_its_army_is_open() -> None:
    every = {space for track in ROUND.values() for space in track.values()}
    assert open_for(position().holding().legal) == every


@pytest.mark.parametrize(
    ("space", "reason"),
    [
        ("rouen", "round"),
        ("lyon", "round"),
        ("paris", "round"),
        ("london", "round"),
        ("innsbruck", "round"),
        ("liege", "contested"),
        ("freiburg", "Allied"),
        ("brussels", "already"),
    ],
)
@pytest.mark.case("L-7.4-b")
def test_other_spaces_are_refused(space: str, reason: str) -> None:
    board = position().army("austria", 3).liberated("brussels").holding()
    refusal = board.refused(f"liberate {space}")
    assert refusal.case == "7.4"
    assert reason in refusal.message


@pytest.mark.case("L-7.4-c")
def test_the_markers_value_has_to_be_beaten() -> None:
    start = position().holding().start()
    for face in range(1, 7):
        (roll,) = start.play("liberate brussels", faces=[face]).rolls
        assert (roll.success, roll.needed) == (face > 2, 3)


@pytest.mark.parametrize("drm", [-2, -1, 1])
@pytest.mark.case("L-7.4-c")
def test_liberation_drms_count(drm: int) -> None:
    start = position().holding().card(card(drm=[Drm("liberation", drm)])).start()
    for face in (2, 3, 4, 5):
        (roll,) = start.play("liberate brussels", faces=[face]).rolls
        assert roll.success == (face + drm > 2)


@pytest.mark.case("L-7.4-c", "L-5.4-a")
def test_a_liberation_drm_may_be_tied_to_a_space() -> None:
    start = position().holding().card(card(drm=[Drm("liberation", 1, space="savoy")])).start()
    assert start.play("liberate savoy", faces=[2]).liberated == {"savoy"}
    assert start.play("liberate brussels", faces=[2]).liberated == set()


@pytest.mark.case("L-7.4-c")
def test_no_other_drm_counts() -> None:
    drm = [
        Drm("military", 2, "austria"),
        Drm("military", 2, space="brussels"),
        Drm("political", 2),
        Drm("naval", 2),
        Drm("restore-order", 2),
    ]
    start = position().holding().card(card(military_drm=2, drm=drm)).start()
    (roll,) = start.play("liberate brussels", faces=[2]).rolls
    assert (roll.modifiers, roll.success) == ([], False)


@pytest.mark.case("L-7.4-d")
def test_success_puts_one_marker_into_the_space() -> None:
    result = position().holding(2).play("liberate brussels", faces=[3])
    assert (result.liberated, result.held, result.state.actions_left) == ({"brussels"}, 1, 2)
    assert [placed.space for placed in result.of(LiberationPlaced)] == ["brussels"]


@pytest.mark.case("L-7.4-d")
def test_failure_leaves_the_marker_in_the_holding_box() -> None:
    result = position().holding().play("liberate brussels", faces=[2])
    assert (result.liberated, result.held, result.state.actions_left) == (set(), 1, 2)


@pytest.mark.case("L-4.3-b")
def test_without_an_action_left_nothing_can_be_liberated() -> None:
    assert position().holding().actions(0).refused("liberate brussels").case == "4.3"


@pytest.mark.case("L-7.4-e")
def test_a_marker_on_the_map_cannot_be_moved_or_recalled() -> None:
    placed = position().liberated("brussels", "savoy").start()
    assert not [action for action in placed.legal if "brussels" in action or "savoy" in action]
    assert placed.refused("liberate liege").case == "7.4"


@pytest.mark.case("L-7.4-f")
def test_a_placed_marker_defends() -> None:
    board = position().army("austria", 3).holding().next(card(("austria", 1)))
    stopped = board.play("liberate brussels", "end", faces=[3, 2])
    assert (stopped.boxes["austria"], stopped.liberated) == (3, {"brussels"})


@pytest.mark.case("L-7.4-f")
def test_a_placed_marker_scores() -> None:
    last = position().deck("red", 0).holding()

    def points(board: Position, *actions: str, faces: tuple[int, ...] = ()) -> int:
        outcome = board.play(*actions, faces=faces).outcome
        assert outcome is not None
        assert outcome.score is not None
        return outcome.score

    assert points(last, "liberate brussels", "end", faces=(3,)) == points(last, "end") + 2


@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("at", range(6))
@pytest.mark.case("L-7.4-g")
def test_the_french_control_what_lies_between_the_army_and_paris(army: Army, at: int) -> None:
    others = {space for other in ARMIES if other != army for space in ROUND[other].values()}
    below = {space for box, space in ROUND[army].items() if box < at}
    assert open_for(position().army(army, at).holding().legal) == others | below


@pytest.mark.case("L-7.4-h")
def test_pushing_an_army_back_opens_its_space_at_once() -> None:
    board = position().army("austria", 2).holding()
    assert board.refused("liberate brussels").case == "7.4"
    result = board.play("military austria", "liberate brussels", faces=[6, 6])
    assert result.liberated == {"brussels"}


@pytest.mark.case("L-7.4-i")
def test_the_sea_can_be_liberated_when_the_british_are_at_home() -> None:
    assert position().holding().play("liberate at-sea", faces=[3]).liberated == {"at-sea"}
    assert "contested" in position().army("britain", 4).holding().refused("liberate at-sea").message
    assert "Allied" in position().army("britain", 3).holding().refused("liberate at-sea").message


@pytest.mark.case("L-7.4-j")
def test_a_marker_at_sea_defends_and_is_worth_4() -> None:
    board = position().liberated("at-sea")
    held = board.reveal(card(("britain", 1)), faces=[2])
    assert held.boxes["britain"] == 5
    assert board.reveal(card(("britain", 1)), faces=[3]).boxes["britain"] == 4
    outcome = board.deck("red", 0).play("end").outcome
    assert outcome is not None
    assert [line.value for line in outcome.working if "At Sea" in str(line.label)] == [4]


@pytest.mark.case("A-17")
def test_markers_of_different_value_are_named_before_the_roll() -> None:
    board = position().values(liberation=[2, 4]).holding(2).army("austria", 3)
    assert board.refused("liberate brussels").case == "7.4"
    assert "liberate brussels with liberation-2" in board.legal
    strong = board.play("liberate brussels with liberation-2", faces=[4])
    assert (strong.rolls[0].needed, strong.liberated) == (5, set())
    weak = board.play("liberate brussels with liberation-1", faces=[4])
    assert (weak.rolls[0].needed, weak.liberated) == (3, {"brussels"})


@pytest.mark.case("A-17")
def test_the_named_marker_defends_with_its_own_value() -> None:
    board = position().values(liberation=[2, 4]).holding(2).army("austria", 3).next(card(("austria", 1)))
    strong = board.play("liberate brussels with liberation-2", "end", faces=[5, 4])
    assert strong.boxes["austria"] == 3
    weak = board.play("liberate brussels with liberation-1", "end", faces=[5, 4])
    assert weak.boxes["austria"] == 2


@pytest.mark.case("A-17")
def test_a_marker_that_is_not_held_cannot_be_named() -> None:
    board = position().values(liberation=[2, 4]).holding()
    assert board.refused("liberate brussels with liberation-2").case == "7.4"


@pytest.mark.case("A-17")
def test_markers_of_one_value_need_not_be_named() -> None:
    start = position().holding(2).start()
    assert {"liberate brussels", "liberate savoy"} <= set(start.legal)
    assert not [action for action in start.legal if " with " in action]
    named = start.title.parse(start.state, "liberate brussels with liberation-2")
    assert start.title.notation(named) == "liberate brussels"


@pytest.mark.parametrize("army", ["britain", "prussia", "austria", "piedmont"])
@pytest.mark.case("A-18", "L-7.4-i")
def test_the_track_of_a_removed_army_is_french(army: Army) -> None:
    open_spaces = open_for(position().off(army).holding().legal)
    assert set(ROUND[army].values()) <= open_spaces


@pytest.mark.parametrize("typed", ["liege", "Liège-sur-Meuse", "lie", "liège sur", "liege-"])
def test_a_space_may_be_typed_by_its_id_its_name_or_the_beginning_of_both(typed: str) -> None:
    pack = plain()
    tracks = [
        msgspec.structs.replace(
            track,
            space=[
                msgspec.structs.replace(space, name="Liège sur Meuse") if space.id == "liege" else space
                for space in track.space
            ],
        )
        for track in pack.board.track
    ]
    board = msgspec.structs.replace(pack.board, track=tracks)
    start = position(msgspec.structs.replace(pack, board=board)).holding().start()
    assert start.title.notation(start.title.parse(start.state, f"liberate {typed}")) == "liberate liege"
