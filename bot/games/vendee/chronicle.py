"""*For God and For the King* as history: a month is a paragraph in the past tense, dice in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.vendee.names import Names
from bot.games.wording import listed
from engines.core.events import Event
from engines.vendee import events
from engines.vendee.combat import events as combat_events
from engines.vendee.frames import enemy
from engines.vendee.state import total

_PLAYED = {
    "e1": "The tocsin called the parishes to arms again",
    "e2": "La Gâtine rose",
    "e3": "Lescure was set free in Bressuire",
    "e4": "A bishop of Agra was found in Thouars, and believed",
    "e5": "Messengers of the Royalists left for England",
    "e6": "The Royalists barred the lanes with felled oaks",
    "e7": "The Republic watched the coast",
    "e8": "Armed barges of the Republic closed the Loire",
    "e9": "The Republic sent its army of reserve",
    "e10": "Paris declared the homeland in danger",
    "e11": "The Republic raised its departments in mass",
    "e12": "The garrison of Mayence came to the Vendée",
    "e13": "The Republic made one Army of the West of its three",
    "e14": "The Royalists crossed the Loire",
    "e15": "Republicans went by sea",
}
_ENDS = {
    "killed": "fell",
    "captured": "was captured",
    "light": "was lightly wounded",
    "serious": "was seriously wounded",
    "tribunal": "was denounced",
}


class Chronicle:
    """Tells months from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def month(self, happened: Sequence[Event]) -> str:
        """What was raised, what was fought, who was lost."""
        told = [*self._deeds(happened), *self._close(happened)]
        return " ".join(f"{text[:1].upper()}{text[1:]}." for text in told)

    def _deeds(self, happened: Sequence[Event]) -> Iterator[str]:  # noqa: PLR0912 - a sentence per kind of event
        names = self.names
        for event in happened:
            match event:
                case events.EventPlayed(_, id):
                    yield _PLAYED[id]
                case events.BishopExposed():
                    yield "the bishop of Agra was found to be none"
                case events.MessengersRolled(_, "accepted"):
                    yield "England promised help"
                case events.MessengersRolled(_, "captured"):
                    yield "the messengers to England were caught"
                case events.FleetCame("landed", area) if area:
                    yield f"the English landed in {names.name(area)}"
                case events.FleetCame():
                    yield "an English fleet came, found no friends and left"
                case events.Preempted(side, area, True):
                    yield f"{names.they(side)} in {names.name(area)} moved before the enemy could"
                case combat_events.OutOfPowder(area, areas) if areas:
                    yield f"out of powder, the Royalists gave up {names.name(area)}"
                case combat_events.Fought():
                    yield self._fought(event)
                case combat_events.DesertersJoined(area):
                    yield f"Republicans went over to the Royalists in {names.name(area)}"
                case events.PlaceTaken(area, side):
                    yield f"{names.name(area)} fell to {names.they(side)}"
                case events.OfficerFate(general, area, fate) if fate in _ENDS:
                    where = f" in {names.name(area)}" if area else ""
                    yield f"{names.name(general)} {_ENDS[fate]}{where}"
                case _:
                    pass

    def _close(self, happened: Sequence[Event]) -> Iterator[str]:
        """How the month ended: without a fight, with men going home and generals before the Committee."""
        names = self.names
        moved = any(isinstance(event, events.Opened) for event in happened)
        if moved and not any(isinstance(event, combat_events.Fought) for event in happened):
            yield "nobody fought"
        home = [event.gone for event in happened if isinstance(event, events.Deserted)]
        armies = dict.fromkeys(names.army(army) for gone in home for army in gone or ())
        if home:
            # Whose men go from where they lie face down is not told.
            whose = [*armies, *(["others"] if None in home else [])]
            yield f"men of {listed(whose)} went home" if armies else "men went home"
        tried = [event for event in happened if isinstance(event, events.Tried)]
        for acquitted, verb in ((False, "condemned"), (True, "acquitted")):
            whom = [event.general for event in tried if event.acquitted == acquitted]
            if whom:
                yield f"the Committee {verb} {names.listed(whom)}"

    def _fought(self, event: combat_events.Fought) -> str:
        names, attacker = self.names, event.attacker
        foe = enemy(attacker)
        sizes = {side: total(points) for side, points in event.points.items()}
        under = self._under(event.generals[attacker])
        against = self._under(event.generals[foe])
        how = "routed" if event.rout else "thrown back"
        dice = f"({event.white}+{event.coloured} in column {event.column})"
        fight = (
            f"in {names.name(event.area)} {names.they(attacker)}{under} attacked {names.they(foe)}{against}, "
            f"{sizes[attacker]} to {sizes[foe]},"
        )
        if event.loser == attacker:
            return f"{fight} and were {how} {dice}"
        return f"{fight} and {'routed them' if event.rout else 'threw them back'} {dice}"

    def _under(self, generals: Sequence[str]) -> str:
        return f" under {self.names.listed(generals)}" if generals else ""
