"""A local language model in a process of its own: its file, its cost, loading it, asking it.

``header`` reads the header of a GGUF file with bounds on everything; a child says what the file is and what
it will take, and only then a process of its own loads it: no network, silent, one question at a time, its
text over its own pipe. It starts when asked, ends after five minutes without a question, and is started anew
where it died. ``refusals`` and ``exits`` tell what is wrong with a file from what is wrong with the moment.

Choices. Own reader of headers: the ``gguf`` package's makes an array of every word (9.2 s for a vocabulary of
128,000, against 0.04 s) and bounds nothing; tests hold both to the same values. Own choice of the likeliest
token that the grammar allows: llama-cpp-python's sampler asks the grammar about the whole vocabulary for each
token (44 tokens a second against 59, ``python -m tests.benchmarks generating``) and aborts the process where
it allows none.
"""
