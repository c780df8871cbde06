"""Arrests by the Government, and removals by Currents that are not seated (R-ACT-15 to 30)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.revolution.tables import Letter
from data.sentences import _l, say_by
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Arrest, Remove
from engines.revolution.asking import QuestionKind, in_turns
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box
from engines.revolution.deeds.roll import throw, unpaid
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, control, controlled, outlaw, outlawed, people_in, seated


def arrestable(box: Box, state: State, person: str) -> bool:
    """Whether a personality may be arrested under the regime, in any region (R-ACT-18, R-REGIME-05)."""
    if person == KING:
        return False
    arrests, current = box.regime[state.regime].arrests, state.people[person].current
    if current in arrests.currents or person in arrests.named or current == state.former:
        return True
    if not state.outlawed:
        return False
    groups = box.person[person].groups
    return any(group in arrests.outlawed and group in state.outlawed for group in groups)


def arrest_terms(box: Box, state: State, person: str) -> list[tuple[str, int]]:
    """Modifiers of the Government's Fame (R-ACT-20 to 22, R-REGIME-37, events)."""
    status, modifiers = state.people[person], box.tables.modifiers
    region = status.region or ""
    terms = []
    if region and control(state, region) == status.current:
        terms.append(("his Current's region", modifiers.own_region))
    if region in box.influence[person]:
        terms.append(("influence", modifiers.influence))
    if region == PARIS and outlaw(box, state, person):
        terms.append(("outlaw in Paris", modifiers.outlaw))
    terms += terrorists(box, state, region)
    bonuses = state.bonuses
    terms.append(("event", bonuses.get("arrest-suppress", 0)))
    if person == "marat":
        terms.append(("event", bonuses.get("arrest-marat", 0)))
    if status.current in ("mountain", "sans-culotte") and outlawed(box, state, status.current):
        terms.append(("event", bonuses.get("arrest-outlawed", 0)))
    return [(label, by) for label, by in terms if by]


def terrorists(box: Box, state: State, region: str) -> list[tuple[str, int]]:
    """Under the Terror a Terrorist in the region helps the Government, once (R-REGIME-37)."""
    if state.regime != "terror":
        return []
    present = any("terrorist" in box.person[id].groups for id in people_in(state, region))
    return [("Terrorist", box.tables.modifiers.terrorist)] if present else []


_WHERE = {"prison": N_("{name} is in prison"), "dead": N_("{name} is dead")}
_OFF = N_("{name} is off the map")
_NO_ARREST = N_("{name} can't be arrested")
_NO_REMOVAL = N_("{name} can't be driven out")


def _target_refusal(box: Box, state: State, person: str, never: N_) -> Refusal | None:
    status, name = state.people[person], box.person[person].name
    if person == KING:
        return Refusal("R-ACT-19", say_by(never, name=name))
    if status.state != "free" or status.region is None:
        return Refusal("R-ACT-19", say_by(_WHERE.get(status.state, _OFF), name=name))
    return None


class Arrests(QuestionKind[Arrest]):
    """The Government makes the arrests that it pays for, also several of one person (R-ACT-16, A-42)."""

    kind, case, form = "arrest", "ACT", "people"
    wants = N_("an arrest: arrest marat x 2, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Arrest somebody for the Government, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        arrests = self._open(box, state, seat)
        twice = [Arrest(one.person, 2) for one in arrests[:1]]
        affordable = not any(self.refusal(box, state, seat, subject, one) for one in twice)
        # More rolls, for any of them, can be typed.
        return [DONE, *arrests, *(twice if affordable else [])]

    def _open(self, box: Box, state: State, seat: str) -> list[Arrest]:
        """Arrests that may be tried, with one roll."""
        arrests = [Arrest(id) for id in box.person if arrestable(box, state, id)]
        return [answer for answer in arrests if not self.refusal(box, state, seat, "", answer)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Arrest) -> Refusal | None:
        refusal = _target_refusal(box, state, answer.person, _NO_ARREST)
        if refusal is not None:
            return refusal
        name, regime = box.person[answer.person].name, box.name(state.regime)
        if not arrestable(box, state, answer.person):
            return Refusal(
                "R-ACT-18", _l("{name} may not be arrested under {regime}", name=name, regime=regime)
            )
        return unpaid(box, state, GOVERNMENT, "arrest", answer.rolls)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Arrest) -> Refusal | None:
        if seat != state.government:
            return Refusal(
                "R-ACT-15",
                _l(
                    "The Government alone arrests, which {government} runs",
                    government=box.name(state.government),
                ),
            )
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government:
            return []
        arrests = self._open(box, state, seat)
        each = [(Arrest(answer.person, 1 + place % 3),) for place, answer in enumerate(arrests)]
        return [(), *each, tuple(arrests)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Arrest]) -> None:
        for answer in given.values():
            terms = arrest_terms(ctx.box, ctx.state, answer.person)
            throw(ctx, GOVERNMENT, answer, "arrest", answer.rolls, terms)


def arrested(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A: prison; B: off the map for a turn; C: nothing (R-ACT-23 to 25)."""
    assert isinstance(action, Arrest)
    harsh = ctx.state.regime == "terror" and ctx.state.options["terror-b-prison"]
    if letter == "A" or (letter == "B" and harsh):
        ctx.person(action.person, "prison", "ACT", "arrest")
        ctx.note("arrest", action.person, actor)
    elif letter == "B":
        ctx.person(action.person, "away", "ACT", "arrest")


def remove_terms(box: Box, state: State, person: str) -> list[tuple[str, int]]:
    """Modifiers against removing a personality where he is influential (R-ACT-27)."""
    influential = state.people[person].region in box.influence[person]
    return [("influence", box.tables.modifiers.influence)] if influential else []


class Removals(QuestionKind[Remove]):
    """A Current that is not seated drives people out of its regions (R-ACT-26 to 30)."""

    kind, case, form = "remove", "ACT", "people"
    wants = N_("a removal: remove barbaroux, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Drive somebody out of a region of yours, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        if seated(box, state, seat):
            return [DONE]
        near = {id for region in controlled(state, seat) for id in people_in(state, region)}
        removals = (Remove(id) for id in box.person if id in near)
        return [DONE, *(one for one in removals if not self.refusal(box, state, seat, subject, one))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Remove) -> Refusal | None:
        refusal = self.refusal_ahead(box, state, seat, answer) or _target_refusal(
            box, state, answer.person, _NO_REMOVAL
        )
        if refusal is not None:
            return refusal
        name, region = box.person[answer.person].name, state.people[answer.person].region or ""
        if control(state, region) != seat:
            return Refusal(
                "R-ACT-26",
                _l("{name} is in {region}, which is not yours", name=name, region=box.name(region)),
            )
        return unpaid(box, state, seat, "remove", answer.rolls)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Remove) -> Refusal | None:
        if seated(box, state, seat):
            regime = box.regime[state.regime].name
            return Refusal(
                "R-ACT-26",
                _l("Who sits in the Assembly removes nobody; under the {regime} you do", regime=regime),
            )
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        removals = self.legal(box, state, seat, "")[1:]
        return [(), *((answer,) for answer in removals)] if removals else []

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Remove]) -> None:
        for seat, answer in given.items():
            terms = remove_terms(ctx.box, ctx.state, answer.person)
            throw(ctx, seat, answer, "remove", answer.rolls, terms)


def removed(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A and B: off the map for a turn (R-ACT-28, A-39)."""
    assert isinstance(action, Remove)
    if letter != "C":
        ctx.person(action.person, "away", "ACT", "removal")


def begin_arrests(ctx: Resolution) -> None:
    """The Government first (R-SEQ-13)."""
    in_turns(ctx, "arrest", government=True)


def begin_removals(ctx: Resolution) -> None:
    """Then all removals, in turn order."""
    in_turns(ctx, "remove")
