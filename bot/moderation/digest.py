"""The digest of a week for moderators: what is late, who is away, what was decided, what is disputed."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial

import discord
import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.consent import is_heard
from bot.campaigns.places import Sees, allowed_in
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.clock.hours import Hours
from bot.posts.announcements import WEEK, each_week
from bot.posts.summary import CLOSED
from bot.results import words
from bot.store import Campaign, CampaignHead, Guild, OutboxRow, Request, rows
from bot.store.rows.weekly import Disputed, Lapsed, Late, Planned, Weekly
from bot.surface import layout
from data.catalogue import _
from data.nouns import listed

log = logging.getLogger("tocsin.digest")

MOST = 25
"""Entries of each kind."""


class Digests:
    """Posts the digest of each week in the channel that a server has for it."""

    def __init__(self, client: discord.Client, campaigns: Campaigns) -> None:
        self._client = client
        self._campaigns = campaigns

    async def post(self, row: OutboxRow, campaign: Campaign) -> None:
        """Post the week of a server, if it still wants it; nobody is pinged."""
        settings = await settings_of(self._campaigns, campaign.guild_id)
        guild = self._client.get_guild(campaign.guild_id)
        if settings.log_channel is None or guild is None:
            return
        text = await written(self._campaigns, guild.id, row.created_at, _open_to_moderators(guild, settings))
        channel = self._client.get_partial_messageable(settings.log_channel, guild_id=guild.id)
        try:
            await channel.send(
                layout.cut(text, layout.REPLY),
                nonce=f"{campaign.id}-m-{row.id}",
                allowed_mentions=layout.NO_MENTIONS,
            )
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                raise
            log.warning("the moderators' channel of server %s takes no digest: %s", guild.id, error)


def _open_to_moderators(guild: discord.Guild, settings: Guild) -> Sees:
    """What everybody on a server can see, or at least its moderators' role."""
    role = None if settings.moderator_role is None else guild.get_role(settings.moderator_role)

    def sees(channel_id: int, _people: Collection[int]) -> bool:
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            return False
        allowed = allowed_in(channel, role or guild.default_role)
        private = isinstance(channel, discord.Thread) and channel.is_private()
        return allowed.view_channel and (allowed.manage_threads or not private)

    return sees


async def tell(campaigns: Campaigns) -> None:
    """Have the digests posted whose time has come, each once."""
    await each_week(campaigns, "log_at", messages.moderators())


async def written(campaigns: Campaigns, guild_id: int, now: datetime, sees: Sees) -> str:
    """The week of a server, as far as its reader can see the channels of its campaigns."""
    since = now - WEEK
    query = partial(rows.weekly.of_guild, guild_id=guild_id, since=since, now=now)
    weekly = await campaigns.store.look(query)
    ids = [
        *(each.campaign_id for each in weekly.late),
        *(each.campaign_id for each in weekly.lapsed),
        *(each.campaign_id for each in weekly.asked),
        *(each.campaign_id for each in weekly.planned),
    ]
    heads = await campaigns.store.look(partial(_heads, ids=ids))
    week = _Week(campaigns, {id: head for id, (head, _last) in heads.items() if _is_seen(head, sees)})
    parts = [
        (_("### Late"), [week.late(each) for each in weekly.late]),
        (_("### Away"), [*week.away(weekly.planned, now), *(week.lapsed(each) for each in weekly.lapsed)]),
        (
            _("### Waiting for the others' answers"),
            [week.asked(each) for each in weekly.asked if is_heard(each, *heads[each.campaign_id], now)],
        ),
        (_("### Disputed"), [_disputed(each) for each in weekly.disputed if sees(each.channel_id, ())]),
        (
            _("### Decided"),
            [
                f"- {words.line(campaigns.titles, each)}"
                for each in weekly.decided
                if sees(each.channel_id, [part.user_id for part in each.parts if part.user_id])
            ],
        ),
        (_("### What moderators did"), _acts(weekly)),
    ]
    lines = [_("## The week for moderators")]
    for heading, entries in parts:
        # What the reader can't see takes no place of what they can.
        shown = [line for line in entries if line][:MOST]
        lines += [heading, *shown] if shown else []
    if len(lines) == 1:
        lines.append(_("Nothing is late, disputed or undecided, and nobody is away."))
    return layout.first_lines(lines, layout.REPLY)


def _is_seen(head: CampaignHead, sees: Sees) -> bool:
    return sees(head.channel_id, head.people)


def _heads(connection: Connection, ids: Sequence[int]) -> dict[int, tuple[CampaignHead, int]]:
    """Some campaigns, each with its last entry."""
    heads = {id: rows.campaigns.head(connection, id) for id in dict.fromkeys(ids)}
    return {
        id: (head, rows.journal.last_seq(connection, id)) for id, head in heads.items() if head is not None
    }


class _Week:
    """The lines about campaigns that a reader can see; empty for others."""

    def __init__(self, campaigns: Campaigns, heads: dict[int, CampaignHead]) -> None:
        self._campaigns = campaigns
        self._heads = heads

    def late(self, late: Late) -> str:
        """A seat whose time is over."""
        head = self._heads.get(late.campaign_id)
        if head is None:
            return ""
        return _(
            "- {campaign}: {seat}, since {since}",
            campaign=self._named(head),
            seat=self._seat(head, late.seat),
            since=_since(late.since),
        )

    def lapsed(self, seat: Lapsed) -> str:
        """A seat whose player does not play any more."""
        head = self._heads.get(seat.campaign_id)
        if head is None:
            return ""
        return _(
            "- {campaign}: {seat} has missed {missed} turns in a row",
            campaign=self._named(head),
            seat=self._seat(head, seat.seat),
            missed=seat.missed,
        )

    def asked(self, request: Request) -> str:
        """A question to the other players that is open."""
        head = self._heads.get(request.campaign_id)
        if head is None:
            return ""
        asker = _("somebody") if request.asker_id is None else f"<@{request.asker_id}>"
        return _(
            "- {campaign}: {asker} has asked {at}",
            campaign=self._named(head),
            asker=asker,
            at=_since(request.at),
        )

    def away(self, planned: Sequence[Planned], now: datetime) -> list[str]:
        """The people who are on vacation now, or will be within a week."""
        lines = []
        seen = {each.user_id: each for each in planned if each.campaign_id in self._heads}
        for each in seen.values():
            spans = msgspec.json.decode(each.hours, type=Hours).vacations
            near = [span for span in spans if span.start < now + WEEK and span.end > now]
            if near:
                from_to = [
                    _(
                        "from {start} to {end}",
                        start=discord.utils.format_dt(span.start, "f"),
                        end=discord.utils.format_dt(span.end, "f"),
                    )
                    for span in near
                ]
                lines.append(_("- <@{user}> {when}", user=each.user_id, when=listed(from_to)))
        return lines

    def _named(self, head: CampaignHead) -> str:
        name = self._campaigns.packs.name_of(head)
        return _("**{name}** in <#{channel}>", name=name, channel=head.channel_id)

    def _seat(self, head: CampaignHead, seat: str) -> str:
        name, holder = self._campaigns.packs.seat_names(head).get(seat, seat), head.seats.get(seat)
        return name if holder is None else f"{name} (<@{holder}>)"


def _disputed(game: Disputed) -> str:
    return _(
        "- **{league}** in <#{channel}>, game {number}: {why}",
        league=layout.plain(game.league),
        channel=game.channel_id,
        number=game.number,
        why=layout.plain(game.why),
    )


def _acts(weekly: Weekly) -> list[str]:
    if not weekly.acts:
        return []
    done = listed([f"`{act}` × {count}" for act, count in weekly.acts.items()])
    return [_("- {done}. `/mod audit` has the reasons.", done=done)]


def _since(moment: datetime) -> str:
    return discord.utils.format_dt(moment, "R")
