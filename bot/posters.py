"""Who says what: for each kind of message in the outbox, what posts it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import discord

from bot import messages
from bot.campaigns import Campaigns
from bot.cards import Cards
from bot.lobby_cards import LobbyCards
from bot.notes import Notes
from bot.offers import OFFER, Offers
from bot.outbox import Poster
from bot.pictures import Pictures
from bot.summaries import Summaries


def posters(
    client: discord.Client, campaigns: Campaigns, pictures: Pictures, clock: Callable[[], datetime]
) -> dict[str, Poster]:
    """What posts each kind of message."""
    cards = Cards(client, campaigns, pictures, clock, LobbyCards(client, campaigns, clock))
    notes = Notes(client, campaigns)
    return {
        messages.CARD: cards.post,
        messages.RETRACT: cards.retract,
        messages.NOTICE: notes.notice,
        messages.NUDGE: notes.nudge,
        messages.SAY: notes.say,
        messages.DIRECT: notes.direct,
        OFFER: Offers(client, campaigns).post,
        messages.SUMMARY: Summaries(client, campaigns).post,
    }
