"""Notations that can be read, whether they are ever legal or not."""

from __future__ import annotations

import random
from functools import cache

from engines.core.errors import NotationError
from tests.core.play import TITLES, notations, positions
from tests.support.depth import depth
from tests.support.fixture import fixture_of

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
    for typed in (f"{verb} {rest}" for verb in verbs for rest in (*rests, *fixture_of(title_id).rests)):
        try:
            readable.add(title.notation(title.parse(state, typed)))
        except NotationError:
            continue
    return tuple(sorted(readable))


@cache
def tried(title_id: str) -> tuple[str, ...]:
    """Some of them, the same in each run."""
    known = vocabulary(title_id)
    return tuple(random.Random(title_id).sample(known, min(depth(200, 400), len(known))))
