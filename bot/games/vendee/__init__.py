"""*For God and For the King* in words."""

from bot.games.contract import Game
from bot.games.vendee.presenter import VendeePresenter

GAME = Game(VendeePresenter, channel="vendee", topic="Whites and Blues in the west, 1793.")
