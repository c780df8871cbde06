"""Campaigns as records, and records as campaigns."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from bot.campaigns import journal
from bot.errors import PoliteError
from bot.store import Campaign, Ended, JournalEntry, JournalRow, NewCampaign
from bot.surface import layout
from data.catalogue import _
from engines import packs
from engines.core.contract import AnyTitle, Step
from engines.core.dice import commitment
from engines.core.record import Ending, Entry, Record, replay_checked

LARGEST = 2 * 1024 * 1024
"""Most bytes of a record that is taken in."""
MOST_ENTRIES = 20_000
MOST_DRAWS = 100_000


def read(data: bytes) -> Record:
    """A record from an uploaded file.

    :raises PoliteError: it is too large, or no record; the text says what is wrong.
    """
    if len(data) > LARGEST:
        raise PoliteError(
            _("That file is too large: a record has at most {largest} MiB.", largest=LARGEST // 1024 // 1024)
        )
    try:
        decoded = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = layout.plain(layout.cut(str(error), 200))
        raise PoliteError(
            _("That file is not the record of a campaign: {why}. `/campaign export` makes one.", why=why)
        ) from None
    draws = len(decoded.opening) + sum(len(entry.draws) for entry in decoded.journal)
    if len(decoded.journal) > MOST_ENTRIES or draws > MOST_DRAWS:
        raise PoliteError(
            _(
                "That record is too long to import: at most {most_entries} entries and {most_draws} draws.",
                most_entries=MOST_ENTRIES,
                most_draws=MOST_DRAWS,
            )
        )
    return decoded


def record(campaign: Campaign, rows: Sequence[JournalRow], title: AnyTitle | None = None) -> Record:
    """A campaign as a record, from its whole journal; without its seed while it runs.

    :param title: the title whose pack goes into the record, if it is not the project's own present one.
    """
    setup, *played = rows
    return Record(
        title=campaign.title,
        pack=campaign.pack,
        scenario=campaign.scenario,
        options=campaign.options,
        seed=campaign.seed if campaign.is_over else None,
        commitment=campaign.commitment,
        opening=setup.draws,
        opening_digest=setup.digest,
        journal=[Entry(row.seat, row.action, row.draws, row.digest, row.kind, row.source) for row in played],
        ending=None if campaign.ending is None else Ending(campaign.ending.how, campaign.ending.seat),
        files=UNSET if title is None else packs.carried(title, campaign.pack),
    )


def restored(
    title: AnyTitle,
    record: Record,
    guild_id: int,
    channel_id: int,
    user_id: int,
    *,
    open_seats: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[NewCampaign, JournalEntry]:
    """A record as a new campaign, with its set-up entry.

    A game that goes on gets a new seed, because the old one may be known; its draws so far count
    as given by hand. It may take long: not for the event loop.

    :param open_seats: all seats are vacant; otherwise the user takes every seat.
    :param stopped: asked before each entry whether the caller no longer waits.
    :raises ReplayError: an entry does not follow.
    :raises PoliteError: it begins in the middle of a game, can't be stored, or was stopped.
    """
    if record.start is not None:
        # A campaign keeps only its scenario and journal, and could not be replayed from there.
        raise PoliteError(
            _("That record begins in the middle of a game. A campaign has to begin with its scenario.")
        )
    if any("\0" in text for text in (record.seed or "", *(entry.action for entry in record.journal))):
        # A file would keep it, and could never be moved to a server.
        raise PoliteError(_("That record has a character that is no text (U+0000)."))
    steps = []
    for played in replay_checked(title, record):
        if stopped():
            raise PoliteError(_("Replaying that record takes too long."))
        steps.append(played)
    final = steps[-1].state
    outcome = title.outcome(final)
    # A game that ended without a result can be continued.
    ending = None if record.ending is None or record.ending.how == "void" else record.ending
    over = outcome is not None or ending is not None
    revealed = record.seed if over else None
    seed = revealed or secrets.token_hex(16)
    draws = [record.opening, *(entry.draws for entry in record.journal)]
    entries: list[JournalEntry] = []
    before = title.chapter(steps[0].state)[0]
    for seq, (played, drawn) in enumerate(zip(steps, draws, strict=True)):
        after = title.chapter(played.state)[0]
        kept = drawn if revealed else [msgspec.structs.replace(draw, fed=True) for draw in drawn]
        written = {} if played.entry is None else _written(played.entry)
        step: Step[Any] = Step(played.state, played.events)
        entry = journal.entry(seq, step, (before, after), draws=kept, user_id=user_id, **written)
        if played.entry is not None:
            # The record has no state for an entry that is lost.
            entry = msgspec.structs.replace(entry, digest=played.entry.digest)
        entries.append(entry)
        before = after
    new = NewCampaign(
        guild_id=guild_id,
        channel_id=channel_id,
        title=title.id,
        scenario=record.scenario,
        options=record.options,
        pack=title.pack,
        whole=packs.whole(title),
        seed=seed,
        commitment=commitment(seed),
        state=msgspec.json.encode(final),
        dice_counter=sum(draw.of_seed for drawn in draws for draw in drawn) if revealed else 0,
        images="every-action",
        theme="light",
        created_by=user_id,
        seats=dict.fromkeys(title.seats, None if open_seats else user_id),
        journal=entries[1:],
        outcome=None if outcome is None else msgspec.json.encode(outcome),
        ending=None if ending is None else Ended(ending.how, ending.seat),
    )
    return new, entries[0]


def _written(entry: Entry) -> dict[str, Any]:
    # Only an action of the game has a seat, also if the file says otherwise.
    seat = entry.seat if entry.kind == "act" else ""
    return {"seat": seat, "action": entry.action, "kind": entry.kind, "source": entry.source}
