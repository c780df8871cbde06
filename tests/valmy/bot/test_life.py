"""Whole Valmy campaigns between two people: one typed, one pressed, from the lobby to the verdict."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from simcord import InteractionResult, ResponseMessage

from bot.games.valmy.presenter import ValmyPresenter as Words
from engines.core.contract import AnyTitle
from tests.support.duel import panel_of
from tests.support.gateway import Delivery, deliver
from tests.support.life import Life
from tests.support.table import controls, entered, text, whispered
from tests.valmy.bot.campaign import TITLE, Alone, Campaign, Marshal, Plan, planned

OPENING = 44
"""Actions of a campaign that is begun by day; whole ones are fought by night."""
HEAD = re.compile("## .*([Bb]attle of|Overrun in) ")
"""The first line of a battle's post."""
UNCOMPLETED = ("battle melee", "battle kind", "battle after-charge", "battle deploy", "battle charge")
"""Commands whose values are few, or written one after the other."""
COMPLETED = 4
"""Every how many actions completion is looked at."""


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Valmy Campaign."""
    return [TITLE]


@cache
def plan(name: str, most: int | None = None) -> Plan:
    """A campaign that was fought by the rules alone."""
    return planned(name, most)


async def begun(life: Life, seed: str, images: str = "never") -> Campaign:
    """A campaign for which both have taken their seats with the buttons of the lobby."""
    life.seed = seed
    await life.table.goes_on(off=True)
    await life.slash(life.camille, "campaign new", game="valmy", images=images)
    await life.press(life.camille, life.newest("Take French"), "Take French")
    await life.press(life.maxime, life.newest("Take Allies"), "Take Allies")
    campaign = Campaign(life)
    await campaign.as_it_should_be()
    return campaign


async def completes(campaign: Campaign, option: str, value: str | int, action: object) -> None:
    """Whoever types an option is offered it."""
    assert value in await campaign.offered(action, option, str(value))


async def test_a_campaign_that_is_typed_and_pressed_by_turns_begins_as_it_should(life: Life) -> None:
    name, actions, _ = plan("a", OPENING)
    campaign = await begun(life, name)
    for number, action in enumerate(actions):
        if number % 2:
            await campaign.press(action)
        else:
            await campaign.type(action)
    assert len(campaign.met) > 5
    battles = [message for message in life.public() if HEAD.match(text(message))]
    fought = [message for message in battles if "is being fought" not in text(message)]
    assert fought, "no battle had a post of its own"


@pytest.mark.nightly(seconds=120)
@pytest.mark.xdist_group("a Valmy campaign that is typed")
async def test_a_whole_campaign_is_fought_by_slash_commands_alone(life: Life, tmp_path: Path) -> None:
    name, actions, met = plan("a")
    campaign = await begun(life, name)
    for number, action in enumerate(actions):
        if number % COMPLETED == 0:
            command, options = campaign.typed_as(action)
            if not command.startswith(
                ("battle melee", "battle kind", "battle after", "battle deploy", "battle ch")
            ):
                for option, value in options.items():
                    await completes(campaign, option, value, action)
        await campaign.type(action)
    assert campaign.met == met
    await campaign.is_told(tmp_path)


@pytest.mark.nightly(seconds=120)
@pytest.mark.xdist_group("a Valmy campaign that is pressed")
async def test_a_whole_campaign_is_fought_by_buttons_and_selects_alone(life: Life, tmp_path: Path) -> None:
    name, actions, met = plan("b")
    campaign = await begun(life, name)
    for action in actions:
        await campaign.press(action)
    assert campaign.met == met
    await campaign.is_told(tmp_path)


async def alone(life: Life, most: int) -> Alone:
    """A campaign against the automatic player, typed and pressed by turns for so many actions at most."""
    life.seed = "alone"
    await life.table.goes_on(off=True)
    await life.slash(
        life.camille, "campaign new", game="valmy", side="french", strength="easy", images="never"
    )
    campaign, marshal = Alone(life), Marshal("alone")
    await campaign.answered()
    for number in range(most):
        if not campaign.game.decisions:
            break
        action = marshal.choose(campaign.game)
        await (campaign.press if number % 2 else campaign.type)(action)
    return campaign


async def test_a_campaign_against_the_automatic_player_begins_without_waiting_for_it(life: Life) -> None:
    campaign = await alone(life, 12)
    assert {entry.source for entry in campaign.game.journal} == {"player", "automatic"}


@pytest.mark.nightly(seconds=120)
@pytest.mark.xdist_group("a Valmy campaign against the automatic player")
async def test_a_whole_campaign_is_fought_against_the_automatic_player(life: Life, tmp_path: Path) -> None:
    campaign = await alone(life, 10_000)
    assert campaign.game.outcome is not None
    await campaign.is_told(tmp_path)


async def test_a_form_is_opened_filled_in_and_sent_off(life: Life) -> None:
    """Camille writes her holding boxes out; what can't be read, or is refused, changes nothing."""
    campaign = await begun(life, "form")
    panel = await campaign.panel("french")
    form = await life.press(life.camille, panel, "Enter leaders and their units …")
    assert form.modal is not None
    shown = {part["component"]["custom_id"]: part["component"]["value"] for part in form.modal["components"]}
    assert shown["sedan"].startswith("Dumouriez:\nLeveneur: ")

    over = shown | {"sedan": "Leveneur: 81 RLi, 29 RL, 71 RL, 55 RL, 94 RL, 98 RL, 43 RL"}
    refused = panel_of(await life.camille.submit_modal(form, over))
    assert "Leveneur can hold 6 units" in text(refused.message)
    assert "3.0" in text(refused.message)
    await campaign.as_it_should_be()
    unread = panel_of(await life.camille.submit_modal(await again(life, panel), shown | {"sedan": "nobody"}))
    assert "A leader, a colon and his units are wanted" in text(unread.message)
    await campaign.as_it_should_be()

    fewer = shown | {"sedan": "Leveneur: 81 RLi, 29 RL\nStengel: 2 Hus"}
    await life.camille.submit_modal(await again(life, panel), fewer)
    entry = (await campaign.table.record()).journal[-1]
    assert "leveneur : 81-rli 29-rl ; stengel : 2-hus" in entry.action
    await campaign.took(TITLE.parse(await campaign.table.state(), entry.action, "french"))


async def test_a_plan_for_battles_is_written_on_one_form_and_answers_them(life: Life) -> None:
    """It begins with a sensible plan in words; what can't be read is said, and `ask me` is no order."""
    campaign = await begun(life, "plan")
    panel = await campaign.panel("allied")
    form = await life.press(life.maxime, panel, "Battle plan …")
    shown = entered(form)
    assert shown == {
        "beginning": ["line"],
        "charges": ["odds"],
        "melee": ["even"],
        "leaving": ["lost"],
        "other": "",
    }

    wrong = panel_of(await life.maxime.submit_modal(form, shown | {"other": "retreat: never ever"}))
    assert "retreat" in text(wrong.message)
    form = await life.press(life.maxime, panel, "Battle plan …")
    changed = shown | {"leaving": ["twice"], "other": "retreat: ask me"}
    kept = panel_of(await life.maxime.submit_modal(form, changed))
    assert "📋 Your plan is saved." in text(kept.message)
    listed = await life.types(life.maxime, "orders list")
    assert "`if at most 1:2`" in listed
    assert "Where beaten units go" in listed.split("ask me")[1]
    await campaign.as_it_should_be()

    form = await life.press(life.maxime, panel, "Battle plan …")
    assert entered(form) == changed


async def test_a_plan_is_kept_whole_or_not_at_all_and_its_form_says_what_is_wrong(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = await begun(life, "plan")
    panel = await campaign.panel("allied")
    await life.types(life.maxime, "orders set", kind="withdrawal", order="always")
    form = await life.press(life.maxime, panel, "Battle plan …")
    boxes = ", ".join(list(TITLE.box.boxes)[:60])
    plan = {"leaving": ["ask"], "other": f"retreat: prefer {boxes}"}
    assert "longer than 400 characters" in whispered(await life.maxime.submit_modal(form, plan))
    assert "`always`" in await life.types(life.maxime, "orders list")

    (button,) = [each for each in controls(panel.message) if each.label == "Battle plan …"]
    late = Delivery.press(life.table, button.custom_id, life.maxime)
    late.payload["app_permissions"] = "0"
    await deliver(life.table, late)
    assert "I need the permission" in whispered(late.result)

    def broken(self: Words, given: object) -> None:
        raise KeyError(given)

    monkeypatch.setattr(Words, "plan", broken)
    assert "incident" in await life.presses(life.maxime, panel, "Battle plan …")
    assert life.table.incidents.take()


async def again(life: Life, panel: ResponseMessage) -> InteractionResult:
    """The form once more."""
    return await life.press(life.camille, panel, "Enter leaders and their units …")
