"""The tables of persons, computers and sessions, in a file of the server's own."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, ForeignKey, Integer, MetaData, String, Table

TABLES = MetaData()
PERSON = Table(
    "person",
    TABLES,
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("password", String),
    Column("groups", String, nullable=False, default="[]"),
    Column("looked_up", DateTime),
    Column("look_up_from", DateTime),
)
"""Persons of the server's own list, and those of the directory who signed in, who have no password here."""
REMOVED = Table("removed_person", TABLES, Column("name", String, primary_key=True))
"""Names of removed persons whose own marks are still in the library."""
ON_OWN_LIST = PERSON.c.password.is_not(None)
TRY = Table(
    "try",
    TABLES,
    Column("name", String, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("until", DateTime, nullable=False),
)
"""Tries to sign in since the last one that succeeded."""
GROUP = Table(
    "group_role",
    TABLES,
    Column("place", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("role", String, nullable=False),
)
INVITED = Table(
    "invitation",
    TABLES,
    Column("code", String, primary_key=True),
    Column("until", DateTime, nullable=False),
)
DEVICE = Table(
    "device",
    TABLES,
    Column("secret", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("enrolled", DateTime, nullable=False),
)
WORKER = Table(
    "worker",
    TABLES,
    Column("number", String, primary_key=True),
    Column("secret", String, nullable=False),
    Column("name", String, nullable=False),
    Column("invited", DateTime, nullable=False),
)
"""The computers that work on files."""
SIGNED_IN = Table(
    "session",
    TABLES,
    Column("token", String, primary_key=True),
    Column("device", ForeignKey("device.secret", ondelete="CASCADE"), nullable=False),
    Column("person", ForeignKey("person.name", ondelete="CASCADE"), nullable=False),
    Column("until", DateTime, nullable=False),
)
