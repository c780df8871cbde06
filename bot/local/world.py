"""The simulated Discord of the local table, with corrections where it differs from Discord."""

from __future__ import annotations

from typing import Any

import discord
from simcord import Env
from simcord.enums import MessageType


class World(Env):
    """Waits longer for the bot's start, and does not announce private threads in a channel."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        post = self.backend.create_system_message

        def posted(channel_id: int, kind: MessageType, author_id: int, **more: Any) -> Any:
            # SimCord announces every new thread in its channel, by name. Discord announces public ones: only
            # its members learn of a private one.
            about = more.get("target_channel_id")
            private = discord.ChannelType.private_thread.value
            if about is not None and self.backend.get_channel(about).type == private:
                return None
            return post(channel_id, kind, author_id, **more)

        self.backend.create_system_message = posted  # type: ignore[assignment, method-assign]

    def forget_failure(self) -> None:
        """Go on after work of the bot took longer than the simulation waits.

        SimCord keeps that failure for the next operation, and lets no timer of the bot end before. The keeper
        breaks off each operation that waits, so that it would never take the failure.
        """
        task = self._real_advance_task
        if task is not None and task.done() and (task.cancelled() or task.exception() is not None):
            self._real_advance_task = None

    async def _settle_internal(self, **how: Any) -> None:
        # SimCord gives a bot five seconds to start, with any time-out: on a busy machine they are over before
        # the maps of the last session are drawn.
        await super()._settle_internal(**how | {"timeout": max(how.get("timeout") or 0, self.settle_timeout)})
