"""What is offered to a side of *The Valmy Campaign*: all legal, typed and read back, and of no secret."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games.contract import Presenter
from bot.games.parts.lists import MOST
from bot.games.shown import Does
from bot.games.valmy.battles import GAMES, forecast
from bot.games.valmy.choices import Choices
from bot.games.valmy.forecast import Forecasts, at_most
from bot.games.valmy.names import Names
from bot.games.valmy.same import once
from bot.surface import layout
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.valmy.actions import END, PASS, Activate, Move
from engines.valmy.actions import Bid as Play
from engines.valmy.combat import actions as combat
from engines.valmy.combat.actions import Retreat as Fall
from engines.valmy.combat.frames import (
    Battle,
    Board,
    Committing,
    Deciding,
    Losses,
    Place,
    Retreat,
    Withdrawal,
)
from engines.valmy.frames import Activation, Bid
from engines.valmy.view import battle_of, view
from render import CloseUp
from tests.valmy.bot.games import IDS, TITLE, WORDS, Moment, games
from tests.valmy.builder import given, small
from tests.valmy.fixtures import ValmyFixture

EACH = 3
"""Decisions of each kind and seat that are looked at."""
_GROUP = re.compile(r"[a-z-]{1,24}")


@pytest.fixture(scope="module")
def asked() -> list[tuple[Moment, str, str]]:
    """Some moments of each kind of decision, with the seat that is asked and the kind."""
    found: dict[tuple[str, str], list[tuple[Moment, str, str]]] = {}
    for moment in games():
        for decision in TITLE.decisions(moment.state):
            some = found.setdefault((decision.kind, decision.seat), [])
            some.append((moment, decision.seat, decision.kind))
    return [each for some in found.values() for each in some[:: max(1, len(some) // EACH)][:EACH]]


def test_every_kind_of_decision_is_looked_at(asked: list[tuple[Moment, str, str]]) -> None:
    rare = {"after-charge", "overrun", "sacrifice", "adding", "surplus", "bid"}
    assert set(ValmyFixture.kinds) - {kind for _, _, kind in asked} <= rare


def test_all_that_is_offered_is_legal_and_reads_back(asked: list[tuple[Moment, str, str]]) -> None:
    for (state, _), seat, _ in asked:
        choices = WORDS.choices(state, seat)
        assert choices
        for choice in choices:
            action = TITLE.parse(state, choice.notation, seat)
            assert TITLE.is_legal(state, seat, action), choice
            assert choice.label, choice
            assert not IDS.search(choice.label), choice
            assert TITLE.parse(state, TITLE.notation(action), seat) == action


def test_no_two_choices_of_a_group_are_called_the_same(asked: list[tuple[Moment, str, str]]) -> None:
    tops = ((moment, moment.state.stack[-1]) for moment in games() if moment.state.stack)
    hit = [(moment, top.side, "losses") for moment, top in tops if isinstance(top, Losses)]
    for (state, _), seat, kind in [*asked, *hit]:
        for group in WORDS.groups(state, seat):
            labels = [choice.label for choice in group.choices]
            assert len(set(labels)) == len(labels), (kind, sorted(labels))


def test_of_several_that_march_each_way_says_whose_it_is() -> None:
    """A way alone in its list is a button, without the heading of the list."""
    for state, _ in games():
        for side in SIDES:
            names, known = Names(TITLE.box), view(TITLE.box, state, side)
            parting = [
                choice
                for listing in Choices(names, state, side, known).listings([])
                for choice in (entry.choice for entry in listing.entries)
                if listing.id == "split"
            ]
            if not parting:
                continue
            action = TITLE.parse(state, parting[0].notation, side)
            parted = TITLE.apply(state, side, action, Dice("parted")).state
            movers = Choices(names, parted, side, view(TITLE.box, parted, side)).movers()
            if len(movers) > 1:
                labels = [
                    choice.label
                    for group in WORDS.groups(parted, side)
                    if group.id.startswith(("step", "go"))
                    for choice in group.choices
                ]
                leaders = [names.name(mover.leaders[0]) for mover in movers]
                assert all(label.startswith(tuple(f"{name}: " for name in leaders)) for label in labels)
                assert len(set(labels)) == len(labels) > 1
                return
    raise AssertionError("nobody has parted")


def test_what_a_list_is_for_can_be_read_on_a_telephone(asked: list[tuple[Moment, str, str]]) -> None:
    letters = 32
    cut = {
        group.prompt
        for (state, _), seat, _ in asked
        for group in WORDS.groups(state, seat)
        if len(group.prompt) > letters
    }
    assert not cut


def test_all_that_is_listed_is_offered_once_but_for_other_leaders_of_a_single_unit(
    asked: list[tuple[Moment, str, str]],
) -> None:
    tops = ((moment, moment.state.stack[-1]) for moment in games() if moment.state.stack)
    chosen = [(moment, top.side) for moment, top in tops if isinstance(top, Losses | Committing | Retreat)]
    for (state, _), seat in [*((moment, seat) for moment, seat, _ in asked), *chosen]:
        offered = [TITLE.parse(state, each.notation, seat) for each in WORDS.choices(state, seat)]
        assert once(TITLE.box, state, offered) == offered
        for action in TITLE.legal_actions(state, seat):
            other = isinstance(action, Activate) and action.through is not None
            assert other or once(TITLE.box, state, [*offered, action]) == offered, action


def test_what_is_usual_stands_once_and_says_who_is_meant() -> None:
    board = Board(places={"f1": "main", "g1": "main", "f2": "reserve", "f3": "reserve"})
    battle = Battle("grandpre", "french", kind="major", board=board)
    position = given().units("grandpre", "f1-f3").units("grandpre", "g1")
    state = position.phase("activations", battle, Committing("french", ("f2", "f3"), 1, False, "9.5")).state
    names, seen = Names(small()), view(small(), state, "french")
    legal = [combat.COMMIT_AUTO, combat.Commit(()), combat.Commit(("f2",)), combat.Commit(("f3",))]
    words = Choices(names, state, "french", seen)
    entries = [entry.choice for listing in words.listings(legal) for entry in listing.entries]
    strongest = names.name(max(("f2", "f3"), key=lambda id: small().unit[id].full.strength))
    assert entries[0].notation == "commit auto"
    assert entries[0].label == f"Bring {strongest}"
    assert len({each.label for each in entries}) == len(entries) == 3


def test_long_lists_open_in_two_steps_and_none_is_cut(asked: list[tuple[Moment, str, str]]) -> None:
    opened = 0
    for (state, _), seat, _ in asked:
        shown: set[str] = set()
        for group in WORDS.groups(state, seat):
            assert _GROUP.fullmatch(group.id), group.id
            for choice in group.choices:
                if choice.does is Does.ORDER:
                    continue
                if choice.does is not Does.OPEN:
                    shown.add(choice.notation)
                    continue
                opened += 1
                for inside in WORDS.within(state, seat, choice.notation):
                    assert 1 < len(inside.choices) <= 2 * MOST, "a list of one would be a press for nothing"
                    shown |= {further.notation for further in inside.choices}
        assert shown == {choice.notation for choice in WORDS.choices(state, seat)}
        # As the contract has it for a game that says nothing of its own.
        assert shown == {choice.notation for choice in Presenter.choices(WORDS, state, seat)}
    assert opened > 10
    assert WORDS.within(asked[0][0].state, asked[0][1], "unit nowhere") == []


def test_every_form_begins_with_what_may_be_done(asked: list[tuple[Moment, str, str]]) -> None:
    met = set()
    for (state, _), seat, kind in asked:
        led = [a.who for a in TITLE.legal_actions(state, seat) if isinstance(a, Activate) and not a.through]
        for key in ["", *(f"part {id}" for id in led[:4] if kind == "activation")]:
            for form in WORDS.forms(state, seat, key):
                met.add(form.id.partition("-")[0])
                assert WORDS.form(state, seat, form.id) == form
                assert len(form.fields) <= 5
                written = WORDS.filled(state, seat, form.id, {f.id: f.value for f in form.fields})
                action = TITLE.parse(state, written, seat)
                assert TITLE.is_legal(state, seat, action), (form.id, written)
                for field in form.fields:
                    assert 0 < len(field.label) <= 45, field
                    assert 0 < len(field.hint) <= layout.DETAIL, field
                    assert "`" not in f"{field.label}{field.hint}{field.example}"
                    assert "Blank" in field.hint or form.id == "deploy"
                    # Each counter of a list is said in words.
                    assert all(option.detail for option in field.options)
                    assert {*field.value.splitlines()} <= {
                        option.value for option in field.options
                    } or not field.options
                if form.id in ("deploy", "arrange", "lose"):
                    default = TITLE.parse(
                        state, WORDS.filled(state, seat, form.id, {f.id: "" for f in form.fields}), seat
                    )
                    assert TITLE.is_legal(state, seat, default), form.id
    assert met >= {"arrange", "deploy", "charge", "boost", "lose", "with", "recover", "commit"}


def test_what_a_side_is_shown_hangs_on_nothing_that_it_may_not_know(
    asked: list[tuple[Moment, str, str]],
) -> None:
    looked = 0
    for (state, _), seat, _ in asked[::3]:
        words = (WORDS.groups, WORDS.close, WORDS.due, WORDS.barred)
        shown = [tell(state, seat) for tell in words]
        for twin in ValmyFixture().twins(state, seat):
            looked += twin != state
            assert [tell(twin, seat) for tell in words] == shown
    assert looked > 5


def test_a_way_is_told_with_its_cost_traffic_and_whom_it_meets() -> None:
    seen = {"traffic": False, "enemy": False, "dear": False}
    for moment in games():
        for decision in TITLE.decisions(moment.state):
            if not isinstance(moment.state.stack[-1], Activation):
                continue
            for choice in WORDS.choices(moment.state, decision.seat):
                if choice.notation.startswith("move "):
                    seen["traffic"] |= "MP, 1 of it for traffic on a used line" in choice.label
                    seen["dear"] |= "one box is always allowed)" in choice.label
                    seen["enemy"] |= "battle, if units are there" in choice.label
                    assert re.search(r" · \d( of \d)? MP", choice.label), choice
        if all(seen.values()):
            return
    raise AssertionError(seen)


def test_a_march_at_enemies_is_shown_first_and_an_open_one_is_gone_at_once() -> None:
    shown = plain = 0
    for moment in games():
        for decision in TITLE.decisions(moment.state):
            for action in TITLE.legal_actions(moment.state, decision.seat):
                if not isinstance(action, Move):
                    continue
                preview = WORDS.preview(moment.state, decision.seat, action)
                plain += preview is None
                if preview is not None:
                    shown += 1
                    assert preview.lines[0].startswith("🥾 **")
                    assert len("\n".join(preview.lines)) < layout.TEXT
                    assert all(not IDS.search(line) for line in preview.lines)
        if shown > 5 and plain > 50:
            return
    raise AssertionError((shown, plain))


def test_a_first_pass_says_when_it_is_final() -> None:
    first = next(
        moment.state
        for moment in games()
        for decision in TITLE.decisions(moment.state)
        if decision.kind == "activation" and "pass to end" not in decision.prompt
        if len(TITLE.legal_actions(moment.state, decision.seat)) > 1
    )
    (seat,) = TITLE.deciding(first)
    assert WORDS.choice(first, seat, PASS).label == "Pass: you can go on later unless they pass too"


def test_the_second_pass_is_confirmed_while_somebody_could_still_march() -> None:
    for moment in games():
        for decision in TITLE.decisions(moment.state):
            if decision.kind == "activation" and "pass to end" in decision.prompt:
                preview = WORDS.preview(moment.state, decision.seat, TITLE.parse(moment.state, "pass"))
                if preview is not None:
                    assert "This ends the activations of" in preview.lines[0]
                    assert preview.label == "End the activations"
                    return
    raise AssertionError("nobody passed")


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("french", ["chit 1: wins unless outbid with 2 or 3", "chit 3: the initiative is yours"]),
        ("allied", ["chit 1: the initiative is yours", "chit 3: the initiative is yours"]),
    ],
)
def test_a_chit_says_what_beats_it(side: Side, told: list[str]) -> None:
    state = given().phase("initiative", Bid(side)).state
    shown = Choices(Names(small()), state, side, view(small(), state, side))
    assert [shown.choice(Play(chit)).label for chit in (1, 3)] == [f"Play {each}" for each in told]


def test_a_charge_that_rides_and_who_loses_a_step_are_said_in_words(
    asked: list[tuple[Moment, str, str]],
) -> None:
    """No letters of the tables, and what troops a unit is of."""
    met = set()
    for (state, _), seat, kind in asked:
        if kind not in ("calling-off", "losses", "naming"):
            continue
        for choice in WORDS.choices(state, seat):
            assert not re.search(r"\b[ABDE][ERX]\b", choice.reason), choice
            if choice.notation == "ride" and "throws them back" in choice.reason:
                met.add("ride")
            if choice.notation.startswith("lead "):
                assert choice.reason.startswith(WORDS.names.kind(choice.notation.removeprefix("lead ")))
                met.add("lead")
    assert met == {"ride", "lead"}


def test_chances_of_dice_are_exact() -> None:
    assert at_most(7) * 36 == 21
    assert at_most(1) == 0
    assert at_most(12) == 1


def test_a_battle_is_played_out_with_its_error_and_reads_no_hidden_thing() -> None:
    for moment in games():
        battle = battle_of(moment.state)
        if battle is not None and battle.kind == "major":
            lines = forecast(TITLE, WORDS.names, moment.state, "french", battle.box, (), {})
            assert "from where it stands" in lines[0]
            many = "(none|all|about \\d of 10|less than 1 of 10|more than 9 of 10)"
            assert re.match(rf"You win {many}, they win {many}\. You lose \d+(\.\d)? steps", lines[1])
            assert "±" not in "".join(lines)
            assert f"{GAMES} simulated battles" in lines[-1]
            # It is the plan of who asks that is played out.
            gone = forecast(
                TITLE, WORDS.names, moment.state, "french", battle.box, (), {"withdrawal": "always"}
            )
            assert gone[1] != lines[1]
            break
    before = games()[40].state
    place = next(id for id, sides in TITLE.view(before, "french").boxes.items() if sides["allied"].leaders)
    lines = forecast(TITLE, WORDS.names, before, "french", place, ("29-rl", "71-rl"), {})
    assert lines[0].startswith("🔮 **If 2 units of yours attack in")
    for twin in ValmyFixture().twins(before, "french"):
        assert forecast(TITLE, WORDS.names, twin, "french", place, ("29-rl", "71-rl"), {}) == lines
    empty = next(
        id for id, sides in TITLE.view(before, "french").boxes.items() if not sides["allied"].leaders
    )
    with pytest.raises(UsageError, match="No enemies are seen"):
        forecast(TITLE, WORDS.names, before, "french", empty, ("29-rl",), {})


def test_the_end_of_a_movement_is_offered_last() -> None:
    for moment in games():
        for decision in TITLE.decisions(moment.state):
            if decision.kind == "movement" and TITLE.is_legal(moment.state, decision.seat, END):
                last = WORDS.groups(moment.state, decision.seat)[-1]
                assert [choice.notation for choice in last.choices] == ["end"]
                return


def test_whoever_cannot_react_is_told_so_and_why_the_question_comes() -> None:
    alone = 0
    for moment in games():
        for decision in TITLE.decisions(moment.state):
            if decision.kind == "reaction" and (choices := WORDS.choices(moment.state, decision.seat)):
                nobody = all("You can't react;" in choice.reason for choice in choices)
                assert nobody is (len(choices) == 1)
                alone += nobody
    assert alone


def test_a_unit_that_is_raised_for_a_battle_has_that_morale_in_every_list() -> None:
    board = Board(places={"f1": "main", "g1": "main"})
    position = given().units("grandpre", "f1").units("grandpre", "g1")
    for boosts, raised in (({}, 0), ({"f1": 2}, 2)):
        battle = Battle("grandpre", "french", kind="major", board=board, boosts=boosts)
        state = position.phase("activations", battle).state
        morale = small().unit["f1"].full.morale + raised
        assert f"morale {morale}" in Forecasts(
            Names(small()), state, "french", view(small(), state, "french")
        ).unit("f1")


def test_whoever_stays_after_a_minor_battle_is_not_told_that_it_goes_on() -> None:
    position = given().units("grandpre", "f1").units("grandpre", "g1")
    for kind, told in (("minor", "Stay in the box"), ("major", "Stay for a second round")):
        battle = Battle("grandpre", "french", kind=kind, board=Board())  # type: ignore[arg-type]
        state = position.phase("activations", battle, Withdrawal("french", "grandpre", attacks=True)).state
        words = Choices(Names(small()), state, "french", view(small(), state, "french"))
        assert words.choice(combat.STAY).label.startswith(told)
        assert words.choice(combat.WITHDRAW).reason.startswith("No units are lost while a box is open")


def test_whoever_attacks_an_empty_main_is_told_so() -> None:
    position = given().units("grandpre", "f1").units("grandpre", "g1")
    for places, why in (
        ({"f1": "main", "g1": "reserve"}, "Nobody stands in their Main yet"),
        ({"f1": "reserve", "g1": "main"}, "Your Main is empty: only units from the Reserve can fight"),
    ):
        battle = Battle("grandpre", "french", kind="major", board=Board(places=places))  # type: ignore[arg-type]
        state = position.phase("activations", battle, Deciding("french", answers=False)).state
        words = Choices(Names(small()), state, "french", view(small(), state, "french"))
        assert words.choice(combat.MELEE).reason == why


def test_horse_in_main_is_told_its_odds_against_those_who_ride_past_an_empty_flank() -> None:
    places: dict[str, Place] = {"f1": "main", "h1": "left", "h2": "right", "g1": "main", "u1": "main"}
    declared: dict[Side, Any] = {"french": (("left", ("h1",)), ("right", ("h2",)))}
    position = given().units("grandpre", "f1 h1-h2").units("grandpre", "g1 u1")
    board = Board(round=2, places=places, declared=declared)
    position.phase("activations", Battle("grandpre", "french", kind="major", board=board))
    state = position.state
    told = Forecasts(Names(small()), state, "allied", view(small(), state, "allied")).charge("main", ["u1"])
    assert told is not None
    assert (told.terms.points, told.terms.column) == ((2, 4), "1:2")
    # With nobody riding at Main, its horse goes into Main itself.
    board = Board(round=2, places=places)
    position.phase("activations", Battle("grandpre", "french", kind="major", board=board))
    none = Forecasts(Names(small()), position.state, "allied", view(small(), position.state, "allied"))
    assert none.charge("main", ["u1"]) is None


def test_whoever_retreats_sees_on_the_map_where_he_can_go() -> None:
    looked_at = 0
    for state, _ in games():
        if state.stack and isinstance(top := state.stack[-1], Retreat):
            close = WORDS.close(state, top.side)
            assert (close.around, close.sheet) == (top.box, CloseUp().sheet)
            legal = TITLE.legal_actions(state, top.side)
            ends = {action.box for action in legal if isinstance(action, Fall) and action.box}
            assert {end for end, _ in close.reach} == ends
            looked_at += 1
    assert looked_at


def test_an_activation_by_a_die_says_what_a_failure_costs(asked: list[tuple[Moment, str, str]]) -> None:
    reasons = [
        choice.reason
        for (state, _), seat, kind in asked
        if kind == "activation"
        for choice in WORDS.choices(state, seat)
        if choice.label.endswith("%")
    ]
    assert reasons
    assert all(re.search(r"acts on a die of \d or less.*; else not this turn", reason) for reason in reasons)
