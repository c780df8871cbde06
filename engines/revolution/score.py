"""The result of a game: points, the vote of the five, and places (R-WIN)."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_
from data.revolution.tables import SEATS, Camp, Seat
from data.sentences import _l, say_by
from engines.core.contract import Outcome, Working
from engines.revolution.box import KING, PARIS, Box
from engines.revolution.state import State, control, controlled

CASE = "WIN"


def working(box: Box, state: State, seat: Seat) -> list[Working]:
    """A Current's points, item by item, if the game ended now (R-WIN-01 to 07)."""
    tally = box.tally[seat]
    lines = [
        (_l("regions"), len(controlled(state, seat)), "R-WIN-01"),
        (_l("Fame"), state.fame[seat], "R-WIN-01"),
        (_l("Paris"), tally.paris * (control(state, PARIS) == seat), "R-WIN-02"),
        (_l("regime"), tally.in_regime * (state.regime == tally.regime), "R-WIN-03"),
        (_l("kidnapped King"), tally.kidnapped * state.kidnapped, "R-WIN-02"),
        (_l("Coalition"), tally.coalition * sum(r.coalition for r in state.regions.values()), "R-WIN-02"),
        (_l("raised Commune"), tally.commune * state.commune, "R-WIN-07"),
    ]
    # Turned deputies return before points are counted.
    elected = state.deputies[seat]
    if tally.deputies == "each":
        lines.append((_l("deputies"), elected, "R-WIN-03"))
    elif tally.deputies == "or-king":
        dead = tally.king_dead * (state.people[KING].state == "dead")
        item = _l("deputies") if elected >= dead else _l("King dead")
        lines.append((item, max(elected, dead), "R-WIN-06"))
    return [Working(label, value, case) for label, value, case in lines if value]


def points(box: Box, state: State, seat: Seat) -> int:
    """Points of a Current (R-WIN-01 to 07)."""
    return sum(line.value for line in working(box, state, seat))


def scores(box: Box, state: State) -> dict[Seat, int]:
    """Points of all."""
    return {seat: points(box, state, seat) for seat in SEATS}


def winner(box: Box, state: State, score: Mapping[Seat, int]) -> tuple[Seat, Camp | None]:
    """The winner with these points, and the camp with the majority; no camp where the Royalist wins first."""
    enough = box.tables.enough
    if score["royalist"] >= enough:
        return "royalist", None
    other: dict[Camp, Camp] = {"reaction": "revolution", "revolution": "reaction"}
    votes = [
        box.camp[seat] if score[seat] >= enough else other[box.camp[seat]]
        for seat in SEATS
        if seat != "royalist"
    ]
    camp: Camp = max(other, key=votes.count)
    line = box.winner[state.regime]
    able = line.reaction if camp == "reaction" else line.revolution
    return max(able, key=lambda seat: score[seat]), camp


def places(box: Box, state: State, won: Seat) -> dict[Seat, int]:
    """Places of all seats when one has won (R-WIN-15)."""
    for ranks in box.tables.ranks:
        if ranks.winner == won and (not ranks.regimes or state.regime in ranks.regimes):
            return dict(zip(SEATS, ranks.places, strict=True))
    raise AssertionError(f"{won} can't win under {state.regime}")


_PLACES = {(seat, place): f"place-{place}-{seat}" for seat in SEATS for place in range(1, len(SEATS) + 1)}
"""The fact of an outcome for each place that a seat can take."""


def placings(outcome: Outcome) -> dict[Seat, int]:
    """The places of all seats by an outcome."""
    return {seat: place for (seat, place), fact in _PLACES.items() if outcome.facts.get(fact, False)}


_CARRIES = {
    "reaction": N_("Reaction carries it: {who} wins"),
    "revolution": N_("Revolution carries it: {who} wins"),
}


def provisional_outcome(box: Box, state: State) -> Outcome:
    """The result if the game ended now."""
    score = scores(box, state)
    won, camp = winner(box, state, score)
    if camp is None:
        level, title = "restoration", _l("The {name} restores the throne", name=box.current[won].name)
    else:
        level, title = f"{camp}-{state.regime}", say_by(_CARRIES[camp], who=box.called(won))
    lines = [Working(line.label, line.value, CASE) for line in working(box, state, won)]
    facts = {_PLACES[seat, place]: True for seat, place in places(box, state, won).items()}
    return Outcome(won, level, title, score[won], CASE, lines, facts)


def outcome(box: Box, state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return provisional_outcome(box, state) if state.stage == "over" else None
