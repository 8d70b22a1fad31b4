"""The environment that Alembic runs: it uses the connection and transaction that ``schema`` has open."""

from alembic import context

from briefbank.catalogue.tables import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
context.run_migrations()
