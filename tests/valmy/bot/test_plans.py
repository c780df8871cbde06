"""A battle by plans: what each side is offered when it begins, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import discord
import msgspec
import pytest
import sqlalchemy as sa
from simcord import MemberActor, ResponseMessage

from bot.campaigns.opening import MOST, count
from bot.games.valmy.plan import form
from bot.store import schema
from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.valmy.box import as_side
from engines.valmy.combat.frames import Battle
from engines.valmy.frames import Activations
from engines.valmy.player.greedy import greedy
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import State
from engines.valmy.view import battle_of, fight_of
from tests.support.duel import panel_of
from tests.support.life import Life
from tests.support.table import controls, entered, text, whispered
from tests.valmy.bot.campaign import TITLE, Campaign


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Valmy Campaign."""
    return [TITLE]


def played(seed: str) -> Iterator[State]:
    """The boards of a game of the automatic player against itself."""
    dice = Dice(seed)
    state = TITLE.setup("campaign", {}, dice).state
    while True:
        yield state
        seat = TITLE.deciding(state)[0]
        side = as_side(seat)
        action = greedy(TITLE.box, state, side, PROCEDURE.legal(TITLE.box, state, side))
        state = TITLE.apply(state, seat, action, dice).state


@cache
def begun() -> State:
    """A Major Battle, before the defender deploys."""
    for state in played("plans"):
        decision, battle = TITLE.decisions(state)[0], battle_of(state)
        if decision.kind == "deployment" and battle is not None and decision.seat != battle.attacker:
            return state
    raise AssertionError


@cache
def activating() -> State:
    """The first activations of a game."""
    return next(state for state in played("queue") if isinstance(state.stack[-1], Activations))


OWN = "Own battle plan …"


async def own(life: Life, who: MemberActor) -> ResponseMessage:
    """The plans that are offered for a battle; the panel has one button for all of them."""
    panel = await life.panel(who)
    assert OWN not in {control.label for control in controls(panel.message, hint=True)}
    (offer,) = [each for each in controls(panel.message) if each.label.startswith("Plan ")]
    assert offer.value is None
    return panel_of(await life.press(who, panel, offer.label))


def select(panel: ResponseMessage) -> discord.SelectMenu:
    """The first list of a panel."""
    rows = (part for part in panel.message.components if isinstance(part, discord.ActionRow))
    return next(part for row in rows for part in row.children if isinstance(part, discord.SelectMenu))


async def fought(life: Life, state: State, clock: str = "none") -> Campaign:
    """A campaign that stands at a board."""
    life.seed = "plans"
    await life.table.goes_on(off=True)
    await life.slash(life.camille, "campaign new", game="valmy", images="never", clock=clock)
    await life.press(life.camille, life.newest("Take French"), "Take French")
    await life.press(life.maxime, life.newest("Take Allies"), "Take Allies")
    campaigns = schema.campaign
    stands = sa.update(campaigns).where(campaigns.c.id == 1).values(state=msgspec.json.encode(state))
    await life.table.bot.store.transact(lambda connection: connection.execute(stands), campaign_id=1)
    return Campaign(life, state)


async def test_a_battle_by_plans_is_over_after_two_presses_each(life: Life) -> None:
    campaign = await fought(life, begun())
    battle = battle_of(begun())
    assert isinstance(battle, Battle)
    hands = 0
    while battle_of(await life.table.state()) is not None:
        (decision,) = TITLE.decisions(await life.table.state())
        who = campaign.player(decision.seat)
        panel = await life.panel(who)
        offer = panel_of(await life.press(who, panel, "Plan this battle …"))
        opening, forecast, more, *_rest = text(offer.message).splitlines()
        assert re.match(r"⚔️ \*\*.+\*\*: the (French|Allies) attack, \d+ units against \d+\.", opening)
        assert count(opening) <= MOST
        assert more.endswith("Your clock runs on.")
        for plan in ("The automatic player's plan", "Stand firm", "Attack boldly", "Be careful"):
            assert re.search(
                rf"\*\*{plan}\*\*: (none|all|(about|less than|more than) \d of 10)[;.]", forecast
            )
        assert "%" not in text(offer.message)
        # What each does is behind one press, in the list.
        details = [option.description or "" for option in select(offer).options]
        assert all(detail.startswith("You lose ") for detail in details)
        assert any("never withdraw" in detail for detail in details)
        after = panel_of(await life.press(who, offer, "Stand firm"))
        assert "Only you know." in text(after.message)
        hands += 1
        assert hands <= 2
    assert {entry.source for entry in (await life.table.record()).journal} == {"order"}
    assert not any("order" in text(message) for message in life.public())
    for who in (life.camille, life.maxime):
        assert "Stand and shoot" not in await life.types(who, "orders list")


@pytest.mark.parametrize("clock", ["48h", "none"])
async def test_usual_orders_that_differ_from_the_default_say_so(life: Life, clock: str) -> None:
    def differs(state: State) -> bool:
        (decision, *others) = TITLE.decisions(state)
        if others or decision.kind != "melee" or not decision.interrupt:
            return False
        order = TITLE.orders_in(TITLE.order_sets[0], decision.seat)[decision.kind]
        return TITLE.answered(state, decision, order) != TITLE.fallback(state, decision)

    state = next(filter(differs, played("plans")))
    campaign = await fought(life, state, clock)
    panel = text((await life.panel(campaign.player(TITLE.deciding(state)[0]))).message)
    usual = panel.partition("*Usual orders* takes **Attack in Main")[2].partition("later questions.")[0]
    assert usual.endswith("** instead, and answers " if clock == "48h" else "**, and answers ")
    assert ("If you don't answer: **End the battle: no winner, both stay**." in panel) is (clock == "48h")


async def test_a_queue_is_written_on_a_form_goes_on_while_others_play_and_says_why_it_stops(
    life: Life,
) -> None:
    """It begins with what the automatic player would do; only its owner reads of it."""
    campaign = await fought(life, activating())
    seat = TITLE.deciding(activating())[0]
    who = campaign.player(seat)
    other = next(campaign.player(each) for each in TITLE.seats if each != seat)
    panel = await life.panel(who)
    form = await life.press(who, panel, "Plan next activations …")
    assert form.modal is not None
    shown = entered(form)
    going = str(shown["going"]).splitlines()
    assert 1 < len(going) <= 3
    assert shown["stops"] == ["within 1", "after a battle", "after a failed activation"]
    assert "An enemy comes within 1 box of those who go" in str(form.modal)

    wrong = panel_of(await who.submit_modal(form, shown | {"going": "Nobody to Sedan"}))
    assert "`LEADER to BOX; then pass`" in text(wrong.message)
    assert TITLE.deciding(await life.table.state()) == [seat]

    form = await life.press(who, panel, "Plan next activations …")
    kept = panel_of(await who.submit_modal(form, shown | {"stops": []}))
    await life.table.bot.outbox.drain()
    assert "Only you know." in text(kept.message)
    entries = (await life.table.record()).journal
    assert {(entry.seat, entry.source) for entry in entries} == {(seat, "order")}
    assert entries[0].action.startswith("activate ")
    # The next in the queue goes when the other side has played.
    assert TITLE.deciding(await life.table.state()) != [seat]
    assert "Activate " in await life.types(who, "orders list")
    assert "📋" not in text((await life.panel(other)).message)
    assert "Activate " not in await life.types(other, "orders list")
    waiting = await life.panel(who)
    assert "📋 Activate " in text(waiting.message)
    form = await life.press(who, waiting, "Plan next activations …")
    assert form.modal is not None
    present = entered(form)
    assert present["stops"] == []
    assert str(present["going"]).splitlines() == going[1:]

    emptied = panel_of(await who.submit_modal(form, {"going": "", "stops": []}))
    assert "No activations are queued." in text(emptied.message)


def test_a_plan_says_whether_there_is_one_and_what_a_blank_list_keeps() -> None:
    new, old = form({}), form({"withdrawal": "stay"})
    assert [new.title, old.title] == ["Your plan for battles (none yet)", "Your plan for battles"]
    assert {field.hint for field in new.fields[:-1]} == {"Blank: you are asked each time"}
    assert [field.hint for field in old.fields if field.id == "leaving"] == [
        "Blank: your order stays as it is"
    ]


async def test_a_plan_in_words_leaves_open_what_its_owner_wants_to_be_asked(life: Life) -> None:
    """It begins with the automatic player's; what is answered by hand after it looks the same to all."""
    campaign = await fought(life, begun())
    seat = TITLE.deciding(begun())[0]
    who = campaign.player(seat)
    form = await life.press(who, await own(life, who), OWN)
    planned = ["planned"]
    assert entered(form) == {
        "posture": ["best"],
        "charges": planned,
        "melee": planned,
        "leaving": planned,
        "changes": "",
    }
    plan = {"posture": ["firm"], "leaving": ["ask"], "changes": "boosts ask me"}
    after = panel_of(await who.submit_modal(form, plan))
    await life.table.bot.outbox.drain()
    assert "`boosts`: You are asked." in text(after.message)
    (entry,) = (await life.table.record()).journal
    assert (entry.seat, entry.source) == (seat, "order")
    assert TITLE.deciding(await life.table.state()) != [seat]

    other = campaign.player(TITLE.deciding(await life.table.state())[0])
    offer = panel_of(await life.press(other, await life.panel(other), "Plan this battle …"))
    await life.press(other, offer, "Be careful")
    decision = TITLE.decisions(await life.table.state())[0]
    assert (decision.seat, decision.kind) == (seat, "boosts")
    # The other side's plan waits, and is no more to be seen than one that is not there.
    assert "📋" not in text((await life.panel(who)).message).replace("📋 Stand and shoot", "")
    assert "careful" not in await life.types(who, "orders list")


@cache
def another() -> State:
    """A later battle than that of `begun`, in which its first side to answer answers first too."""
    seat, fight = TITLE.deciding(begun())[0], fight_of(begun())
    later = False
    for state in played("plans"):
        now = fight_of(state)
        later = later or now == fight
        if later and now not in (None, fight) and TITLE.deciding(state) == [seat]:
            return state
    raise AssertionError


async def test_a_plan_in_words_that_was_left_open_is_not_taken_for_a_later_battle(life: Life) -> None:
    campaign = await fought(life, begun())
    who = campaign.player(TITLE.deciding(begun())[0])
    form = await life.press(who, await own(life, who), OWN)
    campaigns = sa.update(schema.campaign).where(schema.campaign.c.id == 1)
    stands = campaigns.values(state=msgspec.json.encode(another()))
    await life.table.bot.store.transact(lambda connection: connection.execute(stands), campaign_id=1)
    plan = {"posture": ["bold"], "changes": ""}
    answer = await who.submit_modal(form, plan)
    assert "The board has changed, so you can't enter that any more." in whispered(answer)
    assert (await life.table.record()).journal == []
    assert "Attack boldly" not in text((await life.panel(who)).message)
    # One that is opened now is for this battle, also where something has happened in it.
    form = await life.press(who, await own(life, who), OWN)
    await who.submit_modal(form, plan)
    assert {entry.source for entry in (await life.table.record()).journal} == {"order"}
