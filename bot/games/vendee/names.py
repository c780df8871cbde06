"""Names of *For God and For the King* as people read them: sides, armies, places, counters, months."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from bot.games.parts import names as parts
from bot.games.wording import level, minus, place, thrown
from data.catalogue import N_, _, retold
from data.nouns import labelled, numbered, per_cent
from data.sentences import rendered
from data.templates import Formatter, Together
from data.vendee.schema import BLUE_ARMIES, ArmyCounters, Event, Incident
from data.vendee.texts import CLAUSES, HEADS, SIDES
from engines.vendee.actions import Play
from engines.vendee.box import Box
from engines.vendee.frames import Kind
from engines.vendee.movement.step import halves
from engines.vendee.words import Who

TERRAIN = {
    "clear": N_("clear ground"),
    "mixed": N_("mixed ground"),
    "bocage": N_("bocage"),
    "marsh": N_("marsh"),
}
STATUSES = {"noble": N_("Noble"), "neutral": N_("Neutral"), "sans-culotte": N_("Sans-culotte")}
OBJECTIVES = {"primary": N_("primary objective"), "secondary": N_("secondary objective")}
_COLUMNS = {
    "loroux-chouans": N_("Loroux and Chouans"),
    "national-guards": N_("National Guards"),
    "minor": N_("Minor"),
    "major": N_("Major"),
}


class Names(parts.Names):
    """The names of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.kinds: dict[Kind, str] = {id: army.short for id, army in (box.army | box.band).items()}
        self._towns: dict[str, str] = {id: army.short for id, army in box.army.items() if _of_a_town(army)}
        self.kinds |= {
            id: _("{town} army", town=army.short) for id, army in box.army.items() if _of_a_town(army)
        }
        self.months = next(iter(box.scenario.values())).months
        areas = {id: area.name for id, area in box.ground.area.items()}
        generals = {id: general.name for id, general in box.general.items()}
        self._armies = {str(kind): name for kind, name in self.kinds.items()}
        # The town comes before the army of the same name.
        super().__init__(self._armies | areas | generals)
        markers: tuple[Event | Incident, ...] = (*box.event.values(), *box.incident.values())
        self._markers = {str(marker.id): f"{marker.id.upper()} {marker.name}" for marker in markers}

    @cached_property
    def formatter(self) -> Formatter:
        """Fills templates with these names."""
        return Formatter(
            {
                **CLAUSES,
                **dict.fromkeys(("area", "general", "spared"), self.name),
                "army": self.army,
                "of_army": self.of_army,
                "army_name": lambda army: self.box.army[army].name,
                "marker": self.marker,
                "month": lambda turn: self.month(turn or 1),
                "reason": lambda phrase: minus(rendered(phrase)),
                "title": retold,
                "faces": Together(thrown),
                "level": lambda at: level(int(at)),
                "share": per_cent,
                "place": place,
                "action_points": action_points,
                "points_left": points_left,
                "combat_points": lambda count: combat_points(int(count)),
                "lost": lambda count: combat_points(count) if count else _("no one"),
                "counters": lambda count: numbered(count, "counter"),
            }
        )

    def side(self, side: str) -> str:
        """`**Royalists**`, at the head of a line."""
        return str(HEADS[side])

    def they(self, side: str) -> str:
        """`the Royalists`, inside a sentence."""
        return str(SIDES[side])

    def army(self, kind: str) -> str:
        """An army or band in short; of a column of a table its heading."""
        return str(_COLUMNS.get(kind, "")) or self._armies.get(kind) or self.name(kind)

    def of_army(self, kind: str) -> str:
        """An army or band after `of`: `Anjou`, `the Nantes army`."""
        town = self._towns.get(kind)
        return _("the {town} army", town=town) if town else self.army(kind)

    def month(self, turn: int) -> str:
        """`June`; after the last turn there is none."""
        return self.months[turn - 1] if turn <= len(self.months) else _("no turn of this game")

    def troops(self, points: Mapping[Kind, int], generals: Iterable[str] = ()) -> str:
        """`Anjou 8, Chouans 1, Lescure`."""
        counted = [f"{self.kinds[kind]} {count}" for kind, count in points.items() if count]
        return ", ".join([*counted, *map(self.name, generals)]) or _("nobody")

    def seen(
        self, points: Mapping[Kind, int] | None, generals: Iterable[str] | None, backs: int | None = None
    ) -> str:
        """Counters as an event has them: by names, or by their backs."""
        if points is None or generals is None:
            return _("counters face down") if backs is None else face_down(backs)
        return self.troops(points, generals)

    def who(self, who: Who) -> str:
        """The counters of a stack that an action selects."""
        named = [
            combat_points(count) if kind is None else f"{self.kinds[kind]} {count}"
            for kind, count in who.points
        ]
        named += map(self.name, who.generals)
        if not who.every:
            return ", ".join(named)
        return _("all but {named}", named=", ".join(named)) if named else _("all")

    def marker(self, id: str) -> str:
        """`E1 Alarm`, `T5 The Marie-Jeanne`; any id that is no event and no incident as it is."""
        return self._markers.get(id, id)

    def played_on(self, action: Play) -> str:
        """`: −1 Nantes, in Le Loroux`, an event's target and price; empty where it needs none."""
        price = "−1 " if self.box.event[action.event].costs else ""
        whom = [f"{price}{self.army(action.army)}"] if action.army else []
        whom += [_("in {area}", area=self.name(action.area))] if action.area else []
        whom += [_("keep {general}", general=self.name(action.general))] if action.general else []
        return labelled("", ", ".join(whom)) if whom else ""


def _of_a_town(army: ArmyCounters) -> bool:
    """Whether an army has a town's name, and needs the word army."""
    return army.id in BLUE_ARMIES and army.name.endswith(army.short)


def face_down(backs: int) -> str:
    """`3 counters face down`."""
    return _("{counters} face down", counters=numbered(backs, "counter"))


def combat_points(count: int) -> str:
    """`1 combat point`."""
    return numbered(count, "combat point")


def action_points(points: int) -> str:
    """`½ action point`, `2½ action points`, `no action points`; `points` are halves."""
    if not points:
        return _("no action points")
    one = points in (1, 2)
    amount = halves(points)
    return _("{points} action point", points=amount) if one else _("{points} action points", points=amount)


def points_left(points: int) -> str:
    """`1 point left`, `2½ points left`, `no points left`; `points` are halves."""
    if not points:
        return _("no points left")
    one = points in (1, 2)
    amount = halves(points)
    return _("{points} point left", points=amount) if one else _("{points} points left", points=amount)
