"""`/valmy`: a sub-command for each kind of action, completed only from the legal actions, and look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from discord import app_commands

from bot.games.parts.completion import Offer
from bot.games.valmy import lookups
from bot.games.valmy.completion import Asked, march
from bot.games.valmy.forms import PLACES
from bot.games.valmy.presenter import ValmyPresenter
from bot.games.valmy.scenes import CHART
from bot.interactions.games import Commands, Field, LongText, SeatContext, command
from bot.interactions.host import Interaction, group
from engines.valmy import actions
from engines.valmy.box import as_side
from engines.valmy.combat import actions as combat
from engines.valmy.state import State
from engines.valmy.words import fold
from render import CloseUp

_VALMY = Commands("valmy")
_WHO = "Units and leaders, with spaces between them"
_PATH = "Boxes with > between them, from where they are"
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


async def _bid(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    chit = str(typed["chit"])
    return await _VALMY.act(interaction, f"bid {chit}" if chit.isdecimal() else chit)


async def _move(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    here, path, who = await _SEATS.asked(interaction), str(typed["path"]), typed["with"]
    return await _VALMY.act(interaction, march(path, who) if here is None else here.march(path, who))


async def _deploy(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    boxes = [f"{place} : {who}" for place in PLACES if (who := typed[place])]
    return await _VALMY.act(interaction, f"deploy {' ; '.join(boxes) or 'auto'}")


async def _charge(interaction: Interaction, typed: Mapping[str, str | None]) -> str | None:
    boxes = [f"{place} : {who}" for place in _CHARGING if (who := typed[place])]
    return await _VALMY.act(interaction, f"charge {' ; '.join(boxes) or 'none'}")


def _box(words: ValmyPresenter, typed: str) -> str:
    return words.title.words.box(fold(typed))


_verb, _look_up = _VALMY.verb, _VALMY.look_up
_BATTLE = (
    _verb("attack", "Fight in a box next (9.0).", Field("box", "The box", _legal(combat.Attack))),
    _verb(
        "kind",
        "Fight a Minor or a Major Battle, as the defender (9.0).",
        Field("kind", "Which", kind=Literal["minor", "major"]),
        word="",
    ),
    _verb(
        "boost",
        "Raise the morale of units for this battle (8.1).",
        Field("units", "Units with points, as 29-rl:1; or auto, or none", _legal(combat.Boost), LongText),
    ),
    command(
        "deploy",
        "Put your units on the battle board; the usual way without more (9.2.1).",
        _deploy,
        *(
            Field(place, f"Who stands there: {_WHO.lower()}", _FIGHTERS, LongText, keyword="")
            for place in PLACES
        ),
    ),
    command(
        "charge",
        "Announce charges by the box they start from; none without more (9.4).",
        _charge,
        *(
            Field(place, "Cavalry there, and a leader who lends his rating", _FIGHTERS, LongText, keyword="")
            for place in _CHARGING
        ),
    ),
    _verb("ride", "Let all charges that passed their check ride (9.4.4)."),
    _verb(
        "cancel",
        "Call charges off after the check (9.4.4).",
        Field("boxes", "The boxes that they start from", _legal(combat.Cancel)),
    ),
    _verb(
        "lead",
        "Name a unit that leads, or is compared (9.5).",
        Field("unit", "The unit", _legal(combat.Lead)),
    ),
    _verb(
        "melee",
        "Attack in Main, hold back, or halt the battle (9.2.11).",
        Field("choice", "What to do", kind=Literal["melee", "hold", "halt"]),
        word="",
    ),
    _verb(
        "after-charge",
        "What chargers do who were held (9.4.5).",
        Field(
            "choice", "Join the melee, keep the flank, or go to Main", kind=Literal["join", "keep", "main"]
        ),
        word="",
    ),
    _verb(
        "commit",
        "Bring units from the Reserve to Main (9.5).",
        Field("units", "Units, auto or none", _legal(combat.Commit), LongText),
    ),
    _verb(
        "add",
        "Bring units of your flanks into the melee (9.2.12).",
        Field("units", "Units, auto or none", _legal(combat.Add), LongText),
    ),
    _verb(
        "lose",
        "Choose who loses steps, or is shattered (9.3.4).",
        Field("units", "Units in order, a step each; or auto", _legal(combat.Lose), LongText),
    ),
    _verb(
        "retreat",
        "Choose where to retreat (9.7).",
        Field("to", "The box, or auto for all", _legal(combat.Retreat), LongText),
    ),
    _verb("stay", "Stay in the battle (9.2.12)."),
    _verb("withdraw", "Withdraw with your whole side (9.7)."),
)
_COMMAND = (
    _verb(
        "arrange",
        "Spread your units over your leaders at the start (3.0).",
        Field("boxes", "Leader : units ; leader : units, or auto", _legal(actions.Arrange), LongText),
    ),
    _verb(
        "assign",
        "Put units or leaders under a leader in their box (8.2).",
        Field("who", _WHO, _OWN, LongText),
        Field(
            "to",
            "The leader",
            _completes(lambda here, options, typed: here.chiefs(options.who, typed)),
            keyword="to",
        ),
    ),
    _verb(
        "show",
        "Take units out of their holding box onto the map (2.3).",
        Field("who", "Units", _completes(lambda here, _, typed: here.held(typed)), LongText),
    ),
    _verb(
        "release",
        "Choose who leaves the holding box of a replacement (9.5.2).",
        Field("who", "Units, or auto", _legal(actions.Release), LongText),
    ),
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
        "Play an initiative chit, or none (5.1).",
        _bid,
        Field("chit", "Which", _legal(actions.Bid, actions.Plain, whole=True)),
    ),
    _verb(
        "activate",
        "Activate a leader with his force, or a single unit through a leader (6).",
        Field("who", "The leader or unit", _completes(lambda here, _, typed: here.who(typed))),
        Field("with", "Who goes with the leader; all by default", _completes(_followers), LongText, "with"),
        Field(
            "through",
            "The leader through whom a single unit tries",
            _completes(lambda here, options, typed: here.through(options.who, typed)),
            keyword="through",
        ),
    ),
    command(
        "move",
        "Go along a path; what it costs with traffic is shown as you type (7.1).",
        _move,
        Field("path", _PATH, _completes(lambda here, _, typed: here.ways(typed)), LongText),
        Field("with", "Who goes; all by default", _completes(_movers), LongText, "with"),
    ),
    _verb(
        "drop",
        "Leave units or leaders of the moving stack where it is (7.1.4).",
        Field("who", _WHO, _legal(actions.Drop), LongText),
    ),
    _verb(
        "react",
        "Move into a box that was just entered, or into the Reserve of a battle (7.2).",
        Field("path", "Where from > where to", _completes(lambda here, _, typed: here.reactions(typed))),
        Field("with", "Who goes; the leader's force by default", _OWN, LongText, "with"),
    ),
    _verb(
        "overrun",
        "Overrun the single unit that was met, or stop before it (7.3).",
        Field("choice", "What to do", kind=Literal["overrun", "decline"]),
        word="",
    ),
    _verb(
        "flee",
        "Bring a leader away who is alone with enemies (8.0).",
        Field("to", "The box", _legal(actions.Flee)),
    ),
    _verb(
        "recover",
        "Let reduced units try to recover (10.1).",
        Field("who", "Units, or auto for all that may", _legal(actions.Recover), LongText),
    ),
    _verb("pass", "Pass; two passes running end the activations (4.3)."),
    _verb("end", "End the movement, the reaction or the combats."),
    _SEATS.forecast(
        "What a battle would come to, played out many times; for you alone.",
        Field("box", "Where it would be fought, or is", _BOXES),
        Field("with", "Who of yours would attack; by default who is there", _OWN, LongText, keyword="with"),
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
