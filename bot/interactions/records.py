"""`/campaign export`, and `/mod export`, `import` and `repair`: campaigns as records, and back."""

from __future__ import annotations

import asyncio

import discord
import msgspec
from discord import app_commands

from bot.campaigns import guards, records
from bot.campaigns.proposals import Import, Mend
from bot.campaigns.ranks import require_here
from bot.desk.desk import Desk, may_post
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.interactions import moderated, which
from bot.interactions.confirm import campaign_for, offer
from bot.interactions.host import HEAVY, Command, Interaction, answering, desk_of, show
from bot.interactions.moderated import file_of, or_asked
from bot.moderation.administration import Administration
from bot.moderation.disclosure import Disclosure
from bot.moderation.impartial import Favours, Partial, favours, leave_to_see, see_impartial
from bot.store import Campaign
from bot.surface import layout
from bot.undo.extent import entry_count
from bot.undo.repair import Diagnosis, Repairs
from data.catalogue import _, retold

Reason = app_commands.Range[str, 1, 200]


@app_commands.command(name="export", extras=HEAVY)
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(campaign=which.ABOUT)
@answering()
async def export(interaction: Interaction, campaign: which.Number | None = None) -> None:
    """The campaign as a record that `tocsin verify` checks anywhere."""
    desk = desk_of(interaction)
    given = guards.begun(await which.meant(desk, interaction, campaign))
    if desk.campaigns.title_of(given).secrets and not given.is_over:
        raise PoliteError(
            _(
                "The record contains every seat's secrets, so you get it when the campaign is over. "
                "Until then a moderator can take it with `/mod export`, and the channel is told."
            )
        )
    record = await desk.campaigns.record(given)
    note = (
        _("The seed of the dice is published when the campaign is over.")
        if record.seed is None
        else _("It contains the seed of the dice: `tocsin verify` checks every roll.")
    )
    await interaction.edit_original_response(content=note, attachments=[file_of(given, record)])


@app_commands.command(name="export", extras=favours(Favours.OWN_SIDE, **HEAVY))
@answering()
async def export_all(interaction: Interaction) -> None:
    """The full record, also of a campaign with secrets; no seed before the end."""
    desk = desk_of(interaction)
    campaign = guards.begun(await campaign_for(desk, interaction, to=_("export the full record")))
    title, user_id = desk.campaigns.title_of(campaign), interaction.user.id
    wanted = leave_to_see(campaign, user_id, campaign.seating)
    if not title.secrets or await or_asked(desk, interaction, campaign, wanted):
        note, file = await moderated.export(desk, interaction, campaign)
        await interaction.edit_original_response(content=note, attachments=[file])


@app_commands.command(name="import", extras=favours(Favours.NOBODY, **HEAVY))
@app_commands.choices(
    seats=[
        app_commands.Choice(name="I hold all of them", value="all"),
        app_commands.Choice(name="open the seats", value="open"),
    ]
)
@app_commands.describe(
    file="A record, as `/campaign export` makes it", seats="The player of the seat; you by default"
)
@answering()
async def import_(
    interaction: Interaction, file: discord.Attachment, seats: app_commands.Choice[str] | None = None
) -> None:
    """Take a record in as the campaign of this channel, checked and replayed first."""
    desk = desk_of(interaction)
    await require_here(desk.campaigns, interaction, to=_("import a record"))
    may_post(interaction)
    # Discord tells the size before the file is downloaded.
    if file.size > records.LARGEST:
        raise PoliteError(
            _(
                "That file is too large: a record has at most {LARGEST} MiB.",
                LARGEST=records.LARGEST // 1024 // 1024,
            )
        )
    guild_id, channel_id = interaction.guild_id or 0, interaction.channel_id or 0
    if await desk.campaigns.store.running_in(channel_id) is not None:
        raise PoliteError(_("This channel already has a campaign. Import the record in another channel."))
    try:
        data = await file.read()
    except discord.HTTPException:
        raise PoliteError(_("I could not load that file. Attach it again.")) from None
    record = await asyncio.to_thread(records.read, data)
    open_seats = seats is not None and seats.value == "open"
    incoming = await Administration(desk.campaigns).incoming(
        record, guild_id=guild_id, channel_id=channel_id, user_id=interaction.user.id, open_seats=open_seats
    )
    title = incoming.title
    state = msgspec.json.decode(incoming.new.state, type=title.state_type)
    over = incoming.new.outcome is not None or incoming.new.ending is not None
    await offer(
        desk,
        interaction,
        Import(guild=guild_id, channel=channel_id, record=record, open_seats=open_seats),
        _("Import it"),
        _(
            "**{name}**, {name_2}: {number}, all valid.",
            name=title.name,
            name_2=retold(title.scenario(record.scenario).name),
            number=entry_count(len(record.journal)),
        ),
        *presenter_of(title).standing(title.view(state, None)),
        _("The game is over.") if over else _("**Due** {due}", due=presenter_of(title).due(state)),
        _("Its seats would be open.") if open_seats else _("You would hold every seat."),
        "" if over else _("-# It continues with a new seed, because somebody may know the old one."),
    )


@app_commands.command(name="repair", extras=favours(Favours.OWN_SIDE, **HEAVY))
@app_commands.describe(reason="Why; it goes into the audit log")
@answering()
async def repair(interaction: Interaction, reason: Reason) -> None:
    """Replay the campaign under the current rules and repair invalid entries."""
    desk = desk_of(interaction)
    campaign = guards.begun(await campaign_for(desk, interaction, to=_("repair it")))
    title = desk.campaigns.title_of(campaign)
    diagnosis = await Repairs(desk.campaigns).look(campaign)
    disclosure, user_id = Disclosure(desk.campaigns, desk.outbox), interaction.user.id
    plays = await _plays(desk, interaction, campaign)
    if diagnosis.trouble is not None and title.secrets and campaign.status == "running" and not plays:
        said = _(
            "👁️ <@{user_id}> reads a possibly secret action in the journal to repair the campaign.",
            user_id=user_id,
        )
        await disclosure.disclose(
            campaign,
            "repair",
            reason,
            _("looks at entry {trouble}", trouble=diagnosis.trouble),
            said,
            user_id=user_id,
            seats=campaign.seating,
        )
    lines = await _diagnosed(desk, campaign, diagnosis, tells=not plays or not title.secrets)
    if not diagnosis.mendable or campaign.status != "running":
        await show(interaction, layout.question("\n".join(lines)))
        return
    act = Mend(campaign=campaign.id, version=campaign.version, back_to=diagnosis.back_to, reason=reason)
    if not await or_asked(desk, interaction, campaign, act):
        return
    await offer(
        desk,
        interaction,
        act,
        _("Rewrite the states")
        if diagnosis.back_to is None
        else _("Go back to entry {back_to}", back_to=diagnosis.back_to),
        *lines,
    )


async def _plays(desk: Desk, interaction: Interaction, campaign: Campaign) -> bool:
    """Whether a moderator plays against other people who have not let them see what their seats know."""
    wanted = leave_to_see(campaign, interaction.user.id, campaign.seating)
    try:
        await see_impartial(desk.campaigns, interaction, campaign, wanted)
    except Partial:
        return True
    return False


async def _diagnosed(desk: Desk, campaign: Campaign, diagnosis: Diagnosis, *, tells: bool) -> list[str]:
    """The result of a repair's check, for the moderator who asked.

    :param tells: whether they may read an action that may be secret.
    """
    lines = [_("The journal has {entries}.", entries=entry_count(diagnosis.entries))]
    if diagnosis.repacked:
        lines.append(
            _(
                "It was played with the pack {pack}; here it is {pack_2}.",
                pack=campaign.pack,
                pack_2=diagnosis.pack,
            )
        )
    if diagnosis.trouble is None:
        if diagnosis.changed is None:
            lines.append(_("✅ Every entry is valid under the current rules and gives the same states."))
        else:
            lines.append(
                _(
                    "⚠️ Every entry is valid, but from entry {changed} the states differ from the "
                    "stored ones. You can rewrite the states; actions and dice stay the same.",
                    changed=diagnosis.changed,
                )
            )
        return lines
    title = desk.campaigns.title_of(campaign)
    if not tells:
        lines.append(_("❌ Entry {entry} is no longer valid.", entry=diagnosis.trouble))
        return lines
    rows = await desk.campaigns.store.journal(campaign.id, diagnosis.trouble, diagnosis.trouble)
    what = ""
    if rows and rows[0].seq:
        whose = f"{title.seat_names[rows[0].seat]}: " if rows[0].seat else ""
        what = f" ({whose}`{layout.cut(rows[0].action, 120)}`)"
    lines.append(
        _(
            "❌ The first action that is no longer valid{what}: {reason}.",
            what=what,
            reason=layout.plain(diagnosis.reason),
        )
    )
    if diagnosis.back_to is None:
        lines.append(
            _(
                "Not even the set-up is valid, so the campaign can't be repaired. You can only end it, "
                "with `/mod end`."
            )
        )
    else:
        lines.append(
            _(
                "The campaign can go back to entry {back_to}, the last valid one. Later entries stay "
                "in the journal, marked as undone.",
                back_to=diagnosis.back_to,
            )
        )
    return lines


COMMANDS: tuple[Command, ...] = (export,)
MODERATORS: tuple[Command, ...] = (export_all, import_, repair)
