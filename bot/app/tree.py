"""All commands and controls: the command tree, and the controls of all messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from discord import app_commands, ui

from bot.interactions import (
    audit,
    board,
    campaign,
    clocks,
    confirm,
    consent,
    counsel,
    deal,
    following,
    forms,
    greeting,
    league,
    learn,
    lists,
    lobby,
    mod,
    my,
    orders,
    panel,
    play,
    privacy,
    profile,
    ratings,
    reference,
    replay,
    results,
    review,
    seats,
    seek,
    settings,
    talk,
)
from bot.interactions.host import Interaction
from bot.surface import custom_ids
from data.games import games, half

CONTROLS: tuple[type[ui.DynamicItem[Any]], ...] = tuple(
    control
    for module in (
        play,
        board,
        clocks,
        panel,
        counsel,
        forms,
        privacy,
        replay,
        review,
        lobby,
        seats,
        confirm,
        audit,
        lists,
        results,
        league,
        consent,
        orders,
        greeting,
        seek,
        learn,
        following,
        talk,
        deal,
    )
    for control in module.CONTROLS
)


async def submitted(interaction: Interaction) -> bool:
    """Carry out a form that was submitted; returns False if this version does not know it."""
    return await forms.sent(interaction, custom_ids.FILLED, forms.filled) or await forms.sent(
        interaction, custom_ids.DEALT, deal.offered, fresh=True
    )


def answered(custom_id: str) -> bool:
    """Whether one of these controls has this custom id."""
    return any(re.fullmatch(control.__discord_ui_compiled_template__, custom_id) for control in CONTROLS)


def add_to(tree: app_commands.CommandTree[Any], of: Sequence[str] | None = None) -> None:
    """Add every command to a tree, with those of all installed games or of some of them."""
    tree.add_command(campaign.commands())
    for group in (half(game, "commands") for game in (games() if of is None else of)):
        if group is not None:
            tree.add_command(group())
    tree.add_command(my.commands())
    tree.add_command(following.follow)
    tree.add_command(play.play)
    tree.add_command(counsel.hint)
    tree.add_command(privacy.commands())
    tree.add_command(seats.commands())
    tree.add_command(orders.commands())
    tree.add_command(mod.commands())
    tree.add_command(league.commands())
    tree.add_command(results.results())
    tree.add_command(ratings.ratings())
    tree.add_command(profile.profile)
    tree.add_command(settings.settings)
    tree.add_command(reference.rules())
    tree.add_command(reference.help_)
    tree.add_command(learn.learn())


def heavy(tree: app_commands.CommandTree[Any]) -> frozenset[str]:
    """Full names of a tree's expensive commands."""
    return frozenset(
        command.qualified_name for command in tree.walk_commands() if command.extras.get("heavy", False)
    )


_IN_LANGUAGES = ("name_localizations", "description_localizations")


def _same(theirs: Any, ours: Any) -> bool:
    """Whether texts in other languages are the same: one that we have no more has to go too."""
    return (theirs or {}) == (ours or {})


def covers(theirs: Any, ours: Any) -> bool:
    """Whether Discord's reply has all that we would send; it adds fields of its own."""
    if isinstance(ours, dict):
        return isinstance(theirs, dict) and all(
            _same(theirs.get(key), value) if key in _IN_LANGUAGES else covers(theirs.get(key), value)
            for key, value in ours.items()
            # `contexts` has replaced `dm_permission`, for which Discord answers as it likes.
            if key in _IN_LANGUAGES or (key != "dm_permission" and value not in (None, [], {}, False))
        )
    if isinstance(ours, list):
        return isinstance(theirs, list) and len(theirs) == len(ours) and all(map(covers, theirs, ours))
    return bool(theirs == ours)
