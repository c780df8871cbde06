"""What each side of the automatic player holds dear, in victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from data.grande_armee.schema import Side
from data.grande_armee.tables import Result


class Weights(NamedTuple):
    """What a side thinks things are worth."""

    own: float = 0.4
    """A point of strength of one's own."""
    enemy: float = 0.4
    """A point of strength of the enemy."""
    leader: float = 0.6
    supply: float = 0.5
    depot: float = 2.0
    pace: float = 0.12
    """A movement point nearer to an aim, for a small unit."""
    fade: float = 0.82
    """What is left of an aim's worth for each turn on the way."""
    attacked: float = 0.6
    """Chance that the enemy attacks where he gains by it."""
    hold: float = 0.7
    """Share of a Fortress's points for which one's own is held."""
    horizon: int = 3
    """Turns within which an enemy threatens a Fortress."""
    beat: float = 1.0
    """How much the enemy's army counts as an aim, beside Fortresses."""
    storm: float = 14.0
    """Strength up to which a Fortress is stormed; one that needs more is besieged."""
    siege: float = 6.0
    """Strength of a siege."""
    main: float = 0.0
    """How much more the Fortress that scores most is worth to a main army; 0: there is none."""
    army: float = 14.0
    """Least strength of a main army."""
    stride: int = 5
    """Movement points of its march in a turn."""
    detour: float = 0.5
    """How much a movement point counts that a battle takes from its march."""
    busy: float = 0.05
    """What it costs to have a unit in a battle: it does nothing else in that turn."""
    attack: float = 0.12
    """Least gain for which a battle is sought."""
    fed_march: float = 12.0
    """Movement points gained, weighed by strength, that are worth a point: so supply is spent on a march."""


WEIGHTS: Mapping[Side, Weights] = {
    "french": Weights(horizon=2, beat=0.6, fade=0.9, pace=0.3, attacked=0.4, main=2.0),
    "allied": Weights(beat=0.5),
}

STRUCK: Mapping[Result, float] = {
    "De": 1.0,
    "1/2ex": 1.0,
    "Drs": 0.4,
    "Dr2": 0.3,
    "Dr1": 0.25,
    "Ar1Drs": 0.4,
    "Ars": 0.0,
    "Ae": 0.0,
}
"""Share of the defenders that a result costs in the open, disruption counted as a part of a loss."""
BEATEN: Mapping[Result, float] = {"Ae": 1.0, "Ars": 0.4, "Ar1Drs": 0.25}
"""Share of the attackers that it costs; a half exchange is counted by what it meets."""
