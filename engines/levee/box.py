"""A pack opened and sorted for play: look-ups that the rules need often."""

from __future__ import annotations

from collections.abc import Collection

from data.catalogue import _, retold
from data.levee.schema import (
    ARMIES,
    COLOURS,
    UNITS,
    Army,
    Border,
    Card,
    Colour,
    KitUnit,
    Pack,
    Shape,
    Space,
    Track,
    Unit,
)

PARIS = "paris"
START = 5
HOLDING = "holding"
OUT = "out"
SPENT = "spent"


class Box:
    """The components of the table, by name."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        board = pack.board
        units = board.unit or []
        self.kit = bool(units) and any(card.set == "kit" for card in pack.cards)
        """Whether the pack has the Expansion Kit."""
        tracks = {track.army: track for track in board.track}
        self.track_of: dict[Unit, Army] = {army: army for army in tracks} | {
            unit.id: unit.track for unit in units
        }
        """The track of each unit; the five have one of their own."""
        self.stationary: frozenset[Unit] = frozenset(unit.id for unit in units if unit.stationary)
        both: list[tuple[Unit, Track | KitUnit]] = [
            *((track.army, track) for track in board.track),
            *((unit.id, unit) for unit in units),
        ]
        self._pieces = dict[str, Track | KitUnit](both)
        self.letter: dict[Unit, str] = {id: piece.letter for id, piece in both}
        self.battle_value: dict[Unit, int] = {id: piece.battle_value for id, piece in both}
        self.navy: int = board.navy_battle_value
        self.disorder: int = board.disorder_battle_value
        self.marker_value: dict[str, int] = {marker.id: marker.battle_value for marker in board.liberation}
        self.markers: dict[bool, tuple[str, ...]] = {
            kit: tuple(marker.id for marker in board.liberation if kit or marker.set != "kit")
            for kit in (False, True)
        }
        """Liberation markers without and with the Expansion Kit."""
        self.space: dict[str, Space] = {space.id: space for track in board.track for space in track.space}
        self.army_of: dict[str, Army] = {
            space.id: track.army for track in board.track for space in track.space
        }
        ways = {
            army: (PARIS, *(space.id for space in sorted(track.space, key=lambda space: space.box)))
            for army, track in tracks.items()
        }
        self.at: dict[Unit, tuple[str, ...]] = {unit: ways[army] for unit, army in self.track_of.items()}
        """Ids of the six spaces of a unit's track, by box number."""
        self.on_track: dict[Army, tuple[Unit, ...]] = {
            army: tuple(unit for unit in UNITS if self.track_of.get(unit) == army) for army in tracks
        }
        """The units that come and go on each track, in the order of `UNITS`."""
        self.company: dict[Unit, tuple[Unit, ...]] = {
            unit: tuple(other for other in self.on_track[track] if other != unit)
            for unit, track in self.track_of.items()
        }
        """The other units of each unit's track."""
        self.round: tuple[str, ...] = tuple(
            space for army in ARMIES for space in self.at[army][1:] if self.space[space].shape == "round"
        )
        """Spaces that can be liberated (L-2.0-e)."""
        self.cards: dict[str, Card] = {str(card.number): card for card in pack.cards}
        self.decks: dict[bool, dict[Colour, tuple[str, ...]]] = {
            kit: {
                colour: tuple(
                    str(card.number)
                    for card in sorted(pack.cards, key=lambda card: card.number)
                    if card.deck == colour and (kit or card.set != "kit")
                )
                for colour in COLOURS
            }
            for kit in (False, True)
        }
        """Card ids of each deck, by ascending number, without and with the Expansion Kit."""
        self.military_drm: dict[str, int] = {
            id: sum(
                drm.value
                for drm in card.drm
                if drm.roll == "military" and drm.army is None and drm.space is None
            )
            for id, card in self.cards.items()
        }
        """The Military DRM printed on each card (L-6.1-a)."""

    def power(self, id: str) -> str:
        """The name of a power, by its Army or unit."""
        return retold(self._pieces[id].short)

    def army_name(self, id: str) -> str:
        """The name of an Army or a unit."""
        return retold(self._pieces[id].name)

    def units(self, kit: bool) -> tuple[Unit, ...]:
        """Units of a game without or with the Expansion Kit, in the order of `UNITS`."""
        return tuple(unit for unit in UNITS if unit in ARMIES or (kit and unit in self.track_of))

    def shape(self, army: Unit, box: int) -> Shape:
        """Shape of a box of an Army's track."""
        return "paris" if box == 0 else self.space[self.at[army][box]].shape

    def border(self, army: Unit, box: int) -> Border | None:
        """Thick border of a box of an Army's track, if any."""
        return self.pack.board.paris_border if box == 0 else self.space[self.at[army][box]].border

    def alike(self, markers: Collection[str]) -> bool:
        """Whether Liberation markers have one value, so that none need be named (A-17)."""
        return len(markers) == 1 or len({self.marker_value[marker] for marker in markers}) == 1

    def name(self, space: str) -> str:
        """A space's name for people."""
        return _("Paris") if space == PARIS else retold(self.space[space].name)
