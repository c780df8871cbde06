"""*The Valmy Campaign* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.story import tag_of
from bot.games.valmy.names import Names
from bot.games.valmy.scenes import Segment, Toll, segments, toll, who_fell
from data.catalogue import _
from data.nouns import clauses, labelled, numbered, upper
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from data.valmy.texts import CHRONICLE
from engines.core.events import Event, PhaseBegun
from engines.valmy import events
from engines.valmy.box import enemy


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def turn(self, happened: Sequence[Event]) -> str:
        """Arrivals, battles, losses."""
        deeds: list[str] = []
        marched: dict[str, None] = {}
        for segment in segments(happened):
            if segment.battle is not None:
                if segment.over:
                    deeds.append(self._fought(segment))
                deeds += self._deeds(segment.events, battle=True)
                continue
            for event in segment.events:
                if isinstance(event, events.Activated):
                    marched[event.side] = None
            deeds += self._deeds(segment.events, battle=False)
        over = any(isinstance(event, PhaseBegun) and event.phase == "recovery" for event in happened)
        if over and marched and not any(segment.battle for segment in segments(happened)):
            deeds.append(_("no battle was fought"))
        return " ".join(f"{upper(text)}." for text in dict.fromkeys(deeds))

    def _deeds(self, happened: Sequence[Event], *, battle: bool) -> Iterator[str]:
        for event in happened:
            # A leader who falls in battle and is replaced is in the battle's sentence.
            if battle and isinstance(event, events.LeaderLost) and event.replaced:
                continue
            who = self.names.troops(event.units, event.leaders) if isinstance(event, events.Exited) else ""
            if deed := self.names.formatter.describe(CHRONICLE.get(tag_of(event)), event, who=who):
                yield deed

    def _fought(self, segment: Segment) -> str:
        """A battle in one sentence."""
        names, begun = self.names, segment.battle
        assert begun is not None
        attacker, defender = begun.attacker, enemy(begun.attacker)
        where = _("in {box} {attacker}", box=names.name(begun.box), attacker=names.they(attacker))
        sizes = _(
            "with {attackers} against {units}",
            attackers=begun.attackers,
            units=numbered(begun.defenders, "unit"),
        )
        if begun.overrun:
            text = _("{where} overran {defender}", where=where, defender=names.they(defender))
        else:
            text = _(
                "{where} attacked {defender}, {sizes}",
                where=where,
                defender=names.they(defender),
                sizes=sizes,
            )
        tolls = {side: toll(segment.events, side) for side in SIDES}
        parts = [self._lost(side, tolls[side]) for side in (attacker, defender)]
        return labelled(text, clauses(parts))

    def _lost(self, side: Side, lost: Toll) -> str:
        names = self.names
        away = _(" and fell back to {left}", left=names.listed(lost.retreats)) if lost.retreats else ""
        return _("{side} lost {parts}{away}", side=names.they(side), parts=who_fell(names, lost), away=away)
