"""Packs of any game: which one a folder is for is told by its `pack.toml`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import data.packs
import engines
from data.games import games
from data.schema import Fault, PackError
from tests.data.spoiling import places

BASE = {game: Path(str(data.packs.library(game).base_folder)) for game in games()}


@pytest.fixture(params=BASE)
def title_id(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    id: str = request.param
    return id


@pytest.fixture
def folder(title_id: str, tmp_path: Path) -> Path:
    """A copy of a game's own pack."""
    copy = tmp_path / "house"
    copy.mkdir()
    for file in BASE[title_id].glob("*.toml"):
        shutil.copy(file, copy)
    return copy


def fault_of(folder: Path) -> Fault:
    """The one thing that is wrong with a pack; it can't be loaded either."""
    (fault,) = data.packs.check(folder)
    with pytest.raises(PackError) as refusal:
        data.packs.load(folder)
    assert refusal.value.faults == [fault]
    return fault


def test_the_base_pack_is_faultless(title_id: str) -> None:
    assert data.packs.check(BASE[title_id]) == []


def test_the_base_pack_is_loaded_once(title_id: str) -> None:
    assert data.packs.library(title_id).load() is data.packs.library(title_id).load()


def test_a_copy_of_the_base_pack_is_the_same_pack(title_id: str, folder: Path) -> None:
    assert data.packs.check(folder) == []
    assert data.packs.load(folder) == engines.find(title_id).data


def test_a_missing_folder_is_a_fault(title_id: str, tmp_path: Path) -> None:
    assert places(data.packs.library(title_id).check(tmp_path / "nowhere")) == [("nowhere", "", "")]


def test_a_pack_is_played_by_its_own_title(title_id: str, folder: Path) -> None:
    title = engines.with_pack(data.packs.load(folder))
    assert (title.id, title.pack) == (title_id, engines.find(title_id).pack)


def test_a_pack_for_another_game_is_refused_by_name_of_the_field(title_id: str, folder: Path) -> None:
    for other in set(BASE) - {title_id}:
        faults = data.packs.library(other).check(folder)
        assert ("pack.toml", "title") in [(fault.file, fault.field) for fault in faults]


@pytest.mark.parametrize("title", ["", 'title = "chess"', "title = 5", 'title = ["chess"]'])
def test_a_pack_for_no_game_is_refused_with_the_games(tmp_path: Path, title: str) -> None:
    (tmp_path / "pack.toml").write_text(f'id = "house"\n{title}\n', encoding="utf-8")
    assert fault_of(tmp_path) == Fault("pack.toml", "", "title", f"expected one of {', '.join(games())}")


def test_a_folder_without_a_pack_is_refused(tmp_path: Path) -> None:
    assert fault_of(tmp_path).file == "pack.toml"


@pytest.mark.parametrize("content", [b"title = ", b"\xff\xfe", b"[" * 50_000])
def test_a_pack_that_cannot_be_read_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pack.toml").write_bytes(content)
    assert fault_of(tmp_path).file == "pack.toml"


def test_a_pack_behind_a_link_is_not_followed(title_id: str, folder: Path) -> None:
    (folder / "pack.toml").unlink()
    (folder / "pack.toml").symlink_to(BASE[title_id] / "pack.toml")
    assert fault_of(folder) == Fault("pack.toml", "", "", "expected a file, found a link")
