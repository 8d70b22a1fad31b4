"""The query language: typed text becomes a tree of ``briefbank.domain.expression``, and the tree words.

There is one box and no mode, so the first question is always whether a sign was meant as an operator at all:
``lexemes`` cuts the text, ``deciding`` answers that question, ``grammar`` (Lark, LALR) defines the precedence
of operators, ``reader`` joins them and ``wording`` describes the result.
"""

from briefbank.search.language.reader import Read, read

__all__ = ["Read", "read"]
