"""Announcing, checking and calling off charges and counter-charges (9.2.5 to 9.2.7, 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from data.catalogue import N_, _
from data.nouns import listed
from data.sentences import _l
from data.valmy.tables import Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.valmy.box import Box, enemy
from engines.valmy.combat.actions import NO_CHARGE, RIDE, Cancel, Charge, Choice
from engines.valmy.combat.board import battle_of, board_of, chiefs, set_board, standing
from engines.valmy.combat.events import Announced, CalledOff, ChargeChecked
from engines.valmy.combat.fire import morale
from engines.valmy.combat.frames import FLANKS, Announcing, CallingOff, Place
from engines.valmy.handler import Handler
from engines.valmy.orders.battle import CALLING_OFF, CHARGES, COUNTER_CHARGES
from engines.valmy.purposes import Purpose
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, ratings, strength

FROM: tuple[Place, ...] = (*FLANKS, "main")
"""Boxes of the board from which cavalry charges."""


def cavalry(box: Box, state: State, side: Side, place: Place) -> list[str]:
    """Cavalry of a side in a box of the board."""
    return [id for id in standing(box, state, side, place) if box.unit[id].arm == "cavalry"]


def riders(box: Box, state: State, side: Side, place: Place) -> list[str]:
    """Cavalry that rides from a box: its charge was announced, passed and not called off."""
    riding = board_of(state).riding.get(side, ())
    named = declared(state, side, place)
    return [id for id in cavalry(box, state, side, place) if id in riding and id in named]


def declared(state: State, side: Side, place: Place) -> tuple[str, ...]:
    """Units and leaders named for a charge from a box."""
    return dict(board_of(state).declared.get(side, ())).get(place, ())


def lending(box: Box, state: State, side: Side, place: Place) -> str | None:
    """The leader who lends his rating in a box, and risks himself (Y-9.4.2-b, A-9.4.2-2)."""
    leaders = chiefs(box, state, side, place)
    return next((id for id in declared(state, side, place) if id in leaders), None)


def charging(box: Box, state: State, side: Side, place: Place) -> list[str]:
    """Units that announced a charge on a defender's box: the opposite flank's, or past an empty one."""
    if side == battle_of(state).attacker:
        return []
    past = [start for start in FROM if start not in FLANKS or not standing(box, state, side, start)]
    known, starts = board_of(state).places, [place] if place in FLANKS else past
    return [id for start in starts for id in declared(state, enemy(side), start) if known.get(id) == start]


def meets(box: Box, state: State, side: Side, place: Place) -> list[str]:
    """Units that riders from a box would meet: those that charge it, else those opposite, else Main."""
    other = enemy(side)
    coming = [id for id in charging(box, state, side, place) if id in box.unit]
    return coming or standing(box, state, other, place) or standing(box, state, other, "main")


def weight(box: Box, state: State, side: Side, place: Place, units: Sequence[str]) -> int:
    """Strength of riders as it counts: doubled, but not against units that charge themselves (Y-9.4.1-c)."""
    return strength(box, state, units) * (1 if charging(box, state, side, place) else 2)


def _best(box: Box, state: State, units: Sequence[str]) -> int:
    return max(face(box, state, id).morale for id in units)


class Announcement(Handler[Announcing, Charge]):
    """The attacker first, then the defender (Y-9.4-b); it is too late afterwards."""

    wants = N_("who charges, or that nobody does")
    usual = NO_CHARGE

    def asks(self, box: Box, state: State, frame: Announcing) -> Decision:
        if frame.side == battle_of(state).attacker:
            return Decision(frame.side, "charges", _("Announce your charges"), "9.2.5")
        return Decision(frame.side, "counter-charges", _("Announce counter-charges and charges"), "9.2.6")

    def legal(self, box: Box, state: State, frame: Announcing) -> list[Charge]:
        charges: list[Charge] = [NO_CHARGE]
        for place in FROM:
            horse = cavalry(box, state, frame.side, place)
            if horse:
                charges.append(Charge(((place, tuple(horse)),)))
        return charges

    def refusal(self, box: Box, state: State, frame: Announcing, action: Charge) -> Refusal | None:
        places = [place for place, _ in action.boxes]
        if len(set(places)) < len(places) or set(places) - set(FROM):
            return Refusal("Y-9.2.5-a", _l("Charges start from left, right or main, each named once"))
        for place, who in action.boxes:
            horse = cavalry(box, state, frame.side, place)  # type: ignore[arg-type]
            leaders = [id for id in who if id in box.leader]
            for id in who:
                if id in box.unit and id not in horse:
                    return Refusal(
                        "Y-9.4-a",
                        _l("{name} is no cavalry of yours in {place}", name=box.name(id), place=place),
                    )
                if id in leaders and id not in chiefs(box, state, frame.side, place):  # type: ignore[arg-type]
                    return Refusal(
                        "Y-9.4.2-b", _l("{name} is not with you in {place}", name=box.name(id), place=place)
                    )
            if len(leaders) > 1:
                return Refusal(
                    "A-9.4.2-2",
                    _l("One leader lends his rating, not {leaders}", leaders=listed(map(box.name, leaders))),
                )
            if len(leaders) == len(who) and not declared(state, enemy(frame.side), place):  # type: ignore[arg-type]
                return Refusal("Y-9.4-a", _l("No cavalry is named to charge from {place}", place=place))
        return None

    def ordered(self, box: Box, state: State, frame: Announcing, order: str) -> Charge:
        """Charge from each box whose odds and morale fit the order."""
        attacks = frame.side == battle_of(state).attacker
        said = (CHARGES if attacks else COUNTER_CHARGES).one(order)
        charges = []
        for place in FROM if said is not None else ():
            own = cavalry(box, state, frame.side, place)
            answers = bool(charging(box, state, frame.side, place))
            theirs = meets(box, state, frame.side, place)
            if own and theirs and said is not None and (attacks or answers or said.own):
                odds = Fraction(weight(box, state, frame.side, place, own), strength(box, state, theirs))
                ahead = _best(box, state, own) - _best(box, state, theirs)
                if odds >= said.odds and (said.difference is None or ahead >= said.difference):
                    lends = [
                        id for id in chiefs(box, state, frame.side, place) if box.leader[id].rank <= said.rank
                    ]
                    chosen = sorted(lends, key=lambda id: -ratings(box, state, id).offence)[:1]
                    charges.append((place, (*own, *chosen)))
        return Charge(tuple(charges))

    def act(self, ctx: Resolution, frame: Announcing, action: Charge) -> None:
        ctx.pop()
        known = board_of(ctx.state).declared
        set_board(ctx, declared={**known, frame.side: action.boxes})
        ctx.say(Announced(frame.side, dict(action.boxes)))

    def waits(self, ctx: Resolution, frame: Announcing) -> bool:
        """A side is asked if it has a unit to charge with, or a leader to lend his rating to the charged."""
        box, state = ctx.box, ctx.state
        if any(cavalry(box, state, frame.side, place) for place in FROM):
            return True
        charged = board_of(state).declared.get(enemy(frame.side), ())
        return any(chiefs(box, state, frame.side, place) for place, _ in charged)


def check(ctx: Resolution, side: Side) -> None:
    """One roll of two dice for all chargers, against the morale of each (Y-9.4-c, A-9.4-1, A-9.4-2)."""
    box, state = ctx.box, ctx.state
    who = [id for _, ids in board_of(state).declared.get(side, ()) for id in ids if id in box.unit]
    if not who:
        return
    faces = list(ctx.pair(Purpose.of("charge", side)))
    boosts = battle_of(state).boosts
    passed = tuple(id for id in who if sum(faces) <= morale(box, state, id, boosts))
    set_board(ctx, riding={**board_of(state).riding, side: passed})
    ctx.say(ChargeChecked(side, faces, passed, tuple(id for id in who if id not in passed)))
    if passed:
        ctx.push(CallingOff(side))


class Cancelling(Handler[CallingOff, Choice | Cancel]):
    """The owner of a charge may call it off after its check (Y-9.4.4-a, b)."""

    kind, case = "calling-off", "9.4.4"
    prompt = N_("Charge as announced, or call charges off")
    wants = N_("to ride, or to call charges off")
    usual = RIDE

    def legal(self, box: Box, state: State, frame: CallingOff) -> list[Choice | Cancel]:
        return [RIDE, *(Cancel((place,)) for place in _places(box, state, frame.side))]

    def refusal(self, box: Box, state: State, frame: CallingOff, action: Choice | Cancel) -> Refusal | None:
        if action == RIDE:
            return None
        if not isinstance(action, Cancel):
            return self.unlisted(box, frame)
        if not action.boxes or set(action.boxes) - set(_places(box, state, frame.side)):
            return Refusal("Y-9.4.4-a", _l("No charge of yours starts there"))
        return None

    def ordered(self, box: Box, state: State, frame: CallingOff, order: str) -> Choice | Cancel:
        """Off where the riders would not have the odds of the order."""
        said = CALLING_OFF.one(order)
        weak = []
        for place in _places(box, state, frame.side) if said is not None else ():
            own, theirs = riders(box, state, frame.side, place), meets(box, state, frame.side, place)
            most = weight(box, state, frame.side, place, own)
            if said is not None and most < said.odds * strength(box, state, theirs):
                weak.append(place)
        return Cancel(tuple(weak)) if weak else RIDE

    def act(self, ctx: Resolution, frame: CallingOff, action: Choice | Cancel) -> None:
        ctx.pop()
        if isinstance(action, Cancel):
            board = board_of(ctx.state)
            off = tuple(id for id in board.riding[frame.side] if board.places[id] in action.boxes)
            rest = tuple(id for id in board.riding[frame.side] if id not in off)
            set_board(ctx, riding={**board.riding, frame.side: rest})
            ctx.say(CalledOff(frame.side, off))


def _places(box: Box, state: State, side: Side) -> list[Place]:
    return [place for place in FROM if riders(box, state, side, place)]
