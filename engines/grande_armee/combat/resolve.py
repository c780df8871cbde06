"""Segment (d): battles one by one, each with its result and what follows from it (SEQ 8; CRT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.tables import Result
from data.grande_armee.texts import Text
from data.sentences import Sentence, say_by
from engines.core.refusals import Refusal
from engines.grande_armee.actions import LOSE_AUTO, Action, Lose, Resolve
from engines.grande_armee.box import ENEMY, Box, Kind
from engines.grande_armee.combat.attack import Attack
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.frames import Exchanging, Resolving, Retreating
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.losses import cheapest, pays
from engines.grande_armee.events import BattleFought
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.orders.kinds import EXCHANGE
from engines.grande_armee.phases.prussia import after_battle
from engines.grande_armee.position import UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State

_ATTACKERS_GO: dict[Result, int] = {"Ar1Drs": 1}
"""Hexes that a result drives the attackers back."""
_DEFENDERS_GO: dict[Result, int] = {"Dr1": 1, "Dr2": 2}
"""Hexes that a result drives the defenders back; any other result that moves them scatters them."""


class Battles(Handler[Resolving]):
    """The attacker picks the next battle (G-COM-0-1)."""

    kind = "resolve"
    prompt = Text.ASK_RESOLVE
    case = "G-SEQ-8"

    def waits(self, ctx: Resolution, frame: Resolving) -> bool:
        on = field(ctx.box, ctx.state)
        attacks = ctx.state.attacks
        for nth, attack in enumerate(attacks):
            if attack.state == "declared" and not on.defenders(attack):
                attacks[nth] = replace(attack, state="moot")
        return any(attack.state == "declared" for attack in attacks)

    def legal(self, box: Box, state: State, frame: Resolving) -> list[Action]:
        return [_named(state, attack) for attack in state.attacks if attack.state == "declared"]

    def refusal(self, box: Box, state: State, frame: Resolving, action: Action) -> Refusal | None:
        if not isinstance(action, Resolve):
            return self.misplaced(box, state, frame, action)
        if meant(state, action) is not None:
            return None
        return forbidden("G-SEQ-8", Text.NO_BATTLE, end=box.hex(action.target))

    def act(self, ctx: Resolution, frame: Resolving, action: Action) -> None:
        assert isinstance(action, Resolve)
        nth = meant(ctx.state, action)
        assert nth is not None
        _fight(ctx, nth)

    def fallback(self, box: Box, state: State, frame: Resolving) -> Action:
        """The first attack in the order of their declaration."""
        return self.legal(box, state, frame)[0]


def _upon(state: State, target: Hex) -> list[int]:
    """The places of the attacks on a hex, fought ones too, so that their numbers stay."""
    return [nth for nth, attack in enumerate(state.attacks) if target in attack.targets]


def _named(state: State, attack: Attack) -> Resolve:
    """The name of a battle: its first target, with a number where there are several on it."""
    target = attack.targets[0]
    upon = [state.attacks[nth] for nth in _upon(state, target)]
    return Resolve(target, None if len(upon) == 1 else upon.index(attack) + 1)


def meant(state: State, action: Resolve) -> int | None:
    """The place of the battle that is meant; without a number it is the next one on the hex."""
    upon = _upon(state, action.target)
    if action.number is not None:
        upon = upon[action.number - 1 : action.number] if action.number > 0 else []
    return next((nth for nth in upon if state.attacks[nth].state == "declared"), None)


def _fight(ctx: Resolution, nth: int) -> None:
    """Compare the strengths, roll, and apply the result in its order (G-COM-I-1, G-CRT-5)."""
    on = field(ctx.box, ctx.state)
    attack = ctx.state.attacks[nth]
    odds, tables = on.odds(attack), ctx.box.tables
    die: int | None = None
    result: Result = "Ae"
    if not on.drowned(attack, odds):
        column = odds.column(tables)
        die, result = ctx.read_table("combat", str(column), "G-CRT-1", lambda face: odds.result(tables, face))
    ctx.state.attacks[nth] = fought = replace(attack, state="fought", odds=odds, die=die, result=result)
    ctx.say(
        BattleFought(
            side=attack.side,
            targets=attack.targets,
            stands=attack.stands,
            units=attack.units,
            leaders=attack.leaders,
            defenders=tuple(on.defenders(attack)),
            attack=odds.attack,
            defence=odds.defence,
            die=die,
            result=result,
        )
    )
    after_battle(ctx, fought)
    _apply(ctx, on, fought, result)


def _apply(ctx: Resolution, on: Field, attack: Attack, result: Result) -> None:
    """Apply a result; what comes first lies topmost."""
    defenders = on.defenders(attack)
    # On a Fortress only De strikes the defenders (G-FOR-D-2, D-3).
    open_ = [id for id in defenders if on.position.pieces[id].hex not in ctx.box.fortress]
    owner = ENEMY[attack.side]
    if result == "Ae":
        _eliminate(ctx, attack.involved)
    elif result == "De":
        _eliminate(ctx, defenders)
    elif result == "1/2ex":
        _eliminate(ctx, open_)
        ctx.push(Exchanging(side=attack.side, units=attack.units, owed=on.printed(attack).defence))
    elif result == "Ars":
        _retreat(ctx, attack, attack.side, attack.involved, 0)
    else:
        if open_:
            _retreat(ctx, attack, owner, open_, _DEFENDERS_GO.get(result, 0))
        if result in _ATTACKERS_GO:
            _retreat(ctx, attack, attack.side, attack.involved, _ATTACKERS_GO[result])


def _eliminate(ctx: Resolution, units: Iterable[UnitId]) -> None:
    for id in units:
        ctx.eliminate(id, "battle")


def _retreat(ctx: Resolution, attack: Attack, owner: Side, units: Sequence[UnitId], hexes: int) -> None:
    ctx.push(
        Retreating(
            side=attack.side,
            owner=owner,
            units=tuple(units),
            manner="hexes" if hexes else "scattered",
            hexes=hexes,
        )
    )


class Exchange(Handler[Exchanging]):
    """The attacker loses combat units of half the printed strength that he met (G-CRT-7, G-CRT-8)."""

    kind = "exchange"
    prompt = Text.ASK_EXCHANGE
    case = "G-CRT-7"
    usual = LOSE_AUTO

    def asked(self, box: Box, state: State, frame: Exchanging) -> Sentence:
        return say_by(self.prompt, owed=(frame.owed + 1) // 2)

    def waits(self, ctx: Resolution, frame: Exchanging) -> bool:
        """Whether the losses leave a choice: something is owed, not all units go, and not all are alike."""
        kinds = _kinds(ctx.box, ctx.state, frame)
        alone = len({(kind.id, ctx.state.pieces[id].hex) for id, kind in kinds.items()}) == 1
        whole = 2 * sum(kind.strength for kind in kinds.values())
        return bool(frame.owed) and not alone and whole > frame.owed

    def close(self, ctx: Resolution, frame: Exchanging) -> None:
        _lose(ctx, cheapest_of(ctx.box, ctx.state, frame))

    def legal(self, box: Box, state: State, frame: Exchanging) -> list[Action]:
        ways = (_cheapest(box, state, frame, (id,)) for id in frame.units)
        return [LOSE_AUTO, *map(Lose, dict.fromkeys(ways))]

    def refusal(self, box: Box, state: State, frame: Exchanging, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return self.misplaced(box, state, frame, action)
        if action.units is None:
            return None
        kinds = _kinds(box, state, frame)
        known = len(set(action.units)) == len(action.units) and set(action.units) <= kinds.keys()
        if not known:
            return forbidden("G-CRT-7", Text.LOSE_UNITS)
        lost = [kinds[id] for id in action.units]
        if pays(lost, [*kinds.values()], frame.owed):
            return None
        paid = sum(kind.strength for kind in lost)
        return forbidden("G-CRT-7", Text.LOSE_MORE, paid=paid, owed=(frame.owed + 1) // 2)

    def act(self, ctx: Resolution, frame: Exchanging, action: Action) -> None:
        assert isinstance(action, Lose)
        _lose(ctx, cheapest_of(ctx.box, ctx.state, frame) if action.units is None else action.units)

    def ordered(self, box: Box, state: State, frame: Exchanging, order: str) -> Action | None:
        wish = EXCHANGE.one(order)
        return None if wish is None else Lose(_cheapest(box, state, frame, (), wish.units))


def cheapest_of(box: Box, state: State, frame: Exchanging) -> tuple[UnitId, ...]:
    """The cheapest payment for a half exchange."""
    return _cheapest(box, state, frame, ())


def _kinds(box: Box, state: State, frame: Exchanging) -> dict[UnitId, Kind]:
    return {id: box.kinds[state.pieces[id].kind] for id in frame.units}


def _cheapest(
    box: Box, state: State, frame: Exchanging, first: Sequence[UnitId], spared: Sequence[UnitId] = ()
) -> tuple[UnitId, ...]:
    """The cheapest payment with some units in it, others spared where what is left can pay."""
    kinds = _kinds(box, state, frame)
    rest = [id for id in kinds if id not in first]
    kept = [id for id in rest if id not in spared]
    owed = frame.owed - 2 * sum(kinds[id].strength for id in first)
    if owed <= 0:
        return tuple(first)
    if 2 * sum(kinds[id].strength for id in kept) >= owed:
        rest = kept
    places = cheapest([kinds[id] for id in rest], owed)
    return tuple(sorted((*first, *(rest[place] for place in places))))


def _lose(ctx: Resolution, units: Iterable[UnitId]) -> None:
    ctx.pop()
    _eliminate(ctx, units)
