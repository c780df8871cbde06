"""A moderator's views and actions of a seat; a moderator who plays asks the other players first."""

from __future__ import annotations

from io import BytesIO

import discord
import msgspec

from bot.campaigns.consent import Consent
from bot.campaigns.proposals import (
    ActingFor,
    Ask,
    Edit,
    Leave,
    Mend,
    Moderating,
    SetClock,
    TakeBack,
    confirm,
)
from bot.campaigns.requests import asked_view
from bot.clock import notation
from bot.desk.desk import Desk, may_post
from bot.games.registry import presenter_of
from bot.interactions.board import show_view
from bot.interactions.host import Interaction, show
from bot.moderation.administration import Administration
from bot.moderation.disclosure import Disclosure
from bot.moderation.impartial import Partial, see_impartial
from bot.moderation.rulings import Rulings, publicly
from bot.store import Campaign
from bot.surface import layout
from bot.undo.take_back import Undos
from data.catalogue import _
from data.nouns import listed
from engines.core.record import Record


async def or_asked(desk: Desk, interaction: Interaction, campaign: Campaign, wanted: Leave) -> bool:
    """Whether a moderator may go on; one who plays is shown how to ask the other players."""
    try:
        await see_impartial(desk.campaigns, interaction, campaign, wanted)
    except Partial as why:
        await _offer_to_ask(desk, interaction, why)
        return False
    return True


async def _offer_to_ask(desk: Desk, interaction: Interaction, why: Partial) -> None:
    asking = Ask(wanted=why.wanted)
    button = await confirm(desk.campaigns.store, interaction.user.id, asking, _("Ask the others"))
    await show(interaction, layout.question(str(why), button))


async def ask(desk: Desk, interaction: Interaction, wanted: Leave) -> discord.ui.LayoutView:
    """Ask the opponents of a moderator who plays to agree to the act."""
    may_post(interaction)
    campaigns, user_id = desk.campaigns, interaction.user.id
    if isinstance(wanted, TakeBack):
        return asked_view(wanted, await Undos(campaigns).ask(wanted, user_id=user_id))
    async with campaigns.languages.aloud(await campaigns.by_id(wanted.campaign)):
        what, *lines = await _asked(desk, wanted)
    return asked_view(wanted, await Consent(campaigns).ask(wanted, what, *lines, user_id=user_id))


async def _asked(desk: Desk, wanted: Edit | SetClock | Mend | Moderating) -> list[str]:
    """What a moderator who plays asks for, as in "Camille asks to {what}", with lines that explain it."""
    title = desk.campaigns.title_of(await desk.campaigns.by_id(wanted.campaign))
    match wanted:
        case Edit():
            reason = layout.why(wanted.reason)
            what = _("correct something on the board, as a moderator who plays{reason}", reason=reason)
            return [what, publicly(title, wanted.text)]
        case SetClock():
            reason = layout.why(wanted.reason)
            what = _("change the clock, as a moderator who plays{reason}", reason=reason)
            return [what, notation.words(notation.read(wanted.clock))]
        case Mend():
            reason = layout.why(wanted.reason)
            what = _(
                "bring the campaign in line with the current rules, as a moderator who plays{reason}",
                reason=reason,
            )
            back = wanted.back_to
            return [what, "" if back is None else _("It would go back to entry {back_to}.", back_to=back)]
    theirs = listed([f"**{title.seat_names[seat]}**" for seat in wanted.seats])
    if isinstance(wanted, ActingFor):
        return [_("act for {theirs}, as a moderator who plays.", theirs=theirs)]
    return [_("see the secrets of {theirs} and act for them, as a moderator who plays.", theirs=theirs)]


async def view(desk: Desk, interaction: Interaction, campaign: Campaign, seat: str, reason: str) -> None:
    """Show a moderator what a seat knows, after the channel has been told."""
    user_id = interaction.user.id
    async with desk.campaigns.languages.aloud(campaign):
        said = _(
            "👁️ <@{user_id}> looks at the secrets of **{name}**, as a moderator{reason}",
            user_id=user_id,
            name=desk.campaigns.title_of(campaign).seat_names[seat],
            reason=layout.why(reason),
        )
    await Disclosure(desk.campaigns, desk.outbox).disclose(
        campaign, "view", reason, seat, said, user_id=user_id, seats=[seat]
    )
    await show_view(desk, interaction, campaign, seat)


async def act_for(
    desk: Desk,
    interaction: Interaction,
    campaign: Campaign,
    seat: str,
    action: str,
    reason: str,
    *,
    see: bool,
) -> str:
    """Take an action for a seat; returns the events, as the public may know them."""
    title = desk.campaigns.title_of(campaign)
    if see and title.secrets:
        await Disclosure(desk.campaigns, desk.outbox).disclose_once(
            campaign, seat, user_id=interaction.user.id
        )
    events = await Rulings(desk.campaigns).act_for(
        campaign.id,
        seat,
        action,
        reason,
        user_id=interaction.user.id,
        interaction_id=interaction.id,
        see=see,
    )
    return layout.last_lines(presenter_of(title).tell(events) or [_("Done.")], layout.REPLY)


async def export(desk: Desk, interaction: Interaction, campaign: Campaign) -> tuple[str, discord.File]:
    """The full record for a moderator, with a note; if it has secrets, the channel is told first."""
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
    note = (
        _("The seed of the dice is published at the end.")
        if record.seed is None
        else _("It contains the seed.")
    )
    return _("Here is the full record. The audit log has a note of this. {note}", note=note), file_of(
        campaign, record
    )


def file_of(campaign: Campaign, record: Record) -> discord.File:
    """A record as a file to send."""
    data = msgspec.json.format(msgspec.json.encode(record))
    return discord.File(BytesIO(data), filename=f"{campaign.title}-{campaign.id}.json")
