"""Descriptions of commands, as Discord is given them in another language."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from bot.app import descriptions, tree
from bot.app.descriptions import Descriptions
from data.language import Language


class Quoted(Language):
    """A language that puts everything into quotation marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"


async def test_a_language_describes_commands_and_leaves_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptions, "translations", lambda tag: Quoted() if tag == "fr" else None)
    client = discord.Client(intents=discord.Intents.none())
    commands = app_commands.CommandTree(client)
    tree.add_to(commands)
    await commands.set_translator(Descriptions())
    assert commands.translator is not None
    hint = commands.get_command("hint")
    assert isinstance(hint, app_commands.Command)
    sent = await hint.get_translated_payload(commands, commands.translator)
    assert sent["description_localizations"] == {"fr": f"«{hint.description}»"}
    assert not sent["name_localizations"]
    # What is longer than Discord takes is told in English.
    for command in commands.walk_commands():
        if isinstance(command, app_commands.Command):
            payload = await command.get_translated_payload(commands, commands.translator)
            assert all(len(text) <= 100 for text in payload.get("description_localizations", {}).values())
