"""A battle has one public post, which is changed in its place, survives a restart and can be taken back."""

from __future__ import annotations

from functools import partial

import discord
import pytest

from bot.campaigns import messages
from bot.posts.scenes import head
from bot.store import Audit
from bot.store.errors import DatabaseLocked
from bot.store.rows import people
from bot.undo.repair import Repairs
from bot.undo.take_back import Undos
from data.valmy.tables import Side
from engines.core.contract import AnyTitle
from engines.valmy.actions import Action
from engines.valmy.combat.events import BattleBegun, BattleEnded
from engines.valmy.events import MoraleChanged, StepLost
from engines.valmy.view import battle_of
from tests.bot.app.test_faults import impatient, locked
from tests.support.life import Life
from tests.support.table import text
from tests.valmy.bot.campaign import TITLE, Campaign, planned
from tests.valmy.bot.games import WORDS
from tests.valmy.bot.test_life import HEAD, OPENING, begun


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Valmy Campaign."""
    return [TITLE]


def posts(life: Life) -> list[discord.Message]:
    """Posts of battles, oldest first."""
    return [message for message in life.public() if HEAD.match(text(message))]


async def act(life: Life, campaign: Campaign, action: Action) -> None:
    """Take an action of a planned game; what it leads to has still to be said."""
    seat = campaign.decision.seat
    await life.table.bot.campaigns.take(1, campaign.player(seat).id, TITLE.notation(action), seat=seat)
    campaign.game.act(seat, action)


async def taken_back(life: Life, to: int = 0) -> None:
    """What has been done since is taken back."""
    version = (await life.table.campaign()).version
    undos = Undos(life.table.bot.campaigns)
    await undos.take_back(1, version, to, user_id=life.therese.id, source="moderator")
    await life.table.bot.outbox.drain()


async def test_a_battle_has_one_post_from_its_beginning_to_its_end_and_none_when_taken_back(
    life: Life,
) -> None:
    name, actions, _ = planned("a", OPENING)
    campaign = await begun(life, name)
    grown: list[str] = []
    for action in actions:
        await act(life, campaign, action)
        await life.table.bot.outbox.drain()
        hang = posts(life)
        if hang:
            assert len(hang) == 1
            grown.append(text(hang[0]))
            if len(set(grown)) == 2:
                await life.reopen()
        if hang and battle_of(await life.table.state()) is None:
            break
    assert len(set(grown)) > 2
    assert "__Deployment__" in grown[-1]
    assert "battle of" in grown[-1].splitlines()[0]
    (post,) = posts(life)
    await taken_back(life)
    assert posts(life) == []
    (marked,) = [message for message in life.public() if message.id == post.id]
    assert "taken back" in text(marked)
    # A chapter without a battle keeps no note of one.
    assert await life.table.bot.store.look(partial(people.noted_under, prefix="scene/")) == {}


async def test_the_post_of_a_battle_that_a_repair_takes_back_says_so(life: Life) -> None:
    name, actions, _ = planned("a", OPENING)
    campaign = await begun(life, name)
    rest = iter(actions)
    while not posts(life):
        await act(life, campaign, next(rest))
        await life.table.bot.outbox.drain()
    (post,) = posts(life)
    stands = await life.table.campaign()
    audit = Audit.on(stands, life.therese.id, "repair")
    repairs = Repairs(life.table.bot.campaigns)
    await repairs.mend(1, stands.version, 0, user_id=life.therese.id, audit=audit)
    await life.table.bot.outbox.drain()
    assert posts(life) == []
    (marked,) = [message for message in life.public() if message.id == post.id]
    assert "taken back" in text(marked)


async def test_a_post_is_told_from_the_one_in_its_place_before_and_has_its_picture_each_time(
    life: Life,
) -> None:
    name, actions, _ = planned("a", OPENING)
    campaign = await begun(life, name, images="every-action")
    rest = iter(actions)

    async def take(seat: str, action: Action) -> None:
        await life.table.bot.campaigns.take(1, campaign.player(seat).id, TITLE.notation(action), seat=seat)

    last, seat = 0, ""
    for action in rest:
        last, seat = (await life.table.campaign()).last_seq, campaign.decision.seat
        await act(life, campaign, action)
        if battle_of(await life.table.state()) is not None:
            break

    # Posted, and the bot dies before it is noted: the same message is asked for again.
    store = life.table.bot.store
    due = await store.due_messages(life.env.now())
    await store.mark_sent([row.id for row in due if row.kind != messages.SCENES])
    await impatient(life.table)
    with locked(life.table), pytest.raises(DatabaseLocked):
        await life.table.bot.outbox.drain()
    assert life.table.incidents.take()
    # Somebody is quicker than that, and Discord may give back the message as it was: it is put right.
    after, second = next(rest), campaign.decision.seat
    await act(life, campaign, after)
    await life.table.sweep()
    once, again = [body["nonce"] for body in life.table.posts() if "-b" in body["nonce"]]
    assert once == again
    changed = life.table.bodies("PATCH", f"/channels/{life.hall.id}/messages/{posts(life)[-1].id}")
    assert HEAD.search(str(changed[-1]))

    # The same battle once more, after it was taken back, is another post.
    await taken_back(life, last)
    await take(seat, action)
    await life.table.bot.outbox.drain()
    another = [body["nonce"] for body in life.table.posts() if "-b" in body["nonce"]][-1]
    assert another != once

    # What somebody has deleted is posted anew, its picture with it.
    whole = posts(life)[-1]
    assert whole.attachments[0].size > 1000
    await whole.delete()
    await take(second, after)
    await life.table.bot.outbox.drain()
    assert posts(life)[-1].id != whole.id
    assert posts(life)[-1].attachments[0].size > 1000


async def test_a_battle_that_is_fought_says_in_its_post_who_owes_what_and_one_that_is_over_does_not(
    life: Life,
) -> None:
    name, actions, _ = planned("a", OPENING)
    campaign = await begun(life, name)
    asked = set[str]()
    for action in actions:
        await act(life, campaign, action)
        await life.table.bot.outbox.drain()
        state = await life.table.state()
        if not posts(life):
            continue
        due = WORDS.due(state)
        assert due
        if battle_of(state) is None:
            assert due not in text(posts(life)[-1])
            break
        assert due in text(posts(life)[-1])
        asked.add(due)
    assert len(asked) > 2


def test_what_becomes_of_an_army_s_morale_is_a_headline() -> None:
    told = [
        f"The morale of the French is {how}" for how in ("shaken", "broken: the war is lost", "steady again")
    ]
    events = [MoraleChanged("french", state) for state in ("shaken", "broken", "steady")]
    assert [each.title for each in WORDS.headlines(events)] == told


def test_a_battle_says_who_won_who_holds_the_place_what_it_cost_and_who_acts_next() -> None:
    begun = BattleBegun("valmy", "allied", 6, 5, overrun=False)
    lost = StepLost("allied", "1-vkohler", True, "9.3.4")
    ends: dict[tuple[Side, ...], tuple[str, str]] = {
        ("french",): ("The French win the battle of Valmy", "french"),
        ("french", "allied"): ("No winner in the battle of Valmy: both sides stay", ""),
        (): ("Nobody is left after the battle of Valmy", ""),
    }
    for holds, (title, winner) in ends.items():
        events = [begun, lost, BattleEnded("valmy", holds, "french")]
        (scene,) = WORDS.scenes(events)
        (headline,) = scene.headlines
        assert (headline.title, headline.winner, headline.holder) == (title, winner, winner)
        assert ("The French hold Valmy." in headline.told) == bool(winner)
        assert "The Allies lose 1 unit." in headline.told
        assert headline.told.endswith("First to act after it: the French.")
        assert "The Allies attacked with 6 units against 5." in headline.told
        # The card of a turn names the result, and the battle's post begins with all of it.
        assert WORDS.on_card(events).lines == headline.lines()[:1]
        assert head(scene) == f"## {title}\n{headline.told}"
    unfought, overrun = begun, BattleBegun("valmy", "allied", 7, 1, overrun=True)
    (scene,) = WORDS.scenes([unfought, BattleEnded("valmy", ("french",), "french")])
    assert scene.headlines[0].title == "The French win Valmy without a fight"
    (scene,) = WORDS.scenes([overrun, lost, BattleEnded("valmy", ("french", "allied"), "allied")])
    assert "The Allies tried to overrun the enemy, with 7 units against 1." in scene.headlines[0].told
    (old,) = WORDS.scenes([begun, BattleEnded("valmy")])
    assert head(old).startswith("## The battle of Valmy is over\n")
