"""Completions for one side of *The Valmy Campaign* while its player types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from bot.games.parts import asked as parts
from bot.games.parts.completion import JOINT, NOTE, Offer, Path, PathTyping, joined, like, offer
from bot.games.valmy.battles import forecast
from bot.games.valmy.presenter import ValmyPresenter
from bot.games.valmy.ways import Way, Ways
from data.catalogue import _
from data.nouns import labelled
from data.valmy.tables import Side
from engines.core.errors import EngineError, UsageError
from engines.valmy.actions import Activate, Assign, Move, React
from engines.valmy.box import OUT
from engines.valmy.frames import Mover
from engines.valmy.position.command import Called, called, reach_of
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State, held_by
from engines.valmy.title import Valmy
from engines.valmy.view import battle_of
from engines.valmy.words import ALL, Party, fold
from render import CloseUp


class Asked(parts.Asked[State], PathTyping[Way]):
    """The open question of one side, for its player. Of the other side it reads only the own side's view."""

    fold = staticmethod(fold)
    title: Valmy
    side: Side
    words: ValmyPresenter

    def __init__(self, words: ValmyPresenter, state: State, side: Side, who: str | None = None) -> None:
        parts.Asked.__init__(self, words, state, side)
        near = {place: (*costs, OUT) for place, costs in self.box.cost.items()}
        PathTyping.__init__(self, near | {OUT: ()})
        self.ways_of = Ways(self.names, state, side, words.view(state, side))
        self.party = self.meant(who)
        """The counters that go along a path."""

    def meant(self, typed: str | None) -> Party:
        """The party of a typed text; all counters where it can't be read."""
        try:
            return self.title.words.party(fold(typed or "all"))
        except EngineError:
            return ALL

    def area(self, typed: str | None) -> str | None:
        """The box of that text, or None."""
        try:
            return self.title.words.box(fold(typed or ""))
        except EngineError:
            return None

    def like(self, typed: str, area: str) -> bool:
        """Whether a typed text fits an area, by id or name, without regard to accents."""
        return like(typed, area, self.names.name(area), fold=fold)

    def under_way(self) -> str | None:
        """The box of the only mover, or None."""
        places = {mover.at for mover in self.ways_of.movers()}
        return places.pop() if len(places) == 1 else None

    def starts(self) -> Iterable[str]:
        """Boxes of counters that can move, or react."""
        movers = [mover.at for mover in self.ways_of.movers()]
        return dict.fromkeys([*movers, *(action.path[0] for action in self.legal(React))])

    def mover(self, start: str) -> Mover | None:
        """The mover that goes along a path from a box."""
        return self.ways_of.mover_of(Move((start,), self.party))

    def walked(self, areas: tuple[str, ...]) -> Path[Way] | None:
        """A way that is not refused."""
        if len(areas) < 2:
            return None
        mover = self.mover(areas[0])
        if mover is None or PROCEDURE.refusal(self.box, self.state, self.side, Move(areas, self.party)):
            return None
        way = self.ways_of.walk(mover, areas)
        return Path(areas, way) if isinstance(way, Way) else None

    def cost(self, way: Way) -> int:
        """The cost of a way in movement points."""
        return way.cost

    def far(self, areas: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """The ways to all boxes that a mover reaches in one activation."""
        mover = self.mover(areas[0])
        return () if mover is None else (way.path for way in self.ways_of.reach(mover).values())

    def ways(self, typed: str) -> Iterator[Offer]:
        """Paths as completions: their boxes, then their cost and the enemies they meet."""
        for areas, way in self.paths(typed):
            text = JOINT.join(map(self.names.name, areas))
            mover = self.mover(areas[0])
            stakes = [] if way is None or mover is None else self.ways_of.stakes(mover, way)
            yield offer(NOTE.join([text, *stakes]), JOINT.join(areas))

    def filled(self, kind: type[msgspec.Struct], typed: Mapping[str, str | int]) -> msgspec.Struct:
        """Where one group is under way its box need not be typed in a path."""
        if kind is Move:
            typed = {**typed, "path": self.from_start(str(typed["path"]), asked=self.is_asked)}
        return super().filled(kind, typed)

    def boxes(
        self, places: Iterable[str], typed: Mapping[str, str | None]
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The counters that were typed for boxes of the board."""
        named = ((place, typed[place]) for place in places)
        return tuple([(place, self.title.words.those(fold(who))) for place, who in named if who])

    def reactions(self, typed: str) -> Iterator[Offer]:
        """Boxes from and to, each once."""
        for path, action in {action.path: action for action in reversed(self.legal(React))}.items():
            text = JOINT.join(map(self.names.name, path))
            if like(typed, text, joined(path), fold=fold):
                detail = self.words.choice(self.state, self.side, action).detail
                yield offer(labelled(text, detail) if detail else text, joined(path))

    def who(self, typed: str) -> Iterator[Offer]:
        """Leaders that can be activated, and units where a unit is typed."""
        listed = self.legal(Activate)
        for action in [action for action in listed if action.through is None]:
            if like(typed, action.who, self.names.name(action.who), fold=fold):
                yield offer(self.words.choice(self.state, self.side, action).label, action.who)
        units = dict.fromkeys(action.who for action in listed if action.through is not None)
        for unit in units:
            if typed and like(typed, unit, self.names.name(unit), fold=fold):
                place = self.state.units[unit].box or ""
                yield offer(
                    _(
                        "{unit} in {place}, by itself",
                        unit=self.names.name(unit),
                        place=self.names.name(place),
                    ),
                    unit,
                )

    def through(self, who: str | None, typed: str) -> Iterator[Offer]:
        """Leaders through whom a unit can try."""
        for action in self.legal(Activate):
            if action.through is None or fold(who or "") != action.who:
                continue
            if like(typed, action.through, self.names.name(action.through), fold=fold):
                label = self.words.choice(self.state, self.side, action)
                yield offer(labelled(label.label, label.reason), action.through)

    def followers(self, who: str | None, typed: str) -> Iterator[Offer]:
        """Counters that can go with a leader: all, all but some, or those named one after the other."""
        leader = self._own_leader(who)
        if leader is None:
            return
        reach = reach_of(self.box, self.state, leader)
        whole = called(self.box, self.state, leader, ALL, fresh=True, reach=reach)
        known = [*whole.leaders[1:], *whole.units] if isinstance(whole, Called) else []
        yield from self._parties(known, typed)

    def movers(self, typed_path: str, typed: str) -> Iterator[Offer]:
        """Counters that can go along a path."""
        path = self.known(typed_path)
        mover = None if not path else self.mover(path[0])
        if mover is not None:
            yield from self._parties([*mover.leaders, *mover.units], typed)

    def _parties(self, known: list[str], typed: str) -> Iterator[Offer]:
        head, _, rest = typed.partition("all but")
        if not typed or fold(typed) in "all":
            yield offer("all", "all")
            yield offer("nobody", "nobody")
        if not head.strip() and typed.startswith("all but"):
            for one in self.more(known, rest.lstrip()):
                yield offer(f"all but {one.name}", f"all but {one.value}")
            return
        yield from self.more(known, typed)

    def _own_leader(self, typed: str | None) -> str | None:
        """The leader of that text; None for an enemy leader, whose holding box is hidden from this side."""
        try:
            leader = self.title.words.leader(fold(typed or ""))
        except EngineError:
            return None
        return leader if self.box.leader[leader].side == self.side else None

    def own(self, typed: str) -> Iterator[Offer]:
        """Units and leaders of the side that are on the map."""
        units = [id for id in self.box.units_of[self.side] if self.state.units[id].fate == "map"]
        leaders = [id for id in self.box.leaders_of[self.side] if self.state.leaders[id].fate == "map"]
        return self.more([*leaders, *units], typed)

    def held(self, typed: str) -> Iterator[Offer]:
        """Units in holding boxes."""
        chiefs = self.box.leaders_of[self.side]
        return self.more([unit for leader in chiefs for unit in held_by(self.state, leader)], typed)

    def stack(self, who: tuple[str, ...]) -> tuple[str, ...]:
        """The named counters; a leader who is named alone brings his holding box.

        :raises UsageError: one of them is the enemy's.
        """
        for id in who:
            card = self.box.unit.get(id) or self.box.leader[id]
            if card.side != self.side:
                raise UsageError(_("{name} is not yours", name=self.names.name(id)))
        if any(self.title.box.leader.get(id) is None for id in who):
            return who
        return (*who, *(unit for leader in who for unit in held_by(self.state, leader)))

    def forecast(self, typed: Mapping[str, str | None], plan: Mapping[str, str]) -> tuple[list[str], CloseUp]:
        """A battle in a box, with the counters that would attack."""
        place = self.title.words.box(fold(str(typed["box"])))
        who = self.title.words.those(fold(typed["with"])) if typed["with"] else ()
        lines = forecast(self.title, self.names, self.state, self.side, place, self.stack(who), plan)
        return lines, CloseUp(place)

    def chiefs(self, who: str | None, typed: str) -> Iterator[Offer]:
        """Leaders under whom the typed units can come."""
        try:
            those = self.title.words.those(fold(who or ""))
        except EngineError:
            return
        for leader in self.box.leaders_of[self.side]:
            counter = self.state.leaders[leader]
            if counter.fate != "map" or not like(typed, leader, self.names.name(leader), fold=fold):
                continue
            if PROCEDURE.refusal(self.box, self.state, self.side, Assign(those, leader)) is None:
                yield offer(labelled(self.names.name(leader), self.ways_of.under(leader)), leader)

    def fighters(self, typed: str) -> Iterator[Offer]:
        """Units and leaders of the side in the battle under way."""
        battle = battle_of(self.state)
        if battle is None:
            return iter(())
        return self.more([*self.ways_of.own_units(battle.box), *self.ways_of.own_leaders(battle.box)], typed)
