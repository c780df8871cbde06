"""Battles and marches say on the button, or beside it, what they lead to."""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from bot.games.valmy.beside import Beside
from bot.games.valmy.choices import Choices
from bot.games.valmy.names import Names
from bot.games.valmy.standing import Standing
from bot.posts.card.face import high
from bot.surface.layout import LABEL
from engines.valmy.actions import END
from engines.valmy.combat import actions as combat
from engines.valmy.combat.boosts import givers
from engines.valmy.combat.charges import cavalry
from engines.valmy.combat.frames import (
    NOTES,
    Announcing,
    Battle,
    Board,
    Boosting,
    Combat,
    Deciding,
    Losses,
    Naming,
    Place,
    Retreat,
    Stage,
    Withdrawal,
)
from engines.valmy.combat.losses import usual
from engines.valmy.combat.shock import NamingOne
from engines.valmy.frames import Activation, Activations, Mover
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State, put_units, steps, units_in
from engines.valmy.view import view
from tests.valmy.bot.games import TITLE, WORDS, games
from tests.valmy.builder import Given, given, small


def words(state: State, side: str = "french") -> Choices:
    """The choices of a side in a position of the small box."""
    assert side in ("french", "allied")
    return Choices(Names(small()), state, side, view(small(), state, side))  # type: ignore[arg-type]


def at_board(position: Given) -> Given:
    """A Major Battle in Grandpré, both sides in Main."""
    board = Board(places={"f1": "main", "g1": "main"})
    battle = Battle("grandpre", "french", kind="major", board=board)
    return (
        position.units("grandpre", "f1")
        .units("grandpre", "g1")
        .phase("activations", Activations("french"), Combat("french"), battle)
    )


def test_whoever_does_not_attack_in_main_reads_what_comes_of_it() -> None:
    state = at_board(given()).state
    state.stack.append(Deciding("french", answers=False))
    label = words(state).choice(combat.HOLD).label
    assert label == "Hold back: the Allies attack or end it"
    state.stack[-1] = Deciding("allied", answers=True)
    assert words(state, "allied").choice(combat.HALT).label == "End the battle: no winner, both stay"
    # It is so: the defender ends it, and both are still there.
    table = at_board(given()).table()
    table.state.stack.append(Deciding("allied", answers=True))
    table.act("halt")
    assert table.where("f1", "g1") == ["grandpre", "grandpre"]


def test_the_losses_that_an_attack_costs_are_said_to_be_losses() -> None:
    state = at_board(given()).state
    state.stack.append(Deciding("french", answers=False))
    label = words(state).choice(combat.MELEE).label
    assert re.fullmatch(r"Attack in Main: you lose about \d\.\d steps, they lose \d\.\d", label)


def test_units_that_were_shattered_no_longer_stand_on_the_board() -> None:
    position = at_board(given()).units("grandpre", "f2")
    battle = position.state.stack[-1]
    assert isinstance(battle, Battle)
    board = Board(places={"f1": "main", "f2": "main", "g1": "main"})
    position.state.stack[-1] = msgspec.structs.replace(battle, board=board)

    def told() -> list[str]:
        lines = Standing(Names(small())).lines(view(small(), position.state, None), None)
        return [line for line in lines if "on the board" in line]

    assert told() == ["**French** on the board: Main 2", "**Allies** on the board: Main 1"]
    for unit in ("f2", "g1"):
        counter = position.state.units[unit]
        put_units(position.state, {unit: msgspec.structs.replace(counter, fate="eliminated", box=None)})
    assert told() == ["**French** on the board: Main 1"]


def test_a_withdrawal_says_where_it_leads() -> None:
    looked = 0
    for moment in games():
        if not moment.state.stack or not isinstance(top := moment.state.stack[-1], Withdrawal):
            continue
        (choice,) = [each for each in WORDS.choices(moment.state, top.side) if each.notation == "withdraw"]
        after = moment.state.copy()
        ends = set[str]()
        retreat = Retreat(top.side, top.box, tuple(units_in(TITLE.box, after, top.box, top.side)), (), False)
        after.stack.append(msgspec.structs.replace(retreat, attacks=top.attacks))
        for way in TITLE.legal_actions(after, top.side):
            if isinstance(way, combat.Retreat) and way.box is not None:
                ends.add(WORDS.names.name(way.box))
        _leave, found, told = choice.label.partition(" for ")
        assert (set(re.split(", | or ", told)) if found else set()) == ends, choice
        looked += bool(ends)
    assert looked


def test_a_charge_says_whom_it_meets_and_whether_it_answers_one() -> None:
    places: dict[str, Place] = {"f1": "main", "h1": "left", "g1": "main", "u1": "left"}
    charge = combat.Charge((("left", ("u1",)),))
    position = given().units("grandpre", "f1 h1").units("grandpre", "g1 u1")
    own, enemy = map(Names(small()).name, ("u1", "h1"))
    answers: dict[tuple[tuple[Place, tuple[str, ...]], ...], str] = {
        (): f"Charge from the left ({own}) against {enemy}",
        (("left", ("h1",)),): f"Counter-charge from the left ({own}) against {enemy}",
    }
    for declared, label in answers.items():
        board = Board(places=places, declared={"french": declared})
        battle = Battle("grandpre", "french", kind="major", board=board)
        position.phase("activations", battle, Announcing("allied"))
        choice = words(position.state, "allied").choice(charge)
        assert choice.label == label
        won, lost = map(int, re.findall(r"throws them back (\d+)%, is shattered (\d+)%: ", choice.reason)[0])
        assert 0 < won + lost <= 100


def test_whoever_names_the_unit_that_leads_a_melee_is_told_that_it_takes_the_first_loss() -> None:
    state = at_board(given()).state
    frame = Naming("french", ("f1",), NOTES["french", Stage.LEAD, None], "9.5")
    asked = NamingOne().asks(small(), state, frame)
    assert asked.prompt == "Name the lead unit, which loses first"
    charged, riders = (msgspec.structs.replace(frame, case=case) for case in ("9.4.2", "9.4.5"))
    assert NamingOne().asks(small(), state, charged).prompt.endswith("; beaten, it may lose a step")
    assert NamingOne().asks(small(), state, riders).prompt.endswith("; above it all are gone until next turn")
    state.stack.append(frame)
    (said, *_arms) = Beside(Names(small()), state, "french", view(small(), state, "french")).lines()
    assert said == "It loses the first step. The lead with the better morale helps its side's dice."


def test_a_way_to_take_losses_names_every_unit_that_loses_a_step() -> None:
    seen = Counter[str]()
    for moment in games():
        if not moment.state.stack or not isinstance(top := moment.state.stack[-1], Losses):
            continue
        for choice in WORDS.choices(moment.state, top.side):
            action = TITLE.parse(moment.state, choice.notation, top.side)
            if not isinstance(action, combat.Lose):
                continue
            assert len(choice.label) <= LABEL
            if action.units is None:
                first, *_others = usual(TITLE.box, moment.state, top)
                assert choice.label.startswith(f"For me, a step off {TITLE.box.name(first)}")
                continue
            seen["first" if " first: a step off " in choice.label else "named"] += 1
            if "first" not in choice.label:
                for unit, lost in Counter(action.units).items():
                    gone = lost >= steps(TITLE.box, moment.state, unit)
                    assert TITLE.box.name(unit) in choice.label
                    assert (f"{TITLE.box.name(unit)} (shattered)" in choice.label) is gone
                    seen["gone"] += gone
    assert seen["named"] > 5
    assert seen["gone"]


def test_the_points_of_morale_and_their_price_stand_beside_the_choices() -> None:
    looked = 0
    for moment in games():
        if not moment.state.stack or not isinstance(top := moment.state.stack[-1], Boosting):
            continue
        points = givers(TITLE.box, moment.state, top.box, top.side, attacks=top.attacks).values()
        first, *_arms = WORDS.barred(moment.state, top.side)
        match = re.fullmatch(
            r"Your leaders have (\d+) points?: \+1 morale each, for fire, charges and morale checks\.", first
        )
        assert match is not None
        assert int(match[1]) == sum(points)
        other = "allied" if top.side == "french" else "french"
        assert WORDS.barred(moment.state, other) == []
        # Both have room beside each other on a phone.
        (boost,) = WORDS.forms(moment.state, top.side)
        assert high([WORDS.choice(moment.state, top.side, combat.NO_BOOST).label, boost.label]) == 1
        looked += 1
    assert looked > 3


def test_arms_in_the_names_of_units_that_lose_steps_are_spelt_out() -> None:
    state = next(
        moment.state
        for moment in games()
        if moment.state.stack
        and isinstance(top := moment.state.stack[-1], Losses)
        and any(TITLE.box.name(unit).endswith(" RL") for unit in top.units)
    )
    (decision,) = PROCEDURE.asked(TITLE.box, state)
    said, arms = WORDS.barred(state, decision.seat)
    assert said == "Units that are hit roll two dice: above their morale they are shattered too."
    assert arms.startswith("RL line")


def test_who_announces_charges_reads_the_arms_of_his_cavalry_alone() -> None:
    state = next(
        moment.state
        for moment in games()
        if moment.state.stack
        and isinstance(top := moment.state.stack[-1], Announcing)
        and top.side == "french"
        and cavalry(TITLE.box, moment.state, "french", "left")
    )
    said, *arms = WORDS.barred(state, "french")
    assert said.startswith("A unit that fails its roll stays put.")
    assert not any("RL line" in line for line in arms)


def test_ending_a_march_at_enemies_says_that_it_leads_to_a_fight() -> None:
    position = given().units("grandpre", "f1").units("grandpre", "g1")
    mover = Mover("grandpre", (), ("f1",), "sedan", spent=2, steps=1)
    state = position.phase("activations", Activation("french", None, (mover,))).state
    assert words(state).choice(END).label == "End the movement and fight in Grandpre"
    hidden = given().units("grandpre", "f1").force("courbiere", "grandpre", "g1")
    state = hidden.phase("activations", Activation("french", None, (mover,))).state
    assert words(state).choice(END).label == "End the movement; fight in Grandpre if units are there"
    state.stack[-1] = Activation("french", None, (Mover("grandpre", (), ("f1",), "grandpre"),))
    assert words(state).choice(END).label == "End the movement"


def test_only_the_side_that_decides_is_told_what_a_question_means() -> None:
    names = Names(small())
    state = at_board(given()).state
    state.stack.append(Boosting("french", "grandpre", attacks=True))
    assert Beside(names, state, "french", view(small(), state, "french")).lines()
    assert Beside(names, state, "allied", view(small(), state, "allied")).lines() == []
