"""The public status of a campaign, as text."""

from __future__ import annotations

import msgspec

from bot.campaigns import awaited, guards
from bot.campaigns.service import Campaigns
from bot.campaigns.telling import ended
from bot.games.registry import presenter_of
from bot.games.wording import says_number
from bot.posts import lobby_card
from bot.store import Campaign
from bot.surface.links import LOBBY, TURN_CARD, to_card
from data.catalogue import _, retold
from engines.core.contract import Outcome


async def in_words(campaigns: Campaigns, campaign: Campaign) -> str:
    """Score, board and what is due, with a link to the campaign's card."""
    if not campaign.state:
        return await _without_board(campaigns, campaign) + await link(campaigns, campaign)
    title = campaigns.title_of(campaign)
    words = presenter_of(title)
    view = title.view(campaigns.state_of(campaign), None)
    lines = [
        f"**{title.name}**, {where(campaigns, campaign)}",
        *await _score(campaigns, campaign),
        *words.standing(view),
    ]
    if stopped := guards.why_stopped(campaign):
        lines.append(stopped)
    if campaign.outcome is not None:
        lines += words.verdict(msgspec.json.decode(campaign.outcome, type=Outcome))
    elif campaign.status == "ended":
        lines.append(ended(title, campaign.ending).sentence)
    lines += _due(campaigns, campaign)
    return "\n".join(lines) + await link(campaigns, campaign)


async def _score(campaigns: Campaigns, campaign: Campaign) -> list[str]:
    """The score so far, and how it is made up; a finished campaign has a verdict instead."""
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    stands = title.known_outcome(state, None)
    if stands is None or campaign.is_over:
        return []
    stood = await campaigns.history.outcome_before(campaign, title, campaigns.chapter_of(campaign))
    words = presenter_of(title)
    return [line for line in (words.balance(stands, stood), words.working(stands)) if line]


async def _without_board(campaigns: Campaigns, campaign: Campaign) -> str:
    if campaign.status != "lobby":
        return _("**{name}** was ended before it began.", name=campaigns.packs.game_of(campaign).name)
    seats = await lobby_card.standing(campaigns, campaign)
    return _("{seats}\nThis campaign has not begun: players are still taking seats.", seats=seats)


def _due(campaigns: Campaigns, campaign: Campaign) -> list[str]:
    title, parts = campaigns.title_of(campaign), awaited.parts(campaigns, campaign)
    if len(title.seats) == 1:
        return [_("**Due** {phrase}{until}", phrase=part.phrase, until=part.until) for part in parts]
    return awaited.told(title, parts)


def where(campaigns: Campaigns, campaign: Campaign) -> str:
    """The present chapter of a campaign."""
    number, name = campaigns.title_of(campaign).chapter(campaigns.state_of(campaign))
    turn = retold(name)
    if not says_number(turn, number):
        turn = _("turn {number}, {name}", number=number, name=turn)
    return turn if campaign.status == "running" else _("{turn}, over", turn=turn)


async def link(campaigns: Campaigns, campaign: Campaign) -> str:
    """A line with a link to the campaign's card; empty if it has none."""
    posted = await campaigns.store.card(campaign.id, campaigns.card_chapter(campaign))
    return f"\n{to_card(campaign.guild_id, posted, TURN_CARD if campaign.state else LOBBY)}" if posted else ""
