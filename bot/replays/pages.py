"""A campaign as one web page that needs no server: its maps, its story beside them, its score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

import render
from bot.campaigns import telling
from bot.games.registry import presenter_of
from bot.replays import storyboard
from bot.replays.playback import Replay, ends_early
from bot.replays.storyboard import Beat
from bot.store import Campaign, Ended
from data.catalogue import N_, _, retold
from data.nouns import clauses, counted, labelled, listed
from data.told import told
from engines.core.contract import AnyTitle, Outcome
from engines.core.record import Record
from render.facade import artist_of
from render.reports.layers import Layers, Recorder
from render.reports.webpage import Reel, Scene, webpage

PUBLIC = N_("Public view")
MOST = 1_500_000
"""Most bytes of a page: people open it on a phone."""


class Rung(NamedTuple):
    """How much of a campaign goes into its page."""

    scenes: int
    """Most scenes of the public view."""
    seats: int
    """Most scenes of all seats' views together, if the campaign is over and had secrets; without, none."""
    width: int


LADDER = (
    Rung(90, 90, 1100),
    Rung(60, 60, 1000),
    Rung(60, 0, 1000),
    Rung(30, 0, 900),
    Rung(12, 0, 800),
    Rung(4, 0, 500),
)
"""The qualities of a page, from the fullest to the smallest."""

Tell = Callable[[int, int], None]
"""Gets the number of maps that are drawn and the number of all."""


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
    """The text about a record, which has no names."""
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


def page(title: AnyTitle, replay: Replay, summary: About, over: bool, most: int, tell: Tell) -> Page:
    """The page, of at most `most` bytes. Slow: not for the event loop.

    :param over: whether it may tell everything; otherwise it has the public view.
    :raises render.RenderError: even the smallest page does not fit.
    """
    seats = title.seats if over and title.secrets else ()
    for rung in LADDER:
        counts: dict[str | None, int] = {None: rung.scenes}
        if rung.seats:
            counts |= {seat: max(1, rung.seats // len(seats)) for seat in seats}
        stories = {
            viewer: storyboard.storyboard(title, replay, viewer, count) for viewer, count in counts.items()
        }
        maps = _drawn(title, stories, rung.width, tell)
        reels = [
            Reel(_named(title, viewer), [scene(title, beat, viewer) for beat in beats])
            for viewer, beats in stories.items()
        ]
        data = webpage(title.name, summary.result, summary.lines, reels, maps)
        if len(data) <= most:
            moments = len(storyboard.storyboard(title, replay, None, len(replay.steps)))
            scenes = len(stories[None])
            shared = (
                _("{moments} moments share {maps}.", moments=moments, maps=counted(scenes, "map"))
                if scenes < moments
                else ""
            )
            missing = (
                _("Left out to save space: {left}.", left=_("what each side knew"))
                if seats and not rung.seats
                else ""
            )
            return Page(data, scenes, f"{missing} {shared}".strip())
    raise render.RenderError(_("No page of {name} fits into {most} bytes", name=title.name, most=most))


def _named(title: AnyTitle, viewer: str | None) -> str:
    return str(PUBLIC) if viewer is None else _("As seen by {seat}", seat=title.seat_names[viewer])


def _drawn(title: AnyTitle, stories: Mapping[str | None, Sequence[Beat]], width: int, tell: Tell) -> Layers:
    """The maps of all stories, one story after the other."""
    maps, whole, done = Recorder(), sum(map(len, stories.values())), 0
    across = round(width * artist_of(title.id).scale)
    for viewer, beats in stories.items():
        for beat in beats:
            view = title.view(beat.state, viewer)
            maps.add(
                lambda theme, view=view, moves=beat.moves: render.frame(  # type: ignore[misc]
                    title.id, view, title.data, moves, theme, width=across
                )
            )
            done += 1
            tell(done, whole)
    return maps.finished()


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
