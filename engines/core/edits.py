"""Edits as they are typed: a verb and words from closed lists, each of which may be cut short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TypeVar

import msgspec
from rapidfuzz import process

from data.catalogue import _
from engines.core.contract import AnyTitle, EditForm
from engines.core.errors import AmbiguousNotation, EngineError, IllegalAction, NotationError, StateError
from engines.core.notation import Vocabulary, fold

MOST_CHOICES = 25
"""Choices that are offered at once; Discord shows no more."""

_LONGEST = 200
"""Characters; a longer text was not typed as an edit and is not worth searching."""
_FEW = 40
"""Words of a place that are tried together, where no edit begins with the typed text."""
_ALIKE = 100
"""Edits that are tried when none begins with the typed text, the likeliest first."""

S = TypeVar("S", bound=msgspec.Struct)


def refuse_as_it_is(so_already: bool) -> None:
    """Refuse an edit that changes nothing."""
    if so_already:
        raise IllegalAction(_("Nothing would change: that is so already"))


class EditGrammar:
    """The edits of a title.

    :param words: for each form the known words of its places after the verb, in order.
    """

    def __init__(self, words: Mapping[EditForm, Sequence[Sequence[str]]]) -> None:
        self.forms: tuple[EditForm, ...] = tuple(words)
        self._words = words
        self._form = {form.verb: form for form in words}
        self._places = {form.verb: tuple(map(tuple, places)) for form, places in words.items()}
        self._verbs = Vocabulary.of(self._places)

    def of(self, verbs: Collection[str]) -> EditGrammar:
        """The edits of some verbs only."""
        return EditGrammar({form: words for form, words in self._words.items() if form.verb in verbs})

    def parse(self, text: str) -> tuple[str, ...]:
        """The verb and its words in full. Case and accents are ignored.

        :raises NotationError: it can't be read; the error has the nearest edits, or the forms.
        :raises AmbiguousNotation: a word cut short could be several.
        """
        typed = fold(text).split() if len(text) <= _LONGEST else []
        if not typed:
            what = _("Nothing was typed") if not text.strip() else _("{text!r}… is no edit", text=text[:20])
            raise NotationError(what, choices=tuple(form.form for form in self.forms))
        try:
            return self._read(typed)
        except AmbiguousNotation:
            raise
        except NotationError as error:
            raise NotationError(error.message, choices=tuple(islice(self.near(text), 3))) from None

    def _read(self, typed: Sequence[str]) -> tuple[str, ...]:
        verb = self._verbs.meant(typed[0])
        places = self._places[verb]
        if len(typed) - 1 != len(places):
            raise NotationError(_("{verb!r} is typed as {form!r}", verb=verb, form=self._form[verb].form))
        return (
            verb,
            *(Vocabulary.of(place).meant(word) for word, place in zip(typed[1:], places, strict=True)),
        )

    def near(self, typed: str) -> Iterator[str]:
        """Complete edits that begin with the typed text, one of each kind first; else the likeliest.

        An iterator: there can be tens of thousands, and the caller wants a few.
        """
        words = fold(typed[:_LONGEST]).split()
        begun = [parts for parts in self._begun(words) if all(parts)]
        if not begun:
            edits = [" ".join(edit) for edit in self._alike(words)]
            likest = process.extract(" ".join(words), edits, limit=_ALIKE)
            yield from (edit for edit, _, _ in likest)
        for nth in range(max((len(parts[-1]) for parts in begun), default=0)):
            for parts in begun:
                for last in parts[-1][nth : nth + 1]:
                    yield from (" ".join((*head, last)) for head in product(*parts[:-1]))

    def _begun(self, words: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
        """For each verb the words for each of its places that begin with the typed text."""
        for verb, places in self._places.items():
            parts = ((verb,), *places)
            if len(words) <= len(parts):
                typed = [*words, *[""] * (len(parts) - len(words))]
                yield [
                    tuple(word for word in part if word.startswith(begun))
                    for part, begun in zip(parts, typed, strict=True)
                ]

    def _alike(self, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Edits of every verb with the likeliest words in each place; all words where there are few."""
        for verb, places in self._places.items():
            typed = [*words[1:], *[""] * len(places)]
            yield from product(
                (verb,), *(_near(word, place) for word, place in zip(typed, places, strict=False))
            )


def _near(typed: str, place: Sequence[str]) -> Sequence[str]:
    """The words of a place that are nearest to the typed one."""
    if len(place) <= _FEW:
        return place
    return [word for word, _, _ in process.extract(typed, place, limit=_FEW)]


def possible(title: AnyTitle, state: msgspec.Struct, edits: Iterable[str]) -> list[str]:
    """The edits that the title carries out, in order, at most as many as are offered at once."""
    choices: list[str] = []
    for edit in edits:
        if len(choices) == MOST_CHOICES:
            break
        try:
            title.edit(state, edit)
        except EngineError:
            continue
        choices.append(edit)
    return choices


def refuse_impossible(title: AnyTitle, state: msgspec.Struct) -> None:
    """Refuse an edit that has led to an impossible state.

    :raises IllegalAction: names what does not fit.
    """
    try:
        title.check(state)
    except StateError as error:
        reason = error.message.partition(": ")[2] or error.message
        raise IllegalAction(_("That can't be: {reason}", reason=reason)) from None
