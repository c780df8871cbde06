"""Checks that the names in a state from outside exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from data.catalogue import _
from data.revolution.bills import bill_id, proposal
from data.revolution.tables import SEATS
from engines.core.checks import require
from engines.core.errors import EngineError, StateError
from engines.revolution import actions, forms
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.fields import Answer
from engines.revolution.frames import Ballot, Battle, Bill, Deposition, Question
from engines.revolution.politics.laws import STAGES as OF_A_LAW
from engines.revolution.politics.votes import BROKEN
from engines.revolution.sequence import STAGE
from engines.revolution.state import State
from engines.revolution.words import LAW_TYPES, words_of

_OF_A_BATTLE = ("hide", "wish", "roll", "shift", "carnot", "result", "spare")
_VOTED_ON = {Ballot: ("verdict", "critics"), Deposition: ("deposition",)}
_ACTORS = (*SEATS, GOVERNMENT)


def check_names(box: Box, state: State) -> None:
    """Check the names in the state, its stack and its answers.

    :raises StateError: names the field.
    """
    known = _known(box)
    lists: Mapping[str, Collection[str]] = {
        "filed": (
            *forms.FORMS,
            *STAGE,
            *(name for form in forms.FORMS for name in forms.covers(state, form)),
        ),
        "laws": box.law,
        "lapsing": box.law,
        "passed": box.law,
        "proposed": _ACTORS,
        "later": box.row,
        "fired": box.row,
        "held": box.region,
        "resting": box.region,
        "shaken": box.region,
        "exiled": box.person,
    }
    for field, names in lists.items():
        _all_known(field, getattr(state, field), names)
    _all_known("objectives", state.objectives, _ACTORS)
    _all_known("joints", [joint.law_type for joint in state.joints], LAW_TYPES)
    for bill in state.bills:
        law, proposer, helped = proposal(bill)
        _all_known("bills", (law,), box.law)
        _all_known("bills", (proposer,), _ACTORS)
        whole = bill == bill_id(law, proposer, helped=helped)
        require(whole, "bills", _("a law, who proposes it, and perhaps that it is helped"))
        require(not helped or proposer == GOVERNMENT, "bills", _("the Government's laws alone are helped"))
    for field in ("stack", "papers", "objectives"):
        parts = getattr(state, field)
        for place, part in parts.items() if isinstance(parts, dict) else enumerate(parts):
            for struct in _structs(part):
                if isinstance(struct, Answer):
                    _sayable(box, f"{field}.{place}", struct)
                else:
                    _named(f"{field}.{place}", struct, known)
    for frame, above in zip(state.stack, [*state.stack[1:], None], strict=False):
        if isinstance(frame, Deposition):
            _all_known("stack", (frame.subject,), box.row)
        if isinstance(frame, Bill) and frame.stage in BROKEN:
            asked = isinstance(above, Question) and above.kind == "tie"
            require(asked, "stack", _("somebody is asked to break the tie"))


def _known(box: Box) -> Mapping[str, Collection[str]]:
    """The names that a field of that name may have, in frames; without a seat, for all seats."""
    return {"region": box.region, "seat": (*SEATS, ""), "actor": _ACTORS, "law": box.law}


def _sayable(box: Box, field: str, answer: Any) -> None:
    """Check that an answer is one that can be typed."""
    try:
        if actions.parse(words_of(box), actions.notation(answer), list) == answer:
            return
    except (EngineError, AttributeError, LookupError, ValueError):
        pass
    raise StateError(f"{field}: {_('it is no answer that can be given')}")


def _named(field: str, struct: msgspec.Struct, known: Mapping[str, Collection[str]]) -> None:
    for name, names in known.items():
        named = getattr(struct, name, None)
        if isinstance(named, str):
            _all_known(field, (named,), names)
    stages: Collection[str] = ()
    match struct:
        case Bill():
            stages = (*OF_A_LAW, *BROKEN)
            # The trial of a recaptured King has no proposer (R-KING-12).
            proposers = (*_ACTORS, "") if struct.law == "trial" else _ACTORS
            _all_known(field, (struct.proposer,), proposers)
        case Battle():
            stages = _OF_A_BATTLE
        case Ballot():
            _all_known(field, (struct.kind,), _VOTED_ON[type(struct)])
        case _:
            pass
    if stages:
        _all_known(field, (struct.stage,), stages)  # type: ignore[attr-defined]
    if isinstance(struct, Bill | Ballot):
        _all_known(field, struct.cast, SEATS)


def _all_known(field: str, named: Collection[str], known: Collection[str]) -> None:
    for name in named:
        require(name in known, field, _("there is no {name}", name=name or _("such name")))


def _structs(value: Any) -> Iterator[msgspec.Struct]:
    """Every struct of the game within a value."""
    match value:
        case msgspec.Struct():
            yield value
            for field in value.__struct_fields__:
                yield from _structs(getattr(value, field))
        case dict():
            for part in value.values():
                yield from _structs(part)
        case list() | tuple():
            for part in value:
                yield from _structs(part)
        case _:
            pass
