"""Loading and checking a Valmy pack: the base pack is faultless, each fault is named by its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import data.valmy
from data.about import ABOUT
from data.schema import Fault, PackError
from data.valmy.pack import PARTS
from tests.data.spoiling import places, spoil
from tests.support.depth import depth

FOLDER = Path(data.valmy.__file__).parent
BASE = {
    name: (FOLDER / name).read_text(encoding="utf-8").replace('"valmy-base"', '"house"')
    for name in (ABOUT, *PARTS)
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the base pack, to be spoiled."""
    return copied(tmp_path)


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another that is mended whenever it was spoiled."""
    return copied(tmp_path_factory.mktemp("mended"))


def copied(folder: Path) -> Path:
    for name, text in BASE.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "played"),
    [
        ("board.toml", "exit = true\n", "", True),
        ("lines.toml", "cost = 2", "cost = 1", True),
        ("leaders.toml", "initiative = 4", "initiative = 5", True),
        ("units.toml", "morale = 7", "morale = 8", True),
        ("setup.toml", "turn = 4", "turn = 5", True),
        ("tables.toml", "range = 3", "range = 4", True),
        ("tables.toml", "[3, 0], [3, 0], [3, 0], [3, 0]", "[3, 0], [3, 0], [3, 0], [2, 0]", True),
        ("board.toml", "at = [4.94, 49.7]", "at = [4.95, 49.7]", False),
        ("country.toml", 'name = "Aisne"', 'name = "Axona"', False),
        ("leaders.toml", "A soldier of fortune", "An old soldier of fortune", False),
        ("setup.toml", "Dumouriez leaves Sedan", "Dumouriez goes from Sedan", False),
        ("lines.toml", "Meuse valley road", "Road down the Meuse", False),
    ],
)
def test_the_digest_is_of_what_is_played(folder: Path, file: str, old: str, new: str, played: bool) -> None:
    spoil(folder, file, old, new)
    assert (data.valmy.load(folder).digest != data.valmy.load().digest) == played


def test_files_left_out_are_the_base_packs_and_one_is_needed(folder: Path) -> None:
    for name in PARTS[1:]:
        (folder / name).unlink()
    assert data.valmy.load(folder).digest == data.valmy.load().digest
    (folder / PARTS[0]).unlink()
    assert places(data.valmy.check(folder)) == [("board.toml", "", "")]


def test_a_link_is_refused(folder: Path) -> None:
    (folder / "setup.toml").unlink()
    (folder / "setup.toml").symlink_to(FOLDER / "setup.toml")
    assert places(data.valmy.check(folder)) == [("setup.toml", "", "")]


def test_load_raises_with_the_faults_of_every_file_and_entry(folder: Path) -> None:
    spoil(folder, "leaders.toml", "initiative = 4 }\nreplacement", "initiative = 7 }\nreplacement")
    spoil(folder, "leaders.toml", "rank = 2", "rank = 4")
    spoil(folder, "tables.toml", "range = 3", 'range = "three"')
    with pytest.raises(PackError) as caught:
        data.valmy.load(folder)
    assert places(caught.value.faults) == [
        ("leaders.toml", "leader leveneur", "rank"),
        ("leaders.toml", "leader dumouriez", "face.initiative"),
        ("tables.toml", "", "figures.range"),
    ]


FAULTS = [
    ("pack.toml", 'title = "valmy"', 'title = "vendee"', "", "title"),
    ("pack.toml", 'id = "house"', 'id = "My House"', "", "id"),
    ("board.toml", 'id = "sedan"', 'id = "Sedan!"', "box Sedan!", "id"),
    ("board.toml", 'id = "sedan"', 'id = "exit"', "box exit", "id"),
    ("board.toml", 'id = "mouzon"', 'id = "sedan"', "box sedan", "id"),
    ("board.toml", 'name = "Mouzon"', 'name = ""', "box mouzon", "name"),
    ("board.toml", 'base = "adn"', 'base = "adx"', "box sedan", "base"),
    ("board.toml", 'base = "adn"\n', "", "", "box"),
    ("board.toml", 'city = "french"\nbase = "adn"', 'base = "adn"', "box sedan", "base"),
    ("board.toml", 'city = "french"\nbase = "adn"', 'city = "allied"\nbase = "adn"', "box sedan", "city"),
    ("board.toml", "at = [4.94, 49.7]", "at = [4.94, 149.7]", "box sedan", "at"),
    ("board.toml", "gap = 5", "gap = 10", "box le-chesne", "gap"),
    ("lines.toml", '["sedan", "mouzon"]', '["sedan", "paris"]', "line sedan – paris", "between"),
    ("lines.toml", '["sedan", "mouzon"]', '["sedan", "sedan"]', "line sedan – sedan", "between"),
    ("lines.toml", '["sedan", "mouzon"]', '["sedan"]', "line sedan", "between"),
    ("lines.toml", '["sedan", "mouzon"]', '["mezieres", "sedan"]', "line mezieres – sedan", "between"),
    ("lines.toml", "cost = 2", "cost = 0", "line sedan – mezieres", "cost"),
    ("lines.toml", 'road = "road"', 'road = "motorway"', "line sedan – mezieres", "road"),
    (
        "lines.toml",
        'cost = { origin = "reconstructed"',
        'price = { origin = "reconstructed"',
        "",
        "source.price",
    ),
    ("lines.toml", '{ "*" = { origin', "{ cost = { origin", "line sedan – mezieres", "source"),
    ("country.toml", "course = [[\n    [5.", "course = [[\n    [500.", "river meuse", "course[0][0]"),
    ("country.toml", 'name = "Argonne"', 'name = "Ar\\ngonne"', "forest argonne-north", "name"),
    ("leaders.toml", 'army = "adn"', 'army = "nord"', "command nord", "army"),
    ("leaders.toml", 'colour = "#e8e4da"', 'colour = "white"', "command nord", "colour"),
    ("leaders.toml", 'colour = "#8fb4d9"', 'colour = "#8fb4d9"\nexits = true', "command nord-group", "exits"),
    ("leaders.toml", "rank = 3", "rank = 2", "", "leader"),
    ("leaders.toml", 'command = "nord-group"', 'command = "sud-group"', "leader leveneur", "command"),
    ("leaders.toml", 'force = "dumouriez"', 'force = "dumourier"', "leader dumouriez", "force"),
    ("leaders.toml", "offence = 2", "offence = 6", "leader dumouriez", "face.offence"),
    ("leaders.toml", "offence = 2", "offense = 2", "leader dumouriez", "face.offence"),
    ("leaders.toml", 'life = "A soldier', 'life = "\\u0007A soldier', "leader dumouriez", "life"),
    (
        "units.toml",
        "reduced = { strength = 1, morale = 6 }",
        "reduced = { strength = 1, morale = 7 }",
        "kind line",
        "reduced.morale",
    ),
    (
        "units.toml",
        "reduced = { strength = 1, morale = 6 }",
        "reduced = { strength = 3, morale = 6 }",
        "kind line",
        "reduced.strength",
    ),
    (
        "units.toml",
        'arm = "infantry"\nposition = "S"',
        'arm = "cavalry"\nposition = "S"',
        "kind light-infantry",
        "position",
    ),
    ("units.toml", 'kind = "light-infantry"', 'kind = "zouaves"', "unit 81-rli", "kind"),
    ("units.toml", 'command = "nord-group"', 'command = "sud-group"', "unit 81-rli", "command"),
    ("units.toml", 'force = "leveneur"', 'force = "lefebvre"', "unit 81-rli", "force"),
    ("units.toml", 'id = "81-rli"', 'id = "dillon"', "unit dillon", "id"),
    ("units.toml", 'id = "81-rli"', 'id = "17-rl"', "unit 17-rl", "id"),
    ("units.toml", 'force = "leveneur"', 'force = "brunswick"', "force brunswick", "id"),
    ("setup.toml", 'initiative = "french"', 'initiative = "russian"', "scenario campaign", "initiative"),
    ("setup.toml", 'dates = "1–2 September"', 'dates = ""', "scenario campaign", "turn[0].dates"),
    ("setup.toml", 'box = "sedan"', 'box = "paris"', "force dumouriez", "box"),
    ("setup.toml", 'box = "sedan"', 'box = "verdun"', "force brunswick", "box"),
    ("setup.toml", "turn = 8", "turn = 13", "force beurnonville", "turn"),
    ("setup.toml", 'joins = "dumouriez"', 'joins = "bonaparte"', "force miranda", "joins"),
    ("setup.toml", 'turn = 6\njoins = "dumouriez"', 'joins = "dumouriez"', "force miranda", "joins"),
    ("setup.toml", 'id = "duval"', 'id = "duvals"', "force duvals", "id"),
    (
        "setup.toml",
        'origin = "rulebook", note = "5.3"',
        'origin = "rumour"',
        "scenario campaign",
        "source.initiative.origin",
    ),
    ("tables.toml", '"½DE"', '"HDE"', "", "charge.rows[4][6]"),
    ("tables.toml", 'odds = ["1:3", "1:2"', 'odds = ["1:2", "1:3"', "", "charge.odds"),
    ("tables.toml", 'odds = ["1:3", "1:2"', 'odds = ["2:3", "1:2"', "", "charge.odds[0]"),
    ("tables.toml", 'odds = ["1:3", ', "odds = [", "", "charge.rows[0]"),
    ("tables.toml", "morale = [3, 4,", "morale = [4, 3,", "", "fire.morale"),
    ("tables.toml", "morale = [3, 4,", "morale = [3,", "", "fire.rows[0]"),
    ("tables.toml", "[[3, 0],", "[[30, 0],", "", "melee.rows[0][0][0]"),
    ("tables.toml", "[[3, 0],", "[[3],", "", "melee.rows[0][0]"),
    ("tables.toml", "cut_off = 2", "cut_off = 20", "", "modifiers.cut_off"),
    ("tables.toml", "army_morale = { french = 9,", "army_morale = {", "", "figures.army_morale"),
    ("tables.toml", "cavalry = 4", "cavalry = 0", "", "figures.allowance.cavalry"),
    ("tables.toml", "chits = [1, 2, 3]", "chits = [1, 1, 3]", "", "figures.chits"),
    ("tables.toml", 'french = "dumouriez"', 'french = "dillon"', "", "figures.overall.french"),
    ("tables.toml", 'french = "dumouriez"', 'french = "kellermann"', "", "figures.overall.french"),
    ("tables.toml", 'french = "dumouriez"', 'french = "brunswick"', "", "figures.overall.french"),
    ("tables.toml", "exits = 3", "exits = 6", "", "victory.exits"),
    ("tables.toml", "morale_cap = 10", "morale_cap = 8", "kind prussian-grenadiers", "morale"),
    ("tables.toml", "combat = 1", "combat = -1", "", "markers.combat"),
]


@pytest.mark.parametrize(("file", "old", "new", "entry", "field"), FAULTS)
def test_a_fault_is_named_with_file_entry_and_field(
    folder: Path, file: str, old: str, new: str, entry: str, field: str
) -> None:
    spoil(folder, file, old, new)
    named = {"force": "setup.toml", "kind": "units.toml"}.get(entry.partition(" ")[0], file)
    assert (named, entry, field) in places(data.valmy.check(folder))


def test_a_box_that_nothing_joins_is_named(folder: Path) -> None:
    text = BASE["board.toml"]
    box = text[text.index("[[box]]") : text.index("[[box]]", text.index("[[box]]") + 1)]
    text += "\n" + box.replace('"mezieres"', '"paris"')
    (folder / "board.toml").write_text(text, encoding="utf-8")
    assert places(data.valmy.check(folder)) == [("board.toml", "box paris", "id")]


def test_every_fault_is_a_sentence_on_one_line(folder: Path) -> None:
    for file in PARTS:
        spoil(folder, file, "origin", "whence")
    for fault in data.valmy.check(folder):
        assert str(fault).isprintable()
        assert len(str(fault)) < 600


@settings(max_examples=depth(10, 250))
@given(st.sampled_from(PARTS), st.data())
def test_a_garbled_pack_is_refused_and_never_crashes(mended: Path, file: str, draw: st.DataObject) -> None:
    text = BASE[file]
    at = draw.draw(st.integers(0, len(text) - 1))
    junk = draw.draw(st.sampled_from(['"', "[", "= 7", "\n[[box]]\n", "\n", "-", "é", "0"]))
    (mended / file).write_text(text[:at] + junk + text[at + 1 :], encoding="utf-8")
    assert all(isinstance(fault, Fault) for fault in data.valmy.check(mended))
    (mended / file).write_text(text, encoding="utf-8")
