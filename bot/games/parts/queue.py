"""The form for activations that are queued ahead, and why a queue waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.games.parts.plan import lines
from bot.games.shown import Field, Form
from data.catalogue import _
from engines.core.queue import Stop

ID = "next"
"""The form's id, and the kind of the order that it writes."""
MOST = 3
"""Activations that the form begins with."""


class Stops(NamedTuple):
    """How a game's queue is told to stop, as it is typed."""

    battle: str
    failure: str

    def lines(self, stop: Stop) -> list[str]:
        """What stops a queue, a line each."""
        near = [f"within {stop.near}"] * bool(stop.near)
        return [*near, *[self.battle] * stop.battle, *[self.failure] * stop.failure]


def form(steps: Sequence[str], stops: Iterable[str], like: str, near: str) -> Form:
    """The activations that are queued, or proposed, a line each.

    :param like: how a line is written.
    :param near: what `within 2` means.
    """
    return Form(
        ID,
        _("Next activations …"),
        _("Your next activations"),
        [
            Field("going", _("Activations in this order, one a line"), "\n".join(steps), like),
            Field("stops", _("Stop and ask me"), "\n".join(stops), near),
        ],
    )


def written(values: Mapping[str, str]) -> str:
    """The queue of a filled-in form, as an order."""
    going, stops = ([*lines([values.get(id, "").replace("`", "")])] for id in ("going", "stops"))
    if not going:
        return f"{ID} none"
    return f"{ID} {'; '.join([*going, *(f'stop {stop}' for stop in stops or ['never'])])}"


def waits(who: str, place: str) -> str:
    """That a queue that has not stopped does not go on."""
    return _(
        "**Your queue waits: {who} to {place} is not possible in one activation.**", who=who, place=place
    )
