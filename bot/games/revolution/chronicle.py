"""*La Révolution Française* as history: a turn is a paragraph in the past tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.revolution.names import Names
from data.catalogue import N_, _, retold
from data.nouns import upper
from engines.core.events import Event
from engines.revolution import events as happened
from engines.revolution.politics import events as politics
from engines.revolution.war import events as war

WARS = {
    ("foreign", True): N_("war came with the Coalition"),
    ("foreign", False): N_("there was peace with the Coalition"),
    ("civil", True): N_("France was at war with itself"),
    ("civil", False): N_("the civil war died down"),
}


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def turn(self, events: Sequence[Event]) -> str:
        """What a historian would have kept of a half-year."""
        deeds = dict.fromkeys(text for event in events for text in self._deed(event))
        return " ".join(f"{upper(text)}." for text in deeds)

    def _deed(self, event: Event) -> Iterator[str]:
        names = self.names
        match event:
            case happened.RowCame(_row, title, _faces, _added, _roll, void) if not void:
                yield retold(title)
            case happened.PersonMoved(person, "dead"):
                yield _("{person} died", person=names.name(person))
            case happened.PersonMoved(person, "prison"):
                yield _("{person} was put in prison", person=names.name(person))
            case happened.PersonWon(person, _was, current):
                yield _(
                    "{person} went over to {current}",
                    person=names.name(person),
                    current=names.who(current),
                )
            case happened.RevoltBegun(region):
                yield _("{region} rose", region=names.name(region))
            case happened.CommuneRaised(leader):
                by = _(" by {leader}", leader=names.who(leader)) if leader else ""
                yield _("the Commune of Paris was raised{by}", by=by)
            case happened.CommuneEnded():
                yield _("the Commune of Paris was put down")
            case happened.WarChanged(which, on):
                yield str(WARS[which, on])
            case _:
                yield from self._state(event)

    def _state(self, event: Event) -> Iterator[str]:
        names = self.names
        match event:
            case politics.RegimeInstalled(regime, government):
                yield _(
                    "the {regime} was installed under {who}",
                    regime=names.name(regime),
                    who=names.who(government),
                )
            case politics.GovernmentChanged(government):
                yield _("the Government passed to {who}", who=names.who(government))
            case politics.LawInForce(law):
                yield _("the Assembly passed the {law}", law=names.name(law))
            case politics.KingTried(guilty):
                yield _("the King was condemned") if guilty else _("the King was acquitted")
            case war.KingMoved(region, "kidnapped" | "recaptured" as how):
                said = (
                    N_("the King was taken to {region}")
                    if how == "kidnapped"
                    else N_("the King was taken again in {region}")
                )
                yield said(region=names.name(region))
            case war.CapitalMoved(region):
                yield _("the Government moved to {region}", region=names.name(region))
            case war.Fought(
                region, box, attacker, _ours, _theirs, _rolled, _added, _total, "A" | "C" as result
            ) if not box:
                won = (attacker == "revolutionary") == (result == "A")
                said = (
                    N_("the armies of the Revolution won at {region}")
                    if won
                    else N_("the armies of the Revolution were beaten at {region}")
                )
                yield said(region=names.name(region))
