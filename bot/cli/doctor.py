"""What is wrong with an installation, found by trying each thing that the bot needs."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple

import aiohttp
import discord
from discord.http import Route

import engines
import render
from bot.app.client import all_titles
from bot.settings import Settings
from bot.store.backup import check
from data.games import left_out
from data.schema import PackError
from engines.core.dice import Dice

DRIFT = timedelta(seconds=30)
"""More than this and Discord's timestamps and deadlines are plainly off."""
SQLITE = (3, 35)
PATIENCE = 30.0
"""Seconds that Discord may take for one finding; a firewall that swallows packets never answers."""


class Finding(NamedTuple):
    """One thing that was tried."""

    well: bool
    text: str


async def examine(settings: Settings, *, offline: bool) -> list[Finding]:
    """Everything that was tried, in order."""
    findings = [_tried(try_, settings) for try_ in (_sqlite, _database, _packs, _fonts)]
    findings += [Finding(False, sentence) for sentence in left_out()]
    if offline:
        return findings
    return [*findings, *await _discord(settings)]


def _tried(try_: Callable[[Settings], Finding], settings: Settings) -> Finding:
    """What was found; what goes wrong by itself, in a game of others for instance, is found wrong too."""
    try:
        return try_(settings)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what somebody wants to know
        return Finding(False, " ".join(f"{type(error).__name__}: {error}".split()))


def _sqlite(settings: Settings) -> Finding:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < SQLITE:
        return Finding(False, f"SQLite is {version}; at least 3.35 is needed. Install a newer Python.")
    return Finding(True, f"SQLite {version} will do.")


def _database(settings: Settings) -> Finding:
    path = settings.database
    try:
        exists = path.exists()
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        _write_in(folder)
        if exists and path.is_file():
            path.open("r+b").close()
    except NotADirectoryError:
        return Finding(False, f"The database can't be at {path}: {folder} is not a folder.")
    except OSError as error:
        return Finding(False, f"The database can't be written at {path}: {error.strerror}. Check its folder.")
    if not exists:
        return Finding(True, f"There is no database yet; it will be made at {path}.")
    faults = check(path) if path.is_file() else ["It is not a file."]
    if faults:
        return Finding(False, f"The database {path}: {' '.join(faults)}")
    return Finding(True, f"The database {path} is sound.")


def _write_in(folder: Path) -> None:
    """Try what SQLite does beside its file; permissions alone do not tell of a read-only disk."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"tocsin")


def _packs(settings: Settings) -> Finding:
    try:
        played = [f"{title.name} ({title.pack})" for title in all_titles(settings)]
    except PackError as error:
        folders = " or ".join(map(str, settings.packs))
        return Finding(False, f"The pack {folders} is faulty:\n{error}")
    return Finding(True, f"Data of {', '.join(played)} will do.")


def _fonts(settings: Settings) -> Finding:
    sizes = []
    for title in engines.titles().values():
        try:
            state = title.setup(title.scenarios[0].id, {}, Dice("doctor")).state
            picture = render.picture(title.id, title.view(state, None), title.data)
        except Exception as error:  # noqa: BLE001 - a game of others may fail in any way
            return Finding(False, f"No map of {title.name} can be drawn: {error}")
        sizes.append(f"{picture.width}×{picture.height}, {len(picture.data) // 1024} KiB")
    return Finding(True, f"Fonts and maps will do: {'; '.join(sizes)}.")


async def _discord(settings: Settings) -> list[Finding]:
    if not settings.token:
        return [Finding(False, "TOCSIN_TOKEN is not set: the bot can't log in. The local table needs none.")]
    return [await _reached(ask, settings) for ask in (_login, _clock)]


async def _reached(ask: Callable[[Settings], Awaitable[Finding]], settings: Settings) -> Finding:
    try:
        async with asyncio.timeout(PATIENCE):
            return await ask(settings)
    except TimeoutError:
        reason = "it does not answer"
    except (aiohttp.ClientError, OSError) as error:
        reason = str(error)
    except discord.HTTPException as error:
        return Finding(False, f"Discord refuses to answer: {error}. Try again later.")
    return Finding(False, f"Discord can't be reached: {reason}. Check the network and its firewall.")


async def _login(settings: Settings) -> Finding:
    client = discord.Client(intents=discord.Intents(guilds=True))
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
    servers = "1 server" if len(guilds) == 1 else f"{len(guilds)} servers"
    return Finding(True, f"The token is good and the bot is on {servers} with what it needs.")


async def _lacking(client: discord.Client, guilds: list[discord.Guild]) -> list[str]:
    assert client.user is not None
    lacking = []
    for listed in guilds:
        # The list of servers comes without their roles, and without them a member has no permission.
        guild = await client.fetch_guild(listed.id, with_counts=False)
        allowed = (await guild.fetch_member(client.user.id)).guild_permissions
        wanted = {
            "View Channels": allowed.view_channel,
            "Send Messages": allowed.send_messages,
            "Send Messages in Threads": allowed.send_messages_in_threads,
            "Attach Files": allowed.attach_files,
        }
        names = [name for name, granted in wanted.items() if not granted]
        if names:
            lacking.append(f"{guild.name}: {', '.join(names)}")
    return lacking


async def _clock(settings: Settings) -> Finding:
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
        session.get(f"{Route.BASE}/gateway") as response,
    ):
        try:
            theirs = parsedate_to_datetime(response.headers["Date"])
            drift = abs(datetime.now(UTC) - theirs)
        except (KeyError, ValueError, TypeError):
            return Finding(False, "What answers in Discord's place does not tell the time: look for a proxy.")
    if drift > DRIFT:
        return Finding(
            False, f"This machine's clock is {drift.total_seconds():.0f} seconds off: set it by NTP."
        )
    return Finding(True, "The clock agrees with Discord's.")
