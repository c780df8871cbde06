"""The places among which a panel's player chooses on its map.

They carry the same numbers on the map and in the lists. Their outlines are kept in the picture itself, which
nobody else is sent: there the page of the local table finds them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

import discord
import msgspec
from PIL import Image

from bot.games.shown import Choice, Group, Placed
from bot.surface import layout
from data.catalogue import N_
from render import Outline, Picture

KEYWORD = "tocsin-spots"
"""The keyword of the text in a PNG that holds the places."""
BEYOND = N_("Beyond this map")
"""Before a line about a place that a map does not show, and has no number for."""
_HEADED = 33
"""Bytes of a PNG up to the end of its header."""


class Spot(msgspec.Struct, frozen=True):
    """A place on a picture, with the texts of the controls that choose it."""

    outline: Outline
    controls: tuple[str, ...]


class Map(discord.File):
    """A picture as a file.

    :ivar places: the places that are numbered on it, in order.
    """

    def __init__(self, *args: Any, places: Iterable[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.places = tuple(places)


def offered(groups: Sequence[Group]) -> tuple[str, ...]:
    """The places that choices have, each once."""
    return tuple(dict.fromkeys(choice.place for choice in _choices(groups) if choice.place))


def marks(places: Sequence[str], lines: Iterable[Placed] = ()) -> dict[str, str]:
    """The numbers that places have on a map; of those that lines are about, also that they lie beyond it."""
    beyond = {each.place: str(BEYOND) for each in lines} if places else {}
    return beyond | {place: str(number) for number, place in enumerate(places, start=1)}


def numbered(groups: Sequence[Group], marks: Mapping[str, str]) -> list[Group]:
    """Choices with the marks of their places before their labels."""
    return [
        group._replace(choices=[_numbered(choice, marks) for choice in group.choices]) for group in groups
    ]


def marked(lines: Sequence[Placed], marks: Mapping[str, str]) -> list[str]:
    """Lines with the marks of the places that they are about."""
    return [each.line(marks.get(each.place)) for each in lines]


def _numbered(choice: Choice, marks: Mapping[str, str]) -> Choice:
    mark = marks.get(choice.place)
    return choice if mark is None else choice._replace(label=f"{mark} · {choice.label}")


def attached(picture: Picture, groups: Sequence[Group]) -> Map:
    """A picture as a file, with the places on it and the choices for each."""
    spots = [
        Spot(outline, tuple(choice.control for choice in _choices(groups) if choice.place == place))
        for place, outline in picture.spots.items()
    ]
    data = _with_text(picture.data, msgspec.json.encode(spots)) if spots else picture.data
    file = layout.attachment(msgspec.structs.replace(picture, data=data))
    return Map(file.fp, file.filename, description=file.description, places=picture.spots)


def read(png: bytes) -> list[Spot]:
    """The places on a picture; none if it has none, or is none."""
    try:
        with Image.open(BytesIO(png)) as image:
            text = image.info.get(KEYWORD)
    except OSError:
        return []
    return [] if text is None else msgspec.json.decode(str(text), type=list[Spot])


def _choices(groups: Sequence[Group]) -> Iterable[Choice]:
    return (choice for group in groups for choice in group.choices)


def _with_text(png: bytes, text: bytes) -> bytes:
    """A PNG with a compressed text after its header."""
    chunk = b"iTXt" + KEYWORD.encode() + b"\0\1\0\0\0" + zlib.compress(text)
    sized = (len(chunk) - 4).to_bytes(4) + chunk + zlib.crc32(chunk).to_bytes(4)
    return png[:_HEADED] + sized + png[_HEADED:]
