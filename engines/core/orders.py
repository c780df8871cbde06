"""Standing orders: one declaration per kind covers how an order is typed, stored, completed and described.

A clause is a pattern: words, `[what may be left out]`, `(one | another)`, `<field=flag in words>`, and
`<field:SLOT>` for typed values. Reading gives structs with these fields. A phrase is some words of a
clause, with its slots' placeholders in capitals, and has its sentence: `never from NAME`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, ClassVar, Generic, NamedTuple, Never, TypeAlias, TypeVar

from data.catalogue import N_, _
from engines.core.errors import AmbiguousNotation, NotationError
from engines.core.ordered import OrderKind

NAME = r"[a-z][a-z -]*?"
"""One name; several words of it are joined when it is read."""
MOST = 25
"""Orders that are offered at once; Discord shows no more."""
_AFTER = 3
"""Ways to go on after a name that is not the last."""
_NUMBERS = tuple(map(str, range(1, 11)))

PHRASES: Mapping[str, N_] = {
    "always": N_("Always do it."),
    **dict.fromkeys(("never", "none", "decline"), N_("Never do it.")),
    "auto": N_("It is done the usual way."),
    "play": N_("Play it."),
    "if at least ODDS": N_("Do it only at odds of {a} or better."),
    "if at most ODDS": N_("Do it only at odds of {a} or worse."),
    "from turn NUMBER": N_("Do it from turn {a} on."),
    "prefer NAME": N_("Prefer {a}."),
    "towards NAME": N_("Go towards {a}."),
    "spare NAME": N_("Spare {a}."),
    "with NAME": N_("Do it with {a}."),
}
"""The sentences of phrases that orders of several kinds have."""

_SLOT = re.compile(r"<(\w+)(?::(\w+)|=([^>]+))>")

C_co = TypeVar("C_co", covariant=True)

Named: TypeAlias = Callable[[str, Sequence[str]], Sequence[str]]
"""The alternatives for a word of a form, by it and the words before it; none where it stands for itself."""


class Slot(NamedTuple):
    """The values that fit a place of an order."""

    regex: str
    shown: tuple[str, ...] = ()
    """The placeholder in a form, in capitals; empty where forms have an example."""
    in_full: Callable[[Any, str], str | None] = lambda _, typed: typed
    """The stored form of a typed value, which means the same for ever; None where the value does not fit."""
    value: Callable[[str], Any] = str
    """The value of the stored form."""
    stands: str = "NAME"
    """The placeholder in a phrase."""


def names(kept: str) -> tuple[str, ...]:
    """The names of a stored list."""
    return tuple(kept.split(", "))


def several(meant: Callable[[Any, str], str], *shown: str) -> Slot:
    """A name or several, the most wanted first, with commas between them or without."""

    def read(words: Any, part: str) -> list[str]:
        try:
            return [meant(words, part)]
        except AmbiguousNotation:
            raise
        except NotationError:
            if " " not in part.strip():
                raise
            return [meant(words, word) for word in part.split()]

    def in_full(words: Any, typed: str) -> str:
        return ", ".join(name for part in typed.split(",") for name in read(words, part))

    return Slot(rf"{NAME}(?:, {NAME})*?", shown, in_full, names)


def one(meant: Callable[[Any, str], str], *shown: str) -> Slot:
    """A single name."""
    pattern = several(meant, *shown)

    def in_full(words: Any, typed: str) -> str | None:
        kept = pattern.in_full(words, typed)
        return None if kept is None or "," in kept else kept

    return Slot(NAME, shown, in_full)


def number(regex: str) -> Slot:
    """A number; forms show one that is likely."""
    return Slot(regex, (), value=int, stands="NUMBER")


class Clause(Generic[C_co]):
    """A part of an order.

    :param says: the struct to read it into; a string where the text is enough; None where it says no.
    :param last: whether nothing may come after it.
    """

    def __init__(self, says: type[C_co] | None, *patterns: str, last: bool = False) -> None:
        self.says = says
        self.patterns = patterns
        self.last = last


def no(*patterns: str) -> Clause[Never]:
    """The clause that says no."""
    return Clause(None, *patterns)


class _Form(NamedTuple):
    """A pattern made ready to be read."""

    regex: re.Pattern[str]
    slots: Mapping[str, Slot]
    says: type | None
    last: bool

    def in_full(self, words: Any, read: re.Match[str]) -> str | None:
        kept = ""
        for slot, text in self._parts(read):
            full = slot.in_full(words, text) if slot else text
            if full is None:
                return None
            kept += full
        return kept

    def _parts(self, read: re.Match[str]) -> Iterator[tuple[Slot | None, str]]:
        done = 0
        for field, slot in self.slots.items():
            if read[field]:
                yield from ((None, read.string[done : read.start(field)]), (slot, read[field]))
                done = read.end(field)
        yield None, read.string[done:]

    def words(self, read: re.Match[str]) -> Iterator[tuple[str, str]]:
        """The clause that was read, word by word, each as in phrases and as typed."""
        for slot, text in self._parts(read):
            yield from [(slot.stands, text)] if slot else ((word, word) for word in text.split())

    def meaning(self, read: re.Match[str]) -> Any:
        if self.says is str:
            return read.string
        assert self.says is not None
        values = {field: slot.value for field, slot in self.slots.items()}
        return self.says(
            **{field: values.get(field, bool)(text) for field, text in read.groupdict().items() if text}
        )


class Order(Generic[C_co]):
    """A kind of decision, and how it can be answered in advance.

    :param forms: orders as they are typed, with ` / ` between them; without them each pattern is one.
    :param chain: whether an order may have several clauses, with `;` between them.
    :param note: the meaning of the forms, where the summary does not say it.
    :param implicit: the order of a seat that has given none.
    :param answers: the kinds of decisions that a plan answers.
    :param says: sentences of its phrases besides those of `PHRASES`; `{a}` stands for the typed value.
    """

    slots: ClassVar[Mapping[str, Slot]] = {}
    """The slots by their names in patterns."""

    def __init__(
        self,
        kind: str,
        case: str,
        summary: str,
        *clauses: Clause[C_co],
        forms: str = "",
        seats: tuple[str, ...] = (),
        own_turn: bool = True,
        chain: bool = False,
        note: str = "",
        implicit: str = "",
        answers: tuple[str, ...] = (),
        says: Mapping[str, N_] | None = None,
    ) -> None:
        patterns = [(clause, pattern) for clause in clauses for pattern in clause.patterns]
        shown = forms.split(" / ") if forms else [form for _, text in patterns for form in self._shown(text)]
        self.kind = OrderKind(kind, case, tuple(shown), summary, seats, own_turn, note, implicit, answers)
        self._chain = chain
        self._says = {**PHRASES, **(says or {})}
        self._forms = [self._form(clause, pattern) for clause, pattern in patterns]

    def _shown(self, pattern: str) -> Iterator[str]:
        *texts, end = _SLOT.split(pattern)
        words, names = texts[::4], texts[2::4]
        for shown in product(*(self.slots[name].shown for name in names)):
            yield "".join(word + name for word, name in zip(words, shown, strict=True)) + end

    def _form(self, clause: Clause[C_co], pattern: str) -> _Form:
        slots: dict[str, Slot] = {}

        def group(match: re.Match[str]) -> str:
            field, name, flag = match.groups()
            if flag:
                return f"(?P<{field}>{flag})"
            slots[field] = self.slots[name]
            return f"(?P<{field}>{slots[field].regex})"

        text = pattern.replace("(", "(?:").replace(" | ", "|")
        if text.startswith("["):
            text = text.replace("[", "(?:", 1).replace("] ", " )?", 1)
        text = text.replace(" [", "(?: ").replace("]", ")?")
        return _Form(re.compile(_SLOT.sub(group, text)), slots, clause.says, clause.last)

    def _read(self, clause: str) -> tuple[_Form, re.Match[str]] | None:
        matches = ((form, form.regex.fullmatch(clause)) for form in self._forms)
        return next(((form, read) for form, read in matches if read is not None), None)

    def kept(self, words: Any, typed: str) -> str | None:
        """An order with its names in full; None where the folded text is no order of the kind.

        :raises NotationError: a name is unknown.
        """
        clauses = [clause.strip() for clause in typed.split(";")] if self._chain else [typed]
        readings = [reading for clause in clauses if (reading := self._read(clause))]
        forms = [form for form, _read in readings]
        if len(forms) < len(clauses) or any(form.last for form in forms[:-1]):
            return None
        # An order that says no can say nothing else.
        if len(forms) > 1 and any(form.says is None for form in forms):
            return None
        kept = [form.in_full(words, read) for form, read in readings]
        return "; ".join(clause or "" for clause in kept) if all(kept) else None

    def read(self, order: str) -> tuple[C_co, ...]:
        """The clauses of a stored order as structs; those without a struct are left out."""
        return tuple(form.meaning(read) for form, read in self._readings(order) if form.says)

    def one(self, order: str) -> C_co | None:
        """The struct of a stored order of one clause; None where it says no."""
        return next(iter(self.read(order)), None)

    def said(self, order: str, named: Callable[[str], str]) -> str:
        """A stored order as sentences; empty where a part of it has none.

        :param named: puts names in place of ids.
        """
        words = [word for form, read in self._readings(order) for word in form.words(read)]
        sentences = []
        while words:
            for most in range(len(words), 0, -1):
                # A value may have words of its own, as `and morale 0` has.
                phrase, typed = (" ".join(part) for part in zip(*words[:most], strict=True))
                if says := self._says.get(typed) or self._says.get(phrase):
                    value = next((value for stands, value in words[:most] if stands != value), "")
                    sentences.append(says(a=named(value)))
                    del words[:most]
                    break
            else:
                return ""
        return " ".join(sentences)

    def _readings(self, order: str) -> list[tuple[_Form, re.Match[str]]]:
        clauses = order.split("; ") if self._chain else [order]
        return [reading for clause in clauses if (reading := self._read(clause))]


class Orders:
    """The orders of a title.

    :param fold: makes typed text uniform.
    """

    def __init__(self, fold: Callable[[str], str], *orders: Order[Any]) -> None:
        self.kinds = tuple(order.kind for order in orders)
        self._fold = fold
        self._orders = {order.kind.kind: order for order in orders}

    def read(self, words: Any, kind: str, text: str) -> str:
        """An order in its stored form: names in full, several with commas between them.

        :raises NotationError: it is no such order; the error has the forms.
        """
        order = self._orders.get(kind)
        forms = order.kind.forms if order else ()
        try:
            kept = order.kept(words, self._fold(text)) if order else None
        except AmbiguousNotation:
            raise
        except NotationError as error:
            raise NotationError(error.message, choices=forms) from None
        if kept is None:
            raise NotationError(
                _("{text!r} is not a standing order for {kind}", text=text[:40], kind=kind), choices=forms
            )
        return kept

    def said(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A stored order as sentences; empty where a part of it has none."""
        return self._orders[kind].said(order, named)

    def offered(self, words: Any, kind: str, typed: str, named: Named) -> list[str]:
        """Complete orders that begin with the typed text, with the forms taking turns."""
        order = self._orders.get(kind)
        folded = self._fold(typed)
        *done, partial = folded.split() if folded and not typed[-1].isspace() else [*folded.split(), ""]
        grown = [_grown(named, form.split(), done, partial) for form in (order.kind.forms if order else ())]
        offered: dict[str, None] = {}
        for text in (folded, *_by_turns(grown)):
            try:
                offered[self.read(words, kind, text)] = None
            except NotationError:
                continue
            if len(offered) == MOST:
                break
        return list(offered)


def _by_turns(grown: Sequence[Iterator[list[str]]]) -> Iterator[str]:
    """One item of each iterator, then another of each, until all are exhausted."""
    left = list(grown)
    while left:
        for one in list(left):
            text = next(one, None)
            if text is None:
                left.remove(one)
            else:
                yield " ".join(text)


def _grown(
    named: Named, form: Sequence[str], done: Sequence[str], partial: str, before: Sequence[str] = ()
) -> Iterator[list[str]]:
    """Ways to continue whole words and the beginning of one, along a form.

    :param before: words of the order so far.
    """
    if not form:
        if not done and not partial:
            yield list(before)
        return
    head, *rest = form
    stem = head.rstrip(";")
    names = (stem, *(n for n in _NUMBERS if n != stem)) if stem.isdecimal() else named(stem, before)
    if done:
        word, *more = done
        so_far = (*before, word)
        if (word == head) if not names else word.endswith(";") == (head != stem):
            yield from _grown(named, rest, more, partial, so_far)
        if names and word.endswith(","):
            yield from _grown(named, form, more, partial, so_far)
    elif not names:
        if head.startswith(partial):
            yield from _grown(named, rest, (), "", (*before, head))
    else:
        used = {word.rstrip(",") for word in before}
        for name in names:
            if name.startswith(partial) and name not in used:
                whole = name + head[len(stem) :]
                yield from islice(_grown(named, rest, (), "", (*before, whole)), _AFTER)
