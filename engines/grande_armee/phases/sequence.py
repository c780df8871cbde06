"""The sequence of play: which phase follows which, and what is done between them (SEQ)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from engines.core.events import ChapterBegun, GameOver, PhaseBegun
from engines.grande_armee.around import unshut
from engines.grande_armee.box import ORDER
from engines.grande_armee.combat.attack import kept
from engines.grande_armee.combat.frames import COMBAT, Creating
from engines.grande_armee.events import Besieged, Ratio, Recovered, Relieved, Scored
from engines.grande_armee.frames import Combining, Moving, Swapping
from engines.grande_armee.phases import prussia
from engines.grande_armee.phases.arrivals import arrive
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.score import halves, prizes, provisional_outcome
from engines.grande_armee.state import PHASES, Phase, alter, recovered


def next_phase(ctx: Resolution) -> bool:
    """End the phase that is over and begin what follows; False when the game is over (G-SEQ-1, G-SEQ-2)."""
    state = ctx.state
    if state.over:
        return False
    end(ctx)
    turns = len(ctx.box.scenarios[state.scenario].turn)
    if state.index + 1 == 2 * PHASES * turns:
        _finish(ctx)
        return False
    state.index += 1
    begin(ctx)
    return True


def begin(ctx: Resolution) -> None:
    """Begin the phase that the index names."""
    state = ctx.state
    if state.index % (2 * PHASES) == 0:
        turn = ctx.box.scenarios[state.scenario].turn[state.turn - 1]
        ctx.say(ChapterBegun(state.turn, turn.dates))
    ctx.say(PhaseBegun(state.phase, _CASES[state.phase]))
    side = state.side
    match state.phase:
        case "movement":
            state.marches, state.bound, state.attacks = {}, (), []
            arrive(ctx)
            ctx.push(Combining(side=side), Moving(side=side), Swapping(side=side))
        case "combat":
            # Units under automatic elimination go before anything else (G-SEQ-4).
            for id in state.doomed:
                ctx.eliminate(id, "elimination")
            ctx.push(*(step(side=side) for step in reversed(COMBAT)))
        case _:
            ctx.push(Creating(side=side))


_CASES: Mapping[Phase, str] = {"movement": "G-SEQ-11", "combat": "G-SEQ-3", "supply": "G-SEQ-10"}


def end(ctx: Resolution) -> None:
    """What is done at the end of every phase (G-SEQ-12)."""
    state = ctx.state
    if state.phase == "movement":
        _after_movement(ctx)
    elif state.phase == "combat":
        for id in kept(state.spent, state.attacks):
            del state.spent[id]
        state.first = ()
    _expend(ctx)
    again = recovered(state.pieces, state.index)
    if again:
        alter(state, {**state.pieces, **again}, again.keys())
        ctx.say(Recovered(tuple(again)))
    judge(ctx)


def _after_movement(ctx: Resolution) -> None:
    """What the French score by where they stand, and what Prussia thinks of where they went."""
    state = ctx.state
    if state.side != "french":
        return
    for deed in ctx.box.deeds(state.scenario):
        if deed.hex is not None and ctx.position.troops(deed.hex, "french"):
            state.ledger[deed.id] = 1
    prussia.after_movement(ctx)


def _expend(ctx: Resolution) -> None:
    """Supply units that were spent leave the map; one that fed an elimination may last (A-45)."""
    state = ctx.state
    lasting = {}
    for id, spent in sorted(state.spent.items()):
        if spent.use == "elimination" and state.plays("ae-supply-lasts"):
            lasting[id] = replace(spent, use="combat", stacking=True)
        elif id in state.pieces:
            ctx.eliminate(id, "spent")
    state.spent = lasting


def judge(ctx: Resolution) -> None:
    """Judge all sieges at once, and the total by them (A-74, A-80)."""
    state, box, position = ctx.state, ctx.box, ctx.position
    known, left = prizes(box, state), {side: unshut(position, side) for side in ORDER}
    sieges = tuple([town for town in known if not box.ring[box.place[town]] & left[state.control[town]]])
    for town in known:
        if (town in sieges) != (town in state.besieged):
            ctx.say(Besieged(town) if town in sieges else Relieved(town))
    state.besieged = sieges
    _total(ctx)


def _total(ctx: Resolution) -> None:
    """Recompute the total, and say it where it is another."""
    before, after = ctx.state.halves, halves(ctx.box, ctx.state)
    if after != before:
        ctx.say(Scored(*(Ratio.of(Fraction(halves, 2)) for halves in (after, after - before))))
        ctx.state.halves = after


def _finish(ctx: Resolution) -> None:
    """The garrisons of all besieged Fortresses go, and the total is read (A-79, A-126)."""
    state = ctx.state
    for town in state.besieged:
        for id in ctx.position.stack(ctx.box.place[town], state.control[town]):
            ctx.eliminate(id, "siege")
    _total(ctx)
    state.over = True
    result = provisional_outcome(ctx.box, state)
    ctx.say(GameOver(result.level, result.case))
