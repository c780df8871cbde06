"""What the suites that run over every game are told of *Levée en Masse*."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engines.core.events import Event, Roll
from engines.levee.events import ActionTaken
from engines.levee.state import State
from engines.levee.title import Levee
from tests.support.fixture import Fixture, Pace

TITLE = Levee()


class LeveeFixture(Fixture):
    """One seat, dice for every action, and cards still to come."""

    kinds = {"action", "emergency", "die"}
    odds = 300
    rests = ("paris", "london", "rouen", "holding", "savoy with liberation-2")
    commands = {
        "political",
        "military",
        "naval",
        "liberate",
        "restore-order",
        "levy",
        "spirit",
        "keep",
        "reroll",
        "commit",
        "recall",
        "napoleon",
        "done",
        "card",
        "odds",
        "advice",
        "aide",
    }
    look_ups = (("levee odds", {}),)
    # A game has about thirty actions.
    lines = 37.5
    pace = Pace(games=40, rounds=31, least=1.3)

    winners = {
        "france": "France",
        "britain": "The British",
        "prussia": "The Prussians",
        "austria": "The Austrians",
        "piedmont": "The Piedmontese",
        "spain": "The Spanish",
        "vendee": "The Vendeans",
        "suvorov": "Suvorov",
        "korsakov": "Korsakov",
        "support": "friends",
    }

    def won(self, events: Sequence[Event]) -> Iterator[str]:
        """Who won the attacks of a turn; those on one Army in a row that ended alike count as one."""
        action = ""
        before = "", ""
        for event in events:
            if isinstance(event, ActionTaken):
                action = event.action
                before = before if action.startswith(("military ", "naval")) else ("", "")
            elif isinstance(event, Roll) and action.startswith(("military ", "naval")):
                foe = action.split()[1] if " " in action else "britain"
                winner = "france" if event.success else foe
                if (action, winner) != before:
                    yield winner
                before, action = (action, winner), ""

    def twins(self, state: Any, seat: str | None) -> Iterator[State]:
        """Only which cards are still to come is hidden: other piles of the same size."""
        kit, order = state.setting
        if order == "historical":
            # Nothing is hidden where headlines come by their numbers.
            return
        decks = TITLE.box.decks[kit]
        # How many of each colour are left is known.
        left = Counter(TITLE.box.cards[card].deck for card in state.pile)
        shuffler = random.Random(str(state.pile))
        for _ in range(3):
            pile = [
                card
                for colour, count in left.items()
                for card in shuffler.sample([id for id in decks[colour] if id != state.headline], count)
            ]
            pile.sort(key=int)
            yield msgspec.structs.replace(state, pile=pile)

    def in_hand(self, state: Any) -> str:
        """Always France's."""
        return "france"


FIXTURE = LeveeFixture
