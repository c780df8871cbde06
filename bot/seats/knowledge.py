"""People who have seen a seat's secrets or ruled on the game: they play only if their opponents agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.store import Seat, Sight
from bot.store.rows.sights import RULED, SOMEBODY
from data.catalogue import _
from data.nouns import listed


class Clash(NamedTuple):
    """A person plays or will play a seat, has seen another seat's secrets, and opponents have not agreed.

    Or they have ruled on the game as a moderator: then `seen` is the seat itself.
    """

    user_id: int
    plays: str
    seen: str
    by: frozenset[int]
    """The opponents who still have to agree."""

    @property
    def ruling(self) -> bool:
        """Whether it is about rulings, and not about what was seen."""
        return self.seen == self.plays


class Knowledge(NamedTuple):
    """What the people of a campaign have seen of its seats."""

    secrets: bool
    """Whether seats have secrets; without them, nothing clashes."""
    seen: Mapping[int, Mapping[str, frozenset[int]]]
    """For each person and each seat that they have seen, the people who have agreed to play against them."""
    ruled: frozenset[int] = frozenset()
    """The people who have changed the game as a moderator."""
    leave: Mapping[tuple[int, str], frozenset[int]] = MappingProxyType({})
    """For a moderator who has ruled and a seat, the people who have agreed that the moderator plays it."""

    @classmethod
    def of(
        cls,
        secrets: bool,
        sights: Iterable[Sight],
        acted: Mapping[str, Collection[int]],
        ruled: Iterable[int | None] = (),
    ) -> Knowledge:
        """The stored knowledge, and what follows from actions for a seat."""
        seen: dict[int, dict[str, frozenset[int]]] = {}
        for seat, people in acted.items():
            for user in people:
                seen.setdefault(user, {})[seat] = frozenset()
        leave: dict[tuple[int, str], frozenset[int]] = {}
        rulers = {SOMEBODY if user is None else user for user in ruled}
        for sight in sights:
            if sight.seat == RULED:
                rulers.add(sight.user_id)
                continue
            seen.setdefault(sight.user_id, {})[sight.seat] = frozenset(sight.agreed)
            leave[sight.user_id, sight.seat] = frozenset(sight.ruled)
        return cls(secrets, seen, frozenset(rulers), leave)

    def of_person(self, user_id: int) -> Mapping[str, frozenset[int]]:
        """The seats that a person has seen.

        A person without any record may be one who was forgotten, and counts as having seen the same.
        """
        return self.seen.get(user_id, self.seen.get(SOMEBODY, {}))

    def has_ruled(self, user_id: int) -> bool:
        """Whether a person has changed the game as a moderator, or may be a forgotten person who has."""
        return user_id in self.ruled or (SOMEBODY in self.ruled and user_id not in self.seen)

    def clashes(self, seating: Mapping[str, Seat]) -> list[Clash]:
        """The clashes of a seating, present or planned."""
        clashing = []
        for name, sitting in seating.items():
            for user in dict.fromkeys((sitting.user_id, sitting.owner_id, _awaited(seating, sitting))):
                if user is None:
                    continue
                against = {other for each in seating.values() if each.seat != name for other in holders(each)}
                seen = {} if not self.secrets else self._seen_elsewhere(seating, name, user)
                if self.has_ruled(user):
                    seen[name] = self.leave.get((user, name), frozenset())
                for which, agreed in seen.items():
                    if lacking := frozenset(against) - {user} - agreed:
                        clashing.append(Clash(user, name, which, lacking))
        return clashing

    def _seen_elsewhere(
        self, seating: Mapping[str, Seat], seat: str, user_id: int
    ) -> dict[str, frozenset[int]]:
        """The other seats that a person has seen or has, with the people who have agreed to it."""
        own = dict.fromkeys(held_by(seating, user_id), frozenset[int]())
        return {name: agreed for name, agreed in {**own, **self.of_person(user_id)}.items() if name != seat}

    def news(self, before: Mapping[str, Seat], after: Mapping[str, Seat]) -> list[Clash]:
        """The clashes that a change adds.

        A person who was awaited and sits down now may have seen or done something since they were asked.
        """
        known = {clash[:3]: clash.by for clash in self.clashes(before)}
        fresh = []
        for clash in self.clashes(after):
            came = clash.user_id in holders(after[clash.plays]) - holders(before[clash.plays])
            by = clash.by if came else clash.by - known.get(clash[:3], frozenset())
            if by:
                fresh.append(clash._replace(by=by))
        return fresh


def holders(sitting: Seat) -> set[int]:
    """The holder and the owner of a seat."""
    return {user for user in (sitting.user_id, sitting.owner_id) if user is not None}


def _awaited(seating: Mapping[str, Seat], sitting: Seat) -> int | None:
    """The person for whom a seat is reserved; None if they no longer have the seat to swap for it."""
    given = sitting.in_exchange
    return sitting.reserved_for if given is None or seating[given].user_id == sitting.reserved_for else None


def held_by(seating: Mapping[str, Seat], user_id: int) -> Iterator[str]:
    """The seats that a person holds or owns."""
    return (name for name, sitting in seating.items() if user_id in (sitting.user_id, sitting.owner_id))


def told(clashes: Iterable[Clash], names: Mapping[str, str]) -> str:
    """The clashes in words: `<@1>, who would play Blue, has seen White`."""
    seen: dict[tuple[int, str], dict[str, None]] = {}
    ruled: dict[tuple[int, str], None] = {}
    for clash in clashes:
        if clash.ruling:
            ruled[clash.user_id, clash.plays] = None
        else:
            seen.setdefault((clash.user_id, clash.plays), {})[names[clash.seen]] = None
    return listed(
        [
            *(
                _(
                    "<@{user}>, who would play {plays}, has seen {which}",
                    user=user,
                    plays=names[plays],
                    which=listed(list(which)),
                )
                for (user, plays), which in seen.items()
            ),
            *(
                _(
                    "<@{user}>, who would play {plays}, has ruled on this game as a moderator",
                    user=user,
                    plays=names[plays],
                )
                for user, plays in ruled
            ),
        ]
    )
