"""Views made by hand, so that a picture can be tested without playing to it."""

from __future__ import annotations

from typing import Any

import msgspec

import data.levee
from data.levee.schema import ARMIES, COLOURS, Army, Colour, Kit
from engines.levee.view import ArmyView, DeckView, LiberatedView, LiberationView, View
from render.levee import Move

PACK = data.levee.load()
TRACKS = {track.army: track for track in PACK.board.track}


def army(power: Army, box: int | None, *, rotated: bool = False) -> ArmyView:
    """An Army in a box of its track; None is off the map."""
    value = TRACKS[power].battle_value
    if box is None:
        return ArmyView(None, None, None, None, rotated=False, battle_value=value)
    if box == 0:
        return ArmyView(0, "paris", "paris", None, rotated=rotated, battle_value=value)
    space = next(space for space in TRACKS[power].space if space.box == box)
    return ArmyView(box, space.id, space.shape, space.border, rotated=rotated, battle_value=value)


def at(
    britain: int | None, prussia: int | None, austria: int | None, *others: int | None
) -> dict[str, ArmyView]:
    """The Armies in their boxes, in the order of their names in the rules."""
    boxes = (britain, prussia, austria, *others)
    return {power: army(power, box) for power, box in zip(ARMIES, boxes, strict=True)}


def deck(colour: Colour, left: int) -> DeckView:
    """A deck that has so many cards left, with all of those that come after it."""
    later = COLOURS[COLOURS.index(colour) + 1 :]
    counts = {
        later_: sum(card.deck == later_ and card.set != "kit" for card in PACK.cards) for later_ in later
    }
    return DeckView(colour, left, {**({colour: left} if left else {}), **counts})


START = View(
    turn=1,
    phase="actions",
    headline="1",
    headline_title="The Tennis Court Oath",
    actions_left=2,
    actions_given=2,
    deck=deck("blue", 18),
    tracks={"monarchy": 3, "despotism": -1, "republic": 0},
    reigning="monarchy",
    french_army=-1,
    disorder=False,
    armies=at(5, 5, 5, 5, 5),
    liberation=LiberationView(out_of_play=2, holding=0, spent=0, spaces={}),
    options={},
    paris_fell=False,
    score=-18,
    level="Minor defeat",
)


def view(**changes: Any) -> View:
    """The start with changes."""
    return msgspec.structs.replace(START, **changes)


CROWDED = view(
    turn=17,
    headline="21",
    headline_title="The Fate of King Louis XVI",
    armies=at(0, 1, 0, 0, 0),
    disorder=True,
    tracks={"monarchy": -1, "despotism": 3, "republic": 4},
    reigning="republic",
    french_army=1,
)
CROWDED_MOVES = (
    Move("austria", "arras", "paris"),
    Move("prussia", "trier", "verdun"),
    Move("disorder", "holding", "paris"),
)

SHARED = view(
    turn=30,
    deck=deck("white", 9),
    armies=at(2, 3, 2, 3, 3) | {"prussia": army("prussia", 3, rotated=True)},
    tracks={"monarchy": 1, "despotism": 2, "republic": 2},
    reigning=None,
    liberation=LiberationView(0, 0, 0, {"brussels": LiberatedView(2, 2), "coblenz": LiberatedView(3, 2)}),
)
SHARED_MOVES = (Move("liberation", "holding", "coblenz"), Move("austria", "liege", "brussels"))

AWAY = view(
    turn=44,
    headline="59",
    headline_title="A Headline with a Very Long Title Indeed, Such as Only the Official Journal Could Print",
    deck=deck("red", 1),
    actions_left=0,
    actions_given=6,
    armies=at(None, None, 2, 4, None),
    liberation=LiberationView(0, 1, 1, {"savoy": LiberatedView(3, 2)}),
)
AWAY_MOVES = (Move("britain", "london", "out"),)

OVER = view(phase="over", paris_fell=True, deck=deck("red", 0), armies=at(1, 0, 3, 5, 1))


def unit(id: Kit, box: int, **signs: Any) -> ArmyView:
    """A unit of the Expansion Kit in a box of the track that it shares."""
    (found,) = (each for each in PACK.board.unit or () if each.id == id)
    shared = army(found.track, box)
    return msgspec.structs.replace(
        shared, battle_value=found.battle_value, stationary=found.stationary, **signs
    )


KIT = view(
    turn=52,
    headline="52",
    headline_title="The Russians in Holland",
    deck=deck("red", 8),
    era="red",
    kit=True,
    armies=at(3, 2, 2, 4, 3)
    | {
        "spain": unit("spain", 3, condition=1),
        "support": unit("support", 3),
        "korsakov": unit("korsakov", 2),
        "suvorov": unit("suvorov", 4),
        "prussia": army("prussia", 2, rotated=True),
        "britain": msgspec.structs.replace(army("britain", 3), condition=2, napoleon=True),
    },
    napoleon="britain",
)
KIT_MOVES = (Move("korsakov", "out", "brussels"), Move("austria", "liege", "brussels"))

ALL: dict[str, tuple[View, tuple[Move, ...]]] = {
    "start": (START, ()),
    "crowded": (CROWDED, CROWDED_MOVES),
    "shared": (SHARED, SHARED_MOVES),
    "away": (AWAY, AWAY_MOVES),
    "over": (OVER, ()),
    "kit": (KIT, KIT_MOVES),
}
