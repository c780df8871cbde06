"""Step 3: the turn order (R-SEQ-04)."""

from __future__ import annotations

from data.revolution.tables import SEATS
from engines.revolution.events import OrderSet
from engines.revolution.resolution import Resolution
from engines.revolution.state import controlled


def begin(ctx: Resolution) -> None:
    """Fame and regions together, then Fame, then dice that are thrown again while they are even."""
    state = ctx.state
    sums: dict[str, int] = {seat: state.fame[seat] + len(controlled(state, seat)) for seat in SEATS}
    rank = {seat: (sums[seat], state.fame[seat]) for seat in SEATS}
    dice: dict[str, list[int]] = {}
    faces: list[int] = []
    for value in dict.fromkeys(rank.values()):
        even = [seat for seat in SEATS if rank[seat] == value]
        while len(even) > 1:
            for seat in even:
                faces.append(ctx.dice.roll(f"turn order of {seat}"))
                dice.setdefault(seat, []).append(faces[-1])
            thrown = [tuple(dice[seat]) for seat in even]
            even = [seat for seat in even if thrown.count(tuple(dice[seat])) > 1]
    state.order = sorted(SEATS, key=lambda seat: (rank[seat], dice.get(seat, [])), reverse=True)
    ctx.say(OrderSet(tuple(state.order), sums, dice, faces))
