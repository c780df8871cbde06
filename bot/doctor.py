"""What is wrong with an installation, found by trying each thing that the bot needs."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import aiohttp
import discord

import engines
import render
from bot.app import all_titles
from bot.settings import Settings
from bot.store.backup import check
from data.schema import PackError
from engines.core.dice import Dice

DRIFT = timedelta(seconds=30)
"""More than this and Discord's timestamps and deadlines are plainly off."""
SQLITE = (3, 35)
API = "https://discord.com/api/v10"


class Finding(NamedTuple):
    """One thing that was tried."""

    well: bool
    text: str


async def examine(settings: Settings, *, offline: bool) -> list[Finding]:
    """Everything that was tried, in order."""
    findings = [_sqlite(), _database(settings), _packs(settings), _fonts()]
    if offline:
        return findings
    return [*findings, *await _discord(settings)]


def _sqlite() -> Finding:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < SQLITE:
        return Finding(False, f"SQLite is {version}; at least 3.35 is needed. Install a newer Python.")
    return Finding(True, f"SQLite {version} will do.")


def _database(settings: Settings) -> Finding:
    path = settings.database
    if not path.exists():
        parent = next(folder for folder in path.absolute().parents if folder.exists())
        if not parent.is_dir():
            return Finding(False, f"The database can't be made: {parent} is not a folder.")
        return Finding(True, f"There is no database yet; it will be made at {path}.")
    faults = check(path)
    if faults:
        return Finding(False, f"The database {path}: {' '.join(faults)}")
    return Finding(True, f"The database {path} is sound.")


def _packs(settings: Settings) -> Finding:
    try:
        titles = list(all_titles(settings))
    except PackError as error:
        return Finding(False, f"The pack {settings.levee_pack} is faulty:\n{error}")
    return Finding(True, f"Data of {', '.join(f'{title.name} ({title.pack})' for title in titles)} will do.")


def _fonts() -> Finding:
    title = next(iter(engines.titles().values()))
    state = title.setup(title.scenarios[0].id, {}, Dice("doctor")).state
    try:
        picture = render.picture(title.id, title.view(state, None), title.data)
    except (render.RenderError, OSError) as error:
        return Finding(False, f"No map can be drawn: {error}")
    return Finding(
        True, f"Fonts and maps will do: {picture.width}×{picture.height}, {len(picture.data) // 1024} KiB."
    )


async def _discord(settings: Settings) -> list[Finding]:
    if not settings.token:
        return [Finding(False, "TOCSIN_TOKEN is not set: the bot can't log in. The local table needs none.")]
    return [await _reached(ask, settings) for ask in (_login, _clock)]


async def _reached(ask: Callable[[Settings], Awaitable[Finding]], settings: Settings) -> Finding:
    try:
        return await ask(settings)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        return Finding(False, f"Discord can't be reached: {error}. Check the network and its firewall.")


async def _login(settings: Settings) -> Finding:
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(settings.token or "")
        guilds = [guild async for guild in client.fetch_guilds(limit=None)]
        if not guilds:
            return Finding(
                False, "The token is good, but the bot is on no server yet: invite it (see the README)."
            )
        lacking = await _lacking(client, guilds)
    except discord.LoginFailure:
        return Finding(False, "Discord does not accept the token: copy it again from the developer portal.")
    finally:
        await client.close()
    if lacking:
        return Finding(False, f"The bot lacks permissions on {'; '.join(lacking)}.")
    return Finding(True, f"The token is good and the bot is on {len(guilds)} servers with what it needs.")


async def _lacking(client: discord.Client, guilds: list[discord.Guild]) -> list[str]:
    lacking = []
    for guild in guilds:
        member = await guild.fetch_member(client.user.id) if client.user else None
        if member is None:
            continue
        roles = await guild.fetch_roles()
        allowed = discord.Permissions.none()
        for role in roles:
            if role.is_default() or role.id in {own.id for own in member.roles}:
                allowed |= role.permissions
        wanted = {
            "View Channels": allowed.view_channel,
            "Send Messages": allowed.send_messages,
            "Send Messages in Threads": allowed.send_messages_in_threads,
            "Attach Files": allowed.attach_files,
        }
        names = [name for name, granted in wanted.items() if not (granted or allowed.administrator)]
        if names:
            lacking.append(f"{guild.name}: {', '.join(names)}")
    return lacking


async def _clock(settings: Settings) -> Finding:
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
        session.get(f"{API}/gateway") as response,
    ):
        there = parsedate_to_datetime(response.headers["Date"])
    drift = abs(datetime.now(UTC) - there)
    if drift > DRIFT:
        return Finding(
            False, f"This machine's clock is {drift.total_seconds():.0f} seconds off: set it by NTP."
        )
    return Finding(True, "The clock agrees with Discord's.")
