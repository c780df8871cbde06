"""A leader with his units, or a single unit, on the move (7.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from data.catalogue import _
from data.nouns import listed
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.valmy.actions import END, OVERRUN, Action, Drop, Move
from engines.valmy.box import OUT, Box, enemy
from engines.valmy.combat.frames import Combat
from engines.valmy.events import Regrouped
from engines.valmy.frames import Activation, Mover, Reaction
from engines.valmy.handler import Handler
from engines.valmy.movement.reaction import met
from engines.valmy.movement.step import advance, present, price, step_refusal
from engines.valmy.position.command import uncontrolled
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, units_in
from engines.valmy.words import Party


class Moving(Handler[Activation, Action]):
    """Each mover goes where its points lead it; then the other side reacts, and there is combat (Y-4.2-b)."""

    kind, case = "movement", "7.1"

    def question(self, box: Box, state: State, frame: Activation) -> str:
        if frame.leader is not None:
            return _("Move {leader}, or end the movement", leader=box.name(frame.leader))
        if _has_to_move(frame):
            return _("Move the unit: it has to move")
        return _("Move the unit, or end the movement")

    def legal(self, box: Box, state: State, frame: Activation) -> list[Action]:
        actions: list[Action] = []
        for whole in frame.movers:
            mover = present(state, whole)
            if mover.done or not (mover.units or mover.leaders):
                continue
            party = _only(frame, mover)
            # In a box without enemies a unit is never held.
            met = bool(units_in(box, state, mover.at, enemy(frame.side)))
            # Units beyond the ratings of the remaining leaders have to be dropped first.
            many = uncontrolled(box, state, mover.leaders, mover.units) is not None
            steps = [
                Move((mover.at, end), party)
                for end in (*box.cost[mover.at], OUT)
                if step_refusal(box, state, frame.side, mover, end, last=True, guard=met) is None
            ]
            actions.extend(() if many else steps)
            # A mover that does not go on has no need to leave units behind.
            if steps and mover.steps and len(mover.units) > 1:
                actions.extend(Drop((unit,)) for unit in mover.units)
        if self.refusal(box, state, frame, END) is None:
            actions.append(END)
        return actions

    def refusal(self, box: Box, state: State, frame: Activation, action: Action) -> Refusal | None:
        match action:
            case Move(path, party):
                return _move_refusal(box, state, frame, path, party)
            case Drop(who):
                return _drop_refusal(box, state, frame, who)
        if action == OVERRUN:
            least = box.figures.overrun
            return Refusal(
                "Y-7.3-f",
                _l(
                    "A stack of {least} units or more overruns when it enters a box with a single enemy unit",
                    least=least,
                ),
            )
        if action != END:
            return out_of_place(_("a move, a drop or the end of the movement"))
        if _has_to_move(frame):
            return Refusal("A-6.1-4", _l("A single unit that is activated has to move"))
        return None

    def act(self, ctx: Resolution, frame: Activation, action: Action) -> None:
        match action:
            case Move(path, party):
                nth, going, staying = _split(ctx.box, ctx.state, frame, path[0], party)
                movers = [*frame.movers]
                movers[nth] = going
                movers.extend(staying)
                ctx.replace(replace(frame, movers=tuple(movers), moving=nth, plan=path[1:]))
            case Drop(who):
                stacks = [mover for mover in frame.movers if any(_holds(mover, id) for id in who)]
                after = parted(frame, stacks, who)
                ctx.replace(after)
                # A unit whose leader goes on stands on the map, as when the stack has gone (Y-2.3-f).
                chiefs = {id for mover in after.movers for id in mover.leaders if not mover.done}
                ctx.release(id for id in who if id in ctx.box.unit and ctx.state.units[id].leader in chiefs)
                under: dict[str | None, list[str]] = {}
                for id in who:
                    chief = ctx.state.units[id].leader if id in ctx.box.unit else None
                    under.setdefault(chief, []).append(id)
                for chief, those in under.items():
                    ctx.say(Regrouped(frame.side, tuple(those), chief))
            case _:
                _end(ctx, frame)

    def fallback(self, box: Box, state: State, frame: Activation) -> Action:
        """The end; a single unit that has to move takes the first box that is open to it."""
        return next(iter(reversed(self.legal(box, state, frame))))

    def go_on(self, ctx: Resolution, frame: Activation) -> bool:
        if not frame.plan:
            return True
        mover = present(ctx.state, frame.movers[frame.moving])
        if mover.done or not (mover.units or mover.leaders):
            ctx.replace(replace(frame, plan=()))
            return True
        end, *rest = frame.plan
        frame = replace(frame, plan=tuple(rest))
        ctx.replace(frame)
        many = uncontrolled(ctx.box, ctx.state, mover.leaders, mover.units)
        if many or step_refusal(ctx.box, ctx.state, frame.side, mover, end, last=not rest, guard=False):
            # Losses in an overrun can shorten a planned path.
            ctx.replace(replace(frame, plan=()))
            return True
        advance(ctx, frame, frame.moving, end)
        return False


def parted(frame: Activation, stacks: Sequence[Mover], who: Sequence[str]) -> Activation:
    """An activation after stacks have left counters behind."""
    after = [_without(mover, who) if mover in stacks else mover for mover in frame.movers]
    # One by one, so that it makes no difference whether they are dropped at once.
    left = [_dropped(mover, (id,)) for id in who for mover in stacks if id in (*mover.leaders, *mover.units)]
    return replace(frame, movers=(*after, *left))


def _end(ctx: Resolution, frame: Activation) -> None:
    """The movement is over: reaction, then combat (Y-4.2-b)."""
    ctx.pop()
    state, other = ctx.state, enemy(frame.side)
    combat = state.stack[-1]
    assert isinstance(combat, Combat)
    units = tuple(id for mover in frame.movers for id in mover.units)
    leaders = tuple(id for mover in frame.movers for id in mover.leaders)
    entered = met(state, frame.entered, units, leaders)
    fighters = units if frame.leader is not None else ()
    ctx.replace(replace(combat, touched=frame.entered, entered=entered, units=fighters))
    if entered:
        ctx.push(Reaction(other, entered))


def _has_to_move(frame: Activation) -> bool:
    """Whether it is a single unit that has not moved yet (A-6.1-4)."""
    alone = frame.movers[0]
    return frame.leader is None and not alone.steps and not alone.done


def _only(frame: Activation, mover: Mover) -> Party:
    """The party to name for a mover: empty where it is the only one in its box."""
    alone = sum(1 for other in frame.movers if other.at == mover.at and not other.done) < 2
    return Party(every=True) if alone else Party(names=(*mover.leaders, *mover.units))


def _chosen(box: Box, state: State, frame: Activation, start: str, party: Party) -> int | Refusal:
    """The mover that a player has named."""
    starting = [nth for nth, mover in enumerate(frame.movers) if mover.at == start]
    if not starting:
        mine = units_in(box, state, start, frame.side) if start in box.boxes else []
        dropped = any(state.units[id].spent for id in mine)
        if dropped:
            return Refusal("Y-7.1.4-b", _l("Who is there has ended his movement for this turn"))
        return Refusal("Y-6.0-a", _l("You have not activated anyone there"))
    for nth in starting:
        mover = present(state, frame.movers[nth])
        everybody = (*mover.leaders, *mover.units)
        if party.names and not party.every and not set(party.names) <= set(everybody):
            continue
        if party.every and mover.done and nth != starting[-1]:
            continue
        return nth
    return Refusal("Y-7.1.4-a", _l("They were not activated, or do not move as one stack"))


def _split(
    box: Box, state: State, frame: Activation, start: str, party: Party
) -> tuple[int, Mover, list[Mover]]:
    """A mover as it goes on, the parts that may still go another way, and the dropped part.

    Before its first step a stack may part under several leaders who were activated together.
    """
    nth = _chosen(box, state, frame, start, party)
    assert isinstance(nth, int)
    mover = present(state, frame.movers[nth])
    going = replace(mover, units=party.of(mover.units), leaders=party.of(mover.leaders))
    rest = _without(mover, (*going.units, *going.leaders))
    if mover.steps or not rest.leaders:
        staying = [replace(rest, done=True)]
    else:
        # A unit whose leader goes without it is dropped: no other leader has it under him (Y-8.2-a).
        orphans = [id for id in rest.units if state.units[id].leader not in rest.leaders]
        staying = [_without(rest, orphans), _dropped(rest, orphans)]
    return nth, going, [each for each in staying if each.units or each.leaders]


def _move_refusal(
    box: Box, state: State, frame: Activation, path: tuple[str, ...], party: Party
) -> Refusal | None:
    if len(path) < 2:
        return Refusal("Y-7.1.6-a", _l("A path has two boxes or more"))
    chosen = _chosen(box, state, frame, path[0], party)
    if isinstance(chosen, Refusal):
        return chosen
    whole = present(state, frame.movers[chosen])
    stray = [id for id in party.names if id not in (*whole.leaders, *whole.units)]
    if stray:
        return Refusal("Y-7.1.4-a", _l("{stray} is not in the stack that moves", stray=box.name(stray[0])))
    _nth, mover, _staying = _split(box, state, frame, path[0], party)
    if not mover.units and not mover.leaders:
        return Refusal("Y-7.1.4-a", _l("Nobody would move"))
    if mover.done:
        return Refusal("Y-7.1.4-b", _l("They have ended their movement for this turn"))
    if frame.leader is not None and whole.leaders and not mover.leaders:
        return Refusal("Y-7.1.3-a", _l("Units go on as a stack under a leader alone"))
    refusal = too_many(box, state, mover)
    if refusal is not None:
        return refusal
    single = len(path) == 2
    for nth, end in enumerate(path[1:], 1):
        if mover.at == OUT:
            return Refusal("A-11.1.1-1", _l("Beyond the west edge the path ends"))
        refusal = step_refusal(box, state, frame.side, mover, end, last=single, guard=nth == 1)
        if refusal is not None:
            return refusal
        spent = mover.spent + price(box, state, frame.side, mover, mover.at, end)
        mover = replace(mover, at=end, spent=spent, steps=mover.steps + 1)
    return None


def too_many(box: Box, state: State, mover: Mover) -> Refusal | None:
    """The refusal of a stack's step while its leaders are too few for it."""
    stray = uncontrolled(box, state, mover.leaders, mover.units)
    if stray is None:
        return None
    names = listed(map(box.name, mover.leaders))
    return Refusal(
        "Y-7.1.3.1-b",
        _l(
            "{names} cannot control {stray} as well: drop who is too many", names=names, stray=box.name(stray)
        ),
    )


def _drop_refusal(box: Box, state: State, frame: Activation, who: Sequence[str]) -> Refusal | None:
    for id in who:
        holder = next((mover for mover in frame.movers if _holds(mover, id)), None)
        if holder is None:
            return Refusal("Y-7.1.4-a", _l("{name} is in no stack that still moves", name=box.name(id)))
        left = present(state, _without(holder, who))
        if holder.leaders and not left.leaders and left.units:
            return Refusal("Y-7.1.3-a", _l("Units go on as a stack under a leader alone"))
        if not left.units and not left.leaders:
            return Refusal("Y-7.1.4-a", _l("Somebody of the stack has to go on"))
    return None


def _holds(mover: Mover, who: str) -> bool:
    return not mover.done and who in (*mover.leaders, *mover.units)


def _dropped(mover: Mover, who: Sequence[str]) -> Mover:
    """A mover without some counters, which end their movement where it is (Y-7.1.4-b)."""
    others = [id for id in (*mover.leaders, *mover.units) if id not in who]
    return replace(_without(mover, others), done=True)


def _without(mover: Mover, who: Sequence[str]) -> Mover:
    return replace(
        mover,
        units=tuple(id for id in mover.units if id not in who),
        leaders=tuple(id for id in mover.leaders if id not in who),
    )


def first_step(box: Box, state: State, at: str, unit: str) -> bool:
    """Whether a single unit has any box to go to (A-6.1-4)."""
    side, mover = box.unit[unit].side, Mover(at, (), (unit,), at)
    ends = [*box.cost[at], OUT]
    return any(step_refusal(box, state, side, mover, end, last=True, guard=True) is None for end in ends)
