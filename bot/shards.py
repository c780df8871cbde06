"""The shards of a bot: Discord deals servers out over them, and a bot serves a group of them."""

from __future__ import annotations

from typing import Self

import msgspec

MOST = 1000
"""Shards of one bot."""
_BITS = 10
"""The number of bits that hold any number of shards."""


class Shards(msgspec.Struct, frozen=True):
    """A group of shards, from the first to the last, of all that there are."""

    first: int = 0
    last: int = 0
    count: int = 1

    def serves(self, guild_id: int) -> bool:
        """Whether a server belongs to this group, by Discord's own rule."""
        return self.first <= (guild_id >> 22) % self.count <= self.last

    @property
    def leads(self) -> bool:
        """Whether this group also does what belongs to no server."""
        return self.first == 0

    @property
    def every(self) -> bool:
        """Whether every server belongs to this group."""
        return self.last - self.first + 1 == self.count

    def crosses(self, other: Shards) -> bool:
        """Whether this group and another can't be served at the same time."""
        return self.count != other.count or (self.first <= other.last and other.first <= self.last)

    @property
    def number(self) -> int:
        """A number that no other group has."""
        return (self.first << 2 * _BITS) | (self.last << _BITS) | self.count

    @classmethod
    def numbered(cls, number: int) -> Self:
        """The group that has a number."""
        parts = (1 << _BITS) - 1
        return cls(number >> 2 * _BITS, (number >> _BITS) & parts, number & parts)

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"


ALL = Shards()
"""All servers, over one connection to Discord."""
