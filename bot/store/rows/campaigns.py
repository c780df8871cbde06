"""Campaigns: created, changed by an action, ended, and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    insert,
    or_,
    select,
    update,
)

from bot.store.ending import Ended
from bot.store.errors import (
    CampaignRunningError,
    DuplicateInteraction,
    NotRunningError,
    StaleVersionError,
    StoreError,
    UnknownCampaign,
)
from bot.store.often import Often
from bot.store.records import (
    Applied,
    Audit,
    Campaign,
    CampaignHead,
    Change,
    Deadline,
    JournalEntry,
    Message,
    NewCampaign,
    Seat,
    Status,
)
from bot.store.rows import (
    audits,
    chapter_starts,
    conduct,
    deadlines,
    journal,
    lapses,
    offers,
    openings,
    outbox,
    packs,
    results,
    seats,
    seekers,
    sights,
    spectators,
    wakes,
)
from bot.store.schema import campaign, interaction

_HEAD = [campaign.c[name] for name in CampaignHead.__struct_fields__ if name != "seating"]
_HEADS = select(*_HEAD)
_WHOLE = select(*_HEAD, campaign.c.state, journal.LAST_SEQ.label("last_seq"))
_OPEN = or_(campaign.c.status == "lobby", campaign.c.status == "running")
_BY_ID = Often(_WHOLE.where(campaign.c.id == bindparam("of")))
_HEAD_BY_ID = _HEADS.where(campaign.c.id == bindparam("of"))
_RUNNING_IN = Often(
    _WHOLE.where(
        campaign.c.channel_id == bindparam("channel"),
        _OPEN,
    )
)
# A new campaign can't begin before the channel's last one is over: the latest is the running one.
_LATEST_IN = Often(
    _WHOLE.where(campaign.c.channel_id == bindparam("channel")).order_by(campaign.c.id.desc()).limit(1)
)
_STANDING = select(campaign.c.version, campaign.c.status, campaign.c.paused_at).where(
    campaign.c.id == bindparam("of")
)
_APPLIED = select(interaction.c.campaign_id, interaction.c.seq).where(interaction.c.id == bindparam("of"))

_INTERACTION = Often(insert(interaction), *interaction.c.keys())
_CREATE = insert(campaign)
_GIVEN = [name for name in NewCampaign.__struct_fields__ if name in campaign.c]
_MOVE = (
    update(campaign)
    .where(campaign.c.id == bindparam("of"), campaign.c.version == bindparam("expected"))
    .values(version=campaign.c.version + 1)
)
_RESEAT = Often(_MOVE)
_LOBBY = _MOVE.values(opened=campaign.c.version + 1, updated_at=bindparam("now"))
_TOUCH = Often(_LOBBY)
_COMMIT = _MOVE.where(
    campaign.c.status == "running", campaign.c.paused_at.is_not_distinct_from(bindparam("paused"))
).values(
    opened=bindparam("new_opened"),
    updated_at=bindparam("now"),
    state=bindparam("new_state"),
    dice_counter=bindparam("new_counter"),
)
_FINISH = Often(
    _COMMIT.values(
        status=bindparam("new_status"), outcome=bindparam("new_outcome"), ended_at=bindparam("now")
    )
)
# Without the status: SQLite would rewrite its index entry although it stays the same.
_GO_ON = Often(_COMMIT)
_END = Often(
    _MOVE.where(_OPEN).values(
        updated_at=bindparam("now"), status="ended", ended_at=bindparam("now"), ending=bindparam("how")
    )
)
_BEGIN = Often(
    _LOBBY.where(campaign.c.status == "lobby").values(
        status="running",
        seed=bindparam("new_seed"),
        commitment=bindparam("new_commitment"),
        pack=bindparam("new_pack"),
        state=bindparam("new_state"),
        dice_counter=bindparam("new_counter"),
    )
)


def create(
    connection: Connection,
    new: NewCampaign,
    setup: JournalEntry | None,
    *,
    messages: Sequence[Message],
    owed: Sequence[Deadline],
    interaction_id: int | None,
    now: datetime,
) -> int:
    """Write a new campaign with its set-up, if it is no lobby, and the entries of an imported one.

    Returns its id.
    """
    made = connection.execute(
        _CREATE,
        {
            **{name: getattr(new, name) for name in _GIVEN},
            "status": _status(new),
            "ended_at": now if new.outcome or new.ending else None,
            "version": len(new.journal),
            "opened": len(new.journal),
            "created_at": now,
            "updated_at": now,
        },
    )
    campaign_id = int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0
    _apply_once(connection, interaction_id, campaign_id, 0, now)
    packs.keep(connection, new.title, new.pack, new.whole, now)
    seats.put(connection, campaign_id, new.seats, new.automatic, new.reserved)
    for seat, user in new.reserved.items():
        offers.note(connection, campaign_id, seat, user, now)
    brought = setup is not None and (new.journal or not any(new.seats.values()))
    if brought and new.created_by is not None:
        # The person who imports a record has all its secrets; any other new campaign starts with its players.
        sights.saw(connection, campaign_id, new.created_by, new.seats)
    if setup is not None:
        journal.put(connection, campaign_id, (setup, *new.journal), now)
        if not new.journal:
            chapter_starts.put(connection, campaign_id, {setup.chapter_after: new.state})
    deadlines.put(connection, campaign_id, owed)
    outbox.put(connection, campaign_id, len(new.journal), messages, now)
    if _status(new) == "running":
        wakes.put(connection, campaign_id)
    if _status(new) == "lobby":
        lapses.put(connection, campaign_id)
    if new.reliable is not None:
        conduct.require(connection, campaign_id, new.reliable)
    if new.opening is not None:
        openings.opened(connection, new.opening, campaign_id)
        seekers.opened(connection, new.opening.id, now)
    return campaign_id


def _status(new: NewCampaign) -> Status:
    if new.outcome is not None:
        return "finished"
    return new.status if new.ending is None else "ended"


def commit(connection: Connection, change: Change, now: datetime) -> Campaign:
    """Write all that follows from one accepted action; returns the campaign after it.

    :raises StaleVersionError: the campaign has moved on, or was paused or resumed.
    :raises NotRunningError: it is over.
    :raises UnknownCampaign: there is none.
    """
    _apply_once(connection, change.interaction_id, change.campaign_id, change.entries[0].seq, now)
    _move(
        connection,
        _GO_ON if change.status == "running" else _FINISH,
        change.campaign_id,
        change.expected_version,
        {
            "now": now,
            "paused": change.paused_at,
            "new_opened": change.opened,
            "new_state": change.state,
            "new_counter": change.dice_counter,
            "new_status": change.status,
            "new_outcome": change.outcome,
        },
    )
    version = change.expected_version + 1
    journal.put(connection, change.campaign_id, change.entries, now)
    chapter_starts.go_on(connection, change.campaign_id, change.entries, change.chapter_starts)
    if change.deadlines is not None:
        deadlines.replace(connection, change.campaign_id, change.deadlines)
    seats.bank(connection, change.campaign_id, change.banks)
    seats.rest(connection, change.campaign_id, change.rests)
    seats.absent(connection, change.campaign_id, change.absences)
    if change.retract_from is not None:
        outbox.retract(connection, change.campaign_id, version, change.retract_from, now)
    if change.audit is not None:
        audits.put(connection, change.audit, now)
    outbox.put(connection, change.campaign_id, version, change.outbox, now)
    over = change.status != "running"
    spectators.tell(connection, change.campaign_id, version, change.turns, now, over=over)
    if change.wakes:
        wakes.put(connection, change.campaign_id)
    if over:
        results.settle(connection, change.campaign_id)
    changed = by_id(connection, change.campaign_id)
    assert changed is not None
    conduct.add(connection, changed.guild_id, change.did, now)
    return changed


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """The set-up of a lobby's campaign."""

    title: str
    pack: str
    whole: bytes | None
    """The whole pack, as in `NewCampaign`."""
    seed: str
    commitment: str
    state: bytes
    dice_counter: int
    setup: JournalEntry


def begin(
    connection: Connection,
    campaign_id: int,
    expected_version: int,
    begun: Begun,
    *,
    messages: Sequence[Message],
    owed: Sequence[Deadline],
    sitting: Sequence[Seat],
    interaction_id: int | None,
    now: datetime,
) -> int:
    """Start a lobby's campaign with these seats; returns the new version.

    :raises StaleVersionError: the lobby has changed.
    :raises NotRunningError: it is no longer a lobby.
    :raises UnknownCampaign: there is none.
    """
    _apply_once(connection, interaction_id, campaign_id, 0, now)
    _move(
        connection,
        _BEGIN,
        campaign_id,
        expected_version,
        {
            "now": now,
            "new_pack": begun.pack,
            "new_seed": begun.seed,
            "new_commitment": begun.commitment,
            "new_state": begun.state,
            "new_counter": begun.dice_counter,
        },
    )
    packs.keep(connection, begun.title, begun.pack, begun.whole, now)
    seats.change(connection, campaign_id, sitting)
    spectators.leave(connection, campaign_id, [seat.user_id for seat in sitting if seat.user_id], now)
    _agree_to_several(connection, campaign_id, sitting)
    journal.put(connection, campaign_id, (begun.setup,), now)
    chapter_starts.put(connection, campaign_id, {begun.setup.chapter_after: begun.state})
    deadlines.replace(connection, campaign_id, owed)
    outbox.put(connection, campaign_id, expected_version + 1, messages, now)
    wakes.put(connection, campaign_id)
    seekers.begun(connection, campaign_id, now)
    return expected_version + 1


def _agree_to_several(connection: Connection, campaign_id: int, sitting: Sequence[Seat]) -> None:
    """The people in a lobby where a person has several seats agree to play against that person."""
    people = {seat.user_id for seat in sitting if seat.user_id is not None}
    for user in people:
        own = [seat.seat for seat in sitting if seat.user_id == user]
        others = people - {user}
        if others and len(own) > 1:
            for seat in own:
                sights.agree(connection, campaign_id, seat, user, others)


def end(
    connection: Connection,
    campaign_id: int,
    expected_version: int,
    *,
    messages: Sequence[Message],
    interaction_id: int | None,
    audit: Audit | None,
    ending: Ended | None,
    now: datetime,
) -> int:
    """End a running campaign before its rules do; returns the new version. Errors are those of `commit`."""
    last = max(journal.last_seq(connection, campaign_id), 0)
    _apply_once(connection, interaction_id, campaign_id, last, now)
    version = _move(connection, _END, campaign_id, expected_version, {"now": now, "how": ending})
    deadlines.replace(connection, campaign_id, ())
    if audit is not None:
        audits.put(connection, audit, now)
    outbox.put(connection, campaign_id, version, messages, now)
    spectators.tell(connection, campaign_id, version, [None], now, over=True)
    results.settle(connection, campaign_id)
    seekers.begun(connection, campaign_id, now)
    return version


def alter(connection: Connection, campaign_id: int, **values: Any) -> None:
    """Set columns that the rules do not use, such as theme, clock and channel.

    The version stays the same.

    :raises UnknownCampaign: there is none.
    """
    changed = connection.execute(update(campaign).where(campaign.c.id == campaign_id).values(**values))
    if changed.rowcount != 1:
        raise UnknownCampaign(campaign_id)
    if any(name in values and values[name] is None for name in ("paused_at", "parked_at")):
        wakes.put(connection, campaign_id)
        lapses.put(connection, campaign_id)
    else:
        lapses.put_if_asked(connection, campaign_id)


def touch(connection: Connection, campaign_id: int, expected_version: int, now: datetime) -> int:
    """Count a change of a lobby, so that presses on its earlier card are known to be late.

    :raises StaleVersionError: it has changed already.
    :raises UnknownCampaign: there is none.
    """
    return _move(connection, _TOUCH, campaign_id, expected_version, {"now": now})


def reseat(connection: Connection, campaign_id: int, expected_version: int) -> int:
    """Count a change of hands: presses on the board still hold, but a caller that read the campaign
    before has to read the seats again.

    :raises StaleVersionError: the campaign has moved on already.
    :raises UnknownCampaign: there is none.
    """
    wakes.put(connection, campaign_id)
    return _move(connection, _RESEAT, campaign_id, expected_version, {})


def by_id(connection: Connection, campaign_id: int) -> Campaign | None:
    """The campaign with this id."""
    return _one(connection, _BY_ID, {"of": campaign_id})


def head(connection: Connection, campaign_id: int) -> CampaignHead | None:
    """The campaign with this id, without its snapshot."""
    heads = _heads(connection, connection.execute(_HEAD_BY_ID, {"of": campaign_id}).all())
    return heads[0] if heads else None


def running_in(connection: Connection, channel_id: int) -> Campaign | None:
    """The running campaign of a channel."""
    return _one(connection, _RUNNING_IN, {"channel": channel_id})


def latest_in(connection: Connection, channel_id: int) -> Campaign | None:
    """The running campaign of a channel, or its last one."""
    return _one(connection, _LATEST_IN, {"channel": channel_id})


def of_guild(
    connection: Connection, guild_id: int, status: Status | None, *, limit: int, offset: int
) -> list[CampaignHead]:
    """A server's campaigns, newest first."""
    query = _HEADS.where(campaign.c.guild_id == guild_id)
    if status is not None:
        query = query.where(campaign.c.status == status)
    page = query.order_by(campaign.c.id.desc()).limit(limit).offset(offset)
    return _heads(connection, connection.execute(page).all())


def of_week(connection: Connection, guild_id: int, since: datetime, limit: int) -> list[CampaignHead]:
    """A server's newest campaigns that are not over, or ended since then."""
    goes_on = campaign.c.status.in_(("lobby", "running"))
    query = _HEADS.where(campaign.c.guild_id == guild_id, or_(goes_on, campaign.c.ended_at >= since))
    return _heads(connection, connection.execute(query.order_by(campaign.c.id.desc()).limit(limit)).all())


def with_parked(connection: Connection) -> list[int]:
    """Ids of the servers with parked campaigns."""
    query = select(campaign.c.guild_id).where(campaign.c.parked_at.is_not(None)).distinct()
    return list(connection.scalars(query.order_by(campaign.c.guild_id)))


def parked(connection: Connection, guild_id: int) -> list[CampaignHead]:
    """A server's campaigns that are parked and not over."""
    query = _HEADS.where(
        campaign.c.parked_at.is_not(None), campaign.c.status.in_(("lobby", "running"))
    ).where(campaign.c.guild_id == guild_id)
    return sorted(_heads(connection, connection.execute(query).all()), key=lambda head: head.id)


def applied(connection: Connection, interaction_id: int) -> Applied | None:
    """The result of an interaction; None if it was never applied."""
    row = connection.execute(_APPLIED, {"of": interaction_id}).first()
    return None if row is None else Applied(*row)


def why_not(
    connection: Connection, interaction_id: int | None, campaign_id: int | None, channel_id: int | None
) -> StoreError | None:
    """The store's error for a broken constraint of create, commit or end; None for another constraint."""
    before = None if interaction_id is None else applied(connection, interaction_id)
    if before is not None and interaction_id is not None:
        return DuplicateInteraction(interaction_id, before.campaign_id, before.seq)
    if campaign_id is not None and head(connection, campaign_id) is None:
        return UnknownCampaign(campaign_id)
    running = None if channel_id is None else running_in(connection, channel_id)
    if running is not None:
        return CampaignRunningError(running.channel_id, running.id)
    return None


def _apply_once(
    connection: Connection, interaction_id: int | None, campaign_id: int, seq: int, now: datetime
) -> None:
    if interaction_id is not None:
        _INTERACTION.write(
            connection, {"id": interaction_id, "campaign_id": campaign_id, "seq": seq, "at": now}
        )


def _move(
    connection: Connection, change: Often, campaign_id: int, expected: int, values: Mapping[str, Any]
) -> int:
    """Change a campaign if it has not changed since it was read; returns its new version."""
    if change.write(connection, {"of": campaign_id, "expected": expected, **values}) == 1:
        lapses.put_if_asked(connection, campaign_id)
        return expected + 1
    standing = connection.execute(_STANDING, {"of": campaign_id}).first()
    if standing is None:
        raise UnknownCampaign(campaign_id)
    if standing.version != expected or standing.paused_at != values.get("paused", standing.paused_at):
        raise StaleVersionError(campaign_id, expected, standing.version)
    raise NotRunningError(campaign_id, standing.status)


def _one(connection: Connection, query: Often, values: dict[str, int]) -> Campaign | None:
    rows = query.rows(connection, values)
    if not rows:
        return None
    read = rows[0]
    stored = read.pop("state")
    # SQLite gives text for what somebody has written by hand.
    snapshot = stored.encode() if isinstance(stored, str) else stored
    return Campaign(
        **read,
        state=snapshot,
        seating=seats.of_campaign(connection, read["id"]),
        deadlines=() if read["clock"] == "none" else deadlines.of_campaign(connection, read["id"]),
    )


def _heads(connection: Connection, rows: Sequence[Row[Any]]) -> list[CampaignHead]:
    seating = seats.of_campaigns(connection, [row.id for row in rows])
    return [CampaignHead(**row._mapping, seating=seating[row.id]) for row in rows]
