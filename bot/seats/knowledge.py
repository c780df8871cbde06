"""Who has seen what: nobody plays a side who has seen another's, unless those who play against them agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from bot.store import Seat, Sight
from bot.store.rows.sights import SOMEBODY
from data.catalogue import _
from data.nouns import listed


class Clash(NamedTuple):
    """Somebody plays a seat, or is to, who has seen another's secrets; others have not agreed to that."""

    user_id: int
    plays: str
    seen: str
    by: frozenset[int]
    """Who plays against them and has still to agree."""


class Knowledge(NamedTuple):
    """What the people of a campaign have seen of its seats."""

    secrets: bool
    """Whether seats know what others may not: otherwise nothing clashes."""
    seen: Mapping[int, Mapping[str, frozenset[int]]]
    """By person and seat, those who have agreed to play against them all the same."""

    @classmethod
    def of(cls, secrets: bool, sights: Iterable[Sight], acted: Mapping[str, Collection[int]]) -> Knowledge:
        """What is stored, and what follows for those who have acted for a seat."""
        seen: dict[int, dict[str, frozenset[int]]] = {}
        for seat, people in acted.items():
            for user in people:
                seen.setdefault(user, {})[seat] = frozenset()
        for sight in sights:
            seen.setdefault(sight.user_id, {})[sight.seat] = frozenset(sight.agreed)
        return cls(secrets, seen)

    def of_person(self, user_id: int) -> Mapping[str, frozenset[int]]:
        """The seats that somebody has seen.

        Of whom nothing is known, it is not known either that they are not somebody who was forgotten.
        """
        return self.seen.get(user_id, self.seen.get(SOMEBODY, {}))

    def clashes(self, seating: Mapping[str, Seat]) -> list[Clash]:
        """What stands between people and the seats that they have, or are to have."""
        if not self.secrets:
            return []
        clashing = []
        for name, sitting in seating.items():
            for user in dict.fromkeys((sitting.user_id, sitting.owner_id, _awaited(seating, sitting))):
                if user is None:
                    continue
                against = {other for each in seating.values() if each.seat != name for other in _people(each)}
                elsewhere = dict.fromkeys(held_by(seating, user), frozenset[int]())
                for seen, agreed in {**elsewhere, **self.of_person(user)}.items():
                    lacking = frozenset(against) - {user} - agreed
                    if seen != name and lacking:
                        clashing.append(Clash(user, name, seen, lacking))
        return clashing

    def news(self, before: Mapping[str, Seat], after: Mapping[str, Seat]) -> list[Clash]:
        """What comes to stand between people and their seats by a change."""
        known = {clash[:3]: clash.by for clash in self.clashes(before)}
        fresh = []
        for clash in self.clashes(after):
            by = clash.by - known.get(clash[:3], frozenset())
            if by:
                fresh.append(clash._replace(by=by))
        return fresh


def _people(sitting: Seat) -> set[int]:
    return {user for user in (sitting.user_id, sitting.owner_id) if user is not None}


def _awaited(seating: Mapping[str, Seat], sitting: Seat) -> int | None:
    """Whoever is to have a seat; not where they have nothing to swap for it any more."""
    given = sitting.in_exchange
    return sitting.reserved_for if given is None or seating[given].user_id == sitting.reserved_for else None


def held_by(seating: Mapping[str, Seat], user_id: int) -> Iterator[str]:
    """The seats that somebody sits in or owns."""
    return (name for name, sitting in seating.items() if user_id in (sitting.user_id, sitting.owner_id))


def told(clashes: Iterable[Clash], names: Mapping[str, str]) -> str:
    """Who would play what and has seen what, as clauses: `<@1>, who would play Blue, has seen White`."""
    seen: dict[tuple[int, str], dict[str, None]] = {}
    for clash in clashes:
        seen.setdefault((clash.user_id, clash.plays), {})[names[clash.seen]] = None
    return listed(
        [
            _(
                "<@{user}>, who would play {plays}, has seen {which}",
                user=user,
                plays=names[plays],
                which=listed(list(which)),
            )
            for (user, plays), which in seen.items()
        ]
    )
