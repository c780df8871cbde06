"""Melee in Main: who attacks, reserves and reinforcements, odds and losses (9.2.11, 9.2.12, 9.5)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from data.catalogue import N_, _, marked
from data.nouns import counted
from data.sentences import _l
from data.valmy.tables import Side
from engines.core.decisions import Decision
from engines.core.events import Modifier
from engines.core.refusals import Refusal
from engines.valmy.actions import END, Action, React
from engines.valmy.box import OVERALL, Box, enemy
from engines.valmy.combat.actions import ADD_ALL, COMMIT_AUTO, HALT, HOLD, Add, Choice, Commit
from engines.valmy.combat.actions import MELEE as MELEE_ACTION
from engines.valmy.combat.battle import withdraw
from engines.valmy.combat.board import battle_of, board_of, foot, put, set_board, standing
from engines.valmy.combat.events import Fought, ReserveRolled, Stands
from engines.valmy.combat.fire import note_combat
from engines.valmy.combat.frames import (
    FLANKS,
    NOTES,
    Adding,
    Combat,
    Committing,
    Deciding,
    Losses,
    Reinforcing,
    Stage,
)
from engines.valmy.combat.shock import Terms, name, note
from engines.valmy.handler import Handler
from engines.valmy.movement.reaction import Going, just_entered, who
from engines.valmy.orders.battle import MELEE, REINFORCEMENT, RESERVE
from engines.valmy.purposes import Purpose
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, leaders_in, ratings, strength, units_in
from engines.valmy.words import ALL


def fighting(box: Box, state: State, side: Side) -> list[str]:
    """Units of a side that fight in Main: all foot, and cavalry that charged (A-9.2.12-2)."""
    joined = board_of(state).joined
    return [id for id in standing(box, state, side, "main") if box.unit[id].arm != "cavalry" or id in joined]


class Resolving(Handler[Deciding, Choice]):
    """The attacker attacks or holds back; the defender may attack, or halt it (Y-9.2.11-a, A-9.2.11-2)."""

    kind, case = "melee", "9.2.11"

    def question(self, box: Box, state: State, frame: Deciding) -> str:
        return _("Attack, or end the battle") if frame.answers else _("Attack in Main, or hold back")

    def legal(self, box: Box, state: State, frame: Deciding) -> list[Choice]:
        no = HALT if frame.answers else HOLD
        able = fighting(box, state, frame.side) or foot(box, standing(box, state, frame.side, "reserve"))
        return [MELEE_ACTION, no] if able else [no]

    def unlisted(self, box: Box, frame: Deciding) -> Refusal:
        return out_of_place(_("melee or halt") if frame.answers else _("melee or hold"))

    def act(self, ctx: Resolution, frame: Deciding, action: Choice) -> None:
        ctx.pop()
        if action == MELEE_ACTION:
            set_board(ctx, melee=frame.side)
        elif frame.answers:
            set_board(ctx, halted=True)
        else:
            ctx.push(Deciding(enemy(frame.side), answers=True))

    def waits(self, ctx: Resolution, frame: Deciding) -> bool:
        """A side without units to attack with is not asked (A-9.5-6)."""
        return len(self.legal(ctx.box, ctx.state, frame)) > 1

    def close(self, ctx: Resolution, frame: Deciding) -> None:
        self.act(ctx, frame, self.fallback(ctx.box, ctx.state, frame))

    def fallback(self, box: Box, state: State, frame: Deciding) -> Choice:
        """Hold back, and halt (I-16)."""
        return HALT if frame.answers else HOLD

    def ordered(self, box: Box, state: State, frame: Deciding, order: str) -> Choice | None:
        """Decide by the odds of the units that fight, and by the foot in Reserve."""
        said = MELEE.one(order)
        if said is None or (said.away and not frame.answers):
            return None
        able = MELEE_ACTION in self.legal(box, state, frame)
        own, theirs = (_line_strength(box, state, side) for side in (frame.side, enemy(frame.side)))
        if able and not said.never and own >= said.odds * theirs:
            return MELEE_ACTION
        return self.fallback(box, state, frame)


def _line_strength(box: Box, state: State, side: Side) -> int:
    reserve = foot(box, standing(box, state, side, "reserve"))
    return strength(box, state, [*fighting(box, state, side), *reserve])


class Joining(Handler[Adding, Add]):
    """Units whose opposite flank is empty come into the melee (Y-9.2.12-a)."""

    kind, case = "adding", "9.2.12"
    prompt = N_("Add units of your flanks to the melee")
    wants = N_("which units of the flanks join the melee, or none")
    usual = ADD_ALL

    def legal(self, box: Box, state: State, frame: Adding) -> list[Add]:
        return [ADD_ALL, Add(()), *(Add((unit,)) for unit in addable(box, state, frame.side))]

    def refusal(self, box: Box, state: State, frame: Adding, action: Add) -> Refusal | None:
        if len(set(action.units or ())) < len(action.units or ()):
            return Refusal("Y-9.2.12-a", _l("Each unit is added once"))
        for unit in action.units or ():
            if unit in addable(box, state, frame.side):
                continue
            place = board_of(state).places.get(unit)
            if place not in FLANKS or unit not in box.unit or box.unit[unit].side != frame.side:
                return Refusal("Y-9.2.12-a", _l("{unit} is on no flank of yours", unit=box.name(unit)))
            if standing(box, state, enemy(frame.side), place):
                return Refusal("Y-9.2.12-a", _l("The flank before {unit} is held", unit=box.name(unit)))
            return Refusal("A-9.2.12-2", _l("{unit} is cavalry that did not charge", unit=box.name(unit)))
        return None

    def ordered(self, box: Box, state: State, frame: Adding, order: str) -> Add:
        """`auto` or `none`."""
        return Add(()) if order == "none" else ADD_ALL

    def act(self, ctx: Resolution, frame: Adding, action: Add) -> None:
        units = addable(ctx.box, ctx.state, frame.side) if action.units is None else list(action.units)
        ctx.pop()
        if not units:
            return
        board = board_of(ctx.state)
        doubled = {id: 2 for id in units if id in (*board.ready, *board.doubled)}
        set_board(ctx, joined={**board.joined, **doubled}, from_flank=(*board.from_flank, *units))
        put(ctx, units, "main")
        ctx.say(Stands(frame.side, tuple(units), "main"))

    def waits(self, ctx: Resolution, frame: Adding) -> bool:
        return bool(addable(ctx.box, ctx.state, frame.side))


def addable(box: Box, state: State, side: Side) -> list[str]:
    """Flank units before an empty flank: foot, and cavalry that has charged and was kept there."""
    board = board_of(state)
    ready = (*board.ready, *board.doubled)
    return [
        id
        for place in FLANKS
        if not standing(box, state, enemy(side), place)
        for id in standing(box, state, side, place)
        if box.unit[id].arm != "cavalry" or id in ready
    ]


class DrawingUp(Handler[Reinforcing, Action]):
    """Reaction of the inactive side from adjacent boxes into its Reserve (Y-9.5B-a, A-9.5-3, A-9.5-9)."""

    kind, case = "reinforcement", "9.5"
    usual = END

    def question(self, box: Box, state: State, frame: Reinforcing) -> str:
        return _("Bring units from beside {box} into your Reserve, or none", box=box.name(frame.box))

    def legal(self, box: Box, state: State, frame: Reinforcing) -> list[Action]:
        reactions: list[Action] = []
        for start in box.cost[frame.box]:
            alone = [id for id in units_in(box, state, start, frame.side) if state.units[id].leader is None]
            heads = [
                id for id in leaders_in(box, state, start, frame.side) if state.leaders[id].superior is None
            ]
            parties = [replace(ALL, every=False, names=(id,)) for id in (*alone, *heads)]
            reacts = [React((start, frame.box), party) for party in parties]
            reactions.extend(react for react in reacts if self.refusal(box, state, frame, react) is None)
        return [*reactions, END]

    def refusal(self, box: Box, state: State, frame: Reinforcing, action: Action) -> Refusal | None:
        if action == END:
            return None
        if not isinstance(action, React) or len(action.path) != 2 or action.path[1] != frame.box:
            return out_of_place(_("a reaction into {box}, or the end of it", box=box.name(frame.box)))
        start = action.path[0]
        if start not in box.cost[frame.box]:
            return Refusal("Y-2.2-b", _l("No line joins them"))
        combat = _combat(state)
        if start in combat.entered:
            return just_entered(box, start)
        going = who(box, state, frame.side, start, action.party)
        if isinstance(going, Refusal):
            return going
        # A side learns of enemies in a box only if it has units there: then both see both.
        if units_in(box, state, start, enemy(frame.side)):
            return Refusal(
                "A-9.5-10",
                _l("Enemies are in {start}, so units there can't move away", start=box.name(start)),
            )
        used = next((id for id in (*going.leaders, *going.units) if id in combat.drawn), None)
        if used is not None:
            return Refusal("A-9.5-3", _l("{used} has reacted in this activation", used=box.name(used)))
        if not going.units and not units_in(box, state, frame.box, frame.side):
            return Refusal("A-7.2-5", _l("A leader without units reacts to units of his own side alone"))
        tired = next((id for id in going.units if id in combat.tired), None)
        if tired is not None:
            return Refusal("A-9.5-10", _l("{tired} has fought in this Combat phase", tired=box.name(tired)))
        return None

    def ordered(self, box: Box, state: State, frame: Reinforcing, order: str) -> Action:
        """The first in the order that can; the side is then asked again for the next."""
        own, theirs = (
            strength(box, state, units_in(box, state, frame.box, side))
            for side in (frame.side, enemy(frame.side))
        )
        for clause in REINFORCEMENT.read(order):
            known = state.leaders.get(clause.who) or state.units[clause.who]
            wanted = (not clause.boxes or frame.box in clause.boxes) and (
                clause.odds is None or own <= clause.odds * theirs
            )
            react = React((known.box or frame.box, frame.box), replace(ALL, every=False, names=(clause.who,)))
            if wanted and self.refusal(box, state, frame, react) is None:
                return react
        return END

    def act(self, ctx: Resolution, frame: Reinforcing, action: Action) -> None:
        if not isinstance(action, React):
            ctx.pop()
            return
        start = action.path[0]
        going = who(ctx.box, ctx.state, frame.side, start, action.party)
        assert isinstance(going, Going)
        combat = _combat(ctx.state)
        drawn = (*combat.drawn, *going.leaders, *going.units)
        ctx.state.stack[ctx.state.stack.index(combat)] = replace(combat, drawn=drawn)
        put(ctx, (*going.leaders, *going.units), "reserve")
        ctx.carry(frame.side, start, frame.box, going.units, going.leaders, "reaction")

    def waits(self, ctx: Resolution, frame: Reinforcing) -> bool:
        return len(self.legal(ctx.box, ctx.state, frame)) > 1


def _combat(state: State) -> Combat:
    return next(frame for frame in reversed(state.stack) if isinstance(frame, Combat))


def strongest(box: Box, state: State, frame: Committing) -> tuple[str, ...]:
    """The default units for Main: foot, as cavalry would only be shot at there."""
    units = foot(box, frame.units)
    return tuple(sorted(units, key=lambda id: -face(box, state, id).strength)[: frame.most])


class Feeding(Handler[Committing, Commit]):
    """Units go from Reserve to Main, as many as the die allows (Y-9.5C-a, Y-9.5D-a, A-9.5-7)."""

    wants = N_("which units of the Reserve go to Main, or none")
    usual = COMMIT_AUTO

    def asks(self, box: Box, state: State, frame: Committing) -> Decision:
        prompt = _("Move up to {units} from Reserve to Main", units=counted(frame.most, "unit"))
        return Decision(frame.side, "reserve", prompt, frame.case)

    def legal(self, box: Box, state: State, frame: Committing) -> list[Commit]:
        single = foot(box, frame.units) if frame.empty else frame.units
        return [COMMIT_AUTO, Commit(()), *(Commit((unit,)) for unit in single)]

    def refusal(self, box: Box, state: State, frame: Committing, action: Commit) -> Refusal | None:
        if len(set(action.units or ())) < len(action.units or ()):
            return Refusal("Y-9.5-b", _l("Each unit is moved up once"))
        for unit in action.units or ():
            if unit in frame.units:
                continue
            return Refusal("Y-9.2.12-b", _l("{unit} is not in your Reserve", unit=box.name(unit)))
        if len(action.units or ()) > frame.most:
            return Refusal("Y-9.5-b", _l("The die allows {units}", units=counted(frame.most, "unit")))
        if frame.empty and action.units and not foot(box, action.units):
            return Refusal(
                "A-9.2.1-3", _l("Main is empty: cavalry that did not charge can't hold it by itself")
            )
        return None

    def ordered(self, box: Box, state: State, frame: Committing, order: str) -> Commit:
        """The strongest units except those held back; they still fill an empty Main."""
        said = RESERVE.one(order)
        if said is None:
            return Commit(())
        if not said.back:
            return COMMIT_AUTO
        units = sorted(foot(box, frame.units), key=lambda id: -face(box, state, id).strength)
        most = max(len(units) - said.back, int(frame.empty))
        return Commit(tuple(units[: min(most, frame.most)]))

    def act(self, ctx: Resolution, frame: Committing, action: Commit) -> None:
        units = strongest(ctx.box, ctx.state, frame) if action.units is None else action.units
        ctx.pop()
        if units:
            put(ctx, units, "main")
            ctx.say(Stands(frame.side, units, "main"))
        elif frame.empty:
            battle = battle_of(ctx.state)
            withdraw(ctx, frame.side, battle.box, attacks=frame.side == battle.attacker)


def commit(ctx: Resolution, side: Side) -> None:
    """Roll for a side's Reserve; a side with an empty Main moves units in or withdraws (A-9.2.1-3)."""
    box, state = ctx.box, ctx.state
    units = tuple(standing(box, state, side, "reserve"))
    empty = not fighting(box, state, side)
    if foot(box, units) if empty else units:
        face_up = ctx.dice.roll(Purpose.of("reserve", side))
        ctx.say(ReserveRolled(side, face_up))
        ctx.push(Committing(side, units, min(face_up, len(units)), empty, "9.5"))
    elif empty:
        battle = battle_of(state)
        withdraw(ctx, side, battle.box, attacks=side == battle.attacker)


def led(box: Box, state: State, side: Side, *, attacks: bool) -> dict[str, int]:
    """Leaders whose ratings count: one divisional, with most units under him there, and one overall.

    A Division Leader is one of rank 2 (A-9.5-11); units of his subordinates' holding boxes are his, too, and
    so are units openly on the map (2.3). Of equals the owner would take the higher rating, so the function
    takes it for him (I-20).
    """
    place = battle_of(state).box
    leaders = leaders_in(box, state, place, side)

    def worth(leader: str) -> tuple[int, int]:
        known = ratings(box, state, leader)
        under = {leader, *(id for id in leaders if state.leaders[id].superior == leader), None}
        units = [
            id
            for id in units_in(box, state, place, side)
            if state.units[id].leader in under and box.may_command(leader, id)
        ]
        return len(units), known.offence if attacks else known.defence

    division = [id for id in leaders if box.leader[id].rank == OVERALL - 1 and worth(id)[0]]
    overall = [id for id in leaders if box.leader[id].rank == OVERALL]
    chosen = [max(division, key=worth)] if division else []
    if overall:
        chosen.append(max(overall, key=lambda id: worth(id)[1]))
    return {id: worth(id)[1] for id in chosen}


def lead_of(ctx: Resolution, side: Side) -> str | None:
    """A side's lead unit, whoever comes up later; None while its owner is asked (Y-9.5A-a)."""
    lead = name(ctx, side, fighting(ctx.box, ctx.state, side), NOTES[side, Stage.LEAD, None], "9.5")
    if lead is not None:
        note(ctx, NOTES[side, Stage.LEAD, None], lead)
    return lead


def draw_up(ctx: Resolution, side: Side) -> bool:
    """The attacker's lead unit if any in Main can fight, then reinforcements (Y-9.5A-a, Y-9.5B-a)."""
    if fighting(ctx.box, ctx.state, side) and lead_of(ctx, side) is None:
        return False
    battle = battle_of(ctx.state)
    ctx.push(Reinforcing(enemy(battle.attacker), battle.box))
    return True


def fight(ctx: Resolution) -> None:
    """Strengths, modifiers, dice and losses (Y-9.5E-a to Y-9.5H-a)."""
    box, state = ctx.box, ctx.state
    board, battle = board_of(state), battle_of(state)
    side = board.melee
    assert side is not None
    other = enemy(side)
    note_combat(ctx)
    units = {each: fighting(box, state, each) for each in (side, other)}
    leads = {each: lead for each in (side, other) if (lead := lead_of(ctx, each))}
    strengths, modifiers, column = reckon(box, state, side, leads)
    faces = list(ctx.pair(Purpose.of("melee", battle.box)))
    total = sum(faces) + sum(modifier.value for modifier in modifiers)
    losses = box.melee(column, total)
    ctx.say(Fought(side, leads, strengths, column, faces, modifiers, total, losses))
    for each, owed in ((other, losses[1]), (side, losses[0])):
        if owed:
            ctx.push(Losses(each, owed, tuple(units[each]), "9.5.1", leads[each]))


def reckon(box: Box, state: State, side: Side, leads: Mapping[Side, str]) -> Terms:
    """The terms of a melee that a side attacks in (Y-9.5E-a, Y-9.5F-a)."""
    board, other = board_of(state), enemy(side)
    units = {each: fighting(box, state, each) for each in (side, other)}
    attack, defence = (
        sum(face(box, state, id).strength * board.joined.get(id, 1) for id in units[each])
        for each in (side, other)
    )
    terms = {box.name(id): value for id, value in led(box, state, side, attacks=True).items()}
    charged = any(id in units[side] and box.unit[id].arm == "cavalry" for id in board.from_flank)
    terms[marked("Charge from the flank")] = box.modifiers.melee_charge * charged
    ahead = face(box, state, leads[side]).morale - face(box, state, leads[other]).morale
    if not state.options["morale-difference"]:
        ahead = box.modifiers.melee_morale * ((ahead > 0) - (ahead < 0))
    terms["Morale"] = ahead
    terms.update({box.name(id): -value for id, value in led(box, state, other, attacks=False).items()})
    modifiers = [Modifier(label, value) for label, value in terms.items() if value]
    return Terms((attack, defence), modifiers, box.odds("melee", attack, defence))
