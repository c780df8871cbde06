"""What a title takes beside the actions that it lists: paths and parts that are too many for a list."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec

import engines
from engines.core.errors import NotationError
from engines.vendee.actions import Activate, Desert, Drop, Move, PickUp, Place, Show
from engines.vendee.combat_actions import Guns, Lose, Pursue
from engines.vendee.frames import Activation, Operations
from engines.vendee.groups import choose
from engines.vendee.refusals import Refusal
from engines.vendee.state import State
from engines.vendee.title import Vendee
from engines.vendee.words import exactly
from tests.engines.play import TITLES, notations, positions


def _vendee() -> Vendee:
    title = engines.find("vendee")
    assert isinstance(title, Vendee)
    return title


def _vendee_typed(state: msgspec.Struct, listed: Sequence[Any]) -> Iterator[Any]:
    """Longer paths, parts of what is listed, and change that is made."""
    assert isinstance(state, State)
    ground = _vendee().box.ground
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
                yield msgspec.structs.replace(action, who=exactly({kind: 2}))  # type: ignore[dict-item]
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


def _vendee_parts(state: msgspec.Struct, listed: Sequence[Any], action: Any) -> Sequence[Any] | None:
    """A path is its steps and a number of counters is one after another; the rest stands by itself."""
    assert isinstance(state, State)
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
    going = choose(_vendee().box, who, group.points, group.generals)
    assert not isinstance(going, Refusal)
    left = {kind: count - going[0].get(kind, 0) for kind, count in group.points.items()}
    rest = exactly(left, (id for id in group.generals if id not in going[1]))
    return [Drop(rest)] if rest.points or rest.generals else []


def _one_by_one(points: Sequence[tuple[Any, int]], generals: Sequence[str] = ()) -> list[Any]:
    counters = [exactly({kind: 1}) for kind, count in points for _ in range(count)]
    return [*counters, *(exactly({}, (general,)) for general in generals)]


TYPED: Mapping[str, Callable[[msgspec.Struct, Sequence[Any]], Iterator[Any]]] = {"vendee": _vendee_typed}
"""For a title that lists only some of what is legal: actions near those listed, legal or not."""

PARTS: Mapping[str, Callable[[msgspec.Struct, Sequence[Any], Any], Sequence[Any] | None]] = {
    "vendee": _vendee_parts
}
"""For such a title: the smaller actions that an unlisted one comes to, none where it stands by itself as
another choice of counters than those listed; None where it should have been listed."""

PLACES = {
    "levee": ["paris", "london", "rouen", "holding", "savoy with liberation-2"],
    "vendee": [
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
    ],
    "outposts": [
        "9 nantes",
        "nantes > cholet with foot:1",
        "nantes > clisson > nantes with foot:1",
        "nantes > clisson > montaigu > mortagne > cholet with horse:1",
        "clisson > vallet with foot:99",
    ],
}
"""What may follow a verb and is not met in play."""
MOST_RESTS = 200
"""Of what follows a verb in play, so much is tried after each other verb."""


@cache
def vocabulary(title_id: str) -> tuple[str, ...]:
    """Notations that can be read: those met in play, and each verb with what follows any other."""
    title = TITLES[title_id]
    state = positions(title_id)[0].state
    met = notations(title_id)
    verbs = sorted({notation.split(" ", 1)[0] for notation in met})
    rests = sorted({notation.split(" ", 1)[1] for notation in met if " " in notation})
    rests = random.Random(title_id).sample(rests, min(MOST_RESTS, len(rests)))
    readable = set(met)
    for typed in (f"{verb} {rest}" for verb in verbs for rest in (*rests, *PLACES[title_id])):
        try:
            readable.add(title.notation(title.parse(state, typed)))
        except NotationError:
            continue
    return tuple(sorted(readable))


@cache
def tried(title_id: str) -> tuple[str, ...]:
    """So many of them, the same in each run."""
    known = vocabulary(title_id)
    return tuple(random.Random(title_id).sample(known, min(400, len(known))))
