"""Error messages of the bot: expected errors have a text for the person, others an incident number."""

from __future__ import annotations

import logging
import secrets

from bot import metrics
from data.catalogue import N_, _

log = logging.getLogger("tocsin.incident")

RESTARTING = N_("I am being restarted. Nothing is lost: try again in a minute.")


class PoliteError(Exception):
    """An expected refusal; its text is for the person who asked."""


class NoCampaignError(PoliteError):
    """The channel has no campaign, or no running one."""


class NotSeatedError(PoliteError):
    """The person has no seat, or it is another player's."""


class StaleError(PoliteError):
    """A button or command for a board that has changed."""


class BusyError(PoliteError):
    """Another action of the campaign is being carried out."""


def quoted(text: str) -> str:
    """A typed text as it may be quoted: short, on one line, without Markdown."""
    plain = " ".join(text.replace("`", "").split())
    return f"`{plain[:39]}…`" if len(plain) > 40 else f"`{plain or ' '}`"


def incident(error: BaseException, doing: str) -> str:
    """Log an unexpected error under a number and give the apology that names it."""
    number = secrets.token_hex(3)
    metrics.INCIDENTS.inc()
    log.error("incident %s while %s", number, doing, exc_info=error)
    return _(
        "Something went wrong on our side (incident `{number}`). Nothing was lost: accepted actions "
        "are kept. Please try again. If it happens twice, tell the operator of this bot.",
        number=number,
    )
