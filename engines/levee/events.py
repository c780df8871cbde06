"""Events of *Levée en Masse*."""

from __future__ import annotations

from typing import Literal

from data.levee.schema import Colour, Marker, Unit
from engines.core.events import Event, Learnt, Modifier

Cause = Literal[
    "headline",
    "military",
    "naval",
    "spirit",
    "political",
    "disorder",
    "reaction",
    "barricades",
    "decisive",
    "edit",
]


class DeckBuilt(Event, frozen=True, tag="deck-built"):
    """A deck became the Draw Pile (5.6)."""

    colour: Colour
    cards: int


class PileBuilt(Event, frozen=True, tag="pile-built"):
    """All headlines became one Draw Pile (X-12.2-a, X-12.3-a)."""

    order: Literal["puree", "historical"]
    cards: int


class CardRevealed(Learnt, frozen=True, tag="card-revealed"):
    """A card became the Current Event (4.1)."""

    number: int
    title: str
    deck: Colour
    left: int
    """Cards left in the Draw Pile."""


class ArmyMoved(Event, frozen=True, tag="army-moved"):
    """An Army went from one box of its track to another."""

    army: Unit
    origin: int
    target: int
    origin_space: str
    target_space: str
    cause: Cause


class ArmyStayed(Event, frozen=True, tag="army-stayed"):
    """An order to move had no effect; `case` says by which rule."""

    army: Unit
    space: str | None
    reason: Literal["off-map", "start", "paris", "rotated", "defended", "stationary"]
    case: str


class MarkerMoved(Event, frozen=True, tag="marker-moved"):
    """A political marker went from one box to another (the same, where its track ended)."""

    marker: Marker
    origin: int
    target: int
    cause: Cause


class Reaction(Event, frozen=True, tag="reaction"):
    """Reaction! was carried out (5.2); None where a tie kept both ends as they were."""

    lowered: Marker | None
    raised: Marker | None


class DisorderPlaced(Event, frozen=True, tag="disorder-placed"):
    """A Journée; `already` when Paris was in Disorder before (5.3)."""

    already: bool


class OrderRestored(Event, frozen=True, tag="order-restored"):
    """The Disorder marker left Paris; `automatic` when no die was needed (7.5)."""

    automatic: bool


class ArmyRotated(Event, frozen=True, tag="army-rotated"):
    """An Army was turned 180 degrees or back (5.5.2)."""

    army: Unit
    rotated: bool
    changed: bool


class ArmyRemoved(Event, frozen=True, tag="army-removed"):
    """An Army left the map for good; `space` is None when it had left before."""

    army: Unit
    space: str | None


class LiberationGranted(Event, frozen=True, tag="liberation-granted"):
    """A card gave a Liberation marker to the Holding Box; None when none was left (A-09)."""

    marker: str | None


class LiberationPlaced(Event, frozen=True, tag="liberation-placed"):
    """A space was liberated (7.4)."""

    marker: str
    space: str


class LiberationReturned(Event, frozen=True, tag="liberation-returned"):
    """A Liberation marker went back to the Holding Box."""

    marker: str
    space: str
    case: str


class LiberationSpent(Event, frozen=True, tag="liberation-spent"):
    """A Liberation marker was given up for a levée en masse (10.1)."""

    marker: str
    origin: str


class FrenchArmySet(Event, frozen=True, tag="french-army-set"):
    """The French Army marker was set from card and government (6.0)."""

    value: int
    terms: list[Modifier]


class ActionTaken(Event, frozen=True, tag="action-taken"):
    """The player chose an action; `free` names the case by which it cost nothing."""

    action: str
    cost: int
    left: int
    free: str | None = None

    @property
    def storms(self) -> bool:
        """Whether it was the free attempt To the Barricades! (L-7.2-h)."""
        return self.free == "7.2"


class ActionsEnded(Event, frozen=True, tag="actions-ended"):
    """The player stopped; `unspent` actions are lost (A-02)."""

    unspent: int


class ParisFell(Event, frozen=True, tag="paris-fell"):
    """Housekeeping found Armies in Paris (8.1)."""

    armies: list[Unit]


class FrenchArmyReset(Event, frozen=True, tag="french-army-reset"):
    """Housekeeping set the French Army to 0 and dropped the turn's modifiers (8.4)."""


class UnitPlaced(Event, frozen=True, tag="unit-placed"):
    """A card put a unit of the Expansion Kit on the map (X-5.0-a); `origin` is where it stood, if it did."""

    army: Unit
    space: str
    origin: str | None


class NapoleonMoved(Event, frozen=True, tag="napoleon-moved"):
    """Napoleon came to the Holding Box, or went from there to an Army (X-5.N)."""

    army: Unit | None
    """The Army that he is with now."""
    cause: Literal["headline", "deployed", "recalled", "removed", "edit"]


class ConditionChanged(Event, frozen=True, tag="condition-changed"):
    """An Army was Disorganized or Routed, or recovered (X-10.6.1)."""

    army: Unit
    origin: int
    target: int
    recovered: bool


class LastReserves(Event, frozen=True, tag="last-reserves"):
    """The last reserves were committed: an attack is rolled again (X-10.4-a)."""

    army: Unit


class OrderGivenUp(Event, frozen=True, tag="order-given-up"):
    """The forces that kept Paris in order went to fight (X-10.5): for one more attack, or +1 to a die."""

    army: Unit | None
    """The Army whose die they tip; None for one more attack."""


class KingCrowned(Event, frozen=True, tag="king-crowned"):
    """An optional defeat ended the game (X-9.1-a, X-9.2-a)."""

    army: Unit
    case: str
