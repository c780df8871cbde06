"""One living panel for each person in a channel: the new replaces the old, and the present is on it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from bot.campaigns import messages, standing_orders
from bot.desk import open_panels, screens
from bot.pauses import by_hand
from bot.store import Message
from bot.surface import custom_ids
from tests.support.duel import choices, door, duel, opened, panel_of, played, sit
from tests.support.facing import TITLE, facing, played_out
from tests.support.table import Table, controls, said, text

Tables = Callable[..., Awaitable[Table]]
WEBHOOKS = "/webhooks/"
NUMBER = re.compile(r'"id": \d+, ')
"""The random number of a select."""


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table with a campaign of two sides: Camille is Blue, Maxime is White."""
    return await duel(closed_table)


def private(table: Table, actor: MemberActor, channel: ChannelHandle | None = None) -> list[discord.Message]:
    """The private messages that somebody sees in a channel, oldest first."""
    there = (channel or table.channel).history(viewer=actor)
    return [message for message in there if message.flags.ephemeral]


def panel(table: Table, actor: MemberActor) -> discord.Message:
    """The one panel of somebody."""
    (message,) = private(table, actor)
    return message


def newest(table: Table) -> int:
    """The message that all see and that was posted last."""
    return [message for message in table.channel.history() if not message.flags.ephemeral][-1].id


async def say(table: Table, *then: Message) -> None:
    """Something is posted, the card is brought up to date, and more is sent then."""
    card = table.bot.campaigns.present_card(await table.campaign())
    await table.bot.store.add_outbox(1, [messages.say("A word."), *card, *then])
    await told(table)


def changed(table: Table) -> int:
    """How often private messages were changed or deleted so far."""
    return sum(
        request.path.startswith(WEBHOOKS) and request.method in ("PATCH", "DELETE")
        for request in table.env.http_requests
    )


async def take(table: Table, actor: MemberActor, action: str, campaign_id: int = 1) -> None:
    """Somebody takes an action elsewhere, and the card tells it."""
    await table.bot.campaigns.take(campaign_id, actor.id, action)
    await told(table)


async def told(table: Table) -> None:
    """The outbox is sent, and what follows from it is done."""
    await table.bot.outbox.drain()
    while refreshing := [*table.bot.desk.screens.panels._tasks.values()]:
        await asyncio.wait(refreshing)
    await table.env.settle()


async def test_a_new_panel_replaces_the_old_one_whatever_opens_it(table: Table) -> None:
    first = (await opened(table, table.camille)).id
    again = await opened(table, table.camille)
    assert again.id != first
    assert panel(table, table.camille).id == again.id
    typed = await table.camille.slash(table.channel, "play", action="commit 6 clisson")
    assert panel(table, table.camille).id == panel_of(typed).id
    # Not those of other people.
    other = await opened(table, table.maxime)
    assert panel(table, table.camille).id == panel_of(typed).id
    assert panel(table, table.maxime).id == other.id


async def test_a_preview_is_the_panel_too(table: Table) -> None:
    await commit(table)
    first = (await table.state()).marching[0]
    actor = table.camille if first == "blue" else table.maxime
    shown = await opened(table, actor)
    before = shown.id
    action = next(each.action for each in choices(shown) if each.action.startswith("move"))
    typed = await actor.slash(table.channel, "play", action=action)
    assert panel(table, actor).id == panel_of(typed).id != before


async def commit(table: Table) -> None:
    """Both commit, Blue with the higher chit."""
    await take(table, table.camille, "commit 6 clisson")
    await take(table, table.maxime, "commit 1 cholet")


async def test_what_is_no_panel_replaces_none(table: Table) -> None:
    shown = await opened(table, table.camille)
    for command in ("help", "campaign status", "campaign view"):
        await table.camille.slash(table.channel, command)
    assert shown.id in {message.id for message in private(table, table.camille)}
    assert len(private(table, table.camille)) == 4


async def test_a_waiting_panel_shows_the_decision_when_it_comes(table: Table) -> None:
    waits = await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    assert "Waiting for **White**" in text(panel_of(waits).message)
    await take(table, table.maxime, "commit 1 cholet")
    state = await table.state()
    assert state.marching[0] == "blue"
    now = panel(table, table.camille)
    assert "**Your decision** March with one stack" in text(now)
    assert choices(now)
    # It can be played on.
    await played_on(table, now)
    assert len(await table.actions()) == 3


async def played_on(table: Table, message: discord.Message) -> None:
    """Camille takes the first action that her panel offers, and goes through with it."""
    control = choices(message)[0]
    if control.value is None:
        await table.camille.click(message, custom_id=control.custom_id)
    else:
        await table.camille.select(message, [control.value], custom_id=control.custom_id)
    for through in controls(panel(table, table.camille)):
        if through.custom_id.startswith("t1:go:"):
            await table.camille.click(panel(table, table.camille), custom_id=through.custom_id)


async def test_a_waiting_panel_is_three_short_lines_with_a_map(closed_table: Tables) -> None:
    table = await duel(closed_table, images="every-action")
    await commit(table)
    waiting = table.maxime if (await table.state()).marching[0] == "blue" else table.camille
    shown = (await opened(table, waiting)).message
    heading, happened, awaited = text(shown).splitlines()
    assert heading.startswith("**White** · " if waiting is table.maxime else "**Blue** · ")
    assert happened
    assert awaited.startswith("Waiting for **")
    assert len(shown.attachments) == 1
    assert choices(shown) == []


async def test_a_slow_map_of_a_refreshed_panel_follows_its_decision(
    closed_table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await duel(closed_table, images="every-action")
    shown = await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    before, pictures = changed(table), panel_of(shown).message.attachments
    monkeypatch.setattr(screens, "RENEWED", 0)
    await take(table, table.maxime, "commit 1 cholet")
    assert changed(table) == before + 2
    now = panel(table, table.camille)
    assert "March with one stack" in text(now)
    assert [each.id for each in now.attachments] != [each.id for each in pictures]
    assert len(now.attachments) == len(pictures) == 1


async def test_a_decision_stands_below_what_was_posted_last(table: Table) -> None:
    """A panel that waits stays where it is, so that nothing jumps while nothing is asked."""
    await opened(table, table.camille)
    await take(table, table.camille, "commit 6 clisson")
    waiting = panel(table, table.camille).id
    await say(table)
    assert panel(table, table.camille).id == waiting < newest(table)

    await take(table, table.maxime, "commit 1 cholet")

    assert "March with one stack" in text(panel(table, table.camille))
    assert panel(table, table.camille).id > newest(table)


async def test_a_letter_to_nobody_holds_no_panel_up(table: Table) -> None:
    """A person whom Discord no longer knows is told nothing; the panels of the others still follow."""
    await opened(table, table.camille)
    await take(table, table.camille, "commit 6 clisson")
    await take(table, table.maxime, "commit 1 cholet")
    asked = panel(table, table.camille).id
    await say(table, messages.direct(99, "Farewell."))
    assert await table.unsaid() == []
    assert panel(table, table.camille).id > newest(table) > asked


async def test_what_a_press_came_to_moves_with_the_panel(table: Table) -> None:
    await commit(table)
    await opened(table, table.camille)
    pressed = False
    while not pressed or TITLE.deciding(await table.state()) != ["blue"]:
        pressed = TITLE.deciding(await table.state()) == ["blue"]
        if pressed:
            await played_on(table, panel(table, table.camille))
        else:
            await take(table, table.maxime, (await legal(table, "white"))[0])
    await told(table)
    before, said = panel(table, table.camille), text(panel(table, table.camille))

    await say(table)

    assert text(panel(table, table.camille)) == said
    assert panel(table, table.camille).id > newest(table) > before.id


async def test_a_decision_that_was_taken_elsewhere_is_gone_from_the_panel(table: Table) -> None:
    shown = await opened(table, table.camille)
    assert choices(shown)
    await take(table, table.camille, "commit 6 clisson")
    now = panel(table, table.camille)
    assert now.id == shown.id
    assert choices(now) == []
    assert "Submitted. You can change it until everyone has submitted." in text(now)


async def test_what_standing_orders_have_answered_is_gone_from_the_panel(table: Table) -> None:
    chooser, actors = Random("orders"), {"blue": table.camille, "white": table.maxime}
    while True:
        state = await table.state()
        (*_, owed) = TITLE.decisions(state)
        if owed.kind == "answer":
            break
        action = TITLE.suggest(state, owed.seat, chooser)
        assert action is not None
        await take(table, actors[owed.seat], TITLE.notation(action))
    seat = owed.seat
    assert choices(await opened(table, actors[seat]))
    campaign, order = await table.campaign(), TITLE.read_order("answer", "stand")
    user_id = actors[seat].id
    await standing_orders.give(table.bot.campaigns, campaign, seat, {"answer": order}, user_id=user_id)
    await told(table)
    assert "answer" not in {each.kind for each in TITLE.decisions(await table.state())}
    assert not {"stand", "retreat"} & {each.action for each in choices(panel(table, actors[seat]))}


async def test_each_move_of_the_other_side_is_on_a_waiting_panel(table: Table) -> None:
    await commit(table)
    first = (await table.state()).marching[0]
    actor, other = (table.camille, table.maxime) if first == "blue" else (table.maxime, table.camille)
    await opened(table, other)
    before = text(panel(table, other))
    move = next(each for each in await legal(table, first) if each.startswith("move"))
    await take(table, actor, move)
    assert text(panel(table, other)) != before


async def legal(table: Table, seat: str) -> list[str]:
    """What a seat may do now."""
    return [TITLE.notation(action) for action in TITLE.legal_actions(await table.state(), seat)]


async def test_a_campaign_that_ends_is_over_on_the_panel(table: Table) -> None:
    await opened(table, table.camille)
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await told(table)
    assert "The campaign is over." in text(panel(table, table.camille))
    assert choices(panel(table, table.camille)) == []


async def test_a_game_that_is_decided_shows_its_verdict(table: Table) -> None:
    await opened(table, table.camille)
    await played_out(table.bot.campaigns, 1)
    await told(table)
    verdict = await table.verify()
    assert verdict.outcome is not None
    assert str(verdict.outcome.title) in text(panel(table, table.camille))


async def test_a_pause_shows_and_ends_on_the_panel(table: Table) -> None:
    before = text((await opened(table, table.camille)).message)
    await by_hand.pause(table.bot.campaigns, 1, user_id=table.maxime.id, reason="supper")
    await told(table)
    assert "paused" in text(panel(table, table.camille))
    assert choices(panel(table, table.camille)) == []
    await by_hand.resume(table.bot.campaigns, 1, user_id=table.maxime.id)
    await told(table)
    assert text(panel(table, table.camille)) == before


async def test_more_time_shows_on_the_panel(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    before = text((await opened(table, table.camille)).message)
    row = (await table.bot.store.deadlines_of(1))[0]
    await give(table, hours=10)
    assert row.due_at is not None
    later = row.due_at + timedelta(hours=10)
    now = before.replace(discord.utils.format_dt(row.due_at, "R"), discord.utils.format_dt(later, "R"))
    assert text(panel(table, table.camille)) == now != before


async def test_more_time_leaves_what_was_opened_from_a_panel(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    shown = await opened(table, table.camille)
    await table.camille.click(shown.message, custom_id=custom_ids.view(1, "blue"))
    before = changed(table)
    await give(table, hours=10)
    assert changed(table) == before


async def give(table: Table, *, hours: int) -> None:
    """A moderator gives both sides more time."""
    more, seats = timedelta(hours=hours), ["blue", "white"]
    await by_hand.extend(
        table.bot.campaigns, 1, more=more, seats=seats, user_id=table.maxime.id, by_right=True
    )
    await told(table)


async def test_an_entry_that_changes_nothing_there_sends_nothing(table: Table) -> None:
    shown = await opened(table, table.camille)
    await take(table, table.maxime, "commit 1 cholet")
    assert "🤫 White has committed." in text(panel(table, table.camille))
    before = changed(table)
    # Whether and how often White changes its mind, only White sees.
    await take(table, table.maxime, "commit 5 mortagne")
    assert (await table.campaign()).version == 2
    assert changed(table) == before
    # Its controls are of an earlier version, and can still be used.
    assert {each.custom_id.split(":")[3] for each in choices(panel(table, table.camille))} == {"0"}
    after = await played(shown, table.camille, "commit 6 clisson")
    assert len(await table.actions()) == 3
    assert "March with one stack" in text(panel_of(after).message)


async def test_a_press_is_answered_by_one_change_of_its_panel(table: Table) -> None:
    shown = await opened(table, table.camille)
    before = changed(table)
    await played(shown, table.camille, "commit 6 clisson")
    assert changed(table) == before + 1


async def test_a_burst_is_one_change_of_the_newest_state(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    panels, begun, held = table.bot.desk.screens.panels, [], asyncio.Event()
    renew = panels._renew

    async def slowly(open_: open_panels.Open) -> bool:
        begun.append(open_.known)
        await held.wait()
        return await renew(open_)

    monkeypatch.setattr(panels, "_renew", slowly)
    before = changed(table)
    await table.bot.campaigns.take(1, table.maxime.id, "commit 1 cholet")
    await table.bot.outbox.drain()
    for _ in range(5):
        panels.stir(await table.campaign())
        campaign = await table.campaign()
        if campaign.paused_at is None:
            await by_hand.pause(table.bot.campaigns, 1, user_id=table.maxime.id, reason="supper")
        else:
            await by_hand.resume(table.bot.campaigns, 1, user_id=table.maxime.id)
        panels.stir(await table.campaign())
    held.set()
    await told(table)
    assert len(begun) <= 2
    assert changed(table) == before + 1
    assert "paused" in text(panel(table, table.camille))


async def test_a_panel_whose_token_ran_out_is_forgotten_quietly(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    before = changed(table)
    await table.env.advance_time(15 * 60)
    await take(table, table.maxime, "commit 1 cholet")
    assert changed(table) == before
    assert len(table.bot.desk.screens.panels) == 0
    # The next one does not try to delete it either.
    await opened(table, table.camille)
    assert changed(table) == before + 1
    assert [record for record in caplog.records if record.name == "tocsin.showing"] == []


async def test_a_panel_that_waits_says_when_it_follows_the_game_no_longer(table: Table) -> None:
    panels, ends = table.bot.desk.screens.panels, "no longer follows the game"
    asked = await opened(table, table.maxime)
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    await table.env.advance_time(13 * 60)
    await panels.age()
    await told(table)
    assert ends not in text(panel(table, table.camille))
    await table.env.advance_time(30)

    await panels.age()
    await told(table)

    waiting = text(panel(table, table.camille))
    assert ends in waiting
    assert "**Play** on the card shows the present" in waiting
    # What asks can be answered as long as nobody else has answered it.
    assert panel(table, table.maxime).id == asked.id
    assert ends not in text(panel(table, table.maxime))
    await take(table, table.maxime, "commit 1 cholet")
    assert text(panel(table, table.camille)) == waiting
    # Another press opens the present, and is followed again.
    assert ends not in text((await opened(table, table.camille)).message)


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008)])
async def test_a_token_that_discord_does_not_know_is_forgotten_quietly(
    table: Table, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    for method, path in (("PATCH", "/webhooks/*/*/messages/@original"), ("POST", "/webhooks/*/*")):
        table.env.inject_error(method, path, status=status, code=code, times=1)
    await take(table, table.maxime, "commit 1 cholet")
    assert len(table.bot.desk.screens.panels) == 0
    assert [record for record in caplog.records if record.name == "tocsin.showing"] == []


async def test_discord_failing_leaves_the_panel_to_the_next_change(table: Table) -> None:
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    table.env.inject_error("POST", "/webhooks/*/*", status=403, code=50001, times=1)
    await take(table, table.maxime, "commit 1 cholet")
    assert choices(panel(table, table.camille)) == []
    await by_hand.pause(table.bot.campaigns, 1, user_id=table.maxime.id, reason="supper")
    await told(table)
    assert "paused" in text(panel(table, table.camille))


async def test_a_press_under_way_wins(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await opened(table, table.camille)
    shows, counted = table.bot.desk.screens, []
    show = shows.show_next

    async def late(*args: Any, **more: Any) -> None:
        counted.append(changed(table))
        await table.bot.campaigns.take(1, table.maxime.id, "commit 1 cholet")
        await table.bot.outbox.drain()
        await asyncio.sleep(0.1)
        counted.append(changed(table))
        await show(*args, **more)

    monkeypatch.setattr(shows, "show_next", late)
    await played(shown, table.camille, "commit 6 clisson")
    # First what the press came to, then the present.
    assert [counted[1] - counted[0], changed(table) - counted[1]] == [0, 2]
    assert "March with one stack" in text(panel(table, table.camille))


async def test_what_moves_while_a_panel_is_being_opened_is_not_missed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await take(table, table.camille, "commit 6 clisson")
    shows = table.bot.desk.screens
    put = shows.put

    async def late(*args: Any, **more: Any) -> None:
        await table.bot.campaigns.take(1, table.maxime.id, "commit 1 cholet")
        await table.bot.outbox.drain()
        await put(*args, **more)

    monkeypatch.setattr(shows, "put", late)
    await table.camille.click(door(table), custom_id=custom_ids.play(1))
    assert "March with one stack" in text(panel(table, table.camille))


async def test_what_was_opened_from_a_panel_stays_while_it_can_be_used(table: Table) -> None:
    shown = await opened(table, table.camille)
    await table.camille.click(shown.message, custom_id=custom_ids.view(1, "blue"))
    map_, before = text(panel(table, table.camille)), changed(table)
    await take(table, table.maxime, "commit 1 cholet")
    assert changed(table) == before
    assert text(panel(table, table.camille)) == map_
    # Once the decision is another one it is out of date.
    await take(table, table.camille, "commit 6 clisson")
    assert "March with one stack" in text(panel(table, table.camille))


async def test_a_person_with_two_seats_has_one_panel_that_turns_to_the_seat_that_is_asked(
    table: Table,
) -> None:
    await sit(table, white=table.camille.id)
    shown = await opened(table, table.camille)
    assert "Blue" in text(shown.message).splitlines()[0]
    await table.bot.campaigns.take(1, table.camille.id, "commit 6 clisson", seat="blue")
    await told(table)
    now = panel(table, table.camille)
    assert now.id == shown.id
    assert "White" in text(now).splitlines()[0]
    assert "**Your decision** Commit" in text(now)


async def test_a_person_has_a_panel_in_each_channel(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    second = await facing(table, hall)
    here = await opened(table, table.camille)
    card = next(
        message
        for message in reversed(hall.history())
        if any(control.custom_id == custom_ids.play(second.id) for control in controls(message))
    )
    there = panel_of(await table.camille.click(card, custom_id=custom_ids.play(second.id)))
    assert [each.id for each in private(table, table.camille)] == [here.id]
    assert [each.id for each in private(table, table.camille, hall)] == [there.id]
    before = text(here.message)
    await take(table, table.camille, "commit 6 clisson", second.id)
    assert text(panel(table, table.camille)) == before
    (other,) = private(table, table.camille, hall)
    assert "Submitted" in text(other)


async def test_who_lost_the_seat_sees_no_more_of_it(table: Table) -> None:
    await opened(table, table.camille)
    await sit(table, blue=table.maxime.id)
    before = changed(table)
    await table.bot.campaigns.take(1, table.maxime.id, "commit 6 clisson", seat="blue")
    await told(table)
    assert changed(table) == before
    assert "Clisson" not in text(panel(table, table.camille)).split("Your decision")[0]
    assert len(table.bot.desk.screens.panels) == 0


async def test_equal_views_are_refreshed_by_equal_requests(table: Table) -> None:
    """Two campaigns that differ in what Blue hides; White waits, and then is asked."""
    sent = []
    for chit in ("6 clisson", "5 nantes"):
        channel = table.guild.create_text_channel(f"hides-{chit[0]}")
        campaign = await facing(table, channel)
        card = channel.history()[-1]
        await table.maxime.click(card, custom_id=custom_ids.play(campaign.id))
        await take(table, table.maxime, "commit 1 cholet", campaign.id)
        before = len(table.env.http_requests)
        await take(table, table.camille, f"commit {chit}", campaign.id)
        requests = table.env.http_requests[before:]
        bodies = [
            NUMBER.sub("", json.dumps(each.json)) for each in requests if each.path.startswith(WEBHOOKS)
        ]
        sent.append([body.replace(f":{campaign.id}:", ":#:") for body in bodies])
    assert sent[0] == sent[1] != []


async def test_the_language_of_its_person_stays(table: Table) -> None:
    await table.camille.slash(table.channel, "my language", language="fr")
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    await take(table, table.maxime, "commit 1 cholet")
    assert "Votre décision" in text(private(table, table.camille)[-1])


async def test_another_language_is_that_of_a_panel_that_is_open_already(table: Table) -> None:
    await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    await table.camille.slash(table.channel, "my language", language="fr")
    await take(table, table.maxime, "commit 1 cholet")
    now = private(table, table.camille)[-1]
    assert "Votre décision" in text(now)


async def test_who_is_forgotten_has_no_panel_any_more(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    over = await facing(table, hall)
    card = hall.history()[-1]
    await table.camille.click(card, custom_id=custom_ids.play(over.id))
    await table.bot.campaigns.end(over, version=over.version)
    await told(table)
    await opened(table, table.camille)
    await opened(table, table.maxime)
    asked = await table.camille.slash(table.channel, "privacy forget")
    await table.camille.click(panel_of(asked).message, custom_id=f"t1:forget:{table.camille.id}")
    await told(table)
    assert private(table, table.camille, hall) == []
    assert ["You are forgotten" in text(each) for each in private(table, table.camille)] == [True]
    assert "White" in text(panel(table, table.maxime))
    assert {each.user_id for each in table.bot.desk.screens.panels._panels.values()} == {table.maxime.id}


async def test_a_panel_from_before_a_restart_answers_its_buttons(table: Table) -> None:
    shown = await played(await opened(table, table.camille), table.camille, "commit 6 clisson")
    await table.restart()
    before = changed(table)
    await take(table, table.maxime, "commit 1 cholet")
    assert changed(table) == before
    old = panel(table, table.camille)
    assert old.id == panel_of(shown).id
    await table.camille.click(old, custom_id=custom_ids.again(1, "blue"))
    assert "March with one stack" in text(panel(table, table.camille))
    # From then on it lives again.
    await by_hand.pause(table.bot.campaigns, 1, user_id=table.maxime.id, reason="supper")
    await told(table)
    assert "paused" in text(panel(table, table.camille))


async def test_a_bot_that_stops_refreshes_nothing_any_more(table: Table) -> None:
    await opened(table, table.camille)
    panels = table.bot.desk.screens.panels
    await table.bot.close()
    assert len(panels) == 0


async def test_few_panels_are_known(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_panels, "MOST", 1)
    await opened(table, table.camille)
    await opened(table, table.maxime)
    assert len(table.bot.desk.screens.panels) == 1
    before = text(panel(table, table.camille))
    await take(table, table.camille, "commit 6 clisson")
    assert text(panel(table, table.camille)) == before
    assert "Blue has committed" in text(panel(table, table.maxime))


async def test_a_question_of_a_game_without_secrets_goes_when_it_is_out_of_date(
    closed_table: Tables,
) -> None:
    table = await closed_table()
    await table.start()
    await table.new()
    end = controls(table.card())[-1]
    await table.camille.click(table.card(), custom_id=end.custom_id)
    assert "you lose them" in text(panel(table, table.camille))
    again = await table.camille.click(table.card(), custom_id=end.custom_id)
    assert panel(table, table.camille).id == again.followups[-1].id
    answer = said(await table.camille.slash(table.channel, "levee political", marker="republic"))
    assert answer
    assert [text(each) for each in private(table, table.camille)] == [answer]
