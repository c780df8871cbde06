"""Dice against expectation: what each seat threw, and how often chance gives as much."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

import msgspec

from data.catalogue import N_, _, ngettext
from data.nouns import clauses, labelled
from engines.core.contract import AnyTitle, Odds
from engines.core.dice import Draw
from engines.core.events import Event, Roll, TableRoll
from engines.core.record import Entry, Record, replay
from engines.core.table import standing

EXACT = 600
"""The number of dice or rolls up to which probabilities are exact; beyond it the normal curve is as good."""
BETTER = ((3, 5), (2, 3), (3, 4), (4, 5), (9, 10), (19, 20), (99, 100), (999, 1000))
"""Shares of games, `a` in `b`, that a seat's luck is measured by in words."""


class Stake(NamedTuple):
    """The seat whose luck a roll is, and whether that seat hopes for its success."""

    seat: str
    wants: bool = True


Stakes = Callable[[str, Roll], Stake | None]
"""Finds the stake in a roll, from the acting seat and the roll; None where it is no seat's luck."""


class Trial(NamedTuple):
    """A roll against a needed number, from the point of view of the seat whose luck it is."""

    seat: str
    chance: Fraction
    """The chance that the roll goes well for the seat."""
    well: bool


class Throw(NamedTuple):
    """The draws of a journal entry, or of a seat in it, and the rolls that the seed's dice decided."""

    seat: str
    """The seat that acted; empty where no seat did, as in the set-up, or in a moderator's roll."""
    draws: Sequence[Draw]
    tests: Sequence[Trial] = ()
    taken_back: bool = False
    """True where the entry was undone later: its dice were rolled all the same."""


class Against(msgspec.Struct, frozen=True):
    """A number compared with its distribution by chance."""

    found: int
    expected: float
    at_most: float
    """The probability of at most `found`, 0..1."""
    at_least: float
    """The probability of at least `found`, 0..1."""

    @property
    def luck(self) -> float:
        """Share of games with less, 0..1; those with just as much count by half."""
        return (self.at_most + 1 - self.at_least) / 2


class SeatDice(msgspec.Struct, frozen=True):
    """The results of one seat's dice. Dice given by hand are only in `by_hand`."""

    dice: int
    faces: tuple[int, int, int, int, int, int]
    """How many times each face came, 1 first."""
    tests: int
    """Rolls against a needed number that were this seat's luck."""
    successes: Against
    """How many of them went well."""
    by_hand: int
    taken_back: int
    """Dice, among those counted, of actions that were undone later."""

    @property
    def mean(self) -> float | None:
        """Mean face; None where no die was thrown."""
        pips = sum(face * times for face, times in enumerate(self.faces, start=1))
        return pips / self.dice if self.dice else None

    @property
    def luck(self) -> float | None:
        """Share of games with worse luck, 0..1, by the rolls against a needed number; None without any.

        A face by itself is no luck: a six is good in one table and bad in another.
        """
        return self.successes.luck if self.tests else None


def tally(seats: Iterable[str], throws: Iterable[Throw]) -> dict[str, SeatDice]:
    """The dice of each of `seats`, in their order."""
    tallies = {seat: _Tally() for seat in seats}
    for throw in throws:
        if throw.seat in tallies:
            tallies[throw.seat].add(throw)
        for test in throw.tests:
            if test.seat in tallies:
                tallies[test.seat].tests.append(test)
    return {seat: tallied.result() for seat, tallied in tallies.items()}


class _Tally:
    """One seat's dice while they are counted."""

    def __init__(self) -> None:
        self.faces = [0] * 6
        self.tests: list[Trial] = []
        self.by_hand = self.taken_back = 0

    def add(self, throw: Throw) -> None:
        for draw in _dice(throw.draws):
            if draw.fed:
                self.by_hand += 1
                continue
            self.faces[int(draw.value) - 1] += 1
            self.taken_back += throw.taken_back

    def result(self) -> SeatDice:
        one, two, three, four, five, six = self.faces
        return SeatDice(
            dice=sum(self.faces),
            faces=(one, two, three, four, five, six),
            tests=len(self.tests),
            successes=successes_against(
                [test.chance for test in self.tests], sum(t.well for t in self.tests)
            ),
            by_hand=self.by_hand,
            taken_back=self.taken_back,
        )


def successes_against(chances: Sequence[Fraction], successes: int) -> Against:
    """A number of successes compared with the sum of these chances (Poisson's binomial distribution)."""
    expected = sum(chances, Fraction(0))
    if len(chances) > EXACT:
        return _normal(successes, float(expected), float(sum(chance * (1 - chance) for chance in chances)))
    weights = [1]
    for chance in chances:
        good, bad = chance.numerator, chance.denominator - chance.numerator
        weights = [bad * fewer + good * more for fewer, more in pairwise([0, *weights, 0][::-1])][::-1]
    return _weighed(successes, successes, weights, float(expected))


@lru_cache(maxsize=16)
def _sums(dice: int) -> Sequence[int]:
    """The number of ways in which the dice give each sum, the smallest sum first."""
    ways = [1]
    for _die in range(dice):
        below = [0, *accumulate([*ways, 0, 0, 0, 0, 0])]
        ways = [below[high] - below[max(0, high - 6)] for high in range(1, len(below))]
    return ways


def _weighed(value: int, place: int, weights: Sequence[int], expected: float) -> Against:
    """`found` stands at `place` among the outcomes that `weights` counts."""
    whole = sum(weights)
    at_most = sum(weights[: place + 1]) / whole
    return Against(value, expected, at_most, sum(weights[place:]) / whole)


def _normal(mark: int, expected: float, variance: float) -> Against:
    def below(value: float) -> float:
        if not variance:
            return float(value >= expected)
        return (1 + math.erf((value - expected) / math.sqrt(2 * variance))) / 2

    return Against(mark, expected, below(mark + 0.5), 1 - below(mark - 0.5))


def reach(dice: int, needed: int) -> Fraction:
    """The chance that the sum of `dice` dice is at least `needed`."""
    ways = _sums(dice)
    return Fraction(sum(ways[max(0, needed - dice) :]), 6**dice)


def actor(seat: str, roll: Roll) -> Stake:
    """Every roll is the luck of the acting seat, which hopes for its success."""
    return Stake(seat)


def throws(title: AnyTitle, record: Record, *, stakes: Stakes = actor) -> Iterator[Throw]:
    """The throws of each entry of a record, found by playing it again.

    :param stakes: whose luck a roll is, where it is not the actor's success.
    :raises ReplayError: an entry does not follow.
    """
    stands = set(standing(record.journal))
    before: msgspec.Struct | None = None
    for entry, state, events, number in replay(title, record):
        if entry is not None and before is not None and entry.kind != "undo":
            taken_back = number not in stands
            if entry.kind != "act":
                yield Throw("", entry.draws, taken_back=taken_back)
            elif entry.draws and _together(title, before, entry.seat):
                for seat, draws in _shared(title, before, state, entry, events):
                    yield Throw(seat, draws, taken_back=taken_back)
            else:
                tests = _tests(entry, events, _odds(title, before, entry, events), stakes)
                yield Throw(entry.seat, entry.draws, list(tests), taken_back)
        before = state


def _together(title: AnyTitle, before: msgspec.Struct, seat: str) -> bool:
    """Whether several others decide at once with a seat: then the rolls are not the luck of the last seat."""
    return len({decision.seat for decision in title.changeable(before)} - {seat}) > 1


def _shared(
    title: AnyTitle, before: msgspec.Struct, after: msgspec.Struct, entry: Entry, events: Iterable[Event]
) -> Iterator[tuple[str, list[Draw]]]:
    """The draws after several seats had decided, by the seat whose they were."""
    dice = deque(_dice(entry.draws))
    for event in events:
        share = title.rolled(before, after, event)
        if share is not None:
            seat, faces = share
            yield seat, _drawn(dice, faces)


def seat_dice(title: AnyTitle, record: Record, *, stakes: Stakes = actor) -> dict[str, SeatDice]:
    """The dice of each seat of a record, in the title's order.

    :raises ReplayError: an entry does not follow.
    """
    return tally(title.seats, throws(title, record, stakes=stakes))


def _odds(title: AnyTitle, before: msgspec.Struct, entry: Entry, events: Sequence[Event]) -> Odds | None:
    """The exact chance of an entry's action, where it rolled at all."""
    if not any(isinstance(event, Roll) for event in events):
        return None
    return title.odds(before, title.parse(before, entry.action, entry.seat))


def _tests(entry: Entry, events: Sequence[Event], odds: Odds | None, stakes: Stakes) -> Iterator[Trial]:
    dice = deque(_dice(entry.draws))
    for event in events:
        if not isinstance(event, Roll | TableRoll):
            continue
        by_hand = any(draw.fed for draw in _drawn(dice, event.faces))
        if isinstance(event, TableRoll):
            continue
        # The odds are those of the action; a roll that it causes has an arithmetic of its own.
        known = odds if odds is not None and _same(odds, event) else None
        chance = chance_of(event) if known is None else known.chance
        odds = odds if known is None else None
        stake = stakes(entry.seat, event)
        if stake is not None and not by_hand:
            well = event.success is stake.wants
            yield Trial(stake.seat, chance if stake.wants else 1 - chance, well)


def _same(odds: Odds, roll: Roll) -> bool:
    modifiers = [(modifier.label, modifier.value) for modifier in roll.modifiers]
    return odds.needed == roll.needed and odds.modifiers == modifiers


def chance_of(roll: Roll) -> Fraction:
    """The chance of a roll by its arithmetic alone.

    Where the natural faces decided against it, those faces count as they decided.
    """
    dice = len(roll.faces)
    chance = reach(dice, roll.needed - sum(modifier.value for modifier in roll.modifiers))
    if roll.natural:
        chance += Fraction(1 if roll.success else -1, 6**dice)
    return chance


def _drawn(dice: deque[Draw], faces: Sequence[int]) -> list[Draw]:
    """The draws of a roll, taken off the entry's dice; earlier ones were rolled without an event."""
    values = [str(face) for face in faces]
    waiting = list(dice)
    for start in range(len(waiting) - len(values) + 1):
        drawn = waiting[start : start + len(values)]
        if [draw.value for draw in drawn] == values:
            for _ in range(start + len(values)):
                dice.popleft()
            return drawn
    return []


def _dice(draws: Iterable[Draw]) -> Iterator[Draw]:
    return (draw for draw in draws if draw.of == "d6")


def words(statistics: Mapping[str, SeatDice], seat_names: Mapping[str, str]) -> list[str]:
    """A line for each seat: its dice, its rolls, and how lucky that was."""
    return [labelled(seat_names.get(seat, seat), line(dice)) for seat, dice in statistics.items()]


def line(dice: SeatDice) -> str:
    """One seat's dice, rolls and luck, without its name."""
    parts = []
    if dice.mean is not None:
        parts.append(
            _(
                "{dice}, mean {mean:.2f} (expected 3.50)",
                dice=ngettext("{n} die", "{n} dice", dice.dice),
                mean=dice.mean,
            )
        )
    if dice.tests:
        went = _(
            "{found} of {tests} went well",
            found=dice.successes.found,
            tests=ngettext("{n} roll", "{n} rolls", dice.tests),
        )
        parts.append(_("{went}, {expected:.1f} expected", went=went, expected=dice.successes.expected))
    said = clauses(parts) if dice.luck is None else labelled(clauses(parts), luck_words(dice.luck))
    said = f"{said}." if parts else _("no dice.")
    if dice.taken_back:
        said += ngettext(
            " {n} of the dice was taken back, and counts all the same.",
            " {n} of the dice were taken back, and count all the same.",
            dice.taken_back,
        )
    if dice.by_hand:
        said += ngettext(
            " {n} die given by hand is not counted.",
            " {n} dice given by hand are not counted.",
            dice.by_hand,
        )
    return said


def luck_words(luck: float) -> str:
    """A share of games with worse luck in words: `luckier than 3 games in 4`."""
    share, words = (luck, _LUCKIER) if luck >= 0.5 else (1 - luck, _UNLUCKIER)
    passed = [words(a=a, b=b) for a, b in BETTER if share >= a / b]
    return passed[-1] if passed else _("about as lucky as expected")


_LUCKIER = N_("luckier than {a} games in {b}")
_UNLUCKIER = N_("unluckier than {a} games in {b}")
