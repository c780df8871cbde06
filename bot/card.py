"""The turn card: one message per chapter, edited as the turn goes on, replaced by the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot import ids, layout
from bot.games.presenter import Choice, Group, Heading
from engines.core.contract import Outcome

TONES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
SELECT_FROM = 5
"""A group with more choices than this is a select, not a row of buttons."""


class Leaf(NamedTuple):
    """What a card shows."""

    heading: Heading
    story: list[str]
    due: str
    """What is due, from whom, until when; empty when nothing is."""
    groups: list[Group]
    stamp: ids.Stamp | None
    """The board that the controls belong to; None on a card that is history."""
    ending: list[str]
    """How the game ended, line by line; empty while it goes on."""


def build(leaf: Leaf, picture: discord.File | str | None) -> ui.LayoutView:
    """The message of a leaf, within Discord's limits of components and characters."""
    view = ui.LayoutView(timeout=None)
    heading = leaf.heading
    top = f"## {heading.title}\n-# {heading.line}\n*{heading.text}*"
    ending = "\n".join(leaf.ending)
    room = layout.TEXT - len(top) - len(leaf.due) - len(ending) - 100
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=heading.colour)
    box.add_item(ui.TextDisplay(top))
    if leaf.story:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(layout.lines_within(leaf.story, room)))
    if picture is not None:
        box.add_item(layout.gallery(picture, f"Map of {heading.title}"))
    if ending:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(ending))
    if leaf.due:
        box.add_item(ui.TextDisplay(leaf.due))
    view.add_item(box)
    if leaf.stamp is not None:
        for row in rows(leaf.groups, leaf.stamp):
            view.add_item(row)
    # discord.py keeps every view that still listens, for ever; ours says everything in its custom ids.
    view.stop()
    return view


def rows(groups: Sequence[Group], stamp: ids.Stamp) -> list[ui.ActionRow[ui.LayoutView]]:
    """Small groups as buttons, several groups of one choice sharing a row; large ones as selects."""
    made: list[ui.ActionRow[ui.LayoutView]] = []
    shared: list[Choice] = []
    for group in groups:
        if len(group.choices) > SELECT_FROM:
            made.extend(_selects(group, stamp))
        elif len(group.choices) == 1:
            shared.extend(group.choices)
        else:
            made.append(_buttons(group.choices, stamp))
    made.extend(
        _buttons(shared[start : start + layout.PER_ROW], stamp)
        for start in range(0, len(shared), layout.PER_ROW)
    )
    return made


def _buttons(choices: Sequence[Choice], stamp: ids.Stamp) -> ui.ActionRow[ui.LayoutView]:
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for choice in choices:
        row.add_item(
            ui.Button(
                style=TONES[choice.tone],
                label=layout.cut(choice.label, layout.LABEL),
                custom_id=ids.press(stamp, choice.notation),
            )
        )
    return row


def _selects(group: Group, stamp: ids.Stamp) -> list[ui.ActionRow[ui.LayoutView]]:
    made: list[ui.ActionRow[ui.LayoutView]] = []
    for part, start in enumerate(range(0, len(group.choices), layout.PER_SELECT)):
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=ids.pick(stamp, group.id if part == 0 else f"{group.id}-{'abcdefgh'[part]}"),
            placeholder=f"{group.prompt} …",
            options=[
                discord.SelectOption(
                    label=layout.cut(choice.label, layout.DETAIL),
                    value=choice.notation,
                    description=layout.cut(choice.reason, layout.DETAIL),
                )
                for choice in group.choices[start : start + layout.PER_SELECT]
            ],
        )
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        row.add_item(select)
        made.append(row)
    return made


def ending(outcome: Outcome, seed: str, commitment: str) -> list[str]:
    """The result with the score's working, and the seed that proves the dice."""
    return [
        *result(outcome),
        f"-# Seed of the dice: `{seed}`; its hash, published at the start: `{commitment[:16]}…`",
    ]


def result(outcome: Outcome) -> list[str]:
    """The result with the score's working, line by line."""
    lines = [f"## {outcome.title}"]
    if outcome.facts.get("paris-fell"):
        lines.append("Paris has fallen.")
    if outcome.score is None:
        lines.append(f"No points are counted ({outcome.case}).")
    else:
        noun = "Victory Point" if abs(outcome.score) == 1 else "Victory Points"
        lines.append(f"**{points(outcome.score)} {noun}** ({outcome.case})")
        lines += [f"-# {points(line.value)} · {line.label}" for line in outcome.working]
    return lines


def points(value: int) -> str:
    """A number of points with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"
