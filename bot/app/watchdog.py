"""What systemd is told, where it started the bot: that it lives, how it is, that it stops."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable

from bot import metrics

TICK = 1.0
"""Seconds between two looks at the event loop."""


def tell(*lines: str) -> None:
    """Send states as `sd_notify` does; without systemd nobody is told."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    # A name that begins with @ is in no folder.
    name = address.replace("@", "\0", 1) if address[0] == "@" else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.setblocking(False)
        try:
            to.sendto("\n".join(lines).encode(), name)
        except OSError:
            # Systemd is starting again itself, or is behind: the next state comes soon.
            return


def patience() -> float | None:
    """Seconds in which systemd wants to hear of this process; None if it does not."""
    wanted = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if wanted and microseconds.isdigit() else None


async def watch(hung: Callable[[], str], tick: float = TICK) -> None:
    """Measure how late the loop is, and tell systemd that the bot lives, until cancelled.

    :param hung: why a restart would help; empty while it would not.
    """
    loop, seconds = asyncio.get_running_loop(), patience()
    last: float | None = None
    while True:
        begun = loop.time()
        if seconds is not None and (last is None or begun - last >= seconds / 3):
            last = begun
            why = hung()
            tell(f"STATUS=Hung: {why}") if why else tell("WATCHDOG=1")
        await asyncio.sleep(tick)
        metrics.LATE.observe(max(0.0, loop.time() - begun - tick))
