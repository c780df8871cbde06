"""What is shown before it is done: nothing happens until it is gone through with, and then once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from simcord import InteractionResult, ResponseMessage

from bot.campaigns.proposals import Play, offer
from bot.desk import screens
from bot.store.rows import campaigns
from bot.surface import custom_ids
from render import Picture, RenderError
from tests.support.duel import choices, opened, panel_of, played, pressed, sit
from tests.support.gateway import Delivery, deliver
from tests.support.match import is_shown, way_through
from tests.support.table import Control, Table, said, text, whispered
from tests.vendee.bot.duel import act, asked, back, gone_through, in_hand

Tables = Callable[..., Awaitable[Table]]

PATH = "paimboeuf > vue > reze"


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table where the Republicans begin the operations of March; their first stack is in Paimbœuf."""
    return await in_hand(closed_table, "republican")


async def typed(table: Table, path: str = PATH, **more: str) -> InteractionResult:
    """What Maxime is shown when he types a path."""
    return await table.maxime.slash(table.channel, "vendee move", path=path, **more)


async def shown(table: Table) -> tuple[ResponseMessage, Control]:
    """What Maxime is shown, with the button that goes through with it."""
    message = panel_of(await typed(table))
    return message, way_through(message.message)


async def test_a_path_that_is_typed_is_shown_before_it_is_done(table: Table) -> None:
    before = await table.snapshot()
    result = await typed(table)
    assert "nothing has been done." in said(result)
    assert "Rezé" in said(result)
    assert panel_of(result).ephemeral
    assert await table.snapshot() == before


async def test_a_preview_says_until_when_and_what_happens_otherwise_as_the_panel_does(
    closed_table: Tables,
) -> None:
    table = await in_hand(closed_table, "republican", clock="48h")
    act_, silent = text((await opened(table, table.maxime)).message).splitlines()[3:5]
    assert act_.startswith("**Your decision** Activate a stack or hand over · due <t:")
    assert silent == "-# Otherwise a moderator is called."
    assert f"nothing has been done.\n{act_}\n{silent}\n🥾 **Paimbœuf to Rezé**" in said(await typed(table))


async def test_going_through_with_it_does_it_and_shows_what_followed(table: Table) -> None:
    before = len(await table.actions())
    result = await typed(table)
    panel = await gone_through(result, table.maxime)
    assert panel.id == panel_of(result).id
    assert (await table.actions())[before:] == [f"move {PATH} with all"]
    assert "go from Vue to Rezé" in text(panel.message)
    assert not is_shown(panel.message)


async def test_the_same_is_shown_for_an_action_typed_in_its_notation(table: Table) -> None:
    result = await table.maxime.slash(table.channel, "play", action=f"move {PATH} with nantes:4 canclaux")
    await gone_through(result, table.maxime)
    assert (await table.actions())[-1] == f"move {PATH} with nantes:4 canclaux"


async def test_one_goes_back_to_the_panel_and_nothing_was_done(table: Table) -> None:
    before = await table.snapshot()
    panel = await back(await typed(table), table.maxime, "republican")
    assert "**Your decision** Activate a stack or hand over" in text(panel.message)
    assert choices(panel)
    assert await table.snapshot() == before


async def test_a_press_on_a_panel_shows_in_the_same_message(table: Table) -> None:
    await table.maxime.slash(table.channel, "play", action="hand over")
    panel = await opened(table, table.camille)
    hand_over = next(control for control in choices(panel) if control.action == "pass")
    before = await table.snapshot()
    result = await pressed(panel, table.camille, hand_over)
    assert panel_of(result).id == panel.id
    assert result.followups == []
    assert "This ends the operations" in text(panel_of(result).message)
    assert await table.snapshot() == before
    after = await gone_through(result, table.camille)
    assert after.id == panel.id
    assert (await table.actions())[-1] == "pass"


async def test_what_leads_to_nothing_that_has_to_be_seen_is_done_at_once(table: Table) -> None:
    result = await table.maxime.slash(table.channel, "vendee activate", stack="paimboeuf")
    assert not is_shown(panel_of(result).message)
    assert (await table.actions())[-1] == "activate paimboeuf with all"


async def test_two_presses_in_one_instant_do_it_once(table: Table) -> None:
    _, control = await shown(table)
    before = len(await table.actions())
    await deliver(table, *(Delivery.press(table, control.custom_id, table.maxime) for _ in range(2)))
    assert (await table.actions())[before:] == [f"move {PATH} with all"]


async def test_a_press_delivered_twice_does_it_once(table: Table) -> None:
    _, control = await shown(table)
    before = len(await table.actions())
    delivery = Delivery.press(table, control.custom_id, table.maxime)
    await deliver(table, delivery)
    await deliver(table, delivery)
    assert (await table.actions())[before:] == [f"move {PATH} with all"]


async def test_the_button_works_after_a_restart(table: Table) -> None:
    message, control = await shown(table)
    await table.restart()
    await table.maxime.click(message.message, custom_id=control.custom_id)
    assert (await table.actions())[-1] == f"move {PATH} with all"


async def test_on_a_board_that_has_changed_the_present_panel_is_shown(table: Table) -> None:
    message, control = await shown(table)
    await act(table, "activate noirmoutier")
    before = await table.snapshot()
    result = await table.maxime.click(message.message, custom_id=control.custom_id)
    panel = panel_of(result)
    assert "The board has changed since that button was shown. Here is the current board." in text(
        panel.message
    )
    assert "**Your decision** Choose the next step of the group in Noirmoutier" in text(panel.message)
    assert choices(panel)
    assert await table.snapshot() == before


async def test_a_choice_of_an_earlier_board_is_not_shown_as_if_it_could_be_done(table: Table) -> None:
    panel = await opened(table, table.maxime)
    old = next(control for control in choices(panel) if control.action == "pass")
    await act(table, "activate noirmoutier")
    await act(table, "stop")
    result = await pressed(panel, table.maxime, old)
    assert "The board has changed since that button was shown." in text(panel_of(result).message)
    assert not is_shown(panel_of(result).message)


async def test_what_was_shown_is_gone_after_a_day(table: Table) -> None:
    message, control = await shown(table)
    before = await table.snapshot()
    await table.sweep(25 * 3600)
    result = await table.maxime.click(message.message, custom_id=control.custom_id)
    assert "more than a day old" in text(panel_of(result).message)
    assert choices(panel_of(result))
    assert await table.snapshot() == before


async def test_another_s_button_does_nothing(table: Table) -> None:
    _, control = await shown(table)
    before = await table.snapshot()
    delivery = Delivery.press(table, control.custom_id, table.camille)
    await deliver(table, delivery)
    assert "Nothing was done" in whispered(delivery.result)
    assert "Royalists" in whispered(delivery.result)
    assert await table.snapshot() == before


async def test_whoever_has_lost_the_seat_meanwhile_is_refused(table: Table) -> None:
    message, control = await shown(table)
    await sit(table, republican=table.camille.id)
    before = await table.snapshot()
    result = await table.maxime.click(message.message, custom_id=control.custom_id)
    assert "You don't hold that seat." in whispered(result)
    assert await table.snapshot() == before


async def test_the_button_of_another_campaign_s_proposal_does_nothing(table: Table) -> None:
    made = await offer(table.bot.store, table.maxime.id, Play(7, 0, "republican", "pass"))
    before = await table.snapshot()
    delivery = Delivery.press(table, custom_ids.go(1, made), table.maxime)
    await deliver(table, delivery)
    assert "Nothing was done" in whispered(delivery.result)
    assert await table.snapshot() == before


async def test_what_is_shown_is_no_proposal_of_a_moderator(table: Table) -> None:
    message, control = await shown(table)
    before = await table.snapshot()
    delivery = Delivery.press(table, f"t1:do:{control.custom_id.rpartition(':')[2]}", table.maxime)
    await deliver(table, delivery)
    assert "Nothing was changed" in whispered(delivery.result)
    assert await table.snapshot() == before
    await table.maxime.click(message.message, custom_id=control.custom_id)
    assert (await table.actions())[-1] == f"move {PATH} with all"


async def test_while_another_action_is_carried_out_one_may_press_again(table: Table) -> None:
    message, control = await shown(table)
    before = await table.snapshot()
    async with table.bot.campaigns.writing(1):
        result = await table.maxime.click(message.message, custom_id=control.custom_id)
    assert "Another action is being carried out in this campaign." in whispered(result)
    assert await table.snapshot() == before
    await table.maxime.click(message.message, custom_id=control.custom_id)
    assert (await table.actions())[-1] == f"move {PATH} with all"


async def test_in_a_paused_campaign_it_is_not_done(table: Table) -> None:
    message, control = await shown(table)
    await table.bot.store.transact(
        partial(campaigns.alter, campaign_id=1, paused_at=table.env.now()), campaign_id=1
    )
    before = await table.snapshot()
    result = await table.maxime.click(message.message, custom_id=control.custom_id)
    assert "This campaign was paused" in text(panel_of(result).message)
    assert await table.snapshot() == before
    again = await typed(table)
    assert "This campaign was paused" in said(again)


async def test_a_path_of_any_length_is_gone_through_with(table: Table) -> None:
    path = f"{PATH} > aigrefeuille > montaigu > saint-fulgent > chantonnay > sainte-hermine"
    action = f"move {path} with nantes:4 canclaux beysser"
    assert len(action) > custom_ids.LIMIT
    result = await typed(table, path, **{"with": "nantes:4 canclaux beysser"})
    await gone_through(result, table.maxime)
    assert (await table.actions())[-1] == action


async def test_what_is_refused_is_not_shown(table: Table) -> None:
    result = await typed(table, "paimboeuf > cholet")
    assert said(result) == "Cholet does not border on Paimbœuf (3.2)."


def test_custom_ids_stay_within_their_limit() -> None:
    assert len(custom_ids.go(10**12 - 1, 10**12 - 1)) <= custom_ids.LIMIT


async def test_the_dice_that_it_is_tried_with_are_not_the_campaign_s(table: Table) -> None:
    before = (await table.campaign()).dice_counter
    for _ in range(3):
        await typed(table)
    assert (await table.campaign()).dice_counter == before


async def test_the_other_side_sees_nothing_of_what_is_shown(table: Table) -> None:
    history = [message.id for message in table.channel.history()]
    requests = len(table.env.http_requests)
    await typed(table)
    assert [message.id for message in table.channel.history()] == history
    posted = [entry for entry in table.env.http_requests[requests:] if entry.path.startswith("/channels/")]
    assert posted == []


@pytest.fixture
async def illustrated(closed_table: Tables) -> Table:
    """The same with pictures, of which the card needs none before the month is over."""
    return await in_hand(closed_table, "republican", images="every-turn")


async def test_a_close_up_goes_with_what_is_shown_and_goes_with_it(illustrated: Table) -> None:
    table = illustrated
    result = await typed(table)
    shown = panel_of(
        await table.maxime.click(panel_of(result).message, custom_id=custom_ids.again(1, "republican"))
    )
    (of_panel,) = shown.attachments
    (of_preview,) = panel_of(await typed(table)).attachments
    assert str(of_panel.description).startswith("Map of the military Vendée")
    assert str(of_preview.description).startswith("Close-up around")


async def test_without_pictures_there_is_none(table: Table) -> None:
    assert panel_of(await typed(table)).attachments == []


async def test_a_picture_that_cannot_be_drawn_does_not_stop_play(
    illustrated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = illustrated

    async def broken(*_: Any, **__: Any) -> Picture:
        raise RenderError("a font is missing")

    monkeypatch.setattr(table.bot.pictures, "draw", broken)
    result = await typed(table)
    assert panel_of(result).attachments == []
    await gone_through(result, table.maxime)
    assert (await table.actions())[-1] == f"move {PATH} with all"
    assert all("drawing" in record.getMessage() for record in table.incidents.take())


async def test_a_picture_that_discord_refuses_does_not_stop_play(
    illustrated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = illustrated
    monkeypatch.setattr(screens, "PATIENCE", 60)
    table.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=413)
    result = await typed(table)
    assert panel_of(result).attachments == []
    assert "nothing has been done." in said(result)


class Slow:
    """Draws close-ups when it is told to."""

    def __init__(self, table: Table) -> None:
        self.env = table.env
        self.draw = table.bot.pictures.draw
        self.begun = 0
        self.asked, self.go, self.drawn = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def __call__(self, *args: Any, **kwargs: Any) -> Picture:
        if args[-1].around:
            self.begun += 1
            self.asked.set()
            await self.env.external_wait(self.go.wait(), reason="a picture that takes its time")
        picture = await self.draw(*args, **kwargs)
        self.drawn.set()
        return picture


@pytest.fixture
def slow(illustrated: Table, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """A table whose close-ups take their time."""
    slow = Slow(illustrated)
    monkeypatch.setattr(illustrated.bot.pictures, "draw", slow)
    return slow


async def test_nobody_waits_for_a_picture_that_follows_when_it_is_drawn(
    illustrated: Table, slow: Slow
) -> None:
    table = illustrated
    message = panel_of(await typed(table))
    assert "nothing has been done." in text(message.message)
    assert message.attachments == []
    before = len(table.env.http_requests)
    slow.go.set()
    await table.env.settle()
    # It comes with its alt text into the same message, and nothing beside it.
    (attached,) = message.attachments
    assert attached.description
    assert [entry.method for entry in table.env.http_requests[before:]] == ["PATCH"]
    assert is_shown(message.message)


async def test_a_picture_that_is_drawn_while_the_view_goes_out_without_it_follows(
    illustrated: Table, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, edit = illustrated, screens.edit

    async def meanwhile(interaction: screens.Interaction, **changes: Any) -> Any:
        message = await edit(interaction, **changes)
        slow.go.set()
        await slow.drawn.wait()
        return message

    monkeypatch.setattr(screens, "edit", meanwhile)
    assert len(panel_of(await typed(table)).attachments) == 1


async def test_a_picture_that_comes_too_late_takes_the_place_of_nothing(
    illustrated: Table, slow: Slow
) -> None:
    table = illustrated
    result = await typed(table)
    panel = await back(result, table.maxime, "republican")
    assert slow.begun == 1
    slow.go.set()
    await table.env.settle()
    assert "**Your decision** Activate a stack" in text(panel.message)
    (shown,) = panel.attachments
    assert str(shown.description).startswith("Map of the military Vendée")
    assert not is_shown(panel.message)


async def test_who_is_overtaken_while_they_wait_for_a_picture_shows_nothing_more(
    illustrated: Table, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = illustrated
    await act(table, "activate paimboeuf with all")
    if (await asked(table)).kind == "preemption":
        await act(table, "decline")
    panel = await opened(table, table.maxime)
    monkeypatch.setattr(screens, "PATIENCE", 600)
    slow.asked.clear()
    earlier = Delivery.press(table, custom_ids.again(1, "republican"), table.maxime, on=panel.id)
    table.env.backend.emit("INTERACTION_CREATE", earlier.payload)
    await slow.asked.wait()
    after = panel_of(await played(panel, table.maxime, "end"))
    shown = text(after.message)
    assert "Choose what the group" not in shown
    slow.go.set()
    await table.env.settle()
    assert text(after.message) == shown
    (picture,) = after.attachments
    assert str(picture.description).startswith("Map of the military Vendée")


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10008), (413, 40005)])
async def test_a_late_picture_that_is_refused_is_left_out_and_the_next_press_brings_one(
    illustrated: Table, slow: Slow, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    table = illustrated
    result = await typed(table)
    message = panel_of(result)
    before = table.channel.history()
    table.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=status, code=code)
    slow.go.set()
    await table.env.settle()
    assert is_shown(message.message)
    assert message.attachments == []
    assert table.channel.history() == before
    assert "a close-up that was late is not shown" in caplog.text
    # Without its picture, which a bot that has died in between never brings either, all is to be played.
    after = await gone_through(result, table.maxime)
    assert (await table.actions())[-1] == f"move {PATH} with all"
    assert len(after.attachments) == 1
