"""*The Valmy Campaign* in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.games.contract import Presenter
from bot.games.parts import queue
from bot.games.parts.lines import turn_and_phase
from bot.games.parts.story import edited
from bot.games.shown import Choice, Does, Form, Group, Heading, Offers, Preview, Scene
from bot.games.telling import Run, Told, runs
from bot.games.valmy import battles, plan, queues, scenes
from bot.games.valmy.beside import Beside
from bot.games.valmy.choices import Choices
from bot.games.valmy.chronicle import Chronicle
from bot.games.valmy.forms import Forms
from bot.games.valmy.moves import blows, moves
from bot.games.valmy.names import Names, points
from bot.games.valmy.preview import Previews
from bot.games.valmy.reader import Reader
from bot.games.valmy.reference import reference
from bot.games.valmy.standing import Standing, series
from bot.games.valmy.story import ValmyStory, heard
from bot.games.wording import worked
from data.catalogue import N_, _
from data.nouns import labelled, upper
from data.valmy.aims import SEAT_AIMS
from data.valmy.texts import EDITS, PHASES
from engines.core.contract import AnyTitle, Outcome
from engines.core.events import Edited, Event
from engines.valmy import events as happened
from engines.valmy.actions import Action
from engines.valmy.box import as_side
from engines.valmy.combat.events import BattleBegun
from engines.valmy.state import State, units_in
from engines.valmy.title import Valmy
from engines.valmy.view import View, battle_of, fight_of
from render import CloseUp, Series, Table
from render.valmy.moves import Blow, Move

NEUTRAL = 0x5B6B3A
"""Accent of a turn in which neither side has the initiative yet."""
R = TypeVar("R", bound=Reader)


class ValmyPresenter(Presenter[State, Action]):
    """Words for the Argonne in September 1792. A text about an event uses only the event."""

    title: Valmy
    has_scenes = True
    scored_for = N_("for the French")
    seat_aims = SEAT_AIMS

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self.names = Names(self.title.box)
        self._story = ValmyStory(self.names)
        self._standing = Standing(self.names)
        self._chronicle = Chronicle(self.names)

    @property
    def seats_inside(self) -> Mapping[str, str]:
        """`the French`."""
        return {seat: self.names.they(seat) for seat in self.title.seats}

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The days with their phase, and their history."""
        won = [event.side for event in events if isinstance(event, happened.InitiativeWon)]
        return Heading(
            title=f"{self.names.dates(chapter)} 1792",
            line=turn_and_phase(chapter, len(self.names.turns), PHASES, events),
            text=self.names.turns[chapter - 1].history,
            colour=scenes.ACCENTS[won[-1]] if won else NEUTRAL,
        )

    def reference(self) -> list[Table]:
        """Sequence, modifiers and tables."""
        return reference(self.title.data.tables)

    def tell(self, events: Sequence[Event]) -> list[str]:
        """The events; each battle names a side's stand-in once."""
        return self.told(heard(events)).lines

    def story_told(self, events: Sequence[Event]) -> Told:
        """Events in order; a way and a volley share a line."""
        return self._story.told(events)

    def runs(self, events: Sequence[Event]) -> list[Run]:
        """Battles have posts of their own, and are summed up elsewhere."""
        return runs(self.names, scenes.segments(events), scenes.headlines, scenes.under_way)

    def is_scene(self, before: State, events: Sequence[Event]) -> bool:
        """Whether a battle is being fought, or begins."""
        return battle_of(before) is not None or any(isinstance(event, BattleBegun) for event in events)

    def scenes(self, events: Sequence[Event]) -> list[Scene]:
        """The battles of a turn."""
        return scenes.scenes(self.names, events, self.tell)

    def after_edits(self, edits: Sequence[Edited]) -> list[str]:
        """A moderator's edits, in names."""
        return [edited(self.names.formatter, EDITS, edit) for edit in edits]

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Score, morale, cities and the counters on the map."""
        return self._standing.lines(view, seat)

    def closing(self, began: View, ended: View) -> list[str]:
        """Army morale, and who holds the cities."""
        return self._standing.closing(ended)

    def aftermath(self, outcome: Outcome, view: View, events: Sequence[Event]) -> list[str]:
        """Who has marched out, where that has won."""
        at_once = (outcome.level, outcome.winner) == ("automatic", "allied")
        broken = view.morale["french"].state == "broken"
        return [self._standing.marched_out(view)] if at_once and not broken else []

    def private(self, view: View, seat: str) -> list[str]:
        """A side's command, box by box."""
        return self._standing.private(view, as_side(seat))

    def groups(self, state: State, seat: str) -> list[Group]:
        """Legal actions by kind, the likely ones first."""
        groups = self._to(Choices, state, seat).groups(self.title.legal_actions(state, seat))
        if state.stack and isinstance(state.stack[-1], battles.PLANNED):
            groups.insert(0, battles.offer())
        return groups

    def offers(self, state: State, seat: str, kind: str) -> Offers | None:
        """Plans for the battle under way."""
        return battles.plans(self.title, self.names, state, as_side(seat))

    def within(self, state: State, seat: str, key: str) -> list[Group]:
        """One part of a long list."""
        return self._to(Choices, state, seat).within(self.title.legal_actions(state, seat), key)

    def choices(self, state: State, seat: str) -> list[Choice]:
        """All choices, from every part of a list."""
        listings = self._to(Choices, state, seat).listings(self.title.legal_actions(state, seat))
        return [entry.choice for listing in listings for entry in listing.entries]

    def forms(self, state: State, seat: str, key: str = "") -> list[Form]:
        """Forms for choices with too many ways to list."""
        return self._to(Forms, state, seat).forms(key)

    def form(self, state: State, seat: str, id: str) -> Form | None:
        """A form by its id; a single leader has one too."""
        return self._to(Forms, state, seat).form(id)

    def plan(self, given: Mapping[str, str], state: State | None = None) -> Form | None:
        """A side's plan for its battles; during one the plan for that one stands in its place."""
        return None if state is not None and battle_of(state) is not None else plan.form(given)

    def ahead(self, state: State, seat: str, given: Mapping[str, str] | None = None) -> list[Form]:
        """The next activations, while there are any in this turn; during a battle its plan."""
        battle = battle_of(state)
        if battle is not None:
            own = units_in(self.names.box, state, battle.box, as_side(seat))
            unit = self.names.name(own[0]) if own else ""
            return [plan.of_battle(given, unit)._replace(about=fight_of(state))]
        if state.phase != "activations":
            return []
        return [queues.form(self.title, self.names, state, as_side(seat), given)._replace(about=state.turn)]

    def planned_so_far(self, state: State, seat: str, given: Mapping[str, str]) -> list[str]:
        """Why a queue does not go on, and the plans: a long one is cut."""
        waits = queues.waits(self.title, self.names, state, as_side(seat), given)
        return [*waits, *super().planned_so_far(state, seat, given)]

    def planned(self, values: Mapping[str, str]) -> dict[str, str | None]:
        """The orders of a plan."""
        return dict(plan.orders(self.title, values))

    def filled(self, state: State, seat: str, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation."""
        if form in (queue.ID, plan.OF_BATTLE):
            return Does.ORDER.control((queue.written if form == queue.ID else plan.written)(values))
        return self._to(Forms, state, seat).filled(form, values)

    def choice(self, state: State, seat: str, action: Action) -> Choice:
        """One action of a seat in words, also where it is not among the offered choices."""
        return self._to(Choices, state, seat).choice(action)

    def preview(self, state: State, seat: str, action: Action) -> Preview | None:
        """A way into enemies or off the map, a melee, or a pass that ends the activations."""
        if not self.title.is_legal(state, seat, action):
            return None
        return self._to(Previews, state, seat).of(action)

    def close(self, state: State, seat: str) -> CloseUp:
        """Around the counters on the move, or around a battle."""
        return self._to(Previews, state, seat).close()

    def barred(self, state: State, seat: str) -> list[str]:
        """What the question means, and the abbreviations in the names of the units."""
        return self._to(Beside, state, seat).lines()

    def named(self, text: str) -> str:
        """A text with names in place of ids."""
        return self.names.listed(text.split(", "))

    def _to(self, words: type[R], state: State, seat: str) -> R:
        return words(self.names, state, as_side(seat), self.view(state, seat))

    def moves(self, events: Sequence[Event]) -> list[Move | Blow]:
        """Marches, reactions, attacks and retreats; in a battle its last exchange besides."""
        return [*moves(events), *blows(self.names.box, events)]

    def chronicle(self, events: Sequence[Event]) -> str:
        """A turn as a paragraph of history."""
        return self._chronicle.turn(events)

    def closed(self, view: View, chapter: int) -> View:
        """The end of a turn."""
        return replace(view, turn=chapter, phase="army-morale")

    def series(self, views: Sequence[Any], scores: Sequence[int | None]) -> list[Series]:
        """Points of each side, morale and cities, turn by turn."""
        return series(self.names, views)

    def verdict(self, outcome: Outcome) -> list[str]:
        """The winner, with its points; those of a game are counted in halves."""
        lines = [f"## {outcome.title}"]
        if outcome.winner is not None:
            lines.append(
                _(
                    "**{winner}** have won ({case}).",
                    winner=upper(self.names.they(outcome.winner)),
                    case=outcome.case,
                )
            )
        else:
            lines.append(_("Nobody has won ({case}).", case=outcome.case))
        if outcome.score is None:
            return lines
        ahead = _("the French points less those of the Allies")
        lines.append(labelled(f"**{points(outcome.score)}**", f"{ahead} ({outcome.case})"))
        return [*lines, *worked(outcome, points)]

    def now(self, stands: Outcome) -> str:
        """The provisional outcome; its title names the side that leads by so many points."""
        if not stands.score:
            return super().now(stands)
        lead = points(abs(stands.score))
        return _("⚖️ If the game ended now: **{title}** · lead {lead}", title=stands.title, lead=lead)

    def points(self, count: int) -> str:
        """Points are counted in halves."""
        return points(count)
