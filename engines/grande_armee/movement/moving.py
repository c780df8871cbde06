"""The step in which units move one by one, with their forced marches (MOV, FM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.texts import Text
from data.sentences import Sentence, say_by
from engines.core.listed import Each, Joined
from engines.core.refusals import Refusal
from engines.grande_armee.actions import END, HALT, REST, ROLL, Action, Eliminate, March, Move, Onward, Triple
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.events import Halted, Moved
from engines.grande_armee.frames import Moving, NextLeg, Option
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.hexes import Hexes
from engines.grande_armee.movement import elimination
from engines.grande_armee.movement.forced import Forced, first_roll, second_roll
from engines.grande_armee.movement.plan import (
    feeders,
    forbids,
    ground,
    idle,
    left,
    marcher,
    planned,
    progress,
    reached,
)
from engines.grande_armee.movement.reach import Reaches, reaches
from engines.grande_armee.movement.steps import Ground, Marcher, Walk
from engines.grande_armee.orders.marches import next_move
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.prussia import closed
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position


class Marching(Handler[Moving]):
    """Units move, march by force, and eliminate automatically."""

    kind = "movement"
    prompt = Text.ASK_MOVE
    case = "G-MOV-0-1"
    usual = END

    def refusal(self, box: Box, state: State, frame: Moving, action: Action) -> Refusal | None:
        match action:
            case Move() | March() | Triple():
                return forbids(box, state, action, frame.unit)
            case Eliminate():
                return elimination.forbids(box, state, action)
        return None if action == END else self.misplaced(box, state, frame, action)

    def legal(self, box: Box, state: State, frame: Moving) -> Sequence[Action]:
        table = position(box, state)
        known = reaches(table, frame.side, state)

        def make(id: UnitId) -> Sequence[Action] | None:
            stuck = idle(box, state, id, frame.unit)
            return None if stuck else _ends(box, state, table, known, id, on_move=id == frame.unit)

        parts, lengths = known.listed(table.camp(frame.side), state.marches, frame.unit, make)
        others: list[Action] = [*elimination.listed(box, state), END]
        return Joined([*parts, others], [*lengths, len(others)])

    def ordered(self, box: Box, state: State, frame: Moving, order: str) -> Action | None:
        """The next move by an order to march; all else is asked."""
        return next_move(box, state, order, frame.unit)

    def act(self, ctx: Resolution, frame: Moving, action: Action) -> None:
        match action:
            case Move() | March() | Triple():
                ctx.replace(replace(frame, unit=action.unit))
                _go(ctx, action)
            case Eliminate():
                elimination.carry_out(ctx, action)
            case _:
                ctx.pop()

    def waits(self, ctx: Resolution, frame: Moving) -> bool:
        """Whether the side can still do anything in this phase."""
        box, state, moving = ctx.box, ctx.state, () if frame.unit is None else (frame.unit,)
        own, marches = ctx.position.camp(frame.side).pieces, state.marches
        # The unit on the move can most likely go on; the units that have not moved come next.
        units = chain(moving, (id for id in own if id not in marches), marches)
        if any(idle(box, state, id, frame.unit) is None for id in units):
            return True
        return next(elimination.listed(box, state), None) is not None


def _ends(
    box: Box, state: State, table: Position, known: Reaches, id: UnitId, *, on_move: bool, fed: bool = True
) -> Sequence[Action]:
    """An action for each end that a unit reaches before any roll, by the mildest means.

    A march by table is listed where its first leg is a full one, and from where the unit on the move has
    come to; what doubles the allowance for that unit alone, which may still ask for it.

    :param fed: it may spend supply on its march.
    """
    kind, done = box.kinds[state.pieces[id].kind], progress(state, id)
    most = allowance = left(box, state, id)
    feeder, tables = list[UnitId](), done.by is None
    if on_move and tables:
        feeder = feeders(box, state, id)[:1] if fed else []
        if feeder or kind.arm == "infantry":
            most = left(box, state, id, "supply")
    on = Ground(table, closed(box, state, kind.side, done.began))
    reach = known.of(on, Marcher(id, kind, done.began, most))
    within, start, full = reach.within(allowance), reach.costs[0], 0
    if tables:
        # A forced march begins at the end of the allowance, where no zone stops the unit, or where it stands.
        full = within.costs[allowance]
        full ^= full & (known.known[id].bounds.stopping | start)
        full |= start if on_move else 0
    ends = Hexes(box.grid, within.whole ^ start, reach.whole ^ within.whole, full)
    return Each(ends, partial(_end, id, feeder))


def _end(id: UnitId, feeder: Sequence[UnitId], at: tuple[Hex, int]) -> Action:
    """The action for an end by the means of its set: an ordinary move, the doubled allowance, a table."""
    end, means = (at[0],), at[1]
    if means == 1:
        return Move(id, end, *feeder) if feeder else Triple(id, end)
    return March(id, end) if means else Move(id, end)


def every_end(box: Box, state: State, id: UnitId) -> Iterator[Action]:
    """An action for each end that a unit which has not moved reaches before any roll, by each means."""
    if idle(box, state, id, None) is not None:
        return
    table = position(box, state)
    known = reaches(table, state.side, state)
    yield from _ends(box, state, table, known, id, on_move=True)
    if feeders(box, state, id):
        # With supply the unit may also go where it could go by a roll.
        unfed = _ends(box, state, table, known, id, on_move=True, fed=False)
        yield from (each for each in unfed if isinstance(each, Triple))


def both_legs(box: Box, state: State, firsts: Sequence[March]) -> Iterator[March]:
    """Double forced marches of one unit with the leg after the roll, for each end beyond one allowance.

    :param firsts: its first legs; an end is gone to from the one that is nearest to it.
    """
    if not firsts:
        return
    id = firsts[0].unit
    mover, table = marcher(box, state, id, box.kinds[state.pieces[id].kind].allowance), position(box, state)
    near = reached(box, state, ground(box, state, id), marcher(box, state, id, left(box, state, id)))
    best: dict[Hex, tuple[int, March]] = {}
    for first in firsts:
        end = first.route[-1]
        beyond = ground(box, state, id, table.moved(id, end)).reach(mover)
        for cost, hexes in enumerate(beyond.costs):
            for hex in box.grid.hexes(hexes & ~near.whole):
                if hex not in best or cost < best[hex][0]:
                    best[hex] = cost, replace(first, onward=(hex,))
    yield from (march for _cost, march in best.values())


def _go(ctx: Resolution, action: Move | March | Triple) -> None:
    state, id = ctx.state, action.unit
    walk = planned(ctx.box, state, action)
    assert isinstance(walk, Walk)
    if isinstance(action, Move):
        if action.supply is not None:
            ctx.spend(action.supply, "march")
            ctx.progress(id, by="supply")
        _walk(ctx, id, walk)
        return
    by: Forced = "double" if isinstance(action, March) else "triple"
    within = progress(state, id).spent + walk.spent <= ctx.box.kinds[state.pieces[id].kind].allowance
    if walk.stopped and within:
        # It has made no more than an ordinary move.
        _walk(ctx, id, walk)
        return
    ctx.progress(id, by=by)
    _walk(ctx, id, walk)
    modifier = ctx.box.kinds[state.pieces[id].kind].march
    tables = ctx.box.tables
    die, result = ctx.read_table(
        "forced-march", by, _CASES[by], lambda face: first_roll(tables, by, face, modifier), id, modifier
    )
    if result == "op" and not walk.stopped:
        ctx.push(Option(side=state.side, unit=id, march=by, die=die, onward=action.onward))
    else:
        _rolled(ctx, id, result, action.onward)


_CASES = {"double": "G-FM-2", "triple": "G-FM-4"}
_AGAIN = {"double": "G-FM-3", "triple": "G-FM-5"}


def _walk(ctx: Resolution, id: UnitId, walk: Walk) -> None:
    """Go the steps of a way, over supply units and into Fortresses (G-COM-N-1, A-73)."""
    start, known, table = ctx.state.pieces[id].hex, progress(ctx.state, id), ctx.position
    swept = table.camp(ENEMY[ctx.state.side]).supply_only
    for entered in walk.reached:
        if entered in swept:
            elimination.overrun(ctx, id, entered)
        ctx.pass_through(id, entered)
    stepped = known.stepped or bool(walk.reached)
    known = ctx.progress(
        id, began=known.began, spent=known.spent + walk.spent, stepped=stepped, stopped=walk.stopped
    )
    if walk.reached:
        ctx.put(id, hex=walk.reached[-1])
        ctx.say(Moved(id, start, walk.reached, walk.spent, known.by, known.leg, walk.stopped))


def _rolled(ctx: Resolution, id: UnitId, result: str, onward: Sequence[Hex] | None) -> None:
    """What a roll comes to (G-FM-6 to 9)."""
    known = progress(ctx.state, id)
    if result == "eliminated":
        ctx.eliminate(id, "march")
        del ctx.state.marches[id]
        return
    if result == "disrupted":
        ctx.progress(id, disrupts=True)
    if known.stopped:
        # The roll was owed, and nothing more is granted.
        _arrived(ctx, id)
        return
    ctx.progress(id, leg=2, spent=0)
    if onward is None:
        ctx.push(NextLeg(side=ctx.state.side, unit=id))
    elif onward:
        _onward(ctx, Onward(id, tuple(onward)))
    else:
        _arrived(ctx, id)


def _onward(ctx: Resolution, action: Onward) -> None:
    walk = planned(ctx.box, ctx.state, action)
    assert isinstance(walk, Walk)
    _walk(ctx, action.unit, walk)
    _arrived(ctx, action.unit)


def _arrived(ctx: Resolution, id: UnitId) -> None:
    """The movement of a unit is over; it is disrupted now if the roll said so (G-FM-8, A-21)."""
    if ctx.progress(id, done=True).disrupts:
        ctx.disrupt(id, "march")


class Choosing(Handler[Option]):
    """The side chooses between a halt without harm and another roll (G-FM-7)."""

    kind = "option"
    prompt = Text.ASK_OPTION
    case = "G-FM-7"
    usual = HALT

    def asked(self, box: Box, state: State, frame: Option) -> Sentence:
        return say_by(self.prompt, unit=box.unit(frame.unit), hex=box.hex(state.pieces[frame.unit].hex))

    def legal(self, box: Box, state: State, frame: Option) -> list[Action]:
        return [HALT, ROLL]

    def refusal(self, box: Box, state: State, frame: Option, action: Action) -> Refusal | None:
        if action in (HALT, ROLL):
            return None
        return forbidden("A-86", Text.NOT_NOW, asked=self.asked(box, state, frame))

    def ordered(self, box: Box, state: State, frame: Option, order: str) -> Action | None:
        return ROLL if order == "roll" else HALT

    def act(self, ctx: Resolution, frame: Option, action: Action) -> None:
        ctx.pop()
        id = frame.unit
        if action == HALT:
            ctx.progress(id, done=True)
            ctx.say(Halted(id))
            return
        modifier, tables = ctx.box.kinds[ctx.state.pieces[id].kind].march, ctx.box.tables
        _die, result = ctx.read_table(
            "forced-march-again",
            frame.march,
            _AGAIN[frame.march],
            lambda face: second_roll(tables, frame.march, frame.die, face, modifier),
            id,
            modifier,
        )
        _rolled(ctx, id, result, frame.onward)


class GoingOn(Handler[NextLeg]):
    """The leg after the roll, as short as wished (A-88)."""

    kind = "onward"
    prompt = Text.ASK_ONWARD
    case = "G-FM-6"
    usual = REST

    def asked(self, box: Box, state: State, frame: NextLeg) -> Sentence:
        return say_by(self.prompt, unit=box.unit(frame.unit))

    def legal(self, box: Box, state: State, frame: NextLeg) -> Sequence[Action]:
        id = frame.unit
        mover = marcher(box, state, id, left(box, state, id))
        reach = reached(box, state, ground(box, state, id), mover)
        ends = Hexes(box.grid, reach.whole ^ reach.costs[0])
        return Joined([Each(ends, lambda at: Onward(id, at[:1])), [REST]])

    def refusal(self, box: Box, state: State, frame: NextLeg, action: Action) -> Refusal | None:
        if action == REST:
            return None
        if not isinstance(action, Onward) or action.unit != frame.unit:
            return forbidden("G-MOV-0-3", Text.OTHER_UNIT, unit=box.unit(frame.unit))
        walk = planned(box, state, action)
        return walk if isinstance(walk, Refusal) else None

    def act(self, ctx: Resolution, frame: NextLeg, action: Action) -> None:
        ctx.pop()
        if isinstance(action, Onward):
            _onward(ctx, action)
        else:
            ctx.say(Halted(frame.unit))
            _arrived(ctx, frame.unit)
