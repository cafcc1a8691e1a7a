"""The migrations ship with the package and give exactly the tables of the mappings."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from foreword.storage.database import engine_for
from foreword.storage.migrate import MIGRATIONS
from foreword.storage.schema import Base
from foreword.storage.store import ChatStore


def test_the_written_down_revisions_are_those_of_the_scripts():
    config = Config()
    config.set_main_option("script_location", MIGRATIONS.scripts)
    script = ScriptDirectory.from_config(config)
    assert tuple(r.revision for r in reversed(list(script.walk_revisions()))) == MIGRATIONS.revisions


def test_migrated_tables_are_the_mapped_ones(path: Path):
    ChatStore.open(path).close()
    engine = engine_for(path, "read")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, Base.metadata)
        checks = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'turns'").scalar()
    engine.dispose()
    assert differences == []
    assert "ck_turns_role" in checks
    assert "ck_turns_status" in checks
