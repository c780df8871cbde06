"""Every action of *For God and For the King* as a button or an option says it, with cost and chance."""

from __future__ import annotations

from typing import NamedTuple

from bot.games.vendee_names import TERRAIN, Names, combat_points, face_down
from data.vendee.schema import Side
from engines.vendee import combat_actions, movement, odds
from engines.vendee.actions import (
    BEGIN,
    DECLINE,
    DONE,
    HAND_OVER,
    STOP,
    YIELD,
    Action,
    Activate,
    Auto,
    Choose,
    Desert,
    Drop,
    Flee,
    Land,
    Move,
    Note,
    PickUp,
    Place,
    Plain,
    Play,
    Preempt,
    Show,
    Spare,
)
from engines.vendee.frames import (
    Activation,
    Committee,
    Fortify,
    Leaders,
    Lechelle,
    Occupied,
    Operations,
    enemy,
)
from engines.vendee.groups import choose, fresh
from engines.vendee.movement import halves
from engines.vendee.operations import ends_phase
from engines.vendee.refusals import Refusal
from engines.vendee.sight import Sight
from engines.vendee.state import State, led_kinds, total
from engines.vendee.view import View


class Label(NamedTuple):
    """What a choice says."""

    text: str
    detail: str
    tone: str = "secondary"


class Labels:
    """The choices of one side in one state; of the enemy it reads the side's own view alone."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.state = state
        self.side: Side = side
        self.view = view

    def of(self, action: Action) -> Label:  # noqa: C901, PLR0912 - one label for each kind of action
        """The words of an action."""
        names = self.names
        match action:
            case Plain():
                return self._plain(action)
            case Auto("place"):
                return Label(
                    "Place the rest for me", "Each army with its generals, where its friends are", "success"
                )
            case Auto():
                return Label("Choose for me who goes home", "From the smallest stacks first", "success")
            case Place(who, area):
                return Label(f"{names.name(area)}: {names.who(who)}", self._ground(area), "primary")
            case Play():
                return self._event(action)
            case Activate():
                return self._activate(action)
            case Move():
                return self._move(action)
            case Drop(who):
                return Label(f"Leave {names.who(who)} here", "Their activation is over", "secondary")
            case PickUp(who):
                return Label(f"Take {names.who(who)} along", "They share the action points that are left")
            case Preempt(area):
                return self._preempt(area)
            case Flee(area):
                return Label(f"Flee to {names.name(area)}", self._ground(area), "primary")
            case Show(area, count):
                return Label(f"Show {count} counters in {names.name(area)}", "Make change, as others see it")
            case Note(area, turn):
                return self._note(area, turn)
            case Land(area):
                return Label(f"Land in {names.name(area)}", self._ground(area), "primary")
            case Choose(army):
                return self._choose(action)
            case Desert(army, count, area):
                there = f"{names.army(army)} has {self._there(area, army)} there"
                return Label(f"{names.army(army)} {count} from {names.name(area)}", there)
            case Spare(general):
                return self._spare(general)
            case _:
                return self._combat(action)

    def _plain(self, action: Plain) -> Label:
        frame = self.state.stack[-1]
        if action == HAND_OVER:
            ends = isinstance(frame, Operations) and ends_phase(frame)
            if ends:
                return Label(
                    f"Hand over: ends the operations of {self.names.month(self.state.turn)}",
                    "The other side has just passed, so nobody moves any more this month",
                    "danger",
                )
            active = isinstance(frame, Operations) and frame.acted and self.state.options["late-passes"]
            if active:
                return Label("Hand over", "No pass, as you have activated somebody")
            return Label("Hand over", "Counts as a pass: if the other side passes too, the operations end")
        if action == DECLINE:
            return self._decline()
        labels = {
            DONE: Label("Done", "No more events; what has no place is lost", "secondary"),
            BEGIN: Label("Begin the operations", "You activate a stack first", "primary"),
            YIELD: Label("Yield to the other side", "They activate a stack first"),
            STOP: Label("Stop here", "The activation is over; what is left of its points is lost"),
        }
        return labels[action]

    def _decline(self) -> Label:
        decision = self.state.stack[-1]
        match decision:
            case Fortify():
                return Label("Keep E6", "No fortifications in this combat")
            case Occupied(event):
                return Label(f"Decline {self.names.event(event)}", "The chance does not come again", "danger")
            case _:
                pass
        words = {
            "preempt": Label("Let them go", "No pre-emption of this activation"),
            "battle": Label("Nobody marches", "The combat goes on with those who are there"),
            "pursuit": Label("Do not pursue", "The victors stay where they are"),
            "end": Label("Go on with the war", "E14 is not played this month", "danger"),
        }
        powder = getattr(decision, "stage", "") == "powder"
        if powder:
            return Label("Fight all the same", "At two worse for want of powder", "danger")
        return words.get(str(decision.__struct_config__.tag), Label("Decline", "Nothing is done"))

    def _event(self, action: Play) -> Label:
        names, event = self.names, self.names.box.event[action.event]
        whom = [names.army(action.army)] if action.army else []
        whom += [f"in {names.name(action.area)}"] if action.area else []
        whom += [f"keep {names.name(action.general)}"] if action.general else []
        said = f": {', '.join(whom)}" if whom else ""
        return Label(f"{names.event(action.event)}{said}", event.text, "primary")

    def _activate(self, action: Activate) -> Label:
        names, state, box = self.names, self.state, self.names.box
        group = choose(action.who, *fresh(box, state, action.area, self.side))
        if isinstance(group, Refusal):
            return Label(f"{names.name(action.area)}: {names.who(action.who)}", group.message)
        points, generals = group
        whole = "all, " if action.who.every and not action.who.points and not action.who.generals else ""
        leaders = [id for id in generals if not points or led_kinds(state, (id,), points)]
        if leaders:
            best = box.best_strategic(leaders)
            low, high = (halves(box.charts.action_points(dice, best)) for dice in (2, 12))
            cost = f"{low} to {high} action points, with strategic rating {best}"
        else:
            cost = f"{halves(box.charts.action_points_without_general)} action points, with no general"
        return Label(f"{names.name(action.area)}: {whole}{names.troops(points, generals)}", cost, "primary")

    def _move(self, action: Move) -> Label:
        """A step of the group under way; of a longer path its areas."""
        names, frame = self.names, self.state.stack[-1]
        target = action.path[-1]
        if len(action.path) != 2 or not isinstance(frame, Activation):
            return Label(f"Go by {names.places(action.path[1:])}", self._ground(target), "primary")
        box = names.box
        sight = Sight(box, self.state, frame.side)
        seen = sight.enemy(target)
        sneaks = not frame.points and (seen != "none" or movement.zone_told(frame, target, sight) == "yes")
        cost = movement.step_cost(box, frame, target, sneaks=sneaks) or 0
        left = max(0, frame.ap - frame.spent - cost)
        road = ", road" if box.ground.step[frame.at, target].road and not sneaks else ""
        price = f"{halves(cost)} AP{road}"
        rest = f"{halves(left) if left else 'no'} AP left"
        return self._meeting(action, f"{names.name(target)} · {price}", rest)

    def _meeting(self, action: Move, text: str, rest: str) -> Label:
        """With what lies there, as far as the side sees it, and the chance of a combat."""
        target = action.path[-1]
        found = odds.path_forecast(self.names.box, self.state, action)
        foe = self.view.areas.get(target, {}).get(enemy(self.side))
        if found is None or foe is None:
            alone = f", {foe.counters} enemy counters" if foe else ""
            return Label(text, f"{self._ground(target)}{alone}; {rest}", "primary")
        if found.win is None:
            return Label(f"{text} · {face_down(foe.counters)}", f"{self._ground(target)}; {rest}", "danger")
        percent = int(found.win * 100 + 0.5)
        lost, taken = (float(found.losses[side]) for side in (self.side, enemy(self.side)))
        sums = f"{found.attackers} against {found.defenders}, column {found.column}"
        detail = f"{percent}%: {sums}, losses about {lost:.1f} to {taken:.1f}; {rest}"
        return Label(f"{text} · combat, win {percent}%", detail, "danger")

    def _preempt(self, area: str) -> Label:
        names, box = self.names, self.names.box
        points, leaders = fresh(box, self.state, area, self.side)
        highest = box.best_strategic(leaders)
        percent = round(100 * min(6, highest) / 6)
        who = names.troops(points, leaders)
        return Label(
            f"Pre-empt with {names.name(area)} · {percent}%",
            f"{percent}%: {highest} or less; {who}",
            "danger",
        )

    def _note(self, area: str, turn: int) -> Label:
        names = self.names
        brought = names.box.ground.landing[area].points
        return Label(
            f"{names.name(area)} in {names.month(turn)}",
            f"{combat_points(brought)} of émigrés, if you hold it then",
            "primary",
        )

    def _choose(self, action: Choose) -> Label:
        names, frame = self.names, self.state.stack[-1]
        army = names.army(action.army)
        match frame:
            case Lechelle(general):
                return Label(army, f"{names.name(general)} joins it", "primary")
            case Leaders(amount):
                gains = "gains" if amount > 0 else "loses"
                return Label(army, f"It {gains} powder first", "primary")
            case _:
                return Label(army, "Its powder is filled", "primary")

    def _spare(self, general: str) -> Label:
        names, state = self.names, self.state
        known = names.box.general[general]
        frame = state.stack[-1]
        army = next(
            (
                names.army(army)
                for army, accused in (frame.accused.items() if isinstance(frame, Committee) else ())
                if general in accused
            ),
            "",
        )
        ratings = f"strategic {known.strategic}, tactical {known.tactical}"
        return Label(
            f"Spare {known.name} ({army})",
            f"{(known.status or 'neutral').capitalize()}, {ratings}",
            "primary",
        )

    def _combat(self, action: combat_actions.CombatAction | Action) -> Label:
        names, box = self.names, self.names.box
        match action:
            case combat_actions.Guns(area, who):
                chance = odds.of_action(box, self.state, action)
                if chance is None:
                    return Label(
                        f"March from {names.name(area)}: {names.who(who)}", "A die decides", "primary"
                    )
                label = f"March from {names.name(area)}: {names.who(who)} · {chance.percent}%"
                return Label(label, f"{chance.percent}%: {chance.note}", "primary")
            case combat_actions.Withdraw(areas):
                how = "an area" if areas == 1 else f"{areas} areas"
                return Label(f"Withdraw {how}", "No combat, and nobody is lost", "primary")
            case combat_actions.Lose(None):
                return Label(
                    "Take the losses for me", "In proportion; a point with each general is spared", "success"
                )
            case combat_actions.Lose(who, origin) if who is not None:
                whence = f" from {names.name(origin)}" if origin else ""
                return Label(f"Lose {names.who(who)}{whence}", "One at a time, until all is paid", "danger")
            case combat_actions.Retire(None):
                return Label(
                    "Choose the way for me", "Where fewest are lost, to the end of the retreat", "success"
                )
            case combat_actions.Retire(area) if area is not None:
                return Label(f"Retreat to {names.name(area)}", self._ground(area), "primary")
            case combat_actions.Pursue(path, who):
                whom = "" if who.every and not who.points and not who.generals else f" with {names.who(who)}"
                return Label(f"Pursue to {names.places(path)}{whom}", self._ground(path[-1]), "danger")
            case _:
                raise TypeError(f"There are no words for {type(action).__name__}")

    def _ground(self, area: str) -> str:
        """An area in a few words: terrain, works, and who of the enemy is seen there."""
        place = self.names.box.ground.area[area]
        said = [TERRAIN[place.terrain]]
        said += ["stronghold"] if place.stronghold else []
        said += [f"{place.objective} objective"] if place.objective else []
        own = self.view.areas.get(area, {}).get(self.side)
        if own and own.points is not None:
            held = {kind: condition.total for kind, condition in own.points.items()}
            if total(held) or own.generals:
                said.append(f"yours: {self.names.troops(held, own.generals or ())}")
        text = ", ".join(said)
        return text[0].upper() + text[1:]

    def _there(self, area: str, army: str) -> int:
        stack = self.view.areas.get(area, {}).get(self.side)
        points = stack.points if stack and stack.points else {}
        return next((condition.total for kind, condition in points.items() if kind == army), 0)
