"""The results of many games, counted and in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from data.catalogue import _, retold
from data.nouns import clauses, counted, figure, labelled

BAR = 40
"""Length in characters of the longest bar."""


class Summary(msgspec.Struct, frozen=True):
    """Many games counted. `levels` and `losses` are in the order of the game and have every entry."""

    title: str
    pack: str
    policy: str
    seed: str
    games: int
    wins: dict[str, int]
    """Games by the seat that won them, in the order of the title."""
    levels: dict[str, int]
    """Games by the level of their outcome, worst for the first seat first."""
    losses: dict[str, int]
    """Games that no seat won, by the stage they ended in."""
    scores: dict[int, int]
    """Games with a score, by their score, ascending."""
    actions: float
    """Mean of actions per game, the ends of turns among them."""
    chapters: float
    """Mean of chapters (turns) per game."""
    course: dict[str, int] = {}
    """Games that took the course of history, by its name, where they are counted by it."""

    def share(self, count: int) -> float:
        """A count as a share of all games, 0..1."""
        return count / self.games

    @property
    def won(self) -> int:
        """Games that a seat won."""
        return sum(self.wins.values())

    @property
    def heading(self) -> str:
        """The title and setting of the games."""
        return _(
            "{title}, policy {policy}: {games} from seed {seed}",
            title=self.title,
            policy=self.policy,
            games=counted(self.games, "game"),
            seed=self.seed,
        )

    @property
    def caption(self) -> str:
        """The results in one line."""
        pace = _(
            "on average {actions:.1f} actions in {chapters:.1f} turns",
            actions=self.actions,
            chapters=self.chapters,
        )
        course = (
            labelled(retold(name), f"{count} ({figure(self.share(count), '.1%')})")
            for name, count in self.course.items()
        )
        return clauses((self._winners, pace, *course, _("pack {pack}", pack=self.pack)))

    @property
    def _winners(self) -> str:
        """How many games were won; by which seats, where several could."""
        if len(self.wins) < 2:
            return _("{count} won ({share:.1%})", count=self.won, share=self.share(self.won))
        counts = [
            _("{seat} {count} ({share:.1%})", count=won, seat=seat, share=self.share(won))
            for seat, won in self.wins.items()
        ]
        nobody = self.games - self.won
        counts.append(_("nobody {count} ({share:.1%})", count=nobody, share=self.share(nobody)))
        return _("won: {counts}", counts=", ".join(counts))


class Bar(NamedTuple):
    """One bar of a chart."""

    label: str
    value: int
    note: str


class Panel(NamedTuple):
    """Bars that belong together."""

    title: str
    bars: tuple[Bar, ...]


def panels(summary: Summary) -> list[Panel]:
    """The summary as bars: outcomes, losses by stage, scores."""
    lost = summary.games - summary.won
    drawn = [
        Panel(_("How the games ended"), _bars(summary.levels, summary.games)),
        Panel(
            _("Where they were lost") if len(summary.wins) < 2 else _("Where nobody won"),
            _bars(summary.losses, lost),
        ),
    ]
    if summary.scores:
        scored = sum(summary.scores.values())
        title = _("Victory Points of the {games} that were scored", games=counted(scored, "game"))
        drawn.append(Panel(title, _histogram(summary.scores)))
    return drawn


def summary_text(summary: Summary) -> str:
    """The summary for a terminal, bars drawn with characters."""
    lines = [summary.heading, summary.caption]
    for panel in panels(summary):
        lines += ["", panel.title]
        wide = max(len(bar.label) for bar in panel.bars)
        most = max(1, *(bar.value for bar in panel.bars))
        lines += [
            f"  {bar.label:<{wide}}  {'█' * round(BAR * bar.value / most):<{BAR}}  {bar.note}"
            for bar in panel.bars
        ]
    return "\n".join(lines)


def _bars(counts: dict[str, int], whole: int) -> tuple[Bar, ...]:
    return tuple(
        Bar(name.replace("-", " ").capitalize(), count, f"{count} ({figure(count / max(1, whole), '.1%')})")
        for name, count in counts.items()
    )


def _histogram(scores: dict[int, int]) -> tuple[Bar, ...]:
    """Scores in bins of equal width, a multiple of 4, so that there are at most 16."""
    low, high = min(scores), max(scores)
    width = 4
    while (high // width) - (low // width) >= 16:
        width += 4
    bins: Counter[int] = Counter()
    for score, count in scores.items():
        bins[score // width] += count
    return tuple(
        Bar(
            _("{low} to {high}", low=number * width, high=number * width + width - 1),
            bins[number],
            str(bins[number]),
        )
        for number in range(low // width, high // width + 1)
    )
