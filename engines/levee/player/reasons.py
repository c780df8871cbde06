"""What is at stake in an action, in a few words for people."""

from __future__ import annotations

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
            return f"{turn.box.name(space)} is worth {points} in the end while it stays free"
        case RestoreOrder():
            return "Disorder costs the Republic a box each turn"
        case _:
            return _of_the_options(turn, board, action)


def _of_the_options(turn: Turn, board: Board, action: Action) -> str:
    match action:
        case Levy():
            return "the marker is gone for good, and one attack more is had for it"
        case Spirit():
            return "it costs no action, yet failure costs the marker and a box of the Republic"
        case Deploy(army):
            return f"+1 to attacks on {_power(turn, army)}, −1 to politics"
        case Recall():
            return "he is of no more use where he is, and can be sent anew next turn"
        case Commit() if board.rest.pending is None:
            return "one attack more inside France, for Disorder in Paris"
        case Commit():
            return "the +1 makes a victory of the die, for Disorder in Paris"
        case Reroll():
            return "a second die, for a weaker French Army next turn"
        case _:
            return "what was rolled is good enough"


def _power(turn: Turn, army: Unit) -> str:
    name = turn.box.power[army]
    return f"the {name}" if army == "vendee" else name


def _danger(turn: Turn, board: Board, army: Unit) -> str:
    at = board.boxes[turn.units.index(army)]
    power = _power(turn, army)
    if at == 0:
        return f"{power} is in Paris, and the game is lost if it stays there"
    return f"{power} is {at} box{'es' if at > 1 else ''} from Paris"


def _politics(turn: Turn, board: Board, marker: Marker) -> str:
    """What a political action is good for: the army at once, or the points in the end."""
    which = MARKERS.index(marker)
    moved = put(board.tracks, which, board.tracks[which] + (1 if which == REPUBLIC else -1))
    gained = turn.reign(moved)[0] - turn.reign(board.tracks)[0]
    if gained > 0:
        return f"the change of government gives +{gained} to every attack"
    points = {"republic": "brings 3 points", "despotism": "costs 4 points", "monarchy": "costs 5 points"}
    return f"each box of {marker.title()} {points[marker]} in the end"
