"""The turn card of each chapter: posted, edited while the chapter lasts, marked if it is taken back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

import discord
import msgspec

from bot.campaigns import awaited, guards, messages, options
from bot.campaigns.journal import Chapter
from bot.campaigns.lessons import lesson_of
from bot.campaigns.opening import Opening, happened, late, opened, silence
from bot.campaigns.service import Campaigns
from bot.campaigns.telling import ended
from bot.clock import notation
from bot.errors import incident
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import Heading
from bot.posts.card import face, lesson
from bot.posts.card.shares import Shares, telling_from
from bot.store import Campaign, CardRow, Due, OutboxRow, Post, rows
from bot.surface import custom_ids, layout
from bot.surface.pictured import REPOST, pictured
from bot.surface.pictures import WIDTH, Pictures
from data.catalogue import _, retold
from data.nouns import upper
from engines.core.contract import AnyTitle, Outcome
from engines.core.events import Event
from render import Picture, RenderError

log = logging.getLogger("tocsin.cards")

FRESH = timedelta(minutes=45)
"""A card older than this is posted again: Discord limits edits of messages older than an hour."""
BRIEF = 12
"""Most lines of a chapter's story that stand whole on its card, without a summary."""
NEUTRAL = 0x6B7280
"""Accent of a chapter of which only the number is known."""


class Lobby(Protocol):
    """Posts the cards of lobbies."""

    async def post(self, row: Due, campaign: Campaign) -> CardRow | None:
        """Post or update the card of a lobby; returns its place."""


class Cards:
    """Posts the cards of campaigns in their channels."""

    def __init__(
        self,
        client: discord.Client,
        campaigns: Campaigns,
        pictures: Pictures,
        clock: Callable[[], datetime],
        lobby: Lobby,
    ) -> None:
        self._client = client
        self._campaigns = campaigns
        self._pictures = pictures
        self._clock = clock
        self._lobby = lobby

    async def post(self, row: Due, campaign: Campaign) -> CardRow | None:
        """Post or update the card of a chapter; returns its place."""
        assert row.chapter is not None
        if row.chapter == messages.LOBBY:
            return await self._lobby.post(row, campaign)
        # There is no card before the first chapter, and none for a chapter that was taken back.
        if not campaign.state or row.chapter > self._campaigns.chapter_of(campaign):
            return None
        live = campaign.status != "ended" and row.chapter == self._campaigns.chapter_of(campaign)
        title, posted, above = self._campaigns.title_of(campaign), row.hanging, 0
        chapter, story = await self._campaigns.history.on_card(campaign, title, row.chapter)
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        if posted is not None:
            message = channel.get_partial_message(posted.message_id)
            shares = Shares.of(posted, story.lines)
            above = shares.above
            try:
                # A form that was handed in, a stopped clock, or a line or two are no reason for a new post.
                more = shares.much and story.settled > shares.shown
                if live and shares.news and more and self.is_old(posted):
                    await self._retire(message, campaign, chapter, story.lines[above : shares.shown])
                    above = shares.shown
                else:
                    leaf = await self._leaf(row, chapter, story.lines[above:], live=live, above=above)
                    shows = await self._edit(
                        message, campaign, chapter, leaf, live=live, pictured_so_far=posted.pictured
                    )
                    hangs = msgspec.structs.replace(posted, version=campaign.version, pictured=shows)
                    return telling_from(hangs, story, above)
            except discord.HTTPException as error:
                if error.code not in REPOST:
                    raise
        leaf = await self._leaf(row, chapter, story.lines[above:], live=live, above=above)
        picture = await self._picture(campaign, chapter) if live else None
        sent, shows = await self._send(channel, leaf, picture, f"{campaign.id}-{row.chapter}-{row.id}")
        hangs = CardRow.of(campaign, row.chapter, sent.id, self._clock())
        return telling_from(msgspec.structs.replace(hangs, pictured=shows), story, above)

    def is_old(self, posted: CardRow) -> bool:
        """Whether a card is so old that it may be posted again."""
        return self._clock() - posted.posted_at > FRESH

    async def _send(
        self, channel: discord.PartialMessageable, leaf: face.Face, picture: discord.File | None, nonce: str
    ) -> tuple[discord.Message, bool]:
        """Post a card; gives it, and whether it shows a picture."""

        async def show(picture: discord.File | None) -> tuple[discord.Message, bool]:
            sent = await channel.send(
                view=face.build(leaf, picture),
                files=[] if picture is None else [picture],
                nonce=nonce,
                allowed_mentions=layout.NO_MENTIONS,
            )
            return sent, picture is not None

        sent, shows = await pictured(show, picture, f"the card {nonce}")
        self._campaigns.newest.posted(sent)
        return sent, shows

    async def _edit(
        self,
        message: discord.PartialMessage,
        campaign: Campaign,
        chapter: Chapter,
        leaf: face.Face,
        *,
        live: bool,
        pictured_so_far: bool,
    ) -> bool:
        """Update a card; the picture is uploaded again only if the board on it has changed, or has none yet.

        :param live: it is the card of the present chapter.
        :param pictured_so_far: it shows a picture.
        :returns: whether it shows one now.
        """

        async def show(media: layout.Media | None) -> bool:
            kept = discord.utils.MISSING if isinstance(media, str) else []
            await message.edit(
                view=face.build(leaf, media),
                attachments=[media] if isinstance(media, discord.File) else kept,
                allowed_mentions=layout.NO_MENTIONS,
            )
            return media is not None

        # The card of a turn that has just ended shows how it ended.
        closes = chapter.number == self._campaigns.chapter_of(campaign) - 1
        changed = live and (campaign.images == "every-action" or bool(leaf.ending) or not pictured_so_far)
        kept = layout.KEPT if pictured_so_far and campaign.images != "never" else None
        media = await self._picture(campaign, chapter) if closes or changed else kept
        return await pictured(show, media, f"the card {message.id}")

    async def _retire(
        self, message: discord.PartialMessage, campaign: Campaign, chapter: Chapter, lines: Sequence[str]
    ) -> None:
        """Reduce a card that is posted again to its first lines; delete it if there are none."""
        if not lines:
            await message.delete()
            return
        colour = _heading(presenter_of(self._campaigns.title_of(campaign)), campaign.scenario, chapter).colour
        view = face.retired(lines, colour, custom_ids.before(campaign.id, chapter.number))
        await message.edit(view=view, attachments=[], allowed_mentions=layout.NO_MENTIONS)

    async def _leaf(
        self, row: Due, chapter: Chapter, story: list[str], *, live: bool, above: int
    ) -> face.Face:
        """The public content of a chapter's card: nothing here is made from what only a seat knows.

        :param story: the lines of this card.
        :param above: number of lines before them, on older posts.
        """
        campaign = row.campaign
        title, number = self._campaigns.title_of(campaign), chapter.number
        words = presenter_of(title)
        playing = live and campaign.status == "running"
        ending = _ending(title, campaign) if number == self._campaigns.chapter_of(campaign) else []
        owed = awaited.parts(self._campaigns, campaign) if playing else []
        leaf = face.Face(
            heading=_heading(words, campaign.scenario, chapter),
            opening=self._opening(campaign, chapter, owed) if playing else Opening(),
            story=story,
            due=_due(title, campaign, owed),
            groups=[],
            stamp=None,
            rules=options.parted(title, campaign.scenario, campaign.options),
            balance=await self._balance(campaign, number) if playing else "",
            ending=ending,
            earlier=custom_ids.before(campaign.id, number),
            folded=above > 0,
            follow=custom_ids.follow(campaign.id) if playing and self._is_watched(title, campaign) else "",
        )
        if campaign.is_over or number < self._campaigns.chapter_of(campaign):
            return await self._closed(leaf, campaign, chapter, above)
        if not playing:
            return leaf
        leaf = self._with_controls(leaf, campaign)
        if leaf.stamp is None:
            return leaf
        leaf = leaf._replace(lesson=await lesson.guide(self._campaigns, campaign))
        return await self._below(leaf, campaign, chapter)

    def _is_watched(self, title: AnyTitle, campaign: Campaign) -> bool:
        """Whether a campaign has spectators; a lesson is for its learner."""
        return self._campaigns.watched and lesson_of(title, campaign) is None

    async def turn(self, campaign: Campaign, number: int) -> tuple[face.Face, Picture | None] | None:
        """What a chapter that is over has on its card, without controls, and its last board.

        None while it goes on, as after an undo.
        """
        title, last = self._campaigns.title_of(campaign), self._campaigns.chapter_of(campaign)
        chapter, words = await self._campaigns.chapter(campaign, number), presenter_of(title)
        leaf = face.Face(
            heading=_heading(words, campaign.scenario, chapter),
            # Not those that are kept of the card: they are in the language of the server.
            story=words.on_card(chapter.events).lines,
            due="",
            groups=[],
            stamp=None,
            ending=[],
            elsewhere=layout.IN_CHANNEL,
        )
        if campaign.is_over and number == last:
            leaf = leaf._replace(ending=_ending(title, campaign))
        elif number >= last:
            return None
        leaf = await self._closed(leaf, campaign, chapter, 0)
        return leaf, await self._drawn(campaign, chapter)

    async def _last_of(self, campaign: Campaign, number: int) -> Any:
        """The last board of a chapter so far; None if it can't be found out."""
        if number == self._campaigns.chapter_of(campaign):
            return self._campaigns.state_of(campaign)
        title = self._campaigns.title_of(campaign)
        return await self._campaigns.history.start(campaign, title, number + 1)

    def _opening(self, campaign: Campaign, chapter: Chapter, owed: Sequence[awaited.Part]) -> Opening:
        """What the card of the present chapter says first."""
        if stopped := guards.why_stopped(campaign):
            return Opening("", stopped)
        title, state = self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)
        asked = title.deciding(state)
        clock, alone = notation.read(campaign.clock), campaign.is_alone
        silent = silence(title, state, clock, asked, alone=alone, late=late(campaign, asked)) if asked else ""
        news = happened(presenter_of(title), chapter.events, chapter.latest)
        return opened(news, awaited.in_short(title, owed), silent)

    async def _closed(self, leaf: face.Face, campaign: Campaign, chapter: Chapter, above: int) -> face.Face:
        """The card of a finished chapter: its headlines, or below the map its history if it is long; and
        what changed."""
        title, history = self._campaigns.title_of(campaign), self._campaigns.history
        words = presenter_of(title)
        began = await history.start(campaign, title, chapter.number)
        ended = await self._last_of(campaign, chapter.number)
        stands = None if ended is None else title.known_outcome(ended, None)
        stood = None if began is None else title.known_outcome(began, None)
        balance = "" if stands is None else words.balance(stands, stood)
        if campaign.is_over and chapter.number == self._campaigns.chapter_of(campaign):
            balance = upper(words.change(stands, stood)) if stands and stood else ""
        headlines = account(words, chapter.events)
        long = above + sum(line.count("\n") + 1 for line in leaf.story) > BRIEF
        past = layout.cut(words.narrate(chapter.events), face.HISTORY) if long and not headlines else ""
        return leaf._replace(
            story=headlines or leaf.story,
            folded=leaf.folded or bool(headlines),
            summed_up=bool(headlines),
            balance=balance,
            ending=[
                *([f"*{past}*"] if past else []),
                *(words.closing(title.view(began, None), title.view(ended, None)) if began and ended else []),
                *leaf.ending,
            ],
        )

    async def _below(self, leaf: face.Face, campaign: Campaign, chapter: Chapter) -> face.Face:
        """The card with the events of the last action below the map; the chapter's opening stays on top.

        A card that was only just posted has the end of the chapter before there.
        """
        latest = self._latest(campaign, chapter)
        opening = leaf.story[: -len(latest) or None]
        if (opening or leaf.folded) and leaf.story == opening + latest:
            return leaf._replace(story=opening, latest=latest)
        if opening or leaf.folded or chapter.latest < len(chapter.events):
            return leaf
        before = await self._campaigns.chapter(campaign, chapter.number - 1)
        lines = self._latest(campaign, before)
        shown = layout.last_lines(lines, face.LATEST, most=face.BEFORE_LINES, elsewhere=face.FOLDED)
        if not shown:
            return leaf
        said = [_("-# How the last turn ended:"), shown]
        return leaf._replace(latest=said, folded=shown != "\n".join(lines))

    def _latest(self, campaign: Campaign, chapter: Chapter) -> list[str]:
        """The lines of the last action in a chapter."""
        words = presenter_of(self._campaigns.title_of(campaign))
        return words.on_card(chapter.events[len(chapter.events) - chapter.latest :]).lines

    async def _balance(self, campaign: Campaign, number: int) -> str:
        """The public score so far, and its change in a chapter."""
        title = self._campaigns.title_of(campaign)
        stands = title.known_outcome(self._campaigns.state_of(campaign), None)
        if stands is None:
            return ""
        stood = await self._campaigns.history.outcome_before(campaign, title, number)
        return presenter_of(title).balance(stands, stood)

    def _with_controls(self, leaf: face.Face, campaign: Campaign) -> face.Face:
        """The card with the choices of the one seat that is asked, in a game whose card has the controls."""
        if guards.why_stopped(campaign):
            return leaf
        title, state = self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)
        seats = [decision.seat for decision in title.decisions(state)]
        if title.secrets or len(seats) != 1:
            return leaf._replace(private=campaign.id)
        return leaf._replace(
            groups=presenter_of(title).groups(state, seats[0]),
            stamp=custom_ids.Stamp(campaign.id, campaign.version, seats[0]),
            advised=title.advises,
        )

    async def _picture(self, campaign: Campaign, chapter: Chapter) -> discord.File | None:
        """The map with this chapter's changes; None if the campaign wants none or it can't be drawn."""
        drawn = await self._drawn(campaign, chapter, line=campaign.id)
        return None if drawn is None else layout.attachment(drawn)

    async def _drawn(
        self, campaign: Campaign, chapter: Chapter, *, line: int | None = None
    ) -> Picture | None:
        """The public view of a chapter's last board, with its changes."""
        if campaign.images == "never":
            return None
        title, board = self._campaigns.title_of(campaign), await self._last_of(campaign, chapter.number)
        if board is None:
            return None
        words, view = presenter_of(title), title.view(board, None)
        over = chapter.number < self._campaigns.chapter_of(campaign)
        try:
            return await self._pictures.draw(
                title,
                words.closed(view, chapter.number) if over else view,
                words.moves(chapter.events),
                campaign.theme,
                await width_of(self._campaigns, campaign.guild_id),
                words.card,
                line=line,
                hangs=True,
            )
        except RenderError as error:
            # A campaign goes on without its map; `tocsin doctor` says what is missing.
            incident(error, f"drawing the map of campaign {campaign.id}")
            return None

    async def retract(self, row: OutboxRow, campaign: Campaign) -> None:
        """Mark a card that shows what was taken back."""
        old = msgspec.json.decode(row.payload, type=Post)
        channel = self._client.get_partial_messageable(old.channel, guild_id=campaign.guild_id)
        try:
            await channel.get_partial_message(old.message).edit(
                view=face.retracted(), attachments=[], allowed_mentions=layout.NO_MENTIONS
            )
        except discord.HTTPException as error:
            if error.code not in REPOST:
                raise


def _ending(title: AnyTitle, campaign: Campaign) -> list[str]:
    """How a campaign has ended, a line each; empty while it goes on."""
    if campaign.outcome is not None:
        # The summary, which follows at once, has the working, the dice and the seed.
        return presenter_of(title).verdict(msgspec.json.decode(campaign.outcome, type=Outcome))[:2]
    if campaign.status != "ended":
        return []
    result = ended(title, campaign.ending)
    return [f"## {result.heading}", result.sentence]


def _due(title: AnyTitle, campaign: Campaign, owed: Sequence[awaited.Part]) -> str:
    """The seats that have decided and those that have not, where the first line of the card can't say it."""
    stopped = guards.why_stopped(campaign)
    return "\n".join(awaited.told(title, owed)) if len(owed) > 1 or stopped else ""


def account(words: AnyPresenter, events: Sequence[Event]) -> list[str]:
    """A finished chapter by its headlines, a line each with small print; empty where it has none."""
    return [line for headline in words.headlines(events) for line in headline.lines()]


async def width_of(campaigns: Campaigns, guild_id: int) -> int:
    """A server's setting for the width of its maps, in pixels."""
    wanted = await campaigns.store.look(partial(rows.people.guild_of, guild_id=guild_id))
    return wanted.image_width or WIDTH


def _heading(words: AnyPresenter, scenario: str, chapter: Chapter) -> Heading:
    """The heading of a chapter's card; only its number if an undo removed its beginning."""
    plain = Heading(retold(chapter.title) or _("Chapter {number}", number=chapter.number), "", "", NEUTRAL)
    return words.heading(scenario, chapter.number, chapter.events) if chapter.events else plain
