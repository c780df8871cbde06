"""The questions that are asked together: the forms of a turn, and what each covers.

By default a turn has six people's answers in few forms, each filled in by all at once. Under option `letter`
every question is asked by itself when its step comes, except for the talk, which all share. Answers on file
answer the questions of a form, in the order of the sequence (`asking.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.catalogue import marked
from data.revolution.tables import SEATS, Regime
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.state import State


class FormKind(NamedTuple):
    """A form: its place in the sequence, and its seats."""

    before: str
    """The stage before which it has to be in."""
    prompt: str
    case: str
    government: bool = False
    """Whether only the governing Current is asked."""


FORMS: dict[str, FormKind] = {
    "talk": FormKind("talk", marked("Negotiate: alliances, objectives, answers to events"), "SEQ"),
    "plan": FormKind("government-objective", marked("Name an objective and place your people"), "SEQ"),
    "people": FormKind("arrests", marked("Win over or drive out people; the Government arrests"), "ACT"),
    "regions": FormKind("plots", marked("Plot, revolt, suppress; what you do with the Commune"), "ACT"),
    "politics": FormKind("deputies", marked("Turn deputies, act with the King, propose laws"), "POL"),
    "votes": FormKind("laws", marked("Vote, judge, support or criticise; and the Royalist's war"), "POL"),
    "war": FormKind("government-arrival", marked("Raise, pay and move the Government's armies"), "MIL", True),
}
"""The forms in the order of a turn. Each kind of question names its form."""
_BEFORE = {kind.before: form for form, kind in FORMS.items()}
_WIDE = {
    ("people", "regions", "politics"): marked("Write all your actions: people, regions, politics"),
    ("regions", "politics"): marked("Act in the regions, and propose laws"),
    ("votes", "war"): marked("Vote, judge, support or criticise the Government; and all wars"),
}
"""The prompts of forms that cover others."""
WIDEST: dict[str, tuple[str, ...]] = {
    **{form: (form,) for form in FORMS},
    "talk": ("talk", "events"),
    "people": ("people", "regions", "politics"),
    "regions": ("regions", "politics"),
    "votes": ("votes", "war"),
}
"""All that a form may cover under any options."""
BY_ROLL: tuple[Regime, ...] = ("convention", "terror")
"""Regimes under which laws are proposed together with regional actions."""


def to_file(state: State, stage: str) -> tuple[str, tuple[str, ...]] | None:
    """The form that is due before a stage, and all that it covers; None where none is."""
    form = _BEFORE.get(stage)
    if form is None or form in state.filed or not asked(state, form):
        return None
    return form, covers(state, form)


def asked(state: State, form: str) -> bool:
    """Whether the campaign uses a form at all."""
    if not state.options["letter"]:
        return True
    return form == "talk" or (form == "plan" and state.options["sealed-steps"])


def covers(state: State, form: str) -> tuple[str, ...]:
    """The forms that this one includes."""
    if form == "talk":
        # Under option `letter` an event asks when it comes.
        return ("talk",) if state.options["letter"] else ("talk", "events")
    if state.options["fast"]:
        return {"people": ("people", "regions", "politics"), "votes": ("votes", "war")}.get(form, (form,))
    if form == "regions" and state.regime in BY_ROLL:
        return "regions", "politics"
    return (form,)


def prompt(form: str, covers: Sequence[str]) -> str:
    """What a form asks of its seats, by what it covers."""
    return _WIDE.get(tuple(covers), FORMS[form].prompt)


def seats(state: State, form: str) -> tuple[str, ...]:
    """The seats that fill a form in: all, also those that have nothing to say in it."""
    return (state.government,) if FORMS[form].government else SEATS


def misplaced(state: State, form: str, said: str) -> Refusal | None:
    """The refusal of an answer too late or too early: its form is closed this turn, or comes later."""
    own = "talk" if form == "events" else form
    if own not in FORMS:
        return None
    named = next((one for one in FORMS if own in covers(state, one)), own)
    # In quotes they are no texts of the catalogue, which has the form's word with another meaning.
    said, named = repr(said), repr(named)
    if form in state.filed:
        text = _l("{said} comes too late: the form {form} is closed this turn", said=said, form=named)
    else:
        text = _l(
            "{said} comes too early: it belongs to the form {form}, later this turn", said=said, form=named
        )
    return Refusal("R-SEQ-03", text)


def covered(state: State, form: str) -> bool:
    """Whether a form was handed in, so that answers on file decide its questions."""
    return form in state.filed
