"""E5: the messengers, the secret note, and the landing of the English.

This module handles `Plan` and, as `POWDER`, `Powder`.
"""

from __future__ import annotations

from data.vendee.schema import RoyalArmy
from engines.core.contract import Decision
from engines.vendee.actions import Action, Choose, Note
from engines.vendee.box import Box
from engines.vendee.events import FleetCame, FleetWaits, MessengersRolled, Placed, Planned
from engines.vendee.frames import Condition, Plan, Powder
from engines.vendee.order_words import names
from engines.vendee.orders import landing_order
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.state import Landing, State, points_in
from engines.vendee.turn import Turn


def roll_messengers(turn: Turn) -> None:
    """V-6-E5-b, c: a double one, with E7 any double but sixes, betrays them; double six brings England."""
    state, morale = turn.state, turn.box.charts.tables.morale
    white, coloured = turn.pair("messengers")
    double = white == coloured
    if double and white == 6:
        turn.say(MessengersRolled((white, coloured), "accepted"))
        state.messengers = False
        turn.change_morale("royalist", morale.royalist.english_accept, "England agrees", "6 E5")
        turn.push(Plan())
    elif double and (white == 1 or "e7" in state.past):
        turn.say(MessengersRolled((white, coloured), "captured"))
        turn.change_morale("republican", morale.republican.emissaries_captured, "Messengers caught", "6 E5")
    else:
        turn.say(MessengersRolled((white, coloured), "nothing"))


def look_out(turn: Turn) -> None:
    """The royalists' step begins: the fleet lands if they hold the place (V-6-E5-d)."""
    if due(turn.state) and holds(turn.state):
        _land(turn)


def sail_by(turn: Turn) -> None:
    """The royalists' step ends: the fleet lands, waits a turn, or leaves (V-6-E5-h)."""
    state = turn.state
    if not due(state):
        return
    landing = state.landing
    assert landing is not None
    if holds(state):
        _land(turn)
    elif not state.delayed:
        state.delayed = True
        turn.say(FleetWaits("royalist", landing.area))
    else:
        state.landing, state.delayed = None, False
        turn.say(FleetCame("left", landing.area))
        change = turn.box.charts.tables.morale.royalist.english_fail
        turn.change_morale("royalist", change, "The English leave", "6 E5")


def due(state: State) -> bool:
    """Whether the fleet is off the coast this turn."""
    return state.landing is not None and state.turn >= state.landing.turn + state.delayed


def holds(state: State) -> bool:
    """Whether royalist combat points are where the fleet is."""
    return state.landing is not None and points_in(state, state.landing.area, "royalist") > 0


def _land(turn: Turn) -> None:
    """V-6-E5-d to g, i."""
    box, state = turn.box, turn.state
    assert state.landing is not None
    area = state.landing.area
    state.landing, state.delayed = None, False
    brought = box.ground.landing[area]
    turn.say(FleetCame("landed", area))
    turn.put(area, "emigres", Condition(fresh=brought.points))
    turn.say(Placed("royalist", area, {"emigres": brought.points}, (), 0, False))
    change = box.charts.tables.morale.royalist.english_land
    turn.change_morale("royalist", change, "The English land", "6 E5")
    for army in box.powder if brought.markers == "all" else ("bas-poitou",):
        fill(turn, army)
    if brought.markers == "bas-poitou-and-one":
        turn.push(Powder())


def fill(turn: Turn, army: RoyalArmy) -> None:
    """Bring a marker to its upper end."""
    highest = turn.box.charts.tables.powder.highest
    turn.change_powder(army, highest - turn.state.powder[army], "English powder", "6 E5")


def note_refusal(box: Box, state: State, action: Note) -> Refusal | None:
    """Why that can't be noted, or None (A-68, A-70)."""
    if action.area not in box.ground.landing:
        return Refusal(
            "V-6-E5-c", f"The English do not land in {box.name(action.area)}: name a port or coastal marsh"
        )
    if action.turn not in landing_turns(box, state):
        return Refusal("V-6-E5-c", "The English come in a later turn of this game")
    return None


def landing_turns(box: Box, state: State) -> range:
    """Turns that can be noted: all to come, and in the last the one after it, which is never."""
    last = len(box.scenario[state.scenario].months)
    return range(state.turn + 1, max(last, state.turn + 1) + 1)


def asks(box: Box, state: State, frame: Plan) -> Decision:
    """Where and when."""
    return Decision("royalist", "landing", "Note in secret where and when the English land", "6 E5")


def legal(box: Box, state: State, frame: Plan) -> list[Action]:
    """Every place, in every turn that can be noted."""
    return [Note(area, number) for area in box.ground.landing for number in landing_turns(box, state)]


def refusal(box: Box, state: State, frame: Plan, action: Action) -> Refusal | None:
    """Judged by the rules."""
    if not isinstance(action, Note):
        return out_of_place("where and when the English land, as in note les-sables 6")
    return note_refusal(box, state, action)


def act(turn: Turn, frame: Plan, action: Action) -> None:
    """Keep the note."""
    assert isinstance(action, Note)
    turn.pop()
    turn.state.landing = Landing(action.area, action.turn)
    turn.say(Planned(action.area, action.turn))


def go_on(turn: Turn, frame: Plan) -> bool:
    """Wait."""
    return True


def fallback(box: Box, state: State, frame: Plan) -> Action | None:
    """The richest place that is held, next turn."""
    best = max(
        box.ground.landing,
        key=lambda area: (points_in(state, area, "royalist") > 0, box.ground.landing[area].points),
    )
    return Note(best, state.turn + 1)


def ordered(box: Box, state: State, frame: Plan, order: str) -> Action | None:
    """`AREA on turn N`, while that is still to come."""
    wanted = landing_order(order)
    note = None if wanted is None else Note(*wanted)
    return note if note is not None and note_refusal(box, state, note) is None else None


class SecondMarker:
    """The royalists fill one marker beside Bas-Poitou's (V-6-E5-f)."""

    def asks(self, box: Box, state: State, frame: Powder) -> Decision:
        """Whose marker."""
        return Decision("royalist", "powder", "Choose the army whose powder the English fill too", "6 E5")

    def legal(self, box: Box, state: State, frame: Powder) -> list[Action]:
        """Any army with a marker but Bas-Poitou."""
        return [Choose(army) for army in box.powder if army != "bas-poitou"]

    def refusal(self, box: Box, state: State, frame: Powder, action: Action) -> Refusal | None:
        """Only those."""
        if action in self.legal(box, state, frame):
            return None
        return Refusal("V-6-E5-f", "Choose anjou or centre")

    def act(self, turn: Turn, frame: Powder, action: Action) -> None:
        """Fill it."""
        assert isinstance(action, Choose)
        turn.pop()
        fill(turn, next(army for army in turn.box.powder if army == action.army))

    def go_on(self, turn: Turn, frame: Powder) -> bool:
        """Wait."""
        return True

    def fallback(self, box: Box, state: State, frame: Powder) -> Action | None:
        """The lowest marker."""
        armies: list[RoyalArmy] = [army for army in box.powder if army != "bas-poitou"]
        lowest: RoyalArmy = min(armies, key=lambda army: state.powder[army])
        return Choose(lowest)

    def ordered(self, box: Box, state: State, frame: Powder, order: str) -> Action | None:
        """Armies in order of preference; else as by default."""
        armies = [army for army in box.powder if army != "bas-poitou"]
        named = [army for word in names(order) for army in armies if army == word]
        return Choose(named[0]) if named else self.fallback(box, state, frame)


POWDER = SecondMarker()
