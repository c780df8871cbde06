"""Fire: the units that fire, their columns, and the hits (9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from data.catalogue import marked
from data.valmy.tables import Side
from engines.core.events import Modifier
from engines.valmy.box import Box
from engines.valmy.combat.events import Fired, LossesTaken
from engines.valmy.combat.frames import Battle, Losses
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face

SKIRMISH = "SK"
AT_CHARGERS = marked("At chargers")
"""The modifier of defensive fire (9.3.2)."""


def morale(box: Box, state: State, unit: str, boosts: Mapping[str, int]) -> int:
    """A unit's morale in a battle, with its leaders' boosts (Y-9.3.2-a, A-9.6-3)."""
    return face(box, state, unit).morale + boosts.get(unit, 0)


def column(box: Box, state: State, unit: str, boosts: Mapping[str, int]) -> str:
    """The column of the Fire Table; that of skirmishers at any morale (Y-9.3.1-b)."""
    if box.unit[unit].position == "S":
        return SKIRMISH
    return box.fire_column(morale(box, state, unit, boosts))


def aim(
    box: Box, state: State, unit: str, boosts: Mapping[str, int], *, at_chargers: bool
) -> tuple[str, list[Modifier]]:
    """The column for a unit's dice, and their modifiers (9.3.3)."""
    terms = {
        marked("Reduced"): box.modifiers.reduced_fire * state.units[unit].reduced,
        AT_CHARGERS: box.modifiers.defensive_fire * at_chargers,
    }
    modifiers = [Modifier(label, value) for label, value in terms.items() if value]
    return column(box, state, unit, boosts), modifiers


def note_combat(ctx: Resolution) -> None:
    """Record that there was combat in the battle under way, so that leaders test (A-9.5.2-5)."""
    stack = ctx.state.stack
    nth = max(nth for nth, frame in enumerate(stack) if isinstance(frame, Battle))
    battle = stack[nth]
    assert isinstance(battle, Battle)
    stack[nth] = replace(battle, fought=True)


def volley(
    ctx: Resolution,
    shooters: Sequence[str],
    side: Side,
    targets: Sequence[str],
    boosts: Mapping[str, int],
    case: str,
    *,
    at_chargers: bool = False,
) -> None:
    """Each fires once, and all hits fall together on the side that is fired at (A-9.3.4-1).

    There is no fire at an empty box.
    """
    if not targets or not shooters:
        return
    note_combat(ctx)
    box, state = ctx.box, ctx.state
    hits = 0
    for unit in shooters:
        purpose = Purpose.of("fire", unit)
        faces = list(ctx.pair(purpose))
        read, modifiers = aim(box, state, unit, boosts, at_chargers=at_chargers)
        total = sum(faces) + sum(modifier.value for modifier in modifiers)
        scored = box.fire(read, total)
        ctx.say(Fired(unit, read, faces, modifiers, total, scored, case))
        hits += scored
    if hits:
        ctx.say(LossesTaken(side, hits))
        ctx.push(Losses(side, hits, tuple(targets), case))
