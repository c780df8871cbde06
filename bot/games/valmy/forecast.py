"""Exact odds of *The Valmy Campaign* for one volley, one charge or one melee, every term with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from bot.games.valmy.ways import Ways
from bot.games.wording import percent, signed
from data.valmy.tables import Side
from engines.valmy.box import enemy
from engines.valmy.combat.board import battle_of, board_of, standing
from engines.valmy.combat.charges import riders
from engines.valmy.combat.fire import column as fire_column
from engines.valmy.combat.fire import morale
from engines.valmy.combat.frames import Place
from engines.valmy.combat.melee import fighting, led
from engines.valmy.combat.shock import WON, best
from engines.valmy.state import face, strength

ONE, TWO = 1, 2
"""Dice of a charge, and of everything else."""
FACES = 6


def sums(dice: int) -> dict[int, Fraction]:
    """The chance of each sum of some dice."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, FACES + 1), repeat=dice):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, FACES**dice)
    return found


def at_most(highest: int, dice: int = TWO) -> Fraction:
    """The chance that dice do not exceed a number."""
    return sum((chance for total, chance in sums(dice).items() if total <= highest), Fraction(0))


def results(read: Callable[[int], str], dice: int, modifier: int) -> dict[str, Fraction]:
    """The chance of each result of a table, in the table's order."""
    found: dict[str, Fraction] = {}
    for total, chance in sums(dice).items():
        result = read(total + modifier)
        found[result] = found.get(result, Fraction(0)) + chance
    return found


class Clash(NamedTuple):
    """A charge or a melee before its dice."""

    strengths: tuple[int, int]
    column: str
    terms: Mapping[str, int]
    chances: Mapping[str, Fraction]

    @property
    def total(self) -> int:
        """What is added to the dice."""
        return sum(self.terms.values())


class Forecasts(Ways):
    """Odds from what stands on the board, where all is seen."""

    def hits(self, units: Iterable[str], modifier: int = 0) -> Fraction:
        """Hits of a volley on average."""
        boosts = battle_of(self.state).boosts
        expected = Fraction(0)
        for unit in units:
            read = fire_column(self.box, self.state, unit, boosts)
            worn = self.box.modifiers.reduced_fire * self.state.units[unit].reduced
            for total, chance in sums(TWO).items():
                expected += chance * self.box.fire(read, total + worn + modifier)
        return expected

    def rides(self, unit: str) -> Fraction:
        """The chance that a unit passes its check before a charge (9.4)."""
        return at_most(morale(self.box, self.state, unit, battle_of(self.state).boosts))

    def charge(
        self,
        side: Side,
        chargers: Sequence[str],
        defenders: Sequence[str],
        *,
        counter: bool = False,
        lent: Mapping[str, int] | None = None,
    ) -> Clash:
        """A charge of units against those whom they face (9.4.1, 9.4.2)."""
        box, state = self.box, self.state
        mine = strength(box, state, chargers) * (1 if counter else 2)
        theirs = strength(box, state, defenders)
        ahead = face(box, state, best(box, state, chargers)[0]).morale
        ahead -= face(box, state, best(box, state, defenders)[0]).morale
        terms = {label: value for label, value in {"Morale": ahead, **(lent or {})}.items() if value}
        column = box.odds("charge", mine, theirs)
        total = sum(terms.values())
        chances = results(lambda die: box.charge(column, die), ONE, total)
        return Clash((mine, theirs), column, terms, chances)

    def riding(self, side: Side, place: Place) -> Clash | None:
        """The charge of those who have passed their check, against the flank before them."""
        chargers = riders(self.box, self.state, side, place)
        defenders = standing(self.box, self.state, enemy(side), place)
        return self.charge(side, chargers, defenders) if chargers and defenders else None

    def melee(self, attacker: Side, joined: Mapping[Side, Sequence[str]] | None = None) -> Clash | None:
        """A melee as it stands, with the best units in the lead; None where a side has nobody (9.5).

        :param joined: units of each side that are supposed to come in besides.
        """
        box, state, other = self.box, self.state, enemy(attacker)
        more = joined or {}
        units = {side: [*fighting(box, state, side), *more.get(side, ())] for side in (attacker, other)}
        if not units[attacker] or not units[other]:
            return None
        board = board_of(state)
        mine, theirs = (
            sum(face(box, state, id).strength * board.joined.get(id, 1) for id in units[side])
            for side in (attacker, other)
        )
        terms = {box.name(id): value for id, value in led(box, state, attacker, attacks=True).items()}
        leads = [face(box, state, best(box, state, units[side])[0]).morale for side in (attacker, other)]
        ahead = leads[0] - leads[1]
        if not state.options["morale-difference"]:
            ahead = box.modifiers.melee_morale * ((ahead > 0) - (ahead < 0))
        terms["Morale"] = ahead
        charged = any(id in units[attacker] and box.unit[id].arm == "cavalry" for id in board.from_flank)
        terms["Charge from the flank"] = box.modifiers.melee_charge * charged
        terms |= {box.name(id): -value for id, value in led(box, state, other, attacks=False).items()}
        terms = {label: value for label, value in terms.items() if value}
        column = box.odds("melee", mine, theirs)

        def read(total: int) -> str:
            lost, taken = box.melee(column, total)
            return f"{lost}/{taken}"

        return Clash((mine, theirs), column, terms, results(read, TWO, sum(terms.values())))

    def sized(self, clash: Clash) -> str:
        """`6 to 3, column 2:1, +1 (Morale)`."""
        terms = "".join(f", {signed(value)} ({label})" for label, value in clash.terms.items())
        mine, theirs = clash.strengths
        return f"{mine} to {theirs}, column {clash.column}{terms}"


def losses(clash: Clash) -> tuple[Fraction, Fraction]:
    """Steps that attacker and defender of a melee lose on average."""
    lost, taken = Fraction(0), Fraction(0)
    for result, chance in clash.chances.items():
        mine, _, theirs = result.partition("/")
        lost += chance * int(mine)
        taken += chance * int(theirs)
    return lost, taken


def wins(clash: Clash) -> Fraction:
    """The chance that a charge throws its foe back or shatters him (9.4.5)."""
    return sum((chance for result, chance in clash.chances.items() if result in WON), Fraction(0))


def by_result(clash: Clash) -> str:
    """`AR 17% · DR 33%`."""
    return " · ".join(f"{result} {percent(chance)}" for result, chance in clash.chances.items())
