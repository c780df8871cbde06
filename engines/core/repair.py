"""A record under rules that have changed since it was written: how much still follows, and its repair."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engines.core.contract import AnyTitle
from engines.core.dice import ReplayedDice
from engines.core.errors import EngineError, ReplayError
from engines.core.record import (
    LOST,
    Entry,
    Played,
    Record,
    begin,
    carry_out,
    digest,
    expect_all_drawn,
    from_seed,
)
from engines.core.table import Line, standing


class Repair(NamedTuple):
    """The part of a record that follows under the present rules."""

    steps: list[Played]
    """Set-up and the entries that stand, in order, as far as they follow."""
    trouble: ReplayError | None
    """The first entry that stands and no longer follows; None when all do."""
    changed: int | None
    """The first of them whose state differs from the one written; None when none does. 0 is the set-up."""


def repair(title: AnyTitle, record: Record, *, seed: str | None = None) -> Repair:
    """Play the standing entries of a record under the present rules, ignoring the states written.

    Entries that were undone are not played, so that they aren't in the way when they no longer
    follow. Their draws still count: each draw of the seed was one, and so the draws after them are
    those that the seed has for their place.

    :param seed: checked against the draws of the standing entries; the record's own by default.
    """
    steps: list[Played] = []
    changed = None
    number = 0
    seed = record.seed if seed is None else seed
    try:
        stands = set(standing(record.journal))
        step = begin(title, record, dice := ReplayedDice(record.opening, seed))
        expect_all_drawn(0, dice)
        if digest(step.state) != record.opening_digest:
            changed = 0
        steps.append(Played(None, step.state, step.events))
        counter = from_seed(record.opening)
        for number, entry in enumerate(record.journal, start=1):
            if number in stands:
                step = carry_out(title, step.state, entry, dice := ReplayedDice(entry.draws, seed, counter))
                expect_all_drawn(number, dice)
                if changed is None and digest(step.state) != entry.digest:
                    changed = number
                steps.append(Played(entry, step.state, step.events, number))
            counter += from_seed(entry.draws)
    except EngineError as error:
        return Repair(steps, _trouble(number, error), changed)
    return Repair(steps, None, changed)


def mend(title: AnyTitle, record: Record, *, seed: str | None = None) -> Record:
    """The record with the states of the present rules and the title's present pack: it verifies again.

    Undone entries that no longer follow are marked as `LOST`. Actions and draws stay as they were written.

    :raises ReplayError: an entry that stands does not follow; it has to be undone first.
    """
    mended = repair(title, record, seed=seed)
    if mended.trouble is not None:
        raise mended.trouble
    seed = record.seed if seed is None else seed
    states: dict[int, msgspec.Struct | None] = {step.number: step.state for step in mended.steps}
    stands = frozenset(states)
    line = Line()
    counter = from_seed(record.opening)
    journal: list[Entry] = []
    for number, entry in enumerate(record.journal, start=1):
        before = states[line.numbers[-1]]
        line.add(number, entry)
        if entry.kind != "undo" and number not in stands:
            dice = ReplayedDice(entry.draws, seed, counter)
            states[number] = None if before is None else _if_it_follows(title, before, entry, dice)
        counter += from_seed(entry.draws)
        state = states[line.numbers[-1]]
        written = LOST if state is None else digest(state)
        journal.append(msgspec.structs.replace(entry, digest=written))
    return msgspec.structs.replace(
        record, pack=title.pack, opening_digest=digest(mended.steps[0].state), journal=journal
    )


def _if_it_follows(
    title: AnyTitle, state: msgspec.Struct, entry: Entry, dice: ReplayedDice
) -> msgspec.Struct | None:
    try:
        step = carry_out(title, state, entry, dice)
    except EngineError:
        return None
    return None if dice.left else step.state


def _trouble(number: int, error: EngineError) -> ReplayError:
    return error if isinstance(error, ReplayError) else ReplayError(number, error.message, case=error.case)
