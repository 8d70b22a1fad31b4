"""Vectors of passages: the encoder, the vector index, and the indexer that works in the background.

A passage longer than what the model reads has a vector for each window of its text, and the nearest counts:
of the passages of 102 briefs 60 % are longer than the 256 word pieces of the default model; on statutes for
wills recall@10 by meaning rose from 0.41 to 0.51, at 1.7 vectors a passage. When another model is chosen, the
former one and its index answer until the new index is complete; then there is one switch. A stop between
vectors and their marks costs one batch.

A passage passes these modules: ``embedded_text`` (its windows), ``encoders`` (their vectors, by
``onnx_encoder`` or ``torch_child``), ``dense`` (one index of ``lance_tables`` on disk and ``vectors`` in
memory). ``background_indexer`` keeps it all in step with the catalogue, with the models of ``active_models``.

Choices. ONNX Runtime with ``tokenizers`` at run time, sentence-transformers for the export and for models
that cannot be exported: importing sentence-transformers takes about 6 s, ONNX Runtime 0.2 s; a test holds
both to the same vectors. A package brings the default model exported; ``briefbank-pytorch``, a package beside
it, brings sentence-transformers for other models. The default model has 8-bit integers, with the narrowing
feed-forward matrices left in 32-bit floats, on every processor: fused recall@10 fell by 0.3 points on one set
and rose by 0.06 on the other; with all matrices in 8 bits meaning alone lost 3 points. Neither a choice of
another form nor a graphics card is worth its code: a package ships one form, and a card needs a package by
hand and cannot multiply these integers. Headings are not embedded with the passage: on statutes with titles
the heading in front cost 3 points of recall@10 by meaning.
Up to 512 MiB vectors are searched in memory, mapped from files: exact, and 1.5 ms at
20,000 passages against 11 ms for LanceDB's flat search. Beyond that it is LanceDB's IVF_RQ, codes of one bit
for each dimension (RaBitQ), with a measured share of partitions, and the whole vectors of the best rows. For
a million vectors as clustered as real ones it takes 132 bytes a vector beside the table, where IVF_FLAT holds
whole vectors again (1,540); a fifth of the partitions finds 0.993 of the ten nearest of real queries, for 16
ms of processor time, where IVF_FLAT finds 0.984 with an eighth for 20 ms. Codes of two bits find 0.981 with
an eighth and read more. Half precision is not used: of 60,000 real vectors it finds 0.996 of the ten nearest,
and 0.998 were wanted. Tables hold half a million rows (``lance_tables``): the removal of a document from five
million takes 3.5 seconds of processor time, and 38 for new partitions, where one table takes 29 and 490. A
search takes 324 ms of it, and 138 in one table: it asks each. A graph that ONNX Runtime optimised beforehand
opens in 0.10 instead of 0.14 s of processor time, in its own format in 0.13 s: too little for one more file.
ONNX Runtime's usage reports are off (``ORT_DISABLE_TELEMETRY``), set by the guard before it is imported.
"""
