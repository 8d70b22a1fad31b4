"""A local language model in a process of its own: its file, loading it, asking it.

A confined child lets llama.cpp open a file and says what it is and what it will take (``inspection``); only
then a process of its own loads it (``running``, ``engine``): no network, silent, one question at a time, its
text over its own pipe. It starts when asked, ends after five minutes without a question, and is started anew
where it died. The errors of ``engine`` tell what is wrong with a file from what is wrong with the moment.
``questions`` is how everything else asks a model.

Choice. Own choice of the likeliest token that the grammar allows: llama-cpp-python's sampler asks the grammar
about the whole vocabulary for each token (44 tokens a second against 59, see
``tests/benchmarks/README.md``) and aborts the process where it allows none.
"""
