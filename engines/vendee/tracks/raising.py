"""Combat points that arrive: by roll, by total, by gift (2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from data.catalogue import marked
from data.sentences import Phrase, _l
from data.vendee.schema import ROYAL_ARMIES, Army, RoyalArmy
from data.vendee.tables import Column
from engines.core.events import TableRoll
from engines.vendee.box import Box
from engines.vendee.events import Raised
from engines.vendee.frames import Kind
from engines.vendee.purposes import Purpose
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, gatine, on_map, points_in, sorted_points

QUIET, LOST = marked("La Gâtine is quiet"), marked("All objectives lost")


def heading(column: str, terms: Mapping[str, int]) -> Phrase:
    """The column that was read for an army with the changes to its roll: `major; All objectives lost -2`."""
    said: Phrase = column
    for label, value in terms.items():
        said = _l("{column}; {label} {value}", column=said, label=label, value=value)
    return said


def headings(box: Box) -> Iterator[Phrase]:
    """All headings that rolls can have."""
    table = box.charts.tables.reinforcement
    quiet, lost = {QUIET: table.quiet_gatine}, {LOST: table.objectives_lost}
    for column in table.columns:
        for terms in ({}, quiet, lost, quiet | lost):
            yield heading(column, terms)


def modifiers(box: Box, state: State, army: RoyalArmy) -> dict[str, int]:
    """The modifiers of the roll of a royalist army (V-T-REINF-b, c)."""
    table = box.charts.tables.reinforcement
    terms: dict[str, int] = {}
    if army == "anjou" and not gatine(state):
        terms[QUIET] = table.quiet_gatine
    objectives = box.ground.objectives[army]
    if objectives and all(points_in(state, area, "republican") for area in objectives):
        terms[LOST] = table.objectives_lost
    return terms


def roll_armies(ctx: Resolution, rolls: Mapping[Army, Column]) -> dict[Army, tuple[int, int]]:
    """Roll for each army and add its result to the arrivals; returns the natural dice of each (V-T-REINF)."""
    box, state = ctx.box, ctx.state
    dice: dict[Army, tuple[int, int]] = {}
    for army, column in rolls.items():
        purpose = Purpose.of("reinforcements", army)
        faces = dice[army] = ctx.pair(purpose)
        royal = next((known for known in ROYAL_ARMIES if known == army), None)
        terms = modifiers(box, state, royal) if royal else {}
        figure = box.charts.reinforcements(column, sum(faces) + sum(terms.values()))
        ctx.say(TableRoll(purpose, list(faces), heading(column, terms), str(figure), "2.2"))
        add_arrivals(ctx, army, raised(state, army, figure))
    return dice


def raised(state: State, army: Army, figure: int) -> int:
    """The arrivals by a roll; a royalist figure is the total that the army is filled up to (V-2.2-d, e)."""
    if army in ROYAL_ARMIES:
        return max(0, figure - on_map(state, army) - state.arrivals.get(army, 0))
    return figure


def within_pool(box: Box, state: State, kind: Kind, count: int) -> int:
    """The combat points that can be raised: no more than the game has counters for (V-2.2-c, A-07)."""
    pool = next((army.pool for army in box.pack.armies.army if army.id == kind), None)
    if pool is None:
        return count
    # A combat point at sea comes back, so that its counter is not free.
    used = on_map(state, kind) + state.arrivals.get(kind, 0) + sum(army == kind for army in state.at_sea)
    return max(0, min(count, pool - used))


def add_arrivals(ctx: Resolution, kind: Kind, count: int) -> None:
    """Add to the arrivals; points beyond the box's counters are lost (V-2.2-c, A-07)."""
    state = ctx.state
    count = within_pool(ctx.box, state, kind, count)
    state.arrivals = sorted_points({**state.arrivals, kind: state.arrivals.get(kind, 0) + count})
    ctx.say(Raised(kind, count, "2.2"))


def summon(ctx: Resolution, general: str, due: int) -> None:
    """Let a general arrive, who may have been taken out of the game before (A-74)."""
    if ctx.state.officers[general].fate == "pool":
        ctx.send_off(general, "arriving", "2.2", due)


def dismiss(ctx: Resolution, general: str, case: str) -> None:
    """Take a general out of the game, from any place."""
    if ctx.state.officers[general].fate not in ("captured", "killed", "removed"):
        ctx.send_off(general, "removed", case)
