"""The picture in words."""

from __future__ import annotations

import pytest

from render.lettering import ALT
from render.revolution import alt
from tests.revolution.builder import At
from tests.revolution.render.samples import ALL, PACK, START, WAR, seen


@pytest.mark.parametrize("sample", ALL)
def test_it_fits_and_says_who_governs_and_what_each_current_holds(sample: str) -> None:
    view, moves = ALL[sample]
    told = alt(view, PACK, moves=moves)
    assert len(told) <= ALT
    for current in PACK.setup.current:
        assert f"{current.name}: " in told


def test_it_says_what_the_map_shows_at_the_start() -> None:
    told = alt(START, PACK)
    assert told.startswith("La Révolution Française, turn 1, Legislative Assembly: Negotiations.")
    assert "Feuillant governs with Fame 10." in told
    assert "Sans-Culotte: Marseille." in told
    assert "In revolt: Bourges." in told
    assert "The King is free." in told


def test_it_says_who_fights_where() -> None:
    told = alt(WAR, PACK, moves=ALL["war"][1])
    assert "Levée en masse: carried, 14 to 9." in told
    assert "Foreign war." in told
    assert "The King is dead." in told
    assert "Coalition armies: Lille, Metz, Strasbourg." in told


def test_it_says_who_has_won_and_who_came_where() -> None:
    told = alt(seen(At("over")), PACK)
    assert "Feuillant has won. Places: Feuillant 1, " in told
    assert "has won" not in alt(START, PACK)
