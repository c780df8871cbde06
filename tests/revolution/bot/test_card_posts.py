"""Posts of the turn card: a step that is over is worth one, a form that comes in is not."""

from __future__ import annotations

from bot.posts.card.shares import FEW
from tests.revolution.bot.six import CURRENTS, Six


def cards(life: Six) -> int:
    """How often a turn card was posted."""
    return sum("Turn 1 of 8" in str(post) for post in life.table.posts())


async def test_a_form_that_comes_in_late_is_put_right_on_the_card_that_hangs(life: Six) -> None:
    life.seed = "read"
    await life.gathers(clock="none")
    assert cards(life) == 1
    await life.wait(4)
    for seat in CURRENTS:
        await life.files(seat)
    told = cards(life)
    # The step that is over was worth a post, with so much on it that a step to come will be worth another.
    assert told == 2
    assert life.posted().count("**Turn order**") >= 1
    hangs = await life.table.bot.store.card(1, 1)
    assert hangs is not None
    assert hangs.shown - hangs.above > FEW
    await life.wait(4)
    for seat in CURRENTS[:3]:
        await life.files(seat)
        await life.wait(4)
    assert "3 have answered" in life.posted()
    assert cards(life) == told
    for seat in CURRENTS[3:]:
        await life.files(seat)
    assert cards(life) == told + 1
