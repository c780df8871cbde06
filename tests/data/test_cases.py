"""The statements of the rulebooks: all of them read, each found by what a player would type."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.interactions.rules_search import LABEL_LENGTH, find, suggest
from data.answers import asked
from data.cases import Statement, books, load

TITLES = books()


@pytest.mark.parametrize(
    ("title", "counts"),
    [
        ("levee", {"rule": 149 + 69, "ambiguity": 65, "example": 24, "derived": 26}),
        ("vendee", {"rule": 376 + 11, "ambiguity": 106, "example": 25, "derived": 20, "interrupt": 25}),
        ("valmy", {"rule": 238, "ambiguity": 168, "example": 12, "derived": 32, "interrupt": 28}),
        ("revolution", {"rule": 314, "ambiguity": 111, "example": 56}),
        ("grande-armee", {"rule": 196, "ambiguity": 128, "example": 8, "derived": 36 + 54, "interrupt": 13}),
    ],
)
def test_every_statement_is_read(title: str, counts: dict[str, int]) -> None:
    read = Counter(statement.kind for statement in load(title))
    assert {kind: read[kind] for kind in counts} == counts  # type: ignore[index]


@pytest.mark.parametrize("title", TITLES)
def test_ids_are_unique_also_as_typed(title: str) -> None:
    statements = load(title)
    assert len({statement.id for statement in statements}) == len(statements)
    assert all(statements.get(statement.id.lower()) is statement for statement in statements)


@pytest.mark.parametrize("title", TITLES)
def test_statements_are_whole(title: str) -> None:
    for statement in load(title):
        assert statement.text, statement.id
        assert statement.section, statement.id
        assert bool(statement.reading) == (statement.kind == "ambiguity"), statement.id
        if statement.kind == "rule":
            assert statement.case, statement.id


@pytest.mark.parametrize(
    ("title", "statement_id", "case"),
    [
        ("levee", "L-7.2-a", "7.2"),
        ("levee", "L-7.3.1-a", "7.3.1"),
        ("levee", "X-10.6.1-g", "X-10.6.1"),
        ("levee", "A-12", "7.1"),
        ("levee", "A-42", "X-9.1"),
        ("levee", "E-9.3-a", "9.3"),
        ("levee", "E-X-10.5-a", "X-10.5"),
        ("levee", "E-d-01", ""),
        ("vendee", "V-2.2-d", "2.2"),
        ("vendee", "V-6-E1-b", "6 E1"),
        ("vendee", "V-4.3-T1-d", "4.3 T1"),
        ("vendee", "V-T-REINF", "T-REINF"),
        ("vendee", "V-QA-25", "4.3 T1"),
        ("vendee", "A-85", "1.2"),
        ("valmy", "Y-9.5F-a", "9.5F"),
        ("valmy", "A-2.1-1", "2.1"),
        ("valmy", "I-24", "9.1"),
        ("revolution", "R-SETUP-01", "SETUP"),
        ("revolution", "A-45", "SEQ"),
        ("grande-armee", "G-MOV-A-1", "MOV A"),
        ("grande-armee", "G-MOV-0-1", "MOV"),
        ("grande-armee", "G-FM-2", "FM"),
        ("grande-armee", "A-12", "MOV H"),
        ("grande-armee", "E-02", "LDR B"),
    ],
)
def test_case_number(title: str, statement_id: str, case: str) -> None:
    assert load(title)[statement_id].case == case


def test_an_ambiguity_has_its_question_and_the_adopted_reading() -> None:
    carried_over = load("levee")["A-02"]
    assert carried_over.text == "can unspent actions be saved? — R1 carry over; R2 lost"
    assert carried_over.reading.startswith("R2 — actions belong to the current card")
    assert load("revolution")["A-07"].reading == "(a). Option `catholic-adjacent-threat`."
    assert load("valmy")["A-2.1-1"].reading.startswith("R1: all four passages")


def test_a_table_belongs_to_the_statement_above_it() -> None:
    assert "| result | – | – | – | Op" in load("grande-armee")["G-FM-2"].text
    assert '"V_Anjou":[16,20,24,28,32]' in load("vendee")["V-T-REINF"].text
    assert "\n" not in load("vendee")["I-20"].text


def test_tags_are_taken_out_of_the_text() -> None:
    inferred = load("levee")["L-3.0-i"]
    assert inferred.tags == ("inf",)
    assert not inferred.text.endswith("]")
    assert load("valmy")["E-3.0-1"].tags == ("book",)
    assert load("revolution")["R-SEQ-07"].tags == ("rules",)


def test_the_scope_of_levee_tells_the_expansion_from_the_base_game() -> None:
    statements = load("levee")
    base = [statement for statement in statements if statement.scope == "base"]
    assert sum(statement.id.startswith("L-") for statement in base) == 149
    assert not any(statement.id.startswith(("X-", "E-X-")) for statement in base)
    assert [s.id for s in base if s.kind == "ambiguity"] == [f"A-{number:02}" for number in range(1, 32)]
    expansion_vectors = [s.id for s in statements if s.id.startswith("E-d-") and s.scope == "expansion"]
    assert expansion_vectors == [f"E-d-{number}" for number in (14, 15, 16, 17, 18, 19, 20, 21, 23, 24)]


def test_an_unknown_title_or_id_is_an_error() -> None:
    with pytest.raises(KeyError):
        load("waterloo")
    with pytest.raises(KeyError):
        load("levee")["L-99-z"]
    assert "L-99-z" not in load("levee")


@pytest.mark.parametrize("typed", ["L-7.2-d", "l-7.2-d", " L-7.2-d "])
def test_an_id_is_found_as_typed(typed: str) -> None:
    assert [statement.id for statement in find("levee", typed)] == ["L-7.2-d"]


def test_an_id_needs_no_zeros() -> None:
    assert [statement.id for statement in find("levee", "a-7")] == ["A-07"]


def test_a_case_number_gives_what_lies_below_it() -> None:
    found = load("levee").by_case("7")
    assert {"7.0", "7.1", "7.2", "7.3", "7.3.1", "7.5", "X-7.2"} <= {statement.case for statement in found}
    for statement in found:
        touched = (statement.case, *statement.also)
        assert any(case.removeprefix("X-").startswith("7") for case in touched), statement.id


def test_a_case_number_does_not_give_its_namesakes() -> None:
    assert {s.case for s in load("levee").by_case("1")} == {"1.0", "X-1.0"}
    assert {s.case for s in load("vendee").by_case("6 E1")} == {"6 E1"}
    assert load("levee").by_case("") == []


def test_rules_come_before_readings_and_the_base_game_before_the_expansion() -> None:
    found = load("levee").by_case("7.2")
    assert found[0].id == "L-7.2-a"
    order = [(statement.scope == "expansion", statement.kind != "rule") for statement in found]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("title", "query", "expected"),
    [
        ("levee", "to the barricades", "L-7.2-h"),
        ("levee", "baricades", "L-7.2-h"),
        ("levee", "journee disorder", "L-5.3-b"),
        ("levee", "JOURNÉE", "L-5.3-a"),
        ("vendee", "chatillon mortagne", "V-0.2-g"),
        ("vendee", "emigre landing sables", "V-6-E5-e"),
        ("valmy", "overall leader subordinates", "Y-2.1-f"),
        ("revolution", "louis xvi veto", "R-POL-28"),
        ("grande-armee", "mountain cavalry", "G-MOV-F-1"),
        ("grande-armee", "fotress capacity", "F-10"),
    ],
)
def test_words_find_the_statement(title: str, query: str, expected: str) -> None:
    assert expected in [statement.id for statement in find(title, query)]


def test_nonsense_finds_nothing() -> None:
    assert find("levee", "qwxzjk") == []
    assert find("levee", "  ") == []


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("typed", ["", "a", "A-1", "7", "army", "x" * 200, "–’"])
def test_suggestions_fit_discord(title: str, typed: str) -> None:
    suggestions = suggest(title, typed)
    assert len(suggestions) <= 25
    assert len({suggestion.value for suggestion in suggestions}) == len(suggestions)
    for suggestion in suggestions:
        assert 0 < len(suggestion.label) <= LABEL_LENGTH
        assert "\n" not in suggestion.label
        assert suggestion.value in load(title) or asked(title, suggestion.value, 1)


def test_suggestions_follow_the_typing() -> None:
    assert suggest("levee", "L-7.2")[0].value == "L-7.2-a"
    assert suggest("levee", "a-1")[0].value == "A-01"
    assert suggest("levee", "7.2")[0].value == "L-7.2-a"


def test_the_game_files_speak_of_nothing_outside_them() -> None:
    for title in books():
        for statement in load(title):
            for outside in (".txt", ".md", "research/", f"{title.replace('-', '_')}.cases"):
                assert outside not in _all_text(statement), statement.id


def _all_text(statement: Statement) -> str:
    return f"{statement.text} {statement.reading}"
