"""The form for activations that are queued ahead, and what is said of the queue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.games.parts import queue
from bot.games.shown import Form
from bot.games.vendee.names import Names
from data.catalogue import N_, Plural, _
from data.vendee.schema import Side
from engines.core.queue import USUAL, read, stopped_by
from engines.vendee.frames import Activation, Operations
from engines.vendee.orders.queue import AHEAD, Go, HandOverOrder
from engines.vendee.player.ahead import place_of, way
from engines.vendee.player.greedy import quiet
from engines.vendee.player.outlook import Outlook
from engines.vendee.position.sight import look
from engines.vendee.state import State
from engines.vendee.title import Vendee
from engines.vendee.words import ALL

STOPS = queue.Stops(
    "after a combat",
    "after a short march",
    (N_("A combat was fought"), N_("A march fell short")),
    Plural(
        "An enemy comes within {n} area of those who go", "An enemy comes within {n} areas of those who go"
    ),
)


def form(title: Vendee, names: Names, state: State, side: Side, given: Mapping[str, str] | None) -> Form:
    """The activations that are queued; before there are any those that the automatic player would choose."""
    steps: Sequence[Go | HandOverOrder] = []
    stops = USUAL
    if given is not None and queue.ID not in given:
        gains = quiet(Outlook(title.box, state, side))
        steps = [Go(area, end, part=who) for area, who, end in gains][: queue.MOST] or [HandOverOrder()]
    elif given is not None:
        known = read(AHEAD, given[queue.ID])
        steps, stops = [*known.steps], known.stops
    return queue.form(
        [_typed(names, step) for step in steps],
        STOPS,
        stops,
        "Cholet to Coron",
        "hand over",
    )


def _typed(names: Names, step: Go | HandOverOrder) -> str:
    """A step as it is typed, with names."""
    if isinstance(step, HandOverOrder):
        idle = " if the enemy has nothing left" * step.idle
        return f"hand over{' unless it ends the phase' * step.safe}{idle}"
    by = f" by {', '.join(map(names.name, step.by))}" * bool(step.by)
    part = f" with {step.part}" * (step.part != ALL)
    return f"{names.name(step.who)} {'against' if step.attack else 'to'} {names.name(step.to)}{by}{part}"


def waits(title: Vendee, names: Names, state: State, side: Side, given: Mapping[str, str]) -> Iterator[str]:
    """Why a queue does not go on."""
    order = given.get(queue.ID, "none")
    yield from stopped_by(AHEAD, order, names.name)
    known = read(AHEAD, order)
    if known.stopped or not known.steps or title.deciding(state) != [side]:
        return
    top, go = state.stack[-1], known.steps[0]
    if isinstance(top, Activation) and (mine := place_of(known, top)):
        who, to = names.name(mine[1].who), names.name(mine[1].to)
        yield _("**Your queue waits: {who} to {place} fell short.**", who=who, place=to)
    elif isinstance(top, Operations) and isinstance(go, Go) and not way(title.box, state, side, go):
        if look(title.box, state, side).enemy(go.to) in ("points", "backs") and not go.attack:
            yield _("**Your queue waits: the enemy is in {place}.**", place=names.name(go.to))
        else:
            yield queue.waits(names.name(go.who), names.name(go.to))
