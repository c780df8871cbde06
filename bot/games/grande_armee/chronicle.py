"""*La Grande Armée* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.grande_armee.names import Names
from data.catalogue import N_, _
from data.grande_armee.schema import SIDES
from data.nouns import numbered, upper
from engines.core.events import Event
from engines.grande_armee import events

THEY = {"french": N_("the French"), "allied": N_("the Allies")}


def turn(names: Names, happened: Sequence[Event]) -> str:
    """Who came, what fell, what was lost."""
    return " ".join(f"{upper(deed)}." for deed in dict.fromkeys(_deeds(names, happened)))


def _deeds(names: Names, happened: Sequence[Event]) -> Iterator[str]:
    for event in happened:
        match event:
            case events.Arrived(side, _force, hex):
                yield _("{side} were reinforced at {place}", side=THEY[side], place=names.place(hex))
            case events.Controlled(fortress, side):
                yield _("{fortress} fell to {side}", fortress=names.name(fortress), side=THEY[side])
            case events.Besieged(fortress):
                yield _("{fortress} was besieged", fortress=names.name(fortress))
            case events.Relieved(fortress):
                yield _("the siege of {fortress} ended", fortress=names.name(fortress))
            case events.PrussiaEntered():
                yield _("Prussia came into the war")
            case _:
                pass
    for side in SIDES:
        lost = [
            event.unit
            for event in happened
            if isinstance(event, events.Eliminated)
            and event.cause != "spent"
            and names.box.kind_of(event.unit).side == side
        ]
        if lost:
            yield _("{side} lost {units}", side=THEY[side], units=numbered(len(lost), "unit"))
