"""The choices of *Levée en Masse* in groups, each with its chance."""

from __future__ import annotations

from bot.games.levee.names import marker_name, power, throw
from bot.games.shown import Choice, Group
from data.catalogue import N_, _
from data.nouns import counted, per_cent
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
    ("political", N_("Political action"), Political),
    ("military", N_("Attack"), Military),
    ("naval", N_("Naval action"), Naval),
    ("liberate", N_("Liberate a space"), Liberate),
    ("order", N_("Order"), RestoreOrder),
    ("spirit", N_("Spirit of '89"), Spirit),
    ("levy", N_("Call a levée en masse"), Levy),
    ("keep", N_("The die"), Keep),
    ("reroll", N_("The die"), Reroll),
    ("commit", N_("Give up order in Paris"), Commit),
    ("recall", N_("Napoleon"), Recall),
    ("napoleon", N_("Send Napoleon against"), Deploy),
    ("end", N_("End"), End),
)


class Choices:
    """The choices in one state."""

    def __init__(self, title: Levee, state: State) -> None:
        self.title = title
        self.state = state
        self.legal = title.legal_actions(state, SEAT)

    def groups(self) -> list[Group]:
        """Legal actions by kind, in the order of case 4.3."""
        by_kind: dict[type, list[Choice]] = {}
        for action in self.legal:
            by_kind.setdefault(type(action), []).append(self._choice(action))
        return [Group(id, str(prompt), by_kind[kind]) for id, prompt, kind in _KINDS if kind in by_kind]

    def _choice(self, action: Action) -> Choice:
        notation = self.title.notation(action)
        odds = self.title.odds(self.state, action)
        label, tone = self._label(action)
        if odds is None:
            return Choice(notation, label, self._reason(action), tone)
        needs = odds.note or throw(odds)
        chance = per_cent(odds.percent)
        return Choice(notation, f"{label} · {chance}", needs, tone, chance)

    def _label(self, action: Action) -> tuple[str, str]:
        box, state = self.title.box, self.state
        match action:
            case Political(marker):
                said = N_("Raise {marker}") if marker == "republic" else N_("Lower {marker}")
                return said(marker=marker_name(marker)), "primary"
            case Military(army):
                free = state.boxes[army] == 0 and army not in state.stormed
                said = N_("⚔️ Throw back {army}, free") if free else N_("⚔️ Throw back {army}")
                return said(army=power(box, army)), "danger"
            case Naval():
                return _("⚓ Drive off the Royal Navy"), "danger"
            case Liberate(space, marker):
                by = _(" with {marker}", marker=marker) if marker else ""
                return _(
                    "Liberate {space} (+{box}){by}", space=box.name(space), box=box.space[space].box, by=by
                ), "success"
            case RestoreOrder():
                return _("🕊️ Restore order in Paris"), "success"
            case Levy(origin, marker):
                by = f" ({marker})" if marker else ""
                return (
                    _("Levée: Holding Box{by}", by=by)
                    if origin == "holding"
                    else _("Levée: {origin}{by}", origin=box.name(origin), by=by)
                ), "secondary"
            case Spirit(space, army):
                against = _(" against {box}", box=power(box, army)) if army else ""
                return _("Spirit of '89: {space}{against}", space=box.name(space), against=against), "danger"
            case End():
                if any(at == 0 for at in state.boxes.values()):
                    return _("End the turn: Paris falls"), "danger"
                unspent = (
                    _(", {actions} unspent", actions=counted(state.actions_left, "action"))
                    if state.actions_left
                    else ""
                )
                return _("End the turn{unspent}", unspent=unspent), "secondary"
            case _:
                return self._label_of_the_kit(action)

    def _label_of_the_kit(self, action: Action) -> tuple[str, str]:
        box, state = self.title.box, self.state
        match action:
            case Deploy(army):
                return _("Napoleon against {box}", box=power(box, army)), "primary"
            case Recall():
                return _("Recall Napoleon"), "secondary"
            case Reroll():
                return _("Last reserves: roll again, Army −1 next turn"), "danger"
            case Commit() if state.pending is None:
                return _("One more attack for Disorder in Paris: Republic −1 a turn"), "danger"
            case Commit():
                return _("+1 for Disorder in Paris: Republic −1 a turn"), "danger"
            case _:
                return _("Let the die stand"), "secondary"

    def _reason(self, action: Action) -> str:
        match action:
            case End():
                if self.state.actions_left:
                    return _("{actions} would be lost", actions=counted(self.state.actions_left, "action"))
                free = len(self.legal) > 1
                return _("No action is left, but some cost none") if free else _("Nothing is left to do")
            case Levy():
                return _("Give up the marker for good and attack at once (10.1)")
            case Deploy():
                return _("+1 to the French Army's attacks on it, −1 to every political action (5.0)")
            case Recall():
                return _("Back to the Holding Box; he can be sent again next turn (5.0)")
            case Commit():
                return _("Disorder in Paris; one more attack inside France (10.5)")
            case Keep():
                return _("The result takes effect")
            case _:
                return _("No die is rolled")
