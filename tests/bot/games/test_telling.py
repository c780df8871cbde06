"""A chapter that grows is told on from what was told, and reads as if it were told at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, islice
from random import Random

import pytest

from bot.games.registry import presenter_of
from bot.games.telling import Telling, Told
from engines.core.events import Event
from engines.core.record import replay
from tests.core.play import TITLES, fuzzed
from tests.support.depth import depth


@pytest.mark.deep(seconds=5)
@pytest.mark.parametrize("title_id", TITLES)
def test_what_is_told_on_is_what_would_be_told_at_once(title_id: str) -> None:
    title = TITLES[title_id]
    words = presenter_of(title)
    record = fuzzed(title_id, "meddled 0", (), meddle=True).record()
    steps = [
        title.redact_all(played.events, None) for played in islice(replay(title, record), depth(120, 400))
    ]
    lengths = list(accumulate(map(len, steps)))
    events = [event for step in steps for event in step]
    told_anew = 0

    def told(run: Sequence[Event]) -> Told:
        nonlocal told_anew
        told_anew += len(run)
        return words.told(run)

    telling, looked_at = Telling(told), Random(title_id)
    for length in lengths:
        lines = telling.lines(events[:length]).lines
        if looked_at.random() < 0.1 or length == lengths[-1]:
            assert lines == words.tell(events[:length])
    # What is told anew is what belongs together, not all that came before it.
    assert told_anew < sum(lengths) / 4
