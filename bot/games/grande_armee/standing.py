"""How *La Grande Armée* stands: all of it lies open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.games.grande_armee import chances
from bot.games.grande_armee.names import Names
from data.catalogue import N_, _
from data.grande_armee.schema import SIDES, Side
from data.grande_armee.texts import SEATS
from data.nouns import listed, numbered
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.view import AttackView, UnitView, View
from render import Series
from render.lettering import halved

FATES = {"lapsed": N_("lapsed"), "fought": N_("fought"), "moot": N_("no longer needed")}


def lines(names: Names, view: View) -> Iterator[str]:
    """Score, fortresses and sieges, and both armies stack by stack."""
    scenario = names.box.scenarios[view.scenario]
    yield _(
        "**Score:** {total} of {threshold} points · fortresses {fortresses}, actions {actions}",
        total=halved(round(2 * view.score.total)),
        threshold=scenario.threshold,
        fortresses=halved(round(2 * view.score.fortresses)),
        actions=view.score.actions,
    )
    for side in SIDES:
        held = [
            f"{names.name(town)} {fortress.value}" if fortress.value else names.name(town)
            for town, fortress in view.fortresses.items()
            if fortress.control == side
        ]
        yield _(
            "**{side}** hold, with their points: {fortresses}",
            side=SEATS[side],
            fortresses=listed(held) or _("no fortress"),
        )
    besieged = [names.name(town) for town, fortress in view.fortresses.items() if fortress.besieged]
    if besieged:
        yield _("**Besieged:** {fortresses}", fortresses=listed(besieged))
    for attack in view.attacks:
        yield _attack(names, attack)
    for side in SIDES:
        where = " · ".join(stacks(names, view, side)) or _("nobody on the map")
        yield _("**{side}** stand, with their strength: {stacks}", side=SEATS[side], stacks=where)


def _attack(names: Names, attack: AttackView) -> str:
    """An attack with its odds, by the printed strengths and as they stand, and what dice may come to."""
    place = listed([names.hex(hex) for hex in attack.target])
    head = _(
        "**Attack on {place}** by {units}: {attack} to {defence}",
        place=place,
        units=names.units((*attack.by, *attack.leaders)),
        attack=attack.attack,
        defence=attack.defence,
    )
    if attack.state != "declared":
        return f"{head} · {FATES[attack.state]}"
    ways = chances.battle(names.box, Odds(attack.attack, attack.defence))
    if attack.column is None and attack.odds is None:
        ways = [_("the target is empty; the attack lapses if it stays so")]
    elif attack.column is None:
        ways = [
            _("eliminated without a die: less than {odds} % across the river", odds=names.box.figures.river)
        ]
    by_print = (
        "" if attack.printed is None else _(" · {odds} % by printed strengths", odds=int(attack.printed))
    )
    return f"{head}{by_print} · {', '.join(ways)}"


def stacks(names: Names, view: View, side: Side) -> Iterator[str]:
    """The stacks of a side, the strongest first; supply units that stand alone share an entry."""
    by_hex: dict[str, list[tuple[str, UnitView]]] = {}
    for id, unit in view.units.items():
        if unit.side == side and unit.hex is not None:
            by_hex.setdefault(unit.hex, []).append((id, unit))
    order = sorted(by_hex.items(), key=lambda item: (-_strength(unit for _id, unit in item[1]), item[0]))
    alone: list[str] = []
    for hex, units in order:
        if all(unit.kind == "supply" and unit.disrupted is None for _id, unit in units):
            alone.append(names.hex(hex) if len(units) == 1 else f"{names.hex(hex)} × {len(units)}")
        else:
            yield f"{names.hex(hex)}: {_stack(names, units)}"
    if alone:
        yield _("supply units alone: {hexes}", hexes=", ".join(alone))


def _strength(units: Iterable[UnitView]) -> int:
    return sum(unit.strength for unit in units if unit.kind in ("infantry", "cavalry"))


def _stack(names: Names, units: Sequence[tuple[str, UnitView]]) -> str:
    strength = _strength(unit for _id, unit in units)
    parts = [str(strength)] if strength else []
    parts += [names.name(id) for id, unit in units if unit.kind == "leader"]
    for kind in ("supply", "depot"):
        count = sum(unit.kind == kind for _id, unit in units)
        if count:
            parts.append(numbered(count, "supply unit" if kind == "supply" else "depot"))
    hurt = sum(unit.disrupted is not None for _id, unit in units)
    if hurt:
        parts.append(_("{number} disrupted", number=hurt))
    return ", ".join(parts)


def series(views: Sequence[View]) -> list[Series]:
    """The score, the strength of both armies, and the fortresses in French hands, turn by turn."""
    tracks = [Series(_("French points"), [view.score.total for view in views])]
    tracks += [
        Series(
            _("Strength, {side}", side=SEATS[side]),
            [_strength(unit for unit in view.units.values() if unit.side == side) for view in views],
        )
        for side in SIDES
    ]
    held = [sum(each.control == "french" for each in view.fortresses.values()) for view in views]
    return [*tracks, Series(_("Fortresses in French hands"), held)]
