"""Moves of *La Révolution Française*, for the arrows of the map, and the deputies' last vote."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.games.revolution.names import Names
from bot.games.revolution.story import question
from data.catalogue import _
from data.nouns import upper
from engines.core.events import Event
from engines.revolution import events as happened
from engines.revolution.politics import events as politics
from engines.revolution.politics.votes import TRIAL
from engines.revolution.war import events as war
from render.revolution.moves import Change, Move, Shown, Vote


def moves(names: Names, events: Sequence[Event]) -> list[Shown]:
    """Armies and regions of these events, and the last vote of the deputies."""
    shown: list[Shown] = []
    vote: Vote | None = None
    tried = False
    for event in events:
        match event:
            case war.ArmyCame(army, region):
                shown.append(Move(names.box.army[army].side, (region,)))
            case war.ArmyMoved(army, path):
                shown.append(Move(names.box.army[army].side, path))
            case war.Fought(region, _box, attacker):
                side = "revolutionary" if attacker == "revolutionary" else "allied"
                shown.append(Move(side, (region,), "battle"))
            case (
                happened.ControlChanged(region) | happened.RevoltBegun(region) | happened.RevoltEnded(region)
            ):
                shown.append(Change(region))
            case war.CoalitionHolds(region):
                shown.append(Change(region))
            case politics.Counted(kind, subject, cast, yes, no, _added, held):
                said = tuple((seat, _ballot(kind, value)) for seat, value in cast.items())
                tried = kind == "verdict" or subject == TRIAL
                result = _stands(yes >= no) if kind == "critics" else _result(yes > no, tried=tried)
                vote = Vote(upper(question(names, kind, subject)), said, yes, no, result, (*held.items(),))
            case happened.Deposed(votes, yes, no, passed, held):
                result = _("deposed") if passed else _("he stays")
                vote = Vote(_("The King's deposition"), (*votes.items(),), yes, no, result, (*held.items(),))
            case politics.TieBroken(_seat, _subject, yes) if vote is not None:
                vote = msgspec.structs.replace(vote, result=_result(yes, tried=tried))
    return [*dict.fromkeys(shown), *([vote] if vote is not None else [])]


def _ballot(kind: str, value: int | None) -> bool | None:
    """The sign of a vote; None for neither. A critic is against the Government, and no answer is a no."""
    return None if kind == "critics" and not value else value == 1


def _stands(stays: bool) -> str:
    return _("it stays") if stays else _("it falls")


def _result(yes: bool, *, tried: bool) -> str:
    """The result of a vote, in the word for its subject."""
    if tried:
        return _("guilty") if yes else _("innocent")
    return _("carried") if yes else _("rejected")
