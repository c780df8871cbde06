"""`/valmy`: a sub-command for each kind of action, completed only from the legal actions, and look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from discord import app_commands

from bot.games.parts.completion import Offer
from bot.games.valmy import lookups
from bot.games.valmy.completion import Asked
from bot.games.valmy.forms import PLACES
from bot.games.valmy.presenter import ValmyPresenter
from bot.games.valmy.scenes import CHART
from bot.interactions.games import Commands, Complete, Field, LongText, SeatContext, command
from bot.interactions.host import Command, Interaction, group
from engines.core.declared import about
from engines.valmy import actions
from engines.valmy.box import as_side
from engines.valmy.combat import actions as combat
from engines.valmy.state import State
from engines.valmy.words import fold
from render import CloseUp

_VALMY = Commands("valmy")
_WHO = "Units and leaders, with spaces between them"
_CHARGING = ("left", "right", "main")


def _made(words: ValmyPresenter, state: State, seat: str, who: str | None) -> Asked:
    return Asked(words, state, as_side(seat), who)


_SEATS = SeatContext("valmy", _made)
_completes, _legal = _SEATS.completes, _SEATS.legal


def _followers(here: Asked, options: Any, typed: str) -> Iterable[Offer]:
    return here.followers(options.who, typed)


def _movers(here: Asked, options: Any, typed: str) -> Iterable[Offer]:
    return here.movers(options.path or "", typed)


_OWN = _completes(lambda here, _, typed: here.own(typed))
_FIGHTERS = _completes(lambda here, _, typed: here.fighters(typed))
_BOXES = _VALMY.names(lambda box: box.boxes, fold)
_LEADERS = _VALMY.names(lambda box: box.leader, fold)
_UNITS = _VALMY.names(lambda box: box.unit, fold)


async def _bid(interaction: Interaction, typed: Mapping[str, str]) -> str | None:
    chit = typed["chit"]
    bid = _SEATS.meaning(lambda here: here.filled(actions.Bid, {"chit": chit}))
    return await _VALMY.act(interaction, bid if chit.isdecimal() else chit)


async def _deploy(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    return await _VALMY.act(
        interaction, _SEATS.meaning(lambda here: combat.Deploy(here.boxes(PLACES, typed) or None))
    )


async def _charge(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    return await _VALMY.act(
        interaction, _SEATS.meaning(lambda here: combat.Charge(here.boxes(_CHARGING, typed)))
    )


def _box(words: ValmyPresenter, typed: str) -> str:
    return words.title.words.box(fold(typed))


_look_up = _VALMY.look_up


def _declared(kind: type[msgspec.Struct], completes: Mapping[str, Complete] | None = None) -> Command:
    return _VALMY.declared(kind, _SEATS, completes=completes)


def _said(word: str) -> Command:
    return _VALMY.said(actions.WORDS[word])


_BATTLE = (
    _declared(combat.Attack),
    _VALMY.choice(
        "kind",
        "Fight a Minor or a Major Battle, as the defender (9.0).",
        "minor",
        "major",
        option="kind",
        asks="Which",
    ),
    _declared(combat.Boost),
    command(
        "deploy",
        about(combat.Deploy),
        _deploy,
        *(
            Field(place, f"Who stands there: {_WHO.lower()}", _FIGHTERS, LongText, keyword="")
            for place in PLACES
        ),
    ),
    command(
        "charge",
        about(combat.Charge),
        _charge,
        *(
            Field(place, "Cavalry there, and a leader who lends his rating", _FIGHTERS, LongText, keyword="")
            for place in _CHARGING
        ),
    ),
    _said("ride"),
    _declared(combat.Cancel),
    _declared(combat.Lead),
    _VALMY.choice(
        "melee",
        "Attack in Main, hold back, or end the battle (9.2.11).",
        "melee",
        "hold",
        "halt",
        asks="What to do",
    ),
    _VALMY.choice(
        "after-charge",
        "What chargers do who were held (9.4.5).",
        "join",
        "keep",
        "main",
        asks="Join the melee, keep the flank, or go to Main",
    ),
    *(_declared(kind) for kind in (combat.Commit, combat.Add, combat.Lose, combat.Retreat)),
    _said("stay"),
    _said("withdraw"),
)
_COMMAND = (
    _declared(actions.Arrange),
    _declared(
        actions.Assign,
        {"who": _OWN, "to": _completes(lambda here, options, typed: here.chiefs(options.who, typed))},
    ),
    _declared(actions.Show, {"who": _completes(lambda here, _, typed: here.held(typed))}),
    _declared(actions.Release),
    _look_up(
        "chart",
        "Your command: who is under whom, ratings used and left; for your side alone.",
        lambda eyes: lookups.chart(eyes.words.names, eyes.view, eyes.seat),
        close=CloseUp(sheet=CHART),
    ),
)
_COMMANDS = (
    command(
        "bid",
        about(actions.Bid),
        _bid,
        Field("chit", "Which", _legal(actions.Bid, actions.Plain, whole=True)),
    ),
    _declared(
        actions.Activate,
        {
            "who": _completes(lambda here, _, typed: here.who(typed)),
            "with": _completes(_followers),
            "through": _completes(lambda here, options, typed: here.through(options.who, typed)),
        },
    ),
    _declared(
        actions.Move,
        {"path": _completes(lambda here, _, typed: here.ways(typed)), "with": _completes(_movers)},
    ),
    _declared(actions.Drop),
    _declared(
        actions.React, {"path": _completes(lambda here, _, typed: here.reactions(typed)), "with": _OWN}
    ),
    _VALMY.choice(
        "overrun",
        "Overrun the single unit that was met, or stop before it (7.3).",
        "overrun",
        "decline",
        asks="What to do",
    ),
    _declared(actions.Flee),
    _declared(actions.Recover),
    _said("pass"),
    _said("end"),
    _SEATS.forecast(
        "What a battle would come to, played out many times; for you alone.",
        Field("box", "Where it would be fought, or is", _BOXES),
        Field("with", "Which of your units attack; by default those there", _OWN, LongText, keyword="with"),
    ),
    _VALMY.map(_BOXES, _box),
    _look_up(
        "box",
        "A box: what it is, the lines out, and who stands there as far as you know.",
        lambda eyes, name: lookups.box(eyes.words.names, eyes.view, _box(eyes.words, name)),
        Field("name", "The box", _BOXES),
    ),
    _look_up(
        "leader",
        "A leader: ratings, history, and where he is as far as you know.",
        lambda eyes, name: lookups.leader(
            eyes.words.names, eyes.view, eyes.words.title.words.leader(fold(name))
        ),
        Field("name", "The leader", _LEADERS),
    ),
    _look_up(
        "unit",
        "A unit: its values, and where it is as far as you know.",
        lambda eyes, name: lookups.unit(eyes.words.names, eyes.view, eyes.words.title.words.unit(fold(name))),
        Field("name", "The unit", _UNITS),
    ),
    _look_up(
        "table",
        "The tables of fire, charges and melee.",
        lambda eyes, name: lookups.table(eyes.words.names, name),
        Field("name", "Which table", kind=Literal["fire", "charge", "melee"]),
    ),
)


def commands() -> app_commands.Group:
    """Actions and look-ups of *The Valmy Campaign*."""
    made = group("valmy", "Play The Valmy Campaign: one command for each kind of action.", _COMMANDS)
    made.add_command(group("command", "Who holds which units, and who is under whom.", _COMMAND))
    made.add_command(group("battle", "What is done in a battle.", _BATTLE))
    return made


COMMANDS = commands
