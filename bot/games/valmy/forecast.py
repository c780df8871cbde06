"""Exact odds of *The Valmy Campaign* for one volley, one charge or one melee, every term with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from bot.games.valmy.ways import Ways
from bot.games.wording import percent, signed
from data.catalogue import _
from data.nouns import labelled
from data.sentences import rendered
from engines.core.odds import Ways as Chances
from engines.core.odds import die, two_dice
from engines.valmy.box import enemy
from engines.valmy.combat import melee, shock
from engines.valmy.combat.board import battle_of, board_of, standing
from engines.valmy.combat.charges import charging
from engines.valmy.combat.fire import morale
from engines.valmy.combat.frames import FLANKS, Place
from engines.valmy.foresight import odds

ONE, TWO = 1, 2
"""Dice of a charge, and of all other rolls."""


def at_most(highest: int, dice: int = TWO) -> Fraction:
    """The chance that dice do not exceed a number."""
    sums = die() if dice == ONE else two_dice().map(sum)
    return sums.chance(lambda total: total <= highest)


class Clash(NamedTuple):
    """A charge or a melee before its dice."""

    terms: shock.Terms
    chances: Chances[Any]
    """Results of a charge; of a melee the steps that attacker and defender lose."""

    @property
    def sized(self) -> str:
        """`6 to 3, column 2:1, +1 (Morale)`."""
        terms = "".join(f", {signed(term.value)} ({rendered(term.label)})" for term in self.terms.modifiers)
        mine, theirs = self.terms.points
        return _(
            "{mine} to {theirs}, column {column}{terms}",
            mine=mine,
            theirs=theirs,
            column=self.terms.column,
            terms=terms,
        )

    @property
    def by_result(self) -> list[str]:
        """`1/2 17%` of a melee: the steps that the attacker and the defender lose."""
        return [
            f"{'/'.join(map(str, steps))} {percent(self.chances.exactly(steps))}"
            for steps in self.chances.weights
        ]

    @property
    def wins(self) -> Fraction:
        """The chance that a charge throws its foe back or shatters him (9.4.5)."""
        return self.chances.chance(lambda result: result in shock.WON)

    @property
    def chance(self) -> str:
        """`throws them back 50%, is shattered 17%: 6 to 3, column 2:1`, of a charge."""
        lost = self.chances.exactly("AE")
        won = _("throws them back {wins}, is shattered {lost}", wins=percent(self.wins), lost=percent(lost))
        return labelled(won, self.sized)

    @property
    def losses(self) -> tuple[float, float]:
        """Steps that attacker and defender of a melee lose on average."""
        lost, taken = (self.chances.mean(lambda steps, side=side: steps[side]) for side in (0, 1))  # type: ignore[misc]
        return float(lost), float(taken)


class Forecasts(Ways):
    """Odds from the counters on the board, where all are seen."""

    def hits(self, units: Sequence[str]) -> float:
        """Average hits of a volley."""
        boosts = battle_of(self.state).boosts
        return float(odds.volley(self.box, self.state, units, boosts).mean(int))

    def rides(self, unit: str) -> Fraction:
        """The chance that a unit passes its check before a charge (9.4)."""
        return at_most(morale(self.box, self.state, unit, battle_of(self.state).boosts))

    def charge(self, place: Place, units: Sequence[str], lent: str | None = None) -> Clash | None:
        """A charge of the side's units, or their answer to a charge; None where it goes into Main.

        :param lent: the leader who would lend his rating.
        """
        box, state = self.box, self.state
        board = board_of(state)
        coming = [id for id in charging(box, state, self.side, place) if id in box.unit]
        # After the check of the charge only its riders are met.
        against = [id for id in coming if id in board.riding.get(self.foe, coming)] or coming
        if not coming and place in FLANKS:
            against = standing(box, state, self.foe, place)
        if not against:
            return None
        others = sorted({board.places[id] for id in against}) if coming else None
        answers = bool(coming)
        terms = shock.reckon(
            box, state, self.side, place, units, against, counter=answers, lent=lent, others=others
        )
        return Clash(terms, odds.charge(box, terms))

    def melee(self) -> Clash | None:
        """The side's melee at present, with the best units in the lead; None where a side has none (9.5)."""
        box, state = self.box, self.state
        units = {side: melee.fighting(box, state, side) for side in (self.side, enemy(self.side))}
        if not all(units.values()):
            return None
        leads = {side: shock.best(box, state, fighters)[0] for side, fighters in units.items()}
        terms = melee.reckon(box, state, self.side, leads)
        return Clash(terms, odds.melee(box, terms))
