"""What happens in *For God and For the King*, a line each; what belongs together shares one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from bot.games import vendee_combat
from bot.games.vendee_dice import roll, table_roll
from bot.games.vendee_names import (
    Names,
    action_points,
    combat_points,
    level,
    packed,
    points_left,
    thrown,
    within,
)
from engines.core.events import Event, PhaseBegun, Roll, TableRoll
from engines.vendee import combat_events
from engines.vendee import events as happened
from engines.vendee.frames import Kind

PHASES = {
    "wounded": "Wounded and messengers",
    "reinforcements": "Reinforcements",
    "initiative": "Initiative",
    "operations": "Operations",
    "desertion": "Desertion",
    "committee": "Committee of Public Safety",
    "end": "End of the month",
}
_STOPS = {
    "spent": "no further step",
    "stopped": "they halt",
    "beaten": "they are beaten",
    "lost": "nobody is left",
}
_SEA = {
    "lost": "is lost at sea",
    "delayed": "sails on until next month",
    "landed": "has come through",
}
_MESSENGERS = {
    "accepted": "England agrees",
    "captured": "the messengers are caught",
    "nothing": "no answer from England",
}


class Story:
    """Tells events as a reader may know them."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def lines(self, events: Sequence[Event]) -> list[str]:
        """The story of a run of events; a phase in which nothing happened is left out."""
        told: list[str] = []
        phase = ""
        for run in _runs(events):
            if isinstance(run[0], PhaseBegun):
                phase = PHASES.get(run[0].phase, "")
                continue
            lines = [part for line in self._run(run) for part in within(line)]
            if lines and phase:
                told.append(f"__{phase}__")
                phase = ""
            told += lines
        return told

    def _run(self, run: Sequence[Event]) -> Iterator[str]:
        first = run[0]
        match first:
            case happened.Stepped():
                yield self._march([event for event in run if isinstance(event, happened.Stepped)])
            case happened.Placed():
                yield from self._placed([event for event in run if isinstance(event, happened.Placed)])
            case combat_events.FellBack():
                yield vendee_combat.fell_back(
                    self.names, [event for event in run if isinstance(event, combat_events.FellBack)]
                )
            case happened.Stated():
                # What is asked of two armies in one place is answered once.
                yield from self._lines(first)
            case happened.Deserted():
                yield from self._deserted([event for event in run if isinstance(event, happened.Deserted)])
            case happened.Spared():
                spared = [event.general for event in run if isinstance(event, happened.Spared)]
                verb = "is" if len(spared) == 1 else "are"
                yield f"⚖️ {self.names.people(spared)} {verb} not tried."
            case _:
                for event in run:
                    yield from self._lines(event)

    def _march(self, steps: Sequence[happened.Stepped]) -> str:
        names, last = self.names, steps[-1]
        who = names.seen(last.points, last.generals, last.backs)
        left = "" if last.left is None else f" · {points_left(last.left)}"
        return f"🥾 {names.side(last.side)} go {names.way(steps)}: {who}{left}."

    def _placed(self, placed: Sequence[happened.Placed]) -> Iterator[str]:
        """By area; of counters face down only how many there are."""
        names = self.names
        down = placed[0].points is None
        by_area: dict[str, list[happened.Placed]] = {}
        for event in placed:
            by_area.setdefault(event.area, []).append(event)
        items = [
            f"{names.name(area)} {sum(event.backs for event in here)}"
            if down
            else f"{names.name(area)}: "
            + ", ".join(names.seen(event.points, event.generals) for event in here)
            for area, here in by_area.items()
        ]
        yield from packed(f"📍 {names.side(placed[0].side)} place {'face down: ' if down else ''}", items)

    def _deserted(self, gone: Sequence[happened.Deserted]) -> Iterator[str]:
        """By army and area; of face-down counters nobody else is told how many go, nor whose they are."""
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
            items = [f"{count} from {names.name(area)}" for area, count in areas.items()]
            yield from packed(f"🏚️ Men of {names.army(army)} go home: ", items)
        if unseen:
            items = [f"some from {names.name(area)}" for area in unseen]
            yield from packed("🏚️ Men who lie face down go home: ", items)

    def _lines(self, event: Event) -> Iterator[str]:
        match event:
            case Roll():
                yield roll(self.names, event)
            case TableRoll():
                yield table_roll(self.names, event)
            case _ if type(event).__module__ == combat_events.__name__:
                yield from vendee_combat.lines(self.names, event)
            case _:
                line = self._phases(event) or self._operations(event) or self._tracks(event)
                if line:
                    yield line

    def _tracks(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.MoraleChanged(side, before, after, _, reason, case):
                verb = "stays at" if before == after else "rises to" if after > before else "falls to"
                whose = "Republican" if side == "republican" else "Royalist"
                sign = "📉" if after < before else "📈"
                return f"{sign} {whose} morale {verb} **{level(after)}**: {names.told(reason)} ({case})."
            case happened.PowderChanged(army, before, after, reason, case):
                verb = "rises" if after > before else "falls"
                of = names.army(army)
                return f"💣 Powder of {of} {verb} to **{level(after)}**: {names.told(reason)} ({case})."
            case happened.PlaceTaken(area, side):
                whose = "Republic's" if side == "republican" else "royalists'"
                return f"🚩 **{names.name(area)}** is the {whose} now."
            case happened.OfficerFate():
                return self._fate(event)
            case happened.Lost():
                return self._lost(event)
            case happened.Fled(side, generals, start, end):
                who = "Generals" if generals is None else names.people(generals)
                verb = "flees" if generals is not None and len(generals) == 1 else "flee"
                way = f"from {names.name(start)} to {names.name(end)}"
                return f"🐎 {names.side(side)}: {who} {verb} {way}."
            case _:
                return None

    def _lost(self, event: happened.Lost) -> str:
        names = self.names
        who = "counters face down" if event.points is None else names.troops(event.points)
        if event.area is None:
            return f"✖️ {names.side(event.side)} have no place for {who}: lost ({event.case})."
        where = names.name(event.area)
        why = {
            "combat": "",
            "retreat": " on the retreat",
            "no way out": ", with no way out",
        }.get(event.reason, f" for *{event.reason}*")
        return f"✖️ {names.side(event.side)} lose {who} in {where}{why} ({event.case})."

    def _fate(self, event: happened.OfficerFate) -> str:
        names = self.names
        who, due = f"**{names.name(event.general)}**", event.due
        where = f" in {names.name(event.area)}" if event.area else ""
        match event.fate, event.case:
            case "arriving", "2.1":
                return f"🎖️ {who} has recovered and may be placed."
            case "arriving", "2.5":
                return f"🎖️ {who} is left alone{where} and goes home until {names.month(due or 1)}."
            case "arriving", "2.6":
                return f"🎖️ {who} comes back in {names.month(due or 1)}."
            case "arriving", _:
                return f"🎖️ {who} arrives: to be placed in {names.month(due or 1)}."
            case "light" | "serious", case:
                how = "lightly" if event.fate == "light" else "seriously"
                return (
                    f"🩸 {who} is {how} wounded{where} ({case}); {names.month(due or 1)} may see him again."
                )
            case "killed", case:
                return f"✝️ {who} is killed{where} ({case})."
            case "captured", case:
                return f"⛓️ {who} is captured{where} ({case})."
            case "tribunal", case:
                return f"⚖️ {who} is denounced{where} ({case}): the Committee will try him."
            case "removed", "2.6":
                return f"⚖️ {who} is dismissed and leaves the war."
            case _, case:
                return f"🎖️ {who} leaves the war ({case})."

    def _operations(self, event: Event) -> str | None:  # noqa: C901, PLR0912 - one line per kind of event
        names = self.names
        match event:
            case happened.Opened(side):
                return f"▶️ {names.side(side)} begin the operations."
            case happened.HandedOver(side, forced, ended):
                why = " with nobody left to activate" if forced else ""
                return f"🤝 {names.side(side)} hand over{why}{': the operations are over' if ended else ''}."
            case happened.Announced(side, area, points, generals):
                who = names.seen(points, generals)
                return f"📣 {names.side(side)} activate **{names.name(area)}**: {who}."
            case happened.Preempted(side, area, success):
                if success:
                    return f"⚡ {names.side(side)} pre-empt: the stack in **{names.name(area)}** goes first."
                return f"⚡ {names.side(side)} try in vain to pre-empt with the stack in {names.name(area)}."
            case happened.PointsRolled():
                return _points(event)
            case happened.Stopped(_, area, reason):
                return f"-# ⏹️ The activation ends in {names.name(area)}: {_STOPS[reason]}."
            case happened.Dropped(side, area, points, generals, joined):
                who, where = names.seen(points, generals), names.name(area)
                if joined:
                    return f"🤝 {names.side(side)} take {who} along from {where}."
                return f"📌 {names.side(side)} leave {who} in {where}."
            case happened.Stated(side, area, controlled, held):
                says = "hold" if held else "control" if controlled else "do not control"
                foe = names.they("royalist" if side == "republican" else "republican")
                return f"-# 🗣️ Asked, {foe} say that they {says} {names.name(area)}."
            case happened.Shown(side, area, backs):
                return (
                    f"🔁 {names.side(side)} let their points in {names.name(area)} lie as {backs} counters."
                )
            case happened.Halted(_, area, following, reason, case):
                way = f"{names.name(area)} before {names.name(following)}"
                return f"⛔ They stop in {way}: {names.told(reason)} ({case})."
            case happened.Unveiled(side, area):
                return f"-# 👁️ Counters of {names.they(side)} are face up in {names.name(area)}."
            case happened.Met(area, points, generals):
                sides = ", ".join(
                    f"{names.they(side)} ({names.troops(points[side], generals.get(side, ()))})"
                    for side in points
                )
                return f"👁️ Face to face in **{names.name(area)}**: {sides}."
            case happened.TestFailed(general, area):
                return f"🙅 **{names.name(general)}** will not go along to {names.name(area)}."
            case happened.Declined(side, what):
                chance = {"preemption": "do not pre-empt", "pursuit": "do not pursue"}
                return f"💤 {names.side(side)} {chance.get(what, f'do not play {names.event(what)}')}."
            case _:
                return None

    def _phases(self, event: Event) -> str | None:  # noqa: PLR0912 - one line of text per kind of event
        names = self.names
        match event:
            case happened.Raised(kind, points):
                gain = "reinforcements" if points is None else combat_points(points) if points else "nothing"
                return f"📯 {names.army(kind)}: {gain} to place."
            case happened.EventPlayed(side, id):
                return f"🃏 {names.side(side)} play **{names.event(id)}**."
            case happened.Attached(army):
                return f"🎖️ The Mayençais reinforce {names.box.army[army].name}."
            case happened.Planned(area, turn):
                note = f": {names.name(area)} in {names.month(turn)}" if area and turn else ""
                return f"🤫 The royalists have noted where and when the English land{note}."
            case happened.FleetCame("landed", area) if area:
                return f"⚓ **The English land in {names.name(area)}.**"
            case happened.FleetCame(_, area):
                where = f" off {names.name(area)}" if area else ""
                return f"⚓ The English fleet finds no friends{where} and leaves."
            case happened.FleetWaits(_, area):
                return f"⚓ The English wait off {names.name(area)} for another month."
            case happened.InitiativeWon(winner, totals):
                sums = " to ".join(str(value) for value in sorted(totals.values(), reverse=True))
                return f"🎯 {names.side(winner)} have the initiative, {sums}."
            case happened.Risen():
                return "🔔 La Gâtine rises: its areas join the zone of Anjou."
            case happened.BishopExposed():
                return "⛪ The bishop of Agra is found out: there is no see of Agra."
            case happened.MessengersRolled(faces, result):
                return f"✉️ {thrown(faces)} for the messengers: {_MESSENGERS[result]}."
            case happened.Sailed(kind, result, area):
                what = f"lands in {names.name(area)}" if area else _SEA[result]
                return f"⛵ A combat point of {names.army(kind)} {what}."
            case happened.Tried(general, acquitted):
                verdict = "acquitted" if acquitted else "condemned and leaves the war"
                return f"⚖️ **{names.name(general)}** is {verdict}."
            case _:
                return None


def _points(event: happened.PointsRolled) -> str:
    if not event.faces:
        found = "" if event.halves is None else f": {action_points(event.halves)}"
        return f"-# 🥾 No general leads them{found}."
    if event.halves is None or event.strategic is None:
        return f"-# {thrown(event.faces)} for action points."
    rating = f"strategic rating {event.strategic}"
    return f"-# {thrown(event.faces)} with {rating}: {action_points(event.halves)}."


def _runs(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Events that are told together: steps of one march, what one side places, who of an army goes home."""
    silent = _said_twice(events)
    heard = [event for number, event in enumerate(events) if number not in silent]
    for _, group in groupby(_numbered(heard), key=lambda pair: pair[0]):
        yield [event for _, event in group]


def _said_twice(events: Sequence[Event]) -> set[int]:
    """Events that add nothing to the one before them, or after them."""
    found: set[int] = set()
    for number, (before, event) in enumerate(pairwise(events)):
        match before, event:
            case TableRoll(purpose="combat"), combat_events.Fought():
                found.add(number)
            case happened.Tried(), happened.OfficerFate(case="2.6"):
                found.add(number + 1)
            case TableRoll(), happened.Raised(points=None):
                found.add(number + 1)
            case happened.Stepped(), happened.Stopped(reason="spent" | "stopped"):
                found.add(number + 1)
            case _:
                pass
    return found


def _numbered(events: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    number = 0
    for index, event in enumerate(events):
        if index and not _together(events[index - 1], event):
            number += 1
        yield number, event


def _together(before: Event, event: Event) -> bool:
    match before, event:
        case happened.Stepped(), happened.Stepped():
            return _goes_on(before, event) and before.backs == event.backs
        case combat_events.FellBack(), combat_events.FellBack():
            return _goes_on(before, event) and before.rout == event.rout
        case happened.Placed(), happened.Placed():
            return before.side == event.side and (before.points is None) == (event.points is None)
        case (happened.Deserted(), happened.Deserted()) | (happened.Spared(), happened.Spared()):
            return True
        case happened.Stated(), happened.Stated():
            return before == event
        case _:
            return False


def _goes_on(
    before: happened.Stepped | combat_events.FellBack, event: happened.Stepped | combat_events.FellBack
) -> bool:
    """Whether the same counters of a side go on from where they came to."""
    same = (before.side, before.points, before.generals) == (event.side, event.points, event.generals)
    return same and before.end == event.start
