"""Load and check a *Levée en Masse* pack.

A pack is a folder with `pack.toml` and with `board.toml`, `cards.toml` or both; the one that is left
out is taken from the base pack, so that a server's own deck needs no map of its own.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec
from msgspec import UNSET, UnsetType

from data.about import ABOUT, read_about
from data.catalogue import _
from data.levee import faults as rules
from data.levee.schema import About, Board, Card, KitUnit, Liberation, Pack, Space, Track
from data.library import Library
from data.load import Entries, Spot, convert, digest, label, links_in, read, tables
from data.schema import Fault

BOARD, CARDS = "board.toml", "cards.toml"

UNPLAYED = frozenset({"source", "text", "date", "at"})
"""Fields that no rule reads: a corrected sentence must not separate a pack from its running campaigns."""


def _read(folder: Traversable, own: bool, faults: list[Fault]) -> Pack | None:
    names = {ABOUT, BOARD, CARDS}
    if own:
        if linked := links_in(folder, (ABOUT, BOARD, CARDS)):
            faults.extend(linked)
            return None
        names = {entry.name for entry in folder.iterdir()}
        if BOARD not in names and CARDS not in names:
            faults.append(
                Fault(CARDS, "", "", _("expected {cards}, {board} or both", cards=CARDS, board=BOARD))
            )
    about = read_about(folder, About, faults)
    board = _board(folder if BOARD in names else LIBRARY.base_folder, faults)
    cards = _cards(folder if CARDS in names else LIBRARY.base_folder, board, faults)
    if faults or about is None or board is None or cards is None:
        return None
    cards = sorted(cards, key=lambda card: card.number)
    return Pack(about, board, cards, digest({"board": board, "cards": cards}, UNPLAYED))


LIBRARY = Library("data.levee", _read)
load, check = LIBRARY.load, LIBRARY.check


def _board(folder: Traversable, faults: list[Fault]) -> Board | None:
    table = read(folder, BOARD, faults)
    if table is None:
        return None
    before = len(faults)
    head = convert({**table, "track": [], "liberation": [], "unit": []}, Board, Spot(BOARD), faults)
    if head is not None:
        rules.check_board_head(head, BOARD, faults)
    markers = Entries(table, "liberation", Liberation, key="id", spot=Spot(BOARD), faults=faults)
    for marker in markers.read:
        rules.check_liberation(marker, BOARD, faults)
    if markers.whole:
        rules.check_markers(markers.read, BOARD, faults)
    listed = tables(table, "track", Spot(BOARD), faults)
    read_ = [_track(item, label("track", item, "army", index), faults) for index, item in enumerate(listed)]
    tracks = [track for track in read_ if track is not None]
    rules.check_tracks(tracks, BOARD, faults, whole=len(tracks) == len(listed))
    units: list[KitUnit] | UnsetType = UNSET
    if "unit" in table:
        entries = Entries(table, "unit", KitUnit, key="id", spot=Spot(BOARD), faults=faults)
        units = entries.read
        for unit in units:
            rules.check_unit(unit, BOARD, faults)
        rules.check_units(units, tracks, BOARD, faults, whole=entries.whole)
    if head is None or len(faults) > before:
        return None
    return msgspec.structs.replace(head, track=tracks, liberation=markers.read, unit=units)


def _track(item: object, entry: str, faults: list[Fault]) -> Track | None:
    spot = Spot(BOARD, entry)
    if not isinstance(item, dict):
        return convert(item, Track, spot, faults)
    spaces = Entries(item, "space", Space, key="id", spot=spot, faults=faults)
    for space in spaces.read:
        rules.check_space(space, BOARD, faults)
    track = convert({**item, "space": []}, Track, spot, faults)
    if track is None:
        return None
    track = msgspec.structs.replace(track, space=spaces.read)
    rules.check_track(track, BOARD, faults, whole=spaces.whole)
    return track


def _cards(folder: Traversable, board: Board | None, faults: list[Fault]) -> list[Card] | None:
    table = read(folder, CARDS, faults)
    if table is None:
        return None
    before = len(faults)
    faults.extend(
        Spot(CARDS).part(str(name)).fault("expected [[card]] only") for name in table if name != "card"
    )
    cards = Entries(table, "card", Card, key="number", spot=Spot(CARDS), faults=faults)
    for card in cards.read:
        rules.check_card(card, CARDS, faults, board)
    rules.check_deck(cards.read, CARDS, faults, whole=cards.whole)
    return None if len(faults) > before else cards.read
