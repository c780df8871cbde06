"""Long lists of choices in two steps: first a part of the list, then a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.games.shown import Choice, Does, Group
from data.catalogue import _
from data.nouns import labelled, numbered

MOST = 25
"""Choices of a list that are offered at once: one select."""


class Entry(NamedTuple):
    """A choice, and the part of its list that it is in."""

    choice: Choice
    part: str = ""
    """An id in small letters."""
    name: str = ""
    """The part as people read it."""
    short: str = ""
    """The words of the choice where its part is named above it; empty: its label."""

    def within(self) -> Choice:
        """The choice as it stands in its part."""
        return self.choice._replace(label=self.short or self.choice.label)


class Listing(NamedTuple):
    """Choices of one kind."""

    id: str
    prompt: str
    entries: Sequence[Entry]
    folded: bool = False
    """Whether its parts are shown first even where there is room for all of it."""
    ranked: bool = False
    """Whether the first choices, which are the likeliest, stand before its parts as far as there is room."""
    weighed: bool = False
    """Whether a player needs the reasons to choose."""

    def group(self) -> Group:
        """The list for a panel: its choices, or a choice for each part that opens it."""
        parts = self._parts(self._ahead)
        if len(parts) > 1 and (self.folded or len(self.entries) > MOST):
            ahead = [entry.choice for entry in self.entries[: self._ahead]]
            opening = [
                self._opens(part, name, inside) if len(inside) > 1 else inside[0].choice
                for part, (name, inside) in parts.items()
            ]
            return Group(self.id, self.prompt, [*ahead, *opening], self.weighed)
        return Group(self.id, self.prompt, [entry.choice for entry in self.entries], self.weighed)

    def part(self, part: str) -> Group:
        """One part of it."""
        name, inside = self._parts(self._ahead).get(part, ("", []))
        prompt = labelled(self.prompt, name) if name else self.prompt
        return Group(self.id, prompt, [entry.within() for entry in inside], self.weighed)

    @property
    def _ahead(self) -> int:
        """The number of choices before the parts."""
        return max(MOST - len(self._parts()), 0) if self.ranked and len(self.entries) > MOST else 0

    def _parts(self, skipped: int = 0) -> dict[str, tuple[str, list[Entry]]]:
        """The parts of the list by id, after the skipped entries; one too long for one select is several."""
        parts: dict[tuple[str, str], list[Entry]] = {}
        for entry in self.entries[skipped:]:
            parts.setdefault((entry.part, entry.name), []).append(entry)
        by_id: dict[str, tuple[str, list[Entry]]] = {}
        for (part, name), entries in parts.items():
            for number, start in enumerate(range(0, len(entries), MOST), 1):
                inside = entries[start : start + MOST]
                if len(entries) > MOST:
                    many = _(
                        "{start} to {start_2} of {number}",
                        start=start + 1,
                        start_2=start + len(inside),
                        number=len(entries),
                    )
                    by_id[f"{part}-{number}".lstrip("-")] = (f"{name}, {many}" if name else many, inside)
                else:
                    by_id[part] = (name, inside)
        return by_id

    def _opens(self, part: str, name: str, inside: Sequence[Entry]) -> Choice:
        """The choice that opens a part: its name with the number of choices, and the first of them."""
        counted = any(entry.name != name for entry in inside)
        label = f"{name if counted else labelled(name, numbered(len(inside), 'choice'))} …"
        first = ", ".join(entry.within().label for entry in inside[:3])
        places = {entry.choice.place for entry in inside}
        return Choice(
            f"{self.id} {part}",
            label,
            f"{first}, …" if len(inside) > 3 else first,
            does=Does.OPEN,
            place=places.pop() if len(places) == 1 else "",
        )


def groups(listings: Sequence[Listing]) -> list[Group]:
    """The lists for a panel; empty ones are left out."""
    return [listing.group() for listing in listings if listing.entries]


def opened(listings: Sequence[Listing], key: str) -> list[Group]:
    """The groups that the choice with that key opens; empty if it is out of date."""
    id, _, part = key.partition(" ")
    parts = [listing.part(part) for listing in listings if listing.id == id]
    return [group for group in parts if group.choices]
