"""Standing orders: what each comes to, from what its side may know."""

from __future__ import annotations

import pytest

from engines.core.errors import NotationError
from engines.valmy.actions import notation
from engines.valmy.combat import frames as combat
from engines.valmy.combat.frames import Battle, Board, Combat, Place
from engines.valmy.frames import Activations, Bid, Displaced, Overrun, Reaction, Recovery, SetUp
from engines.valmy.orders.outside import ORDERS
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import AnyFrame, State
from engines.valmy.words import words_of
from tests.valmy.builder import Given, given, ids, small

PLACES: dict[str, Place] = {
    **dict.fromkeys(ids("f1-f2 g1-g2"), "main"),
    **dict.fromkeys(ids("f3-f4 l1"), "reserve"),
    **dict.fromkeys(ids("h1-h2 u1"), "left"),
}


def ordered(state: State, text: str) -> str | None:
    """What an order for whoever is asked comes to, as it is typed; it has to be allowed."""
    (decision, *_) = PROCEDURE.asked(small(), state)
    kept = ORDERS.read(words_of(small()), decision.kind, text)
    assert ORDERS.read(words_of(small()), decision.kind, kept) == kept
    action = PROCEDURE.ordered(small(), state, decision, kept)
    if action is None:
        return None
    assert PROCEDURE.refusal(small(), state, decision.seat, action) is None, notation(action)
    return notation(action)


def battle(frame: AnyFrame, **more: object) -> State:
    """A Major Battle that the French began, its board full, and somebody asked."""
    position = given().leader("dumouriez", "chalons").leader("brunswick", "metz")
    position.units("grandpre", "f1-f4 l1 h1-h2").units("grandpre", "g1-g2 u1").leader("stengel", "grandpre")
    position.units("vouziers", "g3").leader("borch", "clermont")
    position.came("grandpre", "french", "stenay").came("grandpre", "allied", "clermont")
    board = Board(places={**PLACES, "stengel": "left"}, **more)  # type: ignore[arg-type]
    fight = Battle("grandpre", "french", kind="major", step=5, board=board)
    return position.phase(
        "activations", Activations("allied"), Combat("french", fought=("grandpre",)), fight, frame
    ).state


@pytest.mark.case("I-1", "I-2", "I-3", "I-4", "I-25", "I-26")
def test_orders_outside_battles_come_to_these() -> None:
    def bids(frame: Bid) -> State:
        return given().phase("initiative", frame).state

    for frame, text, comes_to in (
        (Bid("french"), "none", "no-bid"),
        (Bid("french"), "chit 2", "bid 2"),
        (Bid("french"), "chit 2 from turn 5", "no-bid"),
        (Bid("allied", 1), "chit 2; outbid", "bid 2"),
        (Bid("allied", 2), "outbid up to 2", "no-bid"),
    ):
        assert ordered(bids(frame), text) == comes_to, text
    near = given().force("stengel", "vouziers", "f1-f2").units("stenay", "f5").units("grandpre", "f9 g1")
    near.phase("activations", Activations("allied"), Combat("allied"), Reaction("french", ("grandpre",)))
    for text, comes_to in (
        ("never", "end"),
        ("with stengel", "react vouziers > grandpre with stengel"),
        ("with stengel into verdun; with f5", "react stenay > grandpre with f5"),
        ("with f5 if 2 own units are there", "end"),
        ("with f5 if own units are there", "react stenay > grandpre with f5"),
        ("with g1", "end"),
    ):
        assert ordered(near.state, text) == comes_to, text
    meets = given().units("grandpre", "f1-f5 g1")
    meets.phase("activations", Combat("allied"), Overrun("french", "grandpre", tuple(ids("f1-f5"))))
    assert [ordered(meets.state, text) for text in ("overrun", "decline")] == ["overrun", "decline"]
    lone = (
        given()
        .leader("stengel", "grandpre")
        .units("grandpre", "g1")
        .phase("activations", Activations("french"), Displaced("french", "stengel", "grandpre"))
    )
    assert [ordered(lone.state, text) for text in ("auto", "prefer verdun, stenay")] == [
        "flee sedan",
        "flee stenay",
    ]
    weak = given().units("sedan", "f1", reduced=True).phase("recovery", Recovery("french"))
    assert [ordered(weak.state, text) for text in ("auto", "none")] == ["recover auto", "end"]
    start = Given().force("stengel", "sedan", "f1").leader("dietmann", "sedan")
    start.phase("set-up", SetUp(("french", "allied")))
    assert [ordered(start.state, text) for text in ("auto", "filled")] == [
        "arrange auto",
        "arrange dietmann : f1",
    ]


@pytest.mark.case("I-5", "I-6", "I-7", "I-8", "I-9", "I-10", "I-11", "I-12", "I-13")
def test_a_plan_answers_what_comes_before_the_melee() -> None:
    few = given().units("grandpre", "f1-f5 g1-g2")
    few.phase("activations", Battle("grandpre", "french"), combat.KindOfBattle("allied", "grandpre"))
    assert [ordered(few.state, text) for text in ("auto", "major")] == ["minor", "major"]
    deploying = battle(combat.Deploying("french"))
    assert ordered(deploying, "auto") == "deploy auto"
    assert ordered(deploying, "auto not in my own attacks") is None
    assert ordered(deploying, "line 2 horse reserve leaders reserve") == (
        "deploy main : f1 f2 ; reserve : f3 f4 h1 h2 stengel ; skirmish : l1"
    )
    boosting = battle(combat.Boosting("french", "grandpre", attacks=True))
    assert [ordered(boosting, text) for text in ("none", "line", "cavalry")] == [
        "boost none",
        "boost auto",
        "boost h1:2",
    ]
    losing = battle(combat.Losses("french", 2, tuple(ids("f1-f4 l1")), "9.3.2"))
    assert [ordered(losing, text) for text in ("auto", "first f3", "spare f1, l1")] == [
        "lose auto",
        "lose f3 l1",
        "lose f2 f3",
    ]
    charging = battle(combat.Announcing("french"))
    for text, comes_to in (
        ("none", "charge none"),
        ("always", "charge left : h1 h2"),
        # Four, doubled, against two; the best morale is a point lower.
        ("if at least 4:1", "charge left : h1 h2"),
        ("if at least 5:1", "charge none"),
        ("if at least 1:1 and morale 0", "charge none"),
        ("if at least 1:1 and morale -1 leaders up to 1", "charge left : h1 h2 stengel"),
    ):
        assert ordered(charging, text) == comes_to, text
    charged = battle(combat.Announcing("allied"), declared={"french": (("left", ("h1", "h2")),)})
    assert [ordered(charged, text) for text in ("if at least 1:2", "if at least 1:1")] == [
        "charge left : u1",
        "charge none",
    ]
    idle = battle(combat.Announcing("allied"))
    assert [ordered(idle, text) for text in ("always", "always and elsewhere")] == [
        "charge none",
        "charge left : u1",
    ]
    riding = {"declared": {"allied": (("left", ("u1",)),)}, "riding": {"allied": ("u1",)}}
    calling = battle(combat.CallingOff("allied"), **riding)
    assert [ordered(calling, text) for text in ("ride", "cancel if below 1:1", "cancel if below 2:1")] == [
        "ride",
        "ride",
        "cancel left",
    ]
    naming = battle(
        combat.Naming("french", ("f1", "f2"), combat.NOTES["french", combat.Stage.LEAD, None], "9.5")
    )
    assert [ordered(naming, text) for text in ("auto", "prefer g1, f2")] == ["lead f1", "lead f2"]
    lost = battle(combat.Sacrifice("french", ("h1", "h2"), 1, least=True))
    assert [ordered(lost, text) for text in ("auto", "spare h1")] == ["lose auto", "lose h2"]


@pytest.mark.case("I-14", "I-16", "I-17", "I-18", "I-19", "I-22", "I-23", "I-24", "I-27")
def test_a_plan_answers_the_melee_and_what_follows() -> None:
    deciding = battle(combat.Deciding("allied", answers=True))
    for text, comes_to in (
        ("never", "halt"),
        ("always", "melee"),
        # Four in Main against two there and three in Reserve.
        ("if at least 2:3", "melee"),
        ("if at least 1:1", "halt"),
        ("if at least 2:3 not in my own attacks", "melee"),
    ):
        assert ordered(deciding, text) == comes_to, text
    assert ordered(battle(combat.Deciding("french", answers=False)), "always not in my own attacks") is None
    adding = battle(combat.Adding("french"), ready=("h1",), melee="french")
    assert [ordered(adding, text) for text in ("auto", "none")] == ["add auto", "add none"]
    committing = combat.Committing("french", ("f3", "f4", "l1"), 2, empty=False, case="9.5")
    reserve = battle(committing, melee="french")
    assert [ordered(reserve, text) for text in ("auto", "none", "hold 2 back")] == [
        "commit auto",
        "commit none",
        "commit f3",
    ]
    drawing = battle(combat.Reinforcing("allied", "grandpre"), melee="french")
    for text, comes_to in (
        ("none", "end"),
        ("with g3", "react vouziers > grandpre with g3"),
        ("with borch at sedan; with g3 if at most 3:1", "react vouziers > grandpre with g3"),
        ("with g3 if at most 1:3", "end"),
    ):
        assert ordered(drawing, text) == comes_to, text
    after = battle(combat.Aftermath("french", ("h1",)))
    assert [ordered(after, text) for text in ("join", "keep", "main")] == ["join", "keep", "main"]
    leaving = battle(combat.Withdrawal("allied", "grandpre", attacks=False))
    leaves: tuple[tuple[str, str | None], ...] = (
        ("auto", "stay"),
        ("stay", "stay"),
        ("always", "withdraw"),
        ("if at most 1:1", "withdraw"),
        ("if at most 1:2", "stay"),
        ("if fewer than 4", "withdraw"),
        ("stay in minor battles", None),
        ("auto not in my own attacks", "stay"),
    )
    for text, found in leaves:
        assert ordered(leaving, text) == found, text
    beaten = battle(combat.Retreat("allied", "grandpre", ("g1", "g2"), (), attacks=False))
    assert [ordered(beaten, text) for text in ("auto", "prefer sedan")] == ["retreat auto", "retreat auto"]
    assert ordered(beaten, "prefer clermont") == "retreat clermont"


@pytest.mark.parametrize(
    ("kind", "typed"),
    [("bid", "chit 7"), ("reaction", "with paris"), ("melee", "if at least 9:1"), ("x", "y")],
)
def test_what_is_no_order_is_refused_with_the_forms(kind: str, typed: str) -> None:
    with pytest.raises(NotationError) as refusal:
        ORDERS.read(words_of(small()), kind, typed)
    assert bool(refusal.value.choices) == (kind != "x")
