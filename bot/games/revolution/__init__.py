"""*La Révolution Française* in words."""

from bot.games.contract import Game
from bot.games.revolution.presenter import RevolutionPresenter
from data.catalogue import N_

GAME = Game(
    RevolutionPresenter,
    channel="revolution-francaise",
    topic=N_("Six political Currents, 1791 to 1795."),
    aim=(
        N_(
            "Points are counted after the last turn. With 25 the Royalist wins: regions, Fame, Paris, a "
            "kidnapped King and what the Coalition holds. Otherwise each of the five others votes: with 25 "
            "points for its own camp, with fewer for the other camp, Revolution or Reaction. The camp with "
            "three votes wins, and in it the Current with most points of those that can win under the last "
            "regime."
        )
    ),
)
