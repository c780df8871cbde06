"""What `/valmy` looks up: boxes, leaders, units, the command chart, the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.valmy.names import POSITIONS, RANKS, Names, movement_points
from bot.games.valmy.standing import Standing
from data.nouns import numbered
from data.valmy.schema import SIDES
from engines.core.errors import UsageError
from engines.valmy.box import as_side
from engines.valmy.view import View

ROADS = {"great-road": "great road", "road": "road", "track": "track"}
TABLES = ("fire", "charge", "melee")


def box(names: Names, view: View, id: str) -> list[str]:
    """A box: what it is, who is there as far as the view knows, and the lines out of it."""
    known = names.box.boxes[id]
    lines = [f"## {known.name}", f"*{known.about}*"]
    said = list(_standing_of(names, view, id))
    if said:
        lines.append(f"-# {' · '.join(said)}")
    for side in SIDES:
        seen = view.boxes[id][side]
        who = [*map(names.name, seen.leaders), *map(names.name, seen.units)]
        who += [f"{numbered(seen.held, 'unit')} in holding boxes"] if seen.held else []
        if who:
            lines.append(f"{names.side(side)} {', '.join(who)}")
    if len(lines) < 4 and not any(line.startswith("**") for line in lines):
        lines.append("Nobody is seen there.")
    return [*lines, "**Lines out**", *_lines(names, id)]


def _standing_of(names: Names, view: View, id: str) -> Iterator[str]:
    known = names.box.boxes[id]
    if known.city:
        yield f"city, held by {names.they(view.cities[id])}"
    if known.base:
        yield f"logistical base of {names.army(known.base)}"
    if known.exit:
        yield "on the west edge"
    if known.gap:
        yield f"pass {known.gap} of the Argonne"


def _lines(names: Names, id: str) -> Iterator[str]:
    for line in names.box.pack.lines.line:
        if id in line.between:
            (near,) = [end for end in line.between if end != id]
            hard = ", through a defile" if line.defile else ""
            yield f"- {names.name(near)}: {movement_points(line.cost)}, {ROADS[line.road]}{hard}"


def leader(names: Names, view: View, id: str) -> list[str]:
    """A leader's ratings and history, and where he is as far as the view knows."""
    card, seen = names.box.leader[id], view.leaders[id]
    life = next(known.life for known in names.box.pack.leaders.leader if known.id == id)
    command = names.box.command[card.command]
    lines = [
        f"## {card.name}",
        f"-# {RANKS[card.rank].capitalize()} (rank {card.rank}) · {command.name} · {names.army(card.army)}",
        (
            f"**Offence** {seen.offence} · **Command** {seen.command} · **Defence** {seen.defence} · "
            f"**Initiative** {seen.initiative}"
        ),
        f"*{life}*",
    ]
    if seen.replaced:
        lines.append("He has fallen; these are his replacement's ratings (9.5.2).")
    lines.append(f"**Now** {_whereabouts(names, view, id)}")
    return lines


def _whereabouts(names: Names, view: View, id: str) -> str:
    seen = view.leaders[id]
    if seen.box is None:
        return "not to be seen: in a holding box, not yet arrived, or gone."
    under = f", under {names.name(seen.superior)}" if seen.superior else ""
    done = "; activated, or tried to be, this turn" if seen.spent else ""
    out = "; out of command" if seen.out_of_command else ""
    return f"in {names.name(seen.box)}{under}{done}{out}."


def unit(names: Names, view: View, id: str) -> list[str]:
    """A unit's values, and where it is as far as the view knows."""
    card = names.box.unit[id]
    kind = next(
        kind.name
        for known in names.box.pack.units.unit
        if known.id == id
        for kind in names.box.pack.units.kind
        if kind.id == known.kind
    )
    values = [f"strength {card.full.strength}, morale {card.full.morale}"]
    if card.reduced is not None:
        values.append(f"reduced {card.reduced.strength} and {card.reduced.morale}")
    lines = [
        f"## {card.name}",
        f"-# {kind.capitalize()}, {POSITIONS[card.position]} · {names.box.command[card.command].name}",
        f"{'; '.join(values)}; {movement_points(card.allowance)}; {numbered(card.steps, 'step')}",
    ]
    seen = view.units.get(id)
    if seen is None:
        return [*lines, "**Now** not to be seen."]
    where = f"in {names.name(seen.box)}" if seen.box else "out of the game"
    under = f", under {names.name(seen.leader)}" if seen.leader else ""
    worn = "; reduced" if seen.steps < card.steps and seen.box else ""
    return [*lines, f"**Now** {where}{under}{worn}."]


def chart(names: Names, view: View, seat: str | None) -> list[str]:
    """Who is under whom, ratings used and left; for its side alone."""
    if seat is None:
        raise UsageError("The command chart is its side's alone; you hold neither.")
    side = as_side(seat)
    lines = [f"## Command of {names.they(side)}", *Standing(names).private(view, side)]
    return [*lines, "-# ✓ was activated, or tried to be, this turn; › has under him."]


def table(names: Names, name: str) -> list[str]:
    """One of the tables of combat."""
    tables = names.box.tables
    if name == "fire":
        head = ["SK", *map(str, tables.fire.morale)]
        rows = [[str(hits or "–") for hits in row] for row in tables.fire.rows]
        lowest, title = tables.fire.lowest, "Fire (9.3): two dice, by the morale of who fires"
    elif name == "charge":
        head, rows = list(tables.charge.odds), [list(row) for row in tables.charge.rows]
        lowest, title = tables.charge.lowest, "Charges (9.4): one die, by the odds"
    else:
        head = list(tables.melee.odds)
        rows = [[f"{lost}/{taken}" for lost, taken in row] for row in tables.melee.rows]
        lowest, title = (
            tables.melee.lowest,
            "Melee (9.5): two dice, by the odds; steps of attacker and defender",
        )
    width = max(len(cell) for row in [head, *rows] for cell in row) + 1
    body = [_row("", head, width)]
    body += [_row(str(lowest + number), row, width) for number, row in enumerate(rows)]
    return [f"## {title}", "```", *body, "```", "-# Beyond the table its last row and column are read."]


def _row(label: str, cells: Sequence[str], width: int) -> str:
    return f"{label:>3} " + "".join(f"{cell:>{width}}" for cell in cells)
