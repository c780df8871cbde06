"""What the suites that run over every game are told of *For God and For the King*."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.events import Event
from engines.core.refusals import Refusal
from engines.vendee.actions import HAND_OVER, Activate, Desert, Drop, Move, PickUp, Place, Play, Show
from engines.vendee.combat.actions import Guns, Lose, Pursue
from engines.vendee.combat.events import BattleEnded, Fought
from engines.vendee.frames import (
    Activation,
    Condition,
    EndOfTurn,
    Leaders,
    Operations,
    Plan,
    Powder,
    Reinforce,
    as_side,
    enemy,
)
from engines.vendee.player.greedy import quiet
from engines.vendee.player.outlook import Outlook
from engines.vendee.position.groups import choose
from engines.vendee.position.sight import fewest
from engines.vendee.stacks import exactly
from engines.vendee.state import State
from engines.vendee.title import Vendee
from tests.support.depth import depth, seed
from tests.support.fixture import Asked, Fixture, Pace
from tests.vendee.benchmarks import BENCHMARKS

TITLE = Vendee()


class VendeeFixture(Fixture):
    """Two sides, what lies face down, and paths and parts that are too many for a list.

    The chances of a combat hang on draws and a table; its own tests count them out. What is placed, lost or
    retreats by itself has too many ways, or is interrupted on them.
    """

    kinds = {
        "activation",
        "commander",
        "committee",
        "desertion",
        "fortify",
        "galerne",
        "initiative",
        "landing",
        "losses",
        "march",
        "occupation",
        "operations",
        "port",
        "powder",
        "powder-tie",
        "preemption",
        "pursuit",
        "refuge",
        "reinforcements",
        "retreat",
        "withdraw",
    }
    interrupts = True
    # Republicans say what they control (V-2.2-l), and whoever falls back is told where he can't go.
    tells = ("reinforcements", "retreat", "refuge")
    for_me = {"desert auto": "desert "}
    ordered = {"AREA": "cholet", "ARMY": "anjou", "GENERAL": "menou", "N": "6"}
    seen_to_go = ("general",)
    rests = (
        "cholet 3",
        "cholet 99",
        "cholet > mortagne > saint-fulgent with all but 1",
        "mortagne > cholet > mortagne with anjou:99",
        "nantes > legé with canclaux",
        "cholet with 1",
        "anjou:2 cholet",
        "mayence:1",
        "canclaux cholet",
        "e14",
        "e5",
        "auto",
    )
    unlisted = True
    walks = depth(1, 2)
    fuzzed = 1
    boards = ("operations", "activation", "march")
    commands = {
        "place",
        "event",
        "initiative",
        "activate",
        "move",
        "drop",
        "pick-up",
        "stop",
        "hand-over",
        "preempt",
        "combat",
        "choose",
        "decline",
        "done",
        "forecast",
        "map",
        "general",
        "area",
        "events",
    }
    look_ups = (
        ("vendee map", {"around": "cholet"}),
        ("vendee area", {"name": "cholet"}),
        ("vendee general", {"name": "charette"}),
        ("vendee forecast", {"path": "cholet > mortagne"}),
    )
    completed = (("vendee move", "path"), ("vendee activate", "stack"), ("vendee preempt", "stack"))
    # A game has about a thousand actions, and each group may take any of some eighty areas' ways.
    # Queues of activations take a line more than before.
    lines = 53.0
    pace = Pace(games=2, rounds=9, least=0.26)
    asked = Asked(posts=7.5, pings=3.5, visits=4, again=10)
    benchmarks = BENCHMARKS

    def ahead(
        self, title: Any, state: Any, decision: Decision, action: Any, after: Any
    ) -> Mapping[str, str | None]:
        """Those who go where nobody is, after the stack that was activated; with nobody left a hand-over."""
        if decision.kind != "operations":
            return {}
        gains = quiet(Outlook(title.box, after, as_side(decision.seat)))
        others = [
            f"{area} to {end} with {who}" for area, who, end in gains if area != getattr(action, "area", "")
        ]
        queue = "; ".join(others[:3])
        return {"next": "hand over" if action == HAND_OVER else queue or None}

    winners = {"royalist": "The Royalists", "republican": "The Republicans"}

    def won(self, events: Sequence[Event]) -> Iterator[str]:
        """The side that did not lose; nobody where no combat was fought."""
        loser = ""
        for event in events:
            if isinstance(event, Fought):
                loser = event.loser
            if isinstance(event, BattleEnded):
                yield enemy(as_side(loser)) if loser else ""
                loser = ""

    def twins(self, state: Any, seat: str | None) -> Iterator[State]:
        """What lies face down is hidden, what is still to be placed, and where the English land.

        There are too many boards to compare each time: the first, and some of the others.
        """
        boards = iter(TITLE.alike(state, seat))
        yield next(boards)
        others = list(boards)
        yield from random.Random(seed("twins")).sample(others, min(depth(2, 4), len(others)))

    def seen_by(self, edit: str, state: Any, twin: Any) -> bool:
        """Of points put to generals and other armies all see how many counters lie there then (A-31)."""
        verb, area, army, *_ = (*edit.split(), "")
        if verb != "points":
            return super().seen_by(edit, state, twin)
        one, other = (
            {kind: fewest({kind: held.total}) for kind, held in each.forces.get(area, {}).items()}
            for each in (state, twin)
        )
        led, others = (
            sum(officer.area == area for officer in each.officers.values()) for each in (state, twin)
        )
        return {**one, army: 0} != {**other, army: 0} or led != others

    def in_hand(self, state: Any) -> str | None:
        """Whose operations or reinforcements they are."""
        for frame in reversed(state.stack):
            if isinstance(frame, Operations):
                return frame.hand
            if isinstance(frame, Reinforce):
                return frame.side
        return None

    def seldom(self, state: Any) -> Iterator[State]:
        """England agrees and lands at a middling place; Léchelle has no army yet; armies tie; all is lost."""
        twin = state.copy()
        match state.stack:
            case [*_, Reinforce("republican", True)]:
                play = Play("e13")
                if play in TITLE.legal_actions(state, "republican"):
                    yield TITLE.apply(twin, "republican", play, Dice("seldom")).state
            case [*_, Reinforce("royalist", True)]:
                twin.stack.append(Powder())
                yield twin
                agreed = state.copy()
                agreed.landing, agreed.delayed = None, False
                agreed.stack.append(Plan())
                yield agreed
            case [Operations()]:
                twin.stack.append(Leaders(1, ("anjou", "centre"), ("bas-poitou",), True, "A battle", "5.2"))
                yield twin
            case [] | [EndOfTurn()]:
                pass
            case _ if state.phase == "committee" and state.markers["e14"]:
                twin.phase, twin.stack = "end", [EndOfTurn()]
                twin.morale["royalist"] = TITLE.box.charts.tables.morale.lowest
                fallen = {area: {"saumur": Condition(1)} for area in TITLE.box.ground.primary}
                twin.forces = {**twin.forces, **fallen}
                yield twin

    def typed(self, state: Any, listed: Sequence[Any]) -> Iterator[Any]:
        """Longer paths, parts of what is listed, and change that is made."""
        ground = TITLE.box.ground
        top = state.stack[-1]
        for action in listed:
            match action:
                case Move((*_, last) as path, who):
                    yield from (Move((*path, area), who) for area in ground.neighbours[last])
                case Activate(area, who):
                    yield from (Move((area, near), who) for near in ground.neighbours[area])
                    yield Activate(area, exactly(dict.fromkeys(state.forces.get(area, {}), 1)))
                case Drop(who) | PickUp(who) if who.points:
                    ((kind, count), *_) = who.points
                    yield type(action)(exactly({kind: count + 1}))  # type: ignore[dict-item]
                case Lose(who) if who is not None:
                    ((kind, _),) = who.points
                    yield msgspec.structs.replace(action, who=exactly({kind: 2}))
                case Desert(army, count, area):
                    yield Desert(army, count + 1, area)
                case Guns(area, who):
                    yield Guns(area, msgspec.structs.replace(who, points=(*who.points, (None, 1))))
                case Pursue(path, _):
                    yield Pursue(path, exactly(dict.fromkeys(state.forces.get(path[0], {}), 1)))
                case Place(who, area) if who.points:
                    ((kind, _), *_) = who.points
                    yield Place(exactly({kind: 1}), area)  # type: ignore[dict-item]
                case _:
                    pass
        if isinstance(top, Activation):
            others = exactly(dict.fromkeys(top.points, 1), top.generals)
            yield from (Move((top.at, near), others) for near in ground.neighbours[top.at])
        for area in state.forces:
            yield Show(area, 3)

    def parts(self, state: Any, listed: Sequence[Any], action: Any) -> Sequence[Any] | None:
        """A path is its steps and a number of counters is one after another; the rest stands by itself."""
        top = state.stack[-1]
        match action:
            case Move(path, who) if isinstance(top, Operations):
                return [Activate(path[0], who), *_steps(path)]
            case Move(path, who) if isinstance(top, Activation):
                return [*_left_behind(top, who), *_steps(path)]
            case Drop(who) | PickUp(who):
                return [type(action)(one) for one in _one_by_one(who.points, who.generals)]
            case Lose(who) if who is not None:
                return [msgspec.structs.replace(action, who=one) for one in _one_by_one(who.points)]
            case Desert(army, count, area):
                return [Desert(army, 1, area)] * count
            case Activate(area) | Guns(area):
                return [] if any(type(kin) is type(action) and kin.area == area for kin in listed) else None
            case Pursue(path):
                return [] if any(isinstance(kin, Pursue) and kin.path == path for kin in listed) else None
            case Place() | Show():
                return []
            case _:
                return None


def _steps(path: Sequence[str]) -> list[Move]:
    return [Move((start, end)) for start, end in pairwise(path)]


def _left_behind(group: Activation, who: Any) -> list[Drop]:
    going = choose(TITLE.box, who, group.points, group.generals)
    assert not isinstance(going, Refusal)
    left = {kind: count - going[0].get(kind, 0) for kind, count in group.points.items()}
    rest = exactly(left, (id for id in group.generals if id not in going[1]))
    return [Drop(rest)] if rest.points or rest.generals else []


def _one_by_one(points: Sequence[tuple[Any, int]], generals: Sequence[str] = ()) -> list[Any]:
    counters = [exactly({kind: 1}) for kind, count in points for _ in range(count)]
    return [*counters, *(exactly({}, (general,)) for general in generals)]


FIXTURE = VendeeFixture
