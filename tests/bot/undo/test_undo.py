"""Taking back: one's own at once, the rest by the others' consent, or by a moderator who shows it first."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord import MemberActor

from bot.errors import PoliteError
from bot.moderation.rulings import Rulings
from bot.store import JournalRow, Order
from bot.store.rows import orders
from bot.undo import extent
from bot.undo.take_back import Undos
from engines.core.dice import Draw
from engines.core.errors import EngineError, ReplayError
from engines.core.record import digest, verify
from engines.core.table import standing
from tests.store.builders import START
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel, sit
from tests.support.gateway import Delivery, deliver
from tests.support.moderated import acts, confirmed, in_channel, marat, offered
from tests.support.table import Table, controls, said, text, whispered


async def play(table: Table, *actions: str) -> None:
    """Let the seat that owes each action take it."""
    campaigns = table.bot.campaigns
    for action in actions:
        campaign = await table.campaign()
        title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
        for owed in title.decisions(state):
            if action in [title.notation(legal) for legal in title.legal_actions(state, owed.seat)]:
                await campaigns.take(1, campaign.seats[owed.seat], action, seat=owed.seat)
                break
        else:
            raise AssertionError(f"{action} is not legal")
    await table.bot.outbox.drain()


def request(table: Table) -> str:
    """The newest message that asks the others, or what stands in its place."""
    messages = [text(m) for m in reversed(table.channel.history()) if m.flags.components_v2]
    return next(told for told in messages if told.startswith("↩️"))


async def answer(table: Table, label: str, actor: MemberActor) -> str:
    """What somebody is told who answers the newest request."""
    message = next(m for m in reversed(table.channel.history()) if any(c.label == label for c in controls(m)))
    return whispered(await actor.click(message, label=label))


async def test_a_player_takes_back_an_own_action_by_one_press(closed_table: Tables) -> None:
    table = await duel(closed_table)
    before = await table.state()
    await play(table, "commit 1 nantes")
    asked = await table.camille.slash(table.channel, "campaign undo")
    assert "This would be taken back" in said(asked)
    assert "chit 1, a recruit in Nantes" in said(asked)
    assert await table.actions() == ["commit 1 nantes"]
    await confirmed(table.camille, asked)
    assert await table.actions() == ["commit 1 nantes", "undo 0"]
    assert await table.state() == before
    await table.verify()


async def test_what_was_taken_back_can_be_done_otherwise(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    await play(table, "commit 2 nantes")
    assert await table.actions() == ["commit 1 nantes", "undo 0", "commit 2 nantes"]
    await table.verify()


async def test_an_undo_is_told_on_the_card(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert "1 action was taken back" in text(table.cards()[-1])


async def test_a_second_press_is_refused(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes")
    asked = await table.camille.slash(table.channel, "campaign undo")
    (button,) = offered(asked)
    await confirmed(table.camille, asked)
    again = Delivery.press(table, button.custom_id)
    await deliver(table, again)
    assert "That button was already used, is more than a day old, or belongs to another player." in whispered(
        again.result
    )
    assert await table.actions() == ["commit 1 nantes", "undo 0"]


async def test_nobody_else_can_use_the_button(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 6 cholet")
    (button,) = offered(await table.maxime.slash(table.channel, "campaign undo"))
    forged = Delivery.press(table, button.custom_id)
    await deliver(table, forged)
    assert "That button was already used, is more than a day old, or belongs to another player." in whispered(
        forged.result
    )
    assert await table.actions() == ["commit 6 cholet"]


async def test_an_undo_lapses_when_the_game_goes_on(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes")
    asked = await table.camille.slash(table.channel, "campaign undo")
    await play(table, "commit 6 cholet")
    assert "The game has gone on since then" in whispered(await confirmed(table.camille, asked))
    assert await table.actions() == ["commit 1 nantes", "commit 6 cholet"]


async def test_the_button_still_works_after_a_restart(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes")
    asked = await table.camille.slash(table.channel, "campaign undo")
    await table.restart()
    await confirmed(table.camille, asked)
    assert await table.actions() == ["commit 1 nantes", "undo 0"]


async def test_the_answer_names_what_stands_in_the_way(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    asked = await table.camille.slash(table.channel, "campaign undo")
    assert "You can't take this back alone: White acted since; dice were rolled or cards drawn; " in said(
        asked
    )
    assert "that revealed something" in said(asked)
    assert [control.label for control in offered(asked)] == ["Ask the others"]


async def test_an_undo_that_would_roll_dice_again_needs_consent_though_all_is_ones_own(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    asked = await table.maxime.slash(table.channel, "campaign undo")
    assert "White acted" not in said(asked)
    assert "dice were rolled or cards drawn" in said(asked)


async def test_a_secret_of_the_other_seat_is_not_in_the_plan(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    asked = await table.maxime.slash(table.channel, "campaign undo", actions=1)
    assert "chit 6, a recruit in Cholet" in said(asked)
    asked = await table.camille.slash(table.channel, "campaign undo", actions=1)
    assert "chit 1, a recruit in Nantes" in said(asked)
    assert "chit 6" not in said(asked)


async def test_no_press_can_cross_what_needs_consent(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    version = (await table.campaign()).version
    with pytest.raises(PoliteError, match="without the others' consent"):
        await Undos(table.bot.campaigns).take_back(1, version, 0, user_id=table.camille.id)
    assert await table.actions() == ["commit 1 nantes", "commit 6 cholet"]


async def test_a_paused_campaign_is_taken_back_by_moderators_alone(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    await play(table, "commit 1 nantes")
    await moderator.slash(table.channel, "campaign pause")
    told = said(await table.camille.slash(table.channel, "campaign undo"))
    assert "Only a moderator can resume it, with `/campaign resume`." in told
    await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="a slip"))
    assert await table.actions() == ["commit 1 nantes", "undo 0"]


async def test_the_clock_of_what_is_owed_again_begins_anew(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h interrupts 12h")
    await play(table, "commit 1 nantes")
    await table.env.advance_time(3600)
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    owed = {row.seat: row for row in await table.bot.store.deadlines_of(1)}
    assert (owed["blue"].since - owed["white"].since).total_seconds() >= 3600


async def test_the_others_are_asked_in_the_channel_and_agree(closed_table: Tables) -> None:
    table = await duel(closed_table)
    before = await table.state()
    await play(table, "commit 1 nantes", "commit 6 cholet")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert f"<@{table.maxime.id}>: <@{table.camille.id}> asks to take back 2 actions" in request(table)
    assert table.posts()[-1]["allowed_mentions"]["users"] == [table.maxime.id]
    assert await answer(table, "Agree", table.maxime) == "You have agreed, and it is taken back."
    assert await table.state() == before
    assert "All have agreed: it is taken back." in in_channel(table)
    await table.verify()


async def test_the_request_tells_no_secret(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert "commit 1 nantes" not in request(table)
    assert "chit 6" not in request(table)


async def test_whoever_is_asked_may_refuse(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert await answer(table, "Refuse", table.maxime) == "You have refused."
    assert f"<@{table.maxime.id}> has refused: nothing is taken back." in request(table)
    assert await table.actions() == ["commit 1 nantes", "commit 6 cholet"]
    # They are asked for it again when something else has come of it.
    again = await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert "You can ask again after the next action, or <t:" in whispered(again)
    await play(table, "pass")
    again = await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert "The others are asked in the channel." in whispered(again)


async def test_whoever_asked_may_not_agree_but_withdraw(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    result = await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert "The others have to agree" in await answer(table, "Agree", table.camille)
    assert result.response is not None
    told = whispered(await table.camille.click(result.response.message, label="Withdraw"))
    assert "You have withdrawn your request." in told
    await table.bot.outbox.drain()
    assert f"<@{table.camille.id}> has withdrawn the request: nothing is taken back." in request(table)


async def test_a_watcher_is_not_asked(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    watcher = table.guild.add_member(table.env.create_user("jean"))
    assert "Only those who hold a seat" in await answer(table, "Agree", watcher)


async def test_a_request_lapses_when_the_game_goes_on(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    await play(table, "pass")
    assert "has lapsed" in await answer(table, "Agree", table.maxime)
    assert "has lapsed" in request(table)
    assert "undo 0" not in await table.actions()


async def test_a_request_is_made_once(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    again = await confirmed(table.camille, await table.camille.slash(table.channel, "campaign undo"))
    assert "The others have already been asked." in whispered(again)


async def test_alone_a_die_is_crossed_by_a_moderator_only(table: Table) -> None:
    await table.new()
    await table.camille.slash(table.channel, "levee political", marker="republic")
    asked = await table.camille.slash(table.channel, "campaign undo")
    assert "dice were rolled or cards drawn" in said(asked)
    assert "No other player can agree to it, so ask a moderator to use `/mod undo`." in said(asked)
    assert offered(asked) == []


async def test_a_player_of_both_sides_needs_nobodys_consent_for_the_other_side(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await sit(table, white=table.camille.id)
    await play(table, "commit 1 nantes")
    asked = await table.camille.slash(table.channel, "campaign undo")
    assert [control.label for control in offered(asked)] == ["Take back"]


async def test_without_an_own_action_there_is_nothing_to_take_back(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 6 cholet")
    assert "You have no action to take back." in said(
        await table.camille.slash(table.channel, "campaign undo")
    )


async def test_a_watcher_can_take_nothing_back(closed_table: Tables) -> None:
    table = await duel(closed_table)
    watcher = table.guild.add_member(table.env.create_user("jean"))
    assert "You can watch this campaign, but not play in it:" in said(
        await watcher.slash(table.channel, "campaign undo")
    )


async def test_a_moderator_is_shown_what_and_whose_before_it_is_done(table: Table) -> None:
    await table.new()
    moderator = marat(table)
    await table.camille.slash(table.channel, "levee political", marker="republic")
    asked = await moderator.slash(table.channel, "mod undo", reason="a misunderstanding")
    assert "political republic" not in said(asked)
    assert f". **Political action: raise Republic** · 1 action left · by <@{table.camille.id}> · 🎲 " in said(
        asked
    )
    assert "It crosses 1 entry with dice or cards." in said(asked)
    assert await table.actions() == ["political republic"]


async def test_a_moderator_takes_back_with_a_reason_that_is_logged_and_told(table: Table) -> None:
    await table.new()
    moderator = marat(table)
    before = await table.state()
    await table.camille.slash(table.channel, "levee political", marker="republic")
    await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="a misunderstanding"))
    assert await table.state() == before
    assert await acts(table) == [(moderator.id, "undo", "a misunderstanding")]
    assert f"<@{moderator.id}> takes actions back: a misunderstanding" in in_channel(table)
    await table.verify()


async def drawn(table: Table) -> list[tuple[str, ...]]:
    """What chance gave to each entry, the set-up left out."""
    return [tuple(draw.value for draw in row.draws) for row in (await table.bot.store.journal(1))[1:]]


async def test_after_a_moderators_undo_the_same_action_has_the_same_dice(table: Table) -> None:
    await table.new()
    moderator = marat(table)
    republic = {"marker": "republic"}
    await table.camille.slash(table.channel, "levee political", **republic)
    for _attempt in range(3):
        await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="again"))
        await table.camille.slash(table.channel, "levee political", **republic)
        # The bot remembers it no better than its database.
        await table.restart()
    rolled = await drawn(table)
    assert rolled[0] != ()
    assert set(rolled[::2]) == {rolled[0]}
    counter = (await table.campaign()).dice_counter
    await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="again"))
    await table.camille.slash(table.channel, "levee political", marker="monarchy")
    # Another action has its own chance.
    assert (await table.campaign()).dice_counter > counter
    await moderator.slash(table.channel, "campaign abort")
    verdict = await table.verify()
    assert (verdict.undone, verdict.fed) == (4, 0)
    journal = (await table.record()).journal
    repeated = next(number for number, entry in enumerate(journal) if entry.kind == "act" and number)
    entry = journal[repeated]
    other = [msgspec.structs.replace(entry.draws[0], value=str(int(entry.draws[0].value) % 6 + 1))]
    journal[repeated] = msgspec.structs.replace(entry, draws=[*other, *entry.draws[1:]])
    campaign = await table.campaign()
    with pytest.raises(ReplayError, match="not those of the action that they are said to repeat"):
        verify(
            table.bot.campaigns.title_of(campaign),
            msgspec.structs.replace(await table.record(), journal=journal),
        )


async def test_dice_are_rolled_anew_after_a_moderators_undo_where_the_table_agrees(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes", "commit 6 cholet")
    counter = (await table.campaign()).dice_counter
    moderator = marat(table)
    asked = await moderator.slash(table.channel, "mod undo", reason="a slip", fresh=True)
    assert [control.label for control in offered(asked)] == ["Ask the others"]
    await confirmed(moderator, asked)
    await table.bot.outbox.drain()
    await answer(table, "Agree", table.camille)
    await answer(table, "Agree", table.maxime)
    assert (await table.actions())[2:] == ["undo 1"]
    await play(table, "commit 6 cholet")
    assert (await table.campaign()).dice_counter > counter
    await table.verify()


async def test_going_back_to_a_turn_takes_back_the_cards_of_later_ones(table: Table) -> None:
    await table.new()
    moderator = marat(table)
    before = await table.state()
    await table.camille.slash(table.channel, "levee done")
    await table.bot.outbox.drain()
    assert len(table.cards()) == 2
    await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="again", to=1))
    await table.bot.outbox.drain()
    assert await table.state() == before
    assert sum("This turn was taken back" in text(card) for card in table.cards()) == 2
    assert "1 action was taken back." in text(table.card())
    await table.verify()


async def test_a_turn_that_never_was_is_named(table: Table) -> None:
    await table.new()
    told = said(await marat(table).slash(table.channel, "mod undo", reason="again", to=7))
    assert told == "There is no turn 7 to go back to: the turns so far are 1 to 1."


async def test_a_player_is_no_moderator(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 1 nantes")
    refused = said(await table.camille.slash(table.channel, "mod undo", reason="mine"))
    assert refused.startswith("Only a moderator can take actions back.")


async def test_a_game_that_is_over_stays_over(table: Table) -> None:
    await table.new()
    campaign = await table.campaign()
    with pytest.raises(PoliteError, match=r"Its dice seed is public, so players would know the next rolls."):
        extent.undoable(msgspec.structs.replace(campaign, status="finished"))


async def test_an_undo_is_not_answered_at_once_by_the_order_that_it_took_back(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    stand = Order(seat="white", kind="answer", text="stand")
    give = partial(orders.give, campaign_id=1, given=stand, now=table.bot.store.now())
    await table.bot.store.transact(give)
    await play(table, "commit 6 clisson", "commit 1 cholet", "move clisson > mortagne with foot:3")
    assert (await table.bot.store.journal(1))[4].source == "order"
    await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="r", actions=1))
    assert (await table.actions())[4:] == ["undo 2"]
    await table.verify()


def test_a_standing_orders_answer_goes_with_the_action_that_it_answered() -> None:
    rows = [row(0), row(1, "blue"), row(2, "white", source="order"), row(3, "blue")]
    assert extent.before_last(rows, 2) == 0
    assert extent.before_own(rows, {"blue"}, 1) == 2


def row(seq: int, seat: str = "", **values: object) -> JournalRow:
    """A journal row of that number."""
    fields: dict[str, object] = {
        "seq": seq,
        "seat": seat,
        "user_id": 11,
        "action": "pass",
        "draws": list[Draw](),
        "events": b"[]",
        "digest": "d",
        "chapter_before": 1,
        "chapter_after": 1,
        "at": START,
        "undone_by": None,
        **values,
    }
    return JournalRow(**fields)  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 30), max_size=12), st.integers(1, 12))
def test_what_stands_is_what_the_record_says_stands(undos: list[int], acts_between: int) -> None:
    rows = [row(0)]
    for back in undos:
        rows += [row(len(rows) + number, "blue") for number in range(acts_between)]
        stands = extent.standing(rows)
        target = stands[back % len(stands)].seq
        if target == stands[-1].seq:
            continue
        seq = len(rows)
        rows = [
            msgspec.structs.replace(known, undone_by=seq)
            if known.seq > target and known.undone_by is None
            else known
            for known in rows
        ]
        rows.append(row(seq, action=f"undo {target}", kind="undo"))
    assert [known.seq for known in extent.standing(rows)[1:]] == standing(rows[1:])


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_done_and_taken_back_the_record_verifies(closed_table: Tables, seed: int) -> None:
    table = await duel(closed_table)
    moderator, chooser, title = marat(table), Random(seed), None
    campaigns, undos = table.bot.campaigns, Undos(table.bot.campaigns)
    for _ in range(40):
        campaign = await table.campaign()
        if campaign.status != "running":
            break
        title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
        what = chooser.random()
        try:
            if what < 0.7:
                seat = chooser.choice(title.decisions(state)).seat
                action = title.notation(chooser.choice(title.legal_actions(state, seat)))
                await campaigns.take(1, campaign.seats[seat], action, seat=seat)
            elif what < 0.85:
                rows = await table.bot.store.journal(1)
                back_to = extent.before_last(rows, chooser.randint(1, 6))
                await undos.take_back(1, campaign.version, back_to, user_id=moderator.id, source="moderator")
            else:
                await edit_and_roll(table, chooser, moderator.id)
        except (PoliteError, EngineError):
            continue
    assert title is not None
    verdict = await table.verify()
    assert verdict.digest == digest(await table.state())
    rows = await table.bot.store.journal(1)
    assert [known.seq for known in extent.standing(rows)[1:]] == standing((await table.record()).journal)
    assert verdict.undone == sum(known.undone_by is not None and known.kind != "undo" for known in rows)


async def edit_and_roll(table: Table, chooser: Random, user_id: int) -> None:
    """Put something right as a moderator, and roll for the table."""
    rulings = Rulings(table.bot.campaigns)
    campaign = await table.campaign()
    title = table.bot.campaigns.title_of(campaign)
    choices = title.edit_choices(table.bot.campaigns.state_of(campaign), "")
    await rulings.edit(1, campaign.version, chooser.choice(choices), "law", user_id=user_id)
    await rulings.roll(1, chooser.randint(1, 3), "law", user_id=user_id)
