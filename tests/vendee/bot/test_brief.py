"""What one press brings is told as short as a telephone has room for."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engines.core.events import Event
from engines.vendee.events import Announced, Declined, HandedOver, Stepped
from tests.vendee.bot.games import WORDS


def test_marches_are_told_in_brief_by_their_ends_and_not_announced_as_well() -> None:
    """Three marches of the other side fit a telephone, whatever their ways were."""
    who: dict[str, Any] = {"side": "republican", "points": None, "generals": None}
    rest: dict[str, Any] = {"backs": 3, "cost": 2, "left": None, "by_road": True, "hidden": True}
    way = ["les-aubiers", "bressuire", "saint-varent", "thouars"]
    events: list[Event] = [
        Announced(area="les-aubiers", hidden=True, **who),
        Declined("royalist", "preemption"),
        *(Stepped(start=start, end=end, **who, **rest) for start, end in pairwise(way)),
        HandedOver("republican", forced=True, ended=False),
    ]
    assert WORDS.in_brief(events) == [
        "🥾 **Republicans** go from Les Aubiers to Thouars: 3 counters face down.",
        "🤝 **Republicans** hand over, with no stack left to activate.",
    ]
    assert any("by Bressuire and Saint-Varent" in line for line in WORDS.tell(events))
    # Whoever attacks from where they stand goes nowhere: that they were activated is told.
    assert WORDS.in_brief(events[:2]) == WORDS.tell(events[:2])
