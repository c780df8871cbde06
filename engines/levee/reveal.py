"""Phases 1 and 2: the headline is revealed and carried out, the French Army is set (4.1, 5, 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET

from data.levee.schema import (
    COLOURS,
    Card,
    Colour,
    Grant,
    Napoleon,
    Part,
    Place,
    Remove,
    Restore,
    Rotate,
    Special,
    Unit,
)
from engines.core import cards
from engines.core.events import ChapterBegun, Modifier, PhaseBegun
from engines.levee.box import HOLDING, OUT, Box
from engines.levee.events import (
    ArmyRotated,
    CardRevealed,
    DeckBuilt,
    DisorderPlaced,
    FrenchArmySet,
    LiberationGranted,
    NapoleonMoved,
    PileBuilt,
    Reaction,
    UnitPlaced,
)
from engines.levee.march import march
from engines.levee.odds import french_army_terms
from engines.levee.resolution import Resolution
from engines.levee.scenario import Setting
from engines.levee.state import State, left, list_army, reigning

DECK = "headlines"


def deck_to_reveal_from(ctx: Resolution) -> bool:
    """Whether a card is left to reveal, building the next deck when the pile is empty (4.1, 5.6)."""
    state = ctx.state
    if state.pile:
        return True
    following = COLOURS.index(state.colour) + 1
    if state.setting.order != "decks" or following == len(COLOURS):
        return False
    build(ctx, COLOURS[following])
    return True


def build(ctx: Resolution, colour: Colour) -> None:
    """Make a deck the Draw Pile, or all where there is one pile; nothing on the map changes (L-5.6-d)."""
    state = ctx.state
    decks = ctx.box.decks[state.setting.kit]
    state.colour = colour
    if state.setting.order == "decks":
        state.pile = list(decks[colour])
        ctx.say(DeckBuilt(colour, len(state.pile)))
    else:
        state.pile = sorted((card for deck in decks.values() for card in deck), key=int)
        ctx.say(PileBuilt(state.setting.order, len(state.pile)))


def reveal(ctx: Resolution) -> None:
    """Reveal the next card, carry it out, set the French Army and open the Actions phase."""
    state = ctx.state
    next_up = coming(ctx.box, state)
    state.turn += 1
    number = cards.draw(ctx.dice, DECK, f"headline of turn {state.turn}", state.pile, next_up)
    state.headline = number
    card = ctx.box.cards[number]
    state.colour = card.deck
    ctx.say(ChapterBegun(state.turn, card.title))
    ctx.say(PhaseBegun("headline", "4.1"))
    ctx.say(CardRevealed(card.number, card.title, card.deck, len(state.pile)))
    for part in card.parts:
        _PARTS[part](ctx, card)
    ctx.say(PhaseBegun("french-army", "4.2"))
    value, terms = french_army_terms(ctx.box, state)
    state.french_army = value
    ctx.say(FrenchArmySet(value, [Modifier(label, term) for label, term in terms]))
    ctx.say(PhaseBegun("actions", "4.3"))
    state.phase = "actions"
    state.actions_left = given(card, state)


def given(card: Card, state: State) -> int:
    """The actions of a turn: those of its card, one more or fewer on every fifth (X-13.0-a, A-57)."""
    if state.turn % 5:
        return card.actions
    return max(0, card.actions + state.on("easier") - state.on("harder"))


def coming(box: Box, state: State) -> Sequence[str]:
    """Cards that may come next (`may_come` of the present Draw Pile)."""
    return may_come(box, state.setting, state.colour, state.pile)


def may_come(box: Box, setting: Setting, colour: Colour, pile: Sequence[str]) -> Sequence[str]:
    """Cards of a pile that may come next.

    From a deck its flag cards first and last, the middle shuffled (L-3.0-f, L-5.6-b, L-5.6-c); in the
    Puree any (X-12.2-a), in the Historical Game the lowest (X-12.3-a). The order is drawn card by card,
    each equally likely, so that no state holds an order that could leak.
    """
    if setting.order == "historical":
        return pile[:1]
    if setting.order == "puree":
        return pile
    deck = box.decks[setting.kit][colour]
    first, last = deck[0], deck[-1]
    if first in pile:
        return [first]
    return [card for card in pile if card != last] or pile


def _military(ctx: Resolution, card: Card) -> None:
    for order in card.military:
        march(ctx, order)


def _political(ctx: Resolution, card: Card) -> None:
    for marker, change in card.political.items():
        ctx.move_marker(marker, change, "headline")
    if card.reaction:
        react(ctx)


def react(ctx: Resolution) -> None:
    """Reaction!: a single highest marker goes down, then a single lowest goes up (5.2)."""
    tracks = ctx.state.tracks
    highest = reigning(tracks)
    if highest is not None:
        ctx.move_marker(highest, -1, "reaction")
    values = sorted(tracks.values())
    lowest = next(marker for marker in tracks if tracks[marker] == values[0])
    raised = lowest if values[0] < values[1] else None
    if raised is not None:
        ctx.move_marker(raised, +1, "reaction")
    ctx.say(Reaction(highest, raised))


def _social(ctx: Resolution, card: Card) -> None:
    if card.journee:
        ctx.say(DisorderPlaced(already=ctx.state.disorder))
        ctx.state.disorder = True


def _special(ctx: Resolution, card: Card) -> None:
    for special in card.special:
        _carry_out(ctx, special)


def _carry_out(ctx: Resolution, special: Special) -> None:
    state = ctx.state
    match special:
        case Rotate(army):
            changes = state.boxes[army] is not None and army not in state.rotated
            ctx.say(ArmyRotated(army, rotated=True, changed=changes))
            if changes:
                # One counter can show one rotation only.
                state.conditions.pop(army, None)
                list_army(state.rotated, army)
        case Restore(army):
            ctx.say(ArmyRotated(army, rotated=False, changed=army in state.rotated))
            if army in state.rotated:
                state.rotated.remove(army)
        case Remove(army, last):
            # Units outside the game are not named (X-5.0-j); nor is a peace that won't hold.
            if army in state.boxes and not (last is True and left(ctx.box, state)):
                ctx.remove(army)
        case Grant(markers, named):
            base = ctx.box.markers[False]
            for _ in range(markers):
                wanted = base if named is UNSET else (named,)
                marker = next((id for id in wanted if state.markers.get(id) == OUT), None)
                ctx.say(LiberationGranted(marker))
                if marker is not None:
                    state.markers[marker] = HOLDING
        case Place(unit, at):
            _place(ctx, unit, at)
        case Napoleon():
            if state.setting.kit and state.napoleon == OUT:
                state.napoleon = HOLDING
                ctx.say(NapoleonMoved(None, "headline"))


def _place(ctx: Resolution, unit: Unit, at: int) -> None:
    """Put a unit of the Expansion Kit where a card says, on any unit there (X-5.0-a, X-5.0-e to X-5.0-h)."""
    state = ctx.state
    if unit not in state.boxes:
        return
    before = state.boxes[unit]
    way = ctx.box.at[unit]
    state.boxes[unit] = at
    ctx.say(UnitPlaced(unit, way[at], None if before is None else way[before]))


_PARTS: dict[Part, Callable[[Resolution, Card], None]] = {
    "military": _military,
    "political": _political,
    "social": _social,
    "special": _special,
}
