"""The frames of a combat; its modules handle them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from data.vendee.schema import Army, IncidentId, Side
from engines.core.procedure import Frame
from engines.vendee.frames import Condition, Kind, Points

Stage = Literal[
    "guns", "answer", "draw", "powder", "dice", "loser", "winner", "retreat", "spoils", "fates", "end"
]
"""The stages of the procedure of 4.1: marches of the attacker, marches of the defender, incidents, T6, dice,
losses of the loser and of the winner, retreat, morale with arms and powder, after-combat incidents, end.
"""


class Contingent(msgspec.Struct, frozen=True):
    """Counters of one side in a combat that came from one area, or have stood there (None)."""

    origin: str | None
    points: dict[Kind, Condition]
    generals: tuple[str, ...] = ()
    joined: bool = False
    """Whether they marched to the guns, so that they are no part of an active group (V-4.2-j)."""


class Verdict(msgspec.Struct, frozen=True):
    """The dice's result, and the numbers with which each side began (V-4.1-j to m)."""

    loser: Side
    rout: bool
    areas: int
    losses: dict[Side, int]
    began: dict[Side, Points]
    generals: dict[Side, tuple[str, ...]]
    """Generals who took part."""


class Battle(Frame, frozen=True, tag="battle"):
    """A combat, from the entry of the attacker to its end. All counters are in the area already."""

    area: str
    attacker: Side
    attacking: tuple[Contingent, ...]
    """The group that entered first; marches to the guns add to it."""
    defending: tuple[Contingent, ...]
    fortified: bool = False
    """Whether E6 was played for it."""
    active: bool = True
    """Whether the attackers that did not march to the guns are the active group."""
    stage: Stage = "guns"
    tried: tuple[str, ...] = ()
    """Areas from which a march was tried (A-41)."""
    balked: tuple[str, ...] | UnsetType = UNSET
    """Areas in which a general failed his test to try one (A-97)."""
    incidents: tuple[IncidentId, ...] = ()
    verdict: Verdict | None = None
    """The result; None until the dice are thrown."""
    paths: tuple[tuple[str, ...], ...] = ()
    """Ways that the losers took (V-4.5-m)."""
    pursuit: bool = False
    """Whether it came of a pursuit."""


class Losses(Frame, frozen=True, tag="losses"):
    """A side pays its losses from the counters in the frame below, a combat or a retreat (I-07)."""

    side: Side
    area: str
    owed: int
    case: str


class Party(msgspec.Struct, frozen=True):
    """Counters of one army and origin, which retreat on one path (A-55)."""

    army: Army
    origin: str | None
    """The area to which they go first (V-4.5-c); None: to be chosen."""
    points: dict[Kind, Condition]
    generals: tuple[str, ...]
    left: int
    """Areas still to go."""
    path: tuple[str, ...]
    """Areas they were in, with the area of the combat first."""
    joined: bool = False


class Retreat(Frame, frozen=True, tag="retreat"):
    """Losers retreat or rout, or Royalists without powder withdraw, party by party (4.5)."""

    side: Side
    rout: bool
    barred: tuple[str, ...]
    """Areas from which the attackers came, closed to the defender (V-4.5-d, A-53)."""
    parties: tuple[Party, ...]
    withdrawal: bool = False
    """Whether it is a withdrawal before combat, which costs no losses (V-4.3-T6-a)."""
    chosen: bool = False
    """Whether its owner leaves the rest to the defaults."""
    gone: tuple[Party, ...] = ()
    """Parties that have arrived."""
    paths: tuple[tuple[str, ...], ...] = ()
    """Ways of all parties, also of those that were lost on them."""
    halted: tuple[Party, ...] | UnsetType = UNSET
    """Parties that have run into the enemy and wait there for those behind them (A-96)."""
    tolls: dict[str, int] | UnsetType = UNSET
    """Combat points that the enemy in an area has taken from them so far, by area (A-96)."""


class Pursuit(Frame, frozen=True, tag="pursuit"):
    """The winner may follow a rout one or two areas (V-4.5-m, I-10)."""

    side: Side
    at: str
    contingents: tuple[Contingent, ...]
    """The victors; once a path is chosen, those that pursue."""
    paths: tuple[tuple[str, ...], ...]
    """Ways that the losers took, without the area of the combat, two areas at most."""
    active: bool
    """Whether the victors that did not march to the guns are the active group."""
    plan: tuple[str, ...] = ()
    """Areas still to be entered."""
    entered: bool = False
    """Whether they have left the area of the combat."""
    fortified: bool | None = None
    """Whether E6 is played for the area that is about to be entered; None: not asked."""
    victors: tuple[Contingent, ...] | UnsetType = UNSET
    """Once a path is chosen, all that might have pursued."""


COMBAT_FRAMES: TypeAlias = Battle | Losses | Retreat | Pursuit
