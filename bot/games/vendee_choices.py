"""The choices of *For God and For the King* in groups, the likely ones first, for their seat alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.presenter import Choice, Group
from bot.games.vendee_labels import Labels
from bot.games.vendee_names import Names
from bot.games.vendee_steps import VALUE
from data.vendee.schema import Side
from engines.vendee import actions, combat_actions
from engines.vendee.frames import enemy
from engines.vendee.groups import choose
from engines.vendee.refusals import Refusal
from engines.vendee.state import State, fresh_in, total
from engines.vendee.view import View
from engines.vendee.words import ALL

MOST = 25
"""Choices of a group, which are one select; what else is legal can be typed."""
FAR = 99
_PROMPTS = {
    "auto": "Do it for me",
    "stack": "Activate a stack",
    "part": "Activate a part of a stack",
    "move": "Next step",
    "go": "Go farther, by the cheapest way",
    "pick-up": "Take along",
    "drop": "Leave behind",
    "event": "Play an event",
    "preempt": "Pre-empt with",
    "guns": "March to the guns",
    "withdraw": "Withdraw",
    "loss": "Losses",
    "retreat": "Retreat",
    "pursuit": "Pursue",
    "flee": "Flee",
    "generals": "Place a general",
    "desert": "Who goes home",
    "spare": "Whom the Committee spares",
    "port": "Port",
    "army": "Army",
    "show": "Make change",
    "end": "Or",
}
_GROUPS: dict[type, str] = {
    actions.Auto: "auto",
    actions.Move: "move",
    actions.PickUp: "pick-up",
    actions.Drop: "drop",
    actions.Play: "event",
    actions.Preempt: "preempt",
    combat_actions.Guns: "guns",
    combat_actions.Withdraw: "withdraw",
    combat_actions.Lose: "loss",
    combat_actions.Retire: "retreat",
    combat_actions.Pursue: "pursuit",
    actions.Flee: "flee",
    actions.Desert: "desert",
    actions.Spare: "spare",
    actions.Land: "port",
    actions.Choose: "army",
    actions.Show: "show",
    actions.Plain: "end",
}


class Choices:
    """The groups of one side in one state."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.state = state
        self.side: Side = side
        self.view = view
        self.labels = Labels(names, state, side, view)

    def groups(self, legal: Sequence[actions.Action]) -> list[Group]:
        """Legal actions by kind: what is done for one first, what ends the choice last."""
        by_group: dict[str, list[actions.Action]] = {}
        for action in legal:
            by_group.setdefault(self._group(action), []).append(action)
        first = ["auto", *(id for id in by_group if id.startswith("place-")), "generals"]
        told = [id for id in (*first, *_PROMPTS, *by_group) if id in by_group and id != "end"]
        ordered = [*dict.fromkeys(told), *(["end"] if "end" in by_group else [])]
        groups = [Group(id, self._prompt(id), self._choices(id, by_group[id])) for id in ordered]
        return self._with_destinations(groups) if "move" in by_group else groups

    def _with_destinations(self, groups: list[Group]) -> list[Group]:
        """Farther destinations after the next steps, which have a row of their own."""
        far = self._destinations()
        after = 1 + next(number for number, group in enumerate(groups) if group.id == "move")
        return [*groups[:after], *([Group("go", _PROMPTS["go"], far)] if far else []), *groups[after:]]

    def choice(self, action: actions.Action) -> Choice:
        """One action as it is offered."""
        label = self.labels.of(action)
        return Choice(actions.notation(action), label.text, label.detail, label.tone)

    def _group(self, action: actions.Action) -> str:
        match action:
            case actions.Activate(_, who):
                return "stack" if who == ALL else "part"
            case actions.Place(who):
                return f"place-{who.points[0][0]}" if who.points else "generals"
            case actions.Note(_, turn):
                return f"note-{self.names.month(turn).lower().replace(' ', '-')}"[:24]
            case combat_actions.Lose(None) | combat_actions.Retire(None):
                return "auto"
            case _:
                return _GROUPS[type(action)]

    def _prompt(self, id: str) -> str:
        if id.startswith("place-"):
            return f"Place {self.names.army(id.removeprefix('place-'))}"
        if id.startswith("note-"):
            return f"The English land in {id.removeprefix('note-').replace('-', ' ').capitalize()}"
        return _PROMPTS[id]

    def _choices(self, id: str, legal: Sequence[actions.Action]) -> list[Choice]:
        if id in ("stack", "part"):
            activations = [action for action in legal if isinstance(action, actions.Activate)]
            urgent = sorted(activations, key=self._urgency)
            legal = urgent
        elif id == "generals":
            legal = self._generals([action for action in legal if isinstance(action, actions.Place)])
        elif id.startswith("place-"):
            places = [action for action in legal if isinstance(action, actions.Place)]
            homes = sorted(places, key=self._home)
            legal = homes
        # Declining comes after what could be done instead.
        legal = sorted(legal, key=lambda action: action == actions.DECLINE)
        return [self.choice(action) for action in legal[:MOST]]

    def _destinations(self) -> list[Choice]:
        """Areas that the group under way reaches in several steps, each by its cheapest way."""
        goals = (actions.Move(goal.path) for goal in self.labels.steps.goals())
        carried = ((action, self.labels.steps.carried(action)) for action in goals)
        offered = [(action, text) for action, text in carried if len(text) <= VALUE]
        return [self.choice(action)._replace(notation=text) for action, text in offered[:MOST]]

    def _urgency(self, action: actions.Activate) -> tuple[bool, int, int, int]:
        """Combat points before lone generals, near the enemy before far, many before few."""
        box, area = self.names.box, action.area
        distance = box.ground.distance[area]
        near = min(
            (distance[at] for at, stacks in self.view.areas.items() if enemy(self.side) in stacks),
            default=FAR,
        )
        group = choose(box, action.who, fresh_in(self.state, area, self.side), action.who.generals)
        led = 0 if isinstance(group, Refusal) else total(group[0])
        return not fresh_in(self.state, area, self.side), near, box.ground.order[area], -led

    def _home(self, action: actions.Place) -> tuple[int, tuple[int, bool, int]]:
        """The most at once, where friends are."""
        return -sum(count for _, count in action.who.points), self._welcome(action.area)

    def _welcome(self, area: str) -> tuple[int, bool, int]:
        stack = self.view.areas.get(area, {}).get(self.side)
        friends = sum(condition.total for condition in (stack.points or {}).values()) if stack else 0
        ground = self.names.box.ground
        place = ground.area[area]
        return -friends, not (place.objective or place.base), ground.order[area]

    def _generals(self, legal: Iterable[actions.Place]) -> list[actions.Place]:
        """The best areas of each general, as many as there is room for."""
        by_general: dict[tuple[str, ...], list[actions.Place]] = {}
        for action in sorted(legal, key=lambda action: self._welcome(action.area)):
            by_general.setdefault(action.who.generals, []).append(action)
        room = max(1, MOST // max(1, len(by_general)))
        return [action for places in by_general.values() for action in places[:room]]
