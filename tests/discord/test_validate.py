"""What a real bot sends is accepted by Discord's own description, and what Discord would refuse is not."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands
from PIL import Image
from simcord.types import HttpLogEntry

from tests.discord.limits import command_faults, message_faults, modal_faults
from tests.discord.validate import validate_commands, validate_request

ALT_TEXT = "A map: Austria in box 3, Prussia in box 5."


def map_file() -> discord.File:
    image = io.BytesIO()
    Image.new("RGB", (8, 8), "navy").save(image, "PNG")
    image.seek(0)
    return discord.File(image, filename="map.png", description=ALT_TEXT)


class Board(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        container: discord.ui.Container[Board] = discord.ui.Container(accent_colour=discord.Colour.blue())
        container.add_item(discord.ui.TextDisplay("**Turn 1**: it is France's turn."))
        gallery: discord.ui.MediaGallery[Board] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://map.png", description=ALT_TEXT)
        container.add_item(gallery)
        container.add_item(discord.ui.Separator())
        section: discord.ui.Section[Board] = discord.ui.Section(
            "The die: 4 + 1 = 5", accessory=discord.ui.Button(label="Log", url="https://example.org/log")
        )
        container.add_item(section)
        buttons: discord.ui.ActionRow[Board] = discord.ui.ActionRow()
        buttons.add_item(discord.ui.Button(label="Attack", custom_id="attack", emoji="⚔️"))
        buttons.add_item(discord.ui.Button(label="End", custom_id="end", style=discord.ButtonStyle.danger))
        container.add_item(buttons)
        choices: discord.ui.ActionRow[Board] = discord.ui.ActionRow()
        options = [discord.SelectOption(label=name, value=name.lower()) for name in ("Austria", "Prussia")]
        choices.add_item(discord.ui.Select(custom_id="target", placeholder="Target", options=options))
        container.add_item(choices)
        self.add_item(container)


class Note(discord.ui.Modal, title="Note for the log"):
    text: discord.ui.Label[Note] = discord.ui.Label(
        text="Text",
        component=discord.ui.TextInput(
            custom_id="text", style=discord.TextStyle.paragraph, placeholder="What the log should say"
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Noted.", ephemeral=True)


class TableBot(commands.Bot):
    """A bot that makes every kind of call which the real one makes."""

    def __init__(self) -> None:
        super().__init__(
            "!", intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none()
        )

    async def setup_hook(self) -> None:
        self.tree.add_command(board)
        self.tree.add_command(slow)
        self.tree.add_command(campaign)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        custom_id = data["custom_id"]
        if custom_id == "attack":
            await interaction.response.edit_message(view=Board(), attachments=[map_file()])
        elif custom_id == "end":
            await interaction.response.send_modal(Note())
        else:
            await interaction.response.defer()


@app_commands.command(description="Show the board.")
@app_commands.describe(space="Where to look")
async def board(interaction: discord.Interaction, space: str) -> None:
    await interaction.response.send_message(view=Board(), file=map_file())


@board.autocomplete("space")
async def spaces(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=name.lower()) for name in ("Arras", "Brussels")]


@app_commands.command(description="Take your time.")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(view=Board(), attachments=[map_file()])
    await interaction.followup.send("Over to the Republic.", ephemeral=True, file=map_file())
    await interaction.followup.send(embed=discord.Embed(title="Score", description="−24"), wait=True)


campaign = app_commands.Group(
    name="campaign",
    description="The campaign of this channel.",
    guild_only=True,
    default_permissions=discord.Permissions(manage_channels=True),
)


@campaign.command(description="Begin one.")
@app_commands.choices(title=[app_commands.Choice(name="Levée en Masse", value="levee")])
async def new(interaction: discord.Interaction, title: app_commands.Choice[str], turns: int = 1) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    await interaction.response.send_message(f"{title.name}: {turns}")
    message = await interaction.channel.send("Turn 1", nonce="c1-v1", file=map_file())
    await message.edit(view=Board(), content=None, attachments=[map_file()])
    await message.pin()
    await message.unpin()
    thread = await interaction.channel.create_thread(name="Talk", type=discord.ChannelType.public_thread)
    await thread.send("Speak.", allowed_mentions=discord.AllowedMentions(users=[interaction.user]))
    await interaction.channel.fetch_message(message.id)
    await message.delete()


@pytest.fixture
def simcord_bot() -> TableBot:
    return TableBot()


async def play(env: simcord.Env) -> None:
    guild = env.create_guild()
    channel = guild.create_text_channel("levee")
    moderators = guild.create_role("Moderators", permissions=discord.Permissions(manage_channels=True))
    player = guild.add_member(env.create_user("alice"), roles=[moderators])
    await player.autocomplete(channel, "board", "space", "a")
    shown = await player.slash(channel, "board", space="arras")
    assert shown.response is not None
    await player.click(shown.response, custom_id="attack")
    await player.select(shown.response, custom_id="target", values=["austria"])
    modal = await player.click(shown.response, custom_id="end")
    await player.submit_modal(modal, {"text": "A fine day."})
    await player.slash(channel, "slow")
    await player.slash(channel, "campaign new", title="levee", turns=3)


def faults_of(entries: list[HttpLogEntry]) -> list[str]:
    return [fault for entry in entries for fault in validate_request(entry.method, entry.path, entry.json)]


async def test_what_a_bot_sends_is_accepted(simcord_env: simcord.Env) -> None:
    await play(simcord_env)
    simcord_env.raise_errors()
    sent = {(entry.method, entry.path.split("/")[1]) for entry in simcord_env.http_requests}
    assert {
        ("PUT", "applications"),
        ("POST", "interactions"),
        ("PATCH", "webhooks"),
        ("POST", "channels"),
    } <= sent
    assert faults_of(simcord_env.http_requests) == []


async def test_what_a_bot_sends_is_within_the_documented_limits(simcord_env: simcord.Env) -> None:
    await play(simcord_env)
    checked = 0
    for entry in simcord_env.http_requests:
        body: Any = entry.json
        if entry.path.endswith("/commands"):
            assert command_faults(body) == []
            assert validate_commands(body) == []
        elif entry.path.endswith("/callback") and body["type"] == 9:
            assert modal_faults(body["data"]) == []
        elif entry.path.endswith("/callback") and body["type"] in (4, 7):
            assert message_faults(body["data"]) == []
        elif "messages" in entry.path and isinstance(body, dict):
            assert message_faults(body) == []
        else:
            continue
        checked += 1
    assert checked >= 9


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Attack", "custom_id": "attack", **changes}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def select(**changes: Any) -> dict[str, Any]:
    options = [{"label": "Austria", "value": "austria"}]
    return {"type": 3, "custom_id": "target", "options": options, **changes}


@pytest.mark.parametrize(
    ("body", "path", "complaint"),
    [
        ({"content": "x" * 4001}, "$.content", "4001 characters, at most 4000"),
        ({"content": 3}, "$.content", "3 is not of type"),
        (
            {"components": [row(button(label="x" * 81))]},
            "$.components[0].components[0].label",
            "81 characters",
        ),
        ({"components": [row(button(custom_id="x" * 101))]}, "custom_id", "101 characters, at most 100"),
        ({"components": [row(*[button()] * 6)]}, "$.components[0].components", "6 items, at most 5"),
        ({"components": [row(select(options=[]))]}, "options", "[] has less than 1 item"),
        ({"components": [row(select(placeholder="x" * 151))]}, "placeholder", "151 characters"),
        ({"components": [{"type": 17, "components": [row(button(style=99))]}]}, "style", "99 is not valid"),
        ({"components": [{"type": 10}]}, "$.components[0]", '"content" is a required property'),
        ({"components": [{"type": 99}]}, "$.components[0]", "not valid under any"),
        (
            {
                "components": [
                    {
                        "type": 12,
                        "items": [{"media": {"url": "attachment://m.png"}, "description": "x" * 1025}],
                    }
                ]
            },
            "items[0].description",
            "1025 characters, at most 1024",
        ),
        ({"attachments": [{"id": 0, "description": "x" * 1025}]}, "description", "1025 characters"),
        ({"attachments": [{"filename": "map.png"}]}, "$.attachments[0]", '"id" is a required property'),
        ({"embeds": [{"title": "x" * 257}]}, "$.embeds[0].title", "257 characters"),
        ({"nonce": "x" * 26}, "$.nonce", "26 characters, at most 25"),
    ],
)
def test_a_bad_message_is_refused(body: dict[str, Any], path: str, complaint: str) -> None:
    faults = validate_request("POST", "/channels/1/messages", body)
    assert len(faults) == 1, faults
    where, _, what = faults[0].partition(": ")
    assert path in where
    assert complaint in what


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"type": 4, "data": {"content": "x" * 2001}}, "$.data.content: 2001 characters, at most 2000"),
        ({"type": 8, "data": {"choices": [{"name": "a", "value": "b"}] * 26}}, "26 items, at most 25"),
        ({"type": 9, "data": {"title": "x" * 46, "custom_id": "m", "components": [row()]}}, "46 characters"),
        ({"type": 99}, "not valid under any"),
        ({"data": {}}, "not valid under any"),
    ],
)
def test_a_bad_answer_is_refused(body: dict[str, Any], complaint: str) -> None:
    assert any(complaint in f for f in validate_request("POST", "/interactions/1/token/callback", body))


@pytest.mark.parametrize(
    ("method", "path", "body", "complaint"),
    [
        ("GET", "/nowhere", None, "no such path"),
        ("POST", "/gateway/bot", {}, "POST is not allowed"),
        ("GET", "/gateway/bot", {}, "takes no body"),
        ("POST", "/channels/1/messages", None, "a body is required"),
        ("POST", "/channels/general/messages", {"content": "x"}, "'general' is no channel_id"),
    ],
)
def test_a_bad_call_is_refused(method: str, path: str, body: Any, complaint: str) -> None:
    faults = validate_request(method, path, body)
    assert len(faults) == 1
    assert complaint in faults[0]


def test_ids_may_be_numbers_and_numbers_may_be_text() -> None:
    assert validate_request("POST", "/channels/1/messages", {"attachments": [{"id": 0}]}) == []
    overwrite = {"type": 0, "allow": "1024", "deny": "0"}
    assert validate_request("PUT", "/channels/1/permissions/2", overwrite) == []
    assert validate_request("PUT", "/channels/1/permissions/2", {**overwrite, "allow": "all"}) != []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"name": "x" * 33}, "$[0].name: 33 characters, at most 32"),
        ({"description": "x" * 101}, "$[0].description: 101 characters, at most 100"),
        ({"options": [{"type": 3, "name": "a", "description": "b"}] * 26}, "26 items, at most 25"),
        ({"options": [{"type": 3, "name": "a"}]}, '"description" is a required property'),
        ({"options": [{"type": 44, "name": "a", "description": "b"}]}, "not valid under any"),
    ],
)
def test_a_bad_command_is_refused(change: dict[str, Any], complaint: str) -> None:
    command = {"name": "board", "description": "Show the board.", "type": 1, **change}
    assert any(complaint in fault for fault in validate_commands([command]))
