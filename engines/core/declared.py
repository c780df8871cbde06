"""Verbs declared by their structs: what each field is gives notation, slash options, label and help.

A field says with `Annotated` which kind of value it has and which word or sign is typed before it. A kind
that needs a lambda stands outside the struct: in an annotation a lambda doesn't see its module. The
docstring describes the verb. A struct may say more: `like` is an example of it, `wants` the text of the
refusal where nothing follows, `auto` the meaning of `auto` behind it, `order` that of its options; `typed`
and `written` read and write what its fields can't describe.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

from data.catalogue import N_
from engines.core.notation import AUTO, Alone, Verb, number

_ALWAYS = object()
"""Equal to no value."""


class Kind(NamedTuple):
    """A kind of value that is typed."""

    read: Callable[[Any, str], Any]
    """Reads one value by the words of a box, or several that one word stands for."""
    mark: str = ""
    """The separator of several values; empty where the field takes only one, or `read` takes them apart."""
    nothing: str | None = None
    """The word for None. A verb that begins with it ends there."""
    empty: bool = False
    """Whether the list of several values may be empty."""
    write: Callable[[Any], str] = str
    """Writes a value that `mark` doesn't separate."""
    longest: int = 100
    """Letters of the slash option; 0 for no bound."""
    known: tuple[tuple[str, str], ...] = ()
    """The choices of the slash option, each as it is shown and as it is typed, where they are few."""
    between: tuple[int, int] | None = None
    """The bounds of a number; the slash option is a number too."""
    digits: bool = False
    """Whether the last word belongs to it only if that is a number."""


NUMBER = Kind(lambda _, typed: number(typed), digits=True)
"""A whole number of 1 or more."""


class Field(NamedTuple):
    """The declaration of a field of an action."""

    kind: Kind
    lead: str = ""
    """The text before it. Without one, a field after the first is the last word."""
    about: str | N_ = ""
    """The description of its option. A field without one is typed into the option of the first field."""
    option: str = ""
    """The name of the option, if it is not that of the field."""
    needed: bool = False
    """Whether it is wanted although it has a default, unless the first field is None."""
    always: bool = False
    """Whether it is written also where it is the default."""
    optional: bool = False
    """Whether its option may be left out although it is wanted: the first option may hold the whole verb."""

    def read(self, words: Any, typed: str | int) -> Any:
        """The value that was typed, or chosen as a number."""
        kind = self.kind
        if isinstance(typed, int):
            return typed
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
        if not self.kind.mark:
            return named(self.kind.write(value))
        mark = ", " if self.kind.mark == "," else f" {self.kind.mark} "
        return mark.join(map(named, value))


@cache
def fields(action: type[msgspec.Struct]) -> dict[str, Field]:
    """The declared fields of a verb by name, in the order in which they are typed."""
    hints = get_type_hints(action, include_extras=True)
    known = {name: getattr(hints[name], "__metadata__", ()) for name in action.__struct_fields__}
    return {name: said[0] for name, said in known.items() if said}


@cache
def required(action: type[msgspec.Struct]) -> frozenset[str]:
    """The fields without a default."""
    names = action.__struct_fields__
    return frozenset(names[: len(names) - len(action.__struct_defaults__)])


class Option(NamedTuple):
    """An option of the slash command of a verb."""

    name: str
    field: str
    declared: Field
    required: bool


def options(action: type[msgspec.Struct]) -> list[Option]:
    """The options of a verb, in the order of its fields or as its `order` has them."""
    wanted, order = required(action), getattr(action, "order", ())
    known = [
        Option(field.option or name, name, field, (name in wanted or field.needed) and not field.optional)
        for name, field in fields(action).items()
        if field.about
    ]
    return sorted(known, key=lambda option: order.index(option.field)) if order else known


def word(action: type[msgspec.Struct]) -> str:
    """The word of a verb: the tag of its struct."""
    return str(action.__struct_config__.tag)


def about(action: type[msgspec.Struct]) -> str:
    """The description of a verb: the first line of its docstring."""
    return (inspect.getdoc(action) or "").partition("\n")[0]


def written(action: msgspec.Struct, named: Callable[[str], str] = str) -> str:
    """The text behind the word of an action."""
    return _writer(type(action))(action, named)


@cache
def _writer(action: type[msgspec.Struct]) -> Callable[..., str]:
    """Writes the actions of a verb; what can be known before is, as a game writes thousands of them."""
    own: Callable[[Any], str] | None = getattr(action, "written", None)
    if own is not None:
        return lambda made, named=str: own(made)
    names = action.__struct_fields__
    defaults = dict(zip(reversed(names), reversed(action.__struct_defaults__), strict=False))
    known = [
        (
            name,
            f"{field.lead} " if field.lead else "",
            # None has a word of its own, and several values marks between them.
            None if field.kind.mark or field.kind.nothing is not None else field.kind.write,
            field.write,
            _ALWAYS if field.always else defaults.get(name, _ALWAYS),
        )
        for name, field in fields(action).items()
    ]

    def write(made: msgspec.Struct, named: Callable[[str], str] = str) -> str:
        texts = []
        for name, lead, plain, full, implied in known:
            value = getattr(made, name)
            if implied is _ALWAYS or value != implied:
                text = plain(value) if plain is not None and named is str else full(value, named)
                texts.append(lead + text if text else lead.strip())
        return " ".join(texts)

    return write


def verbs(*actions: type[msgspec.Struct]) -> list[Verb | Alone]:
    """The verbs of structs; one without fields is a word that stands alone."""
    return [
        verb(action) if action.__struct_fields__ else Alone(word(action), action(), about=about(action))
        for action in actions
    ]


def verb(action: type[msgspec.Struct], name: str = "") -> Verb:
    """The verb of a struct.

    :param name: another word for it.
    """
    declared = fields(action)
    first = next(iter(declared))
    nothing = declared[first].kind.nothing
    needed = required(action) | {name for name, field in declared.items() if field.needed}
    own: Callable[[Any, Mapping[str, str]], msgspec.Struct] | None = getattr(action, "typed", None)

    def fill(words: Any, typed: Mapping[str, str | int]) -> msgspec.Struct:
        if typed.keys() == {first} and isinstance(whole := typed[first], str) and not declared[first].lead:
            return read(words, whole)
        return made(words, typed)

    def read(words: Any, rest: str) -> msgspec.Struct:
        if rest == AUTO and known.auto is not None:
            return known.auto
        return made(words, split(declared, rest))

    def made(words: Any, typed: Mapping[str, Any]) -> msgspec.Struct:
        if not all(text or declared[name].kind.empty for name, text in typed.items()):
            raise known.wanting()
        if own is not None:
            return own(words, typed)
        ended = nothing is not None and typed.get(first) == nothing
        if typed.keys() != {first} if ended else not needed <= typed.keys():
            raise known.wanting()
        values = {name: field.read(words, typed[name]) for name, field in declared.items() if name in typed}
        return action(**values)

    name, like = name or word(action), str(getattr(action, "like", ""))
    known = Verb(
        name,
        action,
        read=read,
        write=_writer(action),
        fill=fill,
        like=like or f"{name} …",
        wants=getattr(action, "wants", ""),
        auto=getattr(action, "auto", None),
        shown=like[: len(name)] or name,
    )
    return known


def split(declared: Mapping[str, Field], rest: str) -> dict[str, str]:
    """The text of each field, by the leads before them and from the last to the first."""
    first, *later = declared
    typed: dict[str, str] = {}
    for name in reversed(later):
        lead = declared[name].lead
        before, space, after = f" {rest} ".partition(f" {lead} ") if lead else _last(declared[name], rest)
        if space:
            rest, typed[name] = before.strip(), after.strip()
    if declared[first].lead:
        _before, lead, behind = f" {rest} ".rpartition(f" {declared[first].lead} ")
        rest = behind.strip() if lead else ""
    return {first: rest, **{name: typed[name] for name in later if name in typed}}


def _last(field: Field, rest: str) -> tuple[str, str, str]:
    """The last word behind others."""
    before, space, last = rest.rpartition(" ")
    return (before, space, last) if not field.kind.digits or last.isdigit() else (rest, "", "")
