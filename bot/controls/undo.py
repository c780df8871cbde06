"""The buttons of a request to take actions back."""

from __future__ import annotations

from typing import Any

import discord

from bot.commands.undoing import answer_request
from bot.controls.base import Button
from bot.undoing import ANSWER


class AnswerRequest(Button, template=ANSWER):
    """Agrees, refuses, or withdraws."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Note the answer."""
        await answer_request(interaction, int(self.fields["request"]), self.fields["answer"])


CONTROLS = (AnswerRequest,)
