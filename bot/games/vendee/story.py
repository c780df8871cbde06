"""What happens in *For God and For the King*, a line each; what belongs together shares one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bot.games.parts.lines import packed
from bot.games.parts.story import Line, Story, tells
from bot.games.vendee import story_combat
from bot.games.vendee.names import OF_SIDE, Names, action_points, combat_points, points_left
from bot.games.vendee.story_rolls import roll, table_roll
from bot.games.wording import level, thrown
from data.catalogue import N_, _, ngettext, retold
from data.nouns import listed, numbered
from data.seams import whole
from engines.core.events import Event, Roll, TableRoll
from engines.vendee import events as happened
from engines.vendee.combat import events as combat_events
from engines.vendee.frames import Kind, enemy
from engines.vendee.purposes import PURPOSES

PHASES = {
    "wounded": N_("Wounded and messengers"),
    "reinforcements": N_("Reinforcements"),
    "initiative": N_("Initiative"),
    "operations": N_("Operations"),
    "desertion": N_("Desertion"),
    "committee": N_("Committee of Public Safety"),
    "end": N_("End of the month"),
}
RECOVERED, ALONE, TRIED = "2.1", "2.5", "2.6"
"""Cases by which a general comes back: healed, from home, and from the Committee."""
_BACK = {
    RECOVERED: N_("🎖️ {who} has recovered and may be placed."),
    ALONE: N_("🎖️ {who} is left alone{where} and goes home until {month}."),
    TRIED: N_("🎖️ {who} comes back in {month}."),
    "": N_("🎖️ {who} arrives: to be placed in {month}."),
}
_FATE = {
    "light": N_("🩸 {who} is lightly wounded{where} ({case}); {month} may see him again."),
    "serious": N_("🩸 {who} is seriously wounded{where} ({case}); {month} may see him again."),
    "killed": N_("✝️ {who} is killed{where} ({case})."),
    "captured": N_("⛓️ {who} is captured{where} ({case})."),
    "tribunal": N_("⚖️ {who} is denounced{where} ({case}): the Committee will try him."),
    "removed": N_("🎖️ {who} leaves the war ({case})."),
}
_DISMISSED = N_("⚖️ {who} is dismissed and leaves the war.")
_DECLINED = {
    "preemption": N_("💤 {side} do not pre-empt."),
    "pursuit": N_("💤 {side} do not pursue."),
}
_STOPS = {
    "spent": N_("no further step"),
    "stopped": N_("{they} halt"),
    "beaten": N_("{they} are beaten"),
    "lost": N_("nobody is left"),
}
_SEA = {
    "lost": N_("is lost at sea"),
    "delayed": N_("sails on until next month"),
    "landed": N_("has come through"),
}
_MESSENGERS = {
    "accepted": N_("England agrees"),
    "captured": N_("the messengers are caught"),
    "nothing": N_("no answer from England"),
}
_HOLD = N_("-# 🗣️ Asked, {foe} say that they hold {area}.")
_CONTROL = N_("-# 🗣️ Asked, {foe} say that they control {area}.")
_NO_CONTROL = N_("-# 🗣️ Asked, {foe} say that they do not control {area}.")
_HELD = N_("✋ The step is refused and costs nothing: {foe} hold {areas} (3.7).")
_CONTROLLED = N_("✋ The step is refused and costs nothing: {foe} control {areas} (3.4).")
_POWDER_UP = N_("💣 Powder of {of} rises to **{after}**: {reason} ({case}).")
_POWDER_DOWN = N_("💣 Powder of {of} falls to **{after}**: {reason} ({case}).")


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
                yield _("🎯 A tie, {result} to {result}: both throw again.", result=event.result)

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
                | (happened.Stepped(), happened.Stopped(reason="spent" | "stopped" | None))
            ):
                return "second"
            case _:
                return None

    @tells(combat_events.FellBack, lambda before, event: goes_on(before, event) and before.rout == event.rout)
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
            says = _HOLD if event.held else _CONTROL if event.controlled else _NO_CONTROL
            yield says(foe=foe, area=names.name(event.area))
        if barred:
            why = _HELD if any(event.held for event in barred) else _CONTROLLED
            yield why(foe=foe, areas=names.listed(dict.fromkeys(event.area for event in barred)))

    @tells(happened.Spared)
    def _spared(self, run: list[happened.Spared]) -> str:
        spared = self.names.listed(event.general for event in run)
        return ngettext("⚖️ {spared} is not tried.", "⚖️ {spared} are not tried.", len(run), spared=spared)

    @tells(happened.Raised)
    def _raised(self, run: list[happened.Raised]) -> str:
        """One army with what it gets; several in one line, a number each."""
        names = self.names
        if len(run) == 1:
            kind, points = run[0].kind, run[0].points
            gain = (
                _("reinforcements") if points is None else combat_points(points) if points else _("nothing")
            )
            return _("📯 {kind}: {gain} to place.", kind=names.army(kind), gain=gain)
        if any(event.points is None for event in run):
            armies = listed(names.army(event.kind) for event in run)
            return _("📯 Reinforcements to place: {armies}.", armies=armies)
        gains = listed(f"{names.army(event.kind)} {event.points}" for event in run)
        return _("📯 Combat points to place: {gains}.", gains=gains)

    @tells(happened.Stepped, lambda before, event: goes_on(before, event) and before.backs == event.backs)
    def _march(self, steps: list[happened.Stepped]) -> str:
        names, last = self.names, steps[-1]
        who = names.seen(last.points, last.generals, last.backs)
        left = "" if last.left is None else f" · {points_left(last.left)}"
        way = names.way([steps[0].start, *(step.end for step in steps)])
        return _("🥾 {side} go {way}: {who}{left}.", side=names.side(last.side), way=way, who=who, left=left)

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
            _(
                "{counters} in {area}",
                counters=numbered(sum(event.backs for event in here), "counter"),
                area=names.name(area),
            )
            if down
            else f"{names.name(area)}: "
            + ", ".join(names.seen(event.points, event.generals) for event in here)
            for area, here in by_area.items()
        ]
        yield from packed(
            (
                _("📍 {side} place face down: ", side=names.side(placed[0].side))
                if down
                else _("📍 {side} place counters: ", side=names.side(placed[0].side))
            ),
            items,
        )

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
            items = [
                _("{count} from {area}", count=count, area=names.name(area)) for area, count in areas.items()
            ]
            yield from packed(_("🏚️ Men of {army} go home: ", army=names.of_army(army)), items)
        if unseen:
            items = [_("some from {area}", area=names.name(area)) for area in unseen]
            yield from packed(_("🏚️ Men who lie face down go home: "), items)

    def _tracks(self, event: Event) -> str | None:
        names = self.names
        match event:
            case happened.MoraleChanged(side, before, after, _, reason, case):
                verb = (
                    _("stays at") if before == after else _("rises to") if after > before else _("falls to")
                )
                sign = "📉" if after < before else "📈"
                return _(
                    "{sign} {side} morale {verb} **{after}**: {reason} ({case}).",
                    sign=sign,
                    side=OF_SIDE[side],
                    verb=verb,
                    after=level(after),
                    reason=names.told(reason),
                    case=case,
                )
            case happened.PowderChanged(army, before, after, reason, case):
                return (_POWDER_UP if after > before else _POWDER_DOWN)(
                    of=names.army(army),
                    after=level(after),
                    reason=names.told(reason),
                    case=case,
                )
            case happened.PlaceTaken(area, side):
                whose = (
                    N_("🚩 **{area}** is the Republic's now.")
                    if side == "republican"
                    else N_("🚩 **{area}** is the Royalists' now.")
                )
                return whose(area=names.name(area))
            case happened.OfficerFate():
                return self._fate(event)
            case happened.Lost():
                return self._lost(event)
            case happened.Fled(side, generals, start, end):
                who = _("Generals") if generals is None else names.listed(generals)
                return ngettext(
                    "🐎 {side}: {who} flees from {start} to {end}.",
                    "🐎 {side}: {who} flee from {start} to {end}.",
                    2 if generals is None else len(generals),
                    side=names.side(side),
                    who=who,
                    start=names.name(start),
                    end=names.name(end),
                )
            case _:
                return None

    def _lost(self, event: happened.Lost) -> str:
        names = self.names
        who = _("counters face down") if event.points is None else names.troops(event.points)
        if event.area is None:
            return _(
                "✖️ {side} have no place for {who}: lost ({case}).",
                side=names.side(event.side),
                who=who,
                case=event.case,
            )
        where = names.name(event.area)
        why = {
            "combat": "",
            "retreat": _(" on the retreat"),
            "no way out": _(", with no way out"),
        }.get(event.reason, _(" for *{reason}*", reason=retold(event.reason)))
        return _(
            "✖️ {side} lose {who} in {where}{why} ({case}).",
            side=names.side(event.side),
            who=who,
            where=where,
            why=why,
            case=event.case,
        )

    def _fate(self, event: happened.OfficerFate) -> str:
        words = (
            _BACK.get(event.case, _BACK[""])
            if event.fate == "arriving"
            else _FATE.get(event.fate, _FATE["removed"])
        )
        if event.fate == "removed" and event.case == TRIED:
            words = _DISMISSED
        return words(
            who=f"**{self.names.name(event.general)}**",
            where=_(" in {area}", area=self.names.name(event.area)) if event.area else "",
            month=self.names.month(event.due or 1),
            case=event.case,
        )

    def _operations(self, event: Event) -> str | None:  # noqa: C901, PLR0912 - one line per kind of event
        names = self.names
        match event:
            case happened.Opened(side, yielded):
                if not yielded:
                    return _("▶️ {side} begin the operations.", side=names.side(side))
                return _(
                    "▶️ {side} yield: {side_2} begin the operations.",
                    side=names.side(enemy(side)),
                    side_2=names.they(side),
                )
            case happened.HandedOver(side, forced, ended):
                why = _(" with nobody left to activate") if forced else ""
                return (
                    _("🤝 {side} hand over{why}: the operations are over.", side=names.side(side), why=why)
                    if ended
                    else _("🤝 {side} hand over{why}.", side=names.side(side), why=why)
                )
            case happened.Announced(side, area, points, generals):
                who = names.seen(points, generals)
                return _(
                    "📣 {side} activate **{area}**: {who}.",
                    side=names.side(side),
                    area=names.name(area),
                    who=who,
                )
            case happened.Preempted(side, area, success):
                if success:
                    return _(
                        "⚡ {side} pre-empt: the stack in **{area}** goes first.",
                        side=names.side(side),
                        area=names.name(area),
                    )
                return _(
                    "⚡ {side} try in vain to pre-empt with the stack in {area}.",
                    side=names.side(side),
                    area=names.name(area),
                )
            case happened.PointsRolled():
                return _points(event)
            case happened.Stopped(side, area, reason):
                if reason is None:
                    return _("-# ⏹️ The activation ends in {area}.", area=names.name(area))
                why = _STOPS[reason](they=names.they(side))
                return _("-# ⏹️ The activation ends in {area}: {why}.", area=names.name(area), why=why)
            case happened.Dropped(side, area, points, generals, joined):
                who, where = names.seen(points, generals), names.name(area)
                if joined:
                    return _(
                        "🤝 {side} take {who} along from {where}.",
                        side=names.side(side),
                        who=who,
                        where=where,
                    )
                return _("📌 {side} leave {who} in {where}.", side=names.side(side), who=who, where=where)
            case happened.Shown(side, area, backs):
                return _(
                    "🔁 {side} let their points in {area} lie as {counters}.",
                    side=names.side(side),
                    area=names.name(area),
                    counters=numbered(backs, "counter"),
                )
            case happened.Halted(_, area, following, reason, case, parts):
                way = _("{area} before {following}", area=names.name(area), following=names.name(following))
                return _(
                    "⛔ They stop in {way}: {reason} ({case}).",
                    way=way,
                    reason=names.told(whole(parts or reason)),
                    case=case,
                )
            case happened.Unveiled(side, area):
                return _(
                    "-# 👁️ Counters of {side} are face up in {area}.",
                    side=names.they(side),
                    area=names.name(area),
                )
            case happened.Met(area, points, generals):
                sides = ", ".join(
                    f"{names.they(side)} ({names.troops(points[side], generals.get(side, ()))})"
                    for side in points
                )
                return _("👁️ Face to face in **{area}**: {sides}.", area=names.name(area), sides=sides)
            case happened.TestFailed(general, area):
                return _(
                    "🙅 **{general}** will not go along to {area}.",
                    general=names.name(general),
                    area=names.name(area),
                )
            case happened.Declined(side, what):
                if what in _DECLINED:
                    return _DECLINED[what](side=names.side(side))
                return _(
                    "💤 {marker} is not played: {side} decline.",
                    side=names.side(side),
                    marker=names.marker(what),
                )
            case _:
                return None

    def _phases(self, event: Event) -> str | None:  # noqa: PLR0912 - one line of text per kind of event
        names = self.names
        match event:
            case happened.EventPlayed(side, id):
                return _("🃏 {side} play **{id}**.", side=names.side(side), id=names.marker(id))
            case happened.Attached(army):
                return _("🎖️ The Mayençais reinforce {name}.", name=names.box.army[army].name)
            case happened.Planned(area, turn):
                note = (
                    _(": {area} in {turn}", area=names.name(area), turn=names.month(turn))
                    if area and turn
                    else ""
                )
                return _("🤫 The Royalists have noted where and when the English land{note}.", note=note)
            case happened.FleetCame("landed", area) if area:
                return _("⚓ **The English land in {area}.**", area=names.name(area))
            case happened.FleetCame(_, area):
                where = _(" off {area}", area=names.name(area)) if area else ""
                return _("⚓ The English fleet finds no friends{where} and leaves.", where=where)
            case happened.FleetWaits(_, area):
                return _("⚓ The English wait off {area} for another month.", area=names.name(area))
            case happened.InitiativeWon(winner, totals):
                sums = _(" to ").join(str(value) for value in sorted(totals.values(), reverse=True))
                return _("🎯 {winner} have the initiative, {sums}.", winner=names.side(winner), sums=sums)
            case happened.Risen():
                return _("🔔 La Gâtine rises: its areas join the zone of Anjou.")
            case happened.BishopExposed():
                return _("⛪ The bishop of Agra is found out: there is no see of Agra.")
            case happened.MessengersRolled(faces, result):
                return _(
                    "✉️ {faces} for the messengers: {result}.", faces=thrown(faces), result=_MESSENGERS[result]
                )
            case happened.Sailed(kind, result, area, start):
                what = _("lands in {area}", area=names.name(area)) if area else _SEA[result]
                whence = _(" leaves {start} by ship and", start=names.name(start)) if start else ""
                return _(
                    "⛵ A combat point of {kind}{whence} {what}.",
                    kind=names.of_army(kind),
                    whence=whence,
                    what=what,
                )
            case happened.Tried(general, acquitted):
                verdict = _("acquitted") if acquitted else _("condemned and leaves the war")
                return _("⚖️ **{general}** is {verdict}.", general=names.name(general), verdict=verdict)
            case _:
                return None


def _for_initiative(event: TableRoll) -> bool:
    return PURPOSES.read(event.purpose)[0] == "initiative"


def _points(event: happened.PointsRolled) -> str:
    """How far a group may go: large where its owner reads it, who plans by it."""
    if not event.faces:
        if event.halves is None:
            return _("-# 🥾 No general leads them.")
        return _("🥾 No general leads them: {halves}.", halves=action_points(event.halves))
    if event.halves is None or event.strategic is None:
        return _("-# {faces} for action points.", faces=thrown(event.faces))
    rating = _("strategic rating {strategic}", strategic=event.strategic)
    return _(
        "{faces} with {rating}: {halves}.",
        faces=thrown(event.faces),
        rating=rating,
        halves=action_points(event.halves),
    )


def goes_on(
    before: happened.Stepped | combat_events.FellBack, event: happened.Stepped | combat_events.FellBack
) -> bool:
    """Whether the same counters of a side go on from where they came to."""
    same = (before.side, before.points, before.generals) == (event.side, event.points, event.generals)
    return same and before.end == event.start
