"""What happens in the wars, a line each: armies, combat, the King on the road."""

from __future__ import annotations

from bot.games.parts.story import Line
from bot.games.revolution.labels import terms
from bot.games.revolution.names import Names, cause
from data.catalogue import N_, _
from data.nouns import listed
from engines.core.events import Event
from engines.revolution.war import events as happened

GONE = {
    "combat": N_("💀 **{army}**: beaten in {region} ({case})."),
    "unpaid": N_("📤 **{army}**: not paid, and gone from {region} ({case})."),
    "event": N_("📤 **{army}**: gone from {region} ({case})."),
    "peace": N_("🕊️ **{army}**: home from {region} ({case})."),
}
KING = {
    "capital": N_("👑 The King is brought to {region} ({case})."),
    "kidnapped": N_("👑 **The King is kidnapped**, and is in {region} ({case})."),
    "army": N_("👑 The King goes along to {region} ({case})."),
    "recaptured": N_("👑 **The King is taken again**, in {region} ({case})."),
}
ATTACKERS = {"revolutionary": N_("the Revolution attacks"), "enemy": N_("the enemy attacks")}
RESULTS = {
    "A": N_("the attacker wins"),
    "B": N_("neither gives way"),
    "C": N_("the defender wins"),
}


def line(names: Names, event: Event) -> Line:
    """What is told by itself."""
    name = names.name
    match event:
        case happened.ArmyCame(army, region, case):
            return _(
                "🪖 **{army}**: now in {region} ({case}).",
                army=name(army),
                region=name(region),
                case=cause(case),
            )
        case happened.ArmyMoved(army, path, box, general):
            way = names.path(path)
            if box:
                way = _("{path}, against the Commune", path=way)
            if not general:
                return _("🥾 **{army}**: {way}.", army=name(army), way=way)
            return _(
                "🥾 **{army}**, led by {general}: {way}.", army=name(army), general=name(general), way=way
            )
        case happened.ArmyGone(army, region, why, case):
            return GONE[why](army=name(army), region=name(region), case=cause(case))
        case happened.Held(region, by, yes):
            text = (
                N_("📌 {by} holds the enemy in {region}.")
                if yes
                else N_("{by} lets the enemy leave {region}.")
            )
            return text(by=names.head(by), region=name(region))
        case happened.Hidden(region):
            return _("🌫️ The Catholic Royal armies in {region} refuse combat (R-MIL-36).", region=name(region))
        case happened.CombatRolled(region, box, attacker, faces):
            where = _("in the Paris box") if box else _("in {region}", region=name(region))
            one, other = faces
            return _(
                "⚔️ Combat {where}, {attacker}: 🎲 **{one}+{other}** = {sum}",
                where=where,
                attacker=ATTACKERS[attacker](),
                one=one,
                other=other,
                sum=one + other,
            )
        case happened.Fought():
            return _fought(names, event)
        case happened.CoalitionHolds(region, on):
            text = (
                N_("🏴 **{region}** is held by the Coalition.")
                if on
                else N_("🏳️ **{region}** is free of the Coalition.")
            )
            return text(region=name(region))
        case happened.CapitalMoved(region):
            return _("🏛️ The capital is **{region}** now (R-MIL-47).", region=name(region))
        case happened.KingMoved(region, how, case):
            return KING[how](region=name(region), case=cause(case))
    return None


def sides(names: Names, event: happened.Fought) -> str:
    """Who fought whom, whoever attacks first: `Coburg and York against the Northern Army`."""
    ours = [names.name(id) for id in event.armies if names.box.army[id].side == "revolutionary"]
    theirs = [names.name(id) for id in event.armies if names.box.army[id].side != "revolutionary"]
    ours += [_("the Commune")] * (event.ours - len(ours))
    theirs += [_("the Commune")] * (event.theirs - len(theirs))
    one, other = (ours, theirs) if event.attacker == "revolutionary" else (theirs, ours)
    return _("{attackers} against {defenders}", attackers=listed(one), defenders=listed(other))


def _fought(names: Names, event: happened.Fought) -> Line:
    where = _("the Paris box") if event.box else names.name(event.region)
    added = terms(names, [(label, by) for label, by in event.modifiers])
    return _(
        "⚔️ **{where}**, {sides}: {total}: **{result}**",
        where=where,
        sides=sides(names, event),
        total=f"{event.rolled}{added} = {event.total}" if added else str(event.total),
        result=RESULTS[event.result](),
    )
