"""*La Révolution Française* in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Presenter
from bot.games.parts.lines import turn_and_phase
from bot.games.revolution import scenes
from bot.games.revolution.choices import Choices
from bot.games.revolution.chronicle import Chronicle
from bot.games.revolution.close import close
from bot.games.revolution.labels import Labels
from bot.games.revolution.moves import moves
from bot.games.revolution.names import ACCENTS, Names
from bot.games.revolution.own import Own
from bot.games.revolution.reference import reference
from bot.games.revolution.sheet import Sheets
from bot.games.revolution.standing import Standing, aftermath, closing, series
from bot.games.revolution.story import RevolutionStory, edited
from bot.games.shown import GIFT, Field, Form, Group, Heading, Scene, Sheet
from bot.games.telling import Run, Told, runs
from bot.games.wording import level
from data.catalogue import _
from data.revolution.aims import SEAT_AIMS
from data.revolution.kinds import FORMS, PROPOSED
from data.revolution.tables import SEATS
from data.revolution.texts import PHASES
from engines.core.contract import AnyTitle, Outcome
from engines.core.errors import EngineError
from engines.core.events import Edited, Event, GivenFor
from engines.revolution.actions import Action
from engines.revolution.answers import Give
from engines.revolution.events import Answered
from engines.revolution.politics.events import RegimeInstalled
from engines.revolution.score import placings
from engines.revolution.state import State
from engines.revolution.title import Revolution
from engines.revolution.view import View
from render import CloseUp, Series, Table
from render.revolution.moves import Shown


class RevolutionPresenter(Presenter[State, Action]):
    """Words for France from 1791 to 1795. A text about an event uses only the event."""

    title: Revolution

    has_sheets = True
    seat_aims = SEAT_AIMS

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self.names = Names(self.title.box)
        self._story = RevolutionStory(self.names)
        self._standing = Standing(self.names)
        self._chronicle = Chronicle(self.names)

    @property
    def seats_inside(self) -> Mapping[str, str]:
        """`the Gironde`."""
        return {seat: self.names.who(seat) for seat in self.title.seats}

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The half-year with its step, in the colour of the last regime installed."""
        came = [event.regime for event in events if isinstance(event, RegimeInstalled)]
        colour = next((ACCENTS[regime] for regime in ACCENTS if came and regime == came[-1]), 0x6B5B3A)
        return Heading(
            title=self.names.dates(chapter),
            line=turn_and_phase(chapter, len(self.names.turns), PHASES, events),
            text=self.names.turns[chapter - 1].history,
            colour=colour,
        )

    def reference(self) -> list[Table]:
        """Sequence, prices, tables and laws."""
        return reference(self.names)

    def story_told(self, events: Sequence[Event]) -> Told:
        """Events in order, under the steps of the turn."""
        return self._story.told(events)

    def told(self, events: Sequence[Event]) -> Told:
        """The story, without a stand-in's name for a Current that only hands its form in."""
        kept = [at for at, event in enumerate(events) if not _sits_in(event, events[at + 1 : at + 2])]
        telling = super().told([events[at] for at in kept])
        settled = kept[telling.events] if telling.events < len(kept) else len(events)
        return telling._replace(events=settled)

    def after_edits(self, edits: Sequence[Edited]) -> list[str]:
        """A moderator's edits, in names."""
        return [edited(self.names, edit) for edit in edits]

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Regime, Currents, tracks, regions, wars and the King."""
        return self._standing.lines(view, seat)

    def change(self, stands: Outcome, stood: Outcome) -> str:
        """The change of the winner's points, where the winner was the same."""
        return super().change(stands, stood) if stood.winner == stands.winner else ""

    def now(self, stands: Outcome) -> str:
        """The owner of the points shown."""
        return _(
            "⚖️ If the game ended now: **{title}** · {score} points", title=stands.title, score=stands.score
        )

    def own(self, view: View, seat: str) -> str:
        """A Current's own points, Fame, purse, deputies and objective."""
        return self._standing.current(view, seat)

    def results(self, events: Sequence[Event], view: View, seat: str) -> list[str]:
        """What became of the last form that a Current wrote on, and what befell it since."""
        return Own(self.names, view, seat).phrases(events)

    def private(self, view: View, seat: str) -> list[str]:
        """A Current's people, and its answers on file."""
        return self._standing.private(view, seat)

    def groups(self, state: State, seat: str) -> list[Group]:
        """The open question, by kind; for a form, ways to fill it in whole."""
        return Choices(self._labels(state, seat)).asked(self.title.legal_actions(state, seat))

    def within(self, state: State, seat: str, key: str) -> list[Group]:
        """The number of rolls of an action."""
        try:
            return Choices(self._labels(state, seat)).within(key)
        except EngineError:
            return []

    def sheet(
        self,
        state: State,
        seat: str,
        kept: str | None,
        orders: Mapping[str, str],
        key: str = "",
        *,
        blank: bool = False,
    ) -> Sheet | None:
        """The form that a seat fills in."""
        return Sheets(self.title, self._labels(state, seat)).sheet(kept, orders, key, blank=blank)

    def forms(self, state: State, seat: str, key: str = "") -> list[Form]:
        """Money for another Current, while they negotiate; later forms have a list for it (R-SEQ-08)."""
        if key or not self.title.talks(state):
            return []
        other = next(each for each in self.title.seats if each != seat)
        fields = [
            Field("seat", _("To whom"), "", other),
            Field(
                "amount", _("How many of your {money}", money=self.names.money(state.purses[seat])), "", "100"
            ),
        ]
        return [Form(GIFT, _("Give money …"), _("Paid at once, not with a form; not binding"), fields)]

    def filled(self, state: State, seat: str, form: str, values: Mapping[str, str]) -> str:
        """The gift in notation."""
        return self.title.notation(self.title.filled(state, Give, values, seat))

    def written(self, state: State, seat: str, text: str, change: str) -> str:
        """The form after a change."""
        return Sheets(self.title, self._labels(state, seat)).written(text, change)

    def _labels(self, state: State, seat: str) -> Labels:
        return Labels(self.names, state, seat)

    def close(self, state: State, seat: str) -> CloseUp:
        """Where a seat may act, with its chance."""
        return close(self._labels(state, seat))

    defaults = dict.fromkeys(FORMS, PROPOSED)
    has_scenes = True

    def milestone(self, events: Sequence[Event]) -> str:
        """Forms that all have submitted."""
        return scenes.milestone(events[-1])

    def runs(self, events: Sequence[Event]) -> list[Run]:
        """Votes on laws and combats have posts of their own, and are summed up elsewhere."""
        return runs(self.names, scenes.segments(events), scenes.headlines, scenes.under_way)

    def is_scene(self, before: State, events: Sequence[Event]) -> bool:
        """Where the events decide something with a post of its own."""
        return any(isinstance(event, scenes.DECISIVE) for event in events)

    def scenes(self, events: Sequence[Event]) -> list[Scene]:
        """Votes, combats and days of a turn."""
        return scenes.scenes(self.names, events, self.tell)

    def moves(self, events: Sequence[Event]) -> list[Shown]:
        """Armies, regions in other hands, and the last vote."""
        return moves(self.names, events)

    def chronicle(self, events: Sequence[Event]) -> str:
        """A turn as a paragraph of history."""
        return self._chronicle.turn(events)

    def closed(self, view: View, chapter: int) -> View:
        """The end of a turn."""
        return replace(view, turn=chapter, step="fame")

    def series(self, views: Sequence[Any], scores: Sequence[int | None]) -> list[Series]:
        """The provisional score of each Current, turn by turn."""
        return series(self.names, views)

    def verdict(self, outcome: Outcome) -> list[str]:
        """The winner, its points, and the places of all."""
        lines = super().verdict(outcome)
        by_seat = placings(outcome)
        ranks = sorted(SEATS, key=lambda seat: by_seat.get(seat, len(SEATS)))
        ranking = [f"{by_seat[seat]}. {self.names.head(seat)}" for seat in ranks if seat in by_seat]
        if not ranking:
            return lines
        fixed = _("-# The winner and the regime fix all places (R-WIN-15).")
        return [*lines, _("**Places** {told}", told=" · ".join(ranking)), fixed]

    def closing(self, began: View, ended: View) -> list[str]:
        """The points of all, and regions that changed hands."""
        return closing(self.names, began, ended)

    def aftermath(self, outcome: Outcome, view: View, events: Sequence[Event]) -> list[str]:
        """The points of all, and the vote of the five that decided."""
        return aftermath(self.names, outcome, view)

    def points(self, count: int) -> str:
        """Points are never negative."""
        return level(count).removeprefix("+")


def _sits_in(event: Event, then: Sequence[Event]) -> bool:
    """Whether an event only says that a stand-in hands in a form; an order's owner is told otherwise."""
    return (
        isinstance(event, GivenFor)
        and event.secret is not True
        and any(isinstance(after, Answered) and after.seat == event.seat for after in then)
    )
