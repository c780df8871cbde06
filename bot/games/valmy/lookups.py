"""The look-ups of `/valmy`: boxes, leaders, units, the command chart, the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.valmy.names import POSITIONS, RANKS, Names, movement_points
from bot.games.valmy.standing import Standing
from bot.games.wording import in_history
from data.catalogue import N_, _
from data.nouns import clauses, labelled, numbered, upper
from data.valmy.schema import SIDES
from engines.core.errors import UsageError
from engines.valmy.box import as_side
from engines.valmy.view import View

ROADS = {"great-road": N_("great road"), "road": N_("road"), "track": N_("track")}


def box(names: Names, view: View, id: str) -> list[str]:
    """A box: its features, its counters as far as the view knows, and the lines out of it."""
    known = names.box.boxes[id]
    lines = [f"## {known.name}", in_history(known.about)]
    said = list(_standing_of(names, view, id))
    if said:
        lines.append(f"-# {' · '.join(said)}")
    for side in SIDES:
        seen = view.boxes[id][side]
        who = [*map(names.name, seen.leaders), *map(names.name, seen.units)]
        who += [_("{units} in holding boxes", units=numbered(seen.held, "unit"))] if seen.held else []
        if who:
            lines.append(f"{names.side(side)} {', '.join(who)}")
    if len(lines) < 4 and not any(line.startswith("**") for line in lines):
        lines.append(_("Nobody is seen there."))
    return [*lines, _("**Lines out**"), *_lines(names, id)]


def _standing_of(names: Names, view: View, id: str) -> Iterator[str]:
    known = names.box.boxes[id]
    if known.city:
        yield _("city, held by {id}", id=names.they(view.cities[id]))
    if known.base:
        yield _("logistical base of {base}", base=names.army(known.base))
    if known.exit:
        yield _("on the west edge")
    if known.gap:
        yield _("pass {gap} of the Argonne", gap=known.gap)


def _lines(names: Names, id: str) -> Iterator[str]:
    for line in names.box.pack.lines.line:
        if id in line.between:
            (near,) = [end for end in line.between if end != id]
            hard = _(", through a defile") if line.defile else ""
            way = f"{movement_points(line.cost)}, {ROADS[line.road]}{hard}"
            yield f"- {labelled(names.name(near), way)}"


def leader(names: Names, view: View, id: str) -> list[str]:
    """A leader's ratings, history, and place as far as the view knows."""
    card, seen = names.box.leader[id], view.leaders[id]
    life = next(known.life for known in names.box.pack.leaders.leader if known.id == id)
    command = names.box.command[card.command]
    lines = [
        f"## {card.name}",
        _(
            "-# {rank} (rank {rank_2}) · {name} · {army}",
            rank=str(RANKS[card.rank]).capitalize(),
            rank_2=card.rank,
            name=command.name,
            army=names.army(card.army),
        ),
        (
            _(
                "**Offence** {offence} · **Command** {command} · **Defence** {defence} · **Initiative** "
                "{initiative}",
                offence=seen.offence,
                command=seen.command,
                defence=seen.defence,
                initiative=seen.initiative,
            )
        ),
        in_history(life),
    ]
    if seen.replaced:
        lines.append(_("He has fallen; these are his replacement's ratings (9.5.2)."))
    lines.append(_("**Now** {id}", id=_whereabouts(names, view, id)))
    return lines


def _whereabouts(names: Names, view: View, id: str) -> str:
    seen = view.leaders[id]
    if seen.box is None:
        return _("not to be seen: in a holding box, not yet arrived, or gone.")
    under = _(", under {superior}", superior=names.name(seen.superior)) if seen.superior else ""
    done = _("; activated, or tried to be, this turn") if seen.spent else ""
    out = _("; out of command") if seen.out_of_command else ""
    return _("in {box}{under}{done}{out}.", box=names.name(seen.box), under=under, done=done, out=out)


def unit(names: Names, view: View, id: str) -> list[str]:
    """A unit's values, and its place as far as the view knows."""
    card = names.box.unit[id]
    values = [_("strength {strength}, morale {morale}", strength=card.full.strength, morale=card.full.morale)]
    if card.reduced is not None:
        values.append(
            _("reduced {strength} and {morale}", strength=card.reduced.strength, morale=card.reduced.morale)
        )
    lines = [
        f"## {card.name}",
        f"-# {upper(names.kind(id))}, {POSITIONS[card.position]} · {names.box.command[card.command].name}",
        clauses((*values, movement_points(card.allowance), numbered(card.steps, "step"))),
    ]
    seen = view.units.get(id)
    if seen is None:
        return [*lines, _("**Now** not to be seen.")]
    where = _("in {box}", box=names.name(seen.box)) if seen.box else _("out of the game")
    under = _(", under {leader}", leader=names.name(seen.leader)) if seen.leader else ""
    worn = _("; reduced") if seen.steps < card.steps and seen.box else ""
    return [*lines, _("**Now** {where}{under}{worn}.", where=where, under=under, worn=worn)]


def chart(names: Names, view: View, seat: str | None) -> list[str]:
    """The holding boxes, ratings used and left; only for their side."""
    if seat is None:
        raise UsageError(_("The command chart is its side's alone; you hold neither."))
    side = as_side(seat)
    lines = [_("## Command of {side}", side=names.they(side)), *Standing(names).private(view, side)]
    return [*lines, _("-# ✓ was activated, or tried to be, this turn; › has under him.")]


def table(names: Names, name: str) -> list[str]:
    """One of the tables of combat."""
    tables = names.box.tables
    if name == "fire":
        head = ["SK", *map(str, tables.fire.morale)]
        rows = [[str(hits or "–") for hits in row] for row in tables.fire.rows]
        lowest, title = tables.fire.lowest, _("Fire (9.3): two dice, by the morale of who fires")
    elif name == "charge":
        head, rows = list(tables.charge.odds), [list(row) for row in tables.charge.rows]
        lowest, title = tables.charge.lowest, _("Charges (9.4): one die, by the odds")
    else:
        head = list(tables.melee.odds)
        rows = [[f"{lost}/{taken}" for lost, taken in row] for row in tables.melee.rows]
        lowest, title = (
            tables.melee.lowest,
            _("Melee (9.5): two dice, by the odds; steps of attacker and defender"),
        )
    width = max(len(cell) for row in [head, *rows] for cell in row) + 1
    body = [_row("", head, width)]
    body += [_row(str(lowest + number), row, width) for number, row in enumerate(rows)]
    return [f"## {title}", "```", *body, "```", _("-# Beyond the table its last row and column are read.")]


def _row(label: str, cells: Sequence[str], width: int) -> str:
    return f"{label:>3} " + "".join(f"{cell:>{width}}" for cell in cells)
