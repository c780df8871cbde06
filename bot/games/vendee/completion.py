"""Completions for one side of *For God and For the King* while its player types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from bot.games.parts import asked as parts
from bot.games.parts.completion import JOINT, NOTE, Offer, Path, PathTyping, joined, like, offer, steps
from bot.games.vendee.names import face_down
from bot.games.vendee.presenter import VendeePresenter
from bot.games.vendee.preview import moves_now, planned
from data.catalogue import _
from data.nouns import labelled, per_cent
from data.vendee.schema import Side
from engines.core.errors import EngineError
from engines.core.refusals import Refusal
from engines.vendee.actions import Action, Activate, Auto, Desert, Drop, Move, Place, notation
from engines.vendee.combat.actions import Guns
from engines.vendee.foresight import odds, routes
from engines.vendee.foresight.routes import Route
from engines.vendee.foresight.what_if import supposed
from engines.vendee.frames import Activation, enemy
from engines.vendee.movement.step import halves
from engines.vendee.position.groups import choose, fresh, variants
from engines.vendee.procedure import PROCEDURE
from engines.vendee.stacks import exactly
from engines.vendee.state import State, by_kind, generals_in, total
from engines.vendee.title import Vendee
from engines.vendee.words import ALL, Who, fold
from render import CloseUp

_AUTO: dict[str, type] = {"place": Place, "desert": Desert}
_FEW = 5
"""Numbers of points to leave behind that are offered before the parts of a stack."""


class Asked(parts.Asked[State], PathTyping[Route]):
    """The open question of one side, for its player. Of the other side it reads only the own side's view."""

    fold = staticmethod(fold)
    title: Vendee
    side: Side
    words: VendeePresenter

    def __init__(self, words: VendeePresenter, state: State, side: Side, who: str | None = None) -> None:
        parts.Asked.__init__(self, words, state, side)
        PathTyping.__init__(self, words.title.box.ground.neighbours)
        self.who = self.meant(who)
        """The counters that go along a path."""

    def ahead(self) -> Asked:
        """The state for planning: the present one if a march is asked for, else as if it were."""
        if moves_now(self.box, self.state, self.side):
            return self
        return Asked(self.words, supposed(self.box, self.state, self.side), self.side, str(self.who))

    def is_of(self, action: Any, kinds: tuple[type, ...]) -> bool:
        """An automatic action is of the kind of its effect."""
        return _AUTO[action.verb] in kinds if isinstance(action, Auto) else isinstance(action, kinds)

    def areas(self, offered: Iterable[Activate | Place | Guns], typed: str) -> Iterator[Offer]:
        """Areas of actions, each once, with the words of the first action there."""
        for area, action in {action.area: action for action in reversed(list(offered))}.items():
            if self.like(typed, area):
                detail = self.words.choice(self.state, self.side, action).detail
                yield offer(labelled(self.names.name(area), detail), area)

    def groups(self, parties: Iterable[Who], typed: str) -> Iterator[Offer]:
        """Selections of a stack."""
        for who in dict.fromkeys(parties):
            if like(typed, str(who), self.names.who(who), fold=fold):
                yield offer(self.names.who(who), str(who))

    def arrivals(self, typed: str) -> Iterator[Offer]:
        """Counters that can be placed."""
        placings = self.legal(Place)
        if any(isinstance(action, Auto) for action in placings) and like(
            typed, "auto", "the rest for me", fold=fold
        ):
            yield offer(_("The rest for me"), "auto")
        yield from self.groups((action.who for action in placings if isinstance(action, Place)), typed)

    def homes(self, what: str | None, typed: str) -> Iterator[Offer]:
        """Areas where they can be placed."""
        legal, who = [action for action in self.legal(Place) if isinstance(action, Place)], self.meant(what)
        return self.areas([action for action in legal if action.who == who] or legal, typed)

    def marchers(self, stack: str | None, typed: str) -> Iterator[Offer]:
        """Counters that can march to the guns."""
        area = self.area(stack)
        return self.groups((action.who for action in self.legal(Guns) if area in (None, action.area)), typed)

    def filled(self, kind: type[msgspec.Struct], typed: Mapping[str, str | int]) -> msgspec.Struct:
        """Where a group is under way its area need not be typed in a path."""
        if kind is Move:
            typed = {**typed, "path": self.from_start(str(typed["path"]), asked=self.is_asked)}
        return super().filled(kind, typed)

    def planned(self, path: str, who: str | None) -> Move:
        """A march that is only to be foreseen; beside a group under way, also of other groups.

        :raises EngineError: it can't be read.
        """
        ahead, typed = self.ahead(), [step for step in steps(path) if step]
        start = None if len(typed) < 2 else self.area(typed[0])
        elsewhere = start is not None and (
            by_kind(self.state, start, self.side) or generals_in(self.box, self.state, start, self.side)
        )
        written: Mapping[str, str] = {"path": joined(typed)} | ({"who": who} if who else {})
        move = parts.Asked.filled(ahead, Move, written) if elsewhere else ahead.filled(Move, written)
        assert isinstance(move, Move)
        return move

    def forecast(self, typed: Mapping[str, str | None], plan: Mapping[str, str]) -> tuple[list[str], CloseUp]:
        """A path and the combat at its end."""
        move = self.planned(str(typed["path"]), typed["with"])
        ahead = planned(self.title, self.names, self.state, self.side, move)
        lines = [f"`{notation(move)}`", *ahead.proviso, *ahead.preview.lines, _("-# Nothing is done.")]
        return lines, ahead.preview.close

    def meant(self, typed: str | None) -> Who:
        """The selection of a typed text; all counters where it can't be read."""
        try:
            return self.title.words.who(fold(typed or "all"))
        except EngineError:
            return ALL

    def area(self, typed: str | None) -> str | None:
        """The area of that text, or None."""
        try:
            return self.title.words.area(fold(typed or ""))
        except EngineError:
            return None

    def like(self, typed: str, area: str) -> bool:
        """Whether a typed text fits an area, by id or name, without regard to accents."""
        return like(typed, area, self.names.name(area), fold=fold)

    def under_way(self) -> str | None:
        """The area of the group under way, or None."""
        top = self.state.stack[-1]
        return top.at if isinstance(top, Activation) else None

    def starts(self) -> Iterable[str]:
        """Areas of stacks that can be activated."""
        return dict.fromkeys(action.area for action in self.legal(Activate))

    def walked(self, areas: tuple[str, ...]) -> Path[Route] | None:
        """A way that is not refused, and breaks off nowhere."""
        move = Move(areas, self.who)
        route = routes.route(self.box, self.state, move)
        if not isinstance(route, Route) or route.stop or route.rest:
            return None
        refused = PROCEDURE.refusal(self.box, self.state, self.side, move)
        return None if refused else Path(areas, route)

    def cost(self, way: Route) -> int:
        """The cost of a way in halves of action points."""
        return way.cost

    def far(self, areas: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """The ways to all areas that a group reaches in one activation."""
        moved = routes.mover(self.box, self.state, Move(areas, self.who))
        if moved is None or isinstance(moved, Refusal):
            return ()
        return (goal.path for goal in routes.reach(self.box, self.state, *moved).values())

    def ways(self, typed: str) -> Iterator[Offer]:
        """Paths as completions: their areas, then their cost and the enemies they meet."""
        for areas, route in self.paths(typed):
            text = JOINT.join(map(self.names.name, areas))
            notes = self._troops(areas[0]) if route is None else self._price(route, areas)
            yield offer(NOTE.join([text, *notes]), JOINT.join(areas))

    def _troops(self, area: str) -> list[str]:
        return [self.names.troops(*fresh(self.box, self.state, area, self.side))]

    def _price(self, route: Route, areas: tuple[str, ...]) -> list[str]:
        left = route.spread.most - route.legs[-1].spent
        cost, rest = halves(route.cost), halves(left) if left else _("none")
        notes = [
            _("{cost} AP, {rest} left", cost=cost, rest=rest) if route.rolled else _("{cost} AP", cost=cost)
        ]
        chance = route.chance(len(route.legs))
        if chance < 1:
            notes.append(_("{chance} to get there", chance=_percent(float(chance))))
        meets = route.legs[-1].meets
        if meets == "points" and route.fight:
            foreseen = odds.path_forecast(self.box, self.state, Move(areas, self.who))
            win = foreseen.win if foreseen else None
            notes.append(_("combat") if win is None else _("combat, win {win}", win=_percent(float(win))))
        elif meets == "backs":
            stack = self.words.view(self.state, self.side).areas[areas[-1]][enemy(self.side)]
            notes.append(face_down(stack.counters))
        return notes

    def movers(self, typed: str) -> list[Who]:
        """Counters that can go along a path, or start there: all, all but some, each general."""
        path, top = self.known(typed), self.state.stack[-1]
        if isinstance(top, Activation):
            points, generals = top.points, top.generals
            parts: list[Who] = [exactly({}, (general,)) for general in generals]
            parts += [exactly({kind: count}) for kind, count in points.items()]
        elif path:
            points, generals = fresh(self.box, self.state, path[0], self.side)
            parts = variants(self.box, self.state, self.side, path[0])
        else:
            return []
        most = max(points, key=lambda kind: points[kind], default=None)
        kind = None if len(points) == 1 else most
        but = [Who(True, ((kind, count),)) for count in range(1, points[most] if most else 0)]
        alone = [Who(True, (), (id,)) for id in generals]
        known = dict.fromkeys([ALL, *but[:_FEW], *parts, *but[_FEW:], *alone])
        return [who for who in known if self._may_go(path, who)]

    def _may_go(self, path: tuple[str, ...], who: Who) -> bool:
        action: Action = Move(path, who) if len(path) > 1 else Activate(path[0], who)
        top = self.state.stack[-1]
        if len(path) == 1 and isinstance(top, Activation):
            going = choose(self.box, who, top.points, top.generals)
            if isinstance(going, Refusal) or not (total(going[0]) or going[1]):
                return False
            rest = {kind: count - going[0].get(kind, 0) for kind, count in top.points.items()}
            others = tuple(id for id in top.generals if id not in going[1])
            if not total(rest) and not others:
                return True
            action = Drop(exactly(rest, others))
        return PROCEDURE.refusal(self.box, self.state, self.side, action) is None


def _percent(chance: float) -> str:
    return per_cent(int(chance * 100 + 0.5))
