"""The review of one campaign, as the work of a process of its own: it may use a processor for minutes."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import msgspec

from bot.errors import PoliteError
from bot.replays.process import Tell, worked
from bot.replays.work import Work
from bot.reviews.words import Reviewed, reviewed
from bot.surface.processes import Pack, opened
from data.catalogue import N_
from engines import with_pack
from engines.core.errors import EngineError
from engines.core.record import Record

DIED = N_("The review broke off before it was done. Ask again.")


class Order(NamedTuple):
    """All that a review is made of."""

    pack: Pack
    record: bytes
    only: str | None


def analysed(order: Order, work: Work, language: str) -> Reviewed:
    """Have a review made; to be called from a thread, because it is waited for.

    :raises PoliteError: it can't be made, is no longer wanted, or its process has died.
    """
    return worked(partial(_reviewed, order), work, DIED, language)


def _reviewed(order: Order, tell: Tell) -> Reviewed:
    try:
        record = msgspec.json.decode(order.record, type=Record)
        return reviewed(with_pack(opened(order.pack)), record, tell, only=order.only)
    except EngineError as refused:
        raise PoliteError(f"{refused}.") from None
