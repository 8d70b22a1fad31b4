"""The office wing: one library for many clients, and all that only an office needs.

The server answers over HTTPS: ``serving`` starts it and bounds its connections, ``application`` answers
requests, ``accounts`` knows persons and computers, ``directory`` asks the office's directory of persons,
``walls`` keep documents from some of them, ``performer`` runs operations, and ``uploads`` takes files. The
library behind it (``library``) is the desktop's, with the same indexes and the same answers; its catalogue
may be in PostgreSQL (``postgres_database``), and persons from whom matters are kept read the rest of it
(``walled_library``). ``move_to_office`` brings a computer's library in. ``commands`` are those of the command
line.

A client reaches it by ``link``; ``remote_library`` puts the server's services beside what stays on the
client, and ``offline_matters`` takes documents along: ``offline_feed`` gives them, ``offline_library`` stores
them. ``wire`` says what crosses between the two: the methods of the Protocols in ``briefbank.api``, whose
signatures give the types.

The recognition of text can be spread over the office's computers: ``dispatcher`` decides which computer does
what, ``broker`` carries messages to the workers, ``units`` says what crosses, and ``worker`` is the program
of such a computer. The broker is Celery (https://docs.celeryq.dev) over Redis or Valkey from Debian. A
message is JSON and holds one token, nothing else. With it, and with its own secret, a worker fetches the unit
and the file from the server's own HTTPS, works on it in the same sandbox as the server would, and sends the
outcome back the same way, as MessagePack decoded against the expected types. So nothing in the cluster
carries code, and a worker that is taken over can lie about its own units, and do no more. Dask was used
before and given up: a Dask client may run any function on each worker
(https://distributed.dask.org/en/stable/limitations.html).

Nothing outside this package imports it but the command line and the place where the window opens a library.
"""

from __future__ import annotations
