"""Vectors of passages: the encoder, the vector index, and the indexer that works in the background.

A passage passes these modules: ``dense`` (its windows, and one index of ``lance`` on disk and
``vectors`` in memory), ``encoders`` (their vectors, by ONNX Runtime).
``background_indexer`` keeps it all in step with the catalogue and the chosen model. A stop
between vectors and their marks costs one batch.

Choices. ONNX Runtime with ``tokenizers`` at run time, sentence-transformers for the export
alone: importing sentence-transformers takes about 6 s, ONNX Runtime 0.2 s; a test holds
both to the same vectors. Neither a choice of another form of the default model nor a graphics card is worth
its code: a package ships one form, and a card needs a package by hand and cannot multiply 8-bit integers.

Up to 512 MiB vectors are searched in memory: exact, and 1.5 ms at 20,000 passages against 11 ms for LanceDB's
flat search. Beyond that it is LanceDB's IVF_RQ, codes of one bit for each dimension (RaBitQ), and the whole
vectors of the best rows. For a million clustered vectors it takes 132 bytes a vector beside the table, where
IVF_FLAT holds whole vectors again (1,540); a fifth of the partitions finds 0.993 of the ten nearest of real
queries for 16 ms of processor time, where IVF_FLAT finds 0.984 with an eighth for 20 ms. Half precision finds
0.996 of the ten nearest of 60,000 real vectors, and 0.998 were wanted. Tables hold half a million rows: the
removal of a document from five million takes 3.5 seconds of processor time, where one table takes 29. ONNX
Runtime's usage reports are off (``ORT_DISABLE_TELEMETRY``), set by the guard before it is imported.
"""
