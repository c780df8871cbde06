"""Three forms a turn: the default of a lobby, unless somebody who plays objects."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from tests.revolution.bot.six import CURRENTS, Six
from tests.support.table import controls, text, whispered

WITHOUT = "Without three forms a turn"


async def opened(life: Six, **options: str) -> dict[str, bool]:
    """The rules of a new campaign of Camille's."""
    await life.slash(life.camille, "campaign new", game="revolution", images="never", **options)
    return (await life.table.campaign()).options


async def objects(life: Six, who: MemberActor) -> str:
    """What somebody is told who presses the button of the lobby."""
    return whispered(await life.press(who, life.newest(WITHOUT), WITHOUT))


async def test_a_lobby_plays_by_three_forms_until_somebody_who_plays_objects(life: Six) -> None:
    assert (await opened(life))["fast"]
    assert "Three forms a turn: After the negotiation: the plan," in text(life.newest("Begin"))
    assert "Take a seat first" in await objects(life, life.olympe)
    assert (await life.table.campaign()).options["fast"]
    await life.types(life.olympe, "seat take", seat="gironde")
    await objects(life, life.olympe)
    assert not (await life.table.campaign()).options["fast"]
    assert f"<@{life.olympe.id}> objects to **Three forms a turn**: it is left out." in life.told()
    card = life.newest("Begin")
    assert WITHOUT not in [control.label for control in controls(card)]


async def test_who_has_opened_the_lobby_or_waits_for_a_lot_may_object_too(life: Six) -> None:
    await opened(life)
    await objects(life, life.camille)
    assert not (await life.table.campaign()).options["fast"]


async def test_who_would_take_the_last_seat_may_object_before_the_campaign_begins_with_it(life: Six) -> None:
    await opened(life)
    taken = CURRENTS[:-1]
    for seat in taken[:-1]:
        await life.types(life.of[seat], "seat take", seat=seat)
    assert "Take a seat first" in await objects(life, life.manon)
    await life.types(life.of[taken[-1]], "seat take", seat=taken[-1])
    assert (await life.table.campaign()).status == "lobby"
    await objects(life, life.manon)
    await life.types(life.manon, "seat take", seat=CURRENTS[-1])
    campaign = await life.table.campaign()
    assert (campaign.status, campaign.options["fast"]) == ("running", False)


@pytest.mark.parametrize(
    "options",
    [{"rules": "letter"}, {"rules": "not fast"}, {"rules": "none"}, {"seats": "mine"}, {"side": "gironde"}],
)
async def test_other_rules_and_who_plays_alone_have_what_they_name(
    life: Six, options: dict[str, str]
) -> None:
    chosen = await opened(life, **options)
    assert (chosen["fast"], chosen["letter"]) == (False, options.get("rules") == "letter")


async def test_both_can_not_be_named(life: Six) -> None:
    told = await life.types(life.camille, "campaign new", game="revolution", rules="fast, letter")
    assert "Three forms a turn" in told
    assert "The letter of the sequence" in told
