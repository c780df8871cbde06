"""What an installation can set, all by environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs


class SettingsError(Exception):
    """A setting that can't be used; the message names the variable."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of one running bot."""

    token: str | None = None
    """TOCSIN_TOKEN: the bot's token; not needed for the local table."""
    database: Path = Path("tocsin.db")
    """TOCSIN_DATABASE: the SQLite file."""
    levee_pack: Path | None = None
    """TOCSIN_LEVEE_PACK: folder of an own pack for *Levée en Masse*."""
    sync: Literal["changed", "always", "never"] = "changed"
    """TOCSIN_SYNC: when the command tree is sent to Discord."""
    picture_workers: int = 2
    """TOCSIN_PICTURE_WORKERS: pictures drawn at the same time."""
    picture_budget: int = 400 * 1024
    """TOCSIN_PICTURE_BUDGET: most bytes of a map."""
    sweep_seconds: int = 30
    """TOCSIN_SWEEP_SECONDS: how often overdue turns and unsent messages are looked for."""
    log_level: str = "INFO"
    """TOCSIN_LOG_LEVEL: DEBUG, INFO, WARNING or ERROR."""


def default_database() -> Path:
    """The SQLite file in the user's data folder."""
    return Path(platformdirs.user_data_dir("tocsin")) / "tocsin.db"


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from `TOCSIN_…` variables.

    :raises SettingsError: a variable can't be used.
    """
    environment = os.environ if environment is None else environment
    given: dict[str, object] = {"database": str(default_database())}
    for field in msgspec.structs.fields(Settings):
        value = environment.get(f"TOCSIN_{field.name.upper()}", "").strip()
        if value:
            given[field.name] = value
    try:
        settings = msgspec.convert(given, Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise SettingsError(f"A setting can't be used: {error}") from None
    for name in ("picture_workers", "picture_budget", "sweep_seconds"):
        if getattr(settings, name) < 1:
            raise SettingsError(f"TOCSIN_{name.upper()} has to be 1 or more")
    if settings.log_level.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise SettingsError("TOCSIN_LOG_LEVEL is DEBUG, INFO, WARNING or ERROR")
    return settings


def _path(kind: type, value: object) -> object:
    if kind is Path:
        return Path(str(value)).expanduser()
    raise NotImplementedError
