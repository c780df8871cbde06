"""The map in words, for those who don't see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from data.vendee.schema import Pack, Side
from engines.vendee.view import StackView, View
from render.battle import End
from render.errors import RenderError
from render.lettering import fitting, halved, signed
from render.vendee.layout import held, key, laid_out
from render.vendee.liveries import SIDES, Readiness, conditions, dresses
from render.vendee.moves import Fallen, Manner, Move

PHASES: dict[str, str] = {
    "wounded": "The wounded are seen to",
    "reinforcements": "Reinforcements",
    "initiative": "Initiative",
    "operations": "Operations",
    "desertion": "Desertion",
    "committee": "The Committee sits",
    "end": "End of the month",
    "over": "The game is over",
}
ENDS: dict[End, str] = {"killed": "fell", "captured": "was captured", "wounded": "was wounded"}
VERBS: dict[Manner, str] = {
    "march": "marched",
    "attack": "attacked",
    "retreat": "retreated",
    "rout": "routed",
    "landing": "landed",
}


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move | Fallen] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; what does not fit is left out.

    :param around: the area in the middle of a close-up, of which only what it shows is told.
    :param reach: areas that are ringed, each with what it costs to go there.
    :param sheet: whichever it is: of a theatre the whole is told.
    :raises RenderError: the area is not on the map.
    """
    return fitting(_sentences(view, pack, moves, around, reach or {}), skip=True)


def _sentences(
    view: View, pack: Pack, moves: Sequence[Move | Fallen], around: str | None, reach: Mapping[str, str]
) -> list[str]:
    names = {area.id: area.name for area in pack.board.area}
    if around is not None and around not in names:
        raise RenderError(f"There is no area {around} on the map")
    around = held(key(pack), around, reach)
    what = "Map of the military Vendée" if around is None else f"Close-up around {names[around]}"
    sentences = [f"{what}, {month(view, pack)} 1793, turn {view.turn}.", f"{situation(view, pack)}."]
    if view.initiative is not None:
        sentences.append(f"{SIDES[view.initiative]} initiative{', pre-empted' if view.preempted else ''}.")
    if reach:
        ways = ", ".join(f"{names.get(area, area)} {cost}" for area, cost in reach.items())
        sentences.append(f"Ringed, with action points: {ways}.")
    if around is None:
        sentences.append(_tracks(view, pack))
    shown = set(names if around is None else laid_out(key(pack), around).plan.labels)
    seen = [move for move in moves if isinstance(move, Move) and shown.intersection(move.path)]
    if seen:
        sentences.append(f"Last: {'; '.join(dict.fromkeys(_move(move, names) for move in seen))}.")
    called = {general.id: general.name for general in pack.generals.general}
    sentences += [
        f"{called[move.general]} {ENDS[move.end]} at {names[move.area]}."
        for move in moves
        if isinstance(move, Fallen) and move.area in shown
    ]
    taken = [names[area] for area, side in view.holder.items() if side == "royalist" and area in shown]
    if taken:
        sentences.append(f"In royalist hands: {', '.join(taken)}.")
    sides = [_side(view, pack, side, names, shown) for side in SIDES]
    # Both sides' sums first, then their stacks by turns: where there is no room for all, neither is left out.
    sentences += [line for row in zip_longest(*sides) for line in row if line]
    return sentences + (notes(view, pack) if around is None else [])


def _tracks(view: View, pack: Pack) -> str:
    short = dresses(pack.armies)
    morale = ", ".join(f"{SIDES[side]} {signed(view.morale[side])}" for side in SIDES)
    powder = ", ".join(f"{short[army].short} {signed(value)}" for army, value in view.powder.items())
    return f"Score in sight: {score(view)}. Morale: {morale}. Powder: {powder}."


def _side(view: View, pack: Pack, side: Side, names: dict[str, str], shown: set[str]) -> list[str]:
    """A sentence for the whole of a side in the areas shown, then one for each stack, the strongest first."""
    stacks = {area: sides[side] for area, sides in view.areas.items() if side in sides and area in shown}
    if not stacks:
        return [f"No {SIDES[side]} is {'on the map' if len(shown) == len(names) else 'in it'}."]
    hidden = sum(stack.points is None for stack in stacks.values())
    points = sum(_strength(stack) for stack in stacks.values())
    covered = f", {hidden if hidden < len(stacks) else 'all'} of them face down" if hidden else ""
    seen = f"; {points} combat points in sight" if hidden < len(stacks) else ""
    lines = [f"{SIDES[side]}s in {len(stacks)} area{'' if len(stacks) == 1 else 's'}{covered}{seen}."]
    told = [
        f"{names[area]}: {_told(stack, pack)}."
        for area, stack in sorted(stacks.items(), key=lambda found: -_strength(found[1]))
        if stack.points is not None
    ]
    down = [f"{names[area]} {stack.counters}" for area, stack in stacks.items() if stack.points is None]
    lines += told[:1]
    if down:
        lines.append(f"{SIDES[side]} counters face down: {', '.join(down)}.")
    return lines + told[1:]


def _strength(stack: StackView) -> int:
    return sum(held.total for held in stack.points.values()) if stack.points is not None else 0


def _told(stack: StackView, pack: Pack) -> str:
    """What is in a stack that lies face up."""
    short = dresses(pack.armies)
    called = {general.id: general.name for general in pack.generals.general}
    told = [
        f"{short[kind].short} {points}{_spent(ready)}"
        for kind, held in (stack.points or {}).items()
        for ready, points in conditions(held)
    ]
    generals = (f"{called[id]}{_spent(ready)}" for id, ready in (stack.generals or {}).items())
    return ", ".join([*told, *generals])


def _spent(ready: Readiness) -> str:
    return "" if ready == "fresh" else f" ({ready})"


def _move(move: Move, names: dict[str, str]) -> str:
    path = [names.get(area, area) for area in move.path]
    who = f"{SIDES[move.side]}s {VERBS[move.manner]}"
    if len(path) < 2 or move.manner == "landing":
        return f"{who} at {path[-1]}" if path else who
    return f"{who} from {path[0]} to {path[-1]}"


def score(view: View) -> str:
    """Who leads by how many points, as far as the viewer sees it."""
    lead = view.score["republican"] - view.score["royalist"]
    whose = SIDES["royalist" if lead < 0 else "republican"]
    return f"{whose} +{abs(lead)}" if lead else "even"


def months(view: View, pack: Pack) -> list[str]:
    """Names of the turns of the view's scenario."""
    return next(scenario.months for scenario in pack.setup.scenario if scenario.id == view.scenario)


def month(view: View, pack: Pack) -> str:
    """The month of the view."""
    names = months(view, pack)
    return names[min(view.turn, len(names)) - 1]


def situation(view: View, pack: Pack) -> str:
    """What is being done, in a line."""
    if view.phase == "over":
        return f"{PHASES['over']} ({month(view, pack)} 1793)"
    text = PHASES[view.phase]
    if view.activation is not None:
        names = {area.id: area.name for area in pack.board.area}
        text += f": a {SIDES[view.activation.side]} stack at {names[view.activation.at]}"
        if view.activation.left is not None:
            text += f" ({halves(view.activation.left)} left)"
    return text


def halves(count: int) -> str:
    """Action points, of which `count` are halves: `4½ AP`."""
    return f"{halved(count)} AP"


def notes(view: View, pack: Pack) -> list[str]:
    """What else holds: events of the turn, what is still to come, who is away."""
    events = {event.id: event.name for event in pack.events.event}
    areas = {area.id: area.name for area in pack.board.area}
    lines = []
    if view.arrivals:
        short = dresses(pack.armies)
        waiting = ", ".join(f"{short[kind].short} {count}" for kind, count in view.arrivals.items())
        lines.append(f"To be placed: {waiting}.")
    if view.landing is not None:
        names = months(view, pack)
        lines.append(
            f"Secret: the English land at {areas[view.landing.area]}, {names[view.landing.turn - 1]}."
        )
    if view.played:
        lines.append(_sentence("Played this month: " + ", ".join(events[id] for id in view.played)))
    if view.bishop:
        lines.append("The bishop of Agra is believed in.")
    if view.messengers:
        lines.append("Messengers are on their way to England.")
    if view.at_sea:
        lines.append(f"At sea: {view.at_sea} combat point{'' if view.at_sea == 1 else 's'}.")
    if view.attached:
        lines.append(f"The Mayençais reinforce {dresses(pack.armies)[view.attached].short}.")
    if view.deserters:
        lines.append(f"Deserters who have joined: {view.deserters}.")
    lines += _lost(view, pack)
    earlier = [events[id] for id in view.past if id not in view.played]
    if earlier:
        lines.append(_sentence(f"Earlier: {', '.join(earlier)}"))
    return lines


def _lost(view: View, pack: Pack) -> list[str]:
    """Generals who are out of the war for good or for a time, by what became of them."""
    called, lines = {general.id: general.name for general in pack.generals.general}, list[str]()
    for word, fates in (
        ("Fallen", ("killed",)),
        ("Captured", ("captured",)),
        ("Wounded", ("light", "serious")),
    ):
        if who := [called[id] for id, seen in view.officers.items() if seen.fate in fates]:
            lines.append(f"{word}: {', '.join(who)}.")
    return lines


def _sentence(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own."""
    return text if text.endswith(("!", "?")) else f"{text}."
