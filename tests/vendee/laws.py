"""Laws that every application of the rules keeps: what is conserved, who may go where, what stays hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.actions import Action
from engines.vendee.alike import alike
from engines.vendee.combat.actions import LOSE_AUTO, Lose
from engines.vendee.combat.events import DesertersJoined, FellBack, Fought, GunsHeard, Pursued
from engines.vendee.combat.frames import Losses
from engines.vendee.combat.losses import payers, share_out, units
from engines.vendee.events import Deserted, Fled, Lost, Met, Placed, Raised, Sailed, Stepped
from engines.vendee.frames import (
    SIDES,
    Activation,
    Desertion,
    Kind,
    Sail,
    enemy,
)
from engines.vendee.position.sight import lies_hidden
from engines.vendee.state import (
    State,
    generals_in,
    in_zone,
    points_in,
)
from engines.vendee.title import Vendee
from engines.vendee.view import sees
from tests.support.depth import depth, seed

WATCHERS = ("republican", "royalist", None)
"""All pairs of eyes."""
_OPEN = (Met, Fought, FellBack, Pursued)
"""Events of what lies face up (V-3.6-b)."""


def census(state: State) -> Counter[Kind]:
    """Combat points by kind on the map, at sea and about to be placed."""
    counts: Counter[Kind] = Counter(state.arrivals)
    for kinds in state.forces.values():
        for kind, condition in kinds.items():
            counts[kind] += condition.total
    counts.update(state.at_sea)
    counts.update(frame.kind for frame in state.stack if isinstance(frame, Sail))
    return counts


def conserved(before: State, events: Sequence[Event], after: State) -> None:
    """No combat point comes or goes without being told."""
    expected = census(before)
    for event in events:
        match event:
            case Raised(kind, points, _):
                assert points is not None
                expected[kind] += points
            case Placed(points=points) if points and "emigres" in points:
                expected["emigres"] += points["emigres"]
            case DesertersJoined(points=joined):
                expected["deserters"] += joined
            case Lost(points=lost) if lost:
                expected.subtract(lost)
            case Deserted(gone=gone):
                assert gone is not None
                expected.subtract(gone)
            case Sailed(kind, "lost", _):
                expected[kind] -= 1
            case _:
                pass
    assert +expected == +census(after), "combat points were not conserved"
    assert min(expected.values(), default=0) >= 0, "more combat points were lost than there were"


def dry(title: Vendee, before: State, events: Sequence[Event]) -> None:
    """The Loire is crossed by bridges, but for Republicans from outside all zones (V-3.3-c, V-4.5-g)."""
    ground = title.box.ground
    for event in events:
        match event:
            case Stepped(side=side, start=start, end=end):
                assert ground.step[start, end].cost(side) is not None, "nobody may go there"
                if ground.step[start, end].way == "loire":
                    assert side == "republican", "a royalist has swum the Loire"
                    assert not in_zone(title.box, before, start), "a zone was left over the Loire"
            case FellBack(start=start, end=end) | Pursued(start=start, end=end) | Fled(start=start, end=end):
                assert ground.step[start, end].way != "loire", "they have swum the Loire"
            case GunsHeard(start=start, area=area):
                assert ground.step[start, area].way == "land", "they have marched over water (V-4.2-g)"
            case _:
                pass


def _fresh(state: State) -> Counter[Kind]:
    counts: Counter[Kind] = Counter()
    for kinds in state.forces.values():
        for kind, condition in kinds.items():
            counts[kind] += condition.fresh
    return counts


def once_each(before: State, after: State) -> None:
    """Who was activated or routed is not fresh again in the same phase (V-3.2-k)."""
    if not before.phase == after.phase == "operations" or before.turn != after.turn:
        return
    left = _fresh(after)
    had = _fresh(before)
    for kind, count in left.items():
        # Deserters are new to the map.
        assert count <= had[kind] or kind == "deserters", f"{kind} was activated twice"
    for general, officer in after.officers.items():
        was = before.officers[general]
        if was.fate == officer.fate == "map" and officer.ready == "fresh":
            assert was.ready == "fresh", f"{general} was activated twice"


def apart(after: State) -> None:
    """Combat points of both sides are in one area only while they fight."""
    if len(after.stack) < 3:
        for area in after.forces:
            met = points_in(after, area, "republican") and points_in(after, area, "royalist")
            assert not met, f"both sides are in {area}"


def veiled(title: Vendee, before: State, events: Sequence[Event], after: State) -> None:
    """Nobody but their owner is told or shown who lies face down (V-3.6-a, V-3.6-d)."""
    box = title.box
    for watcher in WATCHERS:
        view = title.view(after, watcher)
        group = view.activation
        if group is not None and not sees(box, after, watcher, group.side, group.at):
            assert (group.points, group.generals) == (None, None), "a group under way is shown"
        unseen: dict[str, set[str | None]] = {}
        for side in SIDES:
            for area in {*after.forces, *(o.area for o in after.officers.values() if o.area)}:
                if sees(box, after, watcher, side, area):
                    continue
                stack = view.areas.get(area, {}).get(side)
                assert stack is None or (stack.points is None and stack.generals is None), "a stack is shown"
                for general in generals_in(box, after, area, side):
                    assert general not in view.officers, f"{general} is shown"
                    was = before.officers[general].area
                    if was is not None and not sees(box, before, watcher, side, was):
                        unseen[general] = {was, area}
        for event in events:
            told = title.redact_for(event, watcher)
            if told is None:
                continue
            _veiled_event(told, watcher)
            if not unseen or isinstance(told, _OPEN) or getattr(told, "hidden", None) is False:
                continue
            places: set[str | None] = {getattr(told, field, None) for field in ("area", "start", "end")}
            text = msgspec.json.encode(told).decode()
            for general, areas in unseen.items():
                named = f'"{general}"' in text and places & (areas - {None})
                assert not named, f"{text} tells {watcher} where {general} is"


def steps_veiled(title: Vendee, before: State, events: Sequence[Event], after: State) -> None:
    """Who steps from where he lies face down to where he does so, with no enemy about, is not shown."""
    if any(isinstance(event, Fled) for event in events):
        return
    for event in events:
        if isinstance(event, Stepped) and not event.hidden:
            met = any(
                points_in(state, place, enemy(event.side))
                or generals_in(title.box, state, place, enemy(event.side))
                for state in (before, after)
                for place in (event.start, event.end)
            )
            places = (event.start, event.end)
            veiled = all(lies_hidden(title.box, after, event.side, place) for place in places)
            assert met or not veiled, f"{event} shows who lies face down"


def _veiled_event(event: Event, watcher: str | None) -> None:
    if not getattr(event, "hidden", False):
        return
    owner = "royalist" if isinstance(event, Deserted) else getattr(event, "side", None)
    if watcher != owner:
        for field in ("points", "generals", "left", "strategic", "below", "gone"):
            assert getattr(event, field, None) is None, f"{event} tells {watcher} too much"


def twins(title: Vendee, state: State, watcher: str | None) -> Iterator[State]:
    """States that differ only in what lies face down to somebody, with as many counters everywhere.

    By day some of them.
    """
    found = list(alike(title.box, state, watcher))
    yield from random.Random(seed("twins")).sample(found, min(depth(4, 1000), len(found)))
    top = state.stack[-1] if state.stack else None
    if watcher != "royalist" and isinstance(top, Desertion):
        twin = state.copy()
        owed = {army: count + 1 for army, count in top.owed.items()}
        twin.stack[-1] = msgspec.structs.replace(top, owed=owed)
        yield twin


def blind(title: Vendee, state: State, watcher: str | None) -> int:
    """What somebody sees, is asked and may do does not depend on what lies face down; how many differ."""
    different = 0
    seen, owed = title.view(state, watcher), title.decisions(state)
    asked = bool(watcher and owed and owed[0].seat == watcher)
    legal = title.legal_actions(state, owed[0].seat) if asked else []
    silent = title.fallback(state, owed[0]) if asked else None
    for twin in twins(title, state, watcher):
        different += twin != state
        assert title.view(twin, watcher) == seen, "the view tells what lies face down"
        assert title.decisions(twin) == owed, "who is asked tells what lies face down"
        if asked:
            assert title.legal_actions(twin, owed[0].seat) == legal, "legal actions tell what lies face down"
            assert title.fallback(twin, owed[0]) == silent, "a default tells what lies face down"
    return different


def as_typed(title: Vendee, state: State, seat: str) -> None:
    """What `lose auto` does typed losses come to as well, one combat point after the other (V-4.1-q)."""
    frame, there = state.stack[-1], state
    assert isinstance(frame, Losses)
    parts = payers(state, frame)
    wanted = [unit for unit in share_out(state, parts, frame.owed, [units(parts)]) for _ in range(unit.size)]
    for paid, unit in enumerate(wanted):
        left = msgspec.structs.replace(frame, owed=frame.owed - paid)
        if not there.stack or there.stack[-1] != left:
            break
        open_to = [(other.part, other.kind) for other in units(payers(there, left))]
        losses = [action for action in title.legal_actions(there, seat) if isinstance(action, Lose)]
        losses.remove(LOSE_AUTO)
        assert len(set(losses)) == len(open_to), "two losses have one name"
        action = losses[open_to.index((unit.part, unit.kind))]
        there = Vendee.apply(title, there, seat, action, Dice("losses")).state
    at_once = Vendee.apply(title, state, seat, LOSE_AUTO, Dice("losses")).state
    assert there == at_once, "typed losses do not come to what is lost by rote"


class Lawful(Vendee):
    """The title, which after every action checks the laws.

    :ivar applied: how many actions were checked.
    """

    applied = 0
    every = 1
    """Each so many actions it is checked who is told and shown what."""
    seldom = 10
    """Each so many of these the state is also compared with its twins and read back from JSON."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice):  # type: ignore[no-untyped-def]
        """Apply, then check."""
        step = super().apply(state, seat, action, dice)
        self.applied += 1
        if action == LOSE_AUTO:
            as_typed(self, state, seat)
        conserved(state, step.events, step.state)
        dry(self, state, step.events)
        steps_veiled(self, state, step.events, step.state)
        once_each(state, step.state)
        apart(step.state)
        if self.applied % self.every == 0:
            veiled(self, state, step.events, step.state)
        group = step.state.stack[-1] if step.state.stack else None
        if isinstance(group, Activation):
            for kind, count in group.points.items():
                assert step.state.forces[group.at][kind].activated >= count, "a group is not where it is"
        if self.applied % (self.every * self.seldom) == 0:
            read = msgspec.json.decode(msgspec.json.encode(step.state), type=State)
            self.check(read)
            assert read == step.state, "a state is not read back as it was written"
            for watcher in WATCHERS:
                blind(self, step.state, watcher)
        return step
