"""What the suites that run over every game have to be told of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from data.games import half
from engines.core.decisions import Decision
from engines.core.events import Event
from tests.benchmarks.measure import Report


class Pace(NamedTuple):
    """How random play of a game is measured against python-chess."""

    games: int
    """In a round."""
    rounds: int
    least: float
    """Of their moves per second."""


DAYS: Mapping[str, float] = {
    "no orders": 4,
    "usual orders": 2,
    "laid ahead": 2,
    "one silent": 2,
    "two silent": 2,
    "one on vacation": 3,
}


class Asked(NamedTuple):
    """The most that an ordinary turn may ask of a person who plays by post."""

    presses: float = 5.0
    posts: float = 6.0
    """To be read."""
    pings: float = 2.0
    visits: float = 2.0
    again: float = 2.0
    """How often the channel says a line once more."""
    days: Mapping[str, float] = DAYS
    """How long it takes on average, in each way of playing."""


class Fixture:
    """What the suites have to be told of a game; a subclass says what is not so by default.

    States and actions are the game's own.
    """

    kinds: Collection[str]
    """Kinds of decision. Standing orders are kept by these words: they may be added to and never changed."""
    at_once: bool = False
    """Whether several seats decide at once."""
    interrupts: bool = False
    """Whether a seat is ever asked in the other's turn."""
    hides: bool = True
    """Whether anything is hidden from anybody, be it only what is still to come; then it has `twins`."""
    tells: Collection[str] = ()
    """Kinds of decision in which a rule lets others say what they hide."""
    shows: Collection[str] = ()
    """Kinds of decision that are asked or answered by showing something hidden, by the rules."""
    odds: int = 0
    """Where one roll decides an action: how many such odds are to be looked at, at least."""
    for_me: Mapping[str, str] = {}
    """The actions that take several small decisions at once, and how those begin."""
    ordered: Mapping[str, str] = {}
    """What stands for a choice in the form of a standing order, and one choice."""
    diced: Mapping[str, bool] = {}
    """Options under which one action rolls a die at once, where others wait for all seats."""
    seen_to_go: Collection[str] = ()
    """Verbs of edits that take something hidden from where it lies, which all can see."""
    rests: Sequence[str] = ()
    """What may follow a verb and is not met in play."""
    unlisted: bool = False
    """Whether the game lists only some of what is legal; then `typed` and `parts` are its own."""

    flipped: int = 3
    """Combinations by day in which some of many options, together all, are the other way."""
    walks: int = 6
    """Games per combination of options that the conformance suite looks at."""
    fuzzed: int = 40
    """Games per combination of options that the fuzzer plays by day."""
    boards: Sequence[str] = ()
    """In a long game: the decisions before which every audience looks for what it may not know."""

    commands: Collection[str] = ()
    """Its own slash commands."""
    look_ups: Sequence[tuple[str, Mapping[str, str]]] = ()
    """Those that show something, with their options."""
    completed: Sequence[tuple[str, str]] = ()
    """Those with a parameter that is completed from what a seat knows."""

    lines: float = 0
    """The most lines of code for each rule, over all layers: what it takes now. It may only become less."""
    pace: Pace | None = None
    asked: Asked = Asked()
    benchmarks: Mapping[str, Callable[[], Report]] = {}
    """What is measured of this game alone."""

    def won(self, events: Sequence[Event]) -> Iterator[str]:
        """Who won each fight of a turn, from its events alone; empty where neither side did."""
        return iter(())

    def ahead(
        self, title: Any, state: Any, decision: Decision, action: Any, after: Any
    ) -> Mapping[str, str | None]:
        """The orders that a seat lays after an action: a plan of its battle, or what it does next.

        :param state: from which it chose, by `decision`; `after` is what came of it, in the same turn.
        """
        return {}

    winners: Mapping[str, str] = {}
    """The word by which a headline names who won a fight."""

    def shown(self, event: Event) -> bool:
        """Whether an event shows something hidden."""
        return event.reveals

    def seen_by(self, edit: str, state: Any, twin: Any) -> bool:
        """Whether an edit lets all see how two positions that looked alike differ."""
        return edit.split(maxsplit=1)[0] in self.seen_to_go

    def twins(self, state: Any, seat: str | None) -> Iterator[Any]:
        """States that differ from a given one only in what a seat, or the public, may not know."""
        return iter(())

    def in_hand(self, state: Any) -> str | None:
        """Whose turn it is; None while it is everybody's."""
        raise NotImplementedError

    def seldom(self, state: Any) -> Iterator[Any]:
        """States with decisions that random play hardly ever meets, made of one that was met."""
        return iter(())

    def typed(self, state: Any, listed: Sequence[Any]) -> Iterator[Any]:
        """Actions near those listed, legal or not."""
        return iter(())

    def parts(self, state: Any, listed: Sequence[Any], action: Any) -> Sequence[Any] | None:
        """The smaller actions that an unlisted one comes to.

        None of them where it stands by itself as another choice of counters than those listed; None where
        it should have been listed.
        """
        return None


@cache
def fixture_of(game: str) -> Fixture:
    """What the suites are told of a game.

    :raises data.games.GameError: it says nothing.
    """
    made: Fixture = half(game, "fixtures")()
    return made
