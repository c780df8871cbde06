"""Commands that run something: the bot, the local table, the referee; and `doctor`, `commands`."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Annotated

import typer

from bot.cli.output import complain, say
from data.catalogue import _


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    for command in (run, draw, table, referee, doctor, commands):
        app.command()(command)


def run() -> None:
    """Run the bot on Discord, with the token in TOCSIN_TOKEN."""
    import asyncio

    import aiohttp
    import discord

    from bot import logs
    from bot.app import watchdog
    from bot.app.client import create_bot
    from bot.settings import from_environment
    from bot.store import DatabaseAway, DatabaseLocked, DatabaseLost, DiskFull

    settings = from_environment()
    logs.begin(settings.log_level, settings.log_format)
    if not settings.token:
        complain(
            _("There is no token: set TOCSIN_TOKEN to your bot's token, or play locally with `tocsin table`.")
        )
        raise typer.Exit(2)
    if settings.api is not None:
        discord.http.Route.BASE = settings.api
    bot = create_bot(settings)

    async def serve_discord() -> None:
        serving = asyncio.current_task()
        assert serving is not None
        loop = asyncio.get_running_loop()
        beside = {loop.create_task(watchdog.watch(bot.hung))}

        async def stop() -> None:
            # While Discord is still connected: a person who comes now is told to come again in a minute.
            watchdog.tell("STOPPING=1")
            await bot.drain()
            serving.cancel()

        with suppress(NotImplementedError):
            # A supervisor's signal ends the bot in order; unsent messages stay in the outbox.
            loop.add_signal_handler(signal.SIGTERM, lambda: beside.add(loop.create_task(stop())))
        async with bot:
            await bot.start(settings.token or "")
        if bot.lost is not None:
            raise bot.lost

    try:
        asyncio.run(serve_discord())
    except (aiohttp.ClientError, TimeoutError, discord.DiscordServerError, discord.GatewayNotFound) as error:
        # Status 1: unlike a wrong token or setting, the trouble may be over when a supervisor tries again.
        complain(
            _(
                "Discord can't be reached: {error}. Check the network.",
                error=str(error) or _("it does not answer"),
            )
        )
        raise typer.Exit(1) from None
    except (DatabaseAway, DatabaseLocked, DatabaseLost, DiskFull) as error:
        complain(str(error))
        raise typer.Exit(1) from None
    except discord.LoginFailure:
        complain(_("Discord does not accept this token. Copy it again from the developer portal, page Bot."))
        raise typer.Exit(2) from None
    except (KeyboardInterrupt, asyncio.CancelledError):
        say(_("Stopped; nothing is lost."))


def draw() -> None:
    """Draw maps and make films for the bots on the PostgreSQL server in TOCSIN_DATABASE."""
    import asyncio

    from bot import logs
    from bot.app import watchdog
    from bot.app.drawer import Drawer
    from bot.app.port import Port
    from bot.settings import from_environment
    from bot.store import StoreError

    settings = from_environment()
    logs.begin(settings.log_level, settings.log_format)
    drawer = Drawer.of(settings)

    async def serve() -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, drawer.stop)
        port = await Port.open(drawer, settings) if settings.port else None
        watching = asyncio.create_task(watchdog.watch(lambda: ""))
        try:
            await drawer.serve()
        finally:
            watching.cancel()
            if port is not None:
                await port.close()

    try:
        asyncio.run(serve())
    except StoreError as error:
        # Status 1: a server that is away may be back when a supervisor tries again.
        complain(str(error))
        raise typer.Exit(1) from None
    say(_("Stopped; nothing is lost."))


def table(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; a free one by default.")] = 0,
    player: Annotated[list[str] | None, typer.Option(help="Name of a player; may be repeated.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Open the local table: the bot in a page, with no token and no network."""
    import asyncio
    import logging

    from bot import logs
    from bot.app.client import create_bot
    from bot.local import PLAYERS, TableError, run_table
    from bot.settings import from_environment

    settings = from_environment()
    # The page shows incidents in a line; their tracebacks go to a file beside the database.
    try:
        settings.anchor.parent.mkdir(parents=True, exist_ok=True)
        logging.basicConfig(
            level="WARNING", format=logs.TEXT, filename=settings.anchor.with_suffix(".log"), encoding="utf-8"
        )
    except OSError as error:
        complain(
            _(
                "Nothing can be written beside the database {database}: {strerror}.",
                database=settings.anchor,
                strerror=error.strerror,
            )
        )
        raise typer.Exit(2) from None
    try:
        asyncio.run(
            run_table(
                lambda clock: create_bot(settings, clock=clock, fresh=True),
                port=port,
                players=player or PLAYERS,
                open_browser=browser,
                report=say,
                noted=settings.anchor.with_suffix(".table"),
            )
        )
    except TableError as error:
        complain(str(error))
        raise typer.Exit(2) from None


def referee() -> None:
    """Speak the referee's protocol on standard input and output: one JSON object per line."""
    from bot.referee import serve

    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # No one reads on; the process must not try to write the buffered rest when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def doctor(
    offline: Annotated[bool, typer.Option(help="Leave out what needs Discord.")] = False,
) -> None:
    """Say what is wrong with this installation, in plain sentences."""
    import asyncio

    from bot.cli.doctor import examine
    from bot.settings import from_environment

    findings = asyncio.run(examine(from_environment(), offline=offline))
    for finding in findings:
        say(f"{'✔' if finding.well else '✘'} {finding.text}")
    if not all(finding.well for finding in findings):
        raise typer.Exit(1)


def commands() -> None:
    """Print the command tree as the JSON that is sent to Discord."""
    import json

    from bot.app.client import create_bot
    from bot.settings import from_environment

    bot = create_bot(from_environment())
    print(json.dumps([command.to_dict(bot.tree) for command in bot.tree.get_commands()], indent=2))  # noqa: T201
