"""The map in words, for readers who can't see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from data.catalogue import N_, _
from data.nouns import clauses, counted, labelled
from data.vendee.schema import Pack, Side
from engines.vendee.view import StackView, View
from render.battle import End
from render.errors import RenderError
from render.lettering import fitting, halved, signed, stopped
from render.parts.went import went
from render.vendee.keys import GUNS, MARCH, RETREAT
from render.vendee.layout import key, laid_out, nearest
from render.vendee.liveries import INITIATIVE, READY, SIDES, Readiness, conditions, dresses
from render.vendee.moves import Fallen, Move

PHASES: Mapping[str, N_] = {
    "wounded": N_("The wounded are seen to"),
    "reinforcements": N_("Reinforcements"),
    "initiative": N_("Initiative"),
    "operations": N_("Operations"),
    "desertion": N_("Desertion"),
    "committee": N_("The Committee sits"),
    "end": N_("End of the month"),
    "over": N_("The game is over"),
}
ENDS: Mapping[End, N_] = {
    "killed": N_("{general} fell at {place}."),
    "captured": N_("{general} was captured at {place}."),
    "wounded": N_("{general} was wounded at {place}."),
}
NOBODY: Mapping[Side, N_] = {
    "royalist": N_("No Royalist is on the map."),
    "republican": N_("No Republican is on the map."),
}
NOBODY_NEAR: Mapping[Side, N_] = {
    "royalist": N_("No Royalist is in it."),
    "republican": N_("No Republican is in it."),
}
FACE_DOWN: Mapping[Side, N_] = {
    "royalist": N_("Royalist counters face down: {places}."),
    "republican": N_("Republican counters face down: {places}."),
}
LEADS: Mapping[Side, N_] = {
    "royalist": N_("Royalists +{points}"),
    "republican": N_("Republicans +{points}"),
}
RINGED: Mapping[str, N_] = {
    MARCH: N_("Ringed, with cost or chance: {ways}."),
    RETREAT: N_("Ringed, with the step of the retreat or what is lost there: {ways}."),
    GUNS: N_("Ringed, with the chance to march to the guns: {ways}."),
}
AT_WORK: Mapping[Side, N_] = {
    "royalist": N_("{phase}: a Royalist stack at {place}"),
    "republican": N_("{phase}: a Republican stack at {place}"),
}
WORKING: Mapping[Side, N_] = {
    "royalist": N_("{phase}: a Royalist stack at {place} ({points} left)"),
    "republican": N_("{phase}: a Republican stack at {place} ({points} left)"),
}
FATES: tuple[tuple[N_, tuple[str, ...]], ...] = (
    (N_("Fallen: {generals}."), ("killed",)),
    (N_("Captured: {generals}."), ("captured",)),
    (N_("Wounded: {generals}."), ("light", "serious")),
)


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move | Fallen] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; text beyond that is left out.

    :param around: the area in the middle of a close-up; only the areas that it shows are described.
    :param reach: areas that are ringed, each with the cost to go there.
    :param sheet: a theatre describes the whole map; other sheets say what the rings mean.
    :raises RenderError: the area is not on the map.
    """
    return fitting(_sentences(view, pack, moves, around, reach or {}, sheet), skip=True)


def _sentences(
    view: View,
    pack: Pack,
    moves: Sequence[Move | Fallen],
    around: str | None,
    reach: Mapping[str, str],
    sheet: str | None,
) -> list[str]:
    names = {area.id: area.name for area in pack.board.area}
    if around is not None and around not in names:
        raise RenderError(f"There is no area {around} on the map")
    part = nearest(key(pack), around, reach)
    if part.around is None:
        around = None
    time = _("{month} 1793, turn {turn}", month=month(view, pack), turn=view.turn)
    if around is None:
        sentences = [_("Map of the military Vendée, {time}.", time=time)]
    else:
        sentences = [_("Close-up around {place}, {time}.", place=names[around], time=time)]
    sentences.append(f"{situation(view, pack)}.")
    if view.initiative is not None:
        sentences.append(f"{INITIATIVE[view.initiative, view.preempted]}.")
    if reach:
        ways = ", ".join(f"{names.get(area, area)} {cost}" for area, cost in reach.items())
        sentences.append(RINGED.get(sheet or "", RINGED[MARCH])(ways=ways))
    if around is None:
        sentences.append(_tracks(view, pack))
    shown = set(names if around is None else laid_out(key(pack), *part).plan.labels)
    seen = [move for move in moves if isinstance(move, Move) and shown.intersection(move.path)]
    if seen:
        moved = clauses(dict.fromkeys(_move(move, names) for move in seen))
        sentences.append(_("Last: {moves}.", moves=moved))
    called = {general.id: general.name for general in pack.generals.general}
    sentences += [
        ENDS[move.end](general=called[move.general], place=names[move.area])
        for move in moves
        if isinstance(move, Fallen) and move.area in shown
    ]
    taken = [names[area] for area, side in view.holder.items() if side == "royalist" and area in shown]
    if taken:
        sentences.append(_("In royalist hands: {places}.", places=", ".join(taken)))
    sides = [_side(view, pack, side, names, shown) for side in SIDES]
    # Both sides' sums first, then their stacks by turns: where there is no room for all, neither is left out.
    sentences += [line for row in zip_longest(*sides) for line in row if line]
    return sentences + (notes(view, pack) if around is None else [])


def _tracks(view: View, pack: Pack) -> str:
    short = dresses(pack.armies)
    morale = ", ".join(f"{SIDES[side]} {signed(view.morale[side])}" for side in SIDES)
    powder = ", ".join(f"{short[army].short} {signed(value)}" for army, value in view.powder.items())
    return _(
        "Score you can see: {score}. Morale: {morale}. Powder: {powder}.",
        score=score(view),
        morale=morale,
        powder=powder,
    )


def _side(view: View, pack: Pack, side: Side, names: dict[str, str], shown: set[str]) -> list[str]:
    """A sentence for the whole of a side in the areas shown, then one for each stack, the strongest first."""
    stacks = {area: sides[side] for area, sides in view.areas.items() if side in sides and area in shown}
    if not stacks:
        return [str((NOBODY if len(shown) == len(names) else NOBODY_NEAR)[side])]
    hidden = sum(stack.points is None for stack in stacks.values())
    points = sum(_strength(stack) for stack in stacks.values())
    areas, strength = counted(len(stacks), "area"), counted(points, "combat point")
    if not hidden:
        sentence = N_("{side} in {areas}; {points} visible.")
    elif hidden < len(stacks):
        sentence = N_("{side} in {areas}, {hidden} of them face down; {points} visible.")
    else:
        sentence = N_("{side} in {areas}, all of them face down.")
    lines = [sentence(side=SIDES[side], areas=areas, points=strength, hidden=hidden)]
    face_up = [
        f"{labelled(names[area], _told(stack, pack))}."
        for area, stack in sorted(stacks.items(), key=lambda entry: -_strength(entry[1]))
        if stack.points is not None
    ]
    down = [f"{names[area]} {stack.counters}" for area, stack in stacks.items() if stack.points is None]
    lines += face_up[:1]
    if down:
        lines.append(FACE_DOWN[side](places=", ".join(down)))
    return lines + face_up[1:]


def _strength(stack: StackView) -> int:
    return sum(held.total for held in stack.points.values()) if stack.points is not None else 0


def _told(stack: StackView, pack: Pack) -> str:
    """The counters of a stack that lies face up."""
    short = dresses(pack.armies)
    called = {general.id: general.name for general in pack.generals.general}
    troops = [
        f"{short[kind].short} {points}{_spent(ready)}"
        for kind, held in (stack.points or {}).items()
        for ready, points in conditions(held)
    ]
    generals = (f"{called[id]}{_spent(ready)}" for id, ready in (stack.generals or {}).items())
    return ", ".join([*troops, *generals])


def _spent(ready: Readiness) -> str:
    return "" if ready == "fresh" else f" ({READY[ready]})"


def _move(move: Move, names: dict[str, str]) -> str:
    path = [names.get(area, area) for area in move.path]
    return went(move.manner, SIDES[move.side], path)


def score(view: View) -> str:
    """The leader and the margin in points, as far as the viewer sees it."""
    lead = view.score["republican"] - view.score["royalist"]
    whose: Side = "royalist" if lead < 0 else "republican"
    return LEADS[whose](points=abs(lead)) if lead else _("even")


def months(view: View, pack: Pack) -> list[str]:
    """Names of the turns of the view's scenario."""
    return next(scenario.months for scenario in pack.setup.scenario if scenario.id == view.scenario)


def month(view: View, pack: Pack) -> str:
    """The month of the view."""
    names = months(view, pack)
    return names[min(view.turn, len(names)) - 1]


def situation(view: View, pack: Pack) -> str:
    """The present step, in a line."""
    if view.phase == "over":
        return _("The game is over ({month} 1793)", month=month(view, pack))
    phase, active = str(PHASES[view.phase]), view.activation
    if active is None:
        return phase
    place = next(area.name for area in pack.board.area if area.id == active.at)
    if active.left is None:
        return AT_WORK[active.side](phase=phase, place=place)
    return WORKING[active.side](phase=phase, place=place, points=halves(active.left))


def halves(count: int) -> str:
    """Action points, of which `count` are halves: `4½ AP`."""
    return _("{number} AP", number=halved(count))


def notes(view: View, pack: Pack) -> list[str]:
    """Other facts: events of the turn, later arrivals, absent generals."""
    events = {event.id: event.name for event in pack.events.event}
    areas = {area.id: area.name for area in pack.board.area}
    lines = []
    if view.arrivals:
        short = dresses(pack.armies)
        waiting = ", ".join(f"{short[kind].short} {count}" for kind, count in view.arrivals.items())
        lines.append(_("To be placed: {points}.", points=waiting))
    if view.landing is not None:
        names = months(view, pack)
        lines.append(
            _(
                "Secret: the English land at {place}, {month}.",
                place=areas[view.landing.area],
                month=names[view.landing.turn - 1],
            )
        )
    if view.played:
        played = ", ".join(events[id] for id in view.played)
        lines.append(stopped(_("Played this month: {events}", events=played)))
    if view.bishop:
        lines.append(_("The bishop of Agra is believed in."))
    if view.messengers:
        lines.append(_("Messengers are on their way to England."))
    if view.at_sea:
        lines.append(_("At sea: {points}.", points=counted(view.at_sea, "combat point")))
    if view.attached:
        army = dresses(pack.armies)[view.attached].short
        lines.append(_("The Mayençais reinforce {army}.", army=army))
    if view.deserters:
        lines.append(_("Deserters who have joined: {number}.", number=view.deserters))
    lines += _lost(view, pack)
    earlier = [events[id] for id in view.past if id not in view.played]
    if earlier:
        lines.append(stopped(_("Earlier: {events}", events=", ".join(earlier))))
    return [*lines, _counts(view)]


def _counts(view: View) -> str:
    """The lines of the score."""
    if not view.working:
        return _("Nothing counts for either side yet.")
    return _(
        "Score that you can see: {parts}.",
        parts=", ".join(f"{line.of} {signed(line.value)}" for line in view.working),
    )


def _lost(view: View, pack: Pack) -> list[str]:
    """Generals who are out of the war for good or for a time, by their fate."""
    called, lines = {general.id: general.name for general in pack.generals.general}, list[str]()
    for sentence, fates in FATES:
        if who := [called[id] for id, seen in view.officers.items() if seen.fate in fates]:
            lines.append(sentence(generals=", ".join(who)))
    return lines
