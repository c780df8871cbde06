"""The local port: `/metrics` for Prometheus, `/live` and `/ready` for whoever supervises the bot."""

from __future__ import annotations

import importlib.metadata
from typing import Protocol

from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot import metrics
from bot.settings import Settings, SettingsError
from data.catalogue import _


class Watched(Protocol):
    """What the port shows."""

    async def wrong(self) -> str:
        """Why the bot does not serve people now; empty if it does."""

    async def measure(self) -> None:
        """Set the gauges to what they are now."""


class Port:
    """Answers while the bot runs, from before it has its database until it has closed."""

    def __init__(self, bot: Watched) -> None:
        self._bot = bot
        metrics.BUILD.labels(importlib.metadata.version("tocsin")).set(1)
        app = web.Application()
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/live", self._live)
        app.router.add_get("/ready", self._ready)
        self._runner = web.AppRunner(app, access_log=None)

    @classmethod
    async def open(cls, bot: Watched, settings: Settings) -> Port:
        """Listen.

        :raises SettingsError: the address can't be used.
        """
        port = cls(bot)
        await port._runner.setup()
        try:
            await web.TCPSite(port._runner, settings.host, settings.port).start()
        except OSError as error:
            await port.close()
            raise SettingsError(
                _(
                    "TOCSIN_PORT: {host} can't be listened to on port {port}: {strerror}",
                    host=settings.host,
                    port=settings.port,
                    strerror=error.strerror or error,
                )
            ) from error
        return port

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Where it listens."""
        return [(str(host), int(port)) for host, port, *_rest in self._runner.addresses]

    async def close(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    async def _metrics(self, _request: web.Request) -> web.Response:
        wrong = await self._bot.wrong()
        metrics.READY.set(not wrong)
        await self._bot.measure()
        return web.Response(
            body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    async def _live(self, _request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _ready(self, _request: web.Request) -> web.Response:
        wrong = await self._bot.wrong()
        return web.Response(status=503 if wrong else 200, text=f"{wrong or 'ready'}\n")
