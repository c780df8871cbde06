"""What a moderator sees and does for a seat; one who plays is asked, or asks the others, first."""

from __future__ import annotations

from collections.abc import Awaitable
from io import BytesIO

import discord
import msgspec

from bot.campaigns.consent import Consent, asked_view
from bot.campaigns.proposals import Moderated, Moderating, confirm
from bot.desk.desk import Desk, may_post
from bot.games.registry import presenter_of
from bot.interactions.board import show_view
from bot.interactions.host import Interaction, show
from bot.moderation.administration import Administration
from bot.moderation.disclosure import Disclosure
from bot.moderation.impartial import Partial, see_impartial
from bot.moderation.rulings import Rulings
from bot.store import Campaign
from bot.surface import layout
from data.catalogue import _
from data.nouns import listed
from engines.core.record import Record


async def or_asked(
    desk: Desk, interaction: Interaction, seeing: Awaitable[None], act: Moderated | None
) -> bool:
    """Whether a moderator may go on; one who plays is asked whether they have to, or to ask the others.

    :param act: what is done when they confirm it; None where it is confirmed in another way.
    """
    try:
        await seeing
    except Partial as why:
        if why.alone and act is None:
            return True
        label, kept = (_("Go on"), act) if why.alone and act else (_("Ask the others"), why.wanted)
        button = await confirm(desk.campaigns.store, interaction.user.id, kept, label)
        await show(interaction, layout.question(str(why), button))
        return False
    return True


async def ask(desk: Desk, interaction: Interaction, wanted: Moderating) -> discord.ui.LayoutView:
    """Ask those whom a moderator plays against."""
    may_post(interaction)
    names = desk.campaigns.title_of(await desk.campaigns.by_id(wanted.campaign)).seat_names
    theirs = listed([f"**{names[seat]}**" for seat in wanted.seats])
    what = _("see the secrets of {theirs} and act for them, as a moderator who plays.", theirs=theirs)
    made = await Consent(desk.campaigns).ask(wanted, what, user_id=interaction.user.id)
    return asked_view(wanted, made)


async def done(desk: Desk, interaction: Interaction, act: Moderated) -> None:
    """Do what a moderator who plays has confirmed, if no other is there by now."""
    campaign = await desk.campaigns.by_id(act.campaign)
    seats = [act.seat] if act.seat else list(campaign.seating)
    await see_impartial(desk.campaigns, interaction, campaign, seats, sure=True)
    match act.how:
        case "view":
            await view(desk, interaction, campaign, act.seat, act.reason)
        case "act-for":
            text = await act_for(desk, interaction, campaign, act)
            await show(interaction, layout.question(text))
        case "export":
            note, file = await export(desk, interaction, campaign)
            await interaction.followup.send(note, file=file, ephemeral=True)


async def view(desk: Desk, interaction: Interaction, campaign: Campaign, seat: str, reason: str) -> None:
    """Show a moderator what a seat knows, once that is said in the channel."""
    user_id, name = interaction.user.id, desk.campaigns.title_of(campaign).seat_names[seat]
    said = _(
        "👁️ <@{user_id}> looks at the secrets of **{name}**, as a moderator{reason}",
        user_id=user_id,
        name=name,
        reason=layout.why(reason),
    )
    await Disclosure(desk.campaigns, desk.outbox).disclose(
        campaign, "view", reason, seat, said, user_id=user_id, seats=[seat]
    )
    await show_view(desk, interaction, campaign, seat)


async def act_for(desk: Desk, interaction: Interaction, campaign: Campaign, act: Moderated) -> str:
    """Take an action for a seat; gives what followed, as the public is told."""
    title = desk.campaigns.title_of(campaign)
    if act.see and title.secrets:
        disclosure = Disclosure(desk.campaigns, desk.outbox)
        await disclosure.disclose_once(campaign, act.seat, user_id=interaction.user.id)
    events = await Rulings(desk.campaigns).act_for(
        campaign.id,
        act.seat,
        act.action,
        act.reason,
        user_id=interaction.user.id,
        interaction_id=interaction.id,
        see=act.see,
    )
    return layout.last_lines(presenter_of(title).tell(events) or [_("Done.")], layout.REPLY)


async def export(desk: Desk, interaction: Interaction, campaign: Campaign) -> tuple[str, discord.File]:
    """The full record for a moderator, with a note; of secrets in it the channel is told first."""
    user_id = interaction.user.id
    if desk.campaigns.title_of(campaign).secrets and campaign.status == "running":
        said = _(
            "👁️ <@{user_id}> exports the full record, with the secrets of every seat, as a moderator.",
            user_id=user_id,
        )
        await Disclosure(desk.campaigns, desk.outbox).disclose(
            campaign, "export", "", _("with secrets"), said, user_id=user_id, seats=campaign.seating
        )
    else:
        await Administration(desk.campaigns).note(campaign, "export", user_id=user_id)
    record = await desk.campaigns.record(campaign)
    note = _("The seed of the dice is told at the end.") if record.seed is None else _("The seed is in it.")
    return _("The full record, as noted in the audit log. {note}", note=note), file_of(campaign, record)


def file_of(campaign: Campaign, record: Record) -> discord.File:
    """A record as a file."""
    data = msgspec.json.format(msgspec.json.encode(record))
    return discord.File(BytesIO(data), filename=f"{campaign.title}-{campaign.id}.json")
