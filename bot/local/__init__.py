"""The local table: the bot on a simulated Discord in the browser, with no token and no network."""

from __future__ import annotations

import asyncio
import signal
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import discord

from data.catalogue import _

Clock = Callable[[], datetime]
"""Returns the present time, aware, in UTC."""

PLAYERS = ("Camille", "Dominique", "Maxime")
"""The default players; the first may also organise."""

ENDS = (signal.SIGINT, signal.SIGTERM)
"""Signals that close the table; after a second one it no longer waits for the bot."""


class TableError(Exception):
    """The table cannot be opened; the message is one sentence for the person at the keyboard."""


async def run_table(
    create: Callable[[Clock], discord.Client],
    *,
    port: int = 0,
    players: Sequence[str] = PLAYERS,
    channel: str | None = None,
    open_browser: bool = True,
    report: Callable[[str], None] = print,
    noted: Path | None = None,
) -> None:
    """Opens the table and keeps it open until Ctrl-C, SIGTERM or the page's own end of session.

    `create` is given the table's clock and makes the bot. Channels and players have the same ids at
    each opening, so a bot with the same database finds its campaigns again. `report` gets messages for
    the person who opened the table, one line at a time; `noted` is the file that keeps the address of
    the page for the next opening.

    :raises TableError: SimCord is not installed, the port is taken, or the names will not do.
    """
    try:
        from bot.local.host import open_table  # noqa: PLC0415  SimCord is an optional extra
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        raise TableError(
            _("The local table needs SimCord: install it with pip install 'tocsin[table]'.")
        ) from error
    async with open_table(
        create, port=port, players=players, channel=channel, report=report, noted=noted
    ) as table:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in ENDS:
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, stop.set)
        report(_("The table is open: {url}", url=table.url))
        report(
            _("Anyone with this address can play; the first message there begins a game, Ctrl-C here ends.")
        )
        report(
            _("You play as {players}. Viewing as, at the top, makes you another player.", players=players[0])
        )
        if open_browser:
            webbrowser.open(table.url)
        ends = [asyncio.create_task(stop.wait()), asyncio.create_task(table.preview.wait_closed())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            for number in ENDS:
                with suppress(NotImplementedError):
                    loop.remove_signal_handler(number)
    report(_("The table is closed; the campaigns are kept."))
