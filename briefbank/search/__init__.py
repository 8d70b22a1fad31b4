"""From typed text to results, each finished when the search returns it. ``searcher`` has the steps in order,
and ``search_types`` the values that they hand on.

Query language (``operators``): there is one box and no mode. The tree is defined in ``domain.searches``;
``index.operator_matching`` makes of it a Tantivy query that misses nothing, and ``index.operator_matching``
checks each candidate on its words. Tantivy's own parser is not used: it refuses ``2C:44-1``.

Channels (``channels``, each a module of its own): words (BM25 over text, headings and title, with a share
for being there at all), meaning (nearest vectors), identifiers (word for word, citations by their canonical
form), co-citation (what cites the authorities of the first ten results, by place and rarity; it changes the
order and takes relevance from no place). ``retrieval`` asks those of the registry, and ``fusion`` adds
relative scores by weights that the query's class chooses.

The law of a day (``law``, ``law_day_parsing``): each search asks for the law of some day.
Every channel is asked deeper until it has enough that was law then; the rest stands apart with its reason.

What is relevant beyond doubt is close and stands in the chosen order; the next best follow by relevance
(``selection``). In best match date and kind weigh a little. Feedback on searches like this one moves a
passage by at most five places and never takes it out (``feedback``).

The results of the last searches are cached without their texts, with the state of the library at the time;
their later pages and counts come from there, and any change makes them void.

Choices, measured on both evaluation sets (``python -m tests.evaluate.trial``, ``tests.evaluate.walking``): a
weighted mean, since reciprocal rank (K = 60) loses points of recall@5 in every half of both sets; context
words (before a colon, or before a short last paragraph) count 0.35, by which BM25 alone finds 53 % of case
notes in five results instead of 47.6 %; co-citation by place and not Personalised PageRank, since nDCG@10 of
case notes rises by 0.8 points in both halves (p .002) where PageRank with 3 steps loses 0.4 and 0.1; no
pseudo-relevance feedback (within half a point either way); no learned projection of query vectors (0.5 points
of recall@5, for a file that fits one model only).
"""
