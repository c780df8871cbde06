"""What a request to take back tells of dice that only their owner knows of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
import pytest

from bot.app.client import Tocsin, create_bot
from bot.campaigns import journal
from bot.errors import PoliteError
from bot.settings import Settings
from bot.store import JournalRow
from bot.undo.extent import crosses, extent_of, listing
from bot.undo.take_back import Undos
from engines.core.contract import Step
from engines.core.dice import Dice, Draw
from engines.vendee.state import State
from engines.vendee.title import Vendee
from tests.store.builders import START
from tests.support.bot_fixtures import Tables
from tests.support.duel import sit
from tests.support.moderated import offered
from tests.support.table import said
from tests.vendee.builder import given, title


@pytest.mark.case("A-92")
def test_the_others_are_not_told_that_charette_was_tried() -> None:
    position = given().more().hand("royalist").points("rocheserviere", bas_poitou=4)
    position.points("montaigu", centre=2).general("charette", "rocheserviere")
    table = position.table().act("activate rocheserviere with all", 1, 1)
    table.act("move rocheserviere > montaigu", 4)
    rows = [
        JournalRow(
            seq=seq,
            seat="royalist" if seq else "",
            user_id=1,
            action=action,
            draws=draws,
            events=msgspec.json.encode(table.events if seq else []),
            digest="",
            chapter_before=1,
            chapter_after=1,
            at=START,
            undone_by=None,
        )
        for seq, action, draws in ((0, "", []), (1, "move", [Draw("d6", "join", "4")]))
    ]
    public, own = extent_of(title(), rows, 0), extent_of(title(), rows, 0, own=["royalist"])
    assert "🎲" not in listing(title(), public)
    assert crosses(public) == ""
    assert "🎲 4" in listing(title(), own)
    assert crosses(own) == "It crosses 1 entry with dice or cards."


class Meeting(Vendee):
    """A war that begins where Republicans can march at one of two face-down counters.

    Combat points lie under the one and a general alone under the other: he would have to flee.
    """

    def setup(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Step[State]:
        """The position in place of the set-up."""
        position = given().more().points("mortagne", la_rochelle=2).general("royrand", "coron")
        return Step(position.having(preempted=True).state, super().setup(scenario, options, dice).events)


async def test_what_silence_tells_is_not_taken_back_freely(closed_table: Tables) -> None:
    def make(settings: Settings, clock: Callable[[], datetime]) -> Tocsin:
        return create_bot(settings, clock=clock, titles=[Meeting()])

    table = await closed_table(make)
    await table.start()
    await table.bot.campaigns.new(table.wish("meeting")._replace(title="vendee"))
    await sit(table, republican=table.maxime.id)
    for action in ("activate mortagne with all", "move mortagne > les-herbiers with all"):
        await table.bot.campaigns.take(1, table.maxime.id, action)
    move = (await table.bot.store.journal(1))[-1]
    # No die fell, and no event says that something was shown.
    assert move.draws == []
    assert not any(event.reveals for event in journal.read_events(title(), move.events))
    asked = await table.maxime.slash(table.channel, "campaign undo")
    assert "You can't take this back alone: secret information was revealed." in said(asked)
    assert [button.label for button in offered(asked)] == ["Ask the others"]
    version = (await table.campaign()).version
    with pytest.raises(PoliteError, match="without the others' consent"):
        await Undos(table.bot.campaigns).take_back(1, version, move.seq - 1, user_id=table.maxime.id)
