"""What a game must tell the bot so that it can be shown: prose, headings, controls, moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from bot.games import beside
from engines.core.contract import AnyTitle, Decision, Outcome
from engines.core.events import TABLE_EVENTS, Event, Roll
from engines.core.statistics import Stake
from render import WHOLE, CloseUp, Series


class Choice(NamedTuple):
    """One legal action as it is offered: what a button says and what it does."""

    notation: str
    label: str
    """Short words for a button, chance included."""
    detail: str
    """The same with its arithmetic, for a select's description or autocomplete."""
    tone: str = "secondary"
    """`primary`, `secondary`, `success` or `danger`."""

    @property
    def reason(self) -> str:
        """The arithmetic without the chance, which the label has already."""
        return self.detail.partition("%: ")[2] or self.detail


class Group(NamedTuple):
    """Choices of one kind, shown together."""

    id: str
    prompt: str
    choices: list[Choice]


class Preview(NamedTuple):
    """What an action leads to, as far as its seat can know; told to it before it goes through with it."""

    lines: list[str]
    """Markdown."""
    label: str
    """What the button says that goes through with it."""
    close: CloseUp = WHOLE
    """The part of the map that goes with it; `WHOLE` is none."""


class Heading(NamedTuple):
    """What a chapter's card begins with."""

    title: str
    line: str
    """Date, deck and the like, in small print."""
    text: str
    """History."""
    colour: int
    """Accent, 0xRRGGBB."""


class Awaited(NamedTuple):
    """One seat's part in a decision that several seats make at once, without its content."""

    seat: str
    given: bool
    phrase: str
    """What it is asked."""


class Presenter(ABC):
    """One title's words. Made from views and events only, so that no secret can leak.

    A title tells its own events; what happens at every table (`TABLE_EVENTS`) is told here. Whoever calls
    gives events and views as the reader may know them: `told_all` and `view` of the title make them so.
    """

    def __init__(self, title: AnyTitle) -> None:
        self.title = title

    @abstractmethod
    def heading(self, chapter: int, events: Sequence[Event]) -> Heading:
        """The top of a chapter's card, from what happened in it."""

    @abstractmethod
    def story(self, events: Sequence[Event]) -> list[str]:
        """What happened in the game itself, a line each, Markdown."""

    @abstractmethod
    def standing(self, view: Any, seat: str | None = None) -> list[str]:
        """How things stand, a line each, Markdown.

        :param seat: whose `private` lines are told beside; what they have need not be said twice.
        """

    @abstractmethod
    def groups(self, state: msgspec.Struct, seat: str) -> list[Group]:
        """The legal actions of a seat that owes a decision, grouped as they are offered.

        Where `title.secrets`, they are for that seat alone. Where there are very many, the likely ones: any
        other can still be typed.
        """

    @abstractmethod
    def moves(self, events: Sequence[Event]) -> Sequence[Any]:
        """Pieces that changed place, for the arrows of the map: hashable values of the title's own type."""

    @abstractmethod
    def chronicle(self, events: Sequence[Event]) -> str:
        """One chapter of the game itself as a paragraph of history."""

    counted_by = "Turn"
    """What a campaign of the title is counted by, in its summary."""

    def series(self, views: Sequence[Any]) -> list[Series]:
        """The course of a campaign, from the public view of each chapter; six tracks at most."""
        return []

    def verdict(self, outcome: Outcome) -> list[str]:
        """How a game ended, with the score's working, a line each, Markdown; the first is a heading."""
        winner = outcome.winner
        how = "Nobody has won" if winner is None else f"**{self.title.seat_names[winner]}** has won"
        lines = [f"## {outcome.title}", f"{how} ({outcome.case})."]
        if outcome.score is not None:
            lines.append(f"**Score {points(outcome.score)}**")
        return lines + worked(outcome)

    def stakes(self, seat: str, roll: Roll) -> Stake | None:
        """Whose luck a roll is, for the statistics of dice: by default that of whoever acted."""
        return Stake(seat)

    def private(self, view: Any, seat: str) -> list[str]:
        """What only `seat` knows, a line each, from its own view; for it alone."""
        return []

    def preview(self, state: msgspec.Struct, seat: str, action: Any) -> Preview | None:
        """What has to be seen before a legal action is confirmed; None where it is done at once.

        Like `groups` it is for that seat alone.
        """
        return None

    def close(self, state: msgspec.Struct, seat: str) -> CloseUp:
        """The part of the map that goes with the choices of a seat, for it alone; `WHOLE` is none."""
        return WHOLE

    def prompt(self, decision: Decision) -> str:
        """What a decision asks, in a phrase that begins with a verb and a capital letter."""
        return decision.prompt

    def due(self, state: msgspec.Struct, seat: str | None = None) -> str:
        """What the game waits for, in a phrase; empty when it is for nothing.

        Where the title has several seats each is named, unless only what `seat` owes is wanted.
        """
        asked: dict[str, list[str]] = {}
        for decision in self.title.decisions(state):
            if seat in (None, decision.seat):
                asked.setdefault(self.prompt(decision), []).append(decision.seat)
        if seat is not None or len(self.title.seats) == 1:
            return "; ".join(asked)
        names = self.title.seat_names
        return "; ".join(
            f"{listed([f'**{names[owing]}**' for owing in seats])}: {_lower(prompt)}"
            for prompt, seats in asked.items()
        )

    def awaited(self, state: msgspec.Struct) -> list[Awaited]:
        """Who has given its part in a simultaneous decision and who is awaited, in the order of the seats.

        Empty while no decision is simultaneous.
        """
        given, owed = self.title.given(state), self.title.decisions(state)
        if not given and len(owed) < 2:
            return []
        parts = [Awaited(decision.seat, True, self.prompt(decision)) for decision in given]
        parts += [Awaited(decision.seat, False, self.prompt(decision)) for decision in owed]
        return sorted(parts, key=lambda part: self.title.seats.index(part.seat))

    def tell(self, events: Sequence[Event]) -> list[str]:
        """What happened, a line each, Markdown: in the game and at the table."""
        lines: list[str] = []
        for of_the_table, group in groupby(events, key=lambda event: isinstance(event, TABLE_EVENTS)):
            run = list(group)
            if of_the_table:
                lines += [beside.told(event, self.title.seat_names) for event in run]
            else:
                lines += self.story(run)
        return lines

    def narrate(self, events: Sequence[Event]) -> str:
        """One chapter of the campaign's history as a paragraph.

        Of the table it has who acted in a player's place and what a moderator put right, once each: they
        made history. Time that ran out, dice for the table and what was taken back did not.
        """
        notes = dict.fromkeys(beside.noted(event, self.title.seat_names) for event in events)
        game = self.chronicle([event for event in events if not isinstance(event, TABLE_EVENTS)])
        return " ".join(part for part in (game, *notes) if part)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def listed(names: Sequence[str]) -> str:
    """`A, B and C`."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def arithmetic(roll: Roll, source: Callable[[str], str] = str) -> str:
    """A roll with every modifier: `🎲 4 +1 (French Army) = 5, needs 5: success`.

    `source` makes words of a modifier's label.
    """
    faces = "+".join(str(face) for face in roll.faces)
    terms = "".join(f" {signed(modifier.value)} ({source(modifier.label)})" for modifier in roll.modifiers)
    total = f" = {roll.total}" if roll.modifiers else ""
    verdict = "success" if roll.success else "failure"
    if roll.natural:
        verdict = f"a natural {roll.faces[0]} always {'succeeds' if roll.success else 'fails'}"
    return f"🎲 **{faces}**{terms}{total}, needs {roll.needed}: {verdict}"


def place(value: int) -> str:
    """A box of a track: `3`, `0`, `−1`."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """`+1`, `−2` with a real minus sign."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def points(value: int) -> str:
    """A number of points with its sign: `+3`, `−1`, `0`."""
    return signed(value) if value else "0"


def worked(outcome: Outcome) -> list[str]:
    """The working of a score, a line each in small print."""
    return [f"-# {points(line.value)} · {line.label}" for line in outcome.working]


def direction(name: str, preposition: str = "to") -> str:
    """A place after `to` or `in`: `to Paris`, `to sea`, `at sea`."""
    if not name.startswith("At "):
        return f"{preposition} {name}"
    bare = name.removeprefix("At ").lower()
    return f"at {bare}" if preposition == "in" else f"{preposition} {bare}"


def counted(number: int, noun: str) -> str:
    """`1 action`, `2 actions`, `no actions`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
