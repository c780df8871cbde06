"""Combination and breakdown: the lines of the chart, what they cost, and their steps (MOV Q to T, CB)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Swap
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.actions import END, Action, Break, Combine, Eliminate, March, Move, Triple
from engines.grande_armee.box import Box
from engines.grande_armee.events import Broken, Combined
from engines.grande_armee.frames import Combining, Swapping
from engines.grande_armee.handler import F, Handler, forbidden, foreign
from engines.grande_armee.movement.plan import left, progress
from engines.grande_armee.position import UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import Progress, State, create, position


def combining(box: Box, scenario: str, kinds: Sequence[str]) -> Swap | None:
    """The line by which exactly these kinds combine, or None (G-MOV-Q-2)."""
    counted = Counter(kinds)
    return next((swap for swap in box.swaps(scenario) if counted == {swap.piece: swap.number}), None)


def spent_at_start(box: Box, result: str, spent: Sequence[int]) -> int | None:
    """Movement points that each resulting unit has spent at the start of the phase (G-MOV-R-1, A-17).

    :param spent: by the units that are swapped.
    :returns: None where a resulting unit would have spent more than its allowance.
    """
    total = max(spent) + box.figures.swap
    return total if total <= box.kinds[result].allowance else None


def left_at_end(box: Box, result: str, left: Sequence[int]) -> int | None:
    """Movement points that a unit combined at the end of the phase has left, or None (G-MOV-S-1, A-17).

    :param left: of the units that are combined; slow units may come of fast ones.
    """
    least = min(left) - box.figures.swap
    return min(least, box.kinds[result].allowance) if least >= 0 else None


def becomes(box: Box, state: State, action: Combine | Break) -> tuple[str, int, int]:
    """What units become by a legal swap: the kind, how many, and the movement points that each has left."""
    if isinstance(action, Break):
        swap = box.breaks[state.scenario][state.pieces[action.unit].kind]
        spent = _spent_by(state, (action.unit,)) + box.figures.swap
        return swap.piece, swap.number, box.kinds[swap.piece].allowance - spent
    line = _line(box, state, action.units)
    assert isinstance(line, Swap)
    if isinstance(state.stack[-1], Combining):
        rest = left_at_end(box, line.whole, [left(box, state, id) for id in action.units])
    else:
        rest = box.kinds[line.whole].allowance - _spent_by(state, action.units) - box.figures.swap
    assert rest is not None
    return line.whole, 1, rest


class Swaps(Handler[F]):
    """A step of swaps, which is passed over where none can be made."""

    case = "G-MOV-Q-1"
    usual = END

    def legal(self, box: Box, state: State, frame: F) -> list[Action]:
        actions = *_combinations(box, state), *self.breaks(box, state)
        return [*(each for each in actions if self.refusal(box, state, frame, each) is None), END]

    def waits(self, ctx: Resolution, frame: F) -> bool:
        box, state = ctx.box, ctx.state
        # Breakdowns come first, because they are possible more often.
        actions = chain(self.breaks(box, state), _combinations(box, state))
        return any(self.refusal(box, state, frame, each) is None for each in actions)

    def breaks(self, box: Box, state: State) -> Iterator[Action]:
        """The units that may be broken down."""
        return iter(())

    def act(self, ctx: Resolution, frame: F, action: Action) -> None:
        match action:
            case Combine():
                _combine(ctx, action)
            case Break():
                _break(ctx, action)
            case _:
                ctx.pop()


def _combinations(box: Box, state: State) -> Iterator[Action]:
    """What may be combined: for each line and hex the first pieces that fit it."""
    at: dict[str, dict[Hex, list[UnitId]]] = defaultdict(lambda: defaultdict(list))
    for id, piece in position(box, state).camp(state.side).pieces.items():
        if piece.disrupted is None:
            at[piece.kind][piece.hex].append(id)
    for swap in box.swaps(state.scenario):
        for ids in at[swap.piece].values():
            if len(ids) >= swap.number:
                best = sorted(ids, key=lambda id: -left(box, state, id))
                yield Combine(tuple(best[: swap.number]))


class Opening(Swaps[Swapping]):
    """Combine and break down at the start of the phase (A-15)."""

    kind = "swap"
    prompt = Text.ASK_SWAP

    def breaks(self, box: Box, state: State) -> Iterator[Action]:
        for id, piece in position(box, state).camp(state.side).pieces.items():
            if piece.kind in box.breaks[state.scenario]:
                yield Break(id)

    def refusal(self, box: Box, state: State, frame: Swapping, action: Action) -> Refusal | None:
        match action:
            case Combine(units):
                line = _line(box, state, units)
                return line if isinstance(line, Refusal) else _spent(box, state, units, line.whole)
            case Break(id):
                reason = _able(box, state, (id,))
                swap = reason or box.breaks[state.scenario].get(state.pieces[id].kind)
                if isinstance(swap, Refusal):
                    return swap
                if swap is None:
                    return forbidden("G-CB-2", Text.NO_BREAK, unit=box.unit(id))
                return _spent(box, state, (id,), swap.piece)
        return None if action == END else self.misplaced(box, state, frame, action)

    def misplaced(self, box: Box, state: State, frame: Swapping, action: Action) -> Refusal:
        if isinstance(action, Move | March | Triple | Eliminate):
            return forbidden("G-SEQ-11", Text.SWAP_FIRST)
        return super().misplaced(box, state, frame, action)


class Closing(Swaps[Combining]):
    """Combine at the end of the phase (A-16)."""

    kind = "combine"
    prompt = Text.ASK_COMBINE

    def refusal(self, box: Box, state: State, frame: Combining, action: Action) -> Refusal | None:
        match action:
            case Combine(units):
                line = _line(box, state, units)
                if isinstance(line, Refusal):
                    return line
                least = min(units, key=lambda id: left(box, state, id))
                if left_at_end(box, line.whole, [left(box, state, least)]) is None:
                    return forbidden("G-MOV-S-2", Text.SWAP_LEFT, unit=box.unit(least))
                return None
        return None if action == END else self.misplaced(box, state, frame, action)


def _break(ctx: Resolution, action: Break) -> None:
    state, id = ctx.state, action.unit
    kind, number, rest = becomes(ctx.box, state, action)
    hex = state.pieces[id].hex
    ctx.remove((id,))
    state.marches.pop(id, None)
    into = tuple(create(state, kind, hex) for _ in range(number))
    spent = ctx.box.kinds[kind].allowance - rest
    state.marches.update({piece: Progress(hex, spent) for piece in into})
    ctx.say(Broken(id, into, hex))


def _combine(ctx: Resolution, action: Combine) -> None:
    state, units = ctx.state, action.units
    kind, _number, rest = becomes(ctx.box, state, action)
    hex, bound = state.pieces[units[0]].hex, set(units).intersection(state.bound)
    ctx.remove(units)
    for id in units:
        state.marches.pop(id, None)
    into = create(state, kind, hex)
    if bound:
        # What has given odds does not attack in the Combat Phase, whatever it has become.
        state.bound = (*(id for id in state.bound if id not in bound), into)
    state.marches[into] = Progress(hex, ctx.box.kinds[kind].allowance - rest)
    ctx.say(Combined(units, into, hex, rest))


def _spent_by(state: State, units: Sequence[UnitId]) -> int:
    return max(progress(state, id).spent for id in units)


def _spent(box: Box, state: State, units: Sequence[UnitId], result: str) -> Refusal | None:
    """Whether a resulting unit would have spent more than it has (A-17)."""
    spent = [progress(state, id).spent for id in units]
    if spent_at_start(box, result, spent) is not None:
        return None
    total = max(spent) + box.figures.swap
    return forbidden("A-17", Text.SWAP_SPENT, spent=total, allowance=box.kinds[result].allowance)


def _able(box: Box, state: State, units: Sequence[UnitId]) -> Refusal | None:
    """Why units may not be swapped, or None."""
    for id in units:
        if (wrong := foreign(position(box, state), state.side, id, "G-MOV-Q-2")) is not None:
            return wrong
        if state.pieces[id].disrupted is not None:
            return forbidden("G-MOV-T-1", Text.DISRUPTED_SWAP, unit=box.unit(id))
        if state.pieces[id].hex != state.pieces[units[0]].hex:
            return forbidden("G-MOV-Q-2", Text.APART, unit=box.unit(id), other=box.unit(units[0]))
    twice = next((id for id, count in Counter(units).items() if count > 1), None)
    return None if twice is None else forbidden("G-MOV-Q-2", Text.TWICE, unit=box.unit(twice))


def _line(box: Box, state: State, units: Sequence[UnitId]) -> Swap | Refusal:
    """The line of the chart by which units combine."""
    reason = _able(box, state, units)
    if reason is not None:
        return reason
    swap = combining(box, state.scenario, [state.pieces[id].kind for id in units])
    return swap or forbidden("G-MOV-Q-2", Text.NO_LINE)
