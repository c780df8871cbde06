"""`/mod`: moderators keep a table moving when its players can't. Every act is in the audit log."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from bot.campaigns import guards
from bot.campaigns.consent import others_of
from bot.campaigns.proposals import Ask, Edit, End, SetClock, TakeBack
from bot.campaigns.ranks import (
    moderates_everywhere,
    moderates_in,
    require_here,
    right,
    settings_of,
    shut_out,
)
from bot.clock import notation
from bot.desk.desk import Desk, may_post
from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.games.parts import completion
from bot.games.registry import presenter_of
from bot.interactions import audit, following, lists, lobby, moderated, records
from bot.interactions.clocks import clock_choices
from bot.interactions.confirm import campaign_for, may_end, offer, or_warned
from bot.interactions.host import Command, Interaction, answering, desk_of, group, offered
from bot.interactions.moderated import or_asked
from bot.moderation.administration import Administration
from bot.moderation.disclosure import Disclosure
from bot.moderation.impartial import Favours, favours, leave_to_act, leave_to_see, see_impartial
from bot.moderation.rulings import Rulings, edit_shown
from bot.seats.change import By
from bot.seats.handover import Seats
from bot.seats.named import seat_named
from bot.store import CampaignHead
from bot.surface import layout
from bot.undo.extent import before_last, before_turn, crosses, extent_of, listing, undoable
from data.catalogue import _
from data.nouns import counted, listed
from engines.core.table import MOST_DICE

Reason = app_commands.Range[str, 1, 200]
Seat = app_commands.Range[str, 1, 40]


async def _seats(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of the channel's campaign; the command itself checks who may act for a seat."""
    desk = desk_of(interaction)
    campaign = await desk.campaigns.store.latest_in(interaction.channel_id or 0)
    names = {} if campaign is None else desk.campaigns.packs.seat_names(campaign)
    return offered(((name, seat) for seat, name in names.items()), current)


async def _actions(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The legal actions of the seat that was named, if the caller may know them."""
    desk = desk_of(interaction)
    try:
        campaign = await campaign_for(desk, interaction, to=_("act for a seat"))
        guards.unfinished(campaign)
        title = desk.campaigns.title_of(campaign)
        seat = seat_named(title, str(interaction.namespace.seat or ""))
        if title.secrets:
            if not interaction.namespace.see:
                return []
            wanted = leave_to_see(campaign, interaction.user.id, [seat])
            await see_impartial(desk.campaigns, interaction, campaign, wanted)
            disclosure = Disclosure(desk.campaigns, desk.outbox)
            await disclosure.disclose_once(campaign, seat, user_id=interaction.user.id)
    except PoliteError:
        return []
    choices = presenter_of(title).choices(desk.campaigns.state_of(campaign), seat)
    return completion.actions(choices, current)


async def _edits(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The edits that are possible now; none of them reveals what the public may not know."""
    desk = desk_of(interaction)
    try:
        campaign = await campaign_for(desk, interaction, to=_("correct something on the board"))
        guards.unfinished(campaign)
    except PoliteError:
        return []
    title, state = desk.campaigns.title_of(campaign), desk.campaigns.state_of(campaign)
    # Each edit is tried on the state, which takes too long for the event loop.
    choices = await asyncio.to_thread(title.edit_choices, state, current)
    return [app_commands.Choice(name=edit, value=edit) for edit in choices if len(edit) <= layout.DETAIL][
        : layout.PER_SELECT
    ]


@app_commands.command(name="undo", extras=favours(Favours.OWN_SIDE))
@app_commands.describe(
    reason="Why; it goes into the audit log and is told in the channel",
    actions="How many of the last entries, of any player; one by default",
    to="Go back to the beginning of this turn instead",
    fresh="Roll new dice if the same actions come again; the players have to agree",
)
@answering()
async def undo(
    interaction: Interaction,
    reason: Reason,
    actions: app_commands.Range[int, 1, 500] | None = None,
    to: app_commands.Range[int, 0, 9999] | None = None,
    fresh: bool = False,
) -> None:
    """Show what an undo would take back and what it crosses, then do it."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("take actions back"))
    undoable(campaign, moderator=True)
    if actions is not None and to is not None:
        raise PoliteError(_("Give either `actions` or the turn to go back `to`, not both."))
    rows = await desk.campaigns.store.journal(campaign.id)
    back_to = before_last(rows, actions or 1, campaign.automatic) if to is None else before_turn(rows, to)
    title = desk.campaigns.title_of(campaign)
    extent = extent_of(title, rows, back_to)
    act = TakeBack(
        campaign=campaign.id, version=campaign.version, back_to=back_to, reason=reason, fresh=fresh
    )
    if not await or_asked(desk, interaction, campaign, act):
        return
    # Only the other players can grant new dice.
    asks = fresh and bool(others_of(campaign, act, interaction.user.id))
    await offer(
        desk,
        interaction,
        Ask(wanted=act) if asks else act,
        _("Ask the others") if asks else _("Take back"),
        _("This would take back **{actions}**:", actions=counted(len(extent.entries), "action")),
        listing(title, extent, 2800),
        crosses(extent),
        _("-# Dice will be rolled again.")
        if fresh
        else _("-# The same action in the same turn will get the same dice and cards again."),
    )


@app_commands.command(name="act-for", extras=favours(Favours.OWN_SIDE))
@app_commands.autocomplete(seat=_seats, action=_actions)
@app_commands.describe(
    seat="The seat that the action is for",
    action="The action in its notation",
    reason="Why; it goes into the audit log and is told in the channel",
    see="See what the seat can do, where that is secret: logged, and said in the channel",
)
@answering(tells=True)
async def act_for(
    interaction: Interaction,
    seat: Seat,
    action: app_commands.Range[str, 1, completion.LONGEST],
    reason: Reason,
    see: bool = False,
) -> str | None:
    """Take an action for a seat whose player can't."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("act for a seat"))
    may_post(interaction)
    guards.unfinished(campaign)
    title = desk.campaigns.title_of(campaign)
    name = seat_named(title, seat)
    user_id = interaction.user.id
    sees = see and title.secrets
    wanted = leave_to_see(campaign, user_id, [name]) if sees else leave_to_act(campaign, user_id, name)
    if not await or_asked(desk, interaction, campaign, wanted):
        return None
    return await moderated.act_for(desk, interaction, campaign, name, action, reason, see=sees)


@app_commands.command(name="set", extras=favours(Favours.OWN_SIDE))
@app_commands.autocomplete(edit=_edits)
@app_commands.describe(
    edit="What to put right; possible edits are offered as you type",
    reason="Why; it goes into the audit log and is told in the channel",
)
@answering()
async def set_(interaction: Interaction, edit: app_commands.Range[str, 1, 200], reason: Reason) -> None:
    """Put something right on the table, by the game's own checked edits."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("correct something on the board"))
    guards.unfinished(campaign)
    title = desk.campaigns.title_of(campaign)
    if not title.secrets:
        edit_shown(title, desk.campaigns.state_of(campaign), edit)
    typed = Edit(campaign=campaign.id, version=campaign.version, text=edit, reason=reason)
    if not await or_asked(desk, interaction, campaign, typed):
        return
    would = edit_shown(title, desk.campaigns.state_of(campaign), edit)
    await offer(
        desk,
        interaction,
        Edit(campaign=campaign.id, version=campaign.version, text=would.text, reason=reason),
        _("Correct it"),
        _("This would set: `{text}`", text=would.text),
        *presenter_of(title).tell(would.events),
    )


@app_commands.command(name="roll", extras=favours(Favours.NOBODY))
@app_commands.describe(
    dice="How many six-sided dice", reason="What for; it goes into the journal and is told in the channel"
)
@answering(tells=True)
async def roll(interaction: Interaction, dice: app_commands.Range[int, 1, MOST_DICE], reason: Reason) -> str:
    """Roll dice for the table, from the campaign's own seed, for all to see."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("roll dice for the table"))
    may_post(interaction)
    faces = await Rulings(desk.campaigns).roll(
        campaign.id, dice, reason, user_id=interaction.user.id, interaction_id=interaction.id
    )
    return f"🎲 {', '.join(map(str, faces))}"


@app_commands.command(name="seat", extras=favours(Favours.OWN_SIDE))
@app_commands.autocomplete(seat=_seats)
@app_commands.describe(
    seat="The seat that changes hands",
    reason="Why; it goes into the audit log",
    user="The new player of the seat; leave it out to make the seat vacant",
)
@answering(tells=True)
async def seat_(
    interaction: Interaction, seat: Seat, reason: Reason, user: discord.Member | None = None
) -> str | None:
    """Put somebody into a seat at once, or let it be vacant."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("change the seats"))
    name = seat_named(desk.campaigns.title_of(campaign), seat)
    if user is not None and user.bot:
        raise PoliteError(
            _("A bot can't take a seat. `/seat automatic` gives a seat to the automatic player.")
        )
    sitting, user_id = campaign.seating[name], interaction.user.id
    holder = sitting.owner_id or sitting.user_id
    allowed = await right(desk.campaigns, interaction, campaign, to=_("change the seats"))
    if not allowed.alone and holder not in (None, user_id):
        raise PoliteError(
            _(
                "You play in this campaign yourself, and the seat belongs to <@{holder}>. `/seat "
                "replace` asks the others. A moderator who does not play can seat somebody at once.",
                holder=holder,
            )
        )
    seating, by = Seats(desk.campaigns), By(interaction.user.id, reason)
    if user is None:
        return await seating.vacate(campaign.id, name, by)
    return await or_warned(desk, interaction, seating.seat_now(campaign.id, name, user.id, by))


@app_commands.command(name="clock", extras=favours(Favours.OWN_SIDE))
@app_commands.autocomplete(clock=clock_choices)
@app_commands.describe(
    clock="The clock from now on, such as 48h interrupts 12h", reason="Why; it goes into the audit log"
)
@answering(tells=True)
async def clock_(
    interaction: Interaction, clock: app_commands.Range[str, 1, 80], reason: Reason | None = None
) -> str | None:
    """Give the campaign another clock; players who owe a decision get all of it."""
    desk = desk_of(interaction)
    campaign = await campaign_for(desk, interaction, to=_("change its clock"))
    wanted = SetClock(campaign=campaign.id, clock=notation.written(notation.read(clock)), reason=reason or "")
    if campaign.clock != wanted.clock and not await or_asked(desk, interaction, campaign, wanted):
        return None
    words = await Administration(desk.campaigns).set_clock(
        campaign.id, clock, reason or "", user_id=interaction.user.id
    )
    return _("The clock is changed. {words}", words=words)


@app_commands.command(name="end", extras=favours(Favours.OWN_SIDE))
@app_commands.describe(reason="Why; it goes into the audit log")
@answering()
async def end(interaction: Interaction, reason: Reason) -> None:
    """End the campaign without a result, as a moderator who does not play."""
    desk = desk_of(interaction)
    campaign = await desk.campaign_here(interaction)
    if campaign.is_over:
        raise StaleError(_("That campaign is over already."))
    await may_end(desk, interaction, campaign)
    name = desk.campaigns.packs.name_of(campaign)
    await offer(
        desk,
        interaction,
        End(campaign=campaign.id, version=campaign.version, reason=reason),
        _("End the campaign"),
        _(
            "This would end the campaign of **{name}** in this channel for good{reason}",
            name=name,
            reason=layout.why(reason),
        ),
        _("-# Its history stays, and the seed of the dice is published. The game can't be resumed."),
    )


@app_commands.command(name="move", extras=favours(Favours.NOBODY))
@app_commands.autocomplete(campaign=audit.campaigns_here)
@app_commands.describe(campaign="The campaign to bring into this channel")
@answering(tells=True)
async def move(interaction: Interaction, campaign: str) -> str:
    """Bring a campaign of this server into this channel, also one whose own is gone."""
    desk = desk_of(interaction)
    await require_here(desk.campaigns, interaction, to=_("move a campaign"))
    head = await audit.named(desk, interaction, campaign)
    source = None if interaction.guild is None else interaction.guild.get_channel_or_thread(head.channel_id)
    guild = await settings_of(desk.campaigns, head.guild_id)
    if source is not None:
        allowed = moderates_in(interaction.user, source, guild)
    else:
        # The bot can't read a sleeping thread, so only a moderator of all channels counts as its moderator.
        allowed = head.parked_at is not None or moderates_everywhere(interaction, guild)
    if not allowed:
        raise PoliteError(_("You must also be a moderator of the channel where the campaign is played now."))
    may_post(interaction)
    await _all_can_follow(interaction, head)
    before = None if source is None else await _live_card(desk, head.id)
    administration = Administration(desk.campaigns)
    await administration.move(head.id, interaction.channel_id or 0, user_id=interaction.user.id)
    if before is not None:
        await _mark_moved(interaction, head, before, interaction.channel_id or 0)
    return _("The campaign has moved to this channel. Its card follows below.")


async def _all_can_follow(interaction: Interaction, head: CampaignHead) -> None:
    """Check that every player of a campaign can see the channel that it moves to.

    :raises PoliteError: a player can't see it.
    """
    guild, channel = interaction.guild, interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return
    try:
        hidden = await shut_out(guild, channel, head.people)
    except discord.HTTPException:
        raise PoliteError(
            _("I can't find out from Discord who can see this channel. Try again later.")
        ) from None
    if hidden:
        raise PoliteError(
            _(
                "{people} can't see this channel, so they couldn't follow the campaign. Give them "
                "access first, or give their seats to others.",
                people=listed([f"<@{user}>" for user in hidden]),
            )
        )


async def _live_card(desk: Desk, campaign_id: int) -> tuple[int, int] | None:
    """Channel and message of the card that the campaign is played on."""
    _campaign, card = await desk.campaigns.store.latest_with_card(
        (await desk.campaigns.by_id(campaign_id)).channel_id
    )
    return None if card is None or card.campaign_id != campaign_id else (card.channel_id, card.message_id)


async def _mark_moved(interaction: Interaction, head: CampaignHead, card: tuple[int, int], to: int) -> None:
    """Remove the controls from the card in the old channel; if that fails, they lead to the same board."""
    channel = interaction.client.get_partial_messageable(card[0], guild_id=interaction.guild_id)
    async with desk_of(interaction).campaigns.languages.aloud(head):
        view = layout.question(_("🧭 *This campaign continues in <#{to}>.*", to=to))
    try:
        await channel.get_partial_message(card[1]).edit(
            view=view,
            attachments=[],
            allowed_mentions=layout.NO_MENTIONS,
        )
    except discord.HTTPException:
        return


@app_commands.command(name="view", extras=favours(Favours.OWN_SIDE))
@app_commands.autocomplete(seat=_seats)
@app_commands.describe(
    seat="The seat whose secrets you have to see", reason="Why; it goes into the audit log and the channel"
)
@answering()
async def view(interaction: Interaction, seat: Seat, reason: Reason) -> None:
    """See what a seat knows; it is logged and said in the channel first."""
    desk = desk_of(interaction)
    campaign = guards.begun(await campaign_for(desk, interaction, to=_("see a seat's secrets")))
    title = desk.campaigns.title_of(campaign)
    name = seat_named(title, seat)
    if campaign.seats.get(name) == interaction.user.id:
        raise NotSeatedError(_("That is your own seat: `/campaign view` shows what it knows."))
    if not title.secrets:
        raise PoliteError(_("{name} has no secrets. `/campaign map` shows everything.", name=title.name))
    wanted = leave_to_see(campaign, interaction.user.id, [name])
    if await or_asked(desk, interaction, campaign, wanted):
        await moderated.view(desk, interaction, campaign, name, reason)


COMMANDS: tuple[Command, ...] = (
    undo,
    act_for,
    set_,
    roll,
    seat_,
    clock_,
    end,
    move,
    view,
    *lists.MODERATORS,
    *audit.COMMANDS,
    *records.MODERATORS,
    *following.MODERATORS,
    *lobby.MODERATORS,
)


def commands() -> app_commands.Group:
    """The group; each command checks who may use it, because a role may be enough."""
    return group("mod", "Keep the campaign of this channel moving; every act is logged.", COMMANDS)
