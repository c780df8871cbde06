"""The messages that the code gives to the catalogue; run as a program, it brings all languages up to date.

Given the tag of a language, as `de`, it begins that language.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import discord
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from discord import app_commands

import engines
from bot.app.descriptions import described
from bot.app.tree import add_to
from data.answers import answers
from data.cases import load
from data.catalogue import FOLDER
from data.games import GAMES, games, module_of
from data.glossary import spelled
from data.lessons import lesson
from data.packs import library
from data.told import changed
from render.geo import FOLDER as GEOGRAPHY
from render.geo import atlas
from tests.architecture.source import ROOT, python_files

MESSAGES = {"_": 1, "N_": 1, "marked": 1, "_l": 1, "ngettext": 2, "Plural": 2}
"""What takes messages, and how many of its first arguments are some."""
OWN = ("data/catalogue.py", "data/sentences.py")
"""Where messages are looked up, and none stands."""
SHARED = "tocsin"
"""The file of what is not of one game alone."""
Ids: TypeAlias = tuple[str, ...]
"""A message, or the two of one for a number of things."""


class Call(NamedTuple):
    """Where a message stands."""

    where: str
    name: str
    node: ast.Call

    @property
    def messages(self) -> tuple[str, ...]:
        """One, or those for one thing and for many; empty where they are no constants."""
        given = self.node.args[: MESSAGES[self.name]]
        told = [arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        return tuple(told) if len(told) == MESSAGES[self.name] else ()


@cache
def modules() -> dict[str, ast.Module]:
    """All modules by their path in the project."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in python_files()
    }


@cache
def calls() -> tuple[Call, ...]:
    """The calls of the catalogue, but for its own."""
    return tuple(_calls())


def _calls() -> Iterator[Call]:
    for path, tree in modules().items():
        for node in ast.walk(tree) if path not in OWN else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MESSAGES:
                yield Call(f"{path}:{node.lineno}", node.func.id, node)


@cache
def shown() -> dict[Ids, set[str]]:
    """What Discord shows of our commands, by game; installed games of others are left out."""
    found: dict[Ids, set[str]] = defaultdict(set)
    others = tuple(engines.find(game).name for game in games() if game not in GAMES)
    for room, told in ((SHARED, ()), *((game, (game,)) for game in GAMES)):
        tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
        add_to(tree, told)
        for text in described(tree):
            if not text.startswith(others) and found[text,] != {SHARED}:
                found[text,].add(room)
    return dict(found)


@cache
def given() -> dict[Ids, set[str]]:
    """The texts of our packs, lessons, answers and maps, by the game that they are of."""
    found: dict[Ids, set[str]] = defaultdict(set)

    def noted(text: str) -> str:
        if text:
            found[text,].add(room)
        return text

    for room in GAMES:
        entries: tuple[Any, ...] = library(room).load(), lesson(room), answers(room)
        for entry in entries:
            changed(entry, noted)
    for file in sorted(GEOGRAPHY.glob("*.geojson")):
        for feature in atlas(file.stem + file.suffix).of("country", "sea", "town"):
            found[feature.properties.text,].add(SHARED)
    return dict(found)


@cache
def stated() -> dict[Ids, set[str]]:
    """The statements of the rulebooks with their headings, by the file that they are in."""
    found: dict[Ids, set[str]] = defaultdict(set)
    for game in GAMES:
        for statement in load(game):
            for text in filter(None, (statement.section, statement.text, statement.reading)):
                found[spelled(game, text),].add(f"{game}-cases")
    return dict(found)


@cache
def messages() -> dict[Ids, tuple[str, tuple[str, ...]]]:
    """All messages, with the file of a language that has them and the modules where they stand."""
    rooms: dict[Ids, set[str]] = defaultdict(set)
    places: dict[Ids, set[str]] = defaultdict(set)
    for call in calls():
        if call.messages:
            path = call.where.partition(":")[0]
            rooms[call.messages].add(_room(path))
            places[call.messages].add(path)
    for more in (shown(), given()):
        for ids, found in more.items():
            rooms[ids] |= found
    for ids, found in stated().items():
        rooms[ids] = rooms[ids] or found
    return {
        ids: (found.pop() if len(found) == 1 else SHARED, tuple(sorted(places[ids])))
        for ids, found in rooms.items()
    }


def _room(path: str) -> str:
    parts = Path(path).with_suffix("").parts
    return next((game for game in GAMES if module_of(game, "data").rpartition(".")[2] in parts), SHARED)


def languages() -> list[str]:
    """The languages that have been begun, without variants."""
    return sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir() and "_" not in folder.name)


def write(language: str) -> None:
    """Bring the files of a language up to date: what it says of messages that there still are is kept."""
    folder = FOLDER / language
    folder.mkdir(parents=True, exist_ok=True)
    known: dict[Ids, Any] = {}
    for file in sorted(folder.glob("*.po")):
        with file.open("rb") as source:
            known |= {ids_of(message.id): message.string for message in read_po(source) if message.id}
    rooms = {
        room: Catalog(language, domain=room)
        for room in (SHARED, *GAMES, *(f"{game}-cases" for game in GAMES))
    }
    for ids, (room, places) in sorted(messages().items()):
        id = ids[0] if len(ids) == 1 else ids
        rooms[room].add(id, known.get(ids), locations=[(place, 0) for place in places])
    for room, catalogue in rooms.items():
        with (folder / f"{room}.po").open("wb") as target:
            write_po(target, catalogue, width=0, omit_header=True, include_lineno=False)


def ids_of(id: str | tuple[str, ...] | list[str]) -> Ids:
    """The ids of a message as a tuple."""
    return (id,) if isinstance(id, str) else tuple(id)


if __name__ == "__main__":
    for each in sys.argv[1:] or languages():
        write(each)
