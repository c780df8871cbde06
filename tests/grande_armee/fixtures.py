"""What the suites that run over every game are told of *La Grande Armée*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engines.core.dice import Dice
from engines.core.events import Event
from engines.grande_armee.actions import (
    Advance,
    Attack,
    Combine,
    Create,
    Destroy,
    Eliminate,
    Lose,
    March,
    Move,
    Onward,
    Retreat,
    Spend,
    SupplyFirst,
    Triple,
)
from engines.grande_armee.box import Box, Crossing, supply_of
from engines.grande_armee.events import BattleFought
from engines.grande_armee.frames import Swapping
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.state import PHASES, State, create
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee import hands
from tests.support.fixture import Asked, Fixture, Pace

TITLE = GrandeArmee()


class GrandeArmeeFixture(Fixture):
    """Two sides on hexes; nothing is hidden, and chains of hexes and parts of stacks have no list."""

    kinds = {
        "advance",
        "combine",
        "create",
        "declare",
        "defence",
        "destroy",
        "exchange",
        "falling-back",
        "movement",
        "onward",
        "option",
        "resolve",
        "retreat",
        "stacking",
        "swap",
    }
    interrupts = True
    hides = False
    boards = ("movement",)
    for_me = {"retreat auto": "retreat ", "lose auto": "lose ", "create all": "create "}
    ordered = {"HEX": "1439", "UNIT": "french-2-5-1"}
    rests = ("1439", "davout > 1439", "davout", "french-2-5-1, french-2-5-2", "1439 by davout", "auto", "7")
    unlisted = True
    flipped = 1
    walks = 1
    fuzzed = 1
    commands = {
        *("move", "march", "triple", "onward", "combine", "break", "eliminate", "battle"),
        *("end", "pass", "roll", "halt", "rest", "stand"),
        *("map", "whole", "zones", "hex"),
    }
    look_ups = (
        ("grande-armee map", {"around": "ulm"}),
        ("grande-armee whole", {}),
        ("grande-armee zones", {}),
        ("grande-armee hex", {"name": "ulm"}),
    )
    completed = (
        ("grande-armee move", "unit"),
        ("grande-armee move", "route"),
        ("grande-armee battle attack", "targets"),
    )
    lines = 77.25
    asked = Asked(presses=15.0)
    # Missed: 0.17 was measured, in four runs between 0.166 and 0.181. No part of an action takes more than a
    # fifth of its time: what units reach, the walk itself, retreats before combat and digests take most.
    pace = Pace(games=1, rounds=5, least=0.3)
    benchmarks = {"hands": hands.run}

    winners = {"french": "The French", "allied": "The Allies"}

    def won(self, events: Sequence[Event]) -> Iterator[str]:
        """The side that alone keeps its ground, by the result of the table."""
        for event in events:
            if isinstance(event, BattleFought):
                beaten = {event.result[0]} & {"A", "D"} if event.result != "Ar1Drs" else set()
                foe = "allied" if event.side == "french" else "french"
                yield event.side if "D" in beaten else foe if "A" in beaten else ""

    def in_hand(self, state: Any) -> str | None:
        """The phasing player's."""
        return state.side if state.stack else None

    def seldom(self, state: Any) -> Iterator[State]:
        """A Combat Phase in which a stack starves, a battle is fought, and either side falls back."""
        if state.index == 0 and isinstance(state.stack[-1], Swapping):
            yield from _battles(state)

    def typed(self, state: Any, listed: Sequence[Any]) -> Iterator[Any]:
        """Longer chains, other subsets, and what takes several units at once."""
        for action in listed[:60]:
            match action:
                case Move(unit, (end,), supply):
                    yield from (Move(unit, (end, near), supply) for near in TITLE.box.crossings[end])
                case Attack(targets, units, leaders):
                    yield Attack(targets, units[:2], leaders[:1])
                    yield Attack(targets, (*units, *units))
                case Spend(supply):
                    yield Spend(supply, (state.pieces[supply].hex,))
                case Retreat(str(unit), (end,)):
                    yield Retreat(unit, (end, end))
                    yield from (Retreat(unit, (near, end)) for near in TITLE.box.crossings[end])
                case Lose((first, *_)):
                    yield Lose((first, first))
                case Create((first,)):
                    yield Create((first, first))
                case Advance((first, *_), end):
                    yield Advance((first, first), end)
                case _:
                    pass

    def parts(self, state: Any, listed: Sequence[Any], action: Any) -> Sequence[Any] | None:
        """Each of these stands by itself."""
        alone = (
            *(Move, March, Triple, Onward, Attack, Spend, Retreat, Lose, Create),
            *(Advance, Combine, Destroy, Eliminate, SupplyFirst),
        )
        return [] if isinstance(action, alone) else None


def _plain(box: Box) -> str:
    """A clear hex in the midst of clear hexes, with no river near."""
    for hex, ways in box.crossings.items():
        rings = [near for other in ways for near in box.crossings[other]]
        clear = all(box.terrain[near] == "clear" for near in (hex, *ways, *rings))
        open_ = all(
            crossing is Crossing.OPEN for each in (hex, *ways) for crossing in box.crossings[each].values()
        )
        if len(ways) == 6 and clear and open_:
            return hex
    raise AssertionError("there is no plain")


def _battles(state: State) -> Iterator[State]:
    """What comes up one after another when two stacks meet."""
    box = TITLE.box
    here = next(hex for hex in box.terrain if hex == _plain(box))
    there = next(iter(box.crossings[here]))
    corps = {"1805": "austrian-4-3", "1806": "prussian-3-3", "1809": "austrian-5-4"}[state.scenario]
    base = state.copy()
    base.stack, base.index = [], PHASES
    base.pieces = {}
    for kind, hex in (
        *(("french-5-4", here), ("french-5-4", here), ("french-3-7", here), ("french-supply", here)),
        *((corps, there), (supply_of(box.kinds[corps].nation), there)),
    ):
        create(base, kind, hex)
    units = sorted(base.pieces)
    ours = ", ".join(id for id in units if id.startswith("french") and "supply" not in id)
    theirs = [id for id in units if not id.startswith("french")]
    supply = next(id for id in units if id.startswith("french-supply"))
    ctx = TITLE.resolution(base, Dice("seldom"))
    PROCEDURE.resolve(ctx)
    stacking = ctx.state
    yield stacking
    yield _after(stacking, "end")
    declaring = _after(stacking, f"spend {supply}")
    yield declaring
    defending = _after(declaring, f"attack {there} by {ours}", "end")
    yield defending
    resolving = _after(defending, "stand", f"spend {theirs[1]}")
    yield resolving
    for die in range(1, 7):
        yield _after(resolving, f"resolve {there}", faces=(die,))
    yield _after(_after(declaring, f"attack {there} by {ours.split(', ')[0]}", "end", "stand",
                        f"spend {theirs[1]}"), f"resolve {there}", faces=(1,))  # fmt: skip
    left = defending
    for _ in theirs:
        seat = TITLE.deciding(left)[0]
        going = (TITLE.notation(each) for each in TITLE.legal_actions(left, seat))
        left = _after(left, next(text for text in going if text.startswith("retreat")))
    yield left


def _after(state: State, *typed: str, faces: Sequence[int] = ()) -> State:
    """A state after actions of the seat that is asked."""
    dice = Dice("seldom")
    dice.feed(faces)
    for text in typed:
        seats = TITLE.deciding(state)
        state = TITLE.apply(state, seats[0], TITLE.parse(state, text, seats[0]), dice).state
    return state


FIXTURE = GrandeArmeeFixture
