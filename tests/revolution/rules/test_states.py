"""States from outside are refused by their field or can be played; refusals that say what is meant."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from data.revolution.tables import SEATS
from engines.core.errors import NotationError, StateError
from engines.core.record import digest, read_state
from engines.core.state import CANONICAL
from engines.revolution.events import Skipped
from engines.revolution.facts import moved
from tests.revolution.builder import TITLE, At

NOBODY = {"barnave": "dead", "la-fayette": "dead", "lameth": "dead", "laclos": "dead", "dandre": "dead"}


def asks(kind: str, *seats: str, subject: str = "", **given: Any) -> dict[str, Any]:
    return {"frame": "question", "seats": seats or ("feuillant",), "given": given, "kind": kind} | {
        "subject": subject
    }


def test_a_question_to_no_seat_is_refused() -> None:
    plain = msgspec.to_builtins(At("plots").state, str_keys=True)
    with pytest.raises(StateError, match=r"stack\[0\]\.seats"):
        read_state(TITLE, plain | {"stack": [asks("objective") | {"seats": ()}]})


DEPOSED = "legislative-commune-3"


def deposition(event: str) -> dict[str, Any]:
    return {"frame": "deposition", "kind": "deposition", "subject": event, "cast": {}, "asked": True}


def test_a_vote_on_the_deposition_of_the_king_for_its_event_can_be_loaded() -> None:
    plain = msgspec.to_builtins(At("commune-event").state, str_keys=True)
    read_state(TITLE, plain | {"stack": [deposition(DEPOSED), asks("deposition", *SEATS, subject=DEPOSED)]})


@pytest.mark.parametrize(
    ("stack", "field"),
    [
        ([{"frame": "opening"}], "stack.0"),
        ([{"frame": "turns", "kind": "arrest", "left": []}], "stack.0"),
        ([{"frame": "turns", "kind": "arrest", "left": ["danton"]}], "stack.0"),
        # It waits below a question that is asked first.
        ([{"frame": "turns", "kind": "commune", "left": ["government"]}, asks("objective")], "stack.0"),
        ([{"frame": "turns", "kind": "arrest", "left": ["marais"]}, asks("objective")], "stack.0"),
        ([{"frame": "turns", "kind": "muster", "left": ["government"]}, asks("objective")], "stack.0"),
        ([{"frame": "turns", "kind": "nothing", "left": ["marais"]}], "stack.0"),
        ([asks("nothing")], "stack.0"),
        ([asks("keep")], "stack.0"),
        ([{"frame": "opening"}, asks("vote", *SEATS, subject="civic/marais")], "stack.1"),
        (
            [
                {"frame": "bill", "law": "civic", "proposer": "marais"},
                asks("vote", *SEATS, subject="roux"),
            ],
            "stack.1",
        ),
        ([asks("wish", "royalist", "feuillant", subject="lille")], "stack.0"),
        ([asks("event", subject="no-such-row")], "stack.0"),
        # It waits for the question above it, and is asked later.
        ([asks("event", subject="no-such-row"), asks("objective")], "stack.0"),
        ([asks("objective", "danton")], "stack.0"),
        ([asks("objective", "marais", "marais")], "stack.0"),
        ([asks("objective", marais={"kind": "objective", "aim": "raise", "of": ""})], "stack.0"),
        ([asks("placement")], "stack.0"),
        ([{"frame": "form", "form": "menu", "covers": ["menu"], "seats": SEATS, "given": {}}], "stack.0"),
        (
            [{"frame": "form", "form": "plan", "covers": ["plan"], "seats": ["marais"], "given": {}}],
            "stack.0",
        ),
        ([{"frame": "form", "form": "plan", "covers": ["war"], "seats": SEATS, "given": {}}], "stack.0"),
        ([asks("objective"), {"frame": "opening"}], "stack.1"),
        # What is asked in turns is no question, and no question is asked in turns.
        ([asks("commune", "marais")], "stack.0"),
        ([asks("commune", "marais"), asks("objective")], "stack.0"),
        ([{"frame": "turns", "kind": "objective", "left": ["marais"]}], "stack.0"),
        # A law waits for another question, and so does a battle.
        (
            [
                {"frame": "bill", "law": "civic", "proposer": "marais"},
                asks("tie", subject="civic/marais"),
            ],
            "stack.1",
        ),
        (
            [
                {"frame": "bill", "law": "civic", "proposer": "marais", "stage": "over"},
                asks("veto", subject="civic/marais"),
            ],
            "stack.1",
        ),
        (
            [
                {"frame": "battle", "region": "lille", "stage": "hide", "attacker": "enemy"},
                asks("wish", "royalist", "feuillant", subject="lille"),
            ],
            "stack.1",
        ),
        # It is for an event that there is, and asked for the same.
        ([deposition("lille"), asks("deposition", *SEATS, subject=DEPOSED)], "stack"),
        (
            [deposition(DEPOSED), asks("deposition", *SEATS, subject="legislative-commune-4")],
            "stack.1",
        ),
    ],
)
def test_a_stack_that_asks_nothing_is_refused_by_its_field(stack: list[Any], field: str) -> None:
    at = At("objectives")
    for person, fate in NOBODY.items():
        at.person(person, state=fate)
    plain = msgspec.to_builtins(at.state, str_keys=True) | {"stack": stack}
    with pytest.raises(StateError, match=f"^{field}: "):
        read_state(TITLE, plain)
    read_state(TITLE, plain | {"stack": [asks("objective")]})


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"bills": ["free-prices"]}, "bills"),
        ({"bills": ["free-prices/"]}, "bills"),
        ({"bills": ["free-prices//helped"]}, "bills"),
        ({"bills": ["free-prices/marais/helped"]}, "bills"),
        ({"bills": ["free-prices/marais/helped/helped"]}, "bills"),
        ({"bills": ["free-prices/nobody"]}, "bills"),
        ({"proposed": [""]}, "proposed"),
        ({"objectives": {"": None}}, "objectives"),
        ({"joints": [{"seats": ["marais", "gironde"], "law_type": "", "proposer": "marais"}]}, "joints"),
        ({"papers": {"marais": [{"kind": "vote", "of": "free-prices/", "yes": True}]}}, "papers.marais"),
        ({"papers": {"marais": [{"kind": "vote", "of": "all/nobody", "yes": True}]}}, "papers.marais"),
        ({"papers": {"marais": [{"kind": "vote", "of": "king/marais", "yes": True}]}}, "papers.marais"),
        ({"papers": {"marais": [{"kind": "verdict", "person": "", "guilty": True}]}}, "papers.marais"),
        ({"papers": {"marais": [{"kind": "pin", "region": "", "yes": True}]}}, "papers.marais"),
        ({"papers": {"marais": [{"kind": "objective", "aim": "plot", "of": ""}]}}, "papers.marais"),
    ],
)
def test_a_name_that_is_missing_is_refused_by_its_field(changed: dict[str, Any], field: str) -> None:
    plain = msgspec.to_builtins(At("laws", "-letter").play().state, str_keys=True)
    with pytest.raises(StateError, match=f"^{field}: "):
        read_state(TITLE, plain | changed)


@pytest.mark.parametrize("frame", [{"frame": "bill", "law": "civic", "proposer": ""}])
def test_a_law_that_nobody_proposes_is_the_trial_alone(frame: dict[str, Any]) -> None:
    at = At("laws")
    for law, able in (("civic", False), ("trial", True)):
        stack = [frame | {"law": law, "stage": "judging"}, asks("vote", "marais", subject="king")]
        plain = msgspec.to_builtins(at.state, str_keys=True) | {"stack": stack}
        if able:
            read_state(TITLE, plain)
        else:
            with pytest.raises(StateError, match=r"^stack\.0: "):
                read_state(TITLE, plain)


@pytest.mark.parametrize(
    ("stage", "seat", "text"),
    [
        ("talk", "feuillant", "file decide all yes"),
        ("laws", "gironde", "file vote all yes ; vote economic/gironde no ; vote civic yes ; vote king no"),
        ("laws", "royalist", "file pin all no ; hide all yes ; wish all yes ; wish metz no"),
        ("laws", "marais", "file verdict all guilty ; verdict mountain innocent ; verdict marat guilty"),
        ("government-arrival", "feuillant", "file shift all 1 ; levy metz ; pin all yes"),
    ],
)
def test_a_state_with_answers_for_several_questions_can_be_loaded(stage: str, seat: str, text: str) -> None:
    bills = ["emigres/marais", "civic/gironde"]
    at = At(stage, "-letter").person("marat", state="prison", region=None)
    at.army("coburg metz", "regular-metz metz").set(bills=bills, war=True, entered=True)
    if stage == "talk":
        at.set(filed=[], bills=[])
    table = at.play()
    table.do(seat, text)
    read_state(TITLE, msgspec.to_builtins(table.state, str_keys=True))


@pytest.mark.case("R-SEQ-03")
@pytest.mark.parametrize(
    ("options", "text", "form"),
    [
        (("-letter",), "propose civic", "politics"),
        (("-letter", "fast"), "propose civic", "people"),
        (("-letter",), "ally marais", "talk"),
        (("sealed-steps",), "ally marais", "talk"),
    ],
)
def test_what_has_no_place_on_a_form_is_told_the_form_that_asks_it(
    options: tuple[str, ...], text: str, form: str
) -> None:
    table = At("government-objective", *options).play()
    refused = table.refused("gironde", f"file {text}", "R-SEQ-03")
    assert repr(text) in refused
    assert f"the form {form!r}" in refused


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("turn marais", "'turn' wants whose and by whom"),
        ("file turn marais", "'turn' wants whose and by whom"),
        ("muster army-retz", "'muster' wants an army and by whom"),
        ("land quiberon", "'land' wants an army and where"),
        ("common marais", "'common' wants with whom"),
        ("common marais on economic", "'common' wants with whom"),
        *((f"{verb} {of}", f"'{verb}' wants ") for verb, of in (("vote", "civic"), ("pin", "lille"))),
        *((f"{verb} {of}", f"'{verb}' wants ") for verb, of in (("verdict", "marat"), ("wish", "lille"))),
        ("decide legislative-commune-10", "'decide' wants an event, and yes or no"),
    ],
)
def test_an_answer_that_lacks_a_part_is_told_what_it_lacks(text: str, wants: str) -> None:
    with pytest.raises(NotationError) as refused:
        TITLE.parse(At("deputies").play().state, text, "feuillant")
    assert refused.value.message.startswith(wants)


@pytest.mark.case("R-SEQ-10", "A-107", "R-FAME-03", "R-FAME-04")
def test_an_objective_that_nobody_can_bring_about_is_refused_with_the_reason() -> None:
    at = At("objectives").army("coburg lille").region("lille", coalition=True, control=None)
    at.region("metz", revolt=True).army("brunswick metz").army("regular-metz regular-lille nevers")
    at.set(war=True, entered=True, passed=["war", "conscription"])
    for seat, text, case in (
        ("feuillant", "law anti-privilege", "R-FAME-08"),
        ("marais", "law military", "R-FAME-08"),
        ("mountain", "law political", "R-FAME-08"),
        ("marais", "plot lille", "R-FAME-03"),
        ("marais", "convince la-fayette", "R-ACT-32"),
    ):
        at.forbids(seat, f"objective {text}", case)
    for text in ("suppress metz", "defeat paris", "law economic"):
        at.forbids("feuillant", f"purpose {text}", "R-FAME-04")
    assert at.forbids("feuillant", "purpose defeat paris", "R-FAME-04") == "There is no enemy army in Paris"
    held = At("objectives").army("coburg paris").region("paris", coalition=True, control=None)
    assert "Enemies are in Paris" in held.forbids("sans-culotte", "objective raise", "R-ACT-57")
    talk = At("talk").set(filed=[])
    for seat, text in (
        ("marais", "common feuillant on anti-privilege by feuillant"),
        ("mountain", "common sans-culotte on economic by mountain"),
    ):
        refused = talk.play().refused(seat, f"file {text}", "R-FAME-08")
        assert "can propose no law of that type this turn" in refused
    terror = At("talk").set(filed=[]).regime("terror").play()
    terror.refused("marais", "file common mountain on economic by marais", "R-FAME-08")
    assert talk.play().do("marais", "file common feuillant on anti-privilege by marais").told(Skipped) == []


@pytest.mark.case("R-SEQ-06", "R-SEQ-07")
def test_whom_the_rules_keep_from_being_allies_may_talk_all_the_same() -> None:
    table = At("talk").set(filed=[]).play()
    assert TITLE.talk_refusal(table.state, ("royalist", "marais", "mountain")) is None
    assert TITLE.talk_refusal(table.state, ("royalist", "sans-culotte")) is None
    assert TITLE.talk_refusal(table.state, ("royalist", "marais")) is None
    table.refused("royalist", "file ally mountain", "R-SEQ-07")
    table.refused("royalist", "file common mountain on economic by royalist", "R-FAME-09")
    later = At("objectives").play()
    refusal = TITLE.talk_refusal(later.state, ("feuillant", "marais"))
    assert refusal is not None
    assert refusal.statement == "R-SEQ-06"


@pytest.mark.case("R-ACT-18")
def test_a_regime_is_named_as_it_is_spoken_of() -> None:
    at = At("arrests").regime("thermidor").people("carnot paris")
    assert at.forbids("marais", "arrest carnot", "R-ACT-18").endswith("may not be arrested under Thermidor")
    at.regime("terror", former=None)
    assert at.forbids("mountain", "arrest carnot", "R-ACT-18").endswith("arrested under the Terror")


def test_a_hash_follows_every_change_of_a_state() -> None:
    state = At("objectives").state
    known = {digest(state)}
    state.tried.append(moved("regular-paris"))
    known.add(digest(state))
    for list_of in (state.filed, state.laws):
        list_of.append("civic")
        known.add(digest(state))
    state.stack.pop()
    assert digest(state) == sha256(CANONICAL.encode(state)).hexdigest()
    assert len({*known, digest(state)}) == 5


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bills", ["nothing/feuillant"]),
        ("laws", ["nothing"]),
        ("fired", ["nothing"]),
        ("held", ["nowhere"]),
        ("exiled", ["nobody"]),
        ("objectives", {"marais": {"kind": "objective", "aim": "nothing"}}),
        ("objectives", {"marais": {"kind": "objective", "aim": "plot", "of": "nowhere"}}),
        ("objectives", {"nobody": None}),
        ("papers", {"marais": [{"kind": "place", "where": [["danton", "nowhere"]]}]}),
        ("papers", {"marais": [{"kind": "plot", "region": "nowhere", "person": "danton"}]}),
    ],
)
def test_a_state_that_names_what_is_not_there_is_refused_by_its_field(field: str, value: Any) -> None:
    plain = msgspec.to_builtins(At("objectives").state, str_keys=True) | {"stack": [asks("objective")]}
    read_state(TITLE, plain)
    with pytest.raises(StateError, match=f"^{field}"):
        read_state(TITLE, plain | {field: value})
