"""What a request to take back tells of dice that only their owner knows of."""

from __future__ import annotations

import msgspec
import pytest

from bot.store import JournalRow
from bot.undo.extent import crosses, extent_of, listing
from engines.core.dice import Draw
from tests.store.builders import START
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
