"""Loading and checking a Grande Armée pack: the base pack is faultless, each fault is named by its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import data.grande_armee
from data.about import ABOUT
from data.grande_armee.pack import PARTS
from tests.data.spoiling import places, spoil

FOLDER = Path(data.grande_armee.__file__).parent
BASE = {
    name: (FOLDER / name).read_text(encoding="utf-8").replace('"grande-armee-base"', '"house"')
    for name in (ABOUT, *PARTS)
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the base pack, to be spoiled."""
    for name, text in BASE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "played"),
    [
        ("board.toml", "........#........", "........=........", None),
        (
            "board.toml",
            "xxxxx...................................",
            "xxxxx..................=................",
            True,
        ),
        ("board.toml", "longitude = 12.45", "longitude = 12.46", False),
        ("board.toml", 'name = "Tyrol, Bavarian"', 'name = "Tyrol"', False),
        ("rivers.toml", 'name = "Rhine"', 'name = "Rhenus"', False),
        ("towns.toml", 'note = "French; bridge to Kehl"', 'note = "Bridge to Kehl"', False),
        ("units.toml", "march = -1", "march = 0", True),
        ("units.toml", "offence = 10", "offence = 9", True),
        ("scenarios.toml", "threshold = 22", "threshold = 24", True),
        ("scenarios.toml", "men = 17700", "men = 17800", False),
        ("tables.toml", "fortress = 18", "fortress = 17", True),
    ],
)
def test_the_digest_is_of_what_is_played(
    folder: Path, file: str, old: str, new: str, played: bool | None
) -> None:
    spoil(folder, file, old, new)
    if played is None:
        assert places(data.grande_armee.check(folder))
    else:
        assert (data.grande_armee.load(folder).digest != data.grande_armee.load().digest) == played


def test_files_left_out_are_the_base_packs_and_one_is_needed(folder: Path) -> None:
    for name in PARTS[1:]:
        (folder / name).unlink()
    assert data.grande_armee.load(folder).digest == data.grande_armee.load().digest
    (folder / PARTS[0]).unlink()
    assert places(data.grande_armee.check(folder)) == [("board.toml", "", "")]


FIRST_ROW = "~~~~~~~~~xxxxxxxxxx...~..................xxxxxxxxxxxxxxx"
FAULTS = [
    ("pack.toml", 'title = "grande-armee"', 'title = "vendee"', "", "title"),
    ("board.toml", FIRST_ROW, FIRST_ROW.replace(".", "!", 1), "", "ground[0]"),
    ("board.toml", FIRST_ROW, FIRST_ROW[1:], "", "ground[1]"),
    ("board.toml", '"0945/0946"', '"0945/0947"', "", "lakes[0]"),
    ("board.toml", 'letter = "t"', 'letter = "tt"', "region thuringia", "letter"),
    ("board.toml", 'letter = "t"', 'letter = "q"', "", "land"),
    ("board.toml", "columns = [0, 28]", "columns = [28, 0]", "cession tyrol", "columns"),
    ("board.toml", 'land = "austria"', 'land = "bavaria"', "cession tyrol", "land"),
    ("board.toml", 'scenarios = ["1806"', 'scenarios = ["1807"', "cession tyrol", "scenarios"),
    ("rivers.toml", 'river = "rhine"', 'river = "rhone"', "bridge breisach", "side"),
    ("rivers.toml", 'into = "rhine"', 'into = "rhone"', "river neckar", "into"),
    ("rivers.toml", '"0025/0026"', '"0025/0027"', "river rhine", "sides[0]"),
    ("towns.toml", 'hex = "0139"', 'hex = "0138"', "town strasbourg", "hex"),
    ("towns.toml", 'kind = "fortress"', 'kind = "castle"', "town strasbourg", "kind"),
    ("towns.toml", "at = [7.75, 48.57]", "at = [7.75, 148.57]", "town strasbourg", "at"),
    ("units.toml", 'id = "french-18-2"', 'id = "french-18-3"', "troop french-18-3", "id"),
    ("units.toml", "march = -1", "march = -2", "nation french", "march"),
    ("units.toml", "number = 3", "number = 4", "swap french-18-2", "piece"),
    ("units.toml", 'piece = "french-5-4"', 'piece = "austrian-5-4"', "swap french-18-2", "piece"),
    ("units.toml", "offence = 25", "offence = 31", "leader napoleon", "offence"),
    ("units.toml", "[supply]\nstrength = 0", "[supply]\nstrength = 1", "supply", "strength"),
    (
        "scenarios.toml",
        'town = "ulm", points = 4',
        'town = "munich", points = 4',
        "scenario 1805",
        "fortress",
    ),
    (
        "scenarios.toml",
        'town = "ulm", points = 4',
        'town = "augsburg", points = 4',
        "scenario 1805",
        "fortress",
    ),
    ("scenarios.toml", 'closed = ["prussia"', 'closed = ["bavaria"', "scenario 1805", "opening"),
    ("scenarios.toml", 'closed = ["austria"', 'closed = ["bavaria"', "scenario 1806", "closed"),
    (
        "scenarios.toml",
        '    { town = "schweidnitz", points = 0, control = "allied" },\n',
        "",
        "scenario 1805",
        "fortress",
    ),
    ("scenarios.toml", "leaving = 2", "leaving = 20", "scenario 1805", "leaving"),
    ("scenarios.toml", 'leaders = ["bernadotte"]', 'leaders = ["mack"]', "force 1805-b1", "place[0].leaders"),
    ("scenarios.toml", 'leaders = ["bernadotte"]', 'leaders = ["davout"]', "scenario 1805", "leaders"),
    ("scenarios.toml", 'hex = "1225"', 'hex = "1441"', "force 1805-austrian-depot-1", "place[0].hex"),
    ("scenarios.toml", 'hex = "1225"', 'hex = "0000"', "force 1805-b1", "place[0].hex"),
    ("scenarios.toml", "each = 5\n", "", "action losses", "hex"),
    ("scenarios.toml", "border_needed = 1", "border_needed = 7", "prussia", "border_needed"),
    ("scenarios.toml", 'joining = ["saxony"', 'joining = ["austria"', "scenario 1805", "joining"),
    (
        "scenarios.toml",
        '    { town = "dresden", points = 0, control = "allied" },\n',
        "",
        "scenario 1805",
        "fortress",
    ),
    ("tables.toml", '"De", "De", "De", "De"]', '"De", "De", "De"]', "", "combat.rows[4]"),
    ("tables.toml", "columns = [0, 80", "columns = [0, 180", "", "combat.columns"),
    ("tables.toml", "[double.again]\n3 =", "[double.again]\n2 =", "", "double.again"),
    ("tables.toml", "elimination = 500", "elimination = 50", "", "figures.elimination"),
]


@pytest.mark.parametrize(("file", "old", "new", "entry", "field"), FAULTS)
def test_a_fault_is_named_with_file_entry_and_field(
    folder: Path, file: str, old: str, new: str, entry: str, field: str
) -> None:
    spoil(folder, file, old, new)
    assert (file, entry, field) in places(data.grande_armee.check(folder))
