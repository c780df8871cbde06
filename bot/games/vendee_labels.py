"""Every action of *For God and For the King* as a button or an option says it, with cost and chance."""

from __future__ import annotations

from bot.games.vendee_forecast import Forecasts
from bot.games.vendee_names import Label, Names, action_points, combat_points, percent
from bot.games.vendee_steps import Steps
from data.vendee.schema import Side
from engines.vendee import actions, combat_actions, odds
from engines.vendee.combat_frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.frames import (
    Committee,
    Fortify,
    Leaders,
    Lechelle,
    Occupied,
    Operations,
    Refuge,
)
from engines.vendee.groups import choose, fresh
from engines.vendee.march import marches
from engines.vendee.movement import halves
from engines.vendee.operations import ends_phase
from engines.vendee.reckoning import generals_of, strength
from engines.vendee.refusals import Refusal
from engines.vendee.state import State, led_kinds
from engines.vendee.view import View


class Labels:
    """The choices of one side in one state; of the enemy it reads the side's own view alone."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.state = state
        self.side: Side = side
        self.view = view
        self.steps = Steps(names, state, side, view)
        self.forecasts = Forecasts(names, state, side)

    def of(self, action: actions.Action) -> Label:  # noqa: C901, PLR0912 - one label for each kind of action
        """The words of an action."""
        names = self.names
        match action:
            case actions.Plain():
                return self._plain(action)
            case actions.Auto("place"):
                return Label(
                    "Place the rest for me", "Each army with its generals, where its friends are", "success"
                )
            case actions.Auto():
                owed = names.troops(self.view.leaving or {})
                return Label(
                    f"Choose for me who goes home: {owed}", "From the smallest stacks first", "success"
                )
            case actions.Place(who, area):
                return Label(f"{names.name(area)}: {names.who(who)}", self.steps.ground(area), "primary")
            case actions.Play():
                return self._event(action)
            case actions.Activate():
                return self._activate(action)
            case actions.Move():
                return self.steps.label(action)
            case actions.Drop(who):
                return Label(f"Leave {names.who(who)} here", "Their activation is over", "secondary")
            case actions.PickUp(who):
                return Label(f"Take {names.who(who)} along", "They share the action points that are left")
            case actions.Preempt(area):
                return self._preempt(area)
            case actions.Flee(area):
                return Label(
                    f"Flee to {names.name(area)}",
                    self._with(self._fleeing(), self.steps.ground(area)),
                    "primary",
                )
            case actions.Show(area, count):
                return Label(f"Show {count} counters in {names.name(area)}", "Make change, as others see it")
            case actions.Note(area, turn):
                return self._note(area, turn)
            case actions.Land(area):
                return Label(f"Land in {names.name(area)}", self.steps.ground(area), "primary")
            case actions.Choose(army):
                return self._choose(action)
            case actions.Desert(army, count, area):
                there = f"{names.army(army)} has {self._there(area, army)} there"
                of = f"{count} of {(self.view.leaving or {}).get(army, count)}"
                alone = self._left_alone(count, area)
                return Label(f"{names.army(army)}: {of} from {names.name(area)}{alone}", there)
            case actions.Spare(general):
                return self._spare(general)
            case _:
                return self._combat(action)

    def _plain(self, action: actions.Plain) -> Label:
        frame = self.state.stack[-1]
        if action == actions.HAND_OVER:
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
        if action == actions.DECLINE:
            return self._decline()
        labels = {
            actions.DONE: Label("Done", "No more events; what has no place is lost", "secondary"),
            actions.BEGIN: Label("Begin the operations", "You activate a stack first", "primary"),
            actions.YIELD: Label("Yield to the other side", "They activate a stack first"),
            actions.STOP: Label("Stop here", "The activation is over; what is left of its points is lost"),
        }
        return labels[action]

    def _decline(self) -> Label:
        decision = self.state.stack[-1]
        match decision:
            case Fortify():
                return Label(f"Keep E6{self._holding(fortified=False)}", "No fortifications in this combat")
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
        stage = decision.stage if isinstance(decision, Battle) else ""
        if stage in ("guns", "answer") and not self._can_march():
            # A side is asked all the same: to go on at once would tell what lies face down.
            return Label("Nobody of yours can march: go on", "The combat goes on with those who are there")
        if stage == "powder":
            win = percent(self.forecasts.of_battle())
            return Label(f"Fight all the same · win {win}", "At two worse for want of powder", "danger")
        return words.get(str(decision.__struct_config__.tag), Label("Decline", "Nothing is done"))

    def _can_march(self) -> bool:
        battle = self.state.stack[-1]
        return isinstance(battle, Battle) and bool(marches(self.names.box, self.state, battle))

    def _event(self, action: actions.Play) -> Label:
        names, event = self.names, self.names.box.event[action.event]
        said = names.played_on(action)
        if isinstance(self.state.stack[-1], Fortify):
            said += self._holding(fortified=True)
        asked = isinstance(self.state.stack[-1], Fortify | Occupied)
        return Label(f"{names.event(action.event)}{said}", event.text, "primary" if asked else "secondary")

    def _holding(self, *, fortified: bool) -> str:
        """The chance to hold an area that is about to be entered, where it is known."""
        chance = self.forecasts.of_fortified(fortified=fortified)
        return "" if chance is None else f" · win {percent(chance)}"

    def _activate(self, action: actions.Activate) -> Label:
        names, state, box = self.names, self.state, self.names.box
        group = choose(box, action.who, *fresh(box, state, action.area, self.side))
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
            cost = f"{action_points(box.charts.action_points_without_general)}, with no general"
        return Label(f"{names.name(action.area)}: {whole}{names.troops(points, generals)}", cost, "primary")

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

    def _choose(self, action: actions.Choose) -> Label:
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

    def _combat(self, action: combat_actions.CombatAction | actions.Action) -> Label:
        names = self.names
        match action:
            case combat_actions.Guns():
                return self._guns(action)
            case combat_actions.Withdraw(areas):
                how = "an area" if areas == 1 else f"{areas} areas"
                return Label(f"Withdraw {how}", "No combat, and nobody is lost", "primary")
            case combat_actions.Lose(None):
                how = "In proportion; a point with each general is spared"
                return Label(f"Take the losses for me{self._due()}", how, "success")
            case combat_actions.Lose(who, origin, group) if who is not None:
                whence = (
                    f" from {names.name(origin)}" if origin else " of those who came first" if group else ""
                )
                return Label(f"Lose {names.who(who)}{whence}", "One at a time, until all is paid", "danger")
            case combat_actions.Retire(None):
                how = "Where fewest are lost, to the end of the retreat"
                return Label("Choose the way for me", self._with(self._retreating(), how), "success")
            case combat_actions.Retire(area) if area is not None:
                ground = self._with(self._retreating(), self.steps.ground(area))
                return Label(f"Retreat to {names.name(area)}", ground, "primary")
            case combat_actions.Pursue(path, who):
                whom = "" if who.every and not who.points and not who.generals else f" with {names.who(who)}"
                met = self.forecasts.of_pursuit(action)
                win = f" · combat, win {percent(met[0].win)}" if met and met[0].win is not None else ""
                text = f"Pursue to {names.places(path)}{whom}{win}"
                return Label(text, self._with(self._pursuing(), self.steps.ground(path[-1])), "danger")
            case _:
                raise TypeError(f"There are no words for {type(action).__name__}")

    def _left_alone(self, count: int, area: str) -> str:
        """Generals who lose the last combat points of their area, and go home too."""
        stack = self.view.areas.get(area, {}).get(self.side)
        if stack is None or not stack.generals or not stack.points:
            return ""
        last = sum(condition.total for condition in stack.points.values()) <= count
        return f" · leaves {self.names.people(stack.generals)} alone" if last else ""

    def _due(self) -> str:
        """How many are still to be lost, and where."""
        frame = self.state.stack[-1]
        if not isinstance(frame, Losses):
            return ""
        return f": {frame.owed} in {self.names.name(frame.area)}"

    def _retreating(self) -> str:
        """Who goes next on a retreat, and how far."""
        frame = self.state.stack[-1]
        if not isinstance(frame, Retreat):
            return ""
        party = frame.parties[0]
        far = "one area more" if party.left == 1 else f"{party.left} areas more"
        points = {kind: condition.total for kind, condition in party.points.items()}
        return f"{self.names.troops(points, party.generals)}, {far}"

    def _pursuing(self) -> str:
        """The victors."""
        frame = self.state.stack[-1]
        if not isinstance(frame, Pursuit):
            return ""
        return self.names.troops(strength(frame.contingents), generals_of(frame.contingents))

    def _fleeing(self) -> str:
        """Generals who look for safety."""
        frame = self.state.stack[-1]
        return self.names.people(frame.generals) if isinstance(frame, Refuge) else ""

    def _with(self, who: str, what: str) -> str:
        """Whom it is about, then what of it."""
        return f"{who}; {what[0].lower()}{what[1:]}" if who else what

    def _guns(self, action: combat_actions.Guns) -> Label:
        """A march to the guns, with what it would change."""
        names, chance = self.names, odds.of_action(self.names.box, self.state, action)
        text = f"March from {names.name(action.area)}: {names.who(action.who)}"
        if chance is None:
            return Label(text, "A die decides", "primary")
        before, after = self.forecasts.of_battle(), self.forecasts.of_battle(action)
        change = f"; victory {percent(before)} without them, {percent(after)} with them"
        return Label(f"{text} · {chance.percent}%", f"{chance.percent}%: {chance.note}{change}", "primary")

    def _there(self, area: str, army: str) -> int:
        stack = self.view.areas.get(area, {}).get(self.side)
        points = stack.points if stack and stack.points else {}
        return next((condition.total for kind, condition in points.items() if kind == army), 0)
