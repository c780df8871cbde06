"""The form for activations that are queued ahead, and why a queue waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.games.parts.plan import lines
from bot.games.shown import Field, Form, Option
from data.catalogue import N_, Plural, _
from engines.core.queue import Stop

ID = "next"
"""The form's id, and the kind of the order that it writes."""
MOST = 3
"""Activations that the form begins with."""
NEAR = (1, 2, 3)
"""Distances of an enemy that stop it."""


class Stops(NamedTuple):
    """How a game's queue is told to stop, as it is typed."""

    battle: str
    failure: str
    said: tuple[N_, N_]
    """The same in words."""
    near: Plural
    """The words of the stop for an enemy who comes within so many places."""

    def lines(self, stop: Stop) -> list[str]:
        """What stops a queue, a line each."""
        near = [f"within {stop.near}"] * bool(stop.near)
        return [*near, *[self.battle] * stop.battle, *[self.failure] * stop.failure]

    def options(self, stop: Stop) -> list[Option]:
        """All that can stop a queue, in words."""
        near = [Option(f"within {n}", self.near(n)) for n in sorted({*NEAR, stop.near} - {0})]
        battle, failure = map(str, self.said)
        return [*near, Option(self.battle, battle), Option(self.failure, failure)]


def form(steps: Sequence[str], stops: Stops, stop: Stop, like: str, last: str) -> Form:
    """The activations that are queued, or proposed, a line each.

    :param stop: what stops them.
    :param like: a line, where none is proposed.
    :param last: what else the last line may say.
    """
    options = stops.options(stop)
    return Form(
        ID,
        _("Plan next activations …"),
        _("Your next activations"),
        [
            Field(
                "going",
                _("Who goes where, in this order"),
                "\n".join(steps),
                _(
                    "A line each, as {like}; last also: {last}. Blank: nobody",
                    like=steps[0] if steps else like,
                    last=last,
                ),
            ),
            Field(
                "stops",
                _("Stop and ask me when …"),
                "\n".join(stops.lines(stop)),
                _("Blank: nothing stops it"),
                options=options,
                most=len(options),
            ),
        ],
    )


def written(values: Mapping[str, str]) -> str:
    """The queue of a filled-in form, as an order."""
    going, stops = ([*lines([values.get(id, "").replace("`", "")])] for id in ("going", "stops"))
    if not going:
        return f"{ID} none"
    return f"{ID} {'; '.join([*going, *(f'stop {stop}' for stop in stops or ['never'])])}"


def waits(who: str, place: str) -> str:
    """Tells that a queue which has not stopped can't go on."""
    return _(
        "**Your queue waits: {who} to {place} is not possible in one activation.**", who=who, place=place
    )
