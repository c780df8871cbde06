"""*For God and For the King* as history: a month is a paragraph in the past tense, dice in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.story import tag_of
from bot.games.vendee.names import Names
from data.catalogue import N_, _
from data.nouns import several
from data.vendee.texts import CHRONICLE
from engines.core.events import Event
from engines.vendee import events
from engines.vendee.combat import events as combat_events
from engines.vendee.frames import enemy
from engines.vendee.state import total

_THROWN_BACK = N_("{fight} and were thrown back {dice}")
_THREW_BACK = N_("{fight} and threw them back {dice}")


class Chronicle:
    """Tells months from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def month(self, happened: Sequence[Event]) -> str:
        """Armies raised, combats, losses."""
        deeds = [*self._deeds(happened), *self._close(happened)]
        return " ".join(f"{text[:1].upper()}{text[1:]}." for text in deeds)

    def _deeds(self, happened: Sequence[Event]) -> Iterator[str]:
        for event in happened:
            if isinstance(event, combat_events.Fought):
                yield self._fought(event)
            elif deed := self.names.formatter.describe(CHRONICLE.get(tag_of(event)), event):
                yield deed

    def _close(self, happened: Sequence[Event]) -> Iterator[str]:
        """The end of the month: without a fight, with men going home and generals before the Committee."""
        names = self.names
        over = any(isinstance(event, events.HandedOver) and event.ended for event in happened)
        if over and not any(isinstance(event, combat_events.Fought) for event in happened):
            yield _("nobody fought")
        home = [event.gone for event in happened if isinstance(event, events.Deserted)]
        armies = dict.fromkeys(names.army(army) for gone in home for army in gone or ())
        if home:
            # Desertions from face-down stacks keep their army secret.
            whose = [*armies, *([_("others")] if None in home else [])]
            yield _("men of {whose} deserted", whose=several(whose)) if armies else _("men deserted")
        tried = [event for event in happened if isinstance(event, events.Tried)]
        for acquitted, said in (
            (False, N_("the Committee condemned {whom}")),
            (True, N_("the Committee acquitted {whom}")),
        ):
            whom = [event.general for event in tried if event.acquitted == acquitted]
            if whom:
                yield said(whom=several(map(names.name, whom)))

    def _fought(self, event: combat_events.Fought) -> str:
        names, attacker = self.names, event.attacker
        foe = enemy(attacker)
        sizes = {side: total(points) for side, points in event.points.items()}
        under = self._under(event.generals[attacker])
        against = self._under(event.generals[foe])
        dice = _(
            "({white}+{coloured} in column {column})",
            white=event.white,
            coloured=event.coloured,
            column=event.column,
        )
        fight = _(
            "in {area} {attacker}{under} attacked {foe}{against}, {attacker_2} to {foe_2},",
            area=names.name(event.area),
            attacker=names.they(attacker),
            under=under,
            foe=names.they(foe),
            against=against,
            attacker_2=sizes[attacker],
            foe_2=sizes[foe],
        )
        if event.loser == attacker:
            how = N_("{fight} and were routed {dice}") if event.rout else _THROWN_BACK
        else:
            how = N_("{fight} and routed them {dice}") if event.rout else _THREW_BACK
        return how(fight=fight, dice=dice)

    def _under(self, generals: Sequence[str]) -> str:
        return _(" under {generals}", generals=self.names.listed(generals)) if generals else ""
