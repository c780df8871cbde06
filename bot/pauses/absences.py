"""Absent players: a campaign that all of them have left pauses, and goes on as soon as one is back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.campaigns import autopilot, messages
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.clock import notation
from bot.pauses import by_hand
from bot.store import Absence, Audit, Campaign, Write, rows
from data.catalogue import N_, _
from data.nouns import listed

NOBODY = N_("nobody plays any more")


async def fall_asleep(campaigns: Campaigns, campaign: Campaign, absences: Mapping[str, Absence]) -> None:
    """Pause a campaign in which every seat is on autopilot, and call a moderator.

    The caller is the campaign's only writer.

    :param absences: new absences, by seat.
    """
    store, now = campaigns.store, campaigns.store.now()
    role = (await settings_of(campaigns, campaign.guild_id)).moderator_role
    called = None if role is not None else campaign.created_by
    people = list(dict.fromkeys([*campaign.seats.values(), called]))
    text = _(
        "😴 Nobody has decided anything here for two turns, so the campaign is paused and its clocks "
        "are stopped. It resumes when one of its players plays in this channel.\n{role} can resume it "
        "with `/campaign resume`, seat somebody else with `/mod seat`, or end it with `/mod end`.",
        role=_("A moderator") if role is None else f"<@&{role}>",
    )
    said = messages.say(text, people=[user for user in people if user is not None], role=role)
    await store.transact(
        partial(rows.seats.absent, campaign_id=campaign.id, absences=absences),
        partial(rows.campaigns.alter, campaign_id=campaign.id, paused_at=now, paused_by=None, paused_as=None),
        *await by_hand.stop_clocks(campaigns, campaign),
        partial(rows.audits.put, noted=Audit.on(campaign, None, "pause", str(NOBODY)), now=now),
        *by_hand.saying(campaigns, campaign, [said], now),
        campaign_id=campaign.id,
    )
    campaigns.presence.changed()


async def returned(campaigns: Campaigns, user_id: int, channel_id: int) -> None:
    """Let a returning player of the channel's campaign play their own seats again.

    If the campaign was paused because no player acted, it goes on.
    """
    if not await campaigns.presence.missed(user_id):
        return
    present = await campaigns.store.running_in(channel_id)
    if present is None or not (_missed(present, user_id) or _waits_for(present, user_id)):
        return
    if not campaigns.packs.at_hand(present.title, present.pack):
        # They play again when the game is back; their present command may be about something else.
        return
    async with campaigns.writing(present.id, wait=True):
        campaign = await campaigns.by_id(present.id)
        mine = _missed(campaign, user_id)
        if campaign.status != "running" or not (mine or _waits_for(campaign, user_id)):
            return
        woken = await _woken(campaigns, campaign, user_id, mine)
        await campaigns.store.transact(*woken, campaign_id=campaign.id)
        campaigns.presence.changed()


def _missed(campaign: Campaign, user_id: int) -> list[str]:
    """A person's seats that have missed a turn."""
    return [seat for seat in campaign.held_by(user_id) if campaign.seating[seat].missed]


def _waits_for(campaign: Campaign, user_id: int) -> bool:
    """Whether a campaign sleeps until one of its players is back; a seat may have changed hands since."""
    return campaign.asleep and bool(campaign.held_by(user_id))


async def _woken(campaigns: Campaigns, campaign: Campaign, user_id: int, mine: list[str]) -> list[Write]:
    now = campaigns.store.now()
    title = campaigns.title_of(campaign)
    steps: list[Write] = [
        partial(rows.seats.absent, campaign_id=campaign.id, absences=dict.fromkeys(mine, Absence()))
    ]
    names = [
        title.seat_names[seat] for seat in mine if autopilot.away(autopilot.absence(campaign.seating[seat]))
    ]
    if not names and not campaign.asleep:
        # The automatic player was in the middle of one turn: the player continues it.
        return steps
    on_its_own = notation.read(campaign.clock).overtime == "player"
    plays = _(" and plays **{names}** again", names=listed(names)) if on_its_own and names else ""
    goes_on = _(" The campaign resumes.") if campaign.asleep else ""
    text = (
        _("👋 <@{user_id}> is back{plays}.{goes_on}", user_id=user_id, plays=plays, goes_on=goes_on)
        if names
        else _("👋 <@{user_id}> is here{plays}.{goes_on}", user_id=user_id, plays=plays, goes_on=goes_on)
    )
    said = [messages.say(text)]
    if campaign.asleep:
        steps.append(
            partial(
                rows.campaigns.alter, campaign_id=campaign.id, paused_at=None, paused_by=None, paused_as=None
            )
        )
        decisions = title.decisions(campaigns.state_of(campaign))
        said += await campaigns.timekeeper.notices((), decisions, campaign.seating, user_id)
        if campaign.parked_at is None:
            steps += await by_hand.start_clocks(campaigns, campaign, user_id=user_id)
    return [*steps, *by_hand.saying(campaigns, campaign, said, now)]
