"""The stake of an action, in a sentence for people."""

from __future__ import annotations

from msgspec.structs import replace

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
from engines.levee.housekeeping import king_of
from engines.levee.odds import passes
from engines.levee.player.board import REPUBLIC, Board, put
from engines.levee.player.turn import Turn
from engines.levee.state import left

LOWEST = -1
"""The lowest box of a political track."""
_WORTH: dict[Marker, N_] = {
    "republic": N_("Each box of the Republic brings 3 points in the end."),
    "despotism": N_("Each box of Despotism costs 4 points in the end."),
    "monarchy": N_("Each box of the Monarchy costs 5 points in the end."),
}


def stake(turn: Turn, board: Board, action: Action) -> str:
    """The reason to consider an action."""
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
            return _disorder(board)
        case _:
            return _of_the_options(turn, board, action)


def by_die(won: float, lost: float) -> str:
    """The chance to win after each result of a die."""
    return _("Success makes it {won}%, failure {lost}%.", won=round(100 * won), lost=round(100 * lost))


def unspent(actions: int, best: bool) -> str:
    """What the end of the turn leaves undone.

    :param best: whether no action is better.
    """
    if best:
        return _("Nothing that is left to do raises the chance to win.")
    if not actions:
        return _("What can be done without an action is left undone.")
    return ngettext("{n} action is left unspent.", "{n} actions are left unspent.", actions)


def _of_the_options(turn: Turn, board: Board, action: Action) -> str:
    match action:
        case Levy():
            return _("The marker is gone for good, and one attack more is had for it.")
        case Spirit():
            return _spirit(board)
        case Deploy(army):
            return _(
                "+1 to the French Army's attacks on {power}, −1 to every Political Action.",
                power=turn.box.power(army),
            )
        case Recall():
            return _recall(turn)
        case Commit() if board.rest.pending is None:
            return _("One attack more inside France, for Disorder in Paris.")
        case Commit():
            return _("The +1 makes a victory of the die, for Disorder in Paris.")
        case Reroll():
            if not left(turn.box, turn.state):
                return _("A second die, at no price: no turn is left in which the reserves are missed.")
            return _("A second die, for a weaker French Army next turn.")
        case _:
            return _kept(turn, board)


def _danger(turn: Turn, board: Board, army: Unit) -> str:
    at, power = board.boxes[turn.units.index(army)], turn.box.power(army)
    if king_of(replace(turn.state, boxes={army: at})):
        return _(
            "{power} in {space}: if it stays there, a King returns with this turn and the game is lost.",
            power=power,
            space=turn.box.name(turn.box.at[army][at]),
        )
    if at == 0:
        return _("{power} is in Paris: the game ends with this turn if it stays there.", power=power)
    if army in turn.box.stationary:
        return _(
            "{power} never marches. Each enemy on the map costs a point; beaten, it leaves the map.",
            power=power,
        )
    return ngettext("{power}: {n} box from Paris.", "{power}: {n} boxes from Paris.", at, power=power)


def _politics(turn: Turn, board: Board, marker: Marker) -> str:
    """The use of a political action: the army at once, or the points in the end."""
    which = MARKERS.index(marker)
    moved = put(board.tracks, which, board.tracks[which] + (1 if which == REPUBLIC else -1))
    gained = turn.reign(moved)[0] - turn.reign(board.tracks)[0]
    if gained > 0:
        return _("The change of government gives +{gained} to the French Army's attacks.", gained=gained)
    return str(_WORTH[marker])


def _disorder(board: Board) -> str:
    """The cost of Disorder; the Republic falls no further than −1 (8.2), the marker costs a point (9.3)."""
    if board.tracks[REPUBLIC] > LOWEST:
        return _("Disorder costs the Republic a box at the end of each turn.")
    return _("The Republic can fall no further, but Disorder costs a point in the end.")


def _spirit(board: Board) -> str:
    """The cost of a liberated space's failure (L-10.2-d)."""
    if board.tracks[REPUBLIC] > LOWEST:
        return _("It costs no action; failure takes the marker off the map, and a box from the Republic.")
    return _("It costs no action; failure takes the marker off the map.")


def _recall(turn: Turn) -> str:
    """The gain of a recall (X-5.N-d, X-5.N-g)."""
    if not left(turn.box, turn.state):
        return _("Political Actions lose the −1 that they have because of him.")
    return _(
        "Political Actions lose the −1 that they have because of him, and he can be sent anew next turn."
    )


def _kept(turn: Turn, board: Board) -> str:
    """The result of a die that is left as it is."""
    pending = board.rest.pending
    assert pending is not None
    test = turn.chances.attack(board, pending.fight, turn.units.index(pending.army))
    if passes(test, pending.face):
        return _("The attack succeeds as the die lies.")
    return _("The attack fails; no reserves and no order in Paris are given up for another die.")
