"""150 searches as defenders type them, with the passages that answer them, judged by hand from the texts.

``collection.py`` builds the library on which they were judged, from ../shared/data and the sample of the
program; ``judged.py`` reads the searches; ``python -m tests.evaluate.defenders`` measures what is found for
them. They were written and judged before any search of the program was run on this library, by somebody who
does not change the search. ``searches-sealed.jsonl`` is not measured while something is changed: it shows at
the end whether what helped the open half helps other searches, too. Its first measurement was on 24 November
2026; one choice was made after it, that of *nothing close* in ``search.selection``.

*The library.* 157 documents: 102 amicus briefs of one pair of cases, 19 filings, the eight sample briefs, and
28 memos. A memo is a run of neighbouring case notes on one subject out of 17,860, so that the passages that
answer stand among many that nearly do. Every document has a date of filing: the real one where it is known;
else a day that its name decides, for a memo within the thousand days after the year of the newest decision
that it cites.

*The kinds* (``SearchKind``). A field or a date beside words; raw facts; terms that lawyers make of ordinary
words, three of them as typed for Westlaw; numbers of rules and sections; names of cases; subjects that the
library does not have; whole questions and single words; misspelt words, some of which are other words.

*The judgements.* A search has the passages that answer it, ``right``, and the others that a lawyer with this
question would want to see, ``also``; one for an absent subject has none. What its field or date shuts out is
not relevant. A broad search has every passage on its subject; a search of the amicus briefs is as narrow as
one can be that 102 briefs on one question answer. The candidates were found by reading all memos, the sample
and the short filings, and by going through the long texts for the words of each search and their synonyms;
then a count of words over all texts proposed others, of which those were taken that a second reading bore
out. A note tells what was decided where it was close.

*The passages.* A passage is kept as eight to fifteen of its words, the first ones of a case note. A passage
of the program is the judged one when it holds them, or the greater part of them where it ends in their midst.

*The halves.* Within each kind the searches stand in the order of a hash of ``SEED`` and their id; the first
half is open.
"""
