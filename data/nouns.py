"""Counts and lists of things, in the catalogue: `1 unit`, `2 units`, `no units`; `A, B and C`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial, reduce
from typing import Literal

from data.catalogue import N_, Plural, _, translation
from data.several import Several

NOUNS = {
    "action": (N_("no actions"), Plural("{n} action", "{n} actions")),
    "area": (N_("no areas"), Plural("{n} area", "{n} areas")),
    "attack": (N_("no attacks"), Plural("{n} attack", "{n} attacks")),
    "campaign": (N_("no campaigns"), Plural("{n} campaign", "{n} campaigns")),
    "choice": (N_("no choices"), Plural("{n} choice", "{n} choices")),
    "combat point": (N_("no combat points"), Plural("{n} combat point", "{n} combat points")),
    "counter": (N_("no counters"), Plural("{n} counter", "{n} counters")),
    "day": (N_("no days"), Plural("{n} day", "{n} days")),
    "decision": (N_("no decisions"), Plural("{n} decision", "{n} decisions")),
    "depot": (N_("no depots"), Plural("{n} depot", "{n} depots")),
    "die roll": (N_("no die rolls"), Plural("{n} die roll", "{n} die rolls")),
    "draw": (N_("no draws"), Plural("{n} draw", "{n} draws")),
    "edit": (N_("no edits"), Plural("{n} edit", "{n} edits")),
    "game": (N_("no games"), Plural("{n} game", "{n} games")),
    "headline": (N_("no headlines"), Plural("{n} headline", "{n} headlines")),
    "hex": (N_("no hexes"), Plural("{n} hex", "{n} hexes")),
    "hit": (N_("no hits"), Plural("{n} hit", "{n} hits")),
    "hour": (N_("no hours"), Plural("{n} hour", "{n} hours")),
    "incident": (N_("no incidents"), Plural("{n} incident", "{n} incidents")),
    "leader": (N_("no leaders"), Plural("{n} leader", "{n} leaders")),
    "Liberation marker": (
        N_("no Liberation markers"),
        Plural("{n} Liberation marker", "{n} Liberation markers"),
    ),
    "map": (N_("no maps"), Plural("{n} map", "{n} maps")),
    "minute": (N_("no minutes"), Plural("{n} minute", "{n} minutes")),
    "month": (N_("no months"), Plural("{n} month", "{n} months")),
    "more combat point": (
        N_("no more combat points"),
        Plural("{n} more combat point", "{n} more combat points"),
    ),
    "more area": (N_("no more areas"), Plural("{n} more area", "{n} more areas")),
    "more leader": (N_("no more leaders"), Plural("{n} more leader", "{n} more leaders")),
    "more reason": (N_("no more reasons"), Plural("{n} more reason", "{n} more reasons")),
    "more stack": (N_("no more stacks"), Plural("{n} more stack", "{n} more stacks")),
    "movement point": (N_("no movement points"), Plural("{n} movement point", "{n} movement points")),
    "player": (N_("no players"), Plural("{n} player", "{n} players")),
    "point": (N_("no points"), Plural("{n} point", "{n} points")),
    "roll": (N_("no rolls"), Plural("{n} roll", "{n} rolls")),
    "round": (N_("no rounds"), Plural("{n} round", "{n} rounds")),
    "scene": (N_("no scenes"), Plural("{n} scene", "{n} scenes")),
    "seat": (N_("no seats"), Plural("{n} seat", "{n} seats")),
    "stack": (N_("no stacks"), Plural("{n} stack", "{n} stacks")),
    "step": (N_("no steps"), Plural("{n} step", "{n} steps")),
    "supply unit": (N_("no supply units"), Plural("{n} supply unit", "{n} supply units")),
    "turn": (N_("no turns"), Plural("{n} turn", "{n} turns")),
    "undone action": (N_("no undone actions"), Plural("{n} undone action", "{n} undone actions")),
    "unit": (N_("no units"), Plural("{n} unit", "{n} units")),
}
"""The forms for none, and for a number; other nouns of other people's games stay English."""


def counted(number: int, noun: str) -> str:
    """`1 action`, `2 actions`, `no actions`."""
    if number:
        return numbered(number, noun)
    return str(NOUNS[noun][0]) if noun in NOUNS else f"no {noun}s"


def numbered(number: int, noun: str) -> str:
    """`1 action`, `2 actions`, `0 actions`."""
    if noun in NOUNS:
        return NOUNS[noun][1](number)
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """`A, B and C`."""
    return _joined(_LISTED[last], [*names])


def several(names: Iterable[str], last: Literal["and", "or"] = "and") -> Several:
    """The names listed, to be filled into a text, which may ask for a form of each."""
    return Several.of([*names], partial(_joined, _LISTED[last]))


def _joined(form: N_, names: Sequence[str]) -> str:
    *others, end = names or [""]
    return form(names=", ".join(others), last=end) if others else end


_LISTED = {"and": N_("{names} and {last}"), "or": N_("{names} or {last}")}


MONTHS = (
    N_("{day} January {year}"),
    N_("{day} February {year}"),
    N_("{day} March {year}"),
    N_("{day} April {year}"),
    N_("{day} May {year}"),
    N_("{day} June {year}"),
    N_("{day} July {year}"),
    N_("{day} August {year}"),
    N_("{day} September {year}"),
    N_("{day} October {year}"),
    N_("{day} November {year}"),
    N_("{day} December {year}"),
)


def dated(day: date) -> str:
    """`3 January 2026`."""
    return MONTHS[day.month - 1](day=day.day, year=day.year)


def labelled(label: object, text: object) -> str:
    """`Label: text`."""
    return _("{label}: {text}", label=label, text=text)


def clauses(parts: Iterable[str]) -> str:
    """`One; another`, without those that are empty."""
    first, *others = [*filter(None, parts)] or [""]
    return reduce(lambda said, more: _("{said}; {more}", said=said, more=more), others, first)


def figure(number: float, how: str) -> str:
    """A number in a format of Python, as the current language writes it."""
    language = translation()
    return format(number, how) if language is None else language.grammar.form(float(number), how)


def per_cent(number: object) -> str:
    """`50%`."""
    return _("{number}%", number=number)


def upper(text: str) -> str:
    """The text with the capital of a sentence's beginning."""
    return text[:1].upper() + text[1:]
