"""`/campaign concede`, `draw` and `abort`: how players end a campaign before its game is over."""

from __future__ import annotations

from discord import app_commands

from bot.campaigns.consent import others_of
from bot.campaigns.proposals import End
from bot.campaigns.ranks import right
from bot.desk.desk import may_post
from bot.errors import PoliteError
from bot.interactions.confirm import may_end, offer
from bot.interactions.consent import ask
from bot.interactions.host import Command, Interaction, answering, desk_of
from bot.interactions.play import own_seats
from bot.seats.endings import going, own_side, own_sides
from bot.surface import layout
from data.catalogue import _


@app_commands.command(name="concede")
@app_commands.autocomplete(seat=own_seats)
@app_commands.describe(seat="Which of your seats, where you have several")
@answering()
async def concede(interaction: Interaction, seat: app_commands.Range[str, 1, 40] | None = None) -> None:
    """Give the game up for your side; asks once more."""
    desk = desk_of(interaction)
    campaign = await desk.campaigns.running(interaction.channel_id or 0)
    may_post(interaction)
    going(campaign)
    title = desk.campaigns.title_of(campaign)
    own = own_side(title, campaign, interaction.user.id, seat)
    winner = next((title.seat_names[each] for each in title.seats if each != own), None)
    then = _("Then the game is lost.") if winner is None else _("Winner then: {winner}.", winner=winner)
    await offer(
        desk,
        interaction,
        End(campaign=campaign.id, version=campaign.version, reason="", how="conceded", seat=own),
        _("Concede"),
        _("Concede the game for **{own}**? {then}", own=title.seat_names[own], then=then),
        _("-# Its history stays, and the seed of the dice is published. The game can't be resumed."),
    )


@app_commands.command(name="draw")
@answering()
async def draw(interaction: Interaction) -> None:
    """Ask the others to call the game a draw."""
    desk = desk_of(interaction)
    campaign = await desk.campaigns.running(interaction.channel_id or 0)
    going(campaign)
    title = desk.campaigns.title_of(campaign)
    if len(title.seats) == 1:
        raise PoliteError(_("You have no opponent to agree on a draw. `/campaign concede` ends the game."))
    own_sides(campaign, interaction.user.id)
    if not others_of(campaign, End, interaction.user.id):
        raise PoliteError(
            _(
                "You have no opponent to agree on a draw. `/campaign concede` concedes for one side, "
                "`/campaign abort` ends the game without a result."
            )
        )
    wanted = End(campaign=campaign.id, version=campaign.version, reason="", how="drawn")
    async with desk.campaigns.languages.aloud(campaign):
        what = _("call the game a draw.")
    await ask(desk, interaction, wanted, what)


@app_commands.command(name="abort")
@app_commands.describe(reason="Why, for everybody to read")
@answering()
async def abort(interaction: Interaction, reason: app_commands.Range[str, 0, 200] = "") -> None:
    """End the campaign without a result, or close its lobby; players ask the others."""
    desk, user_id = desk_of(interaction), interaction.user.id
    campaign = await desk.campaigns.running(interaction.channel_id or 0)
    lobby = campaign.status == "lobby"
    wanted = End(campaign=campaign.id, version=campaign.version, reason=reason.strip())
    if not lobby and not (await right(desk.campaigns, interaction, campaign, to=_("end it"))).alone:
        if user_id in campaign.people:
            own_sides(campaign, user_id)
        async with desk.campaigns.languages.aloud(campaign):
            what = _("end the campaign without a result{reason}", reason=layout.why(reason))
        await ask(desk, interaction, wanted, what)
        return
    await may_end(desk, interaction, campaign)
    question = (
        _("Close this lobby for good? The campaign will not begin.")
        if lobby
        else _(
            "End this campaign for good? It will have no result. You can still read and export it, "
            "but not continue it."
        )
    )
    await offer(desk, interaction, wanted, _("Close the lobby") if lobby else _("End the campaign"), question)


COMMANDS: tuple[Command, ...] = (concede, draw, abort)
