"""*La Grande Armée* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.grande_armee.names import Names
from data.catalogue import _
from data.grande_armee.hexes import Hex
from data.grande_armee.results import FOUGHT, FOUGHT_WALLED
from data.grande_armee.schema import SIDES, Side
from data.grande_armee.tables import Result
from data.grande_armee.texts import THEY
from data.nouns import listed, numbered, several, upper
from engines.core.events import Event, PhaseBegun
from engines.grande_armee import events
from engines.grande_armee.box import ENEMY


def turn(names: Names, happened: Sequence[Event]) -> str:
    """Arrivals, battles, sieges and losses of a turn, in that order."""
    return " ".join(f"{upper(deed)}." for deed in dict.fromkeys(_deeds(names, happened)))


def _deeds(names: Names, happened: Sequence[Event]) -> Iterator[str]:
    for side, where in _arrivals(happened).items():
        places = listed([names.place(hex) for hex in where])
        yield _("{side} were reinforced at {places}", side=THEY[side], places=places)
    fought = _battles(names, happened)
    for (side, result, walled), at in fought.items():
        text = (FOUGHT_WALLED if walled else FOUGHT)[result]
        yield text(attacker=THEY[side], defender=THEY[ENEMY[side]], place=several(at))
    for event in happened:
        match event:
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
    over = sum(isinstance(event, PhaseBegun) and event.phase == "supply" for event in happened) > 1
    if over and not fought:
        yield _("nobody fought a battle")
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


def _battles(names: Names, happened: Sequence[Event]) -> dict[tuple[Side, Result, bool], dict[str, None]]:
    """The places of battles by attacker, result and whether they are Fortresses, in their order."""
    fought: dict[tuple[Side, Result, bool], dict[str, None]] = {}
    for event in happened:
        if isinstance(event, events.BattleFought):
            places = dict.fromkeys(map(names.place, event.targets))
            alike = event.side, event.result, names.box.walled(event.targets)
            fought.setdefault(alike, {}).update(places)
    return fought


def _arrivals(happened: Sequence[Event]) -> dict[Side, dict[Hex, None]]:
    """The hexes of each side's reinforcements, in their order."""
    came: dict[Side, dict[Hex, None]] = {}
    for event in happened:
        if isinstance(event, events.Arrived):
            came.setdefault(event.side, {})[event.hex] = None
    return came
