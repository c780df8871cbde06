"""What is being resolved in a state from outside: each frame is one that the game can have there."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.errors import StateError
from engines.vendee.combat.frames import Battle, Losses, Retreat
from engines.vendee.frames import SIDES, enemy
from engines.vendee.state import State
from tests.core.play import positions
from tests.referee.talk import Json, Talk
from tests.vendee.builder import title
from tests.vendee.test_referee import in_operations, legal

OPERATIONS = {"frame": "operations", "hand": "royalist"}
CONTINGENT = {"origin": None, "points": {"anjou": [1, 0, 0]}}
BATTLE = {
    "frame": "battle",
    "area": "cholet",
    "attacker": "royalist",
    "attacking": [CONTINGENT],
    "defending": [{"origin": None, "points": {"nantes": [1, 0, 0]}}],
}
PARTY = {
    "army": "anjou",
    "origin": None,
    "points": {"anjou": [0, 1, 0]},
    "generals": [],
    "left": 1,
    "path": ["cholet"],
}
RETREAT = {
    "frame": "retreat",
    "side": "royalist",
    "rout": False,
    "barred": [],
    "parties": [PARTY],
    "withdrawal": True,
}
WITHDRAWN = BATTLE | {"stage": "end"}
PURSUIT = {
    "frame": "pursuit",
    "side": "royalist",
    "at": "cholet",
    "contingents": [CONTINGENT],
    "paths": [["vihiers"]],
    "active": True,
}
PREEMPT = {"frame": "preempt", "side": "royalist", "area": "cholet"}
LEADERS = {"amount": 1, "tied": ["anjou"], "rest": [], "single": False, "reason": "", "case": ""}


@cache
def moving() -> Json:
    """A state in which a stack of Cholet is on the move."""
    talk = Talk()
    talk.done("new", title="vendee", seed="any text")
    in_operations(talk)
    for _ in range(20):
        seat = next(seat for seat, open_to in legal(talk).items() if open_to)
        announced = [word for word in legal(talk)[seat] if word == "activate cholet with all"]
        if announced:
            talk.done("act", seat=seat, action=announced[0])
            if talk.state()["stack"][-1]["frame"] == "preempt":
                talk.done("act", seat="republican", action="decline")
            break
        talk.done("act", seat=seat, action="pass")
    state = talk.state()
    assert [frame["frame"] for frame in state["stack"]] == ["operations", "activation"], legal(talk)
    return state


def activation(**changes: Any) -> list[Json]:
    """The stack with another activation."""
    below, frame = moving()["stack"]
    return [below, frame | changes]


def upon(*frames: Json) -> list[Json]:
    """The stack with more frames on it."""
    return [*moving()["stack"], *frames]


WRONG: list[tuple[str, Any, str]] = [
    ("operations", lambda: [moving()["stack"][1]], "Activation lies on Operations"),
    ("operations", lambda: [OPERATIONS, OPERATIONS], "a phase begins with Operations"),
    ("operations", lambda: [{"frame": "end"}], "not the phase of EndOfTurn"),
    ("operations", lambda: [OPERATIONS | {"bound": "atlantis"}], "there is no area 'atlantis'"),
    ("operations", lambda: [OPERATIONS | {"bound": "nantes"}], "the stack that pre-empted"),
    ("operations", lambda: upon(BATTLE | {"attacker": "republican", "attacking": BATTLE["defending"],
                                          "defending": BATTLE["attacking"]}), "is of that side"),
    ("operations", lambda: upon(PURSUIT | {"side": "republican", "contingents": BATTLE["defending"]}),
     "is of that side"),
    ("operations", lambda: activation(at="atlantis"), "there is no area 'atlantis'"),
    ("operations", lambda: activation(generals=["ney"]), "there is no general 'ney'"),
    ("operations", lambda: activation(generals=["cathelineau"] * 2), "a general is there once"),
    ("operations", lambda: activation(generals=["charette"]), "a general is not where he should be"),
    ("operations", lambda: activation(points={"nantes": 1}), "combat points are of that side"),
    ("operations", lambda: activation(points={"anjou": 99}), "not where they should be"),
    ("operations", lambda: activation(rolled=False), "action points are rolled"),
    ("operations", lambda: activation(spent=99), "no more action points are spent"),
    ("operations", lambda: activation(picked={"anjou": 99}), "who was picked up is in the group"),
    ("operations", lambda: activation(picked={"centre": 1}), "who was picked up is in the group"),
    ("operations", lambda: upon(PREEMPT), "action points are rolled unless"),
    ("operations", lambda: [*activation(rolled=False), PREEMPT], "is announced there"),
    ("operations", lambda: upon({"frame": "fortify", "area": "cholet"}), "Republicans are about to enter"),
    ("operations", lambda: upon({"frame": "refuge", "side": "royalist", "area": "cholet", "generals": []}),
     "somebody flees"),
    ("operations", lambda: upon({"frame": "refuge", "side": "royalist", "area": "cholet",
                                 "generals": ["cathelineau"], "barred": ["atlantis"]}),
     "there is no area 'atlantis'"),
    ("operations", lambda: upon({"frame": "occupied", "event": "e3", "area": "cholet"}), "for that area"),
    ("operations", lambda: upon({"frame": "leaders", **LEADERS}), "armies tie"),
    ("operations", lambda: upon({"frame": "losses", "side": "royalist", "area": "cholet", "owed": 1,
                                 "case": "4.1"}), "Losses lies on Battle or Retreat"),
    ("operations", lambda: upon(RETREAT), "Retreat lies on Battle"),
    ("operations", lambda: upon(BATTLE, RETREAT), "the loser of a combat retreats"),
    ("operations", lambda: upon(BATTLE), "not where they should be"),
    ("operations", lambda: upon(BATTLE | {"defending": [CONTINGENT | {"points": {}}]}), "have combat points"),
    ("operations", lambda: upon(BATTLE | {"stage": "loser"}), "the dice that decide"),
    ("operations", lambda: upon(BATTLE | {"paths": [[]]}), "a way has areas"),
    ("operations", lambda: upon(WITHDRAWN, RETREAT | {"parties": []}), "somebody retreats"),
    ("operations", lambda: upon(WITHDRAWN, RETREAT | {"parties": [PARTY | {"path": ["vihiers"]}]}),
     "not where they should be"),
    ("operations", lambda: upon(WITHDRAWN, RETREAT | {"halted": [PARTY | {"path": ["vihiers"]}]}),
     "not where they should be"),
    ("operations", lambda: upon(WITHDRAWN, RETREAT | {"tolls": {"cholet": -1}}), "a toll is taken"),
    ("operations", lambda: upon({"frame": "refuge", "side": "royalist", "area": "cholet", "generals": [],
                                 "first": "nantes"}), "to the next area"),
    ("operations", lambda: upon(BATTLE, {"frame": "losses", "side": "royalist", "area": "cholet", "owed": 9,
                                         "case": "4.1"}), "less is lost than there is"),
    ("operations", lambda: upon(PURSUIT | {"paths": []}), "the routed went somewhere"),
    ("operations", lambda: upon(PURSUIT), "not where they should be"),
    ("operations", lambda: upon(BATTLE | {"active": False}), "comes of a pursuit"),
    ("operations", lambda: [*activation(points={"anjou": 99}), PURSUIT], "of the group are not where"),
    ("operations", lambda: [*activation(points={"anjou": 99}), BATTLE | {"active": False, "pursuit": True}],
     "of the group are not where"),
    ("desertion", lambda: [{"frame": "desertion", "owed": {"anjou": 99}}], "who deserts is on the map"),
    ("desertion", lambda: [{"frame": "desertion", "owed": {}}], "somebody deserts"),
    ("committee", lambda: [{"frame": "committee", "accused": {}}], "somebody is spared"),
    ("committee", lambda: [{"frame": "committee", "accused": {"nantes": ["canclaux"]}}], "one of several"),
    ("reinforcements", lambda: [{"frame": "lechelle", "general": "cathelineau"}], "he has an army"),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "stack", "told"), WRONG, ids=range(len(WRONG)))
def test_a_frame_that_cannot_be_is_refused(phase: str, stack: Any, told: str) -> None:
    state = moving() | {"phase": phase, "stack": stack()}
    if phase != "operations":
        fresh = {
            area: {kind: [sum(steps), 0, 0] for kind, steps in kinds.items()}
            for area, kinds in state["forces"].items()
        }
        officers = {id: officer | {"ready": "fresh"} for id, officer in state["officers"].items()}
        state |= {"forces": fresh, "officers": officers}
    error = Talk().refused("load", title="vendee", state=state)
    assert (error["kind"], error["message"].partition(": ")[0]) == ("state", "stack")
    assert told in error["message"]


def test_the_state_itself_is_loaded() -> None:
    assert Talk().done("load", title="vendee", state=moving())["decisions"]


@pytest.mark.parametrize(
    ("field", "value"), [("entered", ["atlantis"]), ("at_sea", ["anjou"]), ("deserters", -1)]
)
def test_what_is_counted_elsewhere_is_of_the_box(field: str, value: Any) -> None:
    error = Talk().refused("load", title="vendee", state=moving() | {field: value})
    assert error["message"].startswith(f"{field}: ")


def test_markers_are_on_counters_in_the_operations_alone() -> None:
    state = moving() | {"phase": "committee", "stack": [{"frame": "committee", "accused": {}}]}
    message = Talk().refused("load", title="vendee", state=state)["message"]
    assert "markers come off" in message


def decided() -> list[State]:
    """States of play in which the dice of a combat have fallen."""
    states = [position.state for position in positions("vendee")]
    return [
        state
        for state in states
        if isinstance(state, State)
        and any(isinstance(frame, Battle) and frame.verdict is not None for frame in state.stack)
    ]


@pytest.mark.parametrize("field", ["loser", "rout", "losses"])
def test_what_lies_on_a_combat_follows_from_its_dice(field: str) -> None:
    """Another loser, a retreat for a rout, and more losses than the dice gave."""
    changed = 0
    for state in decided():
        number = next(n for n, frame in enumerate(state.stack) if isinstance(frame, Battle) and frame.verdict)
        battle, above = state.stack[number], state.stack[number + 1]
        assert isinstance(battle, Battle)
        assert battle.verdict is not None
        applies = {"loser": True, "rout": isinstance(above, Retreat), "losses": isinstance(above, Losses)}
        if not applies[field]:
            continue
        changes: dict[str, Any] = {
            "loser": enemy(battle.verdict.loser),
            "rout": not battle.verdict.rout,
            "losses": dict.fromkeys(SIDES, 0),
        }
        twin = state.copy()
        twin.stack[number] = replace(battle, verdict=replace(battle.verdict, **{field: changes[field]}))
        with pytest.raises(StateError) as error:
            title().check(twin)
        assert error.value.message.startswith("stack: ")
        title().check(state)
        changed += 1
    assert changed
