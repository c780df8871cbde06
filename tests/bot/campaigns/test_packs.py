"""A campaign stays with the pack that it began with, whatever becomes of that pack."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

import data.levee
import engines
from bot.errors import PoliteError
from bot.store import rows
from bot.store.schema import pack as kept_packs
from engines.core.record import Record, verify
from engines.packs import PackRegistry
from tests.data.spoiling import spoil
from tests.support.bot_fixtures import Tables
from tests.support.moderated import confirmed, marat
from tests.support.table import Table, controls, said

BASE = Path(data.levee.__file__).parent


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A server's own deck."""
    folder = tmp_path / "house"
    folder.mkdir()
    for name in ("pack.toml", "board.toml", "cards.toml"):
        text = (BASE / name).read_text(encoding="utf-8").replace('"levee-base"', '"house"')
        (folder / name).write_text(text, encoding="utf-8")
    spoil(folder, "board.toml", "navy_battle_value = 4", "navy_battle_value = 3")
    return folder


def edit(folder: Path) -> None:
    """What breaks a campaign that takes it up: a marker of another id, which its state does not have."""
    spoil(folder, "board.toml", '"liberation-1"', '"marker-1"')


async def test_an_edited_pack_is_for_new_campaigns_alone(closed_table: Tables, house: Path) -> None:
    table = await closed_table(packs=(house,))
    await table.start()
    begun = await table.new()
    assert begun.pack.startswith("house@")
    await table.camille.slash(table.channel, "levee political", marker="republic")
    edit(house)

    await table.restart()

    assert (await table.campaign()).pack == begun.pack
    for command in ("campaign status", "campaign map", "campaign log", "levee odds"):
        assert "Something went wrong" not in said(await table.camille.slash(table.channel, command))
    await table.press(controls(table.card())[0])
    assert len(await table.actions()) == 2
    await table.verify()
    assert (await table.new(channel=table.guild.create_text_channel("hall"))).pack != begun.pack


async def test_a_campaign_goes_on_without_the_folder_and_its_record_elsewhere(
    closed_table: Tables, house: Path
) -> None:
    table = await closed_table(packs=(house,))
    await table.start()
    begun = await table.new()
    shutil.rmtree(house)
    table.settings = msgspec.structs.replace(table.settings, packs=())
    await table.restart()
    await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]

    record = msgspec.json.decode(msgspec.json.encode(await table.record()), type=Record)
    assert record.pack == begun.pack
    installed = PackRegistry(engines.titles().values())
    title = installed.of_record(record)
    assert title is not None
    assert (title.pack, verify(title, record).entries) == (record.pack, 1)
    assert installed.of_record(msgspec.structs.replace(record, files=UNSET)) is None
    await taken_in(table, record)


async def taken_in(table: Table, record: Record) -> None:
    """Import a record that carries its pack where nobody has that, and a faulty one."""
    await table.bot.store.database.write(lambda c: c.execute(kept_packs.delete()).close())
    await table.restart()
    with pytest.raises(PoliteError, match="not installed"):
        table.bot.campaigns.title_of(await table.campaign())
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    assert record.files is not UNSET
    for wrong, told in (
        (record.files | {"cards.toml": "[[card]]"}, "cards.toml"),
        ({name: text.replace("value = 3", "value = 2") for name, text in record.files.items()}, "not house@"),
    ):
        forged = msgspec.json.encode(msgspec.structs.replace(record, files=wrong))
        refused = said(await moderator.slash(hall, "mod import", file=("r.json", forged)))
        assert refused.startswith("The pack that comes with the record can't be used: ")
        assert told in refused
    asked = await moderator.slash(hall, "mod import", file=("r.json", msgspec.json.encode(record)))
    await confirmed(moderator, asked)
    await table.restart()
    assert await table.actions(2) == ["political republic"]
    assert (await table.verify(2)).entries == 1
    # The campaign that had lost it goes on too.
    assert table.bot.campaigns.title_of(await table.campaign(1)).pack == record.pack


async def test_a_campaign_of_before_is_kept_with_what_is_installed(closed_table: Tables, house: Path) -> None:
    table = await closed_table(packs=(house,))
    await table.start()
    await table.new()
    store = table.bot.store
    await store.database.write(lambda c: c.execute(kept_packs.delete()).close())
    edit(house)
    await table.restart()
    # Nobody kept it, and what has its name now does not go with its board: that is said, and nothing breaks.
    told = said(await table.camille.slash(table.channel, "campaign status"))
    assert "The installed pack of that name does not fit its board." in told

    spoil(house, "board.toml", '"marker-1"', '"liberation-1"')
    await table.restart()
    assert "does not go" not in said(await table.camille.slash(table.channel, "campaign status"))
    campaign = await table.campaign()
    assert (campaign.title, campaign.pack) in await table.bot.store.look(rows.packs.known)


async def test_our_own_pack_of_today_is_carried_by_no_record(table: Table) -> None:
    await table.new()
    assert (await table.record()).files is UNSET
    assert b"files" not in msgspec.json.encode(await table.record())
