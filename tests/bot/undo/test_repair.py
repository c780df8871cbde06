"""`/mod repair`: a campaign under rules that have changed is looked at, and mended by a second press."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from bot.app.client import Tocsin, create_bot
from bot.settings import Settings
from engines.core.contract import Outcome, Step
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.core.record import LOST
from tests.bot.undo.test_undo import play
from tests.outposts.game.engine.actions import Action, Commit, Pass
from tests.outposts.game.engine.state import State
from tests.outposts.game.engine.title import Outposts
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel
from tests.support.moderated import confirmed, in_channel, log, marat, offered
from tests.support.table import Table, said, text, whispered

OPENING = ("commit 1 nantes", "commit 6 cholet")


class NobodyPasses(Outposts):
    """Rules under which a march is compulsory."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        if isinstance(action, Pass):
            raise IllegalAction("A march is compulsory", case="5.1")
        return super().apply(state, seat, action, dice)


class MoreGuns(Outposts):
    """Rules under which every commitment brings a call for the guns."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        step = super().apply(state, seat, action, dice)
        if not isinstance(action, Commit):
            return step
        guns = {**step.state.guns, seat: step.state.guns[seat] + 1}
        return Step(msgspec.structs.replace(step.state, guns=guns), step.events)


class SoonOver(MoreGuns):
    """Rules under which the commitments decide, too."""

    def outcome(self, state: State) -> Outcome | None:
        return self.provisional_outcome(state) if state.phase == "march" else super().outcome(state)


class NoStart(Outposts):
    """Rules under which the game begins otherwise."""

    def setup(self, scenario: str, options: Any, dice: Dice) -> Step[State]:
        raise IllegalAction("Nobody begins so any more", case="1.1")


async def changed(tables: Tables, rules: Outposts, *actions: str, clock: str = "none") -> Table:
    """A campaign in which these actions were taken before the rules changed."""
    present: list[Outposts] = [Outposts()]

    def make(settings: Settings, clock: Callable[[], datetime]) -> Tocsin:
        return create_bot(settings, clock=clock, titles=present)

    table = await duel(tables, make=make, clock=clock)
    await play(table, *actions)
    present[:] = [rules]
    await table.restart()
    return table


async def test_where_all_follows_there_is_nothing_to_mend(closed_table: Tables) -> None:
    table = await changed(closed_table, Outposts(), *OPENING)
    asked = await marat(table).slash(table.channel, "mod repair", reason="an update")
    assert "✅ Every entry is valid under the current rules and gives the same states." in said(asked)
    assert offered(asked) == []


async def test_the_first_state_that_changed_is_named(closed_table: Tables) -> None:
    table = await changed(closed_table, MoreGuns(), *OPENING)
    asked = await marat(table).slash(table.channel, "mod repair", reason="an update")
    assert "from entry 1 the states differ" in said(asked)
    assert [control.label for control in offered(asked)] == ["Rewrite the states"]


async def test_changed_states_are_written_anew(closed_table: Tables) -> None:
    table = await changed(closed_table, MoreGuns(), *OPENING)
    moderator = marat(table)
    before = await table.state()
    await confirmed(moderator, await moderator.slash(table.channel, "mod repair", reason="an update"))
    after = await table.state()
    assert {seat: after.guns[seat] - before.guns[seat] for seat in after.guns} == {"blue": 1, "white": 1}
    assert await table.actions() == list(OPENING)
    assert (await log(table))[-1].act == "repair"
    assert "> brings the campaign in line with the current rules," in in_channel(table)
    await table.verify()


async def test_a_mended_campaign_is_played_on(closed_table: Tables) -> None:
    table = await changed(closed_table, MoreGuns(), *OPENING)
    moderator = marat(table)
    await confirmed(moderator, await moderator.slash(table.channel, "mod repair", reason="an update"))
    await play(table, "pass")
    await table.verify()


async def test_a_repair_that_ends_the_game_is_summed_up(closed_table: Tables) -> None:
    table = await changed(closed_table, SoonOver(), *OPENING)
    moderator = marat(table)
    await confirmed(moderator, await moderator.slash(table.channel, "mod repair", reason="an update"))
    await table.bot.outbox.drain()
    assert (await table.campaign()).status == "finished"
    assert in_channel(table).count("📜 **Outposts** is over.") == 1


async def test_a_repair_leaves_the_banks_as_they_are(closed_table: Tables) -> None:
    table = await changed(closed_table, MoreGuns(), *OPENING, clock="bank 4d +12h max 7d")
    moderator = marat(table)
    await confirmed(moderator, await moderator.slash(table.channel, "mod repair", reason="an update"))
    (owed,) = await table.bot.store.deadlines_of(1)
    assert owed.allowed == (await table.campaign()).seating[owed.seat].bank == timedelta(days=4, hours=12)


async def test_the_first_action_that_follows_no_longer_is_named_with_its_reason(
    closed_table: Tables,
) -> None:
    table = await changed(closed_table, NobodyPasses(), *OPENING, "pass")
    moderator = marat(table)
    asked = await moderator.slash(table.channel, "mod repair", reason="an update")
    assert "no longer valid (" in said(asked)
    assert "`pass`): Entry 3: A march is compulsory (5.1)." in said(asked)
    assert [control.label for control in offered(asked)] == ["Go back to entry 2"]
    assert f"<@{moderator.id}> reads a possibly secret action" in in_channel(table)


async def test_a_campaign_goes_back_to_what_follows(closed_table: Tables) -> None:
    table = await changed(closed_table, NobodyPasses(), *OPENING, "pass")
    moderator = marat(table)
    await confirmed(moderator, await moderator.slash(table.channel, "mod repair", reason="an update"))
    assert await table.actions() == [*OPENING, "pass", "undo 2"]
    rows = await table.bot.store.journal(1)
    assert [(row.undone_by, row.digest == LOST) for row in rows[3:]] == [(4, True), (None, False)]
    assert (await table.verify()).lost == 1
    await table.bot.outbox.drain()
    assert "1 action was taken back." in text(table.cards()[-1])


async def test_an_undo_after_a_repair_still_finds_its_state(closed_table: Tables) -> None:
    table = await changed(closed_table, NobodyPasses(), *OPENING, "pass")
    moderator = marat(table)
    await confirmed(moderator, await moderator.slash(table.channel, "mod repair", reason="an update"))
    await confirmed(moderator, await moderator.slash(table.channel, "mod undo", reason="more", actions=1))
    assert (await table.actions())[-1] == "undo 1"
    await table.verify()


async def test_an_undo_that_meets_changed_rules_names_the_repair(closed_table: Tables) -> None:
    table = await changed(closed_table, MoreGuns(), *OPENING)
    moderator = marat(table)
    asked = await moderator.slash(table.channel, "mod undo", reason="r", actions=1)
    told = whispered(await confirmed(moderator, asked))
    assert "Entry 1 of the journal is no longer valid under the current rules" in told
    assert "`/mod repair`" in told


async def test_a_repair_lapses_when_the_game_goes_on(closed_table: Tables) -> None:
    table = await changed(closed_table, MoreGuns(), *OPENING)
    moderator = marat(table)
    asked = await moderator.slash(table.channel, "mod repair", reason="an update")
    await play(table, "pass")
    assert "The game has gone on since then" in whispered(await confirmed(moderator, asked))


async def test_where_not_even_the_set_up_follows_nothing_can_be_mended(closed_table: Tables) -> None:
    table = await changed(closed_table, NoStart(), *OPENING)
    asked = await marat(table).slash(table.channel, "mod repair", reason="an update")
    assert "Not even the set-up is valid, so the campaign can't be repaired." in said(asked)
    assert offered(asked) == []
