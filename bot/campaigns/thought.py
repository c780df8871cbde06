"""A decision of an automatic seat, as it goes to a worker: what the seat knows, and nothing else."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

import msgspec

from bot.surface.processes import Pack, opened, pack_of
from bot.surface.room import Held, held
from engines import with_pack
from engines.core.contract import AnyTitle
from engines.core.record import digest
from engines.core.strength import Strength


class Thought(NamedTuple):
    """All that a decision is made from."""

    pack: Pack
    digest: str
    """The digest of what the seat knows."""
    known: bytes
    """What the seat knows, pickled, because its state may hold values that no complete state has."""
    seat: str
    strength: Strength

    @property
    def key(self) -> tuple[str, str, str, Strength]:
        """The key of the decision, equal for equal decisions; the bytes of equal states may differ."""
        return self.pack.digest, self.digest, self.seat, self.strength


class Decided(NamedTuple):
    """The decision."""

    action: msgspec.Struct | None
    """The action; None if there is none, or if it could not be found."""
    held: Held = Held()
    """The memory of the worker afterwards."""


_titles: dict[str, AnyTitle] = {}
"""Titles that this process has thought with, by pack."""


def thought(title: AnyTitle, known: Any, seat: str, strength: Strength) -> Thought:
    """A decision that a title has to search for.

    :param known: what the seat knows, from `Title.known`.
    """
    return Thought(pack_of(title), digest(known), pickle.dumps(known), seat, strength)


def decided(thought: Thought) -> Decided:
    """Make a decision, in the present process."""
    pack = thought.pack.digest
    if pack not in _titles:
        _titles[pack] = with_pack(opened(thought.pack))
    title = _titles[pack]
    known = pickle.loads(thought.known)  # noqa: S301 - pickled by `thought`
    return Decided(title.decide(known, thought.seat, thought.strength, thought.digest), held())
