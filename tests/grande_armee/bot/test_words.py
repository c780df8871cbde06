"""What is told: events, standing, chronicle, headings, the reference and the commands."""

from __future__ import annotations

import random
from importlib import import_module
from typing import get_args

import msgspec
import pytest
from discord import app_commands

from bot.campaigns.opening import happened
from bot.games.grande_armee import GAME, lookups
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.grande_armee.story import GrandeArmeeStory
from bot.interactions.forms import LABEL
from bot.surface import layout
from data.catalogue import speaking
from data.grande_armee.hexes import Hex
from data.grande_armee.texts import LOST, STORY, WRITTEN
from engines.core import declared
from engines.core.events import Event, GivenFor, PhaseBegun, Source, TableRoll, events_in
from engines.core.game import Game
from engines.grande_armee import actions, events
from engines.grande_armee.actions import VERBS, Advance, Plain
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from render.grande_armee import Move
from render.grande_armee.panels import scored

TITLE = GrandeArmee()
WORDS = GrandeArmeePresenter(TITLE)
BOX = TITLE.box
WEST, NORTH, FAR = "0612 (3 W of Minden)", "0611 (3 WNW of Minden)", "0610 (4 NW of Minden)"
OLMUETZ = "5530 (2 NNE of Olmütz)"
"""Hexes without a town, as they are called."""

SAMPLES: list[tuple[Event, str]] = [
    (
        events.Arrived("allied", "force", Hex("5530"), ("kutuzov", "russian-4-4-1")),
        f"🎺 Reinforcements of the Allies at {OLMUETZ}: Kutuzov and Russian 4-4 (1).",
    ),
    (
        events.Combined(("french-2-5-1", "french-2-5-2"), "french-5-4-9", BOX.place["ulm"], 2),
        "French 2-5 (1) and French 2-5 (2) combine to French 5-4 (9) at Ulm",
    ),
    (
        events.Broken("french-5-4-1", ("french-2-5-8", "french-2-5-9"), Hex("0612"), forced=True),
        "French 5-4 (1) has to break down to",
    ),
    (
        events.Moved("davout", Hex("0612"), (Hex("0611"), Hex("0610")), 2),
        f"🥾 French, {WEST} → {FAR}: Davout.",
    ),
    (
        events.Moved("davout", Hex("0612"), (Hex("0611"),), 2, stopped=True),
        f"🥾 French, {WEST} → {NORTH}, stopped by a zone of control: Davout.",
    ),
    (
        events.Moved("davout", Hex("0612"), (Hex("0611"),), 2, "supply"),
        f"🥾 French, {WEST} → {NORTH}, on supply: Davout.",
    ),
    (
        events.Moved("davout", Hex("0612"), (Hex("0611"),), 2, "double"),
        f"🥾 French, {WEST} → {NORTH}, by a double forced march: Davout.",
    ),
    (events.Halted("davout"), "🥾 Davout, on its forced march: halts."),
    (
        events.Doomed((Hex("0611"),), ("austrian-1-5-1",), ("french-5-4-1",), (), 5, 1),
        f"💥 Eliminated automatically at {NORTH}, 5 to 1: Austrian 1-5 (1), by French 5-4 (1).",
    ),
    (
        events.Doomed((Hex("0611"),), (), ("french-5-4-1",), (), 5, 0),
        f"💥 Eliminated automatically at {NORTH}, 5 to 0: every unit there, by French 5-4 (1).",
    ),
    (events.SupplySpent("french-supply-1", "march"), "📦 Spent on marches by the French: 1 supply unit."),
    (events.Disrupted("davout", 9, "battle"), "Davout is disrupted."),
    (events.Recovered(("davout", "ney")), "Recovered: Davout and Ney."),
    (
        events.AttackDeclared("french", (Hex("0611"),), ("french-5-4-1",), ("davout",)),
        f"🎯 Attack on {NORTH}: Davout and 5-4 (1).",
    ),
    (
        events.BattleFought(
            side="french",
            targets=(Hex("0611"),),
            units=("french-5-4-1",),
            defenders=("austrian-1-5-1",),
            attack=5,
            defence=1,
            die=4,
            result="De",
        ),
        f"⚔️ **{NORTH}**: the French attack with 5-4 (1) against 1-5 (1), 5 to 1, 🎲 4: defenders eliminated.",
    ),
    (
        events.BattleFought(
            side="french",
            targets=(Hex("0611"),),
            units=("french-5-4-1",),
            defenders=("austrian-1-5-1",),
            attack=1,
            defence=1,
            die=None,
            result="Ae",
        ),
        "1 to 1 across the river: attackers eliminated.",
    ),
    (
        events.Retreated("mack", Hex("0611"), (Hex("0610"),), before_combat=True),
        f"↩️ Back before combat, {NORTH} → {FAR}, disrupted: Mack.",
    ),
    (
        events.Retreated("mack", Hex("0611"), (Hex("0610"),)),
        f"↩️ Back, {NORTH} → {FAR}, disrupted: Mack.",
    ),
    (
        events.Scattered("mack", Hex("0611"), (Hex("0610"),)),
        f"↩️ Scattered, {NORTH} → {FAR}, disrupted: Mack.",
    ),
    (events.Advanced("davout", Hex("0611"), Hex("0610")), f"➡️ Advance from {NORTH} into {FAR}: Davout."),
    (
        events.Created("french-depot-1", "french-supply-9", Hex("0611")),
        f"📦 New supply at {NORTH}.",
    ),
    (events.Controlled("ulm", "french", "davout"), "The French take **Ulm**."),
    (events.Besieged("ulm"), "**Ulm** is under siege."),
    (events.Relieved("ulm"), "The siege of **Ulm** is over."),
    (events.Scored(events.Ratio(15, 2), events.Ratio(1, 2)), "French points: **7.5**."),
    (events.PrussiaEntered(6), "**Prussia enters the war.** Its army arrives in turn 6."),
    (events.PrussiaEntered(6), "may enter from now on: Saxon duchies and Reuss, Hesse-Kassel, Saxony."),
    (events.PrussiaEntered(10), "**Prussia enters the war.** Its army arrives in turn 10."),
    (events.PrussiaEntered(11), "**Prussia enters the war.** Its army comes too late for this campaign."),
]


@pytest.mark.parametrize(("event", "told"), SAMPLES)
def test_an_event_is_told(event: Event, told: str) -> None:
    assert told in " ".join(WORDS.tell([event]))


def rolled(unit: str, face: int, result: str) -> TableRoll:
    """A die of a double forced march."""
    return TableRoll("march", [face], "double", result, "G-FM-2", subject=unit)


def test_the_marches_of_a_stack_are_one_line_and_so_are_the_legs_of_a_march() -> None:
    start, half, end = Hex("0612"), Hex("0611"), Hex("0610")
    happened: list[Event] = [
        events.Moved("davout", start, (half,), 1),
        events.Moved("davout", half, (end,), 1),
        events.Moved("ney", start, (half, end), 2),
        events.Moved("soult", start, (half,), 1, stopped=True),
        events.SupplySpent("french-supply-1", "march"),
        events.Moved("lannes", start, (half,), 1, "supply"),
        events.Moved("french-5-4-1", start, (half,), 1, "supply"),
        events.SupplySpent("french-supply-2", "march"),
        events.Moved("austrian-4-3-1", half, (end,), 1),
    ]
    assert WORDS.tell(happened) == [
        (
            f"🥾 French, {WEST} → {FAR}: Davout and Ney; {NORTH}, stopped by a zone of control: Soult; "
            f"{NORTH}, on supply: Lannes and 5-4 (1)."
        ),
        f"🥾 Allies, {NORTH} → {FAR}: 4-3 (1).",
        "📦 Spent on marches by the French: 2 supply units.",
    ]


def test_supply_that_both_sides_spend_in_a_battle_is_told_of_each() -> None:
    spent = [events.SupplySpent(id, "combat") for id in ("prussian-supply-1", "french-supply-1")]
    assert WORDS.tell(spent) == [
        "📦 Spent in combat by the Allies: 1 supply unit.",
        "📦 Spent in combat by the French: 1 supply unit.",
    ]


def test_units_in_a_list_are_told_by_their_names() -> None:
    order = TITLE.read_order("movement", "davout, french-5-4-1 to ulm by 0935")
    assert order is not None
    assert WORDS.describe_order("movement", order).startswith(
        "March with Davout and French 5-4 (1). Go to Ulm"
    )
    assert WORDS.names.told("lose davout, ney") == "lose Davout, Ney"


def test_supply_units_that_march_alone_share_a_line() -> None:
    start, end = Hex("0612"), Hex("0611")
    happened: list[Event] = [
        events.Moved("french-supply-1", start, (end,), 1),
        events.Moved("french-supply-2", end, (BOX.place["ulm"],), 1),
        events.Moved("french-supply-3", BOX.place["ulm"], (end,), 1),
        events.Moved("davout", BOX.place["ulm"], (end,), 1),
    ]
    assert WORDS.tell(happened) == [
        f"🥾 French, Ulm → {NORTH}: Davout and 1 supply unit.",
        "🥾 French, supply units alone: 0612 → 0611, 0611 → Ulm.",
    ]


@pytest.mark.parametrize(("scenario", "told"), [("1805", "fortresses 0, actions 0"), ("1806", "")])
def test_the_parts_of_the_score_are_told_where_more_than_fortresses_score(scenario: str, told: str) -> None:
    seen = TITLE.view(began(scenario), None)
    assert scored(seen, BOX.pack) == told
    assert next(iter(WORDS.standing(seen))).endswith(told or "points")


def test_the_score_is_told_once() -> None:
    stands = TITLE.known_outcome(began("1806"), None)
    assert stands is not None
    assert WORDS.balance(stands) == "⚖️ The Allies are ahead: the French have 0 of 30 points"


@pytest.mark.case("G-FM-7")
def test_a_forced_march_has_its_rolls_and_what_was_chosen_in_its_line() -> None:
    start, half, end = Hex("0612"), Hex("0611"), Hex("0610")
    first, second = (events.Moved("davout", a, (b,), 1, "double") for a, b in ((start, half), (half, end)))
    went = f"🥾 French, {WEST} → {FAR}, by a double forced march: Davout, "
    whole: list[Event] = [first, rolled("davout", 2, "go"), second]
    assert WORDS.tell(whole) == [f"{went}🎲 2 marches on."]
    again: list[Event] = [first, rolled("davout", 3, "op"), rolled("davout", 3, "disrupted"), second]
    assert WORDS.tell([*again, events.Disrupted("davout", 9, "march")]) == [
        f"{went}🎲 3 rolls again, 🎲 3 marches on but is disrupted."
    ]
    halting: list[Event] = [first, rolled("davout", 3, "op"), events.Halted("davout")]
    assert WORDS.tell(halting) == [
        f"🥾 French, {WEST} → {NORTH}, by a double forced march: Davout, 🎲 3 halts."
    ]
    assert WORDS.tell(halting[:2])[-1].endswith("🎲 3 may halt or roll again.")
    # What follows is told by itself where the first leg was told before.
    assert WORDS.tell([rolled("davout", 3, "go")]) == ["🥾 Davout, on its forced march: 🎲 3 marches on."]
    assert WORDS.tell([events.Disrupted("davout", 9, "battle")]) == ["🌀 Davout is disrupted."]


def test_the_die_for_prussia_is_told() -> None:
    for face, result, told in (
        (1, "yes", "1 for Prussia: it enters the war"),
        (5, "no", "5 for Prussia: it stays"),
    ):
        (line,) = WORDS.tell([TableRoll("prussia", [face], "1-1", result, "F-11")])
        assert told in line


def test_rolls_of_units_that_have_not_moved_are_told_in_their_order() -> None:
    ids = ["davout", "soult", "lannes", "ney", "bernadotte", "augereau"]
    lines = WORDS.tell([rolled(id, 6, "op") for id in ids])
    assert [str(BOX.unit(id)) in line for id, line in zip(ids, lines, strict=True)] == [True] * 6


def test_two_units_that_are_forced_the_same_way_have_a_roll_each() -> None:
    start, end = Hex("0612"), Hex("0611")
    happened: list[Event] = []
    for unit, result in (("lannes", "go"), ("murat", "op")):
        happened += [events.Moved(unit, start, (end,), 1, "double"), rolled(unit, 3, result)]
    (line,) = WORDS.tell(happened)
    assert (
        f"Lannes, 🎲 3 marches on; {NORTH}, by a double forced march: Murat, 🎲 3 may halt or roll again."
        in line
    )


def test_those_who_retreat_the_same_way_are_one_line() -> None:
    start, end = Hex("0611"), Hex("0610")
    happened: list[Event] = []
    for unit in ("mack", "kienmayer"):
        happened += [events.Retreated(unit, start, (end,)), events.Disrupted(unit, 9, "battle")]
    assert WORDS.tell(happened) == [f"↩️ Back, {NORTH} → {FAR}, disrupted: Mack and Kienmayer."]
    happened.append(events.Retreated("davout", start, (end,), before_combat=True))
    assert len(WORDS.tell(happened)) == 2


def test_what_arrives_on_one_hex_is_one_line() -> None:
    came: list[Event] = [
        events.Arrived("allied", "one", Hex("5530"), ("kutuzov",)),
        events.Arrived("allied", "two", Hex("5530"), ("bagration",)),
        events.Arrived("allied", "three", BOX.place["ulm"], ("mack",)),
        events.Arrived("allied", "four", Hex("5530"), ("miloradovich",)),
    ]
    assert WORDS.tell(came) == [
        f"🎺 Reinforcements of the Allies at {OLMUETZ}: Kutuzov, Bagration and Miloradovich.",
        "🎺 Reinforcements of the Allies at Ulm (1441): Mack.",
    ]


def test_a_unit_that_goes_back_is_disrupted_in_the_same_line() -> None:
    scattered = events.Scattered("mack", Hex("0611"), (Hex("0610"),))
    told = f"↩️ Scattered, {NORTH} → {FAR}, disrupted: Mack."
    assert WORDS.tell([scattered, events.Disrupted("mack", 9, "battle")]) == [told]
    assert len(WORDS.tell([scattered, events.Disrupted("davout", 9, "battle")])) == 2


def test_what_falls_together_is_one_line() -> None:
    lost: list[Event] = [
        events.Eliminated("mack", BOX.place["ulm"], "siege"),
        events.Eliminated("kienmayer", BOX.place["ulm"], "siege"),
        events.Eliminated("davout", Hex("0611"), "siege"),
    ]
    assert WORDS.tell(lost) == [
        "✖️ Lost with the besieged fortress at Ulm (1441): Mack and Kienmayer.",
        f"✖️ Lost with the besieged fortress at {NORTH}: Davout.",
    ]


def test_what_depots_create_together_is_one_line() -> None:
    created: list[Event] = [
        events.Created("french-depot-1", "french-supply-9", Hex("0611")),
        events.Created("french-depot-2", "french-supply-10", Hex("0612")),
        events.Created("french-depot-3", "french-supply-11", Hex("0612")),
    ]
    assert WORDS.tell(created) == [f"📦 New supply at {NORTH} and {WEST}."]


def test_that_depots_create_as_usual_is_not_told_of_an_order() -> None:
    created = events.Created("french-depot-1", "french-supply-9", Hex("0611"))
    assert WORDS.tell([GivenFor("french", "order"), created]) == [f"📦 New supply at {NORTH}."]
    others: tuple[Source, ...] = ("moderator", "automatic")
    for source in others:
        assert len(WORDS.tell([GivenFor("french", source), created])) == 2
    assert len(WORDS.tell([GivenFor("french", "order"), events.Halted("davout")])) == 2
    assert len(WORDS.tell([GivenFor("french", "order")])) == 1


def test_the_history_of_a_turn_has_its_arrivals_once_and_says_when_nobody_fought() -> None:
    came: list[Event] = [
        events.Arrived("allied", "one", Hex("5530"), ("kutuzov",)),
        events.Arrived("allied", "two", BOX.place["ulm"], ("mack",)),
        events.Arrived("allied", "three", Hex("5530"), ("bagration",)),
    ]
    assert WORDS.chronicle(came) == f"The Allies were reinforced at {OLMUETZ} and Ulm."
    over: list[Event] = [PhaseBegun("supply", ""), PhaseBegun("supply", "")]
    assert WORDS.chronicle(over) == "Nobody fought a battle."


def test_every_event_of_the_game_has_a_teller() -> None:
    tags = {kind.__struct_config__.tag: kind for kind in events_in(events)}
    assert STORY.keys() < tags.keys()
    assert {kind for tag, kind in tags.items() if tag not in STORY} <= GrandeArmeeStory._tellers.keys()


def test_each_loss_says_why_and_spent_supply_is_told_once() -> None:
    causes = set(get_args(events.Cause))
    assert set(LOST) == causes - {"spent"}
    for cause in get_args(events.Cause):
        if cause == "spent":
            continue
        (line,) = WORDS.tell([events.Eliminated("mack", Hex("0611"), cause)])
        assert "Mack" in line
    assert WORDS.tell([events.Eliminated("french-supply-1", Hex("0611"), "spent")]) == []


def began(scenario: str) -> State:
    """The first board of a scenario."""
    state = Game(TITLE, scenario=scenario, seed="words").state
    assert isinstance(state, State)
    return state


def played(scenario: str, actions: int = 60) -> tuple[State, list[Event]]:
    """A game of random actions, with what happened in it."""
    game, chooser = Game(TITLE, scenario=scenario, seed="words"), random.Random(scenario)
    happened = list(game.opening_events)
    for _ in range(actions):
        decision = game.decisions[0]
        assert isinstance(game.state, State)
        legal = TITLE.legal_actions(game.state, decision.seat)
        happened += game.act(decision.seat, chooser.choice(legal))
    assert isinstance(game.state, State)
    return game.state, happened


@pytest.mark.parametrize("scenario", ["1805", "1806", "1809"])
def test_a_game_is_told_in_names_and_never_in_ids(scenario: str) -> None:
    state, happened = played(scenario)
    lines = [
        *WORDS.tell(happened),
        *WORDS.standing(TITLE.view(state, None)),
        WORDS.narrate(happened),
        *(line for table in WORDS.reference() for row in table.rows for line in row),
    ]
    assert len(lines) > 30
    for line in lines:
        assert not any(f"{nation}-" in line for nation in ("french", "austrian", "prussian", "russian")), line
        assert "{" not in line


def test_the_chapter_has_its_days_its_turn_and_its_history() -> None:
    _, happened = played("1809", 4)
    heading = WORDS.heading("1809", 1, happened)
    assert heading.title == "10 April – 19 April 1809"
    assert heading.line.startswith("Turn 1 of 10")
    assert "Inn" in heading.text


def test_what_history_has_of_a_turn_is_a_sentence() -> None:
    for scenario in BOX.scenarios.values():
        for turn in scenario.turn:
            assert turn.history[0].isupper(), turn.history
            assert turn.history.endswith("."), turn.history


def test_standing_has_score_fortresses_and_both_armies() -> None:
    lines = WORDS.standing(TITLE.view(began("1809"), None))
    assert lines[0].startswith("**Score:** 12 of 23 points")
    assert any("Vienna 10" in line for line in lines)
    assert any(line.startswith("**French** stand, with their strength: Augsburg") for line in lines)


def test_supply_units_that_stand_alone_share_an_entry() -> None:
    state = began("1809")
    at = {
        "austrian-supply-1": Hex("0611"),
        "austrian-supply-2": Hex("0611"),
        "austrian-supply-3": Hex("0612"),
    }
    moved = {id: msgspec.structs.replace(state.pieces[id], hex=hex) for id, hex in at.items()}
    state.pieces = {**state.pieces, **moved}
    (stacks,) = [
        line for line in WORDS.standing(TITLE.view(state, None)) if line.startswith("**Allies** stand")
    ]
    assert " · supply units alone: " in stacks
    assert f"{NORTH} × 2" in stacks
    assert WEST in stacks
    assert f"{NORTH}: " not in stacks


def test_moves_of_a_unit_are_one_arrow_and_retreats_another() -> None:
    happened: list[Event] = [
        events.Moved("davout", Hex("0612"), (Hex("0611"),), 1),
        events.Moved("davout", Hex("0611"), (Hex("0610"),), 1),
        events.Retreated("mack", Hex("0609"), (Hex("0608"),)),
    ]
    assert WORDS.moves(happened) == [
        Move("french", (Hex("0612"), Hex("0611"), Hex("0610"))),
        Move("allied", (Hex("0609"), Hex("0608")), "retreat"),
    ]


def test_a_hex_is_looked_up_with_its_sides() -> None:
    lines = [*lookups.hex(WORDS.names, TITLE.view(began("1805"), None), BOX.place["ulm"])]
    assert lines[0].startswith("## Ulm (")
    assert any("Mack" in line for line in lines)
    assert any("over a bridge" in line for line in lines)


def test_every_verb_is_a_command_with_the_fields_that_it_declares() -> None:
    made: app_commands.Group = import_module("bot.commands.grande_armee").COMMANDS()
    tree = {each.name: each for each in made.walk_commands() if isinstance(each, app_commands.Command)}
    for kind in get_args(actions.Action):
        if kind is Plain:
            continue
        command = tree[str(kind.__struct_config__.tag)]
        assert [option.name for option in command.parameters] == [
            name for name, field in declared.fields(kind).items() if field.about
        ]
        assert command.description == (kind.__doc__ or "").splitlines()[0]
    for word in ("end", "pass", "roll", "halt", "rest", "stand", "map", "hex", "whole", "zones"):
        assert word in tree


def test_the_game_has_a_channel_and_an_aim() -> None:
    assert GAME.presenter is GrandeArmeePresenter
    assert str(GAME.aim)


def test_a_screen_says_first_that_movement_or_combat_is_over_not_what_was_won_before() -> None:
    taken: list[Event] = [events.Controlled("ulm", "french", "davout"), PhaseBegun("combat", "G-SEQ-1")]
    assert happened(WORDS, taken) == "Allied movement is over: combat begins."
    assert happened(WORDS, [*taken, PhaseBegun("supply", "G-SEQ-1")]) == "Allied combat is over."
    assert happened(WORDS, [*taken, taken[0]]) == "The French take Ulm."


def test_a_screen_says_whose_step_is_over() -> None:
    begun = [PhaseBegun(phase, "G-SEQ-1") for phase in 2 * ("movement", "combat", "supply")]
    assert [happened(WORDS, begun[:at]) for at in range(1, 7)] == [
        "A new turn has begun.",
        "Allied movement is over: combat begins.",
        "Allied combat is over.",
        "Allied combat is over, and the French player turn begins.",
        "French movement is over: combat begins.",
        "French combat is over.",
    ]


@pytest.mark.parametrize("language", ["", "fr"])
def test_no_label_of_a_form_is_cut(language: str) -> None:
    with speaking(language):
        labels = {
            str(field.about)
            for verb in VERBS
            if declared.word(verb) in WRITTEN
            for field in declared.fields(verb).values()
        }
        assert {label for label in labels if len(label) > LABEL} == set()


def test_an_advance_names_its_goal_before_the_units_that_a_button_may_cut() -> None:
    label = WORDS.names.label(
        Advance(("davout", "soult", "lannes", "ney", "bernadotte", "murat"), Hex("0611"))
    )
    assert label.startswith(f"Advance into {NORTH}: ")
    assert len(label) > layout.LABEL
