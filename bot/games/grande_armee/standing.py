"""The position of *La Grande Armée*: all of it is public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.grande_armee import chances
from bot.games.grande_armee.names import Names
from data.catalogue import _, retold
from data.grande_armee.schema import SIDES, Side
from data.grande_armee.texts import ATTACKS, BY_PRINT, SEATS
from data.nouns import labelled, listed, numbered
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.view import AttackView, View
from render import Series
from render.grande_armee.alt import company
from render.grande_armee.panels import scored
from render.grande_armee.scene import gathered
from render.lettering import halved

MOST = 6
"""Attacks that a panel has room for."""


def lines(names: Names, view: View) -> Iterator[str]:
    """Score, fortresses and sieges, and both armies stack by stack."""
    scenario = names.box.scenarios[view.scenario]
    total, threshold = halved(round(2 * view.score.total)), scenario.threshold
    score = _("**Score:** {total} of {threshold} points", total=total, threshold=threshold)
    yield f"{score} · {parts}" if (parts := scored(view, names.box.pack)) else score
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
        yield _attack(names, view, attack) + _by_print(names, attack)
    for side in SIDES:
        where = " · ".join(stacks(names, view, side)) or _("nobody on the map")
        yield _("**{side}** stand, with their strength: {stacks}", side=SEATS[side], stacks=where)


def _attack(names: Names, view: View, attack: AttackView) -> str:
    """An attack with its odds and possible results, or its outcome."""
    head = _(
        "**Attack on {place}** by {units}",
        place=listed([names.hex(hex) for hex in attack.target]),
        units=names.brief((*attack.by, *attack.leaders)),
    )
    if attack.state != "declared":
        return f"{head} · {ATTACKS[attack.state]}"
    # Supply units alone have no strength, and so no odds, but a die is rolled for them.
    if attack.odds is None and attack.column is None:
        return _("{attack}: the target is empty. The attack is cancelled if it stays empty", attack=head)
    known = Odds(attack.attack, attack.defence)
    hurt = {unit.disrupted is not None for unit in view.units.values() if unit.hex in attack.target}
    fight = chances.battle(names.box, known, attack.target, hurt, drowned=attack.column is None)
    return labelled(head, fight)


def _by_print(names: Names, attack: AttackView) -> str:
    """The odds by printed strengths, where they differ: they decide whether units may retreat (G-COM-E-3)."""
    if attack.state != "declared" or attack.odds is None or attack.printed in (None, attack.odds):
        return ""
    return BY_PRINT(odds=int(attack.printed or 0), least=names.box.figures.elimination)


def declared(names: Names, view: View) -> list[str]:
    """The attacks that are still to be fought, as far as there is room."""
    lines = [f"-# 🎯 {_attack(names, view, each)}" for each in view.attacks if each.state == "declared"]
    rest = len(lines) - MOST
    more = [_("-# And {attacks} more.", attacks=numbered(rest, "attack"))] if rest > 0 else []
    return [*lines[:MOST], *more]


def stacks(names: Names, view: View, side: Side) -> Iterator[str]:
    """The stacks of a side, the strongest first; supply units that stand alone share an entry."""
    own = {hex: stack for (hex, of), stack in gathered(view, names.box.pack).items() if of == side}
    alone: list[str] = []
    for hex, stack in sorted(own.items(), key=lambda item: (-item[1].strength, item[0])):
        if stack.troops or stack.leaders or stack.depots or stack.hurt:
            strength = [str(stack.strength)] if stack.strength else []
            hurt = [_("{number} disrupted", number=stack.hurt)] if stack.hurt else []
            yield labelled(names.hex(hex), ", ".join([*strength, *map(retold, company(stack)), *hurt]))
        else:
            alone.append(names.hex(hex) if stack.supplies == 1 else f"{names.hex(hex)} × {stack.supplies}")
    if alone:
        yield _("supply units alone: {hexes}", hexes=", ".join(alone))


def series(views: Sequence[View]) -> list[Series]:
    """The score, the strength of both armies, and the fortresses in French hands, turn by turn."""
    tracks = [Series(_("French points"), [view.score.total for view in views])]
    for side in SIDES:
        armies = [[unit for unit in view.units.values() if unit.side == side] for view in views]
        troops = [[each.strength for each in army if each.kind in ("infantry", "cavalry")] for army in armies]
        tracks.append(Series(_("Strength, {side}", side=SEATS[side]), [*map(sum, troops)]))
    held = [sum(each.control == "french" for each in view.fortresses.values()) for view in views]
    return [*tracks, Series(_("Fortresses in French hands"), held)]
