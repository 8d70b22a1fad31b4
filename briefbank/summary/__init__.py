"""Summaries: verbatim extracts, and what a local model wrote, once it is checked.

The extract is there at once and stays. A generated summary is shown by the window alone: no command, export,
backup, log or index sees it, since text on a terminal or in a backup can be copied.

Material: at most about 700 tokens of the document's own sentences, numbered, fenced as data; sentences that
speak to a program are left out. The reply is held to a grammar in which each sentence names its sources.
Every sentence is checked, failed ones are put right once, checked again and withheld; more than a third
withheld, or an error in any check, withholds the whole. What is kept is checked again whenever it is shown.

Checks (``checks``): each module looks for one fault in one claim against the sentences that it names.
Citations, quotations, names, numbers and dates are compared exactly. ``checks.support`` looks for what
contradicts the source, then holds the share of the claim that the source covers against one threshold. The
model may be a second reader where a test run found it fit; it can withhold, never rescue. Rules and sentence
vectors, no model of language inference: nothing to ship or load, milliseconds, the same on every computer,
and what it misses is measured (``evaluate --summaries``, ``python -m tests.evaluate.claims``).
"""
