"""*The Valmy Campaign* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.valmy.names import Names
from bot.games.valmy.scenes import Segment, Toll, segments, toll
from bot.games.wording import listed
from data.nouns import numbered
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.events import Event
from engines.valmy import events
from engines.valmy.box import enemy

_MORALE = {
    "shaken": "the morale of {} was shaken",
    "broken": "{} broke",
    "steady": "{} took heart again",
}


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def turn(self, happened: Sequence[Event]) -> str:
        """Who came, who fought, what fell."""
        told: list[str] = []
        marched: dict[str, None] = {}
        for segment in segments(happened):
            if segment.battle is not None:
                if segment.over:
                    told.append(self._fought(segment))
                told += self._deeds(segment.events, battle=True)
                continue
            for event in segment.events:
                if isinstance(event, events.Activated):
                    marched[event.side] = None
            told += self._deeds(segment.events, battle=False)
        if marched and not any(segment.battle for segment in segments(happened)):
            told.append("nobody fought")
        return " ".join(f"{text[:1].upper()}{text[1:]}." for text in dict.fromkeys(told))

    def _deeds(self, happened: Sequence[Event], *, battle: bool) -> Iterator[str]:
        names = self.names
        for event in happened:
            match event:
                case events.Arrived(_, force, place):
                    yield f"{names.force(force)} came to {names.name(place)}"
                case events.Exited(_, start, units, leaders):
                    yield f"{names.troops(units, leaders)} left {names.name(start)} for Paris"
                case events.LeaderLost(_, leader, replaced) if not battle or not replaced:
                    fate = "fell" if replaced else "was lost, with nowhere to go"
                    yield f"{names.name(leader)} {fate}"
                case events.BaseLost(army, place):
                    yield f"{names.army(army)} lost its base, {names.name(place)}"
                case events.MoraleChanged(side, state):
                    yield _MORALE[state].format(names.they(side))
                case events.CityTaken(side, city):
                    yield f"{names.name(city)} fell to {names.they(side)}"
                case _:
                    pass

    def _fought(self, segment: Segment) -> str:
        """A battle in one sentence."""
        names, begun = self.names, segment.battle
        assert begun is not None
        attacker, defender = begun.attacker, enemy(begun.attacker)
        where = f"in {names.name(begun.box)} {names.they(attacker)}"
        sizes = f"with {begun.attackers} against {numbered(begun.defenders, 'unit')}"
        if begun.overrun:
            text = f"{where} overran {names.they(defender)}"
        else:
            text = f"{where} attacked {names.they(defender)}, {sizes}"
        tolls = {side: toll(segment.events, side) for side in SIDES}
        parts = [self._lost(side, tolls[side]) for side in (attacker, defender)]
        return f"{text}: {'; '.join(parts)}"

    def _lost(self, side: Side, lost: Toll) -> str:
        names = self.names
        parts = [numbered(lost.steps, "step")] if lost.steps else []
        parts += [numbered(lost.units, "unit")] if lost.units else []
        fell = f", {names.listed(lost.leaders)} among the dead" if lost.leaders else ""
        away = f" and fell back to {names.listed(lost.left)}" if lost.left else ""
        return f"{names.they(side)} lost {listed(parts) or 'nobody'}{fell}{away}"
