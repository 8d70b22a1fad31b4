"""From typed text to results. ``searcher`` has the steps in order, and ``search_types`` the values that they
hand on.

There is one search box and no mode: ``operators`` reads the query language, and Tantivy's own parser is not
used, because it refuses ``2C:44-1``. The channels (``channels``) are asked by ``retrieval``, which adds
relative scores by weights that the query's class chooses (``query``). ``selection`` tells what is close,
folds copies (``folding``) and sorts; ``presentation`` presents the page. Every search asks for the law of
some day (``law``). Feedback on searches like this one moves a passage by at most five places and never takes
it out (``feedback``).

Choices, measured on both evaluation sets (``tests/evaluate/README.md``): a
weighted mean, since reciprocal rank (K = 60) loses points of recall@5 in every half of both sets; context
words (before a colon, or before a short last paragraph) count 0.35, by which BM25 alone finds 53 % of case
notes in five results instead of 47.6 %; co-citation by place and not Personalised PageRank, since nDCG@10 of
case notes rises by 0.8 points in both halves (p .002) where PageRank with 3 steps loses 0.4 and 0.1; no
pseudo-relevance feedback (within half a point either way); no learned projection of query vectors (0.5 points
of recall@5, for a file that fits one model only).
"""
