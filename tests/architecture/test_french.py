"""French is whole: each message has a text with the same values, within the limits of Discord."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import NamedTuple

import discord
import pytest
from babel.messages.pofile import read_po
from discord import app_commands

from bot.app.descriptions import described
from bot.app.tree import add_to
from data.catalogue import FOLDER, translations
from data.french import GENDERS
from data.language import Language
from tests.architecture.catalogue import Ids, ids_of, messages

FRENCH = FOLDER / "fr"
LONGEST = 100
"""Most characters of a description of a command on Discord."""
OWN = re.compile(r"^(?:le |la |les |l['’])")
"""An article that belongs to a name: it is entered without."""
TYPED = re.compile(r"`[^`]*`")


class Text(NamedTuple):
    """A message and its French: one for each, or two for a number of things."""

    ids: Ids
    told: tuple[str, ...]
    file: str


@cache
def texts() -> tuple[Text, ...]:
    """All texts of the translators."""
    return tuple(_texts())


def _texts() -> Iterator[Text]:
    for file in sorted(FRENCH.glob("*.po")):
        with file.open("rb") as source:
            for message in read_po(source, locale="fr"):
                if message.id:
                    told = message.string
                    yield Text(
                        ids_of(message.id),
                        tuple(told) if isinstance(told, tuple | list) else (told or "",),
                        file.stem,
                    )


def french() -> Language:
    """The language."""
    language = translations("fr")
    assert language is not None
    return language


def braces(text: str) -> list[tuple[str, str]]:
    """The names of values in a text with what it says of each."""
    return [(name, asked or "") for _text, name, asked, _ in Formatter().parse(text) if name is not None]


def test_no_message_is_without_french() -> None:
    assert [text.ids for text in texts() if not all(each.strip() for each in text.told)] == []
    assert {len(text.told) for text in texts() if len(text.ids) > 1} == {2}


def test_a_text_shows_the_values_of_its_message_in_kinds_that_its_game_has() -> None:
    language, faults = french(), []
    for ids, told, file in texts():
        if ids not in filled():
            continue
        known = kinds(file) | kinds("tocsin") | ({("n", "")} if len(ids) > 1 else set())
        # A number is a number, however it is written.
        known |= {(name, "") for name, kind in known if kind.endswith(("1f", "+d"))}
        of_it = {name for each in ids for name, _kind in braces(each)} | {"n" for _ in ids[1:]}
        for english, text in zip(ids, told, strict=True):
            shown = {name for name, _asked in braces(text)}
            needed = {name for name, _kind in braces(english)} - {"n" for _ in ids[1:]}
            if needed - shown or shown - of_it:
                faults.append((english, text))
            for name, asked in braces(text):
                kind, form = language.kind_and_form(asked)
                ways = form.split("|")
                # Two ways are singular and plural; a feminine stands in four.
                wrong = len(ways) not in (1, 2, 4) or ways[0] + "e" == ways[-1]
                if (name, kind) not in known or wrong:
                    faults.append((english, f"{name}:{asked}"))
    assert faults == []


@cache
def kinds(file: str) -> set[tuple[str, str]]:
    """The values that the messages of a file have, each with the kinds by which they show it."""
    return {
        pair
        for text in texts()
        if text.file == file and text.ids in filled()
        for each in text.ids
        for pair in braces(each)
    }


@cache
def filled() -> frozenset[Ids]:
    """Messages with values; an answer or a statement may have braces of its own."""
    return frozenset(ids for ids, (_room, places) in messages().items() if places and "{" in "".join(ids))


def test_what_is_typed_stays_as_it_is() -> None:
    faults = [
        (ids[0], text)
        for ids, told, _file in texts()
        for text in told
        if not set(TYPED.findall(text)) <= {typed for each in ids for typed in TYPED.findall(each)}
    ]
    assert faults == []


def test_blanks_and_lines_at_the_ends_are_kept() -> None:
    def ends(text: str) -> tuple[bool, bool, bool, bool]:
        return text[:1] == " ", text[-1:] == " ", text[:1] == "\n", text[-1:] == "\n"

    assert [(ids, told) for ids, told, _file in texts() if ends(ids[-1]) != ends(told[-1])] == []


def test_descriptions_of_commands_fit_into_discord() -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_to(tree)
    language = french()
    long = [told for text in described(tree) if len(told := language.gettext(text)) > LONGEST]
    assert long == []


@pytest.mark.parametrize("file", sorted(path.stem for path in FRENCH.glob("*.toml")))
def test_terms_are_said_as_they_are_listed(file: str) -> None:
    entered = tomllib.loads((FRENCH / f"{file}.toml").read_text("utf-8"))
    said = {text.ids[0]: text.told[0] for text in texts() if len(text.ids) == 1}
    assert set(entered) <= {*GENDERS, "mute"}
    other = {
        english: (term, said[english])
        for gender in GENDERS
        for english, term in entered.get(gender, {}).items()
        if english in said
        and not OWN.sub("", said[english].casefold()).startswith(OWN.sub("", term.casefold()))
    }
    assert other == {}


def test_a_noun_has_one_gender() -> None:
    genders: dict[str, set[str]] = {}
    for path in FRENCH.glob("*.toml"):
        entered = tomllib.loads(path.read_text("utf-8"))
        for gender in GENDERS:
            for term in entered.get(gender, {}).values():
                genders.setdefault(term.casefold(), set()).add(gender)
    assert {term: found for term, found in genders.items() if len(found) > 1} == {}
