"""The catalogue: SQLite or PostgreSQL through SQLAlchemy, migrated by Alembic; the single source of truth.

A library on one computer has a file (``sqlite_database``), that of an office server may have a database of
PostgreSQL (``office.postgres_database``). Both hold the same rows and give the same answers, order and
checksums; the tests run on both. The other modules are tables and query functions by subject. A function
takes the catalogue, or an open transaction.

A broken rule of the tables that was there before (SQLITE_CONSTRAINT) is damage, which a repair mends: rows
that belong to nothing are deleted, and the graph of authorities is made anew from the passages. ``checksums``
tell damage, and changes by who does not know of them; no key protects them. They take 2 ms for 200 passages.
Not compared: recognised pages, signatures of families and the graph, which are made from the rest.
"""
