"""Events of *Levée en Masse*, a line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.levee.names import formatter_of, source
from bot.games.parts.story import TemplateStory
from bot.games.wording import arithmetic, signed
from data.levee.schema import SEA
from data.levee.texts import STORY
from data.sentences import Phrase, by_text, rendered
from engines.core.events import Event, Roll
from engines.levee import events as happened
from engines.levee.actions import Commit, Deploy, Keep, Levy, Recall, Reroll, parse
from engines.levee.odds import labels
from engines.levee.title import Levee

ENTRY = "5.1"
"""Case of the die that an Army rolls to enter France."""
SILENT = (Levy, Deploy, Recall, Commit, Reroll, Keep)
"""Actions whose later events name the marker or order given up or moved."""


class LeveeStory(TemplateStory):
    """Describes events, each roll joined to its action."""

    templates = STORY

    def __init__(self, title: Levee) -> None:
        self.box = box = title.box
        self._words = title.words
        self._labels = by_text(labels(box))
        super().__init__(formatter_of(box))

    def parts(self, event: Event) -> Mapping[str, Any]:
        """The destination of a marker or an Army, and the kind of an action."""
        box = self.box
        match event:
            case happened.ArmyMoved():
                return {
                    "way": self._way(event),
                    "home": box.name(event.target_space) == box.power(event.army),
                }
            case happened.MarkerMoved(_, origin, target, cause):
                went = "stays" if origin == target else "rises" if target > origin else "falls"
                return {"way": "edit" if cause == "edit" else went}
            case happened.LiberationPlaced(_, space):
                return {"worth": box.space[space].box}
            case happened.FrenchArmySet(_, terms):
                why = ", ".join(f"{rendered(term.label)} {signed(term.value)}" for term in terms)
                return {"terms": f" ({why})" if why else ""}
            case happened.ActionTaken(text):
                action = parse(self._words, text, list)
                fields = {name: getattr(action, name) for name in action.__struct_fields__}
                return {**fields, "verb": action.__struct_config__.tag, "silent": isinstance(action, SILENT)}
            case Roll():
                return {"face": event.faces[0], "arithmetic": arithmetic(event, self._source)}
            case _:
                return {}

    def _source(self, label: Phrase) -> str:
        return source(self._labels.get(label, label))

    def _way(self, event: happened.ArmyMoved) -> str:
        if event.cause == "edit":
            return "edit"
        if event.target >= event.origin:
            return "falls-back" if event.cause == "headline" else "thrown-back"
        return "puts" if event.target_space == SEA else "advances"
