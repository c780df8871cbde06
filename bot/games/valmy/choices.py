"""The choices of *The Valmy Campaign* in groups, the likely ones first, for their seat alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.games.parts.label import Label
from bot.games.parts.lists import Entry, Listing, groups, opened
from bot.games.parts.places import place_of
from bot.games.shown import Choice, Group
from bot.games.valmy.choices_march import MarchChoices
from bot.games.valmy.forecast import ONE, at_most
from bot.games.valmy.kinds import PROMPTS
from bot.games.valmy.same import once
from bot.games.wording import percent
from data.catalogue import _, retold
from data.nouns import clauses, listed, numbered
from engines.core.refusals import Refusal
from engines.valmy import actions
from engines.valmy.actions import (
    END,
    PASS,
    Activate,
    Assign,
    Drop,
    Move,
    Plain,
    React,
    Recover,
    Release,
    Show,
)
from engines.valmy.combat import actions as combat
from engines.valmy.combat.frames import Reinforcing
from engines.valmy.frames import Activation, Activations, Bid, Displaced, Reaction, Recovery
from engines.valmy.movement.reaction import Going
from engines.valmy.movement.reaction import who as reacting
from engines.valmy.phases.operations import Needed, needed_of_leader, needed_of_unit
from engines.valmy.position.command import Called, called, reach_of, room_in
from engines.valmy.position.refuge import havens
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import face, held_by
from engines.valmy.words import ALL, Party

_BY_TYPE: dict[type, str] = {
    actions.Arrange: "auto",
    actions.Bid: "bid",
    actions.Flee: "flee",
    Release: "release",
    Recover: "recover",
    React: "react",
    Drop: "drop",
    combat.Attack: "attack",
    combat.Boost: "boost",
    combat.Lose: "lose",
    combat.Retreat: "retreat",
    combat.Deploy: "auto",
    combat.Charge: "charge",
    combat.Cancel: "cancel",
    combat.Lead: "lead",
    combat.Commit: "commit",
    combat.Add: "add",
}
_AUTO = (
    actions.ARRANGE_AUTO,
    actions.RELEASE_AUTO,
    actions.RECOVER_ALL,
    combat.BOOST_AUTO,
    combat.LOSE_AUTO,
    combat.RETREAT_AUTO,
    combat.DEPLOY_AUTO,
    combat.COMMIT_AUTO,
    combat.ADD_ALL,
)
_FOLDED = ("part", "unit", "holding")
"""Lists of which a part is chosen first."""


class Choices(MarchChoices):
    """The groups of one side in one state, each choice with its cost and chance."""

    def groups(self, legal: Sequence[actions.Action]) -> list[Group]:
        """Legal actions by kind: automatic ones first, the end of the choice last."""
        return groups(self.listings(legal))

    def within(self, legal: Sequence[actions.Action], key: str) -> list[Group]:
        """One part of a long list."""
        return opened(self.listings(legal), key)

    def choice(self, action: actions.Action) -> Choice:
        """The choice for one action."""
        who = action.who if isinstance(action, Activate) else ""
        stands = self.state.leaders.get(who) or self.state.units.get(who)
        return Choice(actions.notation(action), *self.label(action), place=place_of(stands or action))

    def listings(self, legal: Sequence[actions.Action]) -> list[Listing]:
        """All lists in their order."""
        by_group: dict[str, list[actions.Action]] = {}
        for action in [*self._likeliest(legal), *self._more()]:
            by_group.setdefault(self._group(action), []).append(action)
        order = [*PROMPTS, *by_group]
        order.insert(1, "march")
        lists: list[Listing] = []
        for id in dict.fromkeys(order):
            if id == "march":
                lists += self.marches()
            elif id in by_group:
                ranked = sorted(by_group[id], key=self._rank)
                entries = [Entry(self.choice(action), *self._part(id, action)) for action in ranked]
                lists.append(Listing(id, self._prompt(id), entries, folded=id in _FOLDED))
        # The end of the choice comes last.
        return sorted(lists, key=lambda listing: listing.id == "end")

    def _likeliest(self, legal: Sequence[actions.Action]) -> Iterator[actions.Action]:
        """Listed activations: a unit's is through the leader with the best chance; others can be typed."""
        tried: dict[str, list[Activate]] = {}
        for action in once(self.box, self.state, legal):
            if isinstance(action, Activate) and action.through is not None:
                tried.setdefault(action.who, []).append(action)
            else:
                yield action
        for several in tried.values():
            yield max(several, key=self._hope)

    def _hope(self, action: Activate) -> int:
        needed = needed_of_unit(self.box, self.state, action.who, action.through or "")
        return needed.highest - sum(needed.modifiers.values())

    def _prompt(self, id: str) -> str:
        return str(PROMPTS[id])

    def _group(self, action: actions.Action) -> str:
        match action:
            case _ if action in _AUTO:
                return "auto"
            case _ if action in (combat.NO_CHARGE, combat.NO_BOOST):
                return "end"
            case Activate(_, None, party):
                return "leader" if party == ALL else "part"
            case Activate():
                return "unit"
            case Assign() | Show():
                return "holding"
            case Move():
                return "march"
            case Plain() | combat.Choice():
                return "end"
            case _:
                return _BY_TYPE[type(action)]

    def _part(self, id: str, action: actions.Action) -> tuple[str, str]:
        """The part of a list that an action is in: a box, a leader, or the command of a unit."""
        names, state = self.names, self.state
        match action:
            case Activate(leader, None):
                return leader, names.name(leader)
            case Activate(unit):
                place, (command, name) = state.units[unit].box or "", self._command(unit)
                return f"{place} {command}", f"{names.name(place)}, {name}"
            case Assign(_, leader):
                return leader, names.name(leader)
            case Show((unit, *_)):
                leader = state.units[unit].leader or ""
                return leader, names.name(leader)
            case React((start, *_)):
                return start, names.name(start)
            case combat.Lead(unit):
                return self._command(unit)
            case _:
                named = self._named(action)
                return self._command(named[0]) if len(named) == 1 else ("", "several")

    def _named(self, action: actions.Action) -> Sequence[str]:
        match action:
            case Drop(who) | Release(who) | Recover(who):
                return who or ()
            case combat.Lose(units):
                return (units or ())[:1]
            case combat.Commit(units) | combat.Add(units):
                return units or ()
            case combat.Boost(units):
                return [unit for unit, _ in units or ()]
            case _:
                return ()

    def _command(self, id: str) -> tuple[str, str]:
        card = self.box.unit.get(id) or self.box.leader[id]
        return card.command, self.box.command[card.command].name

    def _rank(self, action: actions.Action) -> tuple[object, ...]:
        """The smaller comes first; an action without a rank stays in its order."""
        match action:
            case Activate(leader, None):
                place = self.state.leaders[leader].box or ""
                near = min((self.box.apart(place, at) for at in self.box.boxes if self.met(at)), default=0)
                followers = self._called(action)
                count = len(followers.units) if isinstance(followers, Called) else 0
                return not count, near, -self.box.leader[leader].rank, -count
            case _:
                return ()

    # Legal actions that the rules do not list

    def _more(self) -> Iterator[actions.Action]:
        """Parts of forces, holding boxes in order, and charges from several boxes at once."""
        top = self.state.stack[-1] if self.state.stack else None
        if isinstance(top, Activations) and top.hand == self.side:
            yield from self._parts()
            yield from self._regroupings()
        yield from self.more_combat()

    def _parts(self) -> Iterator[Activate]:
        for leader in self.box.leaders_of[self.side]:
            counter = self.state.leaders[leader]
            if counter.fate != "map" or counter.spent:
                continue
            whole = self._called(Activate(leader))
            if not isinstance(whole, Called) or not (whole.units or whole.leaders[1:]):
                continue
            yield Activate(leader, None, Party())
            for id in (*whole.leaders[1:], *whole.units):
                part = Activate(leader, None, Party(every=True, names=(id,)))
                if isinstance(self._called(part), Called):
                    yield part

    def _regroupings(self) -> Iterator[actions.Action]:
        """Units that may come under a leader, and units that may stand openly on the map."""
        state = self.state
        for leader in self.box.leaders_of[self.side]:
            counter = state.leaders[leader]
            if counter.fate != "map" or counter.box is None:
                continue
            units = self.own_units(counter.box) if room_in(self.box, state, leader) > 0 else []
            for unit in units:
                if state.units[unit].leader != leader and self.box.may_command(leader, unit):
                    yield Assign((unit,), leader)
            for other in self.own_leaders(counter.box):
                if state.leaders[other].superior != leader and self.box.may_lead(leader, other):
                    yield Assign((other,), leader)
            yield from (Show((unit,)) for unit in held_by(state, leader))

    # Words

    def label(self, action: actions.Action) -> Label:  # noqa: C901, PLR0912 - one label for each kind of action
        """The words of an action."""
        names = self.names
        match action:
            case actions.Arrange(None):
                return Label(
                    _("Keep the spread that is proposed"),
                    _("Units of a command under its own leaders"),
                    "success",
                )
            case actions.Arrange(boxes):
                count = sum(len(units) for _leader, units in boxes or ())
                return Label(_("Spread {units}", units=numbered(count, "unit")), "", "primary")
            case actions.Bid(chit):
                return self._bid(chit)
            case Activate(_, None):
                return self._activate(action)
            case Activate(unit, through) if through is not None:
                return self._alone(unit, through)
            case Assign(who, leader):
                return Label(
                    _("{who} under {leader}", who=names.counters(who), leader=names.name(leader)),
                    _("He holds {leader}", leader=self.under(leader)),
                )
            case Show(who):
                return Label(
                    _("{who} openly on the map", who=names.counters(who)),
                    _("Out of the holding box; others see it then"),
                )
            case Move():
                return self.way(action)
            case Drop(who):
                return Label(
                    _("Leave {who} here", who=names.counters(who)),
                    _("They can't move on their own this turn"),
                )
            case React():
                return self._react(action)
            case actions.Flee(place):
                return self._flee(place)
            case Release(None):
                last = names.counters(self._meant(action).who or ())
                return Label(
                    _("{counters} on the map", counters=last),
                    _("Who came last into the holding box"),
                    "success",
                )
            case Release(who):
                return Label(
                    _("{counters} on the map", counters=names.counters(who or ())),
                    _("Out of the holding box"),
                    "primary",
                )
            case Recover(None) if len(who := self._meant(action).who or ()) == 1:
                return self._recover(who)._replace(tone="success", reason=_("A failure costs nothing"))
            case Recover(None):
                return Label(
                    _("Let all try that may"),
                    _("Two dice each, their morale or less; a failure costs nothing"),
                    "success",
                )
            case Recover(who):
                return self._recover(who or ())
            case Plain():
                return self._plain(action)
            case _:
                return self.combat_label(action)

    def _bid(self, chit: int) -> Label:
        top, theirs = self.state.stack[-1], self.state.chits[self.foe]
        if isinstance(top, Bid) and top.against is not None:
            return Label(
                _("Outbid with chit {chit}", chit=chit),
                _("You win the initiative; they get {against} back", against=top.against),
                "primary",
            )
        above = [str(other) for other in theirs if other > chit]
        spent = _("You lose it only if it wins (5.1)")
        if above and isinstance(top, Bid) and self.side == self.state.initiative:
            text = _(
                "Play chit {chit}: wins unless outbid with {above}", chit=chit, above=listed(above, "or")
            )
        else:
            text = _("Play chit {chit}: the initiative is yours", chit=chit)
        return Label(text, spent, "primary")

    def _called(self, action: Activate) -> Called | Refusal:
        reach = reach_of(self.box, self.state, action.who)
        return called(self.box, self.state, action.who, action.party, fresh=True, reach=reach)

    def _chance(self, needed: Needed | None) -> tuple[str, str]:
        """The required roll, and its chance."""
        if needed is None:
            return _("in command, no die"), ""
        more = sum(needed.modifiers.values())
        chance = percent_of(needed.highest - more)
        plus = ((retold(label), value) for label, value in needed.modifiers.items() if value)
        terms = "".join(f", {value:+d} ({label})" for label, value in plus)
        most = needed.highest
        how = _("acts on a die of {highest} or less{terms}; else not this turn", highest=most, terms=terms)
        return how, chance

    def _activate(self, action: Activate) -> Label:
        names, leader = self.names, action.who
        place = self.state.leaders[leader].box
        group = self._called(action)
        if isinstance(group, Refusal) or place is None:
            return Label(names.name(leader), group.message if isinstance(group, Refusal) else "")
        how, chance = self._chance(needed_of_leader(self.box, self.state, leader, group))
        company = group.leaders[1:]
        with_ = names.company(group.units, company)
        whom = _("with {with_}", with_=with_) if group.units or company else _("alone")
        if action.party.every and action.party.names:
            whom = _("without {names}", names=names.listed(action.party.names))
            how = _("With {with_}; {how}", with_=with_, how=how)
        far = f" · {chance}" if chance else ""
        return Label(
            _(
                "{leader} in {place} {whom}{far}",
                leader=names.name(leader),
                place=names.name(place),
                whom=whom,
                far=far,
            ),
            how,
            "primary",
            chance,
        )

    def _alone(self, unit: str, through: str) -> Label:
        names = self.names
        how, chance = self._chance(needed_of_unit(self.box, self.state, unit, through))
        text = _(
            "{unit} through {through} · {chance}",
            unit=names.name(unit),
            through=names.name(through),
            chance=chance,
        )
        return Label(text, clauses((how, self.card(unit))), "secondary", chance)

    def _react(self, action: React) -> Label:
        names = self.names
        start, end = action.path
        going = reacting(self.box, self.state, self.side, start, action.party)
        who = names.party(action.party)
        if isinstance(going, Going):
            who = names.troops(going.units, going.leaders)
        into = _("the Reserve in ") if isinstance(self.state.stack[-1], Reinforcing) else ""
        return Label(
            _(
                "{start} into {into}{end}: {who}",
                start=names.name(start),
                into=into,
                end=names.name(end),
                who=who,
            ),
            self.ground(end),
            "primary",
        )

    def _flee(self, place: str) -> Label:
        top = self.state.stack[-1]
        first = isinstance(top, Displaced) and place == havens(self.box, self.state, top.leader, top.found)[0]
        near = _("Nearest to his base") if first else self.ground(place)
        return Label(_("Go to {place}", place=self.names.name(place)), near, "primary")

    def _recover(self, who: Iterable[str]) -> Label:
        chosen = list(who)
        chances = {id: percent_of_two(face(self.box, self.state, id).morale) for id in chosen}
        text = ", ".join(f"{self.names.name(id)} · {chance}" for id, chance in chances.items())
        return Label(
            text, _("The others do not try this turn"), "secondary", next(iter(chances.values()), "")
        )

    def _plain(self, action: Plain) -> Label:
        top = self.state.stack[-1]
        match action.word:
            case "no-bid" if isinstance(top, Bid) and top.against is not None:
                return Label(_("Let them have it"), _("They spend their {against}", against=top.against))
            case "no-bid":
                holder = self.side == self.state.initiative
                text = (
                    _("Play no chit: a die each, unless they play one") if holder else _("A die each decides")
                )
                return Label(text, _("Each adds the initiative of its overall leader (5.2)"))
            case "pass" if PROCEDURE.legal(self.box, self.state, self.side) == [PASS]:
                return Label(_("Pass"), _("You have no one to activate; asked anyway, to keep that secret"))
            case "pass" if isinstance(top, Activations) and top.passed:
                return Label(_("Pass: ends the activations"), _("The other side has just passed"), "danger")
            case "pass":
                how = _("If they pass too, the activations end (4.3)")
                return Label(_("Pass: you can go on later unless they pass too"), how)
            case "overrun":
                return Label(
                    _("Overrun them: one round now, no withdrawal"),
                    _("It costs no movement points"),
                    "danger",
                )
            case "decline":
                return Label(_("Stop before them: both fight later"), _("In the Combat phase, in this box"))
            case _:
                return self._end()

    def _end(self) -> Label:
        match self.state.stack[-1]:
            case Activation(movers=movers):
                then = _("The other side may react; then you fight enemies in the same box")
                ends = dict.fromkeys(mover.at for mover in movers if mover.units and mover.steps)
                boxes = [end for end in ends if self.met(end)]
                if not boxes:
                    return Label(_("End the movement"), then)
                where, known = self.names.listed(boxes), any(self.theirs(end).units for end in boxes)
                if known:
                    return Label(_("End the movement and fight in {where}", where=where), then)
                return Label(_("End the movement; fight in {where} if units are there", where=where), then)
            case Reaction() as frame if PROCEDURE.handler(frame).legal(self.box, self.state, frame) == [END]:
                return Label(_("No reaction"), _("You can't react; asked anyway, to keep that secret"))
            case Reaction(entered=entered):
                return Label(_("No reaction"), _("Into {entered}", entered=self.names.listed(entered)))
            case Reinforcing():
                return Label(_("Bring no more units"), _("The melee continues"))
            case Recovery() as frame if PROCEDURE.handler(frame).legal(self.box, self.state, frame) == [END]:
                return Label(_("No recovery"), _("You can't do this; asked anyway, to keep that secret"))
            case Recovery():
                return Label(_("No recovery"), _("No dice"))
            case _:
                return Label(_("No more combats"), _("The activation is over"))


def percent_of(highest: int) -> str:
    """The chance of so much or less on one die."""
    return percent(at_most(highest, ONE))


def percent_of_two(highest: int) -> str:
    """The chance of so much or less on two dice."""
    return percent(at_most(highest))
