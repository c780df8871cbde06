"""Messages speak plain modern English: turns of phrase that were retired don't come back."""

from __future__ import annotations

import re

import pytest

from tests.architecture.catalogue import calls, given, shown

RETIRED = (
    r"whoever",
    r"as things stand",
    r"tells? nothing",
    r"no room here",
    r"due from you",
    r"at hand",
    r"in one go",
    r"hand(ed|s)? (it |this |the form |an empty form )?in(?! the)\b",
    r"(go|goes|went) home until",
    r"who goes home",
    r"clocks? stands? still",
    r"stood still meanwhile",
    r"rolled anew",
    r"roll anew",
    r"nobody of yours",
    r"the question hides",
    r"lets? (it|the campaign) go on",
    r"taken in from",
    r"passed over",
    r"is asked of you now",
    r"what is asked for is",
    r"under the present rules",
    r"the present (card|board)",
    r"has moved on (since|meanwhile)",
    r"begin the operations, or yield",
    r"left in possession",
    r"how one wins",
)
"""What players were told once, and what CONTRIBUTING.md has a plain term for."""


def _found(text: str) -> list[str]:
    return [phrase for phrase in RETIRED if re.search(rf"\b{phrase}", text, re.IGNORECASE)]


def test_no_message_has_a_retired_phrase() -> None:
    messages = {text for call in calls() for text in call.messages}
    messages |= {text for told in shown() | given() for text in told}
    assert {text: found for text in messages if (found := _found(text))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Hand it in",
        "The clocks stand still.",
        "A political defeat as things stand",
        "Nobody of yours can react",
    ],
)
def test_a_retired_phrase_is_seen(text: str) -> None:
    assert _found(text)


@pytest.mark.parametrize(
    "text", ["Submit the form", "The fortress is in the hands of the French.", "The clocks are stopped."]
)
def test_a_plain_text_is_passed(text: str) -> None:
    assert _found(text) == []
