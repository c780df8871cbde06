"""What the suites that run over every game are told of *The Valmy Campaign*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from data.valmy.schema import SIDES
from engines.core.decisions import Decision
from engines.core.events import Event
from engines.valmy.actions import (
    PASS,
    Activate,
    Arrange,
    Assign,
    Drop,
    Move,
    React,
    Recover,
    Release,
    Show,
)
from engines.valmy.box import enemy
from engines.valmy.combat.actions import Add, Boost, Cancel, Charge, Commit, Deploy, Lose, Retreat
from engines.valmy.combat.board import by_default, standing
from engines.valmy.combat.charges import cavalry
from engines.valmy.combat.events import BattleEnded
from engines.valmy.combat.frames import FLANKS, Adding, Announcing, Battle, Board, Deploying, Sacrifice
from engines.valmy.events import Moved
from engines.valmy.frames import Activation, Activations, SetUp, Surplus
from engines.valmy.state import State, held_by, put_leaders, ratings
from engines.valmy.title import Valmy
from engines.valmy.words import Party
from tests.support.fixture import DAYS, Asked, Fixture, Pace
from tests.valmy import hands

TITLE = Valmy()


class ValmyFixture(Fixture):
    """Two sides with their holding boxes, who set up at once, and battles in many small decisions.

    What is lost, deployed or charged with has too many ways for a list.
    """

    kinds = {
        "activation",
        "adding",
        "after-charge",
        "bid",
        "boosts",
        "calling-off",
        "charges",
        "combat",
        "counter-charges",
        "deployment",
        "displaced",
        "kind-of-battle",
        "losses",
        "melee",
        "movement",
        "naming",
        "overrun",
        "reaction",
        "recovery",
        "reinforcement",
        "reserve",
        "retreat",
        "sacrifice",
        "set-up",
        "surplus",
        "withdrawal",
    }
    at_once = True
    interrupts = True
    # A leader flees who is found to be alone with enemies (8.0), one unit is overrun (7.3), and whoever
    # fights is seen (A-2.3-1).
    shows = ("displaced", "overrun", "kind-of-battle")
    for_me = {"lose auto": "lose "}
    ordered = {"BOX": "sedan", "LEADER": "dillon", "UNIT": "81-rli"}
    # A unit is put where all see its steps; whoever is too many for a replacement stands on the map.
    seen_to_go = ("unit", "general")
    rests = (
        "sedan > chemery",
        "verdun > clermont > les-islettes with all but brunswick",
        "sedan > sedan",
        "metz > west",
        "leveneur with nobody",
        "leveneur with all but stengel",
        "81-rl through leveneur",
        "81-rl to leveneur",
        "81-rl 81-rl",
        "left : 81-rl",
        "main : 81-rl ; left : leveneur",
        "left left",
        "81-rl:2",
        "81-rl leveneur",
        "none",
        "auto",
        "7",
    )
    unlisted = True
    flipped = 2
    walks = 1
    fuzzed = 1
    commands = {
        "bid",
        "activate",
        "move",
        "drop",
        "react",
        "overrun",
        "flee",
        "recover",
        "pass",
        "end",
        "battle",
        "command",
        "forecast",
        "map",
        "box",
        "leader",
        "unit",
        "table",
    }
    look_ups = (
        ("valmy map", {"around": "sedan"}),
        ("valmy box", {"name": "sedan"}),
        ("valmy leader", {"name": "dillon"}),
        ("valmy unit", {"name": "29-rl"}),
        ("valmy command chart", {}),
        ("valmy table", {"name": "fire"}),
    )
    completed = (("valmy move", "path"), ("valmy activate", "who"), ("valmy command assign", "who"))
    # Plans for battles and queues of activations take two lines more than before, drawn positions a tenth.
    # A game has some four thousand actions, and an activation may be that of any of a hundred units.
    # What a question of a battle means stands beside its choices, a third of a line; marches out a fifth.
    lines = 81.8
    pace = Pace(games=1, rounds=5, least=0.3)
    asked = Asked(
        posts=11,
        pings=6,
        visits=6,
        days={**DAYS, "no orders": 5, "usual orders": 4, "one on vacation": 5},
    )
    benchmarks = {"battles": hands.run}

    winners = {"french": "The French", "allied": "The Allies"}

    def ahead(
        self, title: Any, state: Any, decision: Decision, action: Any, after: Any
    ) -> Mapping[str, str | None]:
        """A plan for the battle; between battles a queue, and with nobody left to go a pass."""
        if decision.kind in hands.FIGHTS.answers:
            under_way = any(isinstance(frame, Battle) for frame in after.stack)
            return {hands.FIGHTS.kind: "best"} if under_way else {}
        if not isinstance(state.stack[-1], Activations):
            return {}
        queue = "then pass" if action == PASS else "; ".join(hands.quiet(title, state, decision.seat, action))
        return {"next": queue or None}

    def won(self, events: Sequence[Event]) -> Iterator[str]:
        """The side that is left alone in the box."""
        for event in events:
            if isinstance(event, BattleEnded):
                yield "".join(event.holds or ()) if len(event.holds or ()) == 1 else ""

    def shown(self, event: Event) -> bool:
        """A leader alone flees at once where he has one way (8.0)."""
        return super().shown(event) or (isinstance(event, Moved) and event.how == "displacement")

    def twins(self, state: Any, seat: str | None) -> Iterator[State]:
        """Units of a command have changed places and steps in holding boxes; set-ups are others."""
        top = state.stack[-1] if state.stack else None
        if isinstance(top, SetUp):
            given = {side: _other(state, side) if side != seat else made for side, made in top.given.items()}
            twin = state.copy()
            twin.stack[-1] = replace(top, given=given)
            yield twin
        yield from TITLE.alike(state, seat)

    def in_hand(self, state: Any) -> str | None:
        """Whose activation, combat or recovery it is."""
        return next((frame.in_hand for frame in reversed(state.stack) if frame.in_hand), None)

    def seldom(self, state: Any) -> Iterator[State]:
        """A replacement can't hold all, and of those who charged some are lost."""
        match state.stack:
            case [Activations()]:
                for id, known in state.leaders.items():
                    lower = TITLE.box.leader[id].replacement.command
                    if known.fate == "map" and len(held_by(state, id)) > lower:
                        twin = state.copy()
                        put_leaders(twin, {id: replace(known, replaced=True)})
                        twin.stack.append(Surplus(TITLE.box.leader[id].side, id))
                        yield twin
                        break
            case [*_, Battle(step=10 | 11, board=Board() as board) as battle, Announcing(side)]:
                flanks = {place: cavalry(TITLE.box, state, side, place) for place in FLANKS}
                own = max(flanks.values(), key=len)
                if len(own) > 1:
                    twin = state.copy()
                    twin.stack[-2:] = [replace(battle, step=14), Sacrifice(side, tuple(own), 1, least=True)]
                    yield twin
                place = next((place for place in FLANKS if flanks[place]), None)
                if place is not None:
                    away = standing(TITLE.box, state, enemy(side), place)
                    places = {**board.places, **dict.fromkeys(away, "main")}
                    board = replace(board, round=2, places=places, ready=tuple(flanks[place]), melee=side)
                    twin = state.copy()
                    twin.stack[-2:] = [replace(battle, step=24, board=board), Adding(side)]
                    yield twin

    def typed(self, state: Any, listed: Sequence[Any]) -> Iterator[Any]:
        """Longer paths, parts of stacks, and what takes several counters at once."""
        for action in listed:
            yield from _near(state, action)
            yield from _near_in_battle(state, listed, action)
        yield from _whole(state)

    def parts(self, state: Any, listed: Sequence[Any], action: Any) -> Sequence[Any] | None:
        """A path is its steps and a drop of several one after another; the rest stands by itself.

        So does a drop before the first step, which a move of a part is too.
        """
        match action:
            case Move(path, _) if len(path) > 2:
                return [Move((start, end), _stack(state, action)) for start, end in pairwise(path)]
            case Drop(who) if len(who) > 1:
                return [Drop((id,)) for id in who]
            case Drop() | Activate() | Arrange() | Assign() | Show() | Move():
                return []
            case React() | Recover() | Release():
                return []
            case Add() | Boost() | Cancel() | Charge() | Commit() | Deploy() | Lose() | Retreat():
                return []
            case _:
                return None


def _near(state: State, action: Any) -> Iterator[Any]:
    """Actions near one that is listed, outside combat."""
    match action:
        case Move((*_, last) as path, party) if last in TITLE.box.cost:
            yield from (Move((*path, near), party) for near in TITLE.box.cost[last])
        case Activate(who, None):
            held = tuple(held_by(state, who))
            yield Activate(who, None, Party())
            yield Activate(who, None, Party(names=held[:2]))
            yield Activate(who, None, Party(every=True, names=held[:1]))
            yield Assign(held[:1] or (who,), who)
            yield Show(held[:2] or (who,))
        case React(path, _):
            there = tuple(id for id, unit in state.units.items() if unit.box == path[0])
            yield React(path, Party(names=there[:2]))
        case _:
            pass


def _near_in_battle(state: State, listed: Sequence[Any], action: Any) -> Iterator[Any]:
    kin = [other for other in listed if type(other) is type(action)]
    match action:
        case Boost(((unit, points),)):
            yield Boost(((unit, points + 1),))
            yield Boost(((unit, points + 20),))
        case Charge(boxes) if boxes:
            ((place, units),) = boxes
            yield Charge(((place, units[:1]),))
            yield Charge((*boxes, (place, units)))
        case Lose((first, *rest)) if rest:
            yield Lose((rest[0], first, *rest[1:]))
            yield Lose((first,) * (len(rest) + 1))
        case Commit((unit,)) | Add((unit,)):
            yield type(action)(tuple(other.units[0] for other in kin if other.units)[:2])
            yield type(action)((unit, unit))
        case Recover((unit,)):
            yield Recover(tuple(other.who[0] for other in kin if other.who))
        case Retreat(str(place), _):
            yield Retreat(place, Party(names=state.stack[-1].units[:1]))  # type: ignore[union-attr]
        case _:
            pass


def _whole(state: State) -> Iterator[Any]:
    """What is typed for all counters at once."""
    top = state.stack[-1]
    match top:
        case SetUp():
            yield from (_other(state, seat) for seat in SIDES)
        case Activation():
            for mover in top.movers:
                if len(mover.units) > 2:
                    rest = Party(every=True, names=mover.units[:1])
                    yield Drop(mover.units[:2])
                    yield from (Move((mover.at, near), rest) for near in TITLE.box.cost.get(mover.at, ()))
        case Deploying():
            places = by_default(TITLE.box, state, top.side)
            yield Deploy(tuple((place, (id,)) for id, place in places.items()))
            behind = {id: "reserve" if place == "main" else place for id, place in places.items()}
            yield Deploy(tuple((place, (id,)) for id, place in behind.items()))
        case Surplus():
            held = held_by(state, top.leader)
            over = len(held) - ratings(TITLE.box, state, top.leader).command
            yield Release(tuple(held[:over]))
            yield Release(tuple(held[: over + 1]))
        case _:
            pass


def _stack(state: State, move: Move) -> Party:
    """Who goes along a path, by name."""
    top = state.stack[-1]
    assert isinstance(top, Activation)
    mover = next(mover for mover in top.movers if mover.at == move.path[0] and not mover.done)
    return Party(names=move.party.of((*mover.leaders, *mover.units)))


def _other(state: State, seat: str) -> Arrange:
    """Another set-up: each holding box as it is but for its last unit, who stands on the map."""
    return Arrange(
        tuple(
            (leader, tuple(held_by(state, leader)[:-1]))
            for leader in TITLE.box.leaders_of[seat]  # type: ignore[index]
            if state.leaders[leader].fate == "map"
        )
    )


FIXTURE = ValmyFixture
