"""The message builder: all lengths, components, mentions and attachments are handled here."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Sequence
from io import BytesIO
from textwrap import wrap
from typing import TypeAlias

import discord
from discord import ui

from bot.surface.pictures import FORMAT
from data.catalogue import N_, Plural
from data.nouns import labelled
from render import Picture

NO_MENTIONS = discord.AllowedMentions.none()
TEXT = 4000
"""Most characters of text in a Components V2 message."""
COMPONENTS = 40
LABEL = 80
DETAIL = 100
PER_ROW = 5
PER_SELECT = 25
ALT = 1024
REPLY = 2000
BROAD = 36
"""Letters in a row of text on a phone, 400 pixels wide."""
SMALL = "-# "
"""The beginning of a line in small print."""
REST = N_("\n-# The rest: `/campaign view`.")
"""The note that says where to read the rest of the position."""
IN_LOG = N_("-# Earlier lines: `/campaign log`.")
IN_CHANNEL = N_("-# Earlier lines are in the channel.")
IN_REPLAY = N_("-# Earlier lines: `/campaign replay`.")
"""The note that says where to read lines that newer ones have replaced."""
HEAD = "__"
"""The beginning and the end of a line that is a heading."""


def cut(text: str, limit: int) -> str:
    """The text, shortened with an ellipsis if it is too long."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def begun(text: str, limit: int, rest: str | N_ = "") -> str:
    """A text; if it is too long, its beginning and a note on where to read the rest."""
    return text if len(text) <= limit else cut(text, limit - len(str(rest))) + str(rest)


_MARK = re.compile(r"(?P<small>-# )|(?P<title>### )|(?P<entry>(?:-|\d+\.) )")
"""The beginning of a line of other letters than most: smaller ones, larger ones with a margin above, and the
same with a margin on the left."""


def rows_of(text: str, broad: int = BROAD) -> int:
    """Rows that a text takes with `broad` letters in a row; small print has more."""
    return sum(_rows(line, broad) for line in text.split("\n"))


def _rows(line: str, broad: int) -> int:
    mark = _MARK.match(line)
    text, more = line[mark.end() :] if mark else line, 0
    match mark and mark.lastgroup:
        case "small":
            text, broad = text.replace("**", ""), broad * 7 // 6
        case "title":
            broad, more = broad * 3 // 4, 1
        case "entry":
            broad = broad * 8 // 9
    return max(len(wrap(text, broad)), 1) + more


def last_lines(
    lines: Sequence[str],
    limit: int,
    *,
    most: int | None = None,
    broad: int = TEXT,
    small: bool = True,
    elsewhere: N_ = IN_CHANNEL,
) -> str:
    """Lines joined; if they are too many, a note replaces the oldest ones.

    :param most: rows in all; a line may take several. The last sentence always stays.
    :param broad: letters in a row.
    :param small: False drops small print and headings first. There is little room then, so that there is no
        note on where to read the oldest lines.
    :param elsewhere: the note on where to read the oldest lines.
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
    last = _fitting(lines[-1:], room)
    kept = lines[len(lines) - max(count, last) :]
    # A note on a dropped line would stand alone.
    whole = next((at for at, line in enumerate(kept) if not line.startswith(SMALL)), 0)
    rest = "\n".join(kept[whole:])
    if small:
        return f"{note}\n{rest}" if kept else note
    return rest


def small(lines: Iterable[str]) -> list[str]:
    """Lines in small print."""
    return [line if line[: len(SMALL)] == SMALL else f"{SMALL}{line}" for line in lines]


def sparing(lines: Sequence[str], limit: int, elsewhere: N_, *, most: int | None = None) -> str:
    """Lines joined; if they are too long, small print is dropped first, and then the oldest lines.

    :param elsewhere: the note on where to read those.
    :param most: lines in all.
    """
    whole = with_small_print(lines)
    for at, (line, *_print) in enumerate(whole):
        if _fitting((each for part in whole for each in part), limit + 1, most) == sum(map(len, whole)):
            break
        whole[at] = [line]
    return last_lines([each for part in whole for each in part], limit, most=most, elsewhere=elsewhere)


def _large(lines: Sequence[str], without: tuple[str, ...] = (SMALL, HEAD)) -> list[str]:
    """Lines without headings and small print."""
    return [line for line in lines if not line.startswith(without)]


def first_said(lines: Sequence[str]) -> str:
    """The first sentence of a story, without bold type; of small print only where there is nothing else."""
    whole = _large(lines) or _large(lines, (HEAD,))
    return _plain(whole[0]) if whole else ""


def last_said(lines: Sequence[str]) -> str:
    """The last sentence of a story, without bold type; empty where all is small print."""
    whole = _large(lines)
    return _plain(whole[-1]) if whole else ""


def _plain(line: str) -> str:
    return line.removeprefix(SMALL).replace("**", "")


def with_small_print(lines: Sequence[str]) -> list[list[str]]:
    """Lines, each with the small print below it that belongs to it."""
    kept: list[list[str]] = []
    for line in lines:
        if kept and line.startswith(SMALL):
            kept[-1].append(line)
        else:
            kept.append([line])
    return kept


_MORE = Plural("-# And {n} more.", "-# And {n} more.")
MORE_LINES = Plural("-# And {n} more line.", "-# And {n} more lines.")


def first_lines(
    lines: Sequence[str], limit: int, *, most: int | None = None, broad: int = TEXT, more: Plural = _MORE
) -> str:
    """Lines joined, as many as fit, then the number of the others, of which the first may be begun.

    :param most: rows in all; a line may take several.
    :param broad: letters in a row.
    """
    count = _fitting(lines, limit - 40, most, broad)
    if count == len(lines):
        return "\n".join(lines)
    begun: list[str] = []
    if most is not None:
        count = _fitting(lines, limit - 40, most - 1, broad)
        rows = most - 1 - rows_of("\n".join(lines[:count]), broad)
        if rows > 1 and not lines[count].startswith(SMALL):
            begun = [_first_rows(lines[count], rows, broad)]
    rest = lines[count + len(begun) :]
    # Small print belongs to the line above it.
    left = len(_large(rest)) if _large(lines) else len(rest)
    return "\n".join([*lines[:count], *begun, more(max(left, 1))])


def _first_rows(line: str, rows: int, broad: int) -> str:
    """The beginning of a line that fits into `rows` rows."""
    text = " ".join(wrap(line, broad * 8 // 9, max_lines=rows, placeholder=" …"))
    return f"{text}**" if text.count("**") % 2 else text


def _fitting(lines: Iterable[str], room: int, most: int | None = None, broad: int = TEXT) -> int:
    """The number of lines, from the first on, that fit; it reads no further."""
    height = count = 0
    for line in lines:
        room -= len(line) + 1
        height += rows_of(line, broad)
        if room < 0 or (most is not None and height > most):
            break
        count += 1
    return count


_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of writing, also of the text after them."""


def line(text: str) -> str:
    """A name from outside, on one line; empty if nothing of it can be seen."""
    return _flat(text) if any(unicodedata.category(sign)[0] not in "CZ" for sign in text) else ""


def _flat(text: str) -> str:
    """A text from outside, on one line that is read in its own direction."""
    return " ".join(_TURNS.sub("", text).split())


def plain(text: str) -> str:
    """A text from outside, on one line, without anything that Discord would format or ping."""
    # Links too: a link may hide another one.
    escaped = discord.utils.escape_markdown(_flat(text), ignore_links=False)
    return discord.utils.escape_mentions(escaped)


def why(reason: str) -> str:
    """A reason at the end of a sentence: a colon, the reason, and always a full stop."""
    sentence = plain(reason)
    if not sentence:
        return "."
    return labelled("", sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}.")


def message(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A Components V2 message of these parts.

    discord.py keeps every view that listens, for ever. A control's custom id holds all its data, so that
    discord.py need not keep this one.
    """
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def question(text: str, *buttons: ui.Button[ui.LayoutView]) -> ui.LayoutView:
    """A text with buttons under it."""
    row = [ui.ActionRow(*buttons)] if buttons else []
    return message(ui.TextDisplay(cut(text, TEXT)), *row)


def under(*buttons: ui.Button[ui.View]) -> ui.View:
    """Buttons under an ordinary text; as in `message`, their custom ids hold all their data."""
    view = ui.View(timeout=None)
    for button in buttons:
        view.add_item(button)
    view.stop()
    return view


_NUMBERS = 1 << 16, 1 << 31
"""Numbers of selects: above those that Discord gives to parts of a message, up to its last number."""


def select(
    custom_id: str, options: list[discord.SelectOption], placeholder: str | None = None, *, most: int = 1
) -> ui.ActionRow[ui.LayoutView]:
    """A row with a select, for so many choices at most.

    Discord shows a select with the last choice of its user, and the same choice again does nothing. With a
    random number each select is new, so that a second counter can go where the first went. A running number
    would tell how many lists the other players have seen.
    """
    number = random.randrange(*_NUMBERS)  # noqa: S311 - tells selects apart, no secret
    made: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=custom_id, placeholder=placeholder, options=options, max_values=most, id=number
    )
    return ui.ActionRow(made)


Media: TypeAlias = discord.File | str
"""A new picture, or the address of an existing one."""
KEPT = f"attachment://map.{FORMAT}"
"""The present picture of a message."""


def attachment(picture: Picture) -> discord.File:
    """A picture as a file with its alt text."""
    return discord.File(
        BytesIO(picture.data), filename=f"map{picture.suffix}", description=cut(picture.alt, ALT)
    )


def gallery(media: Media, alt: str) -> ui.MediaGallery[ui.LayoutView]:
    """A picture inside a Components V2 message, new or kept."""
    described = media.description if isinstance(media, discord.File) else alt
    return ui.MediaGallery(discord.MediaGalleryItem(media, description=described))
