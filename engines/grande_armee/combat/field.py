"""A field of battle: the position with the supply that was spent, and the strengths that follow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee import actions
from engines.grande_armee.box import ENEMY, Crossing
from engines.grande_armee.combat import odds
from engines.grande_armee.combat.attack import Attack, Spent, crossing
from engines.grande_armee.combat.odds import Defended, Fighter, Odds, strength
from engines.grande_armee.position import Position, UnitId


class Field(msgspec.Struct, frozen=True):
    """Where battles are fought.

    :ivar spent: supply units that were spent for battle, by whichever side.
    :ivar first: units of an over-full Fortress that its owner supplies first (A-71).
    """

    position: Position
    spent: Mapping[UnitId, Spent]
    first: tuple[UnitId, ...] = ()

    def feeders(self, hex: Hex, side: Side) -> list[UnitId]:
        """The spent supply units that serve a side's units on a hex, gone or not (A-64, A-65, A-122)."""
        return [id for id, spent in self.spent.items() if spent.side == side and spent.serves(hex)]

    def fighters(self, units: Iterable[UnitId], *, fed: bool = False) -> tuple[Fighter, ...]:
        """Units as they fight, hex by hex in supply or not (G-COM-D-2, G-FOR-B-1).

        :param fed: whether all are in supply at no cost (G-COM-L-2).
        """
        by_hex: dict[Hex, list[UnitId]] = {}
        for id in units:
            by_hex.setdefault(self.position.pieces[id].hex, []).append(id)
        return tuple(fighter for hex, ids in by_hex.items() for fighter in self._on(hex, ids, fed=fed))

    def hungry(self, units: Iterable[UnitId]) -> list[UnitId]:
        """The units that fight at half strength, for want of supply: 1 is not halved (G-COM-D-1)."""
        by_hex = sorted(units, key=lambda id: self.position.pieces[id].hex)
        pairs = zip(by_hex, self.fighters(by_hex), strict=True)
        return [id for id, each in pairs if strength(each.kind, supplied=each.supplied) < each.kind.strength]

    def odds(self, attack: Attack, *, fed: bool = False) -> Odds:
        """How an attack stands now (G-COM-I-1).

        :param fed: whether the defenders are in supply at no cost (G-COM-L-2).
        """
        return Odds(self.attacking(attack), self.defending(attack, fed=fed))

    def attack(self, side: Side, action: actions.Attack | actions.Eliminate) -> Attack:
        """The attack that an action declares, or the one whose odds an elimination needs."""
        pieces = self.position.pieces
        return Attack(
            side=side,
            targets=action.targets,
            units=action.units,
            leaders=action.leaders,
            stands=tuple(sorted({pieces[id].hex for id in action.units})),
        )

    def attacking(self, attack: Attack) -> int:
        """The total of an attack (G-COM-G-1); a leader who is disrupted gives nothing (G-DIS-A-3)."""
        pieces = self.position.pieces
        leaders = [self.position.kind(id) for id in attack.leaders if pieces[id].disrupted is None]
        return odds.attack_total(self.fighters(attack.units), leaders)

    def defending(self, attack: Attack, *, fed: bool = False) -> int:
        """The total of what is attacked, hex by hex (G-COM-G-2, G-FOR-F-4)."""
        side = ENEMY[attack.side]
        return odds.defence_total(
            Defended(self.fighters(self.position.stack(hex, side), fed=fed), self.position.box.factor(hex))
            for hex in attack.targets
        )

    def printed(self, attack: Attack) -> Odds:
        """The attack against the printed strength of its targets, all hexes of a sortie together (A-33)."""
        side = ENEMY[attack.side]
        return Odds(
            self.attacking(attack),
            sum(
                odds.printed(self.position.kind(id) for id in self.position.stack(hex, side))
                for hex in attack.targets
            ),
        )

    def defenders(self, attack: Attack) -> list[UnitId]:
        """Everything on the hexes attacked (G-CRT-4)."""
        side = ENEMY[attack.side]
        return [id for hex in attack.targets for id in self.position.stack(hex, side)]

    def hurt(self, attack: Attack) -> set[bool]:
        """Whether the defenders are disrupted; both, where some of them are."""
        return {self.position.pieces[id].disrupted is not None for id in self.defenders(attack)}

    def drowned(self, attack: Attack, odds: Odds) -> bool:
        """Whether an unbridged river decides it: Ae without a die (G-COM-J-1, A-39)."""
        box = self.position.box
        over = crossing(box, attack.stands, attack.targets) is Crossing.RIVER
        return over and not odds.at_least(box.figures.river)

    def _on(self, hex: Hex, units: Collection[UnitId], *, fed: bool) -> Iterator[Fighter]:
        position = self.position
        side = position.kind(next(iter(units))).side
        supplied = set(units)
        if not fed and not self.feeders(hex, side):
            supplied = self._free(units) if hex in position.box.fortress else set()
        for id in units:
            yield Fighter(position.kind(id), id in supplied, position.pieces[id].disrupted is not None)

    def _free(self, units: Collection[UnitId]) -> set[UnitId]:
        """The units that a Fortress supplies: those that its owner named, then the best total (A-71)."""
        position = self.position
        room = position.box.figures.fortress
        troops = [id for id in units if position.kind(id).combat] or list(units)
        chosen: set[UnitId] = set()
        for id in self.first:
            if id in troops and position.kind(id).strength <= room:
                room -= position.kind(id).strength
                chosen.add(id)
        rest = [id for id in troops if id not in chosen]
        return chosen | {rest[place] for place in odds.fed_free([position.kind(id) for id in rest], room)}
