"""The choices of *For God and For the King* in groups, the likely ones first, for their seat alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.presenter import Choice, Group
from bot.games.vendee_labels import Labels
from bot.games.vendee_names import Names
from data.vendee.schema import Side
from engines.vendee import combat_actions
from engines.vendee.actions import (
    DECLINE,
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
    notation,
)
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
    "move": "Move to",
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
    Auto: "auto",
    Move: "move",
    PickUp: "pick-up",
    Drop: "drop",
    Play: "event",
    Preempt: "preempt",
    combat_actions.Guns: "guns",
    combat_actions.Withdraw: "withdraw",
    combat_actions.Lose: "loss",
    combat_actions.Retire: "retreat",
    combat_actions.Pursue: "pursuit",
    Flee: "flee",
    Desert: "desert",
    Spare: "spare",
    Land: "port",
    Choose: "army",
    Show: "show",
    Plain: "end",
}


class Choices:
    """The groups of one side in one state."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.state = state
        self.side: Side = side
        self.view = view
        self.labels = Labels(names, state, side, view)

    def groups(self, legal: Sequence[Action]) -> list[Group]:
        """Legal actions by kind: what is done for one first, what ends the choice last."""
        by_group: dict[str, list[Action]] = {}
        for action in legal:
            by_group.setdefault(self._group(action), []).append(action)
        told = [id for id in (*_PROMPTS, *by_group) if id in by_group and id != "end"]
        ordered = [*dict.fromkeys(told), *(["end"] if "end" in by_group else [])]
        return [Group(id, self._prompt(id), self._choices(id, by_group[id])) for id in ordered]

    def choice(self, action: Action) -> Choice:
        """One action as it is offered."""
        label = self.labels.of(action)
        return Choice(notation(action), label.text, label.detail, label.tone)

    def _group(self, action: Action) -> str:
        match action:
            case Activate(_, who):
                return "stack" if who == ALL else "part"
            case Place(who):
                return f"place-{who.points[0][0]}" if who.points else "generals"
            case Note(_, turn):
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

    def _choices(self, id: str, actions: Sequence[Action]) -> list[Choice]:
        if id in ("stack", "part"):
            activations = [action for action in actions if isinstance(action, Activate)]
            urgent = sorted(activations, key=self._urgency)
            actions = urgent
        elif id == "generals":
            actions = self._generals([action for action in actions if isinstance(action, Place)])
        elif id.startswith("place-"):
            places = [action for action in actions if isinstance(action, Place)]
            homes = sorted(places, key=self._home)
            actions = homes
        # Declining comes after what could be done instead.
        actions = sorted(actions, key=lambda action: action == DECLINE)
        return [self.choice(action) for action in actions[:MOST]]

    def _urgency(self, action: Activate) -> tuple[bool, int, int, int]:
        """Combat points before lone generals, near the enemy before far, many before few."""
        box, area = self.names.box, action.area
        distance = box.ground.distance[area]
        near = min(
            (distance[at] for at, stacks in self.view.areas.items() if enemy(self.side) in stacks),
            default=FAR,
        )
        group = choose(action.who, fresh_in(self.state, area, self.side), action.who.generals)
        led = 0 if isinstance(group, Refusal) else total(group[0])
        return not fresh_in(self.state, area, self.side), near, box.ground.order[area], -led

    def _home(self, action: Place) -> tuple[int, tuple[int, bool, int]]:
        """The most at once, where friends are."""
        return -sum(count for _, count in action.who.points), self._welcome(action.area)

    def _welcome(self, area: str) -> tuple[int, bool, int]:
        stack = self.view.areas.get(area, {}).get(self.side)
        friends = sum(condition.total for condition in (stack.points or {}).values()) if stack else 0
        ground = self.names.box.ground
        place = ground.area[area]
        return -friends, not (place.objective or place.base), ground.order[area]

    def _generals(self, actions: Iterable[Place]) -> list[Place]:
        """The best areas of each general, as many as there is room for."""
        by_general: dict[tuple[str, ...], list[Place]] = {}
        for action in sorted(actions, key=lambda action: self._welcome(action.area)):
            by_general.setdefault(action.who.generals, []).append(action)
        room = max(1, MOST // max(1, len(by_general)))
        return [action for places in by_general.values() for action in places[:room]]
