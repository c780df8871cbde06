"""What a player has to know beside the choices of *The Valmy Campaign*, by kind of question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.games.valmy.reader import Reader
from data.catalogue import _
from data.nouns import numbered
from data.valmy.texts import ARMS
from engines.valmy.combat.boosts import givers
from engines.valmy.combat.frames import Announcing, Boosting, Deploying, Losses, Naming
from engines.valmy.procedure import PROCEDURE
from engines.valmy.view import battle_of

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Beside(Reader):
    """What one side has to know beside its choices; of the enemy it reads only the side's own view."""

    def lines(self) -> list[str]:
        """What the words of the question mean, then those of the units."""
        if self.side not in PROCEDURE.deciding(self.box, self.state):
            return []
        return [*self._meaning(), *self._arms()]

    def _meaning(self) -> Iterator[str]:
        match self.state.stack[-1]:
            case Deploying():
                yield _("Skirmish fires first, flanks charge, Main fires and attacks. Reserve comes later.")
            case Boosting(box=place, attacks=attacks):
                points = sum(givers(self.box, self.state, place, self.side, attacks=attacks).values())
                yield _(
                    "Your leaders have {points}: +1 morale each, for this battle. They cost nothing.",
                    points=numbered(points, "point"),
                )
            case Announcing():
                yield _("A roll for each unit decides whether it charges. One that fails stays where it is.")
            case Losses():
                yield _("A unit whose last step is lost is shattered. The others then check morale.")

    def _arms(self) -> Iterator[str]:
        """The abbreviations in the names of units that the question is about."""
        match self.state.stack[-1]:
            case Losses(units=units):
                yield from self._spelt(units)
            case Boosting() | Announcing() | Naming() | Deploying():
                battle = battle_of(self.state)
                yield from self._spelt(() if battle is None else self.own_units(battle.box))

    def _spelt(self, units: Iterable[str]) -> Iterator[str]:
        """`RL line infantry · Hus hussars`; nothing where no name has an arm in short."""
        words = {word for unit in units for word in _WORD.findall(self.names.name(unit))}
        arms = [f"{short} {arm}" for short, arm in ARMS[self.side].items() if short in words]
        if arms:
            yield " · ".join(arms)
