"""The query language: typed text becomes the tree of ``briefbank.expression``, and the tree becomes words.

There is one box and no mode, so the first question is always whether a sign was meant as an operator at all:
``lexemes`` cuts the text, ``deciding`` answers that question, ``grammar`` (Lark, LALR) knows what binds
tighter than what, ``reader`` joins them and ``wording`` says what was understood.
"""

from briefbank.search.language.reader import Read, read

__all__ = ["Read", "read"]
