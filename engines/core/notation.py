"""Actions as people type them: words that may be cut short, and a grammar that reads and writes actions.

A grammar is a list of verbs, each made of the declaration of its struct (`engines/core/declared.py`), so that
writing and reading can't differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec
from rapidfuzz import process

from data import folding
from data.catalogue import N_, _
from data.nouns import listed
from engines.core.errors import AmbiguousNotation, NotationError

_ALIKE = 70
"""Likeness, of 100, from which a mistyped word is worth suggesting."""
_NEAREST = 3
"""Legal actions that are suggested for a mistyped one."""
_COMPARED = 100
"""Letters of the typed text that are compared with possible actions, of which there may be thousands."""
_QUOTED = 40
"""Letters of a word that are quoted when it is refused."""
_TOLD = 6
"""Meanings that are listed for an ambiguous word."""
_LISTED = 40
"""Most words that are all listed when none of them was typed."""
AUTO = "auto"
"""Stands for everything that a verb can take."""

Word = TypeVar("Word", bound=str)
W = TypeVar("W")
A = TypeVar("A", bound=msgspec.Struct)


def fold(text: str) -> str:
    """Letters in the form in which they are compared, with one space between words."""
    return " ".join(folding.fold(text).split())


def joined(typed: str) -> str:
    """A name of several words as one word: `la roche` is `la-roche`."""
    return typed.strip().replace(" ", "-")


def number(typed: str) -> int:
    """A whole number of 1 or more.

    :raises NotationError: it is not one.
    """
    if not re.fullmatch(r"[0-9]{1,3}", typed) or int(typed) == 0:
        raise NotationError(_("{typed!r} is not a number of 1 or more", typed=typed[:_QUOTED]))
    return int(typed)


class Vocabulary(Generic[Word]):
    """Known words, each of which may be cut short where that leaves one meaning.

    :param meanings: the meaning of each word.
    :param what: the kind of word, `an area`; without it a refusal lists them all.
    :param many: whether they are too many to be listed in full, in their own order.
    :param shown: what a refusal calls a meaning.
    """

    def __init__(
        self,
        meanings: Mapping[str, Word],
        what: str | N_ = "",
        *,
        many: bool = False,
        shown: Callable[[Word], object] = str,
    ) -> None:
        self._meanings = meanings
        self._what = what
        self._many = many
        self._shown = shown
        self._shortest: dict[Word, str] = {}

    @classmethod
    def of(
        cls,
        words: Iterable[Word],
        what: str | N_ = "",
        *,
        many: bool = False,
        shown: Callable[[Word], object] = str,
    ) -> Vocabulary[Word]:
        """Words that stand for themselves."""
        return cls({word: word for word in words}, what, many=many, shown=shown)

    @classmethod
    def named(
        cls, names: Iterable[tuple[Word, str]], what: str | N_, *, many: bool = False
    ) -> Vocabulary[Word]:
        """Ids, each of which may also be typed as its folded name."""
        meanings: dict[str, Word] = {}
        for id, name in names:
            meanings[joined(name)] = id
            meanings[id] = id
        return cls(meanings, what, many=many)

    def __contains__(self, typed: str) -> bool:
        """Whether it is a word in full."""
        return typed in self._meanings

    def meant(self, typed: str) -> Word:
        """The meaning of a folded word.

        :raises NotationError: it means nothing; the nearest word is named.
        :raises AmbiguousNotation: it could be several.
        """
        if typed in self._meanings:
            return self._meanings[typed]
        begun = self._begun(typed) if typed else ()
        if len(begun) == 1:
            return begun[0]
        if begun:
            choices = tuple(sorted(begun)) if self._many else begun
            could_be = listed(choices[:_TOLD] if self._many else choices, "or")
            raise AmbiguousNotation(
                _("{typed!r} could be {told}", typed=typed, told=could_be), choices=choices
            )
        if not self._what and len(self._meanings) > _LISTED:
            similar = process.extract(typed[:_COMPARED], list(self._meanings), limit=_TOLD)
            raise NotationError(
                _(
                    "{typed!r} is none of the {number} words that may stand here; near to it are {near}",
                    typed=typed[:_QUOTED],
                    number=len(self._meanings),
                    near=", ".join(word for word, *_rest in similar),
                )
            )
        if not self._what:
            raise NotationError(
                _(
                    "{typed!r} is none of {meanings}",
                    typed=typed[:_QUOTED],
                    meanings=", ".join(self._meanings),
                )
            )
        near = process.extractOne(typed[:_COMPARED], list(self._meanings), score_cutoff=_ALIKE)
        said = typed[:_QUOTED]
        if near is None:
            raise NotationError(_("{typed!r} is not {what}", typed=said, what=self._what))
        perhaps = str(self._shown(self._meanings[near[0]]))
        raise NotationError(
            _("{typed!r} is not {what}, perhaps {perhaps!r}", typed=said, what=self._what, perhaps=perhaps)
        )

    def shortest(self, meaning: Word) -> str:
        """The shortest prefix of a word that has only this meaning."""
        if meaning not in self._shortest:
            begun = (meaning[:length] for length in range(1, len(meaning)))
            self._shortest[meaning] = next(
                (part for part in begun if self._begun(part) == (meaning,)), meaning
            )
        return self._shortest[meaning]

    def _begun(self, typed: str) -> tuple[Word, ...]:
        meant = (meaning for word, meaning in self._meanings.items() if word.startswith(typed))
        return tuple(dict.fromkeys(meant))


class Verb(NamedTuple):
    """An action that begins with a word, as `declared.verb` makes it of a struct."""

    word: str
    kind: type[msgspec.Struct]
    read: Callable[[Any, str], Any]
    """Reads the rest, by the words of a box."""
    write: Callable[[Any], str]
    fill: Callable[[Any, Mapping[str, str | int]], Any]
    """Makes the action of what was typed for each field."""
    wants: str | N_
    """The text of the refusal where nothing follows."""
    like: str
    """An example of it, for a refusal without other examples."""
    auto: msgspec.Struct | None
    """The meaning of `auto` behind the verb."""
    shown: str
    """The word as it is written, where that is two."""

    def wanting(self) -> NotationError:
        """The error for a verb whose rest is missing."""
        wants = self.wants or _("more after it: {like}", like=self.like)
        return NotationError(_("{word!r} wants {wants}", word=self.word, wants=wants))


class Alone(NamedTuple):
    """A word that is an action by itself."""

    word: str
    action: Any
    also: tuple[str, ...] = ()
    """Other words for the action."""
    whole: bool = False
    """Whether it may not be cut short."""
    about: str | N_ = ""
    """The description of its slash command."""
    command: str = ""
    """The name of the command, if it is not the word."""


class Grammar(Generic[W, A]):
    """All actions of a title that can be typed, by the words of its box.

    :param fold: makes typed text uniform.
    :param longest: letters; a longer text was not typed as an action and is not worth searching.
    :param few: whether the legal actions are so few that all are listed to a player who has typed nothing.
    """

    def __init__(
        self,
        verbs: Sequence[Verb | Alone],
        *,
        fold: Callable[[str], str] = fold,
        longest: int = 200,
        few: bool = False,
    ) -> None:
        self._fold = fold
        self._longest = longest
        self._few = few
        self._words = Vocabulary.of([verb.word for verb in verbs], N_("an action"), many=not few)
        self._verbs = {verb.word: verb for verb in verbs if isinstance(verb, Verb)}
        self._alone = {verb.word: verb for verb in verbs if isinstance(verb, Alone)}
        self._whole = {word: verb for verb in self._alone.values() for word in (verb.word, *verb.also)}
        self._verb_of: dict[type, Verb] = {verb.kind: verb for verb in self._verbs.values()}
        fixed = [(verb.action, verb.word) for verb in self._alone.values()]
        fixed += [
            (verb.auto, f"{verb.word} {AUTO}") for verb in self._verbs.values() if verb.auto is not None
        ]
        # By type, because hashing a whole action takes longer than writing it.
        self._fixed: dict[type, list[tuple[A, str]]] = {}
        for action, written in fixed:
            self._fixed.setdefault(type(action), []).append((action, written))

    def notation(self, action: A) -> str:
        """The action in the words that `parse` reads."""
        kind = type(action)
        for fixed, written in self._fixed.get(kind, ()):
            if action == fixed:
                return written
        verb = self._verb_of[kind]
        return f"{verb.shown} {verb.write(action)}"

    def parse(self, words: W, text: str, legal: Callable[[], list[str]]) -> A:
        """Read an action. Case, accents and spacing are ignored; a word may be cut short.

        :param legal: gives the notations to suggest, called only when the action can't be read.
        :raises NotationError: it can't be read.
        :raises AmbiguousNotation: a word cut short could be several.
        """
        typed = self._fold(text[: self._longest + 1])
        if typed and len(text) <= self._longest:
            return self._suggesting(lambda: self._read(words, typed), typed, legal)
        reason = (
            _("{typed!r}… is longer than any action", typed=typed[:20]) if typed else _("Nothing was typed")
        )
        raise NotationError(reason, choices=tuple(legal() if self._few else _near(typed, legal())))

    def filled(
        self, words: W, kind: type[A], typed: Mapping[str, str | int], legal: Callable[[], list[str]]
    ) -> A:
        """The action of a declared verb, by the text of each field; errors and `legal` as in `parse`."""
        verb = self._verb_of[kind]
        folded = {
            name: self._fold(value) if isinstance(value, str) else value for name, value in typed.items()
        }
        said = " ".join([verb.word, *map(str, folded.values())])
        return self._suggesting(partial(verb.fill, words, folded), said, legal)

    def _suggesting(self, read: Callable[[], A], typed: str, legal: Callable[[], list[str]]) -> A:
        """What was read; an error names the legal actions that are most like the typed text."""
        try:
            return read()
        except AmbiguousNotation:
            raise
        except NotationError as error:
            # Only legal actions of the seat that typed are suggested: those of others would tell secrets.
            raise NotationError(error.message, choices=tuple(_near(typed, legal()))) from None

    def _read(self, words: W, typed: str) -> A:
        whole = joined(typed)
        if whole in self._whole:
            return cast(A, self._whole[whole].action)
        for word in self._verbs:
            if "-" in word and f"{whole}-".startswith(f"{word}-"):
                typed = word + typed[len(word) :]
        first, _space, rest = typed.partition(" ")
        word = self._words.meant(first)
        alone = self._alone.get(word)
        if alone is not None:
            if rest:
                raise NotationError(
                    _("{word!r} stands alone, without {rest!r}", word=word, rest=rest[:_QUOTED])
                )
            if alone.whole:
                raise NotationError(_("{typed!r} is not an action", typed=typed))
            return cast(A, alone.action)
        verb = self._verbs[word]
        if not rest:
            raise verb.wanting()
        if rest == AUTO and verb.auto is not None:
            return cast(A, verb.auto)
        return cast(A, verb.read(words, rest))


def _near(typed: str, legal: list[str]) -> list[str]:
    """The legal actions that are most like a typed text."""
    return [choice for choice, _score, _place in process.extract(typed[:_COMPARED], legal, limit=_NEAREST)]
