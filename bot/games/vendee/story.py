"""What happens in *For God and For the King*, a line each; what belongs together shares one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bot.games.parts.lines import packed
from bot.games.parts.story import Line, Story, tells
from bot.games.vendee import story_combat
from bot.games.vendee.names import FATES, Names, action_points, combat_points, points_left
from bot.games.wording import arithmetic, level, thrown
from data.nouns import numbered
from engines.core.events import Edited, Event, Roll, TableRoll
from engines.vendee import events as happened
from engines.vendee.combat import events as combat_events
from engines.vendee.frames import Kind, enemy
from engines.vendee.purposes import PURPOSES

PHASES = {
    "wounded": "Wounded and messengers",
    "reinforcements": "Reinforcements",
    "initiative": "Initiative",
    "operations": "Operations",
    "desertion": "Desertion",
    "committee": "Committee of Public Safety",
    "end": "End of the month",
}
RECOVERED, ALONE, TRIED = "2.1", "2.5", "2.6"
"""Cases by which a general comes back: healed, from home, and from the Committee."""
_BACK = {
    RECOVERED: "🎖️ {who} has recovered and may be placed.",
    ALONE: "🎖️ {who} is left alone{where} and goes home until {month}.",
    TRIED: "🎖️ {who} comes back in {month}.",
    "": "🎖️ {who} arrives: to be placed in {month}.",
}
_FATE = {
    "light": "🩸 {who} is lightly wounded{where} ({case}); {month} may see him again.",
    "serious": "🩸 {who} is seriously wounded{where} ({case}); {month} may see him again.",
    "killed": "✝️ {who} is killed{where} ({case}).",
    "captured": "⛓️ {who} is captured{where} ({case}).",
    "tribunal": "⚖️ {who} is denounced{where} ({case}): the Committee will try him.",
    "removed": "🎖️ {who} leaves the war ({case}).",
}
_STOPS = {
    "spent": "no further step",
    "stopped": "{they} halt",
    "beaten": "{they} are beaten",
    "lost": "nobody is left",
}
_SEA = {"lost": "is lost at sea", "delayed": "sails on until next month", "landed": "has come through"}
_MESSENGERS = {
    "accepted": "England agrees",
    "captured": "the messengers are caught",
    "nothing": "no answer from England",
}
_VOYAGE = {"lost": "lost at sea", "delayed": "a turn longer at sea", "landed": "safe in port"}


class VendeeStory(Story):
    """Tells events as a reader may know them."""

    phases = PHASES

    def __init__(self, names: Names) -> None:
        self.names = names

    @tells(TableRoll, lambda before, event: _for_initiative(before) and _for_initiative(event))
    def _dice(self, run: list[TableRoll]) -> Iterator[str]:
        """Dice that tie for the initiative are thrown again."""
        for number, event in enumerate(run):
            yield table_roll(self.names, event)
            if number % 2 and event.result == run[number - 1].result:
                yield f"🎯 A tie, {event.result} to {event.result}: both throw again."

    def line(self, event: Event) -> Line:
        """What is told by itself: dice, combats, and what the phases bring."""
        match event:
            case Roll():
                return roll(self.names, event)
            case _ if type(event).__module__ == combat_events.__name__:
                return story_combat.lines(self.names, event)
            case _:
                return self._phases(event) or self._operations(event) or self._tracks(event)

    def said_twice(self, before: Event, event: Event) -> Literal["first", "second"] | None:
        """A line that says all that the other does stands for both."""
        match before, event:
            case TableRoll(purpose="combat"), combat_events.Fought():
                return "first"
            case (
                (happened.Tried(), happened.OfficerFate(case="2.6"))
                | (TableRoll(), happened.Raised(points=None))
                | (happened.Stepped(), happened.Stopped(reason="spent" | "stopped"))
            ):
                return "second"
            case _:
                return None

    @tells(
        combat_events.FellBack, lambda before, event: _goes_on(before, event) and before.rout == event.rout
    )
    def _fell_back(self, steps: list[combat_events.FellBack]) -> str:
        return story_combat.fell_back(self.names, steps)

    @tells(happened.Stated, lambda before, event: before.side == event.side)
    def _stated(self, run: list[happened.Stated]) -> Iterator[str]:
        """What is asked of two armies in one place is answered once; of where nobody went it is a refusal."""
        names, barred = self.names, list[happened.Stated]()
        foe = names.they(enemy(run[0].side))
        for event in dict.fromkeys(run):
            if event.barred:
                barred.append(event)
                continue
            says = "hold" if event.held else "control" if event.controlled else "do not control"
            yield f"-# 🗣️ Asked, {foe} say that they {says} {names.name(event.area)}."
        if barred:
            what = "hold" if any(event.held for event in barred) else "control"
            case = "3.7" if what == "hold" else "3.4"
            areas = names.listed(dict.fromkeys(event.area for event in barred))
            yield f"✋ The step is refused and costs nothing: {foe} {what} {areas} ({case})."

    @tells(happened.Spared)
    def _spared(self, run: list[happened.Spared]) -> str:
        verb = "is" if len(run) == 1 else "are"
        return f"⚖️ {self.names.listed(event.general for event in run)} {verb} not tried."

    @tells(happened.Stepped, lambda before, event: _goes_on(before, event) and before.backs == event.backs)
    def _march(self, steps: list[happened.Stepped]) -> str:
        names, last = self.names, steps[-1]
        who = names.seen(last.points, last.generals, last.backs)
        left = "" if last.left is None else f" · {points_left(last.left)}"
        way = names.way([steps[0].start, *(step.end for step in steps)])
        return f"🥾 {names.side(last.side)} go {way}: {who}{left}."

    @tells(
        happened.Placed,
        lambda before, event: before.side == event.side and (before.points is None) == (event.points is None),
    )
    def _placed(self, placed: list[happened.Placed]) -> Iterator[str]:
        """By area; of counters face down only how many there are."""
        names = self.names
        down = placed[0].points is None
        by_area: dict[str, list[happened.Placed]] = {}
        for event in placed:
            by_area.setdefault(event.area, []).append(event)
        items = [
            f"{numbered(sum(event.backs for event in here), 'counter')} in {names.name(area)}"
            if down
            else f"{names.name(area)}: "
            + ", ".join(names.seen(event.points, event.generals) for event in here)
            for area, here in by_area.items()
        ]
        yield from packed(f"📍 {names.side(placed[0].side)} place {'face down: ' if down else ''}", items)

    @tells(happened.Deserted)
    def _deserted(self, gone: list[happened.Deserted]) -> Iterator[str]:
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
            yield from packed(f"🏚️ Men of {names.of_army(army)} go home: ", items)
        if unseen:
            items = [f"some from {names.name(area)}" for area in unseen]
            yield from packed("🏚️ Men who lie face down go home: ", items)

    def _tracks(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.MoraleChanged(side, before, after, _, reason, case):
                verb = "stays at" if before == after else "rises to" if after > before else "falls to"
                sign = "📉" if after < before else "📈"
                return (
                    f"{sign} {side.title()} morale {verb} **{level(after)}**: {names.told(reason)} ({case})."
                )
            case happened.PowderChanged(army, before, after, reason, case):
                verb = "rises" if after > before else "falls"
                of = names.army(army)
                return f"💣 Powder of {of} {verb} to **{level(after)}**: {names.told(reason)} ({case})."
            case happened.PlaceTaken(area, side):
                whose = "Republic's" if side == "republican" else "Royalists'"
                return f"🚩 **{names.name(area)}** is the {whose} now."
            case happened.OfficerFate():
                return self._fate(event)
            case happened.Lost():
                return self._lost(event)
            case happened.Fled(side, generals, start, end):
                who = "Generals" if generals is None else names.listed(generals)
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
        words = (
            _BACK.get(event.case, _BACK[""])
            if event.fate == "arriving"
            else _FATE.get(event.fate, _FATE["removed"])
        )
        if event.fate == "removed" and event.case == TRIED:
            words = "⚖️ {who} is dismissed and leaves the war."
        return words.format(
            who=f"**{self.names.name(event.general)}**",
            where=f" in {self.names.name(event.area)}" if event.area else "",
            month=self.names.month(event.due or 1),
            case=event.case,
        )

    def _operations(self, event: Event) -> str | None:  # noqa: C901, PLR0912 - one line per kind of event
        names = self.names
        match event:
            case happened.Opened(side, yielded):
                if not yielded:
                    return f"▶️ {names.side(side)} begin the operations."
                return f"▶️ {names.side(enemy(side))} yield: {names.they(side)} begin the operations."
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
            case happened.Stopped(side, area, reason):
                why = _STOPS[reason].format(they=names.they(side))
                return f"-# ⏹️ The activation ends in {names.name(area)}: {why}."
            case happened.Dropped(side, area, points, generals, joined):
                who, where = names.seen(points, generals), names.name(area)
                if joined:
                    return f"🤝 {names.side(side)} take {who} along from {where}."
                return f"📌 {names.side(side)} leave {who} in {where}."
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
                return f"💤 {names.side(side)} {chance.get(what, f'do not play {names.marker(what)}')}."
            case _:
                return None

    def _phases(self, event: Event) -> str | None:  # noqa: PLR0912 - one line of text per kind of event
        names = self.names
        match event:
            case happened.Raised(kind, points):
                gain = "reinforcements" if points is None else combat_points(points) if points else "nothing"
                return f"📯 {names.army(kind)}: {gain} to place."
            case happened.EventPlayed(side, id):
                return f"🃏 {names.side(side)} play **{names.marker(id)}**."
            case happened.Attached(army):
                return f"🎖️ The Mayençais reinforce {names.box.army[army].name}."
            case happened.Planned(area, turn):
                note = f": {names.name(area)} in {names.month(turn)}" if area and turn else ""
                return f"🤫 The Royalists have noted where and when the English land{note}."
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
            case happened.Sailed(kind, result, area, start):
                what = f"lands in {names.name(area)}" if area else _SEA[result]
                whence = f" leaves {names.name(start)} by ship and" if start else ""
                return f"⛵ A combat point of {names.of_army(kind)}{whence} {what}."
            case happened.Tried(general, acquitted):
                verdict = "acquitted" if acquitted else "condemned and leaves the war"
                return f"⚖️ **{names.name(general)}** is {verdict}."
            case _:
                return None


def _for_initiative(event: TableRoll) -> bool:
    return PURPOSES.read(event.purpose)[0] == "initiative"


def _points(event: happened.PointsRolled) -> str:
    if not event.faces:
        found = "" if event.halves is None else f": {action_points(event.halves)}"
        return f"-# 🥾 No general leads them{found}."
    if event.halves is None or event.strategic is None:
        return f"-# {thrown(event.faces)} for action points."
    rating = f"strategic rating {event.strategic}"
    return f"-# {thrown(event.faces)} with {rating}: {action_points(event.halves)}."


def _goes_on(
    before: happened.Stepped | combat_events.FellBack, event: happened.Stepped | combat_events.FellBack
) -> bool:
    """Whether the same counters of a side go on from where they came to."""
    same = (before.side, before.points, before.generals) == (event.side, event.points, event.generals)
    return same and before.end == event.start


def roll(names: Names, event: Roll) -> str:
    """A die, or two, that had to reach a number."""
    kind, whom = PURPOSES.read(event.purpose)
    what = {
        "recovery": f"Recovery of {names.name(whom)}",
        "trial": f"Trial of {names.name(whom)} by the Committee",
        "arrival": f"Whether {names.name(whom)} comes at once",
        "join": "Whether he joins Anjou and Centre",
    }.get(kind, names.told(event.purpose))
    return f"-# {what}: {arithmetic(event)}"


def table_roll(names: Names, event: TableRoll) -> str:  # noqa: PLR0912 - one line of text per kind of roll
    """Dice read on a table."""
    dice = f"-# {thrown(event.faces)}"
    kind, whom = PURPOSES.read(event.purpose)
    column = event.column or ""
    match kind:
        case "reinforcements":
            raised = _raised(names, whom, event.result)
            return f"{dice} for {names.army(whom)}{_heading(names, column)}: {raised}"
        case "Chouans":
            return f"{dice} for the Chouans: {combat_points(int(event.result))} cross over to Anjou"
        case "desertion":
            of = f"{names.army(whom)} ({names.told(column)})"
            return f"{dice} for the desertion of {of}: {event.result} go home"
        case "voyage":
            return f"{dice} for the voyage: {_VOYAGE[event.result]}"
        case "bishop":
            found = "the bishop of Agra is found out" if event.result == "found out" else "he is believed"
            return f"{dice} for the bishop of Agra: {found}"
        case "fraud":
            return f"{dice} for the fraud: royalist morale {names.told(event.result)}"
        case "combat":
            return f"{dice} for the combat, column {column}: {event.result}"
        case "t1" | "t7":
            return f"{dice} for {names.told(column)}: {FATES[event.result]}"
        case "pre-emption":
            needs = f", which needs {_range(event)}" if event.column else ""
            return f"{dice} for the pre-emption{needs}: {_verdict(event)}"
        case "initiative":
            of = f"{names.they(whom)} ({names.told(column)})"
            return f"{dice} for the initiative of {of}: {event.result}"
        case "capture":
            needs = f"which needs {_range(event)}: {_verdict(event)}"
            return f"{dice} for the capture of {names.name(whom)}, {needs}"
        case "Saumur claims the Mayençais":
            return (
                f"{dice} for Saumur's claim to the Mayençais, which needs {_range(event)}: {_verdict(event)}"
            )
        case _:
            return f"{dice} for {names.told(event.purpose)}, {names.told(column)}: {event.result}"


def _range(event: TableRoll) -> str:
    column = event.column or ""
    low, _, high = column.partition(" to ")
    return low if low == high else column


def _verdict(event: TableRoll) -> str:
    return "success" if event.result == "yes" else "failure"


def _heading(names: Names, column: str) -> str:
    """The column, where it has not the army's own name, and what changes the roll."""
    heading, _, terms = column.partition("; ")
    said = [f"column {names.army(heading)}"] if heading in ("national-guards", "minor", "major") else []
    said += [names.told(terms)] if terms else []
    return f" ({'; '.join(said)})" if said else ""


def _raised(names: Names, army: str, figure: str) -> str:
    if any(known == army and side.side == "royalist" for known, side in names.box.army.items()):
        return f"it is filled up to {figure}"
    return combat_points(int(figure))


def edited(names: Names, event: Edited) -> str:
    """The line of an edit; of one that is its owner's alone only its verb has come."""
    match event.words:
        case ["points", area, army, "0"]:
            return f"🛠️ {names.army(army)} has no combat points left in **{names.name(area)}**."
        case ["points", area, army, count]:
            return f"🛠️ {names.army(army)} has {count} in **{names.name(area)}** now."
        case ["general", general, place] if place in FATES:
            return f"🛠️ **{names.name(general)}** is put off the map: {FATES[place]}."
        case ["general", general, place]:
            return f"🛠️ **{names.name(general)}** is put in **{names.name(place)}**."
        case ["morale", side, value]:
            return f"🛠️ {side.title()} morale is put at **{level(int(value))}**."
        case ["powder", army, value]:
            return f"🛠️ Powder of {names.army(army)} is put at **{level(int(value))}**."
        case ["event", marker, count]:
            left = f"{count} marker{'' if count == '1' else 's'}" if count != "0" else "no marker"
            return (
                f"🛠️ Of **{names.marker(marker)}** there {'is' if count in ('0', '1') else 'are'} {left} left."
            )
        case _:
            return "🛠️ Counters are put right; which ones is for their owner alone."
