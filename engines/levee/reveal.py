"""Phases 1 and 2: the headline is revealed and carried out, the French Army is set (4.1, 5, 6)."""

from __future__ import annotations

from data.levee.schema import (
    COLOURS,
    Army,
    Card,
    Grant,
    March,
    Remove,
    Restore,
    Rotate,
    Special,
)
from engines.core.events import ChapterBegun, Modifier, PhaseBegun, Roll
from engines.levee.box import HOLDING, OUT, START
from engines.levee.events import (
    ArmyRemoved,
    ArmyRotated,
    ArmyStayed,
    CardRevealed,
    DeckBuilt,
    DisorderPlaced,
    FrenchArmySet,
    LiberationGranted,
    Reaction,
)
from engines.levee.odds import french_army_terms
from engines.levee.state import liberated, list_army, reigning
from engines.levee.turn import Turn

DECK = "headlines"


def deck_to_reveal_from(turn: Turn) -> bool:
    """Whether a card is left to reveal, building the next deck when the pile is empty (4.1, 5.6)."""
    state = turn.state
    if state.pile:
        return True
    following = COLOURS.index(state.colour) + 1
    if following == len(COLOURS):
        return False
    build(turn, following)
    return True


def build(turn: Turn, index: int) -> None:
    """Make a deck the Draw Pile; nothing on the map changes (L-5.6-d)."""
    state = turn.state
    state.colour = COLOURS[index]
    state.pile = list(turn.box.deck[state.colour])
    turn.say(DeckBuilt(state.colour, len(state.pile)))


def reveal(turn: Turn) -> None:
    """Reveal the next card, carry it out, set the French Army and open the Actions phase."""
    state = turn.state
    number = _draw(turn)
    state.pile.remove(number)
    state.turn += 1
    state.headline = number
    card = turn.box.cards[number]
    turn.say(ChapterBegun(state.turn, card.title))
    turn.say(PhaseBegun("headline", "4.1"))
    turn.say(CardRevealed(card.number, card.title, card.deck, len(state.pile)))
    for march in card.military:
        _march(turn, march)
    _political(turn, card)
    if card.journee:
        turn.say(DisorderPlaced(already=state.disorder))
        state.disorder = True
    for special in card.special:
        _special(turn, special)
    turn.say(PhaseBegun("french-army", "4.2"))
    value, terms = french_army_terms(turn.box, state)
    state.french_army = value
    turn.say(FrenchArmySet(value, [Modifier(label, term) for label, term in terms]))
    turn.say(PhaseBegun("actions", "4.3"))
    state.phase = "actions"
    state.actions_left = card.actions


def coming(deck: tuple[str, ...], pile: list[str]) -> list[str]:
    """Cards that may come next: flag cards first and last, the middle shuffled (L-3.0-f, L-5.6-b, L-5.6-c).

    The order is drawn card by card, each of the middle equally likely, so that no state holds an
    order that could leak.
    """
    first, last = deck[0], deck[-1]
    if first in pile:
        return [first]
    return [card for card in pile if card != last] or pile


def _draw(turn: Turn) -> str:
    state = turn.state
    pile = state.pile
    purpose = f"headline of turn {state.turn + 1}"
    if turn.dice.stacked(DECK):
        return turn.dice.draw(DECK, purpose, pile)
    cards = coming(turn.box.deck[state.colour], pile)
    return cards[0] if len(cards) == 1 else turn.dice.draw(DECK, purpose, cards)


def _march(turn: Turn, march: March) -> None:
    """Carry out one order of the military part, box by box (5.1, A-05)."""
    state, army = turn.state, march.army
    for _ in range(abs(march.boxes)):
        at = state.boxes[army]
        if at is None:
            turn.say(ArmyStayed(army, None, "off-map", "5.1"))
            return
        space = turn.box.at[army][at]
        if march.boxes < 0:
            if at == START:
                turn.say(ArmyStayed(army, space, "start", "5.1"))
                return
            turn.move_army(army, at + 1, "headline")
            continue
        if at == 0:
            turn.say(ArmyStayed(army, space, "paris", "5.1"))
            return
        if army in state.rotated and turn.box.shape(army, at - 1) in ("square", "paris"):
            turn.say(ArmyStayed(army, space, "rotated", "5.5.2"))
            return
        target = turn.box.at[army][at - 1]
        marker = liberated(state).get(target)
        if marker is not None and not _storm(turn, army, target, marker):
            turn.say(ArmyStayed(army, space, "defended", "5.1"))
            return
        turn.move_army(army, at - 1, "headline")


def _storm(turn: Turn, army: Army, space: str, marker: str) -> bool:
    """Roll for an Army that would enter a liberated space: natural die above its value (A-03, A-04)."""
    value = turn.box.marker_value[marker]
    purpose = f"{turn.box.power[army]} against free {turn.box.name(space)}"
    face = turn.dice.roll(purpose)
    enters = face > value
    turn.say(Roll(purpose, [face], [], face, value + 1, enters, "5.1"))
    return enters


def _political(turn: Turn, card: Card) -> None:
    for marker, change in card.political.items():
        turn.move_marker(marker, change, "headline")
    if card.reaction:
        react(turn)


def react(turn: Turn) -> None:
    """Reaction!: a single highest marker goes down, then a single lowest goes up (5.2)."""
    tracks = turn.state.tracks
    highest = reigning(tracks)
    if highest is not None:
        turn.move_marker(highest, -1, "reaction")
    values = sorted(tracks.values())
    lowest = next(marker for marker in tracks if tracks[marker] == values[0])
    raised = lowest if values[0] < values[1] else None
    if raised is not None:
        turn.move_marker(raised, +1, "reaction")
    turn.say(Reaction(highest, raised))


def _special(turn: Turn, special: Special) -> None:
    state = turn.state
    match special:
        case Rotate(army):
            changes = state.boxes[army] is not None and army not in state.rotated
            turn.say(ArmyRotated(army, rotated=True, changed=changes))
            if changes:
                list_army(state.rotated, army)
        case Restore(army):
            turn.say(ArmyRotated(army, rotated=False, changed=army in state.rotated))
            if army in state.rotated:
                state.rotated.remove(army)
        case Remove(army):
            at = state.boxes[army]
            turn.say(ArmyRemoved(army, None if at is None else turn.box.at[army][at]))
            state.boxes[army] = None
            if army in state.rotated:
                state.rotated.remove(army)
        case Grant(markers):
            for _ in range(markers):
                marker = next((marker for marker, place in state.markers.items() if place == OUT), None)
                turn.say(LiberationGranted(marker))
                if marker is not None:
                    state.markers[marker] = HOLDING
