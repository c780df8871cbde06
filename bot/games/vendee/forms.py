"""Choices with too many ways to list, typed into forms: any number of a stack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from bot.games.shown import Field, Form
from bot.games.vendee.reader import Reader
from data.catalogue import _
from engines.core.errors import NotationError
from engines.vendee import actions
from engines.vendee.state import kinds_of
from engines.vendee.words import ALL, fold, words_of

A = TypeVar("A")


class Forms(Reader):
    """The forms of one side in one state; each begins with a legal action."""

    def forms(self, legal: Sequence[actions.Action]) -> list[Form]:
        """The forms for now."""
        forms: list[Form] = []
        if placing := _of(actions.Place, legal):
            first = max(placing, key=lambda action: sum(count for _, count in action.who.points))
            fields = [
                self._who(_("Who is placed"), self.names.who(first.who)),
                self._where(self.names.name(first.area)),
            ]
            forms.append(Form("place", _("Place a custom number …"), _("Place counters"), fields))
        if parts := [action for action in _of(actions.Activate, legal) if action.who != ALL]:
            fields = [
                self._where(self.names.name(parts[0].area)),
                self._who(_("Who goes"), self.names.who(parts[0].who)),
            ]
            forms.append(Form("part", _("Activate a custom part …"), _("Activate a part of a stack"), fields))
        if left := _of(actions.Drop, legal):
            fields = [self._who(_("Who stays"), self.names.who(left[0].who))]
            forms.append(Form("drop", _("Leave a custom part …"), _("Leave counters behind"), fields))
        if taken := _of(actions.PickUp, legal):
            fields = [self._who(_("Who comes along"), self.names.who(taken[0].who))]
            forms.append(Form("pick-up", _("Take a custom part …"), _("Take counters along"), fields))
        return forms

    def filled(self, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation.

        :raises EngineError: it can't be read.
        """
        words = words_of(self.box)
        who = words.who(fold(values.get("who", "")))
        match form:
            case "place":
                return actions.notation(actions.Place(who, words.area(fold(values.get("area", "")))))
            case "part":
                return actions.notation(actions.Activate(words.area(fold(values.get("area", ""))), who))
            case "drop":
                return actions.notation(actions.Drop(who))
            case "pick-up":
                return actions.notation(actions.PickUp(who))
            case _:
                raise NotationError(_("That can't be written any more"))

    def _who(self, label: str, value: str) -> Field:
        general = next(id for id, each in self.box.general.items() if each.side == self.side)
        such = self.names.troops({kinds_of(self.side)[0]: 3}, [general])
        return Field("who", label, value, _("Numbers and names, such as {who}", who=such))

    def _where(self, value: str) -> Field:
        return Field("area", _("In which area"), value, _("A name, such as Les Herbiers"))


def _of(kind: type[A], legal: Sequence[actions.Action]) -> list[A]:
    return [action for action in legal if isinstance(action, kind)]
