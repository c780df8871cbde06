"""Forecasts of *For God and For the King*, every term with its reason, private to one side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from bot.games.parts.lines import joined, summed
from bot.games.vendee.names import face_down
from bot.games.vendee.ways import Ways
from bot.games.wording import level, percent
from data.catalogue import N_, _
from data.nouns import numbered
from engines.vendee.combat.frames import Contingent
from engines.vendee.foresight import odds, what_if
from engines.vendee.foresight.odds import Forecast, ResultChance

HOPELESS = Fraction(1, 5)
"""A chance of victory below which there is a warning."""
HIGHEST = 12
"""The highest roll of two dice."""
MOST_OF_A_COUNTER = 10
SUPPOSED = (2, 5, 10, 15)
"""Combat points assumed of face-down counters."""


class Forecasts(Ways):
    """Forecasts of combats from what one side can know in one state."""

    def lines(self, fight: Forecast, attack: Contingent) -> list[str]:
        """A combat in full, as far as it can be foreseen."""
        return self._unknown(fight, attack) if fight.win is None else self._known(fight, fight.win)

    def _known(self, fight: Forecast, win: Fraction) -> list[str]:
        odd = odds.as_odds(self.box, fight)
        assert odd is not None
        sizes = _("{attackers} against {defenders}", attackers=fight.attackers, defenders=fight.defenders)
        lines = [
            _(
                "⚔️ **Combat in {area}**: {sizes}, **victory {win}**.",
                area=self.names.name(fight.area),
                sizes=sizes,
                win=percent(win),
            )
        ]
        if win < HOPELESS:
            lines.append(
                _("⚠️ **Poor odds**: this attack fails in {percent} of all cases.", percent=percent(1 - win))
            )
        shifted = [f"= **{fight.column}**"] if fight.shifts else []
        head = _(
            "-# Odds {attackers} to {defenders}: column {ratio}",
            attackers=fight.attackers,
            defenders=fight.defenders,
            ratio=fight.ratio,
        )
        needs = _("{needed} or more wins", needed=odd.needed) if odd.needed <= HIGHEST else _("no sum wins")
        total = (
            f"= {level(sum(term.value for term in fight.modifiers))}" if fight.modifiers else _("unmodified")
        )
        dice = [_("{total}; {needs} without incidents", total=total, needs=needs)]
        own, other = (float(fight.losses[side]) for side in (self.side, self.foe))
        return [
            *lines,
            summed(head, fight.shifts, shifted),
            summed(_("-# 🎲 Two dice"), fight.modifiers, dice),
            *self._results(fight),
            _("**Losses on average** {own:.1f} of yours, {other:.1f} of theirs", own=own, other=other),
            self._small_print(fight),
        ]

    def _results(self, fight: Forecast) -> Iterator[str]:
        """Chances by loser and result, the gentlest first."""
        for loser in (self.foe, self.side):
            of = [result for result in fight.results if result.loser == loser]
            whose = _("**You**") if loser == self.side else self.names.side(loser)
            # The table's results go from the worst for the attacker to the best.
            if of:
                yield joined(f"{whose} ", list(_classes(of[::-1] if loser == self.side else of)))

    def _small_print(self, fight: Forecast) -> str:
        notes = [_("The chances count {incidents}.", incidents=numbered(fight.incidents or 0, "incident"))]
        if fight.out_of_powder:
            chance = percent(fight.out_of_powder)
            notes.append(_("Out of powder (T6) {chance}: then the Royalists may withdraw.", chance=chance))
        return joined("-# 🎴 ", [*notes, *fight.notes], " ")

    def _unknown(self, fight: Forecast, attack: Contingent) -> list[str]:
        """A possible combat: unknown numbers are assumed, and marked as such."""
        names, box, state, area, backs = self.names, self.box, self.state, fight.area, self.backs(fight.area)
        army = what_if.presumed(box, state, self.foe, area)
        counts = [count for count in SUPPOSED if count <= MOST_OF_A_COUNTER * backs]
        wins = [what_if.against(box, state, self.side, area, attack, army, count) for count in counts]
        chances = [
            _("against {count}: {win}", count=count, win=percent(win))
            for count, win in zip(counts, wins, strict=True)
        ]
        larger = [_("A larger combat has more incidents. One more incident can outweigh the odds (4.3).")]
        bocage = box.ground.area[area].terrain == "bocage"
        e6 = self.side == "republican" and bocage and state.markers["e6"] > 0
        notes = [*fight.notes, *([_("The Royalists may still fortify (E6).")] if e6 else [])]
        notes += larger if any(less < more for less, more in pairwise(wins)) else []
        return [
            _(
                "❔ **{area}**: {backs}. There is combat only if some are combat points.",
                area=names.name(area),
                backs=face_down(backs),
            ),
            joined(_("**Your {attackers} win** ", attackers=fight.attackers), chances),
            _(
                "-# This assumes men of {army} without a general. The real force is hidden.",
                army=names.of_army(army),
            ),
            joined("-# ", notes, " "),
        ]


def _classes(results: Sequence[ResultChance]) -> Iterator[str]:
    """`retreat 2 areas 12%`: results of one loser by their effect on him."""
    classes: dict[tuple[bool, int], Fraction] = {}
    for result in results:
        key = (result.rout, result.areas)
        classes[key] = classes.get(key, Fraction(0)) + result.chance
    for (rout, areas), chance in classes.items():
        how = N_("rout {areas} {chance}") if rout else N_("retreat {areas} {chance}")
        yield how(areas=numbered(areas, "area"), chance=percent(chance))
