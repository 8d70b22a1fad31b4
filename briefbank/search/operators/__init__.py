"""The query language: typed text becomes a tree of ``briefbank.domain.expression``, and the tree words.

There is one box and no mode, so the first question is always whether a sign was meant as an operator at all:
``lexemes`` cuts the text, ``operator_decision`` answers that question, ``grammar`` (Lark, LALR) defines the
precedence of operators, ``reader`` joins them and ``question_phrases`` describes the result.
"""

from briefbank.search.operators.reader import Read, read

__all__ = ["Read", "read"]
