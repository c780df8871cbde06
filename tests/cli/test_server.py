"""The program where TOCSIN_DATABASE is the address of a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url

from bot.settings import SettingsError, default_database, from_environment
from tests.cli.program import tocsin
from tests.cli.records import Saved
from tests.support.postgresql import PostgreSQL

ADDRESS = "postgresql://tocsin:ca-ira@db.example:5433/games?sslmode=require"


@pytest.fixture
def served(postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> Iterator[URL]:
    """The program's database, on a server."""
    with postgresql.database() as url:
        monkeypatch.setenv("TOCSIN_DATABASE", url.render_as_string(hide_password=False))
        yield url


def test_the_address_of_a_server_is_a_setting_that_hides_its_password() -> None:
    settings = from_environment({"TOCSIN_DATABASE": ADDRESS})

    assert settings.database == make_url(ADDRESS)
    assert settings.anchor == default_database()
    assert "ca-ira" not in repr(settings)


@pytest.mark.parametrize(
    "address",
    [
        "mysql://tocsin:ca-ira@db.example/games",
        "sqlite:///ca-ira.db",
        "postgres://tocsin:ca-ira@db.example/games",
        "postgresql+psycopg://tocsin:ca-ira@db.example/games",
        "postgresql://tocsin:ca-ira@db.example:port/games",
    ],
)
def test_any_other_address_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(SettingsError, match=r"TOCSIN_DATABASE can't be .* postgresql://USER") as refused:
        from_environment({"TOCSIN_DATABASE": address})

    assert "ca-ira" not in str(refused.value)


@pytest.mark.parametrize(
    ("command", "tool"),
    [(("backup", "copy.db"), "pg_dump --format=custom"), (("restore", "copy.db"), "pg_restore")],
)
def test_backups_are_made_by_the_tools_of_the_server(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], tool: str
) -> None:
    monkeypatch.setenv("TOCSIN_DATABASE", ADDRESS)

    ran = tocsin(*command)

    assert (ran.status, ran.out) == (2, "")
    assert ran.sentence == f"The database is on a server, where PostgreSQL's own tool does this: `{tool}`."
    assert not Path("copy.db").exists()


def test_all_is_well_with_a_server(served: URL) -> None:
    ran = tocsin("doctor", "--offline")

    assert ran.status == 0, ran.out
    assert ran.out.startswith(f"✔ The database {served} on PostgreSQL ")


def test_a_server_that_does_not_answer_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_DATABASE", "postgresql://tocsin:ca-ira@127.0.0.1:1/games")

    ran = tocsin("doctor", "--offline")

    assert ran.status == 1
    assert (
        "✘ The server of the database postgresql://tocsin:***@127.0.0.1:1/games can't be reached" in ran.out
    )
    assert "ca-ira" not in ran.out


@pytest.mark.usefixtures("served")
def test_a_record_goes_into_a_server_and_comes_out_the_same(finished: Saved, tmp_path: Path) -> None:
    taken = tocsin("import", finished.path, "--guild", "1", "--channel", "2", "--user", "3")
    assert taken.out == "The record is campaign 1; the bot shows it when it next looks.\n"

    told = tocsin("export", "1", tmp_path / "again.json")

    assert told.status == 0, told.err
    assert tocsin("verify", tmp_path / "again.json").status == 0


def test_a_database_moves_to_a_server_and_back(
    installed: Path,
    finished: Saved,
    postgresql: PostgreSQL,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tocsin("import", finished.path, "--guild", "1", "--channel", "2", "--user", "3")
    with postgresql.database() as url:
        there = tocsin("move-store", installed, url.render_as_string(hide_password=False))
        back = tocsin("move-store", url.render_as_string(hide_password=False), tmp_path / "back.db")

    assert (there.status, there.err) == (0, "")
    assert f" rows are copied from {installed} to {url}, and checked." in there.out
    assert f" rows are copied from {url} to {tmp_path / 'back.db'}, and checked." in back.out
    told = [tocsin("export", "1", tmp_path / "from.json").status]
    monkeypatch.setenv("TOCSIN_DATABASE", str(tmp_path / "back.db"))
    told.append(tocsin("export", "1", tmp_path / "copy.json").status)
    assert told == [0, 0]
    assert (tmp_path / "copy.json").read_bytes() == (tmp_path / "from.json").read_bytes()


@pytest.mark.parametrize(
    ("source", "target", "refusal"),
    [
        ("nowhere.db", "other.db", "There is no database nowhere.db."),
        ("mysql://a:ca-ira@b/c", "other.db", "FROM can't be this address: it is a path, or "),
        ("one.db", "postgres://a:ca-ira@b/c", "TO can't be this address: it is a path, or "),
        ("one.db", "one.db", "FROM and TO are the same database."),
    ],
)
def test_a_move_that_can_not_be_is_refused(source: str, target: str, refusal: str) -> None:
    Path("one.db").touch()

    ran = tocsin("move-store", source, target)

    assert ran.status == 2
    assert ran.sentence.startswith(refusal)
    assert not Path("other.db").exists()


def test_a_file_has_no_drawers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TOCSIN_DATABASE", str(tmp_path / "tocsin.db"))
    ran = tocsin("draw")
    assert (ran.status, ran.out) == (2, "")
    assert ran.sentence == (
        "A drawer needs a PostgreSQL server in TOCSIN_DATABASE: on a file, the bot draws itself."
    )
    monkeypatch.setenv("TOCSIN_DRAWERS", "on")
    ran = tocsin("doctor", "--offline")
    assert (ran.status, ran.out) == (2, "")
    assert ran.sentence == (
        "TOCSIN_DRAWERS needs a PostgreSQL server in TOCSIN_DATABASE: on a file, the bot draws itself."
    )


def test_a_drawer_whose_server_is_away_may_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_DATABASE", "postgresql://tocsin:ca-ira@127.0.0.1:1/games")
    ran = tocsin("draw")
    assert (ran.status, ran.out) == (1, "")
    assert "can't be reached" in ran.sentence
    assert "ca-ira" not in ran.err
