"""States that play never gives: positions of it with a few things in them changed, the kind of each kept."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

Path = tuple[Any, ...]
"""Keys and indices, from the outside in."""

FAR = (-1, 0, 1, 2, 7, 99)
"""Numbers at the edge of most things that are counted, and beyond."""


def mutated(chooser: random.Random, states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One of the states, in plain values, with one to three things changed."""
    state = copy.deepcopy(chooser.choice(states))
    for _ in range(chooser.choice((1, 1, 2, 3))):
        _change(chooser, state, copy.deepcopy(chooser.choice(states)))
    return state


def renamed(chooser: random.Random, states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One of the states, in plain values, with one name in it changed: of a stage, a unit, a place, a seat.

    It is then unknown, or the name of something else. Each kind of place is as likely as any other, be there
    one of it or a hundred.
    """
    state = copy.deepcopy(chooser.choice(states))
    kinds: dict[tuple[Path, bool], list[Path]] = {}
    for path, value in _parts(state):
        if isinstance(value, str):
            kinds.setdefault((_shape(path), False), []).append(path)
        if isinstance(path[-1], str) and len(path) > 1:
            kinds.setdefault((_shape(path[:-1]), True), []).append(path)
    kind = chooser.choice([*kinds])
    path, (_place, is_key) = chooser.choice(kinds[kind]), kind
    holder = state
    for step in path[:-1]:
        holder = holder[step]
    name = chooser.choice(("", "nowhere", *chooser.sample(_words(chooser.choice(states)), 2)))
    if is_key:
        holder[name] = holder.pop(path[-1])
    else:
        holder[path[-1]] = name
    return state


def _change(chooser: random.Random, state: dict[str, Any], other: dict[str, Any]) -> None:
    if chooser.random() < 1 / 4:
        # What is of the right kind at the wrong time is the hardest to find out.
        field = chooser.choice(list(other))
        state[field] = other[field]
        return
    alike: dict[Path, list[tuple[Path, Any]]] = {}
    for path, value in _parts(state):
        alike.setdefault(_shape(path), []).append((path, value))
    # Of the many areas and counters no more than of the one frame on the stack.
    path, value = chooser.choice(chooser.choice(list(alike.values())))
    holder = state
    for step in path[:-1]:
        holder = holder[step]
    match value:
        case dict() if value and chooser.random() < 1 / 2:
            _rekey(chooser, value, other)
        case list() if value or chooser.random() < 1 / 2:
            _reorder(chooser, value, [part for part in _at(other, path) if isinstance(part, list)])
        case _:
            holder[path[-1]] = _another(chooser, path, value, other)


def _parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from _parts(part, (*path, key))


def _shape(path: Path) -> Path:
    """A path without the names and numbers of what there are many of."""
    return tuple("*" if isinstance(step, int) or depth == 1 else step for depth, step in enumerate(path))


def _at(state: Any, path: Path) -> list[Any]:
    """What another state has at the same place, its keys and indices aside."""
    if not path:
        return [state]
    inner = state.values() if isinstance(state, dict) else state if isinstance(state, list) else ()
    if isinstance(state, dict) and path[0] in state:
        inner = [state[path[0]]]
    return [found for part in inner for found in _at(part, path[1:])]


def _rekey(chooser: random.Random, holder: dict[str, Any], other: dict[str, Any]) -> None:
    key = chooser.choice(list(holder))
    value = holder.pop(key)
    if chooser.random() < 2 / 3:
        holder[chooser.choice(_words(other))] = value


def _reorder(chooser: random.Random, items: list[Any], others: list[list[Any]]) -> None:
    match chooser.randrange(5):
        case 0 if items:
            items.pop(chooser.randrange(len(items)))
        case 1 if items:
            items.append(copy.deepcopy(chooser.choice(items)))
        case 2:
            chooser.shuffle(items)
        case 3:
            items.clear()
        case _:
            items += [copy.deepcopy(chooser.choice(found)) for found in others if found][:1]


def _another(chooser: random.Random, path: Path, value: Any, other: dict[str, Any]) -> Any:
    same = [part for part in _at(other, path) if part != value]
    if same and chooser.random() < 1 / 2:
        return chooser.choice(same)
    match value:
        case bool():
            return not value
        case int():
            return chooser.choice((value - 1, value + 1, *FAR))
        case str() if chooser.random() < 3 / 4:
            return chooser.choice(_words(other))
        case _:
            return None


def _words(state: dict[str, Any]) -> list[str]:
    """Every text in a state, be it a key or a value."""
    words = set()
    for path, value in _parts(state):
        words |= {part for part in (path[-1], value) if isinstance(part, str)}
    return sorted(words)
