"""Step 2: a roll on each of the regime's four tables (R-EVENT-01 to 18)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from data.catalogue import N_, _, marked, retold
from data.revolution.effects import Effect
from data.revolution.schema import Row, TableName
from data.revolution.tables import Three
from data.sentences import Phrase, _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Decide, Depose, Sacrifice
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box
from engines.revolution.events import Deposed, NothingCame, RowCame
from engines.revolution.facts import known
from engines.revolution.frames import Deposition
from engines.revolution.handler import Automatic
from engines.revolution.phases.event_effects import AMIENS, CASE, LILLE, apply, dead, northern
from engines.revolution.politics.votes import cast, collect, sitting
from engines.revolution.refusals import out_of_place
from engines.revolution.resolution import Resolution
from engines.revolution.state import (
    State,
    enemies_in,
    king_holder,
    level,
    paris_fallen,
    put_army,
)
from engines.revolution.war.armies import on_map, remove, spared_last
from engines.revolution.war.events import ArmyMoved
from engines.revolution.words import ALL

# Rolling.


def begin(table: TableName) -> Callable[[Resolution], None]:
    """The function that rolls on a table."""

    def roll_on(ctx: Resolution) -> None:
        # While Paris has fallen the Commune's table is skipped (R-EVENT-03).
        if table != "commune" or not paris_fallen(ctx.box, ctx.state):
            _roll(ctx, table)

    return roll_on


def modifiers(box: Box, state: State, table: TableName) -> list[tuple[str, int]]:
    """The present modifiers of a table's dice (R-EVENT-02)."""
    terms = box.mods(state.regime, table).terms
    king_dead = state.people[KING].state == "dead"

    def by_level(track: str, values: Three | None) -> Iterator[tuple[str, int]]:
        if values is not None:
            yield track, values[level(box, state, next(id for id in state.tracks if id == track))]

    added = [
        *by_level(marked("economy"), terms.economy),
        *by_level(marked("clergy"), terms.clergy),
        *by_level(marked("coalition"), terms.coalition),
        *by_level(marked("commune"), terms.commune),
        (marked("foreign war"), terms.war * state.war),
        (marked("peace"), terms.peace * (not state.war)),
        (marked("King dead"), terms.king_dead * king_dead),
        (marked("King alive"), terms.king_alive * (not king_dead)),
        (marked("Gironde governs"), terms.gironde_governs * (state.government == "gironde")),
        (marked("Gironde was voted out"), terms.gironde_ousted * state.ousted),
        (marked("Sans-Culotte Fame"), terms.sans_culotte_fame * (state.fame["sans-culotte"] > 9)),
        (marked("Marat alive"), terms.marat_alive * (state.people["marat"].state != "dead")),
        (marked("Excessive outlawed"), terms.excessive_outlawed * ("excessive" in state.outlawed)),
        (marked("Merciful outlawed"), terms.merciful_outlawed * ("merciful" in state.outlawed)),
    ]
    return [(label, by) for label, by in added if by]


def _roll(ctx: Resolution, table: TableName) -> None:
    box, state = ctx.box, ctx.state
    faces = ctx.pair(f"{table} event")
    added = modifiers(box, state, table)
    roll = min(max(sum(faces) + sum(by for _, by in added), 2), 12)
    row = box.event(state.regime, table, roll)
    void = _void(box, state, row)
    ctx.say(RowCame(row.id, row.title, faces, added, roll, void))
    if not void:
        happen(ctx, row)


def happen(ctx: Resolution, row: Row) -> None:
    """Carry out a row: its questions, then its effects (R-EVENT-15 to 18)."""
    box, state = ctx.box, ctx.state
    if row.once:
        state.fired.append(row.id)
    if row.later:
        state.later.append(row.id)
    if row.yes and "special deposition" not in row.effects:
        ask(ctx, "event", [state.government], row.id)
    effects = _as_read(box, state, row)
    before, said = state.copy() if effects else state, len(ctx.events)
    for effect in effects:
        apply(ctx, effect, row)
    if effects and len(ctx.events) == said and state == before:
        ctx.say(NothingCame(row.id))


def _as_read(box: Box, state: State, row: Row) -> list[Effect]:
    """The effects of a row; Robespierre's speech is read by option (A-71)."""
    effects = box.effects(row.effects)
    if state.options["leg-politics-4"] and row == box.event("legislative", "politics", 4):
        return [_lowered(effect) for effect in effects]
    return effects


def _lowered(effect: Effect) -> Effect:
    return replace(effect, by=-effect.by) if effect.of == "coalition" else effect


def _void(box: Box, state: State, row: Row) -> Phrase:
    """The reason why a row has no effect, or empty (R-EVENT-05, R-EVENT-06)."""
    if row.needs is not None and state.people[row.needs].state in ("dead", "prison"):
        name = box.name(row.needs)
        gone = dead(state, row.needs)
        return _l("{name} is dead", name=name) if gone else _l("{name} is in prison", name=name)
    if row.id in state.fired:
        return marked("it has happened already")
    if row.war and not state.war:
        return marked("there is no foreign war")
    return ""


# Questions.


class Events(QuestionKind[Decide]):
    """Yes or no to a table's question to the Government (R-EVENT-12)."""

    kind, case, form = "event", CASE, "events"
    wants = N_("yes or no: decide {subject} yes")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("{title}: does the Government give way?", title=retold(box.row[subject].title))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Decide(subject, True), Decide(subject, False)]

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Decide) -> Refusal | None:
        if seat != state.government:
            return Refusal(
                "R-EVENT-12",
                _l(
                    "That is the Government's, which {government} runs", government=box.name(state.government)
                ),
            )
        if answer.row not in (ALL, *self._rows(box, state)):
            return Refusal("R-EVENT-12", _l("Nothing is asked of the Government in that row"))
        return None

    def _rows(self, box: Box, state: State) -> list[str]:
        return [
            row.id
            for row in box.row.values()
            if row.regime == state.regime and row.yes and "special deposition" not in row.effects
        ]

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government:
            return []
        rows = self._rows(box, state)
        return [(), *(tuple(Decide(row, yes) for row in rows) for yes in (True, False))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """Yes, unless the Government can't pay for it."""
        costs = sum(effect.by for effect in box.effects(box.row[subject].yes) if effect.verb == "treasury")
        return Decide(subject, costs <= state.purses[GOVERNMENT])

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Decide]) -> None:
        row = ctx.box.row[subject]
        for answer in given.values():
            for effect in ctx.box.effects(row.yes if answer.yes else row.no):
                apply(ctx, effect, row)


class Depositions(QuestionKind[AnyAnswer]):
    """The Assembly votes whether the King is deposed (R-EVENT-12)."""

    kind, case, form = "deposition", CASE, "events"

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Vote on the King's deposition")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Depose(True), Depose(False)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        return None if isinstance(answer, Depose) else out_of_place(_("a vote: depose yes, or depose no"))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        return [(), (Depose(True),), (Depose(False),)]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Depose(False)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        said = {seat: int(vote.yes) for seat, vote in given.items() if isinstance(vote, Depose)}
        cast(ctx, self.kind, subject, said)


class Deposing(Automatic[Deposition]):
    """Count the vote, and carry out the event."""

    def go_on(self, ctx: Resolution, frame: Deposition) -> bool:
        """Each casts all its deputies; in a tie the King's holder decides, else the Government's Current."""
        state = ctx.state
        if not frame.asked:
            ctx.replace(replace(frame, asked=True))
            collect(ctx, frame.kind, state.order, frame.subject)
            return False
        votes = {seat: vote == 1 for seat, vote in frame.cast.items()}
        held = sitting(state)
        yes = sum(held[seat] for seat, vote in votes.items() if vote)
        no = sum(held[seat] for seat, vote in votes.items() if not vote)
        decides = state.government if dead(state, KING) else king_holder(state)
        passed = yes > no or (yes == no and votes[decides])
        ctx.pop()
        ctx.say(Deposed(votes, yes, no, passed, held))
        row = ctx.box.row[frame.subject]
        for effect in ctx.box.effects(row.yes if passed else row.no):
            apply(ctx, effect, row)
        return False


class EventArmies(QuestionKind[Sacrifice]):
    """The revolutionary army that an event removes, or drives back."""

    kind, case, form = "event-army", CASE, "events"
    wants = N_("an army: sacrifice regular-metz")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        if self._lost(box, subject):
            return _("Choose the revolutionary army that melts away")
        return _("Choose the army of Lille or Amiens that falls back")

    def _lost(self, box: Box, subject: str) -> bool:
        return "special lose-army" in box.row[subject].effects

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        armies = on_map(box, state, "revolutionary") if self._lost(box, subject) else northern(box, state)
        return [Sacrifice(id) for id in armies]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Sacrifice) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        return Refusal(
            "R-EVENT-12",
            _l("{army} is none of the armies that the event is about", army=box.name(answer.army)),
        )

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Sacrifice) -> Refusal | None:
        if seat in ("royalist", state.government):
            return None
        return Refusal("R-EVENT-12", _l("The Royalist and the Government choose armies that events cost"))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat not in ("royalist", state.government):
            return []
        return [(), *((Sacrifice(id),) for id in on_map(box, state, "revolutionary"))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The Royalist takes the last that its owner would give up, the Government gives up the first."""
        listed = self.legal(box, state, seat, subject)
        order = spared_last(box, state, [answer.army for answer in listed if isinstance(answer, Sacrifice)])
        return Sacrifice(order[-1] if self._lost(box, subject) else order[0])

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Sacrifice]) -> None:
        for answer in given.values():
            if self._lost(ctx.box, subject):
                remove(ctx, [answer.army], "event", CASE)
            else:
                _fall_back(ctx, answer.army)


def _fall_back(ctx: Resolution, army: str) -> None:
    """One region back, towards Paris where no enemy bars the way; else it stays."""
    box, state = ctx.box, ctx.state
    at = state.armies[army].region
    assert at is not None
    order = {LILLE: (AMIENS, *box.near[LILLE]), AMIENS: (PARIS, *box.near[AMIENS])}[at]
    for region in order:
        if region != LILLE and not enemies_in(box, state, region):
            put_army(state, army, region=region)
            ctx.say(ArmyMoved(army, (at, region)))
            return


# The end of the turn.


def penalties(ctx: Resolution) -> None:
    """The penalties due at the end of the turn, unless a row's demand was met (R-EVENT-13)."""
    box, state = ctx.box, ctx.state
    for id in state.later:
        row = box.row[id]
        if not _averted(state, row):
            for effect in box.effects(row.later):
                apply(ctx, effect, row)
    state.later.clear()


def _averted(state: State, row: Row) -> bool:
    match row.unless:
        case "roux-gone":
            return state.people["roux"].state in ("dead", "prison")
        # A regime that ended since has let its laws lapse, but they count as passed.
        case "excessive":
            return "excessive" in state.outlawed or known(state.achieved, "law", "outlaw-excessive")
        case "terrorists":
            return "terrorist" in state.outlawed or known(state.achieved, "law", "outlaw-terrorists")
    return False
