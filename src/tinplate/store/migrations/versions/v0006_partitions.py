"""PostgreSQL: the rows are in partitions, by the hash of their log. SQLite has none.

Every row is copied, in the transaction of the migration: if it fails, nothing has changed. It needs
as much free disk again as the rows take.
"""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0006"
down_revision = "0005"

PARTITIONS = 16
name = sa.String(collation="C")


def upgrade(op: Operations) -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("ALTER TABLE log_rows RENAME TO log_rows_before")  # nobody else can write from here
    op.execute("ALTER TABLE log_rows_before RENAME CONSTRAINT log_rows_key TO log_rows_before_key")
    op.create_table(
        "log_rows",
        sa.Column("log", name, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        postgresql_partition_by="HASH (log)",
    )
    for part in range(PARTITIONS):
        op.execute(
            f"CREATE TABLE log_rows_{part} PARTITION OF log_rows"
            f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
        )
    op.execute(
        "INSERT INTO log_rows (log, version, at, body)"
        " SELECT log, version, at, body FROM log_rows_before"
    )
    op.execute("DROP TABLE log_rows_before")
    # An index that is made from all rows at once is made sooner, and smaller.
    op.execute("ALTER TABLE log_rows ADD CONSTRAINT log_rows_key PRIMARY KEY (log, version)")
