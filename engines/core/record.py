"""A campaign as a record: its settings, its actions and its draws. It replays anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from data.catalogue import _
from engines.core.contract import AnyTitle, Outcome, Step
from engines.core.dice import Dice, Draw, ReplayedDice, commitment
from engines.core.errors import EngineError, ReplayError, StateError
from engines.core.events import Event, GivenFor, Source, Undone
from engines.core.state import CANONICAL, GameState
from engines.core.table import Kind, Line, roll, standing, undo_target

FORMAT = 1

LOST = ""
"""Digest of an entry that a repair found not to follow; it can't be one of those that stand."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the journal: an accepted action, or something done beside the game.

    An `undo` restores the state after an earlier entry, an `edit` corrects something on the table, a
    `roll` is of dice for the table. No entry is ever taken out of a journal.
    """

    seat: str
    """The seat that acted; it may be empty where no seat did."""
    action: str
    """The action in its notation; of the other kinds `undo 12`, an edit's text, `roll 2 for the weather`."""
    draws: list[Draw]
    digest: str
    """Digest of the state after it; `LOST` where it was undone and no longer follows from the rules."""
    kind: Kind = "act"
    source: Source = "player"
    """The source of an action; of the other kinds, the source of the entry."""


How = Literal["conceded", "drawn", "void"]
"""How people end a game: a seat concedes, all agree on a draw, or there is no result."""


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How people ended a game before its rules did."""

    how: How
    seat: str | None = None
    """The seat that conceded."""

    def winner(self, seats: Iterable[str]) -> str | None:
        """The seat that the other one of two has conceded to; None where no seat has won."""
        others = [seat for seat in seats if seat != self.seat]
        return others[0] if self.how == "conceded" and len(others) == 1 else None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A whole campaign in one file."""

    format: int = FORMAT
    title: str
    pack: str
    scenario: str
    options: dict[str, bool]
    seed: str | None
    """The seed; None while the campaign runs, so that no player can look ahead."""
    commitment: str | None
    """Hash of the seed, published at the start; None where the game had no seed."""
    start: dict[str, Any] | None = None
    """State in plain values that the journal starts from, where it is not the scenario's set-up."""
    opening: list[Draw]
    """Draws at set-up."""
    opening_digest: str
    journal: list[Entry]
    ending: Ending | None = None
    """How people ended it; None where it goes on, or its rules ended it."""
    files: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The pack's files, text by name, for readers who may not have that pack."""


class Played(NamedTuple):
    """One step of a replay: the entry (None for set-up), the state after it, the events."""

    entry: Entry | None
    state: msgspec.Struct
    events: list[Event]
    number: int = 0
    """Sequence number of the entry; 0 is the set-up."""


def digest(state: msgspec.Struct) -> str:
    """Hash of the canonical state: SHA-256 of its JSON with sorted keys, hexadecimal."""
    hashed = state.hashed() if isinstance(state, GameState) else hashlib.sha256(CANONICAL.encode(state))
    return hashed.hexdigest()


def replay(title: AnyTitle, record: Record, *, seed: str | None = None) -> Iterator[Played]:
    """Play a record again under the present rules, step by step.

    Undone entries are played too, but for those that a repair has marked as `LOST`: such an entry
    changes nothing, and only the number of its draws counts.

    :param seed: checked against every draw that was not fed by hand.
    :raises ReplayError: names the first entry that does not follow; entry 0 is the set-up.
    """
    number = 0
    line = Line()
    journal = record.journal
    # A record may be long and a state large: only the states that an undo restores are kept.
    wanted = {_target(entry) for entry in journal}
    kept: dict[int, msgspec.Struct] = {}
    try:
        dice = ReplayedDice(record.opening, seed)
        step = begin(title, record, dice)
        expect_all_drawn(0, dice)
        _expect(0, digest(step.state), record.opening_digest)
        kept[0] = step.state
        yield Played(None, step.state, step.events)
        stands = _standing_if_any_is_lost(journal)
        for number, entry in enumerate(journal, start=1):
            taken_back = line.add(number, entry)
            if entry.digest == LOST:
                _expect_not_to_stand(number, line, stands)
                dice = ReplayedDice((), seed, dice.counter + from_seed(entry.draws))
                yield Played(entry, step.state, [], number)
                continue
            _expect_to_repeat(number, journal, line)
            dice = ReplayedDice(entry.draws, seed, dice.counter)
            if entry.kind == "undo":
                back_to = line.numbers[-1]
                step = Step(_state_again(kept, back_to), [Undone(back_to, len(taken_back))])
            else:
                step = carry_out(title, step.state, entry, dice)
            expect_all_drawn(number, dice)
            _expect(number, digest(step.state), entry.digest)
            if number in wanted:
                kept[number] = step.state
            yield Played(entry, step.state, step.events, number)
    except ReplayError:
        raise
    except EngineError as error:
        raise ReplayError(number, error.message, case=error.case) from error


def _state_again(kept: Mapping[int, msgspec.Struct], number: int) -> msgspec.Struct:
    if number not in kept:
        raise StateError(_("entry {number}, which this goes back to, is marked as lost", number=number))
    return kept[number]


def from_seed(draws: Iterable[Draw]) -> int:
    """How many of these draws the seed gave; its counter counts each of them."""
    return sum(draw.of_seed for draw in draws)


def _standing_if_any_is_lost(journal: Sequence[Entry]) -> set[int]:
    return {0, *standing(journal)} if any(entry.digest == LOST for entry in journal) else set()


def _expect_not_to_stand(number: int, line: Line, stands: set[int]) -> None:
    """Check that an undo takes back an entry without a state before the game goes on; `line` ends with it."""
    if line.numbers[-1] in stands:
        raise ReplayError(number, _("it is marked as lost and was never undone"))


def _expect_to_repeat(number: int, journal: Sequence[Entry], line: Line) -> None:
    """Check that draws which repeat earlier ones come from the same action, which was undone."""
    entry = journal[number - 1]
    repeated = [draw for draw in entry.draws if draw.again is not UNSET]
    if not repeated:
        return
    earlier = repeated[0].again
    known = journal[earlier - 1] if isinstance(earlier, int) and 0 < earlier < number else None
    if (
        known is None
        or earlier in line.numbers
        or (known.seat, known.action, known.kind) != (entry.seat, entry.action, entry.kind)
        or [_drawn(draw) for draw in entry.draws[: len(repeated)]]
        != [_drawn(draw) for draw in known.draws[: len(repeated)]]
        or any(draw.again != earlier for draw in entry.draws[: len(repeated)])
    ):
        raise ReplayError(number, _("its draws are not those of the action that they are said to repeat"))


def _drawn(draw: Draw) -> tuple[str, str, str]:
    return draw.of, draw.purpose, draw.value


def _target(entry: Entry) -> int | None:
    try:
        return undo_target(entry.action) if entry.kind == "undo" else None
    except EngineError:
        return None


def carry_out(title: AnyTitle, state: msgspec.Struct, entry: Entry, dice: Dice) -> Step[msgspec.Struct]:
    """Carry out one entry that is no undo, on the state that it was written for.

    :raises EngineError: it does not follow.
    """
    if entry.kind == "edit":
        return title.edit(state, entry.action)
    if entry.kind == "roll":
        return Step(state, [roll(entry.action, dice)])
    action = title.parse(state, entry.action, entry.seat)
    step = title.apply(state, entry.seat, action, dice)
    return Step(step.state, [*given_for(title, state, entry.seat, entry.source), *step.events])


def given_for(title: AnyTitle, state: msgspec.Struct, seat: str, source: Source) -> list[Event]:
    """The events before those of an action that the seat's player did not give; else none.

    :param state: in which the action was taken.
    """
    if source in ("player", "forced"):
        return []
    if source == "order" and (title.at_once(state) or not title.orders_told):
        return [GivenFor(seat, source, secret=True)]
    return [GivenFor(seat, source)]


def begin(title: AnyTitle, record: Record, dice: Dice) -> Step[msgspec.Struct]:
    """The state that a record's journal starts from.

    :raises EngineError: it can't be set up under the present rules.
    """
    if record.format != FORMAT:
        raise ReplayError(
            0,
            _(
                "a record of format {format} can't be read, only of {known}",
                format=record.format,
                known=FORMAT,
            ),
        )
    if record.start is None:
        return title.setup(record.scenario, record.options, dice)
    state = read_state(title, record.start)
    if title.agreed(state) != (record.scenario, record.options):
        raise ReplayError(0, _("the state is not of the scenario and options that the record names"))
    return Step(state, [])


def read_state(title: AnyTitle, state: object) -> msgspec.Struct:
    """A state from plain values, as JSON has them, checked and in the engine's own order.

    :raises StateError: names the field that is impossible.
    """
    try:
        read: msgspec.Struct = msgspec.convert(state, title.state_type, str_keys=True)
    except msgspec.ValidationError as error:
        raise StateError(str(error)) from None
    title.check(read)
    canonical: msgspec.Struct = title.canonical(read)
    for decision in title.decisions(canonical):
        if not title.legal_actions(canonical, decision.seat):
            asked = title.seat_names[decision.seat]
            raise StateError(
                _(
                    "state: {asked} would have to decide ({kind}) and could do nothing",
                    asked=asked,
                    kind=decision.kind,
                )
            )
    return canonical


def expect_all_drawn(number: int, dice: ReplayedDice) -> None:
    """Check that an entry has used every draw that the journal has for it.

    :raises ReplayError: it has not.
    """
    if dice.left:
        raise ReplayError(number, _("{left} draws of the journal were not asked for", left=dice.left))


def _expect(number: int, digest: str, written: str) -> None:
    if digest != written:
        raise ReplayError(number, _("the state is not the one that the record says followed"))


class Verdict(NamedTuple):
    """The findings of `verify`."""

    entries: int
    """Entries of the journal, of every kind."""
    draws: int
    fed: int
    """Draws that a person gave; the seed can't prove them."""
    seed_known: bool
    digest: str
    outcome: Outcome | None
    undone: int = 0
    """Entries that were undone."""
    edits: int = 0
    """Edits that stand."""
    rolls: int = 0
    """Rolls for the table, undone or not."""
    lost: int = 0
    """Undone entries that no longer follow; nothing can prove them."""
    ending: Ending | None = None
    """How people ended it before the rules did."""


def replay_checked(title: AnyTitle, record: Record) -> Iterator[Played]:
    """Replay a record and check each draw against the seed, and the seed against its commitment.

    :raises ReplayError: names the first entry that does not follow or whose draw was changed.
    """
    if record.seed is not None and (
        # Both are published: the time of the comparison can't reveal a secret.
        record.commitment is None or record.commitment != commitment(record.seed)
    ):
        raise ReplayError(0, _("the seed is not the one whose hash was published at the start"))
    for played in replay(title, record, seed=record.seed):
        yield played
    _expect_ending(title, record, played.state)


def _expect_ending(title: AnyTitle, record: Record, state: msgspec.Struct) -> None:
    """Check that a game can have ended as its record says."""
    ending = record.ending
    if ending is None:
        return
    if title.outcome(state) is not None:
        raise ReplayError(
            len(record.journal), _("it is said to be ended by people, but its rules had ended it")
        )
    if ending.seat not in (title.seats if ending.how == "conceded" else (None,)):
        raise ReplayError(len(record.journal), _("it is said to be conceded by a seat that there is not"))


def verify(title: AnyTitle, record: Record) -> Verdict:
    """The findings of a checked replay of a record.

    :raises ReplayError: names the first entry that does not follow or whose draw was changed.
    """
    for played in replay_checked(title, record):
        state = played.state
    draws = [*record.opening, *(draw for entry in record.journal for draw in entry.draws)]
    stands = standing(record.journal)
    undos = sum(entry.kind == "undo" for entry in record.journal)
    return Verdict(
        entries=len(record.journal),
        draws=len(draws),
        fed=sum(draw.fed for draw in draws),
        seed_known=record.seed is not None,
        digest=digest(state),
        outcome=title.outcome(state),
        undone=len(record.journal) - undos - len(stands),
        edits=sum(record.journal[number - 1].kind == "edit" for number in stands),
        rolls=sum(entry.kind == "roll" for entry in record.journal),
        lost=sum(entry.digest == LOST for entry in record.journal),
        ending=record.ending,
    )
