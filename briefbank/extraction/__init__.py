"""One file to clean text with maps back, its structure and caption, and its passages.

``RawPage.raw`` holds one character per character index of PDFium. A passage keeps spans from its clean text
to those indexes, so any word of a result can be turned into boxes on the page.

A document passes ``pdf`` (with ``hidden``: text under dark boxes is replaced, character for character, by a
mark that no index takes for a word), ``clean``, ``layout``, ``sections`` (with ``headings`` and
``statutes``), ``passages`` and ``document``, which reads the caption by ``caption_names`` and
``caption_finders``.

Choices. Borders by the words on both sides, not by sentence embeddings: true section ends are found again
at 0.761 by words, 0.727 by embeddings, 0.719 by the model's static word vectors, 0.767 by words and
embeddings (``tests/evaluate/README.md``); words need no model and are the same on every computer. Web
pages are read by lxml's callbacks, without a tree, so that depth costs nothing but its bytes.
Own page canvas in the window, not QPdfView, which renders in the program's own process and marks only what
its own search finds.
"""
