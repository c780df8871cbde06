"""What is at stake in an action, in a sentence for people."""

from __future__ import annotations

from data.catalogue import N_, _, ngettext
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

_WORTH: dict[Marker, N_] = {
    "republic": N_("Each box of the Republic brings 3 points in the end."),
    "despotism": N_("Each box of Despotism costs 4 points in the end."),
    "monarchy": N_("Each box of the Monarchy costs 5 points in the end."),
}


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
            return ngettext(
                "{space} is worth {n} point in the end while it stays free.",
                "{space} is worth {n} points in the end while it stays free.",
                turn.box.space[space].box,
                space=turn.box.name(space),
            )
        case RestoreOrder():
            return _("Disorder costs the Republic a box each turn.")
        case _:
            return _of_the_options(turn, board, action)


def by_die(won: float, lost: float) -> str:
    """What a die makes of the chance to win."""
    return _("Success makes it {won}%, failure {lost}%.", won=round(100 * won), lost=round(100 * lost))


def _of_the_options(turn: Turn, board: Board, action: Action) -> str:
    match action:
        case Levy():
            return _("The marker is gone for good, and one attack more is had for it.")
        case Spirit():
            return _("It costs no action, yet failure costs the marker and a box of the Republic.")
        case Deploy(army):
            return _("+1 to attacks on {power}, −1 to politics.", power=turn.box.power[army])
        case Recall():
            return _("He is of no more use where he is, and can be sent anew next turn.")
        case Commit() if board.rest.pending is None:
            return _("One attack more inside France, for Disorder in Paris.")
        case Commit():
            return _("The +1 makes a victory of the die, for Disorder in Paris.")
        case Reroll():
            return _("A second die, for a weaker French Army next turn.")
        case _:
            return _("What was rolled is good enough.")


def _danger(turn: Turn, board: Board, army: Unit) -> str:
    at, power = board.boxes[turn.units.index(army)], turn.box.power[army]
    if at == 0:
        return _("{power}: in Paris, and the game is lost if that stays so.", power=power)
    return ngettext("{power}: {n} box from Paris.", "{power}: {n} boxes from Paris.", at, power=power)


def _politics(turn: Turn, board: Board, marker: Marker) -> str:
    """What a political action is good for: the army at once, or the points in the end."""
    which = MARKERS.index(marker)
    moved = put(board.tracks, which, board.tracks[which] + (1 if which == REPUBLIC else -1))
    gained = turn.reign(moved)[0] - turn.reign(board.tracks)[0]
    if gained > 0:
        return _("The change of government gives +{gained} to every attack.", gained=gained)
    return str(_WORTH[marker])
