"""The catalogue: SQLite or PostgreSQL through SQLAlchemy, migrated by Alembic; the single source of truth.

A library on one computer has a file (``sqlite_database``), that of an office server may have a database of
PostgreSQL (``office.postgres_database``). Both hold the same rows and give the same answers, order and
checksums; ``database`` has what they write differently, and the tests run on both. The other modules are
tables and query functions by subject. A function takes the catalogue, or an open transaction.

A document's columns hold the caption that is in force; what was read stands beside what a person put right,
field by field (``caption_rows``). Every column has a type that checks what is read (``columns.Checked``),
since a catalogue may come from a stranger. A broken rule of the tables that was there before
(SQLITE_CONSTRAINT) is damage, which a repair mends: rows that belong to nothing are deleted, and the graph of
authorities is made anew from the passages.

``checksums`` keeps, in the transaction that stores a document, a hash of what was read of it (2 ms for 200
passages) and of its searchable copy, and a second copy of what no reading gives again. They tell damage, and
changes by who does not know of them; no key protects them. Not compared: recognised pages, signatures of
families and the graph, which are made from the rest.

Removal is noted in the transaction that deletes (``library_facts.note_deleted``). What SQLite leaves of
removed rows in unused parts of the file is overwritten at the end (``SqliteDatabase.overwriting``); what
PostgreSQL leaves is said in ``PostgresDatabase.overwriting``.
"""
