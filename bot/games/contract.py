"""The contract by which a game is shown in the bot: prose, headings, controls, moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from bot.games import shown, table_events
from bot.games.shown import Awaited, Choice, Does, Form, Group, Heading, Headline, Preview, Scene, Sheet
from bot.games.telling import Run, Told
from bot.games.wording import changed, gain, level, lower, score_now, worked
from data.catalogue import N_, _
from data.nouns import clauses, counted, labelled, listed
from engines.core.contract import AnyTitle, Outcome, Title
from engines.core.events import TABLE_EVENTS, Edited, Event, GivenFor, Roll
from engines.core.memo import MemoLast
from engines.core.statistics import Stake
from render import WHOLE, CloseUp, Series, Table

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Presenter(ABC, Generic[S, A]):
    """One title's words. Public texts are made only from views and events, so that no secret can leak.

    The offers and pictures for one seat, private to it, are made from the state, as chances are: of the other
    seats they must say no more than the seat's own view does. A title describes its own events; this class
    describes those of every table (`TABLE_EVENTS`). Callers pass events and views redacted for the reader, by
    the title's `redact_all` and `view`.
    """

    def __init__(self, title: AnyTitle) -> None:
        self.title: Title[S, A] = title
        self._views: MemoLast[S, dict[str | None, Any]] = MemoLast(lambda _state: {})
        """The views of the position that was shown last, by seat."""

    def view(self, state: S, seat: str | None) -> Any:
        """The table as a seat sees it, or the public (None). A panel reads it several times."""
        views = self._views(state)
        if seat not in views:
            views[seat] = self.title.view(state, seat)
        return views[seat]

    @abstractmethod
    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The top of a chapter's card, from the events of the chapter."""

    def reference(self) -> list[Table]:
        """The quick reference: sequence, modifiers, tables; empty where the game has none."""
        return []

    @abstractmethod
    def story_told(self, events: Sequence[Event]) -> Told:
        """The game's own events, a line each, Markdown, and how many of the lines are final."""

    @abstractmethod
    def standing(self, view: Any, seat: str | None = None) -> list[str]:
        """The public position, a line each, Markdown.

        :param seat: a reader who also gets its `private` lines; facts in those are left out here.
        """

    @abstractmethod
    def groups(self, state: S, seat: str) -> list[Group]:
        """The legal actions of a seat that owes a decision, in groups.

        Where `title.secrets`, they are private to that seat. Where there are very many, the likely ones: any
        other can still be typed.
        """

    def within(self, state: S, seat: str, key: str) -> list[Group]:
        """The further choices that one opens, private to its seat; empty if it is out of date.

        :param key: the notation of the choice that opens them.
        """
        return []

    def choices(self, state: S, seat: str) -> list[Choice]:
        """All choices of a seat, each choice that opens further ones replaced by them."""
        return [
            inside
            for group in self.groups(state, seat)
            for choice in group.choices
            if choice.does is not Does.ORDER
            for inside in self._inside(state, seat, choice)
        ]

    def choice(self, state: S, seat: str, action: A) -> Choice:
        """An action in words, also where it is not among the offered choices."""
        typed = self.title.notation(action)
        return next(
            (each for each in self.choices(state, seat) if each.notation == typed), Choice(typed, typed, "")
        )

    def told_of(self, state: S, seat: str, group: Group) -> list[Choice]:
        """The choices that describe a group: where it opens further ones, the first of these."""
        first = group.choices[0]
        return self._inside(state, seat, first) if first.does is Does.OPEN else group.choices

    def _inside(self, state: S, seat: str, choice: Choice) -> list[Choice]:
        if choice.does is not Does.OPEN:
            return [choice]
        opened = self.within(state, seat, choice.notation)
        return [inside for group in opened for inside in group.choices]

    def forms(self, state: S, seat: str, key: str = "") -> list[Form]:
        """Forms that a seat can fill in, private to it, beside the choices of `groups`.

        :param key: of further choices that are open; then the forms that belong to those.
        """
        return []

    def form(self, state: S, seat: str, id: str) -> Form | None:
        """The form of that id, private to its seat; None where it can't be filled in now."""
        return next((form for form in self.forms(state, seat) if form.id == id), None)

    has_sheets = False
    """Whether any question of the title is answered by a sheet of several parts."""
    sheet_of: Mapping[str, str] = {}
    """Kinds of decision at which the sheet of a later one is begun, with that one."""

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
        """The sheet of a seat, private to it; None where no open question is answered in parts.

        Also for a seat that has handed its sheet in and may change it while others are awaited.

        :param kept: the parts written so far; None: none, so the sheet has what the seat handed in, else its
            standing orders, else the defaults.
        :param orders: its standing orders by kind.
        :param key: of further choices that are open.
        :param blank: leave out the defaults, as in a lesson.
        """
        return None

    def written(self, state: S, seat: str, text: str, change: str) -> str:
        """The sheet of a seat after a change, in the notation of a choice that writes.

        :raises EngineError: it can't be read, or does not fit.
        """
        raise NotImplementedError

    def plan(self, given: Mapping[str, str], state: S | None = None) -> Form | None:
        """Standing orders that belong together, on one form; None where the game has no such plan.

        :param given: a seat's orders by kind.
        :param state: on which its button is shown; there may be a nearer plan then.
        """
        return None

    def planned(self, values: Mapping[str, str]) -> dict[str, str | None]:
        """The orders of a filled-in plan, by kind, in stored form; None takes one back.

        :raises EngineError: one can't be read.
        """
        raise NotImplementedError

    def ahead(self, state: S, seat: str, given: Mapping[str, str] | None = None) -> list[Form]:
        """Forms for what comes later, private to the seat, also while others are asked.

        :param given: the seat's standing orders by kind, with which they begin; None leaves them blank.
        """
        return []

    def planned_so_far(self, state: S, seat: str, given: Mapping[str, str]) -> list[str]:
        """The plans that a seat has given, a line each, private to it."""
        plans = [kind.kind for kind in self.title.order_kinds if kind.answers and kind.kind in given]
        return [self.describe_order(kind, given[kind]) for kind in plans]

    def offers(self, state: S, seat: str, kind: str) -> shown.Offers | None:
        """Ready-made orders of a kind, private to its seat; it may take a second, off the event loop."""
        return None

    def filled(self, state: S, seat: str, form: str, values: Mapping[str, str]) -> str:
        """The action that the fields of a form describe, in its notation.

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
    """The sheet of the board on a chapter's card."""
    scored_for: str | N_ = ""
    """The side for which a score above 0 is good, where two sides share one: `for the French`."""
    counted_by: str | N_ = N_("Turn")
    """The unit in which a campaign's length is counted, in its summary."""
    defaults: Mapping[str, N_] = {}
    """What comes of the default, `nobody advances`, by kind of decision, where that is always the same."""
    seat_aims: Mapping[str, str | N_] = {}
    """How each seat of several wins, in a sentence of 100 characters."""

    def by_default(self, state: S, kind: str) -> str:
        """What comes of the default in a state, for all to read; empty where there are no words for it."""
        return str(self.defaults.get(kind, ""))

    def begun(self, events: Sequence[Event]) -> str:
        """What a screen says first while nothing in a chapter has mattered yet.

        :param events: those of the chapter, as the reader may know them.
        """
        return _("A new {turn} has begun.", turn=lower(str(self.counted_by)))

    def milestone(self, events: Sequence[Event]) -> str:
        """What a screen says first of a chapter's last event, if it ends a step and has no headline."""
        return ""

    def chapters(self, number: int) -> str:
        """A number of these units: `3 turns`."""
        called = self.counted_by
        return counted(number, (called.message if isinstance(called, N_) else called).lower())

    def series(self, views: Sequence[Any], scores: Sequence[int | None]) -> list[Series]:
        """The course of a campaign, from the public view of each chapter; six tracks at most.

        :param scores: the provisional score of each chapter, secrets included.
        """
        return [Series(_("Score"), scores)] if any(score is not None for score in scores) else []

    def verdict(self, outcome: Outcome) -> list[str]:
        """The result of a game with the score's working, a line each, Markdown; the first is a heading."""
        lines = [f"## {outcome.title}", self.result(outcome, "**{}**")]
        if outcome.score is not None:
            lines.append(_("**Score {score}**", score=self.points(outcome.score)))
        return lines + worked(outcome, self.points)

    def result(self, outcome: Outcome, style: str = "{}") -> str:
        """The winner, in a sentence; of a game for one, whether it is lost.

        :param style: the style of a seat's name.
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
        """The reasons for the result, a line each, Markdown.

        :param view: the public view of the last position.
        :param events: those of the last chapter.
        """
        return []

    def points(self, count: int) -> str:
        """A score, or a line of its working, with its sign."""
        return level(count)

    def balance(self, stands: Outcome, stood: Outcome | None = None) -> str:
        """The provisional outcome in a line, Markdown, with its change.

        :param stood: the provisional outcome at the beginning of the chapter, for the same viewer.
        """
        change = "" if stood is None else self.change(stands, stood)
        return _("{said} · {change}", said=self.now(stands), change=change) if change else self.now(stands)

    def change(self, stands: Outcome, stood: Outcome) -> str:
        """The change of the score in a chapter, in a phrase; empty where there is none."""
        if stands.score is None or stood.score is None:
            return ""
        changes = ", ".join(f"{of} {gain(self.points(by), by)}" for of, by in changed(stands, stood).items())
        if not changes:
            return ""
        total = gain(self.points(by), by) if (by := stands.score - stood.score) else _("even")
        counted = str(self.counted_by).lower()
        return _("this {counted_by} {total}: {changes}", counted_by=counted, total=total, changes=changes)

    def closed(self, view: Any, chapter: int) -> Any:
        """The public view at the end of a chapter, as if the next had not begun: for its map."""
        return view

    def closing(self, began: Any, ended: Any) -> list[str]:
        """The lasting changes of a chapter, a line each, from the public views at its beginning and end."""
        return []

    def now(self, stands: Outcome) -> str:
        """The provisional outcome in a line, Markdown."""
        return score_now(stands, self.points, str(self.scored_for))

    def own(self, view: Any, seat: str) -> str:
        """A seat's own position, in a line; empty where the table's score says it."""
        return ""

    def working(self, stands: Outcome) -> str:
        """The working of the score of `balance`, in a line of small print; empty where nothing counts."""
        parts = [f"{line.label} {self.points(line.value)}" for line in stands.working if line.value]
        return f"-# {' · '.join(parts)}" if parts else ""

    def stakes(self, seat: str, roll: Roll) -> Stake | None:
        """The seat whose luck a roll is, for the statistics of dice: by default the acting seat's."""
        return Stake(seat)

    def private(self, view: Any, seat: str) -> list[str]:
        """The facts that only `seat` knows, a line each, from its own view; private to it."""
        return []

    def results(self, events: Sequence[Event], view: Any, seat: str) -> list[str]:
        """What became of a seat's orders in this chapter and the one before, a phrase each; private to it."""
        return []

    def preview(self, state: S, seat: str, action: A) -> Preview | None:
        """The preview to confirm before an action; None where it is done at once, or refused.

        Like `groups` it is private to that seat.
        """
        return None

    def close(self, state: S, seat: str) -> CloseUp:
        """The part of the map for a seat's choices, private to it; the whole map by default."""
        return WHOLE

    def barred(self, state: S, seat: str) -> list[str]:
        """What a seat has to know beside its choices, as why some are missing, a line each, private to it."""
        return []

    def beside(self, state: S, seat: str, key: str) -> list[str]:
        """The same beside further choices, which a key has opened."""
        return []

    def due(self, state: S, seat: str | None = None) -> str:
        """What the game waits for, in a phrase; empty when it waits for nothing.

        Where the title has several seats each is named, unless the caller wants only that of `seat`.
        """
        asked: dict[str, list[str]] = {}
        for decision in self.title.decisions(state):
            if seat in (None, decision.seat):
                asked.setdefault(decision.prompt, []).append(decision.seat)
        if seat is not None or len(self.title.seats) == 1:
            return clauses(asked)
        names = self.title.seat_names
        return clauses(
            labelled(listed([f"**{names[owing]}**" for owing in seats]), prompt)
            for prompt, seats in asked.items()
        )

    def awaited(self, state: S) -> list[Awaited]:
        """The seats of a simultaneous decision, and whether each has given its part, in their order.

        Empty while no decision is simultaneous.
        """
        given, owed = self.title.given(state), self.title.decisions(state)
        if not given and len(owed) < 2:
            return []
        parts = [Awaited(decision.seat, True, decision.prompt) for decision in given]
        parts += [Awaited(decision.seat, False, decision.prompt) for decision in owed]
        return sorted(parts, key=lambda part: self.title.seats.index(part.seat))

    def tell(self, events: Sequence[Event]) -> list[str]:
        """The events, a line each, Markdown: of the game and of the table."""
        return self.told(events).lines

    def told(self, events: Sequence[Event]) -> Told:
        """The events, as from `tell`, and how many of the lines are final."""
        lines: list[str] = []
        begun = events_settled = lines_settled = 0
        runs = [list(run) for _key, run in groupby(events, key=table_events.origin)]
        for run, follows in zip_longest(runs, [run[0] for run in runs[1:]]):
            where = table_events.origin(run[0])
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
        """Whether an event is so common that the story leaves out if its player or an order caused it."""
        return False

    def runs(self, events: Sequence[Event]) -> list[Run]:
        """Events in runs; a run with a post of its own has a summary."""
        return [Run(list(events))]

    def in_brief(self, events: Sequence[Event]) -> list[str]:
        """The events for a player who plays on: a run with its own post is summed up once it is decided."""
        parts = (
            run.summary if run.summary is not None and run.headlines else self.brief(run.events)
            for run in self.runs(events)
        )
        return list(chain.from_iterable(parts))

    def lately(self, events: Sequence[Event]) -> list[str]:
        """An action for the beginning of a screen, which says its first sentence."""
        return self.in_brief(events)

    def headlines(self, events: Sequence[Event]) -> list[Headline]:
        """The fights, votes and marches that mattered, with who won them."""
        return [headline for run in self.runs(events) for headline in run.headlines]

    def brief(self, events: Sequence[Event]) -> list[str]:
        """The events where there is little room: without facts that the map beside them shows."""
        return self.tell(events)

    def on_card(self, events: Sequence[Event]) -> Told:
        """The events for the card of a chapter: a run with a post of its own is summed up there."""
        lines: list[str] = []
        begun = settled_events = settled_lines = 0
        for run in self.runs(events):
            summary = run.on_card
            whole = len(run.events), len(summary or ())
            telling = (
                self.told(run.events) if summary is None else Told(summary, *(whole if run.over else (0, 0)))
            )
            settled_events, settled_lines = begun + telling.events, len(lines) + telling.settled
            begun += len(run.events)
            lines += telling.lines
        return Told(lines, settled_events, settled_lines)

    has_scenes = False
    """Whether the title has runs with posts of their own."""

    def is_scene(self, before: S, events: Sequence[Event]) -> bool:
        """Whether events, which follow on the state `before`, belong to a run with a post of its own."""
        return False

    def scenes(self, events: Sequence[Event]) -> list[Scene]:
        """The scenes of a chapter with posts of their own, in order; finished ones are final."""
        return []

    def story(self, events: Sequence[Event]) -> list[str]:
        """The game's own events, a line each."""
        return self.story_told(events).lines

    def after_edits(self, edits: Sequence[Edited]) -> list[str]:
        """The results of a moderator's edits, a line each, where the typed text does not say them."""
        return []

    @property
    def seats_inside(self) -> Mapping[str, str]:
        """The names of the seats as they stand inside a sentence."""
        return self.title.seat_names

    def describe_order(self, kind: str, order: str) -> str:
        """A standing order as sentences; empty where there are none beyond the typed text."""
        return self.title.describe_order(kind, order, self.named)

    def named(self, text: str) -> str:
        """A text with names in place of ids."""
        return text

    def _table_told(self, events: Sequence[Event], where: str) -> Told:
        lines = [table_events.told(event, self.seats_inside) for event in events]
        if where == "table":
            return Told(lines, len(lines), len(lines))
        # Their results follow after all of them.
        return Told(lines + self.after_edits([each for each in events if isinstance(each, Edited)]), 0, 0)

    def narrate(self, events: Sequence[Event]) -> str:
        """One chapter of the campaign's history as a paragraph.

        Of the table's events it has stand-ins and a moderator's edits, once each: they made history. Time
        that ran out, dice for the table and undone actions did not.
        """
        game = self.chronicle([event for event in events if not isinstance(event, TABLE_EVENTS)])
        return " ".join(part for part in (game, *table_events.noted(events, self.seats_inside)) if part)


AnyPresenter: TypeAlias = Presenter[Any, Any]


class Game(NamedTuple):
    """The bot's data on one game."""

    presenter: type[AnyPresenter]
    channel: str
    """Name of its channel at the local table."""
    topic: str | N_
    """One line about it there."""
    aim: str | N_ = ""
    """The way to win, in three sentences."""
