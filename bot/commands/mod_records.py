"""`/mod export`, `import` and `repair`: campaigns as records, and records as campaigns."""

from __future__ import annotations

import asyncio
from io import BytesIO

import discord
import msgspec
from discord import app_commands

from bot import archive, layout
from bot.commands.asking import Command, Interaction, desk_of
from bot.commands.offering import campaign_for, offer, show
from bot.desk import Desk, may_post
from bot.errors import PoliteError, StaleError
from bot.games import presenter
from bot.moderating import Moderating
from bot.moderation import require_here
from bot.proposals import Import, Mend, question
from bot.repairing import Found, Repairing
from bot.store import Campaign
from bot.undoing import entries

Reason = app_commands.Range[str, 1, 200]


@app_commands.command(name="export")
async def export(interaction: Interaction) -> None:
    """The full record, also of a campaign with secrets; no seed before the end."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await campaign_for(desk, interaction, to="export the full record")
        if campaign.status == "lobby":
            raise StaleError("This campaign has not begun yet, so there is nothing to export.")
        moderating, user_id = Moderating(desk.campaigns, desk.outbox), interaction.user.id
        if desk.campaigns.title_of(campaign).secrets and campaign.status == "running":
            said = f"👁️ <@{user_id}> exports the full record, with the secrets of every seat, as a moderator."
            await moderating.disclose(campaign, "export", "", "with secrets", said, user_id=user_id)
        else:
            await moderating.note(campaign, "export", user_id=user_id)
        record = await desk.campaigns.record(campaign)
        file = discord.File(
            BytesIO(msgspec.json.format(msgspec.json.encode(record))),
            filename=f"{campaign.title}-{campaign.id}.json",
        )
        note = "The seed of the dice is told at the end." if record.seed is None else "The seed is in it."
        await interaction.edit_original_response(
            content=f"The full record, as noted in the audit log. {note}", attachments=[file]
        )

    await desk.answer(interaction, handler)


@app_commands.command(name="import")
@app_commands.choices(
    seats=[
        app_commands.Choice(name="I hold all of them", value="all"),
        app_commands.Choice(name="open the seats", value="open"),
    ]
)
@app_commands.describe(file="A record, as `/campaign export` makes it", seats="Who sits; you by default")
async def import_(
    interaction: Interaction, file: discord.Attachment, seats: app_commands.Choice[str] | None = None
) -> None:
    """Take a record in as the campaign of this channel, checked and replayed first."""
    desk = desk_of(interaction)

    async def handler() -> None:
        await require_here(desk.campaigns, interaction, to="take a record in")
        may_post(interaction)
        # Its size is told before it is fetched.
        if file.size > archive.LARGEST:
            raise PoliteError(
                f"That file is too large: a record has at most {archive.LARGEST // 1024 // 1024} MiB."
            )
        guild_id, channel_id = interaction.guild_id or 0, interaction.channel_id or 0
        if await desk.campaigns.store.running_in(channel_id) is not None:
            raise PoliteError("This channel has a campaign already. Import the record in another channel.")
        try:
            data = await file.read()
        except discord.HTTPException:
            raise PoliteError("That file could not be fetched. Attach it again.") from None
        record = await asyncio.to_thread(archive.read, data)
        open_seats = seats is not None and seats.value == "open"
        incoming = await Moderating(desk.campaigns, desk.outbox).incoming(
            record,
            guild_id=guild_id,
            channel_id=channel_id,
            user_id=interaction.user.id,
            open_seats=open_seats,
        )
        title = incoming.title
        state = msgspec.json.decode(incoming.new.state, type=title.state_type)
        over = incoming.new.outcome is not None
        await offer(
            desk,
            interaction,
            Import(guild=guild_id, channel=channel_id, record=record, open_seats=open_seats),
            "Take it in",
            f"**{title.name}**, {title.scenario(record.scenario).name}: "
            f"{entries(len(record.journal))}, all of which follow.",
            *presenter(title).standing(title.view(state, None)),
            "The game is over." if over else f"**Due** {presenter(title).due(state)}",
            "Its seats would be open." if open_seats else "You would hold every seat.",
            "" if over else "-# It goes on with a new seed, as somebody may know the old one.",
        )

    await desk.answer(interaction, handler)


@app_commands.command(name="repair")
@app_commands.describe(reason="Why; it goes into the audit log")
async def repair(interaction: Interaction, reason: Reason) -> None:
    """Replay the campaign under the present rules, and mend what no longer follows."""
    desk = desk_of(interaction)

    async def handler() -> None:
        campaign = await campaign_for(desk, interaction, to="repair it")
        title = desk.campaigns.title_of(campaign)
        found = await Repairing(desk.campaigns).look(campaign)
        moderating, user_id = Moderating(desk.campaigns, desk.outbox), interaction.user.id
        if found.trouble is not None and title.secrets and campaign.status == "running":
            said = (
                f"👁️ <@{user_id}> reads an action of the journal that may be secret, to repair the campaign."
            )
            await moderating.disclose(
                campaign, "repair", reason, f"looks at entry {found.trouble}", said, user_id=user_id
            )
        lines = await _found(desk, campaign, found)
        if not found.mendable or campaign.status != "running":
            await show(interaction, question("\n".join(lines)))
            return
        await offer(
            desk,
            interaction,
            Mend(campaign=campaign.id, version=campaign.version, back_to=found.back_to, reason=reason),
            "Write it anew" if found.back_to is None else f"Go back to entry {found.back_to}",
            *lines,
        )

    await desk.answer(interaction, handler)


async def _found(desk: Desk, campaign: Campaign, found: Found) -> list[str]:
    """What a repair found, for the moderator who asked."""
    lines = [f"The journal has {entries(found.entries)}."]
    if found.repacked:
        lines.append(f"It was played with the pack {campaign.pack}; here it is {found.pack}.")
    if found.trouble is None:
        if found.changed is None:
            lines.append("✅ Everything follows under the present rules, to the same states.")
        else:
            lines.append(
                f"⚠️ Entry {found.changed} changed: everything follows, but not to the states that were "
                "written. They can be written anew; actions and dice stay as they are."
            )
        return lines
    title = desk.campaigns.title_of(campaign)
    rows = await desk.campaigns.store.journal(campaign.id, found.trouble, found.trouble)
    what = ""
    if rows and rows[0].seq:
        whose = f"{title.seat_names[rows[0].seat]}: " if rows[0].seat else ""
        what = f" ({whose}`{layout.cut(rows[0].action, 120)}`)"
    lines.append(f"❌ The first action that no longer follows{what}: {layout.plain(found.reason)}.")
    if found.back_to is None:
        lines.append(
            "Not even the set-up follows, so that nothing can be mended. `/mod end` is what is left."
        )
    else:
        lines.append(
            f"The campaign can go back to entry {found.back_to}, the last before it that stands. What came "
            "after stays in the journal, marked as undone."
        )
    return lines


COMMANDS: tuple[Command, ...] = (export, import_, repair)
