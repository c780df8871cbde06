"""Step 5: every available personality goes on some region (R-SEQ-11, R-SEQ-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from data.catalogue import N_, _
from data.sentences import _l
from engines.core.memo import MemoLast
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Place
from engines.revolution.asking import QuestionKind, one_by_one
from engines.revolution.box import KING, PARIS, Box
from engines.revolution.events import Placed
from engines.revolution.resolution import Resolution
from engines.revolution.state import Person, State, controlled, put_people

_VARIANTS = 4
"""Placements that are listed beside the default; every other can be typed."""


def _available(people: Mapping[str, Person]) -> Mapping[str, Sequence[str]]:
    by_seat: dict[str, list[str]] = {}
    for id, person in people.items():
        if person.state == "free" and id != KING:
            by_seat.setdefault(person.current, []).append(id)
    return by_seat


_AVAILABLE: MemoLast[Mapping[str, Person], Mapping[str, Sequence[str]]] = MemoLast(_available)


def available(state: State, seat: str) -> list[str]:
    """The people whom a Current has to place, in the order of the pack; the King never is (R-KING-01)."""
    return [*_AVAILABLE(state.people).get(seat, ())]


def begin(ctx: Resolution) -> None:
    """Let the Currents place their people in turn order; a Current that has nobody to place is skipped."""
    one_by_one(ctx, "placement", [seat for seat in ctx.state.order if available(ctx.state, seat)])


def duty(state: State, seat: str) -> bool:
    """Whether a Current has to have a person in Paris (R-SEQ-12, A-45, A-62)."""
    return seat == state.government and state.capital == PARIS


class Placement(QuestionKind[Place]):
    """The regions of all the people of a Current."""

    kind, case, form = "placement", "SEQ", "plan"
    wants = N_("where your people go: place marat in paris, danton in lyon")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Place your people")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        people = available(state, seat)
        variants = (_variant(box, state, seat, people, number) for number in range(-1, _VARIANTS))
        return list(dict.fromkeys(variants))

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Place) -> Refusal | None:
        wanted = available(state, seat)
        named = [person for person, _ in answer.where]
        for person in named:
            if person not in wanted:
                name = box.name(person)
                if person == KING:
                    return Refusal("R-KING-01", _l("{name} is where he is, and is not placed", name=name))
                if state.people[person].current != seat:
                    return Refusal("R-SEQ-11", _l("{name} is not yours to place", name=name))
                return Refusal("R-SEQ-11", _l("{name} is not there to be placed", name=name))
        if len(set(named)) < len(named):
            return Refusal("R-SEQ-11", _l("Each of your people is placed once"))
        missing = [box.name(person) for person in wanted if person not in named]
        if missing:
            return Refusal("R-SEQ-11", _l("None stays unplaced: {missing}", missing=tuple(missing)))
        if duty(state, seat) and wanted and all(region != PARIS for _, region in answer.where):
            return Refusal("R-SEQ-12", _l("Who runs the Government has somebody in Paris"))
        return None

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Place) -> Refusal | None:
        return self.refusal(box, state, seat, "", answer)

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        places = (place for place in self.legal(box, state, seat, "") if isinstance(place, Place))
        return [(place,) for place in places if place.where]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return as_usual(box, state, seat)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Place]) -> None:
        for seat, answer in given.items():
            people = ctx.state.people
            put_people(ctx.state, {id: replace(people[id], region=region) for id, region in answer.where})
            ctx.say(Placed(seat, dict(answer.where)))


def as_usual(box: Box, state: State, seat: str) -> Place:
    """Each in his last region, or else at home: in his Current's region, with influence where he has it."""
    return _variant(box, state, seat, available(state, seat), -1)


def _variant(box: Box, state: State, seat: str, people: Iterable[str], number: int) -> Place:
    """The default placement, or one of others: where the people have influence, and further about."""
    regions = box.pack.board.region
    where: dict[str, str] = {}
    for place, person in enumerate(people):
        influence = box.person[person].influence
        if number < 0:
            where[person] = state.people[person].region or _home(state, seat, influence) or regions[0].id
        elif influence and (place + number) % 3:
            where[person] = influence[number % len(influence)]
        else:
            where[person] = regions[(place * 7 + number * 5 + state.turn * 3) % len(regions)].id
    if where and duty(state, seat) and PARIS not in where.values():
        named = box.regime[state.regime].arrests.named
        where[min(where, key=lambda person: (person in named, box.influence[person] != {PARIS}))] = PARIS
    return Place(tuple(where.items()))


def _home(state: State, seat: str, influence: Sequence[str]) -> str | None:
    """A region of his Current's, one where he has influence first; else one where he has influence."""
    own = controlled(state, seat)
    return next((id for id in (*influence, *own) if id in own), next(iter(influence), None))
