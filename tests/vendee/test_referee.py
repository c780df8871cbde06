"""*For God and For the King* by the same requests: two seats, secrets, a pool, and options."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from tests.referee.talk import Talk

SEATS = ("republican", "royalist")


@pytest.fixture
def playing(talk: Talk) -> Talk:
    """A referee with a new game of it."""
    talk.done("new", title="vendee", seed="any text")
    return talk


def legal(talk: Talk) -> dict[str, list[str]]:
    """What each seat may do."""
    return {seat: talk.done("legal", seat=seat)["actions"] for seat in SEATS}


def played(talk: Talk, actions: int, reply: dict[str, Any] | None = None) -> dict[str, Any]:
    """The reply to the last of so many random actions, or to that which ended the game."""
    chooser = Random("played")
    for _ in range(actions):
        seat = next(seat for seat, open_to in legal(talk).items() if open_to)
        reply = talk.done("act", seat=seat, action=chooser.choice(legal(talk)[seat]))
        if reply["outcome"]:
            break
    assert reply is not None
    return reply


def in_operations(talk: Talk) -> str:
    """Place everything and begin; who is in hand."""
    while True:
        (owed,) = talk.done("load", title="vendee", state=talk.state())["decisions"]
        if owed["kind"] == "operations":
            return str(owed["seat"])
        open_to = talk.done("legal", seat=owed["seat"])["actions"]
        action = next(known for known in ("place auto", "done", "begin", *open_to) if known in open_to)
        talk.done("act", seat=owed["seat"], action=action)


def test_titles_tell_its_seats_and_options(talk: Talk) -> None:
    (title,) = (title for title in talk.done("titles")["titles"] if title["id"] == "vendee")
    assert set(title["seats"]) == set(SEATS)
    assert {option["id"]: option["default"] for option in title["options"]} == {
        "bas-poitou": True,
        "late-passes": True,
        "known-odds": True,
        "powder-cycles": True,
        "all-points-count": True,
    }


def test_one_seat_has_something_to_do_and_the_other_has_not(playing: Talk) -> None:
    assert [bool(open_to) for open_to in legal(playing).values()] == [True, False]


def test_the_other_seat_is_told_whom_the_game_waits_for(playing: Talk) -> None:
    before = playing.state()
    error = playing.refused("act", seat="royalist", action="place auto")
    assert (error["kind"], error["case"]) == ("illegal", "2.4")
    assert "waits for the Republicans" in error["message"]
    assert playing.state() == before


def test_what_cannot_be_read_comes_with_the_typing_seats_own_choices(playing: Talk) -> None:
    own = playing.refused("act", seat="republican", action="plaice auto")
    assert own["kind"] == "notation"
    assert set(own["choices"]) <= set(legal(playing)["republican"])
    assert playing.refused("act", seat="royalist", action="plaice auto")["choices"] == []


def test_a_path_can_be_given_in_one_go(playing: Talk) -> None:
    seat = in_operations(playing)
    start = next(word.split()[1] for word in legal(playing)[seat] if word.startswith("activate "))
    error = playing.refused("act", seat=seat, action=f"move {start} > {start}")
    assert error["kind"] == "illegal"
    assert error["case"]


def test_each_seat_sees_what_the_other_does_not(playing: Talk) -> None:
    in_operations(playing)
    views = {seat: playing.done("view", seat=seat)["view"] for seat in (None, *SEATS)}
    hidden = [area for area, sides in views[None]["areas"].items() if _face_down(sides)]
    assert hidden
    for area in hidden:
        for side in _face_down(views[None]["areas"][area]):
            other = next(seat for seat in SEATS if seat != side)
            assert side in _face_down(views[other]["areas"][area])
            assert side not in _face_down(views[side]["areas"][area])


def _face_down(sides: dict[str, Any]) -> list[str]:
    return [side for side, stack in sides.items() if stack["hidden"]]


def test_the_view_has_the_names_that_every_program_may_rely_on(talk: Talk) -> None:
    talk.done("new", title="vendee", scenario="campaign", seed="any text")
    in_operations(talk)
    view = talk.done("view", seat=None)["view"]
    assert view["turn"] == "march"
    assert view["phase"] == "operations"
    assert set(view["morale"]) == set(view["score"]) == set(SEATS)
    assert set(view["powder"]) == {"anjou", "centre", "bas-poitou"}
    assert {"cholet", "noirmoutier", "nantes"} < set(view["areas"])
    for sides in view["areas"].values():
        assert set(sides) == set(SEATS)
        for stack in sides.values():
            assert {"strength", "generals", "hidden"} <= set(stack)


def test_a_side_sees_into_its_own_stacks(talk: Talk) -> None:
    talk.done("new", title="vendee", scenario="campaign", seed="any text")
    in_operations(talk)
    views = {seat: talk.done("view", seat=seat)["view"] for seat in SEATS}
    own = views["royalist"]["areas"]["cholet"]["royalist"]
    assert own["strength"] == {"anjou": own["strength"]["anjou"]}
    assert "cathelineau" in own["generals"]
    seen = views["republican"]["areas"]["cholet"]["royalist"]
    assert (seen["hidden"], seen["strength"], seen["generals"]) == (True, {}, [])


def test_a_game_played_to_its_end_scores_as_its_outcome_says(playing: Talk) -> None:
    outcome = played(playing, 10_000)["outcome"]
    score = playing.done("view", seat=None)["view"]["score"]
    assert score["republican"] - score["royalist"] == outcome["score"]


def test_pass_and_end_are_what_is_asked_for(playing: Talk) -> None:
    seat = playing.done("load", title="vendee", state=playing.state())["decisions"][0]["seat"]
    playing.done("act", seat=seat, action="place auto")
    while playing.done("load", title="vendee", state=playing.state())["decisions"][0]["kind"] != "initiative":
        seat = next(seat for seat, open_to in legal(playing).items() if open_to)
        playing.done(
            "act", seat=seat, action="end" if "done" in legal(playing)[seat] else legal(playing)[seat][0]
        )
    seat = in_operations(playing)
    assert "pass" in legal(playing)[seat]
    after = playing.done("act", seat=seat, action="pass")["decisions"][0]
    assert (after["kind"], after["seat"]) == ("operations", next(side for side in SEATS if side != seat))


def test_options_are_played_with(talk: Talk) -> None:
    talk.done("new", title="vendee", options={"bas-poitou": False}, seed="any text")
    assert talk.done("record")["record"]["options"]["bas-poitou"] is False
    assert talk.refused("new", title="vendee", options={"bas-poitou": 0})["kind"] == "usage"


def test_incidents_can_be_stacked_while_they_are_in_the_pool(playing: Talk) -> None:
    playing.done("stack", deck="incidents", cards=["t1", "t12"])
    assert playing.refused("stack", deck="incidents", cards=["t13"])["kind"] == "dice"
    assert playing.refused("stack", deck="headlines", cards=["1"])["kind"] == "usage"


def test_a_random_game_replays_to_its_outcome(playing: Talk) -> None:
    reply = played(playing, 5000)
    assert reply["outcome"]["case"]
    assert reply["decisions"] == []
    again = Talk().done("replay", record=playing.done("record")["record"])
    assert (again["digest"], again["outcome"]) == (reply["digest"], reply["outcome"])


def test_a_state_that_is_loaded_plays_on_alike(playing: Talk) -> None:
    played(playing, 60)
    other = Talk()
    loaded = other.done("load", title="vendee", state=playing.state())
    assert loaded["digest"] == Talk().done("replay", record=playing.done("record")["record"])["digest"]
    assert legal(other) == legal(playing)


def test_a_wrong_state_is_refused_by_name_of_the_field(playing: Talk) -> None:
    for field, value in (("turn", 9), ("morale", {}), ("forces", {"atlantis": {}}), ("luck", 1)):
        error = playing.refused("load", title="vendee", state=playing.state() | {field: value})
        assert (error["kind"], field in error["message"]) == ("state", True)


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_every_audience_has_a_map(playing: Talk, tmp_path: Path, seat: str | None) -> None:
    path = tmp_path / "map.png"
    reply = playing.done("render", seat=seat, path=str(path))
    with Image.open(BytesIO(path.read_bytes())) as image:
        assert list(image.size) == reply["size"]
    assert "Vendée" in reply["alt"]
