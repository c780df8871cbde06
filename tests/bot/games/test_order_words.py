"""Standing orders in sentences."""

from __future__ import annotations

from bot.games.order_words import said


def test_an_order_is_told_in_sentences_with_names_and_left_as_it_is_where_there_are_none() -> None:
    names = {"cholet": "Cholet", "29-rl": "29 RL"}
    told = {
        "if at most 1:1 leave 2": "Only at odds of 1:1 or worse. Points that stay behind: 2.",
        "play in cholet if at least 8": "Play it. In Cholet. Only against as many points or more: 8.",
        "never from cholet; always": "Never from Cholet. Always.",
        "line 6 horse left not in my own attacks": (
            "In line stand the strongest, as many as 6; the rest waits in Reserve."
            " The cavalry stands on the left. In your own attacks you are asked."
        ),
        "verdict all innocent ; veto all no ; kidnap yes": (
            "Find everybody innocent. Veto nothing. Kidnap the King where you can."
        ),
        "spare 29-rl": "Spare 29 RL.",
        "cholet on turn 6": "",
        "": "",
    }
    for order, sentences in told.items():
        assert said(order, lambda id: names.get(id, id)) == sentences
