"""Checks of an installation, which try each thing that the bot needs."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import aiohttp
import discord
from discord.http import Route
from sqlalchemy import URL, Connection

import engines
import render
from bot.app.client import all_titles
from bot.settings import PREFIX, Settings, variable_of
from bot.store import NewerSchemaError, StoreError
from bot.store.backup import check
from bot.store.migrate import revision
from bot.store.schema import REVISION
from bot.store.server import ServerDatabase, place_of
from bot.surface.drawers import running
from data.catalogue import _
from data.games import left_out
from data.nouns import clauses, labelled
from data.schema import PackError
from engines.core.dice import Dice

PERMISSIONS = {
    "View Channels": "view_channel",
    "Send Messages": "send_messages",
    "Send Messages in Threads": "send_messages_in_threads",
    "Create Public Threads": "create_public_threads",
    "Create Private Threads": "create_private_threads",
    "Attach Files": "attach_files",
}
"""The permissions of the invitation, by the names that Discord shows; the README says what each is for."""
TESTS = f"{PREFIX}TEST_"
LIKE = 0.8
"""How similar a variable's name has to be to a setting's to count as a misspelling."""
DRIFT = timedelta(seconds=30)
"""The difference of clocks from which Discord's timestamps and deadlines are plainly wrong."""
SQLITE = (3, 35)
POSTGRESQL = 14
"""The oldest version of which PostgreSQL's makers still mend faults."""
PATIENCE = 30.0
"""Seconds for one check of Discord; behind a firewall that drops packets it never answers."""


class Finding(NamedTuple):
    """The result of one check."""

    well: bool
    text: str


async def examine(settings: Settings, *, offline: bool) -> list[Finding]:
    """The results of all checks, in order."""
    place = settings.database
    findings = (
        [_tried(_sqlite, settings), _tried(partial(_database, place), settings)]
        if isinstance(place, Path)
        else [await _server(place)]
    )
    if isinstance(place, URL) and settings.drawers == "on" and findings[0].well:
        findings.append(await _drawers(place))
    findings += [_tried(try_, settings) for try_ in (_packs, _fonts)]
    findings += [Finding(False, sentence) for sentence in (*left_out(), *_misspelt(os.environ))]
    if offline:
        return [*findings, *_token(settings)]
    return [*findings, *await _discord(settings)]


def _tried(try_: Callable[[Settings], Finding], settings: Settings) -> Finding:
    """The result of a check; an exception, for example in a third-party game, is a bad result."""
    try:
        return try_(settings)
    except Exception as error:  # noqa: BLE001 - any error is a finding
        return Finding(False, " ".join(labelled(type(error).__name__, error).split()))


def _sqlite(settings: Settings) -> Finding:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < SQLITE:
        return Finding(
            False, _("SQLite is {version}; at least 3.35 is needed. Install a newer Python.", version=version)
        )
    return Finding(True, _("SQLite {version} will do.", version=version))


async def _server(url: URL) -> Finding:
    place = place_of(url)
    database = None
    try:
        database = ServerDatabase(url)
        version, stored = await database.read(_version)
    except StoreError as error:
        return Finding(False, str(error))
    finally:
        if database is not None:
            await database.close()
    if stored is not None and stored > REVISION:
        return Finding(False, str(NewerSchemaError(place, stored)))
    if version < POSTGRESQL:
        return Finding(
            False,
            _(
                "The database {place} is on PostgreSQL {version}; at least {least} is needed.",
                place=place,
                version=version,
                least=POSTGRESQL,
            ),
        )
    if stored is None:
        return Finding(
            True, _("The database {place} is empty; its tables will be made at the first start.", place=place)
        )
    return Finding(
        True, _("The database {place} on PostgreSQL {version} will do.", place=place, version=version)
    )


async def _drawers(url: URL) -> Finding:
    try:
        look = await running(url)
    except StoreError as error:
        return Finding(False, str(error))
    if look is not None and look.slots:
        return Finding(True, _("Maps are drawn by drawers, {number} at a time.", number=look.slots))
    if look is not None and look.others:
        return Finding(
            False,
            _(
                "All drawers run another version of the program, so that the bot draws its maps itself: "
                "start `tocsin draw` of this version."
            ),
        )
    return Finding(
        False,
        _("TOCSIN_DRAWERS is on and no drawer runs: start `tocsin draw`. The bot draws meanwhile."),
    )


def _version(connection: Connection) -> tuple[int, str | None]:
    """The server's main version, and the revision of our tables."""
    number = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    return number // 10_000, revision(connection)


def _database(path: Path, _settings: Settings) -> Finding:
    try:
        exists = path.exists()
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        _write_in(folder)
        if exists and path.is_file():
            path.open("r+b").close()
    except NotADirectoryError:
        return Finding(
            False, _("The database can't be at {path}: {folder} is not a folder.", path=path, folder=folder)
        )
    except OSError as error:
        return Finding(
            False,
            _(
                "The database can't be written at {path}: {strerror}. Check its folder.",
                path=path,
                strerror=error.strerror,
            ),
        )
    if not exists:
        return Finding(True, _("There is no database yet; it will be made at {path}.", path=path))
    faults = check(path) if path.is_file() else [_("It is not a file.")]
    if faults:
        return Finding(False, _("The database {path}: {faults}", path=path, faults=" ".join(faults)))
    return Finding(True, _("The database {path} is sound.", path=path))


def _write_in(folder: Path) -> None:
    """Try what SQLite does beside its file; permissions alone do not reveal a read-only disk."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"tocsin")


def _packs(settings: Settings) -> Finding:
    try:
        played = [f"{title.name} ({title.pack})" for title in all_titles(settings)]
    except PackError as error:
        folders = _(" or ").join(map(str, settings.packs))
        return Finding(False, _("The pack {folders} is faulty:\n{error}", folders=folders, error=error))
    return Finding(True, _("Data of {played} will do.", played=", ".join(played)))


def _fonts(settings: Settings) -> Finding:
    sizes = []
    for title in engines.titles().values():
        try:
            state = title.setup(title.scenarios[0].id, {}, Dice("doctor")).state
            picture = render.picture(title.id, title.view(state, None), title.data)
        except Exception as error:  # noqa: BLE001 - a third-party game may fail in any way
            return Finding(False, _("No map of {name} can be drawn: {error}", name=title.name, error=error))
        sizes.append(
            _(
                "{width}×{height}, {number} KiB",
                width=picture.width,
                height=picture.height,
                number=len(picture.data) // 1024,
            )
        )
    return Finding(True, _("Fonts and maps will do: {sizes}.", sizes=clauses(sizes)))


def _misspelt(environment: Iterable[str]) -> Iterator[str]:
    """Variables that look like a misspelt setting: the setting they mean keeps its default."""
    known = [variable_of(name) for name in Settings.__struct_fields__]
    for variable in sorted(environment):
        if variable in known or variable.startswith(TESTS):
            continue
        meant = get_close_matches(variable, known, 1, LIKE)
        if meant:
            yield _(
                "{variable} is no setting: {meant} is meant, it seems.", variable=variable, meant=meant[0]
            )
        elif variable.startswith(PREFIX):
            yield _("{variable} is no setting: see the README for all.", variable=variable)


def _token(settings: Settings) -> list[Finding]:
    """Whether a token looks valid, as far as that shows without Discord: its first part is the bot's id."""
    if not settings.token:
        return []
    bot_id, *rest = settings.token.split(".")
    with suppress(ValueError):
        if len(rest) == 2 and all(rest) and urlsafe_b64decode(bot_id + "=" * (-len(bot_id) % 4)).isdigit():
            return [
                Finding(True, _("The token has the form of one; only Discord can say whether it is good."))
            ]
    return [Finding(False, _("TOCSIN_TOKEN is no token of a bot: copy it again from the developer portal."))]


async def _discord(settings: Settings) -> list[Finding]:
    if not settings.token:
        return [
            Finding(False, _("TOCSIN_TOKEN is not set: the bot can't log in. The local table needs none."))
        ]
    if settings.api is not None:
        Route.BASE = settings.api
    # A network failure is reported once.
    return list(dict.fromkeys([await _reached(ask, settings) for ask in (_login, _clock)]))


async def _reached(ask: Callable[[Settings], Awaitable[Finding]], settings: Settings) -> Finding:
    try:
        async with asyncio.timeout(PATIENCE):
            return await ask(settings)
    except TimeoutError:
        reason = _("it does not answer")
    except (aiohttp.ClientError, OSError) as error:
        reason = str(error)
    except discord.HTTPException as error:
        return Finding(False, _("Discord refuses to answer: {error}. Try again later.", error=error))
    return Finding(
        False, _("Discord can't be reached: {reason}. Check the network and its firewall.", reason=reason)
    )


async def _login(settings: Settings) -> Finding:
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        await client.login(settings.token or "")
        guilds = [guild async for guild in client.fetch_guilds(limit=None)]
        if not guilds:
            return Finding(
                False, _("The token is good, but the bot is on no server yet: invite it (see the README).")
            )
        lacking = await _lacking(client, guilds)
    except discord.LoginFailure:
        return Finding(
            False, _("Discord does not accept the token: copy it again from the developer portal.")
        )
    finally:
        await client.close()
    if lacking:
        return Finding(False, _("The bot lacks permissions on {lacking}.", lacking=clauses(lacking)))
    servers = _("1 server") if len(guilds) == 1 else _("{number} servers", number=len(guilds))
    return Finding(
        True, _("The token is good and the bot is on {servers} with what it needs.", servers=servers)
    )


async def _lacking(client: discord.Client, guilds: list[discord.Guild]) -> list[str]:
    assert client.user is not None
    lacking = []
    for listed in guilds:
        # The list of servers comes without their roles, and without them a member has no permission.
        guild = await client.fetch_guild(listed.id, with_counts=False)
        allowed = (await guild.fetch_member(client.user.id)).guild_permissions
        names = [name for name, flag in PERMISSIONS.items() if not getattr(allowed, flag)]
        if names:
            lacking.append(labelled(guild.name, ", ".join(names)))
    return lacking


async def _clock(settings: Settings) -> Finding:
    gateway = f"{Route.BASE}/gateway"
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
        session.get(gateway) as response,
    ):
        try:
            theirs = parsedate_to_datetime(response.headers["Date"])
            drift = abs(datetime.now(UTC) - theirs)
        except (KeyError, ValueError, TypeError):
            return Finding(
                False, _("What answers in Discord's place does not tell the time: look for a proxy.")
            )
    if drift > DRIFT:
        return Finding(
            False,
            _(
                "This machine's clock is {total_seconds:.0f} seconds off: set it by NTP.",
                total_seconds=drift.total_seconds(),
            ),
        )
    return Finding(True, _("The clock agrees with Discord's."))
