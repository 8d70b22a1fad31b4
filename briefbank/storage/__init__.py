"""The folder of a library: where one may begin, its own names, its lease, locks and sentinels; what is away.

Whoever opens a library takes its lease (``lease``). A program that lost it in its sleep writes nothing more,
and does not close SQLite's connections, which would move its log into the other's catalogue. Where the lease
is another's, or the folder cannot be written to, a copy is read (``write_access``; 7 kB a passage).
"""
