"""A step from a box to the next: its cost, its refusals, and its meetings (7.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from data.catalogue import N_
from data.nouns import counted
from data.sentences import _l, say_by
from data.valmy.tables import Side
from engines.core.refusals import Refusal
from engines.valmy.box import OUT, Box, enemy
from engines.valmy.events import Exited, HeldBack
from engines.valmy.frames import Activation, Mover, Overrun
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, plays, units_in


def line(box: Box, one: str, other: str) -> tuple[str, str]:
    """A line by its ends, in map order."""
    return (one, other) if box.order[one] <= box.order[other] else (other, one)


def present(state: State, mover: Mover) -> Mover:
    """A mover without counters that have fallen or were left behind."""
    return replace(
        mover,
        units=tuple(id for id in mover.units if state.units[id].box == mover.at),
        leaders=tuple(id for id in mover.leaders if state.leaders[id].box == mover.at),
    )


def allowance(box: Box, units: Sequence[str]) -> int:
    """Movement points: those of the slowest unit, or a leader's own (Y-7.1.1-a, Y-7.1.3-b)."""
    return min((box.unit[id].allowance for id in units), default=box.figures.leader_allowance)


def price(box: Box, state: State, side: Side, mover: Mover, start: str, end: str) -> int:
    """Movement points of a step: the line, and one more where others have used it (Y-7.1.8-a)."""
    if end == OUT:
        return box.figures.exit
    used = line(box, start, end)
    crowded = bool(mover.units) and used in state.traffic[side] and used not in mover.first
    return box.cost[start][end] + (box.figures.traffic if crowded else 0)


def pinned(box: Box, state: State, side: Side, start: str, end: str, units: Sequence[str]) -> Refusal | None:
    """The refusal to leave a box with enemies by this line, from what the side sees (A-7.1.6-2)."""
    enemies = units_in(box, state, start, enemy(side))
    seen = sum(state.units[id].leader is None for id in enemies)
    # They learn the size of a holding box when they go: at least one enemy is there.
    if not enemies or not _outnumbered(box, state, side, start, end, units, max(1, seen)):
        return None
    return Refusal(
        "A-7.1.6-2",
        _l(
            "Enemies hold {start}: units leave it by a line that your own came in by, or as many have "
            "to stay as there are enemies",
            start=box.name(start),
        ),
    )


def held_back(box: Box, state: State, side: Side, start: str, end: str, units: Sequence[str]) -> bool:
    """Whether enemies that outnumber the units left behind keep the others in a box (A-7.1.6-2)."""
    enemies = len(units_in(box, state, start, enemy(side)))
    return enemies > 0 and _outnumbered(box, state, side, start, end, units, enemies)


def _outnumbered(
    box: Box, state: State, side: Side, start: str, end: str, units: Sequence[str], enemies: int
) -> bool:
    """Whether fewer units would stay behind than there are enemies, on a line where that counts."""
    came = state.came.get(start, {}).get(side, ())
    # A unit that never came in by a line leaves by any (Y-7.1.7-b).
    if plays(state, "any-line") or not units or not came or end in came:
        return False
    return len(units_in(box, state, start, side)) - len(units) < enemies


def step_refusal(
    box: Box, state: State, side: Side, mover: Mover, end: str, *, last: bool, guard: bool
) -> Refusal | None:
    """The refusal of a mover's step; an enemy at its end is no reason.

    :param last: whether it is the last of its path.
    :param guard: whether to check what holds it where it stands.
    """
    start = mover.at
    if end == OUT:
        if side == "french":
            return Refusal("Y-11.1.1-b", _l("Only the Allies leave by the west edge"))
        if start not in box.west:
            return Refusal("A-11.1.1-2", _l("{place} is not on the west edge", place=box.name(start)))
    elif end not in box.cost[start]:
        return Refusal(
            "Y-2.2-b", _l("No line joins {start} and {end}", start=box.name(start), end=box.name(end))
        )
    if mover.done:
        return Refusal("Y-7.1.4-b", _l("They have ended their movement for this turn"))
    cost = price(box, state, side, mover, start, end)
    left = allowance(box, mover.units) - mover.spent
    # An activated stack may always go one box, as its only step (Y-7.1.7-b, A-7.1.7-1).
    if cost > left and (mover.steps or not last):
        reason = _BEYOND if end == OUT else _INTO
        points = counted(cost, "movement point")
        return Refusal("Y-7.1.7-a", say_by(reason, place=box.name(end), points=points, over=cost - left))
    return pinned(box, state, side, start, end, mover.units) if guard else None


_INTO = N_("{place} costs {points}, {over} more than are left")
_BEYOND = N_("The west edge costs {points}, {over} more than are left")


def advance(ctx: Resolution, frame: Activation, nth: int, end: str) -> None:
    """Take a step that was not refused; the frame is topmost; frames pushed by the step lie on it."""
    box, state, side = ctx.box, ctx.state, frame.side
    mover = present(state, frame.movers[nth])
    if held_back(box, state, side, mover.at, end, mover.units):
        ctx.say(HeldBack(side, mover.at))
        stays = replace(mover, done=True)
        ctx.replace(replace(frame, movers=_with(frame.movers, nth, stays), plan=()))
        return
    cost = price(box, state, side, mover, mover.at, end)
    if end == OUT:
        _leave(ctx, side, mover)
        gone = replace(mover, at=OUT, units=(), leaders=(), steps=mover.steps + 1, done=True)
        ctx.replace(replace(frame, movers=_with(frame.movers, nth, gone), plan=()))
        return
    used = line(box, mover.at, end)
    first = mover.first
    if mover.units and used not in state.traffic[side]:
        state.traffic[side] = (*state.traffic[side], used)
        first = (*first, used)
    elif mover.units and used not in first:
        # A mover that was the only one to use the line no longer is.
        frame = replace(frame, movers=tuple(_shares(other, used) for other in frame.movers))
    met = units_in(box, state, end, enemy(side))
    spent = mover.spent + cost
    stops = bool(met) or spent >= allowance(box, mover.units)
    after = replace(
        mover, at=end, spent=spent, steps=mover.steps + 1, first=first, done=mover.done or bool(met)
    )
    entered = frame.entered
    if end not in entered:
        entered = (*entered, end)
    plan = () if stops else frame.plan
    ctx.replace(replace(frame, movers=_with(frame.movers, nth, after), entered=entered, plan=plan))
    if may_overrun(box, mover.units, met):
        ctx.replace(replace(ctx.state.stack[-1], plan=frame.plan))
        ctx.push(Overrun(side, end, mover.units))
    ctx.carry(side, mover.at, end, mover.units, mover.leaders, "movement", cost)
    ctx.displace(end, side)


def _shares(mover: Mover, used: tuple[str, str]) -> Mover:
    return replace(mover, first=tuple(way for way in mover.first if way != used))


def may_overrun(box: Box, units: Sequence[str], met: Sequence[str]) -> bool:
    """Whether a stack is large enough and has met a single unit (Y-7.3-a)."""
    return len(units) >= box.figures.overrun and len(met) == 1


def _leave(ctx: Resolution, side: Side, mover: Mover) -> None:
    """Out by the west edge, for good (A-11.1.1-1)."""
    if mover.at not in ctx.state.gates:
        ctx.state.gates.append(mover.at)
    for unit in mover.units:
        ctx.set_unit(unit, fate="exited", box=None, leader=None)
    for leader in mover.leaders:
        ctx.set_leader(leader, fate="exited", box=None, superior=None)
        ctx.state.left.append(leader)
    ctx.say(Exited(side, mover.at, mover.units, mover.leaders))
    ctx.settle(mover.at, side)


def _with(movers: tuple[Mover, ...], nth: int, mover: Mover) -> tuple[Mover, ...]:
    return (*movers[:nth], mover, *movers[nth + 1 :])
