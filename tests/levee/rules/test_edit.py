"""What a moderator can put right in *Levée en Masse*, and what follows from it."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.errors import IllegalAction, NotationError
from engines.core.events import Edited, Event
from engines.levee.box import HOLDING, OUT, SPENT
from engines.levee.events import ArmyMoved, FrenchArmySet, MarkerMoved
from engines.levee.state import State
from engines.levee.title import Levee
from tests.levee.builder import frozen

TITLE = Levee(frozen())
BOTH = {"levee-en-masse": True, "spirit-of-89": True}


def begun(options: dict[str, bool] | None = None) -> State:
    return TITLE.setup("base", options or {}, Dice("edit")).state


def after(state: State, *edits: str) -> State:
    for edit in edits:
        state = TITLE.edit(state, edit).state
    return state


def events(state: State, edit: str) -> list[Event]:
    return TITLE.edit(state, edit).events


def test_an_army_is_put_into_a_box() -> None:
    state = after(begun(), "army austria 3")
    assert state.boxes["austria"] == 3
    at = TITLE.box.at["austria"]
    moved = ArmyMoved("austria", 3, 2, at[3], at[2], "edit")
    assert events(state, "army austria 2") == [Edited("army austria 2"), moved]


def test_an_army_off_the_map_is_not_rotated_and_can_come_back() -> None:
    state = after(begun(), "rotated prussia on", "army prussia off")
    assert state.boxes["prussia"] is None
    assert state.rotated == []
    assert after(state, "army prussia 4").boxes["prussia"] == 4


def test_an_army_off_the_map_cannot_be_rotated() -> None:
    with pytest.raises(IllegalAction, match="That can't be: an Army off the map is not rotated"):
        after(begun(), "army prussia off", "rotated prussia on")


def test_a_marker_moves_and_the_french_army_follows() -> None:
    state = after(begun(), "track monarchy 1", "track despotism 1", "track republic 1", "track republic 0")
    state = after(state, "track monarchy 0", "track despotism 0")
    happened = events(state, "track republic 4")
    assert happened[:2] == [Edited("track republic 4"), MarkerMoved("republic", 0, 4, "edit")]
    assert isinstance(happened[2], FrenchArmySet)
    assert after(state, "track republic 4").french_army == happened[2].value == state.french_army + 1


def test_a_liberation_marker_goes_anywhere() -> None:
    state = begun(BOTH)
    marker = next(iter(state.markers))
    space = TITLE.box.round[0]
    for place in (HOLDING, space, SPENT, OUT):
        state = after(state, f"liberation {marker} {place}")
        assert state.markers[marker] == place


def test_two_markers_cannot_be_in_one_space() -> None:
    state = begun()
    first, second, *_ = state.markers
    space = TITLE.box.round[0]
    with pytest.raises(IllegalAction, match="another marker is in that space"):
        after(state, f"liberation {first} {space}", f"liberation {second} {space}")


def test_the_small_things_are_set() -> None:
    state = after(begun(BOTH), "disorder on", "actions 7", "stormed austria on", "rallied vendee on")
    assert (state.disorder, state.actions_left) == (True, 7)
    assert (state.stormed, state.rallied) == (["austria"], ["vendee"])
    state = after(state, "disorder off", "actions 0", "stormed austria off", "rallied vendee off")
    assert (state.disorder, state.actions_left) == (False, 0)
    assert (state.stormed, state.rallied) == ([], [])


@pytest.mark.parametrize(
    ("edit", "case"),
    [("rallied vendee on", "10.2"), ("liberation {marker} spent", "10.1")],
)
def test_what_the_campaign_is_played_without_cannot_be_edited(edit: str, case: str) -> None:
    state = begun()
    with pytest.raises(IllegalAction) as refusal:
        after(state, edit.format(marker=next(iter(state.markers))))
    assert refusal.value.case == case


def test_an_edit_that_changes_nothing_is_refused() -> None:
    state = after(begun(), "army austria 3")
    with pytest.raises(IllegalAction, match="Nothing would change: 'army austria 3' is so already"):
        TITLE.edit(state, "army austria 3")


def test_the_army_that_an_emergency_attack_is_owed_on_cannot_be_taken_away() -> None:
    state = begun({"levee-en-masse": True})
    state = after(state, *(f"army {army} off" for army in ("britain", "prussia", "piedmont", "vendee")))
    state.phase = "emergency"
    state.boxes["austria"] = 3
    with pytest.raises(IllegalAction, match="there is no Army that the Emergency attack could be made on"):
        TITLE.edit(state, "army austria off")


@pytest.mark.parametrize("edit", ["headline 3", "turn 4", "pile 3", "army spain 3", "army austria 6"])
def test_there_is_no_edit_of_chance_or_of_what_is_not_there(edit: str) -> None:
    with pytest.raises(NotationError):
        TITLE.edit(begun(), edit)


def test_choices_are_those_that_would_change_something() -> None:
    state = after(begun(), "army austria 3")
    assert TITLE.edit_choices(state, "army aus") == [f"army austria {to}" for to in (0, 1, 2, 4, 5, "off")]
    assert TITLE.edit_choices(state, "disorder") == ["disorder off" if state.disorder else "disorder on"]
