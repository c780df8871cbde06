"""*Outposts* in words."""

from bot.games.contract import Game
from tests.outposts.game.bot.presenter import OutpostsPresenter

GAME = Game(OutpostsPresenter, channel="outposts", topic="Two sides in the lanes of the Sèvre.")
