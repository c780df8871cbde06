"""The greeting of a channel without a campaign: what the bot is, and the buttons to start a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import ui

from bot.games.registry import game_of, presenter_of
from bot.surface import custom_ids, layout
from data.catalogue import N_, _, retold
from data.lessons import lesson
from data.nouns import labelled
from engines.core.contract import AnyTitle
from engines.core.notation import fold, joined
from engines.core.setting import Preset, Scenario

COLOUR = 0x2B4C9B
WHAT = N_(
    "## 🔔 Tocsin\nPlay board wargames of the French Revolution and Napoleon in this channel. You "
    "press buttons; the bot knows the rules, rolls the dice, draws the map and reminds you. **New "
    "here?** Choose a lesson below."
)

AT_THE_TABLE = N_(
    "\n-# *Viewing as*, above, says who you are at this table: choose another name there to play the "
    "other side. Each game has its own channel: *Channels* lists them."
)
"""What the local table adds: who the reader is there, and how to reach the channels of other games."""


def build(titles: Iterable[AnyTitle], heading: str | N_ = WHAT, channel: str = "") -> ui.LayoutView:
    """The message, with a way into every game; the game that the channel is named after comes first.

    :param titles: the titles that can be played; the first of an id is for new campaigns.
    :param heading: the text above the controls.
    :param channel: the channel's name.
    """
    games = sorted(titles, key=lambda title: not _named_after(channel, title))
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=COLOUR)
    box.add_item(ui.TextDisplay(str(heading)))
    alone = [title for title in games if len(title.seats) == 1]
    several = [title for title in games if len(title.seats) > 1]
    named = bool(games) and _named_after(channel, games[0])
    buttons = list(_own(games[0]) if named else map(_alone, alone))
    rows: list[ui.ActionRow[ui.LayoutView]] = [
        ui.ActionRow(*buttons[start : start + layout.PER_ROW])
        for start in range(0, len(buttons), layout.PER_ROW)
    ]
    presets = [_preset(title, preset) for title in alone for preset in title.presets]
    if presets:
        by_others = _("Alone, with other rules …")
        rows.append(layout.select(custom_ids.NEW_PRESET, _stepped(presets, alone), by_others))
    taught = [title for title in games if lesson(title.id) is not None]
    if taught:
        lessons = _("Learn by playing the first turns …")
        rows.append(layout.select(custom_ids.NEW_LESSON, list(map(_learn, taught)), lessons))
    if several:
        sides = [side for title in several for side in _sides(title)]
        against = _("Against the automatic player …")
        rows.append(layout.select(custom_ids.NEW_AGAINST, _stepped(sides, several), against))
        lobby = _("With people: open a lobby …")
        lobbies = [_game(title, scenario) for title in several for scenario in _scenarios(title)]
        rows.append(layout.select(custom_ids.NEW_OPEN, _stepped(lobbies, several), lobby))
        seek = _("With people: wait for others …")
        rows.append(layout.select(custom_ids.NEW_SEEK, list(map(_game, several)), seek))
    return layout.message(box, *rows)


def _own(title: AnyTitle) -> Iterator[ui.Button[ui.LayoutView]]:
    """The ways into the game that the channel is named after."""
    if len(title.seats) == 1:
        yield _alone(title)
    else:
        against = _("Play against the automatic player")
        yield _way(custom_ids.NEW_AGAINST, title, against, discord.ButtonStyle.primary)
        yield _way(custom_ids.NEW_OPEN, title, _("Play with people"))
    if (course := lesson(title.id)) is not None:
        yield _way(custom_ids.NEW_LESSON, title, _("Learn to play ({minutes} min)", minutes=course.minutes))


def _way(
    choice: str,
    title: AnyTitle,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        label=layout.cut(label, layout.LABEL), style=style, custom_id=custom_ids.own(choice, title.id)
    )


def _named_after(channel: str, title: AnyTitle) -> bool:
    named = joined(fold(channel))
    return any(joined(fold(name)) in named for name in (title.id, title.name))


def further(custom_id: str, title: AnyTitle) -> ui.LayoutView:
    """The choices of one game, in a list of their own."""
    if custom_id == custom_ids.NEW_AGAINST:
        text = _("Choose your side in {name}.", name=title.name)
        options = _sides(title)
    elif custom_id == custom_ids.NEW_OPEN:
        text = _("Choose the campaign of {name}.", name=title.name)
        options = [_game(title, scenario) for scenario in _scenarios(title)]
    else:
        text = _("Choose the rules of {name}.", name=title.name)
        options = [_preset(title, preset) for preset in title.presets]
    return layout.message(ui.TextDisplay(text), layout.select(custom_id, options, _("Choose …")))


def _stepped(options: list[discord.SelectOption], titles: list[AnyTitle]) -> list[discord.SelectOption]:
    """The choices of all games; if they are too many for a list, the games, each with a list of its own."""
    return options if len(options) <= layout.PER_SELECT else list(map(_game, titles))


def _scenarios(title: AnyTitle) -> Sequence[Scenario | None]:
    """The scenarios to choose from; a game with one scenario offers no choice."""
    return title.scenarios if len(title.scenarios) > 1 else (None,)


def _game(title: AnyTitle, scenario: Scenario | None = None) -> discord.SelectOption:
    if scenario is None:
        return _option(title.name, title.id, str(game_of(title.id).topic))
    return _option(
        labelled(title.name, retold(scenario.name)), f"{title.id} {scenario.id}", retold(scenario.summary)
    )


def _option(label: str, value: str, says: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=layout.cut(label, layout.DETAIL), value=value, description=layout.cut(says, layout.DETAIL)
    )


def _alone(title: AnyTitle) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        label=layout.cut(_("Play {name}", name=title.name), layout.LABEL),
        style=discord.ButtonStyle.primary,
        custom_id=custom_ids.new_alone(title.id),
    )


def _preset(title: AnyTitle, preset: Preset) -> discord.SelectOption:
    label = labelled(retold(preset.name), title.name)
    return _option(label, f"{title.id} {preset.id}", retold(preset.summary))


def _learn(title: AnyTitle) -> discord.SelectOption:
    course = lesson(title.id)
    assert course is not None
    label = _("{name}, {minutes} min", name=title.name, minutes=course.minutes)
    return _option(label, title.id, str(game_of(title.id).topic))


def _sides(title: AnyTitle) -> list[discord.SelectOption]:
    """The sides of each scenario."""
    return [_side(title, seat, scenario) for scenario in _scenarios(title) for seat in title.seats]


def _side(title: AnyTitle, seat: str, scenario: Scenario | None) -> discord.SelectOption:
    game = _game(title, scenario)
    _id, _space, chosen = game.value.partition(" ")
    value = " ".join(filter(None, [title.id, seat, chosen]))
    says = str(presenter_of(title).seat_aims.get(seat, "")) or game.description or ""
    return _option(labelled(title.seat_names[seat], game.label), value, says)
