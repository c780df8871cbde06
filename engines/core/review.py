"""A campaign looked back on: each side's chances, the luck of its dice, and the decisions that cost most.

Luck is what an action's dice gave, less what they give on average: the chance to win that is read from the
position after it, against the mean over the same action with other dice. Both are read by the same model, so
that over many games luck comes to nothing, whatever the model is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from data.catalogue import _
from engines.core.contract import AnyTitle
from engines.core.dearest import dearest, work
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.core.hindsight import Better, Hindsight
from engines.core.playouts import Playouts
from engines.core.record import Played, Record
from engines.core.repair import repair

DEAREST = 5
"""Decisions that are told, of a seat and of all."""
ROLLS = 12
"""Other dice for an action, with which its own are compared."""

Tell = Callable[[int, int], None]
"""Gets how much of the work is done, and of how much."""


class Turn(msgspec.Struct, frozen=True):
    """A turn of the game: the chances at its end, and the luck in it, by seat."""

    number: int
    name: str
    chances: dict[str, float]
    luck: dict[str, float] = {}


class Stroke(msgspec.Struct, frozen=True):
    """The dice of one action, and by how much they changed each seat's chance against their expectation."""

    entry: int
    turn: int
    seat: str
    action: str
    luck: dict[str, float]


class Dear(msgspec.Struct, frozen=True):
    """A decision that cost something."""

    entry: int
    turn: int
    seat: str
    played: str
    """The action that was played, in notation; so is `better`."""
    better: str
    chance: float
    """The chance to win after what was better."""
    lost: float
    reason: str


class Review(msgspec.Struct, frozen=True):
    """What is seen of a campaign in hindsight."""

    turns: list[Turn]
    dear: dict[str, list[Dear]]
    """For each seat whose decisions were looked at, those that cost most, the costliest first."""
    decisions: int
    """Decisions of these seats in which there was a choice."""
    looked: int
    stroke: Stroke | None = None
    """The dice that changed most."""
    only: str | None = None
    """The seat that it was made for while the campaign went on: nothing else is in it."""
    whole: bool = True
    """False where the record no longer follows from the rules at some entry."""

    def dearest(self, seat: str | None = None) -> list[Dear]:
        """The decisions that cost most, the costliest first; of one seat, or of all."""
        dear = [each for one, costly in self.dear.items() if seat in (None, one) for each in costly]
        return sorted(dear, key=lambda each: (-each.lost, each.entry))[:DEAREST]

    def luck(self) -> dict[str, float]:
        """The luck of each seat over the whole game."""
        seats = dict.fromkeys(seat for turn in self.turns for seat in turn.luck)
        return {seat: sum(turn.luck.get(seat, 0.0) for turn in self.turns) for seat in seats}


class Step(NamedTuple):
    """An entry that stands, with the positions before and after it."""

    number: int
    before: Any
    played: Played


class Walk(NamedTuple):
    """The entries of a record that stand and follow from the rules."""

    steps: list[Step]
    opening: Any
    whole: bool


def walked(title: AnyTitle, record: Record) -> Walk:
    """A record played again.

    :raises UsageError: its game can't be set up under the present rules.
    """
    repaired = repair(title, record)
    if not repaired.steps:
        raise UsageError(_("this record can't be set up: {trouble}", trouble=repaired.trouble))
    opening, *played = repaired.steps
    before = [opening, *played]
    steps = [Step(after.number, start.state, after) for start, after in zip(before, played, strict=False)]
    return Walk(steps, opening.state, repaired.trouble is None)


def judges(title: AnyTitle) -> Hindsight[Any, Any] | None:
    """What judges the decisions of a title; None where it has no adviser that could."""
    return Playouts(title.adviser) if title.adviser is not None else title.hindsight()


def judging(title: AnyTitle) -> Hindsight[Any, Any]:
    """What judges the decisions of a title, like `judges`.

    :raises UsageError: there is none.
    """
    hindsight = judges(title)
    if hindsight is None:
        raise UsageError(_("{name} has no adviser, so I can't review its campaigns", name=title.name))
    return hindsight


def review(title: AnyTitle, record: Record, tell: Tell, *, only: str | None = None) -> Review:
    """Look back on a campaign. The same record gives the same review. It takes up to some minutes.

    :param only: the seat that it is for while the campaign goes on: all is read from its views.
    :raises UsageError: the title has no adviser, or the record can't be set up.
    """
    judge, walk = judging(title), walked(title, record)
    seats = [only] if only is not None else _judged_seats(title, record, walk.steps)
    decisions = {seat: [*_decisions(title, walk.steps, seat)] for seat in seats}
    thrown = [] if only is not None else [step for step in walk.steps if _thrown(step)]
    of = sum(work(len(made)) for made in decisions.values()) + len(thrown)
    finished = 0

    def done(pieces: int) -> None:
        nonlocal finished
        finished += pieces
        tell(min(finished, of), of)

    strokes = []
    for step in thrown:
        strokes.append(_stroke(title, judge, step))
        done(1)
    dear, looked = {}, 0
    for seat, made in decisions.items():
        cases = [_opening(judge, step, action) for step, action in made]
        costly, count = dearest(cases, done)
        dear[seat] = [_dear(title, *made[place], better) for place, better in costly.items()]
        looked += count
    tell(of, of)
    return Review(
        turns=_turns(title, judge, walk, strokes, only),
        dear=dear,
        decisions=sum(map(len, decisions.values())),
        looked=looked,
        stroke=max(strokes, key=lambda each: max(map(abs, each.luck.values())), default=None),
        only=only,
        whole=walk.whole,
    )


def _judged_seats(title: AnyTitle, record: Record, steps: Sequence[Step]) -> list[str]:
    """The seats for which people have decided; all where nobody has."""
    people = {step.played.entry.seat for step in steps if step.played.entry and _by_people(step)}
    return [seat for seat in title.seats if seat in people] or list(title.seats)


def _by_people(step: Step) -> bool:
    return step.played.entry is not None and step.played.entry.source in ("player", "order")


def _decisions(title: AnyTitle, steps: Sequence[Step], seat: str) -> Iterator[tuple[Step, Any]]:
    """The decisions of a seat in which there was a choice: its player's, or the automatic player's own."""
    own = [step for step in steps if step.played.entry is not None and step.played.entry.seat == seat]
    own = [step for step in own if step.played.entry and step.played.entry.kind == "act"]
    by_people = [step for step in own if _by_people(step)]
    for step in by_people or own:
        assert step.played.entry is not None
        if len(title.legal_actions(step.before, seat)) > 1:
            yield step, title.parse(step.before, step.played.entry.action, seat)


def _opening(judge: Hindsight[Any, Any], step: Step, action: Any) -> Callable[[], Any]:
    assert step.played.entry is not None
    seat = step.played.entry.seat
    return lambda: judge.case(step.before, seat, action)


def _dear(title: AnyTitle, step: Step, action: Any, better: Better[Any]) -> Dear:
    entry = step.played.entry
    assert entry is not None
    return Dear(
        entry=step.number,
        turn=title.chapter(step.before)[0],
        seat=entry.seat,
        played=entry.action,
        better=title.notation(better.action),
        chance=better.chance,
        lost=better.lost,
        reason=better.reason,
    )


def _thrown(step: Step) -> bool:
    """Whether dice or cards were drawn for an action."""
    entry = step.played.entry
    return entry is not None and entry.kind == "act" and bool(entry.draws)


def _stroke(title: AnyTitle, judge: Hindsight[Any, Any], step: Step) -> Stroke:
    entry = step.played.entry
    assert entry is not None
    return Stroke(
        entry=step.number,
        turn=title.chapter(step.before)[0],
        seat=entry.seat,
        action=entry.action,
        luck=luck(title, judge, step.before, step.played.state, entry.seat, entry.action, step.number),
    )


def luck(
    title: AnyTitle,
    judge: Hindsight[Any, Any],
    before: Any,
    after: Any,
    seat: str,
    action: str,
    number: int,
) -> dict[str, float]:
    """The gain in each seat's chance after an action, compared with other dice on average."""
    read = title.parse(before, action, seat)
    rolled = [
        judge.chances(title.apply(before, seat, read, Dice(f"luck:{number}:{roll}")).state)
        for roll in range(ROLLS)
    ]
    came = judge.chances(after)
    return {one: came[one] - fmean(chances[one] for chances in rolled) for one in came}


def _turns(
    title: AnyTitle, judge: Hindsight[Any, Any], walk: Walk, strokes: Sequence[Stroke], only: str | None
) -> list[Turn]:
    """The set-up, then the last position of each turn, with what the dice brought in it."""
    last: dict[int, tuple[str, Any]] = {}
    for step in walk.steps:
        # An entry that ends a turn also begins the next.
        number, name = title.chapter(step.before)
        last[number] = name, step.played.state
    began, name = title.chapter(walk.opening)
    ends: list[tuple[int, str, Any]] = [(began - 1, "", walk.opening)]
    ends += [(number, name, state) for number, (name, state) in last.items()]
    sums: dict[int, dict[str, float]] = {}
    for stroke in strokes:
        of = sums.setdefault(stroke.turn, {})
        for seat, value in stroke.luck.items():
            of[seat] = of.get(seat, 0.0) + value
    return [
        Turn(number, name, _chances(judge, state, only), sums.get(number, {})) for number, name, state in ends
    ]


def _chances(judge: Hindsight[Any, Any], state: Any, only: str | None) -> dict[str, float]:
    chances: Mapping[str, float] = judge.chances(state) if only is None else {only: judge.seen(state, only)}
    return dict(chances)
