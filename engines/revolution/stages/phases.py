"""The stages of the initial steps and the last: beginnings, questions and results; and a turn's start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engines.core.procedure import Frame
from engines.revolution.asking import AnyNote
from engines.revolution.frames import Deposition
from engines.revolution.handler import Handler
from engines.revolution.phases import economy, event_tables, fame, objectives, order, placement, talk
from engines.revolution.resolution import Resolution
from engines.revolution.state import put_army, put_people
from engines.revolution.war.events import ArmyGone

BEGIN: Mapping[str, Callable[[Resolution], None]] = {
    "talk": talk.begin,
    "economy-event": event_tables.begin("economy"),
    "politics-event": event_tables.begin("politics"),
    "counter-revolution-event": event_tables.begin("counter-revolution"),
    "commune-event": event_tables.begin("commune"),
    "order": order.begin,
    "government-objective": objectives.begin_government,
    "objectives": objectives.begin,
    "placement": placement.begin,
    "inflation": economy.inflate,
    "income": economy.pay_out,
    "fame": fame.begin,
}
"""The function that begins each stage of the sequence."""
QUESTIONS: tuple[AnyNote, ...] = (
    talk.Alliances(),
    talk.Offers(),
    event_tables.Events(),
    event_tables.Depositions(),
    event_tables.EventArmies(),
    objectives.Purposes(),
    objectives.Objectives(),
    placement.Placement(),
)


def wake(ctx: Resolution) -> None:
    """Begin a turn: effects of one turn end, and people off the map are back (R-SEQ-20, R-MIL-19)."""
    state = ctx.state
    for listed in (
        *(state.filed, state.joints, state.achieved, state.tried, state.later, state.resting, state.shaken),
        *(state.voted, state.bills, state.proposed),
    ):
        listed.clear()
    for kept in (state.papers, state.objectives, state.bonuses):
        kept.clear()
    state.open = False
    for id, person in state.people.items():
        if person.state == "away" and id not in state.exiled:
            ctx.person(id, "free", "SEQ", "return")
    put_people(state, {id: replace(status, used=False) for id, status in state.people.items() if status.used})
    for id, army in state.armies.items():
        if army.hidden or army.box:
            put_army(state, id, hidden=False, box=False)
        if army.region is not None and ctx.box.army[id].kind == "temporary":
            ctx.say(ArmyGone(id, army.region, "event", "MIL"))
            put_army(state, id, region=None)


HANDLERS: Mapping[type[Frame], Handler[Any]] = {Deposition: event_tables.Deposing()}
