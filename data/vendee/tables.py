"""The shape of `tables.toml`: the tables of the rulebook, and the figures of its text.

A table by dice has rows: `up_to` is the highest total of each row but the last, which has no upper end.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from data.schema import Provenance

Column = Literal["anjou", "centre", "bas-poitou", "loroux-chouans", "national-guards", "minor", "major"]
StackRule = Literal["free", "pass-only", "never", "test", "with-anjou", "unless-alone"]
Fate = Literal["killed", "serious", "light"]
Voyage = Literal["lost", "delayed", "landed"]


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The reinforcement table (V-T-REINF)."""

    up_to: list[int]
    columns: dict[Column, list[int]]
    quiet_gatine: int
    """Modifier of Anjou's roll while E2 has not been played."""
    objectives_lost: int
    """Modifier of an army whose objectives are all in Republican hands."""


class ByTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A figure for each terrain."""

    clear: int
    mixed: int
    bocage: int
    marsh: int

    def on(self, terrain: str) -> int:
        """The figure of a terrain."""
        figure: int = getattr(self, terrain)
        return figure


class Rates(ByTerrain, frozen=True, kw_only=True):
    """The cost of a step for one side, in half action points; None: not allowed."""

    major: int
    royal: int
    gois: int
    loire: int | None = None


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cost of a step for each side (V-T-COST)."""

    royalist: Rates
    republican: Rates


class ActionPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table of action points, in whole points, to which a strategic rating is added (V-T-AP)."""

    up_to: list[int]
    points: list[int]
    without_general: int


class Desertion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The desertion table (V-T-TURN)."""

    up_to: list[int]
    percent: list[int]
    last_turn: int


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The combat results table; its columns are named by their odds (V-T-CRT)."""

    columns: list[str]
    up_to: list[int]
    results: list[list[str]]


class Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The die modifiers of a combat (V-T-DRM); events and incidents have modifiers of their own."""

    better_morale: int
    """The modifier for the side with the better morale."""
    powder: list[int]
    """The modifiers for the Royalists, with their marker at -2, -1, 0, +1, +2."""
    stronghold: int
    """The modifier for the defender in a stronghold."""
    long_odds: int
    """The modifier for the defender, where the true odds are below the first column."""


class Shifts(ByTerrain, frozen=True, kw_only=True):
    """The column shifts without incidents (V-T-COL); of terrain for the Royalists, below 0 for the enemy."""

    unsupplied: int
    """The shift for the Royalists out of supply."""
    bridge_partial: int
    """The shift for the defender; so are the next two."""
    bridge_total: int
    gois: int


class WinnerLosses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The winner's losses in per cent of the smaller side (V-T-WLOSS)."""

    coloured_higher: int
    coloured_lower: int
    equal: int


class Fraud(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The loss of royalist morale when the false bishop is exposed (V-6-E4-b)."""

    up_to: list[int]
    change: list[int]


class RoyalMorale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Royalist morale by occasion."""

    first_objective_lost: int
    great_general_killed: int
    stronghold_taken: int
    marie_jeanne: int
    bishop: int
    english_accept: int
    english_land: int
    english_fail: int
    mayence_arrives: int
    mayence_first_beaten: int
    fraud: Fraud


class BlueMorale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Republican morale by occasion."""

    general_captured: int
    emissaries_captured: int
    mayence_arrives: int


class Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The changes of morale: by the combat points in a combat, then on single occasions (V-T-MORALE)."""

    lowest: int
    highest: int
    up_to: list[int]
    winner: list[int]
    routed: list[int]
    great_general: int
    """Tactical rating from which a general's death affects morale."""
    royalist: RoyalMorale
    republican: BlueMorale


class Powder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The changes of powder in a rout, by the routed side's own combat points (V-T-POWDER)."""

    lowest: int
    highest: int
    up_to: list[int]
    change: list[int]
    single: list[bool]
    """Whether a row's change goes to a single army instead of being dealt out."""
    base_taken: int


class Retreat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The factor of the enemy's combat points for the losses of a retreat into them (V-4.6-a, b)."""

    royalist: ByTerrain
    republican: ByTerrain


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The number of incidents drawn, by the combat points of both sides (V-4.3-a)."""

    up_to: list[int]
    markers: list[int]


class Wounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fates of a hit general (T1 and T7), and the check of the wounded (V-4.3-T1-a, V-2.1-a)."""

    up_to: list[int]
    fate: list[Fate]
    routed: int
    recovers: int


class Deserters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """T2: combat points that go over, by those that the Republicans began with (V-4.3-T2-b)."""

    up_to: list[int]
    points: list[int]
    most: int


class Committee(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The trials of generals before the Committee (V-2.6)."""

    saved: int
    noble: int
    sans_culotte: int
    exempt: int


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The gifts of the English for a place of one kind; `markers` goes to +2 (V-6-E5-e to g)."""

    points: int
    markers: Literal["all", "bas-poitou-and-one", "bas-poitou"]


class Landings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The English landings by kind of place (V-6-E5)."""

    great: Landing
    lesser: Landing
    marsh: Landing


class SeaVoyage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The die for a voyage by sea (E15)."""

    up_to: list[int]
    fate: list[Voyage]


class Tests(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The needed numbers of single dice."""

    guns_factor: int
    """A march to the guns needs a die below this times the strategic rating (V-4.2-c)."""
    charette: int
    """Least die with which Charette or Joly may join Anjou and Centre (V-3.5-o)."""
    captured: int
    """Highest die on which a general is captured (V-3.7-f)."""
    mayence_stolen: int
    """Highest die on which Saumur gets the Mayençais after all (V-6-E12-b)."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The points that decide victory (V-7.2)."""

    primary: int
    secondary: int
    republican_ten: int
    sea: int
    bridge: int
    south: int
    royalist_ten: int
    tactical: int
    """Least difference for a tactical victory."""
    strategic: int


class Stacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether the first of two armies may be where the second is (V-T-STACK)."""

    enters: str
    where: str
    rule: StackRule


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`tables.toml`."""

    reinforcement: Reinforcement
    costs: Costs
    action_points: ActionPoints
    desertion: Desertion
    combat: Combat
    modifiers: Modifiers
    shifts: Shifts
    winner_losses: WinnerLosses
    morale: Morale
    powder: Powder
    retreat: Retreat
    incidents: Draw
    wounds: Wounds
    deserters: Deserters
    committee: Committee
    landings: Landings
    voyage: SeaVoyage
    tests: Tests
    victory: Victory
    stacking: list[Stacking]
    source: dict[str, Provenance]
