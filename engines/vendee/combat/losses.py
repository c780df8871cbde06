"""Losses: each owner spreads his over his combat points as he likes (V-4.1-q, I-07).

This module handles `Losses`; the payer is in the frame below, a combat or a retreat. Combat points have no
denominations: any change can be made, and an odd loss costs no more than its figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from data.catalogue import Plural, _
from data.nouns import counted
from data.sentences import _l, say_by
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import Action
from engines.vendee.box import Box
from engines.vendee.combat import shares
from engines.vendee.combat.actions import LOSE_AUTO, Lose
from engines.vendee.combat.frames import Battle, Contingent, Losses, Party, Retreat
from engines.vendee.combat.reckoning import contingents_of
from engines.vendee.events import Lost
from engines.vendee.frames import Kind
from engines.vendee.handler import Handler
from engines.vendee.orders.combat import LOSSES, LossesOrder
from engines.vendee.refusals import of_which_army, out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import State, leads, sorted_points


class Unit(NamedTuple):
    """Combat points of one kind that came together."""

    part: int
    """The index of the payer that has them."""
    kind: Kind
    size: int


def payers(state: State, frame: Losses) -> Sequence[Contingent | Party]:
    """The payers of losses, in the frame below."""
    below = state.stack[-2]
    if isinstance(below, Retreat):
        return [party for party in below.parties if party.path[-1] == frame.area]
    assert isinstance(below, Battle)
    return contingents_of(below, frame.side)


def units(parts: Sequence[Contingent | Party]) -> list[Unit]:
    """The combat points that can pay."""
    return [
        Unit(index, kind, condition.total)
        for index, part in enumerate(parts)
        for kind, condition in part.points.items()
    ]


def share_out(
    state: State,
    parts: Sequence[Contingent | Party],
    owed: int,
    first: Sequence[Sequence[Unit]],
    keep: int = 1,
) -> list[Unit]:
    """Losses by rank, each in proportion.

    :param keep: combat points of his army that stay with each general as long as possible.
    """
    kept = {(unit.part, unit.kind): keep * _led(state, parts[unit.part], unit.kind) for unit in units(parts)}
    ranks = [{(unit.part, unit.kind): unit.size for unit in rank} for rank in first]
    paid = shares.share_out(owed, ranks, kept)
    return [Unit(part, kind, count) for (part, kind), count in paid.items()]


def _led(state: State, part: Contingent | Party, kind: Kind) -> bool:
    """Whether generals of its army are with combat points, and would be isolated without them."""
    return any(leads(state, general, kind) for general in part.generals)


def pay(ctx: Resolution, frame: Losses, paid: Iterable[Unit]) -> None:
    """Take combat points off the map and out of the frame below; `frame` is the topmost."""
    parts = list(payers(ctx.state, frame))
    lost: dict[Kind, int] = {}
    for unit in paid:
        part = parts[unit.part]
        gone = part.points[unit.kind].worst(unit.size)
        ctx.take(frame.area, unit.kind, gone)
        left = part.points[unit.kind].plus(gone, -1)
        points = {kind: left if kind == unit.kind else known for kind, known in part.points.items()}
        parts[unit.part] = replace(
            part, points={kind: known for kind, known in points.items() if known.total}
        )
        lost[unit.kind] = lost.get(unit.kind, 0) + unit.size
    reason = "retreat" if frame.case == "4.6" else "combat"
    ctx.say(Lost(frame.side, frame.area, sorted_points(lost), reason, frame.case))
    ctx.replace(replace(frame, owed=frame.owed - sum(lost.values())))
    _put_below(ctx, frame, parts)


def _put_below(ctx: Resolution, frame: Losses, parts: Sequence[Contingent | Party]) -> None:
    below = ctx.state.stack[-2]
    if isinstance(below, Retreat):
        paid = iter([part for part in parts if isinstance(part, Party)])
        after = [next(paid) if party.path[-1] == frame.area else party for party in below.parties]
        ctx.state.stack[-2] = replace(below, parties=tuple(after))
        return
    assert isinstance(below, Battle)
    side = "attacking" if frame.side == below.attacker else "defending"
    ctx.state.stack[-2] = replace(below, **{side: tuple(parts)})


class Paying(Handler[Losses]):
    """A side chooses the combat points that it loses (I-07)."""

    usual = LOSE_AUTO
    """A combat point stays with each general; the rest is shared in proportion."""

    def asks(self, box: Box, state: State, frame: Losses) -> Decision:
        prompt = _(
            "Choose {points} to lose in {area}",
            points=counted(frame.owed, "combat point"),
            area=box.name(frame.area),
        )
        return Decision(frame.side, "losses", prompt, frame.case)

    def legal(self, box: Box, state: State, frame: Losses) -> list[Action]:
        """One combat point of each kind and origin, or all by default."""
        parts = payers(state, frame)
        return [LOSE_AUTO, *(_lose(parts, unit, 1) for unit in units(parts))]

    def refusal(self, box: Box, state: State, frame: Losses, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return out_of_place(_("losses, as in lose anjou:1 or lose auto"))
        if action == LOSE_AUTO:
            return None
        paid = _meant(box, state, frame, action)
        if isinstance(paid, Refusal):
            return paid
        count = sum(unit.size for unit in paid)
        if count > frame.owed:
            return Refusal(
                "V-1.2-b",
                say_by(
                    Plural(
                        "{n} combat point is lost, not {count}; change is free",
                        "{n} combat points are lost, not {count}; change is free",
                    ),
                    n=frame.owed,
                    count=count,
                ),
            )
        return None

    def act(self, ctx: Resolution, frame: Losses, action: Action) -> None:
        assert isinstance(action, Lose)
        if action == LOSE_AUTO:
            pay(ctx, frame, by_default(ctx.state, frame))
            return
        paid = _meant(ctx.box, ctx.state, frame, action)
        assert not isinstance(paid, Refusal)
        pay(ctx, frame, paid)

    def go_on(self, ctx: Resolution, frame: Losses) -> bool:
        paying = units(payers(ctx.state, frame))
        have = sum(unit.size for unit in paying)
        if frame.owed > 0 and len(paying) > 1 and frame.owed < have:
            return True
        if frame.owed > 0 and have:
            owed = min(frame.owed, have)
            pay(ctx, frame, share_out(ctx.state, payers(ctx.state, frame), owed, [paying]))
        ctx.pop()
        return False

    def ordered(self, box: Box, state: State, frame: Losses, order: str) -> Action | None:
        """`auto`, `smallest first`, or `spare KIND`; a point, or `keep N`, stays with each general."""
        wanted = LOSSES.one(order)
        if wanted is None or wanted == LossesOrder():
            return LOSE_AUTO
        parts = payers(state, frame)
        paying = units(parts)
        if wanted.spare is not None:
            ranks = [
                [unit for unit in paying if unit.kind != wanted.spare],
                [unit for unit in paying if unit.kind == wanted.spare],
            ]
        elif wanted.smallest:
            ranks = [[unit] for unit in sorted(paying, key=lambda unit: unit.size)]
        else:
            ranks = [paying]
        paid = share_out(state, parts, frame.owed, ranks, wanted.keep)
        kinds = [unit.kind for unit in paying]
        if all(kinds.count(unit.kind) == 1 for unit in paid):
            return Lose(exactly(sorted_points({unit.kind: unit.size for unit in paid})))
        # Points of one kind are told apart by origin, and one action names one origin.
        return _lose(parts, paid[0], paid[0].size)


def _lose(parts: Sequence[Contingent | Party], unit: Unit, count: int) -> Lose:
    """The loss by its name: points of one kind are told apart by where they came from, and how."""
    who, part = exactly({unit.kind: count}), parts[unit.part]
    alike = [other.part for other in units(parts) if other.kind == unit.kind and other.part != unit.part]
    if not alike:
        return Lose(who)
    if not part.joined and any(parts[other].origin == part.origin for other in alike):
        return Lose(who, group=True)
    return Lose(who, part.origin)


def _meant(box: Box, state: State, frame: Losses, action: Lose) -> list[Unit] | Refusal:
    """The combat points that an action names."""
    assert action.who is not None
    parts = payers(state, frame)
    paying = units(parts)
    kinds = list(dict.fromkeys(unit.kind for unit in paying))
    if action.who.every or action.who.generals or not action.who.points:
        return Refusal("V-4.1-q", _l("Losses are combat points, as in lose anjou:1"))
    paid: list[Unit] = []
    for named, count in action.who.points:
        if named is None and len(kinds) > 1:
            which = of_which_army(count)
            return Refusal("V-4.1-q", _l("{which}: {kinds}", which=which, kinds=", ".join(kinds)))
        kind = named or kinds[0]
        meant = [unit for unit in paying if unit.kind == kind]
        if action.group:
            meant = [unit for unit in meant if not parts[unit.part].joined]
        elif action.origin is not None or len(meant) > 1:
            meant = [unit for unit in meant if parts[unit.part].origin == action.origin]
        if not meant:
            return Refusal(
                "V-4.1-q",
                _l(
                    "No combat points of {kind} that could be lost are {box}",
                    kind=box.whose(kind),
                    box=_among(box, action),
                ),
            )
        # Points that marched to the guns pay before the active group where both came from one area.
        meant.sort(key=lambda unit: not getattr(parts[unit.part], "joined", False))
        left = count
        for unit in meant:
            taken = min(left, unit.size)
            if taken:
                paid.append(unit._replace(size=taken))
            left -= taken
        if left:
            most = counted(count - left, "combat point")
            return Refusal(
                "V-4.1-q",
                _l(
                    "{most} of {kind} can be lost there, not {count}",
                    most=most,
                    kind=box.whose(kind),
                    count=count,
                ),
            )
    return paid


def _among(box: Box, action: Lose) -> str:
    if action.group:
        return _("of the group that came first")
    return _("there") if action.origin is None else _("from {origin}", origin=box.name(action.origin))


def by_default(state: State, frame: Losses) -> list[Unit]:
    """The combat points lost by default: in proportion, one with each general spared."""
    parts = payers(state, frame)
    return share_out(state, parts, frame.owed, [units(parts)])
