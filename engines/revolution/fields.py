"""What all answers have in common, and the kinds of values that they are typed with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, ClassVar, Self, TypeAlias

import msgspec

from data.catalogue import N_, _
from data.nouns import listed
from data.revolution.tables import SEATS
from engines.core.declared import Field, Kind
from engines.core.errors import NotationError
from engines.revolution.words import Words


class Answer(msgspec.Struct, frozen=True, tag_field="kind", gc=False, cache_hash=True):
    """An answer to one kind of question."""

    question: ClassVar[str]
    """The kind of question that it answers."""

    named: ClassVar[bool] = False
    """Whether its first field names the subject of the question."""

    @property
    def about(self) -> str:
        """The subject of the question, where the answer names one; empty where it answers any.

        Where it stands for several, its first field is `ALL`, a type of laws, a proposer's or a Current.
        """
        return str(getattr(self, self.__struct_fields__[0])) if self.named else ""

    def on(self, subject: str) -> Self:
        """The answer to one question, where it was given for several."""
        field = msgspec.structs.fields(type(self))[0].name
        return msgspec.structs.replace(self, **{field: subject})


Read: TypeAlias = Callable[[Words, str], str]


def _rolls(_words: Words, typed: str) -> int:
    if not typed.isdecimal() or not 1 <= int(typed) <= 99:
        raise NotationError(_("{typed!r} is no number of rolls: 1 to 99", typed=typed))
    return int(typed)


def _signed(_words: Words, typed: str) -> int:
    try:
        return int(typed)
    except ValueError:
        raise NotationError(_("{typed!r} is no number", typed=typed[:20])) from None


def flag(yes: str, no: str) -> Kind:
    """A word for true and one for false."""

    def read(_words: Words, typed: str) -> bool:
        if typed not in (yes, no):
            raise NotationError(_("{yes} or {no} is wanted, not {typed!r}", yes=yes, no=no, typed=typed[:20]))
        return typed == yes

    return Kind(read, write=lambda value: yes if value else no, longest=300)


def one_of(*known: str) -> Kind:
    """One of some words."""

    def read(_words: Words, typed: str) -> str:
        if typed not in known:
            raise NotationError(
                _("{words} is wanted, not {typed!r}", words=listed(known, "or"), typed=typed[:20])
            )
        return typed

    return Kind(read, longest=300)


def named(words: Words, typed: str, aims: Mapping[str, Read | None]) -> tuple[str, str]:
    """An aim, and the name of its object.

    :param aims: reads the name of the object of each aim; None where an aim has none.
    """
    aim, _space, of = typed.partition(" ")
    if aim not in aims:
        raise NotationError(
            _("An objective is one of {aims}, not {aim!r}", aims=", ".join(aims), aim=aim[:20])
        )
    read = aims[aim]
    if (read is None) != (not of):
        raise NotationError(
            _("{aim} stands alone", aim=aim) if read is None else _("{aim} wants a name", aim=aim)
        )
    return aim, read(words, of) if read else ""


def _placed(words: Words, typed: str) -> tuple[tuple[str, str], ...]:
    where: list[tuple[str, str]] = []
    for part in typed.split(","):
        who, at, region = part.rpartition(" in ")
        if not at:
            raise NotationError(
                _("Who goes where is wanted, as marat in paris, not {typed!r}", typed=part.strip()[:40])
            )
        where.extend((person, words.region(region)) for person in words.people(who))
    if len({person for person, _ in where}) < len(where):
        raise NotationError(_("Each personality is placed once"))
    return tuple(sorted(where, key=lambda pair: words.rank(pair[0])))


def _placing(where: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{person} in {region}" for person, region in where)


def way(typed: str, wants: N_) -> tuple[str, str]:
    """An army, and its way or where that ends."""
    for word in (" along ", " to "):
        army, separator, path = typed.partition(word)
        if separator:
            return army, path
    raise NotationError(str(wants))


PERSON, REGION = Kind(Words.person), Kind(Words.region)
REGIONS = Kind(Words.region, longest=300)
PERSONS = Kind(Words.person, longest=300)
EACH = Kind(Words.each_region, longest=300)
EACH_PERSON = Kind(Words.each_person, longest=300)
SEAT = Kind(Words.seat, longest=300)
SEAT_OF_ALL = SEAT._replace(known=tuple([(seat.title(), seat) for seat in SEATS]))
ARMY = Kind(Words.army, longest=300)
LAW = Kind(Words.law, longest=300)
LAW_TYPE = Kind(Words.law_type)
BILL, TIED = Kind(Words.bill, longest=300), Kind(Words.tied, longest=300)
ROW = Kind(Words.row, longest=300)
REGIME = Kind(Words.regime_or_none, longest=300)
MONEY = Kind(Words.money, between=(1, 999_999))
PLACEMENT = Kind(_placed, write=_placing)
HELPERS = Kind(Words.people, write=" ".join)
NUMBER = Kind(_signed, write=lambda value: f"{value:+d}" if value else "0")
ROLL = Kind(_signed, longest=300)
AIM = Kind(Words.region, longest=300)
"""Read by its verb."""
YES = flag("yes", "no")

Yes = Annotated[bool, Field(YES)]
YesAlone = Annotated[
    bool,
    Field(YES._replace(known=(("yes", "yes"), ("no", "no"))), about=N_("Yes or no"), option="answer"),
]
By = Annotated[int, Field(NUMBER)]
Army = Annotated[str, Field(ARMY, about=N_("Which"))]
ArmyAndYes = Annotated[str, Field(ARMY, about=N_("With which, and yes or no"))]
Where = Annotated[str, Field(REGION, about=N_("Where"))]
Somewhere = Annotated[str, Field(REGIONS, about=N_("Where"), option="region")]
EachAndYes = Annotated[str, Field(EACH, about=N_("Where, and yes or no"))]
EachAndNumber = Annotated[str, Field(EACH, about=N_("Where, and by how much"))]
Whom = Annotated[str, Field(PERSON, about=N_("Whom"))]
Doer = Annotated[
    str,
    Field(PERSON, "by", N_("Who of yours does it; the first who can by default"), option="by", optional=True),
]
General = Annotated[str, Field(PERSON, "by")]
Rolls = Annotated[
    int,
    Field(Kind(_rolls), "x", N_("How many rolls, of which the best counts; one by default")),
]
Helpers = Annotated[tuple[str, ...], Field(HELPERS, "with")]
