"""A state that can't be loaded is refused by name of the field; a record by its first bad entry."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from engines.levee.state import State
from tests.referee.talk import Talk

WRONG: list[tuple[str, Any]] = [
    ("scenario", "1793"),
    ("scenario", 5),
    ("options", {}),
    ("options", {"levee-en-masse": False}),
    ("options", {"levee-en-masse": 1, "spirit-of-89": False}),
    ("options", {"levee-en-masse": False, "spirit-of-89": False, "easy": True}),
    ("turn", 0),
    ("turn", -1),
    ("turn", 1.5),
    ("turn", "1"),
    ("turn", True),
    ("phase", "peace"),
    ("phase", None),
    ("phase", "emergency"),
    ("colour", "green"),
    ("colour", "white"),
    ("pile", ["22"]),
    ("pile", ["1"]),
    ("pile", ["5", "5"]),
    ("pile", [5]),
    ("pile", "5"),
    ("pile", None),
    ("headline", ""),
    ("headline", "99"),
    ("headline", 1),
    ("headline", "46"),
    ("actions_left", -1),
    ("actions_left", 99),
    ("actions_left", 10**30),
    ("tracks", {}),
    ("tracks", {"monarchy": 5, "despotism": 0, "republic": 0}),
    ("tracks", {"monarchy": -2, "despotism": 0, "republic": 0}),
    ("tracks", {"monarchy": 0, "despotism": 0}),
    ("tracks", {"monarchy": 0, "despotism": 0, "empire": 0}),
    ("tracks", {"monarchy": None, "despotism": 0, "republic": 0}),
    ("french_army", 3),
    ("french_army", -3),
    ("disorder", "no"),
    ("disorder", None),
    ("boxes", {}),
    ("boxes", {"britain": 6, "prussia": 5, "austria": 5, "piedmont": 5, "vendee": 5}),
    ("boxes", {"britain": -1, "prussia": 5, "austria": 5, "piedmont": 5, "vendee": 5}),
    ("boxes", {"britain": 5, "prussia": 5, "austria": 5, "piedmont": 5}),
    ("boxes", {"britain": 5, "prussia": 5, "austria": 5, "piedmont": 5, "spain": 5}),
    ("rotated", ["spain"]),
    ("rotated", ["prussia", "prussia"]),
    ("rotated", "prussia"),
    ("markers", {}),
    ("markers", {"liberation-1": "out"}),
    ("markers", {"liberation-1": "out", "liberation-3": "out"}),
    ("markers", {"liberation-1": "rouen", "liberation-2": "out"}),
    ("markers", {"liberation-1": "atlantis", "liberation-2": "out"}),
    ("markers", {"liberation-1": "paris", "liberation-2": "out"}),
    ("markers", {"liberation-1": "savoy", "liberation-2": "savoy"}),
    ("markers", {"liberation-1": 1, "liberation-2": "out"}),
    ("stormed", ["spain"]),
    ("stormed", ["austria", "austria"]),
    ("rallied", [None]),
    ("rallied", ["austria", "austria"]),
    ("paris_fell", 1),
    ("crowned", "9.1"),
    ("napoleon", "holding"),
    ("recalled", True),
    ("acted", 1),
    ("conditions", {"austria": 1}),
    ("pending", {"fight": "military", "army": "austria", "face": 3, "free": None, "space": "liege"}),
    ("committed", "austria"),
    ("weary", True),
    ("extra", 1),
    ("luck", 1),
]
FIELDS = [field.name for field in msgspec.structs.fields(State)]
NEEDED = [field.name for field in msgspec.structs.fields(State) if field.required]
"""What the rules of the Expansion Kit add is left out while it is as at the start."""


@pytest.mark.parametrize(
    ("field", "value"), WRONG, ids=[f"{field}-{n}" for n, (field, _) in enumerate(WRONG)]
)
def test_a_wrong_field_is_named(playing: Talk, field: str, value: Any) -> None:
    before = playing.everything()
    error = playing.refused("load", title="levee", state=playing.state() | {field: value})
    assert error["kind"] == "state"
    assert field in error["message"] or (field == "colour" and "headline" in error["message"])
    assert playing.everything() == before


def test_every_field_has_been_tried(playing: Talk) -> None:
    assert set(FIELDS) == {field for field, _ in WRONG} - {"luck"}
    assert set(NEEDED) == set(playing.state())


@pytest.mark.parametrize("field", NEEDED)
def test_a_missing_field_is_named(playing: Talk, field: str) -> None:
    state = playing.state()
    del state[field]
    error = playing.refused("load", title="levee", state=state)
    assert (error["kind"], f"`{field}`" in error["message"]) == ("state", True)


def test_an_emergency_without_a_target_is_refused(playing: Talk) -> None:
    options = {"levee-en-masse": True, "spirit-of-89": False}
    state = playing.state() | {"phase": "emergency", "options": options}
    assert "phase" in playing.refused("load", title="levee", state=state)["message"]
    state["boxes"]["austria"] = 3
    playing.done("load", title="levee", state=state)
    assert playing.done("legal", seat="france")["actions"] == ["military austria"]


def test_the_order_of_the_pile_is_nobodys_secret(playing: Talk) -> None:
    state = playing.state()
    digest = playing.done("load", title="levee", state=state)["digest"]
    state["pile"].reverse()
    assert playing.done("load", title="levee", state=state)["digest"] == digest


def test_an_order_that_means_nothing_makes_no_difference(playing: Talk) -> None:
    here = playing.state() | {"boxes": dict.fromkeys(playing.state()["boxes"], 0)}
    digests = set()
    for field in ("rotated", "stormed", "rallied"):
        for armies in (["austria", "vendee"], ["vendee", "austria"]):
            loaded = playing.done("load", title="levee", state=here | {field: armies})
            digests.add((field, loaded["digest"]))
    assert len(digests) == 3
    for first, second in (("austria", "vendee"), ("vendee", "austria")):
        playing.done("load", title="levee", state=here)
        playing.done("dice", faces=[1, 1])
        playing.act(f"military {first}")
        digests.add(("play", playing.act(f"military {second}")["digest"]))
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"phase": "over"}, "phase"),
        ({"phase": "over", "colour": "red", "headline": "60", "pile": ["59"]}, "phase"),
        ({"phase": "over", "paris_fell": True}, "paris_fell"),
        ({"paris_fell": True}, "paris_fell"),
        ({"french_army": 1}, "french_army"),
        ({"boxes": {"britain": 5, "prussia": None, "austria": 5, "piedmont": 5, "vendee": 5},
          "rotated": ["prussia"]}, "rotated"),
    ],
)  # fmt: skip
def test_fields_that_contradict_each_other_are_refused(
    playing: Talk, changes: dict[str, Any], field: str
) -> None:
    error = playing.refused("load", title="levee", state=playing.state() | changes)
    assert error["kind"] == "state"
    assert error["message"].startswith(f"{field}: ")


def test_a_game_that_is_over_can_be_loaded(playing: Talk) -> None:
    last = {"phase": "over", "colour": "red", "headline": "60", "pile": []}
    assert playing.done("load", title="levee", state=playing.state() | last)["outcome"]["score"] is not None
    boxes = playing.state()["boxes"] | {"vendee": 0}
    fell = {"phase": "over", "colour": "blue", "headline": "1", "pile": ["21"], "paris_fell": True}
    outcome = playing.done("load", title="levee", state=playing.state() | fell | {"boxes": boxes})["outcome"]
    assert outcome["level"] == "crushing-defeat"


def record_of(talk: Talk) -> dict[str, Any]:
    """A record of four actions."""
    for action in ("political republic", "end", "political monarchy", "end"):
        talk.act(action)
    record = talk.done("record")["record"]
    assert isinstance(record, dict)
    return copy.deepcopy(record)


@pytest.mark.parametrize(
    ("entry", "field", "value"),
    [
        (1, "action", "political monarchy"),
        (2, "action", "dance"),
        (3, "action", "military austria"),
        (3, "seat", "prussia"),
        (2, "digest", "0" * 64),
        (4, "digest", ""),
        (1, "draws", []),
        (4, "draws", []),
    ],
)
def test_a_replay_names_the_entry_that_does_not_follow(
    playing: Talk, entry: int, field: str, value: Any
) -> None:
    record = record_of(playing)
    record["journal"][entry - 1][field] = value
    error = playing.refused("replay", record=record)
    assert error["kind"] == "illegal"
    assert error["message"].startswith(f"Entry {entry}: ")


@pytest.mark.parametrize("entry", [1, 2, 3, 4])
def test_a_replay_finds_a_changed_draw(playing: Talk, entry: int) -> None:
    record = record_of(playing)
    (draw,) = record["journal"][entry - 1]["draws"]
    others = {"d6": "123456", "headlines": ["2", "3", "4"]}[draw["of"]]
    draw["value"] = next(value for value in others if value != draw["value"])
    assert playing.refused("replay", record=record)["message"].startswith(f"Entry {entry}: ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", "another"),
        ("scenario", "1793"),
        ("options", {"levee-en-masse": True, "spirit-of-89": False}),
        ("opening_digest", ""),
        ("format", 9),
    ],
)
def test_a_replay_finds_a_changed_agreement(playing: Talk, field: str, value: Any) -> None:
    record = record_of(playing)
    record[field] = value
    assert playing.refused("replay", record=record)["message"].startswith("Entry 0: ")


@pytest.mark.parametrize("field", ["title", "pack", "journal", "opening_digest"])
def test_a_record_that_cannot_be_read_is_refused_by_its_field(playing: Talk, field: str) -> None:
    record = record_of(playing)
    record[field] = 5
    error = playing.refused("replay", record=record)
    assert (error["kind"], field in error["message"]) == ("usage", True)


def test_a_record_of_an_unknown_title_is_refused(playing: Talk) -> None:
    assert playing.refused("replay", record=record_of(playing) | {"title": "chess"})["kind"] == "usage"
