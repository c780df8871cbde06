"""The words of the picture, on its panels and in its description."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_, _
from data.revolution.bills import law_of
from data.revolution.schema import Pack, Scenario
from data.revolution.texts import TYPES
from engines.revolution.view import View

AIMS: Mapping[str, N_] = {
    "convince": N_("aims to convince {of}"),
    "revolt": N_("aims at a revolt in {of}"),
    "suppress": N_("aims to end the revolt in {of}"),
    "plot": N_("aims at a plot in {of}"),
    "raise": N_("aims to raise the Commune"),
    "quell": N_("aims to put down the Commune"),
    "law": N_("aims at {of}"),
    "common": N_("shares an aim with another Current"),
    "regime": N_("aims at a regime: {of}"),
    "arrest": N_("aims to arrest {of}"),
    "defeat": N_("aims to defeat the enemy in {of}"),
    "none": N_("has no aim"),
}
HOPES = {True: N_("{aim}: done"), False: N_("{aim}, in vain")}
"""An objective by its known fate."""


def objective(view: View, actor: str, pack: Pack) -> str:
    """An objective of the view, with its fate if certain."""
    aim = view.objectives.get(actor)
    if aim is None:
        return ""
    kind, of = aim.parts
    phrase = AIMS.get(kind)
    said, hope = aim if phrase is None else phrase(of=named(of, pack)), view.hopes.get(actor)
    return said if hope is None else HOPES[hope](aim=said)


def named(id: str, pack: Pack) -> str:
    """The name of an id in the pack."""
    names: dict[str, str] = {kind: str(name) for kind, name in TYPES.items()}
    names.update((region.id, region.name) for region in pack.board.region)
    names.update((person.id, person.name) for person in pack.people.person)
    names.update((law.id, law.name) for law in pack.laws.law)
    names.update((regime.id, regime.name) for regime in pack.regimes.regime)
    names.update((current.id, current.name) for current in pack.setup.current)
    return names.get(id, id)


def status(view: View, seat: str) -> str:
    """A Current's status under the regime, or that it has won."""
    if seat == view.winner:
        return _("wins")
    if seat == view.government:
        return _("governs")
    if seat in view.seated:
        return _("seated")
    people = [seen for seen in view.people.values() if seen.current == seat and seen.state != "dead"]
    outlaw = bool(people) and all(seen.outlaw for seen in people)
    if view.deputies[seat]:
        return _("outlawed, in hiding") if outlaw else _("in hiding")
    return _("outlawed") if outlaw else _("outside the Assembly")


def commune(view: View, names: Mapping[str, str]) -> str:
    """The Commune of Paris."""
    if not view.commune.raised:
        return _("The Commune is calm")
    if view.commune.control is None:
        return _("The Commune is up, nobody leads it")
    return _("The Commune is up: {current}", current=names[view.commune.control])


def wars(view: View, regions: Mapping[str, str]) -> list[tuple[str, bool]]:
    """The wars and the capital, each with whether it is bad news."""
    lines: list[tuple[str, bool]] = []
    if view.war.foreign:
        lines.append((_("Foreign war"), True))
    if view.war.civil:
        lines.append((_("Civil war"), True))
    if not lines:
        lines.append((_("Peace"), False))
    if view.capital != "paris":
        lines.append((_("Capital: {region}", region=regions.get(view.capital, view.capital)), True))
    return lines


def scenario(view: View, pack: Pack) -> Scenario:
    """The scenario of the view."""
    return next(each for each in pack.setup.scenario if each.id == view.scenario)


def government(view: View, pack: Pack) -> list[str]:
    """The lines below the Government's purse."""
    lines = []
    aim = objective(view, "government", pack)
    if aim:
        lines.append(_("The Government {aim}", aim=aim))
    if view.bills:
        lines.append(_("Before the Assembly: {laws}", laws=", ".join(bills(view, pack))))
    in_force = ", ".join(named(law, pack) for law in view.laws)
    lines.append(_("In force: {laws}", laws=in_force) if in_force else _("No law in force"))
    if view.election > len(scenario(view, pack).turn):
        lines.append(_("No election any more"))
    elif view.rejected:
        line = _("Election on turn {turn}; laws rejected: {number}", turn=view.election, number=view.rejected)
        lines.append(line)
    else:
        lines.append(_("Election on turn {turn}", turn=view.election))
    return lines


def bills(view: View, pack: Pack) -> list[str]:
    """The laws that are proposed, by name, each once."""
    return list(dict.fromkeys(named(law_of(bill), pack) for bill in view.bills))
