"""The actions in combat as values (9), and how they are typed."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from data.catalogue import N_, _
from engines.core.errors import NotationError
from engines.core.notation import Alone, Part, Verb, Vocabulary
from engines.valmy.words import ALL, BOX, Party, Words


class Choice(msgspec.Struct, frozen=True, tag="choice", tag_field="kind"):
    """One of the words of a battle that stand alone."""

    word: str


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="kind"):
    """Fight in a box next (A-9.0-2, A-9.0-4)."""

    box: str


class Boost(msgspec.Struct, frozen=True, tag="boost", tag_field="kind"):
    """Let leaders raise the morale of units for this battle (Y-8.1-a); None: of the best."""

    units: tuple[tuple[str, int], ...] | None


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Units that lose a step each, in order (Y-9.3.4-b); None: the least worth first."""

    units: tuple[str, ...] | None


class Retreat(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind"):
    """Bring units and leaders out of a battle into a box beside (9.7); None: by default."""

    box: str | None
    party: Party = ALL


class Deploy(msgspec.Struct, frozen=True, tag="deploy", tag_field="kind"):
    """Put units and leaders on the battle board (9.2.1); None: by default."""

    boxes: tuple[tuple[str, tuple[str, ...]], ...] | None


class Charge(msgspec.Struct, frozen=True, tag="charge", tag_field="kind"):
    """Announce charges by the box they start from (9.2.5); a leader who is named lends his rating."""

    boxes: tuple[tuple[str, tuple[str, ...]], ...]


class Cancel(msgspec.Struct, frozen=True, tag="cancel", tag_field="kind"):
    """Call charges off (9.4.4)."""

    boxes: tuple[str, ...]


class Lead(msgspec.Struct, frozen=True, tag="lead", tag_field="kind"):
    """Name a unit: to lead a melee, or to be compared."""

    unit: str


class Commit(msgspec.Struct, frozen=True, tag="commit", tag_field="kind"):
    """Move units from Reserve to Main; None: by default."""

    units: tuple[str, ...] | None


class Add(msgspec.Struct, frozen=True, tag="add", tag_field="kind"):
    """Add flank units to the melee; None: all that may."""

    units: tuple[str, ...] | None


CombatAction: TypeAlias = (
    Choice | Attack | Boost | Lose | Retreat | Deploy | Charge | Cancel | Lead | Commit | Add
)

MINOR = Choice("minor")
MAJOR = Choice("major")
STAY = Choice("stay")
WITHDRAW = Choice("withdraw")
RIDE = Choice("ride")
MELEE = Choice("melee")
HALT = Choice("halt")
HOLD = Choice("hold")
JOIN = Choice("join")
KEEP = Choice("keep")
TO_MAIN = Choice("main")
DEPLOY_AUTO = Deploy(None)
NO_CHARGE = Charge(())
COMMIT_AUTO = Commit(None)
ADD_ALL = Add(None)
BOOST_AUTO = Boost(None)
NO_BOOST = Boost(())
LOSE_AUTO = Lose(None)
RETREAT_AUTO = Retreat(None)


def _boost(words: Words, rest: str) -> Boost:
    if rest == "none":
        return NO_BOOST
    raised: dict[str, int] = {}
    for id, points in words.raised(rest):
        if id in raised:
            raise NotationError(_("{id} is named twice", id=id))
        raised[id] = points
    return Boost(tuple(raised.items()))


def _boosted(boost: Boost) -> str:
    return " ".join(f"{unit}:{points}" for unit, points in boost.units or ()) or "none"


PLACES = Vocabulary.of(("skirmish", "main", "left", "right", "reserve"), N_("a box of the board"))


def _boxes(words: Words, rest: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if rest == "none":
        return ()
    boxes = []
    for part in rest.split(";"):
        place, colon, who = part.partition(":")
        if not colon:
            raise NotationError(
                _("A box of the board, a colon and who is in it, not {typed!r}", typed=part.strip()[:40])
            )
        boxes.append((PLACES.meant(place.strip()), words.those(who)))
    return tuple(boxes)


def _boxed(boxes: tuple[tuple[str, tuple[str, ...]], ...] | None) -> str:
    return " ; ".join(f"{place} : {' '.join(who)}" for place, who in boxes or ()) or "none"


def _units(words: Words, rest: str) -> tuple[str, ...]:
    return () if rest == "none" else words.those(rest)


def _retreat(words: Words, rest: str) -> Retreat:
    box, with_, party = rest.partition(" with ")
    return Retreat(words.box(box), words.party(party) if with_ else ALL)


def _retreated(retreat: Retreat) -> str:
    assert retreat.box is not None
    return retreat.box if retreat.party == ALL else f"{retreat.box} with {retreat.party}"


def _lose(words: Words, rest: str) -> Lose:
    return Lose(words.several(rest))


VERBS: tuple[Verb | Alone, ...] = (
    Alone("minor", MINOR, whole=True),
    Alone("major", MAJOR, whole=True),
    Alone("stay", STAY, whole=True),
    Alone("withdraw", WITHDRAW, whole=True),
    *(Alone(word.word, word, whole=True) for word in (RIDE, MELEE, HALT, HOLD, JOIN, KEEP, TO_MAIN)),
    Verb(
        "deploy",
        Deploy,
        read=lambda words, rest: Deploy(_boxes(words, rest)),
        write=lambda deploy: _boxed(deploy.boxes),
        auto=DEPLOY_AUTO,
        wants=N_("boxes of the board: deploy main : 29-rl 71-rl ; left : 2-hus"),
    ),
    # Charges that answer charges are typed as what they are, and are charges all the same (Y-9.2.6-a).
    Verb(
        "counter",
        Charge,
        read=lambda words, rest: Charge(_boxes(words, rest)),
        write=lambda charge: _boxed(charge.boxes),
        wants=N_("boxes of the board: counter left : h1 h2, or counter none"),
    ),
    Verb(
        "charge",
        Charge,
        read=lambda words, rest: Charge(_boxes(words, rest)),
        write=lambda charge: _boxed(charge.boxes),
        wants=N_("boxes of the board: charge left : h1 h2, or charge none"),
    ),
    Verb(
        "cancel",
        Cancel,
        read=lambda words, rest: Cancel(tuple(PLACES.meant(word) for word in rest.split())),
        write=lambda cancel: " ".join(cancel.boxes),
        wants=N_("boxes of the board: cancel left"),
    ),
    Verb("lead", Lead, Part(Words.unit), wants=N_("a unit: lead f1")),
    Verb(
        "commit",
        Commit,
        read=lambda words, rest: Commit(_units(words, rest)),
        write=lambda commit: " ".join(commit.units) or "none",
        auto=COMMIT_AUTO,
        wants=N_("units: commit 29-rl 71-rl, commit auto or commit none"),
    ),
    Verb(
        "add",
        Add,
        read=lambda words, rest: ADD_ALL if rest == "all" else Add(_units(words, rest)),
        write=lambda add: " ".join(add.units) or "none",
        auto=ADD_ALL,
        wants=N_("units: add h1, add auto or add none"),
    ),
    Verb("attack", Attack, BOX, wants=N_("a box: attack grandpre")),
    Verb("boost", Boost, read=_boost, write=_boosted, auto=BOOST_AUTO, wants=N_("units: boost 29-rl:1")),
    Verb("lose", Lose, read=_lose, write=lambda lose: " ".join(lose.units), auto=LOSE_AUTO, wants="units"),
    Verb(
        "retreat",
        Retreat,
        read=_retreat,
        write=_retreated,
        auto=RETREAT_AUTO,
        wants=N_("a box: retreat sedan"),
    ),
)
