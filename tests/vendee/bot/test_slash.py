"""`/vendee`: what is offered while somebody types, what is refused and why, and what can be looked up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engines.core.refusals import Refusal
from engines.vendee.actions import Action, Activate, Move
from engines.vendee.procedure import PROCEDURE
from tests.support.duel import choices, panel_of
from tests.support.match import is_shown
from tests.support.table import Table, said, text
from tests.vendee.bot.duel import (
    TITLE,
    act,
    advance,
    asked,
    gone_through,
    in_hand,
    legal,
    offered,
    player,
    put,
    turn,
    war,
)
from tests.vendee.bot.positions import ASKED, Asking, at_table, prepared

Tables = Callable[..., Awaitable[Table]]


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table where the war has begun; the Republicans place first."""
    return await war(closed_table)


async def test_what_is_placed_and_where_are_offered_apart(table: Table) -> None:
    what = await offered(table, table.maxime, "place", "what")
    assert what[0] == "auto"
    assert "nantes:5" in what
    assert "paimboeuf" in await offered(table, table.maxime, "place", "where", "PAIMBŒUF", what="nantes:5")
    placed = await table.maxime.slash(table.channel, "vendee place", what="nantes:5", where="paimboeuf")
    assert "Nantes army 5" in said(placed)
    assert await table.actions() == ["place nantes:5 paimboeuf"]


async def test_every_place_that_is_offered_is_legal(table: Table) -> None:
    known = await legal(table)
    for what in (await offered(table, table.maxime, "place", "what"))[1:4]:
        where = await offered(table, table.maxime, "place", "where", what=what)
        assert where
        assert {f"place {what} {area}" for area in where} <= set(known)


async def test_where_to_place_has_to_be_said(table: Table) -> None:
    result = await table.maxime.slash(table.channel, "vendee place", what="nantes:5")
    assert said(result).startswith(
        "'place' wants who is placed and in which area, or auto: place anjou:6 cathelineau cholet."
    )
    assert await table.actions() == []


async def test_nothing_is_offered_to_whoever_is_not_asked(table: Table) -> None:
    for command, option in (("place", "what"), ("place", "where"), ("event", "event"), ("choose", "what")):
        assert await offered(table, table.camille, command, option) == []


async def test_nothing_is_offered_to_whoever_watches(table: Table) -> None:
    watcher = table.guild.add_member(table.env.create_user("marat"))
    assert await offered(table, watcher, "place", "what") == []
    assert await offered(table, watcher, "move", "path") == []


async def test_the_initiative_is_taken(table: Table) -> None:
    actor = await advance(table, "initiative")
    await actor.slash(table.channel, "vendee initiative", choice="begin")
    assert (await table.actions())[-1] == "begin"


async def test_a_path_begins_where_a_stack_is(table: Table) -> None:
    actor = await advance(table, "operations")
    state, seat = await table.state(), (await asked(table)).seat
    stacks = {action.area for action in TITLE.legal_actions(state, seat) if isinstance(action, Activate)}
    assert set(await offered(table, actor, "move", "path")) == stacks
    assert set(await offered(table, actor, "activate", "stack")) == stacks


async def test_a_path_grows_step_by_step_with_its_cost(table: Table) -> None:
    actor = await advance(table, "operations")
    start = (await offered(table, actor, "move", "path"))[0]
    first = await actor.autocomplete(table.channel, "vendee move", "path", f"{start} > ")
    assert first
    assert all(choice["value"].startswith(f"{start} > ") for choice in first)
    assert all(" AP" in choice["name"] for choice in first)
    # A choice that was taken stands in the field by its name, from which one types on.
    on = await actor.autocomplete(table.channel, "vendee move", "path", f"{first[0]['name']} > ")
    assert all(choice["value"].startswith(f"{first[0]['value']} > ") for choice in on)


async def test_every_path_that_is_offered_can_be_walked(table: Table) -> None:
    actor = await advance(table, "operations")
    state, seat = await table.state(), (await asked(table)).seat
    for start in await offered(table, actor, "move", "path"):
        for path in await offered(table, actor, "move", "path", f"{start} > "):
            move = Move(tuple(path.split(" > ")))
            assert TITLE.parse(state, f"move {path}", seat) == move
            assert refusal(state, seat, move) is None


def refusal(state: Any, seat: Any, move: Action) -> Refusal | None:
    """Why the rules forbid an action, or None."""
    return PROCEDURE.refusal(TITLE.box, state, seat, move)


async def test_a_far_area_is_offered_by_the_cheapest_way(table: Table) -> None:
    actor = await advance(table, "operations")
    start = (await offered(table, actor, "move", "path"))[0]
    near = await offered(table, actor, "move", "path", f"{start} > ")
    far = [path for step in near for path in await offered(table, actor, "move", "path", f"{step} > ")]
    area = next(end for path in far if f"{start} > {(end := path.rpartition(' > ')[2])}" not in near)
    ways = await offered(table, actor, "move", "path", f"{start} > {area}")
    assert any(way.endswith(f"> {area}") and way.count(">") > 1 for way in ways)


async def test_while_a_group_is_under_way_its_area_need_not_be_typed(table: Table) -> None:
    actor = await advance(table, "activation")
    at = (await table.state()).stack[-1].at
    step = next(path for path in await offered(table, actor, "move", "path") if path.count(">") == 1)
    assert step.startswith(f"{at} > ")
    end = step.rpartition(" > ")[2]
    assert step in await offered(table, actor, "move", "path", TITLE.box.name(end)[:5].upper())
    before = len(await table.actions())
    await actor.slash(table.channel, "vendee move", path=end)
    shown = (await table.actions())[before:]
    assert shown in ([], [f"move {step} with all"])


async def test_who_goes_is_offered_as_the_rules_allow(table: Table) -> None:
    actor = await advance(table, "operations")
    start = (await offered(table, actor, "move", "path"))[0]
    groups = await offered(table, actor, "move", "with", path=start)
    assert groups[0] == "all"
    assert any(group.startswith("all but ") for group in groups)
    state, seat = await table.state(), (await asked(table)).seat
    for group in groups:
        assert refusal(state, seat, TITLE.parse(state, f"activate {start} with {group}", seat)) is None


async def test_paths_are_offered_for_those_who_go(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican")
    actor = table.maxime
    far = "paimboeuf > montaigu"
    led = await offered(table, actor, "move", "path", far)
    assert led[0] == "paimboeuf > vue > reze > aigrefeuille > montaigu"
    assert await offered(table, actor, "move", "path", far, **{"with": "nantes:5"}) == []


NONSENSE = "\N{PARTY POPPER}*_`<@1>" * 10


async def test_nonsense_offers_nothing(table: Table) -> None:
    actor = await advance(table, "operations")
    for command, option in (
        ("move", "path"),
        ("move", "with"),
        ("activate", "stack"),
        ("activate", "with"),
        ("event", "event"),
        ("choose", "what"),
        ("area", "name"),
        ("general", "name"),
        ("map", "around"),
    ):
        assert await offered(table, actor, command, option, NONSENSE) == [], command


REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("move", {"path": "nantes > paris"}, "'paris' is not an area"),
    ("move", {"path": "> > >"}, "'move' wants more after it"),
    ("move", {"path": "paimboeuf"}, "A path has two areas or more: move cholet > mortagne (3.2)."),
    ("move", {"path": "paimboeuf > cholet"}, "Cholet does not border on Paimbœuf (3.2)."),
    (
        "move",
        {"path": "paimboeuf > vue > coueron"},
        "Step 2: Vue is in an influence zone: no crossing of the Loire from it (3.3).",
    ),
    (
        "move",
        {"path": "paimboeuf > vue", "with": "all but"},
        "After 'all' comes nothing, or 'but' and who stays",
    ),
    (
        "move",
        {"path": "paimboeuf > vue", "with": "nantes:99"},
        "There are 5 combat points of the Army of Nantes to choose from",
    ),
    (
        "move",
        {"path": "paimboeuf > vue", "with": "lescure"},
        "There is no Lescure among those who could be chosen",
    ),
    (
        "move",
        {"path": "cholet > mortagne"},
        "You have no counters in Cholet that were not yet activated or routed",
    ),
    ("activate", {"stack": "cholet"}, "You have no counters in Cholet that were not yet activated or routed"),
    (
        "drop",
        {"who": "nantes:2"},
        "You can't do that now. Your decision now: activate, move or hand over",
    ),
    ("combat lose", {"what": "lescure"}, "Losses are combat points"),
    ("choose", {"what": "guillotine"}, "'guillotine' is not an action"),
    ("event", {"event": "e99"}, "'e99' is not an event"),
    ("forecast", {"path": "paimboeuf > cholet"}, "Cholet does not border on Paimbœuf (3.2)."),
    ("map", {"around": "paris"}, "'paris' is not an area"),
    ("area", {"name": NONSENSE[:40]}, "is not an area"),
    ("general", {"name": "robespierre"}, "'robespierre' is not a general"),
]
"""What is typed, and what is said to it."""


async def test_bad_input_is_refused_with_its_reason(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican")
    before = await table.snapshot()
    for command, options, told in REFUSED:
        answer = said(await table.maxime.slash(table.channel, f"vendee {command}", **options))
        assert told in answer
        assert "incident" not in answer
    assert await table.snapshot() == before


async def test_a_stack_that_may_not_be_joined_names_the_rule(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "royalist")
    actor = table.camille
    await put(table, "points trementines bas-poitou 2")
    answer = said(await actor.slash(table.channel, "vendee move", path="cholet > trementines"))
    assert answer == "Anjou and the Centre do not enter Trémentines: Bas-Poitou is there (3.5)."


async def test_an_event_out_of_its_time_says_when_it_may_be_played(table: Table) -> None:
    for event, told in (
        ("e10", "The Homeland Endangered may be played from May on (6 E10)."),
        ("e14", "Virée de Galerne is played at the end of a turn (6 E14)."),
        ("e1", "Alarm is a marker of the other side (1.4)."),
    ):
        assert said(await table.maxime.slash(table.channel, "vendee event", event=event)) == told


async def test_the_other_side_s_counters_are_told_to_nobody_who_does_not_see_them(
    closed_table: Tables,
) -> None:
    table = await in_hand(closed_table, "republican")
    actor = table.maxime
    told = said(await actor.slash(table.channel, "vendee area", name="cholet"))
    assert "counters face down" in told
    assert "Cathelineau" not in told
    own = said(await table.camille.slash(table.channel, "vendee area", name="cholet"))
    assert "Anjou" in own.split("Ways out")[0]
    hidden = said(await actor.slash(table.channel, "vendee general", name="cathelineau"))
    assert "on the map, face down to you" in hidden
    assert "Cholet" not in hidden.split("**Now**")[1]


async def test_a_general_is_looked_up_without_accents(table: Table) -> None:
    assert await offered(table, table.camille, "general", "name", "d'ELBEE") == ["d-elbee"]
    told = said(await table.camille.slash(table.channel, "vendee general", name="d'Elbee"))
    assert "**Strategic**" in told
    assert "**Tactical**" in told


async def test_an_area_tells_its_ground_and_what_its_neighbours_cost(table: Table) -> None:
    told = said(await table.maxime.slash(table.channel, "vendee area", name="Cholet"))
    assert "Bocage, in the zone of Anjou, primary objective" in told
    assert "- Mortagne: ½ action point, royal road" in told
    watcher = table.guild.add_member(table.env.create_user("marat"))
    public = said(await watcher.slash(table.channel, "vendee area", name="cholet"))
    assert "for Republicans and Royalists" in public


async def test_events_tell_what_they_do_and_when_they_may_be_played(table: Table) -> None:
    told = said(await table.maxime.slash(table.channel, "vendee events"))
    for event in TITLE.box.event.values():
        assert event.name in told
        assert event.text in told
    assert "**E10 The Homeland Endangered** · left · among the reinforcements, from May on" in told


async def test_the_map_is_a_close_up_as_one_s_own_seat_knows_it(table: Table) -> None:
    await advance(table, "operations")
    pictures = []
    for actor, around in ((table.camille, "cholet"), (table.maxime, "cholet"), (table.maxime, None)):
        options = {} if around is None else {"around": around}
        result = await actor.slash(table.channel, "vendee map", **options)
        assert result.response is not None
        assert result.response.ephemeral
        (picture,) = result.response.attachments
        assert picture.description
        pictures.append(await picture.read())
    assert len(set(pictures)) == 3


async def test_who_is_not_asked_is_told_so(table: Table) -> None:
    result = await table.camille.slash(table.channel, "vendee place", what="auto")
    assert said(result) == "The game waits for the Republicans (2.4)."


async def test_the_commands_of_the_vendee_are_refused_in_another_game(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.bot.campaigns.new(table.wish("levee", channel=hall))
    for command, options in (
        ("stop", {}),
        ("events", {}),
        ("map", {}),
        ("forecast", {"path": "cholet > mortagne"}),
    ):
        told = said(await table.camille.slash(hall, f"vendee {command}", **options))
        assert told.startswith("This channel plays Levée en Masse")
    assert await table.camille.autocomplete(hall, "vendee area", "name", "") == []


async def test_what_is_typed_is_answered_by_the_panel(table: Table) -> None:
    result = await table.maxime.slash(table.channel, "vendee place", what="auto")
    panel = panel_of(result)
    assert "**Republicans**" in text(panel.message)
    assert "Waiting for **Royalists**" in text(panel.message) or choices(panel)


ANSWERS = {
    "preemption": ("preempt", "stack", "preempt"),
    "fortify": ("event", "event", "event"),
    "march": ("combat guns", "stack", "guns"),
    "losses": ("combat lose", "what", "lose"),
    "retreat": ("combat retreat", "to", "retreat"),
    "pursuit": ("combat pursue", "path", "pursue"),
    "refuge": ("combat flee", "to", "flee"),
    "occupation": ("event", "event", "event"),
    "powder-tie": ("choose", "what", ""),
}


@pytest.mark.parametrize(
    "asking", [asking for asking in ASKED if asking.kind in ANSWERS], ids=lambda asking: asking.name
)
async def test_every_interrupt_is_offered_its_answers_and_takes_one(
    closed_table: Tables, asking: Asking
) -> None:
    table = await at_table(closed_table, prepared(asking))
    await table.bot.campaigns.take(1, player(table, asking.actor).id, asking.action)
    actor, before = await turn(table), len(await table.actions())
    command, option, verb = ANSWERS[asking.kind]
    known = [action for action in await legal(table) if action.startswith(verb)]

    values = await offered(table, actor, command, option)

    answers = [f"{verb} {value}".strip() for value in values]
    assert values
    assert all(any(action.startswith(answer) for action in known) for answer in answers)
    result = await actor.slash(table.channel, f"vendee {command}", **{option: values[0]})
    if is_shown(panel_of(result).message):
        await gone_through(result, actor)
    assert (await table.actions())[before].startswith(answers[0])


async def test_a_withdrawal_is_typed_as_a_number(closed_table: Tables) -> None:
    asking = next(asking for asking in ASKED if asking.kind == "withdraw")
    table = await at_table(closed_table, prepared(asking))
    await table.bot.campaigns.take(1, player(table, asking.actor).id, asking.action)
    result = await (await turn(table)).slash(table.channel, "vendee combat withdraw", areas=1)
    assert "incident" not in said(result)
    assert (await table.actions())[1] == "withdraw 1"


@pytest.mark.parametrize("kind", ["desertion", "committee"])
async def test_what_the_rules_ask_for_is_chosen(table: Table, kind: str) -> None:
    actor, known = await advance(table, kind), await legal(table)
    values = await offered(table, actor, "choose", "what")
    assert values
    assert set(values) <= set(known)
    await actor.slash(table.channel, "vendee choose", what=values[0])
    assert (await table.actions())[-1] == values[0]


async def test_a_march_of_a_month_is_played_by_typing(table: Table) -> None:
    for _ in range(25):
        actor, decision = await turn(table), await asked(table)
        command: str = ""
        options: dict[str, str] = {}
        if decision.kind == "reinforcements":
            placing = "auto" in await offered(table, actor, "place", "what")
            command, options = ("place", {"what": "auto"}) if placing else ("done", {})
        elif decision.kind == "initiative":
            command, options = "initiative", {"choice": "begin"}
        elif decision.kind == "operations":
            command, options = "activate", {"stack": (await offered(table, actor, "activate", "stack"))[0]}
        elif decision.kind == "activation":
            command, options = "stop", {}
        elif decision.kind == "preemption":
            command, options = "decline", {}
        if not command:
            break
        before = len(await table.actions())
        await actor.slash(table.channel, f"vendee {command}", **options)
        assert len(await table.actions()) > before
    assert len(await table.actions()) > 8
    await act(table, (await legal(table))[-1])
