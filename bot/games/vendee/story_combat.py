"""Combats of *For God and For the King*, a line for each part of their procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.lines import packed, summed
from bot.games.vendee.names import Names
from bot.games.wording import place
from data.catalogue import N_, _, retold
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
            yield _(
                "💣 Out of powder in {area}, and no way out: the Royalists must fight.", area=names.name(area)
            )
        case happened.OutOfPowder(area, 0):
            yield _("💣 Out of powder in {area}, the Royalists fight all the same.", area=names.name(area))
        case happened.OutOfPowder(area, areas):
            how = _("an area") if areas == 1 else _("{areas} areas", areas=areas)
            yield _(
                "💣 Out of powder, the Royalists withdraw {how} from {area}.", how=how, area=names.name(area)
            )
        case happened.Fought():
            yield from fought(names, event)
        case happened.Pursued(side, start, end, points, generals):
            who = names.troops(points, generals)
            yield _(
                "🐎 {side} pursue from {start} to {end}: {who}.",
                side=names.side(side),
                start=names.name(start),
                end=names.name(end),
                who=who,
            )
        case happened.DesertersJoined(area, points):
            who = (
                _("A combat point of deserters joins")
                if points == 1
                else _("{points} points of deserters join", points=points)
            )
            yield _("🔄 {who} the Royalists in {area}.", who=who, area=names.name(area))
        case happened.IncidentSpent(incident):
            yield _("🎴 *{incident}* leaves the pool for good.", incident=names.marker(incident))
        case happened.BattleEnded(area, None):
            yield _("🏳️ There is no combat in {area}: the Royalists are gone.", area=names.name(area))
        case happened.BattleEnded(area, winner) if winner:
            yield _(
                "🏁 {winner} are left in possession of **{area}**.",
                winner=names.side(winner),
                area=names.name(area),
            )
        case _:
            return


def fell_back(names: Names, steps: Sequence[happened.FellBack]) -> str:
    """The way of one party, area by area."""
    last = steps[-1]
    how = _WITHDRAW if last.withdrawal else _ROUT if last.rout else _RETREAT
    who = names.troops(last.points, last.generals)
    way = names.way([steps[0].start, *(step.end for step in steps)])
    return how(side=names.side(last.side), way=way, who=who)


_WITHDRAW = N_("↩️ {side} withdraw {way}: {who}.")
_ROUT = N_("↩️ {side} flee in rout {way}: {who}.")
_RETREAT = N_("↩️ {side} retreat {way}: {who}.")


def _guns(names: Names, event: happened.GunsHeard) -> str:
    way = _("from {start} to {area}", start=names.name(event.start), area=names.name(event.area))
    needs = "" if event.below is None else _(", needs less than {below}", below=event.below)
    if event.success:
        who = names.seen(event.points, event.generals)
        return _(
            "📯 {side} march to the guns {way}: {who} (🎲 **{face}**{needs}).",
            side=names.side(event.side),
            way=way,
            who=who,
            face=event.face,
            needs=needs,
        )
    return _(
        "📯 {side} do not hear the guns {way} (🎲 **{face}**{needs}).",
        side=names.side(event.side),
        way=way,
        face=event.face,
        needs=needs,
    )


def _incidents(names: Names, area: str, drawn: list[str], idle: list[str]) -> Iterator[str]:
    if not drawn:
        yield _("🎴 No incident in {area}.", area=names.name(area))
        return
    items: list[str] = []
    for incident in drawn:
        # Of two copies of a kind the second is the idle one.
        without = drawn.index(incident) == len(items) and idle.count(incident) < drawn.count(incident)
        effect = "" if without or incident not in idle else _(" (no effect)")
        items.append(f"*{names.marker(incident)}*{effect}")
    yield from packed(
        (
            _("🎴 Incident in {area}: ", area=names.name(area))
            if len(drawn) == 1
            else _("🎴 Incidents in {area}: ", area=names.name(area))
        ),
        items,
    )
    for kind in names.box.incident.values():
        # What waits for the end of the combat may come to nothing, and nothing more is told of it then.
        if kind.stage == "after" and kind.id in drawn and kind.id not in idle:
            yield f"-# {retold(kind.text)}"


def fought(names: Names, event: happened.Fought) -> Iterator[str]:
    """Who met whom, odds and column, dice and result."""
    foe = enemy(event.attacker)
    sizes = {side: total(points) for side, points in event.points.items()}
    yield (
        _(
            "⚔️ **Combat in {area}**: {attacker} attack with {attacker_2} against {foe}.",
            area=names.name(event.area),
            attacker=names.they(event.attacker),
            attacker_2=sizes[event.attacker],
            foe=sizes[foe],
        )
    )
    odds = _(
        "-# Odds {attacker} to {foe}: column {ratio}",
        attacker=sizes[event.attacker],
        foe=sizes[foe],
        ratio=event.ratio,
    )
    shifted = [f"= {event.column}"] if event.shifts else []
    yield from summed(odds, event.shifts, shifted)
    result = _(
        "= {total} in column {column}: {result}",
        total=place(event.total),
        column=event.column,
        result=spelled(event.result),
    )
    yield from summed(f"-# 🎲 **{event.white}+{event.coloured}**", event.modifiers, [result])
    winner = enemy(event.loser)
    yield (
        (
            N_("💥 {loser} are routed {areas} and lose {loser_2}; {winner} lose {winner_2}.")
            if event.rout
            else N_("💥 {loser} retreat {areas} and lose {loser_2}; {winner} lose {winner_2}.")
        )(
            loser=names.side(event.loser),
            areas=_areas(event),
            loser_2=_points(event.losses[event.loser]),
            winner=names.they(winner),
            winner_2=_points(event.losses[winner]),
        )
    )


def _points(lost: int) -> str:
    return numbered(lost, "combat point") if lost else _("nobody")


def spelled(result: str) -> str:
    """A result as it is printed, with what it says: `AR1-30, the attacker retreats 1 area and loses 30%`."""
    said = _SPELLED[result[:2]]
    return said(result=result, areas=numbered(int(result[2]), "area"), share=result[4:])


_SPELLED = {
    "AR": N_("{result}, the attacker retreats {areas} and loses {share}%"),
    "AD": N_("{result}, the attacker is routed {areas} and loses {share}%"),
    "DR": N_("{result}, the defender retreats {areas} and loses {share}%"),
    "DD": N_("{result}, the defender is routed {areas} and loses {share}%"),
}


def _areas(event: happened.Fought) -> str:
    """`1 area`, from the result as it is printed: `AR1-30`."""
    return numbered(int(event.result[2]), "area")
