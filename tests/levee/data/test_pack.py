"""Loading and checking a pack: the base pack is faultless, each fault is named by file, entry and field."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import data.levee
from data.schema import Fault, PackError
from tests.data.spoiling import places, spoil
from tests.support.depth import depth

FOLDER = Path(data.levee.__file__).parent
BASE = {
    name: (FOLDER / name).read_text(encoding="utf-8").replace('"levee-base"', '"house"')
    for name in ("pack.toml", "board.toml", "cards.toml")
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the base pack, to be spoiled."""
    for name, text in BASE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def spoil_card(folder: Path, number: int, pattern: str, new: str) -> None:
    """Replace the first match of `pattern` in a card's own table."""
    blocks = re.split(r"(?=^\[\[card\]\]$)", (folder / "cards.toml").read_text(encoding="utf-8"), flags=re.M)
    for index, block in enumerate(blocks):
        if re.search(rf"^number = {number}$", block, flags=re.M):
            blocks[index], count = re.subn(pattern, lambda _: new, block, count=1, flags=re.M)
            assert count, f"card {number} has no {pattern!r}"
    (folder / "cards.toml").write_text("".join(blocks), encoding="utf-8")


def test_the_digest_changes_with_a_card(folder: Path) -> None:
    spoil_card(folder, 14, r"^actions = 3$", "actions = 2")
    assert data.levee.load(folder).digest != data.levee.load().digest


def test_the_digest_does_not_depend_on_layout(folder: Path) -> None:
    blocks = re.split(r"(?=^\[\[card\]\]$)", BASE["cards.toml"], flags=re.M)
    (folder / "cards.toml").write_text(blocks[0] + "".join(reversed(blocks[1:])), encoding="utf-8")
    assert data.levee.load(folder).digest == data.levee.load().digest


@pytest.mark.parametrize("name", ["board.toml", "cards.toml"])
def test_a_file_left_out_is_the_base_packs(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert data.levee.load(folder).digest == data.levee.load().digest


def test_a_pack_without_board_and_cards_is_none(folder: Path) -> None:
    (folder / "board.toml").unlink()
    (folder / "cards.toml").unlink()
    assert places(data.levee.check(folder)) == [("cards.toml", "", "")]


def test_load_raises_with_every_fault(folder: Path) -> None:
    spoil_card(folder, 3, r"^actions = 2$", 'actions = "two"')
    spoil_card(folder, 7, r"^title = .*$", 'title = ""')
    with pytest.raises(PackError) as caught:
        data.levee.load(folder)
    assert places(caught.value.faults) == [
        ("cards.toml", "card 3", "actions"),
        ("cards.toml", "card 7", "title"),
    ]


CARD_FAULTS = [
    (r"^actions = 3$", "actions = 7", "actions"),
    (r"^actions = 3$", "actions = -1", "actions"),
    (r"^actions = 3$", "", "actions"),
    (r"^actions = 3$", "actions = true", "actions"),
    (r"^actions = 3$", "actions = 3\nworth = 2", "worth"),
    (r"^title = .*$", 'title = "' + "x" * 61 + '"', "title"),
    (r"^title = .*$", 'title = " "', "title"),
    (r"^title = .*$", 'title = "two\\nlines"', "title"),
    (r"^text = .*$", 'text = "' + "x" * 401 + '"', "text"),
    (r"^date = .*$", "date = 1792-09-20", "date"),
    (r"^deck = .*$", 'deck = "green"', "deck"),
    (r"^deck = .*$", 'deck = "white"', "number"),
    (r'army = "vendee", boxes = 1', 'army = "vendee", boxes = 0', "military[1].boxes"),
    (r'army = "vendee", boxes = 1', 'army = "vendee", boxes = 6', "military[1].boxes"),
    (r'army = "vendee", boxes = 1', 'army = "russia", boxes = 1', "military[1].army"),
    (r'army = "vendee", boxes = 1', 'army = "vendee"', "military[1].boxes"),
    (r'army = "vendee", boxes = 1', 'army = "prussia", boxes = 1', "military"),
    (r"^political = .*$", "political = { republic = 6 }", "political.republic"),
    (r"^political = .*$", "political = { republic = 0 }", "political.republic"),
    (r"^political = .*$", "political = { anarchy = 1 }", "political.anarchy"),
    (r"^political = .*$", "political = 3", "political"),
    (r"^drm = .*$", 'drm = [{ roll = "military", value = 0 }]', "drm[0].value"),
    (r"^drm = .*$", 'drm = [{ roll = "cavalry", value = 1 }]', "drm[0].roll"),
    (r"^drm = .*$", 'drm = [{ roll = "military", value = 1, space = "moscow" }]', "drm[0].space"),
    (r"^drm = .*$", 'drm = [{ roll = "naval", value = 1, space = "dunkirk" }]', "drm[0].space"),
    (r"^drm = .*$", 'drm = [{ roll = "military", value = 1, army = "russia" }]', "drm[0].army"),
    (r"^drm = .*$", 'drm = [{ roll = "political", value = 1, army = "austria" }]', "drm[0].army"),
    (r"^drm = .*$", 'drm = [{ roll = "military", value = 1, marker = "republic" }]', "drm[0].marker"),
    (
        r"^drm = .*$",
        'drm = [{ roll = "military", value = 1, army = "austria", space = "arras" }]',
        "drm[0]",
    ),
    (r"^actions = 3$", 'actions = 3\nspecial = [{ do = "grant", markers = 0 }]', "special[0].markers"),
    (r"^actions = 3$", 'actions = 3\nspecial = [{ do = "bribe" }]', "special[0].do"),
    (
        r"^actions = 3$",
        'actions = 3\nspecial = [{ do = "place", unit = "spain", box = 0 }]',
        "special[0].box",
    ),
    (r"^actions = 3$", 'actions = 3\norder = ["special", "military"]', "order"),
    (r"^actions = 3$", 'actions = 3\nspecial = [{ do = "remove", army = "russia" }]', "special[0].army"),
    (r'origin = "reconstructed"', 'origin = "rumour"', "source.*.origin"),
    (r'note = ".*"', 'note = " "', "source.*.note"),
    (r'^"\*" = ', "glory = ", "source.glory"),
    (r'^"\*" = ', '"military[2]" = { origin = "rulebook" }\n"*" = ', "source.military[2]"),
    (r'^"\*" = ', '"military[0].unit" = { origin = "rulebook" }\n"*" = ', "source.military[0].unit"),
    (r'^"\*" = ', '"title[0]" = { origin = "rulebook" }\n"*" = ', "source.title[0]"),
    (r'^"\*" = ', '"military[0].army" = { origin = "published" }\n"*" = ', "source.military[0].army.note"),
]


@pytest.mark.parametrize(("pattern", "new", "field"), CARD_FAULTS)
def test_a_faulty_card_is_named_with_its_field(folder: Path, pattern: str, new: str, field: str) -> None:
    spoil_card(folder, 14, pattern, new)
    assert ("cards.toml", "card 14", field) in places(data.levee.check(folder))


@pytest.mark.parametrize(("pattern", "new", "field"), [CARD_FAULTS[0], CARD_FAULTS[14], CARD_FAULTS[22]])
def test_a_fault_in_one_card_hides_none_in_another(folder: Path, pattern: str, new: str, field: str) -> None:
    spoil_card(folder, 14, pattern, new)
    spoil_card(folder, 45, r"^text = .*$", 'text = ""')
    found = places(data.levee.check(folder))
    assert ("cards.toml", "card 14", field) in found
    assert ("cards.toml", "card 45", "text") in found


def test_two_faults_in_one_card_are_both_told(folder: Path) -> None:
    spoil_card(folder, 14, r"^actions = 3$", "actions = 3.5")
    spoil_card(folder, 14, r"^flag|^title = .*$", "title = 7")
    assert set(places(data.levee.check(folder))) == {
        ("cards.toml", "card 14", "actions"),
        ("cards.toml", "card 14", "title"),
    }


def test_a_number_used_twice(folder: Path) -> None:
    spoil_card(folder, 13, r"^number = 13$", "number = 14")
    assert places(data.levee.check(folder)) == [("cards.toml", "card 14", "number")]


@pytest.mark.case("L-3.0-h", title="levee")
def test_a_flag_in_the_middle_of_a_deck(folder: Path) -> None:
    spoil_card(folder, 49, r"^number = 49$", "number = 49\nflag = true")
    assert places(data.levee.check(folder)) == [("cards.toml", "red deck", "flag")]


def test_a_card_without_number_is_named_by_its_position(folder: Path) -> None:
    spoil_card(folder, 3, r"^number = 3$", "")
    assert ("cards.toml", "card 3 of the list", "number") in places(data.levee.check(folder))


BOARD_FAULTS = [
    ('army = "vendee"', 'army = "austria"', "", "track"),
    ('army = "vendee"', 'army = "spain"', "track spain", "army"),
    ('letter = "V', 'letter = "VVV', "track vendee", "letter"),
    ("navy_battle_value = 4", "navy_battle_value = 6", "", "navy_battle_value"),
    ("disorder_battle_value = 3", "disorder_battle_value = 0", "", "disorder_battle_value"),
    ("paris = [2.35, 48.85]", "paris = [2.35]", "", "paris"),
    ("paris = [2.35, 48.85]", "paris = [nan, 48.85]", "", "paris"),
    ('id = "liberation-2"', 'id = "liberation-1"', "liberation liberation-1", "id"),
    ('id = "brussels"', 'id = "Brussels!"', "space Brussels!", "id"),
    ('id = "brussels"', 'id = "arras"', "space arras", "id"),
    ('id = "brussels"', 'id = "paris"', "space paris", "id"),
    ("box = 5", "box = 4", "track britain", "space"),
    ("box = 5", "box = 6", "space london", "box"),
    ("box = 5", 'box = "five"', "space london", "box"),
    ('shape = "start"', 'shape = "square"', "space london", "shape"),
    ('shape = "round"', 'shape = "start"', "space at-sea", "shape"),
    ('shape = "round"', 'shape = "round"\nborder = "red"', "space at-sea", "border"),
    ('shape = "round"', 'shape = "oval"', "space at-sea", "shape"),
    ("navy_battle_value = 4", "navy_battle_value = 4\nemancipation = 1", "", "emancipation"),
]


@pytest.mark.parametrize(("old", "new", "entry", "field"), BOARD_FAULTS)
def test_a_faulty_board_is_named(folder: Path, old: str, new: str, entry: str, field: str) -> None:
    spoil(folder, "board.toml", old, new)
    assert ("board.toml", entry, field) in places(data.levee.check(folder))


@pytest.mark.case("A-04", title="levee")
@pytest.mark.parametrize("value", [0, 6])
def test_a_liberation_marker_is_worth_one_to_five(folder: Path, value: int) -> None:
    spoil(
        folder,
        "board.toml",
        'id = "liberation-1"\nbattle_value = 2',
        f'id = "liberation-1"\nbattle_value = {value}',
    )
    assert places(data.levee.check(folder)) == [("board.toml", "liberation liberation-1", "battle_value")]


def test_a_faulty_board_does_not_hide_a_faulty_card(folder: Path) -> None:
    spoil(folder, "board.toml", "navy_battle_value = 4", 'navy_battle_value = "four"')
    spoil_card(folder, 14, r"^actions = 3$", "actions = 9")
    assert places(data.levee.check(folder)) == [
        ("board.toml", "", "navy_battle_value"),
        ("cards.toml", "card 14", "actions"),
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"card = [", "expected TOML"),
        (b"\xff\xfe", "expected UTF-8"),
        (b"# " + b"x" * 1999, "expected lines of at most"),
        (b"#\n" * 600_000, "expected at most 1048576 bytes"),
        (b"a = " + b"[\n" * 50_000, "expected values nested less deeply"),
        (b"a." * 40 + b"b = 1", "expected keys nested less deeply"),
        (b"a = 1" + b"0" * 1_900 + b"\n" + b"a = 1", "expected TOML"),
        (b"", "expected a list of [[card]]"),
        (b"card = 3", "expected a list of [[card]]"),
        (b"card = [1, 2]", "expected `object`"),
    ],
    ids=[
        "broken", "encoding", "long line", "large", "nested", "dotted", "twice", "empty", "number", "numbers",
    ],
)  # fmt: skip
def test_a_file_that_is_no_pack_file_is_a_fault(folder: Path, content: bytes, expected: str) -> None:
    (folder / "cards.toml").write_bytes(content)
    faults = data.levee.check(folder)
    assert faults
    assert {fault.file for fault in faults} == {"cards.toml"}
    assert faults[0].expected.startswith(expected)


def test_a_missing_about_file_is_a_fault(folder: Path) -> None:
    (folder / "pack.toml").unlink()
    assert places(data.levee.check(folder)) == [("pack.toml", "", "")]


def test_another_titles_pack_is_a_fault(folder: Path) -> None:
    spoil(folder, "pack.toml", 'title = "levee"', 'title = "valmy"')
    assert places(data.levee.check(folder)) == [("pack.toml", "", "title")]


def test_a_link_is_a_fault(folder: Path) -> None:
    (folder / "cards.toml").unlink()
    (folder / "cards.toml").symlink_to(FOLDER / "cards.toml")
    faults = data.levee.check(folder)
    assert faults == [Fault("cards.toml", "", "", "expected a file, found a link")]


def test_a_folder_in_place_of_a_file_is_a_fault(folder: Path) -> None:
    (folder / "cards.toml").unlink()
    (folder / "cards.toml").mkdir()
    assert places(data.levee.check(folder)) == [("cards.toml", "", "")]


@pytest.mark.parametrize("name", ["9" * 200, "a\\nb", "\\u0000"])
def test_a_hostile_name_can_not_spoil_the_report(folder: Path, name: str) -> None:
    spoil_card(folder, 14, r"^actions = 3$", f'actions = 3\n"{name}" = 1')
    spoil_card(folder, 13, r"^deck = .*$", f'deck = "{name}"')
    faults = data.levee.check(folder)
    assert len(faults) == 2
    assert all(str(fault).isprintable() and len(str(fault)) < 500 for fault in faults)


def test_a_huge_number_is_a_fault(folder: Path) -> None:
    spoil_card(folder, 14, r"^actions = 3$", f"actions = 0x{'f' * 1900}")
    assert places(data.levee.check(folder)) == [("cards.toml", "card 14", "actions")]


def test_a_fault_reads_as_a_sentence_with_its_place() -> None:
    fault = Fault("cards.toml", "card 12", "military[0].army", "expected an Army")
    assert str(fault) == "cards.toml · card 12 · military[0].army: expected an Army"


def _some(text: str, numbers: set[int]) -> str:
    blocks = re.split(r"(?=^\[\[card\]\]$)", text, flags=re.M)
    found = [re.search(r"^number = (\d+)$", block, flags=re.M) for block in blocks]
    return "".join(
        block for block, match in zip(blocks, found, strict=True) if match and int(match[1]) in numbers
    )


SMALL = {**BASE, "cards.toml": _some(BASE["cards.toml"], {1, 5, 9, 17, 21, 22, 45, 46, 60})}
"""A pack with few cards, quick to read again and again."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small pack that is mended whenever it was spoiled."""
    folder = tmp_path_factory.mktemp("small")
    for name, text in SMALL.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_small_pack_is_faultless(small: Path) -> None:
    assert data.levee.check(small) == []


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.just([]),
    st.just({}),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=3),
)


def mutate(value: Any, choose: random.Random, new: Any) -> Any:
    """A copy with one part, anywhere inside, replaced by `new` (dropped where `new` is None)."""
    if isinstance(value, dict) and value and choose.random() < 0.9:
        key = choose.choice(list(value))
        return _with(dict(value), key, mutate(value[key], choose, new))
    if isinstance(value, list) and value and choose.random() < 0.9:
        index = choose.randrange(len(value))
        return _with(list(value), index, mutate(value[index], choose, new))
    return new


def _with(container: Any, key: Any, value: Any) -> Any:
    if value is None:
        del container[key]
    else:
        container[key] = value
    return container


def loads_or_faults(folder: Path) -> None:
    """Check that the pack loads, or is refused with the faults that `check` finds."""
    faults = data.levee.check(folder)
    if not faults:
        assert data.levee.load(folder).cards
        return
    with pytest.raises(PackError) as caught:
        data.levee.load(folder)
    assert caught.value.faults == faults


@settings(max_examples=depth(25, 500))
@given(name=st.sampled_from(sorted(SMALL)), seed=st.integers(), new=VALUES)
def test_a_mutated_pack_loads_or_is_refused_with_faults(small: Path, name: str, seed: int, new: Any) -> None:
    table = mutate(tomllib.loads(SMALL[name]), random.Random(seed), new)
    (small / name).write_text(write_toml(table if isinstance(table, dict) else {}), encoding="utf-8")
    loads_or_faults(small)
    (small / name).write_text(SMALL[name], encoding="utf-8")


@settings(max_examples=depth(25, 500))
@given(
    name=st.sampled_from(sorted(SMALL)),
    at=st.floats(0, 1),
    cut=st.integers(0, 40),
    junk=st.binary(max_size=12),
)
def test_a_damaged_file_loads_or_is_refused_with_faults(
    small: Path, name: str, at: float, cut: int, junk: bytes
) -> None:
    raw = SMALL[name].encode()
    start = int(at * len(raw))
    (small / name).write_bytes(raw[:start] + junk + raw[start + cut :])
    loads_or_faults(small)
    (small / name).write_text(SMALL[name], encoding="utf-8")


def write_toml(table: dict[str, Any]) -> str:
    """The table as TOML, everything below the top inline."""
    return "\n".join(f"{_key(key)} = {_value(value)}" for key, value in table.items())


def _key(key: str) -> str:
    return msgspec.json.encode(key).decode().replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[\n" + ",\n".join(_value(item) for item in value) + "]"
    if isinstance(value, str):
        return _key(value)
    return repr(value)
