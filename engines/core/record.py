"""A campaign as a record: what was agreed, what was played, what chance gave. It replays anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from hmac import compare_digest
from typing import Any, NamedTuple

import msgspec

from engines.core.contract import AnyTitle, Outcome, Step
from engines.core.dice import Draw, ReplayedDice, commitment
from engines.core.errors import EngineError, ReplayError, StateError
from engines.core.events import Event

FORMAT = 1


class Entry(msgspec.Struct, frozen=True):
    """One accepted action."""

    seat: str
    action: str
    """The action in its notation."""
    draws: list[Draw]
    digest: str
    """Digest of the state after it."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A whole campaign in one file."""

    format: int = FORMAT
    title: str
    pack: str
    scenario: str
    options: dict[str, bool]
    seed: str | None
    """None while the campaign runs, so that nobody can look ahead."""
    commitment: str | None
    """Hash of the seed, published at the start; None where the game had no seed."""
    start: dict[str, Any] | None = None
    """State in plain values that the journal starts from, where it is not the scenario's set-up."""
    opening: list[Draw]
    """What chance gave at set-up."""
    opening_digest: str
    journal: list[Entry]


class Played(NamedTuple):
    """One step of a replay: the entry (None for set-up), the state after it, what happened."""

    entry: Entry | None
    state: msgspec.Struct
    events: list[Event]


def digest(state: msgspec.Struct) -> str:
    """Hash of the canonical state: SHA-256 of its JSON with sorted keys, hexadecimal."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()


def replay(title: AnyTitle, record: Record, *, seed: str | None = None) -> Iterator[Played]:
    """Play a record again under the present rules, step by step.

    :param seed: checked against every draw that was not fed by hand.
    :raises ReplayError: names the first entry that does not follow; entry 0 is the set-up.
    """
    number = counter = 0
    try:
        dice = ReplayedDice(record.opening, seed, counter)
        step = _start(title, record, dice)
        _expect(0, dice, digest(step.state), record.opening_digest)
        yield Played(None, step.state, step.events)
        for number, entry in enumerate(record.journal, start=1):
            dice = ReplayedDice(entry.draws, seed, dice.counter)
            action = title.parse(step.state, entry.action, entry.seat)
            step = title.apply(step.state, entry.seat, action, dice)
            _expect(number, dice, digest(step.state), entry.digest)
            yield Played(entry, step.state, step.events)
    except ReplayError:
        raise
    except EngineError as error:
        raise ReplayError(number, error.message, case=error.case) from error


def _start(title: AnyTitle, record: Record, dice: ReplayedDice) -> Step[msgspec.Struct]:
    if record.format != FORMAT:
        raise ReplayError(0, f"a record of format {record.format} can't be read, only of {FORMAT}")
    if record.start is None:
        return title.setup(record.scenario, record.options, dice)
    state = read_state(title, record.start)
    if title.agreed(state) != (record.scenario, record.options):
        raise ReplayError(0, "the state is not of the scenario and options that the record names")
    return Step(state, [])


def read_state(title: AnyTitle, state: object) -> msgspec.Struct:
    """A state from plain values, as JSON has them, checked.

    :raises StateError: names the field that can't be.
    """
    try:
        read: msgspec.Struct = msgspec.convert(state, title.state_type, str_keys=True)
    except msgspec.ValidationError as error:
        raise StateError(str(error)) from None
    title.check(read)
    return read


def _expect(number: int, dice: ReplayedDice, found: str, written: str) -> None:
    if dice.left:
        raise ReplayError(number, f"{dice.left} draws of the journal were not asked for")
    if found != written:
        raise ReplayError(number, "the state is not the one that the record says followed")


class Verdict(NamedTuple):
    """What `verify` found."""

    entries: int
    draws: int
    fed: int
    """Draws that a hand gave and no seed can vouch for."""
    seed_known: bool
    digest: str
    outcome: Outcome | None


def replay_checked(title: AnyTitle, record: Record) -> Iterator[Played]:
    """Replay a record and check each draw against the seed, and the seed against its commitment.

    :raises ReplayError: names the first entry that does not follow or whose draw was changed.
    """
    if record.seed is not None and (
        record.commitment is None or not compare_digest(commitment(record.seed), record.commitment)
    ):
        raise ReplayError(0, "the seed is not the one whose hash was published at the start")
    yield from replay(title, record, seed=record.seed)


def verify(title: AnyTitle, record: Record) -> Verdict:
    """Say what a checked replay of a record finds.

    :raises ReplayError: names the first entry that does not follow or whose draw was changed.
    """
    for played in replay_checked(title, record):
        state = played.state
    draws = [*record.opening, *(draw for entry in record.journal for draw in entry.draws)]
    return Verdict(
        entries=len(record.journal),
        draws=len(draws),
        fed=sum(draw.fed for draw in draws),
        seed_known=record.seed is not None,
        digest=digest(state),
        outcome=title.outcome(state),
    )
