"""A person's settings, and their effects on the clocks of their campaigns."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import NamedTuple

import msgspec

from bot.campaigns import deputies, messages
from bot.campaigns.service import Campaigns
from bot.clock import deadlines, notation
from bot.clock.hours import Hours, forget_past
from bot.people import digest
from bot.store import CampaignHead, Person, Write, rows


class HoursChange(NamedTuple):
    """A person's new settings, and the campaigns whose clocks were calculated again."""

    hours: Hours
    campaigns: int


async def person_of(campaigns: Campaigns, user_id: int) -> tuple[Person, Hours]:
    """A person's settings."""
    person = (await campaigns.store.look(partial(rows.people.persons, ids=[user_id])))[user_id]
    return person, msgspec.json.decode(person.hours, type=Hours)


async def change_hours(
    campaigns: Campaigns,
    user_id: int,
    change: Callable[[Hours], Hours],
    line: Callable[[CampaignHead, list[str]], str] | None = None,
    *,
    lasting: bool = False,
) -> HoursChange:
    """Change a person's hours and calculate all their deadlines again, on every server, in one transaction.

    :param line: makes the line for each channel from the names of the person's seats.
    :param lasting: each channel keeps one such line, which is edited with the vacation.
    :raises HoursError: the change is refused; nothing was changed.
    """
    store = campaigns.store
    ids = await store.look(partial(rows.people.playing_in, user_id=user_id))
    async with AsyncExitStack() as writing:
        # In the order of ids, so that two callers never wait for each other.
        for campaign_id in ids:
            await writing.enter_async_context(campaigns.writing(campaign_id, wait=True))
        now = store.now()
        person, old = await person_of(campaigns, user_id)
        new = forget_past(change(old), now)
        then = None if person.digest is None else digest.next_at(new, person.digest, now)
        steps: list[Write] = [
            partial(
                rows.people.alter_person, user_id=user_id, hours=msgspec.json.encode(new), next_digest_at=then
            )
        ]
        heads = [await store.campaign_head(campaign_id) for campaign_id in ids]
        # A person who has left a seat in the meantime has no part in its clock any more.
        running = [
            head for head in heads if head and head.status == "running" and user_id in head.seats.values()
        ]
        for head in running:
            steps += await _reckoned(campaigns, head, user_id, old, new)
            # Their time to answer requests depends on their hours, too.
            steps.append(partial(rows.lapses.put_if_asked, campaign_id=head.id))
            if len(head.seating) >= deputies.LEAST and new.deputised:
                # A deputy decides at once, or when the vacation begins.
                steps.append(partial(rows.wakes.put, campaign_id=head.id))
            if line is not None:
                topic = f"v{head.id}:{user_id}"
                async with campaigns.languages.aloud(head):
                    names = campaigns.packs.seat_names(head)
                    sentence = line(
                        head, [names[seat] for seat, user in head.seats.items() if user == user_id]
                    )
                said = [messages.say(sentence, topic=topic if lasting else None)]
                if not lasting:
                    # A new line must not replace the line about a vacation that is over.
                    steps.append(partial(rows.people.unnote, key=topic))
                steps.append(partial(rows.outbox.add, campaign_id=head.id, messages=said, now=now))
        await store.transact(*steps)
    return HoursChange(new, len(running))


async def _reckoned(
    campaigns: Campaigns, head: CampaignHead, user_id: int, old: Hours, new: Hours
) -> list[Write]:
    """A person's deadlines under the new hours; other deadlines and stopped clocks stay."""
    if head.clock == "none" or head.stands_still:
        return []
    clock, now = notation.read(head.clock), campaigns.store.now()
    before = await campaigns.store.deadlines_of(head.id)
    after = [
        deadlines.under_new_hours(clock, row, old, new, now) if head.seats.get(row.seat) == user_id else row
        for row in before
    ]
    if after == before:
        return []
    card = campaigns.present_card(await campaigns.by_id(head.id))
    return [
        partial(rows.deadlines.replace, campaign_id=head.id, deadlines=after),
        partial(rows.outbox.add, campaign_id=head.id, messages=card, now=now),
    ]


async def change_digest(campaigns: Campaigns, user_id: int, minutes: int | None, language: str) -> None:
    """Set the local time of a person's daily digest, or switch it off.

    :param language: in which they read now, and will read it unless they have chosen one.
    """
    now = campaigns.store.now()
    person, hours = await person_of(campaigns, user_id)
    then = None if minutes is None else digest.next_at(hours, minutes, now)
    spoken = person.language or language
    await campaigns.store.transact(
        partial(
            rows.people.alter_person, user_id=user_id, digest=minutes, next_digest_at=then, language=spoken
        ),
        partial(rows.people.unnote, key=digest.undelivered(user_id)),
    )
    campaigns.languages.changed("person", user_id, spoken)


async def change_goes_on(campaigns: Campaigns, user_id: int, *, goes_on: bool) -> None:
    """Set whether forced steps are done for a person."""
    await campaigns.store.set(partial(rows.people.alter_person, user_id=user_id, goes_on=goes_on))


async def undelivered(campaigns: Campaigns, user_id: int) -> bool:
    """Whether the digest was switched off because direct messages failed; returned as True only once."""
    key = digest.undelivered(user_id)
    count = await campaigns.store.look(partial(rows.people.noted, key=key))
    if count is None or int(count) < digest.REFUSED:
        return False
    await campaigns.store.set(partial(rows.people.unnote, key=key))
    return True
