"""Shared rules of all regional actions: who acts where, with whose help (R-ACT-37 to 39)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from data.revolution.tables import SEATS, Deed
from data.sentences import _l
from engines.core.memo import MemoLast
from engines.core.refusals import Refusal
from engines.revolution.answers import Plot, Quell, Raise, Revolt, Suppress
from engines.revolution.box import KING, PARIS, Box
from engines.revolution.deeds.roll import cost, throw, unpaid
from engines.revolution.resolution import Resolution
from engines.revolution.state import Person, State, enemy_held, paris_fallen, people_in, put_people

Regional: TypeAlias = Plot | Revolt | Suppress | Raise | Quell
A = TypeVar("A", bound=Regional)


def region_of(action: Regional) -> str:
    """The region of the action; the Commune's is Paris."""
    return PARIS if isinstance(action, Raise | Quell) else action.region


def _fresh(people: Mapping[str, Person]) -> Mapping[str, Sequence[tuple[str, str]]]:
    by_seat: dict[str, list[tuple[str, str]]] = {seat: [] for seat in SEATS}
    for id, person in people.items():
        if person.state == "free" and person.region is not None and not person.used and id != KING:
            by_seat[person.current].append((person.region, id))
    return by_seat


_FRESH: MemoLast[Mapping[str, Person], Mapping[str, Sequence[tuple[str, str]]]] = MemoLast(_fresh)


def able(state: State, seat: str, region: str) -> list[str]:
    """A Current's people in a region who have not acted yet (R-ACT-37)."""
    return [id for at, id in _FRESH(state.people)[seat] if at == region]


def held_by_enemies(box: Box, state: State, region: str) -> bool:
    """Whether only the Royalist may act there; not in Paris while the Commune stands (R-ACT-39)."""
    return paris_fallen(box, state) if region == PARIS else enemy_held(box, state, region)


def place_refusal(box: Box, state: State, seat: str, action: Regional, deed: Deed) -> Refusal | None:
    """The refusal where no person of a Current can act there, or the Current can't pay."""
    region, status = region_of(action), state.people[action.person]
    if status.current != seat:
        return Refusal("R-ACT-37", _l("{name} is not yours", name=box.name(action.person)))
    if action.person == KING:
        return Refusal("R-KING-01", _l("The King executes no action"))
    if status.state != "free" or status.region != region:
        name, where = box.name(action.person), box.name(region)
        return Refusal("R-ACT-37", _l("{name} is not in {where}", name=name, where=where))
    if status.used:
        return Refusal("R-ACT-12", _l("{name} can do nothing more this turn", name=box.name(action.person)))
    if action.helpers and not state.options["influence-named"]:
        return Refusal("R-ACT-38", _l("Nobody is named to help: all who are influential there do"))
    for helper in action.helpers:
        if helper == action.person or helper not in able(state, seat, region):
            name, where = box.name(helper), box.name(region)
            return Refusal("R-ACT-37", _l("{name} can't help in {where}", name=name, where=where))
    if seat != "royalist" and held_by_enemies(box, state, region):
        where = box.name(region)
        return Refusal("R-ACT-39", _l("Enemies hold {where}, where the Royalist alone can act", where=where))
    return unpaid(box, state, seat, deed, action.rolls)


def terms(box: Box, state: State, seat: str, action: Regional) -> list[tuple[str, int]]:
    """Modifiers everywhere: influential people, and for the Royalist the enemy (R-ACT-38, R-ACT-39)."""
    region, modifiers = region_of(action), box.tables.modifiers
    named = state.options["influence-named"]
    people = (action.person, *action.helpers) if named else people_in(state, region, seat)
    influential = sum(region in box.influence[id] for id in people)
    added = [("influence", modifiers.person * influential)]
    if seat == "royalist" and held_by_enemies(box, state, region):
        added.append(("enemy armies", modifiers.enemy_held))
    return [(label, by) for label, by in added if by]


def perform(
    ctx: Resolution, seat: str, action: Regional, deed: Deed, more: Iterable[tuple[str, int]] = ()
) -> None:
    """Mark the people who act as used, and throw (R-ACT-12)."""
    added = [*terms(ctx.box, ctx.state, seat, action), *more]
    people = ctx.state.people
    put_people(ctx.state, {id: replace(people[id], used=True) for id in (action.person, *action.helpers)})
    throw(ctx, seat, action, deed, action.rolls, added)


def choices(box: Box, state: State, seat: str, deed: Deed) -> list[tuple[str, str]]:
    """Regions with a person of the Current who can act there, and whose action it can pay for."""
    fresh = _FRESH(state.people)[seat]
    if state.purses[seat] < cost(box, state, deed):
        return []
    return [one for one in fresh if seat == "royalist" or not held_by_enemies(box, state, one[0])]


def drafts_of(actions: Sequence[A]) -> list[tuple[A, ...]]:
    """Suggestions: nothing, each choice by itself, and one for each person."""
    if not actions:
        return []
    whole = {action.person: action for action in actions}
    return [(), *((action,) for action in actions), tuple(whole.values())]
