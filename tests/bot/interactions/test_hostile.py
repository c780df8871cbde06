"""Whatever is pressed, typed or attached to do harm is refused in a sentence and changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import discord
import msgspec
import pytest
from discord import app_commands
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.serializers import message_payload
from simcord.enums import ComponentType, InteractionType
from simcord.interactions import base_payload
from sqlalchemy import Connection

from bot.app.tree import CONTROLS, add_to
from bot.interactions.host import Select
from bot.interactions.which import number_of
from tests.support.gateway import Delivery, deliver
from tests.support.table import Table, controls, said, whispered

RUBBISH = "@everyone <@&1> <@70000000000000001> **`x`** \\ ||y|| [z](https://example.org)"
TABLES = ("campaign", "seat", "journal", "deadline", "standing_order", "request", "guest", "guild")
"""What a stranger must not change."""


def leaves() -> dict[str, app_commands.Command[Any, Any, Any]]:
    """Every command that can be typed, by its whole name."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_to(tree)
    return {
        command.qualified_name: command
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }


COMMANDS = leaves()


def like(template: str, most: int) -> list[str]:
    """Custom ids that a template matches, always the same ones."""
    found: list[str] = []

    @settings(
        max_examples=most, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(st.from_regex(re.compile(template, re.ASCII), fullmatch=True))
    def collect(custom_id: str) -> None:
        found.append(custom_id)

    collect()
    return [custom_id for custom_id in dict.fromkeys(found) if 0 < len(custom_id) <= 100]


def forged(template: str) -> list[str]:
    """Custom ids of one control: of what is there and what is not, of the highest numbers, at random."""
    known = {"campaign": ("1", "2", "999999999"), "version": ("0", "999999999"), "seat": ("france",)}
    ids = like(template, 5)
    for campaign in known["campaign"]:
        for version in known["version"]:
            given_ = {"campaign": campaign, "version": version, "seat": "france", "request": "1"}
            fixed = template
            for name, value in given_.items():
                fixed = re.sub(rf"\(\?P<{name}>[^()]*\)", value, fixed)
            ids += like(fixed, 2)
    ids += like(re.sub(r"\\d\{\d,(\d+)\}", lambda digits: "9" * int(digits[1]), template), 2)
    return list(dict.fromkeys(ids))


def press(
    table: Table, custom_id: str, actor: MemberActor, *, select: bool = False, guild_id: int | None = None
) -> tuple[dict[str, Any], InteractionResult]:
    """A press as it comes over the gateway, on the newest card as if that had such a control."""
    backend = table.env.backend
    kind = ComponentType.STRING_SELECT if select else ComponentType.BUTTON
    control: dict[str, Any] = {"type": kind, "custom_id": custom_id}
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
    if select:
        control["options"] = [{"label": "Choice", "value": "x"}]
        data["values"] = ["x"]
    else:
        control |= {"label": "Press", "style": 1}
    record, payload = base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=table.channel.id,
        guild_id=table.guild.id,
        user_id=actor.id,
        data=data,
    )
    stored = backend.get_message(table.channel.id, table.card().id)
    record.source_message_id = stored.id
    row = {"type": ComponentType.ACTION_ROW, "components": [control]}
    payload["message"] = {**message_payload(backend, stored), "components": [row]}
    if guild_id is not None:
        payload["guild_id"] = str(guild_id)
    return payload, InteractionResult(table.env, record)


async def content(table: Table) -> dict[str, Any]:
    """All rows that a stranger must not change."""

    def read(connection: Connection) -> dict[str, Any]:
        rows = {name: connection.exec_driver_sql(f"SELECT * FROM {name}").all() for name in TABLES}  # noqa: S608
        return {name: [tuple(row) for row in found] for name, found in rows.items()}

    return await table.bot.store.look(read)


@pytest.fixture
async def two(table: Table) -> Table:
    """Camille's campaign here and another's in the hall; Maxime has no seat in either."""
    other = table.guild.add_member(table.env.create_user("georges"))
    hall = table.guild.create_text_channel("hall")
    await table.new(clock="48h")
    await table.bot.campaigns.new(table.wish(channel=hall)._replace(user_id=other.id))
    await table.bot.outbox.drain()
    return table


async def test_a_forged_control_changes_nothing_and_is_answered(two: Table) -> None:
    before = await content(two)
    unanswered = []
    for control in CONTROLS:
        for custom_id in forged(control.__discord_ui_compiled_template__.pattern):
            payload, result = press(two, custom_id, two.maxime, select=issubclass(control, Select))
            shown = len(two.bodies("PATCH", "/webhooks/"))
            two.env.backend.emit("INTERACTION_CREATE", payload)
            await two.env.settle()
            assert [r.getMessage() for r in two.incidents.records] == [], custom_id
            assert await content(two) == before, custom_id
            told = whispered(result).strip() or result.modal
            if not told and len(two.bodies("PATCH", "/webhooks/")) == shown:
                unanswered.append(custom_id)
    assert unanswered == []


async def test_a_control_that_is_pressed_on_another_server_does_nothing(two: Table) -> None:
    elsewhere = two.env.create_guild("The Jacobins")
    before = await content(two)
    for control in CONTROLS:
        template = control.__discord_ui_compiled_template__.pattern
        if "<campaign>" not in template:
            continue
        for custom_id in like(re.sub(r"\(\?P<campaign>[^()]*\)", "1", template), 3):
            payload, result = press(
                two, custom_id, two.camille, select=issubclass(control, Select), guild_id=elsewhere.id
            )
            two.env.backend.emit("INTERACTION_CREATE", payload)
            await two.env.settle()
            told = whispered(result)
            assert told == "That button belongs to a campaign on another server. Nothing was changed.", (
                custom_id
            )
    assert await content(two) == before


@pytest.mark.parametrize(
    "custom_id",
    ["t1:", "t1:act:1:0:france:" + "x" * 82, "x" * 100, "\N{PARTY POPPER}" * 50, "t1:act:1:0:france:end\n"],
)
async def test_rubbish_is_answered_as_a_control_of_another_version(two: Table, custom_id: str) -> None:
    before = await content(two)
    payload, result = press(two, custom_id, two.maxime)
    two.env.backend.emit("INTERACTION_CREATE", payload)
    await two.env.settle()
    assert "This button is from an older version of the bot." in whispered(result)
    assert await content(two) == before


def options(table: Table, command: app_commands.Command[Any, Any, Any]) -> dict[str, Any]:
    """Something for every option of a command, as bad as Discord lets through."""
    bad: dict[Any, Any] = {
        discord.AppCommandOptionType.boolean: True,
        discord.AppCommandOptionType.user: table.maxime,
        discord.AppCommandOptionType.channel: table.channel,
        discord.AppCommandOptionType.role: table.guild.default_role,
        discord.AppCommandOptionType.mentionable: table.maxime,
        discord.AppCommandOptionType.attachment: ("record.json", b"{"),
    }
    given_: dict[str, Any] = {}
    for parameter in command.parameters:
        if parameter.choices:
            given_[parameter.display_name] = parameter.choices[-1].value
        elif parameter.type is discord.AppCommandOptionType.string:
            text = RUBBISH[: int(parameter.max_value or 100)]
            given_[parameter.display_name] = text.ljust(int(parameter.min_value or 0), "x")
        elif parameter.type in (discord.AppCommandOptionType.integer, discord.AppCommandOptionType.number):
            given_[parameter.display_name] = parameter.max_value or 2**40
        else:
            given_[parameter.display_name] = bad[parameter.type]
    return given_


OWN = frozenset({"campaign new", "learn"})
"""What anybody may do where nothing is played."""


async def test_a_strangers_command_changes_no_campaign(two: Table) -> None:
    before = await content(two)
    for name in COMMANDS.keys() - {"learn"}:
        told = await typed(two, two.maxime, two.channel, name)
        assert told.strip(), name
        assert [r.getMessage() for r in two.incidents.records] == [], name
        assert await content(two) == before, name


async def test_a_command_where_nothing_is_played_says_so_or_does_no_harm(two: Table) -> None:
    for name in COMMANDS:
        empty = two.guild.create_text_channel("empty")
        before = await content(two)
        told = await typed(two, two.maxime, empty, name)
        assert told.strip(), name
        assert [r.getMessage() for r in two.incidents.records] == [], name
        if name not in OWN:
            assert await content(two) == before, name


@pytest.mark.parametrize("root", sorted({name.split(" ")[0] for name in COMMANDS}))
async def test_what_a_player_with_all_powers_types_pings_nobody_else(two: Table, root: str) -> None:
    powers = two.guild.create_role("Powers", permissions=discord.Permissions(manage_channels=True))
    danton = two.guild.add_member(two.env.create_user("**@everyone** `<@&1>`"), roles=[powers])
    for name in COMMANDS:
        if name.split(" ")[0] == root:
            channel = two.guild.create_text_channel("powers")
            await two.bot.campaigns.new(two.wish(channel=channel))
            await typed(two, danton, channel, name)
            await two.bot.outbox.drain()
            assert [r.getMessage() for r in two.incidents.records] == [], name
            assert pings(two) == [], name


def pings(table: Table) -> list[str]:
    """Requests by which a ping of everybody, of a role or of somebody who is not there could go through."""
    found = []
    for entry in table.env.http_requests:
        body = entry.json if isinstance(entry.json, dict) else {}
        message = body.get("data", body) if isinstance(body.get("data", body), dict) else {}
        spoken = json.dumps([message.get("content"), message.get("components"), message.get("embeds")])
        if not re.search(r"@everyone|<@&1>|<@70000000000000001>", spoken):
            continue
        allowed = message.get("allowed_mentions")
        people = [] if allowed is None else allowed.get("users", [])
        if allowed is None or allowed.get("parse") or 70000000000000001 in map(int, people):
            found.append(f"{entry.method} {entry.path} {spoken[:200]}")
    return found


async def typed(table: Table, actor: MemberActor, channel: ChannelHandle, name: str) -> str:
    result = await actor.slash(channel, name, **options(table, COMMANDS[name]))
    if result.modal is not None or (result.response and result.response.message.attachments):
        return "something to fill in or to look at"
    return said(result) or whispered(result)


def malformed(record: bytes) -> Iterator[tuple[str, bytes]]:
    """Files that are no records, or records that can't be."""
    good = json.loads(record)
    deep = 100_000
    yield "nothing", b""
    yield "no text", b"\xff\xfe\x00"
    yield "deep", b"[" * deep + b"]" * deep
    yield (
        "deep inside",
        record.replace(b'"options":{', b'"options":{"x":' + b"[" * deep + b"]" * deep + b",", 1),
    )
    yield "NaN", record.replace(b'"format":1', b'"format":NaN')
    yield "a large number", record.replace(b'"format":1', b'"format":1' + b"0" * 5000)
    yield "another format", record.replace(b'"format":1', b'"format":-1')
    changes: dict[str, Any] = {
        "title": "chess",
        "pack": "somebody's@1234",
        "scenario": "@everyone",
        "options": {"no such option": True},
        "seed": 7,
        "opening": [{"of": "d6", "value": "-7"}] * 3,
        "opening_digest": "nonsense",
        "start": {"turn": -1},
        "journal": good["journal"] * 3000,
    }
    for key, value in changes.items():
        yield key, json.dumps({**good, key: value}).encode()
    for key, value in (("seat", "nobody"), ("action", "@everyone"), ("digest", ""), ("kind", "sudo")):
        journal = [{**good["journal"][0], key: value}, *good["journal"][1:]]
        yield f"an entry's {key}", json.dumps({**good, "journal": journal}).encode()


async def test_a_malformed_record_is_refused_in_a_sentence(two: Table) -> None:
    for _ in range(3):
        await two.press(controls(two.card())[0])
    record = msgspec.json.encode(await two.record())
    powers = two.guild.create_role("Powers", permissions=discord.Permissions(manage_channels=True))
    danton = two.guild.add_member(two.env.create_user("danton"), roles=[powers])
    empty = two.guild.create_text_channel("empty")
    before = await content(two)
    for what, data in malformed(record):
        result = await danton.slash(empty, "mod import", file=("record.json", data))
        told = said(result)
        assert told.strip().endswith((".", "`", "…", ")")), (what, told)
        assert result.response is not None
        assert controls(result.response.message) == [], (what, told)
        assert [r.getMessage() for r in two.incidents.records] == [], what
        assert "@everyone" not in told, what
    assert await content(two) == before
    assert pings(two) == []


async def test_a_file_that_is_said_to_be_huge_is_not_even_fetched(two: Table) -> None:
    powers = two.guild.create_role("Powers", permissions=discord.Permissions(manage_channels=True))
    danton = two.guild.add_member(two.env.create_user("danton"), roles=[powers])
    empty = two.guild.create_text_channel("empty")
    result = await danton.slash(empty, "mod import", file=("record.json", b" " * (9 * 1024 * 1024)))
    assert "too large" in said(result)


async def test_ten_presses_of_ten_people_act_once(two: Table) -> None:
    crowd = [two.guild.add_member(two.env.create_user(f"citizen-{number}")) for number in range(9)]
    control = controls(two.card())[0]
    pressed = [Delivery.press(two, control.custom_id, actor) for actor in (*crowd, two.camille)]
    await deliver(two, *pressed)
    assert await two.actions() == [control.action]
    assert all(whispered(delivery.result).endswith(".") for delivery in pressed[:-1])


async def test_ten_presses_of_one_person_act_once(two: Table) -> None:
    control = controls(two.card())[0]
    pressed = [Delivery.press(two, control.custom_id) for _ in range(10)]
    await deliver(two, *pressed)
    assert await two.actions() == [control.action]
    assert sum(whispered(delivery.result) == "" for delivery in pressed) == 1


async def test_nothing_can_be_typed_in_direct_messages(two: Table) -> None:
    user = two.env.create_user("alone")
    for root in {name.split(" ")[0] for name in COMMANDS}:
        assert root not in user.available_commands()


@pytest.mark.parametrize("language", ["xx", "/etc", "../..", "fr_an", "x" * 4000])
async def test_a_language_that_nobody_was_offered_is_none(table: Table, language: str) -> None:
    game = next(iter(table.bot.campaigns.titles))
    await deliver(table, Delivery.command(table, "campaign", "new", game=game, language=language))
    assert (await table.campaign()).language == ""
    for group in ("my", "mod"):
        await deliver(table, Delivery.command(table, group, "language", language=language))
    assert (await table.campaign()).language == ""


async def test_a_form_that_nobody_was_shown_is_answered_in_a_sentence(table: Table) -> None:
    await table.new()
    before = await table.snapshot()
    for form in ("plan", "no-such-form"):
        sent = Delivery.form(table, f"t1:filled:1:0:france:{form}", lines="x" * 4000)
        await deliver(table, sent)
        assert whispered(sent.result).startswith("The board has changed, so you can't enter that")
    assert await table.snapshot() == before


def test_no_number_is_too_large_for_a_server() -> None:
    assert number_of("999999999 · Outposts") == 999_999_999
    assert [number_of(typed) for typed in ("2147483648", "9" * 5000, "-1", "٣", "\0")] == [0] * 5
