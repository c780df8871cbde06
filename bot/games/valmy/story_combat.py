"""Battles of *The Valmy Campaign*, a line for each part of their procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.lines import packed, summed
from bot.games.valmy.names import PLACES, Names
from bot.games.wording import listed, place, thrown
from data.nouns import numbered
from engines.core.events import Event, GivenFor
from engines.valmy.box import enemy
from engines.valmy.combat import events as happened

RESULTS = {
    "AE": "{attacker} are all shattered",
    "AR*": "{attacker} retreat, and the unit that was compared loses a step",
    "AR": "{attacker} retreat",
    "EX": "{defender} are all shattered, and {attacker} lose as much",
    "BR": "both retreat",
    "DR": "{defender} retreat",
    "DR*": "{defender} retreat, and the unit that was compared loses a step",
    "½DE": "{defender} lose half their strength, and the rest retreats",
    "DE": "{defender} are all shattered",
}
"""What a result of the Charge Table comes to."""
_FIRES = {"9.1": "fire", "9.3.1": "skirmish", "9.3.2": "fire"}
_FROM = {"left": "from the left", "right": "from the right", "main": "from Main"}


def lines(names: Names, event: Event) -> Iterator[str]:  # noqa: PLR0912 - one line for each kind of event
    """What happened in a battle; nothing for other events."""
    match event:
        case happened.BattleBegun():
            yield begun(names, event)
        case happened.KindChosen(_, kind, True):
            yield f"🗣️ The defender chooses a {kind.title()} Battle (9.0)."
        case happened.KindChosen(_, kind):
            yield f"-# By the number of units it is a {kind.title()} Battle (9.0)."
        case happened.Boosted(side, units):
            raised = [f"{names.name(unit)} by {by}" for unit, by in units.items()]
            yield from packed(
                f"📈 {names.side(side)}: the leaders raise the morale of ",
                [*raised[:-1], f"{raised[-1]} (8.1)."],
                ", ",
            )
        case happened.LossesTaken(side, hits):
            yield f"🎯 {names.side(side)} have to lose {numbered(hits, 'step')}."
        case happened.Stayed(side, where, True):
            yield f"🏳️ {names.side(side)} withdraw from **{names.name(where)}** (9.7)."
        case happened.Stayed(side, where):
            yield f"-# {names.side(side)} stay in {names.name(where)}."
        case happened.BattleEnded(where):
            yield f"🏁 The battle of **{names.name(where)}** is over."
        case happened.Deployed():
            yield from _deployed(names, event)
        case happened.Stands(side, units, where):
            verb = "goes" if len(units) == 1 else "go"
            yield f"➡️ {names.side(side)}: {names.units(units)} {verb} to {PLACES[where]}."
        case happened.ReserveRolled(side, face):
            most = numbered(face, "unit")
            yield f"-# {thrown([face])} for the Reserve of {names.they(side)}: up to {most} to Main (9.5)."
        case happened.Fought():
            yield from fought(names, event)
        case _:
            yield from _charges(names, event)


def heard(events: Sequence[Event]) -> list[Event]:
    """Events of which each battle says once alone who answers for a side."""
    found: list[Event] = []
    known: set[GivenFor] = set()
    fights = False
    for event in events:
        if isinstance(event, GivenFor):
            if event in known:
                continue
            known |= {event} if fights else set()
        elif isinstance(event, happened.BattleEnded):
            fights = False
            known.clear()
        else:
            fights = fights or type(event).__module__ == happened.__name__
        found.append(event)
    return found


def begun(names: Names, event: happened.BattleBegun) -> str:
    """Who met whom."""
    attackers, defenders = numbered(event.attackers, "unit"), event.defenders
    where, they = names.name(event.box), names.they(event.attacker)
    if event.overrun:
        return f"🐎 **Overrun in {where}**: {they} ride and march over a single unit with {attackers} (7.3)."
    return f"⚔️ **Battle of {where}**: {they} attack with {attackers} against {defenders}."


def volley(names: Names, side: str, shots: Sequence[happened.Fired]) -> Iterator[str]:
    """What a volley came to, and its dice."""
    hits, first = sum(shot.hits for shot in shots), shots[0]
    how = " at the chargers" if any(term.label == "At chargers" for term in first.modifiers) else ""
    result = f"**{numbered(hits, 'hit')}**" if hits else "no hit"
    count = numbered(len(shots), "unit")
    yield f"🔥 {names.side(side)} {_FIRES[first.case]}{how} with {count}: {result} ({first.case})."
    told = [_shot(names, shot) for shot in sorted(shots, key=lambda shot: -shot.hits)]
    yield from packed("-# 🎲 ", told)


def _shot(names: Names, shot: happened.Fired) -> str:
    terms = "".join(f" {'+' if term.value > 0 else '−'}{abs(term.value)}" for term in shot.modifiers)
    found = f": **{numbered(shot.hits, 'hit')}**" if shot.hits else ""
    column = "skirmish" if shot.column == "SK" else f"morale {shot.column}"
    return f"{names.name(shot.unit)} ({column}) {'+'.join(map(str, shot.faces))}{terms} = {shot.total}{found}"


def leaders(names: Names, tested: Sequence[happened.LeaderTested]) -> Iterator[str]:
    """Who might have fallen."""
    told = []
    for event in tested:
        faces = "+".join(map(str, event.faces))
        needs = f", doubles above {event.above} kill" if event.above else ", any doubles kill"
        told.append(f"{names.name(event.leader)} {faces}{needs if event.faces[0] == event.faces[1] else ''}")
    fallen = [names.name(event.leader) for event in tested if event.killed]
    result = (
        f"**{listed(fallen)} {'is' if len(fallen) == 1 else 'are'} killed**" if fallen else "nobody falls"
    )
    yield from packed(f"-# 🎲 Leaders in the battle (9.5.2), {result}: ", told)


def _deployed(names: Names, event: happened.Deployed) -> Iterator[str]:
    by_place: dict[str, list[str]] = {}
    for id, where in event.places.items():
        by_place.setdefault(where, []).append(id)
    boxes = [(where, by_place[where]) for where in PLACES if where in by_place]
    items = [f"{PLACES[where]}: {_all(names, who)}" for where, who in boxes]
    yield from packed(f"🗺️ {names.side(event.side)} deploy. ", items)


def _all(names: Names, who: Sequence[str]) -> str:
    """All units by name, then the leaders with them."""
    units = [names.name(id) for id in who if id in names.box.unit]
    chiefs = [names.name(id) for id in who if id in names.box.leader]
    return ", ".join(units) + (f" with {listed(chiefs)}" if units and chiefs else listed(chiefs))


def _charges(names: Names, event: Event) -> Iterator[str]:
    match event:
        case happened.Announced(side, boxes) if not boxes:
            yield f"-# {names.side(side)} announce no charge."
        case happened.Announced(side, boxes):
            items = [f"{_FROM[where]} {names.counters(who)}" for where, who in boxes.items()]
            yield f"📯 {names.side(side)} announce charges: {'; '.join(items)} (9.4)."
        case happened.ChargeChecked(side, faces, passed, failed):
            rides = (
                f"{names.units(passed)} {'rides' if len(passed) == 1 else 'ride'}"
                if passed
                else "nobody rides"
            )
            stays = (
                f", {names.units(failed)} {'does' if len(failed) == 1 else 'do'} not"
                if failed and passed
                else ""
            )
            yield f"-# {thrown(faces)} for the charges of {names.they(side)}: {rides}{stays} (9.4)."
        case happened.CalledOff(side, units):
            yield f"🛑 {names.side(side)} call off the charge of {names.units(units)} (9.4.4)."
        case happened.Charged():
            yield from charged(names, event)
        case happened.Pursued(side, unit, faces, highest, pursues):
            fate = "they are carried away in pursuit, and back next turn" if pursues else "they are held"
            who = f"{names.name(unit)} of {names.they(side)}"
            yield f"-# {thrown(faces)} for {who}, {highest} or less holds them: {fate} (9.4.5)."
        case _:
            return


def charged(names: Names, event: happened.Charged) -> Iterator[str]:
    """A charge with its whole arithmetic."""
    one = len(event.attackers) == 1
    what = ("counter-charge" if event.counter else "charge") + ("s" if one else "")
    mine, theirs = event.strengths
    doubled = "" if event.counter else " (doubled)"
    yield (
        f"🐎 {names.side(event.side)}: {names.units(event.attackers)} {what} {names.units(event.defenders)}, "
        f"{mine}{doubled} to {theirs}."
    )
    terms = [f"= {place(event.total)} in column {event.column}: {event.result}"]
    yield from summed(f"-# 🎲 **{event.face}**", event.modifiers, terms)
    other = enemy(event.side)
    result = RESULTS[event.result].format(attacker=names.they(event.side), defender=names.they(other))
    yield f"💥 {result[:1].upper()}{result[1:]} (9.4.3)."


def fought(names: Names, event: happened.Fought) -> Iterator[str]:
    """A melee with its whole arithmetic."""
    attacker, other = event.attacker, enemy(event.attacker)
    mine, theirs = event.strengths
    leads = {side: names.name(event.leads[side]) for side in (attacker, other)}
    yield (
        f"⚔️ **Melee**: {names.they(attacker)} with {leads[attacker]} in the lead attack {names.they(other)} "
        f"with {leads[other]} in the lead, {mine} to {theirs}."
    )
    terms = [f"= {place(event.total)} in column {event.column}"]
    yield from summed(f"-# {thrown(event.faces)}", event.modifiers, terms)
    lost, taken = event.losses
    yield f"💥 {names.side(attacker)} lose {numbered(lost, 'step')}, {names.they(other)} {taken} (9.5.1)."
