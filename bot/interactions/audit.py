"""`/mod audit`: who did what with a moderator's powers, and why, page by page."""

from __future__ import annotations

import re
from functools import partial

import discord
from discord import app_commands, ui

from bot.campaigns.ranks import moderates_everywhere, require_here, settings_of
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.interactions import which
from bot.interactions.host import Button, Command, Interaction, answering, desk_of, offered, show
from bot.moderation.impartial import Favours, favours
from bot.store import AuditRow, CampaignHead, rows
from bot.surface import layout
from bot.surface.custom_ids import ROW
from data.catalogue import N_, _

PAGE = rf"t1:audit:(?P<of>{ROW}):(?P<page>\d{{1,5}})"
ROWS = 10
UNKNOWN = N_("There is no such campaign on this server. Choose one from the list.")
_SILENCED = re.compile(r"<@\u200b(&?\d+)>")


async def campaigns_here(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Campaigns of this server, newest first, by game and channel; only moderators get them."""
    desk = desk_of(interaction)
    try:
        await require_here(desk.campaigns, interaction, to=_("look for a campaign"))
    except PoliteError:
        # A person who can't see a channel must not learn its name.
        return []
    heads = await which.seen(desk, interaction)
    return offered(((which.named(desk, interaction, head), str(head.id)) for head in heads), current)


async def named(desk: Desk, interaction: Interaction, typed: str) -> CampaignHead:
    """The campaign of this server that was chosen.

    :raises PoliteError: there is none.
    """
    head = await desk.campaigns.store.campaign_head(which.number_of(typed))
    if head is None or head.guild_id != interaction.guild_id:
        raise PoliteError(UNKNOWN)
    return head


@app_commands.command(name="audit", extras=favours(Favours.NOBODY))
@app_commands.autocomplete(campaign=campaigns_here)
@app_commands.describe(campaign="One campaign; all of this server by default")
@answering()
async def audit(interaction: Interaction, campaign: str | None = None) -> None:
    """What moderators did here, when and why."""
    desk = desk_of(interaction)
    await require_here(desk.campaigns, interaction, to=_("read the audit log"))
    of = 0 if campaign is None else (await named(desk, interaction, campaign)).id
    await _may_read(desk, interaction, of)
    await _show(desk, interaction, of, 0)


async def _may_read(desk: Desk, interaction: Interaction, of: int) -> None:
    """Check that a moderator of one channel reads nothing of channels that are hidden from them.

    :param of: id of a campaign; 0 means the whole server.
    :raises PoliteError: the moderator would read about a hidden channel.
    """
    if of:
        head = await desk.campaigns.store.campaign_head(of)
        if head is None or head.guild_id != interaction.guild_id:
            raise PoliteError(UNKNOWN)
        sees = await desk.places.learn(interaction, [head.channel_id])
        if not sees(head.channel_id, head.people):
            raise PoliteError(UNKNOWN)
    elif not moderates_everywhere(interaction, await settings_of(desk.campaigns, interaction.guild_id or 0)):
        raise PoliteError(
            _("You moderate this channel, but not the whole server. Name a campaign to see its audit log.")
        )


async def _show(desk: Desk, interaction: Interaction, of: int, page: int) -> None:
    log = await desk.campaigns.store.look(
        partial(
            rows.audits.of_guild,
            guild_id=interaction.guild_id or 0,
            campaign_id=of or None,
            limit=ROWS + 1,
            offset=page * ROWS,
        )
    )
    lines = [_line(row, name_it=not of) for row in log[:ROWS]]
    whose = _("campaign {of}", of=of) if of else _("this server")
    text = "\n".join([_("## Audit log of {whose}", whose=whose), *(lines or [_("The log is empty.")])])
    buttons: list[ui.Button[ui.LayoutView]] = []
    if page:
        buttons.append(ui.Button(label=_("Newer"), custom_id=f"t1:audit:{of}:{page - 1}"))
    if len(log) > ROWS:
        buttons.append(ui.Button(label=_("Older"), custom_id=f"t1:audit:{of}:{page + 1}"))
    await show(interaction, layout.question(text, *buttons))


def _line(row: AuditRow, *, name_it: bool) -> str:
    who = _("the bot itself") if row.actor_id is None else f"<@{row.actor_id}>"
    where = (
        _(" · campaign {campaign_id}", campaign_id=row.campaign_id)
        if name_it and row.campaign_id is not None
        else ""
    )
    # This message pings no one, so it may name the people in it.
    named = _SILENCED.sub(r"<@\1>", layout.plain(row.detail))
    detail = f" · {layout.cut(named, 120)}" if row.detail else ""
    reason = f" · *{layout.cut(layout.plain(row.reason), 120)}*" if row.reason else ""
    return f"{discord.utils.format_dt(row.at, 'f')} {who} **{row.act}**{where}{detail}{reason}"


class Page(Button, template=PAGE):
    """Turns a page of the audit log."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        of, page = int(self.fields["of"]), int(self.fields["page"])
        await require_here(desk.campaigns, interaction, to=_("read the audit log"))
        await _may_read(desk, interaction, of)
        await _show(desk, interaction, of, page)


COMMANDS: tuple[Command, ...] = (audit,)
CONTROLS = (Page,)
