"""The tables; `bot.store.columns` says how values are stored in them. Ids given by Discord are 64-bit
integers. A change here needs a migration beside it and its revision in `REVISION`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

from bot.store.columns import TABLES, Duration, EncodedJson, Instant, Json
from bot.store.ending import Ended
from bot.store.league_tables import league
from bot.store.lobbies import Opening
from bot.store.preferences import THREAD
from bot.store.results import Result
from bot.store.spectator_tables import follower
from engines.core.dice import Draw
from engines.core.strength import USUAL

REVISION = "0024"
"""The revision of these tables."""

metadata = TABLES
"""All tables, those of leagues and of spectators too."""

MOVED = "move-store"
"""Key of the note in a database to which `bot.store.move` has not copied everything yet."""

_RUNNING = text("status IN ('lobby', 'running')")
_PARKED = text("parked_at IS NOT NULL")
_WEEK = text("week_at IS NOT NULL")
_KEPT = text("ended_at IS NOT NULL AND archived_at IS NULL")
_SEASON = text("keep_days IS NOT NULL")
_LOG = text("log_at IS NOT NULL")
_ASKED = text("settled_at IS NULL")
_SETTLED = text("settled_at IS NOT NULL")
_WAITING = text("sent_at IS NULL AND given_up_at IS NULL")
_SENT = text("sent_at IS NOT NULL")
_GIVEN_UP = text("given_up_at IS NOT NULL")
_CLOCK = text("due_at IS NOT NULL")
_MISSED = text("missed > 0")
_ASLEEP = text("paused_at IS NOT NULL AND paused_by IS NULL AND paused_as IS NULL")


def _of_campaign() -> Column[int]:
    return Column("campaign_id", Integer, ForeignKey("campaign.id"), nullable=False)


def _key_of_campaign() -> Column[int]:
    return Column("campaign_id", Integer, ForeignKey("campaign.id"), primary_key=True)


campaign = Table(
    "campaign",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("title", String(32), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", Json(dict[str, bool]), nullable=False),
    Column("pack", String(128), nullable=False),
    Column("seed", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("status", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("opened", Integer, nullable=False),
    Column("dice_counter", Integer, nullable=False),
    Column("images", String(12), nullable=False),
    Column("theme", String(32), nullable=False),
    Column("clock", String(80), nullable=False),
    Column("language", String(5), nullable=False, default="", server_default=""),
    Column("private", Boolean, nullable=False),
    Column("several", Boolean, nullable=False),
    Column("created_by", BigInteger),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("ended_at", Instant),
    Column("archived_at", Instant),
    Column("paused_at", Instant),
    Column("paused_by", BigInteger),
    Column("paused_as", String(9)),
    Column("parked_at", Instant),
    Column("outcome", EncodedJson),
    Column("ending", Json(Ended)),
    # After the others, so that SQLite lists campaigns without reading through their snapshots.
    Column("state", LargeBinary, nullable=False),
    CheckConstraint("status IN ('lobby', 'running', 'finished', 'ended')", name="status"),
    CheckConstraint("images IN ('every-action', 'every-turn', 'never')", name="images"),
    Index("ix_campaign_running", "channel_id", unique=True, sqlite_where=_RUNNING, postgresql_where=_RUNNING),
    Index(None, "channel_id", "id"),
    Index(None, "guild_id", "id"),
    Index(None, "title", "pack"),
    Index("ix_campaign_kept", "guild_id", "ended_at", sqlite_where=_KEPT, postgresql_where=_KEPT),
    Index("ix_campaign_going", "guild_id", sqlite_where=_RUNNING, postgresql_where=_RUNNING),
    Index("ix_campaign_parked", "guild_id", sqlite_where=_PARKED, postgresql_where=_PARKED),
    Index("ix_campaign_asleep", "id", sqlite_where=_ASLEEP, postgresql_where=_ASLEEP),
    # An id is never reused: buttons in old messages carry it.
    sqlite_autoincrement=True,
)

seat = Table(
    "seat",
    metadata,
    _key_of_campaign(),
    Column("seat", String(32), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("user_id", BigInteger, index=True),
    Column("reserved_for", BigInteger),
    Column("owner_id", BigInteger, index=True),
    Column("until", Instant),
    Column("bank", Duration),
    Column("rest", Duration),
    Column("in_exchange", String(32)),
    Column("offered_at", Instant),
    Column("rest_hours", EncodedJson),
    Column("rest_handed", Boolean, nullable=False, default=False),
    Column("missed", Integer, nullable=False, default=0),
    Column("played_in", Integer),
    Column("automatic", Boolean, nullable=False, default=False, server_default=false()),
    Column("strength", String(6), nullable=False, server_default=USUAL),
    Index("ix_seat_missed", "campaign_id", sqlite_where=_MISSED, postgresql_where=_MISSED),
)

sight = Table(
    "sight",
    metadata,
    _key_of_campaign(),
    Column("seat", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("agreed", Json(list[int]), nullable=False),
    Column("ruled", Json(list[int]), nullable=False, server_default="[]"),
)

offer = Table(
    "offer",
    metadata,
    _key_of_campaign(),
    Column("seat", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False, index=True),
    Column("declined", Boolean, nullable=False),
)

guest = Table(
    "guest",
    metadata,
    _key_of_campaign(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("invited", Boolean, nullable=False),
    Column("waiting", Boolean, nullable=False),
    Column("preference", String(32)),
)

journal = Table(
    "journal",
    metadata,
    _key_of_campaign(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(32), nullable=False),
    Column("user_id", BigInteger),
    Column("kind", String(8), nullable=False),
    Column("source", String(12), nullable=False),
    Column("undone_by", Integer),
    Column("action", Text, nullable=False),
    Column("draws", Json(list[Draw]), nullable=False),
    Column("events", EncodedJson, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("chapter_before", Integer, nullable=False),
    Column("chapter_after", Integer, nullable=False),
    Column("at", Instant, nullable=False),
    Index(None, "campaign_id", "chapter_after"),
)

chapter_start = Table(
    "chapter_start",
    metadata,
    _key_of_campaign(),
    Column("chapter", Integer, primary_key=True, autoincrement=False),
    # Compressed by `zlib`.
    Column("state", LargeBinary, nullable=False),
)

deadline = Table(
    "deadline",
    metadata,
    _key_of_campaign(),
    Column("seat", String(32), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("interrupt", Boolean, nullable=False),
    Column("since", Instant, nullable=False),
    Column("allowed", Duration),
    Column("due_at", Instant),
    Column("ring", Integer, nullable=False),
    Column("next_ring_at", Instant, index=True),
    Column("muted", Boolean, nullable=False),
    Column("told_at", Instant),
    Column("awake", Duration, nullable=False),
    Column("hours", EncodedJson),
    Column("handed", Boolean, nullable=False),
    Index("ix_deadline_clock", "campaign_id", sqlite_where=_CLOCK, postgresql_where=_CLOCK),
)

wake = Table(
    "wake",
    metadata,
    Column("id", Integer, primary_key=True),
    _of_campaign(),
    Column("at", Instant, nullable=False, index=True),
    Column("version", Integer),
)

lapse = Table(
    "lapse",
    metadata,
    Column("id", Integer, primary_key=True),
    _of_campaign(),
    Column("at", Instant, nullable=False, index=True),
)

standing_order = Table(
    "standing_order",
    metadata,
    _key_of_campaign(),
    Column("seat", String(32), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("text", String(200), nullable=False),
    Column("given_at", Instant, nullable=False),
)

laid_by = Table(
    "laid_by",
    metadata,
    _key_of_campaign(),
    Column("seat", String(32), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("text", String(200), nullable=False),
    Column("given_at", Instant, nullable=False),
)

request = Table(
    "request",
    metadata,
    Column("id", Integer, primary_key=True),
    _of_campaign(),
    Column("version", Integer, nullable=False),
    Column("asker_id", BigInteger),
    Column("body", EncodedJson, nullable=False),
    Column("agreed", Json(list[int]), nullable=False),
    Column("at", Instant, nullable=False),
    Column("settled_at", Instant),
    Index(None, "campaign_id"),
    Index("ix_request_open", "campaign_id", sqlite_where=_ASKED, postgresql_where=_ASKED),
    Index("ix_request_settled", "settled_at", sqlite_where=_SETTLED, postgresql_where=_SETTLED),
    sqlite_autoincrement=True,
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("campaign_id", Integer, ForeignKey("campaign.id"), index=True),
    Column("actor_id", BigInteger),
    Column("act", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Index(None, "guild_id", "id"),
    sqlite_autoincrement=True,
)

proposal = Table(
    "proposal",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("actor_id", BigInteger, nullable=False),
    Column("body", EncodedJson, nullable=False),
    Column("at", Instant, nullable=False, index=True),
    # As for campaigns: a button's id must never mean another proposal.
    sqlite_autoincrement=True,
)

person = Table(
    "person",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("hours", EncodedJson, nullable=False),
    Column("digest", Integer),
    Column("next_digest_at", Instant, index=True),
    Column("goes_on", Boolean, nullable=False, default=True, server_default=true()),
    Column("language", String(5), nullable=False, default="", server_default=""),
    Column("follows", String(6), nullable=False, default=THREAD, server_default=THREAD),
)

guild = Table(
    "guild",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("moderator_role", BigInteger),
    Column("clock", String(80)),
    Column("language", String(5), nullable=False),
    Column("image_width", Integer),
    Column("archive_channel", BigInteger),
    Column("nights", EncodedJson),
    Column("rated", Boolean, nullable=False, default=True, server_default=true()),
    Column("lobbies", EncodedJson),
    Column("announce_channel", BigInteger),
    Column("week_at", Instant),
    Column("spectators", Boolean, nullable=False, default=False, server_default=false()),
    Column("log_channel", BigInteger),
    Column("log_at", Instant),
    Column("keep_days", Integer),
    Index("ix_guild_keep", "keep_days", sqlite_where=_SEASON, postgresql_where=_SEASON),
    Index("ix_guild_week", "week_at", sqlite_where=_WEEK, postgresql_where=_WEEK),
    Index("ix_guild_log", "log_at", sqlite_where=_LOG, postgresql_where=_LOG),
)

guild_game = Table(
    "guild_game",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("title", String(32), primary_key=True),
    Column("role_id", BigInteger),
    Column("options", Json(dict[str, bool])),
    Column("pinged_at", Instant),
)

opening = Table(
    "opening",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("body", Json(Opening), nullable=False),
    Column("at", Instant, nullable=False),
    Column("thread_id", BigInteger, index=True),
    Column("campaign_id", Integer, ForeignKey("campaign.id"), index=True),
    Column("next_at", Instant, index=True),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Index(None, "guild_id", "at"),
    # As for campaigns: the name of a thread has its number.
    sqlite_autoincrement=True,
)

seeker = Table(
    "seeker",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("title", String(32), nullable=False),
    Column("scenario", String(64)),
    Column("clock", String(80)),
    Column("zone", String(64)),
    Column("at", Instant, nullable=False),
    Column("opening_id", Integer, ForeignKey("opening.id"), index=True),
    Column("look_at", Instant, index=True),
    Column("stage", Integer, nullable=False),
    Index("ix_seeker_place", "guild_id", "title", "user_id", unique=True),
    sqlite_autoincrement=True,
)

substitute = Table(
    "substitute",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("title", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("at", Instant, nullable=False),
)

conduct = Table(
    "conduct",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # Months since the year 0.
    Column("month", Integer, primary_key=True, autoincrement=False, index=True),
    Column("answered", Integer, nullable=False),
    Column("took", Duration, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("abandoned", Integer, nullable=False),
)

result = Table(
    "result",
    metadata,
    _key_of_campaign(),
    Column("guild_id", BigInteger, nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column("body", Json(Result), nullable=False),
    Index(None, "guild_id", "ended_at"),
)

note = Table(
    "note",
    metadata,
    _key_of_campaign(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Json(list[str]), nullable=False),
    Column("at", Instant, nullable=False),
)

pack = Table(
    "pack",
    metadata,
    Column("title", String(32), primary_key=True),
    Column("pack", String(128), primary_key=True),
    Column("whole", LargeBinary, nullable=False),
    Column("at", Instant, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    # In the order of its characters on every server, so that the notes under a prefix stand together.
    Column("key", String(100).with_variant(String(100, collation="C"), "postgresql"), primary_key=True),
    Column("value", Text, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    _of_campaign(),
    Column("kind", String(32), nullable=False),
    Column("chapter", Integer),
    Column("payload", EncodedJson, nullable=False),
    Column("not_before", Instant),
    Column("version", Integer, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Column("sent_at", Instant),
    Column("given_up_at", Instant),
    # Only waiting rows are indexed, so that a look for work costs the same after a million messages.
    Index("ix_outbox_waiting", "id", sqlite_where=_WAITING, postgresql_where=_WAITING),
    # By these two, old messages are found to be deleted.
    Index("ix_outbox_sent", "sent_at", sqlite_where=_SENT, postgresql_where=_SENT),
    Index("ix_outbox_given_up", "given_up_at", sqlite_where=_GIVEN_UP, postgresql_where=_GIVEN_UP),
    Index(
        "ix_outbox_cards",
        "campaign_id",
        "chapter",
        "id",
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    ),
    sqlite_autoincrement=True,
)

card = Table(
    "card",
    metadata,
    _key_of_campaign(),
    Column("chapter", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("posted_at", Instant, nullable=False),
    # Lines of the chapter in older posts, the lines that are final with this one, and all its lines;
    # their digests show whether they still hold.
    Column("above", Integer, nullable=False, server_default="0"),
    Column("above_digest", String(16), nullable=False, server_default=""),
    Column("shown", Integer, nullable=False, server_default="0"),
    Column("shown_digest", String(16), nullable=False, server_default=""),
    Column("lines_digest", String(16), nullable=False, server_default=""),
    # Whether it shows a picture.
    Column("pictured", Boolean, nullable=False, server_default=true()),
)

interaction = Table(
    "interaction",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    _of_campaign(),
    Column("seq", Integer, nullable=False),
    Column("at", Instant, nullable=False, index=True),
)

assert league.metadata is follower.metadata is metadata
COUNTED = [table for table in metadata.sorted_tables if table.autoincrement_column is not None]
"""The tables whose rows the database counts: an id is never used again."""
