"""The settings of an installation, all by environment variables."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.shards import MOST, Shards
from data.catalogue import N_, _


class SettingsError(Exception):
    """A setting that can't be used; the message names the variable."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of one running bot."""

    token: str | None = None
    """TOCSIN_TOKEN: the bot's token; not needed for the local table."""
    database: Path | URL = Path("tocsin.db")
    """TOCSIN_DATABASE: the SQLite file, or the address of a PostgreSQL server."""
    packs: tuple[Path, ...] = ()
    """TOCSIN_PACKS: folders of own packs, each of which names its game."""
    sync: Literal["changed", "always", "never"] = "changed"
    """TOCSIN_SYNC: when the command tree is sent to Discord."""
    picture_workers: int = 2
    """TOCSIN_PICTURE_WORKERS: processes that draw maps, and one more that searches; 0: all within the bot."""
    drawers: Literal["on", "off"] = "off"
    """TOCSIN_DRAWERS: whether maps and films are left to drawers, as far as any run on the server."""
    picture_budget: int = 400 * 1024
    """TOCSIN_PICTURE_BUDGET: most bytes of a map."""
    standby: Literal["on", "off"] = "off"
    """TOCSIN_STANDBY: whether the bot waits while another one runs on its database."""
    shards: Shards | None = None
    """TOCSIN_SHARDS: which of Discord's shards the bot serves, as 0-3/16; without it, all servers as one."""
    api: Annotated[str, msgspec.Meta(pattern=r"^https?://[^\s/?#]+(/[^\s/?#]+)*\Z")] | None = None
    """TOCSIN_API: where requests to Discord go, if a proxy stands before it."""
    sweep_seconds: int = 30
    """TOCSIN_SWEEP_SECONDS: seconds between two looks for overdue turns and unsent messages."""
    cooldown: Literal["on", "off"] = "on"
    """TOCSIN_COOLDOWN: whether a person who asks too fast has to wait."""
    log_level: str = "INFO"
    """TOCSIN_LOG_LEVEL: DEBUG, INFO, WARNING or ERROR."""
    log_format: Literal["text", "json"] = "text"
    """TOCSIN_LOG_FORMAT: how the log is written."""
    port: int = 0
    """TOCSIN_PORT: the port for metrics and for a supervisor; 0: none."""
    host: str = "127.0.0.1"
    """TOCSIN_HOST: the address that the port is on."""

    @property
    def anchor(self) -> Path:
        """The file beside which the program writes its notes, also where the database is on a server."""
        if isinstance(self.database, Path):
            return self.database
        own = default_database()
        return own if self.shards is None else own.with_stem(f"{own.stem}-{self.shards.first}")


PREFIX = "TOCSIN_"


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def default_database() -> Path:
    """The SQLite file in the user's data folder."""
    return Path(platformdirs.user_data_dir("tocsin")) / "tocsin.db"


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from `TOCSIN_…` variables.

    :raises SettingsError: a variable can't be used.
    """
    given_by = os.environ if environment is None else environment
    environment = {name: value.strip() for name, value in given_by.items()}
    for variable in sorted(environment):
        if _FORMER.fullmatch(variable) and environment[variable]:
            raise SettingsError(
                _("{variable} is no longer read: name its folder in TOCSIN_PACKS", variable=variable)
            )
    given: dict[str, Any] = {"database": default_database()}
    for field in msgspec.structs.fields(Settings):
        variable = variable_of(field.name)
        value = environment.get(variable)
        if not value:
            continue
        if field.name == "database":
            given[field.name] = place(variable, value)
            continue
        if field.name == "shards":
            given[field.name] = _shards(variable, value)
            continue
        # A stray comma names no folder, least of all the one that the bot happens to run in.
        parts = (
            [part for part in map(str.strip, value.split(",")) if part] if field.name == "packs" else value
        )
        try:
            given[field.name] = msgspec.convert(parts, field.type, strict=False, dec_hook=_path)
        except msgspec.ValidationError:
            # Quoted only here: a token is always a text, so that this can't reveal one.
            raise _unusable(variable, value, field.name) from None
    return _checked(Settings(**given))


_NUMBERS = {
    "picture_workers": (0, 64),
    "picture_budget": (1, 8 * 1024 * 1024),
    "sweep_seconds": (1, 24 * 60 * 60),
    "port": (0, 65535),
}
"""The smallest and the largest sensible value of each number."""
_FORMER = re.compile(r"TOCSIN_[A-Z]+_PACK")
"""Earlier versions had a variable for the pack of each game."""
_SHARDS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})\Z", re.ASCII)
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_WANTED = {
    "sync": N_("changed, always or never"),
    "cooldown": N_("on or off"),
    "standby": N_("on or off"),
    "drawers": N_("on or off"),
    "shards": N_("the first and the last shard and how many there are, as 0-3/16"),
    "api": N_("the address of Discord's interface at a proxy, as http://proxy:8080/api/v10"),
    "log_format": N_("text or json"),
    "database": N_("a path, or postgresql://USER:PASSWORD@HOST/DATABASE"),
    "packs": N_("folders with commas between them"),
}


def _wanted(name: str) -> str:
    if name in _NUMBERS:
        least, most = _NUMBERS[name]
        return _("a whole number from {least} to {most}", least=least, most=most)
    return str(_WANTED[name])


def _checked(settings: Settings) -> Settings:
    for name, (least, most) in _NUMBERS.items():
        if not least <= getattr(settings, name) <= most:
            raise _unusable(variable_of(name), getattr(settings, name), name)
    if settings.shards is not None and isinstance(settings.database, Path):
        raise SettingsError(
            _("TOCSIN_SHARDS needs a PostgreSQL server in TOCSIN_DATABASE: a file has one bot for all")
        )
    if settings.drawers == "on" and isinstance(settings.database, Path):
        raise SettingsError(
            _("TOCSIN_DRAWERS needs a PostgreSQL server in TOCSIN_DATABASE: on a file, the bot draws itself")
        )
    if settings.log_level.upper() not in _LEVELS:
        raise SettingsError(_("TOCSIN_LOG_LEVEL is DEBUG, INFO, WARNING or ERROR"))
    if settings.token is not None and not (settings.token.isascii() and settings.token.isprintable()):
        raise SettingsError(_("TOCSIN_TOKEN has a character that no token has: copy it again"))
    return settings


def _shards(variable: str, value: str) -> Shards:
    if match := _SHARDS.match(value):
        first, last, count = (int(part or match[1]) for part in match.groups())
        if first <= last < count <= MOST:
            return Shards(first, last, count)
    raise _unusable(variable, value, "shards")


def _unusable(variable: str, value: object, field: str) -> SettingsError:
    """The error of a variable whose value no setting can have."""
    wanted = _wanted(field)
    return SettingsError(
        _("{variable} can't be {value!r}: it is {wanted}", variable=variable, value=value, wanted=wanted)
    )


def place(name: str, value: str) -> Path | URL:
    """A path, or the address of a PostgreSQL server; an address may hold a password, so it is not quoted.

    :param name: what is refused if it can't be used.
    :raises SettingsError: it can't.
    """
    if "://" in value:
        with suppress(ArgumentError, ValueError):
            url = make_url(value)
            if url.drivername == "postgresql":
                return url
        raise SettingsError(
            _(
                "{variable} can't be this address: it is {wanted}",
                variable=name,
                wanted=_wanted("database"),
            )
        )
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise _unusable(name, value, "database") from None


def _path(kind: type, value: object) -> object:
    if kind is Path:
        try:
            return Path(str(value)).expanduser()
        except RuntimeError:
            raise ValueError("no such home") from None
    raise NotImplementedError
