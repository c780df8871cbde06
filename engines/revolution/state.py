"""The state of a game: plain data, JSON out and in without loss.

Changing parts are dictionaries and lists of frozen values, so that a copy is shallow and quick. Each change
makes new dictionaries of regions, people and armies, which copies share: positions are computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from data.revolution.effects import Bonus
from data.revolution.schema import Group
from data.revolution.tables import Regime, Seat, Track
from engines.core.memo import Hashed, MemoLast
from engines.core.state import GameState
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Objective, Purpose
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box, as_seat
from engines.revolution.facts import Fact, Tried
from engines.revolution.frames import ANY_FRAME

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

Fate = Literal["free", "prison", "away", "dead"]
Step = Literal[
    "negotiation",
    "events",
    "order",
    "objectives",
    "placement",
    "personality",
    "regional",
    "politics",
    "justice",
    "debates",
    "reinforcement",
    "movement",
    "combat",
    "economy",
    "income",
    "fame",
    "over",
]


class Region(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The state of a region."""

    control: Seat | None = None
    revolt: bool = False
    coalition: bool = False
    """Held by the Coalition (R-MIL-41)."""


class Person(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The state of a personality."""

    current: Seat
    state: Fate = "free"
    region: str | None = None
    """His region; None before he is placed, in prison, away and dead."""
    used: bool = False
    """Whether he took part in an action this turn (R-ACT-12)."""


class Army(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The state of an army."""

    region: str | None = None
    gone: bool = False
    """Eliminated or withdrawn; one that has no region and is not gone has yet to come."""
    hidden: bool = False
    """Refuses combat this turn (R-MIL-36)."""
    box: bool = False
    """Whether the army stands in the Paris box, against the Commune (R-MIL-29)."""
    leg: int = 0
    """The number of legs of its route that lie behind it (R-MIL-21)."""


class Turned(msgspec.Struct, frozen=True, gc=False):
    """Deputies that vote with another Current until they return (R-POL-06)."""

    of: Seat
    to: Seat
    number: int


class Joint(msgspec.Struct, frozen=True, gc=False):
    """A common objective that both have confirmed (R-FAME-09)."""

    seats: tuple[Seat, Seat]
    law_type: str
    proposer: Seat


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table, both hidden and public."""

    turn: int
    stage: str
    """The stage of the sequence that is being played, by `sequence.STAGES`; `over` at the end."""
    stack: list[ANY_FRAME]
    filed: list[str] = msgspec.field(default_factory=list)
    """Forms that were filled in this turn, and the forms that they covered."""
    papers: dict[str, tuple[AnyAnswer, ...]] = msgspec.field(default_factory=dict)
    """For each seat, its answers on file to questions that are still to come."""

    regime: Regime
    government: Seat
    order: list[Seat]
    """Currents in turn order (R-SEQ-04)."""
    purses: dict[str, int]
    """The money of each seat, and of the Government."""
    spent: int = 0
    """Assignats in the box this turn (R-ACT-11)."""
    fame: dict[str, int]
    deputies: dict[str, int]
    """The deputies of each seat as elected; those who were turned this turn still count for it here."""
    turned: list[Turned] = msgspec.field(default_factory=list)
    aside: int = 0
    """Deputies of the Gironde set aside under the Terror (R-REGIME-34)."""
    tracks: dict[Track, int]
    regions: Mapping[str, Region]
    people: Mapping[str, Person]
    armies: Mapping[str, Army]

    war: bool = False
    """Foreign war."""
    entered: bool = False
    """Whether the first Allied armies of this war have come in (R-MIL-03)."""
    civil: bool = False
    """Civil war (R-MIL-04, R-MIL-05)."""
    commune: bool = False
    """Whether the Commune is raised."""
    leader: Seat | None = None
    """The controller of the raised Commune; None: no Current (R-ACT-61)."""
    barred: int = 0
    """Turn in which the Commune was lost in combat: it is raised again from the next on (R-ACT-64)."""
    open: bool = False
    """Whether the Feuillant may raise the Commune this turn."""
    capital: str = PARIS
    clergy_17: bool = False
    """Whether the Clergy has ever reached the third level (R-MIL-11)."""

    kidnapped: bool = False
    kidnap_tried: bool = False
    """Under the Legislative, once a game (R-KING-07)."""
    king_at: str = PARIS
    recaptured: int = 0
    """Turn of the King's recapture: he is tried in the next (R-KING-12); 0: never, or tried since."""
    guilt: int = 0
    """Votes added against him at that trial."""
    trials: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of the King's trials under each regime."""
    innocent: bool = False
    """Whether he was found innocent last."""
    government_guilty: bool = False
    """Whether the Government's Current voted guilty in his first trial (R-KING-13)."""

    rejected: int = 0
    """Laws of the Government rejected under this regime (R-REGIME-43)."""
    election: int
    """Turn of the next election."""
    ousted: bool = False
    """Whether the Gironde has been voted out of the Government."""
    former: Seat | None = None
    """Of Mountain and Sans-Culotte, the Current that is outlawed under Thermidor (R-REGIME-47)."""
    convention: bool = False
    """Whether Convention or Terror was ever installed (R-MIL-10)."""
    outlawed: list[Group] = msgspec.field(default_factory=list)
    """Groups that laws of this regime have outlawed."""
    laws: list[str] = msgspec.field(default_factory=list)
    """The laws in force."""
    lapsing: list[str] = msgspec.field(default_factory=list)
    """Laws in force that end with the civil war (A-31, A-32)."""
    passed: list[str] = msgspec.field(default_factory=list)
    """Passed once and for all (R-POL-21, R-POL-22, R-POL-24)."""
    voted: list[str] = msgspec.field(default_factory=list)
    """Voted on this turn (R-POL-14)."""
    bills: list[str] = msgspec.field(default_factory=list)
    """Proposed this turn and still to be voted on, as `LAW/PROPOSER`, with `/helped` behind it."""
    proposed: list[str] = msgspec.field(default_factory=list)
    """Seats that have proposed this turn; the Government once for each law."""
    levy: int = 0
    """Volunteers of a Levée en masse that are still to be placed (R-POL-23)."""
    bankrupt: int = 0
    """Turn of the last bankruptcy; 0: none (R-ECON-14)."""

    joints: list[Joint] = msgspec.field(default_factory=list)
    objectives: dict[str, Objective | Purpose | None] = msgspec.field(default_factory=dict)
    """The objective of each seat, and of the Government."""
    achieved: list[Fact] = msgspec.field(default_factory=list)
    """Achievements of this turn, for objectives."""
    tried: list[Tried] = msgspec.field(default_factory=list)
    """Actions done in turns, each of which an order does once; moves and leads of armies."""
    bonuses: dict[Bonus, int] = msgspec.field(default_factory=dict)
    """The bonuses that events give for this turn (R-EVENT-11)."""
    later: list[str] = msgspec.field(default_factory=list)
    """Rows whose penalty is due at the end of the turn (R-EVENT-13)."""
    fired: list[str] = msgspec.field(default_factory=list)
    """Rows that come once and have come (R-EVENT-06)."""
    held: list[str] = msgspec.field(default_factory=list)
    """Regions that armies of the side that moves can't leave (R-MIL-28)."""
    resting: list[str] = msgspec.field(default_factory=list)
    """Regions whose revolutionary armies do not attack this turn (A-58)."""
    shaken: list[str] = msgspec.field(default_factory=list)
    """Regions where the Government's combat is a point worse this turn."""
    exiled: list[str] = msgspec.field(default_factory=list)
    """People who are out until peace."""

    def hashed(self) -> Hash:
        """While a form is filled in, nothing but the stack changes."""
        return _HASHED(self)


def _placed(known: Mapping[str, Person] | Mapping[str, Army]) -> Mapping[str, Sequence[str]]:
    by_region: dict[str, list[str]] = {}
    for id, counter in known.items():
        if counter.region is not None:
            by_region.setdefault(counter.region, []).append(id)
    return by_region


def _controlled(known: Mapping[str, Region]) -> Mapping[str, Sequence[str]]:
    by_seat: dict[str, list[str]] = {}
    for id, region in known.items():
        if region.control is not None:
            by_seat.setdefault(region.control, []).append(id)
    return by_seat


def _occupied(known: Mapping[str, Army], box: Box) -> frozenset[str]:
    """Regions with armies but without a revolutionary one."""
    return frozenset(
        region
        for region, armies in _ARMIES(known).items()
        if all(box.army[id].side != "revolutionary" for id in armies)
    )


_ARMIES: MemoLast[Mapping[str, Army], Mapping[str, Sequence[str]]] = MemoLast(_placed)
_OCCUPIED: MemoLast[Mapping[str, Army], frozenset[str]] = MemoLast(_occupied)
_PEOPLE: MemoLast[Mapping[str, Person], Mapping[str, Sequence[str]]] = MemoLast(_placed)
_CONTROLLED: MemoLast[Mapping[str, Region], Mapping[str, Sequence[str]]] = MemoLast(_controlled)
_HASHED: Hashed[State] = Hashed("stack")


def hidden_purse(state: State, actor: str) -> bool:
    """Whether only an actor's own seat may know its purse (A-65)."""
    return actor != GOVERNMENT and state.options["private-cash"]


def put_region(state: State, id: str, /, **changes: object) -> None:
    """Change a region."""
    known = state.regions
    state.regions = {**known, id: msgspec.structs.replace(known[id], **changes)}


def put_person(state: State, id: str, /, **changes: object) -> None:
    """Change the state of a personality."""
    put_people(state, {id: msgspec.structs.replace(state.people[id], **changes)})


def put_people(state: State, changed: Mapping[str, Person]) -> None:
    """Change the states of several personalities."""
    known = state.people
    state.people = {**known, **changed}
    if all(known[id].region == person.region for id, person in changed.items()):
        _PEOPLE.follow(known, state.people)


def put_army(state: State, id: str, /, **changes: object) -> None:
    """Change the state of an army."""
    known = state.armies
    state.armies = {**known, id: msgspec.structs.replace(known[id], **changes)}


def control(state: State, region: str) -> Seat | None:
    """The controller of a region for every purpose (R-SEQ-05, R-ACT-60, R-ACT-61)."""
    if region == PARIS and state.commune:
        return state.leader
    return state.regions[region].control


def controlled(state: State, seat: str) -> list[str]:
    """The regions that a Current controls, in the order of the pack."""
    own = _CONTROLLED(state.regions).get(seat, ())
    if not state.commune or (PARIS in own) == (state.leader == seat):
        return [*own]
    return [id for id in state.regions if seat == control(state, id)]


def seat_of(state: State, actor: str) -> Seat:
    """The seat that plays for an actor: its own, or the governing Current's for the Government."""
    return state.government if actor == GOVERNMENT else as_seat(actor)


def seated(box: Box, state: State, seat: str) -> bool:
    """Whether a Current sits openly in the Assembly (R-SETUP-17)."""
    return seat in box.regime[state.regime].seated


def level(box: Box, state: State, track: Track) -> int:
    """The level of a track, 0 to 2 for I to III."""
    return box.level(state.tracks[track])


def locked(state: State, track: Track, *, at_war: bool) -> bool:
    """Whether a track stays where it is: the Coalition's does in foreign war (A-33).

    :param at_war: whether this cause moves the Coalition in war too: events, the King and regimes do,
        laws and his trial don't.
    """
    return track == "coalition" and state.war and not (at_war and state.options["coalition-in-war"])


def factor(box: Box, state: State) -> int:
    """The factor of every cost (R-ACT-09)."""
    return box.tables.levels.factor[box.level(state.tracks["economy"])]


def bonus(box: Box, state: State, actor: str) -> int:
    """The tracks' modifier of an actor's Fame on its own rolls (R-ECON-03, R-ECON-04)."""
    levels = box.tables.levels
    if actor == "royalist":
        return levels.clergy[level(box, state, "clergy")]
    for seat, by in levels.commune.items():
        if seat == actor:
            return by[level(box, state, "commune")]
    return 0


def people_in(state: State, region: str, seat: str | None = None) -> list[str]:
    """The people in a region, of one Current or of all, in the order of the pack."""
    people = state.people
    return [
        id
        for id in _PEOPLE(people).get(region, ())
        if people[id].state == "free" and seat in (None, people[id].current)
    ]


def members(state: State, seat: str) -> list[str]:
    """All people of a Current, the dead too."""
    return [id for id, person in state.people.items() if person.current == seat]


def outlaw(box: Box, state: State, person: str) -> bool:
    """Whether a personality is an outlaw: by his Current, or by a law (R-ACT-22)."""
    current = state.people[person].current
    if current in box.regime[state.regime].outlawed or current == state.former:
        return True
    return any(group in state.outlawed for group in box.person[person].groups)


def outlawed(box: Box, state: State, seat: str) -> bool:
    """Whether a Current is outlawed."""
    return seat in box.regime[state.regime].outlawed or seat == state.former


def armies_in(box: Box, state: State, region: str, *sides: str) -> list[str]:
    """Armies in a region, of some sides or of all, in the order of the pack."""
    armies = _ARMIES(state.armies).get(region)
    return [id for id in armies if not sides or box.army[id].side in sides] if armies else []


def garrisoned(state: State) -> list[str]:
    """Regions with armies in them, in the order of the pack."""
    by_region = _ARMIES(state.armies)
    return [id for id in state.regions if id in by_region]


def defenders_in(box: Box, state: State, region: str) -> list[str]:
    """Revolutionary armies in a region; those in the Paris box are not in the region (R-MIL-29)."""
    return [id for id in armies_in(box, state, region, "revolutionary") if not state.armies[id].box]


def enemies_in(box: Box, state: State, region: str) -> list[str]:
    """Allied and Catholic Royal armies in a region."""
    return armies_in(box, state, region, "allied", "catholic")


def enemy_held(box: Box, state: State, region: str) -> bool:
    """Whether Coalition or Catholic Royal armies control a region (R-ACT-39)."""
    return state.regions[region].coalition or region in _OCCUPIED(state.armies, box)


def paris_fallen(box: Box, state: State) -> bool:
    """Whether enemies hold Paris: no revolutionary army there, and no Commune (A-61, R-MIL-47)."""
    contested = state.commune or bool(armies_in(box, state, PARIS, "revolutionary"))
    return not contested and enemy_held(box, state, PARIS)


def revolts(state: State) -> int:
    """Regions in revolt."""
    return sum(region.revolt for region in state.regions.values())


def in_arms(state: State) -> bool:
    """Whether there are the four revolts that make a civil war (R-MIL-04)."""
    return revolts(state) >= 4


def royal_army(box: Box, state: State) -> bool:
    """Whether a Catholic Royal army is in sight, so that civil war goes on (R-MIL-05, A-35)."""
    return any(
        army.region is not None and not army.hidden and box.army[id].side == "catholic"
        for id, army in state.armies.items()
    )


def deputies(state: State, seat: str) -> int:
    """The number of deputies that vote with a Current (R-POL-06)."""
    own = state.deputies[seat]
    for turned in state.turned:
        if turned.to == seat:
            own += turned.number
        elif turned.of == seat:
            own -= turned.number
    return own


def king_holder(state: State) -> Seat:
    """The seat that holds Louis XVI."""
    return state.people[KING].current


def king_free(state: State) -> bool:
    """Whether the King is alive, out of prison and not kidnapped."""
    return state.people[KING].state == "free" and not state.kidnapped
