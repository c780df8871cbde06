"""The choices of *Levée en Masse* in groups, each with its chance."""

from __future__ import annotations

from bot.games.contract import Choice, Group
from bot.games.levee.names import power, throw
from data.nouns import counted
from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    End,
    Keep,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
)
from engines.levee.state import State
from engines.levee.title import SEAT, Levee

_KINDS = (
    ("political", "Political action", Political),
    ("military", "Attack", Military),
    ("naval", "Naval action", Naval),
    ("liberate", "Liberate a space", Liberate),
    ("order", "Order", RestoreOrder),
    ("spirit", "Spirit of '89", Spirit),
    ("levy", "Call a levée en masse", Levy),
    ("keep", "The die", Keep),
    ("reroll", "The die", Reroll),
    ("commit", "Give up order in Paris", Commit),
    ("recall", "Napoleon", Recall),
    ("napoleon", "Send Napoleon against", Deploy),
    ("end", "End", End),
)


class Choices:
    """The choices in one state."""

    def __init__(self, title: Levee, state: State) -> None:
        self.title = title
        self.state = state

    def groups(self) -> list[Group]:
        """Legal actions by kind, in the order of case 4.3."""
        by_kind: dict[type, list[Choice]] = {}
        for action in self.title.legal_actions(self.state, SEAT):
            by_kind.setdefault(type(action), []).append(self._choice(action))
        return [Group(id, prompt, by_kind[kind]) for id, prompt, kind in _KINDS if kind in by_kind]

    def _choice(self, action: Action) -> Choice:
        notation = self.title.notation(action)
        odds = self.title.odds(self.state, action)
        label, tone = self._label(action)
        if odds is None:
            return Choice(notation, label, self._reason(action), tone)
        needs = odds.note or throw(odds)
        chance = f"{odds.percent}%"
        return Choice(notation, f"{label} · {chance}", needs, tone, chance)

    def _label(self, action: Action) -> tuple[str, str]:
        box, state = self.title.box, self.state
        match action:
            case Political(marker):
                return f"{marker.title()} {'+1' if marker == 'republic' else '−1'}", "primary"
            case Military(army):
                free = state.boxes[army] == 0 and army not in state.stormed
                return f"{'Free attack' if free else 'Attack'}: {box.power[army]}", "danger"
            case Naval():
                return "Fight the Royal Navy", "danger"
            case Liberate(space, marker):
                by = f" with {marker}" if marker else ""
                return f"Liberate {box.name(space)} (+{box.space[space].box}){by}", "success"
            case RestoreOrder():
                return "Restore order", "success"
            case Levy(origin, marker):
                by = f" ({marker})" if marker else ""
                return f"Levée: {'Holding Box' if origin == 'holding' else box.name(origin)}{by}", "secondary"
            case Spirit(space, army):
                against = f" against {power(box, army)}" if army else ""
                return f"Spirit of '89: {box.name(space)}{against}", "danger"
            case End():
                if any(at == 0 for at in state.boxes.values()):
                    return "End the turn: Paris falls", "danger"
                unspent = f", {counted(state.actions_left, 'action')} unspent" if state.actions_left else ""
                return f"End the turn{unspent}", "secondary"
            case _:
                return self._label_of_the_kit(action)

    def _label_of_the_kit(self, action: Action) -> tuple[str, str]:
        box, state = self.title.box, self.state
        match action:
            case Deploy(army):
                return f"Napoleon against {power(box, army)}", "primary"
            case Recall():
                return "Recall Napoleon", "secondary"
            case Reroll():
                return "Commit the last reserves: roll anew", "danger"
            case Commit() if state.pending is None:
                return "Give up order in Paris for an attack", "danger"
            case Commit():
                return "Give up order in Paris: +1", "danger"
            case _:
                return "Let the die stand", "secondary"

    def _reason(self, action: Action) -> str:
        match action:
            case End():
                left = self.state.actions_left
                return f"{counted(left, 'action')} would be lost" if left else "Nothing is left to do"
            case Levy():
                return "Give the marker up for good, attack at once (10.1)"
            case Deploy():
                return "+1 to attacks on it, −1 to every political action (5.0)"
            case Recall():
                return "Back to the Holding Box; he can be sent again next turn (5.0)"
            case Commit():
                return "Disorder in Paris; one attack more inside France (10.5)"
            case Keep():
                return "What was rolled is carried out"
            case _:
                return "No die is rolled"
