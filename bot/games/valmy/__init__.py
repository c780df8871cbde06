"""*The Valmy Campaign* in words."""

from bot.games.contract import Game
from bot.games.valmy.presenter import ValmyPresenter
from data.catalogue import N_

GAME = Game(
    ValmyPresenter,
    channel="valmy",
    topic=N_("Brunswick marches on Paris, September 1792."),
    aim=(
        N_(
            "The Allies win at once when Brunswick leaves by the west edge with three commands and a "
            "free line to Verdun behind him, or when the French army breaks; the French when they "
            "hold Verdun for two turns, or when the Allied army breaks. Else points decide after "
            "twelve turns: for steps shattered, leaders lost and cities held."
        )
    ),
)
