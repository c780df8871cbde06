"""A campaign as a story: one beat for each event or battle, in the view of a seat or the public."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.wording import faces_in, says_number
from bot.replays.playback import Leaf, Replay
from bot.surface.layout import SMALL
from data.catalogue import retold
from engines.core.contract import AnyTitle, Outcome
from engines.core.events import ChapterBegun, Event


class Beat(NamedTuple):
    """One moment: the board after it, its arrows, and its text."""

    chapter: int
    name: str
    """Name of the chapter."""
    state: Any
    lines: list[str]
    """The whole text, Markdown."""
    caption: list[str]
    """The most important lines, Markdown; small print is arithmetic."""
    moves: Sequence[Any]
    weight: tuple[int, ...]
    stands: Outcome | None
    """The outcome that the position would have, as the viewer may know it."""

    @property
    def heading(self) -> str:
        """`3 · Varennes`, or `Day 3` if the name has the number already."""
        return self.name if says_number(self.name, self.chapter) else f"{self.chapter} · {self.name}"


def storyboard(title: AnyTitle, replay: Replay, viewer: str | None, most: int) -> list[Beat]:
    """The beats of a campaign in order, in the view of a seat or the public.

    :param most: number of beats; if there are more, the least important are joined to their neighbours.
    """
    words = presenter_of(title)
    return fewer([_beat(title, words, scene, viewer) for scene in _scenes(title, words, replay.steps)], most)


def _scenes(title: AnyTitle, words: AnyPresenter, steps: Sequence[Leaf]) -> Iterator[list[Leaf]]:
    """Steps that make one beat: the steps of one battle, or any other single step."""
    run: list[Leaf] = []
    for before, step in zip([None, *steps], steps, strict=False):
        public = title.redact_all(step.events, None)
        staged = before is not None and words.is_scene(before.state, public)
        if run and not (staged and words.is_scene(run[-1].state, ())):
            yield run
            run = []
        run.append(step)
        if not staged:
            yield run
            run = []
    if run:
        yield run


def _beat(title: AnyTitle, words: AnyPresenter, scene: Sequence[Leaf], viewer: str | None) -> Beat:
    last = scene[-1]
    events: list[Event] = [event for step in scene for event in title.redact_all(step.events, viewer)]
    lines = words.tell(events)
    loud = [line for line in lines if not line.startswith(SMALL)]
    thrown = [line for line in lines if faces_in(line)]
    # For a battle, which has its own post, the card has only its result.
    sums = [line for line in words.on_card(events).lines if line not in lines]
    moves = words.moves(events)
    opens = any(isinstance(event, ChapterBegun) for event in events)
    weight = (
        bool(sums) or opens or len(lines) > 4,
        bool(sums),
        bool(moves),
        bool(thrown),
        min(len(loud), 4),
        bool(lines),
    )
    # For a combat, the roll with the most details; otherwise the last one. A battle has too many.
    throw = max(thrown, key=len, default="") if sums else "".join(thrown[-1:])
    caption = [*(sums or loud), throw] if loud and throw and len(scene) == 1 else sums or loud or lines
    stands = title.known_outcome(last.state, viewer)
    return Beat(
        last.chapter, retold(last.name), last.state, lines, caption, moves, tuple(map(int, weight)), stands
    )


def fewer(beats: list[Beat], most: int) -> list[Beat]:
    """At most `most` beats, and none without text: a beat of little importance is joined to a neighbour.

    The neighbour is the next beat, or the one before if the next is in another chapter.
    """
    kept = list(beats)
    while len(kept) > 1:
        least = min(range(len(kept)), key=lambda place: kept[place].weight)
        if len(kept) <= most and any(kept[least].weight):
            break
        into = least + 1 if least + 1 < len(kept) else least - 1
        if least and into > least and kept[into].chapter != kept[least].chapter:
            into = least - 1 if kept[least - 1].chapter == kept[least].chapter else into
        first, second = sorted((least, into))
        kept[first : second + 1] = [_joined(kept[first], kept[second])]
    return kept


def _joined(first: Beat, second: Beat) -> Beat:
    """Two beats as one: both texts in order, with the heading of the more important one."""
    heavier = max(second, first, key=lambda beat: beat.weight)
    return second._replace(
        lines=first.lines + second.lines,
        caption=heavier.caption,
        moves=[*first.moves, *second.moves],
        weight=heavier.weight,
    )


def unsigned(line: str) -> str:
    """A line of the story without its pictograms."""
    bare = "".join(
        letter for letter in line if letter == "✓" or unicodedata.category(letter) not in ("So", "Mn", "Cf")
    )
    return " ".join(bare.split())


def plain(line: str) -> str:
    """A line without its Markdown, for a picture."""
    return unsigned(re.sub(r"\*\*|__|\*", "", line.removeprefix(SMALL)))


def sentence(line: str) -> str:
    """A line with a full stop."""
    bare = plain(line)
    return bare if not bare or bare[-1] in ".!?:…" else f"{bare}."
