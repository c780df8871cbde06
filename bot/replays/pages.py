"""A campaign as one web page that needs no server: its maps, its story beside them, its score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from PIL import Image

import render
from bot.campaigns import telling
from bot.games.registry import presenter_of
from bot.replays import storyboard
from bot.replays.playback import Replay, ends_early
from bot.replays.storyboard import Beat
from bot.replays.work import Work
from bot.store import Campaign, Ended
from data.catalogue import N_, _, retold
from data.nouns import clauses, counted, labelled, listed
from data.told import told
from engines.core.contract import AnyTitle, Outcome
from engines.core.record import Record
from render import ThemeName
from render.facade import artist_of
from render.reports.webpage import Pictures, Reel, Scene, developed, webpage

THEMES: tuple[ThemeName, ...] = ("light", "dark")
PUBLIC = N_("Public view")
MAPS = 200
"""Most maps of a page: each takes a tenth of a second, and a person waits for the page."""
WORDS = 256 * 1024
"""Fewest bytes for template and story."""


class Rung(NamedTuple):
    """How much of a campaign goes into its page."""

    scenes: int
    width: int
    both: bool = False
    """Whether maps are drawn for dark and for light."""
    seats: bool = True
    """Whether each seat's view goes in, if the campaign is over and had secrets."""


LADDER = (
    Rung(90, 1200, both=True),
    Rung(90, 1200),
    Rung(60, 1100),
    Rung(40, 1000),
    Rung(60, 1000, seats=False),
    Rung(30, 900, seats=False),
    Rung(12, 800, seats=False),
    Rung(4, 500, seats=False),
)
"""From the fullest to the smallest."""


class About(NamedTuple):
    """The text about a campaign above its story."""

    result: str
    lines: list[str]


class Page(msgspec.Struct, frozen=True):
    """A page and what it leaves out."""

    data: bytes
    scenes: int
    left_out: str
    """What it leaves out, in a sentence or two; empty if it has everything."""


def about(title: AnyTitle, campaign: Campaign, replay: Replay, names: Mapping[int, str]) -> About:
    """The text about a campaign: the players, and how it ended or that it goes on.

    :param names: of its people; a person without a name in it stays unnamed.
    """
    seats = []
    for sitting in campaign.seating.values():
        who = (
            _("the automatic player") if sitting.automatic else names.get(sitting.user_id or 0, _("a player"))
        )
        seats.append(labelled(title.seat_names[sitting.seat], who))
    outcome = None if campaign.outcome is None else msgspec.json.decode(campaign.outcome, type=Outcome)
    ending = telling.ended(title, campaign.ending).plain if campaign.status == "ended" else ""
    return _told(title, replay, outcome, ending, " · ".join(seats), ends_early(title, campaign, replay))


def of_record(title: AnyTitle, record: Record, replay: Replay) -> About:
    """The same for a record, which has no names."""
    ended = None if record.ending is None else Ended(record.ending.how, record.ending.seat)
    ending = "" if ended is None else telling.ended(title, ended).plain
    return _told(title, replay, title.outcome(replay.steps[-1].state), ending)


def _told(title: AnyTitle, replay: Replay, outcome: Outcome | None, ending: str, *more: str) -> About:
    """How it ended, how the result was counted, what was played and how long; and further lines."""
    words = presenter_of(title)
    lines = [
        _(
            "{name}, by {designers}, {publisher}.",
            name=title.name,
            designers=listed(title.designers),
            publisher=title.publisher,
        )
    ]
    lines += [f"{words.chapters(len(replay.turns))}.", *filter(None, more)]
    if outcome is None:
        return About(ending or _("Still running: {name}.", name=retold(replay.steps[-1].name)), lines)
    result, *working = [storyboard.plain(line.lstrip("# ")) for line in words.verdict(outcome)]
    return About(f"{result}.", [*working[:1], *filter(None, [clauses(working[1:])]), *lines])


def page(
    title: AnyTitle, replay: Replay, summary: About, over: bool, theme: ThemeName, most: int, work: Work
) -> Page:
    """The page, of at most `most` bytes. Slow: not for the event loop.

    :param over: whether it may tell everything; otherwise it has the public view.
    :param theme: of the maps, if there is no room for both.
    :raises PoliteError: the caller no longer waits, or it takes too long.
    :raises render.RenderError: even the smallest page does not fit.
    """
    every: list[str | None] = [None, *(title.seats if over and title.secrets else ())]
    for rung in LADDER:
        viewers, themes = every if rung.seats else every[:1], THEMES if rung.both else (theme,)
        stories = [storyboard.storyboard(title, replay, seat, rung.scenes) for seat in viewers]
        if sum(map(len, stories)) * len(themes) > MAPS:
            continue
        reels = _reels(_Sets(title, stories, viewers, themes, rung.width, most - WORDS, work))
        if not reels:
            continue
        data = webpage(title.name, summary.result, summary.lines, reels)
        if len(data) <= most:
            left = [] if rung.both else [_("the {theme} maps", theme=_other(theme))]
            if len(viewers) < len(every):
                left.append(_("what each side knew"))
            moments = len(storyboard.storyboard(title, replay, None, len(replay.steps)))
            scenes = len(stories[0])
            shared = (
                _("{moments} moments share {maps}.", moments=moments, maps=counted(scenes, "map"))
                if scenes < moments
                else ""
            )
            missing = _("Left out to save space: {left}.", left=listed(left)) if left else ""
            return Page(data, scenes, f"{missing} {shared}".strip())
    raise render.RenderError(_("No page of {name} fits into {most} bytes", name=title.name, most=most))


class _Sets(NamedTuple):
    """Sets of maps to draw: of each story, for each theme."""

    title: AnyTitle
    stories: Sequence[Sequence[Beat]]
    viewers: Sequence[str | None]
    themes: Sequence[ThemeName]
    width: int
    room: int
    work: Work


def _reels(sets: _Sets) -> list[Reel]:
    """The stories with their maps; empty if they don't fit."""
    whole = sum(map(len, sets.stories)) * len(sets.themes)
    reels, room, done, left = [], sets.room, 0, len(sets.stories) * len(sets.themes)
    for seat, beats in zip(sets.viewers, sets.stories, strict=True):
        pictures: dict[ThemeName, Pictures] = {}
        for theme in sets.themes:
            # Sets are of similar size: the first one shows whether they are far too large.
            share = min(room, room // left * 5 // 4)
            reel = developed(_drawn(sets, beats, seat, theme, done, whole), share, len(beats))
            if reel is None:
                return []
            pictures[theme] = reel
            room, done, left = room - reel.size, done + len(beats), left - 1
        name = str(PUBLIC) if seat is None else _("As seen by {seat}", seat=sets.title.seat_names[seat])
        reels.append(Reel(name, [scene(sets.title, beat, seat) for beat in beats], pictures))
    return reels


def _drawn(
    sets: _Sets, beats: Sequence[Beat], seat: str | None, theme: ThemeName, done: int, whole: int
) -> Iterator[Image.Image]:
    """The maps of one set, one by one."""
    title = sets.title
    for number, beat in enumerate(beats, start=1):
        sets.work.check()
        view = title.view(beat.state, seat)
        yield render.frame(title.id, view, title.data, beat.moves, theme, width=sets.width)
        sets.work.done(done + number, whole)


def scene(title: AnyTitle, beat: Beat, seat: str | None) -> Scene:
    """A beat in a page, in a seat's view or the public one."""
    points = None if beat.stands is None else beat.stands.score
    return Scene(
        heading=beat.heading,
        lines=[storyboard.unsigned(line) for line in beat.lines],
        alt=artist_of(title.id).alt(title.view(beat.state, seat), told(title.data), moves=beat.moves),
        score="" if points is None else _("Score {points}", points=presenter_of(title).points(points)),
        points=points,
    )


def _other(theme: ThemeName) -> ThemeName:
    return "light" if theme == "dark" else "dark"
