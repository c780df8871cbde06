"""The poster for each kind of message in the outbox."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import discord

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.moderation.digest import Digests
from bot.moderation.seasons import Threads
from bot.outbox.outbox import Poster
from bot.posts.announcements import Announcements
from bot.posts.calls import Calls
from bot.posts.card.poster import Cards
from bot.posts.lobby_card import LobbyCards
from bot.posts.say import Speaker
from bot.posts.scenes import Scenes
from bot.posts.spectators import SpectatorThreads
from bot.posts.summary import Summaries
from bot.posts.talks import Talks
from bot.posts.waiting_lists import Asks
from bot.store import Campaign, CardRow, Due
from bot.surface.pictures import Pictures
from data.catalogue import speaking


def posters(
    client: discord.Client, campaigns: Campaigns, pictures: Pictures, clock: Callable[[], datetime]
) -> dict[str, Poster]:
    """The poster of each kind of message."""
    cards = Cards(client, campaigns, pictures, clock, LobbyCards(client, campaigns, clock))
    speaker = Speaker(client, campaigns)
    calls = Calls(client, campaigns, speaker)
    rooms = Talks(client, campaigns)
    spectators = SpectatorThreads(client, campaigns, cards)
    by_kind: dict[str, Poster] = {
        messages.CARD: cards.post,
        messages.SCENES: Scenes(client, campaigns, pictures).post,
        messages.RETRACT: cards.retract,
        messages.NOTICE: calls.notice,
        messages.NUDGE: calls.nudge,
        messages.SAY: speaker.say,
        messages.DIRECT: speaker.direct,
        messages.OFFER: speaker.offer,
        messages.ASK: Asks(campaigns, speaker).post,
        messages.ROOM: rooms.open,
        messages.ROOMS: rooms.settle,
        messages.SUMMARY: Summaries(client, campaigns).post,
        messages.TURN: spectators.turn,
        messages.LETTER: spectators.letter,
        messages.SETTLE: spectators.settle,
        messages.ARCHIVE: Threads(client, campaigns).shut,
        messages.MODERATORS: Digests(client, campaigns).post,
        messages.ANNOUNCE: Announcements(client, campaigns, pictures).post,
    }
    return {kind: _spoken(campaigns, kind, post) for kind, post in by_kind.items()}


def _spoken(campaigns: Campaigns, kind: str, post: Poster) -> Poster:
    """A poster that uses the language of the campaign, or of the server for what is said of all campaigns."""
    languages = campaigns.languages

    async def posted(row: Due, campaign: Campaign) -> CardRow | None:
        of_all = kind in (messages.ANNOUNCE, messages.MODERATORS)
        spoken = await (languages.of_server(campaign.guild_id) if of_all else languages.of(campaign))
        with speaking(spoken):
            return await post(row, campaign)

    return posted
