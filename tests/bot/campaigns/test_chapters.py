"""Chapters that are read again and again: what is packed meanwhile is the same as what is read anew."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.campaigns import chapters
from bot.campaigns.chapters import Chapters
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.store import Store
from data.games import GAMES
from tests.core.play import TITLES
from tests.store.builders import CHANNEL, GUILD, USER, Hands
from tests.support.depth import depth


@pytest.mark.deep(seconds=8)
@pytest.mark.parametrize("id", GAMES)
async def test_a_chapter_that_was_packed_goes_on_as_one_that_is_read_anew(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapters, "KEPT", 1)
    clock, title, chooser = Hands(), TITLES[id], Random(id)
    async with await Store.open(tmp_path / "tocsin.db", clock) as store:
        campaigns = Campaigns(store, [title], clock)
        wish = Wish(guild_id=GUILD, channel_id=CHANNEL, user_id=USER, title=id, seed="packed")
        campaign, packed = await campaigns.new(wish), Chapters(store)
        for _ in range(depth(24, 400)):
            decisions = title.decisions(campaigns.state_of(campaign))
            if not decisions:
                break
            seat = decisions[0].seat
            action = title.notation(chooser.choice(title.legal_actions(campaigns.state_of(campaign), seat)))
            campaign = (await campaigns.take(campaign.id, USER, action, seat=seat)).campaign
            number = campaigns.chapter_of(campaign)
            for reader in (*title.seats, None):
                # Each reader's chapter puts that of the last one out of memory.
                known = await packed.of(campaign, title, number, reader)
                assert known == await Chapters(store).of(campaign, title, number, reader)
            assert await packed.on_card(campaign, title, number) == await Chapters(store).on_card(
                campaign, title, number
            )
        assert campaign.last_seq > 20


async def test_so_many_chapters_are_kept_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chapters, "KEPT", 2)
    monkeypatch.setattr(chapters, "PACKED", 3)
    clock, title = Hands(), TITLES["levee"]
    async with await Store.open(tmp_path / "tocsin.db", clock) as store:
        campaigns = Campaigns(store, [title], clock)
        made = [
            await campaigns.new(Wish(GUILD, CHANNEL + number, USER, title.id, seed="kept"))
            for number in range(7)
        ]
        history = Chapters(store)
        for campaign in made:
            await history.of(campaign, title, 1, None)
        assert [key[0] for key in history._read] == [6, 7]
        assert [key[0] for key in history._packed] == [3, 4, 5]

        history.forget(4)
        history.forget(7)

        assert [key[0] for key in (*history._read, *history._packed)] == [6, 3, 5]
