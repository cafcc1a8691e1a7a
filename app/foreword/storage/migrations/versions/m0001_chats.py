"""Conversations and their turns.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("leaf_id", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_conversations"),
        sa.ForeignKeyConstraint(
            ["leaf_id"], ["turns.id"], name="fk_conversations_leaf_id", ondelete="SET NULL"
        ),
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("conversation_id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.String()),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("stop_reason", sa.String()),
        sa.Column("error", sa.String()),
        sa.Column("stats", sa.JSON(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("token_ids", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name="fk_turns_conversation_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["parent_id"], ["turns.id"], name="fk_turns_parent_id"),
        sa.CheckConstraint("role IN ('system', 'user', 'assistant')", name=op.f("ck_turns_role")),
        sa.CheckConstraint(
            "status IN ('complete', 'streaming', 'stopped', 'interrupted', 'failed')",
            name=op.f("ck_turns_status"),
        ),
    )
    op.create_index("ix_conversations_leaf_id", "conversations", ["leaf_id"])
    op.create_index("ix_conversations_updated_at", "conversations", ["updated_at"])
    op.create_index("ix_turns_conversation_id", "turns", ["conversation_id"])
    op.create_index("ix_turns_parent_id", "turns", ["parent_id"])


def downgrade() -> None:
    op.drop_table("turns")
    op.drop_table("conversations")
