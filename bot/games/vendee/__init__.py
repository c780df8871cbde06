"""*For God and For the King* in words."""

from bot.games.contract import Game
from bot.games.vendee.presenter import VendeePresenter
from data.catalogue import N_

GAME = Game(
    VendeePresenter,
    channel="vendee",
    topic=N_("The war in the Vendée: Whites and Blues, 1793."),
    aim=(
        N_(
            "After October points are counted: the Republic has 3 or 1 for each objective that it "
            "occupies, the Royalists up to 20 for a port, a crossing of the Loire and a town in the "
            "south, and both some for the strength that they have left (7.2). A side 15 points ahead "
            "wins strategically, 5 ahead tactically; anything closer is a political defeat of the "
            "Republic. It wins at once if it stands in all three great objectives while royalist "
            "morale is at its lowest (E14)."
        )
    ),
)
