"""`/vendee`: a sub-command for each kind of action, completed only from the legal actions, and look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from discord import app_commands

from bot.games.parts.completion import Offer
from bot.games.vendee import lookups
from bot.games.vendee.completion import Asked
from bot.games.vendee.presenter import VendeePresenter
from bot.interactions.games import Commands, Complete, Field, LongText, SeatContext
from bot.interactions.host import Command, group
from engines.vendee import actions
from engines.vendee.actions import Activate
from engines.vendee.combat.actions import Guns, Lose, Pursue, Retire, Withdraw
from engines.vendee.frames import as_side
from engines.vendee.state import State
from engines.vendee.words import fold

_VENDEE = Commands("vendee")


def _made(words: VendeePresenter, state: State, seat: str, who: str | None) -> Asked:
    return Asked(words, state, as_side(seat), who)


_SEATS = SeatContext("vendee", _made)
_completes, _legal = _SEATS.completes, _SEATS.legal


def _ways(here: Asked, _: Any, typed: str) -> Iterable[Offer]:
    return here.ways(typed)


def _movers(here: Asked, options: Any, typed: str) -> Iterable[Offer]:
    return here.groups(here.movers(options.path or ""), typed)


_STARTS = _completes(lambda here, _, typed: here.areas(here.legal(Activate), typed))
_PARTS = _completes(lambda here, options, typed: here.groups(here.movers(options.stack or ""), typed))
_ARRIVALS = _completes(lambda here, _, typed: here.arrivals(typed))
_HOMES = _completes(lambda here, options, typed: here.homes(options.what, typed))
_MARCHES = _completes(lambda here, _, typed: here.areas(here.legal(Guns), typed))
_MARCHERS = _completes(lambda here, options, typed: here.marchers(options.stack, typed))
_CHOSEN = _legal(
    actions.Choose, actions.Note, actions.Land, actions.Spare, actions.Desert, actions.Show, whole=True
)
_AREAS = _VENDEE.names(lambda box: box.ground.area, fold)
_GENERALS = _VENDEE.names(lambda box: box.general, fold)
_PATH = "Areas with > between them, from where the stack is"


def _area(words: VendeePresenter, typed: str) -> str:
    return words.title.words.area(fold(typed))


def _general(words: VendeePresenter, typed: str) -> str:
    return words.title.words.general(fold(typed))


_look_up = _VENDEE.look_up


def _declared(kind: type[msgspec.Struct], completes: Mapping[str, Complete] | None = None) -> Command:
    return _VENDEE.declared(kind, _SEATS, completes=completes)


def _said(word: str) -> Command:
    return _VENDEE.said(actions.WORDS[word])


_COMBAT = (
    _declared(Guns, completes={"stack": _MARCHES, "with": _MARCHERS}),
    *(_declared(kind) for kind in (Withdraw, Lose, Retire, Pursue, actions.Flee)),
)
_COMMANDS = (
    _declared(actions.Place, completes={"what": _ARRIVALS, "where": _HOMES}),
    _declared(actions.Play),
    _VENDEE.choice(
        "initiative",
        "Go first, or let the other side go first (2.3).",
        "begin",
        "yield",
        asks="Who activates a stack first",
    ),
    _declared(Activate, completes={"stack": _STARTS, "with": _PARTS}),
    _declared(actions.Move, completes={"path": _completes(_ways), "with": _completes(_movers)}),
    _declared(actions.Drop),
    _declared(actions.PickUp),
    _said("stop"),
    _said("hand-over"),
    _declared(actions.Preempt),
    _VENDEE.whole(
        "choose",
        "Choose an army, a port, a landing, deserters, or a general to spare.",
        Field("what", "What the rules ask for, as it is offered", _CHOSEN),
    ),
    _said("decline"),
    _said("done"),
    _SEATS.forecast(
        "What a path or an attack would lead to, at any time, without doing it.",
        Field("path", _PATH, _completes(_ways, Asked.ahead), LongText),
        Field("with", "Who would go; all by default", _completes(_movers, Asked.ahead), keyword="with"),
    ),
    _VENDEE.map(_AREAS, _area),
    _look_up(
        "general",
        "A general: ratings, history, and where he is as far as you know.",
        lambda eyes, name: lookups.general(eyes.words.names, eyes.view, _general(eyes.words, name)),
        Field("name", "The general", _GENERALS),
    ),
    _look_up(
        "area",
        "An area: its ground, the ways out, and who stands there as far as you know.",
        lambda eyes, name: lookups.area(eyes.words.names, eyes.view, eyes.seat, _area(eyes.words, name)),
        Field("name", "The area", _AREAS),
    ),
    _look_up(
        "events",
        "The event markers: how many are left, what they do, when they may be played.",
        lambda eyes: lookups.events(eyes.words.names, eyes.view),
    ),
)


def commands() -> app_commands.Group:
    """Actions and look-ups of *For God and For the King*."""
    made = group("vendee", "Play For God and For the King: one command for each kind of action.", _COMMANDS)
    made.add_command(group("combat", "What is done in a combat and after it.", _COMBAT))
    return made


COMMANDS = commands
