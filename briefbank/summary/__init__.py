"""Summaries: verbatim extracts, and what a local model wrote, once it is checked.

The extract is there at once and stays. A generated summary is shown by the window alone: no command, export,
backup, log or index sees it, since text on a terminal or in a backup can be copied.

Checks (``checks``): each function looks for one fault in one claim against the sentences that it names.
Quotations, citations, names, numbers and dates of a claim must stand in them; denials, opposites, certainty
and limits are compared by word lists; and a share of the claim's words and meaning must be the source's.
These are few and plain on purpose: errors of paraphrase (who did what to whom, cause, order in time) are not
caught, so the source sentence stands beside each claim. An earlier release had six times the code, caught the
same exact errors and 65 instead of 48 of 93 wrong claims, and withheld 19 instead of 11 of 93 right ones
(``python -m tests.evaluate claims``).
"""
