"""A pack opened and sorted for play: look-ups that the rules ask for again and again."""

from __future__ import annotations

from data.levee.schema import ARMIES, COLOURS, Army, Border, Card, Colour, Pack, Shape, Space

PARIS = "paris"
START = 5
HOLDING = "holding"
OUT = "out"
SPENT = "spent"


class Box:
    """What lies on the table, by name."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        board = pack.board
        self.power: dict[Army, str] = {track.army: track.short for track in board.track}
        self.army_name: dict[Army, str] = {track.army: track.name for track in board.track}
        self.battle_value: dict[Army, int] = {track.army: track.battle_value for track in board.track}
        self.navy: int = board.navy_battle_value
        self.disorder: int = board.disorder_battle_value
        self.marker_value: dict[str, int] = {marker.id: marker.battle_value for marker in board.liberation}
        self.space: dict[str, Space] = {space.id: space for track in board.track for space in track.space}
        self.army_of: dict[str, Army] = {
            space.id: track.army for track in board.track for space in track.space
        }
        self.at: dict[Army, tuple[str, ...]] = {
            track.army: (PARIS, *(space.id for space in sorted(track.space, key=lambda space: space.box)))
            for track in board.track
        }
        """Ids of the six spaces of an Army's track, by box number."""
        self.round: tuple[str, ...] = tuple(
            space for army in ARMIES for space in self.at[army][1:] if self.space[space].shape == "round"
        )
        """Spaces that can be liberated (L-2.0-e)."""
        self.cards: dict[str, Card] = {str(card.number): card for card in pack.cards}
        self.deck: dict[Colour, tuple[str, ...]] = {
            colour: tuple(
                str(card.number)
                for card in sorted(pack.cards, key=lambda card: card.number)
                if card.deck == colour
            )
            for colour in COLOURS
        }
        """Card ids of each deck, by ascending number."""
        self.military_drm: dict[str, int] = {
            id: sum(
                drm.value
                for drm in card.drm
                if drm.roll == "military" and drm.army is None and drm.space is None
            )
            for id, card in self.cards.items()
        }
        """The Military DRM printed on each card (L-6.1-a)."""

    def shape(self, army: Army, box: int) -> Shape:
        """Shape of a box of an Army's track."""
        return "paris" if box == 0 else self.space[self.at[army][box]].shape

    def border(self, army: Army, box: int) -> Border | None:
        """Thick border of a box of an Army's track, if any."""
        return self.pack.board.paris_border if box == 0 else self.space[self.at[army][box]].border

    def name(self, space: str) -> str:
        """A space's name for people."""
        return "Paris" if space == PARIS else self.space[space].name
