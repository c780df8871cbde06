"""The bot's words and forms for *La Grande Armée*."""

from bot.games.contract import Game
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from data.catalogue import N_

GAME = Game(
    GrandeArmeePresenter,
    "grande-armee",
    N_("Napoleon in Germany and Austria: 1805, 1806 and 1809."),
    N_(
        "The French score for fortresses that they hold or besiege, and for deeds of the campaign. They win "
        "with the points of the scenario; the Allies win otherwise. March divided, fight united, and keep "
        "supply within reach."
    ),
)
