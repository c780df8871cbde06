"""Words as people type them: names of regions, people, armies, laws and Currents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from data.catalogue import N_, _
from data.revolution.schema import LawType
from data.revolution.tables import REGIMES, SEATS
from engines.core import notation
from engines.core.errors import NotationError
from engines.core.notation import Vocabulary, joined
from engines.revolution.box import GOVERNMENT, Box

ALL = "all"
"""Stands for every law, prisoner, region or event that can be the subject."""
LAW_TYPES: tuple[LawType, ...] = ("economic", "anti-privilege", "anti-clerical", "political", "military")
"""Types that an objective may name (R-FAME-03)."""
QUESTIONS = ("king",)
"""Subjects of votes besides laws: the King's guilt."""


def fold(text: str) -> str:
    """Lower case without accents; signs made uniform: `d'André` is `d-andre`."""
    plain = notation.fold(text).replace("'", "-").replace("’", "-").replace("_", "-")
    return " ".join(re.sub(r"([>;,])", r" \1 ", plain).replace(" , ", ", ").split())


class Words:
    """The words of a box."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._people = Vocabulary.named(
            [(id, fold(person.name)) for id, person in box.person.items()], N_("a personality"), many=True
        )
        self._regions = Vocabulary.named(
            [*((id, fold(region.name)) for id, region in box.region.items()), ("brest", "bretagne")],
            N_("a region"),
            many=True,
        )
        self._armies = Vocabulary.named(
            [(id, fold(army.name)) for id, army in box.army.items()], N_("an army"), many=True
        )
        self._laws = Vocabulary.named(
            [(id, fold(law.name)) for id, law in box.law.items()], N_("a law"), many=True
        )
        self._rows = Vocabulary.of(tuple(box.row), N_("an event"), many=True)
        self._seats = Vocabulary.of(SEATS)
        self._regimes = Vocabulary.of(REGIMES)
        self._types = Vocabulary.of(LAW_TYPES)
        self._rank = {id: place for place, id in enumerate(box.person)}

    def choices(self, place: str) -> Sequence[str]:
        """The alternatives for a word in capitals."""
        box = self._box
        known: Mapping[str, Iterable[str]] = {
            "SEAT": SEATS,
            "PERSON": box.person,
            "REGION": box.region,
            "ARMY": box.army,
            "LAW": box.law,
            "TYPE": LAW_TYPES,
            "EVENT": box.row,
        }
        return tuple(known[place])

    def rank(self, person: str) -> int:
        """The place of a person in the pack."""
        return self._rank[person]

    def person(self, typed: str) -> str:
        """The personality meant."""
        return self._people.meant(joined(typed))

    def people(self, typed: str) -> tuple[str, ...]:
        """Personalities, with commas or spaces between them."""
        return tuple(self.person(part) for part in typed.replace(",", " ").split())

    def region(self, typed: str) -> str:
        """The region meant."""
        return self._regions.meant(joined(typed))

    def path(self, typed: str) -> tuple[str, ...]:
        """Regions with `>` between them."""
        return tuple(self.region(part) for part in typed.split(">"))

    def army(self, typed: str) -> str:
        """The army meant."""
        return self._armies.meant(joined(typed))

    def law(self, typed: str) -> str:
        """The law meant."""
        return self._laws.meant(joined(typed))

    def bill(self, typed: str) -> str:
        """A vote's subject: a law, a type of laws, or all; with `/` and a Current, those that it proposes."""
        law, of, seat = typed.partition("/")
        if not law:
            raise NotationError(_("What is voted on is missing: vote civic yes"))
        if law in QUESTIONS:
            if of:
                raise NotationError(_("Nobody proposes what is asked about {law}", law=law))
            return law
        if law in (ALL, *LAW_TYPES):
            meant = law
        else:
            meant = self._laws.meant(joined(law)) if law not in self._box.person else law
        return f"{meant}/{seat if seat == GOVERNMENT else self.seat(seat)}" if of else meant

    def tied(self, typed: str) -> str:
        """The possible subject of a tie: that of a vote, a prisoner, or all prisoners of a Current."""
        return typed if typed in SEATS else self.bill(typed)

    def row(self, typed: str) -> str:
        """The row of an event table meant, or all."""
        return ALL if typed == ALL else self._rows.meant(joined(typed))

    def each_person(self, typed: str) -> str:
        """The personality meant, all of a Current, or all."""
        return typed if typed in (ALL, *SEATS) else self.person(typed)

    def each_region(self, typed: str) -> str:
        """The region meant, or all."""
        return ALL if typed == ALL else self.region(typed)

    def seat(self, typed: str) -> str:
        """The Current meant."""
        return self._seats.meant(joined(typed))

    def regime(self, typed: str) -> str:
        """The regime meant."""
        return self._regimes.meant(typed)

    def regime_or_none(self, typed: str) -> str:
        """The regime meant, or none."""
        return "none" if typed == "none" else self.regime(typed)

    def law_type(self, typed: str) -> str:
        """The type of laws meant."""
        return self._types.meant(joined(typed))

    def money(self, typed: str) -> int:
        """Assignats."""
        if not re.fullmatch(r"[1-9][0-9]{0,5}", typed):
            raise NotationError(_("{typed!r} is no sum of assignats", typed=typed[:20]))
        return int(typed)


@lru_cache(maxsize=8)
def words_of(box: Box) -> Words:
    """The words of a box, made once."""
    return Words(box)
