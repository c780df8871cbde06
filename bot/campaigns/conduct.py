"""Reliability in words, for whoever lets somebody in and for the person themselves; never in public."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from bot.errors import PoliteError
from bot.store import Conduct, Store, rows
from bot.store.conduct import FEWEST, MONTHS
from data.catalogue import N_, _, ngettext

COUNTED = N_(
    "In campaigns with a clock I count, by month and server: your decisions in time and how long they "
    "took, those for which your time ran out, and seats that you gave up or lost because you did not "
    "play. It is shown to you, and to anyone who invites you or gives you a seat; a lobby may ask for a "
    "share in time. A month is deleted after three months."
)
"""What counts for reliability, and for how long."""
_HOUR = timedelta(hours=1)


async def of(store: Store, guild_id: int, user_id: int) -> Conduct:
    """What counts for a person on a server."""
    query = partial(rows.conduct.of, guild_id=guild_id, ids=[user_id], now=store.now())
    return (await store.look(query))[user_id]


async def lines(store: Store, guild_id: int, people: Iterable[int]) -> str:
    """A line about each person, for whoever lets them in."""
    ids = list(dict.fromkeys(people))
    did = await store.look(partial(rows.conduct.of, guild_id=guild_id, ids=ids, now=store.now()))
    return "".join(f"\n-# <@{user_id}>: {words(did[user_id])}" for user_id in ids)


def words(did: Conduct) -> str:
    """What counts for a person, in a sentence."""
    if not did.counts:
        return _("too few decisions with a clock in the last {months} months to say anything.", months=MONTHS)
    hours = max(1, round(did.average / _HOUR))
    return _(
        "{percent}% in time ({decisions} in the last {months} months; {seats}), {average} to an answer on "
        "average.",
        percent=did.percent,
        decisions=ngettext("{n} decision", "{n} decisions", did.answered + did.missed),
        months=MONTHS,
        seats=ngettext("{n} seat given up", "{n} seats given up", did.abandoned),
        average=ngettext("{n} hour", "{n} hours", hours),
    )


async def see_reliable(store: Store, guild_id: int, user_id: int, least: int | None) -> None:
    """Check that a person meets a condition.

    :raises PoliteError: they don't; it says what counts for them, and how that changes.
    """
    if least is None:
        return
    did = await of(store, guild_id, user_id)
    if not did.suits(least):
        raise PoliteError(
            _(
                "This is for people who decide in time in {least}% of cases. For you that is {words} Each "
                "decision in time mends it, and after {months} months nothing counts any more; with fewer "
                "than {fewest} decisions you may play anywhere.",
                least=least,
                words=words(did),
                months=MONTHS,
                fewest=FEWEST,
            )
        )
