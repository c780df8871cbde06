"""How the game ended: the defeats, the Victory Points and their bands (9)."""

from __future__ import annotations

from typing import NamedTuple

from data.catalogue import N_
from data.sentences import Sentence, _l, say_by, series
from engines.core.contract import Outcome, Working
from engines.levee.box import Box
from engines.levee.state import State, left, liberated

TITLES = {
    "crushing-defeat": N_("Crushing defeat"),
    "decisive-defeat": N_("Decisive defeat"),
    "substantive-defeat": N_("Substantive defeat"),
    "minor-defeat": N_("Minor defeat"),
    "minor-victory": N_("Minor victory"),
    "substantive-victory": N_("Substantive victory"),
    "triumph": N_("Republican triumph"),
}
"""The seven outcomes from worst to best (A-23)."""
LEVELS = tuple(TITLES)


class Band(NamedTuple):
    """Victory Points from `least` upwards give `level`."""

    least: int
    level: str


BANDS = (
    Band(1, "triumph"),
    Band(-7, "substantive-victory"),
    Band(-15, "minor-victory"),
    Band(-25, "minor-defeat"),
)
"""Bands of L-9.3-k; anything below the last is a substantive defeat."""

MILDEST = "minor-defeat"
"""The best outcome of a game in which Paris fell (A-22)."""
VICTORIES = frozenset({"minor-victory", "substantive-victory", "triumph"})


def level_of(points: int) -> str:
    """The level that a number of Victory Points reaches (L-9.3-k)."""
    return next((band.level for band in BANDS if points >= band.least), "substantive-defeat")


def working(box: Box, state: State) -> list[Working]:
    """The seven steps of the score (9.3); steps 6 and 7 are listed apart.

    Red headlines count as not played only when the game is over; before that they are still to come.
    """
    tracks = state.tracks
    hostile = sum(at is not None for at in state.boxes.values()) + state.disorder
    borders = [box.border(army, at) for army, at in state.boxes.items() if at is not None]
    red_left = sum(box.cards[card].deck == "red" for card in state.pile) if state.phase == "over" else 0
    return [
        Working(
            _l("Republic at {republic}, times 3", republic=_place(tracks["republic"])),
            3 * tracks["republic"],
            "9.3",
            _l("Republic"),
        ),
        Working(
            _places(_l("Liberated"), [Sentence(box.space[space].name) for space in liberated(state)]),
            sum(box.space[space].box for space in liberated(state)),
            "9.3",
            _l("Liberated"),
        ),
        Working(
            _l("Despotism at {despotism}, times 4", despotism=_place(tracks["despotism"])),
            -4 * tracks["despotism"],
            "9.3",
            _l("Despotism"),
        ),
        Working(
            _l("Monarchy at {monarchy}, times 5", monarchy=_place(tracks["monarchy"])),
            -5 * tracks["monarchy"],
            "9.3",
            _l("Monarchy"),
        ),
        Working(_l("Red headlines not played"), -red_left, "9.3"),
        Working(_l("Hostile pieces on the map"), -hostile, "9.3", _l("Hostile pieces")),
        Working(
            _l("Armies on red-bordered spaces, times 3"), -3 * borders.count("red"), "9.3", _l("Red borders")
        ),
        Working(
            _l("Armies on orange-bordered spaces"), -borders.count("orange"), "9.3", _l("Orange borders")
        ),
    ]


def outcome(box: Box, state: State) -> Outcome | None:
    """The result of a finished game; whether it is a defeat depends on the cards left (A-21, A-22, A-55)."""
    return provisional_outcome(box, state) if state.phase == "over" else None


def provisional_outcome(box: Box, state: State) -> Outcome:
    """The result if the last headline left the position as it is; when the game is over, its result."""
    facts = {"paris-fell": state.paris_fell}
    if state.crowned:
        facts["king-crowned"] = True
    if state.crowned == "9.1":
        return _defeat("crushing-defeat", "9.1", facts)
    if state.crowned == "9.2":
        return _defeat("decisive-defeat", "9.2", facts)
    coming = [box.cards[card].deck for card in left(box, state)]
    if state.paris_fell and "blue" in coming:
        return _defeat("crushing-defeat", "9.1", facts)
    reds = len(box.decks[state.setting.kit]["red"])
    if state.paris_fell and ("white" in coming or coming.count("red") == reds):
        return _defeat("decisive-defeat", "9.2", facts)
    steps = working(box, state)
    points = sum(step.value for step in steps)
    level = level_of(points)
    if state.paris_fell and level in VICTORIES and not state.on("paris-may-fall"):
        # The fall of Paris is a defeat, whose degree the points decide (8.1, 9.0, A-22).
        level = MILDEST
    winner = "france" if level in VICTORIES else None
    return Outcome(winner, level, say_by(TITLES[level]), points, "9.3", steps, facts)


def _defeat(level: str, case: str, facts: dict[str, bool]) -> Outcome:
    return Outcome(None, level, say_by(TITLES[level]), None, case, [], facts)


def _place(value: int) -> str:
    """A box of a track with a true minus sign."""
    return str(value).replace("-", "−")


def _places(label: Sentence, names: list[Sentence]) -> Sentence:
    return (
        _l("{label}: {text}", label=label, text=series(names)) if names else _l("{label}: none", label=label)
    )
