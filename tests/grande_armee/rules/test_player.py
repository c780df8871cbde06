"""The automatic player and the adviser of La Grande Armée."""

from __future__ import annotations

import random

import pytest

from data.grande_armee.outlooks import OUTLOOKS
from engines.core.dice import Dice
from engines.core.game import Game
from engines.grande_armee import actions
from engines.grande_armee.player.adviser import chance
from engines.grande_armee.player.policy import STUDY
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, moving
from tests.support.depth import depth, seed

TITLE = GrandeArmee()


def winner(scenario: str, seat: str, name: str) -> str | None:
    """The winner where one seat is played by the greedy policy and the other at random."""
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup(scenario, {}, dice).state
    while decisions := TITLE.decisions(state):
        asked = decisions[0].seat
        action = TITLE.suggest(state, asked, rng) if asked == seat else None
        action = action or rng.choice(TITLE.legal_actions(state, asked))
        state = TITLE.apply(state, asked, action, dice).state
    outcome = TITLE.outcome(state)
    assert outcome is not None
    return outcome.winner


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize(("scenario", "seat"), [("1805", "french"), ("1809", "french"), ("1806", "allied")])
def test_it_beats_random_play(scenario: str, seat: str) -> None:
    games = [winner(scenario, seat, seed(f"{scenario} {nth}")) for nth in range(depth(1, 20))]
    assert games.count(seat) >= 0.9 * len(games)


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        (
            "attack 2222 by french-1-8-1, french-5-4-3 under lannes",
            "`attack Weimar (2222) by French 1-8 (1), French 5-4 (3) under Lannes`",
        ),
        ("resolve 2222 2", "`resolve Weimar (2222) 2`"),
        ("create all", "`create all`"),
        ("end", "`end`"),
    ],
)
def test_reasons_name_units_and_places_as_people_know_them(typed: str, named: str) -> None:
    state = TITLE.setup("1806", {}, Dice("named")).state
    assert TITLE.adviser.named(TITLE.parse(state, typed)) == named


def suggested(table: Table) -> str:
    """What it does for the seat that is asked."""
    assert table.asked is not None
    action = table.title.suggest(table.state, table.asked[0], random.Random(0))
    assert action is not None
    return table.title.notation(action)


def played(table: Table, kind: str) -> list[str]:
    """What it does in a step, to its end."""
    done: list[str] = []
    while table.asked is not None and table.asked[1] == kind:
        done.append(suggested(table))
        table.do(done[-1], faces=(1,))
    return done


@pytest.mark.parametrize("name", ["d3", "d4"])
def test_no_die_of_a_forced_march_is_thrown_without_a_leg_after_it(name: str) -> None:
    # In these games a corps of Ney's has no second leg worth its roll.
    game, chance = Game(TITLE, scenario="1806", seed=name), random.Random(name)
    marched: list[actions.March] = []
    while isinstance(state := game.state, State) and state.turn < 3:
        decision = game.decisions[0]
        action = TITLE.forced(state, decision) or TITLE.suggest(state, decision.seat, chance)
        assert action not in (None, actions.REST)
        if isinstance(action, actions.March):
            marched.append(action)
        game.act(decision.seat, action)
    assert marched
    assert all(action.onward for action in marched)


def test_no_stack_starves_by_its_own_choice() -> None:
    units = {"french-5-4-1": "0612", "french-5-4-2": "0612", "french-supply-1": "0612"}
    assert suggested(Table(units)) == "spend french-supply-1"


def test_it_attacks_what_promises_something_and_nothing_else() -> None:
    units = {"french-18-2-1": "0612", "austrian-4-3-1": "0611"}
    assert suggested(Table(units)) == "attack 0611 by french-18-2-1"
    weak = {"french-2-5-1": "0612", "austrian-4-3-1": "0611"}
    assert suggested(Table(weak)) == "end"
    river = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    assert suggested(Table(river, plain(rivers=["0611/0612"]))) == "end"


def test_units_that_stand_apart_meet_for_one_battle() -> None:
    # Neither corps beats the army alone; on one hex, with supply and Davout, they do.
    units = {
        "french-5-4-1": "0410",
        "french-5-4-2": "0412",
        "french-supply-1": "0411",
        "davout": "0411",
        "austrian-18-2-1": "0712",
    }
    table = moving(units, scenario="1809")
    played(table, "movement")
    stand = table.at("french-5-4-1")
    assert stand == table.at("french-5-4-2") == table.at("davout")
    played(table, "combine")
    assert played(table, "stacking") == ["spend french-supply-1"]
    assert played(table, "declare")[0] == "attack 0712 by french-5-4-1, french-5-4-2 under davout"


@pytest.mark.case("A-45")
def test_no_elimination_takes_the_supply_that_its_own_stack_needs() -> None:
    units = {
        "french-2-5-1": "0612",
        "french-3-7-1": "0612",
        "french-supply-1": "0612",
        "austrian-1-5-1": "0611",
    }
    assert not [action for action in played(moving(units, scenario="1805"), "movement") if "elim" in action]


def test_whoever_would_be_destroyed_gets_out_of_the_way() -> None:
    units = {"french-18-2-1": "0612", "french-supply-1": "0612", "austrian-4-3-1": "0611"}
    table = Table(units, scenario="1805").do("attack 0611 by french-18-2-1", "spend french-supply-1", "end")
    assert table.asked == ("allied", "defence")
    assert suggested(table).startswith("retreat austrian-4-3-1 > ")
    strong = {"french-5-4-1": "0612", "austrian-18-2-1": "0611"}
    table = Table(strong, scenario="1805").do("attack 0611 by french-5-4-1", "end")
    assert suggested(table) == "end"


def test_an_empty_fortress_of_the_enemy_is_walked_into() -> None:
    box = plain(fortresses=["0712"])
    table = moving({"french-2-5-1": "0410"}, box, allied=["0712"])
    played(table, "movement")
    assert table.at("french-2-5-1") == "0712"


def half_marched() -> list[State]:
    """The states of a first French Movement Phase."""
    dice, rng, states = Dice("half"), random.Random(0), list[State]()
    state = TITLE.setup("1806", {}, dice).state
    while (state.turn == 1 and state.phase != "supply") or state.side == "allied":
        asked = TITLE.deciding(state)[0]
        if (asked, state.phase) == ("french", "movement"):
            states.append(state)
        action = TITLE.suggest(state, asked, rng)
        assert action is not None
        state = TITLE.apply(state, asked, action, dice).state
    return states


def test_it_decides_by_the_position_and_not_by_what_it_has_thought_before() -> None:
    states = half_marched()
    assert len(states) > 20
    for state in states[::4]:
        again = state.copy()
        again.__dict__.clear()
        fresh = GrandeArmee().suggest(again, "french", random.Random(1))
        assert fresh == TITLE.suggest(state, "french", random.Random(2))


def test_advice_is_legal_and_best_first() -> None:
    for state in half_marched()[::5]:
        advice = TITLE.advise(state, "french", random.Random(0))
        assert 1 <= len(advice) <= 3
        assert all(TITLE.is_legal(state, "french", each.action) for each in advice)
        assert all(0 < each.expected < 1 and each.reason for each in advice)
        assert [each.expected for each in advice] == sorted((each.expected for each in advice), reverse=True)
        assert TITLE.advise(state, "allied", random.Random(0)) == []


def test_a_side_has_the_better_chance_the_more_of_what_scores_is_its_own() -> None:
    box = plain(fortresses=["0712", "1520", "0320"])
    units = {"french-5-4-1": "0410", "austrian-5-4-1": "1515"}
    many, few = moving(units, box, turn=2), moving(units, box, turn=2, allied=["0712", "1520", "0320"])
    french = [chance(table.title.box, table.state, "french") for table in (many, few)]
    assert french[0] > french[1]
    assert chance(few.title.box, few.state, "allied") == pytest.approx(1 - french[1])


@pytest.mark.parametrize(("scenario", "won"), [("1805", 0.413), ("1806", 0.507), ("1809", 0.560)])
def test_a_game_begins_with_the_chance_that_others_had(scenario: str, won: float) -> None:
    """Of 150 games each; the standard error of such a share is 0.04."""
    state = TITLE.setup(scenario, TITLE.chosen({}), Dice("begins")).state
    assert chance(TITLE.box, state, "french") == pytest.approx(won, abs=0.07)
    assert len(OUTLOOKS[scenario].turns) == len(TITLE.box.scenarios[scenario].turn) + 1


def test_the_study_names_every_end_and_part_of_a_game() -> None:
    assert set(STUDY.policies) == {"random", "greedy"}
    state = TITLE.setup("1805", {}, Dice("study")).state
    assert STUDY.stage(state) == STUDY.stages[0]
    assert set(STUDY.levels) == set(TITLE.seats)


@pytest.mark.parametrize(("turn", "fights"), [(2, True), (5, False)])
def test_the_main_army_marches_on_the_fortress_that_scores_most_when_time_runs_out(
    turn: int, fights: bool
) -> None:
    # From the depot it is sixteen movement points, four turns, to 0706; it makes a forced march.
    units = {"french-depot-1": "0722", "french-5-4-1": "0722", "austrian-2-5-1": "0725"}
    table = moving(units, plain(fortresses=["0706"]), allied=["0706"], turn=turn)
    played(table, "movement")
    assert table.at("french-5-4-1") == ("0724" if fights else "0714")
