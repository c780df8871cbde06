"""The fight of a week that mattered most, by what everybody has read of it, and its picture."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from bot.campaigns import lessons, records
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, incident
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import Headline
from bot.games.telling import Run
from bot.posts.card.poster import width_of
from bot.replays import playback
from bot.store import Campaign, CampaignHead, StoreError, rows
from bot.surface.pictures import Pictures
from engines.core.contract import AnyTitle
from engines.core.events import ChapterBegun, Event
from engines.core.record import Record
from render import CloseUp, Picture, RenderError

log = logging.getLogger("tocsin.battles")

CHAPTERS = 30
"""The newest chapters of a campaign that are looked at."""


class Weight(NamedTuple):
    """How much a fight mattered: the first difference counts."""

    turned: bool
    """Whether in its turn another result came in sight."""
    won: bool
    held: bool
    """Whether the winner holds the place."""
    fought: int
    """The events of it, a measure of its size; 0 where it has no post of its own."""
    campaign_id: int
    chapter: int


class Fight(NamedTuple):
    """A fight that was decided."""

    campaign: Campaign
    chapter: int
    number: int
    """The number of the fight among the chapter's decided fights, from 0."""
    headline: Headline
    weight: Weight


class Ground(NamedTuple):
    """What the picture of a fight shows: the public view when it was decided, and the events of it."""

    view: Any
    moves: Sequence[Any]
    sheets: Sequence[CloseUp]
    """Close-ups to try, the best first."""


async def of_week(campaigns: Campaigns, heads: Iterable[CampaignHead], since: datetime) -> Fight | None:
    """The fight of these campaigns that mattered most since a moment; None if none was decided."""
    fights: list[Fight] = []
    for head in heads:
        try:
            fights += await _of_campaign(campaigns, head.id, since)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one that can't be read must not hold up the others' week
            incident(error, f"looking for fights in campaign {head.id}")
    return max(fights, key=lambda fight: fight.weight, default=None)


async def _of_campaign(campaigns: Campaigns, campaign_id: int, since: datetime) -> list[Fight]:
    """The fights of one campaign."""
    campaign = await campaigns.by_id(campaign_id)
    try:
        title = campaigns.title_of(campaign)
    except PoliteError:
        # Its pack is gone.
        return []
    if not campaign.state or lessons.lesson_of(title, campaign):
        return []
    words, last = presenter_of(title), campaigns.chapter_of(campaign)
    lately = partial(
        rows.journal.newest_chapters, campaign_id=campaign.id, last=last, since=since, most=CHAPTERS
    )
    fights = []
    for number in await campaigns.store.look(lately):
        chapter = await campaigns.chapter(campaign, number)
        fought_out = await asyncio.to_thread(decided, words, list(chapter.events))
        turned = bool(fought_out) and await _turned(campaigns, title, campaign, number)
        for place, (run, headline) in enumerate(fought_out):
            won = bool(headline.winner)
            held = won and headline.holder == headline.winner
            fought = 0 if run.line is None else len(run.events)
            weight = Weight(turned, won, held, fought, campaign.id, number)
            fights.append(Fight(campaign, number, place, headline, weight))
    return fights


def decided(words: AnyPresenter, events: Sequence[Event]) -> list[tuple[Run, Headline]]:
    """The fights that were decided in a chapter, in order, each with the run of events that it is told of."""
    runs = words.runs(events)
    all_of = [(run, headline) for run in runs for headline in run.headlines]
    # A game whose fights have no posts of their own.
    all_of = all_of or [(Run(list(events)), headline) for headline in words.headlines(events)]
    return [(run, headline) for run, headline in all_of if headline.about == "fight"]


async def _turned(campaigns: Campaigns, title: AnyTitle, campaign: Campaign, number: int) -> bool:
    """Whether by what everybody knew another result was in sight after a chapter than before."""
    began = await campaigns.history.start(campaign, title, number)
    ended = campaigns.state_of(campaign)
    if number < title.chapter(ended)[0]:
        ended = await campaigns.history.start(campaign, title, number + 1)
    if began is None or ended is None:
        return False
    before, after = title.known_outcome(began, None), title.known_outcome(ended, None)
    if before is None or after is None:
        return False
    return (before.winner, before.level) != (after.winner, after.level)


async def drawn(campaigns: Campaigns, pictures: Pictures, fight: Fight) -> Picture | None:
    """The picture of a fight; None if its campaign wants none, or it can't be drawn."""
    campaign = fight.campaign
    if campaign.images == "never":
        return None
    title = campaigns.title_of(campaign)
    entries = await campaigns.store.journal(campaign.id, 0, campaign.last_seq)
    record = records.record(campaign, entries)
    try:
        ground = await asyncio.to_thread(ground_of, title, record, fight.chapter, fight.number)
    except Exception as error:  # noqa: BLE001 - the week is told without a picture that can't be made
        incident(error, f"looking for the ground of a fight in campaign {campaign.id}")
        return None
    if ground is None:
        return None
    width = await width_of(campaigns, campaign.guild_id)
    for sheet in ground.sheets:
        try:
            return await pictures.draw(
                title, ground.view, ground.moves, campaign.theme, width, sheet, hangs=True
            )
        except RenderError as error:
            log.info("the fight of the week in campaign %s: %s", campaign.id, error)
    return None


def ground_of(title: AnyTitle, record: Record, chapter: int, number: int) -> Ground | None:
    """The public ground of a fight, by its campaign's record. Not for the event loop.

    :param number: of the chapter's decided fights, from 0.
    """
    words, events, begun = presenter_of(title), list[Event](), 0
    for step in playback.replayed(title, record).steps:
        before = len(events)
        for event in title.redact_all(step.events, None):
            # An entry that ends a chapter also begins the next.
            begun = event.number if isinstance(event, ChapterBegun) else begun or step.chapter
            if begun == chapter:
                events.append(event)
        fights = decided(words, events) if len(events) > before else []
        if len(fights) > number:
            run, headline = fights[number]
            close = [scene.close for scene in words.scenes(events) if headline in scene.headlines]
            return Ground(title.view(step.state, None), words.moves(run.events), [*close, words.card])
    return None
