"""Checks between the files of a Valmy pack: every rule here adds a Fault."""

from __future__ import annotations

from collections import defaultdict, deque

from data.catalogue import _
from data.faults import Faults
from data.schema import Fault
from data.valmy.faults import repeated_pairs
from data.valmy.schema import ARMIES, SIDE, SIDES, Command, Force, Parts

BOARD, LINES, LEADERS, UNITS, SETUP, TABLES = (
    *("board.toml", "lines.toml", "leaders.toml", "units.toml", "setup.toml", "tables.toml"),
)


def check(parts: Parts, into: list[Fault]) -> None:
    """Check all references from one file to another."""
    before = len(into)
    _check_lines(parts, into)
    if len(into) == before:
        _check_ways(parts, into)
    _check_prizes(parts, into)
    _check_counters(parts, into)
    _check_forces(parts, into)
    _check_overall(parts, into)


def _check_lines(parts: Parts, into: list[Fault]) -> None:
    boxes = {box.id for box in parts.board.box}
    for line in parts.lines.line:
        faults = Faults(LINES, _("line {between}", between=" – ".join(line.between)), into)
        for id in line.between:
            faults.unless(id in boxes, "between", _("expected a box of the board, found {id!r}", id=id))
    for pair in repeated_pairs(parts.lines.line):
        Faults(LINES, _("line {pair}", pair=" – ".join(sorted(pair))), into).unless(
            False, "between", _("expected once")
        )


def neighbours(parts: Parts) -> dict[str, dict[str, int]]:
    """The neighbours of each box by line, with the cost of the line (Y-2.2-a)."""
    joined: dict[str, dict[str, int]] = defaultdict(dict)
    for line in parts.lines.line:
        a, b = line.between
        joined[a][b] = joined[b][a] = line.cost
    return dict(joined)


def _check_ways(parts: Parts, into: list[Fault]) -> None:
    joined = neighbours(parts)
    start = next((box.id for box in parts.board.box), None)
    if start is None:
        Faults(BOARD, "", into).unless(False, "box", _("expected one at least"))
        return
    seen, queue = {start}, deque([start])
    while queue:
        fresh = joined.get(queue.popleft(), {}).keys() - seen
        seen |= fresh
        queue.extend(fresh)
    for box in parts.board.box:
        fits = box.id in seen
        Faults(BOARD, f"box {box.id}", into).unless(
            fits, "id", _("expected a way to it from {start}", start=start)
        )


def _check_prizes(parts: Parts, into: list[Fault]) -> None:
    faults = Faults(BOARD, "", into)
    for army in ARMIES:
        bases = [box.id for box in parts.board.box if box.base == army]
        expected = _(
            "expected one base of {army} (10.2), found {bases}",
            army=army,
            bases=", ".join(bases) or _("none"),
        )
        faults.unless(len(bases) == 1, "box", expected)
    for box in parts.board.box:
        fits = box.base is None or box.city == SIDE[box.base]
        fault = _("expected {city} to be the side of the army whose base it is", city=box.city)
        Faults(BOARD, f"box {box.id}", into).unless(fits, "city", fault)
    faults.unless(any(box.exit for box in parts.board.box), "box", _("expected an exit (11.1.1)"))
    drawn = [box.id for box in parts.board.box if box.drawn is not None]
    fits = len(drawn) in (0, len(parts.board.box))
    faults.unless(
        fits, "drawn", _("expected it of every box or of none, found it of {number}", number=len(drawn))
    )
    exits = sum(command.exits for command in parts.leaders.command)
    fits = exits >= parts.tables.victory.exits
    expected = _("expected at most the {exits} commands of leaders.toml that exit", exits=exits)
    Faults(TABLES, "", into).unless(fits, "victory.exits", expected)


def _check_counters(parts: Parts, into: list[Fault]) -> None:
    commands = {command.id: command for command in parts.leaders.command}
    kinds = {kind.id for kind in parts.units.kind}
    forces = {force.id for force in parts.setup.force}
    leaders = {leader.id for leader in parts.leaders.leader}
    cap = parts.tables.figures.morale_cap
    for kind in parts.units.kind:
        fits = kind.morale <= cap
        faults = Faults(UNITS, f"kind {kind.id}", into)
        faults.unless(fits, "morale", _("expected at most the cap of tables.toml, {cap} (8.1)", cap=cap))
    for leader in parts.leaders.leader:
        faults = Faults(LEADERS, f"leader {leader.id}", into)
        fits = leader.command in commands
        faults.unless(
            fits, "command", _("expected a command of this file, found {command!r}", command=leader.command)
        )
        fits = leader.force in forces
        faults.unless(fits, "force", _("expected a force of setup.toml, found {force!r}", force=leader.force))
    for unit in parts.units.unit:
        faults = Faults(UNITS, f"unit {unit.id}", into)
        faults.unless(unit.id not in leaders, "id", _("expected another id than a Leader's"))
        faults.unless(
            unit.kind in kinds, "kind", _("expected a kind of this file, found {kind!r}", kind=unit.kind)
        )
        fits = unit.command in commands
        faults.unless(
            fits, "command", _("expected a command of leaders.toml, found {command!r}", command=unit.command)
        )
        fits = unit.force in forces
        faults.unless(fits, "force", _("expected a force of setup.toml, found {force!r}", force=unit.force))


def _check_forces(parts: Parts, into: list[Fault]) -> None:
    boxes = {box.id for box in parts.board.box}
    leaders = {leader.id for leader in parts.leaders.leader}
    commands = {command.id: command for command in parts.leaders.command}
    turns = min((len(scenario.turn) for scenario in parts.setup.scenario), default=0)
    Faults(SETUP, "", into).unless(turns > 0, "scenario", _("expected one at least"))
    for force in parts.setup.force:
        faults = Faults(SETUP, f"force {force.id}", into)
        faults.unless(
            force.box in boxes, "box", _("expected a box of the board, found {box!r}", box=force.box)
        )
        fits = force.joins is None or force.joins in leaders
        faults.unless(
            fits, "joins", _("expected a Leader of leaders.toml, found {joins!r}", joins=force.joins)
        )
        faults.unless(
            turns == 0 or force.turn <= turns,
            "turn",
            _("expected a turn of the game, at most {turns}", turns=turns),
        )
        sides = _sides(parts, commands, force)
        faults.unless(bool(sides), "id", _("expected a Leader or a unit with this force"))
        faults.unless(len(sides) < 2, "id", _("expected Leaders and units of one side"))
    _check_start(parts, commands, into)


def _sides(parts: Parts, commands: dict[str, Command], force: Force) -> set[str]:
    members = [leader.command for leader in parts.leaders.leader if leader.force == force.id]
    members += [unit.command for unit in parts.units.unit if unit.force == force.id]
    return {SIDE[commands[id].army] for id in members if id in commands}


def _check_start(parts: Parts, commands: dict[str, Command], into: list[Fault]) -> None:
    """No box has both sides at the start, where a battle would have no attacker."""
    held: dict[str, set[str]] = defaultdict(set)
    for force in parts.setup.force:
        if force.turn == 1:
            held[force.box] |= _sides(parts, commands, force)
            Faults(SETUP, f"force {force.id}", into).unless(
                len(held[force.box]) < 2,
                "box",
                _("expected a box without the enemy, found {box!r}", box=force.box),
            )


def _check_overall(parts: Parts, into: list[Fault]) -> None:
    commands = {command.id: command for command in parts.leaders.command}
    leaders = {leader.id: leader for leader in parts.leaders.leader}
    forces = {force.id: force for force in parts.setup.force}
    for side in SIDES:
        faults = Faults(TABLES, "", into)
        id = parts.tables.figures.overall.get(side, "")
        leader = leaders.get(id)
        fits = leader is not None and leader.rank == 3
        faults.unless(fits, f"figures.overall.{side}", _("expected a Leader of rank 3, found {id!r}", id=id))
        if leader is None or leader.command not in commands:
            continue
        fits = SIDE[commands[leader.command].army] == side
        faults.unless(
            fits, f"figures.overall.{side}", _("expected a Leader of that side, found {id!r}", id=id)
        )
        force = forces.get(leader.force)
        fits = force is None or force.turn == 1
        faults.unless(fits, f"figures.overall.{side}", _("expected a Leader who is there from turn 1"))
    for army in ARMIES:
        marshals = [
            leader.id
            for leader in leaders.values()
            if leader.rank == 3 and leader.command in commands and commands[leader.command].army == army
        ]
        expected = _(
            "expected one Leader of rank 3 for {army}, found {marshals}",
            army=army,
            marshals=", ".join(marshals) or _("none"),
        )
        Faults(LEADERS, "", into).unless(len(marshals) == 1, "leader", expected)
