"""Combats of *For God and For the King*, a line for each part of their procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.lines import packed, summed
from bot.games.vendee.names import Names
from bot.games.wording import place
from data.nouns import numbered
from engines.core.events import Event
from engines.vendee.combat import events as happened
from engines.vendee.frames import enemy
from engines.vendee.state import total


def lines(names: Names, event: Event) -> Iterator[str]:
    """What happened in a combat; nothing for other events."""
    match event:
        case happened.GunsHeard():
            yield _guns(names, event)
        case happened.IncidentsDrawn(area, drawn, idle):
            yield from _incidents(names, area, list(drawn), list(idle))
        case happened.OutOfPowder(area, 0, True):
            yield f"💣 Out of powder in {names.name(area)}, and no way out: the Royalists must fight."
        case happened.OutOfPowder(area, 0):
            yield f"💣 Out of powder in {names.name(area)}, the Royalists fight all the same."
        case happened.OutOfPowder(area, areas):
            how = "an area" if areas == 1 else f"{areas} areas"
            yield f"💣 Out of powder, the Royalists withdraw {how} from {names.name(area)}."
        case happened.Fought():
            yield from fought(names, event)
        case happened.Pursued(side, start, end, points, generals):
            who = names.troops(points, generals)
            yield f"🐎 {names.side(side)} pursue from {names.name(start)} to {names.name(end)}: {who}."
        case happened.DesertersJoined(area, points):
            who = "A combat point of deserters joins" if points == 1 else f"{points} points of deserters join"
            yield f"🔄 {who} the Royalists in {names.name(area)}."
        case happened.IncidentSpent(incident):
            yield f"🎴 *{names.marker(incident)}* leaves the pool for good."
        case happened.BattleEnded(area, None):
            yield f"🏳️ There is no combat in {names.name(area)}: the Royalists are gone."
        case happened.BattleEnded(area, winner) if winner:
            yield f"🏁 {names.side(winner)} are left in possession of **{names.name(area)}**."
        case _:
            return


def fell_back(names: Names, steps: Sequence[happened.FellBack]) -> str:
    """The way of one party, area by area."""
    last = steps[-1]
    verb = "withdraw" if last.withdrawal else "flee in rout" if last.rout else "retreat"
    who = names.troops(last.points, last.generals)
    way = names.way([steps[0].start, *(step.end for step in steps)])
    return f"↩️ {names.side(last.side)} {verb} {way}: {who}."


def _guns(names: Names, event: happened.GunsHeard) -> str:
    way = f"from {names.name(event.start)} to {names.name(event.area)}"
    needs = "" if event.below is None else f", needs less than {event.below}"
    if event.success:
        who = names.seen(event.points, event.generals)
        return f"📯 {names.side(event.side)} march to the guns {way}: {who} (🎲 **{event.face}**{needs})."
    fate = f"do not hear the guns {way}"
    return f"📯 {names.side(event.side)} {fate} (🎲 **{event.face}**{needs})."


def _incidents(names: Names, area: str, drawn: list[str], idle: list[str]) -> Iterator[str]:
    if not drawn:
        yield f"🎴 No incident in {names.name(area)}."
        return
    items: list[str] = []
    for incident in drawn:
        # Of two copies of a kind the second is the idle one.
        without = drawn.index(incident) == len(items) and idle.count(incident) < drawn.count(incident)
        effect = "" if without or incident not in idle else " (no effect)"
        items.append(f"*{names.marker(incident)}*{effect}")
    yield from packed(f"🎴 Incident{'' if len(drawn) == 1 else 's'} in {names.name(area)}: ", items)


def fought(names: Names, event: happened.Fought) -> Iterator[str]:
    """Who met whom, odds and column, dice and result."""
    foe = enemy(event.attacker)
    sizes = {side: total(points) for side, points in event.points.items()}
    yield (
        f"⚔️ **Combat in {names.name(event.area)}**: {names.they(event.attacker)} attack with "
        f"{sizes[event.attacker]} against {sizes[foe]}."
    )
    odds = f"-# Odds {sizes[event.attacker]} to {sizes[foe]}: column {event.ratio}"
    shifted = [f"= {event.column}"] if event.shifts else []
    yield from summed(odds, event.shifts, shifted)
    result = f"= {place(event.total)} in column {event.column}: {spelled(event.result)}"
    yield from summed(f"-# 🎲 **{event.white}+{event.coloured}**", event.modifiers, [result])
    how = f"are routed {_areas(event)}" if event.rout else f"retreat {_areas(event)}"
    winner = enemy(event.loser)
    yield (
        f"💥 {names.side(event.loser)} {how} and lose {event.losses[event.loser] or 'nobody'}; "
        f"{names.they(winner)} lose {event.losses[winner] or 'nobody'}."
    )


def spelled(result: str) -> str:
    """A result as it is printed, with what it says: `AR1-30, the attacker retreats 1 area and loses 30%`."""
    who = "attacker" if result[0] == "A" else "defender"
    how = "retreats" if result[1] == "R" else "is routed"
    return f"{result}, the {who} {how} {numbered(int(result[2]), 'area')} and loses {result[4:]}%"


def _areas(event: happened.Fought) -> str:
    """`1 area`, from the result as it is printed: `AR1-30`."""
    return numbered(int(event.result[2]), "area")
