"""Names of *The Valmy Campaign* as people read them: sides, armies, boxes, counters, points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from bot.games.parts import names as parts
from bot.games.wording import place, thrown
from data.catalogue import N_, Plural, _
from data.nouns import labelled, listed, numbered, upper
from data.templates import Formatter, Together
from data.valmy.tables import Side
from data.valmy.texts import ARMIES, ARMS, CLAUSES, HEADS, PLACES, SIDES, SUBJECTS
from engines.valmy.box import OUT, Box
from engines.valmy.words import Party

POSITIONS = {"S": N_("skirmishers"), "M": N_("line"), "F": N_("cavalry of the flanks")}
RANKS = {1: N_("leader of a brigade"), 2: N_("leader of a division"), 3: N_("overall leader")}
FEW = 3
"""Units that are named one by one; more are counted."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MORE_NAMES = re.compile(r" (\(.*\)|and .*)$")

_FOOT = Plural("{n} foot", "{n} foot")
_HORSE = Plural("{n} horse", "{n} horse")


class Names(parts.Names):
    """The names of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        kinds = {kind.id: kind.name for kind in box.pack.units.kind}
        self._kinds = {unit.id: kinds[unit.kind] for unit in box.pack.units.unit}
        self.turns = next(iter(box.scenario.values())).turn
        places = {id: _MORE_NAMES.sub("", place.name) for id, place in box.boxes.items()}
        leaders = {id: card.name for id, card in box.leader.items()}
        units = {id: card.name for id, card in box.unit.items()}
        super().__init__({OUT: _("the west edge")} | places | units | leaders)

    @cached_property
    def formatter(self) -> Formatter:
        """Fills templates with these names."""
        return Formatter(
            {
                **CLAUSES,
                **dict.fromkeys(("box", "unit", "leader", "city"), self.name),
                "force": self.force,
                "within": self.army,
                "army": lambda army: upper(self.army(army)),
                "units": Together(self.units),
                "counters": Together(self.counters),
                "of_units": lambda count: numbered(count, "unit"),
                "steps": lambda count: numbered(count, "step"),
                "lost": lambda count: numbered(count, "step") if count else _("no step"),
                "movement_points": movement_points,
                "subject_of": lambda id: self.they(id) if id in SIDES else self.name(id),
                "faces": Together(thrown),
                "thrown": lambda face: thrown([face]),
                "place": place,
            }
        )

    def side(self, side: str) -> str:
        """`**French**`, at the head of a line."""
        return str(HEADS[side])

    def subject(self, side: str) -> str:
        """`**The French**`, as a subject at the head of a sentence."""
        return str(SUBJECTS[side])

    def they(self, side: str) -> str:
        """`the French`, inside a sentence."""
        return str(SIDES[side])

    def spelt(self, side: str, units: Iterable[str] | None = None) -> str:
        """`RL line infantry · Hus hussars`: what is short in the names of units; None for all of a side."""
        words = {word for unit in units or () for word in _WORD.findall(self.name(unit))}
        said = (f"{short} {arm}" for short, arm in ARMS[side].items() if units is None or short in words)
        return " · ".join(said)

    def army(self, army: str) -> str:
        """`the Armée du Nord`."""
        return str(ARMIES[army])

    def force(self, force: str) -> str:
        """A force that starts or arrives together: `the Armée du Centre`."""
        return self.box.force[force].name

    def dates(self, turn: int) -> str:
        """`1–2 September`."""
        return self.turns[turn - 1].dates

    def kind(self, unit: str) -> str:
        """The troops that a unit is of: `French light infantry`."""
        return self._kinds[unit]

    def arms(self, units: Iterable[str]) -> list[str]:
        """`9 foot`, `3 horse`."""
        chosen = list(units)
        horse = sum(1 for id in chosen if self.box.unit[id].arm == "cavalry")
        counts = (len(chosen) - horse, _FOOT), (horse, _HORSE)
        return [arm(count) for count, arm in counts if count]

    def units(self, units: Sequence[str]) -> str:
        """A few by their names, many by number and arm."""
        return self.listed(units) if len(units) <= FEW else listed(self.arms(units))

    def troops(self, units: Sequence[str], leaders: Sequence[str]) -> str:
        """`Leveneur and Stengel with 7 foot and 2 horse`."""
        if not units:
            return self.listed(leaders) or _("nobody")
        return (
            _("{leaders} with {units}", leaders=self.listed(leaders), units=self.units(units))
            if leaders
            else self.units(units)
        )

    def company(self, units: Sequence[str], leaders: Sequence[str]) -> str:
        """`Leveneur, Dietmann, 8 foot and 2 horse`, where `with` stands before it already."""
        few = [self.name(id) for id in units] if len(units) <= FEW else self.arms(units)
        return listed([*map(self.name, leaders), *few]) or _("nobody")

    def counters(self, ids: Sequence[str]) -> str:
        """Units and leaders together."""
        units = [id for id in ids if id in self.box.unit]
        return self.troops(units, [id for id in ids if id in self.box.leader])

    def party(self, party: Party) -> str:
        """The counters of a party."""
        if party.every:
            return _("all but {names}", names=self.listed(party.names)) if party.names else _("all")
        return self.counters(party.names)

    def holder(self, id: str) -> Side:
        """The owner of a counter."""
        return (self.box.unit.get(id) or self.box.leader[id]).side

    def board(self, boxes: Iterable[tuple[str, Sequence[str]]]) -> str:
        """`Main: 29 RL and 71 RL · the left: 2 Hus`."""
        return " · ".join(labelled(PLACES[place], self.counters(who)) for place, who in boxes)


def movement_points(points: int) -> str:
    """`1 movement point`."""
    return f"{numbered(points, 'movement point')}" if points else _("no movement points")


def points(halves: int) -> str:
    """Points of halves with a sign: `+3½`, `−½`, `0`."""
    whole, half = divmod(abs(halves), 2)
    said = f"{whole or '' if half else whole}{'½' if half else ''}"
    return said if not halves else f"{'+' if halves > 0 else '−'}{said}"


def victory_points(score: float) -> str:
    """`12½ points`."""
    halves = round(score * 2)
    return (
        _("{halves} point", halves=points(halves).removeprefix("+"))
        if halves == 2
        else _("{halves} points", halves=points(halves).removeprefix("+"))
    )
