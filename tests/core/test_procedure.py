"""How a game goes on frame by frame, on a council: ballots, a bill, a veto, and days that dawn unasked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Literal, TypeAlias

import msgspec
import pytest

from data.catalogue import N_
from data.sentences import Sentence
from engines.core import procedure
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.events import Event
from engines.core.procedure import Frame, Procedure, Secret
from engines.core.refusals import Refusal
from engines.core.resolution import StackedResolution
from engines.core.state import GameState
from engines.vendee.purposes import Purpose

THREE = ("ann", "ben", "cid")
SIX = (*THREE, "dot", "eve", "fay")


class Vote(msgspec.Struct, frozen=True, tag="vote"):
    """For somebody."""

    whom: str


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Speak a word."""

    word: Literal["bill", "veto", "pass"]


Action: TypeAlias = Vote | Say


class Dawn(Frame, frozen=True, tag="dawn"):
    """A day begins."""


class Ballot(Secret[Vote], frozen=True, tag="ballot"):
    """All vote at once."""


class Floor(Frame, frozen=True, tag="floor"):
    """A speaker is in hand."""

    speaker: str

    @property
    def in_hand(self) -> str:
        return self.speaker


class Veto(Frame, frozen=True, tag="veto"):
    """The eldest may stop a bill."""

    eldest: str


class Council(GameState, forbid_unknown_fields=True, kw_only=True):
    """All of it."""

    seats: tuple[str, ...]
    days: int
    stack: list[Dawn | Ballot | Floor | Veto]
    laws: int = 0

    def copy(self) -> Council:
        return msgspec.structs.replace(self, stack=self.stack[:])


class Voted(Event, frozen=True, tag="voted"):
    """A ballot is in."""

    seat: str


class Counted(Event, frozen=True, tag="counted"):
    """All ballots, in the order of the seats."""

    ballots: dict[str, str]


class Stopped(Event, frozen=True, tag="stopped"):
    """A bill was stopped."""


Now: TypeAlias = StackedResolution[None, Council, Frame]


class Dawning(procedure.Automatic[Now, None, Council, Dawn, Action]):
    def go_on(self, now: Now, frame: Dawn) -> bool:
        now.pop()
        now.push(Ballot(now.state.seats))
        return False


class Balloting(procedure.Secretly[Now, None, Council, Ballot, Vote]):
    kind, case = "ballot", "1"
    prompt = N_("Vote for another")

    def legal(self, box: None, state: Council, frame: Ballot) -> list[Vote]:
        assert not frame.given, "nobody is shown what others gave"
        return [Vote(seat) for seat in state.seats if seat != frame.seat]

    def unlisted(self, box: None, frame: Ballot) -> Refusal:
        return Refusal("K-1-a", Sentence("One votes for another"))

    def refusal(self, box: None, state: Council, frame: Ballot, action: Vote) -> Refusal | None:
        return self.unlisted(box, frame) if action.whom == frame.seat else None

    def noted(self, now: Now, frame: Ballot, action: Vote) -> None:
        now.say(Voted(frame.seat))

    def shown(self, now: Now, frame: Ballot) -> None:
        votes = {seat: vote.whom for seat, vote in frame.given.items()}
        now.say(Counted(votes))
        chosen = max(now.state.seats, key=lambda seat: list(votes.values()).count(seat))
        now.push(Floor(chosen))


class Speaking(procedure.Handler[Now, None, Council, Floor, Action]):
    def asks(self, box: None, state: Council, frame: Floor) -> Decision:
        return Decision(frame.speaker, "floor", "Bring a bill in, or pass", "2")

    def legal(self, box: None, state: Council, frame: Floor) -> list[Action]:
        return [Say("bill"), Say("pass")]

    def unlisted(self, box: None, frame: Floor) -> Refusal:
        return Refusal("K-2-a", Sentence("What is asked for is a bill"))

    def act(self, now: Now, frame: Floor, action: Action) -> None:
        if action == Say("bill"):
            now.push(Veto(now.state.seats[0]))
        else:
            now.pop()


class Vetoing(procedure.YesNo[Now, None, Council, Veto, Action]):
    no = Say("pass")
    silence = False

    def asks(self, box: None, state: Council, frame: Veto) -> Decision:
        return Decision(frame.eldest, "veto", "Stop the bill, or let it pass", "3")

    def yes(self, frame: Veto) -> Action:
        return Say("veto")

    def unlisted(self, box: None, frame: Veto) -> Refusal:
        return Refusal("K-3-a", Sentence("A veto or none"))

    def accepted(self, now: Now, frame: Veto) -> None:
        now.say(Stopped())

    def declined(self, now: Now, frame: Veto) -> None:
        now.state.laws += 1


class Sittings(Procedure[Now, None, Council, Action]):
    def next_phase(self, now: Now) -> bool:
        if not now.state.days:
            return False
        now.state.days -= 1
        now.push(Dawn())
        return True

    def waits(self, box: None, state: Council, seat: str) -> Refusal:
        asked = [decision.seat for decision in self.asked(box, state)]
        return Refusal("K-0-a", Sentence(f"The council waits for {' and '.join(asked) or 'nobody'}"))


SITTINGS = Sittings({Dawn: Dawning(), Ballot: Balloting(), Floor: Speaking(), Veto: Vetoing()})


def sitting(seats: tuple[str, ...] = THREE, days: int = 1) -> Council:
    """A council at its first ballot."""
    now: Now = StackedResolution(
        None, Council(scenario="", options={}, seats=seats, days=days, stack=[]), Dice(None)
    )
    SITTINGS.resolve(now)
    return now.state


def done(state: Council, *acts: tuple[str, Action]) -> tuple[Council, list[Event]]:
    """What actions come to that are all legal."""
    now: Now = StackedResolution(None, state.copy(), Dice(None))
    for seat, action in acts:
        assert SITTINGS.refusal(None, now.state, seat, action) is None
        SITTINGS.act(now, seat, action)
    return now.state, now.events


def spoken(speaker: str = "ben") -> Council:
    """A council in which somebody has the floor."""
    return done(sitting(), *((seat, Vote(speaker if seat != speaker else "cid")) for seat in THREE))[0]


def seats_asked(state: Council) -> Sequence[str]:
    """Who owes a decision."""
    return [decision.seat for decision in SITTINGS.asked(None, state)]


def test_an_automatic_step_asks_nobody_and_a_game_without_days_is_over() -> None:
    assert sitting().stack == [Ballot(THREE)]
    assert sitting(days=0).stack == []
    assert SITTINGS.asked(None, sitting(days=0)) == []


def test_several_seats_are_asked_at_once_and_each_for_itself() -> None:
    state = sitting(SIX)
    assert seats_asked(state) == list(SIX)
    for seat in SIX:
        legal = SITTINGS.legal(None, state, seat)
        assert legal == [Vote(other) for other in SIX if other != seat]
        refused = SITTINGS.refusal(None, state, seat, Vote(seat))
        assert refused is not None
        assert refused.case == "1"


def test_a_handler_is_asked_about_actions_of_its_own_type_alone() -> None:
    assert (Balloting.takes, Speaking.takes) == ((Vote,), (Vote, Say))
    state = sitting()
    for action in (Say("bill"), Vote("ann")):
        refusal = SITTINGS.refusal(None, state, "ann", action)
        assert refusal is not None
        assert refusal.statement == "K-1-a"
    assert SITTINGS.refusal(None, state, "ann", Vote("ben")) is None
    (asked,) = SITTINGS.asked(None, state)[:1]
    assert asked == Decision("ann", "ballot", "Vote for another", "1")


def test_what_was_given_stays_secret_until_all_are_in() -> None:
    state, events = done(sitting(SIX), ("eve", Vote("fay")), ("ben", Vote("ann")))
    assert seats_asked(state) == ["ann", "cid", "dot", "fay"]
    assert [decision.seat for decision in SITTINGS.given(None, state)] == ["ben", "eve"]
    assert events == [Voted("eve"), Voted("ben")]
    # Balloting.legal asserts that a seat's part of the frame shows nobody else's vote.
    assert SITTINGS.legal(None, state, "ann")
    assert SITTINGS.legal(None, state, "ben") == []
    refused = SITTINGS.refusal(None, state, "ben", Vote("cid"))
    assert refused == Refusal("K-0-a", Sentence("The council waits for ann and cid and dot and fay"))


def test_in_whatever_order_they_come_the_end_is_the_same() -> None:
    votes = {"ann": Vote("ben"), "ben": Vote("ann"), "cid": Vote("ben")}
    ends = [done(sitting(), *((seat, votes[seat]) for seat in order)) for order in permutations(THREE)]
    for state, events in ends:
        assert msgspec.json.encode(state) == msgspec.json.encode(ends[0][0])
        assert events[-1] == Counted({"ann": "ben", "ben": "ann", "cid": "ben"})
        assert state.stack == [Floor("ben")]
    half = [done(sitting(), *((seat, votes[seat]) for seat in order[:2]))[0] for order in permutations(THREE)]
    assert len({msgspec.json.encode(state) for state in half}) == len(THREE)


def test_a_state_with_votes_in_it_is_json_out_and_in() -> None:
    state, _ = done(sitting(SIX), ("dot", Vote("ann")))
    assert msgspec.json.decode(msgspec.json.encode(state), type=Council) == state


@pytest.mark.parametrize(("answer", "laws"), [("veto", 0), ("pass", 1)])
def test_an_interrupt_goes_back_to_whom_it_has_interrupted(
    answer: Literal["veto", "pass"], laws: int
) -> None:
    state, _ = done(spoken(), ("ben", Say("bill")))
    (decision,) = SITTINGS.asked(None, state)
    assert (decision.seat, decision.interrupt) == ("ann", True)
    assert SITTINGS.legal(None, state, "ben") == []
    after, _ = done(state, ("ann", Say(answer)))
    assert (after.laws, after.stack) == (laws, [Floor("ben")])
    assert not SITTINGS.asked(None, after)[0].interrupt


def test_whoever_is_in_hand_interrupts_nobody() -> None:
    state, _ = done(spoken("ann"), ("ann", Say("bill")))
    (decision,) = SITTINGS.asked(None, state)
    assert (decision.seat, decision.interrupt) == ("ann", False)


def test_silence_and_orders_answer_only_what_is_owed() -> None:
    state, _ = done(spoken(), ("ben", Say("bill")))
    (owed,) = SITTINGS.asked(None, state)
    assert SITTINGS.fallback(None, state, owed) == Say("pass")
    assert SITTINGS.ordered(None, state, owed, "anything") == Say("pass")
    (floor,) = SITTINGS.asked(None, spoken())
    for decision in (floor, msgspec.structs.replace(owed, prompt="Another")):
        assert SITTINGS.fallback(None, state, decision) is None
    assert SITTINGS.fallback(None, spoken(), floor) is None


def test_days_go_on_until_there_are_none() -> None:
    state = sitting(days=2)
    for left in (1, 0):
        assert state.days == left
        state, _ = done(state, *((seat, Vote("ben" if seat != "ben" else "cid")) for seat in THREE))
        state, _ = done(state, ("ben", Say("pass")))
    assert state.stack == []
    refused = SITTINGS.refusal(None, state, "ann", Say("pass"))
    assert refused == Refusal("K-0-a", Sentence("The council waits for nobody"))


@pytest.mark.parametrize(
    ("statement", "case"),
    [
        ("V-3.2-a", "3.2"),
        ("V-6-E12-b", "6 E12"),
        ("V-4.3-T6-a", "4.3 T6"),
        ("V-T-COST-e", "T-COST"),
        ("L-7.2-d", "7.2"),
        ("V-2-a", "2"),
        ("R-FAME-08", "R-FAME-08"),
    ],
)
def test_a_refusal_shows_the_case_of_its_statement(statement: str, case: str) -> None:
    assert Refusal(statement, Sentence("No")).case == case


def test_what_dice_are_rolled_for_is_read_back_as_it_was_written() -> None:
    for kind, written in (("recovery", "recovery of la-rochejaquelein"), ("capture", "capture d-elbee")):
        subject = written.rpartition(" ")[2]
        made = Purpose.of(kind, subject)
        stored = msgspec.json.encode([made])
        (read,) = msgspec.json.decode(stored, type=list[Purpose])
        assert (made, stored) == (written, f'["{written}"]'.encode())
        assert (read, read.kind, read.subject) == (made, kind, subject)
    for alone in ("", "bishop", "recovery", "Saumur claims the Mayençais"):
        assert Purpose(alone).parts == (alone, "")
