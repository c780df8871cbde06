"""What happens in *Levée en Masse*, a line each."""

from __future__ import annotations

from bot.games.levee.names import BLUNDER, CONDITIONS, power, source
from bot.games.parts.story import Story
from bot.games.wording import arithmetic, direction, level, place, signed
from data.levee.schema import Marker, Unit
from data.nouns import counted
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
    "headline": "🦅 **Napoleon** offers his sword: he is in the Holding Box.",
    "deployed": "🦅 **Napoleon** takes the field against {}.",
    "recalled": "🦅 **Napoleon** is recalled to the Holding Box.",
    "removed": "🦅 **Napoleon** comes back in triumph to the Holding Box.",
    "edit": "🛠️ **Napoleon** is put elsewhere.",
}
_WHY = {
    "disorder": " for Disorder in Paris",
    "reaction": " by the *Reaction*",
    "barricades": ": nothing is free (10.3)",
    "decisive": " by the decisive outcome (10.6)",
}
_FREE = {
    "7.2": " · free, To the Barricades! (7.2)",
    "10.1": " · free, levée en masse (10.1)",
    "10.2": " · free, Spirit of '89 (10.2)",
    "10.5": " · free, for the order that was given up (10.5)",
}


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
                return f"📚 The {colour} deck is shuffled: {cards} headlines, all but the first and the last."
            case happened.ArmyMoved(army, _, target, _, space, "edit"):
                return f"🛠️ **{box.power[army]}** is put {direction(box.name(space), 'in')} ({target})."
            case happened.ArmyMoved(army, origin, target, _, space, cause):
                name = f"**{box.power[army]}**"
                where = f"{direction(box.name(space))} ({target})"
                if box.name(space) == box.power[army]:
                    where = f"into its own country ({target})"
                if target < origin:
                    verb = "puts" if box.name(space).startswith("At ") else "advances"
                    return f"⬇️ {name} {verb} {where}."
                verb = "falls back" if cause == "headline" else "is thrown back"
                return f"⬆️ {name} {verb} {where}."
            case happened.ArmyStayed(army, space, reason, case):
                return self._stayed(army, space, reason, case)
            case happened.MarkerMoved(marker, origin, target, cause):
                return self._marker(marker, origin, target, cause)
            case happened.Reaction(None, None):
                return "⚖️ *Reaction!* Ties at both ends: nothing changes."
            case happened.DisorderPlaced(already):
                if already:
                    return "🔥 *Journée!* Paris is in Disorder already."
                return "🔥 *Journée!* Paris is in **Disorder**."
            case happened.OrderRestored(automatic):
                how = " without a die: the Republic reigns" if automatic else ""
                return f"🕊️ Order is restored in Paris{how}."
            case happened.ArmyRotated(army, rotated, changed):
                if not changed:
                    return None
                if rotated:
                    return f"🔁 **{box.power[army]}** holds back: it will not advance into France."
                return f"🔁 **{box.power[army]}** is free to advance into France again."
            case happened.ArmyRemoved(army, space):
                return f"✖️ **{box.power[army]}** leaves the war." if space else None
            case happened.LiberationGranted(marker):
                if marker is None:
                    return "🗽 No Liberation marker is left to be granted."
                return "🗽 A **Liberation marker** comes to the Holding Box."
            case happened.LiberationPlaced(_, space):
                return f"🗽 **{box.name(space)}** is liberated (worth {box.space[space].box})."
            case happened.LiberationReturned(_, space, case):
                how = "is conquered" if case == "8.3" else "loses its own fight"
                return f"⛓️ {box.name(space)} {how}: its marker returns to the Holding Box."
            case happened.LiberationSpent(_, origin):
                where = "the Holding Box" if origin == "holding" else box.name(origin)
                return f"📯 *Levée en masse!* The Liberation marker from {where} is given up for good."
            case happened.FrenchArmySet(value, terms):
                why = ", ".join(f"{term.label} {signed(term.value)}" for term in terms)
                return f"🪖 French Army {level(value)}{f' ({why})' if why else ''}."
            case happened.ActionTaken(text, _, left, free):
                action = parse(self._words, text, list)
                note = _FREE.get(free, "") if free else f" · {counted(left, 'action')} left"
                # What is given up or moved follows, and says it.
                silent = isinstance(action, Levy | Deploy | Recall | Commit | Reroll | Keep)
                return None if silent else f"**{self._named(action)}**{note}"
            case happened.ActionsEnded(unspent):
                return f"⏹️ {counted(unspent, 'action')} unspent." if unspent else None
            case happened.ParisFell(armies):
                names = " and ".join(power(box, army) for army in armies)
                return f"🏴 **Paris has fallen** to {names}."
            case Roll() if event.case == BLUNDER:
                return f"-# 💢 {event.purpose}: 🎲 **{event.faces[0]}**, {event.needed} or more holds it"
            case Roll() if event.case == ENTRY:
                # The die is the invader's: its success is no good news.
                return f"-# 🛡️ {event.purpose}: 🎲 **{event.faces[0]}**, needs {event.needed} to enter"
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
                    "are shuffled into one pile" if order == "puree" else "come in the order of their numbers"
                )
                return f"📚 {cards} headlines {how}."
            case happened.UnitPlaced(army, space, origin):
                verb = "moves" if origin else "enters the war"
                where = direction(box.name(space), "to" if origin else "in")
                return f"📍 **{box.power[army]}** {verb} {where}."
            case happened.NapoleonMoved(army, cause):
                return _NAPOLEON[cause].format(f"**{power(box, army)}**" if army else "")
            case happened.ConditionChanged(army, _, target, recovered):
                name = f"**{box.power[army]}**"
                if recovered:
                    return f"🩹 {name} recovers instead of advancing: it is {CONDITIONS[target]} now (10.6)."
                return f"💥 {name} is {CONDITIONS[target]} (10.6)."
            case happened.LastReserves(army):
                against = power(box, army)
                return f"🎖️ The last reserves go against {against}: the die is rolled anew (10.4)."
            case happened.OrderGivenUp(army):
                what = f"tips the fight with {power(box, army)} (+1)" if army else "fights inside France"
                return f"🎖️ What kept Paris in order {what} (10.5)."
            case happened.KingCrowned(army, case):
                who = "Louis XVI is rescued" if case == "9.1" else "Louis XVIII is installed"
                return f"👑 **{who}** by {power(box, army)} ({case})."
            case _:
                return None

    def _stayed(self, army: Unit, space: str | None, reason: str, case: str) -> str | None:
        box = self.box
        if space is None:
            return None
        why = {
            "start": "is in its starting space already",
            "paris": "is in Paris already",
            "rotated": f"stays {direction(box.name(space), 'in')}: it will not advance into France",
            "stationary": "does not march",
            "defended": f"is stopped and stays {direction(box.name(space), 'in')}",
        }[reason]
        return f"⏸️ **{box.power[army]}** {why} ({case})."

    def _marker(self, marker: Marker, origin: int, target: int, cause: str) -> str:
        name = f"**{marker.title()}**"
        if cause == "edit":
            return f"🛠️ {name} is put at {place(target)}."
        why = _WHY.get(cause, "")
        if origin == target:
            return f"🏛️ {name} stays at {place(target)}, the end of its track{why}."
        return f"🏛️ {name} {'rises' if target > origin else 'falls'} to {place(target)}{why}."

    def _named(self, action: Action) -> str:
        box = self.box
        match action:
            case Political(marker):
                return f"Political action: {'raise' if marker == 'republic' else 'lower'} {marker.title()}"
            case Military(army):
                return f"Attack on {power(box, army)}"
            case Naval():
                return "Attack on the Royal Navy"
            case Liberate(space):
                return f"Liberate {box.name(space)}"
            case RestoreOrder():
                return "Restore order in Paris"
            case Spirit(space):
                return f"Spirit of '89 in {box.name(space)}"
            case _:
                raise TypeError(f"There are no words for {type(action).__name__}")
