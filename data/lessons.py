"""The first turns of a game, step by step: `lesson.toml` of each game that has one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data.games import module_of
from data.schema import Text
from data.told import told


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do, with one reason."""

    turn: int
    """The chapter that it belongs to."""
    do: str
    """The action, in its notation; of what is written in parts, all that is handed in at once."""
    why: Text
    faces: list[int] = []
    """How the dice fall for it; they are rolled where there are none."""
    then: list[str] = []
    """What the automatic player does after it, where that is not left to its judgement."""
    cases: list[str] = []
    """Statements of `cases.md` that it rests on."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A walk through the first turns on a fixed deal."""

    seed: str
    """Of the dice and decks: whoever plays on it has the lesson."""
    seat: str
    minutes: int
    opening: Text
    """What it is about, before the first step."""
    end: Text
    """What is said after the last."""
    step: list[Step]
    scenario: str = ""
    """What is set up; the first scenario of the game where none is named."""
    first: list[str] = []
    """What the automatic player does before the first step, where that is not left to its judgement."""
    deck: str = ""
    cards: list[str] = []
    """What comes off that deck when the first chapter is over, the second, and so on."""


def lesson(title_id: str) -> Lesson | None:
    """The lesson of a game, in the language that is spoken; None where it has none."""
    written = _lesson(title_id)
    return None if written is None else told(written)


@cache
def _lesson(title_id: str) -> Lesson | None:
    file = files(module_of(title_id, "data")).joinpath("lesson.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Lesson) if file.is_file() else None
