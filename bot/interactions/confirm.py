"""The second press: whatever was shown first is carried out, if whoever presses still may."""

from __future__ import annotations

from discord import ui

from bot.campaigns import guards, messages
from bot.campaigns.proposals import Act, Ask, Edit, End, Import, Mend, TakeBack, confirm, propose, take
from bot.campaigns.ranks import Rank, require, require_here
from bot.desk.desk import Desk, may_post
from bot.errors import BusyError, NoCampaignError, PoliteError
from bot.interactions.host import Button, Interaction, show
from bot.moderation.administration import Administration
from bot.moderation.rulings import Rulings
from bot.store import Audit, Campaign
from bot.surface import custom_ids, layout
from bot.undo.consent import Undos, asked_view
from bot.undo.plan import entry_count
from bot.undo.repair import Repairs


async def campaign_for(desk: Desk, interaction: Interaction, *, to: str) -> Campaign:
    """The campaign of the channel, for a moderator.

    :param to: what they want, as in "Only a moderator can {to}."
    :raises PoliteError: there is none, or they are none.
    """
    campaign = await desk.campaign_here(interaction)
    await require(desk.campaigns, interaction, campaign, "moderator", to=to)
    return campaign


async def offer(
    desk: Desk, interaction: Interaction, act: Act, label: str, *lines: str, limit: int = 3500
) -> None:
    """Show what would be done, with the button that does it."""
    made = await propose(desk.campaigns.store, interaction.user.id, act)
    text = layout.cut("\n".join(line for line in lines if line), limit)
    await show(interaction, layout.question(text, confirm(label, made)))


async def _done(desk: Desk, interaction: Interaction, act: Act) -> ui.LayoutView:
    match act:
        case Ask():
            return await _ask(desk, interaction, act)
        case TakeBack():
            return layout.question(await _take_back(desk, interaction, act))
        case Edit():
            return layout.question(await _edit(desk, interaction, act))
        case End():
            return layout.question(await _end(desk, interaction, act))
        case Mend():
            return layout.question(await _mend(desk, interaction, act))
        case Import():
            return layout.question(await _import(desk, interaction, act))


async def _of(desk: Desk, interaction: Interaction, campaign_id: int, *ranks: Rank, to: str) -> Campaign:
    """The campaign of an act, where whoever presses may still do it."""
    campaign = await desk.campaigns.by_id(campaign_id)
    if campaign.guild_id != interaction.guild_id:
        raise NoCampaignError(guards.UNKNOWN)
    if ranks:
        await require(desk.campaigns, interaction, campaign, *ranks, to=to)
    return campaign


async def _take_back(desk: Desk, interaction: Interaction, act: TakeBack) -> str:
    undoing, user_id = Undos(desk.campaigns), interaction.user.id
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
        audit=Audit.on(campaign, user_id, "undo", act.reason, f"back to entry {act.back_to}"),
        say=[messages.say(f"↩️ <@{user_id}> takes actions back{layout.why(act.reason)}")],
    )
    return "It is taken back, and noted in the audit log."


async def _ask(desk: Desk, interaction: Interaction, act: Ask) -> ui.LayoutView:
    may_post(interaction)
    await _of(desk, interaction, act.campaign, to="")
    made = await Undos(desk.campaigns).ask(
        act.campaign, act.version, act.back_to, user_id=interaction.user.id
    )
    return asked_view(made)


async def _edit(desk: Desk, interaction: Interaction, act: Edit) -> str:
    await _of(desk, interaction, act.campaign, "moderator", to="put something right on the table")
    rulings = Rulings(desk.campaigns)
    await rulings.edit(act.campaign, act.version, act.text, act.reason, user_id=interaction.user.id)
    return f"Done, and noted in the audit log: `{act.text}`."


async def _end(desk: Desk, interaction: Interaction, act: End) -> str:
    await _of(desk, interaction, act.campaign, "moderator", "creator", to="end it")
    administration = Administration(desk.campaigns)
    await administration.end(act.campaign, act.version, act.reason, user_id=interaction.user.id)
    return "The campaign is ended. `/campaign export` has its record, with the seed of its dice."


async def _mend(desk: Desk, interaction: Interaction, act: Mend) -> str:
    campaign = await _of(desk, interaction, act.campaign, "moderator", to="repair it")
    user_id = interaction.user.id
    back = f"back to entry {act.back_to}" if act.back_to is not None else "states written anew"
    await Repairs(desk.campaigns).mend(
        act.campaign,
        act.version,
        act.back_to,
        user_id=user_id,
        audit=Audit.on(campaign, user_id, "repair", act.reason, back),
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
    administration, user_id = Administration(desk.campaigns), interaction.user.id
    incoming = await administration.incoming(
        act.record, guild_id=act.guild, channel_id=act.channel, user_id=user_id, open_seats=act.open_seats
    )
    await administration.take_in(incoming, user_id=user_id)
    seats = "You hold every seat; `/seat replace` gives one."
    if act.open_seats:
        seats = "Its seats are open: `/seat take`."
    return f"The campaign goes on here after {entry_count(len(act.record.journal))}. {seats}"


class Confirm(Button, template=custom_ids.CONFIRM):
    """Carries out what was proposed."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        store, user_id, proposal = desk.campaigns.store, interaction.user.id, int(self.fields["proposal"])
        act = await take(store, proposal, user_id)
        try:
            view = await _done(desk, interaction, act)
        except BusyError:
            # It was not refused for what it is: the same button may be pressed again.
            await propose(store, user_id, act, proposal)
            raise
        desk.outbox.kick()
        await show(interaction, view)


CONTROLS = (Confirm,)
