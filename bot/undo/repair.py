"""A campaign under changed rules: which entries of its journal still follow, and the repair."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from bot.campaigns import guards, journal, messages, records
from bot.campaigns.proposals import Mend
from bot.campaigns.service import Campaigns
from bot.errors import StaleError
from bot.games.registry import presenter_of
from bot.store import Audit, Campaign, JournalEntry, JournalRow, Message, StaleVersionError, rows
from bot.surface import layout
from data.catalogue import _, alone
from data.sentences import _l
from engines import packs
from engines.core.contract import AnyTitle, Outcome, Step
from engines.core.events import Undone
from engines.core.record import Entry
from engines.core.repair import Repair, mend, repair
from engines.core.table import undo_notation, undo_target


class Diagnosis(NamedTuple):
    """How far a campaign's journal follows under the present rules."""

    entries: int
    """Number of entries of the journal, of any kind."""
    changed: int | None
    """The first entry that leads to another state than was written; None if all are as written."""
    trouble: int | None
    """The first entry, of those not taken back, that no longer follows; None if all follow."""
    reason: str
    """Why it does not follow, and the rule case."""
    back_to: int | None
    """The last good entry before it; None if there is no trouble, or no entry to return to."""
    pack: str
    """The present pack of the campaign."""
    repacked: bool
    """Whether that is another pack than before."""

    @property
    def mendable(self) -> bool:
        """Whether there is anything to repair that can be repaired."""
        if self.trouble is not None:
            return self.back_to is not None
        return self.changed is not None or self.repacked


class Mended(NamedTuple):
    """A journal rewritten under the present rules."""

    entries: list[JournalEntry]
    """The entries that existed, with their results under these rules."""
    undo: JournalEntry | None
    """The entry that takes back those that no longer follow."""
    state: msgspec.Struct
    chapter: int
    outcome: Outcome | None


def diagnosed(title: AnyTitle, campaign: Campaign, entries: Sequence[JournalRow]) -> Diagnosis:
    """Replay a campaign under the present rules; slow."""
    record = records.record(campaign, entries)
    left: Repair = repair(title, record)
    trouble, changed = left.trouble, left.changed
    if trouble is None and changed is None:
        # Entries that were taken back are replayed too, for example by `tocsin verify`.
        after = mend(title, record).journal
        pairs = enumerate(zip(record.journal, after, strict=True), start=1)
        changed = next((number for number, (was, now) in pairs if was.digest != now.digest), None)
    reason = ""
    if trouble is not None:
        reason = f"{trouble.message} ({trouble.case})" if trouble.case else trouble.message
    return Diagnosis(
        entries=len(entries) - 1,
        changed=changed,
        trouble=None if trouble is None else trouble.entry,
        reason=reason,
        back_to=left.steps[-1].number if trouble is not None and left.steps else None,
        pack=title.pack,
        repacked=title.pack != campaign.pack,
    )


def mended(
    title: AnyTitle, campaign: Campaign, entries: Sequence[JournalRow], back_to: int | None, user_id: int
) -> Mended:
    """Rewrite a journal under the present rules; slow.

    :param back_to: the entry to return to first; None if all entries follow.
    :raises ReplayError: an entry that was not taken back does not follow.
    """
    record = records.record(campaign, entries)
    if back_to is not None:
        undo = Entry("", undo_notation(back_to), [], "", "undo", "moderator")
        record = msgspec.structs.replace(record, journal=[*record.journal, undo])
    mending = mend(title, record)
    steps = repair(title, mending).steps
    chapters = {step.number: title.chapter(step.state)[0] for step in steps}
    written = {0: mending.opening_digest}
    written.update((number, entry.digest) for number, entry in enumerate(mending.journal, start=1))
    before = {step.number: chapters[previous.number] for previous, step in pairwise(steps)}
    happened = {step.number: msgspec.json.encode(step.events) for step in steps}
    rewritten = []
    for row in entries:
        entry = _as_written(row, written[row.seq])
        if row.seq in chapters:
            entry = msgspec.structs.replace(
                entry,
                events=happened[row.seq],
                chapter_before=before.get(row.seq, chapters[row.seq]),
                chapter_after=chapters[row.seq],
            )
        elif row.kind == "undo" and undo_target(row.action) in chapters:
            entry = msgspec.structs.replace(entry, chapter_after=chapters[undo_target(row.action)])
        rewritten.append(entry)
    state, chapter = steps[-1].state, chapters[steps[-1].number]
    added = None
    if back_to is not None:
        taken = sum(row.seq > back_to and row.undone_by is None and row.kind != "undo" for row in entries)
        added = _undo(len(entries), back_to, taken, state, (entries[-1].chapter_after, chapter), user_id)
    return Mended(rewritten, added, state, chapter, title.outcome(state))


def _as_written(row: JournalRow, written: str) -> JournalEntry:
    kept = {name: getattr(row, name) for name in JournalEntry.__struct_fields__}
    return JournalEntry(**{**kept, "digest": written})


def _undo(
    seq: int, back_to: int, taken: int, state: msgspec.Struct, chapters: tuple[int, int], user_id: int
) -> JournalEntry:
    return journal.entry(
        seq,
        Step(state, [Undone(back_to, taken)]),
        chapters,
        draws=[],
        user_id=user_id,
        action=undo_notation(back_to),
        kind="undo",
        source="moderator",
    )


class Repairs:
    """Checks campaigns under the present rules, and repairs them."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def look(self, campaign: Campaign) -> Diagnosis:
        """How far the journal of a campaign follows under the present rules."""
        entries = await self._store.journal(guards.begun(campaign).id)
        return await asyncio.to_thread(diagnosed, self._campaigns.title_of(campaign), campaign, entries)

    async def carry_out(self, act: Mend, *, user_id: int) -> None:
        """Repair as was shown, and announce it; errors as in `mend`."""
        campaign = await self._campaigns.by_id(act.campaign)
        async with self._campaigns.languages.aloud(campaign):
            back = (
                _("back to entry {back_to}", back_to=act.back_to)
                if act.back_to is not None
                else _("states rewritten")
            )
            said = _(
                "🔧 <@{user_id}> brings the campaign in line with the current rules, {back}{reason}",
                user_id=user_id,
                back=back,
                reason=layout.why(act.reason),
            )
        await self.mend(
            act.campaign,
            act.version,
            act.back_to,
            user_id=user_id,
            audit=Audit.on(campaign, user_id, "repair", act.reason, back),
            say=[messages.say(said)],
        )

    async def mend(
        self,
        campaign_id: int,
        version: int,
        back_to: int | None,
        *,
        user_id: int,
        audit: Audit,
        say: Sequence[Message] = (),
    ) -> None:
        """Rewrite a journal under the present rules, in one transaction.

        :param back_to: the last entry that follows; None if all do.
        :raises PoliteError: the campaign has moved on, or can't be played now.
        :raises ReplayError: this repair is not possible.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.by_id(campaign_id)
            guards.unfinished(campaign)
            if campaign.version != version:
                raise StaleError(_l("The game has gone on since then. Give `/mod repair` again."))
            title = self._campaigns.title_of(campaign)
            entries = await self._store.journal(campaign_id)
            with alone():
                made = await asyncio.to_thread(mended, title, campaign, entries, back_to, user_id)
            owed = await self._campaigns.timekeeper.first(
                title.decisions(made.state), campaign.clock, campaign.seating, stopped=campaign.stands_still
            )
            now, last = self._store.now(), entries[-1].chapter_after
            # Posts of chapters that are taken back have to say so.
            later = range(made.chapter, max(made.chapter, last) + 1)
            cards = messages.chapters([made.chapter], later if presenter_of(title).has_scenes else ())

            def write(connection: Connection) -> None:
                moved = rows.campaigns.touch(connection, campaign_id, version, now)
                over = made.outcome is not None
                rows.campaigns.alter(
                    connection,
                    campaign_id,
                    state=msgspec.json.encode(made.state),
                    pack=title.pack,
                    status="finished" if over else "running",
                    outcome=None if made.outcome is None else msgspec.json.encode(made.outcome),
                    ended_at=now if over else None,
                )
                rows.packs.keep(connection, title.id, title.pack, packs.whole(title), now)
                rows.journal.rewrite(connection, campaign_id, made.entries)
                rows.chapter_starts.forget(connection, campaign_id)
                if made.undo is not None:
                    rows.journal.put(connection, campaign_id, [made.undo], now)
                rows.deadlines.replace(connection, campaign_id, owed)
                if made.chapter < last:
                    rows.outbox.retract(connection, campaign_id, moved, made.chapter, now)
                rows.audits.put(connection, audit, now)
                ends = messages.summary() if over else ()
                rows.outbox.put(connection, campaign_id, moved, [*cards, *say, *ends], now)
                rows.results.settle(connection, campaign_id)

            try:
                await self._store.transact(write, campaign_id=campaign_id, alone=True)
            except StaleVersionError:
                raise StaleError(_l("The game has gone on since then. Give `/mod repair` again.")) from None
            self._campaigns.read_again(campaign_id)
