"""Which person has seen what which seat knows, and who has agreed to play against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, bindparam, delete, exists, literal, select, union, update

from bot.store.records import Sight
from bot.store.rows.upserts import insert
from bot.store.schema import audit, campaign, journal, sight

SOMEBODY = 0
"""The user id for a person who has been forgotten since; no user has this id."""
RULED = ""
"""Stands in place of a seat: a person who was forgotten, or may be that person, has ruled on the game."""
RULINGS = ("act-for", "clock", "repair", "set", "undo", "unseat")
"""Acts of moderators that change a running game, so that they can favour a player."""

_OF = select(*(sight.c[name] for name in Sight.__struct_fields__)).where(
    sight.c.campaign_id == bindparam("of")
)
_ONE = (
    sight.c.campaign_id == bindparam("of"),
    sight.c.seat == bindparam("of_seat"),
    sight.c.user_id == bindparam("who"),
)
_OTHER = sight.alias("other")
_SAW = (
    insert(sight)
    .from_select(
        ["campaign_id", "seat", "user_id", "agreed"],
        select(
            campaign.c.id,
            bindparam("of_seat", type_=sight.c.seat.type),
            bindparam("who", type_=sight.c.user_id.type),
            literal([], sight.c.agreed.type),
        ).where(
            campaign.c.id == bindparam("of"),
            # Before the game begins there are no secrets.
            campaign.c.status != "lobby",
            ~exists().where(*_ONE),
        ),
    )
    .on_conflict_do_nothing()
)


_INHERIT = (
    insert(sight)
    .from_select(
        ["campaign_id", "seat", "user_id", "agreed"],
        select(
            sight.c.campaign_id,
            sight.c.seat,
            bindparam("who", type_=sight.c.user_id.type),
            literal([], sight.c.agreed.type),
        ).where(
            sight.c.campaign_id == bindparam("of"),
            sight.c.user_id == SOMEBODY,
            ~exists().where(_OTHER.c.campaign_id == bindparam("of"), _OTHER.c.user_id == bindparam("who")),
        ),
    )
    .on_conflict_do_nothing()
)


def saw(connection: Connection, campaign_id: int, user_id: int, seats: Iterable[str]) -> None:
    """Record that a person sees what seats of a campaign know; a lobby has no secrets.

    A person without a record may be one who was forgotten: what that person has seen is theirs from now on.
    """
    connection.execute(_INHERIT, {"of": campaign_id, "who": user_id})
    for seat in seats:
        connection.execute(_SAW, {"of": campaign_id, "of_seat": seat, "who": user_id})


def look(connection: Connection, campaign_id: int, user_id: int, seats: Collection[str]) -> None:
    """Record that a moderator looks at what seats know now; leave given for an older look is over."""
    saw(connection, campaign_id, user_id, seats)
    mine = (sight.c.campaign_id == campaign_id, sight.c.user_id == user_id, sight.c.seat.in_(seats))
    connection.execute(update(sight).where(*mine).values(agreed=[]))


def rule(connection: Connection, campaign_id: int, user_id: int) -> None:
    """Record that a moderator rules on a game; leave to play that was given after an older ruling is over."""
    mine = (sight.c.campaign_id == campaign_id, sight.c.user_id == user_id)
    connection.execute(update(sight).where(*mine).values(ruled=[]))


def of_campaign(connection: Connection, campaign_id: int) -> list[Sight]:
    """The people who have seen what a seat of a campaign knows, by seat."""
    return [Sight(**row) for row in connection.execute(_OF, {"of": campaign_id}).mappings()]


def agree(
    connection: Connection,
    campaign_id: int,
    seat: str,
    user_id: int,
    by: Collection[int],
    *,
    ruling: bool = False,
) -> None:
    """Record that people agree to play against a person who has seen, or will see, what a seat knows.

    :param ruling: they agree that the person plays this seat after rulings on the game, and to nothing else.
    """
    saw(connection, campaign_id, user_id, [seat])
    kept = sight.c.ruled if ruling else sight.c.agreed
    one = {"of": campaign_id, "of_seat": seat, "who": user_id}
    agreed: list[int] = connection.scalar(select(kept).where(*_ONE).with_for_update(), one) or []
    changed = update(sight).where(*_ONE).values({kept: sorted({*agreed, *by})})
    connection.execute(changed, one)


def forget(connection: Connection, user_id: int) -> None:
    """Replace a person with the anonymous user: what they saw and did stays known while the game goes on.

    Their actions for a seat count as sights of it.
    """
    seen = select(sight.c.campaign_id, sight.c.seat).where(sight.c.user_id == user_id)
    acted = select(journal.c.campaign_id, journal.c.seat).where(
        journal.c.user_id == user_id, journal.c.kind == "act", journal.c.seq > 0
    )
    ruled = select(audit.c.campaign_id, literal(RULED).label("seat")).where(
        audit.c.actor_id == user_id, audit.c.act.in_(RULINGS)
    )
    known = union(seen, acted, ruled).subquery()
    goes_on = select(known).join(campaign, campaign.c.id == known.c.campaign_id)
    for campaign_id, seat in connection.execute(goes_on.where(campaign.c.status == "running")).all():
        saw(connection, campaign_id, SOMEBODY, [seat])
    connection.execute(delete(sight).where(sight.c.user_id == user_id))
