"""Spreads the work on files over the office's computers: reading, text recognition and embedding.

Dask distributed (https://distributed.dask.org) decides which computer does what and notices those that end.
The office server knows what is to be done from its ledger. It hands Dask no more than a token for each unit
of work (``dispatcher``), through a process of its own that alone may reach the scheduler
(``client_process``). A worker fetches unit and file with that token from the server, over the server's own
HTTPS, works on it in the same sandbox as the server would (``unit_runner``), and sends the answer back the
same way, where it is unpacked like that of a child. So a stranger in the cluster is no more than a child that
a document took over, and whatever ends at whatever moment costs a unit of some seconds.
"""
