"""What happens in *Levée en Masse*, a line each."""

from __future__ import annotations

from bot.games.levee.names import BLUNDER, CONDITIONS, marker_name, power, source
from bot.games.parts.story import Story
from bot.games.wording import arithmetic, direction, level, place, signed
from data.catalogue import N_, _, retold
from data.levee.schema import Marker, Unit
from data.nouns import counted, listed
from engines.core.events import Event, Roll
from engines.levee import events as happened
from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    Keep,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
    parse,
)
from engines.levee.title import Levee

ENTRY = "5.1"
"""Case of the die that an Army rolls to enter France."""
_NAPOLEON = {
    "headline": N_("🦅 **Napoleon** offers his sword: he is in the Holding Box."),
    "deployed": N_("🦅 **Napoleon** takes the field against {army}."),
    "recalled": N_("🦅 **Napoleon** is recalled to the Holding Box."),
    "removed": N_("🦅 **Napoleon** comes back in triumph to the Holding Box."),
    "edit": N_("🛠️ **Napoleon** is put elsewhere."),
}
_WHY = {
    "disorder": N_(" for Disorder in Paris"),
    "reaction": N_(" by the *Reaction*"),
    "barricades": N_(": nothing is free (10.3)"),
    "decisive": N_(" by the decisive outcome (10.6)"),
}
_ADVANCES = N_("⬇️ {name} advances {where}.")
_PUTS = N_("⬇️ {name} puts {where}.")
_FALLS_BACK = N_("⬆️ {name} falls back {where}.")
_THROWN_BACK = N_("⬆️ {name} is thrown back {where}.")
_STAYED = {
    "start": N_("⏸️ **{army}** is in its starting space already ({case})."),
    "paris": N_("⏸️ **{army}** is in Paris already ({case})."),
    "rotated": N_("⏸️ **{army}** stays {space}: it will not advance into France ({case})."),
    "stationary": N_("⏸️ **{army}** does not march ({case})."),
    "defended": N_("⏸️ **{army}** is stopped and stays {space} ({case})."),
}
_FREE = {
    "7.2": N_(" · free, To the Barricades! (7.2)"),
    "10.1": N_(" · free, levée en masse (10.1)"),
    "10.2": N_(" · free, Spirit of '89 (10.2)"),
    "10.5": N_(" · free, for the order that was given up (10.5)"),
}


COLOURS = {"blue": N_("blue"), "white": N_("white"), "red": N_("red")}


class LeveeStory(Story):
    """Tells events, each roll joined to what it was rolled for."""

    longest = None

    def __init__(self, title: Levee) -> None:
        self.box = title.box
        self._words = title.words

    def line(self, event: Event) -> str | None:  # noqa: C901, PLR0912 - one line of text per kind of event
        """The line of an event."""
        box = self.box
        match event:
            case happened.DeckBuilt(colour, cards):
                return _(
                    "📚 The {colour} deck is shuffled: {cards} headlines, all but the first and the last.",
                    colour=COLOURS[colour](),
                    cards=cards,
                )
            case happened.ArmyMoved(army, _, target, _, space, "edit"):
                return _(
                    "🛠️ **{army}** is put {space} ({target}).",
                    army=box.power[army],
                    space=direction(box.name(space), "in"),
                    target=target,
                )
            case happened.ArmyMoved(army, origin, target, _, space, cause):
                name = f"**{box.power[army]}**"
                where = f"{direction(box.name(space))} ({target})"
                if box.name(space) == box.power[army]:
                    where = _("into its own country ({target})", target=target)
                if target >= origin:
                    went = _FALLS_BACK if cause == "headline" else _THROWN_BACK
                else:
                    went = _PUTS if box.name(space).startswith("At ") else _ADVANCES
                return went(name=name, where=where)
            case happened.ArmyStayed(army, space, reason, case):
                return self._stayed(army, space, reason, case)
            case happened.MarkerMoved(marker, origin, target, cause):
                return self._marker(marker, origin, target, cause)
            case happened.Reaction(None, None):
                return _("⚖️ *Reaction!* Ties at both ends: nothing changes.")
            case happened.DisorderPlaced(already):
                if already:
                    return _("🔥 *Journée!* Paris is in Disorder already.")
                return _("🔥 *Journée!* Paris is in **Disorder**.")
            case happened.OrderRestored(automatic):
                if automatic:
                    return _("🕊️ Order is restored in Paris without a die: the Republic reigns.")
                return _("🕊️ Order is restored in Paris.")
            case happened.ArmyRotated(army, rotated, changed):
                if not changed:
                    return None
                if rotated:
                    return _(
                        "🔁 **{army}** holds back: it will not advance into France.", army=box.power[army]
                    )
                return _("🔁 **{army}** is free to advance into France again.", army=box.power[army])
            case happened.ArmyRemoved(army, space):
                return _("✖️ **{army}** leaves the war.", army=box.power[army]) if space else None
            case happened.LiberationGranted(marker):
                if marker is None:
                    return _("🗽 No Liberation marker is left to be granted.")
                return _("🗽 A **Liberation marker** comes to the Holding Box.")
            case happened.LiberationPlaced(_, space):
                return _(
                    "🗽 **{space}** is liberated (worth {box}).",
                    space=box.name(space),
                    box=box.space[space].box,
                )
            case happened.LiberationReturned(_, space, case):
                how = (
                    N_("⛓️ {space} is conquered: its marker returns to the Holding Box.")
                    if case == "8.3"
                    else N_("⛓️ {space} loses its own fight: its marker returns to the Holding Box.")
                )
                return how(space=box.name(space))
            case happened.LiberationSpent(_, origin):
                where = _("the Holding Box") if origin == "holding" else box.name(origin)
                return _(
                    "📯 *Levée en masse!* The Liberation marker from {where} is given up for good.",
                    where=where,
                )
            case happened.FrenchArmySet(value, terms):
                why = ", ".join(f"{retold(term.label)} {signed(term.value)}" for term in terms)
                return _("🪖 French Army {value}{why}.", value=level(value), why=f" ({why})" if why else "")
            case happened.ActionTaken(text, _, left, free):
                action = parse(self._words, text, list)
                note = (
                    _FREE.get(free, "") if free else _(" · {actions} left", actions=counted(left, "action"))
                )
                # What is given up or moved follows, and says it.
                silent = isinstance(action, Levy | Deploy | Recall | Commit | Reroll | Keep)
                return None if silent else f"**{self._named(action)}**{note}"
            case happened.ActionsEnded(unspent):
                return _("⏹️ {actions} unspent.", actions=counted(unspent, "action")) if unspent else None
            case happened.ParisFell(armies):
                names = listed(power(box, army) for army in armies)
                return _("🏴 **Paris has fallen** to {names}.", names=names)
            case Roll() if event.case == BLUNDER:
                return _(
                    "-# 💢 {purpose}: 🎲 **{faces}**, {needed} or more holds it",
                    purpose=retold(event.purpose),
                    faces=event.faces[0],
                    needed=event.needed,
                )
            case Roll() if event.case == ENTRY:
                # The die is the invader's: its success is no good news.
                return _(
                    "-# 🛡️ {purpose}: 🎲 **{faces}**, needs {needed} to enter",
                    purpose=retold(event.purpose),
                    faces=event.faces[0],
                    needed=event.needed,
                )
            case Roll():
                return f"-# {arithmetic(event, source)}"
            case _:
                return self._of_the_kit(event)

    def _of_the_kit(self, event: Event) -> str | None:
        """The line of what the Expansion Kit and its rules add."""
        box = self.box
        match event:
            case happened.PileBuilt(order, cards):
                how = (
                    N_("📚 {cards} headlines are shuffled into one pile.")
                    if order == "puree"
                    else N_("📚 {cards} headlines come in the order of their numbers.")
                )
                return how(cards=cards)
            case happened.UnitPlaced(army, space, origin):
                where = direction(box.name(space), "to" if origin else "in")
                came = (
                    N_("📍 **{army}** moves {where}.")
                    if origin
                    else N_("📍 **{army}** enters the war {where}.")
                )
                return came(army=box.power[army], where=where)
            case happened.NapoleonMoved(army, cause):
                return _NAPOLEON[cause](army=f"**{power(box, army)}**" if army else "")
            case happened.ConditionChanged(army, _, target, recovered):
                name = f"**{box.power[army]}**"
                if recovered:
                    return _(
                        "🩹 {name} recovers instead of advancing: it is {target} now (10.6).",
                        name=name,
                        target=CONDITIONS[target],
                    )
                return _("💥 {name} is {target} (10.6).", name=name, target=CONDITIONS[target])
            case happened.LastReserves(army):
                against = power(box, army)
                return _(
                    "🎖️ The last reserves go against {against}: the die is rolled anew (10.4).",
                    against=against,
                )
            case happened.OrderGivenUp(army):
                if not army:
                    return _("🎖️ What kept Paris in order fights inside France (10.5).")
                return _(
                    "🎖️ What kept Paris in order tips the fight with {army} (+1) (10.5).",
                    army=power(box, army),
                )
            case happened.KingCrowned(army, case):
                who = _("Louis XVI is rescued") if case == "9.1" else _("Louis XVIII is installed")
                return _("👑 **{who}** by {box} ({case}).", who=who, box=power(box, army), case=case)
            case _:
                return None

    def _stayed(self, army: Unit, space: str | None, reason: str, case: str) -> str | None:
        box = self.box
        if space is None:
            return None
        return _STAYED[reason](army=box.power[army], space=direction(box.name(space), "in"), case=case)

    def _marker(self, marker: Marker, origin: int, target: int, cause: str) -> str:
        name = f"**{marker_name(marker)}**"
        if cause == "edit":
            return _("🛠️ {name} is put at {target}.", name=name, target=place(target))
        why = _WHY.get(cause, "")
        if origin == target:
            return _(
                "🏛️ {name} stays at {target}, the end of its track{why}.",
                name=name,
                target=place(target),
                why=why,
            )
        return (
            _("🏛️ {name} rises to {target}{why}.", name=name, target=place(target), why=why)
            if target > origin
            else _("🏛️ {name} falls to {target}{why}.", name=name, target=place(target), why=why)
        )

    def _named(self, action: Action) -> str:
        box = self.box
        match action:
            case Political(marker):
                return (
                    _("Political action: raise {marker}", marker=marker_name(marker))
                    if marker == "republic"
                    else _("Political action: lower {marker}", marker=marker_name(marker))
                )
            case Military(army):
                return _("Attack on {box}", box=power(box, army))
            case Naval():
                return _("Attack on the Royal Navy")
            case Liberate(space):
                return _("Liberate {space}", space=box.name(space))
            case RestoreOrder():
                return _("Restore order in Paris")
            case Spirit(space):
                return _("Spirit of '89 in {space}", space=box.name(space))
            case _:
                raise TypeError(f"There are no words for {type(action).__name__}")
