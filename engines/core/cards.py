"""Cards: piles that hold no order which could leak, and hands that only their owners see.

A shuffled pile is stored as the set of cards left in it. A seat that draws gets one of them, each equally
likely, and the journal records the draw. So no state, record or moderator knows the next card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from data.catalogue import _
from engines.core.dice import Dice
from engines.core.errors import StateError
from engines.core.events import Event, Learnt

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


class CardDrawn(Learnt, frozen=True, tag="card-drawn"):
    """A seat drew a card into its hand."""

    deck: str
    seat: str
    card: str | None
    """Known to the owner only: other seats see None."""
    left: int
    """Cards that the pile still has."""


class CardTurned(Learnt, frozen=True, tag="card-turned"):
    """The next card of the pile was turned up for all to see."""

    deck: str
    card: str
    left: int


class CardPlayed(Learnt, frozen=True, tag="card-played"):
    """A seat played a card from its hand."""

    deck: str
    seat: str
    card: str


class CardDiscarded(Learnt, frozen=True, tag="card-discarded"):
    """A seat put a card from its hand on the discards, unused and face up."""

    deck: str
    seat: str
    card: str


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards became the pile, or a part of it, again."""

    deck: str
    left: int


def told(event: Event, seat: str | None) -> Event:
    """An event of cards, redacted for a seat, or for the public."""
    if isinstance(event, CardDrawn) and event.seat != seat:
        return msgspec.structs.replace(event, card=None)
    return event


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    """The places of a deck's cards; each is in one place. `Deck` moves them."""

    pile: list[str]
    """The cards left, in the order of the deck, which is not the order in which they will be drawn."""
    hands: dict[str, list[str]]
    """By seat, in the order of the deck."""
    discards: list[str]
    """Face up, the last on top."""

    def copy(self) -> Cards:
        """A copy that shares nothing that changes."""
        hands = {seat: hand[:] for seat, hand in self.hands.items()}
        return Cards(self.pile[:], hands, self.discards[:])


class Hand(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it."""

    number: int
    cards: tuple[str, ...] | None
    """None where the viewer knows only their number."""


class CardsView(msgspec.Struct, frozen=True):
    """The cards as one viewer sees them."""

    left: int
    """How many the pile has."""
    hands: dict[str, Hand]
    discards: tuple[str, ...]


def view(cards: Cards, seat: str | None) -> CardsView:
    """The cards as a seat, or the public, sees them."""
    hands = {
        owner: Hand(len(hand), tuple(hand) if owner == seat else None) for owner, hand in cards.hands.items()
    }
    return CardsView(len(cards.pile), hands, tuple(cards.discards))


class Deck(msgspec.Struct, frozen=True):
    """The cards of a deck. Each method moves cards in a `Cards` and returns the event of it."""

    id: str
    """The pile's id in the journal and for feeding cards."""
    cards: tuple[str, ...]
    """All of them, copies too."""

    def shuffled(self, seats: Iterable[str]) -> Cards:
        """All cards in the pile, and the hands empty."""
        return Cards(list(self.cards), {seat: [] for seat in seats}, [])

    def draw(self, cards: Cards, seat: str, dice: Dice, purpose: str) -> CardDrawn:
        """A seat draws into its hand; the pile is not empty."""
        card = draw(dice, self.id, purpose, cards.pile)
        cards.hands[seat] = self._in_order([*cards.hands[seat], card])
        return CardDrawn(self.id, seat, card, len(cards.pile))

    def turn_up(self, cards: Cards, dice: Dice, purpose: str) -> CardTurned:
        """The next card is shown to all and lies on the discards; the pile is not empty."""
        card = draw(dice, self.id, purpose, cards.pile)
        cards.discards.append(card)
        return CardTurned(self.id, card, len(cards.pile))

    def play(self, cards: Cards, seat: str, card: str) -> CardPlayed:
        """A seat plays a card of its hand, which then lies on the discards.

        :raises ValueError: it has no such card.
        """
        self.discard(cards, seat, card)
        return CardPlayed(self.id, seat, card)

    def discard(self, cards: Cards, seat: str, card: str) -> CardDiscarded:
        """A seat gives a card of its hand away.

        :raises ValueError: it has no such card.
        """
        cards.hands[seat].remove(card)
        cards.discards.append(card)
        return CardDiscarded(self.id, seat, card)

    def reshuffle(self, cards: Cards) -> Reshuffled:
        """The discards go back into the pile."""
        cards.pile = self._in_order([*cards.pile, *cards.discards])
        cards.discards = []
        return Reshuffled(self.id, len(cards.pile))

    def canonical(self, cards: Cards) -> Cards:
        """The same with pile and hands in the deck's order, so that equal states play on alike."""
        hands = {seat: self._in_order(hand) for seat, hand in cards.hands.items()}
        return Cards(self._in_order(cards.pile), hands, cards.discards[:])

    def check(self, cards: Cards) -> None:
        """Check cards of a state from outside.

        :raises StateError: a card is missing, or there is one too many.
        """
        expected = Counter(
            [*cards.pile, *cards.discards, *(card for hand in cards.hands.values() for card in hand)]
        )
        for card, number in (expected - Counter(self.cards)).items():
            raise StateError(
                _("{id}: {number} of {card!r} are too many", id=self.id, number=number, card=card)
            )
        for card, number in (Counter(self.cards) - expected).items():
            raise StateError(
                _("{id}: {number} of {card!r} are missing", id=self.id, number=number, card=card)
            )

    def _in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.cards.index)
