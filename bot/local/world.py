"""Simulated Discord as the local table plays on it, where it is not yet like Discord."""

from __future__ import annotations

from typing import Any

import discord
from simcord import Env
from simcord.enums import MessageType


class World(Env):
    """Has patience while a bot comes in, and tells no channel of a private thread."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        post = self.backend.create_system_message

        def posted(channel_id: int, kind: MessageType, author_id: int, **more: Any) -> Any:
            # SimCord tells a channel of each thread that is started in it, with its name. Discord tells it of
            # public ones: of a private one only its members learn.
            about = more.get("target_channel_id")
            private = discord.ChannelType.private_thread.value
            if about is not None and self.backend.get_channel(about).type == private:
                return None
            return post(channel_id, kind, author_id, **more)

        self.backend.create_system_message = posted  # type: ignore[assignment, method-assign]

    async def _settle_internal(self, **how: Any) -> None:
        # SimCord gives a bot five seconds to come in, whatever time it was given to settle: on a machine that
        # is busy they are over before the maps of last time are drawn.
        await super()._settle_internal(**how | {"timeout": max(how.get("timeout") or 0, self.settle_timeout)})
