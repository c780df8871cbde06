"""Discord on the loopback with a gateway: the processes of a bot hear what belongs to their shards."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from datetime import UTC, datetime
from itertools import count
from time import monotonic
from typing import Any

from aiohttp import BodyPartReader, WSMsgType, web
from discord.utils import time_snowflake

from tests.cli.fake_discord import BOT, GUILD, NEEDED, FakeDiscord, answer

PLAYER = str(4 * 10**17)
FIRST_CHANNEL = 500
SHARD = 22
"""Bits of an id below those that say which shard a server belongs to."""
HELLO, READY, HEARD = 10, 0, 11
"""What the gateway sends; the last answers a heartbeat."""
IDENTIFY, HEARTBEAT = 2, 1
"""What a bot sends."""


class Press:
    """An interaction, with what the bots made of it."""

    def __init__(self) -> None:
        self.begun = monotonic()
        self.acknowledged: list[float] = []
        """Seconds after which a bot said that it would answer."""
        self.answers: list[str] = []
        self.answered = asyncio.Event()


class LiveDiscord(FakeDiscord):
    """Delivers interactions to every bot that is connected for the shard of their server.

    :ivar channels: numbers of channels, each with its server.
    :ivar presses: by interaction.
    :ivar nonces: how often each new message has come; Discord would know a second one by its nonce.
    :ivar unknown: requests that nothing is known of.
    """

    def __init__(self, channels: int, servers: int = 1) -> None:
        super().__init__()
        # One more for the shard of each.
        ids = [str(int(GUILD) + (number << SHARD)) for number in range(servers)]
        self.channels = {FIRST_CHANNEL + number: ids[number % servers] for number in range(channels)}
        self.presses: dict[int, Press] = {}
        self.nonces: Counter[str] = Counter()
        self.unknown: list[str] = []
        self.connected = asyncio.Event()
        self._sockets: dict[web.WebSocketResponse, set[str]] = {}
        """The servers that each has been told of."""
        self._by_token: dict[str, Press] = {}
        self._numbers = count(1)

    async def press(self, channel: int, **options: str) -> Press:
        """Type `/play`."""
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        return await self._interact(
            channel, type=2, data={"id": "1", "name": "play", "type": 1, "options": given}
        )

    async def click(self, channel: int, custom_id: str) -> Press:
        """Click a button of a message that the player alone sees."""
        button = {"type": 2, "style": 4, "label": "Yes", "custom_id": custom_id}
        message = {
            **self._message(str(channel), str(next(self._numbers))),
            "flags": 1 << 15 | 1 << 6,
            "components": [{"type": 1, "components": [button]}],
        }
        return await self._interact(
            channel, type=3, data={"custom_id": custom_id, "component_type": 2}, message=message
        )

    async def _interact(self, channel: int, **given: Any) -> Press:
        """Tell every bot of its server of an interaction."""
        number = time_snowflake(datetime.now(UTC)) + next(self._numbers)
        press = self.presses[number] = self._by_token[f"token-{number}"] = Press()
        guild = self.channels[channel]
        payload = {
            "id": str(number),
            "application_id": BOT,
            **given,
            "guild_id": guild,
            "guild": {"id": guild, "locale": "en-US", "features": []},
            "channel_id": str(channel),
            "channel": _channel(channel, guild),
            "member": _member(PLAYER),
            "token": f"token-{number}",
            "version": 1,
            "app_permissions": str(NEEDED),
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild},
            "context": 0,
            "attachment_size_limit": 1 << 20,
        }
        for socket in [socket for socket, known in self._sockets.items() if guild in known]:
            await _send(socket, "INTERACTION_CREATE", payload)
        return press

    def _add_to(self, app: web.Application) -> None:
        app.router.add_post("/interactions/{id}/{token}/callback", self._acknowledge)
        app.router.add_patch("/webhooks/{bot}/{token}/messages/@original", self._answer)
        app.router.add_post("/webhooks/{bot}/{token}", self._answer)
        app.router.add_post("/channels/{channel}/messages", self._posted)
        app.router.add_patch("/channels/{channel}/messages/{message}", self._edited)
        app.router.add_put("/channels/{channel}/{pins:.*}", self._nothing)
        app.router.add_get("/guilds/{guild}", self._server)
        app.router.add_route("*", "/{path:.*}", self._strange)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            said = json.loads(message.data)
            if said["op"] == HEARTBEAT:
                await socket.send_json({"op": HEARD})
            elif said["op"] == IDENTIFY:
                await self._greet(socket, *said["d"].get("shard", (0, 1)))
        self._sockets.pop(socket, None)
        return socket

    async def _greet(self, socket: web.WebSocketResponse, shard: int, shards: int) -> None:
        guilds = {guild for guild in self.channels.values() if (int(guild) >> SHARD) % shards == shard}
        user = {"id": BOT, "username": "Tocsin", "discriminator": "0", "avatar": None}
        ready = {
            "v": 10,
            "user": user,
            "guilds": [{"id": guild, "unavailable": True} for guild in guilds],
            "shard": [shard, shards],
            "session_id": str(next(self._numbers)),
            "resume_gateway_url": self.base.replace("http", "ws", 1),
            "application": {"id": BOT, "flags": 0},
        }
        await _send(socket, "READY", ready)
        for guild in guilds:
            await _send(socket, "GUILD_CREATE", self._told(guild, user))
        self._sockets[socket] = guilds
        if set(self.channels.values()) <= set().union(*self._sockets.values()):
            self.connected.set()

    async def _server(self, request: web.Request) -> web.Response:
        return answer(self._known(request.match_info["guild"]))

    def _known(self, guild: str) -> dict[str, Any]:
        """A server, as who asks for it is told."""
        known = self.whole_guild()
        roles = [{**role, "id": guild if role["id"] == GUILD else role["id"]} for role in known["roles"]]
        return {**known, "id": guild, "roles": roles}

    def _told(self, guild: str, user: Any) -> dict[str, Any]:
        """A server, as its shard is told of it."""
        return {
            **self._known(guild),
            "unavailable": False,
            "large": False,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "member_count": 2,
            "members": [{**_member(BOT), "user": user}],
            "channels": [_channel(number, guild) for number, of in self.channels.items() if of == guild],
            **{name: [] for name in ("threads", "presences", "voice_states", "stage_instances")},
        }

    async def _acknowledge(self, request: web.Request) -> web.Response:
        press = self._by_token[request.match_info["token"]]
        press.acknowledged.append(monotonic() - press.begun)
        body = await _body(request)
        if "content" in body.get("data", {}):
            press.answers.append(body["data"]["content"])
            press.answered.set()
        return answer({"interaction": {"id": request.match_info["id"], "type": 2}})

    async def _answer(self, request: web.Request) -> web.Response:
        press = self._by_token[request.match_info["token"]]
        body = await _body(request)
        press.answers.append(str(body.get("content", body)))
        press.answered.set()
        return answer(self._message(str(FIRST_CHANNEL), str(next(self._numbers))))

    async def _posted(self, request: web.Request) -> web.Response:
        body = await _body(request)
        self.nonces[str(body.get("nonce"))] += 1
        number = time_snowflake(datetime.now(UTC)) + next(self._numbers)
        return answer(self._message(request.match_info["channel"], str(number)))

    async def _edited(self, request: web.Request) -> web.Response:
        return answer(self._message(request.match_info["channel"], request.match_info["message"]))

    async def _nothing(self, request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _strange(self, request: web.Request) -> web.Response:
        self.unknown.append(f"{request.method} {request.path}")
        return answer({"message": "404: Not Found", "code": 0}, status=404)

    def _message(self, channel: str, number: str) -> dict[str, Any]:
        user = {"id": BOT, "username": "Tocsin", "discriminator": "0", "avatar": None, "bot": True}
        return {
            "id": number,
            "type": 0,
            "channel_id": channel,
            "author": user,
            "content": "",
            "timestamp": datetime.now(UTC).isoformat(),
            "edited_timestamp": None,
            "flags": 1 << 15,
            **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
            **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds", "components")},
        }


async def _send(socket: web.WebSocketResponse, event: str, payload: Any) -> None:
    if not socket.closed:
        await socket.send_json({"op": READY, "t": event, "s": 1, "d": payload})


async def _body(request: web.Request) -> Any:
    """What is sent, also beside files."""
    if not request.content_type.startswith("multipart/"):
        return await request.json()
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader) and part.name == "payload_json":
            return json.loads(await part.text())
    return {}


def _channel(number: int, guild: str) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": 0,
        "name": f"levee-{number}",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "guild_id": guild,
        "permissions": str(NEEDED),
    }


def _member(user: str) -> dict[str, Any]:
    return {
        "user": {"id": user, "username": f"user-{user}", "discriminator": "0", "avatar": None},
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": str(NEEDED),
    }
