"""Names of *Levée en Masse* as people read them: spaces, powers, sources of modifiers."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bot.games.wording import level, minus, place, signed
from data.catalogue import N_, _, retold
from data.levee.schema import SEA, Unit
from data.levee.texts import CLAUSES
from data.nouns import counted, upper
from data.sentences import Phrase, Sentence, rendered
from data.templates import Formatter
from engines.core.contract import Odds
from engines.levee.box import Box
from engines.levee.odds import CARD

PEOPLES: dict[Unit, N_] = {
    "britain": N_("the British"),
    "prussia": N_("the Prussians"),
    "austria": N_("the Austrians"),
    "piedmont": N_("the Piedmontese"),
    "vendee": N_("the Vendeans"),
    "spain": N_("the Spanish"),
    "suvorov": N_("Suvorov's Russians"),
    "korsakov": N_("Korsakov's Russians"),
    "support": N_("the friends of Britain"),
}
BLUNDER = "10.6"
"""Case of the die by which an Army may advance after a decisive defeat of France."""
_ROLLED = ("political", "naval", "liberation", "restore order")
"""Rolls that a card's modifier may name, although the roll already says so."""


def power(box: Box, army: Unit) -> str:
    """A power's name inside a sentence; a region has its article."""
    return _("the {army}", army=box.power(army)) if army == "vendee" else box.power(army)


def direction(box: Box, space: str) -> str:
    """`to Paris`, `to sea`."""
    return _("to sea") if space == SEA else _("to {place}", place=box.name(space))


def within(box: Box, space: str) -> str:
    """`in Paris`, `at sea`."""
    return _("at sea") if space == SEA else _("in {place}", place=box.name(space))


def marker_name(id: str) -> str:
    """A political marker's name."""
    return retold(id.title())


def source(label: Phrase) -> str:
    """The source of a modifier, for people; the roll's own name is left out."""
    match label:
        case Sentence(parts={"roll": str(roll)}) if roll in _ROLLED:
            return rendered(CARD)
        case Sentence(parts={"sources": Sentence(parts={"source": source})}):
            # A single source has the value that stands before the label.
            return str(replace(label, parts={"sources": source}))
        case _:
            return minus(rendered(label))


def throw(odds: Odds) -> str:
    """The required throw: `4 or more (+1 headline, needs 5)`, `anything but a 1 (+1 headline)`."""
    face = odds.needed - sum(value for _, value in odds.modifiers)
    if face <= 2:
        thrown = _("anything but a 1")
    elif face >= 6:
        thrown = _("a 6")
    else:
        thrown = _("{face} or more", face=face)
    sums = "".join(f"{signed(value)} {source(label)}, " for label, value in odds.modifiers)
    # A 1 fails with any modifier, so the needed number is no reason for it.
    said = sums.removesuffix(", ") if face <= 1 else _("{sums}needs {needed}", sums=sums, needed=odds.needed)
    return f"{thrown} ({said})" if sums else thrown


def formatter_of(box: Box) -> Formatter:
    """Fills templates with the names of a box."""
    return Formatter(
        {
            **CLAUSES,
            "army": box.power,
            "power": partial(power, box),
            "people": lambda army: str(PEOPLES[army]),
            "peoples": lambda army: upper(str(PEOPLES[army])),
            "space": box.name,
            "to_space": partial(direction, box),
            "in_space": partial(within, box),
            "marker": marker_name,
            "level": level,
            "place": place,
            "actions": lambda number: counted(number, "action"),
            "purpose": rendered,
        }
    )
