"""What a player has to know beside the choices of *The Valmy Campaign*, by kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bot.games.valmy.reader import Reader
from data.catalogue import _
from data.nouns import numbered
from engines.valmy.combat.boosts import givers
from engines.valmy.combat.charges import FROM, cavalry
from engines.valmy.combat.frames import Announcing, Boosting, Deploying, Losses, Naming
from engines.valmy.procedure import PROCEDURE
from engines.valmy.view import battle_of


class Beside(Reader):
    """What one side has to know beside its choices; of the enemy it reads only the side's own view."""

    def lines(self) -> list[str]:
        """What the words of the question mean, then those of the units."""
        if self.side not in PROCEDURE.deciding(self.box, self.state):
            return []
        return [*self._meaning(), *filter(None, [self._arms()])]

    def _meaning(self) -> Iterator[str]:
        match self.state.stack[-1]:
            case Deploying():
                yield _("Skirmish fires first, flanks charge, Main fires and attacks. Reserve comes later.")
            case Boosting(box=place, attacks=attacks):
                points = sum(givers(self.box, self.state, place, self.side, attacks=attacks).values())
                yield _(
                    "Your leaders have {points}: +1 morale each, for fire, charges and morale checks.",
                    points=numbered(points, "point"),
                )
            case Announcing():
                yield _("A unit that fails its roll stays put. Beaten chargers retreat or are shattered.")
            case Losses():
                yield _("Units that are hit roll two dice: above their morale they are shattered too.")
            case Naming(case="9.5"):
                yield _("It loses the first step. The lead with the better morale helps its side's dice.")

    def _arms(self) -> str:
        """The abbreviations in the names of units that the question is about."""
        match self.state.stack[-1]:
            case Losses(units=units) | Naming(units=units):
                return self.names.spelt(self.side, units)
            case Announcing():
                riders = (cavalry(self.box, self.state, self.side, place) for place in FROM)
                return self.names.spelt(self.side, chain.from_iterable(riders))
            case Boosting() | Deploying() if battle := battle_of(self.state):
                return self.names.spelt(self.side, self.own_units(battle.box))
        return ""
