"""E5: the messengers, the secret note, and the landing of the English."""

from __future__ import annotations

from collections.abc import Sequence

from data.catalogue import _, marked
from data.sentences import _l
from data.vendee.schema import RoyalArmy
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import Action, Note
from engines.vendee.box import Box
from engines.vendee.events import FleetCame, FleetWaits, MessengersRolled, Placed, Planned
from engines.vendee.frames import Condition, Plan, Powder
from engines.vendee.handler import ArmyChoice, Handler
from engines.vendee.orders.outside import LANDING
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import Landing, State, points_in


def roll_messengers(ctx: Resolution) -> None:
    """A double six brings England in; a double one, or any with E7, betrays the messengers (V-6-E5-b, c)."""
    state, morale = ctx.state, ctx.box.charts.tables.morale
    white, coloured = ctx.pair("messengers")
    double = white == coloured
    if double and white == 6:
        ctx.say(MessengersRolled((white, coloured), "accepted"))
        state.messengers = False
        ctx.change_morale("royalist", morale.royalist.english_accept, marked("England agrees"), "6 E5")
        ctx.push(Plan())
    elif double and (white == 1 or "e7" in state.past):
        ctx.say(MessengersRolled((white, coloured), "captured"))
        ctx.change_morale(
            "republican", morale.republican.emissaries_captured, marked("Messengers caught"), "6 E5"
        )
    else:
        ctx.say(MessengersRolled((white, coloured), "nothing"))


def look_out(ctx: Resolution) -> None:
    """The Royalists' step begins: the fleet lands if they hold the place (V-6-E5-d)."""
    if due(ctx.state) and holds(ctx.state):
        _land(ctx)


def sail_by(ctx: Resolution) -> None:
    """The Royalists' step ends: the fleet lands, waits a turn, or leaves (V-6-E5-h)."""
    state = ctx.state
    if not due(state):
        return
    landing = state.landing
    assert landing is not None
    if holds(state):
        _land(ctx)
    elif not state.delayed:
        state.delayed = True
        ctx.say(FleetWaits("royalist", landing.area))
    else:
        state.landing, state.delayed = None, False
        ctx.say(FleetCame("left", landing.area))
        change = ctx.box.charts.tables.morale.royalist.english_fail
        ctx.change_morale("royalist", change, marked("The English leave"), "6 E5")


def due(state: State) -> bool:
    """Whether the fleet is off the coast this turn."""
    return state.landing is not None and state.turn >= state.landing.turn + state.delayed


def holds(state: State) -> bool:
    """Whether royalist combat points are in the fleet's area."""
    return state.landing is not None and points_in(state, state.landing.area, "royalist") > 0


def _land(ctx: Resolution) -> None:
    """Land the English with their troops, and deal out their powder (V-6-E5-d to g, i)."""
    box, state = ctx.box, ctx.state
    assert state.landing is not None
    area = state.landing.area
    state.landing, state.delayed = None, False
    brought = box.ground.landing[area]
    ctx.say(FleetCame("landed", area))
    ctx.put(area, "emigres", Condition(fresh=brought.points))
    ctx.say(Placed("royalist", area, {"emigres": brought.points}, (), 0, False))
    change = box.charts.tables.morale.royalist.english_land
    ctx.change_morale("royalist", change, marked("The English land"), "6 E5")
    for army in box.powder if brought.markers == "all" else ("bas-poitou",):
        fill(ctx, army)
    if brought.markers == "bas-poitou-and-one":
        ctx.push(Powder())


def fill(ctx: Resolution, army: RoyalArmy) -> None:
    """Bring a marker to its upper end."""
    highest = ctx.box.charts.tables.powder.highest
    ctx.change_powder(army, highest - ctx.state.powder[army], marked("English powder"), "6 E5")


def note_refusal(box: Box, state: State, action: Note) -> Refusal | None:
    """The refusal of a note, or None (A-68, A-70)."""
    if action.area not in box.ground.landing:
        return Refusal(
            "V-6-E5-c",
            _l("The English do not land in {area}: name a port or coastal marsh", area=box.name(action.area)),
        )
    if action.turn not in landing_turns(box, state):
        return Refusal("V-6-E5-c", _l("The English come in a later turn of this game"))
    return None


def landing_turns(box: Box, state: State) -> range:
    """Turns that can be noted: all to come, and in the last the one after it, which is never."""
    last = len(box.scenario[state.scenario].months)
    return range(state.turn + 1, max(last, state.turn + 1) + 1)


class SecretNote(Handler[Plan]):
    """The Royalists note where and when the English land (V-6-E5-c)."""

    def asks(self, box: Box, state: State, frame: Plan) -> Decision:
        return Decision("royalist", "landing", _("Note in secret where and when the English land"), "6 E5")

    def legal(self, box: Box, state: State, frame: Plan) -> list[Action]:
        """Every place, in every turn that can be noted."""
        return [Note(area, number) for area in box.ground.landing for number in landing_turns(box, state)]

    def refusal(self, box: Box, state: State, frame: Plan, action: Action) -> Refusal | None:
        if not isinstance(action, Note):
            return out_of_place(_("where and when the English land, as in note les-sables 6"))
        return note_refusal(box, state, action)

    def act(self, ctx: Resolution, frame: Plan, action: Action) -> None:
        assert isinstance(action, Note)
        ctx.pop()
        ctx.state.landing = Landing(action.area, action.turn)
        ctx.say(Planned(action.area, action.turn))

    def fallback(self, box: Box, state: State, frame: Plan) -> Action | None:
        """The richest place that the Royalists hold, next turn."""
        best = max(
            box.ground.landing,
            key=lambda area: (points_in(state, area, "royalist") > 0, box.ground.landing[area].points),
        )
        return Note(best, state.turn + 1)

    def ordered(self, box: Box, state: State, frame: Plan, order: str) -> Action | None:
        """`AREA on turn N`, while that is still to come."""
        wanted = LANDING.one(order)
        note = None if wanted is None else Note(wanted.area, wanted.turn)
        return note if note is not None and note_refusal(box, state, note) is None else None


class SecondMarker(ArmyChoice[Powder, RoyalArmy]):
    """The Royalists fill one marker beside Bas-Poitou's (V-6-E5-f)."""

    statement = "V-6-E5-f"

    def asks(self, box: Box, state: State, frame: Powder) -> Decision:
        return Decision("royalist", "powder", _("Choose the army whose powder the English fill too"), "6 E5")

    def armies(self, box: Box, frame: Powder) -> Sequence[RoyalArmy]:
        return [army for army in box.powder if army != "bas-poitou"]

    def chosen(self, ctx: Resolution, frame: Powder, army: RoyalArmy) -> None:
        fill(ctx, army)

    def preferred(self, state: State, frame: Powder, armies: Sequence[RoyalArmy]) -> RoyalArmy:
        """The lowest marker."""
        return min(armies, key=lambda army: state.powder[army])
