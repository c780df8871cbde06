"""What is being resolved in the Combat Phase and in Supply Creation."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.combat.routes import Manner
from engines.grande_armee.frames import Phased, Step
from engines.grande_armee.position import UnitId


class Stacking(Phased, frozen=True, tag="stacking"):
    """Supply for the phasing player's stacks, ahead of all attacks (G-MOV-M-2, A-04)."""

    step: ClassVar[Step] = "stacking"


class Destroying(Phased, frozen=True, tag="destroy"):
    """The other player chooses the units destroyed of a stack without supply (G-MOV-M-3, G-FOR-A-2)."""

    step: ClassVar[Step] = "stacking"
    hex: Hex


class Declaring(Phased, frozen=True, tag="declare"):
    """Segment (a): attacks and their supply (G-SEQ-5)."""

    step: ClassVar[Step] = "declare"


class Defending(Phased, frozen=True, tag="defence"):
    """Segments (b) and (c): retreats before combat, then the defender's supply (G-SEQ-6, G-SEQ-7)."""

    step: ClassVar[Step] = "defence"
    stood: bool = False
    """Whether the retreats are over."""


class Resolving(Phased, frozen=True, tag="resolve"):
    """Segment (d): battles in the order that the attacker picks (G-SEQ-8)."""

    step: ClassVar[Step] = "resolve"


class Exchanging(Phased, frozen=True, tag="exchange"):
    """The attacker pays for a half exchange (G-CRT-7)."""

    step: ClassVar[Step] = "resolve"
    units: tuple[UnitId, ...]
    owed: int
    """Printed strength of the defenders."""


class Retreating(Phased, frozen=True, tag="retreat"):
    """Units that have to retreat by a result, each by itself and in its owner's order (A-55, A-60)."""

    step: ClassVar[Step] = "resolve"
    owner: Side
    units: tuple[UnitId, ...]
    """The units that have not retreated yet."""
    manner: Manner
    hexes: int = 0
    """How many, unless they scatter."""
    begun: bool = False
    """Whether the disrupted are off the map and the others broken down where they scatter."""


class Advancing(Phased, frozen=True, tag="advance"):
    """Segment (e): advances after combat (G-SEQ-9)."""

    step: ClassVar[Step] = "advance"


class Creating(Phased, frozen=True, tag="create"):
    """Supply Creation (G-SUP-C-1)."""

    step: ClassVar[Step] = "create"
    done: tuple[UnitId, ...] = ()
    """Depots that have created."""


COMBAT = (Stacking, Declaring, Defending, Resolving, Advancing)
"""The steps of the Combat Phase in their order."""
CombatFrame: TypeAlias = (
    Stacking | Destroying | Declaring | Defending | Resolving | Exchanging | Retreating | Advancing | Creating
)
