"""`tocsin doctor`: each thing that can be wrong is found and said in a sentence."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

import discord
import pytest
from discord.http import Route

from bot.cli import doctor
from bot.settings import Settings, from_environment
from engines.levee.title import Levee
from render import fonts
from tests.cli.fake_discord import ACCEPTED, NEEDED, FakeDiscord
from tests.cli.program import ONE_GAME, ROOT, Ran, ended, process, started, tocsin


def faults(ran: Ran) -> list[str]:
    """What was found wrong; the exit status agrees."""
    found = [line.removeprefix("✘ ") for line in ran.out.splitlines() if not line.startswith("✔ ")]
    assert ran.status == (1 if found else 0)
    assert ran.err == ""
    return found


@pytest.mark.usefixtures("database")
def test_all_is_well_before_the_first_start() -> None:
    ran = tocsin("doctor", "--offline")
    assert faults(ran) == []
    assert "There is no database yet; it will be made" in ran.out
    assert len(ran.out.splitlines()) == 4


def test_examining_makes_nothing(database: Path) -> None:
    tocsin("doctor", "--offline")
    assert not database.parent.exists()


def test_all_is_well_with_a_database(installed: Path) -> None:
    ran = tocsin("doctor", "--offline")
    assert faults(ran) == []
    assert f"The database {installed} is sound." in ran.out


def test_a_file_that_is_no_database(database: Path) -> None:
    database.parent.mkdir()
    database.write_bytes(b"Liberty, equality, fraternity. " * 200)
    (found,) = faults(tocsin("doctor", "--offline"))
    assert "is damaged or not a database" in found


def test_a_damaged_database(installed: Path) -> None:
    content = bytearray(installed.read_bytes())
    content[4096:8192] = bytes(4096)
    installed.write_bytes(content)
    (found,) = faults(tocsin("doctor", "--offline"))
    assert "damaged" in found


def test_a_database_of_a_newer_program(installed: Path) -> None:
    with closing(sqlite3.connect(installed)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
        connection.commit()
    (found,) = faults(tocsin("doctor", "--offline"))
    assert "have revision r9999" in found
    ran = tocsin("export", 1, "record.json")
    assert ran.status == 2
    assert "has revision r9999, which this program does not know" in ran.sentence


def test_a_database_of_another_program(database: Path) -> None:
    database.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE bourbons (name)")
        connection.commit()
    (found,) = faults(tocsin("doctor", "--offline"))
    assert "no tables of this program" in found


def test_a_folder_in_the_databases_place(database: Path) -> None:
    database.mkdir(parents=True)
    (found,) = faults(tocsin("doctor", "--offline"))
    assert found == f"The database {database}: It is not a file."


def test_a_folder_that_cant_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody can make a file there, the superuser neither.
    monkeypatch.setenv("TOCSIN_DATABASE", "/proc/tocsin.db")
    (found,) = faults(tocsin("doctor", "--offline"))
    assert found.startswith("The database can't be written at /proc/tocsin.db: ")


def test_a_file_in_the_folders_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TOCSIN_DATABASE", str(tmp_path / "file" / "tocsin.db"))
    (found,) = faults(tocsin("doctor", "--offline"))
    assert f"{tmp_path / 'file'} is not a folder" in found


@pytest.mark.usefixtures("database")
def test_a_faulty_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "pack.toml").write_text("title = 'levee'\nid = 'house'\n")
    monkeypatch.setenv("TOCSIN_PACKS", str(tmp_path / "pack"))
    ran = tocsin("doctor", "--offline")
    assert ran.status == 1
    assert f"✘ The pack {tmp_path / 'pack'} is faulty:" in ran.out
    assert "pack.toml · name: expected this field" in ran.out


@pytest.mark.usefixtures("database")
def test_a_font_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fonts.FILES, "bold", "nowhere/Bold.ttf")
    fonts.face.cache_clear()
    (found,) = faults(tocsin("doctor", "--offline"))
    assert found.startswith("No map of Levée en Masse can be drawn: The font nowhere/Bold.ttf can't be read")


@pytest.mark.usefixtures("database")
def test_a_half_of_a_game_that_fails_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> str:
        raise KeyError("a file")

    monkeypatch.setattr(Levee, "setup", missing)
    monkeypatch.setattr(Levee, "pack", property(missing))
    in_data, in_map = faults(tocsin("doctor", "--offline"))
    assert in_data == "KeyError: 'a file'"
    assert in_map == "No map of Levée en Masse can be drawn: 'a file'"


@pytest.mark.usefixtures("database")
def test_an_installation_without_its_fonts(tmp_path: Path) -> None:
    for package in ("bot", "data", "engines", "render"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.ttf"))
    (found,) = faults(process("doctor", "--offline", before=ONE_GAME, env={"PYTHONPATH": str(tmp_path)}))
    assert found.startswith("No map of Levée en Masse can be drawn: The font ")


FORMED = ".".join([urlsafe_b64encode(b"109876543210987654").decode(), "a" * 6, "b" * 38])
"""What has the form of a token."""


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    "token",
    [FORMED.replace(".", "", 1), FORMED[3:], f"Bot {FORMED}", FORMED.partition(".")[0], "a-token", "MTA5..x"],
)
def test_a_misspelt_token_is_told_without_discord(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_TOKEN", token)
    (found,) = faults(tocsin("doctor", "--offline"))
    assert found == "TOCSIN_TOKEN is no token of a bot: copy it again from the developer portal."
    assert token not in found


@pytest.mark.usefixtures("database")
def test_a_token_that_can_be_one_is_left_to_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_TOKEN", FORMED)
    ran = tocsin("doctor", "--offline")
    assert faults(ran) == []
    assert "only Discord can say whether it is good" in ran.out


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("TOCSIN_TOKN", "TOCSIN_TOKEN"),
        ("TOSCIN_TOKEN", "TOCSIN_TOKEN"),
        ("TOCSIN_DATABSE", "TOCSIN_DATABASE"),
    ],
)
def test_a_misspelt_variable_is_told(variable: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "hunter2")
    (found,) = faults(tocsin("doctor", "--offline"))
    assert found == f"{variable} is no setting: {meant} is meant, it seems."


@pytest.mark.usefixtures("database")
def test_a_variable_that_is_no_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_GUILLOTINE", "1")
    assert faults(tocsin("doctor", "--offline")) == [
        "TOCSIN_GUILLOTINE is no setting: see the README for all."
    ]


def test_the_version_is_told() -> None:
    ran = tocsin("--version")
    assert (ran.status, ran.out) == (0, f"tocsin {version('tocsin')}\n")


@pytest.mark.usefixtures("database")
def test_without_a_token_there_is_no_login() -> None:
    (found,) = faults(tocsin("doctor"))
    assert found.startswith("TOCSIN_TOKEN is not set")


@pytest.fixture
async def fake(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """Discord on the loopback, and a token that it accepts."""
    monkeypatch.setenv("TOCSIN_TOKEN", ACCEPTED)
    server = FakeDiscord()
    async with server.open():
        monkeypatch.setattr(Route, "BASE", server.base)
        yield server


async def online(settings: Settings | None = None) -> list[str]:
    """What is said of Discord, with its mark."""
    findings = await doctor.examine(settings or from_environment(), offline=False)
    return [f"{'✔' if finding.well else '✘'} {finding.text}" for finding in findings[4:]]


GOOD = "✔ The token is good and the bot is on 1 server with what it needs."
IN_TIME = "✔ The clock agrees with Discord's."


@pytest.mark.usefixtures("fake")
async def test_discord_accepts_all() -> None:
    assert await online() == [GOOD, IN_TIME]


async def test_findings_are_all_that_is_said_and_can_be_shown_where_only_ascii_can(
    fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    ran = await ended(await started("doctor", base=fake.base, before=ONE_GAME))
    assert ran.out.startswith(r"\u2714 SQLite")
    ran = ran._replace(out=ran.out.encode("ascii").decode("unicode_escape"))
    assert faults(ran) == []
    assert ran.out.splitlines()[4:] == [GOOD, IN_TIME]


async def test_a_finding_is_told_by_the_status(fake: FakeDiscord) -> None:
    fake.guilds = False
    assert len(faults(await asyncio.to_thread(tocsin, "doctor"))) == 1


async def test_a_wrong_token(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_TOKEN", "a-bad-token")
    login, clock = await online()
    assert login == "✘ Discord does not accept the token: copy it again from the developer portal."
    assert clock == IN_TIME


async def test_no_server_yet(fake: FakeDiscord) -> None:
    fake.guilds = False
    login, _ = await online()
    assert login.startswith("✘ The token is good, but the bot is on no server yet")


async def test_lacking_permissions_are_named(fake: FakeDiscord) -> None:
    fake.everyone = discord.Permissions(view_channel=True, send_messages=True).value
    login, _ = await online()
    lacking = "Send Messages in Threads, Create Public Threads, Create Private Threads, Attach Files"
    assert login == f"✘ The bot lacks permissions on The Convention: {lacking}."


async def test_an_invitation_of_before_lacks_private_threads(fake: FakeDiscord) -> None:
    fake.everyone = NEEDED & ~discord.Permissions(create_private_threads=True).value
    login, _ = await online()
    assert login == "✘ The bot lacks permissions on The Convention: Create Private Threads."


async def test_permissions_of_its_role_count(fake: FakeDiscord) -> None:
    fake.everyone, fake.own = 0, NEEDED
    assert await online() == [GOOD, IN_TIME]


async def test_an_administrator_lacks_nothing(fake: FakeDiscord) -> None:
    fake.everyone, fake.own = 0, discord.Permissions(administrator=True).value
    assert await online() == [GOOD, IN_TIME]


@pytest.mark.parametrize("minutes", [-7, 7])
async def test_a_clock_that_is_minutes_off(fake: FakeDiscord, minutes: int) -> None:
    fake.drift = timedelta(minutes=minutes)
    login, clock = await online()
    assert login == GOOD
    assert clock.startswith("✘ This machine's clock is 4")
    assert clock.endswith(" seconds off: set it by NTP.")


async def test_an_answer_that_tells_no_time(fake: FakeDiscord) -> None:
    fake.tells_time = False
    _, clock = await online()
    assert clock.startswith("✘ What answers in Discord's place does not tell the time")


async def test_discord_refuses_to_answer(fake: FakeDiscord) -> None:
    fake.broken = True
    login, _ = await online()
    assert login.startswith("✘ Discord refuses to answer: 403 Forbidden")


async def test_discord_does_not_answer(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.silent = True
    monkeypatch.setattr(doctor, "PATIENCE", 0.2)
    told = "✘ Discord can't be reached: it does not answer. Check the network and its firewall."
    assert await online() == [told]


async def test_the_network_is_down(
    fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{unused_tcp_port}")
    for told in await online():
        assert told.startswith("✘ Discord can't be reached: ")
        assert told.endswith(" Check the network and its firewall.")
