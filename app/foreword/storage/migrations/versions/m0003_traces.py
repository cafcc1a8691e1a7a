"""Where each piece of a reply came from.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("turns", sa.Column("trace", sa.LargeBinary()))
