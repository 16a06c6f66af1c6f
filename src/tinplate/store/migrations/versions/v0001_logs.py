"""The logs: their rows and their heads."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0001"
down_revision = None


def upgrade(op: Operations) -> None:
    name = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "log_rows",
        sa.Column("log", name, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("log", "version", name="log_rows_key"),
    )
    op.create_table(
        "log_heads",
        sa.Column("log", name, nullable=False),
        sa.Column("kind", name, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("log", name="log_heads_key"),
    )
    has_deadline = sa.text("due IS NOT NULL")
    op.create_index(
        "log_heads_due",
        "log_heads",
        ["due", "log"],
        sqlite_where=has_deadline,
        postgresql_where=has_deadline,
    )
    op.create_index(
        "log_heads_listing", "log_heads", ["kind", "is_public", "is_open", "updated_at", "log"]
    )
