"""The events of the reinforcement phase: when they may be played, and their effects (6)."""

from __future__ import annotations

from itertools import product

from data.catalogue import _, marked
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import BLUE_ARMIES, Army, BlueArmy, Event, EventId, Side
from engines.core.events import TableRoll
from engines.core.refusals import Refusal
from engines.vendee.actions import Play
from engines.vendee.box import Box
from engines.vendee.events import Attached, EventPlayed, Lost, Risen, Sailed
from engines.vendee.frames import Condition, Kind, Lechelle, Reinforce, Sail
from engines.vendee.position.sight import lies_hidden
from engines.vendee.purposes import Purpose
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, sorted_points
from engines.vendee.tracks.raising import add_arrivals, dismiss, roll_armies, summon

HOSTS: tuple[BlueArmy, ...] = ("nantes", "saumur", "la-rochelle")
"""Armies that the Mayençais, or Léchelle, may join."""
SAILS_FROM: tuple[str, ...] = ("les-sables", "paimboeuf")


def options(box: Box, state: State, frame: Reinforce) -> list[Play]:
    """Events that the side may play now in its step, in every way."""
    if frame.closed:
        return []
    plays: list[Play] = []
    for id, event in box.event.items():
        theirs = event.side == frame.side and state.markers[id]
        if theirs and event.window == "reinforcement" and in_season(state, event):
            plays += [play for play in _ways(box, state, event) if refusal(box, state, frame, play) is None]
    return plays


def _ways(box: Box, state: State, event: Event) -> list[Play]:
    match event.id:
        case "e7" | "e8":
            return [
                Play(event.id, army, area)
                for army in event.costs
                for area, kinds in state.forces.items()
                if army in kinds
            ]
        case "e11":
            return [Play(event.id, general=id) for id in _spareable(box, state, event)] or [Play(event.id)]
        case "e12":
            return [Play(event.id, army) for army in HOSTS]
        case "e15":
            new = [Play(event.id, army) for army in ("nantes", "la-rochelle") if army in state.arrivals]
            return [*new, *(Play(event.id, kind, at) for at, kind in product(SAILS_FROM, BLUE_ARMIES))]
        case _:
            return [Play(event.id)]


def in_season(state: State, event: Event) -> bool:
    """Whether the calendar allows an event in this turn."""
    return event.from_turn <= state.turn <= event.to_turn


def window_refusal(box: Box, state: State, side: Side, event: EventId) -> Refusal | None:
    """The refusal of a marker in this whole turn, or None."""
    marker = box.event[event]
    if marker.side != side:
        return Refusal("V-1.4-a", _l("{name} is a marker of the other side", name=marker.name))
    if not state.markers[event]:
        return Refusal("V-1.4-b", _l("No marker of {name} is left", name=marker.name))
    if not in_season(state, marker):
        month = box.scenario[state.scenario].months[marker.from_turn - 1]
        return Refusal(
            f"V-6-{event.upper()}-a",
            _l("{name} may be played from {month} on", name=marker.name, month=month),
        )
    if marker.group and any(box.event[played].group == marker.group for played in state.played):
        others = listed((id.upper() for id, known in box.event.items() if known.group == marker.group), "or")
        return Refusal("V-2.2-r", _l("{others} has been played this turn, and one is allowed", others=others))
    return None


def timing(box: Box, state: State, side: Side, event: EventId) -> Refusal:
    """The refusal of a marker outside its moment, with the time when it may be played."""
    return window_refusal(box, state, side, event) or _another_time(box.event[event])


def _another_time(event: Event) -> Refusal:
    when = {
        "reinforcement": _("with the reinforcements at the start of a turn"),
        "any-time": _("in any decision of yours"),
        "entry": _("when Republicans are about to enter bocage"),
        "occupation": _("when its place is first entered"),
        "end": _("at the end of a turn"),
    }[event.window]
    return Refusal(f"V-6-{event.id.upper()}-a", _l("{name} is played {when}", name=event.name, when=when))


def refusal(box: Box, state: State, frame: Reinforce, action: Play) -> Refusal | None:
    """The refusal of an event in this step, or None."""
    event = box.event[action.event]
    statement = f"V-6-{action.event.upper()}-a"
    if event.window != "reinforcement":
        return _another_time(event)
    reason = window_refusal(box, state, frame.side, action.event)
    if reason:
        return reason
    if frame.closed:
        return Refusal("V-2.2-a", _l("This step has no more events: the rest is to be placed"))
    match action.event:
        case "e2" if state.morale["royalist"] < 1:
            return Refusal(statement, _l("La Gâtine rises only with royalist morale at +1 or more"))
        case "e7" | "e8":
            return _cost_refusal(box, state, event, action)
        case "e11":
            spareable = _spareable(box, state, event)
            if spareable and action.general not in spareable:
                names = ", ".join(spareable)
                return Refusal("V-6-E11-b", _l("Name the general of Saumur who stays: {names}", names=names))
        case "e12" if action.army not in HOSTS:
            return Refusal("V-6-E12-b", _l("Name the army that the Mayençais are to join: event e12 nantes"))
        case "e15":
            return _sail_refusal(box, state, action)
        case _:
            pass
    return None


def _cost_refusal(box: Box, state: State, event: Event, action: Play) -> Refusal | None:
    statement = f"V-6-{event.id.upper()}-a"
    armies = listed(event.costs, "or")
    if action.army not in event.costs or action.area is None:
        return Refusal(
            statement,
            _l(
                "Name the combat point that is given up: event {id} {armies} AREA", id=event.id, armies=armies
            ),
        )
    if action.army not in state.forces.get(action.area, {}):
        return Refusal(
            statement,
            _l(
                "There is no combat point of {army} in {area}",
                army=box.whose(action.army),
                area=box.name(action.area),
            ),
        )
    return None


def _sail_refusal(box: Box, state: State, action: Play) -> Refusal | None:
    if action.army not in BLUE_ARMIES:
        return Refusal("V-6-E15-a", _l("Name the army whose combat point sails: event e15 nantes"))
    if action.area is None:
        if action.army not in ("nantes", "la-rochelle") or not state.arrivals.get(action.army):
            return Refusal(
                "V-6-E15-a",
                _l("A new combat point that sails is of Nantes or La Rochelle, and not placed yet"),
            )
    elif action.area not in SAILS_FROM:
        return Refusal("V-6-E15-a", _l("Combat points sail from Les Sables or Paimbœuf"))
    elif action.army not in state.forces.get(action.area, {}):
        return Refusal(
            "V-6-E15-a",
            _l(
                "There is no combat point of {army} in {area}",
                army=box.whose(action.army),
                area=box.name(action.area),
            ),
        )
    return None


def _spareable(box: Box, state: State, event: Event) -> list[str]:
    """Generals of the army that the event clears who are still in the game (V-6-E11-b)."""
    return [
        id
        for id, officer in state.officers.items()
        if officer.army == event.clears
        and box.general[id].enters != event.id
        and officer.fate not in ("captured", "killed", "removed")
    ]


def spend(ctx: Resolution, event: EventId) -> None:
    """Take the marker out of the game (V-1.4-b)."""
    state = ctx.state
    state.markers[event] -= 1
    state.played.append(event)
    if event not in state.past:
        state.past.append(event)
    ctx.say(EventPlayed(ctx.box.event[event].side, event, ctx.box.event[event].name))


def play(ctx: Resolution, action: Play) -> None:
    """Carry out an event of the reinforcement phase."""
    box, state, event = ctx.box, ctx.state, ctx.box.event[action.event]
    spareable = _spareable(box, state, event) if event.clears else []
    spend(ctx, action.event)
    case = f"6 {action.event.upper()}"
    for general in box.leaving.get(action.event, ()):
        dismiss(ctx, general, case)
    for general in spareable:
        if general != action.general:
            dismiss(ctx, general, case)
    _bring(ctx, event)
    match action.event:
        case "e1":
            _alarm(ctx, event)
        case "e2":
            state.gift = True
            ctx.say(Risen())
        case "e7" | "e8":
            assert action.army is not None
            assert action.area is not None
            _give_up(ctx, action.army, action.area, event.name, case)
        case "e12":
            assert action.army in HOSTS
            _mayence(ctx, event, next(army for army in HOSTS if army == action.army))
        case "e15":
            _sail(ctx, action)
        case _:
            roll_armies(ctx, event.rolls)


def _bring(ctx: Resolution, event: Event) -> None:
    """The generals of an event; one of them may be late (V-6-E10-b)."""
    turn_now = ctx.state.turn
    for general in ctx.box.entering.get(event.id, ()):
        due = turn_now
        if event.late and event.late.general == general and ctx.state.officers[general].fate == "pool":
            due += not ctx.die(Purpose.of("arrival", general), event.late.at_once, f"6 {event.id.upper()}")
        if ctx.state.officers[general].army is None and ctx.state.officers[general].fate == "pool":
            ctx.push(Lechelle(general))
        summon(ctx, general, due)


def _alarm(ctx: Resolution, event: Event) -> None:
    """Carry out an Alarm: it brings troops to four armies, and perhaps Chouans (V-6-E1-b to d).

    Royalists who should have begun on the map, and did not, come with the first Alarm (A-77).
    """
    for general in ctx.box.entering["setup"]:
        if ctx.box.general[general].side == "royalist":
            summon(ctx, general, ctx.state.turn)
    white, coloured = roll_armies(ctx, event.rolls)["anjou"]
    if white == coloured and (white == 6 or "e8" not in ctx.state.past):
        faces = ctx.pair("Chouans")
        count = ctx.box.charts.reinforcements("loroux-chouans", sum(faces))
        ctx.say(TableRoll("Chouans", list(faces), "loroux-chouans", str(count), "6 E1"))
        add_arrivals(ctx, "chouans", count)


def _give_up(ctx: Resolution, kind: Kind, area: str, reason: str, case: str) -> None:
    """A combat point leaves the map (V-6-E7-a, V-6-E8-a)."""
    hidden = lies_hidden(ctx.box, ctx.state, "republican", area)
    ctx.take(area, kind, Condition(fresh=1))
    ctx.say(Lost("republican", area, {kind: 1}, reason, case, hidden))


def _mayence(ctx: Resolution, event: Event, wanted: BlueArmy) -> None:
    """Bring in the army of Mayence (V-6-E12-a to c)."""
    state, tables = ctx.state, ctx.box.charts.tables
    stolen = wanted != "saumur" and ctx.at_most(
        marked("Saumur claims the Mayençais"), tables.tests.mayence_stolen, "6 E12"
    )
    state.attached = "saumur" if stolen else wanted
    ctx.say(Attached(state.attached))
    ctx.change_morale("republican", tables.morale.republican.mayence_arrives, event.name, "6 E12")
    ctx.change_morale("royalist", tables.morale.royalist.mayence_arrives, event.name, "6 E12")
    roll_armies(ctx, event.rolls)


def _sail(ctx: Resolution, action: Play) -> None:
    """Take a combat point from its area; then the sea decides (V-6-E15-a)."""
    state = ctx.state
    kind = next(army for army in BLUE_ARMIES if army == action.army)
    if action.area is None:
        state.arrivals = sorted_points({**state.arrivals, kind: state.arrivals[kind] - 1})
    else:
        ctx.take(action.area, kind, Condition(fresh=1))
    voyage(ctx, kind, action.area)


def voyage(ctx: Resolution, kind: Army, start: str | None = None) -> None:
    """Roll for a combat point at sea (V-6-E15-b)."""
    face = ctx.dice.roll("voyage")
    result = ctx.box.charts.voyage(face)
    ctx.say(TableRoll("voyage", [face], "voyage", result, "6 E15"))
    ctx.say(Sailed(kind, result, None, start))
    if result == "delayed":
        ctx.state.at_sea.append(kind)
    elif result == "landed":
        ctx.push(Sail(kind))
