"""The marches that a side writes: what is proposed, how it is changed, what is warned of, and the arrows."""

from __future__ import annotations

import random
import re

import pytest
from msgspec.structs import replace

from bot.desk import spots
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.shown import THEN, Choice, Does, Group, Sheet
from bot.posts.card.face import is_list
from data.grande_armee.hexes import Hex, distance
from engines.core.dice import Dice
from engines.core.errors import IllegalAction, NotationError
from engines.core.game import Game
from engines.grande_armee.actions import END, Eliminate, March, Move
from engines.grande_armee.state import Progress, State
from engines.grande_armee.title import GrandeArmee
from engines.grande_armee.words import town_or_hex
from render.grande_armee.picture import shown
from tests.grande_armee.table import Table
from tests.grande_armee.table import moving as moving_table

TITLE = GrandeArmee()
WORDS = GrandeArmeePresenter(TITLE)


def moving(scenario: str = "1806", seat: str = "allied") -> State:
    """A game in the first movement step of a side."""
    game = Game(TITLE, scenario=scenario, seed="choices")
    while (game.decisions[0].kind, game.decisions[0].seat) != ("movement", seat):
        assert isinstance(game.state, State)
        usual = TITLE.fallback(game.state, game.decisions[0])
        assert usual is not None
        game.act(game.decisions[0].seat, usual)
    assert isinstance(game.state, State)
    return game.state


STATE = moving()


def sheet(state: State = STATE, text: str | None = "", key: str = "", seat: str = "allied") -> Sheet:
    """What a side is writing."""
    written = WORDS.sheet(state, seat, text, {}, key)
    assert written is not None
    return written


def opened(state: State = STATE, text: str = "", seat: str = "allied", key: str = "") -> list[Choice]:
    """All that can be written down, behind each stack and each of its units."""
    choices = [choice for group in sheet(state, text, key, seat).groups for choice in group.choices]
    inside = [choice.notation for choice in choices if choice.does is Does.OPEN]
    own = [choice for choice in choices if key and choice.does is not Does.OPEN]
    return [*own, *(choice for each in inside for choice in opened(state, text, seat, each))]


def test_the_button_that_marches_has_its_place_however_little_room_there_is() -> None:
    (foot,) = [each for each in sheet(text=None).groups if any(c.does is Does.HAND_IN for c in each.choices)]
    assert not is_list(foot._replace(choices=foot.choices * 3), 1)
    others = [each._replace(does=Does.WRITE) for each in foot.choices]
    assert is_list(foot._replace(choices=others * 6), 1)


def group(of: Sheet, id: str) -> Group:
    """One group."""
    return next(each for each in of.groups if each.id == id)


def carried_out(state: State, text: str, seat: str = "allied") -> State:
    """A state after all that is written."""
    for each in text.split(THEN):
        state = TITLE.apply(state, seat, TITLE.parse(state, each, seat), Dice("sheet")).state
    return state


def test_what_can_be_written_is_legal_and_can_be_picked() -> None:
    choices = opened()
    assert len(choices) > 2000
    for choice in random.Random("written").sample(choices, 200):
        assert len(choice.notation) <= 100, choice
        text = WORDS.written(STATE, "allied", "", choice.notation)
        action = TITLE.parse(STATE, text.partition(THEN)[0], "allied")
        assert TITLE.is_legal(STATE, "allied", action), choice


def test_the_stacks_nearest_to_the_enemy_come_first() -> None:
    stacks = group(sheet(), "move")
    assert "Saalfeld" in stacks.choices[0].label
    assert "Breslau" not in stacks.choices[0].label
    assert "Prince Louis Ferdinand" in stacks.choices[0].reason


def test_a_stack_goes_together_by_one_choice_however_many_its_units_are() -> None:
    state = moving("1805", "french")
    # Napoleon's stack in Strasbourg needs far more than a hundred characters unit by unit.
    inside = sheet(state, "", "stack 0139", "french")
    together = group(inside, "together").choices
    assert together
    for choice in together:
        assert len(choice.notation) < 48
        text = WORDS.written(state, "french", "", choice.notation)
        after = carried_out(state, text, "french")
        went = [id for id, piece in state.pieces.items() if piece.hex == "0139" and "depot" not in id]
        assert len({after.pieces[id].hex for id in went}) == 1, choice
        assert len(text) > 200
        # What creates supply stays where it is.
        assert after.pieces["french-depot-1"].hex == "0139"


def test_a_move_says_what_it_costs_and_where_it_stops() -> None:
    reasons = [choice.reason for choice in opened()]
    assert "1 of 3 movement points" in reasons
    assert any("stops beside the enemy" in reason for reason in reasons)


def test_a_sheet_begins_with_what_the_automatic_player_would_do_each_march_an_arrow() -> None:
    first = sheet(text=None)
    expected = []
    state = STATE
    while (action := TITLE.suggest(state, "allied", random.Random("allied"))) != END:
        assert isinstance(action, Move | March | Eliminate)
        expected.append(TITLE.notation(action))
        state = TITLE.apply(state, "allied", action, Dice("sheet")).state
    assert first.text.split(THEN) == expected
    assert first.close is not None
    assert {move.manner for move in first.close.moves} == {"planned"}
    # Each stack with troops has an arrow to where they go.
    went = {
        (piece.hex, state.pieces[id].hex)
        for id, piece in STATE.pieces.items()
        if piece.hex != state.pieces[id].hex and TITLE.box.kind_of(id).combat
    }
    assert went <= {(move.path[0], move.path[-1]) for move in first.close.moves}
    assert carried_out(STATE, first.text).pieces == state.pieces


@pytest.mark.parametrize(("scenario", "seat"), [("1805", "french"), ("1806", "allied"), ("1806", "french")])
def test_a_plan_is_told_by_columns_that_its_map_and_its_list_number_alike(scenario: str, seat: str) -> None:
    made = sheet(moving(scenario, seat), None, seat=seat)
    assert len(made.placed) > 4
    listed = group(made, "move").choices
    assert [each.place for each in made.placed] == [choice.place for choice in listed[: len(made.placed)]]
    # A line and an entry of the list say the same, with no hex by figures.
    for column, choice in zip(made.placed, listed, strict=False):
        plain = column.text.replace("*", "")
        assert plain == f"{choice.label.removesuffix(' …')}: {choice.reason}"
        assert not re.search(r"\d{4}", plain)
    numbers = [each.place for each in made.placed]
    assert spots.marked(made.placed, spots.marks(numbers)) == [
        f"-# **{number}** · {each.text}" for number, each in enumerate(made.placed, start=1)
    ]
    assert made.close is not None
    view, pack = TITLE.view(moving(scenario, seat), seat), TITLE.box.pack
    near = shown(view, pack, None, tuple(dict(made.close.reach)), None).window
    assert near.shows(Hex(numbers[0]))
    assert near.size > shown(view, pack, None, (), "whole").window.size


def test_a_column_begins_where_its_leader_stands() -> None:
    state = moving("1805", "french")
    leaders = {WORDS.names.name(id): id for id in state.pieces if TITLE.box.kind_of(id).arm == "leader"}
    led = 0
    for column in sheet(state, None, seat="french").placed:
        name = column.text.split("**")[1].partition(" (")[0]
        if name in leaders:
            led += 1
            start = WORDS.names.near(state.pieces[leaders[name]].hex)
            assert f": {start} to " in column.text
    assert led > 3


def test_the_stacks_of_a_column_are_opened_from_it_and_keep_their_arrows() -> None:
    first = sheet(text=None)
    (several,) = [each for each in group(first, "move").choices if "from 4 hexes" in each.label]
    inside = sheet(text=None, key=several.notation)
    stacks = group(inside, "along").choices
    assert len(stacks) == 4
    assert inside.close is not None
    assert {move.path[0] for move in inside.close.moves} == {choice.place for choice in stacks}
    assert {line.split("**")[1] for line in inside.lines if "→" in line} == {
        choice.label.removesuffix(" …") for choice in stacks
    }
    assert group(sheet(text=None, key=stacks[0].notation), "stay").choices
    # A column of one stack opens that.
    single = next(each for each in group(first, "move").choices if "stacks" not in each.label)
    assert group(sheet(text=None, key=single.notation), "stay").choices


def test_a_column_opens_its_own_part_of_a_stack_alone() -> None:
    state = moving("1805", "french")
    first = sheet(state, None, seat="french")
    moves = group(first, "move").choices
    # Four columns, and a depot, are in Würzburg.
    (cavalry,) = [each for each in moves if each.label.startswith("Cavalry (strength 1)")]
    assert cavalry.reason.startswith("Würzburg to ")
    inside = sheet(state, first.text, cavalry.notation, "french")
    assert [line.rpartition(": ")[2] for line in inside.lines if "→" in line] == ["1-8 (4)"]
    assert [each.label for each in group(inside, "alone").choices] == ["French 1-8 (4) …"]
    (stay,) = group(inside, "stay").choices
    assert stay.label == "It stays"
    left = WORDS.written(state, "french", first.text, stay.notation)
    before, after = first.text.split(THEN), left.split(THEN)
    assert [each.split(" ")[1] for each in before if each not in after] == ["french-1-8-4"]
    # All of Würzburg is opened by itself, because its depot is in no column.
    (whole,) = [each for each in moves if each.label == "Würzburg (1431) …"]
    assert len(group(sheet(state, first.text, whole.notation, "french"), "alone").choices) > 4


def test_a_part_of_a_stack_goes_elsewhere_together_and_the_rest_goes_its_way() -> None:
    state = moving("1805", "french")
    first = sheet(state, None, seat="french")
    columns = [each for each in group(first, "move").choices if each.notation.startswith("column")]
    opened = [sheet(state, first.text, each.notation, "french").groups for each in columns]
    along = [each for groups in opened for one in groups if one.id == "along" for each in one.choices]
    (part,) = [each for each in along if "Lannes" in each.reason]
    assert part.place == "0139"
    assert part.reason == "Lannes and 2-5 (9)"
    changed = 0
    for choice in group(sheet(state, first.text, part.notation, "french"), "together").choices[:5]:
        text = WORDS.written(state, "french", first.text, choice.notation)
        before, after = first.text.split(THEN), text.split(THEN)
        anew = [each.split(" ")[1] for each in after if each not in before]
        assert {*anew} <= {"lannes", "french-2-5-9"}
        changed += len(anew)
        went = carried_out(state, text, "french").pieces
        assert {went["lannes"].hex, went["french-2-5-9"].hex} == {choice.place}
    assert changed


def test_an_elimination_on_the_plan_names_its_victims_and_price_and_can_be_removed() -> None:
    table = moving_table({"french-18-2-1": "0612", "austrian-1-5-1": "0611"}, scenario="1805")
    words, text = GrandeArmeePresenter(table.title), "eliminate 0611 by french-18-2-1"
    said = "Eliminate 0611 by French 18-2 (1). Without a die you eliminate 1-5 (1)"
    made = words.sheet(table.state, "french", text, {})
    assert made is not None
    assert f"- {said}; your units then stay and attack no more" in made.lines
    assert [(each.label, each.notation) for each in group(made, "drop").choices] == [
        ("Eliminate 0611 by French 18-2 (1)", "drop french-18-2-1")
    ]
    assert words.written(table.state, "french", text, "drop french-18-2-1") == ""
    shown = words.preview(table.state, "french", table.title.parse(table.state, text, "french"))
    assert shown is not None
    assert shown.lines[0] == f"**{said}; your units then stay and attack no more**"
    free = moving_table({"french-18-2-1": "0612", "austrian-1-5-1": "0611"}, scenario="1805", ae_binds=False)
    made = words.sheet(free.state, "french", text, {})
    assert made is not None
    assert f"- {said}" in made.lines


def test_a_column_counts_only_what_goes_to_its_end_and_then_what_goes_next_to_it() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-3-7-1": "0612", "french-supply-1": "0612"})
    words, march = GrandeArmeePresenter(table.title), "move french-5-4-1 > 0615"

    def told(*marches: str) -> list[str]:
        made = words.sheet(table.state, "french", THEN.join([march, *marches]), {})
        assert made is not None
        return [each.text for each in made.placed]

    both = "**Infantry (strength 8)**: 0612 to 0615, 3 hexes"
    assert told("move french-3-7-1 > 0615") == [both]
    one = "**Infantry (strength 5)**: 0612 to 0615, 3 hexes"
    assert told("move french-3-7-1 > 0614") == [f"{one}; strength 3 next to it"]
    assert told("move french-supply-1 > 0614") == [f"{one}; 1 unit next to it"]


def test_an_open_stack_without_a_march_does_not_say_to_choose_one() -> None:
    table = moving_table({"french-5-4-1": "0612"})
    words, said = (
        GrandeArmeePresenter(table.title),
        "-# No march is planned. Choose a stack, or end the movement.",
    )
    for key, told in (("", True), ("stack 0612", False)):
        made = words.sheet(table.state, "french", "", {}, key)
        assert made is not None
        assert (said in made.lines) == told


def test_in_a_lesson_nothing_is_proposed_until_that_is_asked() -> None:
    blank = WORDS.sheet(STATE, "allied", None, {}, blank=True)
    assert blank is not None
    assert blank.text == ""
    assert [choice.control for choice in group(blank, "march").choices] == [f"{Does.WRITE.value}propose"]
    assert WORDS.written(STATE, "allied", "", "propose") == sheet(text=None).text


def test_a_march_is_changed_and_the_rest_is_proposed_beside_it() -> None:
    first = sheet(text=None)
    unit = first.text.split(" ")[1]
    other = WORDS.written(STATE, "allied", "", "move blucher > 2021")
    changed = WORDS.written(STATE, "allied", first.text, "move blucher > 2021")
    assert changed.split(THEN)[-1] == "move blucher > 2021"
    assert changed.count("blucher") == 1
    # It is replaced, not refused: the sheet is what is to be done, not what is done.
    assert WORDS.written(STATE, "allied", changed, "move blucher > 2022").count("blucher") == 1
    rest = WORDS.written(STATE, "allied", other, "propose")
    assert rest.startswith(f"move blucher > 2021{THEN}")
    assert rest.count("blucher") == 1
    without = WORDS.written(STATE, "allied", first.text, f"drop {unit}")
    assert f" {unit} " not in without
    assert WORDS.written(STATE, "allied", first.text, "clear") == ""
    assert group(sheet(text=first.text), "march").choices[0].does is not Does.OPEN


def test_a_stack_can_be_told_to_stay() -> None:
    way = group(sheet(key="stack 2225"), "together").choices[0].notation
    text = WORDS.written(STATE, "allied", "", way)
    assert text
    inside = sheet(text=text, key="stack 2225")
    (stay,) = group(inside, "stay").choices
    assert WORDS.written(STATE, "allied", text, stay.notation) == ""
    assert "stay" not in {each.id for each in sheet(text="", key="stack 2225").groups}


def test_what_is_written_is_handed_in_and_nothing_is_passed_over_by_ending_the_step() -> None:
    empty, full = sheet(text=""), sheet(text="move blucher > 2021")
    assert Does.HAND_IN not in {choice.does for each in empty.groups for choice in each.choices}
    assert "end" in {choice.notation for each in empty.groups for choice in each.choices}
    offered = {choice.control for each in full.groups for choice in each.choices}
    assert Does.HAND_IN.value in offered
    assert "end" not in offered
    assert full.text == "move blucher > 2021"


def test_what_was_done_since_or_can_be_done_no_more_is_not_done_again() -> None:
    text = WORDS.written(STATE, "allied", "move blucher > 2021", "move louis > 2322")
    blucher = TITLE.parse(STATE, "move blucher > 2021", "allied")
    state = TITLE.apply(STATE, "allied", blucher, Dice("sheet")).state
    louis = TITLE.parse(state, "move louis > 2322", "allied")
    state = TITLE.apply(state, "allied", louis, Dice("sheet")).state
    assert sheet(state, text).text == ""
    assert sheet(STATE, f"move nobody > 2021{THEN}move louis > 2322").text == "move louis > 2322"


def test_a_march_that_another_makes_impossible_is_told_with_its_reason() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0613"})
    words = GrandeArmeePresenter(table.title)
    # It needs all its four points for four hexes, and stepping onto another corps costs one more.
    other = f"move french-2-5-1 > 0616{THEN}move french-5-4-1 > 0616"
    made = words.sheet(table.state, "french", other, {})
    assert made is not None
    assert made.text == "move french-2-5-1 > 0616"
    (passed,) = [line for line in made.lines if "Skipped" in line]
    assert "0616 costs 5" in passed
    assert "G-MOV" in passed
    with pytest.raises(IllegalAction):
        words.written(table.state, "french", "move french-2-5-1 > 0616", "move french-5-4-1 > 0616")


def test_what_is_written_of_a_unit_is_taken_off_with_what_it_does_later() -> None:
    table = moving_table(
        {"french-18-2-1": "0612", "austrian-1-5-1": "0614", "french-1-8-1": "0620", "french-1-8-2": "0720"}
    )
    words = GrandeArmeePresenter(table.title)
    lines = [
        "move french-18-2-1 > 0613",
        "eliminate 0614 by french-18-2-1",
        "move french-1-8-1 > 0621",
        "move french-1-8-2 > 0721",
    ]
    made = words.sheet(table.state, "french", THEN.join(lines), {})
    assert made is not None
    assert made.text == THEN.join(lines)
    alone = words.sheet(table.state, "french", made.text, {}, "single french-18-2-1")
    assert alone is not None
    (stay,) = group(alone, "stay").choices
    assert stay.label == "It stays"
    left = words.written(table.state, "french", made.text, stay.notation)
    assert left == THEN.join(lines[2:])
    alone = words.sheet(table.state, "french", left, {}, "single french-18-2-1")
    assert alone is not None
    assert "stay" not in {each.id for each in alone.groups}


def test_stacks_without_supply_are_named_before_they_are_destroyed() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0614"})
    words = GrandeArmeePresenter(table.title)
    made = words.sheet(table.state, "french", "move french-5-4-1 > 0614", {})
    assert made is not None
    (warning,) = [line for line in made.lines if line.startswith("⚠️")]
    assert "2-5 (1) and 5-4 (1) on 0614 have no supply" in warning
    fed = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0614", "french-supply-1": "0615"})
    made = GrandeArmeePresenter(fed.title).sheet(fed.state, "french", "move french-5-4-1 > 0614", {})
    assert made is not None
    assert not [line for line in made.lines if line.startswith("⚠️")]


def test_at_a_halt_the_buttons_say_what_the_others_do() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0802"})
    table.do("march french-5-4-1 > 0616", faces=[4])
    assert table.legal() == ["halt", "roll"]
    for text, labels in (
        ("halt", ["Halt here; end the movement"]),
        (
            f"halt{THEN}move french-2-5-1 > 0803",
            ["Halt here; the others march on", "Halt here; the others march, then end"],
        ),
    ):
        made = GrandeArmeePresenter(table.title).sheet(table.state, "french", text, {})
        assert made is not None
        assert [
            each.label for group in made.groups if group.id == "march" for each in group.choices
        ] == labels


def test_a_second_roll_says_where_the_march_would_end() -> None:
    table = moving_table({"french-5-4-1": "0612"})
    table.do("march french-5-4-1 > 0616 / 0617", faces=[4])
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", "halt", {})
    assert made is not None
    (line,) = [line for line in made.lines if "🎲" in line]
    assert line.startswith("-# 🎲 If you roll again: on to 0617: ")
    # The map shows the unit that is asked, wherever the others march.
    assert made.close is not None
    assert made.close.around == "0616"
    table = moving_table({"french-5-4-1": "0612"}).do("march french-5-4-1 > 0616", faces=[4])
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", "halt", {})
    assert made is not None
    (line,) = [line for line in made.lines if "🎲" in line]
    assert line.startswith("-# 🎲 If you roll again: on to a hex that you then choose: ")


def test_a_forced_march_on_the_sheet_tells_its_exact_risk() -> None:
    table = moving_table({"french-5-4-1": "0612"})
    words = GrandeArmeePresenter(table.title)
    made = words.sheet(table.state, "french", "march french-5-4-1 > 0616 / 0617", {})
    assert made is not None
    (line,), (column,) = [line for line in made.lines if "🎲" in line], made.placed
    assert column.text == "**Infantry (strength 5)**: 0612 to 0617, 5 hexes, 🎲"
    # A Frenchman subtracts one: 1 to 3 go on, a 4 may halt, a 5 may halt, a 6 is disrupted.
    disrupted = "17% arrives disrupted (no attack now, no march next turn)"
    halted = "33% stops on the way (you may roll again instead)"
    assert line == f"-# 🎲 Forced march of 5-4 (1): 50% arrives, {halted}, {disrupted}"
    alone = words.sheet(table.state, "french", made.text, {}, "stack 0612")
    assert alone is not None
    assert [text for text in alone.lines if "🎲" in text] == [line, "- **0612** → 0617, 🎲: 5-4 (1)"]
    assert made.close is not None
    assert [(move.manner, move.path[-1]) for move in made.close.moves] == [("rolled", "0617")]


def test_orders_of_several_turns_are_arrows_to_their_ends() -> None:
    state = moving("1805", "french")
    order = TITLE.read_order("movement", "french-5-4-1 to vienna by ulm")
    made = WORDS.sheet(state, "french", "", {"movement": order})
    assert made is not None
    assert made.close is not None
    (arrow,) = made.close.moves
    assert arrow.manner == "ordered"
    assert arrow.path[0] == state.pieces["french-5-4-1"].hex
    assert TITLE.box.place["ulm"] in arrow.path
    assert arrow.path[-1] == town_or_hex(TITLE.box, "vienna")


def test_a_form_begins_with_the_ordered_marches_and_says_that_the_rest_is_proposed() -> None:
    state = moving("1805", "french")
    order = TITLE.read_order("movement", "soult to stuttgart; lannes to heilbronn")
    made = WORDS.sheet(state, "french", None, {"movement": order})
    assert made is not None
    first, second, *rest = made.text.split(THEN)
    assert first.startswith("move soult > ")
    assert second.startswith("move lannes > ")
    assert rest
    assert made.lines[0] == "-# Proposed; **none of it has been done yet**."
    kept = WORDS.sheet(state, "french", made.text, {"movement": order})
    assert kept is not None
    assert kept.lines[0] == "-# Only you see this; **none of it has been done yet**."


def test_only_marches_can_be_written_and_only_in_ones_own_movement() -> None:
    with pytest.raises(NotationError):
        WORDS.written(STATE, "allied", "", "end")
    with pytest.raises(NotationError):
        WORDS.written(STATE, "french", "", "move davout > 2322")
    assert WORDS.sheet(STATE, "french", None, {}) is None
    table = Table({"french-5-4-1": "0612", "austrian-1-5-1": "0611"})
    words = GrandeArmeePresenter(table.title)
    with pytest.raises(NotationError):
        words.written(table.state, "french", "", "move french-5-4-1 > 0613")
    assert words.sheet(table.do("end").state, "french", None, {}) is None


def test_what_is_done_stands_on_the_sheet_no_longer_not_even_the_last_march() -> None:
    kept = sheet(text=None).text
    first, *_rest = kept.split(THEN)
    after = carried_out(STATE, first)
    left = sheet(after, kept)
    assert first not in left.text.split(THEN)
    assert not any("Skipped" in line for line in left.lines)


def test_proposals_are_offered_only_where_there_are_any() -> None:
    assert any("or end the movement" in line for line in sheet(text="").lines)
    assert any(c.notation.endswith("propose") for g in sheet(text="").groups for c in g.choices)
    over = carried_out(STATE, sheet(text=None).text)
    assert not any(c.notation.endswith("propose") for g in sheet(over, "").groups for c in g.choices)


def behind(table: Table, text: str, hex: str) -> dict[str, str]:
    """What each choice behind a stack would make of what is written, by the change."""
    words = GrandeArmeePresenter(table.title)
    made = words.sheet(table.state, "french", text, {}, f"stack {hex}")
    assert made is not None
    changes = [c.notation for g in made.groups for c in g.choices if c.does is Does.WRITE]
    assert changes
    return {change: words.written(table.state, "french", text, change) for change in changes}


@pytest.mark.case("G-MOV-0-3")
def test_a_stack_goes_with_the_unit_that_is_on_the_move_or_without_it() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0613", "french-2-5-2": "0613"})
    table.do("move french-5-4-1 > 0613")
    changes = behind(table, "", "0613")
    together = {change: text for change, text in changes.items() if change.startswith("stack ")}
    assert together
    assert all(text.startswith("move french-5-4-1 > ") for text in together.values())
    # When another has been on the move meanwhile, its movement is over.
    after = behind(table, "move french-depot-9 > 1525", "0613")
    together = {change: text for change, text in after.items() if change.startswith("stack ")}
    assert together
    assert not any("french-5-4-1" in text for text in together.values())


def test_a_stack_goes_without_a_unit_whose_points_are_spent() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0612", "french-2-5-2": "0612"})
    # A breakdown takes points and is no step.
    spent = Progress(Hex("0612"), spent=4)
    table.state = replace(table.state, marches={**table.state.marches, "french-5-4-1": spent})
    together = [text for change, text in behind(table, "", "0612").items() if change.startswith("stack ")]
    assert together
    assert all("french-2-5-1" in text and "french-2-5-2" in text for text in together)
    assert not any("french-5-4-1" in text for text in together)


def test_a_march_offered_beside_others_of_its_stack_comes_before_theirs() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0612"})
    # It needs all its points for three hexes, and stepping onto the other corps costs one more.
    begun = "move french-2-5-1 > 0615"
    march = "move french-5-4-1 > 0615"
    assert behind(table, begun, "0612")[march] == f"{march}{THEN}{begun}"


def test_the_others_of_a_stack_go_together_and_a_march_of_its_own_stays_as_it_is() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0612", "french-2-5-2": "0612"})
    own = "move french-5-4-1 > 0613"
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", own, {}, "stack 0612")
    assert made is not None
    assert group(made, "together").prompt == "2-5 (1, 2) to"
    together = [text for change, text in behind(table, own, "0612").items() if change.startswith("stack ")]
    assert together
    assert all(text.split(THEN)[0] == own and text.count(THEN) == 2 for text in together)
    # Where each has a march of its own, all can be sent together all the same.
    each = THEN.join(f"move {id} > 0613" for id in ("french-5-4-1", "french-2-5-1", "french-2-5-2"))
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", each, {}, "stack 0612")
    assert made is not None
    assert group(made, "together").prompt == "5-4 (1) and 2-5 (1, 2) to"
    # A depot that stays and a unit beside it are no others that could go together.
    units = dict.fromkeys(("french-5-4-1", "french-2-5-1", "french-depot-1", "french-supply-1"), "0612")
    table = moving_table(units)
    most = f"{own}{THEN}move french-2-5-1 > 0613"
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", most, {}, "stack 0612")
    assert made is not None
    assert group(made, "together").prompt == "5-4 (1), 2-5 (1) and 1 supply unit to"


def test_a_corps_is_offered_the_hexes_before_the_enemy_first_and_all_of_them() -> None:
    table = moving_table({"french-5-4-1": "0612", "ney": "0612", "austrian-5-4-1": "0606"})
    made = GrandeArmeePresenter(table.title).sheet(table.state, "french", "", {}, "stack 0612")
    assert made is not None
    pages = [each.choices for each in made.groups if each.id.startswith("together")]
    ends = [Hex(choice.notation[-4:]) for page in pages for choice in page]
    assert len(ends) == len({*ends}) > len(pages[0])
    away = [distance(end, Hex("0606")) for end in ends]
    assert away == sorted(away)


def test_behind_a_stack_nobody_is_offered_to_go_on_from_where_it_is_to_arrive() -> None:
    table = moving_table({"french-5-4-1": "0612", "french-2-5-1": "0613"})
    changes = behind(table, "move french-5-4-1 > 0613", "0613")
    assert not any("french-5-4-1" in change for change in changes)


@pytest.mark.case("G-MOV-H-1")
def test_supply_that_marches_will_cost_is_told_once_and_each_end_of_a_stack_once() -> None:
    state = moving("1805", "french")
    written = sheet(state, None, seat="french")
    spent = {
        action.supply
        for each in written.text.split(THEN)
        if isinstance(action := TITLE.parse(state, each, "french"), Move) and action.supply
    }
    assert len(spent) > 1
    (line,) = [line for line in written.lines if "📦" in line]
    assert line == f"-# 📦 Longer marches spend {len(spent)} supply units."
    # Behind a stack it says where they stand.
    told = [
        line
        for hex in dict.fromkeys(piece.hex for piece in state.pieces.values() if piece.hex is not None)
        for line in sheet(state, written.text, f"stack {hex}", "french").lines
        if "📦" in line
    ]
    assert told
    for id in spent:
        assert any(WORDS.names.near(state.pieces[id].hex) in line for line in told)


@pytest.mark.case("A-97")
@pytest.mark.parametrize(
    ("regions", "warning"),
    [
        (
            ("ansbach", "bayreuth"),
            "⚠️ This crosses Prussia's border: 17% that Prussia then enters the war (F-11).",
        ),
        (("prussia",), "⚠️ A march into Prussia brings Prussia into the war at once (A-97)."),
    ],
)
def test_what_brings_prussia_into_the_war_is_told_before_it_is_done(
    regions: tuple[str, ...], warning: str
) -> None:
    state = moving("1805", "french")
    marches = [
        action
        for action in TITLE.legal_actions(state, "french")
        if isinstance(action, Move) and action.supply is None
    ]
    into = [action for action in marches if TITLE.box.region.get(action.route[-1]) in regions]
    stays = [
        action for action in marches if TITLE.box.region.get(action.route[-1]) not in (*regions, "prussia")
    ]
    assert warning in sheet(state, TITLE.notation(into[0]), seat="french").lines
    assert not any("Prussia" in line for line in sheet(state, TITLE.notation(stays[0]), seat="french").lines)
