"""The one message builder: it owns lengths, components, mentions and attachments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO

import discord
from discord import ui

from bot.pictures import FORMAT
from render import Picture

NO_MENTIONS = discord.AllowedMentions.none()
TEXT = 4000
"""Characters that a Components V2 message may show in all."""
COMPONENTS = 40
LABEL = 80
DETAIL = 100
PER_ROW = 5
PER_SELECT = 25
ALT = 1024
REPLY = 2000


def cut(text: str, limit: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def lines_within(lines: Sequence[str], limit: int) -> str:
    """Lines joined; where they are too many the oldest give way to a word that says so."""
    text = "\n".join(lines)
    if len(text) <= limit:
        return text
    note = "-# … earlier lines are in /campaign log"
    kept: list[str] = []
    room = limit - len(note) - 1
    for line in reversed(lines):
        if len(line) + 1 > room:
            break
        kept.append(line)
        room -= len(line) + 1
    return "\n".join([note, *reversed(kept)])


_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of writing, also of what stands after them."""


def plain(text: str) -> str:
    """A text from outside, on one line, with nothing in it that Discord would format or ping."""
    line = " ".join(_TURNS.sub("", text).split())
    # Links too: what looks like one may have another masked in it.
    return discord.utils.escape_mentions(discord.utils.escape_markdown(line, ignore_links=False))


def why(reason: str) -> str:
    """A reason as it follows what was done: a colon and the reason, and a full stop in any case."""
    told = plain(reason)
    if not told:
        return "."
    return f": {told}" if told.endswith((".", "!", "?", "…")) else f": {told}."


KEPT = f"attachment://map.{FORMAT}"
"""The picture that a message has already."""


def attachment(picture: Picture) -> discord.File:
    """A picture as a file with its alt text."""
    return discord.File(
        BytesIO(picture.data), filename=f"map{picture.suffix}", description=cut(picture.alt, ALT)
    )


def gallery(media: discord.File | str, alt: str) -> ui.MediaGallery[ui.LayoutView]:
    """A picture inside a Components V2 message, new or kept."""
    described = media.description if isinstance(media, discord.File) else alt
    return ui.MediaGallery(discord.MediaGalleryItem(media, description=described))
