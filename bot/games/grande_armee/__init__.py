"""The bot's words and forms for *La Grande Armée*."""

from bot.games.contract import Game
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from data.catalogue import N_

GAME = Game(
    GrandeArmeePresenter,
    "grande-armee",
    N_("Napoleon in Germany and Austria: 1805, 1806 and 1809."),
    N_(
        "The French score the points of each Fortress that they take, half while they besiege it, and more "
        "for deeds of the campaign. They win if they have the scenario's points when its last turn is over: "
        "the standing has both figures. Else the Allies win. March divided, fight united, and keep supply "
        "within reach."
    ),
)
