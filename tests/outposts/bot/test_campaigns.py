"""A title of several seats played through the bot's campaigns: who may act, what is kept, what is told."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import msgspec
import pytest

from bot.campaigns.actions import Acted
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.errors import NotSeatedError
from bot.store import Campaign, Seat, Store
from bot.store.rows import seats
from engines.core.contract import Outcome
from engines.core.errors import IllegalAction, NotationError
from engines.core.record import verify
from tests.outposts.game.engine.events import Committed, Revealed
from tests.outposts.game.engine.title import Outposts
from tests.store.builders import CHANNEL, GUILD, Hands

CAMILLE, MAXIME, WATCHER = 11, 12, 13
TITLE = Outposts()


@pytest.fixture
async def campaigns(tmp_path: Path) -> AsyncIterator[Campaigns]:
    """Campaigns of the one title, over a store of the test's own."""
    clock = Hands()
    async with await Store.open(tmp_path / "tocsin.db", clock) as store:
        yield Campaigns(store, [TITLE], clock)


async def begun(campaigns: Campaigns, *, clock: str = "none") -> int:
    """A campaign in which Camille plays Blue and Maxime White."""
    wish = Wish(GUILD, CHANNEL, CAMILLE, "outposts", clock=clock, seed="campaign")
    campaign = await campaigns.new(wish)
    assert campaign.seats == {"blue": CAMILLE, "white": CAMILLE}
    sitting = [Seat(seat="white", user_id=MAXIME)]
    await campaigns.store.transact(partial(seats.change, campaign_id=campaign.id, seats=sitting))
    return campaign.id


async def standing(campaigns: Campaigns, campaign_id: int) -> Campaign:
    """The campaign as it stands."""
    campaign = await campaigns.store.campaign(campaign_id)
    assert campaign is not None
    return campaign


async def played_out(campaigns: Campaigns, campaign_id: int) -> Campaign:
    """Each user plays what falls to their seat, at random, to the end."""
    chooser = random.Random("campaign")
    campaign = await standing(campaigns, campaign_id)
    while campaign.status == "running":
        state = campaigns.state_of(campaign)
        seat = chooser.choice(TITLE.decisions(state)).seat
        action = TITLE.notation(chooser.choice(TITLE.legal_actions(state, seat)))
        acted = await campaigns.take(campaign_id, campaign.seats[seat], action, version=campaign.version)
        assert acted.notation == action
        campaign = await standing(campaigns, campaign_id)
    return campaign


async def test_each_user_acts_for_their_own_seat(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns)
    acted: Acted = await campaigns.take(campaign_id, MAXIME, "commit 6 cholet")
    assert isinstance(acted.events[0], Committed)
    assert acted.events[0].seat == "white"
    await campaigns.take(campaign_id, CAMILLE, "commit 1 nantes", seat="blue")
    journal = await campaigns.store.journal(campaign_id)
    assert [(row.seat, row.user_id) for row in journal[1:]] == [("white", MAXIME), ("blue", CAMILLE)]


async def test_nobody_acts_for_a_seat_of_others(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns)
    with pytest.raises(NotSeatedError, match=r"You don't hold that seat."):
        await campaigns.take(campaign_id, CAMILLE, "commit 6 cholet", seat="white")
    with pytest.raises(NotSeatedError, match=f"is played by <@{CAMILLE}> and <@{MAXIME}>"):
        await campaigns.take(campaign_id, WATCHER, "commit 6 cholet")
    with pytest.raises(IllegalAction, match="Cholet is not held"):
        await campaigns.take(campaign_id, CAMILLE, "commit 6 cholet")
    assert len(await campaigns.store.journal(campaign_id)) == 1


async def test_a_seat_that_has_given_its_part_may_change_it_until_the_other_s_is_in(
    campaigns: Campaigns,
) -> None:
    campaign_id = await begun(campaigns, clock="24h")
    await campaigns.take(campaign_id, CAMILLE, "commit 1 nantes")
    owed = await campaigns.store.deadlines_of(campaign_id)
    await campaigns.take(campaign_id, CAMILLE, "commit 2 nantes")
    assert await campaigns.store.deadlines_of(campaign_id) == owed
    # What the other chose on the board of the beginning still holds.
    acted = await campaigns.take(campaign_id, MAXIME, "commit 6 cholet", version=0)
    revealed = next(event for event in acted.events if isinstance(event, Revealed))
    assert revealed.commitments["blue"].chit == 2
    with pytest.raises(IllegalAction, match="waits for White"):
        await campaigns.take(campaign_id, CAMILLE, "pass")


async def test_an_interrupt_falls_to_the_user_of_the_other_seat(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns, clock="24h interrupts 6h")
    await campaigns.take(campaign_id, CAMILLE, "commit 6 clisson")
    await campaigns.take(campaign_id, MAXIME, "commit 1 cholet")
    await campaigns.take(campaign_id, CAMILLE, "move clisson > mortagne with foot:3")
    (deadline,) = await campaigns.store.deadlines_of(campaign_id)
    assert (deadline.seat, deadline.kind, deadline.interrupt) == ("white", "answer", True)
    assert deadline.due_at == campaigns.clock() + timedelta(hours=6)
    with pytest.raises(IllegalAction, match="waits for White"):
        await campaigns.take(campaign_id, CAMILLE, "pass")
    await campaigns.take(campaign_id, MAXIME, "retreat cholet")


async def test_all_who_decide_at_once_have_a_deadline(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns, clock="24h interrupts 6h")
    deadlines = await campaigns.store.deadlines_of(campaign_id)
    assert {(deadline.seat, deadline.kind) for deadline in deadlines} == {
        ("blue", "commit"),
        ("white", "commit"),
    }
    assert {deadline.due_at for deadline in deadlines} == {campaigns.clock() + timedelta(hours=24)}


async def test_a_whole_campaign_is_kept_and_verifies(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns)
    campaign = await played_out(campaigns, campaign_id)
    assert campaign.status == "finished"
    assert campaign.outcome is not None
    outcome = TITLE.outcome(campaigns.state_of(campaign))
    assert msgspec.json.decode(campaign.outcome, type=Outcome) == outcome
    record = await campaigns.record(campaign)
    assert verify(TITLE, record).outcome == outcome
    assert {entry.seat for entry in record.journal} == {"blue", "white"}
    chapters = await campaigns.chapters(campaign)
    assert [(chapter.number, chapter.title) for chapter in chapters] == [(n, f"Day {n}") for n in range(1, 7)]
    assert (await campaigns.chapter(campaign, 3)).events == chapters[2].events


async def test_history_is_told_to_the_public_without_what_is_secret(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns)
    await campaigns.take(campaign_id, MAXIME, "commit 6 cholet")
    campaign = await standing(campaigns, campaign_id)
    for eyes in (None, "blue"):
        (chapter,) = await campaigns.chapters(campaign, eyes)
        assert Committed("white", None) in chapter.events
        assert b"cholet" not in msgspec.json.encode(chapter.events)
    (chapter,) = await campaigns.chapters(campaign, "white")
    assert b"cholet" in msgspec.json.encode(chapter.events)


async def test_a_campaign_goes_on_with_other_hands_on_the_store(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns)
    await campaigns.take(campaign_id, CAMILLE, "commit 1 nantes")
    again = Campaigns(campaigns.store, [Outposts()], campaigns.clock)
    campaign = await standing(again, campaign_id)
    assert [given.seat for given in TITLE.given(again.state_of(campaign))] == ["blue"]
    await again.take(campaign_id, MAXIME, "commit 6 cholet")


async def test_a_record_is_adopted_with_whoever_brings_it_in_every_seat(campaigns: Campaigns) -> None:
    first = await played_out(campaigns, await begun(campaigns))
    record = await campaigns.record(first)
    adopted = await campaigns.adopt(record, guild_id=GUILD, channel_id=CHANNEL + 1, user_id=WATCHER)
    assert adopted.seats == {"blue": WATCHER, "white": WATCHER}
    assert campaigns.state_of(adopted) == campaigns.state_of(first)


async def test_one_user_in_both_seats_commits_for_one_after_the_other(campaigns: Campaigns) -> None:
    campaign = await campaigns.new(Wish(GUILD, CHANNEL, CAMILLE, "outposts"))
    await campaigns.take(campaign.id, CAMILLE, "commit 1 nantes")
    await campaigns.take(campaign.id, CAMILLE, "commit 1 cholet")
    assert [row.seat for row in (await campaigns.store.journal(campaign.id))[1:]] == ["blue", "white"]


async def test_what_cannot_be_read_suggests_nothing_of_the_other_seat(campaigns: Campaigns) -> None:
    campaign_id = await begun(campaigns)
    with pytest.raises(NotationError) as refusal:
        await campaigns.take(campaign_id, MAXIME, "committ 6 cholett")
    assert not {"commit 6 nantes", "commit 6 clisson"} & set(refusal.value.choices)
