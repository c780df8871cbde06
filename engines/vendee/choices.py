"""Small choices, one frame each: a port, an army for a general, E3 and E4, a tie, E14."""

from __future__ import annotations

from data.vendee.schema import RoyalArmy
from engines.core.contract import Decision
from engines.vendee import isolated
from engines.vendee.actions import DECLINE, Action, Choose, Land, Play
from engines.vendee.box import Box
from engines.vendee.event_play import HOSTS, spend
from engines.vendee.events import Declined, Placed, Sailed
from engines.vendee.frames import Condition, EndOfTurn, Leaders, Lechelle, Occupied, Sail
from engines.vendee.hand import interrupts
from engines.vendee.occupation import settle
from engines.vendee.order_words import names
from engines.vendee.powder import deal_in
from engines.vendee.raising import summon
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.sight import lies_hidden
from engines.vendee.stacking import ban, illegal_mix
from engines.vendee.state import State, points_in
from engines.vendee.turn import Turn


class Port:
    """A combat point has come through the sea: where it lands (V-6-E15-b, c)."""

    def asks(self, box: Box, state: State, frame: Sail) -> Decision:
        """Which port."""
        return Decision("republican", "port", "Choose where the combat point at sea lands", "6 E15")

    def legal(self, box: Box, state: State, frame: Sail) -> list[Action]:
        """Every port that is open."""
        return [Land(area) for area in box.ground.ports if self._closed(box, state, frame, area) is None]

    def _closed(self, box: Box, state: State, frame: Sail, area: str) -> Refusal | None:
        if area not in box.ground.ports:
            return Refusal("V-6-E15-b", f"{box.name(area)} has no port")
        if points_in(state, area, "royalist"):
            return Refusal("V-6-E15-a", f"Royalists hold {box.name(area)}")
        if illegal_mix(box, state, "republican", area):
            return Refusal("V-3.5-d", f"Armies thrown together in {box.name(area)} are not reinforced there")
        return ban(box, state, "republican", {frame.kind: 1}, (), area)

    def refusal(self, box: Box, state: State, frame: Sail, action: Action) -> Refusal | None:
        """An open port."""
        if not isinstance(action, Land):
            return out_of_place("a port, as in land pornic")
        return self._closed(box, state, frame, action.area)

    def act(self, turn: Turn, frame: Sail, action: Action) -> None:
        """Land."""
        assert isinstance(action, Land)
        turn.pop()
        turn.put(action.area, frame.kind, Condition(fresh=1))
        hidden = lies_hidden(turn.box, turn.state, "republican", action.area)
        turn.say(
            Sailed(frame.kind, "landed", action.area),
            Placed("republican", action.area, {frame.kind: 1}, (), 1, hidden),
        )
        settle(turn, action.area)
        isolated.settle(turn, action.area, "royalist")

    def go_on(self, turn: Turn, frame: Sail) -> bool:
        """Where no port is open the point waits (A-76)."""
        if self.legal(turn.box, turn.state, frame):
            return True
        turn.pop()
        turn.state.at_sea.append(frame.kind)
        return False

    def fallback(self, box: Box, state: State, frame: Sail) -> Action | None:
        """The first in map order."""
        return self.legal(box, state, frame)[0]

    def ordered(self, box: Box, state: State, frame: Sail, order: str) -> Action | None:
        """Ports in order of preference; else as by default."""
        liked = [Land(area) for area in names(order) if self._closed(box, state, frame, area) is None]
        return liked[0] if liked else self.fallback(box, state, frame)


class Commander:
    """A general without an army is given one (A-75)."""

    def asks(self, box: Box, state: State, frame: Lechelle) -> Decision:
        """Which army."""
        name = box.name(frame.general)
        return Decision("republican", "commander", f"Choose the army that {name} joins", "6 E13")

    def legal(self, box: Box, state: State, frame: Lechelle) -> list[Action]:
        """The three with bases."""
        return [Choose(army) for army in HOSTS]

    def refusal(self, box: Box, state: State, frame: Lechelle, action: Action) -> Refusal | None:
        """One of them."""
        if action in self.legal(box, state, frame):
            return None
        return Refusal("V-6-E13-a", "Choose nantes, saumur or la-rochelle")

    def act(self, turn: Turn, frame: Lechelle, action: Action) -> None:
        """He belongs to it from now on."""
        assert isinstance(action, Choose)
        turn.pop()
        turn.set_officer(frame.general, army=action.army)
        summon(turn, frame.general, turn.state.turn)

    def go_on(self, turn: Turn, frame: Lechelle) -> bool:
        """Wait."""
        return True

    def fallback(self, box: Box, state: State, frame: Lechelle) -> Action | None:
        """Nantes, whose commander he replaces."""
        return Choose("nantes")

    def ordered(self, box: Box, state: State, frame: Lechelle, order: str) -> Action | None:
        """Armies in order of preference; else as by default."""
        named = [army for word in names(order) for army in HOSTS if army == word]
        return Choose(named[0]) if named else self.fallback(box, state, frame)


class FirstOccupation:
    """E3 or E4 at the first occupation of its place; declined, the chance is gone (I-15, A-64)."""

    def asks(self, box: Box, state: State, frame: Occupied) -> Decision:
        """Whether to play it."""
        event = box.event[frame.event]
        prompt = f"Play {frame.event.upper()}, {event.name}, in {box.name(frame.area)}, or decline"
        case = f"6 {frame.event.upper()}"
        return Decision("royalist", "occupation", prompt, case, interrupts(state, "royalist"))

    def legal(self, box: Box, state: State, frame: Occupied) -> list[Action]:
        """To play it or not."""
        return [Play(frame.event), DECLINE]

    def refusal(self, box: Box, state: State, frame: Occupied, action: Action) -> Refusal | None:
        """Nothing else."""
        if action in self.legal(box, state, frame):
            return None
        return out_of_place(f"event {frame.event} or decline")

    def act(self, turn: Turn, frame: Occupied, action: Action) -> None:
        """Lescure is free (V-6-E3-a), or the bishop is believed (V-6-E4-a)."""
        turn.pop()
        if action == DECLINE:
            turn.say(Declined("royalist", frame.event))
            return
        spend(turn, frame.event)
        for general in turn.box.entering.get(frame.event, ()):
            if turn.state.officers[general].fate != "pool":
                # The table has put him elsewhere before.
                continue
            turn.set_officer(general, fate="map", area=frame.area, due=None, ready="fresh")
            hidden = lies_hidden(turn.box, turn.state, "royalist", frame.area)
            turn.say(Placed("royalist", frame.area, {}, (general,), 1, hidden))
        if frame.event == "e4":
            turn.state.bishop, turn.state.bishop_since = True, turn.state.turn
            change = turn.box.charts.tables.morale.royalist.bishop
            turn.change_morale("royalist", change, turn.box.event["e4"].name, "6 E4")

    def go_on(self, turn: Turn, frame: Occupied) -> bool:
        """Wait."""
        return True

    def fallback(self, box: Box, state: State, frame: Occupied) -> Action | None:
        """Play it."""
        return Play(frame.event)

    def ordered(self, box: Box, state: State, frame: Occupied, order: str) -> Action | None:
        """`play` or `decline`."""
        return DECLINE if order == "decline" else Play(frame.event)


class Tie:
    """Armies tie for most combat points when powder is dealt (I-17)."""

    def asks(self, box: Box, state: State, frame: Leaders) -> Decision:
        """Who is first."""
        names = " or ".join(box.army[army].short for army in frame.tied)
        gain = "gains" if frame.amount > 0 else "loses"
        prompt = f"Choose who {gain} powder first: {names}"
        return Decision("royalist", "powder-tie", prompt, "5.2", interrupts(state, "royalist"))

    def legal(self, box: Box, state: State, frame: Leaders) -> list[Action]:
        """Any of those that tie."""
        return [Choose(army) for army in frame.tied]

    def refusal(self, box: Box, state: State, frame: Leaders, action: Action) -> Refusal | None:
        """One of them."""
        if action in self.legal(box, state, frame):
            return None
        return Refusal("V-5.2-a", f"Choose {' or '.join(map(box.whose, frame.tied))}")

    def act(self, turn: Turn, frame: Leaders, action: Action) -> None:
        """Deal with that one first."""
        assert isinstance(action, Choose)
        turn.pop()
        first = next(army for army in frame.tied if army == action.army)
        order = (first, *(army for army in frame.tied if army != first), *frame.rest)
        deal_in(turn, frame.amount, order, frame.single, frame.reason, frame.case)

    def go_on(self, turn: Turn, frame: Leaders) -> bool:
        """Wait."""
        return True

    def fallback(self, box: Box, state: State, frame: Leaders) -> Action | None:
        """The worse marker gains, the better one loses."""
        order: list[RoyalArmy] = sorted(frame.tied, key=lambda army: state.powder[army])
        return Choose(order[0] if frame.amount > 0 else order[-1])

    def ordered(self, box: Box, state: State, frame: Leaders, order: str) -> Action | None:
        """Armies in order of preference."""
        named = [army for word in names(order) for army in frame.tied if army == word]
        return Choose(named[0]) if named else self.fallback(box, state, frame)


class Galerne:
    """E14: with the three objectives and despair the war is won at once (V-6-E14-a, I-25)."""

    def asks(self, box: Box, state: State, frame: EndOfTurn) -> Decision:
        """Whether to win."""
        return Decision("republican", "galerne", "Play E14 and win, or decline", "6 E14")

    def legal(self, box: Box, state: State, frame: EndOfTurn) -> list[Action]:
        """To play it or not."""
        return [Play("e14"), DECLINE]

    def refusal(self, box: Box, state: State, frame: EndOfTurn, action: Action) -> Refusal | None:
        """Nothing else."""
        return None if action in self.legal(box, state, frame) else out_of_place("event e14 or decline")

    def act(self, turn: Turn, frame: EndOfTurn, action: Action) -> None:
        """The royalists cross the Loire."""
        turn.pop()
        if action == DECLINE:
            turn.say(Declined("republican", "e14"))
            return
        spend(turn, "e14")
        turn.state.galerne = True

    def go_on(self, turn: Turn, frame: EndOfTurn) -> bool:
        """Asked only where it may be played."""
        state = turn.state
        lowest = turn.box.charts.tables.morale.lowest
        held = all(points_in(state, area, "republican") for area in turn.box.ground.primary)
        if held and state.markers["e14"] and state.morale["royalist"] == lowest:
            return True
        turn.pop()
        return False

    def fallback(self, box: Box, state: State, frame: EndOfTurn) -> Action | None:
        """Win."""
        return Play("e14")

    def ordered(self, box: Box, state: State, frame: EndOfTurn, order: str) -> Action | None:
        """`play` or `decline`."""
        return DECLINE if order == "decline" else Play("e14")
