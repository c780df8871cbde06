"""What the position would come to is told as far as each side sees it (7.2, 3.6)."""

from __future__ import annotations

from engines.core.contract import IN_SIGHT
from tests.vendee.builder import given, title


def test_counters_that_lie_face_down_count_for_whoever_sees_them_alone() -> None:
    # At home in the zones royalists lie face down; the blues of Thouars do so outside.
    state = given().points("jallais", anjou=20).points("thouars", saumur=30).state
    found = {seat: title().known_outcome(state, seat) for seat in (None, "republican", "royalist")}
    assert {seat: [str(line.of) for line in stands.working] for seat, stands in found.items()} == {
        None: [],
        "republican": ["Republican men"],
        "royalist": ["Royalist men"],
    }
    assert all(stands.facts == {IN_SIGHT: True} for stands in found.values())
    assert title().view(state, "royalist").score == {"republican": 0, "royalist": 4}
    assert title().view(state, "royalist").working == found["royalist"].working
    assert title().provisional_outcome(state).score == sum(stands.score or 0 for stands in found.values())
