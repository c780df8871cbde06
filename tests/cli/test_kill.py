"""`import` and `export` killed at any step leave all of their work or nothing of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bot.store import check
from engines.core.record import Record
from tests.cli.program import environment, tocsin
from tests.cli.records import Saved
from tests.support.depth import depth

WHERE = ("--guild", "11", "--channel", "22", "--user", "33")
OLD = b"an older record"
STRIDE = depth(6, 1)
"""By day the command is killed at some steps, by night at each of them."""
pytestmark = pytest.mark.deep(seconds=25)


@pytest.fixture
def template(installed: Path) -> Path:
    """A folder with an empty database."""
    return installed.parent


def killed(template: Path, folder: Path, *arguments: str) -> list[Path]:
    """The folders of one command killed at each `STRIDE` steps in turn; in the last it was not killed."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.cli.kill_child", template, folder, str(STRIDE), *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [folder / str(step) for step in range(1, int(ran.stderr) + 1, STRIDE)]


def read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Record | None:
    """The campaign in a folder's database as a record, if there is one."""
    monkeypatch.setenv("TOCSIN_DATABASE", str(folder / "tocsin.db"))
    ran = tocsin("export", 1, folder / "read.json")
    if ran.status == 2:
        assert ran.sentence == "There is no campaign 1."
        return None
    return msgspec.json.decode((folder / "read.json").read_bytes(), type=Record)


def test_a_killed_import_leaves_a_whole_campaign_or_none(
    template: Path, running: Saved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = killed(template, tmp_path / "killed", "import", str(running.path), *WHERE)

    found = []
    for folder in folders:
        found.append(read(folder, monkeypatch))
        assert check(folder / "tocsin.db") == []
    taken = next(number for number, record in enumerate(found) if record is not None)
    assert taken >= 8 / STRIDE
    assert found[:taken] == [None] * taken
    for record in found[taken:]:
        assert record is not None
        assert [entry.digest for entry in record.journal] == [e.digest for e in running.record.journal]
    monkeypatch.setenv("TOCSIN_DATABASE", str(folders[taken - 1] / "tocsin.db"))
    assert tocsin("import", running.path, *WHERE).status == 0


def test_a_killed_export_leaves_the_old_file_or_the_new_one(
    template: Path, finished: Saved, tmp_path: Path
) -> None:
    assert tocsin("import", finished.path, *WHERE).status == 0
    (template / "record.json").write_bytes(OLD)

    folders = killed(template, tmp_path / "killed", "export", "1", "{folder}/record.json")

    contents = [(folder / "record.json").read_bytes() for folder in folders]
    written = contents.index(contents[-1])
    assert written >= 3 / STRIDE
    assert contents == [OLD] * written + [contents[-1]] * (len(contents) - written)
    assert msgspec.json.decode(contents[-1], type=Record) == finished.record
    assert not any(folders[-1].glob(".*"))
