"""The games, and the only way to each layer's part of a game.

`GAMES` is the only list of our own games. Another game is a package that an entry point of the group
`tocsin.games` names; it has the same halves as submodules, and is left out as a whole if one is faulty.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, NamedTuple

from data.catalogue import _

GAMES = ("levee", "vendee", "valmy", "revolution", "grande-armee")
"""Our own, in the order of the pickers."""

GROUP = "tocsin.games"
"""Entry points of other people's games: the name is the game's id, the value its package."""

log = logging.getLogger("tocsin.games")


class GameError(Exception):
    """A half of a game that can't be loaded; the message names the game and the module."""


class Half(NamedTuple):
    """The module of one layer's half of a game, and its name there."""

    ours: str
    theirs: str
    name: str
    has: tuple[str, ...] = ()
    """Names that the layers use in it, by which a wrong half of another's game is found out."""
    optional: bool = False


HALVES: Mapping[str, Half] = {
    "data": Half("data.{}", "{}.data", "LIBRARY", ("base_folder", "load", "check")),
    "engine": Half("engines.{}", "{}.engine", "TITLE"),
    "player": Half(
        "engines.{}.player.policy",
        "{}.engine.player.policy",
        "STUDY",
        ("policies", "levels", "stages", "stage"),
    ),
    "render": Half("render.{}", "{}.render", "ARTIST", ("draw", "alt")),
    "bot": Half("bot.games.{}", "{}.bot", "GAME", ("presenter", "channel", "topic")),
    "commands": Half("bot.commands.{}", "{}.bot.commands", "COMMANDS", optional=True),
    "fixtures": Half("tests.{}.fixtures", "{}.fixtures", "FIXTURE"),
}
"""The halves of a game, by layer. A game needs no slash commands of its own; only the tests use fixtures."""

_FAILURES = (Exception, SystemExit)
"""Exceptions from other people's code: a module with a fault may even raise SystemExit."""
_ID = re.compile(r"[a-z][a-z0-9-]{0,30}")


def games() -> tuple[str, ...]:
    """The id of every game that can be played here, our own first."""
    return (*GAMES, *_installed().packages)


def left_out() -> tuple[str, ...]:
    """The reasons why installed games of other people can't be played: a sentence for each."""
    return _installed().faults


def module_of(game: str, layer: str) -> str:
    """Name of the module for a layer's half of a game, whether it exists or not."""
    package = _installed().packages.get(game) if game not in GAMES else None
    return _module(HALVES[layer], game, package)


def half(game: str, layer: str) -> Any:
    """A layer's half of a game; None where the game has none and needs none.

    :raises GameError: it can't be loaded.
    """
    return _half(game, layer, module_of(game, layer))


class _Installed(NamedTuple):
    packages: Mapping[str, str]
    """The packages of each complete game, by its id."""
    faults: tuple[str, ...]


@cache
def _installed() -> _Installed:
    """Other people's games, each tried once, so that a broken one is missing everywhere or nowhere."""
    packages: dict[str, str] = {}
    faults = []
    for point in sorted(entry_points(group=GROUP)):
        try:
            _try(point.name, point.value, packages)
        except GameError as error:
            faults.append(
                _(
                    "The game {name!r} of {value} is left out: {error}.",
                    name=point.name,
                    value=point.value,
                    error=error,
                )
            )
            log.warning("%s", faults[-1])
        else:
            packages[point.name] = point.value
    return _Installed(packages, tuple(faults))


def _try(game: str, package: str, taken: Mapping[str, str]) -> None:
    """Import every half of a game, and make its commands and its title, which reads its data."""
    if game in GAMES:
        raise GameError(_("the id is that of a game of Tocsin's own"))
    if game in taken:
        raise GameError(_("{game} has that id already", game=taken[game]))
    if not _ID.fullmatch(game):
        raise GameError(_("an id is a small letter with up to 30 small letters, digits and hyphens after it"))
    halves = {
        layer: _half(game, layer, _module(where, game, package))
        for layer, where in HALVES.items()
        if layer != "fixtures"
    }
    try:
        title_id = halves["engine"]().id
    except _FAILURES as error:
        raise GameError(
            _("{package}.engine.TITLE can't be made: {error}", package=package, error=_told(error))
        ) from error
    if title_id != game:
        raise GameError(
            _("the id of {package}.engine.TITLE is {title_id!r}", package=package, title_id=title_id)
        )
    try:
        if halves["commands"] is not None:
            halves["commands"]()
    except _FAILURES as error:
        raise GameError(
            _("{package}.bot.commands.COMMANDS can't be made: {error}", package=package, error=_told(error))
        ) from error


def _module(where: Half, game: str, package: str | None) -> str:
    return where.ours.format(game.replace("-", "_")) if package is None else where.theirs.format(package)


def _half(game: str, layer: str, module: str) -> Any:
    where = HALVES[layer]
    try:
        if where.optional and find_spec(module) is None:
            return None
        loaded = import_module(module)
    except _FAILURES as error:
        raise GameError(
            _("{module} of {game!r} can't be imported: {error}", module=module, game=game, error=_told(error))
        ) from error
    try:
        made = getattr(loaded, where.name)
    except AttributeError:
        raise GameError(
            _("{module} of {game!r} has no {name}", module=module, game=game, name=where.name)
        ) from None
    for part in where.has:
        if not hasattr(made, part):
            kind = type(made).__name__
            raise GameError(
                _(
                    "{name} in {module} of {game!r} is of a wrong kind: {kind} without {part}",
                    name=where.name,
                    module=module,
                    game=game,
                    kind=kind,
                    part=part,
                )
            )
    return made


def _told(error: BaseException) -> str:
    """An error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
