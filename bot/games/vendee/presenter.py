"""*For God and For the King* in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.games.contract import Presenter
from bot.games.parts import queue
from bot.games.parts.lines import turn_and_phase
from bot.games.parts.story import edited
from bot.games.shown import Choice, Does, Form, Group, Heading, Preview, Scene
from bot.games.telling import Run, Told, runs
from bot.games.vendee import queues, scenes
from bot.games.vendee.brief import in_short
from bot.games.vendee.choices import Choices
from bot.games.vendee.chronicle import Chronicle
from bot.games.vendee.forms import Forms
from bot.games.vendee.moves import moves
from bot.games.vendee.names import Names
from bot.games.vendee.preview import Previews, is_previewed
from bot.games.vendee.reader import Reader
from bot.games.vendee.reference import reference
from bot.games.vendee.standing import Standing, series
from bot.games.vendee.story import VendeeStory
from bot.games.wording import level, worked
from data.catalogue import N_, _
from data.nouns import upper
from data.vendee.aims import SEAT_AIMS
from data.vendee.texts import EDITS, PHASES
from engines.core.contract import AnyTitle, Outcome
from engines.core.errors import NotationError
from engines.core.events import Edited, Event, Roll
from engines.core.statistics import Stake
from engines.vendee import events as happened
from engines.vendee.actions import Action
from engines.vendee.combat.events import GunsHeard
from engines.vendee.frames import as_side
from engines.vendee.purposes import Purpose
from engines.vendee.state import State
from engines.vendee.title import Vendee
from engines.vendee.view import View
from render import CloseUp, Series, Table
from render.vendee.moves import Fallen, Move
from render.vendee.sheets import THEATRE

ACCENTS = {"republican": 0x2F5D9B, "royalist": 0xD9D2C0, "": 0x5B6B3A}
"""The colours by the side that has the initiative of the month; at first neither has it."""
HISTORY = (
    N_("The Republic drafts men by lot. Parish after parish rings the tocsin and rises."),
    N_("The rebels choose nobles as leaders. The Republic learns that this is a war."),
    N_("Under the Sacred Heart and white cockade, the rebels capture towns, guns and powder."),
    N_("Saumur is in danger. The roads to Paris and to Nantes are open."),
    N_("The Republic's columns break up in the sunken lanes. Paris puts its generals on trial."),
    N_("The Convention orders the woods burnt and the harvest taken."),
    N_("The veteran garrison of Mayence marches down the Loire."),
    N_("Three columns close in on Cholet. Behind the Royalists is only the river."),
)

R = TypeVar("R", bound=Reader)


class VendeePresenter(Presenter[State, Action]):
    """Words for the war in the Vendée. A text about an event uses only the event."""

    title: Vendee
    scored_for = N_("for the Republic")
    counted_by = N_("Month")
    seat_aims = SEAT_AIMS
    card = CloseUp(sheet=THEATRE)

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self.names = Names(self.title.box)
        self._story = VendeeStory(self.names)
        self._standing = Standing(self.names)
        self._chronicle = Chronicle(self.names)

    @property
    def seats_inside(self) -> Mapping[str, str]:
        """`the Royalists`."""
        return {seat: self.names.they(seat) for seat in self.title.seats}

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The month with its phase, and the history of the last event that was played in it."""
        won = [event.winner for event in events if isinstance(event, happened.InitiativeWon)]
        played = [event.event for event in events if isinstance(event, happened.EventPlayed)]
        return Heading(
            title=upper(_("{month} 1793", month=self.names.month(chapter))),
            line=turn_and_phase(chapter, len(self.names.months), PHASES, events),
            text=self.title.box.event[played[-1]].history if played else str(HISTORY[chapter - 1]),
            colour=ACCENTS[won[-1] if won else ""],
        )

    def reference(self) -> list[Table]:
        """Sequence, modifiers and tables."""
        return reference(self.title.data.tables)

    def story_told(self, events: Sequence[Event]) -> Told:
        """Events in order; steps of a march and counters placed at once share a line."""
        return self._story.told(events)

    has_scenes = True

    def runs(self, events: Sequence[Event]) -> list[Run]:
        """Combats have posts of their own, and are summed up elsewhere."""
        return runs(self.names, scenes.segments(events), scenes.headlines, scenes.under_way)

    def in_brief(self, events: Sequence[Event]) -> list[str]:
        """The events for a player who plays on; first the results of marches to the guns that he allowed."""
        guns = [event for event in events if isinstance(event, GunsHeard)]
        brief = super().in_brief(events)
        return [*(line for line in self.tell(guns) if line not in brief), *brief]

    def brief(self, events: Sequence[Event]) -> list[str]:
        """Marches by their beginnings and ends."""
        return self.tell(in_short(events))

    def is_scene(self, before: State, events: Sequence[Event]) -> bool:
        """Whether a combat is being fought, or begins."""
        return scenes.is_under_way(before) or scenes.begins(events)

    def scenes(self, events: Sequence[Event]) -> list[Scene]:
        """The combats of a month."""
        return scenes.scenes(self.names, events, self.tell, self.chronicle)

    def after_edits(self, edits: Sequence[Edited]) -> list[str]:
        """A moderator's edits, in names."""
        return [edited(self.names.formatter, EDITS, edit) for edit in edits]

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Tracks, objectives and the counters on the map."""
        return self._standing.lines(view, seat)

    def now(self, stands: Outcome) -> str:
        """The provisional outcome; without a victory, the points that one takes."""
        if stands.level != "political":
            return super().now(stands)
        needed = self.names.box.charts.tables.victory.tactical
        return _("{said} · a victory takes {needed} points", said=super().now(stands), needed=needed)

    def closing(self, began: View, ended: View) -> list[str]:
        """Morale, and towns and objectives that changed hands, with their holders."""
        return self._standing.changes(began, ended)

    def private(self, view: View, seat: str) -> list[str]:
        """A side's activation, events, plans and own counters."""
        return self._standing.private(view, as_side(seat))

    def groups(self, state: State, seat: str) -> list[Group]:
        """Legal actions by kind, the likely ones first."""
        return self._to(Choices, state, seat).groups(self.title.legal_actions(state, seat))

    def within(self, state: State, seat: str, key: str) -> list[Group]:
        """One part of a long list."""
        return self._to(Choices, state, seat).within(self.title.legal_actions(state, seat), key)

    def choices(self, state: State, seat: str) -> list[Choice]:
        """All choices, from every part of a list."""
        listings = self._to(Choices, state, seat).listings(self.title.legal_actions(state, seat))
        # An action that follows at once can also be typed after it.
        return [each.choice for listing in listings if listing.id != "halt" for each in listing.entries]

    def forms(self, state: State, seat: str, key: str = "") -> list[Form]:
        """Forms for any number of a stack."""
        return [] if key else self._to(Forms, state, seat).forms(self.title.legal_actions(state, seat))

    def filled(self, state: State, seat: str, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation."""
        if form == queue.ID:
            return Does.ORDER.control(queue.written(values))
        return self._to(Forms, state, seat).filled(form, values)

    def ahead(self, state: State, seat: str, given: Mapping[str, str] | None = None) -> list[Form]:
        """The next activations, while there are any in this month."""
        if state.phase != "operations":
            return []
        return [queues.form(self.title, self.names, state, as_side(seat), given)._replace(about=state.turn)]

    def planned_so_far(self, state: State, seat: str, given: Mapping[str, str]) -> list[str]:
        """Why the queue does not go on, and it: a long one is cut."""
        waits = queues.waits(self.title, self.names, state, as_side(seat), given)
        return [*waits, *super().planned_so_far(state, seat, given)]

    def choice(self, state: State, seat: str, action: Action) -> Choice:
        """One action of a seat in words, also where it is not among the offered choices."""
        return self._to(Choices, state, seat).choice(action)

    def preview(self, state: State, seat: str, action: Action) -> Preview | None:
        """A way of several steps, a combat, or a hand-over that may end the operations."""
        if not is_previewed(action) or not self.title.is_legal(state, seat, action):
            return None
        return self._to(Previews, state, seat).of(action)

    def close(self, state: State, seat: str) -> CloseUp:
        """Around the group on the move, with the costs of its ways, or around a combat."""
        return self._to(Previews, state, seat).close()

    def barred(self, state: State, seat: str) -> list[str]:
        """The reasons why areas near a group's reach are closed, or no counter can march; and the accused."""
        return self._to(Previews, state, seat).barred() or self._to(Choices, state, seat).beside()

    def named(self, text: str) -> str:
        """A text with names in place of ids; some counters of a stack by their names."""
        ids = text.split(", ")
        if text.isdecimal() or self.names.knows(ids[0]):
            return self.names.listed(ids)
        try:
            return self.names.who(self.title.words.who(text))
        except NotationError:
            return text

    def _to(self, words: type[R], state: State, seat: str) -> R:
        return words(self.names, state, as_side(seat), self.view(state, seat))

    def moves(self, events: Sequence[Event]) -> list[Move | Fallen]:
        """Marches, attacks and retreats, and generals who fell."""
        sides = {id: general.side for id, general in self.title.box.general.items()}
        return moves(events, sides)

    def chronicle(self, events: Sequence[Event]) -> str:
        """A month as a paragraph of history."""
        return self._chronicle.month(events)

    def closed(self, view: View, chapter: int) -> View:
        """The end of a month."""
        return replace(view, turn=chapter, phase="end")

    def series(self, views: Sequence[Any], scores: Sequence[int | None]) -> list[Series]:
        """The score, morale and powder, month by month."""
        return [*super().series(views, scores), *series(self.names, views)]

    def verdict(self, outcome: Outcome) -> list[str]:
        """The victory points of the Republic, less those of the Royalists, with their working."""
        lines = [f"## {outcome.title}"]
        if outcome.winner is not None:
            lines.append(
                _(
                    "**{winner}** have won ({case}).",
                    winner=self.title.seat_names[outcome.winner],
                    case=outcome.case,
                )
            )
        if outcome.score is None:
            return [*lines, _("No points are counted.")]
        against = _("above 0 the Republic leads, below 0 the Royalists")
        noun = _("victory point") if abs(outcome.score) == 1 else _("victory points")
        return [*lines, f"**{level(outcome.score)} {noun}**, {against} ({outcome.case})", *worked(outcome)]

    def stakes(self, seat: str, roll: Roll) -> Stake | None:
        """The general's own side, whichever seat acted."""
        general = self.title.box.general.get(Purpose(str(roll.purpose)).subject)
        if general is not None:
            return Stake(general.side)
        return Stake("royalist" if roll.purpose == "join" else seat)
