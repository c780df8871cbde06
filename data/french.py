"""French: articles, contraction, elision and agreement of names within a sentence, and typography."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from data.several import Several

Gender: TypeAlias = Literal["m", "f", "mp", "fp", "bare"]
GENDERS: tuple[Gender, ...] = ("m", "f", "mp", "fp", "bare")
ARTICLES: Mapping[Gender, str] = {"m": "le ", "f": "la ", "mp": "les ", "fp": "les ", "bare": ""}
CONTRACTED = {
    "de": {"le ": "du ", "les ": "des "},
    "à": {"le ": "au ", "les ": "aux "},
}
BEFORE = {"le": "", "de": "de ", "à": "à ", "que": "que "}
"""What the forms of a name put before its article."""
FIRST = "er"
"""The form of an ordinal: 1er, then 2, 3 …"""
VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]", re.IGNORECASE)
Y_OF_A_VOWEL = re.compile(r"y[^aeiouy]", re.IGNORECASE)
NUMBER = re.compile(r"[+−-]?(\d{1,3})(?:[.,]\d+|[¼½¾])?")
"""A number that is written out already; a hexagon, which is a name, has four digits."""
MARKS = re.compile(r"[^\w`<{]*")
"""What may stand before the first letter of a name: marks of Markdown and quotation, an emoji."""

KEPT = re.compile(r"(`[^`]*`|<[^>]*>|\{[^}]*\}|\]\([^)]*\)|https?://\S+)")
"""What typography leaves alone: typed words, mentions, values, links."""
SPACES = (
    (re.compile(r"(?<=\w)'(?=\w|$)"), "’"),
    (re.compile(r" (?=[;!?%](?:\W|$))"), "\u202f"),
    (re.compile(r" (?=:(?:\s|$))"), "\u00a0"),
    (re.compile(r"(?<=«) | (?=»)"), "\u00a0"),
    (re.compile(r"(?<=\d) (?=\d{3}(?!\d))"), "\u202f"),
)


class Noun(NamedTuple):
    """A name as it is written within a sentence, with its gender and number."""

    gender: Gender
    small: bool
    """Whether its first letter is small there."""


class French:
    """Names in the form that a text asks for.

    :param nouns: by their text, and by it in lower case; what is not among them is a name without article.
    :param mute: names whose h is mute.
    """

    def __init__(self, nouns: Mapping[str, Noun], mute: frozenset[str] = frozenset()) -> None:
        self._nouns = nouns
        self._mute = mute

    @classmethod
    def read(cls, folder: Path) -> French:
        """The names that translators have entered beside their texts."""
        nouns: dict[str, Noun] = {}
        exact: dict[str, Noun] = {}
        mute: set[str] = set()
        for file in sorted(folder.glob("*.toml")):
            entered = tomllib.loads(file.read_text(encoding="utf-8"))
            mute.update(typeset(name).casefold() for name in entered.get("mute", ()))
            for gender in GENDERS:
                for name in map(typeset, entered.get(gender, {}).values()):
                    exact[name] = nouns[name.casefold()] = Noun(gender, name[:1].islower())
        # The Marais is a Current, and a marais is a marsh.
        return cls(nouns | exact, frozenset(mute))

    def is_form(self, asked: str) -> bool:
        """Whether a text asks for a form by this word, rather than for a kind of value."""
        return "|" in asked or asked == FIRST or asked.lower() in BEFORE

    def form(self, value: object, asked: str) -> str:
        """A value in a form: `le`, `de`, `à`, `que`, or `Le` to begin a sentence; `a|ont` agrees with it."""
        if "|" in asked:
            return self._agreed(value, asked.split("|"))
        if asked == FIRST:
            return f"{value}er" if str(value) == "1" else str(value)
        if asked.lower() in BEFORE:
            form = partial(self._joined, form=asked.lower())
            text = value.each(form) if isinstance(value, Several) else form(str(value))
            return text[:1].upper() + text[1:] if asked[0].isupper() else text
        text = format(value, asked)
        if isinstance(value, float):
            text = text.replace(".", ",").replace("%", "\u202f%").replace("-", "−")
        return text

    def typeset(self, text: str) -> str:
        """A text of the translators with the apostrophes and spaces of French typography."""
        return typeset(text)

    def _joined(self, name: str, form: str) -> str:
        marks = MARKS.match(name)
        assert marks is not None
        opening, name = marks[0], name[marks.end() :]
        noun = self._noun(name)
        gender = "bare" if noun is None else noun.gender
        article = ARTICLES[gender]
        if noun is not None and noun.small:
            name = name[:1].lower() + name[1:]
        # A town's own article is contracted as any other: du Mans, aux Herbiers.
        if not article and (own := re.match(r"(Les?) (?=[A-ZÉÈÀ])", name)):
            article, name = f"{own[1].lower()} ", name[own.end() :]
            if form in ("le", "que"):
                article = article.capitalize()
        elides = self._elides(name)
        if article in ("le ", "la ") and elides:
            article = "l’"
        before = BEFORE[form]
        if contracted := CONTRACTED.get(form, {}).get(article):
            before, article = contracted, ""
        elif before in ("de ", "que ") and not article and elides:
            before = f"{before[:-2]}’"
        return f"{before}{article}{opening}{name}"

    def _elides(self, name: str) -> bool:
        """Whether a vowel before the name is dropped."""
        if name[:1] in "Hh":
            return any(name.casefold().startswith(mute) for mute in self._mute)
        if name[:1] in "Yy":
            return bool(Y_OF_A_VOWEL.match(name))
        return bool(VOWEL.match(name))

    def _agreed(self, value: object, ways: list[str]) -> str:
        if number := NUMBER.fullmatch(str(value)):
            return ways[min(len(ways) - 1, 1)] if int(number[1]) > 1 else ways[0]
        gender = self._gender(value)
        if len(ways) == 2:
            return ways[gender in ("mp", "fp")]
        return ways[min(GENDERS.index(gender), len(ways) - 1)]

    def _gender(self, value: object) -> Gender:
        if isinstance(value, Several):
            return "fp" if {self._gender(name) for name in value.names} <= {"f", "fp"} else "mp"
        noun = self._noun(MARKS.sub("", str(value), count=1))
        return "m" if noun is None or noun.gender == "bare" else noun.gender

    def _noun(self, name: str) -> Noun | None:
        """The entry of a name, or of its longest beginning that has one."""
        words = name.rstrip("*_~)» ").split(" ")
        for end in range(len(words), 0, -1):
            text = " ".join(words[:end])
            if noun := self._nouns.get(text) or self._nouns.get(text.casefold()):
                return noun
        return None


def typeset(text: str) -> str:
    """A text with the apostrophes and spaces of French typography."""
    parts = KEPT.split(text)
    for place in range(0, len(parts), 2):
        for pattern, put in SPACES:
            parts[place] = pattern.sub(put, parts[place])
    return "".join(parts)
