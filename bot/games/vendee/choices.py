"""The choices of *For God and For the King* in groups, the likely ones first, for their seat alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.games.parts.label import Fixed, Label
from bot.games.parts.lists import Entry, Listing, groups, opened
from bot.games.parts.places import place_of
from bot.games.shown import THEN, Choice, Group
from bot.games.vendee.kinds import GROUPS, PROMPTS, WEIGHED
from bot.games.vendee.names import STATUSES, action_points, combat_points
from bot.games.vendee.ways import VALUE, Ways
from bot.games.wording import level, lower, percent
from bot.surface.layout import LABEL
from data.catalogue import N_, _, ngettext
from data.nouns import clauses, labelled, listed, numbered, per_cent, upper
from engines.core.refusals import Refusal
from engines.vendee import actions
from engines.vendee.combat import actions as combat_actions
from engines.vendee.combat.frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.combat.losses import by_default
from engines.vendee.combat.march import marches
from engines.vendee.combat.reckoning import generals_of, strength
from engines.vendee.foresight import odds, what_if
from engines.vendee.foresight.retreats import first_by_default, onward, way_out
from engines.vendee.frames import (
    Committee,
    Desertion,
    EndOfTurn,
    Fortify,
    Leaders,
    Lechelle,
    Occupied,
    Operations,
    Preempt,
    Refuge,
    Reinforce,
    enemy,
)
from engines.vendee.movement.step import halves
from engines.vendee.phases.committee import acquittal
from engines.vendee.phases.desertion import least_harm
from engines.vendee.phases.operations import ends_phase
from engines.vendee.phases.reinforcement import can_place
from engines.vendee.position.groups import choose, fresh, rating
from engines.vendee.state import fresh_in, generals_in, points_in, total
from engines.vendee.words import ALL

FAR = 99
NAMED = 3
"""The most generals that a label names."""
_PLAIN = {
    actions.DONE: Fixed(
        N_("Done"), N_("No more events this month: the markers stay yours. What you can't place is lost")
    ),
    actions.BEGIN: Fixed(N_("Go first"), N_("You activate a stack first"), "primary"),
    actions.YIELD: Fixed(N_("Let the other side go first"), N_("They activate a stack first")),
    actions.STOP: Fixed(N_("End the activation here"), N_("Lose unused points; another stack may be next")),
}
_DECLINE: dict[type, Fixed] = {
    Preempt: Fixed(N_("Let them go"), N_("You keep your attempt for later this month")),
    Battle: Fixed(N_("Nobody marches"), N_("The combat continues without reinforcements")),
    Pursuit: Fixed(N_("Do not pursue"), N_("The victors stay where they are")),
    EndOfTurn: Fixed(N_("Go on with the war"), N_("E14 is not played this month"), "danger"),
}
_NOTHING = Fixed(N_("Decline"), N_("Nothing is done"))


class Choices(Ways):
    """The groups of one side in one state, each choice with its cost and chance."""

    def groups(self, legal: Sequence[actions.Action]) -> list[Group]:
        """Legal actions by kind: automatic ones first, the end of the choice last."""
        return groups(self.listings(legal))

    def within(self, legal: Sequence[actions.Action], key: str) -> list[Group]:
        """One part of a long list."""
        return opened(self.listings(legal), key)

    def listings(self, legal: Sequence[actions.Action]) -> list[Listing]:
        """All lists in their order."""
        by_group: dict[str, list[actions.Action]] = {}
        for action in legal:
            by_group.setdefault(self._group(action), []).append(action)
        first = ["auto", *(id for id in by_group if id.startswith("place-")), "generals"]
        ordered = dict.fromkeys(id for id in (*first, *PROMPTS, *by_group) if id in by_group and id != "end")
        lists: list[Listing] = []
        for id in (*ordered, *(["end"] if "end" in by_group else [])):
            # Declining comes after the alternatives.
            ranked = sorted(
                by_group[id], key=lambda action: (action == actions.DECLINE, self._rank(id, action))
            )
            entries = [Entry(self.choice(action), *self._part(id, action)) for action in ranked]
            lists.append(Listing(id, self._prompt(id), entries, weighed=id.partition("-")[0] in WEIGHED))
            # Farther destinations come after the next steps, which have a row of their own.
            if id == "move":
                lists += [
                    Listing("halt", str(PROMPTS["halt"]), self._halts(), ranked=True, weighed=True),
                    Listing("go", str(PROMPTS["go"]), self._destinations(), ranked=True, weighed=True),
                ]
        return lists

    def choice(self, action: actions.Action) -> Choice:
        """The choice for one action."""
        return Choice(actions.notation(action), *self.label(action), place=place_of(action))

    def _group(self, action: actions.Action) -> str:
        match action:
            case actions.Activate(_, who):
                return "stack" if who == ALL else "part"
            case actions.Place(who):
                return f"place-{who.points[0][0]}" if who.points else "generals"
            case actions.Note(_, turn):
                return f"note-{self.names.month(turn).lower().replace(' ', '-')}"[:24]
            case actions.Play(event) if event == self.asked_event():
                return "answer"
            case combat_actions.Lose(None) | combat_actions.Retire(None):
                return "auto"
            case _:
                return GROUPS[type(action)]

    def _prompt(self, id: str) -> str:
        if id.startswith("place-"):
            army = id.removeprefix("place-")
            left = sum(count for kind, count in (self.view.arrivals or {}).items() if kind == army)
            return _("Place {army}, {left} left", army=self.names.army(army), left=left)
        if id.startswith("note-"):
            month = upper(id.removeprefix("note-").replace("-", " "))
            return _("The English land in {month}", month=month)
        top = self.state.stack[-1]
        if id == "event" and isinstance(top, Reinforce) and can_place(self.box, self.state, top):
            return _("Play an event; Done appears when all are placed")
        return str(PROMPTS[id])

    def _part(self, id: str, action: actions.Action) -> tuple[str, str]:
        """The part of a long list that an action is in: an army, or a place."""
        match action:
            case actions.Place(who, _) if id == "generals":
                return who.generals[0], self.names.listed(who.generals)
            case actions.Place(_, area) | actions.Note(area, _):
                return self._region(area)
            case actions.Activate(area, _) | combat_actions.Guns(area, _) | actions.Desert(_, _, area):
                return area, self.names.name(area)
            case _:
                return "", ""

    def _region(self, area: str) -> tuple[str, str]:
        """The zone that an area is in; outside them by the nearest supply base."""
        ground = self.box.ground
        if zone := ground.area[area].zone:
            name = _("la Gâtine") if zone == "gatine" else self.names.name(zone)
            return zone, _("Zone of {zone}", zone=name)
        bases = [id for id, place in ground.area.items() if place.base]
        near = min(bases, key=lambda base: (ground.distance[area][base], ground.order[base]))
        return f"by-{near}", _("Outside the zones, by {near}", near=self.names.name(near))

    def _rank(self, id: str, action: actions.Action) -> tuple[int, ...]:
        """The smaller comes first; an action without a rank stays in its order."""
        match action:
            case actions.Activate():
                return self._urgency(action)
            case actions.Place(who, area):
                # The most at once, where friends are.
                return -sum(count for _, count in who.points), *self._by_friends(area)
            case _:
                return ()

    def _destinations(self) -> list[Entry]:
        """Areas that the group under way reaches in several steps, each by its cheapest way."""
        entries: list[Entry] = []
        for goal in self.goals():
            action = actions.Move(goal.path)
            text = self.carried(action)
            if len(text) <= VALUE:
                part = self._region(goal.area)
                entries.append(Entry(self.choice(action)._replace(notation=text), *part))
        return entries

    def _halts(self) -> list[Entry]:
        """Open areas, each by its cheapest way, for a group that has nothing else to do there."""
        entries: list[Entry] = []
        for goal in self.goals(1):
            if goal.meets == "none" and not goal.doubt:
                action = actions.Move(goal.path)
                text = f"{self.carried(action)}{THEN}{actions.notation(actions.STOP)}"
                if len(text) <= VALUE:
                    choice = self.choice(action)
                    stops = choice._replace(notation=text, label=_("{way}, then stop", way=choice.label))
                    entries.append(Entry(stops, *self._region(goal.area)))
        return entries

    def _urgency(self, action: actions.Activate) -> tuple[int, ...]:
        """Combat points before lone generals, near the enemy before far, many before few."""
        ground, area, foe = self.box.ground, action.area, enemy(self.side)
        near = min(
            (ground.distance[area][at] for at, stacks in self.view.areas.items() if foe in stacks),
            default=FAR,
        )
        points = fresh_in(self.state, area, self.side)
        group = choose(self.box, action.who, points, action.who.generals)
        led = 0 if isinstance(group, Refusal) else total(group[0])
        return not points, near, ground.order[area], -led

    def _by_friends(self, area: str) -> tuple[int, ...]:
        stack = self.own(area)
        friends = sum(condition.total for condition in (stack.points or {}).values()) if stack else 0
        place = self.box.ground.area[area]
        return -friends, not (place.objective or place.base), self.box.ground.order[area]

    def label(self, action: actions.Action) -> Label:  # noqa: C901, PLR0912 - one label for each kind of action
        """The words of an action."""
        names = self.names
        match action:
            case actions.Plain():
                return self._plain(action)
            case actions.Auto("place"):
                how = _("Each army with its generals, where its friends are")
                goes_on = what_if.plays_on(self.box, self.state, self.side)
                rest = N_("Place the rest for me") if goes_on else N_("Place the rest for me and finish")
                return Label(str(rest), how, "success")
            case actions.Auto():
                return self._deserters()
            case actions.Place(who, area):
                return Label(labelled(names.name(area), names.who(who)), self.ground(area), "primary")
            case actions.Play():
                return self._event(action)
            case actions.Activate():
                return self._activate(action)
            case actions.Move():
                return self.way(action)
            case actions.Drop(who):
                return Label(_("Leave {who} here", who=names.who(who)), _("Their activation is over"))
            case actions.PickUp(who):
                how = _("They share the remaining action points")
                return Label(_("Take {who} along", who=names.who(who)), how)
            case actions.Preempt(area):
                return self._preempt(area)
            case actions.Flee(area):
                how = self._with(self.ground(area))
                return Label(_("Flee to {area}", area=names.name(area)), how, "primary")
            case actions.Show(area, count):
                split = numbered(count, "counter")
                text = _("Show {counters} in {area}", counters=split, area=names.name(area))
                return Label(text, _("Make change, as others see it"))
            case actions.Note(area, turn):
                brought = combat_points(self.box.ground.landing[area].points)
                where = _("{area} in {turn}", area=names.name(area), turn=names.month(turn))
                how = _("{brought} of émigrés, if you still hold it", brought=brought)
                return Label(where, how, "primary")
            case actions.Land(area):
                return Label(_("Land in {area}", area=names.name(area)), self.ground(area), "primary")
            case actions.Choose(army):
                return Label(names.army(army), self._chosen(army), "primary")
            case actions.Desert(army, count, area):
                count_there = self.state.forces[area][army].total
                present = _("{army} has {area} there", army=names.army(army), area=count_there)
                of = _("{count} of {army}", count=count, army=(self.view.leaving or {}).get(army, count))
                text = _("{army}: {of} from {area}", army=names.army(army), of=of, area=names.name(area))
                return Label(" · ".join(filter(None, (text, self._gone({area: count})))), present)
            case actions.Spare(general):
                return self._spare(general)
            case _:
                return self._combat(action)

    def _plain(self, action: actions.Plain) -> Label:
        if action == actions.DECLINE:
            return self._decline()
        if action != actions.HAND_OVER:
            return _PLAIN[action].label()
        match self.state.stack[-1]:
            case Operations() as frame if ends_phase(frame):
                ends = _("Hand over: ends the operations of {turn}", turn=self.names.month(self.state.turn))
                how = _("The other side has just handed over, so no more stacks move this month")
                return Label(ends, how, "danger")
            case Operations(acted=True) if self.state.options["late-passes"]:
                return Label(_("Hand over"), _("The other side goes on, and you can go on after them"))
            case _:
                how = _("If they hand over at once, or have no stack left, no more stacks move this month")
                return Label(_("Hand over: you can go on later unless they hand over at once"), how)

    def _decline(self) -> Label:
        frame = self.state.stack[-1]
        match frame:
            case Fortify():
                keep = _("Keep E6{holding}", holding=self._holding(fortified=False))
                return Label(keep, _("No fortifications in this combat"))
            case Occupied(event):
                without = _("Do without {marker}", marker=self.names.marker(event))
                return Label(without, _("The chance does not come again"), "danger")
            case Battle(stage="guns" | "answer") if not marches(self.box, self.state, frame):
                # The side is asked all the same: going on at once would reveal face-down counters.
                why = upper(self.why_nobody(frame))
                how = _("{frame}; asked anyway, to keep your face-down counters secret", frame=why)
                return Label(_("You have no stack that can march: continue"), how)
            case Battle(stage="powder"):
                win = percent(what_if.victory(self.box, self.state, self.side))
                how = _("The dice count 2 against you: you are out of powder")
                return Label(_("Fight anyway · win {win}", win=win), how, "danger")
            case _:
                return _DECLINE.get(type(frame), _NOTHING).label()

    def _event(self, action: actions.Play) -> Label:
        name, does = self.names.marker(action.event), self.box.event[action.event].text
        if action.event == self.asked_event():
            holding = self._holding(fortified=True) if isinstance(self.state.stack[-1], Fortify) else ""
            # Its effect stands beside the question.
            return Label(_("Play {event}{chance}", event=name, chance=holding), "", "primary")
        return Label(f"{name}{self.names.played_on(action)}", does, "secondary")

    def _holding(self, *, fortified: bool) -> str:
        """The chance to hold an area that is about to be entered, where it is known."""
        chance = what_if.fortified(self.box, self.state, self.side, played=fortified)
        return "" if chance is None else _(" · win {chance}", chance=percent(chance))

    def _activate(self, action: actions.Activate) -> Label:
        names, state, box = self.names, self.state, self.box
        group = choose(box, action.who, *fresh(box, state, action.area, self.side))
        if isinstance(group, Refusal):
            return Label(labelled(names.name(action.area), names.who(action.who)), group.message)
        points, generals = group
        best = rating(box, state, group)
        if best is not None:
            low, high = (halves(box.charts.action_points(dice, best)) for dice in (2, 12))
            cost = _(
                "{low} to {high} action points, with strategic rating {best}", low=low, high=high, best=best
            )
        else:
            given = action_points(box.charts.action_points_without_general)
            cost = _("{points}, with no general", points=given)
        whole = _("all, ") if action.who == ALL else ""
        text = labelled(names.name(action.area), f"{whole}{names.troops(points, generals)}")
        return Label(text, cost, "primary")

    def _preempt(self, area: str) -> Label:
        points, leaders = fresh(self.box, self.state, area, self.side)
        highest, troops = self.box.best_strategic(leaders), self.names.troops(points, leaders)
        chance = per_cent(round(100 * min(6, highest) / 6))
        text = _("Pre-empt with {area} · {chance}", area=self.names.name(area), chance=chance)
        reason = _("Your stack goes first on {highest} or less: {points}", highest=highest, points=troops)
        return Label(text, reason, "danger", chance)

    def _chosen(self, army: str) -> str:
        """The effect of the choice of an army."""
        match self.state.stack[-1]:
            case Lechelle(general):
                return _("{general} joins it", general=self.names.name(general))
            case Leaders(amount):
                at = level(next(at for kind, at in self.state.powder.items() if kind == army))
                gains = N_("It gains powder first, now {at}")
                return (gains if amount > 0 else N_("It loses powder first, now {at}"))(at=at)
            case _:
                return _("Its powder is filled")

    def _spare(self, id: str) -> Label:
        general, frame = self.box.general[id], self.state.stack[-1]
        accused = frame.accused if isinstance(frame, Committee) else {}
        army = next((self.names.army(army) for army, whom in accused.items() if id in whom), "")
        reason = _(
            "{status}; strategic {strategic}, tactical {tactical}; acquitted {chance}",
            status=STATUSES[general.status or "neutral"],
            strategic=general.strategic,
            tactical=general.tactical,
            chance=percent(acquittal(self.box, id)),
        )
        return Label(_("Spare {name} ({army})", name=general.name, army=army), reason, "primary")

    def _combat(self, action: combat_actions.CombatAction | actions.Action) -> Label:
        names = self.names
        match action:
            case combat_actions.Guns():
                return self._guns(action)
            case combat_actions.Withdraw(areas):
                how = _("one area") if areas == 1 else _("{areas} areas", areas=areas)
                ways = listed(map(names.name, way_out(self.box, self.state)), "or")
                reason = _("No combat and no losses; first to {ways}", ways=ways)
                return Label(_("Withdraw {how}", how=how), reason, "primary")
            case combat_actions.Lose(None):
                top, how = self.state.stack[-1], _("In proportion; a point with each general is spared")
                assert isinstance(top, Losses)
                paid = by_default(self.state, top)
                lost = names.troops(Counter(unit.kind for unit in paid for _point in range(unit.size)))
                return Label(_("Take the losses for me: {lost}", lost=lost), how, "success")
            case combat_actions.Lose(who, origin, group) if who is not None:
                first = _(" of those who came first") if group else ""
                whence = _(" from {origin}", origin=names.name(origin)) if origin else first
                lost = _("Lose {who}{whence}", who=names.who(who), whence=whence)
                return Label(lost, _("One at a time, until all is paid"), "danger")
            case combat_actions.Retire(None):
                first = names.name(first_by_default(self.box, self.state))
                how = self._with(_("The retreat with the fewest losses"))
                return Label(_("Choose the way for me: first {area}", area=first), how, "success")
            case combat_actions.Retire(area) if area is not None:
                return Label(_("Retreat to {area}", area=names.name(area)), self._retreat(area), "primary")
            case combat_actions.Pursue(path, who):
                whom = "" if who == ALL else _(" with {who}", who=names.who(who))
                met = what_if.pursued(self.box, self.state, self.side, action)
                won = met[0].win if met else None
                win = "" if won is None else _(" · combat, win {win}", win=percent(won))
                text = _("Pursue to {path}{whom}{win}", path=names.listed(path), whom=whom, win=win)
                return Label(text, self._with(self.ground(path[-1])), "danger")
            case _:
                raise TypeError(f"There are no words for {type(action).__name__}")

    def _guns(self, action: combat_actions.Guns) -> Label:
        """A march to the guns, with the chances it would change."""
        odd = odds.of_action(self.box, self.state, action)
        area, who = self.names.name(action.area), self.names.who(action.who)
        text = _("March from {area}: {who}", area=area, who=who)
        if odd is None:
            return Label(text, _("A die decides"), "primary")
        before, after = (what_if.victory(self.box, self.state, self.side, march) for march in (None, action))
        chance = per_cent(odd.percent)
        was, now = percent(before), percent(after)
        change = _("; victory {before} without them, {after} with them", before=was, after=now)
        return Label(f"{text} · {chance}", f"{odd.note}{change}", "primary", chance)

    def _retreat(self, area: str) -> str:
        """The counters that go there, their losses on the way, and the areas after it."""
        frame = self.state.stack[-1]
        assert isinstance(frame, Retreat)
        way = onward(self.box, self.state, frame, area)
        said = [self.ground(area)]
        said += [_("{lost} lost to the enemy there", lost=combat_points(way.lost))] if way.lost else []
        if way.more:
            where = _(" or ").join(map(self.names.name, way.to)) or _("the enemy")
            said.append(_("then on to {where}", where=where))
        else:
            said.append(_("they stop there"))
        return self._with(clauses(said))

    def _with(self, what: str) -> str:
        """The retreating, pursuing or fleeing counters and their distance; then the given text."""
        match self.state.stack[-1]:
            case Retreat(parties=[party, *_]):
                far = _("one area more") if party.left == 1 else _("{left} areas more", left=party.left)
                points = {kind: condition.total for kind, condition in party.points.items()}
                who = f"{self.names.troops(points, party.generals)}, {far}"
            case Pursuit(contingents=parts):
                who = self.names.troops(strength(parts), generals_of(parts))
            case Refuge(generals=generals):
                who = self.names.listed(generals)
            case _:
                return what
        return clauses((who, lower(what)))

    def _deserters(self) -> Label:
        """Those who desert by default: where, how many, and the generals who leave with them."""
        top, short = self.state.stack[-1], _("Choose the deserters for me")
        assert isinstance(top, Desertion)
        gone: Counter[str] = Counter()
        for desert in least_harm(self.box, self.state, top.owed):
            gone[desert.area] += desert.count
        whom, leave = ", ".join(f"{self.names.name(area)} {gone[area]}" for area in gone), self._gone(gone)
        full = clauses((whom, leave))
        whole, why = _("For me: {deserters}", deserters=full), leave or _("No general has to leave")
        return Label(whole, why, "success") if len(whole) <= LABEL else Label(short, full, "success")

    def _gone(self, deserted: Mapping[str, int]) -> str:
        """`Lyrot and Joly leave until October`: generals whose last combat points desert."""
        box, state, side = self.box, self.state, self.side
        bare = [area for area, count in deserted.items() if points_in(state, area, side) == count]
        generals = [general for area in bare for general in generals_in(box, state, area, side)]
        if not generals:
            return ""
        month, n = self.names.month(state.turn + 1), len(generals)
        who = self.names.listed(generals) if n <= NAMED else numbered(n, "general")
        return ngettext("{who} leaves until {month}", "{who} leave until {month}", n, who=who, month=month)
