"""One of several players is on vacation: a deputy decides, and the others do not wait."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import msgspec
import pytest

from bot.clock.hours import Hours
from bot.store import rows
from engines.core.contract import AnyTitle
from tests.bot.life.test_four import gathers
from tests.support.life import Life
from tests.support.life_of_four import Four, four_sides


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The one title that four can play."""
    return [four_sides()]


@pytest.fixture
def people() -> type[Life]:
    """Those who live this life."""
    return Four


async def owed(life: Four) -> list[str]:
    """The seats that the game waits for."""
    title = life.table.bot.campaigns.title_of(await life.table.campaign())
    return list(title.deciding(await life.table.state()))


async def sources(life: Four, seat: str) -> list[str]:
    """By whom the actions of a seat were given."""
    return [row.source for row in await life.table.bot.store.journal(1) if row.seat == seat]


async def first_day(life: Four) -> datetime:
    """When Olympe's vacation begins."""
    people = await life.table.bot.store.look(partial(rows.people.persons, ids=[life.olympe.id]))
    (span,) = msgspec.json.decode(people[life.olympe.id].hours, type=Hours).vacations
    return span.start


async def others_play_a_turn(life: Four) -> None:
    """All but Olympe play until the turn is over, without any time passing."""
    turn, began = (await life.table.state()).turn, life.env.now()
    for _ in range(60):
        if (await life.table.state()).turn != turn:
            break
        await life.plays_on(life.camille, life.maxime, life.lucien)
    assert (await life.table.state()).turn == turn + 1
    assert life.env.now() == began


async def test_a_vacation_keeps_nobody_waiting_and_the_seat_is_returned_by_itself(life: Four) -> None:
    await gathers(life)
    told = await life.types(life.olympe, "my vacation", until="+5 days")
    assert (
        "**Deputy** in games of three or more seats, the automatic player "
        "or your substitute decides for you meanwhile." in told
    )
    assert "Meanwhile the automatic player decides for **Red**, unless a person stands in" in life.told()
    await life.wait(0.1)
    assert "red" not in await owed(life)
    await others_play_a_turn(life)
    assert set(await sources(life, "red")) == {"automatic"}
    sitting = (await life.table.campaign()).seating["red"]
    assert (sitting.user_id, sitting.automatic) == (life.olympe.id, False)
    await life.types(life.olympe, "my back")
    while "red" not in await owed(life):
        await life.plays_on(life.camille, life.maxime, life.lucien)
    await life.plays_on(life.olympe)
    assert (await sources(life, "red"))[-1] == "player"


async def test_a_deputy_may_be_declined(life: Four) -> None:
    await gathers(life)
    assert "**Deputy** none" in await life.types(life.olympe, "my vacation", until="+5 days", wait=True)
    assert "The clock of **Red** is stopped meanwhile" in life.told()
    await life.wait(1)
    assert "red" in await owed(life)


async def test_a_planned_vacation_has_its_deputy_when_it_begins_also_after_a_restart(life: Four) -> None:
    await gathers(life)
    await life.types(life.olympe, "my vacation", **{"from": "+1 day", "until": "+4 days"})
    await life.wait(1)
    await life.reopen()
    await life.wait(1)
    assert "red" in await owed(life)
    begins = await first_day(life)
    while life.env.now() < begins - timedelta(hours=1):
        await life.wait(1)
    assert "red" in await owed(life)
    await life.wait(1.1)
    assert "red" not in await owed(life)


async def test_a_person_who_is_named_stands_in_until_the_vacation_ends(life: Four) -> None:
    await gathers(life)
    told = await life.types(life.olympe, "my vacation", until="+3 days", deputy=life.joseph)
    assert f"<@{life.joseph.id}> is asked" in told
    await life.presses(life.joseph, life.newest("Sit down"), "Sit down")
    sitting = (await life.table.campaign()).seating["red"]
    assert (sitting.user_id, sitting.owner_id) == (life.joseph.id, life.olympe.id)
    await life.plays_on(life.joseph)
    assert await sources(life, "red") == ["player"]
    await life.types(life.olympe, "my back")
    assert (await life.table.campaign()).seats["red"] == life.olympe.id


async def test_who_plays_another_seat_is_no_deputy(life: Four) -> None:
    await gathers(life)
    told = await life.types(life.olympe, "my vacation", until="+3 days", deputy=life.maxime)
    assert "would see the secrets of Red" in told
    assert (await life.table.campaign()).seating["red"].reserved_for is None


async def test_where_all_are_away_the_clocks_stand_still(life: Four) -> None:
    await gathers(life)
    for player in (life.camille, life.maxime, life.lucien, life.olympe):
        await life.types(player, "my vacation", until="+5 days")
    await life.wait(3)
    played = len(await life.table.actions())
    await life.wait(24)
    assert len(await life.table.actions()) == played
