"""`/vendee forecast`: marches foreseen at any time, and never more of the enemy than one sees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from simcord import MemberActor

from bot.games.vendee import preview
from data.vendee.schema import Side
from engines.core.errors import IllegalAction
from engines.vendee.actions import Move
from engines.vendee.frames import SIDES
from engines.vendee.state import State, by_kind, generals_in
from tests.support.depth import depth
from tests.support.duel import choices, panel_of
from tests.support.table import Table, said
from tests.vendee.bot.duel import act, in_hand, offered, opening, put, stand, war
from tests.vendee.bot.games import TITLE, WORDS, games, twins
from tests.vendee.builder import Given

Tables = Callable[..., Awaitable[Table]]


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table where the war has begun; the Republicans place first."""
    return await war(closed_table)


async def test_a_forecast_does_nothing(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican")
    actor = table.maxime
    paths = await offered(table, actor, "forecast", "path", "noirmoutier > beauvoir > ")
    before = await table.snapshot()
    result = await actor.slash(table.channel, "vendee forecast", path=paths[0])
    assert "Nothing is done." in said(result)
    assert choices(panel_of(result)) == []
    assert await table.snapshot() == before


async def test_a_step_that_would_be_done_at_once_is_foreseen_too(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican")
    told = said(await table.maxime.slash(table.channel, "vendee forecast", path="paimboeuf > vue"))
    assert "**Paimbœuf to Vue**: Nantes army 5, Canclaux, Beysser" in told
    assert "= **1 action point** in all" in told
    assert "Nothing is done." in told
    assert "🔮 **Not possible now**:" not in told


async def foreseen(table: Table, actor: MemberActor, path: str, **more: str) -> str:
    """What a forecast tells, of which nothing is done."""
    before = await table.snapshot()
    result = await actor.slash(table.channel, "vendee forecast", path=path, **more)
    assert await table.snapshot() == before
    return said(result)


async def test_an_attack_is_foreseen_while_the_other_side_is_asked(closed_table: Tables) -> None:
    position = opening("royalist").points("coron", saumur=3).more()
    table = await war(closed_table)
    await stand(table, position.state)
    asked = await foreseen(table, table.camille, "cholet > trementines > coron")
    await stand(table, position.hand("republican").state)
    told = await foreseen(table, table.camille, "cholet > trementines > coron")
    assert "🔮 **Not possible now**:" in told
    assert "this preview uses the current position as if all your counters could move." in told
    assert "⚔️ **Combat in Coron**: 12 against 3" in told
    assert told.partition("⚔️")[2] == asked.partition("⚔️")[2]


async def test_a_plan_is_made_before_the_operations_begin(table: Table) -> None:
    await put(table, "points cholet anjou 6")
    told = await foreseen(table, table.camille, "cholet > trementines")
    assert "🔮 **Not possible now**:" in told
    assert "**Cholet to Trémentines**: Anjou 6" in told


async def test_those_who_have_been_activated_are_planned_for(closed_table: Tables) -> None:
    table = await war(closed_table)
    position = opening("royalist").points("trementines", ready="activated", anjou=5)
    await stand(table, position.state)
    told = await foreseen(table, table.camille, "trementines > cholet")
    assert "You have no counters in Trémentines that were not yet activated or routed (2.4)." in told
    assert "**Trémentines to Cholet**: Anjou 5" in told


async def test_beside_a_group_under_way_another_is_planned_for(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "royalist")
    await act(table, "activate cholet with all")
    await act(table, "decline")
    own = await foreseen(table, table.camille, "trementines")
    other = await foreseen(table, table.camille, "challans > machecoul")
    assert "**Cholet to Trémentines**" in own
    assert "🔮 **Not possible now**:" not in own
    assert "**Challans to Machecoul**: Bas-Poitou 4, Charette" in other
    assert "🔮 **Not possible now**:" in other


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("saumur > thouars", "You have no counters in Saumur (2.4)."),
        ("cholet > nantes", "Nantes does not border on Cholet (3.2)."),
        ("cholet > trementines > nantes", "Step 2: Nantes does not border on Trémentines (3.2)."),
        ("cholet", "A path has two areas or more: move cholet > mortagne (3.2)."),
        ("paris > cholet", "'paris' is not an area"),
    ],
)
async def test_what_cannot_be_planned_is_told_in_a_sentence(
    closed_table: Tables, path: str, told: str
) -> None:
    table = await in_hand(closed_table, "republican")
    assert told in await foreseen(table, table.camille, path)


async def test_a_plan_tells_no_more_of_the_enemy_than_its_side_sees(closed_table: Tables) -> None:
    table = await war(closed_table)
    plans = []
    # Counters of 2 and 1, or of 10 and 2: as many either way.
    for anjou in (3, 12):
        position = Given().turn(1).hand("royalist").points("coron", saumur=8)
        await stand(table, position.points("trementines", anjou=anjou).state)
        plans.append(await foreseen(table, table.maxime, "coron > trementines"))
    assert "counters face down" in plans[0]
    assert plans[0] == plans[1]


async def test_paths_and_groups_are_offered_for_a_plan_at_any_time(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican")
    assert set(await offered(table, table.camille, "forecast", "path")) == {
        "cholet",
        "mortagne",
        "machecoul",
        "challans",
    }
    onward = await offered(table, table.camille, "forecast", "path", "cholet > ")
    assert "cholet > trementines" in onward
    assert "all" in await offered(table, table.camille, "forecast", "with", path=onward[0])
    watcher = table.guild.add_member(table.env.create_user("marat"))
    assert await offered(table, watcher, "forecast", "path") == []


async def test_whoever_watches_has_no_counters_to_plan_with(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican")
    watcher = table.guild.add_member(table.env.create_user("marat"))
    told = said(await watcher.slash(table.channel, "vendee forecast", path="cholet > mortagne"))
    assert "You can watch this campaign, but not play in it:" in told


def planned(state: State, side: Side) -> dict[Move, object]:
    """What each step of the side's own stacks would lead to, or why it may not be taken."""
    found: dict[Move, object] = {}
    for area, near in TITLE.box.ground.neighbours.items():
        if by_kind(state, area, side) or generals_in(TITLE.box, state, area, side):
            for end in near:
                move = Move((area, end))
                try:
                    found[move] = preview.planned(TITLE, WORDS.names, state, side, move)
                except IllegalAction as error:
                    found[move] = (error.message, error.case)
    return found


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize("side", SIDES)
def test_no_plan_depends_on_what_its_side_may_not_know(side: Side) -> None:
    compared = 0
    for moment in games()[:: depth(540, 90)]:
        if not moment.state.stack:
            continue
        plans = planned(moment.state, side)
        for twin in twins(moment.state, side):
            assert planned(twin, side) == plans
            compared += len(plans)
    assert compared > 200
