"""Victory: what the French score, and what a game comes to (VP)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from data.grande_armee.schema import Action, Prize
from data.grande_armee.texts import SEATS, Text
from data.sentences import Sentence, say_by
from engines.core.contract import Outcome, Working
from engines.grande_armee.box import Box
from engines.grande_armee.state import State


def prizes(box: Box, state: State) -> Mapping[str, Prize]:
    """The Fortresses that score, Prussia's with them once she is in the war."""
    rules = box.pack.scenarios.prussia
    more = rules.fortress if rules is not None and state.called is not None else []
    return {**box.prizes(state.scenario), **{prize.town: prize for prize in more}}


def scored(state: State, prize: Prize) -> int:
    """Half points of a Fortress: control in full, a siege by half (G-VP-A-2, A-78)."""
    besieged = prize.town in state.besieged
    if state.control[prize.town] == "french":
        return 0 if besieged else 2 * prize.points
    return prize.points if besieged else 0


def done(state: State, deed: Action) -> int:
    """Points of a further action (G-VP-0-2)."""
    count = state.ledger.get(deed.id, 0)
    return min(deed.most, deed.points * (count // deed.each if deed.each else count))


def fortress_points(box: Box, state: State) -> Fraction:
    """The part of the total that is recomputed from the board (A-80)."""
    return Fraction(_fortress_halves(box, state), 2)


def _fortress_halves(box: Box, state: State) -> int:
    return sum([scored(state, prize) for prize in prizes(box, state).values()])


def action_points(box: Box, state: State) -> int:
    """The part of the total that is a ledger."""
    return sum(done(state, deed) for deed in box.deeds(state.scenario))


def halves(box: Box, state: State) -> int:
    """The total in half points."""
    return _fortress_halves(box, state) + 2 * action_points(box, state)


def provisional_outcome(box: Box, state: State) -> Outcome:
    """What the total comes to, in half points (G-VP-A-1, A-128)."""
    total = halves(box, state)
    scenario = box.scenarios[state.scenario]
    winner = "french" if total >= 2 * scenario.threshold else "allied"
    lines = [
        Working(
            say_by(
                Text.BESIEGED if prize.town in state.besieged else Text.HELD,
                town=box.hex(box.place[prize.town]),
            ),
            points,
            "G-VP-0-2",
        )
        for prize in prizes(box, state).values()
        if (points := scored(state, prize))
    ]
    lines += [
        Working(
            Sentence(deed.text), 2 * count, "G-VP-0-2", box.hex(deed.hex) if deed.hex else say_by(Text.LOSSES)
        )
        for deed in box.deeds(state.scenario)
        if (count := done(state, deed))
    ]
    text = Text.WINS if state.over else Text.LEADS
    written = say_by(Text.AND_A_HALF, whole=total // 2) if total % 2 else total // 2
    title = say_by(text, seat=SEATS[winner].message, total=written, threshold=scenario.threshold)
    return Outcome(winner, winner, title, total, "G-VP-A-1", lines)
