"""The channels and threads that a page of the local table offers, and its turning to one of them."""

from __future__ import annotations

from typing import Any

import msgspec
from simcord import ChannelHandle, Preview
from simcord.backend.access import can_access_channel, can_access_message


class Room(msgspec.Struct, frozen=True):
    """A channel or a thread, as its page's player may see it."""

    id: str
    """Discord's number, in letters: those of a browser are too short."""
    name: str
    here: bool
    last: str
    """The newest message that the player can see; empty without one."""
    threads: list[Room] = []


def rooms_of(preview: Preview, page: Any) -> list[Room]:
    """What a page lists: each channel of the server with its open threads."""
    backend = preview.env.backend
    threads: dict[int | None, list[Room]] = {}
    rooms = []
    # Threads are newer than their channels, and so behind them.
    for channel in reversed(backend.channels.values()):
        if channel.guild_id is None or not can_access_channel(
            preview.env, channel.id, page.viewer, history=True
        ):
            continue
        if channel.is_thread:
            if not (channel.thread_metadata and channel.thread_metadata.archived):
                threads.setdefault(channel.parent_id, []).insert(0, _room(preview, page, channel, []))
        else:
            rooms.append(_room(preview, page, channel, threads.get(channel.id, [])))
    return rooms[::-1]


def _room(preview: Preview, page: Any, channel: Any, threads: list[Room]) -> Room:
    messages = preview.env.backend.messages.get(channel.id, {})
    last = next(
        (
            str(number)
            for number, message in reversed(messages.items())
            if can_access_message(preview.env, channel.id, message, page.viewer, history=True)
        ),
        "",
    )
    return Room(str(channel.id), channel.name, channel.id == page.channel_id, last, threads)


def handle_of(preview: Preview, channel_id: int) -> ChannelHandle:
    """SimCord's handle of a channel or thread of the server."""
    return ChannelHandle(preview.env, preview.channel.guild, preview.env.backend.get_channel(channel_id))


def turn(preview: Preview, page: Any, channel_id: int) -> None:
    """Have a page show another channel from its next publication on.

    SimCord shows one channel for good; its pages are turned as it turns them to another person.
    """
    preview._clear_page_assets(page)
    preview._reset_queries(page)
    page.channel_id = channel_id
    page.generation += 1
    page.target_id = page.window_end_id = preview._initial_target(page.viewer, channel_id)
    page.modal = page.modal_handle = None
    page.status = "current"
