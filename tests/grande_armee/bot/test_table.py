"""A campaign at the simulated table: commands, panels, the plan's form, the map."""

from __future__ import annotations

from typing import Any

from simcord import ResponseMessage

from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.shown import Does
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.support.life import Life, offered
from tests.support.table import controls, text, whispered

TITLE = GrandeArmee()


async def begun(
    life: Life, scenario: str = "1806", images: str = "never", seed: str = "grande-armee", **more: str
) -> None:
    """Camille leads the French, Maxime the Allies, who are first."""
    life.seed = seed
    await life.table.goes_on(off=True)
    await life.slash(
        life.camille, "campaign new", game="grande-armee", scenario=scenario, images=images, **more
    )
    await life.press(life.camille, life.newest("Take French"), "Take French")
    await life.press(life.maxime, life.newest("Take Allies"), "Take Allies")


async def state(life: Life) -> State:
    """The board as it stands."""
    known: Any = await life.table.state()
    assert isinstance(known, State)
    return known


async def test_a_turn_is_played_by_slash_commands(life: Life) -> None:
    await begun(life)
    await life.slash(life.maxime, "grande-armee move", unit="blucher", route="2021")
    assert (await state(life)).pieces["blucher"].hex == "2021"
    assert "Gotha → 2021 (N of Erfurt): Blücher." in life.told()
    refused = await life.slash(life.maxime, "grande-armee move", unit="davout", route="2021")
    assert "is the enemy's" in whispered(refused)
    assert "Davout" in whispered(refused)


async def test_fields_are_completed_from_what_is_legal(life: Life) -> None:
    await begun(life)
    units = await life.maxime.autocomplete(life.hall, "grande-armee move", "unit", "blu")
    assert [choice["value"] for choice in units] == ["blucher"]
    assert units[0]["name"] == "Blücher"
    ends = await life.maxime.autocomplete(life.hall, "grande-armee move", "route", "weimar", unit="blucher")
    assert [choice["value"] for choice in ends] == ["2222", "2220", "2221", "2223"]
    assert [choice["name"] for choice in ends][:2] == ["Weimar (2222)", "2220 (2 N of Weimar)"]
    # A seat that is not asked is offered nothing.
    assert await life.camille.autocomplete(life.hall, "grande-armee move", "unit", "dav") == []


async def test_a_stack_is_opened_on_the_panel_and_goes_together_by_one_press(life: Life) -> None:
    await begun(life)
    panel = await life.panel(life.maxime)
    panel = await taken(life, panel, ": clear")
    inside = await taken(life, panel, "> stack 2225")
    together = next(each.action for each in offered(inside) if (each.action or "").startswith(": stack"))
    written = await taken(life, inside, together or "")
    # What is written is not done before it is handed in.
    assert (await state(life)).pieces["louis"].hex == "2225"
    await taken(life, written, Does.HAND_IN.value)
    pieces = (await state(life)).pieces
    assert pieces["louis"].hex == pieces["prussian-3-3-6"].hex != "2225"


async def test_a_march_that_is_done_at_once_begins_with_an_example_that_nobody_hands_in(life: Life) -> None:
    await begun(life)
    (form,) = GrandeArmeePresenter(TITLE).forms(await state(life), "allied")
    assert (form.label, form.title) == ("March one unit at once …", "March at once, hex by hex")
    assert [field.value for field in form.fields] == ["", "", ""]
    assert all(field.example for field in form.fields[:2])


async def taken(life: Life, panel: ResponseMessage, action: str) -> ResponseMessage:
    """What the Allied panel shows after one of its controls was pressed."""
    control = next(each for each in offered(panel) if each.action == action)
    result = await life._take(life.maxime, panel.message, control)
    assert result.response is not None
    return result.response


async def test_all_that_is_proposed_is_done_by_one_press(life: Life) -> None:
    await begun(life)
    before = (await state(life)).pieces
    panel = await life.panel(life.maxime)
    assert "**none of it has been done yet**." in text(panel.message)
    panel = await taken(life, panel, Does.HAND_IN.value)
    after = (await state(life)).pieces
    assert len([id for id in before if before[id].hex != after[id].hex]) > 10
    # What has moved is not written any more, and the step can be ended.
    assert "end" in {each.action for each in offered(panel)}
    assert Does.HAND_IN.value not in {each.action for each in offered(panel)}


async def test_my_map_has_all_that_is_written_for_its_player_alone(life: Life) -> None:
    await begun(life, images="every-turn")
    panel = await life.panel(life.maxime)
    made = GrandeArmeePresenter(TITLE).sheet(await state(life), "allied", None, {})
    assert made is not None
    assert not all(each.text in text(panel.message) for each in made.placed)
    opened = await life.press(life.maxime, panel, "My map")
    mine, theirs = whispered(opened), await life.slash(life.camille, "campaign view")
    # All units lie open: what differs are the ways of what is written.
    pictures = [await shown.response.attachments[0].read() for shown in (opened, theirs) if shown.response]
    assert len(pictures) == 2
    assert pictures[0] != pictures[1]
    assert all(line in mine for line in [*made.lines, *(each.text for each in made.placed)])
    # A list would take the line after it for its own.
    assert "\n\n⚖️" in mine
    assert "### Marches" not in whispered(theirs)


async def test_the_panel_says_what_is_due_and_not_to_hand_a_form_in(life: Life) -> None:
    await begun(life)
    assert "**Your decision** Change this plan, or press **March!** to carry it out" in text(
        (await life.panel(life.maxime)).message
    )


async def test_the_map_and_a_hex_are_shown_to_whoever_asks(life: Life) -> None:
    await begun(life)
    told = whispered(await life.slash(life.camille, "grande-armee hex", name="ulm"))
    assert "Ulm (" in told
    assert "Neighbours" in told
    shown = await life.slash(life.camille, "grande-armee map", around="jena", theme="dark")
    assert shown.response is not None
    assert shown.response.message.attachments
    zones = await life.slash(life.camille, "grande-armee zones")
    assert zones.response is not None
    assert "**Score:**" in text(zones.response.message)
    # In words too, for readers that can't see the key.
    assert "dense is total" in text(zones.response.message)


async def test_an_empty_channel_offers_each_campaign_of_the_game(life: Life) -> None:
    helped = await life.slash(life.camille, "help")
    assert helped.response is not None
    greeting = helped.response.message
    sides = [each for each in controls(greeting) if each.custom_id == "t1:new-against"]
    assert "French: La Grande Armée: Jena and the pursuit, 1806" in {each.label for each in sides}
    assert len(sides) == 6
    begun = await life.camille.select(greeting, ["grande-armee french 1806"], custom_id="t1:new-against")
    await life.table.bot.outbox.drain()
    assert begun.followups
    campaign = await life.table.campaign()
    assert (campaign.scenario, campaign.seats) == ("1806", {"french": life.camille.id})
    await life.table.bot.campaigns.end(campaign, version=campaign.version)
    await life.camille.select(greeting, ["grande-armee 1809"], custom_id="t1:new-open")
    opened = await life.table.campaign(2)
    assert (opened.scenario, opened.status) == ("1809", "lobby")
    await life.table.bot.outbox.drain()


async def test_a_hint_names_its_action_and_no_form(life: Life) -> None:
    await life.table.goes_on(off=True)
    await life.types(
        life.camille, "campaign new", game="grande-armee", scenario="1805", side="allied", images="never"
    )
    for form in ("swap", "movement"):
        assert TITLE.decisions(await state(life))[0].kind == form
        told = await life.types(life.camille, "hint")
        assert "form**" not in told
        assert ("**Done**" if form == "swap" else " to ") in told
        await life.types(life.camille, "play", action="end")


async def test_a_campaign_of_1805_is_dated_by_the_republic_where_that_is_chosen(life: Life) -> None:
    await begun(life, "1805")
    await life.slash(life.camille, "mod language", language="fr-an")
    await life.types(life.camille, "campaign show")
    assert "4e jour compl. an XIII – 8 vendémiaire an XIV" in life.told()
    await life.slash(life.camille, "mod language", language="fr")
    await life.types(life.camille, "campaign show")
    assert "21 septembre – 30 septembre 1805" in life.told()
