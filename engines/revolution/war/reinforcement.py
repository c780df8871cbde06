"""Step 11: armies come in, the Coalition's first (R-MIL-07 to 13, 15, 16; R-REGIME-21, 35)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.revolution.schema import Kind
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import PARIS, ROYALIST, Box
from engines.revolution.facts import known
from engines.revolution.frames import Turns
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, control, enemies_in
from engines.revolution.war.armies import bring, generals_in, see_to_peace, spent
from engines.revolution.war_answers import Land, Levy, Muster

CONSCRIPTION = "conscription"


def begin_coalition(ctx: Resolution) -> None:
    """Bring in a war's first Coalition armies, or those of the Convention or the Terror (R-MIL-09, 10)."""
    box, state = ctx.box, ctx.state
    if state.war and not state.entered:
        for id in to_come(box, state, "first-wave"):
            bring(ctx, id, box.army[id].enters[0], "MIL")
        state.entered = True
    if called(state):
        for id in to_come(box, state, "second-wave"):
            bring(ctx, id, box.army[id].enters[0], "MIL")
        for id in to_come(box, state, "third-wave"):
            coasts = landings(box, state, id)
            if len(coasts) == 1:
                bring(ctx, id, coasts[0], "MIL")
            elif coasts:
                ask(ctx, "land", [ROYALIST], id)
    if not ctx.state.stack:
        # An army that is about to land keeps the war on.
        see_to_peace(ctx)


def to_come(box: Box, state: State, kind: Kind) -> list[str]:
    """Armies of a kind that are neither on the map nor gone."""
    return [
        id
        for id, army in state.armies.items()
        if box.army[id].kind == kind and army.region is None and not army.gone
    ]


def called(state: State) -> bool:
    """Whether the armies of a regime come now: in foreign war, or by option at once (A-11)."""
    if state.war:
        return state.convention
    installed = any(known(state.achieved, "regime", regime) for regime in ("convention", "terror"))
    return installed and not state.options["regime-armies-need-war"]


def landings(box: Box, state: State, army: str) -> list[str]:
    """The possible landings of an army, by the Royalist's control (R-MIL-10, A-12, A-13)."""
    coasts = box.army[army].enters
    his = [region for region in coasts if control(state, region) == ROYALIST]
    return his if state.options["quiberon-entry"] or his == coasts else []


class Landings(QuestionKind[Land]):
    """The Royalist chooses where a Coalition army lands (R-MIL-08)."""

    kind, case, form = "land", "MIL", "votes"
    wants = N_("a landing: land quiberon in brest")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Choose where the {subject} lands", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Land(subject, region) for region in landings(box, state, subject)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Land) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        return Refusal(
            "R-MIL-10",
            _l("{army} can't land in {region}", army=box.name(answer.army), region=box.name(answer.region)),
        )

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Land) -> Refusal | None:
        if seat != ROYALIST:
            return Refusal("R-MIL-08", _l("The Royalist places the Coalition's armies"))
        if answer.region in box.army[answer.army].enters:
            return None
        return Refusal(
            "R-MIL-10",
            _l("{army} can't land in {region}", army=box.name(answer.army), region=box.name(answer.region)),
        )

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != ROYALIST:
            return []
        waiting = to_come(box, state, "third-wave")
        return [(), *((Land(id, region),) for id in waiting for region in box.army[id].enters)]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return self.legal(box, state, seat, subject)[0]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Land]) -> None:
        for answer in given.values():
            bring(ctx, answer.army, answer.region, "MIL")


def begin_catholic(ctx: Resolution) -> None:
    """Then the Royalist's own."""
    ctx.push(Turns("muster", (ROYALIST,)))


class Musters(QuestionKind[Muster]):
    """Raising Catholic Royal armies, each once (R-MIL-11 to 13)."""

    kind, case, form = "muster", "MIL", "votes"
    wants = N_("an army and who raises it: muster army-retz by charette, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Raise a Catholic Royal army, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        waiting = to_come(box, state, "catholic")[:1]
        musters = (Muster(id, general) for id in waiting for general in self._generals(box, state))
        return [DONE, *(one for one in musters if not self.refusal(box, state, seat, subject, one))]

    def _generals(self, box: Box, state: State) -> list[str]:
        return [id for region in box.vendee for id in generals_in(box, state, region)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Muster) -> Refusal | None:
        refusal = self.refusal_ahead(box, state, seat, answer)
        if refusal is not None:
            return refusal
        if not state.clergy_17:
            return Refusal("R-MIL-11", _l("Catholic Royal armies rise once the Clergy has reached 17"))
        if answer.general in self._generals(box, state):
            return None
        name, known_person = box.name(answer.general), state.people[answer.general]
        if (known_person.current, known_person.state) != (ROYALIST, "free"):
            return Refusal("R-MIL-12", _l("{name} is not the Royalist's, or not free", name=name))
        if known_person.region in box.vendee:
            return spent(state, answer.general)
        return Refusal("R-MIL-11", _l("{name} is in none of the regions of the Vendée", name=name))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Muster) -> Refusal | None:
        if seat != ROYALIST:
            return Refusal("R-MIL-11", _l("The Royalist alone raises Catholic Royal armies"))
        if box.army[answer.army].side != "catholic":
            return Refusal("R-MIL-11", _l("{army} is no Catholic Royal army", army=box.name(answer.army)))
        if "general" not in box.person[answer.general].groups:
            return Refusal("R-MIL-12", _l("{name} raises no army", name=box.name(answer.general)))
        if answer.army not in to_come(box, state, "catholic"):
            return Refusal(
                "R-MIL-13",
                _l("{army} was raised already, and is not again", army=box.name(answer.army)),
            )
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != ROYALIST:
            return []
        waiting, generals = to_come(box, state, "catholic"), self._generals(box, state)
        if not waiting or not generals:
            return []
        return [(), *((Muster(waiting[0], general),) for general in generals)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Muster]) -> None:
        for answer in given.values():
            region = ctx.state.people[answer.general].region
            assert region is not None
            bring(ctx, answer.army, region, "MIL")


def begin_government(ctx: Resolution) -> None:
    """Last the Government's volunteers: of Conscription each turn, of a Levée en masse once (R-MIL-15)."""
    ctx.state.levy += conscripts(ctx.box, ctx.state)
    _next_volunteer(ctx)


def conscripts(box: Box, state: State) -> int:
    """Volunteers that Conscription brings each turn while it holds."""
    return box.law[CONSCRIPTION].armies if CONSCRIPTION in state.laws else 0


def _next_volunteer(ctx: Resolution) -> None:
    """Ask for the next; those without a counter or a region are lost."""
    box, state = ctx.box, ctx.state
    if state.levy and to_come(box, state, "volunteer") and levies(box, state):
        ask(ctx, "levy", [state.government])
    else:
        state.levy = 0


def levies(box: Box, state: State) -> list[str]:
    """Regions where volunteers can be raised (R-MIL-16)."""
    return [
        id
        for id, region in state.regions.items()
        if control(state, id) != ROYALIST and not region.revolt and not enemies_in(box, state, id)
    ]


class Levies(QuestionKind[Levy]):
    """The region of the next volunteers."""

    kind, case, form = "levy", "MIL", "war"
    wants = N_("a region: levy metz")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Choose where volunteers are raised")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Levy(region) for region in levies(box, state)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Levy) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        name = box.name(answer.region)
        if state.regions[answer.region].revolt:
            return Refusal("R-MIL-16", _l("No volunteers rise in {name}, which is in revolt", name=name))
        if enemies_in(box, state, answer.region):
            return Refusal("R-MIL-16", _l("No volunteers rise in {name}, where an enemy army is", name=name))
        return Refusal("R-MIL-16", _l("No volunteers rise in {name}, which the Royalist controls", name=name))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government:
            return []
        expected = state.levy + conscripts(box, state)
        return [(), *((Levy(region),) * expected for region in levies(box, state))] if expected else []

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        regions = levies(box, state)
        return Levy(PARIS if PARIS in regions else regions[0])

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Levy]) -> None:
        for answer in given.values():
            bring(ctx, to_come(ctx.box, ctx.state, "volunteer")[0], answer.region, "MIL")
            ctx.state.levy -= 1
        _next_volunteer(ctx)
