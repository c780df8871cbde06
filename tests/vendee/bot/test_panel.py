"""The war in the Vendée on private panels, from the lobby on, by both sides."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.desk import panel, panel_face
from bot.games.shown import THEN, Choice, Does, Group
from bot.surface import custom_ids
from tests.support.duel import choices, door, opened, panel_of, played, pressed
from tests.support.match import is_shown
from tests.support.table import Table, said, text
from tests.vendee.bot.duel import (
    TITLE,
    act,
    advance,
    asked,
    gone_through,
    in_hand,
    player,
    stand,
    turn,
    war,
)
from tests.vendee.bot.positions import ASKED, prepared

Tables = Callable[..., Awaitable[Table]]
UNTIL = r" · due <t:\d+:R>"


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table where the war has begun; the Republicans place first."""
    return await war(closed_table, clock="48h")


async def test_a_war_is_set_up_in_a_lobby_and_begins_with_both_seats(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    result = await table.camille.slash(table.channel, "campaign new", game="vendee", images="never")
    assert "incident" not in said(result)
    await table.camille.slash(table.channel, "seat take", seat="royalist")
    await table.maxime.slash(table.channel, "seat take", seat="republican")
    assert (await table.campaign()).seats == {
        "republican": table.maxime.id,
        "royalist": table.camille.id,
    }
    await table.bot.outbox.drain()
    assert (await table.campaign()).status == "running"
    assert text(door(table)).startswith("## March 1793")
    panel = await opened(table, table.maxime)
    assert "**Your decision** Place your first counters" in text(panel.message)
    assert choices(panel)


async def test_every_optional_rule_can_be_chosen_for_a_new_war(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    turned = {option.id: not option.default for option in TITLE.options}
    assert len(turned) == 5
    rules = ", ".join(id if on else f"not {id}" for id, on in turned.items())
    await table.camille.slash(
        table.channel, "campaign new", game="vendee", rules=rules, seats="mine", images="never"
    )
    assert (await table.campaign()).options == turned
    assert (await table.state()).options == turned


async def test_a_panel_offers_its_seat_alone_what_is_legal(table: Table) -> None:
    mine, theirs = await opened(table, table.maxime), await opened(table, table.camille)
    state = await table.state()
    legal = {TITLE.notation(action) for action in TITLE.legal_actions(state, "republican")}
    taking = {control.action for control in choices(mine) if not control.action.startswith(Does.OPEN.value)}
    assert taking <= legal
    assert choices(mine)
    assert choices(theirs) == []


async def test_whoever_has_acted_sees_at_once_whom_the_table_waits_for_until_when(
    closed_table: Tables,
) -> None:
    table = await in_hand(closed_table, "royalist", clock="48h")
    panel = await opened(table, table.camille)
    stack = next(control.action for control in choices(panel) if control.action.startswith("activate"))
    after = panel_of(await played(panel, table.camille, stack))
    assert (await asked(table)).kind == "preemption"
    waiting = rf"Waiting for \*\*Republicans\*\*, <@{table.maxime.id}>{UNTIL}: Pre-empt the stack in"
    assert re.search(f"^{waiting}", text(after.message), re.MULTILINE)
    assert choices(after) == []


async def test_whoever_has_typed_sees_it_too(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "royalist", clock="48h")
    result = await table.camille.slash(table.channel, "vendee activate", stack="cholet")
    assert re.search(rf"Waiting for \*\*Republicans\*\*, <@{table.maxime.id}>{UNTIL}", said(result))


async def test_the_card_tells_everybody_whom_the_table_waits_for_until_when(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "royalist", clock="48h")
    await act(table, "activate cholet")
    await table.bot.outbox.drain()
    _title, _happened, due, otherwise, *_rest = text(door(table)).splitlines()
    assert re.fullmatch(
        rf"\*\*Pre-empt the stack in Cholet, .*\*\* · Republicans, <@{table.maxime.id}>{UNTIL}",
        due,
    )
    assert otherwise == "-# Otherwise the default is used."
    # The player who is asked reads which answer that is.
    panel = await opened(table, table.maxime)
    fallback = TITLE.fallback(await table.state(), TITLE.decisions(await table.state())[0])
    assert fallback is not None
    (label,) = [each.label for each in choices(panel) if each.action == TITLE.notation(fallback)]
    assert f"-# If you don't answer: **{label}**." in text(panel.message)


async def test_without_a_clock_the_card_does_not_say_whether_there_is_a_choice(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "royalist")
    await act(table, "activate cholet")
    await table.bot.outbox.drain()
    assert len(TITLE.legal_actions(await table.state(), "republican")) > 1
    assert "-# Otherwise the game may wait." in text(door(table)).splitlines()
    panel = await opened(table, table.maxime)
    assert "-# Otherwise the game waits." in text(panel.message).splitlines()


async def test_after_a_hand_over_the_panel_waits_for_the_other_side(closed_table: Tables) -> None:
    table = await in_hand(closed_table, "republican", clock="48h")
    panel = await opened(table, table.maxime)
    after = panel_of(await played(panel, table.maxime, "pass"))
    assert re.search(
        rf"Waiting for \*\*Royalists\*\*, <@{table.camille.id}>{UNTIL}: Activate", text(after.message)
    )


async def test_the_panel_of_a_group_under_way_has_a_close_up_and_no_lists_of_counters(
    closed_table: Tables,
) -> None:
    table = await war(closed_table, images="every-turn")
    actor = await advance(table, "activation")
    panel = await opened(table, actor)
    assert len(panel.attachments) == 1
    around = panel.attachments[0].description
    assert "AP left" in str(around)
    assert "**Your counters**" not in text(panel.message)
    after = panel_of(await played(panel, actor, "end"))
    assert after.id == panel.id
    # To choose whom to activate next the whole map is looked at.
    assert "AP left" not in str(after.attachments[0].description)


async def test_a_place_is_chosen_under_the_prompt_that_says_what_is_done_there(
    closed_table: Tables,
) -> None:
    """A button `Vertou · 4 AP` would not say whether the group goes on, or what else the step costs."""
    table = await war(closed_table, images="every-turn")
    for kind, verbs in (
        ("reinforcements", ("place",)),
        ("operations", ("activate",)),
        ("activation", ("move",)),
    ):
        actor = await advance(table, kind)
        named = [each for each in choices(await opened(table, actor)) if each.action.split()[0] in verbs]
        placed = [each for each in named if each.action != "place auto"]
        assert placed
        assert all(each.prompt for each in placed), placed


async def test_a_campaign_without_pictures_has_no_close_ups(table: Table) -> None:
    actor = await advance(table, "activation")
    assert (await opened(table, actor)).attachments == []


async def test_the_two_sides_get_different_close_ups(closed_table: Tables) -> None:
    table = await war(closed_table, images="every-turn")
    actor = await advance(table, "activation")
    around = (await table.state()).stack[-1].at
    other = table.camille if actor is table.maxime else table.maxime
    seen = []
    for who in (actor, other):
        result = await who.slash(table.channel, "vendee map", around=around)
        assert result.response is not None
        seen.append(await result.response.attachments[0].read())
    assert seen[0] != seen[1]


async def test_a_way_is_ended_by_the_press_that_chooses_it(table: Table) -> None:
    actor = await advance(table, "activation")
    panel = await opened(table, actor)
    halt = next(control for control in choices(panel) if THEN in control.action)
    assert halt.label.endswith(", then stop")
    result = await pressed(panel, actor, halt)
    if is_shown(panel_of(result).message):
        await gone_through(result, actor)
    way, end = (await table.actions())[-2:]
    assert (way.partition(" with ")[0], end) == (halt.action.partition(THEN)[0].partition(" with ")[0], "end")
    assert (await asked(table)).kind != "activation"
    assert (await table.verify()).entries == len(await table.actions())


@pytest.mark.parametrize("seed", ["talmont", "stofflet"])
async def test_both_sides_play_on_panels_for_a_while(closed_table: Tables, seed: str) -> None:
    table = await war(closed_table, seed=seed, clock="48h")
    chooser = Random(seed)
    panels = {}
    for _ in range(40):
        seat = (await asked(table)).seat
        actor = player(table, seat)
        before = len(await table.actions())
        if seat not in panels:
            panels[seat] = await opened(table, actor)
        else:
            panels[seat] = panel_of(
                await actor.click(panels[seat].message, custom_id=custom_ids.again(1, seat))
            )
        while (control := chooser.choice(choices(panels[seat]))).action.startswith(Does.OPEN.value):
            panels[seat] = panel_of(await pressed(panels[seat], actor, control))
        taken = TITLE.parse(await table.state(), control.action.partition(THEN)[0], seat)
        result = await pressed(panels[seat], actor, control)
        panels[seat] = panel_of(result)
        if is_shown(panels[seat].message):
            panels[seat] = await gone_through(result, actor)
        assert (await table.actions())[before] == TITLE.notation(taken)
    await table.verify()
    assert await turn(table)


async def test_a_panel_says_once_that_the_automatic_player_placed_all_it_had(closed_table: Tables) -> None:
    hall = await closed_table()
    await hall.start()
    await hall.camille.slash(hall.channel, "campaign new", game="vendee", side="royalists", images="never")
    assert (await hall.bot.store.journal_tail(1, 1))[0].seq > 1
    news = await panel.since(hall.bot.campaigns, await hall.campaign(), "royalist")
    assert sum("automatic player" in line for line in news) == 1


def test_the_last_of_many_lists_by_a_map_are_opened_from_one() -> None:
    lists = [
        Group(id, id.upper(), [Choice(f"{id} {at}", f"Place {at}", "") for at in range(9)]) for id in "abc"
    ]
    first, more = panel_face._folded(lists, 2)
    assert (first, more.prompt) == (lists[0], "2 more lists: b, c")
    assert more.choices == [
        *lists[1].choices,
        Choice("only c", "C …", more.choices[-1].reason, does=Does.OPEN),
    ]
    (whole,) = panel_face._folded(lists, 4)
    assert whole.prompt == "3 lists: a, b, c"
    long = [group._replace(prompt=f"Go to area {group.id}, by the road") for group in lists]
    _, more = panel_face._folded(long, 2)
    assert more.prompt == "2 more lists: go to area b, by the"
    assert [each.notation for each in more.choices] == ["only b", "only c"]
    assert {each.does for each in more.choices} == {Does.OPEN}
    assert panel_face._folded(lists[:1], 9) == lists[:1]


async def test_a_retreat_is_chosen_from_its_list_at_once_whatever_event_could_be_played(
    closed_table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await war(closed_table, images="every-turn")
    monkeypatch.setattr(panel_face, "BELOW", panel_face.BELOW - 6)
    (retreat,) = (each for each in ASKED if each.kind == "retreat")
    await stand(table, prepared(retreat).after)
    panel = await opened(table, player(table, retreat.asked))
    listed = [each for each in choices(panel) if each.value is not None]
    assert len({each.custom_id for each in listed}) == 1
    *ways, event = [each.action.split()[0] for each in listed]
    assert ({*ways}, event) == ({"retreat"}, Does.OPEN.value.strip())


async def test_lists_that_a_telephone_has_no_room_for_are_opened_from_one(
    closed_table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await war(closed_table, images="every-turn")
    monkeypatch.setattr(panel_face, "BELOW", panel_face.BELOW - 6)
    opening = await opened(table, table.maxime)
    control = next(
        each for each in choices(opening) if str(each.value).startswith(f"{Does.OPEN.value}only place-")
    )
    after = await pressed(opening, table.maxime, control)
    inside = choices(panel_of(after))
    assert inside
    assert all("place" in str(each.value or each.custom_id) for each in inside)


async def test_an_event_is_never_offered_without_what_it_does(closed_table: Tables) -> None:
    table = await war(closed_table, images="every-turn")
    events = [each for each in choices(await opened(table, table.maxime)) if each.action.startswith("event ")]
    assert events
    assert all(each.value for each in events)


async def test_what_each_answer_comes_to_is_said_though_an_event_could_be_played_too(
    closed_table: Tables,
) -> None:
    table = await war(closed_table, images="every-turn")
    (tie,) = (each for each in ASKED if each.kind == "powder-tie")
    await stand(table, prepared(tie).after)
    panel = await opened(table, player(table, tie.asked))
    assert any(each.action.startswith("event ") for each in choices(panel))
    assert "**Anjou**: It gains powder first, now −" in text(panel.message)


async def test_an_event_that_is_asked_for_is_explained_once(closed_table: Tables) -> None:
    table = await war(closed_table, images="every-turn")
    (asking,) = (each for each in ASKED if each.kind == "occupation")
    await stand(table, prepared(asking).after)
    said = text((await opened(table, player(table, asking.asked))).message)
    assert said.count("Lescure is set free") == 1


async def test_what_is_asked_is_true_when_nothing_is_left_to_place(table: Table) -> None:
    await act(table, "place auto")
    panel = await opened(table, table.maxime)
    assert "**Your decision** Place your first counters, if any are left; play events" in text(panel.message)
    assert "No counters are left to place." in text(panel.message)


async def test_a_panel_that_is_opened_again_tells_its_player_his_own_move_in_full(table: Table) -> None:
    await act(table, "place nantes:2 nantes")
    assert "Republicans place counters: Nantes: Nantes army" in text(
        (await opened(table, table.maxime)).message
    )
