"""The choices of a side: by verb, those of movement by the stack that moves, each with cost and chance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from string import ascii_lowercase

from msgspec.structs import replace

from bot.games.grande_armee import aftermath, chances
from bot.games.grande_armee.course import CHANGES, Change, Single, Stack
from bot.games.grande_armee.names import Names
from bot.games.parts.lists import MOST, Entry, Listing, groups, opened
from bot.games.parts.places import place_of
from bot.games.shown import THEN, Choice, Does, Group
from data.catalogue import _
from data.grande_armee import texts
from data.grande_armee.hexes import Hex, distance
from data.grande_armee.labels import CALL_OFF, FIGHT
from data.grande_armee.schema import Side
from data.nouns import labelled, listed, numbered
from engines.core.declared import word
from engines.grande_armee import actions
from engines.grande_armee.actions import Action, Attack, Eliminate, March, Move, Retreat, Triple, notation
from engines.grande_armee.box import ENEMY, kind_and_number
from engines.grande_armee.combat.attack import Spent
from engines.grande_armee.combat.draft import worth
from engines.grande_armee.combat.frames import Advancing, Defending, Stacking
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.stacking import wanting
from engines.grande_armee.frames import Moving, Option
from engines.grande_armee.movement import elimination
from engines.grande_armee.movement.forced import Forced
from engines.grande_armee.movement.moving import both_legs, every_end
from engines.grande_armee.movement.plan import doubled, ground, idle, left, marcher
from engines.grande_armee.movement.swapping import becomes
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.state import State, position
from engines.grande_armee.words import able

MARCHES = (Move, March, Triple)
TONES: Mapping[type, str] = {Attack: "danger", Eliminate: "danger", March: "danger", Triple: "danger"}
LONGEST, ROOM = 100, 80
"""Characters of a choice's notation, and of a fight in a list."""
ROOMY = 60
"""Characters of an attack's notation that leave room for what writes it down with its supply."""
WEIGHED = ("combine", "break", "attack", "eliminate", "spend", "onward", "retreat", texts.OTHERS)
"""Verbs for which a player needs the reasons to choose."""
ROLLED = 10
"""Ends of a forced march that are listed with the ordinary ones of a unit in a small stack."""
PAGES = 4
"""Lists for the ends of one unit; a unit with more ends is a leader, whose ends can be typed."""
FOLDED = 2
"""Places in the list of marches for lists that are folded into it."""
FEW = 3
"""Units of a stack that are listed together; in larger stacks each is opened by itself."""


def in_column(at: Position, units: Iterable[UnitId], on_move: UnitId | None) -> list[UnitId]:
    """Units of one hex in the order in which they leave it together.

    The unit on the move is first, because its march ends when another starts. Leaders and trains follow,
    which pay for no stack. Slow combat units go before fast ones, which then pay for the stack at the end.
    """
    return sorted(units, key=lambda id: (id != on_move, at.kind(id).combat, at.kind(id).allowance, id))


class Choices:
    """The choices of one side in a state; all of it is public."""

    def __init__(self, names: Names, state: State, side: Side, legal: Sequence[Action]) -> None:
        self.names, self.box, self.state, self.side, self.legal = names, names.box, state, side, legal

    @cached_property
    def table(self) -> Position:
        """The positions of all units."""
        return position(self.box, self.state)

    def groups(self) -> list[Group]:
        """The choices by verb; the end of the step is last. Marches are on the sheet, and are not here."""
        return groups(self.listings())

    def within(self, key: str) -> list[Group]:
        """A part of a long list."""
        return opened(self.listings(), key)

    def choice(self, action: Action) -> Choice:
        """The choice for one action."""
        if isinstance(action, Retreat):
            action = aftermath.routed(self.names, self.state, action)
        reason = self._reason(action)
        end = "secondary" if action != actions.END else "danger" if reason else "success"
        tone = TONES.get(type(action), end)
        return Choice(self._typed(action), self._label(action), reason, tone, place=place_of(action))

    def _typed(self, action: Action) -> str:
        """An action in notation; where that is too long for a list, with hexes for whole stacks."""
        text, most = notation(action), ROOMY if isinstance(action, Attack) else LONGEST
        if len(text) <= most or not isinstance(action, Attack | Eliminate):
            return text
        stands = dict.fromkeys(self.table.pieces[id].hex for id in action.units)
        units = [id for hex in stands for id in able(self.box, self.state, hex) if self.table.kind(id).combat]
        return notation(replace(action, units=(*stands,))) if units == [*action.units] else text

    def _label(self, action: Action) -> str:
        """An action in a list of its verb: of a fight the hex, with its units as far as there is room."""
        if isinstance(action, actions.Onward):
            return self.names.hex(action.route[-1])
        if isinstance(action, Retreat) and action.unit is not None:
            return self.said(replace(action, route=action.route[-1:]))
        top = self.state.stack[-1]
        if isinstance(top, Defending) and isinstance(action, actions.Plain):
            return str(texts.STAYING[action.word, top.stood])
        if isinstance(top, Advancing) and action == actions.END:
            return str(texts.REMAINING)
        if not isinstance(action, Attack | Eliminate):
            return self.said(action)
        place = self._target(action.targets, self.table.pieces[action.units[0]].hex)
        by = (*action.units, *action.leaders)
        label = _("{place} by {units}", place=place, units=self.names.brief(by))
        if len(label) > ROOM:
            label = _("{place} by {units}", place=place, units=numbered(len(by), "unit"))
        return label

    def _target(self, targets: Sequence[Hex], start: Hex) -> str:
        """The hexes of an attack: several lie round a Fortress, out of which it comes (G-FOR-F-1)."""
        if len(targets) == 1:
            return self.names.hex(targets[0])
        hexes = numbered(len(targets), "hex")
        return _("{hexes} round {fortress}", hexes=hexes, fortress=self.names.hex(start))

    def said(self, action: Action) -> str:
        """An action in full, with the hex of the units where it names only units."""
        said = self.names.label(action)
        match action:
            case actions.Combine(units=(unit, *_)) | actions.Break(unit=unit):
                return _("{said} at {hex}", said=said, hex=self.names.hex(self.table.pieces[unit].hex))
            case actions.Spend(supply=unit) | Retreat(unit=str(unit)):
                return _("{said}, from {hex}", said=said, hex=self.names.short(self.table.pieces[unit].hex))
            case actions.CallOff(target=hex) | actions.Resolve(target=hex, number=None):
                text = CALL_OFF if isinstance(action, actions.CallOff) else FIGHT
                attack = next(each for each in self.state.attacks if hex in each.targets)
                held = [each for each in attack.targets if each not in attack.fled]
                return text(target=self._target(held or attack.targets, attack.stands[0]))
            case Eliminate(targets=targets):
                gone = self.names.brief(elimination.victims(self.table, targets, self.side))
                text = texts.BINDS if self.state.plays("ae-binds") else texts.DOOMED
                return text(said=said, victims=gone)
            case _:
                return said

    def listings(self) -> list[Listing]:
        """All choices by verb."""
        by_verb: dict[str, list[Action]] = {}
        # Without supply to spend, nothing is asked after it: it is the end of the step.
        feeds = any(isinstance(action, actions.Spend | actions.SupplyFirst) for action in self.legal)
        for action in self.legal:
            if not isinstance(action, MARCHES) and (feeds or action != actions.STAND):
                by_verb.setdefault(word(type(action)), []).append(action)
        # Only the likeliest ends of a next leg are listed.
        onward = sorted(by_verb.get(word(actions.Onward), ()), key=self._worth)
        by_verb |= {word(actions.Onward): onward[:MOST], texts.OTHERS: onward[MOST : 2 * MOST]}
        by_verb[word(Retreat)] = self._retreats(by_verb.get(word(Retreat), ()))
        return [
            Listing(
                verb,
                str(prompt),
                [
                    *(self._in_order(by_verb[verb]) if verb == word(actions.Resolve) else ()),
                    *(Entry(self.choice(action), *self.part(action)) for action in by_verb[verb]),
                ],
                weighed=verb in WEIGHED,
            )
            for verb, prompt in texts.PROMPTS.items()
            if by_verb.get(verb)
        ]

    def _in_order(self, fights: Sequence[Action]) -> Iterator[Entry]:
        """All battles one after another, as they were declared, until something has to be decided."""
        text = THEN.join(map(notation, fights))
        if len(fights) > 1 and len(text) <= LONGEST:
            label = _("All {count}, in the order you declared them", count=len(fights))
            yield Entry(Choice(text, label, _("You are asked when there is a choice")))

    def part(self, action: Action) -> tuple[str, str, str]:
        """The part of a long list that an action is in, and its words there beside its name."""
        match action:
            case Attack() | Eliminate():
                by = self.names.brief((*action.units, *action.leaders))
                return action.targets[0], self.names.hex(action.targets[0]), by
            case Retreat(unit=str(unit)):
                hex = self.names.hex(self.table.pieces[unit].hex)
                stands = _("{said} at {hex}", said=self.names.name(unit), hex=hex)
                return unit, stands, self.names.hex(action.route[-1])
            case _:
                return "", "", ""

    def _retreats(self, actions: Iterable[Action]) -> list[Action]:
        """Ends of retreats, unit by unit, in the order in which default orders would choose them.

        The same end for all is first. Leaders could ride to hundreds: the likeliest are listed, with those
        where their troops stand, and others are typed.
        """
        ranked = sorted(actions, key=self._home)
        by_unit: dict[UnitId | None, list[Action]] = {}
        for action in ranked:
            assert isinstance(action, Retreat)
            by_unit.setdefault(action.unit, []).append(action)
        camps = self.table.camp(self.side).troops
        for ends in by_unit.values():
            if len(ends) > MOST:
                joins = [each for each in ends[1:] if place_of(each) in camps]
                ends[1:] = list(dict.fromkeys([*joins, *ends[1:]]))[: MOST - 1]
        return [action for ends in by_unit.values() for action in ends]

    def _home(self, action: Action) -> tuple[object, ...]:
        """The rank of an end of a retreat, unit by unit; the same end for all is first."""
        assert isinstance(action, Retreat)
        if action.unit is None:
            return ("",)
        own = [self.box.place[town] for town, holder in self.state.control.items() if holder == self.side]
        ways, end = aftermath.ways(self.names, self.state, action.unit), action.route[-1]
        trespass = 0 if ways is None else ways.trespass(end)
        kind, number = kind_and_number(action.unit)
        unit = (kind, int(number)) if number.isdigit() else (action.unit, 0)
        return *unit, trespass, worth(self.table, self.side, own, (), end)

    @cached_property
    def _movers(self) -> dict[Hex, dict[UnitId, list[Action]]]:
        """The units that can move by their hexes, with the actions of each."""
        movers: dict[Hex, dict[UnitId, list[Action]]] = {}
        for action in self.legal:
            if isinstance(action, MARCHES):
                hex = self.table.pieces[action.unit].hex
                movers.setdefault(hex, {}).setdefault(action.unit, []).append(action)
        return movers

    def stacks(
        self, going: Sequence[Choice], marched: Collection[UnitId], more: Sequence[Choice]
    ) -> Group | None:
        """What can be opened: the columns of a plan, then stacks with other units, those at the front first.

        :param going: the choices that open the columns.
        :param marched: the units of these.
        :param more: choices about the whole plan.
        """
        order = sorted(self._movers, key=lambda hex: (self._away(hex), hex))
        staying = [
            opens(Stack(hex), hex, f"{self.names.hex(hex)} …", self.names.brief(self._movers[hex]))
            for hex in order
            if not {*self._movers[hex]} <= {*marched}
        ]
        choices = [*[*going, *staying][: MOST - FOLDED - len(more)], *more]
        prompt = _("Marches") if going else _("Move from")
        return Group("move", prompt, choices, weighed=True) if choices else None

    @cached_property
    def _enemies(self) -> list[Hex]:
        return [hex for hex, side in self.table.holders.items() if side == ENEMY[self.side]]

    def _away(self, hex: Hex) -> int:
        """The distance of the nearest enemy; what is at the front is offered first."""
        return min((distance(hex, other) for other in self._enemies), default=0)

    def marches(self, hex: Hex) -> Iterator[Group]:
        """The ends of one stack, to be written on the sheet unit by unit."""
        movers = self._movers.get(hex, {})
        if len(movers) <= FEW:
            for letter, (unit, able) in zip(ascii_lowercase, movers.items(), strict=False):
                usual = self._best(each for each in able if isinstance(each, Move) and each.supply is None)
                forced = [] if self.table.kind(unit).arm == "leader" else self._forced(unit)
                ends = [*usual[: MOST - min(len(forced), ROLLED)], *forced[:ROLLED]]
                if ends:
                    yield Group(f"unit-{letter}", _("{unit} to", unit=self.names.name(unit)), ends, True)
        alone = [
            Choice(CHANGES.notation(Single(unit)), f"{self.names.name(unit)} …", "", does=Does.OPEN)
            for unit in movers
            if idle(self.box, self.state, unit, None) is None
        ]
        if alone:
            yield Group("alone", _("One alone, or by forced march"), alone, weighed=True)

    def _forced(self, unit: UnitId) -> list[Choice]:
        """The likeliest ends of a double forced march of one unit, both its legs in one choice."""
        firsts = [action for action in every_end(self.box, self.state, unit) if isinstance(action, March)]
        here = self.table.pieces[unit].hex
        wholes = both_legs(self.box, self.state, [each for each in firsts if each.route[-1] != here])
        return self._best(wholes)

    def alone(self, unit: UnitId) -> Iterator[Group]:
        """The marches of one unit for the sheet: ordinary ones, on supply, and by a roll for more."""
        usual: list[Action] = []
        fed: dict[UnitId, list[Action]] = {}
        rolled: dict[type, list[Action]] = {}
        here = self.table.pieces[unit].hex
        for action in every_end(self.box, self.state, unit):
            match action:
                case March(route=(end,)) if end == here:
                    # Its whole allowance would be lost.
                    continue
                case Move(supply=str(supply)):
                    fed.setdefault(supply, []).append(action)
                case Move():
                    usual.append(action)
                case _:
                    rolled.setdefault(type(action), []).append(action)
        name = self.names.name(unit)
        for page in range(0, min(len(usual), PAGES * MOST), MOST):
            key = f"usual-{ascii_lowercase[page // MOST]}"
            yield Group(key, _to(page, name), self._best(usual, page), weighed=True)
        for letter, (supply, by) in zip(ascii_lowercase, fed.items(), strict=False):
            prompt = _("Twice as far, spending {supply}", supply=self.names.name(supply))
            yield Group(f"fed-{letter}", prompt, self._best(by), weighed=True)
        if forced := self._forced(unit):
            yield Group("forced", _("Forced march, both halves, a die between them"), forced, weighed=True)
        for kind in filter(rolled.get, (March, Triple)):
            prompt = str(texts.PROMPTS[word(kind)])
            yield Group(word(kind), prompt, self._best(rolled[kind]), weighed=True)

    def _best(self, able: Iterable[Action], first: int = 0) -> list[Choice]:
        return [self._to_write(action) for action in sorted(able, key=self._worth)[first : first + MOST]]

    def _to_write(self, action: Action) -> Choice:
        assert isinstance(action, MARCHES)
        choice = self.choice(action)
        rolled = isinstance(action, March) and bool(action.onward)
        label = f"🎲 {self.names.hex(_end(action))}" if rolled else self.names.hex(_end(action))
        return to_write(choice)._replace(label=label, place=_end(action))

    def _worth(self, action: Action) -> tuple[int, int, int, str]:
        """The likeliest ends first, of these the nearer to the enemy, then the farther.

        Leaders and trains go to their own troops, other units up to the enemy, or to towns.
        """
        assert isinstance(action, (*MARCHES, actions.Onward))
        end, along = _end(action), not self.table.kind(action.unit).combat
        forced = isinstance(action, March | Triple)
        ranks = [
            along and bool(self.table.troops(end, self.side)),
            ENEMY[self.side] in self._held(end),
            along and self.side in self._held(end),
            end in self.box.towns,
            True,
        ]
        whole = isinstance(action, March | Triple) and action.onward
        far = distance(self.table.pieces[action.unit].hex, end) if whole else self._cost(action)
        return ranks.index(True) + len(ranks) * forced, self._away(end), -far, end

    def _held(self, hex: Hex) -> set[Side | None]:
        """The sides with units on a hex or next to it."""
        return {self.table.holders.get(near) for near in (hex, *self.box.crossings[hex])}

    def together(self, hex: Hex, column: Hex | None) -> Iterator[Group]:
        """Ends that a stack, or its part in a column, can reach by an ordinary move; depots stay, as they
        create supply."""
        top = self.state.stack[-1]
        on_move = top.unit if isinstance(top, Moving) else None
        movers = [id for id in self._movers.get(hex, {}) if self.table.kind(id).arm != "depot"]
        units = in_column(self.table, movers, on_move)
        if len(units) < 2:
            return
        reaches = [self._reach(id) for id in units]
        allowed = [left(self.box, self.state, id) for id in units]
        combat = [self.table.kind(id).combat for id in units]
        first = combat.index(True) if True in combat else len(units)
        dearer = [
            self.box.figures.stacking * (troops and number > first) for number, troops in enumerate(combat)
        ]
        made: list[tuple[tuple[int, int, int, str], Choice]] = []
        for end in {*reaches[0]}.intersection(*reaches[1:]) - {hex}:
            costs = [reach[end] + more for reach, more in zip(reaches, dearer, strict=True)]
            if all(cost <= most for cost, most in zip(costs, allowed, strict=True)):
                count, cost = numbered(len(units), "unit"), numbered(max(costs), "movement point")
                reason = _("{units} together, none for more than {cost}", units=count, cost=cost)
                choice = changing(Stack(hex, end, column), self.names.hex(end), reason)._replace(place=end)
                # The slowest of the troops, where there are any.
                made.append((self._worth(Move(units[min(first, len(units) - 1)], (end,))), choice))
        ends = [choice for _worth, choice in sorted(made, key=lambda pair: pair[0])]
        for page in range(0, min(len(ends), PAGES * MOST), MOST):
            who = self.names.brief(units)
            who = who if len(who) <= ROOM else numbered(len(units), "unit")
            key = f"together-{ascii_lowercase[page // MOST]}" if page else "together"
            yield Group(key, _to(page, who), ends[page : page + MOST], weighed=True)

    def _reach(self, id: UnitId, by: str | None = None) -> Mapping[Hex, int]:
        """The cost of each hex that a unit can reach."""
        if (id, by) not in self._reaches:
            able = marcher(self.box, self.state, id, left(self.box, self.state, id, by))
            self._reaches[id, by] = ground(self.box, self.state, id, self.table).reach(able)
        return self._reaches[id, by]

    @cached_property
    def _reaches(self) -> dict[tuple[UnitId, str | None], Mapping[Hex, int]]:
        return {}

    def _cost(self, action: Move | March | Triple | actions.Onward) -> int:
        return self._reach(action.unit, doubled(action)).get(action.route[-1], 0)

    def _reason(self, action: Action) -> str:
        """The arithmetic of an action, and the possible results of dice."""
        match action:
            case Move() | actions.Onward():
                return self._points(action)
            case March() | Triple():
                march: Forced = "double" if isinstance(action, March) else "triple"
                return ", ".join(chances.first(self.box, march, self.table.kind(action.unit).march))
            case Eliminate():
                known = elimination.odds(self.box, self.state, action)
                odds = chances.odds(known) if known.defence else str(texts.UNDEFENDED)
                spent = self.names.units(action.supplies)
                return _("{odds}, spending {supplies}", odds=odds, supplies=spent) if spent else odds
            case Attack() | actions.Resolve():
                return chances.fight(self.box, self.state, action, brief=True)
            case actions.Spend(supply, hexes):
                in_vain = str(texts.USELESS) if isinstance(self.state.stack[-1], Defending) else ""
                return ", ".join(self._fed(supply, hexes)) or in_vain
            case actions.Combine() | actions.Break():
                id, number, rest = becomes(self.box, self.state, action)
                kind, text = self.box.kinds[id], texts.BECOMES[number == 1]
                said = f"{kind.strength}-{kind.allowance}"
                return text(number=number, kind=said, left=rest, most=kind.allowance)
            case Retreat() | actions.Lose() | actions.Destroy() | actions.Advance():
                return aftermath.told(self.names, self.state, self.side, action)
            case actions.END if isinstance(self.state.stack[-1], Stacking):
                return texts.STARVES(hexes=listed(map(self.names.hex, wanting(self.box, self.state))))
            case actions.ROLL if isinstance(frame := self.state.stack[-1], Option):
                modifier = self.table.kind(frame.unit).march
                ways = ", ".join(chances.again(self.box, frame.march, frame.die, modifier))
                aim = texts.AIM(hex=self.names.hex(frame.onward[-1])) if frame.onward else texts.UNAIMED
                return labelled(aim, ways)
            case _:
                return ""

    def _points(self, action: Move | actions.Onward) -> str:
        """The cost of a march, and whether a zone of control ends it."""
        cost, have = self._cost(action), left(self.box, self.state, action.unit, doubled(action))
        on = ground(self.box, self.state, action.unit, self.table)
        if on.stops(self.table.kind(action.unit), action.route[-1]):
            return _("{cost} of {have} movement points, stops beside the enemy", cost=cost, have=have)
        return _("{cost} of {have} movement points", cost=cost, have=have)

    def _fed(self, supply: UnitId, hexes: Sequence[Hex]) -> Iterator[str]:
        """The stacks that need a supply unit, or the odds of the attacks that it would change."""
        before = field(self.box, self.state)
        stands = self.table.pieces[supply].hex
        spent = Spent(side=self.side, use="combat", hex=stands, hexes=tuple(hexes) or None)
        if isinstance(self.state.stack[-1], Stacking):
            served = [hex for hex in wanting(self.box, self.state) if spent.serves(hex)]
            yield _("Keeps the stacks at {hexes} alive", hexes=listed(list(map(self.names.hex, served))))
        after = replace(before, spent={**before.spent, supply: spent})
        for attack in self.state.attacks:
            if attack.state != "declared":
                continue
            was, now = before.odds(attack), after.odds(attack)
            if was != now:
                place = self.names.hex(attack.targets[0])
                better = chances.odds(now), chances.odds(was)
                yield _("{place}: {odds} instead of {before}", place=place, odds=better[0], before=better[1])

    def reach(self, unit: UnitId) -> tuple[tuple[str, str], ...]:
        """The hexes that a unit can reach with their costs, for the map."""
        here = self.table.pieces[unit].hex
        return tuple((hex, str(cost)) for hex, cost in self._reach(unit).items() if hex != here)


def to_write(choice: Choice) -> Choice:
    """The choice that writes an action down, for one that takes it."""
    return choice._replace(does=Does.WRITE)


def opens(change: Change, place: Hex, label: str, reason: str) -> Choice:
    """The choice that opens others, at a place on the map."""
    return Choice(CHANGES.notation(change), label, reason, does=Does.OPEN, place=place)


def changing(change: Change, label: str, reason: str, tone: str = "secondary") -> Choice:
    """The choice that changes a sheet."""
    return Choice(CHANGES.notation(change), label, reason, tone, does=Does.WRITE)


def _to(first: int, units: str) -> str:
    """The prompt of a list of ends, from the first one in it; a telephone may cut the units off."""
    page = first // MOST + 1
    return (
        _("More hexes ({page}) for {units}", page=page, units=units)
        if first
        else _("{units} to", units=units)
    )


def _end(action: Move | March | Triple | actions.Onward) -> Hex:
    """The hex where a march ends if its die lets it."""
    onward = action.onward if isinstance(action, March | Triple) else None
    return (*action.route, *(onward or ()))[-1]
