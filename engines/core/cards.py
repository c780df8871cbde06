"""Cards: piles that hold no order which could leak.

A shuffled pile is stored as the set of cards left in it. A draw takes one of them, each equally likely, and
the journal records it. So no state, record or moderator knows the next card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from engines.core.dice import Dice

C = TypeVar("C", bound=str)


def draw(dice: Dice, deck: str, purpose: str, pile: list[C], among: Sequence[C] | None = None) -> C:
    """Take the next card off a pile; a card that was fed comes first, if it is in the pile.

    :param deck: the pile's id in the journal and for feeding cards.
    :param among: the cards that may come next, where a deck has a rule for it. A sole one comes by that rule,
        without chance and without an entry in the journal.
    :raises DiceError: the card that was fed is not in the pile.
    """
    if among is None or dice.stacked(deck):
        card = _drawn(dice, deck, purpose, pile)
    else:
        card = among[0] if len(among) == 1 else _drawn(dice, deck, purpose, among)
    pile.remove(card)
    return card


def _drawn(dice: Dice, deck: str, purpose: str, among: Sequence[C]) -> C:
    name = dice.draw(deck, purpose, among)
    return among[among.index(name)]


def left_after(pile: Iterable[C], drawn: Iterable[str]) -> list[C]:
    """The pile without the drawn cards; drawn cards that it does not hold are ignored."""
    gone = Counter(drawn)
    left: list[C] = []
    for card in pile:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return left
