"""Names of *For God and For the King* as people read them: sides, armies, places, counters, months."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.games.presenter import listed, signed
from engines.vendee import combat_events, events
from engines.vendee.actions import Play
from engines.vendee.box import Box
from engines.vendee.frames import Kind
from engines.vendee.movement import halves
from engines.vendee.words import Who, words_of

LINE = 110
"""Characters that a line of the story keeps to where it can."""
FATES = {
    "light": "lightly wounded",
    "serious": "seriously wounded",
    "killed": "killed",
    "captured": "captured",
    "removed": "out of the war",
    "tribunal": "before the Committee",
    "arriving": "to be placed",
    "pool": "not in play yet",
    "map": "on the map",
}
TERRAIN = {"clear": "clear ground", "mixed": "mixed ground", "bocage": "bocage", "marsh": "marsh"}
_COLUMNS = {
    "loroux-chouans": "Loroux and Chouans",
    "national-guards": "National Guards",
    "minor": "Minor",
    "major": "Major",
}
_A_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")


class Label(NamedTuple):
    """What a choice says."""

    text: str
    detail: str
    tone: str = "secondary"


class Names:
    """The names of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.kinds: dict[Kind, str] = {army.id: army.short for army in box.army.values()}
        self.kinds.update((band.id, band.short) for band in box.band.values())
        self.months = next(iter(box.scenario.values())).months
        self._ids: dict[str, str] = {
            **{id: area.name for id, area in box.ground.area.items()},
            **{id: general.name for id, general in box.general.items()},
            **{str(kind): name for kind, name in self.kinds.items()},
        }
        self._shortest: dict[str, str] = {}
        self._sides = {"republican": "the Republicans", "royalist": "the royalists"}

    def side(self, side: str) -> str:
        """`**Royalists**`, at the head of a line."""
        return "**Republicans**" if side == "republican" else "**Royalists**"

    def they(self, side: str) -> str:
        """`the royalists`, inside a sentence."""
        return self._sides[side]

    def name(self, id: str) -> str:
        """An area or a general."""
        return self.box.name(id)

    def army(self, kind: str) -> str:
        """An army or band in short; of a column of a table its heading."""
        return _COLUMNS.get(kind) or self._ids[kind]

    def places(self, areas: Iterable[str]) -> str:
        """`Cholet, Mortagne and Tiffauges`."""
        return listed([self.name(area) for area in areas])

    def people(self, generals: Iterable[str]) -> str:
        """`Lescure and d'Elbée`."""
        return listed([self.name(general) for general in generals])

    def way(self, steps: Sequence[events.Stepped | combat_events.FellBack]) -> str:
        """`from Cholet by Mortagne to Tiffauges`."""
        via = [step.end for step in steps[:-1]]
        by = f" by {self.places(via)}" if via else ""
        return f"from {self.name(steps[0].start)}{by} to {self.name(steps[-1].end)}"

    def month(self, turn: int) -> str:
        """`June`; after the last turn there is none."""
        return self.months[turn - 1] if turn <= len(self.months) else "no turn of this game"

    def troops(self, points: Mapping[Kind, int], generals: Iterable[str] = ()) -> str:
        """`Anjou 8, Chouans 1, Lescure`."""
        counted = [f"{self.kinds[kind]} {count}" for kind, count in points.items() if count]
        return ", ".join([*counted, *map(self.name, generals)]) or "nobody"

    def seen(
        self, points: Mapping[Kind, int] | None, generals: Iterable[str] | None, backs: int | None = None
    ) -> str:
        """Counters as an event tells them: in names, or by their backs."""
        if points is None or generals is None:
            return "counters face down" if backs is None else face_down(backs)
        return self.troops(points, generals)

    def who(self, who: Who) -> str:
        """Whom of a stack an action means."""
        named = [
            combat_points(count) if kind is None else f"{self.kinds[kind]} {count}"
            for kind, count in who.points
        ]
        named += map(self.name, who.generals)
        if not who.every:
            return ", ".join(named)
        return f"all but {', '.join(named)}" if named else "all"

    def event(self, id: str) -> str:
        """`E1 Alarm`; the id of whatever is no event."""
        event = next((event for known, event in self.box.event.items() if known == id), None)
        return f"{id.upper()} {event.name}" if event else id

    def played_on(self, action: Play) -> str:
        """`: Nantes, in Le Loroux`, what an event is played on; nothing where it needs nothing."""
        whom = [self.army(action.army)] if action.army else []
        whom += [f"in {self.name(action.area)}"] if action.area else []
        whom += [f"keep {self.name(action.general)}"] if action.general else []
        return f": {', '.join(whom)}" if whom else ""

    def incident(self, id: str) -> str:
        """`T5 The Marie-Jeanne`; the id of whatever is no incident."""
        incident = next((found for known, found in self.box.incident.items() if known == id), None)
        return f"{id.upper()} {incident.name}" if incident else id

    def shortest(self, area: str) -> str:
        """An area's id cut as short as it can still be read."""
        if area not in self._shortest:
            known = words_of(self.box).areas.items()
            self._shortest[area] = next(
                (
                    area[:length]
                    for length in range(1, len(area))
                    if {found for word, found in known if word.startswith(area[:length])} == {area}
                ),
                area,
            )
        return self._shortest[area]

    def told(self, text: str) -> str:
        """A text of the engine with its ids in names and real minus signs."""
        named = _A_WORD.sub(lambda found: self._ids.get(found[0], found[0]), text)
        return re.sub(r"(?<!\w)-(?=\d)", "−", named)


def face_down(backs: int) -> str:
    """`3 counters face down`."""
    return f"{backs} counter{'' if backs == 1 else 's'} face down"


def combat_points(count: int) -> str:
    """`1 combat point`."""
    return f"{count} combat point{'' if count == 1 else 's'}"


def action_points(points: int) -> str:
    """`½ action point`, `2½ action points`, `no action points`; `points` are halves."""
    return f"{halves(points) if points else 'no'} action {_point(points)}"


def points_left(points: int) -> str:
    """`1 point left`, `2½ points left`, `no points left`; `points` are halves."""
    return f"{halves(points) if points else 'no'} {_point(points)} left"


def _point(points: int) -> str:
    return "point" if points in (1, 2) else "points"


def percent(chance: Fraction) -> str:
    """A chance in whole per cent; what is not sure never reads 0% or 100%."""
    found = int(chance * 100 + Fraction(1, 2))
    if 0 < chance < 1 and found in (0, 100):
        return "under 1%" if found == 0 else "over 99%"
    return f"{found}%"


def thrown(faces: Sequence[int]) -> str:
    """`🎲 **3+4** = 7`."""
    total = f" = {sum(faces)}" if len(faces) > 1 else ""
    return f"🎲 **{'+'.join(map(str, faces))}**{total}"


def level(value: int) -> str:
    """A box of a track: `+1`, `0`, `−2`."""
    return signed(value) if value else "0"


def packed(head: str, items: Sequence[str], between: str = " · ", limit: int = LINE) -> list[str]:
    """Items after a head, over as many lines as keep to the limit."""
    lines = [head]
    for item in items:
        joint = "" if lines[-1] == head else between
        if joint and len(lines[-1]) + len(joint) + len(item) > limit:
            lines.append(f"-# … {item}")
        else:
            lines[-1] += joint + item
    return lines


def within(line: str, limit: int = LINE) -> list[str]:
    """A line, or several where it is too long: broken after a sign, else after a word, never in bold."""
    lines: list[str] = []
    while len(line) > limit:
        spaces = [at for at in range(limit // 2, limit) if line[at] == " " and not line[:at].count("*") % 2]
        signs = [at for at in spaces if line[at - 1] in ",;:.·"]
        if not spaces:
            break
        at = max(signs or spaces)
        lines.append(line[:at])
        line = f"-# … {line[at + 1 :]}"
    return [*lines, line]
