"""Errors at the local table, reported in one line each."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import discord

from bot.errors import PoliteError, incident


class Incidents(logging.Handler):
    """One line for each error that the bot logs, and an incident for each that it does not log."""

    def __init__(self, report: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._report = report
        self._told: list[BaseException] = []
        self._logger = logging.getLogger("tocsin")
        self._logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self._report(record.getMessage())
            return
        self._told.append(error)
        cause = _cause(error)
        self._report(f"{record.getMessage()}: {type(cause).__name__}: {cause}".splitlines()[0])

    def add_unlogged(self, errors: Sequence[BaseException]) -> None:
        """Report as incidents those errors of the simulation that are neither expected nor logged."""
        logged = {id(_cause(error)) for error in self._told}
        for error in errors:
            cause = _cause(error)
            if id(cause) not in logged and not isinstance(cause, PoliteError):
                incident(cause, "running at the table")

    def close(self) -> None:
        self._logger.removeHandler(self)
        super().close()


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, discord.app_commands.CommandInvokeError) else error
