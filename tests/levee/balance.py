"""How the Headline deck plays: who wins by scenario and difficulty, whether one card decides, what is idle.

`python -m tests.levee.balance` plays the games and writes `data/levee/BALANCE.md` and its picture; the
tests ask the same questions of fewer games.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import data.levee
from engines.core.dice import Dice
from engines.core.events import Event, Roll
from engines.core.simulate import Setup, simulate
from engines.levee import events as happened
from engines.levee.player.greedy import greedy
from engines.levee.player.policy import STUDY
from engines.levee.score import LEVELS, TITLES
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from render.reports.chart import chart

FOLDER = Path(data.levee.__file__).parent
SEED = "balance"
DIFFICULTY: Mapping[str, Mapping[str, bool]] = {
    "easier": {"easier": True},
    "normal": {},
    "harder": {"harder": True},
}
NORMAL = 20
"""Games of the normal game for each one of the other kinds: each red card is looked at in ten places."""


class Tally:
    """Games of the normal game by the greedy policy, looked at card by card."""

    def __init__(self) -> None:
        self.games = 0
        self.places: dict[str, dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))
        """Whether a game was won that reached red, by middle red card and its place."""
        self.reveals: Counter[tuple[str, str]] = Counter()
        self.idle: Counter[tuple[str, str]] = Counter()
        """How often a printed change was carried out, and how often it did nothing."""
        self.monarchy: list[int] = []
        """Where Monarchy stood when the white deck was over."""

    def play(self, title: Levee, seed: str) -> None:
        """Play one game and count it."""
        rng = random.Random(seed)
        dice = Dice(seed)
        step = title.setup("base", {}, dice)
        reds: list[str] = []
        colour = "blue"
        while True:
            self._count(title, step.events)
            state = step.state
            if state.colour == "red":
                if colour != "red":
                    # Before the first red headline was carried out its marker may have moved.
                    self.monarchy.append(_before(step.events, state))
                if not reds or reds[-1] != state.headline:
                    reds.append(state.headline)
            colour = state.colour
            if not title.decisions(state):
                break
            step = title.apply(state, SEAT, greedy(title.box, state, title.legal_actions(state, SEAT)), dice)
        outcome = title.outcome(state)
        assert outcome is not None
        self.games += 1
        if reds:
            # Cards that were not reached lie in an order that nobody has drawn: any will do.
            rest = list(state.pile[:-1])
            rng.shuffle(rest)
            for place, card in enumerate([*reds[1:], *rest]):
                if card != title.box.decks[False]["red"][-1]:
                    self.places[card][place].append(outcome.winner is not None)

    def spread(self) -> dict[str, float]:
        """By middle red card, how much the chance to win depends on its place, from 0 to 1."""
        shares = {
            card: [sum(won) / len(won) for won in places.values()] for card, places in self.places.items()
        }
        return {card: max(share) - min(share) for card, share in sorted(shares.items())}

    def idleness(self) -> dict[tuple[str, str], float]:
        """By card and change, the share of its reveals in which it did nothing."""
        return {key: self.idle[key] / count for key, count in self.reveals.items()}

    def royal(self) -> float:
        """The share of white decks that end with Monarchy at 3 or 4."""
        return sum(at >= 3 for at in self.monarchy) / max(1, len(self.monarchy))

    def _count(self, title: Levee, events: Iterable[Event]) -> None:
        card = ""
        done: dict[str, bool] = {}
        for event in events:
            if isinstance(event, happened.CardRevealed):
                card = str(event.number)
            elif isinstance(event, happened.FrenchArmySet) and card:
                break
            elif card:
                _note(event, done)
        for change, worked in done.items():
            self.reveals[card, change] += 1
            self.idle[card, change] += not worked


def _before(events: Iterable[Event], state: State) -> int:
    """Monarchy before the headline of these events moved it."""
    moved = [
        event for event in events if isinstance(event, happened.MarkerMoved) and event.marker == "monarchy"
    ]
    return moved[0].origin if moved else state.tracks["monarchy"]


def _note(event: Event, done: dict[str, bool]) -> None:
    """What a headline's event says of a printed change: whether anything came of it."""
    match event:
        case happened.ArmyMoved(army, cause="headline"):
            done[army] = True
        case happened.ArmyStayed(army, reason=reason):
            # Who fought a Liberation marker has cost France something to hope for.
            done[army] = done.get(army, False) or reason == "defended"
        case happened.MarkerMoved(marker, origin, target, "headline"):
            done[marker] = origin != target
        case happened.Reaction(lowered, raised):
            done["Reaction!"] = bool(lowered or raised)
        case happened.DisorderPlaced(already):
            done["Journée"] = not already
        case happened.ArmyRotated(army, rotated, changed):
            done[f"{'turn' if rotated else 'free'} {army}"] = changed
        case happened.ArmyRemoved(army, space):
            done[f"remove {army}"] = space is not None
        case happened.LiberationGranted(marker):
            done["grant"] = marker is not None
        case Roll():
            pass
        case _:
            pass


def tally(games: int, seed: str = SEED) -> Tally:
    """So many games of the normal game."""
    counted = Tally()
    title = Levee()
    for number in range(games):
        counted.play(title, f"{seed}-{number}")
    return counted


class Row(NamedTuple):
    """How often the greedy policy won a scenario or a preset, by difficulty."""

    name: str
    won: dict[str, float]
    levels: dict[str, float]
    """Shares of the results at normal difficulty."""


def rows(games: int, seed: str = SEED) -> list[Row]:
    """Each scenario, and each preset with its rules, at each difficulty."""
    title, found = Levee(), list[Row]()
    setups = {scenario.id: Setup(scenario.id) for scenario in title.scenarios}
    setups |= {
        preset.name.lower(): Setup(preset.scenario, dict.fromkeys(preset.options, True))
        for preset in title.presets
        if preset.options
    }
    for label, (scenario, rules) in setups.items():
        counts = {
            name: simulate(title, STUDY, "greedy", games, seed, setup=Setup(scenario, {**rules, **harder}))
            for name, harder in DIFFICULTY.items()
        }
        won = {name: summary.won / games for name, summary in counts.items()}
        levels = {level: count / games for level, count in counts["normal"].levels.items()}
        found.append(Row(label, won, levels))
    return found


def report(games: int) -> None:
    """Write the document and its picture from so many games of each kind."""
    table, counted = rows(games), tally(NORMAL * games)
    text = (FOLDER / "BALANCE.md").read_text(encoding="utf-8")
    head, _, _ = text.partition("## Tables\n")
    (FOLDER / "BALANCE.md").write_text(head + _tables(games, table, counted), encoding="utf-8")
    sheet = [
        (
            "Won by the greedy policy, per cent",
            [(row.name, round(100 * row.won["normal"]), f"{row.won['normal']:.1%}") for row in table],
        ),
        (
            "How the chance to win depends on a red card's place, points",
            [
                (f"card {card}", round(100 * spread), f"{100 * spread:.0f}")
                for card, spread in counted.spread().items()
            ],
        ),
    ]
    drawn = chart("Levée en Masse: balance", f"{games} games each, seed {SEED}", sheet)
    drawn.save(FOLDER / "balance.png", optimize=True)


def _tables(games: int, table: list[Row], counted: Tally) -> str:
    lines = [
        "## Tables\n",
        f"Written by `python -m tests.levee.balance {games}`: {games:,} games of each kind,",
    ]
    lines.append(f"and {counted.games:,} of the normal game for what is told of its cards.\n")
    lines += ["| won by the greedy policy | easier | normal | harder |", "|---|---|---|---|"]
    for row in table:
        shares = " | ".join(f"{row.won[name]:.1%}" for name in DIFFICULTY)
        lines.append(f"| {row.name} | {shares} |")
    lines += ["", "| result at normal difficulty | " + " | ".join(row.name for row in table) + " |"]
    lines.append("|---|" + "---|" * len(table))
    for level in LEVELS:
        lines.append(f"| {TITLES[level]} | " + " | ".join(f"{row.levels[level]:.1%}" for row in table) + " |")
    lines += ["", "![Shares of games won and spreads of the red cards](balance.png)\n"]
    lines += ["| red card | the chance to win depends on its place by |", "|---|---|"]
    lines += [f"| {card} | {100 * spread:.0f} points |" for card, spread in counted.spread().items()]
    worst = sorted(counted.idleness().items(), key=lambda item: -item[1])[:12]
    lines += ["", "| change that does nothing most often | share of its reveals |", "|---|---|"]
    lines += [f"| card {card}, {change} | {share:.0%} |" for (card, change), share in worst]
    lines += ["", f"Monarchy stands at 3 or 4 at the end of {counted.royal():.0%} of the white decks."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
