"""`/vendee`: a sub-command for each kind of action, completed only from the legal actions, and look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from discord import app_commands

from bot.errors import PoliteError
from bot.games.parts.completion import Offer
from bot.games.vendee import lookups
from bot.games.vendee.completion import Asked, march
from bot.games.vendee.presenter import VendeePresenter
from bot.interactions.games import Commands, Field, LongText, SeatContext, command
from bot.interactions.host import Interaction, group
from bot.surface import layout
from data.catalogue import _
from engines.vendee import actions
from engines.vendee.actions import Activate, Drop
from engines.vendee.combat.actions import Guns, Lose, Pursue, Retire
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


async def _place(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    what, where = str(typed["what"]), typed["where"]
    if where or fold(what) == "auto":
        return await _VENDEE.act(interaction, f"place {what} {where or ''}".rstrip())
    raise PoliteError(
        _("Say in which area {what} is to be placed, or place `auto`.", what=layout.plain(what))
    )


async def _move(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    here, path, who = await _SEATS.asked(interaction), str(typed["path"]), typed["with"]
    return await _VENDEE.act(interaction, march(path, who) if here is None else here.march(path, who))


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
_WHO = "Combat points and generals"


def _area(words: VendeePresenter, typed: str) -> str:
    return words.title.words.area(fold(typed))


def _general(words: VendeePresenter, typed: str) -> str:
    return words.title.words.general(fold(typed))


_verb, _look_up = _VENDEE.verb, _VENDEE.look_up
_COMBAT = (
    _verb(
        "guns",
        "March to the guns from next to the combat (4.2).",
        Field("stack", "The area that they march from", _MARCHES),
        Field("with", "Who marches; all by default", _MARCHERS, keyword="with"),
    ),
    _verb(
        "withdraw",
        "Withdraw from a combat for want of powder (4.3).",
        Field("areas", "How many areas", kind=app_commands.Range[int, 1, 2]),
    ),
    _verb("lose", "Choose who is lost (4.1).", Field("what", "Combat points, or auto", _legal(Lose))),
    _verb(
        "retreat",
        "Retreat after a combat (4.5).",
        Field("to", "The next area, or auto for the whole way", _legal(Retire)),
    ),
    _verb(
        "pursue",
        "Follow the routed along their path (4.5).",
        Field("path", "Along which areas, and with whom", _legal(Pursue), LongText),
    ),
    _verb(
        "flee",
        "Bring generals without escort to safety (3.7).",
        Field("to", "The next area", _legal(actions.Flee)),
    ),
)
_COMMANDS = (
    command(
        "place",
        "Place arrivals on the map (2.2).",
        _place,
        Field("what", "Combat points and generals, or auto for all the rest", _ARRIVALS),
        Field("where", "The area", _HOMES, keyword=""),
    ),
    _verb(
        "event",
        "Play an event marker (6).",
        Field("event", "The marker, and what it is played on where it says so", _legal(actions.Play)),
    ),
    _verb(
        "initiative",
        "Begin the operations, or yield to the other side (2.3).",
        Field("choice", "Who activates a stack first", kind=Literal["begin", "yield"]),
        word="",
    ),
    _verb(
        "activate",
        "Activate a stack or a part of it, and choose its steps one by one (2.4).",
        Field("stack", "The area of the stack", _STARTS),
        Field("with", "Who of it; all by default", _PARTS, keyword="with"),
    ),
    command(
        "move",
        "Go along a path; what it costs and meets is shown before it is done (3.2).",
        _move,
        Field("path", _PATH, _completes(_ways), LongText),
        Field("with", "Who goes; all by default", _completes(_movers), keyword="with"),
    ),
    _verb("drop", "Leave counters of the active group where it is (3.2).", Field("who", _WHO, _legal(Drop))),
    _verb(
        "pick-up",
        "Take counters along from where the active group is (3.2).",
        Field("who", _WHO, _legal(actions.PickUp)),
    ),
    _verb("stop", "End the activation where the group is (3.2)."),
    _verb("hand-over", "Let the other side activate a stack; it counts as a pass (2.4).", word="hand over"),
    _verb(
        "preempt",
        "Try to go first with a stack of yours, once a turn (2.4).",
        Field("stack", "The area of your stack", _legal(actions.Preempt)),
    ),
    _verb(
        "choose",
        "Choose an army, a port, a landing, who goes home, or who is spared.",
        Field("what", "What the rules ask for, as it is offered", _CHOSEN),
        word="",
    ),
    _verb("decline", "Decline what is offered: pre-emption, march, pursuit, an event."),
    _verb("done", "End your events or your placement (2.2)."),
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
