"""Retreats that results order: by hexes, or scattered over the whole allowance (RET; CRT 9 to 12)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.sentences import Sentence, say_by
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.grande_armee.actions import RETREAT_AUTO, Action, Retreat
from engines.grande_armee.box import Box
from engines.grande_armee.combat.astray import Amiss, Astray
from engines.grande_armee.combat.draft import worth
from engines.grande_armee.combat.frames import Retreating
from engines.grande_armee.combat.ground import fortresses, routes
from engines.grande_armee.combat.routes import Manner, Routes
from engines.grande_armee.events import Broken, Retreated, Scattered
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.orders.kinds import RETREAT, RetreatOrder
from engines.grande_armee.position import UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, create, position

_FEW = 12
"""Ends that a refusal names; of more the lists and the completion tell."""


def routed(ways: Routes, route: Sequence[Hex]) -> tuple[Hex, ...] | None:
    """The route that was meant, a whole chain or a way to an end; None where there is none."""
    if ways.allows(route):
        return tuple(route)
    return ways.ends.get(route[-1]) if len(route) == 1 else None


def astray(box: Box, id: UnitId, wrong: Astray, ends: Collection[Hex], *, before_combat: bool) -> Refusal:
    """The refusal of a retreat that goes wrong.

    :param ends: where the unit may end.
    """
    statement, text = wrong.amiss.value
    if before_combat and wrong.amiss is not Amiss.CLOSED:
        statement = "G-COM-F-1"
    parts = {"unit": box.unit(id), "end": box.hex(wrong.hex), "start": box.hex(wrong.start)}
    if wrong.amiss is Amiss.PRIORITY and len(ends) <= _FEW:
        named = tuple(box.hex(end) for end in sorted(ends))
        return forbidden(statement, Text.RETREAT_ROUTE, **parts, ends=named)
    return forbidden(statement, text, **parts, left=wrong.left, needed=wrong.needed)


def go(ctx: Resolution, id: UnitId, way: Sequence[Hex], manner: Manner) -> None:
    """Retreat a unit along a route, and disrupt it (G-COM-F-3, G-RET-11); Fortresses passed change hands."""
    start = ctx.state.pieces[id].hex
    for each in way:
        ctx.enter(id, each)
    if manner == "scattered":
        ctx.say(Scattered(id, start, tuple(way)))
    else:
        ctx.say(Retreated(id, start, tuple(way), manner == "before-combat"))
    ctx.disrupt(id, "retreat" if manner == "before-combat" else "battle")


class Retreats(Handler[Retreating]):
    """The owner retreats his units one by one, in the order that he likes (G-RET-1, A-60)."""

    kind = "retreat"
    own_kind = "falling-back"
    """The kind of the decision where the attackers retreat in their own turn."""
    prompt = Text.ASK_RETREAT
    case = "G-RET-1"
    usual = RETREAT_AUTO

    def asked(self, box: Box, state: State, frame: Retreating) -> Sentence:
        if frame.manner == "scattered":
            return say_by(Text.ASK_SCATTER)
        return say_by(self.prompt if frame.hexes == 1 else Text.ASK_RETREAT_FAR)

    def asks(self, box: Box, state: State, frame: Retreating) -> Decision:
        asked = super().asks(box, state, frame)
        return replace(asked, kind=self.own_kind) if frame.owner == frame.side else asked

    def seat(self, box: Box, state: State, frame: Retreating) -> Side:
        return frame.owner

    def go_on(self, ctx: Resolution, frame: Retreating) -> bool:
        """Begin; then one goes after another, while no unit has several ends, and none that scatter differ.

        Of those the owner says who goes first: what is open to the next depends on it (A-60).
        """
        if not frame.begun:
            frame = _begun(ctx, frame)
            ctx.replace(frame)
        ends = {id: each for id, each in _ends(ctx.box, ctx.state, frame).items() if each}
        pieces = ctx.state.pieces
        kinds = {(pieces[id].kind, pieces[id].hex) for id in ends if frame.manner == "scattered"}
        if len(kinds) > 1 or any(len(each) > 1 for each in ends.values()):
            return True
        chosen = _next(ctx.box, ctx.state, frame, RetreatOrder())
        if chosen is not None:
            ctx.replace(_one_goes(ctx, frame, *chosen))
            return False
        # A unit that no route leads anywhere is eliminated (G-RET-6).
        ctx.pop()
        for id in frame.units:
            ctx.eliminate(id, "retreat")
        return False

    def legal(self, box: Box, state: State, frame: Retreating) -> list[Action]:
        ends = _ends(box, state, frame)
        return [RETREAT_AUTO, *(Retreat(id, (end,)) for id in ends for end in sorted(ends[id]))]

    def refusal(self, box: Box, state: State, frame: Retreating, action: Action) -> Refusal | None:
        if not isinstance(action, Retreat):
            return self.misplaced(box, state, frame, action)
        if action.unit is None:
            return None
        if action.unit not in frame.units:
            return forbidden("G-RET-1", Text.NO_RETREAT, unit=box.unit(action.unit))
        ways = routes(box, state, frame, action.unit)
        if routed(ways, action.route) is not None:
            return None
        if not ways.ends:
            return forbidden("G-RET-6", Text.RETREAT_NOWHERE, unit=box.unit(action.unit))
        return astray(box, action.unit, ways.astray(action.route), ways.ends, before_combat=False)

    def act(self, ctx: Resolution, frame: Retreating, action: Action) -> None:
        assert isinstance(action, Retreat)
        if action.unit is None:
            while (chosen := _next(ctx.box, ctx.state, frame, RetreatOrder())) is not None:
                frame = _one_goes(ctx, frame, *chosen)
            ctx.replace(frame)
            return
        way = routed(routes(ctx.box, ctx.state, frame, action.unit), action.route)
        assert way is not None
        ctx.replace(_one_goes(ctx, frame, action.unit, way))

    def ordered(self, box: Box, state: State, frame: Retreating, order: str) -> Action | None:
        wish = RETREAT.one(order)
        if wish is None:
            return None
        chosen = _next(box, state, frame, wish)
        if chosen is None:
            return RETREAT_AUTO
        id, way = chosen
        return Retreat(id, routes(box, state, frame, id).named(way[-1]))


def _begun(ctx: Resolution, frame: Retreating) -> Retreating:
    """Take the disrupted off where they stand; break the others down where they scatter (A-112, A-61)."""
    left: list[UnitId] = []
    for id in frame.units:
        if ctx.state.pieces[id].disrupted is not None:
            ctx.eliminate(id, "disruption")
        elif frame.manner == "scattered":
            left += _broken(ctx, id)
        else:
            left.append(id)
    return replace(frame, units=tuple(left), begun=True)


def _broken(ctx: Resolution, id: UnitId) -> list[UnitId]:
    """The smallest pieces of a unit, in its place (G-CRT-9)."""
    state = ctx.state
    piece = state.pieces[id]
    smallest = ctx.box.smallest(piece.kind, state.scenario)
    if smallest == [piece.kind]:
        return [id]
    ctx.remove((id,))
    pieces = [create(state, kind, piece.hex) for kind in smallest]
    ctx.say(Broken(id, tuple(pieces), piece.hex, forced=True))
    return pieces


def _ends(box: Box, state: State, frame: Retreating) -> dict[UnitId, Mapping[Hex, tuple[Hex, ...]]]:
    """Where each unit that is left may end."""
    return {id: routes(box, state, frame, id).ends for id in frame.units}


def _one_goes(ctx: Resolution, frame: Retreating, id: UnitId, way: Sequence[Hex]) -> Retreating:
    """Retreat a unit; with the option those that stood with it go along (A-55)."""
    going = [id]
    if frame.manner == "hexes" and ctx.state.plays("retreat-as-stack"):
        start = ctx.state.pieces[id].hex
        going = [id for id in frame.units if ctx.state.pieces[id].hex == start]
    for each in going:
        go(ctx, each, way, frame.manner)
    return replace(frame, units=tuple(id for id in frame.units if id not in going))


def _next(
    box: Box, state: State, frame: Retreating, wish: RetreatOrder
) -> tuple[UnitId, tuple[Hex, ...]] | None:
    """The unit that goes next by default, and its way: the strongest of those that can (I-06, I-07)."""
    at, own = position(box, state), fortresses(box, state, frame.owner)
    ends = {id: ways for id, ways in _ends(box, state, frame).items() if ways}
    if not ends:
        return None
    id = min(ends, key=lambda id: (-at.kind(id).strength, id))
    ways = routes(box, state, frame, id)
    end = min(ends[id], key=lambda end: (ways.trespass(end), worth(at, frame.owner, own, wish.towards, end)))
    return id, ways.best(end)
