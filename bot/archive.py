"""Campaigns as records, and records as campaigns."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from bot import history
from bot.errors import PoliteError
from bot.store import Campaign, JournalEntry, JournalRow, NewCampaign
from engines.core.contract import AnyTitle, Step
from engines.core.dice import commitment
from engines.core.record import Entry, Record, replay_checked


def record(campaign: Campaign, rows: Sequence[JournalRow]) -> Record:
    """A campaign as a record, from its whole journal; its seed stays back while it runs."""
    setup, *played = rows
    return Record(
        title=campaign.title,
        pack=campaign.pack,
        scenario=campaign.scenario,
        options=campaign.options,
        seed=None if campaign.status == "running" else campaign.seed,
        commitment=campaign.commitment,
        opening=setup.draws,
        opening_digest=setup.digest,
        journal=[Entry(row.seat, row.action, row.draws, row.digest) for row in played],
    )


def restored(
    title: AnyTitle, record: Record, guild_id: int, channel_id: int, user_id: int
) -> tuple[NewCampaign, JournalEntry]:
    """A record as a campaign to be stored, and its set-up; one user takes every seat.

    A game that goes on gets a new seed, because the old one may be known; its draws so far count
    as given by hand from then on.

    :raises ReplayError: an entry does not follow.
    :raises PoliteError: it begins in the middle of a game.
    """
    if record.start is not None:
        # A campaign keeps its scenario and journal only, and would not replay from there.
        raise PoliteError("The record begins in the middle of a game; a campaign begins with its scenario.")
    steps = list(replay_checked(title, record))
    final = steps[-1].state
    outcome = title.outcome(final)
    known = record.seed if outcome is not None else None
    seed = known or secrets.token_hex(16)
    draws = [record.opening, *(entry.draws for entry in record.journal)]
    entries: list[JournalEntry] = []
    before = title.chapter(steps[0].state)[0]
    for seq, (played, drawn) in enumerate(zip(steps, draws, strict=True)):
        after = title.chapter(played.state)[0]
        kept = drawn if known else [msgspec.structs.replace(draw, fed=True) for draw in drawn]
        seat, action = (played.entry.seat, played.entry.action) if played.entry else ("", "")
        step = Step(played.state, played.events)
        entries.append(history.entry(seq, seat, user_id, action, kept, step, (before, after)))
        before = after
    new = NewCampaign(
        guild_id=guild_id,
        channel_id=channel_id,
        title=title.id,
        scenario=record.scenario,
        options=record.options,
        pack=title.pack,
        seed=seed,
        commitment=commitment(seed),
        state=msgspec.json.encode(final),
        dice_counter=sum(not draw.fed for drawn in draws for draw in drawn) if known else 0,
        images="every-action",
        theme="light",
        created_by=user_id,
        seats=dict.fromkeys(title.seats, user_id),
        journal=entries[1:],
        outcome=None if outcome is None else msgspec.json.encode(outcome),
    )
    return new, entries[0]
