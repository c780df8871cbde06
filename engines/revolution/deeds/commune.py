"""Raising the Commune of Paris, and putting it down (R-ACT-56 to 64)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.nouns import listed
from data.revolution.tables import Deed, Letter
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE, Quell, Raise
from engines.revolution.asking import QuestionKind, in_turns
from engines.revolution.box import PARIS, Box, as_seat
from engines.revolution.deeds.regional import able, drafts_of, perform, place_refusal
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, enemies_in, level


def raisers(box: Box, state: State) -> list[str]:
    """Currents that may raise the Commune (R-ACT-56); by an event the Feuillant too."""
    return [*box.tables.modifiers.commune, *(["feuillant"] if state.open else [])]


def quells(box: Box, state: State, seat: str) -> bool:
    """Whether a Current may put the Commune down, its own too (R-ACT-62, A-49)."""
    return state.options["commune-suppress-open"] or seat in box.tables.modifiers.commune


def raise_refusal(box: Box, state: State, seat: str) -> Refusal | None:
    """The refusal to a Current of raising the Commune now, by any person."""
    able = raisers(box, state)
    if seat not in able:
        return Refusal(
            "R-ACT-56",
            _l("The Commune is raised by {able} alone", able=listed(map(box.name, able), "or")),
        )
    if state.commune:
        return Refusal("R-ACT-57", _l("The Commune is raised; it would have to be put down first"))
    if enemies_in(box, state, PARIS) or state.regions[PARIS].coalition:
        return Refusal("R-ACT-57", _l("Enemies are in Paris, and nobody can raise the Commune"))
    if state.barred == state.turn:
        return Refusal(
            "R-ACT-64", _l("The Commune was lost in a fight, and can be raised from the next turn on")
        )
    return None


def commune_terms(box: Box, seat: str, answer: Raise | Quell) -> list[tuple[str, int]]:
    """Modifiers for a Current's own people in Paris, and against putting the Commune down (R-ACT-58, 62)."""
    modifiers = box.tables.modifiers
    own = [("its Current", by) for able, by in modifiers.commune.items() if able == seat and by]
    return own if isinstance(answer, Raise) else [("suppression", modifiers.suppress), *own]


class Communes(QuestionKind[Raise | Quell]):
    """Raising and quelling, in one order."""

    kind, case, form = "commune", "ACT", "regions"
    wants = N_("the Commune: raise by danton, quell by la-fayette, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Raise the Commune or put it down, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        # A Commune is either raised or put down, so every person has the same action.
        one = Quell if state.commune else Raise
        tries = [one(id) for id in able(state, seat, PARIS)]
        # The refusal is the same for every person.
        barred = any(self.refusal(box, state, seat, subject, answer) for answer in tries[:1])
        return [DONE, *([] if barred else tries)]

    def refusal(
        self, box: Box, state: State, seat: str, subject: str, answer: Raise | Quell
    ) -> Refusal | None:
        if isinstance(answer, Raise):
            return raise_refusal(box, state, seat) or place_refusal(box, state, seat, answer, "raise")
        if not state.commune:
            return Refusal("R-ACT-62", _l("The Commune is not raised"))
        if not quells(box, state, seat):
            return Refusal("R-ACT-62", _l("By this table's rules only those put it down who may raise it"))
        return place_refusal(box, state, seat, answer, "quell")

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        tries = [answer for answer in self.legal(box, state, seat, "") if isinstance(answer, Raise | Quell)]
        return [*drafts_of(tries)]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Raise | Quell]) -> None:
        for seat, answer in given.items():
            deed: Deed = "raise" if isinstance(answer, Raise) else "quell"
            perform(ctx, seat, answer, deed, commune_terms(ctx.box, seat, answer))


def rolled(ctx: Resolution, actor: str, action: AnyAnswer, letter: Letter) -> None:
    """Carry out a roll to raise the Commune or to put it down.

    A raised Commune has the actor as its leader, or no Current (R-ACT-59, R-ACT-61). After one that is put
    down, Paris is the actor's, or neutral (R-ACT-63).
    """
    if letter == "C":
        return
    raising, results = isinstance(action, Raise), ctx.box.tables.commune
    rows = results.raised if raising else results.quelled
    result = rows[level(ctx.box, ctx.state, "commune")][letter == "B"]
    if result == "nothing":
        return
    carried_out = ctx.raise_commune if raising else ctx.end_commune
    carried_out(as_seat(actor) if result == "mine" else None, "ACT")
    ctx.note("raise" if raising else "quell", "", actor)


def begin(ctx: Resolution) -> None:
    """Last of the regional actions (R-SEQ-14)."""
    in_turns(ctx, "commune")
