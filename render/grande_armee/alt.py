"""The pictures in words, for readers that can't see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.schema import SIDES, Pack, Side
from data.grande_armee.texts import ARMIES, HELD, SEATS, WENT
from data.nouns import clauses, listed, numbered
from engines.grande_armee.view import View
from render.grande_armee.moves import AHEAD, Manner, Move
from render.grande_armee.panels import situation
from render.grande_armee.picture import Shown, shown
from render.grande_armee.scene import Names, Stack, names
from render.lettering import fitting, halved


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; text beyond that is left out.

    :param around: the hex in the middle of a close-up; only the hexes that it shows are described.
    :param reach: hexes that are ringed, each with the cost to go there.
    :param sheet: the sheet to describe, as for `draw`.
    :raises RenderError: the hex is not on the map.
    """
    return fitting([*_sentences(view, pack, moves, around, reach or {}, sheet)], skip=True)


def _sentences(
    view: View,
    pack: Pack,
    moves: Sequence[Move],
    around: str | None,
    reach: Mapping[str, str],
    sheet: str | None,
) -> Iterator[str]:
    known, seen = names(pack), shown(view, pack, around, tuple(reach), sheet)
    scenario = known.scenario[view.scenario]
    yield _(
        "{scenario}, {dates}, turn {turn} of {turns}. {situation}.",
        scenario=_("Around {place}", place=known.hex(Hex(around))) if around else scenario.name,
        dates=scenario.turn[min(view.turn, len(scenario.turn)) - 1].dates,
        turn=min(view.turn, len(scenario.turn)),
        turns=len(scenario.turn),
        situation=situation(view),
    )
    total = halved(round(view.score.total * 2))
    yield _("The French have {points} of {threshold} points.", points=total, threshold=scenario.threshold)
    if around and reach:
        yield _(
            "Within reach: {hexes}.",
            hexes=", ".join(f"{known.hex(Hex(hex))} {cost}".strip() for hex, cost in reach.items()),
        )
    yield from _went([move for move in moves if move.manner in AHEAD], N_("Planned: {moves}."), known, seen)
    besieged = [known.town[id] for id, fortress in view.fortresses.items() if fortress.besieged]
    if besieged:
        yield _("Besieged: {places}.", places=listed(besieged))
    for attack in view.attacks:
        if attack.state == "declared" and attack.odds is not None:
            where = listed([known.hex(hex) for hex in attack.target])
            yield _("Attack on {place} at {odds} %.", place=where, odds=int(attack.odds))
    yield from _went([move for move in moves if move.manner not in AHEAD], N_("Last: {moves}."), known, seen)
    near = [(hex, stack) for hex, stack in seen.stacks.items() if seen.window.shows(hex)]
    near.sort(key=lambda item: (-item[1].strength, not item[1].leaders, item[0]))
    yield from _in_turn(near, known)
    for side in SIDES:
        places = [known.town[id] for id, fortress in view.fortresses.items() if fortress.control == side]
        if places:
            yield HELD[side](places=listed(places))


def _in_turn(near: Iterable[tuple[Hex, Stack]], known: Names) -> Iterator[str]:
    """The stacks, the strongest first, of both sides in turn."""
    by_side: dict[Side, list[str]] = {side: [] for side in SIDES}
    for hex, stack in near:
        by_side[stack.side].append(
            _(
                "{nation} at {place}: {stack}.",
                nation=ARMIES[stack.nation],
                place=known.hex(hex),
                stack=told(stack),
            )
        )
    for number in range(max(map(len, by_side.values()), default=0)):
        for told_of in by_side.values():
            yield from told_of[number : number + 1]


def told(stack: Stack) -> str:
    """The units on a hex."""
    parts = [_("strength {strength}", strength=stack.strength)] if stack.troops else []
    parts += company(stack)
    if stack.doomed:
        parts.append(_("to be eliminated"))
    if stack.disrupted != "none":
        parts.append(_("disrupted") if stack.disrupted == "all" else _("partly disrupted"))
    return ", ".join(parts)


def company(stack: Stack) -> list[str]:
    """The units on a hex beside combat units."""
    supplies = [numbered(stack.supplies, "supply unit")] if stack.supplies else []
    return [*stack.leaders, *supplies, *([numbered(stack.depots, "depot")] if stack.depots else [])]


def _went(moves: Iterable[Move], words: N_, known: Names, seen: Shown) -> Iterator[str]:
    """Moves of one manner together; those that the picture does not show are left out."""
    ways: dict[tuple[Side, Manner], dict[str, None]] = {}
    for move in moves:
        start, end = move.path[0], move.path[-1]
        if seen.window.shows(start) or seen.window.shows(end):
            way = _("{start} to {end}", start=known.hex(start), end=known.hex(end))
            ways.setdefault((move.side, move.manner), {})[way] = None
    went = [WENT[manner](side=SEATS[side], ways=listed(each)) for (side, manner), each in ways.items()]
    if went:
        yield words(moves=clauses(went))
