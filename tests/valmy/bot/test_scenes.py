"""A battle has one public post, which is changed in its place, survives a restart and can be taken back."""

from __future__ import annotations

import discord
import pytest

from bot.undo.take_back import Undos
from engines.core.contract import AnyTitle
from engines.valmy.view import battle_of
from tests.support.life import Life
from tests.support.table import text
from tests.valmy.bot.campaign import TITLE, planned
from tests.valmy.bot.test_life import OPENING, begun


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Valmy Campaign."""
    return [TITLE]


def posts(life: Life) -> list[discord.Message]:
    """Posts of battles, oldest first."""
    return [message for message in life.public() if text(message).startswith("## Battle of")]


async def test_a_battle_has_one_post_from_its_beginning_to_its_end_and_none_when_taken_back(
    life: Life,
) -> None:
    name, actions, _ = planned("a", OPENING)
    campaign = await begun(life, name)
    grown: list[str] = []
    for action in actions:
        seat = campaign.decision.seat
        await life.table.bot.campaigns.take(1, campaign.player(seat).id, TITLE.notation(action), seat=seat)
        campaign.game.act(seat, action)
        await life.table.bot.outbox.drain()
        hang = posts(life)
        if hang:
            assert len(hang) == 1
            grown.append(text(hang[0]))
            if len(set(grown)) == 2:
                await life.reopen()
        if hang and battle_of(await life.table.state()) is None:
            break
    assert len(set(grown)) > 2
    assert "__Deployment__" in grown[-1]
    assert "is over" in grown[-1]
    (post,) = posts(life)

    version = (await life.table.campaign()).version
    undos = Undos(life.table.bot.campaigns)
    await undos.take_back(1, version, 0, user_id=life.therese.id, source="moderator")
    await life.table.bot.outbox.drain()
    assert posts(life) == []
    (marked,) = [message for message in life.public() if message.id == post.id]
    assert "taken back" in text(marked)
