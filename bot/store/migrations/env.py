"""Alembic's entry: run the steps on the connection that was handed over, inside its transaction."""

from __future__ import annotations

from alembic import context

from bot.store.schema import metadata

connection = context.config.attributes.get("connection")
if connection is None:
    context.configure(dialect_name=context.config.get_main_option("dialect", "sqlite"))
else:
    context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
