"""The first turns of a game, step by step: `lesson.toml` of each game that has one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from data.games import module_of
from data.schema import Text
from data.told import told


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action of the player, with one reason."""

    turn: int
    """The chapter that it belongs to."""
    why: Text
    do: list[str] = []
    """The actions, in their notation, which are taken at once."""
    write: str = ""
    """Instead: a change to the form that is filled in, in its notation."""
    faces: list[int] = []
    """The dice for it; they are rolled where there are none."""
    then: list[str] = []
    """The automatic player's actions after it, where they are not left to its judgement."""
    cases: list[str] = []
    """Statements of `cases.md` that it rests on."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A walk through the first turns on a fixed deal."""

    seed: str
    """The seed of the dice and decks: a player who plays on has the lesson's game."""
    seat: str
    minutes: int
    opening: Text
    """The introduction, before the first step."""
    end: Text
    """The text after the last step."""
    step: list[Step]
    scenario: str = ""
    """The scenario; the first of the game where none is named."""
    first: list[str] = []
    """The automatic player's actions before the first step, where they are not left to its judgement."""
    deck: str = ""
    cards: list[str] = []
    """The next cards of that deck after the first chapter, the second, and so on."""


def lesson(title_id: str) -> Lesson | None:
    """The lesson of a game, in the current language; None where it has none."""
    written = _lesson(title_id)
    return None if written is None else told(written)


@cache
def _lesson(title_id: str) -> Lesson | None:
    file = files(module_of(title_id, "data")).joinpath("lesson.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Lesson) if file.is_file() else None
