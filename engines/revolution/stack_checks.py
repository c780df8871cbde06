"""Checks of the stack of a state from outside: it asks a question, and the frames below take the answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

import msgspec

from data.catalogue import _
from data.revolution.bills import law_of
from data.revolution.tables import SEATS
from engines.core.checks import require
from engines.core.errors import EngineError, StateError
from engines.core.procedure import Frame, Secret
from engines.core.refusals import illegal
from engines.revolution import forms
from engines.revolution.actions import notation, parse
from engines.revolution.box import GOVERNMENT, ROYALIST, Box
from engines.revolution.frames import Ballot, Battle, Bill, Deposition, Form, Question, Throw, Turns, Upkeep
from engines.revolution.politics.votes import BROKEN, TRIAL
from engines.revolution.procedure import PROCEDURE, REGISTRY
from engines.revolution.state import State
from engines.revolution.words import words_of

_Kinds: TypeAlias = tuple[type[Frame], ...]
_UPON: Mapping[str, _Kinds] = {
    "keep": (Throw,),
    "disband": (Upkeep,),
    "tie": (Bill, Ballot),
    "deposition": (Deposition,),
    **dict.fromkeys(("vote", "modify", "veto", "thermidor"), (Bill,)),
    **dict.fromkeys(("verdict", "critics"), (Ballot,)),
    **dict.fromkeys(("hide", "wish", "shift", "carnot", "spare"), (Battle,)),
}
"""Questions about the frame below them."""
_AT: Mapping[str, Collection[str]] = {
    "vote": ("counting", "judging"),
    "modify": ("counting",),
    "tie": tuple(BROKEN),
    "veto": ("paying",),
    "thermidor": ("over",),
    "hide": ("wish",),
    "wish": ("roll",),
    "shift": ("carnot",),
    "carnot": ("result",),
    "spare": ("spare",),
}
"""The stages of a law or a battle at which it waits for the answer to such a question."""
_IN_TURNS: Collection[str] = (
    *("advance", "arrest", "commune", "convince", "deputies", "disband", "march"),
    *("muster", "pacify", "pardon", "plot", "remove", "revolt", "suppress"),
)
"""Kinds that are asked in turns, and never as a question of their own."""
_ACTS: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("arrest", "march", "pacify"), (GOVERNMENT,)),
    **dict.fromkeys(("advance", "muster"), (ROYALIST,)),
    "disband": (GOVERNMENT, ROYALIST),
}
"""The actors of kinds that not every Current may do."""


def check_stack(box: Box, state: State) -> None:
    """Check the frames of the stack.

    :raises StateError: names the field.
    """
    below: Frame | None = None
    for place, frame in enumerate(state.stack):
        field = f"stack.{place}"
        match frame:
            case Form():
                _form(state, frame, field)
            case Question() | Turns():
                _asking(box, frame, below, field)
            case other:
                below = other
        if isinstance(frame, Secret):
            require({*frame.given} <= {*frame.seats}, field, _("who has answered is asked"))
    for place, frame in enumerate(state.stack):
        # Lower frames wait for the ones above them, and are checked where they lie.
        if isinstance(frame, Question):
            _asks(box, msgspec.structs.replace(state, stack=state.stack[: place + 1]))
    if state.stack:
        _asks(box, state)


def _asking(box: Box, frame: Question | Turns, below: Frame | None, field: str) -> None:
    """Check that a question has a seat, and a frame that waits for it."""
    require(frame.kind in REGISTRY.of, field, _("there is no such question"))
    turns = isinstance(frame, Turns)
    require((frame.kind in _IN_TURNS) == turns, field, _("so it is never asked"))
    upon = _UPON.get(frame.kind)
    require(upon is None or isinstance(below, upon), field, _("what it is about lies below it"))
    if isinstance(below, Bill | Battle) and upon is not None:
        require(below.stage in _AT[frame.kind], field, _("what it is about lies below it, and waits for it"))
    if isinstance(frame, Question) and isinstance(below, Bill) and upon == (Bill,):
        named = frame.subject == TRIAL or law_of(frame.subject) in box.law
        require(named, field, _("it is about a law, or the King's guilt"))
    if isinstance(frame, Question) and isinstance(below, Ballot) and upon is not None:
        require(frame.subject == below.subject, field, _("it is about what is voted on"))
    asked = frame.left if isinstance(frame, Turns) else frame.seats
    known = _ACTS.get(frame.kind, SEATS)
    require(bool(asked), field, _("somebody is asked"))
    require({*asked} <= {*known} and len({*asked}) == len(asked), field, _("each is asked once"))


def _form(state: State, frame: Form, field: str) -> None:
    require(frame.form in forms.FORMS, field, _("there is no such form"))
    require(frame.covers == forms.covers(state, frame.form), field, _("it asks what it does at this table"))
    require(
        frame.seats == forms.seats(state, frame.form), field, _("it is filled in by whom the form is for")
    )


def _asks(box: Box, state: State) -> None:
    """Check that the topmost frame waits, and that its listed actions can be written and taken."""
    top, field = state.stack[-1], f"stack.{len(state.stack) - 1}"
    require(isinstance(top, Form | Question | Turns), field, _("the topmost frame asks somebody"))
    try:
        asked = PROCEDURE.asked(box, state)
        for decision in asked:
            first = PROCEDURE.legal(box, state, decision.seat)[0]
            parse(words_of(box), notation(first), list)
            for action in (first, PROCEDURE.fallback(box, state, decision)):
                refusal = action and PROCEDURE.refusal(box, state, decision.seat, action)
                if refusal:
                    raise illegal(refusal)
    except (AssertionError, LookupError, StopIteration, ValueError, EngineError) as error:
        # A question looks its subject up, which a state made by hand may not have.
        reason = _("what it asks can't be answered as the table stands")
        raise StateError(f"{field}: {reason}") from error
    require(bool(asked), field, _("somebody has still to answer"))
