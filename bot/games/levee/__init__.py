"""*Levée en Masse* in words."""

from bot.games.contract import Game
from bot.games.levee.presenter import LeveePresenter

GAME = Game(LeveePresenter, channel="levee-en-masse", topic="The Republic alone against the coalitions.")
