"""The messages that the code gives to the catalogue; run as a program, it writes their template."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import discord
from babel.messages import Catalog
from babel.messages.pofile import write_po
from discord import app_commands

import engines
from bot.app.descriptions import described
from bot.app.tree import add_to
from data.answers import answers
from data.catalogue import DOMAIN, FOLDER
from data.games import GAMES, games
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
TEMPLATE = FOLDER / f"{DOMAIN}.pot"


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
def shown() -> set[tuple[str, ...]]:
    """What Discord shows of our commands; a game of somebody else's, which may be installed, is left out."""
    found = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_to(found, GAMES)
    others = tuple(engines.find(game).name for game in games() if game not in GAMES)
    return {(text,) for text in described(found) if not text.startswith(others)}


@cache
def given() -> set[tuple[str, ...]]:
    """The texts of our packs, lessons, answers and maps."""
    found: list[str] = []

    def noted(text: str) -> str:
        found.append(text)
        return text

    for game in GAMES:
        entries: tuple[Any, ...] = library(game).load(), lesson(game), answers(game)
        for entry in entries:
            changed(entry, noted)
    for file in sorted(GEOGRAPHY.glob("*.geojson")):
        found += [
            feature.properties.text for feature in atlas(file.stem + file.suffix).of("country", "sea", "town")
        ]
    return {(text,) for text in found if text}


def write() -> None:
    """Bring the template up to date; Babel's own extraction knows no message within another's parts."""
    template = Catalog()
    for told in sorted({call.messages for call in calls()} - {()} | shown() | given()):
        template.add(told[0] if len(told) == 1 else told)
    TEMPLATE.parent.mkdir(exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write_po(file, template, width=0, omit_header=True)


if __name__ == "__main__":
    write()
