"""Campaigns: how one is created, moved on by an action, ended, and found again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from bot.store import deadlines, journal, outbox
from bot.store.errors import (
    CampaignRunningError,
    DuplicateInteraction,
    NotRunningError,
    StaleVersionError,
    StoreError,
    UnknownCampaign,
)
from bot.store.records import (
    Applied,
    Campaign,
    CampaignHead,
    Change,
    Deadline,
    Images,
    JournalEntry,
    Message,
    NewCampaign,
    Status,
    Theme,
)
from bot.store.schema import campaign, interaction, seat

_HEAD = [campaign.c[name] for name in CampaignHead.__struct_fields__ if name != "seats"]
_HEADS = select(*_HEAD)
_WHOLE = select(*_HEAD, campaign.c.state, journal.LAST_SEQ.label("last_seq"))
_BY_ID = _WHOLE.where(campaign.c.id == bindparam("of"))
_HEAD_BY_ID = _HEADS.where(campaign.c.id == bindparam("of"))
_RUNNING_IN = _WHOLE.where(campaign.c.channel_id == bindparam("channel"), campaign.c.status == "running")
# A new campaign has to wait until the channel's last one is over: the latest is the one that runs.
_LATEST_IN = (
    _WHOLE.where(campaign.c.channel_id == bindparam("channel")).order_by(campaign.c.id.desc()).limit(1)
)
_SEATS = select(seat.c.campaign_id, seat.c.seat, seat.c.user_id).where(
    seat.c.campaign_id.in_(bindparam("ids", expanding=True))
)
_STANDING = select(campaign.c.version, campaign.c.status).where(campaign.c.id == bindparam("of"))
_APPLIED = select(interaction.c.campaign_id, interaction.c.seq).where(interaction.c.id == bindparam("of"))

_INTERACTION = insert(interaction)
_SEAT = insert(seat)
_CREATE = insert(campaign)
_MOVE_ON = (
    update(campaign)
    .where(
        campaign.c.id == bindparam("of"),
        campaign.c.version == bindparam("expected"),
        campaign.c.status == "running",
    )
    .values(version=campaign.c.version + 1, updated_at=bindparam("now"))
)
_COMMIT = _MOVE_ON.values(
    state=bindparam("new_state"),
    dice_counter=bindparam("new_counter"),
    status=bindparam("new_status"),
    outcome=bindparam("new_outcome"),
    ended_at=bindparam("over"),
)
_END = _MOVE_ON.values(status="ended", ended_at=bindparam("now"))


def create(
    connection: Connection,
    new: NewCampaign,
    setup: JournalEntry,
    *,
    messages: Sequence[Message],
    owed: Sequence[Deadline],
    interaction_id: int | None,
    now: datetime,
) -> int:
    """Write a new campaign with its set-up and what was played before; gives its id."""
    made = connection.execute(
        _CREATE,
        {
            "guild_id": new.guild_id,
            "channel_id": new.channel_id,
            "title": new.title,
            "scenario": new.scenario,
            "options": new.options,
            "pack": new.pack,
            "seed": new.seed,
            "commitment": new.commitment,
            "status": "running" if new.outcome is None else "finished",
            "outcome": new.outcome,
            "ended_at": None if new.outcome is None else now,
            "version": len(new.journal),
            "dice_counter": new.dice_counter,
            "images": new.images,
            "theme": new.theme,
            "nudge_hours": new.nudge_hours,
            "created_by": new.created_by,
            "created_at": now,
            "updated_at": now,
            "state": new.state,
        },
    )
    campaign_id = int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0
    _apply_once(connection, interaction_id, campaign_id, setup.seq, now)
    if new.seats:
        connection.execute(
            _SEAT,
            [{"campaign_id": campaign_id, "seat": name, "user_id": user} for name, user in new.seats.items()],
        )
    for entry in (setup, *new.journal):
        journal.put(connection, campaign_id, entry, now)
    deadlines.put(connection, campaign_id, owed)
    outbox.put(connection, campaign_id, len(new.journal), messages, now)
    return campaign_id


def commit(connection: Connection, change: Change, now: datetime) -> int:
    """Write everything that follows from one accepted action; gives the new version.

    :raises StaleVersionError: the campaign has moved on.
    :raises NotRunningError: it is over.
    :raises UnknownCampaign: there is none.
    """
    _apply_once(connection, change.interaction_id, change.campaign_id, change.entry.seq, now)
    moved = connection.execute(
        _COMMIT,
        {
            "of": change.campaign_id,
            "expected": change.expected_version,
            "now": now,
            "new_state": change.state,
            "new_counter": change.dice_counter,
            "new_status": change.status,
            "new_outcome": change.outcome,
            "over": None if change.status == "running" else now,
        },
    )
    if moved.rowcount != 1:
        raise _why_not_moved(connection, change.campaign_id, change.expected_version)
    version = change.expected_version + 1
    journal.put(connection, change.campaign_id, change.entry, now)
    if change.deadlines is not None:
        deadlines.replace(connection, change.campaign_id, change.deadlines)
    outbox.put(connection, change.campaign_id, version, change.outbox, now)
    return version


def end(
    connection: Connection,
    campaign_id: int,
    expected_version: int,
    *,
    messages: Sequence[Message],
    interaction_id: int | None,
    now: datetime,
) -> int:
    """End a running campaign before its rules do; gives the new version. Errors are those of `commit`."""
    _apply_once(connection, interaction_id, campaign_id, journal.last_seq(connection, campaign_id), now)
    moved = connection.execute(_END, {"of": campaign_id, "expected": expected_version, "now": now})
    if moved.rowcount != 1:
        raise _why_not_moved(connection, campaign_id, expected_version)
    version = expected_version + 1
    deadlines.replace(connection, campaign_id, ())
    outbox.put(connection, campaign_id, version, messages, now)
    return version


def present(
    connection: Connection, campaign_id: int, images: Images, theme: Theme, nudge_hours: int | None
) -> None:
    """Set how a campaign is shown and how often it reminds; its version stays.

    :raises UnknownCampaign: there is none.
    """
    changed = connection.execute(
        update(campaign)
        .where(campaign.c.id == campaign_id)
        .values(images=images, theme=theme, nudge_hours=nudge_hours)
    )
    if changed.rowcount != 1:
        raise UnknownCampaign(campaign_id)


def reseat(connection: Connection, campaign_id: int, name: str, user_id: int | None) -> None:
    """Give a seat to a user, or leave it vacant; the campaign's version stays.

    :raises UnknownCampaign: there is none.
    """
    if connection.execute(_STANDING, {"of": campaign_id}).first() is None:
        raise UnknownCampaign(campaign_id)
    connection.execute(delete(seat).where(seat.c.campaign_id == campaign_id, seat.c.seat == name))
    if user_id is not None:
        connection.execute(_SEAT, {"campaign_id": campaign_id, "seat": name, "user_id": user_id})


def by_id(connection: Connection, campaign_id: int) -> Campaign | None:
    """The campaign of that id."""
    return _one(connection, _BY_ID, {"of": campaign_id})


def head(connection: Connection, campaign_id: int) -> CampaignHead | None:
    """The campaign of that id without its snapshot."""
    found = _heads(connection, connection.execute(_HEAD_BY_ID, {"of": campaign_id}).all())
    return found[0] if found else None


def running_in(connection: Connection, channel_id: int) -> Campaign | None:
    """The campaign that runs in a channel."""
    return _one(connection, _RUNNING_IN, {"channel": channel_id})


def latest_in(connection: Connection, channel_id: int) -> Campaign | None:
    """The campaign that runs in a channel, or the last that did."""
    return _one(connection, _LATEST_IN, {"channel": channel_id})


def of_guild(
    connection: Connection, guild_id: int, status: Status | None, *, limit: int, offset: int
) -> list[CampaignHead]:
    """A server's campaigns, newest first."""
    return _listed(connection, [campaign.c.guild_id == guild_id], status, limit, offset)


def with_user(
    connection: Connection, guild_id: int, user_id: int, status: Status | None, *, limit: int, offset: int
) -> list[CampaignHead]:
    """The campaigns of a server in which a user has a seat, newest first."""
    taken = select(seat.c.campaign_id).where(seat.c.user_id == user_id)
    where = [campaign.c.guild_id == guild_id, campaign.c.id.in_(taken)]
    return _listed(connection, where, status, limit, offset)


def count(connection: Connection, status: Status | None) -> int:
    """How many campaigns there are."""
    query = select(func.count()).select_from(campaign)
    if status is not None:
        query = query.where(campaign.c.status == status)
    return connection.scalar(query) or 0


def applied(connection: Connection, interaction_id: int) -> Applied | None:
    """What an interaction led to; None when it was never applied."""
    row = connection.execute(_APPLIED, {"of": interaction_id}).first()
    return None if row is None else Applied(*row)


def why_not(
    connection: Connection, interaction_id: int | None, campaign_id: int | None, channel_id: int | None
) -> StoreError | None:
    """Why a constraint stood in the way of a create, commit or end; None when none of these is why."""
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
        connection.execute(
            _INTERACTION, {"id": interaction_id, "campaign_id": campaign_id, "seq": seq, "at": now}
        )


def _why_not_moved(connection: Connection, campaign_id: int, expected: int) -> StoreError:
    standing = connection.execute(_STANDING, {"of": campaign_id}).first()
    if standing is None:
        return UnknownCampaign(campaign_id)
    if standing.version != expected:
        return StaleVersionError(campaign_id, expected, standing.version)
    return NotRunningError(campaign_id, standing.status)


def _one(connection: Connection, query: Select[Any], values: dict[str, int]) -> Campaign | None:
    row = connection.execute(query, values).first()
    if row is None:
        return None
    return Campaign(**row._mapping, seats=_seated(connection, [row.id])[row.id])


def _listed(
    connection: Connection, where: list[ColumnElement[bool]], status: Status | None, limit: int, offset: int
) -> list[CampaignHead]:
    query = _HEADS.where(*where).order_by(campaign.c.id.desc()).limit(limit).offset(offset)
    if status is not None:
        query = query.where(campaign.c.status == status)
    return _heads(connection, connection.execute(query).all())


def _heads(connection: Connection, rows: Sequence[Row[Any]]) -> list[CampaignHead]:
    seats = _seated(connection, [row.id for row in rows])
    return [CampaignHead(**row._mapping, seats=seats[row.id]) for row in rows]


def _seated(connection: Connection, ids: Iterable[int]) -> dict[int, dict[str, int]]:
    seats: dict[int, dict[str, int]] = {campaign_id: {} for campaign_id in ids}
    if seats:
        for campaign_id, name, user_id in connection.execute(_SEATS, {"ids": list(seats)}):
            seats[campaign_id][name] = user_id
    return seats
