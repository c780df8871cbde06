"""How Python values are stored in columns, and what all tables belong to.

Times are UTC in integer milliseconds since 1970. JSON is text.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Dialect, MetaData, Text, TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def whole(moment: datetime) -> datetime:
    """The moment as the store keeps it: UTC, cut to the millisecond.

    :raises ValueError: it has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment.isoformat()} has no time zone")
    return _EPOCH + (moment - _EPOCH) // _MILLISECOND * _MILLISECOND


class Instant(TypeDecorator[datetime]):
    """A moment, aware and in UTC, as integer milliseconds since 1970."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone")
        return (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _EPOCH + value * _MILLISECOND


class Duration(TypeDecorator[timedelta]):
    """A length of time in integer milliseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        return None if value is None else value // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        return None if value is None else value * _MILLISECOND


class Json(TypeDecorator[Any]):
    """A value of one type as JSON text."""

    impl = Text
    cache_ok = True

    def __init__(self, shape: Any) -> None:
        super().__init__()
        self.shape = shape
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(shape)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self._decoder.decode(value)


class EncodedJson(TypeDecorator[bytes]):
    """JSON that the caller encodes and decodes, kept as text so that people can read the file."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else value.decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else value.encode()


TABLES = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""All tables, those of `schema`, `league_tables` and `spectator_tables`."""
