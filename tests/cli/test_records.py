"""`verify`, `replay`, `import` and `export`: records are checked before they are believed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

import engines
from bot.app.client import now
from bot.campaigns.service import Campaigns
from bot.store import Campaign, Store
from data.games import games
from engines.core.game import Game
from engines.core.record import LOST, Record, verify
from engines.levee.title import SEAT
from tests.cli.program import process, tocsin
from tests.cli.records import Saved, begun, meddled, tampered_action, tampered_die, with_entry
from tests.store.builders import counted

T = TypeVar("T")
GUILD, CHANNEL, USER = 11, 22, 33
WHERE = ("--guild", GUILD, "--channel", CHANNEL, "--user", USER)
Tamper = Callable[[Record], tuple[Record, int]]


def with_campaigns(database: Path, work: Callable[[Campaigns], Awaitable[T]]) -> T:
    """Ask the service about what the program stored."""

    async def ask() -> T:
        async with await Store.open(database, now) as store:
            return await work(Campaigns(store, engines.titles().values(), now))

    return asyncio.run(ask())


def stored(database: Path, campaign_id: int = 1) -> Campaign:
    """A campaign as it is stored."""

    async def find(campaigns: Campaigns) -> Campaign | None:
        return await campaigns.store.campaign(campaign_id)

    found = with_campaigns(database, find)
    assert found is not None
    return found


def exported(path: Path, campaign_id: int = 1) -> Record:
    """A campaign's record, written by the program and read again."""
    assert tocsin("export", campaign_id, path).status == 0
    return msgspec.json.decode(path.read_bytes(), type=Record)


def test_a_good_record_is_verified(finished: Saved) -> None:
    ran = tocsin("verify", finished.path)
    draws = [*finished.record.opening, *(draw for entry in finished.record.journal for draw in entry.draws)]
    assert (ran.status, ran.err) == (0, "")
    assert f"{len(finished.record.journal)} actions follow from the rules" in ran.out
    assert f"{len(draws)} draws came from the seed, and the seed is the one promised." in ran.out
    assert finished.record.journal[-1].digest in ran.out
    assert "Outcome: " in ran.out


@pytest.mark.parametrize("tamper", [tampered_die, tampered_action])
def test_a_tampered_record_does_not_hold(record: Record, tmp_path: Path, tamper: Tamper) -> None:
    changed, number = tamper(record)
    ran = tocsin("verify", Saved.at(tmp_path / "tampered.json", changed).path)
    assert ran.status == 1
    assert ran.sentence.startswith(f"The record does not hold. Entry {number}: ")
    assert ran.out == ""


def test_what_was_done_beside_the_game_is_counted(tmp_path: Path) -> None:
    ran = tocsin("verify", Saved.at(tmp_path / "meddled.json", meddled().record()).path)
    assert (ran.status, ran.err) == (0, "")
    assert "6 actions follow from the rules" in ran.out
    assert "Among them: 2 undone actions, 1 edit, 1 roll." in ran.out


def test_what_a_repair_has_given_up_is_mentioned(tmp_path: Path) -> None:
    record = meddled().record()
    lost = msgspec.structs.replace(record.journal[2], digest=LOST)
    ran = tocsin("verify", Saved.at(tmp_path / "lost.json", with_entry(record, 2, lost)).path)
    assert ran.status == 0
    assert "5 actions follow from the rules" in ran.out
    assert ran.sentence.startswith("1 undone action no longer followed when the record was repaired")


def test_another_seed_than_was_promised_does_not_hold(record: Record, tmp_path: Path) -> None:
    changed = msgspec.structs.replace(record, seed="another")
    ran = tocsin("verify", Saved.at(tmp_path / "tampered.json", changed).path)
    assert ran.status == 1
    assert "the seed is not the one whose hash was published" in ran.sentence


def test_a_record_without_its_seed_vouches_for_no_die(running: Saved) -> None:
    ran = tocsin("verify", running.path)
    # Another status than that of a record which does not hold.
    assert ran.status == 3
    assert "does not tell its seed" in ran.sentence
    assert "3 actions follow from the rules" in ran.out


def test_dice_that_were_given_by_hand_are_mentioned(tmp_path: Path) -> None:
    saved = Saved.at(tmp_path / "fed.json", begun("fleurus", faces=(6,)).record())
    assert sum(draw.fed for entry in saved.record.journal for draw in entry.draws) == 1
    ran = tocsin("verify", saved.path)
    assert ran.status == 0
    assert ran.sentence == "1 draw came from a hand, for which no seed can vouch."


@pytest.mark.parametrize("command", ["verify", "replay", "import"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "can't be read: No such file or directory."),
        (b"", "is not a record: "),
        (b"{", "is not a record: "),
        (b"\xff\xfe", "is not a record: "),
        (b"[" * 100_000, "is not a record: "),
        (b'{"title": "levee"}', "is not a record: "),
    ],
)
def test_what_is_no_record_is_refused(
    tmp_path: Path, database: Path, command: str, content: bytes | None, reason: str
) -> None:
    path = tmp_path / "record.json"
    if content is not None:
        path.write_bytes(content)
    ran = tocsin(command, path, *(WHERE if command == "import" else ()))
    assert ran.status == 2
    assert ran.sentence.startswith(f"{path} {reason}")
    assert not database.exists()


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_of_an_unknown_game_is_refused(record: Record, tmp_path: Path, command: str) -> None:
    changed = msgspec.structs.replace(record, title="waterloo")
    ran = tocsin(command, Saved.at(tmp_path / "unknown.json", changed).path)
    assert ran.status == 2
    assert ran.sentence == f"There is no title 'waterloo'; there are {', '.join(games())}."


def test_a_file_that_is_too_large_for_a_record_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    ran = tocsin("verify", path)
    assert (ran.status, ran.sentence) == (2, f"{path} is too large to be a record.")


def test_a_record_is_told_again_in_prose(finished: Saved) -> None:
    ran = tocsin("replay", finished.path)
    lines = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    actions = [line for line in lines if line.startswith("> ")]
    assert actions == [
        f"> {number}. {entry.seat}: {entry.action}" for number, entry in enumerate(finished.record.journal, 1)
    ]
    outcome = tocsin("verify", finished.path).out.splitlines()[-1].removeprefix("Outcome: ")
    assert lines[-1] == outcome
    assert not any("**" in line or "-# " in line for line in lines)
    assert len(lines) > 2 * len(actions)


def test_what_was_done_beside_the_game_is_told_again(tmp_path: Path) -> None:
    game = meddled()
    game.act(SEAT, "end", source="default")
    ran = tocsin("replay", Saved.at(tmp_path / "meddled.json", game.record()).path)
    assert ran.status == 0
    beside = [line for line in ran.out.splitlines() if line.startswith("> ")][3:]
    assert beside == [
        "> 4. undone back to 1",
        "> 5. edit: track monarchy 0",
        "> 6. for the table: roll 2 for the weather",
        "> 7. france (default): end",
    ]


def test_a_game_that_goes_on_is_told_to_its_present(running: Saved) -> None:
    assert tocsin("replay", running.path).out.endswith("\nThe game goes on.\n")


def test_a_record_that_does_not_follow_is_told_as_far_as_it_goes(record: Record, tmp_path: Path) -> None:
    changed, number = tampered_die(record)
    ran = tocsin("replay", Saved.at(tmp_path / "tampered.json", changed).path)
    assert ran.status == 2
    assert ran.sentence.startswith(f"Entry {number}: ")
    assert ran.out.count("\n> ") == number - 1


def test_a_finished_game_is_taken_in_with_its_seed(finished: Saved, database: Path) -> None:
    ran = tocsin("import", finished.path, *WHERE)
    assert (ran.status, ran.err) == (0, "")
    assert "campaign 1" in ran.out
    campaign = stored(database)
    assert (campaign.guild_id, campaign.channel_id, campaign.status) == (GUILD, CHANNEL, "finished")
    assert campaign.seats == {SEAT: USER}
    record = exported(Path("again.json"))
    assert record == finished.record
    assert tocsin("verify", "again.json").status == 0


def test_a_running_game_gets_a_new_seed_and_its_draws_count_as_given(running: Saved, database: Path) -> None:
    assert tocsin("import", running.path, *WHERE).status == 0
    campaign = stored(database)
    record = exported(Path("again.json"))
    assert campaign.status == "running"
    assert record.commitment == campaign.commitment != running.record.commitment
    assert record.seed is None
    draws = [*record.opening, *(draw for entry in record.journal for draw in entry.draws)]
    assert draws
    assert all(draw.fed for draw in draws)
    assert [entry.action for entry in record.journal] == [entry.action for entry in running.record.journal]


def test_a_game_whose_seed_is_known_gets_a_new_one_while_it_runs(tmp_path: Path, database: Path) -> None:
    game = begun("jemappes")
    assert tocsin("import", Saved.at(tmp_path / "known.json", game.record()).path, *WHERE).status == 0
    assert stored(database).seed != "jemappes"


def test_a_game_that_was_taken_in_can_be_played_to_its_end(running: Saved, database: Path) -> None:
    assert tocsin("import", running.path, *WHERE).status == 0

    async def play_on(campaigns: Campaigns) -> Record:
        campaign = await campaigns.running(CHANNEL)
        while campaign.status == "running":
            title = campaigns.title_of(campaign)
            state = campaigns.state_of(campaign)
            action = title.notation(title.legal_actions(state, SEAT)[-1])
            acted = await campaigns.take(campaign.id, USER, action, version=campaign.version)
            campaign = acted.campaign
        return await campaigns.record(campaign)

    record = with_campaigns(database, play_on)
    verdict = verify(engines.find("levee"), record)
    before = [*running.record.opening, *(draw for entry in running.record.journal for draw in entry.draws)]
    assert verdict.seed_known
    assert verdict.outcome is not None
    assert verdict.fed == len(before) < verdict.draws
    assert exported(Path("again.json")) == record


@pytest.mark.parametrize("tamper", [tampered_die, tampered_action])
def test_a_tampered_record_is_not_taken_in(
    record: Record, tmp_path: Path, database: Path, tamper: Tamper
) -> None:
    changed, number = tamper(record)
    ran = tocsin("import", Saved.at(tmp_path / "tampered.json", changed).path, *WHERE)
    assert ran.status == 2
    assert ran.sentence.startswith(f"Entry {number}: ")
    assert with_campaigns(database, lambda campaigns: counted(campaigns.store)) == 0


def test_a_channel_with_a_running_campaign_takes_in_no_other(running: Saved, database: Path) -> None:
    assert tocsin("import", running.path, *WHERE).status == 0
    ran = tocsin("import", running.path, *WHERE)
    assert (ran.status, ran.sentence) == (2, "Campaign 1 is still running in this channel.")
    assert with_campaigns(database, lambda campaigns: counted(campaigns.store)) == 1


def test_a_record_of_a_pack_that_is_not_installed_is_not_taken_in(
    record: Record, tmp_path: Path, database: Path
) -> None:
    changed = msgspec.structs.replace(record, pack="house-deck@1")
    ran = tocsin("import", Saved.at(tmp_path / "pack.json", changed).path, *WHERE)
    assert ran.status == 2
    assert "the pack 'house-deck@1', which is not installed here" in ran.sentence
    assert with_campaigns(database, lambda campaigns: counted(campaigns.store)) == 0


def test_a_record_from_the_middle_of_a_game_is_not_taken_in(tmp_path: Path, database: Path) -> None:
    game = begun("jemappes")
    middle = Game(game.title, seed="other", state=game.state)
    middle.act(SEAT, middle.legal(SEAT)[0])
    saved = Saved.at(tmp_path / "middle.json", middle.record())
    assert tocsin("verify", saved.path).status == 0
    ran = tocsin("import", saved.path, *WHERE)
    assert ran.status == 2
    assert ran.sentence.startswith("That record begins in the middle of a game.")
    assert with_campaigns(database, lambda campaigns: counted(campaigns.store)) == 0


def test_a_record_with_a_character_that_no_server_stores_is_not_taken_in(
    record: Record, tmp_path: Path, database: Path
) -> None:
    changed = msgspec.structs.replace(record, seed="ça ira\0")
    ran = tocsin("import", Saved.at(tmp_path / "nul.json", changed).path, *WHERE)
    assert (ran.status, ran.sentence) == (2, "That record has a character that is no text (U+0000).")
    assert with_campaigns(database, lambda campaigns: counted(campaigns.store)) == 0


@pytest.mark.parametrize("option", ["--guild", "--channel", "--user"])
@pytest.mark.parametrize("id", [0, -1, 2**63, "levee"])
def test_an_id_that_cant_be_is_refused(finished: Saved, database: Path, option: str, id: object) -> None:
    ran = tocsin("import", finished.path, *WHERE, option, id)
    assert ran.status == 2
    assert option in ran.err
    assert "Traceback" not in ran.err
    assert not database.exists()


def test_a_campaign_that_is_not_there_is_not_exported(installed: Path) -> None:
    ran = tocsin("export", 7, "record.json")
    assert (ran.status, ran.sentence) == (2, "There is no campaign 7.")
    assert not Path("record.json").exists()


def test_export_makes_no_database(database: Path) -> None:
    ran = tocsin("export", 1, "record.json")
    assert (ran.status, ran.sentence) == (2, f"There is no database {database}.")
    assert not database.exists()


@pytest.mark.parametrize("target", ["missing/record.json", "."])
def test_export_says_where_it_cant_write(finished: Saved, target: str) -> None:
    assert tocsin("import", finished.path, *WHERE).status == 0
    ran = tocsin("export", 1, target)
    assert ran.status == 2
    assert ran.sentence.startswith(f"{target} can't be written: ")


def test_export_reads_a_database_that_nobody_can_write(finished: Saved, database: Path) -> None:
    assert tocsin("import", finished.path, *WHERE).status == 0
    content = database.read_bytes()
    # As on a disk for reading only: SQLite can make no log beside the file, the superuser neither.
    database.with_name(f"{database.name}-wal").mkdir()
    assert exported(Path("again.json")) == finished.record
    assert database.read_bytes() == content


def test_export_can_go_into_a_pipe(finished: Saved) -> None:
    assert tocsin("import", finished.path, *WHERE).status == 0
    ran = process("export", 1, "/dev/stdout")
    written, told = ran.out[: ran.out.rindex("}") + 1], ran.out[ran.out.rindex("}") + 1 :]
    assert (ran.status, ran.err) == (0, "")
    assert msgspec.json.decode(written, type=Record) == finished.record
    assert told == f"/dev/stdout holds campaign 1: {len(finished.record.journal)} actions.\n"
    assert Path("/dev/stdout").exists()


def test_a_record_becomes_a_page(tmp_path: Path) -> None:
    game = Game(engines.find("levee"), seed="page")
    game.act("france", "end")
    page = tmp_path / "levee.html"
    ran = tocsin("replay", Saved.at(tmp_path / "short.json", game.record()).path, "--page", page)
    assert ran.status == 0
    assert ran.out == f"{page} shows 2 scenes.\n"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
