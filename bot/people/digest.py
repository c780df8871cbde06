"""The daily digest: one direct message with what waits for a person, at the time that they chose."""

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
from data.catalogue import _, speaking

BATCH = 50
REFUSED = 3
"""Failed direct messages in a row after which the digest is switched off."""

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
        _(
            "I can't read {text} as a time of day. Write it like `08:00` or `7pm`, or `off`.",
            text=quoted(text),
        )
    )


def next_at(hours: Hours, minutes: int, now: datetime) -> datetime:
    """The time of the next digest: at that local time, or at the end of quiet hours."""
    zone = ZoneInfo(hours.zone)
    day = now.astimezone(zone).date()
    at = now
    while at <= now:
        # If the clocks have jumped over that time, the time after the jump is taken.
        at = datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=zone)
        at = next_open(hours, at)
        day += _DAY
    return at


async def send(campaigns: Campaigns) -> None:
    """Write the digests that are due, each once; none for a person for whom nothing waits."""
    store = campaigns.store
    now = store.now()
    due = await store.look(partial(rows.people.digests_due, now=now, limit=BATCH))
    while due:
        for person in due:
            try:
                await _send(campaigns, person, now)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one person's error must not stop the other digests
                incident(error, "writing a digest")
                await store.set(partial(rows.people.next_digest, seen=person, then=now + _DAY))
        seen = {person.user_id for person in due}
        due = await store.look(partial(rows.people.digests_due, now=now, limit=BATCH))
        # A person who was handled and is still due is left for the next sweep.
        due = [person for person in due if person.user_id not in seen]


async def _send(campaigns: Campaigns, person: Person, now: datetime) -> None:
    hours = msgspec.json.decode(person.hours, type=Hours)
    if person.digest is None:
        return
    if not is_open(hours, now):
        await campaigns.store.set(partial(rows.people.next_digest, seen=person, then=next_open(hours, now)))
        return
    with speaking(person.language):
        waits = [each for each in await waiting.of_person(campaigns, person.user_id) if each.for_me]
    then = next_at(hours, person.digest, now)

    def step(connection: Connection) -> None:
        if rows.people.next_digest(connection, person, then) and waits:
            with speaking(person.language):
                message = messages.direct(person.user_id, text(waits))
            rows.outbox.add(connection, waits[0].campaign.id, [message], now)

    if waits:
        await campaigns.store.transact(step, campaign_id=waits[0].campaign.id)
    else:
        await campaigns.store.set(step)


def text(waits: list[waiting.Waiting]) -> str:
    """The digest of what waits for a person; if it is too long, the last lines are only counted."""
    head = _("🗓️ **What waits for you**")
    foot = _("-# Once a day: `/my digest` on a server changes it.")
    body = layout.first_lines(waiting.lines(waits), layout.REPLY - len(head) - len(foot) - 2)
    return "\n".join([head, body, foot])


def undelivered(user_id: int) -> str:
    """The store's key for the number of failed direct messages in a row."""
    return f"unsent:{user_id}"


def refused(connection: Connection, user_id: int) -> None:
    """Count a failed direct message; after the third in a row the digest is switched off."""
    key = undelivered(user_id)
    count = int(rows.people.noted(connection, key) or 0) + 1
    rows.people.note(connection, key, str(count))
    if count >= REFUSED:
        rows.people.alter_person(connection, user_id, digest=None, next_digest_at=None)
