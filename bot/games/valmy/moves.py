"""Moves and fights of *The Valmy Campaign*, for the arrows of the map and of the battle board."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from data.catalogue import N_, _
from data.nouns import counted, numbered
from data.valmy.tables import Side
from engines.core.events import Event
from engines.valmy import events
from engines.valmy.box import OUT, Box, enemy
from engines.valmy.combat import events as fights
from render.valmy.moves import Blow, Deed, Manner, Move

_MANNERS: dict[str, Manner] = {
    "movement": "march",
    "reaction": "reaction",
    "retreat": "retreat",
    "displacement": "retreat",
}
_ENDS = {
    "AE": N_("all shattered"),
    "AR*": N_("thrown back, a step lost"),
    "AR": N_("thrown back"),
    "EX": N_("both shattered"),
    "BR": N_("both fall back"),
    "DR": N_("drives them off"),
    "DR*": N_("drives them off, a step lost"),
    "½DE": N_("shatters half of them"),
    "DE": N_("shatters them"),
}
"""The end of a charge, by its result."""
_MISSED = N_("no hit")


def moves(happened: Sequence[Event]) -> list[Move]:
    """Marches with their whole path, reactions, attacks and retreats, in order."""
    arrows: list[Move] = []
    who: tuple[str, ...] | None = None
    begun = 0
    for event in happened:
        match event:
            case events.Activated():
                begun, who = len(arrows), None
            case events.Moved(side, start, end, seen, how=how):
                step = Move(side, (start, end), _MANNERS[how])
                goes_on = who == seen and len(arrows) > begun and _continues(arrows[-1], step)
                if goes_on:
                    arrows[-1] = msgspec.structs.replace(arrows[-1], path=(*arrows[-1].path, end))
                else:
                    arrows.append(step)
                who = seen
            case events.Exited(side, start):
                arrows.append(Move(side, (start, OUT), "exit"))
            case fights.BattleBegun(place, attacker):
                arrows[begun:] = _fought(arrows[begun:], attacker, place)
                who = None
            case _:
                pass
    return arrows


def _continues(last: Move, step: Move) -> bool:
    return (last.side, last.manner, last.path[-1]) == (step.side, step.manner, step.path[0])


def _fought(marches: Sequence[Move], attacker: Side, place: str) -> list[Move]:
    """The marches of this activation into a battle are attacks; without one he attacks where he stood."""
    attacks = [
        msgspec.structs.replace(move, manner="attack")
        if (move.side, move.manner, move.path[-1]) == (attacker, "march", place)
        else move
        for move in marches
    ]
    if not any(move.manner == "attack" and move.path[-1] == place for move in attacks):
        attacks.append(Move(attacker, (place,), "attack"))
    return attacks


def blows(box: Box, happened: Sequence[Event]) -> list[Blow]:
    """The last exchange of the battle under way, with its losses; none without a battle."""
    exchange: list[Blow] = []
    hits = 0
    for event in happened:
        match event:
            case fights.BattleBegun() | fights.BattleEnded():
                exchange = []
            case fights.Fired(unit, hits=more, case=case):
                # Skirmishers go to the Reserve when they have fired.
                shot = Blow(box.unit[unit].side, "fire", (unit,), place="skirmish" if case == "9.3.1" else "")
                goes_on = len(exchange) == 1 and _same_volley(exchange[0], shot)
                hits = hits + more if goes_on else more
                who = (*exchange[0].who, unit) if goes_on else (unit,)
                text = numbered(hits, "hit") if hits else str(_MISSED)
                exchange = [msgspec.structs.replace(shot, who=who, text=text)]
            case fights.Charged(side, counter, attackers, result=result):
                deed: Deed = "counter-charge" if counter else "charge"
                exchange = [Blow(side, deed, attackers, str(_ENDS[result]))]
            case fights.Fought(attacker, leads, losses=(lost, taken)):
                cost = _("{steps} lost for {taken}", steps=counted(lost, "step"), taken=taken)
                exchange = [Blow(attacker, "melee", (leads[attacker], leads[enemy(attacker)]), cost)]
            case events.StepLost(side, unit) if exchange:
                exchange = _with_loss(exchange, side, unit)
            case _:
                pass
    return exchange


def _same_volley(last: Blow, shot: Blow) -> bool:
    """Consecutive shots of one side are one volley; the other side's begin an exchange of their own."""
    return (last.deed, last.side, last.place) == (shot.deed, shot.side, shot.place)


def _with_loss(exchange: Sequence[Blow], side: Side, unit: str) -> list[Blow]:
    rest = [blow for blow in exchange if (blow.deed, blow.side) != ("loss", side)]
    before = next((blow.who for blow in exchange if (blow.deed, blow.side) == ("loss", side)), ())
    return [*rest, Blow(side, "loss", (*before, unit))]
