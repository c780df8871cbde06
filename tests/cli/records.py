"""Records of games, and ways to falsify them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Self

import msgspec

import engines
from engines.core.dice import Dice
from engines.core.game import Game
from engines.core.record import Entry, Record
from engines.levee.title import SEAT


class Saved(NamedTuple):
    """A record and the file that holds it."""

    path: Path
    record: Record

    @classmethod
    def at(cls, path: Path, record: Record) -> Self:
        """Write it."""
        path.write_bytes(msgspec.json.encode(record))
        return cls(path, record)


def begun(seed: str, *, faces: tuple[int, ...] = ()) -> Game:
    """A game with its first actions taken, the first dice given by hand."""
    dice = Dice(seed)
    dice.feed(faces)
    game = Game(engines.find("levee"), seed=seed, dice=dice)
    for _ in range(3):
        game.act(SEAT, game.legal(SEAT)[0])
    return game


def meddled() -> Game:
    """A game of three actions, two of them undone, with an edit and a roll for the table after that."""
    game = begun("fleurus")
    game.undo(1)
    game.edit("track monarchy 0")
    game.roll(2, "the weather")
    return game


def first_roll(record: Record) -> int:
    """Index of the first entry that rolled a die."""
    return next(
        index for index, entry in enumerate(record.journal) if any(draw.of == "d6" for draw in entry.draws)
    )


def with_entry(record: Record, index: int, entry: Entry) -> Record:
    """The record with another entry in that place."""
    journal = [*record.journal]
    journal[index] = entry
    return msgspec.structs.replace(record, journal=journal)


def tampered_die(record: Record) -> tuple[Record, int]:
    """The record with its first die turned over, and the number of the entry."""
    index = first_roll(record)
    entry = record.journal[index]
    draws = [
        msgspec.structs.replace(draw, value=str(7 - int(draw.value))) if draw.of == "d6" else draw
        for draw in entry.draws
    ]
    return with_entry(record, index, msgspec.structs.replace(entry, draws=draws)), index + 1


def tampered_action(record: Record) -> tuple[Record, int]:
    """The record with its second action changed to another legal one, and the number of the entry."""
    game = Game(engines.find(record.title), record.scenario, record.options, seed=record.seed)
    game.act(record.journal[0].seat, record.journal[0].action)
    entry = record.journal[1]
    other = next(action for action in game.legal(entry.seat) if action != entry.action)
    return with_entry(record, 1, msgspec.structs.replace(entry, action=other)), 2
