"""The automatic player: legal, repeatable, blind to what it may not know, and better than chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.core.simulate import play, simulate
from engines.valmy import actions
from engines.valmy.box import OUT
from engines.valmy.combat.frames import Battle, Board, Combat, Deploying, KindOfBattle
from engines.valmy.events import Moved
from engines.valmy.frames import Activations, Bid
from engines.valmy.player.forces import clash, force_of, troops_of
from engines.valmy.player.greedy import greedy
from engines.valmy.player.outlook import Outlook
from engines.valmy.player.policy import LEVELS, STUDY
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State
from engines.valmy.title import Valmy
from engines.valmy.view import view
from tests.support.depth import depth, seed
from tests.support.elsewhere import printed_elsewhere
from tests.valmy.builder import Given, Table, given
from tests.valmy.fixtures import FIXTURE
from tests.valmy.small import small

TITLE = Valmy()


@cache
def positions() -> tuple[tuple[State, Side], ...]:
    """Positions of a greedy game, with the side that is asked."""
    dice, rng = Dice("greedy"), random.Random("greedy")
    state = TITLE.setup("campaign", {}, dice).state
    found: list[tuple[State, Side]] = []
    while owed := TITLE.decisions(state):
        side = next(side for side in SIDES if side == owed[0].seat)
        found.append((state, side))
        action = TITLE.suggest(state, side, rng)
        assert action is not None
        state = TITLE.apply(state, side, action, dice).state
    return tuple(found)


def reached() -> Iterator[tuple[State, Side]]:
    """Some of them."""
    yield from positions()[:: depth(17, 1)]


def suggested(position: Given | Table, side: Side = "french") -> str:
    """What the greedy policy does on the small map."""
    state = position.state
    legal = PROCEDURE.legal(small(), state, side)
    return actions.notation(greedy(small(), state, side, legal))


@pytest.mark.deep(seconds=20)
def test_a_suggestion_is_legal_and_the_same_again() -> None:
    for state, side in reached():
        one, again = (TITLE.suggest(state, side, random.Random(0)) for _ in range(2))
        assert one is not None
        assert TITLE.is_legal(state, side, one)
        assert one == again


def test_nothing_is_suggested_to_a_seat_that_is_not_asked() -> None:
    for state, _ in reached():
        others = {owed.seat for owed in TITLE.decisions(state)} ^ set(SIDES)
        assert all(TITLE.suggest(state, other, random.Random(0)) is None for other in others)


@pytest.mark.deep(seconds=60)
@pytest.mark.case("Y-2.3-b", "Y-2.3-d")
def test_a_suggestion_does_not_depend_on_what_the_other_side_holds() -> None:
    different, chooser = 0, random.Random(0)
    for state, side in reached():
        suggested = TITLE.suggest(state, side, random.Random(0))
        twins = list(FIXTURE().twins(state, side))
        for twin in chooser.sample(twins, min(depth(3, 1000), len(twins))):
            different += twin != state
            assert TITLE.suggest(twin, side, random.Random(0)) == suggested
    assert different > depth(10, 20)


def before(strong: str, weak: str) -> Given:
    """A French force in Clermont and an Allied one in Verdun, with nobody else about."""
    position = given().force("leveneur", "clermont", strong).force("borch", "verdun", weak)
    return position.units("sedan", "f23 f24")


@pytest.mark.parametrize(("strong", "weak", "attacks"), [("f1-f6", "g1", True), ("f1-f2", "g1-g5", False)])
def test_battle_is_given_at_good_odds(strong: str, weak: str, attacks: bool) -> None:
    table = before(strong, weak).table()
    if suggested(table) == "activate leveneur":
        table.roll_on("activate leveneur")
        assert (suggested(table) == "move clermont > verdun") == attacks
    else:
        assert not attacks


@pytest.mark.parametrize(("beside", "attacks"), [("g2", True), ("g2-g4", False)])
def test_no_battle_is_given_that_enemies_beside_would_turn(beside: str, attacks: bool) -> None:
    position = given().force("leveneur", "clermont", "f1-f6").units("verdun", "g1").units("metz", beside)
    table = position.leader("brunswick", "metz").units("sedan", "f23 f24").table()
    if suggested(table) == "activate leveneur":
        table.roll_on("activate leveneur")
        assert (suggested(table) == "move clermont > verdun") == attacks
    else:
        assert not attacks


def test_the_stronger_side_of_a_battle_is_expected_to_win_it() -> None:
    box, state = small(), given().units("grandpre", "f1-f8").units("vouziers", "f9-f10").state
    many = force_of(box, state, [f"f{n}" for n in range(1, 9)])
    few = force_of(box, state, ["f1", "f2", "f3", "f4", "f5"])
    forward, back = clash(troops_of(box), many, few), clash(troops_of(box), few, many)
    assert forward.net > 0 > back.net
    assert forward.win > 0.5 > back.win


def test_a_chit_is_kept_while_nothing_is_at_stake() -> None:
    quiet = given().force("leveneur", "sedan", "f1-f4").force("borch", "metz", "g1-g4")
    assert suggested(quiet.phase("initiative", Bid("french"))) == "no-bid"


def test_a_chit_is_played_before_a_battle_that_matters() -> None:
    near = before("f1-f6", "g1-g2").force("dumouriez", "clermont", "f7-f14")
    assert suggested(near.having(turn=6).phase("initiative", Bid("french"))).startswith("bid ")


def test_units_that_stand_alone_are_taken_along() -> None:
    position = before("f1-f3", "g1").units("clermont", "f4-f5")
    assert suggested(position) == "assign f4 f5 to leveneur"


def test_a_base_is_not_left_without_a_garrison() -> None:
    position = given().force("dumouriez", "sedan", "f1-f8").force("borch", "stenay", "g1 g2")
    position.units("verdun", "g24")
    table = position.table()
    for _ in range(4):
        if table.asked[0] != "french" or suggested(table) == "pass":
            break
        table.roll_on(suggested(table))
    assert any(table.state.units[f"f{n}"].box == "sedan" for n in range(1, 9))


@pytest.mark.case("Y-11.1.1-b", "A-11.1.1-1")
def test_the_commander_leaves_for_paris_last() -> None:
    """With three commands at the west edge and a free line home, they go out, Brunswick after them."""
    position = given().hand("allied").having(turn=5)
    position.force("brunswick", "reims").force("courbiere", "reims", "", "brunswick")
    position.force("kalckreuth", "reims", "", "brunswick").force("kohler", "reims", "", "brunswick")
    box = small()
    for leader in ("courbiere", "kalckreuth", "kohler"):
        command = box.leader[leader].command
        mine = [id for id, card in box.unit.items() if card.command == command][:5]
        position.units("reims", " ".join(mine), leader)
    position.units("verdun", "g24").units("metz", "f24")
    table = position.table()
    left: list[str] = []
    for _ in range(40):
        if not table.state.stack or table.state.turn > 5:
            break
        seat, _ = table.asked
        side: Side = "allied" if seat == "allied" else "french"
        action = suggested(table, side)
        if action.endswith(f"> {OUT}"):
            left.append(action)
        table.roll_on(action)
    assert table.state.ended == "Y-11.1.1-b" or table.state.leaders["brunswick"].fate == "exited"
    assert len(left) > 1


def test_who_is_seen_by_nobody_is_thought_to_be_with_his_leaders() -> None:
    position = given().force("courbiere", "verdun", "").force("leveneur", "sedan", "f1")
    command = small().leader["courbiere"].command
    mine = [id for id, card in small().unit.items() if card.command == command][:6]
    position.units("verdun", " ".join(mine), "courbiere")
    outlook = Outlook(small(), position.state, "french")
    assert round(outlook.enemy["verdun"].force.units) == 6


def test_every_end_is_counted() -> None:
    summary = simulate(TITLE, STUDY, "random", 2, "count")
    assert sum(summary.levels.values()) == 2


def won(side: Side, name: str) -> bool:
    """Whether the greedy policy wins as a side against chance."""
    dice, rng = Dice(name), random.Random(name)
    state = TITLE.setup("campaign", {}, dice).state
    while owed := TITLE.decisions(state):
        seat = owed[0].seat
        legal = TITLE.legal_actions(state, seat)
        action = greedy(TITLE.box, state, side, legal) if seat == side else rng.choice(legal)
        state = TITLE.apply(state, seat, action, dice).state
    outcome = TITLE.outcome(state)
    assert outcome is not None
    return outcome.winner == side


@pytest.mark.deep(seconds=250)
@pytest.mark.parametrize("side", SIDES)
def test_chance_is_beaten(side: Side) -> None:
    games = depth(1, 50)
    assert sum(won(side, seed(f"chance {side} {number}")) for number in range(games)) >= 0.98 * games


@pytest.mark.deep(seconds=30)
def test_nobody_goes_to_and_fro() -> None:
    """Of the moves of units few lead back at once to where they have come from, turn after turn."""
    moves = back = 0
    for number in range(depth(1, 10)):
        dice, rng = Dice(seed(f"fro {number}")), random.Random(0)
        state = TITLE.setup("campaign", {}, dice).state
        been: dict[str, list[str]] = {}
        while owed := TITLE.decisions(state):
            action = TITLE.suggest(state, owed[0].seat, rng)
            assert action is not None
            step = TITLE.apply(state, owed[0].seat, action, dice)
            state = step.state
            for event in step.events:
                if isinstance(event, Moved) and event.how == "movement":
                    for unit in event.units or ():
                        way = been.setdefault(unit, [event.start])
                        moves += 1
                        back += (
                            len(way) > 2 and way[-2:] == [event.end, event.start] and way[-3] == event.start
                        )
                        way.append(event.end)
    assert back < moves / 20


_CHILD = """
from engines.core.simulate import play
from engines.valmy.player.policy import STUDY
from engines.valmy.title import Valmy
print(play(Valmy(), STUDY, "greedy", "map"))
"""


def test_a_seed_gives_the_same_game_in_every_process() -> None:
    """Python orders sets of words anew in each process, and sums of floats depend on their order."""
    told = printed_elsewhere(_CHILD)
    assert told == f"{play(TITLE, STUDY, 'greedy', 'map')}\n"
    assert any(level in LEVELS for level in told.split("'"))


@pytest.mark.parametrize(
    ("ours", "theirs", "leader", "kind"),
    [
        ("f1-f6", "g1-g2", "courbiere", "major"),
        ("f1-f2", "g1-g6", "courbiere", "minor"),
        ("f1-f6", "u1-u2", None, "minor"),
        # Who is in a holding box may be foot.
        ("f1-f6", "u1-u2", "kohler", "major"),
    ],
)
def test_the_larger_side_takes_a_battle_to_the_board(
    ours: str, theirs: str, leader: str | None, kind: str
) -> None:
    position = given().units("grandpre", ours).units("grandpre", theirs, leader)
    position.leader("dumouriez", "sedan").leader("brunswick", "verdun")
    if leader:
        position.leader(leader, "grandpre")
    battle = (Combat("allied"), Battle("grandpre", "allied"), KindOfBattle("french", "grandpre"))
    assert suggested(position.phase("activations", Activations("allied"), *battle)) == kind


def deploying(position: Given, horse: str) -> str:
    """How the French deploy in Grandpré before an attacker who is not on the board yet."""
    position.units("grandpre", f"f1-f6 {horse}").leader("dumouriez", "sedan")
    battle = Battle("grandpre", "allied", kind="major", board=Board())
    return suggested(
        position.phase("activations", Activations("allied"), Combat("allied"), battle, Deploying("french"))
    )


@pytest.mark.parametrize(("horse", "theirs", "hides"), [("h1", "u1-u2", True), ("h1-h6", "u1", False)])
def test_horse_that_would_be_ridden_down_is_kept_in_reserve(horse: str, theirs: str, hides: bool) -> None:
    position = given().leader("brunswick", "verdun").units("grandpre", f"g1-g4 {theirs}")
    assert ("reserve : h1" in deploying(position, horse)) == hides


@pytest.mark.case("A-2.3-1", "Y-2.3-b")
def test_horse_is_deployed_by_how_many_come_and_not_by_what_they_are() -> None:
    foot = given().force("brunswick", "grandpre", "g1-g6").force("kohler", "verdun", "u1-u5")
    horse = given().force("brunswick", "grandpre", "u1-u5 g6").force("courbiere", "verdun", "g1-g5")
    for position in (foot, horse):
        position.leader("kohler", "verdun").leader("courbiere", "verdun")
    assert view(small(), foot.state, "french").boxes == view(small(), horse.state, "french").boxes
    assert deploying(foot, "h1") == deploying(horse, "h1")
