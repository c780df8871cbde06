"""Packs as they are kept, and what of a folder is no pack."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

import data.levee
from data.kept import MOST, packed, unpacked
from data.levee import LIBRARY
from data.library import MOST_FAULTS
from data.schema import PackError
from tests.data.spoiling import places, spoil

BASE = Path(data.levee.__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An own pack, of our cards."""
    for name in ("pack.toml", "cards.toml"):
        text = (BASE / name).read_text(encoding="utf-8").replace('"levee-base"', '"house"')
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_pack_is_kept_whole_whatever_becomes_of_its_folder_and_of_ours(folder: Path) -> None:
    spoil(folder, "cards.toml", "actions = 3", "actions = 2")
    pack = LIBRARY.load(folder)
    kept = LIBRARY.whole(pack)
    assert kept is not None
    for file in folder.iterdir():
        file.unlink()
    files = unpacked(kept)
    # What it takes from our own pack is kept too: that may be another one day.
    assert files["board.toml"] == (BASE / "board.toml").read_text(encoding="utf-8")
    assert LIBRARY.unfolded(files) == pack
    assert packed(files) == kept


def test_what_was_kept_is_checked_like_any_pack(folder: Path) -> None:
    kept = LIBRARY.whole(LIBRARY.load(folder))
    assert kept is not None
    files = unpacked(kept)
    with pytest.raises(PackError, match=r"cards\.toml"):
        LIBRARY.unfolded(files | {"cards.toml": "[[card]]\nnumber = 1\n"})
    with pytest.raises(PackError, match="at most"):
        LIBRARY.unfolded(files | {"cards.toml": "#" * (MOST + 1)})
    with pytest.raises(PackError):
        LIBRARY.unfolded({})


def bomb() -> bytes:
    """An archive that is small and would be large."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("cards.toml", "#" * (MOST + 1))
    return made.getvalue()


@pytest.mark.parametrize("kept", [b"", b"PK", packed({"a": "b" * 99})[:-30], bomb()])
def test_what_is_no_archive_of_a_pack_is_refused(kept: bytes) -> None:
    with pytest.raises(PackError):
        unpacked(kept)


@pytest.mark.parametrize("name", ["card.toml", "Cards.TOML", "cards.tml", "my-cards.toml"])
def test_a_file_that_would_be_read_were_it_not_for_its_name_is_named(folder: Path, name: str) -> None:
    (folder / name).write_text("", encoding="utf-8")
    assert places(LIBRARY.check(folder)) == [(name, "", "")]


def test_what_lies_beside_a_pack_is_nobodys_business(folder: Path) -> None:
    for name in ("README.md", "LICENCE", ".gitignore"):
        (folder / name).write_text("", encoding="utf-8")
    assert LIBRARY.check(folder) == []


def test_an_own_pack_has_an_id_of_its_own(folder: Path) -> None:
    spoil(folder, "pack.toml", '"house"', '"levee-base"')
    assert LIBRARY.check(folder) == []
    spoil(folder, "cards.toml", "actions = 3", "actions = 2")
    assert places(LIBRARY.check(folder)) == [("pack.toml", "", "id")]


def test_no_more_faults_are_told_than_anybody_reads(folder: Path) -> None:
    (folder / "cards.toml").write_text("[[card]]\n" * 5000, encoding="utf-8")
    faults = LIBRARY.check(folder)
    assert len(faults) == MOST_FAULTS + 1
    assert "more like these" in faults[-1].expected


@pytest.mark.parametrize("title", ["**Valmy**", "@everyone", "[Valmy](https://example.org)", "a_b", "`x`"])
def test_text_of_a_pack_is_plain(folder: Path, title: str) -> None:
    cards = (folder / "cards.toml").read_text(encoding="utf-8")
    first = next(line for line in cards.splitlines() if line.startswith("title = "))
    spoil(folder, "cards.toml", first, f'title = "{title}"')
    (fault,) = LIBRARY.check(folder)
    assert (fault.field, "plain text" in fault.expected) == ("title", True)
