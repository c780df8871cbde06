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
            "The Royalist wins at once with 25 points: regions, Fame, Paris, a kidnapped King and what the "
            "Coalition holds. Else the five others vote for Revolution or Reaction, each with 25 points for "
            "its own camp and with less for the other. In the camp that carries it, of those whom the last "
            "regime lets win, the Current with most points does."
        )
    ),
)
