"""Keeps of Discord's own API description the requests that a bot makes.

Run when Discord's description has changed: `python -m tests.discord.trim path/to/discord_openapi.json`.
Responses, headers and form encodings are left out: only what the bot sends is checked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TARGET = Path(__file__).with_name("openapi.json")
METHODS = ("get", "put", "post", "patch", "delete")
PATHS = (
    "/applications/@me",
    "/applications/{application_id}",
    "/applications/{application_id}/commands",
    "/applications/{application_id}/commands/{command_id}",
    "/applications/{application_id}/emojis",
    "/applications/{application_id}/emojis/{emoji_id}",
    "/applications/{application_id}/guilds/{guild_id}/commands",
    "/applications/{application_id}/guilds/{guild_id}/commands/permissions",
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}",
    "/channels/{channel_id}",
    "/channels/{channel_id}/messages",
    "/channels/{channel_id}/messages/bulk-delete",
    "/channels/{channel_id}/messages/pins",
    "/channels/{channel_id}/messages/pins/{message_id}",
    "/channels/{channel_id}/messages/{message_id}",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
    "/channels/{channel_id}/messages/{message_id}/threads",
    "/channels/{channel_id}/permissions/{overwrite_id}",
    "/channels/{channel_id}/pins",
    "/channels/{channel_id}/pins/{message_id}",
    "/channels/{channel_id}/thread-members",
    "/channels/{channel_id}/thread-members/@me",
    "/channels/{channel_id}/thread-members/{user_id}",
    "/channels/{channel_id}/threads",
    "/channels/{channel_id}/threads/archived/private",
    "/channels/{channel_id}/threads/archived/public",
    "/channels/{channel_id}/typing",
    "/gateway",
    "/gateway/bot",
    "/guilds/{guild_id}",
    "/guilds/{guild_id}/channels",
    "/guilds/{guild_id}/members/@me",
    "/guilds/{guild_id}/members/{user_id}",
    "/guilds/{guild_id}/members/{user_id}/roles/{role_id}",
    "/guilds/{guild_id}/roles",
    "/guilds/{guild_id}/threads/active",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    "/oauth2/applications/@me",
    "/users/@me",
    "/users/@me/channels",
    "/users/@me/guilds",
    "/users/{user_id}",
    "/webhooks/{webhook_id}/{webhook_token}",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)


def trim(description: dict[str, Any]) -> dict[str, Any]:
    """The description with the paths above, their JSON bodies and every schema that these refer to.

    :raises KeyError: if one of the paths is no longer described.
    """
    paths = {path: _path_item(description["paths"][path]) for path in PATHS}
    schemas = description["components"]["schemas"]
    needed: set[str] = set()
    open_names = list(_references(paths))
    while open_names:
        name = open_names.pop()
        if name not in needed:
            needed.add(name)
            open_names += _references(schemas[name])
    return {
        "openapi": description["openapi"],
        "info": description["info"],
        "externalDocs": description["externalDocs"],
        "paths": paths,
        "components": {"schemas": {name: schemas[name] for name in sorted(needed)}},
    }


def _path_item(item: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {"parameters": item.get("parameters", [])}
    for method in METHODS:
        if operation := item.get(method):
            kept[method] = {"operationId": operation["operationId"]}
            if body := operation.get("requestBody"):
                content = body["content"]["application/json"]
                kept[method]["requestBody"] = {**body, "content": {"application/json": content}}
    return kept


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(reference := node.get("$ref"), str):
            yield reference.rpartition("/")[2]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def main() -> None:
    source = Path(sys.argv[1])
    trimmed = trim(json.loads(source.read_text(encoding="utf-8")))
    TARGET.write_text(json.dumps(trimmed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
