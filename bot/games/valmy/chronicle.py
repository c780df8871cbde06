"""*The Valmy Campaign* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.valmy.names import Names
from bot.games.valmy.scenes import Segment, Toll, segments, toll
from data.catalogue import N_, _
from data.nouns import listed, numbered, upper
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.events import Event, PhaseBegun
from engines.valmy import events
from engines.valmy.box import enemy

_MORALE = {
    "shaken": N_("the morale of {side} was shaken"),
    "broken": N_("{side} broke"),
    "steady": N_("{side} took heart again"),
}


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def turn(self, happened: Sequence[Event]) -> str:
        """Who came, who fought, what fell."""
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
            deeds.append(_("nobody fought"))
        return " ".join(f"{upper(text)}." for text in dict.fromkeys(deeds))

    def _deeds(self, happened: Sequence[Event], *, battle: bool) -> Iterator[str]:
        names = self.names
        for event in happened:
            match event:
                case events.Arrived(_, force, place):
                    yield _("{force} came to {place}", force=names.force(force), place=names.name(place))
                case events.Exited(_, start, units, leaders):
                    yield _(
                        "{units} left {start} for Paris",
                        units=names.troops(units, leaders),
                        start=names.name(start),
                    )
                case events.LeaderLost(_, leader, replaced) if not battle or not replaced:
                    fate = N_("{leader} fell") if replaced else N_("{leader} was lost, with nowhere to go")
                    yield fate(leader=names.name(leader))
                case events.BaseLost(army, place):
                    yield _("{army} lost its base, {place}", army=names.army(army), place=names.name(place))
                case events.MoraleChanged(side, state):
                    yield _MORALE[state](side=names.they(side))
                case events.CityTaken(side, city):
                    yield _("{city} fell to {side}", city=names.name(city), side=names.they(side))
                case _:
                    pass

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
        return f"{text}: {'; '.join(parts)}"

    def _lost(self, side: Side, lost: Toll) -> str:
        names = self.names
        parts = [numbered(lost.steps, "step")] if lost.steps else []
        parts += [numbered(lost.units, "unit")] if lost.units else []
        parts += [names.name(leader) for leader in lost.leaders]
        away = _(" and fell back to {left}", left=names.listed(lost.left)) if lost.left else ""
        return _(
            "{side} lost {parts}{away}", side=names.they(side), parts=listed(parts) or _("nobody"), away=away
        )
