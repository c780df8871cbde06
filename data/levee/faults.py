"""Checks of a decoded *Levée en Masse* pack: every rule here adds a Fault."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec import UNSET

from data.catalogue import _
from data.faults import Faults, repeated
from data.levee.schema import (
    ARMIES,
    COLOURS,
    KIT,
    PARTS,
    Board,
    Card,
    Colour,
    Drm,
    Grant,
    KitUnit,
    Liberation,
    Place,
    Remove,
    Space,
    Track,
    Unit,
)
from data.schema import Fault

NUMBERS: dict[Colour, range] = {"blue": range(1, 22), "white": range(22, 46), "red": range(46, 61)}
"""Card numbers of each deck (F-11)."""
RESERVED = ("paris", "holding", "out", "spent")
"""Words that an action or a state uses beside the ids of spaces."""


def check_board_head(board: Board, file: str, into: list[Fault]) -> None:
    """The board's own fields, without tracks and markers."""
    faults = Faults(file, "", into)
    faults.place(board.paris, "paris")
    faults.within(board.navy_battle_value, 1, 5, "navy_battle_value")
    faults.within(board.disorder_battle_value, 1, 5, "disorder_battle_value")
    faults.source(board.source, Board)


def check_liberation(marker: Liberation, file: str, into: list[Fault]) -> None:
    """One Liberation marker; values from 1 to 5 keep A-04 without consequence."""
    faults = Faults(file, f"liberation {marker.id}", into)
    faults.id(marker.id, "id")
    faults.within(marker.battle_value, 1, 5, "battle_value")
    faults.source(marker.source, Liberation)


def check_space(space: Space, file: str, into: list[Fault]) -> None:
    """One space by itself."""
    faults = Faults(file, f"space {space.id}", into)
    faults.id(space.id, "id")
    faults.unless(
        space.id not in RESERVED, "id", _("expected another id than {reserved}", reserved=", ".join(RESERVED))
    )
    faults.words(space.name, "name", 40)
    faults.within(space.box, 1, 5, "box")
    if space.box == 5:
        faults.unless(space.shape == "start", "shape", _("expected start: box 5 is the starting space"))
    else:
        faults.unless(space.shape in ("round", "square"), "shape", _("expected round or square"))
    bordered = space.border is None or space.shape == "square"
    faults.unless(bordered, "border", _("expected a border on a square space only (9.3 step 7)"))
    faults.place(space.at, "at")
    faults.source(space.source, Space)


def check_track(track: Track, file: str, into: list[Fault], whole: bool) -> None:
    """One track; its boxes are counted when every space could be read (`whole`)."""
    faults = Faults(file, f"track {track.army}", into)
    faults.words(track.name, "name", 40)
    faults.words(track.short, "short", 20)
    faults.words(track.letter, "letter", 2)
    faults.within(track.battle_value, 1, 5, "battle_value")
    faults.source(track.source, Track)
    if whole:
        boxes = sorted((space.box for space in track.space), reverse=True)
        faults.unless(
            boxes == [5, 4, 3, 2, 1],
            "space",
            _("expected boxes 5 to 1 once each, found {boxes}", boxes=boxes),
        )


def check_tracks(tracks: Sequence[Track], file: str, into: list[Fault], whole: bool) -> None:
    """Check the tracks together."""
    faults = Faults(file, "", into)
    if whole:
        armies = sorted(track.army for track in tracks)
        expected = _("expected one track each for {armies}", armies=", ".join(ARMIES))
        faults.unless(armies == sorted(ARMIES), "track", expected)
    for id in repeated(space.id for track in tracks for space in track.space):
        Faults(file, f"space {id}", into).unless(False, "id", _("expected an id of its own"))
    for letter in repeated(track.letter for track in tracks):
        faults.unless(
            False,
            "track",
            _("expected a letter of its own for each Army, found {letter!r} twice", letter=letter),
        )


def check_unit(unit: KitUnit, file: str, into: list[Fault]) -> None:
    """One unit of the Expansion Kit."""
    faults = Faults(file, f"unit {unit.id}", into)
    faults.words(unit.name, "name", 40)
    faults.words(unit.short, "short", 20)
    faults.words(unit.letter, "letter", 2)
    faults.within(unit.battle_value, 1, 5, "battle_value")
    faults.source(unit.source, KitUnit)


def check_units(
    units: Sequence[KitUnit], tracks: Sequence[Track], file: str, into: list[Fault], whole: bool
) -> None:
    """Check the units of the Expansion Kit together."""
    for id in repeated(unit.id for unit in units):
        Faults(file, f"unit {id}", into).unless(False, "id", _("expected an id of its own"))
    for letter in repeated([*(track.letter for track in tracks), *(unit.letter for unit in units)]):
        Faults(file, "", into).unless(
            False,
            "unit",
            _("expected a letter of its own for each unit, found {letter!r} twice", letter=letter),
        )
    if whole and units:
        expected = _(
            "expected all units of the Expansion Kit or none, found {found} of {all}",
            found=len(units),
            all=len(KIT),
        )
        Faults(file, "", into).unless(len(units) == len(KIT), "unit", expected)


def check_markers(markers: Sequence[Liberation], file: str, into: list[Fault]) -> None:
    """Check the Liberation markers together."""
    Faults(file, "", into).unless(1 <= len(markers) <= 9, "liberation", "expected 1 to 9 markers")
    for id in repeated(marker.id for marker in markers):
        Faults(file, f"liberation {id}", into).unless(False, "id", _("expected an id of its own"))


def check_card(card: Card, file: str, into: list[Fault], board: Board | None) -> None:
    """One card by itself and with the board, None where that could not be read."""
    spaces = None if board is None else {space.id for track in board.track for space in track.space}
    faults = Faults(file, f"card {card.number}", into)
    numbers = NUMBERS[card.deck]
    expected = _(
        "expected {first} to {last} in the {deck} deck, found {found}",
        first=numbers[0],
        last=numbers[-1],
        deck=card.deck,
        found=card.number,
    )
    faults.unless(card.number in numbers, "number", expected)
    faults.words(card.title, "title", 60)
    faults.words(card.date, "date", 40)
    faults.words(card.text, "text", 400)
    faults.within(card.actions, 0, 6, "actions")
    for index, march in enumerate(card.military):
        faults.change(march.boxes, f"military[{index}].boxes")
        _check_there(march.army, f"military[{index}].army", faults, board)
    for army in repeated(march.army for march in card.military):
        faults.unless(False, "military", _("expected one order for {army}", army=army))
    for marker, value in card.political.items():
        faults.change(value, f"political.{marker}")
    for index, drm in enumerate(card.drm):
        _check_drm(drm, f"drm[{index}]", faults, spaces)
    for index, special in enumerate(card.special):
        if isinstance(special, Grant):
            faults.within(special.markers, 1, 9, f"special[{index}].markers")
        elif isinstance(special, Place):
            faults.within(special.box, 1, 5, f"special[{index}].box")
            _check_there(special.unit, f"special[{index}].unit", faults, board)
        elif isinstance(special, Remove):
            _check_there(special.army, f"special[{index}].army", faults, board)
    if card.order is not UNSET:
        expected = _("expected {parts} once each, in any order", parts=", ".join(PARTS))
        faults.unless(sorted(card.order) == sorted(PARTS), "order", expected)
    faults.source(card.source, Card, card)


def _check_there(unit: Unit, field: str, faults: Faults, board: Board | None) -> None:
    """A card names only units of the board; units of the kit may be in it or not."""
    if board is not None:
        units = {*ARMIES, *(kit.id for kit in board.unit or ())}
        faults.unless(
            unit in units,
            field,
            _("expected {there}, found {unit}", there=", ".join(sorted(units)), unit=unit),
        )


def _check_drm(drm: Drm, field: str, faults: Faults, spaces: Container[str] | None) -> None:
    faults.change(drm.value, f"{field}.value")
    targets = sum(target is not None for target in (drm.army, drm.space, drm.marker))
    faults.unless(targets <= 1, field, _("expected at most one of army, space and marker"))
    fits = drm.army is None or drm.roll == "military"
    faults.unless(fits, f"{field}.army", _("expected with military only"))
    fits = drm.marker is None or drm.roll == "political"
    faults.unless(fits, f"{field}.marker", _("expected with political only"))
    if drm.space is not None:
        fits = drm.roll in ("military", "liberation")
        faults.unless(fits, f"{field}.space", _("expected with military or liberation only"))
        known = spaces is None or drm.space in spaces
        faults.unless(
            known, f"{field}.space", _("expected a space of the board, found {space!r}", space=drm.space)
        )


def check_deck(cards: Sequence[Card], file: str, into: list[Fault], whole: bool) -> None:
    """Check the cards together; flags are counted when every card could be read."""
    for number in repeated(card.number for card in cards):
        Faults(file, f"card {number}", into).unless(False, "number", _("expected a number of its own"))
    if not whole:
        return
    for colour in COLOURS:
        deck = sorted(card.number for card in cards if card.deck == colour)
        flags = sorted(card.number for card in cards if card.deck == colour and card.flag)
        faults = Faults(file, f"{colour} deck", into)
        faults.unless(len(deck) >= 2, "", _("expected at least a first and a last card"))
        if len(deck) >= 2:
            expected = _(
                "expected the flag on cards {first} and {last} only, found {flags}",
                first=deck[0],
                last=deck[-1],
                flags=flags,
            )
            faults.unless(flags == [deck[0], deck[-1]], "flag", expected)
