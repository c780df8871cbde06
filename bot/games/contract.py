"""What a game must tell the bot so that it can be shown: prose, headings, controls, moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from bot.games import table_events
from bot.games.shown import MORE, Awaited, Choice, Form, Group, Heading, Preview, Scene, Sheet
from bot.games.telling import Run, Told
from bot.games.wording import changed, gain, level, lower, score_now, worked
from data.catalogue import N_, _
from data.nouns import counted, listed
from engines.core.contract import AnyTitle, Outcome, Title
from engines.core.events import TABLE_EVENTS, Edited, Event, GivenFor, Roll
from engines.core.statistics import Stake
from render import WHOLE, CloseUp, Series, Table

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Presenter(ABC, Generic[S, A]):
    """One title's words. What is public is made from views and events only, so that no secret can leak.

    What a seat is offered and shown, for it alone, is made from the state, as chances are: of the others it
    must say no more than the seat's own view does. A title tells its own events; what happens at every table
    (`TABLE_EVENTS`) is told here. Whoever calls gives events and views as the reader may know them:
    `redact_all` and `view` of the title make them so.
    """

    def __init__(self, title: AnyTitle) -> None:
        self.title: Title[S, A] = title

    @abstractmethod
    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The top of a chapter's card, from what happened in it."""

    def reference(self) -> list[Table]:
        """The quick reference: sequence, modifiers, tables; empty where the game has none."""
        return []

    @abstractmethod
    def story_told(self, events: Sequence[Event]) -> Told:
        """What happened in the game itself, a line each, Markdown, and how much of that stands."""

    @abstractmethod
    def standing(self, view: Any, seat: str | None = None) -> list[str]:
        """How things stand, a line each, Markdown.

        :param seat: whose `private` lines are told beside; what they have need not be said twice.
        """

    @abstractmethod
    def groups(self, state: S, seat: str) -> list[Group]:
        """The legal actions of a seat that owes a decision, grouped as they are offered.

        Where `title.secrets`, they are for that seat alone. Where there are very many, the likely ones: any
        other can still be typed.
        """

    def within(self, state: S, seat: str, key: str) -> list[Group]:
        """The further choices that one opens, for its seat alone; nothing where there are none any more.

        :param key: what follows `MORE`.
        """
        return []

    def choices(self, state: S, seat: str) -> list[Choice]:
        """All choices of a seat: in place of one that opens further ones, these."""
        return [
            inside
            for group in self.groups(state, seat)
            for choice in group.choices
            for inside in self._inside(state, seat, choice)
        ]

    def told_of(self, state: S, seat: str, group: Group) -> list[Choice]:
        """Choices that say what a group is about: where it opens further ones, the first of these."""
        first = group.choices[0]
        return self._inside(state, seat, first) if first.notation.startswith(MORE) else group.choices

    def _inside(self, state: S, seat: str, choice: Choice) -> list[Choice]:
        if not choice.notation.startswith(MORE):
            return [choice]
        opened = self.within(state, seat, choice.notation.removeprefix(MORE))
        return [inside for group in opened for inside in group.choices]

    def forms(self, state: S, seat: str, key: str = "") -> list[Form]:
        """What a seat can write in fields, for it alone, beside the choices of `groups`.

        :param key: of further choices that are open; then what goes with those.
        """
        return []

    def form(self, state: S, seat: str, id: str) -> Form | None:
        """The form of that id, for its seat alone; None where it can't be filled in now."""
        return next((form for form in self.forms(state, seat) if form.id == id), None)

    has_sheets = False
    """Whether anything that a seat is asked is written in parts."""

    def sheet(
        self,
        state: S,
        seat: str,
        kept: str | None,
        orders: Mapping[str, str],
        key: str = "",
        *,
        blank: bool = False,
    ) -> Sheet | None:
        """What a seat is writing, for it alone; None where it is asked nothing that is written in parts.

        Also for a seat that has handed its part in and may change it while the others are awaited.

        :param kept: what it has written so far; None: nothing, and what it handed in stands there, else what
            its standing orders say, else what silence means.
        :param orders: its standing orders by kind.
        :param key: of further choices that are open.
        :param blank: nothing stands there instead of what silence means, as in a lesson.
        """
        return None

    def written(self, state: S, seat: str, text: str, change: str) -> str:
        """What a seat has written after a change: what follows `WRITE`.

        :raises EngineError: it can't be read, or can't be put there.
        """
        raise NotImplementedError

    def plan(self, given: Mapping[str, str]) -> Form | None:
        """Standing orders that belong together, on one form; None where the game has no such plan.

        :param given: a seat's orders by kind.
        """
        return None

    def planned(self, values: Mapping[str, str]) -> dict[str, str | None]:
        """The orders of a plan that was written, by kind, as they are kept; None takes one back.

        :raises EngineError: one can't be read.
        """
        raise NotImplementedError

    def filled(self, state: S, seat: str, form: str, values: Mapping[str, str]) -> str:
        """The action that was written in the fields of a form, in its notation.

        :raises EngineError: it can't be read.
        """
        raise NotImplementedError

    @abstractmethod
    def moves(self, events: Sequence[Event]) -> Sequence[Any]:
        """Pieces that changed place, for the arrows of the map: hashable values of the title's own type."""

    @abstractmethod
    def chronicle(self, events: Sequence[Event]) -> str:
        """One chapter of the game itself as a paragraph of history."""

    card = WHOLE
    """The sheet of the board that hangs on a chapter's card."""
    scored_for: str | N_ = ""
    """For whom a score above 0 is good, where two sides share one: `for the French`."""
    counted_by: str | N_ = N_("Turn")
    """What a campaign of the title is counted by, in its summary."""

    def chapters(self, number: int) -> str:
        """So many of what a campaign is counted by: `3 turns`."""
        called = self.counted_by
        return counted(number, (called.message if isinstance(called, N_) else called).lower())

    def series(self, views: Sequence[Any], scores: Sequence[int | None]) -> list[Series]:
        """The course of a campaign, from the public view of each chapter; six tracks at most.

        :param scores: what each would have come to, secrets told.
        """
        return [Series(_("Score"), scores)] if any(score is not None for score in scores) else []

    def verdict(self, outcome: Outcome) -> list[str]:
        """How a game ended, with the score's working, a line each, Markdown; the first is a heading."""
        lines = [f"## {outcome.title}", self.result(outcome, "**{}**")]
        if outcome.score is not None:
            lines.append(_("**Score {score}**", score=self.points(outcome.score)))
        return lines + worked(outcome, self.points)

    def result(self, outcome: Outcome, style: str = "{}") -> str:
        """Who won, in a sentence; of a game for one, whether it is lost.

        :param style: how a seat's name is written.
        """
        names = self.title.seat_names
        if outcome.winner is not None:
            winner = style.format(names[outcome.winner])
            return _("{winner} won ({case}).", winner=winner, case=outcome.case)
        if len(self.title.seats) > 1:
            return _("Nobody has won ({case}).", case=outcome.case)
        loser = style.format(names[self.title.seats[0]])
        return _("{loser} has lost ({case}).", loser=loser, case=outcome.case)

    def aftermath(self, outcome: Outcome, view: Any, events: Sequence[Event]) -> list[str]:
        """Why it ended so, a line each, Markdown.

        :param view: of the last board, as everybody sees it.
        :param events: those of the last chapter.
        """
        return []

    def points(self, count: int) -> str:
        """What a score, or a line of its working, comes to, with its sign."""
        return level(count)

    def balance(self, stands: Outcome, stood: Outcome | None = None) -> str:
        """What a position would come to if the game ended so, in a line, Markdown, and what has changed.

        :param stood: the same when the chapter began, to the same eyes.
        """
        said = self.now(stands)
        if stood is None or stands.score is None or stood.score is None:
            return said
        changes = [f"{of} {gain(self.points(by), by)}" for of, by in changed(stands, stood).items()]
        if not changes:
            return said
        total = gain(self.points(by), by) if (by := stands.score - stood.score) else _("even")
        return _(
            "{said} · this {counted_by} {total}: {changes}",
            said=said,
            counted_by=str(self.counted_by).lower(),
            total=total,
            changes=", ".join(changes),
        )

    def closing(self, began: Any, ended: Any) -> list[str]:
        """What a chapter has changed for good, a line each, from what all saw when it began and ended."""
        return []

    def now(self, stands: Outcome) -> str:
        """What a position would come to if the game ended so, in a line, Markdown."""
        return score_now(stands, self.points, str(self.scored_for))

    def own(self, view: Any, seat: str) -> str:
        """How a seat stands itself, in a line; empty where the score of the table tells it."""
        return ""

    def working(self, stands: Outcome) -> str:
        """How the score of `balance` comes about, in a line of small print; empty where nothing counts."""
        parts = [f"{line.label} {self.points(line.value)}" for line in stands.working if line.value]
        return f"-# {' · '.join(parts)}" if parts else ""

    def stakes(self, seat: str, roll: Roll) -> Stake | None:
        """Whose luck a roll is, for the statistics of dice: by default that of whoever acted."""
        return Stake(seat)

    def private(self, view: Any, seat: str) -> list[str]:
        """What only `seat` knows, a line each, from its own view; for it alone."""
        return []

    def preview(self, state: S, seat: str, action: A) -> Preview | None:
        """What has to be seen before an action is confirmed; None where it is done at once, or refused.

        Like `groups` it is for that seat alone.
        """
        return None

    def close(self, state: S, seat: str) -> CloseUp:
        """The part of the map that goes with the choices of a seat, for it alone; all of it by default."""
        return WHOLE

    def barred(self, state: S, seat: str) -> list[str]:
        """Why what lies next to the choices of a seat is not among them, a line each, for it alone."""
        return []

    def due(self, state: S, seat: str | None = None) -> str:
        """What the game waits for, in a phrase; empty when it is for nothing.

        Where the title has several seats each is named, unless only what `seat` owes is wanted.
        """
        asked: dict[str, list[str]] = {}
        for decision in self.title.decisions(state):
            if seat in (None, decision.seat):
                asked.setdefault(decision.prompt, []).append(decision.seat)
        if seat is not None or len(self.title.seats) == 1:
            return "; ".join(asked)
        names = self.title.seat_names
        return "; ".join(
            f"{listed([f'**{names[owing]}**' for owing in seats])}: {lower(prompt)}"
            for prompt, seats in asked.items()
        )

    def awaited(self, state: S) -> list[Awaited]:
        """Who has given its part in a simultaneous decision and who is awaited, in the order of the seats.

        Empty while no decision is simultaneous.
        """
        given, owed = self.title.given(state), self.title.decisions(state)
        if not given and len(owed) < 2:
            return []
        parts = [Awaited(decision.seat, True, decision.prompt) for decision in given]
        parts += [Awaited(decision.seat, False, decision.prompt) for decision in owed]
        return sorted(parts, key=lambda part: self.title.seats.index(part.seat))

    def tell(self, events: Sequence[Event]) -> list[str]:
        """What happened, a line each, Markdown: in the game and at the table."""
        return self.told(events).lines

    def told(self, events: Sequence[Event]) -> Told:
        """What happened, as `tell` has it, and how much of that stands whatever follows."""
        lines: list[str] = []
        begun = events_settled = lines_settled = 0
        runs = [list(run) for _key, run in groupby(events, key=_where)]
        for run, follows in zip_longest(runs, [run[0] for run in runs[1:]]):
            where = _where(run[0])
            if where == "game":
                telling = self.story_told(run)
            elif isinstance(run[-1], GivenFor) and run[-1].source == "order" and self.is_routine(follows):
                telling = self._table_told(run[:-1], where)
            else:
                telling = self._table_told(run, where)
            events_settled, lines_settled = begun + telling.events, len(lines) + telling.settled
            begun += len(run)
            lines += telling.lines
        return Told(lines, events_settled, lines_settled)

    def is_routine(self, event: Event | None) -> bool:
        """Whether an event is so usual that nobody is told whether its player or an order brought it."""
        return False

    def runs(self, events: Sequence[Event]) -> list[Run]:
        """Events in runs, each that has a post of its own with the line that sums it up."""
        return [Run(list(events))]

    def in_brief(self, events: Sequence[Event]) -> list[str]:
        """What happened, for whoever plays on: what has its own post is a line as soon as it is decided."""
        parts = (
            [run.line] if run.line and run.decided else self.brief(run.events) for run in self.runs(events)
        )
        return list(chain.from_iterable(parts))

    def brief(self, events: Sequence[Event]) -> list[str]:
        """What happened, where there is little room: without what the map beside it shows."""
        return self.tell(events)

    def on_card(self, events: Sequence[Event]) -> Told:
        """What happened as the card of a chapter has it: what has a post of its own is a line there."""
        lines: list[str] = []
        begun = settled_events = settled_lines = 0
        for run, line, _decided, over in self.runs(events):
            telling = self.told(run) if line is None else Told([line], len(run) if over else 0, int(over))
            settled_events, settled_lines = begun + telling.events, len(lines) + telling.settled
            begun += len(run)
            lines += telling.lines
        return Told(lines, settled_events, settled_lines)

    has_scenes = False
    """Whether anything of the title has posts of its own."""

    def is_scene(self, before: S, events: Sequence[Event]) -> bool:
        """Whether what happened belongs to something that has a post of its own.

        :param before: the state in which it happened.
        """
        return False

    def scenes(self, events: Sequence[Event]) -> list[Scene]:
        """What of a chapter has posts of its own, in order; what is over stands as it is for good."""
        return []

    def story(self, events: Sequence[Event]) -> list[str]:
        """What happened in the game itself, a line each."""
        return self.story_told(events).lines

    def after_edits(self, edits: Sequence[Edited]) -> list[str]:
        """What a moderator's edits come to, a line each, where what was typed does not say it."""
        return []

    @property
    def seats_inside(self) -> Mapping[str, str]:
        """The names of the seats as they stand inside a sentence."""
        return self.title.seat_names

    def describe_order(self, kind: str, order: str) -> str:
        """A standing order as sentences; empty where it has none but what was typed."""
        return self.title.describe_order(kind, order, self.named)

    def named(self, text: str) -> str:
        """A text with names in place of ids."""
        return text

    def _table_told(self, events: Sequence[Event], where: str) -> Told:
        lines = [table_events.told(event, self.seats_inside) for event in events]
        if where == "table":
            return Told(lines, len(lines), len(lines))
        # What they come to stands after all of them.
        return Told(lines + self.after_edits([each for each in events if isinstance(each, Edited)]), 0, 0)

    def narrate(self, events: Sequence[Event]) -> str:
        """One chapter of the campaign's history as a paragraph.

        Of the table it has who acted in a player's place and what a moderator put right, once each: they
        made history. Time that ran out, dice for the table and what was taken back did not.
        """
        game = self.chronicle([event for event in events if not isinstance(event, TABLE_EVENTS)])
        return " ".join(part for part in (game, *table_events.noted(events, self.seats_inside)) if part)


AnyPresenter: TypeAlias = Presenter[Any, Any]


def _where(event: Event) -> str:
    """Where an event happened: in the game, at the table, or by a moderator's hand."""
    if isinstance(event, Edited):
        return "edits"
    return "table" if isinstance(event, TABLE_EVENTS) else "game"


class Game(NamedTuple):
    """What the bot has of one game."""

    presenter: type[AnyPresenter]
    channel: str
    """Name of its channel at the local table."""
    topic: str | N_
    """One line on it there."""
    aim: str | N_ = ""
    """How one wins, in three sentences."""
