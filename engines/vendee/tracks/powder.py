"""Arms and powder: the marker that counts, and the order of gains and losses (5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, groupby, permutations

from msgspec import UNSET
from msgspec.structs import replace

from data.sentences import Phrase, Sentence, _l
from data.vendee.schema import ROYAL_ARMIES, RoyalArmy
from engines.vendee.box import Box
from engines.vendee.frames import Kind, Leaders, Points
from engines.vendee.resolution import Resolution
from engines.vendee.state import State


def shares(points: Mapping[Kind, int]) -> dict[RoyalArmy, int]:
    """Combat points by the marker that they use.

    The Loroux are with Anjou where it fights, and join the Centre only through it; else they use the marker
    of the army they are with, or Anjou's. Bands go with the most numerous (V-1.6-d, A-02, A-62).
    """
    owners: dict[RoyalArmy, int] = {
        army: points.get(army, 0) + (points.get("chouans", 0) if army == "anjou" else 0)
        for army in ROYAL_ARMIES
        if army != "loroux"
    }
    owners = {army: count for army, count in owners.items() if count}
    if loroux := points.get("loroux", 0):
        host = "anjou" if "anjou" in owners else _most(owners)
        owners[host] = owners.get(host, 0) + loroux
    if bands := points.get("deserters", 0) + points.get("emigres", 0):
        host = _most(owners)
        owners[host] = owners.get(host, 0) + bands
    return owners


def _most(owners: Mapping[RoyalArmy, int]) -> RoyalArmy:
    return max(owners, key=lambda army: owners[army]) if owners else "anjou"


def marker_of(points: Mapping[Kind, int]) -> tuple[RoyalArmy, ...]:
    """The army with most combat points, or those that tie for it (V-4.1-t, A-36)."""
    owners = shares(points)
    return tuple(army for army, count in owners.items() if count == max(owners.values()))


def deal(ctx: Resolution, amount: int, engaged: Points, *, single: bool, reason: Phrase, case: str) -> None:
    """Deal a gain or a loss to the armies that took part, most combat points first (V-5.2-a, b).

    Where armies tie and their order makes a difference, the Royalists choose which comes first (I-17).
    """
    owners = shares(engaged)
    if not amount or not owners:
        return
    order = sorted(owners, key=lambda army: -owners[army])
    tiers = [tuple(tier) for _, tier in groupby(order, owners.__getitem__)]
    for index, tied in enumerate(tiers):
        before, rest = chain.from_iterable(tiers[:index]), chain.from_iterable(tiers[index + 1 :])
        ask = Leaders(amount, tied, tuple(rest), single, str(reason), case, tuple(before) or UNSET)
        if _matters(ctx.box, ctx.state, ask):
            ctx.push(ask)
            return
    deal_in(ctx, amount, order, single, reason, case)


def choose_first(ctx: Resolution, frame: Leaders, army: RoyalArmy) -> None:
    """Put one of the tying armies first; the others may tie for the next place still."""
    before = (*(frame.before or ()), army)
    tied = tuple(other for other in frame.tied if other != army)
    ask = replace(frame, before=before, tied=tied)
    if _matters(ctx.box, ctx.state, ask):
        ctx.push(ask)
        return
    reason = _reason(ctx.box, frame.reason)
    deal_in(ctx, frame.amount, (*before, *tied, *frame.rest), frame.single, reason, frame.case)


def rout(area: str) -> Sentence:
    """The reason of what a rout gains or costs."""
    return _l("Rout, combat in {area}", area=area)


def taken(area: str) -> Sentence:
    """The reason of what a captured place gains."""
    return _l("{name} taken", name=area)


def _reason(box: Box, kept: str) -> Phrase:
    """The reason that a state keeps as its English text, so that digests stay as they are."""
    reasons = (reason(area.name) for area in box.ground.area.values() for reason in (rout, taken))
    return next((reason for reason in reasons if str(reason) == kept), kept)


def deal_in(
    ctx: Resolution, amount: int, order: Sequence[RoyalArmy], single: bool, reason: Phrase, case: str
) -> None:
    """Deal one by one in this order; markers at their end are skipped (V-5.2-d, A-84)."""
    after = dealt(ctx.box, ctx.state, amount, order, single)
    for army, value in after.items():
        ctx.change_powder(army, value - ctx.state.powder[army], reason, case)


def dealt(
    box: Box, state: State, amount: int, order: Sequence[RoyalArmy], single: bool
) -> dict[RoyalArmy, int]:
    """The markers after dealing in this order."""
    tracks = box.charts.tables.powder
    sign = 1 if amount > 0 else -1
    end = tracks.highest if amount > 0 else tracks.lowest
    markers = {army: state.powder[army] for army in order}
    left = abs(amount)
    rounds = 0
    while left:
        rounds += 1
        receivers = order[:1] if single else order
        open_to = [army for army in receivers if markers[army] != end]
        if not open_to or (rounds > 1 and not state.options["powder-cycles"] and not single):
            break
        for army in open_to[:left]:
            markers[army] += sign
        left -= min(left, len(open_to))
    return markers


def _matters(box: Box, state: State, ask: Leaders) -> bool:
    """Whether the order of the tying armies makes a difference to the markers."""
    results = [
        dealt(box, state, ask.amount, (*(ask.before or ()), *tied, *ask.rest), ask.single)
        for tied in permutations(ask.tied)
    ]
    return any(result != results[0] for result in results)
