"""Records: given to moderators, and taken in as campaigns."""

from __future__ import annotations

import asyncio
from threading import Event

import msgspec
import pytest
from simcord import InteractionResult

from bot.campaigns import records
from bot.errors import PoliteError
from bot.moderation import administration
from engines.core.game import Game
from engines.core.record import Record
from tests.bot.undo.test_undo import play
from tests.outposts.game.engine.title import Outposts
from tests.store.builders import counted
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel
from tests.support.moderated import confirmed, in_channel, log, marat
from tests.support.table import controls, said, text

DEEP = b'{"start":' * 5000 + b"1" + b"}" * 5000


async def test_the_record_with_secrets_is_given_after_that_was_said(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    await play(table, "commit 6 cholet")
    result = await moderator.slash(table.channel, "mod export")
    record = await exported(result)
    assert record.seed is None
    assert [entry.action for entry in record.journal] == ["commit 6 cholet"]
    assert f"<@{moderator.id}> exports the full record" in in_channel(table)
    assert [row.act for row in await log(table)] == ["export"]


async def exported(result: InteractionResult) -> Record:
    """The record that a command has given."""
    assert result.response is not None
    (file,) = result.response.attachments
    return msgspec.json.decode(await file.read(), type=Record)


def a_record(*actions: tuple[str, str]) -> Record:
    """A record of Outposts."""
    game = Game(Outposts(), seed="import")
    for seat, action in actions:
        game.act(seat, action)
    return game.record(reveal_seed=False)


async def test_a_record_is_taken_in_by_a_second_press(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    record = a_record(("blue", "commit 1 nantes"), ("white", "commit 6 cholet"))
    file = ("record.json", msgspec.json.encode(record))
    asked = await moderator.slash(hall, "mod import", file=file)
    assert "**Outposts**, The lanes of the Sèvre: 2 entries, all valid." in said(asked)
    assert await counted(table.bot.store) == 1
    await confirmed(moderator, asked)
    await table.bot.outbox.drain()
    assert await table.actions(2) == ["commit 1 nantes", "commit 6 cholet"]
    assert set((await table.campaign(2)).seats.values()) == {moderator.id}
    assert [(row.act, row.campaign_id) for row in await log(table)] == [("import", 2)]
    assert controls(table.card(hall))
    told = next(text(post) for post in hall.history() if "** is imported from a record:" in text(post))
    assert f"from a new secret seed with the hash `{(await table.campaign(2)).commitment}`" in told
    await table.verify(2)


async def test_a_record_with_undos_and_edits_comes_back_as_it_was(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    game = Game(Outposts(), seed="import")
    game.act("blue", "commit 1 nantes")
    game.undo(0)
    game.act("blue", "commit 2 nantes")
    game.edit("guns white 3")
    game.roll(2, "weather")
    game.act("white", "commit 6 cholet", source="moderator")
    file = ("record.json", msgspec.json.encode(game.record()))
    await confirmed(moderator, await moderator.slash(hall, "mod import", file=file))
    rows = (await table.bot.store.journal(2))[1:]
    assert [(row.kind, row.source, row.undone_by) for row in rows] == [
        ("act", "player", 2),
        ("undo", "player", None),
        ("act", "player", None),
        ("edit", "player", None),
        ("roll", "player", None),
        ("act", "moderator", None),
    ]
    await table.verify(2)


async def test_a_record_may_come_with_open_seats(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    file = ("record.json", msgspec.json.encode(a_record()))
    await confirmed(moderator, await moderator.slash(hall, "mod import", file=file, seats="open"))
    assert (await table.campaign(2)).seats == {}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is not the record of a campaign"),
        (b"[1, 2]", "is not the record of a campaign"),
        (b"\xff\xfe\x00", "is not the record of a campaign"),
        (DEEP, "is not the record of a campaign"),
        (b" " * (records.LARGEST + 1), "too large"),
    ],
    ids=["empty", "list", "bytes", "deep", "large"],
)
async def test_a_file_that_is_no_record_is_refused(closed_table: Tables, data: bytes, told: str) -> None:
    table = await duel(closed_table)
    hall = table.guild.create_text_channel("hall")
    assert told in said(await marat(table).slash(hall, "mod import", file=("r.json", data)))
    assert await counted(table.bot.store) == 1


async def test_a_record_that_was_changed_is_refused_with_the_entry(closed_table: Tables) -> None:
    table = await duel(closed_table)
    hall = table.guild.create_text_channel("hall")
    record = a_record(("blue", "commit 1 nantes"))
    (entry,) = record.journal
    forged = msgspec.structs.replace(
        record, journal=[msgspec.structs.replace(entry, action="commit 2 nantes")]
    )
    told = said(await marat(table).slash(hall, "mod import", file=("r.json", msgspec.json.encode(forged))))
    assert told.startswith("Entry 1: the state is not the one")


async def test_a_record_of_an_unknown_game_is_refused(closed_table: Tables) -> None:
    table = await duel(closed_table)
    hall = table.guild.create_text_channel("hall")
    record = msgspec.structs.replace(a_record(), title="@everyone", pack="**x**")
    told = said(await marat(table).slash(hall, "mod import", file=("r.json", msgspec.json.encode(record))))
    assert "which is not installed here" in told
    assert "@everyone" not in told


async def test_a_channel_with_a_campaign_takes_no_record_in(closed_table: Tables) -> None:
    table = await duel(closed_table)
    file = ("r.json", msgspec.json.encode(a_record()))
    told = said(await marat(table).slash(table.channel, "mod import", file=file))
    assert told.startswith("This channel already has a campaign.")


async def test_work_that_takes_too_long_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = Event()

    def replay() -> None:
        assert given_up.wait(30)
        raise PoliteError("stopped")

    monkeypatch.setattr(administration, "REPLAY_SECONDS", 0.01)
    with pytest.raises(PoliteError, match=r"seconds, so it is not imported."):
        await administration.within(asyncio.to_thread(replay), given_up)


def test_a_replay_that_nobody_waits_for_ends_with_the_next_entry() -> None:
    with pytest.raises(PoliteError, match="takes too long"):
        records.restored(Outposts(), a_record(), 1, 2, 3, stopped=lambda: True)


async def test_a_file_with_seats_that_are_none_does_no_harm(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    game = Game(Outposts(), seed="import")
    game.roll(1, "weather")
    record = game.record(reveal_seed=False)
    (entry,) = record.journal
    forged = msgspec.structs.replace(record, journal=[msgspec.structs.replace(entry, seat="x" * 500)])
    file = ("r.json", msgspec.json.encode(forged))
    await confirmed(moderator, await moderator.slash(hall, "mod import", file=file))
    assert [row.seat for row in await table.bot.store.journal(2)] == ["", ""]
    shown = said(await moderator.slash(hall, "mod undo", reason="r"))
    assert f"🎲 {entry.draws[0].value}" in shown
