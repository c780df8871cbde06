"""Standing orders while they are typed: forms with names for what stands in them in capitals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from data.vendee.schema import Side
from engines.core.errors import NotationError
from engines.vendee.box import Box
from engines.vendee.combat_orders import COLUMNS
from engines.vendee.frames import REPUBLICAN, enemy
from engines.vendee.orders import ORDER_KINDS, read_order
from engines.vendee.sight import occupied
from engines.vendee.state import State, generals_on_map
from engines.vendee.words import Words, fold

Named: TypeAlias = Mapping[str, Sequence[str]]
"""Names by what stands for them in a form."""

MOST = 25
_FOES = ("against", "near")
"""Words after which the enemy's areas and generals are meant."""
_SIDES = (*_FOES, "with", "from")
_AFTER = 3
"""Ways to go on after a name that is not the last."""
_NUMBERS = tuple(map(str, range(1, 11)))


def order_choices(box: Box, words: Words, state: State, side: Side, kind: str, typed: str) -> list[str]:
    """Complete orders that go on from what was typed; every form in its turn, one's own areas first."""
    forms = next((order.forms for order in ORDER_KINDS if order.kind == kind), ())
    folded = fold(typed)
    begun = Begun(box, words, state, side)
    *done, partial = folded.split() if folded and not typed[-1].isspace() else [*folded.split(), ""]
    grown = [begun.grown(form.split(), done, partial) for form in forms]
    found: dict[str, None] = {}
    for text in (folded, *_by_turns(grown)):
        try:
            found[read_order(words, kind, text)] = None
        except NotationError:
            continue
        if len(found) == MOST:
            break
    return list(found)


def _by_turns(grown: Sequence[Iterator[list[str]]]) -> Iterator[str]:
    """One of each, then another of each, until all are through."""
    left = list(grown)
    while left:
        for one in list(left):
            text = next(one, None)
            if text is None:
                left.remove(one)
            else:
                yield " ".join(text)


class Begun:
    """Whatever can stand in an order of a side."""

    def __init__(self, box: Box, words: Words, state: State, side: Side) -> None:
        self._words = words
        self._ways = box.ground.neighbours
        points, generals = occupied(box, state, side)
        own = [area for area in box.ground.area if area in points | generals]
        others = [area for area in box.ground.area if area not in own]
        leaders = generals_on_map(box, state, side)
        self._own: Named = {
            "AREA": (*own, *others),
            "GENERAL": (*leaders, *(id for id in box.generals_of[side] if id not in leaders)),
            "ARMY": REPUBLICAN if side == "republican" else tuple(box.powder),
        }
        self._foes: Named = {**self._own, "AREA": (*others, *own), "GENERAL": box.generals_of[enemy(side)]}

    def grown(
        self, form: Sequence[str], done: Sequence[str], partial: str, before: Sequence[str] = ()
    ) -> Iterator[list[str]]:
        """Ways to go on from whole words and the beginning of one, along a form.

        :param before: words of the order so far.
        """
        if not form:
            if not done and not partial:
                yield list(before)
            return
        head, *rest = form
        stem = head.rstrip(";")
        named = self._named(stem, before)
        if done:
            word, *more = done
            so_far = (*before, word)
            if (word == head) if not named else word.endswith(";") == (head != stem):
                yield from self.grown(rest, more, partial, so_far)
            if named and word.endswith(","):
                yield from self.grown(form, more, partial, so_far)
        elif not named:
            if head.startswith(partial):
                yield from self.grown(rest, (), "", (*before, head))
        else:
            used = {word.rstrip(",") for word in before}
            for name in named:
                if name.startswith(partial) and name not in used:
                    whole = name + head[len(stem) :]
                    yield from islice(self.grown(rest, (), "", (*before, whole)), _AFTER)

    def _named(self, stem: str, before: Sequence[str]) -> Sequence[str]:
        """What can stand for a word of a form; nothing where it stands for itself."""
        if stem in COLUMNS:
            return (stem, *(column for column in COLUMNS if column != stem))
        if stem.isdecimal():
            return (stem, *(number for number in _NUMBERS if number != stem))
        if stem == "AREA" and before[-1:] == (">",):
            return self._ways.get(before[-2], ())
        foes = next((word in _FOES for word in reversed(before) if word in _SIDES), False)
        return (self._foes if foes else self._own).get(stem, ())
