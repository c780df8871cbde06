"""Deals between two seats that talk in private: money now, for a promise that the rules do not enforce."""

from __future__ import annotations

from collections.abc import Mapping

from bot.campaigns import guards, talks
from bot.campaigns.consent import Agreed, Consent
from bot.campaigns.proposals import Deal
from bot.campaigns.requests import asked_view
from bot.campaigns.service import Campaigns
from bot.desk.desk import Desk, may_post
from bot.errors import PoliteError, StaleError
from bot.games.registry import presenter_of
from bot.games.shown import GIFT, Field, Form
from bot.interactions import forms
from bot.interactions.host import Interaction, show
from bot.interactions.panel import must_hold
from bot.store import Campaign
from bot.surface import custom_ids, layout
from data.catalogue import _, alone
from data.sentences import _l
from engines.core.dice import Dice
from engines.core.errors import EngineError

CLOSED = _l("This room is closed: negotiation is over, or the seats have changed hands.")
PROMISED = 300
"""Characters of a promise."""


class Offer(forms.Opens, template=custom_ids.DEAL):
    """Opens the form of a deal for either of the two seats of a room."""

    async def form(self, desk: Desk, interaction: Interaction) -> tuple[Form, str]:
        may_post(interaction)
        campaign = await desk.board(self.campaign)
        pair = self.fields["one"], self.fields["other"]
        payer, payee = pair if campaign.seats.get(pair[0]) == interaction.user.id else pair[::-1]
        await _room(desk.campaigns, campaign, interaction.user.id, payer, payee)
        names = desk.campaigns.title_of(campaign).seat_names
        fields = [
            Field("amount", _("How much you pay now"), "100"),
            Field("promise", _("What you want in return"), "", _("Nothing in the rules enforces it")),
        ]
        title = _("A deal with {seat}", seat=names[payee])
        return Form(GIFT, title, title, fields), custom_ids.dealt(campaign.id, payer, payee)


async def offered(
    desk: Desk, interaction: Interaction, fields: Mapping[str, str], values: Mapping[str, str]
) -> None:
    """Offer a deal in the room of two seats.

    :raises PoliteError: they may not make one now, or nothing is asked for in return.
    :raises EngineError: the rules do not let this money change hands.
    """
    may_post(interaction)
    campaign = await desk.board(int(fields["campaign"]))
    payer, payee, user = fields["one"], fields["other"], interaction.user.id
    room = await _room(desk.campaigns, campaign, user, payer, payee)
    title, state = desk.campaigns.title_of(campaign), desk.campaigns.state_of(campaign)
    promise = layout.cut(layout.plain(values.get("promise", "")), PROMISED)
    if not promise:
        raise PoliteError(_("Say what you want in return. To give money for nothing, use *Give money …*."))
    amount = values.get("amount", "")
    gift = presenter_of(title).filled(state, payer, GIFT, {"seat": payee, "amount": amount})
    action = title.parse(state, gift, payer)
    # A gift draws nothing: this only finds out whether the rules allow it, and how it is told.
    events = title.redact_all(title.apply(state, payer, action, Dice(None)).events, payer)
    deal = Deal(
        campaign=campaign.id,
        payer=payer,
        payee=payee,
        gift=title.notation(action),
        promise=promise,
        asked=campaign.seats[payee],
        room=room.thread,
    )
    async with desk.campaigns.languages.aloud(campaign):
        what, *lines = [
            _("make a deal."),
            *presenter_of(title).tell(events),
            _("**{payee}** promises: *{promise}*", payee=title.seat_names[payee], promise=promise),
            _("-# Everyone sees the payment, and nothing enforces the promise."),
        ]
    made = await Consent(desk.campaigns).ask(deal, what, *lines, user_id=user)
    desk.outbox.kick()
    await show(interaction, asked_view(deal, made))


async def carry_out(campaigns: Campaigns, agreed: Agreed, deal: Deal) -> None:
    """Pay what was offered, in the name of the seat that offered it.

    :raises PoliteError: it can no longer be paid.
    """
    async with campaigns.writing(deal.campaign):
        campaign = await campaigns.by_id(deal.campaign)
        guards.playable(campaign)
        title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
        room = await talks.between(campaigns.store, title, state, campaign, deal.payer, deal.payee)
        if room is None or room.thread != deal.room:
            raise StaleError(CLOSED)
        progress = await campaigns.progress(campaign, state)
        try:
            with alone():
                action = title.parse(state, deal.gift, deal.payer)
                progress.take(deal.payer, action, user_id=agreed.asker)
        except EngineError as error:
            # Why is a secret of the seat that pays.
            payer = title.seat_names[deal.payer]
            raise PoliteError(_l("**{payer}** can no longer pay that.", payer=payer)) from error
        await campaigns.commit(progress, user_id=agreed.presser, writes=[agreed.settling])


async def _room(campaigns: Campaigns, campaign: Campaign, user_id: int, payer: str, payee: str) -> talks.Talk:
    """The open room of two seats, the first of which this person holds."""
    guards.playable(campaign)
    must_hold(campaign, user_id, payer)
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    room = await talks.between(campaigns.store, title, state, campaign, payer, payee)
    if room is None:
        raise StaleError(CLOSED)
    return room


CONTROLS = (Offer,)
