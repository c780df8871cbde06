"""Stacking: the counters that may be in an area together (3.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from data.sentences import _l
from data.vendee.schema import ARMIES, Army, Side
from engines.core.events import Roll
from engines.core.refusals import Refusal
from engines.vendee.box import Box
from engines.vendee.events import TestFailed
from engines.vendee.frames import Kind
from engines.vendee.position.sight import hidden_roller
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, by_kind, gatine, generals_in, kinds_in, merged

_ARMY: Mapping[Kind, Army] = {**{army: army for army in ARMIES}, "chouans": "anjou"}


def armies(state: State, points: Iterable[Kind], generals: Iterable[str]) -> set[Army]:
    """Armies that counters belong to; Chouans are Anjou's, deserters and émigrés have none (V-1.3-c)."""
    owners: set[Army] = set()
    for kind in points:
        if kind in _ARMY:
            owners.add(_ARMY[kind])
    officers = state.officers
    for general in generals:
        army = officers[general].army
        if army is not None:
            owners.add(army)
    return owners


def others(
    box: Box, state: State, side: Side, area: str, points: Mapping[Kind, int], generals: Iterable[str]
) -> tuple[dict[Kind, int], list[str]]:
    """Counters of the side in an area without these."""
    left = by_kind(state, area, side)
    if points:
        less = {kind: count - points.get(kind, 0) for kind, count in left.items()}
        left = {kind: count for kind, count in less.items() if count > 0}
    without = set(generals)
    return left, [id for id in generals_in(box, state, area, side) if id not in without]


def ban(
    box: Box,
    state: State,
    side: Side,
    points: Mapping[Kind, int],
    generals: Iterable[str],
    area: str,
    *,
    here: bool = False,
) -> Refusal | None:
    """The refusal for counters to stay in an area with those that are there, or None.

    :param here: they are there already.
    """
    generals = tuple(generals)
    met = others(box, state, side, area, points if here else {}, generals)
    if not any(met):
        return None
    return _clash(box, state, side, (points, generals), met, area)


def stay_refusal(
    box: Box,
    state: State,
    side: Side,
    group: tuple[Mapping[Kind, int], tuple[str, ...]],
    met: tuple[Mapping[Kind, int], Sequence[str]],
    area: str,
) -> Refusal | None:
    """The refusal to leave counters in an area with each other and with those there, or None (V-3.5-r)."""
    apart = together(box, state, side, *group, area)
    if apart or not any(met):
        return apart
    return _clash(box, state, side, group, met, area)


def together(
    box: Box, state: State, side: Side, points: Mapping[Kind, int], generals: tuple[str, ...], area: str
) -> Refusal | None:
    """The refusal of counters as one group; those of one kind, or one general, are always allowed."""
    if len(points) + len(generals) < 2:
        return None
    of = armies(state, points, generals)
    if side == "republican":
        return _blue_refusal(box, area) if len(of) > 1 and len(_blue(state, of)) > 1 else None
    alone = None if box.loners.isdisjoint(generals) else next(id for id in generals if id in box.loners)
    if alone and (len(generals) > 1 or "loroux" in points):
        return Refusal("V-3.5-m", _l("{alone} keeps to himself and his own army", alone=box.name(alone)))
    if {"centre", "loroux"} <= of and "anjou" not in of:
        return Refusal("V-3.5-i", _l("The Centre and the Loroux go together only with Anjou"))
    if "bas-poitou" in of and of & {"anjou", "centre"}:
        return Refusal("V-3.5-k", _l("Bas-Poitou does not march with Anjou or the Centre as one group"))
    return None


def _clash(
    box: Box,
    state: State,
    side: Side,
    come: tuple[Mapping[Kind, int], tuple[str, ...]],
    met: tuple[Mapping[Kind, int], Sequence[str]],
    area: str,
) -> Refusal | None:
    arriving, present = armies(state, *come), armies(state, *met)
    if side == "republican":
        if len(_blue(state, arriving | present)) > 1 and _blue(state, arriving) != _blue(state, present):
            return _blue_refusal(box, area)
        return None
    for generals, (points, leaders) in ((come[1], met), (met[1], come)):
        if box.loners.isdisjoint(generals):
            continue
        if leaders or "loroux" in points:
            alone = next(general for general in generals if general in box.loners)
            who = tuple(map(box.name, leaders)) or _l("the Loroux")
            return Refusal(
                "V-3.5-m",
                _l(
                    "{alone} does not stay with {who} in {area}",
                    alone=box.name(alone),
                    who=who,
                    area=box.name(area),
                ),
            )
    both = arriving | present
    if {"centre", "loroux"} <= both and "anjou" not in both:
        return Refusal(
            "V-3.5-i",
            _l("The Centre and the Loroux stay together in {area} only with Anjou", area=box.name(area)),
        )
    return None


def _blue(state: State, owners: set[Army]) -> set[Army | None]:
    """Republican armies that may not meet: the Mayençais count as the army that they reinforce."""
    if merged(state):
        return {None} if owners else set()
    return {state.attached if army == "mayence" else army for army in owners}


def _blue_refusal(box: Box, area: str) -> Refusal:
    return Refusal(
        "V-3.5-c",
        _l(
            "Two armies of the Republic may pass through {area} but not stay there together",
            area=box.name(area),
        ),
    )


def entry_ban(
    box: Box, state: State, side: Side, points: Mapping[Kind, int], generals: Iterable[str], area: str
) -> Refusal | None:
    """The refusal for counters to enter an area with those that are there, or None; a test may allow it."""
    if side == "republican":
        return None
    generals = tuple(generals)
    arriving = armies(state, points, generals)
    present = armies(state, kinds_in(state, area, side), generals_in(box, state, area, side))
    if arriving & {"anjou", "centre"} and "bas-poitou" in present:
        return Refusal(
            "V-3.5-k",
            _l("Anjou and the Centre do not enter {area}: Bas-Poitou is there", area=box.name(area)),
        )
    if "bas-poitou" in arriving and present & {"anjou", "centre"} and not _bold(box, state, generals):
        if any(box.general[general].bold for general in generals):
            return Refusal(
                "V-3.5-p",
                _l(
                    "Whether Bas-Poitou may enter {area} was tried in this phase already", area=box.name(area)
                ),
            )
        return Refusal(
            "V-3.5-l",
            _l(
                "Bas-Poitou enters {area}, where Anjou or the Centre is, with Charette or Joly only",
                area=box.name(area),
            ),
        )
    return None


def _bold(box: Box, state: State, generals: Iterable[str]) -> str | None:
    return next(
        (general for general in generals if box.general[general].bold and general not in state.tested), None
    )


def needs_test(
    box: Box, state: State, points: Mapping[Kind, int], generals: Iterable[str], area: str
) -> str | None:
    """The general who needs his test to join Anjou and Centre in an area, or None (V-3.5-l)."""
    generals = tuple(generals)
    if "bas-poitou" not in armies(state, points, generals):
        return None
    present = armies(state, kinds_in(state, area, "royalist"), generals_in(box, state, area, "royalist"))
    return _bold(box, state, generals) if present & {"anjou", "centre"} else None


def test(ctx: Resolution, general: str, area: str) -> Roll:
    """Roll for Charette or Joly to join; each may try once a phase (V-3.5-o, V-3.5-p).

    While he lies face down only the Royalists learn of the roll, as no other is made on the way (A-92).
    """
    needed = ctx.box.charts.tables.tests.charette
    start = ctx.state.officers[general].area
    assert start is not None
    roller = hidden_roller(ctx.box, ctx.state, "royalist", start)
    face = ctx.dice.roll("join")
    ctx.state.tested.append(general)
    ctx.state.tested.sort(key=list(ctx.box.general).index)
    rolled = Roll("join", [face], [], face, needed, face >= needed, "3.5", roller=roller)
    ctx.say(rolled)
    if not rolled.success:
        ctx.say(TestFailed(general, area, hidden=bool(roller)))
    return rolled


def illegal_mix(box: Box, state: State, side: Side, area: str) -> bool:
    """Whether a retreat has thrown counters together that may not be (V-3.5-d, A-90)."""
    return mixed(box, state, side, kinds_in(state, area, side), generals_in(box, state, area, side))


def mixed(box: Box, state: State, side: Side, points: Collection[Kind], leaders: Sequence[str]) -> bool:
    """Whether counters are together in an area that may not be."""
    if len(points) + len(leaders) < 2:
        return False
    of = armies(state, points, leaders)
    if side == "republican":
        return len(of) > 1 and len(_blue(state, of)) > 1
    alone = not box.loners.isdisjoint(leaders)
    if alone and (len(leaders) > 1 or "loroux" in points):
        return True
    return {"centre", "loroux"} <= of and "anjou" not in of


def leaves_home(box: Box, state: State, points: Iterable[Kind], generals: Iterable[str], area: str) -> bool:
    """Whether Royalists who go to an area leave the zone of their own army (V-7.1-i)."""
    zone = box.ground.zone_of(area, gatine(state))
    return any(army != zone for army in armies(state, points, generals))
