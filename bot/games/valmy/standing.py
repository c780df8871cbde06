"""The position of *The Valmy Campaign*, as one viewer sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.valmy.names import Names, victory_points
from data.catalogue import N_, _
from data.nouns import labelled, listed, numbered
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from data.valmy.texts import PLACES, SHORT
from engines.valmy.view import SideView, View
from render import Series

_STATES = {"steady": "", "shaken": N_(", shaken"), "broken": N_(", broken")}
_KINDS = {"major": N_("a Major Battle"), "minor": N_("a Minor Battle")}


class Standing:
    """Describes views, and only facts that a view has."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def lines(self, view: View, seat: str | None) -> list[str]:
        """Initiative, morale, points, cities, and the counters on the map except those of `seat`."""
        names = self.names
        score = " · ".join(f"{names.side(side)} {victory_points(view.score[side])}" for side in SIDES)
        morale, cities, *out = self.closing(view)
        lines = [_("**Score:** {score}", score=score), morale]
        chits = " · ".join(
            f"{names.side(side)} {listed(list(map(str, view.chits[side]))) or _('none')}" for side in SIDES
        )
        lines.append(_("**Initiative chits left:** {chits}", chits=chits))
        if view.initiative:
            lines.append(_("**Initiative:** {side}", side=names.side(view.initiative).strip("*")))
        lines += [cities, *out]
        lines += [
            f"{names.side(side)} {self._stacks(view, side) or _('nobody on the map')}"
            for side in SIDES
            if side != seat
        ]
        if view.battle is not None:
            lines += self._battle(view)
        # A unit bears the short name of its counter.
        return [*lines, *(legend(arms=names.spelt(side)) for side, legend in SHORT.items())]

    def closing(self, view: View) -> list[str]:
        """Army morale, who holds the cities, and who has marched out on Paris."""
        return [
            _("**Army morale:** {morale}", morale=self._morale(view)),
            _("**Cities:** {cities}", cities=self._cities(view)),
            *([_("**Out on Paris:** {out}", out=self._out(view))] if view.exited else []),
        ]

    def marched_out(self, view: View) -> str:
        """Why the Allies have won by their march on Paris (Y-11.1.1-b)."""
        return _(
            "{out}. The road back to Verdun is free, and so the Allies win (11.1.1).", out=self._out(view)
        )

    def _out(self, view: View) -> str:
        """The commands that have left by the west edge, how many are needed, and their commander."""
        box = self.names.box
        commands = [
            each.name
            for each in box.command.values()
            if each.exits
            and any((box.unit.get(id) or box.leader[id]).command == each.id for id in view.exited)
        ]
        chief = box.figures.overall["allied"]
        left = N_("{chief} too") if chief in view.exited else N_("{chief} not yet")
        return _(
            "{units} of {commands}, of {needed} commands needed; {chief}",
            units=numbered(sum(id in box.unit for id in view.exited), "unit"),
            commands=listed(commands) or _("none of the commands that count"),
            needed=box.tables.victory.exits,
            chief=left(chief=self.names.name(chief)),
        )

    def _morale(self, view: View) -> str:
        ratings = []
        for side in SIDES:
            known = view.morale[side]
            lost = (
                _(" ({units} lost this turn)", units=numbered(known.eliminated, "unit"))
                if known.eliminated
                else ""
            )
            ratings.append(f"{self.names.side(side)} {known.rating}{_STATES[known.state]}{lost}")
        return " · ".join(ratings)

    def _cities(self, view: View) -> str:
        held = {side: [self.names.name(id) for id, by in view.cities.items() if by == side] for side in SIDES}
        return " · ".join(f"{self.names.side(side)} {listed(held[side]) or _('none')}" for side in SIDES)

    def _stacks(self, view: View, side: Side) -> str:
        stacks = ((place, sides[side]) for place, sides in view.boxes.items())
        return " · ".join(
            labelled(self.names.name(place), self._stack(seen))
            for place, seen in stacks
            if seen.leaders or seen.units or seen.held
        )

    def _stack(self, seen: SideView) -> str:
        """Leaders by name, units by number; of holding boxes the known facts."""
        counters = [", ".join(map(self.names.name, seen.leaders))] if seen.leaders else []
        if seen.units:
            counters.append(numbered(len(seen.units), "unit"))
        if seen.held:
            counters.append(_("{units} in holding boxes", units=numbered(seen.held, "unit")))
        return listed(counters)

    def _battle(self, view: View) -> Iterator[str]:
        battle, names = view.battle, self.names
        assert battle is not None
        kind = str(_KINDS[battle.kind]) if battle.kind else _("the defender chooses its kind")
        part = _(", round {round}", round=battle.round) if battle.kind == "major" else ""
        attacker = names.they(battle.attacker)
        yield _(
            "**Battle of {box}:** {kind}{part}; {attacker} attack ({step})",
            box=names.name(battle.box),
            kind=kind,
            part=part,
            attacker=attacker,
            step=battle.step,
        )
        for side in SIDES:
            # One that was shattered stays on the board of a view.
            units = [names.box.unit[id] for id in battle.places if id in view.units and view.units[id].steps]
            stands = Counter(battle.places[card.id] for card in units if card.side == side)
            counts = [f"{PLACES[place]} {stands[place]}" for place in PLACES if stands[place]]
            if counts:
                yield _("{side} on the board: {told}", side=names.side(side), told=", ".join(counts))

    def private(self, view: View, side: Side) -> list[str]:
        """A side's own command by box: each leader with the units he holds of his rating, and loose units."""
        owned = ((place, self._own(view, side, place)) for place in self.names.box.boxes)
        lines = [labelled(self.names.name(place), command) for place, command in owned if command]
        head = _(
            "**Your leaders**: units held of those they can hold; ✓ has acted, › has under him"
            " (`/valmy command chart` draws it)"
        )
        return (
            [head, *(f"-# {line}" for line in lines)] if lines else [_("**Your leaders:** none on the map")]
        )

    def _own(self, view: View, side: Side, place: str) -> str:
        chiefs = [id for id, seen in view.leaders.items() if seen.side == side and seen.box == place]
        commands = [self._chief(view, id, chiefs) for id in chiefs if view.leaders[id].superior not in chiefs]
        loose = [
            id
            for id, seen in view.units.items()
            if seen.side == side and seen.box == place and seen.leader is None
        ]
        if loose:
            commands.append(_("{loose} on the map", loose=self.names.units(loose)))
        return " · ".join(commands)

    def _chief(self, view: View, leader: str, chiefs: Sequence[str]) -> str:
        """`Leveneur 6/6 ✓ › Stengel 4/6`: his subordinates come after the arrow."""
        known = view.leaders[leader]
        held = sum(1 for seen in view.units.values() if seen.leader == leader)
        marks = (" ✓" if known.spent else "") + (_(" out of command") if known.out_of_command else "")
        below = [id for id in chiefs if view.leaders[id].superior == leader]
        under = f" › {', '.join(self._chief(view, id, chiefs) for id in below)}" if below else ""
        return f"{self.names.name(leader)} {held}/{known.command}{marks}{under}"


def series(names: Names, views: Sequence[View]) -> list[Series]:
    """Victory points, army morale and cities, turn by turn."""

    def short(side: Side) -> str:
        return names.side(side).strip("*")

    tracks = [
        Series(_("Victory points, {side}", side=short(side)), [view.score[side] for view in views])
        for side in SIDES
    ]
    tracks += [
        Series(_("Army morale, {side}", side=short(side)), [view.morale[side].rating for view in views])
        for side in SIDES
    ]
    cities = [sum(1 for by in view.cities.values() if by == "allied") for view in views]
    return [*tracks, Series(_("Cities in Allied hands"), cities)]
