"""The greedy policy: it looks one action ahead.

It weighs the gain of an action by the exact chance that it succeeds, and stops when no action gains.
Values are in Victory Points, more or less: an Army close to Paris is worth as much as its threat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.levee.schema import Marker, Unit
from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    End,
    Keep,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
)
from engines.levee.box import START, Box
from engines.levee.odds import odds, passes, test_pending
from engines.levee.refusals import free_storm
from engines.levee.state import Pending, State, left, on_track, reigning

Tracks = dict[Marker, int]


class Weights(NamedTuple):
    """The greedy policy's worths."""

    danger: tuple[float, ...] = (200.0, 24.0, 11.0, 4.5, 1.8, 0.7)
    """An Army on the map, by its box: 0 is Paris, 5 its start."""
    rotated_danger: float = 0.3
    """The share of it when the Army may not enter France."""
    reign: float = 6.0
    """A reigning Republic over no reign, and that over a reigning Monarchy: the army's modifier."""
    lead: float = 0.5
    """Each box, up to 2, that the Republic is ahead: the reign is safer."""
    early: float = 0.25
    """Share that track boxes count at the start; they count in full at the end."""
    disorder: float = 7.0
    """Order in Paris: Republic loses a box each turn without it."""
    summons: float = 11.0
    """The danger from which Napoleon is sent."""
    foothold: float = 0.8
    """Share of a liberated space's points that is worth the action while the game goes on."""


def greedy(box: Box, state: State, legal: Sequence[Action]) -> Action:
    """The action that gains most; `end` when none gains.

    It answers a waiting die and sends Napoleon; it calls no levée, and gives up order in Paris only to turn
    a defeat.
    """
    if state.pending is not None:
        return _answer(box, state, state.pending, legal)
    outlook = Outlook(box, state, Weights())
    napoleon = _napoleon(outlook, legal)
    if napoleon is not None:
        return napoleon
    best: Action = legal[-1] if isinstance(legal[-1], End) else legal[0]
    best_gain = 0.0
    for action in legal:
        if isinstance(action, Military) and free_storm(state, action.army):
            return action
        gain = outlook.gain(action)
        if gain <= best_gain:
            continue
        chances = odds(box, state, action)
        gain *= 1.0 if chances is None else float(chances.chance)
        if gain > best_gain:
            best, best_gain = action, gain
    return best


def _answer(box: Box, state: State, pending: Pending, legal: Sequence[Action]) -> Action:
    """Tip a lost die where that wins it, roll any other again; a victory stands."""
    if passes(test_pending(box, state, pending), pending.face):
        return Keep()
    return next((action for action in (Commit(), Reroll()) if action in legal), Keep())


def _napoleon(outlook: Outlook, legal: Sequence[Action]) -> Action | None:
    """Recall Napoleon where he is of no more use, and send him where most is at stake."""
    if Recall() in legal:
        return Recall()
    sent = [action for action in legal if isinstance(action, Deploy)]
    if not sent:
        return None
    best = max(sent, key=lambda action: outlook.threat(action.army))
    # One less on each political die is a price; it is paid where an Army stands in France.
    return best if outlook.threat(best.army) >= outlook.weights.summons else None


class Outlook:
    """The worth of success of each action in a state, before its chance."""

    def __init__(self, box: Box, state: State, weights: Weights) -> None:
        self.box = box
        self.state = state
        self.weights = weights
        self.last = not left(box, state)
        self.progress = _progress(box, state)

    def gain(self, action: Action) -> float:
        """The worth of success, in points; 0 for actions that this policy never takes."""
        state = self.state
        match action:
            case Political(marker):
                return self._political(marker)
            case Military(army):
                return self._push(army, 1)
            case Naval():
                return self._push("britain", 1 if state.boxes["britain"] == 4 else 2)
            case Liberate(space):
                return self._liberate(space)
            case RestoreOrder():
                return 4.0 if self.last else self.weights.disorder
            case _:
                return 0.0

    def _political(self, marker: Marker) -> float:
        after: Tracks = dict(self.state.tracks)
        after[marker] += 1 if marker == "republic" else -1
        return self._politics(after) - self._politics(self.state.tracks)

    def _politics(self, tracks: Tracks) -> float:
        monarchy, despotism, republic = tracks["monarchy"], tracks["despotism"], tracks["republic"]
        share = self.weights.early + (1 - self.weights.early) * self.progress
        value = share * (3 * republic - 4 * despotism - 5 * monarchy)
        if self.last:
            return value
        match reigning(tracks):
            case "republic":
                value += self.weights.reign
            case "monarchy":
                value -= self.weights.reign
            case _:
                pass
        return value + self.weights.lead * max(-2, min(2, republic - max(monarchy, despotism)))

    def _push(self, army: Unit, boxes: int) -> float:
        at = self.state.boxes[army]
        assert at is not None
        if army in self.box.stationary:
            # Beaten, it is gone, and no longer stands before the others of its track (X-5.0-c, X-7.2-a).
            return 1.0 + self._shielded(army, at)
        return self._threat(army, at) - self._threat(army, min(START, at + boxes))

    def _shielded(self, army: Unit, at: int) -> float:
        """The threat of the units that can't be fought before this one is beaten."""
        track = on_track(self.box, self.state, self.box.track_of[army])
        return sum(self._threat(unit, place) for unit, place in track if unit != army and place >= at) / 2

    def threat(self, army: Unit) -> float:
        """The threat of a unit on the map from its box."""
        at = self.state.boxes[army]
        return 0.0 if at is None else self._threat(army, at)

    def _threat(self, army: Unit, at: int) -> float:
        if self.last and at > 0:
            return {"red": 3.0, "orange": 1.0, None: 0.0}[self.box.border(army, at)]
        if army in self.box.stationary:
            return 1.0
        danger = self.weights.danger[at]
        return danger * self.weights.rotated_danger if army in self.state.rotated and at > 1 else danger

    def _liberate(self, space: str) -> float:
        points = self.box.space[space].box
        if self.last:
            return float(points)
        army = self.box.army_of[space]
        at = self.state.boxes[army]
        # A space just in front of its Army shields the way; one far behind the front is lost soon.
        shield = 1.5 if at is not None and at == points + 1 else 0.0
        return self.weights.foothold * points * self.progress + shield


def _progress(box: Box, state: State) -> float:
    """How far the game is, 0..1, by headlines played."""
    return state.turn / (state.turn + len(left(box, state)))
