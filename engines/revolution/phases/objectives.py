"""Step 4: the Government, then each Current, names one objective (R-SEQ-10, R-FAME-03, R-FAME-04)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from data.catalogue import N_, _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Objective, Purpose
from engines.revolution.asking import QuestionKind, ask, one_by_one
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box
from engines.revolution.deeds.arrest import arrest_terms, arrestable
from engines.revolution.deeds.commune import quells, raisers
from engines.revolution.deeds.convince import convince_terms
from engines.revolution.deeds.plot import takeable
from engines.revolution.deeds.regional import held_by_enemies
from engines.revolution.events import Aimed
from engines.revolution.phases.placement import as_usual
from engines.revolution.politics.proposals import may_pass
from engines.revolution.resolution import Resolution
from engines.revolution.state import (
    State,
    enemies_in,
    enemy_held,
    members,
    seated,
)
from engines.revolution.words import LAW_TYPES


def begin_government(ctx: Resolution) -> None:
    """The Government first."""
    ask(ctx, "government-objective", [ctx.state.government])


def begin(ctx: Resolution) -> None:
    """Then all Currents in turn order."""
    one_by_one(ctx, "objective", ctx.state.order)


class Purposes(QuestionKind[Purpose]):
    """The Government's objective; none where no objective is possible."""

    kind, case, form = "government-objective", "SEQ", "plan"
    wants = N_("an objective of the Government: purpose arrest marat")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Name the Government's objective")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        purposes: list[AnyAnswer] = [
            Purpose("arrest", id) for id in box.person if _at_large(state, id) and arrestable(box, state, id)
        ]
        enemies = {army.region for id, army in state.armies.items() if box.army[id].side != "revolutionary"}
        for id, region in state.regions.items():
            if region.revolt and not enemies_in(box, state, id):
                purposes.append(Purpose("suppress", id))
            if id in enemies:
                purposes.append(Purpose("defeat", id))
        if box.regime[state.regime].government_proposes:
            purposes += [Purpose("law", kind) for kind in LAW_TYPES if may_pass(box, state, GOVERNMENT, kind)]
        return purposes or [Purpose("none")]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Purpose) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        match answer.aim:
            case "none":
                return Refusal("R-SEQ-10", _l("The Government names an objective where there is one"))
            case "law":
                return Refusal("R-FAME-04", _l("The Government names a law only where it proposes laws"))
            case "defeat":
                said = _l("There is no enemy army in {region}", region=box.name(answer.of))
                return Refusal("R-FAME-04", said)
        return Refusal(
            "R-FAME-04",
            _l("The Government can't {aim} {of} this turn", aim=answer.aim, of=box.name(answer.of)),
        )

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Purpose) -> Refusal | None:
        if seat != state.government:
            return Refusal(
                "R-FAME-04",
                _l(
                    "The objective of the Government is {government}'s", government=box.name(state.government)
                ),
            )
        return self.refusal(box, state, seat, "", answer)

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        purposes = self.legal(box, state, seat, "") if seat == state.government else []
        return [(answer,) for answer in purposes]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The default is to arrest the easiest target, or else the first possible objective."""
        legal = self.legal(box, state, seat, subject)
        people = [answer for answer in legal if isinstance(answer, Purpose) and answer.aim == "arrest"]
        return max(people, key=lambda answer: _ease(box, state, answer.of), default=legal[0])

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Purpose]) -> None:
        for answer in given.values():
            ctx.state.objectives[GOVERNMENT] = None if answer.aim == "none" else answer
            ctx.say(Aimed(GOVERNMENT, answer.aim, answer.of))


def _at_large(state: State, person: str) -> bool:
    return state.people[person].state == "free"


def _ease(box: Box, state: State, person: str) -> int:
    """How easy a personality's arrest would be in his last region."""
    return sum(by for _label, by in arrest_terms(box, state, person))


class Objectives(QuestionKind[Objective]):
    """A Current's objective; it has to be possible now."""

    kind, case, form = "objective", "SEQ", "plan"
    wants = N_("an objective: objective plot nimes")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Name your objective")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [*(objective for objective in _all(box) if possible(box, state, seat, objective))] or [
            Objective("none")
        ]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Objective) -> Refusal | None:
        if possible(box, state, seat, answer):
            return None
        strange = _strange(box, state, seat, answer)
        if strange is not None:
            return strange
        match answer.aim:
            case "none":
                if self.legal(box, state, seat, subject) == [answer]:
                    return None
                return Refusal("R-SEQ-10", _l("Each Current names an objective"))
            case "common":
                return Refusal("R-FAME-09", _l("Nobody has confirmed a common objective with you"))
            case "law":
                return Refusal("R-FAME-08", _l("You can't pass a law of that type this turn"))
            case "convince":
                name = box.name(answer.of)
                if state.people[answer.of].state == "dead":
                    return Refusal("R-JUSTICE-07", _l("{name} is dead", name=name))
                return Refusal("R-ACT-32", _l("You can't win {name} over", name=name))
            case "raise" if state.commune:
                return Refusal("R-FAME-03", _l("The Commune is raised"))
            case "raise":
                return Refusal("R-ACT-57", _l("Enemies are in Paris, and nobody can raise the Commune"))
            case "quell":
                return Refusal("R-FAME-03", _l("The Commune can't be put down, as it is not raised"))
        return Refusal(
            "R-FAME-03", _l("That can't be brought about now: {aim} {of}", aim=answer.aim, of=answer.of)
        )

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Objective) -> Refusal | None:
        return self.refusal(box, state, seat, "", answer)

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        some = _all(box)[state.turn % _PACE :: _PACE]
        listed = [(objective,) for objective in some if possible(box, state, seat, objective)]
        return [*listed, (self.default(box, state, seat, ""),)]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """An objective that any Current may achieve, as an empty form does nothing: a revolt's end, or the
        Commune's rising.

        By option `own-objectives` the easiest plot where the Current's people stand after the default
        placement; without one, the personality who is won over most easily, also from afar (R-ACT-31).
        """
        if not state.options.get("own-objectives", False):
            for id, region in state.regions.items():
                if region.revolt and not enemies_in(box, state, id):
                    return Objective("suppress", id)
            for aim in map(Objective, ("raise", "quell")):
                if possible(box, state, seat, aim):
                    return aim
        placed = {region for _person, region in as_usual(box, state, seat).where}
        near = [
            region for region in state.regions if region in placed and _plottable(box, state, seat, region)
        ]
        if near:
            helped = {region for id in members(state, seat) for region in box.influence[id]}
            return Objective(
                "plot", max(near, key=lambda id: (state.regions[id].control is None) + (id in helped))
            )
        people = [
            objective.of
            for objective in _all(box)
            if objective.aim == "convince" and possible(box, state, seat, objective)
        ]
        if people:
            return Objective("convince", max(people, key=lambda id: _persuadable(box, state, seat, id)))
        return self.legal(box, state, seat, subject)[-1]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Objective]) -> None:
        for seat, answer in given.items():
            ctx.state.objectives[seat] = answer
            ctx.say(Aimed(seat, answer.aim, answer.of))


def _persuadable(box: Box, state: State, seat: str, person: str) -> tuple[int, bool, bool]:
    """How easily a personality is won over; the King, prisoners and the absent come last."""
    by = sum(by for _label, by in convince_terms(box, state, seat, person))
    return by, person != KING, _at_large(state, person)


_PACE = 8
"""A form lists one of every `_PACE` objectives, others in other turns; any can be typed."""


@lru_cache(maxsize=8)
def _all(box: Box) -> tuple[Objective, ...]:
    """Every objective that could ever be named."""
    return (
        *(Objective("convince", id) for id in box.person),
        *(Objective(aim, id) for id in box.region for aim in ("suppress", "revolt", "plot")),
        *map(Objective, ("quell", "raise")),
        *(Objective("law", kind) for kind in LAW_TYPES),
        Objective("common"),
        *(Objective("regime", id) for id in box.regime),
    )


def possible(box: Box, state: State, seat: str, objective: Objective) -> bool:
    """Whether a Current may name an objective now: it could be achieved this turn (R-FAME-03, A-92)."""
    if not _could_be(box, state, seat, objective):
        return False
    return not state.options.get("own-objectives", False) or _own(box, state, seat, objective)


def _could_be(box: Box, state: State, seat: str, objective: Objective) -> bool:
    """Whether any Current could achieve an objective this turn."""
    of = objective.of
    match objective.aim:
        case "convince":
            person = state.people[of]
            able = person.current != seat and person.state != "dead" and seat in box.faces[of]
            return able and not (of == KING and state.kidnapped)
        case "suppress":
            return state.regions[of].revolt
        case "revolt":
            return not state.regions[of].revolt and (of != PARIS or enemy_held(box, state, of))
        case "plot":
            return _plottable(box, state, seat, of)
        case "quell":
            return state.commune
        case "raise":
            return not (state.commune or enemies_in(box, state, PARIS) or state.regions[PARIS].coalition)
        case "law":
            return may_pass(box, state, seat, of) is not None
        case "common":
            return any(seat in joint.seats for joint in state.joints)
        case "regime":
            return any(id == of and state.regime in order.follows for id, order in box.regime.items())
    return False


def _strange(box: Box, state: State, seat: str, objective: Objective) -> Refusal | None:
    """The refusal of an objective that only other Currents could achieve; by option (A-111)."""
    if not state.options.get("own-objectives", False) or _own(box, state, seat, objective):
        return None
    return Refusal(
        "R-FAME-03",
        _l("At this table you name what you can do yourself, and that others alone can do (A-111)"),
    )


def _own(box: Box, state: State, seat: str, objective: Objective) -> bool:
    """Whether a Current could achieve an objective by its own action (A-111)."""
    match objective.aim:
        case "suppress":
            return seat == "royalist" or not held_by_enemies(box, state, objective.of)
        case "revolt":
            return not seated(box, state, seat)
        case "raise":
            return seat in raisers(box, state)
        case "quell":
            return quells(box, state, seat)
        case "regime":
            order = next(order for id, order in box.regime.items() if id == objective.of)
            return seat in (order.commune or order.government)
    return True


def _plottable(box: Box, state: State, seat: str, region: str) -> bool:
    """Whether a Current could plot for a region; only the Royalist where enemies hold it (R-ACT-39)."""
    reached = seat == "royalist" or not held_by_enemies(box, state, region)
    return reached and takeable(state, seat, region)
