"""Choices typed into fields: verbs with too many ways for a list, and the defence plan as one form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from bot.games.grande_armee.names import Names
from bot.games.shown import THEN, Field, Form
from data.catalogue import _
from data.grande_armee.texts import PROMPTS, WRITTEN
from engines.core import declared
from engines.core.dice import Dice
from engines.core.errors import NotationError
from engines.grande_armee.actions import END, RETREAT_AUTO, STAND, Action, Move, Retreat, Spend, notation
from engines.grande_armee.combat.defence import drafted
from engines.grande_armee.combat.draft import Plan
from engines.grande_armee.combat.frames import Defending
from engines.grande_armee.combat.ground import ground
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from engines.grande_armee.words import fold

PLAN = "defence"
"""Id of the form of the defence plan."""
_VERBS: Mapping[str, type[Action]] = {declared.word(kind): kind for kind in get_args(Action)}


def drafts(title: GrandeArmee, state: State) -> Iterator[Action]:
    """The actions of the default plan of a defence, one after another as the rules carry them out."""
    while state.stack and isinstance(top := state.stack[-1], Defending):
        if (action := drafted(title.box, state, top, Plan())) == END:
            return
        yield action
        state = title.apply(state, title.deciding(state)[0], action, Dice("draft")).state


class Forms:
    """The forms of one seat in one state; `plan` gives the default plan of a defence."""

    def __init__(
        self, title: GrandeArmee, names: Names, state: State, seat: str, plan: Callable[[State], list[Action]]
    ) -> None:
        self.title, self.names, self.state, self.seat, self.plan = title, names, state, seat, plan
        self.legal = title.legal_actions(state, seat)

    def forms(self) -> list[Form]:
        """The forms for now."""
        if self.state.stack and isinstance(self.state.stack[-1], Defending):
            return [self._plan()]
        able = reversed([action for action in self.legal if action != RETREAT_AUTO])
        first = {declared.word(type(action)): action for action in able}
        return [self._verb(verb, first[verb]) for verb in WRITTEN if verb in first]

    def _verb(self, verb: str, first: Action) -> Form:
        """A form, which begins with the first listed action; of a march, done at once, that is an example."""
        fields = [
            Field(name, str(field.about), field.write(getattr(first, name), self.names.name))
            for name, field in declared.fields(type(first)).items()
        ]
        if isinstance(first, Move):
            fields = [each._replace(value="", example=each.value) for each in fields]
        return Form(verb, str(WRITTEN[verb]), str(PROMPTS[verb]), fields)

    def _plan(self) -> Form:
        """The defence plan, which begins with the default plan; those who could go stand in it as well."""
        going, spent = dict[str | None, str](), list[str]()
        for action in self.plan(self.state):
            if isinstance(action, Retreat):
                going[action.unit] = declared.written(action, self.names.name)
            elif isinstance(action, Spend):
                spent.append(self.names.name(action.supply))
        for action in self.legal:
            if isinstance(action, Retreat) and action.unit is not None:
                going.setdefault(action.unit, f"{self.names.name(action.unit)} > {STAND.word}")
        lines = _("Like “Ney > Augsburg”; units that you don't name stay")
        commas = _("Separated by commas. Leave blank to spend none")
        fields = [
            Field("going", _("Retreats before combat, a line each"), "\n".join(going.values()), lines),
            Field("supply", _("Supply units that are spent"), ", ".join(spent), commas),
        ]
        fed = bool(ground(self.title.box, self.state).usable())
        return Form(PLAN, _("All in one form …"), _("Defence plan"), fields if fed else fields[:1])

    def filled(self, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation.

        :raises EngineError: it can't be read, or a part of a plan is against the rules.
        """
        if form == PLAN:
            return self._planned(values)
        if form not in WRITTEN:
            raise NotationError(_("That can't be written any more"))
        typed = {name: text for name, text in values.items() if text.strip()}
        return notation(self.title.filled(self.state, _VERBS[form], typed, self.seat))

    def _planned(self, values: Mapping[str, str]) -> str:
        """A plan as successive actions, each tried as the rules would carry it out."""
        written: list[tuple[type[Action], str, str]] = [
            (Retreat, "unit", line)
            for line in values.get("going", "").splitlines()
            if fold(line.rpartition(">")[2]) != STAND.word
        ]
        written += [(Spend, "supply", each) for each in values.get("supply", "").split(",")]
        state, texts = self.state, []
        for kind, field, typed in written:
            if not typed.strip():
                continue
            action = self.title.filled(state, kind, {field: typed}, self.seat)
            texts.append(notation(action))
            state = self.title.apply(state, self.seat, action, Dice("plan")).state
            if not isinstance(state.stack[-1], Defending):
                return THEN.join(texts)
        return THEN.join([*texts, notation(END)])
