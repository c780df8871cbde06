"""The second press: whatever was shown first is carried out, if whoever presses still may."""

from __future__ import annotations

from discord import ui

from bot import layout, messages, refusals
from bot.commands.asking import Interaction, desk_of
from bot.desk import Desk, may_post
from bot.errors import BusyError, NoCampaignError, PoliteError
from bot.moderating import Moderating, audit
from bot.moderation import Rank, require, require_here
from bot.proposals import Act, Ask, Edit, End, Import, Mend, TakeBack, propose, question, take
from bot.repairing import Repairing
from bot.store import Campaign
from bot.undoing import Undoing, asked_view, entries


async def carry_out(interaction: Interaction, proposal_id: int) -> None:
    """Do what was proposed."""
    desk = desk_of(interaction)

    async def handler() -> None:
        store, user_id = desk.campaigns.store, interaction.user.id
        act = await take(store, proposal_id, user_id)
        try:
            view = await _done(desk, interaction, act)
        except BusyError:
            # It was not refused for what it is: the same button may be pressed again.
            await propose(store, user_id, act, proposal_id)
            raise
        desk.outbox.kick()
        await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)

    await desk.answer(interaction, handler)


async def _done(desk: Desk, interaction: Interaction, act: Act) -> ui.LayoutView:
    match act:
        case Ask():
            return await _ask(desk, interaction, act)
        case TakeBack():
            return question(await _take_back(desk, interaction, act))
        case Edit():
            return question(await _edit(desk, interaction, act))
        case End():
            return question(await _end(desk, interaction, act))
        case Mend():
            return question(await _mend(desk, interaction, act))
        case Import():
            return question(await _import(desk, interaction, act))


async def _of(desk: Desk, interaction: Interaction, campaign_id: int, *ranks: Rank, to: str) -> Campaign:
    """The campaign of an act, where whoever presses may still do it."""
    campaign = await desk.campaigns.known(campaign_id)
    if campaign.guild_id != interaction.guild_id:
        raise NoCampaignError(refusals.UNKNOWN)
    if ranks:
        await require(desk.campaigns, interaction, campaign, *ranks, to=to)
    return campaign


async def _take_back(desk: Desk, interaction: Interaction, act: TakeBack) -> str:
    undoing, user_id = Undoing(desk.campaigns), interaction.user.id
    if act.reason is None:
        await _of(desk, interaction, act.campaign, to="")
        await undoing.take_back(act.campaign, act.version, act.back_to, user_id=user_id)
        return "It is taken back; the card shows the board as it stands again."
    campaign = await _of(desk, interaction, act.campaign, "moderator", to="take actions back")
    await undoing.take_back(
        act.campaign,
        act.version,
        act.back_to,
        user_id=user_id,
        source="moderator",
        audit=audit(campaign, user_id, "undo", act.reason, f"back to entry {act.back_to}"),
        say=[messages.say(f"↩️ <@{user_id}> takes actions back{layout.why(act.reason)}")],
    )
    return "It is taken back, and noted in the audit log."


async def _ask(desk: Desk, interaction: Interaction, act: Ask) -> ui.LayoutView:
    may_post(interaction)
    await _of(desk, interaction, act.campaign, to="")
    made = await Undoing(desk.campaigns).ask(
        act.campaign, act.version, act.back_to, user_id=interaction.user.id
    )
    return asked_view(made)


async def _edit(desk: Desk, interaction: Interaction, act: Edit) -> str:
    await _of(desk, interaction, act.campaign, "moderator", to="put something right on the table")
    moderating = Moderating(desk.campaigns, desk.outbox)
    await moderating.edit(act.campaign, act.version, act.text, act.reason, user_id=interaction.user.id)
    return f"Done, and noted in the audit log: `{act.text}`."


async def _end(desk: Desk, interaction: Interaction, act: End) -> str:
    await _of(desk, interaction, act.campaign, "moderator", "creator", to="end it")
    moderating = Moderating(desk.campaigns, desk.outbox)
    await moderating.end(act.campaign, act.version, act.reason, user_id=interaction.user.id)
    return "The campaign is ended. `/campaign export` has its record, with the seed of its dice."


async def _mend(desk: Desk, interaction: Interaction, act: Mend) -> str:
    campaign = await _of(desk, interaction, act.campaign, "moderator", to="repair it")
    user_id = interaction.user.id
    back = f"back to entry {act.back_to}" if act.back_to is not None else "states written anew"
    await Repairing(desk.campaigns).mend(
        act.campaign,
        act.version,
        act.back_to,
        user_id=user_id,
        audit=audit(campaign, user_id, "repair", act.reason, back),
        say=[
            messages.say(
                f"🔧 <@{user_id}> brings the campaign in line with the present rules, "
                f"{back}{layout.why(act.reason)}"
            )
        ],
    )
    return "The campaign is mended: its journal follows under the present rules again."


async def _import(desk: Desk, interaction: Interaction, act: Import) -> str:
    if (interaction.guild_id, interaction.channel_id) != (act.guild, act.channel):
        raise PoliteError("That record was to be taken in in another channel.")
    await require_here(desk.campaigns, interaction, to="take a record in")
    may_post(interaction)
    moderating, user_id = Moderating(desk.campaigns, desk.outbox), interaction.user.id
    incoming = await moderating.incoming(
        act.record, guild_id=act.guild, channel_id=act.channel, user_id=user_id, open_seats=act.open_seats
    )
    await moderating.take_in(incoming, user_id=user_id)
    seats = "You hold every seat; `/seat replace` gives one."
    if act.open_seats:
        seats = "Its seats are open: `/seat take`."
    return f"The campaign goes on here after {entries(len(act.record.journal))}. {seats}"
