"""Campaigns by commands and panels; the rules alone play the same game beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from data.grande_armee.hexes import Hex
from engines.grande_armee import actions
from engines.grande_armee.state import State, laid_out
from tests.grande_armee.bot.campaign import TITLE, Campaign, Marshal
from tests.grande_armee.bot.test_table import begun
from tests.support.duel import panel_of
from tests.support.life import Life
from tests.support.table import text, whispered

SCENARIOS = [scenario.id for scenario in TITLE.scenarios]
BY_DAY = 12
"""Actions of a campaign that is begun by day; whole ones are fought by night."""


async def fought(
    life: Life, scenario: str, most: int, *, alone: bool = False, press: bool = False
) -> Campaign:
    """A campaign, for so many actions at most.

    :param alone: the automatic player leads the Allies.
    :param press: it is fought by buttons and lists alone; otherwise by commands alone.
    """
    await (against if alone else begun)(life, scenario)
    campaign, marshal = Campaign(life, scenario, alone=alone), Marshal(scenario)
    await campaign.asked_each_time()
    await campaign.answered()
    for _ in range(most):
        if not campaign.game.decisions:
            break
        await (campaign.press if press else campaign.type)(marshal.choose(campaign))
    return campaign


async def test_a_campaign_that_is_typed_and_pressed_by_turns_begins_as_it_should(life: Life) -> None:
    await begun(life, "1809")
    campaign, marshal = Campaign(life, "1809"), Marshal("1809")
    await campaign.asked_each_time()
    for number in range(BY_DAY):
        await (campaign.press if number % 2 else campaign.type)(marshal.choose(campaign))
    assert "movement" in campaign.met


async def against(life: Life, scenario: str) -> None:
    """Camille leads the French against the automatic player."""
    life.seed = "grande-armee"
    await life.table.goes_on(off=True)
    await life.slash(
        life.camille, "campaign new", game="grande-armee", scenario=scenario, side="french", images="never"
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_a_campaign_by_commands_alone_begins_as_it_should(life: Life, scenario: str) -> None:
    campaign = await fought(life, scenario, BY_DAY)
    assert "movement" in campaign.met


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_a_campaign_by_buttons_alone_begins_as_it_should(life: Life, scenario: str) -> None:
    campaign = await fought(life, scenario, BY_DAY, press=True)
    assert {"movement", "swap"} <= campaign.met


async def test_a_campaign_against_the_automatic_player_begins_without_waiting_for_it(life: Life) -> None:
    campaign = await fought(life, "1805", BY_DAY, alone=True, press=True)
    assert {entry.source for entry in campaign.game.journal} == {"player", "automatic"}


@pytest.mark.nightly(seconds=100)
@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_a_whole_campaign_is_fought_by_commands_alone(
    life: Life, scenario: str, tmp_path: Path
) -> None:
    campaign = await fought(life, scenario, 10_000)
    await campaign.is_told(tmp_path)


@pytest.mark.nightly(seconds=50)
@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_a_whole_campaign_is_fought_by_buttons_alone(
    life: Life, scenario: str, alone: bool, tmp_path: Path
) -> None:
    campaign = await fought(life, scenario, 10_000, alone=alone, press=True)
    assert {"movement", "swap", "defence", "resolve"} <= campaign.met
    await campaign.is_told(tmp_path)


@pytest.fixture
def before_jena(monkeypatch: pytest.MonkeyPatch) -> None:
    """Campaigns of 1806 begin with Napoleon and a corps before Jena, where Hohenlohe stands with a 3-3."""

    def near(box: Any, scenario: str, options: Any) -> State:
        state = laid_out(box, scenario, options)
        at = {"french-5-4-1": "2222", "napoleon": "2222", "french-supply-1": "2222", "hohenlohe": "2322"}
        taken = {id for id, piece in state.pieces.items() if piece.hex == "2222" and id not in at}
        pieces = {id: piece for id, piece in state.pieces.items() if id not in taken}
        for id, hex in at.items() if scenario == "1806" else ():
            pieces[id] = type(pieces[id])(pieces[id].kind, Hex(hex))
        state.pieces = pieces
        return state

    monkeypatch.setattr("engines.grande_armee.title.laid_out", near)


async def attacked(life: Life, images: str = "never") -> Campaign:
    """The French have attacked Jena, and the Allies plan their defence."""
    await begun(life, "1806", images)
    campaign = Campaign(life, "1806")
    await campaign.asked_each_time()
    while campaign.decision.kind != "declare" or campaign.decision.seat != "french":
        await campaign.type(actions.END)
    for line in ("attack 2322 by french-5-4-1 under napoleon", "end"):
        await campaign.type(TITLE.parse(campaign.state, line))
    assert (campaign.decision.seat, campaign.decision.kind) == ("allied", "defence")
    return campaign


@pytest.mark.usefixtures("before_jena")
async def test_a_battle_is_posted_with_its_picture(life: Life) -> None:
    campaign = await attacked(life, "every-action")
    await campaign.type(actions.END)
    await campaign.type(TITLE.parse(campaign.state, "resolve 2322"))
    posts = [message for message in life.public() if "Jena" in text(message).splitlines()[0]]
    assert posts
    assert posts[-1].attachments
    assert "attack with Napoleon" in text(posts[-1])


@pytest.mark.usefixtures("before_jena")
async def test_the_defence_plan_is_sent_off_as_one_form(life: Life) -> None:
    campaign = await attacked(life)
    panel = await life.panel(life.maxime)
    opened = await life.press(life.maxime, panel, "Hohenlohe at Jena (2322): 25 choices …")
    assert "\n-# By default Hohenlohe stands and fights." in text(panel_of(opened).message)
    form = await life.press(life.maxime, await life.panel(life.maxime), "All in one form …")
    assert form.modal is not None
    before = campaign.state
    refused = await life.maxime.submit_modal(form, {"going": "prussian-3-3-9 > 2222", "supply": ""})
    assert "2222" in whispered(refused)
    assert (await life.table.state()) == before
    form = await life.press(life.maxime, await life.panel(life.maxime), "All in one form …")
    supply = next(
        id for id in before.pieces if id.startswith("prussian-supply") and before.pieces[id].hex == "2322"
    )
    await life.maxime.submit_modal(form, {"going": "", "supply": supply})
    after = await life.table.state()
    assert isinstance(after, State)
    assert supply in after.spent
    assert [decision.seat for decision in TITLE.decisions(after)] == ["french"]


@pytest.mark.usefixtures("before_jena")
@pytest.mark.parametrize("by_order", [True, False])
async def test_others_are_not_told_whether_an_order_has_answered(life: Life, by_order: bool) -> None:
    await attacked(life)
    if by_order:
        await life.slash(life.maxime, "orders set", kind="defence", order="stand supply never")
    else:
        await life.slash(life.maxime, "play", action="end")
    assert [decision.kind for decision in TITLE.decisions(await life.table.state())] == ["resolve"]
    last = (await life.table.bot.store.journal(1))[-1]
    assert (last.action, last.source) == ("end", "order" if by_order else "player")
    for who in (life.camille, life.lucien, life.therese):
        for command in ("campaign log", "campaign show", "campaign status", "campaign view"):
            assert "standing order" not in await life.types(who, command)
    assert "standing order" not in life.told()
    taken_back = await life.types(life.camille, "campaign undo")
    assert taken_back.endswith("**Allies** nothing visible to others · by its player")
