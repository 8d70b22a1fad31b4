"""Spreads the work on files over the office's computers: reading, text recognition and embedding.

The office server knows what has to be done from its ledger, and decides which computer does what
(``dispatcher``). It sends each worker a message through a broker: Celery (https://docs.celeryq.dev) over
Redis or Valkey from Debian. A message is JSON and holds one token, nothing else, and each worker has an
account at the broker that reaches its own queue alone (``broker``). With the token, and with its own secret,
a worker fetches the unit of work and the file from the office server's own HTTPS (``server_link``), works on
it in the same sandbox as the server would (``unit_runner``), and sends the outcome back the same way.
Outcomes are MessagePack, decoded against the expected types (``units``). So nothing in the cluster carries
code, and a worker that is taken over can lie about its own units, and do no more.

Dask was used before and given up: a Dask client may run any function on the scheduler and on each worker, its
results are pickles, and neither can be switched off
(https://distributed.dask.org/en/stable/limitations.html)."""
