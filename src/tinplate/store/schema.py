"""The tables of the database, after the last migration.

A test compares them with what the migrations create: a change here needs a migration.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    TypeDecorator,
    event,
)

METADATA = MetaData()
# Sorted by code point, whatever the locale of the database server.
Name = String().with_variant(String(collation="C"), "postgresql")


class Names(TypeDecorator[tuple[str, ...]]):
    """Several names in one text, one on each line."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, _: Any) -> str:  # noqa: ANN401
        return joined(value)

    def process_result_value(self, value: str | None, _: Any) -> tuple[str, ...]:  # noqa: ANN401
        return split(value)


def joined(names: tuple[str, ...] | None) -> str:
    return "\n".join(names or ())


def split(text: str | None) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


LOG_ROWS = Table(
    "log_rows",
    METADATA,
    Column("log", Name, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("log", "version", name="log_rows_key"),
    postgresql_partition_by="HASH (log)",
)
# Rows are never changed or deleted, so there are more and more of them: parts of a table can be
# vacuumed, indexed and moved to other disks one by one. Heads are few, and a batch that locks some
# of them would have to look into all parts.
PARTITIONS = 16


@event.listens_for(LOG_ROWS, "after_create")
def _create_partitions(_: Table, connection: Connection, **_options: object) -> None:
    if connection.dialect.name == "postgresql":
        for part in range(PARTITIONS):
            connection.exec_driver_sql(
                f"CREATE TABLE log_rows_{part} PARTITION OF log_rows"
                f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
            )


LOG_HEADS = Table(
    "log_heads",
    METADATA,
    Column("log", Name, nullable=False),
    Column("kind", Name, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("is_public", Boolean, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("topics", Names),
    Column("guests", Names, nullable=False, server_default=""),
    PrimaryKeyConstraint("log", name="log_heads_key"),
)
HAS_DEADLINE = LOG_HEADS.c.due.is_not(None)  # most matches are over, and have none
Index(
    "log_heads_due",
    LOG_HEADS.c.due,
    LOG_HEADS.c.log,
    sqlite_where=HAS_DEADLINE,
    postgresql_where=HAS_DEADLINE,
)
Index(
    "log_heads_listing",
    LOG_HEADS.c.kind,
    LOG_HEADS.c.is_public,
    LOG_HEADS.c.is_open,
    LOG_HEADS.c.updated_at,
    LOG_HEADS.c.log,
)

# An index of LOG_HEADS.guests, to find the logs of a guest.
LOG_GUESTS = Table(
    "log_guests",
    METADATA,
    Column("guest", Name, nullable=False),
    Column("log", Name, nullable=False),
    PrimaryKeyConstraint("guest", "log", name="log_guests_key"),
)

# An index of LOG_HEADS.topics, to find the running matches about something.
LOG_TOPICS = Table(
    "log_topics",
    METADATA,
    Column("topic", Name, nullable=False),
    Column("log", Name, nullable=False),
    PrimaryKeyConstraint("topic", "log", name="log_topics_key"),
)

# One row, which is written to find out whether anything can be written.
LOG_CHECKS = Table(
    "log_checks",
    METADATA,
    Column("number", BigInteger, nullable=False),
    Column("checked", BigInteger, nullable=False),  # how often
    PrimaryKeyConstraint("number", name="log_checks_key"),
)
