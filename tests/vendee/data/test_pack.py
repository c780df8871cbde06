"""Loading and checking a Vendée pack: the base pack is faultless, each fault is named by its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import data.vendee
from data.about import ABOUT
from data.rings import OpenOutline, ring
from data.schema import Fault, PackError
from data.vendee.pack import PARTS
from tests.data.spoiling import places, spoil
from tests.support.depth import depth

FOLDER = Path(data.vendee.__file__).parent
BASE = {
    name: (FOLDER / name).read_text(encoding="utf-8").replace('"vendee-base"', '"house"')
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
    ("file", "old", "new"),
    [
        ("board.toml", 'terrain = "clear"', 'terrain = "mixed"'),
        ("generals.toml", "strategic = 2", "strategic = 1"),
        ("tables.toml", "guns_factor = 2", "guns_factor = 3"),
        ("events.toml", "copies = 4", "copies = 3"),
        ("incidents.toml", "copies = 3", "copies = 4"),
        ("setup.toml", "powder = -2", "powder = -1"),
        ("armies.toml", "powder = true", "powder = true\npool = 50"),
        (
            "borders.toml",
            'between = ["coueron", "nantes"]',
            'between = ["coueron", "nantes"]\nclosed = "A wall."',
        ),
    ],
)
def test_the_digest_changes_with_what_is_played(folder: Path, file: str, old: str, new: str) -> None:
    spoil(folder, file, old, new)
    assert data.vendee.load(folder).digest != data.vendee.load().digest


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("generals.toml", "A pedlar", "A poor pedlar"),
        ("events.toml", "When the tocsin rang", "Whenever the tocsin rang"),
        ("armies.toml", 'colour = "#b5202a"', 'colour = "#b5202b"'),
        ("board.toml", "at = [-0.885, 47.065]", "at = [-0.88, 47.065]"),
        ("board.toml", "[-0.885, 47.065]\n", "[-0.885, 47.065]\n# a remark\n"),
    ],
)
def test_the_digest_does_not_depend_on_wording_and_dress(folder: Path, file: str, old: str, new: str) -> None:
    spoil(folder, file, old, new)
    assert data.vendee.load(folder).digest == data.vendee.load().digest


@pytest.mark.parametrize("name", PARTS)
def test_a_file_left_out_is_the_base_packs(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert data.vendee.load(folder).digest == data.vendee.load().digest


def test_a_pack_with_nothing_but_its_name_is_none(folder: Path) -> None:
    for name in PARTS:
        (folder / name).unlink()
    assert places(data.vendee.check(folder)) == [("board.toml", "", "")]


def test_a_link_is_refused(folder: Path) -> None:
    (folder / "setup.toml").unlink()
    (folder / "setup.toml").symlink_to(FOLDER / "setup.toml")
    assert places(data.vendee.check(folder)) == [("setup.toml", "", "")]


def test_load_raises_with_the_faults_of_every_file(folder: Path) -> None:
    spoil(folder, "generals.toml", "strategic = 2", 'strategic = "two"')
    spoil(folder, "tables.toml", "tactical = 5", "tactical = 25")
    with pytest.raises(PackError) as caught:
        data.vendee.load(folder)
    assert places(caught.value.faults) == [
        ("generals.toml", "general cathelineau", "strategic"),
        ("tables.toml", "", "victory.tactical"),
    ]


FAULTS = [
    (
        "board.toml",
        'confidence = "medium"',
        'confidence = "certain"',
        "area coueron",
        "source.name.confidence",
    ),
    ("pack.toml", 'title = "vendee"', 'title = "levee"', "", "title"),
    ("board.toml", 'terrain = "mixed"', 'terrain = "swamp"', "area coueron", "terrain"),
    ("board.toml", 'id = "cholet"', 'id = "Cholet!"', "area Cholet!", "id"),
    ("board.toml", 'id = "cholet"', 'id = "setup"', "area setup", "id"),
    ("board.toml", 'name = "Cholet"', 'name = " "', "area cholet", "name"),
    ("board.toml", 'bank = "right"\nat', 'bank = "right"\nzone = "anjou"\nat', "area coueron", "zone"),
    ("board.toml", 'base = "nantes"', 'base = "mayence"', "area nantes", "base"),
    ("board.toml", "at = [-0.885, 47.065]", "at = [-0.885, 97.0]", "area cholet", "at"),
    ("board.toml", "at = [-0.885, 47.065]", "at = [-1.885, 47.065]", "area cholet", "at"),
    ("board.toml", 'id = "cholet"', 'id = "mortagne"', "area mortagne", "id"),
    ("board.toml", '"angers", "saint-georges"', '"angers", "varades"', "road paris-to-nantes", "through"),
    ("board.toml", '"angers", "saint-georges"', '"angers", "angers"', "road paris-to-nantes", "through"),
    ("board.toml", 'far = "reze"', 'far = "coueron"', "bridge nantes", "far"),
    ("board.toml", 'far = "reze"', 'far = "paimpol"', "bridge nantes", "far"),
    ("board.toml", 'mainland = "beauvoir"', 'mainland = "noirmoutier"', "causeway noirmoutier", "mainland"),
    ("board.toml", 'rank = "royal"', 'rank = "imperial"', "road nantes-to-la-rochelle", "rank"),
    ("board.toml", 'objective = "secondary"', 'objective = "third"', "area machecoul", "objective"),
    ("borders.toml", 'outer = "sheet"', 'outer = "desert"', "border coueron", "outer"),
    ("borders.toml", 'outer = "sheet"\n', "", "border coueron", "outer"),
    (
        "borders.toml",
        '["coueron", "nantes"]',
        '["coueron", "coueron"]',
        "border coueron – coueron",
        "between",
    ),
    ("borders.toml", '["coueron", "nantes"]', '["coueron", "brest"]', "border coueron – brest", "between"),
    ("borders.toml", "[-2.09, 47.33]", "[nan, 47.33]", "border coueron", "line[1]"),
    ("borders.toml", "[-1.6034, 47.37]]", "[-1.6035, 47.37]]", "area coueron", "id"),
    ("tables.toml", '"AD4-60"', '"AD5-60"', "", "combat.results[0][0]"),
    ("tables.toml", '"1:3", ', "", "", "combat.results[0]"),
    ("tables.toml", "anjou = [16, ", "anjou = [", "", "reinforcement.columns.anjou"),
    ("tables.toml", "up_to = [3, 5, 8, 10]", "up_to = [3, 8, 5, 10]", "", "reinforcement.up_to"),
    ("tables.toml", "royal = 1, gois = 4 }", "royal = 0, gois = 4 }", "", "costs.royalist.royal"),
    ("tables.toml", "powder = [-2, -1, 0, 0, 0]", "powder = [-2, -1]", "", "modifiers.powder"),
    ("tables.toml", 'rule = "never"', 'rule = "seldom"', "", "stacking[14].rule"),
    ("tables.toml", 'enters = "nantes"', 'enters = "brest"', "", "stacking"),
    ("armies.toml", 'letter = "A"', 'letter = "C"', "", "army"),
    ("armies.toml", 'colour = "#b5202a"', 'colour = "red"', "army anjou", "colour"),
    ("armies.toml", 'column = "anjou"\n', "", "army anjou", "column"),
    ("armies.toml", 'side = "royalist"', 'side = "republican"', "army anjou", "column"),
    ("armies.toml", 'id = "mayence"', 'id = "rhine"', "army rhine", "id"),
    ("generals.toml", "strategic = 2", "strategic = 6", "general cathelineau", "strategic"),
    ("generals.toml", 'army = "anjou"', 'army = "saumur"', "general cathelineau", "army"),
    ("generals.toml", 'army = "anjou"\n', "", "general cathelineau", "army"),
    ("generals.toml", 'status = "noble"\n', "", "general canclaux", "status"),
    ("generals.toml", 'enters = "e2"', 'enters = "e22"', "general la-rochejaquelein", "enters"),
    ("generals.toml", 'at = "bressuire"', 'at = "paris"', "general lescure", "at"),
    ("events.toml", 'occupied = "thouars"', 'occupied = "tours"', "event e4", "occupied"),
    ("events.toml", 'occupied = "thouars"\n', "", "event e4", "occupied"),
    ("events.toml", "from_turn = 7", "from_turn = 9", "event e12", "from_turn"),
    ("events.toml", 'general = "biron"', 'general = "bayard"', "event e10", "late.general"),
    ("events.toml", "rolls = { mayence", "rolls = { anjou", "event e12", "rolls.anjou"),
    ("events.toml", 'id = "e15"', 'id = "e14"', "event e14", "id"),
    ("incidents.toml", 'favours = "royalist"\ndrm', "drm", "incident t3", "favours"),
    ("incidents.toml", "shift = 2", "shift = 8", "incident t4", "shift"),
    ("incidents.toml", "copies = 3", "copies = 10", "incident t1", "copies"),
    ("setup.toml", '"October"', '"October", "November"', "scenario campaign", "months"),
    ("setup.toml", "republican = 0 }", "republican = 3 }", "scenario campaign", "morale.republican"),
    ("setup.toml", 'origin = "rulebook"', 'origin = "rumour"', "scenario campaign", "source.*.origin"),
    ("generals.toml", '"*" = { origin', "glory = { origin", "general cathelineau", "source.glory"),
]


@pytest.mark.parametrize(("file", "old", "new", "entry", "field"), FAULTS)
def test_a_fault_is_named_with_file_entry_and_field(
    folder: Path, file: str, old: str, new: str, entry: str, field: str
) -> None:
    spoil(folder, file, old, new)
    assert (file if entry != "area coueron" or field != "id" else "board.toml", entry, field) in places(
        data.vendee.check(folder)
    )


def test_an_area_that_nothing_joins_is_named(folder: Path) -> None:
    text = BASE["borders.toml"].replace(
        'between = ["talmont", "', 'closed = "A wall."\nbetween = ["talmont", "'
    )
    text = text.replace(
        'between = ["les-sables", "talmont"]', 'closed = "A wall."\nbetween = ["les-sables", "talmont"]'
    )
    text = text.replace(
        'between = ["la-mothe-achard", "talmont"]',
        'closed = "A wall."\nbetween = ["la-mothe-achard", "talmont"]',
    )
    (folder / "borders.toml").write_text(text, encoding="utf-8")
    assert ("board.toml", "area talmont", "id") in places(data.vendee.check(folder))


def test_an_event_left_out_is_missed(folder: Path) -> None:
    text = BASE["events.toml"]
    (folder / "events.toml").write_text(text[: text.rindex("[[event]]")], encoding="utf-8")
    assert places(data.vendee.check(folder)) == [("events.toml", "", "event")]


def test_a_fault_in_one_entry_hides_none_in_another(folder: Path) -> None:
    spoil(folder, "generals.toml", "tactical = 2", "tactical = -1")
    spoil(folder, "generals.toml", 'status = "noble"', 'status = "count"')
    assert {entry for _, entry, _ in places(data.vendee.check(folder))} == {
        "general cathelineau",
        "general canclaux",
    }


def test_every_fault_is_a_sentence_on_one_line(folder: Path) -> None:
    for file in PARTS:
        spoil(folder, file, "origin", "whence")
    for fault in data.vendee.check(folder):
        assert str(fault).isprintable()
        assert len(str(fault)) < 600


@pytest.mark.deep(seconds=20)
@settings(max_examples=depth(15, 250))
@given(st.sampled_from(PARTS), st.data())
def test_a_garbled_pack_is_refused_and_never_crashes(mended: Path, file: str, draw: st.DataObject) -> None:
    text = BASE[file]
    at = draw.draw(st.integers(0, len(text) - 1))
    junk = draw.draw(st.sampled_from(['"', "[", "= 7", "\n[[area]]\n", "\n", "-", "é", "0"]))
    (mended / file).write_text(text[:at] + junk + text[at + 1 :], encoding="utf-8")
    assert all(isinstance(fault, Fault) for fault in data.vendee.check(mended))
    (mended / file).write_text(text, encoding="utf-8")


def test_lines_that_do_not_close_are_refused() -> None:
    with pytest.raises(OpenOutline) as caught:
        ring([[(0.0, 0.0), (1.0, 0.0)], [(1.0, 0.0), (1.0, 1.0)]])
    assert caught.value.at == (1.0, 1.0)


def test_a_ring_runs_counter_clockwise_however_its_lines_are_drawn() -> None:
    lines = [[(0.0, 0.0), (0.0, 1.0)], [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], [(1.0, 0.0), (0.0, 0.0)]]
    assert ring(lines) == ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
