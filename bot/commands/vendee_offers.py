"""What `/vendee` offers while somebody types: legal actions, plans, and paths that grow step by step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
from typing import Any, NamedTuple

from discord import app_commands

from bot import layout
from bot.commands.asking import Interaction, desk_of
from bot.desk import Desk
from bot.games import presenter, vendee_plans
from bot.games.vendee import VendeePresenter
from bot.games.vendee_names import face_down
from bot.store import Campaign
from data.vendee.schema import Side
from engines.core.errors import EngineError
from engines.vendee import odds, procedure, routes
from engines.vendee.actions import Action, Activate, Drop, Move, Place, notation
from engines.vendee.combat_actions import Guns
from engines.vendee.frames import SIDES, Activation, enemy
from engines.vendee.groups import choose, fresh, variants
from engines.vendee.movement import halves
from engines.vendee.refusals import Refusal
from engines.vendee.routes import Route
from engines.vendee.state import State, by_kind, generals_in, total
from engines.vendee.title import Vendee
from engines.vendee.words import ALL, Who, exactly, fold

TITLE = "vendee"
JOINT = " > "
NOTE = " · "
"""What is offered of a path beside its areas comes after this, so that it can be typed on from."""

Offer = app_commands.Choice[str]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, list[Offer]]]


class Path(NamedTuple):
    """A path that can be typed on from, and what it comes to."""

    areas: tuple[str, ...]
    route: Route | None
    """None for a start."""


class Asked:
    """What one side is asked, for whoever sits there. Of the other side it reads what that side sees."""

    def __init__(self, title: Vendee, words: VendeePresenter, state: State, side: Side) -> None:
        self.title = title
        self.box = title.box
        self.words = words
        self.names = words.names
        self.state = state
        self.side: Side = side

    def legal(self, *verbs: str) -> list[Action]:
        """Legal actions of these verbs, the likely ones first."""
        shown = self.words.groups(self.state, self.side)
        order = [choice.notation for group in shown for choice in group.choices]
        rank = {text: place for place, text in enumerate(order)}
        found = [
            (rank.get(text, len(rank)), action)
            for action in self.title.legal_actions(self.state, self.side)
            if (text := notation(action)).partition(" ")[0] in verbs
        ]
        return [action for _, action in sorted(found, key=lambda pair: pair[0])]

    def offered(self, verbs: Collection[str], typed: str, *, whole: bool = False) -> Iterator[Offer]:
        """Legal actions of these verbs that are like what was typed.

        :param whole: the value is the whole action, not what follows its verb.
        """
        for action in self.legal(*verbs):
            text = notation(action)
            if _like(typed, text, self.names.told(text)):
                choice = self.words.choice(self.state, self.side, action)
                value = text if whole else text.partition(" ")[2]
                yield _offer(f"{choice.label}: {choice.reason}" if choice.reason else choice.label, value)

    def areas(self, found: Iterable[tuple[str, Action]], typed: str) -> Iterator[Offer]:
        """Areas, each once, with how the first action there is offered."""
        for area, action in dict(reversed(list(found))).items():
            if _like(typed, area, self.names.name(area)):
                detail = self.words.choice(self.state, self.side, action).detail
                yield _offer(f"{self.names.name(area)}: {detail}", area)

    def groups(self, found: Iterable[Who], typed: str) -> Iterator[Offer]:
        """Who of a stack can be meant; what was typed comes first where it can."""
        known = dict.fromkeys(found)
        for who in known:
            if _like(typed, str(who), self.names.who(who)):
                yield _offer(self.names.who(who), str(who))

    def under_way(self) -> str | None:
        """The area of the group under way, or None."""
        top = self.state.stack[-1]
        return top.at if isinstance(top, Activation) else None

    def march(self, path: str, who: str | None) -> str:
        """A move as it is written; where a group is under way its area need not be typed."""
        first, start = self.area(steps(path)[0]), self.under_way()
        return march(path if start in (None, first) else f"{start}{JOINT}{path}", who)

    def ahead(self) -> Asked:
        """What can be planned: as it is asked for a march now, or as if it were."""
        if vendee_plans.moves_now(self.box, self.state, self.side):
            return self
        state = vendee_plans.supposed(self.box, self.state, self.side)
        return Asked(self.title, self.words, state, self.side)

    def planned(self, path: str, who: str | None) -> Move:
        """A march that is only to be foreseen; beside a group under way others may be planned for.

        :raises EngineError: it can't be read.
        """
        ahead, known = self.ahead(), [step for step in steps(path) if step]
        start = None if len(known) < 2 else self.area(known[0])
        elsewhere = start is not None and self._present(start)
        written = march(path, who) if elsewhere else ahead.march(path, who)
        move = self.title.parse(ahead.state, written, self.side)
        assert isinstance(move, Move)
        return move

    def _present(self, area: str) -> bool:
        """Whether counters of the side are in an area."""
        return bool(
            by_kind(self.state, area, self.side) or generals_in(self.box, self.state, area, self.side)
        )

    def who(self, typed: str | None) -> Who:
        """Who is meant; everybody where nothing that can be read was typed."""
        try:
            return self.title.words.who(fold(typed or "all"))
        except EngineError:
            return ALL

    def area(self, typed: str | None) -> str | None:
        """The area that is meant, or None."""
        try:
            return self.title.words.area(fold(typed or ""))
        except EngineError:
            return None

    def paths(self, typed: str, who: Who) -> list[Path]:
        """Paths that go on from what was typed, each with what it costs in all."""
        *before, last = steps(typed)
        areas = [self.area(step) for step in before]
        if None in areas:
            return []
        path = tuple(area for area in areas if area is not None)
        start = self.under_way()
        if start is not None and path[:1] != (start,):
            path = (start, *path)
        if path:
            found = [step for step in self._onward(path, who) if self._named(step.areas[-1], last)]
            if last and len(path) == 1:
                known = {step.areas[-1] for step in found}
                found += [far for far in self._far(path, who, last) if far.areas[-1] not in known]
        else:
            starts = dict.fromkeys(
                action.area for action in self.legal("activate") if isinstance(action, Activate)
            )
            found = [Path((area,), None) for area in starts if self._named(area, last)]
        if last and len(found) == 1:
            found += self._onward(found[0].areas, who)
        return found

    def _named(self, area: str, typed: str) -> bool:
        return _like(typed, area, self.names.name(area))

    def _onward(self, path: tuple[str, ...], who: Who) -> list[Path]:
        """The path with each area that it can go on to."""
        found = [
            self._walked((*path, near), who)
            for near in self.box.ground.neighbours[path[-1]]
            if near not in path
        ]
        return sorted(
            (step for step in found if step is not None),
            key=lambda step: step.route.cost if step.route else 0,
        )

    def _far(self, path: tuple[str, ...], who: Who, typed: str) -> list[Path]:
        """The cheapest ways from where a group is to areas farther off."""
        moved = routes.mover(self.box, self.state, Move(path, who))
        if moved is None or isinstance(moved, Refusal):
            return []
        goals = routes.reach(self.box, self.state, *moved)
        found = [self._walked(goal.path, who) for area, goal in goals.items() if self._named(area, typed)]
        return [step for step in found if step is not None]

    def _walked(self, path: tuple[str, ...], who: Who) -> Path | None:
        """A path that can be walked to its end, or as far as can be foreseen."""
        move = Move(path, who)
        found = routes.route(self.box, self.state, move)
        if not isinstance(found, Route) or found.stop or found.rest:
            return None
        refused = procedure.refusal(self.box, self.state, self.side, move)
        return None if refused else Path(path, found)

    def path_offer(self, path: Path, who: Who) -> Offer:
        """A path as it is offered: its areas, then what they cost and whom they meet."""
        text = JOINT.join(map(self.names.name, path.areas))
        notes = self._troops(path.areas[0]) if path.route is None else self._price(path.route, path, who)
        return _offer(NOTE.join([text, *notes]), JOINT.join(path.areas))

    def _troops(self, area: str) -> list[str]:
        points, generals = fresh(self.box, self.state, area, self.side)
        return [self.names.troops(points, generals)]

    def _price(self, route: Route, path: Path, who: Who) -> list[str]:
        left = route.spread.most - route.legs[-1].spent
        notes = [
            f"{halves(route.cost)} AP"
            + (f", {halves(left) if left else 'none'} left" if route.rolled else "")
        ]
        chance = route.chance(len(route.legs))
        if chance < 1:
            notes.append(f"{_percent(float(chance))} to get there")
        end, meets = path.areas[-1], route.legs[-1].meets
        if meets == "points" and route.fight:
            found = odds.path_forecast(self.box, self.state, Move(path.areas, who))
            win = found.win if found else None
            notes.append("combat" if win is None else f"combat, win {_percent(float(win))}")
        elif meets == "backs":
            stack = self.title.view(self.state, self.side).areas[end][enemy(self.side)]
            notes.append(face_down(stack.counters))
        return notes

    def movers(self, typed: str) -> list[Who]:
        """Who can go along a path, or be activated where it begins: all, all but some, each general."""
        areas = [self.area(step) for step in steps(typed) if step]
        path = tuple(area for area in areas if area is not None)
        top = self.state.stack[-1]
        if isinstance(top, Activation):
            if path[:1] != (top.at,):
                path = (top.at, *path)
            points, generals = top.points, top.generals
            parts = [exactly({}, (general,)) for general in generals]
            parts += [exactly({kind: count}) for kind, count in points.items()]
        elif path:
            points, generals = fresh(self.box, self.state, path[0], self.side)
            parts = variants(self.box, self.state, self.side, path[0])
        else:
            return []
        most = max(points, key=lambda kind: points[kind], default=None)
        but = (
            []
            if most is None
            else [
                Who(True, ((None if len(points) == 1 else most, count),)) for count in range(1, points[most])
            ]
        )
        found = dict.fromkeys([ALL, *but[:5], *parts, *but[5:], *(Who(True, (), (id,)) for id in generals)])
        return [who for who in found if self._may_go(path, who)]

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
        return procedure.refusal(self.box, self.state, self.side, action) is None


def march(path: str, who: str | None) -> str:
    """A move as it is written."""
    return f"move {JOINT.join(step for step in steps(path) if step)}" + (f" with {who}" if who else "")


def seated(desk: Desk, campaign: Campaign, seat: str) -> Asked:
    """A side of a campaign, whether it is asked for something or not."""
    title = desk.campaigns.title_of(campaign)
    words = presenter(title)
    assert isinstance(title, Vendee)
    assert isinstance(words, VendeePresenter)
    return Asked(
        title, words, desk.campaigns.state_of(campaign), next(side for side in SIDES if side == seat)
    )


async def sitting(interaction: Interaction) -> Asked | None:
    """The side of whoever types; None where they have none, or another game is played."""
    desk = desk_of(interaction)
    found = await desk.asked(interaction, title_id=TITLE)
    return None if found is None else seated(desk, *found)


async def asked(interaction: Interaction) -> Asked | None:
    """What whoever types is asked; None where nothing is, or another game is played."""
    here = await sitting(interaction)
    if here is None or all(decision.seat != here.side for decision in here.title.decisions(here.state)):
        return None
    return here


async def planning(interaction: Interaction) -> Asked | None:
    """What whoever types can plan, also while the other side is asked."""
    here = await sitting(interaction)
    return None if here is None else here.ahead()


def completes(
    offer: Callable[[Asked, Interaction, str], Iterable[Offer]],
    whose: Callable[[Interaction], Coroutine[Any, Any, Asked | None]] = asked,
) -> Complete:
    """An autocomplete of what is offered to whoever is asked; nobody else is offered anything.

    :param whose: who is offered something instead.
    """

    async def complete(interaction: Interaction, current: str) -> list[Offer]:
        here = await whose(interaction)
        if here is None:
            return []
        found: list[Offer] = []
        for choice in offer(here, interaction, current):
            if len(choice.value) <= layout.DETAIL:
                found.append(choice)
            if len(found) == layout.PER_SELECT:
                break
        return found

    return complete


def legal(*verbs: str, whole: bool = False) -> Complete:
    """Autocomplete of legal actions of some verbs."""
    return completes(lambda here, _, typed: here.offered(verbs, typed, whole=whole))


def _path(here: Asked, interaction: Interaction, typed: str) -> Iterator[Offer]:
    who = here.who(getattr(interaction.namespace, "with", None))
    return (here.path_offer(path, who) for path in here.paths(typed, who))


def _movers(here: Asked, interaction: Interaction, typed: str) -> Iterator[Offer]:
    return here.groups(here.movers(interaction.namespace.path or ""), typed)


def _starts(here: Asked, _: Interaction, typed: str) -> Iterator[Offer]:
    found = (action for action in here.legal("activate") if isinstance(action, Activate))
    return here.areas(((action.area, action) for action in found), typed)


def _parts(here: Asked, interaction: Interaction, typed: str) -> Iterator[Offer]:
    return here.groups(here.movers(interaction.namespace.stack or ""), typed)


def _arrivals(here: Asked, _: Interaction, typed: str) -> Iterator[Offer]:
    found = here.legal("place")
    if any(not isinstance(action, Place) for action in found) and _like(typed, "auto", "the rest for me"):
        yield _offer("The rest for me", "auto")
    yield from here.groups((action.who for action in found if isinstance(action, Place)), typed)


def _homes(here: Asked, interaction: Interaction, typed: str) -> Iterator[Offer]:
    who = here.who(interaction.namespace.what)
    found = [action for action in here.legal("place") if isinstance(action, Place)]
    found = [action for action in found if action.who == who] or found
    return here.areas(((action.area, action) for action in found), typed)


def _marches(here: Asked, _: Interaction, typed: str) -> Iterator[Offer]:
    found = (action for action in here.legal("guns") if isinstance(action, Guns))
    return here.areas(((action.area, action) for action in found), typed)


def _marchers(here: Asked, interaction: Interaction, typed: str) -> Iterator[Offer]:
    area = here.area(interaction.namespace.stack)
    found = (action for action in here.legal("guns") if isinstance(action, Guns))
    return here.groups((action.who for action in found if area in (None, action.area)), typed)


path = completes(_path)
movers = completes(_movers)
plans = completes(_path, planning)
planners = completes(_movers, planning)
starts = completes(_starts)
parts = completes(_parts)
arrivals = completes(_arrivals)
homes = completes(_homes)
marches = completes(_marches)
marchers = completes(_marchers)


def named(pairs: Iterable[tuple[str, str]], typed: str) -> list[Offer]:
    """Ids by name: those that begin with what was typed come first."""
    found = [(id, name) for id, name in pairs if _like(typed, id, name)]
    found.sort(key=lambda pair: not fold(pair[1]).startswith(fold(typed)))
    return [_offer(name, id) for id, name in found[: layout.PER_SELECT]]


def steps(typed: str) -> list[str]:
    """The areas of a path as they were typed, without what is offered beside them; the last may be empty."""
    return [step.partition(NOTE.strip())[0].strip() for step in typed.replace("→", ">").split(">")]


def _like(typed: str, *texts: str) -> bool:
    """Whether all words that were typed are in one of the texts, whatever their accents."""
    words = fold(typed).split()
    return any(all(word in known for word in words) for known in map(fold, texts))


def _offer(name: str, value: str) -> Offer:
    return app_commands.Choice(name=layout.cut(name, layout.DETAIL), value=value)


def _percent(chance: float) -> str:
    return f"{int(chance * 100 + 0.5)}%"
