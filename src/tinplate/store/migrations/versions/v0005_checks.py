"""A row that is written to find out whether anything can be written."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0005"
down_revision = "0004"


def upgrade(op: Operations) -> None:
    op.create_table(
        "log_checks",
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("checked", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="log_checks_key"),
    )
    checks = sa.table("log_checks", sa.column("number"), sa.column("checked"))
    op.execute(sa.insert(checks).values(number=0, checked=0))
