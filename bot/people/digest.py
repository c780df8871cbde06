"""The daily digest: one direct message that lists what waits for a person, when they like to have it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.clock.hours import Hours, HoursError, is_open, next_open
from bot.errors import incident, quoted
from bot.people import waiting
from bot.store import Person, StoreError, rows
from bot.surface import layout
from data.catalogue import _

BATCH = 50
REFUSED = 3
"""Direct messages that could not be delivered, in a row, after which no digest is sent any more."""

_DAY = timedelta(days=1)
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?\s*(am|pm)?")


def read_time(text: str) -> int | None:
    """A time of day in minutes after local midnight; None for `off`.

    :raises HoursError: it can't be read.
    """
    plain = text.strip().casefold()
    if plain in {"off", "none", "no", "never"}:
        return None
    match = _TIME.fullmatch(plain)
    if match:
        hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
        if half and 1 <= hour <= 12:
            hour = hour % 12 + (12 if half == "pm" else 0)
        elif half:
            hour = 24
        if hour < 24 and minute < 60:
            return hour * 60 + minute
    raise HoursError(
        _("Can't read {text} as a time of day: give it like `08:00` or `7pm`, or `off`.", text=quoted(text))
    )


def next_at(hours: Hours, minutes: int, now: datetime) -> datetime:
    """When the next digest is sent: at that local time, or when the person may be spoken to after it."""
    zone = ZoneInfo(hours.zone)
    day = now.astimezone(zone).date()
    at = now
    while at <= now:
        # Where the clocks have jumped over that time, the one after the jump is taken.
        at = datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=zone)
        at = next_open(hours, at)
        day += _DAY
    return at


async def send(campaigns: Campaigns) -> None:
    """Write the digests that are due, each once; nothing is sent where nothing waits."""
    store = campaigns.store
    now = store.now()
    due = await store.look(partial(rows.people.digests_due, now=now, limit=BATCH))
    while due:
        for person in due:
            try:
                await _send(campaigns, person, now)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one person's trouble must not cost the others theirs
                incident(error, "writing a digest")
                await store.transact(partial(rows.people.next_digest, seen=person, then=now + _DAY))
        seen = {person.user_id for person in due}
        due = await store.look(partial(rows.people.digests_due, now=now, limit=BATCH))
        # Somebody who was seen to and still stands there is left for the next sweep.
        due = [person for person in due if person.user_id not in seen]


async def _send(campaigns: Campaigns, person: Person, now: datetime) -> None:
    hours = msgspec.json.decode(person.hours, type=Hours)
    if person.digest is None:
        return
    if not is_open(hours, now):
        await campaigns.store.transact(
            partial(rows.people.next_digest, seen=person, then=next_open(hours, now))
        )
        return
    waits = [each for each in await waiting.of_person(campaigns, person.user_id) if each.for_me]
    then = next_at(hours, person.digest, now)

    def step(connection: Connection) -> None:
        if rows.people.next_digest(connection, person, then) and waits:
            message = messages.direct(person.user_id, text(waits))
            rows.outbox.add(connection, waits[0].campaign.id, [message], now)

    await campaigns.store.transact(step)


def text(waits: list[waiting.Waiting]) -> str:
    """The digest of what waits for a person; where it is too much, the end of it as a number."""
    head = _("🗓️ **What waits for you**")
    foot = _("-# Once a day: `/my digest` on a server changes it.")
    body = layout.first_lines(waiting.lines(waits), layout.REPLY - len(head) - len(foot) - 2)
    return "\n".join([head, body, foot])


def undelivered(user_id: int) -> str:
    """The word under which is kept how many direct messages in a row somebody could not be sent."""
    return f"unsent:{user_id}"


def refused(connection: Connection, user_id: int) -> None:
    """A direct message could not be delivered: after the third in a row the digest is switched off."""
    key = undelivered(user_id)
    count = int(rows.people.noted(connection, key) or 0) + 1
    rows.people.note(connection, key, str(count))
    if count >= REFUSED:
        rows.people.alter_person(connection, user_id, digest=None, next_digest_at=None)
