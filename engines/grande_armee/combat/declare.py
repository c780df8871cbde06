"""Segment (a): attacks are declared, each with its units, its leaders and its supply (SEQ 5; COM A to C)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee import actions
from engines.grande_armee.actions import END, Action, CallOff, Spend
from engines.grande_armee.box import ENEMY, Box, Crossing
from engines.grande_armee.combat.frames import Declaring
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.spending import forbids as forbids_spending
from engines.grande_armee.combat.spending import spendable
from engines.grande_armee.combat.targets import assault, misnamed, sortie_targets, unfit, unled
from engines.grande_armee.events import AttackCalledOff, AttackDeclared
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position
from engines.grande_armee.words import able


class Declarations(Handler[Declaring]):
    """The phasing player names attackers and targets; to attack is never required (G-COM-A-1)."""

    kind = "declare"
    prompt = Text.ASK_DECLARE
    case = "G-SEQ-5"
    usual = END

    def waits(self, ctx: Resolution, frame: Declaring) -> bool:
        return bool(ctx.state.attacks) or any(True for _ in _choices(ctx.box, ctx.state, frame.side))

    def legal(self, box: Box, state: State, frame: Declaring) -> list[Action]:
        attacks = dict.fromkeys(_choices(box, state, frame.side))
        supplies = spendable(box, state, frame.side, _stands(state))
        called = dict.fromkeys(target for attack in state.attacks for target in attack.targets[:1])
        return [*attacks, *map(Spend, supplies), *map(CallOff, called), END]

    def refusal(self, box: Box, state: State, frame: Declaring, action: Action) -> Refusal | None:
        match action:
            case actions.Attack():
                return _forbids(box, state, frame.side, action)
            case Spend():
                return forbids_spending(box, state, frame.side, action, _stands(state))
            case CallOff():
                if any(action.target in attack.targets for attack in state.attacks):
                    return None
                return forbidden("G-SEQ-5", Text.NO_ATTACK, end=box.hex(action.target))
            case _:
                return None if action == END else self.misplaced(box, state, frame, action)

    def act(self, ctx: Resolution, frame: Declaring, action: Action) -> None:
        state = ctx.state
        match action:
            case actions.Attack():
                state.attacks.append(field(ctx.box, state).attack(frame.side, action))
                ctx.say(AttackDeclared(frame.side, action.targets, action.units, action.leaders))
            case Spend():
                ctx.spend(action.supply, "combat", action.hexes or None)
            case CallOff():
                upon = [nth for nth, attack in enumerate(state.attacks) if action.target in attack.targets]
                attack = state.attacks.pop(upon[-1])
                ctx.say(AttackCalledOff(frame.side, attack.targets, attack.units))
            case _:
                ctx.pop()
                on = field(ctx.box, state)
                state.attacks[:] = [replace(each, printed=on.printed(each)) for each in state.attacks]


def _stands(state: State) -> tuple[Hex, ...]:
    """The hexes that attacks come from."""
    return tuple(dict.fromkeys(hex for attack in state.attacks for hex in attack.stands))


def _choices(box: Box, state: State, side: Side) -> Iterator[actions.Attack]:
    """From each hex on each target: the able stack, with leaders and without, and each unit alone."""
    at = position(box, state)
    for here in sorted(at.camp(ENEMY[side]).weakest.keys() & at.camp(side).stacks.keys()):
        units = able(box, state, here)
        troops = tuple(id for id in units if at.kind(id).combat)
        leaders = tuple(id for id in units if at.kind(id).arm == "leader")
        if troops:
            for targets in _targets(at, state, here, side):
                yield from _by(targets, troops, leaders)
    for fortress in box.fortress:
        if at.holders.get(fortress) == ENEMY[side] and not _assaulted(state, fortress):
            troops, leaders = assault(box, state, fortress)
            if troops:
                yield actions.Attack((fortress,), troops, leaders)


def _by(
    targets: tuple[Hex, ...], troops: tuple[UnitId, ...], leaders: tuple[UnitId, ...]
) -> Iterator[actions.Attack]:
    yield actions.Attack(targets, troops, leaders)
    yield actions.Attack(targets, troops)
    for id in troops:
        yield actions.Attack(targets, (id,))


def _targets(at: Position, state: State, here: Hex, side: Side) -> Iterator[tuple[Hex, ...]]:
    if here in at.box.fortress:
        if not _sortied(at.box, state, here):
            yield from (tuple(sorted(targets)) for targets in sortie_targets(at, here, side))
        return
    for near, crossing in at.box.crossings[here].items():
        if crossing is not Crossing.LAKE and at.holders.get(near) == ENEMY[side]:
            yield (near,)


def _assaulted(state: State, fortress: Hex) -> bool:
    """Whether units of several hexes attack a Fortress together already (A-75)."""
    return any(fortress in attack.targets and len(attack.stands) > 1 for attack in state.attacks)


def _sortied(box: Box, state: State, here: Hex) -> bool:
    """Whether units attack out of a Fortress already: all that do make one attack (G-FOR-F-3)."""
    return here in box.fortress and here in _stands(state)


def _forbids(box: Box, state: State, side: Side, action: actions.Attack) -> Refusal | None:
    """What forbids an attack."""
    at = position(box, state)
    wrong = (
        misnamed(at, state, (*action.units, *action.leaders))
        or _again(at, state, (*action.units, *action.leaders))
        or unfit(at, side, action.targets, action.units)
    )
    if wrong is not None:
        return wrong
    stands = {at.pieces[id].hex for id in action.units}
    for here in stands:
        if _sortied(box, state, here):
            return forbidden("G-FOR-F-3", Text.SORTIED, start=box.hex(here))
    if len(stands) > 1 and _assaulted(state, action.targets[0]):
        return forbidden("A-75", Text.ASSAULTED, end=box.hex(action.targets[0]))
    return unled(at, stands, action.leaders)


def _again(at: Position, state: State, named: Sequence[UnitId]) -> Refusal | None:
    """Why one of those named may not join another attack."""
    for attack in state.attacks:
        for id in set(named) & set(attack.involved):
            statement = "G-LDR-C-3" if at.kind(id).arm == "leader" else "G-COM-B-3"
            return forbidden(
                statement, Text.ATTACKS_ALREADY, unit=at.box.unit(id), end=at.box.hex(attack.targets[0])
            )
    return None
