"""Checks of the names in a state from outside: whatever it names is there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from data.catalogue import _
from data.revolution.tables import SEATS
from engines.core.checks import require
from engines.revolution import forms
from engines.revolution.answers import Objective, Place, Purpose
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.frames import Ballot, Battle, Bill, Deposition, Question
from engines.revolution.hopes import LAST
from engines.revolution.politics.laws import STAGES as OF_A_LAW
from engines.revolution.politics.votes import BROKEN
from engines.revolution.sequence import STAGE
from engines.revolution.state import State

_OF_A_BATTLE = ("hide", "wish", "roll", "shift", "carnot", "result", "spare")
_VOTED_ON = {Ballot: ("verdict", "critics"), Deposition: ("deposition",)}
_AIMS: Mapping[type[msgspec.Struct], Collection[str]] = {
    Objective: (*LAST, "none"),
    Purpose: ("arrest", "suppress", "defeat", "law", "none"),
}

_OF: Mapping[str, str] = {"plot": "region", "revolt": "region", "convince": "person", "regime": "regime"}
"""What the objectives are of that always have something."""


def check_names(box: Box, state: State) -> None:
    """Check what the state, its stack and what was answered name.

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
        "proposed": known["actor"],
        "later": box.row,
        "fired": box.row,
        "held": box.region,
        "resting": box.region,
        "shaken": box.region,
        "exiled": box.person,
    }
    for field, names in lists.items():
        _all_known(field, getattr(state, field), names)
    _all_known("objectives", state.objectives, known["actor"])
    for bill in state.bills:
        law, _slash, rest = bill.partition("/")
        proposer = rest.removesuffix("/helped")
        _all_known("bills", (law,), box.law)
        _all_known("bills", (proposer,), known["actor"])
    for field in ("stack", "papers", "objectives"):
        parts = getattr(state, field)
        for place, part in parts.items() if isinstance(parts, dict) else enumerate(parts):
            for struct in _structs(part):
                _named(f"{field}.{place}", struct, known)
    for frame, above in zip(state.stack, [*state.stack[1:], None], strict=False):
        if isinstance(frame, Bill) and frame.stage in BROKEN:
            asked = isinstance(above, Question) and above.kind == "tie"
            require(asked, "stack", _("somebody is asked to break the tie"))


def _known(box: Box) -> Mapping[str, Collection[str]]:
    """What a field of that name may name, in answers and frames."""
    actors = (*SEATS, GOVERNMENT, "")
    return {
        "region": (*box.region, ""),
        "person": (*box.person, ""),
        "general": (*box.person, ""),
        "army": (*box.army, ""),
        "seat": (*SEATS, ""),
        "actor": actors,
        "proposer": actors,
        "law": box.law,
        "regime": box.regime,
        "row": box.row,
    }


def _named(field: str, struct: msgspec.Struct, known: Mapping[str, Collection[str]]) -> None:
    for name, names in known.items():
        named = getattr(struct, name, None)
        if isinstance(named, str):
            _all_known(field, (named,), names)
    stages: Collection[str] = ()
    match struct:
        case Bill():
            stages = (*OF_A_LAW, *BROKEN)
        case Battle():
            stages = _OF_A_BATTLE
        case Place():
            _all_known(field, [person for person, _at in struct.where], known["person"])
            _all_known(field, [at for _person, at in struct.where], known["region"])
        case Ballot():
            _all_known(field, (struct.kind,), _VOTED_ON[type(struct)])
        case Objective() | Purpose():
            _all_known(field, (struct.aim,), _AIMS[type(struct)])
            if struct.aim in _OF:
                _all_known(field, (struct.of,), known[_OF[struct.aim]])
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
    """Every value of ours within another."""
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
