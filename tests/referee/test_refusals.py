"""Every kind of error, and that a refusal leaves the game as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import render.levee
from engines.levee.title import Levee
from render.facade import Artist
from tests.referee.talk import Talk

REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("illegal", "act", {"seat": "france", "action": "military austria"}),
    ("illegal", "act", {"seat": "france", "action": "naval"}),
    ("illegal", "act", {"seat": "france", "action": "spirit savoy"}),
    ("notation", "act", {"seat": "france", "action": "dance"}),
    ("notation", "act", {"seat": "france", "action": ""}),
    ("notation", "act", {"seat": "france", "action": "military p"}),
    ("notation", "act", {"seat": "france", "action": "military \x00"}),
    ("notation", "act", {"seat": "france", "action": "x" * 1_000_000}),
    ("usage", "act", {"seat": "prussia", "action": "end"}),
    ("usage", "act", {"seat": None, "action": "end"}),
    ("usage", "act", {"seat": "france", "action": 5}),
    ("usage", "act", {"seat": "france", "action": None}),
    ("usage", "act", {"seat": "france"}),
    ("usage", "act", {"action": "end"}),
    ("usage", "act", {"seat": ["france"], "action": "end"}),
    ("usage", "legal", {}),
    ("usage", "legal", {"seat": "spain"}),
    ("usage", "legal", {"seat": 1}),
    ("usage", "view", {"seat": "spain"}),
    ("usage", "view", {"seat": {}}),
    ("usage", "new", {}),
    ("usage", "new", {"title": "chess"}),
    ("usage", "new", {"title": None}),
    ("usage", "new", {"title": "levee", "scenario": "1793"}),
    ("usage", "new", {"title": "levee", "scenario": 5}),
    ("usage", "new", {"title": "levee", "options": {"easy": True}}),
    ("usage", "new", {"title": "levee", "options": {"spirit-of-89": 1}}),
    ("usage", "new", {"title": "levee", "options": ["spirit-of-89"]}),
    ("usage", "new", {"title": "levee", "seed": 5}),
    ("usage", "load", {"title": "levee"}),
    ("usage", "load", {"title": "levee", "state": "x"}),
    ("usage", "load", {"title": "chess", "state": {}}),
    ("usage", "dice", {}),
    ("usage", "dice", {"faces": 3}),
    ("usage", "dice", {"faces": "123"}),
    ("dice", "dice", {"faces": [0]}),
    ("dice", "dice", {"faces": [3, 7]}),
    ("dice", "dice", {"faces": [3, -1]}),
    ("dice", "dice", {"faces": [True]}),
    ("dice", "dice", {"faces": ["3"]}),
    ("dice", "dice", {"faces": [2.5]}),
    ("dice", "dice", {"faces": [None]}),
    ("dice", "dice", {"faces": [[1]]}),
    ("dice", "dice", {"faces": [10**40]}),
    ("usage", "stack", {}),
    ("usage", "stack", {"deck": "headlines"}),
    ("usage", "stack", {"deck": "headlines", "cards": "9"}),
    ("usage", "stack", {"deck": "headlines", "cards": [9]}),
    ("usage", "stack", {"deck": "incidents", "cards": ["t1"]}),
    ("usage", "stack", {"deck": None, "cards": ["9"]}),
    ("dice", "stack", {"deck": "headlines", "cards": ["1"]}),
    ("dice", "stack", {"deck": "headlines", "cards": ["22"]}),
    ("dice", "stack", {"deck": "headlines", "cards": ["99"]}),
    ("dice", "stack", {"deck": "headlines", "cards": ["five"]}),
    ("dice", "stack", {"deck": "headlines", "cards": ["5", "5"]}),
    ("usage", "replay", {}),
    ("usage", "replay", {"record": []}),
    ("usage", "replay", {"record": {}}),
    ("usage", "replay", {"record": {"title": "levee"}}),
    ("usage", "render", {"seat": None}),
    ("usage", "render", {"seat": "spain", "path": "map.png"}),
    ("usage", "render", {"seat": None, "path": 5}),
    ("usage", "render", {"seat": None, "path": ""}),
    ("usage", "render", {"seat": None, "path": "no/such/folder/map.png"}),
    ("usage", "render", {"seat": None, "path": "a\x00b.png"}),
    ("usage", "render", {"seat": None, "path": "x" * 5000}),
    ("usage", "dance", {}),
    ("usage", "", {}),
]


@pytest.mark.parametrize(("kind", "op", "fields"), REFUSED, ids=range(len(REFUSED)))
def test_a_refusal_has_its_kind_and_changes_nothing(
    playing: Talk, kind: str, op: str, fields: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    playing.done("dice", faces=[6])
    before = playing.everything()
    assert playing.refused(op, **fields)["kind"] == kind
    assert playing.everything() == before
    assert list(tmp_path.iterdir()) == []
    (roll,) = (event for event in playing.act("political republic")["events"] if event["type"] == "roll")
    assert roll["faces"] == [6]


def test_an_illegal_action_is_refused_as_the_protocol_shows(playing: Talk) -> None:
    error = playing.refused("act", seat="france", action="military austria")
    assert (error["kind"], error["message"], error["case"]) == (
        "illegal",
        "An army in its starting box cannot be attacked",
        "7.2",
    )


def test_what_cannot_be_read_comes_with_choices(playing: Talk) -> None:
    error = playing.refused("act", seat="france", action="political kingdom")
    assert "kingdom" in error["message"]
    assert "political monarchy" in error["choices"]
    ambiguous = playing.refused("act", seat="france", action="military p")
    assert ambiguous["choices"] == ["military prussia", "military piedmont"]


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "legal", "seat": "france"},
        {"op": "act", "seat": "france", "action": "end"},
        {"op": "view", "seat": None},
        {"op": "state"},
        {"op": "record"},
        {"op": "render", "seat": None, "path": "map.png"},
    ],
    ids=lambda request: request["op"],
)
def test_without_a_game_there_is_nothing_to_ask(talk: Talk, request_: dict[str, Any]) -> None:
    error = talk.refused(**request_)
    assert (error["kind"], error["message"]) == ("usage", "No game is set up")


def test_no_action_is_legal_after_the_end(playing: Talk) -> None:
    playing.done(
        "load", title="levee", state=playing.state() | {"colour": "red", "pile": [], "headline": "60"}
    )
    playing.act("end")
    error = playing.refused("act", seat="france", action="end")
    assert (error["kind"], error["message"], error["case"]) == ("illegal", "The game is over", "9.0")


@pytest.mark.parametrize("faces", [[7], ["1"], [1, 0]])
def test_bad_faces_before_the_game_are_refused_whole(talk: Talk, faces: list[object]) -> None:
    assert talk.refused("dice", faces=faces)["kind"] == "dice"
    talk.done("dice", faces=[6])
    talk.new()
    (roll,) = (event for event in talk.act("political republic")["events"] if event["type"] == "roll")
    assert roll["faces"] == [6]


@pytest.mark.parametrize(
    ("deck", "cards", "kind"),
    [("headlines", ["61"], "dice"), ("headlines", ["5", "5"], "dice"), ("trumps", ["5"], "usage")],
)
def test_bad_cards_before_the_game_are_refused_at_once(
    talk: Talk, deck: str, cards: list[str], kind: str
) -> None:
    assert talk.refused("stack", deck=deck, cards=cards)["kind"] == kind
    talk.new()
    assert talk.done("view")["view"]["headline"] == "1"


def test_a_card_stacked_twice_is_refused_over_two_requests(talk: Talk) -> None:
    talk.done("stack", deck="headlines", cards=["5"])
    assert talk.refused("stack", deck="headlines", cards=["5"])["kind"] == "dice"
    talk.new()
    assert talk.refused("stack", deck="headlines", cards=["5"])["kind"] == "dice"


def failing(*_: object, **__: object) -> Any:
    """What goes wrong wherever it is called."""
    raise KeyError("a card that is missing")


@pytest.mark.parametrize("where", ["carry_out", "outcome", "view"])
def test_a_fault_of_the_rules_is_told_and_the_referee_goes_on(
    playing: Talk, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing.done("dice", faces=[6])
    before = playing.everything()
    state = playing.state()
    with monkeypatch.context() as broken:
        broken.setattr(Levee, where, failing)
        requests: dict[str, dict[str, Any]] = {
            "carry_out": {"op": "act", "seat": "france", "action": "political republic"},
            "outcome": {"op": "load", "title": "levee", "state": state | {"turn": 2}},
            "view": {"op": "view", "seat": None},
        }
        error = playing.refused(**requests[where])
        if where == "outcome":
            # What follows an action is asked once it is done: it is taken back.
            assert playing.refused(**requests["carry_out"]) == error
    assert error["kind"] == "state"
    assert error["message"].startswith("There is a fault in the rules, or in the state that was loaded: ")
    assert playing.everything() == before
    (roll,) = (event for event in playing.act("political republic")["events"] if event["type"] == "roll")
    assert roll["faces"] == [6]
    assert Talk().done("replay", record=playing.done("record")["record"])["ok"]


def test_a_picture_that_cant_be_drawn_is_refused(playing: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render.levee, "ARTIST", Artist(failing, render.levee.alt))
    error = playing.refused("render", seat=None, path="map.png")
    assert (error["kind"], error["message"].startswith("There is no picture: ")) == ("usage", True)


def test_cards_of_another_game_do_not_stand_in_the_way(talk: Talk) -> None:
    talk.done("stack", deck="incidents", cards=["t1"])
    assert "has no deck 'incidents'" in talk.refused("new", title="levee")["message"]
    talk.new()


def test_cards_that_a_loaded_game_refuses_do_not_stand_in_the_way(playing: Talk) -> None:
    other = Talk()
    other.done("stack", deck="headlines", cards=["1"])
    assert other.refused("load", title="levee", state=playing.state())["kind"] == "dice"
    other.done("load", title="levee", state=playing.state())


def test_a_refused_new_game_leaves_the_one_before(playing: Talk) -> None:
    digest = playing.act("end")["digest"]
    playing.refused("new", title="levee", options={"easy": True})
    playing.refused("load", title="levee", state={})
    state = playing.state()
    assert playing.done("load", title="levee", state=state)["digest"] == digest
