"""Events of *The Valmy Campaign*, a line each; related events share one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from bot.games.parts.lines import joined, packed, summed
from bot.games.parts.story import TemplateStory, tells
from bot.games.valmy.names import Names
from bot.games.wording import signed, thrown
from data.catalogue import _
from data.nouns import clauses, labelled, numbered
from data.sentences import rendered
from data.valmy import texts
from engines.core.events import Event, GivenFor, events_in
from engines.valmy import events as happened
from engines.valmy.box import enemy
from engines.valmy.combat import events as fights
from engines.valmy.combat.fire import AT_CHARGERS
from engines.valmy.purposes import Purpose

FIGHTS = tuple(events_in(fights))
"""Events of battles."""
LINE = 8
"""The most units of a box of the board that are named when they deploy."""


def goes_on(before: happened.Moved, event: happened.Moved) -> bool:
    """Whether the same counters go on from the end of their last step."""
    same = (before.side, before.how, before.seen) == (event.side, event.how, event.seen)
    return same and before.end == event.start and before.units == event.units


class ValmyStory(TemplateStory):
    """Describes events as a reader may know them."""

    phases = texts.PHASES
    templates = texts.STORY

    def __init__(self, names: Names) -> None:
        self.names = names
        super().__init__(names.formatter)

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """The line before already says it."""
        match before, event:
            case fights.Fired(), fights.LossesTaken():
                return "second"
            case happened.InitiativeRolled(), happened.InitiativeWon() if not _tied(before):
                return "second"
            case _:
                return None

    def parts(self, event: Event) -> Mapping[str, Any]:
        """Derived facts of an event: its subject, and the result of dice."""
        names = self.names
        match event:
            case happened.InitiativeRolled():
                return self._initiative(event)
            case happened.Activated(who=who, leaders=leaders, units=units):
                others = [id for id in leaders or () if id != who]
                company = names.company(units or (), others) if units or others else ""
                return {"single": who in names.box.unit, "company": None if units is None else company}
            case happened.Exited():
                return {"who": names.troops(event.units, event.leaders)}
            case happened.Moved():
                unseen = self.formatter.describe(texts.WENT_UNSEEN, event)
                seen = names.counters(event.seen) if event.seen else unseen
                return {
                    "who": seen if event.units is None else names.troops(event.units, event.leaders or ())
                }
            case happened.Checked():
                return self._check(event)
            case fights.BattleEnded(_, holds):
                holders = None if holds is None else len(holds)
                return {"holders": holders, "holder": holds[0] if holds else None}
            case fights.Announced(_, boxes):
                charges = (f"{texts.FROM[where]} {names.counters(who)}" for where, who in boxes.items())
                return {"charges": clauses(charges)}
            case fights.Fought():
                attacker, other = event.attacker, enemy(event.attacker)
                leads = {"lead": event.leads[attacker], "other_lead": event.leads[other]}
                mine, theirs = event.strengths
                lost, taken = event.losses
                losses = {"lost": lost, "taken": taken, "bloody": lost or taken}
                return {"other": other, "mine": mine, "theirs": theirs, **leads, **losses}
            case fights.Charged():
                return {"mine": event.strengths[0], "theirs": event.strengths[1]}
            case _:
                return {}

    def _initiative(self, event: happened.InitiativeRolled) -> Mapping[str, Any]:
        totals = {side: face + event.ratings[side] for side, face in event.faces.items()}
        sums = (
            self.formatter.describe(
                texts.RATED,
                event,
                side=side,
                face=face,
                rating=signed(event.ratings[side]),
                leader=self.names.box.figures.overall[side],
                total=totals[side],
            )
            for side, face in event.faces.items()
        )
        ahead = max(totals, key=totals.__getitem__)
        return {"sums": " · ".join(sums), "ahead": ahead, "tied": _tied(event)}

    def _check(self, event: happened.Checked) -> Mapping[str, Any]:
        """Dice that succeed up to a number, with their arithmetic as far as the reader may know it."""
        kind, whom = (event.purpose or Purpose.NONE).parts
        terms = "".join(f" {signed(term.value)} ({rendered(term.label)})" for term in event.modifiers or ())
        return {
            "ends": _ends(event),
            "known": event.purpose is not None and event.highest is not None,
            "check": kind,
            "subject_of": whom,
            "throw": _sum(event.faces),
            "terms": terms,
            "equals": f" = {event.total}" if terms or len(event.faces) > 1 else "",
        }

    @tells(happened.Moved, goes_on)
    def _moved(self, steps: list[happened.Moved]) -> str:
        """The steps of one way."""
        costs = [step.cost for step in steps if step.cost is not None]
        way = self.names.way([steps[0].start, *(step.end for step in steps)])
        return self.line(steps[-1], way=way, spent=sum(costs) if costs else None)

    @tells(happened.StepLost, lambda before, event: (before.side, before.gone) == (event.side, event.gone))
    def _lost(self, lost: list[happened.StepLost]) -> Iterator[str]:
        names, first = self.names, lost[0]
        units = list(dict.fromkeys(event.unit for event in lost))
        head = labelled(f"{'✖️' if first.gone else '🩸'} {names.side(first.side)}", "")
        # Fallen units are listed by name, never only counted.
        *others, last = map(names.name, units)
        fallen = [*others[:-1], _("{others} and {last}", others=others[-1], last=last)] if others else [last]
        fate = self.fill(texts.FATES, first, number=len(units), fallen=fallen[-1])
        yield joined(head, [*fallen[:-1], fate], ", ")

    @tells(happened.Checked, lambda before, event: _holds(before) and _holds(event))
    def _checked(self, run: list[happened.Checked]) -> Iterator[str]:
        """Units that all hold share a line."""
        if len(run) == 1:
            yield self.line(run[0])
            return
        yield from packed(str(texts.HELD_FIRM), [self.fill(texts.HELD_CHECK, event) for event in run])

    @tells(happened.Recovered)
    def _recovered(self, run: list[happened.Recovered]) -> Iterator[str]:
        units = [self.names.name(event.unit) for event in run]
        yield joined(self.fill(texts.RECOVERED, run[0]), units, ", ")

    @tells(happened.Rejoined, lambda before, event: (before.side, before.box) == (event.side, event.box))
    def _rejoined(self, run: list[happened.Rejoined]) -> str:
        return self.line(run[0], who=[event.unit for event in run])

    @tells(happened.Regrouped, lambda before, event: before.leader == event.leader)
    def _regrouped(self, run: list[happened.Regrouped]) -> str:
        return self.line(run[0], who=[id for event in run for id in event.who])

    @tells(fights.Boosted, lambda before, event: False)
    def _boosted(self, run: list[fights.Boosted]) -> Iterator[str]:
        (event,) = run
        raised = [self.fill(texts.BOOSTED_UNIT, event, unit=unit, by=by) for unit, by in event.units.items()]
        yield joined(self.fill(texts.BOOSTED, event), [*raised[:-1], f"{raised[-1]} (8.1)."], ", ")

    @tells(fights.Fired, lambda before, event: before.case == event.case)
    def _fired(self, shots: list[fights.Fired]) -> Iterator[str]:
        """A volley: the hits, then the misses."""
        by_side: dict[str, list[fights.Fired]] = {}
        for shot in shots:
            by_side.setdefault(self.names.holder(shot.unit), []).append(shot)
        for side, fired in by_side.items():
            hits, first = sum(shot.hits for shot in fired), fired[0]
            yield self.fill(
                texts.VOLLEY,
                first,
                firing=side,
                number=len(fired),
                at_chargers=any(term.label == AT_CHARGERS for term in first.modifiers),
                effect=f"**{numbered(hits, 'hit')}**" if hits else _("no hit"),
            )
            throws = [self._shot(shot) for shot in sorted(fired, key=lambda shot: -shot.hits)]
            yield from packed("-# 🎲 ", throws)

    def _shot(self, shot: fights.Fired) -> str:
        return self.fill(
            texts.SHOT,
            shot,
            least=self.names.box.least_hit(shot.column),
            throw=_sum(shot.faces),
            terms="".join(f" {signed(term.value)}" for term in shot.modifiers),
            effect=labelled("", f"**{numbered(shot.hits, 'hit')}**") if shot.hits else "",
        )

    @tells(fights.LeaderTested)
    def _leaders(self, tested: list[fights.LeaderTested]) -> Iterator[str]:
        """Leaders who were tested."""
        fallen = [event.leader for event in tested if event.killed]
        fate = self.fill(texts.FALLEN, tested[0], fallen=fallen)
        tests = [
            self.fill(
                texts.TESTED_LEADER, event, throw=_sum(event.faces), double=event.faces[0] == event.faces[1]
            )
            for event in tested
        ]
        yield joined(self.fill(texts.TESTED, tested[0], fate=fate), tests)

    @tells(fights.Deployed, lambda before, event: False)
    def _deployed(self, run: list[fights.Deployed]) -> Iterator[str]:
        (event,) = run
        by_place: dict[str, list[str]] = {}
        for id, where in event.places.items():
            by_place.setdefault(where, []).append(id)
        items = [
            labelled(texts.PLACES[where], self._all(by_place[where]))
            for where in texts.PLACES
            if where in by_place
        ]
        yield joined(self.fill(texts.DEPLOYED, event), items)

    def _all(self, who: Sequence[str]) -> str:
        """The units by name, of a long line their numbers, then the leaders: the board shows each."""
        names = self.names
        ids = [id for id in who if id in names.box.unit]
        units = [names.units(ids)] if len(ids) > LINE else [names.name(id) for id in ids]
        chiefs = names.listed(id for id in who if id in names.box.leader)
        return ", ".join(units) + (_(" with {chiefs}", chiefs=chiefs) if units and chiefs else chiefs)

    @tells(fights.Charged, lambda before, event: False)
    def _charged(self, run: list[fights.Charged]) -> Iterator[str]:
        """A charge with its whole arithmetic."""
        (event,) = run
        yield self.line(event)
        yield summed(f"-# 🎲 **{event.face}**", event.modifiers, [self.fill(texts.CHARGE_ROLL, event)])
        yield str(texts.RESULTS[event.result])

    @tells(fights.Fought, lambda before, event: False)
    def _fought(self, run: list[fights.Fought]) -> Iterator[str]:
        """A melee with its whole arithmetic."""
        (event,) = run
        yield self.line(event)
        yield summed(f"-# {thrown(event.faces)}", event.modifiers, [self.fill(texts.MELEE_ROLL, event)])
        yield self.fill(texts.MELEE_END, event)


def heard(events: Sequence[Event]) -> list[Event]:
    """Events in which each battle names a side's stand-in only once."""
    kept: list[Event] = []
    known: set[GivenFor] = set()
    under_way = False
    for event in events:
        if isinstance(event, GivenFor):
            if event in known:
                continue
            known |= {event} if under_way else set()
        elif isinstance(event, fights.BattleEnded):
            under_way = False
            known.clear()
        else:
            under_way = under_way or isinstance(event, FIGHTS)
        kept.append(event)
    return kept


def _holds(event: happened.Checked) -> bool:
    """Whether a unit has passed a check of its morale without any other news."""
    return event.case == "9.6" and event.success and event.purpose is not None and not event.modifiers


def _tied(event: happened.InitiativeRolled) -> bool:
    return len({face + event.ratings[side] for side, face in event.faces.items()}) == 1


def _sum(faces: Sequence[int]) -> str:
    return "+".join(map(str, faces))


def _ends(event: happened.Checked) -> bool:
    """Whether it has no further event: a failed activation has no other line, and is no small print."""
    return event.case in ("6.1", "8.5") and not event.success
