"""Segments (b) and (c): the defender retreats before combat, then spends supply (SEQ 6, 7; COM E, F)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.sentences import Sentence, say_by
from engines.core.refusals import Refusal
from engines.grande_armee.actions import END, STAND, Action, Retreat, Spend, SupplyFirst
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.combat.before import Stands, attacked, must_stand, on_hex, overwhelming
from engines.grande_armee.combat.draft import Ground, Plan, next_to_go, next_to_spend
from engines.grande_armee.combat.frames import Defending
from engines.grande_armee.combat.ground import ground
from engines.grande_armee.combat.retreats import astray, go, routed
from engines.grande_armee.combat.spending import forbids as forbids_spending
from engines.grande_armee.events import Stood, SuppliedFirst
from engines.grande_armee.handler import Handler, forbidden, foreign
from engines.grande_armee.orders.kinds import DEFENCE
from engines.grande_armee.position import UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State


class Defence(Handler[Defending]):
    """The other player's only necessary decision: it is asked where it can matter."""

    kind = "defence"
    case = "G-SEQ-6"

    def seat(self, box: Box, state: State, frame: Defending) -> Side:
        return ENEMY[frame.side]

    def asked(self, box: Box, state: State, frame: Defending) -> Sentence:
        return say_by(Text.ASK_DEFENCE[frame.stood, bool(ground(box, state).usable())])

    def waits(self, ctx: Resolution, frame: Defending) -> bool:
        on = ground(ctx.box, ctx.state)
        if not frame.stood:
            if any(on.ends(id) for id in attacked(on.position, on.attacks)):
                return True
            ctx.replace(_stood(ctx, frame))
        return bool(on.usable()) or any(_overfull(on))

    def legal(self, box: Box, state: State, frame: Defending) -> list[Action]:
        on = ground(box, state)
        going: list[Action] = []
        if not frame.stood:
            for id in attacked(on.position, on.attacks):
                going += [Retreat(id, (end,)) for end in sorted(on.ends(id))]
            going.append(STAND)
        first = [SupplyFirst((id,)) for id in _overfull(on) if id not in state.first]
        return [*going, *map(Spend, on.usable()), *first, END]

    def refusal(self, box: Box, state: State, frame: Defending, action: Action) -> Refusal | None:
        on = ground(box, state)
        match action:
            case Retreat():
                return _forbids(on, frame, action)
            case Spend():
                return forbids_spending(box, state, on.side, action, on.hexes())
            case SupplyFirst():
                known = set(_overfull(on))
                for id in action.units:
                    if id not in known:
                        return forbidden("A-71", Text.SUPPLY_FIRST, unit=box.unit(id))
                    if action.units.count(id) > 1:
                        return forbidden("G-FOR-B-1", Text.TWICE, unit=box.unit(id))
                return None
            case _ if action == END or (action == STAND and not frame.stood):
                return None
            case _:
                return self.misplaced(box, state, frame, action)

    def act(self, ctx: Resolution, frame: Defending, action: Action) -> None:
        match action:
            case Retreat(unit=str() as id):
                way = routed(ground(ctx.box, ctx.state).routes(id), action.route)
                assert way is not None
                go(ctx, id, way, "before-combat")
                return
            case Spend():
                ctx.spend(action.supply, "combat", action.hexes or None)
            case SupplyFirst():
                before = [id for id in ctx.state.first if id not in action.units]
                ctx.state.first = (*action.units, *before)
                ctx.say(SuppliedFirst(ENEMY[frame.side], action.units))
            case _ if action == STAND:
                ctx.say(Stood(ENEMY[frame.side]))
            case _:
                pass
        if not frame.stood and not isinstance(action, SupplyFirst):
            frame = _stood(ctx, frame)
            ctx.replace(frame)
        if action == END:
            ctx.pop()

    def fallback(self, box: Box, state: State, frame: Defending) -> Action:
        return drafted(box, state, frame, Plan())

    def ordered(self, box: Box, state: State, frame: Defending, order: str) -> Action | None:
        plan = DEFENCE.one(order)
        return None if plan is None else drafted(box, state, frame, plan)


def drafted(box: Box, state: State, frame: Defending, plan: Plan) -> Action:
    """The next action of a defence plan."""
    on = ground(box, state)
    going = None if frame.stood else next_to_go(on, plan)
    if going is not None:
        unit, way = going
        return Retreat(unit, on.routes(unit).named(way[-1]))
    supply = next_to_spend(on, plan)
    return END if supply is None else Spend(supply)


def _overfull(on: Ground) -> Iterator[UnitId]:
    """Combat units of Fortresses under attack that hold more than is supplied at no cost (A-71)."""
    at = on.position
    for each in on.hexes():
        troops = at.troops(each, on.side)
        full = sum(at.kind(id).strength for id in troops) > at.box.figures.fortress
        if each in at.box.fortress and full and not on.field.feeders(each, on.side):
            yield from troops


def _stood(ctx: Resolution, frame: Defending) -> Defending:
    """Retreats before combat are over: hexes that they emptied are attacked no more (A-99, A-77)."""
    at = ctx.position
    for nth, attack in enumerate(ctx.state.attacks):
        fled = tuple(each for each in attack.targets if not at.stack(each, ENEMY[attack.side]))
        if fled:
            lapsed = len(fled) == len(attack.targets)
            ctx.state.attacks[nth] = replace(attack, fled=fled, state="lapsed" if lapsed else attack.state)
    return replace(frame, stood=True)


def _forbids(on: Ground, frame: Defending, action: Retreat) -> Refusal | None:
    """What forbids a retreat before combat."""
    box, id = on.position.box, action.unit
    if id is None:
        return forbidden("G-COM-E-1", Text.RBC_NAMELESS)
    if (wrong := foreign(on.position, on.side, id, "G-COM-E-1")) is not None:
        return wrong
    routes = on.routes(id)
    stands = must_stand(on.position, on.attacks, id, routes)
    if stands is not None:
        odds = _overwhelming(on, id) if stands is Stands.OVERWHELMED else {}
        return forbidden(*stands.value, unit=box.unit(id), **odds)
    if frame.stood:
        return forbidden("G-SEQ-7", Text.RBC_OVER)
    if routed(routes, action.route) is None:
        return astray(box, id, routes.astray(action.route), routes.ends, before_combat=True)
    return None


def _overwhelming(on: Ground, id: UnitId) -> dict[str, int]:
    """The odds that let nobody but cavalry and leaders go, and how good they have to be (G-COM-E-3)."""
    upon = on_hex(on.attacks, on.position.pieces[id].hex)
    worst = next(each.printed for each in upon if overwhelming(on.position, each))
    assert worst is not None
    return {**worst._asdict(), "needed": on.position.box.figures.elimination}
