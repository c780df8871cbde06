"""`/profile`: what somebody has played on a server, how it ended, their ratings, and what they play now."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands, ui
from sqlalchemy import Connection

from bot.campaigns import conduct
from bot.campaigns.telling import stands
from bot.desk.desk import Desk
from bot.interactions.host import HEAVY, Interaction, answering, desk_of, show
from bot.interactions.ratings import of_server, shown_on
from bot.interactions.results import seen
from bot.results import words
from bot.results.ratings import Rated
from bot.results.tally import Wish
from bot.store import CampaignHead, rows
from bot.surface import layout
from data.catalogue import _
from data.nouns import listed, upper


@app_commands.command(name="profile", extras=HEAVY)
@app_commands.describe(user="Whose profile; your own by default")
@answering()
async def profile(interaction: Interaction, user: discord.User | None = None) -> None:
    """What somebody has played here, results and ratings, and what they play now."""
    desk, guild_id = desk_of(interaction), interaction.guild_id or 0
    user_id = interaction.user.id if user is None else user.id
    every = await desk.campaigns.store.look(partial(rows.results.of_guild, guild_id=guild_id))
    ended = await seen(desk, interaction, every, Wish(player=user_id))
    ratings = await of_server(desk, guild_id, every) or {}
    shown = shown_on(ended)
    lines = [_("## Profile of <@{user}>", user=user_id)]
    lines += words.played(desk.campaigns.titles, ended, user_id)
    if not ended:
        lines.append(_("No campaign with a seat of theirs has ended here yet."))
    rated = [
        _rated(words.ladder_name(desk.campaigns.titles, ladder), table.players[user_id])
        for ladder, table in ratings.items()
        if ladder in shown and user_id in table.players
    ]
    lines += [_("### Ratings"), *rated] if rated else []
    heads = await desk.campaigns.store.look(partial(_present, user_id=user_id, guild_id=guild_id))
    sees = await desk.places.learn(interaction, [head.channel_id for head in heads])
    now = [_line(desk, head, user_id) for head in heads if sees(head.channel_id, head.people)]
    lines += [_("### Plays now"), *now] if now else []
    if user_id == interaction.user.id:
        did = await conduct.of(desk.campaigns.store, guild_id, user_id)
        lines += [_("### Reliability, for you alone"), upper(conduct.words(did))]
    await show(interaction, layout.message(ui.TextDisplay(layout.first_lines(lines, layout.TEXT - 100))))


def _rated(ladder: str, rated: Rated) -> str:
    return _("**{ladder}** {rating}", ladder=ladder, rating=words.rating(rated))


def _present(connection: Connection, user_id: int, guild_id: int) -> list[CampaignHead]:
    """The campaigns of a person that are not over."""
    ids = rows.people.playing_in(connection, user_id, guild_id)
    heads = [rows.campaigns.head(connection, campaign_id) for campaign_id in ids]
    return [head for head in heads if head is not None]


def _line(desk: Desk, head: CampaignHead, user_id: int) -> str:
    """A campaign that goes on, with what its card tells everybody."""
    names = [words.seat_name(desk.campaigns.titles, head.title, seat) for seat in head.held_by(user_id)]
    return _(
        "**{name}** in <#{channel}> as {seats} · {stands}",
        name=desk.campaigns.packs.name_of(head),
        channel=head.channel_id,
        seats=listed(names),
        stands=stands(head),
    )
