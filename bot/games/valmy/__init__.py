"""*The Valmy Campaign* in words."""

from bot.games.contract import Game
from bot.games.valmy.presenter import ValmyPresenter

GAME = Game(ValmyPresenter, channel="valmy", topic="Brunswick marches on Paris, September 1792.")
