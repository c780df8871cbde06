"""The slots of standing orders: areas, generals and armies, columns, numbers, and actions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, TypeVar

from engines.core.errors import NotationError
from engines.core.orders import NAME, Order, Slot, number, one, several
from engines.vendee.actions import Move, notation, parse
from engines.vendee.frames import KINDS
from engines.vendee.stacks import read_who
from engines.vendee.words import Who, Words

COLUMNS = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1")

C_co = TypeVar("C_co", covariant=True)
_SHARE = re.compile(rf"(?P<area>{NAME})(?: (?P<share>[1-9][0-9]?))?")


def _place(words: Words, typed: str) -> str:
    """An area, or a general who stands for his present area."""
    try:
        return words.area(typed)
    except NotationError as unknown:
        try:
            return words.general(typed)
        except NotationError:
            raise unknown from None


def _arrival(words: Words, typed: str) -> str:
    """An army or band, or else a general."""
    name = typed.replace(" ", "-")
    return words.kind(name) if name in words.kinds else words.general(typed)


def _action(words: Words, typed: str) -> str | None:
    """An action in notation; a move needs an end."""
    action = parse(words, typed, list)
    return None if isinstance(action, Move) and len(action.path) < 2 else notation(action)


def _shares(words: Words, typed: str) -> str | None:
    """Areas with their shares."""
    shares = [_SHARE.fullmatch(part.strip()) for part in typed.split(",")]
    if None in shares:
        return None
    return ", ".join(
        words.area(share["area"]) + (f" {share['share']}" if share["share"] else "")
        for share in shares
        if share
    )


def _shared(kept: str) -> tuple[tuple[str, int], ...]:
    parts = (part.partition(" ") for part in kept.split(", "))
    return tuple((area, int(share or 1)) for area, _, share in parts)


def _party(kept: str) -> Who:
    """Some counters of a stack, by ids."""
    return read_who(kept, lambda kind: next(known for known in KINDS if known == kind), str, kept)


class VendeeOrder(Order[C_co]):
    """An order with these slots."""

    slots: ClassVar[Mapping[str, Slot]] = {
        "AREA": one(Words.area, "AREA"),
        "AREAS": several(Words.area, "AREA"),
        "PLACE": one(_place, "AREA", "GENERAL"),
        "PLACES": several(_place, "AREA", "GENERAL"),
        "GENERALS": several(Words.general, "GENERAL"),
        "ARMIES": several(Words.kind, "ARMY"),
        "ARMY": Slot("|".join(KINDS), ("ARMY",)),
        "ARRIVAL": Slot(NAME, ("ARMY", "GENERAL"), _arrival),
        "SHARES": Slot(".+", ("AREA",), _shares, _shared),
        "PARTY": Slot(".+", ("all but 1",), lambda words, typed: str(words.who(typed)), _party),
        "COLUMN": Slot("|".join(COLUMNS), ("1:1",), value=COLUMNS.index, stands="ODDS"),
        "NUMBER": number("[1-9][0-9]?"),
        "COUNT": number("[0-9]{1,2}"),
        "STEPS": number("[12]"),
        "TURN": number("[1-8]"),
        "DATE": number("[1-9]"),
        "TURNS": Slot(
            "[1-8](?:, [1-8])*", ("3",), value=lambda kept: tuple(map(int, kept.split(", "))), stands="NUMBER"
        ),
        "ADVANCE": Slot("(?:move|activate) .+", ("move AREA > AREA",), _action),
        "EVENT": Slot("event .+?", ("event e1",), _action),
    }
