"""The query language: typed text becomes a tree of ``briefbank.domain.searches``, and the tree words.

There is one box and no mode, so the first question is always whether a sign was meant as an operator at all:
``lexing`` cuts the text, ``decision`` answers that question, ``grammar`` joins the operators by precedence,
``reading`` does these steps in order, and ``descriptions`` says in words what was read.
"""

from briefbank.search.operators.grammar import Read, read

__all__ = ["Read", "read"]
