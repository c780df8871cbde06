"""Charges resolved: counter-charge, defensive fire, charge, pursuit (9.2.7 to 9.2.9, 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from data.catalogue import N_, _, marked
from data.sentences import _l
from data.valmy.tables import Result, Side
from engines.core.decisions import Decision
from engines.core.events import Modifier
from engines.core.refusals import Refusal
from engines.valmy.box import Box, enemy
from engines.valmy.combat.actions import JOIN, KEEP, LOSE_AUTO, TO_MAIN, Choice, Lead, Lose
from engines.valmy.combat.board import battle_of, board_of, foot, put, set_board, standing
from engines.valmy.combat.charges import FROM, lending, riders
from engines.valmy.combat.events import Charged, Pursued, Stands
from engines.valmy.combat.fire import note_combat, volley
from engines.valmy.combat.frames import (
    FLANKS,
    NOTES,
    Aftermath,
    Battle,
    Naming,
    Note,
    Place,
    Retreat,
    Sacrifice,
    Stage,
)
from engines.valmy.combat.losses import check
from engines.valmy.handler import Handler
from engines.valmy.orders.battle import NAMING, SACRIFICE
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, ratings, steps, strength, units_in

OVER: tuple[Result, ...] = ("AE", "AR*", "AR")
"""Results of a counter-charge after which the charge goes on (A-9.4.1-2)."""
WON: tuple[Result, ...] = ("DR", "DR*", "½DE", "DE")
"""Results after which chargers of a flank may pursue (Y-9.4.5-a)."""
_COUNTER = Stage.COUNTER, Stage.COUNTER_ATTACKER, Stage.COUNTER_DEFENDER
_CHARGE = Stage.CHARGE, Stage.CHARGE_ATTACKER, Stage.CHARGE_DEFENDER
"""A clash, and the units of both sides whose morale is compared in it."""


def best(box: Box, state: State, units: Sequence[str]) -> list[str]:
    """Units of the best morale, without boosts (A-9.4.2-1)."""
    most = max(face(box, state, id).morale for id in units)
    return [id for id in units if face(box, state, id).morale == most]


def note(ctx: Resolution, what: Note, value: str) -> None:
    """Write a note on the battle board."""
    set_board(ctx, named={**board_of(ctx.state).named, what: value})


def name(ctx: Resolution, side: Side, units: Sequence[str], what: Note, case: str) -> str | None:
    """The unit that its owner has named; None while he is asked, which he is where there is a choice."""
    named = board_of(ctx.state).named.get(what)
    if named is not None:
        return named
    if len(units) == 1:
        return units[0]
    ctx.push(Naming(side, tuple(units), what, case))
    return None


class NamingOne(Handler[Naming, Lead]):
    """The owner of several equal units names one before the dice (A-9.4.2-4); any in Main can lead."""

    def asks(self, box: Box, state: State, frame: Naming) -> Decision:
        match frame.case:
            case "9.5":
                prompt = _("Name the lead unit, which loses first")
            case "9.4.5":
                prompt = _("Name whose morale holds the riders back; above it all are gone until next turn")
            case _:
                prompt = _("Name the unit whose morale counts in the charge; beaten, it may lose a step")
        return Decision(frame.side, "naming", prompt, frame.case)

    def legal(self, box: Box, state: State, frame: Naming) -> list[Lead]:
        return [Lead(unit) for unit in frame.units]

    def unlisted(self, box: Box, frame: Naming) -> Refusal:
        if frame.case == "9.5":
            return Refusal("Y-9.5-b", _l("The lead unit is one of yours in Main"))
        return Refusal("A-9.4.2-4", _l("It is one of those with the best morale"))

    def act(self, ctx: Resolution, frame: Naming, action: Lead) -> None:
        ctx.pop()
        note(ctx, frame.what, action.unit)

    def ordered(self, box: Box, state: State, frame: Naming, order: str) -> Lead:
        """The first of the order that may be named."""
        said = NAMING.one(order)
        wanted = (unit for unit in (said.units if said else ()) if unit in frame.units)
        return next(map(Lead, wanted), self.fallback(box, state, frame))

    def fallback(self, box: Box, state: State, frame: Naming) -> Lead:
        """The default is the unit of the highest morale, whole, and of the lowest strength (I-12, I-19)."""
        return Lead(
            min(
                frame.units,
                key=lambda id: (
                    -face(box, state, id).morale,
                    state.units[id].reduced,
                    face(box, state, id).strength,
                ),
            )
        )


class Terms(NamedTuple):
    """The terms by which the dice of a charge or a melee are read."""

    points: tuple[int, int]
    modifiers: list[Modifier]
    column: str


def reckon(
    box: Box,
    state: State,
    side: Side,
    place: Place,
    attackers: Sequence[str],
    defenders: Sequence[str],
    *,
    counter: bool,
    lent: str | None = None,
    others: Sequence[Place] | None = None,
) -> Terms:
    """The terms of a charge; of units with the same morale any may be compared.

    :param lent: the leader who would lend the charging side his rating, before it is announced.
    :param others: boxes of the other side, if not the opposite one.
    """
    other = enemy(side)
    points = strength(box, state, attackers) * (1 if counter else 2), strength(box, state, defenders)
    first, second = best(box, state, attackers)[0], best(box, state, defenders)[0]
    terms = {marked("Morale"): face(box, state, first).morale - face(box, state, second).morale}
    for each in (side, other):
        places = [place] if each == side or others is None else others
        lenders = (lending(box, state, each, known) for known in places)
        leader = next((id for id in lenders if id), lent if each == side else None)
        if leader is not None:
            known = ratings(box, state, leader)
            terms[box.name(leader)] = known.offence if each == side else -known.defence
    modifiers = [Modifier(label, value) for label, value in terms.items() if value]
    return Terms(points, modifiers, box.odds("charge", *points))


def clash(
    ctx: Resolution, side: Side, place: Place, *, counter: bool, others: Sequence[Place] | None = None
) -> None:
    """Let a side's riders of a box meet the units that they face, or ask first for the units to compare.

    :param counter: against chargers, who are not doubled then (Y-9.4.1-c).
    :param others: boxes that those come from, if not the opposite one.
    """
    box, state, other = ctx.box, ctx.state, enemy(side)
    before: Sequence[Place] = [place] if others is None else others
    attackers = riders(box, state, side, place)
    met = riders if counter else standing
    defenders = [id for known in before for id in met(box, state, other, known)]
    stage, of_attacker, of_defender = _COUNTER if counter else _CHARGE
    first = name(ctx, side, best(box, state, attackers), NOTES[side, of_attacker, place], "9.4.2")
    if first is None:
        return
    second = name(ctx, other, best(box, state, defenders), NOTES[side, of_defender, place], "9.4.2")
    if second is None:
        return
    points, modifiers, column = reckon(
        box, state, side, place, attackers, defenders, counter=counter, others=before
    )
    note_combat(ctx)
    expose(ctx, side, place)
    for known in before:
        expose(ctx, other, known)
    die = ctx.dice.roll(Purpose.of("charge", side))
    total = die + sum(modifier.value for modifier in modifiers)
    result = box.charge(column, total)
    ctx.say(
        Charged(
            side, counter, tuple(attackers), tuple(defenders), points, column, die, modifiers, total, result
        )
    )
    note(ctx, NOTES[side, stage, place], result)
    _apply(ctx, side, result, attackers, defenders, first, second)


def expose(ctx: Resolution, side: Side, place: Place) -> None:
    """A leader who lends his rating to a charge risks more, also where fire stops it (Y-9.5.2-c)."""
    leader = lending(ctx.box, ctx.state, side, place)
    stack = ctx.state.stack
    nth = max(nth for nth, frame in enumerate(stack) if isinstance(frame, Battle))
    battle = battle_of(ctx.state)
    if leader is not None and leader not in battle.exposed:
        stack[nth] = replace(battle, exposed=(*battle.exposed, leader))


def _apply(
    ctx: Resolution,
    side: Side,
    result: Result,
    attackers: Sequence[str],
    defenders: Sequence[str],
    first: str,
    second: str,
) -> None:
    """Carry out a result of the Charge Table (9.4.3); the first effect is pushed last."""
    other = enemy(side)
    match result:
        case "AE":
            _shatter(ctx, attackers)
        case "AR" | "AR*":
            _off(ctx, side, attackers, first if result == "AR*" else None)
        case "EX":
            owed = strength(ctx.box, ctx.state, defenders)
            _shatter(ctx, defenders)
            ctx.push(Sacrifice(side, tuple(attackers), owed, least=True))
        case "BR":
            _off(ctx, other, defenders, None)
            _off(ctx, side, attackers, None)
        case "DR" | "DR*":
            _off(ctx, other, defenders, second if result == "DR*" else None)
        case "½DE":
            half = Sacrifice(
                other, tuple(defenders), strength(ctx.box, ctx.state, defenders) // 2, least=False
            )
            # Where no whole unit fits into the half, it costs what DR* does (A-9.4.3-5).
            if _nearest(ctx.box, ctx.state, half):
                _off(ctx, other, defenders, None)
                ctx.push(half)
            else:
                _off(ctx, other, defenders, second)
        case _:
            _shatter(ctx, defenders)


def _shatter(ctx: Resolution, units: Sequence[str]) -> None:
    for unit in units:
        ctx.eliminate(unit, "9.4.3")


def _off(ctx: Resolution, side: Side, units: Sequence[str], star: str | None) -> None:
    """Units retreat out of the battle (A-9.4.3-4), one after it has lost a step and checked (A-9.4.3-2)."""
    battle = battle_of(ctx.state)
    if star is not None and ctx.hit(star, "9.4.3"):
        check(ctx, star, battle)
    left = tuple(id for id in units if steps(ctx.box, ctx.state, id))
    ctx.push(Retreat(side, battle.box, left, (), side == battle.attacker))


_LEAST = N_("Choose the units that you lose: at least {strength} strength points")
_NEAREST = N_("Choose the units that you lose: as near as you can to {strength} strength points, not above")


class Sacrificing(Handler[Sacrifice, Lose]):
    """Whole units make up the lost strength; their owner picks them (A-9.4.3-1)."""

    kind, case = "sacrifice", "9.4.3"
    wants = N_("which units lose steps")
    usual = LOSE_AUTO

    def question(self, box: Box, state: State, frame: Sacrifice) -> str:
        question = _LEAST if frame.least else _NEAREST
        return question(strength=frame.strength)

    def legal(self, box: Box, state: State, frame: Sacrifice) -> list[Lose]:
        ways = {cheapest(box, state, frame, unit) for unit in frame.units}
        # The cheapest way with each unit; all the ways to make it up can be typed.
        return [LOSE_AUTO, *(Lose(units) for units in sorted(ways) if units)]

    def refusal(self, box: Box, state: State, frame: Sacrifice, action: Lose) -> Refusal | None:
        if action.units is None:
            return None
        chosen = action.units
        if len(set(chosen)) < len(chosen) or set(chosen) - set(frame.units):
            return Refusal(
                "Y-9.4.3-c" if frame.least else "Y-9.4.3-f", _l("They are not among those who charged")
            )
        lost = strength(box, state, chosen)
        if frame.least and lost < min(frame.strength, strength(box, state, frame.units)):
            return Refusal(
                "Y-9.4.3-c",
                _l("{strength} strength points must be lost, not {lost}", strength=frame.strength, lost=lost),
            )
        if not frame.least and lost != _nearest(box, state, frame):
            wanted = _nearest(box, state, frame)
            return Refusal(
                "Y-9.4.3-f",
                _l("{strength} strength points must be lost, not {lost}", strength=wanted, lost=lost),
            )
        return None

    def act(self, ctx: Resolution, frame: Sacrifice, action: Lose) -> None:
        chosen = cheapest(ctx.box, ctx.state, frame) if action.units is None else action.units
        ctx.pop()
        _shatter(ctx, chosen)

    def ordered(self, box: Box, state: State, frame: Sacrifice, order: str) -> Lose:
        """The cheapest way without units that the order spares."""
        said = SACRIFICE.one(order)
        spared = set(said.units) if said else set()
        ways = [action for action in self.legal(box, state, frame)[1:] if isinstance(action, Lose)]
        fits = (way for way in ways if spared and not spared & set(way.units or ()))
        return min(fits, key=lambda way: strength(box, state, way.units or ()), default=LOSE_AUTO)

    def waits(self, ctx: Resolution, frame: Sacrifice) -> bool:
        return frame.strength < strength(ctx.box, ctx.state, frame.units) and len(frame.units) > 1

    def close(self, ctx: Resolution, frame: Sacrifice) -> None:
        self.act(ctx, frame, LOSE_AUTO)


def _nearest(box: Box, state: State, frame: Sacrifice) -> int:
    """The sum of whole units nearest to the loss without exceeding it."""
    sums = {0}
    for unit in frame.units:
        sums |= {known + face(box, state, unit).strength for known in sums}
    return max(known for known in sums if known <= frame.strength)


def cheapest(box: Box, state: State, frame: Sacrifice, with_: str | None = None) -> tuple[str, ...]:
    """Units of the lowest strength and morale that make it up (I-13).

    :param with_: a unit that has to be among them; empty if it can't be.
    """
    cost = {id: face(box, state, id).strength for id in frame.units}
    order = sorted(frame.units, key=lambda id: (cost[id], face(box, state, id).morale))
    wanted = min(frame.strength, sum(cost.values())) if frame.least else _nearest(box, state, frame)
    first: tuple[str, ...] = ()
    if with_ is not None:
        first, wanted = (with_,), wanted - cost[with_]
        order.remove(with_)
    ways = sorted(_ways(order, cost).items())
    fits = (units for total, units in ways if total == wanted or (frame.least and total > wanted))
    chosen = next(fits, None)
    return () if chosen is None else tuple(id for id in frame.units if id in (*first, *chosen))


def _ways(order: Sequence[str], cost: dict[str, int]) -> dict[int, tuple[str, ...]]:
    """For each sum of whole units, the first way to make it up."""
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for unit in order:
        for total, units in list(ways.items()):
            ways.setdefault(total + cost[unit], (*units, unit))
    return ways


def pursue(ctx: Resolution, side: Side, place: Place) -> None:
    """Chargers who have won on a flank may be carried away (9.4.5); their owner first names a unit."""
    box, state = ctx.box, ctx.state
    units = riders(box, state, side, place)
    unit = name(ctx, side, best(box, state, units), NOTES[side, Stage.PURSUER, place], "9.4.5")
    if unit is None:
        return
    faces = list(ctx.pair(Purpose.of("pursuit", unit)))
    highest = face(box, state, unit).morale
    away = sum(faces) > highest
    ctx.say(Pursued(side, unit, faces, highest, away))
    note(ctx, NOTES[side, Stage.PURSUIT, place], unit)
    if away:
        for each in units:
            ctx.set_unit(each, fate="pursuing", leader=None)
        ctx.settle(battle_of(state).box, side)
    elif units_in(box, state, battle_of(state).box, enemy(side)):
        ctx.push(Aftermath(side, tuple(units)))


class Rallying(Handler[Aftermath, Choice]):
    """Chargers that were held join the melee, stay on the flank, or go to Main (Y-9.4.5-c, A-9.4.5-1)."""

    kind, case = "after-charge", "9.4.5"
    prompt = N_("Join the melee, keep the flank, or go to Main")
    wants = N_("where those go who have charged: join, keep or main")
    usual = KEEP

    def ordered(self, box: Box, state: State, frame: Aftermath, order: str) -> Choice:
        """`join`, `keep` or `main`."""
        return next(word for word in (JOIN, KEEP, TO_MAIN) if word.word == order)

    def legal(self, box: Box, state: State, frame: Aftermath) -> list[Choice]:
        return [JOIN, KEEP, TO_MAIN]

    def act(self, ctx: Resolution, frame: Aftermath, action: Choice) -> None:
        ctx.pop()
        board = board_of(ctx.state)
        if action != JOIN:
            set_board(ctx, doubled=(*board.doubled, *frame.units))
        if action != KEEP:
            joined = {**board.joined, **dict.fromkeys(frame.units, 1 if action == JOIN else 2)}
            set_board(ctx, joined=joined, from_flank=(*board.from_flank, *frame.units))
            put(ctx, frame.units, "main")
            ctx.say(Stands(frame.side, frame.units, "main"))


def strike_main(ctx: Resolution, side: Side) -> bool:
    """Riders without an opposing flank strike Main: they all meet a counter-charge there, then one volley.

    The survivors join the melee doubled. True when it is done.
    """
    box, state, other = ctx.box, ctx.state, enemy(side)
    places = [place for place in FROM if _free(box, state, side, place) and riders(box, state, side, place)]
    riding = [id for place in places for id in riders(box, state, side, place)]
    if not riding:
        return True
    answered = side == battle_of(state).attacker and bool(riders(box, state, other, "main"))
    if answered and NOTES[other, Stage.COUNTER, "main"] not in board_of(state).named:
        clash(ctx, other, "main", counter=True, others=places)
        return False
    for place in places:
        expose(ctx, side, place)
    shooters = foot(box, standing(box, state, other, "main"))
    volley(ctx, shooters, side, riding, battle_of(state).boosts, "9.3.2", at_chargers=True)
    return True


def _free(box: Box, state: State, side: Side, place: Place) -> bool:
    """Whether riders from a box meet Main: the flank opposite is empty, and they beat no unit there."""
    # Riders that met a flank, or counter-charged and stay (A-9.4.5-2), ride no farther.
    noted = board_of(state).named
    met = any(NOTES.get((side, stage, place)) in noted for stage in (Stage.CHARGE, Stage.COUNTER))
    return not met and (place not in FLANKS or not standing(box, state, enemy(side), place))


def join_main(ctx: Resolution, side: Side) -> None:
    """Put the surviving riders into the melee, doubled (A-9.2.5-2)."""
    box, state = ctx.box, ctx.state
    for place in FROM:
        if not _free(box, state, side, place):
            continue
        units = riders(box, state, side, place)
        board = board_of(state)
        joined = {**board.joined, **dict.fromkeys(units, 2)}
        flank = tuple(units) if place in FLANKS else ()
        set_board(ctx, joined=joined, from_flank=(*board.from_flank, *flank))
        if units:
            put(ctx, units, "main")
