"""What the box of *Sprint* holds: a meadow."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

import data.about
from data.about import ABOUT, read_about
from data.library import Library
from data.load import Spot, convert, digest, links_in, read
from data.schema import Fault

BOARD = "board.toml"


class About(data.about.About, frozen=True):
    """What the pack is."""

    title: Literal["sprint"]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`board.toml`."""

    rounds: int
    needed: int
    stride: int
    worth: int


class Pack(msgspec.Struct, frozen=True):
    """All of it."""

    about: About
    board: Board
    digest: str


def _read(folder: Traversable, own: bool, faults: list[Fault]) -> Pack | None:
    if own and (linked := links_in(folder, (ABOUT, BOARD))):
        faults.extend(linked)
        return None
    about = read_about(folder, About, faults)
    table = read(folder, BOARD, faults)
    board = None if table is None else convert(table, Board, Spot(BOARD), faults)
    return None if about is None or board is None else Pack(about, board, digest(board, ()))


LIBRARY = Library(__name__, _read)
