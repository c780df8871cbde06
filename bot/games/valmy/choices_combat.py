"""The choices in a battle of *The Valmy Campaign*, each with its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TypeVar

from bot.games.parts.label import Fixed, Label
from bot.games.valmy.forecast import Forecasts
from bot.games.valmy.same import meant
from bot.games.wording import percent
from bot.surface.layout import LABEL, cut
from data.catalogue import N_, _
from data.nouns import clauses, labelled, listed, numbered, upper
from data.valmy.texts import PLACES
from engines.valmy import actions
from engines.valmy.combat import actions as combat
from engines.valmy.combat.board import battle_of, board_of, by_default, foot
from engines.valmy.combat.charges import FROM, cavalry, charging, meets, riders
from engines.valmy.combat.frames import (
    Aftermath,
    Announcing,
    CallingOff,
    Committing,
    Deciding,
    KindOfBattle,
    Losses,
    Place,
    Retreat,
    Sacrifice,
    Withdrawal,
)
from engines.valmy.combat.melee import fighting
from engines.valmy.combat.retreat import left, open_to
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import steps, strength, units_in

_ALONE = {
    "join": Fixed(N_("Join this melee"), N_("At their own strength, with +2 for the charge"), "primary"),
    "keep": Fixed(N_("Keep the flank"), N_("Doubled in a melee to which you add them"), "secondary"),
    "main": Fixed(N_("Go to Main"), N_("Doubled in this melee and the next, with +2 now"), "secondary"),
    "stay": Fixed(N_("Stay"), N_("Both sides may be left in the box"), "secondary"),
}

_CHARGES = {
    frozenset({True}): N_("Counter-charge from {told}"),
    frozenset({True, False}): N_("Charge and counter-charge from {told}"),
    frozenset({False}): N_("Charge from {told}"),
    frozenset[bool](): N_("Charge from {told}"),
}
"""A charge by whether its units answer a charge of the enemy: of those from several boxes, some may."""

A = TypeVar("A", bound=actions.Action)


def _said(whole: str, detail: str) -> Label:
    """The effect of an automatic choice, as much of it as there is room for on the button itself."""
    return Label(cut(whole, LABEL), detail if len(whole) > LABEL else "", "success")


class CombatChoices(Forecasts):
    """The words of choices in a battle."""

    def more_combat(self) -> Iterator[actions.Action]:
        """Charges from several boxes at once, and with a leader who lends his rating."""
        top = self.state.stack[-1] if self.state.stack else None
        if not isinstance(top, Announcing) or top.side != self.side:
            return
        at = {place: cavalry(self.box, self.state, self.side, place) for place in FROM}
        ready = [place for place in FROM if at[place]]
        sets = chain.from_iterable(combinations(ready, count) for count in range(2, len(ready) + 1))
        for places in sets:
            yield combat.Charge(tuple((place, tuple(at[place])) for place in places))
        for place in FROM:
            chiefs = standing_chiefs(self, place)
            for leader in chiefs:
                charge = combat.Charge(((place, (*at[place], leader)),))
                if PROCEDURE.refusal(self.box, self.state, self.side, charge) is None:
                    yield charge

    def combat_label(self, action: actions.Action) -> Label:
        """The words of an action in a battle."""
        names = self.names
        match action:
            case combat.Attack(place):
                seen = self.seen(place)
                own = names.troops(self.own_units(place), self.own_leaders(place))
                return Label(
                    _("Fight in {place}", place=names.name(place)),
                    _("{own} against {seen}", own=own, seen=seen),
                    "danger",
                )
            case combat.Boost():
                return self._boost(action)
            case combat.Lose():
                return self._lose(action)
            case combat.Retreat():
                return self._retreat(action)
            case combat.Deploy():
                return self._deploy(action)
            case combat.Charge():
                return self._charge(action)
            case combat.Cancel(boxes):
                whence = listed([str(PLACES[place]) for place in boxes])
                return Label(
                    _("Call off the charge from {whence}", whence=whence),
                    _("They stay where they are (9.4.4)"),
                )
            case combat.Lead(unit):
                return Label(names.name(unit), self.card(unit), "primary")
            case combat.Commit():
                return self._commit(action)
            case combat.Add():
                return self._add(action)
            case combat.Choice():
                return self._word(action)
            case _:
                raise TypeError(f"There are no words for {type(action).__name__}")

    def _boost(self, action: combat.Boost) -> Label:
        if action == combat.NO_BOOST:
            return Label(_("Raise no morale"), _("The leaders' points are for nothing"))
        if action.units is None:
            tail = self._raised(self._meant(action).units or ())
            return _said(_("Raise the best: {tail}", tail=tail), tail)
        return Label(
            _("Raise only {text}", text=self._raised(action.units)),
            clauses(self.card(unit) for unit, _ in action.units),
        )

    def _meant(self, action: A) -> A:
        """The units of an action that names none."""
        named = meant(self.box, self.state, action)
        assert isinstance(named, type(action))
        return named

    def _raised(self, units: Iterable[tuple[str, int]]) -> str:
        """`38 RL +1 and I Oise +2`."""
        return listed(f"{self.names.name(unit)} +{by}" for unit, by in units)

    def _lose(self, action: combat.Lose) -> Label:
        top, names = self.state.stack[-1], self.names
        if isinstance(top, Sacrifice):
            units = self._meant(action).units or ()
            lost = names.listed(units) or _("no one")
            whole = _("Shattered: {units}", units=lost)
            return _said(whole, whole)
        assert isinstance(top, Losses)
        if action.units is None:
            chosen = self._hit(self._meant(action).units or ())
            note = _("A step each: {chosen}", chosen=chosen)
            return _said(_("For me, a step off {chosen}", chosen=chosen), note)
        first, *others = action.units
        whole = _("Take a step off {chosen}", chosen=self._hit(action.units))
        count = numbered(len(others) + 1, "unit")
        short = _("{first} first: a step off {count}", first=names.name(first), count=count)
        return Label(whole if len(whole) <= LABEL else short, self.card(first), "danger")

    def _hit(self, units: Sequence[str]) -> str:
        """The units that lose a step, and those that lose their last."""
        left = {unit: steps(self.box, self.state, unit) - units.count(unit) for unit in units}
        return listed(
            _("{unit} (shattered)", unit=self.names.name(unit)) if left[unit] <= 0 else self.names.name(unit)
            for unit in left
        )

    def _retreat(self, action: combat.Retreat) -> Label:
        names, top = self.names, self.state.stack[-1]
        near = _("Each to the open box nearest to its base")
        tone, usual = ("success", True) if action.box is None else ("primary", False)
        action = self._meant(action)
        if action.box is None:
            return Label(_("Choose the way for me"), near, tone)
        assert isinstance(top, Retreat)
        units, leaders = left(self.state, top)
        going = action.party.of((*units, *leaders))
        base = (
            self.box.bases[(self.box.unit.get(going[0]) or self.box.leader[going[0]]).army] if going else ""
        )
        far = (
            _("{box} MP from {base}", box=self.box.apart(action.box, base), base=names.name(base))
            if base not in ("", action.box)
            else ""
        )
        ground = self.ground(action.box)
        text = _("To {box}: {going}", box=names.name(action.box), going=names.counters(going))
        return Label(text, clauses((near if usual else "", far, ground)), tone)

    def _deploy(self, action: combat.Deploy) -> Label:
        if action.boxes is not None:
            return Label(_("Deploy {boxes}", boxes=self.names.board(action.boxes)), "", "primary")
        by_place: dict[str, list[str]] = {}
        for id, place in by_default(self.box, self.state, self.side).items():
            if id in self.box.unit:
                by_place.setdefault(place, []).append(id)
        counts = [f"{PLACES[place]} {len(by_place[place])}" for place in PLACES if place in by_place]
        line = _("The line and its leaders in Main, horse on the flanks, skirmishers before them")
        return Label(_("Deploy by default: {told}", told=", ".join(counts)), line, "success")

    def _charge(self, action: combat.Charge) -> Label:
        if not action.boxes:
            return Label(_("No charges"), _("The cavalry stays where it is"))
        charges, aimed, notes, chances, answers = [], [], [], [], set[bool]()
        for where, who in action.boxes:
            units = [id for id in who if id in self.box.unit]
            chiefs = [id for id in who if id in self.box.leader]
            lent = _(" with {chiefs}", chiefs=self.names.listed(chiefs)) if chiefs else ""
            riding = f" ({self.names.units(units)})" if units else ""
            start = f"{PLACES[where]}{riding}{lent}"
            whom = self._whom(where, units)
            charges.append(start)
            aimed.append(_("{start} against {whom}", start=start, whom=whom) if whom else start)
            if units:
                place: Place = where  # type: ignore[assignment]
                answers.add(bool(charging(self.box, self.state, self.side, place)))
            chances += [self.rides(id) for id in units]
            notes += [note for note in [self._before(where, units, chiefs)] if note]
        chance = percent(max(chances)) if chances else ""
        rides = _("charges on a roll: {chance}", chance=chance) if chance else ""
        said = _CHARGES[frozenset(answers)]
        text = str(said(told=listed(aimed)))
        if len(text) > LABEL:
            text = str(said(told=listed(charges)))
        return Label(text, clauses([rides, *notes]), "danger", chance)

    def _whom(self, where: str, units: Sequence[str]) -> str:
        """The units that a charge meets, or those whom a counter-charge stops."""
        place: Place = where  # type: ignore[assignment]
        return self.names.units(meets(self.box, self.state, self.side, place)) if units else ""

    def _before(self, where: str, units: list[str], chiefs: list[str]) -> str:
        """The opponents, and the odds if all charge."""
        place: Place = where  # type: ignore[assignment]
        if not units:
            return _("his rating for those who are charged")
        clash = self.charge(place, units, next(iter(chiefs), None))
        if clash is None:
            return _("into Main, doubled, after a volley")
        return clash.chance

    def _commit(self, action: combat.Commit) -> Label:
        top = self.state.stack[-1]
        assert isinstance(top, Committing)
        if action.units is None:
            chosen = self.names.listed(self._meant(action).units or ())
            if not chosen:
                return Label(_("Bring no units"), _("They stay in Reserve"), "success")
            note = _("Up to {units}: {chosen}", units=numbered(top.most, "unit"), chosen=chosen)
            return _said(_("Bring {units}", units=chosen), note)
        if not action.units:
            gone = (
                _("If Main is empty, your whole side withdraws") if top.empty else _("They stay in Reserve")
            )
            return Label(_("Bring no units"), gone, "danger" if top.empty else "secondary")
        first = action.units[0]
        return Label(_("Bring {units}", units=self.names.listed(action.units)), self.card(first), "primary")

    def _add(self, action: combat.Add) -> Label:
        units = self._meant(action).units if action.units is None else action.units
        if not units:
            return Label(_("Bring no units"), _("The flanks stay as they are"))
        chosen = self.names.listed(units)
        if action.units is None:
            note = _("From flanks without an enemy: {chosen}", chosen=chosen)
            return _said(_("Bring {units}", units=chosen), note)
        return Label(_("Bring {units}", units=chosen), self.card(units[0]), "primary")

    def _word(self, action: combat.Choice) -> Label:
        match action.word, self.state.stack[-1]:
            case "minor", KindOfBattle(box=place):
                return Label(_("Minor Battle: one exchange of fire"), self._exchange(place), "primary")
            case "major", _:
                how = _("Charges, fire and melee, up to two rounds")
                return Label(_("Major Battle: on the battle board"), how, "primary")
            case "withdraw", Withdrawal(box=place):
                how = _("No units are lost while a box is open; leaders may be rolled for (9.5.2)")
                return Label(self._withdrawal(place), how, "danger")
            case "stay", Withdrawal(box=place):
                minor = battle_of(self.state).kind == "minor"
                stay = N_("Stay in the box: {balance}") if minor else N_("Stay for a second round: {balance}")
                return Label(stay(balance=self._balance(place)), "", "primary")
            case "ride", CallingOff():
                return Label(
                    _("Charge as announced"), clauses(self._rides()) or _("Into Main, doubled"), "danger"
                )
            case "melee", Deciding():
                return self._melee()
            case "hold", _:
                they = self.names.they(self.foe)
                return Label(
                    _("Hold back: {they} attack or end it", they=they),
                    _("If they end the battle, nobody wins, and both sides stay"),
                )
            case "halt", _:
                return Label(
                    _("End the battle: no winner, both stay"),
                    _("Either side may attack here again after a later activation"),
                )
            case _, Aftermath(units=units):
                known = _ALONE[action.word].label()
                return known._replace(reason=labelled(self.names.units(units), known.reason.lower()))
            case _:
                same = _ALONE.get(action.word)
                return Label(upper(action.word), "") if same is None else same.label()

    def _withdrawal(self, place: str) -> str:
        """Where a withdrawal would lead; nothing of it where no box is open, or the names are too long."""
        frame, box = self.state.stack[-1], self.names.name(place)
        assert isinstance(frame, Withdrawal)
        units = tuple(self.own_units(place))
        retreat = Retreat(self.side, place, units, (), frame.attacks)
        open_ = {end for unit in units for end in open_to(self.box, self.state, retreat, unit)}
        ends = listed([self.names.name(end) for end in self.box.boxes if end in open_], "or")
        whole = _("Withdraw: all of yours leave {box} for {ends}", box=box, ends=ends)
        return whole if ends and len(whole) <= LABEL else _("Withdraw: all of yours leave {box}", box=box)

    def _exchange(self, place: str) -> str:
        """The side's average fire in a Minor Battle; the enemy's is unknown before he fires (A-2.3-1)."""
        units = units_in(self.box, self.state, place, self.side)
        fire = [id for id in units if self.state.options["mounted-fire"] or id in foot(self.box, units)]
        return _("Fire alone: you score about {hits:.1f} hits; theirs are unknown", hits=self.hits(fire))

    def _balance(self, place: str) -> str:
        mine, theirs = (
            strength(self.box, self.state, units_in(self.box, self.state, place, side))
            for side in (self.side, self.foe)
        )
        return _("strength {mine} against {theirs}", mine=mine, theirs=theirs)

    def _rides(self) -> Iterator[str]:
        for place in FROM:
            units = riders(self.box, self.state, self.side, place)
            if not units:
                continue
            clash = self.charge(place, units)
            effect = _("into Main, doubled") if clash is None else clash.chance
            yield f"{PLACES[place]} ({self.names.units(units)}) {effect}"

    def _melee(self) -> Label:
        clash = self.melee()
        if clash is None:
            stands = fighting(self.box, self.state, self.side)
            alone = _("Your Main is empty: only units from the Reserve can fight")
            why = _("Nobody stands in their Main yet") if stands else alone
            return Label(_("Attack in Main"), why, "danger")
        lost, taken = clash.losses
        text = _(
            "Attack in Main: you lose about {lost:.1f} steps, they lose {taken:.1f}", lost=lost, taken=taken
        )
        return Label(text, _("{odds}; reserves not counted", odds=clash.sized), "danger")


def standing_chiefs(reader: Forecasts, place: Place) -> list[str]:
    """Leaders of the side in a box of the board."""
    known = board_of(reader.state).places
    where = battle_of(reader.state).box
    return [id for id in reader.own_leaders(where) if known.get(id) == place]
