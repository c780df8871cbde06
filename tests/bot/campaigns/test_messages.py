"""In which order what a commit says stands in the channel."""

from __future__ import annotations

from bot.campaigns import messages
from bot.campaigns.messages import CARD, SCENES


def test_what_ended_a_chapter_is_posted_before_the_card_of_the_next() -> None:
    said = messages.chapters([3, 4], [3, 5])
    assert [(told.kind, told.chapter) for told in said] == [(CARD, 3), (SCENES, 3), (CARD, 4), (SCENES, 5)]
