"""What is pressed twice, at once, or on a sheet that is out of date: done once, or refused in a sentence."""

from __future__ import annotations

import pytest
from simcord import ResponseMessage

from bot.games.shown import Does
from tests.grande_armee.bot.test_table import begun
from tests.support.duel import sit
from tests.support.gateway import Delivery, deliver
from tests.support.life import Life, offered
from tests.support.table import controls, whispered


def hand_in(life: Life, panel: ResponseMessage) -> Delivery:
    """A press of Maxime's that hands in what his panel shows."""
    button = next(each for each in offered(panel) if each.action == Does.HAND_IN.value)
    return Delivery.press(life.table, button.custom_id, life.maxime, panel.message.id)


def moves(actions: list[str]) -> list[str]:
    """The marches of a journal."""
    return [action for action in actions if action.startswith("move")]


async def test_a_sheet_that_is_handed_in_twice_at_once_is_marched_once(life: Life) -> None:
    await begun(life)
    panel = await life.panel(life.maxime)
    first, second = (hand_in(life, panel) for _ in range(2))
    await deliver(life.table, first, second)
    marched = moves(await life.table.actions())
    assert len(marched) > 10
    assert len(set(marched)) == len(marched)
    await deliver(life.table, first)
    assert moves(await life.table.actions()) == marched
    await life.table.verify()


async def test_a_sheet_and_an_undo_at_once_leave_a_game_that_follows(life: Life) -> None:
    await begun(life)
    await life.slash(life.maxime, "grande-armee move", unit="blucher", route="2021")
    panel = await life.panel(life.maxime)
    asked = await life.slash(life.maxime, "campaign undo")
    assert asked.response is not None
    back = next(each for each in controls(asked.response.message) if each.label == "Take back")
    await deliver(
        life.table,
        hand_in(life, panel),
        Delivery.press(life.table, back.custom_id, life.maxime, asked.response.message.id),
    )
    actions = await life.table.actions()
    assert actions[0] == "move blucher > 2021"
    assert ("undo 0" in actions) != (len(moves(actions)) > 1)
    await life.table.verify()


@pytest.mark.parametrize("how", ["an undo", "an edit", "another in the seat", "the end of the step"])
async def test_a_sheet_that_is_out_of_date_is_not_marched(life: Life, how: str) -> None:
    await begun(life)
    await life.slash(life.maxime, "grande-armee move", unit="blucher", route="2021")
    panel = await life.panel(life.maxime)
    press = hand_in(life, panel)
    if how == "an undo":
        await life.confirmed(life.maxime, "campaign undo", "Take back")
    elif how == "an edit":
        await life.confirmed(life.therese, "mod set", "Correct it", edit="order louis disrupted", reason="so")
    elif how == "another in the seat":
        await sit(life.table, allied=life.lucien.id)
    else:
        await life.slash(life.maxime, "grande-armee end")
    before, shown = await life.table.actions(), len(life.table.bodies("PATCH", "/webhooks/"))
    await deliver(life.table, press)
    assert await life.table.actions() == before
    # He reads why, or his panel shows the present board.
    assert whispered(press.result) or len(life.table.bodies("PATCH", "/webhooks/")) > shown
