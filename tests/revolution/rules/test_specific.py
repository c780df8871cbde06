"""Of several answers that concern a question the most specific counts, in whatever order they are written."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.core.errors import NotationError
from engines.revolution.actions import AnyAnswer, File, parse
from engines.revolution.answers import Arrest, Modify, Reaction, Vote
from engines.revolution.foretold import foretold
from engines.revolution.politics.events import Counted, Vetoed
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State
from engines.revolution.war_answers import Escort, Wish
from tests.revolution.builder import BOX, TITLE, At, Table

BILLS = ["maximum/marais", "civic/marais", "civic/gironde"]


def votes(*options: str) -> At:
    return At("laws", "-letter", *options).set(
        filed=["talk", "plan", "people", "regions", "politics"], bills=[*BILLS]
    )


def counted(table: Table, text: str, seat: str = "gironde") -> dict[str, int | None]:
    """What a seat's form comes to, by bill, when nobody else says anything."""
    for other in ("royalist", "feuillant", "marais", "gironde", "mountain", "sans-culotte"):
        table.do(other, f"file {text}" if other == seat else "file auto")
    return {event.subject: event.cast[seat] for event in table.told(Counted) if event.kind == "vote"}


@pytest.mark.case("R-REGIME-16", "A-22")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["vote all yes", "vote civic no"], (1, 0, 0)),
        (["vote all yes", "vote civic/marais no"], (1, 0, 1)),
        (["vote all no", "vote political yes", "vote civic/gironde no"], (0, 1, 0)),
        (["vote all/marais no", "vote all yes"], (0, 0, 1)),
        (["vote political yes", "vote all/marais no"], (0, 1, 1)),
        (["vote political/marais no", "vote political yes", "vote all yes"], (1, 0, 1)),
        (["vote civic yes", "vote political/marais no"], (None, 1, 1)),
    ],
)
def test_the_most_specific_line_counts_in_any_order(
    lines: list[str], expected: tuple[int | None, ...]
) -> None:
    for order in permutations(lines):
        assert tuple(counted(votes().play(), " ; ".join(order)).values()) == expected, order


def test_the_law_of_the_government_is_also_its_currents() -> None:
    at = At("laws", "-letter").regime("terror").set(filed=["talk", "plan", "people", "regions", "politics"])
    question = REGISTRY.of["modify"]
    ours = parse(TITLE.words, "modify all/mountain -1", list)
    named = parse(TITLE.words, "modify all/government 1", list)
    other = parse(TITLE.words, "modify all/marais 1", list)
    assert not isinstance(ours, File) and not isinstance(named, File) and not isinstance(other, File)  # noqa: PT018
    far = [question.distance(BOX, at.state, one, "civic/government") for one in (named, ours, other)]  # type: ignore[arg-type]
    plain = question.distance(BOX, at.state, Modify("all", 1), "civic/government")
    assert far[0] is not None
    assert far[1] is not None
    assert plain is not None
    assert far[0] < far[1] < plain
    assert far[2] is None


@pytest.mark.case("R-POL-28")
def test_a_veto_of_a_type_gives_way_to_the_law_by_name() -> None:
    for text in ("veto all yes ; veto emigres no", "veto emigres no ; veto anti-privilege yes"):
        at = votes().set(bills=["emigres/marais"]).play()
        for seat in ("royalist", "gironde", "marais", "mountain", "sans-culotte"):
            at.do(seat, "file vote all yes")
        at.do("feuillant", f"file {text}")
        assert not at.told(Vetoed)
    message = votes().play().refused("feuillant", "file veto economic yes", "R-POL-28")
    assert "alone" in message


@pytest.mark.case("R-JUSTICE-02", "R-JUSTICE-03")
def test_prisoners_are_judged_by_their_current_and_by_name_before_it() -> None:
    def state() -> At:
        at = votes().set(bills=[])
        for id in ("charette", "cadoudal", "marat"):
            at.person(id, state="prison", region=None)
        return at

    for text in (
        "verdict royalist guilty ; verdict charette innocent",
        "verdict charette innocent ; verdict all innocent ; verdict royalist guilty",
    ):
        table = state().play()
        for seat in ("feuillant", "royalist", "gironde", "marais", "mountain", "sans-culotte"):
            table.do(seat, f"file {text}")
        lead = {e.subject: e.yes > e.no for e in table.told(Counted) if e.kind == "verdict"}
        assert lead == {"charette": False, "cadoudal": True, "marat": False}


def test_all_laws_are_not_the_kings_guilt() -> None:
    question, state = REGISTRY.of["vote"], votes().state
    assert question.distance(BOX, state, Vote("all", True), "king") is None
    assert question.distance(BOX, state, Vote("king", True), "king") == 0
    assert question.distance(BOX, state, Vote("king", True), "civic/marais") is None


def answers(state: State, seat: str, text: str) -> list[tuple[str, str, str]]:
    form = parse(TITLE.words, f"file {text}", list)
    assert isinstance(form, File)
    notes = REGISTRY.asked_in(("votes",)).values()
    foreseen = foretold(BOX, state, seat, notes, form.answers)
    return [(one.question, one.subject, TITLE.notation(one.answer)) for one in foreseen]


def test_a_form_says_what_each_known_question_will_be_answered() -> None:
    at = votes().person("marat", state="prison", region=None)
    assert answers(
        at.state, "feuillant", "vote all yes ; vote civic/marais no ; verdict mountain guilty"
    ) == [
        ("vote", "maximum/marais", "vote maximum/marais yes"),
        ("vote", "civic/marais", "vote civic/marais no"),
        ("vote", "civic/gironde", "vote civic/gironde yes"),
        ("verdict", "marat", "verdict marat guilty"),
        ("critics", "", "declare support"),
    ]
    asked = votes("tie-asked").person("marat", state="prison", region=None)
    assert answers(asked.state, "feuillant", "vote all yes ; vote civic/marais no ; verdict mountain guilty")[
        -4:
    ] == [
        ("tie", "maximum/marais", "tie maximum/marais yes"),
        ("tie", "civic/marais", "tie civic/marais no"),
        ("tie", "civic/gironde", "tie civic/gironde yes"),
        ("tie", "marat", "tie marat yes"),
    ]
    # Silence is told too, and it is what comes of it.
    assert answers(at.state, "gironde", "vote maximum no")[:3] == [
        ("vote", "maximum/marais", "vote maximum/marais no"),
        ("vote", "civic/marais", "done"),
        ("vote", "civic/gironde", "vote civic/gironde yes"),
    ]


@pytest.mark.parametrize("seat", ["gironde", "feuillant"])
def test_what_is_foretold_is_what_is_cast(seat: str) -> None:
    text = "vote all/gironde no ; vote political/marais yes ; vote maximum no"
    at = votes()
    expected = {s: t for kind, s, t in answers(at.state, seat, text) if kind == "vote"}
    cast = counted(at.play(), text, seat)
    word = {1: "yes", 0: "no"}
    assert {s: f"vote {s} {word[v]}" if v is not None else "done" for s, v in cast.items()} == expected


@pytest.mark.parametrize("typed", ["king/gironde", "civic/", "/gironde", "all/", "civic/nobody", "all/all"])
def test_a_proposer_that_cannot_be_meant_is_refused_and_not_dropped(typed: str) -> None:
    for verb in ("vote", "tie", "veto"):
        with pytest.raises(NotationError):
            parse(TITLE.words, f"{verb} {typed} yes", list)


@pytest.mark.case("R-MIL-31")
def test_a_wish_to_fight_is_about_its_region() -> None:
    question, state = REGISTRY.of["wish"], votes().state
    assert question.distance(BOX, state, Wish("lille", True), "lille") == 0
    assert question.distance(BOX, state, Wish("lille", True), "metz") is None


@pytest.mark.case("R-KING-10", "R-REGIME-44", "R-REGIME-01")
@pytest.mark.parametrize(
    ("answer", "seat", "case"),
    [
        (Escort("coburg", True), "gironde", "R-MIL-25"),
        (Escort("coburg", True), "royalist", None),
        (Reaction(True), "gironde", "R-REGIME-44"),
        (Reaction(True), "marais", "R-REGIME-01"),
    ],
)
def test_what_is_another_currents_is_written_on_no_form(
    answer: AnyAnswer, seat: str, case: str | None
) -> None:
    refusal = REGISTRY.of[answer.question].refusal_ahead(BOX, votes().state, seat, answer)
    assert (refusal and refusal.statement) == case


def test_an_answer_to_another_question_is_no_removal() -> None:
    refusal = REGISTRY.of["remove"].refuses(BOX, At("removals").state, "gironde", "", Arrest("marat", 1))
    assert refusal is not None
    assert "remove barbaroux" in refusal.message


@pytest.mark.case("R-REGIME-27", "A-66")
def test_without_a_roll_at_the_trial_all_other_laws_are_modified() -> None:
    bills = ["trial/gironde", "civic/marais"]
    for options, asked in ((["-trial-needs-roll"], bills[1:]), ([], bills)):
        at = At("laws", "-letter", *options).regime("convention", bills=[*bills])
        assert REGISTRY.of["modify"].open(BOX, at.state, "marais") == asked
