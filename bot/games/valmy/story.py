"""What happens in *The Valmy Campaign*, a line each; what belongs together shares one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bot.games.parts.lines import packed
from bot.games.parts.story import Line, Story, tells
from bot.games.valmy import story_combat
from bot.games.valmy.names import Names, movement_points
from bot.games.wording import signed, thrown, upper
from engines.core.events import Edited, Event
from engines.valmy import events as happened
from engines.valmy.combat import events as fights
from engines.valmy.purposes import PURPOSES

PHASES = {
    "initiative": "Initiative",
    "activations": "Activations",
    "recovery": "Recovery",
    "army-morale": "Army morale",
}
_MORALE = {
    "shaken": "😨 The morale of {army} is **shaken** (10.2).",
    "broken": "💔 The morale of {army} is **broken** (10.2): the war is lost.",
    "steady": "🛡️ The morale of {army} is steady again (10.2).",
}
_GOES = {"movement": "🥾", "reaction": "⚡", "retreat": "↩️"}
_VERBS = {"movement": "go", "reaction": "react", "retreat": "retreat"}
_CHECKS = {
    "activation": "Activation of {}",
    "recovery": "Recovery of {}",
    "army": "Army morale of {}",
    "shaken": "{} of a shaken army",
    "morale": "Morale of {}",
    "retreat": "{}, to whom no box is open",
}
"""What dice are rolled for, by purpose."""
_HIDDEN = {
    "6.1": "Activation of a single unit",
    "10.1": "Recovery of a unit in a holding box",
    "10.2.1": "A unit in a holding box of a shaken army",
}
"""What others are told of dice for a unit that they may not know, by case."""


def goes_on(before: happened.Moved, event: happened.Moved) -> bool:
    """Whether the same counters go on from where they came to."""
    same = (before.side, before.how, before.seen) == (event.side, event.how, event.seen)
    return same and before.end == event.start and before.units == event.units


class ValmyStory(Story):
    """Tells events as a reader may know them."""

    phases = PHASES

    def __init__(self, names: Names) -> None:
        self.names = names

    def line(self, event: Event) -> Line:
        """What is told by itself."""
        match event:
            case happened.Checked():
                return checked(self.names, event)
            case _ if type(event).__module__ == fights.__name__:
                return story_combat.lines(self.names, event)
            case _:
                return self._turn(event) or self._armies(event)

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """What the line before says already."""
        match before, event:
            case fights.Fired(), fights.LossesTaken():
                return "second"
            case happened.InitiativeRolled(), happened.InitiativeWon() if not _tied(before):
                return "second"
            case _:
                return None

    @tells(happened.Moved, goes_on)
    def _moved(self, steps: list[happened.Moved]) -> str:
        """The steps of one way."""
        names, last = self.names, steps[-1]
        who = self._seen(last) if last.units is None else names.troops(last.units, last.leaders or ())
        costs = [step.cost for step in steps if step.cost is not None]
        price = f" · {movement_points(sum(costs))}" if costs else ""
        way = names.way([steps[0].start, *(step.end for step in steps)])
        if last.how == "displacement":
            return f"🐎 {names.side(last.side)}: {who}, alone with enemies, gets away {way} (8.0)."
        return f"{_GOES[last.how]} {names.side(last.side)} {_VERBS[last.how]} {way}: {who}{price}."

    def _seen(self, event: happened.Moved) -> str:
        """Who is seen to go; counters of a holding box are not."""
        if event.seen:
            return self.names.counters(event.seen)
        return "a leader of a holding box" if event.how == "displacement" else "counters of a holding box"

    @tells(happened.StepLost, lambda before, event: (before.side, before.gone) == (event.side, event.gone))
    def _lost(self, lost: list[happened.StepLost]) -> Iterator[str]:
        names, first = self.names, lost[0]
        units = list(dict.fromkeys(event.unit for event in lost))
        verb = "loses" if len(units) == 1 else "lose"
        fate = f"{'is' if len(units) == 1 else 'are'} shattered" if first.gone else f"{verb} a step"
        sign = "✖️" if first.gone else "🩸"
        head = f"{sign} {names.side(first.side)}: "
        # Which of many have fallen is never counted together.
        *others, last = map(names.name, units)
        joined = [*others[:-1], f"{others[-1]} and {last}"] if others else [last]
        yield from packed(head, [*joined[:-1], f"{joined[-1]} {fate} ({first.case})."], ", ")

    @tells(happened.Recovered)
    def _recovered(self, run: list[happened.Recovered]) -> Iterator[str]:
        names = self.names
        yield from packed(
            f"💪 {names.side(run[0].side)} recovered: ", [names.name(event.unit) for event in run], ", "
        )

    @tells(happened.Rejoined, lambda before, event: (before.side, before.box) == (event.side, event.box))
    def _rejoined(self, run: list[happened.Rejoined]) -> str:
        names, first = self.names, run[0]
        verb = "comes" if len(run) == 1 else "come"
        who = names.units([event.unit for event in run])
        return f"🐎 {names.side(first.side)}: {who} {verb} back from the pursuit to {names.name(first.box)}."

    @tells(happened.Regrouped, lambda before, event: before.leader == event.leader)
    def _regrouped(self, run: list[happened.Regrouped]) -> str:
        names, leader = self.names, run[0].leader
        who = [id for event in run for id in event.who]
        verb = "comes" if len(who) == 1 else "come"
        if leader is None:
            return f"🗂️ {names.counters(who)} {'stands' if len(who) == 1 else 'stand'} openly on the map."
        return f"🗂️ {names.counters(who)} {verb} under {names.name(leader)}."

    @tells(fights.Fired, lambda before, event: before.case == event.case)
    def _fired(self, shots: list[fights.Fired]) -> Iterator[str]:
        """A volley: who hit, then who missed."""
        by_side: dict[str, list[fights.Fired]] = {}
        for shot in shots:
            by_side.setdefault(self.names.holder(shot.unit), []).append(shot)
        for side, fired in by_side.items():
            yield from story_combat.volley(self.names, side, fired)

    @tells(fights.LeaderTested)
    def _leaders(self, tested: list[fights.LeaderTested]) -> Iterator[str]:
        yield from story_combat.leaders(self.names, tested)

    def _turn(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.Arranged(side):
                return f"📋 {names.side(side)} have spread their units over their leaders."
            case happened.ChitPlayed(side, chit):
                return f"🎟️ {names.side(side)} play initiative chit **{chit}**."
            case happened.InitiativeRolled():
                return self._initiative(event)
            case happened.InitiativeWon(side, _, "5.3"):
                return f"🎯 {names.side(side)} have the initiative of the first turn (5.3)."
            case happened.InitiativeWon(side, None):
                return f"🎯 {names.side(side)} have the initiative."
            case happened.InitiativeWon(side, chit):
                return f"🎯 {names.side(side)} have the initiative, and chit {chit} is spent (5.1)."
            case happened.Activated():
                return self._activated(event)
            case happened.Passed(side, True):
                return f"🤝 {names.side(side)} have nobody left to activate, and pass."
            case happened.Passed(side):
                return f"🤝 {names.side(side)} pass."
            case happened.Exited(side, start, units, leaders):
                who = names.troops(units, leaders)
                return f"🚪 {names.side(side)} leave by the west edge from **{names.name(start)}**: {who}."
            case happened.Arrived(side, force, place):
                who = names.force(force)
                return f"🎺 {names.side(side)} reinforcements reach **{names.name(place)}**: {who}."
            case _:
                return None

    def _initiative(self, event: happened.InitiativeRolled) -> str:
        names = self.names
        sums = " · ".join(
            f"{names.side(side).strip('*')} 🎲 **{face}** {signed(event.ratings[side])}"
            f" ({names.name(names.box.figures.overall[side])}) = {face + event.ratings[side]}"
            for side, face in event.faces.items()
        )
        if _tied(event):
            return f"⚖️ {sums}: a tie (5.2)."
        totals = {side: face + event.ratings[side] for side, face in event.faces.items()}
        ahead = max(totals, key=totals.__getitem__)
        return f"🎯 {sums}: {names.they(ahead)} have the initiative (5.2)."

    def _activated(self, event: happened.Activated) -> str:
        names = self.names
        where = f"in **{names.name(event.box)}**"
        if event.who in names.box.unit:
            return f"📣 {names.side(event.side)} activate {names.name(event.who)} by itself {where}."
        others = [id for id in event.leaders or () if id != event.who]
        whom = ""
        if event.units is not None:
            with_ = names.company(event.units, others)
            whom = " alone" if with_ == "nobody" else f" with {with_}"
        how = " (in command, no die)" if event.free else ""
        return f"📣 {names.side(event.side)} activate **{names.name(event.who)}** {where}{whom}{how}."

    def _armies(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.LeaderLost(_, leader, True):
                return f"✝️ **{names.name(leader)}** falls, and a replacement takes his place (9.5.2)."
            case happened.LeaderLost(_, leader):
                return f"⛓️ **{names.name(leader)}** has nowhere to go, and is out of the game (8.0)."
            case happened.BaseLost(army, place):
                return (
                    f"🚩 {upper(names.army(army))} has lost its base **{names.name(place)}**: "
                    "its units recover no more (10.2)."
                )
            case happened.MoraleChanged(side, state):
                return _MORALE[state].format(army=names.they(side))
            case happened.CityTaken(side, city):
                return f"🏰 **{names.name(city)}** falls to {names.they(side)} (11.2)."
            case _:
                return None


def edited(names: Names, event: Edited) -> str:
    """The line of an edit; of one that is its owner's alone only its verb has come."""
    match event.words:
        case ["unit", unit, "eliminated"]:
            return f"🛠️ **{names.name(unit)}** is put out of the game."
        case ["unit" | "leader", id, place]:
            return f"🛠️ **{names.name(id)}** is put in **{names.name(place)}**."
        case ["steps", unit, face]:
            return f"🛠️ **{names.name(unit)}** is {face} now."
        case ["general", leader, who]:
            serves = "himself serves" if who == "first" else "has fallen, and his replacement serves"
            return f"🛠️ **{names.name(leader)}** {serves}."
        case ["city", city, side]:
            return f"🛠️ **{names.name(city)}** was occupied last by {names.they(side)}."
        case ["chit", side, chit, kept]:
            return f"🛠️ Initiative chit {chit} of {names.they(side)} is {kept}."
        case ["morale", side, state]:
            return f"🛠️ The morale of {names.they(side)} is put at {state}."
        case ["base", army, state]:
            return f"🛠️ The base of {names.army(army)} is put at {state}."
        case _:
            return "🛠️ Counters are put right; which ones is for their owner alone."


def _tied(event: happened.InitiativeRolled) -> bool:
    return len({face + event.ratings[side] for side, face in event.faces.items()}) == 1


def checked(names: Names, event: happened.Checked) -> str:
    """Dice that succeed up to a number, with their arithmetic as far as the reader may know it."""
    faces = "+".join(map(str, event.faces))
    verdict = "success" if event.success else "failure"
    if event.purpose is None or event.highest is None:
        return f"-# {_HIDDEN.get(event.case, 'A unit')} ({event.case}): {thrown(event.faces)}, {verdict}."
    kind, whom = PURPOSES.read(event.purpose)
    what = _CHECKS.get(kind.split()[0], "{}").format(
        names.they(whom) if whom in ("french", "allied") else names.name(whom)
    )
    terms = "".join(f" {signed(term.value)} ({term.label})" for term in event.modifiers or ())
    total = f" = {event.total}" if terms or len(event.faces) > 1 else ""
    return (
        f"-# {what} ({event.case}): 🎲 **{faces}**{terms}{total}, needs {event.highest} or less: {verdict}."
    )
