"""Positions of *Levée en Masse* in two lines, so that a test reads given, when, then.

    position().army("austria", 3).tracks(m=3, d=0, r=2).play("military austria", faces=[4]).boxes["austria"]

Unless a test says otherwise, every Army is in box 5, the three markers are in 0, Paris is in order, no
Liberation marker has been granted, and it is the second turn of the blue deck. Every card is plain: it
does nothing and gives three actions. So each effect in a test is one that the test asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from data.levee.faults import NUMBERS
from data.levee.pack import load
from data.levee.schema import (
    ARMIES,
    COLOURS,
    Army,
    Border,
    Card,
    Colour,
    Drm,
    Kit,
    KitUnit,
    Liberation,
    March,
    Marker,
    Pack,
    Part,
    Special,
    Unit,
)
from engines.core.contract import Odds, Outcome
from engines.core.dice import Dice, Draw
from engines.core.errors import IllegalAction
from engines.core.events import Event, Roll
from engines.levee.box import HOLDING, OUT, SPENT, START
from engines.levee.reveal import DECK
from engines.levee.scenario import SETTINGS
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from engines.levee.view import View

FROZEN = Path(__file__).parent / "pack"
"""A whole pack as it once was, so that tests don't move with the tuning of the base pack."""
VALUES: Mapping[Unit, int] = {"britain": 3, "prussia": 4, "austria": 4, "piedmont": 3, "vendee": 3}
"""Battle Values that the tests are written with; those of Britain are the rulebook's."""
KIT_UNITS: Mapping[Kit, tuple[Army, str, int]] = {
    "spain": ("vendee", "Spain", 3),
    "suvorov": ("piedmont", "Suvorov", 5),
    "korsakov": ("austria", "Korsakov", 4),
    "support": ("vendee", "Support", 3),
}
"""Track, name and Battle Value of the kit's units as the tests have them."""

E = TypeVar("E", bound=Event)


@cache
def frozen() -> Pack:
    """The frozen pack as it stands, cards and all."""
    return load(FROZEN)


@cache
def plain() -> Pack:
    """The frozen pack with the Battle Values of the tests and 48 plain cards of the same numbers."""
    pack = frozen()
    tracks = [msgspec.structs.replace(track, battle_value=VALUES[track.army]) for track in pack.board.track]
    markers = [msgspec.structs.replace(marker, battle_value=2) for marker in pack.board.liberation]
    board = msgspec.structs.replace(
        pack.board, track=tracks, liberation=markers, navy_battle_value=4, disorder_battle_value=3
    )
    cards = [
        card(number=old.number, deck=old.deck, flag=old.flag, title=f"Headline {old.number}")
        for old in pack.cards
    ]
    return msgspec.structs.replace(pack, board=board, cards=cards)


@cache
def plain_kit() -> Pack:
    """The plain pack with the Expansion Kit: its units, its Liberation marker and its cards, plain too."""
    pack = plain()
    units = [
        KitUnit(
            id=id,
            track=track,
            name=f"{short} Army",
            short=short,
            letter=short[:2],
            battle_value=value,
            stationary=id != "spain",
            source={},
        )
        for id, (track, short, value) in KIT_UNITS.items()
    ]
    third = Liberation(id="liberation-3", battle_value=2, set="kit", source={})
    board = msgspec.structs.replace(pack.board, unit=units, liberation=[*pack.board.liberation, third])
    numbers = {old.number for old in pack.cards}
    added = [
        msgspec.structs.replace(card(number=number, deck=deck, title=f"Headline {number}"), set="kit")
        for deck, span in NUMBERS.items()
        for number in span
        if number not in numbers
    ]
    cards = sorted([*pack.cards, *added], key=lambda card: card.number)
    return msgspec.structs.replace(pack, board=board, cards=cards)


def card(
    *orders: tuple[Unit, int],
    actions: int = 3,
    political: Mapping[Marker, int] | None = None,
    reaction: bool = False,
    journee: bool = False,
    military_drm: int = 0,
    drm: Sequence[Drm] = (),
    special: Sequence[Special] = (),
    order: list[Part] | UnsetType = UNSET,
    number: int = 0,
    deck: Colour = "blue",
    flag: bool = False,
    title: str = "A headline",
    text: str = "What happened.",
) -> Card:
    """A card for a test: `card(("austria", 1), actions=2)`; number and deck are set where it is put."""
    own = [Drm("military", military_drm)] if military_drm else []
    return Card(
        number=number,
        deck=deck,
        flag=flag,
        title=title,
        date="1793",
        text=text,
        military=[March(army, boxes) for army, boxes in orders],
        political=dict(political or {}),
        reaction=reaction,
        journee=journee,
        drm=[*own, *drm],
        special=list(special),
        order=order,
        actions=actions,
        source={},
    )


class Result:
    """A state, what has just happened on the way to it, and what can be done from it.

    :ivar events: events of the last `play`.
    :ivar draws: dice and cards of the last `play`.
    """

    def __init__(
        self, title: Levee, state: State, events: Sequence[Event] = (), draws: Sequence[Draw] = ()
    ) -> None:
        self.title = title
        self.state = state
        self.events = list(events)
        self.draws = list(draws)

    def play(self, *actions: str, faces: Iterable[int] = ()) -> Result:
        """Take actions one by one; exactly these faces must be rolled, no more and no fewer."""
        dice = self._dice(faces)
        state, events = self.state, list[Event]()
        for action in actions:
            step = self.title.apply(state, SEAT, self.title.parse(state, action), dice)
            state = step.state
            events += step.events
        left, _ = dice.pending()
        assert not left, f"faces {list(left)} were not rolled"
        return Result(self.title, state, events, dice.take())

    def refused(self, action: str) -> IllegalAction:
        """The refusal of an action; it costs nothing, rolls nothing, changes nothing."""
        before = msgspec.json.encode(self.state)
        dice = self._dice([6])
        assert action not in self.legal, f"{action} is offered"
        with pytest.raises(IllegalAction) as refusal:
            self.title.apply(self.state, SEAT, self.title.parse(self.state, action), dice)
        assert not dice.draws
        assert msgspec.json.encode(self.state) == before
        return refusal.value

    def _dice(self, faces: Iterable[int]) -> Dice:
        """Dice without a seed: a roll that the test did not foresee is an error."""
        dice = Dice(None)
        dice.feed(faces)
        setting = self.state.setting
        decks = self.title.box.decks[setting.kit]
        following = COLOURS[COLOURS.index(self.state.colour) + 1 :] if setting.order == "decks" else ()
        dice.stack(DECK, [*self.state.pile, *(id for colour in following for id in decks[colour])])
        return dice

    @property
    def legal(self) -> list[str]:
        """Notations of the legal actions."""
        return [self.title.notation(action) for action in self.title.legal_actions(self.state, SEAT)]

    def odds(self, action: str) -> Odds | None:
        """The odds of an action given in its notation."""
        return self.title.odds(self.state, self.title.parse(self.state, action))

    def of(self, type_: type[E]) -> list[E]:
        """Events of one type."""
        return [event for event in self.events if isinstance(event, type_)]

    @property
    def kinds(self) -> list[str]:
        """Tags of the events, in order."""
        return [str(type(event).__struct_config__.tag) for event in self.events]

    @property
    def rolls(self) -> list[Roll]:
        return self.of(Roll)

    @property
    def view(self) -> View:
        return self.title.view(self.state, None)

    @property
    def outcome(self) -> Outcome | None:
        return self.title.outcome(self.state)

    @property
    def boxes(self) -> dict[Unit, int | None]:
        return self.state.boxes

    @property
    def mdr(self) -> tuple[int, int, int]:
        """Boxes of Monarchy, Despotism and Republic."""
        tracks = self.state.tracks
        return tracks["monarchy"], tracks["despotism"], tracks["republic"]

    @property
    def liberated(self) -> set[str]:
        """Spaces that hold a Liberation marker."""
        return set(self.view.liberation.spaces)

    @property
    def held(self) -> int:
        """Liberation markers in the Holding Box."""
        return self.view.liberation.holding


class Position:
    """What lies on the table before the test's action; each method returns a new position."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._colour: Colour = "blue"
        self._left: int | None = None
        self._card: Card | None = None
        self._next: list[Card] = []
        self._actions: int | None = None
        self._boxes: dict[Unit, int | None] = dict.fromkeys(ARMIES, START)
        self._tracks: dict[Marker, int] = {"monarchy": 0, "despotism": 0, "republic": 0}
        self._places: list[str] = []
        self._fields: dict[str, Any] = {}
        self._options: dict[str, bool] = {}
        self._scenario = "base"

    def army(self, army: Unit, box: int) -> Position:
        """A unit in a box of its track."""
        return self._with(boxes=self._boxes | {army: box})

    def scenario(self, scenario: str) -> Position:
        """Another scenario; the units of the kit are off the map unless they were put there."""
        return self._with(scenario=scenario)

    def napoleon(self, place: str) -> Position:
        """Napoleon in the Holding Box or with a unit."""
        return self._with(fields=self._fields | {"napoleon": place})

    def condition(self, army: Unit, condition: int) -> Position:
        """A Disorganized (1) or Routed (2) Army."""
        conditions = self._fields.get("conditions", {}) | {army: condition}
        return self._with(fields=self._fields | {"conditions": conditions})

    def off(self, *armies: Unit) -> Position:
        """Armies that have been removed from the map."""
        return self._with(boxes=self._boxes | dict.fromkeys(armies))

    def rotated(self, *armies: Unit) -> Position:
        """Armies turned 180 degrees."""
        return self._with(fields=self._fields | {"rotated": list(armies)})

    def stormed(self, *armies: Unit) -> Position:
        """Armies whose free attack To the Barricades! was made this turn."""
        return self._with(fields=self._fields | {"stormed": list(armies)})

    def rallied(self, *armies: Unit) -> Position:
        """Armies attacked in the Spirit of '89 this turn."""
        return self._with(fields=self._fields | {"rallied": list(armies)})

    def tracks(self, m: int, d: int, r: int) -> Position:
        """Boxes of the political markers."""
        return self._with(tracks={"monarchy": m, "despotism": d, "republic": r})

    def disorder(self) -> Position:
        """The Disorder marker in Paris."""
        return self._with(fields=self._fields | {"disorder": True})

    def holding(self, count: int = 1) -> Position:
        """So many Liberation markers in the Holding Box."""
        return self._with(places=[*self._places, *[HOLDING] * count])

    def liberated(self, *spaces: str) -> Position:
        """A Liberation marker in each of these spaces."""
        return self._with(places=[*self._places, *spaces])

    def spent(self, count: int = 1) -> Position:
        """So many Liberation markers given up for good."""
        return self._with(places=[*self._places, *[SPENT] * count])

    def deck(self, colour: Colour, left: int | None = None) -> Position:
        """The Draw Pile: its last `left` cards; the Current Event is the one before them."""
        return self._with(colour=colour, left=left)

    def card(self, card: Card) -> Position:
        """The Current Event: its modifiers and actions are in force, its other parts are over."""
        return self._with(card=card)

    def next(self, *cards: Card) -> Position:
        """The cards that come next, in this order."""
        return self._with(next=[*self._next, *cards])

    def actions(self, left: int) -> Position:
        """Actions left this turn; otherwise all that the Current Event gives."""
        return self._with(actions=left)

    def option(self, *options: str) -> Position:
        """Optional rules switched on."""
        return self._with(options=self._options | dict.fromkeys(options, True))

    def values(
        self, *, liberation: Sequence[int] = (), navy: int = 0, disorder: int = 0, **armies: int
    ) -> Position:
        """Other Battle Values; one for each Liberation marker."""
        board = self._pack.board
        replace = msgspec.structs.replace
        track = [replace(old, battle_value=armies.get(old.army, old.battle_value)) for old in board.track]
        markers = [
            replace(old, battle_value=value)
            for old, value in zip(board.liberation, liberation or [2] * len(board.liberation), strict=True)
        ]
        return self._board(
            track=track,
            liberation=markers,
            navy_battle_value=navy or board.navy_battle_value,
            disorder_battle_value=disorder or board.disorder_battle_value,
        )

    def border(self, space: str, border: Border | None) -> Position:
        """Another border for a space, `paris` included."""
        if space == "paris":
            return self._board(paris_border=border)
        replace = msgspec.structs.replace
        return self._board(
            track=[
                replace(
                    track,
                    space=[replace(old, border=border) if old.id == space else old for old in track.space],
                )
                for track in self._pack.board.track
            ]
        )

    def _board(self, **fields: Any) -> Position:
        board = msgspec.structs.replace(self._pack.board, **fields)
        return self._with(pack=msgspec.structs.replace(self._pack, board=board))

    def _with(self, **fields: Any) -> Position:
        new = copy(self)
        vars(new).update({f"_{name}": value for name, value in fields.items()})
        return new

    def start(self) -> Result:
        """The position, ready to play from."""
        setting = SETTINGS[self._scenario]
        order = [
            card
            for colour in COLOURS
            for card in self._pack.cards
            if card.deck == colour and (setting.kit or card.set != "kit")
        ]
        deck = [card for card in order if card.deck == self._colour]
        left = len(deck) - 2 if self._left is None else self._left
        here = order.index(deck[len(deck) - left - 1])
        put = dict(enumerate(self._next, start=here + 1))
        if self._card is not None:
            put[here] = self._card
        for index, new in put.items():
            old = order[index]
            order[index] = msgspec.structs.replace(
                new, number=old.number, deck=old.deck, flag=old.flag, set=old.set
            )
        title = Levee(msgspec.structs.replace(self._pack, cards=order))
        pile = deck[len(deck) - left :] if setting.order == "decks" else order[here + 1 :]
        event = order[here]
        markers = dict.fromkeys(title.box.markers[setting.kit], OUT)
        assert len(self._places) <= len(markers), "more Liberation markers than the box has"
        markers.update(zip(markers, self._places, strict=False))
        state = State(
            scenario=self._scenario,
            options=title.chosen(self._options),
            turn=here + 1,
            phase="actions",
            colour=self._colour,
            pile=[str(card.number) for card in pile],
            headline=str(event.number),
            actions_left=event.actions if self._actions is None else self._actions,
            tracks=dict(self._tracks),
            french_army=0,
            **{"disorder": False, "rotated": [], "stormed": [], "rallied": [], **self._fields},
            boxes={unit: self._boxes.get(unit) for unit in title.box.units(setting.kit)},
            markers=markers,
            paris_fell=False,
        )
        return Result(title, with_french_army(title, state))

    def play(self, *actions: str, faces: Iterable[int] = ()) -> Result:
        """Take actions from here; exactly these faces must be rolled."""
        return self.start().play(*actions, faces=faces)

    def reveal(self, card: Card, faces: Iterable[int] = ()) -> Result:
        """End the turn, Housekeeping included, and carry out this card as the next."""
        return self.next(card).play("end", faces=faces)

    def refused(self, action: str) -> IllegalAction:
        """The refusal of an action here."""
        return self.start().refused(action)

    @property
    def legal(self) -> list[str]:
        """Notations of the legal actions here."""
        return self.start().legal


def with_french_army(title: Levee, state: State) -> State:
    """The state with the French Army where the Current Event and the government put it."""
    event = title.box.military_drm[state.headline]
    tracks = state.tracks
    others = {marker: max(tracks[other] for other in tracks if other != marker) for marker in tracks}
    government = (tracks["republic"] > others["republic"]) - (tracks["monarchy"] > others["monarchy"])
    state = state.copy()
    state.french_army = max(-2, min(2, event + government))
    return state


def position(pack: Pack | None = None) -> Position:
    """A quiet position to start from; `pack` in place of the plain one."""
    return Position(pack or plain())


def with_kit(scenario: str = "extended") -> Position:
    """A quiet position of the Extended Game."""
    return Position(plain_kit()).scenario(scenario)


def with_card(pack: Pack, new: Card) -> Pack:
    """The pack with a card in place of the one of that number; deck and flag are the card's own."""
    cards = [new if old.number == new.number else old for old in pack.cards]
    return msgspec.structs.replace(pack, cards=cards)
