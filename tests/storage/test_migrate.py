"""The migrations ship with the package and give exactly the tables of the mappings."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from foreword.storage.database import connect, create_file, engine_for
from foreword.storage.migrate import MIGRATIONS, Migrations, upgrade
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
        references = {
            (table, row[3], row[2], row[6])
            for table in ("conversations", "turns")
            for row in connection.exec_driver_sql(f"PRAGMA foreign_key_list({table})")
        }
    engine.dispose()
    mapped = {
        (table.name, key.parent.name, key.column.table.name, key.ondelete or "NO ACTION")
        for table in Base.metadata.tables.values()
        for key in table.foreign_keys
    }
    assert references == mapped
    # The search index keeps tables of its own, which no mapping describes; and SQLAlchemy doesn't read the
    # references that were added with their column, so those are asked of SQLite itself.
    differences = [
        each
        for each in differences
        if not str(getattr(each[1], "name", "")).startswith("turns_search")
        and each[0] not in ("remove_fk", "add_fk")
    ]
    assert differences == []
    assert "ck_turns_role" in checks
    assert "ck_turns_status" in checks


def test_chats_of_the_first_schema_are_kept_and_found(path: Path):
    path.parent.mkdir(parents=True)
    create_file(path)
    upgrade(path, Migrations(MIGRATIONS.scripts, MIGRATIONS.revisions[:1]))
    with closing(connect(path, "write")) as connection:
        connection.execute("INSERT INTO conversations VALUES ('chat', 'Old', 1.0, 2.0, NULL)")
        for turn, parent, role in (("q", None, "user"), ("r", "q", "assistant")):
            connection.execute(
                "INSERT INTO turns VALUES (?, 'chat', ?, ?, 'complete', 1.0, NULL, NULL, '{}', ?, NULL)",
                (turn, parent, role, f"old words of {turn}"),
            )
        connection.execute("UPDATE conversations SET leaf_id = 'r'")
    store = ChatStore.open(path)
    assert [turn.text for turn in store.branch("chat")] == ["old words of q", "old words of r"]
    assert {hit.turn_id for hit in store.search.find("words").result()} == {"q", "r"}
    store.delete("chat")
    assert store.search.find("words").result() == []
    store.close()
    assert len(list((path.parent / "backups").iterdir())) == 1
