"""A server's announcements: a campaign has begun or is decided, and once a week what there was.

Only campaigns are announced whose channel everybody on the server can see; nobody is pinged.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

import discord
import msgspec
from sqlalchemy import Connection

from bot.campaigns import lessons, messages, telling
from bot.campaigns.places import allowed_in
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.games.registry import presenter_of
from bot.posts import battles
from bot.posts.summary import CLOSED
from bot.store import Campaign, CampaignHead, Guild, Message, OutboxRow, rows
from bot.store.rows.people import Weekly
from bot.surface import layout, links
from bot.surface.pictured import pictured
from bot.surface.pictures import Pictures
from data.catalogue import N_, _, retold
from data.sentences import rendered
from engines.core.contract import Outcome
from render import Picture

log = logging.getLogger("tocsin.announcements")

WEEK = timedelta(days=7)
BATCH = 50
FIGHT = 600
"""Characters about the fight of a week."""
MOST = 50
"""Campaigns of a week that are looked at."""


class Announcements:
    """Posts what a server announces."""

    def __init__(self, client: discord.Client, campaigns: Campaigns, pictures: Pictures) -> None:
        self._client = client
        self._campaigns = campaigns
        self._pictures = pictures

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Post an announcement, if the server still wants it and everybody may read it."""
        settings = await settings_of(self._campaigns, campaign.guild_id)
        guild = self._client.get_guild(campaign.guild_id)
        if settings.announce_channel is None or guild is None:
            return
        about = msgspec.json.decode(row.payload, type=messages.Announce).about
        if about == "begun" and await self._of_league(campaign):
            # The post of its league has all the games of a round.
            return
        week = await self._week(guild, row) if about == "week" else None
        text, picture = week or (self._of_one(guild, campaign, about), None)
        if not text:
            return
        channel = self._client.get_partial_messageable(settings.announce_channel, guild_id=guild.id)
        nonce = f"{campaign.id}-n-{row.id}"

        async def show(picture: Picture | None) -> None:
            files = [] if picture is None else [layout.attachment(picture)]
            await channel.send(text, files=files, nonce=nonce, allowed_mentions=layout.NO_MENTIONS)

        try:
            await pictured(show, picture, f"the card {nonce}")
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                raise
            log.warning("the channel for announcements of server %s takes none: %s", guild.id, error)

    async def _of_league(self, campaign: Campaign) -> bool:
        of = partial(rows.leagues.of_campaign, campaign_id=campaign.id)
        return await self._campaigns.store.look(of) is not None

    def _of_one(self, guild: discord.Guild, campaign: Campaign, about: messages.About) -> str:
        """A campaign that has begun or is decided; empty if it is not to be announced."""
        title = self._campaigns.title_of(campaign)
        if not campaign.state or lessons.lesson_of(title, campaign) or not is_open(guild, campaign):
            return ""
        where = links.channel_url(guild.id, campaign.channel_id)
        if about == "begun":
            scenario = retold(title.scenario(campaign.scenario).name)
            return _(
                "📯 **{game}** begins: {scenario}.\n{seats}\n{where}",
                game=title.name,
                scenario=scenario,
                seats=telling.seats(title, campaign),
                where=where,
            )
        if not campaign.is_over:
            return ""
        if campaign.outcome is None:
            heading, _sentence, result = telling.ended(title, campaign.ending)
        else:
            outcome = msgspec.json.decode(campaign.outcome, type=Outcome)
            heading, result = rendered(outcome.title), presenter_of(title).result(outcome)
        return _(
            "🏁 **{game}** is decided: **{heading}**. {result}\n{seats}\n{where}",
            game=title.name,
            heading=heading,
            result=result,
            seats=telling.seats(title, campaign),
            where=where,
        )

    async def _week(self, guild: discord.Guild, row: OutboxRow) -> tuple[str, Picture | None]:
        """The campaigns that began, went on or ended in the week before, and its greatest fight with a
        picture; empty if there was none."""
        since = row.created_at - WEEK
        heads = await self._campaigns.store.look(
            partial(rows.campaigns.of_week, guild_id=guild.id, since=since, limit=MOST)
        )
        public = [head for head in heads if is_open(guild, head)]
        lines = [f"- {self._line(head, new=head.created_at >= since)}" for head in public]
        if not lines:
            return "", None
        fight = await battles.of_week(self._campaigns, public, since)
        top = _("🗞️ **This week's campaigns**")
        if fight is None:
            return "\n".join([top, layout.first_lines(lines, layout.REPLY - len(top) - 1)]), None
        last = layout.cut(self._fight(fight), FIGHT)
        shown = layout.first_lines(lines, layout.REPLY - len(top) - len(last) - 2)
        picture = await battles.drawn(self._campaigns, self._pictures, fight)
        return "\n".join([top, shown, last]), picture

    def _fight(self, fight: battles.Fight) -> str:
        return _(
            "⚔️ **The fight of the week** {title}, in **{game}**, <#{channel}>. {outcome}",
            title=fight.headline.title,
            game=self._campaigns.packs.name_of(fight.campaign),
            channel=fight.campaign.channel_id,
            outcome=fight.headline.told,
        ).rstrip()

    def _line(self, head: CampaignHead, *, new: bool) -> str:
        game, where = self._campaigns.packs.name_of(head), f"<#{head.channel_id}>"
        if head.outcome is not None:
            result = msgspec.json.decode(head.outcome, type=Outcome).title
            return _DECIDED(game=game, where=where, result=result)
        how = _NEW if new and not head.is_over else _STANDS
        return how(game=game, where=where, stands=telling.stands(head))


_DECIDED = N_("**{game}** in {where}: decided, {result}")
_NEW = N_("**{game}** in {where}: new this week, {stands}")
_STANDS = N_("**{game}** in {where}: {stands}")


def is_open(guild: discord.Guild, campaign: CampaignHead | Campaign) -> bool:
    """Whether everybody on a server can see a campaign's channel; False for one that is not known."""
    channel = guild.get_channel_or_thread(campaign.channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return allowed_in(channel, guild.default_role).view_channel


async def tell_weeks(campaigns: Campaigns) -> None:
    """Announce the weeks of servers whose time has come, each once."""
    await each_week(campaigns, "week_at", messages.announce("week"))


async def each_week(campaigns: Campaigns, of: Weekly, said: Message) -> None:
    """Have a message about their week sent to the servers whose time has come, each once."""
    store, now = campaigns.store, campaigns.store.now()

    def step(connection: Connection, guild: Guild) -> None:
        if rows.people.next_week(connection, of, guild, now + WEEK):
            heads = rows.campaigns.of_week(connection, guild.id, now - WEEK, MOST)
            # Messages of a campaign whose channel is gone are given up.
            reached = next((head for head in heads if head.parked_at is None), None)
            if reached is not None:
                rows.outbox.add(connection, reached.id, [said], now)

    for guild in await store.look(partial(rows.people.weeks_due, of=of, now=now, limit=BATCH)):
        await store.transact(partial(step, guild=guild))
