"""Events of *For God and For the King*, a line each; related events share one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from bot.games.parts.lines import joined, packed, summed
from bot.games.parts.story import TemplateStory, tells
from bot.games.vendee.names import Names, combat_points
from bot.games.wording import arithmetic, minus, place
from data.catalogue import _, retold
from data.nouns import clauses, labelled, numbered
from data.sentences import Part, Phrase, Sentence, _l, by_text, rendered
from data.vendee import texts
from engines.core.events import Event, Roll, TableRoll
from engines.vendee import events as happened
from engines.vendee.combat import events as combat
from engines.vendee.combat.incidents import routed
from engines.vendee.frames import Kind, enemy
from engines.vendee.purposes import Purpose
from engines.vendee.state import total
from engines.vendee.tracks.raising import headings


def goes_on(before: happened.Stepped | combat.FellBack, event: happened.Stepped | combat.FellBack) -> bool:
    """Whether the same counters of a side go on from the end of their last step."""
    same = (before.side, before.points, before.generals) == (event.side, event.points, event.generals)
    return same and before.end == event.start


class VendeeStory(TemplateStory):
    """Describes events as a reader may know them."""

    phases = texts.PHASES
    templates = texts.STORY

    def __init__(self, names: Names) -> None:
        self.names = names
        box = names.box
        self._columns = by_text(
            [
                *headings(box),
                *(routed(box, general) for general in box.general),
                _l("1 to {highest}", highest=1),
            ]
        )
        super().__init__(names.formatter)

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """A line that contains all facts of the other stands for both."""
        match before, event:
            case TableRoll(purpose="combat"), combat.Fought():
                return "first"
            case (
                (happened.Tried(), happened.OfficerFate(case="2.6"))
                | (TableRoll(), happened.Raised(points=None))
                | (happened.Stepped(), happened.Stopped(reason="spent" | "stopped" | None))
            ):
                return "second"
            case _:
                return None

    def parts(self, event: Event) -> Mapping[str, Any]:
        """Derived facts of an event: the group, the change, the dice."""
        names = self.names
        match event:
            case (
                happened.MoraleChanged(before=before, after=after)
                | happened.PowderChanged(before=before, after=after)
            ):
                return {"trend": "same" if before == after else "up" if after > before else "down"}
            case happened.Lost(points=points):
                return {"who": names.seen(points, ())}
            case happened.Fled(generals=None):
                return {"who": _("Generals"), "number": 2}
            case happened.Fled(generals=(*generals,)):
                return {"who": names.listed(generals), "number": len(generals)}
            case happened.Opened(side) | happened.Stated(side) | happened.Preempted(side):
                return {"foe": enemy(side)}
            case happened.Stepped():
                return {"who": names.seen(event.points, event.generals, event.backs)}
            case (
                happened.Announced()
                | happened.Dropped()
                | combat.GunsHeard()
                | combat.Pursued()
                | combat.FellBack()
            ):
                return {"who": names.seen(event.points, event.generals)}
            case happened.Met(_, points, generals):
                sides = (
                    f"{names.they(side)} ({names.troops(points[side], generals.get(side, ()))})"
                    for side in points
                )
                return {"sides": ", ".join(sides)}
            case happened.InitiativeWon(_, totals):
                return {"sums": _(" to ").join(map(str, sorted(totals.values(), reverse=True)))}
            case Roll():
                kind, whom = Purpose(str(event.purpose)).parts
                return {"kind": kind, "whom": whom, "arithmetic": arithmetic(event)}
            case TableRoll():
                return self._roll(event)
            case _:
                return {}

    def _roll(self, event: TableRoll) -> Mapping[str, Any]:
        """The purpose of dice on a table, and the result."""
        kind, whom = Purpose(event.purpose).parts
        parts = {"kind": kind, "whom": whom, "column": event.column or ""}
        match self._columns.get(event.column or "", event.column):
            case column if kind == "reinforcements":
                raised = self._figure(whom, event.result)
                return {**parts, "heading": self._heading(column or ""), "raised": raised}
            case Sentence(parts={"general": str(general), "change": int(change)}):
                victim = _("{general} (rout {change})", general=rendered(general), change=place(change))
                return {**parts, "victim": victim}
            case Sentence(parts={"highest": 1}):
                return {**parts, "range": "1"}
            case column:
                said = minus(rendered(column or ""))
                return {**parts, "victim": said, "range": said}

    def _heading(self, column: Phrase) -> str:
        """The column, unless it has the army's own name, and the changes to the roll."""
        said = list(self._changes(column))
        return f" ({clauses(said)})" if said else ""

    def _changes(self, column: Part) -> Iterator[str]:
        match column:
            case Sentence(parts={"column": before, "label": label, "value": int(value)}):
                yield from self._changes(before)
                yield f"{rendered(label)} {place(value)}"
            case "national-guards" | "minor" | "major" as name:
                yield _("column {heading}", heading=self.names.army(name))

    def _figure(self, army: str, figure: str) -> str:
        if any(known == army and side.side == "royalist" for known, side in self.names.box.army.items()):
            return _("it is filled up to {figure}", figure=figure)
        return combat_points(int(figure))

    @tells(TableRoll, lambda before, event: _kind(before) == _kind(event) in ("initiative", "desertion"))
    def _dice(self, run: list[TableRoll]) -> Iterator[str]:
        """Dice that tie for the initiative are thrown again; those for desertion share a line."""
        if _kind(run[0]) == "desertion":
            low, high, least = self.names.box.charts.least_desertion
            head = self.fill(texts.DESERTION, run[0], low=low, high=high, least=least)
            yield joined(head, [self._desertion_of(event) for event in run])
            return
        for number, event in enumerate(run):
            yield self.line(event)
            if number % 2 and event.result == run[number - 1].result:
                yield self.fill(texts.TIED, event)

    @tells(happened.Stepped, lambda before, event: goes_on(before, event) and before.backs == event.backs)
    def _marched(self, steps: list[happened.Stepped]) -> str:
        return self._way(steps)

    @tells(combat.FellBack, lambda before, event: goes_on(before, event) and before.rout == event.rout)
    def _fell_back(self, steps: list[combat.FellBack]) -> str:
        return self._way(steps)

    def _way(self, steps: Sequence[happened.Stepped | combat.FellBack]) -> str:
        """The steps of one way, area by area."""
        way = self.names.way([steps[0].start, *(step.end for step in steps)])
        return self.line(steps[-1], way=way)

    @tells(happened.Stated, lambda before, event: before.side == event.side)
    def _stated(self, run: list[happened.Stated]) -> Iterator[str]:
        """A question to two armies in one place has one answer; where no group went it is a refusal."""
        answers = list(dict.fromkeys(run))
        yield from (self.line(event) for event in answers if not event.barred)
        barred = [event for event in answers if event.barred]
        if barred:
            areas = list(dict.fromkeys(event.area for event in barred))
            yield self.fill(texts.BARRED, run[0], holds=any(event.held for event in barred), areas=areas)

    @tells(happened.Spared)
    def _spared(self, run: list[happened.Spared]) -> str:
        return self.line(run[0], spared=[event.general for event in run])

    @tells(happened.Raised)
    def _raised(self, run: list[happened.Raised]) -> str:
        """One army with its arrivals; several in one line, a number each."""
        if len(run) == 1:
            return self.fill(texts.RAISED, run[0])
        hidden = any(event.points is None for event in run)
        gains = [f"{self.names.army(event.kind)} {event.points}" for event in run]
        kinds = [event.kind for event in run]
        return self.fill(texts.RAISED_MANY, run[0], hidden=hidden, kinds=kinds, gains=gains)

    @tells(
        happened.Placed,
        lambda before, event: before.side == event.side and (before.points is None) == (event.points is None),
    )
    def _placed(self, placed: list[happened.Placed]) -> Iterator[str]:
        """Lines of placed counters, area by area; face-down counters are only counted."""
        names, first = self.names, placed[0]
        down = first.points is None
        by_area: dict[str, list[happened.Placed]] = {}
        for event in placed:
            by_area.setdefault(event.area, []).append(event)
        items = [
            self.fill(texts.PLACED_DOWN, here[0], backs=max(0, sum(event.backs for event in here)))
            if down
            else labelled(
                names.name(area), ", ".join(names.seen(event.points, event.generals) for event in here)
            )
            for area, here in by_area.items()
        ]
        yield from packed(self.fill(texts.PLACED, first, down=down), items)

    def _desertion_of(self, event: TableRoll) -> str:
        morale = event.column.parts.get("morale") if isinstance(event.column, Sentence) else None
        rolled = sum(event.faces) + morale if isinstance(morale, int) else None
        dice = "+".join(map(str, event.faces))
        return self.fill(texts.DESERTION_OF, event, dice=dice, total=rolled)

    @tells(happened.Deserted)
    def _deserted(self, gone: list[happened.Deserted]) -> Iterator[str]:
        """Lines of deserters by army and area; of face-down counters others learn no number and no army."""
        names = self.names
        counts: dict[Kind, dict[str, int]] = {}
        unseen: dict[str, None] = {}
        for event in gone:
            if event.gone is None:
                unseen[event.area] = None
            for army, count in (event.gone or {}).items():
                areas = counts.setdefault(army, {})
                areas[event.area] = areas.get(event.area, 0) + count
        for army, areas in counts.items():
            items = [
                _("{count} from {area}", count=count, area=names.name(area)) for area, count in areas.items()
            ]
            yield joined(self.fill(texts.DESERTED, gone[0], army=army), items)
        if unseen:
            items = [_("some from {area}", area=names.name(area)) for area in unseen]
            yield joined(str(texts.DESERTED_DOWN), items)

    @tells(combat.IncidentsDrawn, lambda before, event: False)
    def _incidents(self, run: list[combat.IncidentsDrawn]) -> Iterator[str]:
        (event,) = run
        drawn, idle, items = list(event.drawn), list(event.idle), list[str]()
        for incident in drawn:
            # Of two copies of a kind the second is the idle one.
            without = drawn.index(incident) == len(items) and idle.count(incident) < drawn.count(incident)
            effect = "" if without or incident not in idle else _(" (no effect)")
            items.append(f"*{self.names.marker(incident)}*{effect}")
        yield joined(self.fill(texts.INCIDENTS, event, number=len(drawn)), items)
        for kind in self.names.box.incident.values():
            # A shift, or an incident that waits for the end of the combat, may have no later line.
            if (kind.stage == "after" or kind.shift) and kind.id in drawn and kind.id not in idle:
                yield f"-# {retold(kind.text)}"

    @tells(combat.Fought, lambda before, event: False)
    def _fought(self, run: list[combat.Fought]) -> Iterator[str]:
        """The opponents, odds and column, dice and result."""
        (event,) = run
        foe, winner = enemy(event.attacker), enemy(event.loser)
        read = self.names.box.charts.results[event.result]
        areas = numbered(read.areas, "area")
        fill = partial(
            self.fill,
            event=event,
            mine=total(event.points[event.attacker]),
            theirs=total(event.points[foe]),
            areas=areas,
            spelled=texts.RESULTS[read.loser, read.rout](
                result=event.result, areas=areas, share=read.percent
            ),
            winner=winner,
            lost=event.losses[event.loser],
            taken=event.losses[winner],
        )
        yield fill(texts.FOUGHT)
        shifted = [f"= {event.column}"] if event.shifts else []
        yield summed(fill(texts.FOUGHT_ODDS), event.shifts, shifted)
        result = fill(texts.FOUGHT_ROLL)
        yield summed(f"-# 🎲 **{event.white}+{event.coloured}**", event.modifiers, [result])
        yield fill(texts.FOUGHT_END)


def _kind(roll: TableRoll) -> str:
    """What dice on a table are for."""
    return Purpose(roll.purpose).kind
