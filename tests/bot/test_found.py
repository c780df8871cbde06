"""Laws that the product broke when its campaigns were lived through."""

from __future__ import annotations

import re
import sqlite3

from tests.support.life import DAY, Life, away


async def test_a_notice_held_back_over_an_outage_tells_the_time_that_was_moved(life: Life) -> None:
    await life.wait(20)
    await life.types(life.camille, "my hours", zone="UTC", quiet="19:00-08:00")
    await life.outposts(clock="48h")
    await life.wait(0.1)
    await life.committed()
    await life.wait(0.1)
    await life.plays(life.maxime, "pass")
    mark = life.mark()
    await away(life, 7 * DAY)
    await life.wait(13)
    times = [int(t) for line in life.since(mark) if "📣" in line for t in re.findall(r"due <t:(\d+)", line)]
    assert times
    assert min(times) > life.env.now().timestamp()


async def test_what_only_an_undone_entry_changed_is_mended_too(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.plays(life.maxime, "pass")
    await life.confirmed(life.maxime, "campaign undo", "Take back")
    await life.plays(life.maxime, "pass")
    await life.table.bot.close()
    with sqlite3.connect(life.table.db_path) as connection:
        connection.execute("UPDATE journal SET digest = 'of-other-rules' WHERE seq = 3")
    connection.close()
    await life.table.start()
    await life.confirmed(life.therese, "mod repair", "Rewrite the states", reason="a fix")
    await life.table.verify()


async def test_a_notice_that_is_held_back_is_said_once_however_often_it_was_written(life: Life) -> None:
    await life.wait(20)
    await life.types(life.camille, "my hours", zone="UTC", quiet="19:00-08:00")
    await life.outposts()
    await life.wait(0.1)
    await life.committed()
    await life.wait(0.1)
    await life.plays(life.maxime, "pass")
    await life.confirmed(life.maxime, "campaign undo", "Take back")
    await life.plays(life.maxime, "pass")
    mark = life.mark()
    await life.wait(12)
    assert sum("📣" in said for said in life.since(mark)) == 1


async def test_who_goes_on_vacation_before_they_are_called_is_called_when_it_is_over(life: Life) -> None:
    await life.wait(20)
    await life.types(life.camille, "my hours", zone="UTC", quiet="19:00-08:00")
    await life.outposts(clock="48h")
    await life.wait(0.1)
    await life.committed()
    await life.wait(0.1)
    await life.plays(life.maxime, "pass")
    await life.types(life.camille, "my vacation", until="+2 days")
    mark = life.mark()
    await life.wait(34)
    assert [said for said in life.since(mark) if "📣" in said] == []
    await life.wait(3)
    assert sum("📣" in said for said in life.since(mark)) == 1


async def test_in_a_pause_nothing_tells_until_when_something_was_due(life: Life) -> None:
    await life.outposts(clock="48h interrupts 12h")
    await life.committed()
    await life.wait(30)
    assert "the tocsin rings" in life.told()
    await life.types(life.therese, "campaign pause")
    assert "the tocsin rings" not in life.told()
    assert "📣" not in life.told()
