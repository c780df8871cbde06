"""*La Grande Armée* in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.games.contract import Presenter
from bot.games.grande_armee import chronicle, scenes, standing
from bot.games.grande_armee.attacks import Attacks
from bot.games.grande_armee.chances import answers, fight, glosses, risks, unfed
from bot.games.grande_armee.choices import Choices
from bot.games.grande_armee.forms import Forms, drafts
from bot.games.grande_armee.names import Names
from bot.games.grande_armee.reference import reference
from bot.games.grande_armee.sheet import Marches
from bot.games.grande_armee.story import GrandeArmeeStory
from bot.games.parts.lines import turn_and_phase
from bot.games.shown import Choice, Form, Group, Heading, Preview, Scene, Sheet
from bot.games.telling import Run, Told, runs
from bot.games.wording import worked
from data.catalogue import _, retold
from data.grande_armee import texts
from data.grande_armee.aims import SEAT_AIMS
from data.grande_armee.hexes import Hex
from data.grande_armee.texts import DEFAULTS, DEFENDS, FEED, PHASES, STARVED, THEY, UNENTERED, UNFED
from data.nouns import clauses, listed, numbered, upper
from engines.core.contract import AnyTitle, Outcome
from engines.core.declared import word
from engines.core.dice import Dice
from engines.core.events import Event, PhaseBegun
from engines.core.memo import MemoLast
from engines.grande_armee.actions import END, RETREAT_AUTO, Action, Attack, Eliminate, March, Retreat, Triple
from engines.grande_armee.box import as_side
from engines.grande_armee.combat import frames
from engines.grande_armee.combat.advance import left_alone
from engines.grande_armee.combat.defence import Defence
from engines.grande_armee.combat.ground import field
from engines.grande_armee.events import BattleFought, Created, Retreated, Scattered
from engines.grande_armee.forecast import starved_by
from engines.grande_armee.frames import Moving, NextLeg, Option
from engines.grande_armee.movement.moving import Choosing, Marching
from engines.grande_armee.movement.swapping import Opening
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from engines.grande_armee.view import View
from render import WHOLE, CloseUp, Series, Table
from render.grande_armee import Move
from render.lettering import halved


class GrandeArmeePresenter(Presenter[State, Action]):
    """Words for the campaigns of 1805, 1806 and 1809."""

    title: GrandeArmee

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self.names = Names(self.title.box)
        self._story = GrandeArmeeStory(self.names)
        self._plan = MemoLast[State, list[Action]](lambda state: [*drafts(self.title, state)])

    @property
    def seats_inside(self) -> Mapping[str, str]:
        """`the French`."""
        return {seat: str(words) for seat, words in THEY.items()}

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The days with their phase."""
        turns = self.title.box.scenarios[scenario].turn
        return Heading(
            title=retold(turns[chapter - 1].dates),
            line=turn_and_phase(chapter, len(turns), PHASES, events),
            text=retold(turns[chapter - 1].history),
            colour=scenes.ACCENTS["french" if _french(events) else "allied"],
        )

    def reference(self) -> list[Table]:
        """Sequence, terrain, forced marches and combat."""
        return reference(self.title.data.tables)

    def story_told(self, events: Sequence[Event]) -> Told:
        """Events in order, a line each."""
        return self._story.told(events)

    def is_routine(self, event: Event | None) -> bool:
        """Depots create supply units twice a turn, and units go back one by one."""
        return isinstance(event, Created | Retreated | Scattered)

    has_scenes = True

    def runs(self, events: Sequence[Event]) -> list[Run]:
        """Battles have posts of their own, and are summed up elsewhere."""
        return runs(self.names, scenes.segments(self.names, events), scenes.headlines, scenes.under_way)

    def is_scene(self, before: State, events: Sequence[Event]) -> bool:
        """Whether the seat is in a battle, or one is fought; what follows on a battle closes its post."""
        fights = any(isinstance(event, BattleFought) for event in events)
        top = before.stack[-1] if before.stack else None
        after = bool(events) and isinstance(top, frames.Advancing | frames.Resolving)
        return fights or after or isinstance(top, frames.Exchanging | frames.Retreating)

    def scenes(self, events: Sequence[Event]) -> list[Scene]:
        """The battles of a turn."""
        return list(scenes.scenes(self.names, events, self.tell))

    def milestone(self, events: Sequence[Event]) -> str:
        """The end of movement, and of combat."""
        begun = events[-1]
        phase = begun.phase if isinstance(begun, PhaseBegun) else ""
        return str(texts.ENDED.get((_french(events), phase), ""))

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Score, fortresses and both armies."""
        return list(standing.lines(self.names, view))

    def closed(self, view: View, chapter: int) -> View:
        """The end of a turn, in which the French are the last to play."""
        return replace(view, turn=chapter, player="french", phase="supply")

    def now(self, stands: Outcome) -> str:
        """The side that is ahead, with the points."""
        return f"⚖️ {stands.title}"

    def own(self, view: View, seat: str) -> str:
        """The declared attacks, a line each: the facts by which both sides decide in combat."""
        return "\n".join(standing.declared(self.names, view))

    def groups(self, state: State, seat: str) -> list[Group]:
        """Legal actions by verb; marches are on the sheet."""
        return self._choices(state, seat).groups()

    def within(self, state: State, seat: str, key: str) -> list[Group]:
        """A part of a long list."""
        return self._choices(state, seat).within(key)

    def choices(self, state: State, seat: str) -> list[Choice]:
        """All choices, from every part of a list."""
        return [e.choice for listing in self._choices(state, seat).listings() for e in listing.entries]

    defaults = DEFAULTS
    seat_aims = SEAT_AIMS

    def by_default(self, state: State, kind: str) -> str:
        """Of a defence who goes where, and what is spent: the default plan is public, as the board is."""
        if kind != Defence.kind:
            return super().by_default(state, kind)
        going = _going(plan := self._plan(state))
        ends, spent = {*going.values()}, len(plan) - len(going)
        if isinstance(top := state.stack[-1], frames.Defending) and top.stood and not spent:
            return str(texts.FIGHTS_ON)
        units = self.names.brief(going) if len(going) == 1 else numbered(len(going), "unit")
        place = self.names.short(*ends) if len(ends) == 1 else numbered(len(ends), "hex")
        said = DEFENDS[bool(going), bool(spent)]
        return said(units=units, hexes=place, supplies=numbered(spent, "supply unit"))

    has_sheets = True
    sheet_of: Mapping[str, str] = dict.fromkeys((Opening.kind, Choosing.kind), Marching.kind)

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
        """The marches or the attacks that a side writes."""
        marches = Marches(self.title, self.names, state, seat).sheet(kept, orders, key, blank=blank)
        return marches or Attacks(self.title, self.names, state, seat).sheet(kept, key)

    def written(self, state: State, seat: str, text: str, change: str) -> str:
        """The marches or the attacks after a change."""
        attacks = Attacks(self.title, self.names, state, seat)
        open_one = attacks if attacks.open else Marches(self.title, self.names, state, seat)
        return open_one.written(text, change)

    def forms(self, state: State, seat: str, key: str = "") -> list[Form]:
        """Forms for choices with too many ways to list, and for the defence plan."""
        return [] if key else self._forms(state, seat).forms()

    def filled(self, state: State, seat: str, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation."""
        return self._forms(state, seat).filled(form, values)

    def _forms(self, state: State, seat: str) -> Forms:
        return Forms(self.title, self.names, state, seat, self._plan)

    def choice(self, state: State, seat: str, action: Action) -> Choice:
        """One action in words, also where it is not among the offered choices."""
        return self._choices(state, seat).choice(action)

    def _choices(self, state: State, seat: str) -> Choices:
        return Choices(self.names, state, as_side(seat), self.title.legal_actions(state, seat))

    def preview(self, state: State, seat: str, action: Action) -> Preview | None:
        """What a forced march, an elimination, an attack or a stack left without supply risks or costs."""
        if action == END:
            # Only the end of Stacking Supply can cost something.
            cost = self.choice(state, seat, action).detail
            return Preview([cost], _("Spend nothing")) if cost else None
        if not isinstance(action, March | Triple | Eliminate | Attack):
            return None
        if not self.title.is_legal(state, seat, action):
            return None
        choices = self._choices(state, seat)
        lines = [f"**{choices.said(action)}**"]
        if isinstance(action, March | Triple):
            return Preview(
                [*lines, *risks(self.title.box, state, action)], _("March!"), CloseUp(action.route[-1])
            )
        if isinstance(action, Eliminate):
            lines.append(choices.choice(action).detail)
            starved = starved_by(self.title.box, state, action)
            lines += [STARVED(units=self.names.units(stack)) for stack in starved]
        else:
            lines.append(fight(self.title.box, state, action))
            on = field(self.title.box, state)
            lines.append(" ".join(answers(self.names, state, on.attack(as_side(seat), action))))
            if hungry := on.hungry(action.units):
                lines.append(f"{UNFED(units=self.names.brief(hungry))} {FEED}")
        label = _("Eliminate them") if isinstance(action, Eliminate) else _("Declare it")
        return Preview(lines, label, CloseUp(action.targets[0]))

    def barred(self, state: State, seat: str) -> list[str]:
        """What becomes of units that fight or retreat."""
        top = state.stack[-1] if state.stack else None
        if isinstance(top, frames.Advancing):
            hexes = left_alone(self.title.box, state)
            return [UNENTERED(hexes=listed(map(self.names.hex, hexes)))] if hexes else []
        if not isinstance(top, frames.Defending | frames.Resolving | frames.Retreating):
            return []
        defends, ends = isinstance(top, frames.Defending), self._ends(state)
        # Of a single unit in a defence the default is said first.
        usual = self._usual(state, ends) if len(ends) > defends else []
        hungry = unfed(self.names, state) if defends else ()
        return [*usual, *hungry, *glosses(self.title.box, state)]

    def beside(self, state: State, seat: str, key: str) -> list[str]:
        """What becomes by default of the unit whose ends are listed."""
        ends = [group.choices for group in self.within(state, seat, key) if group.id == word(Retreat)]
        first = self.title.parse(state, ends[0][0].notation, seat) if ends else None
        unit = first.unit if isinstance(first, Retreat) else None
        if unit is None:
            return []
        own = {id: end for id, end in self._ends(state).items() if id == unit}
        return self._usual(state, own) or [texts.STANDS(unit=self.names.name(unit))]

    def _usual(self, state: State, to: Mapping[UnitId, Hex]) -> list[str]:
        """Who retreats where by default."""
        ways: dict[Hex, list[UnitId]] = {}
        for id, end in to.items():
            ways.setdefault(end, []).append(id)
        said = [f"{self.names.brief(units)} → {self.names.short(end)}" for end, units in ways.items()]
        before = isinstance(state.stack[-1], frames.Defending)
        return [texts.USUAL[before](ways=clauses(said))] if said else []

    def _ends(self, state: State) -> dict[UnitId, Hex]:
        """Where units that are to retreat go by default."""
        if isinstance(top := state.stack[-1], frames.Retreating):
            step = self.title.apply(state, top.owner, RETREAT_AUTO, Dice("default"))
            went = [event for event in step.events if isinstance(event, Retreated | Scattered)]
            return {event.unit: event.route[-1] for event in went if event.route and event.unit in top.units}
        return _going(self._plan(state))

    def close(self, state: State, seat: str) -> CloseUp:
        """Around the unit on the march, with its cost for each hex; else the theatre of war."""
        frame = state.stack[-1] if state.stack else None
        unit = frame.unit if isinstance(frame, Moving | NextLeg | Option) and frame.side == seat else None
        if unit is not None and unit in state.pieces:
            return CloseUp(state.pieces[unit].hex, self._choices(state, seat).reach(unit))
        if isinstance(frame, frames.Retreating | frames.Exchanging):
            return CloseUp(state.pieces[frame.units[0]].hex)
        if isinstance(frame, frames.Destroying):
            return CloseUp(frame.hex)
        if isinstance(frame, frames.Defending | frames.Resolving):
            fights = [attack.targets[0] for attack in state.attacks if attack.state == "declared"]
            return CloseUp(fights[0]) if fights else WHOLE
        return WHOLE

    def named(self, text: str) -> str:
        """A text with names in place of ids."""
        return self.names.enumerated(text)

    def moves(self, events: Sequence[Event]) -> list[Move]:
        """Marches with their whole path."""
        return scenes.moves(self.names, events)

    def chronicle(self, events: Sequence[Event]) -> str:
        """A turn as a paragraph of history."""
        return chronicle.turn(self.names, events)

    def series(self, views: Sequence[Any], scores: Sequence[int | None]) -> list[Series]:
        """Points, strengths and fortresses, turn by turn."""
        return standing.series(views)

    def verdict(self, outcome: Outcome) -> list[str]:
        """The winner and the French points, which are counted in halves."""
        lines = [f"## {outcome.title}"]
        winner = THEY[as_side(outcome.winner or "allied")]
        lines.append(_("**{winner}** have won ({case}).", winner=upper(str(winner)), case=outcome.case))
        if outcome.score is not None:
            lines.append(_("**French points {points}**", points=self.points(outcome.score)))
        return [*lines, *worked(outcome, self.points)]

    def points(self, count: int) -> str:
        """Points are counted in halves."""
        return halved(count)


def _french(events: Sequence[Event]) -> bool:
    """Whether the French player turn has begun, by the events of a Game-Turn."""
    return sum(isinstance(event, PhaseBegun) and event.phase == "movement" for event in events) > 1


def _going(plan: Iterable[Action]) -> dict[UnitId, Hex]:
    """The units that retreat by a plan, with their ends."""
    return {each.unit: each.route[-1] for each in plan if isinstance(each, Retreat) and each.unit}
