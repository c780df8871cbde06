"""Links to places in Discord."""

from __future__ import annotations

from bot.store import CardRow
from data.catalogue import N_

TURN_CARD = N_("[To the turn card]({url})")
LAST_CARD = N_("[To the last card]({url})")
LOBBY = N_("[To the lobby]({url})")
CARD = N_("[To the card]({url})")


def card_url(guild_id: int, posted: CardRow) -> str:
    """The link to a card."""
    return message_url(guild_id, posted.channel_id, posted.message_id)


def to_card(guild_id: int, posted: CardRow, link: N_ = TURN_CARD) -> str:
    """A link to a card in Markdown, with a label."""
    return link(url=card_url(guild_id, posted))


def channel_url(guild_id: int, channel_id: int) -> str:
    """The link to a channel."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def message_url(guild_id: int, channel_id: int, message_id: int) -> str:
    """The link to a message in a channel."""
    return f"{channel_url(guild_id, channel_id)}/{message_id}"
