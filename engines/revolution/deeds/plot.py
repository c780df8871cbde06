"""Plots, revolts and the suppression of revolts (R-ACT-40 to 55)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.revolution.tables import Letter
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Pacify, Plot, Revolt, Suppress
from engines.revolution.asking import QuestionKind, in_turns
from engines.revolution.box import GOVERNMENT, PARIS, Box, as_seat
from engines.revolution.deeds.arrest import terrorists
from engines.revolution.deeds.regional import choices, drafts_of, held_by_enemies, perform, place_refusal
from engines.revolution.deeds.roll import throw, unpaid
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, armies_in, control, enemies_in, seated


def plot_terms(box: Box, state: State, answer: Plot) -> list[tuple[str, int]]:
    """The modifier of a neutral region; in a Coalition region the Royalist's bonus replaces it."""
    neutral = control(state, answer.region) is None and not (
        state.regions[answer.region].coalition or held_by_enemies(box, state, answer.region)
    )
    return [("neutral", box.tables.modifiers.neutral)] if neutral else []


def revolt_terms(box: Box, state: State, answer: Revolt) -> list[tuple[str, int]]:
    """The modifier of a hot region (R-ACT-48)."""
    hot = box.hot(answer.region, state.options)
    return [("hot", box.tables.modifiers.hot)] if hot else []


def pacify_terms(box: Box, state: State, answer: Pacify) -> list[tuple[str, int]]:
    """Modifiers of the Government's Fame for a suppression (R-ACT-52, R-REGIME-37, events)."""
    added = [
        ("suppression", box.tables.modifiers.suppress),
        *terrorists(box, state, answer.region),
        ("event", state.bonuses.get("arrest-suppress", 0)),
    ]
    return [term for term in added if term[1]]


def suppress_terms(box: Box) -> list[tuple[str, int]]:
    """The modifier that makes a suppression harder than a plot (R-ACT-54)."""
    return [("suppression", box.tables.modifiers.suppress)]


def takeable(state: State, seat: str, region: str) -> bool:
    """Whether a plot of a Current may take a region, by any person (R-ACT-40, R-ACT-43)."""
    status = state.regions[region]
    return not (status.revolt or status.control == seat or (state.commune and region == PARIS))


def _closed(box: Box, state: State, seat: str, region: str) -> Refusal | None:
    """The refusal to a Current of any plot in a region, by any person."""
    if takeable(state, seat, region):
        return None
    if state.regions[region].revolt:
        return Refusal("R-ACT-40", _l("{name} is in revolt, and no plot takes it", name=box.name(region)))
    if region == PARIS and state.commune:
        return Refusal("R-ACT-43", _l("While the Commune is raised no plot takes Paris"))
    return Refusal("R-ACT-43", _l("{name} is yours already", name=box.name(region)))


class Plots(QuestionKind[Plot]):
    """A Current plots to take a region over (R-ACT-40 to 43)."""

    kind, case, form = "plot", "ACT", "regions"
    wants = N_("a plot: plot nimes by barnave x 2, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Plot for a region, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        able = choices(box, state, seat, "plot")
        return [DONE, *(Plot(*one) for one in able if takeable(state, seat, one[0]))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Plot) -> Refusal | None:
        closed = _closed(box, state, seat, answer.region)
        return closed or place_refusal(box, state, seat, answer, "plot")

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        plots = [answer for answer in self.legal(box, state, seat, "") if isinstance(answer, Plot)]
        return [*drafts_of(plots)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Plot]) -> None:
        for seat, answer in given.items():
            perform(ctx, seat, answer, "plot", plot_terms(ctx.box, ctx.state, answer))


def plotted(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A: the actor's; B: neutral; C: nothing (R-ACT-42)."""
    assert isinstance(action, Plot)
    if letter == "A":
        ctx.take(action.region, as_seat(actor), "ACT")
        ctx.note("plot", action.region, actor)
    elif letter == "B":
        ctx.take(action.region, None, "ACT")


def _quiet(box: Box, state: State, seat: str, region: str) -> Refusal | None:
    """The refusal to a Current of any revolt in a region, by any person."""
    if state.regions[region].revolt:
        return Refusal("R-ACT-46", _l("{name} is in revolt already", name=box.name(region)))
    if seat == "royalist" and held_by_enemies(box, state, region):
        return None
    if region == PARIS:
        return Refusal("R-ACT-46", _l("Paris does not revolt: it raises the Commune"))
    if armies_in(box, state, region):
        return Refusal("R-ACT-46", _l("An army is in {name}", name=box.name(region)))
    return None


class Revolts(QuestionKind[Revolt]):
    """A Current plots to raise a region in revolt (R-ACT-44 to 49)."""

    kind, case, form = "revolt", "ACT", "regions"
    wants = N_("a revolt: revolt caen by cadoudal, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Raise a region in revolt, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        if seated(box, state, seat):
            return [DONE]
        able = choices(box, state, seat, "revolt")
        return [DONE, *(Revolt(*one) for one in able if not _quiet(box, state, seat, one[0]))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Revolt) -> Refusal | None:
        if seated(box, state, seat):
            return Refusal("R-ACT-45", _l("Who sits in the Assembly raises no revolt"))
        quiet = _quiet(box, state, seat, answer.region)
        return quiet or place_refusal(box, state, seat, answer, "revolt")

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        revolts = [answer for answer in self.legal(box, state, seat, "") if isinstance(answer, Revolt)]
        return [*drafts_of(revolts)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Revolt]) -> None:
        for seat, answer in given.items():
            perform(ctx, seat, answer, "revolt", revolt_terms(ctx.box, ctx.state, answer))


def revolted(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A: in revolt and the actor's; B: in revolt and neutral; C: nothing (R-ACT-49)."""
    assert isinstance(action, Revolt)
    if letter != "C":
        ctx.revolt(action.region, as_seat(actor) if letter == "A" else None, "ACT")
        ctx.note("revolt", action.region, actor)


class Pacifying(QuestionKind[Pacify]):
    """The Government suppresses as many revolts as it pays for (R-ACT-51 to 53)."""

    kind, case, form = "pacify", "ACT", "regions"
    wants = N_("a suppression: pacify bourges x 2, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Suppress a revolt for the Government, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        pacifications = (Pacify(id) for id, region in state.regions.items() if region.revolt)
        return [DONE, *(one for one in pacifications if not self.refusal(box, state, seat, subject, one))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Pacify) -> Refusal | None:
        name = box.name(answer.region)
        if not state.regions[answer.region].revolt:
            return Refusal("R-ACT-51", _l("{name} is not in revolt", name=name))
        if enemies_in(box, state, answer.region):
            return Refusal("R-ACT-52", _l("An enemy army is in {name}", name=name))
        return unpaid(box, state, GOVERNMENT, "pacify", answer.rolls)

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Pacify) -> Refusal | None:
        if seat != state.government:
            return Refusal(
                "R-ACT-52",
                _l(
                    "The Government pacifies, which {government} runs; suppress is yours",
                    government=box.name(state.government),
                ),
            )
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government:
            return []
        pacifications = [answer for answer in self.legal(box, state, seat, "") if isinstance(answer, Pacify)]
        return [(), *((answer,) for answer in pacifications), tuple(pacifications)] if pacifications else []

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Pacify]) -> None:
        for answer in given.values():
            throw(ctx, GOVERNMENT, answer, "pacify", answer.rolls, pacify_terms(ctx.box, ctx.state, answer))


def pacified(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A and B: the revolt ends and control stays; C: nothing (R-ACT-53, A-48)."""
    assert isinstance(action, Pacify)
    if letter != "C":
        ctx.calm(action.region, "ACT")
        ctx.note("suppress", action.region, actor)


class Suppressions(QuestionKind[Suppress]):
    """A Current suppresses a revolt to take the region (R-ACT-51, R-ACT-54, R-ACT-55)."""

    kind, case, form = "suppress", "ACT", "regions"
    wants = N_("a suppression: suppress bourges by sieyes, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Suppress a revolt, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        able = choices(box, state, seat, "suppress")
        suppressions = (Suppress(*one) for one in able if state.regions[one[0]].revolt)
        return [DONE, *(one for one in suppressions if not self.refusal(box, state, seat, subject, one))]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Suppress) -> Refusal | None:
        name = box.name(answer.region)
        if not state.regions[answer.region].revolt:
            return Refusal("R-ACT-51", _l("{name} is not in revolt", name=name))
        return place_refusal(box, state, seat, answer, "suppress")

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        suppressions = [answer for answer in self.legal(box, state, seat, "") if isinstance(answer, Suppress)]
        return [*drafts_of(suppressions)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Suppress]) -> None:
        for seat, answer in given.items():
            perform(ctx, seat, answer, "suppress", suppress_terms(ctx.box))


def suppressed(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """A: calm and the actor's; B: calm and neutral; C: nothing (R-ACT-55)."""
    assert isinstance(action, Suppress)
    if letter != "C":
        ctx.calm(action.region, "ACT")
        ctx.take(action.region, as_seat(actor) if letter == "A" else None, "ACT")
        ctx.note("suppress", action.region, actor)


def begin_plots(ctx: Resolution) -> None:
    """All plots first (R-SEQ-14)."""
    in_turns(ctx, "plot")


def begin_revolts(ctx: Resolution) -> None:
    """Then all revolts."""
    in_turns(ctx, "revolt")


def begin_pacification(ctx: Resolution) -> None:
    """Then suppressions, the Government's first."""
    in_turns(ctx, "pacify", government=True)


def begin_suppressions(ctx: Resolution) -> None:
    """Begin the suppressions: those of the Government, and those of the Currents."""
    in_turns(ctx, "suppress")
