"""Links that jump to a place in Discord."""

from __future__ import annotations

from bot.store import CardRow


def card_url(guild_id: int, posted: CardRow) -> str:
    """The link that jumps to a card."""
    return f"https://discord.com/channels/{guild_id}/{posted.channel_id}/{posted.message_id}"


def to_card(guild_id: int, posted: CardRow, what: str = "turn card") -> str:
    """The same in Markdown, which says where it leads."""
    return f"[To the {what}]({card_url(guild_id, posted)})"


def channel_url(guild_id: int, channel_id: int) -> str:
    """The link that jumps to a channel."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"
