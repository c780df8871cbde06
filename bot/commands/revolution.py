"""`/revolution`: a sub-command for each kind of action, put on the form or taken at once, and look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from discord import app_commands

from bot.desk.desk import Typed
from bot.games.parts.completion import Offer
from bot.games.revolution import lookups
from bot.games.revolution.completion import Asked
from bot.games.revolution.presenter import RevolutionPresenter
from bot.interactions.board import show_view
from bot.interactions.games import Commands, Complete, Field, SeatContext, command
from bot.interactions.host import Command, Interaction, desk_of, group
from engines.core import declared
from engines.revolution import answers
from engines.revolution import war_answers as war
from engines.revolution.state import State
from engines.revolution.words import fold


class _Commands(Commands):
    """A typed action goes on the open form, or is taken at once if its question has no form."""

    async def act(self, interaction: Interaction, action: Typed) -> str | None:
        return await desk_of(interaction).write(interaction, action, title_id="revolution")


def _made(words: RevolutionPresenter, state: State, seat: str, who: str | None) -> Asked:
    return Asked(words, state, seat)


_REVOLUTION = _Commands("revolution")
_SEATS = SeatContext("revolution", _made)
_completes = _SEATS.completes
_look_up = _REVOLUTION.look_up
_REGIONS = _REVOLUTION.names(lambda box: box.region, fold)
_PEOPLE = _REVOLUTION.names(lambda box: box.person, fold)
_LAWS = _REVOLUTION.names(lambda box: box.law, fold)
_CURRENTS = _REVOLUTION.names(lambda box: box.current, fold)


def _complete(kind: type[msgspec.Struct], option: declared.Option, *, alone: bool) -> Complete:
    word = declared.word(kind)

    def offers(here: Asked, options: Any, typed: str) -> Iterable[Offer]:
        match option.name:
            case "rolls":
                before = [options.person, options.region, options.by]
                return here.rolls(word, " ".join(filter(None, before)), typed)
            case "by":
                return here.doers(word, options.region, typed)
            case "law" if kind is answers.Common:
                return here.types(typed)
            case _:
                return here.whole((word,), typed) if alone else here.named(word, option.field, typed)

    return _completes(offers)


def _verb(kind: type[msgspec.Struct], name: str = "") -> Command:
    """An answer, completed by what its question offers."""
    options = declared.options(kind)
    completes = {option.name: _complete(kind, option, alone=len(options) == 1) for option in options}
    return _REVOLUTION.declared(kind, _SEATS, name=name, completes=completes)


def _verbs(*kinds: type[msgspec.Struct]) -> list[Command]:
    return [_verb(kind) for kind in kinds]


async def _changed(interaction: Interaction, change: str) -> str | None:
    """Change the form that the seat is filling in."""
    return await desk_of(interaction).write(interaction, change, title_id="revolution", only=True)


async def _put(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
    placed = " in ".join(filter(None, (typed["person"], typed["region"])))
    return await _changed(interaction, f"put {placed}")


async def _drop(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
    return await _changed(interaction, f"drop {typed['line']}")


async def _clear(interaction: Interaction, _typed: Mapping[str, Any]) -> str | None:
    return await _changed(interaction, "clear")


async def _show(interaction: Interaction, _typed: Mapping[str, Any]) -> None:
    desk = desk_of(interaction)
    campaign = await desk.board_of(interaction, "revolution")
    seat = desk.own_seat(campaign, interaction.user.id)
    await desk.screens.show_panel(interaction, campaign, seat)


async def _map(interaction: Interaction, _typed: Mapping[str, Any]) -> None:
    desk = desk_of(interaction)
    await show_view(desk, interaction, await desk.board_of(interaction, "revolution"))


async def _hand_in(interaction: Interaction, _typed: Mapping[str, Any]) -> str | None:
    return await desk_of(interaction).hand_in(interaction, title_id="revolution")


_ACTIONS = (
    *_verbs(answers.Arrest, answers.Remove, answers.Convince, answers.Plot, answers.Revolt),
    *_verbs(answers.Suppress, answers.Pacify, answers.Turn, answers.Royal),
    Commands("revolution").declared(answers.Give, _SEATS),
    _REVOLUTION.talk(),
)
_PLAN = (
    *_verbs(answers.Objective, answers.Purpose),
    command(
        "place",
        "Put one of your people on a region (R-SEQ-11).",
        _put,
        Field("person", "Who", _completes(lambda here, _, typed: here.people(typed))),
        Field("region", "Where", _REGIONS, keyword="in"),
    ),
)
_COMMUNE = _verbs(answers.Raise, answers.Quell, answers.Install)
_DECLARE = (
    _verb(answers.Ally, "alliance"),
    _verb(answers.Common),
    _verb(answers.Declare, "stand"),
)
_EVENT = _verbs(answers.Decide, answers.Depose, answers.Sacrifice)
_LAW = (
    *_verbs(answers.Propose, answers.Decree, answers.Vote, answers.Modify, answers.Veto, answers.Tie),
    *_verbs(answers.Reaction, answers.Verdict, answers.Pardon),
)
_WAR = (
    *_verbs(war.Land, war.Muster, war.Levy, war.Disband, war.Advance, war.March, war.Escort, war.Pin),
    *_verbs(war.Hide, war.Wish, war.Shift, war.Carry, war.Spare, war.Kidnap, war.Capital),
)
_FORM = (
    command("show", "Your panel: the form as it stands, and all that can be put on it.", _show),
    command("hand-in", "Submit the form. You can change it until everyone has submitted.", _hand_in),
    command(
        "drop",
        "Take a line off the form.",
        _drop,
        Field("line", "Its number", kind=app_commands.Range[int, 1, 60]),
    ),
    command("clear", "Take everything off the form.", _clear),
    _verb(answers.Keep),
    _REVOLUTION.choice("leave", "Nothing, or nothing more, where you are asked by itself.", "done"),
)


def _id(words: Any, kind: str, typed: str) -> str:
    meant: str = getattr(words.title.words, kind)(fold(typed))
    return meant


_SHOW = (
    command("map", "France as your Current knows it, with the state of affairs.", _map, heavy=True),
    _look_up(
        "region",
        "A region: who controls it, who is there, what it borders on.",
        lambda eyes, name: lookups.region(eyes.words.names, eyes.view, _id(eyes.words, "region", name)),
        Field("name", "Which", _REGIONS),
    ),
    _look_up(
        "person",
        "A personality: life, Currents, influence, and where he is.",
        lambda eyes, name: lookups.person(eyes.words.names, eyes.view, _id(eyes.words, "person", name)),
        Field("name", "Who", _PEOPLE),
    ),
    _look_up(
        "law",
        "A law: what it does and costs, and where it can be proposed.",
        lambda eyes, name: lookups.law(eyes.words.names, eyes.state, eyes.seat, _id(eyes.words, "law", name)),
        Field("name", "Which", _LAWS),
    ),
    _look_up(
        "current",
        "A Current: how it stands, and what it would count today.",
        lambda eyes, name: lookups.current(
            eyes.words.names, eyes.state, eyes.view, _id(eyes.words, "seat", name)
        ),
        Field("name", "Which", _CURRENTS),
    ),
)


def commands() -> app_commands.Group:
    """Actions and look-ups of *La Révolution Française*."""
    made = group("revolution", "Play La Révolution Française: one command for each kind of action.", _ACTIONS)
    for name, about, inside in (
        ("plan", "Your objective, the Government's, and where your people stand.", _PLAN),
        ("commune", "The Commune of Paris, and the regimes that its leader installs.", _COMMUNE),
        ("declare", "Alliances, common objectives, and where you stand to the Government.", _DECLARE),
        ("event", "What you answer if an event asks.", _EVENT),
        ("law", "Laws, votes, verdicts.", _LAW),
        ("war", "Armies, combat and the King on the road.", _WAR),
        ("form", "The form that you are filling in.", _FORM),
        ("show", "Look something up: the map, a region, a person, a law, a Current.", _SHOW),
    ):
        made.add_command(group(name, about, inside))
    return made


COMMANDS = commands
