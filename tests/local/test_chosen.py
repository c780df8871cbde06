"""What the places on a map are told to be."""

from __future__ import annotations

from bot.local.chosen import Choice, named


def test_choices_of_one_place_from_several_lists_say_from_which() -> None:
    hex = "4 · Auerstedt (2321)"
    infantry = Choice("first", "a", hex, "1 of 3 movement points", "Prussian 3-3 (3) to …")
    supply = Choice("second", "b", hex, "1 of 4 movement points", "Prussian supply unit 3 to …")
    stay = Choice("third", None, "Stay", "", "")
    assert [each.label for each in named([infantry, supply, stay])] == [
        f"Prussian 3-3 (3) to … {hex}",
        f"Prussian supply unit 3 to … {hex}",
        "Stay",
    ]
    assert named([infantry]) == [infantry]
