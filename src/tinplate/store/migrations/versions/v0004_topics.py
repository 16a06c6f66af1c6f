"""A log may have several topics.

Until now a topic was a board and a target, for the time of a round. The board is all that a
running match can keep of it: the match names the rest with its next row.
"""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0004"
down_revision = "0003"

name = sa.String().with_variant(sa.String(collation="C"), "postgresql")
HEADS = sa.table("log_heads", *map(sa.column, ("log", "topics")))
TOPICS = sa.table("log_topics", *map(sa.column, ("topic", "log")))
BOARD = 8  # characters of a board's name, at the beginning of an old topic


def upgrade(op: Operations) -> None:
    op.drop_index("log_heads_topic", "log_heads")
    op.execute("ALTER TABLE log_heads RENAME COLUMN topic TO topics")
    if op.get_bind().dialect.name == "postgresql":
        op.execute('ALTER TABLE log_heads ALTER COLUMN topics TYPE VARCHAR COLLATE "default"')
    op.create_table(
        "log_topics",
        sa.Column("topic", name, nullable=False),
        sa.Column("log", name, nullable=False),
        sa.PrimaryKeyConstraint("topic", "log", name="log_topics_key"),
    )
    has_topic = HEADS.c.topics.is_not(None)
    op.execute(
        sa.update(HEADS).where(has_topic).values(topics=sa.func.substr(HEADS.c.topics, 1, BOARD))
    )
    op.execute(
        sa.insert(TOPICS).from_select(
            ["topic", "log"], sa.select(HEADS.c.topics, HEADS.c.log).where(has_topic)
        )
    )
