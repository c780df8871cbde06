"""The summary of a campaign: posted once when it is over, in its channel and in the server's archive."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any, NamedTuple

import discord
import msgspec
from discord import ui

import render
from bot.campaigns import messages, ranks, records, telling
from bot.campaigns.places import hides, keep_hidden, keep_open, keep_parent
from bot.campaigns.service import Campaigns
from bot.errors import incident
from bot.games.registry import presenter_of
from bot.posts.say import awake
from bot.replays import playback
from bot.replays.playback import Replay
from bot.store import Campaign, JournalRow, OutboxRow
from bot.surface import custom_ids, layout, links
from bot.surface.pictured import pictured
from data.catalogue import _
from data.nouns import counted, dated, listed, upper
from data.sentences import rendered
from engines.core import statistics
from engines.core.contract import AnyTitle, Outcome
from engines.core.errors import EngineError
from engines.core.record import Record
from engines.core.review import judges
from engines.core.statistics import SeatDice
from render import Picture, RenderError, Story
from render.reports.summary import ROWS, SEATS, SERIES

log = logging.getLogger("tocsin.summaries")

CLOSED = (10003, 10004, 50001, 50013, 160005)
"""Discord's errors for a channel that is gone, or that the bot may not see or write in; a locked thread."""
ACCENT = 0x8A6D2F


class Ending(NamedTuple):
    """A finished campaign, with all that its summary tells."""

    title: AnyTitle
    campaign: Campaign
    outcome: Outcome | None
    """The result by the rules; None if people ended the campaign."""
    record: Record
    replay: Replay
    dice: dict[str, SeatDice] | None
    """The dice of each seat; None if the record can't be replayed under the present rules."""
    entries: int
    """Actions that were not taken back."""
    taken_back: int
    earlier: Mapping[str, Sequence[int]] = {}
    """Former players, by seat, in the order of their first action."""


class Summaries:
    """Posts the summaries of campaigns."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns
        # Each takes a second of work, and a sweep may end many campaigns: one at a time.
        self._one = asyncio.Lock()

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Post the summary that a row asks for, if there is one to post."""
        if not campaign.is_over or campaign.last_seq < 0:
            return
        in_archive = msgspec.json.decode(row.payload, type=messages.Summary).archive
        channel_id = campaign.channel_id
        if in_archive:
            settings = await ranks.settings_of(self._campaigns, campaign.guild_id)
            if settings.archive_channel in (None, campaign.channel_id):
                return
            channel_id = settings.archive_channel or 0
        place = self._client.get_channel(campaign.channel_id)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread):
            keep = keep_hidden if hides(place) else keep_open
            await keep(self._campaigns.store, campaign.channel_id)
            await keep_parent(self._campaigns.store, place)
        try:
            # A person who plays alone was there, and no one is pinged in the archive.
            pinged = [] if in_archive or len(campaign.people) < 2 else campaign.people
            await self._post(row, campaign, channel_id, await awake(self._campaigns, pinged))
        except discord.HTTPException as error:
            if not in_archive or error.code not in CLOSED:
                raise
            log.warning("the archive of server %s takes no summary: %s", campaign.guild_id, error)

    async def _post(
        self, row: OutboxRow, campaign: Campaign, channel_id: int, to_ping: Sequence[int]
    ) -> None:
        title = self._campaigns.title_of(campaign)
        rows = await self._campaigns.store.journal(campaign.id)
        async with self._one:
            ending = await asyncio.to_thread(looked_back, title, campaign, rows)
            picture = await self._picture(ending)
        channel = self._client.get_partial_messageable(channel_id, guild_id=campaign.guild_id)
        pinged = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in to_ping]
        )
        card = await self._campaigns.store.card(campaign.id, self._campaigns.card_chapter(campaign))
        paragraphs = lines(ending, links.to_card(campaign.guild_id, card, links.LAST_CARD) if card else "")
        record = discord.File(
            BytesIO(msgspec.json.format(msgspec.json.encode(ending.record))),
            filename=f"{campaign.title}-{campaign.id}.json",
        )
        sheet = None if picture is None else layout.attachment(picture)
        reviewed = judges(title) is not None

        async def show(files: tuple[discord.File | None, discord.File] | None) -> None:
            await channel.send(
                view=build(paragraphs, *(files or ()), again=campaign.id, reviewed=reviewed),
                files=[file for file in files or () if file is not None],
                nonce=f"{campaign.id}-s-{row.id}",
                allowed_mentions=pinged,
            )

        await pictured(show, (sheet, record), f"the summary of campaign {campaign.id}")

    async def _picture(self, ending: Ending) -> Picture | None:
        if not ending.replay.steps:
            return None
        try:
            return await asyncio.to_thread(drawn, ending)
        except RenderError as error:
            incident(error, f"drawing the summary of campaign {ending.campaign.id}")
            return None


def looked_back(title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow]) -> Ending:
    """All that a summary tells. Slow: not for the event loop."""
    record = records.record(campaign, rows, title)
    try:
        dice = statistics.seat_dice(title, record, stakes=presenter_of(title).stakes)
    except EngineError as error:
        log.warning("campaign %s can't be replayed for its dice: %s", campaign.id, error)
        dice = None
    played = [row for row in rows if row.seq and row.kind == "act"]
    return Ending(
        title=title,
        campaign=campaign,
        outcome=None if campaign.outcome is None else msgspec.json.decode(campaign.outcome, type=Outcome),
        record=record,
        replay=playback.replayed(title, record),
        dice=dice,
        entries=sum(row.undone_by is None for row in played),
        taken_back=sum(row.undone_by is not None for row in played),
        earlier=_earlier(campaign, played),
    )


def lines(ending: Ending, link: str = "") -> list[str]:
    """The summary as text, a paragraph each.

    :param link: to the place where it was played.
    """
    title, campaign = ending.title, ending.campaign
    words = presenter_of(title)
    if ending.outcome is None:
        result = telling.ended(title, campaign.ending)
        verdict = [f"## {result.heading}", result.sentence]
    else:
        verdict = [*words.verdict(ending.outcome), *_why(ending, ending.outcome)]
    top = "\n".join([_("📜 **{name}** is over.", name=title.name), *verdict])
    paragraphs = [top, _players(title, campaign, ending.earlier), _course(ending)]
    if ending.dice is None:
        paragraphs.append(_("**Dice** Not counted: the record can't be replayed under the current rules."))
    else:
        rolled = statistics.words(ending.dice, title.seat_names)
        none = not any(dice.dice or dice.by_hand for dice in ending.dice.values())
        paragraphs.append(
            _("**Dice** No player made a roll of their own.") if none else "\n".join([_("**Dice**"), *rolled])
        )
    paragraphs.append(
        _(
            "**Honest dice** The seed was `{seed}`. Its hash, published at the start, was "
            "`{commitment}`. `tocsin verify` checks every roll in the record.",
            seed=campaign.seed,
            commitment=campaign.commitment,
        )
    )
    paragraphs.append(
        _(
            "**Record** `/campaign export` gives you the record and `/campaign replay` shows the "
            "game again, in any channel of this server with `campaign: {id}`. {link}",
            id=campaign.id,
            link=link,
        ).rstrip()
    )
    return paragraphs


def _why(ending: Ending, outcome: Outcome) -> list[str]:
    """Why it ended so; empty if the record can't be replayed to its end."""
    replay, title = ending.replay, ending.title
    if replay.trouble is not None or not replay.turns:
        return []
    last = replay.turns[-1]
    view: Any = title.view(last.state, None)
    return presenter_of(title).aftermath(outcome, view, last.events)


def _earlier(campaign: Campaign, played: Sequence[JournalRow]) -> dict[str, list[int]]:
    """People who have played a seat, and neither hold nor own it now."""
    earlier: dict[str, list[int]] = {}
    for row in played:
        if row.source != "player" or row.undone_by is not None or row.user_id is None:
            continue
        sitting = campaign.seating[row.seat]
        if row.user_id not in (sitting.user_id, sitting.owner_id):
            earlier.setdefault(row.seat, []).append(row.user_id)
    return {seat: list(dict.fromkeys(users)) for seat, users in earlier.items()}


def _players(title: AnyTitle, campaign: Campaign, earlier: Mapping[str, Sequence[int]]) -> str:
    """The players of each seat."""
    seats = []
    for sitting in campaign.seating.values():
        lent = (
            ""
            if sitting.owner_id in (None, sitting.user_id)
            else _(" for <@{owner_id}>", owner_id=sitting.owner_id)
        )
        others = listed([f"<@{user}>" for user in earlier.get(sitting.seat, ())])
        also = _(" (also {others})", others=others) if others else ""
        seats.append(f"{title.seat_names[sitting.seat]} {telling.holder(title, sitting)}{lent}{also}")
    return _("**Players** {seats}", seats=" · ".join(seats))


def _course(ending: Ending) -> str:
    campaign = ending.campaign
    turns = presenter_of(ending.title).chapters(len(ending.replay.turns))
    back = _(", {taken_back} more taken back", taken_back=ending.taken_back) if ending.taken_back else ""
    ended = campaign.ended_at or campaign.updated_at
    days = _from_to([discord.utils.format_dt(day, "D") for day in _days(campaign.created_at, ended)])
    took = _long(campaign.created_at, ended)
    return _(
        "**Played** {turns} and {actions}{back}, in {took}: {days}.",
        turns=turns,
        actions=counted(ending.entries, "action"),
        back=back,
        took=took,
        days=days,
    )


def _days(start: datetime, end: datetime) -> list[datetime]:
    """The first and the last day, or one if they are the same."""
    return [start, end] if start.date() != end.date() else [end]


def _from_to(days: Sequence[str]) -> str:
    return _(" to ").join(days)


def _long(start: datetime, end: datetime) -> str:
    days, hours = (end - start).days, (end - start).seconds // 3600
    if days:
        return counted(days, "day")
    return counted(hours, "hour") if hours else _("less than an hour")


def build(
    paragraphs: Sequence[str],
    picture: discord.File | None = None,
    record: discord.File | None = None,
    *,
    again: int,
    reviewed: bool = False,
) -> ui.LayoutView:
    """The message: text, picture, record, within Discord's limits.

    :param again: the campaign that a button starts once more.
    :param reviewed: whether a button looks back on it.
    """
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=ACCENT)
    room = layout.TEXT - 100
    for text in paragraphs:
        shown = layout.cut(text, room)
        box.add_item(ui.TextDisplay(shown))
        room -= len(shown)
        if room < 100:
            break
    if picture is not None:
        box.add_item(layout.gallery(picture, _("Summary")))
    if record is not None:
        box.add_item(ui.File(record))
    anew: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Play again"), style=discord.ButtonStyle.primary, custom_id=custom_ids.new_anew(again)
    )
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(anew)
    if reviewed:
        row.add_item(ui.Button(label=_("Review"), emoji="🔍", custom_id=custom_ids.review(again)))
    return layout.message(box, row)


def story(ending: Ending) -> Story:
    """The content of the summary picture."""
    title, campaign, outcome = ending.title, ending.campaign, ending.outcome
    words = presenter_of(title)
    ended = campaign.ended_at or campaign.updated_at
    views = [title.view(turn.state, None) for turn in ending.replay.turns]
    # The campaign is over: its curve shows what was hidden while it ran.
    stood = [title.provisional_outcome(turn.state) for turn in ending.replay.turns]
    scores = [None if stands is None else stands.score for stands in stood]
    return Story(
        title=title.name,
        result=_result(title, campaign, outcome),
        level=telling.ended(title, campaign.ending).heading if outcome is None else rendered(outcome.title),
        score="" if outcome is None or outcome.score is None else words.points(outcome.score),
        working=[]
        if outcome is None
        else [(rendered(line.label), words.points(line.value)) for line in outcome.working[:ROWS]],
        chapters=str(words.counted_by),
        series=words.series(views, scores)[:SERIES] if len(views) > 1 else [],
        dice=_dice(title, ending.dice or {}),
        footer=[
            _from_to([dated(day) for day in _days(campaign.created_at, ended)]),
            words.chapters(len(views)),
            _("Seed's hash {commitment}…", commitment=campaign.commitment[:16]),
        ],
    )


def _result(title: AnyTitle, campaign: Campaign, outcome: Outcome | None) -> str:
    if outcome is None:
        return telling.ended(title, campaign.ending).plain
    return presenter_of(title).result(outcome)


def _dice(title: AnyTitle, dice: Mapping[str, SeatDice]) -> list[render.Dice]:
    return [
        render.Dice(
            title.seat_names[seat],
            rolled.faces,
            "" if rolled.luck is None else upper(statistics.luck_words(rolled.luck)),
        )
        for seat, rolled in dice.items()
        if rolled.dice
    ][:SEATS]


def drawn(ending: Ending) -> Picture:
    """The summary picture: the last public map, the score, its course, the dice.

    :raises RenderError: it can't be drawn.
    """
    title, theme = ending.title, ending.campaign.theme
    last: Any = title.view(ending.replay.steps[-1].state, None)
    board = render.frame(title.id, last, title.data, theme=theme)
    return render.summary(story(ending), board, theme)
