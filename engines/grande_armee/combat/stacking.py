"""Stacking Supply, and the units destroyed without it (MOV M; FOR A)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.sentences import Sentence, say_by
from engines.core.refusals import Refusal
from engines.grande_armee.actions import END, Action, Destroy, Spend
from engines.grande_armee.box import ENEMY, Box, Kind
from engines.grande_armee.combat.frames import Destroying, Stacking
from engines.grande_armee.combat.losses import excess, suffices
from engines.grande_armee.combat.spending import forbids as forbids_spending
from engines.grande_armee.combat.spending import spendable
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.orders.kinds import DESTROY, DestroyOrder
from engines.grande_armee.position import UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position

MOST_WAYS = 60
"""Ways to destroy units that are listed; others can be typed."""


def capacity(box: Box, hex: Hex) -> int | None:
    """Strength that a hex supplies free of cost; None in the open."""
    return box.figures.fortress if hex in box.fortress else None


def wanting(box: Box, state: State) -> list[Hex]:
    """The phasing player's stacks that are illegal as it stands (G-MOV-M-1, G-FOR-A-2)."""
    at, side = position(box, state), state.side
    stacks = {each: [at.kind(id) for id in troops] for each, troops in sorted(at.camp(side).troops.items())}
    return [
        each
        for each, troops in stacks.items()
        if excess(troops, capacity(box, each))
        and not any(spent.use == "combat" and spent.serves(each) for spent in state.spent.values())
    ]


class StackingSupply(Handler[Stacking]):
    """The phasing player spends supply on his stacks; without it they are destroyed (A-14)."""

    kind = "stacking"
    prompt = Text.ASK_STACKING
    case = "G-MOV-M-2"

    def waits(self, ctx: Resolution, frame: Stacking) -> bool:
        return bool(spendable(ctx.box, ctx.state, frame.side, wanting(ctx.box, ctx.state)))

    def close(self, ctx: Resolution, frame: Stacking) -> None:
        ctx.pop()
        hexes = wanting(ctx.box, ctx.state)
        ctx.push(*(Destroying(side=frame.side, hex=each) for each in reversed(hexes)))

    def legal(self, box: Box, state: State, frame: Stacking) -> list[Action]:
        return [*map(Spend, spendable(box, state, frame.side, wanting(box, state))), END]

    def refusal(self, box: Box, state: State, frame: Stacking, action: Action) -> Refusal | None:
        if action == END:
            return None
        if isinstance(action, Spend):
            return forbids_spending(box, state, frame.side, action, wanting(box, state))
        return self.misplaced(box, state, frame, action)

    def act(self, ctx: Resolution, frame: Stacking, action: Action) -> None:
        if isinstance(action, Spend):
            served = wanting(ctx.box, ctx.state)
            ctx.spend(action.supply, "combat", action.hexes or None)
            given = ctx.state.spent[action.supply]
            if any(given.serves(each) for each in served):
                ctx.state.spent[action.supply] = replace(given, stacking=True)
        else:
            self.close(ctx, frame)

    def fallback(self, box: Box, state: State, frame: Stacking) -> Action:
        """No stack starves by silence."""
        return self.legal(box, state, frame)[0]


class Destruction(Handler[Destroying]):
    """The other player chooses the fewest units that make a stack legal (A-13, I-09, I-10)."""

    kind = "destroy"
    prompt = Text.ASK_DESTROY
    case = "G-MOV-M-3"

    def asked(self, box: Box, state: State, frame: Destroying) -> Sentence:
        return say_by(self.prompt, end=box.hex(frame.hex))

    def seat(self, box: Box, state: State, frame: Destroying) -> Side:
        return ENEMY[frame.side]

    def waits(self, ctx: Resolution, frame: Destroying) -> bool:
        """Where all that may go are alike, and can do as much yet, there is no choice (A-43)."""
        pieces, bound = ctx.state.pieces, ctx.state.bound
        return len({(pieces[id], id in bound) for id in ctx.position.troops(frame.hex, frame.side)}) > 1

    def close(self, ctx: Resolution, frame: Destroying) -> None:
        _destroy(ctx, self.fallback(ctx.box, ctx.state, frame))

    def legal(self, box: Box, state: State, frame: Destroying) -> list[Action]:
        ways = _ways(box, state, frame)
        return [*dict.fromkeys((self.fallback(box, state, frame), *map(Destroy, islice(ways, MOST_WAYS))))]

    def refusal(self, box: Box, state: State, frame: Destroying, action: Action) -> Refusal | None:
        if not isinstance(action, Destroy):
            return self.misplaced(box, state, frame, action)
        at = position(box, state)
        troops = at.troops(frame.hex, frame.side)
        for id in action.units:
            if id not in troops:
                return forbidden("G-MOV-M-3", Text.DESTROY_OTHER, unit=box.unit(id), end=box.hex(frame.hex))
            if action.units.count(id) > 1:
                return forbidden("G-MOV-M-3", Text.TWICE, unit=box.unit(id))
        gone, stack = [at.kind(id) for id in action.units], [at.kind(id) for id in troops]
        if suffices(gone, stack, capacity(box, frame.hex)):
            return None
        fewest = excess(stack, capacity(box, frame.hex))
        statement = "G-FOR-A-2" if frame.hex in box.fortress else "A-13"
        return forbidden(statement, Text.DESTROY_FEWEST, count=fewest, end=box.hex(frame.hex))

    def act(self, ctx: Resolution, frame: Destroying, action: Action) -> None:
        assert isinstance(action, Destroy)
        _destroy(ctx, action)

    def fallback(self, box: Box, state: State, frame: Destroying) -> Destroy:
        return _usual(box, state, frame, DestroyOrder())

    def ordered(self, box: Box, state: State, frame: Destroying, order: str) -> Action | None:
        wish = DESTROY.one(order)
        return None if wish is None else _usual(box, state, frame, wish)


def _ways(box: Box, state: State, frame: Destroying) -> Iterator[tuple[UnitId, ...]]:
    at = position(box, state)
    troops = at.troops(frame.hex, frame.side)
    kinds: list[Kind] = [at.kind(id) for id in troops]
    room = capacity(box, frame.hex)
    for gone in combinations(range(len(troops)), excess(kinds, room)):
        if suffices([kinds[place] for place in gone], kinds, room):
            yield tuple(troops[place] for place in gone)


def _usual(box: Box, state: State, frame: Destroying, order: DestroyOrder) -> Destroy:
    """The units that were named first, then the strongest; so the weakest is spared (I-09, I-10)."""
    at = position(box, state)
    troops = at.troops(frame.hex, frame.side)
    count = excess([at.kind(id) for id in troops], capacity(box, frame.hex))
    sign = 1 if order.weakest else -1
    ranked = sorted(troops, key=lambda id: (id not in order.units, sign * at.kind(id).strength, id))
    kinds = [at.kind(id) for id in troops]
    chosen = ranked[:count]
    if not suffices([at.kind(id) for id in chosen], kinds, capacity(box, frame.hex)):
        # In a Fortress the loss of weak units may not lower the sum enough.
        chosen = sorted(troops, key=lambda id: (-at.kind(id).strength, id))[:count]
    return Destroy(tuple(sorted(chosen)))


def _destroy(ctx: Resolution, action: Destroy) -> None:
    ctx.pop()
    for id in action.units:
        ctx.eliminate(id, "stacking")
