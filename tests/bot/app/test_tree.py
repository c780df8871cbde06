"""The command tree keeps away from every limit of the platform, and is sent only when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import engines
from bot.app.client import Tocsin, create_bot
from bot.app.descriptions import Descriptions
from bot.games.registry import game_of
from bot.settings import Settings
from data.games import games
from tests.discord.limits import HEADROOM, command_faults
from tests.discord.validate import validate_commands
from tests.support.bot_fixtures import Tables
from tests.support.fixture import fixture_of
from tests.support.table import Table, controls

NAMES = {
    "campaign": {
        "new",
        "invite",
        "status",
        "show",
        "map",
        "view",
        "log",
        "replay",
        "review",
        "gif",
        "list",
        "pause",
        "resume",
        "extend",
        "deadline",
        "nudge",
        "seek",
        "undo",
        "export",
        "concede",
        "draw",
        "abort",
    },
    "mod": {
        "act-for",
        "audit",
        "clock",
        "digest",
        "end",
        "language",
        "export",
        "import",
        "move",
        "overview",
        "repair",
        "roll",
        "seat",
        "set",
        "spectators",
        "undo",
        "view",
    },
    "league": {
        "new",
        "begin",
        "show",
        "join",
        "add",
        "leave",
        "withdraw",
        "dispute",
        "rule",
        "extend",
        "here",
        "end",
    },
    "my": {
        "games",
        "hours",
        "vacation",
        "back",
        "digest",
        "following",
        "language",
        "turns",
        "note",
        "substitute",
    },
    "learn": {"game", "where"},
    "orders": {"set", "list", "revoke", "usual"},
    "play": {"action", "seat"},
    "privacy": {"export", "forget"},
    "profile": {"user"},
    "ratings": {"game"},
    "results": {"game", "player", "against", "days"},
    "rules": {"find", "game"},
    "seat": {
        "list",
        "take",
        "leave",
        "automatic",
        "reserve",
        "replace",
        "substitute",
        "back",
        "swap",
        "brief",
    },
    "settings": {
        "announcements",
        "archive",
        "clear",
        "clock",
        "game",
        "images",
        "keep",
        "language",
        "lobbies",
        "lobby_archive",
        "lobby_images",
        "lobby_name",
        "log",
        "moderators",
        "nights",
        "ratings",
        "reliable",
        "role",
        "rules",
        "spectators",
    },
    "follow": {"campaign", "stop"},
    "help": set(),
    "hint": set(),
}


@pytest.fixture
def tree() -> list[dict[str, Any]]:
    """The tree as it is sent."""
    bot = create_bot(Settings(), clock=datetime.now)
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def test_the_tree_is_within_a_share_of_every_limit(tree: list[dict[str, Any]]) -> None:
    assert HEADROOM <= 0.84
    assert command_faults(tree) == []


def test_the_tree_is_valid_by_discords_own_description(tree: list[dict[str, Any]]) -> None:
    assert validate_commands(tree) == []


def test_the_tree_has_these_commands(tree: list[dict[str, Any]]) -> None:
    told = {command["name"]: {option["name"] for option in command.get("options", [])} for command in tree}
    own = {game: fixture_of(game).commands for game in games()}
    assert told == NAMES | {game: commands for game, commands in own.items() if commands}


def test_every_command_and_option_is_described(tree: list[dict[str, Any]]) -> None:
    nodes = list(tree)
    for node in nodes:
        assert node["description"] not in ("", "…")
        nodes += node.get("options", [])


def test_commands_are_for_servers_only(tree: list[dict[str, Any]]) -> None:
    assert [command["contexts"] for command in tree] == [[0]] * len(tree)
    assert [command["integration_types"] for command in tree] == [[0]] * len(tree)


@pytest.mark.parametrize("game", games())
async def test_every_game_can_be_begun(table: Table, game: str) -> None:
    await table.camille.slash(table.channel, "campaign new", game=game, images="never")
    assert (await table.campaign()).title == game


def test_the_games_are_shown_before_a_letter_is_typed(tree: list[dict[str, Any]]) -> None:
    (campaign,) = (command for command in tree if command["name"] == "campaign")
    (new,) = (option for option in campaign["options"] if option["name"] == "new")
    (game,) = (option for option in new["options"] if option["name"] == "game")
    shown = {choice["value"]: choice["name"] for choice in game["choices"]}
    # Whoever looks for what it is about finds it, too.
    about = {id: (title.name, str(game_of(id).topic).rstrip(".")) for id, title in engines.titles().items()}
    assert shown == {id: " · ".join(about[id]) for id in games()}
    assert [*shown] == [*games()]


def test_a_campaign_is_begun_with_a_clock(tree: list[dict[str, Any]]) -> None:
    options = {command["name"]: command.get("options", []) for command in tree}
    (new,) = [option for option in options["campaign"] if option["name"] == "new"]
    names = {option["name"] for option in new["options"]}
    assert {"game", "clock"} <= names
    assert "nudge" not in names


async def test_every_command_that_offers_choices_has_an_answer(table: Table) -> None:
    for command in table.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                if parameter.autocomplete:
                    await table.camille.autocomplete(
                        table.channel, command.qualified_name, parameter.display_name, ""
                    )


def sent(table: Table) -> int:
    """How often the whole tree was sent."""
    return sum(e.method == "PUT" and e.path.endswith("/commands") for e in table.env.http_requests)


async def test_the_tree_is_sent_at_the_first_start_and_not_again(closed_table: Tables) -> None:
    table = await closed_table(sync="changed")
    await table.start()
    assert sent(table) == 1
    await table.restart()
    assert sent(table) == 1


async def test_a_changed_tree_is_sent(closed_table: Tables) -> None:
    starts = iter([False, True, True])

    def create(settings: Settings, clock: Callable[[], datetime]) -> Tocsin:
        bot = create_bot(settings, clock=clock)
        if next(starts):
            bot.tree.remove_command("help")
        return bot

    table = await closed_table(create, sync="changed")
    await table.start()
    await table.restart()
    assert sent(table) == 2
    await table.restart()
    assert sent(table) == 2


@pytest.mark.parametrize("changed", ["Autrement.", None], ids=["other", "gone"])
async def test_a_tree_that_has_changed_in_another_language_is_sent(
    closed_table: Tables, changed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await closed_table(sync="changed")
    await table.start()
    before = Descriptions.translate

    async def translate(self: Descriptions, string: Any, locale: Any, context: Any) -> str | None:
        told = await before(self, string, locale, context)
        return changed if told is not None and "tour" in told else told

    monkeypatch.setattr(Descriptions, "translate", translate)
    await table.restart()
    assert sent(table) == 2
    await table.restart()
    assert sent(table) == 2


@pytest.mark.parametrize(("sync", "times"), [("never", 0), ("always", 2)])
async def test_sending_can_be_asked_for_or_forbidden(closed_table: Tables, sync: str, times: int) -> None:
    table = await closed_table(sync=sync)
    await table.start()
    await table.restart()
    assert sent(table) == times


def test_the_bot_needs_no_privileged_intent(tmp_path: Path) -> None:
    intents = create_bot(Settings(database=tmp_path / "tocsin.db"), clock=datetime.now).intents
    assert intents == discord.Intents(guilds=True)


async def test_a_tree_that_discord_refuses_does_not_keep_the_bot_down(closed_table: Tables) -> None:
    table = await closed_table(sync="always")
    table.env.inject_error("PUT", "/applications/*/commands", status=500, times=None)
    await table.start()
    incident = table.incidents.take()[0]
    assert "sending the command tree" in incident.getMessage()
    await table.new(images="never")
    assert [control.action for control in controls(table.card())] == await table.legal()
