"""Checks of a state that came from outside."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from data.catalogue import _
from data.nouns import listed
from data.revolution.tables import SEATS, TRACKS
from engines.core.checks import require
from engines.core.procedure import Secret
from engines.revolution.answers import Objective
from engines.revolution.box import GOVERNMENT, KING, STREET, Box
from engines.revolution.name_checks import check_names
from engines.revolution.sequence import STAGE
from engines.revolution.stack_checks import check_stack
from engines.revolution.state import State

ACTORS = (*SEATS, GOVERNMENT)


def check(box: Box, state: State) -> None:
    """Check that a state from outside is one that the game can have.

    :raises StateError: names the field.
    """
    _turn(box, state)
    _numbers(box, state)
    _places(box, state)
    _king(box, state)
    _papers(state)
    _joints(state)
    check_names(box, state)
    check_stack(box, state)


def canonical(box: Box, state: State) -> State:
    """A state with keys in the engine's own order."""
    for known, order in (
        (state.purses, ACTORS),
        (state.fame, ACTORS),
        (state.deputies, SEATS),
        (state.tracks, TRACKS),
        (state.papers, SEATS),
    ):
        _reorder(known, order)
    state.regions = {id: state.regions[id] for id in box.region}
    state.people = {id: state.people[id] for id in box.person}
    state.armies = {id: state.armies[id] for id in box.army}
    state.stack = [
        replace(frame, given={seat: frame.given[seat] for seat in frame.seats if seat in frame.given})
        if isinstance(frame, Secret)
        else frame
        for frame in state.stack
    ]
    return state


def _reorder(known: dict, order: Collection[str]) -> None:  # type: ignore[type-arg]
    for key in order:
        if key in known:
            known[key] = known.pop(key)


def _same(field: str, known: Collection[str], wanted: Collection[str]) -> None:
    require(
        set(known) == set(wanted), field, _("it has {wanted}, and nothing else", wanted=", ".join(wanted))
    )


def _turn(box: Box, state: State) -> None:
    last = len(box.scenario[state.scenario].turn)
    require(1 <= state.turn <= last, "turn", _("there are {last} turns", last=last))
    over = state.stage == "over"
    require(over or state.stage in STAGE, "stage", _("it is a stage of the sequence, or over"))
    require(bool(state.stack) != over, "stack", _("somebody has a choice until the game is over"))
    order = box.regime[state.regime]
    governs = _("it governs under {regime}", regime=box.name(state.regime))
    require(state.government in order.government, "government", governs)
    require(sorted(state.order) == sorted(SEATS), "order", _("every Current has a place in it, once"))
    former = state.former is not None
    require(former == order.outlaws_former, "former", _("a Current is outlawed so under Thermidor alone"))
    require(
        not former or state.former in STREET,
        "former",
        _("it is one of {street}", street=listed(STREET)),
    )


def _numbers(box: Box, state: State) -> None:
    highest = box.tables.levels.highest
    _same("purses", state.purses, ACTORS)
    _same("fame", state.fame, ACTORS)
    _same("deputies", state.deputies, SEATS)
    _same("tracks", state.tracks, TRACKS)
    for actor, purse in state.purses.items():
        require(purse >= 0, f"purses.{actor}", _("no purse is negative"))
    for actor, fame in state.fame.items():
        require(1 <= fame <= highest, f"fame.{actor}", _("Fame is from 1 to {highest}", highest=highest))
    for track, at in state.tracks.items():
        require(1 <= at <= highest, f"tracks.{track}", _("a track is from 1 to {highest}", highest=highest))
    for seat, number in state.deputies.items():
        gone = sum(turned.number for turned in state.turned if turned.of == seat)
        require(number >= gone, f"deputies.{seat}", _("no more are turned than there are"))
    for field in ("spent", "aside", "rejected", "levy", "bankrupt", "guilt", "recaptured", "barred"):
        require(getattr(state, field) >= 0, field, _("it is never negative"))


def _places(box: Box, state: State) -> None:
    _same("regions", state.regions, box.region)
    _same("people", state.people, box.person)
    _same("armies", state.armies, box.army)
    for id, person in state.people.items():
        field = f"people.{id}"
        require(person.current in (*box.faces[id], box.person[id].start), field, _("no such Current has him"))
        placed = person.region is not None
        require(not placed or person.state == "free", field, _("who is not free stands nowhere"))
        require(not placed or person.region in box.region, field, _("there is no such region"))
    for id, army in state.armies.items():
        field = f"armies.{id}"
        require(army.region is None or army.region in box.region, field, _("there is no such region"))
        require(army.region is None or not army.gone, field, _("what is gone stands nowhere"))
    require(state.capital in box.region, "capital", _("there is no such region"))
    require(state.commune or state.leader is None, "leader", _("who leads the Commune has raised it"))


def _king(box: Box, state: State) -> None:
    require(state.king_at in box.region, "king_at", _("there is no such region"))
    status = state.people[KING]
    require(status.region is None, f"people.{KING}", _("where he is, is in king_at"))
    require(not state.kidnapped or status.state == "free", "kidnapped", _("who is in prison or dead is not"))


def _papers(state: State) -> None:
    require(set(state.papers) <= set(SEATS), "papers", _("Currents have them"))
    require(len(set(state.filed)) == len(state.filed), "filed", _("a form is filled in once a turn"))


def _joints(state: State) -> None:
    joined = {seat for joint in state.joints for seat in joint.seats}
    for seat, objective in state.objectives.items():
        common = isinstance(objective, Objective) and objective.aim == "common"
        require(not common or seat in joined, f"objectives.{seat}", _("it has a common one with nobody"))
