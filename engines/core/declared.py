"""Verbs declared by their structs: what each field is gives notation, slash options, label and help.

A field says with `Annotated` which kind of value it has and which word or sign is typed before it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

from engines.core.messages import Name, Part, Several
from engines.core.notation import Verb


class Kind(NamedTuple):
    """A kind of value that is typed.

    :ivar of: the kind of each value, as in `Name`; empty for numbers.
    """

    of: str
    read: Callable[[Any, str], Any]
    """Reads one value by the words of a box, or several that one word stands for."""
    mark: str = ""
    """The separator of several values; empty where the field takes only one."""
    nothing: str | None = None
    """The word for None. A verb that begins with it ends there; one that doesn't wants all its fields."""
    empty: bool = False
    """Whether the list of several values may be empty."""


class Field(NamedTuple):
    """The declaration of a field of an action."""

    kind: Kind
    lead: str = ""
    """The text before it."""

    def read(self, words: Any, typed: str) -> Any:
        """The value that was typed."""
        kind = self.kind
        if kind.nothing is not None and typed == kind.nothing:
            return None
        if not kind.mark:
            return kind.read(words, typed)
        if kind.empty and not typed:
            return ()
        values = [kind.read(words, part.strip()) for part in typed.split(kind.mark)]
        return tuple([one for each in values for one in (each if isinstance(each, tuple) else (each,))])

    def write(self, value: Any, named: Callable[[str], str] = str) -> str:
        """The value as it is typed.

        :param named: puts a name in place of an id, for a title that reads its names.
        """
        if value is None:
            return self.kind.nothing or ""
        mark = ", " if self.kind.mark == "," else f" {self.kind.mark} "
        return mark.join(map(named, value)) if self.kind.mark else named(str(value))

    def part(self, value: Any) -> Part:
        """The value as a part of a message."""
        if not self.kind.of:
            return int(value)
        if self.kind.mark:
            return Several(tuple([Name(self.kind.of, each) for each in value]))
        return Name(self.kind.of, value)


@cache
def fields(action: type[msgspec.Struct]) -> dict[str, Field]:
    """The fields of a verb by name, in the order in which they are typed."""
    hints = get_type_hints(action, include_extras=True)
    return {name: hints[name].__metadata__[0] for name in action.__struct_fields__}


def parts(action: msgspec.Struct) -> dict[str, Part]:
    """The fields of an action as parts of its label; empty ones are left out."""
    known = {name: (field, getattr(action, name)) for name, field in fields(type(action)).items()}
    return {name: field.part(value) for name, (field, value) in known.items() if value is not None}


def word(action: type[msgspec.Struct]) -> str:
    """The word of a verb: the tag of its struct."""
    return str(action.__struct_config__.tag)


def about(action: type[msgspec.Struct]) -> str:
    """The description of a verb: the first line of its docstring."""
    return (inspect.getdoc(action) or "").partition("\n")[0]


def line(action: type[msgspec.Struct], typed: Mapping[str, str | None]) -> str:
    """A verb as one line, made of the text typed for each of its fields."""
    written = [f"{field.lead} {text}" for name, field in fields(action).items() if (text := typed.get(name))]
    return " ".join(" ".join([word(action), *written]).split())


def written(action: msgspec.Struct, named: Callable[[str], str] = str) -> str:
    """The text behind the word of an action."""
    texts = []
    for name, field in fields(type(action)).items():
        value = getattr(action, name)
        absent = value is None and field.kind.nothing is None
        if not absent and (value != () or field.kind.empty):
            texts.append(f"{field.lead} {field.write(value, named)}".strip())
    return " ".join(texts)


def verb(action: type[msgspec.Struct], like: str) -> Verb:
    """The verb of a struct.

    :param like: an example of it, which shows how it is written.
    """
    declared = list(fields(action).items())
    first, opening = declared[0]
    needed = {name for name, _ in declared[: len(declared) - len(action.__struct_defaults__)]}

    def read(words: Any, rest: str) -> msgspec.Struct:
        typed = _split([field for _, field in declared], rest.split())
        given = [(*each, text) for each, text in zip(declared, typed, strict=True) if text is not None]
        if not all(text or field.kind.empty for _, field, text in given):
            raise made.wanting()
        values = {name: field.read(words, text) for name, field, text in given}
        if opening.kind.nothing is not None:
            complete = values.keys() == ({first} if values[first] is None else {name for name, _ in declared})
        else:
            complete = needed <= values.keys()
        if not complete:
            raise made.wanting()
        return action(**values)

    name = word(action)
    made = Verb(name, action, read=read, write=written, like=like, shown=like[: len(name)])
    return made


def _split(declared: list[Field], tokens: list[str]) -> list[str | None]:
    """The text of each field; None for those that were left out."""
    typed: dict[int, list[str]] = {0: []}
    at = 0
    for token in tokens:
        later = range(at + 1, len(declared))
        onward = next((i for i in later if _begins(declared[i], token, typed[at])), at)
        if onward == at:
            typed[at].append(token)
        else:
            at = onward
            typed[at] = [] if declared[at].lead else [token]
    return [" ".join(typed[i]) if i in typed else None for i in range(len(declared))]


def _begins(field: Field, token: str, before: list[str]) -> bool:
    """Whether a token begins a field: its lead, or where it has none a number behind something else."""
    return token == field.lead if field.lead else bool(before) and token.isdigit()
