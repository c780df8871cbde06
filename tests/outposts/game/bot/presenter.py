"""*Outposts* in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.contract import Presenter
from bot.games.parts.names import Names
from bot.games.shown import Choice, Group, Heading
from bot.games.telling import Told, one_by_one
from bot.games.wording import arithmetic
from data.nouns import counted, listed
from engines.core.contract import AnyTitle, Odds
from engines.core.events import Event, Roll, TableRoll
from tests.outposts.game.data.pack import Pack, Units
from tests.outposts.game.engine import events as happened
from tests.outposts.game.engine.actions import Action, Commit, Guns, Lose, Move, Pass, Retreat, Stand
from tests.outposts.game.engine.state import State, units_in_battle
from tests.outposts.game.engine.view import View
from tests.outposts.game.render.picture import March, troops

BUTTON = 48
"""Characters of an action that a button can carry; a small group is shown as buttons."""
OCHRE = 0xB07A2A
FEW = 5
"""Marches of a stack, up to which it shares a group with other small ones."""


class OutpostsPresenter(Presenter[State, Action]):
    """Words for the game. What is told of an event is no more than the event tells."""

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self.pack: Pack = title.data
        self.names = Names({id: area.name for id, area in self.pack.area.items()})

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The day with its incident; after an undo the one that was drawn last."""
        drawn = next((event for event in reversed(events) if isinstance(event, happened.IncidentDrawn)), None)
        if drawn is None:
            line, text = "Nothing is revealed yet", "Riders go out with sealed orders."
        else:
            line = f"{drawn.title} · marches enter {counted(drawn.reach, 'area')}"
            text = "The seals are broken, and the columns set out."
        return Heading(f"Day {chapter}", line, text, OCHRE)

    def story_told(self, events: Sequence[Event]) -> Told:
        """Events in order, a line each; day, phase and end are told by the card around them."""
        return one_by_one(self._line, events)

    def _line(self, event: Event) -> str | None:  # noqa: PLR0912 - one line of text per kind of event
        match event:
            case happened.Committed(seat, commitment):
                what = f": {self._committed(commitment.chit, commitment.area)}" if commitment else ""
                return f"🤫 {self._bold(seat)} has committed{what}."
            case happened.Revealed(commitments, first):
                told = " · ".join(
                    f"{self._bold(seat)} {self._committed(given.chit, given.area)}"
                    for seat, given in commitments.items()
                )
                return f"📯 Revealed: {told}. {self._bold(first)} marches first."
            case happened.IncidentDrawn(id, title, reach):
                guns = " The first to march gains a call for the guns." if self._brings_guns(id) else ""
                return f"🌦️ *{title}*: marches enter {counted(reach, 'area')}.{guns}"
            case happened.Marched(seat, path, units):
                with_units = f" with {troops(units)}" if units else ""
                return f"🥾 {self._bold(seat)} goes {self.names.way(path)}{with_units}."
            case happened.Passed(seat):
                return f"💤 {self._bold(seat)} does not march."
            case happened.Attacked(seat, origin, target):
                return f"⚔️ {self._bold(seat)} attacks **{self._area(target)}** from {self._area(origin)}."
            case happened.Answered(seat, answer):
                return f"🛡️ {self._bold(seat)} {_ANSWERS[answer.split(' ')[0]]}."
            case happened.Fought(area, attackers, defenders, losses):
                sums = ", ".join(f"{self._name(seat)} {lost}" for seat, lost in losses.items())
                strengths = f"{troops(attackers)} against {troops(defenders)}"
                return f"💥 **{self._area(area)}**: {strengths}. To lose: {sums}."
            case happened.UnitLost(seat, area, unit):
                return (
                    f"✖️ {self._bold(seat)} loses {f'1 {unit}' if unit else 'a unit'} in {self._area(area)}."
                )
            case happened.Settled(area, holder):
                return (
                    f"🚩 **{self._area(area)}** is {f'held by {self._bold(holder)}' if holder else 'empty'}."
                )
            case Roll("initiative", faces):
                first, last = self._name(self.pack.seats[0]), self._name(self.pack.seats[-1])
                order = f"{first} is before {last} from 4, behind it below"
                return f"-# 🎲 **{faces[0]}** between equal chits: {order}"
            case Roll():
                return f"-# {arithmetic(event)}"
            case TableRoll(_, faces, column, result):
                return f"-# 🎲 **{faces[0]}** and **{faces[1]}** in the column {column}: {result}"
            case _:
                return None

    def _name(self, seat: str) -> str:
        return self.title.seat_names[seat]

    def _area(self, area: str) -> str:
        return self.names.name(area)

    def _bold(self, seat: str) -> str:
        return f"**{self._name(seat)}**"

    def _committed(self, chit: int, area: str) -> str:
        return f"chit {chit}, a recruit in {self._area(area)}"

    def _brings_guns(self, incident: str) -> bool:
        return self.pack.incidents[incident].guns > 0

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Areas, chits, guns and the attack, as far as everybody may know them."""
        lines = []
        for side in self.pack.seats:
            held = [self._area(area) for area, at in view.areas.items() if at is not None and at.seat == side]
            chits = " ".join(map(str, view.chits[side])) or "none"
            lines.append(
                f"{self._bold(side)} {', '.join(held) or 'nothing'} · chits {chits} · "
                f"{counted(view.guns[side], 'call')} for the guns"
            )
        if view.phase == "commit":
            given = " · ".join(
                f"{self._name(side)} {'given' if side in view.given else 'awaited'}"
                for side in self.pack.seats
            )
            lines.append(f"**Commitments** {given}")
        elif view.incident in self.pack.incidents:
            drawn = self.pack.incidents[view.incident]
            lines.append(f"**Incident** {drawn.title}: marches enter {counted(drawn.reach, 'area')}")
        if view.attack is not None:
            attack = view.attack
            where = f"{self._area(attack.target)} from {self._area(attack.origin)}"
            lines.append(f"**Attack** {self._name(attack.seat)} on {where}")
        return lines

    def private(self, view: View, seat: str) -> list[str]:
        """A side's own stacks, the units of its attack, and what it has committed."""
        stacks = [
            f"{self._area(area)} {self._strength(stack.units)}"
            for area, stack in view.areas.items()
            if stack is not None and stack.seat == seat and stack.units is not None
        ]
        lines = [f"**Your stacks** {' · '.join(stacks) or 'none'}"]
        if view.attack is not None and view.attack.seat == seat and view.attack.units is not None:
            lines.append(f"**Your attack** {self._strength(view.attack.units)}")
        if view.commitment is not None:
            given = self._committed(view.commitment.chit, view.commitment.area)
            lines.append(f"**Your commitment** {given}")
        return lines

    def _strength(self, units: Units) -> str:
        return f"{troops(units)} (strength {self.pack.weight(units)})"

    def groups(self, state: State, seat: str) -> list[Group]:
        """The choices of the phase; of the marches only the likely ones."""
        legal = self.title.legal_actions(state, seat)
        marches = [action for action in legal if isinstance(action, Move)]
        others = [self._choice(state, seat, action) for action in legal if not isinstance(action, Move)]
        groups = list(self._marches(state, marches))
        return [*groups, Group(state.phase, _PROMPTS[state.phase], others)] if others else groups

    def _marches(self, state: State, legal: Sequence[Move]) -> Iterator[Group]:
        """A group for each stack with many marches, and one for the others."""
        likely = list(_likely(state, legal))
        per_stack = Counter(march.path[0] for march in likely)
        few: list[Choice] = []
        for area in dict.fromkeys(march.path[0] for march in legal):
            choices = [self._march(state, march) for march in likely if march.path[0] == area]
            if per_stack[area] > FEW:
                yield Group(f"march-{area}", f"March from {self._area(area)}", choices)
            else:
                few += [choice for choice in choices if len(choice.notation) <= BUTTON]
        if few:
            yield Group("march-few", "March", few)

    def _march(self, state: State, march: Move) -> Choice:
        origin, target = self._area(march.path[0]), self._area(march.path[-1])
        found, own = state.areas[march.path[-1]], state.areas[march.path[0]]
        attack = found is not None and own is not None and found.seat != own.seat
        way = f"By {self.names.listed(march.path[1:-1])}" if len(march.path) > 2 else "Next door"
        detail = f"{way}, an attack" if attack else way
        label = f"{origin} to {target}: {troops(march.units)}"
        return Choice(self.title.notation(march), label, detail, "danger" if attack else "primary")

    def _choice(
        self, state: State, seat: str, action: Commit | Pass | Stand | Guns | Retreat | Lose
    ) -> Choice:
        notation = self.title.notation(action)
        match action:
            case Commit(chit, area):
                return Choice(
                    notation, f"Chit {chit}, recruit in {self._area(area)}", "Kept secret", "primary"
                )
            case Pass():
                return Choice(notation, "Do not march", "The march passes to the next side or the next day")
            case Stand():
                return Choice(notation, "Stand", "Combat in the column of the strengths", "danger")
            case Guns():
                odds = self.title.odds(state, action)
                assert odds is not None
                chance = f"{odds.percent}%"
                return Choice(notation, f"Call the guns · {chance}", _throw(odds), "primary", chance)
            case Retreat(area):
                return Choice(notation, f"Retreat to {self._area(area)}", "The area is given up")
            case Lose(unit):
                if unit is None:
                    return Choice(notation, "Lose foot first", "All losses at once")
                left = units_in_battle(state, seat)[unit]
                return Choice(notation, f"Lose 1 {unit}", f"{left} {unit} in this battle", "danger")

    def moves(self, events: Sequence[Event]) -> list[March]:
        """The marches, without their units."""
        return [
            March(event.seat, tuple(event.path)) for event in events if isinstance(event, happened.Marched)
        ]

    def chronicle(self, events: Sequence[Event]) -> str:
        """A day as a paragraph."""
        return " ".join(line for line in map(self._sentence, events) if line)

    def _sentence(self, event: Event) -> str | None:
        match event:
            case happened.Revealed(commitments, first):
                recruits = listed(
                    [f"{self._name(seat)} in {self._area(given.area)}" for seat, given in commitments.items()]
                )
                return f"Recruits came in, for {recruits}; {self._name(first)} was first on the road."
            case happened.IncidentDrawn(_, title):
                return f"{title}."
            case happened.Marched(seat, path):
                return f"{self._name(seat)} went {self.names.way([path[0], path[-1]])}."
            case happened.Passed(seat):
                return f"{self._name(seat)} stayed in its quarters."
            case happened.Answered(seat, answer):
                return f"{self._name(seat)} {_ANSWERED[answer.split(' ')[0]]}."
            case happened.Fought(area, attackers, defenders):
                return f"At {self._area(area)} {troops(attackers)} fought {troops(defenders)}."
            case happened.Settled(area, holder):
                how = f"was {self._name(holder)}'s" if holder else "was left empty"
                return f"In the end {self._area(area)} {how}."
            case _:
                return None


_PROMPTS = {
    "commit": "Chit and recruit",
    "march": "Or stay",
    "answer": "Answer the attack",
    "loss": "Losses",
}
_ANSWERS = {"retreat": "gives way", "stand": "stands", "guns": "calls the guns"}
_ANSWERED = {"retreat": "gave way", "stand": "stood", "guns": "called for the guns"}


def _likely(state: State, legal: Sequence[Move]) -> Iterator[Move]:
    """By the shortest way to each area: the whole stack, all but one foot, one foot, or all the horse."""
    # Twenty-four at most from a stack, which is one select; whatever else is legal can be typed.
    shortest: dict[tuple[str, str], tuple[str, ...]] = {}
    for march in legal:
        ends = march.path[0], march.path[-1]
        if len(march.path) < len(shortest.get(ends, (*march.path, ""))):
            shortest[ends] = march.path
    for march in sorted(legal, key=lambda march: -sum(march.units.values())):
        if shortest[march.path[0], march.path[-1]] != march.path:
            continue
        stack = state.areas[march.path[0]]
        assert stack is not None
        foot, horse = stack.units["foot"], stack.units["horse"]
        if (march.foot, march.horse) in {(foot, horse), (foot - 1, horse), (1, 0), (0, horse)}:
            yield march


def _throw(odds: Odds) -> str:
    helped = "".join(f", {value:+} {str(label).lower()}" for label, value in odds.modifiers)
    return f"{odds.needed} or more{helped}"
