"""Battles of *The Valmy Campaign*, a line for each part of their procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.lines import packed, summed
from bot.games.valmy.names import PLACES, Names
from bot.games.wording import place, thrown
from data.catalogue import N_, Plural, _, ngettext
from data.nouns import listed, numbered
from engines.core.events import Event, GivenFor
from engines.valmy.box import enemy
from engines.valmy.combat import events as happened

RESULTS = {
    "AE": N_("💥 Those who charge are all shattered (9.4.3)."),
    "AR*": N_("💥 Those who charge retreat, and the unit that was compared loses a step (9.4.3)."),
    "AR": N_("💥 Those who charge retreat (9.4.3)."),
    "EX": N_("💥 Those who are charged are all shattered, and those who charge lose as much (9.4.3)."),
    "BR": N_("💥 Both retreat (9.4.3)."),
    "DR": N_("💥 Those who are charged retreat (9.4.3)."),
    "DR*": N_("💥 Those who are charged retreat, and the unit that was compared loses a step (9.4.3)."),
    "½DE": N_("💥 Those who are charged lose half their strength, and the rest retreats (9.4.3)."),
    "DE": N_("💥 Those who are charged are all shattered (9.4.3)."),
}
"""What a result of the Charge Table comes to."""
LINE = 8
"""Most units of a box of the board that are named when they deploy."""
_CHOSEN = {
    "major": N_("🗣️ The defender chooses a Major Battle (9.0)."),
    "minor": N_("🗣️ The defender chooses a Minor Battle (9.0)."),
}
_COUNTED = {
    "major": N_("-# By the number of units it is a Major Battle (9.0)."),
    "minor": N_("-# By the number of units it is a Minor Battle (9.0)."),
}
_FIRE = N_("🔥 {side} fire with {count}: {result} ({case}).")
_FIRES = {
    "9.1": _FIRE,
    "9.3.1": N_("🔥 {side} skirmish with {count}: {result} ({case})."),
    "9.3.2": _FIRE,
}
_AT_CHARGERS = N_("🔥 {side} fire at the chargers with {count}: {result} ({case}).")
_CHARGE = Plural(
    "🐎 {side}: {attackers} charges {defenders}, {mine} (doubled) to {theirs}.",
    "🐎 {side}: {attackers} charge {defenders}, {mine} (doubled) to {theirs}.",
)
_COUNTER = Plural(
    "🐎 {side}: {attackers} counter-charges {defenders}, {mine} to {theirs}.",
    "🐎 {side}: {attackers} counter-charge {defenders}, {mine} to {theirs}.",
)
_FROM = {"left": N_("from the left"), "right": N_("from the right"), "main": N_("from Main")}


def lines(names: Names, event: Event) -> Iterator[str]:  # noqa: PLR0912 - one line for each kind of event
    """What happened in a battle; nothing for other events."""
    match event:
        case happened.BattleBegun():
            yield begun(names, event)
        case happened.KindChosen(_, kind, True):
            yield str(_CHOSEN[kind])
        case happened.KindChosen(_, kind):
            yield str(_COUNTED[kind])
        case happened.Boosted(side, units):
            raised = [_("{unit} by {by}", unit=names.name(unit), by=by) for unit, by in units.items()]
            yield from packed(
                _("📈 The leaders of {side} raise the morale of ", side=names.they(side)),
                [*raised[:-1], f"{raised[-1]} (8.1)."],
                ", ",
            )
        case happened.LossesTaken(side, hits):
            yield _("🎯 {side} have to lose {steps}.", side=names.subject(side), steps=numbered(hits, "step"))
        case happened.Stayed(side, where, True):
            yield _(
                "🏳️ {side} withdraw from **{where}** (9.7).", side=names.subject(side), where=names.name(where)
            )
        case happened.Stayed(side, where):
            yield _("-# {side} stay in {where}.", side=names.subject(side), where=names.name(where))
        case happened.BattleEnded(where):
            said = [
                _("🏁 The battle of **{where}** is over.", where=names.name(where)),
                *_ended(names, event),
            ]
            yield " ".join(said)
        case happened.Deployed():
            yield from _deployed(names, event)
        case happened.Stands(side, units, where):
            yield ngettext(
                "➡️ {side}: {units} goes to {where}.",
                "➡️ {side}: {units} go to {where}.",
                len(units),
                side=names.side(side),
                units=names.units(units),
                where=PLACES[where],
            )
        case happened.ReserveRolled(side, face):
            most = numbered(face, "unit")
            yield _(
                "-# {thrown} for the Reserve of {side}: up to {most} to Main (9.5).",
                thrown=thrown([face]),
                side=names.they(side),
                most=most,
            )
        case happened.Fought():
            yield from fought(names, event)
        case _:
            yield from _charges(names, event)


def holder(names: Names, event: happened.BattleEnded) -> str:
    """Who has won a battle and holds its box; empty where a record does not say."""
    where = names.name(event.box)
    match event.holds:
        case None:
            return ""
        case (side,):
            return _("{side} win and hold {where}.", side=names.subject(side), where=where)
        case ():
            return _("Nobody is left in {where}.", where=where)
        case _:
            return _("Nobody has won: both sides stay in {where}.", where=where)


def _ended(names: Names, event: happened.BattleEnded) -> Iterator[str]:
    held = holder(names, event)
    if held:
        yield held
    if event.hand is not None:
        yield _("It is {side} who act next.", side=names.they(event.hand))


def heard(events: Sequence[Event]) -> list[Event]:
    """Events of which each battle says once alone who answers for a side."""
    kept: list[Event] = []
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
        kept.append(event)
    return kept


def begun(names: Names, event: happened.BattleBegun) -> str:
    """Who met whom."""
    attackers, defenders = numbered(event.attackers, "unit"), event.defenders
    where, they = names.name(event.box), names.they(event.attacker)
    if event.overrun:
        return _(
            "🐎 **Overrun in {where}**: {they} ride and march over a single unit with {attackers} (7.3).",
            where=where,
            they=they,
            attackers=attackers,
        )
    return _(
        "⚔️ **Battle of {where}**: {they} attack with {attackers} against {defenders}.",
        where=where,
        they=they,
        attackers=attackers,
        defenders=defenders,
    )


def volley(names: Names, side: str, shots: Sequence[happened.Fired]) -> Iterator[str]:
    """What a volley came to, and its dice."""
    hits, first = sum(shot.hits for shot in shots), shots[0]
    at_chargers = any(term.label == "At chargers" for term in first.modifiers)
    result = f"**{numbered(hits, 'hit')}**" if hits else _("no hit")
    count = numbered(len(shots), "unit")
    said = _AT_CHARGERS if at_chargers else _FIRES[first.case]
    yield said(side=names.subject(side), count=count, result=result, case=first.case)
    throws = [_shot(names, shot) for shot in sorted(shots, key=lambda shot: -shot.hits)]
    yield from packed("-# 🎲 ", throws)


def _shot(names: Names, shot: happened.Fired) -> str:
    terms = "".join(f" {'+' if term.value > 0 else '−'}{abs(term.value)}" for term in shot.modifiers)
    hits = f": **{numbered(shot.hits, 'hit')}**" if shot.hits else ""
    least = names.box.least_hit(shot.column)
    column = (
        _("skirmish, hits from {least}", least=least)
        if shot.column == "SK"
        else _("morale {column}, hits from {least}", column=shot.column, least=least)
    )
    return f"{names.name(shot.unit)} ({column}) {'+'.join(map(str, shot.faces))}{terms} = {shot.total}{hits}"


def leaders(names: Names, tested: Sequence[happened.LeaderTested]) -> Iterator[str]:
    """Who might have fallen."""
    tests = []
    for event in tested:
        faces = "+".join(map(str, event.faces))
        needs = (
            _(", doubles above {above} kill", above=event.above) if event.above else _(", any doubles kill")
        )
        tests.append(f"{names.name(event.leader)} {faces}{needs if event.faces[0] == event.faces[1] else ''}")
    fallen = [names.name(event.leader) for event in tested if event.killed]
    result = (
        (
            _("**{fallen} is killed**", fallen=listed(fallen))
            if len(fallen) == 1
            else _("**{fallen} are killed**", fallen=listed(fallen))
        )
        if fallen
        else _("nobody falls")
    )
    yield from packed(_("-# 🎲 Leaders in the battle (9.5.2), {result}: ", result=result), tests)


def _deployed(names: Names, event: happened.Deployed) -> Iterator[str]:
    by_place: dict[str, list[str]] = {}
    for id, where in event.places.items():
        by_place.setdefault(where, []).append(id)
    boxes = [(where, by_place[where]) for where in PLACES if where in by_place]
    items = [f"{PLACES[where]}: {_all(names, who)}" for where, who in boxes]
    yield from packed(_("🗺️ {side} deploy. ", side=names.subject(event.side)), items)


def _all(names: Names, who: Sequence[str]) -> str:
    """The units by name, of a long line their numbers, then the leaders with them: the board shows each."""
    ids = [id for id in who if id in names.box.unit]
    units = [names.units(ids)] if len(ids) > LINE else [names.name(id) for id in ids]
    chiefs = [names.name(id) for id in who if id in names.box.leader]
    return ", ".join(units) + (
        _(" with {chiefs}", chiefs=listed(chiefs)) if units and chiefs else listed(chiefs)
    )


def _charges(names: Names, event: Event) -> Iterator[str]:
    match event:
        case happened.Announced(side, boxes) if not boxes:
            yield _("-# {side} announce no charge.", side=names.subject(side))
        case happened.Announced(side, boxes):
            items = [f"{_FROM[where]} {names.counters(who)}" for where, who in boxes.items()]
            yield _(
                "📯 {side} announce charges: {items} (9.4).", side=names.subject(side), items="; ".join(items)
            )
        case happened.ChargeChecked(side, faces, passed, failed):
            rides = (
                ngettext("{units} rides", "{units} ride", len(passed), units=names.units(passed))
                if passed
                else _("nobody rides")
            )
            stays = (
                (
                    _(", {failed} does not", failed=names.units(failed))
                    if len(failed) == 1
                    else _(", {failed} do not", failed=names.units(failed))
                )
                if failed and passed
                else ""
            )
            yield _(
                "-# {faces} for the charges of {side}: {rides}{stays} (9.4).",
                faces=thrown(faces),
                side=names.they(side),
                rides=rides,
                stays=stays,
            )
        case happened.CalledOff(side, units):
            yield _(
                "🛑 {side} call off the charge of {units} (9.4.4).",
                side=names.subject(side),
                units=names.units(units),
            )
        case happened.Charged():
            yield from charged(names, event)
        case happened.Pursued(side, unit, faces, highest, pursues):
            fate = _("they are carried away in pursuit, and back next turn") if pursues else _("they obey")
            who = _("{unit} of {side}", unit=names.name(unit), side=names.they(side))
            yield _(
                "-# {faces} for {who}, {highest} or less holds the riders back from pursuit: {fate} (9.4.5).",
                faces=thrown(faces),
                who=who,
                highest=highest,
                fate=fate,
            )
        case _:
            return


def charged(names: Names, event: happened.Charged) -> Iterator[str]:
    """A charge with its whole arithmetic."""
    mine, theirs = event.strengths
    yield (_COUNTER if event.counter else _CHARGE)(
        len(event.attackers),
        side=names.side(event.side),
        attackers=names.units(event.attackers),
        defenders=names.units(event.defenders),
        mine=mine,
        theirs=theirs,
    )
    terms = [
        _(
            "= {total} in column {column}: {result}",
            total=place(event.total),
            column=event.column,
            result=event.result,
        )
    ]
    yield from summed(f"-# 🎲 **{event.face}**", event.modifiers, terms)
    yield str(RESULTS[event.result])


def fought(names: Names, event: happened.Fought) -> Iterator[str]:
    """A melee with its whole arithmetic."""
    attacker, other = event.attacker, enemy(event.attacker)
    mine, theirs = event.strengths
    leads = {side: names.name(event.leads[side]) for side in (attacker, other)}
    yield (
        _(
            "⚔️ **Melee**: {attacker} with {attacker_2} in the lead attack {other} with {other_2} in "
            "the lead, {mine} to {theirs}.",
            attacker=names.they(attacker),
            attacker_2=leads[attacker],
            other=names.they(other),
            other_2=leads[other],
            mine=mine,
            theirs=theirs,
        )
    )
    terms = [_("= {total} in column {column}", total=place(event.total), column=event.column)]
    yield from summed(f"-# {thrown(event.faces)}", event.modifiers, terms)
    lost, taken = event.losses
    if not (lost or taken):
        yield _("💥 Neither side loses a step (9.5.1).")
        return
    yield _(
        "💥 {attacker} lose {lost}, {other} {taken} (9.5.1).",
        attacker=names.subject(attacker),
        lost=_steps(lost),
        other=names.they(other),
        taken=_steps(taken),
    )


def _steps(count: int) -> str:
    return numbered(count, "step") if count else _("no step")
