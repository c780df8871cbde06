"""What a side is offered: by verb, the stacks that move, and forms that begin with something sensible."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from bot.games.grande_armee.chances import battle
from bot.games.grande_armee.choices import LONGEST
from bot.games.grande_armee.forms import PLAN
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.shown import THEN, Choice, Does
from data.grande_armee.texts import WRITTEN
from engines.core.dice import Dice
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.grande_armee import actions
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.movement.plan import left
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from render import WHOLE
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, half_exchange

TITLE = GrandeArmee()
WORDS = GrandeArmeePresenter(TITLE)


def moving(scenario: str = "1806") -> State:
    """A game in its first movement step."""
    game = Game(TITLE, scenario=scenario, seed="choices")
    while game.decisions[0].kind != "movement":
        game.act(game.decisions[0].seat, "end")
    assert isinstance(game.state, State)
    return game.state


STATE = moving()


def opened(words: GrandeArmeePresenter, state: State, seat: str) -> list[Choice]:
    """All choices, those behind others too."""
    choices: list[Choice] = []
    for group in words.groups(state, seat):
        for choice in group.choices:
            if choice.does is Does.OPEN:
                inside = words.within(state, seat, choice.notation)
                choices += [each for part in inside for each in part.choices]
            else:
                choices.append(choice)
    return choices


def test_a_forced_march_tells_its_exact_risk_before_it_is_confirmed() -> None:
    action = next(each for each in TITLE.legal_actions(STATE, "allied") if isinstance(each, actions.March))
    preview = WORDS.preview(STATE, "allied", action)
    assert preview is not None
    # A Prussian adds one to the die: 1 and 2 go on, 3 and 4 may halt or go on, 5 disrupts, 6 is too much.
    halting, rolling = preview.lines[1:]
    assert halting.startswith("Halting when it may: 17% arrives")
    assert " stops on the way" in halting
    assert " lost" in halting
    assert re.match("Rolling again: [0-9]+% arrives", rolling)
    assert "stops on the way" not in rolling
    assert preview.close.around == action.route[-1]
    plain = next(each for each in TITLE.legal_actions(STATE, "allied") if isinstance(each, actions.Move))
    assert WORDS.preview(STATE, "allied", plain) is None


def test_to_end_without_supply_for_a_stack_is_a_red_button_that_names_the_stack() -> None:
    table = Table({"french-5-4-1": "0612", "french-5-4-2": "0612", "french-supply-1": "0613"})
    words = GrandeArmeePresenter(table.title)
    done = words.choice(table.state, "french", actions.END)
    assert done.tone == "danger"
    assert "destroyed at 0612" in done.reason
    # An "end" that was meant for the step before does not cost the stack.
    preview = words.preview(table.state, "french", actions.END)
    assert preview is not None
    assert "destroyed at 0612" in preview.lines[0]
    (supply,) = [each for each in words.groups(table.state, "french") if each.id == "spend"]
    # Its list does not hide what the other button costs.
    assert supply.weighed
    after = table.do("spend french-supply-1")
    assert words.choice(after.state, "french", actions.END).tone == "success"
    assert words.preview(after.state, "french", actions.END) is None


def test_an_attack_tells_odds_and_each_result_before_it_is_declared() -> None:
    units = {"french-5-4-1": "0612", "austrian-1-5-1": "0611"}
    table = Table({**units, "french-5-4-2": "0610"})
    words = GrandeArmeePresenter(table.title)
    action = table.title.parse(table.state, "attack 0611 by french-5-4-1", "french")
    choice = words.choice(table.state, "french", action)
    # Without supply 5 counts as 2, and 1 is never less.
    assert choice.reason.startswith("2 to 1: ")
    assert "defenders scatter" in choice.reason
    preview = words.preview(table.state, "french", action)
    assert preview is not None
    assert preview.close.around == "0611"
    assert "No supply: 5-4 (1) at half strength" in preview.lines[-1]
    # A Fortress feeds those within it.
    fed = Table(units, plain(fortresses=["0612"]))
    told = GrandeArmeePresenter(fed.title).preview(fed.state, "french", action)
    assert told is not None
    odds, answers = told.lines[-2:]
    assert odds.startswith("5 to 1, column 400 %: ")
    assert answers == "Nobody can retreat before combat."


@pytest.mark.case("G-COM-J-1")
def test_an_attack_across_a_river_at_low_odds_tells_that_no_die_saves_it() -> None:
    table = Table({"french-5-4-1": "0612", "austrian-5-4-1": "0611"}, plain(rivers=["0611/0612"]))
    words = GrandeArmeePresenter(table.title)
    action = table.title.parse(table.state, "attack 0611 by french-5-4-1", "french")
    sure = "2 to 2: attackers eliminated without a die: less than 160 % across the river"
    assert words.choice(table.state, "french", action).reason == sure
    # All who decide by it read the same sentence.
    table.do("attack 0611 by french-5-4-1")
    assert f"by 5-4 (1): {sure}" in words.own(table.title.view(table.state, None), "french")


def test_a_battle_that_is_fought_next_tells_its_odds() -> None:
    units = {
        "french-5-4-1": "0612",
        "french-5-4-2": "0614",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0615",
    }
    table = Table(units).do("attack 0611 by french-5-4-1", "attack 0615 by french-5-4-2", "end").stand()
    words = GrandeArmeePresenter(table.title)
    fights = [
        words.choice(table.state, "french", action)
        for action in table.title.legal_actions(table.state, "french")
    ]
    assert [fight.notation for fight in fights] == ["resolve 0611", "resolve 0615"]
    assert all(fight.reason.startswith("2 to 1: ") for fight in fights)


def test_an_attack_by_more_units_than_an_option_can_name_is_listed_by_their_hex() -> None:
    six = {f"french-2-5-{number}": "0612" for number in range(1, 7)}
    others = {"davout": "0612", "napoleon": "0612", "french-supply-1": "0612", "austrian-4-3-1": "0611"}
    table = Table({**six, **others})
    table.do("spend french-supply-1")
    words = GrandeArmeePresenter(table.title)
    offered = {choice.notation: choice for choice in opened(words, table.state, "french")}
    choice = offered["attack 0611 by 0612 under davout, napoleon"]
    assert choice.label == "0611 by Davout, Napoleon and 2-5 (1, 2, 3, 4, 5, 6)"
    action = table.title.parse(table.state, choice.notation, "french")
    assert action in table.title.legal_actions(table.state, "french")
    assert isinstance(action, actions.Attack)
    assert action.units == tuple(six)
    # What attacks already is no part of it, and an empty hex nobody's.
    table.do("attack 0611 by french-2-5-1")
    rest = table.title.parse(table.state, "attack 0611 by 0612", "french")
    assert isinstance(rest, actions.Attack)
    assert rest.units == tuple(six)[1:]
    with pytest.raises(EngineError, match="Nobody on 0613 can attack"):
        table.title.parse(table.state, "attack 0611 by 0613", "french")


def test_units_of_several_nations_are_told_apart_in_short() -> None:
    ids = [
        "kutuzov",
        "austrian-4-3-1",
        "austrian-4-3-2",
        "russian-4-4-1",
        "austrian-supply-1",
        "austrian-depot-1",
    ]
    assert (
        WORDS.names.brief(ids) == "Kutuzov, Austrian 4-3 (1, 2), Russian 4-4 (1), 1 supply unit and 1 depot"
    )


@pytest.mark.case("A-45")
def test_an_automatic_elimination_names_the_units_that_its_supply_leaves_starving() -> None:
    table = Table(
        {
            "french-2-5-1": "0612",
            "french-3-7-1": "0612",
            "french-supply-1": "0612",
            "austrian-1-5-1": "0611",
            "napoleon": "1020",
        },
        side="allied",
    )
    while table.asked is not None and table.asked != ("french", "movement"):
        table.do("end")
    words = GrandeArmeePresenter(table.title)
    text = "eliminate 0611 by french-2-5-1, french-3-7-1 with french-supply-1"
    preview = words.preview(table.state, "french", table.title.parse(table.state, text, "french"))
    assert preview is not None
    assert "5 to 1" in preview.lines[1]
    assert "French 2-5 (1) and French 3-7 (1)" in preview.lines[2]


TYPED = (
    "combine french-2-5-1, french-2-5-2",
    "break french-5-4-1",
    "move davout > 2434",
    "move davout > 2434 with french-supply-1",
    "march davout > 2434",
    "march davout > 2434 / 2435",
    "triple french-5-4-1 > 2434",
    "triple french-5-4-1 > 2434 / 2435",
    "onward davout > 2435",
    "eliminate 1439 by french-5-4-1",
    "eliminate 1439 by french-5-4-1 with french-supply-1",
    "eliminate 1439 by french-5-4-1 under davout",
    "eliminate 1439 by french-5-4-1 under davout with french-supply-1",
    "spend french-supply-1",
    "spend french-supply-1 for 1439",
    "destroy french-2-5-1",
    "attack 1439 by french-5-4-1",
    "attack 1439 by french-5-4-1 under davout",
    "call off 1439",
    "retreat french-5-4-1 > 2434",
    "retreat auto",
    "supply-first austrian-4-3-1",
    "resolve 1439",
    "resolve 1439 2",
    "lose french-2-5-1",
    "lose auto",
    "advance french-5-4-1 > 1439",
    "create french-depot-1",
    "create all",
    *("end", "pass", "roll", "halt", "rest", "stand"),
)


def test_each_verb_has_words_in_each_of_its_forms() -> None:
    state = STATE.copy()
    some = state.pieces["davout"]
    named = (
        "french-2-5-1",
        "french-2-5-2",
        "french-5-4-1",
        "french-supply-1",
        "austrian-4-3-1",
        "french-depot-1",
    )
    state.pieces = {**dict.fromkeys(named, some), **state.pieces}
    parsed = [TITLE.parse(state, text) for text in TYPED]
    assert {type(action) for action in parsed} == set(get_args(actions.Action))
    said = [WORDS.names.label(action) for action in parsed]
    assert len(set(said)) == len(TYPED)
    assert any(each.endswith("by French 5-4 (1) under Davout") for each in said)


def attacked() -> Table:
    """A lone horseman and a corps with supply, both under attack; the defender is asked."""
    table = Table(
        {
            "french-5-4-1": "0612",
            "french-5-4-2": "1012",
            "austrian-1-8-1": "0611",
            "austrian-4-3-1": "1011",
            "austrian-supply-1": "1010",
        }
    )
    while table.asked != ("french", "attacks") and table.asked is not None and table.asked[1] != "declare":
        table.do("end")
    return table.do("attack 0611 by french-5-4-1", "attack 1011 by french-5-4-2", "end")


def test_the_defence_plan_is_one_form_that_starts_from_the_draft() -> None:
    table = attacked()
    assert table.asked == ("allied", "defence")
    words = GrandeArmeePresenter(table.title)
    (form,) = words.forms(table.state, "allied")
    assert form.id == PLAN
    going, supply = form.fields
    # The horseman is a screen and goes; supply is spent where it changes the column.
    assert going.value.startswith("Austrian 1-8 (1) > ")
    # Who could go as well, but stands, is there to be changed.
    assert going.value.splitlines()[1:] == ["Austrian 4-3 (1) > stand"]
    assert supply.value == "Austrian supply unit 1"
    values = {field.id: field.value for field in form.fields}
    texts = words.filled(table.state, "allied", form.id, values).split(THEN)
    assert texts[0].startswith("retreat austrian-1-8-1 > ")
    assert "spend austrian-supply-1" in texts
    table.do(*texts)
    assert table.at("austrian-1-8-1") != "0611"
    assert table.asked is not None
    assert table.asked[0] == "french"


def test_what_ends_the_retreats_says_that_the_others_stand_and_only_supply_is_asked_after_it() -> None:
    table = attacked()
    words = GrandeArmeePresenter(table.title)

    def plain() -> dict[str, str]:
        groups = words.groups(table.state, "allied")
        return {
            each.notation: each.label
            for group in groups
            for each in group.choices
            if " " not in each.notation
        }

    stays = "Done: the rest stand and fight"
    assert plain() == {"stand": "The rest stand; then supply", "end": stays}
    table.do("stand")
    assert plain() == {"end": "Done: fight without more supply"}
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    table = Table(units).do("attack 0611 by french-5-4-1", "end")
    assert "stand" in table.legal()
    assert plain() == {"end": stays}


def test_of_the_ends_of_a_leader_the_likeliest_are_listed_and_the_others_typed() -> None:
    units = {"french-5-4-1": "0912", "austrian-4-3-1": "0911", "mack": "0911", "austrian-4-3-2": "0903"}
    table = Table(units).do("attack 0911 by french-5-4-1", "end")
    words = GrandeArmeePresenter(table.title)
    (group,) = (group for group in words.groups(table.state, "allied") if group.id == "retreat")
    (mack,) = (choice for choice in group.choices if choice.label.startswith("Mack"))
    assert mack.label == "Mack at 0911: 25 choices …"
    (part,) = words.within(table.state, "allied", mack.notation)
    # After the default end, those where his own troops stand.
    listed = [choice.notation for choice in part.choices]
    assert "retreat mack > 0903" in listed[1:2]
    ends = [text for text in table.legal("retreat mack") if text not in listed]
    assert len(ends) > 25
    written = words.filled(
        table.state, "allied", PLAN, {"going": ends[0].removeprefix("retreat "), "supply": ""}
    )
    assert written == f"{ends[0]}{THEN}end"


def test_supply_for_a_stack_says_which_it_keeps_alive() -> None:
    stack = {
        "french-5-4-1": "0612",
        "french-5-4-2": "0612",
        "french-supply-1": "0613",
        "austrian-1-8-1": "0611",
    }
    table = Table({**stack, "french-5-4-3": "0614", "french-5-4-4": "0614"})
    assert table.asked == ("french", "stacking")
    (spend,) = (choice for choice in opened_of(table) if choice.notation == "spend french-supply-1")
    assert spend.reason == "Keeps the stacks at 0612 and 0614 alive"


def opened_of(table: Table) -> list[Choice]:
    """All choices of the side that is asked."""
    assert table.asked is not None
    return opened(GrandeArmeePresenter(table.title), table.state, table.asked[0])


def test_a_plan_that_is_empty_lets_all_stand_and_a_wrong_one_is_refused_as_a_whole() -> None:
    table = attacked()
    words = GrandeArmeePresenter(table.title)
    assert words.filled(table.state, "allied", PLAN, {"going": "", "supply": ""}) == "end"
    with pytest.raises(EngineError):
        words.filled(table.state, "allied", PLAN, {"going": "austrian-4-3-1 > 0612", "supply": ""})
    with pytest.raises(EngineError):
        words.filled(table.state, "allied", PLAN, {"going": "", "supply": "french-supply-1"})


def test_forms_are_made_of_the_verbs_that_are_legal_and_read_back() -> None:
    forms = WORDS.forms(STATE, "allied")
    assert {form.id for form in forms} <= WRITTEN.keys()
    form = next(form for form in forms if form.id == "move")
    # A march that is done at once has an example alone; it is what people read, and no id.
    typed = {field.id: field.value or field.example for field in form.fields}
    assert not {*typed.values()} & {*STATE.pieces, *TITLE.box.terrain}
    text = WORDS.filled(STATE, "allied", "move", typed)
    assert text in {TITLE.notation(action) for action in TITLE.legal_actions(STATE, "allied")}
    with pytest.raises(EngineError):
        WORDS.filled(STATE, "allied", "no-such", {})


@pytest.mark.case("G-FOR-F-1")
def test_a_sortie_is_listed_by_its_fortress_however_many_hexes_it_attacks() -> None:
    round_it = ["0611", "0613", "0511", "0512", "0711", "0712"]
    units = {f"french-2-5-{number}": hex for number, hex in enumerate(round_it, 1)}
    table = Table(
        {**units, "austrian-4-3-1": "0612", "mack": "0612"},
        plain(fortresses=["0612"]),
        allied=["0612"],
        side="allied",
    )
    words = GrandeArmeePresenter(table.title)
    labels = {choice.label for choice in opened(words, table.state, "allied")}
    assert "6 hexes round 0612 (0612) by Mack and 4-3 (1)" in labels
    table.do("attack 0611, 0711, 0712, 0613, 0512, 0511 by austrian-4-3-1 under mack")
    assert "Call off the attack on 6 hexes round 0612 (0612)" in {
        choice.label for choice in opened(words, table.state, "allied")
    }
    table.do("end").stand()
    assert "Fight at 6 hexes round 0612 (0612)" in {
        choice.label for choice in opened(words, table.state, "allied")
    }
    table.do("resolve 0611", faces=[1])
    (scene,) = words.scenes(table.events)
    assert scene.close.around == "0612"


def test_a_long_list_says_in_each_part_what_its_name_leaves_open() -> None:
    table = attacked()
    words = GrandeArmeePresenter(table.title)
    (group,) = (group for group in words.groups(table.state, "allied") if group.id == "retreat")
    opening = [choice for choice in group.choices if choice.does is Does.OPEN]
    assert opening
    for choice in opening:
        name = choice.label.removesuffix(" …").partition(",")[0].partition(":")[0]
        assert name not in choice.reason
        assert "choices" not in choice.label or " of " not in choice.label
        (part,) = words.within(table.state, "allied", choice.notation)
        assert part.prompt.startswith(f"Retreat: {name}")
        assert all(name not in inside.label for inside in part.choices)
    # The first is where the usual orders send it, and by itself a choice says all.
    draft = words.form(table.state, "allied", PLAN)
    assert draft is not None
    first = words.within(table.state, "allied", opening[0].notation)[0].choices[0]
    assert draft.fields[0].value.splitlines()[0] == f"Austrian 1-8 (1) > {first.label}"
    whole = {choice.notation: choice.label for choice in words.choices(table.state, "allied")}
    assert whole[first.notation] == f"Retreat Austrian 1-8 (1) to {first.label}, from 0611"


def test_the_map_beside_the_choices_is_that_of_the_unit_on_the_march() -> None:
    assert WORDS.close(STATE, "allied") == WHOLE
    action = next(
        each
        for each in TITLE.legal_actions(STATE, "allied")
        if isinstance(each, actions.Move) and each.unit == "blucher" and each.supply is None
    )
    state = TITLE.apply(STATE, "allied", action, Dice("close")).state
    close = WORDS.close(state, "allied")
    assert close.around == action.route[-1]
    assert WORDS.close(state, "french") == WHOLE


def test_the_defender_reads_the_odds_of_each_attack_and_what_dice_may_come_to() -> None:
    table = attacked()
    words = GrandeArmeePresenter(table.title)
    lines = [line for line in words.standing(table.title.view(table.state, None)) if "Attack on" in line]
    assert len(lines) == 2
    assert "2 to 1" in lines[0]
    assert "column 200 %" in lines[0]
    assert "defenders scatter" in lines[0]
    # The panel has them too, in the order in which they were declared; what is fought already is gone.
    for seat in ("french", "allied"):
        own = words.own(table.title.view(table.state, seat), seat).splitlines()
        assert own == [f"-# 🎯 {line.partition(' · ')[0]}" for line in lines]
    assert WORDS.own(TITLE.view(STATE, "allied"), "allied") == ""


def test_printed_odds_are_told_where_they_differ_as_they_decide_who_may_retreat() -> None:
    table = Table({"french-5-4-1": "0612", "austrian-4-3-1": "0611"}).do("attack 0611 by french-5-4-1")
    words, view = GrandeArmeePresenter(table.title), table.title.view(table.state, None)
    (line,) = (line for line in words.standing(view) if "Attack on" in line)
    assert line.startswith("**Attack on 0611** by 5-4 (1): 2 to 2, column 100 %: ")
    by_print = " · 50 % of the strength printed on the defenders (at 500 %, infantry can't retreat)"
    assert line.endswith(by_print)


def test_of_many_attacks_a_panel_tells_six() -> None:
    ends = [("0410", "0411"), ("0710", "0711"), ("1010", "1011"), ("1310", "1311")]
    ends += [("0415", "0416"), ("0715", "0716"), ("1015", "1016")]
    units = {f"french-5-4-{n}": start for n, (start, _) in enumerate(ends, 1)}
    units |= {f"austrian-4-3-{n}": end for n, (_, end) in enumerate(ends, 1)}
    table = Table(units).do(*(f"attack {end} by french-5-4-{n}" for n, (_, end) in enumerate(ends, 1)))
    lines = GrandeArmeePresenter(table.title).own(table.title.view(table.state, None), "allied").splitlines()
    assert len(lines) == 7
    assert lines[-1] == "-# And 1 attack more."


@pytest.mark.case("G-CRT-1")
def test_what_a_die_may_come_to_fits_a_list_in_every_column() -> None:
    for column in TITLE.data.tables.combat.columns:
        # As long as strengths can be that differ by such a factor.
        odds = Odds(max(column, 79) * 150 // 100, 150)
        told = battle(TITLE.box, odds, (), {False}, drowned=False, brief=True)
        assert len(told) <= LONGEST, told
        assert told.count("%") == len(
            {row[TITLE.data.tables.combat.columns.index(column)] for row in TITLE.data.tables.combat.rows}
        )


def test_an_attack_on_a_hex_that_everybody_left_has_neither_column_nor_odds() -> None:
    units = {
        "french-5-4-1": "0612",
        "austrian-1-8-1": "0611",
        "french-5-4-2": "0712",
        "austrian-4-3-1": "0812",
    }
    table = Table(units).do("attack 0611 by french-5-4-1", "attack 0812 by french-5-4-2", "end")
    table.do("retreat austrian-1-8-1 > 0603")
    assert table.asked == ("allied", "defence")
    view = table.title.view(table.state, None)
    assert [(attack.state, attack.odds, attack.column) for attack in view.attacks] == [
        ("declared", None, None),
        ("declared", 100, 100),
    ]
    lines = [*GrandeArmeePresenter(table.title).standing(view)]
    (line,) = (line for line in lines if "Attack on" in line and "0611" in line)
    assert line.endswith("The attack is cancelled if it stays empty")


def test_supply_says_what_it_makes_of_the_odds_and_the_map_is_that_of_the_attacks() -> None:
    table = attacked()
    words = GrandeArmeePresenter(table.title)
    spend = table.title.parse(table.state, "spend austrian-supply-1", "allied")
    # Without supply the 4-3 counts as 2, with it as 4.
    offered = words.choice(table.state, "allied", spend)
    assert offered.reason == "1011: 2 to 4 instead of 2 to 2"
    assert (
        offered.label == f"Spend Austrian supply unit 1, from {table.state.pieces['austrian-supply-1'].hex}"
    )
    assert words.close(table.state, "allied").around == "0611"


def test_supply_that_a_defender_would_spend_in_vain_says_so() -> None:
    units = {"french-5-4-1": "0612", "austrian-1-5-1": "0611", "austrian-supply-1": "0610"}
    table = Table(units).do("attack 0611 by french-5-4-1", "end", "stand")
    words = GrandeArmeePresenter(table.title)
    assert words.by_default(table.state, "defence") == "no more supply is spent"
    in_vain = {choice.notation: choice.reason for choice in opened_of(table)}
    assert in_vain["spend austrian-supply-1"] == "Changes no odds"


def test_units_that_are_combined_or_broken_down_say_where_they_stand() -> None:
    game = Game(TITLE, scenario="1809", seed="choices")
    state = game.state
    assert isinstance(state, State)
    seat = game.decisions[0].seat
    named = [
        (action.unit if isinstance(action, actions.Break) else action.units[0], action)
        for action in TITLE.legal_actions(state, seat)
        if isinstance(action, actions.Break | actions.Combine)
    ]
    assert named
    for unit, action in named:
        where, choice = TITLE.box.hex(state.pieces[unit].hex), WORDS.choice(state, seat, action)
        assert choice.label.endswith(f" at {where}")
        assert choice.reason == becomes(state, TITLE.apply(state, seat, action, Dice(None)).state)
    made = WORDS.sheet(state, seat, None, {})
    assert made is not None
    assert made.due.startswith("First combine or break down; then ")


def becomes(before: State, after: State) -> str:
    """What a swap says of the units that it makes."""
    kinds = [piece.kind for id, piece in after.pieces.items() if id not in before.pieces]
    (rest,) = {left(TITLE.box, after, id) for id in after.pieces.keys() - before.pieces.keys()}
    strength, most = kinds[0].split("-")[1:]
    if len(kinds) == 1:
        return f"Becomes one {strength}-{most}, {rest} of {most} movement points left"
    return f"Becomes {len(kinds)} × {strength}-{most}, {rest} of {most} movement points left to each"


def test_units_that_combine_at_the_end_say_what_they_become() -> None:
    table = Table({"french-2-5-1": "0612", "french-2-5-2": "0612"}, phase="movement")
    table.do("end", "move french-2-5-1 > 0613", "move french-2-5-2 > 0613", "end")
    assert table.asked == ("french", "combine")
    (choice,) = [each for each in opened_of(table) if each.notation.startswith("combine")]
    # Each has 3 points of 5 left after its step into the stack, and the swap costs one.
    assert choice.reason == "Becomes one 5-4, 2 of 4 movement points left"
    assert table.do(choice.notation).at("french-5-4-1") == "0613"


def test_defenders_who_are_disrupted_are_said_to_be_destroyed_where_others_fall_back() -> None:
    four: dict[str, str | tuple[str, int]] = {f"austrian-4-3-{number}": "0611" for number in (2, 3, 4)}
    for others, mixed in (
        (four | {"austrian-4-3-1": ("0611", 99)}, True),
        ({"austrian-18-2-1": ("0611", 99)}, False),
    ):
        table = Table({"french-18-2-1": "0612", **others}).do("attack 0611 by french-18-2-1")
        words = GrandeArmeePresenter(table.title)
        (line,) = words.own(table.title.view(table.state, "allied"), "allied").splitlines()
        assert line.endswith("; disrupted defenders are eliminated instead of falling back") is mixed
        assert ("attackers back 1 hex and defenders scatter" in line) is mixed
        assert ("attackers back 1 hex and defenders eliminated" in line) is not mixed
        # The die that drives them off destroys whoever is disrupted.
        table.do("end").stand().do("resolve 0611", faces=[2]).do("retreat auto")
        assert table.battles[-1].result == "Ar1Drs"
        assert all(table.at(id) is None for id, at in others.items() if at != "0611")


def test_an_advance_says_which_hexes_stay_empty_and_where_its_end_leads() -> None:
    units = {"french-18-2-1": "0612", "french-18-2-2": "0610"}
    units |= {"austrian-1-5-1": "0611", "austrian-1-5-2": "0609"}
    table = Table(units, plain(rivers=["0609/0610"])).do(
        "attack 0611 by french-18-2-1", "attack 0609 by french-18-2-2", "end"
    )
    table.stand().do("resolve 0611", faces=[6]).do("resolve 0609", faces=[6])
    words = GrandeArmeePresenter(table.title)
    assert table.asked == ("french", "advance")
    assert [choice.label for choice in opened_of(table)] == [
        "Advance into 0609: French 18-2 (2)",
        "Done: all others stay, and the combat phase ends",
    ]
    assert opened_of(table)[0].reason == "Ends the combat phase: nobody else can advance"
    assert words.barred(table.state, "french") == [
        "No advance into 0611: no river lies between, it is no Fortress, and some defenders fought (COM K)."
    ]


def beaten(units: dict[str, str], die: int, **named: Any) -> Table:
    """A table at the retreat of defenders of 0611, whom a 5-4 attacked at even odds."""
    table = Table(units, scenario="1809", **named).do("attack 0611 by french-5-4-1", "end").stand()
    return table.do("resolve 0611", faces=[die])


@pytest.mark.case("G-RET-1", "G-RET-10", "A-123")
def test_a_retreat_says_whom_it_joins_and_what_lies_beside_its_end() -> None:
    units = {
        "french-5-4-1": "0612",
        "austrian-5-4-1": "0611",
        "austrian-2-5-1": "0610",
        "french-1-8-1": "0409",
    }
    table = beaten(units, 4)
    told = {choice.notation: (choice.label, choice.reason) for choice in opened_of(table)}
    assert told["retreat auto"] == (
        "Retreat all of them the default way",
        "The strongest unit first, each to the first hex of its list",
    )
    assert told["retreat austrian-5-4-1 > 0610"] == (
        "Retreat Austrian 5-4 (1) to 0610, from 0611",
        "joins 2-5 (1), the stack will need supply",
    )
    assert told["retreat austrian-5-4-1 > 0710"] == ("Retreat Austrian 5-4 (1) to 0710, from 0611", "")
    (retreats,) = [
        group
        for group in GrandeArmeePresenter(table.title).groups(table.state, "allied")
        if group.id == "retreat"
    ]
    assert retreats.weighed
    decision = table.title.decisions(table.state)[0]
    assert str(decision.prompt) == "Retreat each of your beaten units 1 hex"


@pytest.mark.case("G-RET-8", "A-73")
def test_a_retreat_is_offered_by_the_way_that_takes_a_fortress() -> None:
    units = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}
    table = Table(units, plain(fortresses=["0609"])).do("attack 0611 by french-5-4-1", "end")
    told = {choice.label: choice for choice in opened_of(table)}
    choice = told["Retreat Austrian 4-3 (1) to 0509 (SW of 0609), from 0611"]
    assert choice.reason == "takes 0609"
    table.do(choice.notation)
    assert table.at("austrian-4-3-1") == "0509"
    assert table.state.control == {"f0609": "allied"}


@pytest.mark.case("G-CRT-7", "G-MOV-M-3")
def test_losses_that_a_side_chooses_say_what_they_cost_and_what_is_left() -> None:
    table = half_exchange()
    told = {choice.label: choice.reason for choice in opened_of(table)}
    assert told["Lose as little as you can"] == "3-7 (1): strength 3"
    assert told["Lose French 5-4 (2)"] == "Strength 5"
    assert WORDS.close(table.state, "french").around == "0612"
    starved = Table({"french-5-4-1": "0612", "french-2-5-1": "0612"})
    assert starved.asked == ("allied", "destroy")
    assert {choice.label: choice.reason for choice in opened_of(starved)} == {
        "Destroy French 5-4 (1)": "Left: 2-5 (1)",
        "Destroy French 2-5 (1)": "Left: 5-4 (1)",
    }
    assert WORDS.close(starved.state, "allied").around == "0612"
