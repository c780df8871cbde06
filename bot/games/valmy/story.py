"""What happens in *The Valmy Campaign*, a line each; what belongs together shares one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bot.games.parts.lines import packed
from bot.games.parts.story import Line, Story, tells
from bot.games.valmy import story_combat
from bot.games.valmy.names import Names, movement_points
from bot.games.wording import signed, thrown
from data.catalogue import N_, Plural, _, ngettext, retold
from data.nouns import upper
from engines.core.events import Edited, Event
from engines.valmy import events as happened
from engines.valmy.combat import events as fights
from engines.valmy.purposes import PURPOSES

PHASES = {
    "initiative": N_("Initiative"),
    "activations": N_("Activations"),
    "recovery": N_("Recovery"),
    "army-morale": N_("Army morale"),
}
_MORALE = {
    "shaken": N_("😨 The morale of {army} is **shaken** (10.2)."),
    "broken": N_("💔 The morale of {army} is **broken** (10.2): the war is lost."),
    "steady": N_("🛡️ The morale of {army} is steady again (10.2)."),
}
_WENT = {
    "movement": N_("🥾 {side} go {way}: {who}{price}."),
    "reaction": N_("⚡ {side} react {way}: {who}{price}."),
    "retreat": N_("↩️ {side} retreat {way}: {who}{price}."),
}
_SHATTERED = Plural("{who} is shattered ({case}).", "{who} are shattered ({case}).")
_WORN = Plural("{who} loses a step ({case}).", "{who} lose a step ({case}).")
_CHECKS = {
    "activation": N_("Activation of {whom}"),
    "recovery": N_("Recovery of {whom}"),
    "army": N_("Army morale of {whom}"),
    "shaken": N_("{whom} of a shaken army"),
    "morale": N_("Morale of {whom}"),
    "retreat": N_("{whom}, to whom no box is open"),
}
"""What dice are rolled for, by purpose."""
_UNIT = N_("A unit")
_HIDDEN = {
    "6.1": N_("Activation of a single unit"),
    "10.1": N_("Recovery of a unit in a holding box"),
    "10.2.1": N_("A unit in a holding box of a shaken army"),
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
            case _ if type(event).__module__ == fights.__name__:
                return story_combat.lines(self.names, event)
            case _:
                return self._turn(event) or self._found(event) or self._armies(event)

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
            return _(
                "🐎 {side}: {who}, alone with enemies, gets away {way} (8.0).",
                side=names.side(last.side),
                who=who,
                way=way,
            )
        return _WENT[last.how](side=names.subject(last.side), way=way, who=who, price=price)

    def _seen(self, event: happened.Moved) -> str:
        """Who is seen to go; counters of a holding box are not."""
        if event.seen:
            return self.names.counters(event.seen)
        return (
            _("a leader of a holding box") if event.how == "displacement" else _("counters of a holding box")
        )

    @tells(happened.StepLost, lambda before, event: (before.side, before.gone) == (event.side, event.gone))
    def _lost(self, lost: list[happened.StepLost]) -> Iterator[str]:
        names, first = self.names, lost[0]
        units = list(dict.fromkeys(event.unit for event in lost))
        fate = _SHATTERED if first.gone else _WORN
        sign = "✖️" if first.gone else "🩸"
        head = f"{sign} {names.side(first.side)}: "
        # Which of many have fallen is never counted together.
        *others, last = map(names.name, units)
        joined = [*others[:-1], _("{others} and {last}", others=others[-1], last=last)] if others else [last]
        yield from packed(head, [*joined[:-1], fate(len(units), who=joined[-1], case=first.case)], ", ")

    @tells(happened.Checked, lambda before, event: _holds(before) and _holds(event))
    def _checked(self, run: list[happened.Checked]) -> Iterator[str]:
        """Units of which each holds share a line."""
        if len(run) == 1:
            yield checked(self.names, run[0])
            return
        checks = [
            _(
                "{unit} {faces} = {total}, {highest} or less",
                unit=self.names.name(PURPOSES.read(event.purpose or "")[1]),
                faces="+".join(map(str, event.faces)),
                total=event.total,
                highest=event.highest,
            )
            for event in run
        ]
        yield from packed(_("-# Morale (9.6), all hold: 🎲 "), checks)

    @tells(happened.Recovered)
    def _recovered(self, run: list[happened.Recovered]) -> Iterator[str]:
        names = self.names
        yield from packed(
            _("💪 {side} recover: ", side=names.subject(run[0].side)),
            [names.name(event.unit) for event in run],
            ", ",
        )

    @tells(happened.Rejoined, lambda before, event: (before.side, before.box) == (event.side, event.box))
    def _rejoined(self, run: list[happened.Rejoined]) -> str:
        names, first = self.names, run[0]
        who = names.units([event.unit for event in run])
        return ngettext(
            "🐎 {side}: {who} comes back from the pursuit to {box}.",
            "🐎 {side}: {who} come back from the pursuit to {box}.",
            len(run),
            side=names.side(first.side),
            who=who,
            box=names.name(first.box),
        )

    @tells(happened.Regrouped, lambda before, event: before.leader == event.leader)
    def _regrouped(self, run: list[happened.Regrouped]) -> str:
        names, leader = self.names, run[0].leader
        who = [id for event in run for id in event.who]
        if leader is None:
            return ngettext(
                "🗂️ {who} stands openly on the map.",
                "🗂️ {who} stand openly on the map.",
                len(who),
                who=names.counters(who),
            )
        return ngettext(
            "🗂️ {who} comes under {leader}.",
            "🗂️ {who} come under {leader}.",
            len(who),
            who=names.counters(who),
            leader=names.name(leader),
        )

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

    def _found(self, event: Event) -> str | None:
        """What holding boxes hid and somebody ran into."""
        names = self.names
        match event:
            case happened.HeldBack(side, box):
                return _(
                    "✋ The enemy in **{box}** holds {side}: too few would stay behind (7.1.6).",
                    side=names.they(side),
                    box=names.name(box),
                )
            case happened.Barred(side, box):
                return _(
                    "⛔ {side} find **{box}** barred: enemy units are there, or came from there (9.7).",
                    side=names.subject(side),
                    box=names.name(box),
                )
            case happened.CutOff(side, unit):
                return _(
                    "🚧 {side}: **{unit}** finds no way to its base and can't recover (10.2).",
                    side=names.side(side),
                    unit=names.name(unit),
                )
        return None

    def _turn(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.Arranged(side):
                return _("📋 {side} have spread their units over their leaders.", side=names.subject(side))
            case happened.ChitPlayed(side, chit):
                return _("🎟️ {side} play initiative chit **{chit}**.", side=names.subject(side), chit=chit)
            case happened.InitiativeRolled():
                return self._initiative(event)
            case happened.InitiativeWon(side, _, "5.3"):
                return _("🎯 {side} have the initiative of the first turn (5.3).", side=names.subject(side))
            case happened.InitiativeWon(side, None):
                return _("🎯 {side} have the initiative.", side=names.subject(side))
            case happened.InitiativeWon(side, chit):
                return _(
                    "🎯 {side} have the initiative, and chit {chit} is spent (5.1).",
                    side=names.subject(side),
                    chit=chit,
                )
            case happened.Activated():
                return self._activated(event)
            case happened.Passed(side, True):
                return _("🤝 {side} have nobody left to activate, and pass.", side=names.subject(side))
            case happened.Passed(side):
                return _("🤝 {side} pass.", side=names.subject(side))
            case happened.Exited(side, start, units, leaders):
                who = names.troops(units, leaders)
                return _(
                    "🚪 {side} leave by the west edge from **{start}**: {who}.",
                    side=names.subject(side),
                    start=names.name(start),
                    who=who,
                )
            case happened.Arrived(side, force, place):
                who = names.force(force)
                return _(
                    "🎺 Reinforcements of {side} reach **{place}**: {who}.",
                    side=names.they(side),
                    place=names.name(place),
                    who=who,
                )
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
            return _("⚖️ {sums}: a tie (5.2).", sums=sums)
        totals = {side: face + event.ratings[side] for side, face in event.faces.items()}
        ahead = max(totals, key=totals.__getitem__)
        return _("🎯 {sums}: {ahead} have the initiative (5.2).", sums=sums, ahead=names.they(ahead))

    def _activated(self, event: happened.Activated) -> str:
        names = self.names
        where = _("in **{box}**", box=names.name(event.box))
        if event.who in names.box.unit:
            return _(
                "📣 {side} activate {who} by itself {where}.",
                side=names.subject(event.side),
                who=names.name(event.who),
                where=where,
            )
        others = [id for id in event.leaders or () if id != event.who]
        whom = ""
        if event.units is not None:
            with_ = names.company(event.units, others)
            whom = _(" alone") if with_ == "nobody" else _(" with {with_}", with_=with_)
        how = _(" (in command, no die)") if event.free else ""
        return _(
            "📣 {side} activate **{who}** {where}{whom}{how}.",
            side=names.subject(event.side),
            who=names.name(event.who),
            where=where,
            whom=whom,
            how=how,
        )

    def _armies(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.LeaderLost(_, leader, True):
                return _(
                    "✝️ **{leader}** falls, and a replacement takes his place (9.5.2).",
                    leader=names.name(leader),
                )
            case happened.LeaderLost(_, leader):
                return _(
                    "⛓️ **{leader}** has nowhere to go, and is out of the game (8.0).",
                    leader=names.name(leader),
                )
            case happened.BaseLost(army, place):
                return _(
                    "🚩 {army} has lost its base **{place}**: its units recover no more (10.2).",
                    army=upper(names.army(army)),
                    place=names.name(place),
                )
            case happened.MoraleChanged(side, state):
                return _MORALE[state](army=names.they(side))
            case happened.CityTaken(side, city):
                return _(
                    "🏰 **{city}** falls to {side} (11.2).", city=names.name(city), side=names.they(side)
                )
            case _:
                return None


def edited(names: Names, event: Edited) -> str:
    """The line of an edit; of one that is its owner's alone only its verb has come."""
    match event.words:
        case ["unit", unit, "eliminated"]:
            return _("🛠️ **{unit}** is put out of the game.", unit=names.name(unit))
        case ["unit" | "leader", id, place]:
            return _("🛠️ **{id}** is put in **{place}**.", id=names.name(id), place=names.name(place))
        case ["steps", unit, face]:
            return _("🛠️ **{unit}** is {face} now.", unit=names.name(unit), face=face)
        case ["general", leader, who]:
            serves = _("himself serves") if who == "first" else _("has fallen, and his replacement serves")
            return f"🛠️ **{names.name(leader)}** {serves}."
        case ["city", city, side]:
            return _(
                "🛠️ **{city}** was occupied last by {side}.", city=names.name(city), side=names.they(side)
            )
        case ["chit", side, chit, kept]:
            return _(
                "🛠️ Initiative chit {chit} of {side} is {kept}.", chit=chit, side=names.they(side), kept=kept
            )
        case ["morale", side, state]:
            return _("🛠️ The morale of {side} is put at {state}.", side=names.they(side), state=state)
        case ["base", army, state]:
            return _("🛠️ The base of {army} is put at {state}.", army=names.army(army), state=state)
        case _:
            return _("🛠️ Counters are put right; which ones is for their owner alone.")


def _holds(event: happened.Checked) -> bool:
    """Whether a unit has passed a check of its morale that says nothing besides."""
    return event.case == "9.6" and event.success and event.purpose is not None and not event.modifiers


def _tied(event: happened.InitiativeRolled) -> bool:
    return len({face + event.ratings[side] for side, face in event.faces.items()}) == 1


def checked(names: Names, event: happened.Checked) -> str:
    """Dice that succeed up to a number, with their arithmetic as far as the reader may know it."""
    faces = "+".join(map(str, event.faces))
    verdict = _("success") if event.success else _("failure")
    if _ends(event):
        verdict = _("failure, nobody marches")
    if event.purpose is None or event.highest is None:
        said = f"{_HIDDEN.get(event.case, _UNIT)} ({event.case}): {thrown(event.faces)}, {verdict}."
        return said if _ends(event) else f"-# {said}"
    kind, whom = PURPOSES.read(event.purpose)
    said = names.they(whom) if whom in ("french", "allied") else names.name(whom)
    check = _CHECKS.get(kind.split()[0])
    what = said if check is None else check(whom=said)
    terms = "".join(f" {signed(term.value)} ({retold(term.label)})" for term in event.modifiers or ())
    total = f" = {event.total}" if terms or len(event.faces) > 1 else ""
    line = _(
        "{what} ({case}): 🎲 **{faces}**{terms}{total}, needs {highest} or less: {verdict}.",
        what=what,
        case=event.case,
        faces=faces,
        terms=terms,
        total=total,
        highest=event.highest,
        verdict=verdict,
    )
    return line if _ends(event) else f"-# {line}"


def _ends(event: happened.Checked) -> bool:
    """Whether nothing comes of it: an activation that fails has no other line, and is no small print."""
    return event.case in ("6.1", "8.5") and not event.success
