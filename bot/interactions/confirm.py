"""The second press: the bot carries out what it showed first, if the person who presses still may do it."""

from __future__ import annotations

from collections.abc import Awaitable

from discord import ui

from bot.campaigns import guards, messages
from bot.campaigns.consent import others_of
from bot.campaigns.proposals import (
    Act,
    Ask,
    Edit,
    End,
    Import,
    Leave,
    Mend,
    OfLeague,
    Seating,
    TakeBack,
    confirm,
    propose,
    take,
)
from bot.campaigns.ranks import Rank, require, require_here, right
from bot.desk.desk import Desk, may_post
from bot.errors import BusyError, NoCampaignError, PoliteError
from bot.interactions import leagues, moderated
from bot.interactions.host import Button, Interaction, show
from bot.moderation.administration import Administration
from bot.moderation.impartial import see_impartial
from bot.moderation.rulings import Rulings
from bot.seats.change import Forewarned
from bot.seats.endings import Endings
from bot.seats.handover import Seats
from bot.store import Audit, Campaign
from bot.surface import custom_ids, layout
from bot.undo.extent import entry_count
from bot.undo.repair import Repairs
from bot.undo.take_back import Undos
from data.catalogue import _


async def campaign_for(desk: Desk, interaction: Interaction, *, to: str) -> Campaign:
    """The campaign of the channel, for a moderator.

    :param to: what the caller wants, as in "Only a moderator can {to}."
    :raises PoliteError: there is no campaign, or the caller is not its moderator.
    """
    campaign = await desk.campaign_here(interaction)
    await require(desk.campaigns, interaction, campaign, "moderator", to=to)
    return campaign


async def offer(
    desk: Desk, interaction: Interaction, act: Act, label: str, *lines: str, limit: int = 3500
) -> None:
    """Show what an act would do, with the button that does it."""
    text = layout.cut("\n".join(line for line in lines if line), limit)
    button = await confirm(desk.campaigns.store, interaction.user.id, act, label)
    await show(interaction, layout.question(text, button))


async def _done(desk: Desk, interaction: Interaction, act: Act) -> ui.LayoutView:
    """Carry an act out; returns the view that reports it."""
    match act:
        case Ask():
            return await _ask(desk, interaction, act.wanted)
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
        case Seating():
            return layout.question(await _seat(desk, interaction, act))
        case OfLeague():
            return layout.question(await leagues.done(interaction, act))


async def or_warned(desk: Desk, interaction: Interaction, doing: Awaitable[str]) -> str | None:
    """The result of a change of seats, or a question to confirm first if a player has to know something."""
    try:
        return await doing
    except Forewarned as why:
        await offer(desk, interaction, why.wanted, _("Go on"), str(why))
        return None


async def _seat(desk: Desk, interaction: Interaction, act: Seating) -> str:
    """Change seats, after the caller was told which player has seen what."""
    may_post(interaction)
    ranks: dict[str, tuple[Rank, ...]] = {
        "seat": ("moderator",),
        "swap": ("moderator",),
        "offer": ("moderator", "creator", "player"),
    }
    await _of(desk, interaction, act.campaign, *ranks.get(act.how, ()), to=_("change the seats"))
    return await Seats(desk.campaigns).do(act)


async def _of(desk: Desk, interaction: Interaction, campaign_id: int, *ranks: Rank, to: str) -> Campaign:
    """The campaign of an act, if the person who presses may still do it."""
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
        return _("Taken back. The card shows the current board.")
    campaign = await _of(desk, interaction, act.campaign, "moderator", to=_("take actions back"))
    await see_impartial(desk.campaigns, interaction, campaign, act)
    if act.fresh and others_of(campaign, act, user_id):
        raise PoliteError(_("The players have to agree to that. Give the command again."))
    async with desk.campaigns.languages.aloud(campaign):
        said = _("↩️ <@{user_id}> takes actions back{reason}", user_id=user_id, reason=layout.why(act.reason))
    await undoing.take_back(
        act.campaign,
        act.version,
        act.back_to,
        user_id=user_id,
        # No other person plays: dice are rolled anew, as after a player's undo.
        source="player" if act.fresh else "moderator",
        freely=act.fresh,
        audit=Audit.on(
            campaign, user_id, "undo", act.reason, _("back to entry {back_to}", back_to=act.back_to)
        ),
        say=[messages.say(said)],
    )
    return _("Taken back. The audit log has a note of it.")


async def _ask(desk: Desk, interaction: Interaction, wanted: Leave) -> ui.LayoutView:
    # A player may ask for an undo; the other acts are for moderators.
    ranks: tuple[Rank, ...] = () if isinstance(wanted, TakeBack) else ("moderator",)
    await _of(desk, interaction, wanted.campaign, *ranks, to=_("do that"))
    return await moderated.ask(desk, interaction, wanted)


async def _edit(desk: Desk, interaction: Interaction, act: Edit) -> str:
    campaign = await _of(desk, interaction, act.campaign, "moderator", to=_("correct something on the board"))
    await see_impartial(desk.campaigns, interaction, campaign, act)
    rulings = Rulings(desk.campaigns)
    await rulings.edit(act.campaign, act.version, act.text, act.reason, user_id=interaction.user.id)
    return _("Done. The audit log has a note of it: `{text}`.", text=act.text)


async def _end(desk: Desk, interaction: Interaction, act: End) -> str:
    campaign, user_id = await _of(desk, interaction, act.campaign, to=""), interaction.user.id
    if act.how == "conceded":
        await Endings(desk.campaigns).concede(act, user_id=user_id)
        return _("You have conceded. `/campaign export` gives you the record, with the seed of the dice.")
    moderator = await may_end(desk, interaction, campaign)
    administration = Administration(desk.campaigns)
    await administration.end(act.campaign, act.version, act.reason, user_id=user_id, moderator=moderator)
    if campaign.status == "lobby":
        return _("The lobby is closed. `/campaign new` opens another.")
    return _("The campaign is ended. `/campaign export` gives you the record, with the seed of the dice.")


async def may_end(desk: Desk, interaction: Interaction, campaign: Campaign) -> bool:
    """Check that a person may end a campaign, or close its lobby, without asking the other players.

    Returns whether they act as a moderator.

    :raises PoliteError: they may not, or the other players have to agree first.
    """
    if campaign.status == "lobby":
        held = await require(
            desk.campaigns, interaction, campaign, "moderator", "creator", to=_("close the lobby")
        )
        return held == "moderator"
    allowed = await right(desk.campaigns, interaction, campaign, to=_("end it"))
    if not allowed.alone:
        raise PoliteError(
            _(
                "You play in this campaign, so the others have to agree: `/campaign abort` and "
                "`/campaign draw` ask them. You can always use `/campaign concede`."
            )
        )
    return allowed.moderator


async def _mend(desk: Desk, interaction: Interaction, act: Mend) -> str:
    campaign = await _of(desk, interaction, act.campaign, "moderator", to=_("repair it"))
    await see_impartial(desk.campaigns, interaction, campaign, act)
    await Repairs(desk.campaigns).carry_out(act, user_id=interaction.user.id)
    return _("The campaign is repaired: its journal is valid under the current rules again.")


async def _import(desk: Desk, interaction: Interaction, act: Import) -> str:
    if (interaction.guild_id, interaction.channel_id) != (act.guild, act.channel):
        raise PoliteError(_("That record was meant for another channel."))
    await require_here(desk.campaigns, interaction, to=_("import a record"))
    may_post(interaction)
    administration, user_id = Administration(desk.campaigns), interaction.user.id
    incoming = await administration.incoming(
        act.record, guild_id=act.guild, channel_id=act.channel, user_id=user_id, open_seats=act.open_seats
    )
    await administration.take_in(incoming, user_id=user_id)
    seats = _("You hold every seat. `/seat replace` gives one away.")
    if act.open_seats:
        seats = _("Its seats are open: take one with `/seat take`.")
    return _(
        "The campaign continues here after {number}. {seats}",
        number=entry_count(len(act.record.journal)),
        seats=seats,
    )


class Confirm(Button, template=custom_ids.CONFIRM):
    """Carries out what was proposed."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        store, user_id, proposal = desk.campaigns.store, interaction.user.id, int(self.fields["proposal"])
        act = await take(store, proposal, user_id)
        try:
            view = await _done(desk, interaction, act)
        except BusyError:
            # A busy campaign is no refusal: the same button may be pressed again.
            await propose(store, user_id, act, proposal)
            raise
        finally:
            desk.outbox.kick()
        await show(interaction, view)


CONTROLS = (Confirm,)
