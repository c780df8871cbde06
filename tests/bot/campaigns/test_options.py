"""Scenario and rules of a campaign in a line."""

from __future__ import annotations

from bot.campaigns.options import parted
from engines.levee.title import Levee

TITLE = Levee()


def test_a_card_names_few_rules_and_counts_many() -> None:
    assert parted(TITLE, "base", {}) == ""
    few = {"spirit-of-89": True, "harder": True}
    assert parted(TITLE, "extended", few) == "The Extended Game · The Spirit of '89 (10.2) · Harder (13.0)"
    many = {**few, "he-who-fears": True}
    assert parted(TITLE, "extended", many) == "The Extended Game · 3 rules are not the default"
