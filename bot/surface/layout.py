"""The one message builder: it owns lengths, components, mentions and attachments."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import takewhile
from math import ceil
from typing import TypeAlias

import discord
from discord import ui

from bot.surface.pictures import FORMAT
from data.catalogue import N_, Plural
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
BROAD = 36
"""Letters of a row of text on a telephone, 400 pixels wide."""
SMALL = "-# "
"""How a line in small print begins."""
RUN_ON = f"{SMALL}… "
"""How a line begins that another has begun."""
REST = N_("\n-# … `/campaign view` has the rest.")
"""Where the rest is of how things stand."""
IN_LOG = N_("-# … earlier lines are in `/campaign log`")
IN_CHANNEL = N_("-# … earlier lines are in the channel")
IN_REPLAY = N_("-# … `/campaign replay` tells the earlier lines")
"""Where lines are that have given way to newer ones."""
HEAD = "__"
"""How a line begins, and ends, that heads others."""
MORE_BEFORE = "… "
"""How the first line begins, where there is no room to say where the earlier ones are."""


def cut(text: str, limit: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def begun(text: str, limit: int, rest: str | N_ = "") -> str:
    """A text; where it is too long its beginning, and where the rest of it is."""
    return text if len(text) <= limit else cut(text, limit - len(str(rest))) + str(rest)


def rows_of(text: str, broad: int = BROAD) -> int:
    """Rows that a text takes where so many letters stand side by side; of small print there are more."""
    return sum(_rows(line, broad) for line in text.split("\n"))


def _rows(line: str, broad: int) -> int:
    if line.startswith(SMALL):
        line, broad = line.removeprefix(SMALL).replace("**", ""), broad * 7 // 6
    return ceil(max(len(line), 1) / broad)


def last_lines(
    lines: Sequence[str],
    limit: int,
    *,
    most: int | None = None,
    broad: int = TEXT,
    small: bool = True,
    elsewhere: N_ = IN_CHANNEL,
) -> str:
    """Lines joined; where they are too many the oldest give way to a word that says so.

    :param most: rows in all, of lines that may have several within them each; the last sentence stays.
    :param broad: letters of a row.
    :param small: whether small print and headings give way no sooner than the rest. Where they do, there is
        little room: no row of it is spent on where the oldest lines are.
    :param elsewhere: where the oldest are.
    """
    if _fitting(reversed(lines), limit + 1, most, broad) == len(lines):
        return "\n".join(lines)
    if not small:
        lines = _large(lines) or lines
        if _fitting(reversed(lines), limit + 1, most, broad) == len(lines):
            return "\n".join(lines)
    note = str(elsewhere) if small else ""
    room = limit - len(note) - 1
    count = _fitting(reversed(lines), room, most if most is None or not small else most - 1, broad)
    heads = [at for at, line in enumerate(lines) if not line.startswith(RUN_ON)]
    last = len(lines) - heads[-1] if heads else 1
    if _fitting(lines[-last:], room) < last:
        last = _fitting(lines[-1:], room)
    kept = lines[len(lines) - max(count, last) :]
    # Half a sentence, or a note on what has given way, would stand for itself.
    whole = next((at for at, line in enumerate(kept) if not line.startswith(SMALL)), 0)
    rest = "\n".join(kept[whole:])
    if small:
        return f"{note}\n{rest}" if kept else note
    return rest if len(kept) == len(lines) else f"{MORE_BEFORE}{rest}"


def unbroken(lines: Sequence[str]) -> list[str]:
    """Lines with those joined to them that go on from them."""
    whole: list[str] = []
    for line in lines:
        if whole and line.startswith(RUN_ON):
            whole[-1] += f" {line.removeprefix(RUN_ON)}"
        else:
            whole.append(line)
    return whole


def sparing(lines: Sequence[str], limit: int, elsewhere: N_) -> str:
    """Lines joined; where they are too long small print gives way first, and then the oldest lines.

    :param elsewhere: where those are.
    """
    whole = with_small_print(lines)
    for at, (line, *print_) in enumerate(whole):
        if sum(len(each) + 1 for part in whole for each in part) <= limit:
            break
        whole[at] = [line, *takewhile(lambda each: each.startswith(RUN_ON), print_)]
    return last_lines([each for part in whole for each in part], limit, elsewhere=elsewhere)


def _large(lines: Sequence[str]) -> list[str]:
    """Lines without headings and small print, but for the ends of sentences."""
    kept: list[str] = []
    large = False
    for line in lines:
        large = large if line.startswith(RUN_ON) else not line.startswith((SMALL, HEAD))
        kept += [line] if large else []
    return kept


def with_small_print(lines: Sequence[str]) -> list[list[str]]:
    """Lines, each with the small print below it, which goes on with it."""
    kept: list[list[str]] = []
    for line in lines:
        if kept and line.startswith(SMALL):
            kept[-1].append(line)
        else:
            kept.append([line])
    return kept


_MORE = Plural("-# … and {n} more.", "-# … and {n} more.")
MORE_LINES = Plural("-# … and {n} more line.", "-# … and {n} more lines.")


def first_lines(lines: Sequence[str], limit: int, *, more: Plural = _MORE) -> str:
    """Lines joined, as many as there is room for, then how many more there are."""
    count = _fitting(lines, limit - 40)
    left = len(lines) - count
    return "\n".join([*lines[:count], more(left)] if left else lines)


def _fitting(lines: Iterable[str], room: int, most: int | None = None, broad: int = TEXT) -> int:
    """How many lines, from the first on, there is room for; no more are looked at."""
    height = count = 0
    for line in lines:
        room -= len(line) + 1
        height += rows_of(line, broad)
        if room < 0 or (most is not None and height > most):
            break
        count += 1
    return count


_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of writing, also of what stands after them."""


def plain(text: str) -> str:
    """A text from outside, on one line, with nothing in it that Discord would format or ping."""
    line = " ".join(_TURNS.sub("", text).split())
    # Links too: what looks like one may have another masked in it.
    return discord.utils.escape_mentions(discord.utils.escape_markdown(line, ignore_links=False))


def why(reason: str) -> str:
    """A reason as it follows what was done: a colon and the reason, and a full stop in any case."""
    sentence = plain(reason)
    if not sentence:
        return "."
    return f": {sentence}" if sentence.endswith((".", "!", "?", "…")) else f": {sentence}."


def message(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A Components V2 message of these parts.

    All that a control knows is in its custom id: discord.py, which keeps every view that still listens for
    ever, need not keep this one.
    """
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def question(text: str, *buttons: ui.Button[ui.LayoutView]) -> ui.LayoutView:
    """A text and what can be pressed under it."""
    row = [ui.ActionRow(*buttons)] if buttons else []
    return message(ui.TextDisplay(cut(text, TEXT)), *row)


def under(*buttons: ui.Button[ui.View]) -> ui.View:
    """Buttons under an ordinary text; as in `message`, all that they know is in their custom ids."""
    view = ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    view.stop()
    return view


_NUMBERS = 1 << 16, 1 << 31
"""Numbers of selects: beyond those that parts of a message are given by themselves, up to Discord's last."""


def select(
    custom_id: str, options: list[discord.SelectOption], placeholder: str | None = None
) -> ui.ActionRow[ui.LayoutView]:
    """A row with a list of which one is picked.

    A list keeps what was picked of it in the eyes of whoever did, and picking that again does nothing there.
    With a number of its own each that is made is a new one: a second counter goes where the first went.
    It is drawn, as one that counts would tell how many lists the others were shown meanwhile.
    """
    number = random.randrange(*_NUMBERS)  # noqa: S311 - told apart by it, no secret
    made: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=custom_id, placeholder=placeholder, options=options, id=number
    )
    return ui.ActionRow(made)


Media: TypeAlias = discord.File | str
"""A picture that is new, or where it is already."""
KEPT = f"attachment://map.{FORMAT}"
"""The picture that a message has already."""


def attachment(picture: Picture) -> discord.File:
    """A picture as a file with its alt text."""
    return discord.File(
        BytesIO(picture.data), filename=f"map{picture.suffix}", description=cut(picture.alt, ALT)
    )


def gallery(media: Media, alt: str) -> ui.MediaGallery[ui.LayoutView]:
    """A picture inside a Components V2 message, new or kept."""
    described = media.description if isinstance(media, discord.File) else alt
    return ui.MediaGallery(discord.MediaGalleryItem(media, description=described))
