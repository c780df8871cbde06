"""Cached results for values that are never changed in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from engines.core.state import CANONICAL, GameState

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

K = TypeVar("K")
S = TypeVar("S", bound=GameState)
V = TypeVar("V")

_NOTHING: frozenset[str] = frozenset()


class MemoLast(Generic[K, V]):
    """A function that keeps its last result, as one position is looked at many times before the next.

    :param work: computes the result from a value, and from others that always go with it.
    :param again: the same from an earlier result, the value and the keys that have changed in it since.
    """

    def __init__(self, work: Callable[..., V], again: Callable[[V, K, Set[str]], V] | None = None) -> None:
        self._work = work
        self._again = again
        # One tuple that is replaced as a whole, because campaigns are played in several threads.
        self._last: tuple[K, V, frozenset[str]] | None = None

    def __call__(self, value: K, *others: Any) -> V:
        last = self._last
        if last is None or last[0] is not value:
            last = self._last = (value, self._work(value, *others), _NOTHING)
        elif last[2] and self._again:
            last = self._last = (value, self._again(last[1], value, last[2]), _NOTHING)
        return last[1]

    def follow(self, before: K, after: K, changed: Set[str] = _NOTHING) -> None:
        """Keep the result for a value that replaces another, except for the keys that have changed."""
        last = self._last
        if last is not None and last[0] is before:
            self._last = (after, last[1], last[2] | changed)


class Hashed(Generic[S]):
    """Hashes of states that mostly differ from the last one in a single field: the rest is hashed once.

    :param field: the field that differs; no name within the other fields is the same.
    """

    def __init__(self, field: str) -> None:
        self._field = field
        # A copy of the last state, never changed; the hash up to the field; and the JSON after it.
        self._last: tuple[S, Hash, bytes] | None = None

    def __call__(self, state: S) -> Hash:
        """SHA-256 of the JSON with sorted keys."""
        field, last = self._field, self._last
        own = b'"%b":%b' % (field.encode(), CANONICAL.encode(getattr(state, field)))
        if last is None or msgspec.structs.replace(state, **{field: getattr(last[0], field)}) != last[0]:
            before, _own, after = CANONICAL.encode(state).partition(own)
            last = self._last = (state.copy(), sha256(before), after)
        whole = last[1].copy()
        whole.update(own + last[2])
        return whole


class Written:
    """Canonical JSON of a large mapping, of which only the changed keys are encoded again."""

    def __init__(self) -> None:
        self._parts: MemoLast[Mapping[str, Any], Mapping[str, bytes]] = MemoLast(
            lambda values: _written(values, sorted(values)), _written_again
        )
        self._whole: MemoLast[Mapping[str, bytes], msgspec.Raw] = MemoLast(
            lambda parts: msgspec.Raw(b"{%b}" % b",".join(parts.values()))
        )

    def __call__(self, values: Mapping[str, Any]) -> msgspec.Raw:
        return self._whole(self._parts(values))

    def follow(self, before: Mapping[str, Any], after: Mapping[str, Any], changed: Set[str]) -> None:
        """Keep the encoded parts for a mapping that replaces another, except for the keys that changed."""
        self._parts.follow(before, after, changed)


def _written(values: Mapping[str, Any], keys: Iterable[str]) -> dict[str, bytes]:
    return {key: b"%b:%b" % (CANONICAL.encode(key), CANONICAL.encode(values[key])) for key in keys}


def _written_again(
    before: Mapping[str, bytes], values: Mapping[str, Any], changed: Set[str]
) -> Mapping[str, bytes]:
    parts = {**before, **_written(values, changed & values.keys())}
    # An equal number of keys means the same keys, unless a new one was written.
    same = len(values) == len(before) == len(parts)
    return parts if same else {key: parts[key] for key in sorted(values)}
