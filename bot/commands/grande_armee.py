"""`/grande-armee`: a sub-command for each verb, made from its declaration, and look-ups."""

from __future__ import annotations

from functools import cache

from discord import app_commands

from bot.games.grande_armee import lookups
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.parts import asked
from bot.interactions.games import Commands, Field, SeatContext
from bot.interactions.host import Command, group
from data.grande_armee.hexes import Hex
from engines.core import declared
from engines.grande_armee import actions
from engines.grande_armee.state import State
from engines.grande_armee.words import fold, town_or_hex
from render import CloseUp

_GAME = Commands("grande-armee")


class Asked(asked.Asked[State]):
    """The question to one side, for completions of what its player types."""

    fold = staticmethod(fold)


_SEATS = SeatContext("grande-armee", lambda words, state, seat, who: Asked(words, state, seat))


def _hex(words: GrandeArmeePresenter, typed: str) -> Hex:
    return town_or_hex(words.title.box, fold(typed))


_HEXES = _GAME.names(lambda box: [town.id for town in box.pack.towns.town], fold)
_MARCHES = ("move", "march", "triple", "onward", "combine", "break", "eliminate")


def _show(sheet: str, about: str) -> Command:
    return _GAME.look_up(
        sheet,
        about,
        lambda eyes: lookups.sheet(eyes.words.names, eyes.view, sheet),
        close=CloseUp(sheet=sheet),
    )


@cache
def commands() -> app_commands.Group:
    """Actions and look-ups of *La Grande Armée*; made once, for the bots of a process share them."""
    verbs = {declared.word(kind): _GAME.declared(kind, _SEATS) for kind in actions.VERBS}
    march = [verbs[name] for name in _MARCHES]
    fight = [each for name, each in verbs.items() if name not in _MARCHES]
    made = group(
        "grande-armee",
        "Play La Grande Armée: one command for each kind of action.",
        [
            *march,
            *map(_GAME.said, actions.WORDS),
            _GAME.map(_HEXES, _hex),
            _show("whole", "The whole board on one sheet, for you alone."),
            _show("zones", "The theatre of war with zones of control and supply, for you alone."),
            _GAME.look_up(
                "hex",
                "A hex: its ground, its sides, and the units on it.",
                lambda eyes, name: [*lookups.hex(eyes.words.names, eyes.view, _hex(eyes.words, name))],
                Field("name", "A town, or four figures", _HEXES),
            ),
        ],
    )
    made.add_command(group("battle", "What is done in combat.", fight))
    return made


COMMANDS = commands
