"""What is at stake in an action, in a few words for people."""

from __future__ import annotations

from data.catalogue import _
from data.levee.schema import MARKERS, Marker, Unit
from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
)
from engines.levee.player.board import REPUBLIC, Board, put
from engines.levee.player.turn import Turn


def stake(turn: Turn, board: Board, action: Action) -> str:
    """Why an action is worth thinking about."""
    match action:
        case Military(army):
            return _danger(turn, board, army)
        case Naval():
            return _danger(turn, board, "britain")
        case Political(marker):
            return _politics(turn, board, marker)
        case Liberate(space):
            points = turn.box.space[space].box
            return _(
                "{space} is worth {points} in the end while it stays free",
                space=turn.box.name(space),
                points=points,
            )
        case RestoreOrder():
            return _("Disorder costs the Republic a box each turn")
        case _:
            return _of_the_options(turn, board, action)


def _of_the_options(turn: Turn, board: Board, action: Action) -> str:
    match action:
        case Levy():
            return _("the marker is gone for good, and one attack more is had for it")
        case Spirit():
            return _("it costs no action, yet failure costs the marker and a box of the Republic")
        case Deploy(army):
            return _("+1 to attacks on {turn}, −1 to politics", turn=_power(turn, army))
        case Recall():
            return _("he is of no more use where he is, and can be sent anew next turn")
        case Commit() if board.rest.pending is None:
            return _("one attack more inside France, for Disorder in Paris")
        case Commit():
            return _("the +1 makes a victory of the die, for Disorder in Paris")
        case Reroll():
            return _("a second die, for a weaker French Army next turn")
        case _:
            return _("what was rolled is good enough")


def _power(turn: Turn, army: Unit) -> str:
    name = turn.box.power[army]
    return _("the {name}", name=name) if army == "vendee" else name


def _danger(turn: Turn, board: Board, army: Unit) -> str:
    at = board.boxes[turn.units.index(army)]
    power = _power(turn, army)
    if at == 0:
        return _("{power} is in Paris, and the game is lost if it stays there", power=power)
    return (
        _("{power} is {at} boxes from Paris", power=power, at=at)
        if at > 1
        else _("{power} is {at} box from Paris", power=power, at=at)
    )


def _politics(turn: Turn, board: Board, marker: Marker) -> str:
    """What a political action is good for: the army at once, or the points in the end."""
    which = MARKERS.index(marker)
    moved = put(board.tracks, which, board.tracks[which] + (1 if which == REPUBLIC else -1))
    gained = turn.reign(moved)[0] - turn.reign(board.tracks)[0]
    if gained > 0:
        return _("the change of government gives +{gained} to every attack", gained=gained)
    points = {"republic": "brings 3 points", "despotism": "costs 4 points", "monarchy": "costs 5 points"}
    return _("each box of {marker} {points} in the end", marker=marker.title(), points=points[marker])
