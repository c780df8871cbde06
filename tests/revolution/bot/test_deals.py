"""Deals: money now for a promise, offered and accepted by buttons in the private room of two Currents."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.campaigns.consent import Agreed, Consent
from bot.campaigns.service import Campaigns
from bot.errors import BusyError, StaleError
from bot.interactions.consent import carry_out
from bot.surface import custom_ids
from tests.revolution.bot.six import CURRENTS, Six
from tests.support.table import controls, text, whispered

TERMS = {"amount": "100", "promise": "a vote *for* the Civic law @everyone"}


def room(life: Six) -> ChannelHandle:
    """The one private room."""
    (thread,) = (each for each in life.hall.threads if each.id in {c.id for c in life.threads().values()})
    return thread


def asked(life: Six) -> discord.Message:
    """The newest message of the room with buttons."""
    return next(message for message in reversed(room(life).history()) if controls(message))


async def without_room(life: Six) -> int:
    """A moderator deletes the room; gives its id."""
    guild = life.table.bot.get_guild(life.guild.id)
    assert guild is not None
    deleted = guild.get_thread(room(life).id)
    assert deleted is not None
    await deleted.delete()
    return deleted.id


async def offer(life: Six, actor: MemberActor, **terms: str) -> InteractionResult:
    """Somebody offers a deal by the button of the room's first message."""
    opened = await life.press(actor, room(life).history()[0], "Offer a deal …")
    if opened.modal is None:
        return opened
    offered = await actor.submit_modal(opened, {**TERMS, **terms})
    await life.table.bot.outbox.drain()
    return offered


@pytest.fixture
async def talking(life: Six) -> Six:
    """The Gironde (Olympe) and the Mountain (Joseph) have a room."""
    await life.gathers()
    await life.types(life.olympe, "revolution talk", seat="mountain")
    return life


async def test_a_deal_is_offered_accepted_by_one_press_and_paid_once(talking: Six) -> None:
    life, before = talking, (await talking.state()).purses
    assert "Your offer is in this room" in whispered(await offer(life, life.olympe))
    said = text(asked(life))
    assert f"<@{life.joseph.id}>: <@{life.olympe.id}> asks to make a deal." in said
    assert "gives the Mountain 100 ₶" in said
    assert r"**Mountain** promises: *a vote \*for\* the Civic law" in said
    assert "nothing enforces the promise." in said
    assert "The request lapses when this room closes." in said
    # Nobody else hears of it, and nothing is paid yet.
    assert "deal" not in life.posted()
    assert (await life.state()).purses == before
    assert "You have agreed, and the money is paid." in await life.presses(life.joseph, asked(life), "Agree")
    after = (await life.state()).purses
    assert after["gironde"] == before["gironde"] - 100
    assert after["mountain"] == before["mountain"] + 100
    assert "All have agreed: the money is paid." in text(room(life).history()[-1])
    # The payment is public, as every gift; the promise is not.
    assert "gives the Mountain 100 ₶" in life.posted()
    assert "Civic" not in life.posted()
    # There is nothing left to press.
    assert not controls(room(life).history()[-1])


async def test_a_deal_can_be_refused_and_withdrawn_and_another_be_offered(talking: Six) -> None:
    life, before = talking, (await talking.state()).purses
    await offer(life, life.olympe)
    assert "You have refused." in await life.presses(life.joseph, asked(life), "Refuse")
    assert "no money is paid" in text(room(life).history()[-1])
    # The same terms are not asked for again and again; other terms are.
    assert "That was refused." in whispered(await offer(life, life.olympe))
    answer = await offer(life, life.olympe, amount="150")
    assert "Your offer is in this room" in whispered(answer)
    assert "already been asked" in whispered(await offer(life, life.olympe, amount="150"))
    assert answer.response is not None
    assert "You have withdrawn" in await life.presses(life.olympe, answer.response, "Withdraw")
    assert asked(life) == room(life).history()[0]
    # The other of the two can offer one as well.
    await offer(life, life.joseph, amount="50")
    assert "gives the Gironde 50 ₶" in text(asked(life))
    assert (await life.state()).purses == before


async def test_an_offer_needs_the_money_a_promise_and_a_seat_of_the_room(talking: Six) -> None:
    life = talking
    assert "R-SEQ-08" in whispered(await offer(life, life.olympe, amount="90000"))
    assert "Say what you want in return" in whispered(await offer(life, life.olympe, promise=" "))
    assert "is no sum of assignats" in whispered(await offer(life, life.olympe, amount="0"))
    assert await life.table.unsaid() == []


async def test_what_the_payer_has_spent_since_is_not_told_to_who_accepts(talking: Six) -> None:
    life = talking
    purse = (await life.state()).purses["gironde"]
    await offer(life, life.olympe, amount=str(purse))
    await life.types(life.olympe, "play", action="give marais 100")
    refused = await life.presses(life.joseph, asked(life), "Agree")
    assert "**Gironde** can no longer pay that." in refused
    assert str(purse - 100) not in refused + text(room(life).history()[-1])


async def test_moderators_hear_of_no_deal(talking: Six) -> None:
    life = talking
    await offer(life, life.olympe)
    for listed in ("mod digest", "mod overview"):
        assert "has asked" not in await life.types(life.therese, listed)


async def test_a_deal_is_offered_in_the_language_of_the_campaign(talking: Six) -> None:
    life = talking
    await life.types(life.olympe, "my language", language="fr")
    # Camille has opened the campaign.
    await life.types(life.camille, "mod language", language="en")
    answer = whispered(await offer(life, life.olympe))
    assert "Votre offre est dans cet aparté." in answer
    assert "asks to make a deal." in text(asked(life))
    assert "gives the Mountain 100 ₶" in text(asked(life))


async def test_a_deal_lapses_with_its_room(talking: Six) -> None:
    life = talking
    await offer(life, life.olympe)
    # The others are told of a request only where it was asked in public.
    assert "request" not in life.posted()
    for seat in CURRENTS:
        await life.files(seat)
    await life.table.sweep()
    (thread,) = life.threads().values()
    assert (thread.thread_metadata.archived, thread.thread_metadata.locked) == (True, True)
    assert "the request has lapsed" in text(room(life).history()[-1])
    purses = (await life.state()).purses
    assert not controls(room(life).history()[-1])
    late = await life.olympe.click(
        room(life).history()[0], custom_id=custom_ids.deal(1, "gironde", "mountain")
    )
    assert "This room is closed" in whispered(late)
    assert (await life.state()).purses == purses


async def test_a_payment_that_was_agreed_on_is_not_taken_back_alone(talking: Six) -> None:
    life = talking
    await offer(life, life.olympe)
    await life.presses(life.joseph, asked(life), "Agree")
    paid = (await life.state()).purses
    undo = await life.slash(life.olympe, "campaign undo")
    assert undo.response is not None
    assert "another player was given something" in text(undo.response.message)
    assert "Take back" not in [each.label for each in controls(undo.response.message)]
    assert (await life.state()).purses == paid


async def test_a_deal_that_was_paid_when_the_bot_died_says_so_when_it_is_back(
    talking: Six, monkeypatch: pytest.MonkeyPatch
) -> None:
    life, before = talking, (await talking.state()).purses
    await offer(life, life.olympe)
    commit = Campaigns.commit

    async def dies(*args: Any, **written: Any) -> None:
        await commit(*args, **written)
        raise BusyError("as if the process had died")

    with monkeypatch.context() as patch:
        patch.setattr(Campaigns, "commit", dies)
        await life.press(life.joseph, asked(life), "Agree")
    await life.reopen()
    assert "All have agreed: the money is paid." in text(room(life).history()[-1])
    assert not controls(room(life).history()[-1])
    assert (await life.state()).purses["gironde"] == before["gironde"] - 100


async def test_who_agrees_twice_at_once_does_not_have_the_room_told_that_it_was_too_late(
    talking: Six,
) -> None:
    life, campaigns = talking, talking.table.bot.campaigns
    await offer(life, life.olympe)
    before = (await life.state()).purses["gironde"]
    counted, paid = asyncio.Event(), asyncio.Event()

    async def first(agreed: Agreed) -> None:
        # Both presses are counted before either is carried out.
        await counted.wait()
        await carry_out(campaigns, agreed)
        paid.set()

    async def second(agreed: Agreed) -> None:
        counted.set()
        await paid.wait()
        await carry_out(campaigns, agreed)

    answer = partial(Consent(campaigns).answer, 1, life.joseph.id, "agree", guild_id=life.guild.id)
    told = await asyncio.gather(answer(carry_out=first), answer(carry_out=second), return_exceptions=True)
    assert isinstance(told[1], StaleError)
    await life.table.bot.outbox.drain()
    assert "All have agreed: the money is paid." in text(room(life).history()[-1])
    assert (await life.state()).purses["gironde"] == before - 100


async def test_who_is_named_in_a_promise_reads_it_in_no_export(talking: Six) -> None:
    life = talking
    await offer(life, life.olympe, promise=f"the fall of <@{life.camille.id}> by spring")
    for actor, told in ((life.olympe, True), (life.joseph, True), (life.camille, False)):
        shown = await life.slash(actor, "privacy export")
        assert shown.response is not None
        kept = json.loads(await shown.response.attachments[0].read())
        assert ("by spring" in json.dumps(kept["messages"])) == told
        # Numbers would count what others said and asked for.
        assert all("id" not in row for row in [*kept["messages"], *kept["requests"]])


async def test_a_deal_is_offered_in_the_room_that_replaces_a_deleted_one(talking: Six) -> None:
    life, before = talking, (await talking.state()).purses
    await offer(life, life.olympe)
    deleted = await without_room(life)
    await life.types(life.olympe, "revolution talk", seat="mountain")
    assert room(life).id != deleted
    # The campaign's own channel is still there.
    assert (await life.table.campaign()).parked_at is None
    assert "Your offer is in this room" in whispered(await offer(life, life.olympe))
    assert "You have agreed, and the money is paid." in await life.presses(life.joseph, asked(life), "Agree")
    assert (await life.state()).purses["gironde"] == before["gironde"] - 100


async def test_an_offer_in_a_deleted_room_parks_no_campaign(talking: Six) -> None:
    life = talking
    await offer(life, life.olympe)
    await without_room(life)
    for seat in CURRENTS:
        await life.files(seat)
    await life.table.sweep()
    assert (await life.table.campaign()).parked_at is None
    assert await life.table.unsaid() == []
