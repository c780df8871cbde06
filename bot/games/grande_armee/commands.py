"""`/grande-armee`: a sub-command for each verb, made of what its action declares, and look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec
from discord import app_commands

from bot.games.grande_armee import lookups
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.parts import asked
from bot.games.parts.typing import Offer, like, offer
from bot.interactions.games import Commands, Field, LongText, Seats, command
from bot.interactions.host import Command, Interaction, group
from data.grande_armee.texts import FIELDS
from engines.core import declared
from engines.grande_armee import actions
from engines.grande_armee.actions import Plain
from engines.grande_armee.state import State
from engines.grande_armee.words import fold, town_or_hex
from render import CloseUp

_GAME = Commands("grande-armee")


class Asked(asked.Asked[State]):
    """The question to one side, for completions of what its player types."""

    fold = staticmethod(fold)
    words: GrandeArmeePresenter

    def values(self, kind: type[msgspec.Struct], name: str, options: Any, typed: str) -> Iterator[Offer]:
        """What can stand in a field of a verb, by the legal actions that agree with the other options."""
        fields = declared.fields(kind)
        offered: dict[str, str] = {}
        for action in self.legal(kind):
            if all(
                _agrees(field.write(getattr(action, other)), getattr(options, other, None))
                for other, field in fields.items()
                if other != name
            ):
                value = getattr(action, name)
                text = fields[name].write(value)
                if value not in (None, ()) and text not in offered:
                    said = ", ".join(map(self.names.name, value)) if isinstance(value, tuple) else None
                    offered[text] = said or self.names.name(str(value))
        for text, said in offered.items():
            if like(typed, text, said, fold=fold):
                yield offer(said, text)


def _agrees(written: str, typed: str | None) -> bool:
    return not typed or fold(typed) == fold(written)


def _made(words: GrandeArmeePresenter, state: State, seat: str, who: str | None) -> Asked:
    return Asked(words, state, seat)


_SEATS = Seats("grande-armee", _made)


def _verb(kind: type[msgspec.Struct]) -> Command:
    """The sub-command of a verb: its fields are the options, its docstring is what it says."""
    fields = declared.fields(kind)
    required = len(fields) - len(kind.__struct_defaults__)

    async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
        return await _GAME.act(interaction, declared.line(kind, typed))

    options = [
        Field(
            name,
            str(FIELDS[name]),
            _SEATS.completes(_values(kind, name)),
            LongText,
            keyword=None if number < required else fields[name].lead,
        )
        for number, name in enumerate(fields)
    ]
    return command(declared.word(kind), declared.about(kind), run, *options)


def _values(kind: type[msgspec.Struct], name: str) -> Callable[[Asked, Any, str], Iterable[Offer]]:
    return lambda here, options, typed: here.values(kind, name, options, typed)


def _hex(words: GrandeArmeePresenter, typed: str) -> str:
    return town_or_hex(words.title.box, fold(typed))


WORDS: Mapping[str, str] = {
    "end": "End this step of your turn.",
    "pass": "Pass where there is nothing to do.",
    "roll": "Roll again in a forced march.",
    "halt": "Halt a forced march unharmed.",
    "rest": "Take no next leg.",
    "stand": "Let nobody retreat before combat.",
}
_HEXES = _GAME.names(lambda box: [town.id for town in box.pack.towns.town], fold)
_MARCHES = ("move", "march", "triple", "onward", "combine", "break", "eliminate")


def _show(sheet: str, about: str) -> Command:
    return _GAME.look_up(
        sheet,
        about,
        lambda eyes: lookups.sheet(eyes.words.names, eyes.view, sheet),
        close=CloseUp(sheet=sheet),
    )


def commands() -> app_commands.Group:
    """Actions and look-ups of *La Grande Armée*."""
    verbs = {declared.word(kind): _verb(kind) for kind in get_args(actions.Action) if kind is not Plain}
    march = [verbs[name] for name in _MARCHES]
    fight = [each for name, each in verbs.items() if name not in _MARCHES]
    made = group(
        "grande-armee",
        "Play La Grande Armée: one command for each kind of action.",
        [
            *march,
            *(_GAME.verb(word, about) for word, about in WORDS.items()),
            _GAME.map(_HEXES, _hex),
            _show("whole", "The whole board on one sheet, for you alone."),
            _show("zones", "The theatre of war with zones of control and supply, for you alone."),
            _GAME.look_up(
                "hex",
                "A hex: its ground, its sides, and the units on it.",
                lambda eyes, name: lookups.hex(eyes.words.names, eyes.view, _hex(eyes.words, name)),
                Field("name", "A town, or four figures", _HEXES),
            ),
        ],
    )
    made.add_command(group("battle", "What is done in combat.", fight))
    return made


COMMANDS = commands
