"""Phases 1 and 2: the headline is revealed and carried out, the French Army is set (4.1, 5, 6)."""

from __future__ import annotations

from data.levee.schema import COLOURS, Army, Card, Grant, March, Remove, Restore, Rotate, Special
from engines.core import cards
from engines.core.events import ChapterBegun, Modifier, PhaseBegun
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
from engines.levee.resolution import Resolution
from engines.levee.state import liberated, list_army, reigning

DECK = "headlines"


def deck_to_reveal_from(now: Resolution) -> bool:
    """Whether a card is left to reveal, building the next deck when the pile is empty (4.1, 5.6)."""
    state = now.state
    if state.pile:
        return True
    following = COLOURS.index(state.colour) + 1
    if following == len(COLOURS):
        return False
    build(now, following)
    return True


def build(now: Resolution, index: int) -> None:
    """Make a deck the Draw Pile; nothing on the map changes (L-5.6-d)."""
    state = now.state
    state.colour = COLOURS[index]
    state.pile = list(now.box.deck[state.colour])
    now.say(DeckBuilt(state.colour, len(state.pile)))


def reveal(now: Resolution) -> None:
    """Reveal the next card, carry it out, set the French Army and open the Actions phase."""
    state = now.state
    next_up = coming(now.box.deck[state.colour], state.pile)
    state.turn += 1
    number = cards.draw(now.dice, DECK, f"headline of turn {state.turn}", state.pile, next_up)
    state.headline = number
    card = now.box.cards[number]
    now.say(ChapterBegun(state.turn, card.title))
    now.say(PhaseBegun("headline", "4.1"))
    now.say(CardRevealed(card.number, card.title, card.deck, len(state.pile)))
    for march in card.military:
        _march(now, march)
    _political(now, card)
    if card.journee:
        now.say(DisorderPlaced(already=state.disorder))
        state.disorder = True
    for special in card.special:
        _special(now, special)
    now.say(PhaseBegun("french-army", "4.2"))
    value, terms = french_army_terms(now.box, state)
    state.french_army = value
    now.say(FrenchArmySet(value, [Modifier(label, term) for label, term in terms]))
    now.say(PhaseBegun("actions", "4.3"))
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


def _march(now: Resolution, march: March) -> None:
    """Carry out one order of the military part, box by box (5.1, A-05)."""
    state, army = now.state, march.army
    for _ in range(abs(march.boxes)):
        at = state.boxes[army]
        if at is None:
            now.say(ArmyStayed(army, None, "off-map", "5.1"))
            return
        space = now.box.at[army][at]
        if march.boxes < 0:
            if at == START:
                now.say(ArmyStayed(army, space, "start", "5.1"))
                return
            now.move_army(army, at + 1, "headline")
            continue
        if at == 0:
            now.say(ArmyStayed(army, space, "paris", "5.1"))
            return
        if army in state.rotated and now.box.shape(army, at - 1) in ("square", "paris"):
            now.say(ArmyStayed(army, space, "rotated", "5.5.2"))
            return
        target = now.box.at[army][at - 1]
        marker = liberated(state).get(target)
        if marker is not None and not _storm(now, army, target, marker):
            now.say(ArmyStayed(army, space, "defended", "5.1"))
            return
        now.move_army(army, at - 1, "headline")


def _storm(now: Resolution, army: Army, space: str, marker: str) -> bool:
    """Roll for an Army that would enter a liberated space: natural die above its value (A-03, A-04)."""
    value = now.box.marker_value[marker]
    return now.die(f"{now.box.power[army]} against free {now.box.name(space)}", value + 1, "5.1")


def _political(now: Resolution, card: Card) -> None:
    for marker, change in card.political.items():
        now.move_marker(marker, change, "headline")
    if card.reaction:
        react(now)


def react(now: Resolution) -> None:
    """Reaction!: a single highest marker goes down, then a single lowest goes up (5.2)."""
    tracks = now.state.tracks
    highest = reigning(tracks)
    if highest is not None:
        now.move_marker(highest, -1, "reaction")
    values = sorted(tracks.values())
    lowest = next(marker for marker in tracks if tracks[marker] == values[0])
    raised = lowest if values[0] < values[1] else None
    if raised is not None:
        now.move_marker(raised, +1, "reaction")
    now.say(Reaction(highest, raised))


def _special(now: Resolution, special: Special) -> None:
    state = now.state
    match special:
        case Rotate(army):
            changes = state.boxes[army] is not None and army not in state.rotated
            now.say(ArmyRotated(army, rotated=True, changed=changes))
            if changes:
                list_army(state.rotated, army)
        case Restore(army):
            now.say(ArmyRotated(army, rotated=False, changed=army in state.rotated))
            if army in state.rotated:
                state.rotated.remove(army)
        case Remove(army):
            at = state.boxes[army]
            now.say(ArmyRemoved(army, None if at is None else now.box.at[army][at]))
            state.boxes[army] = None
            if army in state.rotated:
                state.rotated.remove(army)
        case Grant(markers):
            for _ in range(markers):
                marker = next((marker for marker, place in state.markers.items() if place == OUT), None)
                now.say(LiberationGranted(marker))
                if marker is not None:
                    state.markers[marker] = HOLDING
