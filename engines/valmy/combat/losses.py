"""Steps lost by choice of their owner, and the morale checks of units that lost one (9.3.4, 9.6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from data.catalogue import N_, _
from data.nouns import counted
from data.sentences import _l
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.valmy.box import Box
from engines.valmy.combat.actions import LOSE_AUTO, Lose
from engines.valmy.combat.fire import morale
from engines.valmy.combat.frames import Battle, Losses
from engines.valmy.handler import Handler
from engines.valmy.orders.battle import LOSSES
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, steps


def payable(box: Box, state: State, frame: Losses) -> int:
    """Steps that will be lost; hits beyond the last have no effect (Y-9.3.4-e)."""
    return min(frame.owed, sum(steps(box, state, unit) for unit in frame.units))


def refusal_of(box: Box, state: State, frame: Losses, units: Sequence[str]) -> Refusal | None:
    """The refusal of a choice of losses: no unit loses a second while another has lost none (Y-9.3.4-c)."""
    owed = payable(box, state, frame)
    if frame.lead in frame.units and units and units[0] != frame.lead and steps(box, state, frame.lead or ""):
        return Refusal(
            "Y-9.5H-a", _l("{name} leads and loses the first step", name=box.name(frame.lead or ""))
        )
    lost = {unit: box.unit[unit].steps - steps(box, state, unit) for unit in frame.units}
    for nth, unit in enumerate(units):
        if unit not in lost or lost[unit] == box.unit[unit].steps:
            return Refusal("Y-9.3.4-b", _l("{unit} has no step to lose here", unit=box.name(unit)))
        first = nth == 0 and unit == frame.lead
        if lost[unit] and not first and any(not other for other in lost.values()):
            whole = next(other for other, gone in lost.items() if not gone)
            statement = "Y-9.3.4-c" if frame.lead is None else "Y-9.5.1-b"
            return Refusal(
                statement,
                _l(
                    "{whole} has lost no step yet: {unit} can't lose its second",
                    whole=box.name(whole),
                    unit=box.name(unit),
                ),
            )
        lost[unit] += 1
    if len(units) != owed:
        return Refusal(
            "Y-9.3.4-a",
            _l("{steps} must be lost, not {count}", steps=counted(owed, "step"), count=len(units)),
        )
    return None


def usual(
    box: Box, state: State, frame: Losses, first: Sequence[str] = (), last: Sequence[str] = ()
) -> tuple[str, ...]:
    """Units without a loss first, in rising morale, skirmishers before others (I-8).

    :param first: units that are hit as soon as the rules allow.
    :param last: those that are spared as long as the rules allow.
    """
    left = {unit: steps(box, state, unit) for unit in frame.units}
    chosen: list[str] = []
    for nth in range(payable(box, state, frame)):
        if nth == 0 and frame.lead is not None and left.get(frame.lead):
            left[frame.lead] -= 1
            chosen.append(frame.lead)
            continue
        whole = [unit for unit, count in left.items() if count == box.unit[unit].steps and count]
        open_ = whole or [unit for unit, count in left.items() if count]
        unit = min(
            open_,
            key=lambda id: (
                first.index(id) if id in first else len(first),
                id in last,
                face(box, state, id).morale,
                box.unit[id].position != "S",
            ),
        )
        left[unit] -= 1
        chosen.append(unit)
    return tuple(chosen)


class Losing(Handler[Losses, Lose]):
    """The side that was hit chooses; where there is no choice it is not asked."""

    wants = N_("which units lose steps")
    usual = LOSE_AUTO

    def asks(self, box: Box, state: State, frame: Losses) -> Decision:
        owed = counted(payable(box, state, frame), "step")
        return Decision(frame.side, "losses", _("Choose the units that lose {owed}", owed=owed), frame.case)

    def legal(self, box: Box, state: State, frame: Losses) -> list[Lose]:
        # The default loss with each unit first; all the ways to share it out can be typed.
        ways = dict.fromkeys(usual(box, state, frame, (unit,)) for unit in frame.units)
        return [LOSE_AUTO, *map(Lose, ways)]

    def refusal(self, box: Box, state: State, frame: Losses, action: Lose) -> Refusal | None:
        return None if action.units is None else refusal_of(box, state, frame, action.units)

    def ordered(self, box: Box, state: State, frame: Losses, order: str) -> Lose:
        """Units that the order names first, or last."""
        said = LOSSES.one(order)
        if said is None or not said.units:
            return LOSE_AUTO
        first, last = ((), said.units) if said.spare else (said.units, ())
        return Lose(usual(box, state, frame, first, last))

    def act(self, ctx: Resolution, frame: Losses, action: Lose) -> None:
        ctx.pop()
        take(ctx, frame, usual(ctx.box, ctx.state, frame) if action.units is None else action.units)

    def waits(self, ctx: Resolution, frame: Losses) -> bool:
        box, state = ctx.box, ctx.state
        all_ = sum(steps(box, state, unit) for unit in frame.units)
        alive = [unit for unit in frame.units if steps(box, state, unit)]
        whole = [unit for unit in alive if steps(box, state, unit) == box.unit[unit].steps]
        led = frame.lead in alive
        choice = len(alive) > 1 and frame.owed < all_ and (led or frame.owed != len(whole))
        return choice and not (led and frame.owed == 1)

    def close(self, ctx: Resolution, frame: Losses) -> None:
        self.act(ctx, frame, LOSE_AUTO)


def take(ctx: Resolution, frame: Losses, units: Sequence[str]) -> None:
    """Take the steps; a unit that loses its first here checks its morale at once (Y-9.6-a, A-9.6-2)."""
    flipped = [unit for unit in units if ctx.hit(unit, frame.case)]
    battle = next(below for below in reversed(ctx.state.stack) if isinstance(below, Battle))
    if frame.lead is not None and battle.board is not None:
        # In melee both sides lose first and check then (Y-9.2.12-d).
        board = replace(battle.board, flipped=(*battle.board.flipped, *flipped))
        ctx.state.stack[ctx.state.stack.index(battle)] = replace(battle, board=board)
        return
    for unit in dict.fromkeys(flipped):
        if steps(ctx.box, ctx.state, unit):
            check(ctx, unit, battle)


def check(ctx: Resolution, unit: str, battle: Battle) -> None:
    """Two dice against its reduced morale; above it the second step is lost too (Y-9.6-a, b)."""
    side = ctx.box.unit[unit].side
    highest = morale(ctx.box, ctx.state, unit, battle.boosts)
    if not ctx.test(Purpose.of("morale", unit), 2, highest, "9.6", side):
        ctx.eliminate(unit, "9.6")
