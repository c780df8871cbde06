"""The program with *For God and For the King*, whose packs, maps and records are of another kind."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

import data.vendee
import engines
from engines.core.fuzz import random_game
from engines.core.record import Record
from tests.cli.conftest import database as installation  # noqa: F401 - each test has one of its own
from tests.cli.program import process, tocsin
from tests.cli.records import Saved, tampered_die

BOX = Path(data.vendee.__file__).parent


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """An own pack of it: the project's under another id."""
    folder = tmp_path / "house"
    folder.mkdir()
    for file in BOX.glob("*.toml"):
        shutil.copy(file, folder)
    about = (folder / "pack.toml").read_text(encoding="utf-8")
    (folder / "pack.toml").write_text(about.replace("vendee-base", "vendee-house"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game."""
    return random_game(engines.find("vendee"), "cholet").record()


def test_fuzzing_it_finds_nothing(tmp_path: Path) -> None:
    ran = process("fuzz", "vendee", "--games", 3, "--seed", "floreal", "--save", tmp_path / "crash.json")
    assert ran.status == 0, ran.err
    assert ran.out.startswith("3 games, ")
    assert ran.out.endswith(" actions, seed floreal: nothing went wrong.\n")


def test_its_own_data_are_a_sound_pack() -> None:
    ran = tocsin("data", "check", BOX)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{BOX} is a sound pack: For God and For the King, reconstructed.\n"


def test_a_fault_of_its_pack_is_listed(pack: Path) -> None:
    events = (pack / "events.toml").read_text(encoding="utf-8")
    (pack / "events.toml").write_text(events.replace("copies = 4", "copies = -1", 1), encoding="utf-8")
    ran = tocsin("data", "check", pack)
    assert ran.status == 1
    assert ran.out.startswith("events.toml · ")


def test_an_own_pack_of_it_is_played_with(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_PACKS", f"{pack}, , {BOX.parent / 'levee'},")
    ran = tocsin("doctor", "--offline")
    assert ran.status == 0
    assert "(vendee-house@" in ran.out
    assert "(vendee-base@" in ran.out


def test_the_doctor_draws_a_map_of_each_game() -> None:
    ran = tocsin("doctor", "--offline")
    (maps,) = (line for line in ran.out.splitlines() if "maps will do" in line)
    assert maps.count("×") == len(engines.titles())


def test_a_record_of_it_is_verified(record: Record, tmp_path: Path) -> None:
    ran = tocsin("verify", Saved.at(tmp_path / "vendee.json", record).path)
    assert (ran.status, ran.err) == (0, "")
    assert f"{len(record.journal)} actions follow from the rules" in ran.out
    assert "the seed is the one promised" in ran.out


def test_a_tampered_record_of_it_does_not_hold(record: Record, tmp_path: Path) -> None:
    changed, number = tampered_die(record)
    ran = tocsin("verify", Saved.at(tmp_path / "tampered.json", changed).path)
    assert ran.status == 1
    assert ran.sentence.startswith(f"The record does not hold. Entry {number}: ")


def test_the_options_of_a_record_are_those_it_was_played_with(record: Record, tmp_path: Path) -> None:
    options = record.options | {"bas-poitou": not record.options["bas-poitou"]}
    ran = tocsin(
        "verify", Saved.at(tmp_path / "other.json", msgspec.structs.replace(record, options=options)).path
    )
    assert ran.status == 1
    assert ran.sentence.startswith("The record does not hold. Entry 0: ")
