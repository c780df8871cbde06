"""*Levée en Masse* in words."""

from bot.games.contract import Game
from bot.games.levee.presenter import LeveePresenter
from data.catalogue import N_

GAME = Game(
    LeveePresenter,
    channel="levee-en-masse",
    topic=N_("Alone for the Revolution against Europe, 1789 to 1802."),
    aim=(
        N_(
            "Keep every enemy Army out of Paris until the last headline is drawn: if Paris falls the "
            "game ends at once, and before the red deck it is lost outright (8.1, 9.1). Then points "
            "are counted: three times the Republic's box and the liberated spaces, less Despotism, "
            "Monarchy and every enemy on the map (9.3). One point or more is a triumph, and down to "
            "−15 it is still a victory."
        )
    ),
)
