"""Small choices, one frame each: a port, an army for a general, E3 and E4, a tie, E14."""

from __future__ import annotations

from collections.abc import Sequence

from data.catalogue import _, retold
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import BlueArmy, EventId, RoyalArmy
from engines.core.decisions import Decision
from engines.core.orders import names
from engines.core.refusals import Refusal
from engines.vendee.actions import DECLINE, Action, Land
from engines.vendee.box import Box
from engines.vendee.events import Declined, Placed, Sailed
from engines.vendee.frames import Condition, EndOfTurn, Leaders, Lechelle, Occupied, Sail
from engines.vendee.handler import ArmyChoice, Handler, Marker
from engines.vendee.markers.play import HOSTS, spend
from engines.vendee.position import isolated
from engines.vendee.position.occupation import settle
from engines.vendee.position.sight import lies_hidden
from engines.vendee.position.stacking import ban, illegal_mix
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, points_in
from engines.vendee.tracks.powder import choose_first
from engines.vendee.tracks.raising import summon


class Port(Handler[Sail]):
    """A combat point has come through the sea: its port (V-6-E15-b, c)."""

    def asks(self, box: Box, state: State, frame: Sail) -> Decision:
        return Decision("republican", "port", _("Choose where the combat point at sea lands"), "6 E15")

    def legal(self, box: Box, state: State, frame: Sail) -> list[Action]:
        return [Land(area) for area in box.ground.ports if self._closed(box, state, frame, area) is None]

    def _closed(self, box: Box, state: State, frame: Sail, area: str) -> Refusal | None:
        if area not in box.ground.ports:
            return Refusal("V-6-E15-b", _l("{area} has no port", area=box.name(area)))
        if points_in(state, area, "royalist"):
            return Refusal("V-6-E15-a", _l("Royalists hold {area}", area=box.name(area)))
        if illegal_mix(box, state, "republican", area):
            return Refusal(
                "V-3.5-d",
                _l("Armies thrown together in {area} are not reinforced there", area=box.name(area)),
            )
        return ban(box, state, "republican", {frame.kind: 1}, (), area)

    def refusal(self, box: Box, state: State, frame: Sail, action: Action) -> Refusal | None:
        if not isinstance(action, Land):
            return out_of_place(_("a port, as in land pornic"))
        return self._closed(box, state, frame, action.area)

    def act(self, ctx: Resolution, frame: Sail, action: Action) -> None:
        assert isinstance(action, Land)
        ctx.pop()
        ctx.put(action.area, frame.kind, Condition(fresh=1))
        hidden = lies_hidden(ctx.box, ctx.state, "republican", action.area)
        ctx.say(Sailed(frame.kind, "landed", action.area))
        ctx.say(Placed("republican", action.area, {frame.kind: 1}, (), 1, hidden))
        settle(ctx, action.area)
        isolated.settle(ctx, action.area, "royalist")

    def go_on(self, ctx: Resolution, frame: Sail) -> bool:
        """Where no port is open the point waits (A-76)."""
        if self.legal(ctx.box, ctx.state, frame):
            return True
        ctx.pop()
        ctx.state.at_sea.append(frame.kind)
        return False

    def fallback(self, box: Box, state: State, frame: Sail) -> Action:
        """The first in map order."""
        return self.legal(box, state, frame)[0]

    def ordered(self, box: Box, state: State, frame: Sail, order: str) -> Action:
        """Ports in order of preference; else as by default."""
        liked = [Land(area) for area in names(order) if self._closed(box, state, frame, area) is None]
        return liked[0] if liked else self.fallback(box, state, frame)


class Commander(ArmyChoice[Lechelle, BlueArmy]):
    """A general without an army is given one of the three with bases (A-75)."""

    statement = "V-6-E13-a"

    def asks(self, box: Box, state: State, frame: Lechelle) -> Decision:
        name = box.name(frame.general)
        return Decision("republican", "commander", _("Choose the army that {name} joins", name=name), "6 E13")

    def armies(self, box: Box, frame: Lechelle) -> Sequence[BlueArmy]:
        return HOSTS

    def chosen(self, ctx: Resolution, frame: Lechelle, army: BlueArmy) -> None:
        """He belongs to it from now on."""
        ctx.set_officer(frame.general, army=army)
        summon(ctx, frame.general, ctx.state.turn)

    def preferred(self, state: State, frame: Lechelle, armies: Sequence[BlueArmy]) -> BlueArmy:
        """Nantes, whose commander he replaces."""
        return "nantes"


class FirstOccupation(Marker[Occupied]):
    """E3 or E4 at the first occupation of its place; declined, the chance is gone (I-15, A-64)."""

    def asks(self, box: Box, state: State, frame: Occupied) -> Decision:
        event = box.event[frame.event]
        prompt = _(
            "Play {event}, {name}, in {area}, or do without it",
            event=frame.event.upper(),
            name=retold(event.name),
            area=box.name(frame.area),
        )
        return Decision("royalist", "occupation", prompt, f"6 {frame.event.upper()}")

    def event(self, frame: Occupied) -> EventId:
        return frame.event

    def fallback(self, box: Box, state: State, frame: Occupied) -> Action:
        """Played, but not E4 where morale can rise no more: then the bishop brings only the risk."""
        highest = box.charts.tables.morale.highest
        useless = frame.event == "e4" and state.morale["royalist"] == highest
        return DECLINE if useless else self.yes(frame)

    def ordered(self, box: Box, state: State, frame: Occupied, order: str) -> Action | None:
        """`play`, `decline`, or `auto`."""
        if order == "auto":
            return self.fallback(box, state, frame)
        return super().ordered(box, state, frame, order)

    def declined(self, ctx: Resolution, frame: Occupied) -> None:
        ctx.say(Declined("royalist", frame.event))

    def accepted(self, ctx: Resolution, frame: Occupied) -> None:
        """Lescure is free (V-6-E3-a), or the bishop is believed (V-6-E4-a)."""
        spend(ctx, frame.event)
        for general in ctx.box.entering.get(frame.event, ()):
            if ctx.state.officers[general].fate != "pool":
                # He is elsewhere by an earlier edit.
                continue
            ctx.set_officer(general, fate="map", area=frame.area, due=None, ready="fresh")
            hidden = lies_hidden(ctx.box, ctx.state, "royalist", frame.area)
            ctx.say(Placed("royalist", frame.area, {}, (general,), 1, hidden))
        if frame.event == "e4":
            ctx.state.bishop, ctx.state.bishop_since = True, ctx.state.turn
            change = ctx.box.charts.tables.morale.royalist.bishop
            ctx.change_morale("royalist", change, ctx.box.event["e4"].name, "6 E4")


class Tie(ArmyChoice[Leaders, RoyalArmy]):
    """Armies tie for a place when powder is dealt: one of them comes first (I-17)."""

    def asks(self, box: Box, state: State, frame: Leaders) -> Decision:
        names = listed((retold(box.army[army].short) for army in frame.tied), "or")
        prompt = (
            _("Choose who gains powder first: {names}", names=names)
            if frame.amount > 0
            else _("Choose who loses powder first: {names}", names=names)
        )
        return Decision("royalist", "powder-tie", prompt, "5.2")

    def armies(self, box: Box, frame: Leaders) -> Sequence[RoyalArmy]:
        return frame.tied

    def unlisted(self, box: Box, frame: Leaders) -> Refusal:
        return Refusal("V-5.2-a", _l("Choose {tied}", tied=listed(map(box.whose, frame.tied), "or")))

    def chosen(self, ctx: Resolution, frame: Leaders, army: RoyalArmy) -> None:
        choose_first(ctx, frame, army)

    def preferred(self, state: State, frame: Leaders, armies: Sequence[RoyalArmy]) -> RoyalArmy:
        """The worse marker gains, the better one loses."""
        order = sorted(frame.tied, key=lambda army: state.powder[army])
        return order[0] if frame.amount > 0 else order[-1]


class Galerne(Marker[EndOfTurn]):
    """E14: with the three objectives and despair the war is won at once (V-6-E14-a, I-25)."""

    def asks(self, box: Box, state: State, frame: EndOfTurn) -> Decision:
        return Decision("republican", "galerne", _("Play E14 and win, or go on with the war"), "6 E14")

    def event(self, frame: EndOfTurn) -> EventId:
        return "e14"

    def declined(self, ctx: Resolution, frame: EndOfTurn) -> None:
        ctx.say(Declined("republican", "e14"))

    def accepted(self, ctx: Resolution, frame: EndOfTurn) -> None:
        """The Royalists cross the Loire."""
        spend(ctx, "e14")
        ctx.state.galerne = True

    def go_on(self, ctx: Resolution, frame: EndOfTurn) -> bool:
        state = ctx.state
        lowest = ctx.box.charts.tables.morale.lowest
        held = all(points_in(state, area, "republican") for area in ctx.box.ground.primary)
        if held and state.markers["e14"] and state.morale["royalist"] == lowest:
            return True
        ctx.pop()
        return False
