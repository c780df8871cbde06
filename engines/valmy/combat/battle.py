"""A battle from its beginning to its end: which kind, and the Minor Battle (9.0, 9.1)."""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import N_, _
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.valmy.actions import Action
from engines.valmy.box import Box, enemy
from engines.valmy.combat.actions import MAJOR, MINOR, STAY, WITHDRAW, Choice
from engines.valmy.combat.events import BattleBegun, BattleEnded, KindChosen, LeaderTested, Stayed
from engines.valmy.combat.fire import volley
from engines.valmy.combat.frames import Battle, Boosting, Combat, Kind, KindOfBattle, Retreat, Withdrawal
from engines.valmy.frames import Activation, Activations
from engines.valmy.handler import Automatic, Handler, YesNo
from engines.valmy.orders.battle import KIND, WITHDRAWAL
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, army_morale, held, leaders_in, strength, units_in


def open_battle(ctx: Resolution, place: str, attacker: Side, *, overrun: bool = False) -> None:
    """Begin a battle; the frame is on the stack, and the numbers are known (A-2.3-1)."""
    counts = {side: len(units_in(ctx.box, ctx.state, place, side)) for side in (attacker, enemy(attacker))}
    ctx.say(BattleBegun(place, attacker, counts[attacker], counts[enemy(attacker)], overrun))
    kind: Kind | None = "minor" if overrun else kind_of(ctx.box, *counts.values())
    ctx.push(Battle(place, attacker, overrun, kind))
    if kind is None:
        ctx.push(KindOfBattle(enemy(attacker), place))
    else:
        ctx.say(KindChosen(place, kind, chosen=False))


def kind_of(box: Box, attackers: int, defenders: int) -> Kind | None:
    """The kind by the number of units; None where the defender chooses (Y-9.0-c, d, e, A-9.0-1)."""
    few, many = sorted((attackers, defenders))
    most = box.figures.minor
    if many <= most:
        return "minor"
    return None if few < most else "major"


def shooters(box: Box, state: State, place: str, side: Side) -> list[str]:
    """Units of a side that fire in a Minor Battle; cavalry only where there is no foot (Y-9.1-c, A-9.1-1)."""
    foot = any(
        box.unit[id].arm == "infantry"
        for each in (side, enemy(side))
        for id in units_in(box, state, place, each)
    )
    spared = foot and not state.options["mounted-fire"]
    return [id for id in units_in(box, state, place, side) if not spared or box.unit[id].arm == "infantry"]


class Choosing(Handler[KindOfBattle, Choice]):
    """Few against many: the defender has the choice (Y-9.0-d)."""

    kind, case = "kind-of-battle", "9.0"
    wants = N_("the kind of battle, minor or major")

    def question(self, box: Box, state: State, frame: KindOfBattle) -> str:
        return _("Choose a Minor or Major Battle in {box}", box=box.name(frame.box))

    def legal(self, box: Box, state: State, frame: KindOfBattle) -> list[Choice]:
        return [MINOR, MAJOR]

    def act(self, ctx: Resolution, frame: KindOfBattle, action: Choice) -> None:
        ctx.pop()
        battle = ctx.state.stack[-1]
        assert isinstance(battle, Battle)
        kind: Kind = "minor" if action == MINOR else "major"
        ctx.replace(replace(battle, kind=kind))
        ctx.say(KindChosen(frame.box, kind, chosen=True))

    def fallback(self, box: Box, state: State, frame: KindOfBattle) -> Choice:
        """Minor: whether the few are foot, or cavalry that meets no line, is not known yet (I-5)."""
        return MINOR

    def ordered(self, box: Box, state: State, frame: KindOfBattle, order: str) -> Choice:
        """`minor`, `major`, or by the numbers."""
        said = KIND.one(order)
        return {"minor": MINOR, "major": MAJOR}.get(
            said.kind if said else "", self.fallback(box, state, frame)
        )


class MinorBattle(Automatic[Battle]):
    """Fire of the defender, fire of the attacker, and no more (Y-9.1-a, d)."""

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        box, state = ctx.box, ctx.state
        attacker, defender = frame.attacker, enemy(frame.attacker)
        ctx.replace(replace(frame, step=frame.step + 1))
        match frame.step:
            case 0:
                ctx.push(Boosting(defender, frame.box, attacks=False))
            case 1:
                ctx.push(Boosting(attacker, frame.box, attacks=True))
            case 2 | 3:
                side = defender if frame.step == 2 else attacker
                targets = units_in(box, state, frame.box, enemy(side))
                volley(ctx, shooters(box, state, frame.box, side), enemy(side), targets, frame.boosts, "9.1")
            case 4:
                lose_leaders(ctx, frame)
            case 5 | 6 if not frame.overrun:
                offer_withdrawal(ctx, frame, attacker if frame.step == 5 else defender)
            case _:
                close(ctx, frame)
        return False


def offer_withdrawal(ctx: Resolution, frame: Battle, side: Side) -> None:
    """Ask a side whether it withdraws, while both are there (A-9.1-3)."""
    if all(units_in(ctx.box, ctx.state, frame.box, each) for each in (side, enemy(side))):
        ctx.push(Withdrawal(side, frame.box, side == frame.attacker))


class Withdrawing(YesNo[Withdrawal]):
    """The attacker first, then the defender; the whole side goes (A-9.2.12-5)."""

    kind, case = "withdrawal", "9.7"
    wants = N_("whether to withdraw or to stay")
    silence = False
    no = STAY

    def question(self, box: Box, state: State, frame: Withdrawal) -> str:
        return _("Withdraw from {box}, or stay", box=box.name(frame.box))

    def yes(self, frame: Withdrawal) -> Action:
        return WITHDRAW

    def fallback(self, box: Box, state: State, frame: Withdrawal) -> Action:
        """Stay; in a Major Battle not with less than half the enemy's strength (I-22, I-24)."""
        battle = state.stack[-2]
        own, theirs = (
            strength(box, state, units_in(box, state, frame.box, side))
            for side in (frame.side, enemy(frame.side))
        )
        major = isinstance(battle, Battle) and battle.kind == "major"
        return WITHDRAW if major and 2 * own < theirs else STAY

    def ordered(self, box: Box, state: State, frame: Withdrawal, order: str) -> Action | None:
        """Withdraw or stay by the odds and numbers of the order; None where it leaves the choice open."""
        battle, said = state.stack[-2], WITHDRAWAL.one(order)
        assert isinstance(battle, Battle)
        assert said is not None
        if (said.away and frame.attacks) or (said.minor and battle.kind == "major"):
            return None
        if said.auto:
            return self.fallback(box, state, frame)
        own, theirs = (units_in(box, state, frame.box, side) for side in (frame.side, enemy(frame.side)))
        if said.fewer is not None:
            goes = len(own) < said.fewer
        elif said.odds is not None:
            goes = strength(box, state, own) <= said.odds * strength(box, state, theirs)
        else:
            goes = not said.stay
        return WITHDRAW if goes else STAY

    def accepted(self, ctx: Resolution, frame: Withdrawal) -> None:
        ctx.say(Stayed(frame.side, frame.box, True))
        withdraw(ctx, frame.side, frame.box, attacks=frame.attacks)

    def declined(self, ctx: Resolution, frame: Withdrawal) -> None:
        ctx.say(Stayed(frame.side, frame.box, False))


def withdraw(ctx: Resolution, side: Side, place: str, *, attacks: bool) -> None:
    """Make all of a side retreat."""
    units = tuple(units_in(ctx.box, ctx.state, place, side))
    leaders = tuple(leaders_in(ctx.box, ctx.state, place, side))
    ctx.push(Retreat(side, place, units, leaders, attacks))


def lose_leaders(ctx: Resolution, frame: Battle) -> None:
    """Two dice for each regular leader of the battle, the defender's first (Y-9.5.2-a to c, A-9.5.2-1).

    Leaders who have left the box with a retreat have fought, too. Without a shot, charge or melee there was
    no combat (A-9.5.2-5).
    """
    if not frame.fought:
        return
    box, state = ctx.box, ctx.state
    fought = frame.board.places if frame.board is not None else {}
    for side in (enemy(frame.attacker), frame.attacker):
        present = leaders_in(box, state, frame.box, side)
        for leader in box.leaders_of[side]:
            counter = state.leaders[leader]
            if counter.replaced or counter.fate != "map" or not (leader in present or leader in fought):
                continue
            faces = list(ctx.pair(Purpose.of("loss", leader)))
            above = 0 if leader in frame.exposed else army_morale(box, state, side)
            killed = faces[0] == faces[1] and sum(faces) > above
            ctx.say(LeaderTested(leader, faces, above, killed))
            if killed:
                ctx.kill(leader)


def _hand(ctx: Resolution, frame: Battle) -> Side:
    """The side that acts after a battle: its attacker while he has more to do, else the active side."""
    box, state = ctx.box, ctx.state
    combat = next(below for below in reversed(state.stack) if isinstance(below, Combat))
    standing = {state.units[unit].box for unit in combat.units}
    left = (held(box, state, "french") & held(box, state, "allied")) - set(combat.fought)
    if frame.overrun or (state.options["all-battles"] and left) or left & {*combat.touched, *standing}:
        return frame.attacker
    return next((below.hand for below in state.stack if isinstance(below, Activations)), frame.attacker)


def close(ctx: Resolution, frame: Battle) -> None:
    """End the battle; leaders who are alone with enemies leave (A-8.0-1)."""
    box, state = ctx.box, ctx.state
    ctx.pop()
    below = state.stack[-1]
    holds = tuple(side for side in SIDES if units_in(box, state, frame.box, side))
    ctx.say(BattleEnded(frame.box, holds, _hand(ctx, frame)))
    if (
        frame.overrun
        and isinstance(below, Activation)
        and not units_in(box, state, frame.box, enemy(frame.attacker))
    ):
        # The stack may go on with its remaining movement points (Y-7.3-d).
        movers = tuple(
            replace(mover, done=False) if nth == below.moving else mover
            for nth, mover in enumerate(below.movers)
        )
        ctx.replace(replace(below, movers=movers))
    elif frame.overrun and isinstance(below, Activation):
        ctx.replace(replace(below, plan=()))
    for side in (frame.attacker, enemy(frame.attacker)):
        ctx.displace(frame.box, side)
