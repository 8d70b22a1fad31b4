"""One file to clean text with maps back, its structure and caption, and its passages.

``RawPage.raw`` holds one character per character index of PDFium. A passage keeps spans from its clean text
to those indexes, so any word of a result can be turned into boxes on the page.

Text under dark boxes (``hidden``): what could lie over text is found among the page's objects and confirmed
in the drawn page. It is replaced, character for character, by a mark that no index takes for a word, and
reported.

Captions (``document``): title, court and parties are read first, each other field by a module of its own in
``caption_finders``. An entry comes with source, page and confidence, or is left empty. A court is one whose
whole name is known (``caption_names``).

Structure (``sections``): blocks of lines are read in order. A heading is recognised by its words and its mark
in the outline, its setting, and the document's own table of contents (``headings``); no single sign is
enough. Provisions get their ancestry as heading path (``statutes``). A section is what stands under one
heading path; passages are cut within it and keep its number. Inside a long section the borders are where the
words turn (``passages``, by a ``Segmenter``).

Choices. Borders by the words on both sides, not by sentence embeddings: ``python -m tests.evaluate.turns``
finds true section ends again at 0.761 by words, 0.727 by embeddings, 0.719 by the model's static word
vectors, 0.767 by words and embeddings; words need no model and are the same on every computer. Web
pages are read by lxml's callbacks, without a tree, so that depth costs nothing but its bytes.
Own page canvas in the window, not QPdfView, which renders in the program's own process and marks only what
its own search finds.
"""
