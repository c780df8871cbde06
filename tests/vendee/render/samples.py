"""Views of positions, so that a picture can be tested without playing to it."""

from __future__ import annotations

import data.vendee
from data.vendee.schema import Side
from engines.vendee.state import State
from engines.vendee.title import Vendee
from engines.vendee.view import View
from engines.vendee.view import view as seen_by
from render.vendee import Move
from tests.vendee.builder import given

PACK = data.vendee.load()
BOX = Vendee().box
AREAS = [area.id for area in PACK.board.area]


def view(state: State, seat: Side | None = None) -> View:
    """A position as a side sees it, or the public."""
    return seen_by(BOX, state, seat)


def crowded() -> State:
    """August, with both sides at Cholet and stacks all over the map."""
    made = given().turn(6).past("e1", "e2", "e13").morale(republican=-1, royalist=2).powder(anjou=1, centre=0)
    made.points("cholet", anjou=24, loroux=6, chouans=4, saumur=18, mayence=12)
    for general in ("stofflet", "bonchamps", "lescure", "cathelineau", "la-rochejaquelein"):
        made.general(general, "cholet")
    made.general("kleber", "cholet").general("marceau", "cholet").general("canclaux", "nantes")
    for area in ("mortagne", "chatillon", "beaupreau", "jallais", "trementines", "maulevrier"):
        made.points(area, anjou=7)
    for area in ("montaigu", "saint-fulgent", "les-herbiers"):
        made.points(area, centre=5)
    for area in ("lege", "machecoul", "palluau"):
        made.points(area, bas_poitou=6)
    for area in ("saumur", "angers", "doue", "vihiers", "chemille", "coron", "thouars", "bressuire"):
        made.points(area, saumur=9)
    for area in ("lucon", "fontenay", "les-sables", "chantonnay", "la-roche", "parthenay"):
        made.points(area, la_rochelle=11)
    made.points("nantes", nantes=15, mayence=9, la_rochelle=2).points("noirmoutier", nantes=2)
    made.points("pouzauges", centre=6, ready="activated").points("vallet", loroux=5, ready="routed")
    made.state.holder["saumur"] = "royalist"
    return made.state


MOVES = (
    Move("republican", ("vihiers", "coron", "trementines", "cholet"), "attack"),
    Move("royalist", ("cholet", "mortagne"), "retreat"),
    Move("republican", ("clisson", "tiffauges"), "rout"),
    Move("royalist", ("saint-gilles",), "landing"),
    Move("royalist", ("lege", "palluau", "apremont")),
)
