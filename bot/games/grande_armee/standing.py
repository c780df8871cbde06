"""How *La Grande Armée* stands: all of it lies open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.games.grande_armee import chances
from bot.games.grande_armee.names import Names
from data.catalogue import _, retold
from data.grande_armee.schema import SIDES, Side
from data.grande_armee.texts import ATTACKS, SEATS
from data.nouns import listed
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.view import AttackView, UnitView, View
from render import Series
from render.grande_armee.alt import company
from render.grande_armee.scene import gathered
from render.lettering import halved


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
        return f"{head} · {ATTACKS[attack.state]}"
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
    own = {hex: stack for (hex, of), stack in gathered(view, names.box.pack).items() if of == side}
    alone: list[str] = []
    for hex, stack in sorted(own.items(), key=lambda item: (-item[1].strength, item[0])):
        if stack.troops or stack.leaders or stack.depots or stack.hurt:
            strength = [str(stack.strength)] if stack.strength else []
            hurt = [_("{number} disrupted", number=stack.hurt)] if stack.hurt else []
            yield f"{names.hex(hex)}: {', '.join([*strength, *map(retold, company(stack)), *hurt])}"
        else:
            alone.append(names.hex(hex) if stack.supplies == 1 else f"{names.hex(hex)} × {stack.supplies}")
    if alone:
        yield _("supply units alone: {hexes}", hexes=", ".join(alone))


def _strength(units: Iterable[UnitView]) -> int:
    return sum(unit.strength for unit in units if unit.kind in ("infantry", "cavalry"))


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
