"""The form for activations that are queued ahead, and what is said of the queue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.games.parts.plan import lines
from bot.games.shown import Field, Form
from bot.games.valmy.names import Names
from data.catalogue import _
from data.valmy.tables import Side
from engines.valmy.orders.queue import AHEAD, queue
from engines.valmy.player.ahead import way
from engines.valmy.player.greedy import courses
from engines.valmy.player.outlook import Outlook
from engines.valmy.state import State
from engines.valmy.title import Valmy

ID = AHEAD.kind.kind
MOST = 3
"""Activations that the form begins with."""
STOPS = ("within 1", "after a battle", "after a failed activation")
"""What stops a queue, if its owner changes nothing."""


def form(title: Valmy, names: Names, state: State, side: Side, given: Mapping[str, str] | None) -> Form:
    """The activations that are queued; before there are any those that the automatic player would choose."""
    going: list[tuple[str, str]] = []
    passes: list[str] = []
    stops: tuple[str, ...] = STOPS
    if given is not None and ID not in given:
        going = [(leader, path[-1]) for leader, path in _likely(title, state, side)]
    elif given is not None:
        known = queue(given[ID])
        going = [(go.who, go.to) for go in known.going]
        passes = ["then pass"] * known.passes
        near = [f"within {known.stops.near}"] * bool(known.stops.near)
        stops = (*near, *STOPS[1:2] * known.stops.battle, *STOPS[2:] * known.stops.failure)
    activations = [f"{names.name(who)} to {names.name(box)}" for who, box in going]
    return Form(
        ID,
        _("Next activations …"),
        _("Your next activations"),
        [
            Field(
                "going",
                _("In this order, one a line"),
                "\n".join([*activations, *passes]),
                _("As `Dillon to Grandpré`; at the end also `then pass`. Empty: none"),
            ),
            Field(
                "stops",
                _("Stop and ask me"),
                "\n".join(stops),
                _("`within 2`: an enemy comes within two boxes of those who go. Empty: for nothing"),
            ),
        ],
    )


def _likely(title: Valmy, state: State, side: Side) -> list[tuple[str, tuple[str, ...]]]:
    """The leaders who gain most by going, without a battle, and their ways."""
    going = sorted(courses(Outlook(title.box, state, side)), key=lambda course: -course[2].gain)
    quiet = [
        (leader, course.path)
        for leader, _group, course in going
        if course.gain > 0
        and len(course.path) > 1
        and course.path[-1] in title.box.cost
        and not course.attacks
    ]
    return quiet[:MOST]


def written(values: Mapping[str, str]) -> str:
    """The queue of a filled-in form, as an order."""
    going, stops = ([*lines([values.get(id, "").replace("`", "")])] for id in ("going", "stops"))
    if not going:
        return f"{ID} none"
    return f"{ID} {'; '.join([*going, *(f'stop {stop}' for stop in stops or ['never'])])}"


def waits(title: Valmy, names: Names, state: State, side: Side, given: Mapping[str, str]) -> Iterator[str]:
    """Why a queue that has not stopped does not go on."""
    known = queue(given.get(ID, "none"))
    go = next(iter(known.going), None)
    deciding = title.deciding(state) == [side] and title.decisions(state)[0].kind == "activation"
    own = go is not None and go.who in title.box.leaders_of[side]
    if deciding and go is not None and own and not known.stopped and not way(title.box, state, side, go):
        yield _(
            "**Your queue waits: {who} can't get to {box} in one activation.**",
            who=names.name(go.who),
            box=names.name(go.to),
        )
