"""The query language: typed text becomes a tree of ``briefbank.domain.searches``, and the tree words.

``lexing`` cuts the text and says whether a sign was meant as an operator at all, ``fields`` reads and
describes fields, and ``grammar`` reads a whole text with them.
"""
