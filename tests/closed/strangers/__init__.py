"""Libraries and backups as a stranger might hand them over, made by the hundred and toured.

``python -m tests.closed.strangers`` does it; ``test_strangers`` tries a sample of every kind.

``made`` makes a small library, its backup and a folder outside that nobody may touch. ``deck`` deals changes:
to values (``rows``), tables (``tables``), files (``paths``), JSON (``documents``), indexes (``indexes``) and
backups (``backups``). ``tour`` uses what came of it, in the process of ``worker``; ``watch`` looks on from
inside, ``run`` from outside.
"""
