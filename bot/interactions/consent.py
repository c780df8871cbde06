"""Requests for the other players' consent: the message, its buttons, and the act once all have agreed."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import msgspec

from bot.campaigns.consent import Agreed, Consent
from bot.campaigns.proposals import (
    Deal,
    Edit,
    End,
    Extend,
    Mend,
    Moderating,
    Pause,
    Replace,
    Resume,
    Seating,
    SetClock,
    TakeBack,
    Wanted,
)
from bot.campaigns.requests import asked_view, request_view
from bot.campaigns.service import Campaigns
from bot.desk.desk import Desk, may_post
from bot.errors import PoliteError
from bot.interactions import deal
from bot.interactions.host import Button, Interaction, show
from bot.moderation import impartial
from bot.moderation.administration import Administration
from bot.moderation.rulings import Rulings
from bot.pauses import by_hand
from bot.seats.change import By
from bot.seats.endings import Endings
from bot.seats.handover import Seats
from bot.store import rows
from bot.surface import custom_ids, layout
from bot.undo.repair import Repairs
from bot.undo.take_back import Undos
from data.catalogue import speaking
from data.sentences import _l
from engines.core.errors import EngineError


async def ask(desk: Desk, interaction: Interaction, wanted: Wanted, what: str, *lines: str) -> None:
    """Ask all other players, in the channel; the person who asks can withdraw the request.

    :param what: as in "Camille asks to {what}", with its full stop.
    :raises PoliteError: there is no other player, or a request is already open.
    """
    may_post(interaction)
    made = await Consent(desk.campaigns).ask(wanted, what, *lines, user_id=interaction.user.id)
    desk.outbox.kick()
    await show(interaction, asked_view(wanted, made))


async def carry_out(campaigns: Campaigns, agreed: Agreed) -> None:
    """Do what all players have agreed to.

    :raises PoliteError: it can no longer be done.
    """
    wanted, by = agreed.wanted, agreed.asker or agreed.presser
    match wanted:
        case TakeBack():
            await Undos(campaigns).agreed(agreed, wanted)
        case End():
            await Endings(campaigns).agreed(agreed, wanted)
        case Pause():
            await by_hand.pause(
                campaigns, wanted.campaign, user_id=agreed.asker, reason=wanted.reason, agreed=agreed
            )
        case Resume():
            await by_hand.resume(campaigns, wanted.campaign, user_id=agreed.asker, agreed=agreed)
        case Extend():
            more = timedelta(hours=wanted.hours)
            await by_hand.extend(
                campaigns,
                wanted.campaign,
                more,
                wanted.seats,
                user_id=agreed.asker,
                by_right=True,
                agreed=agreed,
            )
        case Moderating():
            await impartial.grant(campaigns, agreed, wanted)
        case Edit():
            await _edit(campaigns, agreed, wanted, by)
        case SetClock():
            await Administration(campaigns).set_clock(
                wanted.campaign, wanted.clock, wanted.reason, user_id=by, agreed=agreed
            )
        case Mend():
            present = msgspec.structs.replace(wanted, version=agreed.campaign.version)
            await Repairs(campaigns).carry_out(present, user_id=by)
        case Seating():
            await Seats(campaigns).do(wanted, agreed=agreed)
        case Deal():
            await deal.carry_out(campaigns, agreed, wanted)
        case Replace():
            await Seats(campaigns, agreed=agreed).offer(
                wanted.campaign, wanted.seat, wanted.newcomer, By(by, wanted.reason)
            )


async def _edit(campaigns: Campaigns, agreed: Agreed, wanted: Edit, user_id: int) -> None:
    try:
        await Rulings(campaigns).edit(
            wanted.campaign, agreed.campaign.version, wanted.text, wanted.reason, user_id=user_id
        )
    except EngineError as error:
        # The reason may be a secret of one seat.
        raise PoliteError(_l("That can't be set on this board.")) from error


class AnswerRequest(Button, template=custom_ids.REQUEST):
    """Agrees to a request, refuses it, or withdraws it."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        answered = await Consent(desk.campaigns).answer(
            int(self.fields["request"]),
            interaction.user.id,
            self.fields["answer"],
            guild_id=interaction.guild_id,
            carry_out=partial(carry_out, desk.campaigns),
        )
        desk.outbox.kick()
        alone = interaction.message is not None and interaction.message.flags.ephemeral
        if alone and answered.settled:
            await show(interaction, layout.question(str(answered.told)))
            return None
        if answered.shown and not alone:
            request = int(self.fields["request"])
            about = await desk.campaigns.store.look(partial(rows.requests.by_id, request_id=request))
            assert about is not None
            with speaking(await desk.campaigns.languages.of_campaign(about.campaign_id)):
                view = (
                    layout.question(answered.shown)
                    if answered.settled
                    else request_view(answered.shown, request)
                )
            await show(interaction, view)
        return str(answered.told)


CONTROLS = (AnswerRequest,)
