"""The automatic player has a seat: in the lobby, from the start, later, and gives it up to a person."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.desk import panel
from bot.games.registry import presenter_of
from bot.seats.change import Change
from bot.store import rows
from bot.surface import layout
from data import games
from engines.core.contract import AnyTitle, Step
from engines.core.dice import Dice
from engines.core.events import GivenFor
from tests.bot.app.test_faults import impatient, locked
from tests.bot.seats.test_lobby import hall, lobby_card, opened, press
from tests.core.play import TITLES
from tests.outposts.game.engine.actions import Action
from tests.outposts.game.engine.state import State
from tests.outposts.game.engine.title import Outposts
from tests.support.bot_fixtures import Tables
from tests.support.duel import opened as panel_of
from tests.support.gateway import Delivery, deliver
from tests.support.life import Life
from tests.support.table import Table, controls, said, text, whispered

__all__ = ["hall"]


async def choose(table: Table, custom_id: str, value: str) -> InteractionResult:
    """Camille chooses from the select of the newest message that has it."""
    card = next(
        message
        for message in reversed(table.channel.history())
        if any(control.custom_id.startswith(custom_id) for control in controls(message))
    )
    whole = next(each.custom_id for each in controls(card) if each.custom_id.startswith(custom_id))
    result = await table.camille.select(card, [value], custom_id=whole)
    await table.bot.outbox.drain()
    return result


async def owing(table: Table) -> set[str]:
    """The seats that the campaign waits for."""
    campaign = await table.campaign()
    title = table.bot.campaigns.title_of(campaign)
    return {owed.seat for owed in title.decisions(table.bot.campaigns.state_of(campaign))}


async def suggested(table: Table, seat: str) -> str:
    """What the seat may do now."""
    campaign = await table.campaign()
    title = table.bot.campaigns.title_of(campaign)
    return title.notation(title.legal_actions(table.bot.campaigns.state_of(campaign), seat)[0])


async def play_on(table: Table, actor: MemberActor, seat: str, turns: int = 12) -> None:
    """Somebody plays their seat for a while; the automatic player keeps nobody waiting."""
    for _ in range(turns):
        if (await table.campaign()).status != "running":
            return
        assert await owing(table) == {seat}
        await actor.slash(table.channel, "play", action=await suggested(table, seat))


async def test_it_takes_a_seat_of_the_lobby_and_gives_it_up_again(hall: Table) -> None:
    await opened(hall)
    told = await choose(hall, "t1:lobby-automate:", "blue")
    assert "takes Blue" in whispered(told)
    assert "**Blue** the automatic player" in text(lobby_card(hall))
    # Whoever chooses a second time from the card that they saw does no harm.
    (select,) = [each for each in controls(lobby_card(hall)) if each.value == "free blue"]
    again = Delivery.pick(hall, select.custom_id, "blue")
    await deliver(hall, again)
    assert "the automatic player's already" in whispered(again.result)
    assert "free again" in whispered(await choose(hall, "t1:lobby-automate:", "free blue"))
    late = Delivery.pick(hall, select.custom_id, "free blue")
    await deliver(hall, late)
    assert "free already" in whispered(late.result)
    await choose(hall, "t1:lobby-automate:", "blue")
    await press(hall, hall.maxime, "Take Blue")
    assert (await hall.campaign()).automatic == []


async def test_it_plays_as_soon_as_the_last_seat_is_taken(hall: Table) -> None:
    await opened(hall)
    await choose(hall, "t1:lobby-automate:", "blue")
    await press(hall, hall.camille, "Take White")
    campaign = await hall.campaign()
    assert (campaign.status, campaign.automatic) == ("running", ["blue"])
    await play_on(hall, hall.camille, "white")
    by = {row.source for row in await hall.bot.store.journal(1) if row.seat == "blue"}
    assert by == {"automatic"}
    assert (await hall.verify()).entries == len(await hall.actions())
    # That it plays for its seat is said once in a chapter, in whatever parts that was read.
    rows = await hall.bot.store.journal(1)
    acted_in = {row.chapter_before for row in rows if row.source == "automatic"}
    told = await hall.bot.campaigns.chapters(campaign)
    said_so = [event for part in told for event in part.events if isinstance(event, GivenFor)]
    assert len(said_so) == len(acted_in) > 1
    for part in told:
        assert (await hall.bot.campaigns.chapter(campaign, part.number)).events == part.events
    # A panel, whose room is what happened's, does not say it of who plays for good.
    title = hall.bot.campaigns.title_of(campaign)
    said_on = ["\n".join(panel.tell(title, said_so, "white", automatic)) for automatic in ((), ("blue",))]
    assert ["automatic player plays for Blue" in each for each in said_on] == [True, False]


async def test_begin_asks_who_plays_a_seat_that_nobody_has(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.camille, "Take White")
    asked = await press(hall, hall.camille, "Begin")
    assert "1 seat has no player yet." in whispered(asked)
    question = asked.followups[-1].message
    await hall.camille.click(question, custom_id=controls(question)[0].custom_id)
    campaign = await hall.campaign()
    assert (campaign.status, campaign.automatic) == ("running", ["blue"])


async def test_a_game_against_it_begins_by_one_command(hall: Table) -> None:
    begun = await hall.camille.slash(
        hall.channel, "campaign new", game="outposts", side="blue", images="never"
    )
    assert "**White** the automatic player" in said(begun)
    await play_on(hall, hall.camille, "blue")


async def test_somebody_takes_its_seat_and_hands_it_back(hall: Table) -> None:
    await hall.camille.slash(hall.channel, "campaign new", game="outposts", side="blue", images="never")
    taken = await hall.maxime.slash(hall.channel, "seat take", seat="White")
    assert "White" in said(taken)
    assert (await hall.campaign()).automatic == []
    refused = await hall.camille.slash(hall.channel, "seat automatic", seat="White")
    assert "You don't play White" in said(refused)
    back = await hall.maxime.slash(hall.channel, "seat automatic", seat="White")
    assert "The automatic player now plays White" in said(back)
    alone = await hall.camille.slash(hall.channel, "seat automatic", seat="Blue")
    assert "Then only the automatic player would be left." in said(alone)
    await play_on(hall, hall.camille, "blue")


async def test_a_bot_that_was_killed_before_its_move_makes_it_at_the_next_sweep(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.camille, "Take White")
    await hall.camille.slash(hall.channel, "seat take", seat="White")
    lobby = await hall.campaign()
    sitting = {
        name: seat if seat.user_id else type(seat)(seat=name, automatic=True)
        for name, seat in lobby.seating.items()
    }
    await hall.bot.campaigns.begin(lobby, sitting, user_id=hall.camille.id)
    before = await owing(hall)
    await hall.sweep()
    assert "blue" in before
    assert "blue" not in await owing(hall)


async def test_it_stands_still_in_a_pause_and_goes_on_after_it(hall: Table) -> None:
    await hall.camille.slash(hall.channel, "campaign new", game="outposts", side="white", images="never")
    await hall.camille.slash(hall.channel, "campaign pause")
    version = (await hall.campaign()).version
    await hall.sweep()
    assert (await hall.campaign()).version == version
    await hall.camille.slash(hall.channel, "campaign resume")
    await hall.sweep()
    await play_on(hall, hall.camille, "white", 2)


async def test_who_plays_against_it_takes_back_alone(hall: Table) -> None:
    await hall.camille.slash(hall.channel, "campaign new", game="outposts", side="white", images="never")
    await play_on(hall, hall.camille, "white", 1)
    shown = await hall.camille.slash(hall.channel, "campaign undo")
    assert "acted since" not in said(shown)


async def test_an_empty_channel_offers_the_games_by_one_click(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    helped = await table.camille.slash(table.channel, "help")
    assert helped.response is not None
    greeting = helped.response.message
    assert "Play board wargames of the French Revolution and Napoleon in this channel." in text(greeting)
    labels = [control.label for control in controls(greeting)]
    assert "Play Levée en Masse" in labels
    assert {"First game: Levée en Masse", "The full kit: Levée en Masse"} <= set(labels)
    begun = await table.camille.select(greeting, ["outposts white"], custom_id="t1:new-against")
    await table.bot.outbox.drain()
    assert "the automatic player" in "\n".join(text(each.message) for each in begun.followups)
    assert await owing(table) == {"white"}
    assert ("`/seat automatic` makes" in text(begun.followups[0].message)) == bool(Outposts().strengths)
    late = await table.camille.select(greeting, ["outposts"], custom_id="t1:new-open")
    assert "This channel already has a campaign:" in whispered(late)
    await table.bot.campaigns.end(await table.campaign(), version=(await table.campaign()).version)
    await table.camille.select(greeting, ["levee historical"], custom_id="t1:new-preset")
    # Its number need not be the next: a server gives none twice, not even that of a row that was refused.
    begun_anew = await table.bot.store.running_in(table.channel.id)
    assert begun_anew is not None
    assert begun_anew.scenario == "extended-historical"
    await table.bot.outbox.drain()


async def test_whoever_looks_for_what_a_game_is_about_sees_it_beside_its_name(hall: Table) -> None:
    helped = await hall.camille.slash(hall.channel, "help")
    assert helped.response is not None
    lists = [
        each
        for row in helped.response.message.components
        for each in getattr(row, "children", ())
        if isinstance(each, discord.SelectMenu) and each.custom_id != "t1:new-preset"
    ]
    assert [each.custom_id for each in lists] == ["t1:learn", "t1:new-against", "t1:new-open", "t1:new-seek"]
    for each in lists:
        against = each.custom_id == "t1:new-against"
        aims = {str(aim) for aim in presenter_of(TITLES["vendee"]).seat_aims.values()}
        assert {
            option.description for option in each.options if "For God and For the King" in option.label
        } == (aims if against else {"The war in the Vendée: Whites and Blues, 1793."})
        assert all(option.description for option in each.options)


async def test_a_greeting_of_more_games_than_fit_asks_for_the_side_when_the_game_is_chosen(
    hall: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "PER_SELECT", 9)
    helped = await hall.camille.slash(hall.channel, "help")
    assert helped.response is not None
    greeting = helped.response.message
    offered = [each.value for each in controls(greeting) if each.custom_id == "t1:new-against"]
    assert "outposts" in offered
    asked = await hall.camille.select(greeting, ["outposts"], custom_id="t1:new-against")
    assert "Choose your side in Outposts." in whispered(asked)
    (sides,) = asked.followups
    assert [each.value for each in controls(sides.message)] == ["outposts blue", "outposts white"]
    await hall.camille.select(sides.message, ["outposts white"], custom_id="t1:new-against")
    assert (await hall.campaign()).automatic == ["blue"]


async def test_it_gives_a_hint_to_whoever_plays_alone_against_it(hall: Table) -> None:
    await hall.camille.slash(hall.channel, "campaign new", game="outposts", side="white", images="never")
    hint = await hall.camille.slash(hall.channel, "hint")
    assert "The automatic player would play" in said(hint)
    assert hint.response is not None
    (does,) = controls(hint.response.message)
    assert does.label == "Do this"
    panel_text = text((await panel_of(hall, hall.camille)).message)
    first = said(hint).splitlines()[:2]
    assert first[0].startswith("**Your decision** ")
    assert first[1].startswith("-# Otherwise ")
    assert "\n".join(first) in panel_text
    await hall.camille.click(hint.response.message, custom_id=does.custom_id)
    rows = await hall.bot.store.journal(1)
    assert does.action in [row.action for row in rows if row.seat == "white"]
    await hall.maxime.slash(hall.channel, "seat take", seat="Blue")
    assert "You play against people here, so the automatic player gives no advice." in said(
        await hall.camille.slash(hall.channel, "hint")
    )


async def test_the_button_of_a_hint_gives_no_more_once_somebody_plays_against_them(hall: Table) -> None:
    await hall.camille.slash(hall.channel, "campaign new", game="outposts", side="white", images="never")
    hint = await hall.camille.slash(hall.channel, "hint")
    assert hint.response is not None
    (does,) = controls(hint.response.message)
    await hall.maxime.slash(hall.channel, "seat take", seat="Blue")
    before = await hall.bot.store.journal(1)
    pressed = await hall.camille.click(hint.response.message, custom_id=does.custom_id)
    assert "You play against people here" in whispered(pressed)
    assert whispered(pressed).count("💡") == 1
    assert await hall.bot.store.journal(1) == before


async def test_a_stand_in_gets_hints_as_well_for_nobody_plays_against_them(life: Life) -> None:
    await life.types(life.camille, "campaign new", game="outposts", side="white", images="never")
    await life.types(life.camille, "seat substitute", user=life.lucien)
    await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    assert "The automatic player would play" in await life.types(life.lucien, "hint")


async def test_it_plays_on_while_its_seat_is_offered_and_when_the_offer_is_declined(life: Life) -> None:
    await life.types(life.camille, "campaign new", game="outposts", side="white", images="never")
    await life.types(life.camille, "seat replace", seat="blue", user=life.maxime)
    assert "the automatic player · reserved for" in await life.types(life.camille, "seat list")
    assert "Blue is the automatic player's" in await life.types(life.camille, "seat swap", other="blue")
    await play_on(life.table, life.camille, "white", 2)
    await life.presses(life.maxime, life.newest("No, thank you"), "No, thank you")
    await play_on(life.table, life.camille, "white", 2)
    # After a day he can be asked again.
    await life.table.env.advance_time(86400)
    await life.types(life.camille, "seat replace", seat="blue", user=life.maxime)
    await life.presses(life.maxime, life.newest("Sit down"), "Sit down")
    campaign = await life.table.campaign()
    assert (campaign.seats["blue"], campaign.automatic) == (life.maxime.id, [])


async def test_a_moderator_takes_back_its_answer_with_what_it_answered(life: Life) -> None:
    await life.types(life.camille, "campaign new", game="outposts", side="white", images="never")
    await play_on(life.table, life.camille, "white", 2)
    rows = await life.table.bot.store.journal(1)
    assert rows[-1].source == "automatic"
    last = max(row.seq for row in rows if row.source == "player")
    await life.confirmed(life.therese, "mod undo", "Take back", reason="a slip")
    assert (await life.table.bot.store.journal(1))[last].undone_by is not None
    assert await owing(life.table) == {"white"}


async def test_a_game_that_is_gone_holds_up_no_other(
    life: Life, titles: list[AnyTitle], monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.types(life.camille, "campaign new", game="outposts", side="white", images="never")
    titles[:] = [title for title in titles if title.id != "outposts"]
    monkeypatch.setattr(games, "_installed", lambda: games._Installed({}, ()))
    await life.reopen()
    before = life.table.bot.sweep.ended
    await life.wait(1)
    assert life.table.bot.sweep.ended > before


async def test_a_fault_of_its_own_undoes_nothing_that_people_do(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.types(life.camille, "campaign new", game="outposts", side="white", images="never", clock="24h")
    whole = Outposts.apply

    def faulty(self: Outposts, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        if seat == "blue":
            dice.roll("fault")
            raise KeyError(seat)
        return whole(self, state, seat, action, dice)

    monkeypatch.setattr(Outposts, "apply", faulty)
    counter = (await life.table.campaign()).dice_counter
    await life.types(life.camille, "play", action="commit 1 mortagne")
    assert await owing(life.table) == {"blue"}
    # What it had drawn is not missing in the journal.
    campaign, rows = await life.table.campaign(), await life.table.bot.store.journal(1)
    assert campaign.dice_counter == counter + sum(len(row.draws) for row in rows[2:])
    await life.wait(30)
    assert "The automatic player is stuck for **Blue**" in life.told()
    faults = {record.getMessage().split(" ", 2)[2] for record in life.table.incidents.take()}
    assert faults == {"while deciding for blue in campaign 1"}
    monkeypatch.setattr(Outposts, "apply", whole)
    await life.reopen()
    await play_on(life.table, life.camille, "white", 2)
    assert (await life.table.verify()).entries == len(await life.table.actions())


async def test_without_a_clock_it_says_once_that_it_finds_nothing_to_play(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outposts, "suggest", lambda *_: None)
    await life.types(life.camille, "campaign new", game="outposts", side="white", images="never")
    await life.wait(2)
    await life.reopen()
    await life.wait(1)
    assert life.told().count("The automatic player is stuck for **Blue**") == 1
    assert f"<@{life.camille.id}>" in life.told()


async def test_only_who_may_let_a_lobby_begin_gives_it_a_seat_there(hall: Table) -> None:
    await opened(hall)
    await press(hall, hall.maxime, "Take White")
    refused = await hall.maxime.slash(hall.channel, "seat automatic", seat="Blue")
    assert "Only a moderator" in said(refused)
    assert (await hall.campaign()).status == "lobby"


async def test_a_database_that_fails_its_first_move_hides_nothing_of_the_beginning(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Outposts.suggest
    await impatient(life.table)
    with ExitStack() as held:

        def suggest(self: Outposts, state: State, seat: str, rng: Random) -> Action | None:
            held.enter_context(locked(life.table))
            return whole(self, state, seat, rng)

        monkeypatch.setattr(Outposts, "suggest", suggest)
        begun = await life.camille.slash(
            life.hall, "campaign new", game="outposts", side="white", images="never"
        )
    monkeypatch.setattr(Outposts, "suggest", whole)
    assert (await life.table.campaign()).commitment in said(begun)
    assert await owing(life.table) == {"blue", "white"}
    await life.wait(1)
    assert await owing(life.table) == {"white"}


async def test_who_hands_a_private_seat_over_stays_invited_or_still_has_it(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.types(life.camille, "campaign new", game="outposts", images="never", private=True)
    await life.types(life.camille, "campaign invite", user=life.maxime)
    await life.press(life.camille, life.newest("Take Blue"), "Take Blue")
    await life.press(life.maxime, life.newest("Take White"), "Take White")
    store = life.table.bot.store
    await store.transact(partial(rows.seats.drop_guest, campaign_id=1, user_id=life.maxime.id))
    await impatient(life.table)
    # The second of two transactions would meet a database that is held by then.
    whole = Change.write
    with ExitStack() as held:

        async def write(self: Change, *given: Any, **named: Any) -> None:
            held.enter_context(locked(life.table))
            await whole(self, *given, **named)

        monkeypatch.setattr(Change, "write", write)
        assert "Nothing was lost" in await life.types(life.maxime, "seat automatic", seat="white")
    monkeypatch.setattr(Change, "write", whole)
    life.table.incidents.take()
    assert await store.look(partial(rows.seats.guests, campaign_id=1)) == {}
    await life.types(life.maxime, "seat automatic", seat="white")
    assert "White" in await life.types(life.maxime, "seat take", seat="white")
