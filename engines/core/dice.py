"""Chance: seeded by a counter-based generator, fed by hand, and always journalled.

The n-th draw from a seed depends on the seed and n alone, so that anyone who is told the seed at
the end of a campaign can check each draw by itself. The seed's hash is published at the start.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from data.catalogue import _
from engines.core.errors import DiceError

_SPACE = 2**64
_FACES = ("1", "2", "3", "4", "5", "6")


class Draw(msgspec.Struct, frozen=True, gc=False):
    """One outcome of chance, as the journal records it."""

    of: str
    """`d6`, or the id of a deck or pool."""
    purpose: str
    value: str
    """The face or the card, as text."""
    fed: bool = False
    """True when a person or a record gave it (tests, records, a moderator) and not the seed."""
    again: int | msgspec.UnsetType = msgspec.UNSET
    """The earlier journal entry, since undone, whose draw it repeats."""

    @property
    def of_seed(self) -> bool:
        """Whether the seed gave it, so that its counter counts it."""
        return not self.fed and self.again is msgspec.UNSET


def commitment(seed: str) -> str:
    """The hash of a seed that is published before the first draw: SHA-256, hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def below(seed: str, counter: int, limit: int) -> int:
    """Draw number `counter` of a seed: an unbiased integer in 0..limit-1.

    The value is the first 8 bytes, big-endian, of BLAKE2b(counter ‖ attempt) keyed with SHA-256 of
    the seed; a value in the incomplete last block is rejected and the next attempt taken.
    """
    return _below(_keyed(seed), counter, limit)


@lru_cache(maxsize=256)
def _keyed(seed: str) -> hashlib.blake2b:
    """A hash that has taken its key in, to be copied for each draw."""
    return hashlib.blake2b(digest_size=8, key=hashlib.sha256(seed.encode()).digest())


def _below(keyed: hashlib.blake2b, counter: int, limit: int) -> int:
    bound = _SPACE - _SPACE % limit
    attempt = 0
    while True:
        drawn = keyed.copy()
        drawn.update((counter << 32 | attempt).to_bytes(16, "big"))
        value = int.from_bytes(drawn.digest(), "big")
        if value < bound:
            return value % limit
        attempt += 1


class Dice:
    """The source of chance for one game; `draws` collects what it gave since it was last cleared.

    :param seed: any text; None where every outcome has to be fed.
    :param counter: how many draws the seed has given before.
    """

    def __init__(self, seed: str | None, counter: int = 0) -> None:
        self._seed = seed
        self._keyed = None if seed is None else _keyed(seed)
        self.counter = counter
        self.draws: list[Draw] = []
        # The fed outcomes are never changed in place, because a refused action puts them back.
        self._faces: tuple[int, ...] = ()
        self._stacks: Mapping[str, tuple[str, ...]] = {}
        self._recalled: deque[Draw] = deque()

    def recall(self, number: int, draws: Iterable[Draw]) -> None:
        """Let the next action draw what entry `number` drew, as long as it draws for the same purposes."""
        again = (msgspec.structs.replace(draw, fed=False, again=number) for draw in draws)
        self._recalled = deque(again)

    def feed(self, faces: Iterable[int]) -> None:
        """Let these faces come next, one by one, before the seed's own.

        :raises DiceError: a face is not on a six-sided die; nothing is fed then.
        """
        faces = tuple(faces)
        for face in faces:
            if isinstance(face, bool) or not isinstance(face, int):
                raise DiceError(_("A face is a whole number from 1 to 6"))
            if not 1 <= face <= 6:
                raise DiceError(_("A six-sided die has no face {face}", face=face))
        self._faces += faces

    def stack(self, deck: str, cards: Iterable[str]) -> None:
        """Let these cards come off that deck or pool next, in order."""
        self._lay(deck, (*self._stacks.get(deck, ()), *cards))

    def _lay(self, deck: str, cards: tuple[str, ...]) -> None:
        others = {of: known for of, known in self._stacks.items() if of != deck}
        self._stacks = {**others, deck: cards} if cards else others

    def stacked(self, deck: str) -> tuple[str, ...]:
        """Cards that were stacked on a deck and have not come off yet."""
        return self._stacks.get(deck, ())

    def pending(self) -> tuple[tuple[int, ...], Mapping[str, tuple[str, ...]]]:
        """Faces and cards that were fed and have not been used yet."""
        return self._faces, self._stacks

    def restore(self, pending: tuple[tuple[int, ...], Mapping[str, tuple[str, ...]]], counter: int) -> None:
        """Put back what a refused action may have used up."""
        self._faces, self._stacks = pending
        self._recalled.clear()
        self.counter = counter
        self.draws.clear()

    def roll(self, purpose: str) -> int:
        """Roll a six-sided die, 1..6."""
        if self._faces:
            face, *left = self._faces
            self._faces = tuple(left)
            self.draws.append(Draw("d6", purpose, str(face), fed=True))
            return face
        if self._recalled and (known := self._repeated("d6", purpose, _FACES)):
            return int(known)
        face = self._next(6) + 1
        self.draws.append(Draw("d6", purpose, str(face)))
        return face

    def draw(self, deck: str, purpose: str, cards: Sequence[str]) -> str:
        """Draw one of `cards`, each equally likely, as the top of a shuffled deck would be.

        :raises DiceError: the card that was stacked next is not among them.
        """
        stack = self._stacks.get(deck)
        if stack:
            card = stack[0]
            if card not in cards:
                raise DiceError(_("{deck} has no card {card} to come next", deck=deck, card=card))
            self._lay(deck, stack[1:])
            self.draws.append(Draw(deck, purpose, card, fed=True))
            return card
        if self._recalled and (known := self._repeated(deck, purpose, cards)):
            return known
        card = cards[self._next(len(cards))]
        self.draws.append(Draw(deck, purpose, card))
        return card

    def _repeated(self, of: str, purpose: str, values: Sequence[str]) -> str | None:
        """The earlier draw for this purpose; from the first other draw on, nothing is repeated."""
        draw = self._recalled.popleft()
        if (draw.of, draw.purpose) != (of, purpose) or draw.value not in values:
            self._recalled.clear()
            return None
        self.draws.append(draw)
        return draw.value

    def take(self) -> list[Draw]:
        """The draws since the last call, for the journal."""
        draws, self.draws = self.draws, []
        return draws

    def _next(self, limit: int) -> int:
        if self._keyed is None:
            raise DiceError(_("No die was fed and there is no seed to roll it from"))
        value = _below(self._keyed, self.counter, limit)
        self.counter += 1
        return value


class ReplayedDice(Dice):
    """Dice that give again, one by one, what a journal entry says was drawn.

    :param seed: where it is known, every draw that was not fed has to be the seed's own.
    """

    def __init__(self, draws: Iterable[Draw], seed: str | None = None, counter: int = 0) -> None:
        super().__init__(seed, counter)
        self._journal = deque(draws)

    @property
    def left(self) -> int:
        """Draws that the replayed action has not asked for."""
        return len(self._journal)

    def stacked(self, deck: str) -> tuple[str, ...]:
        draw = self._journal[0] if self._journal else None
        return (draw.value,) if draw is not None and draw.fed and draw.of == deck else ()

    def roll(self, purpose: str) -> int:
        return int(self._expect("d6", purpose, _FACES))

    def draw(self, deck: str, purpose: str, cards: Sequence[str]) -> str:
        return self._expect(deck, purpose, cards)

    def _expect(self, of: str, purpose: str, values: Sequence[str]) -> str:
        if not self._journal:
            raise DiceError(_("The journal has no draw for {purpose}", purpose=purpose))
        draw = self._journal.popleft()
        if (draw.of, draw.purpose) != (of, purpose):
            raise DiceError(
                _(
                    "The journal has {of} for {purpose} where {wanted} for {use} is due",
                    of=draw.of,
                    purpose=draw.purpose,
                    wanted=of,
                    use=purpose,
                )
            )
        if draw.value not in values:
            raise DiceError(_("{value!r} cannot come for {purpose}", value=draw.value, purpose=purpose))
        if draw.of_seed and self._keyed is not None and values[self._next(len(values))] != draw.value:
            raise DiceError(_("The draw for {purpose} is not the seed's", purpose=purpose))
        self.draws.append(draw)
        return draw.value
