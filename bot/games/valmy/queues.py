"""The form for activations that are queued ahead, and what is said of the queue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.games.parts import queue
from bot.games.shown import Form
from bot.games.valmy.names import Names
from data.catalogue import N_, Plural
from data.valmy.tables import Side
from engines.core.queue import USUAL, read, stopped_by
from engines.valmy.orders.queue import AHEAD, Go
from engines.valmy.player.ahead import way
from engines.valmy.player.greedy import courses
from engines.valmy.player.outlook import Outlook
from engines.valmy.state import State
from engines.valmy.title import Valmy

STOPS = queue.Stops(
    "after a battle",
    "after a failed activation",
    (N_("A battle was fought"), N_("An activation failed")),
    Plural(
        "An enemy comes within {n} box of those who go", "An enemy comes within {n} boxes of those who go"
    ),
)


def form(title: Valmy, names: Names, state: State, side: Side, given: Mapping[str, str] | None) -> Form:
    """The activations that are queued; before there are any those that the automatic player would choose."""
    steps: list[Go | object] = []
    stops = USUAL
    if given is not None and queue.ID not in given:
        steps = [*_likely(title, state, side)]
    elif given is not None:
        known = read(AHEAD, given[queue.ID])
        steps, stops = [*known.steps], known.stops
    return queue.form(
        [
            f"{names.name(go.who)} to {names.name(go.to)}" if isinstance(go, Go) else "then pass"
            for go in steps
        ],
        STOPS,
        stops,
        f"{names.name(title.box.leaders_of[side][0])} to {names.name('grandpre')}",
        "then pass",
    )


def _likely(title: Valmy, state: State, side: Side) -> list[Go]:
    """The leaders who gain most by going, without a battle."""
    going = sorted(courses(Outlook(title.box, state, side)), key=lambda course: -course[2].gain)
    quiet = [
        Go(leader, course.path[-1])
        for leader, _group, course in going
        if course.gain > 0
        and len(course.path) > 1
        and course.path[-1] in title.box.cost
        and not course.attacks
    ]
    return quiet[: queue.MOST]


def waits(title: Valmy, names: Names, state: State, side: Side, given: Mapping[str, str]) -> Iterator[str]:
    """Why a queue does not go on."""
    order = given.get(queue.ID, "none")
    yield from stopped_by(AHEAD, order, names.name)
    known = read(AHEAD, order)
    go = next((step for step in known.steps if isinstance(step, Go)), None)
    deciding = title.deciding(state) == [side] and title.decisions(state)[0].kind == "activation"
    own = go is not None and go.who in title.box.leaders_of[side]
    if deciding and go is not None and own and not known.stopped and not way(title.box, state, side, go):
        yield queue.waits(names.name(go.who), names.name(go.to))
