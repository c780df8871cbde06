"""As much of Discord's REST interface, on the loopback, as a login asks for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import msgspec
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord import Permissions

ACCEPTED = "a-good-token"
SOCKET = "/socket"
BOT, GUILD, ROLE = "100", "200", "300"
NEEDED = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
).value


class FakeDiscord:
    """What the other side is like.

    :ivar everyone: permissions of everyone on the server.
    :ivar own: permissions of the role that the bot has there.
    :ivar drift: how far this clock is ahead.
    :ivar logged_in: set when a bot that is ready connects to the gateway, which does not answer.
    """

    def __init__(self) -> None:
        self.guilds = True
        self.everyone = NEEDED
        self.own = 0
        self.owner = "999"
        self.drift = timedelta()
        self.tells_time = True
        self.broken = False
        self.silent = False
        self.asked = asyncio.Event()
        self.logged_in = asyncio.Event()
        self.base = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen on a port of its own, named by `base`."""
        app = web.Application(middlewares=[self._manners])
        for path, said in {
            "/users/@me": {"id": BOT, "username": "Tocsin", "discriminator": "0", "avatar": None},
            "/oauth2/applications/@me": {
                "id": BOT,
                "name": "Tocsin",
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "",
                "owner": {"id": "999", "username": "organiser", "discriminator": "0", "avatar": None},
                "flags": 0,
            },
        }.items():
            app.router.add_get(path, _always(said))
        app.router.add_get("/users/@me/guilds", self._listed)
        app.router.add_get(f"/guilds/{GUILD}", self._guild)
        app.router.add_get(f"/guilds/{GUILD}/members/{BOT}", self._member)
        app.router.add_get("/gateway", _always({"url": "wss://gateway.invalid"}))
        app.router.add_get(SOCKET, self._socket)
        self._add_to(app)
        app.on_response_prepare.append(self._stamp)
        async with TestServer(app) as server:
            self.base = str(server.make_url("/")).removesuffix("/")
            yield

    def _add_to(self, app: web.Application) -> None:
        """Add what else there is."""

    @web.middleware
    async def _manners(self, request: web.Request, handler: Any) -> web.StreamResponse:
        self.asked.set()
        if self.silent:
            await asyncio.Event().wait()
        if self.broken:
            return answer({"message": "Access denied", "code": 0}, status=403)
        if (
            # An interaction is answered by its own token.
            not request.path.startswith(("/gateway", SOCKET, "/interactions/", "/webhooks/"))
            and request.headers.get("Authorization") != f"Bot {ACCEPTED}"
        ):
            return answer({"message": "401: Unauthorized", "code": 0}, status=401)
        response: web.StreamResponse = await handler(request)
        return response

    async def _stamp(self, request: web.Request, response: web.StreamResponse) -> None:
        there = format_datetime(datetime.now(UTC) + self.drift, usegmt=True)
        response.headers["Date"] = there if self.tells_time else "soon"

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        self.logged_in.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def _listed(self, request: web.Request) -> web.Response:
        # As Discord lists them: neither roles nor members.
        guild: dict[str, Any] = {
            "id": GUILD,
            "name": "The Convention",
            "icon": None,
            "owner": False,
            "features": [],
        }
        return answer([guild] if self.guilds else [])

    async def _guild(self, request: web.Request) -> web.Response:
        return answer(self.whole_guild())

    def whole_guild(self) -> dict[str, Any]:
        """The server, as who asks for it is told."""
        roles = [_role(GUILD, "@everyone", self.everyone), _role(ROLE, "Tocsin", self.own)]
        return {
            "id": GUILD,
            "name": "The Convention",
            "icon": None,
            "owner_id": self.owner,
            "features": [],
            "roles": roles,
            "emojis": [],
            "stickers": [],
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "preferred_locale": "en-GB",
            "system_channel_flags": 0,
        }

    async def _member(self, request: web.Request) -> web.Response:
        user = {"id": BOT, "username": "Tocsin", "discriminator": "0", "avatar": None}
        return answer(
            {
                "user": user,
                "roles": [ROLE],
                "joined_at": "2026-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
            }
        )


def _role(id: str, name: str, permissions: int) -> dict[str, Any]:
    return {
        "id": id,
        "name": name,
        "permissions": str(permissions),
        "position": 0 if id == GUILD else 1,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def answer(said: Any, status: int = 200) -> web.Response:
    """An answer of Discord's interface."""
    # Without a charset, as Discord sends it; discord.py looks for exactly that.
    return web.Response(body=msgspec.json.encode(said), status=status, content_type="application/json")


def _always(said: Any) -> Any:
    async def handler(request: web.Request) -> web.Response:
        return answer(said)

    return handler
