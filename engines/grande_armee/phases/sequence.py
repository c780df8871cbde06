"""The sequence of play: which phase follows which, and what is done between them (SEQ)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from engines.core.events import ChapterBegun, GameOver, PhaseBegun
from engines.core.messages import Ratio
from engines.grande_armee.combat.attack import kept
from engines.grande_armee.combat.frames import COMBAT, Creating
from engines.grande_armee.disruption import recovered
from engines.grande_armee.events import Besieged, Recovered, Relieved, Scored
from engines.grande_armee.fortresses import besieged
from engines.grande_armee.frames import Combining, Moving, Swapping
from engines.grande_armee.phases import prussia
from engines.grande_armee.phases.arrivals import arrive
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.score import halves, prizes, reckoned
from engines.grande_armee.state import PHASES, Phase


def next_phase(now: Resolution) -> bool:
    """End the phase that is over and begin what follows; False when the game is over (G-SEQ-1, G-SEQ-2)."""
    state = now.state
    if state.over:
        return False
    end(now)
    turns = len(now.box.scenarios[state.scenario].turn)
    if state.index + 1 == 2 * PHASES * turns:
        _finish(now)
        return False
    state.index += 1
    begin(now)
    return True


def begin(now: Resolution) -> None:
    """Begin the phase that the index names."""
    state = now.state
    if state.index % (2 * PHASES) == 0:
        turn = now.box.scenarios[state.scenario].turn[state.turn - 1]
        now.say(ChapterBegun(state.turn, turn.dates))
    now.say(PhaseBegun(state.phase, _CASES[state.phase]))
    side = state.side
    match state.phase:
        case "movement":
            state.marches, state.bound, state.attacks = {}, (), []
            arrive(now)
            now.push(Combining(side=side), Moving(side=side), Swapping(side=side))
        case "combat":
            # Units under automatic elimination go before anything else (G-SEQ-4).
            for id in state.doomed:
                now.eliminate(id, "elimination")
            now.push(*(step(side=side) for step in reversed(COMBAT)))
        case _:
            now.push(Creating(side=side))


_CASES: Mapping[Phase, str] = {"movement": "G-SEQ-11", "combat": "G-SEQ-3", "supply": "G-SEQ-10"}


def end(now: Resolution) -> None:
    """What is done at the end of every phase (G-SEQ-12)."""
    state = now.state
    if state.phase == "movement":
        _after_movement(now)
    elif state.phase == "combat":
        for id in kept(state.spent, state.attacks):
            del state.spent[id]
        state.first = ()
    _expend(now)
    again = recovered(state.pieces, state.index)
    if again:
        state.pieces = {**state.pieces, **again}
        now.say(Recovered(tuple(again)))
    judge(now)


def _after_movement(now: Resolution) -> None:
    """What the French score by where they stand, and what Prussia thinks of where they went."""
    state = now.state
    if state.side != "french":
        return
    for deed in now.box.deeds(state.scenario):
        if deed.hex is not None and now.position.troops(deed.hex, "french"):
            state.ledger[deed.id] = 1
    prussia.after_movement(now)


def _expend(now: Resolution) -> None:
    """Supply units that were spent leave the map; one that fed an elimination may last (A-45)."""
    state = now.state
    lasting = {}
    for id, spent in sorted(state.spent.items()):
        if spent.use == "elimination" and state.plays("ae-supply-lasts"):
            lasting[id] = replace(spent, use="combat", stacking=True)
        elif id in state.pieces:
            now.eliminate(id, "spent")
    state.spent = lasting


def judge(now: Resolution) -> None:
    """Judge all sieges at once, and the total by them (A-74, A-80)."""
    state, box, position = now.state, now.box, now.position
    known = prizes(box, state)
    sieges = tuple(town for town in known if besieged(position, box.place[town], state.control[town]))
    for town in known:
        if (town in sieges) != (town in state.besieged):
            now.say(Besieged(town) if town in sieges else Relieved(town))
    state.besieged = sieges
    _total(now)


def _total(now: Resolution) -> None:
    """Recompute the total, and say it where it is another."""
    before, after = now.state.halves, halves(now.box, now.state)
    if after != before:
        now.say(Scored(_points(after), _points(after - before)))
        now.state.halves = after


def _points(halves: int) -> Ratio:
    exact = Fraction(halves, 2)
    return Ratio(exact.numerator, exact.denominator)


def _finish(now: Resolution) -> None:
    """The garrisons of all besieged Fortresses go, and the total is read (A-79, A-126)."""
    state = now.state
    for town in state.besieged:
        for id in now.position.stack(now.box.place[town], state.control[town]):
            now.eliminate(id, "siege")
    _total(now)
    state.over = True
    result = reckoned(now.box, state)
    now.say(GameOver(result.level, result.case))
