"""Who takes part in a log, and what is at stake in it."""

import sqlalchemy as sa
from alembic.operations import Operations
from msgspec import Struct
from msgspec.json import Decoder

revision = "0002"
down_revision = "0001"

name = sa.String().with_variant(sa.String(collation="C"), "postgresql")
GUESTS = sa.table("log_guests", sa.column("guest", name), sa.column("log", name))
HEADS = sa.table("log_heads", *map(sa.column, ("log", "kind", "guests")))
ROWS = sa.table("log_rows", *map(sa.column, ("log", "version", "body")))


class _Row(Struct):
    """Of a row behind the opening, all that counts here."""

    by: tuple[str, str] | None = None  # who did it, and the id of their command


def upgrade(op: Operations) -> None:
    op.add_column("log_heads", sa.Column("topic", name))
    op.add_column("log_heads", sa.Column("guests", sa.String, nullable=False, server_default=""))
    has_topic = sa.text("topic IS NOT NULL")
    op.create_index(
        "log_heads_topic",
        "log_heads",
        ["topic", "updated_at"],
        sqlite_where=has_topic,
        postgresql_where=has_topic,
    )
    op.create_table(
        "log_guests",
        sa.Column("guest", name, nullable=False),
        sa.Column("log", name, nullable=False),
        sa.PrimaryKeyConstraint("guest", "log", name="log_guests_key"),
    )
    _find_players(op.get_bind())


def _find_players(connection: sa.Connection) -> None:
    """Anyone who did something in a match took part; seats at tables will be noted there.

    Matches that were begun before did not say whose seats they are.
    """
    decoder = Decoder(_Row)
    players: dict[str, set[str]] = {}
    rows = sa.select(ROWS.c.log, ROWS.c.body).join(HEADS, HEADS.c.log == ROWS.c.log)
    for log, body in connection.execute(rows.where(HEADS.c.kind == "match", ROWS.c.version > 0)):
        by = decoder.decode(bytes(body)).by
        if by is not None:
            players.setdefault(log, set()).add(by[0])
    for log, guests in sorted(players.items()):
        connection.execute(
            sa.insert(GUESTS), [{"guest": guest, "log": log} for guest in sorted(guests)]
        )
        named = sa.update(HEADS).where(HEADS.c.log == log)
        connection.execute(named.values(guests="\n".join(sorted(guests))))
