"""Views of positions made by hand, so that a picture can be tested without playing to it."""

from __future__ import annotations

from collections.abc import Sequence

from engines.revolution.state import State
from engines.revolution.view import View
from render.revolution.moves import Change, Move, Shown, Vote
from tests.revolution.builder import TITLE, At

PACK = TITLE.data


def seen(position: At | State, seat: str | None = None) -> View:
    """A position as a seat sees it; None is the public."""
    return TITLE.view(position.state if isinstance(position, At) else position, seat)


START = seen(At("talk"))
WAR = seen(
    At("laws")
    .regime("terror")
    .set(turn=4, war=True, commune=True, leader="sans-culotte", kidnapped=False, laws=["levee", "maximum"])
    .army("coburg york lille", "brunswick metz", "wurmser strasbourg", "army-centre army-retz cholet")
    .army("regular-metz volunteer-1 volunteer-2 paris", "volunteer-3 nantes")
    .region("lille", "metz", "strasbourg", coalition=True, control=None)
    .region("lyon", "bordeaux", "caen", "nimes", revolt=True)
    .region("marseille", control="royalist", coalition=True)
    .people("robespierre saint-just marat danton desmoulins hebert chaumette barere paris")
    .people("charette cathelineau cholet", "barbaroux marseille", "sieyes tours")
    .person("louis", state="dead")
    .person("brissot", state="prison")
    .person("barnave", state="dead")
    .person("la-fayette", state="away")
)
LOST = seen(
    At("talk")
    .regime("convention")
    .set(turn=5, war=True, capital="tours", kidnapped=True, king_at="orleans")
    .army("brunswick wurmser paris", "volunteer-1 tours")
    .region("paris", "metz", "amiens", coalition=True, control=None)
    .people("danton tours")
)
CROWDED = seen(
    At("justice")
    .regime("thermidor")
    .people(
        "roux chaumette hebert billaud collot robespierre saint-just marat danton desmoulins brissot "
        "barbaroux roland vergniaud petion barere carnot barras sieyes boissy barnave la-fayette lameth "
        "laclos dandre dantraigues paris"
    )
    .army("coburg york fleet brunswick lille", "volunteer-1 volunteer-2 army-centre montpellier")
    .people("cathelineau cadoudal chouan charette brest")
)
PEOPLE = seen(
    At("talk").people(
        "roux chaumette hebert billaud collot robespierre saint-just marat montpellier",
    )
)
ALL: dict[str, tuple[View, Sequence[Shown]]] = {
    "start": (START, ()),
    "war": (
        WAR,
        (
            Move("allied", ("lille", "amiens")),
            Move("revolutionary", ("paris",), "battle"),
            Change("lyon"),
            Vote(
                "Levée en masse",
                (("marais", True), ("mountain", False), ("feuillant", None)),
                14,
                9,
                "carried",
            ),
        ),
    ),
    "lost": (LOST, (Move("allied", ("metz", "paris", "orleans")), Change("paris"))),
    "crowded": (CROWDED, (Vote("Civic law", (("marais", False),), 3, 10, "rejected"),)),
    "people": (PEOPLE, ()),
}
